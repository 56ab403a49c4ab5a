//! Profile of a school on its forms: its name, the unit, and its limits. Limits are shown beside the figures and decide
//! nothing.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use chachong_messages::Language;
use chachong_text::ChapterKind;

/// School, unit and limits on a form.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct FormProfile {
    /// Name of the school; empty leaves a line to fill in.
    pub school: String,
    /// Name of the unit that hands in the thesis, such as a faculty or office; empty leaves a line to fill in.
    pub unit: String,
    /// Limits of the school; none by default.
    pub limits: FormLimits,
}

/// Limits of the copied share in per cent, 0 to 100. `None` means no limit.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct FormLimits {
    /// Limit for the whole text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<f64>,
    /// Limit for introductions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub introduction: Option<f64>,
    /// Limit for literature reviews.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub review: Option<f64>,
    /// Limit for chapters on the method.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<f64>,
    /// Limit for chapters on experiments.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub experiment: Option<f64>,
    /// Limit for chapters on results.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub results: Option<f64>,
    /// Limit for conclusions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conclusion: Option<f64>,
    /// Limit for all other chapters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<f64>,
}

/// Reason why a profile file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FormProfileError {
    /// The file cannot be read.
    #[error("{} cannot be read: {source}", file.display())]
    Unreadable {
        /// Path of the profile.
        file: PathBuf,
        /// Error of the operating system.
        source: io::Error,
    },
    /// The file is text in another encoding than UTF-8, or no text.
    #[error("{} is not in UTF-8", file.display())]
    NotUtf8 {
        /// Path of the profile.
        file: PathBuf,
    },
    /// The file is not a JSON object whose fields have the expected types.
    #[error("{} is no profile: {source}", file.display())]
    NotJson {
        /// Path of the profile.
        file: PathBuf,
        /// Position and kind of the error.
        source: serde_json::Error,
    },
    /// The file has a field that profiles do not have, perhaps because of a typing error.
    #[error("{}: a profile has no {name:?}", file.display())]
    Unknown {
        /// Path of the profile.
        file: PathBuf,
        /// Name of the unknown field.
        name: String,
    },
    /// A limit is not a percentage from 0 to 100.
    #[error("{}: {name} is {value}, and a limit is 0 to 100 per cent", file.display())]
    NoPercentage {
        /// Path of the profile.
        file: PathBuf,
        /// Name of the limit.
        name: &'static str,
        /// Value of the limit in the file.
        value: f64,
    },
}

impl FormProfileError {
    /// Describes the file, the cause and the remedy.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        match self {
            Self::Unreadable { file, source } => {
                let values: [(&str, &dyn std::fmt::Display); 2] =
                    [("file", &file.display()), ("detail", source)];
                language.fill("form.profile-unreadable", &values)
            }
            Self::NotUtf8 { file } => {
                language.fill("form.profile-not-utf8", &[("file", &file.display())])
            }
            Self::NotJson { file, source } => {
                let values: [(&str, &dyn std::fmt::Display); 2] =
                    [("file", &file.display()), ("detail", source)];
                language.fill("form.profile-not-json", &values)
            }
            Self::Unknown { file, name } => {
                let values: [(&str, &dyn std::fmt::Display); 2] =
                    [("file", &file.display()), ("name", name)];
                language.fill("form.profile-unknown", &values)
            }
            Self::NoPercentage { file, name, value } => {
                let values: [(&str, &dyn std::fmt::Display); 3] =
                    [("file", &file.display()), ("name", name), ("value", value)];
                language.fill("form.profile-no-percentage", &values)
            }
        }
    }
}

impl FormLimits {
    /// Returns the limit for chapters of this type, in per cent; `None` if there is none.
    #[must_use]
    pub const fn of(&self, kind: ChapterKind) -> Option<f64> {
        match kind {
            ChapterKind::Introduction => self.introduction,
            ChapterKind::Review => self.review,
            ChapterKind::Method => self.method,
            ChapterKind::Experiment => self.experiment,
            ChapterKind::Results => self.results,
            ChapterKind::Conclusion => self.conclusion,
            ChapterKind::Other => self.other,
        }
    }

    /// Returns a mutable reference to the limit for chapters of this type, or for the whole text if `kind` is `None`.
    pub const fn of_mut(&mut self, kind: Option<ChapterKind>) -> &mut Option<f64> {
        match kind {
            None => &mut self.total,
            Some(ChapterKind::Introduction) => &mut self.introduction,
            Some(ChapterKind::Review) => &mut self.review,
            Some(ChapterKind::Method) => &mut self.method,
            Some(ChapterKind::Experiment) => &mut self.experiment,
            Some(ChapterKind::Results) => &mut self.results,
            Some(ChapterKind::Conclusion) => &mut self.conclusion,
            Some(ChapterKind::Other) => &mut self.other,
        }
    }

    /// Returns whether there is a limit for any type of chapter.
    #[must_use]
    pub fn has_chapters(&self) -> bool {
        ChapterKind::ALL
            .into_iter()
            .any(|kind| self.of(kind).is_some())
    }

    /// Returns all limits with their names.
    fn named(&self) -> impl Iterator<Item = (&'static str, f64)> {
        let chapters = ChapterKind::ALL.map(|kind| (kind.name(), self.of(kind)));
        let all = [("total", self.total)].into_iter().chain(chapters);
        all.filter_map(|(name, limit)| Some((name, limit?)))
    }
}

impl FormProfile {
    /// Reads a profile from a JSON file in the form that docs/reports.md describes. Fails if the file cannot be read or does not have
    /// this form, or if a limit is not from 0 to 100.
    pub fn read(file: &Path) -> Result<Self, FormProfileError> {
        let json = std::fs::read(file).map_err(|source| FormProfileError::Unreadable {
            file: file.to_owned(),
            source,
        })?;
        let json = String::from_utf8(json).map_err(|_| FormProfileError::NotUtf8 {
            file: file.to_owned(),
        })?;
        // Editors of Windows put a mark in front.
        Self::of_json(json.trim_start_matches('\u{FEFF}'), file)
    }

    fn of_json(json: &str, file: &Path) -> Result<Self, FormProfileError> {
        let not_json = |source| FormProfileError::NotJson {
            file: file.to_owned(),
            source,
        };
        let value: serde_json::Value = serde_json::from_str(json).map_err(not_json)?;
        let limits: BTreeSet<&str> = (ChapterKind::ALL.into_iter())
            .map(ChapterKind::name)
            .chain(["total"])
            .collect();
        let known = |names: &BTreeSet<&str>, value: Option<&serde_json::Value>| {
            let object = value.and_then(serde_json::Value::as_object);
            let other = object.and_then(|object| {
                let mut names_there = object.keys();
                names_there
                    .find(|name| !names.contains(name.as_str()))
                    .cloned()
            });
            other.map_or(Ok(()), |name| {
                Err(FormProfileError::Unknown {
                    file: file.to_owned(),
                    name,
                })
            })
        };
        // A list would be taken for the values in their order.
        let limits_there = value.get("limits").into_iter();
        if let Some(other) = ([&value].into_iter().chain(limits_there)).find(|one| !one.is_object())
        {
            let words = format!("{other} is no object in braces");
            return Err(not_json(serde::de::Error::custom(words)));
        }
        known(&BTreeSet::from(["school", "unit", "limits"]), Some(&value))?;
        known(&limits, value.get("limits"))?;
        let profile: Self = serde_json::from_value(value).map_err(not_json)?;
        let mut limits = profile.limits.named();
        if let Some((name, value)) = limits.find(|(_, limit)| !(0.0..=100.0).contains(limit)) {
            return Err(FormProfileError::NoPercentage {
                file: file.to_owned(),
                name,
                value,
            });
        }
        drop(limits);
        Ok(profile)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Result<FormProfile, FormProfileError> {
        FormProfile::of_json(json, Path::new("profile.json"))
    }

    #[test]
    fn a_profile_has_names_and_limits_and_anything_may_be_missing() {
        let profile = read(
            r#"{"school": "某某大学", "unit": "研究生院", "limits": {"total": 20, "review": 37.5}}"#,
        );
        let profile = profile.unwrap();
        assert_eq!((&*profile.school, &*profile.unit), ("某某大学", "研究生院"));
        assert_eq!(profile.limits.total, Some(20.0));
        assert_eq!(profile.limits.of(ChapterKind::Review), Some(37.5));
        assert_eq!(profile.limits.of(ChapterKind::Method), None);
        assert_eq!(read("{}").unwrap(), FormProfile::default());
        assert!(!FormLimits::default().has_chapters());
    }

    #[test]
    fn a_profile_in_another_encoding_is_told_apart() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("profile.json");
        // The name of the school in GBK.
        std::fs::write(&file, b"{\"school\": \"\xB4\xF3\xD1\xA7\"}").unwrap();
        let error = FormProfile::read(&file).unwrap_err();
        assert!(matches!(error, FormProfileError::NotUtf8 { .. }), "{error}");
        for (language, _) in Language::ALL {
            assert!(error.text(language).contains("UTF-8"));
        }
    }

    #[test]
    fn a_slip_of_the_pen_is_named() {
        let unknown = read(r#"{"limits": {"reviews": 20}}"#).unwrap_err();
        assert!(matches!(&unknown, FormProfileError::Unknown { name, .. } if name == "reviews"));
        assert!(matches!(
            read(r#"{"School": ""}"#),
            Err(FormProfileError::Unknown { .. })
        ));
        for wrong in [
            "",
            "[]",
            r#"{"limits": [20]}"#,
            r#"{"school": 3}"#,
            r#"{"limits": {"total": "20"}}"#,
            "3",
        ] {
            assert!(
                matches!(read(wrong), Err(FormProfileError::NotJson { .. })),
                "{wrong}"
            );
        }
        for wrong in ["-1", "100.5", "1e9"] {
            let json = format!(r#"{{"limits": {{"other": {wrong}}}}}"#);
            let error = read(&json).unwrap_err();
            assert!(
                matches!(&error, FormProfileError::NoPercentage { name: "other", .. }),
                "{wrong}"
            );
            for (language, _) in Language::ALL {
                assert!(error.text(language).contains("other"), "{wrong}");
            }
        }
    }

    #[test]
    fn each_limit_has_one_place() {
        let mut limits = FormLimits::default();
        for (number, kind) in (1_u8..).zip(ChapterKind::ALL) {
            *limits.of_mut(Some(kind)) = Some(number.into());
        }
        *limits.of_mut(None) = Some(50.0);
        for (number, kind) in (1_u8..).zip(ChapterKind::ALL) {
            assert_eq!(limits.of(kind), Some(number.into()));
        }
        assert_eq!(limits.total, Some(50.0));
        assert!(limits.has_chapters());
    }
}
