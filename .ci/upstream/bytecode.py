#!/usr/bin/env python3
"""Holds irtrip's MLIR bytecode to mlir-opt-22's, and that for another release to the release's tool.

  bytecode.py [--generic] IRTRIP FILE...
  bytecode.py --mlir N MLIR-OPT IRTRIP FILE...

Of each file (.mlir, or .ll, which irtrip imports), by way of mlir-opt-22 and in the format's versions 0, 4, 5 and 6:
  read    irtrip prints of mlir-opt-22's bytecode what mlir-opt-22 prints of it
  write   irtrip writes the bytes that mlir-opt-22 writes
With --generic, the first module of each file is taken and compared in the generic form, as mlir-opt-22 prints it: so are those of dialects
that irtrip has no definitions of. What either program does not take as text counts for neither. Each file that fails is named; the status is 1 then.

With --mlir, of each file whose text for MLIR N the program MLIR-OPT takes:
  taken   MLIR-OPT takes its bytecode for MLIR N
  read    that bytecode, and what MLIR-OPT writes of it, is no different from the file
"""
import pathlib
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

VERSIONS = (0, 4, 5, 6)
FLAGS = ["--allow-unregistered-dialect", "--mlir-print-debuginfo"]
GENERIC = "--mlir-print-op-generic"


# What is no fault of irtrip's: a file that is right by now fails until it is taken off.
KNOWN = {
    # MLIR 24 writes a token in the type of a function as `void`.
    "24": {"intrinsics_coroutines.ll", "every_type.ll"},
}


def run(*command):
    return subprocess.run([str(part) for part in command], capture_output=True, timeout=60)


def faults(irtrip, path):
    """What is wrong with the bytecode of a file; None where it cannot be compared."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        source = path
        if path.suffix == ".ll":
            source = folder / "x.mlir"
            if run(irtrip, "import", path, "-o", source).returncode:
                return None
        if GENERIC in FLAGS:
            printed = run("mlir-opt-22", *FLAGS, "--split-input-file", source)
            if printed.returncode:
                return None
            source = folder / "generic.mlir"
            source.write_bytes(printed.stdout.split(b"// -----\n")[0])
        if run(irtrip, "mlir-opt", *FLAGS, source).returncode or run("mlir-opt-22", *FLAGS, source).returncode:
            return None
        found = []
        for version in VERSIONS:
            emit = ("--emit-bytecode", f"--emit-bytecode-version={version}")
            theirs, ours = folder / "theirs.mlirbc", folder / "ours.mlirbc"
            run("mlir-opt-22", *FLAGS, *emit, source, "-o", theirs)
            run(irtrip, "mlir-opt", *FLAGS, *emit, source, "-o", ours)
            expected = run("mlir-opt-22", *FLAGS, theirs)
            read = run(irtrip, "mlir-opt", *FLAGS, theirs)
            # Upstream cannot read all that it writes of old versions; of a dialect that it alone knows, no one else reads properties.
            if expected.returncode or b"of which it has no definition" in read.stderr:
                continue
            if read.stdout != expected.stdout:
                found.append(f"read, version {version}: {read.stderr.decode(errors='replace')[:200]}")
            if not ours.exists() or ours.read_bytes() != theirs.read_bytes():
                found.append(f"write, version {version}")
        return found


def faults_of_release(irtrip, release, tool, path):
    """What is wrong with a file's bytecode for a release; None where its text is not taken."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        text, ours, theirs = folder / "x.mlir", folder / "ours.mlirbc", folder / "theirs.mlirbc"
        if run(irtrip, "import", path, "--mlir", release, "-o", text).returncode or run(tool, *FLAGS, text).returncode:
            return None
        written = run(irtrip, "import", path, "--mlir", release, "-o", ours)
        if written.returncode:
            return [f"write: {written.stderr.decode(errors='replace')[:200]}"]
        taken = run(tool, *FLAGS, "--emit-bytecode", ours, "-o", theirs)
        if taken.returncode:
            return [f"taken: {taken.stderr.decode(errors='replace')[:200]}"]
        found = []
        for name, bytecode in (("own", ours), ("the tool's", theirs)):
            compared = run(irtrip, "diff", path, bytecode)
            if compared.returncode:
                found.append(f"read, {name}: {(compared.stderr or compared.stdout).decode(errors='replace')[:200]}")
        if path.name in KNOWN.get(release, ()):
            return [] if found else ["known to fail, and right"]
        return found


def main():
    arguments = sys.argv[1:]
    check, what = faults, f"{len(VERSIONS)} versions"
    if arguments[0] == "--generic":
        FLAGS.append(GENERIC)
        del arguments[0]
    elif arguments[0] == "--mlir":
        _, release, tool, *arguments = arguments
        check, what = lambda irtrip, path: faults_of_release(irtrip, release, tool, path), f"the form of MLIR {release}"
    irtrip, *paths = arguments
    paths = [pathlib.Path(path) for path in paths]
    with ThreadPoolExecutor() as pool:
        results = list(zip(paths, pool.map(lambda path: check(irtrip, path), paths)))
    compared = [(path, found) for path, found in results if found is not None]
    wrong = [(path, fault) for path, found in compared for fault in found]
    for path, fault in wrong:
        print(f"{path}: {fault}")
    print(f"bytecode of {len(compared)} files in {what}")
    sys.exit(bool(wrong) or len(compared) * 2 < len(paths))


if __name__ == "__main__":
    main()
