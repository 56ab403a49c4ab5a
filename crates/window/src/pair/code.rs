//! Both programs of a pair side by side. They scroll together along their common code, which ribbons connect.

use std::sync::Arc;

use egui::text::LayoutJob;
use egui::{
    Align, Button, Color32, Rect, Role, Stroke, TextFormat, Ui, UiBuilder, WidgetInfo, pos2, vec2,
};

use crate::pair::code_pane::{CodeDrawing, CodePane, Drawn};
use crate::pair::panes::PairPanes;
use crate::reader::{self, FOCUS, Link, STRIP, Together, strip_ui};
use crate::shared_texts::detail::decide_ui;
use crate::shared_texts::shared_link_ui;
use crate::widgets::labels::made_of_texts;
use crate::widgets::theme::{Tokens, match_colors};
use chachong_check::shown::{Change, CodeMatch, CodePiece, CodeView};
use chachong_messages::{Language, grouped};
use chachong_window_model::command::Command;
use chachong_window_model::page::Page;
use chachong_window_model::pair_view::{PairTab, PairView};
use chachong_window_model::shared_view::{SharedCommand, SharedPart};
use chachong_window_model::state::State;

/// Width of the gap between both programs, in points.
const GUTTER: f32 = 40.0;

/// View state of both programs of a pair.
#[derive(Debug, Default)]
pub(crate) struct CodePanes {
    /// Programs that the panes were last laid out for; `None` before the first.
    shown: Option<Arc<CodeView>>,
    panes: [CodePane; 2],
    /// Index of the match last scrolled to.
    jumped: Option<usize>,
    /// Side (0 or 1) that the keyboard scrolls.
    active: usize,
    /// Whether the keyboard has scrolled `active` since the last frame.
    keyed: bool,
    /// Whether each program scrolls by itself.
    apart: bool,
}

impl CodePanes {
    /// Scrolls the active program by pages, or to its beginning (`Some(false)`) or end (`Some(true)`).
    pub(crate) fn page(&mut self, pages: f32, end: Option<bool>) {
        let pane = &mut self.panes[self.active];
        match end {
            Some(end) => pane.go_to_end(end),
            None => pane.page(pages),
        }
        self.keyed = true;
    }

    /// Returns the number of matches on the page.
    pub(crate) fn count(&self) -> usize {
        self.shown.as_ref().map_or(0, |view| view.matches.len())
    }
}

/// Returns the command that selects a match.
pub(crate) fn select(matched: usize) -> Command {
    Command::ShowPair(PairView {
        tab: PairTab::Code,
        passage: matched,
        ..PairView::default()
    })
}

pub(crate) fn code_ui(
    ui: &mut Ui,
    state: &State,
    panes: &mut PairPanes,
    commands: &mut Vec<Command>,
) {
    if let Page::Pair(a, b) = state.page
        && state.check.result.evidence.code_places(a, b).is_none()
    {
        // The person decided that all of it was handed out.
        ui.label(state.language.text("code.none"));
        return;
    }
    let Some(view) = made_of_texts(ui, panes.programs.as_ref(), state.language).map(Arc::clone)
    else {
        return;
    };
    let of_code = &mut panes.code;
    if !(of_code.shown.as_ref()).is_some_and(|known| Arc::ptr_eq(known, &view)) {
        *of_code = CodePanes {
            shown: Some(Arc::clone(&view)),
            apart: of_code.apart,
            ..CodePanes::default()
        };
    }
    if let Some(place) = state.pair.code {
        let at = view.matches.iter().position(|one| one.places == place);
        commands.push(select(at.unwrap_or_default()));
    }
    let chosen = state.pair.passage;
    legend_ui(ui, state, &view, of_code, commands);
    let room = ui.available_rect_before_wrap();
    if of_code.jumped != Some(chosen) {
        of_code.jumped = Some(chosen);
        if let Some(matched) = view.matches.get(chosen) {
            for (pane, lines) in of_code.panes.iter_mut().zip(&matched.lines) {
                pane.go_to(lines.start);
            }
        }
    }
    let mut scrolled = std::mem::take(&mut of_code.keyed).then_some(of_code.active);
    for side in [0, 1] {
        let rect = column(room, side);
        let drawn = side_ui(ui, state.language, side, &view, chosen, of_code, rect);
        if let Some(clicked) = drawn.clicked.filter(|clicked| *clicked != chosen) {
            commands.push(select(clicked));
        }
        if drawn.moved {
            scrolled = Some(side);
        }
    }
    let links = links(&of_code.panes, &view.matches);
    if let Some(from) = scrolled {
        of_code.active = from;
        if !of_code.apart {
            follow(&mut of_code.panes, from, &links, chosen);
            ui.ctx().request_repaint();
        }
    }
    let gap = Rect::from_min_max(
        pos2(column(room, 0).right(), room.top()),
        pos2(column(room, 1).left(), room.bottom()),
    );
    ribbons_ui(
        ui,
        state.language,
        gap,
        &view,
        of_code,
        (&links, chosen),
        commands,
    );
    ui.advance_cursor_after_rect(room);
}

/// Returns the rectangle of a side.
fn column(room: Rect, side: usize) -> Rect {
    let width = (room.width() - GUTTER) / 2.0;
    let left = room.left() + side as f32 * (width + GUTTER);
    Rect::from_min_size(pos2(left, room.top()), vec2(width, room.height()))
}

/// Scrolls the other program to the place that corresponds to that of side `from`.
fn follow(panes: &mut [CodePane; 2], from: usize, links: &[Link], chosen: usize) {
    let sights = panes.each_ref().map(CodePane::sight);
    let together = Together::of(links, Some(chosen), sights.map(|sight| sight.total));
    let focus = sights.map(|sight| sight.view * FOCUS);
    let height = together.other(from, sights[from].offset + focus[from]);
    panes[1 - from].scroll_to(height - focus[1 - from]);
}

fn links(panes: &[CodePane; 2], matches: &[CodeMatch]) -> Vec<Link> {
    let heights = |side: usize, matched: &CodeMatch| {
        let lines = &matched.lines[side];
        panes[side].lines(lines.start, lines.end)
    };
    (matches.iter())
        .map(|matched| Link {
            a: heights(0, matched),
            b: heights(1, matched),
        })
        .collect()
}

/// Draws the line above both programs: buttons for the previous and next match, rarity of the match, legend of the marks, switches.
fn legend_ui(
    ui: &mut Ui,
    state: &State,
    view: &CodeView,
    panes: &mut CodePanes,
    commands: &mut Vec<Command>,
) {
    let (language, chosen) = (state.language, state.pair.passage);
    ui.horizontal_wrapped(|ui| {
        for (key, to, sign) in [
            ("code.previous", chosen.checked_sub(1), "▲"),
            ("code.next", Some(chosen + 1), "▼"),
        ] {
            let to = to.filter(|&to| to < view.matches.len());
            let button = ui.add_enabled(to.is_some(), Button::new(sign).small());
            let name = language.text(key);
            button.widget_info(|| WidgetInfo::labeled(Role::Button, to.is_some(), &name));
            if let Some(to) = to.filter(|_| button.on_hover_text(&name).clicked()) {
                commands.push(select(to));
            }
        }
        if let Some(matched) = view.matches.get(chosen) {
            ui.strong(name_of(chosen, view, language));
            let weight = format!("{} %", (matched.weight + 5) / 10);
            ui.weak(language.fill("code.weight", &[("weight", &weight)]))
                .on_hover_text(language.text("code.weight-hint"));
            shared_ui(ui, state, matched, commands);
        }
        samples_ui(ui, language, commands);
        let mut together = !panes.apart;
        ui.checkbox(&mut together, language.text("passages.together"))
            .on_hover_text(language.text("code.together-hint"));
        panes.apart = !together;
    });
}

/// Draws the number of documents with the code of a match, and the buttons for a person's decision on it; nothing unless several
/// have it.
fn shared_ui(ui: &mut Ui, state: &State, matched: &CodeMatch, commands: &mut Vec<Command>) {
    let Page::Pair(a, b) = state.page else {
        return;
    };
    let code = &state.check.result.evidence.shared_code;
    let places = matched.places;
    let position = (code.at_or_in(a, places.a)).or_else(|| code.at_or_in(b, places.b));
    let Some((position, shared)) = position.and_then(|at| Some((at, code.all().get(at)?))) else {
        return;
    };
    let of = (SharedPart::Code, position);
    let decision = state.check.decision_on(shared);
    let decision = decision.map(|(decision, _)| decision);
    shared_link_ui(ui, state, of, shared, commands);
    decide_ui(ui, state, of, shared, decision, commands);
}

fn name_of(matched: usize, view: &CodeView, language: Language) -> String {
    let number = grouped(matched as u64 + 1);
    let count = grouped(view.matches.len() as u64);
    language.fill("code.match", &[("number", &number), ("count", &count)])
}

/// Draws a sample of each mark: rare code, less rare code, changed words, and given code, which links to the assignment.
fn samples_ui(ui: &mut Ui, language: Language, commands: &mut Vec<Command>) {
    let (dark, tokens) = (ui.visuals().dark_mode, Tokens::of(ui));
    let [(ink, rare), (_, common)] = [1000, 300].map(|weight| match_colors(dark, 0, weight, true));
    let none = (Color32::TRANSPARENT, Stroke::NONE, tokens.strong);
    let samples = [
        ("code.rare", (rare, Stroke::NONE, tokens.strong)),
        ("code.common", (common, Stroke::NONE, tokens.strong)),
        ("code.changed", (rare, Stroke::new(1.5, ink), tokens.strong)),
        ("code.given", (none.0, none.1, tokens.weak)),
    ];
    for (key, (background, underline, color)) in samples {
        let format = TextFormat {
            background,
            underline,
            color,
            valign: Align::Center,
            ..TextFormat::default()
        };
        let mut job = LayoutJob::default();
        job.append(&language.text(key), 0.0, format);
        if key != "code.given" {
            ui.label(job).on_hover_text(language.text("code.legend"));
            continue;
        }
        let given = ui.add(Button::new(job).frame(false));
        let hint = ["code.legend", "given.look-hint"].map(|key| language.text(key));
        if given.on_hover_text(hint.join("\n")).clicked() {
            let part = SharedCommand::Part(SharedPart::Assignment);
            commands.push(Command::Shared(part));
        }
    }
}

fn side_ui(
    ui: &mut Ui,
    language: Language,
    side: usize,
    view: &CodeView,
    chosen: usize,
    panes: &mut CodePanes,
    rect: Rect,
) -> Drawn {
    let tip = |piece: &CodePiece| {
        let mut lines = Vec::new();
        lines.extend(piece.owner.map(|owner| name_of(owner, view, language)));
        match &piece.change {
            Some(Change::Other(other)) => {
                let values: [(&str, &dyn std::fmt::Display); 2] =
                    [("side", &["B", "A"][side]), ("word", other)];
                lines.push(language.fill("code.other", &values));
            }
            Some(Change::Comment) => lines.push(language.text("code.other-comment")),
            Some(Change::Added) => {
                lines.push(language.fill("code.added", &[("side", &["A", "B"][side])]));
            }
            None => {}
        }
        lines.extend((piece.is_given).then(|| language.text("code.given-hint")));
        (!lines.is_empty()).then(|| lines.join("\n"))
    };
    let drawing = CodeDrawing {
        side: &view.sides[side],
        matches: &view.matches,
        chosen,
        tip: &tip,
    };
    // Strips are at the outer edges, ribbons between the programs.
    let (strip, code) = if side == 0 {
        rect.split_left_right_at_x(rect.left() + STRIP)
    } else {
        let (code, strip) = rect.split_left_right_at_x(rect.right() - STRIP);
        (strip, code)
    };
    ui.painter().rect_filled(code, 0.0, Tokens::of(ui).surface);
    let builder = UiBuilder::new().max_rect(code).id_salt(("code", side));
    let pane = &mut panes.panes[side];
    let mut drawn = ui.scope_builder(builder, |ui| pane.ui(ui, &drawing)).inner;
    let dark = ui.visuals().dark_mode;
    let marks: Vec<([f32; 2], Color32)> = (view.matches.iter().enumerate())
        .map(|(number, matched)| {
            let lines = &matched.lines[side];
            let color = match_colors(dark, number, matched.weight, number == chosen).0;
            (pane.lines(lines.start, lines.end), color)
        })
        .collect();
    let name = language.fill("code.strip", &[("side", &["A", "B"][side])]);
    if let Some(y) = strip_ui(ui, strip, &name, pane.sight(), &marks) {
        pane.scroll_to(y);
        drawn.moved = true;
    }
    drawn
}

/// Draws a ribbon from each match on the left to its counterpart on the right; a click selects the match.
fn ribbons_ui(
    ui: &Ui,
    language: Language,
    gap: Rect,
    view: &CodeView,
    panes: &CodePanes,
    (links, chosen): (&[Link], usize),
    commands: &mut Vec<Command>,
) {
    let offsets = panes.panes.each_ref().map(|pane| pane.sight().offset);
    let dark = ui.visuals().dark_mode;
    let colors = |matched: usize| {
        let weight = view.matches[matched].weight;
        let (ink, fill) = match_colors(dark, matched, weight, matched == chosen);
        let edge = ink.gamma_multiply(if matched == chosen { 0.9 } else { 0.4 });
        (fill, edge)
    };
    let all = (0..links.len()).collect();
    let (response, hovered) = reader::ribbons_ui(ui, gap, offsets, links, all, chosen, colors);
    let Some(matched) = hovered else {
        return;
    };
    if response.clicked() {
        commands.push(select(matched));
    }
    response.on_hover_text_at_pointer(name_of(matched, view, language));
}
