//! Instructions of random constants, folded by irtrip's exporter and by upstream's `mlir-translate`: both must have the same in their
//! place. Every instruction of scalars, at many widths and in every format of LLVM that MLIR has.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::Command;

use anyhow::{Context as _, Result, anyhow};
use irtrip::dialect::enums::{BinaryOpcode, CastOpcode, Enumeration, FCmpPredicate, ICmpPredicate};
use irtrip::dialect::{Context, ContextDialects as _};
use irtrip::{export, grammar};

use crate::chance::Rng;
use crate::upstream::exports::output;

/// The widths of integers.
const WIDTHS: [u32; 17] = [1, 2, 7, 8, 16, 31, 32, 33, 63, 64, 65, 80, 127, 128, 129, 256, 300];

/// Formats: the bits of the exponent, of the integer part and of the fraction.
const FORMATS: [(&str, [u32; 3]); 6] = [
    ("f16", [5, 0, 10]),
    ("bf16", [8, 0, 7]),
    ("f32", [8, 0, 23]),
    ("f64", [11, 0, 52]),
    ("f80", [15, 1, 63]),
    ("f128", [15, 0, 112]),
];

/// Exports functions of one instruction each, and fails where upstream has another body for one. Fewer folded ones than half of them
/// are too few.
///
/// # Errors
/// `mlir-translate-22`, or what `MLIR_TRANSLATE` names, cannot be run or does not accept them, or irtrip does not.
pub fn compare_folds(seed: u64, count: u32) -> Result<bool> {
    let mut chance = Rng(seed);
    let functions: Vec<String> = (0..count).map(|number| function(&mut chance, number)).collect();
    let text = functions.concat();
    let upstream = std::env::var_os("MLIR_TRANSLATE").unwrap_or_else(|| "mlir-translate-22".into());
    let theirs = output(Command::new(upstream).arg("--mlir-to-llvmir"), &text)?;
    let theirs = theirs.context("upstream's program does not accept the functions")?;
    let ctx = Context::with_dialects(irtrip::all_dialects());
    let module = grammar::parse(&ctx, &text, &grammar::ParseOptions::default());
    let module = module.map_err(|errors| anyhow!("irtrip does not read the functions: {errors:?}"))?;
    let own = export::export(&ctx, &module).map_err(|error| anyhow!("irtrip does not export them: {error:?}"))?;
    let (own, theirs) = (own.concat(), theirs);
    let (own, theirs) = (bodies(&own), bodies(&theirs));
    let mut out = std::io::stdout().lock();
    let mut differing = 0;
    for ((function, own), theirs) in functions.iter().zip(&own).zip(&theirs).filter(|((_, own), theirs)| own != theirs)
    {
        differing += 1;
        writeln!(out, "{function}  upstream: {theirs}\n  irtrip:   {own}")?;
    }
    let is_folded = |body: &&&str| body.lines().count() == 1;
    let folded = theirs.iter().filter(is_folded).count();
    writeln!(
        out,
        "{} instructions of constants, of which upstream folds {folded}; {differing} differ",
        functions.len()
    )?;
    let is_complete = own.len() == functions.len() && theirs.len() == functions.len();
    Ok(is_complete && differing == 0 && 2 * folded >= functions.len())
}

/// The bodies of a module's functions, in order.
fn bodies(assembly: &str) -> Vec<&str> {
    let bodies = assembly.split("\ndefine ").skip(1);
    bodies.filter_map(|text| text.split_once("{\n")?.1.split_once("\n}").map(|(body, _)| body)).collect()
}

/// A function that returns what an instruction computes of constants.
fn function(chance: &mut Rng, number: u32) -> String {
    let (instruction, operand, result) = instruction(chance);
    let is_vector = chance.below(8) == 0;
    let typed = |scalar: &str| if is_vector { format!("vector<2x{scalar}>") } else { scalar.to_owned() };
    let (ty, to) = (typed(&operand), typed(result.as_ref().unwrap_or(&operand)));
    let mnemonic = instruction.split(' ').next().unwrap_or_default();
    let is_cast = CastOpcode::TABLE.cases.iter().any(|row| row.llvm == mnemonic);
    let names: &[&str] = if is_cast || mnemonic == "fneg" { &["%a"] } else { &["%a", "%b"] };
    let mut text = format!("llvm.func @f{number}() -> {to} {{");
    for name in names {
        let mut value = || constant(chance, &operand);
        let (first, second) = (value(), value());
        // A string takes all that is written.
        let _ = match chance.below(24) {
            0 => write!(text, " {name} = llvm.mlir.undef : {ty}"),
            1 => write!(text, " {name} = llvm.mlir.poison : {ty}"),
            _ if is_vector => write!(text, " {name} = llvm.mlir.constant(dense<[{first}, {second}]> : {ty}) : {ty}"),
            _ if operand == "i1" => write!(text, " {name} = llvm.mlir.constant({first}) : i1"),
            _ => write!(text, " {name} = llvm.mlir.constant({first} : {ty}) : {ty}"),
        };
    }
    let types = if is_cast { format!("{ty} to {to}") } else { ty };
    text + &format!(" %1 = llvm.{instruction} {} : {types} llvm.return %1 : {to} }}\n", names.join(", "))
}

/// An instruction, the type of its operands, and that of its result, where it is another.
fn instruction(chance: &mut Rng) -> (String, String, Option<String>) {
    let word = |chance: &mut Rng, table: &Enumeration, of: &dyn Fn(&str) -> bool| {
        let words: Vec<&str> = table.cases.iter().map(|row| row.llvm).filter(|word| of(word)).collect();
        chance.one_of(&words).to_owned()
    };
    let predicate = |chance: &mut Rng, table: &Enumeration| {
        let words: Vec<&str> = table.cases.iter().map(|row| row.mlir).collect();
        chance.one_of(&words)
    };
    let bit = Some("i1".to_owned());
    let integer = format!("i{}", chance.one_of(&WIDTHS));
    let float = format(chance).0.to_owned();
    match chance.below(6) {
        0 => (word(chance, BinaryOpcode::TABLE, &|word| !word.starts_with('f')), integer, None),
        1 => (word(chance, BinaryOpcode::TABLE, &|word| word.starts_with('f')), float, None),
        2 => (format!("icmp \"{}\"", predicate(chance, ICmpPredicate::TABLE)), integer, bit),
        3 => (format!("fcmp \"{}\"", predicate(chance, FCmpPredicate::TABLE)), float, bit),
        4 => ("fneg".to_owned(), float, None),
        _ => {
            let is_of_numbers = |word: &str| !word.contains("ptr") && word != "addrspacecast";
            let cast = word(chance, CastOpcode::TABLE, &is_of_numbers);
            let (from, to) = cast_types(chance, &cast);
            (cast, from, Some(to))
        }
    }
}

fn format(chance: &mut Rng) -> (&'static str, [u32; 3]) {
    chance.one_of(&FORMATS)
}

/// Types that a cast is from and to.
fn cast_types(chance: &mut Rng, cast: &str) -> (String, String) {
    let bits = |format: &[u32; 3]| 1 + format.iter().sum::<u32>();
    loop {
        let (narrow, wide) = (chance.one_of(&WIDTHS), chance.one_of(&WIDTHS));
        let (small, large) = (format(chance), format(chance));
        let [integer, other] = [narrow, wide].map(|width| format!("i{width}"));
        let float = small.0.to_owned();
        return match cast {
            "trunc" if narrow < wide => (other, integer),
            "zext" | "sext" if narrow < wide => (integer, other),
            "fptrunc" if bits(&small.1) < bits(&large.1) => (large.0.to_owned(), float),
            "fpext" if bits(&small.1) < bits(&large.1) => (float, large.0.to_owned()),
            "fptoui" | "fptosi" => (float, integer),
            "uitofp" | "sitofp" => (integer, float),
            "bitcast" if chance.below(2) == 0 => (format!("i{}", bits(&small.1)), float),
            "bitcast" => (float, format!("i{}", bits(&small.1))),
            _ => continue,
        };
    }
}

/// A number of a type, near one of its ends or by chance.
fn constant(chance: &mut Rng, ty: &str) -> String {
    let Some((_, parts)) = FORMATS.iter().find(|(name, _)| *name == ty) else {
        let width = ty.trim_start_matches('i').parse().unwrap_or(1);
        return integer(chance, width);
    };
    let [exponent, integer, fraction] = parts.map(|bits| (1u128 << bits) - 1);
    let random = |chance: &mut Rng, most: u128| {
        let bits = (0..4).fold(0, |bits, _| bits << 32 | u128::from(chance.below(u32::MAX)));
        bits & most
    };
    let bias = exponent >> 1;
    let near = bias + u128::from(chance.below(3) * chance.below(70));
    let biased = chance.one_of(&[0, exponent, bias, bias + 1, bias - 1, near & exponent, u128::MAX]);
    let biased = if biased == u128::MAX { random(chance, exponent) } else { biased };
    let half = (fraction >> 1) + 1;
    let digits = chance.one_of(&[0, 1, fraction, half, half | 1, u128::MAX]);
    let digits = if digits == u128::MAX { random(chance, fraction) } else { digits };
    let leading = if biased == 0 { 0 } else { integer };
    let sign = u128::from(chance.below(2));
    let bits = ((sign << parts[0] | biased) << parts[1] | leading) << parts[2] | digits;
    format!("0x{bits:0width$X}", width = (1 + parts.iter().sum::<u32>() as usize) / 4)
}

fn integer(chance: &mut Rng, width: u32) -> String {
    // The bits, the highest first.
    let bits: Vec<bool> = match chance.below(6) {
        0 => vec![false; width as usize],
        1 => vec![true; width as usize],
        2 => (0..width).map(|bit| bit == 0).collect(),
        3 => (0..width).map(|bit| bit != 0).collect(),
        4 => (0..width).map(|bit| width - bit <= 9 && chance.below(2) == 0).collect(),
        _ => (0..width).map(|_| chance.below(2) == 0).collect(),
    };
    if let [bit] = *bits {
        return bit.to_string();
    }
    // MLIR reads hexadecimal digits as a number without a sign.
    let padded = std::iter::repeat_n(false, (4 - bits.len() % 4) % 4).chain(bits).collect::<Vec<_>>();
    let digit = |bits: &[bool]| bits.iter().fold(0, |digit, bit| digit << 1 | u32::from(*bit));
    let digits = padded.chunks(4).filter_map(|bits| char::from_digit(digit(bits), 16));
    format!("0x{}", digits.collect::<String>())
}
