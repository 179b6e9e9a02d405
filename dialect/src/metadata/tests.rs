use super::*;
use crate::attributes::well_known as attrs;
use crate::body::{Module, NewOp};
use crate::context::{Attr, Context, Str};
use crate::names::*;
use crate::ops;
use crate::registry::OpName;
use crate::types::well_known as types;

/// A function's instructions, each with its attachments, and the module's named metadata.
#[derive(Default)]
struct Source {
    instructions: Vec<(OpName, Vec<(&'static str, NodeId)>)>,
    function: Vec<(&'static str, NodeId)>,
    named: Vec<(&'static str, Vec<NodeId>)>,
}

fn import(ctx: &Context, graph: &MetadataGraph, source: &Source) -> (Module, Vec<Attr>) {
    let named: Vec<(Str, Vec<Operand>)> = source
        .named
        .iter()
        .map(|(name, nodes)| (ctx.str(name), nodes.iter().map(|n| Operand::Node(graph.canonical(*n))).collect()))
        .collect();
    let import = MetadataImport::new(ctx, graph, &named);
    let list = |l: &[(&str, NodeId)]| -> Vec<(Str, NodeId)> { l.iter().map(|(k, n)| (ctx.str(k), *n)).collect() };
    let attached: Vec<Entries> = source
        .instructions
        .iter()
        .map(|(op, attached)| import.attach(Target::Instruction(*op), &list(attached)))
        .collect();
    let mut module = Module::new();
    let mut body = crate::Body::new();
    let region = body.append_region();
    let block = body.new_block();
    body.append_block(region, block);
    let mut dictionaries = Vec::new();
    for ((name, attachments), mut entries) in source.instructions.iter().zip(attached) {
        for (_, node) in attachments.iter().filter(|a| a.0 == "llvm.loop") {
            entries.extend(import.loop_id(*node).map(|id| (IRTRIP_LOOP_ID, id)));
        }
        let dictionary = ctx.dictionary(&entries);
        dictionaries.push(dictionary);
        body.append(block, NewOp { attrs: dictionary, ..NewOp::new(*name) }, &[]);
    }
    let mut entries = import.attach(Target::Function, &list(&source.function));
    entries.push((SYM_NAME, ctx.string_attr("f")));
    let function = NewOp { attrs: ctx.dictionary(&entries), ..NewOp::new(ops::global_values::FUNC) };
    let top = module.block;
    let function = module.body.append(top, function, &[]);
    module.body.set_nested(function, body);
    for (name, attrs) in import.module_ops() {
        module.body.append(top, NewOp { attrs, ..NewOp::new(name) }, &[]);
    }
    module.attrs = ctx.dictionary(&import.module_entries());
    (module, dictionaries)
}

/// A node as text, each node numbered where it is first met.
fn spell(ctx: &Context, graph: &MetadataGraph, id: NodeId, numbers: &mut Vec<NodeId>, out: &mut String) {
    let id = graph.canonical(id);
    if let Some(n) = numbers.iter().position(|n| *n == id) {
        out.push_str(&format!("!{n} "));
        return;
    }
    numbers.push(id);
    let node = graph.node(id);
    out.push_str(&format!("!{}{}(", numbers.len() - 1, if node.is_distinct() { " distinct" } else { "" }));
    match node {
        Node::Tuple { operands, .. } => operands.iter().for_each(|o| spell_operand(ctx, graph, o, numbers, out)),
        Node::Specialised { .. } | Node::Location(_) => {
            let (name, fields) = node.named_fields().unwrap();
            out.push_str(&ctx.text(name));
            for (name, field) in fields.iter() {
                out.push_str(&format!(" {}:", ctx.text(*name)));
                match field {
                    Field::Operand(operand) => spell_operand(ctx, graph, operand, numbers, out),
                    Field::List(list) => list.iter().for_each(|o| spell_operand(ctx, graph, o, numbers, out)),
                    other => out.push_str(&format!("{other:?}")),
                }
            }
        }
    }
    out.push_str(") ");
}

fn spell_operand(ctx: &Context, graph: &MetadataGraph, o: &Operand, numbers: &mut Vec<NodeId>, out: &mut String) {
    match o {
        Operand::Node(id) => spell(ctx, graph, *id, numbers, out),
        other => out.push_str(&format!("{other:?} ")),
    }
}

/// Everything attached, as text that tells nodes apart.
fn before(ctx: &Context, graph: &MetadataGraph, source: &Source) -> String {
    let (mut out, mut numbers) = (String::new(), Vec::new());
    let instructions = source.instructions.iter().map(|i| &i.1);
    for attached in instructions.chain([&source.function]).chain(&source.named.iter().map(named).collect::<Vec<_>>()) {
        for (kind, node) in attached {
            out.push_str(kind);
            spell(ctx, graph, *node, &mut numbers, &mut out);
        }
        out.push('\n');
    }
    out
}

fn named(named: &(&'static str, Vec<NodeId>)) -> Vec<(&'static str, NodeId)> {
    named.1.iter().map(|n| (named.0, *n)).collect()
}

fn after(ctx: &Context, module: &Module) -> String {
    let export = MetadataExport::new(ctx, module);
    let (mut out, mut numbers) = (String::new(), Vec::new());
    let function = module.ops().next().unwrap();
    let body = module.body.nested(function).unwrap();
    let block = body.blocks(body.regions()[0])[0];
    let mut lists: Vec<Vec<(Str, NodeId)>> = body
        .ops(block)
        .map(|op| export.attachments(body.attrs(op), Site::Instruction(body.name(op), function, op)).to_vec())
        .collect();
    lists.push(export.attachments(module.body.attrs(function), Site::Function).to_vec());
    for (name, nodes) in export.named() {
        let node = |o: &Operand| match o {
            Operand::Node(id) => Some((*name, *id)),
            _ => None,
        };
        lists.push(nodes.iter().filter_map(node).collect());
    }
    for list in lists {
        for (kind, node) in list {
            out.push_str(&ctx.text(kind));
            spell(ctx, export.graph(), node, &mut numbers, &mut out);
        }
        out.push('\n');
    }
    out
}

struct Maker<'a> {
    ctx: &'a Context,
    graph: MetadataGraph,
}

impl Maker<'_> {
    fn s(&self, text: &str) -> Operand {
        Operand::String(self.ctx.str(text))
    }
    fn i(&self, width: u32, value: i64) -> Operand {
        Operand::Constant(self.ctx.int_attr(self.ctx.int_type(width), value))
    }
    fn t(&mut self, operands: &[Operand]) -> NodeId {
        self.graph.uniqued(Node::Tuple { distinct: false, operands: operands.into() })
    }
    fn d(&mut self, operands: &[Operand]) -> NodeId {
        self.graph.uniqued(Node::Tuple { distinct: true, operands: operands.into() })
    }
    fn own(&mut self, rest: &[Operand]) -> NodeId {
        let id = self.graph.declare();
        let operands = std::iter::once(Operand::Node(id)).chain(rest.iter().copied()).collect();
        self.graph.define(id, Node::Tuple { distinct: true, operands });
        id
    }
    fn special(&mut self, name: &str, fields: Vec<(&str, Field)>) -> NodeId {
        let fields: Vec<_> = fields.into_iter().map(|(label, value)| (self.ctx.str(label), value)).collect();
        self.graph.uniqued(Node::specialised(self.ctx.str(name), true, fields))
    }
    fn property(&mut self, name: &str, values: &[Operand]) -> Operand {
        let operands: Vec<Operand> = std::iter::once(self.s(name)).chain(values.iter().copied()).collect();
        Operand::Node(self.t(&operands))
    }
}

fn check(make: impl FnOnce(&mut Maker) -> Source, look: impl FnOnce(&Context, &Module, &[Attr])) {
    let ctx = Context::new();
    let mut maker = Maker { ctx: &ctx, graph: MetadataGraph::new() };
    let source = make(&mut maker);
    let mut graph = maker.graph;
    graph.finish();
    let (module, dictionaries) = import(&ctx, &graph, &source);
    assert_eq!(after(&ctx, &module), before(&ctx, &graph, &source));
    look(&ctx, &module, &dictionaries);
}

fn nothing_preserved(ctx: &Context, module: &Module, dictionaries: &[Attr]) {
    for dictionary in dictionaries.iter().chain([&module.attrs]) {
        for (key, _) in ctx.entries(*dictionary) {
            assert!(!ctx.text(*key).starts_with("irtrip."), "{}", ctx.text(*key));
        }
    }
}

const LOAD: OpName = ops::llvm::LOAD;
const BR: OpName = ops::llvm::BR;

fn summary(m: &mut Maker) -> NodeId {
    let detail = m.t(&[m.i(64, 10), m.i(64, 20), m.i(64, 1)]);
    let details = m.t(&[Operand::Node(detail)]);
    let mut entries = vec![m.property("ProfileFormat", &[m.s("InstrProf")])];
    let counts = ["TotalCount", "MaxCount", "MaxInternalCount", "MaxFunctionCount", "NumCounts", "NumFunctions"];
    for key in counts {
        entries.push(m.property(key, &[m.i(64, 5)]));
    }
    let ratio = m.ctx.float_attr(m.ctx.float_type(crate::FloatKind::F64), 0);
    entries.push(m.property("PartialProfileRatio", &[Operand::Constant(ratio)]));
    entries.push(m.property("DetailedSummary", &[Operand::Node(details)]));
    let entries = m.t(&entries);
    m.t(&[m.i(32, 1), m.s("ProfileSummary"), Operand::Node(entries)])
}

#[test]
fn what_upstream_says_needs_no_preserved() {
    let make = |m: &mut Maker| {
        let root = m.t(&[m.s("root")]);
        let char = m.t(&[m.s("char"), Operand::Node(root), m.i(64, 0)]);
        let pair = m.t(&[m.s("pair"), Operand::Node(char), m.i(64, 0), Operand::Node(char), m.i(64, 8)]);
        let tag = m.t(&[Operand::Node(pair), Operand::Node(char), m.i(64, 8)]);
        let fixed = m.t(&[Operand::Node(char), Operand::Node(char), m.i(64, 0), m.i(64, 1)]);
        let domain = m.own(&[m.s("domain")]);
        let scopes: Vec<_> = (0..2).map(|_| Operand::Node(m.own(&[Operand::Node(domain)]))).collect();
        let list = m.t(&scopes);
        let empty = m.t(&[]);
        let one = m.t(&[m.i(32, 1)]);
        let bytes = m.t(&[m.i(64, 8)]);
        let group = m.d(&[]);
        let groups =
            m.t(&[Operand::Node(group), Operand::Node(m.graph.len().checked_sub(1).map(NodeId::new).unwrap())]);
        let weights = m.t(&[m.s("branch_weights"), m.i(32, 3), m.i(32, -4)]);
        let must = m.property("llvm.loop.mustprogress", &[]);
        let width = m.property("llvm.loop.vectorize.width", &[m.i(32, 4)]);
        let accesses = m.property("llvm.loop.parallel_accesses", &[Operand::Node(group)]);
        let loops: Vec<_> = (0..2).map(|_| m.own(&[must, width, accesses])).collect();
        let count = m.t(&[m.s("function_entry_count"), m.i(64, -1)]);
        let sizes = m.t(&[m.i(32, 1), m.i(32, 2), m.i(32, 3)]);
        let flag = m.t(&[m.i(32, 8), m.s("PIC Level"), m.i(32, 2)]);
        let ident = m.t(&[m.s("clang")]);
        let symbol = Operand::Constant(m.ctx.symbol_ref(m.ctx.str("f")));
        let edge = m.t(&[symbol, Operand::Null, m.i(64, 7)]);
        let profile = m.d(&[Operand::Node(edge)]);
        let profile = m.t(&[m.i(32, 5), m.s("CG Profile"), Operand::Node(profile)]);
        let summary = summary(m);
        let options = m.t(&[m.s("-lm")]);
        Source {
            instructions: vec![
                (LOAD, vec![("tbaa", tag), ("invariant.load", empty), ("alias.scope", list), ("noalias", list)]),
                (LOAD, vec![("tbaa", fixed), ("nontemporal", one), ("llvm.access.group", group)]),
                (LOAD, vec![("dereferenceable", bytes), ("invariant.group", empty), ("llvm.access.group", groups)]),
                (LOAD, vec![("dereferenceable_or_null", bytes)]),
                (BR, vec![("llvm.loop", loops[0])]),
                (BR, vec![("llvm.loop", loops[1])]),
                (ops::llvm::COND_BR, vec![("prof", weights)]),
            ],
            function: vec![("prof", count), ("reqd_work_group_size", sizes)],
            named: vec![
                ("llvm.module.flags", vec![flag, profile, summary]),
                ("llvm.ident", vec![ident]),
                ("llvm.dependent-libraries", vec![ident, options]),
                ("llvm.linker.options", vec![options]),
            ],
        }
    };
    check(make, nothing_preserved);
}

#[test]
fn what_upstream_has_no_attribute_for_is_preserved() {
    let make = |m: &mut Maker| {
        let weights = m.t(&[m.s("branch_weights"), m.i(32, 3)]);
        let own = m.own(&[Operand::Null, m.s("x")]);
        let around = m.t(&[Operand::Node(own), m.i(1, 1)]);
        let place = m.special(
            "DILocation",
            vec![
                ("line", Field::Int(7)),
                ("scope", Field::Operand(Operand::Node(around))),
                ("isImplicitCode", Field::Bool(true)),
            ],
        );
        let value = Field::Operand(m.i(64, 7));
        let parameter = m.special("DITemplateValueParameter", vec![("value", value)]);
        let member = Field::Word(m.ctx.str("DW_TAG_member"));
        let wide = m.special("DIBasicType", vec![("tag", member.clone()), ("size", Field::unsigned(m.ctx, u64::MAX))]);
        let list = Field::List(Box::new(vec![Operand::Null, Operand::Node(own)]));
        let generic = m.special("GenericDINode", vec![("tag", member), ("operands", list)]);
        let expression = m.graph.uniqued(Node::Specialised {
            name: m.ctx.str("DIExpression"),
            distinct: false,
            fields: Box::new([(EMPTY, Field::Word(m.ctx.str("DW_OP_plus_uconst"))), (EMPTY, Field::Int(8))]),
        });
        let empty = m.graph.uniqued(Node::Specialised {
            name: m.ctx.str("DIExpression"),
            distinct: false,
            fields: Box::new([]),
        });
        Source {
            instructions: vec![
                (ops::llvm::CALL, vec![("prof", weights), ("zeta", place), ("alpha", own)]),
                (LOAD, vec![("zeta", expression)]),
                (ops::llvm::SWITCH, vec![("llvm.loop", own)]),
            ],
            function: vec![("type", weights), ("type", around), ("type", weights)],
            named: vec![
                ("b", vec![own, place, parameter, wide, generic]),
                ("a", vec![]),
                ("llvm.ident", vec![weights, empty]),
            ],
        }
    };
    check(make, |ctx, module, dictionaries| {
        assert!(ctx.entry(module.attrs, IRTRIP_METADATA_KINDS).is_some(), "zeta stands before alpha");
        let prof = ctx.entry(dictionaries[0], IRTRIP_METADATA).and_then(|m| ctx.entry(m, ctx.str("prof")));
        let weights = ctx.array(&[ctx.string_attr("branch_weights"), ctx.int_attr(types::I32, 3)]);
        assert_eq!(prof, Some(weights), "a short tuple stands as itself");
    });
}

#[test]
fn attributes_that_tell_too_little_have_a_node_beside_them() {
    let make = |m: &mut Maker| {
        let count = m.t(&[m.s("function_entry_count"), m.i(32, 10)]);
        let expected = m.t(&[m.s("branch_weights"), m.s("expected"), m.i(32, 1), m.i(32, 2000)]);
        let must = m.property("llvm.loop.mustprogress", &[]);
        let vectorized = m.property("llvm.loop.isvectorized", &[m.i(32, 1)]);
        let shuffled = m.own(&[vectorized, must]);
        let unknown = m.property("llvm.loop.typo", &[]);
        let unknown = m.own(&[unknown]);
        let root = m.t(&[m.s("root")]);
        let old = m.t(&[m.s("char"), Operand::Node(root)]);
        let new = m.t(&[m.s("char"), Operand::Node(root), m.i(64, 0)]);
        let tags: Vec<_> =
            [old, new].map(|ty| m.t(&[Operand::Node(ty), Operand::Node(ty), m.i(64, 0)])).into_iter().collect();
        let lonely = m.t(&[m.s("short"), Operand::Node(root)]);
        let lonely = m.t(&[Operand::Node(lonely), Operand::Node(lonely), m.i(64, 0)]);
        Source {
            instructions: vec![
                (ops::llvm::COND_BR, vec![("prof", expected), ("llvm.loop", shuffled)]),
                (BR, vec![("llvm.loop", unknown)]),
                (LOAD, vec![("tbaa", tags[0])]),
                (LOAD, vec![("tbaa", tags[1])]),
                (LOAD, vec![("tbaa", lonely)]),
            ],
            function: vec![("prof", count)],
            named: Vec::new(),
        }
    };
    check(make, |ctx, module, dictionaries| {
        assert!(ctx.entry(dictionaries[0], BRANCH_WEIGHTS).is_some());
        assert!(ctx.entry(dictionaries[0], LOOP_ANNOTATION).is_some());
        assert!(ctx.entry(dictionaries[1], LOOP_ANNOTATION).is_none());
        let completed = ctx.entry(module.attrs, IRTRIP_COMPLETED);
        assert_eq!(completed.map(|c| ctx.items(c).len()), Some(1), "the tag of a type without an offset");
    });
}

#[test]
fn nodes_keep_their_identity_between_attributes_and_preserved() {
    let make = |m: &mut Maker| {
        let domain = m.own(&[]);
        let scope = m.own(&[Operand::Node(domain)]);
        let other = m.own(&[Operand::Node(domain)]);
        let list = m.t(&[Operand::Node(scope)]);
        let others = m.t(&[Operand::Node(other)]);
        let group = m.d(&[]);
        let must = m.property("llvm.loop.mustprogress", &[]);
        let shared = m.own(&[must]);
        let preserved = m.own(&[must]);
        let single = m.own(&[must]);
        Source {
            instructions: vec![
                (LOAD, vec![("alias.scope", list), ("noalias", others), ("llvm.access.group", group)]),
                // Operations without the attributes.
                (ops::llvm::INVOKE, vec![("alias.scope", list), ("llvm.access.group", group)]),
                (BR, vec![("llvm.loop", shared)]),
                (BR, vec![("llvm.loop", single)]),
                (BR, vec![("llvm.loop", shared)]),
                (BR, vec![("llvm.loop", preserved)]),
                (ops::llvm::SWITCH, vec![("llvm.loop", preserved)]),
            ],
            ..Source::default()
        }
    };
    check(make, |ctx, module, _| {
        let completed = ctx.entry(module.attrs, IRTRIP_COMPLETED);
        assert_eq!(completed.map(|c| ctx.items(c).len()), Some(3), "a scope, its domain, a group");
    });
}

#[test]
fn a_pair_holds_only_beside_its_attribute() {
    let ctx = Context::new();
    let mut module = Module::new();
    let weights = |values: &[i32]| ctx.i32_array(values);
    let node = ctx.array(&[ctx.string_attr("branch_weights"), ctx.string_attr("expected")]);
    let mut numbers = Vec::new();
    for now in [weights(&[1, 2]), weights(&[3, 4])] {
        let pair = ctx.dictionary(&[(ctx.str("prof"), ctx.array(&[weights(&[1, 2]), node]))]);
        let attrs = ctx.dictionary(&[(BRANCH_WEIGHTS, now), (IRTRIP_METADATA, pair)]);
        let block = module.block;
        module.body.append(block, NewOp { attrs, ..NewOp::new(ops::llvm::COND_BR) }, &[]);
        numbers.push(attrs);
    }
    let export = MetadataExport::new(&ctx, &module);
    let lengths: Vec<usize> = numbers
        .iter()
        .filter_map(|d| export.attachments(*d, Site::Function).first().copied())
        .map(|(_, node)| match export.graph().node(node) {
            Node::Tuple { operands, .. } => operands.len(),
            Node::Specialised { .. } | Node::Location(_) => 0,
        })
        .collect();
    assert_eq!(lengths, [2, 3]);
    assert_eq!(attrs::UNIT, preserved::operand_attr(&ctx, &Operand::Null));
}

/// Numbers that are the same on every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % n.max(1)
    }
}

/// A graph whose nodes look like those upstream has attributes for, or nearly so, with cycles, and attached at random.
fn jumble(m: &mut Maker, dice: &mut Dice) -> Source {
    let words = ["root", "branch_weights", "function_entry_count", "llvm.loop.mustprogress", "llvm.loop.unroll.count"];
    let declared: Vec<NodeId> = (0..4 + dice.below(12)).map(|_| m.graph.declare()).collect();
    for id in &declared {
        let mut operands = Vec::new();
        let own = dice.below(3) == 0;
        if own {
            operands.push(Operand::Node(*id));
        }
        for _ in 0..dice.below(4) {
            operands.push(match dice.below(8) {
                0 => Operand::Null,
                1 => m.s(words[dice.below(words.len())]),
                2 => m.i([1, 32, 64][dice.below(3)], dice.below(3) as i64),
                3 => m.i(64, 0),
                _ => Operand::Node(declared[dice.below(declared.len())]),
            });
        }
        // A uniqued node in a cycle is distinct in LLVM as soon as it is its own operand.
        let distinct = own || dice.below(4) == 0;
        m.graph.define(*id, Node::Tuple { distinct, operands: operands.into() });
    }
    let ops = [LOAD, BR, ops::llvm::COND_BR, ops::llvm::CALL, ops::llvm::INVOKE, ops::llvm::SWITCH];
    let kinds =
        ["tbaa", "prof", "alias.scope", "noalias", "nontemporal", "llvm.loop", "llvm.access.group", "mmra", "own"];
    let mut source = Source::default();
    for _ in 0..1 + dice.below(8) {
        let mut attached = Vec::new();
        for kind in kinds {
            if dice.below(3) == 0 {
                attached.push((kind, declared[dice.below(declared.len())]));
            }
        }
        source.instructions.push((ops[dice.below(ops.len())], attached));
    }
    for _ in 0..dice.below(3) {
        let names = ["llvm.module.flags", "llvm.ident", "llvm.linker.options", "other"];
        let nodes = (0..dice.below(3)).map(|_| declared[dice.below(declared.len())]).collect();
        let name = names[dice.below(names.len())];
        if source.named.iter().all(|n| n.0 != name) {
            source.named.push((name, nodes));
        }
    }
    source
}

#[test]
fn any_graph_comes_back() {
    for seed in 0..400 {
        check(|m| jumble(m, &mut Dice(seed)), |_, _, _| {});
    }
}

/// `#llvm.kind<...>` of the parameters named.
fn llvm(ctx: &Context, kind: crate::attr_table::AttrKind, params: &[(&str, Attr)]) -> Attr {
    let value = |name: &str| params.iter().find(|p| p.0 == name).map(|p| p.1);
    let params = kind.def().params.iter().map(|p| value(p.name)).collect();
    ctx.attr(crate::AttrData::Llvm { kind, params })
}

#[test]
fn debug_attributes_and_locations_become_nodes() {
    use crate::attr_table::*;
    use crate::{AttrData, Location};
    let ctx = Context::new();
    let text = |s: &str| ctx.string_attr(s);
    let number = |n: i64| ctx.int_attr(types::I64, n);
    let distinct = |id| ctx.attr(AttrData::Distinct { id, referenced: attrs::UNIT });
    let file = llvm(&ctx, DI_FILE, &[("name", text("a.c")), ("directory", text(""))]);
    let unit = [("id", distinct(0)), ("sourceLanguage", number(12)), ("file", file), ("emissionKind", number(1))];
    let unit = llvm(&ctx, DI_COMPILE_UNIT, &unit);
    // A struct that holds a pointer to itself.
    let inner = llvm(&ctx, DI_COMPOSITE_TYPE, &[("recId", distinct(1)), ("isRecSelf", attrs::TRUE)]);
    let pointer =
        |to| llvm(&ctx, DI_DERIVED_TYPE, &[("tag", number(15)), ("baseType", to), ("sizeInBits", number(64))]);
    let list = ctx.array(&[pointer(inner)]);
    let node = llvm(&ctx, DI_COMPOSITE_TYPE, &[("recId", distinct(1)), ("tag", number(19)), ("elements", list)]);
    let variable = [("scope", unit), ("name", text("g")), ("type", pointer(node)), ("isDefined", attrs::TRUE)];
    let variable = llvm(&ctx, DI_GLOBAL_VARIABLE, &variable);
    let plus = [("opcode", number(0x23)), ("arguments", ctx.array(&[number(8)]))];
    let plus = ctx.array(&[llvm(&ctx, DI_EXPRESSION_ELEM, &plus)]);
    let plus = llvm(&ctx, DI_EXPRESSION, &[("operations", plus)]);
    let global = llvm(&ctx, DI_GLOBAL_VARIABLE_EXPRESSION, &[("var", variable), ("expr", plus)]);
    let function = [("id", distinct(2)), ("compileUnit", unit), ("name", text("f")), ("subprogramFlags", number(24))];
    let function = llvm(&ctx, DI_SUBPROGRAM, &function);

    let place =
        |line, column| ctx.attr(AttrData::Location(Location::File { file: ctx.str("a.c"), line, column, end: None }));
    let scoped =
        ctx.attr(AttrData::Location(Location::Fused { locations: Box::new([place(3, 0)]), metadata: Some(function) }));
    let inlined = ctx.attr(AttrData::Location(Location::CallSite { callee: place(7, 8), caller: place(4, 0) }));
    let mut module = Module::new();
    let mut body = crate::Body::new();
    let region = body.append_region();
    let block = body.new_block();
    body.append_block(region, block);
    let op = body.append(block, NewOp { loc: inlined, ..NewOp::new(ops::llvm::UNREACHABLE) }, &[]);
    let top = module.block;
    let attrs = ctx.dictionary(&[(SYM_NAME, text("f"))]);
    let holder = module.body.append(top, NewOp { attrs, loc: scoped, ..NewOp::new(ops::global_values::FUNC) }, &[]);
    module.body.set_nested(holder, body);
    let attrs = ctx.dictionary(&[(DBG_EXPRS, ctx.array(&[global]))]);
    let variable = module.body.append(top, NewOp { attrs, ..NewOp::new(ops::global_values::GLOBAL) }, &[]);

    let export = MetadataExport::new(&ctx, &module);
    let (mut out, mut numbers) = (String::new(), Vec::new());
    let sites = [
        export.attachments(attrs::EMPTY_DICTIONARY, Site::Instruction(ops::llvm::UNREACHABLE, holder, op)),
        export.attachments(module.body.attrs(holder), Site::Function),
        export.attachments(module.body.attrs(variable), Site::Global),
    ];
    for (kind, node) in sites.iter().flatten() {
        out.push_str(&ctx.text(*kind));
        spell(&ctx, export.graph(), *node, &mut numbers, &mut out);
    }
    let words: Vec<&str> = out.split_whitespace().filter(|w| !w.starts_with("String") && !w.contains("Str(")).collect();
    assert_eq!(
        words.join(" "),
        "dbg!0(DILocation line:Int(7) column:Int(8) scope:!1 distinct(DISubprogram scope:Null unit:!2 \
         distinct(DICompileUnit file:!3(DIFile ) isOptimized:Bool(false) runtimeVersion:Int(0) globals:!4(\
         !5(DIGlobalVariableExpression var:!6 distinct(DIGlobalVariable scope:!2 type:!7(DIDerivedType baseType:!8 \
         distinct(DICompositeType elements:!9(!7 ) ) size:Int(64)) isLocal:Bool(false) isDefinition:Bool(true)) \
         expr:!10(DIExpression :Int(8)) ) ) ) ) inlinedAt:!11(DILocation line:Int(4) scope:!1 ) ) dbg!1 dbg!5"
    );
    assert!(matches!(export.named(), [(name, units)] if ctx.bytes(*name) == b"llvm.dbg.cu" && units.len() == 1));
}
