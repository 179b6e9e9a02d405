"""LLVM IR to MLIR's LLVM dialect and back without loss.

`Module` is the way in: read from either language, from text, bitcode or bytecode, looked at, changed, and written as either.
Functions, blocks, operations and values are handles into it: they say what the module says now. `diff` compares two texts,
`irtrip.facts` makes arrays and tables of what all operations are, `irtrip.ray` takes a corpus through the program.
"""

from ._irtrip import (
    Attribute,
    Block,
    Difference,
    Error,
    Function,
    Module,
    Operation,
    Value,
    __version__,
    diff,
    export_llvm,
    import_llvm,
    load_dialects,
    normalize,
    roundtrip,
    verify,
)

__all__ = [
    "Attribute",
    "Block",
    "Difference",
    "Error",
    "Function",
    "Module",
    "Operation",
    "Value",
    "__version__",
    "diff",
    "export_llvm",
    "import_llvm",
    "load_dialects",
    "normalize",
    "roundtrip",
    "verify",
]
