#!/usr/bin/env bash
# Shows that time a megabyte does not grow: a module repeated 1, 4 and 16 times, its symbols renamed.
#
#   growth.sh BIN F.ll [LIMIT]      LIMIT: the most that a megabyte may take against the smallest; default 1.3
#
# Prints seconds a megabyte of LLVM IR for import and export; exit status 1 if LIMIT is passed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
exec python3 - "$1" "$2" "${3:-1.3}" "$work" <<'P'
import os, re, subprocess, sys, time
binary, source, limit, work = sys.argv[1], sys.argv[2], float(sys.argv[3]), sys.argv[4]
text = open(source).read()
# Types, attribute groups, metadata and declarations stand once; what is defined is repeated under other names.
symbol = r'@(?:"[^"]*"|[-a-zA-Z$._0-9]+)'
defined = set(re.findall(rf"(?m)^define [^@\n]*({symbol})\(", text))
defined |= set(re.findall(rf"(?m)^({symbol}) = (?!external|extern_weak)", text))
once, repeated = [], []
for part in re.split(r"(?m)^(?=define |@)", text):
    own = part.startswith(("define ", "@"))
    # What follows a definition's end is the module's again.
    end = part.find("\n}\n") + 3 if part.startswith("define ") else part.find("\n") + 1
    (repeated if own else once).append(part[:end] if own else part)
    if own:
        once.append(part[end:])


def renamed(copy):
    # What stands once refers to the names of the first copy.
    if copy == 0:
        return "".join(repeated)

    def name(match):
        found = match.group(0)
        if found not in defined:
            return found
        return f'@"{found.strip(chr(34) + "@")}~{copy}"'
    # A string may hold what looks like a symbol.
    return re.sub(rf'c"[^"]*"|{symbol}', name, "".join(repeated))


def seconds(arguments):
    best = float("inf")
    for _ in range(3):
        start = time.perf_counter()
        subprocess.run([binary, *arguments], check=True)
        best = min(best, time.perf_counter() - start)
    return best


def write(path, copies):
    with open(path, "w") as out:
        out.write("".join(once))
        for copy in range(copies):
            out.write(renamed(copy))


worst = {}
for copies in (1, 4, 16):
    ll, mlir = f"{work}/{copies}.ll", f"{work}/{copies}.mlir"
    write(ll, copies)
    size = os.path.getsize(ll) / 1e6
    for job, arguments in (("import", ["import", ll, "-o", mlir]), ("export", ["export", mlir, "-o", "/dev/null"])):
        rate = seconds(arguments) / size
        first = worst.setdefault(job, [rate, 1.0])
        first[1] = max(first[1], rate / first[0])
        print(f"{job} {copies:2}x: {size:6.1f} MB, {rate * 1000:.2f} ms a megabyte, {rate / first[0]:.2f} of the smallest's")
    os.remove(ll)
    os.remove(mlir)
sys.exit(any(ratio > limit for _, ratio in worst.values()))
P
