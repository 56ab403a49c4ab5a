//! Evidence beyond prose that connects two documents: equal files, program code, measured values, tables, formulas, revision ids,
//! PDF ids, names, pictures. A person weighs it; it never changes a copied share of prose or its verdict.

#[cfg(test)]
mod decided_code;
mod files;
mod handed_out;
#[cfg(test)]
mod oracle;
mod people;
mod pictures;
mod references;
mod revision_ids;
#[cfg(test)]
pub(crate) mod sample;
mod specimens;
mod strength;
#[cfg(test)]
mod tests;
mod versions;

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Copies, Document, SharedTexts, Side};
use chachong_compare::{
    Choices, DecidedText, DocumentIndex, DocumentPair, EvidenceKind, GivenText, Span,
};
use chachong_import::Format;
use files::Files;
use handed_out::HandedOut;

pub(crate) use strength::strengths;

pub use references::SameReference;

pub use specimens::{
    AlikePlaces, DocumentSpecimens, SharedCode, SharedFormulas, SharedReadings, SharedSeries,
    SharedTables, SpecimenKey, member_keys, pairs_by_specimens, query_keys, try_specimens,
};
pub(crate) use specimens::{CodeText, begins_within, code_text};

/// Item about a pair, the smaller position first.
type Found = (DocumentPair, EvidenceItem);

/// Documents of two submissions, the submission of the earlier document first.
pub type DocumentsPair = (Vec<DocumentIndex>, Vec<DocumentIndex>);

/// Evidence beyond prose about the documents of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// Pairs of documents with evidence, sorted by the positions of both documents.
    pub pairs: Vec<PairEvidence>,
    /// Code that all documents of two submissions together share, by the documents of both that have code, ascending; a library document
    /// is a submission of its own. Only for submissions with several such documents of which a pair shares code.
    pub code_of_submissions: BTreeMap<DocumentsPair, EvidenceItem>,
    /// Parts of the code in [`Self::code_of_submissions`], by the two documents in which each part stands, the smaller position first. The
    /// shares of a part are those of all code of each submission; over all parts, they add up to the shares of the two submissions, except
    /// for rounding. Its score and its number of tokens are 0, and it has no comments.
    pub code_parts: BTreeMap<DocumentPair, SharedCode>,
    /// Code, data and formulas of each document; documents beyond the list have none.
    pub documents: Vec<DocumentSpecimens>,
    /// Amount of given code in the checked documents; `None` if none of them has 30 characters of it.
    pub given_code: Option<GivenText>,
    /// Code that 3 or more of the checked documents share, regardless of a person's decisions, heaviest first.
    pub shared_code: Arc<SharedTexts>,
}

/// Evidence beyond prose about a pair of documents: shared code, data, formulas, pictures and marks of their files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairEvidence {
    /// Position of the first document in the check.
    pub a: DocumentIndex,
    /// Position of the second document, greater than `a`.
    pub b: DocumentIndex,
    /// Items of evidence, at least one, in the order of the variants of [`EvidenceItem`].
    pub items: Vec<EvidenceItem>,
}

/// Evidence of one sort: something that two files have in common and few others have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EvidenceItem {
    /// Both files are equal, byte for byte.
    SameFile,
    /// Both documents contain the same program code, which was not handed out.
    Code(SharedCode),
    /// Both documents contain the same measured values, more than chance explains.
    Readings(SharedReadings),
    /// Tables of both documents have the same contents, apart from shared measured values.
    Tables(SharedTables),
    /// Both documents contain the same chain of formulas, longer than chance explains.
    Formulas(SharedFormulas),
    /// Both files contain revision ids of Word that few documents of the check have.
    RevisionIds {
        /// Number of revision ids that both files contain and few documents of the check have.
        shared: usize,
        /// Document whose ids all occur in the other document, which has further ids and therefore grew from it; `None` if this
        /// holds for neither.
        earlier: Option<Side>,
    },
    /// Both PDFs have the same permanent document id (the first part of the `ID` entry), so they are versions of one file.
    PdfId {
        /// Document that was not changed after it was created, while the other one was; `None` if this holds for neither.
        earlier: Option<Side>,
    },
    /// Both files contain equal or similar pictures that few documents of the check have. Each element is a picture of the first file
    /// with its counterpart in the second.
    Pictures(Vec<AlikePictures>),
    /// Both reference lists have entries with the same errors or oddities that few documents of the check have.
    References(Vec<SameReference>),
    /// One file was last saved under the name that the other file states as its author.
    EditedByOther {
        /// Document that the other document's author saved.
        edited: Side,
        /// Name of that person, as spelled in the edited file.
        name: String,
    },
    /// Both files were last saved under the same name, which neither of them states as its author.
    SameEditor {
        /// Name of that person, as spelled in the first file.
        name: String,
    },
    /// Both files state the same author.
    SameAuthor {
        /// Name of the author, as spelled in the first file.
        name: String,
    },
}

/// Two equal or similar pictures, one from each document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AlikePictures {
    /// Index in the first document's list of pictures.
    pub a: usize,
    /// Index in the second document's list of pictures.
    pub b: usize,
    /// Number of bits, 0..=8, in which their perceptual hashes differ; `None` if the stored bytes are equal.
    pub distance: Option<u32>,
}

impl EvidenceItem {
    /// Returns the kind of the item. `None` for a shared name or reference entry: these are only hints, and two documents that share
    /// nothing else are no finding.
    #[must_use]
    pub const fn kind(&self) -> Option<EvidenceKind> {
        match self {
            Self::Code(_) => Some(EvidenceKind::Code),
            Self::Readings(_) => Some(EvidenceKind::Data),
            Self::Tables(_) => Some(EvidenceKind::Tables),
            Self::Formulas(_) => Some(EvidenceKind::Formulas),
            Self::SameFile | Self::RevisionIds { .. } | Self::PdfId { .. } | Self::Pictures(_) => {
                Some(EvidenceKind::Files)
            }
            Self::References(_)
            | Self::EditedByOther { .. }
            | Self::SameEditor { .. }
            | Self::SameAuthor { .. } => None,
        }
    }

    /// Returns whether the item is about the documents' contents rather than their files.
    #[must_use]
    pub fn is_of_content(&self) -> bool {
        self.kind().is_some_and(|kind| kind != EvidenceKind::Files)
    }

    /// Returns the name of a person that the item states; `None` if it states none.
    pub const fn person_mut(&mut self) -> Option<&mut String> {
        match self {
            Self::EditedByOther { name, .. }
            | Self::SameEditor { name }
            | Self::SameAuthor { name } => Some(name),
            Self::SameFile
            | Self::Code(_)
            | Self::Readings(_)
            | Self::Tables(_)
            | Self::Formulas(_)
            | Self::RevisionIds { .. }
            | Self::PdfId { .. }
            | Self::Pictures(_)
            | Self::References(_) => None,
        }
    }

    /// Returns the item's name in kebab-case.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::SameFile => "same-file",
            Self::Code(_) => "code",
            Self::Readings(_) => "readings",
            Self::Tables(_) => "tables",
            Self::Formulas(_) => "formulas",
            Self::RevisionIds { .. } => "revision-ids",
            Self::PdfId { .. } => "pdf-id",
            Self::Pictures(_) => "pictures",
            Self::References(_) => "references",
            Self::EditedByOther { .. } => "edited-by-other",
            Self::SameEditor { .. } => "same-editor",
            Self::SameAuthor { .. } => "same-author",
        }
    }
}

/// Finds all pairs of documents with evidence beyond prose. What many documents have (a school's template, a logo, a supervisor's
/// name) is no evidence, nor is a file that was handed out, and two library documents are never a pair.
///
/// `copies` tell how many pairs were compared and which templates were handed out; `None` if texts were not compared. `first`
/// holds the first document of each document's submission: documents of one submission count once. `choices` hold a person's
/// decisions about code that was handed out or that counts.
#[must_use]
pub fn find_evidence(
    documents: &[Document],
    copies: Option<&Copies>,
    first: &[DocumentIndex],
    choices: &Choices,
) -> Evidence {
    let files = Files::of(documents);
    let handed_out = HandedOut::of(documents, &files, copies, first);
    // In the order in which a pair lists its items.
    let (mut found, handed_out) = versions::same_file(&files, &handed_out);
    let (of_content, mut evidence) =
        specimens::shared(documents, (&files, &handed_out), copies, first, choices);
    // A program that was handed out; a report with a listing that was handed out is its author's all the same.
    let is_program = |position: DocumentIndex| documents[position].format == Some(Format::Source);
    found.retain(|((a, _), _)| !(evidence.documents[*a].only_given && is_program(*a)));
    found.extend(of_content);
    found.extend(revision_ids::shared(&files));
    found.extend(versions::pdf_ids(&files));
    found.extend(pictures::alike(&files));
    found.extend(people::named(&files));
    found.retain(|&((a, b), _)| {
        let are_handed_out = handed_out.contains(&a) && handed_out.contains(&b);
        files.are_compared(a, b) && !are_handed_out
    });
    found.sort_by_key(|&(pair, _)| pair);
    let of_pair = |items: &[Found]| {
        let ((a, b), first) = &items[0];
        let items = match first {
            // Equal files have everything in common; how much of it is code or data is told all the same.
            EvidenceItem::SameFile => (items.iter())
                .map(|(_, item)| item)
                .filter(|item| matches!(item, EvidenceItem::SameFile) || item.is_of_content())
                .cloned()
                .collect(),
            _ => items.iter().map(|(_, item)| item.clone()).collect(),
        };
        PairEvidence {
            a: *a,
            b: *b,
            items,
        }
    };
    evidence.pairs = found.chunk_by(|x, y| x.0 == y.0).map(of_pair).collect();
    evidence
}

impl Evidence {
    /// Returns a person's decisions about shared texts that may be about code: those with a place in a document that has code. They are
    /// in the order of [`Choices::decided_texts`].
    pub fn decided_code<'c>(&self, choices: &'c Choices) -> impl Iterator<Item = &'c DecidedText> {
        choices.decided_texts().filter(move |text| {
            let mut places = text.places().iter();
            places.any(|&(document, _)| self.has_code_in(document))
        })
    }

    /// Returns whether a document has code.
    #[must_use]
    pub fn has_code_in(&self, document: DocumentIndex) -> bool {
        (self.documents.get(document.0)).is_some_and(|of| of.has_code)
    }

    /// Returns the evidence that connects two documents, given in either order; empty if there is none.
    #[must_use]
    pub fn of(&self, a: DocumentIndex, b: DocumentIndex) -> &[EvidenceItem] {
        let pair = (a.min(b), a.max(b));
        let found = (self.pairs).binary_search_by_key(&pair, |known| (known.a, known.b));
        found.map_or(&[][..], |at| &self.pairs[at].items)
    }

    /// Returns the code that two documents, given in either order, share; `None` if they share none that counts.
    #[must_use]
    pub fn code(&self, a: DocumentIndex, b: DocumentIndex) -> Option<&SharedCode> {
        self.of(a, b).iter().find_map(|item| match item {
            EvidenceItem::Code(code) => Some(code),
            _ => None,
        })
    }

    /// Returns the part of the code of two submissions that two of their documents share; `None` if they share none. The documents may be
    /// given in either order: the first side of each place is in the one with the smaller position.
    #[must_use]
    pub fn code_part(&self, a: DocumentIndex, b: DocumentIndex) -> Option<&SharedCode> {
        self.code_parts.get(&(a.min(b), a.max(b)))
    }

    /// Returns the code that two documents share, to show its places: that of [`Self::code`], otherwise that of [`Self::code_part`]. `None`
    /// if there is neither. The documents may be given in either order.
    #[must_use]
    pub fn code_places(&self, a: DocumentIndex, b: DocumentIndex) -> Option<&SharedCode> {
        self.code(a, b).or_else(|| self.code_part(a, b))
    }

    /// Returns where a document has given code ([`DocumentSpecimens::given`]), ascending.
    #[must_use]
    pub fn given_in(&self, document: DocumentIndex) -> &[Span] {
        (self.documents.get(document.0)).map_or(&[], |of| &of.given)
    }
}
