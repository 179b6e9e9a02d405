//! The names of a module's globals, functions, aliases and comdats, and the blocks whose addresses are taken.

use std::borrow::Cow;

use rustc_hash::{FxHashMap, FxHashSet};

use irtrip_dialect::attribute_set::MemoryEffects;
use irtrip_dialect::names::EMPTY;
use irtrip_dialect::{Context, Str, Type};

use crate::cursor::{Cursor, Name, fail};
use crate::error::{ImportErrorKind, Res};
use crate::split::{Entity, EntityKind};

/// A symbol as others refer to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Symbol {
    /// The model's name.
    pub name: Str,
    /// A function's type, once its head has been read.
    pub function: Option<Type>,
    /// A function's memory effects, once its head has been read.
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
}

impl<'a> Symbols<'a> {
    /// Collects the names among a module's entities.
    ///
    /// `upstream`: a function that LLVM IR numbers has no name at all.
    pub fn read(ctx: &Context, text: &'a [u8], entities: &[Entity<'a>], upstream: bool) -> Res<Symbols<'a>> {
        let mut symbols = Symbols::default();
        for entity in entities {
            let (name, at) = match &entity.kind {
                EntityKind::Global(name) => {
                    if global_kind(text, entity).0 == GlobalKind::IFunc {
                        symbols.ifuncs.insert(model_name(ctx, name));
                    }
                    (name.clone(), entity.start)
                }
                EntityKind::Define | EntityKind::Declare => {
                    let mut cursor = Cursor::new(&text[..entity.end], entity.start);
                    function_name(&mut cursor)?
                }
                EntityKind::Comdat(name) => {
                    let Name::Named(bytes) = name else {
                        return fail(entity.start..entity.start + 1, ImportErrorKind::Expected("comdat name"));
                    };
                    if symbols.comdats.insert(bytes.clone(), ctx.byte_str(bytes)).is_some() {
                        let what = ImportErrorKind::Redefinition { what: "comdat", name: name.show('$') };
                        return fail(entity.start..entity.start + 1, what);
                    }
                    continue;
                }
                _ => continue,
            };
            let function = matches!(entity.kind, EntityKind::Define | EntityKind::Declare);
            let nameless = upstream && function && matches!(name, Name::Number(_));
            let model = if nameless { EMPTY } else { model_name(ctx, &name) };
            if entity.kind == EntityKind::Define {
                symbols.defined.insert(model);
            }
            if function {
                symbols.functions.insert(model);
            }
            let symbol = Symbol { name: model, function: None, effects: MemoryEffects::ANY };
            if symbols.by_name.insert(name.clone(), symbol).is_some() {
                let what = ImportErrorKind::Redefinition { what: "global", name: name.show('@') };
                return fail(at..at + 1, what);
            }
        }
        Ok(symbols)
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

    /// Gives a function its type and its memory effects.
    pub fn set_function(&mut self, name: &Name<'a>, ty: Type, effects: MemoryEffects) {
        if let Some(symbol) = self.by_name.get_mut(name) {
            symbol.function = Some(ty);
            symbol.effects = effects;
        }
    }

    /// The comdat with a name.
    pub fn comdat(&self, name: &[u8]) -> Option<Str> {
        self.comdats.get(name).copied()
    }
}

/// The model's name of a symbol: one LLVM IR numbers gets a name of its own.
pub(crate) fn model_name(ctx: &Context, name: &Name<'_>) -> Str {
    match name {
        Name::Number(n) => ctx.str(&format!("mlir.llvm.nameless_global_{n}")),
        Name::Named(name) => ctx.byte_str(name),
    }
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

/// The name in a function's head, and its place: the first `@` outside brackets.
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
}

impl<'a> BlockTags<'a> {
    /// Finds every `blockaddress(@f, %b)` of a text. Tags count from 0 in each function.
    pub fn read(text: &'a [u8], symbols: &Symbols<'a>) -> BlockTags<'a> {
        let mut tags = BlockTags::default();
        for at in memchr::memmem::find_iter(text, b"blockaddress") {
            let mut cursor = Cursor::new(text, at + b"blockaddress".len());
            // Whatever is no valid block address is reported where it is read.
            let _ = tags.add(&mut cursor, symbols);
        }
        tags
    }

    fn add(&mut self, cursor: &mut Cursor<'a>, symbols: &Symbols<'a>) -> Res<()> {
        cursor.expect(b'(', "'('")?;
        if cursor.peek() != b'@' {
            return cursor.expected("function name");
        }
        let function = cursor.name()?;
        cursor.expect(b',', "','")?;
        if cursor.peek() != b'%' {
            return cursor.expected("block name");
        }
        let block = cursor.name()?;
        if let Some(symbol) = symbols.get(&function) {
            let blocks = self.tags.entry(symbol.name).or_default();
            let next = blocks.len() as u32;
            blocks.entry(block).or_insert(next);
        }
        Ok(())
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
