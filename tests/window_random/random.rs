//! Pseudo-random numbers that are the same in every run of a seed.

pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// Returns the next number of splitmix64.
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end.max(1) as u64).unwrap_or(0)
    }

    /// Returns true in `often` of 100 cases.
    pub(crate) fn percent(&mut self, often: usize) -> bool {
        self.below(100) < often
    }

    pub(crate) fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }

    pub(crate) fn between(&mut self, least: f32, most: f32) -> f32 {
        least + (most - least) * self.below(10_001) as f32 / 10_000.0
    }

    pub(crate) fn inside(&mut self, rect: egui::Rect) -> egui::Pos2 {
        egui::pos2(
            self.between(rect.left(), rect.right()),
            self.between(rect.top(), rect.bottom()),
        )
    }
}
