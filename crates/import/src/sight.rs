//! Decides whether a reader sees a piece of text, from how its file draws it. Word, RTF, `OpenDocument`, HTML and
//! slides share this rule; their readers only determine colours, sizes and positions.

/// Largest difference of a colour channel at which two colours look the same.
const SAME_COLOUR: u8 = 15;
/// Maximum font size, in points, that is too small to read.
const TINY_SIZE: f32 = 2.0;
/// Maximum height of a line, a row or a box, in points, in which nothing can be read.
const FLAT: f32 = 2.0;
/// Maximum width of letters, in per cent of their own, at which they are strokes.
const NARROW: f32 = 10.0;
/// Distance between letters, as a share of their size, at which they stand on one another.
const COLLAPSED: f32 = -0.9;
/// Maximum opacity, 0 to 1, at which nothing can be seen.
const TRANSPARENT: f32 = 0.05;
/// Maximum number of characters after a drawing behind the text that may stand on it: letters of any colour then count as visible. Covers
/// have fewer characters.
pub(crate) const ON_DRAWING: usize = 500;
/// Part of a box, in points, that must be on the page for something to be seen.
const SEEN: f32 = 2.0;
/// Width and height of a page, in points, that are assumed where a file states none: A4.
pub(crate) const A4: [f32; 2] = [595.3, 841.9];
/// Number of units of length (EMU) in a point, in drawings of Office.
pub(crate) const EMU: f32 = 12_700.0;
/// Number of units in a whole, where drawings of Office state a share.
pub(crate) const SHARE: f32 = 100_000.0;
/// Font size, in points, where a file states none.
const USUAL_SIZE: f32 = 10.5;

/// Colour, as red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Colour(pub(crate) [u8; 3]);

impl Colour {
    pub(crate) const WHITE: Self = Self([0xFF; 3]);
    pub(crate) const BLACK: Self = Self([0; 3]);

    /// Reads six hex digits, with or without `#`; `None` for anything else.
    pub(crate) fn hex(digits: &str) -> Option<Self> {
        let digits = digits.strip_prefix('#').unwrap_or(digits);
        if digits.len() != 6 {
            return None;
        }
        let [_, rgb @ ..] = u32::from_str_radix(digits, 16).ok()?.to_be_bytes();
        Some(Self(rgb))
    }

    /// Mixes in `share` (0 to 1) of `other`.
    pub(crate) fn mixed(self, other: Self, share: f32) -> Self {
        let share = share.clamp(0.0, 1.0);
        let mix = |at: usize| {
            let (own, other) = (f32::from(self.0[at]), f32::from(other.0[at]));
            channel(own + (other - own) * share)
        };
        Self([mix(0), mix(1), mix(2)])
    }

    /// Returns whether a reader cannot tell the colours apart.
    fn is_like(self, other: Self) -> bool {
        let pairs = self.0.into_iter().zip(other.0);
        pairs.into_iter().all(|(a, b)| a.abs_diff(b) <= SAME_COLOUR)
    }
}

/// Rounds to a channel of a colour.
pub(crate) fn channel(value: f32) -> u8 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the value is in the range"
    )]
    let channel = value.clamp(0.0, 255.0).round() as u8;
    channel
}

/// Colour of letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Ink {
    /// The program chooses black or white, whichever stands out.
    #[default]
    Auto,
    Colour(Colour),
    /// Nothing is drawn.
    Clear,
    /// Several colours, or an outline of another colour.
    Several,
}

/// Background of letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ground {
    Colour(Colour),
    /// Picture, pattern, gradient or something that the file does not say: letters of any colour may stand out.
    Unknown,
}

impl Ground {
    pub(crate) const PAPER: Self = Self::Colour(Colour::WHITE);
}

/// How a piece of text is drawn; `None` for properties that the file does not state.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Drawn {
    pub(crate) ink: Ink,
    /// Background; paper if the file says nothing.
    pub(crate) ground: Option<Ground>,
    /// Share of the letters' colour that is drawn, 0 to 1.
    pub(crate) opacity: Option<f32>,
    /// Font size in points.
    pub(crate) size: Option<f32>,
    /// Width of the letters, in per cent of their own.
    pub(crate) width: Option<f32>,
    /// Distance added between letters, in points.
    pub(crate) spacing: Option<f32>,
    /// Height, in points, beyond which the line, row or box cuts the text off.
    pub(crate) height: Option<f32>,
    /// Whether the text stands outside the page.
    pub(crate) is_outside: bool,
}

/// Reason why a reader does not see text that the file does not mark as hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unseen {
    /// In the colour of its background, transparent, too small, too narrow or cut off.
    Faint,
    /// Outside the page.
    Outside,
}

impl Drawn {
    /// Returns why a reader does not see the text; `None` for text that can be seen.
    pub(crate) fn unseen(&self) -> Option<Unseen> {
        if self.is_outside {
            return Some(Unseen::Outside);
        }
        let is_of_ground = match (self.ink, self.ground.unwrap_or(Ground::PAPER)) {
            (Ink::Clear, _) => true,
            (Ink::Colour(ink), Ground::Colour(ground)) => ink.is_like(ground),
            _ => false,
        };
        let size = self.size.unwrap_or(USUAL_SIZE);
        let is_faint = is_of_ground
            || self.opacity.is_some_and(is_clear)
            || size <= TINY_SIZE
            || self.width.is_some_and(|width| width <= NARROW)
            || self.spacing.is_some_and(|more| more <= COLLAPSED * size)
            || self.height.is_some_and(|height| height <= FLAT);
        is_faint.then_some(Unseen::Faint)
    }
}

/// Returns whether a colour of this opacity, 0 to 1, is too transparent to be seen.
pub(crate) fn is_clear(share: f32) -> bool {
    share <= TRANSPARENT
}

/// Whether a box lies outside the page along a side, measured from the page's edge or from somewhere on the page.
pub(crate) fn is_beyond(page: f32, is_from_edge: bool, offset: f32, length: f32) -> bool {
    let from = (0.0, if is_from_edge { 0.0 } else { page });
    is_outside(page, from, offset, length)
}

/// Whether a box of `length` at `offset` lies outside the page, along a side of length `page`, wherever it is measured from. `from` holds
/// the smallest and the largest place, from the page's edge, from which it may be measured. All lengths are in points.
pub(crate) fn is_outside(page: f32, from: (f32, f32), offset: f32, length: f32) -> bool {
    from.0 + offset >= page - SEEN || from.1 + offset + length <= SEEN
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn drawn(ink: Colour, ground: Option<Ground>) -> Drawn {
        Drawn {
            ink: Ink::Colour(ink),
            ground,
            ..Drawn::default()
        }
    }

    #[test]
    fn letters_in_the_colour_of_their_ground_are_unseen() {
        let red = Colour([0xFF, 0, 0]);
        let unseen = |drawn: Drawn| drawn.unseen() == Some(Unseen::Faint);
        assert!(unseen(drawn(Colour::WHITE, None)));
        assert!(unseen(drawn(Colour([0xF5, 0xF5, 0xF0]), None)));
        assert!(unseen(drawn(red, Some(Ground::Colour(red)))));
        assert!(!unseen(drawn(red, None)));
        assert!(!unseen(drawn(Colour([0xE0; 3]), None)));
        assert!(!unseen(drawn(Colour::WHITE, Some(Ground::Unknown))));
        assert!(!unseen(drawn(Colour::WHITE, Some(Ground::Colour(red)))));
        // The program chooses a colour that stands out.
        assert!(!unseen(Drawn::default()));
    }

    #[test]
    fn size_width_height_distance_and_place_count() {
        let unseen = |change: fn(&mut Drawn)| {
            let mut drawn = Drawn::default();
            change(&mut drawn);
            drawn.unseen()
        };
        let faint = Some(Unseen::Faint);
        assert_eq!(unseen(|d| d.size = Some(1.0)), faint);
        assert_eq!(unseen(|d| d.size = Some(4.5)), None);
        assert_eq!(unseen(|d| d.width = Some(1.0)), faint);
        assert_eq!(unseen(|d| d.width = Some(66.0)), None);
        assert_eq!(unseen(|d| d.height = Some(0.05)), faint);
        assert_eq!(unseen(|d| d.height = Some(6.0)), None);
        assert_eq!(unseen(|d| d.spacing = Some(-12.0)), faint);
        assert_eq!(unseen(|d| d.spacing = Some(-1.0)), None);
        assert_eq!(unseen(|d| d.opacity = Some(0.0)), faint);
        assert_eq!(unseen(|d| d.ink = Ink::Clear), faint);
        assert_eq!(unseen(|d| d.is_outside = true), Some(Unseen::Outside));
    }

    #[test]
    fn a_box_is_outside_if_it_is_so_from_wherever_it_is_measured() {
        let outside = |from, offset| is_outside(595.0, from, offset, 100.0);
        assert!(outside((0.0, 0.0), 600.0) && outside((0.0, 0.0), -100.0));
        assert!(!outside((0.0, 0.0), 500.0) && !outside((0.0, 0.0), -50.0));
        assert!(!outside((0.0, 595.0), -300.0) && outside((0.0, 595.0), -700.0));
    }

    proptest! {
        #[test]
        fn a_colour_is_unseen_on_itself_only(a: [u8; 3], b: [u8; 3]) {
            let is_unseen = drawn(Colour(a), Some(Ground::Colour(Colour(b)))).unseen().is_some();
            prop_assert_eq!(is_unseen, a.iter().zip(b).all(|(a, b)| a.abs_diff(b) <= SAME_COLOUR));
            prop_assert!(drawn(Colour(a), Some(Ground::Colour(Colour(a)))).unseen().is_some());
        }
    }
}
