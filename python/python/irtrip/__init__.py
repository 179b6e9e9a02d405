"""LLVM IR to MLIR's LLVM dialect and back without loss."""

from ._irtrip import (
    Difference,
    Error,
    Function,
    Module,
    Operation,
    diff,
    export_llvm,
    import_llvm,
    normalize,
    roundtrip,
    verify,
)

__all__ = [
    "Difference",
    "Error",
    "Function",
    "Module",
    "Operation",
    "diff",
    "export_llvm",
    "import_llvm",
    "normalize",
    "roundtrip",
    "verify",
]
