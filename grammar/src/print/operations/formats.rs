//! Custom forms that the operation table holds in pieces, and the directives among the pieces.

use irtrip_dialect::attributes::well_known as attributes;
use irtrip_dialect::names;
use irtrip_dialect::ops::{Arity, Directive, Place, SlotKind};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, AttrData, Op, Signedness};

use super::OpPrinter;
use super::rows::{Row, Step};
use crate::print::attributes::TypeOf;
use crate::print::attributes::llvm::enumeration_of;
use crate::print::text::push_int;

/// A `getelementptr` index that is an operand.
const DYNAMIC_INDEX: i64 = i32::MIN as i64;

impl OpPrinter<'_> {
    /// Appends the pieces of a custom form.
    pub(crate) fn steps(&mut self, row: &Row, op: Op, steps: &[Step]) {
        for step in steps {
            self.step(row, op, step);
        }
    }

    fn step(&mut self, row: &Row, op: Op, step: &Step) {
        let body = self.scope.body;
        match step {
            Step::Text(text) => self.text(text),
            Step::Operand(group) => {
                let values = self.group(row, op, *group);
                self.values(values);
            }
            Step::Operands => self.values(body.operands(op)),
            Step::Attr(key, kind) => {
                if let Some(attr) = self.attr_of(op, *key) {
                    self.slot(*kind, attr);
                }
            }
            Step::QualifiedAttr(key) => {
                if let Some(attr) = self.attr_of(op, *key) {
                    self.attr(attr);
                }
            }
            Step::Keyword(key, text) => {
                if self.attr_of(op, *key).is_some() {
                    self.text(text);
                }
            }
            Step::IfAttr(key, steps) => {
                if self.attr_of(op, *key).is_some() {
                    self.steps(row, op, steps);
                }
            }
            Step::IfOperand(group, steps) => {
                if !self.group(row, op, *group).is_empty() {
                    self.steps(row, op, steps);
                }
            }
            Step::Type(Place::Operand(group)) => {
                let values = self.group(row, op, *group);
                self.types_of(values);
            }
            Step::Type(Place::Result(group)) if row.def.results.len() > 1 => {
                let types = self.result_group(row, op, *group);
                self.attrs.types.write_list(&mut self.out, types);
            }
            Step::Type(Place::Result(_)) | Step::ResultTypes => {
                let types = self.result_types(op);
                self.attrs.types.write_list(&mut self.out, types);
            }
            Step::OperandTypes => self.types_of(body.operands(op)),
            Step::FunctionalType => self.functional_type(body.operands(op), op),
            Step::Successor(index) => {
                if let Some(successor) = body.successors(op).get(usize::from(*index)) {
                    self.successor(op, usize::from(*index), successor);
                }
            }
            Step::AttrDict => self.attr_dict(row, op, false),
            Step::PropDict(written) => self.properties(row, op, written),
            Step::IfResult(group, steps) => {
                if !self.result_group(row, op, *group).is_empty() {
                    self.steps(row, op, steps);
                }
            }
            Step::IfRegion(index, steps) => {
                let region = body.op_regions(op).get(usize::from(*index));
                if region.is_some_and(|&region| !body.blocks(region).is_empty()) {
                    self.steps(row, op, steps);
                }
            }
            Step::IndexList(group, key) => self.index_list(row, op, (*group, *key)),
            Step::Region(index) => self.enter(op, |printer, regions| {
                if let Some(&region) = regions.get(usize::from(*index)) {
                    printer.region_of(row, region);
                }
            }),
            Step::Regions => self.enter(op, |printer, regions| {
                for (i, &region) in regions.iter().enumerate() {
                    if i > 0 {
                        printer.text(", ");
                    }
                    printer.region_of(row, region);
                }
            }),
            Step::Custom(directive) => self.directive(row, op, *directive),
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
            SlotKind::Foreign { mnemonic, .. } => attrs.foreign_body(out, attr, mnemonic),
            SlotKind::ForeignWord { mnemonic, .. } => attrs.foreign_word(out, attr, mnemonic),
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

    fn directive(&mut self, row: &Row, op: Op, directive: Directive) {
        let _body = self.scope.body;
        match directive {
            Directive::GepIndices => self.gep_indices(row, op),
            Directive::SwitchCases => self.switch_cases(op),
            Directive::IndirectBrSuccessors => self.indirectbr_successors(op),
            Directive::AggregateElementType | Directive::ShuffleType => {}
            // Upstream leaves the space where the attribute is there and empty.
            Directive::OpBundles if self.bundle_count(op) == 0 => {}
            Directive::OpBundles => self.op_bundles(row, op),
            Directive::Linkage => self.linkage(op),
            Directive::TypeOfValue => {}
            Directive::ConditionType => self.condition_type(row, op),
            Directive::CalleeType => {
                let callee = self.group(row, op, 0);
                self.types_of(callee);
            }
            Directive::CasesWithDefault => self.cases_with_default(op),
            Directive::TypeAndInitialValue => self.type_and_initial_value(op),
            Directive::Permutation => self.permutation(op),
            Directive::Prefetch => self.prefetch(op),
            Directive::RegionCases { default } => self.region_cases(row, op, default),
            Directive::ArrowList => {
                let types = self.result_types(op);
                if !types.is_empty() {
                    self.text(" -> (");
                    self.attrs.types.write_list(&mut self.out, types);
                    self.text(")");
                }
            }
            Directive::ArrowTypes => {
                let types = self.result_types(op);
                if !types.is_empty() {
                    self.text(" -> ");
                    self.attrs.types.write_results(&mut self.out, &types);
                }
            }
        }
    }

    /// Appends the linkage's name.
    pub(crate) fn linkage(&mut self, op: Op) {
        let linkage = self.attr_of(op, names::LINKAGE).unwrap_or(attributes::FALSE);
        self.attrs.enumerated(&mut self.out, irtrip_dialect::enums::Linkage::TABLE, linkage);
    }

    /// `%i, 0, 1`
    fn gep_indices(&mut self, row: &Row, op: Op) {
        let ctx = self.shared.ctx;
        let constants = self.attr_of(op, names::RAW_CONSTANT_INDICES).and_then(|a| ctx.dense_array(a));
        let mut dynamic = self.group(row, op, 1).iter();
        for (i, &index) in constants.unwrap_or_default().iter().enumerate() {
            if i > 0 {
                self.text(", ");
            }
            match dynamic.as_slice().first() {
                Some(&value) if index == DYNAMIC_INDEX => {
                    dynamic.next();
                    self.value(value);
                }
                _ => push_int(&mut self.out, index),
            }
        }
    }

    /// The cases of a `switch`, one a line.
    fn switch_cases(&mut self, op: Op) {
        let body = self.scope.body;
        self.text("[");
        self.new_line();
        let cases = body.successors(op).get(1..).unwrap_or_default();
        let values = self.attr_of(op, names::CASE_VALUES);
        if let Some(values) = values {
            let values = self.case_values(values, Signedness::Signed);
            for (i, (value, successor)) in values.iter().zip(cases).enumerate() {
                if i > 0 {
                    self.text(",");
                    self.new_line();
                }
                self.text("  ");
                self.text(value);
                self.text(": ");
                self.successor(op, i + 1, successor);
            }
            self.new_line();
        }
        self.text("]");
    }

    /// ` vector<4xi1>,`, unless the condition is `i1`.
    fn condition_type(&mut self, row: &Row, op: Op) {
        let condition = self.group(row, op, 0);
        if condition.iter().any(|&value| self.scope.body.value_type(value) != types::I1) {
            self.text(" ");
            self.types_of(condition);
            self.text(",");
        }
    }

    /// The cases of a `cf.switch`, the default first, one a line.
    fn cases_with_default(&mut self, op: Op) {
        self.text("[");
        self.new_line();
        let successors = self.scope.body.successors(op);
        let values = self
            .attr_of(op, names::CASE_VALUES)
            .map(|values| self.case_values(values, Signedness::Unsigned))
            .unwrap_or_default();
        let labels = std::iter::once("default").chain(values.iter().map(String::as_str));
        for (i, (label, successor)) in labels.zip(successors).enumerate() {
            if i > 0 {
                self.text(",");
                self.new_line();
            }
            self.text("  ");
            self.text(label);
            self.text(": ");
            self.successor(op, i, successor);
        }
        // Upstream ends the list where it stands if there is the default alone.
        if !values.is_empty() {
            self.new_line();
        }
        self.text("]");
    }

    /// The elements of a dense attribute as text.
    fn case_values(&self, values: Attr, sign: Signedness) -> Vec<String> {
        let ctx = self.shared.ctx;
        let AttrData::Dense { ty, data, splat } = ctx.attr_data(values) else { return Vec::new() };
        crate::print::attributes::dense::numbers(ctx, *ty, data, *splat, sign)
    }

    /// The successors of an `indirectbr`, one a line.
    fn indirectbr_successors(&mut self, op: Op) {
        let body = self.scope.body;
        self.text("[");
        let successors = body.successors(op);
        for (i, successor) in successors.iter().enumerate() {
            if i > 0 {
                self.text(",");
            }
            self.new_line();
            self.successor(op, i, successor);
        }
        if !successors.is_empty() {
            self.new_line();
        }
        self.text("]");
    }

    /// How many operand bundles an operation has.
    pub(crate) fn bundle_count(&self, op: Op) -> usize {
        self.counts(op, "op_bundle_sizes").len()
    }

    /// `["tag"(%a, %b : T, U), "tag2"()]`
    pub(crate) fn op_bundles(&mut self, row: &Row, op: Op) {
        let ctx = self.shared.ctx;
        let place = row.def.operands.iter().position(|s| matches!(s.arity, Arity::VariadicOfVariadic(_)));
        let mut operands = place.map_or(&[][..], |place| self.group(row, op, place as u8));
        let tags = self.attr_of(op, names::OP_BUNDLE_TAGS).map_or(&[][..], |a| ctx.items(a));
        self.text("[");
        for (i, size) in self.counts(op, "op_bundle_sizes").into_iter().enumerate() {
            if i > 0 {
                self.text(", ");
            }
            if let Some(&tag) = tags.get(i) {
                self.attrs.string(&mut self.out, tag);
            }
            let (bundle, rest) = operands.split_at(size.min(operands.len()));
            operands = rest;
            self.text("(");
            if !bundle.is_empty() {
                self.values(bundle);
                self.text(" : ");
                self.types_of(bundle);
            }
            self.text(")");
        }
        self.text("]");
    }
}
