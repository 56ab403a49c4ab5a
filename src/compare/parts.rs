//! Disjoint sets of positions.

/// Disjoint sets of positions (union-find by size, with path halving).
pub(super) struct Parts {
    parents: Vec<usize>,
    /// Of each root.
    sizes: Vec<usize>,
}

impl Parts {
    /// Each position is a set of its own.
    pub(super) fn new(count: usize) -> Self {
        Self {
            parents: (0..count).collect(),
            sizes: vec![1; count],
        }
    }

    /// The position that stands for the set of another.
    pub(super) fn root(&mut self, mut of: usize) -> usize {
        while self.parents[of] != of {
            self.parents[of] = self.parents[self.parents[of]];
            of = self.parents[of];
        }
        of
    }

    /// How many positions are in the set of one.
    pub(super) fn size(&mut self, of: usize) -> usize {
        let root = self.root(of);
        self.sizes[root]
    }

    /// Makes two sets one; whether they were apart.
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
