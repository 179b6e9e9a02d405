#!/usr/bin/env bash
# Runs optimised builds on LLVM's and MLIR's own tests, on what compilers print and on SQLite, and compares with LLVM's programs.
#
#   .ci/comparisons.sh      after .ci/run has installed what it asks for
# shellcheck source-path=SCRIPTDIR source=functions.sh
source "$(dirname "$0")/functions.sh"

step "optimised build, without LLVM"
# Kept apart from the builds with LLVM, which are written over it.
cargo build --release --workspace --bin irtrip --bin irtrip-checks
bin=target/without-llvm/irtrip
checks=target/without-llvm/irtrip-checks
# In one step, since the other part waits for it.
mkdir target/copied
cp target/release/irtrip target/release/irtrip-checks target/copied/
mv target/copied target/without-llvm

step "examples"
"$bin" roundtrip examples

step "upstream's own tests"
logs=$(mktemp -d)
out=$(cd "$logs" && "$scripts/upstream/lit.py" "$OLDPWD/$bin" import export dialect ir lower hardware)
echo "$out"
rm -r "$logs"
for suite in import export dialect ir lower hardware; do
  at_least "$suite" "$(percent "$out" "$suite")" 100
done
of_export='import sys; sys.path.insert(0, sys.argv[1]); import lit; print(*(lit.TESTS / p for p in lit.tests("export", "visible")))'
# shellcheck disable=SC2046 # the paths are words
"$checks" upstream-exports "$bin" $(python3 -c "$of_export" "$scripts/upstream")

step "what mlir-opt prints and lowers, of upstream's own tests"
failed=$(mktemp -d)
"$scripts/upstream/reprint.py" "$bin" --list "$failed/reprint"
as_listed "printed as mlir-opt does" "$failed/reprint" roundtrip-tests/checks/not-reprinted.txt
"$scripts/upstream/integration.py" "$bin" --list "$failed/integration"
as_listed "programs lowered by mlir-opt" "$failed/integration" /dev/null
rm -r "$failed"

step "the reference grammar of MLIR"
"$checks" reference-grammar roundtrip-tests/fixtures grammar/tests/fixtures examples fuzz/regressions

step "lowering, compared with mlir-opt"
tests=$("$scripts/upstream/fetch.sh")/mlir/test/Conversion
"$checks" lowering "$bin" "$tests"/{Arith,Complex,ControlFlow,Func,Index,Math,MemRef,Ptr,UB}ToLLVM/*.mlir \
  "$tests"/{LLVMCommon,ReconcileUnrealizedCasts,SCFToControlFlow}/*.mlir roundtrip-tests/fixtures/lower/*.mlir
"$checks" lowered-programs "$bin"
"$checks" constant-folding
"$checks" random-lowering "$bin" --count "${IRTRIP_RANDOM_LOWERING:-1000}"

step "optimised build, with LLVM 22"
cargo build --release --workspace --bin irtrip --bin irtrip-checks --bin irtrip-fuzz --features llvm22

step "the corpus"
IRTRIP_CHECKS=target/release/irtrip-checks "$scripts/corpus/prepare.sh" >/dev/null

step "canonicalize and cse, compared with mlir-opt"
out=$("$scripts/corpus/passes.py" "$bin" --sample "${IRTRIP_PASS_MODULES:-400}")
echo "$out"
at_least canonicalize "$(percent "$out" canonicalize)" 100
at_least cse "$(percent "$out" cse)" 100

step "code for GPUs"
"$checks" code-generators --irtrip "$bin"

step "what compilers print"
"$checks" compilers --irtrip "$bin" --minimum 450

step "growth"
# The shapes that were measured and keep the law; the others are still to be measured, or mended.
mapfile -t shapes <roundtrip-tests/checks/in-proportion.txt
"$checks" growth --minimum 132 "${shapes[@]}"

step "JUnit reports by their schema"
# No crate checks XML against a schema; a module of every outcome, and a document that the schema must refuse.
reports=$(mktemp -d)
printf 'define i32 @f( i32 %%x ) {\n  ret i32 %%x\n}\n' >"$reports/equivalent.ll"
printf 'define i32 @f() {\n  ret i32 %%"<&>"\n}\n' >"$reports/failed.ll"
"$bin" roundtrip examples "$reports" --format junit -o "$reports/report.xml" && exit 1
xmllint --noout --schema docs/junit.xsd "$reports/report.xml"
sed -E 's/ tests="[0-9]+"//' "$reports/report.xml" >"$reports/wrong.xml"
xmllint --noout --schema docs/junit.xsd "$reports/wrong.xml" 2>/dev/null && { echo "the schema takes anything"; exit 1; }
rm -r "$reports"

step "LLVM's own tests, there and back"
"$checks" corpus
"$checks" hand-written
"$checks" mutations --modules "${IRTRIP_MUTANTS:-5}"
"$checks" no-false-alarm --sample "${IRTRIP_VARIANTS:-1000}"
# The same edit at many places is one cluster of changes.
"$checks" clusters --seeds 2 --modules 500
out=$("$scripts/corpus/fidelity.py" "$bin" --sample 1000 --check)
echo "$out"
for outcome in different import-error export-error crash timeout "rejected by mlir-opt"; do
  none "$out" "$outcome"
done

step "modules pasted into each other, compared with the linker"
"$checks" pasted --pairs 60 --programs 6

step "nothing lost without a word, for any release"
"$checks" silence --irtrip "$bin" --minimum 9000 roundtrip-tests/fixtures

step "releases of LLVM and MLIR, by their own tools"
failed=$(mktemp)
"$scripts/releases/releases.py" "$bin" "$("$scripts/releases/tools.sh")" --list "$failed"
as_listed "written for and read from other releases" "$failed" roundtrip-tests/checks/not-of-release.txt
rm "$failed"

step "custom forms, by mlir-opt of older releases"
# A release whose tool is not at hand is passed over.
"$checks" custom-forms --mlir 15 --mlir 16 --mlir 19 roundtrip-tests/fixtures

step "kernels, compiled by libNVVM"
# NVIDIA's library is not for everybody to download.
if command -v nvvm-compile >/dev/null; then
  "$checks" nvvm --irtrip "$bin" --minimum 40
else
  echo "not run: there is no program nvvm-compile"
fi

step "one answer, whatever the threads"
.ci/corpus/same_answer.py "$bin" roundtrip-tests/fixtures --sample 500
.ci/corpus/same_answer.py "$bin" --sample "${IRTRIP_ANSWERS:-200}"

step "through upstream's passes"
"$checks" after-passes --sample "${IRTRIP_PASSES:-40}" --pipelines 6 --minimum 220 examples/*.ll
"$checks" programs --count 6 --pairs 4
"$checks" hand-edits roundtrip-tests/fixtures

# Limits are inputs in 10,000 that may break a law, or differ from LLVM: to be lowered as causes are mended.
step "fuzzing, for half a minute a language"
for file in fuzz/regressions/*.ll; do
  # In a process of its own each: LLVM may crash on a module of those before.
  target/release/irtrip-fuzz check "$file"
done
for limits in "llvm ${IRTRIP_LLVM_BREACHES:-1} 20" "mlir ${IRTRIP_MLIR_BREACHES:-3} 60"; do
  read -r language breaches silent <<<"$limits"
  target/release/irtrip-fuzz run --language "$language" --seconds 30 --breaches "$breaches" --silent "$silent" --differences "${IRTRIP_DIFFERENCES:-8}"
done

step "both sides run, by LLVM 22"
target/release/irtrip-checks execute --sample 200

step "upstream's form"
failed=$(mktemp)
"$scripts/corpus/upstream_form.py" "$bin" --sample 500 --list "$failed"
sed -i -E '/^(same|skipped) /d; s/^([^ ]+) ([^ ]+) /\1\t\2\t/' "$failed"
as_listed "upstream's form" "$failed" roundtrip-tests/checks/not-upstream-form.txt
rm "$failed"

step "SQLite"
sqlite=$("$scripts/bench/sqlite.sh")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for kind in O0 O2; do
  ln -s "$sqlite/sqlite3.$kind.ll" "$folder/"
done
out=$("$scripts/corpus/fidelity.py" "$bin" "$folder" --split all --check)
echo "$out"
at_least "identical" "$(percent "$out" identical)" 100
none "$out" "rejected by mlir-opt"
for kind in O0 O2; do
  "$bin" import "$folder/sqlite3.$kind.ll" -o "$folder/$kind.mlir"
  mlir-translate-22 --mlir-to-llvmir "$folder/$kind.mlir" -o "$folder/$kind.upstream.ll"
  opt-22 -passes=verify -disable-output "$folder/$kind.upstream.ll"
  echo "sqlite3.$kind: upstream accepts the MLIR, and LLVM's verifier what it makes of it"
done

step "MLIR bytecode, compared with mlir-opt-22"
.ci/upstream/bytecode.py "$bin" examples/*.ll tests/bytecode/*.mlir
# Of dialects that irtrip has no definitions of, in the generic form.
dialects=$("$scripts/upstream/fetch.sh")/mlir/test/Dialect
.ci/upstream/bytecode.py --generic "$bin" tests/bytecode/dialects/module.mlir \
  "$dialects"/{AMDGPU,Affine,Async,EmitC,GPU,Math,OpenACC,PDL,Shape,Shard,Tensor,Vector}/ops.mlir

# For other releases. One whose tool is not at hand is passed over.
PATH=$PATH:$("$scripts/releases/tools.sh")/bin
for release in 16 19 24; do
  if command -v "mlir-opt-$release" >/dev/null; then
    .ci/upstream/bytecode.py --mlir "$release" "mlir-opt-$release" "$bin" examples/*.ll \
      roundtrip-tests/fixtures/{compilers,phis,calls,constants,globals,instructions}/*.ll
  else
    echo "not run: there is no program mlir-opt-$release"
  fi
done

step "bitcode, without LLVM"
for kind in O0 O2; do
  llvm-as-22 "$folder/sqlite3.$kind.ll" -o "$folder/$kind.bc"
  "$bin" import "$folder/$kind.bc" -o "$folder/$kind.mlir"
  cmp <("$bin" export "$folder/$kind.mlir") <(llvm-dis-22 "$folder/$kind.bc" -o -)
  echo "sqlite3.$kind: the text of the bitcode is LLVM's"
  "$bin" export "$folder/$kind.mlir" -o "$folder/$kind.back.bc"
  cmp "$folder/$kind.bc" "$folder/$kind.back.bc"
  echo "sqlite3.$kind: the bitcode round-trips byte for byte"
done

"$checks" bitcode "$folder"/sqlite3.*.ll
"$checks" bitcode-tests

step "LLVM's verifier, and code that runs"
target/release/irtrip export "$folder/O2.mlir" --verify-llvm -o /dev/null
target/release/irtrip roundtrip --execute examples
