//! Custom forms that the operation table holds as lists of format elements.

use irtrip_dialect::assembly::mixed_indices::{DYNAMIC, print_mixed};
use irtrip_dialect::assembly::{OpAsmPrinter, RegionStyle, ResultTypes, implicit_terminator};
use irtrip_dialect::attr_table::AttrKindDefinition;
use irtrip_dialect::ops::{Place, SlotKind, TypesOf};
use irtrip_dialect::{Attr, AttrData, Op, Region, Str, names};

use super::OpPrinter;
use super::printer_defs::{Present, PrinterDef, Step};
use crate::print::attributes::TypeOf;
use crate::print::attributes::llvm::enumeration_of;

impl OpPrinter<'_> {
    /// Appends the elements of a custom form.
    pub(crate) fn steps(&mut self, def: &PrinterDef, op: Op, steps: &[Step]) {
        for step in steps {
            self.step(def, op, step);
        }
    }

    fn step(&mut self, def: &PrinterDef, op: Op, step: &Step) {
        let body = self.scope.body;
        match step {
            Step::Text(text) => self.text(text),
            Step::Operand(group) => {
                let values = self.group(def, op, *group);
                self.operands(values);
            }
            Step::Operands => self.operands(body.operands(op)),
            Step::Attr(key, kind) => {
                if let Some(attr) = self.attribute_of(op, *key).or_else(|| self.default_of(*kind)) {
                    self.slot(*kind, attr);
                }
            }
            Step::QualifiedAttr(key) => {
                if let Some(attr) = self.attribute_of(op, *key) {
                    self.attribute(attr);
                }
            }
            Step::If { anchors, present, steps } => {
                if anchors.iter().any(|&anchor| self.is_present(def, op, anchor)) == *present {
                    self.steps(def, op, steps);
                }
            }
            Step::StrippedType(place, mnemonic) => self.stripped_type(def, op, *place, mnemonic),
            Step::Type(place) => self.type_at(def, op, *place),
            Step::ResultTypes => {
                let types = self.result_types(op);
                self.attrs.types.write_list(&mut self.out, types);
            }
            Step::OperandTypes => self.types_of(body.operands(op)),
            Step::FunctionalType => self.functional_type(body.operands(op), op),
            Step::Successor(index) => self.successor(op, usize::from(*index)),
            Step::FunctionalTypeOf(operands, results) => self.functional_type_of(def, op, *operands, *results),
            Step::AttrDict => self.optional_attr_dict(op),
            Step::AttrDictWithKeyword => self.optional_attr_dict_with_keyword(op),
            Step::Properties(keys) => self.properties_by_name(op, keys),
            Step::PropDict(written) => self.property_dictionary(op, written),
            Step::IndexList(group, key) => {
                let (numbers, operands) = (self.numbers_of(op, *key), self.group(def, op, *group));
                self.text("[");
                print_mixed(self, numbers, operands, DYNAMIC);
                self.text("]");
            }
            Step::Region(index) => self.enter(op, |printer, regions| {
                match regions.get(usize::from(*index)) {
                    Some(&region) => printer.region_of(def, region),
                    // An isolated operation has no body where its regions have no blocks.
                    None => printer.empty_region(),
                }
            }),
            Step::Regions => self.enter(op, |printer, regions| {
                for (i, &region) in regions.iter().enumerate() {
                    printer.text(if i > 0 { ", " } else { "" });
                    printer.region_of(def, region);
                }
            }),
            Step::Custom(directive) => directive.print(self, op),
        }
    }

    /// Writes the properties in `<{...}>`. Upstream writes the space before them where there are none, too.
    fn property_dictionary(&mut self, op: Op, written: &[Str]) {
        let start = self.out.len();
        self.properties(op, written);
        if self.out.len() == start {
            self.text(" ");
        }
    }

    /// The attribute that is written where an operation stores none of a kind.
    fn default_of(&self, kind: SlotKind) -> Option<Attr> {
        match kind {
            SlotKind::DialectAttr { dialect, empty, .. } | SlotKind::DialectEnum { dialect, empty, .. } => {
                (!empty.is_empty()).then(|| self.shared.ctx.opaque_attr(dialect, empty))
            }
            _ => None,
        }
    }

    fn empty_region(&mut self) {
        self.text("{");
        self.new_line();
        self.text("}");
    }

    /// Appends the types of an operand or result group.
    fn type_at(&mut self, def: &PrinterDef, op: Op, place: Place) {
        let types = match place {
            Place::Operand(group) => return self.types_of(self.group(def, op, group)),
            Place::Result(group) if def.op_def.results.len() > 1 => self.result_group(def, op, group),
            Place::Result(_) => self.result_types(op),
        };
        self.attrs.types.write_list(&mut self.out, types);
    }

    /// Appends a type, without its dialect and mnemonic where parameters follow.
    fn stripped_type(&mut self, def: &PrinterDef, op: Op, place: Place, mnemonic: &str) {
        let start = self.out.len();
        self.type_at(def, op, place);
        let written = self.out.get(start..).unwrap_or_default();
        let dialect = if mnemonic.contains('.') { "!" } else { "!llvm." };
        let stripped = written.strip_prefix(dialect).and_then(|ty| ty.strip_prefix(mnemonic));
        if let Some(stripped) = stripped.filter(|ty| ty.starts_with('<')) {
            let end = start + written.len() - stripped.len();
            self.out.replace_range(start..end, "");
        }
    }

    /// Appends `(types) -> types` of some of the operands and results.
    fn functional_type_of(&mut self, def: &PrinterDef, op: Op, operands: TypesOf, results: TypesOf) {
        self.text("(");
        self.types_of(match operands {
            TypesOf::All => self.scope.body.operands(op),
            TypesOf::Group(group) => self.group(def, op, group),
        });
        self.text(") -> ");
        let types = match results {
            TypesOf::All => self.result_types(op),
            TypesOf::Group(group) => self.result_group(def, op, group),
        };
        self.results(&types);
    }

    /// Whether what decides about optional elements is there.
    fn is_present(&self, def: &PrinterDef, op: Op, anchor: Present) -> bool {
        let body = self.scope.body;
        match anchor {
            Present::Attr(key) => self.attribute_of(op, key).is_some(),
            Present::Operand(group) => !self.group(def, op, group).is_empty(),
            Present::Result(group) => !self.result_group(def, op, group).is_empty(),
            Present::Region(index) => {
                let (of, regions) = match body.nested(op) {
                    Some(nested) => (nested, nested.regions()),
                    None => (body, body.op_regions(op)),
                };
                regions.get(usize::from(index)).is_some_and(|&region| !of.blocks(region).is_empty())
            }
        }
    }

    /// Appends ` <alignment = 4, nontemporal>` of those of the attributes that are set.
    fn properties_by_name(&mut self, op: Op, keys: &[(Str, SlotKind)]) {
        let mut before = " <";
        for &(key, kind) in keys {
            let Some(value) = self.attribute_of(op, key) else { continue };
            self.text(before);
            before = ", ";
            self.ascii(self.shared.ctx.bytes(key));
            if !matches!(kind, SlotKind::Unit) {
                self.text(" = ");
                self.slot(kind, value);
            }
        }
        if before != " <" {
            self.text(">");
        }
    }

    /// Appends an inherent attribute's value as formats spell it.
    fn slot(&mut self, kind: SlotKind, attr: Attr) {
        let OpPrinter { attrs, out, .. } = self;
        match kind {
            SlotKind::Enum(e) | SlotKind::Bits(e) => attrs.enumerated(out, e, attr),
            SlotKind::LlvmEnum(kind) => {
                // Sets of flags keep their name: `overflow<nsw>`.
                if enumeration_of(kind).is_some_and(|e| e.bits) {
                    out.push_str(kind.def().mnemonic);
                }
                attrs.stripped(out, attr);
            }
            SlotKind::Llvm(_) => attrs.stripped(out, attr),
            SlotKind::SymbolName => attrs.symbol_name(out, attr),
            SlotKind::Str => attrs.string(out, attr),
            SlotKind::DialectAttr { mnemonic, .. } => attrs.opaque_slot(out, attr, mnemonic),
            // Up to release 22 of MLIR, the word's printer writes the space that is before it in the whole attribute.
            SlotKind::DialectEnum { mnemonic, .. } => {
                if !(self.shared.has_single_spaces && out.ends_with(' ')) {
                    out.push(' ');
                }
                attrs.opaque_word(out, attr, mnemonic);
            }
            SlotKind::Bool
            | SlotKind::Int(_)
            | SlotKind::Bounded(..)
            | SlotKind::IndexInt
            | SlotKind::AnyInt
            | SlotKind::F64
            | SlotKind::Elements => {
                attrs.write_as(out, attr, TypeOf::Left);
            }
            SlotKind::DenseI32 | SlotKind::DenseI64 => match attrs.ctx.attr_data(attr) {
                AttrData::DenseArray { element, values } => {
                    out.push('[');
                    attrs.dense_array_values(out, *element, values);
                    out.push(']');
                }
                _ => attrs.write(out, attr),
            },
            SlotKind::Unit
            | SlotKind::Type
            | SlotKind::SymbolRef
            | SlotKind::Array
            | SlotKind::Any
            | SlotKind::Constrained(_) => {
                attrs.write(out, attr);
            }
        }
    }

    /// The types of a group of results.
    fn result_group(&self, def: &PrinterDef, op: Op, group: u8) -> ResultTypes {
        let types = self.result_types(op);
        let sizes = self.attribute_of(op, names::RESULT_SEGMENT_SIZES).filter(|_| def.op_def.stores_result_segments());
        let groups = def.op_def.result_groups(types.len(), sizes.and_then(|sizes| self.shared.ctx.dense_array(sizes)));
        let range = groups.get(usize::from(group)).cloned().unwrap_or(0..0);
        types.get(range).map(ResultTypes::from_slice).unwrap_or_default()
    }

    /// Appends a region. The terminator that readers put there is left out.
    fn region_of(&mut self, def: &PrinterDef, region: Region) {
        let omit_terminator = implicit_terminator(def.op_def, self.scope.body, region).is_some();
        self.region(region, RegionStyle { entry_label: true, omit_terminator, ..RegionStyle::default() });
    }
}
