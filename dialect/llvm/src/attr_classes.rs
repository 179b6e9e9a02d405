//! Classes of attributes that parameters of the LLVM dialect's attributes are held to.

use crate::attr_table::{self as table, AttrKind};
use crate::attributes::{AttrData, Location};
use crate::context::{Attr, Context};
use crate::types::well_known as types;

/// What a parameter that is spelled as an attribute has to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Any attribute.
    Any,
    /// Any attribute; a bound of a subrange.
    Bound,
    /// `true` or `false`.
    Bool,
    /// An integer with its type.
    Integer,
    /// A floating-point number with its type.
    Float,
    /// `distinct[0]<>`
    Distinct,
    /// `@name`
    FlatSymbol,
    /// `loc(fused[...])`
    FusedLoc,
    /// A scope of debug info.
    Scope,
    /// A node of debug info.
    Node,
    /// A type of debug info.
    DebugType,
    /// A variable of debug info.
    Variable,
    /// A root or a type of the alias analysis by types.
    TbaaNode,
}

/// Scopes that are no types.
const SCOPES: &[AttrKind] = &[
    table::DI_COMMON_BLOCK,
    table::DI_COMPILE_UNIT,
    table::DI_FILE,
    table::DI_LEXICAL_BLOCK,
    table::DI_LEXICAL_BLOCK_FILE,
    table::DI_MODULE,
    table::DI_NAMESPACE,
    table::DI_SUBPROGRAM,
];

/// Types that are scopes.
const SCOPE_TYPES: &[AttrKind] = &[table::DI_COMPOSITE_TYPE, table::DI_DERIVED_TYPE];

/// Types that are no scopes.
const TYPES: &[AttrKind] =
    &[table::DI_BASIC_TYPE, table::DI_NULL_TYPE, table::DI_STRING_TYPE, table::DI_SUBROUTINE_TYPE];

const VARIABLES: &[AttrKind] = &[table::DI_GLOBAL_VARIABLE, table::DI_LOCAL_VARIABLE];

/// Nodes that are none of these.
const OTHERS: &[AttrKind] =
    &[table::DI_ANNOTATION, table::DI_GENERIC_SUBRANGE, table::DI_IMPORTED_ENTITY, table::DI_LABEL, table::DI_SUBRANGE];

impl Class {
    /// What upstream's messages call the class.
    pub const fn name(self) -> &'static str {
        match self {
            Class::Any => "Attribute",
            Class::Bound => "::mlir::Attribute",
            Class::Bool => "BoolAttr",
            Class::Integer => "IntegerAttr",
            Class::Float => "FloatAttr",
            Class::Distinct => "DistinctAttr",
            Class::FlatSymbol => "FlatSymbolRefAttr",
            Class::FusedLoc => "FusedLoc",
            Class::Scope => "DIScopeAttr",
            Class::Node => "DINodeAttr",
            Class::DebugType => "DITypeAttr",
            Class::Variable => "DIVariableAttr",
            Class::TbaaNode => "TBAANodeAttr",
        }
    }

    /// Whether an attribute is of the class.
    pub fn holds(self, ctx: &Context, attr: Attr) -> bool {
        let data = ctx.attr_data(attr);
        match self {
            Class::Any | Class::Bound => true,
            Class::Bool => matches!(data, AttrData::Integer { ty, .. } if *ty == types::I1),
            Class::Integer => matches!(data, AttrData::Integer { .. } | AttrData::BigInteger { .. }),
            Class::Float => matches!(data, AttrData::Float { .. }),
            Class::Distinct => matches!(data, AttrData::Distinct { .. }),
            Class::FlatSymbol => matches!(data, AttrData::SymbolRef { nested, .. } if nested.is_empty()),
            Class::FusedLoc => matches!(data, AttrData::Location(Location::Fused { .. })),
            Class::Scope | Class::Node | Class::DebugType | Class::Variable | Class::TbaaNode => {
                let AttrData::Llvm { kind, .. } = data else { return false };
                self.kinds().iter().any(|kinds| kinds.contains(kind))
            }
        }
    }

    /// The attributes of the LLVM dialect that are of the class.
    const fn kinds(self) -> &'static [&'static [AttrKind]] {
        match self {
            Class::Scope => &[SCOPES, SCOPE_TYPES],
            Class::DebugType => &[TYPES, SCOPE_TYPES],
            Class::Variable => &[VARIABLES],
            Class::Node => &[SCOPES, SCOPE_TYPES, TYPES, VARIABLES, OTHERS],
            Class::TbaaNode => &[&[table::TBAA_ROOT, table::TBAA_TYPE_DESC]],
            _ => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attr_table::AttrKindDefinition;

    #[test]
    fn a_derived_type_is_a_scope_and_a_node() {
        let ctx = Context::new();
        let attr =
            |kind: AttrKind| ctx.attr(AttrData::Llvm { kind, params: vec![None; kind.def().params.len()].into() });
        let derived = attr(table::DI_DERIVED_TYPE);
        assert!([Class::Scope, Class::DebugType, Class::Node].iter().all(|class| class.holds(&ctx, derived)));
        assert!(!Class::Variable.holds(&ctx, derived));
        assert!(!Class::Node.holds(&ctx, attr(table::DI_EXPRESSION)));
    }
}
