//! Words and numbers for chance: how many equally strong passages are expected among unrelated texts.

use chachong_compare::Chance;
use chachong_messages::Language;
use chachong_messages::grouped;

/// Power of ten from which on numbers are written as a power (`10^6`) and not in digits.
const WRITTEN_OUT: i32 = 6;

/// Returns a short sentence with the number of equally strong passages expected by chance when `compared` pairs are
/// compared.
pub(crate) fn expected_text(chance: Chance, compared: u64, language: Language) -> String {
    let expected = chance.expected(compared);
    if expected >= 0.095 {
        let number = if expected < 9.5 {
            format!("{expected:.1}")
        } else {
            rounded(expected)
        };
        let pairs = grouped(compared);
        language.fill("chance.among", &[("pairs", &pairs), ("number", &number)])
    } else if expected >= 1e-6 {
        language.fill("chance.once-in", &[("count", &rounded(1.0 / expected))])
    } else {
        language.text("chance.hardly")
    }
}

/// Returns the tooltip of `expected_text`, which explains the number.
pub(crate) fn expected_hint(chance: Chance, compared: u64, language: Language) -> String {
    let (pairs, number) = (grouped(compared), number(chance.expected(compared)));
    language.fill("chance.hint", &[("pairs", &pairs), ("number", &number)])
}

/// Returns the strength of a passage: a word and the number of pairs among which chance gives one equally strong
/// passage, as in `very strong · 1 in 10^9`.
pub(crate) fn strength_text(chance: Chance, language: Language) -> String {
    let digits = digits(chance);
    let word = language.text(match digits {
        15.0.. => "chance.extreme",
        9.0.. => "chance.very-strong",
        _ => "chance.strong",
    });
    let pairs = power(digits);
    language.fill("chance.strength", &[("word", &word), ("pairs", &pairs)])
}

/// Explanation of a passage's strength, for its tooltip.
pub(crate) fn strength_hint(chance: Chance, language: Language) -> String {
    let pairs = power(digits(chance));
    language.fill("chance.strength-hint", &[("pairs", &pairs)])
}

/// Formats an expected number with one significant digit or as a power of ten: `0.3`, `0.0004`, `10^-9`; with digit
/// groups from 9.5 on.
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
        format!("10^{}", whole(expected.log10().round()))
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

/// Formats ten to the power of `digits`: `400,000`, and from 10^6 on only the power.
fn power(digits: f64) -> String {
    let exponent = whole(digits.floor());
    if exponent < WRITTEN_OUT {
        rounded(10_f64.powf(digits))
    } else {
        format!("10^{exponent}")
    }
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
        let told =
            |log10: f32, pairs| expected_text(Chance::from_log10(log10), pairs, Language::English);
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
        let chinese = expected_text(Chance::from_log10(-4.0), 3_000, Language::Chinese);
        assert_eq!(chinese, "3,000 对中预计碰巧出现 0.3 次");
    }

    #[test]
    fn strength_is_a_word_and_a_number() {
        let told = |log10: f32| strength_text(Chance::from_log10(log10), Language::English);
        assert_eq!(told(-5.6), "strong · 1 in 400,000");
        assert_eq!(told(-9.0), "very strong · 1 in 10^9");
        assert_eq!(told(-42.3), "extreme · 1 in 10^42");
        let hint = expected_hint(Chance::from_log10(-6.0), 300, Language::English);
        assert!(hint.contains("0.0003"), "{hint}");
        assert_eq!([9.6, 0.3, 1e-9].map(number), ["10", "0.3", "10^-9"]);
    }
}
