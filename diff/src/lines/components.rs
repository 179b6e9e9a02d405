//! A line's components, each with a category and a key, so that two lines are compared component by component.

use irtrip_dialect::metadata::NodeId;
use irtrip_dialect::names::{IRTRIP_BLOCK_NAME, IRTRIP_ENTRY, IRTRIP_NAME};
use irtrip_dialect::{Attr, Block, Op, OpName, Str, Type, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::category::{self, Category};
use crate::difference::Difference;
use crate::keys::body::constant_key;
use crate::keys::numbering::constant_of;
use crate::keys::{Digest, Key, Keys, NAMES};
use crate::lines::align::Ids;
use crate::lines::items::{Item, Items, Names};
use crate::lines::printer::Printer;

/// One thing that a line says.
pub(crate) struct Component {
    category: Category,
    /// What it is, the same on both sides.
    what: String,
    key: Key,
    content: Content,
}

/// What it says, to be shown.
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
    pub items: &'s Items<'a>,
    pub keys: &'k mut Keys<'a>,
    pub ids: &'s Ids,
    pub names: &'s Names,
    /// Whether names count.
    pub named: bool,
    /// Nodes that say something different from their counterparts, and are shown where they are attached.
    pub changed: &'s FxHashSet<NodeId>,
}

impl<'a> Sided<'_, '_, 'a> {
    /// What an item says.
    pub fn components(&mut self, item: Item) -> Vec<Component> {
        let mut out = Vec::new();
        match item {
            Item::Head => self.head(&mut out),
            Item::Attribute(key, value) => self.entry(self.items.name(), key, value, &mut out),
            Item::Attachment(kind, node, nth) => self.attachment(kind, node, nth, "", &mut out),
            Item::Block(body, block) => self.block(body, block, &mut out),
            Item::Op(body, op) => self.operation(body, op, &mut out),
        }
        out
    }

    fn push(&self, out: &mut Vec<Component>, category: Category, what: String, key: Key, content: Content) {
        out.push(Component { category, what, key, content });
    }

    fn head(&mut self, out: &mut Vec<Component>) {
        let ctx = self.items.side.ctx;
        let name = self.items.name();
        let key = self.keys.op_name(name);
        self.push(out, Category::Global, "kind".into(), key, Content::Name(name));
        if let Some(symbol) = crate::lines::entities::symbol(self.items.side, self.items.entity) {
            let text = format!("@{}", ctx.text(symbol));
            self.push(out, Category::Global, "name".into(), text_key(&text), Content::Text(text));
        }
        self.preserved_names(self.items.dictionary(), out);
    }

    fn entry(&mut self, name: OpName, key: Str, value: Attr, out: &mut Vec<Component>) {
        let text = self.items.side.ctx.text(key);
        let category = category::of_attribute(name, key, &text);
        let known = self.keys.attr(value);
        let mut hash = Digest::new();
        hash.wide(known.key);
        for &node in known.nodes.iter() {
            hash.wide(self.node_key(node, false));
        }
        self.push(out, category, text.into_owned(), hash.key(), Content::Entry(Some(name), key, value));
    }

    fn node_key(&mut self, node: NodeId, attached: bool) -> Key {
        let Some(metadata) = self.keys.metadata else { return 0 };
        if attached && self.changed.contains(&node) {
            return metadata.shallow(self.keys, node);
        }
        metadata.key(node)
    }

    fn attachment(&mut self, kind: Str, node: NodeId, nth: usize, of: &str, out: &mut Vec<Component>) {
        let text = self.items.side.ctx.text(kind);
        let category = category::of_attachment(&text);
        let what = if nth > 0 { format!("{of}!{text} #{nth}") } else { format!("{of}!{text}") };
        let key = self.node_key(node, true);
        self.push(out, category, what, key, Content::Node(node));
    }

    fn block(&mut self, index: usize, block: Block, out: &mut Vec<Component>) {
        let body = self.items.bodies[index];
        for (i, &arg) in body.block_args(block).iter().enumerate() {
            let ty = body.value_type(arg);
            let key = self.keys.ty(ty);
            self.push(out, Category::Phi, format!("argument #{i}"), key, Content::Type(ty));
            let (flags, attachments) = self.keys.phi(body, self.items.function(), block, i);
            if let Some(flags) = flags {
                let key = self.keys.attr(flags).key;
                let content = Content::Entry(None, irtrip_dialect::names::IRTRIP_FLAGS, flags);
                self.push(out, Category::Flag, format!("flags of argument #{i}"), key, content);
            }
            for (nth, &(kind, node)) in attachments.iter().enumerate() {
                self.attachment(kind, node, 0, &format!("argument #{i}, {nth}: "), out);
            }
            self.value_name(index, arg, i, out);
        }
        if self.named {
            let name = body.block_name(block).map(|n| self.items.side.ctx.text(n).into_owned()).unwrap_or_default();
            self.push(out, Category::Name, "name".into(), text_key(&name), Content::Text(name));
        }
    }

    fn value_name(&self, index: usize, value: Value, nth: usize, out: &mut Vec<Component>) {
        if self.named {
            let name = self.items.bodies[index].value(value).name;
            let name = name.map(|n| self.items.side.ctx.text(n).into_owned()).unwrap_or_default();
            self.push(out, Category::Name, format!("name #{nth}"), text_key(&name), Content::Text(name));
        }
    }

    fn operation(&mut self, index: usize, op: Op, out: &mut Vec<Component>) {
        let (body, ctx) = (self.items.bodies[index], self.items.side.ctx);
        let name = body.name(op);
        let key = self.keys.op_name(name);
        self.push(out, category::of_operation(name), "operation".into(), key, Content::Name(name));
        let attachments = self.items.attachments(self.keys, index, op);
        for &(key, value) in ctx.entries(body.attrs(op)) {
            if self.keys.counts_beside(&attachments, key, value) {
                self.entry(name, key, value, out);
            }
        }
        self.preserved_names(body.attrs(op), out);
        let debug = name.def().is_some_and(category::is_debug);
        for (i, &value) in body.operands(op).iter().enumerate() {
            let category = if debug { Category::DebugInfo } else { Category::Operand };
            self.value(index, value, category, format!("operand #{i}"), out);
        }
        for (i, successor) in body.successors(op).iter().enumerate() {
            let key = self.ids.block(index, successor.block);
            let content = Content::Block(index, successor.block);
            self.push(out, Category::ControlFlow, format!("successor #{i}"), key, content);
            for (j, &value) in body.successor_args(successor).iter().enumerate() {
                self.value(index, value, Category::Phi, format!("successor #{i} passes #{j}"), out);
            }
        }
        for (i, result) in body.results(op).enumerate() {
            let ty = body.value_type(result);
            let key = self.keys.ty(ty);
            self.push(out, Category::Type, format!("result #{i}"), key, Content::Type(ty));
            self.value_name(index, result, i, out);
        }
        let mut nth = 0;
        for (i, &(kind, node)) in attachments.iter().enumerate() {
            nth = if i > 0 && attachments.get(i - 1).is_some_and(|a| a.0 == kind) { nth + 1 } else { 0 };
            self.attachment(kind, node, nth, "", out);
        }
    }

    fn value(&mut self, index: usize, value: Value, category: Category, what: String, out: &mut Vec<Component>) {
        let body = self.items.bodies[index];
        let key = match constant_of(body, value) {
            Some(op) => constant_key(self.keys, body, op, value),
            None => self.ids.value(index, value),
        };
        self.push(out, category, what, key, Content::Value(index, value));
    }

    /// Names that MLIR's syntax has no room for.
    fn preserved_names(&mut self, dictionary: Attr, out: &mut Vec<Component>) {
        let ctx = self.items.side.ctx;
        if self.named {
            for name in NAMES.iter().filter(|n| [IRTRIP_NAME, IRTRIP_BLOCK_NAME, IRTRIP_ENTRY].contains(n)) {
                if let Some(value) = ctx.entry(dictionary, *name) {
                    let key = self.keys.attr(value).key;
                    let content = Content::Entry(None, *name, value);
                    self.push(out, Category::Name, ctx.text(*name).into_owned(), key, content);
                }
            }
        }
    }

    /// What a component says, as text.
    fn show(&mut self, component: &Component) -> String {
        let mut out = String::new();
        let ctx = self.items.side.ctx;
        let mut shown = Printer::new(self.keys);
        match &component.content {
            Content::Name(name) => out.push_str(&ctx.op_name_str(*name)),
            Content::Entry(name, key, value) => out = shown.value(*name, *key, *value),
            Content::Node(node) => shown.node(*node, 1, &mut out),
            Content::Value(index, value) => out = self.items.operand(*index, *value, &mut shown, self.names),
            Content::Type(ty) => shown.ty(*ty, &mut out),
            Content::Block(index, block) => out.push_str(self.names.block(*index, *block)),
            Content::Text(text) => out.push_str(text),
        }
        out
    }
}

fn text_key(text: &str) -> Key {
    let mut hash = Digest::new();
    hash.bytes(text.as_bytes());
    hash.key()
}

/// How two items that are one another's differ.
pub(crate) fn differences(a: &mut Sided, item_a: Item, b: &mut Sided, item_b: Item) -> Vec<Difference> {
    let (of_a, of_b) = (a.components(item_a), b.components(item_b));
    let by_what: FxHashMap<&str, &Component> = of_b.iter().map(|f| (f.what.as_str(), f)).collect();
    let in_a: FxHashSet<&str> = of_a.iter().map(|f| f.what.as_str()).collect();
    let mut found = Vec::new();
    for component in &of_a {
        let other = by_what.get(component.what.as_str());
        if other.is_some_and(|o| o.key == component.key) {
            continue;
        }
        let (said_a, said_b) = (a.show(component), other.map(|o| b.show(o)));
        let category = other.map_or(component.category, |other| value_category(component, other, a, b));
        found.push(Difference { category, what: component.what.clone(), a: Some(said_a), b: said_b });
    }
    for component in of_b.iter().filter(|f| !in_a.contains(f.what.as_str())) {
        let value = b.show(component);
        found.push(Difference { category: component.category, what: component.what.clone(), a: None, b: Some(value) });
    }
    found
}

/// Two constants that differ by their types alone differ by type.
fn value_category(a: &Component, b: &Component, sided_a: &Sided, sided_b: &Sided) -> Category {
    let (Content::Value(index_a, x), Content::Value(index_b, y)) = (&a.content, &b.content) else { return a.category };
    let (body_a, body_b) = (sided_a.items.bodies[*index_a], sided_b.items.bodies[*index_b]);
    match (constant_of(body_a, *x), constant_of(body_b, *y)) {
        (Some(_), Some(_)) if a.category == Category::Operand => {
            let value = |s: &Sided, i: usize, v| {
                let mut keys = Keys::new(s.items.side.ctx, None);
                let body = s.items.bodies[i];
                constant_of(body, v).map(|op| (keys.op_name(body.name(op)), keys.attr(body.attrs(op)).key))
            };
            let types = |s: &Sided, i: usize, v| Keys::new(s.items.side.ctx, None).ty(s.items.bodies[i].value_type(v));
            let one_type = types(sided_a, *index_a, *x) == types(sided_b, *index_b, *y);
            let one_value = value(sided_a, *index_a, *x) == value(sided_b, *index_b, *y);
            if one_value && !one_type { Category::Type } else { a.category }
        }
        _ => a.category,
    }
}

/// What stands on one side only, as a difference.
pub(crate) fn one_sided(items: &Items, item: Item, text: &str, in_a: bool) -> Difference {
    let (category, what) = match item {
        Item::Head => (Category::Global, "entity".to_owned()),
        Item::Attribute(key, _) => {
            let key_text = items.side.ctx.text(key);
            (category::of_attribute(items.name(), key, &key_text), key_text.into_owned())
        }
        Item::Attachment(kind, ..) => {
            let text = items.side.ctx.text(kind);
            (category::of_attachment(&text), format!("!{text}"))
        }
        Item::Block(..) => (Category::ControlFlow, "block".to_owned()),
        Item::Op(body, op) => {
            let own = category::of_operation(items.bodies[body].name(op));
            (if items.is_function() { own } else { items.category_of_lines() }, "operation".to_owned())
        }
    };
    let value = Some(text.trim().to_owned());
    if in_a {
        Difference { category, what, a: value, b: None }
    } else {
        Difference { category, what, a: None, b: value }
    }
}
