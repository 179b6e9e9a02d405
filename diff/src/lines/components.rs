//! Takes a line apart into components (an operand, an attribute, a result type, ...), each with a category and a hash,
//! so that two lines are compared component by component.

use irtrip_dialect::metadata::NodeId;
use irtrip_dialect::names::{IRTRIP_BLOCK_NAME, IRTRIP_ENTRY, IRTRIP_NAME, IRTRIP_RECORDS, VALUE};
use irtrip_dialect::{Attr, AttrData, Block, ContextDialects, Op, OpName, OpNameDefinition, Str, Type, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::category::{self, Category};
use crate::difference::{Difference, LinePart, Subject};
use crate::lines::alignment::MatchedIds;
use crate::lines::listing::{Line, Listing};
use crate::lines::numbered::{NUMBERS, NumberedValues};
use crate::lines::value_names::ValueNames;
use crate::printer::Printer;
use crate::structural_hash::global_value::constant_hash;
use crate::structural_hash::value_numbering::constant_of;
use crate::structural_hash::{HashBuilder, NAMES, StructuralHash, StructuralHasher};

/// How deep the attribute of debug records nests: the records, one of them, its arguments, one of them, the list that it is,
/// and a value in that.
const DEEPEST_RECORD: usize = 6;

/// One component of a line.
pub(crate) struct Component {
    category: Category,
    /// What it is, the same on both sides.
    what: String,
    key: StructuralHash,
    content: Content,
    site: LinePart,
    subject: Subject,
}

impl Component {
    /// A difference in it.
    fn difference(&self, category: Category, a: Option<String>, b: Option<String>) -> Difference {
        let difference = Difference::new(category, self.what.clone(), a, b).about(self.subject.clone());
        Difference { site: self.site, ..difference }
    }
}

/// Its content, to be printed.
enum Content {
    Name(OpName),
    Entry(Option<OpName>, Str, Attr),
    Node(NodeId),
    Value(usize, Value),
    Type(Type),
    Block(usize, Block),
    Text(String),
}

/// One side of a comparison of lines.
pub(crate) struct Sided<'s, 'k, 'a> {
    pub listing: &'s Listing<'a>,
    pub hasher: &'k mut StructuralHasher<'a>,
    pub ids: &'s MatchedIds,
    pub names: &'s ValueNames,
    /// Whether names count.
    pub named: bool,
    /// Nodes that differ from their counterparts, and are shown where they are attached.
    pub changed: &'s FxHashSet<NodeId>,
    /// The values that are referred to by number.
    pub numbered: &'s NumberedValues,
}

impl<'a> Sided<'_, '_, 'a> {
    /// The components of a line.
    pub fn components(&mut self, line: Line) -> Vec<Component> {
        let mut out = Vec::new();
        match line {
            Line::Header => self.head(&mut out),
            Line::Attribute(key, value) => self.entry(self.listing.name(), key, value, &mut out),
            Line::Attachment(kind, node, nth) => self.attachment(kind, node, nth, "", &mut out),
            Line::Block(body, block) => self.block(body, block, &mut out),
            Line::Op(body, op) => self.operation(body, op, &mut out),
        }
        out
    }

    fn push_text(&self, out: &mut Vec<Component>, category: Category, what: String, text: String) {
        let key = HashBuilder::hash_bytes(text.as_bytes());
        self.push(out, category, what, key, Content::Text(text));
    }

    fn push(&self, out: &mut Vec<Component>, category: Category, what: String, key: StructuralHash, content: Content) {
        out.push(Component { category, what, key, content, site: LinePart::Line, subject: Subject::Other });
    }

    /// Places the components since the one with this index.
    fn place(out: &mut [Component], since: usize, site: LinePart) {
        out.iter_mut().skip(since).for_each(|component| component.site = site);
    }

    /// As [`Sided::push`], for a component that is an attribute of this name.
    fn push_attribute(
        &self,
        out: &mut Vec<Component>,
        category: Category,
        name: Str,
        key: StructuralHash,
        content: Content,
    ) {
        let (what, subject) = (self.listing.side.ctx.text(name).into_owned(), Subject::Attribute(name));
        out.push(Component { category, what, key, content, site: LinePart::Line, subject });
    }

    fn head(&mut self, out: &mut Vec<Component>) {
        let ctx = self.listing.side.ctx;
        let name = self.listing.name();
        let key = self.hasher.op_name(name);
        self.push(out, Category::Global, "kind".into(), key, Content::Name(name));
        let symbol = crate::lines::global_values::symbol(self.listing.side, self.listing.global_value);
        if let Some(symbol) = symbol.filter(|_| self.hasher.symbols.is_none()) {
            let text = format!("@{}", ctx.text(symbol));
            self.push_text(out, Category::Global, "name".into(), text);
        }
        self.preserved_names(self.listing.dictionary(), out);
    }

    fn entry(&mut self, name: OpName, key: Str, value: Attr, out: &mut Vec<Component>) {
        let text = self.listing.side.ctx.text(key);
        let category = category::of_attribute(name, key, &text);
        let hash = self.attr_hash(value);
        self.push_attribute(out, category, key, hash, Content::Entry(Some(name), key, value));
    }

    /// The hash of an attribute and the nodes that it refers to.
    fn attr_hash(&mut self, attr: Attr) -> StructuralHash {
        let known = self.hasher.attr(attr);
        let mut hash = HashBuilder::new();
        hash.add_u128(known.hash);
        for &node in known.nodes.iter() {
            hash.add_u128(self.node_hash(node, false));
        }
        hash.finish()
    }

    /// Debug records before an instruction that are no operations.
    fn records(&mut self, index: usize, records: Attr, out: &mut Vec<Component>) {
        let mut hash = HashBuilder::new();
        self.record(index, records, 0, &mut hash);
        let content = Content::Entry(None, IRTRIP_RECORDS, records);
        self.push_attribute(out, Category::DebugInfo, IRTRIP_RECORDS, hash.finish(), content);
    }

    /// Hashes a debug record, or a part of one: a value by what its number stands for.
    fn record(&mut self, index: usize, attr: Attr, depth: usize, hash: &mut HashBuilder) {
        let ctx = self.listing.side.ctx;
        let value = |number: Attr| self.numbered.get(&(index, ctx.int_value(number)?)).copied();
        match ctx.attr_data(attr) {
            AttrData::Array(items) if depth < DEEPEST_RECORD => {
                hash.add_u64(items.len() as u64);
                items.iter().for_each(|item| self.record(index, *item, depth + 1, hash));
            }
            AttrData::Dictionary(entries) if depth < DEEPEST_RECORD => {
                if let Some(value) = ctx.entry(attr, VALUE).and_then(value) {
                    hash.add_u128(self.value_hash(index, value));
                } else if entries.iter().any(|(_, value)| matches!(ctx.attr_data(*value), AttrData::Array(_))) {
                    for &(key, value) in entries.iter() {
                        hash.add_bytes(ctx.bytes(key));
                        self.record(index, value, depth + 1, hash);
                    }
                } else {
                    hash.add_u128(self.attr_hash(attr));
                }
            }
            _ => hash.add_u128(self.attr_hash(attr)),
        }
    }

    /// The hash of a value: of a constant, or of what corresponds to the value.
    fn value_hash(&mut self, index: usize, value: Value) -> StructuralHash {
        let body = self.listing.bodies[index];
        match constant_of(body, value) {
            Some(op) => constant_hash(self.hasher, body, op, value),
            None => self.ids.value(index, value),
        }
    }

    fn node_hash(&mut self, node: NodeId, attached: bool) -> StructuralHash {
        let Some(metadata) = self.hasher.metadata else { return 0 };
        if attached && self.changed.contains(&node) {
            return metadata.shallow_hash(self.hasher, node);
        }
        metadata.hash(node)
    }

    fn attachment(&mut self, kind: Str, node: NodeId, nth: usize, of: &str, out: &mut Vec<Component>) {
        let text = self.listing.side.ctx.text(kind);
        let category = category::of_attachment(&text);
        let what = if nth > 0 { format!("{of}!{text} #{nth}") } else { format!("{of}!{text}") };
        let key = self.node_hash(node, true);
        self.push(out, category, what, key, Content::Node(node));
    }

    fn block(&mut self, index: usize, block: Block, out: &mut Vec<Component>) {
        let body = self.listing.bodies[index];
        for (i, &arg) in body.block_args(block).iter().enumerate() {
            let since = out.len();
            let ty = body.value_type(arg);
            let key = self.hasher.ty(ty);
            self.push(out, Category::Phi, format!("argument #{i}"), key, Content::Type(ty));
            let (flags, attachments) = self.hasher.phi(body, self.listing.function(), block, i);
            if let Some(flags) = flags {
                let key = self.hasher.attr(flags).hash;
                let content = Content::Entry(None, irtrip_dialect::names::IRTRIP_FLAGS, flags);
                self.push(out, Category::Flag, format!("flags of argument #{i}"), key, content);
            }
            for (nth, &(kind, node)) in attachments.iter().enumerate() {
                self.attachment(kind, node, 0, &format!("argument #{i}, {nth}: "), out);
            }
            self.value_name(index, arg, i, out);
            Self::place(out, since, LinePart::Argument(i));
        }
        if self.named {
            let name = body.block_name(block).map(|n| self.listing.side.ctx.text(n).into_owned()).unwrap_or_default();
            self.push_text(out, Category::Name, "name".into(), name);
        }
    }

    fn value_name(&self, index: usize, value: Value, nth: usize, out: &mut Vec<Component>) {
        if self.named {
            let name = self.listing.bodies[index].value(value).name;
            let name = name.map(|n| self.listing.side.ctx.text(n).into_owned()).unwrap_or_default();
            self.push_text(out, Category::Name, format!("name #{nth}"), name);
        }
    }

    fn operation(&mut self, index: usize, op: Op, out: &mut Vec<Component>) {
        let (body, ctx) = (self.listing.bodies[index], self.listing.side.ctx);
        let name = body.name(op);
        let key = self.hasher.op_name(name);
        self.push(out, category::of_operation(name), "operation".into(), key, Content::Name(name));
        let attachments = self.listing.attachments(self.hasher, index, op);
        for &(key, value) in ctx.entries(body.attrs(op)) {
            if key == IRTRIP_RECORDS {
                self.records(index, value, out);
            } else if !NUMBERS.contains(&key) && self.hasher.is_compared_with(&attachments, key, value) {
                self.entry(name, key, value, out);
            }
        }
        self.preserved_names(body.attrs(op), out);
        let debug = name.def().is_some_and(|def| def.llvm.is_debug_record());
        for (i, &value) in body.operands(op).iter().enumerate() {
            let category = if debug { Category::DebugInfo } else { Category::Operand };
            self.value(index, value, category, format!("operand #{i}"), LinePart::Operand(i), out);
        }
        for (i, successor) in body.successors(op).iter().enumerate() {
            let key = self.ids.block(index, successor.block);
            let (content, since) = (Content::Block(index, successor.block), out.len());
            self.push(out, Category::ControlFlow, format!("successor #{i}"), key, content);
            Self::place(out, since, LinePart::Successor(i));
            for (j, &value) in body.successor_args(successor).iter().enumerate() {
                let site = LinePart::Passed { successor: i, argument: j };
                self.value(index, value, Category::Phi, format!("successor #{i} passes #{j}"), site, out);
            }
        }
        for (i, result) in body.results(op).enumerate() {
            let ty = body.value_type(result);
            let key = self.hasher.ty(ty);
            self.push(out, Category::Type, format!("result #{i}"), key, Content::Type(ty));
            self.value_name(index, result, i, out);
        }
        let mut nth = 0;
        for (i, &(kind, node)) in attachments.iter().enumerate() {
            nth = if i > 0 && attachments.get(i - 1).is_some_and(|a| a.0 == kind) { nth + 1 } else { 0 };
            self.attachment(kind, node, nth, "", out);
        }
    }

    fn value(
        &mut self,
        index: usize,
        value: Value,
        category: Category,
        what: String,
        site: LinePart,
        out: &mut Vec<Component>,
    ) {
        let since = out.len();
        let key = self.value_hash(index, value);
        self.push(out, category, what, key, Content::Value(index, value));
        Self::place(out, since, site);
    }

    /// ValueNames that MLIR's syntax has no room for.
    fn preserved_names(&mut self, dictionary: Attr, out: &mut Vec<Component>) {
        let ctx = self.listing.side.ctx;
        if self.named {
            for name in NAMES.iter().filter(|n| [IRTRIP_NAME, IRTRIP_BLOCK_NAME, IRTRIP_ENTRY].contains(n)) {
                if let Some(value) = ctx.entry(dictionary, *name) {
                    let key = self.hasher.attr(value).hash;
                    let content = Content::Entry(None, *name, value);
                    self.push_attribute(out, Category::Name, *name, key, content);
                }
            }
        }
    }

    /// The text of a component.
    fn show(&mut self, component: &Component) -> String {
        let mut out = String::new();
        let ctx = self.listing.side.ctx;
        let mut printer = Printer::new(self.hasher);
        match &component.content {
            Content::Name(name) => out.push_str(&ctx.op_name_str(*name)),
            Content::Entry(name, key, value) => out = printer.value(*name, *key, *value),
            Content::Node(node) => printer.node(*node, 1, &mut out),
            Content::Value(index, value) => out = self.listing.operand(*index, *value, &mut printer, self.names),
            Content::Type(ty) => printer.ty(*ty, &mut out),
            Content::Block(index, block) => out.push_str(self.names.block(*index, *block)),
            Content::Text(text) => out.push_str(text),
        }
        out
    }
}

/// How two listing that are one another's differ.
pub(crate) fn differences(a: &mut Sided, line_a: Line, b: &mut Sided, line_b: Line) -> Vec<Difference> {
    let (of_a, of_b) = (a.components(line_a), b.components(line_b));
    let by_what: FxHashMap<&str, &Component> = of_b.iter().map(|f| (f.what.as_str(), f)).collect();
    let in_a: FxHashSet<&str> = of_a.iter().map(|f| f.what.as_str()).collect();
    let mut found = Vec::new();
    for component in &of_a {
        let other = by_what.get(component.what.as_str());
        if other.is_some_and(|o| o.key == component.key) {
            continue;
        }
        let (text_a, text_b) = (a.show(component), other.map(|o| b.show(o)));
        let category = other.map_or(component.category, |other| value_category(component, other, a, b));
        found.push(component.difference(category, Some(text_a), text_b));
    }
    for component in of_b.iter().filter(|f| !in_a.contains(f.what.as_str())) {
        let value = b.show(component);
        found.push(component.difference(component.category, None, Some(value)));
    }
    found
}

/// Two constants that differ by their types alone differ by type.
fn value_category(a: &Component, b: &Component, sided_a: &Sided, sided_b: &Sided) -> Category {
    let (Content::Value(index_a, x), Content::Value(index_b, y)) = (&a.content, &b.content) else { return a.category };
    let (body_a, body_b) = (sided_a.listing.bodies[*index_a], sided_b.listing.bodies[*index_b]);
    match (constant_of(body_a, *x), constant_of(body_b, *y)) {
        (Some(_), Some(_)) if a.category == Category::Operand => {
            let value = |s: &Sided, i: usize, v| {
                let mut hasher = StructuralHasher::new(s.listing.side.ctx, None);
                let body = s.listing.bodies[i];
                constant_of(body, v).map(|op| (hasher.op_name(body.name(op)), hasher.attr(body.attrs(op)).hash))
            };
            let types = |s: &Sided, i: usize, v| {
                StructuralHasher::new(s.listing.side.ctx, None).ty(s.listing.bodies[i].value_type(v))
            };
            let one_type = types(sided_a, *index_a, *x) == types(sided_b, *index_b, *y);
            let one_value = value(sided_a, *index_a, *x) == value(sided_b, *index_b, *y);
            if one_value && !one_type { Category::Type } else { a.category }
        }
        _ => a.category,
    }
}

/// What is on one side only, as a difference.
pub(crate) fn one_sided(listing: &Listing, line: Line, text: &str, in_a: bool) -> Difference {
    let (category, what) = match line {
        Line::Header => (Category::Global, "entity".to_owned()),
        Line::Attribute(key, _) => {
            let key_text = listing.side.ctx.text(key);
            (category::of_attribute(listing.name(), key, &key_text), key_text.into_owned())
        }
        Line::Attachment(kind, ..) => {
            let text = listing.side.ctx.text(kind);
            (category::of_attachment(&text), format!("!{text}"))
        }
        Line::Block(..) => (Category::ControlFlow, "block".to_owned()),
        Line::Op(body, op) => {
            let own = category::of_operation(listing.bodies[body].name(op));
            (if listing.is_function() { own } else { listing.category_of_body() }, "operation".to_owned())
        }
    };
    let subject = match line {
        Line::Attribute(key, _) => Subject::Attribute(key),
        _ => Subject::Other,
    };
    let value = Some(text.trim().to_owned());
    let (a, b) = if in_a { (value, None) } else { (None, value) };
    Difference::new(category, what, a, b).about(subject)
}
