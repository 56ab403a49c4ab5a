//! Languages of the interface, and the translated texts for everything that the engine reports. The texts are in
//! assets/locales and are built into the program; a test ensures that both languages have the same keys.
//!
//! ```
//! use chachong_messages::Language;
//!
//! assert_eq!(Language::from_code("zh_CN.UTF-8"), Some(Language::Chinese));
//! assert_eq!(Language::English.fill("library.heading", &[("count", &1)]), "Library: 1 document");
//! ```

mod attribution;
mod cases;
mod chance;
mod containment;
mod dates;
mod dumps;
mod errors;
mod figures;
mod findings;
mod origins;
mod passed_over;
mod recheck;
mod reference_lookup;
mod references;
mod specimens;
mod submissions;
mod warnings;
mod without_prose;

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use chachong_check::{CopyStep, LeadStep, LowerEstimate, Status};
use chachong_compare::{Base, GivenText, Reason};
use chachong_text::{ChapterKind, ExclusionReason};

pub use dates::{day, minute, minute_by_clock, minute_with_zone, utc_offset};
pub use figures::{
    copied_of, cosine, distance_range, document_name, estimated, grouped, has_sign, page_ranges,
    passage_sum, percent, picture_place, place, share_range, shown_share, whole_percent,
};

pub use references::SaidOfEntry;

/// Texts of one language by key.
type Texts = HashMap<String, String>;

/// Texts of assets/locales/zh-CN.json.
static CHINESE: LazyLock<Texts> =
    LazyLock::new(|| texts(include_str!("../../../assets/locales/zh-CN.json")));
/// Texts of assets/locales/en.json.
static ENGLISH: LazyLock<Texts> =
    LazyLock::new(|| texts(include_str!("../../../assets/locales/en.json")));

/// Parses a language's file. The files are built in, and a test reads them, so the empty default is never used.
fn texts(json: &str) -> Texts {
    serde_json::from_str(json).unwrap_or_default()
}

/// Language of the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Language {
    /// Simplified Chinese (简体中文).
    Chinese,
    /// English.
    English,
}

impl Language {
    /// All languages, each with its name in that language.
    pub const ALL: [(Self, &'static str); 2] =
        [(Self::Chinese, "中文"), (Self::English, "English")];

    /// Returns the language of the system's locale: Chinese for all variants of Chinese, and English for any other
    /// locale.
    #[must_use]
    pub fn of_system() -> Self {
        sys_locale::get_locale()
            .and_then(|locale| Self::from_code(&locale))
            .unwrap_or(Self::English)
    }

    /// Parses a locale code such as `zh`, `zh-CN`, `zh_TW.UTF-8`, `en` or `C` (English); `None` for another language.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        let code = code.to_ascii_lowercase();
        match code.split(['-', '_', '.']).next() {
            Some("zh") => Some(Self::Chinese),
            Some("en" | "c" | "posix") => Some(Self::English),
            _ => None,
        }
    }

    /// Returns the code of the language, such as `zh-CN`. It is also the name of the language's file in
    /// assets/locales.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Chinese => "zh-CN",
            Self::English => "en",
        }
    }

    /// Returns the text with the translation key `key`. If the language lacks it, returns the English text, or the key
    /// itself if English lacks it too.
    #[must_use]
    pub fn text(self, key: &str) -> String {
        let texts = match self {
            Self::Chinese => &CHINESE,
            Self::English => &ENGLISH,
        };
        let text = texts.get(key).or_else(|| ENGLISH.get(key));
        text.map_or_else(|| key.to_owned(), Clone::clone)
    }

    /// Returns the text of `key` with placeholders replaced by `values`, which are pairs of a name and a value.
    /// `%{name}` becomes the value. `%{name|page|pages}` becomes the value, a space, and the first word if the value is
    /// 1 or else the second. A placeholder without a value stays as it is, and placeholders within values are not
    /// replaced.
    #[must_use]
    pub fn fill(self, key: &str, values: &[(&str, &dyn std::fmt::Display)]) -> String {
        let text = self.text(key);
        let mut pieces = text.split("%{");
        let mut filled = pieces.next().unwrap_or_default().to_owned();
        for piece in pieces {
            let (place, after) = piece.split_once('}').unwrap_or((piece, ""));
            let mut parts = place.split('|');
            let name = parts.next().unwrap_or_default();
            if let Some((_, value)) = values.iter().find(|(known, _)| *known == name) {
                let value = value.to_string();
                let words = (parts.next(), parts.next());
                filled += &value;
                if let (Some(one), Some(many)) = words {
                    filled.push(' ');
                    filled += if value == "1" { one } else { many };
                }
            } else {
                filled += "%{";
                filled += place;
                filled.push('}');
            }
            filled += after;
        }
        filled
    }

    /// Returns a sentence that says why a share may be too low: some text was recognised in pictures and may have wrong
    /// characters.
    #[must_use]
    pub fn lower_estimate(self, lower: LowerEstimate) -> String {
        self.fill("lower-estimate.reason", &[("count", &lower.pages)])
    }

    /// Describes on one line the text that was recognised as part of the assignment. `is_left_out` tells whether this
    /// text does not count.
    #[must_use]
    pub fn given_text(self, given: GivenText, is_left_out: bool) -> String {
        self.given(
            if is_left_out {
                "given.left-out"
            } else {
                "given.counted"
            },
            given,
        )
    }

    /// Describes on one line the code that was recognised as handed out with the assignment.
    #[must_use]
    pub fn given_code(self, given: GivenText) -> String {
        self.given("given.code", given)
    }

    fn given(self, key: &str, given: GivenText) -> String {
        let characters = grouped(given.characters.into());
        let figures: [(&str, &dyn std::fmt::Display); 3] = [
            ("documents", &given.documents),
            ("of", &given.of),
            ("characters", &characters),
        ];
        self.fill(key, &figures)
    }

    /// Describes in a few words the current step of a search for passages.
    #[must_use]
    pub fn copy_step(self, step: CopyStep) -> String {
        self.text(match step {
            CopyStep::RefreshingLibrary => "copies.refreshing-library",
            CopyStep::CountingLibrary => "copies.counting-library",
            CopyStep::AskingLibrary => "copies.asking-library",
            CopyStep::Preparing => "copies.preparing",
            CopyStep::Searching => "copies.searching",
            CopyStep::Aligning => "copies.aligning",
            CopyStep::Judging => "copies.judging",
        })
    }

    /// Describes in a few words the current step of a search for rewritten passages.
    #[must_use]
    pub fn lead_step(self, step: LeadStep) -> String {
        self.text(match step {
            LeadStep::Loading => "leads.step-loading",
            LeadStep::Encoding => "leads.step-encoding",
            LeadStep::EncodingLibrary => "leads.step-encoding-library",
            LeadStep::Comparing => "leads.step-comparing",
            LeadStep::Weighing => "leads.step-weighing",
        })
    }

    /// Formats the number of leads expected by chance: `0.25`, or below 0.01 as `4e-3`.
    #[must_use]
    pub fn number_by_chance(self, number: f64) -> String {
        if number >= 0.01 {
            format!("{number:.2}")
        } else {
            format!("{number:.0e}")
        }
    }

    /// Returns the displayed name of a reason why text does not count.
    #[must_use]
    pub fn reason_left_out(self, reason: Reason) -> String {
        self.text(&format!("left-out.{}", reason.name()))
    }

    /// Returns the displayed name of a type of chapter.
    #[must_use]
    pub fn chapter_kind(self, kind: ChapterKind) -> String {
        self.text(&format!("chapter.{}", kind.name()))
    }

    /// Describes in a few words why a stretch of text is not compared.
    #[must_use]
    pub fn passed_over(self, reason: ExclusionReason) -> String {
        self.text(match reason {
            ExclusionReason::RunningHead => "text.running-head",
            ExclusionReason::Invisible => "text.invisible",
            ExclusionReason::Unsure => "text.unsure",
            ExclusionReason::Code => "text.code",
            ExclusionReason::Template => "text.template",
        })
    }

    /// Describes in a few words whether enough of a text counts for a meaningful share.
    #[must_use]
    pub fn base(self, base: Base) -> String {
        self.text(&format!("base.{}", base.name()))
    }

    /// Returns the displayed name of a status.
    #[must_use]
    pub fn status(self, status: Status) -> String {
        self.text(&format!("status.{}", status.name()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_import::{ImportCause, Warning};
    use std::collections::BTreeSet;
    use std::path::Path;

    /// Keys of a language's file, none of which may occur twice.
    fn keys(file: &str) -> BTreeSet<String> {
        let json = std::fs::read_to_string(Path::new("../../assets/locales").join(file)).unwrap();
        let texts: Texts = serde_json::from_str(&json).unwrap();
        let lines = json.lines().filter(|line| line.contains("\": \""));
        assert_eq!(lines.count(), texts.len(), "a key of {file} occurs twice");
        texts.into_keys().collect()
    }

    #[test]
    fn both_languages_have_every_key_with_the_same_places() {
        let (zh, en) = (keys("zh-CN.json"), keys("en.json"));
        assert_eq!(zh, en);
        assert!(zh.len() > 50);
        let places = |text: &str| -> BTreeSet<String> {
            text.split("%{")
                .skip(1)
                .filter_map(|rest| Some(rest.split(['|', '}']).next()?.to_owned()))
                .collect()
        };
        for key in &zh {
            let (chinese, english) = (Language::Chinese.text(key), Language::English.text(key));
            assert_eq!(places(&chinese), places(&english), "{key}");
            assert!(
                !english.is_empty() && !chinese.is_empty() && !english.ends_with(key.as_str()),
                "{key}: {english}"
            );
        }
    }

    /// Checks that every key that the source names as a literal exists.
    #[test]
    fn every_key_in_the_source_has_a_text() {
        fn rust_files(dir: &Path, found: &mut Vec<std::path::PathBuf>) {
            for entry in std::fs::read_dir(dir).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    rust_files(&path, found);
                } else if path.extension().is_some_and(|e| e == "rs") {
                    found.push(path);
                }
            }
        }
        let (known, mut files, mut checked) = (keys("en.json"), Vec::new(), 0);
        rust_files(Path::new("../../src"), &mut files);
        rust_files(Path::new("../../crates"), &mut files);
        for file in files {
            let source = std::fs::read_to_string(&file).unwrap();
            for marker in [".text(\"", ".fill(\""] {
                for rest in source.split(marker).skip(1) {
                    let key = rest.split('"').next().unwrap();
                    assert!(known.contains(key), "{}: no text for {key}", file.display());
                    checked += 1;
                }
            }
        }
        assert!(checked > 30, "only {checked} keys found");
    }

    #[test]
    fn one_of_a_thing_is_named_so_and_values_are_left_as_they_are() {
        let documents =
            |count: usize| Language::English.fill("library.heading", &[("count", &count)]);
        assert_eq!(documents(0), "Library: 0 documents");
        assert_eq!(documents(1), "Library: 1 document");
        assert_eq!(documents(21), "Library: 21 documents");
        let chinese = Language::Chinese.fill("library.heading", &[("count", &1)]);
        assert!(
            chinese.contains('1') && !chinese.contains("%{"),
            "{chinese}"
        );
        let (label, characters) = ("第 %{characters} 章", 1);
        let values: [(&str, &dyn std::fmt::Display); 2] =
            [("label", &label), ("characters", &characters)];
        let mark = Language::English.fill("passage.mark", &values);
        assert_eq!(mark, "第 %{characters} 章 (1 character)");
    }

    #[test]
    fn pages_that_are_pictures_are_named_as_a_part_of_all() {
        let pictures = |pages: Vec<u32>, of: usize| {
            let warning = Warning::PagesWithoutText { pages };
            [Language::English, Language::Chinese].map(|language| language.warning_of(&warning, of))
        };
        let [english, chinese] = pictures((5..17).collect(), 60);
        assert!(english.starts_with("12 of 60 pages are pictures of text (page 5–16)"));
        assert!(chinese.starts_with("60 页中有 12 页是文字图片（第 5–16 页）"));
        let [english, _] = pictures(vec![3], 60);
        assert!(english.starts_with("1 of 60 pages is a picture of text (page 3)"));
        // A document whose number of pages is not known.
        let [english, _] = pictures(vec![3], 0);
        assert!(english.starts_with("pages that are pictures without text: 1"));
        let scan = Language::English.warning_of(&Warning::NoTextLayer, 60);
        assert!(
            scan.starts_with("60 pages are pictures of text (a scan)"),
            "{scan}"
        );
    }

    #[test]
    fn locales_lead_to_languages() {
        assert_eq!(Language::from_code("zh_CN.UTF-8"), Some(Language::Chinese));
        assert_eq!(Language::from_code("zh-Hant-TW"), Some(Language::Chinese));
        assert_eq!(Language::from_code("en_GB"), Some(Language::English));
        assert_eq!(Language::from_code("fr"), None);
    }

    #[test]
    fn every_cause_has_a_reason_and_a_remedy_in_both_languages() {
        let causes = [
            ImportCause::Unreadable { detail: "x".into() },
            ImportCause::InUse,
            ImportCause::Shortcut,
            ImportCause::NotAFile,
            ImportCause::LinkLoop,
            ImportCause::Empty,
            ImportCause::TooLarge {
                bytes: 1 << 30,
                limit: 1 << 29,
            },
            ImportCause::NotSupported,
            ImportCause::NotText,
            ImportCause::WrongContent {
                expected: chachong_import::Format::Pdf,
            },
            ImportCause::WrongContent {
                expected: chachong_import::Format::Archive,
            },
            ImportCause::PlainText {
                expected: chachong_import::Format::Pdf,
            },
            ImportCause::OldWordOrEncrypted,
            ImportCause::Encrypted,
            ImportCause::DynamicForm,
            ImportCause::UnpacksTooLarge { limit: 1 << 27 },
            ImportCause::Damaged { detail: "x".into() },
            ImportCause::Crashed { detail: "x".into() },
            ImportCause::TimedOut { seconds: 60 },
            ImportCause::Archive,
            ImportCause::ArchiveEncrypted { tried: false },
            ImportCause::ArchiveEncrypted { tried: true },
            ImportCause::ArchivePart,
            ImportCause::ArchivePartMissing {
                missing: "x".into(),
            },
            ImportCause::ArchiveMethod { method: "x".into() },
            ImportCause::NoReader {
                kind: chachong_import::FileKind::Ofd,
            },
            ImportCause::ArchiveTooLarge { limit: 1 << 32 },
            ImportCause::ArchiveRatio { ratio: 500 },
            ImportCause::TooManyMembers { limit: 20_000 },
            ImportCause::NestedTooDeep { limit: 3 },
            ImportCause::NoTemporaryRoom { detail: "x".into() },
        ];
        let unread = chachong_import::UnreadFormat::all();
        let unread = unread.map(|format| ImportCause::Unread { format });
        for cause in causes.into_iter().chain(unread) {
            for (language, _) in Language::ALL {
                for text in [language.reason(&cause), language.remedy(&cause)] {
                    assert!(
                        !text.contains("import.") && !text.contains("%{"),
                        "{cause:?}: {text}"
                    );
                }
            }
        }
    }
}
