"""The programs of the README, in order, as one program."""

import pathlib
import re

import irtrip

ROOT = pathlib.Path(__file__).parents[2]


def test_the_programs_of_the_readme_run(monkeypatch):
    monkeypatch.chdir(ROOT)
    text = (ROOT / "python/README.md").read_text()
    names = {}
    for program in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        if "facts.numpy" in program:
            try:
                import numpy  # noqa: F401
            except ImportError:
                program = program.replace("arrays, names = facts.numpy(module)", "")
        exec(program, names)
    assert names["sizes"] == {"sort": 30} and names["calls"] == {"sort": set()}
    assert [value.name for value in names["passed"]] != []
    assert names["unused"] == []
    module = names["module"]
    assert module.function("sorted_in_place") and "load i32, ptr %arrayidx, align 1" in module.to_llvm()
    assert "  call void @log()\n  ret void\n" in names["logged"].to_llvm()
    assert "%z = mul i32 %x, %x\n" in names["twice"].to_llvm() and "add" not in names["twice"].to_llvm()
    assert isinstance(names["difference"], irtrip.Difference)
