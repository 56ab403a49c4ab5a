//! Pictures that two documents have in common: their bytes are equal, or their perceptual hashes differ in few bits.

use chachong_compare::{DocumentIndex, DocumentPair};
use std::collections::{BTreeMap, HashMap, HashSet};

use rayon::prelude::*;

use super::files::Files;
use super::{AlikePictures, EvidenceItem, Found};
use chachong_import::{Metadata, Picture};
use chachong_simhash::Fingerprint;
use chachong_simhash::index::{BlockIndex, RadiusIndex};

/// Maximum number of bits in which the hashes of similar pictures differ.
pub(super) const FARTHEST: u32 = 8;
/// Maximum number of bits for a pair of documents that have but one picture in common, by the number of pictures compared
/// up to which it holds: the more pictures, the more are near by chance.
const ALONE: [(usize, u32); 3] = [(3_000, 4), (30_000, 2), (usize::MAX, 1)];
/// Minimum width and height, in pixels, of a picture that says something; below stand icons and scraps of formulas.
const LEAST_SIDE: u32 = 40;
/// Minimum number of pixels of a picture that says something.
const LEAST_PIXELS: u64 = 10_000;
/// Minimum stored size, in bytes, of a picture of unknown width and height (emf, wmf); smaller ones are formulas.
const LEAST_BYTES: u64 = 8 << 10;
/// Minimum number of set bits, and of clear ones, of the hash of a picture that is not flat.
const FLAT: u32 = 4;
/// Minimum number of set bits, and of clear ones, of a hash that tells its picture from others.
const DETAILED: u32 = 12;
/// Number of similar other pictures in its own document from which on a picture is one of a series: pages of a scan,
/// curves of one program.
const SERIES: usize = 3;
/// Minimum width, in pixels, and proportions (height by width) of a picture that may be a scanned page: two pages of text
/// look alike whatever they say.
const PAGE: (u32, std::ops::RangeInclusive<f64>) = (500, 1.25..=1.5);
/// Ratio of the longer side of a picture to the shorter one from which on the picture is a band: a school's name, the head
/// of a letter, a line of formulas. A band in common says nothing by itself.
const BAND: u32 = 4;
/// Maximum ratio of the proportions of two similar pictures.
const SHAPE: f64 = 1.1;
/// Maximum number of pictures of one document that are compared.
const PICTURES: usize = 1000;

/// Picture that says something, with its document and its place in the document's list.
#[derive(Clone, Copy)]
struct Telling<'a> {
    document: DocumentIndex,
    place: usize,
    picture: &'a Picture,
}

/// Finds the pairs of documents with pictures in common.
pub(super) fn alike(files: &Files<'_>) -> Vec<Found> {
    let telling: Vec<Telling<'_>> = (files.iter())
        .flat_map(|(document, metadata)| {
            let pictures = (0..).zip(&metadata.pictures).take(PICTURES);
            pictures
                .filter(|(_, picture)| is_telling(picture))
                .map(move |(place, picture)| Telling {
                    document,
                    place,
                    picture,
                })
        })
        .collect();
    let hashes = Hashes::of(files, &telling);
    let alone = alone(telling.len());
    let mut found = equal(files, &telling, &hashes.widespread);
    found.extend(hashes.similar());
    found.sort_unstable_by_key(|&(pair, alike)| (pair, rank(alike), alike.a, alike.b));
    (found.chunk_by(|x, y| x.0 == y.0))
        .filter_map(|group| {
            let pair = group[0].0;
            let [a, b] = [files.metadata(pair.0)?, files.metadata(pair.1)?];
            let couples = group.iter().map(|&(_, alike)| alike);
            let alike = matched(couples, alone, &|couple| are_bands(a, b, couple))?;
            Some((pair, EvidenceItem::Pictures(alike)))
        })
        .collect()
}

/// Whether a picture is neither tiny nor flat, nor a scrap of a formula.
pub(super) fn is_telling(picture: &Picture) -> bool {
    let is_large = match picture.size {
        Some((width, height)) => {
            width.min(height) >= LEAST_SIDE && u64::from(width) * u64::from(height) >= LEAST_PIXELS
        }
        None => picture.bytes >= LEAST_BYTES,
    };
    is_large && picture.perceptual.is_none_or(|hash| has_bits(hash, FLAT))
}

/// Returns the hash of a picture that can be told from others by it; `None` for any other picture.
pub(super) fn detailed(picture: &Picture) -> Option<u64> {
    let size = picture.size?;
    picture
        .perceptual
        .filter(|&hash| has_bits(hash, DETAILED) && !is_page(size))
}

fn is_page((width, height): (u32, u32)) -> bool {
    width >= PAGE.0 && PAGE.1.contains(&(f64::from(height) / f64::from(width)))
}

/// Returns the maximum number of bits in which the hashes of two pictures may differ where no other picture speaks for
/// their documents, when `pictures` pictures were compared.
pub(super) fn alone(pictures: usize) -> u32 {
    let row = ALONE.iter().find(|(most, _)| pictures <= *most);
    row.map_or(0, |&(_, distance)| distance)
}

fn has_bits(hash: u64, least: u32) -> bool {
    (least..=u64::BITS - least).contains(&hash.count_ones())
}

/// Whether two pictures of known size have nearly the same proportions.
pub(super) fn same_shape(a: &Picture, b: &Picture) -> bool {
    let proportion = |picture: &Picture| {
        let (width, height) = picture.size?;
        Some(f64::from(width) / f64::from(height))
    };
    let ratio = proportion(a)
        .zip(proportion(b))
        .map(|(a, b)| a.max(b) / a.min(b));
    ratio.is_some_and(|ratio| ratio <= SHAPE)
}

/// Whether a picture is a band: its longer side is at least [`BAND`] times as long as its shorter one.
fn is_band(picture: &Picture) -> bool {
    let is_long = |(width, height): (u32, u32)| width.max(height) >= BAND * width.min(height);
    picture.size.is_some_and(is_long)
}

/// Whether both pictures of a couple are bands.
pub(super) fn are_bands(a: &Metadata, b: &Metadata, couple: AlikePictures) -> bool {
    let is_band = |picture: Option<&Picture>| picture.is_some_and(is_band);
    is_band(a.pictures.get(couple.a)) && is_band(b.pictures.get(couple.b))
}

/// Whether hashes are those of similar pictures.
pub(super) const fn near(a: u64, b: u64) -> bool {
    (a ^ b).count_ones() <= FARTHEST
}

/// Sort key: equal pictures before similar ones.
pub(super) fn rank(alike: AlikePictures) -> u32 {
    alike.distance.map_or(0, |distance| distance + 1)
}

/// Couples of two pictures, each with its pair of documents.
type Couples = Vec<(DocumentPair, AlikePictures)>;

fn couple(x: Telling<'_>, y: Telling<'_>, distance: Option<u32>) -> (DocumentPair, AlikePictures) {
    let (x, y) = if x.document <= y.document {
        (x, y)
    } else {
        (y, x)
    };
    let alike = AlikePictures {
        a: x.place,
        b: y.place,
        distance,
    };
    ((x.document, y.document), alike)
}

/// Returns the couples of equal pictures that are not widespread, neither themselves nor by their hash.
fn equal(files: &Files<'_>, telling: &[Telling<'_>], widespread: &HashSet<u64>) -> Couples {
    let mut of_bytes: HashMap<&str, Vec<Telling<'_>>> = HashMap::new();
    for one in telling {
        of_bytes.entry(&one.picture.sha256).or_default().push(*one);
    }
    let mut couples = Vec::new();
    for same in of_bytes.values() {
        let known = same[0].picture.perceptual;
        if !files.is_widespread(documents(same))
            && known.is_none_or(|hash| !widespread.contains(&hash))
        {
            for (at, &x) in same.iter().enumerate() {
                couples.extend(
                    same[at + 1..]
                        .iter()
                        .filter(|y| y.document != x.document)
                        .map(|&y| couple(x, y, None)),
                );
            }
        }
    }
    couples
}

/// Number of documents of some pictures, which are sorted by document.
fn documents(pictures: &[Telling<'_>]) -> usize {
    pictures.chunk_by(|x, y| x.document == y.document).count()
}

/// Detailed hashes of all pictures that are none of a series, each once.
struct Hashes<'a> {
    /// Hashes with their pictures, by hash.
    of_hash: Vec<(u64, Vec<Telling<'a>>)>,
    /// Index over `of_hash`; its ids are positions there.
    index: BlockIndex,
    /// Hashes that are, with those near them, in too many documents.
    widespread: HashSet<u64>,
}

impl<'a> Hashes<'a> {
    fn of(files: &Files<'_>, telling: &[Telling<'a>]) -> Self {
        let of_document: Vec<&[Telling<'a>]> =
            telling.chunk_by(|x, y| x.document == y.document).collect();
        let alone: Vec<(u64, Telling<'a>)> = of_document
            .into_par_iter()
            .flat_map_iter(without_series)
            .collect();
        let mut of_hash: BTreeMap<u64, Vec<Telling<'a>>> = BTreeMap::new();
        for (hash, one) in alone {
            of_hash.entry(hash).or_default().push(one);
        }
        let of_hash: Vec<(u64, Vec<Telling<'a>>)> = of_hash.into_iter().collect();
        let items = (0..)
            .zip(&of_hash)
            .map(|(id, (hash, _))| (Fingerprint(*hash), id));
        let index = BlockIndex::build(items.collect());
        let is_widespread = |hash: u64| {
            let (mut documents, mut widespread) = (HashSet::new(), false);
            index.visit(Fingerprint(hash), FARTHEST, |(_, id), _| {
                // A logo is near thousands of its copies: a few of them are enough.
                if !widespread {
                    let pictures = &of_hash[id as usize].1;
                    documents.extend(pictures.iter().map(|one| one.document));
                    widespread = files.is_widespread(documents.len());
                }
            });
            widespread
        };
        let widespread = (of_hash.par_iter())
            .map(|&(hash, _)| hash)
            .filter(|&hash| is_widespread(hash))
            .collect();
        Self {
            of_hash,
            index,
            widespread,
        }
    }

    /// Returns the couples of similar pictures of the same proportions.
    fn similar(&self) -> Couples {
        let telling = (self.of_hash.par_iter()).filter(|(hash, _)| !self.widespread.contains(hash));
        let couples_of = |(hash, pictures): &(u64, Vec<Telling<'a>>)| {
            let mut couples = Vec::new();
            for (other, distance) in self.index.within(Fingerprint(*hash), FARTHEST) {
                let (other_hash, others) = &self.of_hash[other as usize];
                if other_hash < hash || self.widespread.contains(other_hash) {
                    continue;
                }
                for &x in pictures {
                    for &y in others {
                        // Two pictures with one hash meet twice.
                        let is_first = hash != other_hash || x.document < y.document;
                        if is_first && x.document != y.document && same_shape(x.picture, y.picture)
                        {
                            let equal = x.picture.sha256 == y.picture.sha256;
                            couples.push(couple(x, y, (!equal).then_some(distance)));
                        }
                    }
                }
            }
            couples
        };
        telling.flat_map_iter(couples_of).collect()
    }
}

/// Returns the detailed pictures of one document with their hashes, without those that have [`SERIES`] similar other ones
/// in it.
fn without_series<'a>(pictures: &[Telling<'a>]) -> Vec<(u64, Telling<'a>)> {
    let detailed: Vec<(u64, Telling<'a>)> = (pictures.iter())
        .filter_map(|&one| Some((detailed(one.picture)?, one)))
        .collect();
    let mut different: Vec<(u64, &str)> = detailed
        .iter()
        .map(|&(hash, one)| (hash, one.picture.sha256.as_str()))
        .collect();
    different.sort_unstable();
    different.dedup_by_key(|(_, bytes)| *bytes);
    let is_of_series = |own: u64| {
        // The picture itself is one of those near it.
        different
            .iter()
            .filter(|&&(hash, _)| near(hash, own))
            .count()
            > SERIES
    };
    detailed
        .iter()
        .copied()
        .filter(|&(hash, _)| !is_of_series(hash))
        .collect()
}

/// Gives each picture at most one partner, the nearest first, from couples of two documents that are sorted so; sorted by
/// the first document's pictures. `None` if, besides those that `say_nothing` alone, only one couple is left, of pictures
/// that differ in more than `alone` bits, or none.
pub(super) fn matched(
    couples: impl Iterator<Item = AlikePictures>,
    alone: u32,
    say_nothing: &dyn Fn(AlikePictures) -> bool,
) -> Option<Vec<AlikePictures>> {
    let (mut of_a, mut of_b) = (HashSet::new(), HashSet::new());
    let mut alike: Vec<AlikePictures> = couples
        .filter(|couple| {
            let is_free = !of_a.contains(&couple.a) && !of_b.contains(&couple.b);
            is_free && of_a.insert(couple.a) && of_b.insert(couple.b)
        })
        .collect();
    alike.sort_unstable();
    let telling: Vec<AlikePictures> = (alike.iter().copied())
        .filter(|&couple| !say_nothing(couple))
        .collect();
    let is_enough = match telling[..] {
        [] => false,
        [only] => only.distance.is_none_or(|distance| distance <= alone),
        _ => true,
    };
    is_enough.then_some(alike)
}
