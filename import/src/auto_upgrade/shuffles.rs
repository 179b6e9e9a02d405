//! Old intrinsics of x86 that are shuffles today: a number that is passed says which elements.
//!
//! A table of what stands for every number would be long, so the instructions are made here, in the form that
//! `expansions` reads. LangRef, "shufflevector".

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::{Mutex, PoisonError};

use irtrip_dialect::llvm_text::type_text;
use irtrip_dialect::{Context, Type, TypeData};

/// Which elements a shuffle has, by the number that is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ShuffleRule {
    /// A bit for each element says which operand it is of.
    Blend,
    /// The second operand in place of a part of the first.
    Insert,
    /// A part of the operand.
    Extract,
    /// Two bits for each element of four.
    Quarters,
    /// Four bits for each half: a half of an operand, or zeros.
    Halves,
    /// One or two bits for each element, within parts of as many elements as the bits tell apart.
    WithinLane,
    /// Two bits for each of the first four elements of eight.
    LowWords,
    /// Two bits for each of the last four elements of eight.
    HighWords,
    /// Bits for each part of 128 bits, half of them of the first operand.
    Lanes,
    /// Bits for each element within parts of 128 bits, half of them of the first operand.
    TwoWithinLane,
    /// Bytes of both operands, of parts of 128 bits, from one on.
    AlignBytes,
    /// Elements of both operands, from one on.
    AlignElements,
    /// Bytes of parts of 128 bits, up; the number is this many times their count.
    Up(u64),
    /// The same, down.
    Down(u64),
}

/// The intrinsics by how their names start, without `llvm.x86.`.
const RULES: &[(&str, ShuffleRule)] = &[
    ("avx.blend.p", ShuffleRule::Blend),
    ("avx.vextractf128.", ShuffleRule::Extract),
    ("avx.vinsertf128.", ShuffleRule::Insert),
    ("avx.vperm2f128.", ShuffleRule::Halves),
    ("avx.vpermil.", ShuffleRule::WithinLane),
    ("avx2.pblendd.", ShuffleRule::Blend),
    ("avx2.pblendw", ShuffleRule::Blend),
    ("avx2.psll.dq.bs", ShuffleRule::Up(1)),
    ("avx2.psll.dq", ShuffleRule::Up(8)),
    ("avx2.psrl.dq.bs", ShuffleRule::Down(1)),
    ("avx2.psrl.dq", ShuffleRule::Down(8)),
    ("avx2.vextracti128", ShuffleRule::Extract),
    ("avx2.vinserti128", ShuffleRule::Insert),
    ("avx2.vperm2i128", ShuffleRule::Halves),
    ("avx512.mask.insert", ShuffleRule::Insert),
    ("avx512.mask.palignr.", ShuffleRule::AlignBytes),
    ("avx512.mask.perm.df.", ShuffleRule::Quarters),
    ("avx512.mask.perm.di.", ShuffleRule::Quarters),
    ("avx512.mask.pshuf.d.", ShuffleRule::WithinLane),
    ("avx512.mask.pshufh.w.", ShuffleRule::HighWords),
    ("avx512.mask.pshufl.w.", ShuffleRule::LowWords),
    ("avx512.mask.shuf.f", ShuffleRule::Lanes),
    ("avx512.mask.shuf.i", ShuffleRule::Lanes),
    ("avx512.mask.shuf.p", ShuffleRule::TwoWithinLane),
    ("avx512.mask.valign.", ShuffleRule::AlignElements),
    ("avx512.mask.vextract", ShuffleRule::Extract),
    ("avx512.mask.vpermil.p", ShuffleRule::WithinLane),
    ("avx512.psll.dq.512", ShuffleRule::Up(1)),
    ("avx512.psrl.dq.512", ShuffleRule::Down(1)),
    ("sse2.pshuf.d", ShuffleRule::WithinLane),
    ("sse2.pshufh.w", ShuffleRule::HighWords),
    ("sse2.pshufl.w", ShuffleRule::LowWords),
    ("sse2.psll.dq.bs", ShuffleRule::Up(1)),
    ("sse2.psll.dq", ShuffleRule::Up(8)),
    ("sse2.psrl.dq.bs", ShuffleRule::Down(1)),
    ("sse2.psrl.dq", ShuffleRule::Down(8)),
    ("sse41.blendp", ShuffleRule::Blend),
    ("sse41.pblendw", ShuffleRule::Blend),
];

/// A vector type.
#[derive(Clone, Debug)]
struct Vector {
    count: usize,
    element: String,
}

/// An old intrinsic that is a shuffle today.
#[derive(Clone, Debug)]
pub(super) struct Shuffle {
    rule: ShuffleRule,
    result: Vector,
    /// The operands before the number.
    operands: Vec<Vector>,
    /// The bits of the mask of the elements that are taken, where there is one; what the others are stands before it.
    mask: Option<u32>,
}

/// Which elements the shuffle has that an intrinsic of this name, without `llvm.`, may be.
pub(super) fn shuffle_rule(name: &str) -> Option<ShuffleRule> {
    let name = name.strip_prefix("x86.")?;
    RULES.iter().find(|(start, _)| name.starts_with(start)).map(|(_, rule)| *rule)
}

impl Vector {
    fn of(ctx: &Context, ty: Type) -> Option<Vector> {
        let (count, false) = ctx.vector_length(ty)? else { return None };
        let count = usize::try_from(count).ok().filter(|count| count.is_power_of_two() && *count <= 64)?;
        Some(Vector { count, element: type_text(ctx, ctx.scalar_type(ty)) })
    }

    /// How wide an element is, in bits; 0 for one that no shuffle has.
    fn width(&self) -> usize {
        match &*self.element {
            "float" => 32,
            "double" => 64,
            int => int.strip_prefix('i').and_then(|width| width.parse().ok()).unwrap_or(0),
        }
    }

    fn bytes(&self) -> Vector {
        Vector { count: self.count * self.width() / 8, element: "i8".to_owned() }
    }
}

impl std::fmt::Display for Vector {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "<{} x {}>", self.count, self.element)
    }
}

impl Shuffle {
    /// The shuffle by a rule that an intrinsic of this type is.
    pub(super) fn new(ctx: &Context, rule: ShuffleRule, ty: Type) -> Option<Shuffle> {
        let TypeData::LlvmFunction { result, params, vararg: false } = ctx.type_data(ty) else { return None };
        let number = params.iter().position(|param| ctx.int_width(*param).is_some())?;
        let operands = params.get(..number)?.iter().map(|ty| Vector::of(ctx, *ty)).collect::<Option<Vec<_>>>()?;
        let mask = match params.get(number + 1..)? {
            [] => None,
            [others, mask] if others == result => Some(ctx.int_width(*mask)?),
            _ => return None,
        };
        let shuffle = Shuffle { rule, result: Vector::of(ctx, *result)?, operands, mask };
        shuffle.is_valid().then_some(shuffle)
    }

    /// Whether the types are those of such an intrinsic.
    fn is_valid(&self) -> bool {
        let (result, [first, more @ ..]) = (&self.result, &*self.operands) else { return false };
        let (count, width) = (result.count, result.width());
        let same = |one: &Vector| one.count == count && one.element == result.element;
        let part = |part: &Vector, whole: &Vector| part.count < whole.count && part.element == whole.element;
        let lanes = matches!(width, 8 | 16 | 32 | 64) && count * width >= 128;
        let fits = match self.rule {
            ShuffleRule::Blend | ShuffleRule::Halves | ShuffleRule::AlignElements => {
                same(first) && more.len() == 1 && more.iter().all(same)
            }
            ShuffleRule::Lanes | ShuffleRule::TwoWithinLane => {
                lanes && width >= 32 && same(first) && more.len() == 1 && more.iter().all(same)
            }
            ShuffleRule::AlignBytes => {
                count.is_multiple_of(16) && same(first) && more.len() == 1 && more.iter().all(same)
            }
            ShuffleRule::Insert => same(first) && more.len() == 1 && more.iter().all(|one| part(one, result)),
            ShuffleRule::Extract => part(result, first) && more.is_empty(),
            ShuffleRule::Quarters => count.is_multiple_of(4) && same(first) && more.is_empty(),
            ShuffleRule::WithinLane => lanes && width >= 32 && same(first) && more.is_empty(),
            ShuffleRule::LowWords | ShuffleRule::HighWords => count.is_multiple_of(8) && same(first) && more.is_empty(),
            ShuffleRule::Up(_) | ShuffleRule::Down(_) => lanes && same(first) && more.is_empty(),
        };
        fits && self.mask.is_none_or(|bits| bits as usize >= count)
    }

    /// The place of the number among the parameters.
    pub(super) fn number_at(&self) -> usize {
        self.operands.len()
    }

    /// The place of the mask.
    pub(super) fn mask_at(&self) -> Option<usize> {
        self.mask.map(|_| self.operands.len() + 2)
    }

    /// The instructions in place of a call that passes a number; where `takes_all` is set, its mask is of all elements.
    ///
    /// The texts are kept for good, as those of the table are: there are some thousands at most.
    pub(super) fn instructions(&self, number: u64, takes_all: bool) -> &'static str {
        static TEXTS: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
        let text = self.text(number, takes_all);
        let mut texts = TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(made) = texts.get(&*text) {
            return made;
        }
        let made: &'static str = text.leak();
        texts.insert(made);
        made
    }

    fn text(&self, number: u64, takes_all: bool) -> String {
        let params = self.operands.len() + if self.mask.is_some() { 3 } else { 1 };
        let mut text = Lines { text: String::new(), next: params + 1 };
        let result = self.shuffled(&mut text, number);
        // Where no byte of the operands is left, LLVM asks for no mask.
        let is_zero = self.rule == ShuffleRule::AlignBytes && number >= 32;
        if let Some(bits) = self.mask.filter(|_| !takes_all && !is_zero) {
            self.select(&mut text, (bits, params - 1), &result);
        }
        text.text
    }

    /// What stands for the result but for its mask; returns the name of that value.
    fn shuffled(&self, text: &mut Lines, number: u64) -> String {
        let (ty, count) = (&self.result, self.result.count);
        let low = (number & 0xFF) as usize;
        let pick = |element: &dyn Fn(usize) -> usize| (0..count).map(element).collect::<Vec<_>>();
        let second = if self.operands.len() > 1 { "%1" } else { "%0" };
        match self.rule {
            ShuffleRule::Up(unit) => return self.moved(text, number / unit, true),
            ShuffleRule::Down(unit) => return self.moved(text, number / unit, false),
            ShuffleRule::AlignBytes | ShuffleRule::AlignElements => return self.aligned(text, number),
            ShuffleRule::Halves => return self.halves(text, low),
            ShuffleRule::Insert => {
                let Some(part) = self.operands.get(1) else { return String::new() };
                let place = low % (count / part.count) * part.count;
                let wide = text.shuffle(part, ["%1", "poison"], &pick(&|i| i.min(part.count)));
                let elements = pick(&|i| if (place..place + part.count).contains(&i) { i - place + count } else { i });
                return text.shuffle(ty, ["%0", &wide], &elements);
            }
            ShuffleRule::Extract => {
                let Some(whole) = self.operands.first() else { return String::new() };
                let place = low % (whole.count / count) * count;
                return text.shuffle(whole, ["%0", "%0"], &pick(&|i| i + place));
            }
            _ => {}
        }
        let in_lane = 128 / ty.width().max(1);
        let half = in_lane / 2;
        let elements = match self.rule {
            ShuffleRule::Blend => pick(&|i| if low >> (i % 8) & 1 == 1 { i + count } else { i }),
            ShuffleRule::Quarters => pick(&|i| (i & !3) + (low >> (2 * (i & 3)) & 3)),
            ShuffleRule::WithinLane => {
                let (bits, most) = (64 / ty.width().max(1), (1 << (64 / ty.width().max(1))) - 1);
                pick(&|i| low >> (i * bits % 8) & most | i & !most)
            }
            ShuffleRule::LowWords => pick(&|i| if i % 8 < 4 { (low >> (2 * (i % 8)) & 3) + i / 8 * 8 } else { i }),
            ShuffleRule::HighWords => {
                pick(&|i| if i % 8 < 4 { i } else { (low >> (2 * (i % 8 - 4)) & 3) + 4 + i / 8 * 8 })
            }
            ShuffleRule::Lanes => {
                let lanes = count / in_lane;
                pick(&|i| {
                    let lane = i / in_lane;
                    let taken = low >> (lane * (lanes / 2)) & (lanes - 1);
                    (if lane >= lanes / 2 { taken + lanes } else { taken }) * in_lane + i % in_lane
                })
            }
            _ => pick(&|i| {
                let of_other = if i % in_lane >= half { count } else { 0 };
                i - i % in_lane + of_other + (low >> (i * half % 8) & ((1 << half) - 1))
            }),
        };
        text.shuffle(ty, ["%0", second], &elements)
    }

    /// Halves of the operands, or zeros.
    fn halves(&self, text: &mut Lines, number: usize) -> String {
        let half = self.result.count / 2;
        let operand = |zero: usize, second: usize| match (number & zero, number & second) {
            (0, 0) => "%0",
            (0, _) => "%1",
            _ => "zeroinitializer",
        };
        let start = |bit: usize| if number & bit == 0 { 0 } else { half };
        let mut elements: Vec<usize> = (0..half).map(|i| start(0x01) + i).collect();
        elements.extend((0..half).map(|i| self.result.count + start(0x10) + i));
        text.shuffle(&self.result, [operand(0x08, 0x02), operand(0x80, 0x20)], &elements)
    }

    /// Bytes of parts of 16, moved by so many, with zeros for what comes in.
    fn moved(&self, text: &mut Lines, by: u64, up: bool) -> String {
        let bytes = self.result.bytes();
        let count = bytes.count;
        let cast = text.named("cast", &format!("bitcast {} %0 to {bytes}", self.result));
        let by = by.min(16) as usize;
        let elements: Vec<usize> = (0..count)
            .map(|i| {
                let (lane, byte) = (i / 16 * 16, i % 16);
                match up {
                    // The zeros stand first, and the operand after them.
                    true if byte < by => lane + byte + 16 - by,
                    true => lane + count + byte - by,
                    false if byte + by >= 16 => lane + count + byte + by - 16,
                    false => lane + byte + by,
                }
            })
            .collect();
        let zero = "zeroinitializer";
        let operands = match (by < 16, up) {
            (true, true) => [zero, &cast],
            (true, false) => [&cast, zero],
            (false, _) => [zero, zero],
        };
        let moved = text.shuffle(&bytes, operands, &elements);
        text.named("cast1", &format!("bitcast {bytes} {moved} to {}", self.result))
    }

    /// Elements of both operands from one on.
    fn aligned(&self, text: &mut Lines, number: u64) -> String {
        let (ty, count) = (&self.result, self.result.count);
        let of_elements = self.rule == ShuffleRule::AlignElements;
        let by = if of_elements { (number as usize) & (count - 1) } else { number.min(32) as usize };
        let (operands, by) = match by {
            0..=16 => (["%1", "%0"], by),
            17..=31 => (["%0", "zeroinitializer"], by - 16),
            _ => (["zeroinitializer"; 2], 0),
        };
        let element = |i: usize| {
            let from = by + i % 16;
            i / 16 * 16 + if !of_elements && from >= 16 { from + count - 16 } else { from }
        };
        let elements: Vec<usize> = (0..count).map(element).collect();
        text.named("palignr", &shuffle_text(ty, operands, &elements))
    }

    /// The elements that a mask has, and those of the operand before it.
    fn select(&self, text: &mut Lines, (bits, mask_at): (u32, usize), result: &str) {
        let (ty, count) = (&self.result, self.result.count);
        let all = Vector { count: bits as usize, element: "i1".to_owned() };
        let mut mask = text.numbered(&format!("bitcast i{bits} %{mask_at} to {all}"));
        if count <= 4 {
            let first: Vec<usize> = (0..count).collect();
            mask = text.named("extract", &shuffle_text(&all, [&mask, &mask], &first));
        }
        text.numbered(&format!("select <{count} x i1> {mask}, {ty} {result}, {ty} %{}", mask_at - 1));
    }
}

/// The lines of an expansion.
struct Lines {
    text: String,
    /// The number of the next instruction without a name.
    next: usize,
}

impl Lines {
    fn numbered(&mut self, instruction: &str) -> String {
        let number = self.next.to_string();
        self.next += 1;
        self.named(&number, instruction)
    }

    fn named(&mut self, name: &str, instruction: &str) -> String {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "  %{name} = {instruction}");
        format!("%{name}")
    }

    fn shuffle(&mut self, ty: &Vector, operands: [&str; 2], elements: &[usize]) -> String {
        self.numbered(&shuffle_text(ty, operands, elements))
    }
}

fn shuffle_text(ty: &Vector, [first, second]: [&str; 2], elements: &[usize]) -> String {
    let mut text = format!("shufflevector {ty} {first}, {ty} {second}, <{} x i32> <", elements.len());
    for (i, element) in elements.iter().enumerate() {
        let _ = write!(text, "{}i32 {element}", if i == 0 { "" } else { ", " });
    }
    text.push('>');
    text
}
