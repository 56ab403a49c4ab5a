//! Blind reports: documents have numbers, and the names of persons and files are removed, so that the person who judges
//! a case does not know whose it is. The texts keep their length, so that passages keep their positions. The cover, the
//! declaration and the acknowledgements are blanked and say so. The names of all persons of the check are struck out of
//! every text, of the notes on decisions and of the name of the check.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use rayon::prelude::*;

use super::{FormOptions, Originals, Report, ReportOptions};
use crate::case::strike_contacts;
use crate::struck_names::{Kept, Names};
use chachong_check::{
    CheckReferences, CheckResult, Document, DocumentContent, EvidenceItem, LIBRARY_PREFIX, Origin,
    PlacedLeads, Recheck, TextStore,
};
use chachong_import::{FileKind, Format, PassedOver};
use chachong_messages::Language;
use chachong_record::BibliographicRecord;
use chachong_submission::{Pseudonyms, SubmissionIndex, Submissions};
use chachong_text::{ExclusionReason, MarkReason};

/// Minimum number of digits of a document's number.
const DIGITS: usize = 3;

/// Result of a check from which the names of persons and files are removed, for blind review.
pub struct Blinded {
    result: CheckResult,
    /// Name of the check without names of persons; `None` if the check has no name.
    name: Option<String>,
}

/// Documents of a check without the names of persons and files. Making them takes a while; blind results are then made from them quickly.
pub struct BlindDocuments {
    documents: Arc<Vec<Document>>,
    /// Reference lists of these documents, without names.
    references: CheckReferences,
    submissions: Arc<Submissions>,
    names: Names,
    numbers: Numbers,
    store: Option<Arc<TextStore>>,
    /// Documents of the earlier check that this check is compared with: earlier versions without names; all others also
    /// without texts.
    earlier: Option<Arc<Vec<Document>>>,
}

/// Error that the stored text of a document can no longer be read.
#[derive(Debug, thiserror::Error)]
#[error("{document}: its kept text cannot be read again; check the folder anew")]
pub struct Unreadable {
    /// Name of the document; in blind reports, its number or pseudonym.
    pub document: String,
    /// Error of reading the stored text.
    pub source: std::io::Error,
}

impl Unreadable {
    /// Describes the document, the cause and the remedy.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        let values: [(&str, &dyn std::fmt::Display); 2] =
            [("name", &self.document), ("detail", &self.source)];
        language.fill("report.no-text", &values)
    }
}

impl BlindDocuments {
    /// Removes the names from the documents of a check. Numbers follow the order of the documents, so whoever has the
    /// check's list of documents can tell whose number it is.
    fn in_order(check: Report<'_>) -> Result<Self, Unreadable> {
        // A text that was copied has the names of another text's author too.
        let list = check.result.submission_settings.list.as_deref();
        let students = Names::of_class(&check.result.submissions, list, std::iter::empty());
        let names =
            Names::new(records(check).flat_map(BibliographicRecord::persons)).with(students);
        let key = if check.result.has_submissions() {
            "blind.submission"
        } else {
            "blind.document"
        };
        let digits = check.result.documents.len().to_string().len().max(DIGITS);
        let name = |index: SubmissionIndex| {
            let number = format!("{:0digits$}", index.0 + 1);
            check.language.fill(key, &[("number", &number)])
        };
        Self::by_submission(check, names, name)
    }

    /// Removes the names from the documents of a check. Each submission gets a pseudonym, and each library document a number. The order
    /// of the pseudonyms depends on `seed` and `given` (see [`Pseudonyms::of`]) and reveals nothing. Fails if a stored text can no longer
    /// be read.
    pub fn under_pseudonyms(
        check: Report<'_>,
        seed: u64,
        given: &[u64],
    ) -> Result<Self, Unreadable> {
        let result = check.result;
        let all = &result.submissions;
        let file_names: Vec<&str> = (result.documents.iter())
            .map(|document| document.name.as_str())
            .collect();
        let pseudonyms = Pseudonyms::of(all, &file_names, seed, given);
        let word = check.language.text("blind.student");
        let list = result.submission_settings.list.as_deref();
        let names = Names::of_class(
            all,
            list,
            records(check).flat_map(BibliographicRecord::persons),
        );
        Self::by_submission(check, names, |index| pseudonyms.name(index, &word))
    }

    /// Removes these names. `name` returns the new name of a submission, which is also that of its only document; several are numbered
    /// behind it.
    fn by_submission(
        check: Report<'_>,
        names: Names,
        name: impl Fn(SubmissionIndex) -> String,
    ) -> Result<Self, Unreadable> {
        let all = &check.result.submissions;
        let of_document = |position: usize| {
            let index = all.holding(position)?;
            let files = &all.get(index).files;
            let place = files.iter().position(|&file| file == position)? + 1;
            let file = (check.language).fill("blind.file", &[("number", &place)]);
            Some(match files[..] {
                [_] => name(index),
                _ => format!("{}/{file}", name(index)),
            })
        };
        let mut blind = Self::of(check, names, of_document)?;
        blind.submissions = Arc::new(without_students(check, name));
        Ok(blind)
    }

    /// Removes these names. `name` returns the new name of the checked document at a position; if it is `None`, the
    /// document gets the next number.
    fn of(
        check: Report<'_>,
        names: Names,
        name: impl Fn(usize) -> Option<String>,
    ) -> Result<Self, Unreadable> {
        // Without room for a temporary file the texts stay in memory.
        let store = TextStore::new().ok().map(Arc::new);
        let mut numbers = Numbers::of(check);
        let documents = check.result.documents.iter().enumerate();
        let renamed = documents.map(|(position, document)| match name(position) {
            Some(name) => numbers.renamed(document, name),
            None => numbers.numbered(document),
        });
        let mut documents: Vec<Document> = renamed.collect();
        documents.par_iter_mut().try_for_each(|document| {
            let Some(Ok(content)) = &mut document.outcome else {
                return Ok(());
            };
            let source = hide(content, &names, check.language, store.as_ref());
            source.map_err(|source| Unreadable {
                document: document.name.clone(),
                source,
            })
        })?;
        let recheck = check.result.recheck.as_deref();
        let earlier = recheck.map(|recheck| {
            earlier_without_names(recheck, &documents, &names, check.language, store.as_ref())
        });
        Ok(Self {
            references: CheckReferences::of(&documents, &[]),
            earlier: earlier.transpose()?.map(Arc::new),
            documents: Arc::new(documents),
            submissions: Arc::default(),
            names,
            numbers,
            store,
        })
    }

    /// Returns the result of a check with these documents in place of its own, without names. Its findings keep their
    /// order.
    #[must_use]
    pub fn result(&self, check: Report<'_>) -> CheckResult {
        let mut evidence = (*check.result.evidence).clone();
        for item in evidence.pairs.iter_mut().flat_map(|pair| &mut pair.items) {
            if let Some(name) = item.person_mut() {
                *name = check.language.text("blind.name");
            }
            if let EvidenceItem::References(entries) = item {
                for entry in entries {
                    entry.text = self.names.struck(&entry.text, &Kept::default());
                }
            }
        }
        let mut numbers = self.numbers.clone();
        let leads = (check.result.leads.as_deref()).map(|leads| {
            let store = self.store.as_ref();
            without_names(check, leads, &self.names, &mut numbers, store)
        });
        // A comparison that came since is shown when its documents are without names, too.
        let recheck = (check.result.recheck.as_deref()).zip(self.earlier.as_ref());
        let recheck = recheck.map(|(recheck, earlier)| recheck.without_names(earlier));
        let copied = check.result.copied.as_ref();
        let copied = copied.map(|copied| {
            (copied.with_notes(|note| note_struck(note, &self.names)))
                .with_missing_named(|name| self.numbers.number_of_member(name))
        });
        CheckResult {
            documents: Arc::clone(&self.documents),
            copied,
            evidence: Arc::new(evidence),
            references: Arc::new(check.result.references.with_texts_of(&self.references)),
            reference_lookup: (check.result.reference_lookup.as_ref())
                .map(|lookup| Arc::new(lookup.without_names())),
            leads: leads.map(Arc::new),
            recheck: recheck.map(Arc::new),
            passed_over: Arc::new(without_file_names(check)),
            submissions: Arc::clone(&self.submissions),
            submission_settings: Arc::default(),
            ..check.result.clone()
        }
    }
}

impl Blinded {
    /// Replaces the names of a check by numbers. Numbers follow the order of the documents, so whoever has the check's list of documents
    /// can tell whose number it is. Fails if a stored text can no longer be read.
    pub fn of(check: Report<'_>) -> Result<Self, Unreadable> {
        Ok(Self::sorted(&BlindDocuments::in_order(check)?, check))
    }

    /// Replaces the names of a check by the pseudonyms that `seed` and `given` determine (see [`Pseudonyms::of`]). Fails if a stored text
    /// can no longer be read.
    pub fn under_pseudonyms(
        check: Report<'_>,
        seed: u64,
        given: &[u64],
    ) -> Result<Self, Unreadable> {
        let documents = BlindDocuments::under_pseudonyms(check, seed, given)?;
        Ok(Self::sorted(&documents, check))
    }

    fn sorted(documents: &BlindDocuments, check: Report<'_>) -> Self {
        let mut result = documents.result(check);
        // Pairs of equal rank stand in the order of their documents' names.
        result.sort_findings();
        let name = (check.options.name).map(|name| note_struck(name, &documents.names));
        Self { result, name }
    }

    /// Returns a report about these documents with the options of `report`; it is blind in all formats.
    #[must_use]
    pub fn report<'a>(&'a self, report: Report<'a>) -> Report<'a> {
        // The files are found by the names that they have.
        let originals = report.options.originals.map(|originals| Originals {
            documents: (originals.documents).or(Some(&report.result.documents)),
            ..originals
        });
        Report {
            result: &self.result,
            options: ReportOptions {
                blind: false,
                name: self.name.as_deref(),
                form: FormOptions {
                    is_blind: true,
                    ..report.options.form
                },
                originals,
                ..report.options
            },
            ..report
        }
    }
}

/// Returns the documents of an earlier check without names. An earlier version gets the name of its present version in
/// `renamed`.
fn earlier_without_names(
    recheck: &Recheck,
    renamed: &[Document],
    names: &Names,
    language: Language,
    store: Option<&Arc<TextStore>>,
) -> Result<Vec<Document>, Unreadable> {
    let all = recheck.earlier.result.documents.iter();
    let mut documents: Vec<Document> = all
        .map(|document| Document {
            origin: document.origin,
            ..Document::checked("–", document.format, None)
        })
        .collect();
    for document in &recheck.documents {
        let (Some(then), Some(now)) = (document.then, renamed.get(document.now.0)) else {
            continue;
        };
        let known = recheck.earlier.result.document(then);
        if let (Some(known), Some(hidden)) = (known, documents.get_mut(then.0)) {
            hidden.name.clone_from(&now.name);
            hidden.outcome.clone_from(&known.outcome);
        }
    }
    documents.par_iter_mut().try_for_each(|document| {
        let Some(Ok(content)) = &mut document.outcome else {
            return Ok(());
        };
        let hidden = hide(content, names, language, store);
        hidden.map_err(|source| Unreadable {
            document: document.name.clone(),
            source,
        })
    })?;
    Ok(documents)
}

/// Removes the students from the submissions. `name` returns the new name of the submission at a position.
fn without_students(check: Report<'_>, name: impl Fn(SubmissionIndex) -> String) -> Submissions {
    let mut submissions = (*check.result.submissions).clone();
    for (at, submission) in (0..).map(SubmissionIndex).zip(&mut submissions.all) {
        *submission = submission.without_student(name(at));
    }
    submissions.missing.clear();
    submissions.unassigned.clear();
    submissions
}

/// Replaces the names of the files that were not read by numbers. Extensions that name a format stay; any
/// other may be part of a person's name.
fn without_file_names(check: Report<'_>) -> PassedOver {
    let mut files = (*check.result.passed_over).clone();
    let mut number = 0;
    files.rename(|file| {
        number += 1;
        let digits = DIGITS;
        let name = format!("{number:0digits$}");
        let name = check.language.fill("blind.file", &[("number", &name)]);
        let names_format =
            |path: &&PathBuf| Format::of(path).is_some() || FileKind::of_ending(path).is_some();
        let path = Some(&file.path).filter(names_format);
        match path.and_then(|path| path.extension()?.to_str()) {
            Some(ending) => format!("{name}.{ending}"),
            None => name,
        }
    });
    files
}

/// Counters that give documents their numbers.
#[derive(Clone)]
struct Numbers {
    language: Language,
    digits: usize,
    own: usize,
    members: usize,
    /// Numbers given so far, by the documents' names.
    given: HashMap<String, String>,
}

impl Numbers {
    fn of(check: Report<'_>) -> Self {
        Self {
            language: check.language,
            digits: check.result.documents.len().to_string().len().max(DIGITS),
            own: 0,
            members: 0,
            given: HashMap::new(),
        }
    }

    /// Returns a document whose name and path are replaced by the next number; its content stays.
    fn numbered(&mut self, document: &Document) -> Document {
        let (count, key) = match document.origin {
            Origin::Checked => (&mut self.own, "blind.document"),
            Origin::Library => (&mut self.members, "blind.library"),
        };
        *count += 1;
        let digits = self.digits;
        let number = format!("{count:0digits$}");
        let name = self.language.fill(key, &[("number", &number)]);
        let name = match document.origin {
            Origin::Checked => name,
            Origin::Library => format!("{LIBRARY_PREFIX}{name}"),
        };
        self.renamed(document, name)
    }

    /// Returns a document under another name, without anything else that tells whose it is; its content stays.
    fn renamed(&mut self, document: &Document, name: String) -> Document {
        self.given.insert(document.name.clone(), name.clone());
        let mut document = document.clone();
        document.path = name.clone().into();
        document.name = name;
        document.kept_submission = None;
        document
    }

    /// Returns the number of a document by its name, or neutral words if it has no number.
    fn number_of(&self, name: &str) -> String {
        let given = self.given.get(name).cloned();
        given.unwrap_or_else(|| self.language.text("blind.name"))
    }

    /// Returns the number of a library document by its name in the library, or neutral words if it has no number.
    fn number_of_member(&self, name: &str) -> String {
        let number = self.number_of(&format!("{LIBRARY_PREFIX}{name}"));
        number.trim_start_matches(LIBRARY_PREFIX).to_owned()
    }
}

/// Removes the names from the leads of a check whose documents already have numbers.
fn without_names(
    check: Report<'_>,
    leads: &PlacedLeads,
    names: &Names,
    numbers: &mut Numbers,
    store: Option<&Arc<TextStore>>,
) -> PlacedLeads {
    let members = leads.members.iter().map(|member| {
        let mut member = numbers.numbered(member);
        if let Some(Ok(content)) = &mut member.outcome
            && hide(content, names, check.language, store).is_err()
        {
            // A text that is lost names nobody; the reports say that it cannot be shown.
            member.outcome = None;
        }
        member
    });
    let members = members.collect();
    let mut leads = PlacedLeads {
        members,
        ..leads.clone()
    };
    for placed in &mut leads.list {
        for end in [&mut placed.lead.a, &mut placed.lead.b] {
            end.name = numbers.number_of(&end.name).into();
        }
        let note = placed
            .lead
            .word
            .as_mut()
            .and_then(|word| word.note.as_mut());
        if let Some(note) = note {
            *note = note_struck(note, names);
        }
    }
    for name in &mut leads.extent.unread {
        *name = numbers.number_of(name);
    }
    leads
}

/// Returns what a person wrote, such as a note, without the names of the check's persons and without contact details.
fn note_struck(note: &str, names: &Names) -> String {
    let mut struck: Vec<char> = names.struck(note, &Kept::default()).chars().collect();
    strike_contacts(&mut struck, &Kept::default());
    struck.into_iter().collect()
}

/// Removes the names of all persons of the check from the content of one document.
pub(crate) fn hide(
    content: &mut DocumentContent,
    names: &Names,
    language: Language,
    store: Option<&Arc<TextStore>>,
) -> std::io::Result<()> {
    let heads = (content.text.exclusions().iter())
        .filter(|exclusion| exclusion.reason == ExclusionReason::RunningHead);
    let mut blanked: Vec<((u64, u64), String)> = heads
        .map(|head| ((head.start, head.end), String::new()))
        .collect();
    for mark in &content.counted.marks {
        let notice = match mark.reason {
            MarkReason::Cover => language.text("blind.cover"),
            MarkReason::Declaration => language.text("blind.declaration"),
            MarkReason::Acknowledgements => language.text("blind.acknowledgements"),
            MarkReason::Notes => String::new(),
            _ => continue,
        };
        blanked.push(((mark.start.into(), mark.end.into()), notice));
    }
    names.strike_in(content, &Kept::default(), |text| {
        for (span, notice) in &blanked {
            blank(text, *span, notice);
        }
    })?;
    if let Some(store) = store {
        content.text = content.text.clone().stored(store);
    }
    let metadata = &mut content.metadata;
    for claim in [
        &mut metadata.title,
        &mut metadata.author,
        &mut metadata.last_editor,
        &mut metadata.company,
        // The page of a thesis in a collection names its author.
        &mut metadata.address,
    ] {
        *claim = None;
    }
    *content.record = BibliographicRecord::default();
    Ok(())
}

/// Returns the bibliographic records of all documents of a check, including those of leads and of earlier versions.
fn records(check: Report<'_>) -> impl Iterator<Item = &BibliographicRecord> {
    let members = check.result.leads.iter().flat_map(|leads| &leads.members);
    let recheck = check.result.recheck.iter();
    let earlier = recheck.flat_map(|recheck| recheck.earlier.result.documents.iter());
    let documents = check.result.documents.iter().chain(members).chain(earlier);
    documents.filter_map(|document| Some(&*document.content()?.record))
}

/// Replaces a span by spaces that keep its line breaks, with a notice at its beginning if there is room.
fn blank(text: &mut [char], (start, end): (u64, u64), notice: &str) {
    let place = |offset: u64| {
        usize::try_from(offset)
            .unwrap_or(usize::MAX)
            .min(text.len())
    };
    let (start, end) = (place(start), place(end.max(start)));
    let Some(span) = text.get_mut(start..end) else {
        return;
    };
    let notice: Vec<char> = notice.chars().collect();
    let fits = notice.len() <= span.len();
    for (at, c) in span.iter_mut().enumerate() {
        match notice.get(at).filter(|_| fits) {
            Some(&sign) => *c = sign,
            None if *c == '\n' || *c == '\r' => {}
            None => *c = ' ',
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lost_text_is_told_in_the_persons_language() {
        let lost = Unreadable {
            document: "甲.docx".to_owned(),
            source: std::io::ErrorKind::NotFound.into(),
        };
        let texts = [Language::English, Language::Chinese].map(|language| lost.text(language));
        assert!(texts.iter().all(|text| text.contains("甲.docx")));
        assert!(texts[1].contains("请重新检查"), "{texts:?}");
    }

    #[test]
    fn a_blanked_span_keeps_its_length_and_says_what_it_was() {
        let mut text: Vec<char> = "前文\n某某大学\n姓名：张三\n后文".chars().collect();
        let length = text.len();
        blank(&mut text, (3, 13), "[封面]");
        let shown: String = text.iter().collect();
        assert_eq!(text.len(), length);
        assert!(shown.starts_with("前文\n[封面]") && shown.ends_with("\n后文"));
        assert!(!shown.contains('张'));
        // A span without room for the notice is blank.
        let mut text = vec!['张'; 3];
        blank(&mut text, (0, 9), "[封面]");
        assert_eq!(text, [' '; 3]);
    }
}
