//! Types by their identifiers, as LLVM 3.7 and 3.8 have them in place of nodes, which LLVM upgrades when it reads bitcode.

use rustc_hash::FxHashMap;

use super::{FieldForm, Node, layout};

const COMPOSITE_TYPE: u32 = 18;
const SUBROUTINE_TYPE: u32 = 19;
/// The operand of a composite type that is its identifier.
const IDENTIFIER: usize = 15;
/// The operand of a subroutine type that lists its types.
const TYPES: usize = 2;

/// Has nodes name the types that have the identifiers which they name. Operands count from one.
pub fn resolve_type_refs(nodes: &mut [Node<'_>]) {
    let mut of_identifier: FxHashMap<u64, u64> = FxHashMap::default();
    for (number, node) in (1..).zip(nodes.iter()) {
        if let Node::Record(COMPOSITE_TYPE, operands) = node
            && let Some(identifier) = operands.get(IDENTIFIER).filter(|identifier| **identifier != 0)
        {
            of_identifier.entry(*identifier).or_insert(number);
        }
    }
    if of_identifier.is_empty() {
        return;
    }
    let resolve = |operand: &mut u64| {
        if let Some(ty) = of_identifier.get(operand) {
            *operand = *ty;
        }
    };
    let mut lists = Vec::new();
    for node in nodes.iter_mut() {
        let Node::Record(code, operands) = node else { continue };
        if *code == SUBROUTINE_TYPE {
            lists.extend(operands.get(TYPES).and_then(|list| list.checked_sub(1)));
        }
        let Some((layout, _)) = layout(*code, operands) else { continue };
        let is_node = |form: FieldForm| matches!(form, FieldForm::Metadata | FieldForm::MetadataOrNull);
        for (place, ..) in layout.fields.iter().filter(|field| is_node(field.2)) {
            operands.get_mut(*place).into_iter().for_each(resolve);
        }
    }
    for list in lists.into_iter().filter_map(|list| usize::try_from(list).ok()) {
        if let Some(Node::Tuple { operands, .. }) = nodes.get_mut(list) {
            operands.iter_mut().for_each(resolve);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;

    #[test]
    fn identifiers_become_their_types() {
        let mut composite = vec![0; 16];
        composite[IDENTIFIER] = 1;
        let mut nodes = [
            Node::String(Cow::Borrowed(b"_ZTS1T")),
            Node::Record(COMPOSITE_TYPE, composite.into()),
            // A local variable, whose name is the text, and whose type is of that identifier.
            Node::Record(28, [2, 0, 1, 0, 1, 1, 0, 0].into()),
            Node::Tuple { distinct: false, operands: [1, 0].into() },
            Node::Record(SUBROUTINE_TYPE, [0, 0, 4].into()),
            Node::Tuple { distinct: false, operands: [1].into() },
        ];
        resolve_type_refs(&mut nodes);
        assert_eq!(nodes[2], Node::Record(28, [2, 0, 1, 0, 1, 2, 0, 0].into()));
        assert_eq!(nodes[3], Node::Tuple { distinct: false, operands: [2, 0].into() });
        assert_eq!(nodes[5], Node::Tuple { distinct: false, operands: [1].into() });
    }
}
