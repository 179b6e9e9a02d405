//! Data layouts of older releases. LangRef, "Data Layout".
//!
//! What a module's text has is preserved in addition to the upgraded layout, so that it round-trips.

use super::triple::{Arch, Triple};

/// What targets that have pointers of 32 and 64 bits side by side say of them.
const MIXED_POINTERS: &str = "-p270:32:32-p271:32:32-p272:64:64";

/// A data layout as LLVM 22 has it for a target triple. One that it has as it is stays so.
///
/// ```
/// use irtrip_dialect::data_layout::upgrade::upgraded;
/// let current = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-S128-Fn32";
/// assert_eq!(upgraded("e-m:e-i64:64-S128", "aarch64-linux-gnu"), current);
/// assert_eq!(upgraded("", "aarch64"), "");
/// ```
pub fn upgraded(layout: &str, triple: &str) -> String {
    let triple = Triple::parse(triple);
    match triple.arch() {
        Arch::Spir | Arch::SpirV => with_global_space(layout),
        Arch::LoongArch64 | Arch::RiscV64 => layout.replacen("-n64-", "-n32:64-", 1),
        Arch::AmdGcn => with_elf_mangling(amdgcn_pointers(layout), layout),
        Arch::Dxil => with_byte_aligned_bytes(layout),
        Arch::R600 => with_elf_mangling(with_global_space(layout), layout),
        Arch::AArch64 => {
            let mut upgraded = layout.to_owned();
            if !layout.is_empty() && !layout.contains("-Fn32") {
                upgraded.push_str("-Fn32");
            }
            with_mixed_pointers(upgraded)
        }
        Arch::Sparc | Arch::Wasm => with_wide_integers(layout),
        Arch::Mips64 if !layout.contains("m:m") => with_wide_integers(layout),
        Arch::PowerPc | Arch::PowerPc64 => power_pc(layout, &triple),
        Arch::X86 | Arch::X86_64 => x86(layout, &triple),
        Arch::Arm | Arch::Mips64 | Arch::Other => layout.to_owned(),
    }
}

/// Whether a layout has a component that starts so.
fn has(layout: &str, component: &str) -> bool {
    layout.starts_with(component) || layout.contains(&format!("-{component}"))
}

/// With the address space of globals.
fn with_global_space(layout: &str) -> String {
    match layout {
        "" => "G1".to_owned(),
        _ if has(layout, "G") => layout.to_owned(),
        _ => format!("{layout}-G1"),
    }
}

/// The specification of `i8` that LLVM 16 and later ask for, where a layout's is another: DXIL's compiler, which is LLVM 3.7, aligns
/// bytes to 32 bits.
pub fn natural_byte_alignment(specification: &str) -> Option<&'static str> {
    specification.strip_prefix("i8:").is_some_and(|alignment| !alignment.starts_with('8')).then_some("i8:8")
}

/// With bytes aligned naturally.
fn with_byte_aligned_bytes(layout: &str) -> String {
    let aligned = |specification| natural_byte_alignment(specification).unwrap_or(specification);
    layout.split('-').map(aligned).collect::<Vec<&str>>().join("-")
}

/// With the mangling of symbols in ELF, which `written` may have.
fn with_elf_mangling(layout: String, written: &str) -> String {
    if written.contains("m:e") { layout } else { format!("m:e-{layout}") }
}

/// With the address spaces of buffers.
fn amdgcn_pointers(layout: &str) -> String {
    const OLD_RESOURCE: &str = "-p8:128:128-";
    let mut upgraded = with_global_space(layout);
    if !has(layout, "ni") {
        upgraded.push_str("-ni:7:8:9");
    }
    if layout.ends_with("ni:7") {
        upgraded.push_str(":8:9");
    }
    if layout.ends_with("ni:7:8") {
        upgraded.push_str(":9");
    }
    for (space, pointer) in [("p7", "-p7:160:256:256:32"), ("p8", "-p8:128:128:128:48"), ("p9", "-p9:192:256:256:32")] {
        if !has(layout, space) {
            upgraded.push_str(pointer);
        }
    }
    if layout.contains(OLD_RESOURCE) {
        upgraded = upgraded.replacen(OLD_RESOURCE, "-p8:128:128:128:48-", 1);
    }
    upgraded
}

/// With pointers of 32 and of 64 bits after the endianness, the mangling and the pointers of 32 bits that a layout
/// starts with.
fn with_mixed_pointers(layout: String) -> String {
    let start = match layout.as_bytes() {
        [b'E' | b'e', b'-', b'm', b':', b'a'..=b'z', ..] if !layout.contains(MIXED_POINTERS) => "e-m:x".len(),
        _ => return layout,
    };
    let (mangled, rest) = layout.split_at(start);
    let (pointers, rest) = match rest.strip_prefix("-p:32:32") {
        Some(after) if after.starts_with('-') => ("-p:32:32", after),
        _ => ("", rest),
    };
    if rest.starts_with('-') { format!("{mangled}{pointers}{MIXED_POINTERS}{rest}") } else { layout }
}

/// With the alignment of integers of 128 bits after those of 64.
fn with_wide_integers(layout: &str) -> String {
    match layout.split_once("-i64:64") {
        Some((before, after)) if !layout.contains("-i128:128") => format!("{before}-i64:64-i128:128{after}"),
        _ => layout.to_owned(),
    }
}

fn power_pc(layout: &str, triple: &Triple<'_>) -> String {
    const DOUBLE: &str = "-f64:32:64";
    let mut upgraded = if triple.arch() == Arch::PowerPc64 { with_wide_integers(layout) } else { layout.to_owned() };
    if triple.is_aix() && !layout.is_empty() && !layout.contains("f64:32:64") {
        let place = upgraded.find("-S128").unwrap_or(upgraded.len());
        upgraded.insert_str(place, DOUBLE);
    }
    upgraded
}

fn x86(layout: &str, triple: &Triple<'_>) -> String {
    const INTEGERS: &str = "-i128:128";
    let mut upgraded = with_mixed_pointers(layout.to_owned());
    if !triple.is_elf_iamcu()
        && !upgraded.contains(INTEGERS)
        && let Some(place) = after_pointers(&upgraded)
    {
        upgraded.insert_str(place, INTEGERS);
    }
    if triple.is_windows_msvc_environment() && triple.arch() == Arch::X86 {
        upgraded = upgraded.replacen("-f80:32-", "-f80:128-", 1);
    }
    upgraded
}

/// Where the components of a little-endian layout that are about pointers, mangling and integers end, where none of them
/// comes later.
fn after_pointers(layout: &str) -> Option<usize> {
    let components = layout.strip_prefix('e')?;
    let is_first = |component: &str| component.starts_with(['m', 'p', 'i']);
    let mut place = 1;
    let mut later = false;
    if !components.is_empty() && !components.starts_with('-') {
        return None;
    }
    for component in components.split('-').skip(1) {
        match is_first(component) {
            true if later => return None,
            true => place += component.len() + 1,
            false if component.is_empty() => return None,
            false => later = true,
        }
    }
    Some(place)
}

#[cfg(test)]
mod tests {
    use super::upgraded;

    #[test]
    fn layouts_of_each_target() {
        let of = |triple, layout| upgraded(layout, triple);
        assert_eq!(
            of("x86_64-unknown-linux-gnu", "e-m:e-i64:64-f80:128-n8:16:32:64-S128"),
            "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
        );
        assert_eq!(
            of("i386-pc-windows-msvc", "e-m:x-p:32:32-i64:64-f80:32-n8:16:32-a:0:32-S32"),
            "e-m:x-p:32:32-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32-a:0:32-S32"
        );
        assert_eq!(
            of("aarch64-linux-gnu", "e-m:e-i64:64-S128"),
            "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-S128-Fn32"
        );
        assert_eq!(of("aarch64", ""), "");
        assert_eq!(
            of("riscv64", "e-m:e-p:64:64-i64:64-i128:128-n64-S128"),
            "e-m:e-p:64:64-i64:64-i128:128-n32:64-S128"
        );
        assert_eq!(of("spirv64-unknown-unknown", ""), "G1");
        assert_eq!(of("spirv-unknown-vulkan", "e"), "e");
        assert_eq!(of("powerpc64-ibm-aix", "E-m:a-i64:64-n32:64-S128"), "E-m:a-i64:64-i128:128-n32:64-f64:32:64-S128");
        assert_eq!(of("wasm32", "e-m:e-p:32:32-i64:64-n32:64"), "e-m:e-p:32:32-i64:64-i128:128-n32:64");
        assert_eq!(
            of("amdgcn-amd-amdhsa", "e-G1-ni:7"),
            "m:e-e-G1-ni:7:8:9-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32"
        );
        assert_eq!(of("r600", "e"), "m:e-e-G1");
        assert_eq!(of("msp430", "e-m:e"), "e-m:e");
    }
}
