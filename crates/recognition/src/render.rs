//! Rendering of a pdf page as a picture, by hayro.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use hayro::hayro_interpret::font::{FontData, FontQuery};
use hayro::hayro_interpret::{InterpreterSettings, RenderContent};
use hayro::hayro_syntax::{DecryptionError, LoadPdfError, Pdf};
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::{PixmapSettings, RenderCache, RenderSettings};

use super::error::RecognitionError;
use super::picture::LONGEST_SIDE;
use super::raster::Raster;

/// Resolution at which pages are recognised, in dots per inch; a higher one takes longer and recognises no better.
pub const DOTS_PER_INCH: f32 = 200.0;
/// Number of points in an inch.
const POINTS: f32 = 72.0;

/// Returns the number of pages of a pdf. Fails with [`RecognitionError::Damaged`] or [`RecognitionError::Encrypted`].
pub fn pdf_page_count(pdf: &Arc<Vec<u8>>) -> Result<u32, RecognitionError> {
    let pdf = Pdf::new(Arc::clone(pdf)).map_err(cause)?;
    Ok(u32::try_from(pdf.pages().len()).unwrap_or(u32::MAX))
}

/// Picture of a pdf page, with the information whether the file contains its fonts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rendered {
    /// Picture of the page.
    pub picture: Raster,
    /// True if the file contains all fonts of the page except common Latin ones. Otherwise the page may look different
    /// from what its author saw.
    pub has_own_fonts: bool,
}

/// Renders a page of a pdf, counted from 1, and checks whether the file contains its fonts. The resolution is
/// `dots_per_inch`, or lower if the longer side would exceed 4,000 pixels. Comments (annotations) are left out, as they
/// are in the text that is compared.
///
/// `chinese_font` (an OpenType file) replaces the Chinese, Japanese and Korean fonts that a pdf names but does not
/// contain, as is common in papers from databases. With `None`, their characters are missing in the picture.
///
/// Fails if the pdf is damaged or needs a password, has no such page, or if the page has no area.
pub fn render(
    pdf: &Arc<Vec<u8>>,
    page: u32,
    dots_per_inch: f32,
    chinese_font: Option<&'static [u8]>,
) -> Result<Rendered, RecognitionError> {
    let pdf = Pdf::new(Arc::clone(pdf)).map_err(cause)?;
    let pages = pdf.pages();
    let found = page
        .checked_sub(1)
        .and_then(|index| pages.get(index as usize));
    let found = found.ok_or_else(|| RecognitionError::NoSuchPage {
        page,
        pages: u32::try_from(pages.len()).unwrap_or(u32::MAX),
    })?;
    let (width, height) = found.render_dimensions();
    let scale = scale(width, height, dots_per_inch).ok_or(RecognitionError::Empty)?;
    let asked_for_font = Arc::new(AtomicBool::new(false));
    let interpreter = settings(chinese_font, &asked_for_font);
    let pixmap = hayro::render(
        found,
        &RenderCache::new(),
        &interpreter,
        &RenderSettings::default(),
        &PixmapSettings {
            x_scale: scale,
            y_scale: scale,
            bg_color: WHITE,
        },
    );
    // The paper is white and opaque, so no pixel is transparent.
    let (width, height) = (u32::from(pixmap.width()), u32::from(pixmap.height()));
    let rgb = (pixmap.data_as_u8_slice().chunks_exact(4))
        .flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]);
    let picture = Raster::new(width, height, rgb.collect()).ok_or(RecognitionError::Empty)?;
    Ok(Rendered {
        picture,
        has_own_fonts: !asked_for_font.load(Ordering::Relaxed),
    })
}

/// Returns hayro's settings, with a font for the characters that its own Latin fonts lack. `asked` becomes true when
/// the page needs a font that the file does not contain and that is not one of the usual Latin ones.
fn settings(chinese_font: Option<&'static [u8]>, asked: &Arc<AtomicBool>) -> InterpreterSettings {
    let usual = InterpreterSettings::default();
    let resolver = Arc::clone(&usual.font_resolver);
    let asked = Arc::clone(asked);
    InterpreterSettings {
        render_content: RenderContent::PAGE,
        font_resolver: Arc::new(move |query| {
            // The usual Latin fonts look alike whoever draws them; another font may be drawn as anything.
            if matches!(query, FontQuery::Fallback(_)) {
                asked.store(true, Ordering::Relaxed);
            }
            match (query, chinese_font) {
                // Only composite fonts of a known collection of characters say what their codes mean.
                (FontQuery::Fallback(font), Some(bytes)) if font.character_collection.is_some() => {
                    let data: FontData = Arc::new(bytes);
                    Some((data, 0))
                }
                _ => resolver(query),
            }
        }),
        ..usual
    }
}

/// Returns the number of pixels for a point; `None` for a page that has no area or becomes thinner than a pixel.
fn scale(width: f32, height: f32, dots_per_inch: f32) -> Option<f32> {
    let longest = width.max(height);
    let scale = (dots_per_inch / POINTS).min(LONGEST_SIDE as f32 / longest);
    (scale.is_finite() && width.min(height) * scale >= 1.0).then_some(scale)
}

fn cause(error: LoadPdfError) -> RecognitionError {
    match error {
        LoadPdfError::Decryption(DecryptionError::PasswordProtected) => RecognitionError::Encrypted,
        LoadPdfError::Decryption(other) => RecognitionError::Damaged {
            detail: format!("{other:?}"),
        },
        LoadPdfError::Invalid => RecognitionError::Damaged {
            detail: "PDF".to_owned(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pdf of one page with a black square in its lower left quarter.
    fn made(width: u32, height: u32) -> Arc<Vec<u8>> {
        let content = format!("0 g 0 0 {} {} re f", width / 2, height / 2);
        let objects = [
            "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
            "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
            format!(
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width} {height}] /Contents 4 0 R >>"
            ),
            format!(
                "<< /Length {} >>\nstream\n{content}\nendstream",
                content.len()
            ),
        ];
        let mut file = "%PDF-1.4\n".to_owned();
        for (number, object) in (1..).zip(objects) {
            file = format!("{file}{number} 0 obj\n{object}\nendobj\n");
        }
        file += "trailer << /Root 1 0 R /Size 5 >>\n%%EOF";
        Arc::new(file.into_bytes())
    }

    #[test]
    fn a_page_is_rendered_at_its_resolution() {
        let pdf = made(72, 144);
        assert_eq!(pdf_page_count(&pdf), Ok(1));
        let raster = render(&pdf, 1, 100.0, None).unwrap().picture;
        assert_eq!((raster.width(), raster.height()), (100, 200));
        assert_eq!(raster.pixel(10, 190), [0; 3]);
        assert_eq!(raster.pixel(90, 10), [255; 3]);
        assert_eq!(
            render(&pdf, 2, 100.0, None),
            Err(RecognitionError::NoSuchPage { page: 2, pages: 1 })
        );
        assert_eq!(
            render(&pdf, 0, 100.0, None),
            Err(RecognitionError::NoSuchPage { page: 0, pages: 1 })
        );
    }

    #[test]
    fn huge_pages_are_smaller_and_empty_ones_refused() {
        let raster = render(&made(14_400, 7_200), 1, 200.0, None)
            .unwrap()
            .picture;
        assert_eq!((raster.width(), raster.height()), (4_000, 2_000));
        assert_eq!(scale(0.0, 100.0, 200.0), None);
        assert_eq!(scale(f32::NAN, f32::NAN, 200.0), None);
        assert!(render(&Arc::new(b"no pdf".to_vec()), 1, 200.0, None).is_err());
    }
}
