//! Attribution of passages on the pages: label, filter, and the reason in words.

use chachong_citation::Attribution;
use chachong_compare::{DocumentIndex, Span};
use chachong_messages::{Language, grouped};
use chachong_window_model::attribution_filter::AttributionFilter;
use chachong_window_model::command::{Command, ListFilter};
use chachong_window_model::state::State;
use egui::{Align, Color32, ComboBox, Layout, RichText, Ui};

use crate::widgets::labels::cut_text_ui;
use crate::widgets::theme::{ROW, Tokens};

/// Maximum width of the choice of a label, in points.
const CHOICE: f32 = 220.0;

/// Returns the ink of a label: calm for cited or quoted text, weak for text that does not count, normal for the rest.
pub(crate) const fn attribution_ink(attribution: Option<Attribution>, tokens: Tokens) -> Color32 {
    match attribution {
        Some(Attribution::None) => tokens.strong,
        Some(_) => tokens.calm,
        None => tokens.weak,
    }
}

/// Attribution label of a span of a document that another document shares, with its reason.
#[derive(Debug)]
pub(crate) struct SpanLabel {
    /// Attribution of the span; `None` for text that never counts.
    pub(crate) attribution: Option<Attribution>,
    pub(crate) text: String,
    /// Reason as text; `None` if the label says enough.
    pub(crate) reason: Option<String>,
    /// Citation that covers most of the span; `None` if none covers any of it.
    pub(crate) citation: Option<Span>,
    /// Number of countable characters.
    pub(crate) characters: u32,
}

impl SpanLabel {
    /// Returns the label; `None` where texts were not compared.
    pub(crate) fn of(
        state: &State,
        document: DocumentIndex,
        span: Span,
        other: DocumentIndex,
    ) -> Option<Self> {
        let language = state.language;
        let side = (state.check.result).span_attribution(document, span, other)?;
        if let Some(section) = state.section_of(document, span) {
            let reason = language.reason_left_out(section);
            return Some(Self {
                attribution: None,
                text: language.fill("shares.left-out", &[("reason", &reason)]),
                reason: None,
                citation: None,
                characters: side.countable,
            });
        }
        let nothing = || language.text("attribution.nothing-reaches");
        Some(Self {
            attribution: Some(side.attribution),
            text: language.attribution(side.attribution),
            reason: Some(language.attribution_reason(&side).unwrap_or_else(nothing)),
            citation: side.citation,
            characters: side.countable,
        })
    }

    /// Returns the label with its reason on one line.
    pub(crate) fn line(&self, language: Language) -> String {
        let Some(reason) = &self.reason else {
            return self.text.clone();
        };
        let values: [(&str, &dyn std::fmt::Display); 2] =
            [("label", &self.text), ("reason", reason)];
        language.fill("attribution.because", &values)
    }

    /// Returns the label and, below it, its reason, for a tooltip.
    pub(crate) fn tip(&self) -> String {
        let lines = [Some(self.text.as_str()), self.reason.as_deref()];
        let lines: Vec<&str> = lines.into_iter().flatten().collect();
        lines.join("\n")
    }
}

/// Draws the filter of passages by label, each with its number of passages.
pub(crate) fn attribution_filter_ui(
    ui: &mut Ui,
    state: &State,
    counts: [usize; Attribution::ALL.len()],
    commands: &mut Vec<Command>,
) {
    let language = state.language;
    let name = |filter: AttributionFilter| match filter {
        AttributionFilter::Any => filter.name(language),
        AttributionFilter::Some(attribution) => {
            let count = grouped(counts[attribution as usize] as u64);
            let values: [(&str, &dyn std::fmt::Display); 2] =
                [("label", &filter.name(language)), ("count", &count)];
            language.fill("attribution.with-count", &values)
        }
    };
    let title = language.text("attribution.title");
    let width = CHOICE.min(ui.available_width());
    let choice = ComboBox::from_id_salt("attribution")
        .height(ROW * 2.0 * 5.0)
        .width(width)
        .truncate()
        .selected_text(name(state.attribution))
        .show_ui(ui, |ui| {
            for filter in AttributionFilter::all() {
                let chosen = filter == state.attribution;
                if ui.selectable_label(chosen, name(filter)).clicked() {
                    commands.push(Command::FilterList(ListFilter::Attribution(filter)));
                }
            }
        });
    let shown = name(state.attribution);
    let response = choice.response.on_hover_text(format!(
        "{shown}\n{}",
        language.text("attribution.filter-hint")
    ));
    response.widget_info(|| {
        egui::WidgetInfo::labeled(egui::Role::ComboBox, true, format!("{title}: {shown}"))
    });
}

/// Draws the message that no passage has the label, with a button that shows all again.
pub(crate) fn none_fits_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let language = state.language;
    ui.horizontal_wrapped(|ui| {
        ui.weak(language.text("attribution.none-fits"));
        if ui.link(language.text("attribution.show-all")).clicked() {
            commands.push(Command::FilterList(ListFilter::Attribution(
                AttributionFilter::Any,
            )));
        }
    });
}

/// Draws the label of a chosen span with its reason on one line. Returns the span of the citation if a person clicked it.
pub(crate) fn reason_ui(
    ui: &mut Ui,
    state: &State,
    (document, span, other): (DocumentIndex, Span, DocumentIndex),
) -> Option<Span> {
    let (language, tokens) = (state.language, Tokens::of(ui));
    let label = SpanLabel::of(state, document, span, other)?;
    let mut wanted = None;
    let height = ui.text_style_height(&egui::TextStyle::Small);
    ui.allocate_ui_with_layout(
        egui::vec2(ui.available_width(), height),
        Layout::right_to_left(Align::Center),
        |ui| {
            ui.spacing_mut().interact_size.y = height;
            if let Some(citation) = label.citation {
                let show = RichText::new(language.text("attribution.go-to-citation")).small();
                if ui.link(show).clicked() {
                    wanted = Some(citation);
                }
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let ink = attribution_ink(label.attribution, tokens);
                let text = RichText::new(label.line(language)).small();
                cut_text_ui(ui, text.color(ink));
            });
        },
    );
    wanted
}
