# What the scripts of `.ci/run` share: the environment of its builds, and how a figure is held to what is asked of it.
# shellcheck shell=bash
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# Nobody debugs these builds or makes them twice: without debug information, and without what the next build of a changed
# tree would use, they take less time and room.
export CARGO_PROFILE_DEV_DEBUG=0 CARGO_INCREMENTAL=0
# The same cases of the property tests in each run: what fails here is the change's. New cases are a developer's and the fuzzer's to find.
export PROPTEST_RNG_SEED=22
# The scripts that bring LLVM's tests and tools.
# shellcheck disable=SC2034 # for those who read this file
scripts=$(realpath "${IRTRIP_SHARED:-.ci}")

# program NAME PACKAGE...: has a program, of these packages
program() {
  command -v "$1" >/dev/null && return
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${@:2}"
}

# step NAME: begins a step, and says how long the run has taken so far
step() { printf '\n== %s (after %d s)\n' "$*" $((EPOCHSECONDS - ${IRTRIP_STARTED:-EPOCHSECONDS})); }

# percent TEXT LABEL: what part of M the N of TEXT's line "LABEL: N of M" is
percent() {
  awk -v label="$2:" '$0 ~ "^" label { found = 1; print ($(NF) > 0) ? int(100 * $(NF - 2) / $(NF)) : -1 }
    END { exit !found }' <<<"$1"
}

# at_least WHAT FIGURE LIMIT
at_least() {
  if (($2 < $3)); then
    echo "$1: $2 %, and $3 % are required"
    exit 1
  fi
  echo "$1: $2 % (at least $3 %)"
}

# none TEXT LABEL: the line "LABEL: N of M" says 0
none() {
  local line
  line=$(grep -E "^$2: " <<<"$1") || { echo "no line '$2' in the output"; exit 1; }
  if ! grep -qE "^$2: 0 of " <<<"$line"; then
    echo "$line, and none is allowed"
    exit 1
  fi
}

# as_listed WHAT FILE LIST: the cases that failed, lines "what TAB case ..." of FILE, are those of LIST and no others
as_listed() {
  if ! diff <(sed '/^#/d; /^$/d' "$3" | sort) <(cut -f 1,2 "$2" | sort); then
    echo "$1: other cases fail than $3 lists"
    exit 1
  fi
}
