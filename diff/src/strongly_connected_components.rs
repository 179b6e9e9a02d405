//! The strongly connected components of a graph, by Tarjan's algorithm on a stack of its own.

use smallvec::SmallVec;

/// Not met yet.
const NEW: u32 = u32::MAX;

/// Sets of places that lead to one another, and single places that lead nowhere back to themselves; what a set leads to
/// stands in front of it.
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
            search.from(start);
        }
    }
    search.found
}

struct Search<'e> {
    edges: &'e [SmallVec<[usize; 4]>],
    number: Vec<u32>,
    lowest: Vec<u32>,
    on_path: Vec<bool>,
    path: Vec<usize>,
    next: u32,
    found: Vec<SmallVec<[usize; 1]>>,
}

impl Search<'_> {
    fn from(&mut self, start: usize) {
        let mut open: Vec<(usize, usize)> = Vec::new();
        self.enter(start, &mut open);
        while let Some((place, edge)) = open.last_mut() {
            let here = *place;
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

    fn enter(&mut self, place: usize, open: &mut Vec<(usize, usize)>) {
        self.number[place] = self.next;
        self.lowest[place] = self.next;
        self.next += 1;
        self.on_path[place] = true;
        self.path.push(place);
        open.push((place, 0));
    }

    fn close(&mut self, first: usize) {
        let mut component = SmallVec::new();
        while let Some(place) = self.path.pop() {
            self.on_path[place] = false;
            component.push(place);
            if place == first {
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
    fn components_stand_behind_what_they_lead_to() {
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
