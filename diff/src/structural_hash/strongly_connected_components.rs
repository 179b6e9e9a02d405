//! Tarjan's algorithm for the strongly connected components of a graph, with a stack on the heap: metadata may nest as deep
//! as a file is long.

use smallvec::SmallVec;

/// The number of a vertex that is not visited yet.
const NEW: u32 = u32::MAX;

/// The strongly connected components of the graph in which vertex `i` has edges to the vertices `edges[i]`. A component
/// comes after all components that it has edges to.
pub(crate) fn strongly_connected_components(edges: &[SmallVec<[usize; 4]>]) -> Vec<SmallVec<[usize; 1]>> {
    let mut search = Search {
        edges,
        number: vec![NEW; edges.len()],
        lowest: vec![NEW; edges.len()],
        on_path: vec![false; edges.len()],
        path: Vec::new(),
        next: 0,
        found: Vec::with_capacity(edges.len()),
    };
    for start in 0..edges.len() {
        if search.number.get(start) == Some(&NEW) {
            search.visit(start);
        }
    }
    search.found
}

/// The state of the search.
struct Search<'e> {
    edges: &'e [SmallVec<[usize; 4]>],
    /// For each vertex, its number in the order of the visits.
    number: Vec<u32>,
    /// For each vertex, the lowest number known to be reachable from it in its component.
    lowest: Vec<u32>,
    on_path: Vec<bool>,
    /// The visited vertices whose component is not complete yet.
    path: Vec<usize>,
    next: u32,
    found: Vec<SmallVec<[usize; 1]>>,
}

impl Search<'_> {
    /// Visits all vertices reachable from `start`.
    fn visit(&mut self, start: usize) {
        let mut open: Vec<(usize, usize)> = Vec::new();
        self.enter(start, &mut open);
        while let Some((vertex, edge)) = open.last_mut() {
            let here = *vertex;
            let target = self.edges.get(here).and_then(|e| e.get(*edge)).copied();
            *edge += 1;
            match target {
                Some(target) if self.number[target] == NEW => self.enter(target, &mut open),
                Some(target) if self.on_path[target] => {
                    self.lowest[here] = self.lowest[here].min(self.number[target]);
                }
                Some(_) => {}
                None => {
                    open.pop();
                    if let Some(&(above, _)) = open.last() {
                        self.lowest[above] = self.lowest[above].min(self.lowest[here]);
                    }
                    if self.lowest[here] == self.number[here] {
                        self.close(here);
                    }
                }
            }
        }
    }

    /// Numbers a vertex and puts it on the path.
    fn enter(&mut self, vertex: usize, open: &mut Vec<(usize, usize)>) {
        self.number[vertex] = self.next;
        self.lowest[vertex] = self.next;
        self.next += 1;
        self.on_path[vertex] = true;
        self.path.push(vertex);
        open.push((vertex, 0));
    }

    /// Takes the component whose first visited vertex is `first` off the path.
    fn close(&mut self, first: usize) {
        let mut component = SmallVec::new();
        while let Some(vertex) = self.path.pop() {
            self.on_path[vertex] = false;
            component.push(vertex);
            if vertex == first {
                break;
            }
        }
        self.found.push(component);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_component_comes_after_those_that_it_has_edges_to() {
        let edges: Vec<SmallVec<[usize; 4]>> = [vec![1], vec![2], vec![1, 3], vec![], vec![4, 0]]
            .into_iter()
            .map(|e: Vec<usize>| e.into_iter().collect())
            .collect();
        let mut found: Vec<Vec<usize>> =
            strongly_connected_components(&edges).into_iter().map(|c| c.to_vec()).collect();
        found.iter_mut().for_each(|c| c.sort_unstable());
        assert_eq!(found, [vec![3], vec![1, 2], vec![0], vec![4]]);
    }
}
