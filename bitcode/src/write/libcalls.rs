//! The names of functions that code generators call, which a symbol table says are used: a linker keeps them.

use std::sync::LazyLock;

use irtrip_dialect::data_layout::triple::Triple;
use rustc_hash::FxHashMap;

/// The table, whose first lines say how it was made.
static TABLE: &str = include_str!("libcalls.txt");

/// What starts the names of architectures, and the targets of the table that these are. The first that fits counts.
const ARCHITECTURES: [(&str, Target); 22] = [
    ("x86_64", Target { other: "x86_64", gnu: "x86_64-gnu", darwin: "x86_64-darwin" }),
    ("aarch64", AARCH64),
    ("arm64", AARCH64),
    ("arm", Target::plain("arm")),
    ("thumb", Target::plain("arm")),
    ("powerpc64", Target::plain("powerpc64")),
    ("ppc64", Target::plain("powerpc64")),
    ("powerpc", Target::plain("powerpc")),
    ("ppc", Target::plain("powerpc")),
    ("riscv64", Target::plain("riscv64")),
    ("riscv32", Target::plain("riscv32")),
    ("s390x", Target::plain("s390x")),
    ("mips", Target::plain("mips")),
    ("hexagon", Target::plain("hexagon")),
    ("wasm", Target::plain("wasm")),
    ("amdgcn", NONE),
    ("r600", NONE),
    ("nvptx", NONE),
    ("dxil", NONE),
    ("i", Target { other: "x86_64", gnu: "x86_64-gnu", darwin: "x86_64-darwin" }),
    ("-", NONE),
    ("", Target::plain("other")),
];

const AARCH64: Target = Target { other: "aarch64", gnu: "aarch64", darwin: "aarch64-darwin" };
const NONE: Target = Target::plain("none");

/// The targets of the table that an architecture is, by its system.
#[derive(Clone, Copy)]
struct Target {
    other: &'static str,
    gnu: &'static str,
    darwin: &'static str,
}

impl Target {
    const fn plain(name: &'static str) -> Target {
        Target { other: name, gnu: name, darwin: name }
    }
}

/// The functions that a code generator calls.
pub(super) struct Libcalls {
    target: &'static str,
}

impl Libcalls {
    /// The library functions that a target has, by its triple.
    pub(super) fn of(triple: &str) -> Libcalls {
        if triple.is_empty() {
            return Libcalls { target: NONE.other };
        }
        let found = ARCHITECTURES.iter().find(|(start, _)| triple.starts_with(start));
        let target = found.map_or(NONE, |(_, target)| *target);
        let parts = Triple::parse(triple);
        let target = match () {
            () if parts.is_darwin() => target.darwin,
            () if parts.is_gnu_environment() => target.gnu,
            () => target.other,
        };
        Libcalls { target }
    }

    /// Whether a function of this name is among them.
    pub(super) fn contains(&self, name: &[u8]) -> bool {
        static TARGETS: LazyLock<FxHashMap<&str, &str>> = LazyLock::new(|| {
            let lines = TABLE.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(':'));
            lines.flat_map(|(targets, names)| names.split_whitespace().map(move |name| (name, targets))).collect()
        });
        let targets = std::str::from_utf8(name).ok().and_then(|name| TARGETS.get(name));
        targets.is_some_and(|targets| targets.split(' ').any(|target| target == self.target))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_call_what_is_theirs() {
        let calls = |triple: &str, name: &str| Libcalls::of(triple).contains(name.as_bytes());
        assert!(calls("x86_64-pc-linux-gnu", "memcpy") && calls("arm64-apple-ios", "memset"));
        assert!(calls("x86_64-pc-linux-gnu", "sincos") && !calls("x86_64-pc-linux-musl", "sincos"));
        assert!(calls("armv7-none-eabi", "__aeabi_d2f") && !calls("x86_64-pc-linux-gnu", "__aeabi_d2f"));
        assert!(!calls("nvptx64-nvidia-cuda", "memcpy") && !calls("", "memcpy"));
    }
}
