//! Alias scopes and access groups; LangRef, "`noalias` and `alias.scope` Metadata" and "`llvm.access.group` Metadata".

use crate::attr_table::{ACCESS_GROUP, ALIAS_SCOPE, ALIAS_SCOPE_DOMAIN};
use crate::attributes::AttrData;
use crate::context::Attr;
use crate::export::builder::{Builder, param};
use crate::graph::reader::NodeReader;
use crate::graph::{NodeId, Operand};

impl<'a> NodeReader<'a> {
    /// `[description]` at the end of a scope's or domain's operands.
    fn description(self, rest: &[Operand]) -> Option<Option<Attr>> {
        match rest {
            [] => Some(None),
            [text] => Some(Some(self.string_attr(text)?)),
            _ => None,
        }
    }

    /// The identity of a scope or domain and the operands after it: a node that is distinct and its own first
    /// operand, or one that a string tells apart.
    fn identified(self, id: NodeId) -> Option<(Attr, &'a [Operand])> {
        if let Some(rest) = self.own(id) {
            return Some((self.identity(id), rest));
        }
        let (first, rest) = self.uniqued(id)?.split_first()?;
        Some((self.ctx.str_attr(first.string()?), rest))
    }

    /// The attribute of a scope's domain; `None` for a node that is none.
    pub fn scope_domain(self, id: NodeId) -> Option<Attr> {
        let (identity, rest) = self.identified(id)?;
        let params = Box::new([Some(identity), self.description(rest)?]);
        Some(self.ctx.attr(AttrData::Llvm { kind: ALIAS_SCOPE_DOMAIN, params }))
    }

    /// The attribute of a scope; `None` for a node that is none.
    pub fn alias_scope(self, id: NodeId) -> Option<Attr> {
        let (identity, rest) = self.identified(id)?;
        let (domain, rest) = rest.split_first()?;
        let domain = self.scope_domain(domain.node()?)?;
        let params = Box::new([Some(identity), Some(domain), self.description(rest)?]);
        Some(self.ctx.attr(AttrData::Llvm { kind: ALIAS_SCOPE, params }))
    }

    /// The array of scopes of an `!alias.scope` or `!noalias` list.
    pub fn scope_list(self, id: NodeId) -> Option<Attr> {
        let scopes: Option<Vec<Attr>> = self.uniqued(id)?.iter().map(|s| self.alias_scope(s.node()?)).collect();
        Some(self.ctx.array(&scopes?))
    }

    /// The attribute of an access group: a distinct empty node.
    pub fn access_group(self, id: NodeId) -> Option<Attr> {
        let params = Box::new([Some(self.identity(id))]);
        let empty = self.distinct(id)?.is_empty();
        empty.then(|| self.ctx.attr(AttrData::Llvm { kind: ACCESS_GROUP, params }))
    }

    /// The array of groups of an `!llvm.access.group`: one group, or a list of several.
    pub fn access_groups(self, id: NodeId) -> Option<Attr> {
        if let Some(group) = self.access_group(id) {
            return Some(self.ctx.array(&[group]));
        }
        let groups: Option<Vec<Attr>> = self.uniqued(id)?.iter().map(|g| self.access_group(g.node()?)).collect();
        groups.filter(|g| g.len() != 1).map(|g| self.ctx.array(&g))
    }
}

impl Builder<'_> {
    fn identified(&mut self, identity: Attr, rest: &[Operand]) -> NodeId {
        match self.ctx.string_value(identity) {
            Some(name) => {
                let operands: Vec<Operand> =
                    std::iter::once(Operand::String(name)).chain(rest.iter().copied()).collect();
                self.tuple(&operands)
            }
            None => self.own(rest),
        }
    }

    fn alias_scope_domain(&mut self, domain: Attr) -> Option<NodeId> {
        if let Some(known) = self.nodes.get(domain) {
            return Some(known);
        }
        let params = self.params(domain, ALIAS_SCOPE_DOMAIN)?;
        let description = param(params, 1).and_then(|d| self.ctx.string_value(d)).map(Operand::String);
        let id = self.identified(param(params, 0)?, description.as_slice());
        self.nodes.insert(domain, id);
        Some(id)
    }

    /// The scope that a `#llvm.alias_scope<...>` stands for.
    pub fn alias_scope(&mut self, scope: Attr) -> Option<NodeId> {
        if let Some(known) = self.nodes.get(scope) {
            return Some(known);
        }
        let params = self.params(scope, ALIAS_SCOPE)?;
        let mut rest = vec![Operand::Node(self.alias_scope_domain(param(params, 1)?)?)];
        rest.extend(param(params, 2).and_then(|d| self.ctx.string_value(d)).map(Operand::String));
        let id = self.identified(param(params, 0)?, &rest);
        self.nodes.insert(scope, id);
        Some(id)
    }

    /// The list that an array of scopes stands for.
    pub fn scope_list(&mut self, scopes: &[Attr]) -> Option<NodeId> {
        let scopes: Option<Vec<Operand>> = scopes.iter().map(|s| self.alias_scope(*s).map(Operand::Node)).collect();
        Some(self.tuple(&scopes?))
    }

    /// The access group that a `#llvm.access_group<...>` stands for.
    pub fn access_group(&mut self, group: Attr) -> Option<NodeId> {
        if let Some(known) = self.nodes.get(group) {
            return Some(known);
        }
        self.params(group, ACCESS_GROUP)?;
        let id = self.distinct(&[]);
        self.nodes.insert(group, id);
        Some(id)
    }

    /// The node that an array of groups stands for: the group where it is one, else a list.
    pub fn access_groups(&mut self, groups: &[Attr]) -> Option<NodeId> {
        if let [group] = groups {
            return self.access_group(*group);
        }
        let groups: Option<Vec<Operand>> = groups.iter().map(|g| self.access_group(*g).map(Operand::Node)).collect();
        Some(self.tuple(&groups?))
    }
}
