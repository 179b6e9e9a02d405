#!/usr/bin/env bash
# Checks the files of LLVM IR and MLIR that a change touches, for pre-commit and for the GitHub Action.
#
#   changed.sh verify|diff [--base COMMIT] [--exit-zero] [FILE...]
#
# verify   shows every error of the files, as `irtrip verify` does; in a workflow of GitHub, at the lines of the change
# diff     shows what each file means otherwise than in COMMIT, as `irtrip diff` does; a new file is compared with nothing
#
# COMMIT is HEAD where none is named. Without files, those that differ from COMMIT are taken. Ends with the largest status of
# the commands: 0 fine or the same, 1 different (0 with --exit-zero), 2 an error. IRTRIP names the program.
set -euo pipefail

irtrip=${IRTRIP:-irtrip}
usage() { echo "usage: changed.sh verify|diff [--base COMMIT] [--exit-zero] [FILE...]" >&2; exit 2; }

mode=${1:-}
[[ $mode == verify || $mode == diff ]] || usage
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
files=("$@")
if ((${#files[@]} == 0)); then
  # Files that were removed have nothing to check.
  mapfile -d '' -t files < <(
    { git diff --name-only --diff-filter=d -z "$base" -- '*.ll' '*.mlir'
      git ls-files --others --exclude-standard -z -- '*.ll' '*.mlir'; } | sort -zu)
fi
((${#files[@]})) || exit 0

if [[ $mode == verify ]]; then
  format=()
  [[ ${GITHUB_ACTIONS:-} == true ]] && format=(--format github)
  exec "$irtrip" verify "${format[@]}" -- "${files[@]}"
fi

before=$(mktemp -d)
trap 'rm -rf "$before"' EXIT
worst=0
for file in "${files[@]}"; do
  old=$before/$base/$file
  mkdir -p "$(dirname "$old")"
  git show "$base:$file" >"$old" 2>/dev/null || : >"$old"
  status=0
  "$irtrip" diff "${zero[@]}" -- "$old" "$file" || status=$?
  ((status > worst)) && worst=$status
done
exit "$worst"
