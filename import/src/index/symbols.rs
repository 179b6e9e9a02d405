//! The names of a module's globals, functions, aliases and comdats, and the blocks whose addresses are taken.

use std::borrow::Cow;

use rustc_hash::{FxHashMap, FxHashSet};

use irtrip_dialect::attribute_set::MemoryEffects;
use irtrip_dialect::diagnostic::{DiagnosticResult, ImportCode};
use irtrip_dialect::names::EMPTY;
use irtrip_dialect::{Context, StableHash, Str, Type};

use crate::auto_upgrade::Upgrade;
use crate::errors::Errors;
use crate::tables::types::NamedTypes;
use irtrip_dialect::llvm_text::cursor::{Cursor, Name, fail};
use irtrip_dialect::llvm_text::split::{TopLevelEntity, TopLevelKind};
use irtrip_dialect::verify::llvm_ir::Declared;

/// A symbol as others refer to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Symbol {
    /// The model's name.
    pub name: Str,
    /// A function's type, once its header has been read.
    pub function: Option<Type>,
    /// A function's memory effects, once its header has been read.
    pub effects: MemoryEffects,
    /// The address space; none where the text does not tell it plainly, as that of an alias of an expression.
    pub space: Option<u32>,
}

/// Symbols by LLVM's name.
#[derive(Default)]
pub(crate) struct Symbols<'a> {
    by_name: FxHashMap<Name<'a>, Symbol>,
    comdats: FxHashMap<Cow<'a, [u8]>, Str>,
    defined: FxHashSet<Str>,
    functions: FxHashSet<Str>,
    ifuncs: FxHashSet<Str>,
    /// Aliases, and whether what one stands for has the type of a function.
    aliases: FxHashMap<Str, bool>,
    /// Variables that are declared.
    declared: FxHashSet<Str>,
    /// What functions are declared as.
    functions_declared: FxHashSet<(Str, Declared)>,
    /// Old intrinsics that are declared.
    upgrades: FxHashMap<Str, Upgrade>,
}

impl<'a> Symbols<'a> {
    /// Collects the names of a module's text. Functions are in `program_space`, unless they name another address space, of
    /// which some may have names.
    pub fn read(
        ctx: &Context,
        text: &'a [u8],
        top_level: &[TopLevelEntity<'a>],
        (program_space, types): (u32, &NamedTypes<'_>),
        errors: &Errors,
    ) -> DiagnosticResult<Symbols<'a>> {
        let mut symbols = Symbols::default();
        let mut nameless = Vec::new();
        let mut next_number = 0;
        for entity in top_level {
            let (name, at) = match &entity.kind {
                TopLevelKind::Global(name) => (name.clone(), entity.at),
                TopLevelKind::Define | TopLevelKind::Declare => {
                    let mut cursor = Cursor::new(&text[..entity.end], entity.start);
                    let Some(named) = errors.keep(function_name(&mut cursor))? else { continue };
                    named
                }
                TopLevelKind::Comdat(name) => {
                    errors.keep(symbols.add_comdat(ctx, name, entity.at))?;
                    continue;
                }
                _ => continue,
            };
            let model = match &name {
                Name::Named(bytes) => ctx.byte_str(bytes),
                Name::Number(_) => EMPTY,
            };
            let symbol = Symbol {
                name: model,
                function: None,
                effects: MemoryEffects::ANY,
                space: address_space(text, entity, program_space, types),
            };
            if matches!(&name, Name::Named(bytes) if bytes.is_empty()) {
                errors.keep::<()>(fail(at..at + 1, ImportCode::Unsupported("a global with an empty name")))?;
                continue;
            }
            if let Name::Number(number) = name {
                if number < next_number {
                    let what = ImportCode::Numbering { what: "global", expected: format!("@{next_number}") };
                    errors.keep::<()>(fail(at..at + 1, what))?;
                    continue;
                }
                next_number = number.saturating_add(1);
            }
            if symbols.by_name.insert(name.clone(), symbol).is_some() {
                let what = redefinition(&name, entity, symbols.functions.contains(&model));
                errors.keep::<()>(fail(at..at + 1, what))?;
                continue;
            }
            match name {
                Name::Named(_) => symbols.note(text, entity, model),
                Name::Number(_) => nameless.push((name, entity)),
            }
        }
        symbols.name_nameless(ctx, text, top_level, &nameless);
        Ok(symbols)
    }

    fn add_comdat(&mut self, ctx: &Context, name: &Name<'a>, at: usize) -> DiagnosticResult<()> {
        let Name::Named(bytes) = name else { return fail(at..at + 1, ImportCode::Expected("comdat name")) };
        if self.comdats.insert(bytes.clone(), ctx.byte_str(bytes)).is_some() {
            return fail(at..at + 1, ImportCode::Redefinition { what: "comdat", name: name.show('$') });
        }
        Ok(())
    }

    /// Gives the symbols that LLVM IR numbers names that no other has, in the order in which upstream's import meets them:
    /// it names a variable before what the variable's initializer refers to.
    fn name_nameless(
        &mut self,
        ctx: &Context,
        text: &'a [u8],
        top_level: &[TopLevelEntity<'a>],
        nameless: &[(Name<'a>, &TopLevelEntity<'a>)],
    ) {
        if nameless.is_empty() {
            return;
        }
        let mut next = 0;
        let mut free = || loop {
            let free = format!("mlir.llvm.nameless_global_{next}");
            next += 1;
            if !self.by_name.contains_key(&Name::Named(Cow::Borrowed(free.as_bytes()))) {
                return ctx.str(&free);
            }
        };
        let is_variable = |entity: &TopLevelEntity<'a>| {
            matches!(entity.kind, TopLevelKind::Global(_)) && global_kind(text, entity).0 == GlobalKind::Variable
        };
        let variables: FxHashSet<&Name<'a>> =
            nameless.iter().filter(|(_, entity)| is_variable(entity)).map(|(name, _)| name).collect();
        let mut models: FxHashMap<Name<'a>, Str> = FxHashMap::default();
        for entity in top_level.iter().filter(|entity| is_variable(entity)) {
            let TopLevelKind::Global(name) = &entity.kind else { continue };
            for met in std::iter::once(name.clone()).chain(numbered_references(text, entity)) {
                if variables.contains(&met) {
                    models.entry(met).or_insert_with(&mut free);
                }
            }
        }
        let named: Vec<Str> =
            nameless.iter().map(|(name, _)| models.get(name).copied().unwrap_or_else(&mut free)).collect();
        for ((name, entity), model) in nameless.iter().zip(named) {
            if let Some(symbol) = self.by_name.get_mut(name) {
                symbol.name = model;
            }
            self.note(text, entity, model);
        }
    }

    /// Notes what the symbol with this model name is.
    fn note(&mut self, text: &'a [u8], entity: &TopLevelEntity<'a>, model: Str) {
        match entity.kind {
            TopLevelKind::Define => {
                self.defined.insert(model);
                self.functions.insert(model);
            }
            TopLevelKind::Declare => {
                self.functions.insert(model);
            }
            TopLevelKind::Global(_) => match global_kind(text, entity) {
                (GlobalKind::IFunc, _) => {
                    self.ifuncs.insert(model);
                }
                (GlobalKind::Alias, value_type) => {
                    self.aliases.insert(model, is_function_type(value_type));
                }
                (GlobalKind::Variable, _) => {
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
        self.by_name.insert(name, Symbol { name: model, function: None, effects: MemoryEffects::ANY, space: None });
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

    /// A hash of all names, in whatever order.
    pub fn hash(&self, ctx: &Context) -> u64 {
        let hash = |symbol: &Symbol| {
            let mut hash = StableHash::START;
            hash.bytes(ctx.bytes(symbol.name));
            hash.finish()
        };
        self.by_name.values().map(hash).fold(0, u64::wrapping_add)
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
        self.aliases.contains_key(&name)
    }

    /// Whether a model name is that of a function, an ifunc, or an alias with the type of a function.
    pub fn has_function_type(&self, name: Str) -> bool {
        self.is_function(name) || self.is_ifunc(name) || self.aliases.get(&name) == Some(&true)
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

    /// Notes what a function is declared as.
    pub fn declare_function(&mut self, name: Str, declared: Declared) {
        self.functions_declared.insert((name, declared));
    }

    /// Whether a function is declared so.
    pub fn is_function_declared(&self, name: Str, declared: Declared) -> bool {
        self.functions_declared.contains(&(name, declared))
    }

    /// What the old intrinsic that is declared with a model name is today.
    pub fn upgrade(&self, name: Str) -> Option<Upgrade> {
        if self.upgrades.is_empty() { None } else { self.upgrades.get(&name).copied() }
    }

    /// Notes what an old intrinsic that is declared is today.
    pub fn set_upgrade(&mut self, name: &Name<'a>, upgrade: Upgrade) {
        let Some(symbol) = self.by_name.get(name) else { return };
        self.upgrades.insert(symbol.name, upgrade);
        self.functions.extend(upgrade.replacement.map(|replacement| replacement.0));
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

/// The symbols that LLVM IR numbers among those that an initializer refers to, from its end, where upstream begins.
fn numbered_references<'a>(text: &'a [u8], entity: &TopLevelEntity<'a>) -> Vec<Name<'a>> {
    let text = text.get(..entity.end).unwrap_or_default();
    let mut found = Vec::new();
    let mut at = entity.start;
    while let Some(next) = text.get(at..).and_then(|rest| memchr::memchr3(b'@', b'"', b';', rest)) {
        at += next;
        let mut cursor = Cursor::new(text, at);
        let end = match text.get(at) {
            Some(b'@') => cursor.name().map(|name| found.push(name)).map_or(at + 1, |()| cursor.pos),
            Some(b'"') => {
                memchr::memchr(b'"', text.get(at + 1..).unwrap_or_default()).map_or(text.len(), |n| at + n + 2)
            }
            _ => memchr::memchr(b'\n', text.get(at..).unwrap_or_default()).map_or(text.len(), |n| at + n),
        };
        at = end;
    }
    found.retain(|name| matches!(name, Name::Number(_)));
    found.reverse();
    found
}

/// The address space of a variable or function.
fn address_space(text: &[u8], entity: &TopLevelEntity<'_>, program_space: u32, types: &NamedTypes<'_>) -> Option<u32> {
    let mut cursor = entity.cursor(text);
    if let TopLevelKind::Global(_) = entity.kind {
        while cursor.peek_word() != b"addrspace" {
            match cursor.word() {
                b"global" | b"constant" => return Some(0),
                b"alias" | b"ifunc" => return aliasee_space(cursor, types),
                b"" => return None,
                // `thread_local(initialexec)`
                _ if cursor.peek() == b'(' => cursor.skip_balanced().ok()?,
                _ => {}
            }
        }
    } else {
        function_name(&mut cursor).ok()?;
        cursor.peek();
        cursor.skip_balanced().ok()?;
        while matches!(cursor.peek_word(), b"unnamed_addr" | b"local_unnamed_addr") {
            cursor.word();
        }
        if cursor.peek_word() != b"addrspace" {
            return Some(program_space);
        }
    }
    cursor.word();
    types.address_space(&mut cursor).ok()
}

/// The address space of what an alias or ifunc stands for, where its type stands there: an expression may have none before it.
fn aliasee_space(mut cursor: Cursor<'_>, types: &NamedTypes<'_>) -> Option<u32> {
    loop {
        match cursor.peek() {
            b',' => break,
            b'(' | b'[' | b'{' | b'<' => cursor.skip_balanced().ok()?,
            _ if !cursor.word().is_empty() => {}
            b'%' | b'*' => cursor.pos += 1,
            _ => return None,
        }
    }
    cursor.eat(b',');
    match (cursor.word(), cursor.peek_word()) {
        (b"ptr", b"addrspace") => {
            cursor.word();
            types.address_space(&mut cursor).ok()
        }
        (b"ptr", _) => Some(0),
        _ => None,
    }
}

/// Why a name cannot stand for a global or function again. `of_function`: what has the name is one.
#[cold]
fn redefinition(name: &Name<'_>, entity: &TopLevelEntity<'_>, of_function: bool) -> ImportCode {
    let shown = name.show('@');
    let what = match entity.kind {
        TopLevelKind::Global(_) => "global",
        _ if of_function => {
            return ImportCode::FunctionRedefinition(name.show_bare());
        }
        _ => "function",
    };
    ImportCode::Redefinition { what, name: shown }
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

/// What a global is, by the word after those of its linkage, and the place after that word.
pub(crate) fn global_kind<'a>(text: &'a [u8], entity: &TopLevelEntity<'a>) -> (GlobalKind, Cursor<'a>) {
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

/// Whether the type that is next, before a comma, is that of a function: its parameters come last.
fn is_function_type(mut cursor: Cursor<'_>) -> bool {
    let (mut word, mut is_function): (&[u8], bool) = (b"", false);
    while !matches!(cursor.peek(), b',' | b'@' | 0) {
        is_function = cursor.peek() == b'(' && !matches!(word, b"addrspace" | b"target");
        word = b"";
        let skipped = match cursor.peek() {
            b'(' | b'[' | b'{' | b'<' => cursor.skip_balanced(),
            _ => {
                word = cursor.peek_word();
                cursor.skip_token()
            }
        };
        if skipped.is_err() {
            return false;
        }
    }
    is_function
}

/// The name in a function's header, and its place: the first `@` outside brackets.
pub(crate) fn function_name<'a>(cursor: &mut Cursor<'a>) -> DiagnosticResult<(Name<'a>, usize)> {
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
    pub tags: FxHashMap<Str, FxHashMap<Name<'a>, u32>>,
    /// By function: where which block's address stands.
    places: FxHashMap<Str, Vec<(usize, Name<'a>)>>,
}

impl<'a> BlockTags<'a> {
    /// Finds every `blockaddress(@f, %b)` of a text. Tags count from 0 in each function.
    pub fn read(text: &'a [u8], symbols: &Symbols<'a>) -> BlockTags<'a> {
        let mut tags = BlockTags::default();
        let mut scanner = CodeScanner::new(text);
        for at in memchr::memmem::find_iter(text, b"blockaddress").filter(|&at| scanner.is_code(at)) {
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

    /// The tag of a block.
    pub fn get(&self, function: Str, block: &Name<'a>) -> Option<u32> {
        self.tags.get(&function)?.get(block).copied()
    }

    /// Where the addresses of a function's blocks stand, each with the block's name.
    pub fn places(&self, function: Str) -> &[(usize, Name<'a>)] {
        self.places.get(&function).map_or(&[], |places| places)
    }

    /// Whether any block of a function is tagged.
    pub fn has(&self, function: Str) -> bool {
        self.tags.contains_key(&function)
    }
}

/// Tells places in comments and strings from all others.
pub(crate) struct CodeScanner<'a> {
    text: &'a [u8],
    /// Up to where the text was looked at.
    at: usize,
}

impl<'a> CodeScanner<'a> {
    /// Of a text that starts in neither.
    pub fn new(text: &'a [u8]) -> CodeScanner<'a> {
        CodeScanner { text, at: 0 }
    }

    /// Whether a place is neither in a comment nor in a string. Places are asked for in ascending order.
    pub fn is_code(&mut self, place: usize) -> bool {
        while let Some(next) = self.text.get(self.at..place).and_then(|text| memchr::memchr3(b'"', b';', b'/', text)) {
            let start = self.at + next;
            let rest = self.text.get(start + 1..).unwrap_or_default();
            let end = match self.text.get(start) {
                Some(b'"') => memchr::memchr(b'"', rest).map(|end| start + end + 2),
                Some(b';') => memchr::memchr2(b'\n', b'\r', rest).map(|end| start + end + 1),
                _ if rest.starts_with(b"*") => memchr::memmem::find(rest, b"*/").map(|end| start + end + 3),
                _ => Some(start + 1),
            };
            self.at = end.unwrap_or(self.text.len());
        }
        let is_code = self.at <= place;
        self.at = self.at.max(place);
        is_code
    }
}

/// `(@f, %b)`
pub(crate) fn block_address<'a>(cursor: &mut Cursor<'a>) -> DiagnosticResult<(Name<'a>, Name<'a>)> {
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
