//! Similarity matrices of a check as SVG: copied shares and distances of each document with every other. Similar
//! documents are beside each other.

use std::collections::HashMap;
use std::fmt::Write;

use maud::{Markup, html};
use unicode_width::UnicodeWidthChar;

use super::matrix_scale::{Measure, legend};
use super::rows::row_name;
use super::site::{Place, Site};
use super::tables::distance;
use super::words::count;
use chachong_check::{Document, LowerEstimate, SubmissionFinding};
use chachong_compare::{
    DocumentIndex, LikePair, NOTHING, PairShares, Shown, cluster_order, distance_level, share_level,
};
use chachong_messages::{estimated, has_sign};
use chachong_simhash::Fingerprint;

/// Maximum number of documents of a matrix: more cells are too small to see.
const MOST: usize = 200;
/// Maximum number of documents whose names stand beside the matrix; above it the cells say theirs.
const MOST_NAMED: usize = 60;
/// Maximum number of documents whose cells hold numbers.
const MOST_NUMBERED: usize = 24;
/// Maximum number of pairs whose cells are links; above it they are drawn only.
const MOST_LINKS: usize = 4_000;
/// Width of the names beside the matrix, in units of the picture.
const NAMES: f64 = 250.0;
/// Space between a row and its number.
const GAP: f64 = 6.0;
/// Width of a row's number of four digits and the space before it, in sizes of its letters.
const NUMBER: f64 = 3.2;

/// Documents of the matrices, in their order.
struct Sheet<'s> {
    site: &'s Site<'s>,
    order: Vec<DocumentIndex>,
    /// Pairs among these documents, by their places in `order`, the smaller first.
    pairs: HashMap<(usize, usize), &'s SubmissionFinding>,
    /// Side of a cell, in units of the picture.
    cell: f64,
    /// Width of the names, in the same units.
    margin: f64,
}

/// Returns the matrices of shares and of distances, as far as the check has either. `None` for fewer than two rows to show.
pub(super) fn matrices(site: &Site<'_>) -> Option<Markup> {
    let language = site.check.language;
    let (documents, all) = documents(site);
    if documents.len() < 2 {
        return None;
    }
    let sheet = Sheet::of(site, &documents);
    let is_cut = sheet.order.len() < all;
    let has_prints = |&main: &DocumentIndex| {
        let mut documents = site.rows.documents(main);
        documents.any(|one| {
            site.document(one)
                .is_some_and(|one| one.fingerprint().is_some())
        })
    };
    let mut measures = Vec::new();
    if site.check.result.copies().is_some() {
        measures.push(Measure::Share);
    }
    if documents.iter().any(has_prints) {
        measures.push(Measure::Distance);
    }
    Some(html! {
        p.note { (site.text("html.matrix-note", "submission.matrix-note")) }
        @if is_cut {
            p.note { (language.fill(if site.has_submissions { "submission.matrix-cut" } else { "html.matrix-cut" }, &[("shown", &sheet.order.len()), ("all", &count(all))])) }
        }
        div.matrices { @for &measure in &measures { (sheet.figure(measure)) } }
    })
}

/// Returns (rows to show, number of rows with fingerprints). If other kinds than prose are listed, the number is that of all rows that were
/// read. All rows are shown if there are few, otherwise those of the first listed pairs.
fn documents(site: &Site<'_>) -> (Vec<DocumentIndex>, usize) {
    let is_beyond = site.order.iter().any(|pair| pair.beyond_text().is_some());
    let has_content = |document: &Document| {
        document.fingerprint().is_some() || is_beyond && document.content().is_some()
    };
    let has = |&main: &DocumentIndex| {
        let mut documents = site.rows.documents(main);
        documents.any(|one| site.document(one).is_some_and(has_content))
    };
    let all: Vec<DocumentIndex> = site.rows.mains(site.check.result).filter(has).collect();
    if all.len() <= MOST {
        let count = all.len();
        return (all, count);
    }
    let mut listed = Vec::new();
    for finding in listed_pairs(site) {
        for position in [finding.a, finding.b] {
            if listed.len() < MOST && !listed.contains(&position) {
                listed.push(position);
            }
        }
    }
    listed.sort_unstable();
    (listed, all.len())
}

/// Returns the pairs of different rows that are findings or have a verdict on their prose.
fn listed_pairs<'s>(site: &'s Site<'s>) -> impl Iterator<Item = &'s SubmissionFinding> {
    let findings = site.rows.findings().iter();
    findings
        .filter(|one| !one.is_own())
        .filter(|one| one.is_finding() || one.verdict.is_some())
}

impl<'s> Sheet<'s> {
    fn of(site: &'s Site<'s>, documents: &[DocumentIndex]) -> Self {
        let mut places: HashMap<DocumentIndex, usize> = HashMap::new();
        places.extend((documents.iter().enumerate()).map(|(place, &document)| (document, place)));
        let among = |one: &SubmissionFinding| Some((*places.get(&one.a)?, *places.get(&one.b)?));
        let listed = || listed_pairs(site);
        let links: Vec<LikePair> = listed()
            .filter_map(|pair| {
                let (a, b) = among(pair)?;
                Some(LikePair {
                    a,
                    b,
                    likeness: likeness(site, pair),
                })
            })
            .collect();
        let order = cluster_order(documents.len(), &links);
        let mut place_of = vec![0; order.len()];
        for (place, &index) in order.iter().enumerate() {
            place_of[index] = place;
        }
        let pairs = listed()
            .filter_map(|pair| {
                let (a, b) = among(pair)?;
                let (a, b) = (place_of[a], place_of[b]);
                Some(((a.min(b), a.max(b)), pair))
            })
            .collect();
        let order: Vec<DocumentIndex> = order.into_iter().map(|index| documents[index]).collect();
        let named = order.len() <= MOST_NAMED;
        Self {
            cell: (560.0 / order.len() as f64).clamp(3.0, 28.0),
            margin: if named { NAMES } else { 8.0 },
            site,
            order,
            pairs,
        }
    }

    fn figure(&self, measure: Measure) -> Markup {
        let language = self.site.check.language;
        let key = match measure {
            Measure::Share => "share",
            Measure::Distance => "distance",
        };
        let side = self.cell * self.order.len() as f64;
        let top = if self.margin > 100.0 { 22.0 } else { 8.0 };
        let (width, height) = (self.margin + side + 8.0, top + side + 8.0);
        let title = language.text(&format!("matrix.{key}"));
        let has_several = self.site.has_submissions;
        let label = if has_several {
            "submission.matrix"
        } else {
            "matrix.label"
        };
        let label = language.fill(label, &[("count", &self.order.len())]);
        let [of_documents, of_submissions] =
            ["html", "submission"].map(|of| format!("{of}.matrix-{key}"));
        html! {
            figure.matrix {
                figcaption { b { (title) } " " span.weak { (self.site.text(&of_documents, &of_submissions)) } }
                svg role="group" aria-labelledby=(format_args!("matrix-{key}-t"))
                    viewBox=(format_args!("0 0 {width:.0} {height:.0}"))
                    width=(format_args!("{width:.0}")) height=(format_args!("{height:.0}")) {
                    title id=(format_args!("matrix-{key}-t")) { (label) ": " (title) }
                    g transform=(format_args!("translate({:.0} {top:.0})", self.margin)) {
                        rect.m6 width=(format_args!("{side:.2}")) height=(format_args!("{side:.2}")) {}
                        (self.diagonal())
                        (self.cells(measure))
                    }
                    @if self.margin > 100.0 { (self.names(top)) }
                }
                (legend(self.site, measure))
            }
        }
    }

    /// Names of the rows, and the same numbers above the columns.
    fn names(&self, top: f64) -> Markup {
        let size = (self.cell * 0.62).clamp(7.0, 12.0);
        let room = (self.margin - GAP) / size - NUMBER;
        html! {
            g.names font-size=(format_args!("{size:.1}")) {
                @for (row, &position) in self.order.iter().enumerate() {
                    @let middle = (row as f64 + 0.5) * self.cell;
                    text x=(format_args!("{:.0}", self.margin - GAP)) y=(format_args!("{:.1}", top + middle + size * 0.35)) text-anchor="end" {
                        (shortened(&row_name(self.site, position), room)) " "
                        tspan.strong { (position.number()) }
                    }
                    text.strong x=(format_args!("{:.1}", self.margin + middle)) y=(format_args!("{:.1}", top - 6.0)) text-anchor="middle" { (position.number()) }
                }
            }
        }
    }

    /// Cells of a document with itself, which say nothing.
    fn diagonal(&self) -> Markup {
        let mut path = String::new();
        for place in 0..self.order.len() {
            self.square(&mut path, place, place);
        }
        html! { path.m0 d=(path) {} }
    }

    fn cells(&self, measure: Measure) -> Markup {
        let levels: Vec<Vec<(usize, usize)>> = self.levels(measure);
        let linked = self.pairs.len() <= MOST_LINKS;
        html! {
            @for (level, cells) in levels.iter().enumerate() {
                @if !cells.is_empty() {
                    g class=(format_args!("m{}", level + 1)) {
                        @if linked {
                            (self.unlisted(cells))
                            @for &(row, column) in cells { (self.linked(measure, row, column)) }
                        } @else {
                            (self.path(cells.iter().copied()))
                        }
                    }
                }
            }
        }
    }

    /// Returns the cells of each level except the weakest, as (row, column).
    fn levels(&self, measure: Measure) -> Vec<Vec<(usize, usize)>> {
        let mut levels = vec![Vec::new(); usize::from(NOTHING)];
        for row in 0..self.order.len() {
            for column in 0..self.order.len() {
                let level = match measure {
                    _ if row == column => None,
                    Measure::Share => self.coloured(row, column).map(share_level),
                    Measure::Distance => self.distance(row, column).map(distance_level),
                };
                let level = level.filter(|&level| level < NOTHING).map(usize::from);
                if let Some(cells) = level.and_then(|level| levels.get_mut(level)) {
                    cells.push((row, column));
                }
            }
        }
        levels
    }

    fn pair(&self, row: usize, column: usize) -> Option<&'s SubmissionFinding> {
        (self.pairs.get(&(row.min(column), row.max(column)))).copied()
    }

    /// Returns the share of the row's document that the column's document also has, of the strongest kind, from 0 to 1;
    /// `None` without a listed pair.
    fn share(&self, row: usize, column: usize) -> Option<f64> {
        let pair = self.pair(row, column)?;
        if let Some(strongest) = pair.beyond_text() {
            let side = usize::from(pair.a != self.order[row]);
            return Some(strongest.shares[side]);
        }
        Some(self.prose(pair, row)?.share())
    }

    /// Returns the copied share of the row's document in a pair; `None` without shares.
    fn prose(&self, pair: &SubmissionFinding, row: usize) -> Option<Shown> {
        let shares = pair.shares?;
        let side = if pair.a == self.order[row] {
            shares.a
        } else {
            shares.b
        };
        Some(side.shown())
    }

    /// Share by which a cell is coloured: of prose the share by weight, which verdicts follow.
    fn coloured(&self, row: usize, column: usize) -> Option<f64> {
        let pair = self.pair(row, column)?;
        match pair.beyond_text() {
            Some(strongest) => Some(strongest.coloured(self.share(row, column)?)),
            None => Some(self.prose(pair, row)?.weight),
        }
    }

    /// Returns why the shares of a pair are lower estimates; `None` if they are not.
    fn lower(&self, pair: &SubmissionFinding) -> Option<LowerEstimate> {
        let result = self.site.check.result;
        pair.listed(result, None)?.lower_estimate(result)
    }

    fn distance(&self, row: usize, column: usize) -> Option<u32> {
        let (rows, result) = (&self.site.rows, self.site.check.result);
        rows.distance(result, self.order[row], self.order[column])
    }

    /// Draws the cells that belong to no listed pair, in one path.
    fn unlisted(&self, cells: &[(usize, usize)]) -> Markup {
        let cells = cells.iter().copied();
        self.path(cells.filter(|&(row, column)| self.pair(row, column).is_none()))
    }

    fn path(&self, cells: impl Iterator<Item = (usize, usize)>) -> Markup {
        let mut path = String::new();
        for (row, column) in cells {
            self.square(&mut path, row, column);
        }
        html! { @if !path.is_empty() { path d=(path) {} } }
    }

    fn square(&self, path: &mut String, row: usize, column: usize) {
        let (x, y) = (column as f64 * self.cell, row as f64 * self.cell);
        // Writing to a string cannot fail.
        let _ = write!(path, "M{x:.2} {y:.2}h{0:.2}v{0:.2}h-{0:.2}z", self.cell);
    }

    /// Draws the cell of a listed pair with its numbers as its title, as a link to the pair's page.
    fn linked(&self, measure: Measure, row: usize, column: usize) -> Markup {
        let Some(pair) = self.pair(row, column) else {
            return html! {};
        };
        let side = format!("{:.2}", self.cell);
        let (x, y) = (column as f64 * self.cell, row as f64 * self.cell);
        let cell = html! {
            rect x=(format_args!("{x:.2}")) y=(format_args!("{y:.2}")) width=(side) height=(side) {
                title { (self.title(measure, pair, row, column)) }
            }
            @if self.order.len() <= MOST_NUMBERED {
                text x=(format_args!("{:.1}", x + self.cell / 2.0)) y=(format_args!("{:.1}", y + self.cell * 0.64)) {
                    (self.number(measure, row, column))
                }
            }
        };
        // The pairs' table has the same links for the keyboard.
        match self.site.finding_link(Place::Top, pair) {
            Some(page) => html! { a href=(page) tabindex="-1" { (cell) } },
            None => cell,
        }
    }

    /// Text within a cell: a share in hundredths, a distance in bits.
    fn number(&self, measure: Measure, row: usize, column: usize) -> String {
        let lower = self.pair(row, column).and_then(|pair| self.lower(pair));
        let signed = has_sign(self.share(row, column).unwrap_or(0.0), lower);
        match measure {
            Measure::Share => match self.share(row, column).unwrap_or(0.0) * 100.0 {
                part if part < 1.0 => "<1".to_owned(),
                part => {
                    // A share below the whole is never shown as 100.
                    let part = if part < 100.0 { part.min(99.0) } else { part };
                    format!("{}{part:.0}", if signed { "≥" } else { "" })
                }
            },
            Measure::Distance => {
                (self.distance(row, column)).map_or_else(String::new, |n| n.to_string())
            }
        }
    }

    fn title(
        &self,
        measure: Measure,
        pair: &SubmissionFinding,
        row: usize,
        column: usize,
    ) -> String {
        let name = |place: usize| row_name(self.site, self.order[place]);
        let number = match measure {
            Measure::Share => estimated(self.share(row, column).unwrap_or(0.0), self.lower(pair)),
            Measure::Distance => distance(self.site.check, self.distance(row, column)),
        };
        format!("{} — {}: {number}", name(row), name(column))
    }
}

/// Returns the similarity of the documents of a pair, for ordering: by the share of text that few documents have, then
/// by all copied text, then by distance.
fn likeness(site: &Site<'_>, pair: &SubmissionFinding) -> u32 {
    let of_prose = || pair.shares.map_or((0.0, 0.0), PairShares::rank);
    let rank = (pair.beyond_text()).map_or_else(of_prose, |one| (one.share(), one.share()));
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 0 and 1,000"
    )]
    let [rare, all] = [rank.0, rank.1].map(|share| (share * 1000.0) as u32);
    65 * (1_001 * rare + all)
        + (site.rows)
            .distance(site.check.result, pair.a, pair.b)
            .map_or(0, |bits| Fingerprint::BITS.saturating_sub(bits))
}

/// Shortens a name that is wider than `room`, in sizes of its letters, to its start and its end, where versions differ.
fn shortened(name: &str, room: f64) -> String {
    let whole: f64 = name.chars().map(breadth).sum();
    if whole <= room {
        return name.to_owned();
    }
    let half = (room - breadth('…')) / 2.0;
    let head = fitting(name.chars(), half);
    let tail = fitting(name.chars().rev(), half);
    let to_tail = name.chars().count() - tail;
    (name.chars().take(head))
        .chain(['…'])
        .chain(name.chars().skip(to_tail))
        .collect()
}

/// Returns how many characters, from the first on, fit into `room`.
fn fitting(characters: impl Iterator<Item = char>, room: f64) -> usize {
    let mut used = 0.0;
    let fits = |c: &char| {
        used += breadth(*c);
        used <= room
    };
    characters.take_while(fits).count()
}

/// Returns the width of a character in sizes of its letters. The fonts differ: it is that of a wide one, because what does
/// not fit is cut off at the edge of the picture.
fn breadth(c: char) -> f64 {
    match c {
        '…' | 'M' | 'W' | 'm' | 'w' | '@' | '%' => 1.0,
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ' ' | '\'' | '|' => 0.4,
        ' '..='~' if c.is_ascii_uppercase() => 0.75,
        ' '..='~' => 0.62,
        _ => match c.width() {
            None | Some(0) => 0.0,
            // Letters beyond ASCII, and signs that Chinese fonts have as wide as a character.
            Some(_) => 1.0,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shortened_name_fits_whatever_its_script() {
        let width = |name: &str| name.chars().map(breadth).sum::<f64>();
        for name in [
            "基于深度学习的城市轨道交通短时客流预测".repeat(3),
            "Pneumonoultramicroscopicsilicovolcanoconiosis".repeat(4),
            "W".repeat(60),
            "终稿_final_".repeat(9),
        ] {
            for room in [5.0, 17.1, 31.6] {
                let short = shortened(&name, room);
                assert!(width(&short) <= room, "{short}");
                assert!(width(&short) > room - 2.5, "{short}");
                let (head, tail) = short.split_once('…').unwrap();
                assert!(name.starts_with(head) && name.ends_with(tail), "{short}");
            }
        }
        assert_eq!(shortened("论文终稿.docx", 17.1), "论文终稿.docx");
        assert_eq!(shortened("一二三四五六七八九十", 7.0), "一二三…八九十");
    }
}
