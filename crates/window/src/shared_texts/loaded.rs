//! Loads the beginnings of all shared texts, and the whole chosen text, on a thread.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

use egui::Context;

use crate::async_cache::AsyncCache;
use crate::shared_texts::assignment::is_code;
use chachong_check::shown::{CodeSide, Lines, LoadedText, ShownText, in_order};
use chachong_check::{Copies, GivenPieces, KeptText, SharedTexts};
use chachong_compare::{Choices, DocumentIndex, GivenText, Span};
use chachong_window_model::identity::Identity;
use chachong_window_model::page::Page;
use chachong_window_model::shared_view::Beginnings;
use chachong_window_model::state::State;

/// Number of characters of a text's beginning: two lines of the list.
const BEGINNING: usize = 120;

/// Shared text as one document has it, or the reason why it cannot be read.
pub(crate) type LoadedShared = Result<Arc<LoadedText>, Arc<str>>;

/// Shared code as one document has it, or the reason why it cannot be read.
pub(crate) type LoadedCode = Result<Arc<CodeSide>, Arc<str>>;

/// Position of a text, and the spans of one document that show it.
type Shown = (usize, Vec<Span>);

/// Inputs of the pieces of the assignment: passages with the documents' marks, given code, and the person's choices. They do not
/// change when names are hidden.
type GivenKey = (Identity<Copies>, Option<GivenText>, Identity<Choices>);

/// Loader of the pieces of the assignment, of the beginnings and of the chosen text.
#[derive(Default)]
pub(crate) struct Loader {
    given: AsyncCache<GivenKey, Arc<GivenPieces>>,
    beginnings: AsyncCache<Identity<SharedTexts>, Arc<Beginnings>>,
    text: AsyncCache<(Identity<SharedTexts>, usize), LoadedShared>,
    code: AsyncCache<(Identity<SharedTexts>, usize), LoadedCode>,
}

impl Loader {
    /// Returns the pieces of the assignment. While they are being found again, returns those of earlier choices. `None` before the
    /// first for these passages, and while the page is not shown.
    pub(crate) fn given(&mut self, state: &State, context: &Context) -> Option<Arc<GivenPieces>> {
        let wanted = given_wanted(state);
        let ready = (self.given).poll(wanted.clone(), context, |_, _| {
            let given = state.check.result.given_places();
            let choices = Arc::clone(&state.check.choices);
            Some(move || Arc::new(GivenPieces::of(&given, &choices)))
        });
        let is_of_these = |key: &GivenKey| (wanted.as_ref()).is_some_and(|of| of.0 == key.0);
        ready
            .filter(|(key, _)| is_of_these(key))
            .map(|(_, given)| Arc::clone(given))
    }

    /// Returns the beginnings of all shared texts; `None` until they are read.
    pub(crate) fn beginnings(
        &mut self,
        state: &State,
        context: &Context,
    ) -> Option<Arc<Beginnings>> {
        let wanted = wanted(state);
        let ready = (self.beginnings).poll(wanted.clone(), context, |_, _| {
            let count = state.listed_texts().map_or(0, |texts| texts.all().len());
            let mut places: BTreeMap<DocumentIndex, Vec<Shown>> = BTreeMap::new();
            for position in 0..count {
                if let Some((document, spans)) = state.shown_places(position) {
                    places.entry(document).or_default().push((position, spans));
                }
            }
            let of_documents: Vec<(KeptText, Vec<Shown>)> = (places.into_iter())
                .filter_map(|(document, places)| {
                    let document = state.check.result.document(document)?;
                    Some((document.content()?.text.clone(), places))
                })
                .collect();
            Some(move || Arc::new(beginnings(count, &of_documents)))
        });
        ready
            .filter(|(of, _)| Some(of) == wanted.as_ref())
            .map(|(_, beginnings)| Arc::clone(beginnings))
    }

    /// Returns the chosen code; `None` until it is read, and for a text.
    pub(crate) fn code(&mut self, state: &State, context: &Context) -> Option<LoadedCode> {
        let wanted = chosen(state).filter(|_| is_code(state, state.shared.chosen));
        (self.code).load(wanted, state, context, |&(_, chosen)| {
            let (document, spans) = state.shown_places(chosen)?;
            let span = Span {
                start: spans.first()?.start,
                end: spans.last()?.end,
            };
            let document = state.check.result.document(document)?.clone();
            Some(move || -> LoadedCode {
                let code = CodeSide::within(&document, span).map(Arc::new);
                code.map_err(|error| error.to_string().into())
            })
        })
    }

    /// Returns the chosen text; `None` until it is read, and for code.
    pub(crate) fn text(&mut self, state: &State, context: &Context) -> Option<LoadedShared> {
        let wanted = chosen(state).filter(|_| !is_code(state, state.shared.chosen));
        (self.text).load(wanted, state, context, |&(_, chosen)| {
            let (document, spans) = state.shown_places(chosen)?;
            let document = state.check.result.document(document)?;
            let (kept, lines) = (document.content()?.text.clone(), Lines::of(document));
            Some(move || -> LoadedShared {
                let text = whole(&kept, &spans, lines);
                text.map_err(|error| error.to_string().into())
            })
        })
    }

    /// Returns whether something that the page shows is not loaded yet.
    pub(crate) fn is_busy(&self, state: &State) -> bool {
        self.given.is_loading(given_wanted(state))
            || self.beginnings.is_loading(wanted(state))
            || if is_code(state, state.shared.chosen) {
                self.code.is_loading(chosen(state))
            } else {
                self.text.is_loading(chosen(state))
            }
    }
}

fn given_wanted(state: &State) -> Option<GivenKey> {
    let copied = state.copied()?;
    (state.page == Page::Shared).then(|| {
        (
            Identity::of(&copied.copies),
            state.check.result.evidence.given_code,
            Identity::of(&state.check.choices),
        )
    })
}

fn wanted(state: &State) -> Option<Identity<SharedTexts>> {
    let texts = (state.listed_texts()).filter(|texts| !texts.all().is_empty())?;
    (state.page == Page::Shared).then(|| Identity::of(texts))
}

fn chosen(state: &State) -> Option<(Identity<SharedTexts>, usize)> {
    wanted(state).map(|of| (of, state.shared.chosen))
}

/// Reads the beginnings of `count` texts; each document is read once.
fn beginnings(count: usize, of_documents: &[(KeptText, Vec<Shown>)]) -> Beginnings {
    let mut beginnings: Beginnings = vec![Arc::from(""); count];
    for (kept, places) in of_documents {
        let Ok(text) = kept.text() else { continue };
        let characters: Vec<char> = text.chars().collect();
        for (position, spans) in places {
            let parts = spans.iter().filter_map(|span| {
                let end = (span.end as usize).min(characters.len());
                characters.get(span.start as usize..end)
            });
            let all = parts.collect::<Vec<&[char]>>().join(&' ');
            if let Some(place) = beginnings.get_mut(*position) {
                *place = beginning(&all, BEGINNING).into();
            }
        }
    }
    beginnings
}

/// Returns the first `most` characters on one line, each run of white space as a single space; `…` follows if there are
/// more.
pub(crate) fn beginning(characters: &[char], most: usize) -> String {
    let mut line = String::new();
    let mut length = 0;
    for &c in characters {
        if length == most {
            line.push('…');
            break;
        }
        if c.is_whitespace() || c.is_control() {
            if !line.is_empty() && !line.ends_with(' ') {
                line.push(' ');
                length += 1;
            }
        } else {
            line.push(c);
            length += 1;
        }
    }
    line.truncate(line.trim_end().len());
    line
}

fn whole(kept: &KeptText, spans: &[Span], lines: Lines) -> io::Result<Arc<LoadedText>> {
    let extracted = kept.cut_all(spans)?;
    let characters: Vec<char> = extracted.text.chars().collect();
    Ok(Arc::new(LoadedText::new(
        ShownText::of(&characters, lines),
        in_order(&extracted.exclusions),
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_begins_in_one_line() {
        let of = |text: &str, most| beginning(&text.chars().collect::<Vec<_>>(), most);
        assert_eq!(of("\n一、实验\n\t 目的\r\n", 20), "一、实验 目的");
        assert_eq!(of("夜间开放很好", 4), "夜间开放…");
        assert_eq!(of("夜间开放", 4), "夜间开放");
        assert_eq!(of(" \n ", 4), "");
    }
}
