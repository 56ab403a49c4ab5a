//! Names that learning platforms give to the files of their exports, by the platforms' own rules.

mod blackboard;
mod canvas;
mod moodle;

use serde::{Deserialize, Serialize};

use crate::FileFacts;

/// Learning platform that publishes how it names files.
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

/// What a platform's name says about a file. The platform's number of a student is no student number: Moodle's differs in every
/// assignment.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PlatformName {
    /// Platform.
    pub platform: Platform,
    /// Name of the student or team as it stands there: squeezed and in lower case from Canvas, the user's login from Blackboard,
    /// `Participant` or empty where the platform hides names.
    pub name: String,
    /// The platform's own number of the participant, team or user; the login again from Blackboard; empty for Moodle's default
    /// team.
    pub id: String,
    /// Whether the platform hides the name.
    pub anonymous: bool,
    /// Whether the platform marks the file as late.
    pub late: bool,
    /// Time of handing in, as `yyyy-mm-ddThh:mm:ss`.
    pub submitted: Option<String>,
    /// Name of the folder that the platform made for the student, exactly; `None` in its flat form.
    pub folder: Option<String>,
    /// Name of the exported file or folder, exactly, without the folders above it: feedback goes back under this name.
    pub exported: String,
    /// Name of the file that the student handed in, or of the text written on the platform.
    pub file: String,
}

impl PlatformName {
    /// Returns whether both are of the same student or team of a platform.
    #[must_use]
    pub fn is_of_same(&self, other: &Self) -> bool {
        (self.platform, &self.id, &self.name) == (other.platform, &other.id, &other.name)
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
    canvas::read(files, is_student_number, &mut found);
    found
}

/// Returns whether a text is a number as platforms count: decimal digits only.
fn is_count(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
