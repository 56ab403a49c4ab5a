//! Texts about warnings on the text of a document.

use super::{Language, page_ranges, percent};
use chachong_import::{Places, Warning};

impl Language {
    /// Returns the text of a warning about a document, with what a person can do. Pages without text are stated as a
    /// part of all pages. `of` is the document's number of pages; 0 if unknown.
    #[must_use]
    pub fn warning_of(self, warning: &Warning, of: usize) -> String {
        match warning {
            Warning::NoTextLayer if of > 0 => self.fill("lower-estimate.scan", &[("all", &of)]),
            Warning::PagesWithoutText { pages } if of >= pages.len() => {
                let key = match pages[..] {
                    [_] => "lower-estimate.picture",
                    _ => "lower-estimate.pictures",
                };
                let (count, list) = (pages.len(), page_ranges(pages));
                self.fill(key, &[("count", &count), ("all", &of), ("pages", &list)])
            }
            warning => self.warning(warning),
        }
    }

    /// Returns the text of a warning, with what a person can do. If the number of pages is known, prefer
    /// [`Self::warning_of`].
    #[must_use]
    pub fn warning(self, warning: &Warning) -> String {
        let per_cent = |count: u64, of: u64| percent(count as f64 / of.max(1) as f64);
        let at_pages = |key: &str, pages: &[u32]| {
            let list = listed(pages);
            self.fill(key, &[("count", &pages.len()), ("pages", &list)])
        };
        let at_places = |key: &str, places: &Places| self.fill(key, &[("count", &places.count)]);
        match warning {
            Warning::EncodingGuessed { encoding } => {
                self.fill("warning.encoding-guessed", &[("encoding", encoding)])
            }
            Warning::UnreadableCharacters { count, of } => self.fill(
                "warning.unreadable-characters",
                &[("count", count), ("share", &per_cent(*count, *of))],
            ),
            Warning::Garbled { percent } => self.fill("warning.garbled", &[("share", percent)]),
            Warning::CutOff => self.text("warning.cut-off"),
            Warning::NoText => self.text("warning.no-text"),
            Warning::NoTextLayer => self.text("warning.no-text-layer"),
            Warning::PagesWithoutText { pages } => at_pages("warning.pages-without-text", pages),
            Warning::UnreadPages { pages } => at_pages("warning.unread-pages", pages),
            Warning::UnreadPictures { count } => {
                self.fill("warning.unread-pictures", &[("count", count)])
            }
            Warning::PicturesLikePages { count } => {
                self.fill("warning.pictures-like-pages", &[("count", count)])
            }
            Warning::NotesLeftOut { count } => {
                self.fill("warning.notes-left-out", &[("count", count)])
            }
            Warning::HiddenText { places } => at_places("warning.hidden-text", places),
            Warning::InvisibleText { places } => at_places("warning.invisible-text", places),
            Warning::TextOutsidePage { places } => at_places("warning.text-outside-page", places),
            Warning::InvisibleCharacters { places } => {
                at_places("warning.invisible-characters", places)
            }
            Warning::MixedScripts { places } => at_places("warning.mixed-scripts", places),
            Warning::DisguisedCharacters { places } => {
                at_places("warning.disguised-characters", places)
            }
            Warning::PrivateUseCharacters { places } => {
                at_places("warning.private-use-characters", places)
            }
            Warning::OtherFiles { names } => {
                self.fill("warning.other-files", &[("names", &listed(names))])
            }
            Warning::EmbeddedFiles { names } => {
                self.fill("warning.embedded-files", &[("names", &listed(names))])
            }
            Warning::UndecidedText { places } => at_places("warning.undecided-text", places),
            Warning::TooFewTerms | Warning::FewWords => self.text("warning.few-words"),
            Warning::RecognisedText { pages } => at_pages("warning.recognised-text", pages),
            Warning::RecognisedPages { pages, doubtful } => {
                let (count, list) = (pages.len(), page_ranges(pages));
                let values: [(&str, &dyn std::fmt::Display); 2] =
                    [("count", &count), ("pages", &list)];
                let told = self.fill("warning.recognised-pages", &values);
                told + &self.doubtful(doubtful)
            }
            Warning::RecognisedPictures { count, doubtful } => {
                let told = self.fill("warning.recognised-pictures", &[("count", count)]);
                told + &self.doubtful(doubtful)
            }
            Warning::ShownDifferently { pages, compared } => {
                let (count, list) = (pages.len(), page_ranges(pages));
                let values: [(&str, &dyn std::fmt::Display); 3] =
                    [("count", &count), ("pages", &list), ("compared", compared)];
                self.fill("warning.shown-differently", &values)
            }
        }
    }

    /// Returns how much of what was recognised is uncertain, as the end of a warning; empty where nothing is.
    fn doubtful(self, places: &Places) -> String {
        if places.is_empty() {
            return String::new();
        }
        self.fill("warning.recognised-doubtful", &[("count", &places.count)])
    }
}

/// Joins the first 12 names or numbers of a list, for a sentence.
pub(super) fn listed(all: &[impl ToString]) -> String {
    let first = all.iter().take(12).map(ToString::to_string);
    let first = first.collect::<Vec<_>>().join(", ");
    if all.len() > 12 {
        first + " …"
    } else {
        first
    }
}
