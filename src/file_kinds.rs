//! Kinds of files that no command reads, by what they start with, and what makes of them a file that one does.

/// A kind of file, and what to do with it.
struct FileKind {
    magic: &'static [u8],
    name: &'static str,
    advice: &'static str,
}

const OBJECT: &str =
    "irtrip reads LLVM assembly, bitcode and MLIR; clang -S -emit-llvm makes LLVM assembly of a source";

const KINDS: &[FileKind] = &[
    FileKind {
        magic: b"ML\xefR",
        name: "MLIR bytecode",
        advice: "mlir-opt prints it as text: mlir-opt FILE | irtrip COMMAND -",
    },
    FileKind {
        magic: b"\x1f\x8b",
        name: "compressed by gzip",
        advice: "decompress it first, and hand it over as standard input: gzip -dc FILE | irtrip COMMAND -",
    },
    FileKind {
        magic: b"\x28\xb5\x2f\xfd",
        name: "compressed by zstd",
        advice: "decompress it first, and hand it over as standard input: zstd -dc FILE | irtrip COMMAND -",
    },
    FileKind {
        magic: b"\xfd7zXZ\0",
        name: "compressed by xz",
        advice: "decompress it first, and hand it over as standard input: xz -dc FILE | irtrip COMMAND -",
    },
    FileKind {
        magic: b"BZh",
        name: "compressed by bzip2",
        advice: "decompress it first, and hand it over as standard input: bzip2 -dc FILE | irtrip COMMAND -",
    },
    FileKind { magic: b"PK\x03\x04", name: "a zip archive", advice: "extract its members first" },
    FileKind { magic: b"!<arch>\n", name: "an archive of object files", advice: "llvm-ar x FILE extracts its members" },
    FileKind {
        magic: b"!<thin>\n",
        name: "a thin archive of object files",
        advice: "llvm-ar t FILE names its members",
    },
    FileKind { magic: b"\x7fELF", name: "an ELF object file", advice: OBJECT },
    FileKind { magic: b"MZ", name: "a Windows executable", advice: OBJECT },
    FileKind { magic: b"\xcf\xfa\xed\xfe", name: "a Mach-O object file", advice: OBJECT },
    FileKind { magic: b"\xca\xfe\xba\xbe", name: "a Mach-O universal binary", advice: OBJECT },
    FileKind { magic: b"\0asm", name: "a WebAssembly module", advice: OBJECT },
];

/// What a file is that no command reads, and what to do with it; none for what may be text or bitcode.
pub fn unreadable(name: &str, bytes: &[u8]) -> Option<String> {
    let kind = KINDS.iter().find(|kind| bytes.starts_with(kind.magic))?;
    Some(format!("{name} is {}; {}", kind.name, kind.advice.replace("FILE", name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_is_named_with_what_to_do() {
        let message = unreadable("a.ll.gz", b"\x1f\x8b\x08\0").unwrap_or_default();
        assert_eq!(
            message,
            "a.ll.gz is compressed by gzip; decompress it first, and hand it over as standard input: \
             gzip -dc a.ll.gz | irtrip COMMAND -"
        );
        assert_eq!(unreadable("a.ll", b"; ModuleID = 'a'"), None);
    }
}
