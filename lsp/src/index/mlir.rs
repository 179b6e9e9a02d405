//! Names of MLIR. A region knows its own values and those of the regions around it, up to an operation that is isolated from
//! above; a block is known in its region alone. What no operation defines and the operation before a region names, such as
//! a loop's variable, is an argument of the region: that holds of every dialect, known or not.

use std::borrow::Cow;

use irtrip_dialect::language::Language;
use irtrip_dialect::ops::Traits;
use rustc_hash::FxHashMap;

use super::{Index, SymbolKind};
use crate::text::lexer::{Lexer, Token, TokenKind};
use crate::text::names::{NESTED, meant};
use crate::text::split::{Entity, EntityKind, continues, definition, goes_on};

/// Reads an entity.
pub fn read(index: &mut Index, text: &str, entity: &Entity) {
    let own = text.get(..entity.end as usize).unwrap_or(text);
    let lexer = Lexer::new(Language::Mlir, own, entity.start as usize);
    let tokens: Vec<Token> = lexer.filter(|token| token.kind != TokenKind::Comment).collect();
    let mut reader = Reader {
        index,
        text,
        entity,
        scopes: Vec::new(),
        open: Vec::new(),
        ops: Vec::new(),
        uses: Vec::new(),
        after_label: None,
    };
    let outermost = reader.scope(None, true);
    reader.open.push((b'{', outermost));
    reader.run(&tokens);
    reader.resolve();
}

/// The scope of the module's region, of which an entity is a part.
const OUTERMOST: usize = 0;

/// A region, or what an operation's regions have in common.
struct Scope {
    /// Its number in the chunk.
    id: u32,
    parent: Option<usize>,
    /// Values and blocks by name with sigil.
    symbols: FxHashMap<String, u32>,
    /// Whether the values around are unknown in it.
    is_isolated: bool,
}

/// An operation that is being read.
struct Operation {
    /// Brackets that were open before it.
    depth: usize,
    is_isolated: bool,
    /// Whether it has a symbol of its own, as a function has.
    is_named: bool,
    /// Whether it is in the generic form, where regions name their arguments themselves.
    is_generic: bool,
    /// The scope of its regions, once one is open.
    scope: Option<usize>,
    /// The names before its first region that nothing defined when they were met.
    pending: Vec<Token>,
}

struct Reader<'r> {
    index: &'r mut Index,
    text: &'r str,
    entity: &'r Entity,
    scopes: Vec<Scope>,
    /// Brackets that are open, each with the scope inside of it.
    open: Vec<(u8, usize)>,
    ops: Vec<Operation>,
    /// Names that are used, each with the scope that it stands in.
    uses: Vec<(Token, usize)>,
    /// The token after the last block's label.
    after_label: Option<usize>,
}

/// Whether the values that tokens start with are an operation's results, and not operands on a line of their own.
fn are_results(tokens: &[Token]) -> bool {
    let is_part =
        |token: &&Token| matches!(token.kind, TokenKind::Local | TokenKind::Number | TokenKind::Mark(b',' | b':'));
    tokens.iter().find(|token| !is_part(token)).is_some_and(|token| token.is(b'='))
}

impl<'r> Reader<'r> {
    fn scope(&mut self, parent: Option<usize>, is_isolated: bool) -> usize {
        let id = self.index.new_scope();
        self.scopes.push(Scope { id, parent, symbols: FxHashMap::default(), is_isolated });
        self.scopes.len() - 1
    }

    fn current(&self) -> usize {
        self.open.last().map_or(0, |open| open.1)
    }

    fn run(&mut self, tokens: &[Token]) {
        let (mut number, mut symbol): (usize, Option<(u32, Cow<'r, str>)>) = (0, None);
        while let Some(token) = tokens.get(number).copied() {
            let previous = number.checked_sub(1).and_then(|before| tokens.get(before)).copied();
            // The colon of a label is no part of what follows.
            let previous = previous.filter(|_| self.after_label != Some(number));
            if self.starts_statement(tokens.get(number..).unwrap_or_default(), token, previous) {
                number = self.statement(tokens, number);
                continue;
            }
            match token.kind {
                TokenKind::Local => self.value(tokens, number, token),
                TokenKind::Caret => self.uses.push((token, self.current())),
                TokenKind::Global => {
                    let depth = self.open.len();
                    if let Some(op) = self.ops.last_mut() {
                        op.is_named |= op.depth == depth;
                    }
                    let name = self.nested(symbol.take(), token);
                    self.global(token, &name);
                    symbol = Some((token.end, name));
                }
                TokenKind::Hash | TokenKind::Exclamation => self.alias(token),
                TokenKind::String if token.start == self.entity.name_start && token.end == self.entity.name_end => {
                    self.global(token, &self.entity.name);
                }
                TokenKind::Mark(open @ (b'(' | b'[' | b'{')) => self.open(open, previous),
                TokenKind::Mark(b')' | b']' | b'}') => self.close(),
                _ => {}
            }
            number += 1;
        }
    }

    /// Whether an operation or a block starts at a token, or a line with more of the operation before it: `threads(...)`.
    fn starts_statement(&self, tokens: &[Token], token: Token, previous: Option<Token>) -> bool {
        let in_region = self.open.last().is_some_and(|open| open.0 == b'{');
        let is_new_line = token.first_on_line && previous.is_none_or(|previous| !continues(previous.kind));
        let starts = is_new_line || previous.is_none_or(|previous| previous.is(b'{'));
        in_region
            && starts
            && match token.kind {
                TokenKind::String | TokenKind::Caret => true,
                TokenKind::Local => are_results(tokens),
                TokenKind::Word => !goes_on(self.text, token, tokens.get(1).copied()),
                _ => false,
            }
    }

    /// Reads what is before an operation's operands: its results and its name, or a block's label with its arguments.
    fn statement(&mut self, tokens: &[Token], mut number: usize) -> usize {
        let depth = self.open.len();
        self.end_operations(depth);
        let first = tokens.get(number).copied();
        if let Some(label) = first.filter(|token| token.kind == TokenKind::Caret) {
            self.define(self.current(), SymbolKind::Block, label);
            let after = self.block_arguments(tokens, number + 1);
            let after = after + usize::from(tokens.get(after).is_some_and(|token| token.is(b':')));
            self.after_label = Some(after);
            return after;
        }
        let is_assigned = first.is_some_and(|token| token.kind == TokenKind::Local);
        if is_assigned {
            let scope = self.current();
            while let Some(token) = tokens.get(number).copied().filter(|token| !token.is(b'=')) {
                match token.kind {
                    TokenKind::Local => self.define(scope, SymbolKind::Value, token),
                    TokenKind::Number | TokenKind::Mark(b',' | b':') => {}
                    _ => break,
                }
                number += 1;
            }
            number += usize::from(tokens.get(number).is_some_and(|token| token.is(b'=')));
        }
        let name = tokens.get(number).filter(|token| matches!(token.kind, TokenKind::Word | TokenKind::String));
        let def = name.and_then(|name| definition(name.text(self.text).trim_matches('"')));
        let is_isolated = def.is_some_and(|def| def.is(Traits::ISOLATED));
        let is_generic = name.is_some_and(|name| name.kind == TokenKind::String);
        self.ops.push(Operation { depth, is_isolated, is_named: false, is_generic, scope: None, pending: Vec::new() });
        number + usize::from(name.is_some())
    }

    /// `(%x: i32, %y: i32)` after a block's label.
    fn block_arguments(&mut self, tokens: &[Token], mut number: usize) -> usize {
        if tokens.get(number).is_none_or(|token| !token.is(b'(')) {
            return number;
        }
        let (scope, mut depth) = (self.current(), 0usize);
        while let Some(token) = tokens.get(number).copied() {
            number += 1;
            match token.kind {
                TokenKind::Mark(b'(' | b'[' | b'{') => depth += 1,
                TokenKind::Mark(b')' | b']' | b'}') => depth = depth.saturating_sub(1),
                TokenKind::Local if depth == 1 => self.define(scope, SymbolKind::Value, token),
                TokenKind::Hash | TokenKind::Exclamation => self.alias(token),
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
        number
    }

    /// A value that is not at the start of an operation.
    fn value(&mut self, tokens: &[Token], number: usize, token: Token) {
        let is_assigned = tokens.get(number + 1).is_some_and(|next| next.is(b'='));
        let scope = self.current();
        let name = token.text(self.text);
        let is_known = self.find(scope, name).is_some();
        let before = |by: usize| number.checked_sub(by).and_then(|at| tokens.get(at)).map(|token| token.kind);
        let follows_arrow = before(1) == Some(TokenKind::Arrow) && before(2) == Some(TokenKind::Local);
        let Some(op) = self.ops.last_mut() else {
            self.uses.push((token, scope));
            return;
        };
        // `%i = %lower` and `%outer -> %inner` name an argument of the region; of a function all names do.
        let is_argument = is_assigned || follows_arrow || !is_known || op.is_isolated && op.is_named;
        if op.scope.is_none() && !op.is_generic && is_argument {
            op.pending.push(token);
        } else {
            self.uses.push((token, scope));
        }
    }

    fn open(&mut self, bracket: u8, previous: Option<Token>) {
        let scope = self.current();
        // In parentheses, regions are in a list of their own, and attributes after a type.
        let in_list = self.open.last().is_some_and(|open| open.0 == b'(');
        let is_dictionary = previous.is_some_and(|previous| {
            let starts_item = previous.is(b'(') || previous.is(b',');
            previous.is(b'<') || in_list && !starts_item || previous.text(self.text) == "attributes"
        });
        if bracket != b'{' || is_dictionary || self.open.len() > irtrip_dialect::limits::MAX_BRACKETS {
            // No operation starts in a dictionary, and no reader accepts brackets so deep.
            self.open.push((b'(', scope));
            return;
        }
        let inside = self.region(scope);
        self.open.push((b'{', inside));
    }

    /// The scope of a region of the last operation.
    fn region(&mut self, around: usize) -> usize {
        let (is_isolated, known, pending) = match self.ops.last_mut() {
            Some(op) => (op.is_isolated, op.scope, std::mem::take(&mut op.pending)),
            None => (false, None, Vec::new()),
        };
        let common = match known {
            Some(common) => common,
            None => self.scope(Some(around), is_isolated),
        };
        if let Some(op) = self.ops.last_mut() {
            op.scope = Some(common);
        }
        for token in pending {
            let is_first =
                self.scopes.get(common).is_some_and(|scope| !scope.symbols.contains_key(token.text(self.text)));
            if is_first {
                self.define(common, SymbolKind::Value, token);
            } else {
                self.uses.push((token, common));
            }
        }
        self.scope(Some(common), false)
    }

    fn close(&mut self) {
        if self.open.len() > 1 {
            self.end_operations(self.open.len());
            self.open.pop();
        }
    }

    /// Ends the operations that stand so deep or deeper. Names that wait for a region are uses after all, but for the parameters of a
    /// function without a body.
    fn end_operations(&mut self, depth: usize) {
        while let Some(op) = self.ops.pop_if(|op| op.depth >= depth) {
            let scope = self.current();
            if op.is_isolated && op.is_named && op.scope.is_none() {
                let own = self.scope(Some(scope), true);
                op.pending.into_iter().for_each(|token| self.define(own, SymbolKind::Value, token));
                continue;
            }
            self.uses.extend(op.pending.into_iter().map(|token| (token, scope)));
        }
    }

    fn define(&mut self, scope: usize, kind: SymbolKind, token: Token) {
        let (name, place) = (token.text(self.text), (token.start, token.end));
        let number = scope;
        let Some(scope) = self.scopes.get_mut(scope) else { return };
        let symbol = match number {
            OUTERMOST => self.index.number(kind, None, &format!("{}{NESTED}{}", self.entity.path, meant(name))),
            _ => self.index.number(kind, Some(scope.id), &meant(name)),
        };
        let symbol = *scope.symbols.entry(name.to_owned()).or_insert(symbol);
        self.index.add(place, symbol, true);
    }

    /// What a name stands for in a scope.
    fn find(&self, scope: usize, name: &str) -> Option<u32> {
        let is_block = name.starts_with('^');
        let mut next = Some(scope);
        while let Some(scope) = next.and_then(|scope| self.scopes.get(scope)) {
            if let Some(symbol) = scope.symbols.get(name) {
                return Some(*symbol);
            }
            if is_block {
                return None;
            }
            next = scope.parent.filter(|_| !scope.is_isolated);
        }
        None
    }

    /// Whether a scope knows the values of the module itself, which other entities define.
    fn knows_module(&self, mut scope: usize) -> bool {
        while let Some(Scope { parent: Some(parent), is_isolated: false, .. }) = self.scopes.get(scope) {
            scope = *parent;
        }
        scope == OUTERMOST
    }

    fn resolve(&mut self) {
        self.end_operations(0);
        for (token, scope) in std::mem::take(&mut self.uses) {
            let name = token.text(self.text);
            let symbol = self.find(scope, name).unwrap_or_else(|| {
                let kind = if name.starts_with('^') { SymbolKind::Block } else { SymbolKind::Value };
                match self.knows_module(scope) {
                    true => self.index.number(kind, None, &format!("{}{NESTED}{}", self.entity.path, meant(name))),
                    false => {
                        let own = self.scopes.get(scope).map(|scope| scope.id);
                        self.index.number(kind, own, &meant(name))
                    }
                }
            });
            self.index.add((token.start, token.end), symbol, false);
        }
    }

    /// The name of a symbol, in the symbol tables that are named before it, or in the one that it stands in.
    fn nested(&self, before: Option<(u32, Cow<'r, str>)>, token: Token) -> Cow<'r, str> {
        let name = meant(token.text(self.text));
        let outer = before.filter(|(end, _)| self.text.get(*end as usize..token.start as usize) == Some("::"));
        let outer = outer.as_ref().map_or(&*self.entity.path, |outer| outer.1.as_ref());
        Cow::Owned(format!("{outer}{NESTED}{name}"))
    }

    fn global(&mut self, token: Token, name: &str) {
        let symbol = self.index.number(SymbolKind::Global, None, name);
        self.index.add((token.start, token.end), symbol, token.start == self.entity.name_start);
    }

    /// An alias, which has no dot; what has one belongs to a dialect, as does what is followed by its own brackets: `#omp<...>`.
    fn alias(&mut self, token: Token) {
        let name = token.text(self.text);
        let is_of_dialect = name.contains('.') || self.text.as_bytes().get(token.end as usize) == Some(&b'<');
        if is_of_dialect || name.as_bytes().get(1).is_none_or(u8::is_ascii_digit) {
            return;
        }
        let kind = if token.kind == TokenKind::Hash { SymbolKind::AttributeAlias } else { SymbolKind::TypeAlias };
        let is_definition = token.start == self.entity.name_start
            && matches!(self.entity.kind, EntityKind::AttributeAlias | EntityKind::TypeAlias);
        let symbol = self.index.number(kind, None, &format!("{NESTED}{}", meant(name)));
        self.index.add((token.start, token.end), symbol, is_definition);
    }
}
