//! Values and constants. LangRef, "Constants".

use irtrip_dialect::limits::MAX_NESTING;
use irtrip_dialect::llvm_text as text;

use super::Scope;
use super::names::is_cast_to_other_space;
use super::upgrades::upgraded_asm;
use crate::constants::{Constant, GepConstant, InlineAsm, Value, ValueKind};
use crate::error::Result;
use crate::numbers::{float, wide_text};
use crate::opcodes::{ASM_FLAGS, binary_mnemonic, cast_mnemonic, integer_flag_words, predicate};
use crate::types::{Type, TypeId, Types};

/// Appends the flags of a `getelementptr`.
pub(super) fn gep_flags(out: &mut String, flags: u64) {
    if flags & 1 != 0 {
        out.push_str(" inbounds");
    } else if flags & 2 != 0 {
        out.push_str(" nusw");
    }
    if flags & 4 != 0 {
        out.push_str(" nuw");
    }
}

/// Appends the flags of an integer's operation.
pub(super) fn integer_flags(out: &mut String, mnemonic: &str, flags: u64) {
    for (_, word) in integer_flag_words(mnemonic).iter().filter(|(bit, _)| flags & bit != 0) {
        out.push(' ');
        out.push_str(word);
    }
}

impl<'w, 'm> Scope<'w, 'm> {
    pub(super) fn types(&self) -> &'w Types<'m> {
        match self.function {
            Some(function) => &function.body.types,
            None => &self.writer.module.types,
        }
    }

    /// A value by number.
    pub(super) fn get(&self, id: u32) -> Result<&'w Value> {
        let found = match self.function {
            Some(function) => function.body.values.get(id),
            None => self.writer.module.values.get(id as usize),
        };
        found.ok_or_else(|| self.error(format!("there is no value {id}")))
    }

    pub(super) fn type_of(&self, id: u32) -> Result<TypeId> {
        Ok(self.get(id)?.ty)
    }

    /// Appends a value after its type.
    pub(super) fn typed(&self, out: &mut String, id: u32) -> Result<()> {
        self.typed_at(out, id, 0)
    }

    /// Appends a value.
    pub(super) fn value(&self, out: &mut String, id: u32) -> Result<()> {
        self.value_at(out, id, 0)
    }

    fn typed_at(&self, out: &mut String, id: u32, depth: usize) -> Result<()> {
        out.push_str(self.types().text(self.type_of(id)?));
        out.push(' ');
        self.value_at(out, id, depth)
    }

    fn value_at(&self, out: &mut String, id: u32, depth: usize) -> Result<()> {
        let value = self.get(id)?;
        match &value.kind {
            ValueKind::Global(place) => match self.writer.module.globals.get(*place as usize) {
                Some(global) => out.push_str(&global.text),
                None => return Err(self.error(format!("there is no value {id}"))),
            },
            ValueKind::Local => {
                out.push('%');
                if let Some(function) = self.function {
                    function.names.value(out, &function.body, id);
                }
            }
            ValueKind::Constant(constant) => {
                if depth > MAX_NESTING {
                    return Err(self.error("constants are nested too deeply, or one contains itself"));
                }
                self.constant(out, value.ty, constant, depth + 1)?;
            }
        }
        Ok(())
    }

    fn list(&self, out: &mut String, ids: &[u32], depth: usize) -> Result<()> {
        for (place, id) in ids.iter().enumerate() {
            if place > 0 {
                out.push_str(", ");
            }
            self.typed_at(out, *id, depth)?;
        }
        Ok(())
    }

    /// Appends operands in brackets.
    fn operands(&self, out: &mut String, ids: &[u32], depth: usize) -> Result<()> {
        out.push_str(" (");
        self.list(out, ids, depth)?;
        out.push(')');
        Ok(())
    }

    fn constant(&self, out: &mut String, ty: TypeId, constant: &Constant, depth: usize) -> Result<()> {
        let unknown = |what: &str, number: u64| self.error(format!("a constant has the unknown {what} {number}"));
        match constant {
            Constant::Null => self.null(out, ty),
            Constant::Undef => out.push_str("undef"),
            Constant::Poison => out.push_str("poison"),
            Constant::Integer(_) | Constant::WideInteger(_) | Constant::Float(_) => self.scalar(out, ty, constant),
            Constant::Aggregate(ids) => self.aggregate(out, ty, ids, depth)?,
            Constant::Text(bytes) => match self.types().get(ty) {
                Type::Array(length, _) if *length == bytes.len() as u64 => {
                    out.push('c');
                    text::quoted(out, bytes);
                }
                _ => return Err(self.error("a string has another length than its type")),
            },
            Constant::Data(elements) => self.data(out, ty, elements)?,
            Constant::Unary(unary) => {
                out.push_str("fneg");
                self.operands(out, &[unary.1], depth)?;
            }
            Constant::Binary(binary) => {
                let (opcode, flags, operands) = binary.as_ref();
                let mnemonic = binary_mnemonic(*opcode, self.types().is_float(ty));
                let mnemonic = mnemonic.ok_or_else(|| unknown("opcode", *opcode))?;
                out.push_str(mnemonic);
                integer_flags(out, mnemonic, *flags);
                self.operands(out, operands, depth)?;
            }
            Constant::Cast(opcode, operand)
                if is_cast_to_other_space(self.types(), *opcode, self.type_of(*operand)?, ty) =>
            {
                out.push_str("inttoptr (i64 ptrtoint (");
                self.typed_at(out, *operand, depth)?;
                out.push_str(" to i64) to ");
                out.push_str(self.types().text(ty));
                out.push(')');
            }
            Constant::Cast(opcode, operand) => {
                out.push_str(cast_mnemonic(*opcode).ok_or_else(|| unknown("opcode", *opcode))?);
                out.push_str(" (");
                self.typed_at(out, *operand, depth)?;
                out.push_str(" to ");
                out.push_str(self.types().text(ty));
                out.push(')');
            }
            Constant::Compare(number, operands) => {
                out.push_str(if *number < 32 { "fcmp " } else { "icmp " });
                out.push_str(predicate(*number).ok_or_else(|| unknown("predicate", *number))?);
                self.operands(out, operands, depth)?;
            }
            Constant::Gep(gep) => self.gep_constant(out, gep, depth)?,
            Constant::InlineAsm(asm) => inline_asm(out, asm),
            other => self.other_constant(out, other, depth)?,
        }
        Ok(())
    }

    fn other_constant(&self, out: &mut String, constant: &Constant, depth: usize) -> Result<()> {
        let (word, ids): (&str, &[u32]) = match constant {
            Constant::Select(ids) => ("select", ids),
            Constant::ExtractElement(ids) => ("extractelement", ids),
            Constant::InsertElement(ids) => ("insertelement", ids),
            Constant::ShuffleVector(ids) => ("shufflevector", ids),
            Constant::PtrAuth(ids) => ("ptrauth", self.without_null_symbol(ids)),
            Constant::DsoLocalEquivalent(id) => {
                out.push_str("dso_local_equivalent ");
                return self.value_at(out, *id, depth);
            }
            Constant::NoCfi(id) => {
                out.push_str("no_cfi ");
                return self.value_at(out, *id, depth);
            }
            Constant::BlockAddress(function, block) => {
                out.push_str("blockaddress(");
                self.value_at(out, *function, depth)?;
                out.push_str(", %");
                self.block_of(out, *function, *block)?;
                out.push(')');
                return Ok(());
            }
            _ => return Ok(()),
        };
        out.push_str(word);
        self.operands(out, ids, depth)
    }

    /// The operands of `ptrauth` up to the last that is no default.
    fn without_null_symbol<'i>(&self, ids: &'i [u32]) -> &'i [u32] {
        let is_null =
            |id: u32| matches!(self.get(id).map(|value| &value.kind), Ok(ValueKind::Constant(Constant::Null)));
        match ids {
            [first @ .., last] if ids.len() == 5 && is_null(*last) => first,
            ids => ids,
        }
    }

    /// Appends the name of a block of another function.
    fn block_of(&self, out: &mut String, function: u32, block: u64) -> Result<()> {
        use crate::module::GlobalKind;
        let body = match self.get(function)?.kind {
            ValueKind::Global(place) => match self.writer.module.globals.get(place as usize).map(|global| &global.kind)
            {
                Some(GlobalKind::Function { body, .. }) => *body,
                _ => None,
            },
            _ => None,
        };
        let found = body.and_then(|body| self.writer.functions.get(body));
        match found.filter(|function| block < function.body.block_count) {
            Some(function) => function.names.block(out, &function.body, block),
            None => return Err(self.error(format!("there is no block {block} whose address could be taken"))),
        }
        Ok(())
    }

    fn null(&self, out: &mut String, ty: TypeId) {
        match self.types().get(ty) {
            Type::Integer(1) => out.push_str("false"),
            Type::Integer(_) | Type::Byte(_) => out.push('0'),
            Type::Float(kind) => float(out, *kind, &[]),
            Type::Pointer(..) => out.push_str("null"),
            Type::Token => out.push_str("none"),
            _ => out.push_str("zeroinitializer"),
        }
    }

    /// Appends a number; where the type is of vectors, that of all elements.
    fn scalar(&self, out: &mut String, ty: TypeId, constant: &Constant) {
        let element = self.types().scalar(ty);
        let is_splat = element != ty;
        if is_splat {
            out.push_str("splat (");
            out.push_str(self.types().text(element));
            out.push(' ');
        }
        match (constant, self.types().get(element)) {
            (Constant::Integer(value), Type::Integer(1)) => out.push_str(if *value == 0 { "false" } else { "true" }),
            (Constant::Integer(value), _) => text::int(out, *value),
            (Constant::WideInteger(words), Type::Integer(width) | Type::Byte(width)) => {
                out.push_str(&wide_text(words, *width));
            }
            (Constant::Float(words), Type::Float(kind)) => float(out, *kind, words),
            _ => {}
        }
        if is_splat {
            out.push(')');
        }
    }

    fn aggregate(&self, out: &mut String, ty: TypeId, ids: &[u32], depth: usize) -> Result<()> {
        let types = self.types();
        let (open, close, length) = match types.get(ty) {
            Type::Array(length, _) => ("[", "]", *length),
            Type::Vector { length, .. } => ("<", ">", *length),
            Type::Struct { packed: true, elements } => ("<{ ", " }>", elements.len() as u64),
            Type::Struct { packed: false, elements } => ("{ ", " }", elements.len() as u64),
            Type::Named(place) => match types.structs().get(*place as usize).and_then(|named| named.body.as_ref()) {
                Some((true, elements)) => ("<{ ", " }>", elements.len() as u64),
                Some((false, elements)) => ("{ ", " }", elements.len() as u64),
                None => return Err(self.error("an aggregate is of an opaque type")),
            },
            _ => return Err(self.error("an aggregate has a type that is none of aggregates")),
        };
        if length != ids.len() as u64 {
            return Err(self.error(format!("an aggregate of {length} elements has {}", ids.len())));
        }
        out.push_str(open);
        self.list(out, ids, depth)?;
        out.push_str(close);
        Ok(())
    }

    fn data(&self, out: &mut String, ty: TypeId, elements: &[u64]) -> Result<()> {
        let types = self.types();
        let (open, close, length, element) = match *types.get(ty) {
            Type::Array(length, element) => ('[', ']', length, element),
            Type::Vector { length, element, .. } => ('<', '>', length, element),
            _ => return Err(self.error("elements have a type that is none of arrays or vectors")),
        };
        if length != elements.len() as u64 {
            return Err(self.error(format!("an array of {length} elements has {}", elements.len())));
        }
        if open == '[' && matches!(types.get(element), Type::Integer(8)) {
            let bytes: Vec<u8> = elements.iter().map(|element| *element as u8).collect();
            out.push('c');
            text::quoted(out, &bytes);
            return Ok(());
        }
        out.push(open);
        for (place, bits) in elements.iter().enumerate() {
            if place > 0 {
                out.push_str(", ");
            }
            out.push_str(types.text(element));
            out.push(' ');
            match types.get(element) {
                Type::Float(kind) => float(out, *kind, &[*bits]),
                Type::Integer(8) | Type::Byte(8) => text::int(out, *bits as i8),
                Type::Integer(16) | Type::Byte(16) => text::int(out, *bits as i16),
                Type::Integer(32) | Type::Byte(32) => text::int(out, *bits as i32),
                _ => text::int(out, *bits as i64),
            }
        }
        out.push(close);
        Ok(())
    }

    fn gep_constant(&self, out: &mut String, gep: &GepConstant, depth: usize) -> Result<()> {
        out.push_str("getelementptr");
        gep_flags(out, gep.flags);
        if let Some(range) = &gep.in_range {
            out.push_str(" inrange(");
            range.text(out);
            out.push(')');
        }
        out.push_str(" (");
        let base = gep.operands.first().map_or(Ok(TypeId::default()), |base| self.type_of(*base))?;
        let source = gep.source.or_else(|| self.types().pointee(base));
        let source = source.ok_or_else(|| self.error("a getelementptr does not say what its pointer points to"))?;
        out.push_str(self.types().text(source));
        for (place, operand) in gep.operands.iter().enumerate() {
            out.push_str(", ");
            if place > 0 && gep.in_range_operand == Some(place as u64 - 1) {
                out.push_str("inrange ");
            }
            self.typed_at(out, *operand, depth)?;
        }
        out.push(')');
        Ok(())
    }
}

fn inline_asm(out: &mut String, asm: &InlineAsm) {
    out.push_str("asm ");
    for (_, word) in ASM_FLAGS.iter().filter(|(bit, _)| asm.flags & bit != 0) {
        out.push_str(word);
        out.push(' ');
    }
    text::quoted(out, &upgraded_asm(&asm.text));
    out.push_str(", ");
    text::quoted(out, &asm.constraints);
}
