#!/usr/bin/env bash
# Shows what comparing two folders of modules takes: seconds, seconds of processor time, and the most memory.
#
#   folders.sh BIN A B      A, B: folders with modules of the same names
#
# In addition: two of its shards, as two machines would run them, and what becomes one report of theirs; and `llvm-diff-22`, a process a
# pair, which says less. It has no folders, and reads both modules with LLVM.
set -euo pipefail
binary=$(realpath "$1") a=$(realpath "$2") b=$(realpath "$3")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
exec python3 - "$binary" "$a" "$b" "$work" <<'P'
import os, subprocess, sys, time
binary, a, b, work = sys.argv[1:]


def run(title, commands):
    start, used, memory = time.monotonic(), 0, 0
    for command in commands:
        child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        if os.waitstatus_to_exitcode(status) not in (0, 1):
            raise SystemExit(f"failed: {' '.join(command)}")
        used, memory = used + usage.ru_utime + usage.ru_stime, max(memory, usage.ru_maxrss / 1024)
    print(f"{title:42} {time.monotonic() - start:8.1f} {used:10.1f} {memory:8.0f}")


pairs = [name for name in sorted(os.listdir(a)) if name.endswith((".bc", ".ll")) and os.path.exists(f"{b}/{name}")]
print(f"{len(pairs)} pairs")
print(f"{'':42} {'seconds':>8} {'processor':>10} {'MB':>8}")
diff = [binary, "diff", a, b]
run("irtrip diff", [[*diff, "-o", f"{work}/out"]])
run("irtrip diff, a page and a page a file", [[*diff, "--format", "html", "-o", f"{work}/out.html"]])
reports = [f"{work}/{shard}.jsonl" for shard in (1, 2)]
run("irtrip diff, two shards", [[*diff, "-o", f"{work}/out", "--shard", f"{i + 1}/2", "--resume", of] for i, of in enumerate(reports)])
run("irtrip report merge", [[binary, "report", "merge", *reports, "-o", f"{work}/out"]])
run("llvm-diff-22, a process a pair", [["llvm-diff-22", f"{a}/{name}", f"{b}/{name}"] for name in pairs])
P
