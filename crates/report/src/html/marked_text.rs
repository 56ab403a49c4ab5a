//! Whole text of a document with its passages in the colours of their sources, text that does not count, and text that
//! is not compared. Numbers and labels are in attributes that the style sheet displays, so the text of the page is
//! exactly the text of the document, also when it is copied.

use maud::{Markup, Render, html};

use super::site::{Place, Site};
use super::words::plain_name;
use crate::document_report::DocumentReport;
use chachong_check::shown::{Elsewhere, Layers, Look, POSSIBLE, Paragraph, SWITCHED_OFF};
use chachong_compare::{Degree, LeftOutRun, Span};
use chachong_text::ExclusionReason;

/// Number of colours of sources; beyond it they repeat, and the numbers tell them apart.
const COLOURS: usize = 8;

/// Returns the class of the colour of the source or passage with this index.
pub(super) fn colour(index: usize) -> String {
    format!("s{}", index % COLOURS + 1)
}

/// Returns the anchor of the paragraph that has the text's character `at`.
pub(super) fn anchor(report: &DocumentReport<'_>, at: u32) -> String {
    format!("g{}", report.text.text.paragraph_at(at) + 1)
}

/// Text of a document with its passages marked.
pub(super) struct MarkedText<'t> {
    pub(super) site: &'t Site<'t>,
    pub(super) report: &'t DocumentReport<'t>,
}

/// Runs whose numbers and labels are written already, so that each gets one.
#[derive(Default)]
struct Begun {
    /// Owner of the passage that the text is in; `None` outside passages.
    owner: Option<u32>,
    left_out: Option<u32>,
}

impl Render for MarkedText<'_> {
    fn render_to(&self, page: &mut String) {
        let layers = self.report.layers(self.site.check.result.possible);
        let mut begun = Begun::default();
        for (index, paragraph) in self.report.paragraphs().iter().enumerate() {
            let pieces = self.pieces(paragraph, &layers, &mut begun);
            html! { p id=(format_args!("g{}", index + 1)) { (pieces) } }.render_to(page);
        }
    }
}

impl MarkedText<'_> {
    fn pieces(&self, paragraph: &Paragraph, layers: &Layers<'_>, begun: &mut Begun) -> Markup {
        let mut pieces = String::new();
        let mut shown = 0;
        for (bytes, look) in layers.pieces(paragraph) {
            let text = &paragraph.text[bytes];
            let at = paragraph.original(shown);
            shown += text.chars().count();
            self.piece(text, at, look, layers, begun)
                .render_to(&mut pieces);
        }
        maud::PreEscaped(pieces)
    }

    fn piece(
        &self,
        text: &str,
        at: u32,
        look: Look,
        layers: &Layers<'_>,
        begun: &mut Begun,
    ) -> Markup {
        let language = self.site.check.language;
        let is_program = self.report.content.is_only_code();
        if let Some(reason) = look.passed_over {
            if is_program && reason == ExclusionReason::Code {
                return text.render();
            }
            return html! { span.x title=(language.passed_over(reason)) { (text) } };
        }
        let label = look.left_out.map(|reason| language.reason_left_out(reason));
        let left_out = layers.left_out.iter().find(|one| holds(one.span, at));
        let is_first = |begun: &mut Option<u32>, start: Option<u32>| {
            start.is_some() && std::mem::replace(begun, start) != start
        };
        let shown_label = is_first(&mut begun.left_out, left_out.map(start_of))
            .then_some(label.as_ref())
            .flatten();
        // Pieces of one passage differ in their degree only.
        let begins = is_first(&mut begun.owner, look.owner);
        let Some(owner) = look.owner else {
            begun.owner = None;
            return match label.as_ref() {
                Some(reason) => {
                    let title = language.fill("text.left-out", &[("reason", reason)]);
                    html! { span.o data-r=[shown_label] title=(title) { (text) } }
                }
                None => text.render(),
            };
        };
        let grey = if label.is_some() { " o" } else { "" };
        match owner {
            SWITCHED_OFF => {
                let word = language.text("html.off");
                let word = begins.then_some(&word);
                html! { span class=(format_args!("off{grey}")) data-r=[word] { (text) } }
            }
            POSSIBLE => {
                let found = (self.report.sources.possible.iter()).find(|one| holds(one.span, at));
                let class = format!("maybe{grey}");
                self.link(text, begins, None, found, &class)
            }
            index => {
                let index = index as usize;
                let source = self.report.sources.sources.get(index);
                let passages = source.map_or(&[][..], |source| &source.passages);
                let found = passages.iter().find(|one| holds(one.span, at));
                // What does not count has the number of its source, and no colour.
                let colour = if label.is_some() {
                    "left".to_owned()
                } else {
                    colour(index)
                };
                let class = format!("s {colour}{grey}{}", ink(look));
                html! {
                    @if begins {
                        a class=(format_args!("n {colour}")) href=(format_args!("#source-{}", index + 1)) data-n=(index + 1)
                            aria-label=(language.fill("html.source-number", &[("number", &(index + 1))])) {}
                    }
                    (self.link(text, begins, Some(index), found, &class))
                }
            }
        }
    }

    /// Returns a piece of a passage as a link to both texts beside each other, or to its source in the list.
    fn link(
        &self,
        text: &str,
        begins: bool,
        source: Option<usize>,
        found: Option<&Elsewhere>,
        class: &str,
    ) -> Markup {
        let pair = found.and_then(|found| {
            let (own, other) = (self.report.position, found.document);
            let page = self.site.pair_link(Place::Inside, own, other)?;
            Some(format!("{page}#p{}", found.place + 1))
        });
        let href = pair.or_else(|| source.map(|index| format!("#source-{}", index + 1)));
        let title = found
            .filter(|_| begins)
            .map(|found| self.title(source, found));
        // Only the first piece of a passage is reached by the keyboard.
        let index = (!begins).then_some("-1");
        let number = source.map(|index| index + 1);
        html! {
            @if let Some(href) = href {
                a class=(class) href=(href) title=[title] tabindex=[index] data-s=[number] { (text) }
            } @else {
                span class=(class) title=[title] { (text) }
            }
        }
    }

    /// Says which document a passage is from, and in how many others it stands too.
    fn title(&self, source: Option<usize>, found: &Elsewhere) -> String {
        let language = self.site.check.language;
        let document = self.site.document(found.document);
        let name = document.map_or_else(String::new, |document| plain_name(document, language));
        let Some(index) = source else {
            return language.fill("html.possible-of", &[("name", &name)]);
        };
        let others = self.report.sources.sources.iter().enumerate();
        let others = others.filter(|(other, one)| {
            let at = found.span.start;
            *other != index && one.passages.iter().any(|passage| holds(passage.span, at))
        });
        let (number, others) = (index + 1, others.count());
        let mut title = language.fill("html.passage-of", &[("number", &number), ("name", &name)]);
        if others > 0 {
            title += &language.fill("html.also-in", &[("count", &others)]);
        }
        title
    }
}

/// Returns the class of the ink of copied text, with a space before it: strong for identical text, light for edited, calm for
/// reworded, none for the author's own.
pub(super) const fn ink(look: Look) -> &'static str {
    match look.degree {
        Some(Degree::Identical) => "",
        Some(Degree::Edited) => " de",
        Some(Degree::Reworded) => " dw",
        None => " dn",
    }
}

const fn start_of(run: &LeftOutRun) -> u32 {
    run.span.start
}

const fn holds(span: Span, at: u32) -> bool {
    span.start <= at && at < span.end
}
