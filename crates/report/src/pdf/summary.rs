//! First page of the printed report: the document, its result, text that is left out, and warnings about its text.

use super::content::Content;
use super::flow::{Align, Column, Flow};
use super::sheets::{Area, Item, Role};
use super::style::{
    ACCENT, BODY, GROUND, INK, LEADING, LEFT, RIGHT, Rgb, SMALL, Section, Style, Target, WEAK,
    WIDTH, of_source,
};
use super::text::Rich;
use super::words::{LONGEST_NAME, copied_of, name, shortened, stated};
use crate::decided::Decided;
use crate::evidence::{OtherDocument, strongest_of};
use crate::facts::{libraries, lower_estimates_of};
use crate::origins::origins_of;
use crate::submissions::submission_facts;
use crate::{record_key, versions_of};
use chachong_check::{LowerEstimate, Origin};
use chachong_compare::{Copied, LARGE_PART, PART};
use chachong_messages::{estimated, grouped, percent, shown_share};
use chachong_record::RecordField;

/// Width of the labels of the document's facts.
const LABEL: f32 = 96.0;
/// Height of the boxes with the main figures.
const TILE: f32 = 62.0;
/// Left edges and widths of the columns of figures (share, and numbers of characters), in points.
const SHARE: (f32, f32) = (RIGHT - 200.0, 70.0);
const NUMBERS: (f32, f32) = (RIGHT - 120.0, 120.0);

/// Adds the title, the document and its result.
pub(super) fn summary(flow: &mut Flow<'_>, content: &Content<'_>) {
    flow.y += 6.0;
    let heading = content.text("pdf.title");
    flow.begin(Role::Heading(1, heading.clone()));
    let rich = Rich::of(flow.face, &heading, Style::bold(21.0, INK));
    flow.lines_of(&rich, LEFT, WIDTH, Align::Center, 30.0);
    flow.y += 12.0;
    document(flow, content);
    flow.heading(
        1,
        &content.text("pdf.result"),
        Some(Target::Section(Section::Result)),
    );
    tiles(flow, content);
    flow.y += 8.0;
    base(flow, content);
    if content.reader.is_teacher() {
        for note in content.check.missing_notes() {
            flow.paragraph(&note);
        }
    }
    if let Some(note) = lower_estimates_of(content.check, content.report) {
        flow.paragraph(&note);
    }
    if let Some(origins) = origins_of(content.check, content.report.position) {
        if let Some(own) = &origins.own {
            flow.paragraph(own);
        }
        flow.paragraph(&origins.line);
        for library in &origins.libraries {
            flow.paragraph(&format!("· {library}"));
        }
        flow.note(&content.text("origins.hint"));
    }
    flow.note(&content.text("pdf.judge"));
    figures(flow, content);
    if !content.report.content.is_only_code() {
        left_out(flow, content);
    }
    warnings(flow, content);
}

/// Adds a row with a name and a value.
pub(super) fn fact(flow: &mut Flow<'_>, label: &str, value: &str, label_width: f32) {
    let style = Style::plain(BODY, INK);
    let columns = [
        Column {
            text: Rich::of(flow.face, label, Style::plain(BODY, WEAK)),
            left: LEFT,
            width: label_width - 8.0,
            align: Align::Left,
        },
        Column {
            text: Rich::of(flow.face, value, style),
            left: LEFT + label_width,
            width: WIDTH - label_width,
            align: Align::Left,
        },
    ];
    flow.row(&columns, BODY * 1.42);
}

fn document(flow: &mut Flow<'_>, content: &Content<'_>) {
    let (report, language) = (content.report, content.language());
    let reading = report.content;
    flow.rule();
    for (name, value) in submission_facts(content.check, report.position) {
        fact(flow, &name, &shortened(&value, LONGEST_NAME), LABEL);
    }
    let mut add = |key: &str, value: &str| {
        if !value.is_empty() {
            fact(flow, &language.text(key), value, LABEL);
        }
    };
    for (key, field) in [
        ("pdf.name", RecordField::Title),
        ("pdf.author", RecordField::Author),
    ] {
        let unknown = || language.text("pdf.not-recognised");
        add(key, &stated(reading, field).unwrap_or_else(unknown));
    }
    for field in [
        RecordField::StudentNumber,
        RecordField::Supervisor,
        RecordField::Institution,
        RecordField::Year,
        RecordField::Degree,
    ] {
        let value = reading.record.trusted(field).unwrap_or_default();
        add(record_key(field), &shortened(value, LONGEST_NAME));
    }
    // What the file says of itself is often the name of the computer's owner or of a template.
    for (key, claim) in [
        ("docx.title-claimed", &reading.metadata.title),
        ("docx.author-claimed", &reading.metadata.author),
    ] {
        let claim = claim.as_deref().unwrap_or_default().trim();
        add(key, &shortened(claim, LONGEST_NAME));
    }
    let versions = versions_of(content.check, report.position).unwrap_or_default();
    add("html.part-versions", &shortened(&versions, LONGEST_NAME));
    if content.reader.is_teacher() {
        let (check, at) = (content.check, report.position);
        let decided = Decided::of(check, at, at).in_words(check);
        add("decision.column", &decided.unwrap_or_default());
    }
    add("pdf.file", &name(report.document));
    add("pdf.sha256", &reading.metadata.sha256);
    let [all, counting] =
        [report.shares.gross, report.shares.net].map(|copied| grouped(u64::from(copied.countable)));
    let characters = if report.shares.has_text() {
        language.fill(
            "pdf.characters-value",
            &[("all", &all), ("counting", &counting)],
        )
    } else {
        language.fill(
            "docx.characters",
            &[("count", &grouped(reading.characters))],
        )
    };
    add("pdf.characters", &characters);
    if !reading.pages.is_empty() {
        add("document.pages", &grouped(reading.pages.len() as u64));
    }
    let fingerprint = reading.fingerprint.map(|print| print.to_string());
    add("document.fingerprint", &fingerprint.unwrap_or_default());
    let compared = compared_with(content).join(&language.text("punctuation.semicolon"));
    add("pdf.compared", &compared);
    add("facts.date", content.check.options.date.unwrap_or_default());
}

/// Names what the document was compared with: the documents of the check, then each library.
pub(super) fn compared_with(content: &Content<'_>) -> Vec<String> {
    let [checked, joined] =
        [Origin::Checked, Origin::Library].map(|origin| others_of(content, origin));
    let documents = grouped(checked as u64);
    let documents = (content.language()).fill("pdf.compared-value", &[("documents", &documents)]);
    let libraries = libraries(content.check, joined);
    [documents].into_iter().chain(libraries).collect()
}

/// Returns the number of other documents of an origin that were read.
fn others_of(content: &Content<'_>, origin: Origin) -> usize {
    let all = content.check.result.with_positions();
    let others = all.filter(|&(at, one)| {
        at != content.report.position && one.origin == origin && one.content().is_some()
    });
    others.count()
}

/// Returns the ink of a share, 0..=1, by the thresholds of the verdicts, as in the window.
pub(super) fn ink_of(share: f64) -> Rgb {
    if share >= LARGE_PART {
        of_source(0).0
    } else if share >= PART {
        of_source(1).0
    } else if share > 0.0 {
        ACCENT
    } else {
        WEAK
    }
}

/// Returns the largest share that one source has of what counts, with the source's index and the reason if the share is a
/// lower estimate; `None` without such a source.
fn largest(content: &Content<'_>) -> Option<(usize, Copied, Option<LowerEstimate>)> {
    let sources = content.report.sources.sources.iter().enumerate();
    let (index, copied) = sources
        .filter(|(_, source)| source.counts)
        .map(|(index, source)| (index, source.source.shares.shown().copied))
        .filter(|(_, copied)| copied.characters > 0)
        .max_by_key(|&(index, copied)| (copied.characters, std::cmp::Reverse(index)))?;
    let source = content.report.sources.sources.get(index)?.source.document;
    Some((index, copied, content.lower_with(source)))
}

fn tiles(flow: &mut Flow<'_>, content: &Content<'_>) {
    let shares = content.report.shares;
    if !shares.has_text() {
        return;
    }
    let shown = shares.shown();
    let (largest, largest_lower) =
        largest(content).map_or((0.0, None), |(_, copied, lower)| (copied.share(), lower));
    let (passages, _) = content.counting();
    let net = shown_share(shown, content.lower);
    let gross = estimated(shares.gross.share(), content.lower);
    let all = [
        (net, "shares.net", ink_of(shown.weight)),
        (gross, "pdf.gross", INK),
        (estimated(largest, largest_lower), "pdf.largest", INK),
        (grouped(passages as u64), "pdf.passages", INK),
    ];
    boxes(
        flow,
        &all.map(|(value, key, ink)| (value, content.text(key), ink)),
    );
}

/// Adds boxes beside each other, each with a figure, its name and the figure's ink.
pub(super) fn boxes(flow: &mut Flow<'_>, all: &[(String, String, Rgb)]) {
    flow.need(TILE + 12.0);
    let top = flow.y;
    let gap = 8.0;
    let count = all.len() as f32;
    let width = (WIDTH - gap * (count - 1.0)) / count;
    for (index, (value, name, ink)) in all.iter().enumerate() {
        let left = LEFT + index as f32 * (width + gap);
        flow.put(Item::Shape {
            area: Area {
                left,
                top,
                width,
                height: TILE,
            },
            fill: Some(GROUND),
            stroke: None,
            radius: 4.0,
        });
        flow.begin(Role::Paragraph);
        flow.y = top + 6.0;
        let size = if index == 0 { 21.0 } else { 16.0 };
        let rich = Rich::of(flow.face, value, Style::bold(size, *ink));
        flow.lines_of(&rich, left + 8.0, width - 12.0, Align::Left, 28.0);
        let label = Rich::of(flow.face, name, Style::plain(8.0, WEAK));
        flow.lines_of(&label, left + 8.0, width - 12.0, Align::Left, 11.0);
    }
    flow.y = top + TILE;
}

/// Names the strongest kind of evidence in type of this size, in points; nothing if that is prose.
pub(super) fn strongest(flow: &mut Flow<'_>, content: &Content<'_>, size: f32) {
    let name = |other: &OtherDocument<'_>| content.name_of(other.position);
    if let Some((strongest, sentence)) = strongest_of(&content.evidence, content.language(), name) {
        let ink = ink_of(strongest.coloured(strongest.share()));
        let rich = Rich::of(flow.face, &sentence, Style::bold(size, ink));
        flow.rich_paragraph(&rich, Align::Left);
    }
}

/// Names the strongest kind of evidence if it is another than prose, and says why there is no share, or why it says little.
fn base(flow: &mut Flow<'_>, content: &Content<'_>) {
    let shares = content.report.shares;
    let reason = if shares.has_text() {
        (content.language()).too_little(shares.base(), shares.net, shares.gross)
    } else {
        let (result, position) = (content.check.result, content.report.position);
        Some((content.language()).without_prose(result, position))
    };
    strongest(flow, content, 14.0);
    if let Some(reason) = reason {
        flow.paragraph(&reason);
    }
}

/// Adds a row of figures.
fn figure(flow: &mut Flow<'_>, [label, share, numbers]: [&str; 3], link: Option<Target>) {
    let plain = Style::plain(BODY, INK);
    let style = Style {
        link,
        ..Style::plain(BODY, if link.is_some() { ACCENT } else { INK })
    };
    let columns = [
        (label, style, LEFT, SHARE.0 - LEFT, Align::Left),
        (share, plain, SHARE.0, SHARE.1, Align::Right),
        (numbers, plain, NUMBERS.0, NUMBERS.1, Align::Right),
    ];
    let columns = columns.map(|(text, style, left, width, align)| Column {
        text: Rich::of(flow.face, text, style),
        left,
        width,
        align,
    });
    flow.row(&columns, BODY * 1.42);
}

fn figures(flow: &mut Flow<'_>, content: &Content<'_>) {
    let (report, language) = (content.report, content.language());
    if !report.shares.has_text() {
        return;
    }
    let shares = report.shares;
    flow.heading(2, &content.text("pdf.figures"), None);
    let [share, numbers] = ["pdf.share", "pdf.numbers"].map(|key| content.text(key));
    flow.head(&[
        ("", LEFT, 100.0, Align::Left),
        (&share, SHARE.0, SHARE.1, Align::Right),
        (&numbers, NUMBERS.0, NUMBERS.1, Align::Right),
    ]);
    let mut add = |label: &str, share: &str, numbers: &str, link| {
        figure(flow, [label, share, numbers], link);
    };
    let mut share = |key: &str, copied: Copied| {
        let share = estimated(copied.share(), content.lower);
        let numbers = copied_of(copied);
        add(&language.text(key), &share, &numbers, None);
    };
    let total = if shares.left_out.is_empty() {
        "shares.net"
    } else {
        "pdf.total-net"
    };
    share(total, shares.net);
    share("shares.weighted", shares.weighted);
    share("shares.reworded", shares.reworded);
    share("pdf.gross", shares.gross);
    for (attribution, copied) in shares.attributed() {
        share(&format!("attribution.{}", attribution.name()), copied);
    }
    let choices = content.check.result.copies().map(|(_, all)| all.choices());
    for (group, characters) in choices.map_or_else(Vec::new, |all| language.groups_off(all, shares))
    {
        let label = language.fill("attribution.off", &[("groups", &group)]);
        add(&label, "", &grouped(characters.into()), None);
    }
    if let Some((index, copied, lower)) = largest(content) {
        let label = language.fill("pdf.largest-value", &[("number", &(index + 1))]);
        let target = Some(Target::Source(index));
        add(
            &label,
            &estimated(copied.share(), lower),
            &copied_of(copied),
            target,
        );
    }
    let (passages, sources) = content.counting();
    let label = language.fill(
        "pdf.passages-value",
        &[("passages", &passages), ("sources", &sources)],
    );
    add(&label, "", "", None);
    if shares.switched_off > 0 {
        let off = grouped(u64::from(shares.switched_off));
        add(&language.text("pdf.switched-off"), "", &off, None);
    }
    if content.check.result.possible {
        let label = language.fill(
            "pdf.possible-value",
            &[("count", &report.sources.possible.len())],
        );
        let share = percent(shares.possible.share());
        add(&label, &share, &copied_of(shares.possible), None);
    }
}

fn left_out(flow: &mut Flow<'_>, content: &Content<'_>) {
    let by = &content.report.shares.left_out;
    flow.heading(2, &content.text("pdf.left-out"), None);
    if by.is_empty() {
        flow.paragraph(&content.text("facts.nothing-left-out"));
        return;
    }
    let [all, copied] = ["pdf.characters", "pdf.of-them-copied"].map(|key| content.text(key));
    flow.head(&[
        ("", LEFT, 100.0, Align::Left),
        (&all, SHARE.0, SHARE.1, Align::Right),
        (&copied, NUMBERS.0, NUMBERS.1, Align::Right),
    ]);
    for by in by {
        let reason = content.language().reason_left_out(by.reason);
        let [all, copied] = [by.countable, by.copied].map(|count| grouped(u64::from(count)));
        let columns = [
            (reason, LEFT, SHARE.0 - LEFT, Align::Left),
            (all, SHARE.0, SHARE.1, Align::Right),
            (copied, NUMBERS.0, NUMBERS.1, Align::Right),
        ];
        let columns = columns.map(|(text, left, width, align)| Column {
            text: Rich::of(flow.face, &text, Style::plain(BODY, INK)),
            left,
            width,
            align,
        });
        flow.row(&columns, BODY * 1.42);
    }
}

fn warnings(flow: &mut Flow<'_>, content: &Content<'_>) {
    let warnings = &content.report.content.warnings;
    if warnings.is_empty() {
        return;
    }
    flow.heading(2, &content.text("pdf.warnings"), None);
    for warning in warnings {
        flow.paragraph(&format!("· {}", content.language().warning(warning)));
    }
    flow.y += SMALL * LEADING * 0.2;
}
