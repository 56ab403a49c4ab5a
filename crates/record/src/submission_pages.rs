//! Cover pages that Turnitin puts before a submission: the author and the name of the submission stand on top, without
//! labels, and the details of the file below.

use super::claim::{Claims, Field};
use super::lines::Line;
use super::names::{joined, persons};
use super::{Certainty, StatedPlace, values};

/// Maximum number of lines above the details.
const ABOVE: usize = 10;

/// Adds the author and the title that such a page states; returns whether the lines begin with one. The title is a guess,
/// because students give a submission any name.
pub(super) fn read(lines: &[Line], claims: &mut Claims) -> bool {
    let lines: Vec<&str> = lines.iter().map(|line| line.text.trim()).collect();
    let is_details = |pair: &[&str]| pair == ["Document Details", "Submission ID"];
    let Some(at) = lines.windows(2).take(ABOVE).position(is_details) else {
        return false;
    };
    // "Page 1 of 3 - Cover Page" is the page's head.
    let mut above = lines[..at].iter().filter(|line| !line.starts_with("Page "));
    if let Some((names, _)) = above.next().and_then(|line| persons(line)) {
        claims.add(
            Field::Author,
            joined(&names),
            StatedPlace::Cover,
            Certainty::Likely,
        );
    }
    if let Some(title) = above.next().and_then(|line| values::title(line)) {
        claims.add(Field::Title, title, StatedPlace::Cover, Certainty::Guess);
    }
    true
}
