//! PDF of a whole check on two pages: summary, the strongest pairs, decisions, students who handed in nothing,
//! settings.

use std::io::{self, Write};

use super::flow::{Align, Column, Flow};
use super::font::Face;
use super::output::{self, About};
use super::sheets::Role;
use super::style::{BODY, BOTTOM, INK, LEFT, RIGHT, SMALL, Style, WEAK, WIDTH};
use super::summary::{boxes, fact, ink_of};
use super::text::Rich;
use super::words::shortened;
use crate::Report;
use crate::decided::{decided_pairs, other_decisions};
use crate::facts::{Fact, facts, pairs_by_verdict, program, row_shares, unread};
use chachong_check::{ListedPair, SubmissionFinding, SubmissionRows};
use chachong_compare::{DocumentIndex, LARGE_PART, Strongest};
use chachong_messages::{document_name, estimated, grouped, percent, shown_share};

/// Maximum number of pairs listed: with them the report fits on two pages.
const MOST_PAIRS: usize = 36;
/// Maximum number of decisions, and of files that were not read, listed.
const MOST_LINES: usize = 6;
/// Maximum number of students named who handed in nothing.
const MOST_NAMED: usize = 60;
/// Maximum length of a name, in characters, and of one in the table of pairs.
const LONGEST: usize = 60;
const LONGEST_IN_TABLE: usize = 32;
/// Height kept on the second page for what follows the pairs, in points.
const KEPT: f32 = 380.0;
/// Width of the facts' names, in points.
const LABEL: f32 = 132.0;
/// Left edges and widths of the columns of the pairs, in points: number, both names, verdict, shares, shares of the strongest pair of
/// files.
const OF_SUBMISSIONS: [(f32, f32); 6] = [
    (LEFT, 22.0),
    (LEFT + 24.0, 114.0),
    (LEFT + 142.0, 114.0),
    (LEFT + 260.0, 62.0),
    (RIGHT - 148.0, 70.0),
    (RIGHT - 74.0, 74.0),
];
/// The same where each file is a submission, without the last.
const OF_DOCUMENTS: [(f32, f32); 5] = [
    (LEFT, 24.0),
    (LEFT + 28.0, 140.0),
    (LEFT + 172.0, 140.0),
    (LEFT + 318.0, 76.0),
    (RIGHT - 74.0, 74.0),
];

/// Alignment of the columns.
const ALIGN: [Align; 6] = [
    Align::Left,
    Align::Left,
    Align::Left,
    Align::Left,
    Align::Right,
    Align::Right,
];

/// Writes the report of a whole check as a short PDF, usually of two pages. Fails if the PDF cannot be made or `out` fails.
pub fn class_pdf(out: &mut dyn Write, check: Report<'_>) -> io::Result<()> {
    let face = Face::new()?;
    let class = Class {
        check,
        rows: SubmissionRows::listed(check.result),
    };
    let mut flow = Flow::new(&face);
    class.head(&mut flow);
    class.summary(&mut flow);
    class.pairs(&mut flow);
    class.decided(&mut flow);
    class.other_decisions(&mut flow);
    class.missing(&mut flow);
    class.settings(&mut flow);
    let bytes = output::pdf(&face, &flow.sheets, &class.about())?;
    out.write_all(&bytes)
}

/// Check to report on, with its rows.
struct Class<'a> {
    check: Report<'a>,
    rows: SubmissionRows,
}

impl Class<'_> {
    fn text(&self, key: &str) -> String {
        self.check.language.text(key)
    }

    /// Returns the first key's text, or the second's where submissions have several files.
    fn either(&self, of_documents: &str, of_submissions: &str) -> String {
        self.text(if self.rows.has_several() {
            of_submissions
        } else {
            of_documents
        })
    }

    fn name(&self, main: DocumentIndex) -> String {
        let (result, language) = (self.check.result, self.check.language);
        let name = if self.rows.has_several() {
            language.submission_name(result, main)
        } else {
            let document = result.document(main);
            document.map_or_else(String::new, |document| document_name(document, language))
        };
        shortened(&name, LONGEST_IN_TABLE)
    }

    /// Returns the left edges and widths of the columns of the pairs.
    fn columns(&self) -> &'static [(f32, f32)] {
        if self.rows.has_several() {
            &OF_SUBMISSIONS
        } else {
            &OF_DOCUMENTS
        }
    }

    /// Returns the title: that of the check if it has a name.
    fn title(&self) -> String {
        let name = self.check.options.name;
        name.map_or_else(|| self.text("class-pdf.title"), str::to_owned)
    }

    /// Adds the title with the date.
    fn head(&self, flow: &mut Flow<'_>) {
        let check = self.check;
        flow.y += 6.0;
        let title = self.title();
        flow.begin(Role::Heading(1, title.clone()));
        let rich = Rich::of(flow.face, &title, Style::bold(21.0, INK));
        flow.lines_of(&rich, LEFT, WIDTH, Align::Center, 30.0);
        let subtitle = self.text("class-pdf.title");
        let subtitle = check.options.name.map(|_| subtitle).into_iter();
        let subtitle = subtitle.chain(check.options.date.map(str::to_owned));
        let subtitle = subtitle.collect::<Vec<_>>().join(" · ");
        if !subtitle.is_empty() {
            flow.begin(Role::Paragraph);
            let rich = Rich::of(flow.face, &subtitle, Style::plain(BODY, WEAK));
            flow.lines_of(&rich, LEFT, WIDTH, Align::Center, BODY * 1.6);
        }
    }

    fn summary(&self, flow: &mut Flow<'_>) {
        let (check, language) = (self.check, self.check.language);
        let heading = self.text("html.part-summary");
        flow.section(&heading);
        let checked = check.result.checked_documents().count();
        let read = check.result.count_read();
        let (shares, highest) = row_shares(check, &self.rows);
        let large = shares
            .iter()
            .filter(|(shown, _)| shown.share() >= LARGE_PART)
            .count();
        let findings = self
            .rows
            .findings()
            .iter()
            .filter(|one| one.is_finding())
            .count();
        let count = |number: usize| grouped(number as u64);
        let highest = highest.map_or_else(
            || ("–".to_owned(), WEAK),
            |(shown, main)| {
                let lower = self.rows.lower_estimate(check.result, main);
                (estimated(shown.share(), lower), ink_of(shown.weight))
            },
        );
        let mut tiles = vec![
            (
                count(self.rows.count()),
                self.either("class-pdf.documents", "submission.part"),
                INK,
            ),
            (count(findings), self.text("class-pdf.similar"), INK),
        ];
        if check.result.has_prose() {
            let large_part = self.either("html.tile-large", "submission.tile-large");
            tiles.push((count(large), large_part, INK));
            tiles.push((highest.0, self.text("html.tile-highest"), highest.1));
        } else if let Some(strongest) = self.strongest() {
            let words = language.fill(
                "class-pdf.highest",
                &[("kind", &language.kind(strongest.kind))],
            );
            let share = strongest.share();
            tiles.push((percent(share), words, ink_of(strongest.coloured(share))));
        }
        boxes(flow, &tiles);
        flow.y += 10.0;
        let values: [(&str, &dyn std::fmt::Display); 3] = [
            ("documents", &count(checked)),
            ("read", &count(read)),
            ("failed", &count(checked - read)),
        ];
        let read = language.fill("facts.documents-value", &values);
        let documents = format!(
            "{}{}",
            self.text("facts.documents"),
            self.text("docx.colon")
        );
        let mut lines = vec![documents + &read];
        let verdicts = pairs_by_verdict(check)
            .into_iter()
            .filter(|(_, count)| *count > 0);
        let verdicts: Vec<String> = verdicts
            .map(|(word, number)| format!("{word} {}", count(number)))
            .collect();
        if !verdicts.is_empty() {
            let verdicts = verdicts.join(&self.text("punctuation.comma"));
            let key = if self.rows.has_several() {
                "class-pdf.verdicts-of-files"
            } else {
                "class-pdf.verdicts"
            };
            lines.push(language.fill(key, &[("verdicts", &verdicts)]));
        }
        lines.extend(check.missing_notes());
        lines.extend(check.given_notes());
        for line in lines {
            flow.paragraph(&line);
        }
        flow.note(&self.text("pdf.judge"));
    }

    /// Returns what speaks most strongly for copying in the whole check, if it has a share.
    fn strongest(&self) -> Option<Strongest> {
        let strongest = self.rows.findings().iter().filter_map(|one| one.strongest);
        (strongest.filter(|one| one.share() > 0.0)).reduce(Strongest::stronger)
    }

    /// Adds the strongest pairs, as many as leave room for the rest on the second page.
    fn pairs(&self, flow: &mut Flow<'_>) {
        let heading = self.either("html.part-pairs", "submission.pairs-part");
        flow.section(&heading);
        let findings = || self.rows.findings().iter().filter(|one| one.is_finding());
        if findings().next().is_none() {
            flow.paragraph(&self.text("pairs.none"));
            return;
        }
        flow.note(&self.either("class-pdf.order", "class-pdf.order-files"));
        let [a, b] = [
            ("column.document-a", "submission.a"),
            ("column.document-b", "submission.b"),
        ]
        .map(|(of_documents, of_submissions)| self.either(of_documents, of_submissions));
        let [number, verdict, share, of_files] = [
            "submission.no",
            "column.verdict",
            "class-pdf.shares",
            "class-pdf.of-files",
        ]
        .map(|key| self.text(key));
        let heads = [number, a, b, verdict, share, of_files];
        let heads: Vec<_> = (heads.iter().zip(self.columns()).zip(ALIGN))
            .map(|((head, &(left, width)), align)| (head.as_str(), left, width, align))
            .collect();
        flow.head(&heads);
        let mut listed = 0;
        for finding in findings().take(MOST_PAIRS) {
            if flow.sheets.pages.len() > 1 && flow.y + KEPT > BOTTOM {
                break;
            }
            if let Some(row) = finding.listed(self.check.result, None) {
                self.pair(flow, listed + 1, finding, &row);
            }
            listed += 1;
        }
        flow.y += 4.0;
        let more = findings().count() - listed;
        if more > 0 {
            let count = grouped(more as u64);
            flow.note(
                &self
                    .check
                    .language
                    .fill("class-pdf.more-pairs", &[("count", &count)]),
            );
        }
    }

    fn pair(
        &self,
        flow: &mut Flow<'_>,
        number: usize,
        finding: &SubmissionFinding,
        row: &ListedPair<'_>,
    ) {
        let (result, language) = (self.check.result, self.check.language);
        let lower = row.lower_estimate(result);
        let shares = match finding.beyond_text() {
            Some(beyond) => Some(beyond.shares.map(|share| estimated(share, lower))),
            None => {
                (row.shares).map(|of| [of.a, of.b].map(|side| shown_share(side.shown(), lower)))
            }
        };
        let shares = shares.map_or_else(|| "–".to_owned(), |[a, b]| format!("{a} / {b}"));
        // Of several files the strongest pair, which may be far stronger than all of them together.
        let files = finding
            .has_files(result)
            .then(|| finding.listed(result, Some(0)));
        let files = files.flatten();
        let file = |side: usize| {
            let name = files
                .as_ref()
                .map(|listed| result.file_name(listed.documents[side]));
            name.unwrap_or_default().to_owned()
        };
        let of_files = files.as_ref().and_then(|listed| {
            let lower = listed.lower_estimate(result);
            let [a, b] = if let Some(beyond) = listed.pair.beyond_text() {
                let [a, b] = beyond.shares.map(|share| estimated(share, lower));
                let is_swapped = listed.documents[0] != listed.pair.a;
                if is_swapped { [b, a] } else { [a, b] }
            } else {
                let shares = listed.shares?;
                [shares.a, shares.b].map(|side| shown_share(side.shown(), lower))
            };
            Some(format!("{a} / {b}"))
        });
        let texts = [
            (number.to_string(), String::new()),
            (self.name(finding.a), file(0)),
            (self.name(finding.b), file(1)),
            (language.finding(&row.pair), String::new()),
            (shares, String::new()),
            (String::new(), of_files.unwrap_or_default()),
        ];
        let columns = (texts.into_iter().zip(self.columns()).zip(ALIGN)).map(
            |(((text, weak), &(left, width)), align)| {
                let mut rich = Rich::of(flow.face, &text, Style::plain(SMALL, INK));
                if !weak.is_empty() {
                    let weak = format!(" {}", shortened(&weak, LONGEST_IN_TABLE));
                    rich.push(flow.face, &weak, Style::plain(SMALL, WEAK));
                }
                Column {
                    text: rich,
                    left,
                    width,
                    align,
                }
            },
        );
        let columns: Vec<Column> = columns.collect();
        flow.row(&columns, SMALL * 1.3);
    }

    /// Adds a person's decisions and notes, except the decisions because of which nothing of a pair counts.
    fn other_decisions(&self, flow: &mut Flow<'_>) {
        let check = self.check;
        let others = other_decisions(check);
        if others.is_empty() {
            return;
        }
        let values: [(&str, &dyn std::fmt::Display); 1] = [("count", &others.len())];
        let heading = check.language.fill("class-pdf.decisions", &values);
        let bookmark = self.text("class-pdf.other-decisions");
        flow.heading(2, &heading, Some(&bookmark));
        for ((a, b), decided) in others.iter().take(MOST_LINES) {
            let other = (a != b).then(|| format!(" — {}", self.name_of_file(*b)));
            let names = self.name_of_file(*a) + other.as_deref().unwrap_or_default();
            let words = decided.in_words(check).unwrap_or_default();
            fact(flow, &names, &shortened(&words, 2 * LONGEST), WIDTH / 2.0);
        }
        self.more(flow, others.len());
    }

    /// Adds the pairs of which nothing counts because of a person's decision.
    fn decided(&self, flow: &mut Flow<'_>) {
        let (check, language) = (self.check, self.check.language);
        let decided = decided_pairs(check);
        if decided.is_empty() {
            return;
        }
        let heading = language.fill("decided.title", &[("count", &decided.len())]);
        flow.heading(2, &heading, Some(&self.text("html.part-decided")));
        for pair in decided.iter().take(MOST_LINES) {
            let names = format!(
                "{} — {}",
                self.name_of_file(pair.a),
                self.name_of_file(pair.b)
            );
            let words = [pair.scope_in_words(check)]
                .into_iter()
                .chain(pair.remark(check));
            let words = words.collect::<Vec<_>>().join(" · ");
            fact(flow, &names, &shortened(&words, 2 * LONGEST), WIDTH / 2.0);
        }
        self.more(flow, decided.len());
    }

    fn name_of_file(&self, document: DocumentIndex) -> String {
        shortened(&crate::submissions::name_of(self.check, document), LONGEST)
    }

    fn more(&self, flow: &mut Flow<'_>, all: usize) {
        flow.more(self.check.language, "class-pdf.more", all, MOST_LINES);
    }

    /// Returns the heading and the line over students who handed in nothing, or of whom that is unknown.
    fn missing_keys(&self) -> (&'static str, &'static str) {
        if self.check.result.has_lost_archive() {
            ("class-pdf.unknown", "cli.list-unknown")
        } else {
            ("class-pdf.missing", "cli.list-missing")
        }
    }

    /// Adds who of the class list handed in nothing, and the files that were not read.
    fn missing(&self, flow: &mut Flow<'_>) {
        let (check, language) = (self.check, self.check.language);
        let list = check.result.submission_settings.list.as_deref();
        let missing = check.result.submissions.missing.iter();
        let missing = missing.filter_map(|&at| list?.entries.get(at));
        let missing: Vec<&str> = missing
            .filter_map(|entry| entry.name.as_deref().or(entry.number.as_deref()))
            .collect();
        if !missing.is_empty() {
            let named = missing.iter().take(MOST_NAMED).copied().collect::<Vec<_>>();
            let mut named = named.join(&self.text("punctuation.comma"));
            if missing.len() > MOST_NAMED {
                named += " …";
            }
            let values: [(&str, &dyn std::fmt::Display); 2] =
                [("count", &missing.len()), ("names", &named)];
            let (heading, line) = self.missing_keys();
            let heading = self.text(heading);
            flow.heading(2, &heading, Some(&heading));
            flow.paragraph(&language.fill(line, &values));
        }
        let unread = unread(check);
        if unread.is_empty() {
            return;
        }
        flow.heading(2, &self.text("html.part-unread"), None);
        for doubt in unread.iter().take(MOST_LINES) {
            let reason = shortened(&doubt.reason, 2 * LONGEST);
            fact(flow, &shortened(doubt.name, LONGEST), &reason, WIDTH / 2.0);
        }
        self.more(flow, unread.len());
    }

    fn settings(&self, flow: &mut Flow<'_>) {
        let heading = self.text("html.part-facts");
        flow.heading(2, &heading, Some(&heading));
        // Name and date stand below the title, and the numbers in the summary.
        let stated = ["date", "name", "documents", "pairs"];
        let stated = stated.map(|key| self.text(&format!("facts.{key}")));
        let rest = facts(self.check).into_iter();
        for Fact { name, value } in rest.filter(|fact| !stated.contains(&fact.name)) {
            fact(flow, &name, &shortened(&value, 3 * LONGEST), LABEL);
        }
    }

    fn about(&self) -> About<'_> {
        let documents = self.check.result.documents.iter();
        let hashes: Vec<&str> = documents
            .filter_map(|one| Some(one.content()?.metadata.sha256.as_str()))
            .collect();
        About {
            title: self.title(),
            description: self.text("class-pdf.title"),
            language: self.check.language,
            identity: format!("{} {} {}", program(), self.title(), hashes.join(" ")),
            date: self.check.options.date,
            head: [self.title(), self.text("class-pdf.title")],
            foot: program(),
        }
    }
}
