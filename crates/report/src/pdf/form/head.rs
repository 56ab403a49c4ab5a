//! Head of the form: the school, the number of the report, the author of the thesis, and what it was compared with.

use super::Form;
use super::grid::{Cell, row, within};
use crate::form::FormOptions;
use crate::pdf::flow::{Align, Flow};
use crate::pdf::sheets::Role;
use crate::pdf::style::{INK, LEFT, SMALL, Style, WEAK, WIDTH};
use crate::pdf::summary::compared_with;
use crate::pdf::text::Rich;
use crate::pdf::words::{name, stated};
use chachong_messages::minute;
use chachong_record::RecordField;

/// Width of a label, in points.
pub(super) const LABEL: f32 = 78.0;
/// Width of a value beside another label and value.
const HALF: f32 = WIDTH / 2.0 - LABEL;
/// Height of a row that a person may write in.
const ROW: f32 = 19.0;

pub(super) fn head(flow: &mut Flow<'_>, form: &Form<'_>) {
    let FormOptions {
        profile, is_blind, ..
    } = form.options();
    // The school's name tells reviewers whose the thesis may be.
    let profile = profile.filter(|_| !is_blind);
    let school = profile.map_or("", |profile| profile.school.trim());
    let unit = profile.map_or("", |profile| profile.unit.trim());
    if !school.is_empty() {
        centred(flow, school, Style::bold(12.0, INK), 17.0);
    }
    let title = form.title();
    flow.begin(Role::Heading(1, title.clone()));
    let mut rich = Rich::of(flow.face, &title, Style::bold(17.0, INK));
    let length = form.text(&format!("form.length.{}", form.options().length.name()));
    let length = form
        .content
        .language()
        .fill("form.bracketed", &[("text", &length)]);
    rich.push(flow.face, &length, Style::plain(11.0, WEAK));
    flow.lines_of(&rich, LEFT, WIDTH, Align::Center, 25.0);
    flow.y += 4.0;
    numbers(flow, form);
    identity(flow, form, unit);
    let compared = compared(form);
    let wide = WIDTH - LABEL;
    let most = if form.is_full() { 12 } else { 3 };
    let range = named(flow, form, ("pdf.compared", &compared), wide, most);
    row(flow, &range, ROW);
}

/// Returns the cells of a name, by its key, and of its value, which has this width and at most `most` lines.
fn named(
    flow: &Flow<'_>,
    form: &Form<'_>,
    (key, value): (&str, &str),
    width: f32,
    most: usize,
) -> [Cell; 2] {
    [
        Cell::label(flow, &form.text(key), LABEL),
        Cell::value(flow, value, width, most),
    ]
}

fn centred(flow: &mut Flow<'_>, text: &str, style: Style, leading: f32) {
    flow.begin(Role::Paragraph);
    let rich = Rich::of(flow.face, text, style);
    let rich = within(flow, rich, WIDTH, 2);
    flow.lines_of(&rich, LEFT, WIDTH, Align::Center, leading);
}

/// Adds the number of the report and the time of the check.
fn numbers(flow: &mut Flow<'_>, form: &Form<'_>) {
    let options = form.content.check.options;
    let checked = options.form.checked_at.map(minute);
    // Without a saved check the date of the reports is that of the check.
    let time = checked.clone().or_else(|| options.date.map(str::to_owned));
    let number = form.number.clone().unwrap_or_default();
    let time = time.unwrap_or_default();
    let cells = [
        ("form.number", number.as_str()),
        ("form.time", time.as_str()),
    ]
    .map(|stated| named(flow, form, stated, HALF, 1));
    row(flow, cells.as_flattened(), ROW);
}

/// Adds the title, the persons and the file of the thesis, as its record states them; guesses are left out. The class list supplies a
/// missing author or student number. A blind check has no names to add.
fn identity(flow: &mut Flow<'_>, form: &Form<'_>, unit: &str) {
    let report = form.content.report;
    let of = |field| stated(report.content, field).unwrap_or_default();
    let wide = WIDTH - LABEL;
    let title = of(RecordField::Title);
    let title = named(flow, form, ("pdf.name", &title), wide, 2);
    row(flow, &title, ROW + 5.0);
    let student = listed_student(form);
    let or = |stated: String, listed: Option<&str>| {
        if stated.is_empty() {
            listed.unwrap_or_default().to_owned()
        } else {
            stated
        }
    };
    let author = or(of(RecordField::Author), student.map(|(name, _)| name));
    let number = or(
        of(RecordField::StudentNumber),
        student.and_then(|(_, number)| number),
    );
    for pair in [
        [("pdf.author", author), ("record.student-number", number)],
        [
            ("record.supervisor", of(RecordField::Supervisor)),
            ("record.institution", of(RecordField::Institution)),
        ],
        [
            ("form.unit", unit.to_owned()),
            ("record.degree", of(RecordField::Degree)),
        ],
    ] {
        let cells = pair.map(|(key, value)| named(flow, form, (key, &value), HALF, 2));
        row(flow, cells.as_flattened(), ROW);
    }
    let file = named(flow, form, ("pdf.file", &name(report.document)), wide, 2);
    row(flow, &file, ROW - 2.0);
    let hash = Style::plain(SMALL - 0.5, INK);
    let sha256 = [
        Cell::label(flow, &form.text("form.sha256"), LABEL),
        Cell::figure(flow, &report.content.metadata.sha256, wide, hash).aligned(Align::Left),
    ];
    row(flow, &sha256, ROW - 2.0);
}

/// Returns name and number of the student who handed in the document, as the class list has them; `None` where it does not.
fn listed_student<'c>(form: &Form<'c>) -> Option<(&'c str, Option<&'c str>)> {
    let (result, position) = (form.content.check.result, form.content.report.position);
    let submission = result.submissions.holding(position.0)?;
    let submission = result.submissions.get(submission);
    submission.listed?;
    Some((submission.student.as_deref()?, submission.number.as_deref()))
}

/// Returns what the document was compared with: the documents of the check, the libraries with their dates, and what could not
/// be compared.
fn compared(form: &Form<'_>) -> String {
    let (content, language) = (form.content, form.content.language());
    let mut parts = compared_with(content);
    if parts.len() == 1 {
        parts.push(language.text("form.no-library"));
    }
    parts.extend(content.check.missing_notes());
    parts.join(&language.text("punctuation.semicolon"))
}
