//! Reasons why a picture or a page of a pdf gives no text.

/// Reason why a picture cannot be read. Every variant names the cause and, where there is one, the remedy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecognitionError {
    /// The bytes are of no kind of picture that can be read.
    #[error("not a png, jpeg or tiff picture")]
    UnknownFormat,
    /// The picture is damaged, or uses a feature that its decoder lacks.
    #[error("the picture cannot be decoded: {detail}")]
    Damaged {
        /// Words of the decoder.
        detail: String,
    },
    /// The picture has no pixels.
    #[error("the picture is empty")]
    Empty,
    /// The picture would take too much memory.
    #[error(
        "the picture has {width} x {height} pixels, more than can be read: scan at 200 to 300 dots per inch, and save \
         without the \"progressive\" option"
    )]
    TooLarge {
        /// Width that the picture states, in pixels.
        width: u32,
        /// Height that the picture states, in pixels.
        height: u32,
    },
    /// The file has no page of this number.
    #[error("the file has no page {page}; its last page is {pages}")]
    NoSuchPage {
        /// Number that was asked for, from 1.
        page: u32,
        /// Number of pages.
        pages: u32,
    },
    /// The pdf is encrypted and opens with no empty password.
    #[error("the pdf is encrypted: save it without a password")]
    Encrypted,
    /// The models failed on this picture.
    #[error("the models failed: {detail}")]
    Model {
        /// Words of the runtime.
        detail: String,
    },
    /// The work was cancelled.
    #[error("cancelled")]
    Cancelled,
}
