//! Decimal numbers exactly as written, without the rounding of binary fractions.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Decimal number `coefficient × 10^exponent`. Trailing zeros are kept: 0.50 is 50 × 10^-2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Decimal {
    /// All digits as written, with the sign; at most 15 digits when read from a text.
    pub coefficient: i64,
    /// Power of ten of the last digit; -113 to 99 when read from a text.
    pub exponent: i16,
}

impl Decimal {
    /// Returns the number as a floating-point number, with the error of one multiplication: 0.3 becomes 3 × 0.1.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        self.coefficient as f64 * 10f64.powi(self.exponent.into())
    }

    /// Returns the value of one unit in the last digit: 0.01 for 0.50.
    #[must_use]
    pub fn unit_in_last_place(self) -> f64 {
        10f64.powi(self.exponent.into())
    }

    /// Returns the same number without trailing zeros, so that 1.50 equals 1.5.
    #[must_use]
    pub fn stripped(self) -> Self {
        if self.coefficient == 0 {
            return Self {
                coefficient: 0,
                exponent: 0,
            };
        }
        let mut stripped = self;
        while stripped.coefficient % 10 == 0 {
            stripped.coefficient /= 10;
            stripped.exponent += 1;
        }
        stripped
    }

    /// Returns the exact difference `self - other`, without trailing zeros; `None` if either number or the difference,
    /// written out to the last digit of the more precise number, does not fit into an `i64` (18 digits always fit).
    #[must_use]
    pub fn minus(self, other: Self) -> Option<Self> {
        let exponent = self.exponent.min(other.exponent);
        let raised = |number: Self| {
            let power = u32::try_from(number.exponent - exponent).ok()?;
            number.coefficient.checked_mul(10i64.checked_pow(power)?)
        };
        let coefficient = raised(self)?.checked_sub(raised(other)?)?;
        Some(
            Self {
                coefficient,
                exponent,
            }
            .stripped(),
        )
    }

    /// Returns the decimal with the fewest digits from `low` to `high`, inclusive; 0 if the range contains it. `None`
    /// if more than 15 digits are needed, or if the limits are not finite or `low` exceeds `high`.
    #[must_use]
    pub fn simplest_between(low: f64, high: f64) -> Option<Self> {
        if !low.is_finite() || !high.is_finite() || low > high {
            return None;
        }
        if low <= 0.0 && high >= 0.0 {
            return Some(Self {
                coefficient: 0,
                exponent: 0,
            });
        }
        let size = low.abs().max(high.abs()).log10().floor();
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a logarithm of a finite number lies within ±324"
        )]
        let first = size as i16;
        (0..15).find_map(|digits| {
            let exponent = first - digits;
            // Divided by a whole power of ten, which is exact, instead of multiplied by an inexact one.
            let scaled = |x: f64| {
                if exponent < 0 {
                    x * 10f64.powi((-exponent).into())
                } else {
                    x / 10f64.powi(exponent.into())
                }
            };
            let slack = 1e-9;
            let from = (scaled(low) - slack).ceil();
            #[expect(clippy::cast_possible_truncation, reason = "at most 16 digits")]
            (from <= scaled(high) + slack && from.abs() < 1e15).then(|| {
                Self {
                    coefficient: from as i64,
                    exponent,
                }
                .stripped()
            })
        })
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.coefficient < 0 { "-" } else { "" };
        let digits = self.coefficient.unsigned_abs().to_string();
        if !(-20..=20).contains(&self.exponent) {
            return write!(f, "{sign}{digits}e{}", self.exponent);
        }
        let Ok(places) = usize::try_from(-self.exponent) else {
            let zeros = if self.coefficient == 0 {
                0
            } else {
                usize::try_from(self.exponent).unwrap_or(0)
            };
            return write!(f, "{sign}{digits}{}", "0".repeat(zeros));
        };
        if places == 0 {
            return write!(f, "{sign}{digits}");
        }
        let padded = format!("{digits:0>width$}", width = places + 1);
        let (whole, fraction) = padded.split_at(padded.len() - places);
        write!(f, "{sign}{whole}.{fraction}")
    }
}

#[cfg(test)]
mod tests {
    use super::Decimal;
    use proptest::prelude::*;

    fn of(coefficient: i64, exponent: i16) -> Decimal {
        Decimal {
            coefficient,
            exponent,
        }
    }

    #[test]
    fn prints_as_people_write() {
        assert_eq!(of(4937, -4).to_string(), "0.4937");
        assert_eq!(of(-50, -2).to_string(), "-0.50");
        assert_eq!(of(12, 3).to_string(), "12000");
        assert_eq!(of(0, 3).to_string(), "0");
        assert_eq!(of(12, -30).to_string(), "12e-30");
    }

    #[test]
    fn finds_the_simplest_decimal() {
        assert_eq!(Decimal::simplest_between(2.537, 2.5433), Some(of(254, -2)));
        assert_eq!(Decimal::simplest_between(999.6, 1000.4), Some(of(1, 3)));
        assert_eq!(Decimal::simplest_between(-0.02, -0.02), Some(of(-2, -2)));
        assert_eq!(Decimal::simplest_between(-0.1, 0.1), Some(of(0, 0)));
        assert_eq!(Decimal::simplest_between(1.0, 0.5), None);
        assert_eq!(Decimal::simplest_between(f64::NAN, 0.5), None);
    }

    proptest! {
        #[test]
        fn subtracts_as_whole_numbers_do(a in -100_000i64..100_000, b in -100_000i64..100_000, e in -6i16..6, f in -6i16..6) {
            let whole = |c: i64, e: i16| i128::from(c) * 10i128.pow(u32::try_from(e + 6).unwrap());
            let difference = of(a, e).minus(of(b, f)).unwrap();
            prop_assert!(difference.exponent >= -6);
            prop_assert_eq!(whole(difference.coefficient, difference.exponent.min(12)), whole(a, e) - whole(b, f));
        }

        #[test]
        fn the_simplest_lies_between(low in -1e6f64..1e6, width in 0.0f64..10.0) {
            let found = Decimal::simplest_between(low, low + width);
            if let Some(found) = found {
                let slack = 1e-6 * (1.0 + low.abs());
                prop_assert!(found.to_f64() >= low - slack && found.to_f64() <= low + width + slack);
            }
        }
    }
}
