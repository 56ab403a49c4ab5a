//! Soft masks and groups: how much of the content drawn inside them reaches the page.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use hayro_interpret::font::GlyphRun;
use hayro_interpret::kurbo::BezPath;
use hayro_interpret::{
    BlendMode, CacheKey, ClipPath, Device, DrawMode, DrawProps, Image, ImageDrawProps, MaskType,
    Paint, SoftMask,
};

use super::canvas::{Coat, Colour, TRANSPARENT};

/// Maximum number of drawing steps of a mask; one with more counts as open.
const STEPS: usize = 2_000;
/// Maximum number of masks of one page that are looked at; the others count as open.
const MASKS: usize = 64;

/// Transparency group, with those around it.
#[derive(Clone, Copy)]
pub(super) struct Group {
    pub(super) opacity: f32,
    pub(super) blend: BlendMode,
    /// Whether a mask may let the content below show through.
    pub(super) has_holes: bool,
}

impl Group {
    /// Group of a page itself.
    pub(super) const PAGE: Self = Self {
        opacity: 1.0,
        blend: BlendMode::Normal,
        has_holes: false,
    };

    /// Returns the group for content inside this one with the given opacity, blending and mask.
    pub(super) fn with(self, opacity: f32, blend: BlendMode, mask: Reach) -> Self {
        let opacity = if mask == Reach::Closed { 0.0 } else { opacity };
        Self {
            opacity: self.opacity * opacity,
            blend: if blend == BlendMode::Normal {
                self.blend
            } else {
                blend
            },
            has_holes: self.has_holes || mask != Reach::Whole,
        }
    }

    /// Returns a paint as it is laid on inside the group.
    pub(super) const fn coat(self, colour: Colour, opacity: f32, has_holes: bool) -> Coat {
        Coat {
            colour,
            opacity: opacity * self.opacity,
            blend: self.blend,
            has_holes: has_holes || self.has_holes,
        }
    }
}

/// How much a mask lets through.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// There is no mask.
    Whole,
    /// Something is let through.
    Partly,
    /// Nothing is let through anywhere.
    Closed,
}

/// Masks of one page.
#[derive(Default)]
pub(super) struct Masks {
    known: HashMap<u128, Reach>,
}

impl Masks {
    /// Returns how much `mask` lets through.
    pub(super) fn reach(&mut self, mask: Option<&SoftMask<'_>>) -> Reach {
        let Some(mask) = mask else {
            return Reach::Whole;
        };
        let key = mask.cache_key();
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        if self.known.len() >= MASKS {
            return Reach::Partly;
        }
        let reach = reach(mask);
        self.known.insert(key, reach);
        reach
    }
}

fn reach(mask: &SoftMask<'_>) -> Reach {
    let is_luminosity = mask.mask_type() == MaskType::Luminosity;
    let [red, green, blue, _] = mask.background_color().to_rgba().components();
    let is_lit = is_luminosity && red.max(green).max(blue) > TRANSPARENT;
    // A function may turn any value into any other.
    if is_lit || mask.transfer_function().is_some() {
        return Reach::Partly;
    }
    let mut light = Light {
        is_luminosity,
        is_found: false,
        steps: 0,
    };
    // What breaks the interpreter, or takes too long, is taken to be open.
    match catch_unwind(AssertUnwindSafe(|| mask.interpret(&mut light))) {
        Ok(()) if !light.is_found => Reach::Closed,
        _ => Reach::Partly,
    }
}

/// Device that finds out whether a mask draws anything that lets something through.
struct Light {
    is_luminosity: bool,
    is_found: bool,
    steps: usize,
}

impl Light {
    fn draw(&mut self, paint: Option<&Paint<'_>>, mode: Option<&DrawMode>) {
        self.steps += 1;
        let lets_through = match paint {
            Some(Paint::Color(colour)) => {
                let [red, green, blue, alpha] = colour.to_rgba().components();
                let light = if self.is_luminosity {
                    red.max(green).max(blue)
                } else {
                    1.0
                };
                light * alpha > TRANSPARENT
            }
            _ => true,
        };
        self.is_found |= lets_through && !matches!(mode, Some(DrawMode::Invisible));
        if self.is_found || self.steps > STEPS {
            // Unwinding is the only way out of the interpreter.
            self.is_found = true;
            resume_unwind(Box::new("a mask that lets something through"));
        }
    }
}

impl<'a> Device<'a> for Light {
    fn draw_path(&mut self, _: &BezPath, props: DrawProps<'a>, mode: &DrawMode) {
        self.draw(Some(&props.paint), Some(mode));
    }

    fn draw_glyph_run(&mut self, _: &GlyphRun<'_, 'a>, props: DrawProps<'a>, mode: &DrawMode) {
        self.draw(Some(&props.paint), Some(mode));
    }

    fn draw_image(&mut self, _: Image<'a, '_>, _: ImageDrawProps<'a>) {
        self.draw(None, None);
    }

    fn push_clip_path(&mut self, _: &ClipPath) {
        self.steps += 1;
    }

    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {
        self.steps += 1;
    }

    fn pop_clip(&mut self) {}

    fn pop_transparency_group(&mut self) {}
}
