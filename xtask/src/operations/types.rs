//! The types that operands and results may have. Upstream's summary of a type constraint says all of it in a regular
//! language, which is what is read here.

use anyhow::{Context as _, Result, bail};

use irtrip_dialect::ops::TypeConstraint;

use crate::records::{Record, Records, class, string};

/// A group of operands or results.
pub struct Group {
    /// Its name.
    pub name: String,
    /// The function of `irtrip_dialect::ops::build` that makes it.
    pub arity: &'static str,
    /// The attribute with the sizes of groups of groups.
    pub sizes: Option<String>,
    /// Its types.
    pub types: Types,
    /// The mnemonic of the LLVM dialect's type that upstream's formats leave off.
    pub stripped: Option<&'static str>,
    /// Whether there is one type that it can have, which a format need not spell.
    pub is_buildable: bool,
}

/// What types a group may have.
pub enum Types {
    /// Those of a `TypeConstraint`.
    Named(String),
    /// Those of a `TypeSet`: upstream's words, and the `TypePattern`s.
    Set(String, Vec<String>),
}

impl Group {
    /// The group with the constraint of the record `name`.
    pub fn of(records: &Records, name: &str, field: &str) -> Result<Group> {
        let record = records.record(name)?;
        let (arity, mut constraint) = match class(record) {
            Some("Optional") => ("optional", records.reference(record, "baseType")?),
            Some("Variadic") => ("variadic", records.reference(record, "baseType")?),
            Some("VariadicOfVariadic") => ("group", records.reference(record, "baseType")?),
            _ => ("one", record),
        };
        let sizes = string(record, "segmentAttrName").ok().map(str::to_owned);
        constraint = undecorated(records, constraint)?;
        let words = string(constraint, "summary")?;
        let types = types(records, constraint).with_context(|| format!("the type constraint \"{words}\""))?;
        let stripped = match string(constraint, "cppType").unwrap_or_default() {
            "::mlir::LLVM::LLVMPointerType" => Some("ptr"),
            "::mlir::LLVM::LLVMStructType" => Some("struct"),
            _ => None,
        };
        Ok(Group { name: field.to_owned(), arity, sizes, types, stripped, is_buildable: is_buildable(constraint) })
    }
}

/// The constraint that an argument has which is described on top of it.
pub fn undecorated<'a>(records: &'a Records, constraint: &'a Record) -> Result<&'a Record> {
    match class(constraint) {
        Some("Arg" | "Res") => records.reference(constraint, "constraint"),
        _ => Ok(constraint),
    }
}

fn is_buildable(constraint: &Record) -> bool {
    string(constraint, "builderCall").is_ok_and(|call| !call.is_empty())
}

/// The types of a constraint, by its words; where these are a name, by those of the constraints that it lists.
fn types(records: &Records, constraint: &Record) -> Result<Types> {
    use TypeConstraint::*;
    /// The constraints that have a name in the table, too.
    const NAMED: &[TypeConstraint] = &[
        Any,
        LlvmType,
        Pointer,
        PointerLike,
        DefaultPointer,
        I1,
        I8,
        I32,
        Int,
        IntLike,
        Float,
        AnyFloat,
        FloatLike,
        Struct,
        Index,
        MemRef,
        Vector,
        VectorOfInt,
        VectorOfI1,
        VectorOfFloat,
        VectorOfPointer,
        Token,
    ];
    let words = string(constraint, "summary")?;
    if let Some(named) = NAMED.iter().find(|named| named.describe() == words) {
        return Ok(Types::Named(format!("{named:?}")));
    }
    let patterns = match class(constraint) {
        Some("AnyTypeOf") => {
            let mut patterns = Vec::new();
            for (_, allowed) in records.list(constraint, "allowedTypes")? {
                patterns.extend(whole(string(allowed, "summary")?)?);
            }
            patterns
        }
        // A name for a constraint of the rank, one of the elements and one of the length.
        Some("ScalableVectorOfRankAndLengthAndType") if words.starts_with("a vector type that ") => {
            let parts = records.list(constraint, "allowedTypes")?;
            let parts = parts.iter().map(|(_, part)| string(part, "summary")).collect::<Result<Vec<_>>>()?;
            let [_, elements, length] = parts[..] else { bail!("{} constraints of a vector", parts.len()) };
            whole(&format!("{elements}{length}"))?
        }
        _ => whole(words)?,
    };
    Ok(Types::Set(words.to_owned(), patterns))
}

/// The `OfSize` of a rule that makes a type of the first size of another.
pub fn of_size(transformer: &str) -> Option<String> {
    const SIZE: &str = "::llvm::cast<VectorType>($_self).getShape()[0]";
    const ELEMENTS: [(&str, &str); 3] = [
        ("IntegerType::get($_self.getContext(), 1)", "Integer(1)"),
        ("IntegerType::get($_self.getContext(), 8)", "Integer(8)"),
        ("BFloat16Type::get($_self.getContext())", "Float(FloatKind::BF16)"),
    ];
    if transformer == format!("IntegerType::get($_self.getContext(), ({SIZE}))") {
        return Some("OfSize::Bits".to_owned());
    }
    let shape = transformer.strip_prefix("VectorType::get({")?.strip_prefix(SIZE)?.strip_suffix(')')?;
    let (times, element) = shape.split_once("}, ")?;
    let times = if times.is_empty() { "1" } else { times.strip_prefix(" * ")? };
    let (_, element) = ELEMENTS.iter().find(|(words, _)| *words == element)?;
    Some(format!("OfSize::Vector({times}, TypePattern::{element})"))
}

/// The patterns of words that are nothing else.
pub fn whole(words: &str) -> Result<Vec<String>> {
    let mut rest = words;
    let patterns = alternatives(&mut rest)?;
    if !rest.is_empty() {
        bail!("unknown words: {rest}");
    }
    Ok(patterns)
}

/// The patterns of `A or B` at the start of `words`, which is moved after them.
fn alternatives(words: &mut &str) -> Result<Vec<String>> {
    let mut patterns = vec![pattern(words)?];
    while [", or ", " or ", ", "].iter().any(|between| eat(words, between)) {
        patterns.push(pattern(words)?);
    }
    Ok(patterns)
}

/// Words that are a pattern whole, with its spelling in Rust.
const PLAIN: [(&str, &str); 16] = [
    ("LLVM dialect-compatible type", "LlvmType"),
    (
        "LLVM dialect-compatible vector type",
        "VectorOf(Vectors { lengths: &[], scalable: None, any_rank: false }, &[TypePattern::Any])",
    ),
    (" of ranks 1", "VectorOf(Vectors { lengths: &[], scalable: Some(true), any_rank: false }, &[TypePattern::Any])"),
    ("LLVM pointer type", "AnyPointer"),
    ("LLVM structure type", "Struct"),
    ("LLVM struct type", "Struct"),
    ("floating point LLVM type", "LlvmFloat"),
    ("floating-point", "LlvmFloat"),
    ("signless integer", "AnyInteger"),
    ("integer", "AnyInteger"),
    ("bfloat16 type", "Float(FloatKind::BF16)"),
    ("16-bit float", "Float(FloatKind::F16)"),
    ("32-bit float", "Float(FloatKind::F32)"),
    ("64-bit float", "Float(FloatKind::F64)"),
    ("tf32 type", "Float(FloatKind::Small(SmallFloat::TF32))"),
    ("any type", "Any"),
];

/// Words before a vector's elements, with whether it is scalable.
const VECTORS: [(&str, &str); 4] = [
    ("trailing scalable vector of ", "Some(true)"),
    ("fixed-length vector of ", "Some(false)"),
    ("scalable vector of ", "Some(true)"),
    ("vector of ", "None"),
];

/// The same of a vector whose length is between these words and ` of `.
const VECTORS_OF_LENGTH: [(&str, &str); 2] =
    [("a vector with length ", "Some(false)"), ("a 1-D scalable vector with length ", "Some(true)")];

/// Moves `words` after a prefix; whether they have it.
fn eat(words: &mut &str, prefix: &str) -> bool {
    let rest = words.strip_prefix(prefix);
    *words = rest.unwrap_or(words);
    rest.is_some()
}

/// Moves `words` after a prefix that they must have; `missing` says what has no such prefix.
fn expect(words: &mut &str, prefix: &str, missing: &'static str) -> Result<()> {
    if eat(words, prefix) { Ok(()) } else { bail!(missing) }
}

/// The second of the first pair whose first starts `words`, which is moved after it.
fn eat_any(words: &mut &str, table: &[(&str, &'static str)]) -> Option<&'static str> {
    table.iter().find(|(prefix, _)| eat(words, prefix)).map(|(_, found)| *found)
}

/// The pattern at the start of `words`, which is moved after it.
fn pattern(words: &mut &str) -> Result<String> {
    if let Some(pattern) = eat_any(words, &PLAIN) {
        return Ok(format!("TypePattern::{pattern}"));
    }
    if eat(words, "LLVM pointer in address space ") {
        return Ok(format!("TypePattern::Pointer({})", number(words)?));
    }
    if eat(words, "LLVM dialect-compatible struct of ") {
        let mut members = vec![pattern(words)?];
        while eat(words, "and") {
            members.push(pattern(words)?);
        }
        return Ok(format!("TypePattern::StructOf(&[{}])", members.join(", ")));
    }
    if let Some(vector) = vector_pattern(words)? {
        return Ok(vector);
    }
    if let Some(kind) = eat_any(words, &[("memref of ", "MemRefOf("), ("tile of ", "MatrixOf(\"amx.tile\", ")]) {
        let elements = alternatives(words)?.join(", ");
        expect(words, " values", "a shape without its elements' end")?;
        return Ok(format!("TypePattern::{kind}&[{elements}])"));
    }
    let bits = number(words)?;
    if eat(words, "-bit signless integer") || eat(words, "-bit integer") {
        return Ok(format!("TypePattern::Integer({bits})"));
    }
    bail!("unknown words: {words}")
}

/// The pattern of a vector at the start of `words`, which is moved after it.
fn vector_pattern(words: &mut &str) -> Result<Option<String>> {
    if eat(words, "LLVM dialect-compatible vector of ") {
        return Ok(Some(vector("", "None", false, &[pattern(words)?])));
    }
    if let Some(scalable) = eat_any(words, &VECTORS_OF_LENGTH) {
        let length = number(words)?.to_string();
        expect(words, " of ", "a vector without elements")?;
        let elements = alternatives(words)?;
        expect(words, " values", "a vector without its elements' end")?;
        return Ok(Some(vector(&length, scalable, false, &elements)));
    }
    if eat(words, "vector<[") {
        let length = number(words)?.to_string();
        expect(words, "]xi", "a vector of other elements")?;
        let element = format!("TypePattern::Integer({})", number(words)?);
        expect(words, ">", "a vector without its end")?;
        return Ok(Some(vector(&length, "Some(true)", false, &[element])));
    }
    let Some(scalable) = eat_any(words, &VECTORS) else { return Ok(None) };
    let elements = alternatives(words)?;
    let (lengths, any_rank) = lengths(words)?;
    Ok(Some(vector(&lengths, scalable, any_rank, &elements)))
}

fn vector(lengths: &str, scalable: &str, any_rank: bool, elements: &[String]) -> String {
    let elements = elements.join(", ");
    format!(
        "TypePattern::VectorOf(Vectors {{ lengths: &[{lengths}], scalable: {scalable}, any_rank: {any_rank} }}, \
         &[{elements}])"
    )
}

/// The lengths in ` values of length 2/4`, and whether any rank fits.
fn lengths(words: &mut &str) -> Result<(String, bool)> {
    *words = words.strip_prefix(" values").context("a vector without its elements' end")?;
    if let Some(rest) = words.strip_prefix(" of ranks 1") {
        *words = rest;
        return Ok((String::new(), false));
    }
    let (rest, separator, end) = if let Some(rest) = words.strip_prefix(" with dim -1 having a size of {") {
        (rest, ", ", "}")
    } else if let Some(rest) = words.strip_prefix(" of length ") {
        (rest, "/", "")
    } else {
        return Ok((String::new(), true));
    };
    *words = rest;
    let mut lengths = vec![number(words)?.to_string()];
    while let Some(rest) = words.strip_prefix(separator) {
        *words = rest;
        lengths.push(number(words)?.to_string());
    }
    *words = words.strip_prefix(end).context("lengths without their end")?;
    Ok((lengths.join(", "), !end.is_empty()))
}

/// The number at the start of `words`, which is moved after it.
fn number(words: &mut &str) -> Result<u64> {
    let end = words.find(|c: char| !c.is_ascii_digit()).unwrap_or(words.len());
    let (digits, rest) = words.split_at(end);
    let number = digits.parse().with_context(|| format!("unknown words: {words}"))?;
    *words = rest;
    Ok(number)
}
