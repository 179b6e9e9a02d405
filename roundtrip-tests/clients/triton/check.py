#!/usr/bin/env python3
"""Takes what Triton hands to its translation to LLVM IR, and the LLVM IR that it makes, through irtrip.

  check.py IRTRIP [--keep DIR] [--only NAME]

It needs `triton` (3.9.0) of the Python registry, and no GPU. Each kernel of kernels.py is compiled for seven targets, those
of CUDA_ONLY for NVIDIA's. Of each
the LLVM dialect is read, verified and printed as `mlir-opt-24` prints it, and exported to what `opt-23` verifies and
Triton's own LLVM compiles, as `llc-23` does where it has the target; the LLVM IR round-trips byte for byte. Exit status 1
where anything is otherwise. --keep DIR keeps the modules.
"""
import argparse, difflib, os, pathlib, subprocess, sys, tempfile

os.environ["TRITON_ALWAYS_COMPILE"] = "1"
os.environ.setdefault("TRITON_CACHE_DIR", tempfile.mkdtemp())

import triton
from triton.backends.compiler import GPUTarget
from triton._C.libtriton import llvm as triton_llvm
from triton.compiler import ASTSource
import triton.backends.amd.compiler as amd
import triton.backends.nvidia.compiler as nvidia

from kernels import CUDA_ONLY, KERNELS

TARGETS = {
    "sm_80": GPUTarget("cuda", 80, 32),
    "sm_90": GPUTarget("cuda", 90, 32),
    "sm_100": GPUTarget("cuda", 100, 32),
    "gfx942": GPUTarget("hip", "gfx942", 64),
    "gfx950": GPUTarget("hip", "gfx950", 64),
    "gfx1100": GPUTarget("hip", "gfx1100", 32),
    "gfx1250": GPUTarget("hip", "gfx1250", 32),
}
# The triple, the processor and its features.
MACHINES = {
    "sm_80": ("nvptx64-nvidia-cuda", "sm_80", "+ptx80"),
    "sm_90": ("nvptx64-nvidia-cuda", "sm_90a", "+ptx80"),
    "sm_100": ("nvptx64-nvidia-cuda", "sm_100a", "+ptx87"),
    "gfx942": ("amdgcn-amd-amdhsa", "gfx942", ""),
    "gfx950": ("amdgcn-amd-amdhsa", "gfx950", ""),
    "gfx1100": ("amdgcn-amd-amdhsa", "gfx1100", ""),
    "gfx1250": ("amdgcn-amd-amdhsa", "gfx1250", ""),
}


class Translated(Exception):
    """Raised once a module is translated: what comes after it is the assembler's work."""


def modules(kernel, signature, constants, warps, target):
    """The module of the LLVM dialect, and the module of LLVM IR that Triton makes of it."""
    found = []

    def record(llvm, module, context):
        text = str(module)
        made = llvm.to_module(module, context)
        found.extend([text, str(made)])
        raise Translated

    backend = amd if target.backend == "hip" else nvidia
    own = backend.llvm
    backend.llvm = type("Recorder", (), {
        "__getattr__": lambda self, name: getattr(own, name),
        "to_module": lambda self, module, context: record(own, module, context),
    })()
    whole = {**signature, **{name: "constexpr" for name in constants}}
    order = {name: whole[name] for name in kernel.arg_names}
    attrs = {(place,): [["tt.divisibility", 16]] for place, ty in enumerate(order.values()) if ty.startswith("*")}
    try:
        source = ASTSource(kernel, order, {(kernel.arg_names.index(name),): value for name, value in constants.items()}, attrs)
        triton.compile(source, target=target, options={"num_warps": warps})
    except Translated:
        pass
    finally:
        backend.llvm = own
    return found


def run(command, text):
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=120)
    return done.stdout if done.returncode == 0 else None, done.stderr


def first_difference(expected, got):
    lines = difflib.unified_diff(expected.splitlines(), got.splitlines(), lineterm="", n=0)
    return "\n".join(line[:300] for line in list(lines)[:8])


def compiled(llvm_ir, machine):
    """The message of the code generator that refuses a module of LLVM IR."""
    triple, processor, features = machine
    try:
        triton_llvm.translate_to_asm(llvm_ir, triple, processor, features, [], False, False, False)
    except Exception as error:
        return str(error)
    targets, _ = run(["llc-23", "--version"], "")
    if targets is None or triple.split("-")[0] not in targets:
        return None
    _, message = run(["llc-23", f"-mtriple={triple}", f"-mcpu={processor}", f"-mattr={features}", "-o", "/dev/null", "-"], llvm_ir)
    return message


def checks(irtrip, dialect, llvm_ir, machine):
    """What fails of a kernel's modules: names of steps, with messages."""
    printed, message = run([irtrip, "mlir-opt", "-"], dialect)
    if printed is None:
        yield "read", message
    else:
        expected, refusal = run(["mlir-opt-24", "--allow-unregistered-dialect", "-"], dialect)
        if expected is None:
            yield "mlir-opt-24", refusal
        elif expected != printed:
            yield "print", first_difference(expected, printed)
        exported, message = run([irtrip, "export", "-"], dialect)
        if exported is None:
            yield "export", message
        else:
            out, message = run(["opt-23", "-passes=verify", "-S", "-"], exported)
            # Invalid debug information is a warning, and lost.
            if out is None or "invalid debug info" in message:
                yield "opt-23", message
            elif message := compiled(exported, machine):
                yield "code generator", message
    imported, message = run([irtrip, "import", "-"], llvm_ir)
    if imported is None:
        yield "import", message
        return
    back, message = run([irtrip, "export", "-"], imported)
    if back is None:
        yield "export of the import", message
    elif back != llvm_ir:
        yield "trip", first_difference(llvm_ir, back)


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("irtrip")
    ap.add_argument("--keep", type=pathlib.Path)
    ap.add_argument("--only", default="")
    args = ap.parse_args()
    count = failed = 0
    for kernel, signature, constants, warps in KERNELS:
        for name, target in TARGETS.items():
            title = f"{kernel.__name__} {name}"
            if args.only not in title or kernel in CUDA_ONLY and target.backend != "cuda":
                continue
            dialect, llvm_ir = modules(kernel, signature, constants, warps, target)
            if args.keep:
                args.keep.mkdir(parents=True, exist_ok=True)
                stem = args.keep / title.replace(" ", "-")
                stem.with_suffix(".mlir").write_text(dialect)
                stem.with_suffix(".ll").write_text(llvm_ir)
            count += 1
            failures = list(checks(args.irtrip, dialect, llvm_ir, MACHINES[name]))
            failed += bool(failures)
            for step, message in failures:
                print(f"{title}: {step}: {message.strip()[:1200]}")
    print(f"{count - failed} of {count} modules")
    sys.exit(failed > 0 or not count)


main()
