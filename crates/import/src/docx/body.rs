//! Reads the parts of a docx with the walker and joins them to one text.

use std::collections::{BTreeSet, HashMap};

use super::super::{Format, ImportCause, Warning, slides};
use super::embedded;
use super::flow::Flow;
use super::look::Styles;
use super::package::{Package, Relation, readable};
use super::paper::Paper;
use super::properties::{self, Settings};
use super::reading::Reading;
use super::walker::{Surrounding, walk};
use crate::field::Values;

/// One document of a package. Headers are filled for the outermost document only, which alone needs them.
pub(super) struct Document {
    pub(super) flow: Flow,
    heads: Vec<Flow>,
    missing_notes: u64,
    /// Names of documents inside it that are not read.
    pub(super) unread: Vec<String>,
    revision_ids: BTreeSet<u32>,
    /// Size of the main part, in bytes of UTF-8.
    size: usize,
}

/// Reads the text; returns it with the size of the main part in bytes and the revision ids.
pub(super) fn read(
    package: &mut Package<'_>,
    values: Values,
) -> Result<(Reading, usize, BTreeSet<u32>), ImportCause> {
    let mut document = document(package, values, 0)?;
    document.flow.append_running(document.heads);
    let pictures = std::mem::take(&mut document.flow.pictures);
    let sources = std::mem::take(&mut document.flow.sources);
    let mut read = document.flow.extracted();
    read.reader = Some("wordprocessingml".to_owned());
    if document.missing_notes > 0 {
        read.warnings.push(Warning::NotesLeftOut {
            count: document.missing_notes,
        });
    }
    let mut names = document.unread;
    names.sort_unstable();
    names.dedup();
    read.warnings.extend(Warning::embedded(names));
    let reading = Reading {
        read,
        pictures,
        sources,
    };
    Ok((reading, document.size, document.revision_ids))
}

/// Reads one document of a package, which stands `depth` documents deep in another.
pub(super) fn document(
    package: &mut Package<'_>,
    mut values: Values,
    depth: usize,
) -> Result<Document, ImportCause> {
    let main = package.main_part()?;
    let text = package.xml(&main)?.unwrap_or_default();
    let relations = package.relations(&main)?;
    let mut part = |kind: &str| -> Result<Option<String>, ImportCause> {
        match relations.iter().find(|relation| relation.kind == kind) {
            Some(relation) => readable(package.xml(&relation.target)),
            None => Ok(None),
        }
    };
    let settings =
        part("settings")?.map_or_else(Settings::default, |text| properties::settings(&text));
    for (name, value) in settings.variables {
        values.insert(format!("variable {}", name.to_lowercase()), value);
    }
    let paper = Paper::of(&text, part("theme")?.as_deref(), settings.colour_mapping);
    let styles = Styles::read(&part("styles")?.unwrap_or_default(), paper);
    let notes_parts = [part("footnotes")?, part("endnotes")?];
    let around = || Surrounding {
        styles: &styles,
        shows_page_colour: settings.shows_page_colour,
        values: Some(&values),
        ..Surrounding::default()
    };
    let mut revision_ids = settings.revision_ids;
    let mut notes = HashMap::new();
    for text in notes_parts.into_iter().flatten() {
        let walked = walk(&text, around());
        notes.extend(walked.notes);
        revision_ids.extend(walked.revision_ids);
    }
    let (mut heads, mut has_ground) = (Vec::new(), false);
    for relation in relations
        .iter()
        .filter(|r| depth == 0 && matches!(r.kind.as_str(), "header" | "footer"))
    {
        if let Some(text) = readable(package.xml(&relation.target))? {
            let walked = walk(&text, around());
            has_ground |= walked.has_ground;
            heads.push(walked.flow);
        }
    }
    let embedded = embedded::read(package, &relations, depth)?;
    let mut unread = embedded.unread;
    let drawings = drawings(package, &relations)?;
    // An embedded document has parts of its own, which nobody finds by name.
    let is_picture = |relation: &&Relation| depth == 0 && relation.kind == "image";
    let pictures = (relations.iter().filter(is_picture))
        .map(|relation| (relation.id.clone(), relation.target.clone()))
        .collect();
    let walked = walk(
        &text,
        Surrounding {
            notes,
            chunks: embedded.chunks,
            objects: embedded.objects,
            drawings,
            pictures,
            has_ground,
            ..around()
        },
    );
    if walked.is_broken {
        return Err(ImportCause::damaged(&"XML"));
    }
    if walked.root != "document" {
        return Err(ImportCause::wrong(Format::Docx));
    }
    revision_ids.extend(walked.revision_ids);
    unread.extend(walked.unread);
    let mut flow = walked.flow;
    for (_, mut note) in walked.unreferenced {
        note.sources.clear();
        flow.append(note);
    }
    Ok(Document {
        flow,
        heads,
        missing_notes: walked.missing_notes,
        unread,
        revision_ids,
        size: text.len(),
    })
}

/// Reads the texts of diagrams and charts, by relationship id.
fn drawings(
    package: &mut Package<'_>,
    relations: &[Relation],
) -> Result<HashMap<String, Flow>, ImportCause> {
    let mut drawings = HashMap::new();
    for relation in relations {
        let Some(part) = slides::Part::of_drawing(&relation.kind) else {
            continue;
        };
        if let Some(xml) = readable(package.xml(&relation.target))? {
            let flow = Flow::of(slides::drawing(&xml, part));
            drawings.insert(relation.id.clone(), flow);
        }
    }
    Ok(drawings)
}
