#!/usr/bin/env python3
"""Takes SQLite through other releases of LLVM, and fails unless all of it comes through.

  sqlite_releases.py BIN [N...]        default: 13 14 15 16 19 23

For each release N, and its clang's -O0 and -O2 -g of SQLite's amalgamation, as that release's writer prints them:
  read   `import`, `export --llvm 22` writes what LLVM 22 makes of release N's bitcode, or of its text; of 23 it is asked for what LLVM 23 then makes of it
  back   `import`, `export` writes the same bytes (15 and later)
  write  clang 22's module of the same options, `export --llvm N`, is compiled by that release's clang and linked with queries.c,
         and answers queries.sql as SQLite does that never was LLVM assembly
Prints a table, and the reason of each failure below it.
"""
import pathlib, subprocess, sys, tempfile

BENCH = pathlib.Path(__file__).resolve().parent.parent / "bench"
KINDS = {"O0": ["-O0"], "O2g": ["-O2", "-g"]}


def run(*command, given=None):
    return subprocess.run([str(c) for c in command], input=given, capture_output=True)


def made(*command, given=None):
    done = run(*command, given=given)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}: {done.stderr.decode(errors='replace')[:400]}")
    return done.stdout


def reason(done):
    lines = done.stderr.decode(errors="replace").splitlines()
    return ([l for l in lines if "error" in l or "panicked" in l] or lines or ["?"])[0][:200]


def body(text):
    """The lines without the module's names, and without the order of predecessors, which is the writer's memory."""
    lines = [l.split(b"; preds = ")[0] for l in text.splitlines()]
    return [l for l in lines if not l.startswith((b"; ModuleID", b"source_filename"))]


def first_difference(want, got):
    for place, (a, b) in enumerate(zip(want, got), 1):
        if a != b:
            return f"{place}: {a.decode(errors='replace')[:90]} | {b.decode(errors='replace')[:90]}"
    return f"{len(want)} and {len(got)} lines"


def read(binary, n, raw, mlir, tmp):
    out = run(binary, "export", "--llvm", 22, mlir)
    if out.returncode:
        return reason(out)
    if n < 22:
        want, got = made("llvm-dis-22", "-", "-o", "-", given=made(f"llvm-as-{n}", raw, "-o", "-")), out.stdout
    else:
        again = run("llvm-as-23", "-", "-o", "-", given=out.stdout)
        if again.returncode:
            return reason(again)
        want, got = raw.read_bytes(), made("llvm-dis-23", "-", "-o", "-", given=again.stdout)
    if body(want) == body(got):
        return None
    if n < 22:
        # What bitcode and text of a release mean is not the same everywhere: where to memory(read) reaches, for one.
        text = run("llvm-as-22", raw, "-o", "-")
        if text.returncode == 0 and body(made("llvm-dis-22", "-", "-o", "-", given=text.stdout)) == body(got):
            return None
    for name, text in (("want.ll", want), ("got.ll", got)):
        (tmp / name).write_bytes(b"\n".join(body(text)) + b"\n")
    done = run(binary, "diff", "--color", "never", tmp / "want.ll", tmp / "got.ll")
    return None if done.returncode == 0 else first_difference(body(want), body(got))


def back(binary, raw, mlir):
    out = run(binary, "export", mlir)
    if out.returncode:
        return reason(out)
    want, got = raw.read_bytes(), out.stdout
    return None if want == got else first_difference(want.splitlines(), got.splitlines())


def write(binary, n, mlir22, options, program, answers, tmp):
    module, shell = tmp / "written.ll", tmp / "shell"
    out = run(binary, "export", "--llvm", n, mlir22, "-o", module)
    if out.returncode:
        return reason(out)
    compiled = run(f"clang-{n}", "-w", *options, "-c", module, "-o", tmp / "written.o")
    if compiled.returncode:
        return reason(compiled)
    # The archive of LLVM 23 links with a library for unwinding that it does not have.
    linked = run("clang-22" if n > 22 else f"clang-{n}", program, tmp / "written.o", "-o", shell, "-lm", "-lpthread", "-ldl")
    if linked.returncode:
        return reason(linked)
    shown = answered(shell)
    return None if shown == answers else first_difference(answers, shown)


def answered(shell):
    done = run(shell, given=(BENCH / "queries.sql").read_bytes())
    return done.stdout.splitlines() + [b"status %d" % done.returncode]


def main():
    binary, releases = sys.argv[1], [int(n) for n in sys.argv[2:]] or [13, 14, 15, 16, 19, 23]
    source = pathlib.Path(made(BENCH / "sqlite_source.sh").decode().strip())
    rows, failures = {}, []
    with tempfile.TemporaryDirectory() as scratch:
        tmp = pathlib.Path(scratch)
        program = tmp / "queries.o"
        made("clang-22", "-I", source, "-c", BENCH / "queries.c", "-o", program)
        made("clang-22", program, source / "sqlite3.c", "-w", "-o", tmp / "plain", "-lm", "-lpthread", "-ldl")
        answers = answered(tmp / "plain")
        if len(answers) < 40:
            sys.exit(f"queries.sql has {len(answers)} answers: something is wrong with it")

        def printed(n, options, name):
            """SQLite as release N's own writer prints it."""
            bitcode = made(f"clang-{n}", "-w", *options, "-emit-llvm", "-c", source / "sqlite3.c", "-o", "-")
            (tmp / name).write_bytes(made(f"llvm-dis-{n}", "-", "-o", "-", given=bitcode))
            return tmp / name

        print("release options  read  back  write")
        for kind, options in KINDS.items():
            mlir22 = tmp / "22.mlir"
            made(binary, "import", printed(22, options, "22.ll"), "-o", mlir22)
            for n in releases:
                raw, mlir, row = printed(n, options, "raw.ll"), tmp / "raw.mlir", rows.setdefault((n, kind), {})
                imported = run(binary, "import", raw, "-o", mlir)
                refused = reason(imported) if imported.returncode else None
                row["read"] = refused or read(binary, n, raw, mlir, tmp)
                if n >= 15:
                    row["back"] = refused or back(binary, raw, mlir)
                row["write"] = write(binary, n, mlir22, options, program, answers, tmp)
                words = ["-" if key not in row else "FAIL" if row[key] else "ok" for key in ("read", "back", "write")]
                print(f"{n:7} {kind:7} {words[0]:>5} {words[1]:>5} {words[2]:>6}", flush=True)
                failures += [f"{n} {kind} {key}: {why}" for key, why in row.items() if why]
    print("\n".join(failures) or f"all of {len(rows)} modules come through; {len(answers)} answers each")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
