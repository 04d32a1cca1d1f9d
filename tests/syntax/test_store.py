"""The store of tables and trees: faster with it, right without it, safe against damage."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rulelang import store
from rulelang.diagnostics import Diagnostics
from rulelang.source import Source
from rulelang.syntax import ast, parser
from rulelang.syntax.compare import same_tree
from rulelang.syntax.parser import parse_file, parse_file_cached

TEXT = 'library foo "Foo"\nrule bar\n  pay 5 to bank\n'


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RULELANG_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def cached(text: str = TEXT) -> tuple[ast.File, Diagnostics]:
    said = Diagnostics()
    return parse_file_cached(Source("x", text), said), said


def test_a_record_comes_back_whole_or_not_at_all(place: Path) -> None:
    assert store.fetch("thing", "key") is None
    store.keep("thing", "key", b"payload")
    assert store.fetch("thing", "key") == b"payload"
    assert [path.name for path in place.iterdir()] == ["thing-key"]
    record = place / "thing-key"
    whole = record.read_bytes()
    for damaged in (b"", whole[:-1], whole[:5], b"x" + whole[1:], whole + b"x", whole[:-1] + b"?"):
        record.write_bytes(damaged)
        assert store.fetch("thing", "key") is None


def test_nothing_is_stored_where_nothing_can_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for chosen in ("", str(tmp_path / "file" / "below")):
        (tmp_path / "file").write_text("not a folder")
        monkeypatch.setenv("RULELANG_CACHE", chosen)
        store.keep("thing", "key", b"payload")
        assert store.fetch("thing", "key") is None
        file, said = cached()
        assert len(file.sections) == 1 and not len(said)


def test_the_usual_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("RULELANG_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    if sys.platform != "win32":
        assert store.folder() == tmp_path / "rulelang"


def test_old_records_go(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MOST_RECORDS", 10)
    for number in range(30):
        store.keep("thing", str(number), b"x")
    assert len(list(place.iterdir())) <= 10
    assert store.fetch("thing", "29") == b"x"


def test_what_is_in_use_is_not_removed(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MOST_RECORDS", 10)
    for number in range(10):
        store.keep("thing", str(number), b"payload")
        os.utime(place / f"thing-{number}", (number, number))
    store.fetch("thing", "0")
    store.keep("thing", "10", b"payload")
    assert store.fetch("thing", "0") is not None and store.fetch("thing", "1") is None


def test_a_stored_tree_is_taken_and_is_the_same(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, _ = cached()
    assert len(list(place.glob("tree-*"))) == 1
    monkeypatch.setattr(parser, "parse_file", None)  # may not be called again
    second, said = cached()
    assert same_tree(first, second) and not len(said)


def test_damaged_trees_are_read_anew(place: Path) -> None:
    first, _ = cached()
    (record,) = place.glob("tree-*")
    key = record.name.removeprefix("tree-")
    for payload in (b"", b"nonsense", b"\x80\x05N.", b"cos\nsystem\n(S'false'\ntR."):
        store.keep("tree", key, payload)
        again, said = cached()
        assert same_tree(first, again) and not len(said)


def test_faulty_files_are_not_stored(place: Path) -> None:
    for _ in range(2):
        _, said = cached(TEXT + "to to\n")
        assert [one.slug for one in said] == ["unknown-declaration"]
    assert not list(place.glob("tree-*"))


def test_fingerprints_tell_parts_apart() -> None:
    assert len({store.fingerprint(*parts) for parts in (("a", "b"), ("ab",), ("ab", ""), ("", "ab"), ("\ud800",))}) == 5


def test_damaged_tables_are_built_anew(place: Path) -> None:
    place.mkdir()
    code = (
        "from rulelang import store; import rulelang.syntax.lalr as lalr; from rulelang.bundled import grammar_text; import lark;"
        "key = store.fingerprint(grammar_text(), ' '.join(lalr.START_SYMBOLS), lark.__version__, store.python_tag());"
        "store.keep('tables', key, b'damaged');"
        "print(lalr.parse_line('stop', 'body').data, len(store.fetch('tables', key)) > 1000)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["stop", "True"]


def test_what_came_with_the_installation(place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Is read where nothing whole of one's own is stored, and is not copied; with no store at all, it is not read either."""
    monkeypatch.setattr(store, "INSTALLED", tmp_path / "installed")
    monkeypatch.setenv("RULELANG_CACHE", str(store.INSTALLED))
    store.keep("tree", "abc", b"as it came")
    monkeypatch.setenv("RULELANG_CACHE", str(place))
    assert store.fetch("tree", "abc") == b"as it came" and not place.exists()
    store.keep("tree", "abc", b"my own")
    assert store.fetch("tree", "abc") == b"my own"
    (place / "tree-abc").write_bytes(b"damaged")
    assert store.fetch("tree", "abc") == b"as it came" and store.fetch("tree", "abd") is None
    monkeypatch.setenv("RULELANG_CACHE", "")
    assert store.fetch("tree", "abc") is None


def test_a_run_with_stored_trees_needs_no_lark(place: Path) -> None:
    cached()
    code = (
        "import sys; from rulelang.source import Source; from rulelang.diagnostics import Diagnostics;"
        "from rulelang.syntax.parser import parse_file_cached;"
        f"file = parse_file_cached(Source('x', {TEXT!r}), Diagnostics()); print(len(file.sections), 'lark' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["1", "False"]


@pytest.mark.bench
def test_how_long_it_takes() -> None:
    text = Path(__file__).with_name("every_form.mono").read_text("utf-8")
    for name, read in (("parsed", parse_file), ("from the store", parse_file_cached)):
        read(Source("x", text), Diagnostics())
        begun = time.perf_counter()
        for _ in range(10):
            read(Source("x", text), Diagnostics())
        print(f"{text.count(chr(10))} lines {name}: {(time.perf_counter() - begun) * 100:.1f} ms")
    code = "from rulelang.syntax.lalr import parse_line; parse_line('stop', 'body')"
    for _ in range(2):
        begun = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        print(f"a process that parses one line: {(time.perf_counter() - begun) * 1000:.0f} ms")
