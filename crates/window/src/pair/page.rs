//! Page of a pair: both documents with their copied shares, and below them the passages or the fingerprints.

use egui::{Align, Button, Layout, RichText, Ui, vec2};

use crate::leads::links_ui;
use crate::pair::bit_strip::bit_strip_ui;
use crate::pair::code::code_ui;
use crate::pair::evidence::evidence_ui;
use crate::pair::fingerprints::prints_ui;
use crate::pair::one_thesis::one_thesis_ui;
use crate::pair::panes::PairPanes;
use crate::pair::passages::passages_ui;
use crate::pair::submissions::submissions_ui;
use crate::widgets::decision::{decision_row_ui, decision_ui};
use crate::widgets::icons::Icon;
use crate::widgets::labels::{distance_ui, name_button_ui, one_line, pair_finding_ui};
use crate::widgets::shown_share::{Figure, degrees_text};
use crate::widgets::theme::{Tokens, is_short};
use chachong_check::{Document, DocumentContent};
use chachong_compare::{DocumentIndex, DocumentPair, EvidenceKind, SideShares};
use chachong_import::Warning;
use chachong_messages::{copied_of, document_name, estimated, percent};
use chachong_simhash::Fingerprint;
use chachong_window_model::command::Command;
use chachong_window_model::identity::Identity;
use chachong_window_model::page::Page;
use chachong_window_model::pair_view::{PairTab, PairView};
use chachong_window_model::passages::sides;
use chachong_window_model::shared_view::{SharedCommand, SharedPart};
use chachong_window_model::state::State;

/// Minimum width left in a document's line, in points, at which its copied characters are spelled out.
const WIDE_CARD: f32 = 330.0;
const CARD_LINE: f32 = 26.0;

pub(crate) fn pair_ui(
    ui: &mut Ui,
    state: &State,
    (a, b): DocumentPair,
    panes: &mut PairPanes,
    commands: &mut Vec<Command>,
) {
    if a.max(b).0 >= state.check.result.documents.len() {
        return;
    }
    let result = &state.check.result;
    let shares = (result.pair(a, b)).and_then(|pair| result.pair_shares(&pair).map(sides));
    ui.columns(2, |columns| {
        for (side, ui) in columns.iter_mut().enumerate().take(2) {
            let shares = shares.map(|shares| shares[side]);
            document_ui(ui, state, (side, [a, b]), shares, commands);
        }
    });
    if !is_short(ui.ctx()) {
        ui.add_space(4.0);
    }
    submissions_ui(ui, state, (a, b), commands);
    one_thesis_ui(ui, state, (a, b), commands);
    explained_ui(ui, state, (a, b), panes);
    held_by_many_ui(ui, state, (a, b), panes, commands);
    links_ui(ui, state, a, Some(b), commands);
    if is_short(ui.ctx()) {
        ui.horizontal_wrapped(|ui| {
            strip_ui(ui, state, a, b, commands);
            decision_ui(ui, state, (a, b), &mut panes.note, commands);
        });
    } else {
        decision_row_ui(ui, state, (a, b), &mut panes.note, commands);
        ui.horizontal_wrapped(|ui| strip_ui(ui, state, a, b, commands));
    }
    ui.add_space(if is_short(ui.ctx()) { 2.0 } else { 6.0 });
    match state.pair.tab {
        PairTab::Fingerprints => prints_ui(ui, state, (a, b), panes.reasons.as_ref(), commands),
        PairTab::Code => code_ui(ui, state, panes, commands),
        PairTab::Evidence => evidence_ui(ui, state, (a, b), panes, commands),
        PairTab::Passages => passages_ui(ui, state, (a, b), panes, commands),
    }
}

/// Draws how much of the shared text also occurs in a library document; nothing without such a document.
fn explained_ui(ui: &mut Ui, state: &State, (a, b): DocumentPair, panes: &mut PairPanes) {
    let of = (state.language, Identity::of(&state.check.result), (a, b));
    if let Some(line) = panes.explained.get(of, || state.explained_line(a, b)) {
        let color = Tokens::of(ui).calm;
        ui.colored_label(color, one_line(line));
    }
}

/// Draws how many people have most of the shared text or code, as a link to it; nothing unless they are many.
fn held_by_many_ui(
    ui: &mut Ui,
    state: &State,
    (a, b): DocumentPair,
    panes: &mut PairPanes,
    commands: &mut Vec<Command>,
) {
    let (language, result) = (state.language, &state.check.result);
    let held = panes.held_by_many.get((Identity::of(result), (a, b)), || {
        let pair = result
            .pair(a, b)
            .filter(|_| !result.theses().are_own(a, b))?;
        let (kind, position, text) = result.held_by_many(&pair)?;
        Some((kind, position, text.documents))
    });
    let Some((kind, position, count)) = *held else {
        return;
    };
    let part = match kind {
        EvidenceKind::Code => SharedPart::Code,
        _ => SharedPart::Shared,
    };
    let text = language.fill("pair.held-by-many", &[("count", &count)]);
    let link = Button::new(RichText::new(text).color(Tokens::of(ui).calm)).frame(false);
    let link = ui.add(link);
    let hint = language.fill("pair.held-by-many-hint", &[("count", &count)]);
    if link.on_hover_text(hint).clicked() {
        commands.push(Command::Shared(SharedCommand::Show(part, position)));
    }
}

/// Draws one of the two documents: its name, the share of it that the other one has, and the reasons that lower the
/// figures.
fn document_ui(
    ui: &mut Ui,
    state: &State,
    (side, pair): (usize, [DocumentIndex; 2]),
    shares: Option<SideShares>,
    commands: &mut Vec<Command>,
) {
    let (language, tokens) = (state.language, Tokens::of(ui));
    let (label, position) = (["A", "B"][side], pair[side]);
    let is_own = state.check.result.theses().are_own(pair[0], pair[1]);
    let document = &state.check.result.documents[position];
    let lower = state.check.result.pair_lower_estimate(pair[0], pair[1]);
    let figure = shares.map(|shares| Figure::from(shares).over(lower));
    let content = document.content();
    let has_prose = content.is_none_or(|content| content.countable > 0);
    let is_short = is_short(ui.ctx());
    let card = if is_short {
        egui::Frame::NONE
    } else {
        tokens.card().inner_margin(egui::Margin::symmetric(10, 5))
    };
    // A badly read text looks less similar than its document is, so its warnings belong beside the figures.
    let warnings = (content.into_iter()).flat_map(|content| {
        (content.warnings.iter()).map(|warning| (warning, content.pages.len()))
    });
    let warnings: Vec<(&Warning, usize)> = warnings.collect();
    let degrees = shares
        .filter(|side| side.gross.characters + side.reworded.characters > 0)
        .map(|shares| {
            let rare = estimated(shares.weighted.share(), lower);
            let rare = format!("{} {rare}", language.text("shares.weighted"));
            format!(
                "{rare} · {}",
                degrees_text(shares.shown().degrees, language)
            )
        });
    card.show(ui, |ui| {
        ui.set_width(ui.available_width());
        // The figures come first, from the right: the name takes what is left of the line.
        let line = vec2(ui.available_width(), CARD_LINE);
        ui.allocate_ui_with_layout(line, Layout::right_to_left(Align::Center), |ui| {
            if !has_prose {
                // Code and data have no share of prose.
                code_share_ui(ui, state, (side, pair));
            } else if let Some(figure) = figure {
                let color = if is_own {
                    tokens.calm
                } else {
                    tokens.share(figure.shown.weight)
                };
                let share = RichText::new(figure.text()).size(18.0).color(color);
                let share = ui.label(share);
                figure.say(&share, language);
                share.on_hover_ui(|ui| {
                    figure.lines_ui(ui, "shares.of-pair", language);
                    if let Some(degrees) = degrees.as_ref().filter(|_| is_short) {
                        ui.label(degrees);
                    }
                });
                if ui.available_width() > WIDE_CARD {
                    ui.weak(copied_of(figure.shown.copied, language));
                }
            } else {
                ui.weak(RichText::new("…").size(18.0));
            }
            if is_short && !warnings.is_empty() {
                let lines =
                    (warnings.iter()).map(|&(warning, pages)| language.warning_of(warning, pages));
                let lines = lines.collect::<Vec<_>>().join("\n");
                let icon = ui
                    .scope(|ui| Icon::Warning.show(ui, tokens.related))
                    .response;
                icon.on_hover_text(lines);
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.label(RichText::new(label).strong().size(16.0));
                if name_button_ui(ui, &document_name(document, state.language)).clicked() {
                    commands.push(Command::Go(Page::Document(position)));
                }
            });
        });
        if is_short {
            return;
        }
        if let Some(text) = degrees {
            ui.weak(RichText::new(text).small())
                .on_hover_text(language.text("degree.legend"));
        }
        if let Some(reason) = figure.and_then(|figure| figure.reason(language)) {
            ui.weak(RichText::new(reason).small());
        }
        for (warning, pages) in warnings {
            let text = RichText::new(language.warning_of(warning, pages)).small();
            let color = if warning.is_note() {
                tokens.weak
            } else {
                tokens.related
            };
            ui.label(text.color(color));
        }
    });
}

/// Draws the share of a document's code that the other one also has; a dash for a document without shared code.
fn code_share_ui(ui: &mut Ui, state: &State, (side, [a, b]): (usize, [DocumentIndex; 2])) {
    let (language, tokens) = (state.language, Tokens::of(ui));
    let Some(code) = state.check.result.evidence.code(a, b) else {
        ui.weak(RichText::new("–").size(18.0));
        return;
    };
    let share = f64::from([code.share_a, code.share_b][side]) / 1000.0;
    let text = RichText::new(percent(share)).size(18.0);
    ui.colored_label(tokens.share(share), text);
    ui.weak(language.text("code.share"))
        .on_hover_text(language.text("code.share-hint"));
}

/// Draws the tabs of the page, and beside them bits, distance and cosine of the fingerprints, and the verdict on the
/// pair.
fn strip_ui(
    ui: &mut Ui,
    state: &State,
    a: DocumentIndex,
    b: DocumentIndex,
    commands: &mut Vec<Command>,
) {
    let language = state.language;
    let result = &state.check.result;
    let count =
        (state.copied()).map(|_| (result.pair(a, b)).map_or(0, |pair| result.listed(&pair).strong));
    let passages = count.map_or_else(
        || language.text("pair.passages-unknown"),
        |count| language.fill("pair.passages", &[("count", &count)]),
    );
    let items = state.check.result.pair_evidence(a, b).len();
    let documents = [a, b].map(|position| &result.documents[position]);
    let prints = documents.map(Document::fingerprint);
    // Two programs have no passages and no fingerprints.
    let mut contents = documents.into_iter().filter_map(Document::content);
    let has_prose = contents.any(DocumentContent::has_prose);
    let beyond = language.fill("evidence.tab", &[("count", &items)]);
    let tabs = [
        (PairTab::Passages, passages),
        (PairTab::Code, language.text("code.tab")),
        (PairTab::Fingerprints, language.text("pair.fingerprints")),
        (PairTab::Evidence, beyond),
    ];
    for (tab, text) in tabs {
        let is_there = match tab {
            PairTab::Code => result.evidence.code_places(a, b).is_some(),
            PairTab::Evidence => items > 0,
            PairTab::Passages => has_prose,
            PairTab::Fingerprints => !prints.contains(&None),
        };
        // The tab that is shown is there in any case.
        if !is_there && state.pair.tab != tab {
            continue;
        }
        if ui.selectable_label(state.pair.tab == tab, text).clicked() {
            // A match of code is no passage.
            let of_code = PairTab::Code;
            let is_kept = (tab == of_code) == (state.pair.tab == of_code);
            let passage = if is_kept { state.pair.passage } else { 0 };
            commands.push(Command::ShowPair(PairView {
                tab,
                passage,
                ..state.pair
            }));
        }
    }
    ui.add_space(4.0);
    // A text of numbers has no fingerprint, and may be copied all the same.
    let pair =
        (result.pair(a, b)).filter(|pair| pair.as_verdict().is_some() || !prints.contains(&None));
    if let ([Some(print_a), Some(print_b)], false) = (prints, is_short(ui.ctx())) {
        if bit_strip_ui(ui, [print_a, print_b], language).clicked() {
            let tab = PairTab::Fingerprints;
            commands.push(Command::ShowPair(PairView { tab, ..state.pair }));
        }
        ui.weak(language.text("column.distance"));
        let (distance, bits) = (print_a.distance(print_b), state.check.fingerprint_bits());
        distance_ui(ui, distance, bits, state.check.result.near_verdict(a, b));
        ui.add_space(4.0);
        ui.weak(language.text("column.cosine"));
        ui.label(percent(Fingerprint::cosine_at(distance, bits)));
        ui.add_space(4.0);
    }
    if let Some(pair) = pair {
        if !is_short(ui.ctx()) {
            ui.weak(language.text("column.verdict"));
        }
        pair_finding_ui(ui, state, &pair);
    }
}
