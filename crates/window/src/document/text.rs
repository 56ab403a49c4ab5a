//! Pane with the whole text of a document: each passage in the colour of its source, text that is left out in grey.

use std::sync::Arc;

use egui::{Color32, Rect, Stroke, TextFormat, Ui, UiBuilder};

use crate::document::colors::colors;
use crate::document::loader::{DocumentText, Loaded};
use crate::document::on_page::OnPage;
use crate::document::page_view::{PageView, page_ui};
use crate::document::record::Typing;
use crate::document::shown_pages::ShownPages;
use crate::document::sources::{Sources, open_code, open_passage};
use crate::document::tab::Side;
use crate::document::thumbnails::Gallery;
use crate::document::walking::{Walk, walk_ui};
use crate::reader::left_out_text::left_out_text;
use crate::reader::{Drawing, FOCUS, Pane, STRIP, strip_ui};
use crate::widgets::attribution::{SpanLabel, none_fits_ui, reason_ui};
use crate::widgets::labels::{made_of_texts, one_line};
use crate::widgets::note::NoteDraft;
use crate::widgets::theme::Tokens;
use chachong_check::shown::{Layers, LoadedText, Look, POSSIBLE, Run, SWITCHED_OFF};
use chachong_check::{Document, DocumentContent};
use chachong_citation::Attribution;
use chachong_compare::{Degree, DocumentIndex, Span};
use chachong_import::Format;
use chachong_messages::{document_name, grouped};
use chachong_text::ExclusionReason;
use chachong_window_model::command::Command;
use chachong_window_model::state::State;

/// Maximum number of sources named in the tooltip of a character.
const NAMED: usize = 5;

/// State of the text pane of a document.
#[derive(Debug, Default)]
pub(crate) struct DocumentPane {
    /// Text of the document on the page; `None` until it is loaded.
    pub(crate) loaded: Option<Loaded>,
    /// Text that the pane was last laid out for; `None` before the first.
    text: Option<Arc<LoadedText>>,
    /// Position of the document that `text` belongs to; `None` for a member of the library.
    of: Option<DocumentIndex>,
    pane: Pane,
    pub(crate) sources: Sources,
    /// Spans that match the find query, sorted.
    pub(crate) found: Vec<Span>,
    /// Span that was jumped to last; `None` before the first jump in this text.
    chosen: Option<Span>,
    pub(crate) side: Side,
    /// Pictures of the document, while they are shown.
    pub(crate) gallery: Gallery,
    /// Correction of the record that is being typed; `None` if none is.
    pub(crate) typing: Option<Typing>,
    /// Note that is being typed.
    pub(crate) note: NoteDraft,
    /// Picture of a page.
    pub(crate) page: PageView,
    /// Document and span to jump to once its text is loaded; `None` for no jump.
    goal: Option<(DocumentIndex, Span)>,
}

impl DocumentPane {
    /// Jumps to a span of a document once its text is loaded, and opens the tab `side` of the side pane. In a narrow window only
    /// [`Side::Text`] shows the text.
    pub(crate) fn open_at(&mut self, document: DocumentIndex, span: Span, side: Side) {
        (self.goal, self.side) = (Some((document, span)), side);
    }

    /// Scrolls by `pages` of 90 % of the view's height: -1 is a page up, 1 a page down, a fraction a part of one. If `end` is given,
    /// scrolls to the end (`true`) or the beginning (`false`) of the text instead.
    pub(crate) fn page(&mut self, pages: f32, end: Option<bool>) {
        match end {
            Some(end) => self.pane.go_to_end(end),
            None => self.pane.page(pages),
        }
    }

    /// Jumps to a span of the text.
    pub(crate) fn show(&mut self, span: Span) {
        self.chosen = Some(span);
        self.pane.go_to(span.start);
        self.page.show(span);
    }

    /// Returns the span that was jumped to last; `None` before the first jump in this text.
    pub(crate) const fn chosen(&self) -> Option<Span> {
        self.chosen
    }

    /// Returns whether loading the text has ended, with the text and the list of pages or with an error.
    pub(crate) fn is_loaded(&self) -> bool {
        self.loaded.is_some()
    }

    /// Scrolls the text to a character.
    pub(crate) fn go_to(&mut self, at: u32) {
        self.pane.go_to(at);
    }

    /// Draws the picture of a page; returns the place in the text of the page that a person turned to, `None` if nobody
    /// turned it in this frame.
    pub(crate) fn picture_ui(
        &mut self,
        ui: &mut Ui,
        state: &State,
        position: DocumentIndex,
        commands: &mut Vec<Command>,
    ) -> Option<u32> {
        let document = state.check.result.document(position);
        let reading = document.and_then(Document::content);
        let text = self.text.as_ref();
        let stretch = |start: u64, end: u64| {
            let offset = |at: u64| u32::try_from(at).unwrap_or(u32::MAX);
            let between =
                |text: &Arc<LoadedText>| (text.text).between(offset(start), offset(end), |_| false);
            text.map_or_else(String::new, between)
        };
        let is_checked = state.check.is_checked(position);
        let on = OnPage {
            position,
            is_checked,
            blocks: &self.sources.blocks,
            text: &stretch,
            layer: reading.and_then(|reading| reading.layer.as_deref()),
            is_comparable: is_checked
                && document.is_some_and(|document| document.read_format() == Some(Format::Pdf))
                && state.check.progress.is_none(),
            language: state.language,
        };
        page_ui(ui, &mut self.page, &on, commands)
    }

    /// Jumps to the next or previous span of a kind, going round at the end and the beginning.
    pub(crate) fn step(&mut self, forward: bool, walk: Walk) {
        let Some(text) = &self.text else {
            return;
        };
        let all: Vec<Span> = match walk {
            Walk::Found => self.found.clone(),
            Walk::Passages => self.sources.blocks.iter().map(|(span, _)| *span).collect(),
            Walk::Source(source) => {
                let of_source = |&&(_, owner): &&(Span, u32)| owner == source;
                let blocks = self.sources.blocks.iter().filter(of_source);
                blocks.map(|(span, _)| *span).collect()
            }
        };
        let height = |span: Span| {
            let [top, _] = self.pane.heights_of(&text.text, span.start, span.end);
            top
        };
        let (top, view) = (self.pane.offset(), self.pane.view());
        let focus = top + view * FOCUS;
        // Start from the span that was jumped to, as long as it is in sight, else from where the person reads.
        let chosen = (self.chosen).filter(|&chosen| (top..=top + view).contains(&height(chosen)));
        let is_after = |&&span: &&Span| match chosen {
            Some(chosen) => span.start > chosen.start,
            None => height(span) >= focus,
        };
        let is_before = |&&span: &&Span| match chosen {
            Some(chosen) => span.start < chosen.start,
            None => height(span) < focus,
        };
        let next = if forward {
            // After the last span the first one comes again.
            (all.iter().find(is_after)).or_else(|| all.first())
        } else {
            (all.iter().rfind(is_before)).or_else(|| all.last())
        };
        if let Some(&next) = next {
            self.show(next);
        }
    }

    /// Takes in a text that is newly loaded, a place to jump to, and matches of a new find query. `position` is `None` for a
    /// member of the library.
    pub(crate) fn follow(&mut self, state: &State, position: Option<DocumentIndex>) {
        let Some(Ok(loaded)) = self.loaded.clone() else {
            return;
        };
        let (text, found) = (&loaded.text, loaded.found.as_slice());
        if !(self.text.as_ref()).is_some_and(|known| Arc::ptr_eq(known, text)) {
            self.text = Some(Arc::clone(text));
            if self.of != position {
                self.page.page = 0;
            }
            let document = position.and_then(|position| state.check.result.document(position));
            let format = document.and_then(Document::read_format);
            let reading = document.and_then(Document::content);
            let characters = reading.map_or(0, |reading| reading.characters);
            let recognised = loaded.recognised.clone();
            let pages = ShownPages::of(format, &loaded.pages, characters, recognised);
            self.page.take(pages);
            (self.pane, self.chosen) = (Pane::default(), None);
            // The same document was read again, with a corrected line perhaps: its page stays in sight.
            if self.side == Side::Page && position.is_some() && self.of == position {
                self.pane.go_to(self.page.start());
            }
            self.of = position;
        }
        if let Some((document, span)) = self.goal.take()
            && position == Some(document)
        {
            self.show(span);
        }
        if position.is_none() {
            self.sources = Sources::default();
        }
        let is_new = self.found != found;
        found.clone_into(&mut self.found);
        if is_new && !found.is_empty() {
            self.chosen = None;
            self.step(true, Walk::Found);
        }
    }
}

/// Draws the text of a document of the check, by its position, or with `None` of a member of the library.
pub(crate) fn text_ui(
    ui: &mut Ui,
    state: &State,
    position: Option<DocumentIndex>,
    view: &mut DocumentPane,
    commands: &mut Vec<Command>,
) {
    let language = state.language;
    let loaded = made_of_texts(ui, view.loaded.as_ref(), language).cloned();
    let Some(DocumentText {
        text, pages, found, ..
    }) = &loaded
    else {
        return;
    };
    view.follow(state, position);
    walk_ui(ui, state, position, view, commands);
    chosen_reason_ui(ui, state, position, view, commands);
    let copied = state.copied().zip(position);
    let is_program = is_program(state, position);
    let layers = Layers {
        runs: &view.sources.runs,
        attributed: copied.map_or(&[], |(copied, position)| {
            let counted = copied.copies.counted.get(position.0);
            counted.map_or(&[][..], |counted| &counted.attributed)
        }),
        left_out: copied.map_or(&[], |(copied, position)| copied.shares.left_out(position)),
        passed_over: &text.passed_over,
        given: position.map_or(&[], |position| {
            state.check.result.evidence.given_in(position)
        }),
        found,
    };
    let sources_at = |at: u32| {
        let all = position.map(|_| view.sources.at(state, at));
        all.unwrap_or_default()
    };
    let color_at = |sources: &Sources, dark: bool, owner: u32, at: u32| {
        let block = sources.block_at(at);
        if block.is_some() && owner != POSSIBLE && !layers.look(at).counts_as_copied() {
            return colors(dark, SWITCHED_OFF).0;
        }
        match block.and_then(|block| block.attribution) {
            None | Some(Attribution::None) => colors(dark, owner).0,
            Some(_) => Tokens::in_theme(dark).calm,
        }
    };
    let bar = |ui: &Ui, owner: u32, at: u32| {
        let number = match owner {
            SWITCHED_OFF => None,
            POSSIBLE => Some("?".to_owned()),
            owner => Some((owner + 1).to_string()),
        };
        let color = color_at(&view.sources, ui.visuals().dark_mode, owner, at);
        (color, number)
    };
    let tip = |at: u32| tip_text(state, position, &view.sources, layers.look(at), at);
    let drawing = Drawing {
        text: &text.text,
        layers,
        pages,
        format: &|ui: &Ui, look: Look| format(ui, look, is_program),
        bar: &bar,
        tip: &tip,
    };
    let room = ui.available_rect_before_wrap();
    let (body, strip) = room.split_left_right_at_x(room.right() - STRIP);
    let builder = UiBuilder::new().max_rect(body).id_salt("text");
    let shown = ui.scope_builder(builder, |ui| view.pane.ui(ui, "document", &drawing));
    let heights = |pane: &Pane, span: Span| pane.heights_of(&text.text, span.start, span.end);
    let dark = ui.visuals().dark_mode;
    let color_of = |run: &Run| color_at(&view.sources, dark, run.owner, run.span.start);
    let off = colors(dark, SWITCHED_OFF).0;
    let stretches = stretches(&view.sources.runs, color_of, off);
    let mut marks: Vec<([f32; 2], Color32)> = (stretches.into_iter())
        .map(|(span, color)| (heights(&view.pane, span), color.gamma_multiply(0.7)))
        .collect();
    let ink = Tokens::of(ui).strong;
    marks.extend(found.iter().map(|&span| (heights(&view.pane, span), ink)));
    if let Some(chosen) = view.chosen {
        let heights = heights(&view.pane, chosen);
        chosen_ui(ui, shown.inner.rect, heights, view.pane.offset());
    }
    let clicked = (shown.inner.clicked).and_then(|at| sources_at(at).first().copied());
    if let Some(((_, found), position)) = clicked.zip(position) {
        commands.push(open_passage(position, &found));
    } else if let Some((at, position)) = shown.inner.clicked.zip(position)
        && let Some(block) = view.sources.code_at(at).next()
    {
        let other = view.sources.all[block.owner as usize].document;
        commands.extend(open_code(position, other, block));
    }
    let name = language.text("text.strip");
    if let Some(y) = strip_ui(ui, strip, &name, view.pane.sight(), &marks) {
        view.pane.scroll_to(y);
    }
    ui.advance_cursor_after_rect(room);
}

/// Joins adjacent runs of one colour, and returns each stretch with its colour. Those of the colour `off` come first, so that what counts
/// is drawn over them.
fn stretches(
    runs: &[Run],
    color_of: impl Fn(&Run) -> Color32,
    off: Color32,
) -> Vec<(Span, Color32)> {
    let is_one = |x: &Run, y: &Run| x.span.end == y.span.start && color_of(x) == color_of(y);
    let mut stretches: Vec<(Span, Color32)> = (runs.chunk_by(is_one))
        .map(|runs| {
            let span = Span {
                start: runs[0].span.start,
                end: runs[runs.len() - 1].span.end,
            };
            (span, color_of(&runs[0]))
        })
        .collect();
    stretches.sort_by_key(|&(_, color)| color != off);
    stretches
}

/// Returns the tooltip of a character: the label of its passage, why it does not count, and the documents that have it too; `None` for the
/// author's own text that counts.
fn tip_text(
    state: &State,
    position: Option<DocumentIndex>,
    sources: &Sources,
    look: Look,
    at: u32,
) -> Option<String> {
    let language = state.language;
    let block = position.zip(sources.block_at(at));
    let label = block.and_then(|(position, block)| {
        SpanLabel::of(state, position, block.span, block.found.document)
    });
    // What is left out has its reason, and no label.
    let label = label.filter(|label| label.attribution.is_some());
    let is_given = look.is_given && look.owner.is_none();
    let given = is_given.then(|| language.text("code.given-hint"));
    let mut lines: Vec<String> = (label.map(|label| label.tip()).into_iter())
        .chain(left_out_text(look, language))
        .chain(given)
        .collect();
    let passages = position.map(|_| sources.at(state, at)).unwrap_or_default();
    let mut sources: Vec<(Option<usize>, DocumentIndex)> = (passages.iter())
        .map(|(place, found)| (*place, found.document))
        .chain(sources.code_at(at).map(|block| {
            let owner = block.owner as usize;
            (Some(owner), sources.all[owner].document)
        }))
        .collect();
    sources.dedup();
    for (place, other) in sources.iter().take(NAMED) {
        let document = &state.check.result.documents[*other];
        let name = one_line(&document_name(document, language));
        let number = place.map_or_else(
            || language.text("possible.one"),
            |place| (place + 1).to_string(),
        );
        lines.push(format!("{number}  {name}"));
    }
    if sources.len() > NAMED {
        let more = grouped((sources.len() - NAMED) as u64);
        lines.push(language.fill("text.more-sources", &[("count", &more)]));
    }
    if !sources.is_empty() {
        lines.push(language.text("text.click"));
    }
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// Returns whether a document contains only program code or data, so that nothing in it is compared as text.
pub(crate) fn is_program(state: &State, position: Option<DocumentIndex>) -> bool {
    let document = position.and_then(|position| state.check.result.document(position));
    (document.and_then(Document::content)).is_some_and(DocumentContent::is_only_code)
}

/// Returns the format of a stretch of text; the code of a program is not marked as passed over.
fn format(ui: &Ui, look: Look, is_program: bool) -> TextFormat {
    let tokens = Tokens::of(ui);
    let is_shown = |reason: &ExclusionReason| !(is_program && *reason == ExclusionReason::Code);
    let passed_over = look.passed_over.filter(is_shown);
    let look = Look {
        passed_over,
        ..look
    };
    let is_given = look.is_given && look.owner.is_none();
    let left_out = look.left_out.is_some() || look.passed_over.is_some() || is_given;
    let fill = look.owner.map(|owner| match look.attribution {
        Attribution::None => colors(ui.visuals().dark_mode, owner).1,
        // What is cited or quoted asks for no judgement, whatever the colour of its source.
        _ => tokens.calm_fill,
    });
    // Of a source that counts: strong where identical, light where edited, a calm line where reworded, nothing on the
    // author's own text.
    let of_source = look.owner.is_some_and(|owner| owner < POSSIBLE);
    let strength = match look.degree {
        _ if !of_source => 1.0,
        Some(Degree::Identical) => 1.0,
        Some(Degree::Edited) => 0.55,
        Some(Degree::Reworded) | None => 0.0,
    };
    let mut format = TextFormat {
        color: if left_out { tokens.weak } else { tokens.strong },
        italics: look.passed_over.is_some(),
        background: match fill {
            Some(fill) if look.left_out.is_some() => fill.gamma_multiply(0.4 * strength),
            Some(fill) => fill.gamma_multiply(strength),
            None => Color32::TRANSPARENT,
        },
        ..TextFormat::default()
    };
    if of_source && look.degree == Some(Degree::Reworded) {
        format.underline = Stroke::new(1.0, tokens.possible);
    }
    if look.found {
        // Matches of the find query look the same on any background.
        (format.color, format.background) = (tokens.surface, tokens.strong);
    }
    format
}

/// Draws a frame around the span that was jumped to.
fn chosen_ui(ui: &Ui, rect: Rect, [top, bottom]: [f32; 2], offset: f32) {
    let y = |height: f32| rect.top() + height - offset;
    let frame = Rect::from_x_y_ranges(
        rect.left() + 13.5..=rect.right() - 4.0,
        y(top) - 2.0..=y(bottom) + 2.0,
    );
    let line = Stroke::new(1.5, Tokens::of(ui).calm);
    let painter = ui.painter().with_clip_rect(rect);
    painter.rect_stroke(frame, 4.0, line, egui::StrokeKind::Inside);
}

/// Draws the label of the passage that was jumped to with its reason, or a note that the filter hides all passages.
fn chosen_reason_ui(
    ui: &mut Ui,
    state: &State,
    position: Option<DocumentIndex>,
    view: &mut DocumentPane,
    commands: &mut Vec<Command>,
) {
    let has_some = view.sources.passages > 0;
    if position.is_some() && has_some && view.sources.listed.is_empty() {
        none_fits_ui(ui, state, commands);
        return;
    }
    let chosen = view.chosen.and_then(|chosen| {
        let block = view.sources.block_at(chosen.start)?;
        (block.span == chosen).then_some(*block)
    });
    if let Some((position, block)) = position.zip(chosen)
        && let Some(citation) = reason_ui(ui, state, (position, block.span, block.found.document))
    {
        view.pane.go_to(citation.start);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_strip_marks_what_counts_over_what_does_not() {
        let run = |start, end, owner| Run {
            span: Span { start, end },
            owner,
            changed: false,
            degree: None,
        };
        let runs = [run(0, 5, 1), run(5, 9, 1), run(9, 12, 0), run(20, 30, 0)];
        let color_of = |run: &Run| [Color32::GRAY, Color32::RED][run.owner as usize];
        let span = |start, end| Span { start, end };
        assert_eq!(
            stretches(&runs, color_of, Color32::GRAY),
            [
                (span(9, 12), Color32::GRAY),
                (span(20, 30), Color32::GRAY),
                (span(0, 9), Color32::RED),
            ]
        );
    }
}
