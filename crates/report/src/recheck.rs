//! Re-check of a document in reports: earlier and present figures, and the fate of each passage in words.

use std::fmt::Display;

use crate::Report;
use chachong_check::{
    CheckResult, Recheck, RecheckState, RecheckedDocument, RecheckedPassage, RecheckedTexts,
};
use chachong_compare::{Copied, DocumentIndex};
use chachong_messages::{Language, copied_of, document_name, grouped, minute, percent};

/// Comparison of a document with its earlier version.
pub(crate) struct DocumentRecheck<'a> {
    check: Report<'a>,
    recheck: &'a Recheck,
    pub(crate) document: &'a RecheckedDocument,
}

impl<'a> DocumentRecheck<'a> {
    /// `None` if the document was not compared with an earlier version.
    pub(crate) fn of(check: Report<'a>, position: DocumentIndex) -> Option<Self> {
        let recheck = check.result.recheck.as_deref()?;
        let document = recheck.documents.iter().find(|one| one.now == position)?;
        document.then?;
        Some(Self {
            check,
            recheck,
            document,
        })
    }

    /// Names the earlier check and the earlier version.
    pub(crate) fn about(&self) -> Vec<String> {
        let language = self.check.language;
        let earlier = self.document.then.map(|then| self.earlier_name(then));
        vec![
            rechecked_with(self.recheck, language),
            language.fill(
                "recheck.earlier-version",
                &[("name", &earlier.unwrap_or_default())],
            ),
        ]
    }

    /// Returns the shares then and now, each with its heading and the characters that it follows from.
    pub(crate) fn shares(&self) -> [(String, String); 2] {
        let language = self.check.language;
        [
            ("recheck.then", self.document.share_then),
            ("recheck.now", self.document.share_now),
        ]
        .map(|(key, share)| (language.text(key), share_in_words(share, language)))
    }

    /// Returns the states that passages have, with the number of these and their characters.
    pub(crate) fn states(&self) -> Vec<(RecheckState, String)> {
        let language = self.check.language;
        let all = RecheckState::ALL
            .into_iter()
            .map(|state| (state, self.document.count(state)));
        let there = all.filter(|(_, (count, _))| *count > 0);
        there
            .map(|(state, (count, characters))| {
                let values: [(&str, &dyn Display); 3] = [
                    ("state", &language.recheck_state(state)),
                    ("count", &count),
                    ("characters", &grouped(u64::from(characters))),
                ];
                (state, language.fill("recheck.state-count", &values))
            })
            .collect()
    }

    /// Returns what is said of a passage: its state and attribution, its characters, its sources.
    pub(crate) fn said_of(&self, passage: &RecheckedPassage) -> [String; 3] {
        let language = self.check.language;
        let names: Vec<String> = (passage.sources.iter())
            .map(|&source| match passage.then {
                Some(_) => self.earlier_name(source),
                None => self.name(self.check.result, source),
            })
            .collect();
        let names = names.join(&language.text("punctuation.comma"));
        [
            language.rechecked_passage(passage),
            language.recheck_characters(passage),
            language.fill("recheck.sources", &[("names", &names)]),
        ]
    }

    /// Reads the texts of both versions again, or returns the reason why that is impossible.
    pub(crate) fn texts(&self) -> std::io::Result<RecheckedTexts> {
        RecheckedTexts::read(self.recheck, self.check.result, self.document)
    }

    fn earlier_name(&self, position: DocumentIndex) -> String {
        self.name(&self.recheck.earlier.result, position)
    }

    fn name(&self, result: &CheckResult, position: DocumentIndex) -> String {
        let document = result.document(position);
        document.map_or_else(String::new, |one| document_name(one, self.check.language))
    }
}

/// Returns a sentence that names the earlier check, unless it has no title, and the time at which it was saved, in the system's time
/// zone.
#[must_use]
pub fn rechecked_with(recheck: &Recheck, language: Language) -> String {
    let title = recheck.earlier.title.as_str();
    let values: [(&str, &dyn Display); 2] = [
        ("title", &title),
        ("time", &minute(recheck.earlier.saved_at)),
    ];
    // Without names it has no title.
    let key = if title.is_empty() {
        "recheck.with-untitled"
    } else {
        "recheck.with"
    };
    language.fill(key, &values)
}

/// Returns a share with the characters that it follows from.
fn share_in_words(share: Option<Copied>, language: Language) -> String {
    share.map_or_else(
        || "–".to_owned(),
        |share| format!("{} {}", percent(share.share()), copied_of(share, language)),
    )
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::ReportOptions;
    use chachong_check::{Document, EarlierCheck, LIBRARY_PREFIX, Origin};
    use chachong_citation::Attribution;
    use chachong_compare::{Span, Thresholds};

    #[test]
    fn a_source_from_a_library_is_named_as_such() {
        let source = Document {
            origin: Origin::Library,
            ..Document::checked(format!("{LIBRARY_PREFIX}b.txt"), None, None)
        };
        let documents = vec![Document::checked("a.txt", None, None), source];
        let mut result = CheckResult::of(documents, Thresholds::default());
        let document = RecheckedDocument {
            now: DocumentIndex(0),
            then: Some(DocumentIndex(0)),
            share_then: None,
            share_now: None,
            passages: Vec::new(),
        };
        result.recheck = Some(Arc::new(Recheck {
            earlier: EarlierCheck {
                title: String::new(),
                saved_at: 0,
                result: Arc::new(result.clone()),
            },
            documents: vec![document],
            unread: Vec::new(),
            without_successor: Vec::new(),
        }));
        let check = Report {
            result: &result,
            language: Language::Chinese,
            options: ReportOptions::default(),
        };
        let recheck = DocumentRecheck::of(check, DocumentIndex(0)).unwrap();
        let named = check.language.fill("library.name", &[("name", &"b.txt")]);
        for then in [Some(Span { start: 0, end: 9 }), None] {
            let passage = RecheckedPassage {
                state: RecheckState::Gone,
                then,
                now: Vec::new(),
                sources: vec![DocumentIndex(1)],
                same_then: Vec::new(),
                same_now: Vec::new(),
                attribution_then: Attribution::None,
                attribution_now: Attribution::None,
                characters: 9,
                kept: 0,
                reworded: 0,
                gone: 9,
                inserted: 0,
            };
            let [_, _, sources] = recheck.said_of(&passage);
            assert!(sources.contains(&named), "{sources}");
            assert!(!sources.contains(LIBRARY_PREFIX), "{sources}");
        }
    }
}
