//! Names of LLVM assembly. A function's values and blocks share names; types have names of their own with the same sigil.

use rustc_hash::FxHashMap;

use super::{Index, Occurrence, SymbolKind};
use crate::opcodes::is_terminator;
use crate::text::lexer::{Lexer, Token, TokenKind};
use crate::text::names::meant;
use crate::text::split::{Entity, EntityKind};
use irtrip_dialect::language::Language;

/// Reads an entity.
pub fn read(index: &mut Index, text: &str, entity: &Entity) {
    let own = text.get(..entity.end as usize).unwrap_or(text);
    let lexer = Lexer::new(Language::Llvm, own, entity.start as usize);
    let tokens: Vec<Token> = lexer.filter(|token| token.kind != TokenKind::Comment).collect();
    let locals = match entity.kind {
        EntityKind::Function | EntityKind::Declaration => Locals::read(index, text, &tokens),
        _ => Locals::default(),
    };
    for (number, token) in tokens.iter().enumerate() {
        if token.kind == TokenKind::Local {
            let around = (tokens.get(number.wrapping_sub(1)), tokens.get(number + 1));
            local(index, text, entity, &locals, number, *token, around, &tokens);
        } else if let Some(kind) = kind(entity, text, token) {
            let is_definition = token.start == entity.name_start && SymbolKind::of_entity(entity.kind) == Some(kind);
            let symbol = index.number(kind, None, &meant(token.text(text)));
            index.add((token.start, token.end), symbol, is_definition);
        }
    }
}

/// What a token with a sigil names in the module.
fn kind(entity: &Entity, text: &str, token: &Token) -> Option<SymbolKind> {
    let is_number = || token.text(text).bytes().skip(1).all(|byte| byte.is_ascii_digit());
    match token.kind {
        TokenKind::Global => Some(SymbolKind::Global),
        TokenKind::Dollar => Some(SymbolKind::Comdat),
        TokenKind::Caret => Some(SymbolKind::Summary),
        TokenKind::Exclamation if is_number() => Some(SymbolKind::Metadata),
        // What is no number is a kind of attachment, or a specialised node, but in its definition.
        TokenKind::Exclamation if token.start == entity.name_start => Some(SymbolKind::NamedMetadata),
        TokenKind::Hash if is_number() => Some(SymbolKind::AttributeGroup),
        _ => None,
    }
}

/// The values and blocks of a function.
#[derive(Default)]
struct Locals {
    /// The function's number in the chunk.
    scope: u32,
    /// By name: the symbol.
    symbols: FxHashMap<String, u32>,
    /// The tokens that define one.
    definitions: Vec<usize>,
}

impl Locals {
    fn read(index: &mut Index, text: &str, tokens: &[Token]) -> Locals {
        let mut reader = Reader { scope: index.new_scope(), index, text, locals: Locals::default(), next: 0 };
        let name = tokens.iter().position(|token| token.kind == TokenKind::Global).unwrap_or(tokens.len());
        let mut number = reader.parameters(tokens, name + 1);
        while tokens.get(number).is_some_and(|token| !token.is(b'{')) {
            number += 1;
        }
        reader.body(tokens, number + 1);
        Locals { scope: reader.scope, ..reader.locals }
    }

    fn get(&self, name: &str) -> Option<u32> {
        self.symbols.get(name).copied()
    }
}

struct Reader<'r> {
    index: &'r mut Index,
    text: &'r str,
    scope: u32,
    locals: Locals,
    /// The number of the next value or block without a name.
    next: u32,
}

impl Reader<'_> {
    fn define(&mut self, kind: SymbolKind, name: &str) -> u32 {
        let symbol = self.index.number(kind, Some(self.scope), name);
        // A name that is defined twice is an error, which the reader reports.
        *self.locals.symbols.entry(name.to_owned()).or_insert(symbol)
    }

    /// A definition at a token that does not spell its name.
    fn define_implicitly(&mut self, kind: SymbolKind, at: Token) {
        let name = self.next.to_string();
        let symbol = self.define(kind, &name);
        let (start, end) = (at.start, at.end);
        self.index.occurrences.push(Occurrence { start, end, symbol, is_definition: true, is_implicit: true });
        self.next += 1;
    }

    /// The name of a token that defines something; one that is a number counts.
    fn defined_name(&mut self, token: Token) -> String {
        let spelled = token.text(self.text);
        let name = meant(spelled).into_owned();
        let digits = spelled.strip_prefix('%').unwrap_or(spelled);
        if let Ok(number) = digits.parse::<u32>() {
            self.next = number.saturating_add(1);
        }
        name
    }

    /// Reads the parameters, whose bracket is at or after a token; returns the token after them.
    fn parameters(&mut self, tokens: &[Token], from: usize) -> usize {
        let (mut depth, mut first) = (0usize, None);
        for (number, token) in tokens.iter().enumerate().skip(from) {
            match token.kind {
                // The body of a function whose name has no parameters.
                TokenKind::Mark(b'{') if depth == 0 => return number,
                TokenKind::Mark(b'(' | b'[' | b'{' | b'<') => {
                    depth += 1;
                    if depth > 1 {
                        first.get_or_insert(*token);
                    }
                }
                TokenKind::Mark(b')' | b']' | b'}' | b'>') if depth > 1 => depth -= 1,
                TokenKind::Mark(b')' | b',') if depth == 1 => {
                    let last = tokens.get(number.wrapping_sub(1)).copied().unwrap_or(*token);
                    self.parameter(first.take(), last, number - 1);
                    if token.is(b')') {
                        return number + 1;
                    }
                }
                _ if depth > 0 => {
                    first.get_or_insert(*token);
                }
                _ => {}
            }
        }
        tokens.len()
    }

    fn parameter(&mut self, first: Option<Token>, last: Token, number: usize) {
        let Some(first) = first else { return };
        // The type may be a name, too: `%t`.
        if last.kind == TokenKind::Local && last.start != first.start {
            let name = self.defined_name(last);
            self.define(SymbolKind::Value, &name);
            self.locals.definitions.push(number);
        } else if first.text(self.text) != "." && !first.text(self.text).starts_with("...") {
            self.define_implicitly(SymbolKind::Value, first);
        }
    }

    /// Reads a body after its brace.
    fn body(&mut self, tokens: &[Token], from: usize) {
        let (mut depth, mut starts_block) = (0usize, true);
        for (number, token) in tokens.iter().enumerate().skip(from) {
            let next_is = |mark| tokens.get(number + 1).is_some_and(|next| next.is(mark));
            match token.kind {
                TokenKind::Mark(b'(' | b'[' | b'{') => depth += 1,
                TokenKind::Mark(b'}') if depth == 0 => return,
                TokenKind::Mark(b')' | b']' | b'}') => depth = depth.saturating_sub(1),
                _ if depth > 0 => {}
                TokenKind::Label => {
                    let name = self.defined_name(*token);
                    let symbol = self.define(SymbolKind::Block, &name);
                    self.index.add((token.start, token.end), symbol, true);
                    starts_block = false;
                }
                TokenKind::Local if next_is(b'=') => {
                    self.start_block(&mut starts_block, *token);
                    let name = self.defined_name(*token);
                    self.define(SymbolKind::Value, &name);
                    self.locals.definitions.push(number);
                    starts_block = self.ends_block(tokens.get(number + 2));
                }
                TokenKind::Word if token.first_on_line || starts_block => {
                    if matches!(token.text(self.text), "uselistorder" | "uselistorder_bb") {
                        return;
                    }
                    self.start_block(&mut starts_block, *token);
                    starts_block = token.first_on_line && self.ends_block(Some(token));
                }
                _ => {}
            }
        }
    }

    fn ends_block(&self, opcode: Option<&Token>) -> bool {
        opcode.is_some_and(|opcode| is_terminator(opcode.text(self.text)))
    }

    /// The number of a block without a label, whose first instruction is at a token.
    fn start_block(&mut self, starts_block: &mut bool, at: Token) {
        if std::mem::take(starts_block) && at.first_on_line {
            self.define_implicitly(SymbolKind::Block, at);
        }
    }
}

/// Adds the occurrence of a `%name`: of a value or block, of a type, or of a block of another function.
#[allow(clippy::too_many_arguments)]
fn local(
    index: &mut Index,
    text: &str,
    entity: &Entity,
    locals: &Locals,
    number: usize,
    token: Token,
    around: (Option<&Token>, Option<&Token>),
    tokens: &[Token],
) {
    let place = (token.start, token.end);
    let name = meant(token.text(text));
    if locals.definitions.binary_search(&number).is_ok() {
        if let Some(symbol) = locals.get(&name) {
            index.add(place, symbol, true);
        }
        return;
    }
    if let Some(function) = function_of_block(text, tokens, number) {
        let is_own = entity.kind == EntityKind::Function && function == entity.name.as_ref();
        // A block of another function is known by that function's name.
        let symbol = match locals.get(&name).filter(|_| is_own) {
            Some(symbol) => symbol,
            None => index.number(SymbolKind::Block, None, &format!("{function}{}{name}", crate::text::names::NESTED)),
        };
        index.add(place, symbol, false);
        return;
    }
    match locals.get(&name).filter(|_| !is_type(text, around, tokens, number)) {
        Some(symbol) => index.add(place, symbol, false),
        None => {
            // A label is no type, even where it is not defined.
            let is_label = around.0.is_some_and(|before| before.text(text) == "label");
            let (kind, scope) =
                if is_label { (SymbolKind::Block, Some(locals.scope)) } else { (SymbolKind::Type, None) };
            let symbol = index.number(kind, scope, &name);
            let is_definition = token.start == entity.name_start && entity.kind == EntityKind::Type;
            index.add(place, symbol, is_definition);
        }
    }
}

/// Whether a `%name` that a value has stands where a type does.
fn is_type(text: &str, around: (Option<&Token>, Option<&Token>), tokens: &[Token], number: usize) -> bool {
    const BEFORE: &[&str] =
        &["alloca", "getelementptr", "inbounds", "nusw", "nuw", "load", "volatile", "x", "inalloca"];
    const OF_ATTRIBUTE: &[&str] = &["sret", "byval", "byref", "elementtype", "preallocated", "inalloca"];
    const AFTER: &[&str] = &["zeroinitializer", "undef", "poison", "noundef", "nonnull", "noalias", "align"];
    let before = around.0.map_or("", |token| token.text(text));
    if BEFORE.contains(&before) {
        return true;
    }
    let attribute = tokens.get(number.wrapping_sub(2)).map_or("", |token| token.text(text));
    if before == "(" && OF_ATTRIBUTE.contains(&attribute) {
        return true;
    }
    match around.1 {
        Some(after) if after.first_on_line => false,
        Some(after) => {
            matches!(after.kind, TokenKind::Local | TokenKind::Global)
                || after.is(b'*')
                || AFTER.contains(&after.text(text))
        }
        None => false,
    }
}

/// The function whose block a token names in `blockaddress(@f, %b)`, `no_cfi`-like constants having none.
fn function_of_block<'t>(text: &'t str, tokens: &[Token], number: usize) -> Option<std::borrow::Cow<'t, str>> {
    let before = |count: usize| number.checked_sub(count).and_then(|at| tokens.get(at));
    let (comma, function) = (before(1)?, before(2)?);
    if !comma.is(b',') || function.kind != TokenKind::Global {
        return None;
    }
    let word = if before(3)?.is(b'(') { before(4)? } else { before(3)? };
    matches!(word.text(text), "blockaddress" | "uselistorder_bb").then(|| meant(function.text(text)))
}
