#!/usr/bin/env python3
"""Holds the crates that irtrip is made with to what deny.toml allows: their licences, and where they come from.

It is the part of `cargo deny check` that needs neither that program nor the network; advisories are that program's alone.
"""
import json, pathlib, re, subprocess, sys, tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]
REGISTRY = "registry+https://github.com/rust-lang/crates.io-index"


def allows(expression, allowed):
    """Whether an SPDX expression is met by licences that are allowed. A slash is an old way to write OR."""
    words = re.findall(r"[()]|[^()\s]+(?: WITH \S+)?", expression.replace("/", " OR "))

    def either():
        met = both()
        while words and words[0] == "OR":
            words.pop(0)
            met = both() or met
        return met

    def both():
        met = one()
        while words and words[0] == "AND":
            words.pop(0)
            met = one() and met
        return met

    def one():
        word = words.pop(0)
        if word != "(":
            return word in allowed
        met = either()
        words.pop(0)
        return met

    return either()


def main():
    rules = tomllib.loads((ROOT / "deny.toml").read_text())["licenses"]
    exceptions = {rule["crate"]: set(rule["allow"]) for rule in rules.get("exceptions", [])}
    command = ["cargo", "metadata", "--format-version", "1", "--locked"]
    packages = json.loads(subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout)["packages"]
    refused = []
    for package in packages:
        name, license_, source = package["name"], package["license"], package["source"]
        if not license_ or not allows(license_, set(rules["allow"]) | exceptions.get(name, set())):
            refused.append(f"{name}: the licence '{license_}' is not allowed")
        if source not in (None, REGISTRY):
            refused.append(f"{name}: it comes from {source}")
    print("\n".join(refused + [f"crates that deny.toml allows: {len(packages) - len(refused)} of {len(packages)}"]))
    sys.exit(bool(refused))


main()
