//! Texts about the results of looking up the entries of reference lists in libraries.

use chachong_check::{CheckResult, LookedUp, LookedUpWork, ReferenceLookup};
use chachong_citation::{KnownWork, WorkField};
use chachong_compare::DocumentIndex;

use crate::Language;

impl Language {
    /// Describes in a sentence the result of looking up an entry of a reference list. `lookup` names the libraries that
    /// were searched; `answer` is the result for the entry.
    #[must_use]
    pub fn looked_up(self, lookup: &ReferenceLookup, answer: LookedUp<'_>) -> String {
        let libraries = self.searched_libraries(lookup);
        match answer {
            LookedUp::Found(work) if work.differing.is_empty() => {
                self.fill("reference.lookup.found", &[("library", &work.library)])
            }
            LookedUp::Found(work) => {
                let fields = work.differing.iter().map(|field| self.work_field(*field));
                let fields: Vec<String> = fields.collect();
                let fields = fields.join(&self.text("punctuation.comma"));
                let values = [
                    ("library", &work.library as &dyn std::fmt::Display),
                    ("fields", &fields),
                    ("record", &self.known_work(&work.known)),
                ];
                self.fill("reference.lookup.differs", &values)
            }
            LookedUp::Similar(work) => self.similar_work(&libraries, work),
            LookedUp::NotFound => {
                self.fill("reference.lookup.not-found", &[("libraries", &libraries)])
            }
            LookedUp::NoTitle => self.text("reference.lookup.no-title"),
        }
    }

    fn similar_work(self, libraries: &str, work: &LookedUpWork) -> String {
        let values = [
            ("libraries", &libraries as &dyn std::fmt::Display),
            ("library", &work.library),
            ("record", &self.known_work(&work.known)),
        ];
        self.fill("reference.lookup.similar", &values)
    }

    /// Returns the names of the libraries that were searched.
    fn searched_libraries(self, lookup: &ReferenceLookup) -> String {
        if lookup.libraries.is_empty() {
            return self.text("reference.lookup.no-libraries");
        }
        lookup.libraries.join(&self.text("punctuation.comma"))
    }

    fn work_field(self, field: WorkField) -> String {
        self.text(&format!("reference.lookup.{}", field.name()))
    }

    /// Returns authors, title and year of a work on one line, as far as they are known.
    fn known_work(self, known: &KnownWork) -> String {
        let comma = self.text("punctuation.comma");
        let authors = (!known.authors.is_empty()).then(|| known.authors.join(&comma));
        let year = known.year.map(|year| year.to_string());
        let parts = [authors, Some(known.title.clone()), year];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        parts.join(". ")
    }

    /// Returns sentences about the look-up of a document's reference list. The first states how many entries were found, found with
    /// differences, not found, and not looked up because they have no title. Others follow where they apply: which libraries were not
    /// searched, and what it means that an entry was not found. Empty if nothing was looked up.
    #[must_use]
    pub fn looked_up_counts(self, result: &CheckResult, position: DocumentIndex) -> Vec<String> {
        let (Some(lookup), Some(counts)) = (&result.reference_lookup, result.looked_up(position))
        else {
            return Vec::new();
        };
        let values = [
            (
                "libraries",
                &self.searched_libraries(lookup) as &dyn std::fmt::Display,
            ),
            ("found", &counts.found),
            ("differing", &counts.differing),
            ("not_found", &counts.not_found),
            ("no_title", &counts.no_title),
        ];
        let key = match counts.no_title {
            0 => "reference.lookup.counts",
            _ => "reference.lookup.counts-no-titles",
        };
        let mut said = vec![self.fill(key, &values)];
        if !lookup.not_searched.is_empty() {
            let names = lookup.not_searched.join(&self.text("punctuation.comma"));
            said.push(self.fill("reference.lookup.not-searched", &[("libraries", &names)]));
        }
        if counts.not_found > 0 {
            said.push(self.text("reference.lookup.means"));
        }
        said
    }
}
