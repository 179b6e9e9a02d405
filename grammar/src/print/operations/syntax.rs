//! Custom forms that are an operation's own: `llvm.func`, `llvm.call` and their kin.

use irtrip_dialect::attributes::well_known as attributes;
use irtrip_dialect::enums::{
    CallingConvention, EnumValue, Enumeration, FCmpPredicate, ICmpPredicate, Linkage, TailCallKind, UnnamedAddr,
    Visibility,
};
use irtrip_dialect::names;
use irtrip_dialect::ops::Syntax;
use irtrip_dialect::{Attr, AttrData, Op, Region, Str, Type, TypeData, Value};

use super::rows::Row;
use super::{OpPrinter, RegionStyle};
use crate::print::names::Scope;

impl<'a> OpPrinter<'a> {
    /// Appends an operation's custom form behind its name.
    pub(crate) fn syntax(&mut self, row: &Row, op: Op, syntax: Syntax) {
        match syntax {
            Syntax::Module => self.module(row, op),
            Syntax::Func => self.function(row, op),
            Syntax::Global => self.global(row, op),
            Syntax::Alias => self.alias(row, op),
            Syntax::Call => self.call(row, op),
            Syntax::Invoke => self.invoke(row, op),
            Syntax::CallIntrinsic => self.call_intrinsic(row, op),
            Syntax::Landingpad => self.landingpad(row, op),
            Syntax::Alloca => self.alloca(row, op),
            Syntax::ICmp => self.compare(row, op, ICmpPredicate::TABLE),
            Syntax::FCmp => self.compare(row, op, FCmpPredicate::TABLE),
            Syntax::FunctionOp => self.function_op(row, op),
            Syntax::For => self.for_loop(row, op),
            Syntax::While => self.while_loop(row, op),
            Syntax::DmaStart => self.dma_start(op),
            Syntax::Parallel => self.parallel(row, op),
            Syntax::Forall => self.forall(row, op),
        }
    }

    /// Whether an operation has what its syntax needs beyond what its row says.
    pub(crate) fn syntax_fits(&self, op: Op, syntax: Syntax) -> bool {
        let body = self.scope.body;
        match syntax {
            Syntax::Func => self.function_type(op).is_some_and(|(params, ..)| self.entry_fits(op, params.len())),
            Syntax::FunctionOp => self.signature_of(op).is_some_and(|(params, _)| self.entry_fits(op, params.len())),
            Syntax::For => self.loop_fits(op),
            Syntax::While => self.while_fits(op),
            Syntax::DmaStart => self.dma_start_fits(op),
            Syntax::Parallel => self.parallel_fits(op),
            Syntax::Forall => self.forall_fits(op),
            Syntax::Call | Syntax::Invoke => self.attr_of(op, names::CALLEE).is_some() || !body.operands(op).is_empty(),
            // Upstream prints the attributes of a landing pad where it does not read them.
            Syntax::Landingpad => {
                !self.shared.options.names
                    || self.shared.ctx.entries(body.attrs(op)).iter().all(|e| e.0 == names::CLEANUP)
            }
            Syntax::Module
            | Syntax::Global
            | Syntax::Alias
            | Syntax::CallIntrinsic
            | Syntax::Alloca
            | Syntax::ICmp
            | Syntax::FCmp => true,
        }
    }

    /// Appends ` name` of an enumeration's value, unless it is the default or not stored; the space alone where it has no
    /// name.
    fn word<E: EnumValue + Default>(&mut self, op: Op, key: Str) {
        let Some(value) = self.attr_of(op, key).and_then(|a| self.attrs.ctx.enum_value::<E>(a)) else { return };
        if value != E::default() {
            self.text(" ");
            self.text(value.mlir());
        }
    }

    /// Appends ` word` if an attribute is set.
    pub(crate) fn flag(&mut self, op: Op, key: Str, word: &str) {
        if self.attr_of(op, key).is_some() {
            self.text(" ");
            self.text(word);
        }
    }

    fn symbol_name(&mut self, op: Op) {
        self.text(" ");
        if let Some(name) = self.attr_of(op, names::SYM_NAME) {
            self.attrs.symbol_name(&mut self.out, name);
        }
    }

    fn comdat(&mut self, op: Op) {
        if let Some(comdat) = self.attr_of(op, names::COMDAT) {
            self.text(" comdat(");
            self.attr(comdat);
            self.text(")");
        }
    }

    fn module(&mut self, row: &Row, op: Op) {
        if self.attr_of(op, names::SYM_NAME).is_some() {
            self.symbol_name(op);
        }
        self.attr_dict(row, op, true);
        self.text(" ");
        self.enter(op, |printer, regions| {
            for &region in regions {
                printer.region(region, RegionStyle { entry_label: true, ..RegionStyle::default() });
            }
        });
    }

    /// The parameters, result and variadicity of a function's type.
    fn function_type(&self, op: Op) -> Option<(&'a [Type], Type, bool)> {
        let ctx = self.shared.ctx;
        match ctx.type_data(ctx.type_value(self.attr_of(op, names::FUNCTION_TYPE)?)?) {
            TypeData::LlvmFunction { result, params, vararg } => Some((params, *result, *vararg)),
            _ => None,
        }
    }

    /// The names in an isolated operation's body, to be put in place with [`OpPrinter::swap`].
    pub(crate) fn inner_scope(&mut self, op: Op) -> Option<Scope<'a>> {
        let nested = self.scope.body.nested(op)?;
        let start = self.scope.start_at(op);
        let shared = self.shared;
        Some(Scope::new(nested, start, &mut shared.naming(self.used_names())))
    }

    pub(crate) fn swap(&mut self, inner: &mut Option<Scope<'a>>) {
        if let Some(inner) = inner {
            std::mem::swap(&mut self.scope, inner);
        }
    }

    /// Whether an operation's body takes as many arguments as its type says.
    fn entry_fits(&self, op: Op, count: usize) -> bool {
        let Some(nested) = self.scope.body.nested(op) else { return true };
        let entry = nested.regions().first().and_then(|&r| nested.blocks(r).first());
        entry.is_none_or(|&b| nested.block_args(b).len() == count)
    }

    /// The parameters and results of a `func.func`.
    fn signature_of(&self, op: Op) -> Option<(&'a [Type], &'a [Type])> {
        let ctx = self.shared.ctx;
        match ctx.type_data(ctx.type_value(self.attr_of(op, names::FUNCTION_TYPE)?)?) {
            TypeData::Function { inputs, results } => Some((inputs, results)),
            _ => None,
        }
    }

    fn function_op(&mut self, row: &Row, op: Op) {
        let Some((params, results)) = self.signature_of(op) else { return };
        let visibility = self.attr_of(op, names::SYM_VISIBILITY).and_then(|a| self.shared.ctx.string_value(a));
        if let Some(visibility) = visibility {
            self.text(" ");
            crate::print::text::push_ascii(&mut self.out, self.shared.ctx.bytes(visibility));
        }
        self.symbol_name(op);
        let mut inner = self.inner_scope(op);
        let region = inner.as_ref().and_then(|s| s.body.regions().first().copied());
        let region = region.filter(|&r| inner.as_ref().is_some_and(|s| !s.body.blocks(r).is_empty()));
        let (arg_attrs, res_attrs) =
            (self.dictionaries_of(op, names::ARG_ATTRS), self.dictionaries_of(op, names::RES_ATTRS));
        self.text("(");
        self.swap(&mut inner);
        self.parameters(region, params, arg_attrs);
        self.swap(&mut inner);
        self.text(")");
        if !results.is_empty() {
            self.text(" -> ");
            self.results(results, res_attrs);
        }
        self.attr_dict(row, op, true);
        self.function_body(row, region, &mut inner);
    }

    /// Appends a function's body, if it has one.
    fn function_body(&mut self, row: &Row, region: Option<Region>, inner: &mut Option<Scope<'a>>) {
        let Some(region) = region else { return };
        self.text(" ");
        self.swap(inner);
        let outer = self.replace_default_dialect(row.def.default_dialect);
        self.region(region, RegionStyle::default());
        self.replace_default_dialect(outer);
        self.swap(inner);
    }

    fn function(&mut self, row: &Row, op: Op) {
        let Some((params, result, vararg)) = self.function_type(op) else { return };
        if self.attr_of(op, names::LINKAGE).is_some() {
            self.word::<Linkage>(op, names::LINKAGE);
        }
        self.word::<Visibility>(op, names::VISIBILITY);
        self.word::<UnnamedAddr>(op, names::UNNAMED_ADDR);
        self.word::<CallingConvention>(op, names::CCONV);
        self.symbol_name(op);
        let arg_attrs = self.dictionaries_of(op, names::ARG_ATTRS);
        let mut inner = self.inner_scope(op);
        let region = inner.as_ref().and_then(|s| s.body.regions().first().copied());
        let region = region.filter(|&r| inner.as_ref().is_some_and(|s| !s.body.blocks(r).is_empty()));
        self.text("(");
        self.swap(&mut inner);
        self.parameters(region, params, arg_attrs);
        self.swap(&mut inner);
        if vararg {
            self.text(if params.is_empty() { "..." } else { ", ..." });
        }
        self.text(")");
        if !matches!(self.shared.ctx.type_data(result), TypeData::Void) {
            self.text(" -> ");
            let res_attrs = self.dictionaries_of(op, names::RES_ATTRS);
            self.results(&[result], res_attrs);
        }
        self.vscale_range(op);
        self.comdat(op);
        self.attr_dict(row, op, true);
        self.function_body(row, region, &mut inner);
    }

    /// `%arg0: i32 {llvm.noundef}, ...`, or the types alone where there is no body.
    fn parameters(&mut self, region: Option<Region>, params: &[Type], attrs: &[Attr]) {
        let body = self.scope.body;
        let entry = region.and_then(|r| body.blocks(r).first().copied());
        for (i, &ty) in params.iter().enumerate() {
            if i > 0 {
                self.text(", ");
            }
            let argument = entry.and_then(|b| body.block_args(b).get(i).copied());
            if let Some(argument) = argument {
                self.value(argument);
                self.text(": ");
            }
            self.ty(ty);
            self.parameter_attrs(attrs, i);
            if let (Some(entry), Some(_)) = (entry, argument) {
                self.argument_location(entry, i);
            }
        }
    }

    /// The items of an array attribute, one dictionary a parameter.
    fn dictionaries_of(&self, op: Op, key: Str) -> &'a [Attr] {
        self.attr_of(op, key).map_or(&[], |a| self.shared.ctx.items(a))
    }

    fn parameter_attrs(&mut self, attrs: &[Attr], index: usize) {
        if let Some(&attr) = attrs.get(index).filter(|&&a| a != attributes::EMPTY_DICTIONARY) {
            self.text(" ");
            self.attr(attr);
        }
    }

    /// Appends result types with their attributes: one without attributes alone, else in brackets.
    fn results(&mut self, types: &[Type], attrs: &[Attr]) {
        let bare = matches!(types, [ty] if !matches!(self.shared.ctx.type_data(*ty), TypeData::Function { .. }))
            && attrs.first().is_none_or(|&a| a == attributes::EMPTY_DICTIONARY);
        if !bare {
            self.text("(");
        }
        for (i, &ty) in types.iter().enumerate() {
            if i > 0 {
                self.text(", ");
            }
            self.ty(ty);
            self.parameter_attrs(attrs, i);
        }
        if !bare {
            self.text(")");
        }
    }

    /// ` vscale_range(1, 16)`
    fn vscale_range(&mut self, op: Op) {
        let Some(range) = self.attr_of(op, names::VSCALE_RANGE) else { return };
        let AttrData::Llvm { params, .. } = self.shared.ctx.attr_data(range) else { return };
        let [Some(min), Some(max)] = **params else { return };
        self.text(" vscale_range(");
        self.attrs.write_as(&mut self.out, min, crate::print::attributes::TypeOf::Left);
        self.text(", ");
        self.attrs.write_as(&mut self.out, max, crate::print::attributes::TypeOf::Left);
        self.text(")");
    }

    fn global(&mut self, row: &Row, op: Op) {
        self.variable_words(op);
        self.flag(op, names::CONSTANT, "constant");
        self.symbol_name(op);
        self.text("(");
        let value = self.attr_of(op, names::VALUE);
        if let Some(value) = value {
            self.attr(value);
        }
        self.text(")");
        self.comdat(op);
        self.attr_dict(row, op, false);
        // A string says its own type.
        if value.is_some_and(|v| self.shared.ctx.string_value(v).is_some()) {
            return;
        }
        self.colon_type(op, names::GLOBAL_TYPE);
        self.initializer(op);
    }

    fn alias(&mut self, row: &Row, op: Op) {
        self.variable_words(op);
        self.symbol_name(op);
        self.attr_dict(row, op, false);
        self.colon_type(op, names::ALIAS_TYPE);
        self.initializer(op);
    }

    /// The linkage, visibility, thread-locality and whether the address matters.
    fn variable_words(&mut self, op: Op) {
        self.text(" ");
        self.linkage(op);
        self.word::<Visibility>(op, names::VISIBILITY);
        self.flag(op, names::THREAD_LOCAL, "thread_local");
        self.word::<UnnamedAddr>(op, names::UNNAMED_ADDR);
    }

    fn colon_type(&mut self, op: Op, key: Str) {
        self.text(" : ");
        if let Some(ty) = self.attr_of(op, key) {
            self.attr(ty);
        }
    }

    fn initializer(&mut self, op: Op) {
        self.enter(op, |printer, regions| {
            for &region in regions.iter().take(1) {
                if !printer.scope.body.blocks(region).is_empty() {
                    printer.text(" ");
                    printer.region(region, RegionStyle::default());
                }
            }
        });
    }

    /// The callee, and the operands that are arguments.
    fn callee(&mut self, row: &Row, op: Op) -> (Option<Value>, &'a [Value]) {
        let operands = self.group(row, op, 0);
        self.text(" ");
        let (pointer, args) = match (self.attr_of(op, names::CALLEE), operands.split_first()) {
            (Some(callee), _) => {
                self.attr(callee);
                (None, operands)
            }
            (None, Some((&pointer, args))) => {
                self.value(pointer);
                (Some(pointer), args)
            }
            (None, None) => (None, operands),
        };
        self.text("(");
        self.values(args);
        self.text(")");
        (pointer, args)
    }

    fn vararg_and_bundles(&mut self, row: &Row, op: Op) {
        if let Some(ty) = self.attr_of(op, names::VAR_CALLEE_TYPE) {
            self.text(" vararg(");
            self.attr(ty);
            self.text(")");
        }
        self.bundles(row, op);
    }

    fn bundles(&mut self, row: &Row, op: Op) {
        if self.bundle_count(op) > 0 {
            self.text(" ");
            self.op_bundles(row, op);
        }
    }

    /// ` : !llvm.ptr, (i32 {llvm.noundef}) -> i32`
    fn call_signature(&mut self, op: Op, pointer: Option<Value>, args: &[Value]) {
        let body = self.scope.body;
        self.text(" : ");
        if let Some(pointer) = pointer {
            self.ty(body.value_type(pointer));
            self.text(", ");
        }
        let arg_attrs = self.dictionaries_of(op, names::ARG_ATTRS);
        self.text("(");
        for (i, &arg) in args.iter().enumerate() {
            if i > 0 {
                self.text(", ");
            }
            self.ty(body.value_type(arg));
            self.parameter_attrs(arg_attrs, i);
        }
        self.text(") -> ");
        let res_attrs = self.dictionaries_of(op, names::RES_ATTRS);
        let results = self.result_types(op);
        self.results(&results, res_attrs);
    }

    fn call(&mut self, row: &Row, op: Op) {
        self.word::<CallingConvention>(op, names::CCONV);
        self.word::<TailCallKind>(op, names::TAIL_CALL_KIND);
        let (pointer, args) = self.callee(row, op);
        self.vararg_and_bundles(row, op);
        self.attr_dict(row, op, false);
        self.call_signature(op, pointer, args);
    }

    fn invoke(&mut self, row: &Row, op: Op) {
        self.word::<CallingConvention>(op, names::CCONV);
        let (pointer, args) = self.callee(row, op);
        for (i, (successor, word)) in self.scope.body.successors(op).iter().zip([" to ", " unwind "]).enumerate() {
            self.text(word);
            self.successor(op, i, successor);
        }
        self.vararg_and_bundles(row, op);
        self.attr_dict(row, op, false);
        self.call_signature(op, pointer, args);
    }

    fn call_intrinsic(&mut self, row: &Row, op: Op) {
        self.text(" ");
        if let Some(name) = self.attr_of(op, names::INTRIN) {
            self.attrs.string(&mut self.out, name);
        }
        let args = self.group(row, op, 0);
        self.text("(");
        self.values(args);
        self.text(")");
        self.bundles(row, op);
        self.attr_dict(row, op, false);
        self.call_signature(op, None, args);
    }

    fn landingpad(&mut self, row: &Row, op: Op) {
        self.flag(op, names::CLEANUP, "cleanup");
        self.text(" ");
        let body = self.scope.body;
        for &clause in body.operands(op) {
            let ty = body.value_type(clause);
            let filter = matches!(self.shared.ctx.type_data(ty), TypeData::Array { .. });
            self.text(if filter { "(filter " } else { "(catch " });
            self.value(clause);
            self.text(" : ");
            self.ty(ty);
            self.text(") ");
        }
        self.attr_dict(row, op, false);
        self.text(": ");
        let types = self.result_types(op);
        self.attrs.types.write_list(&mut self.out, types);
    }

    fn alloca(&mut self, row: &Row, op: Op) {
        self.flag(op, names::INALLOCA, "inalloca");
        self.text(" ");
        let operands = self.scope.body.operands(op);
        self.values(operands);
        self.text(" x ");
        if let Some(ty) = self.attr_of(op, names::ELEM_TYPE) {
            self.attr(ty);
        }
        let alignment = self.attr_of(op, names::ALIGNMENT).and_then(|a| self.shared.ctx.int_value(a));
        if alignment == Some(0) {
            // Upstream writes it in the generic form only.
            let entries = self.shared.ctx.entries(self.scope.body.attrs(op)).iter().copied();
            let rest = entries.filter(|e| e.0 != names::ALIGNMENT && !row.elided.contains(&e.0));
            let rest: Vec<(Str, Attr)> = rest.collect();
            self.dictionary(&rest, " {");
        } else {
            self.attr_dict(row, op, false);
        }
        self.text(" : ");
        self.functional_type(operands, op);
    }

    fn compare(&mut self, row: &Row, op: Op, predicates: &Enumeration) {
        self.text(" \"");
        if let Some(predicate) = self.attr_of(op, names::PREDICATE) {
            self.attrs.enumerated(&mut self.out, predicates, predicate);
        }
        self.text("\" ");
        let operands = self.scope.body.operands(op);
        self.values(operands);
        self.attr_dict(row, op, false);
        self.text(" : ");
        self.types_of(operands.get(..1).unwrap_or_default());
    }
}
