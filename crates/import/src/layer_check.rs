//! Comparison of a pdf's text layer with what its pages show: which pages were compared, and both texts where they differ.

use serde::{Deserialize, Serialize};

use chachong_recognition::Agreement;

/// Pages of a pdf whose text was compared with what was recognised in their pictures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LayerCheck {
    /// Version of models and rules.
    pub version: String,
    /// Compared pages, ascending.
    pub pages: Vec<CheckedPage>,
    /// Whether so many pages differ that the text of all pages was replaced by what they show, not only that of those that
    /// differ.
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

/// Both texts of a page of a pdf: the one in the file, and the one that was recognised in the picture of the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BothTexts {
    /// Text of the layer, at most 4,000 characters.
    pub said: String,
    /// Text that was recognised in the picture, at most 4,000 characters.
    pub shown: String,
}

impl LayerCheck {
    /// Returns the pages that differ, with both texts.
    pub fn differing(&self) -> impl Iterator<Item = (u32, &BothTexts)> + '_ {
        let pages = self.pages.iter();
        pages.filter_map(|page| Some((page.number, page.texts.as_ref()?)))
    }
}
