"""LLVM text → machine code in this process, and objects kept for the next one. The only module that imports llvmlite.

Objects depend on the processor as well as on the text, so that the records of the store are named by both.
"""

from __future__ import annotations

import ctypes
import os
import threading
from collections.abc import Callable, Sequence
from functools import cache

import llvmlite
import llvmlite.binding as llvm

from rulelang.native import QUICK

LEVEL = 2
"""Of optimisation."""


@cache
def _target(level: int = LEVEL) -> llvm.TargetMachine:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    features = llvm.get_host_cpu_features().flatten()
    target = llvm.Target.from_default_triple()
    return target.create_target_machine(opt=level, reloc="pic", codemodel="small", cpu=llvm.get_host_cpu_name(), features=features)


def processor() -> str:
    """What objects are made for, and by what."""
    llvm.initialize_native_target()
    version = ".".join(map(str, llvm.llvm_version_info))
    here = llvm.get_default_triple(), llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
    return " ".join((llvmlite.__version__, version, *here))


BRIEF = -1
"""Instead of a level: the few passes that do most of the good. It is for what is much code of which little runs often, such as rules, and
takes half the time of level 1. What is to be copied to where it is called must be marked in the text."""


def _brief(passes: llvm.ModulePassManager) -> None:
    passes.add_always_inliner_pass()
    passes.add_ipsccp_pass()
    passes.add_sroa_pass()
    passes.add_instruction_combine_pass()
    passes.add_simplify_cfg_pass()
    passes.add_jump_threading_pass()
    passes.add_new_gvn_pass()
    passes.add_instruction_combine_pass()
    passes.add_dead_store_elimination_pass()
    passes.add_simplify_cfg_pass()


def optimised(text: str, level: int = LEVEL) -> llvm.ModuleRef:
    """The text as a module that LLVM has worked on."""
    module = llvm.parse_assembly(text)
    target = _target(_emission(level))
    module.triple = target.triple
    module.data_layout = str(target.target_data)
    options = llvm.create_pipeline_tuning_options(speed_level=max(level, 0))
    options.loop_vectorization = False
    options.slp_vectorization = False
    options.loop_unrolling = False
    builder = llvm.create_pass_builder(target, options)
    if level > 0:
        builder.getModulePassManager().run(module, builder)
    elif level == BRIEF:
        passes = llvm.create_new_module_pass_manager()
        _brief(passes)
        passes.run(module, builder)
    else:
        # Variables must not stay in memory: LLVM 20 shares the place of one that begins as an argument with that of the argument, and
        # then reads the argument too late.
        quick = llvm.create_new_module_pass_manager()
        quick.add_sroa_pass()
        quick.add_simplify_cfg_pass()
        quick.run(module, builder)
    return module


def compile_objects(texts: Sequence[str], level: int | None = None) -> list[bytes]:
    """Each text as an object file. Without a level the first of several is made BRIEF, the others with LEVEL. Where processes can be
    forked and there is more than one processor, they are made at the same time."""
    levels = [level if level is not None else BRIEF if len(texts) > 1 and not place else LEVEL for place in range(len(texts))]
    if (os.cpu_count() or 1) < 2 or not hasattr(os, "fork") or threading.active_count() > 1:
        return [_object(text, how) for text, how in zip(texts, levels, strict=True)]
    others = [_Beside(text, how) for text, how in zip(texts[1:], levels[1:], strict=True)]
    return [_object(texts[0], levels[0]), *(other.result() for other in others)]


def _object(text: str, level: int) -> bytes:
    data: bytes = _target(_emission(level)).emit_object(optimised(text, level))
    return data


def _emission(level: int) -> int:
    """How hard LLVM works when it chooses instructions and registers: less takes hardly less time, nothing at all much less."""
    return QUICK if level == QUICK else LEVEL


class _Beside:
    """An object that another process makes. Should that one come to grief, it is made here after all."""

    def __init__(self, text: str, level: int) -> None:
        self._text, self._level = text, level
        self._read, write = os.pipe()
        self._child = os.fork()
        if self._child:
            os.close(write)
            return
        # Nothing but this is done in the child; it must not come back to what its parent was doing.
        try:
            os.close(self._read)
            with os.fdopen(write, "wb") as pipe:
                pipe.write(_object(text, level))
            os._exit(0)
        except BaseException:
            os._exit(1)

    def result(self) -> bytes:
        with os.fdopen(self._read, "rb") as pipe:
            data = pipe.read()
        _, status = os.waitpid(self._child, 0)
        return data if status == 0 and data else _object(self._text, self._level)


class Loaded:
    """An object file, loaded. It stays as long as this does."""

    def __init__(self, data: bytes) -> None:
        _target()
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target_for_loading())
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(data))
        self._engine.finalize_object()

    def function(self, name: str, *types: type) -> Callable[..., None]:
        """A function of the object; it returns nothing, and while it runs, other threads of Python run too."""
        address = self._engine.get_function_address(name)
        return ctypes.CFUNCTYPE(None, *types)(address)


def _target_for_loading() -> llvm.TargetMachine:
    # An engine owns its target machine.
    features = llvm.get_host_cpu_features().flatten()
    return llvm.Target.from_default_triple().create_target_machine(opt=0, jit=True, cpu=llvm.get_host_cpu_name(), features=features)
