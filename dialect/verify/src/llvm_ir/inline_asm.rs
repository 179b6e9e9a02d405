//! The constraints of inline assembly. LangRef, "Inline Assembler Expressions", "Inline Asm Constraint String".

/// What a constraint of inline assembly is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Constraint {
    /// An output that is a result.
    Output,
    /// An input, or an output through a pointer.
    Input {
        /// Whether the operand points to the value.
        indirect: bool,
        /// Whether it is an output.
        output: bool,
    },
    /// A register that the assembly overwrites.
    Clobber,
    /// A destination of `callbr`.
    Label,
}

/// The constraints of a string; `None` where LLVM finds it malformed.
pub fn constraints(text: &[u8]) -> Option<Vec<Constraint>> {
    let mut found = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let mut depth = false;
        let end = rest.iter().position(|b| {
            depth = (depth || *b == b'{') && *b != b'}';
            *b == b',' && !depth
        });
        let (piece, after) = rest.split_at(end.unwrap_or(rest.len()));
        rest = after.get(1..).unwrap_or_default();
        if piece.is_empty() || (end.is_some() && rest.is_empty()) || (piece.contains(&b'{') && !piece.contains(&b'}')) {
            return None;
        }
        found.push(constraint(piece)?);
    }
    Some(found)
}

fn constraint(piece: &[u8]) -> Option<Constraint> {
    let (kind, rest) = match piece {
        [b'~', rest @ ..] if rest.first() == Some(&b'{') => return Some(Constraint::Clobber),
        [b'~', ..] => return None,
        [b'!', rest @ ..] => (Constraint::Label, rest),
        [b'=', b'*', rest @ ..] => (Constraint::Input { indirect: true, output: true }, rest),
        [b'=', rest @ ..] => (Constraint::Output, rest),
        [b'*', rest @ ..] => (Constraint::Input { indirect: true, output: false }, rest),
        rest => (Constraint::Input { indirect: false, output: false }, rest),
    };
    (!rest.is_empty()).then_some(kind)
}
