//! Union-find structure over positions.

/// Disjoint sets of positions (union-find by size, with path halving).
pub(super) struct Parts {
    parents: Vec<usize>,
    /// Number of positions in each set, valid at its root.
    sizes: Vec<usize>,
}

impl Parts {
    /// Makes `count` sets of one position each.
    pub(super) fn new(count: usize) -> Self {
        Self {
            parents: (0..count).collect(),
            sizes: vec![1; count],
        }
    }

    /// Returns the root: the position that represents the set containing `of`.
    pub(super) fn root(&mut self, mut of: usize) -> usize {
        while self.parents[of] != of {
            self.parents[of] = self.parents[self.parents[of]];
            of = self.parents[of];
        }
        of
    }

    /// Returns the first position of the set that contains each position.
    pub(super) fn firsts(&mut self) -> Vec<usize> {
        let mut first_of = vec![usize::MAX; self.parents.len()];
        (0..self.parents.len())
            .map(|position| {
                let first = &mut first_of[self.root(position)];
                *first = position.min(*first);
                *first
            })
            .collect()
    }

    /// Joins the sets of two positions; returns whether they were separate.
    pub(super) fn join(&mut self, x: usize, y: usize) -> bool {
        let (x, y) = (self.root(x), self.root(y));
        if x == y {
            return false;
        }
        let (small, large) = if self.sizes[x] < self.sizes[y] {
            (x, y)
        } else {
            (y, x)
        };
        self.parents[small] = large;
        self.sizes[large] += self.sizes[small];
        true
    }
}
