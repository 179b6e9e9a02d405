//! Affine maps and sets in canonical form, with dimensions and symbols numbered. MLIR's affine dialect page, "Affine
//! Maps" and "Integer Sets".

use std::rc::Rc;

use irtrip_dialect::diagnostic::ParseCode;
use rustc_hash::FxHashMap;

use super::affine_expression::{Binding, Expr, Node, Op, build, constant, print, push};
use crate::parse::MAX_DEPTH;
use crate::parse::cursor::Cursor;
use crate::parse::operations::values::Use;
use irtrip_dialect::diagnostic::Parsed;

/// The values that expressions of values have for names.
struct Values<'t, 'x> {
    /// Reads the name of one.
    read: &'x mut dyn FnMut(&mut Cursor<'t>) -> Parsed<Use<'t>>,
    /// The dimensions, and the symbols, in the order in which they are first there.
    dims: Vec<Use<'t>>,
    symbols: Vec<Use<'t>>,
}

/// A map that is spelled with the values that it is of.
pub(in crate::parse) struct MapOfValues<'t> {
    /// Its canonical spelling.
    pub text: String,
    /// The values of its dimensions.
    pub dims: Vec<Use<'t>>,
    /// The values of its symbols.
    pub symbols: Vec<Use<'t>>,
    /// How many results each item of the list has.
    pub groups: Vec<usize>,
}

/// Reads one map or set.
struct Reader<'t, 'x> {
    cursor: Cursor<'t>,
    /// What each name stands for: a dimension or a symbol.
    names: FxHashMap<&'t str, Rc<Expr>>,
    values: Option<Values<'t, 'x>>,
    dims: usize,
    symbols: usize,
    depth: usize,
}

/// The canonical spelling of `affine_map<...>` or `affine_set<...>`, at which the cursor stands, and where the text
/// ends.
///
/// # Errors
///
/// Where the text is no affine map or set, or an expression is not affine.
pub(in crate::parse) fn canonical_at(cursor: Cursor<'_>) -> Parsed<(String, usize)> {
    let mut reader = Reader::new(cursor);
    let is_map = reader.cursor.eat("affine_map");
    if !is_map {
        reader.cursor.expect("affine_set")?;
    }
    let start = reader.cursor;
    reader.token("<", if is_map { "'<' in affine map" } else { "'<' in integer set" })?;
    let (out, found_map) = body(&mut reader)?;
    if found_map != is_map {
        let code = match is_map {
            true => ParseCode::AffineSetForMap,
            false => ParseCode::AffineMapForSet,
        };
        let mut at = start;
        at.eat("<");
        return Err(at.error(code));
    }
    reader.token(">", if is_map { "'>' in affine map" } else { "'>' in integer set" })?;
    Ok((out, reader.cursor.pos))
}

/// The canonical spelling of the map that is here without the word and the brackets around it.
///
/// # Errors
///
/// As for [`canonical_at`].
pub(in crate::parse) fn bare_map(cursor: &mut Cursor<'_>) -> Parsed<String> {
    let mut reader = Reader::new(*cursor);
    let (out, is_map) = body(&mut reader)?;
    if !is_map {
        return Err(cursor.error(ParseCode::AffineSetForMap));
    }
    cursor.pos = reader.cursor.pos;
    Ok(out)
}

/// The canonical spelling, and whether it is a map's.
fn body(reader: &mut Reader<'_, '_>) -> Parsed<(String, bool)> {
    reader.parameters()?;
    let is_map = reader.cursor.eat("->");
    if !is_map && !reader.cursor.eat(":") {
        return Err(reader.cursor.expected("'->' or ':'"));
    }
    let mut out = head(if is_map { "affine_map" } else { "affine_set" }, reader.dims, reader.symbols);
    out.push_str(if is_map { " -> (" } else { " : (" });
    if is_map {
        reader.results(&mut out)?;
    } else {
        reader.constraints(&mut out)?;
    }
    out.push_str(")>");
    Ok((out, is_map))
}

/// Reads expressions of values between brackets, `[%i + 3, symbol(%n)]`. Where there is a word, `max(%i, %j)` is one item.
///
/// # Errors
///
/// As for [`canonical_at`].
pub(in crate::parse) fn of_values<'t>(
    cursor: &mut Cursor<'t>,
    [open, close]: [&'static str; 2],
    word: Option<&'static str>,
    read: &mut dyn FnMut(&mut Cursor<'t>) -> Parsed<Use<'t>>,
) -> Parsed<MapOfValues<'t>> {
    let values = Values { read, dims: Vec::new(), symbols: Vec::new() };
    let mut reader = Reader { values: Some(values), ..Reader::new(*cursor) };
    let (mut results, mut groups) = (String::new(), Vec::new());
    let mut result = |reader: &mut Reader<'t, '_>| {
        results.push_str(if results.is_empty() { "" } else { ", " });
        print(&mut results, &*reader.sum()?, Binding::Weak);
        Ok(())
    };
    reader.list((open, open), (close, close), |reader, _| {
        let mut count = 1;
        if word.is_some_and(|word| reader.cursor.eat(word)) {
            count = 0;
            reader.list(("(", "("), (")", ")"), |reader, _| {
                count += 1;
                result(reader)
            })?;
        } else {
            result(reader)?;
        }
        groups.push(count);
        Ok(())
    })?;
    cursor.pos = reader.cursor.pos;
    let text = format!("{} -> ({results})>", head("affine_map", reader.dims, reader.symbols));
    let (dims, symbols) = reader.values.map(|values| (values.dims, values.symbols)).unwrap_or_default();
    Ok(MapOfValues { text, dims, symbols, groups })
}

/// `affine_map<(d0, d1)[s0]`
fn head(word: &str, dims: usize, symbols: usize) -> String {
    let mut out = format!("{word}<(");
    push_numbered(&mut out, 'd', dims);
    out.push(')');
    if symbols > 0 {
        out.push('[');
        push_numbered(&mut out, 's', symbols);
        out.push(']');
    }
    out
}

fn push_numbered(out: &mut String, letter: char, count: usize) {
    for place in 0..count {
        push(out, format_args!("{}{letter}{place}", if place > 0 { ", " } else { "" }));
    }
}

impl<'t> Reader<'t, '_> {
    fn new(cursor: Cursor<'t>) -> Self {
        Reader { cursor, names: FxHashMap::default(), values: None, dims: 0, symbols: 0, depth: 0 }
    }

    fn token(&mut self, token: &str, expected: &'static str) -> Parsed<()> {
        if self.cursor.eat(token) { Ok(()) } else { Err(self.cursor.expected(expected)) }
    }

    /// Reads items separated by commas between brackets, each of which is given with what upstream misses without it.
    fn list(
        &mut self,
        open: (&str, &'static str),
        close: (&str, &'static str),
        mut item: impl FnMut(&mut Self, bool) -> Parsed<()>,
    ) -> Parsed<()> {
        self.token(open.0, open.1)?;
        if self.cursor.eat(close.0) {
            return Ok(());
        }
        item(self, true)?;
        while self.cursor.eat_byte(b',') {
            item(self, false)?;
        }
        self.token(close.0, close.1)
    }

    fn is_defined(&self, name: &str) -> bool {
        self.names.contains_key(name)
    }

    fn identifier(&mut self) -> Parsed<&'t str> {
        let before = self.cursor;
        let Some(name) = self.cursor.word() else { return Err(before.expected("bare identifier")) };
        if self.is_defined(name) {
            return Err(self.cursor.error_at(name, ParseCode::AffineRedefinition(name.to_owned())));
        }
        Ok(name)
    }

    fn parameters(&mut self) -> Parsed<()> {
        let open = ("(", "'(' in dimensional identifier list");
        self.list(open, (")", "')' in dimensional identifier list"), |reader, _| {
            let name = reader.identifier()?;
            reader.names.insert(name, Rc::new(Expr::Dim(reader.dims)));
            reader.dims += 1;
            Ok(())
        })?;
        if self.cursor.sees("[") {
            self.list(("[", "'[' in symbol list"), ("]", "']' in symbol list"), |reader, _| {
                let name = reader.identifier()?;
                reader.names.insert(name, Rc::new(Expr::Symbol(reader.symbols)));
                reader.symbols += 1;
                Ok(())
            })?;
        }
        Ok(())
    }

    fn results(&mut self, out: &mut String) -> Parsed<()> {
        self.list(("(", "'(' in affine map range"), (")", "')' in affine map range"), |reader, first| {
            if !first {
                out.push_str(", ");
            }
            let expr = reader.sum()?;
            print(out, &expr, Binding::Weak);
            Ok(())
        })
    }

    fn constraints(&mut self, out: &mut String) -> Parsed<()> {
        let mut none = true;
        let open = ("(", "'(' in integer set constraint list");
        self.list(open, (")", "')' in integer set constraint list"), |reader, first| {
            none = false;
            if !first {
                out.push_str(", ");
            }
            reader.constraint(out)
        })?;
        if none {
            // A set without constraints is everything.
            out.push_str("0 == 0");
        }
        Ok(())
    }

    fn constraint(&mut self, out: &mut String) -> Parsed<()> {
        let lhs = self.sum()?;
        let (relation, swapped) = if self.cursor.eat(">=") {
            (" >= 0", false)
        } else if self.cursor.eat("<=") {
            (" >= 0", true)
        } else if self.cursor.eat("==") {
            (" == 0", false)
        } else {
            let expected = "'== affine-expr' or '>= affine-expr' at end of affine constraint";
            // Upstream reads a relation's signs one by one.
            let mut after = self.cursor;
            let _ = after.eat_byte(b'>') || after.eat_byte(b'<') || after.eat_byte(b'=');
            let broken = after.check_token();
            return Err(broken.unwrap_or_else(|| after.error(ParseCode::Expected(expected))));
        };
        let rhs = self.sum()?;
        let (lhs, rhs) = if swapped { (rhs, lhs) } else { (lhs, rhs) };
        let difference = self.checked(build(Op::Add, lhs, build(Op::Mul, rhs, constant(-1))))?;
        print(out, &difference, Binding::Weak);
        out.push_str(relation);
        Ok(())
    }

    /// Bounds what later walks over the expression go into.
    fn checked(&self, expr: Node) -> Parsed<Node> {
        match expr.depth() {
            depth if depth > MAX_DEPTH => Err(self.cursor.error(ParseCode::TooDeep(MAX_DEPTH))),
            _ => Ok(expr),
        }
    }

    fn sum(&mut self) -> Parsed<Node> {
        let mut sum = self.product(false)?;
        loop {
            let term = if self.cursor.eat_byte(b'+') {
                self.product(true)?
            } else if !self.cursor.sees("->") && self.cursor.eat_byte(b'-') {
                build(Op::Mul, self.product(true)?, constant(-1))
            } else {
                return Ok(sum);
            };
            sum = self.checked(build(Op::Add, sum, term))?;
        }
    }

    fn product(&mut self, left: bool) -> Parsed<Node> {
        let mut product = self.operand(left)?;
        loop {
            self.cursor.skip_space();
            let operator = self.cursor;
            let (op, code) = if self.cursor.eat_byte(b'*') {
                (Op::Mul, ParseCode::AffineMultiplication)
            } else if self.cursor.eat("floordiv") {
                (Op::FloorDiv, ParseCode::AffineDivisor("floordiv"))
            } else if self.cursor.eat("ceildiv") {
                (Op::CeilDiv, ParseCode::AffineDivisor("ceildiv"))
            } else if self.cursor.eat("mod") {
                (Op::Mod, ParseCode::AffineDivisor("mod"))
            } else {
                return Ok(product);
            };
            let factor = self.operand(true)?;
            if !(factor.is_symbolic() || op == Op::Mul && product.is_symbolic()) {
                return Err(operator.error(code));
            }
            product = self.checked(build(op, product, factor))?;
        }
    }

    /// An operand; whether one is to the left of it.
    fn operand(&mut self, left: bool) -> Parsed<Node> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.cursor.error(ParseCode::TooDeep(MAX_DEPTH)));
        }
        let operand = self.atom(left);
        self.depth -= 1;
        operand
    }

    fn atom(&mut self, left: bool) -> Parsed<Node> {
        if self.cursor.eat_byte(b'(') {
            if self.cursor.sees(")") {
                return self.wrong(ParseCode::AffineEmptyBrackets);
            }
            let inner = self.sum()?;
            self.cursor.expect(")")?;
            return Ok(inner);
        }
        if self.cursor.eat_byte(b'-') {
            return Ok(build(Op::Mul, constant(-1), self.operand(left)?));
        }
        self.cursor.skip_space();
        if self.cursor.peek().is_ascii_digit() {
            let digits = self.cursor.digits().unwrap_or_default();
            let fractional = self.cursor.peek() == b'.';
            return match digits.parse() {
                Ok(value) if !fractional => Ok(constant(value)),
                Ok(_) => Err(self.cursor.error_at(digits, ParseCode::Expected("affine expression"))),
                Err(_) => Err(self.cursor.error_at(digits, ParseCode::AffineConstant)),
            };
        }
        if self.values.is_some() && self.cursor.sees("%") {
            return self.value(false);
        }
        let word = self.cursor.peek_word();
        if self.values.is_some() && word == "symbol" {
            self.cursor.word();
            self.cursor.expect("(")?;
            let symbol = self.value(true)?;
            self.cursor.expect(")")?;
            return Ok(symbol);
        }
        let operator = matches!(self.cursor.peek(), b'*' | b'+') || is_operator(word) && !self.is_defined(word);
        match (operator, left) {
            (true, true) => return self.wrong(ParseCode::AffineOperand("right")),
            (true, false) => return self.wrong(ParseCode::AffineOperand("left")),
            (false, _) => {}
        }
        let before = self.cursor;
        let Some(name) = self.cursor.word() else {
            self.cursor = before;
            return self.wrong(match left {
                true => ParseCode::AffineOperand("right"),
                false => ParseCode::Expected("affine expression"),
            });
        };
        match self.names.get(name) {
            Some(expression) => Ok(expression.clone()),
            None => Err(self.cursor.error_at(name, ParseCode::AffineUndefined)),
        }
    }

    /// A value, which is a dimension or a symbol from where it is first there.
    fn value(&mut self, is_symbol: bool) -> Parsed<Node> {
        let Some(values) = &mut self.values else { return self.wrong(ParseCode::Expected("affine expression")) };
        self.cursor.skip_space();
        let start = self.cursor.pos;
        let used = (values.read)(&mut self.cursor)?;
        let name = self.cursor.since(start);
        if let Some(known) = self.names.get(name) {
            return Ok(known.clone());
        }
        let node = Rc::new(if is_symbol { Expr::Symbol(self.symbols) } else { Expr::Dim(self.dims) });
        let (count, list) = match is_symbol {
            true => (&mut self.symbols, &mut values.symbols),
            false => (&mut self.dims, &mut values.dims),
        };
        *count += 1;
        list.push(used);
        self.names.insert(name, node.clone());
        Ok(node)
    }

    fn wrong<R>(&self, code: ParseCode) -> Parsed<R> {
        Err(self.cursor.error(code))
    }
}

fn is_operator(word: &str) -> bool {
    matches!(word, "floordiv" | "ceildiv" | "mod")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        let read = canonical_at(Cursor::new(text, 0..text.len()));
        read.map_or_else(|e| e.into_diagnostic().to_string(), |(text, _)| text)
    }

    #[test]
    fn maps_are_spelled_as_upstream_spells_them() {
        for (text, expected) in [
            ("(i, j)[s] -> (i + j + s)", "(d0, d1)[s0] -> (d0 + d1 + s0)"),
            ("(d0) -> (2*d0)", "(d0) -> (d0 * 2)"),
            ("(d0)[s0] -> (s0 + d0 - 1, d0 - s0 * 4)", "(d0)[s0] -> (d0 + s0 - 1, d0 - s0 * 4)"),
            ("(d0) -> (-d0, -(d0 + 1), d0 - d0)", "(d0) -> (-d0, -(d0 + 1), 0)"),
            ("(d0, d1) -> ((d0 + 2) + d1 + 3)", "(d0, d1) -> (d0 + d1 + 5)"),
            (
                "(d0) -> (d0 * 8 floordiv 4, d0 * 8 mod 4, 7 floordiv 2, (d0 + 1) mod 4)",
                "(d0) -> (d0 * 2, 0, 3, (d0 + 1) mod 4)",
            ),
            ("()[] -> ()", "() -> ()"),
        ] {
            assert_eq!(read(&format!("affine_map<{text}>")), format!("affine_map<{expected}>"));
        }
    }

    #[test]
    fn sets_compare_with_zero() {
        let text = "affine_set<(i)[N] : (i >= 0, i <= N, N == 5)>";
        assert_eq!(read(text), "affine_set<(d0)[s0] : (d0 >= 0, -d0 + s0 >= 0, s0 - 5 == 0)>");
        assert_eq!(read("affine_set<() : ()>"), "affine_set<() : (0 == 0)>");
    }

    #[test]
    fn what_is_not_affine_is_an_error() {
        assert!(read("affine_map<(d0, d1) -> (d0 * d1)>").starts_with("non-affine expression"));
        assert!(read("affine_map<(d0) -> (d1)>").contains("undeclared identifier"));
        let deep = format!("affine_map<(d0) -> ({}d0{})>", "(".repeat(5000), ")".repeat(5000));
        let error = crate::parse::parse_attr(&irtrip_dialect::Context::new(), &deep).unwrap_err();
        assert!(error.to_string().contains("nesting"), "{error}");
    }
}
