//! The whole text of a document, each passage in the colour of its source, what is left out in grey. Knows nothing of how it
//! was read or compared.

use std::sync::Arc;

use egui::{Button, Color32, Rect, RichText, Role, TextFormat, Ui, UiBuilder, WidgetInfo};

use super::command::Command;
use super::document::Side;
use super::documents::grouped;
use super::labels::{made_of_texts, one_line, shown_name};
use super::pair_loaded::LoadedText;
use super::pair_texts::why_not;
use super::reader::{Drawing, FOCUS, Layers, Look, Pane, STRIP, strip_ui};
use super::sources::{SWITCHED_OFF, Sources};
use super::state::State;
use super::theme::{Tokens, source_colors};

/// So many sources of one character are named.
const NAMED: usize = 5;

/// What the view of a document remembers.
#[derive(Debug, Default)]
pub(super) struct DocumentPane {
    text: Option<Arc<LoadedText>>,
    pane: Pane,
    pub(super) sources: Sources,
    /// The block that was jumped to, by its place in the sources' blocks.
    chosen: Option<usize>,
    pub(super) side: Side,
}

impl DocumentPane {
    /// Scrolls by pages, or to the beginning (`Some(false)`) or the end.
    pub(super) fn page(&mut self, pages: f32, end: Option<bool>) {
        match end {
            Some(end) => self.pane.go_to_end(end),
            None => self.pane.page(pages),
        }
    }

    /// To the next passage, or the one before; of one source or of any.
    pub(super) fn step(&mut self, forward: bool, owner: Option<u32>) {
        let Some(text) = &self.text else {
            return;
        };
        let blocks = &self.sources.blocks;
        let height = |block: usize| {
            let (span, _) = blocks[block];
            self.pane.heights_of(&text.text, span.start, span.end)[0]
        };
        let (top, view) = (self.pane.offset(), self.pane.view());
        let focus = top + view * FOCUS;
        let chosen = (self.chosen)
            .filter(|&chosen| chosen < blocks.len())
            .filter(|&chosen| (top..=top + view).contains(&height(chosen)));
        let wanted = |&block: &usize| owner.is_none_or(|owner| blocks[block].1 == owner);
        let is_after = |block: usize| match chosen {
            Some(chosen) => block > chosen,
            None => height(block) >= focus,
        };
        let is_before = |block: usize| match chosen {
            Some(chosen) => block < chosen,
            None => height(block) < focus,
        };
        let mut all = (0..blocks.len()).filter(wanted);
        let next = if forward {
            // After the last one the first comes again.
            (all.clone().find(|&block| is_after(block))).or_else(|| all.next())
        } else {
            (all.clone().rfind(|&block| is_before(block))).or_else(|| all.next_back())
        };
        if let Some(next) = next {
            self.chosen = Some(next);
            self.pane.go_to(blocks[next].0.start);
        }
    }
}

pub(super) fn text_ui(
    ui: &mut Ui,
    state: &State,
    position: usize,
    view: &mut DocumentPane,
    commands: &mut Vec<Command>,
) {
    let language = state.language;
    let Some(text) = made_of_texts(ui, state.document_text.as_ref(), language) else {
        return;
    };
    if !(view.text.as_ref()).is_some_and(|known| Arc::ptr_eq(known, text)) {
        view.text = Some(Arc::clone(text));
        (view.pane, view.chosen) = (Pane::default(), None);
    }
    walk_ui(ui, state, view);
    let layers = Layers {
        runs: &view.sources.runs,
        left_out: (state.copied()).map_or(&[], |copied| copied.shares.left_out(position)),
        passed_over: &text.passed_over,
    };
    let colors = |ui: &Ui, owner: u32| {
        let place = (owner != SWITCHED_OFF).then_some(owner);
        source_colors(ui.visuals().dark_mode, place)
    };
    let format = |ui: &Ui, look: Look| {
        let tokens = Tokens::of(ui);
        let left_out = look.left_out.is_some() || look.passed_over.is_some();
        let fill = look.owner.map(|owner| colors(ui, owner).1);
        TextFormat {
            color: if left_out { tokens.weak } else { tokens.strong },
            italics: look.passed_over.is_some(),
            background: match fill {
                Some(fill) if look.left_out.is_some() => fill.gamma_multiply(0.4),
                Some(fill) => fill,
                None => Color32::TRANSPARENT,
            },
            ..TextFormat::default()
        }
    };
    let bar = |ui: &Ui, owner: u32| {
        let number = (owner != SWITCHED_OFF).then(|| (owner + 1).to_string());
        (colors(ui, owner).0, number)
    };
    let tip = |at: u32| {
        let mut lines: Vec<String> = (why_not(layers.look(at), language).into_iter()).collect();
        let found = view.sources.at(state, position, at);
        for &(place, _) in found.iter().take(NAMED) {
            let other = &state.documents[view.sources.all[place].document];
            lines.push(format!(
                "{}  {}",
                place + 1,
                one_line(&shown_name(other, language))
            ));
        }
        if found.len() > NAMED {
            let more = grouped((found.len() - NAMED) as u64);
            lines.push(language.fill("text.more-sources", &[("count", &more)]));
        }
        if !found.is_empty() {
            lines.push(language.text("text.click"));
        }
        (!lines.is_empty()).then(|| lines.join("\n"))
    };
    let drawing = Drawing {
        text: &text.text,
        layers,
        pages: (state.documents[position].reading()).map_or(&[], |reading| &reading.pages),
        format: &format,
        bar: &bar,
        tip: &tip,
    };
    let room = ui.available_rect_before_wrap();
    let (body, strip) = room.split_left_right_at_x(room.right() - STRIP);
    let builder = UiBuilder::new().max_rect(body).id_salt("text");
    let shown = ui.scope_builder(builder, |ui| view.pane.ui(ui, position, &drawing));
    let marks: Vec<([f32; 2], Color32)> = (view.sources.blocks.iter())
        .map(|&(span, owner)| {
            let heights = view.pane.heights_of(&text.text, span.start, span.end);
            (heights, colors(ui, owner).0.gamma_multiply(0.7))
        })
        .collect();
    if let Some(chosen) = view.chosen.and_then(|chosen| marks.get(chosen)) {
        chosen_ui(ui, shown.inner.rect, chosen.0, view.pane.offset());
    }
    let clicked =
        (shown.inner.clicked).and_then(|at| view.sources.at(state, position, at).first().copied());
    if let Some((place, passage)) = clicked {
        let other = view.sources.all[place].document;
        commands.push(Command::OpenPassage(
            position.min(other),
            position.max(other),
            passage,
        ));
    }
    let name = language.text("text.strip");
    strip_ui(ui, strip, &name, &mut view.pane, &marks);
    ui.advance_cursor_after_rect(room);
}

/// A frame at the side of the passage that was jumped to.
fn chosen_ui(ui: &Ui, rect: Rect, [top, bottom]: [f32; 2], offset: f32) {
    let y = |height: f32| rect.top() + height - offset;
    let frame = Rect::from_x_y_ranges(
        rect.left() + 13.5..=rect.right() - 4.0,
        y(top) - 2.0..=y(bottom) + 2.0,
    );
    let line = egui::Stroke::new(1.5, Tokens::of(ui).calm);
    let painter = ui.painter().with_clip_rect(rect);
    painter.rect_stroke(frame, 4.0, line, egui::StrokeKind::Inside);
}

/// The way from passage to passage.
fn walk_ui(ui: &mut Ui, state: &State, view: &mut DocumentPane) {
    let (language, tokens) = (state.language, Tokens::of(ui));
    ui.horizontal(|ui| {
        let count = view.sources.blocks.len();
        for (key, forward, sign) in [
            ("passages.previous", false, "▲"),
            ("passages.next", true, "▼"),
        ] {
            let name = language.text(key);
            let button = ui
                .add_enabled(count > 0, Button::new(sign).small())
                .on_hover_text(&name);
            button.widget_info(|| WidgetInfo::labeled(Role::Button, count > 0, &name));
            if button.clicked() {
                view.step(forward, None);
            }
        }
        let text = match (view.chosen, state.copied()) {
            (_, None) => language.text("passages.unknown"),
            (_, Some(_)) if count == 0 => language.text("text.no-passages"),
            (Some(chosen), _) => {
                let (number, count) = (grouped(chosen as u64 + 1), grouped(count as u64));
                language.fill("text.passage-of", &[("number", &number), ("count", &count)])
            }
            (None, _) => language.fill("text.passages", &[("count", &grouped(count as u64))]),
        };
        ui.label(RichText::new(text).color(tokens.weak));
    });
}
