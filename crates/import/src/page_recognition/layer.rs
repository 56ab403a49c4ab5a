//! Comparison of the text layer of a pdf with its pages: recognises a sample of the pages that have text.

use std::path::Path;
use std::sync::Arc;

use super::asking::Answers;
use super::side_by_side::Asking;
use super::wanted::{numbers_to_recognise, page_spans};
use super::{KeptPages, PageRecogniser, RecognitionWatch, merging};
use crate::annotate::blanked;
use crate::layer_check::{BothTexts, CheckedPage, LayerCheck};
use crate::{Extracted, Format, Importer, PageName, Stop, Warning};
use chachong_recognition::{
    DocumentVerdict, LayerKind, Recognised, Verdict, agreement, document_verdict, sampled_pages,
};
use chachong_text::ExclusionReason;

/// Default number of pages of a pdf whose text is compared with what the pages show.
pub const SAMPLED_PAGES: usize = 5;
/// Maximum number of characters kept of either text of a page that differs.
const KEPT: usize = 4_000;

impl PageRecogniser {
    /// Compares the text of at most `count` pages of a pdf with what the pages show, and returns the text with the result in
    /// [`Extracted::layer`]. Pages that need fonts missing from the file are skipped, because they prove nothing. The text of pages that
    /// differ is replaced by what they show; if the layer as a whole differs from the print, the text of all pages is. A text is returned
    /// unchanged if its file does not have the extension pdf, if it was compared before, or if `count` is 0. Fails if the file cannot be
    /// opened or the person cancels.
    pub fn compare_layer(
        &self,
        importer: &Importer,
        path: &Path,
        extracted: Extracted,
        kept: Option<&Arc<dyn KeptPages>>,
        (count, watch): (usize, &RecognitionWatch<'_>),
    ) -> Result<Extracted, Stop> {
        let is_pdf = Format::of(path) == Some(Format::Pdf) && !extracted.pages.is_empty();
        if !is_pdf || count == 0 || extracted.layer.is_some() {
            return Ok(extracted);
        }
        let layers = layers(&extracted);
        let bare = numbers_to_recognise(&extracted);
        let read = extracted.recognised.iter().flat_map(|text| &text.pages);
        let read: Vec<u32> = read.map(|page| page.number).collect();
        let is_read = |number: u32| read.contains(&number);
        let left_out = |number: u32| bare.contains(&number) || is_read(number);
        let sample: Vec<PageName> = sampled_pages(&layers, left_out, count)
            .into_iter()
            .map(PageName::Numbered)
            .collect();
        let asking = Asking {
            importer,
            path,
            kept,
            own_fonts_only: true,
        };
        let answers = self.ask(&asking, &sample, watch)?;
        let (pages, verdict) = compared(&extracted, &layers, answers);
        let mut extracted = extracted;
        let differing = match &verdict {
            DocumentVerdict::SomePages(pages) | DocumentVerdict::Layer(pages) => pages.clone(),
            DocumentVerdict::Agrees | DocumentVerdict::TooLittle => Vec::new(),
        };
        let is_lie = matches!(verdict, DocumentVerdict::Layer(_));
        if !differing.is_empty() {
            // What is compared is what is printed. Pages that were read before are kept, and cost nothing.
            let all = 1..=u32::try_from(layers.len()).unwrap_or(u32::MAX);
            let lies = |&number: &u32| is_lie || is_read(number) || differing.contains(&number);
            let again: Vec<PageName> = all.filter(lies).map(PageName::Numbered).collect();
            let asking = Asking {
                own_fonts_only: false,
                ..asking
            };
            let answers = self.ask(&asking, &again, watch)?;
            extracted = merging::merged(extracted, answers, self.version());
            extracted.warnings.push(Warning::ShownDifferently {
                pages: differing,
                compared: pages.len() as u64,
            });
            extracted.settle_warnings();
        }
        extracted.layer = Some(LayerCheck {
            version: self.version().to_owned(),
            pages,
            replaced: is_lie,
        });
        Ok(extracted)
    }
}

/// Returns the text of each page without what nobody sees.
fn layers(extracted: &Extracted) -> Vec<String> {
    let chars: Vec<char> = extracted.text.chars().collect();
    let unseen = (extracted.exclusions.iter())
        .filter(|exclusion| exclusion.reason == ExclusionReason::Invisible)
        .map(|exclusion| (exclusion.start, exclusion.end));
    let chars = blanked(&chars, unseen);
    page_spans(extracted, chars.len())
        .map(|(start, end)| chars.get(start..end).unwrap_or_default().iter().collect())
        .collect()
}

/// Compares the sampled pages with what was recognised in their pictures.
fn compared(
    extracted: &Extracted,
    layers: &[String],
    answers: Answers,
) -> (Vec<CheckedPage>, DocumentVerdict) {
    let recognised = |number: u32| {
        (extracted.warnings.iter()).any(|warning| {
            matches!(warning, Warning::RecognisedText { pages } if pages.contains(&number))
        })
    };
    let mut pages = Vec::new();
    for (name, found) in answers {
        let (PageName::Numbered(number), Ok((_, read))) = (name, found) else {
            continue;
        };
        let layer = &layers[number as usize - 1];
        let kind = if recognised(number) {
            LayerKind::Recognised
        } else {
            LayerKind::Drawn
        };
        let agreement = agreement(layer, kind, &read.pages);
        let differs = agreement.verdict == Verdict::Differs;
        let texts = differs.then(|| BothTexts {
            said: layer.trim().chars().take(KEPT).collect(),
            shown: shown(&read).chars().take(KEPT).collect(),
        });
        pages.push(CheckedPage {
            number,
            agreement,
            texts,
        });
    }
    let verdicts: Vec<(u32, Verdict)> = (pages.iter())
        .map(|page| (page.number, page.agreement.verdict))
        .collect();
    let verdict = document_verdict(&verdicts);
    (pages, verdict)
}

/// Returns the lines of a page as they were recognised.
fn shown(read: &Recognised) -> String {
    let lines = read.pages.iter().flat_map(|page| &page.lines);
    let lines: Vec<&str> = lines.map(|line| line.text.as_str()).collect();
    lines.join("\n")
}
