//! Affine maps and integer sets as MLIR 24 encodes them, in their text, which is read like any other. Before, they were text.
//! MLIR's `affine` dialect, "Affine Maps", "Integer Sets".

use std::fmt::Write;

use crate::error::Result;

use super::cursor::Cursor;

/// How deep an expression may be, and how many dimensions a map may have that says of them only that they are its results.
const MAX_DEPTH: usize = 64;
const MAX_DIMENSIONS: u64 = 4096;

/// Reads a map; returns its text.
///
/// # Errors
/// It is ill-formed, or too deep.
pub fn map(cursor: &mut Cursor<'_>) -> Result<String> {
    let before = *cursor;
    let header = cursor.varint()?;
    let dimensions = header >> 2;
    if dimensions > MAX_DIMENSIONS {
        return Err(before.error(format!("an affine map has {dimensions} dimensions")));
    }
    // What the results are: all dimensions, a permutation of them, some of them, or expressions.
    let (mut symbols, mut results) = (0, String::new());
    match header & 3 {
        0 => results = names('d', dimensions),
        kind @ (1 | 2) => {
            let count = if kind == 1 { dimensions } else { cursor.count()? as u64 };
            for place in 0..count {
                let separator = if place > 0 { ", " } else { "" };
                let _ = write!(results, "{separator}d{}", cursor.varint()?);
            }
        }
        _ => {
            symbols = cursor.count()? as u64;
            for place in 0..cursor.count()? {
                results.push_str(if place > 0 { ", " } else { "" });
                expression(cursor, 0, &mut results)?;
            }
        }
    }
    Ok(format!("affine_map<({}){} -> ({results})>", names('d', dimensions), brackets(symbols)))
}

/// Reads a set; returns its text.
///
/// # Errors
/// As [`map`].
pub fn set(cursor: &mut Cursor<'_>) -> Result<String> {
    let (dimensions, symbols, count) = (cursor.count()? as u64, cursor.count()? as u64, cursor.count()?);
    let mut constraints = Vec::with_capacity(count);
    for _ in 0..count {
        let mut constraint = String::new();
        expression(cursor, 0, &mut constraint)?;
        constraints.push(constraint);
    }
    for constraint in &mut constraints {
        constraint.push_str(if cursor.byte()? == 0 { " >= 0" } else { " == 0" });
    }
    let constraints = constraints.join(", ");
    Ok(format!("affine_set<({}){} : ({constraints})>", names('d', dimensions), brackets(symbols)))
}

/// `d0, d1`
fn names(letter: char, count: u64) -> String {
    let mut names = String::new();
    for number in 0..count {
        let separator = if number > 0 { ", " } else { "" };
        let _ = write!(names, "{separator}{letter}{number}");
    }
    names
}

/// `[s0, s1]`, where there are symbols.
fn brackets(symbols: u64) -> String {
    if symbols == 0 { String::new() } else { format!("[{}]", names('s', symbols)) }
}

fn expression(cursor: &mut Cursor<'_>, depth: usize, out: &mut String) -> Result<()> {
    let before = *cursor;
    if depth == MAX_DEPTH {
        return Err(before.error("an affine expression is nested too deeply"));
    }
    let operator = match cursor.varint()? {
        kind @ (0 | 1) => {
            out.push(if kind == 0 { 'd' } else { 's' });
            out.push_str(&cursor.varint()?.to_string());
            return Ok(());
        }
        2 => {
            out.push_str(&cursor.signed()?.to_string());
            return Ok(());
        }
        3 => " + ",
        4 => " * ",
        5 => " mod ",
        6 => " floordiv ",
        7 => " ceildiv ",
        kind => return Err(before.error(format!("unknown kind of an affine expression: {kind}"))),
    };
    out.push('(');
    expression(cursor, depth + 1, out)?;
    out.push_str(operator);
    expression(cursor, depth + 1, out)?;
    out.push(')');
    Ok(())
}
