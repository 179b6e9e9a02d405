#!/usr/bin/env python3
"""Holds the law that an answer depends on the input alone, not on threads or on what ran before.

  same_answer.py BIN [FILE OR DIR...] [--sample N] [--seed S]

Each command runs on each module (default: of the corpus that prepare.sh makes) with one, two and twice with eight
threads; the status and every byte of standard output and standard error must be the same. Prints what is not, then
`same: N of M`, over modules times commands.
"""
import argparse, concurrent.futures as cf, os, pathlib, random, re, subprocess, tempfile

CORPUS = pathlib.Path(os.environ.get("IRTRIP_CORPUS", pathlib.Path.home() / ".cache/irtrip/corpus-22"))
THREADS = ["1", "2", "8", "8"]


def commands(path, other, mlir):
    read = ["verify", path], ["normalize", path], ["stats", path], ["view", path, "-o", "-"], ["diff", path, other]
    trip = [["roundtrip", path, "--format", "json", "-o", "-"]]
    if path.suffix == ".mlir":
        return [*read, ["export", path], ["lower", path], *trip]
    return [*read, ["import", path], ["import", "--upstream", path], ["export", mlir], *trip]


def answer(binary, threads, command):
    done = subprocess.run([binary, "-j", threads, *map(str, command)], capture_output=True, timeout=300)
    # A report says how long each module took.
    out = re.sub(rb'"microseconds": [0-9]+', b"", done.stdout)
    return done.returncode, out, done.stderr


def differing(binary, path, other):
    with tempfile.TemporaryDirectory() as folder:
        mlir = pathlib.Path(folder, "m.mlir")
        subprocess.run([binary, "import", str(path), "-o", str(mlir)], capture_output=True)
        tried = [c for c in commands(path, other, mlir) if c != ["export", mlir] or mlir.exists()]
        found = []
        for command in tried:
            answers = [answer(binary, threads, command) for threads in THREADS]
            if any(a != answers[0] for a in answers):
                found.append(f"{' '.join(map(str, command))}: statuses {[a[0] for a in answers]}")
        return len(tried), found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary", type=pathlib.Path)
    parser.add_argument("inputs", nargs="*", type=pathlib.Path, default=[CORPUS])
    parser.add_argument("--sample", type=int)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    inputs = [[i] if i.is_file() else sorted([*i.rglob("*.ll"), *i.rglob("*.mlir")]) for i in arguments.inputs]
    paths = [path for each in inputs for path in each]
    if not paths:
        raise SystemExit("no module was found")
    random.Random(arguments.seed).shuffle(paths)
    paths = paths[: arguments.sample]
    tried, found = 0, []
    with cf.ThreadPoolExecutor(os.cpu_count()) as pool:
        others = paths[1:] + paths[:1]
        for count, lines in pool.map(lambda pair: differing(arguments.binary.resolve(), *pair), zip(paths, others)):
            tried += count
            found += lines
    print(*found, sep="\n", end="\n" if found else "")
    print(f"same: {tried - len(found)} of {tried}")
    raise SystemExit(bool(found))


main()
