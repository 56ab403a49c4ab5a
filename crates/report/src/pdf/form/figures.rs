//! Figures of the form: the shares with the school's limit, and the counts behind them.

use super::Form;
use super::grid::{Cell, TEXT, row};
use crate::document_figures::copied_of;
use crate::form::FormFigures;
use crate::pdf::flow::{Align, Flow};
use crate::pdf::style::{BODY, INK, SMALL, Style, WEAK, WIDTH};
use crate::pdf::summary::strongest;
use chachong_compare::Copied;
use chachong_messages::{estimated, grouped, percent};

/// Number of shares beside each other.
const SHARES: usize = 4;

pub(super) fn figures(flow: &mut Flow<'_>, form: &Form<'_>) {
    form.heading(flow, "form.figures");
    let Some(figures) = &form.figures else {
        strongest(flow, form.content, BODY);
        let content = form.content;
        let reason =
            (content.language()).without_prose(content.check.result, content.report.position);
        flow.note(&reason);
        return;
    };
    strongest(flow, form.content, BODY);
    shares(flow, form, figures);
    counts(flow, form, figures);
    if form.is_full() {
        attributed(flow, form, figures);
    }
    let (net, gross) = (figures.shares.net, figures.shares.gross);
    let reason = (form.content.language()).too_little(figures.shares.base(), net, gross);
    if let Some(reason) = reason {
        flow.y += 2.0;
        flow.note(&reason);
    }
}

/// Returns a share in words; a dash where too little of the text counts.
pub(super) fn share(figures: &FormFigures<'_>, copied: Copied) -> String {
    if copied.countable == 0 || !figures.shares.shown().is_judged() {
        "–".to_owned()
    } else {
        estimated(copied.share(), figures.lower)
    }
}

/// Returns a limit, 0..=100, in words.
pub(super) fn limit(value: f64) -> String {
    percent(value / 100.0)
}

fn shares(flow: &mut Flow<'_>, form: &Form<'_>, figures: &FormFigures<'_>) {
    let all: [(&str, Copied); SHARES] = [
        ("form.total", figures.with_own),
        ("form.without-own", figures.shares.net),
        ("form.without-quotations", figures.without_quotations()),
        ("pdf.largest", figures.largest()),
    ];
    let width = WIDTH / SHARES as f32;
    let heads =
        all.map(|(key, _)| Cell::label(flow, &form.text(key), width).aligned(Align::Center));
    row(flow, &heads, 0.0);
    let big = Style::bold(15.0, INK);
    let values = all.map(|(_, copied)| Cell::figure(flow, &share(figures, copied), width, big));
    row(flow, &values, 0.0);
    let small = Style::plain(SMALL, WEAK);
    let numbers = all.map(|(_, copied)| Cell::figure(flow, &copied_of(copied), width, small));
    row(flow, &numbers, 0.0);
    if let Some(total) = form.limits.total {
        let total = limit(total);
        let words = (form.content.language()).fill("form.limit-value", &[("limit", &total)]);
        let plain = Style::plain(TEXT, INK);
        let note = Style::plain(SMALL, WEAK);
        let cells = [
            Cell::figure(flow, &words, width, plain),
            Cell::figure(flow, &form.text("form.limit-note"), WIDTH - width, note)
                .aligned(Align::Left),
        ];
        row(flow, &cells, 0.0);
    }
}

fn counts(flow: &mut Flow<'_>, form: &Form<'_>, figures: &FormFigures<'_>) {
    let shares = figures.shares;
    let counts: [(&str, u64); SHARES] = [
        ("form.characters", shares.gross.countable.into()),
        ("form.counting", shares.net.countable.into()),
        ("form.copied", shares.net.characters.into()),
        ("form.passage-count", figures.passages as u64),
    ];
    let (label, value) = (66.0, WIDTH / SHARES as f32 - 66.0);
    let cells = counts.map(|(key, count)| {
        [
            Cell::label(flow, &form.text(key), label),
            Cell::figure(flow, &grouped(count), value, Style::plain(TEXT, INK)),
        ]
    });
    row(flow, cells.as_flattened(), 0.0);
}

/// Adds the copied text by whether it is cited or quoted; the four shares add up to the one without own earlier work.
fn attributed(flow: &mut Flow<'_>, form: &Form<'_>, figures: &FormFigures<'_>) {
    let groups = figures.shares.attributed();
    let width = WIDTH / SHARES as f32;
    let heads = groups.map(|(attribution, _)| {
        let key = format!("attribution.{}", attribution.name());
        Cell::label(flow, &form.text(&key), width).aligned(Align::Center)
    });
    row(flow, &heads, 0.0);
    let plain = Style::plain(TEXT, INK);
    let values = groups.map(|(_, copied)| {
        let characters = grouped(copied.characters.into());
        let words = [
            ("share", share(figures, copied)),
            ("characters", characters),
        ];
        let words = words
            .each_ref()
            .map(|(name, value)| (*name, value as &dyn std::fmt::Display));
        let words = form
            .content
            .language()
            .fill("form.share-and-characters", &words);
        Cell::figure(flow, &words, width, plain)
    });
    row(flow, &values, 0.0);
}
