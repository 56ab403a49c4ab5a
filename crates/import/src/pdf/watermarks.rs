//! Finds the watermarks of a page by their appearance: text that lies across other text and is slanted, pale or large,
//! or that is repeated over the page.

use std::collections::{HashMap, HashSet};

use hayro_interpret::kurbo::{Rect, Vec2};

use super::painted::Painted;
use super::pieces::Piece;
use super::placed::Placed;
use super::running_heads::step;
use super::template::{BUDGET, BUDGET_SHARE, PLACED, is_short, is_slanted, key};

/// Minimum lightness, 0..=1, of a text that is pale.
const PALE: f32 = 0.6;
/// Minimum difference in lightness between a pale text and the text of the page.
const PALER: f32 = 0.25;
/// Minimum size of a large text, in sizes of the page's text.
const LARGE: f64 = 1.8;
/// Minimum size, in points, of a slanted text that is large whatever it crosses: a stamp, and not a label of a figure.
const STAMP: f64 = 18.0;
/// Minimum number of equal texts on a page that are tiles.
const TILES: usize = 4;
/// Minimum size of a pale text that is a watermark whatever it crosses, in sizes of the page's text.
const HUGE: f64 = 3.0;
/// Minimum share of the page's width and height over which tiles are spread.
const SPREAD: (f64, f64) = (0.4, 0.5);
/// Minimum size of tiles, in sizes of the page's text: smaller are the labels of a figure with many parts.
const TILE: f64 = 0.5;
/// Minimum number of glyphs that lie on other text where a text crosses it.
const CROSSING: usize = 2;
/// Maximum number of glyphs of a page that are tested for crossing other text.
const TESTED: usize = 5_000;
/// Maximum number of watermarks of a page whose parts are searched for.
const WHOLE: usize = 16;

/// What pieces that are equal do on a page.
#[derive(Default)]
struct Group {
    /// Number of the pieces.
    count: usize,
    /// Number of their glyphs that lie on other text.
    crossing: usize,
    /// Area over which they are spread.
    area: Option<Rect>,
}

impl Group {
    fn add(&mut self, piece: &Piece) {
        self.count += 1;
        let place = Rect::from_points(piece.origin, piece.origin);
        self.area = Some(self.area.map_or(place, |area| area.union(place)));
    }

    /// Whether the pieces are tiles of a page of `size` points.
    fn are_tiles(&self, size: (f64, f64)) -> bool {
        let is_spread =
            |area: Rect| area.width() >= SPREAD.0 * size.0 && area.height() >= SPREAD.1 * size.1;
        self.count >= TILES && self.area.is_some_and(is_spread)
    }
}

/// Returns for every piece whether the page shows that it is a watermark.
pub(super) fn watermarks(size: (f64, f64), lines: &[Vec<Placed>], pieces: &[Piece]) -> Vec<bool> {
    let mut groups: HashMap<u64, Group> = HashMap::new();
    let keys: Vec<Option<u64>> = pieces
        .iter()
        .map(|piece| is_short(piece).then(|| key(piece)))
        .collect();
    let body = Body::of(pieces, &keys);
    for (piece, key) in pieces.iter().zip(&keys) {
        if let Some(key) = key {
            groups.entry(*key).or_default().add(piece);
        }
    }
    let is_tile = |piece: &Piece, group: &Group| {
        piece.length >= PLACED && piece.em >= body.em * TILE && group.are_tiles(size)
    };
    // What may be a watermark is no text that another could cross.
    let may_be: Vec<bool> = pieces
        .iter()
        .zip(&keys)
        .map(|(piece, key)| {
            key.is_some_and(|key| body.differs(piece) || is_tile(piece, &groups[&key]))
        })
        .collect();
    if !may_be.contains(&true) {
        return may_be;
    }
    for piece in crossing(size, lines, &may_be) {
        if let Some(group) = keys[piece].and_then(|key| groups.get_mut(&key)) {
            group.crossing += 1;
        }
    }
    let believed = body.believes(pieces, &keys);
    let is_watermark = |(piece, key): (&Piece, &Option<u64>)| {
        let Some(group) = key.and_then(|key| groups.get(&key)) else {
            return false;
        };
        let crosses = group.crossing >= CROSSING;
        let (is_pale, is_large) = (body.is_paler(piece), body.is_larger(piece));
        let is_tile = is_tile(piece, group);
        if piece.look.is_watermark && believed {
            return true;
        }
        if is_slanted(piece.direction) {
            is_pale || (!body.is_turned && (crosses || (is_large && piece.em >= STAMP)))
        } else {
            (crosses && (is_pale || is_large))
                || (is_tile && (is_pale || group.crossing >= group.count))
                || (is_pale && piece.em >= body.em * HUGE)
        }
    };
    let mut found: Vec<bool> = pieces.iter().zip(&keys).map(is_watermark).collect();
    add_parts(&mut found, pieces, &keys);
    found
}

/// Adds the pieces that are a part of a watermark: of a tile that the page's edge cuts, or that is set in two lines.
fn add_parts(found: &mut [bool], pieces: &[Piece], keys: &[Option<u64>]) {
    let mut known = HashSet::new();
    let whole: Vec<&Piece> = (pieces.iter().zip(keys).zip(&*found))
        .filter(|((_, key), is_watermark)| **is_watermark && known.insert(**key))
        .map(|((piece, _), _)| piece)
        .take(WHOLE)
        .collect();
    for (piece, is_watermark) in pieces.iter().zip(found) {
        *is_watermark |= whole.iter().any(|whole| {
            whole.look == piece.look
                && step(whole.em * 4.0) == step(piece.em * 4.0)
                && whole.direction.dot(piece.direction) > 0.999
                && whole.text.contains(&piece.text)
        });
    }
}

/// Type of the page's own text.
struct Body {
    em: f64,
    light: f32,
    /// Whether most of the text is slanted: the sheet is turned, which does not make its text a watermark.
    is_turned: bool,
    /// Number of characters that the file does not call a watermark.
    length: usize,
}

impl Body {
    /// Finds the type in which most of the level text is set, or most of the text if none is level.
    fn of(pieces: &[Piece], keys: &[Option<u64>]) -> Self {
        let mut sizes: HashMap<(bool, i64, i64), (usize, f64, f32)> = HashMap::new();
        let mut known = HashSet::new();
        // Tiles count once.
        let different = (pieces.iter().zip(keys))
            .filter(|(_, key)| key.is_none_or(|key| known.insert(key)))
            .map(|(piece, _)| piece);
        for piece in different {
            let light = piece.look.light;
            let kind = (
                !is_slanted(piece.direction),
                step(piece.em * 4.0),
                step(f64::from(light) * 40.0),
            );
            let (count, ..) = sizes.entry(kind).or_insert((0, piece.em, light));
            *count += piece.length;
        }
        let most = sizes.iter().max_by_key(|&(&kind, &(count, ..))| {
            let (is_level, ..) = kind;
            (is_level && count > 0, count, kind)
        });
        let count = |level: bool| -> usize {
            let of_kind = sizes
                .iter()
                .filter(|((is_level, ..), _)| *is_level == level);
            of_kind.map(|(_, &(count, ..))| count).sum()
        };
        let is_turned = count(false) > count(true);
        let own = pieces.iter().filter(|piece| !piece.look.is_watermark);
        let length = own.map(|piece| piece.length).sum();
        let (em, light) = most.map_or((0.0, 0.0), |(_, &(_, em, light))| (em, light));
        Self {
            em,
            light,
            is_turned,
            length,
        }
    }

    fn is_paler(&self, piece: &Piece) -> bool {
        piece.look.light >= PALE && piece.look.light >= self.light + PALER
    }

    fn is_larger(&self, piece: &Piece) -> bool {
        piece.em >= self.em * LARGE
    }

    fn differs(&self, piece: &Piece) -> bool {
        piece.look.is_watermark
            || is_slanted(piece.direction)
            || self.is_paler(piece)
            || self.is_larger(piece)
    }

    /// Returns whether the file marks so little text as watermarks that this may be believed.
    fn believes(&self, pieces: &[Piece], keys: &[Option<u64>]) -> bool {
        let called = pieces
            .iter()
            .zip(keys)
            .filter(|(piece, _)| piece.look.is_watermark);
        let different: HashMap<Option<u64>, usize> =
            called.map(|(piece, key)| (*key, piece.length)).collect();
        let length: usize = different.values().sum();
        length <= BUDGET && length * BUDGET_SHARE <= self.length
    }
}

/// Returns, for each glyph that lies on other text and whose piece `may_be` a watermark, the index of that piece.
fn crossing(size: (f64, f64), lines: &[Vec<Placed>], may_be: &[bool]) -> Vec<usize> {
    let mut text = Painted::new(size);
    // What annotations show is in no piece.
    let is_one = |glyph: &Placed| may_be.get(glyph.piece).copied().unwrap_or(false);
    let glyphs = || {
        let all = lines.iter().flatten();
        all.filter(|glyph| !glyph.is_blank() && glyph.is_seen())
    };
    for glyph in glyphs().filter(|glyph| !is_one(glyph)) {
        text.add(ink(glyph));
    }
    glyphs()
        .filter(|glyph| is_one(glyph))
        .take(TESTED)
        .filter(|glyph| text.meets(ink(glyph)))
        .map(|glyph| glyph.piece)
        .collect()
}

/// Returns about the area that a glyph darkens.
fn ink(glyph: &Placed) -> Rect {
    let along = glyph.end - glyph.origin;
    let up = Vec2::new(glyph.direction.y, -glyph.direction.x) * glyph.em;
    Rect::from_points(
        glyph.origin + along * 0.15 + up * 0.1,
        glyph.origin + along * 0.85 + up * 0.5,
    )
}
