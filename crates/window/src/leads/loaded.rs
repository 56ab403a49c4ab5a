//! Sentences of the chosen lead, read off the frame.

use std::sync::Arc;

use egui::Context;

use crate::async_cache::AsyncCache;
use chachong_check::{Document, KeptText, PlacedLeads, SentencePair};
use chachong_compare::{DocumentIndex, Span};
use chachong_window_model::identity::Identity;
use chachong_window_model::page::Page;
use chachong_window_model::state::State;

/// Sentences of document A and document B beside each other, as the documents have them; `None` where one side has
/// nothing like the other.
#[derive(Debug)]
pub(crate) struct Sentences(pub(crate) Vec<(Option<String>, Option<String>)>);

/// Sentences of a lead, or the reason why a text cannot be read.
pub(crate) type LoadedLead = Result<Arc<Sentences>, Arc<str>>;

/// Leads, and the position of the chosen one.
type Key = (Identity<PlacedLeads>, usize);

/// Loader of the sentences of the chosen lead.
pub(crate) type Loader = AsyncCache<Key, LoadedLead>;

/// Returns the sentences of the chosen lead; `None` until they are read, and while the page of leads is not shown.
pub(crate) fn poll(loader: &mut Loader, state: &State, context: &Context) -> Option<LoadedLead> {
    loader.load(wanted(state), state, context, |&(_, chosen)| {
        let leads = state.check.result.leads.as_deref()?;
        let lead = leads.list.get(chosen)?;
        let (a, b) = (
            text_of(state, leads, lead.a)?,
            text_of(state, leads, lead.b)?,
        );
        let pairs = lead.lead.sentences.clone();
        Some(move || -> LoadedLead {
            sentences(&a, &b, &pairs).map_err(|error| error.to_string().into())
        })
    })
}

/// Returns the key of the sentences that the page shows; `None` if it shows none, or if a text was not read.
pub(crate) fn wanted(state: &State) -> Option<Key> {
    let leads = state.check.result.leads.as_ref()?;
    let chosen = state.leads_view.chosen;
    let lead = leads.list.get(chosen)?;
    let is_read =
        text_of(state, leads, lead.a).is_some() && text_of(state, leads, lead.b).is_some();
    (state.page == Page::Leads && is_read).then(|| (Identity::of(leads), chosen))
}

fn text_of(state: &State, leads: &PlacedLeads, position: DocumentIndex) -> Option<KeptText> {
    let document: &Document = leads.document(&state.check.result.documents, position)?;
    Some(document.content()?.text.clone())
}

fn sentences(
    a: &KeptText,
    b: &KeptText,
    pairs: &[SentencePair],
) -> std::io::Result<Arc<Sentences>> {
    let (a, b): (Vec<char>, Vec<char>) = (a.text()?.chars().collect(), b.text()?.chars().collect());
    let cut = |text: &[char], span: Option<Span>| {
        let span = span?;
        let end = (span.end as usize).min(text.len());
        Some(flowing(text.get(span.start as usize..end)?))
    };
    let rows = pairs.iter().map(|pair| (cut(&a, pair.a), cut(&b, pair.b)));
    Ok(Arc::new(Sentences(rows.collect())))
}

/// Joins the lines of a sentence as a reader would: without a space between Chinese characters.
pub(crate) fn flowing(text: &[char]) -> String {
    let mut line = String::with_capacity(text.len());
    let mut gap = false;
    for &c in text {
        if c.is_whitespace() || c.is_control() {
            gap = !line.is_empty();
            continue;
        }
        if gap && (c.is_ascii() || line.ends_with(|last: char| last.is_ascii())) {
            line.push(' ');
        }
        gap = false;
        line.push(c);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_sentence_are_joined_as_a_reader_would() {
        let of = |text: &str| flowing(&text.chars().collect::<Vec<_>>());
        assert_eq!(of("社区图书\n馆在夜间 开放。\n"), "社区图书馆在夜间开放。");
        assert_eq!(
            of("open at\nnight, 在 Linux 上"),
            "open at night, 在 Linux 上"
        );
        assert_eq!(of(" \n "), "");
    }
}
