//! Colour profile of a PDF: sRGB, which PDF/A requires to be stated.

use moxcms::ColorProfile;

use super::PdfError;

/// Bytes of an ICC header that hold the version of the format.
const VERSION: std::ops::Range<usize> = 8..12;
/// Version 4.2 (ISO 15076-1), the newest that PDF/A-2 refers to.
const NEWEST: [u8; 4] = [4, 0x20, 0, 0];
/// Bytes of an ICC header that hold the date of the profile (ICC.1:2022, 7.2.10): six numbers of 16 bits.
const DATE: std::ops::Range<usize> = 24..36;
/// Date stated in the profile, 1 January 2000 at midnight: the writer's own is the time of the call, and the same check
/// must give the same bytes.
const FIXED_DATE: [u16; 6] = [2000, 1, 1, 0, 0, 0];

/// Returns the ICC profile of sRGB, version 4.2.
pub(super) fn srgb() -> Result<Vec<u8>, PdfError> {
    let mut profile = ColorProfile::new_srgb();
    // Code points for video came with version 4.4, which PDF/A-2 does not know.
    profile.cicp = None;
    let encoded = profile.encode();
    let mut bytes = encoded.map_err(|error| PdfError::Made(error.to_string()))?;
    let date: Vec<u8> = (FIXED_DATE.iter())
        .flat_map(|number| number.to_be_bytes())
        .collect();
    for (place, value) in [(VERSION, &NEWEST[..]), (DATE, &date)] {
        let place = bytes.get_mut(place);
        let place = place.ok_or_else(|| PdfError::Made("no colour profile".to_owned()))?;
        place.copy_from_slice(value);
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_profile_is_read_back_and_always_the_same() {
        let bytes = srgb().unwrap();
        assert_eq!(bytes, srgb().unwrap());
        assert_eq!(bytes[VERSION], NEWEST);
        let read = ColorProfile::new_from_slice(&bytes).unwrap();
        assert_eq!(read.color_space, moxcms::DataColorSpace::Rgb);
    }
}
