"""The wheel: its module and its program."""

import subprocess
import threading

import pytest

import irtrip

LLVM = """source_filename = "f.c"

define i32 @f(ptr %p) {
  %x = load i32, ptr %p, align 4
  ret i32 %x
}

declare void @g()
"""


def test_there_and_back():
    assert irtrip.export_llvm(irtrip.import_llvm(LLVM)) == LLVM
    assert irtrip.roundtrip(LLVM)


def test_bitcode():
    bitcode = irtrip.Module.from_llvm(LLVM).to_bitcode()
    assert bitcode.startswith(b"BC")
    assert "%x = load i32, ptr %p, align 4" in irtrip.Module.from_bitcode(bitcode).to_llvm()
    assert "load i32, i32* %p" in irtrip.Module.from_bitcode(irtrip.Module.from_llvm(LLVM).to_bitcode(llvm=14)).to_llvm()
    with pytest.raises(irtrip.Error, match="longer than what is left"):
        irtrip.Module.from_bitcode(bitcode[:100])


def test_releases():
    assert "load i32, i32* %p" in irtrip.Module.from_llvm(LLVM).to_llvm(llvm=14)
    assert "!llvm.func<i32 (ptr)>" in irtrip.import_llvm(LLVM, mlir=16)
    with pytest.raises(ValueError, match="llvm=3"):
        irtrip.Module.from_llvm(LLVM).to_llvm(llvm=3)


def test_what_a_release_has_no_word_for_is_a_warning():
    module = irtrip.Module.from_llvm("define void @f(ptr dead_on_unwind %p) {\n  ret void\n}\n")
    with pytest.warns(UserWarning, match="dead_on_unwind"):
        module.to_llvm(llvm=16)


def test_an_error_has_a_place():
    with pytest.raises(irtrip.Error) as caught:
        irtrip.import_llvm("define i32 @f() {\n  ret i32 %x\n}\n")
    assert (caught.value.line, caught.value.column) == (2, 11)
    assert caught.value.diagnostics[0][0] == "undefined-value"


def test_a_module_is_walked_and_changed():
    module = irtrip.Module.from_llvm(LLVM)
    assert [function.name for function in module] == ["f", "g"]
    assert [operation.name for operation in module.function("f")] == ["llvm.load", "llvm.return"]
    load = module.functions[0].operations[0]
    assert (load.operand_types, load.result_types) == (["!llvm.ptr"], ["i32"])
    assert ("alignment", "4 : i64") in load.attributes
    module.rename_symbol("f", "h")
    module.verify()
    assert "define i32 @h(" in module.to_llvm()


def test_lowering():
    module = irtrip.Module.from_mlir("func.func @one() -> i32 {\n  %c = arith.constant 1 : i32\n  return %c : i32\n}\n")
    module.lower()
    assert "ret i32 1" in module.to_llvm()


def test_bytecode_is_mlir():
    bytecode = irtrip.Module.from_llvm(LLVM).to_bytecode()
    assert bytecode.startswith(b"ML\xefR")
    assert irtrip.Module.from_mlir(bytecode).to_llvm() == irtrip.export_llvm(bytecode)
    with pytest.raises(irtrip.Error, match="byte"):
        irtrip.Module.from_mlir(bytecode[:20])


def test_a_difference_is_true():
    assert not irtrip.diff(LLVM, irtrip.import_llvm(LLVM))
    difference = irtrip.diff(LLVM, LLVM.replace("align 4", "align 8"))
    assert difference and len(difference) == 1 and difference.categories == ["flag"]


def test_modules_that_mean_the_same_are_the_same_text():
    assert irtrip.normalize(LLVM) == irtrip.normalize(irtrip.import_llvm(LLVM).replace("%x", "%loaded"))


def test_a_notebook_shows_both_languages():
    page = irtrip.Module.from_llvm(LLVM)._repr_html_()
    assert page.startswith("<iframe srcdoc=")


def test_threads():
    results = []
    threads = [threading.Thread(target=lambda: results.append(irtrip.roundtrip(LLVM))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [True] * 4


def test_the_program_is_there():
    version = subprocess.run(["irtrip", "--version"], capture_output=True, text=True, check=True)
    assert version.stdout.startswith("irtrip ")
