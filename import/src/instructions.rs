//! Instructions other than calls, memory accesses and terminators; LangRef, "Instruction Reference".

use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{LlvmForm, llvm};
use irtrip_dialect::types::well_known as wk;
use irtrip_dialect::{OpName, Type, TypeData, Value, enums};
use smallvec::SmallVec;

use crate::cursor::fail;
use crate::error::{ImportErrorKind, Res};
use crate::gep::Path;
use crate::mnemonics;
use crate::reader::{Entries, Reader};

impl<'a> Reader<'_, 'a> {
    /// Reads an instruction behind its result's name; whether it ends the block.
    pub fn instruction(&mut self) -> Res<bool> {
        let start = self.c.peek_pos();
        let word = self.c.word();
        match word {
            b"load" => self.load()?,
            b"store" => self.store()?,
            b"getelementptr" => self.getelementptr()?,
            b"call" | b"tail" | b"musttail" | b"notail" => self.call(word)?,
            b"icmp" => self.compare(llvm::ICMP)?,
            b"fcmp" => self.compare(llvm::FCMP)?,
            b"phi" => self.phi()?,
            b"select" => self.select()?,
            b"alloca" => self.alloca()?,
            b"extractvalue" => self.extractvalue()?,
            b"insertvalue" => self.insertvalue()?,
            b"extractelement" => self.extractelement()?,
            b"insertelement" => self.insertelement()?,
            b"shufflevector" => self.shufflevector()?,
            b"atomicrmw" => self.atomicrmw()?,
            b"cmpxchg" => self.cmpxchg()?,
            b"fence" => self.fence()?,
            b"va_arg" => self.va_arg()?,
            b"landingpad" => self.landingpad()?,
            b"catchpad" => self.pad(irtrip_dialect::ops::irtrip::CATCHPAD)?,
            b"cleanuppad" => self.pad(irtrip_dialect::ops::irtrip::CLEANUPPAD)?,
            b"br" => return self.br().map(|()| true),
            b"ret" => return self.ret().map(|()| true),
            b"switch" => return self.switch().map(|()| true),
            b"invoke" => return self.invoke().map(|()| true),
            b"unreachable" => {
                self.terminate(llvm::UNREACHABLE, SmallVec::new(), Entries::new(), SmallVec::new(), wk::VOID)?;
                return Ok(true);
            }
            b"indirectbr" => return self.indirectbr().map(|()| true),
            b"resume" => return self.resume().map(|()| true),
            b"callbr" => return self.callbr().map(|()| true),
            b"catchswitch" => return self.catchswitch().map(|()| true),
            b"catchret" => return self.catchret().map(|()| true),
            b"cleanupret" => return self.cleanupret().map(|()| true),
            _ => match mnemonics::instruction(word) {
                Some(name) => self.tabled(name)?,
                None => {
                    self.c.pos = start;
                    return self.c.expected("instruction opcode");
                }
            },
        }
        Ok(false)
    }

    /// Binary, unary and cast instructions.
    fn tabled(&mut self, name: OpName) -> Res<()> {
        let flags = self.read_flags();
        let mut entries = Entries::new();
        self.flag_attrs(name, &flags, &mut entries);
        let (ty, first) = self.typed_value()?;
        match name.def().map(|d| d.llvm) {
            Some(LlvmForm::Binary(_)) => {
                self.c.expect(b',', "',' in arithmetic operation")?;
                let second = self.value(ty)?;
                self.emit(name, &[first, second], &mut entries, ty)
            }
            Some(LlvmForm::Cast(_)) => {
                self.c.expect_word("to")?;
                let to = self.read_type()?;
                self.emit(name, &[first], &mut entries, to)
            }
            _ => self.emit(name, &[first], &mut entries, ty),
        }
    }

    fn compare(&mut self, name: OpName) -> Res<()> {
        let flags = self.read_flags();
        let at = self.c.peek_pos();
        let word = self.c.word();
        let word = std::str::from_utf8(word).unwrap_or_default();
        let table = if name == llvm::ICMP { &enums::ICMP } else { &enums::FCMP };
        let Some(predicate) = table.from_llvm(word) else {
            self.c.pos = at;
            return self.c.expected("compare predicate (e.g. 'eq' or 'oeq')");
        };
        let mut entries = vec![(PREDICATE, self.i64_attr(predicate))];
        self.flag_attrs(name, &flags, &mut entries);
        let (ty, first) = self.typed_value()?;
        self.c.expect(b',', "',' after compare value")?;
        let second = self.value(ty)?;
        let result = match self.ctx.type_data(ty) {
            TypeData::Vector { .. } => self.ctx.with_scalar_type(ty, wk::I1),
            _ => wk::I1,
        };
        self.emit(name, &[first, second], &mut entries, result)
    }

    fn select(&mut self) -> Res<()> {
        let flags = self.read_flags();
        let mut entries = Entries::new();
        self.flag_attrs(llvm::SELECT, &flags, &mut entries);
        let (_, condition) = self.typed_value()?;
        self.c.expect(b',', "',' after select condition")?;
        let (ty, first) = self.typed_value()?;
        self.c.expect(b',', "',' after select value")?;
        let at = self.c.peek_pos();
        let (other, second) = self.typed_value()?;
        if ty != other {
            return self.invalid(at, "select values must have same type");
        }
        self.emit(llvm::SELECT, &[condition, first, second], &mut entries, ty)
    }

    fn getelementptr(&mut self) -> Res<()> {
        let mut flags = 0;
        loop {
            flags |= match self.c.peek_word() {
                b"inbounds" => 3,
                b"nusw" => 2,
                b"nuw" => 4,
                _ => break,
            };
            self.c.word();
        }
        let element = self.read_type()?;
        self.c.expect(b',', "comma after getelementptr's type")?;
        let at = self.c.peek_pos();
        let (base_type, base) = self.typed_value()?;
        if !matches!(self.ctx.type_data(self.ctx.scalar_type(base_type)), TypeData::Pointer { .. }) {
            return self.invalid(at, "base of getelementptr must be a pointer");
        }
        let mut operands: SmallVec<[Value; 8]> = SmallVec::new();
        operands.push(base);
        let mut converted = operands.clone();
        let mut path = Path::new(element, base_type);
        loop {
            let before = self.c;
            if !self.c.eat(b',') {
                break;
            }
            if self.c.peek() == b'!' {
                self.c = before;
                break;
            }
            let at = self.c.peek_pos();
            let ty = self.read_type()?;
            let mut ahead = self.c;
            let known = if ahead.peek() == b'%' { None } else { self.static_index(ty)? };
            if !path.step(self.ctx, ty, known) {
                return self.invalid(at, "invalid getelementptr indices");
            }
            if path.last_is_dynamic() {
                operands.push(self.value(ty)?);
                converted.extend(operands.last().copied());
            } else {
                let constant = self.constant(ty)?;
                debug_assert_eq!(self.index_value(constant), known);
                if self.shared.options.upstream {
                    converted.push(self.materialize(constant));
                }
            }
        }
        self.add_getelementptr((element, flags), &path, &operands)?;
        if self.shared.options.upstream
            && converted.len() > operands.len()
            && let Some(op) = self.f.block.and_then(|block| self.f.body.last_op(block))
        {
            self.f.conversions.insert(op, converted);
        }
        Ok(())
    }

    /// The operation of a `getelementptr` of this element type and these flags.
    pub fn add_getelementptr(&mut self, head: (Type, i64), path: &Path, operands: &[Value]) -> Res<()> {
        let (element, flags) = head;
        // Upstream's syntax has one index at least.
        let without = path.raw().is_empty() && !self.shared.options.upstream;
        let raw = self.i32_array(if without { &[0] } else { path.raw() });
        let mut entries = vec![(RAW_CONSTANT_INDICES, raw), (ELEM_TYPE, self.ctx.type_attr(element))];
        if flags != 0 {
            entries.push((NO_WRAP_FLAGS, self.int_attr(wk::I32, flags)));
        }
        if !path.splats().is_empty() {
            entries.push((IRTRIP_SPLATS, self.i32_array(path.splats())));
        }
        if without {
            entries.push((IRTRIP_NO_INDEX, attrs::UNIT));
        }
        self.emit(llvm::GETELEMENTPTR, operands, &mut entries, path.result())
    }

    /// The value of the constant index that is next, which is not passed.
    fn static_index(&mut self, ty: Type) -> Res<Option<i64>> {
        let before = self.c;
        let constant = self.constant(ty)?;
        self.c = before;
        Ok(self.index_value(constant))
    }

    /// `, 0, 1` behind an aggregate: the indices, and the type they lead to.
    fn constant_indices(&mut self, ty: Type) -> Res<(SmallVec<[i64; 4]>, Type)> {
        let mut indices = SmallVec::new();
        let mut ty = ty;
        loop {
            let before = self.c;
            if !self.c.eat(b',') {
                break;
            }
            if self.c.peek() == b'!' {
                self.c = before;
                break;
            }
            let at = self.c.peek_pos();
            let index = u64::from(self.c.u32()?);
            let inside = match self.ctx.type_data(ty) {
                TypeData::Array { length, .. } if index >= *length => None,
                TypeData::Vector { .. } => None,
                _ => self.ctx.element_at(ty, index),
            };
            match inside {
                Some(inside) => ty = inside,
                None => return self.invalid(at, "invalid indices for extractvalue or insertvalue"),
            }
            indices.push(index as i64);
        }
        if indices.is_empty() {
            return self.c.expected("',' as start of index list");
        }
        Ok((indices, ty))
    }

    fn extractvalue(&mut self) -> Res<()> {
        let (ty, container) = self.typed_value()?;
        let (indices, found) = self.constant_indices(ty)?;
        let mut entries = vec![(POSITION, self.position_attr(&indices))];
        self.emit(llvm::EXTRACTVALUE, &[container], &mut entries, found)
    }

    fn insertvalue(&mut self) -> Res<()> {
        let (ty, container) = self.typed_value()?;
        self.c.expect(b',', "comma after insertvalue operand")?;
        let at = self.c.peek_pos();
        let (inserted, value) = self.typed_value()?;
        let (indices, found) = self.constant_indices(ty)?;
        if inserted != found {
            return self.invalid(at, "insertvalue operand and field disagree in type");
        }
        let mut entries = vec![(POSITION, self.position_attr(&indices))];
        self.emit(llvm::INSERTVALUE, &[container, value], &mut entries, ty)
    }

    fn vector_operand(&mut self) -> Res<(Type, Type, Value)> {
        let at = self.c.peek_pos();
        let (ty, vector) = self.typed_value()?;
        match self.ctx.type_data(ty) {
            TypeData::Vector { element, .. } => Ok((ty, *element, vector)),
            _ => self.invalid(at, "expected a vector operand"),
        }
    }

    fn extractelement(&mut self) -> Res<()> {
        let (_, element, vector) = self.vector_operand()?;
        self.c.expect(b',', "',' after extract value")?;
        let (_, index) = self.typed_value()?;
        self.emit(llvm::EXTRACTELEMENT, &[vector, index], &mut Entries::new(), element)
    }

    fn insertelement(&mut self) -> Res<()> {
        let (ty, element, vector) = self.vector_operand()?;
        self.c.expect(b',', "',' after insertelement value")?;
        let at = self.c.peek_pos();
        let (inserted, value) = self.typed_value()?;
        if inserted != element {
            return self.invalid(at, "invalid insertelement operands");
        }
        self.c.expect(b',', "',' after insertelement value")?;
        let (_, index) = self.typed_value()?;
        self.emit(llvm::INSERTELEMENT, &[vector, value, index], &mut Entries::new(), ty)
    }

    fn shufflevector(&mut self) -> Res<()> {
        let (ty, element, first) = self.vector_operand()?;
        self.c.expect(b',', "',' after shuffle mask")?;
        let at = self.c.peek_pos();
        let (other, second) = self.typed_value()?;
        if other != ty {
            return self.invalid(at, "invalid operands to shufflevector instruction");
        }
        self.c.expect(b',', "',' after shuffle value")?;
        let at = self.c.peek_pos();
        let mask = self.typed_constant()?;
        let Some((values, scalable)) = self.shuffle_mask(mask) else {
            return fail(
                at..self.c.pos,
                ImportErrorKind::Invalid("invalid operands to shufflevector instruction".into()),
            );
        };
        let result = self.ctx.vector_type(values.len() as u64, scalable, element);
        let mask = self.ctx.i32_array(&values);
        self.emit(llvm::SHUFFLEVECTOR, &[first, second], &mut vec![(MASK, mask)], result)
    }

    fn va_arg(&mut self) -> Res<()> {
        let (_, list) = self.typed_value()?;
        self.c.expect(b',', "',' after vaarg operand")?;
        let ty = self.read_type()?;
        self.emit(llvm::VA_ARG, &[list], &mut Entries::new(), ty)
    }
}
