//! Target triples, as far as what is read depends on them. LangRef, "Target Triple".

/// An architecture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names are LLVM's")]
pub enum Arch {
    AArch64,
    AmdGcn,
    /// ARM in little-endian order, in either of its encodings.
    Arm,
    /// DirectX's intermediate language.
    Dxil,
    LoongArch64,
    Mips64,
    PowerPc,
    PowerPc64,
    R600,
    RiscV64,
    Sparc,
    /// SPIR.
    Spir,
    /// SPIR-V, but for its logical addressing.
    SpirV,
    Wasm,
    X86,
    X86_64,
    /// Any other.
    Other,
}

/// The components of a triple.
///
/// ```
/// use irtrip_dialect::data_layout::triple::{Arch, Triple};
/// let triple = Triple::parse("i686-pc-windows-msvc");
/// assert!(triple.arch() == Arch::X86 && triple.is_windows_msvc_environment() && !triple.is_aix());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Triple<'t> {
    arch: &'t str,
    os: &'t str,
    environment: &'t str,
}

/// What names of architectures start with; the first that fits counts.
const ARCHITECTURES: &[(&str, Arch)] = &[
    ("aarch64", Arch::AArch64),
    ("arm64", Arch::AArch64),
    ("amdgcn", Arch::AmdGcn),
    ("armeb", Arch::Other),
    ("thumbeb", Arch::Other),
    ("arm", Arch::Arm),
    ("thumb", Arch::Arm),
    ("dxil", Arch::Dxil),
    ("loongarch64", Arch::LoongArch64),
    ("mips64", Arch::Mips64),
    ("mipsisa64", Arch::Mips64),
    ("mipsn32", Arch::Mips64),
    ("powerpc64", Arch::PowerPc64),
    ("ppc64", Arch::PowerPc64),
    ("ppu", Arch::PowerPc64),
    ("powerpc", Arch::PowerPc),
    ("ppc", Arch::PowerPc),
    ("r600", Arch::R600),
    ("riscv64", Arch::RiscV64),
    ("sparc", Arch::Sparc),
    ("spirv32", Arch::SpirV),
    ("spirv64", Arch::SpirV),
    ("spirv", Arch::Other),
    ("spir", Arch::Spir),
    ("wasm", Arch::Wasm),
    ("x86_64", Arch::X86_64),
    ("amd64", Arch::X86_64),
];

impl<'t> Triple<'t> {
    /// Takes a triple apart.
    pub fn parse(triple: &'t str) -> Triple<'t> {
        let mut parts = triple.splitn(4, '-');
        let mut next = || parts.next().unwrap_or_default();
        let (arch, _vendor, os, environment) = (next(), next(), next(), next());
        Triple { arch, os, environment }
    }

    /// Its architecture.
    pub fn arch(&self) -> Arch {
        if matches!(self.arch.as_bytes(), [b'i', b'3'..=b'9', b'8', b'6']) {
            return Arch::X86;
        }
        let found = ARCHITECTURES.iter().find(|(start, _)| self.arch.starts_with(start));
        found.map_or(Arch::Other, |(_, arch)| *arch)
    }

    /// Whether it is one of Apple's systems.
    pub fn is_darwin(&self) -> bool {
        const SYSTEMS: [&str; 10] =
            ["darwin", "macos", "ios", "tvos", "watchos", "xros", "visionos", "driverkit", "bridgeos", "firmware"];
        SYSTEMS.iter().any(|system| self.os.starts_with(system))
    }

    /// Whether its environment is GNU's.
    pub fn is_gnu_environment(&self) -> bool {
        self.environment.starts_with("gnu")
    }

    /// Whether its objects are Mach-O.
    pub fn is_mach_o(&self) -> bool {
        self.is_darwin() || self.environment.ends_with("macho")
    }

    /// Whether its objects are COFF.
    pub fn is_coff(&self) -> bool {
        let is_other = ["elf", "macho"].iter().any(|format| self.environment.ends_with(format));
        !is_other && (self.is_windows() || self.os.starts_with("uefi"))
    }

    /// Whether it is AIX.
    pub fn is_aix(&self) -> bool {
        self.os.starts_with("aix")
    }

    /// Whether it is Intel MCU.
    pub(crate) fn is_elf_iamcu(&self) -> bool {
        self.os.starts_with("elfiamcu")
    }

    /// Whether it is Windows with Microsoft's environment, which is spelled out.
    pub fn is_known_windows_msvc_environment(&self) -> bool {
        self.is_windows() && self.environment.starts_with("msvc")
    }

    /// Whether it is Windows with Microsoft's environment, which need not be spelled out.
    pub fn is_windows_msvc_environment(&self) -> bool {
        self.is_known_windows_msvc_environment() || self.is_windows() && self.environment.is_empty()
    }

    fn is_windows(&self) -> bool {
        self.os.starts_with("windows") || self.os.starts_with("win32")
    }
}
