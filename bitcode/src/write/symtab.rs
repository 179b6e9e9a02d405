//! The symbol table for linkers. `llvm/Object/IRSymtab.h` has its layout.

use irtrip_dialect::data_layout::triple::Triple;
use irtrip_dialect::enums::Linkage;
use rustc_hash::{FxHashMap, FxHashSet};

use super::libcalls::Libcalls;
use super::strtab::Strtab;
use crate::constants::{Constant, ValueKind};
use crate::module::{GlobalKind, GlobalValue, Module};

/// The version of the layout, which LLVM has had since LLVM 10.
const VERSION: u32 = 3;

/// The bits of a symbol, above two for its visibility.
mod flag {
    pub(super) const HAS_UNCOMMON: u32 = 1 << 2;
    pub(super) const UNDEFINED: u32 = 1 << 3;
    pub(super) const WEAK: u32 = 1 << 4;
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
struct Mangling {
    /// What stands before each name.
    prefix: &'static str,
    /// What stands before that for a private one.
    private: &'static str,
}

impl Mangling {
    /// The mangling of a data layout; `None` where names depend on calling conventions as well.
    fn of(data_layout: &str) -> Option<Mangling> {
        let mode = data_layout.split('-').find_map(|part| part.strip_prefix("m:")).unwrap_or_default();
        let (prefix, private) = match mode {
            "" => ("", ""),
            "e" => ("", ".L"),
            "l" => ("", "L#"),
            "m" => ("", "$"),
            "o" => ("_", "L"),
            "a" => ("", "L.."),
            _ => return None,
        };
        Some(Mangling { prefix, private })
    }
}

/// What the table is made of.
struct Builder<'w> {
    module: &'w Module<'w>,
    strtab: &'w mut Strtab,
    used: FxHashSet<u32>,
    libcalls: Libcalls,
    mangling: Mangling,
    symbols: Vec<u32>,
    uncommons: Vec<u32>,
    comdats: Vec<u32>,
    /// The places of comdats in the table.
    comdat_places: FxHashMap<u32, u32>,
    unnamed: u32,
}

/// The table; `None` where there is none, or where it depends on what is not written: names of COFF, sizes of common symbols and
/// symbols of assembly. A linker makes it anew then. Names that LLVM has noted by then stay in the string table, as they do there.
pub(super) fn build(module: &Module<'_>, producer: &[u8], strtab: &mut Strtab) -> Option<Vec<u8>> {
    if !module.asm.is_empty() {
        return None;
    }
    let mut header = vec![VERSION];
    let text = |strtab: &mut Strtab, text: &[u8]| strtab.add(text).map(|number| number as u32);
    let producer = text(strtab, producer);
    let triple = text(strtab, &module.triple);
    let source = text(strtab, module.source_filename.as_deref().unwrap_or_default());
    if module.data_layout.is_empty() {
        return None;
    }
    let layout = String::from_utf8_lossy(&module.data_layout);
    let is_common = |global: &GlobalValue| global.linkage == Linkage::Common;
    let triple_text = String::from_utf8_lossy(&module.triple);
    let is_coff = Triple::parse(&triple_text).is_coff();
    let mangling = Mangling::of(&layout).filter(|_| !is_coff && !module.globals.iter().any(is_common))?;
    let libraries = dependent_libraries(module, strtab);
    let mut builder = Builder {
        module,
        strtab,
        used: used(module),
        libcalls: Libcalls::of(&triple_text),
        mangling,
        symbols: Vec::new(),
        uncommons: Vec::new(),
        comdats: Vec::new(),
        comdat_places: FxHashMap::default(),
        unnamed: 0,
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
    let Builder { symbols, uncommons, comdats, .. } = builder;
    let options = text(strtab, b"");
    let modules = vec![0, symbols.len() as u32 / 6, 0];
    let parts = [(modules, 3), (comdats, 3), (symbols, 6), (uncommons, 6), (libraries, 2)];
    const HEADER_WORDS: u32 = 1 + 2 + 4 * 2 + 2 + 2 + 2 + 2;
    let (mut at, mut ranges, mut content) = (HEADER_WORDS * 4, Vec::new(), Vec::new());
    for (words, size) in parts {
        ranges.push([at, words.len() as u32 / size]);
        at += words.len() as u32 * 4;
        content.extend(words);
    }
    header.extend(producer);
    header.extend(ranges.iter().take(4).flatten());
    header.extend([triple, source, options].concat());
    header.extend(ranges.iter().skip(4).flatten());
    header.extend(content);
    Some(header.iter().flat_map(|word| word.to_le_bytes()).collect())
}

/// The global value that a constant is an address in.
fn base(module: &Module<'_>, value: u32, depth: u32) -> Option<u32> {
    const MAX_DEPTH: u32 = 64;
    if depth > MAX_DEPTH {
        return None;
    }
    match &module.values.get(value as usize)?.kind {
        ValueKind::Global(place) => match module.globals.get(*place as usize)?.kind {
            GlobalKind::Alias(value) => base(module, value, depth + 1),
            _ => Some(*place),
        },
        ValueKind::Constant(Constant::Cast(_, operand)) => base(module, *operand, depth + 1),
        ValueKind::Constant(Constant::Gep(gep)) => base(module, *gep.operands.first()?, depth + 1),
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
        _ => base(module, value, 0),
    }
}

/// The libraries that a module for ELF says it needs.
fn dependent_libraries(module: &Module<'_>, strtab: &mut Strtab) -> Vec<u32> {
    use crate::metadata::Node;
    let mut words = Vec::new();
    let named = module.metadata.named.iter().filter(|(name, _)| name == b"llvm.dependent-libraries");
    for node in named.flat_map(|(_, nodes)| nodes) {
        let find = |id: u64| module.metadata.nodes.get(usize::try_from(id).ok()?);
        if let Some(Node::Tuple { operands, .. }) = find(*node)
            && let Some(Node::String(text)) = operands.first().and_then(|operand| find(operand.checked_sub(1)?))
        {
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
    fn mangled(&mut self, global: &GlobalValue) -> Vec<u8> {
        if let Some(verbatim) = global.name.strip_prefix(b"\x01") {
            return verbatim.to_vec();
        }
        let private = if global.linkage == Linkage::Private { self.mangling.private } else { "" };
        let mut name = [private, self.mangling.prefix].concat().into_bytes();
        if global.name.is_empty() {
            self.unnamed += 1;
            name.extend(format!("__unnamed_{}", self.unnamed).into_bytes());
        } else {
            name.extend(&global.name);
        }
        name
    }

    fn symbol(&mut self, place: u32, global: &GlobalValue) -> Option<()> {
        let name = self.mangled(global);
        let name = self.text(&name);
        let ir_name = self.text(&global.name);
        // What an alias stands for, or resolves an ifunc.
        let object = match global.kind {
            GlobalKind::Alias(value) => base(self.module, value, 0)?,
            GlobalKind::Function { .. } | GlobalKind::Variable { .. } | GlobalKind::IFunc(_) => place,
        };
        let mut object = self.module.globals.get(object as usize)?;
        let mut flags = self.flags(place, global, object);
        if let GlobalKind::IFunc(value) = object.kind {
            object = self.module.globals.get(base(self.module, value, 0)? as usize)?;
        }
        let comdat = match object.comdat {
            Some(comdat) => self.comdat(comdat)?,
            None => u32::MAX,
        };
        if !object.section.is_empty() {
            flags |= flag::HAS_UNCOMMON;
            let (fallback, section) = (self.text(b""), self.text(&object.section));
            self.uncommons.extend([0, 0]);
            self.uncommons.extend([fallback, section].concat());
        }
        self.symbols.extend([name, ir_name].concat());
        self.symbols.extend([comdat, flags]);
        Some(())
    }

    fn flags(&self, place: u32, global: &GlobalValue, object: &GlobalValue) -> u32 {
        let linkage = global.linkage;
        let (is_constant, is_declaration) = match global.kind {
            GlobalKind::Variable { is_constant, initializer, .. } => (is_constant, initializer.is_none()),
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
            (flag::INDIRECT, matches!(global.kind, GlobalKind::Alias(_))),
            (flag::USED, self.used.contains(&place) || self.libcalls.contain(&global.name)),
            (flag::TLS, global.thread_local != 0),
            (flag::MAY_OMIT, is_odr && (global.unnamed_addr == 1 || is_constant && global.unnamed_addr != 0)),
            (flag::GLOBAL, !linkage.is_local()),
            (flag::FORMAT_SPECIFIC, is_of_format),
            (flag::UNNAMED_ADDR, global.unnamed_addr == 1),
            (flag::EXECUTABLE, matches!(object.kind, GlobalKind::Function { .. } | GlobalKind::IFunc(_))),
        ];
        let flags = set.iter().filter(|(_, is_set)| *is_set).fold(0, |flags, (flag, _)| flags | flag);
        flags | global.visibility.number() as u32
    }

    fn comdat(&mut self, comdat: u32) -> Option<u32> {
        if let Some(place) = self.comdat_places.get(&comdat) {
            return Some(*place);
        }
        let found = self.module.comdats.get(comdat as usize)?;
        let place = self.comdats.len() as u32 / 3;
        let name = self.text(&found.name);
        self.comdats.extend(name);
        self.comdats.push(found.kind.number() as u32);
        self.comdat_places.insert(comdat, place);
        Some(place)
    }
}
