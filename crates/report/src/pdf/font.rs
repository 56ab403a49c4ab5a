//! Bundled font as the printed report uses it: a glyph and a width for each character. No shaper is needed: the font
//! has no layout features and no scripts whose letters join or run from right to left.

use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, GlyphId, MetadataProvider};

use super::PdfError;
pub use chachong_fonts::CHINESE_FONT;

/// Box that is drawn for a character that the font lacks; the character itself can be copied from the report.
const BOX: char = '□';

/// Glyphs and widths of the bundled font.
pub(super) struct Face {
    charmap: skrifa::charmap::Charmap<'static>,
    widths: skrifa::metrics::GlyphMetrics<'static>,
    metrics: skrifa::metrics::Metrics,
    missing: Glyph,
}

/// Lines of the font, in thousandths of the size: what its letters reach.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Lines {
    pub(super) ascent: f32,
    pub(super) descent: f32,
    pub(super) cap_height: f32,
    /// Left, lower, right and upper edge of all glyphs.
    pub(super) bounds: [f32; 4],
}

/// Glyph of a character.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Glyph {
    pub(super) id: u32,
    /// Width in sizes of the text.
    pub(super) width: f32,
    /// Whether the font lacks the character, so that a box stands for it.
    pub(super) is_missing: bool,
}

impl Face {
    /// Reads the bundled font.
    pub(super) fn new() -> Result<Self, PdfError> {
        let reference = FontRef::new(CHINESE_FONT)
            .map_err(|error| PdfError::Made(format!("the bundled font: {error}")))?;
        let location = LocationRef::default();
        let mut face = Self {
            charmap: reference.charmap(),
            widths: reference.glyph_metrics(Size::unscaled(), location),
            metrics: reference.metrics(Size::unscaled(), location),
            missing: Glyph {
                id: 0,
                width: 1.0,
                is_missing: true,
            },
        };
        face.missing = Glyph {
            is_missing: true,
            ..face.glyph(BOX)
        };
        Ok(face)
    }

    /// Returns the glyph of a character, a box if the font lacks it.
    pub(super) fn glyph(&self, c: char) -> Glyph {
        let id = self.charmap.map(c).filter(|id| id.to_u32() != 0);
        id.map_or(self.missing, |id| Glyph {
            id: id.to_u32(),
            width: self.width(id.to_u32()),
            is_missing: false,
        })
    }

    /// Returns the width of a glyph in sizes of the text.
    pub(super) fn width(&self, glyph: u32) -> f32 {
        let width = self.widths.advance_width(GlyphId::new(glyph));
        width.map_or(1.0, |width| width / f32::from(self.metrics.units_per_em))
    }

    /// Returns what the letters reach.
    pub(super) fn lines(&self) -> Lines {
        let of = |units: f32| units * 1_000.0 / f32::from(self.metrics.units_per_em);
        let bounds = self
            .metrics
            .bounds
            .map_or([-1_000.0, -250.0, 2_000.0, 1_100.0], |bounds| {
                [bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max].map(of)
            });
        Lines {
            ascent: of(self.metrics.ascent),
            descent: of(self.metrics.descent),
            cap_height: self.metrics.cap_height.map_or(733.0, of),
            bounds,
        }
    }
}

/// Returns the character as it can stand in the report: a space for a control character or a separator of lines, U+FFFD
/// for a code point that is no character; `None` for a character that nothing is drawn for.
pub(super) fn printable(c: char) -> Option<char> {
    match c {
        _ if c.is_control() => Some(' '),
        '\u{2028}' | '\u{2029}' => Some(' '),
        '\u{AD}'
        | '\u{34F}'
        | '\u{61C}'
        | '\u{115F}'
        | '\u{1160}'
        | '\u{17B4}'
        | '\u{17B5}'
        | '\u{180B}'..='\u{180F}'
        | '\u{200B}'..='\u{200F}'
        | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}'
        | '\u{3164}'
        | '\u{FE00}'..='\u{FE0F}'
        | '\u{FEFF}'
        | '\u{FFA0}'
        | '\u{E0000}'..='\u{E0FFF}' => None,
        '\u{FDD0}'..='\u{FDEF}' => Some('\u{FFFD}'),
        _ if u32::from(c) & 0xFFFE == 0xFFFE => Some('\u{FFFD}'),
        _ => Some(c),
    }
}

/// Returns whether a character is a square wide, as Chinese characters and their punctuation are.
pub(super) fn is_wide(c: char) -> bool {
    matches!(c, '“' | '”' | '‘' | '’' | '…' | '—' | '\u{2E80}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7AF}'
        | '\u{F900}'..='\u{FAFF}' | '\u{FE30}'..='\u{FE4F}' | '\u{FF00}'..='\u{FF60}' | '\u{20000}'..='\u{3FFFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_character_has_a_glyph_or_a_box() {
        let face = Face::new().unwrap();
        let chinese = face.glyph('夜');
        assert!(!chinese.is_missing && (chinese.width - 1.0).abs() < 1e-6);
        let latin = face.glyph('i');
        assert!(!latin.is_missing && latin.width < 0.5);
        let emoji = face.glyph('\u{1F600}');
        assert!(emoji.is_missing && emoji.id == face.glyph(BOX).id);
        assert_ne!(emoji.id, 0, "PDF/A forbids the glyph of missing characters");
    }

    #[test]
    fn what_cannot_be_printed_is_replaced_or_left_out() {
        assert_eq!(printable('\u{7}'), Some(' '));
        assert_eq!(printable('\u{200B}'), None);
        assert_eq!(printable('\u{FEFF}'), None);
        assert_eq!(printable('\u{FFFE}'), Some('\u{FFFD}'));
        assert_eq!(printable('\u{1FFFF}'), Some('\u{FFFD}'));
        assert_eq!(printable('夜'), Some('夜'));
    }
}
