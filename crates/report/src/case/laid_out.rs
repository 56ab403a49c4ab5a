//! Texts as a case file shows them: with a mark in place of withheld text, and without line breaks inside sentences.

use chachong_check::shown::joined_parts;

/// Mark in the place of whatever is withheld: of one length, as the length of a name or an address tells whose it is.
const MARK: &str = "×××";

/// What a file shows in the place of one character of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shown {
    /// A character.
    As(char),
    /// The mark of what is withheld from here on.
    Withheld,
    /// Nothing: the rest of what is withheld, or a line break within a sentence.
    Nothing,
}

/// Lays out three parts of a text that follow each other. `struck` are these parts, of the same lengths, with other characters in the
/// place of what is withheld. With `joins_lines`, a line break within a sentence is not shown.
pub(super) fn laid_out(
    parts: [&str; 3],
    struck: &[String; 3],
    joins_lines: bool,
) -> [Vec<Shown>; 3] {
    let original: Vec<char> = parts.iter().flat_map(|part| part.chars()).collect();
    let struck = struck.iter().flat_map(|part| part.chars());
    let mut withheld: Vec<bool> = (original.iter().zip(struck))
        .map(|(&original, struck)| original != struck)
        .collect();
    withheld.resize(original.len(), false);
    join(&mut withheld, &original);
    let mut at = 0;
    joined_parts(parts, joins_lines).map(|joined| {
        let begin = at;
        let shown = joined.into_iter().map(|joined| {
            let (is_withheld, follows) = (withheld[at], at > begin && withheld[at - 1]);
            at += 1;
            match joined {
                _ if is_withheld && follows => Shown::Nothing,
                _ if is_withheld => Shown::Withheld,
                Some(c) => Shown::As(c),
                None => Shown::Nothing,
            }
        });
        shown.collect()
    })
}

/// Counts white space between withheld characters as withheld: it tells the lengths of the words.
fn join(withheld: &mut [bool], text: &[char]) {
    let mut last = None;
    for at in 0..withheld.len() {
        if withheld[at] {
            if let Some(last) = last {
                withheld[last..at].fill(true);
            }
            last = Some(at);
        } else if !text[at].is_whitespace() {
            last = None;
        }
    }
}

/// Writes what is shown.
pub(super) fn written(shown: &[Shown]) -> String {
    let mut text = String::with_capacity(shown.len());
    for one in shown {
        match one {
            Shown::As(c) => text.push(*c),
            Shown::Withheld => text.push_str(MARK),
            Shown::Nothing => {}
        }
    }
    text
}

/// Returns a text with the mark in the place of what is withheld; `struck` as for [`laid_out`].
pub(super) fn marked(text: &str, struck: String) -> String {
    let [_, shown, _] = laid_out(
        ["", text, ""],
        &[String::new(), struck, String::new()],
        false,
    );
    written(&shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_tells_no_length() {
        for (text, struck, expected) in [
            ("与沈灯合写", "与××合写", "与×××合写"),
            ("by Shen Dengye.", "by ×××× ××××××.", "by ×××."),
            ("3×4", "3×4", "3×4"),
            ("沈灯，12", "××，××", "×××，×××"),
            ("沈\n灯", "×\n×", "×××"),
            ("", "", ""),
        ] {
            assert_eq!(marked(text, struck.to_owned()), expected);
        }
    }

    #[test]
    fn each_part_has_its_mark_and_lines_are_joined() {
        let parts = ["问了沈", "灯夜的\n答复。", "\n完"];
        let struck = ["问了×", "××的\n答复。", "\n完"].map(str::to_owned);
        let shown = laid_out(parts, &struck, true).map(|part| written(&part));
        assert_eq!(shown, ["问了×××", "×××的答复。", "\n完"]);
    }
}
