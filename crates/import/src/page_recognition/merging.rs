//! Merges recognised pages into an extracted text: their lines replace what the pdf stated, with their positions, their
//! confidence, and the spans that are not compared.

use std::collections::BTreeMap;

use super::PageHash;
use super::asking::Answers;
use super::wanted::page_spans;
use crate::marked::visible;
use crate::picture::hex;
use crate::recognised::{RecognisedLine, RecognisedPage, RecognisedText};
use crate::{Extracted, PageName, Places, Warning};
use chachong_recognition::{Confidence, PageState, Recognised, Role, Trust};
use chachong_text::{Exclusion, ExclusionReason};

/// Text under way, with everything that has places in it.
#[derive(Default)]
pub(super) struct Made {
    /// Text so far.
    pub text: String,
    /// Number of characters of the text so far.
    pub length: u64,
    /// Spans that are not compared.
    pub exclusions: Vec<Exclusion>,
    /// Characters in lines that are compared, but whose text should be checked against the picture.
    pub doubtful: Places,
    /// Numbers of the pages that could not be read, from 1.
    pub not_read: Vec<u32>,
    /// Recognised pages, ascending.
    pub pages: Vec<RecognisedPage>,
}

/// Puts recognised pages into a text. A page that failed keeps its text and becomes an unread page.
pub(super) fn merged(extracted: Extracted, answers: Answers, version: &str) -> Extracted {
    let mut answers: BTreeMap<PageName, _> = answers.into_iter().collect();
    let chars: Vec<char> = extracted.text.chars().collect();
    let spans: Vec<(usize, usize)> = page_spans(&extracted, chars.len()).collect();
    let mut made = Made::default();
    let mut starts = Vec::with_capacity(spans.len());
    // Start of each kept page with text in the former text, with its end and its start in the new one.
    let mut kept: Vec<(u64, u64, u64)> = Vec::new();
    for (number, (start, end)) in (1..).zip(spans) {
        starts.push(made.length);
        match answers.remove(&PageName::Numbered(number)) {
            Some(Ok((hash, read))) => made.add_page(number, None, &hash, &read),
            answer => {
                if answer.is_some() {
                    made.not_read.push(number);
                }
                if start < end {
                    kept.push((start as u64, end as u64, made.length));
                }
                made.text.extend(&chars[start..end]);
                made.length += (end - start) as u64;
            }
        }
    }
    let moved = |offset: u64| {
        let behind = kept.partition_point(|(start, ..)| *start <= offset);
        let page = kept[..behind].last().filter(|(_, end, _)| offset < *end)?;
        Some(page.2 + (offset - page.0))
    };
    for exclusion in &extracted.exclusions {
        // An exclusion lies within one page.
        if let Some(start) = moved(exclusion.start) {
            let end = start + (exclusion.end - exclusion.start);
            made.exclusions.push(Exclusion {
                start,
                end,
                ..*exclusion
            });
        }
    }
    made.exclusions.sort_by_key(|exclusion| exclusion.start);
    let warnings = warnings(&extracted.warnings, &made, &moved);
    let recognised = (!made.pages.is_empty()).then(|| RecognisedText {
        version: version.to_owned(),
        pages: made.pages,
    });
    let mut merged = Extracted {
        text: made.text,
        pages: starts,
        exclusions: made.exclusions,
        warnings,
        recognised,
        ..extracted
    };
    merged.settle_warnings();
    merged
}

impl Made {
    /// Adds the text of a recognised page and a line break. `number` is the page's number from 1; `picture` is the name
    /// of the part if the page is a picture in a docx.
    pub fn add_page(
        &mut self,
        number: u32,
        picture: Option<String>,
        hash: &PageHash,
        read: &Recognised,
    ) {
        let start = self.length;
        let mut lines = Vec::new();
        let mut confidences = Vec::new();
        let mut not_read = false;
        for page in &read.pages {
            not_read |= page.state == PageState::NotRead;
            confidences.push(page.confidence);
            let mut row = None;
            for line in &page.lines {
                if let Some(row) = row {
                    self.push(if row == line.row { ' ' } else { '\n' });
                }
                row = Some(line.row);
                let begins = self.length;
                self.text.push_str(&line.text);
                self.length += line.text.chars().count() as u64;
                let visible = visible(&line.text);
                let trust = line.confidence.trust();
                let reason = if page.state == PageState::NotRead || trust == Trust::Shown {
                    Some(ExclusionReason::Unsure)
                } else if matches!(line.role, Role::Head | Role::Foot) {
                    Some(ExclusionReason::RunningHead)
                } else {
                    None
                };
                if let Some(reason) = reason {
                    self.exclusions.push(Exclusion {
                        start: begins,
                        end: self.length,
                        reason,
                    });
                } else if trust == Trust::Marked {
                    self.doubtful.add(begins, visible);
                }
                lines.push(RecognisedLine {
                    start: begins,
                    end: self.length,
                    confidence: line.confidence,
                    corners: line.corners,
                    corrected: line.corrected,
                });
            }
            if !page.lines.is_empty() {
                self.push('\n');
            }
        }
        if read.pages.iter().all(|page| page.lines.is_empty()) {
            self.push('\n');
        }
        if not_read {
            self.not_read.push(number);
        }
        self.pages.push(RecognisedPage {
            number,
            picture,
            hash: hex(hash),
            start,
            end: self.length,
            confidence: confidences.into_iter().min().unwrap_or(Confidence(0)),
            turn: read.turn,
            width: read.width,
            height: read.height,
            lines,
        });
    }

    /// Adds a character to the text.
    pub fn push(&mut self, c: char) {
        self.text.push(c);
        self.length += 1;
    }
}

/// Returns the warnings about the merged text: places move along, and what recognition has mended is dropped.
fn warnings(former: &[Warning], made: &Made, moved: &dyn Fn(u64) -> Option<u64>) -> Vec<Warning> {
    let mut unread = made.not_read.clone();
    let mut warnings: Vec<Warning> = Vec::new();
    let is_left = |page: &&u32| made.pages.iter().all(|read| read.number != **page);
    for warning in former {
        let mut warning = match warning {
            Warning::NoText
            | Warning::NoTextLayer
            | Warning::PagesWithoutText { .. }
            | Warning::Garbled { .. }
            | Warning::RecognisedPages { .. }
            | Warning::UnreadableCharacters { .. } => continue,
            Warning::RecognisedText { pages } => {
                let left: Vec<u32> = pages.iter().filter(is_left).copied().collect();
                if left.is_empty() {
                    continue;
                }
                Warning::RecognisedText { pages: left }
            }
            Warning::UnreadPages { pages } => {
                unread.extend(pages.iter().filter(is_left));
                continue;
            }
            other => other.clone(),
        };
        let is_kept = warning.places_mut().is_none_or(|places| {
            places.at = (places.at.iter()).filter_map(|&at| moved(at)).collect();
            !places.at.is_empty()
        });
        if is_kept {
            warnings.push(warning);
        }
    }
    let visible = visible(&made.text);
    let count = made.text.chars().filter(|&c| c == '\u{FFFD}').count() as u64;
    if count > 0 {
        warnings.push(Warning::UnreadableCharacters { count, of: visible });
    }
    if visible == 0 {
        warnings.push(Warning::NoText);
    }
    unread.sort_unstable();
    unread.dedup();
    if !unread.is_empty() {
        warnings.push(Warning::UnreadPages { pages: unread });
    }
    if !made.pages.is_empty() {
        warnings.push(Warning::RecognisedPages {
            pages: made.pages.iter().map(|page| page.number).collect(),
            doubtful: made.doubtful.clone(),
        });
    }
    warnings
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use chachong_recognition::{Direction, Letter, Line, Page, Turn};
    use chachong_text::LineBreaks;

    /// Pdf with these texts on its pages.
    pub(in super::super) fn pdf(pages: &[&str], warnings: &[Warning]) -> Extracted {
        let (mut text, mut starts, mut length) = (String::new(), Vec::new(), 0);
        for page in pages {
            starts.push(length);
            text += page;
            text.push('\n');
            length += page.chars().count() as u64 + 1;
        }
        Extracted {
            pages: starts,
            reader: Some("hayro".to_owned()),
            warnings: warnings.to_vec(),
            ..Extracted::of_text(text, LineBreaks::Page)
        }
    }

    pub(in super::super) fn line(text: &str, confidence: u16, row: u32, role: Role) -> Line {
        let letter = Letter {
            at: 0,
            confidence: Confidence(confidence),
        };
        Line {
            text: text.to_owned(),
            confidence: Confidence(confidence),
            corners: [[0, 0]; 4],
            direction: Direction::Across,
            role,
            row,
            block: 0,
            begins_paragraph: false,
            letters: vec![letter; text.chars().count()],
            corrected: false,
        }
    }

    pub(in super::super) fn read(state: PageState, lines: Vec<Line>) -> Recognised {
        Recognised {
            version: "1".to_owned(),
            turn: Turn::None,
            width: 100,
            height: 200,
            skew: 0,
            pages: vec![Page {
                left: 0,
                right: 100,
                confidence: Confidence(9_700),
                state,
                lines,
            }],
        }
    }

    fn found(page: Recognised) -> (PageHash, Recognised) {
        ([7; 32], page)
    }

    #[test]
    fn a_recognised_page_stands_between_the_others_and_everything_moves_along() {
        let mut former = pdf(
            &["甲乙", "3", "丙丁"],
            &[Warning::PagesWithoutText { pages: vec![2] }],
        );
        former.exclusions = vec![
            Exclusion {
                start: 3,
                end: 4,
                reason: ExclusionReason::RunningHead,
            },
            Exclusion {
                start: 6,
                end: 7,
                reason: ExclusionReason::Invisible,
            },
        ];
        let page = read(
            PageState::Read,
            vec![
                line("页眉", 9_900, 0, Role::Head),
                line("年份", 9_900, 1, Role::Body),
                line("数量", 8_700, 1, Role::Body),
                line("乱", 6_000, 2, Role::Body),
            ],
        );
        let merged = merged(former, vec![(PageName::Numbered(2), Ok(found(page)))], "1");
        assert_eq!(merged.text, "甲乙\n页眉\n年份 数量\n乱\n丙丁\n");
        assert_eq!(merged.pages, [0, 3, 14]);
        let of = |start, end, reason| Exclusion { start, end, reason };
        assert_eq!(
            merged.exclusions,
            [
                of(3, 5, ExclusionReason::RunningHead),
                of(12, 13, ExclusionReason::Unsure),
                of(15, 16, ExclusionReason::Invisible),
            ]
        );
        let recognised = merged.recognised.unwrap();
        assert_eq!(recognised.spans().collect::<Vec<_>>(), [(3, 14)]);
        let doubtful = Places {
            count: 2,
            at: vec![9],
        };
        assert_eq!(
            merged.warnings,
            [Warning::RecognisedPages {
                pages: vec![2],
                doubtful
            }]
        );
    }

    #[test]
    fn a_page_that_fails_or_is_no_text_is_named_and_costs_nothing_else() {
        let scan = pdf(&["", "", ""], &[Warning::NoTextLayer]);
        let unsure = read(PageState::NotRead, vec![line("乱码", 7_000, 0, Role::Body)]);
        let good = read(PageState::Read, vec![line("图书馆", 9_900, 0, Role::Body)]);
        let answers = vec![
            (PageName::Numbered(1), Ok(found(unsure))),
            (PageName::Numbered(2), Err("odd".to_owned())),
            (PageName::Numbered(3), Ok(found(good))),
        ];
        let merged = merged(scan, answers, "1");
        assert_eq!(merged.text, "乱码\n\n图书馆\n");
        assert_eq!(merged.exclusions.len(), 1);
        assert!(
            merged
                .warnings
                .contains(&Warning::UnreadPages { pages: vec![1, 2] })
        );
        assert!(!merged.warnings.contains(&Warning::NoTextLayer));
    }

    #[test]
    fn an_empty_scan_has_no_text() {
        let scan = pdf(&[""], &[Warning::NoTextLayer]);
        let merged = merged(
            scan,
            vec![(
                PageName::Numbered(1),
                Ok(found(read(PageState::Empty, Vec::new()))),
            )],
            "1",
        );
        assert_eq!(merged.text, "\n");
        assert!(merged.warnings.contains(&Warning::NoText));
    }
}
