//! The types of a function's values in LLVM assembly, as far as the text says them: a document that is being written has no model.

use irtrip_dialect::language::Language;
use rustc_hash::FxHashMap;

use super::semantic_tokens::is_llvm_type;
use crate::text::lexer::{Lexer, Token, TokenKind};
use crate::text::names::meant;
use crate::text::split::Entity;

/// A type has so many tokens at most: brackets that nobody closes are not looked for to the end of the function.
const LONGEST: usize = 4096;

/// A function's tokens and what they say of types.
pub struct Types<'t> {
    text: &'t str,
    /// The tokens of the function.
    pub tokens: Vec<Token>,
    /// The types of its values, by name.
    pub of_values: FxHashMap<String, String>,
}

impl<'t> Types<'t> {
    /// Reads a function of a chunk's text.
    pub fn of(text: &'t str, entity: &Entity) -> Types<'t> {
        let own = text.get(..entity.end as usize).unwrap_or(text);
        let lexer = Lexer::new(Language::Llvm, own, entity.start as usize);
        let tokens: Vec<Token> = lexer.filter(|token| token.kind != TokenKind::Comment).collect();
        let mut types = Types { text, tokens, of_values: FxHashMap::default() };
        // A type before a name says it, wherever that is; what defines a value says it where nothing else does.
        for number in 0..types.tokens.len() {
            types.stated(number);
        }
        for number in 0..types.tokens.len() {
            types.defined(number);
        }
        types
    }

    fn word(&self, number: usize) -> &'t str {
        self.tokens.get(number).map_or("", |token| token.text(self.text))
    }

    fn is(&self, number: usize, mark: u8) -> bool {
        self.tokens.get(number).is_some_and(|token| token.is(mark))
    }

    /// What tokens spell, as one text.
    fn spelled(&self, from: usize, to: usize) -> String {
        let place = |number: usize| self.tokens.get(number).copied();
        match (place(from), to.checked_sub(1).and_then(place)) {
            (Some(first), Some(last)) => {
                self.text.get(first.start as usize..last.end as usize).unwrap_or_default().to_owned()
            }
            _ => String::new(),
        }
    }

    /// The token after the type that starts at a token; none where none does.
    pub(crate) fn end_of_type(&self, from: usize) -> Option<usize> {
        let token = self.tokens.get(from)?;
        let mut end = match token.kind {
            TokenKind::Mark(b'{' | b'[' | b'<') => self.end_of_brackets(from)?,
            TokenKind::Word if token.text(self.text) == "target" => self.end_of_brackets(from + 1)?,
            TokenKind::Word if is_llvm_type(token.text(self.text)) => from + 1,
            TokenKind::Local => from + 1,
            _ => return None,
        };
        loop {
            if self.word(end) == "addrspace" && self.is(end + 1, b'(') {
                end = self.end_of_brackets(end + 1)?;
            } else if self.is(end, b'*') {
                end += 1;
            } else {
                return Some(end);
            }
        }
    }

    fn end_of_brackets(&self, from: usize) -> Option<usize> {
        let mut depth = 0usize;
        for (number, token) in self.tokens.iter().enumerate().skip(from).take(LONGEST) {
            match token.kind {
                TokenKind::Mark(b'(' | b'[' | b'{' | b'<') => depth += 1,
                TokenKind::Mark(b')' | b']' | b'}' | b'>') => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        return Some(number + 1);
                    }
                }
                _ if depth == 0 => return None,
                _ => {}
            }
        }
        None
    }

    /// Takes a type that a name follows, with attributes of parameters between them.
    fn stated(&mut self, number: usize) {
        let starts = self.tokens.get(number).is_some_and(|token| {
            matches!(token.kind, TokenKind::Mark(b'{' | b'[' | b'<'))
                || token.kind == TokenKind::Word && is_llvm_type(token.text(self.text))
                || token.kind == TokenKind::Local
        });
        let Some(end) = starts.then(|| self.end_of_type(number)).flatten() else { return };
        let mut name = end;
        while self.tokens.get(name).is_some_and(|token| token.kind == TokenKind::Word && !token.first_on_line) {
            name += 1;
            if self.is(name, b'(') {
                name = self.end_of_brackets(name).unwrap_or(name);
            } else if self.tokens.get(name).is_some_and(|token| token.kind == TokenKind::Number) {
                name += 1;
            }
        }
        let Some(token) = self.tokens.get(name).copied() else { return };
        // What is first on a line is no operand.
        if token.kind == TokenKind::Local
            && !token.first_on_line
            && !matches!(self.word(number), "label" | "metadata" | "void")
        {
            let ty = self.spelled(number, end);
            self.of_values.entry(meant(token.text(self.text)).into_owned()).or_insert(ty);
        }
    }

    /// Takes the type of what an instruction defines.
    fn defined(&mut self, number: usize) {
        let Some(token) = self.tokens.get(number).copied() else { return };
        if token.kind == TokenKind::Local
            && self.is(number + 1, b'=')
            && let Some(ty) = self.result(number + 2)
        {
            self.of_values.insert(meant(token.text(self.text)).into_owned(), ty);
        }
    }

    /// The type of the result of the instruction at a token.
    fn result(&self, mut at: usize) -> Option<String> {
        while matches!(self.word(at), "tail" | "musttail" | "notail") {
            at += 1;
        }
        let opcode = self.word(at);
        let first = self.next_type(at + 1)?;
        let ty = |place: (usize, usize)| self.spelled(place.0, place.1);
        let after_comma = |from: usize| self.next_type(self.comma(from)? + 1);
        Some(match opcode {
            "icmp" | "fcmp" => self.like(first, "i1"),
            "alloca" => self.address_space(at),
            "getelementptr" => {
                let base = after_comma(first.1)?;
                if self.is(base.0, b'<') { self.like(base, "ptr") } else { ty(base) }
            }
            "select" => ty(after_comma(first.1)?),
            "atomicrmw" => ty(after_comma(first.1)?),
            "cmpxchg" => format!("{{ {}, i1 }}", ty(after_comma(first.1)?)),
            "extractelement" => self.element(first)?,
            "shufflevector" => {
                let mask = after_comma(after_comma(first.1)?.1)?;
                self.like(mask, &self.element(first)?)
            }
            "extractvalue" => self.member(first)?,
            "va_arg" => ty(after_comma(first.1)?),
            "landingpad" | "call" | "invoke" | "callbr" => ty(first),
            "cleanuppad" | "catchpad" | "catchswitch" => "token".to_owned(),
            _ if is_cast(opcode) => {
                let to = (first.1..first.1 + LONGEST).find(|number| self.word(*number) == "to")?;
                ty(self.next_type(to + 1)?)
            }
            _ => ty(first),
        })
    }

    /// The first type from a token on, before the end of the line.
    fn next_type(&self, from: usize) -> Option<(usize, usize)> {
        let mut at = from;
        loop {
            let token = self.tokens.get(at)?;
            if let Some(end) = self.end_of_type(at) {
                return Some((at, end));
            }
            // Attributes, flags, predicates and conventions stand before the type.
            at = match token.kind {
                TokenKind::Word if self.is(at + 1, b'(') => self.end_of_brackets(at + 1)?,
                TokenKind::Word | TokenKind::Number | TokenKind::Hash if at == from || !token.first_on_line => at + 1,
                _ => return None,
            };
        }
    }

    /// The next comma outside of brackets.
    fn comma(&self, from: usize) -> Option<usize> {
        let mut at = from;
        loop {
            let token = self.tokens.get(at)?;
            match token.kind {
                TokenKind::Mark(b',') => return Some(at),
                TokenKind::Mark(b'(' | b'[' | b'{' | b'<') => at = self.end_of_brackets(at)?,
                _ if token.first_on_line => return None,
                _ => at += 1,
            }
        }
    }

    /// A type, in a vector as long as the one at a place, if that is one.
    fn like(&self, place: (usize, usize), element: &str) -> String {
        let times = (place.0..place.1).find(|number| self.word(*number) == "x");
        match times.filter(|_| self.is(place.0, b'<')) {
            Some(times) => format!("{} {element}>", self.spelled(place.0, times + 1)),
            None => element.to_owned(),
        }
    }

    /// The element of a vector or array.
    fn element(&self, place: (usize, usize)) -> Option<String> {
        let times = (place.0..place.1).rfind(|number| {
            self.word(*number) == "x"
                && self.tokens.get(number.wrapping_sub(1)).is_some_and(|t| t.kind == TokenKind::Number)
        });
        let first = (place.0..place.1).find(|number| self.word(*number) == "x");
        let times = first.or(times)?;
        Some(self.spelled(times + 1, self.end_of_type(times + 1)?))
    }

    /// The member of a literal struct or array that the indices after a value name.
    fn member(&self, mut place: (usize, usize)) -> Option<String> {
        let mut at = self.comma(place.1)?;
        while self.is(at, b',') {
            let index: usize = self.word(at + 1).parse().ok()?;
            place = match (self.is(place.0, b'['), self.is(place.0, b'{')) {
                (true, _) => {
                    let times = (place.0..place.1).find(|number| self.word(*number) == "x")?;
                    (times + 1, self.end_of_type(times + 1)?)
                }
                (_, true) => {
                    let mut member = place.0 + 1;
                    for _ in 0..index {
                        member = self.end_of_type(member).filter(|end| self.is(*end, b','))? + 1;
                    }
                    (member, self.end_of_type(member)?)
                }
                _ => return None,
            };
            at += 2;
        }
        Some(self.spelled(place.0, place.1))
    }

    /// The pointer that an `alloca` returns.
    fn address_space(&self, at: usize) -> String {
        let line =
            (at + 1..self.tokens.len()).take_while(|number| !self.tokens.get(*number).is_some_and(|t| t.first_on_line));
        let mut spaces =
            line.filter(|number| self.word(*number) == "addrspace" && self.is(number.wrapping_sub(1), b','));
        match spaces.next().and_then(|number| Some(self.spelled(number, self.end_of_brackets(number + 1)?))) {
            Some(space) => format!("ptr {space}"),
            None => "ptr".to_owned(),
        }
    }
}

/// Whether an instruction takes a value to the type after `to`.
fn is_cast(opcode: &str) -> bool {
    irtrip_dialect::enums::CastOpcode::from_llvm(opcode.as_bytes()).is_some()
}
