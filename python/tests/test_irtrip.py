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
    assert "irtrip.attr_table" in irtrip.import_llvm(LLVM, mlir=16)
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
    assert ([value.type for value in load.operands], load.results[0].type) == (["!llvm.ptr"], "i32")
    assert load["alignment"] == 4 and load.attributes["alignment"] == 4
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
    older = irtrip.Module.from_llvm(LLVM).to_bytecode(mlir=19)
    assert irtrip.Module.from_mlir(older).to_llvm() == irtrip.export_llvm(bytecode)
    with pytest.raises(irtrip.Error, match="byte"):
        irtrip.Module.from_mlir(bytecode[:20])


def test_a_difference_is_true():
    assert not irtrip.diff(LLVM, irtrip.import_llvm(LLVM))
    difference = irtrip.diff(LLVM, LLVM.replace("align 4", "align 8"))
    assert difference and len(difference) == 1 and difference.categories == ["flag"]


def test_a_difference_is_shown_in_the_texts_own_lines():
    difference = irtrip.diff(LLVM, LLVM.replace("align 4", "align 8"))
    assert "-  %x = load i32, ptr %p, align 4\n+  %x = load i32, ptr %p, align 8\n" in str(difference)
    assert repr(difference) == "<irtrip.Difference: 1 in flag>"
    twice = LLVM.replace("  ret", "  %y = load i32, ptr %p, align 4\n  ret")
    [cluster] = irtrip.diff(twice, twice.replace("align 4", "align 8")).clusters
    assert cluster["count"] == 2 and any("align 8" in line for line in cluster["example"])
    assert difference._repr_html_().startswith("<iframe")
    module = irtrip.Module.from_llvm(LLVM)
    assert not module.diff(irtrip.Module.from_llvm(LLVM))


LOOP = """define i32 @count(i32 %n) {
entry:
  br label %loop

loop:                                             ; preds = %loop, %entry
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done

done:                                             ; preds = %loop
  ret i32 %i
}
"""


def test_the_graph_of_a_function():
    function = irtrip.Module.from_llvm(LOOP).function("count")
    entry, loop, done = function.blocks
    assert (entry.name, loop.name, done.name) == (None, "loop", "done")
    assert loop.predecessors == [entry, loop] and loop.successors == [loop, done]
    [i] = loop.arguments
    assert i.name == "i" and i.block == loop and i.operation is None
    assert [user.name for user in i.users] == ["llvm.add", "llvm.return"]
    add = i.users[0]
    assert add.operands[0] == i and add.results[0].users[0].name == "llvm.icmp"
    assert loop.terminator.successor_operands[0] == add.results
    assert add.block == loop and add.parent == function.operation
    assert len({operand for operation in function for operand in operation.operands} & {i}) == 1
    assert "llvm.add %i, " in str(add) and str(function).startswith("llvm.func @count")


def test_a_function_is_changed():
    module = irtrip.Module.from_llvm(LOOP)
    add = next(operation for operation in module.function("count") if operation.name == "llvm.add")
    double = add.after("llvm.mul", [add.results[0], add.operands[0]], ["i32"])
    double.results[0].name = "product"
    icmp = next(operation for operation in module.function("count") if operation.name == "llvm.icmp")
    icmp.set_operand(0, double.results[0])
    with pytest.raises(ValueError, match="llvm.icmp"):
        double.erase()
    add["overflowFlags"] = irtrip.Attribute("#llvm.overflow<nuw>")
    module.verify()
    text = module.to_llvm()
    assert "%next = add nuw i32 %i, 1\n  %product = mul i32 %next, %i\n" in text
    assert "icmp slt i32 %product, %n" in text
    double.results[0].replace_all_uses_with(add.results[0])
    double.erase()
    assert "mul" not in module.to_llvm()
    with pytest.raises(ValueError, match="erased"):
        double.name
    with pytest.raises(ValueError, match="no type"):
        add.before("llvm.add", add.operands, ["i3 2"])
    with pytest.raises(ValueError, match="another function"):
        add.set_operand(0, irtrip.Module.from_llvm(LOOP).function("count").arguments[0])


def test_attributes_are_values():
    module = irtrip.Module.from_llvm(LLVM)
    load = module.function("f").operations[0]
    assert load.get("none") is None and load.get("none", 7) == 7 and "alignment" in load
    load["alignment"] = 16
    load["volatile_"] = True
    assert "load volatile i32, ptr %p, align 16" in module.to_llvm()
    del load["volatile_"]
    with pytest.raises(KeyError):
        load["volatile_"]
    with pytest.raises(TypeError, match="no attribute"):
        load["alignment"] = 1.5 + 2j
    with pytest.raises(ValueError, match="no attribute of MLIR"):
        load["alignment"] = irtrip.Attribute("8 :")
    assert isinstance(module["f"]["function_type"], irtrip.Attribute)
    assert module["f"].symbol == "f" and "f" in module and "nothing" not in module


def test_handles_after_lowering():
    module = irtrip.Module.from_mlir("func.func @one() -> i32 {\n  %c = arith.constant 1 : i32\n  return %c : i32\n}\n")
    [function] = module.operations
    assert [operation.name for operation in module.walk()] == ["func.func", "arith.constant", "func.return"]
    module.lower()
    with pytest.raises(ValueError, match="lowered"):
        function.name
    assert module.operations[0].name == "llvm.func"


def test_files_of_every_form(tmp_path):
    module = irtrip.Module.from_llvm(LLVM)
    forms = {
        "a.ll": LLVM.encode(),
        "a.bc": module.to_bitcode(),
        "a.mlir": module.to_mlir().encode(),
        "a.mlirbc": module.to_bytecode(),
    }
    for name, content in forms.items():
        (tmp_path / name).write_bytes(content)
        assert "load i32, ptr %" in irtrip.Module.from_file(tmp_path / name).to_llvm()
    with pytest.raises(FileNotFoundError):
        irtrip.Module.from_file(str(tmp_path / "none.ll"))


def test_facts():
    from irtrip import facts

    module = irtrip.Module.from_llvm(LOOP)
    assert facts.counts(module)["llvm.add"] == 1
    assert facts.counts(module, "result") == {"i32": 3, "i1": 1}
    assert facts.counts(module, "function") == {"count": len(list(module.walk()))}
    with pytest.raises(ValueError, match="none of"):
        facts.counts(module, "operands")
    numpy = pytest.importorskip("numpy")
    arrays, names = facts.numpy(module)
    adds = arrays["operation"] == names["operation"].index("llvm.add")
    assert int(numpy.count_nonzero(adds)) == 1 and arrays["operands"][adds].tolist() == [2]
    pytest.importorskip("pyarrow")
    table = facts.arrow(module)
    assert table.column_names == ["operation", "result", "function", "operands"]
    assert table["result"].null_count == 4 and table["operation"][0].as_py() == "llvm.func"


def test_everything_has_a_docstring():
    for name in irtrip.__all__:
        thing = getattr(irtrip, name)
        assert thing.__doc__, name
        for member in [] if name == "Error" or not isinstance(thing, type) else dir(thing):
            if not member.startswith("_"):
                assert getattr(thing, member).__doc__, f"{name}.{member}"


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
