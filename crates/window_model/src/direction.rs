//! Texts of the hints about which document came first.

use chachong_check::{Hint, Side};
use chachong_messages::Language;

/// Describes in a sentence a hint about which document of a pair came first. The sentence calls the documents A and B.
pub fn hint_text(hint: Hint, language: Language) -> String {
    let (side, count) = match hint {
        Hint::OfLibrary(side)
        | Hint::MadeEarlier(side)
        | Hint::ChangedEarlier(side)
        | Hint::SavedByAuthor(side)
        | Hint::EditedByOther(side)
        | Hint::Contains(side)
        | Hint::HandedInEarlier { side, .. } => (Some(side), 0),
        Hint::RevisionIds { shared, earlier } => (earlier, shared),
        Hint::PdfId { earlier } => (earlier, 0),
    };
    let platform = match hint {
        Hint::HandedInEarlier {
            platform: Some(platform),
            ..
        } => platform.product(),
        _ => "",
    };
    // These two hints may favour neither document.
    let suffix = match hint {
        Hint::RevisionIds { .. } | Hint::PdfId { .. } if side.is_some() => "-of-side",
        Hint::HandedInEarlier {
            platform: Some(_), ..
        } => "-on-platform",
        _ => "",
    };
    let (one, other) = match side {
        Some(Side::B) => ("B", "A"),
        _ => ("A", "B"),
    };
    language.fill(
        &format!("hint.{}{suffix}", hint.name()),
        &[
            ("side", &one),
            ("other", &other),
            ("count", &count),
            ("platform", &platform),
        ],
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_submission::Platform;

    #[test]
    fn every_hint_has_words_in_both_languages() {
        for (language, _) in Language::ALL {
            for side in [Side::A, Side::B] {
                for hint in [
                    Hint::OfLibrary(side),
                    Hint::MadeEarlier(side),
                    Hint::ChangedEarlier(side),
                    Hint::SavedByAuthor(side),
                    Hint::EditedByOther(side),
                    Hint::Contains(side),
                    Hint::PdfId {
                        earlier: Some(side),
                    },
                    Hint::PdfId { earlier: None },
                    Hint::HandedInEarlier {
                        side,
                        platform: None,
                    },
                    Hint::HandedInEarlier {
                        side,
                        platform: Some(Platform::Moodle),
                    },
                    Hint::RevisionIds {
                        shared: 14,
                        earlier: Some(side),
                    },
                    Hint::RevisionIds {
                        shared: 14,
                        earlier: None,
                    },
                ] {
                    let text = hint_text(hint, language);
                    assert!(!text.contains("hint.") && !text.contains("%{"), "{text}");
                }
            }
        }
    }
}
