//! Theses of a check: which documents are versions or files of one thesis, which look like versions but contradict each other,
//! and which were handed in together.

use serde::{Deserialize, Serialize};

use super::parts::Parts;
use crate::{DocumentIndex, Verdict};

/// Thesis with two or more documents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thesis {
    /// Documents of the thesis, the newest first; at least two.
    pub versions: Vec<Version>,
    /// Strongest reason to treat the documents as one thesis.
    pub ground: Ground,
}

/// Document of a thesis that has several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version {
    /// Position of the document in the check's list.
    pub document: DocumentIndex,
    /// Newer document of the thesis with nearly the same text in another format; `None` if this document has a text of its own.
    pub same_text_as: Option<DocumentIndex>,
}

/// Reason to treat documents as versions of one thesis, the strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ground {
    /// A person marked the documents as versions of one thesis.
    Person,
    /// Both documents state the same student number, and nothing contradicts it.
    StudentNumber,
    /// Both documents state the same author and a similar title, and nothing contradicts it.
    NameAndTitle,
    /// Both files have the same name except for the extension, lie in one folder, and have nearly the same text.
    FileName,
}

impl Ground {
    /// Returns the name of the reason in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Person => "person",
            Self::StudentNumber => "student-number",
            Self::NameAndTitle => "name-and-title",
            Self::FileName => "file-name",
        }
    }
}

/// Two similar documents that look like versions of one thesis although a statement contradicts it. A person must decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Conflict {
    /// Position of the first document; below `b`.
    pub a: DocumentIndex,
    /// Position of the second document; above `a`.
    pub b: DocumentIndex,
    /// Statement that speaks against one thesis.
    pub contradiction: Contradiction,
}

/// Statement that speaks against two similar documents being versions of one thesis, the most serious first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Contradiction {
    /// The class list or a person assigned the documents to different students.
    OtherStudent,
    /// A file or folder name contains a student number other than the documents state.
    NumberInFileName,
    /// The documents share a student number or file name but state different authors, or one states none and several authors
    /// state the number.
    Author,
    /// A file or folder name contains another person's name, or the names tell two people, teams or places apart.
    NameInFileName,
    /// File or folder names contain different classes.
    Class,
    /// The author that is stored in the properties of one of the files is not the author of the two documents but that of another
    /// document of the check.
    Properties,
    /// The documents state the same author and a similar title but different student numbers.
    StudentNumber,
    /// A document could be a version of two theses that are not one.
    Ambiguous,
}

impl Contradiction {
    /// Returns the name used in JSON and in the keys of the interface's texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::OtherStudent => "other-student",
            Self::NumberInFileName => "number-in-file-name",
            Self::Author => "author",
            Self::NameInFileName => "name-in-file-name",
            Self::Class => "class",
            Self::Properties => "properties",
            Self::StudentNumber => "student-number",
            Self::Ambiguous => "ambiguous",
        }
    }
}

/// Theses of a check that have two or more documents, conflicts between similar documents, and submissions. A document in none
/// of the theses is a thesis by itself. The default has no theses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Theses {
    /// Theses of two or more documents, sorted by their first positions.
    all: Vec<Thesis>,
    /// Document and index of its thesis, sorted by document.
    of_document: Vec<(DocumentIndex, usize)>,
    /// Conflicts, sorted by positions, one for each pair.
    conflicts: Vec<Conflict>,
    /// Main document of the submission of each document; a document beyond the list is one of its own, with its versions.
    main: Vec<DocumentIndex>,
}

impl Theses {
    /// Theses of a check in which each document is a separate thesis.
    pub const NONE: Self = Self {
        all: Vec::new(),
        of_document: Vec::new(),
        conflicts: Vec::new(),
        main: Vec::new(),
    };

    /// Collects the theses and conflicts of a check. Theses of fewer than two documents are dropped. A document in two theses
    /// belongs to the first of them. Of several conflicts of one pair the most serious stays.
    #[must_use]
    pub fn new(theses: impl IntoIterator<Item = Thesis>, mut conflicts: Vec<Conflict>) -> Self {
        let mut theses: Vec<Thesis> = (theses.into_iter())
            .filter(|thesis| thesis.versions.len() > 1)
            .collect();
        theses.sort_by_key(|thesis| thesis.versions.iter().map(|v| v.document).min());
        let mut of_document: Vec<(DocumentIndex, usize)> = (theses.iter().enumerate())
            .flat_map(|(at, thesis)| thesis.versions.iter().map(move |v| (v.document, at)))
            .collect();
        of_document.sort_unstable();
        of_document.dedup_by_key(|&mut (document, _)| document);
        conflicts.sort_unstable();
        conflicts.dedup_by_key(|conflict| (conflict.a, conflict.b));
        Self {
            all: theses,
            of_document,
            conflicts,
            main: Vec::new(),
        }
    }

    /// Adds which documents were handed in together. `first` has, for each document, the first document of its submission.
    /// Versions of one thesis are one submission, whatever their files are called.
    #[must_use]
    pub fn with_submissions(mut self, first: &[DocumentIndex]) -> Self {
        let versions = self.of_document.last().map_or(0, |(last, _)| last.0 + 1);
        let documents = first.len().max(versions);
        let mut parts = Parts::new(documents);
        for (document, first) in first.iter().enumerate() {
            parts.join(document, first.0);
        }
        for thesis in &self.all {
            let newest = self.newest(thesis.versions[0].document);
            thesis.documents().for_each(|one| {
                parts.join(one.0, newest.0);
            });
        }
        let firsts = parts.firsts().into_iter().map(DocumentIndex);
        self.main = firsts.map(|first| self.newest(first)).collect();
        self
    }

    /// Returns the main document of the submission that a document belongs to: the newest version of its first document.
    #[must_use]
    pub fn main(&self, document: DocumentIndex) -> DocumentIndex {
        (self.main.get(document.0).copied()).unwrap_or_else(|| self.newest(document))
    }

    /// Returns whether a document is the main one of its submission.
    #[must_use]
    pub fn is_main(&self, document: DocumentIndex) -> bool {
        self.main(document) == document
    }

    /// Returns whether two different documents belong to one person or team, as one submission or as versions of one thesis.
    #[must_use]
    pub fn are_own(&self, a: DocumentIndex, b: DocumentIndex) -> bool {
        a != b && self.main(a) == self.main(b)
    }

    /// Returns the verdict on two documents of one submission, which is no finding: [`Verdict::Version`] for versions of one
    /// thesis, otherwise [`Verdict::Own`]. `None` if they belong to different submissions.
    #[must_use]
    pub fn own_verdict(&self, a: DocumentIndex, b: DocumentIndex) -> Option<Verdict> {
        match self.are_own(a, b) {
            true if self.are_one(a, b) => Some(Verdict::Version),
            true => Some(Verdict::Own),
            false => None,
        }
    }

    /// Returns the theses with two or more documents, sorted by their first documents in the check's list.
    #[must_use]
    pub fn all(&self) -> &[Thesis] {
        &self.all
    }

    /// Returns the pairs that look like versions but have a contradiction, sorted by positions.
    #[must_use]
    pub fn conflicts(&self) -> &[Conflict] {
        &self.conflicts
    }

    /// Returns the statement that contradicts treating two similar documents, given in either order, as versions; `None` without one.
    #[must_use]
    pub fn conflict(&self, a: DocumentIndex, b: DocumentIndex) -> Option<Contradiction> {
        let pair = (a.min(b), a.max(b));
        let at = (self.conflicts).binary_search_by_key(&pair, |conflict| (conflict.a, conflict.b));
        at.ok().map(|at| self.conflicts[at].contradiction)
    }

    /// Returns the thesis of a document; `None` if the document is the only one of its thesis.
    #[must_use]
    pub fn of(&self, document: DocumentIndex) -> Option<&Thesis> {
        Some(&self.all[self.index(document)?])
    }

    /// Returns whether two different documents are versions or files of one thesis.
    #[must_use]
    pub fn are_one(&self, a: DocumentIndex, b: DocumentIndex) -> bool {
        a != b && (self.index(a).zip(self.index(b))).is_some_and(|(of_a, of_b)| of_a == of_b)
    }

    /// Returns the newest document of the same thesis, which is the one that counts; `document` itself if it is the only one.
    #[must_use]
    pub fn newest(&self, document: DocumentIndex) -> DocumentIndex {
        let newest = self.of(document).and_then(|thesis| thesis.versions.first());
        newest.map_or(document, |version| version.document)
    }

    /// Returns whether a document is the newest of its thesis, or its only one.
    #[must_use]
    pub fn is_newest(&self, document: DocumentIndex) -> bool {
        self.newest(document) == document
    }

    fn index(&self, document: DocumentIndex) -> Option<usize> {
        let at = (self.of_document).binary_search_by_key(&document, |&(document, _)| document);
        at.ok().map(|at| self.of_document[at].1)
    }
}

impl Thesis {
    /// Returns the positions of the documents, the newest first.
    pub fn documents(&self) -> impl Iterator<Item = DocumentIndex> + '_ {
        self.versions.iter().map(|version| version.document)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::DocumentIndex as Doc;

    /// Makes theses of these documents, the newest of each first.
    pub(crate) fn theses(of: &[&[usize]]) -> Theses {
        let thesis = |documents: &&[usize]| Thesis {
            versions: (documents.iter())
                .map(|&document| Version {
                    document: Doc(document),
                    same_text_as: None,
                })
                .collect(),
            ground: Ground::StudentNumber,
        };
        Theses::new(of.iter().map(thesis), Vec::new())
    }

    #[test]
    fn a_document_finds_its_thesis_and_the_newest() {
        let theses = theses(&[&[4, 1, 7], &[2], &[5, 0]]);
        assert_eq!(theses.all().len(), 2);
        assert_eq!(
            [0, 1, 2, 4, 5, 7, 99].map(|d| theses.newest(Doc(d)).0),
            [5, 4, 2, 4, 5, 4, 99]
        );
        assert!(
            theses.are_one(Doc(7), Doc(1))
                && !theses.are_one(Doc(7), Doc(5))
                && !theses.are_one(Doc(2), Doc(2))
        );
        assert!(!theses.are_one(Doc(1), Doc(1)) && theses.of(Doc(2)).is_none());
        assert!(theses.is_newest(Doc(4)) && !theses.is_newest(Doc(1)) && theses.is_newest(Doc(3)));
    }

    #[test]
    fn a_conflict_is_found_in_either_order() {
        let conflict = |a, b, contradiction| Conflict {
            a,
            b,
            contradiction,
        };
        let conflicts = vec![
            conflict(Doc(3), Doc(5), Contradiction::Ambiguous),
            conflict(Doc(1), Doc(2), Contradiction::Author),
            conflict(Doc(3), Doc(5), Contradiction::Author),
        ];
        let theses = Theses::new([], conflicts);
        assert_eq!(theses.conflict(Doc(5), Doc(3)), Some(Contradiction::Author));
        assert_eq!(theses.conflict(Doc(1), Doc(2)), Some(Contradiction::Author));
        assert_eq!(theses.conflict(Doc(1), Doc(3)), None);
        assert_eq!(theses.conflicts().len(), 2);
    }
}
