//! Reasons why a picture or a page of a pdf cannot be read.

/// Reason why a picture or a page of a pdf cannot be read. Every message names the cause and, if there is one, the
/// remedy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecognitionError {
    /// The bytes are of no known picture format.
    #[error("not a png, jpeg or tiff picture")]
    UnknownFormat,
    /// The picture or pdf is damaged, uses a feature that its decoder lacks, or takes more memory to decode than its
    /// header states.
    #[error("the picture cannot be decoded: {detail}")]
    Damaged {
        /// Error message of the decoder.
        detail: String,
    },
    /// The picture has no pixels, or the page of the pdf has no area.
    #[error("the picture is empty")]
    Empty,
    /// The picture would take too much memory, judging by the size that its header states.
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
    /// The file has no page with this number.
    #[error("the file has no page {page}; its last page is {pages}")]
    NoSuchPage {
        /// Requested page, counted from 1.
        page: u32,
        /// Number of pages in the file.
        pages: u32,
    },
    /// The pdf is encrypted and does not open with an empty password.
    #[error("the pdf is encrypted: save it without a password")]
    Encrypted,
    /// The models failed on this picture.
    #[error("the models failed: {detail}")]
    Model {
        /// Error message of the runtime.
        detail: String,
    },
    /// The work was cancelled.
    #[error("cancelled")]
    Cancelled,
}
