//! Similar pictures beside each other: each document file is read once for all pages, and its pictures are reduced and
//! embedded in the pages.

use chachong_compare::{DocumentIndex, DocumentPair};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use image::ExtendedColorType::Rgb8;
use image::ImageEncoder;
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use maud::{Markup, html};
use rayon::prelude::*;

use super::sheet::base64;
use super::site::Site;
use super::words::{count, more, name, visible};
use crate::Report;
use chachong_check::{AlikePictures, EvidenceItem};
use chachong_import::{ImportCause, Stop, Thumbnail, WantedPicture};
use chachong_messages::picture_place;

/// Maximum number of couples of pictures shown of one pair.
pub(super) const MOST_OF_PAIR: usize = 12;
/// Maximum number of couples in a whole report: a page of 24 pictures has a few hundred kilobytes.
const MOST_OF_REPORT: usize = 1_200;
/// Maximum width and height of a shown picture, in pixels.
const SIDE: u32 = 240;
/// Size, in bytes, beyond which a picture is written as JPEG: drawings are small as PNG, photographs are not.
const LARGE: usize = 24 << 10;
/// Quality of a JPEG, 1..=100.
const QUALITY: u8 = 82;

/// Place of a picture: position of its document, and place in the document's list of pictures.
type PicturePlace = (DocumentIndex, usize);

/// Pictures of a report, read again from the documents' files.
#[derive(Default)]
pub(super) struct Pictures {
    /// Number of couples that are shown of each pair; a pair that is not named shows none.
    couples: HashMap<DocumentPair, usize>,
    /// Pairs whose pictures did not fit into the report.
    beyond: HashSet<DocumentPair>,
    shown: HashMap<PicturePlace, ShownPicture>,
    /// Why the file of a document could not be read again.
    failed: BTreeMap<DocumentIndex, ImportCause>,
}

/// Picture as a page carries it.
struct ShownPicture {
    width: u32,
    height: u32,
    /// Address that holds the whole picture.
    data: String,
}

impl Pictures {
    /// Reads the pictures of pairs, given with the maximum number of couples to show of each, the most important first.
    /// Nothing is read without a source, and nothing more after `cancelled` returns true.
    pub(super) fn read(
        check: Report<'_>,
        pairs: impl IntoIterator<Item = (DocumentPair, usize)>,
        cancelled: &(dyn Fn() -> bool + Sync),
    ) -> Self {
        let mut pictures = Self::default();
        let Some(source) = check.options.pictures else {
            return pictures;
        };
        let mut wanted: BTreeMap<DocumentIndex, BTreeSet<usize>> = BTreeMap::new();
        let mut left = MOST_OF_REPORT;
        for ((a, b), most) in pairs {
            let most = alike(check, a, b).len().min(most);
            if most > left {
                pictures.beyond.insert((a, b));
                continue;
            }
            left -= most;
            for couple in &alike(check, a, b)[..most] {
                wanted.entry(a).or_default().insert(couple.a);
                wanted.entry(b).or_default().insert(couple.b);
            }
            pictures.couples.insert((a, b), most);
        }
        let read = |(document, places): (DocumentIndex, BTreeSet<usize>)| {
            let known = check.result.document(document)?;
            let metadata = &known.content()?.metadata;
            let (places, wanted): (Vec<usize>, Vec<WantedPicture>) = (places.into_iter())
                .filter_map(|at| {
                    let picture = metadata.pictures.get(at)?;
                    let (place, sha256) = (picture.place.clone(), picture.sha256.clone());
                    Some((at, WantedPicture { place, sha256 }))
                })
                .unzip();
            let answer = if cancelled() {
                Err(Stop::Cancelled)
            } else {
                source.pictures(&known.path, wanted, SIDE, &cancelled)
            };
            let encoded = answer.map(|thumbnails| {
                let thumbnails = thumbnails.into_iter().map(|one| encoded(&one?));
                places.into_iter().zip(thumbnails).collect::<Vec<_>>()
            });
            Some((document, encoded))
        };
        let read: Vec<_> = wanted.into_par_iter().filter_map(read).collect();
        for (document, answer) in read {
            match answer {
                Ok(found) => {
                    for (at, picture) in found {
                        (pictures.shown).extend(picture.map(|picture| ((document, at), picture)));
                    }
                }
                Err(Stop::Failed(error)) => {
                    pictures.failed.insert(document, error.cause);
                }
                Err(Stop::Cancelled) => {}
            }
        }
        pictures
    }

    /// Returns the couples of a pair beside each other; nothing if the report shows no pictures of the pair.
    pub(super) fn of_pair(&self, site: &Site<'_>, a: DocumentIndex, b: DocumentIndex) -> Markup {
        let language = site.check.language;
        let all = alike(site.check, a, b);
        let Some(&most) = self.couples.get(&(a, b)) else {
            let beyond = self.beyond.contains(&(a, b)) && !all.is_empty();
            return html! { @if beyond {
                p.note { (language.fill("report-evidence.beyond", &[("most", &count(MOST_OF_REPORT))])) }
            } };
        };
        let shown = all.iter().take(most);
        html! {
            @for document in [a, b] {
                @if let Some(cause) = self.failed.get(&document) { (lost(site, document, cause)) }
            }
            @if most > 0 {
                ol.alike { @for couple in shown {
                    li {
                        p.note { (likeness(site, *couple)) }
                        div.couple {
                            (self.figure(site, "A", (a, couple.a)))
                            (self.figure(site, "B", (b, couple.b)))
                        }
                    }
                } }
            }
            (more(language, "evidence.more-pictures", all.len(), most))
        }
    }

    fn figure(&self, site: &Site<'_>, letter: &str, (document, at): PicturePlace) -> Markup {
        let language = site.check.language;
        let known = (site.document(document))
            .and_then(|document| document.content()?.metadata.pictures.get(at));
        let place = known.map_or_else(String::new, |known| picture_place(known, language));
        let place = visible(&place);
        html! {
            figure {
                @if let Some(shown) = self.shown.get(&(document, at)) {
                    img src=(shown.data) width=(shown.width) height=(shown.height)
                        alt=(language.fill("report-evidence.alt", &[("side", &letter), ("place", &place)]));
                } @else {
                    p.none { (language.text("evidence.picture-lost")) }
                }
                figcaption { b { (letter) } " " bdi { (place) } }
            }
        }
    }
}

/// Returns the pictures that two documents have in common.
fn alike(check: Report<'_>, a: DocumentIndex, b: DocumentIndex) -> &[AlikePictures] {
    let mut items = check.result.pair_evidence(a, b).iter();
    let pictures = items.find_map(|item| match item {
        EvidenceItem::Pictures(alike) => Some(alike.as_slice()),
        _ => None,
    });
    pictures.unwrap_or_default()
}

/// Says how alike two pictures are.
fn likeness(site: &Site<'_>, couple: AlikePictures) -> String {
    let language = site.check.language;
    match couple.distance {
        None => language.text("evidence.pictures-equal"),
        Some(distance) => language.fill("evidence.pictures-similar", &[("distance", &distance)]),
    }
}

/// Says why the pictures of a document cannot be shown.
fn lost(site: &Site<'_>, document: DocumentIndex, cause: &ImportCause) -> Markup {
    let language = site.check.language;
    let reason = language.reason(cause);
    html! {
        p.lost {
            @if let Some(document) = site.document(document) { (name(document, language)) ": " }
            (language.fill("report-evidence.file-lost", &[("reason", &visible(&reason))]))
        }
    }
}

/// Writes a picture as PNG or, if that is large, as JPEG; `None` if its size does not fit its pixels.
fn encoded(picture: &Thumbnail) -> Option<ShownPicture> {
    let (width, height) = (picture.width, picture.height);
    let pixels: Vec<u8> = (picture.rgba.chunks_exact(4))
        .flat_map(|pixel| [pixel[0], pixel[1], pixel[2]])
        .collect();
    if pixels.len() as u64 != 3 * u64::from(width) * u64::from(height) {
        return None;
    }
    let mut bytes = Vec::new();
    let mut kind = "png";
    PngEncoder::new_with_quality(&mut bytes, CompressionType::Best, FilterType::Adaptive)
        .write_image(&pixels, width, height, Rgb8)
        .ok()?;
    if bytes.len() > LARGE {
        bytes.clear();
        kind = "jpeg";
        JpegEncoder::new_with_quality(&mut bytes, QUALITY)
            .write_image(&pixels, width, height, Rgb8)
            .ok()?;
    }
    Some(ShownPicture {
        width,
        height,
        data: format!("data:image/{kind};base64,{}", base64(&bytes)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thumbnail(side: u32, pixel: impl Fn(u32) -> u8) -> Thumbnail {
        let pixel = |at: u32| [pixel(at), pixel(at / 3), pixel(at / 7), 255];
        Thumbnail {
            width: side,
            height: side,
            rgba: (0..side * side).flat_map(pixel).collect(),
        }
    }

    #[test]
    fn drawings_are_png_and_photographs_jpeg() {
        let drawing = encoded(&thumbnail(240, |at| if at % 9 == 0 { 0 } else { 255 })).unwrap();
        assert!(drawing.data.starts_with("data:image/png;base64,iVBOR"));
        let noise = |at: u32| u8::try_from(at.wrapping_mul(2_654_435_761) >> 24).unwrap();
        let photograph = encoded(&thumbnail(240, noise)).unwrap();
        assert!(photograph.data.starts_with("data:image/jpeg;base64,/9j/"));
        assert!(drawing.data.len() < 4 * LARGE / 3 + 99 && photograph.data.len() < 150_000);
        assert_eq!((photograph.width, photograph.height), (240, 240));
    }

    #[test]
    fn a_picture_that_lacks_pixels_is_not_shown() {
        let mut short = thumbnail(20, |_| 0);
        short.rgba.pop();
        assert!(encoded(&short).is_none());
    }
}
