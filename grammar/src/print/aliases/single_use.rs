//! Locations that need no alias: those that one operation or one other location has, and `unknown`, which is as short.
//! In a module with debug information they are most of the aliases, and what they say is said where it is read.

use irtrip_dialect::{AttrData, Location};

use super::Collector;

/// How many locations are spelled inside each other; call sites nest deeply, and readers need stack for each.
const MAX_NESTING: u8 = 4;

impl Collector<'_> {
    /// Takes away the aliases of operations' locations that are said once.
    pub(super) fn drop_single_use(&mut self) {
        let mut uses: Vec<u8> = self.visited.iter().map(|visited| visited.met).collect();
        for visited in &self.visited {
            for &child in &self.children[visited.children.start as usize..visited.children.end as usize] {
                uses[child as usize] = (uses[child as usize] + 1).min(2);
            }
        }
        // How many locations are spelled inside one that has no alias, and it. What is used once was visited after its user.
        let mut nesting = vec![0_u8; self.visited.len()];
        for place in (0..self.visited.len()).rev() {
            let visited = &self.visited[place];
            if !visited.has_alias {
                continue;
            }
            let AttrData::Location(location) = self.ctx.attr_data(visited.attr) else { continue };
            let range = visited.children.start as usize..visited.children.end as usize;
            let inside = self.children[range].iter().map(|child| nesting[*child as usize]).max().unwrap_or(0);
            let is_in_place = match location {
                Location::Unknown => true,
                _ => visited.deferred && uses[place] == 1 && inside < MAX_NESTING,
            };
            if is_in_place {
                nesting[place] = inside + 1;
                self.visited[place].has_alias = false;
                // Only an alias that is the whole of a location may be defined after its use.
                if self.visited[place].met > 0 {
                    self.undefer(place as u32);
                }
            }
        }
    }
}
