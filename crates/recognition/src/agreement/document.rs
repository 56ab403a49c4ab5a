//! Sample of the pages of a document whose text layer is compared with their pictures, and the verdict on the document.

use serde::{Deserialize, Serialize};

use super::stream::Stream;
use super::{ENOUGH, Verdict};

/// Verdict on the text layer of a pdf, from the pages that were compared with their pictures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DocumentVerdict {
    /// All compared pages agree; at least one was compared.
    Agrees,
    /// Some pages differ: fewer than half of those compared, or one of two. Contains their numbers, counted from 1, in ascending order.
    SomePages(Vec<u32>),
    /// At least half of the compared pages differ, so the text that is copied is not the text that is printed. Contains the numbers of
    /// these pages, counted from 1, in ascending order.
    Layer(Vec<u32>),
    /// No page could be compared.
    TooLittle,
}

/// Chooses at most `count` pages to compare, and returns their numbers, counted from 1, in ascending order. `layers` are the text layers
/// of all pages. Of the pages with enough text, the first, the last and others evenly between them are chosen, the same ones each time.
/// Pages for whose number `left_out` returns `true` are skipped, such as pages with fonts that the file does not contain and pages
/// recognised already.
#[must_use]
pub fn sampled_pages(
    layers: &[impl AsRef<str>],
    left_out: impl Fn(u32) -> bool,
    count: usize,
) -> Vec<u32> {
    let has_enough = |layer: &str| Stream::of_layer(layer).telling() >= ENOUGH;
    let enough: Vec<u32> = (1..)
        .zip(layers)
        .filter(|(number, layer)| !left_out(*number) && has_enough(layer.as_ref()))
        .map(|(number, _)| number)
        .collect();
    if enough.len() <= count {
        return enough;
    }
    let gaps = count.saturating_sub(1).max(1);
    (0..count)
        .map(|i| enough[(i * (enough.len() - 1) + gaps / 2) / gaps])
        .collect()
}

/// Returns the verdict on a document, given the number (from 1) and the verdict of each compared page.
#[must_use]
pub fn document_verdict(pages: &[(u32, Verdict)]) -> DocumentVerdict {
    let of = |wanted: Verdict| {
        let these = pages.iter().filter(move |(_, verdict)| *verdict == wanted);
        these.map(|&(number, _)| number)
    };
    let mut differing: Vec<u32> = of(Verdict::Differs).collect();
    differing.sort_unstable();
    let compared = differing.len() + of(Verdict::Agrees).count();
    match differing.len() {
        0 if compared == 0 => DocumentVerdict::TooLittle,
        0 => DocumentVerdict::Agrees,
        1 if compared > 1 => DocumentVerdict::SomePages(differing),
        many if many * 2 >= compared => DocumentVerdict::Layer(differing),
        _ => DocumentVerdict::SomePages(differing),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn layers(enough: &[bool]) -> Vec<String> {
        let text =
            |&enough: &bool| "社区图书馆的夜间开放是一个问题".repeat(if enough { 5 } else { 1 });
        enough.iter().map(text).collect()
    }

    #[test]
    fn the_first_and_the_last_page_of_text_are_in_the_sample() {
        let mut enough = [true; 12];
        (enough[0], enough[4], enough[11]) = (false, false, false);
        let sample = |count| sampled_pages(&layers(&enough), |_| false, count);
        assert_eq!(sample(5), [2, 4, 7, 9, 11]);
        assert_eq!(sample(2), [2, 11]);
        assert_eq!(sample(1), [2]);
        assert_eq!(sample(0), [] as [u32; 0]);
        assert_eq!(sample(99), [2, 3, 4, 6, 7, 8, 9, 10, 11]);
        assert_eq!(sampled_pages(&layers(&enough), |page| page != 6, 5), [6]);
        assert_eq!(sampled_pages(&[""; 0], |_| false, 5), [] as [u32; 0]);
    }

    #[test]
    fn half_of_the_compared_pages_are_the_layer_and_one_page_of_two_is_not() {
        use Verdict::{Agrees, Differs, TooLittle};
        let verdict = |pages: &[Verdict]| {
            let numbered: Vec<(u32, Verdict)> = (1..).zip(pages.iter().copied()).collect();
            document_verdict(&numbered)
        };
        assert_eq!(verdict(&[]), DocumentVerdict::TooLittle);
        assert_eq!(verdict(&[TooLittle]), DocumentVerdict::TooLittle);
        assert_eq!(verdict(&[TooLittle, Agrees]), DocumentVerdict::Agrees);
        assert_eq!(verdict(&[Differs]), DocumentVerdict::Layer(vec![1]));
        assert_eq!(
            verdict(&[Agrees, Differs]),
            DocumentVerdict::SomePages(vec![2])
        );
        assert_eq!(
            verdict(&[Differs, Agrees, Differs, TooLittle, Agrees]),
            DocumentVerdict::Layer(vec![1, 3])
        );
        assert_eq!(
            verdict(&[Differs, Agrees, Differs, Agrees, Agrees]),
            DocumentVerdict::SomePages(vec![1, 3])
        );
    }

    proptest! {
        #[test]
        fn a_sample_is_evenly_spread(enough in prop::collection::vec(any::<bool>(), 0..60), count in 2_usize..9) {
            let all = sampled_pages(&layers(&enough), |_| false, usize::MAX);
            let sample = sampled_pages(&layers(&enough), |_| false, count);
            prop_assert_eq!(sample.len(), all.len().min(count));
            prop_assert_eq!(sample.first(), all.first());
            prop_assert_eq!(sample.last(), all.last());
            let places: Vec<usize> = sample.iter().map(|page| all.binary_search(page).unwrap()).collect();
            let gaps: Vec<usize> = places.windows(2).map(|pair| pair[1] - pair[0]).collect();
            if let (Some(least), Some(most)) = (gaps.iter().min(), gaps.iter().max()) {
                prop_assert!(*least >= 1 && most - least <= 1, "{places:?}");
            }
        }
    }
}
