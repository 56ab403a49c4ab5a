//! Embedded font: the subset of the bundled font with the glyphs that a report uses, their widths, and their
//! characters.

use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Filter, Finish, Name, Pdf, Rect, Ref, Str};
use subsetter::GlyphRemapper;

use super::packed;
use crate::pdf::PdfError;
use crate::pdf::font::{CHINESE_FONT, Face};

/// Identity of the glyphs' numbers.
const SYSTEM: SystemInfo<'static> = SystemInfo {
    registry: Str(b"Adobe"),
    ordering: Str(b"Identity"),
    supplement: 0,
};

/// Glyphs of the font that a report uses.
pub(super) struct Embedded<'f> {
    face: &'f Face,
    remapper: GlyphRemapper,
    /// For each glyph of the subset its width, in sizes of the text, and the first character that was drawn with it; the
    /// first glyph stands for none.
    glyphs: Vec<(f32, Option<char>)>,
}

impl<'f> Embedded<'f> {
    pub(super) fn new(face: &'f Face) -> Self {
        Self {
            face,
            remapper: GlyphRemapper::new(),
            glyphs: vec![(1.0, None)],
        }
    }

    /// Returns the number of a glyph in the subset, its width in sizes of the text, and whether it stands for `c` when
    /// text is copied.
    pub(super) fn glyph(&mut self, glyph: u32, c: char) -> (u16, f32, bool) {
        let id = self.remapper.remap(u16::try_from(glyph).unwrap_or(0));
        if usize::from(id) >= self.glyphs.len() {
            self.glyphs.push((self.face.width(glyph), Some(c)));
        }
        let (width, first) = self.glyphs[usize::from(id)];
        (id, width, first == Some(c))
    }

    /// Writes the font as the object `font`.
    pub(super) fn write(&self, pdf: &mut Pdf, next: &mut Ref, font: Ref) -> Result<(), PdfError> {
        let subset = subsetter::subset(CHINESE_FONT, 0, &self.remapper)
            .map_err(|error| PdfError::Made(format!("the font's subset: {error}")))?;
        let outlines = table(&subset, *b"CFF ")
            .ok_or_else(|| PdfError::Made("the font's subset has no outlines".to_owned()))?;
        let name = format!("{}+ChachongSansSC-Regular", self.tag());
        let [cid, descriptor, characters, data] = [(); 4].map(|()| next.bump());
        pdf.type0_font(font)
            .base_font(Name(format!("{name}-Identity-H").as_bytes()))
            .encoding_predefined(Name(b"Identity-H"))
            .descendant_font(cid)
            .to_unicode(characters);
        let mut of_glyphs = pdf.cid_font(cid);
        of_glyphs
            .subtype(CidFontType::Type0)
            .base_font(Name(name.as_bytes()))
            .system_info(SYSTEM)
            .font_descriptor(descriptor)
            .default_width(0.0);
        let widths = self.glyphs.iter().map(|&(width, _)| width * 1_000.0);
        of_glyphs.widths().consecutive(0, widths);
        of_glyphs.finish();
        let lines = self.face.lines();
        pdf.font_descriptor(descriptor)
            .name(Name(name.as_bytes()))
            .flags(FontFlags::SYMBOLIC)
            .bbox(Rect::new(
                lines.bounds[0],
                lines.bounds[1],
                lines.bounds[2],
                lines.bounds[3],
            ))
            .italic_angle(0.0)
            .ascent(lines.ascent)
            .descent(lines.descent)
            .cap_height(lines.cap_height)
            .stem_v(95.4)
            .font_file3(data);
        let mut map = UnicodeCmap::<u16>::new(Name(b"Custom"), SYSTEM);
        for (id, &(_, c)) in (0_u16..).zip(&self.glyphs) {
            if let Some(c) = c {
                map.pair(id, c);
            }
        }
        let bytes = packed(&map.finish().into_vec())?;
        pdf.cmap(characters, &bytes).filter(Filter::FlateDecode);
        let bytes = packed(outlines)?;
        (pdf.stream(data, &bytes).filter(Filter::FlateDecode))
            .pair(Name(b"Subtype"), Name(b"CIDFontType0C"));
        Ok(())
    }

    /// Returns six letters that name this subset.
    fn tag(&self) -> String {
        let mut hash = twox_hash::XxHash3_64::new();
        for glyph in self.remapper.remapped_gids() {
            std::hash::Hasher::write_u16(&mut hash, glyph);
        }
        let mut rest = std::hash::Hasher::finish(&hash);
        (0..6)
            .map(|_| {
                let letter = u8::try_from(rest % 26).unwrap_or(0);
                rest /= 26;
                char::from(b'A' + letter)
            })
            .collect()
    }
}

/// Returns a table of an OpenType font; `None` if it has none of this name.
fn table(font: &[u8], name: [u8; 4]) -> Option<&[u8]> {
    let number = |at: usize| -> Option<usize> {
        let bytes = font.get(at..at + 4)?.try_into().ok()?;
        usize::try_from(u32::from_be_bytes(bytes)).ok()
    };
    let count = usize::from(u16::from_be_bytes(font.get(4..6)?.try_into().ok()?));
    let entry = (0..count)
        .map(|index| 12 + 16 * index)
        .find(|&at| font.get(at..at + 4) == Some(&name))?;
    let (start, length) = (number(entry + 8)?, number(entry + 12)?);
    font.get(start..start.checked_add(length)?)
}
