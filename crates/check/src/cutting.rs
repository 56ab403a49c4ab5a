//! Cuts passages that extend over the edge of left-out text, so that they end there: a form or template that two
//! documents share proves nothing about the lines behind it.

use std::io;
use std::sync::Arc;

use chachong_compare::{Passage, Span, Weighed, passage_of};

/// Maximum distance, in characters, between the edge of a mark and the edge of the text it is about.
const EDGE: u32 = 16;
/// Minimum length, in characters, of a part left by a cut; shorter ones are dropped.
const LEAST: u32 = 30;

/// Cuts the marked beginnings and ends off the passages of a pair, if both documents have them marked and they are at
/// least half of either side: each becomes a passage of its own, and so does the part between. Parts shorter than
/// [`LEAST`] characters are dropped. A passage of at least nine tenths of both documents (`characters` are their
/// lengths) stays whole: they are copies of each other, whatever counts of them. `texts` returns the two texts, and is
/// called only if there is a cut.
pub(super) fn cut(
    passages: &mut Vec<Passage>,
    marks_a: &[Span],
    marks_b: &[Span],
    characters: [u32; 2],
    texts: impl Fn() -> io::Result<(Arc<Weighed>, Arc<Weighed>)>,
) -> io::Result<()> {
    let cuts = |passage: &Passage| {
        let (a, b) = (passage.a, passage.b);
        let nearly_all = |span: Span, of: u32| 10 * u64::from(span.len()) >= 9 * u64::from(of);
        if nearly_all(a, characters[0]) && nearly_all(b, characters[1]) {
            return (None, None);
        }
        let head = inner_edge(marks_a, a, true).zip(inner_edge(marks_b, b, true));
        let tail = inner_edge(marks_a, a, false).zip(inner_edge(marks_b, b, false));
        // If the two marks meet or cross, nothing is between them.
        let tail = tail.filter(|&(x, y)| head.is_none_or(|(u, v)| u < x && v < y));
        let from = head.unwrap_or((a.start, b.start));
        let to = tail.unwrap_or((a.end, b.end));
        // Most of the copy is unmarked text; a folder of equal files has many such.
        if 2 * (to.0 - from.0) > a.len() && 2 * (to.1 - from.1) > b.len() {
            return (None, None);
        }
        (head, tail)
    };
    if !passages
        .iter()
        .any(|passage| !matches!(cuts(passage), (None, None)))
    {
        return Ok(());
    }
    let (text_a, text_b) = texts()?;
    let mut found = Vec::with_capacity(passages.len() + 2);
    for passage in passages.drain(..) {
        let (head, tail) = cuts(&passage);
        if head.is_none() && tail.is_none() {
            found.push(passage);
            continue;
        }
        let (from_a, from_b) = head.unwrap_or((passage.a.start, passage.b.start));
        let (to_a, to_b) = tail.unwrap_or((passage.a.end, passage.b.end));
        let parts = [
            ((passage.a.start, from_a), (passage.b.start, from_b)),
            ((from_a, to_a), (from_b, to_b)),
            ((to_a, passage.a.end), (to_b, passage.b.end)),
        ];
        found.extend(parts.into_iter().filter_map(|(in_a, in_b)| {
            let span = |(start, end)| Span { start, end };
            let part = passage_of(&text_a, &text_b, span(in_a), span(in_b))?;
            (part.a.len().min(part.b.len()) >= LEAST).then_some(part)
        }));
    }
    found.sort_unstable();
    *passages = found;
    Ok(())
}

/// End of the mark at a span's beginning, or start of the mark at its end, inside the span; `None` if there is no
/// such mark or it covers the whole span.
fn inner_edge(marks: &[Span], span: Span, at_start: bool) -> Option<u32> {
    let (start, end) = (span.start, span.end);
    let mut found = None;
    for mark in marks.iter().filter(|mark| mark.overlaps(span)) {
        if at_start && mark.start <= found.unwrap_or(start) + EDGE {
            found = Some(mark.end);
        } else if !at_start && found.is_none() && reaches(marks, *mark, end) {
            found = Some(mark.start);
        }
    }
    found.filter(|&edge| start < edge && edge < end)
}

/// Returns whether a mark, with the next ones at gaps of at most [`EDGE`] characters, reaches a position.
fn reaches(marks: &[Span], mark: Span, place: u32) -> bool {
    let mut end = mark.end;
    for next in marks.iter().filter(|next| next.start >= mark.end) {
        if next.start > end + EDGE {
            break;
        }
        end = next.end;
    }
    end + EDGE >= place
}

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_compare::{Background, Prepared, passages};
    use chachong_text::{LineBreaks, normalize};

    const FORM: &str = "第一，正文须用宋体小四号字，行距为二十磅，页边距上下各二点五厘米，左侧留出装订线的位置。\
        第二，摘要不超过四百字，须交代研究的问题、所用的材料、得到的结果以及尚未解决之处。";
    const MASTHEAD: &str = "城市生活研究，二〇二六年第三期，总第四十一期。";

    fn weighed(text: &str) -> Arc<Weighed> {
        let prepared = Prepared::new(&normalize(text, LineBreaks::Layout));
        Arc::new(Weighed::new(prepared, &Background::new()))
    }

    #[test]
    fn a_form_is_cut_off_and_the_line_behind_it_is_too_short_to_stay() {
        let length = u32::try_from(FORM.chars().count()).unwrap();
        let texts = [
            format!("{FORM}{MASTHEAD}夜里的书库亮着一盏灯。"),
            format!("{FORM}{MASTHEAD}菜摊清早六点就摆好了。"),
        ];
        let (a, b) = (weighed(&texts[0]), weighed(&texts[1]));
        let mut found = passages(&a, &b);
        assert_eq!(found.len(), 1);
        assert!(found[0].a.end > length + 10);
        // The mark ends some characters short, as those of common text may.
        let marks = [Span::new(4, length - 5)];
        let texts = || Ok((Arc::clone(&a), Arc::clone(&b)));
        cut(&mut found, &marks, &marks, [400; 2], texts).unwrap();
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].a.start, 0);
        assert!(found[0].a.end <= length);
        let whole = vec![Span::new(0, 400)];
        let before = found.clone();
        cut(&mut found, &whole, &whole, [400; 2], texts).unwrap();
        assert_eq!(found, before, "what is marked whole stays whole");
        let all = [before[0].a.len(), before[0].b.len()];
        cut(&mut found, &marks, &marks, all, texts).unwrap();
        assert_eq!(found, before, "a copy of a whole text stays whole");
    }

    #[test]
    fn edges_are_found_over_small_gaps_and_only_inside() {
        let marks = [Span::new(10, 50), Span::new(60, 100), Span::new(200, 300)];
        assert_eq!(inner_edge(&marks, Span::new(5, 150), true), Some(100));
        assert_eq!(inner_edge(&marks, Span::new(5, 90), true), None);
        assert_eq!(inner_edge(&marks, Span::new(120, 310), false), Some(200));
        assert_eq!(inner_edge(&marks, Span::new(30, 100), false), None);
        assert_eq!(inner_edge(&marks, Span::new(20, 400), false), None);
    }
}
