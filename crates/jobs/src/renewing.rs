//! Background computation of fingerprints by another recipe, from the kept texts; no file is opened.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use crate::{Job, kept};
use chachong_check::{Document, DocumentContent, Fingerprinting, PROCESSING_VERSION, in_pool};
use chachong_library::Store;
use chachong_simhash::Fingerprint;

/// Event while fingerprints are recomputed: any number of `Progress`, then one `Done`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RenewEvent {
    /// Number of documents done; the numbers may come out of order.
    Progress(usize),
    /// New fingerprints of all documents, in order; `None` if cancelled.
    Done(Option<Vec<Renewed>>),
}

/// Result for one document whose fingerprint is recomputed with another recipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Renewed {
    /// The document was not read, so there is nothing to fingerprint.
    NotRead,
    /// New fingerprint; `None` with too few terms.
    Made(Option<Fingerprint>),
    /// The text could not be read again.
    TextLost,
}

/// Running job that computes fingerprints with another recipe.
pub type Renewing = Job<RenewEvent>;

impl Renewing {
    /// Starts to recompute fingerprints in the background. Fingerprints that the library already has are read from it. New ones are
    /// stored there.
    #[must_use]
    pub fn start(
        documents: &[Document],
        by: Fingerprinting,
        threads: Option<usize>,
        library: Option<Arc<dyn Store>>,
    ) -> Self {
        let documents = documents.to_vec();
        Self::spawn(move |reporter| {
            let done = AtomicUsize::new(0);
            let one = |document: &Document| {
                if reporter.is_cancelled() {
                    return None;
                }
                let renewed = document.content().map_or(Renewed::NotRead, |content| {
                    renew(content, &by, library.as_ref())
                });
                let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                reporter.tell(RenewEvent::Progress(done));
                Some(renewed)
            };
            let all = in_pool(threads, || {
                (documents.par_iter().with_max_len(1).map(one)).collect::<Option<Vec<Renewed>>>()
            });
            reporter.tell(RenewEvent::Done(all));
        })
    }
}

fn renew(
    content: &DocumentContent,
    by: &Fingerprinting,
    library: Option<&Arc<dyn Store>>,
) -> Renewed {
    let place = library.zip(content.kept);
    let known = place.and_then(|(library, document)| {
        // If the library fails here, the fingerprint is computed.
        let derived = library.derived(document, by.text_form()).ok()??;
        let fits = derived.version == PROCESSING_VERSION
            && derived.characters == content.characters
            && derived.countable == content.countable;
        fits.then_some(derived.fingerprint)
    });
    if let Some(fingerprint) = known {
        return Renewed::Made(fingerprint);
    }
    let texts = content.text.text().and_then(|text| {
        let normalized = content.text.normalized()?;
        Ok((text, normalized))
    });
    let Ok((text, normalized)) = texts else {
        return Renewed::TextLost;
    };
    let fingerprint = by.of_text(&text, &normalized);
    if let Some((library, document)) = place {
        let mut renewed = content.clone();
        renewed.set_fingerprint(fingerprint);
        // A fingerprint that cannot be kept is made again the next time.
        let _ = library.put_derived(&[(document, kept::derived(&renewed, by))]);
    }
    Renewed::Made(fingerprint)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_check::fingerprint_by;
    use chachong_import::decode_text;
    use chachong_simhash::Recipe;

    fn document(text: &str, recipe: Recipe) -> Document {
        let extracted = decode_text(text.as_bytes()).unwrap();
        Document::checked(
            "a",
            None,
            Some(Ok(fingerprint_by(&extracted, &recipe.into()))),
        )
    }

    #[test]
    fn renewed_fingerprints_are_those_of_a_fresh_check() {
        let texts = [
            "社区图书馆的夜间开放服务，许多街道都有读者，馆员值班到深夜。",
            "夜夜夜",
            "Repair cafés bring neighbours and broken things together.",
        ];
        for recipe in Recipe::ALL {
            let mut documents = texts.map(|text| document(text, Recipe::THESIS)).to_vec();
            let renewing = Renewing::start(&documents, recipe.into(), Some(2), None);
            let last = renewing.events.iter().last().unwrap();
            let RenewEvent::Done(Some(all)) = last else {
                panic!("{last:?}");
            };
            for (document, renewed) in documents.iter_mut().zip(all) {
                let (Some(Ok(content)), Renewed::Made(print)) = (&mut document.outcome, renewed)
                else {
                    panic!("{renewed:?}");
                };
                content.set_fingerprint(print);
            }
            let fresh = texts.map(|text| document(text, recipe));
            for (renewed, fresh) in documents.iter().zip(&fresh) {
                let (renewed, fresh) = (renewed.content().unwrap(), fresh.content().unwrap());
                assert_eq!(renewed.fingerprint, fresh.fingerprint, "{}", recipe.name());
                assert_eq!(renewed.warnings, fresh.warnings, "{}", recipe.name());
            }
        }
    }

    #[test]
    fn a_cancel_leaves_nothing_half_done() {
        let documents = vec![document("夜间开放服务，许多街道。", Recipe::THESIS); 500];
        let renewing = Renewing::start(&documents, Recipe::TF_IDF.into(), Some(1), None);
        renewing.cancel();
        assert_eq!(renewing.events.iter().last(), Some(RenewEvent::Done(None)));
    }
}
