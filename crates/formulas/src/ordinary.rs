//! Formulas of textbooks that many theses contain independently: gates of a network, measures of a classifier,
//! equations of motion. They carry no evidence; the steps between them do.

use crate::find::formulas_of;
use crate::formula::Step;
use std::collections::HashSet;
use std::sync::LazyLock;

/// One formula a line, in the linear form; names and the order of sums and products do not matter.
const FORMULAS: &str = include_str!("ordinary_formulas.txt");

static HASHES: LazyLock<HashSet<u64>> = LazyLock::new(|| {
    FORMULAS
        .lines()
        // Where the same stands on the left once more, a step is what stands on the right.
        .flat_map(|line| formulas_of(&format!("{line}\n{line}"), &[]))
        .flat_map(|formula| formula.steps)
        .flat_map(|step| [step.hash, step.row])
        .collect()
});

/// Returns the hashes of steps that are textbook knowledge.
pub(crate) fn ordinary() -> impl Iterator<Item = u64> {
    HASHES.iter().copied()
}

/// Returns whether a step is textbook knowledge.
pub(crate) fn is_ordinary(step: &Step) -> bool {
    HASHES.contains(&step.hash) || HASHES.contains(&step.row)
}

#[cfg(test)]
mod tests {
    use super::{FORMULAS, is_ordinary};
    use crate::formulas_of;

    #[test]
    fn each_line_is_a_formula() {
        for line in FORMULAS.lines().filter(|line| !line.trim().is_empty()) {
            assert!(!formulas_of(line, &[]).is_empty(), "{line}");
        }
    }

    #[test]
    fn names_do_not_matter() {
        let formulas = formulas_of("g_t = σ(W_g · [s_(t-1), u_t] + b_g)", &[]);
        assert!(
            formulas
                .iter()
                .flat_map(|formula| &formula.steps)
                .all(is_ordinary)
        );
        assert!(!formulas.is_empty());
    }
}
