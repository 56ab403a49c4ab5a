//! Recognised pictures of a docx become part of its text: each where the picture stands, if it holds much text.

use super::asking::Answers;
use super::merging::Made;
use crate::import::recognised::RecognisedText;
use crate::import::{Extracted, PageName, Places, Warning};
use crate::recognition::{PageState, Recognised, Trust};
use crate::text::{Exclusion, LineBreaks};

/// Minimum number of characters that count in a picture of text: less is a chart with its labels.
const MUCH: usize = 100;

/// Puts recognised pictures into the text, each after the paragraph in which the picture stands, in a paragraph of its
/// own; pictures of no known place at the end.
pub(super) fn merged(extracted: Extracted, answers: Answers, version: &str) -> Extracted {
    let mut placed = Vec::new();
    let mut failed = Vec::new();
    for (name, found) in answers {
        let PageName::Picture(part) = name else {
            continue;
        };
        let mut pictures = (1..).zip(&extracted.metadata.pictures);
        let Some((number, picture)) = pictures.find(|(_, picture)| picture.place == part) else {
            continue;
        };
        match found {
            Ok((hash, read)) if has_much_text(&read) => {
                placed.push((picture.at.unwrap_or(u64::MAX), number, part, hash, read));
            }
            Ok(_) => {}
            Err(_) => failed.push(number),
        }
    }
    placed.sort_by_key(|(at, number, ..)| (*at, *number));
    let mut made = Made {
        not_read: failed,
        ..Made::default()
    };
    // Places of the former text from which on it has moved, with how far.
    let mut moves: Vec<(u64, u64)> = Vec::new();
    let mut placed = placed.into_iter().peekable();
    let mut add = |made: &mut Made, before: u64, at_end: bool| {
        while let Some((_, number, part, hash, read)) =
            placed.next_if(|(at, ..)| at_end || *at < before)
        {
            made.add_page(number, Some(part), &hash, &read);
            moves.push((before, made.length - before));
        }
    };
    let mut before = 0;
    for c in extracted.text.chars() {
        made.push(c);
        before += 1;
        if c == '\n' {
            add(&mut made, before, false);
        }
    }
    if !made.text.is_empty() && !made.text.ends_with('\n') {
        // Nothing follows that could move.
        made.push('\n');
    }
    add(&mut made, before, true);
    let after_move = |place: u64| {
        let moves = moves.iter().rev();
        let by = moves.into_iter().find(|(from, _)| *from <= place);
        place + by.map_or(0, |(_, by)| *by)
    };
    let former = extracted.exclusions.iter().map(|exclusion| Exclusion {
        start: after_move(exclusion.start),
        // An exclusion that ends where a picture's text begins does not reach over that text.
        end: after_move(exclusion.end.saturating_sub(1)) + u64::from(exclusion.end > 0),
        ..*exclusion
    });
    made.exclusions.extend(former);
    made.exclusions
        .sort_by_key(|exclusion| (exclusion.start, exclusion.end));
    let warnings = warnings(&extracted.warnings, &made, &after_move);
    let mut metadata = extracted.metadata.clone();
    for picture in &mut metadata.pictures {
        picture.at = picture.at.map(after_move);
    }
    let mut merged = Extracted {
        text: made.text,
        breaks: LineBreaks::Paragraph,
        exclusions: made.exclusions,
        warnings,
        metadata,
        // Without any text in the pictures they were still looked at.
        recognised: Some(RecognisedText {
            version: version.to_owned(),
            pages: made.pages,
        }),
        ..extracted
    };
    merged.settle_warnings();
    merged
}

/// Whether a picture was read and holds much text that counts.
fn has_much_text(read: &Recognised) -> bool {
    let pages = (read.pages.iter()).filter(|page| page.state == PageState::Read);
    let lines = pages.flat_map(|page| &page.lines);
    let counted = lines.filter(|line| line.confidence.trust() != Trust::Shown);
    let characters = counted.map(|line| line.text.chars().filter(|c| c.is_alphanumeric()).count());
    characters.sum::<usize>() >= MUCH
}

/// Returns the warnings about the merged text, with their places moved along.
fn warnings(former: &[Warning], made: &Made, moved: &dyn Fn(u64) -> u64) -> Vec<Warning> {
    let left = |places: &Places| Places {
        count: places.count,
        at: places.at.iter().map(|&at| moved(at)).collect(),
    };
    let mut warnings = Vec::new();
    for warning in former {
        warnings.push(match warning {
            Warning::NoText if !made.pages.is_empty() => continue,
            Warning::HiddenText { places } => Warning::HiddenText {
                places: left(places),
            },
            Warning::InvisibleText { places } => Warning::InvisibleText {
                places: left(places),
            },
            other => other.clone(),
        });
    }
    if !made.pages.is_empty() {
        warnings.push(Warning::RecognisedPictures {
            count: made.pages.len() as u64,
            doubtful: made.doubtful.clone(),
        });
    }
    warnings
}
