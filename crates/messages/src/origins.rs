//! Texts about the origin of copied text: shares from outside, by library and among the documents of a check, and
//! outside sources that several documents used.

use super::figures::name_in_library;
use super::{Language, estimated, grouped, percent};
use chachong_check::{Document, LibraryShare, LowerEstimate, Origins, OwnEarlier};
use chachong_compare::{CommonSource, Copied, Explained};

impl Language {
    /// Describes on one line how much of a document also occurs in libraries, in other documents of the check, and in
    /// both. `total` is its displayed total copied share; `lower` is the reason why the shares are lower estimates, or
    /// `None` if they are not.
    #[must_use]
    pub fn origins(self, origins: &Origins, total: Copied, lower: Option<LowerEstimate>) -> String {
        let share = |copied: Copied| estimated(copied.share(), lower);
        let key = if origins.both.characters == 0 {
            "origins.line-apart"
        } else {
            "origins.line"
        };
        self.fill(
            key,
            &[
                ("outside", &share(origins.outside.net)),
                ("inside", &share(origins.inside.net)),
                ("both", &share(origins.both)),
                ("total", &share(total)),
            ],
        )
    }

    /// Describes the text that the same student handed in earlier, and the total copied share without and with this
    /// text. `total` is the total copied share without this text, as displayed; `lower` is as for [`Self::origins`].
    #[must_use]
    pub fn own_earlier(
        self,
        own: OwnEarlier,
        total: Copied,
        lower: Option<LowerEstimate>,
    ) -> String {
        self.fill(
            "origins.own-line",
            &[
                ("own", &percent(own.alone.share())),
                ("characters", &grouped(own.alone.characters.into())),
                ("documents", &own.documents),
                ("without", &estimated(total.share(), lower)),
                ("with", &estimated(own.with.share(), lower)),
            ],
        )
    }

    /// Returns a label with the share of a document's text that the same student handed in earlier.
    #[must_use]
    pub fn own_share(self, own: OwnEarlier) -> String {
        let share = percent(own.alone.share());
        format!("{} {share}", self.text("origins.own-earlier"))
    }

    /// Returns the name of a library, or the word "library" if its name is not known.
    #[must_use]
    pub fn library(self, name: Option<&str>) -> String {
        name.map_or_else(|| self.text("origins.library"), str::to_owned)
    }

    /// Describes on one line how much of a document also occurs in one library: share, characters, and number of
    /// library documents. `lower` is as for [`Self::origins`].
    #[must_use]
    pub fn library_share(self, library: &LibraryShare, lower: Option<LowerEstimate>) -> String {
        let shown = library.shares.net;
        self.fill(
            "origins.of-library",
            &[
                ("library", &self.library(library.name.as_deref())),
                ("share", &estimated(shown.share(), lower)),
                ("characters", &grouped(shown.characters.into())),
                ("documents", &library.shares.sources),
            ],
        )
    }

    /// Returns a phrase that names the library in which a document was found. `None` for a checked document, or if
    /// the library is unknown.
    #[must_use]
    pub fn found_in(self, document: &Document) -> Option<String> {
        let library = document.library.as_deref()?;
        Some(self.fill("origins.found-in", &[("library", &library)]))
    }

    /// Describes a library document that shares text with several checked documents, with its name and, if known, its
    /// web address. Also says if most of this text does not count. `of` is the number of all checked documents;
    /// `source` is the library document.
    #[must_use]
    pub fn common_source(self, common: &CommonSource, of: usize, source: &Document) -> String {
        let key = if common.counting * 2 < common.characters {
            "common-source.left-out"
        } else {
            "common-source.line"
        };
        let line = self.fill(
            key,
            &[
                ("documents", &common.documents.len()),
                ("of", &of),
                ("name", &name_in_library(source)),
                ("characters", &grouped(common.characters.into())),
            ],
        );
        let address = (source.content()).and_then(|content| content.metadata.address.as_deref());
        match address {
            Some(address) => format!("{line} {address}"),
            None => line,
        }
    }

    /// Describes in a sentence how much of the text that two documents share also occurs in `source`, a library
    /// document.
    #[must_use]
    pub fn explained(self, explained: Explained, source: &Document) -> String {
        let number = |number: u32| grouped(number.into());
        let share = f64::from(explained.characters) / f64::from(explained.of.max(1));
        self.fill(
            "common-source.pair",
            &[
                ("of", &number(explained.of)),
                ("characters", &number(explained.characters)),
                ("share", &percent(share)),
                ("name", &name_in_library(source)),
            ],
        )
    }
}
