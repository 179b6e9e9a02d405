//! The names of a module's globals, functions, aliases and comdats, and the blocks whose addresses are taken.

use std::borrow::Cow;

use rustc_hash::{FxHashMap, FxHashSet};

use irtrip_dialect::attribute_set::MemoryEffects;
use irtrip_dialect::names::EMPTY;
use irtrip_dialect::{Context, Str, Type};

use crate::auto_upgrade::Upgrade;
use crate::cursor::{Cursor, Name, fail, is_name_byte, parse_u32};
use crate::error::{ImportErrorKind, Res};
use crate::split::{Entity, EntityKind};

/// A symbol as others refer to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Symbol {
    /// The model's name.
    pub name: Str,
    /// A function's type, once its header has been read.
    pub function: Option<Type>,
    /// A function's memory effects, once its header has been read.
    pub effects: MemoryEffects,
}

/// Symbols by LLVM's name.
#[derive(Default)]
pub(crate) struct Symbols<'a> {
    by_name: FxHashMap<Name<'a>, Symbol>,
    comdats: FxHashMap<Cow<'a, [u8]>, Str>,
    defined: FxHashSet<Str>,
    functions: FxHashSet<Str>,
    ifuncs: FxHashSet<Str>,
    aliases: FxHashSet<Str>,
    /// Variables that are declared.
    declared: FxHashSet<Str>,
    /// Old intrinsics that are declared.
    upgrades: FxHashMap<Str, Upgrade>,
}

impl<'a> Symbols<'a> {
    /// Collects the names among a module's entities.
    ///
    /// `upstream`: a function that LLVM IR numbers has no name at all.
    pub fn read(ctx: &Context, text: &'a [u8], entities: &[Entity<'a>], upstream: bool) -> Res<Symbols<'a>> {
        let mut symbols = Symbols::default();
        let mut nameless = Vec::new();
        for entity in entities {
            let (name, at) = match &entity.kind {
                EntityKind::Global(name) => (name.clone(), entity.at),
                EntityKind::Define | EntityKind::Declare => {
                    let mut cursor = Cursor::new(&text[..entity.end], entity.start);
                    function_name(&mut cursor)?
                }
                EntityKind::Comdat(name) => {
                    let Name::Named(bytes) = name else {
                        return fail(entity.at..entity.at + 1, ImportErrorKind::Expected("comdat name"));
                    };
                    if symbols.comdats.insert(bytes.clone(), ctx.byte_str(bytes)).is_some() {
                        let what = ImportErrorKind::Redefinition { what: "comdat", name: name.show('$') };
                        return fail(entity.at..entity.at + 1, what);
                    }
                    continue;
                }
                _ => continue,
            };
            let model = match &name {
                Name::Named(bytes) => ctx.byte_str(bytes),
                Name::Number(_) => EMPTY,
            };
            let symbol = Symbol { name: model, function: None, effects: MemoryEffects::ANY };
            if symbols.by_name.insert(name.clone(), symbol).is_some() {
                return fail(at..at + 1, redefinition(&name, entity, symbols.functions.contains(&model)));
            }
            match name {
                Name::Named(_) => symbols.note(text, entity, model),
                Name::Number(_) => nameless.push((name, entity)),
            }
        }
        symbols.name_nameless(ctx, text, &nameless, upstream);
        Ok(symbols)
    }

    /// Gives the symbols that LLVM IR numbers names that no other has.
    fn name_nameless(&mut self, ctx: &Context, text: &'a [u8], nameless: &[(Name<'a>, &Entity<'a>)], upstream: bool) {
        let mut next = 0;
        for (name, entity) in nameless {
            let model = loop {
                let free = format!("mlir.llvm.nameless_global_{next}");
                next += 1;
                if !self.by_name.contains_key(&Name::Named(Cow::Borrowed(free.as_bytes()))) {
                    break ctx.str(&free);
                }
            };
            let model = if upstream && !matches!(entity.kind, EntityKind::Global(_)) { EMPTY } else { model };
            if let Some(symbol) = self.by_name.get_mut(name) {
                symbol.name = model;
            }
            self.note(text, entity, model);
        }
    }

    /// Notes what the symbol with this model name is.
    fn note(&mut self, text: &'a [u8], entity: &Entity<'a>, model: Str) {
        match entity.kind {
            EntityKind::Define => {
                self.defined.insert(model);
                self.functions.insert(model);
            }
            EntityKind::Declare => {
                self.functions.insert(model);
            }
            EntityKind::Global(_) => match global_kind(text, entity).0 {
                GlobalKind::IFunc => {
                    self.ifuncs.insert(model);
                }
                GlobalKind::Alias => {
                    self.aliases.insert(model);
                }
                GlobalKind::Variable => {
                    let word = Cursor::new(text.get(..entity.end).unwrap_or_default(), entity.start).word();
                    if matches!(word, b"external" | b"extern_weak" | b"available_externally") {
                        self.declared.insert(model);
                    }
                }
            },
            _ => {}
        }
    }

    /// Adds a symbol that no text defines.
    #[cfg(feature = "llvm19")]
    pub fn add(&mut self, name: Name<'a>, model: Str, what: Defined) {
        match what {
            Defined::Function { here } => {
                self.functions.insert(model);
                if here {
                    self.defined.insert(model);
                }
            }
            Defined::IFunc => {
                self.ifuncs.insert(model);
            }
            Defined::Variable => {}
        }
        self.by_name.insert(name, Symbol { name: model, function: None, effects: MemoryEffects::ANY });
    }

    /// The symbol with a name.
    #[inline]
    pub fn get(&self, name: &Name<'a>) -> Option<&Symbol> {
        self.by_name.get(name)
    }

    /// Whether a function with this model name has a body here.
    pub fn is_defined(&self, name: Str) -> bool {
        self.defined.contains(&name)
    }

    /// Whether a model name is a function's.
    pub fn is_function(&self, name: Str) -> bool {
        self.functions.contains(&name)
    }

    /// Whether a model name is an ifunc's.
    pub fn is_ifunc(&self, name: Str) -> bool {
        self.ifuncs.contains(&name)
    }

    /// Whether a model name is an alias's.
    pub fn is_alias(&self, name: Str) -> bool {
        self.aliases.contains(&name)
    }

    /// Whether a model name is that of a variable or function whose definition is elsewhere.
    pub fn is_declared(&self, name: Str) -> bool {
        self.declared.contains(&name) || (self.functions.contains(&name) && !self.defined.contains(&name))
    }

    /// Gives a function its type and its memory effects.
    pub fn set_function(&mut self, name: &Name<'a>, ty: Type, effects: MemoryEffects) {
        if let Some(symbol) = self.by_name.get_mut(name) {
            symbol.function = Some(ty);
            symbol.effects = effects;
        }
    }

    /// What the old intrinsic that is declared with a model name is today.
    pub fn upgrade(&self, name: Str) -> Option<Upgrade> {
        if self.upgrades.is_empty() { None } else { self.upgrades.get(&name).copied() }
    }

    /// Notes what an old intrinsic that is declared is today.
    pub fn set_upgrade(&mut self, name: &Name<'a>, upgrade: Upgrade) {
        let Some(symbol) = self.by_name.get(name) else { return };
        self.upgrades.insert(symbol.name, upgrade);
        self.functions.extend(upgrade.today.map(|today| today.0));
    }

    /// Has a function's name stand for one of another name.
    pub fn rename(&mut self, name: &Name<'a>, renamed: Str) {
        self.functions.insert(renamed);
        if let Some(symbol) = self.by_name.get_mut(name) {
            symbol.name = renamed;
        }
    }

    /// The comdat with a name.
    pub fn comdat(&self, name: &[u8]) -> Option<Str> {
        self.comdats.get(name).copied()
    }
}

/// Why a name cannot stand for a global or function again. `of_function`: what has the name is one.
#[cold]
fn redefinition(name: &Name<'_>, entity: &Entity<'_>, of_function: bool) -> ImportErrorKind {
    let shown = name.show('@');
    if let (EntityKind::Global(_), Name::Number(n)) = (&entity.kind, name) {
        return ImportErrorKind::Numbering { what: "global", expected: format!("@{}", n + 1) };
    }
    let what = match entity.kind {
        EntityKind::Global(_) => "global",
        _ if of_function => {
            let bare = shown.trim_start_matches('@');
            return ImportErrorKind::Invalid(format!("invalid redefinition of function '{bare}'"));
        }
        _ => "function",
    };
    ImportErrorKind::Redefinition { what, name: shown }
}

/// What a symbol names that [`Symbols::add`] adds.
#[cfg(feature = "llvm19")]
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Defined {
    /// A function; whether it has a body here.
    Function { here: bool },
    /// An ifunc.
    IFunc,
    /// A variable or an alias.
    Variable,
}

/// What a global is, in the order LLVM has them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum GlobalKind {
    Variable,
    Alias,
    IFunc,
}

/// What a global is, by the word behind those of its linkage, and the place behind that word.
pub(crate) fn global_kind<'a>(text: &'a [u8], entity: &Entity<'a>) -> (GlobalKind, Cursor<'a>) {
    let mut cursor = Cursor::new(text.get(..entity.end).unwrap_or_default(), entity.start);
    let kind = loop {
        match cursor.word() {
            b"alias" => break GlobalKind::Alias,
            b"ifunc" => break GlobalKind::IFunc,
            b"global" | b"constant" | b"" => break GlobalKind::Variable,
            // `thread_local(initialexec)`, `addrspace(1)`
            _ if cursor.peek() == b'(' && cursor.skip_balanced().is_err() => break GlobalKind::Variable,
            _ => {}
        }
    };
    (kind, cursor)
}

/// The name in a function's header, and its place: the first `@` outside brackets.
fn function_name<'a>(cursor: &mut Cursor<'a>) -> Res<(Name<'a>, usize)> {
    loop {
        match cursor.peek() {
            b'@' => {
                let at = cursor.pos;
                return Ok((cursor.name()?, at));
            }
            b'(' | b'[' | b'{' | b'<' => cursor.skip_balanced()?,
            _ if cursor.at_end() => return cursor.expected("function name"),
            _ => cursor.skip_token()?,
        }
    }
}

/// The tags of blocks whose addresses are taken, by the function's model name and the block's name.
#[derive(Default)]
pub(crate) struct BlockTags<'a> {
    tags: FxHashMap<Str, FxHashMap<Name<'a>, u32>>,
    /// By function: where which block's address stands.
    places: FxHashMap<Str, Vec<(usize, Name<'a>)>>,
}

impl<'a> BlockTags<'a> {
    /// Finds every `blockaddress(@f, %b)` of a text. Tags count from 0 in each function.
    pub fn read(text: &'a [u8], symbols: &Symbols<'a>) -> BlockTags<'a> {
        let mut tags = BlockTags::default();
        for at in memchr::memmem::find_iter(text, b"blockaddress") {
            let mut cursor = Cursor::new(text, at + b"blockaddress".len());
            // Whatever is no valid block address is reported where it is read.
            if let Ok((function, block)) = block_address(&mut cursor)
                && let Some(symbol) = symbols.get(&function)
            {
                tags.places.entry(symbol.name).or_default().push((at, block.clone()));
                let blocks = tags.tags.entry(symbol.name).or_default();
                let next = blocks.len() as u32;
                blocks.entry(block).or_insert(next);
            }
        }
        tags
    }

    /// Gives blocks the tags that upstream's import gives them: their numbers in LLVM's memory, which count them in the
    /// order in which the text mentions them first.
    pub fn number_as_upstream(&mut self, text: &'a [u8], symbols: &Symbols<'a>, entities: &[Entity<'a>]) {
        if self.tags.is_empty() {
            return;
        }
        for entity in entities.iter().filter(|e| e.kind == EntityKind::Define) {
            let mut cursor = Cursor::new(text.get(..entity.end).unwrap_or(text), entity.start);
            let Ok((function, _)) = function_name(&mut cursor) else { continue };
            let Some(symbol) = symbols.get(&function) else { continue };
            let Some(tags) = self.tags.get_mut(&symbol.name) else { continue };
            // LLVM's reader makes the blocks whose addresses stand in front of the function first.
            let places = self.places.get(&symbol.name).map(Vec::as_slice).unwrap_or_default();
            let mut before: Vec<Name<'a>> = places.iter().filter(|p| p.0 < entity.start).map(|p| p.1.clone()).collect();
            before.sort_by_key(|name| match name {
                Name::Number(number) => (*number, Vec::new()),
                Name::Named(name) => (0, name.to_vec()),
            });
            before.dedup();
            let numbers = block_numbers(&mut cursor, &function, before);
            for (name, tag) in tags {
                *tag = numbers.get(name).copied().unwrap_or(*tag);
            }
        }
    }

    /// The tag of a block.
    pub fn get(&self, function: Str, block: &Name<'a>) -> Option<u32> {
        self.tags.get(&function)?.get(block).copied()
    }

    /// Whether any block of a function is tagged.
    pub fn has(&self, function: Str) -> bool {
        self.tags.contains_key(&function)
    }
}

/// `(@f, %b)`
fn block_address<'a>(cursor: &mut Cursor<'a>) -> Res<(Name<'a>, Name<'a>)> {
    cursor.expect(b'(', "'('")?;
    if cursor.peek() != b'@' {
        return cursor.expected("function name");
    }
    let function = cursor.name()?;
    cursor.expect(b',', "','")?;
    if cursor.peek() != b'%' {
        return cursor.expected("block name");
    }
    Ok((function, cursor.name()?))
}

/// Goes behind the brace that ends the line of a function's header, and behind the entry block's label.
fn pass_head(cursor: &mut Cursor<'_>) {
    while let Some(end) = cursor.text.get(cursor.pos..).and_then(|rest| memchr::memchr(b'\n', rest)) {
        let head = cursor.text.get(..cursor.pos + end).unwrap_or_default().trim_ascii_end();
        cursor.pos += end + 1;
        if head.ends_with(b"{") {
            break;
        }
    }
    let before = cursor.pos;
    let label = match cursor.peek() {
        b'"' => cursor.quoted().is_ok(),
        _ => {
            while is_name_byte(cursor.byte()) {
                cursor.pos += 1;
            }
            true
        }
    };
    if !(label && cursor.byte() == b':') {
        cursor.pos = before;
    }
}

/// The blocks of a function's body, which begins behind its header, by the order in which it mentions them; the
/// entry block is the first but for those in `before`.
fn block_numbers<'a>(cursor: &mut Cursor<'a>, function: &Name<'a>, before: Vec<Name<'a>>) -> FxHashMap<Name<'a>, u32> {
    let mut numbers: FxHashMap<Name<'a>, u32> = before.into_iter().zip(0..).collect();
    let mut next = numbers.len() as u32 + 1;
    let mut mention = |name: Name<'a>| {
        numbers.entry(name).or_insert_with(|| {
            next += 1;
            next - 1
        });
    };
    let mut in_phi = false;
    pass_head(cursor);
    while !cursor.at_end() {
        match cursor.peek() {
            b'%' => {
                let Ok(name) = cursor.name() else { break };
                // `[ %value, %block ]`
                if in_phi && cursor.peek() == b']' {
                    mention(name);
                }
            }
            b'"' => {
                let Ok(name) = cursor.quoted() else { break };
                if cursor.byte() == b':' {
                    mention(Name::Named(name));
                }
            }
            b if is_name_byte(b) => {
                let start = cursor.pos;
                let rest = cursor.text.get(start..).unwrap_or_default();
                let word = rest.get(..rest.iter().position(|b| !is_name_byte(*b)).unwrap_or(rest.len()));
                let word = word.unwrap_or_default();
                cursor.pos += word.len().max(1);
                match word {
                    _ if cursor.byte() == b':' => {
                        mention(parse_u32(word).map_or(Name::Named(Cow::Borrowed(word)), Name::Number));
                    }
                    b"phi" => in_phi = true,
                    b"label" if cursor.peek() == b'%' => cursor.name().into_iter().for_each(&mut mention),
                    b"blockaddress" => {
                        if let Ok((of, block)) = block_address(cursor)
                            && of == *function
                        {
                            mention(block);
                        }
                    }
                    _ => {}
                }
            }
            b'=' => {
                in_phi = false;
                cursor.pos += 1;
            }
            _ => cursor.pos += 1,
        }
    }
    numbers
}
