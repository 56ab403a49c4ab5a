//! Whole texts of a pair in two panes, which the script scrolls together by their passages.

use std::collections::BTreeSet;

use maud::{Markup, PreEscaped, Render, html};

use super::marked_text::{colour, ink};
use super::side_by_side::layers;
use super::site::Site;
use super::words::name;
use crate::pair_report::PairReport;
use chachong_check::shown::{Layers, Look, Paragraph};

/// Letters of both sides in the anchors of passages.
const LETTERS: [&str; 2] = ["a", "b"];

/// One of the two panes.
struct Pane<'p> {
    site: &'p Site<'p>,
    layers: Layers<'p>,
    letter: &'static str,
    other_letter: &'static str,
    /// Number of strong passages, whose owners come first.
    strong: u32,
    /// Passages that the other pane shows; one that lies within another is not shown.
    in_other: BTreeSet<u32>,
}

/// Returns both texts with their passages.
pub(super) fn whole_texts(site: &Site<'_>, report: &PairReport<'_>) -> Markup {
    let language = site.check.language;
    let possible = site.check.result.possible;
    let shown = report.aligned.texts.each_ref().map(|text| {
        let runs = text.runs(possible).iter();
        runs.map(|run| run.owner).collect::<BTreeSet<u32>>()
    });
    html! {
        p.note { (language.text("html.texts-note")) }
        label.together hidden { input type="checkbox" #together checked; " " (language.text("passages.together")) }
        div.panes {
            @for i in 0..2 {
                @let letter = LETTERS[i];
                @let pane = Pane {
                    site,
                    layers: layers(site, report, i),
                    letter,
                    other_letter: LETTERS[1 - i],
                    strong: u32::try_from(report.listed.strong).unwrap_or(u32::MAX),
                    in_other: shown[1 - i].clone(),
                };
                div.side {
                    h3 id=(format_args!("pane-{letter}-h")) { (["A", "B"][i]) " · " (name(report.documents[i], language)) }
                    div.pane.text id=(format_args!("pane-{letter}")) tabindex="0" role="region" aria-labelledby=(format_args!("pane-{letter}-h")) {
                        (pane.text(&report.aligned.texts[i].text.paragraphs))
                    }
                }
            }
        }
    }
}

impl Pane<'_> {
    fn text(&self, paragraphs: &[Paragraph]) -> Markup {
        let mut begun = BTreeSet::new();
        html! { @for paragraph in paragraphs { p { (self.pieces(paragraph, &mut begun)) } } }
    }

    fn pieces(&self, paragraph: &Paragraph, begun: &mut BTreeSet<u32>) -> Markup {
        let language = self.site.check.language;
        let mut pieces = String::new();
        for (bytes, look) in self.layers.pieces(paragraph) {
            let text = &paragraph.text[bytes];
            if let Some(reason) = look.passed_over {
                html! { span.x title=(language.passed_over(reason)) { (text) } }
                    .render_to(&mut pieces);
                continue;
            }
            match (look.owner, look.left_out) {
                (Some(owner), left_out) => {
                    let begins = begun.insert(owner);
                    let grey = left_out.is_some();
                    self.passage(text, owner, begins, look, grey)
                        .render_to(&mut pieces);
                }
                (None, Some(reason)) => {
                    let reason = language.reason_left_out(reason);
                    let title = language.fill("text.left-out", &[("reason", &reason)]);
                    html! { span.o title=(title) { (text) } }.render_to(&mut pieces);
                }
                (None, None) => text.render_to(&mut pieces),
            }
        }
        PreEscaped(pieces)
    }

    fn passage(&self, text: &str, owner: u32, begins: bool, look: Look, grey: bool) -> Markup {
        let number = owner + 1;
        let ink = if owner < self.strong { ink(look) } else { "" };
        let class = format!(
            "s {}{}{ink}",
            colour(owner as usize),
            if grey { " o" } else { "" }
        );
        let (letter, other) = (self.letter, self.other_letter);
        let id = begins.then(|| format!("{letter}{number}"));
        let href = (self.in_other.contains(&owner)).then(|| format!("#{other}{number}"));
        let index = (!begins).then_some("-1");
        let label = (self.site.check.language).fill("passages.name", &[("number", &number)]);
        html! {
            @if begins { a class=(format_args!("n {}", colour(owner as usize))) href=(format_args!("#p{number}")) data-n=(number) aria-label=(label) {} }
            a id=[id] class=(class) href=[href] tabindex=[index] {
                @if look.changed { mark { (text) } } @else { (text) }
            }
        }
    }
}
