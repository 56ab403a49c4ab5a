//! Texts about remarks on reference lists.

use chachong_check::{CheckResult, SameReference};
use chachong_citation::{NotListed, ReferenceCheck, Remark};
use chachong_compare::DocumentIndex;

use crate::Language;
use crate::attribution::shortened;

/// Year before which no printed book appeared, by which an impossible year is early or late.
const FIRST_BOOKS: u16 = 1450;

/// Maximum number of entries with the same errors that one sentence names.
const MOST_ENTRIES: usize = 5;

/// Remark on an entry of a reference list: a sentence to display, and the data behind it.
pub struct SaidOfEntry<'a> {
    /// Name of the remark in JSON, in kebab-case; the same in every language.
    pub name: &'static str,
    /// The remark as a sentence.
    pub sentence: String,
    /// Names of the other documents with the same error, in the order of the check's documents; empty for a remark on this document
    /// alone.
    pub documents: Vec<&'a str>,
    /// Weight, as evidence of copying, of an error that several documents share: above 0 and at most 1, the higher the fewer
    /// submissions have it. `None` for other remarks.
    pub weight: Option<f64>,
}

impl Language {
    /// Returns the remarks on one entry of a document's references: first those on the entry itself, then the errors
    /// that it shares with other documents. `entry` is the position of the entry, from 0. Empty without remarks, and if
    /// the document has no such entry.
    #[must_use]
    pub fn said_of_entry(
        self,
        result: &CheckResult,
        document: DocumentIndex,
        entry: usize,
    ) -> Vec<SaidOfEntry<'_>> {
        let Some(of) = result.references.document(document) else {
            return Vec::new();
        };
        let own = of.remarks_on(entry).map(|remark| SaidOfEntry {
            name: remark.name(),
            sentence: self.reference_remark(of, entry, remark),
            documents: Vec::new(),
            weight: None,
        });
        let shared = result.references.same_errors_of(document, entry);
        let shared = shared.map(|error| {
            let others = error.entries.iter().filter(|(of, _)| *of != document.0);
            let mut others: Vec<&str> = others
                .filter_map(|(of, _)| Some(result.documents.get(*of)?.name.as_str()))
                .collect();
            others.dedup();
            SaidOfEntry {
                name: error.name(),
                sentence: self.same_error(error.is_wrong, &others),
                documents: others,
                weight: Some(error.weight),
            }
        });
        own.chain(shared).collect()
    }

    /// Describes in a sentence a remark on the entry at `position` (from 0) of the references in `of`.
    #[must_use]
    pub fn reference_remark(self, of: &ReferenceCheck, position: usize, remark: &Remark) -> String {
        let entry = of.references.get(position);
        let stated = |value: fn(&chachong_citation::Reference) -> Option<&String>| {
            entry.and_then(value).map_or("", String::as_str)
        };
        let key = |name: &str| format!("reference.remark.{name}");
        match remark {
            Remark::NumberMissing { first, last } if first == last => {
                self.fill(&key("number-missing"), &[("number", first)])
            }
            Remark::NumberMissing { first, last } => {
                self.fill(&key("numbers-missing"), &[("first", first), ("last", last)])
            }
            Remark::CitedOutOfOrder { beside } => {
                let number = entry.and_then(|entry| entry.number);
                let name = if number.is_some_and(|number| number > *beside) {
                    "cited-early"
                } else {
                    "cited-late"
                };
                self.fill(&key(name), &[("number", beside)])
            }
            Remark::ImpossibleYear { year } => {
                let name = if *year < FIRST_BOOKS {
                    "year-too-early"
                } else {
                    "year-too-late"
                };
                self.fill(&key(name), &[("year", year)])
            }
            Remark::ReadBeforePublished { read, published } => self.fill(
                &key("read-before-published"),
                &[("read", read), ("published", published)],
            ),
            Remark::IsbnCheckDigit => {
                let number = stated(|entry| entry.isbn.as_ref());
                self.fill(&key("isbn-check-digit"), &[("number", &number)])
            }
            Remark::IssnCheckDigit => {
                let number = stated(|entry| entry.issn.as_ref());
                self.fill(&key("issn-check-digit"), &[("number", &number)])
            }
            Remark::MalformedDoi => {
                let doi = stated(|entry| entry.doi.as_ref());
                self.fill(&key("malformed-doi"), &[("doi", &doi)])
            }
            Remark::Duplicate { of: first } => {
                let number = of.references.get(*first).and_then(|first| first.number);
                // Entries without numbers are counted.
                let number = number.map_or(*first + 1, |number| number as usize);
                self.fill(&key("duplicate"), &[("number", &number)])
            }
            Remark::NotCited | Remark::NumberRepeated => self.text(&key(remark.name())),
        }
    }

    /// Returns which entries the reference lists of two documents have with the same errors, the rarest first.
    pub(crate) fn same_references(self, entries: &[SameReference]) -> String {
        let said = entries.iter().take(MOST_ENTRIES).map(|entry| {
            let key = if entry.is_wrong {
                "evidence.same-wrong-entry"
            } else {
                "evidence.same-odd-entry"
            };
            let short = shortened(&entry.text);
            self.fill(key, &[("entry", &short), ("count", &entry.documents)])
        });
        let said: Vec<String> = said.collect();
        let entries = [
            ("count", &entries.len() as _),
            (
                "entries",
                &said.join(&self.text("punctuation.semicolon")) as _,
            ),
        ];
        self.fill("evidence.same-references", &entries)
    }

    /// Describes in a sentence a citation in the text whose work is missing from the reference list.
    #[must_use]
    pub fn not_listed(self, one: &NotListed) -> String {
        self.fill("reference.not-listed", &[("cited", &one.cited)])
    }

    /// Describes in a sentence that other documents have the same entry with the same error or, if `is_wrong` is false,
    /// with the same unusual figures, such as page numbers. `others` are the names of these documents.
    #[must_use]
    pub fn same_error(self, is_wrong: bool, others: &[&str]) -> String {
        let names = others.join(&self.text("punctuation.comma"));
        let key = if is_wrong {
            "reference.same-error"
        } else {
            "reference.same-oddity"
        };
        self.fill(key, &[("documents", &names)])
    }
}
