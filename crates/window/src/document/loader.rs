//! Loads the text of the displayed document, from the check or the library, and finds the spans that match the find query, on a
//! thread.

use std::sync::Arc;

use egui::Context;

use crate::async_cache::AsyncCache;
use chachong_check::KeptText;
use chachong_check::shown::{Lines, LoadedText, ShownText, in_order};
use chachong_compare::{DocumentIndex, Span};
use chachong_import::{Extracted, RecognisedText};
use chachong_library::{DocumentId, Query, Store};
use chachong_window_model::page::Page;
use chachong_window_model::state::State;

/// Document that a text belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Whose {
    /// Document of the check: the generation of the documents, and the position of this one.
    Checked(u64, DocumentIndex),
    /// Member of the library.
    Member(DocumentId),
}

/// Key of a loaded text: the document and the find query.
type Key = (Whose, String);

/// Loaded text of a document.
#[derive(Clone, Debug)]
pub(crate) struct DocumentText {
    pub(crate) text: Arc<LoadedText>,
    /// Offset at which each page begins, in characters.
    pub(crate) pages: Arc<[u64]>,
    /// Spans that match the find query, sorted and without overlap.
    pub(crate) found: Vec<Span>,
    /// Lines that were read in pictures; `None` without recognition, and if the lines cannot be read.
    pub(crate) recognised: Option<Arc<RecognisedText>>,
    kept: KeptText,
}

/// Loaded text, or the reason why it cannot be read.
pub(crate) type Loaded = Result<DocumentText, Arc<str>>;

/// Background loader of the shown document's text.
#[derive(Default)]
pub(crate) struct Loader(AsyncCache<Key, Loaded>);

impl Loader {
    /// Returns the text of the shown document; `None` while it is being loaded, and if the page shows no document with a text.
    /// While a new find query is searched for, the matches are those of the former query.
    pub(crate) fn poll(
        &mut self,
        state: &State,
        library: Option<&Arc<dyn Store>>,
        context: &Context,
    ) -> Option<Loaded> {
        let wanted = wanted(state);
        (self.0).poll(wanted.clone(), context, |(whose, find), ready| {
            let known = (ready.filter(|((known, _), _)| known == whose))
                .and_then(|(_, text)| text.as_ref().ok().cloned());
            let of_check = |position: DocumentIndex| {
                let document = state.check.result.document(position)?;
                let (text, pages) = (document.content()?.text.clone(), &document.content()?.pages);
                Some((text, Arc::from(pages.as_slice()), Lines::of(document)))
            };
            let (source, library) = match *whose {
                Whose::Checked(_, position) => (Some(of_check(position)?), None),
                Whose::Member(document) => (None, Some((Arc::clone(library?), document))),
            };
            let find = find.clone();
            Some(move || {
                let document = match (known, source, library) {
                    (Some(known), ..) => known,
                    (_, Some((kept, pages, lines)), _) => loaded(kept, pages, lines)?,
                    (_, _, Some((library, document))) => {
                        of_library(&*library, document).map_err(|error| error.to_string())??
                    }
                    // Either the check or the library has the document.
                    (None, None, None) => return Err("".into()),
                };
                let found = find_in(&document.kept, &find).map_err(|error| error.to_string())?;
                Ok(DocumentText { found, ..document })
            })
        });
        let wanted = wanted?;
        if let Some(failure) = self.0.failure(&wanted, state) {
            return Some(Err(failure));
        }
        let (_, text) = (self.0.ready()).filter(|((whose, _), _)| *whose == wanted.0)?;
        Some(text.clone())
    }

    /// Returns whether the text for the current page and find query is still being loaded.
    pub(crate) fn is_busy(&self, state: &State) -> bool {
        self.0.is_loading(wanted(state))
    }
}

fn wanted(state: &State) -> Option<Key> {
    let whose = match state.page {
        Page::Document(position) => {
            state.check.result.document(position)?.content()?;
            Whose::Checked(state.check.generation, position)
        }
        Page::Member(document) => Whose::Member(document),
        _ => return None,
    };
    Some((whose, state.find.trim().to_owned()))
}

fn of_library(
    library: &dyn Store,
    document: DocumentId,
) -> Result<Loaded, chachong_library::LibraryError> {
    let extracted: Extracted = library.extracted(document)?;
    let (_, format) = library.content(document)?;
    let pages = Arc::from(extracted.pages.as_slice());
    Ok(loaded(
        KeptText::new(&extracted),
        pages,
        Lines::of_format(format),
    ))
}

fn loaded(kept: KeptText, pages: Arc<[u64]>, lines: Lines) -> Loaded {
    let text = kept.text().map_err(|error| error.to_string())?;
    let characters: Vec<char> = text.chars().collect();
    let text = Arc::new(LoadedText::new(
        ShownText::of(&characters, lines),
        in_order(kept.exclusions()),
    ));
    Ok(DocumentText {
        text,
        pages,
        found: Vec::new(),
        // Without the lines the text is still shown.
        recognised: kept.recognised().ok().flatten(),
        kept,
    })
}

/// Finds the spans that match the query, sorted; overlapping ones are merged.
fn find_in(kept: &KeptText, find: &str) -> std::io::Result<Vec<Span>> {
    if find.is_empty() {
        return Ok(Vec::new());
    }
    let (text, normalized) = (kept.text()?, kept.normalized()?);
    let mut places = Query::parse(find).find(&text, &normalized);
    places.sort_unstable();
    let mut found: Vec<Span> = Vec::new();
    for place in places {
        match found.last_mut() {
            Some(last) if place.start < last.end => last.end = last.end.max(place.end),
            _ => found.push(place),
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_import::decode_text;

    #[test]
    fn what_is_looked_for_is_found_in_every_place() {
        let text = "夜间开放。社区图书馆夜间开放，夜间很好。Open at night.";
        let kept = KeptText::new(&decode_text(text.as_bytes()).unwrap());
        let words = |find: &str| -> Vec<String> {
            (find_in(&kept, find).unwrap().iter())
                .map(|span| {
                    let characters = text.chars().skip(span.start as usize);
                    characters.take(span.len() as usize).collect()
                })
                .collect()
        };
        assert_eq!(words("夜间"), ["夜间"; 3]);
        assert_eq!(words("OPEN 开放"), ["开放", "开放", "Open"]);
        assert_eq!(
            words("夜间开放 间开"),
            ["夜间开放"; 2],
            "overlapping ones are one"
        );
        assert_eq!(words("白天"), [""; 0]);
        assert_eq!(words(""), [""; 0]);
    }
}
