//! Names that learning platforms give to the files of their exports, by the platforms' own rules.

mod blackboard;
mod canvas;
mod moodle;

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::FileFacts;

/// Learning platform with a documented scheme for file names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Platform {
    /// Moodle's assignments.
    Moodle,
    /// Canvas.
    Canvas,
    /// Blackboard Learn.
    Blackboard,
}

impl Platform {
    /// Returns the name of the product.
    #[must_use]
    pub const fn product(self) -> &'static str {
        match self {
            Self::Moodle => "Moodle",
            Self::Canvas => "Canvas",
            Self::Blackboard => "Blackboard",
        }
    }
}

/// Facts that a platform's name states about a file. The platform's number of a student is not a student number: Moodle's differs in
/// every assignment.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PlatformName {
    /// Platform that generated the name.
    pub platform: Platform,
    /// Name of the student or team in the platform's spelling: without spaces and in lower case from Canvas, the user's login from
    /// Blackboard, `Participant` or empty where the platform hides names.
    pub name: String,
    /// The platform's own number of the participant, team or user; the login again from Blackboard; empty for Moodle's default
    /// team.
    pub id: String,
    /// Whether the platform hides the name.
    pub anonymous: bool,
    /// Whether the platform marks the file as late.
    pub late: bool,
    /// Time of submission, as `yyyy-mm-ddThh:mm:ss`; `None` if the name does not state it.
    pub submitted: Option<String>,
    /// Exact name of the folder that the platform made for the student; `None` if it exported files without folders.
    pub folder: Option<String>,
    /// Exact name of the exported file or folder, without the folders above it. Feedback is returned under this name.
    pub exported: String,
    /// Name of the file that the student handed in, or of the text written on the platform.
    pub file: String,
}

impl PlatformName {
    /// Returns whether this name and another belong to the same student or team of the same platform.
    #[must_use]
    pub fn is_of_same(&self, other: &Self) -> bool {
        (self.platform, &self.id, &self.name) == (other.platform, &other.id, &other.name)
    }

    /// Returns the path under which the platform can import a report for the student: Moodle by the number in the folder's or file's
    /// name, Canvas by the numbers of user and attachment. `None` where it cannot: Moodle for its default team, Canvas for text written
    /// on the platform, Blackboard always.
    #[must_use]
    pub fn feedback_path(&self, report: &str) -> Option<String> {
        let of_file = || {
            let (file, _) = self.file.split_once('/').unwrap_or((&self.file, ""));
            let start = self.exported.strip_suffix(file)?;
            Some(format!("{start}{report}"))
        };
        match self.platform {
            Platform::Moodle if self.id.is_empty() => None,
            Platform::Moodle => match &self.folder {
                Some(folder) => Some(format!("{folder}/{report}")),
                None => of_file(),
            },
            Platform::Canvas => {
                let unattached = format!("{}_{}", self.id, self.file);
                of_file().filter(|_| !self.exported.ends_with(&unattached))
            }
            Platform::Blackboard => None,
        }
    }
}

/// Reads the names of all files; `None` for what no platform named.
///
/// Moodle's and Blackboard's names show themselves. Canvas's look like those that a teacher asks for, so files that lie together
/// are judged together. `is_student_number` knows the numbers of the class list and of covers.
pub(crate) fn read(
    files: &[FileFacts<'_>],
    is_student_number: &dyn Fn(&str) -> bool,
) -> Vec<Option<PlatformName>> {
    let mut found: Vec<Option<PlatformName>> = (files.iter())
        .map(|file| moodle::read(file.name).or_else(|| blackboard::read(file.name)))
        .collect();
    blackboard::settle(files, &mut found);
    canvas::read(files, is_student_number, &mut found);
    found
}

/// Returns the name of a file without the parts that a platform added, except the student's name.
#[must_use]
pub fn plain_name(name: &str) -> Cow<'_, str> {
    let Some(Some(platform)) = read(&[FileFacts::named(name)], &|_| false).pop() else {
        return Cow::Borrowed(name);
    };
    let student = if platform.anonymous {
        ""
    } else {
        &platform.name
    };
    let file = platform.file.split('/').next().unwrap_or_default();
    let plain = match &platform.folder {
        Some(_) => student.to_owned(),
        None if student.is_empty() => file.to_owned(),
        None => format!("{student}-{file}"),
    };
    Cow::Owned(name.replacen(&platform.exported, &plain, 1))
}

/// Returns whether a text is a number as platforms count: decimal digits only.
fn is_count(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::{plain_name, read};
    use crate::FileFacts;

    #[test]
    fn feedback_goes_back_under_the_names_of_the_platform() {
        for (name, path) in [
            (
                "a.zip/Ann Roe_7_assignsubmission_file_/b/c.docx",
                Some("Ann Roe_7_assignsubmission_file_/r.html"),
            ),
            (
                "Ann Roe_7_assignsubmission_file_b_1.zip/c.docx",
                Some("Ann Roe_7_assignsubmission_file_r.html"),
            ),
            ("Default group_assignsubmission_file/c.docx", None),
            (
                "roeann_LATE_45_123_b_1.docx",
                Some("roeann_LATE_45_123_r.html"),
            ),
            ("roeann_LATE_45_text.html", None),
            ("roeann_45_123_text.html", Some("roeann_45_123_r.html")),
            ("Lab_aroe_attempt_2024-05-01-09-30-00_a.c", None),
        ] {
            let found = read(&[FileFacts::named(name)], &|_| false);
            let found = found[0].as_ref().unwrap().feedback_path("r.html");
            assert_eq!(found.as_deref(), path, "{name}");
        }
    }

    #[test]
    fn numbers_of_a_platform_go() {
        let plain = |name| plain_name(name).into_owned();
        assert_eq!(
            plain("沈知远_839201_assignsubmission_file/报告.docx"),
            "沈知远/报告.docx"
        );
        assert_eq!(
            plain("沈知远_839201_assignsubmission_file_报告.docx"),
            "沈知远-报告.docx"
        );
        assert_eq!(plain("沈知远_4521_1234567_报告.docx"), "沈知远-报告.docx");
        assert_eq!(
            plain("20231234_沈知远_报告.docx"),
            "20231234_沈知远_报告.docx"
        );
    }
}
