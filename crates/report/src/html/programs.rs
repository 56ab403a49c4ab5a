//! Both programs of a pair in two panes, in full, with common code marked; the script scrolls the panes together.

use std::collections::BTreeSet;

use chachong_compare::DocumentIndex;
use maud::{Markup, PreEscaped, Render, html};

use super::marked_text::colour;
use super::site::Site;
use super::words::{name, visible};
use chachong_check::shown::{Change, Class, CodeLine, CodePiece, CodeSide, CodeView};
use chachong_messages::Language;

/// Letters of both sides in the anchors of matches.
const LETTERS: [&str; 2] = ["a", "b"];

/// Returns both programs of a pair; `None` where they have no code in common, and where pages hold no whole texts.
pub(super) fn programs(site: &Site<'_>, a: DocumentIndex, b: DocumentIndex) -> Option<Markup> {
    let code = (site.check.result.evidence.code(a, b)).filter(|_| site.whole_texts)?;
    let language = site.check.language;
    let documents = [site.document(a)?, site.document(b)?];
    let view = match CodeView::of(documents, code) {
        Ok(view) => view,
        Err(error) => {
            let lost = language.fill("html.text-lost", &[("detail", &error)]);
            return Some(html! { p.lost { (lost) } });
        }
    };
    Some(html! {
        p.note { (language.text("code.legend")) }
        label.together hidden { input type="checkbox" #code-together checked; " " (language.text("passages.together")) }
        div.panes {
            @for (side, letter) in LETTERS.into_iter().enumerate() {
                div.side {
                    h3 id=(format_args!("code-{letter}-h")) { (["A", "B"][side]) " · " (name(documents[side], language)) }
                    div.pane.program id=(format_args!("code-{letter}")) tabindex="0" role="region" aria-labelledby=(format_args!("code-{letter}-h")) {
                        (lines(language, &view, side))
                    }
                }
            }
        }
    })
}

fn lines(language: Language, view: &CodeView, side: usize) -> Markup {
    let CodeSide { lines } = &view.sides[side];
    // A match that lies within another on a side begins nowhere there.
    let there = view.sides[1 - side]
        .lines
        .iter()
        .flat_map(|line| &line.pieces);
    let there: BTreeSet<usize> = there.filter_map(|piece| piece.owner).collect();
    let mut begun = vec![false; view.matches.len()];
    let mut text = String::new();
    for line in lines {
        let begins = if line.begins { " b" } else { "" };
        let ground = ground(view, line.owner).unwrap_or_default();
        html! { div class=(format_args!("l{begins}{ground}")) data-l=(line.number) { (line_of(language, view, (side, &there), line, &mut begun)) } }
            .render_to(&mut text);
    }
    PreEscaped(text)
}

/// Returns the classes of the ground of a match, with a space before each: its colour, and one of four steps from everybody's code to
/// what nobody else has.
fn ground(view: &CodeView, owner: Option<usize>) -> Option<String> {
    let owner = owner?;
    let weight = view.matches.get(owner)?.weight;
    Some(format!(" m {} w{}", colour(owner), weight / 251))
}

fn line_of(
    language: Language,
    view: &CodeView,
    (side, there): (usize, &BTreeSet<usize>),
    line: &CodeLine,
    begun: &mut [bool],
) -> Markup {
    let of_owner = line.pieces.chunk_by(|x, y| x.owner == y.owner);
    html! {
        @for pieces in of_owner {
            @let owner = pieces[0].owner;
            @if let Some(owner) = owner && !std::mem::replace(&mut begun[owner], true) { (badge(language, side, owner, there.contains(&owner))) }
            @if let Some(ground) = ground(view, owner.filter(|_| line.owner.is_none())) {
                span class=(ground.trim_start()) { (words(language, side, line, pieces)) }
            } @else {
                (words(language, side, line, pieces))
            }
        }
    }
}

/// Returns the number of a match, which leads to it on the other side if it begins there.
fn badge(language: Language, side: usize, owner: usize, is_there: bool) -> Markup {
    let number = owner + 1;
    let [here, there] =
        [LETTERS[side], LETTERS[1 - side]].map(|letter| format!("c{letter}{number}"));
    let link = is_there.then(|| format!("#{there}"));
    let label = language.fill("code.name", &[("number", &number)]);
    html! { a id=(here) class=(format_args!("n s {}", colour(owner))) href=[link] data-n=(number) aria-label=(label) {} }
}

fn words(language: Language, side: usize, line: &CodeLine, pieces: &[CodePiece]) -> Markup {
    let mut text = String::new();
    for piece in pieces {
        let written = &line.text[piece.bytes.clone()];
        let class = match piece.class {
            _ if piece.is_given => Some("o"),
            Some(Class::Keyword) => Some("k"),
            Some(Class::Number) => Some("d"),
            Some(Class::Text) => Some("t"),
            Some(Class::Comment) => Some("c"),
            None | Some(Class::Name | Class::Sign) => None,
        };
        let word = html! { @if let Some(class) = class { span class=(class) { (visible(written)) } } @else { (visible(written)) } };
        match &piece.change {
            None => word.render_to(&mut text),
            Some(Change::Added) => html! { ins { (word) } }.render_to(&mut text),
            Some(Change::Comment) => {
                html! { u title=(language.text("code.other-comment")) { (word) } }
                    .render_to(&mut text);
            }
            Some(Change::Other(other)) => {
                let values: [(&str, &dyn std::fmt::Display); 2] =
                    [("side", &["B", "A"][side]), ("word", &visible(other))];
                html! { u title=(language.fill("code.other", &values)) { (word) } }
                    .render_to(&mut text);
            }
        }
    }
    PreEscaped(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_leads_nowhere_if_its_match_begins_nowhere_on_the_other_side() {
        let of = |is_there| badge(Language::English, 0, 2, is_there).into_string();
        assert!(of(true).contains(r#"id="ca3""#) && of(true).contains(r##"href="#cb3""##));
        assert!(of(false).contains(r#"id="ca3""#) && !of(false).contains("href"));
    }
}
