#!/usr/bin/env bash
# Compares the lowering of a large module with upstream's: 100,000 operations in many functions, and in one.
#
#   lowering.sh BIN [FACTOR]      BIN: the irtrip program; FACTOR: how many times as fast it has to be; default 5
#
# Prints seconds and memory of both programs; exit status 1 if irtrip is not that much faster, or takes more memory.
# Upstream's program is mlir-opt-22, or what MLIR_OPT names.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
exec python3 - "$1" "${2:-5}" "$work" <<'P'
import os, subprocess, sys, time
binary, factor, work = sys.argv[1], float(sys.argv[2]), sys.argv[3]
upstream = os.environ.get("MLIR_OPT", "mlir-opt-22")
pipeline = "--pass-pipeline=builtin.module(convert-scf-to-cf,convert-to-llvm,reconcile-unrealized-casts)"
OPERATIONS = 100_000

header = """(%m: memref<?x?xf64>, %x: f64, %y: f64, %i: index, %j: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
"""


def part(k):
    """Fourteen operations, a loop and a branch among them."""
    return f"""  %a{k} = memref.load %m[%i, %j] : memref<?x?xf64>
  %b{k} = arith.mulf %a{k}, %x : f64
  %s{k} = arith.addf %b{k}, %y : f64
  memref.store %s{k}, %m[%j, %i] : memref<?x?xf64>
  scf.for %k{k} = %c0 to %n step %c1 {{
    %d{k} = memref.load %m[%k{k}, %i] : memref<?x?xf64>
    %e{k} = arith.cmpf olt, %d{k}, %x : f64
    scf.if %e{k} {{
      %f{k} = arith.subf %d{k}, %y : f64
      memref.store %f{k}, %m[%i, %k{k}] : memref<?x?xf64>
    }}
  }}
"""


def module(parts_of_a_function):
    parts = OPERATIONS // 14
    starts = range(0, parts, parts_of_a_function)
    bodies = ("".join(part(k) for k in range(start, min(start + parts_of_a_function, parts))) for start in starts)
    return "".join(f"func.func @f{k}{header}{body}  return\n}}\n" for k, body in enumerate(bodies))


def measure(command):
    """Seconds and KiB."""
    start = time.perf_counter()
    child = subprocess.Popen(command)
    _, status, usage = os.wait4(child.pid, 0)
    if status:
        sys.exit(f"{command[0]} failed")
    return time.perf_counter() - start, usage.ru_maxrss


slow = False
for name, parts in [("many functions", 10), ("one function", OPERATIONS)]:
    source = f"{work}/{parts}.mlir"
    with open(source, "w") as out:
        out.write(module(parts))
    own = min(measure([binary, "lower", source, "-o", f"{work}/own"]) for _ in range(3))
    theirs = measure([upstream, pipeline, source, "-o", f"{work}/theirs"])
    print(f"{name}: irtrip {own[0]:.2f} s, {own[1] >> 10} MiB; upstream {theirs[0]:.2f} s, {theirs[1] >> 10} MiB; "
          f"{theirs[0] / own[0]:.1f} times as fast")
    slow |= own[0] * factor > theirs[0] or own[1] > theirs[1]
sys.exit(slow)
P
