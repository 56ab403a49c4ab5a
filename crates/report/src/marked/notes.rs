//! Notes on marked copies for a person: which documents have no copy and why, and which passages are not marked.

use chachong_import::{AnnotatedPassage, AnnotationCause};
use chachong_messages::Language;

/// Maximum number of documents that one note names.
const MOST_NAMES: usize = 5;

/// Note on the marked copy of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CopyNote {
    /// There is no copy, because the format cannot be marked.
    OtherFormat {
        /// Name of the document.
        name: String,
    },
    /// There is no copy for another reason.
    NotMade {
        /// Name of the document.
        name: String,
        /// Reason.
        cause: AnnotationCause,
    },
    /// Some characters of passages are not marked.
    Missing {
        /// Name of the document.
        name: String,
        /// Number of the characters.
        characters: u64,
        /// Number of passages that are not marked at all.
        passages: usize,
    },
    /// Remarks on passages in notes and text boxes are placed where these are referred to.
    Beside {
        /// Name of the document.
        name: String,
        /// Number of the passages.
        passages: usize,
    },
    /// Only the most important passages are marked.
    Most {
        /// Name of the document.
        name: String,
        /// Number of passages that are marked.
        marked: usize,
        /// Number of all passages.
        all: usize,
    },
}

impl CopyNote {
    /// Returns the notes on a copy. `passages` states for each passage how much of it is marked.
    pub(super) fn of_copy(name: &str, passages: &[AnnotatedPassage]) -> Vec<Self> {
        let characters: u64 = passages.iter().map(|passage| passage.missing()).sum();
        let without = passages
            .iter()
            .filter(|passage| !passage.is_placed())
            .count();
        let beside = passages.iter().filter(|passage| passage.beside > 0).count();
        let missing = (characters > 0).then(|| Self::Missing {
            name: name.to_owned(),
            characters,
            passages: without,
        });
        let beside = (beside > 0).then(|| Self::Beside {
            name: name.to_owned(),
            passages: beside,
        });
        missing.into_iter().chain(beside).collect()
    }

    /// Returns whether there is no copy because the document's file is gone or has changed since the check.
    pub(crate) const fn lacks_original(&self) -> bool {
        use AnnotationCause::{Changed, OtherText, Unread};
        matches!(
            self,
            Self::NotMade {
                cause: Unread(_) | Changed | OtherText,
                ..
            }
        )
    }

    fn text(&self, language: Language) -> String {
        match self {
            Self::OtherFormat { name } => {
                language.fill("marked.other-format", &[("names", name), ("count", &1)])
            }
            Self::NotMade { name, cause } => {
                let cause = reason(cause, language);
                language.fill("marked.not-made", &[("name", name), ("reason", &cause)])
            }
            Self::Missing {
                name,
                characters,
                passages,
            } => language.fill(
                "marked.missing",
                &[
                    ("name", name),
                    ("characters", characters),
                    ("passages", passages),
                ],
            ),
            Self::Beside { name, passages } => {
                language.fill("marked.beside", &[("name", name), ("count", passages)])
            }
            Self::Most { name, marked, all } => language.fill(
                "marked.most",
                &[("name", name), ("marked", marked), ("all", all)],
            ),
        }
    }
}

/// Returns the notes in words; documents in other formats share one.
pub(crate) fn texts(notes: &[CopyNote], language: Language) -> Vec<String> {
    let others = notes.iter().filter_map(|note| match note {
        CopyNote::OtherFormat { name } => Some(name.as_str()),
        _ => None,
    });
    let others: Vec<&str> = others.collect();
    let of_others = (!others.is_empty()).then(|| {
        let mut names =
            others[..others.len().min(MOST_NAMES)].join(&language.text("punctuation.comma"));
        if others.len() > MOST_NAMES {
            names.push('…');
        }
        let values: [(&str, &dyn std::fmt::Display); 2] =
            [("names", &names), ("count", &others.len())];
        language.fill("marked.other-format", &values)
    });
    let single = notes
        .iter()
        .filter(|note| !matches!(note, CopyNote::OtherFormat { .. }));
    (single.map(|note| note.text(language)))
        .chain(of_others)
        .collect()
}

/// Returns the reason why there is no copy, with the remedy.
fn reason(cause: &AnnotationCause, language: Language) -> String {
    let key = match cause {
        AnnotationCause::Unread(cause) => {
            return format!(
                "{}{}{}",
                language.reason(cause),
                language.text("punctuation.semicolon"),
                language.remedy(cause)
            );
        }
        AnnotationCause::Damaged { detail } => {
            return language.fill("marked.damaged", &[("detail", detail)]);
        }
        AnnotationCause::Changed => "marked.changed",
        AnnotationCause::OtherFormat => "marked.other-content",
        AnnotationCause::Encrypted => "marked.encrypted",
        AnnotationCause::Signed => "marked.signed",
        AnnotationCause::OtherText => "marked.other-text",
        AnnotationCause::NothingPlaced => "marked.nothing-placed",
        AnnotationCause::Cancelled => "marked.cancelled",
    };
    language.text(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_missing_is_said() {
        let passage = |characters, marked, beside| AnnotatedPassage {
            characters,
            marked,
            beside,
        };
        assert_eq!(CopyNote::of_copy("a", &[passage(9, 9, 0)]), []);
        let notes = CopyNote::of_copy("a", &[passage(9, 0, 0), passage(9, 4, 3)]);
        let name = || "a".to_owned();
        let missing = CopyNote::Missing {
            name: name(),
            characters: 11,
            passages: 1,
        };
        let beside = CopyNote::Beside {
            name: name(),
            passages: 1,
        };
        assert_eq!(notes, [missing, beside]);
    }

    #[test]
    fn documents_in_other_formats_share_a_note() {
        let notes: Vec<CopyNote> = (0..7)
            .map(|number| CopyNote::OtherFormat {
                name: format!("n{number}"),
            })
            .collect();
        let texts = texts(&notes, Language::English);
        assert_eq!(texts.len(), 1);
        assert!(
            texts[0].contains('7') && texts[0].contains("n4…"),
            "{texts:?}"
        );
    }
}
