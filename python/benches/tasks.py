#!/usr/bin/env python3
"""Times ten tasks over a module, compared with what llvmlite and xdsl take for those of them that they can do.

  tasks.py FILE.ll [RUNS]

Prints a table in Markdown: the least of RUNS (3) in milliseconds. llvmlite reads what irtrip writes for its release of LLVM, xdsl what
irtrip writes as generic MLIR, up to 1 MB: of SQLite it takes two minutes. What a library has nothing for is left empty, and what it
fails at is named.
"""

import pathlib
import subprocess
import sys
import time
import warnings

import irtrip
from irtrip import facts

warnings.simplefilter("ignore")


def least(runs, task, *prepared):
    best = None
    for _ in range(runs):
        given = [make() for make in prepared]
        start = time.perf_counter()
        task(*given)
        taken = time.perf_counter() - start
        best = taken if best is None else min(best, taken)
    return best


def set_alignments(module):
    for operation in module.walk():
        if operation.name == "llvm.load":
            operation["alignment"] = 1


def call_before_returns(module):
    given = {
        "callee": irtrip.Attribute("@log"),
        "operandSegmentSizes": irtrip.Attribute("array<i32: 0, 0>"),
        "op_bundle_sizes": irtrip.Attribute("array<i32>"),
    }
    for operation in list(module.walk()):
        if operation.name == "llvm.return":
            operation.before("llvm.call", attributes=given)


def unused(module):
    return [op for function in module for op in function if op.results and not op.users and op.name != "llvm.call"]


def callees(module):
    return {f.name: {str(op["callee"]) for op in f if "callee" in op} for f in module}


def walk(module):
    return sum(1 for operation in module.walk() if operation.name == "llvm.load")


def of_llvmlite(path):
    try:
        import llvmlite.binding as llvm
    except ImportError:
        return {}
    text = irtrip.Module.from_file(path).to_llvm(llvm=min(llvm.llvm_version_info[0], 23))
    read = lambda: llvm.parse_assembly(text)  # noqa: E731

    def instructions(module):
        return [i for f in module.functions for b in f.blocks for i in b.instructions]

    def count(module):
        found = {}
        for instruction in instructions(module):
            found[instruction.opcode] = found.get(instruction.opcode, 0) + 1
        return found

    def calls(module):
        return {
            f.name: {list(i.operands)[-1].name for b in f.blocks for i in b.instructions if i.opcode == "call"}
            for f in module.functions
        }

    return {
        "read": (lambda: read(),),
        "write": (lambda module: str(module), read),
        "walk": (lambda module: sum(1 for i in instructions(module) if i.opcode == "load"), read),
        "count": (count, read),
        "calls": (calls, read),
    }


def of_xdsl(path):
    try:
        from xdsl.context import Context
        from xdsl.dialects import get_all_dialects
        from xdsl.parser import Parser
    except ImportError:
        return {}
    if path.stat().st_size > 1 << 20:
        return {}
    mlir = subprocess.run(
        ["irtrip", "mlir-opt", "--mlir-print-op-generic", "-"],
        input=irtrip.Module.from_file(path).to_mlir(),
        capture_output=True,
        text=True,
        check=True,
    ).stdout

    def read():
        context = Context(allow_unregistered=True)
        for name, dialect in get_all_dialects().items():
            if name in ("builtin",):
                context.register_dialect(name, dialect)
        return Parser(context, mlir).parse_module()

    return {
        "read": (lambda: read(),),
        "walk": (lambda module: sum(1 for op in module.walk() if "load" in str(op.name)), read),
    }


def main():
    path = pathlib.Path(sys.argv[1])
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    text = path.read_text()
    read = lambda: irtrip.Module.from_llvm(text)  # noqa: E731
    name = next(function.name for function in read() if not function.is_declaration)
    own = {
        "read": ("read LLVM assembly", (lambda: read(),)),
        "write": ("write LLVM assembly", (lambda module: module.to_llvm(), read)),
        "walk": ("walk all operations by name", (walk, read)),
        "count": ("count operations", (lambda module: facts.counts(module), read)),
        "calls": ("who calls whom", (callees, read)),
        "unused": ("results that nobody uses", (unused, read)),
        "set": ("set an attribute of all loads", (set_alignments, read)),
        "insert": ("a call before every return", (call_before_returns, read)),
        "rename": ("rename a function", (lambda module: module.rename_symbol(name, "renamed"), read)),
        "diff": ("compare with another module", (lambda: irtrip.diff(text, text.replace("add nsw", "add")),)),
    }
    others = {"llvmlite": of_llvmlite(path), "xdsl": of_xdsl(path)}
    print(f"| task | irtrip | {' | '.join(others)} |\n| --- | ---: |{' ---: |' * len(others)}")
    for key, (words, task) in own.items():
        cells = [f"{least(runs, *task) * 1000:.1f}"]
        for other in others.values():
            try:
                cells.append(f"{least(runs, *other[key]) * 1000:.1f}" if key in other else "")
            except Exception as error:  # noqa: BLE001
                cells.append(f"fails: {type(error).__name__}")
        print(f"| {words} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
