//! The texts of one passage, read and compared off the frame, cut into paragraphs with what differs. Knows nothing of how
//! they are drawn.

use std::io;
use std::sync::Arc;

use egui::Context;

use super::copied::PairTab;
use super::off_frame::OffFrame;
use super::state::{Page, State};
use crate::compare::{Background, Passage, Span, Weighed, equal_runs};
use crate::import::Format;
use crate::session::{Document, KeptText};
use crate::text::{Exclusion, is_cjk};

/// What a stretch of a passage's text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The same on both sides.
    Same,
    /// Changed, left out, put in or moved.
    Changed,
    /// A running head or text that no one sees: not compared.
    PassedOver,
}

/// How a stretch is to be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Look {
    pub(super) kind: Kind,
    /// Whether it does not count: references, a quotation, text common to many documents.
    pub(super) left_out: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) text: String,
    pub(super) look: Look,
}

/// A paragraph, or a part of a very long one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Paragraph {
    pub(super) pieces: Vec<Piece>,
    pub(super) characters: usize,
}

/// Which pair: the documents' generation, and their positions.
type Pair = (u64, usize, usize);
/// A passage, and what of it does not count on either side.
type Key = (Pair, Passage, [Vec<Span>; 2]);
type Paragraphs = [Vec<Paragraph>; 2];

/// A passage's text on both sides, or why it cannot be had.
#[derive(Clone, Debug)]
pub(super) struct Loaded {
    key: Key,
    pub(super) sides: Result<Arc<Paragraphs>, Arc<str>>,
}

impl Loaded {
    /// The position of the document on a side, 0 or 1.
    pub(super) const fn document(&self, side: usize) -> usize {
        if side == 0 {
            self.key.0.1
        } else {
            self.key.0.2
        }
    }

    /// Whether some of the passage does not count.
    pub(super) fn has_left_out(&self) -> bool {
        self.key.2.iter().any(|spans| !spans.is_empty())
    }
}

/// Paragraphs longer than this are cut, so that no piece of layout gets long.
const LONGEST_PARAGRAPH: usize = 1_500;

/// The texts of both documents, ready for the pair's next passage, and the passage cut into paragraphs.
type Texts = (Arc<[SideText; 2]>, Arc<Paragraphs>);

/// Loads the passage that the page shows.
#[derive(Default)]
pub(super) struct Loader(OffFrame<Key, Result<Texts, Arc<str>>>);

impl Loader {
    /// The text of the passage that the page shows, as soon as it is there.
    pub(super) fn poll(&mut self, state: &State, context: &Context) -> Option<Loaded> {
        let wanted = wanted(state);
        let shown = wanted.as_ref().map(|key| (key.0, key.1));
        let (key, texts) = (self.0).poll(wanted, context, |key, ready| work(key, ready, state))?;
        // What counts may just have changed: the text as it was stays until it is drawn anew.
        (Some((key.0, key.1)) == shown).then(|| Loaded {
            key: key.clone(),
            sides: texts
                .as_ref()
                .map(|(_, paragraphs)| Arc::clone(paragraphs))
                .map_err(Arc::clone),
        })
    }

    /// Whether a text that the page shows is still to come.
    pub(super) fn is_busy(&self, state: &State) -> bool {
        wanted(state).is_some_and(|key| !self.0.is_ready_for(&key))
    }
}

/// What a thread is to do for a passage: the texts are read once for all passages of a pair.
fn work(
    (pair, passage, left_out): &Key,
    ready: Option<&(Key, Result<Texts, Arc<str>>)>,
    state: &State,
) -> Option<impl FnOnce() -> Result<Texts, Arc<str>> + Send + use<>> {
    let known = ready
        .filter(|(key, _)| key.0 == *pair)
        .and_then(|(_, texts)| Some(Arc::clone(&texts.as_ref().ok()?.0)));
    let side = |position: usize| {
        let document = state.documents.get(position)?;
        Some((document.reading()?.text.clone(), joins_lines(document)))
    };
    let (a, b) = (side(pair.1)?, side(pair.2)?);
    let (passage, left_out) = (*passage, left_out.clone());
    Some(move || {
        let texts = known.map_or_else(
            || {
                let background = Background::new();
                let side = |(text, joins)| SideText::read(&text, joins, &background);
                Ok(Arc::new([side(a)?, side(b)?]))
            },
            Ok,
        );
        let texts = texts.map_err(|error: io::Error| Arc::<str>::from(error.to_string()))?;
        let paragraphs = Arc::new(paragraphs(&texts, &passage, &left_out));
        Ok((texts, paragraphs))
    })
}

/// The passage that the page shows.
fn wanted(state: &State) -> Option<Key> {
    let Page::Pair(a, b) = state.page else {
        return None;
    };
    if state.pair.tab != PairTab::Passages {
        return None;
    }
    let passage = state.copied_pair(a, b)?.passages.get(state.pair.passage)?;
    let left_out = [(a, passage.a), (b, passage.b)].map(|(document, span)| {
        (state.copied().into_iter())
            .flat_map(|copied| copied.shares.left_out(document))
            .map(|run| Span {
                start: run.span.start.max(span.start),
                end: run.span.end.min(span.end),
            })
            .filter(|span| span.start < span.end)
            .collect()
    });
    Some(((state.generation, a, b), *passage, left_out))
}

/// In a pdf every line ends with a line break; only one after a sentence's end may end a paragraph.
fn joins_lines(document: &Document) -> bool {
    document.format == Some(Format::Pdf)
}

struct SideText {
    text: Arc<str>,
    exclusions: Vec<Exclusion>,
    weighed: Weighed,
    joins_lines: bool,
}

impl SideText {
    fn read(kept: &KeptText, joins_lines: bool, background: &Background) -> io::Result<Self> {
        Ok(Self {
            text: kept.text()?,
            exclusions: kept.exclusions().to_vec(),
            weighed: Weighed::new(kept.prepared()?, background),
            joins_lines,
        })
    }
}

fn paragraphs(
    [a, b]: &[SideText; 2],
    passage: &Passage,
    [left_out_a, left_out_b]: &[Vec<Span>; 2],
) -> Paragraphs {
    let (mut runs_a, mut runs_b): (Vec<Span>, Vec<Span>) =
        equal_runs(&a.weighed, &b.weighed, passage)
            .into_iter()
            .unzip();
    runs_a.sort_unstable();
    runs_b.sort_unstable();
    [
        (a, passage.a, runs_a, left_out_a),
        (b, passage.b, runs_b, left_out_b),
    ]
    .map(|(side, span, runs, left_out)| {
        let kinds = kinds(&side.text, span, &runs, &side.exclusions);
        let characters = looks(span, kinds, left_out);
        cut(&characters, side.joins_lines)
    })
}

/// The characters of a span, each with what it is.
fn kinds(text: &str, span: Span, equal: &[Span], exclusions: &[Exclusion]) -> Vec<(char, Kind)> {
    let mut equal = equal.iter().peekable();
    let mut found: Vec<(char, Kind)> = (span.start..span.end)
        .zip(text.chars().skip(span.start as usize))
        .map(|(at, c)| {
            while equal.next_if(|run| run.end <= at).is_some() {}
            let within = |e: &Exclusion| e.start <= u64::from(at) && u64::from(at) < e.end;
            let kind = if exclusions.iter().any(within) {
                Kind::PassedOver
            } else if equal.peek().is_some_and(|run| run.start <= at) {
                Kind::Same
            } else {
                Kind::Changed
            };
            (c, kind)
        })
        .collect();
    // Signs and space at the edge of a change are no change: comparing passes over them.
    for changed in found.chunk_by_mut(|x, y| x.1 == y.1) {
        if changed[0].1 == Kind::Changed {
            let is_word = |(c, _): &(char, Kind)| c.is_alphanumeric();
            let first = changed.iter().position(is_word).unwrap_or(changed.len());
            let end = changed.iter().rposition(is_word).map_or(0, |last| last + 1);
            for (i, (_, kind)) in changed.iter_mut().enumerate() {
                if i < first || i >= end {
                    *kind = Kind::Same;
                }
            }
        }
    }
    found
}

/// The same characters, each with whether it counts. `left_out` is sorted.
fn looks(span: Span, kinds: Vec<(char, Kind)>, left_out: &[Span]) -> Vec<(char, Look)> {
    let mut runs = left_out.iter().peekable();
    (span.start..)
        .zip(kinds)
        .map(|(at, (c, kind))| {
            while runs.next_if(|run| run.end <= at).is_some() {}
            let left_out = runs.peek().is_some_and(|run| run.start <= at);
            (c, Look { kind, left_out })
        })
        .collect()
}

/// Paragraphs of pieces.
fn cut(characters: &[(char, Look)], joins_lines: bool) -> Vec<Paragraph> {
    let mut paragraphs = Vec::new();
    let mut current = Paragraph::default();
    let mut before = ' ';
    for (i, &(c, look)) in characters.iter().enumerate() {
        let long = current.characters >= LONGEST_PARAGRAPH && !c.is_alphanumeric();
        if matches!(c, '\n' | '\r' | '\u{C}') || long {
            let after = characters.get(i + 1).map_or(' ', |&(c, _)| c);
            if !long && joins_lines && !ends_sentence(before) {
                if !(is_cjk(before) && is_cjk(after)) {
                    push(&mut current, ' ', look);
                }
            } else {
                if long {
                    push(&mut current, c, look);
                }
                finish(&mut paragraphs, &mut current);
            }
            continue;
        }
        push(&mut current, if c.is_control() { ' ' } else { c }, look);
        before = if c.is_whitespace() { before } else { c };
    }
    finish(&mut paragraphs, &mut current);
    paragraphs
}

fn push(paragraph: &mut Paragraph, c: char, look: Look) {
    if paragraph.pieces.is_empty() && c.is_whitespace() {
        return;
    }
    match paragraph.pieces.last_mut() {
        Some(last) if last.look == look => last.text.push(c),
        _ => paragraph.pieces.push(Piece {
            text: c.into(),
            look,
        }),
    }
    paragraph.characters += 1;
}

fn finish(paragraphs: &mut Vec<Paragraph>, current: &mut Paragraph) {
    let paragraph = std::mem::take(current);
    if paragraph.characters > 0 {
        paragraphs.push(paragraph);
    }
}

const fn ends_sentence(c: char) -> bool {
    matches!(
        c,
        '。' | '！' | '？' | '：' | '；' | '”' | '…' | '.' | '!' | '?' | ':' | ';' | '"'
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::ExclusionReason;

    fn words(paragraphs: &[Paragraph]) -> Vec<Vec<(&str, Kind)>> {
        let pieces = |paragraph: &'_ Paragraph| paragraph.pieces.len();
        assert!(paragraphs.iter().all(|paragraph| pieces(paragraph) > 0));
        (paragraphs.iter())
            .map(|paragraph| {
                (paragraph.pieces.iter())
                    .map(|piece| (piece.text.as_str(), piece.look.kind))
                    .collect()
            })
            .collect()
    }

    #[test]
    fn what_differs_is_marked_to_the_word_and_heads_are_passed_over() {
        let text = "前文。夜间开放，很好。12\n社区，受欢迎。后文";
        let span = |start, end| Span { start, end };
        let head = Exclusion {
            start: 11,
            end: 13,
            reason: ExclusionReason::RunningHead,
        };
        let whole = span(3, 21);
        let found = kinds(text, whole, &[span(3, 7), span(14, 16)], &[head]);
        let cut = cut(&looks(whole, found, &[]), true);
        assert_eq!(
            words(&cut),
            [vec![
                ("夜间开放，", Kind::Same),
                ("很好", Kind::Changed),
                ("。", Kind::Same),
                ("12", Kind::PassedOver),
                (" 社区，", Kind::Same),
                ("受欢迎", Kind::Changed),
                ("。", Kind::Same),
            ]]
        );
    }

    #[test]
    fn what_does_not_count_is_a_stretch_of_its_own() {
        let text = "前文。夜间开放，很好。";
        let span = |start, end| Span { start, end };
        let whole = span(3, 11);
        let found = kinds(text, whole, &[span(3, 7)], &[]);
        let cut = cut(&looks(whole, found, &[span(5, 9)]), false);
        let pieces: Vec<(&str, Kind, bool)> = (cut[0].pieces.iter())
            .map(|piece| (piece.text.as_str(), piece.look.kind, piece.look.left_out))
            .collect();
        assert_eq!(
            pieces,
            [
                ("夜间", Kind::Same, false),
                ("开放，", Kind::Same, true),
                ("很", Kind::Changed, true),
                ("好", Kind::Changed, false),
                ("。", Kind::Same, false),
            ]
        );
    }

    #[test]
    fn lines_of_a_pdf_are_joined_and_long_paragraphs_cut() {
        let look = Look {
            kind: Kind::Same,
            left_out: false,
        };
        let same = |text: &str| -> Vec<(char, Look)> { text.chars().map(|c| (c, look)).collect() };
        let lines = same("社区图\n书馆。\nopen at\nnight\n");
        assert_eq!(
            words(&cut(&lines, true)),
            [
                vec![("社区图书馆。", Kind::Same)],
                vec![("open at night ", Kind::Same)]
            ]
        );
        assert_eq!(cut(&lines, false).len(), 4);
        let long = same(&"很长的文字，".repeat(1_000));
        let cut = cut(&long, true);
        assert!(cut.len() > 3 && cut.iter().all(|p| p.characters <= LONGEST_PARAGRAPH + 6));
        assert_eq!(cut.iter().map(|p| p.characters).sum::<usize>(), 6_000);
    }
}
