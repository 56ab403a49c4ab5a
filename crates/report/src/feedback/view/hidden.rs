//! Documents of others as a student may see them: their figures, without names and, unless the options allow it,
//! without texts.

use std::sync::Arc;

use chachong_check::{
    Document, DocumentContent, EvidenceItem, KeptText, LIBRARY_PREFIX, Origin, PairEvidence,
    TextStore,
};
use chachong_import::{Extracted, Metadata, Warning};
use chachong_record::BibliographicRecord;

use crate::Report;
use crate::blind::{Unreadable, hide};
use crate::feedback::FeedbackOptions;
use crate::struck_names::Names;

/// Returns a document as others may see it: figures stay, names are removed, and so is the text unless `options` allow
/// it.
pub(super) fn hidden(
    document: &Document,
    check: Report<'_>,
    options: FeedbackOptions,
    names: &Names,
    store: Option<&Arc<TextStore>>,
) -> Result<Document, Unreadable> {
    let name = match document.origin {
        Origin::Checked => check.language.text("feedback.any-other"),
        Origin::Library => format!(
            "{LIBRARY_PREFIX}{}",
            check.language.text("feedback.any-library")
        ),
    };
    let content = document.content().map(|content| {
        let mut content = content.clone();
        if options.text {
            hide(&mut content, names, check.language, store)?;
        } else {
            content.text = KeptText::new(&Extracted::of_text(String::new(), content.text.breaks()));
        }
        without_facts(&mut content);
        Ok(content)
    });
    let content = content.transpose().map_err(|source| Unreadable {
        document: document.name.clone(),
        source,
    })?;
    Ok(Document {
        path: name.clone().into(),
        name,
        library: None,
        kept_submission: None,
        outcome: content.map(Ok),
        ..*document
    })
}

/// Removes all content of a file besides its text, except the warnings on which estimates depend.
fn without_facts(content: &mut DocumentContent) {
    *content.metadata = Metadata::default();
    *content.record = BibliographicRecord::default();
    content.kept = None;
    content.layer = None;
    content.encoding = None;
    content.reader = None;
    content.warnings.retain(|warning| {
        matches!(
            warning,
            Warning::RecognisedPages { .. }
                | Warning::RecognisedPictures { .. }
                | Warning::UnreadPages { .. }
                | Warning::UnreadPictures { .. }
                | Warning::PicturesLikePages { .. }
        )
    });
}

/// Returns the evidence that students may see. Unless `options` allow names, names are removed, together with evidence
/// that consists only of names or reference entries.
pub(super) fn without_names(check: Report<'_>, options: FeedbackOptions) -> Vec<PairEvidence> {
    let mut pairs = check.result.evidence.pairs.clone();
    if options.names {
        return pairs;
    }
    let nameless = check.language.text("blind.name");
    for pair in &mut pairs {
        // All kinds are named, so that a new one is not shown to students unless somebody decides so.
        pair.items.retain(|item| match item {
            // What others have in their reference lists is theirs to know.
            EvidenceItem::References(_)
            | EvidenceItem::SameEditor { .. }
            | EvidenceItem::SameAuthor { .. } => false,
            EvidenceItem::EditedByOther { .. }
            | EvidenceItem::SameFile
            | EvidenceItem::Code(_)
            | EvidenceItem::Readings(_)
            | EvidenceItem::Tables(_)
            | EvidenceItem::Formulas(_)
            | EvidenceItem::RevisionIds { .. }
            | EvidenceItem::PdfId { .. }
            | EvidenceItem::Pictures(_) => true,
        });
        for name in pair.items.iter_mut().filter_map(EvidenceItem::person_mut) {
            name.clone_from(&nameless);
        }
    }
    pairs.retain(|pair| !pair.items.is_empty());
    pairs
}
