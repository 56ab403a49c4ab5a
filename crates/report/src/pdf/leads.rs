//! Leads to possible rewriting or translation in the printed report: the other document, strength and kind in words,
//! and the sentences of both texts side by side. Leads are not part of any figure and have no colour.

use super::content::Content;
use super::flow::{Align, Column, Flow};
use super::sheets::Role;
use super::style::{BODY, INK, LEFT, SMALL, Style, WEAK, WIDTH};
use super::text::Rich;
use super::words::name;
use crate::leads::{Lead, Rows, document, extent, sentences};
use chachong_check::Origin;

/// Space between the two columns, in points.
const GUTTER: f32 = 16.0;
/// Width of a column, in points.
const HALF: f32 = (WIDTH - GUTTER) / 2.0;
/// Maximum number of characters of a cell: a row stands whole on one page.
const LONGEST: usize = 300;

/// Adds the section; nothing if leads were not sought.
pub(super) fn leads(flow: &mut Flow<'_>, content: &Content<'_>) {
    let Some(list) = &content.leads else {
        return;
    };
    let (check, language) = (content.check, content.language());
    let heading = content.text("html.part-leads");
    flow.section(&heading);
    flow.paragraph(&content.text("lead.explanation"));
    for sentence in extent(check) {
        flow.note(&sentence);
    }
    let shown = list.shown();
    if list.leads.is_empty() && list.dismissed == 0 {
        flow.paragraph(&content.text("leads.report-none-here"));
    }
    for (lead, rows) in shown.iter().zip(sentences(check, shown)) {
        entry(flow, content, lead, &rows);
    }
    for line in list.rest(shown.len(), language) {
        flow.note(&line);
    }
}

fn entry(flow: &mut Flow<'_>, content: &Content<'_>, lead: &Lead<'_>, rows: &Result<Rows, String>) {
    let (check, language) = (content.check, content.language());
    flow.space(8.0);
    flow.need(96.0);
    flow.begin(Role::Paragraph);
    if let Some(document) = document(check, lead.documents[1]) {
        let mut heading = Rich::of(flow.face, &name(document), Style::bold(BODY, INK));
        if document.origin == Origin::Library {
            let origin = format!("  {}", content.text("pdf.of-library"));
            heading.push(flow.face, &origin, Style::plain(SMALL, WEAK));
        }
        flow.lines_of(&heading, LEFT, WIDTH, Align::Left, BODY * 1.5);
    }
    flow.note(&lead.about(language));
    flow.note(&lead.here_and_there(check));
    if let Some(word) = lead.word(language) {
        flow.paragraph(&word);
    }
    let rows = match rows {
        Ok(rows) => rows,
        Err(lost) => return flow.note(lost),
    };
    let heads = ["leads.report-this", "leads.report-other"].map(|key| content.text(key));
    let heads = heads.map(|head| Rich::of(flow.face, &head, Style::plain(SMALL, WEAK)));
    row(flow, heads);
    for sides in rows {
        let nothing = content.text("leads.no-counterpart");
        let pieces = [0, 1].map(|side| {
            let text = sides[side].as_deref();
            text.map_or_else(|| vec![nothing.as_str()], pieces)
        });
        for at in 0..pieces[0].len().max(pieces[1].len()) {
            let cells = [0, 1].map(|side| {
                let ink = if sides[side].is_some() { INK } else { WEAK };
                let text = pieces[side].get(at).copied().unwrap_or_default();
                Rich::of(flow.face, text, Style::plain(BODY, ink))
            });
            row(flow, cells);
        }
    }
}

/// Adds a row with this document's text and the other's.
pub(super) fn row(flow: &mut Flow<'_>, [own, other]: [Rich; 2]) {
    let column = |text, left| Column {
        text,
        left,
        width: HALF,
        align: Align::Left,
    };
    let columns = [column(own, LEFT), column(other, LEFT + HALF + GUTTER)];
    flow.row(&columns, BODY * 1.5);
}

/// Cuts a text into pieces of at most [`LONGEST`] characters, between words where there are spaces.
pub(super) fn pieces(text: &str) -> Vec<&str> {
    let (mut pieces, mut rest) = (Vec::new(), text);
    while let Some((end, _)) = rest.char_indices().nth(LONGEST) {
        let space = rest[..end].rfind(' ').filter(|&space| space > 0);
        let (piece, after) = rest.split_at(space.unwrap_or(end));
        pieces.push(piece);
        rest = after.trim_start();
    }
    pieces.push(rest);
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_sentence_is_cut_and_nothing_of_it_is_lost() {
        assert_eq!(pieces("灯光"), ["灯光"]);
        let chinese = "夜".repeat(2 * LONGEST + 1);
        assert_eq!(pieces(&chinese).concat(), chinese);
        assert_eq!(pieces(&chinese).len(), 3);
        let english = "night readers ".repeat(60);
        let cut = pieces(english.trim());
        assert_eq!(cut.join(" "), english.trim());
        assert!(cut.iter().all(|piece| piece.chars().count() <= LONGEST));
    }
}
