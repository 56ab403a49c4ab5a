//! Hashes of the pictures inside a docx.

use super::super::picture::{dimensions, perceptual_hash, pixels, sha256_hex, thumbnail};
use super::super::picture_bundle::natural;
use super::super::thumbnail::{Thumbnails, WantedPictures};
use super::super::{ImportCause, Picture, WantedPicture};
use super::package::Package;

/// Maximum size of a picture that is listed, in bytes; larger ones are skipped.
const MAXIMUM_PICTURE_BYTES: u64 = 64 << 20;
/// Maximum number of pixels decoded for all pictures of one file: a few seconds.
const MAXIMUM_PIXELS: u64 = 200_000_000;

/// Lists the pictures in the order of their names, with numbers compared by value.
pub(super) fn read(package: &mut Package<'_>) -> Result<Vec<Picture>, ImportCause> {
    let mut names: Vec<String> = package
        .names()
        .into_iter()
        .filter(|name| name.split('/').rev().nth(1) == Some("media"))
        .collect();
    names.sort_by_cached_key(|name| natural(name));
    let mut left = MAXIMUM_PIXELS;
    let mut pictures = Vec::new();
    for place in names {
        let bytes = match package.bytes(&place, MAXIMUM_PICTURE_BYTES) {
            Ok(Some(bytes)) => bytes,
            Err(error @ ImportCause::UnpacksTooLarge { .. }) => return Err(error),
            // A broken picture is no reason to lose the text.
            Ok(None) | Err(_) => continue,
        };
        let size = dimensions(&bytes);
        let to_decode = size.map_or(0, pixels);
        let perceptual = if to_decode > 0 && to_decode <= left {
            left -= to_decode;
            perceptual_hash(&bytes)
        } else {
            None
        };
        pictures.push(Picture {
            place,
            sha256: sha256_hex(&bytes),
            perceptual,
            size,
            bytes: bytes.len() as u64,
            at: None,
        });
    }
    Ok(pictures)
}

/// Returns the stored bytes of a picture.
pub(super) fn stored(package: &mut Package<'_>, place: &str) -> Result<Vec<u8>, ImportCause> {
    let bytes = package.bytes(place, MAXIMUM_PICTURE_BYTES)?;
    bytes.ok_or_else(|| {
        ImportCause::damaged(&format!("the picture {place} is missing or too large"))
    })
}

/// Finds and reduces the wanted pictures.
pub(super) fn thumbnails(package: &mut Package<'_>, wanted: &WantedPictures) -> Thumbnails {
    let one = |picture: &WantedPicture| {
        let bytes = package
            .bytes(&picture.place, MAXIMUM_PICTURE_BYTES)
            .ok()??;
        (sha256_hex(&bytes) == picture.sha256)
            .then(|| thumbnail(&bytes, wanted.side))
            .flatten()
    };
    wanted.pictures.iter().map(one).collect()
}
