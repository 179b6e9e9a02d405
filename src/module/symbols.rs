//! Symbols of a module, renamed.

use irtrip_dialect::attributes::AttrReplacer;
use irtrip_dialect::names::{IRTRIP_STRUCTURAL_HASH, SYM_NAME};
use irtrip_dialect::preserved::{module_structural_hash, structural_hash};
use irtrip_dialect::types::well_known::I64;
use irtrip_dialect::{Attr, AttrData, Body, Op};

use super::{Error, Module};

impl Module {
    /// Gives a function, variable, alias or ifunc another name, wherever it is named.
    ///
    /// # Errors
    /// There is none of that name, or there is one of the new name. Nothing is changed.
    ///
    /// ```
    /// let mut module = irtrip::Module::from_llvm("declare void @f()\n\ndefine void @g() {\n  call void @f()\n  ret void\n}\n")?;
    /// module.rename_symbol("f", "h")?;
    /// assert!(module.to_llvm()?.contains("call void @h()"));
    /// # Ok::<(), irtrip::Error>(())
    /// ```
    pub fn rename_symbol(&mut self, from: &str, to: &str) -> Result<(), Error> {
        let Some(op) = self.symbol(from).map(|op| op.handle()) else {
            return Err(Error::without_place(format!("there is no symbol '{from}'")));
        };
        if from == to {
            return Ok(());
        }
        if self.symbol(to).is_some() {
            return Err(Error::without_place(format!("there is a symbol '{to}' already")));
        }
        let ctx = &self.ctx;
        let (from, to) = (ctx.str(from), ctx.str(to));
        let true_hashes = self.true_hashes();
        let model = &mut self.model;
        let mut replacer = AttrReplacer::new(ctx, |attr| match ctx.attr_data(attr) {
            AttrData::SymbolRef { root, nested } if *root == from => {
                Some(ctx.attr(AttrData::SymbolRef { root: to, nested: nested.clone() }))
            }
            _ => None,
        });
        model.attrs = replacer.replaced(model.attrs);
        replace_in_body(&mut model.body, &mut |attr| replacer.replaced(attr));
        let named = ctx.with_entry(model.body.attrs(op), SYM_NAME, Some(ctx.str_attr(to)));
        model.body.set_attrs(op, named);
        for holder in true_hashes {
            let Some(hash) = self.hash(holder) else { continue };
            let (ctx, hash) = (&self.ctx, self.ctx.int_attr(I64, hash));
            match holder {
                Holder::Module => {
                    self.model.attrs = ctx.with_entry(self.model.attrs, IRTRIP_STRUCTURAL_HASH, Some(hash));
                }
                Holder::Function(op) => {
                    let attrs = self.model.body.attrs(op);
                    self.model.body.set_attrs(op, ctx.with_entry(attrs, IRTRIP_STRUCTURAL_HASH, Some(hash)));
                }
            }
        }
        Ok(())
    }

    /// What has the structural hash that it says: names count in it, and a new name does not make it another structure.
    fn true_hashes(&self) -> Vec<Holder> {
        let attrs = |holder: &Holder| match holder {
            Holder::Module => self.model.attrs,
            Holder::Function(op) => self.model.body.attrs(*op),
        };
        let written = |holder: &Holder| self.ctx.int_value(self.ctx.entry(attrs(holder), IRTRIP_STRUCTURAL_HASH)?);
        let holders = std::iter::once(Holder::Module).chain(self.model.ops().map(Holder::Function));
        holders.filter(|holder| written(holder).is_some_and(|written| self.hash(*holder) == Some(written))).collect()
    }

    fn hash(&self, holder: Holder) -> Option<i64> {
        let (ctx, model) = (&self.ctx, &self.model);
        match holder {
            Holder::Module => Some(module_structural_hash(ctx, model)),
            Holder::Function(op) => {
                let name = ctx.string_value(model.body.attr(ctx, op, SYM_NAME)?)?;
                Some(structural_hash(ctx, name, model.body.nested(op)?))
            }
        }
    }
}

/// What may have a structural hash.
#[derive(Clone, Copy)]
enum Holder {
    Module,
    Function(Op),
}

/// Puts attributes in place of those of all operations of a body and of the bodies inside it.
fn replace_in_body(body: &mut Body, replaced: &mut impl FnMut(Attr) -> Attr) {
    for &region in &body.regions().to_vec() {
        for op in body.walk(region) {
            body.set_attrs(op, replaced(body.attrs(op)));
        }
    }
    for nested in body.all_nested_mut() {
        replace_in_body(nested, replaced);
    }
}
