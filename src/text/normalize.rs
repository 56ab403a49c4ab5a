//! Normalisation for comparison: Unicode form, invisible characters, white space and line breaks, with a map back to
//! the author's text. Knows nothing of words; what a person is shown is never this text but the original.

use serde::{Deserialize, Serialize};
use unicode_normalization::{
    IsNormalized, UnicodeNormalization, char::canonical_combining_class, is_nfc_quick,
};

/// What a line break in an extracted text means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LineBreaks {
    /// Each one ends a paragraph (docx).
    Paragraph,
    /// An editor's line ended: a sentence may go on (txt). A blank line ends a paragraph.
    Layout,
    /// A printed line ended (pdf): readers put blank lines wherever the leading is wide, so only a sentence's end before
    /// it makes a break more than layout.
    Page,
}

/// A text ready for comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Normalized {
    /// NFKC, without invisible characters; paragraphs end with a blank line or, after a sentence's end, a line break;
    /// other white space is one space, and none between two Chinese characters.
    pub text: String,
    /// For each Unicode scalar value of `text`: the offset, in scalar values, of the original's one it came from.
    /// Never decreases.
    pub origins: Vec<u32>,
}

/// Normalises `original`. Idempotent: applying it to its own result changes nothing.
#[must_use]
pub fn normalize(original: &str, breaks: LineBreaks) -> Normalized {
    lay_out(&compose(original), breaks)
}

/// Whether white space beside this character is layout, not a word boundary: ideographs, kana, CJK punctuation and
/// full-width forms.
#[must_use]
pub const fn is_cjk(c: char) -> bool {
    matches!(c,
        '\u{2E80}'..='\u{2FDF}' | '\u{3001}'..='\u{303F}' | '\u{3041}'..='\u{312F}' | '\u{31C0}'..='\u{31FF}'
        | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{FE30}'..='\u{FE4F}'
        | '\u{FF01}'..='\u{FFEE}' | '\u{20000}'..='\u{3FFFF}')
}

/// Characters that are drawn as nothing: they hide copying from an exact comparison and carry no meaning in a thesis.
const fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{00AD}' | '\u{034F}' | '\u{061C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
        | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
        | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF9}'..='\u{FFFB}'
        | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}')
}

/// The characters that most text consists of: NFKC leaves them alone, and they combine with nothing before them. Only a
/// short cut: normalising Chinese takes a quarter of the time it took without.
const fn is_its_own_form(c: char) -> bool {
    c.is_ascii() || matches!(c, '\u{4E00}'..='\u{9FFF}' | '。' | '、')
}

/// Whether text can be cut before `c` without changing its normal form: its decomposition begins with a character
/// that never combines with what stands before it.
fn starts_a_cluster(c: char) -> bool {
    if is_its_own_form(c) {
        return true;
    }
    std::iter::once(c).nfkd().next().is_some_and(|first| {
        canonical_combining_class(first) == 0
            && is_nfc_quick(std::iter::once(first)) == IsNormalized::Yes
    })
}

/// NFKC cluster by cluster, each result character with the original offset of the first character of its cluster.
fn compose(original: &str) -> Vec<(char, u32)> {
    let mut composed = Vec::with_capacity(original.len() / 2);
    let mut cluster: Vec<char> = Vec::new();
    let mut cluster_at = 0;
    let mut flush = |cluster: &mut Vec<char>, at: u32| {
        match cluster.as_slice() {
            [] => {}
            [only] if is_its_own_form(*only) => composed.push((*only, at)),
            many => composed.extend(
                many.iter()
                    .copied()
                    .nfkc()
                    .filter(|&c| !is_invisible(c))
                    .map(|c| (c, at)),
            ),
        }
        cluster.clear();
    };
    for (at, c) in (0..).zip(original.chars()) {
        if is_invisible(c) {
            continue;
        }
        if cluster.is_empty() || starts_a_cluster(c) {
            flush(&mut cluster, cluster_at);
            cluster_at = at;
        }
        cluster.push(c);
    }
    flush(&mut cluster, cluster_at);
    composed
}

/// What a run of white space becomes.
fn gap(run: &[(char, u32)], before: char, after: char, breaks: LineBreaks) -> &'static str {
    let lines = run
        .iter()
        .filter(|(c, _)| matches!(c, '\n' | '\u{B}' | '\u{85}' | '\u{2028}'))
        .count();
    let pages = run.iter().any(|(c, _)| matches!(c, '\u{C}' | '\u{2029}'));
    // A carriage return counts as a line only where no line feed stands beside it.
    let lines = if lines == 0 {
        run.iter().filter(|(c, _)| *c == '\r').count()
    } else {
        lines
    };
    let paragraph = match breaks {
        LineBreaks::Paragraph => lines > 0 || pages,
        LineBreaks::Layout => lines > 1 || pages,
        LineBreaks::Page => false,
    };
    if paragraph {
        return "\n\n";
    }
    let line_ended = lines > 0 || pages;
    // A mark that would combine with the character before the gap stays apart from it, as in the original.
    if is_cjk(before) && is_cjk(after) && starts_a_cluster(after) {
        let sentence_ended = matches!(before, '。' | '!' | '?' | ';' | ':' | '”' | '…');
        return if line_ended && sentence_ended {
            "\n"
        } else {
            ""
        };
    }
    // NFKC turned full-width marks into ASCII ones: "完成!\n本文" is still a sentence's end.
    if line_ended && matches!(before, '!' | '?' | ';' | ':') && is_cjk(after) {
        return "\n";
    }
    " "
}

fn lay_out(composed: &[(char, u32)], breaks: LineBreaks) -> Normalized {
    let is_space = |c: char| c.is_whitespace() || c.is_control();
    let mut text = String::with_capacity(composed.len() * 3);
    let mut origins = Vec::with_capacity(composed.len());
    let mut before = None;
    let mut i = 0;
    while let Some(&(c, at)) = composed.get(i) {
        if !is_space(c) {
            text.push(c);
            origins.push(at);
            before = Some(c);
            i += 1;
            continue;
        }
        let length = composed[i..]
            .iter()
            .take_while(|(c, _)| is_space(*c))
            .count();
        // White space at either end of the text separates nothing.
        if let (Some(before), Some(&(after, _))) = (before, composed.get(i + length)) {
            for c in gap(&composed[i..i + length], before, after, breaks).chars() {
                text.push(c);
                origins.push(at);
            }
        }
        i += length;
    }
    Normalized { text, origins }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn layout(text: &str) -> String {
        normalize(text, LineBreaks::Layout).text
    }

    #[test]
    fn a_pdf_line_break_between_chinese_characters_leaves_no_space() {
        assert_eq!(
            layout("社区图书\n馆的夜间开 放服\r\n务"),
            "社区图书馆的夜间开放服务"
        );
    }

    #[test]
    fn latin_words_stay_apart_and_paragraphs_stay_paragraphs() {
        assert_eq!(layout("open\nat  night"), "open at night");
        assert_eq!(layout("第一段。\n第二段"), "第一段。\n第二段");
        assert_eq!(layout("标题\n\n正文"), "标题\n\n正文");
        assert_eq!(
            normalize("标题\n正文", LineBreaks::Paragraph).text,
            "标题\n\n正文"
        );
        assert_eq!(
            normalize("夜间开放被许\n\n多街道", LineBreaks::Page).text,
            "夜间开放被许多街道"
        );
        assert_eq!(layout("使用 SimHash\n算法"), "使用 SimHash 算法");
    }

    #[test]
    fn width_ligatures_radicals_and_invisible_characters_are_undone() {
        assert_eq!(layout("ＡＢＣ１２３"), "ABC123");
        assert_eq!(layout("ﬁnal"), "final");
        assert_eq!(layout("⼈⼯"), "人工");
        assert_eq!(layout("抄\u{200B}袭\u{FEFF}检\u{00AD}测"), "抄袭检测");
    }

    #[test]
    fn the_map_leads_back_to_the_original() {
        let original = " 甲\u{200B}乙\n丙 ﬁ";
        let normalized = normalize(original, LineBreaks::Layout);
        assert_eq!(normalized.text, "甲乙丙 fi");
        let originals: Vec<char> = original.chars().collect();
        let back: Vec<char> = normalized
            .origins
            .iter()
            .map(|&at| originals[at as usize])
            .collect();
        assert_eq!(back, ['甲', '乙', '丙', ' ', 'ﬁ', 'ﬁ']);
    }

    fn hard_text() -> impl Strategy<Value = String> {
        let hard: Vec<char> = "ab。！!? \n\r\t\u{C}\u{85}\u{2028}\u{2029}中文字ＡＩ\u{200B}\u{FEFF}\u{301}\u{308}éﬁ\u{1100}\u{1161}\u{11A8}\
             \u{FF9E}ｶ\u{FFA0}\u{3164}\u{FDFA}⼈﨑”…\u{1F1E6}\u{0}\u{E000}"
            .chars()
            .collect();
        prop::collection::vec(
            prop_oneof![4 => prop::sample::select(hard), 1 => any::<char>()],
            0..40,
        )
        .prop_map(String::from_iter)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]
        #[test]
        fn is_idempotent(
            text in hard_text(),
            breaks in prop::sample::select(vec![LineBreaks::Paragraph, LineBreaks::Layout, LineBreaks::Page]),
        ) {
            let once = normalize(&text, breaks);
            let twice = normalize(&once.text, breaks);
            prop_assert_eq!(&twice.text, &once.text);
        }

        #[test]
        fn equals_nfkc_of_the_whole_apart_from_white_space(text in hard_text()) {
            let strip = |s: &str| s.chars().filter(|c| !c.is_whitespace() && !c.is_control()).collect::<String>();
            let visible: String = text.chars().filter(|&c| !is_invisible(c)).collect();
            let whole: String = visible.nfkc().filter(|&c| !is_invisible(c)).collect();
            prop_assert_eq!(strip(&normalize(&text, LineBreaks::Layout).text), strip(&whole));
        }

        #[test]
        fn origins_are_in_bounds_and_never_decrease(text in hard_text()) {
            let normalized = normalize(&text, LineBreaks::Layout);
            prop_assert_eq!(normalized.origins.len(), normalized.text.chars().count());
            prop_assert!(normalized.origins.is_sorted());
            let length = text.chars().count();
            prop_assert!(normalized.origins.iter().all(|&at| (at as usize) < length));
        }
    }
}
