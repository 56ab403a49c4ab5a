//! Formats numbers, shares, positions and names of documents for the window and for reports.

use super::Language;
use chachong_check::{Document, LIBRARY_PREFIX, LowerEstimate, Origin};
use chachong_compare::{Base, Copied, DISTANCE_LEVELS, PassageFigures, SHARE_LEVELS, Shown, Span};
use chachong_import::Picture;

/// Formats a number with its digits in groups of three: `12,345`.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats a share, 0..=1, in per cent: `38.0 %`.
#[must_use]
pub fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

/// Formats a share, 0..=1, in whole per cent, for thresholds and narrow places: `38 %`.
#[must_use]
pub fn whole_percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

/// Formats the range of shares that a colour of the matrix stands for: `≥ 30 %`. The colours are numbered by their level in
/// [`SHARE_LEVELS`], 0..=5; 0 is for the largest shares.
#[must_use]
pub fn share_range(level: usize) -> String {
    match SHARE_LEVELS.get(level) {
        Some(&from) => format!("≥ {}", whole_percent(from)),
        None if level == SHARE_LEVELS.len() => "> 0 %".to_owned(),
        None => "0 %".to_owned(),
    }
}

/// Formats the range of distances that a colour of the matrix stands for: `4–6`. The colours are numbered by their level in
/// [`DISTANCE_LEVELS`], 0..=5; 0 is for equal fingerprints.
#[must_use]
pub fn distance_range(level: usize) -> String {
    let before = level.checked_sub(1).and_then(|at| DISTANCE_LEVELS.get(at));
    let from = before.map_or(0, |before| before + 1);
    match DISTANCE_LEVELS.get(level) {
        Some(&to) if to == from => to.to_string(),
        Some(to) => format!("{from}–{to}"),
        None => format!("≥ {from}"),
    }
}

/// Formats an estimated cosine similarity with four decimals: `0.9412`.
#[must_use]
pub fn cosine(cosine: f64) -> String {
    format!("{cosine:.4}")
}

/// Formats a share, 0..=1, in per cent, with a sign in front if it is a lower estimate: `≥ 38.0 %`. `lower` is the
/// reason for the estimate; `None` for an exact share.
#[must_use]
pub fn estimated(share: f64, lower: Option<LowerEstimate>) -> String {
    let text = percent(share);
    if has_sign(share, lower) {
        format!("≥ {text}")
    } else {
        text
    }
}

/// Formats the share of a text as [`estimated`] does, or as a dash if so little of the text counts that a share would
/// say nothing.
#[must_use]
pub fn shown_share(shown: Shown, lower: Option<LowerEstimate>) -> String {
    if shown.is_judged() {
        estimated(shown.share(), lower)
    } else {
        "–".to_owned()
    }
}

/// Returns whether a share, 0..=1, is displayed with the sign of a lower estimate. `lower` is as for [`estimated`].
/// `100.0 %` never has the sign, because no share exceeds it.
#[must_use]
pub fn has_sign(share: f64, lower: Option<LowerEstimate>) -> bool {
    lower.is_some() && percent(share) != percent(1.0)
}

/// Formats ascending page numbers and combines three or more consecutive ones: `2, 5–7`. After 12 single pages or runs of consecutive
/// pages, the rest is `…`.
#[must_use]
pub fn page_ranges(pages: &[u32]) -> String {
    const MOST: usize = 12;
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for &page in pages {
        match ranges.last_mut() {
            Some((_, end)) if *end + 1 == page => *end = page,
            _ => ranges.push((page, page)),
        }
    }
    let range = |&(from, to): &(u32, u32)| match to - from {
        0 => from.to_string(),
        1 => format!("{from}, {to}"),
        _ => format!("{from}–{to}"),
    };
    let shown: Vec<String> = ranges.iter().take(MOST).map(range).collect();
    let more = if ranges.len() > MOST { " …" } else { "" };
    shown.join(", ") + more
}

/// Formats the numbers of copied and countable characters: `1,234 / 10,012 characters`.
#[must_use]
pub fn copied_of(copied: Copied, language: Language) -> String {
    let number = |n: u32| grouped(u64::from(n));
    language.fill(
        "shares.of",
        &[
            ("copied", &number(copied.characters)),
            ("countable", &number(copied.countable)),
        ],
    )
}

/// Describes the position of a span in a text by its pages, as in `p. 1–3`, or by its characters if `pages` is empty.
/// Both are counted from 1. `pages` holds the offset of each page's first character, in Unicode scalar values.
#[must_use]
pub fn place(pages: &[u64], span: Span, language: Language) -> String {
    let range = |from: u64, to: u64| {
        if from >= to {
            grouped(from)
        } else {
            format!("{}–{}", grouped(from), grouped(to))
        }
    };
    if pages.is_empty() {
        let places = range(u64::from(span.start) + 1, u64::from(span.end));
        return language.fill("passages.at-characters", &[("places", &places)]);
    }
    let page = |at: u32| {
        pages
            .partition_point(|&start| start <= u64::from(at))
            .max(1) as u64
    };
    let places = range(page(span.start), page(span.end.saturating_sub(1)));
    language.fill("passages.on-pages", &[("places", &places)])
}

/// Returns the displayed name of a document. For a library document, the word for a library and a colon precede its name.
#[must_use]
pub fn document_name(document: &Document, language: Language) -> String {
    match document.origin {
        Origin::Checked => document.name.clone(),
        Origin::Library => language.fill("library.name", &[("name", &name_in_library(document))]),
    }
}

/// Returns the name that a document has in its library.
pub(super) fn name_in_library(document: &Document) -> &str {
    (document.name.strip_prefix(LIBRARY_PREFIX)).unwrap_or(&document.name)
}

/// Formats the number of characters of a passage as a sum of those that count and those that do not, by reason: `639
/// characters = 634 that count + 5 reworded`. `None` if all of them count.
#[must_use]
pub fn passage_sum(figures: &PassageFigures, language: Language) -> Option<String> {
    if figures.counting == figures.characters {
        return None;
    }
    let part = |key: &str, count: u32| {
        let count = grouped(count.into());
        (language).fill(&format!("passages.sum-{key}"), &[("count", &count)])
    };
    let of_reasons = figures.left_out.iter().map(|&(reason, count)| {
        let values: [(&str, &dyn std::fmt::Display); 2] = [
            ("count", &grouped(count.into())),
            ("reason", &language.reason_left_out(reason)),
        ];
        language.fill("passages.sum-left-out", &values)
    });
    let counting = [part("counting", figures.counting)].into_iter();
    let others = [("reworded", figures.reworded), ("own", figures.own)].into_iter();
    let others = others.filter(|&(_, count)| count > 0);
    let parts: Vec<String> = (counting
        .filter(|_| figures.counting > 0 || figures.left_out.is_empty()))
    .chain(others.map(|(key, count)| part(key, count)))
    .chain(of_reasons)
    .collect();
    let values: [(&str, &dyn std::fmt::Display); 2] = [
        ("all", &grouped(figures.characters.into())),
        ("parts", &parts.join(" + ")),
    ];
    Some(language.fill("passages.sum", &values))
}

/// Describes where a picture is, by its page or its file name, and, if known, its size in pixels: `image1.png · 800 × 600`.
#[must_use]
pub fn picture_place(picture: &Picture, language: Language) -> String {
    let place = if picture.place.bytes().all(|byte| byte.is_ascii_digit()) {
        language.fill("evidence.page", &[("page", &picture.place)])
    } else {
        let name = picture.place.rsplit('/').next();
        name.unwrap_or(&picture.place).to_owned()
    };
    match picture.size {
        Some((width, height)) => format!("{place} · {width} × {height}"),
        None => place,
    }
}

impl Language {
    /// Returns a sentence that says why a text has no share, or why its share means little: too little of the text
    /// counts. `net` has the number of characters that count, `gross` that of all countable characters. `None` if
    /// enough of the text counts, or if the text has no countable characters at all.
    #[must_use]
    pub fn too_little(self, base: Base, net: Copied, gross: Copied) -> Option<String> {
        let key = match base {
            _ if gross.countable == 0 => return None,
            Base::Enough => return None,
            _ if net.countable == 0 => "shares.nothing-counts",
            Base::TooFewCharacters => "shares.too-few-characters",
            Base::MostLeftOut => "shares.most-left-out",
        };
        let [counting, all] = [net, gross].map(|of| grouped(u64::from(of.countable)));
        Some(self.fill(key, &[("counting", &counting), ("all", &all)]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_by_three() {
        assert_eq!(
            [0, 999, 1000, 1_234_567].map(grouped),
            ["0", "999", "1,000", "1,234,567"]
        );
    }

    #[test]
    fn a_lower_estimate_has_a_sign_unless_nothing_is_larger() {
        let lower = Some(LowerEstimate { pages: 3 });
        assert_eq!(estimated(0.345, lower), "≥ 34.5 %");
        assert_eq!(estimated(0.0, lower), "≥ 0.0 %");
        assert_eq!(estimated(1.0, lower), "100.0 %");
        assert_eq!(estimated(0.345, None), "34.5 %");
    }

    #[test]
    fn runs_of_pages_are_ranges() {
        assert_eq!(page_ranges(&[2]), "2");
        assert_eq!(page_ranges(&[1, 2, 4, 5, 6, 9]), "1, 2, 4–6, 9");
        let odd: Vec<u32> = (0..13).map(|page| 2 * page + 1).collect();
        assert!(page_ranges(&odd).ends_with("21, 23 …"));
    }

    #[test]
    fn a_place_is_a_page_where_pages_are_known() {
        let of = |pages: &[u64], start, end| place(pages, Span { start, end }, Language::English);
        assert_eq!(of(&[], 0, 1_500), "char. 1–1,500");
        assert_eq!(of(&[0, 100, 200], 40, 100), "p. 1");
        assert_eq!(of(&[0, 100, 200], 40, 201), "p. 1–3");
    }

    #[test]
    fn a_caption_says_where_and_how_large() {
        let picture = |place: &str, size| Picture {
            place: place.to_owned(),
            sha256: String::new(),
            perceptual: None,
            size,
            bytes: 0,
            at: None,
        };
        let said = |place, size| picture_place(&picture(place, size), Language::English);
        assert_eq!(
            said("word/media/image1.png", Some((800, 600))),
            "image1.png · 800 × 600"
        );
        assert_eq!(said("12", None), "page 12");
    }
}
