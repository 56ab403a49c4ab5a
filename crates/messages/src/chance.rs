//! Texts about chance: how many equally strong passages are expected among unrelated texts. Numbers are written in
//! digits; those too small to mean anything to a reader are described in words.

use chachong_compare::Chance;

use super::{Language, grouped};

/// Decimal logarithm of the number of pairs, with one passage by chance among them, from which on a passage is practically no
/// coincidence: a thousand classes of a thousand have half as many.
const PRACTICALLY_NOT: f64 = 9.0;
/// Exponent of the largest power of ten that is written in digits.
const LARGEST_WRITTEN: f64 = 12.0;

impl Language {
    /// Returns in words how unlikely it is that a strong passage is a coincidence: `practically not by chance` if
    /// chance gives an equally strong passage to at most one in a billion pairs of unrelated texts, otherwise `hardly
    /// by chance`.
    #[must_use]
    pub fn strength(self, chance: Chance) -> String {
        self.text(if digits(chance) >= PRACTICALLY_NOT {
            "chance.practically-not"
        } else {
            "chance.hardly"
        })
    }

    /// Returns a sentence that explains the strength of a passage: among how many pairs of unrelated texts chance gives
    /// one equally strong passage.
    #[must_use]
    pub fn strength_hint(self, chance: Chance) -> String {
        let digits = digits(chance);
        let key = if digits > LARGEST_WRITTEN {
            "chance.strength-hint-beyond"
        } else {
            "chance.strength-hint"
        };
        let pairs = rounded(10_f64.powf(digits.min(LARGEST_WRITTEN)));
        self.fill(key, &[("pairs", &pairs)])
    }

    /// Returns how rarely chance gives something, for the decimal logarithm of the number of checks with one such case.
    pub(super) fn how_often(self, exponent: u32) -> String {
        if f64::from(exponent) >= PRACTICALLY_NOT {
            return self.text("chance.practically-never");
        }
        let checks = grouped(10_u64.saturating_pow(exponent));
        self.fill("chance.once-in-checks", &[("count", &checks)])
    }

    /// Returns a short phrase that says how many equally strong passages are expected by chance when `compared` pairs are compared. If
    /// that is less than about 0.1, says instead among how many such comparisons chance gives one passage, or that it is less than one in
    /// a million comparisons.
    #[must_use]
    pub fn expected_by_chance(self, chance: Chance, compared: u64) -> String {
        let expected = chance.expected(compared);
        if expected >= 0.095 {
            let (pairs, number) = (grouped(compared), number(expected));
            self.fill("chance.among", &[("pairs", &pairs), ("number", &number)])
        } else if expected >= 1e-6 {
            self.fill("chance.once-in", &[("count", &rounded(1.0 / expected))])
        } else {
            self.text("chance.less-than-once")
        }
    }

    /// Returns a sentence that explains the phrase of [`Self::expected_by_chance`] and states the expected number.
    #[must_use]
    pub fn expected_hint(self, chance: Chance, compared: u64) -> String {
        let (pairs, number) = (grouped(compared), number(chance.expected(compared)));
        self.fill("chance.hint", &[("pairs", &pairs), ("number", &number)])
    }
}

/// Formats an expected number: with one decimal from 0.095 to 9.5 (`2.5`), else with one significant digit (`0.0004`, `3,000`). A number
/// below a millionth becomes `< 0.000001`.
fn number(expected: f64) -> String {
    if expected >= 9.5 {
        rounded(expected)
    } else if expected >= 0.095 {
        format!("{expected:.1}")
    } else if expected >= 1e-6 {
        let digits = whole(-expected.log10().floor());
        format!(
            "{expected:.digits$}",
            digits = usize::try_from(digits).unwrap_or(0)
        )
    } else {
        "< 0.000001".to_owned()
    }
}

/// Rounds a number of at least 1 to one significant digit and groups its digits: `3,000`.
fn rounded(number: f64) -> String {
    let unit = 10_f64.powi(whole(number.log10().floor()));
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "at least 1, and so large a number is shown as the largest"
    )]
    let number = ((number / unit).round() * unit).round() as u64;
    grouped(number)
}

/// Returns the decimal logarithm, to the hundredth, of the number of pairs among which chance gives one passage.
fn digits(chance: Chance) -> f64 {
    (-chance.expected(1).log10() * 100.0).round() / 100.0
}

/// Converts an exponent of ten to an integer.
fn whole(exponent: f64) -> i32 {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "chances lie between 10^-100 and 10^100"
    )]
    let exponent = exponent as i32;
    exponent
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_expected_number_is_told_in_words_that_fit_its_size() {
        let told = |log10: f32, pairs| {
            Language::English.expected_by_chance(Chance::from_log10(log10), pairs)
        };
        assert_eq!(
            told(-4.0, 3_000),
            "expected by chance among 3,000 pairs: 0.3"
        );
        assert_eq!(
            told(-4.0, 4_250_000),
            "expected by chance among 4,250,000 pairs: 400"
        );
        assert_eq!(
            told(-6.0, 300),
            "by chance: once in 3,000 comparisons like this"
        );
        assert_eq!(
            told(-12.0, 300),
            "by chance: less than once in a million comparisons like this"
        );
        let chinese = Language::Chinese.expected_by_chance(Chance::from_log10(-4.0), 3_000);
        assert_eq!(chinese, "3,000 对中预计碰巧出现 0.3 次");
    }

    #[test]
    fn strength_is_a_word_and_its_explanation_a_number_in_digits() {
        let told = |log10: f32| Language::English.strength(Chance::from_log10(log10));
        assert_eq!(told(-5.6), "hardly by chance");
        assert_eq!([-9.0, -42.3].map(told), ["practically not by chance"; 2]);
        let hint = |log10: f32| Language::English.strength_hint(Chance::from_log10(log10));
        assert!(hint(-5.6).contains(" 400,000 "), "{}", hint(-5.6));
        assert!(hint(-9.0).contains(" 1,000,000,000 "));
        let beyond = hint(-42.3);
        assert!(
            beyond.contains("fewer") && beyond.contains("1,000,000,000,000"),
            "{beyond}"
        );
        let hint = Language::English.expected_hint(Chance::from_log10(-6.0), 300);
        assert!(hint.contains("0.0003"), "{hint}");
        assert_eq!([9.6, 0.3, 1e-9].map(number), ["10", "0.3", "< 0.000001"]);
    }
}
