//! Both texts of a pair side by side. They scroll together along their passages, which ribbons connect.

use std::sync::Arc;

use egui::text::LayoutJob;
use egui::{Align, Button, Color32, Layout, Rect, Role, Ui, UiBuilder, WidgetInfo, pos2, vec2};

use crate::pair::attributed::PairAttribution;
use crate::pair::cite::cited;
use crate::pair::links::{color, ribbons_ui};
use crate::pair::look::{Ground, Shown, format};
use crate::pair::marks::marks_of;
use crate::pair::panes::PairPanes;
use crate::pair::select::select;
use crate::reader::left_out_text::left_out_text;
use crate::reader::{Drawing, FOCUS, Link, STRIP, Together, strip_ui};
use crate::shared_texts::link_ui;
use crate::widgets::attribution::{SpanLabel, reason_ui};
use crate::widgets::labels::{chip_ui, made_of_texts};
use crate::widgets::place::place;
use crate::widgets::theme::{Tokens, is_short};
use chachong_check::Document;
use chachong_check::shown::{Layers, Listed, LoadedText, Look, Run};
use chachong_citation::Attribution;
use chachong_compare::{Degree, DocumentPair, Passage, Span};
use chachong_messages::grouped;
use chachong_window_model::command::Command;
use chachong_window_model::identity::Identity;
use chachong_window_model::state::State;

/// Width of the gap between both texts, in points.
const GUTTER: f32 = 44.0;

pub(crate) fn texts_ui(
    ui: &mut Ui,
    state: &State,
    (a, b): DocumentPair,
    (listed, fitting): (&Listed, &[usize]),
    panes: &mut PairPanes,
    commands: &mut Vec<Command>,
) {
    let passages = listed.shown(state.settings.possible);
    let of = (Identity::of(&state.check.result), (a, b));
    let attribution = panes
        .attributed
        .get(of, || Arc::new(PairAttribution::of(state, (a, b), listed)));
    let attribution = Arc::clone(attribution);
    let shown = Shown {
        state,
        documents: [a, b],
        passages,
        strong: listed.strong,
        chosen: state.pair.passage,
        fitting,
        attribution: &attribution,
    };
    let Some(texts) = made_of_texts(ui, panes.loaded.as_ref(), state.language).map(Arc::clone)
    else {
        return;
    };
    let texts = &texts;
    let is_new = !(panes.text.as_ref()).is_some_and(|known| Arc::ptr_eq(known, texts));
    if is_new {
        *panes = PairPanes {
            loaded: panes.loaded.take(),
            reasons: panes.reasons.take(),
            text: Some(Arc::clone(texts)),
            attributed: std::mem::take(&mut panes.attributed),
            apart: panes.apart,
            ..PairPanes::default()
        };
    }
    if !passages.is_empty() {
        legend_ui(ui, &shown, texts, panes, commands);
    }
    let room = ui.available_rect_before_wrap();
    // In a low window the line above both texts has what their heads have, and the list of passages says where they are.
    let text_rects = if is_short(ui.ctx()) {
        columns(room)
    } else {
        heads_ui(ui, &shown, room, texts, commands)
    };
    let top = text_rects[0].top();
    jump(panes, &shown);
    let mut scrolled = std::mem::take(&mut panes.keyed).then_some(panes.active);
    let mut measuring = false;
    for i in [0, 1] {
        let done = side_ui(ui, &shown, i, &texts[i], panes, text_rects[i], commands);
        measuring |= done.is_measuring;
        if done.moved {
            scrolled = Some(i);
        }
    }
    let links = links(panes, texts, passages);
    if let Some(from) = scrolled {
        (panes.holds, panes.active) = (false, from);
        if !panes.apart {
            follow(panes, from, &links, shown.chosen);
            ui.ctx().request_repaint();
        }
    } else if !measuring {
        panes.holds = false;
    }
    let gap = Rect::from_min_max(
        pos2(text_rects[0].right(), top),
        pos2(text_rects[1].left(), room.bottom()),
    );
    ribbons_ui(ui, gap, &shown, panes, &links, commands);
    ui.advance_cursor_after_rect(room);
}

/// Returns the rectangle of each text, with the gap between them.
fn columns(room: Rect) -> [Rect; 2] {
    let side = (room.width() - GUTTER) / 2.0;
    [0.0, 1.0].map(|i| {
        let left = room.left() + i * (side + GUTTER);
        Rect::from_min_size(pos2(left, room.top()), vec2(side, room.height()))
    })
}

/// Draws the heads of both texts. Returns the rectangles below them, which begin at the same height.
fn heads_ui(
    ui: &mut Ui,
    shown: &Shown<'_>,
    room: Rect,
    texts: &[LoadedText; 2],
    commands: &mut Vec<Command>,
) -> [Rect; 2] {
    let mut text_rects = columns(room);
    for (i, rect) in text_rects.iter_mut().enumerate() {
        let head = UiBuilder::new()
            .max_rect(*rect)
            .id_salt(("head", i))
            .layout(Layout::top_down(Align::Min));
        let used = ui.scope_builder(head, |ui| head_ui(ui, shown, i, &texts[i], commands));
        rect.min.y = used.response.rect.bottom() + 4.0;
    }
    let top = text_rects[0].top().max(text_rects[1].top());
    for rect in &mut text_rects {
        rect.min.y = top;
    }
    text_rects
}

/// Scrolls both texts to the selected passage while it keeps its place.
fn jump(panes: &mut PairPanes, shown: &Shown<'_>) {
    if panes.jumped != Some(shown.chosen) {
        (panes.jumped, panes.holds) = (Some(shown.chosen), true);
    }
    if panes.holds {
        for (side, pane) in panes.panes.iter_mut().enumerate() {
            if let Some(span) = shown.span(shown.chosen, side) {
                pane.go_to(span.start);
            }
        }
    }
}

/// Scrolls the other text to the height that corresponds to that of side `from`, by their passages.
fn follow(panes: &mut PairPanes, from: usize, links: &[Link], chosen: usize) {
    let heights = [0, 1].map(|i| panes.panes[i].total());
    let together = Together::of(links, Some(chosen), heights);
    let focus = [0, 1].map(|i| panes.panes[i].view() * FOCUS);
    let height = together.other(from, panes.panes[from].offset() + focus[from]);
    panes.panes[1 - from].scroll_to(height - focus[1 - from]);
}

fn links(panes: &PairPanes, texts: &[LoadedText; 2], passages: &[Passage]) -> Vec<Link> {
    let heights = |side: usize, span: Span| {
        panes.panes[side].heights_of(&texts[side].text, span.start, span.end)
    };
    (passages.iter())
        .map(|passage| Link {
            a: heights(0, passage.a),
            b: heights(1, passage.b),
        })
        .collect()
}

/// Draws the line above both texts: steps to the previous and next passage, legend of the colours, switch for scrolling
/// together.
fn legend_ui(
    ui: &mut Ui,
    shown: &Shown<'_>,
    texts: &[LoadedText; 2],
    panes: &mut PairPanes,
    commands: &mut Vec<Command>,
) {
    let language = shown.state.language;
    ui.horizontal_wrapped(|ui| {
        for (key, to, sign) in [
            ("passages.previous", shown.next(false), "▲"),
            ("passages.next", shown.next(true), "▼"),
        ] {
            let button = ui
                .add_enabled(to.is_some(), Button::new(sign).small())
                .on_hover_text(language.text(key));
            let name = language.text(key);
            button.widget_info(|| WidgetInfo::labeled(Role::Button, to.is_some(), &name));
            if let Some(to) = to.filter(|_| button.clicked()) {
                commands.push(select(to));
            }
        }
        let number = grouped(shown.chosen as u64 + 1);
        ui.strong(language.fill(shown.name_key(shown.chosen), &[("number", &number)]));
        if let Some(span) = shown.span(shown.chosen, 0) {
            link_ui(ui, shown.state, shown.documents[0], span, commands);
        }
        if is_short(ui.ctx()) {
            for (side, text) in texts.iter().enumerate() {
                if let Some(span) = shown.span(shown.chosen, side) {
                    copy_ui(ui, shown, (side, text), span, commands);
                }
            }
            together_ui(ui, shown, panes);
            return;
        }
        let sample = |ui: &mut Ui, key: &str, look: Look, ground: Ground| {
            let mut job = LayoutJob::default();
            let mut format = format(ui, look, Some(ground), true);
            // Vertically centred, like the words beside it.
            format.valign = Align::Center;
            job.append(&language.text(key), 0.0, format);
            ui.label(job).on_hover_text(language.text("degree.legend"));
        };
        let copied = Look {
            owner: Some(0),
            ..Look::default()
        };
        for (key, degree) in [
            ("degree.identical", Degree::Identical),
            ("degree.edited", Degree::Edited),
            ("degree.reworded", Degree::Reworded),
        ] {
            let look = Look {
                degree: Some(degree),
                changed: degree == Degree::Edited,
                ..copied
            };
            sample(ui, key, look, Ground::Counts);
        }
        if shown.attribution.has_spans() {
            let look = Look {
                degree: Some(Degree::Identical),
                attribution: Attribution::Cited,
                ..copied
            };
            sample(ui, "attribution.covered-text", look, Ground::Counts);
        }
        if shown.strong < shown.passages.len() {
            sample(ui, "possible.one", copied, Ground::Possible);
        }
        together_ui(ui, shown, panes);
    });
}

/// Draws the switch for scrolling both texts together.
fn together_ui(ui: &mut Ui, shown: &Shown<'_>, panes: &mut PairPanes) {
    let language = shown.state.language;
    let mut together = !panes.apart;
    let check = ui
        .checkbox(&mut together, language.text("passages.together"))
        .on_hover_text(language.text("passages.together-hint"));
    if check.changed() {
        panes.apart = !together;
    }
}

/// Draws the button that copies the selected passage of one side with its source.
fn copy_ui(
    ui: &mut Ui,
    shown: &Shown<'_>,
    (side, text): (usize, &LoadedText),
    span: Span,
    commands: &mut Vec<Command>,
) {
    let state = shown.state;
    let (label, document) = (["A", "B"][side], shown.documents[side]);
    let copy = state.language.fill("passages.copy", &[("side", &label)]);
    let copy = (ui.add(Button::new(copy).small()))
        .on_hover_text(state.language.text("passages.copy-hint"));
    if copy.clicked()
        && let Some(cited) = cited(state, (document, text), span, &place(state, document, span))
    {
        commands.push(Command::Copy(cited));
    }
}

/// Draws the line above one text: place of the selected passage, its marks, and a button that copies the passage.
fn head_ui(
    ui: &mut Ui,
    shown: &Shown<'_>,
    side: usize,
    text: &LoadedText,
    commands: &mut Vec<Command>,
) {
    let (state, tokens) = (shown.state, Tokens::of(ui));
    let (label, document) = (["A", "B"][side], shown.documents[side]);
    ui.horizontal_wrapped(|ui| {
        ui.strong(label);
        let Some(span) = shown.span(shown.chosen, side) else {
            return;
        };
        ui.weak(place(state, document, span));
        copy_ui(ui, shown, (side, text), span, commands);
        let document_at = state.check.result.document(document);
        let has_pages = document_at
            .and_then(Document::content)
            .is_some_and(|content| !content.pages.is_empty());
        if has_pages {
            let page = Button::new(state.language.text("page-view.show")).small();
            if ui.add(page).clicked() {
                commands.push(Command::OpenPicture(document, span));
            }
        }
        for mark in marks_of(state, document, span) {
            chip_ui(ui, &mark, tokens.calm, tokens.calm_fill)
                .on_hover_text(state.language.text("passages.mark-hint"));
        }
    });
    let span = shown.span(shown.chosen, side);
    if let Some(span) = span.filter(|_| state.check.is_checked(document)) {
        let other = shown.documents[1 - side];
        if let Some(span) = reason_ui(ui, state, (document, span, other)) {
            commands.push(Command::OpenPlace(document, span));
        }
    }
}

/// Outcome of drawing one text in one frame.
struct Done {
    /// Whether the person scrolled the text.
    moved: bool,
    is_measuring: bool,
}

fn side_ui(
    ui: &mut Ui,
    shown: &Shown<'_>,
    side: usize,
    loaded: &LoadedText,
    panes: &mut PairPanes,
    rect: Rect,
    commands: &mut Vec<Command>,
) -> Done {
    let (state, document) = (shown.state, shown.documents[side]);
    let language = state.language;
    let runs = loaded.runs(state.settings.possible);
    let fits = |owner: u32| shown.fits(owner as usize);
    let filtered: Option<Vec<Run>> = (shown.fitting.len() < shown.passages.len())
        .then(|| runs.iter().filter(|run| fits(run.owner)).copied().collect());
    let layers = Layers {
        runs: filtered.as_deref().unwrap_or(runs),
        attributed: &shown.attribution.spans[side],
        left_out: (state.copied()).map_or(&[], |copied| copied.shares.left_out(document)),
        passed_over: &loaded.passed_over,
        ..Layers::default()
    };
    let is_chosen = |owner: u32| owner as usize == shown.chosen;
    let format = |ui: &Ui, look: Look| {
        let ground = look.owner.map(|owner| shown.ground(owner as usize));
        format(ui, look, ground, look.owner.is_some_and(is_chosen))
    };
    let bar = |ui: &Ui, owner: u32, _: u32| {
        let color = color(ui, shown, owner as usize, Some(side));
        (color, Some((owner + 1).to_string()))
    };
    let tip = |at: u32| {
        let look = layers.look(at);
        let mut lines = Vec::new();
        if let Some(owner) = look.owner {
            let number = grouped(u64::from(owner) + 1);
            let key = shown.name_key(owner as usize);
            lines.push(language.fill(key, &[("number", &number)]));
            let span = shown.span(owner as usize, side);
            let label = span
                .and_then(|span| SpanLabel::of(state, document, span, shown.documents[1 - side]));
            let label = label
                .filter(|label| label.attribution.is_some() && state.check.is_checked(document));
            lines.extend(label.map(|label| label.tip()));
        }
        lines.extend(left_out_text(look, language));
        (!lines.is_empty()).then(|| lines.join("\n"))
    };
    let content = state.check.result.documents[document].content();
    let drawing = Drawing {
        text: &loaded.text,
        layers,
        pages: content.map_or(&[], |content| &content.pages),
        format: &format,
        bar: &bar,
        tip: &tip,
    };
    // Strips are at the outer edges, ribbons between the texts.
    let (strip, text) = if side == 0 {
        rect.split_left_right_at_x(rect.left() + STRIP)
    } else {
        let (text, strip) = rect.split_left_right_at_x(rect.right() - STRIP);
        (strip, text)
    };
    let builder = UiBuilder::new().max_rect(text).id_salt(("text", side));
    let mut frame = ui
        .scope_builder(builder, |ui| panes.panes[side].ui(ui, side, &drawing))
        .inner;
    if let Some(owner) = frame.clicked.and_then(|at| layers.look(at).owner) {
        let passage = owner as usize;
        if passage != shown.chosen {
            commands.push(select(passage));
        }
    }
    let marks: Vec<([f32; 2], Color32)> = (shown.fitting.iter())
        .filter_map(|&passage| {
            let span = shown.span(passage, side)?;
            let heights = panes.panes[side].heights_of(&loaded.text, span.start, span.end);
            let strength = if passage == shown.chosen { 0.9 } else { 0.5 };
            Some((
                heights,
                color(ui, shown, passage, Some(side)).gamma_multiply(strength),
            ))
        })
        .collect();
    let name = language.fill("passages.strip", &[("side", &["A", "B"][side])]);
    let pane = &mut panes.panes[side];
    if let Some(y) = strip_ui(ui, strip, &name, pane.sight(), &marks) {
        pane.scroll_to(y);
        frame.scrolled += 1.0;
    }
    Done {
        moved: frame.scrolled.abs() > 0.01,
        is_measuring: frame.is_measuring,
    }
}
