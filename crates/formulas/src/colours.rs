//! Form of a formula without the names of its variables and without the order of sums and products: colour refinement
//! (Weisfeiler and Leman 1968). Each name gets a colour from its positions; only colours tell names apart.

use crate::symbols::mixed;
use crate::tree::{Role, Tree};
use std::collections::HashMap;

/// Rounds of refinement. Formulas of papers need two: the first tells names apart by their places, the second by those beside.
const ROUNDS: usize = 3;

/// Formula without the names of its variables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Coloured {
    /// Hash that is equal for formulas that differ only in names and in the order of sums and products.
    pub(crate) hash: u64,
    /// Names and their colours, ascending by name. Names of the same colour have the same role.
    pub(crate) names: Vec<(u64, u64)>,
}

/// Returns the colours of a tree's names, and the form of the tree without names.
pub(crate) fn coloured(tree: &Tree) -> Coloured {
    let mut colours: HashMap<u64, u64> = tree
        .nodes
        .iter()
        .filter(|node| node.role == Role::Name)
        .map(|node| (node.value, 1))
        .collect();
    for _ in 0..ROUNDS {
        let up = up(tree, &colours);
        let down = down(tree, &up);
        let mut places: HashMap<u64, Vec<u64>> = HashMap::new();
        for (node, place) in tree.nodes.iter().zip(&down) {
            if node.role == Role::Name {
                places.entry(node.value).or_default().push(*place);
            }
        }
        for (name, mut places) in places {
            places.sort_unstable();
            if let Some(colour) = colours.get_mut(&name) {
                *colour = mixed(&[*colour, mixed(&places)]);
            }
        }
    }
    let hash = up(tree, &colours).last().copied().unwrap_or(0);
    let mut names: Vec<(u64, u64)> = colours.into_iter().collect();
    names.sort_unstable();
    Coloured { hash, names }
}

fn is_unordered(role: Role) -> bool {
    matches!(role, Role::Sum | Role::Product)
}

/// Returns a hash of what stands below each node.
fn up(tree: &Tree, colours: &HashMap<u64, u64>) -> Vec<u64> {
    let mut up: Vec<u64> = Vec::with_capacity(tree.nodes.len());
    for node in &tree.nodes {
        let value = if node.role == Role::Name {
            colours.get(&node.value).copied().unwrap_or(0)
        } else {
            node.value
        };
        let mut parts: Vec<u64> = node.below.iter().map(|child| up[*child as usize]).collect();
        if is_unordered(node.role) {
            parts.sort_unstable();
        }
        parts.extend([value, node.role as u64, parts.len() as u64]);
        up.push(mixed(&parts));
    }
    up
}

/// Returns a hash of what stands around each node; 0 for a node that the root does not hold. Nodes that the root does not hold are what
/// brackets left behind.
fn down(tree: &Tree, up: &[u64]) -> Vec<u64> {
    let mut down = vec![0; tree.nodes.len()];
    if let Some(root) = down.last_mut() {
        *root = 1;
    }
    for (at, node) in tree.nodes.iter().enumerate().rev() {
        if down[at] == 0 {
            continue;
        }
        let around = mixed(&[down[at], up[at], node.role as u64]);
        for (nth, child) in node.below.iter().enumerate() {
            let nth = if is_unordered(node.role) {
                0
            } else {
                nth as u64 + 1
            };
            down[*child as usize] = mixed(&[around, nth]).max(1);
        }
    }
    down
}

#[cfg(test)]
mod tests {
    use super::{coloured, is_unordered};
    use crate::arrange::arranged;
    use crate::glyphs::glyphs;
    use crate::lexemes::lexemes;
    use crate::tree::{Role, Tree};
    use proptest::prelude::*;

    fn tree(text: &str) -> Tree {
        let chars: Vec<char> = text.chars().collect();
        Tree::of(&arranged(&lexemes(&glyphs(&chars, 0))))
    }

    /// The tree as text with the names exchanged, the operands of sums and products sorted.
    fn written(tree: &Tree, at: usize, names: &[(u64, usize)]) -> String {
        let node = &tree.nodes[at];
        let mut below: Vec<String> = node
            .below
            .iter()
            .map(|child| written(tree, *child as usize, names))
            .collect();
        if is_unordered(node.role) {
            below.sort();
        }
        let value = match names
            .iter()
            .find(|(name, _)| node.role == Role::Name && *name == node.value)
        {
            Some((_, number)) => format!("x{number}"),
            None => node.value.to_string(),
        };
        format!("{:?}{value}({})", node.role, below.join(" "))
    }

    /// The least text over all ways to number the names: the slow, obvious form of a formula without names.
    fn least(tree: &Tree) -> String {
        let names: Vec<u64> = coloured(tree).names.iter().map(|(name, _)| *name).collect();
        orders(names.len())
            .into_iter()
            .map(|order| {
                let numbered: Vec<(u64, usize)> = names.iter().copied().zip(order).collect();
                written(tree, tree.nodes.len() - 1, &numbered)
            })
            .min()
            .unwrap_or_default()
    }

    fn orders(length: usize) -> Vec<Vec<usize>> {
        if length == 0 {
            return vec![Vec::new()];
        }
        let shorter = orders(length - 1);
        let put = |order: &Vec<usize>, at: usize| {
            let mut order = order.clone();
            order.insert(at, length - 1);
            order
        };
        shorter
            .iter()
            .flat_map(|order| (0..length).map(|at| put(order, at)).collect::<Vec<_>>())
            .collect()
    }

    fn formula() -> impl Strategy<Value = String> {
        let leaf = prop::sample::select(vec!["x", "y", "z", "w", "2"]).prop_map(str::to_owned);
        leaf.prop_recursive(3, 12, 2, |inner| {
            let two = (
                inner.clone(),
                inner.clone(),
                prop::sample::select(vec![" + ", " - ", "·", "/", "^"]),
            );
            prop_oneof![
                two.prop_map(|(a, b, sign)| format!("({a}){sign}({b})")),
                inner.clone().prop_map(|a| format!("√({a})")),
                inner.prop_map(|a| format!("sin({a})")),
            ]
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn colours_tell_formulas_apart_as_all_renamings_do(a in formula(), b in formula()) {
            let (x, y) = (tree(&a), tree(&b));
            prop_assert_eq!(coloured(&x).hash == coloured(&y).hash, least(&x) == least(&y), "{} {}", a, b);
        }

        #[test]
        fn renamed_and_exchanged_is_equal(a in formula(), b in formula()) {
            let renamed = |text: &str| -> String {
                text.chars().map(|c| match c { 'x' => 'α', 'y' => 'x', 'z' => 'T', c => c }).collect()
            };
            let one = tree(&format!("({a}) + ({b})·y = z"));
            let other = tree(&format!("({})·x + ({}) = T", renamed(&b), renamed(&a)));
            prop_assert_eq!(coloured(&one).hash, coloured(&other).hash);
        }
    }
}
