//! Origins of a document's copied text: "outside" is the documents of libraries, "inside" the other documents of the check. Also
//! finds how much of the text that two checked documents share stands in a library document.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{CheckResult, Copies, Document};
use chachong_compare::{ClassShares, Copied, DocumentIndex, Shares};
use chachong_library::Origin;

/// Copied shares of a checked document by the origin of its sources. A character that occurs outside and inside counts in both
/// classes, so `outside` plus `inside` minus `both` is the total copied share.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origins {
    /// Share of text that library documents have, all libraries together.
    pub outside: ClassShares,
    /// Share of text that other documents of the check have.
    pub inside: ClassShares,
    /// Share of text that both library documents and other documents of the check have, counted like [`ClassShares::net`].
    pub both: Copied,
    /// Share of text that the same student handed in earlier; that work is not a source. Zeros if there is none.
    pub own_earlier: ClassShares,
    /// Share of text that sources or the student's own earlier work have.
    pub with_own: ClassShares,
    /// Shares of the libraries with at least one source, most text first. They may overlap: two libraries may have the same text.
    /// A member of the check's own library counts as outside too.
    pub libraries: Vec<LibraryShare>,
}

/// Copied share of a document with the documents of one library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibraryShare {
    /// Name of the library; `None` for documents of a saved check that does not state it.
    pub name: Option<Arc<str>>,
    /// Share of text that documents of this library have.
    pub shares: ClassShares,
}

/// Text of a document or submission that the same student handed in earlier, which is no copy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OwnEarlier {
    /// Share of text that the student handed in earlier.
    pub alone: Copied,
    /// Share of text that the student handed in earlier or that is copied.
    pub with: Copied,
    /// Number of earlier documents with text in `alone`; for a submission of several files, the sum over its files.
    pub documents: u32,
}

impl Origins {
    /// Returns the text that the same student handed in earlier; `None` if there is none.
    #[must_use]
    pub fn own(&self) -> Option<OwnEarlier> {
        (self.own_earlier.net.characters > 0).then_some(OwnEarlier {
            alone: self.own_earlier.net,
            with: self.with_own.net,
            documents: self.own_earlier.sources,
        })
    }

    /// Returns the libraries whose text is part of the shown share, most text first; other libraries only have text that does not count.
    pub fn counting_libraries(&self) -> impl Iterator<Item = &LibraryShare> {
        let libraries = self.libraries.iter();
        libraries.filter(|library| library.shares.net.characters > 0)
    }

    /// Returns the shares of the document at `position` by origin, under the choices in `shares`. `None` if there is no such
    /// document, or if it is a library document: these are not compared with each other.
    #[must_use]
    pub fn of(
        documents: &[Document],
        copies: &Copies,
        shares: &Shares,
        position: DocumentIndex,
    ) -> Option<Self> {
        let document = documents.get(position.0)?;
        let total = shares.document(position)?;
        if document.origin == Origin::Library {
            return None;
        }
        let class = |is_of: &dyn Fn(&Document) -> bool| {
            let is_of = |other: DocumentIndex| documents.get(other.0).is_some_and(is_of);
            shares.of_class(position, &copies.counted, &copies.pairs, is_of)
        };
        let outside = class(&|other| other.origin == Origin::Library);
        let inside = class(&|other| other.origin == Origin::Checked);
        let of_library = |other: DocumentIndex| {
            let other = documents.get(other.0);
            other.is_some_and(|other| other.origin == Origin::Library)
        };
        let [own_earlier, with_own] =
            shares.with_own(position, &copies.counted, &copies.pairs, of_library);
        let [one, other] = [outside.net, inside.net];
        let together = total.net.characters;
        let both = Copied {
            characters: (one.characters + other.characters).saturating_sub(together),
            countable: one.countable,
        };
        let names: BTreeSet<Option<&Arc<str>>> = (total.sources.iter())
            .filter_map(|source| documents.get(source.document.0))
            .filter(|source| source.origin == Origin::Library)
            .map(|source| source.library.as_ref())
            .collect();
        let mut libraries: Vec<LibraryShare> = (names.into_iter())
            .map(|name| LibraryShare {
                name: name.cloned(),
                shares: class(&|other| {
                    other.origin == Origin::Library && other.library.as_ref() == name
                }),
            })
            .filter(|library| library.shares.gross.characters > 0)
            .collect();
        // A stable sort: equal ones stay in the order of their names.
        libraries.sort_by_key(|library| {
            let ClassShares { gross, .. } = library.shares;
            std::cmp::Reverse((library.shares.net.characters, gross.characters))
        });
        Some(Self {
            outside,
            inside,
            both,
            own_earlier,
            with_own,
            libraries,
        })
    }
}

impl CheckResult {
    /// Returns how much of these documents of one submission the same student handed in earlier; `None` if there is no such text.
    #[must_use]
    pub fn own_earlier(
        &self,
        documents: impl IntoIterator<Item = DocumentIndex>,
    ) -> Option<OwnEarlier> {
        if !self.has_outside() {
            return None;
        }
        let theses = self.theses();
        let of_library = |one: &DocumentIndex| self.documents[*one].origin == Origin::Library;
        let earlier: BTreeSet<DocumentIndex> = (self.positions().filter(of_library))
            .map(|document| theses.main(document))
            .collect();
        let has_earlier = |one: &DocumentIndex| earlier.contains(&theses.main(*one));
        let mut sum = OwnEarlier::default();
        for document in documents.into_iter().filter(has_earlier) {
            let Some(of) = self.origins(document) else {
                continue;
            };
            sum.alone += of.own_earlier.net;
            sum.with += of.with_own.net;
            sum.documents += of.own_earlier.sources;
        }
        (sum.alone.characters > 0).then_some(sum)
    }
}

/// Returns the number of checked documents, which stand first.
pub(crate) fn checked(documents: &[Document]) -> usize {
    documents.partition_point(|document| document.origin == Origin::Checked)
}
