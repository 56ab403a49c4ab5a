//! Probability that an unrelated person has the same measured value, estimated from the class.
//!
//! People who measure the same thing independently get values near each other. So the probability of an equal value is
//! the density of the class's values in the neighbourhood, within some units in the last place, per document and value.
//! The value itself is left out of the density, or a group of copiers would hide behind its own copies. The number of
//! documents that have the value itself determines its weight in the class.

use crate::reading::Reading;
use crate::readings::Readings;
use crate::table_share::long_words;
use chachong_weight::Class;

/// The chance of an equal reading of 0, 1, 2 … significant digits where nothing is known of the class, far above 10^-digits:
/// who measures the same thing agrees in the first digits, and results of computations agree in all.
const LEAST_CHANCE: [f64; 8] = [1.0, 1.0, 0.4, 0.08, 0.02, 0.01, 0.006, 0.004];
/// Units in the last place around a value that count as its neighbourhood; the densest decides.
const NEIGHBOURHOODS: [i64; 4] = [3, 10, 30, 100];
/// Digits of constants of nature and mathematics without the decimal point, of the lengths people write.
const CONSTANTS: &[&str] = &[
    "314159265358979",
    "271828182845904",
    "141421356237309",
    "173205080756887",
    "223606797749979",
    "693147180559945",
    "230258509299404",
    "980665",
    "98",
    "979",
    "9807",
    "979362",
    "9801",
    "9793",
    "9794",
    "9795",
    "9788",
    "299792458",
    "2998",
    "662607015",
    "6626",
    "6625",
    "160217663",
    "1602",
    "60221407",
    "6022",
    "1380649",
    "138",
    "831446",
    "8314",
    "8315",
    "96485",
    "910938",
    "9109",
    "911",
    "167262192",
    "1673",
    "66743",
    "667",
    "673",
    "88541878",
    "8854",
    "125663706",
    "1257",
    "27315",
    "10132",
    "101325",
    "56703744",
    "5670",
    "109737316",
    "1097",
    "65812",
    "529177",
    "340",
    "331",
    "3313",
    "4186",
    "4184",
    "4187",
    "2205",
    "254",
    "3048",
    "4536",
    "16093",
    "1024",
    "5893",
    "58930",
    "6328",
    "63280",
    "5461",
    "5790",
    "5770",
    "4358",
    "57296",
    "1745",
    "707",
    "7071",
    "866",
    "8660",
    "618",
    "1618",
    "6180",
];

/// Returns a key of the value's digits alone, equal for 0.4937, 49.37 % and 493.7; 0 for zero.
pub(crate) fn key(reading: &Reading) -> u64 {
    reading.value.stripped().coefficient.unsigned_abs()
}

/// Returns the significant digits of a value as one whole number.
pub(crate) fn figures(reading: &Reading) -> i64 {
    let (mut figures, digits) = (key(reading), u32::from(reading.digits));
    while figures > 0 && figures < 10u64.pow(digits.clamp(1, 15) - 1) {
        figures *= 10;
    }
    i64::try_from(figures).unwrap_or(i64::MAX)
}

/// Frequencies of values in the documents of a comparison.
pub(crate) struct Rarity {
    /// Number of documents that have each value and each long word in tables.
    pub(crate) class: Class,
    /// Digits of all readings as whole numbers, ascending, grouped by the number of significant digits. Copies of one
    /// document are counted once.
    figures: Vec<Vec<i64>>,
}

impl Rarity {
    /// Counts the values of documents. Documents with equal numbers in `submissions` were handed in together; data in
    /// `given` was handed out.
    pub(crate) fn of(documents: &[Readings], submissions: &[u32], given: &[Readings]) -> Self {
        let features = |document: &Readings| -> Vec<u64> {
            let values = document.readings.iter().map(key);
            values.chain(long_words(document)).collect()
        };
        let given = given.iter().flat_map(features).collect();
        let class = Class::of(documents.iter().map(features).collect(), submissions, given);
        let readings = documents.iter().zip(&class.origins);
        let mut once: Vec<(u8, i64, u32)> = readings
            .flat_map(|(document, origin)| document.readings.iter().map(move |of| (of, *origin)))
            .map(|(reading, origin)| (reading.digits.min(15), figures(reading), origin))
            .collect();
        once.sort_unstable();
        once.dedup();
        let mut figures = vec![Vec::new(); 16];
        for (digits, of_reading, _) in once {
            figures[usize::from(digits)].push(of_reading);
        }
        Self { class, figures }
    }

    /// Returns the probability, above 0 and up to 1, that an unrelated document has the same value anywhere; 1 if the
    /// value carries no evidence.
    pub(crate) fn chance(&self, reading: &Reading) -> f64 {
        self.chances(reading).1
    }

    /// Returns the probabilities that an unrelated document has the same value: (at the same position, by digits and
    /// number of holders alone; anywhere).
    pub(crate) fn chances(&self, reading: &Reading) -> (f64, f64) {
        let least = LEAST_CHANCE[usize::from(reading.digits).min(LEAST_CHANCE.len() - 1)];
        if least >= 1.0 || is_constant(reading) {
            return (1.0, 1.0);
        }
        // A whole number is as often a size, a count or a setting that many have.
        let least = if is_whole(reading) {
            (least * 4.0).min(1.0)
        } else {
            least
        };
        let density = self.density(reading);
        #[expect(clippy::cast_sign_loss, reason = "a density")]
        let by_chance = (density * self.class.size as f64) as usize;
        let rare = self.class.chance(key(reading), least, by_chance);
        (rare, rare.max(density).min(1.0))
    }

    /// Returns the number of readings per origin of the class and per unit in the last place, around a value; 0 if the class is too small
    /// to tell.
    fn density(&self, reading: &Reading) -> f64 {
        if !self.class.tells() {
            return 0.0;
        }
        let figures_of_class = &self.figures[usize::from(reading.digits).min(15)];
        density(figures_of_class, figures(reading)) / self.class.size as f64
    }
}

/// Returns how densely ascending `figures` fill the neighbourhood of one of them, which is left out itself: 1 if every
/// number is there.
pub(crate) fn density(figures: &[i64], at: i64) -> f64 {
    let within = |low: i64, high: i64| {
        figures.partition_point(|f| *f <= high) - figures.partition_point(|f| *f < low)
    };
    let itself = within(at, at);
    let part =
        |width: &i64| (within(at - width, at + width) - itself) as f64 / (2.0 * *width as f64);
    NEIGHBOURHOODS.iter().map(part).fold(0.0, f64::max)
}

fn is_whole(reading: &Reading) -> bool {
    reading.value.exponent >= 0
}

fn is_constant(reading: &Reading) -> bool {
    let digits = key(reading).to_string();
    let rounded = |constant: &&str| {
        if digits.len() < 3 {
            return *constant == digits;
        }
        // Cut off or rounded: 3.141, 3.142.
        constant.starts_with(&digits)
            || constant.len() > digits.len()
                && constant[..digits.len()]
                    .parse::<u64>()
                    .is_ok_and(|cut| cut + 1 == key(reading))
                && constant.as_bytes()[digits.len()] >= b'5'
    };
    is_power_of_two(reading) || CONSTANTS.iter().any(rounded)
}

/// Returns whether a reading is a whole number above 0 that is a power of two, one less than one, or a multiple of 1,024, as sizes in
/// computers are: 256, 4096, 65535.
fn is_power_of_two(reading: &Reading) -> bool {
    let value = reading.value;
    let Some(whole) = u32::try_from(value.exponent)
        .ok()
        .and_then(|e| value.coefficient.checked_mul(10i64.checked_pow(e)?))
    else {
        return false;
    };
    whole > 0
        && ((whole.cast_unsigned()).is_power_of_two()
            || (whole.cast_unsigned() + 1).is_power_of_two()
            || whole % 1024 == 0)
}

#[cfg(test)]
mod tests {
    use super::Rarity;
    use crate::Readings;

    fn chance_among(texts: &[String], text: &str) -> f64 {
        let documents: Vec<Readings> = texts.iter().map(|text| Readings::of(text, &[])).collect();
        let submissions: Vec<u32> = (0..).take(documents.len()).collect();
        Rarity::of(&documents, &submissions, &[]).chance(&Readings::of(text, &[]).readings[0])
    }

    #[test]
    fn digits_say_how_much_a_value_says() {
        let chance = |text: &str| chance_among(&[], text);
        assert!(chance("0.4937 V") < chance("0.494 V") && chance("0.494 V") < chance("0.49 V"));
        for text in ["0.5 V", "3.1416 m", "9.80 m", "4096 B", "2.00 V", "1000 g"] {
            assert!(chance(text) >= 1.0, "{text}");
        }
    }

    #[test]
    fn what_half_of_the_class_has_was_given() {
        let class = |holders: usize| {
            (0..10)
                .map(|n| {
                    let held = if n < holders { "0.4937 V，" } else { "" };
                    format!("{held}0.2{n}3 V，0.6{n}1 V")
                })
                .collect::<Vec<_>>()
        };
        assert!(chance_among(&class(5), "0.4937 V") >= 1.0);
        assert!(chance_among(&class(4), "0.4937 V") > chance_among(&class(2), "0.4937 V"));
    }

    #[test]
    fn a_dense_neighbourhood_makes_equal_values_likely() {
        let class: Vec<String> = (0..20)
            .map(|n| format!("{:.4} V", 0.4930 + f64::from(n % 7) * 0.0001))
            .collect();
        assert!(chance_among(&class, "0.4933 V") > 0.1);
    }
}
