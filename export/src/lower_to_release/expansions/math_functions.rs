//! Calls of the C library's functions in the place of the intrinsics that LLVM's code generators make the same calls of. LangRef,
//! "Standard C/C++ Library Intrinsics".

use std::collections::BTreeMap;

use irtrip_dialect::attributes::well_known::UNIT;
use irtrip_dialect::names::{FASTMATH_FLAGS, FUNCTION_TYPE, NO_UNWIND, SYM_NAME};
use irtrip_dialect::ops::llvm_builder::call_attributes;
use irtrip_dialect::ops::{global_values, llvm};
use irtrip_dialect::types::well_known::I64;
use irtrip_dialect::{Attr, Body, Context, FloatKind, Module, NewOp, Op, Str, Type, TypeData};
use rustc_hash::FxHashMap;

use super::Last;
use crate::lower_to_release::name_of;

/// The functions of a module that calls of intrinsics are lowered to.
#[derive(Default)]
pub(in crate::lower_to_release) struct MathFunctions {
    /// The types of the functions that the module has.
    own: FxHashMap<Str, Option<Type>>,
    /// The types of the functions that are called, by name.
    called: BTreeMap<String, Type>,
}

impl MathFunctions {
    /// For a module.
    pub fn new(ctx: &Context, module: &Module) -> MathFunctions {
        let type_of = |attrs: Attr| ctx.type_entry(attrs, FUNCTION_TYPE);
        let globals = module.ops().map(|op| module.body.attrs(op));
        let own = globals.filter_map(|attrs| Some((name_of(ctx, attrs)?, type_of(attrs)))).collect();
        MathFunctions { own, called: BTreeMap::new() }
    }

    /// The call of a function of C, called after doubles, in the place of an operation; `None` where C has none of its types, or
    /// the module another of the name.
    pub fn call(&mut self, ctx: &Context, body: &Body, op: Op, function: &str) -> Option<Last> {
        let result = body.value_type(body.result(op)?);
        let params: Vec<Type> = body.operands(op).iter().map(|value| body.value_type(*value)).collect();
        let suffix = match ctx.type_data(*params.first()?) {
            TypeData::Float(FloatKind::F64) => "",
            TypeData::Float(FloatKind::F32) => "f",
            _ => return None,
        };
        if ctx.int_width(result).is_some_and(|_| result != I64) || params.len() > 2 {
            return None;
        }
        let (name, ty) = (format!("{function}{suffix}"), ctx.llvm_function_type(result, &params, false));
        if self.own.get(&ctx.str(&name)).is_some_and(|own| *own != Some(ty)) {
            return None;
        }
        let mut attrs = call_attributes(ctx, Some(ctx.str(&name)));
        attrs.push((NO_UNWIND, UNIT));
        attrs.extend(body.attr(ctx, op, FASTMATH_FLAGS).map(|flags| (FASTMATH_FLAGS, flags)));
        self.called.insert(name, ty);
        Some(Last { name: llvm::CALL, attrs: ctx.dictionary(&attrs), operands: body.operands(op).to_vec() })
    }

    /// Declares what is called and the module does not have.
    pub fn declare(&self, ctx: &Context, module: &mut Module) {
        for (name, ty) in &self.called {
            let name = ctx.str(name);
            if !self.own.contains_key(&name) {
                let attrs = ctx.dictionary(&[(SYM_NAME, ctx.str_attr(name)), (FUNCTION_TYPE, ctx.type_attr(*ty))]);
                module.body.append(module.block, NewOp { attrs, ..NewOp::new(global_values::FUNC) }, &[]);
            }
        }
    }
}
