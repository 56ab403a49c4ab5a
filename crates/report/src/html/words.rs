//! Numbers, shares, positions and names as text, as every page of the HTML report shows them.

use std::borrow::Cow;

use maud::{Markup, html};

use chachong_check::{Document, LowerEstimate};
use chachong_compare::{DegreeShares, LARGE_PART, PART, PairFinding, Shown, Strongest, Verdict};
use chachong_messages::{Language, document_name, grouped, percent, shown_share};

/// Replaces characters that HTML cannot carry or that act instead of being seen: control characters by their pictures,
/// noncharacters and marks that override the direction of writing by U+FFFD. For names and notes, not for texts.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    if text.chars().all(|c| seen(c) == c) {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.chars().map(seen).collect())
    }
}

fn seen(c: char) -> char {
    const LOST: char = '\u{FFFD}';
    match c {
        '\0'..='\u{1F}' => char::from_u32(0x2400 + u32::from(c)).unwrap_or(LOST),
        '\u{7F}' => '\u{2421}',
        '\u{2028}' | '\u{2029}' => '\u{2424}',
        // An override of the direction could make one name look like another, and its end could end a name's isolation.
        '\u{80}'..='\u{9F}'
        | '\u{FDD0}'..='\u{FDEF}'
        | '\u{202A}'..='\u{202E}'
        | '\u{2066}'..='\u{2069}' => LOST,
        c if u32::from(c) & 0xFFFE == 0xFFFE => LOST,
        c => c,
    }
}

/// Returns the name of a document as plain text; library documents are labelled as such.
pub(super) fn plain_name(document: &Document, language: Language) -> String {
    visible(&document_name(document, language)).into_owned()
}

/// Returns the name of a document, isolated from the direction of the text around it.
pub(super) fn name(document: &Document, language: Language) -> Markup {
    html! { bdi { (plain_name(document, language)) } }
}

/// Formats a number of things of a list.
pub(super) fn count(number: usize) -> String {
    grouped(number as u64)
}

/// Returns a note that says how many of `all` things are not `listed`; nothing if all are.
pub(super) fn more(language: Language, key: &str, all: usize, listed: usize) -> Markup {
    html! { @if all > listed { p.note { (language.fill(key, &[("count", &count(all - listed))])) } } }
}

/// Returns the class of the colour of a share (0..=1), by the thresholds of the verdicts.
pub(super) fn level(share: f64) -> &'static str {
    if share >= LARGE_PART {
        "l3"
    } else if share >= PART {
        "l2"
    } else if share > 0.0 {
        "l1"
    } else {
        "l0"
    }
}

/// Returns a share as a number and a bar, coloured by its weight.
pub(super) fn share_bar(shown: Shown, lower: Option<LowerEstimate>) -> Markup {
    bar(
        &shown_share(shown, lower),
        shown.degrees,
        level(shown.weight),
    )
}

/// Returns a share of another kind than prose as a number and a bar, coloured by the strength of the kind.
pub(super) fn kind_bar(strongest: Strongest, share: f64) -> Markup {
    let degrees = DegreeShares {
        identical: share,
        ..DegreeShares::default()
    };
    bar(&percent(share), degrees, level(strongest.coloured(share)))
}

/// Returns a share of possible passages with a bar that stays pale, however large the share is.
pub(super) fn possible_bar(share: f64) -> Markup {
    let degrees = DegreeShares {
        identical: share,
        ..DegreeShares::default()
    };
    bar(&percent(share), degrees, "lp")
}

/// Returns a number with a stacked bar: identical, edited and reworded text. The number says all; the bar is hidden from screen
/// readers.
fn bar(text: &str, degrees: DegreeShares, class: &str) -> Markup {
    let width = |share: f64| format!("{:.1}", share.clamp(0.0, 1.0) * 100.0);
    let copied = degrees.identical + degrees.edited;
    html! {
        span class=(format_args!("share {class}")) {
            span.num { (text) }
            svg.bar viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" focusable="false" {
                rect.whole width="100" height="8" rx="2" {}
                @if degrees.reworded > 0.0 { rect.part.w width=(width(copied + degrees.reworded)) height="8" rx="2" {} }
                @if degrees.edited > 0.0 {
                    rect.whole width=(width(copied)) height="8" rx="2" {}
                    rect.part.e width=(width(copied)) height="8" rx="2" {}
                }
                rect.part width=(width(degrees.identical)) height="8" rx="2" {}
            }
        }
    }
}

/// Returns the verdict on a pair as a chip that names the strongest kind of evidence. A pair without a verdict is
/// beyond all thresholds.
pub(super) fn verdict_chip(pair: &PairFinding, language: Language) -> Markup {
    let class = pair.as_verdict().map_or("none", Verdict::name);
    html! { span class=(format_args!("chip v-{class}")) { (language.finding(pair)) } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_shown_and_do_nothing() {
        assert_eq!(visible("论文\u{0}\n\u{7F}.txt"), "论文␀␊␡.txt");
        assert_eq!(
            visible("a\u{202E}txt.exe\u{2069}"),
            "a\u{FFFD}txt.exe\u{FFFD}"
        );
        assert_eq!(
            visible("\u{FFFE}\u{1FFFF}\u{FDD0}"),
            "\u{FFFD}\u{FFFD}\u{FFFD}"
        );
        assert!(matches!(visible("终稿 <b>\"x\"</b>"), Cow::Borrowed(_)));
    }
}
