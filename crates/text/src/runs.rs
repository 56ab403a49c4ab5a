//! Runs of characters of one kind.

/// Returns the longest stretches of a text whose characters all pass `is_of`, such as its runs of digits, each with its offset in bytes.
pub fn runs(text: &str, is_of: fn(char) -> bool) -> impl Iterator<Item = (usize, &str)> {
    let mut end = 0;
    let pieces = text.split_inclusive(move |c| !is_of(c));
    let runs = pieces.map(move |piece| {
        let start = end;
        end += piece.len();
        (start, piece.trim_end_matches(|c| !is_of(c)))
    });
    runs.filter(|(_, run)| !run.is_empty())
}

#[cfg(test)]
mod tests {
    use super::runs;

    #[test]
    fn runs_stand_between_other_characters() {
        let digits = |text| runs(text, |c| c.is_ascii_digit()).collect::<Vec<_>>();
        assert_eq!(digits("论12,,3"), [(3, "12"), (7, "3")]);
        assert_eq!(digits("45论"), [(0, "45")]);
        assert!(digits("论文").is_empty() && digits("").is_empty());
    }
}
