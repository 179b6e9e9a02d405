#!/usr/bin/env bash
# Makes the fidelity corpus: every .ll file of LLVM 22's own tests that LLVM 22
# accepts, printed by LLVM 22's own writer (about 40,600 modules, 300 MB).
#
#   prepare.sh [DEST]      default DEST: ~/.cache/irtrip/corpus-22
#
# IRTRIP_CHECKS names an irtrip-checks built with LLVM 22; without it, one is built.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
dest=${1:-$HOME/.cache/irtrip/corpus-22}
[[ -e $dest/.complete ]] && { echo "$dest"; exit 0; }
"$here/../upstream/tools.sh" >&2
tests=$("$here/../upstream/fetch.sh")
cd "$here/../.."
if [[ ! ${IRTRIP_CHECKS:-} ]]; then
  cargo build --quiet --release -p irtrip-checks --features llvm22 >&2
  IRTRIP_CHECKS=target/release/irtrip-checks
fi
"$IRTRIP_CHECKS" canonicalize "$tests/llvm/test" "$dest" >&2
touch "$dest/.complete"
echo "$dest"
