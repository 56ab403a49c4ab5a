//! Prints the copied shares and the passages of one pair in a terminal.

use super::differences::{Text, rows};
use super::output::{print_stdout, print_stdout_painted};
use super::side_by_side::{ColumnStyle, side_by_side};
use super::table::table;
use chachong_check::{Document, DocumentContent, LowerEstimate};
use chachong_citation::Attribution;
use chachong_compare::{
    Base, Copied, Counted, DocumentShares, LeftOutBy, PairFinding, Passage, PassageKind, Reason,
    Shares, SideShares, Span,
};
use chachong_messages::{Language, estimated, percent};
use chachong_report::{Report, attribution_lines};
use chachong_text::MarkReason;

/// Prints the shares of both documents, and the amount of text that is left out.
pub(super) fn print_shares(
    shares: &Shares,
    sides: [SideShares; 2],
    lower: Option<LowerEstimate>,
    language: Language,
) {
    let figure = |copied: Copied, lower: Option<LowerEstimate>| {
        language.fill(
            "shares.figure",
            &[
                ("share", &estimated(copied.share(), lower)),
                ("characters", &copied.characters),
                ("countable", &copied.countable),
            ],
        )
    };
    let row = |key: &str, of: fn(SideShares) -> Copied, lower: Option<LowerEstimate>| {
        let [a, b] = sides.map(|side| figure(of(side), lower));
        vec![language.text(key), a, b]
    };
    let mut lines = vec![
        row("cli.shares.net", |side| side.net, lower),
        row("cli.shares.gross", |side| side.gross, lower),
    ];
    for attribution in Attribution::ALL {
        let [a, b] = [0, 1].map(|document| {
            let of_document: Option<&DocumentShares> = shares.documents().get(document);
            of_document.map_or_else(String::new, |of_document| {
                figure(of_document.attributed()[attribution as usize].1, lower)
            })
        });
        lines.push(vec![language.attribution(attribution), a, b]);
    }
    if sides.iter().any(|side| side.possible.characters > 0) {
        // A wrong character may make a strong passage a possible one: the share of these may be larger by that.
        lines.push(row("cli.shares.possible", |side| side.possible, None));
    }
    if sides.iter().any(|side| side.base() != Base::Enough) {
        let base = sides.map(|side| language.base(side.base()));
        let [a, b] = base;
        lines.push(vec![language.text("cli.shares.base"), a, b]);
    }
    let documents: [&[LeftOutBy]; 2] = [0, 1].map(|document: usize| {
        let shares: Option<&DocumentShares> = shares.documents().get(document);
        shares.map_or(&[][..], |shares| &shares.left_out)
    });
    for reason in Reason::ALL {
        let of = |left_out: &[LeftOutBy]| left_out.iter().find(|by| by.reason == reason).copied();
        let [a, b] = documents.map(of);
        if a.is_none() && b.is_none() {
            continue;
        }
        let cell = |by: Option<LeftOutBy>| {
            by.map_or_else(String::new, |by| {
                language.fill(
                    "shares.left-out-figure",
                    &[("characters", &by.countable), ("copied", &by.copied)],
                )
            })
        };
        let name = language.reason_left_out(reason);
        let name = language.fill("shares.left-out", &[("reason", &name)]);
        lines.push(vec![name, cell(a), cell(b)]);
    }
    let headings = [String::new(), "A".to_owned(), "B".to_owned()];
    print_stdout(&format!("\n{}", table(&headings, &lines, &[])));
    if let Some(lower) = lower {
        print_stdout(&language.lower_estimate(lower));
    }
}

/// Passage to be shown.
pub(super) struct ShownPassage<'s> {
    /// Number of the passage, from 1.
    pub(super) number: usize,
    pub(super) passage: &'s Passage,
    /// Equal runs of both sides.
    pub(super) equal: &'s [(Span, Span)],
}

/// Both documents of a pair, with everything needed to print their passages.
pub(super) struct Sides<'s> {
    pub(super) contents: [&'s DocumentContent; 2],
    pub(super) texts: [Text<'s>; 2],
    /// Countable characters and marks of each document.
    pub(super) counted: &'s [Counted],
    pub(super) check: Report<'s>,
    pub(super) pair: &'s PairFinding,
    pub(super) language: Language,
    pub(super) style: ColumnStyle,
}

impl Sides<'_> {
    /// Prints a passage: its place, its differences, its marks, and both texts.
    pub(super) fn print(&self, shown: &ShownPassage<'_>) {
        let passage = shown.passage;
        let kind = match passage.kind {
            PassageKind::Identical => "passage.identical",
            PassageKind::Edited => "passage.edited",
        };
        print_stdout(&self.language.fill(
            "passage.heading",
            &[
                ("number", &shown.number),
                ("kind", &self.language.text(kind)),
                (
                    "similarity",
                    &percent(f64::from(passage.similarity) / 1000.0),
                ),
            ],
        ));
        let sides = [
            ("A", passage.a, passage.matched_a),
            ("B", passage.b, passage.matched_b),
        ];
        for (document, (name, span, matched)) in sides.into_iter().enumerate() {
            self.print_place(document, name, span, matched);
        }
        for line in attribution_lines(self.check, self.pair, passage) {
            print_stdout(&format!("   {line}"));
        }
        let [a, b] = &self.texts;
        let rows = rows(
            [a, b],
            [passage.a, passage.b],
            shown.equal,
            self.style.column(),
        );
        print_stdout_painted(&side_by_side(&rows, self.style));
    }

    fn print_place(&self, document: usize, name: &str, span: Span, matched: u32) {
        let language = self.language;
        let pages = pages(&self.contents[document].pages, span).map_or_else(
            String::new,
            |(first, last)| {
                let pages = if first == last {
                    first.to_string()
                } else {
                    format!("{first}-{last}")
                };
                language.fill("passage.pages", &[("pages", &pages)])
            },
        );
        let marks: Vec<String> = self
            .counted
            .get(document)
            .map_or(&[][..], |counted| &counted.marks)
            .iter()
            .filter(|mark| span.start < mark.end && mark.start < span.end)
            .map(|mark| {
                let (start, end) = (mark.start.max(span.start), mark.end.min(span.end));
                let label = self.label(mark.reason);
                let characters = end - start;
                language.fill(
                    "passage.mark",
                    &[("label", &label), ("characters", &characters)],
                )
            })
            .collect();
        print_stdout(&language.fill(
            "passage.place",
            &[
                ("name", &name),
                ("start", &span.start),
                ("end", &span.end),
                ("pages", &pages),
                ("characters", &span.len()),
                ("matched", &matched),
            ],
        ));
        if !marks.is_empty() {
            let marks = marks.join(&language.text("punctuation.semicolon"));
            print_stdout(&language.fill("passage.marks", &[("marks", &marks)]));
        }
    }

    fn label(&self, reason: MarkReason) -> String {
        match reason {
            MarkReason::Common { documents } => self
                .language
                .fill("passage.common", &[("documents", &documents)]),
            _ => self.language.reason_left_out(reason.into()),
        }
    }
}

/// Returns the first and last page of a span, from 1; `None` if the document has no pages.
fn pages(starts: &[u64], span: Span) -> Option<(usize, usize)> {
    let page = |place: u32| {
        starts
            .partition_point(|&start| start <= u64::from(place))
            .max(1)
    };
    (!starts.is_empty()).then(|| {
        let last = span.end.saturating_sub(1).max(span.start);
        (page(span.start), page(last))
    })
}

/// Returns the contents of the two compared documents; `None` unless there are two and both were read.
pub(super) fn contents(documents: &[Document]) -> Option<[&DocumentContent; 2]> {
    let [a, b] = documents else { return None };
    Some([a.content()?, b.content()?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_counted_from_one() {
        let starts = [0, 100, 200];
        let span = |start, end| Span { start, end };
        assert_eq!(pages(&starts, span(0, 100)), Some((1, 1)));
        assert_eq!(pages(&starts, span(99, 101)), Some((1, 2)));
        assert_eq!(pages(&starts, span(200, 300)), Some((3, 3)));
        assert_eq!(pages(&[], span(0, 1)), None);
    }
}
