//! The types of random programs, and constants of them.

use crate::chance::Rng;

/// A type of values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Ty {
    Int(u32),
    Index,
    Float(&'static str),
    /// A complex number of a format.
    Complex(&'static str),
    Vector(Vec<u32>, Box<Ty>),
    /// A memref; `None` for a size that is not known.
    Memref(Vec<Option<u32>>, Box<Ty>),
}

/// Widths of integers: those that machines have, and others.
const WIDTHS: [u32; 14] = [1, 8, 16, 32, 64, 128, 32, 64, 1, 7, 33, 65, 129, 256];
/// Formats of floating-point numbers, the usual ones several times.
const FORMATS: [&str; 11] =
    ["f32", "f64", "f32", "f64", "f16", "bf16", "f80", "f128", "f8E4M3FN", "f8E5M2", "f8E5M2FNUZ"];

impl Ty {
    pub fn any_int(chance: &mut Rng) -> Ty {
        Ty::Int(WIDTHS[chance.below(WIDTHS.len() as u32) as usize])
    }

    pub fn any_float(chance: &mut Rng) -> Ty {
        Ty::Float(FORMATS[chance.below(FORMATS.len() as u32) as usize])
    }

    /// A scalar type of numbers.
    pub fn any_scalar(chance: &mut Rng) -> Ty {
        match chance.below(7) {
            0..3 => Ty::any_int(chance),
            3 => Ty::Index,
            _ => Ty::any_float(chance),
        }
    }

    /// This type, or a vector of it.
    pub fn or_vector(self, chance: &mut Rng) -> Ty {
        let shape = match chance.below(12) {
            0 | 1 => vec![1 + chance.below(4)],
            2 => vec![1 + chance.below(3), 1 + chance.below(3)],
            3 if chance.below(3) == 0 => vec![],
            4 if chance.below(3) == 0 => vec![2, 1, 2],
            _ => return self,
        };
        Ty::Vector(shape, Box::new(self))
    }

    /// Any type that operations compute with.
    pub fn any(chance: &mut Rng) -> Ty {
        match chance.below(16) {
            0 => Ty::Complex(["f32", "f64"][chance.below(2) as usize]),
            1 => Ty::any_memref(chance),
            _ => Ty::any_scalar(chance).or_vector(chance),
        }
    }

    /// A memref of scalars.
    pub fn any_memref(chance: &mut Rng) -> Ty {
        let rank = chance.below(3);
        let shape = (0..rank).map(|_| (chance.below(2) == 0).then(|| 1 + chance.below(4))).collect();
        let element = match chance.below(3) {
            0 => Ty::Int([8, 32, 64][chance.below(3) as usize]),
            1 => Ty::Float(["f32", "f64"][chance.below(2) as usize]),
            _ => Ty::any_scalar(chance),
        };
        Ty::Memref(shape, Box::new(element))
    }

    /// The scalar type of a vector's elements; of any other type, itself.
    pub fn element(&self) -> &Ty {
        match self {
            Ty::Vector(_, element) => element,
            other => other,
        }
    }

    /// A type of the same shape with other elements.
    pub fn with_element(&self, element: Ty) -> Ty {
        match self {
            Ty::Vector(shape, _) => Ty::Vector(shape.clone(), Box::new(element)),
            _ => element,
        }
    }

    pub fn text(&self) -> String {
        match self {
            Ty::Int(width) => format!("i{width}"),
            Ty::Index => "index".to_owned(),
            Ty::Float(format) => (*format).to_owned(),
            Ty::Complex(format) => format!("complex<{format}>"),
            Ty::Vector(shape, element) => {
                let shape: String = shape.iter().map(|size| format!("{size}x")).collect();
                format!("vector<{shape}{}>", element.text())
            }
            Ty::Memref(shape, element) => {
                let size = |size: &Option<u32>| size.map_or("?x".to_owned(), |size| format!("{size}x"));
                format!("memref<{}{}>", shape.iter().map(size).collect::<String>(), element.text())
            }
        }
    }

    /// The bits of a scalar of integers or floats.
    pub fn width(&self) -> u32 {
        match self {
            Ty::Int(width) => *width,
            Ty::Float("f64") | Ty::Index => 64,
            Ty::Float("f32") => 32,
            Ty::Float("f16" | "bf16") => 16,
            Ty::Float("f80") => 80,
            Ty::Float("f128") => 128,
            _ => 8,
        }
    }
}

/// A number of a scalar type, as an attribute without its type.
fn number(ty: &Ty, chance: &mut Rng) -> String {
    match ty {
        Ty::Int(1) => ["true", "false"][chance.below(2) as usize].to_owned(),
        Ty::Int(width) => integer(*width, chance),
        Ty::Index => integer(64, chance),
        _ => float(ty, chance),
    }
}

fn integer(width: u32, chance: &mut Rng) -> String {
    match chance.below(8) {
        0 | 1 => "0".to_owned(),
        2 => "1".to_owned(),
        3 => "-1".to_owned(),
        // The least and the greatest number.
        4 if width <= 64 => (-1i64 << (width - 1)).to_string(),
        5 if width <= 64 => (!(-1i64 << (width - 1))).to_string(),
        // Hexadecimal digits for wide ones; the highest digit is small enough for any width above 64.
        4 => format!("0x1{:016X}", 0u64),
        5 => format!("0x{:X}{:08X}", chance.below(u32::MAX), chance.below(u32::MAX)),
        _ if width < 8 => chance.below(1 << (width - 1)).to_string(),
        _ => (i64::from(chance.below(256)) - 128).to_string(),
    }
}

fn float(ty: &Ty, chance: &mut Rng) -> String {
    const NUMBERS: [&str; 12] =
        ["0.0", "-0.0", "1.0", "-1.0", "2.0", "0.5", "1.5", "-3.25", "100.0", "0.1", "2.5", "-7.0e-1"];
    match (ty, chance.below(16)) {
        (Ty::Float("f32"), 0) => {
            ["0x7F800000", "0xFF800000", "0x7FC00000", "0x7FA00000"][chance.below(4) as usize].to_owned()
        }
        (Ty::Float("f64"), 0) => {
            ["0x7FF0000000000000", "0xFFF0000000000000", "0x7FF8000000000000"][chance.below(3) as usize].to_owned()
        }
        (Ty::Float("f16"), 0) => ["0x7C00", "0x7E00"][chance.below(2) as usize].to_owned(),
        _ => NUMBERS[chance.below(NUMBERS.len() as u32) as usize].to_owned(),
    }
}

/// A constant's attribute, with its type.
pub(super) fn constant(ty: &Ty, chance: &mut Rng) -> String {
    match ty {
        Ty::Int(1) => number(ty, chance),
        Ty::Vector(shape, element) => {
            let count: u32 = shape.iter().product();
            let is_splat = shape.is_empty() || count == 1 || chance.below(2) == 0;
            let items = if is_splat { number(element, chance) } else { items(shape, element, chance) };
            format!("dense<{items}> : {}", ty.text())
        }
        _ => format!("{} : {}", number(ty, chance), ty.text()),
    }
}

/// The elements of a vector, in brackets.
fn items(shape: &[u32], element: &Ty, chance: &mut Rng) -> String {
    let Some((&first, rest)) = shape.split_first() else { return number(element, chance) };
    let all: Vec<String> = (0..first).map(|_| items(rest, element, chance)).collect();
    format!("[{}]", all.join(", "))
}
