//! Tabs of the side pane of a document.

/// Tab of the side pane of a document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Side {
    /// Text itself; a tab only where the window is narrow.
    Text,
    #[default]
    Sources,
    /// Passages in the order of the text; a tab only where there are some.
    Passages,
    /// Possible passages.
    Possible,
    LeftOut,
    /// Reference lists; a tab only where there are some.
    References,
    /// Pictures; a tab only where there are some.
    Pictures,
    /// Picture of a page; a tab only where there are pages that can be shown.
    Page,
    File,
}
