//! Chinese font that is built into the program, for everything that draws text: the window, reports, pages of a pdf. It
//! is a crate of its own, so that the font is compiled in only once.
//!
//! ```
//! assert!(chachong_fonts::CHINESE_FONT.starts_with(b"OTTO"));
//! ```

/// Chinese font, as an otf file, with all characters of GBK, from Noto Sans CJK SC (SIL Open Font License,
/// `assets/fonts/OFL.txt`; made by `assets/make_font.py`).
pub static CHINESE_FONT: &[u8] = include_bytes!("../../../assets/fonts/ChachongSans-SC.otf");
