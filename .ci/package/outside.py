#!/usr/bin/env python3
"""Uses irtrip as those do who have only its packages.

  outside.py

`cargo package --workspace` packs each crate. The packages are then unpacked somewhere else, a crate that depends on them takes
the programs of examples/, and the commands in their heads must print there what the heads show. Ends with status 1 where one
does not. The program has to compile from its package as well.
"""
import json, os, pathlib, re, shutil, subprocess, sys, tarfile, tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]


def cargo(*args, cwd=ROOT):
    return subprocess.run(["cargo", *args], cwd=cwd, check=True, stdout=subprocess.PIPE, text=True).stdout


def commands(text):
    """The commands of a program's head, each with what it prints."""
    head = "\n".join(line.removeprefix("//!").removeprefix(" ") for line in text.splitlines() if line.startswith("//!"))
    for block in re.findall(r"```console\n(.*?)```", head, re.S):
        for command, shown in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.M):
            yield command, shown


def main():
    metadata = json.loads(cargo("metadata", "--format-version", "1", "--no-deps"))
    targets = pathlib.Path(metadata["target_directory"])
    targets.mkdir(exist_ok=True)
    failures = 0
    with tempfile.TemporaryDirectory(dir=targets, prefix="packages-") as target, tempfile.TemporaryDirectory() as tmp:
        tmp = pathlib.Path(tmp)
        # Cargo would build each crate once by itself and once for those that need it; what is below builds each once.
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
        cargo("build", "--quiet", "--package", "user", "--examples", cwd=user)
        count = 0
        for program in sorted((user / "examples").glob("*.rs")):
            for command, shown in commands(program.read_text()):
                command = command.replace("cargo run ", "cargo run --quiet ")
                done = subprocess.run(["bash", "-c", command], cwd=user, capture_output=True, text=True)
                count += 1
                if done.stdout != shown:
                    failures += 1
                    print(f"{program.name}: {command}\nshown:\n{shown}printed:\n{done.stdout}{done.stderr}")
        # Whether the package has all that the program is made of shows without code being made.
        cargo("check", "--quiet", "--package", "irtrip", "--bin", "irtrip", cwd=tmp)
        print(f"commands of examples with packages alone: {count - failures} of {count}")
        if not count:
            failures = 1
    sys.exit(failures > 0)


main()
