//! Types of other dialects, which become LLVM's.

use rustc_hash::FxHashMap;

use crate::attributes::AttrData;
use crate::body::{Body, Module, Op, Value};
use crate::context::{Attr, Context, Type};
use crate::registry::ContextDialects;
use crate::types::TypeData;

/// What types of a context are in LLVM IR, where they are something else.
pub struct TypeTranslations<'a> {
    ctx: &'a Context,
    types: FxHashMap<Type, Type>,
    attrs: FxHashMap<Attr, Attr>,
}

impl<'a> TypeTranslations<'a> {
    /// The types that dialects of the context translate, and those that are made of them. A struct with a name is itself.
    pub fn new(ctx: &'a Context) -> TypeTranslations<'a> {
        let rules: Vec<_> = ctx.dialects().dialects().filter_map(|dialect| dialect.llvm_type).collect();
        let mut types = FxHashMap::default();
        if !rules.is_empty() {
            // A type is there after those that it is made of.
            let all: Vec<Type> = ctx.types().collect();
            for ty in all {
                let own = rules.iter().find_map(|rule| rule(ctx, ty)).or_else(|| rebuilt(ctx, &types, ty));
                own.map(|own| types.insert(ty, own));
            }
        }
        TypeTranslations { ctx, types, attrs: FxHashMap::default() }
    }

    /// Whether no type of the context is translated.
    pub fn is_empty(&self) -> bool {
        self.types.is_empty()
    }

    /// Puts LLVM's types in place of the others in a module: those of values, and those that attributes hold.
    pub fn apply(&mut self, module: &mut Module) {
        self.body(&mut module.body);
        module.body.all_nested_mut().iter_mut().for_each(|body| self.body(body));
    }

    fn body(&mut self, body: &mut Body) {
        for value in (0..body.value_count()).map(Value::new) {
            if let Some(ty) = self.types.get(&body.value_type(value)) {
                body.set_value_type(value, *ty);
            }
        }
        for op in (0..body.op_count()).map(Op::new) {
            let attrs = body.attrs(op);
            let translated = self.attr(attrs);
            if translated != attrs {
                body.set_attrs(op, translated);
            }
        }
    }

    /// An attribute with the types that it holds translated. Nests no deeper than readers let attributes nest.
    fn attr(&mut self, attr: Attr) -> Attr {
        if let Some(known) = self.attrs.get(&attr) {
            return *known;
        }
        let ctx = self.ctx;
        let translated = match ctx.attr_data(attr) {
            AttrData::Type(ty) => self.types.get(ty).map_or(attr, |ty| ctx.type_attr(*ty)),
            AttrData::Array(items) => {
                let items: Vec<Attr> = items.iter().map(|item| self.attr(*item)).collect();
                ctx.array(&items)
            }
            AttrData::Dictionary(entries) => {
                let entries: Vec<_> = entries.iter().map(|(key, value)| (*key, self.attr(*value))).collect();
                ctx.dictionary(&entries)
            }
            _ => attr,
        };
        self.attrs.insert(attr, translated);
        translated
    }
}

/// A type with the translated ones in place of those that it is made of; `None` where there are none.
fn rebuilt(ctx: &Context, types: &FxHashMap<Type, Type>, ty: Type) -> Option<Type> {
    let mut holds = false;
    ctx.for_each_element(ty, |element| holds |= types.contains_key(&element));
    if !holds {
        return None;
    }
    let known = |ty: &Type| types.get(ty).copied().unwrap_or(*ty);
    let all = |types: &[Type]| types.iter().map(known).collect::<Vec<_>>();
    match ctx.type_data(ty) {
        TypeData::Vector { dims, element } => {
            Some(ctx.ty(TypeData::Vector { dims: dims.clone(), element: known(element) }))
        }
        TypeData::Array { length, element } => Some(ctx.array_type(*length, known(element))),
        TypeData::LiteralStruct { packed, elements } => Some(ctx.literal_struct(*packed, &all(elements))),
        TypeData::LlvmFunction { result, params, vararg } => {
            Some(ctx.llvm_function_type(known(result), &all(params), *vararg))
        }
        _ => None,
    }
}
