#!/usr/bin/env python3
"""Compiles irtrip as those do who have only its packages.

  outside.py

`cargo package --workspace` packs each crate. The packages are then unpacked somewhere else, where the program of irtrip and a
crate that depends on the library and has the programs of examples/ must compile. What the commands in the heads of these
print is compared by tests/documents; the files that they name must be in the package. Ends with status 1 where one is not.
"""
import json, os, pathlib, re, shutil, subprocess, sys, tarfile, tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]


def cargo(*args, cwd=ROOT):
    return subprocess.run(["cargo", *args], cwd=cwd, check=True, stdout=subprocess.PIPE, text=True).stdout


def commands(text):
    """The commands of a program's head."""
    head = "\n".join(line.removeprefix("//!").removeprefix(" ") for line in text.splitlines() if line.startswith("//!"))
    for block in re.findall(r"```console\n(.*?)```", head, re.S):
        yield from re.findall(r"^\$ (.*)$", block, re.M)


def main():
    metadata = json.loads(cargo("metadata", "--format-version", "1", "--no-deps"))
    targets = pathlib.Path(metadata["target_directory"])
    targets.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=targets, prefix="packages-") as target, tempfile.TemporaryDirectory() as tmp:
        tmp = pathlib.Path(tmp)
        # Cargo would check each crate once by itself and once for those that need it; what is below checks each once.
        cargo("package", "--workspace", "--quiet", "--allow-dirty", "--no-verify", "--target-dir", target)
        packed = pathlib.Path(target) / "package"
        patches = []
        for package in metadata["packages"]:
            if package["publish"] == []:
                continue
            name = f"{package['name']}-{package['version']}"
            with tarfile.open(packed / f"{name}.crate") as archive:
                archive.extractall(tmp / "packages", filter="data")
            patches.append(f'{package["name"]} = {{ path = "packages/{name}" }}\n')
        user = tmp / "user"
        (user / "src").mkdir(parents=True)
        (user / "src/lib.rs").write_text("")
        version = next(p["version"] for p in metadata["packages"] if p["name"] == "irtrip")
        shutil.copytree(tmp / f"packages/irtrip-{version}/examples", user / "examples")
        (user / "Cargo.toml").write_text(
            '[package]\nname = "user"\nversion = "0.1.0"\nedition = "2024"\n\n[dependencies]\n'
            'irtrip = { version = "*", default-features = false }\nserde_json = "1"\n'
        )
        (tmp / "Cargo.toml").write_text(
            '[workspace]\nresolver = "3"\nmembers = ["user", "packages/*"]\n\n[patch.crates-io]\n' + "".join(patches)
        )
        # The releases of other crates that the project is tested with.
        shutil.copy(ROOT / "Cargo.lock", tmp)
        os.environ["CARGO_TARGET_DIR"] = target
        # Whether the packages have all that the programs are made of shows without code being made.
        cargo("check", "--quiet", "--package", "user", "--examples", cwd=user)
        cargo("check", "--quiet", "--package", "irtrip", "--bin", "irtrip", cwd=tmp)
        named = {
            word
            for program in (user / "examples").glob("*.rs")
            for command in commands(program.read_text())
            for word in command.split()
            if (ROOT / word).is_file()
        }
        missing = sorted(word for word in named if not (user / word).is_file())
        for word in missing:
            print(f"{word} is not in the package, and a command of an example names it")
        print(f"files of examples in the package: {len(named) - len(missing)} of {len(named)}")
    sys.exit(bool(missing) or not named)


main()
