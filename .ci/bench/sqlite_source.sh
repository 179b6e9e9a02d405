#!/usr/bin/env bash
# Prints the folder that holds SQLite's amalgamation: sqlite3.c and sqlite3.h.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cargo init --quiet --lib --name sqlitesource "$work/p" >&2
(cd "$work/p" && cargo add --quiet libsqlite3-sys@0.38 && cargo fetch --quiet) >&2
cargo metadata --format-version 1 --manifest-path "$work/p/Cargo.toml" |
  python3 -c 'import json,os,sys
for p in json.load(sys.stdin)["packages"]:
    if p["name"] == "libsqlite3-sys": print(os.path.join(os.path.dirname(p["manifest_path"]), "sqlite3"))'
