//! Line numbers printed with a listing, which are no code.

/// Returns whether a text has printed line numbers: at least four lines, of which three fifths begin with a number that is one to three
/// higher than the number before. Lines that are only a number, as a column of a table gives them, may also fulfil this by themselves
/// if they are at least two fifths of all lines.
pub(crate) fn has_line_numbers(text: &[char]) -> bool {
    let (mut lines, mut rising, mut before) = (0_usize, 0_usize, None);
    let (mut alone, mut rising_alone) = (0_usize, 0_usize);
    for line in text.split(|c| *c == '\n') {
        let Some(first) = line.iter().position(|c| !c.is_whitespace()) else {
            continue;
        };
        let line = &line[first..];
        lines += 1;
        let digits: String = line
            .iter()
            .take_while(|c| c.is_ascii_digit())
            .take(6)
            .collect();
        let number = digits.parse::<u32>().ok();
        let rises = usize::from(
            matches!((before, number), (Some(before), Some(number)) if number > before && number - before <= 3),
        );
        rising += rises;
        if line.iter().all(|c| c.is_ascii_digit() || c.is_whitespace()) {
            alone += 1;
            rising_alone += rises;
        }
        before = number.or(before);
    }
    let of_lines = lines >= 4 && rising * 5 >= lines * 3;
    let of_column = alone >= 4 && rising_alone * 5 >= alone * 3 && alone * 5 >= lines * 2;
    of_lines || of_column
}

#[cfg(test)]
mod tests {
    use super::has_line_numbers;

    fn is_numbered(text: &str) -> bool {
        has_line_numbers(&text.chars().collect::<Vec<_>>())
    }

    #[test]
    fn numbers_that_rise_line_by_line_are_printed_ones() {
        assert!(is_numbered(
            "1 int a;\n2 int b;\n3 a = 7;\n4 b = 8;\n5 c = 9;\n"
        ));
        assert!(!is_numbered("7 int a;\n1 int b;\nint c;\n90 a = 7;\n"));
    }

    #[test]
    fn numbers_in_a_column_of_their_own_are_printed_ones() {
        let lines = (1..=8).map(|n| format!("{n}\nx = a + {};\n", 90 - n));
        assert!(is_numbered(&lines.collect::<Vec<_>>().concat()));
    }
}
