//! Phis and block arguments, counted on both sides of a translation.
//!
//! A block argument is a phi, and each edge into its block passes it one operand; so a function has as many phis as
//! block arguments, and as many incoming values as operands that edges pass. The LLVM side is counted in the text that
//! came in, by a scanner of this module's own that shares nothing with irtrip's reader.

use std::ops::AddAssign;

use irtrip_dialect::{Body, Module, Region};
use serde::{Deserialize, Serialize};

/// What one side has.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counts {
    /// Phis, or arguments of blocks other than the entry block.
    pub values: u64,
    /// Incoming values of phis, or operands passed along edges.
    pub edges: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.values += other.values;
        self.edges += other.edges;
    }
}

impl std::fmt::Display for Counts {
    /// As counts of the LLVM side.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} phis with {} incoming values", self.values, self.edges)
    }
}

/// Counts the phis of LLVM assembly, in any layout, and their incoming values.
///
/// LangRef, "phi": `phi <type> [ <value>, %<block> ], ...`. Where a name has a sigil and text is quoted, `phi` alone is
/// the instruction, or a label if a colon follows. Nothing but an incoming value ends in a comma, a local name and a
/// bracket.
pub(crate) fn in_llvm(text: &str) -> Counts {
    let mut counts = Counts::default();
    let tokens = Tokens { text: text.as_bytes(), at: 0 };
    let mut before = [Token::Other, Token::Other];
    for token in tokens {
        match (token, before) {
            (Token::Phi, _) => counts.values += 1,
            (Token::ClosingBracket, [Token::Comma, Token::LocalName]) => counts.edges += 1,
            _ => {}
        }
        before = [before[1], token];
    }
    counts
}

/// A token of LLVM assembly, as far as phis need it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Token {
    /// The keyword `phi`, which is no label.
    Phi,
    /// `%x`, `%7`, `%"a b"`.
    LocalName,
    Comma,
    ClosingBracket,
    Other,
}

/// The tokens of a text.
struct Tokens<'a> {
    text: &'a [u8],
    at: usize,
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        loop {
            let rest = self.text.get(self.at..)?;
            let first = *rest.first()?;
            let word = rest.iter().take_while(|byte| is_word(**byte)).count();
            let (token, length) = match first {
                b if b.is_ascii_whitespace() => {
                    self.at += 1;
                    continue;
                }
                b';' => {
                    self.at += memchr::memchr(b'\n', rest).unwrap_or(rest.len());
                    continue;
                }
                b'"' => (Token::Other, quoted(rest)),
                b'%' => (Token::LocalName, 1 + name(rest.get(1..)?)),
                // A sigil's name is no keyword.
                b'@' | b'!' | b'$' | b'#' => (Token::Other, 1 + name(rest.get(1..)?)),
                b',' => (Token::Comma, 1),
                b']' => (Token::ClosingBracket, 1),
                _ if word > 0 => {
                    let is_phi = rest.get(..word) == Some(b"phi") && rest.get(word) != Some(&b':');
                    (if is_phi { Token::Phi } else { Token::Other }, word)
                }
                _ => (Token::Other, 1),
            };
            self.at += length;
            return Some(token);
        }
    }
}

/// Bytes of words and names without quotes. LangRef, "Identifiers".
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-$._".contains(&byte)
}

/// The length of a name after its sigil.
fn name(text: &[u8]) -> usize {
    match text.first() {
        Some(b'"') => quoted(text),
        // A metadata name may have escapes: `!\\22a`.
        _ => text.iter().take_while(|byte| is_word(**byte) || **byte == b'\\').count(),
    }
}

/// The length of a string from its first quote to its second, or to the end of the text. A quote in it is escaped as
/// `\22`.
fn quoted(text: &[u8]) -> usize {
    text.get(1..).and_then(|rest| memchr::memchr(b'"', rest)).map_or(text.len(), |end| end + 2)
}

/// Counts the block arguments of a module's functions, entry blocks aside, and the operands of the edges to them.
pub(crate) fn in_model(module: &Module) -> Counts {
    let mut counts = Counts::default();
    for op in module.ops() {
        if let Some(body) = module.body.nested(op) {
            for &region in body.regions() {
                counts += in_region(body, region);
            }
        }
    }
    counts
}

fn in_region(body: &Body, region: Region) -> Counts {
    let mut counts = Counts::default();
    for (place, &block) in body.blocks(region).iter().enumerate() {
        // An entry block's arguments are the function's.
        if place > 0 {
            counts.values += body.block_args(block).len() as u64;
        }
        for op in body.ops(block) {
            let successors = body.successors(op).iter();
            counts.edges += successors.map(|s| body.successor_args(s).len() as u64).sum::<u64>();
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phis_are_counted_in_what_the_writer_prints() {
        let text = "@s = constant [7 x i8] c\" = phi \\00\"\n  %x = phi i32 [ 0, %a ], [ %y, %\"b [ c\" ]\n  \
                    %\"p q\" = phi [2 x i8] [ [i8 1, i8 2], %a ], !dbg !3\n  %phi = add i32 %x, 1\n";
        assert_eq!(in_llvm(text), Counts { values: 2, edges: 3 });
    }

    #[test]
    fn phis_are_counted_in_what_people_write() {
        for (text, values, edges) in [
            ("phi i32[0,%a],[1,%\"b\"]", 1, 2),
            ("%1=phi fast <2 x float>\n  [ <float 1.0, float 2.0>, %a ] ; , %c ]\n  , [ %v , %2 ]", 1, 2),
            ("phi: br label %phi\n\"phi\": %phi = phi ptr [ @phi, %phi ]", 1, 1),
            ("switch i32 %x, label %a [ i32 0, label %b ]\nindirectbr ptr %p, [label %a, label %b]", 0, 0),
            ("%x = phi i32\nret i32 %x", 1, 0),
            ("!phi = !{!0}\n!0 = !{!\"[ 0, %a ]\", !\"phi\"}\n$phi = comdat any\n%t = type [2 x %phi]", 0, 0),
            ("%x = phi [2 x %t] [ zeroinitializer, %a ], [ undef, %b ], !dbg !1", 1, 2),
            ("call void @f() [ \"tag\"(i32 %x, i32 %y) ]", 0, 0),
            ("phi i32 [ ", 1, 0),
            ("phi i32 [ 0, %\"", 1, 0),
        ] {
            assert_eq!(in_llvm(text), Counts { values, edges }, "{text}");
        }
    }
}
