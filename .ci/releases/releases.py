#!/usr/bin/env python3
"""Holds irtrip to what other releases of LLVM and MLIR read and write.

  releases.py BIN TOOLS [--sample N] [--list FILE]      TOOLS: the folder that tools.sh prints

Modules of LLVM 22's tests are written for each release of LLVM. Where irtrip does not refuse that by name,
  write   the release accepts the text, and where nothing was said LLVM 22 reads the module from the release's bitcode
  back    the text that the release's own writer makes of it round-trips byte for byte
  read    that text is for irtrip what LLVM 22 makes of the release's bitcode
and for each release of MLIR
  mlir    its mlir-opt accepts the text, and what that prints exports to the module
of PostgreSQL, which clang 14 compiled, `back` and `read` of LLVM 14. Prints a line for each failure, and `WHAT RELEASE: N of M`, where
N fail; --list writes the failures, `WHAT RELEASE<tab>MODULE<tab>why`. A measure with fewer than 10 modules fails.
"""
import argparse, collections, concurrent.futures as cf, os, pathlib, random, subprocess, sys, tempfile

CORPUS = pathlib.Path(os.environ.get("IRTRIP_CORPUS", pathlib.Path.home() / ".cache/irtrip/corpus-22"))
LLVM, MLIR = ("7", "11", "14", "16", "19", "23"), ("19", "24")
LEAST = 10


class Failed(Exception):
    pass


def run(*command, given=None):
    done = subprocess.run([str(word) for word in command], input=given, capture_output=True, timeout=120)
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().splitlines() or ["no reason given"]
        errors = [line for line in said if "error" in line] or said
        raise Failed(f"{pathlib.Path(command[0]).name}: {errors[0][-160:]}")
    return done


def body(text):
    """A module's text without the lines that name its file."""
    return b"\n".join(l for l in text.split(b"\n") if not l.startswith((b"; ModuleID", b"source_filename")))


def hold_same(binary, a, b):
    if body(a) == body(b):
        return
    with tempfile.TemporaryDirectory() as folder:
        paths = [pathlib.Path(folder, name) for name in ("a.ll", "b.ll")]
        for path, text in zip(paths, (a, b)):
            path.write_bytes(body(text))
        done = subprocess.run([binary, "diff", "--color", "never", *paths], capture_output=True, timeout=120)
    if done.returncode:
        lines = (done.stdout or done.stderr).decode(errors="replace").splitlines()
        raise Failed(next((l for l in lines if l[:1] in "+-" and l[:3] not in ("+++", "---")), lines[0] if lines else "?")[:160])


def trip(binary, text, *options):
    there = run(binary, "import", "-", given=text)
    return run(binary, "export", *options, "-", given=there.stdout).stdout


def hold_back(binary, text):
    again = trip(binary, text)
    if again != text:
        pairs = zip(text.splitlines(), again.splitlines())
        lines = next(((a, b) for a, b in pairs if a != b), (b"<end>", b"<end>"))
        raise Failed(" | ".join(line.decode(errors="replace").strip()[:80] for line in lines))


def of_llvm(binary, release, path):
    """The measures of a module for a release of LLVM: each with what fails, or None."""
    source = path.read_bytes()
    mlir = run(binary, "import", path).stdout
    written = subprocess.run([binary, "export", "--llvm", release, "-"], input=mlir, capture_output=True, timeout=120)
    if written.returncode:
        return
    yield "write", lambda: run(f"llvm-as-{release}", "-", given=written.stdout)
    try:
        bitcode = run(f"llvm-as-{release}", "-", given=written.stdout).stdout
        text = run(f"llvm-dis-{release}", "-", given=bitcode).stdout
        upgraded = run("llvm-dis-22", "-", given=bitcode).stdout if release != "23" else None
    except Failed:
        return
    if upgraded is not None and not written.stderr:
        yield "write", lambda: hold_same(binary, source, upgraded)
    yield "back", lambda: hold_back(binary, text)
    if upgraded is not None:
        yield "read", lambda: hold_same(binary, upgraded, trip(binary, text, "--llvm", "22"))


def of_mlir(binary, release, path):
    def hold():
        mlir = run(binary, "import", "--mlir", release, path).stdout
        printed = run(f"mlir-opt-{release}", "--allow-unregistered-dialect", "-mlir-print-debuginfo", "-", given=mlir).stdout
        hold_same(binary, path.read_bytes(), run(binary, "export", "--llvm", "22", "-", given=printed).stdout)

    yield "mlir", hold


def of_text(binary, release, path):
    text, upgraded = path.read_bytes(), path.with_suffix(".22.ll").read_bytes()
    yield "back", lambda: hold_back(binary, text)
    yield "read", lambda: hold_same(binary, upgraded, trip(binary, text, "--llvm", "22"))


def outcome(measures, binary, release, path):
    rows = []
    for what, hold in measures(binary, release, path):
        try:
            hold()
            rows.append((what, None))
        except (Failed, subprocess.TimeoutExpired) as failure:
            rows.append((what, str(failure)))
    return rows


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("bin")
    ap.add_argument("tools", type=pathlib.Path)
    ap.add_argument("--sample", type=int, default=20)
    ap.add_argument("--list", type=pathlib.Path)
    args = ap.parse_args()
    os.environ["PATH"] = f"{args.tools / 'bin'}:{os.environ['PATH']}"
    # Each release has modules of its own, so that together they are many.
    corpus = sorted(path for path in CORPUS.rglob("*.ll") if path.stat().st_size < 1 << 18)
    choose = lambda kind, n: sorted(random.Random(kind + n).sample(corpus, args.sample))
    work = [("", of_llvm, n, path) for n in LLVM for path in choose("llvm", n)]
    work += [("", of_mlir, n, path) for n in MLIR for path in choose("mlir", n)]
    modules = sorted(p for p in (args.tools / "postgresql").glob("*.ll") if not p.name.endswith(".22.ll"))
    work += [("PostgreSQL of ", of_text, "14", path) for path in modules[:40]]
    count, failed, listed = collections.Counter(), collections.Counter(), []
    with cf.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = pool.map(lambda task: outcome(task[1], args.bin, task[2], task[3]), work)
        for (of, _, release, path), rows in zip(work, results):
            name = path.relative_to(CORPUS) if CORPUS in path.parents else path.name
            for what, failure in rows:
                key = f"{what} {of}{release}"
                count[key] += 1
                if failure is not None:
                    failed[key] += 1
                    listed.append(f"{key}\t{name}\t{failure}")
    print(*listed, sep="\n")
    for key, total in count.items():
        print(f"{key}: {failed[key]} of {total}")
    if args.list:
        args.list.write_text("".join(line + "\n" for line in listed))
    few = [key for key, total in count.items() if total < LEAST]
    missing = {f"write {n}" for n in LLVM} | {f"mlir {n}" for n in MLIR} | {"back PostgreSQL of 14", "read PostgreSQL of 14"}
    if few or missing - count.keys():
        sys.exit(f"too few modules: {sorted([*few, *missing - count.keys()])}")


if __name__ == "__main__":
    main()
