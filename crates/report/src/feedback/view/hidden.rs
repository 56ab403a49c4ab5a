//! Documents as others may see them: their figures, and neither names nor, unless it is allowed, texts.

use std::sync::Arc;

use chachong_check::{
    Document, DocumentContent, EvidenceItem, KeptText, LIBRARY_PREFIX, Origin, TextStore,
};
use chachong_import::{Extracted, Metadata, Warning};
use chachong_record::BibliographicRecord;

use crate::Report;
use crate::blind::{Unreadable, hide};
use crate::feedback::FeedbackOptions;
use crate::struck_names::Names;

/// Returns a document as others may see it: figures stay, names go, and so does the text unless `options` allow it.
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

/// Removes what was read of a file besides its text, but for the warnings on which estimates depend.
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
        )
    });
}

/// Removes a person's name from evidence.
pub(super) fn without_name(item: &mut EvidenceItem, nameless: &str) {
    match item {
        EvidenceItem::EditedByOther { name, .. }
        | EvidenceItem::SameEditor { name }
        | EvidenceItem::SameAuthor { name } => nameless.clone_into(name),
        EvidenceItem::SameFile
        | EvidenceItem::Code(_)
        | EvidenceItem::Readings(_)
        | EvidenceItem::Tables(_)
        | EvidenceItem::Formulas(_)
        | EvidenceItem::RevisionIds { .. }
        | EvidenceItem::PdfId { .. }
        | EvidenceItem::Pictures(_) => {}
    }
}
