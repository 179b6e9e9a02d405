//! What definitions of the table are written with: constructors of slots, and the formats and attributes many definitions share.

use super::type_rules::TypeRule;
use super::*;
use crate::assembly::CustomAssemblyFormat;
use crate::translation::{Argument, IntrinsicCall, NamePart};

/// A group of exactly one value.
pub const fn one(name: &'static str, types: TypeConstraint) -> ValueConstraint {
    ValueConstraint { name, arity: Arity::One, types }
}

/// A group of one value or none.
pub const fn optional(name: &'static str, types: TypeConstraint) -> ValueConstraint {
    ValueConstraint { name, arity: Arity::Optional, types }
}

/// A group of any number of values.
pub const fn variadic(name: &'static str, types: TypeConstraint) -> ValueConstraint {
    ValueConstraint { name, arity: Arity::Variadic, types }
}

/// A group of another arity.
pub const fn group(name: &'static str, arity: Arity, types: TypeConstraint) -> ValueConstraint {
    ValueConstraint { name, arity, types }
}

/// An attribute that must be there.
pub const fn required(name: &'static str, kind: SlotKind) -> AttrSlot {
    AttrSlot { name, kind, optionality: Optionality::Required }
}

/// An attribute that may be there.
pub const fn may(name: &'static str, kind: SlotKind) -> AttrSlot {
    AttrSlot { name, kind, optionality: Optionality::Optional }
}

/// A unit attribute.
pub const fn unit(name: &'static str) -> AttrSlot {
    AttrSlot { name, kind: SlotKind::Unit, optionality: Optionality::Optional }
}

/// A unit that upstream has as a property and no attribute: where it is not set, its generic form is `false`.
pub const fn unit_property(name: &'static str) -> AttrSlot {
    AttrSlot { name, kind: SlotKind::Unit, optionality: Optionality::Default(0) }
}

/// A value that upstream has as an optional property and no attribute: its generic form is an array of it, or an empty one.
pub const fn optional_property(name: &'static str) -> AttrSlot {
    AttrSlot { name, kind: SlotKind::Array, optionality: Optionality::DefaultEmpty }
}

/// An attribute that is 0, or the enumeration's value 0, where it is not stored.
pub const fn default(name: &'static str, kind: SlotKind) -> AttrSlot {
    AttrSlot { name, kind, optionality: Optionality::Default(0) }
}

/// An attribute that is the empty one of its kind where it is not stored.
pub const fn default_empty(name: &'static str, kind: SlotKind) -> AttrSlot {
    AttrSlot { name, kind, optionality: Optionality::DefaultEmpty }
}

/// LangRef, "Fast-Math Flags".
pub const FASTMATH: AttrSlot = default("fastmathFlags", SlotKind::LlvmEnum(crate::attr_table::FASTMATH));
/// LangRef, "`llvm.access.group` Metadata".
pub const ACCESS_GROUPS: AttrSlot = may("access_groups", SlotKind::Array);
/// LangRef, "`noalias` and `alias.scope` Metadata".
pub const ALIAS_SCOPES: AttrSlot = may("alias_scopes", SlotKind::Array);
/// LangRef, "`noalias` and `alias.scope` Metadata".
pub const NOALIAS_SCOPES: AttrSlot = may("noalias_scopes", SlotKind::Array);
/// LangRef, "`tbaa` Metadata".
pub const TBAA: AttrSlot = may("tbaa", SlotKind::Array);
/// A dictionary of attributes for each argument.
pub const ARG_ATTRS: AttrSlot = may("arg_attrs", SlotKind::Array);
/// A dictionary of attributes for the result, in an array of one.
pub const RES_ATTRS: AttrSlot = may("res_attrs", SlotKind::Array);

const INT_PAIR: &[ValueConstraint] = &[one("lhs", TypeConstraint::IntLike), one("rhs", TypeConstraint::IntLike)];
const INT: &[ValueConstraint] = &[one("res", TypeConstraint::IntLike)];
const FLOAT_PAIR: &[ValueConstraint] = &[one("lhs", TypeConstraint::FloatLike), one("rhs", TypeConstraint::FloatLike)];
const FLOAT: &[ValueConstraint] = &[one("res", TypeConstraint::FloatLike)];
/// Two operands of the result's type, which alone is written.
const OF_THE_RESULT: &[(Place, TypeInference)] = &[
    (Place::Operand(0), TypeInference::Same(Place::Result(0))),
    (Place::Operand(1), TypeInference::Same(Place::Operand(0))),
];

/// One result of any LLVM type.
pub const RESULT: &[ValueConstraint] = &[one("res", TypeConstraint::LlvmType)];

/// `(%a, %b) {...} : (T, U) -> R`
pub(crate) const CALL_LIKE: &[FormatElement] = &[
    FormatElement::Text("("),
    FormatElement::Operands,
    FormatElement::Text(")"),
    FormatElement::AttrDict,
    FormatElement::Text(":"),
    FormatElement::FunctionalType,
];
/// `%a, %b {...} : T`
pub const BINARY: &[FormatElement] = &[
    FormatElement::Operand(0),
    FormatElement::Text(","),
    FormatElement::Operand(1),
    FormatElement::AttrDict,
    FormatElement::Text(":"),
    FormatElement::Type(Place::Result(0)),
];
/// `%a, %b overflow<nsw> {...} : T`
pub(crate) const BINARY_OVERFLOW: &[FormatElement] = &[
    FormatElement::Operand(0),
    FormatElement::Text(","),
    FormatElement::Operand(1),
    FormatElement::IfAttr("overflowFlags", &[FormatElement::Attr("overflowFlags")]),
    FormatElement::AttrDict,
    FormatElement::Text(":"),
    FormatElement::Type(Place::Result(0)),
];
/// `exact %a, %b {...} : T`
pub(crate) const BINARY_EXACT: &[FormatElement] = &[
    FormatElement::Keyword("exact", "isExact"),
    FormatElement::Operand(0),
    FormatElement::Text(","),
    FormatElement::Operand(1),
    FormatElement::AttrDict,
    FormatElement::Text(":"),
    FormatElement::Type(Place::Result(0)),
];
/// `%a {...} : T to U`
pub const CAST: &[FormatElement] = &[
    FormatElement::Operand(0),
    FormatElement::AttrDict,
    FormatElement::Text(":"),
    FormatElement::Type(Place::Operand(0)),
    FormatElement::Text("to"),
    FormatElement::Type(Place::Result(0)),
];
/// `{...} : T`
pub(crate) const NULLARY: &[FormatElement] =
    &[FormatElement::AttrDict, FormatElement::Text(":"), FormatElement::Type(Place::Result(0))];
/// `%a {...} : T`
pub const UNARY: &[FormatElement] = &[
    FormatElement::Operand(0),
    FormatElement::AttrDict,
    FormatElement::Text(":"),
    FormatElement::Type(Place::Operand(0)),
];
/// `%a {...} : (T) -> U`
pub(crate) const UNARY_FUNCTIONAL: &[FormatElement] =
    &[FormatElement::Operand(0), FormatElement::AttrDict, FormatElement::Text(":"), FormatElement::FunctionalType];
/// `{...} %a, %b : T, U`
pub const RETURN_LIKE: &[FormatElement] = &[
    FormatElement::AttrDict,
    FormatElement::IfOperand(
        0,
        &[FormatElement::Operand(0), FormatElement::Text(":"), FormatElement::Type(Place::Operand(0))],
    ),
];
/// `{...}`
pub const BARE: &[FormatElement] = &[FormatElement::AttrDict];

/// A form of the releases before one that is like the current up to the attribute dictionary.
pub(crate) const fn older_types(
    until: Release,
    elements: &'static [FormatElement],
    derived: &'static [(Derived, DerivedFrom)],
) -> OtherForm {
    OtherForm { releases: Releases::ALL.until(until), after_attr_dict: true, elements, derived }
}

/// A form of the releases before one.
pub(crate) const fn older_form(
    until: Release,
    elements: &'static [FormatElement],
    derived: &'static [(Derived, DerivedFrom)],
) -> OtherForm {
    OtherForm { releases: Releases::ALL.until(until), after_attr_dict: false, elements, derived }
}

/// A form of the releases from one on.
pub(crate) const fn later_form(
    since: Release,
    elements: &'static [FormatElement],
    derived: &'static [(Derived, DerivedFrom)],
) -> OtherForm {
    OtherForm { releases: Releases::ALL.since(since), after_attr_dict: false, elements, derived }
}

/// `fastmath<nnan>`, before a dictionary.
pub const FASTMATH_CLAUSE: &[FormatElement] =
    &[FormatElement::IfAttr("fastmathFlags", &[FormatElement::Attr("fastmathFlags")])];

/// `<alignment = 4>`, before a dictionary.
pub(crate) const PROPERTIES_CLAUSE: &[FormatElement] = &[FormatElement::Properties];

/// `loop_annotation = #loop_annotation`, before a dictionary.
pub(crate) const LOOP_CLAUSE: &[FormatElement] = &[FormatElement::IfAttr(
    "loop_annotation",
    &[
        FormatElement::Text("loop_annotation"),
        FormatElement::Text("="),
        FormatElement::QualifiedAttr("loop_annotation"),
    ],
)];

/// Whether two texts are the same, for constants.
const fn is_same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut i = a.len();
    // Names of one dialect differ at their ends.
    while i > 0 {
        i -= 1;
        if a[i] != b[i] {
            return false;
        }
    }
    true
}

/// The functions that set one field of a definition each: `name(field: type)`.
macro_rules! setters {
    ($($(#[$doc:meta])* $name:ident($field:ident: $ty:ty);)*) => {
        impl OpDef {
            $($(#[$doc])*
            pub const fn $name(mut self, $field: $ty) -> OpDef {
                self.$field = $field;
                self
            })*
        }
    };
}

setters! {
    /// The releases of MLIR that have it; text of others does not.
    of_releases(releases: Releases);
    /// Names that older releases have for it.
    older_names(older_names: &'static [OlderName]);
    /// Attributes that older releases call otherwise.
    renamed_attributes(renamed_attributes: &'static [RenamedAttribute]);
    /// What is before its attribute dictionary where properties are strict.
    clauses(clauses: &'static [FormatElement]);
    /// Forms that other releases have for it.
    other_forms(other_forms: &'static [OtherForm]);
    /// Its documentation, a line each.
    documentation(documentation: &'static [&'static str]);
    /// Its operand groups.
    operands(operands: &'static [ValueConstraint]);
    /// Its result groups.
    results(results: &'static [ValueConstraint]);
    /// Its inherent attributes.
    attrs(attrs: &'static [AttrSlot]);
    /// Its number of regions.
    regions(regions: u8);
    /// Types its custom form does not write.
    types(types: &'static [(Place, TypeInference)]);
    /// What must hold between its types.
    type_rules(type_rules: &'static [TypeRule]);
    /// The rules of traits that its record names, which hold whatever code has for the definition.
    trait_rules(trait_rules: &'static [Verifier]);
    /// Its rules beyond its constraints, traits and [`OpDef::types`].
    verify(verify: &'static [Verifier]);
    /// Inside its regions operations of this dialect are spelled without it.
    default_dialect(default_dialect: &'static str);
    /// What its result is called.
    result_name(result_name: ResultName);
    /// It is in one of these operations.
    inside(parents: &'static [&'static str]);
    /// The flags that its instruction may have.
    flags(flags: InstructionFlags);
    /// Flags among its own that its instruction has since a later release than the flags are there.
    later_flags(later_flags: &'static [(InstructionFlags, Release)]);
    /// What it stands for in LLVM IR.
    llvm(llvm: LlvmForm);
}

impl OpDef {
    /// The definition with what tables have for its name that no record says, since upstream has code for it: what is set there
    /// takes the place of what the definition has, but for properties, which are joined.
    pub const fn with_code(mut self, tables: &[&[OpDef]]) -> OpDef {
        let mut table = 0;
        while table < tables.len() {
            let mut i = 0;
            while i < tables[table].len() {
                let code = &tables[table][i];
                i += 1;
                if is_same(code.name, self.name) {
                    self = self.overlaid(code);
                }
            }
            table += 1;
        }
        self
    }

    const fn overlaid(mut self, code: &OpDef) -> OpDef {
        if !matches!(code.format, Format::Generic) {
            self.format = code.format;
        }
        if !matches!(code.llvm, LlvmForm::None) {
            self.llvm = code.llvm;
        }
        if !code.types.is_empty() {
            self.types = code.types;
        }
        if !code.verify.is_empty() {
            self.verify = code.verify;
        }
        if !code.older_names.is_empty() {
            self.older_names = code.older_names;
        }
        if !code.other_forms.is_empty() {
            self.other_forms = code.other_forms;
        }
        if !code.clauses.is_empty() {
            self.clauses = code.clauses;
        }
        if !code.renamed_attributes.is_empty() {
            self.renamed_attributes = code.renamed_attributes;
        }
        if !matches!(code.result_name, ResultName::Number) {
            self.result_name = code.result_name;
        }
        self.traits = self.traits.union(code.traits);
        self
    }

    /// An operation that is a call of an intrinsic, whose name and arguments its attributes and types choose.
    pub const fn call(name: &'static str, parts: &'static [NamePart], arguments: &'static [Argument]) -> OpDef {
        OpDef::new(name).translation(Translation::Call(IntrinsicCall::new(parts, arguments)))
    }

    /// The operations of the LLVM dialect that it stands for.
    pub const fn translation(self, translation: Translation) -> OpDef {
        self.llvm(LlvmForm::Translation(translation))
    }

    /// An operation without operands, results, attributes, successors and regions, in the generic form.
    pub const fn new(name: &'static str) -> OpDef {
        OpDef {
            name,
            operands: &[],
            results: &[],
            attrs: &[],
            successors: Some(0),
            regions: 0,
            format: Format::Generic,
            declared: None,
            types: &[],
            type_rules: &[],
            verify: &[],
            trait_rules: &[],
            traits: Traits::empty(),
            llvm: LlvmForm::None,
            flags: InstructionFlags::empty(),
            later_flags: &[],
            constant_expression: None,
            fallback_of: None,
            default_dialect: "",
            result_name: ResultName::Number,
            parents: &[],
            terminator: None,
            older_names: &[],
            other_forms: &[],
            clauses: &[],
            documentation: &[],
            renamed_attributes: &[],
            releases: Releases::ALL,
        }
    }

    /// The operation of the `irtrip` dialect that stands for what `of` does, where upstream's verifier would not take
    /// `of` itself: the same operands, results and attributes, in the generic form.
    pub const fn fallback(name: &'static str, of: crate::OpName) -> OpDef {
        let def = llvm::OP_DEFS[of.index() - core_dialects::first_op::llvm];
        let traits = def.traits.union(Traits::UNLIMITED);
        OpDef {
            name,
            format: Format::Generic,
            declared: None,
            types: &[],
            verify: &[],
            traits,
            fallback_of: Some(of),
            ..def
        }
    }

    /// Two integers, or vectors of integers, whose result has their type.
    pub const fn int_binary(self) -> OpDef {
        self.operands(INT_PAIR).results(INT).types(OF_THE_RESULT)
    }

    /// Two floating-point numbers, or vectors of them, whose result has their type.
    pub const fn float_binary(self) -> OpDef {
        self.operands(FLOAT_PAIR).results(FLOAT).types(OF_THE_RESULT)
    }

    /// One result of any LLVM type.
    pub const fn result(mut self) -> OpDef {
        self.results = RESULT;
        self
    }

    /// Its number of successors.
    pub const fn successors(mut self, count: u8) -> OpDef {
        self.successors = Some(count);
        self
    }

    /// Any number of successors.
    pub const fn any_successors(mut self) -> OpDef {
        self.successors = None;
        self
    }

    /// Its custom form, by elements.
    pub const fn format(mut self, elements: &'static [FormatElement]) -> OpDef {
        self.format = Format::Assembly(elements);
        self
    }

    /// Its custom form, by the text of a declarative assembly format.
    pub const fn declared(mut self, format: &'static dyn DeclaredFormat) -> OpDef {
        self.declared = Some(format);
        self
    }

    /// Its custom form, by code.
    pub const fn custom(mut self, format: &'static dyn CustomAssemblyFormat) -> OpDef {
        self.format = Format::Custom(format);
        self
    }

    /// Its properties.
    pub const fn traits(mut self, traits: &[Traits]) -> OpDef {
        let mut i = 0;
        while i < traits.len() {
            self.traits = self.traits.union(traits[i]);
            i += 1;
        }
        self
    }

    /// Its regions have one block, which ends in this operation where no other is written.
    pub const fn implicit_terminator(mut self, name: &'static str) -> OpDef {
        self.terminator = Some(name);
        self.traits(&[Traits::SINGLE_BLOCK, Traits::IMPLICIT_TERMINATOR])
    }

    /// Takes away a property.
    pub const fn without(mut self, traits: Traits) -> OpDef {
        self.traits = self.traits.difference(traits);
        self
    }

    /// The releases that have constant expressions of its instruction.
    pub const fn constant_expression(mut self, releases: Releases) -> OpDef {
        self.constant_expression = Some(releases);
        self
    }

    /// It stands for an intrinsic whose arguments are its operands; see [`Intrinsic`].
    pub const fn intrinsic(self, name: &'static str, results: &'static [u8], operands: &'static [u8]) -> OpDef {
        self.intrinsic_with(name, results, operands, &[], LoweringKind::Plain)
    }

    /// It stands for an intrinsic; see [`Intrinsic`].
    pub const fn intrinsic_with(
        mut self,
        name: &'static str,
        overloaded_results: &'static [u8],
        overloaded_operands: &'static [u8],
        immediates: &'static [(u8, &'static str)],
        lowering: LoweringKind,
    ) -> OpDef {
        self.llvm =
            LlvmForm::Intrinsic(Intrinsic { name, overloaded_results, overloaded_operands, immediates, lowering });
        self
    }
}
