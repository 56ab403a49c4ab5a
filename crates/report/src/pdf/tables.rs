//! Other tables of the printed report: texts that several documents share, and the figures by chapter.

use super::content::Content;
use super::flow::{Align, Column, Flow, HEADED_TABLE};
use super::sources::bar;
use super::style::{ACCENT, BODY, INK, LEFT, RIGHT, Style, Target, WIDTH};
use super::text::Rich;
use super::words::shortened;
use crate::document_figures::copied_of;
use chachong_check::LowerEstimate;
use chachong_compare::{Copied, SharedText, TextDecision};
use chachong_messages::{estimated, grouped, place};

/// Maximum number of shared texts, and of pieces of shared code, that are named; the largest are.
const NAMED: usize = 20;
/// Maximum number of characters shown of a shared text.
const BEGINNING: usize = 80;
/// Left edges and widths of the columns by chapter (bar, share, characters), in points.
const BAR: (f32, f32) = (RIGHT - 256.0, 80.0);
const SHARE: (f32, f32) = (RIGHT - 172.0, 62.0);
const NUMBERS: (f32, f32) = (RIGHT - 106.0, 106.0);

/// Adds the texts and the code of this document that three or more documents have; nothing where there are none.
pub(super) fn shared_texts(flow: &mut Flow<'_>, content: &Content<'_>) {
    let language = content.language();
    if !content.shared.is_empty() {
        let heading = language.text("pdf.shared");
        flow.section(&heading);
        list(flow, content, &content.shared, "shared-texts.explanation");
    }
    if !content.shared_code.is_empty() {
        let heading = language.text("pdf.shared-code");
        flow.section(&heading);
        list(
            flow,
            content,
            &content.shared_code,
            "shared-code.explanation",
        );
    }
}

fn list(flow: &mut Flow<'_>, content: &Content<'_>, texts: &[&SharedText], explanation: &str) {
    flow.note(&content.text(explanation));
    for text in texts.iter().take(NAMED) {
        shared_text(flow, content, text);
    }
    flow.more(content.language(), "pdf.more-shared", texts.len(), NAMED);
}

fn shared_text(flow: &mut Flow<'_>, content: &Content<'_>, text: &SharedText) {
    let (report, language) = (content.report, content.language());
    let Some(&(_, span)) = text.places_in(report.position).first() else {
        return;
    };
    let decision = match content.check.result.decision_on(text) {
        None => "pdf.undecided",
        Some(TextDecision::Template) => "pdf.is-template",
        Some(TextDecision::Counts) => "pdf.is-counted",
    };
    let values: [(&str, &dyn std::fmt::Display); 4] = [
        ("documents", &text.documents),
        ("characters", &grouped(u64::from(text.characters))),
        ("place", &place(&report.content.pages, span, language)),
        ("decision", &language.text(decision)),
    ];
    let about = language.fill("pdf.shared-text", &values);
    let words = (report.text.text).between(span.start, span.end, |_| false);
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut rich = Rich::of(flow.face, &about, Style::plain(BODY, INK));
    let beginning: String = words.chars().take(BEGINNING).collect();
    let dots = if words.chars().nth(BEGINNING).is_some() {
        "…"
    } else {
        ""
    };
    let quoted = language.fill("pdf.quoted", &[("text", &(beginning + dots))]);
    rich.push(flow.face, &quoted, Style::plain(BODY, ACCENT));
    let column = Column {
        text: rich,
        left: LEFT,
        width: WIDTH,
        align: Align::Left,
    };
    flow.row(&[column], BODY * 1.5);
}

/// Adds the figures by chapter.
pub(super) fn chapters(flow: &mut Flow<'_>, content: &Content<'_>) {
    let heading = content.text("pdf.chapters");
    flow.need(HEADED_TABLE);
    flow.section(&heading);
    if content
        .chapters
        .iter()
        .all(|figures| figures.chapter.is_none())
    {
        flow.paragraph(&content.text("pdf.no-chapters"));
        return;
    }
    let [chapter, share, numbers] =
        ["pdf.chapter", "pdf.share", "pdf.numbers"].map(|key| content.text(key));
    flow.head(&[
        (&chapter, LEFT, 150.0, Align::Left),
        (&share, SHARE.0, SHARE.1, Align::Right),
        (&numbers, NUMBERS.0, NUMBERS.1, Align::Right),
    ]);
    let mut number = 0;
    for figures in &content.chapters {
        let target = figures.chapter.as_ref().map(|_| {
            number += 1;
            Target::Chapter(number - 1)
        });
        let title = (figures.chapter.as_ref()).map_or_else(
            || content.text("pdf.before-chapters"),
            |chapter| chapter.title.clone(),
        );
        let ink = if target.is_some() { ACCENT } else { INK };
        let style = Style {
            link: target,
            ..Style::plain(BODY, ink)
        };
        chapter_row(flow, &title, style, figures.shares.net, content.lower);
    }
    let all = content.report.shares.net;
    chapter_row(
        flow,
        &content.text("pdf.all-chapters"),
        Style::bold(BODY, INK),
        all,
        content.lower,
    );
    flow.y += 4.0;
    flow.note(&content.text("pdf.chapters-note"));
}

fn chapter_row(
    flow: &mut Flow<'_>,
    title: &str,
    style: Style,
    copied: Copied,
    lower: Option<LowerEstimate>,
) {
    let width = BAR.0 - LEFT - 8.0;
    let plain = Style {
        link: None,
        ink: INK,
        ..style
    };
    let share = if copied.countable == 0 {
        "–".to_owned()
    } else {
        estimated(copied.share(), lower)
    };
    let (title, numbers) = (shortened(title, 60), copied_of(copied));
    flow.cells(
        &[
            (&title, style, LEFT, width, Align::Left),
            (&share, plain, SHARE.0, SHARE.1, Align::Right),
            (&numbers, plain, NUMBERS.0, NUMBERS.1, Align::Right),
        ],
        BODY * 1.42,
    );
    bar(flow, [BAR.0, BAR.1], copied.share(), ACCENT);
}
