//! The changes of a comparison: differences that are linked, and what they say without what they say it of.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use irtrip_dialect::ops::Inst;
use irtrip_dialect::ops::llvm::DYNAMIC_INDEX;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_128;

use crate::difference::{ChangedPart, Comparison, DiffRow, Difference, LinePart, Operation, Subject};
use crate::source::words::words;
use crate::without_hashes::without_hashes;
use crate::{Category, RowSide};

/// What a change does: a hash of it. Changes of one key are alike.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct ChangeKey(pub u128);

impl From<ChangeKey> for String {
    /// The digits that reports have.
    fn from(key: ChangeKey) -> String {
        format!("{:032x}", key.0)
    }
}

impl TryFrom<String> for ChangeKey {
    type Error = std::num::ParseIntError;

    fn try_from(digits: String) -> Result<ChangeKey, Self::Error> {
        u128::from_str_radix(&digits, 16).map(ChangeKey)
    }
}

/// A change: linked differences.
#[derive(Clone, Debug)]
pub struct Change {
    /// What it does.
    pub key: ChangeKey,
    /// The title of the part that it is in.
    pub part: String,
    /// Its lines; none where no line shows it.
    pub lines: Vec<ChangedLine>,
    /// The differences in words, as many as are shown.
    pub(crate) texts: Vec<String>,
    /// The number of the other differences.
    pub(crate) further: usize,
    /// The opcodes that it adds or removes.
    pub(crate) opcodes: BTreeSet<String>,
    /// Whether its lines show both versions of all that has two.
    pub(crate) shows_both: bool,
}

/// A line of a change.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChangedLine {
    /// Whether the first module has it: it is gone.
    pub in_a: bool,
    /// The number of the line, as [`RowSide`] has it.
    pub number: usize,
    /// The line.
    pub text: String,
}

impl ChangedLine {
    /// The line after `-` or `+`.
    pub fn signed(&self) -> String {
        format!("{}{}", if self.in_a { '-' } else { '+' }, self.text)
    }
}

/// The differences of a change that its pattern shows.
const MAX_SHOWN: usize = 6;

/// The changes of a comparison.
pub fn changes(comparison: &Comparison) -> Vec<Change> {
    comparison.parts.iter().flat_map(changes_of_part).collect()
}

/// The rows and differences of one change.
#[derive(Default)]
struct Linked<'c> {
    lines: Vec<ChangedLine>,
    /// The differences, each with its row.
    differences: Vec<(&'c Difference, &'c DiffRow)>,
}

fn changes_of_part(part: &ChangedPart) -> Vec<Change> {
    let mut linked: BTreeMap<usize, Linked> = BTreeMap::new();
    let mut by_number: FxHashMap<u32, usize> = FxHashMap::default();
    let mut last: Vec<usize> = Vec::new();
    for row in part.hunks.iter().flat_map(|hunk| &hunk.rows) {
        if row.is_context() {
            last.clear();
            continue;
        }
        if !row.continued {
            last.clear();
            for difference in &row.differences {
                let next = linked.len();
                let at = match difference.change {
                    0 => *last.first().unwrap_or(&next),
                    number => *by_number.entry(number).or_insert(next),
                };
                linked.entry(at).or_default().differences.push((difference, row));
                if !last.contains(&at) {
                    last.push(at);
                }
            }
        }
        for at in &last {
            linked.entry(*at).or_default().lines.extend(lines(row));
        }
    }
    linked.into_values().map(|linked| change(part, linked)).collect()
}

/// The lines of a row.
fn lines(row: &DiffRow) -> impl Iterator<Item = ChangedLine> {
    let line = |in_a: bool, side: &Option<RowSide>| {
        side.as_ref().map(|side| ChangedLine { in_a, number: side.line, text: side.text.clone() })
    };
    [line(true, &row.a), line(false, &row.b)].into_iter().flatten()
}

fn change(part: &ChangedPart, linked: Linked) -> Change {
    let mut own: Vec<(&Difference, &DiffRow)> =
        linked.differences.iter().copied().filter(|(d, _)| !d.follows).collect();
    if own.is_empty() {
        own = linked.differences;
    }
    let of = |is: fn(&Difference) -> bool| own.iter().filter(|(d, _)| is(d)).map(|(d, _)| &d.operation).collect();
    let (replaced, redirected): (BTreeSet<&Operation>, BTreeSet<&Operation>) = (of(is_replaced), of(is_target));
    own.retain(|(d, _)| {
        // Where an operation is another one, its flags and attributes are, too; where it goes elsewhere, it passes something else.
        let is_of_another = d.what != OPERATION && replaced.contains(&d.operation);
        let is_passed_elsewhere = matches!(d.site, LinePart::Passed { .. }) && redirected.contains(&d.operation);
        !(is_of_another || is_passed_elsewhere)
    });
    own.sort_by_cached_key(|(d, _)| (d.operation.clone(), d.what.clone(), outline(d)));
    let mut names = Names::default();
    let keys: Vec<String> = own.iter().map(|(d, _)| key(d, &mut names)).collect();
    let opcodes = own.iter().filter(|(d, _)| d.what == OPERATION).flat_map(|(d, _)| opcodes(d)).collect();
    let has_both = |(d, row): &(&Difference, &DiffRow)| match (&row.a, &row.b) {
        (Some(a), Some(b)) => a.text != b.text,
        _ => d.what == OPERATION,
    };
    Change {
        shows_both: own.iter().all(has_both),
        key: ChangeKey(xxh3_128(format!("{}\n{}", part.kind.name(), keys.join("\n")).as_bytes())),
        part: part_name(part),
        lines: linked.lines,
        texts: own
            .iter()
            .take(MAX_SHOWN)
            .map(|(d, row)| without_hashes(&text(d, row, part.is_llvm)).into_owned())
            .collect(),
        further: own.len().saturating_sub(MAX_SHOWN),
        opcodes,
    }
}

/// A part by its name in the second module, if that has it.
fn part_name(part: &ChangedPart) -> String {
    part.b.as_ref().or(part.a.as_ref()).cloned().unwrap_or_else(|| part.title())
}

/// The value of an attribute of this name. One that has a line of its own is spelled with its name.
fn value<'t>(text: &'t str, name: &str) -> &'t str {
    text.strip_prefix(name).and_then(|rest| rest.strip_prefix(" = ")).unwrap_or(text)
}

/// What an attribute of the LLVM dialect says, without what it is called. Of the indices of an address, one that is an operand is
/// `%`.
fn plain_value(value: &str) -> Cow<'_, str> {
    if let Some(indices) = value.strip_prefix(INDICES).and_then(|rest| rest.strip_suffix('>'))
        && indices.contains(DYNAMIC)
    {
        return format!("[{}]", indices.replace(DYNAMIC, "%")).into();
    }
    let inner = value.strip_prefix("#llvm.").and_then(|rest| rest.strip_suffix('>')?.split_once('<'));
    inner.map_or(value, |(_, inner)| inner).into()
}

/// The attribute that has the indices of an address.
const RAW_INDICES: &str = "rawConstantIndices";
/// How the dialect spells the indices of an address, and one that is an operand: [`DYNAMIC_INDEX`].
const INDICES: &str = "array<i32: ";
const DYNAMIC: &str = "-2147483648";
const _: () = assert!(DYNAMIC_INDEX == -2_147_483_648);

/// What a difference of an operation as a whole is called.
const OPERATION: &str = "operation";

/// Whether another operation stands in an operation's place.
fn is_replaced(difference: &Difference) -> bool {
    difference.what == OPERATION && difference.a.is_some() && difference.b.is_some()
}

/// Whether a terminator goes to another block.
fn is_target(difference: &Difference) -> bool {
    matches!(difference.site, LinePart::Successor(_))
}

/// The operation without the name of the LLVM dialect.
fn mnemonic(operation: &str) -> &str {
    operation.strip_prefix("llvm.").unwrap_or(operation)
}

/// The opcodes that are on one side only.
fn opcodes(difference: &Difference) -> Vec<String> {
    match (&difference.a, &difference.b) {
        (Some(a), Some(b)) => vec![mnemonic(a).to_owned(), mnemonic(b).to_owned()],
        _ => vec![mnemonic(&difference.operation.name).to_owned()],
    }
}

/// A difference in the words of its files' language, in which nothing is left out.
fn text(difference: &Difference, row: &DiffRow, is_llvm: bool) -> String {
    let (name, operation) = (&difference.what, &difference.operation);
    let what = match is_constant_index(difference) {
        // An operand or a part of an attribute.
        true => "index",
        false if name == RAW_INDICES => "indices",
        false => name.strip_prefix("irtrip.").unwrap_or(name),
    };
    let word = |name| if is_llvm { mnemonic(name) } else { name };
    let of = match (operation.llvm, operation.name.as_ref()) {
        (_, "") => String::new(),
        ("", name) => format!("{}: ", word(name)),
        (llvm, name) => format!("{}: ", if is_llvm { llvm } else { name }),
    };
    let line = |side: &Option<RowSide>, or: &str| side.as_ref().map_or(or, |side| side.text.as_str()).trim().to_owned();
    // A list that is not there is an empty one.
    let [a, b] = [&difference.a, &difference.b].map(|side| value(side.as_deref().unwrap_or_default(), name));
    if what != OPERATION
        && let Some(changed) = changed_words(a, b, difference.category)
    {
        return format!("{of}{what}:{changed}");
    }
    let is_flag = difference.category == Category::Flag && what != OPERATION;
    match (&difference.a, &difference.b) {
        (Some(a), None) if is_flag => format!("{of}{what}: {} -> none", plain_value(value(a, name))),
        (None, Some(b)) if is_flag => format!("{of}{what}: none -> {}", plain_value(value(b, name))),
        (Some(a), Some(b)) if what == OPERATION => format!("{} -> {}", word(a), word(b)),
        (Some(a), Some(b)) => format!("{of}{what}: {} -> {}", plain_value(a), plain_value(b)),
        (Some(a), None) if what == OPERATION => format!("- {}", line(&row.a, a)),
        (None, Some(b)) if what == OPERATION => format!("+ {}", line(&row.b, b)),
        (Some(a), None) => format!("- {of}{what}: {}", plain_value(value(a, name))),
        (None, Some(b)) => format!("+ {of}{what}: {}", plain_value(value(b, name))),
        (None, None) => format!("{of}{what}"),
    }
}

/// The words that one of two lists of attributes has more of than the other: `- llvm.noundef + llvm.nonnull`. None where these are no
/// lists, or numbers, types or names make the difference.
fn changed_words(a: &str, b: &str, category: Category) -> Option<String> {
    let is_list = |text: &str| text.is_empty() || text.starts_with(['[', '{']);
    let (less, more) = (surplus(a, b, category), surplus(b, a, category));
    let is_word = |kind: &str| kind != "type" && kind.starts_with(|c: char| c.is_alphabetic());
    let mut kinds = less.split_whitespace().chain(more.split_whitespace()).peekable();
    if !is_list(a) || !is_list(b) || kinds.peek().is_none() || !kinds.all(is_word) {
        return None;
    }
    let signed = |sign: char, kinds: &str| match kinds {
        "" => String::new(),
        kinds => format!(" {sign} {kinds}"),
    };
    Some(signed('-', &less) + &signed('+', &more))
}

/// The numbers of names, by what they are in a change: one name is one number.
#[derive(Default)]
struct Names<'d>(FxHashMap<&'d str, usize>);

impl<'d> Names<'d> {
    fn number(&mut self, text: &'d str) -> usize {
        let next = self.0.len();
        *self.0.entry(text).or_insert(next)
    }
}

/// Words that say what a constant is.
const CONSTANTS: &[&str] = &["none", "poison", "undef", "zero"];

/// The kind of an operand, and whether it is one of many of that kind.
fn operand(text: &str) -> (&str, bool) {
    match text.as_bytes().first() {
        Some(b'%' | b'^') => (text.get(..1).unwrap_or_default(), true),
        Some(b'@') => symbol(text),
        _ => match words(text).next() {
            Some(word) if CONSTANTS.contains(&word) => (word, false),
            _ => ("constant", true),
        },
    }
}

/// An intrinsic by its name, any other symbol as one of many.
fn symbol(text: &str) -> (&str, bool) {
    match text.strip_prefix("@llvm.") {
        Some(name) => (name.split('.').next().unwrap_or(name), false),
        None => ("@", true),
    }
}

/// What of a word counts: nothing of what separates others, the kind of what varies.
fn class<'w>(word: &'w str, category: Category) -> Option<Cow<'w, str>> {
    let first = word.chars().next()?;
    let rest = word.get(1..).unwrap_or_default();
    let is_type = |rest: &str| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit());
    Some(match first {
        '"' if is_metadata(category) => "\"".into(),
        '"' => word.trim_matches('"').into(),
        '%' | '^' if !rest.is_empty() => word.get(..1)?.into(),
        '@' => symbol(word).0.into(),
        '!' if is_type(rest) => "!".into(),
        '!' if rest.starts_with("llvm.") => "type".into(),
        '#' => return None,
        // What a large dictionary says of a key without a value, a small one does not.
        _ if word == "unit" => return None,
        // No flag.
        _ if word == "none" && category == Category::Flag => return None,
        '0'..='9' => "0".into(),
        'i' | 'f' if is_type(rest) => "type".into(),
        _ if first.is_alphanumeric() || first == '!' && !rest.is_empty() => word.into(),
        _ => return None,
    })
}

/// The kinds of words that one text has more of than another.
fn surplus(of: &str, other: &str, category: Category) -> String {
    let mut counts: BTreeMap<&str, isize> = BTreeMap::new();
    words(of).for_each(|word| *counts.entry(word).or_default() += 1);
    words(other).for_each(|word| *counts.entry(word).or_default() -= 1);
    let more = counts.into_iter().filter(|(_, count)| *count > 0);
    let kinds: BTreeSet<Cow<str>> = more.filter_map(|(word, _)| class(word, category)).collect();
    kinds.into_iter().collect::<Vec<_>>().join(" ")
}

/// Whether a constant index of a `getelementptr` is another one: an operand, or, where it is of 32 bits, a part of an attribute.
fn is_constant_index(difference: &Difference) -> bool {
    let (Some(a), Some(b)) = (&difference.a, &difference.b) else { return false };
    let is_raw = difference.what == RAW_INDICES && surplus(a, b, difference.category) == "0";
    let is_constant = |side: &str| operand(side) == ("constant", true);
    difference.operation.llvm == Inst::GetElementPtr.mnemonic()
        && (is_raw || is_operand(difference) && is_constant(a) && is_constant(b))
}

/// Whether what differs is a value, block or constant.
fn is_operand(difference: &Difference) -> bool {
    let of_values = matches!(difference.category, Category::Operand | Category::Phi | Category::ControlFlow);
    of_values && difference.subject == Subject::Other && difference.what != OPERATION
}

/// What a difference says, without the numbers that tell names apart.
fn outline(difference: &Difference) -> String {
    let (a, b) = (difference.a.as_deref(), difference.b.as_deref());
    if is_constant_index(difference) {
        return "constant -> constant".to_owned();
    }
    if is_operand(difference) {
        let kind = |side: Option<&str>| side.map_or(String::new(), |side| operand(side).0.to_owned());
        return format!("{} -> {}", kind(a), kind(b));
    }
    match (difference.category, a, b) {
        (_, Some(a), Some(b)) if difference.what == OPERATION => format!("{a} -> {b}"),
        (_, Some(line), None) if difference.what == OPERATION => format!("- {}", callee(line)),
        (_, None, Some(line)) if difference.what == OPERATION => format!("+ {}", callee(line)),
        (Category::Type, Some(_), Some(_)) => "type -> type".to_owned(),
        (category, a, b) if is_metadata(category) && (a.is_none() || b.is_none()) => {
            if b.is_none() {
                "-".to_owned()
            } else {
                "+".to_owned()
            }
        }
        // A flag more is the same where it is the first one.
        (category, a, b) => {
            let [a, b] = [a, b].map(|text| value(text.unwrap_or_default(), &difference.what));
            format!("{} -> {}", surplus(a, b, category), surplus(b, a, category))
        }
    }
}

/// Whether what differs is a node of metadata, of which only counts that it is there.
fn is_metadata(category: Category) -> bool {
    matches!(category, Category::Metadata | Category::DebugInfo | Category::NamedMetadata)
}

/// The intrinsic that a line calls.
fn callee(line: &str) -> &str {
    words(line).find(|word| word.starts_with("@llvm.")).map_or("", |word| symbol(word).0)
}

/// An operation and its attribute as LLVM IR has them: an intrinsic and inline assembly are calls, and an attribute is the same one
/// by whatever spelling their operations have it.
fn as_llvm<'d>(operation: &'d Operation, what: &str) -> (&'d str, String) {
    /// The attribute of the calls whose operations have none of their own for it.
    const TAIL: (&str, &str) = ("irtrip.tail", "tailcallkind");
    let word = match operation.llvm {
        // What stands for an intrinsic in another dialect.
        "" if what == TAIL.0 => Inst::Call.mnemonic(),
        "" => &operation.name,
        word => word,
    };
    let plain = |what: &str| what.chars().filter(|c| *c != '_').flat_map(char::to_lowercase).collect();
    (word, if what == TAIL.0 { TAIL.1.to_owned() } else { plain(what.strip_prefix("irtrip.").unwrap_or(what)) })
}

/// What a difference says: changes that say the same are alike.
fn key<'d>(difference: &'d Difference, names: &mut Names<'d>) -> String {
    // Which of several it is, is no part of what it is.
    let mut what = String::new();
    let mut rest = difference.what.as_str();
    while let Some((before, after)) = rest.split_once('#') {
        what.push_str(before);
        rest = after.trim_start_matches(|c: char| c.is_ascii_digit());
    }
    what.push_str(rest);
    let (operation, what) = match difference.what == OPERATION {
        true => (difference.operation.name.as_ref(), what),
        false => as_llvm(&difference.operation, &what),
    };
    if is_constant_index(difference) {
        return format!("{operation}|index|{}", outline(difference));
    }
    let mut key = format!("{operation}|{what}|{}", outline(difference));
    if is_operand(difference) {
        for side in [&difference.a, &difference.b].into_iter().flatten().filter(|side| operand(side).1) {
            key.push_str(&format!("|{}", names.number(side)));
        }
    }
    key
}
