//! Declarative assembly formats: the elements of a definition's custom form. MLIR, "Operation Definition Specification",
//! "Declarative Assembly Format".

use anyhow::{Context as _, Result, bail};

use super::Operation;

/// A format as a list of the expressions of `FormatElement`s, and the places whose types it has.
#[derive(Default)]
pub struct Format {
    /// The elements.
    pub elements: Vec<String>,
    /// The groups of operands whose types are written.
    pub typed_operands: Vec<usize>,
    /// The groups of results whose types are written.
    pub typed_results: Vec<usize>,
}

/// A token of a format.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Token<'a> {
    /// `` `text` ``
    Literal(&'a str),
    /// `$name`
    Variable(&'a str),
    /// `attr-dict`, `type`, ...
    Word(&'a str),
    /// `(`, `)`, `?`, `^`, `,`
    Mark(char),
}

impl Format {
    /// Reads a format.
    pub fn of(operation: &Operation, text: &str) -> Result<Format> {
        let tokens = tokens(text)?;
        let mut reader = Reader { operation, tokens: &tokens, format: Format::default() };
        let elements = reader.elements()?;
        if !reader.tokens.is_empty() {
            bail!("a format that goes on with {:?}", reader.tokens);
        }
        Ok(Format { elements: elements.into_iter().map(|element| element.text).collect(), ..reader.format })
    }
}

fn tokens(text: &str) -> Result<Vec<Token<'_>>> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let word_end = |text: &str| {
            text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '-')).unwrap_or(text.len())
        };
        let (token, length) = match first {
            '`' => {
                let end = rest[1..].find('`').context("a literal without its end")?;
                (Token::Literal(&rest[1..end + 1]), end + 2)
            }
            '$' => {
                let end = word_end(&rest[1..]);
                (Token::Variable(&rest[1..end + 1]), end + 1)
            }
            '(' | ')' | '?' | '^' | ',' => (Token::Mark(first), 1),
            _ => {
                let end = word_end(rest);
                if end == 0 {
                    bail!("a format with {rest}");
                }
                (Token::Word(&rest[..end]), end)
            }
        };
        tokens.push(token);
        rest = rest[length..].trim_start();
    }
    Ok(tokens)
}

/// An element, and the variable that it is of.
struct Element {
    text: String,
    /// The variable that decides whether an optional group is there.
    anchor: Option<Anchor>,
}

#[derive(Clone)]
enum Anchor {
    Attribute(String),
    /// A unit attribute, which a group spells by its other elements.
    Unit(String),
    Operand(usize),
    Result(usize),
}

struct Reader<'a> {
    operation: &'a Operation<'a>,
    tokens: &'a [Token<'a>],
    format: Format,
}

impl<'a> Reader<'a> {
    fn next(&mut self) -> Option<Token<'a>> {
        let (first, rest) = self.tokens.split_first()?;
        self.tokens = rest;
        Some(first.clone())
    }

    fn eat(&mut self, mark: char) -> bool {
        let here = self.tokens.first() == Some(&Token::Mark(mark));
        if here {
            self.next();
        }
        here
    }

    fn expect(&mut self, mark: char) -> Result<()> {
        if !self.eat(mark) {
            bail!("no {mark} before {:?}", self.tokens);
        }
        Ok(())
    }

    /// Elements to the end or the bracket of their group. Groups do not nest more than twice.
    fn elements(&mut self) -> Result<Vec<Element>> {
        let mut elements = Vec::new();
        while self.tokens.first().is_some_and(|token| *token != Token::Mark(')')) {
            elements.push(self.element()?);
        }
        Ok(elements)
    }

    fn element(&mut self) -> Result<Element> {
        if self.eat('(') {
            return self.group();
        }
        let (text, mut anchor) = match self.next().context("the format ends")? {
            Token::Literal("") => ("Glue".to_owned(), None),
            // The printer puts spaces between elements by itself, but none before a brace.
            Token::Literal(text) if text.trim().is_empty() => match self.tokens.first() {
                Some(Token::Literal("{")) => ("Text(\" \")".to_owned(), None),
                _ => return self.element(),
            },
            Token::Literal(text) => (format!("Text({text:?})"), None),
            Token::Variable(name) => self.variable(name, "Attr")?,
            Token::Word(word) => self.directive(word)?,
            Token::Mark(mark) => bail!("{mark} is no element"),
        };
        if !self.eat('^') {
            anchor = None;
        }
        Ok(Element { text, anchor })
    }

    fn variable(&mut self, name: &str, of_attribute: &str) -> Result<(String, Option<Anchor>)> {
        let operation = self.operation;
        if let Some(group) = operation.operand(name) {
            return Ok((format!("Operand({group})"), Some(Anchor::Operand(group))));
        }
        let slot = operation.slots.iter().find(|slot| slot.name == name);
        let slot = slot.with_context(|| format!("the variable {name}"))?;
        let anchor = match slot.is_unit {
            true => Anchor::Unit(name.to_owned()),
            false => Anchor::Attribute(name.to_owned()),
        };
        Ok((format!("{of_attribute}({name:?})"), Some(anchor)))
    }

    fn directive(&mut self, word: &str) -> Result<(String, Option<Anchor>)> {
        Ok(match word {
            "attr-dict" => ("AttrDict".to_owned(), None),
            "prop-dict" => ("PropDict".to_owned(), None),
            "operands" => ("Operands".to_owned(), None),
            "type" => {
                self.expect('(')?;
                let of = self.next();
                self.expect(')')?;
                let (text, anchor) = self.types(of)?;
                let stripped = match anchor {
                    Some(Anchor::Operand(group)) => self.operation.operands[group].stripped,
                    Some(Anchor::Result(group)) => self.operation.results[group].stripped,
                    _ => None,
                };
                let place = text.strip_prefix("Type(").and_then(|place| place.strip_suffix(')'));
                match (place, stripped) {
                    (Some(place), Some(mnemonic)) => (format!("StrippedType({place}, {mnemonic:?})"), anchor),
                    _ => (text, anchor),
                }
            }
            "qualified" => {
                self.expect('(')?;
                let element = match self.next() {
                    Some(Token::Variable(name)) => self.variable(name, "QualifiedAttr")?,
                    Some(Token::Word("type")) => {
                        self.expect('(')?;
                        let of = self.next();
                        self.expect(')')?;
                        self.types(of)?
                    }
                    other => bail!("qualified({other:?})"),
                };
                self.expect(')')?;
                element
            }
            "functional-type" => {
                self.expect('(')?;
                let operands = self.next();
                self.expect(',')?;
                let results = self.next();
                self.expect(')')?;
                let (operands, results) = (self.types(operands)?, self.types(results)?);
                let all = [self.format.typed_operands.len(), self.format.typed_results.len()];
                match all == [self.operation.operands.len(), self.operation.results.len()] {
                    true => ("FunctionalType".to_owned(), None),
                    false => {
                        let (operands, results) = (operands.0, results.0);
                        (format!("Text(\"(\"), {operands}, Text(\")\"), Text(\"->\"), {results}"), None)
                    }
                }
            }
            _ => bail!("the directive {word}"),
        })
    }

    fn types(&mut self, of: Option<Token>) -> Result<(String, Option<Anchor>)> {
        let operation = self.operation;
        Ok(match of {
            Some(Token::Word("operands")) => {
                self.format.typed_operands.extend(0..operation.operands.len());
                ("OperandTypes".to_owned(), None)
            }
            Some(Token::Word("results")) => {
                self.format.typed_results.extend(0..operation.results.len());
                ("ResultTypes".to_owned(), None)
            }
            Some(Token::Variable(name)) => {
                if let Some(group) = operation.operand(name) {
                    self.format.typed_operands.push(group);
                    (format!("Type(Place::Operand({group}))"), Some(Anchor::Operand(group)))
                } else {
                    let result = operation.results.iter().position(|result| result.name == name);
                    let result = result.with_context(|| format!("the type of {name}"))?;
                    self.format.typed_results.push(result);
                    (format!("Type(Place::Result({result}))"), Some(Anchor::Result(result)))
                }
            }
            other => bail!("type({other:?})"),
        })
    }

    /// An optional group, after its bracket.
    fn group(&mut self) -> Result<Element> {
        let elements = self.elements()?;
        self.expect(')')?;
        self.expect('?')?;
        let anchor = elements.iter().find_map(|element| element.anchor.clone()).context("a group without an anchor")?;
        let texts: Vec<&str> = match &anchor {
            // A unit attribute is there where the other elements of the group are, so it has none of its own.
            Anchor::Unit(name) => {
                let own = format!("Attr({name:?})");
                elements.iter().map(|element| element.text.as_str()).filter(|text| *text != own).collect()
            }
            _ => elements.iter().map(|element| element.text.as_str()).collect(),
        };
        let (first, rest) = texts.split_first().context("an empty group")?;
        let word = first.strip_prefix("Text(").and_then(|text| text.strip_suffix(')'));
        if let (Anchor::Unit(name), Some(word), false) = (&anchor, word, rest.is_empty()) {
            let text = format!("IfAttr({name:?}, &[Keyword({word}, {name:?}), {}])", rest.join(", "));
            return Ok(Element { text, anchor: None });
        }
        let inner = texts.join(", ");
        let keyword = match texts.as_slice() {
            [one] => one.strip_prefix("Text(").and_then(|text| text.strip_suffix(')')),
            _ => None,
        };
        let text = match (anchor, keyword) {
            (Anchor::Unit(name), Some(keyword)) => format!("Keyword({keyword}, {name:?})"),
            (Anchor::Unit(name) | Anchor::Attribute(name), _) => format!("IfAttr({name:?}, &[{inner}])"),
            (Anchor::Operand(group), _) => format!("IfOperand({group}, &[{inner}])"),
            (Anchor::Result(group), _) => format!("IfResult({group}, &[{inner}])"),
        };
        Ok(Element { text, anchor: None })
    }
}
