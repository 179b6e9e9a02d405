#!/usr/bin/env bash
# Makes the wheel: the program, and the module for Python from 3.9 on. Needs maturin.
#
#   build.sh [FOLDER]     FOLDER: where the wheel goes; default target/wheels
set -euo pipefail
cd "$(dirname "$0")/.."
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target}
cargo build --release -p irtrip
mkdir -p python/irtrip.data/scripts
cp "$CARGO_TARGET_DIR/release/irtrip" python/irtrip.data/scripts/irtrip
exec maturin build --release --manifest-path python/Cargo.toml --out "${1:-target/wheels}"
