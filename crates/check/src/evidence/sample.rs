//! Documents for tests, which consist only of the metadata that their files state.

use std::sync::Arc;

use crate::{Document, DocumentContent, KeptText, Origin};
use chachong_import::{Format, Metadata, Picture, decode_text};

pub(crate) fn document(origin: Origin, metadata: Metadata) -> Document {
    let content = DocumentContent {
        characters: 1,
        countable: 1,
        kept: None,
        fingerprint: None,
        pages: Vec::new(),
        encoding: None,
        reader: None,
        metadata: Box::new(metadata),
        record: Box::default(),
        layer: None,
        warnings: Vec::new(),
        text: KeptText::new(&decode_text("夜".as_bytes()).unwrap()),
        counted: Arc::default(),
    };
    Document {
        origin,
        ..Document::checked("", Some(Format::Docx), Some(Ok(content)))
    }
}

/// Checked source file with this text; the ending of the path gives the language.
pub(crate) fn program(path: &str, text: &str, metadata: Metadata) -> Document {
    let mut program = document(Origin::Checked, metadata);
    if let Some(Ok(content)) = &mut program.outcome {
        content.text = KeptText::new(&decode_text(text.as_bytes()).unwrap());
    }
    Document {
        format: Some(Format::Source),
        path: path.into(),
        ..program
    }
}

/// Checked documents of these files.
pub(super) fn documents(files: impl IntoIterator<Item = Metadata>) -> Vec<Document> {
    let document = |metadata| document(Origin::Checked, metadata);
    files.into_iter().map(document).collect()
}

/// Makes files that state nothing; `count` is their number.
pub(super) fn silent(count: usize) -> impl Iterator<Item = Metadata> {
    (0..count).map(|_| Metadata::default())
}

/// Picture of 400 x 300 pixels with this hash; `bytes` stands for its stored bytes.
pub(super) fn picture(bytes: u32, hash: u64) -> Picture {
    Picture {
        place: bytes.to_string(),
        sha256: format!("{bytes:064x}"),
        perceptual: Some(hash),
        size: Some((400, 300)),
        bytes: 9000,
        at: None,
    }
}

pub(super) fn pictures(pictures: &[Picture]) -> Metadata {
    Metadata {
        pictures: pictures.to_vec(),
        ..Metadata::default()
    }
}

pub(super) fn people(author: &str, last_editor: &str) -> Metadata {
    let name = |name: &str| (!name.is_empty()).then(|| name.to_owned());
    Metadata {
        author: name(author),
        last_editor: name(last_editor),
        ..Metadata::default()
    }
}
