#!/usr/bin/env bash
# Checks the files of LLVM IR and MLIR that a change touches, for pre-commit and for the GitHub Action.
#
#   changed.sh verify|diff|comment [--base COMMIT] [--exit-zero] [FILE...]
#
# verify   shows every error of the files, as `irtrip verify` does; in a workflow of GitHub, at the lines of the change
# diff     shows what each file means otherwise than in COMMIT, as `irtrip diff` does; a new file is compared with nothing
# comment  shows what all files mean otherwise, each kind of change once, as Markdown for a pull request
#
# COMMIT is HEAD where none is named. Without files, those that differ from COMMIT are taken. Ends with the largest status of
# the commands: 0 fine or the same, 1 different (0 with --exit-zero), 2 an error. IRTRIP names the program.
set -euo pipefail

irtrip=${IRTRIP:-irtrip}
usage() { echo "usage: changed.sh verify|diff|comment [--base COMMIT] [--exit-zero] [FILE...]" >&2; exit 2; }

mode=${1:-}
[[ $mode == verify || $mode == diff || $mode == comment ]] || usage
shift
base=HEAD
zero=()
while (($#)); do
  case $1 in
    --base) (($# > 1)) || usage; base=$2; shift 2 ;;
    --exit-zero) zero=(--exit-zero); shift ;;
    --) shift; break ;;
    -*) usage ;;
    *) break ;;
  esac
done

git rev-parse --quiet --verify "$base^{commit}" >/dev/null || {
  echo "changed.sh: there is no commit '$base' here (actions/checkout brings older ones with fetch-depth: 0)" >&2
  exit 2
}
cd "$(git rev-parse --show-toplevel)"
kinds=('*.ll' '*.mlir' '*.bc' '*.mlirbc')
files=("$@")
if ((${#files[@]} == 0)); then
  # Files that were removed have nothing to check.
  mapfile -d '' -t files < <(
    { git diff --name-only --diff-filter=d -z "$base" -- "${kinds[@]}"
      git ls-files --others --exclude-standard -z -- "${kinds[@]}"; } | sort -zu)
fi
((${#files[@]})) || exit 0

if [[ $mode == verify ]]; then
  format=()
  [[ ${GITHUB_ACTIONS:-} == true ]] && format=(--format github)
  exec "$irtrip" verify "${format[@]}" -- "${files[@]}"
fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# What a file was, under the commit's name; the status of git where there was none.
was() {
  mkdir -p "$(dirname "$scratch/$base/$1")"
  git show "$base:$1" >"$scratch/$base/$1" 2>/dev/null
}

if [[ $mode == comment ]]; then
  mkdir -p "$scratch/$base"
  for file in "${files[@]}"; do
    was "$file" || rm "$scratch/$base/$file"
    mkdir -p "$(dirname "$scratch/now/$file")"
    cp -- "$file" "$scratch/now/$file"
  done
  status=0
  "$irtrip" diff "${zero[@]}" --format markdown --label "$base" --label "this change" -- "$scratch/$base" "$scratch/now" || status=$?
  exit "$status"
fi

worst=0
for file in "${files[@]}"; do
  old=$scratch/$base/$file
  was "$file" || : >"$old"
  status=0
  "$irtrip" diff "${zero[@]}" --label "$base:$file" --label "$file" -- "$old" "$file" || status=$?
  ((status > worst)) && worst=$status
done
exit "$worst"
