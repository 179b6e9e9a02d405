//! The custom forms of matrix multiplications: `A[%a0, %a1] B[%b0] C[%c0] {...} : (i32, i32, i32) -> T`.

use irtrip_dialect::assembly::{CustomAssemblyFormat, OpAsmParser, OpAsmPrinter, Parsed, Types, UnresolvedOperands};
use irtrip_dialect::attributes::well_known::UNIT;
use irtrip_dialect::diagnostic::ParseCode;
use irtrip_dialect::names::OPERAND_SEGMENT_SIZES;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, Context, FloatKind, Op, Str, Type, TypeData, Value};

/// The form of one of the multiplications.
#[derive(Debug)]
pub struct MmaFormat {
    description: &'static str,
    /// What follows the factors: a keyword, and the types of the operands in its brackets.
    others: &'static [(&'static str, &'static [Type])],
    /// Whether two spaces are between the brackets.
    is_wide: bool,
    /// The attribute that the form stands for.
    implies: Option<&'static str>,
}

/// The factors and the sum, whose operands all have a type each that the form writes.
const FACTORS: [&str; 3] = ["A", "B", "C"];
/// The attributes that say the formats of the factors; they are left out where the types say them.
const FORMATS: [&str; 2] = ["multiplicandAPtxType", "multiplicandBPtxType"];
const SCALE: &[Type] = &[types::I32, types::I16, types::I16];

/// `nvvm.mma.sync`
pub static MMA: MmaFormat = MmaFormat {
    description: " A[$operandA] B[$operandB] C[$operandC] attr-dict : (type, type, type) -> type($res)",
    others: &[],
    is_wide: true,
    implies: None,
};
/// `nvvm.mma.sp.sync`
pub static MMA_SPARSE: MmaFormat = MmaFormat {
    description: " A[$operandA] B[$operandB] C[$operandC] sparseMetadata[$sparseMetadata] selector[$sparsitySelector] \
                  attr-dict : (type, type, type) -> type($res)",
    others: &[("sparseMetadata", &[types::I32]), ("selector", &[types::I32])],
    is_wide: false,
    implies: None,
};
/// `nvvm.mma.block_scale`
pub static MMA_BLOCK_SCALE: MmaFormat = MmaFormat {
    description: " A[$operandA] B[$operandB] C[$operandC] scaleA[...] scaleB[...] attr-dict : (type, type, type) -> \
                  type($res)",
    others: &[("scaleA", SCALE), ("scaleB", SCALE)],
    is_wide: false,
    implies: None,
};
/// `nvvm.mma.sp.block_scale`
pub static MMA_SPARSE_BLOCK_SCALE: MmaFormat = MmaFormat {
    description: " A[$operandA] B[$operandB] C[$operandC] sparseMetadata[$sparseMetadata] selector[$sparsitySelector] \
                  scaleA[...] scaleB[...] attr-dict : (type, type, type) -> type($res)",
    others: &[("sparseMetadata", &[types::I32]), ("selector", &[types::I32]), ("scaleA", SCALE), ("scaleB", SCALE)],
    is_wide: false,
    implies: Some("orderedMetadata"),
};

impl CustomAssemblyFormat for MmaFormat {
    fn description(&self) -> &'static str {
        self.description
    }

    fn parse(&self, parser: &mut dyn OpAsmParser<'_>) -> Parsed<()> {
        let mut factors: Vec<UnresolvedOperands> = Vec::with_capacity(FACTORS.len());
        for keyword in FACTORS {
            parser.expect(keyword)?;
            factors.push(parser.bracketed_operands("[", "]")?);
        }
        let mut others = Vec::with_capacity(self.others.len());
        for &(keyword, types) in self.others {
            parser.expect(keyword)?;
            let position = parser.position();
            let operands = parser.bracketed_operands("[", "]")?;
            if operands.len() != types.len() {
                let words = format!("expected {} operands", types.len());
                return Err(parser.error_at(position, ParseCode::CustomForm(words)));
            }
            others.push((operands, types));
        }
        parser.optional_attr_dict()?;
        parser.expect(":")?;
        let position = parser.position();
        let types = parser.types_in_brackets()?;
        let [a, b, c] = types.as_slice() else {
            return Err(parser.error_at(
                position,
                ParseCode::CustomForm(
                    "expected one type for each operand segment but got ".to_owned()
                        + &format!("{} types", types.len()),
                ),
            ));
        };
        parser.expect("->")?;
        let results = parser.types_in_brackets()?;
        let mut sizes = Vec::new();
        for (operands, ty) in factors.iter().zip([*a, *b, *c]) {
            parser.add_operands(operands, ty)?;
            sizes.push(operands.len());
        }
        for (operands, types) in &others {
            parser.add_typed_operands(operands, types)?;
            sizes.extend(types.iter().map(|_| 1));
        }
        parser.add_results(&results);
        parser.set_group_sizes(&sizes);
        self.add_implied(parser, [*a, *b])
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &["operandSegmentSizes"]
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        let mut group = 0;
        let mut types = Types::new();
        for keyword in FACTORS {
            let operands = printer.operand_group(op, group);
            group += 1;
            types.extend(operands.first().map(|&value| printer.body().value_type(value)));
            self.print_operands(printer, keyword, operands);
        }
        for &(keyword, types) in self.others {
            let operands: Vec<Value> = types
                .iter()
                .flat_map(|_| {
                    group += 1;
                    printer.operand_group(op, group - 1).iter().copied()
                })
                .collect();
            self.print_operands(printer, keyword, &operands);
        }
        let ctx = printer.context();
        let is_written = |key: Str| {
            let factor = FORMATS.iter().position(|format| ctx.bytes(key) == format.as_bytes());
            let inferred = factor.and_then(|factor| format_of(ctx, *types.get(factor)?));
            key != OPERAND_SEGMENT_SIZES && inferred.is_none()
        };
        let entries: Vec<(Str, Attr)> =
            ctx.entries(printer.body().attrs(op)).iter().copied().filter(|(key, _)| is_written(*key)).collect();
        printer.attribute_entries(&entries, " {");
        printer.text(" : (");
        printer.types(&types);
        printer.text(") -> ");
        let results: Types = printer.body().results(op).map(|value| printer.body().value_type(value)).collect();
        printer.types(&results);
    }
}

impl MmaFormat {
    fn print_operands(&self, printer: &mut dyn OpAsmPrinter<'_>, keyword: &str, operands: &[Value]) {
        printer.text(" ");
        printer.text(keyword);
        printer.text("[");
        printer.operands(operands);
        printer.text(if self.is_wide { "] " } else { "]" });
    }

    /// Adds the attributes that the form leaves out: the formats that the types of the factors say.
    fn add_implied(&self, parser: &mut dyn OpAsmParser<'_>, factors: [Type; 2]) -> Parsed<()> {
        let ctx = parser.context();
        for (name, ty) in FORMATS.into_iter().zip(factors) {
            let key = ctx.str(name);
            match (parser.attribute_of(key), format_of(ctx, ty)) {
                (Some(_), _) => {}
                (None, Some(format)) => {
                    parser.set_attribute(key, ctx.opaque_attr("nvvm", &format!("mma_type<{format}>")));
                }
                (None, None) => {
                    let words = format!("attribute {name} is not provided explicitly and cannot be inferred");
                    return Err(parser.error_at_name(ParseCode::CustomForm(words)));
                }
            }
        }
        if let Some(implied) = self.implies.map(|implied| ctx.str(implied))
            && parser.attribute_of(implied).is_none()
        {
            parser.set_attribute(implied, UNIT);
        }
        Ok(())
    }
}

/// The format of a factor that its type says.
fn format_of(ctx: &Context, ty: Type) -> Option<&'static str> {
    match ctx.type_data(ty) {
        TypeData::Float(FloatKind::F64) => Some("f64"),
        TypeData::Float(FloatKind::F16) => Some("f16"),
        TypeData::Vector { element, .. } if matches!(ctx.type_data(*element), TypeData::Float(FloatKind::F16)) => {
            Some("f16")
        }
        _ => None,
    }
}
