//! Blind reports: documents under numbers, without the names of persons and files, so that whoever judges a case does
//! not know whose it is. The texts keep their length, so that passages stay where they are; the cover, the declaration
//! and the acknowledgements are blanked and say so.

use std::collections::HashMap;
use std::sync::Arc;

use super::{Check, ReportOptions};
use crate::check::{
    BibliographicRecord, Certainty, Document, EvidenceItem, KeptText, LIBRARY_PREFIX, Origin,
    PairEvidence, PlacedLeads, Reading, Stated, TextStore,
};
use crate::i18n::Language;
use crate::import::{Extracted, Metadata};
use crate::text::{ExclusionReason, MarkReason};

/// Minimum number of digits of a document's number.
const DIGITS: usize = 3;
/// Sign in the place of each character of a name in the text.
const HIDDEN: char = '×';

/// Documents, evidence and leads of a check without names.
pub(crate) struct Blinded {
    documents: Vec<Document>,
    evidence: Vec<PairEvidence>,
    leads: Option<PlacedLeads>,
}

/// Error of a kept text that cannot be read again, with the number of the document.
#[derive(Debug)]
pub(crate) struct Unreadable {
    pub(crate) document: String,
    pub(crate) source: std::io::Error,
}

impl Blinded {
    /// Takes the names out of a check. Numbers follow the order of the documents, so that the list of the check tells
    /// who is who.
    pub(crate) fn of(check: Check<'_>) -> Result<Self, Unreadable> {
        // Without room for a temporary file the texts stay in memory.
        let store = TextStore::new().ok().map(Arc::new);
        let mut numbers = Numbers::of(check);
        let mut documents = Vec::with_capacity(check.documents.len());
        for document in check.documents {
            let mut document = numbers.numbered(document);
            if let Some(Ok(reading)) = &mut document.outcome {
                let source = hide(reading, check.language, store.as_ref());
                source.map_err(|source| Unreadable {
                    document: document.name.clone(),
                    source,
                })?;
            }
            documents.push(document);
        }
        let mut evidence = check.evidence.to_vec();
        for item in evidence.iter_mut().flat_map(|pair| &mut pair.items) {
            match item {
                EvidenceItem::EditedByOther { name, .. }
                | EvidenceItem::SameEditor { name }
                | EvidenceItem::SameAuthor { name } => *name = check.language.text("blind.name"),
                EvidenceItem::SameFile
                | EvidenceItem::RevisionIds { .. }
                | EvidenceItem::PdfId { .. }
                | EvidenceItem::Pictures(_) => {}
            }
        }
        let leads =
            (check.leads).map(|leads| without_names(check, leads, &mut numbers, store.as_ref()));
        Ok(Self {
            documents,
            evidence,
            leads,
        })
    }

    /// Returns the check with these documents, of which all reports are blind.
    pub(crate) fn check<'a>(&'a self, check: Check<'a>) -> Check<'a> {
        Check {
            documents: &self.documents,
            evidence: &self.evidence,
            leads: self.leads.as_ref(),
            options: ReportOptions {
                blind: false,
                ..check.options
            },
            ..check
        }
    }
}

/// Counters of documents, from which their numbers come.
struct Numbers {
    language: Language,
    digits: usize,
    own: usize,
    members: usize,
    /// Numbers of the documents so far, by their names.
    given: HashMap<String, String>,
}

impl Numbers {
    fn of(check: Check<'_>) -> Self {
        Self {
            language: check.language,
            digits: check.documents.len().to_string().len().max(DIGITS),
            own: 0,
            members: 0,
            given: HashMap::new(),
        }
    }

    /// Returns a document with the next number in the place of its name and path; what was read stays.
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
        self.given.insert(document.name.clone(), name.clone());
        let mut document = document.clone();
        document.path = name.clone().into();
        document.name = name;
        document
    }

    /// Returns the number of a document by its name; words that name nobody for one without a number.
    fn number_of(&self, name: &str) -> String {
        let given = self.given.get(name).cloned();
        given.unwrap_or_else(|| self.language.text("blind.name"))
    }
}

/// Takes the names out of the leads of a check, whose documents have their numbers already.
fn without_names(
    check: Check<'_>,
    leads: &PlacedLeads,
    numbers: &mut Numbers,
    store: Option<&Arc<TextStore>>,
) -> PlacedLeads {
    let members = leads.members.iter().map(|member| {
        let mut member = numbers.numbered(member);
        if let Some(Ok(reading)) = &mut member.outcome
            && hide(reading, check.language, store).is_err()
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
    }
    for name in &mut leads.extent.unread {
        *name = numbers.number_of(name);
    }
    leads
}

/// Takes the names out of what was read of one document.
fn hide(
    reading: &mut Reading,
    language: Language,
    store: Option<&Arc<TextStore>>,
) -> std::io::Result<()> {
    let mut text: Vec<char> = reading.text.text()?.chars().collect();
    let exclusions = reading.text.exclusions().to_vec();
    for exclusion in &exclusions {
        if exclusion.reason == ExclusionReason::RunningHead {
            blank(&mut text, (exclusion.start, exclusion.end), "");
        }
    }
    for mark in &reading.counted.marks {
        let key = match mark.reason {
            MarkReason::Cover => "blind.cover",
            MarkReason::Declaration => "blind.declaration",
            MarkReason::Acknowledgements => "blind.acknowledgements",
            MarkReason::Notes => "",
            _ => continue,
        };
        let notice = if key.is_empty() {
            String::new()
        } else {
            language.text(key)
        };
        blank(
            &mut text,
            (u64::from(mark.start), u64::from(mark.end)),
            &notice,
        );
    }
    for name in names(reading) {
        strike(&mut text, &name);
    }
    let extracted = Extracted {
        text: text.into_iter().collect(),
        breaks: reading.text.breaks(),
        pages: Vec::new(),
        exclusions,
        encoding: None,
        reader: None,
        metadata: Metadata::default(),
        warnings: Vec::new(),
        recognised: None,
        layer: None,
    };
    reading.text = KeptText::new(&extracted);
    if let Some(store) = store {
        reading.text = reading.text.clone().stored(store);
    }
    let metadata = &mut reading.metadata;
    for claim in [
        &mut metadata.title,
        &mut metadata.author,
        &mut metadata.last_editor,
        &mut metadata.company,
    ] {
        *claim = None;
    }
    *reading.record = BibliographicRecord::default();
    Ok(())
}

/// Returns the names of the author and the supervisors and the student number, unless they are guesses.
fn names(reading: &Reading) -> Vec<String> {
    let record = &reading.record;
    let stated = [&record.author, &record.supervisor, &record.student_number];
    let trusted = |stated: &&Stated| stated.certainty > Certainty::Guess;
    let values = stated.into_iter().flatten().filter(trusted);
    let names = values.flat_map(|stated| stated.value.split(['、', ',']));
    names
        .map(|name| name.trim().to_owned())
        .filter(|name| name.chars().count() >= 2)
        .collect()
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

/// Replaces each occurrence of a name, sign by sign.
fn strike(text: &mut [char], name: &str) {
    let name: Vec<char> = name.chars().collect();
    let mut at = 0;
    while at + name.len() <= text.len() {
        if text.get(at..at + name.len()) == Some(&name[..]) {
            text[at..at + name.len()].fill(HIDDEN);
            at += name.len();
        } else {
            at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn names_are_struck_out_sign_by_sign() {
        let mut text: Vec<char> = "张三与张三丰".chars().collect();
        strike(&mut text, "张三");
        assert_eq!(text.iter().collect::<String>(), "××与××丰");
    }
}
