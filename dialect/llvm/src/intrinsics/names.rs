//! The intrinsic that a function's name belongs to.
//!
//! A function whose name starts with `llvm.` need not be an intrinsic: LLVM's writer marks those that are none.

use super::Table;

/// Whether a function's name is an intrinsic's.
///
/// ```
/// use irtrip_dialect::intrinsics::is_intrinsic;
/// assert!(is_intrinsic(b"llvm.smax.i32"));
/// assert!(!is_intrinsic(b"llvm.trap.i32"));
/// ```
pub fn is_intrinsic(name: &[u8]) -> bool {
    lookup_intrinsic(name).is_some()
}

/// An intrinsic: its row in the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IntrinsicId {
    /// The name without `llvm.` and without the types of one that is overloaded.
    pub base: &'static [u8],
    /// Whether its name takes a suffix that spells types.
    pub overloaded: bool,
    /// The line of its attributes in the table.
    pub(super) attributes: usize,
    /// The line of its signature in the table.
    pub(super) signature: usize,
}

/// The intrinsic that a function's name belongs to; `None` if it is no intrinsic's name.
pub fn lookup_intrinsic(name: &[u8]) -> Option<IntrinsicId> {
    let name = name.strip_prefix(b"llvm.")?;
    // LLVM narrows its table by one part of the name after the other; the first name left over decides.
    let mut found = None;
    let ends = name.iter().enumerate().filter(|(_, b)| **b == b'.').map(|(i, _)| i).chain([name.len()]);
    for end in ends {
        let prefix = name.get(..end).unwrap_or(name);
        match line(lower_bound(prefix)) {
            Some(line) if line.starts_with(prefix) => found = Some(line),
            _ => break,
        }
    }
    let line = found?;
    let base = base(line);
    let rest = line.get(base.len()..)?;
    let overloaded = rest.starts_with(b"*");
    let digit = |n, b: &u8| 10 * n + usize::from(b.wrapping_sub(b'0'));
    let mut numbers = rest.split(|b| *b == b' ').skip(1).map(|digits| digits.iter().fold(0, digit));
    match name.strip_prefix(base)? {
        [] => {}
        [b'.', ..] if overloaded => {}
        _ => return None,
    }
    Some(IntrinsicId { base, overloaded, attributes: numbers.next()?, signature: numbers.next()? })
}

/// The names of all intrinsics, without `llvm.` and types.
///
/// ```
/// use irtrip_dialect::intrinsics::intrinsic_names;
/// assert!(intrinsic_names().any(|name| name == b"smax"));
/// ```
pub fn intrinsic_names() -> impl Iterator<Item = &'static [u8]> {
    Table::get().names.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).map(base)
}

/// The name that a line starts with.
fn base(line: &[u8]) -> &[u8] {
    let end = line.iter().position(|b| matches!(b, b'*' | b' ')).unwrap_or(line.len());
    line.get(..end).unwrap_or(line)
}

/// The line at a place of the table, without its end.
fn line(start: usize) -> Option<&'static [u8]> {
    let rest = Table::get().names.get(start..).filter(|rest| !rest.is_empty())?;
    rest.split(|b| *b == b'\n').next()
}

/// Where the first line is that is not below `name`.
fn lower_bound(name: &[u8]) -> usize {
    let (mut low, mut high) = (0, Table::get().names.len());
    while low < high {
        let middle = low + (high - low) / 2;
        let before = Table::get().names.get(low..middle).unwrap_or_default();
        let start = before.iter().rposition(|b| *b == b'\n').map_or(low, |i| low + i + 1);
        let Some(line) = line(start) else { return low };
        if base(line) < name {
            low = start + line.len() + 1;
        } else {
            high = start;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_found() {
        for line in Table::get().names.split(|b| *b == b'\n').filter(|l| !l.is_empty()) {
            let name = [b"llvm.", base(line)].concat();
            assert!(is_intrinsic(&name), "{}", String::from_utf8_lossy(&name));
        }
    }

    #[test]
    fn only_overloaded_names_take_a_suffix() {
        assert!(is_intrinsic(b"llvm.memcpy.p0.p0.i64"));
        assert!(!is_intrinsic(b"llvm.assume.i1"));
        assert!(!is_intrinsic(b"llvm.no.such.thing"));
        assert!(!is_intrinsic(b"llvm.zzz"));
        assert!(!is_intrinsic(b"memcpy"));
    }

    #[test]
    fn the_table_is_sorted() {
        let names: Vec<&[u8]> = Table::get().names.split(|b| *b == b'\n').filter(|l| !l.is_empty()).collect();
        assert!(names.is_sorted_by_key(|n| base(n)));
    }
}
