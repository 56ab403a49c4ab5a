//! Detection of lines that are no text: the detection network also marks parts of photographs, borders, holes and empty
//! paper.

use super::page::{Confidence, PageState};

/// Confidence below which a line is never shown.
const NOISE: f32 = 0.5;
/// Confidence below which a line without a letter or digit is dropped: dashes and dots are what dirt looks like.
const NOISE_OF_SIGNS: f32 = 0.9;
/// Confidence below which a line of at most [`SHORT`] characters is dropped.
const NOISE_OF_SHORT: f32 = 0.75;
const SHORT: usize = 3;
/// Mean confidence, and number of characters, below which a page with little text has none.
const LITTLE_CONFIDENCE: Confidence = Confidence(9_000);
const LITTLE: usize = 40;
/// Mean confidence, and number of characters, below which a page with even less text has none: a shop's sign in a
/// photograph is text, yet not the thesis's.
const VERY_LITTLE_CONFIDENCE: Confidence = Confidence(9_500);
const VERY_LITTLE: usize = 8;

/// Returns whether a recognised line is kept.
pub(super) fn is_line(text: &str, confidence: f32) -> bool {
    let characters = text.chars().filter(|c| !c.is_whitespace()).count();
    characters > 0
        && confidence >= NOISE
        && (confidence >= NOISE_OF_SIGNS || text.chars().any(char::is_alphanumeric))
        && (confidence >= NOISE_OF_SHORT || characters > SHORT)
}

/// Returns the state and mean confidence of a page. Each line is given as (confidence, number of characters).
pub(super) fn page_state(lines: &[(Confidence, usize)]) -> (PageState, Confidence) {
    let Some(mean) = Confidence::mean(lines.iter().copied()) else {
        return (PageState::Empty, Confidence(0));
    };
    let characters: usize = lines.iter().map(|(_, characters)| characters).sum();
    let is_empty = (characters < LITTLE && mean < LITTLE_CONFIDENCE)
        || (characters < VERY_LITTLE && mean < VERY_LITTLE_CONFIDENCE);
    let state = if is_empty {
        PageState::Empty
    } else if mean.trust() == super::page::Trust::Shown {
        PageState::NotRead
    } else {
        PageState::Read
    };
    (state, mean)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dirt_is_dropped_and_text_kept() {
        assert!(is_line("第一章 绪论", 0.7));
        assert!(!is_line("第一章 绪论", 0.4));
        assert!(!is_line("——", 0.85) && is_line("——", 0.95));
        assert!(!is_line("一", 0.7) && is_line("12", 0.99));
        assert!(!is_line(" ", 1.0) && !is_line("", 1.0));
    }

    #[test]
    fn a_page_is_read_not_read_or_empty() {
        let state = |lines: &[(u16, usize)]| {
            let lines: Vec<_> = lines.iter().map(|&(c, n)| (Confidence(c), n)).collect();
            page_state(&lines).0
        };
        assert_eq!(state(&[]), PageState::Empty);
        assert_eq!(state(&[(7_000, 9), (7_000, 4)]), PageState::Empty);
        assert_eq!(state(&[(9_900, 4)]), PageState::Read);
        assert_eq!(state(&[(9_300, 4)]), PageState::Empty);
        assert_eq!(state(&[(8_000, 500)]), PageState::NotRead);
        assert_eq!(state(&[(8_600, 500)]), PageState::Read);
    }
}
