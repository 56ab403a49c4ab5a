//! Comparison of a pdf's text layer with what its pages show: which pages were compared, and both texts where they differ.

use serde::{Deserialize, Serialize};

use chachong_recognition::Agreement;

/// Comparison of a pdf's text with what was recognised on its pages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LayerCheck {
    /// Version of the models and rules of text recognition.
    pub version: String,
    /// Compared pages, ascending.
    pub pages: Vec<CheckedPage>,
    /// Whether so many pages differ that the text of all pages was replaced, not only that of those that differ.
    pub replaced: bool,
}

/// One page whose text was compared with its picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckedPage {
    /// Number of the page, from 1.
    pub number: u32,
    /// Result of the comparison.
    pub agreement: Agreement,
    /// Both texts of a page that differs; `None` for one that agrees.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub texts: Option<BothTexts>,
}

/// Two texts of a pdf page: the text in the file, and the text recognised on the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BothTexts {
    /// Text in the file, at most 4,000 characters.
    pub said: String,
    /// Text recognised on the page, at most 4,000 characters.
    pub shown: String,
}

impl LayerCheck {
    /// Returns the pages that differ, each as (page number from 1, its two texts).
    pub fn differing(&self) -> impl Iterator<Item = (u32, &BothTexts)> + '_ {
        let pages = self.pages.iter();
        pages.filter_map(|page| Some((page.number, page.texts.as_ref()?)))
    }
}
