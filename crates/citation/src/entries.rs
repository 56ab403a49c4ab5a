//! Cuts the lines of a reference list into entries, where each work begins.

use std::ops::Range;

use chachong_text::LineBreaks;

use crate::beginning::begins_work;
use crate::lists::{Line, List};
use crate::marker::{self, Marker, Style};

/// Maximum step between consecutive numbers if some are missing, in styles other than square brackets and circled
/// numbers.
const LARGEST_STEP: u32 = 3;
/// Maximum length of an entry, in characters; a longer one is a list that could not be cut.
const LONGEST: usize = 1200;
/// Signs between the numbers of one entry.
const BETWEEN_NUMBERS: [char; 5] = ['、', ',', '，', ' ', '\u{3000}'];
/// Minimum length of an entry, in characters.
const SHORTEST: usize = 6;

/// Entry of a list whose details have not been read yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub start: u32,
    pub end: u32,
    pub number: Option<u32>,
    /// Numbers in the style of `number` that stand directly after it at the beginning of the entry, as in `[1][2]`.
    pub more_numbers: Vec<u32>,
    pub style: Option<Style>,
    /// Lines of the entry, without its number, separated by line feeds.
    pub lines: String,
    /// Whether the beginning and the end of the entry are certain.
    pub is_whole: bool,
    /// Whether parts of the entry were excluded or recognised uncertainly.
    pub is_unsure: bool,
}

/// Cuts a list into entries.
pub(crate) fn entries(list: &List, breaks: LineBreaks) -> Vec<Entry> {
    let pieces = pieces(&list.lines);
    let (mut entries, numbered) = match style_of(&pieces) {
        Some(style) => (cut(&numbered(&pieces, style)), true),
        None if breaks == LineBreaks::Paragraph => (cut(&paragraphs(&pieces)), false),
        None => (cut(&printed(&pieces)), false),
    };
    // Numbers in a column of their own belong to nobody knows which entry.
    let empty = entries
        .iter()
        .filter(|entry| entry.lines.trim().is_empty())
        .count();
    if numbered && empty * 4 > entries.len() {
        let without: Vec<Piece<'_>> = pieces
            .into_iter()
            .filter(|piece| !piece.is_only_number())
            .collect();
        entries = cut(&printed(&without));
        for entry in &mut entries {
            entry.is_whole = false;
        }
    }
    entries.retain(|entry| (SHORTEST..=LONGEST).contains(&entry.lines.chars().count()));
    entries
}

/// Line, or part of a line that contains several works.
#[derive(Clone, Copy)]
struct Piece<'l> {
    line: &'l Line,
    text: &'l str,
    start: u32,
    end: u32,
    marker: Option<Marker>,
}

impl Piece<'_> {
    fn is_only_number(&self) -> bool {
        let rest = self.marker.map(|marker| self.text[marker.bytes..].trim());
        rest.is_some_and(str::is_empty)
            || self
                .text
                .trim_end_matches(['.', '．', '、'])
                .bytes()
                .all(|byte| byte.is_ascii_digit())
    }
}

/// Cuts lines at numbers in square brackets that continue the numbering.
fn pieces(lines: &[Line]) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut last = None;
    for line in lines {
        let text = line.text.as_str();
        let mut cuts = vec![(0, marker::at_start(text))];
        if let Some(found) = cuts[0].1.filter(|found| found.style == Style::Square) {
            last = Some(found.number);
        }
        let mut before = ' ';
        for (at, c) in text.char_indices() {
            let stands = before.is_whitespace() || matches!(before, '.' | '。' | '．' | ';' | '；');
            let follows_number = |(from, marker): &(usize, Option<Marker>)| {
                let end = from + marker.map_or(0, |marker| marker.bytes);
                let between = text.get(end..at).unwrap_or("-");
                marker.is_some() && more_numbers(Style::Square, between).1.is_empty()
            };
            if at > 0
                && stands
                && matches!(c, '[' | '［' | '【' | '〔')
                && !line.is_unsure
                && !cuts.last().is_some_and(follows_number)
            {
                let found = marker::at_start(&text[at..]);
                if let Some(found) =
                    found.filter(|found| last.is_some_and(|last| found.number == last + 1))
                {
                    last = Some(found.number);
                    cuts.push((at, Some(found)));
                }
            }
            before = c;
        }
        for (index, &(from, marker)) in cuts.iter().enumerate() {
            let to = cuts.get(index + 1).map_or(text.len(), |next| next.0);
            let count = |bytes: Range<usize>| {
                u32::try_from(text[bytes].chars().count()).unwrap_or(u32::MAX)
            };
            let piece = text[from..to].trim_end();
            // Offsets of an unsure line are those of the whole line.
            let (start, end) = match cuts.len() {
                1 => (line.start, line.end),
                _ => (
                    line.start + count(0..from),
                    line.start + count(0..from + piece.len()),
                ),
            };
            pieces.push(Piece {
                line,
                text: piece,
                start,
                end,
                marker,
            });
        }
    }
    pieces
}

/// Returns the style of a list's numbers; `None` if no style has enough numbers that count up.
fn style_of(pieces: &[Piece<'_>]) -> Option<Style> {
    let steps = |style: Style| {
        let numbers = pieces
            .iter()
            .filter_map(|piece| piece.marker)
            .filter(|marker| marker.style == style);
        let (mut steps, mut last, mut first) = (0_usize, None, None);
        for marker in numbers {
            first = first.or(Some(marker.number));
            match last {
                Some(last) if marker.number == last + 1 => steps += 1,
                _ => {}
            }
            last = Some(marker.number);
        }
        let is_single = style == Style::Square && first.is_some();
        steps + usize::from(is_single || first == Some(1))
    };
    let best = Style::ALL
        .into_iter()
        .rev()
        .max_by_key(|&style| steps(style))?;
    let least = if best == Style::Square { 1 } else { 2 };
    (steps(best) >= least).then_some(best)
}

/// Piece that begins an entry.
struct Beginning<'l> {
    piece: Piece<'l>,
    begins: bool,
    number: Option<Marker>,
    is_whole: bool,
}

impl<'l> Beginning<'l> {
    const fn rest(piece: Piece<'l>) -> Self {
        Self {
            piece,
            begins: false,
            number: None,
            is_whole: true,
        }
    }
}

/// Returns the beginnings of entries in a list with numbers of one style.
fn numbered<'l>(pieces: &[Piece<'l>], style: Style) -> Vec<Beginning<'l>> {
    let mut last: Option<u32> = None;
    let mut beginnings = Vec::with_capacity(pieces.len());
    for piece in pieces {
        let marker = piece.marker.filter(|marker| marker.style == style);
        let begins = marker.is_some_and(|marker| match last {
            _ if style == Style::Square || style == Style::Circled => true,
            None => true,
            Some(last) => (last + 1..=last + LARGEST_STEP).contains(&marker.number),
        });
        if begins {
            last = marker.map(|marker| marker.number);
        }
        beginnings.push(Beginning {
            begins,
            number: marker.filter(|_| begins),
            ..Beginning::rest(*piece)
        });
    }
    beginnings
}

/// Returns the beginnings of entries if each paragraph is one entry.
fn paragraphs<'l>(pieces: &[Piece<'l>]) -> Vec<Beginning<'l>> {
    let begins = |piece: &Piece<'l>| Beginning {
        begins: true,
        ..Beginning::rest(*piece)
    };
    pieces.iter().map(begins).collect()
}

/// Returns the beginnings of entries in printed lines: an entry begins if the preceding line may end a work and the
/// line may begin one.
fn printed<'l>(pieces: &[Piece<'l>]) -> Vec<Beginning<'l>> {
    let widest = pieces
        .iter()
        .map(|piece| width(piece.text))
        .max()
        .unwrap_or_default();
    let mut beginnings: Vec<Beginning<'l>> = Vec::with_capacity(pieces.len());
    for piece in pieces {
        let begins = beginnings.last().is_none_or(|before| {
            let text = before.piece.text;
            let ends = text.ends_with(['.', '。', '．', ')', '）', ']', '/'])
                || text.ends_with(char::is_numeric);
            let is_short = width(text) * 5 < widest * 4;
            (ends || is_short) && begins_work(piece.text)
        });
        beginnings.push(Beginning {
            begins,
            is_whole: false,
            ..Beginning::rest(*piece)
        });
    }
    beginnings
}

fn width(text: &str) -> usize {
    text.chars()
        .map(|c| if c >= '\u{2E80}' { 2 } else { 1 })
        .sum()
}

/// Reads the numbers in brackets after the first number of an entry. Returns them and the rest of the text.
fn more_numbers(style: Style, text: &str) -> (Vec<u32>, &str) {
    let mut numbers = Vec::new();
    let mut rest = text.trim_start();
    if !matches!(style, Style::Square | Style::Round) {
        return (numbers, rest);
    }
    loop {
        let next = rest.trim_start_matches(BETWEEN_NUMBERS);
        let Some(marker) = marker::at_start(next).filter(|marker| marker.style == style) else {
            break;
        };
        numbers.push(marker.number);
        rest = next[marker.bytes..].trim_start();
    }
    (numbers, rest)
}

/// Joins the pieces from each beginning to the next. Pieces before the first beginning are dropped.
fn cut(beginnings: &[Beginning<'_>]) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    for Beginning {
        piece,
        begins,
        number,
        is_whole,
    } in beginnings
    {
        let (more_numbers, body) = match number {
            Some(marker) => more_numbers(marker.style, &piece.text[marker.bytes..]),
            None => (Vec::new(), piece.text),
        };
        if *begins {
            entries.push(Entry {
                start: piece.start,
                end: piece.end,
                number: number.map(|marker| marker.number),
                more_numbers,
                style: number.map(|marker| marker.style),
                lines: body.to_owned(),
                is_whole: *is_whole,
                is_unsure: piece.line.is_unsure,
            });
        } else if let Some(entry) = entries.last_mut() {
            entry.lines.push('\n');
            entry.lines.push_str(body);
            entry.end = piece.end;
            entry.is_unsure |= piece.line.is_unsure;
        }
    }
    entries
}
