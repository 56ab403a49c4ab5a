//! The pictures inside a docx with their hashes. Knows nothing of where in the text they stand.

use super::super::picture::{perceptual_hash, pixels, sha256_hex};
use super::super::{ImportCause, Picture};
use super::package::Package;

/// Larger pictures get no hash at all.
const MAXIMUM_PICTURE_BYTES: u64 = 64 << 20;
/// All pictures of one file that are decoded have no more pixels than this: a few seconds.
const MAXIMUM_PIXELS: u64 = 200_000_000;

/// In the order of their names, numbers by value.
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
        let size = pixels(&bytes).unwrap_or(0);
        let perceptual = if size > 0 && size <= left {
            left -= size;
            perceptual_hash(&bytes)
        } else {
            None
        };
        pictures.push(Picture {
            place,
            sha256: sha256_hex(&bytes),
            perceptual,
        });
    }
    Ok(pictures)
}

/// `image2.png` before `image10.jpg`.
fn natural(name: &str) -> (String, u64, String) {
    let start = name
        .find(|c: char| c.is_ascii_digit())
        .unwrap_or(name.len());
    let (letters, rest) = name.split_at(start);
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    (
        letters.to_owned(),
        digits.parse().unwrap_or(u64::MAX),
        rest.to_owned(),
    )
}
