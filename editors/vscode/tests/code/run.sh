#!/usr/bin/env bash
# Starts the extension in VS Code, as code-server has it for browsers, and works with it in Chromium: client.mjs. Its pictures are
# left in FOLDER. Needs Node 20, Chromium and ripgrep; 500 MB come from npm.
#
#   run.sh [FOLDER]       default FOLDER: ~/.cache/irtrip/vscode; IRTRIP: the program, default target/debug/irtrip
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=${1:-$HOME/.cache/irtrip/vscode}
program=$(realpath "${IRTRIP:-$here/../../../../target/debug/irtrip}")
mkdir -p "$folder"
cd "$folder"

# Without the programs that its packages build or fetch: what they do, it does without, but for a search of files.
if [[ ! -e .complete ]]; then
  quietly=(--ignore-scripts --omit=dev --no-audit --no-fund --silent)
  npm install --prefix . "${quietly[@]}" code-server@4.100.3 argon2@0.44 playwright-core@1
  rm -rf node_modules/code-server/node_modules/argon2
  for part in lib/vscode lib/vscode/extensions; do
    npm install --prefix "node_modules/code-server/$part" "${quietly[@]}"
  done
  ln -sfn node_modules node_modules/code-server/lib/vscode/node_modules.asar
  mkdir -p node_modules/code-server/lib/vscode/node_modules/@vscode/ripgrep/bin
  ln -sf "$(command -v rg)" node_modules/code-server/lib/vscode/node_modules/@vscode/ripgrep/bin/rg
  touch .complete
fi

(cd "$here/../.." && npm install --no-audit --no-fund --no-package-lock --silent && npm run --silent package)
rm -rf data extensions modules
mkdir -p data/User modules
"$program" import "$here/../../../../examples/sort.ll" -o modules/sort.mlir
"$program" export modules/sort.mlir -o modules/sort.bc
"$program" export modules/sort.mlir -o modules/sort.ll
printf 'define i32 @f(i32 %%argument) {\n  %%sum = add i32 %%argument, 1\n  ret i32 %%smu\n}\n' >modules/wrong.ll
# It is not there yet: the extension has to say so, and to start it once it is.
rm -f program
printf '{"workbench.startupEditor": "none", "editor.stickyScroll.enabled": false, "irtrip.path": "%s"}\n' "$folder/program" >data/User/settings.json

code=(node node_modules/code-server/out/node/entry.js --user-data-dir data --extensions-dir extensions)
"${code[@]}" --install-extension "$here/../../irtrip.vsix" >code.log 2>&1
"${code[@]}" --auth none --bind-addr 127.0.0.1:8931 --disable-telemetry --disable-update-check --disable-workspace-trust >>code.log 2>&1 &
server=$!
trap 'kill $server' EXIT
cp "$here/client.mjs" .
node client.mjs http://127.0.0.1:8931 "$program" "$(command -v chromium)"
