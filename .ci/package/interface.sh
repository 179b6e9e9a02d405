#!/usr/bin/env bash
# Compares what the library's crates offer with the last version's, by its tag: a change that breaks programs asks for a
# new version. Each crate is documented twice, as JSON.
set -euo pipefail
cd "$(dirname "$0")/../.."
if ! tag=$(git describe --tags --abbrev=0 --match 'v[0-9]*' 2>/dev/null); then
  echo "no version has a tag yet: there is nothing to compare with"
  exit 0
fi
command -v cargo-semver-checks >/dev/null || cargo install --locked --quiet cargo-semver-checks
cargo semver-checks --baseline-rev "$tag" --package irtrip
# What was added, changed and removed, for the eyes of who makes the release.
if command -v cargo-public-api >/dev/null; then
  cargo public-api diff "$tag..HEAD"
fi
