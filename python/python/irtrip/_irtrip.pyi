from typing import Iterator, List, Optional, Tuple, Union, final

__all__ = [
    "Error",
    "Module",
    "Function",
    "Operation",
    "Difference",
    "import_llvm",
    "export_llvm",
    "diff",
    "verify",
    "normalize",
    "roundtrip",
]

class Error(ValueError):
    """What is wrong with a text. `diagnostics` are (name of the code, message)."""

    line: Optional[int]
    column: Optional[int]
    diagnostics: List[Tuple[str, str]]

@final
class Operation:
    @property
    def name(self) -> str: ...
    @property
    def attributes(self) -> List[Tuple[str, str]]: ...
    @property
    def operand_types(self) -> List[str]: ...
    @property
    def result_types(self) -> List[str]: ...
    @property
    def location(self) -> str: ...

@final
class Function:
    @property
    def name(self) -> str: ...
    @property
    def is_declaration(self) -> bool: ...
    @property
    def operations(self) -> List[Operation]: ...
    def __iter__(self) -> Iterator[Operation]: ...
    def __len__(self) -> int: ...

@final
class Module:
    @staticmethod
    def from_llvm(text: str) -> Module: ...
    @staticmethod
    def from_mlir(text: Union[str, bytes]) -> Module:
        """A module of MLIR as text, or as bytecode of any version."""
    @staticmethod
    def from_bitcode(bitcode: bytes) -> Module:
        """LLVM bitcode of any release, also in an object or an archive; what a module has no place for is a warning."""
    def to_bitcode(self, llvm: Optional[int] = None) -> bytes:
        """The module as LLVM bitcode, for a release of LLVM."""
    def to_llvm(self, llvm: Union[int, str, None] = None) -> str:
        """The module as LLVM assembly, for a release of LLVM or for `"nvvm"`; what that has no word for is a warning."""
    def to_mlir(self, mlir: Optional[int] = None) -> str: ...
    def to_bytecode(self) -> bytes: ...
    @property
    def functions(self) -> List[Function]: ...
    def function(self, name: str) -> Optional[Function]: ...
    def __iter__(self) -> Iterator[Function]: ...
    def __len__(self) -> int: ...
    def verify(self) -> None: ...
    def lower(self) -> None: ...
    def rename_symbol(self, old: str, new: str) -> None: ...
    def _repr_html_(self) -> str: ...

@final
class Difference:
    """How two modules differ; false where they are the same."""

    def __bool__(self) -> bool: ...
    def __len__(self) -> int: ...
    @property
    def categories(self) -> List[str]: ...

def import_llvm(text: str, mlir: Optional[int] = None) -> str:
    """LLVM assembly as MLIR, for a release of MLIR."""

def export_llvm(text: Union[str, bytes], llvm: Union[int, str, None] = None) -> str:
    """MLIR as LLVM assembly, for a release of LLVM or for `"nvvm"`."""

def diff(old: str, new: str) -> Difference:
    """Compares two modules, each in either language."""

def verify(text: str) -> None:
    """Raises `Error` where a module of either language breaks a rule."""

def normalize(text: str) -> str:
    """A text that is the same for modules of either language that mean the same."""

def roundtrip(text: str) -> bool:
    """Whether LLVM assembly comes back byte for byte by way of MLIR."""
