//! Lists the methods by which the program can compare two whole texts, by name.

use std::fmt;

use crate::schemes::Scheme;
use chachong_simhash::Recipe;

/// Method of comparing two whole texts; its score is 0..=1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// The larger copied share of the two texts, computed from aligned passages as in a check.
    Passages,
    /// SimHash under a recipe. The score is 1 minus the share of differing bits, or 0 if a text has no fingerprint.
    SimHash(Recipe),
    /// One of the other schemes from the source articles.
    Scheme(Scheme),
}

/// Family name of the fingerprints.
const SIMHASH: &str = "simhash";
const PASSAGES: &str = "passages";

impl Method {
    /// Returns all methods: passages, every recipe, every scheme.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let recipes = Recipe::ALL.into_iter().map(Self::SimHash);
        let schemes = Scheme::ALL.into_iter().map(Self::Scheme);
        [Self::Passages]
            .into_iter()
            .chain(recipes)
            .chain(schemes)
            .collect()
    }

    /// Returns the name of the method's family: `passages`, `simhash`, or the name of a scheme.
    #[must_use]
    pub const fn scheme(self) -> &'static str {
        match self {
            Self::Passages => PASSAGES,
            Self::SimHash(_) => SIMHASH,
            Self::Scheme(scheme) => scheme.name(),
        }
    }

    /// Returns the recipe of a fingerprint method; `None` for other families.
    #[must_use]
    pub const fn recipe(self) -> Option<Recipe> {
        match self {
            Self::SimHash(recipe) => Some(recipe),
            Self::Passages | Self::Scheme(_) => None,
        }
    }

    /// Converts a score (0..=1) of a fingerprint method to the number of differing bits; `None` for other methods.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a score is a share of at most 64 bits"
    )]
    pub fn distance(self, score: f64) -> Option<u32> {
        let width = f64::from(self.recipe()?.width());
        Some(((1.0 - score) * width).round() as u32)
    }

    /// Returns every name that [`Method::named`] accepts.
    #[must_use]
    pub fn names() -> Vec<String> {
        let all = Self::all().into_iter().map(|method| method.to_string());
        all.chain([SIMHASH.to_owned()]).collect()
    }

    /// Returns the methods with this name: all recipes for `simhash`, otherwise a single method. Empty for an unknown
    /// name.
    #[must_use]
    pub fn named(name: &str) -> Vec<Self> {
        let mut methods = Self::all();
        methods.retain(|method| method.scheme() == name || method.to_string() == name);
        methods
    }
}

/// Writes the stable name: `passages`, `simhash:thesis`, `cosine`.
impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.scheme())?;
        match self.recipe() {
            Some(recipe) => write!(f, ":{}", recipe.name()),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back_to_their_methods() {
        for method in Method::all() {
            assert_eq!(Method::named(&method.to_string()), [method]);
        }
        assert_eq!(Method::named("simhash").len(), Recipe::ALL.len());
        assert_eq!(Method::named("thesis"), []);
        assert_eq!(Method::names().len(), Method::all().len() + 1);
    }

    #[test]
    fn a_score_stands_for_a_distance() {
        let thesis = Method::SimHash(Recipe::THESIS);
        for distance in 0..=64_u32 {
            let score = 1.0 - f64::from(distance) / 64.0;
            assert_eq!(thesis.distance(score), Some(distance));
        }
        assert_eq!(Method::Passages.distance(0.5), None);
    }
}
