#!/usr/bin/env python3
"""Compares the passes `canonicalize` and `cse` of irtrip's mlir-opt with those of mlir-opt-22.

  passes.py BIN [DIR] [--split visible|all] [--sample N] [--seed S]

Each .ll file below DIR (default: the corpus that prepare.sh makes) is imported by mlir-translate-22, and both programs run the
pass on what that prints, locations included. A module is compared where both programs print the same of it without the pass.
Prints which modules come out otherwise, and for each pass

  canonicalize changed: N of M     the pass changed N of M modules
  canonicalize: N of M             of M modules, N come out as from mlir-opt-22
"""
import argparse, collections, concurrent.futures as cf, hashlib, os, pathlib, random, subprocess, tempfile

CORPUS = pathlib.Path(os.environ.get("IRTRIP_CORPUS", pathlib.Path.home() / ".cache/irtrip/corpus-22"))
FLAGS = ["--allow-unregistered-dialect", "--mlir-print-debuginfo"]


def visible(rel):
    return int(hashlib.sha1(str(rel).encode()).hexdigest()[0], 16) % 2 == 0


def printed(cmd):
    try:
        done = subprocess.run(cmd, capture_output=True, timeout=60)
    except subprocess.TimeoutExpired:
        return None
    return done.stdout if done.returncode == 0 else None


def compare(binary, path):
    found = {}
    with tempfile.TemporaryDirectory() as tmp:
        mlir = f"{tmp}/m.mlir"
        if printed(["mlir-translate-22", "--import-llvm", str(path), "-o", mlir]) is None:
            return found
        plain = printed(["mlir-opt-22", *FLAGS, mlir])
        if plain is None or printed([binary, "mlir-opt", *FLAGS, mlir]) != plain:
            return found
        for name in ("canonicalize", "cse"):
            theirs = printed(["mlir-opt-22", *FLAGS, f"--{name}", mlir])
            if theirs is not None:
                same = printed([binary, "mlir-opt", *FLAGS, f"--{name}", mlir]) == theirs
                found[name] = (same, theirs != plain)
    return found


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("bin")
    args.add_argument("dir", nargs="?", type=pathlib.Path, default=CORPUS)
    args.add_argument("--split", choices=["visible", "all"], default="visible")
    args.add_argument("--sample", type=int)
    args.add_argument("--seed", type=int, default=0)
    args = args.parse_args()
    files = sorted(p.relative_to(args.dir) for p in args.dir.rglob("*.ll"))
    files = [p for p in files if args.split == "all" or visible(p)]
    if args.sample:
        files = random.Random(args.seed).sample(files, min(args.sample, len(files)))
    same, all_, changed = (collections.Counter() for _ in range(3))
    with cf.ThreadPoolExecutor(os.cpu_count()) as pool:
        for rel, found in zip(files, pool.map(lambda p: compare(args.bin, args.dir / p), files)):
            for name, (is_same, is_changed) in found.items():
                all_[name] += 1
                same[name] += is_same
                changed[name] += is_changed
                if not is_same:
                    print(f"otherwise after {name}: {rel}")
    for name in ("canonicalize", "cse"):
        print(f"{name} changed: {changed[name]} of {all_[name]}")
        print(f"{name}: {same[name]} of {all_[name]}")


main()
