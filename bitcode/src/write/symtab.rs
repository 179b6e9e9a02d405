//! The symbol table for linkers. `llvm/Object/IRSymtab.h` has its layout.

use irtrip_dialect::FloatKind;
use irtrip_dialect::data_layout::triple::{Arch, Triple};
use irtrip_dialect::enums::{CallingConvention, Linkage, Visibility};
use irtrip_dialect::release::Release;
use rustc_hash::{FxHashMap, FxHashSet};

use super::libcalls::Libcalls;
use super::releases;
use super::strtab::Strtab;
use crate::constants::{Constant, ValueKind};
use crate::metadata::Node;
use crate::module::{GlobalKind, GlobalValue, Module};
use crate::types::{Type, TypeId};

/// The bits of a symbol, above two for its visibility.
mod flag {
    pub(super) const HAS_UNCOMMON: u32 = 1 << 2;
    pub(super) const UNDEFINED: u32 = 1 << 3;
    pub(super) const WEAK: u32 = 1 << 4;
    pub(super) const COMMON: u32 = 1 << 5;
    pub(super) const INDIRECT: u32 = 1 << 6;
    pub(super) const USED: u32 = 1 << 7;
    pub(super) const TLS: u32 = 1 << 8;
    pub(super) const MAY_OMIT: u32 = 1 << 9;
    pub(super) const GLOBAL: u32 = 1 << 10;
    pub(super) const FORMAT_SPECIFIC: u32 = 1 << 11;
    pub(super) const UNNAMED_ADDR: u32 = 1 << 12;
    pub(super) const EXECUTABLE: u32 = 1 << 13;
}

/// How a data layout has names in symbol tables.
#[derive(Clone, Copy)]
struct Mangling {
    /// What stands before each name.
    prefix: &'static str,
    /// What stands before that for a private one.
    private: &'static str,
    /// Whether names of C++ by Microsoft's scheme are left as they are.
    is_microsoft: bool,
}

impl Mangling {
    /// The mangling of a data layout.
    fn of(data_layout: &str) -> Mangling {
        let mode = data_layout.split('-').find_map(|part| part.strip_prefix("m:")).unwrap_or_default();
        let (prefix, private) = match mode {
            "e" | "w" => ("", ".L"),
            "l" => ("", "L#"),
            "m" => ("", "$"),
            "o" | "x" => ("_", "L"),
            "a" => ("", "L.."),
            _ => ("", ""),
        };
        Mangling { prefix, private, is_microsoft: matches!(mode, "w" | "x") }
    }
}

/// Whether names depend on what is not made here: the bytes of arguments, and directives for what is exported.
fn has_decorations(module: &Module<'_>, mangling: Mangling, triple: &Triple<'_>) -> bool {
    use CallingConvention as C;
    let decorated = |convention: &CallingConvention| {
        [C::X86_VECTORCALL].contains(convention)
            || mangling.is_microsoft && [C::X86_STDCALL, C::X86_FASTCALL].contains(convention)
    };
    module.globals.iter().any(|global| {
        let is_decorated = matches!(&global.kind, GlobalKind::Function { convention, .. } if decorated(convention));
        is_decorated || triple.is_coff() && (global.dll == EXPORT || global.visibility == Visibility::Hidden)
    })
}

/// `dllexport`
const EXPORT: u64 = 2;

/// The size of a type, for those whose size is that of their bits.
fn size(module: &Module<'_>, ty: TypeId) -> Option<u64> {
    let types = &module.types;
    match types.get(ty) {
        Type::Integer(bits @ (8 | 16 | 32 | 64)) => Some(u64::from(*bits) / 8),
        Type::Float(FloatKind::F16 | FloatKind::BF16) => Some(2),
        Type::Float(FloatKind::F32) => Some(4),
        Type::Float(FloatKind::F64) => Some(8),
        Type::Pointer(_, 0) => Some(pointer_bits(&String::from_utf8_lossy(&module.data_layout)) / 8),
        Type::Array(length, element) => size(module, *element)?.checked_mul(*length),
        Type::Vector { length, scalable: false, element } => {
            size(module, *element)?.checked_mul(*length).filter(|size| size.is_power_of_two())
        }
        _ => None,
    }
}

/// How many bits the pointers of a data layout have.
fn pointer_bits(data_layout: &str) -> u64 {
    const DEFAULT: u64 = 64;
    let found = data_layout.split('-').find_map(|part| part.strip_prefix("p:").or_else(|| part.strip_prefix("p0:")));
    found.and_then(|sizes| sizes.split(':').next()?.parse().ok()).unwrap_or(DEFAULT)
}

/// Metadata by number.
fn node<'w>(module: &'w Module<'_>, id: u64) -> Option<&'w Node<'w>> {
    module.metadata.nodes.get(usize::try_from(id).ok()?)
}

/// The operands of the nodes of a named one.
fn operands<'w>(module: &'w Module<'_>, name: &[u8]) -> impl Iterator<Item = Vec<&'w Node<'w>>> {
    let nodes = module.metadata.named.iter().filter(move |(own, _)| own == name).flat_map(|(_, nodes)| nodes);
    nodes.filter_map(|id| match node(module, *id)? {
        Node::Tuple { operands, .. } => {
            Some(operands.iter().filter_map(|operand| node(module, operand.checked_sub(1)?)).collect())
        }
        _ => None,
    })
}

/// Whether code for x86 in ELF finds data by the table of global offsets, which no IR names.
fn needs_global_offset_table(module: &Module<'_>, triple: &Triple<'_>) -> bool {
    const MEDIUM: i64 = 3;
    const LARGE: i64 = 4;
    let is_large = || {
        operands(module, b"llvm.module.flags").any(|flag| match flag.as_slice() {
            [_, Node::String(name), Node::Value(value, _)] if name.as_ref() == b"Code Model" => matches!(
                module.values.get(*value as usize).map(|value| &value.kind),
                Some(ValueKind::Constant(Constant::Integer(MEDIUM | LARGE)))
            ),
            _ => false,
        })
    };
    let is_elf = !triple.is_coff() && !triple.is_mach_o();
    is_elf && (triple.arch() == Arch::X86 || triple.arch() == Arch::X86_64 && is_large())
}

/// What the table is made of.
struct Builder<'w> {
    module: &'w Module<'w>,
    strtab: &'w mut Strtab,
    used: FxHashSet<u32>,
    libcalls: Libcalls,
    mangling: Mangling,
    is_coff: bool,
    symbols: Vec<u32>,
    uncommons: Vec<u32>,
    comdats: Vec<u32>,
    /// The places of comdats in the table.
    comdat_places: FxHashMap<u32, u32>,
    /// The numbers of global values without a name.
    unnamed: FxHashMap<u32, usize>,
}

/// The table; `None` where there is none, or where it depends on what is not made here: names of COFF that conventions and
/// exports decorate, sizes of structs that are common symbols, and symbols of assembly. A linker makes it anew then. Names that
/// LLVM has added by then stay in the string table, as they do there.
pub(super) fn build(module: &Module<'_>, producer: &[u8], release: Release, strtab: &mut Strtab) -> Option<Vec<u8>> {
    if !module.asm.is_empty() {
        return None;
    }
    let mut header = vec![releases::of(releases::SYMTAB_VERSION, release, releases::SYMTAB_VERSION_OLDEST)];
    let text = |strtab: &mut Strtab, text: &[u8]| strtab.add(text).map(|number| number as u32);
    header.extend(text(strtab, producer));
    let triple = text(strtab, &module.triple);
    let source = text(strtab, module.source_filename.as_deref().unwrap_or_default());
    if module.data_layout.is_empty() {
        return None;
    }
    let mangling = Mangling::of(&String::from_utf8_lossy(&module.data_layout));
    let triple_text = String::from_utf8_lossy(&module.triple);
    let target = Triple::parse(&triple_text);
    if has_decorations(module, mangling, &target) {
        return None;
    }
    let has_libraries = releases::of(releases::DEPENDENT_LIBRARIES, release, false);
    let libraries = if target.is_coff() || !has_libraries { Vec::new() } else { dependent_libraries(module, strtab) };
    let mut builder = Builder {
        module,
        strtab,
        used: used(module),
        libcalls: Libcalls::of(&triple_text),
        mangling,
        is_coff: target.is_coff(),
        symbols: Vec::new(),
        uncommons: Vec::new(),
        comdats: Vec::new(),
        comdat_places: FxHashMap::default(),
        unnamed: FxHashMap::default(),
    };
    let of_kind: [fn(&GlobalKind) -> bool; 4] = [
        |kind| matches!(kind, GlobalKind::Function { .. }),
        |kind| matches!(kind, GlobalKind::Variable { .. }),
        |kind| matches!(kind, GlobalKind::Alias(_)),
        |kind| matches!(kind, GlobalKind::IFunc(_)),
    ];
    for is_of_kind in of_kind {
        for (place, global) in module.globals.iter().enumerate().filter(|(_, global)| is_of_kind(&global.kind)) {
            builder.symbol(place as u32, global)?;
        }
    }
    if releases::of(releases::GLOBAL_OFFSET_TABLE, release, false) && needs_global_offset_table(module, &target) {
        let (name, ir_name) = (builder.text(b"_GLOBAL_OFFSET_TABLE_"), builder.text(b""));
        builder.symbols.extend([name, ir_name].concat());
        builder.symbols.extend([u32::MAX, flag::GLOBAL | flag::USED | flag::UNDEFINED]);
    }
    let Builder { symbols, uncommons, comdats, .. } = builder;
    let options = if target.is_coff() { linker_options(module) } else { Vec::new() };
    let options = text(strtab, &options);
    let modules = vec![0, symbols.len() as u32 / 6, 0];
    let mut parts = vec![(modules, 3), (comdats, 3), (symbols, 6), (uncommons, 6)];
    parts.extend(has_libraries.then_some((libraries, 2)));
    Some(table(header, &parts, [triple, source, options]))
}

/// The table of a header that starts so, parts of entries of so many words, and texts that stand after the first four parts.
fn table(mut header: Vec<u32>, parts: &[(Vec<u32>, u32)], texts: [[u32; 2]; 3]) -> Vec<u8> {
    let mut at = (header.len() + parts.len() * 2 + texts.len() * 2) as u32 * 4;
    for (place, (words, size)) in parts.iter().enumerate() {
        if place == 4 {
            header.extend(texts.iter().flatten());
        }
        header.extend([at, words.len() as u32 / size]);
        at += words.len() as u32 * 4;
    }
    if parts.len() <= 4 {
        header.extend(texts.iter().flatten());
    }
    let content = parts.iter().flat_map(|(words, _)| words);
    header.iter().chain(content).flat_map(|word| word.to_le_bytes()).collect()
}

/// What a module for COFF tells the linker.
fn linker_options(module: &Module<'_>) -> Vec<u8> {
    let mut options = Vec::new();
    for node in operands(module, b"llvm.linker.options").flatten() {
        if let Node::String(text) = node {
            options.push(b' ');
            options.extend_from_slice(text);
        }
    }
    options
}

/// The opcodes of constants that add and subtract.
const ADD: u64 = 0;
const SUB: u64 = 1;

/// The global value that a constant is an address in.
fn base(module: &Module<'_>, value: u32) -> Option<u32> {
    /// How many constants are looked at, which a file may have refer to each other.
    const MOST: u32 = 256;
    base_within(module, value, &mut MOST.clone())
}

fn base_within(module: &Module<'_>, value: u32, left: &mut u32) -> Option<u32> {
    *left = left.checked_sub(1)?;
    match &module.values.get(value as usize)?.kind {
        ValueKind::Global(place) => match module.globals.get(*place as usize)?.kind {
            GlobalKind::Alias(value) => base_within(module, value, left),
            _ => Some(*place),
        },
        ValueKind::Constant(Constant::Cast(_, operand)) => base_within(module, *operand, left),
        ValueKind::Constant(Constant::Gep(gep)) => base_within(module, *gep.operands.first()?, left),
        // One side of a sum may be an address; what is taken from one may not.
        ValueKind::Constant(Constant::Binary(parts)) => {
            let (opcode, _, operands) = **parts;
            let [first, second] = operands.map(|operand| base_within(module, operand, left));
            match (opcode, first, second) {
                (ADD | SUB, Some(place), None) | (ADD, None, Some(place)) => Some(place),
                _ => None,
            }
        }
        ValueKind::Constant(_) | ValueKind::Local => None,
    }
}

/// The global values that are said to be used.
fn used(module: &Module<'_>) -> FxHashSet<u32> {
    let lists =
        module.globals.iter().filter(|global| [&b"llvm.used"[..], b"llvm.compiler.used"].contains(&&*global.name));
    let elements = lists.filter_map(|global| {
        let GlobalKind::Variable { initializer: Some(value), .. } = global.kind else { return None };
        match &module.values.get(value as usize)?.kind {
            ValueKind::Constant(Constant::Aggregate(elements)) => Some(elements),
            _ => None,
        }
    });
    elements.flatten().filter_map(|element| direct(module, *element, 0)).collect()
}

/// As [`base`], but an alias is itself.
fn direct(module: &Module<'_>, value: u32, depth: u32) -> Option<u32> {
    match &module.values.get(value as usize)?.kind {
        ValueKind::Global(place) => Some(*place),
        ValueKind::Constant(Constant::Cast(_, operand)) if depth < 64 => direct(module, *operand, depth + 1),
        _ => base(module, value),
    }
}

/// The libraries that a module for ELF says it needs.
fn dependent_libraries(module: &Module<'_>, strtab: &mut Strtab) -> Vec<u32> {
    let mut words = Vec::new();
    for library in operands(module, b"llvm.dependent-libraries") {
        if let Some(Node::String(text)) = library.first() {
            words.extend(strtab.add(text).map(|number| number as u32));
        }
    }
    words
}

impl Builder<'_> {
    fn text(&mut self, text: &[u8]) -> [u32; 2] {
        self.strtab.add(text).map(|number| number as u32)
    }

    /// A name as object files have it.
    fn mangled(&mut self, place: u32, global: &GlobalValue) -> Vec<u8> {
        if let Some(verbatim) = global.name.strip_prefix(b"\x01") {
            return verbatim.to_vec();
        }
        let private = if global.linkage == Linkage::Private { self.mangling.private } else { "" };
        let is_of_scheme = self.mangling.is_microsoft && global.name.starts_with(b"?");
        let prefix = if is_of_scheme { "" } else { self.mangling.prefix };
        let mut name = [private, prefix].concat().into_bytes();
        if global.name.is_empty() {
            let next = self.unnamed.len() + 1;
            let number = self.unnamed.entry(place).or_insert(next);
            name.extend(format!("__unnamed_{number}").into_bytes());
        } else {
            name.extend(&global.name);
        }
        name
    }

    fn symbol(&mut self, place: u32, global: &GlobalValue) -> Option<()> {
        let name = self.mangled(place, global);
        let name = self.text(&name);
        let ir_name = self.text(&global.name);
        // What an alias stands for, or resolves an ifunc.
        let object = match global.kind {
            GlobalKind::Alias(value) => base(self.module, value)?,
            GlobalKind::Function { .. } | GlobalKind::Variable { .. } | GlobalKind::IFunc(_) => place,
        };
        let mut object = self.module.globals.get(object as usize)?;
        let mut flags = self.flags(place, global, object);
        let mut uncommon = None;
        if global.linkage == Linkage::Common {
            let size = u32::try_from(size(self.module, global.ty)?).ok()?;
            let alignment = global.alignment.checked_sub(1).map_or(0, |exponent| 1u32.wrapping_shl(exponent as u32));
            uncommon = Some(self.uncommon([size, alignment]));
        }
        if let GlobalKind::IFunc(value) = object.kind {
            object = self.module.globals.get(base(self.module, value)? as usize)?;
        }
        let comdat = match object.comdat {
            Some(comdat) => self.comdat(comdat)?,
            None => u32::MAX,
        };
        if let GlobalKind::Alias(value) = global.kind
            && self.is_coff
            && flags & flag::WEAK != 0
        {
            let fallback = direct(self.module, value, 0)?;
            let fallback = self.mangled(fallback, self.module.globals.get(fallback as usize)?);
            let mut words = uncommon.unwrap_or_else(|| self.uncommon([0, 0]));
            words[2..4].copy_from_slice(&self.text(&fallback));
            uncommon = Some(words);
        }
        if !object.section.is_empty() {
            let mut words = uncommon.unwrap_or_else(|| self.uncommon([0, 0]));
            words[4..].copy_from_slice(&self.text(&object.section));
            uncommon = Some(words);
        }
        if let Some(words) = uncommon {
            flags |= flag::HAS_UNCOMMON;
            self.uncommons.extend(words);
        }
        self.symbols.extend([name, ir_name].concat());
        self.symbols.extend([comdat, flags]);
        Some(())
    }

    /// What few symbols have: the size and alignment of a common one, the fallback of a weak external symbol, a section.
    fn uncommon(&mut self, [size, alignment]: [u32; 2]) -> [u32; 6] {
        let [start, length] = self.text(b"");
        [size, alignment, start, length, start, length]
    }

    fn flags(&self, place: u32, global: &GlobalValue, object: &GlobalValue) -> u32 {
        let linkage = global.linkage;
        let (is_changed, is_declaration) = match global.kind {
            GlobalKind::Variable { is_constant, initializer, .. } => (!is_constant, initializer.is_none()),
            GlobalKind::Function { body, .. } => (false, body.is_none()),
            GlobalKind::Alias(_) | GlobalKind::IFunc(_) => (false, false),
        };
        let is_odr = linkage == Linkage::LinkonceOdr;
        let weak = [Linkage::Weak, Linkage::WeakOdr, Linkage::Linkonce, Linkage::LinkonceOdr, Linkage::ExternWeak];
        let is_of_format = linkage == Linkage::Private
            || global.name.starts_with(b"llvm.")
            || matches!(global.kind, GlobalKind::Variable { .. }) && global.section == b"llvm.metadata";
        let set = [
            (flag::UNDEFINED, is_declaration || linkage == Linkage::AvailableExternally),
            (flag::WEAK, weak.contains(&linkage)),
            (flag::COMMON, linkage == Linkage::Common),
            (flag::INDIRECT, matches!(global.kind, GlobalKind::Alias(_))),
            (flag::USED, self.used.contains(&place) || self.libcalls.contains(&global.name)),
            (flag::TLS, global.thread_local != 0),
            (flag::MAY_OMIT, is_odr && (global.unnamed_addr == 1 || !is_changed && global.unnamed_addr != 0)),
            (flag::GLOBAL, !linkage.is_local()),
            (flag::FORMAT_SPECIFIC, is_of_format),
            (flag::UNNAMED_ADDR, global.unnamed_addr == 1),
            (flag::EXECUTABLE, matches!(object.kind, GlobalKind::Function { .. } | GlobalKind::IFunc(_))),
        ];
        let flags = set.iter().filter(|(_, is_set)| *is_set).fold(0, |flags, (flag, _)| flags | flag);
        flags | global.visibility.number() as u32
    }

    /// The place of a comdat in the table. In COFF it has the name of a global value, and there is none for a local one.
    fn comdat(&mut self, comdat: u32) -> Option<u32> {
        if let Some(place) = self.comdat_places.get(&comdat) {
            return Some(*place);
        }
        let found = self.module.comdats.get(comdat as usize)?;
        let mut name = found.name.clone();
        if self.is_coff {
            let leader = self.module.globals.iter().position(|global| global.name == found.name)?;
            let global = self.module.globals.get(leader)?;
            if global.linkage.is_local() {
                self.comdat_places.insert(comdat, u32::MAX);
                return Some(u32::MAX);
            }
            name = self.mangled(leader as u32, global);
        }
        let place = self.comdats.len() as u32 / 3;
        let name = self.text(&name);
        self.comdats.extend(name);
        self.comdats.push(found.kind.number() as u32);
        self.comdat_places.insert(comdat, place);
        Some(place)
    }
}
