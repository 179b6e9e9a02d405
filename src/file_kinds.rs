//! Kinds of files that no command reads, by what they start with, and what makes of them a file that one does.

use irtrip_roundtrip::language::certain_language;

/// A kind of file, and what to do with it.
struct FileKind {
    magic: &'static [u8],
    name: &'static str,
    advice: &'static str,
}

/// Text in UTF-16, whose magic is its byte order mark.
const UTF16: FileKind = FileKind {
    magic: b"\xff\xfe",
    name: "text in UTF-16",
    advice: "iconv makes UTF-8 of it: iconv -f UTF-16 -t UTF-8 FILE | irtrip COMMAND -",
};

/// How many bytes of a file are looked at for one that no text has.
const LOOKED_AT: usize = 8000;

const OBJECT: &str =
    "irtrip reads LLVM assembly, bitcode and MLIR; clang -S -emit-llvm makes LLVM assembly of a source";

const KINDS: &[FileKind] = &[
    UTF16,
    FileKind { magic: b"\xfe\xff", ..UTF16 },
    FileKind {
        magic: b"\xef\xbb\xbf",
        name: "text with a byte order mark, which LLVM does not read",
        advice: "hand over what comes after it: tail -c +4 FILE | irtrip COMMAND -",
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
    Some(message(name, kind.name, kind.advice))
}

/// As [`unreadable`], of what is no bitcode either: UTF-16 without a mark, or a binary file of any other kind. Text that
/// begins as LLVM assembly or MLIR is text: LLVM reads a zero byte as a space.
pub fn binary(name: &str, bytes: &[u8]) -> Option<String> {
    let first = bytes.get(..LOOKED_AT).unwrap_or(bytes);
    let zeros: Vec<bool> = first.iter().take(4).map(|byte| *byte == 0).collect();
    let utf16 = |order: &str| message(name, UTF16.name, &UTF16.advice.replace("UTF-16 ", &format!("UTF-16{order} ")));
    match zeros.as_slice() {
        [false, true, false, true] => Some(utf16("LE")),
        [true, false, true, false] => Some(utf16("BE")),
        _ if first.contains(&0) && certain_language(&String::from_utf8_lossy(first)).is_none() => {
            Some(message(name, "a binary file of an unknown kind", OBJECT))
        }
        _ => None,
    }
}

fn message(name: &str, kind: &str, advice: &str) -> String {
    format!("{name} is {kind}; {}", advice.replace("FILE", name))
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
        assert_eq!(binary("a.ll", b"; a zero byte: \0"), None);
        for (text, wanted) in [(b"@\0g\0", "UTF-16LE"), (b"\0@\0g", "UTF-16BE"), (b"x\0yz", "an unknown kind")] {
            let message = binary("a.ll", text).unwrap_or_default();
            assert!(message.contains(wanted), "{message}");
        }
    }
}
