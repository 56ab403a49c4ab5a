//! Numbers of a spreadsheet as text, with the digits that a person sees: a measurement of 0.50 is not one of 0.5.

/// Number of significant digits that spreadsheets keep; what a number has beyond them comes from its binary form.
const DIGITS: usize = 15;
/// Maximum number of decimals that a format may ask for.
const MOST_DECIMALS: usize = 30;

/// Returns a number under a format of its cell such as `0.00` or `0.0%`; under one that does not fix the decimals, as it
/// is stored.
pub(super) fn shown(number: f64, format: Option<&str>) -> String {
    // The first of several sections is that of positive numbers; what stands in quotes or brackets is text beside them.
    let format = plain(format.and_then(|f| f.split(';').next()).unwrap_or_default());
    let is_plain = !format.is_empty()
        && format
            .chars()
            .all(|c| matches!(c, '0' | '#' | '?' | '.' | ',' | '%' | '_' | ' ' | '-' | '+'))
        && format.contains(['0', '#', '?']);
    if !is_plain || !number.is_finite() {
        return as_stored(number);
    }
    let after = format.split_once('.').map_or("", |(_, after)| after);
    let decimals = after.matches(['0', '#', '?']).count().min(MOST_DECIMALS);
    let fixed = after.matches('0').count().min(decimals);
    // A comma behind the digits divides by a thousand: rare, and then the stored number is the better one.
    if format.trim_end_matches('%').ends_with(',') {
        return as_stored(number);
    }
    let is_percent = format.contains('%');
    let mut text = rounded(number, if is_percent { 2 } else { 0 }, decimals);
    for _ in fixed..decimals {
        if text.ends_with('0') {
            text.pop();
        }
    }
    if text.ends_with('.') {
        text.pop();
    }
    if is_percent {
        text.push('%');
    }
    text
}

/// Returns a number times ten to the power of `shift`, with so many decimals. Rounds as spreadsheets do: the [`DIGITS`] digits that they
/// keep, half away from zero.
fn rounded(number: f64, shift: i32, decimals: usize) -> String {
    let kept = format!("{:.*e}", DIGITS - 1, number.abs());
    let (mantissa, exponent) = kept.split_once('e').unwrap_or((&kept, "0"));
    // Digits before the point; below 1 if zeros stand behind it.
    let before = exponent.parse::<i32>().unwrap_or_default() + shift + 1;
    // Begins with a zero that takes up a carry.
    let mut digits = vec![b'0'; 1 + usize::try_from(1 - before).unwrap_or_default()];
    let point = 1 + usize::try_from(before).unwrap_or_default().max(1);
    digits.extend(mantissa.bytes().filter(u8::is_ascii_digit));
    let end = point + decimals;
    let goes_up = digits.get(end).is_some_and(|&next| next >= b'5');
    digits.resize(end, b'0');
    if goes_up {
        for digit in digits.iter_mut().rev() {
            if *digit < b'9' {
                *digit += 1;
                break;
            }
            *digit = b'0';
        }
    }
    let first = (digits[..point - 1].iter())
        .position(|&digit| digit != b'0')
        .unwrap_or(point - 1);
    let mut text = String::from(if number < 0.0 { "-" } else { "" });
    text.extend(digits[first..point].iter().copied().map(char::from));
    if decimals > 0 {
        text.push('.');
        text.extend(digits[point..].iter().copied().map(char::from));
    }
    text
}

/// Returns a format without the text in it and without its colours and conditions.
fn plain(format: &str) -> String {
    let mut kept = String::new();
    let mut end = None;
    let mut characters = format.chars();
    while let Some(c) = characters.next() {
        match (end, c) {
            (Some(closing), c) if c == closing => end = None,
            (Some(_), _) => {}
            (None, '"') => end = Some('"'),
            (None, '[') => end = Some(']'),
            (None, '\\' | '_' | '*') => {
                characters.next();
            }
            (None, c) => kept.push(c),
        }
    }
    kept
}

/// Returns a number with the digits that a spreadsheet keeps, and without trailing zeros.
pub(super) fn as_stored(number: f64) -> String {
    let rounded = format!("{number:.*e}", DIGITS - 1)
        .parse()
        .unwrap_or(number);
    let size = rounded.abs();
    if size != 0.0 && !(1e-9..1e15).contains(&size) {
        format!("{rounded:E}")
    } else {
        format!("{rounded}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_those_that_a_person_sees() {
        for (number, format, text) in [
            (0.1 + 0.2, None, "0.3"),
            (0.4937, Some("General"), "0.4937"),
            (0.5, Some("0.00"), "0.50"),
            (1234.5, Some("#,##0.00_ "), "1234.50"),
            (-2.0, Some("0.0;[Red]-0.0"), "-2.0"),
            (0.256, Some("0.0%"), "25.6%"),
            (3.0, Some("0\" mm\""), "3"),
            (2.675, Some("0.00"), "2.68"),
            (0.125, Some("0.00"), "0.13"),
            (-2.5, Some("0"), "-3"),
            (0.0045, Some("0.0%"), "0.5%"),
            (999.96, Some("0.0"), "1000.0"),
            (0.0049, Some("0.00"), "0.00"),
            (0.006, Some("0.00"), "0.01"),
            (0.1 + 0.2, Some("0.000"), "0.300"),
            (1e20, Some("0"), "100000000000000000000"),
            (0.0, Some("0.00"), "0.00"),
            (1.5, Some("0.0##"), "1.5"),
            (6.626e-34, Some("0.00E+00"), "6.626E-34"),
            (20_210_001.0, None, "20210001"),
            (0.0, None, "0"),
            (f64::NAN, Some("0.0"), "NaN"),
        ] {
            assert_eq!(shown(number, format), text, "{number} {format:?}");
        }
    }
}
