//! Types that a release does not have, which nothing can stand for.

use irtrip_dialect::diagnostic::{DiagnosticResult, ExportCode};
use irtrip_dialect::llvm_text::type_text;
use irtrip_dialect::names::{ELEM_TYPE, FUNCTION_TYPE, GLOBAL_TYPE, IRTRIP_TYPE};
use irtrip_dialect::release::Release;
use irtrip_dialect::spellings::Spelling;
use irtrip_dialect::types::predicates::is_scalable;
use irtrip_dialect::{Attr, Body, Context, FloatKind, Module, Op, Type, TypeData};
use rustc_hash::FxHashSet;

use super::{lacking, located};

/// Refuses a module with a type that a release does not have.
pub(crate) fn check(ctx: &Context, module: &Module, release: Release) -> DiagnosticResult<()> {
    // Few modules have a type that came later than LLVM 22.
    if ctx.types().all(|ty| ctx.type_data(ty).releases(ctx).contains(release)) {
        return Ok(());
    }
    let mut types = KnownTypes::new(ctx, release, false);
    for global in module.ops() {
        types.of_global(module.body.attrs(global)).map_err(|code| located(ctx, &module.body, global, code))?;
        let Some(body) = module.body.nested(global) else { continue };
        for op in body.linked_ops() {
            types.of_operation(body, op).map_err(|code| located(ctx, body, op, code))?;
        }
    }
    Ok(())
}

/// The types that a release is known to have.
pub(super) struct KnownTypes<'a> {
    ctx: &'a Context,
    release: Release,
    /// Whether libNVVM reads it, which has no half precision.
    nvvm: bool,
    known: FxHashSet<Type>,
}

impl<'a> KnownTypes<'a> {
    /// For a release, or for libNVVM, which is of one.
    pub fn new(ctx: &'a Context, release: Release, nvvm: bool) -> KnownTypes<'a> {
        KnownTypes { ctx, release, nvvm, known: FxHashSet::default() }
    }

    /// Refuses a type that is not in the release, or that has such a type in it.
    pub fn check(&mut self, ty: Type) -> Result<(), ExportCode> {
        let mut stack = vec![ty];
        while let Some(ty) = stack.pop() {
            if !self.known.insert(ty) {
                continue;
            }
            let data = self.ctx.type_data(ty);
            if !data.releases(self.ctx).contains(self.release) {
                return Err(lacking(self.release, format!("type {}", type_text(self.ctx, ty))));
            }
            if self.nvvm && *data == TypeData::Float(FloatKind::F16) {
                return Err(lacking(self.release, "type half for libNVVM"));
            }
            if let TypeData::Array { element, .. } = data
                && is_scalable(self.ctx, *element)
                && !Spelling::ScalableArrays.releases().contains(self.release)
            {
                return Err(lacking(self.release, "array of scalable vectors"));
            }
            if let TypeData::LiteralStruct { .. } | TypeData::IdentifiedStruct { .. } = data
                && !Spelling::ScalableStructs.releases().contains(self.release)
            {
                let mut has_scalable = false;
                self.ctx.for_each_element(ty, |element| has_scalable |= is_scalable(self.ctx, element));
                if has_scalable {
                    return Err(lacking(self.release, "struct of scalable vectors"));
                }
            }
            self.ctx.for_each_element(ty, |element| stack.push(element));
        }
        Ok(())
    }

    /// The types of a global value with these attributes.
    pub fn of_global(&mut self, attrs: Attr) -> Result<(), ExportCode> {
        for key in [GLOBAL_TYPE, FUNCTION_TYPE, IRTRIP_TYPE] {
            if let Some(ty) = self.ctx.type_entry(attrs, key) {
                self.check(ty)?;
            }
        }
        Ok(())
    }

    /// The types of an operation's results, and of the elements that it allocates or indexes.
    pub fn of_operation(&mut self, body: &Body, op: Op) -> Result<(), ExportCode> {
        body.results(op).try_for_each(|value| self.check(body.value_type(value)))?;
        let element = body.type_attr(self.ctx, op, ELEM_TYPE);
        element.map_or(Ok(()), |ty| self.check(ty))
    }
}
