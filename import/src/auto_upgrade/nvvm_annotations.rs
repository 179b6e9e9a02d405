//! Annotations of NVVM that are a calling convention or attributes today. LLVM's user guide for NVPTX, "Marking
//! Functions as Kernels".

use rustc_hash::{FxHashMap, FxHashSet};

use irtrip_dialect::attribute_set::{AttributeItem, AttributeSet, parameter_dictionary, parameter_set};
use irtrip_dialect::enums::CallingConvention;
use irtrip_dialect::metadata::nvvm_annotations::{ALIGN, ANNOTATIONS, ATTRIBUTES, AXES, DIMENSIONS, KERNEL, PLACE};
use irtrip_dialect::metadata::{MetadataGraph, Node, Operand};
use irtrip_dialect::{Attr, Context, Str};

use crate::tables::attribute_groups::row;
use crate::tables::metadata::NamedMetadata;

/// The annotations of a module's functions that are none today, by function.
pub(crate) type Annotations = FxHashMap<Str, Vec<Annotation>>;

/// What an annotation is today.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Annotation {
    /// Whether a function is called as a kernel.
    Kernel { is_one: bool },
    /// The alignment on the stack of the result (0) or a parameter (1 and on).
    StackAlignment { index: usize, align: u64 },
    /// A function attribute of a name, and its value.
    Attribute(&'static str, u64),
    /// One of up to three numbers in the value of the function attribute of a name.
    Dimension { name: &'static str, place: usize, value: u64 },
    /// A parameter that is `grid_constant`.
    GridConstant(usize),
}

/// Takes the annotations that are none today out of a module's named metadata.
pub(crate) fn take(ctx: &Context, graph: &mut MetadataGraph, named: &mut NamedMetadata) -> Annotations {
    let mut annotations = Annotations::default();
    let Some((_, operands)) = named.iter_mut().find(|(name, _)| ctx.bytes(*name) == ANNOTATIONS.as_bytes()) else {
        return annotations;
    };
    // Nodes of one content are one node, but for distinct ones.
    let mut seen = (FxHashSet::default(), FxHashSet::default());
    let mut kept = Vec::new();
    for operand in std::mem::take(operands) {
        let Operand::Node(id) = operand else { continue };
        let Node::Tuple { distinct, operands } = graph.node(id) else { continue };
        let is_new = if *distinct { seen.0.insert(id) } else { seen.1.insert(operands.clone()) };
        let (Some(symbol), true) = (operands.first().and_then(|first| symbol(ctx, first)), is_new) else { continue };
        let mut left: Vec<Operand> = operands.first().copied().into_iter().collect();
        for pair in operands.get(1..).unwrap_or_default().chunks(2) {
            let found = annotation(ctx, graph, pair);
            match found.is_empty() {
                true => left.extend_from_slice(pair),
                false => annotations.entry(symbol).or_default().extend(found),
            }
        }
        match left.len() {
            0 | 1 => {}
            len if len == operands.len() && !distinct => kept.push(operand),
            _ => kept.push(Operand::Node(graph.uniqued(Node::Tuple { distinct: false, operands: left.into() }))),
        }
    }
    *operands = kept;
    annotations
}

/// Whether some function is a kernel by its annotations.
pub(crate) fn name_kernels(annotations: &Annotations) -> bool {
    annotations.values().flatten().any(|one| matches!(one, Annotation::Kernel { is_one: true }))
}

/// The global value that an annotation is about.
fn symbol(ctx: &Context, operand: &Operand) -> Option<Str> {
    let Operand::Constant(constant) = operand else { return None };
    ctx.symbol_value(*constant)
}

fn number(ctx: &Context, operand: &Operand) -> Option<u64> {
    match operand {
        Operand::Constant(constant) => ctx.int_value(*constant).map(|number| number as u64),
        _ => None,
    }
}

/// The bits of an alignment's annotation that hold the bytes.
const BYTES: u64 = (1 << PLACE) - 1;

/// What a key and its value are today: nothing for what is an annotation still.
fn annotation(ctx: &Context, graph: &MetadataGraph, pair: &[Operand]) -> Vec<Annotation> {
    let [Operand::String(key), value] = pair else { return Vec::new() };
    let key = ctx.bytes(*key);
    if key == b"grid_constant" {
        let Operand::Node(list) = value else { return Vec::new() };
        let Node::Tuple { operands, .. } = graph.node(*list) else { return Vec::new() };
        let places = operands.iter().filter_map(|place| number(ctx, place)?.checked_sub(1));
        return places.map(|place| Annotation::GridConstant(place as usize)).collect();
    }
    let Some(value) = number(ctx, value) else { return Vec::new() };
    let attribute =
        ATTRIBUTES.iter().find(|row| row.0.as_bytes() == key).map(|row| Annotation::Attribute(row.1, value));
    let dimension = || {
        let (name, axis) = DIMENSIONS.iter().find_map(|row| Some((row.1, key.strip_prefix(row.0.as_bytes())?)))?;
        let place = AXES.iter().position(|known| known.as_bytes() == axis)?;
        Some(Annotation::Dimension { name, place, value })
    };
    let found = match key {
        _ if key == KERNEL.as_bytes() => Some(Annotation::Kernel { is_one: value != 0 }),
        // No attribute says an alignment that is none.
        _ if key == ALIGN.as_bytes() && (value & BYTES).is_power_of_two() => {
            Some(Annotation::StackAlignment { index: (value >> PLACE) as usize, align: value & BYTES })
        }
        _ => attribute.or_else(dimension),
    };
    found.into_iter().collect()
}

/// The calling convention of a function with these annotations.
pub(crate) fn convention(annotations: &[Annotation], written: CallingConvention) -> CallingConvention {
    let is_kernel = annotations.iter().any(|one| matches!(one, Annotation::Kernel { is_one: true }));
    if is_kernel { CallingConvention::PTX_KERNEL } else { written }
}

/// Adds the attributes of a function with these annotations.
pub(crate) fn add_attributes(ctx: &Context, annotations: &[Annotation], set: &mut AttributeSet) {
    for annotation in annotations {
        let (name, value) = match *annotation {
            Annotation::Attribute(name, value) => (name, value.to_string()),
            Annotation::Dimension { name, place, value } => {
                let written = set.string(ctx.str(name)).flatten().map(|text| ctx.text(text)).unwrap_or_default();
                let mut parts: Vec<String> =
                    written.split(',').filter(|part| !part.is_empty()).map(|part| part.trim().to_owned()).collect();
                parts.resize(parts.len().max(place + 1), "1".to_owned());
                if let Some(part) = parts.get_mut(place) {
                    *part = value.to_string();
                }
                (name, parts.join(","))
            }
            _ => continue,
        };
        set.push(ctx, AttributeItem::String { key: ctx.str(name), value: Some(ctx.str(&value)) });
    }
}

/// The dictionary of the result (0) or a parameter (1 and on) of a function with these annotations.
pub(crate) fn with_attributes(ctx: &Context, annotations: &[Annotation], index: usize, dictionary: Attr) -> Attr {
    let mut set = None;
    for annotation in annotations {
        let item = match *annotation {
            Annotation::StackAlignment { index: place, align } if place == index => {
                row(b"alignstack").map(|place| AttributeItem::Int(place, align))
            }
            Annotation::GridConstant(place) if place + 1 == index => {
                Some(AttributeItem::String { key: ctx.str("nvvm.grid_constant"), value: None })
            }
            _ => None,
        };
        if let Some(item) = item {
            set.get_or_insert_with(|| parameter_set(ctx, dictionary)).push(ctx, item);
        }
    }
    set.map_or(dictionary, |set| parameter_dictionary(ctx, &set))
}
