//! Converts paints of the interpreter to those of the canvas: their colour, their opacity, and the area that they fill.

use std::panic::{AssertUnwindSafe, catch_unwind};

use hayro_interpret::kurbo::{Affine, BezPath, Rect, Shape, Stroke, StrokeOpts, stroke};
use hayro_interpret::pattern::Pattern;
use hayro_interpret::shading::ShadingType;
use hayro_interpret::{
    DrawMode, FillRule, Image, ImageData, LumaData, Paint, RasterImage, StrokeProps,
};

use super::canvas::Coat;
use super::grid::take;
use super::masks::Group;

/// Minimum width of a stroke, in points, that is an area rather than a line.
const WIDE: f64 = 3.0;
/// Maximum number of parts of a path whose stroke is followed: longer ones are curves of a diagram.
const PARTS: usize = 64;
/// Maximum number of pixels of a picture that may be a plain area of one colour.
const SWATCH: usize = 1024;
/// Maximum difference of the values, of 255, in a picture of one colour.
const PLAIN: u8 = 8;
/// Minimum value, of 255, of a mask's pixel that lets nothing through.
const SOLID: u8 = 243;
/// Reciprocal of the share of a mask that may let something through.
const HOLES_OF: usize = 20;
/// Minimum side of a path, in points, that can lie under a letter.
const SMALL: f64 = 1.0;

/// Returns `paint` as it is laid on inside `group`.
pub(super) fn coat_of(paint: &Paint<'_>, group: Group) -> Coat {
    let (colour, opacity, has_holes) = match paint {
        Paint::Color(colour) => {
            let [red, green, blue, alpha] = colour.to_rgba().components();
            (Some([red, green, blue]), alpha, false)
        }
        Paint::Pattern(pattern) => match &**pattern {
            Pattern::Shading(shading) => {
                let fills = matches!(
                    *shading.shading.shading_type,
                    ShadingType::RadialAxial {
                        extend: [true, true],
                        axial: true,
                        ..
                    }
                );
                (None, shading.opacity, !fills)
            }
            Pattern::Tiling(tiling) => (None, tiling.opacity, true),
        },
    };
    group.coat(colour, opacity, has_holes)
}

/// Returns the area that drawing `path` fills on the page, which lies within `bounds`; `None` for lines and for what is
/// too small to lie under a letter.
pub(super) fn extent(
    path: &BezPath,
    bounds: Rect,
    transform: Affine,
    mode: &DrawMode,
) -> Option<(BezPath, FillRule)> {
    match mode {
        DrawMode::Fill(rule) | DrawMode::FillAndStroke(rule, _) => {
            let is_large = bounds.width() > SMALL && bounds.height() > SMALL;
            is_large.then(|| (transform * path.clone(), *rule))
        }
        DrawMode::Stroke(props) => Some((
            transform * outline(path, transform, props)?,
            FillRule::NonZero,
        )),
        DrawMode::Invisible => None,
    }
}

/// Returns the outline of a stroke; `None` if it is narrow or dashed, or its path has many parts.
fn outline(path: &BezPath, transform: Affine, props: &StrokeProps) -> Option<BezPath> {
    let width = f64::from(props.line_width);
    let is_wide = width * transform.determinant().abs().sqrt() >= WIDE;
    if !is_wide || !props.dash_array.is_empty() || path.elements().len() > PARTS {
        return None;
    }
    let style = Stroke::new(width)
        .with_caps(props.line_cap)
        .with_join(props.line_join);
    let outline = stroke(path.iter(), &style, &StrokeOpts::default(), 0.1);
    outline.bounding_box().is_finite().then_some(outline)
}

/// Returns the colour and opacity of a small picture that is all of one colour. Its pixels are subtracted from `pixels`;
/// if there are not enough, the picture is like any other.
pub(super) fn swatch(image: &Image<'_, '_>, pixels: &mut usize) -> Option<([f32; 3], f32)> {
    let Image::Raster(raster) = image else {
        return None;
    };
    let size = raster.width() as usize * raster.height() as usize;
    if size > SWATCH || !take(pixels, SWATCH) {
        return None;
    }
    let mut found = None;
    let judge = |data: ImageData, alpha: Option<LumaData>| {
        let colour = match &data {
            ImageData::Rgb(rgb) => plain(&rgb.data),
            ImageData::Luma(luma) => plain::<1>(&luma.data).map(|[value]| [value; 3]),
        };
        let opacity = alpha.map_or(Some([u8::MAX]), |alpha| plain(&alpha.data));
        let share = |value: u8| f32::from(value) / 255.0;
        found = colour
            .zip(opacity)
            .map(|(colour, [opacity])| (colour.map(share), share(opacity)));
    };
    decode(raster, judge);
    found
}

/// Whether a picture has no mask, so that nothing shows through it anywhere.
pub(super) fn has_no_holes(image: &Image<'_, '_>) -> bool {
    match image {
        // A stencil is ink without paper.
        Image::Stencil(_) => false,
        Image::Raster(raster) => {
            let entries = raster.stream().dict();
            ["SMask", "SMaskInData", "Mask"]
                .iter()
                .all(|name| !entries.contains_key(name.as_bytes()))
        }
    }
}

/// Whether the mask of a picture lets nothing through. The pixels that are decoded for it are subtracted from `pixels`;
/// if there are not enough, the mask counts as open.
pub(super) fn is_opaque_mask(image: &Image<'_, '_>, pixels: &mut usize) -> bool {
    let Image::Raster(raster) = image else {
        return false;
    };
    let size = raster.width() as usize * raster.height() as usize;
    if !raster.stream().dict().contains_key("SMask".as_bytes()) || !take(pixels, size) {
        return false;
    }
    let mut is_opaque = false;
    decode(raster, |_, alpha| {
        is_opaque = alpha.is_some_and(|alpha| {
            let clear = alpha.data.iter().filter(|value| **value < SOLID).count();
            // Round corners are no holes.
            clear * HOLES_OF <= alpha.data.len()
        });
    });
    is_opaque
}

/// Gives the pixels of a picture to `judge`, unless the picture breaks its decoder.
fn decode(raster: &RasterImage<'_>, judge: impl FnOnce(ImageData, Option<LumaData>)) {
    let _ = catch_unwind(AssertUnwindSafe(|| raster.with_rgba(judge, None)));
}

/// Returns the value of all pixels of `N` bytes, if they are about the same.
fn plain<const N: usize>(data: &[u8]) -> Option<[u8; N]> {
    let first: [u8; N] = data.first_chunk().copied()?;
    let is_first = |pixel: &[u8]| {
        let mut values = pixel.iter().zip(first);
        values.all(|(value, first)| value.abs_diff(first) <= PLAIN)
    };
    data.chunks_exact(N).all(is_first).then_some(first)
}
