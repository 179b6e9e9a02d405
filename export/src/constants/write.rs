//! Constants as text; LangRef, "Constants".

use std::ops::Range;

use irtrip_dialect::constants::elements::{big, dense_element, signed, unsigned};
use irtrip_dialect::constants::{ConstData, ConstId, Constants, Expr};
use irtrip_dialect::enums::{CastOpcode, FCmpPredicate, ICmpPredicate};
use irtrip_dialect::names::{IRTRIP_INRANGE, IRTRIP_POINTEES, POSITION, PREDICATE};
use irtrip_dialect::ops::llvm::{BITCAST, GETELEMENTPTR as GEP};
use irtrip_dialect::ops::{Inst, LlvmForm, OpDef};
use irtrip_dialect::spellings::Spelling;
use irtrip_dialect::types::predicates::is_sized;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, AttrData, Context, FloatKind, OpNameDefinition, Str, Type, TypeData};

use crate::floats;
use crate::module::IndexPlace;
use crate::write::Writer;
use irtrip_dialect::diagnostic::ExportCode;
use irtrip_dialect::llvm_text as text;

impl Writer<'_> {
    /// A constant after its type.
    pub fn typed_constant(&mut self, pool: &Constants, id: ConstId) {
        self.ty(pool.ty(id));
        self.out.push(' ');
        self.constant(pool, id);
    }

    /// A constant without its type.
    pub fn constant(&mut self, pool: &Constants, id: ConstId) {
        self.constant_of_type(pool, id, pool.ty(id));
    }

    /// A constant as one of a type, which is another than its own for a pointer only.
    pub fn constant_of_type(&mut self, pool: &Constants, id: ConstId, ty: Type) {
        if !self.plan.spellings.has(Spelling::TypedPointers) {
            return self.constant_as_it_is(pool, id, ty);
        }
        let id = without_pointer_casts(self.ctx, pool, id);
        match self.own_pointer_type(pool, id) {
            Some(own) if own != ty && self.is_symbol_with_first(pool, id, own, ty) => {
                self.first_element(pool, id, own, ty);
            }
            Some(own) if own != ty => {
                self.out.push_str("bitcast (");
                self.ty(own);
                self.out.push(' ');
                self.constant_as_it_is(pool, id, own);
                self.out.push_str(" to ");
                self.ty(ty);
                self.out.push(')');
            }
            _ => self.constant_as_it_is(pool, id, ty),
        }
    }

    /// The types of the first elements of what a pointer points to, the outermost first, down to what another does;
    /// `None` where that is none of them.
    fn first_elements(&self, own: Type, ty: Type) -> Option<Vec<Type>> {
        let ctx = self.ctx;
        let TypeData::TypedPointer { pointee: outer, address_space } = ctx.type_data(own) else { return None };
        let wanted = match ctx.type_data(ty) {
            TypeData::TypedPointer { pointee, address_space: of } if of == address_space => *pointee,
            TypeData::Pointer { address_space: of } if of == address_space => types::I8,
            _ => return None,
        };
        let (mut path, mut ty) = (Vec::new(), *outer);
        while ty != wanted {
            path.push(ty);
            let first = self.plan.symbols.structs.indexed_type(ctx, ty, [Some(0)]);
            ty = first.filter(|_| ctx.vector_length(ty).is_none())?;
        }
        // No index leads to what has no size.
        (!path.is_empty() && is_sized(ctx, wanted)).then_some(path)
    }

    /// Whether a constant is a symbol whose first element, or one in it, is what is asked for: LLVM has no `bitcast` to
    /// a pointer to that.
    fn is_symbol_with_first(&self, pool: &Constants, id: ConstId, own: Type, ty: Type) -> bool {
        matches!(pool.data(id), ConstData::Symbol(_)) && self.first_elements(own, ty).is_some()
    }

    /// The address of a symbol's first element: `getelementptr inbounds ([4 x i8], [4 x i8]* @a, i64 0, i64 0)`.
    fn first_element(&mut self, pool: &Constants, id: ConstId, own: Type, ty: Type) {
        let path = self.first_elements(own, ty).unwrap_or_default();
        let Some(outer) = path.first() else { return };
        self.out.push_str("getelementptr inbounds (");
        self.ty(*outer);
        self.out.push_str(", ");
        self.ty(own);
        self.out.push(' ');
        self.constant_as_it_is(pool, id, own);
        let kept = match pool.data(id) {
            ConstData::Symbol(name) => {
                let all = if self.in_body { IndexPlace::Bodies } else { IndexPlace::Initializers };
                let known = &self.plan.symbols.zero_indices;
                let of = |place: IndexPlace| known.get(&(*name, place, path.len() + 1));
                of(IndexPlace::User(self.user)).or_else(|| of(all))
            }
            _ => None,
        };
        let has_struct = path.iter().any(|ty| self.ctx.struct_elements(*ty).is_some());
        let width = if has_struct || self.plan.layout.pointer_bits(0) <= 32 { 32 } else { 64 };
        for place in 0..=path.len() {
            let width = kept.and_then(|widths| widths.get(place)).copied().unwrap_or(width);
            // A struct's index has 32 bits.
            let is_field = place > 0 && path.get(place - 1).is_some_and(|ty| self.ctx.struct_elements(*ty).is_some());
            self.out.push_str(", i");
            text::int(&mut self.out, if is_field { 32 } else { width });
            self.out.push_str(" 0");
        }
        self.out.push(')');
    }

    fn constant_as_it_is(&mut self, pool: &Constants, id: ConstId, ty: Type) {
        match pool.data(id) {
            ConstData::Int(value) => self.int_constant(ty, *value),
            ConstData::BigInt(attr) => {
                if let AttrData::BigInteger { value, .. } = self.ctx.attr_data(*attr) {
                    self.out.push_str(&text::decimal::to_string(value));
                }
            }
            ConstData::Float(bits) => self.float_constant(ty, *bits),
            ConstData::Zero => self.zero(ty),
            ConstData::Undef => self.out.push_str("undef"),
            ConstData::Poison => self.out.push_str(self.poison()),
            ConstData::NoneToken => self.out.push_str("none"),
            ConstData::Symbol(name) => self.symbol(*name),
            ConstData::DsoLocalEquivalent(_) if !self.plan.spellings.has(Spelling::DsoLocalEquivalents) => {
                self.fail_for_release("constant 'dso_local_equivalent'");
            }
            ConstData::NoCfi(_) if !self.plan.spellings.has(Spelling::NoCfi) => {
                self.fail_for_release("constant 'no_cfi'");
            }
            ConstData::DsoLocalEquivalent(name) => {
                self.out.push_str("dso_local_equivalent ");
                self.symbol(*name);
            }
            ConstData::NoCfi(name) => {
                self.out.push_str("no_cfi ");
                self.symbol(*name);
            }
            ConstData::BlockAddress(function, block) => {
                let in_address_space = self.ctx.pointer_space(ty).is_some_and(|space| space != 0);
                match in_address_space && !self.plan.spellings.has(Spelling::BlockAddressSpaces) {
                    true => {
                        self.out.push_str("addrspacecast (i8* ");
                        self.block_address(*function, *block);
                        self.out.push_str(" to ");
                        self.ty(ty);
                        self.out.push(')');
                    }
                    false => self.block_address(*function, *block),
                }
            }
            ConstData::PtrAuth(_) if !self.plan.spellings.has(Spelling::SignedPointers) => {
                self.fail_for_release("constant 'ptrauth'");
            }
            ConstData::PtrAuth(operands) => {
                self.out.push_str("ptrauth (");
                self.constants(pool, operands);
                self.out.push(')');
            }
            ConstData::Data(attr) => self.data(ty, *attr),
            ConstData::Aggregate(elements) => self.aggregate(pool, ty, elements),
            ConstData::Expr(expr) => self.expression(pool, ty, expr),
        }
    }

    /// Fails because of what the release does not have.
    fn fail_for_release(&mut self, what: &str) {
        self.fail(ExportCode::Release { what: what.to_owned(), release: self.plan.release.to_string() });
    }

    fn block_address(&mut self, function: Str, block: i64) {
        self.out.push_str("blockaddress(");
        self.symbol(function);
        self.out.push_str(", ");
        self.tagged_block(function, block);
        self.out.push(')');
    }

    /// The type that a constant has where pointers name what they point to; `None` for one that has any.
    pub fn own_pointer_type(&self, pool: &Constants, id: ConstId) -> Option<Type> {
        let ctx = self.ctx;
        match pool.data(id) {
            ConstData::Symbol(name) | ConstData::DsoLocalEquivalent(name) | ConstData::NoCfi(name) => {
                self.typed_address(*name)
            }
            ConstData::BlockAddress(..) => Some(pool.ty(id)),
            ConstData::Expr(expr) if expr.name == GEP => {
                let element = self.typed_element(pool, expr)?;
                let indices = expr.operands.iter().skip(2).map(|index| match pool.data(*index) {
                    ConstData::Int(number) => u64::try_from(*number).ok(),
                    ConstData::Zero => Some(0),
                    _ => None,
                });
                let pointee = self.plan.symbols.structs.indexed_type(ctx, element, indices)?;
                let space = ctx.pointer_space(ctx.scalar_type(pool.ty(id)))?;
                Some(ctx.with_scalar_type(pool.ty(id), ctx.typed_pointer_type(pointee, space)))
            }
            _ => None,
        }
    }

    /// What a `getelementptr` steps over where pointers name what they point to: what is at the symbol that it begins
    /// with, where that is the same but for pointers.
    fn typed_element(&self, pool: &Constants, expr: &Expr) -> Option<Type> {
        let ctx = self.ctx;
        let element = self.plan.symbols.stepped_over(ctx, expr)?;
        if ctx.has_pointees(element) {
            return Some(element);
        }
        let base = expr.operands.first().map(|base| without_pointer_casts(ctx, pool, *base));
        let typed = base.and_then(|base| match ctx.type_data(self.own_pointer_type(pool, base)?) {
            TypeData::TypedPointer { pointee, .. } => Some(*pointee),
            _ => None,
        });
        Some(typed.filter(|typed| ctx.without_pointees(*typed) == element).unwrap_or(element))
    }

    /// The type of a global value's address where pointers name what they point to.
    pub fn typed_address(&self, name: Str) -> Option<Type> {
        let symbol = self.plan.symbols.get(name)?;
        let space = self.ctx.pointer_space(symbol.address)?;
        Some(symbol.value_type.map_or(symbol.address, |ty| self.ctx.typed_pointer_type(ty, space)))
    }

    /// The indices of a `getelementptr`, one of them perhaps `inrange`, each after a comma.
    fn indices(&mut self, pool: &Constants, attrs: Attr, indices: &[ConstId]) {
        let inrange = self.ctx.int_entry(attrs, IRTRIP_INRANGE);
        // No release is lowered to inside the constants that preserved attributes hold.
        let inrange = inrange.filter(|_| self.plan.spellings.has(Spelling::InrangeIndices));
        for (place, index) in indices.iter().enumerate() {
            self.out.push_str(if inrange == Some(place as i64) { ", inrange " } else { ", " });
            self.typed_constant(pool, *index);
        }
    }

    fn constants(&mut self, pool: &Constants, list: &[ConstId]) {
        for (i, id) in list.iter().enumerate() {
            if i > 0 {
                self.out.push_str(", ");
            }
            self.typed_constant(pool, *id);
        }
    }

    /// The predicate of a comparison, after a space.
    pub(crate) fn predicate(&mut self, inst: Inst, attrs: Attr) {
        let predicate = self.ctx.entry(attrs, PREDICATE);
        let word = predicate.and_then(|predicate| match inst {
            Inst::ICmp => self.ctx.enum_value(predicate).map(ICmpPredicate::llvm),
            _ => self.ctx.enum_value(predicate).map(FCmpPredicate::llvm),
        });
        match word {
            Some(word) => {
                self.out.push(' ');
                self.out.push_str(word);
            }
            None => self.fail(ExportCode::Attribute("predicate")),
        }
    }

    /// As [`Self::constants`], all as ones of a type.
    fn constants_of_type(&mut self, pool: &Constants, list: &[ConstId], ty: Type) {
        for (i, id) in list.iter().enumerate() {
            if i > 0 {
                self.out.push_str(", ");
            }
            self.ty(ty);
            self.out.push(' ');
            self.constant_of_type(pool, *id, ty);
        }
    }

    /// The type that the operand of a cast has where pointers name what they point to: LLVM casts to another address space what
    /// points to the same already.
    fn cast_type(&self, pool: &Constants, operand: ConstId, (def, ty): (&OpDef, Type)) -> Type {
        if let LlvmForm::Cast(CastOpcode::AddrSpaceCast) = def.llvm {
            return self.ctx.with_pointees(pool.ty(operand), &self.ctx.pointees(ty));
        }
        let own = self.own_pointer_type(pool, without_pointer_casts(self.ctx, pool, operand));
        own.unwrap_or_else(|| pool.ty(operand))
    }

    /// The type that pointers are compared as: what the text had, or that of one of them.
    fn compared_type(&self, pool: &Constants, expr: &Expr) -> Type {
        let ctx = self.ctx;
        let untyped = expr.operands.first().map_or(types::I1, |first| pool.ty(*first));
        if let Some(pointees) = ctx.entry(expr.attrs, IRTRIP_POINTEES) {
            return ctx.with_pointees(untyped, ctx.items(pointees));
        }
        let own = |id: &ConstId| self.own_pointer_type(pool, without_pointer_casts(ctx, pool, *id));
        expr.operands.iter().find_map(own).unwrap_or(untyped)
    }

    fn int_constant(&mut self, ty: Type, value: i64) {
        match self.ctx.type_data(ty) {
            TypeData::Integer { width: 1, .. } => self.out.push_str(if value & 1 == 1 { "true" } else { "false" }),
            TypeData::Byte { width: 1 } => text::int(&mut self.out, -(value & 1)),
            _ => text::int(&mut self.out, value),
        }
    }

    fn float_constant(&mut self, ty: Type, bits: u128) {
        match self.ctx.type_data(ty) {
            TypeData::Float(kind) => self.float(*kind, bits),
            _ => self.fail(ExportCode::Constant),
        }
    }

    fn float(&mut self, kind: FloatKind, bits: u128) {
        match self.plan.spellings.has(Spelling::ShortestFloats) {
            true => floats::write_shortest(&mut self.out, kind, bits),
            false => floats::write(&mut self.out, kind, bits),
        }
    }

    fn zero(&mut self, ty: Type) {
        let ctx = self.ctx;
        match ctx.type_data(ty) {
            TypeData::Pointer { .. } | TypeData::TypedPointer { .. } => self.out.push_str("null"),
            TypeData::Vector { element, .. }
                if self.plan.spellings.has(Spelling::NullSplat) && ctx.pointer_space(*element).is_some() =>
            {
                self.out.push_str("splat (");
                self.ty(*element);
                self.out.push_str(" null)");
            }
            _ => self.out.push_str("zeroinitializer"),
        }
    }

    /// Opens and closes what is around elements.
    fn brackets(&self, ty: Type) -> Option<(&'static str, &'static str)> {
        match self.ctx.type_data(ty) {
            TypeData::Array { .. } => Some(("[", "]")),
            TypeData::Vector { .. } => Some(("<", ">")),
            _ => self.ctx.struct_elements(ty).map(|(packed, _)| if packed { ("<{ ", " }>") } else { ("{ ", " }") }),
        }
    }

    fn aggregate(&mut self, pool: &Constants, ty: Type, elements: &[ConstId]) {
        match self.ctx.type_data(ty) {
            TypeData::Vector { .. } => {
                if self.plan.spellings.has(Spelling::Splat)
                    && let Some(number) = pool.splat_number(elements)
                {
                    self.out.push_str("splat (");
                    self.typed_constant(pool, number);
                    self.out.push(')');
                    return;
                }
            }
            TypeData::Array { element, .. }
                if matches!(
                    self.ctx.type_data(*element),
                    TypeData::Integer { width: 8, .. } | TypeData::Byte { width: 8 }
                ) =>
            {
                let byte = |id: &ConstId| match pool.data(*id) {
                    ConstData::Int(value) => Some(*value as u8),
                    _ => None,
                };
                if let Some(bytes) = elements.iter().map(byte).collect::<Option<Vec<u8>>>() {
                    self.out.push('c');
                    text::quoted(&mut self.out, &bytes);
                    return;
                }
            }
            _ => {}
        }
        let Some((open, close)) = self.brackets(ty) else { return self.fail(ExportCode::Constant) };
        self.out.push_str(open);
        let start = self.out.len();
        match self.plan.spellings.has(Spelling::TypedPointers) {
            true => self.typed_elements(pool, elements, ty),
            false => self.constants(pool, elements),
        }
        if open == "<" && self.out.as_bytes().get(start) == Some(&b'{') {
            // LLVM reads a packed struct.
            let what = "a vector of pointers to a struct without a name".to_owned();
            self.fail(ExportCode::Release { what, release: self.plan.release.to_string() });
        }
        self.out.push_str(close);
    }

    /// Constants as the elements of a type.
    fn typed_elements(&mut self, pool: &Constants, list: &[ConstId], ty: Type) {
        for (i, id) in list.iter().enumerate() {
            if i > 0 {
                self.out.push_str(", ");
            }
            let element = self.plan.symbols.structs.element_at(self.ctx, ty, i as u64);
            let element = element.unwrap_or_else(|| pool.ty(*id));
            self.ty(element);
            self.out.push(' ');
            self.constant_of_type(pool, *id, element);
        }
    }

    /// The elements of a `dense` or string attribute.
    fn data(&mut self, ty: Type, attr: Attr) {
        let ctx = self.ctx;
        match ctx.attr_data(attr) {
            AttrData::String { value, .. } => {
                let bytes = ctx.bytes(*value);
                if !matches!(ctx.type_data(ty), TypeData::Array { element, .. } if ctx.int_width(*element) == Some(8)) {
                    self.fail(ExportCode::Constant);
                } else if bytes.iter().all(|b| *b == 0) {
                    self.out.push_str("zeroinitializer");
                } else {
                    self.out.push('c');
                    text::quoted(&mut self.out, bytes);
                }
            }
            AttrData::Dense { ty: dense, data, splat } => match dense_element(ctx, *dense) {
                Some(element) => {
                    let elements = Elements { size: ctx.dense_element_bytes(element), bytes: data, splat: *splat };
                    self.elements(ty, elements);
                }
                None => self.fail(ExportCode::Constant),
            },
            _ => self.fail(ExportCode::Constant),
        }
    }

    fn elements(&mut self, ty: Type, elements: Elements<'_>) {
        let ctx = self.ctx;
        match ctx.type_data(ty) {
            TypeData::Integer { width, .. } if *width <= 64 => self.int_constant(ty, signed(elements.bytes, *width)),
            TypeData::Integer { width, .. } => self.out.push_str(&big(elements.bytes, *width).to_string()),
            TypeData::Float(kind) => self.float(*kind, unsigned(elements.bytes)),
            TypeData::Array { .. } | TypeData::Vector { .. } if elements.bytes.iter().all(|b| *b == 0) => {
                self.out.push_str("zeroinitializer");
            }
            TypeData::Vector { dims, element } => match dims.as_ref() {
                [dim] if dim.scalable && !self.plan.spellings.has(Spelling::Splat) => {
                    let lanes = ctx.ty(TypeData::Vector { dims: dims.clone(), element: types::I32 });
                    self.scalable_splat([ty, *element, lanes], |writer| writer.elements(*element, elements.first()));
                }
                [_] if self.plan.spellings.has(Spelling::Splat) && elements.all_equal() => {
                    self.out.push_str("splat (");
                    self.ty(*element);
                    self.out.push(' ');
                    self.elements(*element, elements.first());
                    self.out.push(')');
                }
                [dim] => self.element_list(*element, dim.size.unwrap_or(0), elements, ("<", ">")),
                // An outer dimension is an array of vectors.
                [outer, inner @ ..] => {
                    let part = ctx.ty(TypeData::Vector { dims: inner.into(), element: *element });
                    self.element_list(part, outer.size.unwrap_or(0), elements, ("[", "]"));
                }
                [] => self.fail(ExportCode::Constant),
            },
            TypeData::Array { element, length } => {
                if ctx.int_width(*element) == Some(8) && !elements.splat {
                    self.out.push('c');
                    text::quoted(&mut self.out, elements.bytes);
                } else if ctx.int_width(*element) == Some(8) {
                    let byte = elements.bytes.first().copied().unwrap_or(0);
                    self.out.push('c');
                    text::quoted(&mut self.out, &vec![byte; usize::try_from(*length).unwrap_or(0)]);
                } else {
                    self.element_list(*element, *length, elements, ("[", "]"));
                }
            }
            _ => self.fail(ExportCode::Constant),
        }
    }

    /// The word of the release for a value that no well-defined program uses.
    pub(crate) fn poison(&self) -> &'static str {
        if self.plan.spellings.has(Spelling::Poison) { "poison" } else { "undef" }
    }

    /// A vector of a length that is not known, of one element in every lane.
    fn scalable_splat(&mut self, [ty, element, lanes]: [Type; 3], write: impl FnOnce(&mut Self)) {
        self.out.push_str("shufflevector (");
        self.ty(ty);
        self.out.push_str(" insertelement (");
        self.ty(ty);
        self.out.push(' ');
        self.out.push_str(self.poison());
        self.out.push_str(", ");
        self.ty(element);
        self.out.push(' ');
        write(self);
        self.out.push_str(", i64 0), ");
        self.ty(ty);
        self.out.push(' ');
        self.out.push_str(self.poison());
        self.out.push_str(", ");
        self.ty(lanes);
        self.out.push_str(" zeroinitializer)");
    }

    fn element_list(&mut self, ty: Type, count: u64, elements: Elements<'_>, (open, close): (&str, &str)) {
        let Some(parts) = elements.split(count) else { return self.fail(ExportCode::Constant) };
        self.out.push_str(open);
        // Many tensors are of one number, or nearly: what is like the one before is not made again.
        let mut last: (&[u8], Range<usize>) = (&[], 0..0);
        for (i, part) in parts.enumerate() {
            if i > 0 {
                self.out.push_str(", ");
            }
            let start = self.out.len();
            if part.bytes == last.0 && !last.1.is_empty() {
                self.out.extend_from_within(last.1.clone());
            } else {
                self.ty(ty);
                self.out.push(' ');
                self.elements(ty, part);
            }
            last = (part.bytes, start..self.out.len());
        }
        self.out.push_str(close);
    }

    fn expression(&mut self, pool: &Constants, ty: Type, expr: &Expr) {
        let Some(def) = expr.name.def() else { return self.fail(ExportCode::Constant) };
        if self.plan.spellings.has(Spelling::Splat)
            && let Some(number) = pool.shuffled_number(self.ctx, expr)
        {
            self.out.push_str("splat (");
            self.typed_constant(pool, number);
            self.out.push(')');
            return;
        }
        let Some(mnemonic) = def.llvm.mnemonic() else { return self.fail(ExportCode::Constant) };
        let is = |own: Inst| matches!(def.llvm, LlvmForm::Inst(inst) if inst == own);
        self.out.push_str(mnemonic);
        // A cast has flags as an instruction alone; without them the expression is what upstream's builder makes.
        if !matches!(def.llvm, LlvmForm::Cast(_)) {
            self.flags(expr.attrs);
        }
        if let LlvmForm::Inst(inst @ (Inst::ICmp | Inst::FCmp)) = def.llvm {
            self.predicate(inst, expr.attrs);
        }
        self.out.push_str(" (");
        let is_typed = self.plan.spellings.has(Spelling::TypedPointers);
        let element = if is_typed { self.typed_element(pool, expr) } else { None };
        if is(Inst::GetElementPtr) {
            match element {
                Some(element) => self.ty(element),
                None => self.elem_type(expr.attrs),
            }
            self.out.push_str(", ");
        }
        self.expression_operands(pool, ty, (def, expr), element);
        if is(Inst::ShuffleVector) {
            self.shuffle_mask(expr.attrs, ty);
        }
        if is(Inst::ExtractValue) || is(Inst::InsertValue) {
            let path = self.ctx.entry(expr.attrs, POSITION).and_then(|path| self.ctx.dense_array(path));
            for index in path.unwrap_or_default() {
                self.out.push_str(", ");
                self.int(*index);
            }
        }
        if matches!(def.llvm, LlvmForm::Cast(_)) {
            self.out.push_str(" to ");
            self.ty(ty);
        }
        self.out.push(')');
    }

    /// Appends the operands of an expression; `element` is what a typed pointer among them points to.
    fn expression_operands(&mut self, pool: &Constants, ty: Type, (def, expr): (&OpDef, &Expr), element: Option<Type>) {
        let is_typed = self.plan.spellings.has(Spelling::TypedPointers);
        let is = |own: Inst| matches!(def.llvm, LlvmForm::Inst(inst) if inst == own);
        match (expr.operands.split_first(), element) {
            (Some((base, indices)), Some(element)) => {
                let (ctx, untyped) = (self.ctx, pool.ty(*base));
                let space = ctx.pointer_space(ctx.scalar_type(untyped)).unwrap_or(0);
                let ty = ctx.with_scalar_type(untyped, ctx.typed_pointer_type(element, space));
                self.ty(ty);
                self.out.push(' ');
                self.constant_of_type(pool, *base, ty);
                self.indices(pool, expr.attrs, indices);
            }
            (Some((base, indices)), None) if is(Inst::GetElementPtr) => {
                self.typed_constant(pool, *base);
                self.indices(pool, expr.attrs, indices);
            }
            (Some((operand, [])), _) if is_typed && matches!(def.llvm, LlvmForm::Cast(_)) => {
                let ty = self.cast_type(pool, *operand, (def, ty));
                self.ty(ty);
                self.out.push(' ');
                self.constant_of_type(pool, *operand, ty);
            }
            (Some((condition, values)), _) if is_typed && is(Inst::Select) => {
                self.typed_constant(pool, *condition);
                self.out.push_str(", ");
                self.constants_of_type(pool, values, ty);
            }
            _ if is_typed && is(Inst::ICmp) => {
                let ty = self.compared_type(pool, expr);
                self.constants_of_type(pool, &expr.operands, ty);
            }
            _ => self.constants(pool, &expr.operands),
        }
    }
}

/// What a constant is but for casts of pointers to pointers.
fn without_pointer_casts(ctx: &Context, pool: &Constants, mut id: ConstId) -> ConstId {
    let is_pointer = |id: ConstId| ctx.pointer_space(ctx.scalar_type(pool.ty(id))).is_some();
    while let ConstData::Expr(expr) = pool.data(id)
        && let (BITCAST, [operand]) = (expr.name, expr.operands.as_slice())
        && is_pointer(id)
        && is_pointer(*operand)
    {
        id = *operand;
    }
    id
}

/// Elements in little-endian bytes.
#[derive(Clone, Copy)]
struct Elements<'e> {
    bytes: &'e [u8],
    /// Bytes a scalar takes.
    size: usize,
    /// `bytes` is one scalar for all.
    splat: bool,
}

impl<'e> Elements<'e> {
    fn all_equal(&self) -> bool {
        self.splat
            || (self.size > 0
                && self.bytes.len() >= self.size
                && self.bytes[self.size..] == self.bytes[..self.bytes.len() - self.size])
    }

    fn first(&self) -> Elements<'e> {
        Elements { bytes: self.bytes.get(..self.size).unwrap_or(self.bytes), ..*self }
    }

    /// `count` parts of equal size; `None` where the bytes are not as many.
    fn split(self, count: u64) -> Option<impl Iterator<Item = Elements<'e>>> {
        let count = usize::try_from(count).ok()?;
        let part = if self.splat { 0 } else { self.bytes.len().checked_div(count)? };
        if !self.splat && (part * count != self.bytes.len() || !part.is_multiple_of(self.size.max(1))) {
            return None;
        }
        Some((0..count).map(move |i| Elements {
            bytes: if self.splat { self.bytes } else { self.bytes.get(i * part..(i + 1) * part).unwrap_or_default() },
            ..self
        }))
    }
}
