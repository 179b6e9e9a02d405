//! Splits a text into chunks at its top level. A chunk is some entities, or one large function.
//!
//! An entity of LLVM assembly starts at its head; one of MLIR at an operation of a module's region, or where an alias is
//! defined. Brackets that are not balanced do not join the rest of the text: what is written as nothing inside a function is,
//! starts an entity whatever is open.

use std::sync::Arc;

use irtrip_dialect::OpNameDefinition;
use irtrip_dialect::language::Language;
use irtrip_dialect::ops::{OpDef, Traits};

use super::lexer::{Lexer, Token, TokenKind, starts_entity};
use super::names::{NESTED, meant};

/// What an entity is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EntityKind {
    /// A function with a body.
    Function,
    /// A function without one.
    Declaration,
    /// A variable, alias or ifunc; in MLIR any other symbol.
    Variable,
    /// A type of LLVM assembly.
    Type,
    /// A comdat.
    Comdat,
    /// An attribute group.
    AttributeGroup,
    /// A numbered metadata node.
    Metadata,
    /// Named metadata.
    NamedMetadata,
    /// An entry of a summary.
    Summary,
    /// What is said of the module: its target, its source file.
    Property,
    /// A symbol table of MLIR: a module.
    Module,
    /// An operation of MLIR without a symbol.
    Operation,
    /// The definition of an alias of an attribute.
    AttributeAlias,
    /// The definition of an alias of a type.
    TypeAlias,
}

/// An entity. Bytes count from its chunk's first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entity {
    /// What it is.
    pub kind: EntityKind,
    /// Its name as it is meant, after those of the symbol tables that it lies in; empty where it has none.
    pub name: Box<str>,
    /// Its first byte.
    pub start: u32,
    /// The byte after its last token.
    pub end: u32,
    /// Where its name is spelled; empty where it has none.
    pub name_start: u32,
    /// The byte after that.
    pub name_end: u32,
    /// The symbol tables that it lies in.
    pub path: Arc<str>,
}

/// A part of a text, from the start of a line to that of another one.
#[derive(Debug)]
pub struct Piece {
    /// Its first byte.
    pub start: usize,
    /// The byte after its last.
    pub end: usize,
    /// The symbol tables that are open at its start.
    pub path: Arc<str>,
    /// What it has.
    pub entities: Vec<Entity>,
}

/// A place that was the start of a piece before the text changed, and the symbol tables that were open there.
pub type Boundary = (usize, Arc<str>);

/// A piece has at least so many bytes, unless it ends where one did before.
const LEAST: usize = 4096;

/// Symbol tables lie in each other so deep at most; deeper ones are operations like any other.
const DEEPEST: usize = 64;

/// Splits a text, at whose start the symbol tables of `path` are open, up to where it can go on as before, at one of `known`
/// places in ascending order. Returns the pieces and which place that is.
pub fn split(language: Language, text: &str, path: &Arc<str>, known: &[Boundary]) -> (Vec<Piece>, Option<usize>) {
    let mut splitter = Splitter {
        language,
        text,
        pieces: vec![Piece { start: 0, end: text.len(), path: path.clone(), entities: Vec::new() }],
        path: path.clone(),
        current: None,
        depth: 0,
        known,
        line_start: 0,
        previous: None,
    };
    let reached = splitter.run();
    splitter.end_entity();
    (splitter.pieces, reached)
}

/// What is known of the entity that is being read.
struct CurrentEntity {
    entity: Entity,
    /// The column that it starts in.
    indentation: usize,
    /// Where the name of a symbol is looked for.
    names: Names,
    /// Whether it is a module, whose region holds entities.
    is_table: bool,
    /// Whether the last word was the one before the value of `sym_name`.
    sym_name: bool,
}

/// What of an operation is its symbol.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Names {
    /// It has one already, or none.
    No,
    /// The first that it has.
    First,
    /// What `sym_name` says.
    Attribute,
}

struct Splitter<'t> {
    language: Language,
    text: &'t str,
    pieces: Vec<Piece>,
    path: Arc<str>,
    current: Option<CurrentEntity>,
    /// Brackets that are open in the entity.
    depth: usize,
    known: &'t [Boundary],
    /// Where the line of the last token that is first on its line starts.
    line_start: usize,
    previous: Option<Token>,
}

impl Splitter<'_> {
    fn run(&mut self) -> Option<usize> {
        let mut tokens =
            Lexer::new(self.language, self.text, 0).filter(|token| token.kind != TokenKind::Comment).peekable();
        while let Some(token) = tokens.next() {
            let next = tokens.peek().copied();
            if token.first_on_line {
                let before = self.text.as_bytes().get(..token.start as usize).unwrap_or_default();
                self.line_start = memchr::memrchr(b'\n', before).map_or(0, |end| end + 1);
            }
            let head = match self.language {
                Language::Llvm => self.llvm_head(token, next),
                Language::Mlir => self.mlir_head(token, next),
            };
            if let Some(head) = head {
                self.end_entity();
                if let Some(reached) = self.boundary(token) {
                    return Some(reached);
                }
                self.depth = 0;
                self.current = Some(head);
            }
            self.inside(token, next);
            self.previous = Some(token);
        }
        None
    }

    /// Starts a piece at an entity, or tells which place that was known is reached.
    fn boundary(&mut self, token: Token) -> Option<usize> {
        let start = self.line_start;
        if !token.first_on_line || start == 0 {
            return None;
        }
        let known = self.known.binary_search_by_key(&start, |known| known.0).ok();
        let last = self.pieces.last_mut()?;
        if known.is_none() && start - last.start < LEAST {
            return None;
        }
        last.end = start;
        if let Some(known) = known
            && self.known.get(known).is_some_and(|known| known.1 == self.path)
        {
            return Some(known);
        }
        let piece = Piece { start, end: self.text.len(), path: self.path.clone(), entities: Vec::new() };
        self.pieces.push(piece);
        None
    }

    fn end_entity(&mut self) {
        let Some(current) = self.current.take() else { return };
        if let Some(piece) = self.pieces.last_mut() {
            let (mut entity, base) = (current.entity, piece.start as u32);
            for place in [&mut entity.start, &mut entity.end, &mut entity.name_start, &mut entity.name_end] {
                *place = place.saturating_sub(base);
            }
            piece.entities.push(entity);
        }
    }

    fn entity(&self, kind: EntityKind, token: Token, name: Option<Token>) -> CurrentEntity {
        let spelled = name.map_or("", |name| name.text(self.text));
        let place = name.map_or((token.start, token.start), |name| (name.start, name.end));
        let name = self.symbol_name(&meant(spelled));
        CurrentEntity {
            entity: Entity {
                kind,
                name,
                start: token.start,
                end: token.end,
                name_start: place.0,
                name_end: place.1,
                path: self.path.clone(),
            },
            indentation: (token.start as usize).saturating_sub(self.line_start),
            names: Names::No,
            is_table: false,
            sym_name: false,
        }
    }

    fn symbol_name(&self, name: &str) -> Box<str> {
        match (name.is_empty(), self.language) {
            (true, _) => Box::default(),
            (false, Language::Llvm) => name.into(),
            (false, Language::Mlir) => format!("{}{NESTED}{name}", self.path).into(),
        }
    }

    /// If an entity of LLVM assembly starts at a token: what it is.
    fn llvm_head(&self, token: Token, next: Option<Token>) -> Option<CurrentEntity> {
        if self.depth > 0 {
            let line = self.text.as_bytes().get(token.start as usize..).unwrap_or_default();
            if !(token.first_on_line && token.start as usize == self.line_start && starts_entity(line)) {
                return None;
            }
        }
        let is_defined = next.is_some_and(|next| next.is(b'='));
        let named = |kind| Some(self.entity(kind, token, Some(token)));
        match token.kind {
            TokenKind::Global if is_defined => named(EntityKind::Variable),
            TokenKind::Local if is_defined => named(EntityKind::Type),
            TokenKind::Dollar if is_defined => named(EntityKind::Comdat),
            TokenKind::Caret if is_defined => named(EntityKind::Summary),
            TokenKind::Exclamation if is_defined => {
                let is_number = token.text(self.text).bytes().skip(1).all(|byte| byte.is_ascii_digit());
                named(if is_number { EntityKind::Metadata } else { EntityKind::NamedMetadata })
            }
            TokenKind::Word => {
                let (kind, names) = match (token.text(self.text), next.map(|next| next.kind)) {
                    ("define", _) => (EntityKind::Function, Names::First),
                    ("declare", _) => (EntityKind::Declaration, Names::First),
                    ("attributes", Some(TokenKind::Hash)) => {
                        return Some(self.entity(EntityKind::AttributeGroup, token, next));
                    }
                    ("target" | "module", Some(TokenKind::Word)) | ("uselistorder_bb", _) => {
                        (EntityKind::Property, Names::No)
                    }
                    ("source_filename", _) | ("uselistorder", _) => (EntityKind::Property, Names::No),
                    _ => return None,
                };
                Some(CurrentEntity { names, ..self.entity(kind, token, None) })
            }
            _ => None,
        }
    }

    /// If an entity of MLIR starts at a token: what it is.
    fn mlir_head(&self, token: Token, next: Option<Token>) -> Option<CurrentEntity> {
        if !token.first_on_line {
            return None;
        }
        let is_defined = next.is_some_and(|next| next.is(b'='));
        if self.depth > 0 {
            let indentation = (token.start as usize).saturating_sub(self.line_start);
            let is_symbol = || definition(token.text(self.text)).is_some_and(|def| def.is(Traits::SYMBOL));
            let as_far = self.current.as_ref().is_some_and(|current| current.indentation == indentation);
            if !(as_far && token.kind == TokenKind::Word && is_symbol()) {
                return None;
            }
        } else if self.previous.is_some_and(|previous| continues(previous.kind)) {
            return None;
        }
        match token.kind {
            TokenKind::Hash if is_defined => Some(self.entity(EntityKind::AttributeAlias, token, Some(token))),
            TokenKind::Exclamation if is_defined => Some(self.entity(EntityKind::TypeAlias, token, Some(token))),
            TokenKind::Local | TokenKind::Caret => Some(self.entity(EntityKind::Operation, token, None)),
            TokenKind::Word if next.is_some_and(|next| next.is(b'=')) => None,
            TokenKind::Word if !goes_on(self.text, token, next) => Some(self.operation(token, false)),
            TokenKind::String => Some(self.operation(token, true)),
            _ => None,
        }
    }

    /// The entity that an operation without results is.
    fn operation(&self, token: Token, is_generic: bool) -> CurrentEntity {
        let name = token.text(self.text).trim_matches('"');
        let def = definition(name);
        let (is_symbol, is_table) = match def {
            Some(def) => (def.is(Traits::SYMBOL), def.is(Traits::SYMBOL_TABLE)),
            // What an unknown operation names first, in a place for symbols, is taken for its own symbol.
            None => (true, name.ends_with(".module")),
        };
        let kind = match (is_table, is_symbol) {
            (true, _) => EntityKind::Module,
            (_, true) if name.ends_with("func") => EntityKind::Declaration,
            (_, true) => EntityKind::Variable,
            (_, false) => EntityKind::Operation,
        };
        let names = match (is_symbol || is_table, is_generic) {
            (false, _) => Names::No,
            (true, false) => Names::First,
            (true, true) => Names::Attribute,
        };
        let is_table = is_table && self.path.matches(NESTED).count() < DEEPEST;
        CurrentEntity { names, is_table, ..self.entity(kind, token, None) }
    }

    /// Takes a token of an entity.
    fn inside(&mut self, token: Token, next: Option<Token>) {
        self.take_name(token);
        match token.kind {
            TokenKind::Mark(b'{') => {
                self.depth += 1;
                if self.is_region() && self.open_region(token) {
                    return;
                }
            }
            TokenKind::Mark(b'(' | b'[') => self.depth += 1,
            TokenKind::Mark(b'}') if self.depth == 0 && self.language == Language::Mlir => {
                // The region of a module ends.
                self.end_entity();
                let outer = self.path.rfind(NESTED).unwrap_or(0);
                self.path = self.path.get(..outer).unwrap_or_default().into();
                // The module's location, or what the generic form has after regions.
                self.current = Some(self.entity(EntityKind::Operation, token, None));
            }
            TokenKind::Mark(b')' | b']' | b'}') => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        if let Some(current) = &mut self.current {
            current.entity.end = token.end;
            let is_key = token.text(self.text) == "sym_name" && next.is_some_and(|next| next.is(b'='));
            current.sym_name = is_key || current.sym_name && token.is(b'=');
        }
    }

    /// Whether a brace opens a region of MLIR, not a dictionary.
    fn is_region(&self) -> bool {
        let is_dictionary = |before: Token| before.is(b'<') || before.text(self.text) == "attributes";
        self.language == Language::Mlir && !self.previous.is_some_and(is_dictionary)
    }

    /// Takes the brace of a region; whether it is a module's, whose entities follow.
    fn open_region(&mut self, brace: Token) -> bool {
        // In the generic form regions are in brackets.
        let is_outermost = self.depth == 1 || self.depth == 2 && self.previous.is_some_and(|token| token.is(b'('));
        let Some(current) = self.current.as_mut().filter(|_| is_outermost) else { return false };
        if current.entity.kind == EntityKind::Declaration {
            current.entity.kind = EntityKind::Function;
        }
        if !current.is_table {
            return false;
        }
        current.entity.end = brace.end;
        let name = super::names::own(&current.entity.name).to_owned();
        self.end_entity();
        self.path = format!("{}{NESTED}{name}", self.path).into();
        self.depth = 0;
        true
    }

    fn take_name(&mut self, token: Token) {
        let is_own = match self.current.as_ref() {
            None => false,
            Some(current) => match current.names {
                Names::No => false,
                Names::First => token.kind == TokenKind::Global && self.depth == 0,
                Names::Attribute => current.sym_name && token.kind == TokenKind::String,
            },
        };
        if is_own {
            let name = self.symbol_name(&meant(token.text(self.text)));
            if let Some(current) = &mut self.current {
                current.names = Names::No;
                (current.entity.name, current.entity.name_start, current.entity.name_end) =
                    (name, token.start, token.end);
            }
        }
    }
}

/// Whether an operation goes on after a token, whatever line the next one is on.
pub(crate) fn continues(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Arrow | TokenKind::Mark(b',' | b':' | b'=' | b'(' | b'[' | b'<'))
}

/// Words that start no operation where a line starts with them.
const GO_ON: [&str; 7] = ["attributes", "loc", "step", "to", "do", "else", "dynamic_shared_memory_size"];

/// Whether a line that starts with a word has more of the operation before it: `attributes`, `threads(...)`, `kernel {`.
pub(crate) fn goes_on(text: &str, word: Token, next: Option<Token>) -> bool {
    let name = word.text(text);
    if name.contains('.') {
        return false;
    }
    let is_known = || definition(name).is_some() || definition(&format!("func.{name}")).is_some();
    let is_before_region = |next: Token| next.is(b'{') || next.text(text) == "attributes";
    GO_ON.contains(&name) || next.is_some_and(|next| next.is(b'(') || is_before_region(next) && !is_known())
}

/// The definition of an operation that some dialect has.
pub fn definition(name: &str) -> Option<&'static OpDef> {
    let name = if name == "module" { "builtin.module" } else { name };
    irtrip_lower::all_dialects().op_named(name).and_then(|name| name.def())
}
