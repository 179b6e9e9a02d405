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

/// The names of architectures, of which those with a `*` may go on; the first that fits counts.
const ARCHITECTURES: &[(&[&str], Arch)] = &[
    (&["aarch64", "aarch64_32", "aarch64_be", "arm64", "arm64_32", "arm64e", "arm64ec"], Arch::AArch64),
    (&["amdgcn"], Arch::AmdGcn),
    (&["armeb*", "thumbeb*", "xscaleeb"], Arch::Other),
    (&["arm*", "thumb*", "xscale"], Arch::Arm),
    (&["dxil", "dxilv1.*"], Arch::Dxil),
    (&["loongarch64"], Arch::LoongArch64),
    (&["mips64", "mips64eb", "mips64r6", "mipsisa64r6", "mipsn32", "mipsn32r6"], Arch::Mips64),
    (&["mips64el", "mips64r6el", "mipsisa64r6el", "mipsn32el", "mipsn32r6el"], Arch::Mips64),
    (&["powerpc64", "powerpc64le", "ppc64", "ppc64le", "ppu"], Arch::PowerPc64),
    (&["powerpc", "powerpcle", "powerpcspe", "ppc", "ppc32", "ppc32le", "ppcle"], Arch::PowerPc),
    (&["r600"], Arch::R600),
    (&["riscv64"], Arch::RiscV64),
    (&["sparc", "sparc64", "sparcel", "sparcv9"], Arch::Sparc),
    (&["spirv32", "spirv32v1.*", "spirv64", "spirv64v1.*"], Arch::SpirV),
    (&["spir", "spir64"], Arch::Spir),
    (&["wasm32", "wasm64"], Arch::Wasm),
    (&["i386", "i486", "i586", "i686", "i786", "i886", "i986"], Arch::X86),
    (&["x86_64", "x86_64h", "amd64"], Arch::X86_64),
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
        let fits = |name: &&str| match name.strip_suffix('*') {
            Some(start) => self.arch.starts_with(start),
            None => self.arch == *name,
        };
        let found = ARCHITECTURES.iter().find(|(names, _)| names.iter().any(fits));
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
