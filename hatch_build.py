"""Makes records of the store (rulelang/store.py) when a wheel or an editable installation is made: the parser's tables, the trees of all
bundled files and the programs of all bundled editions, so that the first command after an installation is as quick as the second.

They are for this version of Python and of lark; where others are met, records are made as they are needed.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class StoreHook(BuildHookInterface):  # type: ignore[type-arg]
    """Called by hatchling."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        sys.path.insert(0, str(root))
        from rulelang import store

        shutil.rmtree(store.INSTALLED, ignore_errors=True)
        os.environ["RULELANG_CACHE"] = str(store.INSTALLED)
        from rulelang.diagnostics import Diagnostics
        from rulelang.pipeline import bundled_names, load
        from rulelang.source import Source
        from rulelang.syntax.parser import parse_file_cached

        for path in sorted((root / "editions").rglob("*.mono")):
            parse_file_cached(Source(str(path), path.read_text("utf-8")), Diagnostics())
        for name in bundled_names():
            load(name, keeps=True).program  # noqa: B018  (compiles)
        build_data["artifacts"].append("rulelang/_store")
