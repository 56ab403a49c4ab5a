//! Comparison of a pdf's text layer with what its pages show: which pages were compared, and both texts of pages that
//! differ.

use serde::{Deserialize, Serialize};

use chachong_recognition::Agreement;

/// Comparison of the text of a pdf with the text recognised on its pages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LayerCheck {
    /// Version of the models and rules by which the pages were recognised.
    pub version: String,
    /// Compared pages, ascending; empty if no page could be compared.
    pub pages: Vec<CheckedPage>,
    /// True if so many pages differ that the text of all pages was replaced, instead of only that of the differing
    /// pages.
    pub replaced: bool,
}

/// Page whose text was compared with its picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckedPage {
    /// Number of the page, from 1.
    pub number: u32,
    /// Result of the comparison.
    pub agreement: Agreement,
    /// Both texts if the page differs; otherwise `None`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub texts: Option<BothTexts>,
}

/// Two texts of a pdf page: the text in the file, and the text recognised on the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BothTexts {
    /// Text of the page in the file, cut to 4,000 characters.
    pub said: String,
    /// Text recognised on the page, cut to 4,000 characters.
    pub shown: String,
}

impl LayerCheck {
    /// Returns the pages that differ, ascending, each as (page number from 1, both texts).
    pub fn differing(&self) -> impl Iterator<Item = (u32, &BothTexts)> + '_ {
        let pages = self.pages.iter();
        pages.filter_map(|page| Some((page.number, page.texts.as_ref()?)))
    }
}
