//! Submissions: groups the files of a check by the student or team that handed them in. All functions are pure and
//! work on names; nothing here opens a file.
//!
//! ```
//! use chachong_submission::{FileFacts, Request, Submissions};
//!
//! let files = [
//!     "王小五_839201_assignsubmission_file/报告.docx",
//!     "王小五_839201_assignsubmission_file/附录/图.docx",
//!     "李小四_839202_assignsubmission_file/报告.docx",
//! ]
//! .map(FileFacts::named);
//! let submissions = Submissions::of(&files, &Request::default());
//! assert_eq!([0, 1, 2].map(|file| submissions.of_file(file).at()), [0, 0, 1]);
//! let first = &submissions.all[0];
//! assert_eq!(first.name, "王小五");
//! // Moodle's number of the participant is no student number.
//! assert_eq!(first.number, None);
//! ```
//!
//! Which evidence is trusted more, and why, is in `docs/submissions.md`.

mod assembly;
mod class_list;
mod convention;
mod corrections;
mod folder_names;
mod folders;
mod found_by;
mod key;
mod path_owner;
mod person;
mod pieces;
mod platform;
mod pseudonyms;
mod reviews;
mod settings;
mod submissions;

pub use class_list::{ClassList, ClassListError, Column, ListEntry};
pub use corrections::{Correction, Corrections};
pub use folder_names::{are_of_two_classes, is_of_team};
pub use found_by::{By, FoundBy};
pub use path_owner::{CoverWords, PathOwner};
pub use person::{agree, people_in};
pub use platform::{Platform, PlatformName, plain_name, plain_names};
pub use pseudonyms::{Pseudonyms, spellings_to_hide};
pub use settings::SubmissionSettings;
pub use submissions::{FileFacts, Request, Submission, SubmissionIndex, Submissions};
