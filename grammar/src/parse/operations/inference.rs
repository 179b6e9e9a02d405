//! Types that a custom form does not write, from those it does, by the rules of the operation's definition.

use irtrip_dialect::diagnostic::ParseCode;
use irtrip_dialect::ops::shaped::element_type;
use irtrip_dialect::ops::{Arity, OpDef, Place, Traits, TypeInference};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Type, TypeData};
use smallvec::SmallVec;

use super::Pending;
use super::assembly_format::Written;
use super::body::BodyParser;
use irtrip_dialect::diagnostic::Parsed;

impl<'t> BodyParser<'_, '_, 't> {
    /// Finds the types that the format does not write.
    pub(crate) fn infer(
        &mut self,
        pending: &Pending<'t>,
        def: &'static OpDef,
        written: &mut Written<'t>,
    ) -> Parsed<()> {
        // A rule may rest on another's outcome, in either order.
        for _ in 0..2 {
            for &(place, rule) in def.types {
                // A result that may be left out is one of those that are written.
                let may_be_none = matches!(place, Place::Result(_))
                    && def.value_constraint(place).is_some_and(|slot| slot.arity != Arity::One)
                    && !matches!(rule, TypeInference::Same(_));
                if written.ty(place).is_some() || may_be_none {
                    continue;
                }
                if let (Place::Result(group), TypeInference::Same(from)) = (place, rule)
                    && def.results.get(usize::from(group)).is_some_and(|slot| slot.arity == Arity::Variadic)
                {
                    // A group for a group.
                    let same: SmallVec<[Type; 8]> =
                        written.types.iter().filter(|(p, _)| *p == from).map(|t| t.1).collect();
                    written.types.extend(same.into_iter().map(|ty| (place, ty)));
                } else if let Some(ty) = self.by_rule(def, place, rule, written) {
                    self.check_source(pending, def, rule, written)?;
                    written.types.push((place, ty));
                    if let Place::Operand(group) = place {
                        written.of_one_type.push(group);
                    }
                }
            }
        }
        let same = def.is(Traits::SAME_OPERANDS_AND_RESULT_TYPE);
        if !(same || def.is(Traits::SAME_TYPE_OPERANDS)) {
            return Ok(());
        }
        let places = |count: usize| 0..count as u8;
        let operands = places(def.operands.len()).map(Place::Operand);
        let results = places(if same { def.results.len() } else { 0 }).map(Place::Result);
        let known = operands.clone().chain(results.clone()).find_map(|place| written.ty(place));
        let Some(ty) = known else {
            return Err(self.cursor.error_at(pending.spelled, ParseCode::Expected("type")));
        };
        for place in operands.chain(results) {
            if written.ty(place).is_none() {
                written.types.push((place, ty));
            }
        }
        Ok(())
    }

    /// A type that another follows from is in its set.
    fn check_source(
        &self,
        pending: &Pending<'t>,
        def: &OpDef,
        rule: TypeInference,
        written: &Written<'_>,
    ) -> Parsed<()> {
        let (TypeInference::I1Shape(from)
        | TypeInference::ElementOf(from)
        | TypeInference::ElementOfAs(from, _)
        | TypeInference::WithI1(from)) = rule
        else {
            return Ok(());
        };
        let (Some(slot), Some(ty)) = (def.value_constraint(from), written.ty(from)) else { return Ok(()) };
        if slot.types.contains(self.texts.ctx, ty) || def.is(Traits::UNLIMITED) {
            return Ok(());
        }
        let (name, expected, found) = (slot.name, slot.types.describe().into(), self.texts.spelling(ty));
        Err(self.cursor.error_at(pending.spelled, ParseCode::InferredSource { name, expected, found }).of_form())
    }

    fn by_rule(&self, def: &OpDef, place: Place, rule: TypeInference, written: &Written<'_>) -> Option<Type> {
        let ctx = self.texts.ctx;
        Some(match rule {
            TypeInference::OnlyType => def.value_constraint(place)?.types.only_type(ctx)?,
            TypeInference::Same(place) => written.ty(place)?,
            TypeInference::I1Shape(place) => ctx.with_scalar_type(written.ty(place)?, types::I1),
            TypeInference::ElementOf(place) | TypeInference::ElementOfAs(place, _) => {
                element_type(ctx, written.ty(place)?)
            }
            TypeInference::WithI1(place) => ctx.literal_struct(false, &[written.ty(place)?, types::I1]),
            TypeInference::I1 => types::I1,
            TypeInference::I32 => types::I32,
            TypeInference::Pointer => types::PTR,
            TypeInference::PointerIn(space) => ctx.ptr_type(space.into()),
            TypeInference::Token => types::TOKEN,
            TypeInference::Metadata => types::METADATA,
            TypeInference::Index => types::INDEX,
            TypeInference::Integer(width) => ctx.int_type(width),
            TypeInference::Spelled(text) => crate::parse::parse_type(ctx, text).ok()?,
            TypeInference::Named(dialect, mnemonic) => {
                let (dialect, body) = (ctx.str(dialect), ctx.str(mnemonic));
                ctx.ty(TypeData::Opaque { dialect, body, parameter: None })
            }
            TypeInference::OfSize(place, size) => size.type_for(ctx, written.ty(place)?)?,
            TypeInference::Over(place, [dialect, mnemonic, _]) => ctx.type_over(dialect, mnemonic, written.ty(place)?),
            TypeInference::Broadcast(first, second) => ctx.broadcast(written.ty(first)?, written.ty(second)?),
        })
    }
}
