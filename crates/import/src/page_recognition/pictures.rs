//! Merges recognised pictures of a docx into its text, each at the position of the picture, if it contains much text.

use super::asking::Answers;
use super::merging::Made;
use crate::recognised::RecognisedText;
use crate::{Extracted, PageName, Warning};
use chachong_recognition::{PageState, Recognised, Trust};
use chachong_text::{Exclusion, LineBreaks};

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
    // A stretch of text does not reach over the text of a picture in its midst.
    let pieces = |start: u64, end: u64| {
        let within = |from: &u64| start < *from && *from < end;
        let mut cuts: Vec<u64> = moves.iter().map(|(from, _)| *from).filter(within).collect();
        cuts.dedup();
        let starts: Vec<u64> = [start].into_iter().chain(cuts.iter().copied()).collect();
        let ends = cuts.into_iter().chain([end]);
        let piece = |(start, end)| (after_move(start), after_move(start) + (end - start));
        starts.into_iter().zip(ends).map(piece).collect::<Vec<_>>()
    };
    for exclusion in &extracted.exclusions {
        let of_exclusion = pieces(exclusion.start, exclusion.end).into_iter();
        (made.exclusions).extend(of_exclusion.map(|(start, end)| Exclusion {
            start,
            end,
            ..*exclusion
        }));
    }
    made.exclusions
        .sort_by_key(|exclusion| (exclusion.start, exclusion.end));
    let quotations = extracted.block_quotations.iter();
    let block_quotations = quotations.flat_map(|&(start, end)| pieces(start, end));
    let block_quotations = block_quotations.collect();
    let warnings = warnings(&extracted.warnings, &made, &after_move);
    let mut metadata = extracted.metadata.clone();
    for picture in &mut metadata.pictures {
        picture.at = picture.at.map(after_move);
    }
    // Pictures without text were looked at, and need not be again; those that could not be read may be tried again.
    let is_looked_at = !made.pages.is_empty() || made.not_read.is_empty();
    let recognised = is_looked_at.then(|| RecognisedText {
        version: version.to_owned(),
        pages: made.pages,
    });
    let mut merged = Extracted {
        text: made.text,
        breaks: LineBreaks::Paragraph,
        exclusions: made.exclusions,
        block_quotations,
        warnings,
        metadata,
        recognised,
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
    let mut warnings = former.to_vec();
    warnings.retain(|warning| match warning {
        Warning::NoText => made.pages.is_empty(),
        Warning::UnreadPictures { .. } | Warning::PicturesLikePages { .. } => false,
        _ => true,
    });
    for places in warnings.iter_mut().filter_map(Warning::places_mut) {
        places.at.iter_mut().for_each(|at| *at = moved(*at));
    }
    if !made.not_read.is_empty() {
        warnings.push(Warning::UnreadPictures {
            count: made.not_read.len() as u64,
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::merging::tests::{line, read};
    use super::*;
    use crate::{Metadata, Picture, Places};
    use chachong_recognition::Role;
    use chachong_text::ExclusionReason;

    fn docx(text: &str, pictures: &[Option<u64>]) -> Extracted {
        let picture = |(number, &at): (usize, &Option<u64>)| Picture {
            place: format!("word/media/{number}.png"),
            size: Some((900, 1_200)),
            at,
            ..Picture::default()
        };
        Extracted {
            metadata: Metadata {
                pictures: pictures.iter().enumerate().map(picture).collect(),
                ..Metadata::default()
            },
            ..Extracted::of_text(text.to_owned(), LineBreaks::Paragraph)
        }
    }

    fn found(text: &str) -> Recognised {
        let lines = vec![line(text, 9_900, 0, Role::Body)];
        read(PageState::Read, lines)
    }

    fn answers(found: Vec<Recognised>) -> Answers {
        let name = |number: usize| PageName::Picture(format!("word/media/{number}.png"));
        (found.into_iter().enumerate())
            .map(|(number, found)| (name(number), Ok(([7; 32], found))))
            .collect()
    }

    #[test]
    fn a_picture_of_text_stands_after_its_paragraph_and_the_rest_moves_on() {
        let mut former = docx("甲乙\n丙丁\n戊己", &[Some(4), Some(1), None]);
        let exclusion = |start, end| Exclusion {
            start,
            end,
            reason: ExclusionReason::Invisible,
        };
        former.exclusions = vec![exclusion(0, 2), exclusion(6, 8)];
        former.warnings = vec![Warning::NoText];
        let page = "页".repeat(MUCH);
        let answers = answers(vec![found(&page), found("图例"), found(&page)]);
        let merged = merged(former, answers, "1");
        assert_eq!(merged.text, format!("甲乙\n丙丁\n{page}\n戊己\n{page}\n"));
        let moved = 6 + MUCH as u64 + 1;
        assert_eq!(
            merged.exclusions,
            [exclusion(0, 2), exclusion(moved, moved + 2)]
        );
        let recognised = merged.recognised.unwrap();
        let numbers: Vec<u32> = recognised.pages.iter().map(|page| page.number).collect();
        assert_eq!(numbers, [1, 3]);
        assert!(matches!(
            merged.warnings[..],
            [Warning::RecognisedPictures { count: 2, .. }]
        ));
    }

    #[test]
    fn pictures_without_text_leave_the_text_and_are_not_looked_at_again() {
        let former = docx("甲乙\n", &[Some(1)]);
        let merged = merged(former, answers(vec![found("图例")]), "1");
        assert_eq!(merged.text, "甲乙\n");
        assert!(merged.recognised.unwrap().pages.is_empty());
        assert!(merged.warnings.is_empty());
    }

    #[test]
    fn a_picture_that_cannot_be_read_is_told_and_may_be_tried_again() {
        let former = docx("甲乙\n", &[Some(1), Some(2)]);
        let picture = |number: usize| PageName::Picture(format!("word/media/{number}.png"));
        let former = Extracted {
            warnings: vec![Warning::PicturesLikePages { count: 2 }],
            ..former
        };
        let failed = || (picture(0), Err("it ended".to_owned()));
        let merged_with = |second: Recognised| {
            let answers = vec![failed(), (picture(1), Ok(([7; 32], second)))];
            merged(former.clone(), answers, "1")
        };
        let without_text = merged_with(found("图例"));
        assert_eq!(without_text.recognised, None);
        assert_eq!(
            without_text.warnings,
            [Warning::UnreadPictures { count: 1 }]
        );
        let with_text = merged_with(found(&"页".repeat(MUCH)));
        assert!(with_text.recognised.is_some());
        let told = Warning::UnreadPictures { count: 1 };
        assert!(with_text.warnings.contains(&told));
        // The next time both can be read.
        let read = vec![found("图例"), found("图例")];
        let again = merged(without_text, answers(read), "1");
        assert!(again.warnings.is_empty());
    }

    proptest! {
        #[test]
        fn every_character_keeps_its_exclusion(
            text in "[甲乙丙\n]{0,30}",
            places in prop::collection::vec(prop::option::of(0..31_u64), 0..4),
            cuts in prop::collection::vec(0..31_usize, 0..6),
        ) {
            let length = text.chars().count();
            let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(length)).collect();
            cuts.sort_unstable();
            let mut former = docx(&text, &places);
            for cut in cuts.chunks_exact(2).filter(|cut| cut[0] < cut[1]) {
                let (start, end) = (cut[0] as u64, cut[1] as u64);
                former.exclusions.push(Exclusion { start, end, reason: ExclusionReason::Invisible });
                former.block_quotations.push((start, end));
            }
            let starts = former.block_quotations.iter().map(|(start, _)| *start).collect();
            let mixed = |at: Vec<u64>| Warning::MixedScripts { places: Places { count: 9, at } };
            former.warnings = vec![mixed(starts)];
            let page = "页".repeat(MUCH);
            let read: Vec<Recognised> = places.iter().map(|_| found(&page)).collect();
            let merged = merged(former.clone(), answers(read), "1");
            // Without the pictures the text is the former one, and what was excluded and quoted is the same.
            let excluded = |extracted: &Extracted, at: usize| {
                let at = at as u64;
                let quotations = extracted.block_quotations.iter();
                [
                    extracted.exclusions.iter().any(|e| (e.start..e.end).contains(&at)),
                    quotations.clone().any(|&(start, end)| (start..end).contains(&at)),
                ]
            };
            let merged_starts = merged.exclusions.iter().map(|exclusion| exclusion.start);
            let warned = merged.warnings.iter().find_map(|warning| match warning {
                Warning::MixedScripts { places } => Some(&places.at),
                _ => None,
            });
            prop_assert!(warned.unwrap().iter().all(|at| merged_starts.clone().any(|s| s == *at)));
            let left: Vec<(char, [bool; 2])> = merged.text.chars().enumerate()
                .filter(|(_, c)| *c != '页')
                .map(|(at, c)| (c, excluded(&merged, at)))
                .filter(|(c, _)| *c != '\n')
                .collect();
            let right: Vec<(char, [bool; 2])> = text.chars().enumerate()
                .map(|(at, c)| (c, excluded(&former, at)))
                .filter(|(c, _)| *c != '\n')
                .collect();
            prop_assert_eq!(left, right);
            prop_assert!(merged.exclusions.windows(2).all(|two| two[0].end <= two[1].start));
            for page in &merged.recognised.unwrap().pages {
                let start = usize::try_from(page.start).unwrap();
                prop_assert_eq!(merged.text.chars().nth(start), Some('页'));
            }
        }
    }
}
