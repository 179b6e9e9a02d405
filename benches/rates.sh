#!/usr/bin/env bash
# Shows how fast a module goes through each step, a core: megabytes of its LLVM assembly a second of processor time.
#
#   rates.sh BIN F.ll [RUNS]      RUNS: how often each program runs; default 5
#
# irtrip runs with one thread. LLVM's programs, which have no other, run between its runs, so that what else the machine
# does slows both down. The median of each is printed, with the most memory it took, as a table for docs/measuring.md.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
exec python3 - "$1" "$2" "${3:-5}" "$work" <<'P'
import os, statistics, subprocess, sys
binary, source, runs, work = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]
megabytes = os.path.getsize(source) / 1e6


def run(command):
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    if status:
        raise SystemExit(f"failed: {' '.join(command)}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def irtrip(command, *arguments):
    return [binary, command, "-j", "1", *arguments]


mine, upstream, bitcode, out = f"{work}/mine.mlir", f"{work}/upstream.mlir", f"{work}/module.bc", f"{work}/out"
run(irtrip("import", source, "-o", mine))
run(["mlir-translate-22", "--import-llvm", source, "-o", upstream])
run(["llvm-as-22", source, "-o", bitcode])
steps = [
    ("LLVM assembly to MLIR", irtrip("import", source, "-o", out), ["mlir-translate-22", "--import-llvm", source, "-o", out]),
    ("bitcode to MLIR", irtrip("import", bitcode, "-o", out), ["mlir-translate-22", "--import-llvm", bitcode, "-o", out]),
    ("MLIR to LLVM assembly", irtrip("export", mine, "-o", out), ["mlir-translate-22", "--mlir-to-llvmir", upstream, "-o", out]),
    ("MLIR to bitcode", irtrip("export", mine, "-o", f"{out}.bc"), None),
    ("MLIR to MLIR", irtrip("mlir-opt", upstream, "-o", out), ["mlir-opt-22", upstream, "-o", out]),
    ("LLVM assembly to bitcode", None, ["llvm-as-22", source, "-o", out]),
    ("bitcode to LLVM assembly", None, ["llvm-dis-22", bitcode, "-o", out]),
]
print(f"{os.path.basename(source)}, {megabytes:.1f} MB\n")
print("| step | irtrip | LLVM 22 |\n|---|---|---|")
for step, *commands in steps:
    seen = [[] for _ in commands]
    for _ in range(runs):
        for command, figures in zip(commands, seen):
            if command:
                figures.append(run(command))
    cells = []
    for command, figures in zip(commands, seen):
        if not command:
            cells.append("")
            continue
        seconds, memory = (statistics.median(column) for column in zip(*figures))
        cells.append(f"{megabytes / seconds:.1f} MB/s, {memory:.0f} MB")
    print(f"| {step} | {cells[0]} | {cells[1]} |", flush=True)
P
