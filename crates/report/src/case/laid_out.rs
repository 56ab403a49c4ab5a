//! Texts as a case file shows them: with a mark in place of withheld text, and without line breaks inside sentences.

use chachong_check::shown::joined_parts;

/// Mark in place of withheld text. It always has the same length, because the length of a name or address may tell
/// whose it is.
const MARK: &str = "×××";

/// Form in which a file shows one character of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LaidOut {
    /// This character.
    As(char),
    /// Mark for the withheld text that begins here.
    Withheld,
    /// Nothing: the rest of withheld text, or a line break within a sentence.
    Nothing,
}

/// Lays out three consecutive parts of a text. `struck` contains the same parts, of the same lengths, with withheld
/// text replaced by other characters. With `joins_lines`, line breaks within sentences are not shown.
pub(super) fn laid_out(
    parts: [&str; 3],
    struck: &[String; 3],
    joins_lines: bool,
) -> [Vec<LaidOut>; 3] {
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
                _ if is_withheld && follows => LaidOut::Nothing,
                _ if is_withheld => LaidOut::Withheld,
                Some(c) => LaidOut::As(c),
                None => LaidOut::Nothing,
            }
        });
        shown.collect()
    })
}

/// Marks white space between withheld characters as withheld too, because it shows the lengths of the words.
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

/// Converts the shown characters to a string.
pub(super) fn written(shown: &[LaidOut]) -> String {
    let mut text = String::with_capacity(shown.len());
    for one in shown {
        match one {
            LaidOut::As(c) => text.push(*c),
            LaidOut::Withheld => text.push_str(MARK),
            LaidOut::Nothing => {}
        }
    }
    text
}

/// Returns a text in which the mark replaces withheld text; `struck` is as in [`laid_out`].
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
