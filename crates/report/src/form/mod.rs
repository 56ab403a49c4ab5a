//! Form that schools file for each thesis: its figures, its number, and the school's own statements. `pdf/form/` draws
//! it.

mod figures;
mod number;
mod profile;

pub(crate) use figures::FormFigures;
pub(crate) use number::{report_number, time};
pub use profile::{FormLimits, FormProfile, FormProfileError};

use serde::{Deserialize, Serialize};

/// Length of the form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FormLength {
    /// One page.
    #[default]
    OnePage,
    /// Long form, with all chapters, the sources and the passages.
    Full,
}

impl FormLength {
    /// All lengths, the shorter first.
    pub const ALL: [Self; 2] = [Self::OnePage, Self::Full];

    /// Returns the name of the length on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::OnePage => "one-page",
            Self::Full => "full",
        }
    }
}

/// Options of the form.
#[derive(Clone, Copy, Debug, Default)]
pub struct FormOptions<'a> {
    /// Length of the form.
    pub length: FormLength,
    /// School, unit and limits; `None` leaves lines to fill in by hand.
    pub profile: Option<&'a FormProfile>,
    /// Time when the check began, in seconds since 1970; `None` if the check was not saved.
    pub checked_at: Option<i64>,
    /// Whether names are withheld, including those of the school and unit (the faculty or office that hands in the thesis).
    pub is_blind: bool,
}
