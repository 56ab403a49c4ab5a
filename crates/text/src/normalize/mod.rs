//! Normalisation for comparison: Unicode form, invisible and look-alike characters, divided words, white space and line
//! breaks, Traditional characters, with a map back to the author's text. People are always shown the original, never
//! the normalised text.

mod compose;
mod gaps;
mod hyphen;
mod layout;
mod lookalike;
mod marks;
mod normalized;
mod order;
mod radical;
mod traditional;
mod twin;

use super::Exclusion;
use super::exclusion::without;

use compose::Placed;
pub(super) use compose::{LEFT_OUT, is_gap, plain_ideograph};
pub use compose::{
    is_cjk, is_ideograph, is_invisible, is_unseen, starts_a_cluster, without_radical,
};
pub use lookalike::latin_word;
use lookalike::{may_hold_twins, mixed_words};
pub use normalized::{LineBreaks, Normalized};
pub use traditional::simplified_alone;

/// Normalises `original` for comparison. Normalising the result again changes nothing.
#[must_use]
pub fn normalize(original: &str, breaks: LineBreaks) -> Normalized {
    // A character of Chinese takes three bytes: half the bytes is between that and English.
    let expected = original.len() / 2;
    let characters = original.chars().zip(0..);
    let composed = if order::may_differ(original) {
        let seen = order::as_seen(&characters.collect::<Vec<_>>());
        compose::compose(seen.iter().copied(), expected)
    } else {
        compose::compose(characters, expected)
    };
    finish(composed, breaks)
}

/// Normalises `original` without its `exclusions`, so that a sentence continues after a page header. The origins of the
/// result are offsets in the whole original. Exclusions may come in any order, may overlap, and may extend beyond the
/// end of the text.
#[must_use]
pub fn normalize_without(
    original: &str,
    exclusions: &[Exclusion],
    breaks: LineBreaks,
) -> Normalized {
    if exclusions.is_empty() {
        return normalize(original, breaks);
    }
    let mut included = without(original, exclusions);
    if order::may_differ(original) {
        included = order::as_seen(&included);
    }
    finish(
        compose::compose(included.iter().copied(), included.len()),
        breaks,
    )
}

/// Runs the steps after composing. Words are made whole before their letters are looked at, and letters are known before
/// their marks are; Traditional characters come last, one for one, because the lines that the layout made tell the
/// script.
fn finish(composed: Vec<Placed>, breaks: LineBreaks) -> Normalized {
    let whole = hyphen::rejoin(gaps::close(composed), breaks);
    let plain = marks::strip(lookalike::unmask(whole));
    traditional::simplify(layout::lay_out(&plain, breaks))
}

/// Characters that normalisation replaces or removes because a reader does not see them as they are stored.
#[derive(Default)]
pub(super) struct Disguises {
    /// Gaps inside words: offset and number of characters.
    pub(super) gaps: Vec<(u32, usize)>,
    /// Stretches that a reader sees in another order: offset and number of characters.
    pub(super) turned: Vec<(u32, usize)>,
    /// Offsets of marks under and through letters, or of the letters that carry them.
    pub(super) marked: Vec<u32>,
    /// Words that mix scripts: offset and number of letters that look Latin. Empty if too few of them are signs of a disguise.
    pub(super) mixed: Vec<(u32, usize)>,
}

impl Disguises {
    /// Finds the disguises in `original`. Offsets count the characters of `original`.
    pub(super) fn in_text(original: &str) -> Self {
        let mut characters: Vec<Placed> = original.chars().zip(0..).collect();
        let mut found = Self::default();
        if order::may_differ(original) {
            found.turned = order::turned(&characters);
            characters = order::as_seen(&characters);
        }
        let composed = compose::compose(characters.iter().copied(), characters.len());
        found.gaps = gaps::inside_words(&composed)
            .into_iter()
            .map(|gap| (composed[gap.start].1, gap.len()))
            .chain(gaps::between_ideographs(&composed).map(|at| (composed[at].1, 1)))
            .collect();
        found.gaps.sort_unstable();
        let whole = gaps::close(composed);
        if may_hold_twins(whole.iter().map(|&(c, _)| c)) {
            found.mixed = mixed_words(&whole);
        }
        found.marked = marks::stripped(&lookalike::unmask(whole));
        found
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use unicode_normalization::UnicodeNormalization;

    use super::*;
    use crate::ExclusionReason;

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

    fn without_stretch(original: &str, stretch: &str, breaks: LineBreaks) -> Normalized {
        let start = original[..original.find(stretch).unwrap()].chars().count() as u64;
        let exclusion = Exclusion {
            start,
            end: start + stretch.chars().count() as u64,
            reason: ExclusionReason::RunningHead,
        };
        normalize_without(original, &[exclusion], breaks)
    }

    #[test]
    fn a_sentence_goes_on_after_a_running_head() {
        let original = "夜间开放服务在许\n第二章 方法 12\n\u{C}多街道";
        let normalized = without_stretch(original, "第二章 方法 12", LineBreaks::Page);
        assert_eq!(normalized.text, "夜间开放服务在许多街道");
        assert_eq!(normalized.origins[8], 20);
        let normalized =
            without_stretch("the infor-\nHEAD 3\nmation", "HEAD 3\n", LineBreaks::Page);
        assert_eq!(normalized.text, "the information");
        let normalized = without_stretch("open\nHEAD\nnight", "\nHEAD\n", LineBreaks::Page);
        assert_eq!(normalized.text, "open night");
        let normalized = without_stretch("甲。\n眉\n乙", "眉", LineBreaks::Layout);
        assert_eq!(normalized.text, "甲。\n乙");
        let normalized = without_stretch("甲\n眉\n乙", "眉\n", LineBreaks::Paragraph);
        assert_eq!(normalized.text, "甲\n\n乙");
    }

    #[test]
    fn what_stands_inside_a_word_leaves_a_gap_behind() {
        let exclusion = |start, end| Exclusion {
            start,
            end,
            reason: ExclusionReason::Invisible,
        };
        let normalized = normalize_without("woXXrd ab", &[exclusion(2, 4)], LineBreaks::Page);
        assert_eq!(normalized.text, "wo rd ab");
        assert_eq!(normalized.origins, [0, 1, 1, 4, 5, 6, 7, 8]);
        let known = normalize_without("woXXrd word", &[exclusion(2, 4)], LineBreaks::Page);
        assert_eq!(known.text, "word word");
        assert_eq!(known.origins, [0, 1, 4, 5, 6, 7, 8, 9, 10]);
        let all = normalize_without("word", &[exclusion(0, 99)], LineBreaks::Page);
        assert_eq!(all.text, "");
    }

    fn hard_text() -> impl Strategy<Value = String> {
        let hard: Vec<char> = "ab。！!? \n\r\t\u{200A}\u{2800}\u{202F}\u{202E}\u{202C}\u{202B}\u{2067}\u{2069}\u{200F}ש(\u{323}\u{336}\u{C}\u{85}\u{2028}\u{2029}中文字ＡＩ\u{200B}\u{FEFF}\u{301}\u{308}éﬁ\u{1100}\u{1161}\u{11A8}\
             \u{FF9E}ｶ\u{FFA0}\u{3164}\u{FDFA}⼈﨑”…\u{1F1E6}\u{0}\u{E000}"
            .chars()
            .collect();
        // Characters that are folded: Traditional ones and those that may be, radicals, look-alikes and others,
        // hyphens.
        let folded: Vec<char> = "國乾著隆藉這这麼麽么覆⻓⻑⾨體abcdeABɑɡıɪəğᴛᴇ🅰ᑭ-\u{2010}\u{AD}- \n\nаеосиТАοναβςΑΝ\u{1D6C2}\u{1D6A8}\u{345}ᎪꓮоՕёїά"
            .chars()
            .collect();
        prop::collection::vec(
            prop_oneof![
                4 => prop::sample::select(hard),
                6 => prop::sample::select(folded),
                1 => any::<char>(),
            ],
            0..50,
        )
        .prop_map(String::from_iter)
    }

    /// Generates texts of words, so that hyphens divide words that occur elsewhere, with lines of either script.
    fn wordy_text() -> impl Strategy<Value = String> {
        let pieces = vec![
            "infor",
            "mation",
            "information",
            "and",
            "well",
            "known",
            "well-known",
            "Known",
            "-",
            "-\n",
            "\u{AD}\n",
            "\u{2010}\r\n",
            " ",
            "\n",
            "\n\n",
            "сору",
            "аnd",
            "слово",
            "λόγος",
            "α",
            "οf",
            "乾隆年間",
            "乾燥",
            "著作",
            "麼",
            "么麼",
            "這個",
            "这个",
            "问题",
            "。",
            "\u{301}",
            "\u{200B}",
            "\u{200A}",
            "\u{205F}",
            "th\u{2009}e",
            "in\u{200A}for\u{200A}ma\u{200A}ti\u{200A}on",
            "t h e  t o o l  i n f o  ",
            "f\u{323}o\u{323}r\u{323}m\u{323}a\u{323}t\u{323}i\u{323}q\u{323}p\u{323}",
            "图\u{336}书\u{336}馆\u{336}夜\u{336}",
            "\u{202E}",
            "\u{202C}",
            "ᴛʜᴇ",
            "ʟıbrɑry",
            "שלום",
        ];
        prop::collection::vec(prop::sample::select(pieces), 0..30)
            .prop_map(|pieces| pieces.concat())
    }

    fn text() -> impl Strategy<Value = String> {
        prop_oneof![hard_text(), wordy_text()]
    }

    fn any_breaks() -> impl Strategy<Value = LineBreaks> {
        prop::sample::select(vec![
            LineBreaks::Paragraph,
            LineBreaks::Layout,
            LineBreaks::Page,
        ])
    }

    fn any_exclusions() -> impl Strategy<Value = Vec<Exclusion>> {
        let reason = prop::sample::select(vec![
            ExclusionReason::RunningHead,
            ExclusionReason::Invisible,
        ]);
        prop::collection::vec((0_u64..60, 0_u64..12, reason), 0..4).prop_map(|all| {
            all.into_iter()
                .map(|(start, length, reason)| Exclusion {
                    start,
                    end: start + length,
                    reason,
                })
                .collect()
        })
    }

    fn check_origins(original: &str, normalized: &Normalized) -> Result<(), TestCaseError> {
        prop_assert_eq!(normalized.origins.len(), normalized.text.chars().count());
        prop_assert!(normalized.origins.is_sorted());
        let length = original.chars().count();
        prop_assert!(normalized.origins.iter().all(|&at| (at as usize) < length));
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]
        #[test]
        fn is_idempotent(text in text(), breaks in any_breaks()) {
            let once = normalize(&text, breaks);
            let twice = normalize(&once.text, breaks);
            prop_assert_eq!(&twice.text, &once.text);
        }

        #[test]
        fn composing_equals_nfkc_of_the_whole(text in hard_text()) {
            let composed = compose::compose(text.chars().zip(0..), 0);
            let visible: String = text.chars().filter(|&c| is_gap(c) || !is_invisible(c))
                .map(|c| if is_gap(c) { ' ' } else { c }).collect();
            let whole: String = visible.nfkc().filter(|&c| !is_invisible(c)).map(radical::ideograph).collect();
            let soft = compose::SOFT_HYPHEN;
            prop_assert_eq!(composed.iter().map(|&(c, _)| if is_gap(c) { ' ' } else { c })
                .filter(|&c| c != soft).collect::<String>(), whole);
        }

        #[test]
        fn origins_are_in_bounds_and_never_decrease(text in text(), breaks in any_breaks()) {
            check_origins(&text, &normalize(&text, breaks))?;
        }

        #[test]
        fn what_is_left_out_might_as_well_not_stand_there(
            text in text(), exclusions in any_exclusions(), breaks in any_breaks(),
        ) {
            let normalized = normalize_without(&text, &exclusions, breaks);
            check_origins(&text, &normalized)?;
            let spliced: String = without(&text, &exclusions).into_iter().map(|(c, _)| c).collect();
            prop_assert_eq!(&normalized.text, &normalize(&spliced, breaks).text);
            let excluded = |at: u32| exclusions.iter().any(|e| (e.start..e.end).contains(&u64::from(at)));
            // Only a line break in place of an exclusion points into one, and a mark without a letter under it.
            for (c, &at) in normalized.text.chars().zip(&normalized.origins) {
                prop_assert!(!excluded(at) || c.is_whitespace() || !starts_a_cluster(c));
            }
        }
    }
}
