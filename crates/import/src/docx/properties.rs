//! Information in a docx about how it was made: the property parts and Word's revision ids.

use std::collections::{BTreeSet, HashMap};

use quick_xml::events::Event;

use super::super::{ImportCause, Metadata};
use super::look::is_on;
use super::package::{Package, Relation};
use super::xml::{Space, Xml, attribute, starts, text_of};
use crate::field::Values;

/// Maximum length of a property, in characters; longer ones are cut, since nobody's name is that long.
const LONGEST: usize = 1000;
/// Property parts: kind of relationship, and usual name where there is no relationship.
const PARTS: [(&str, &str); 3] = [
    ("core-properties", "docprops/core.xml"),
    ("extended-properties", "docprops/app.xml"),
    ("custom-properties", "docprops/custom.xml"),
];

/// Settings of a document that matter for its text.
#[derive(Default)]
pub(super) struct Settings {
    pub(super) revision_ids: BTreeSet<u32>,
    /// Whether the colour of the page is shown.
    pub(super) shows_page_colour: bool,
    /// Colours of the theme that `bg1` and the like stand for.
    pub(super) colour_mapping: HashMap<String, String>,
    /// Variables of the document, by name.
    pub(super) variables: Vec<(String, String)>,
}

/// Reads the property parts: the metadata, with revision ids and pictures left empty, and the values that fields show.
pub(super) fn read(package: &mut Package<'_>) -> Result<(Metadata, Values), ImportCause> {
    let relations = or_nothing(package.relations(""))?;
    let mut metadata = Metadata::default();
    let mut shown = Values::new();
    for (kind, usual) in PARTS {
        let name = relations
            .iter()
            .find(|relation: &&Relation| relation.kind == kind && package.has(&relation.target))
            .map_or_else(|| usual.to_owned(), |relation| relation.target.clone());
        if let Some(text) = or_nothing(package.xml(&name))? {
            for (name, value) in values(&text) {
                shown.insert(field_of(&name), value.clone());
                take(&mut metadata, &name, value);
            }
        }
    }
    Ok((metadata, shown))
}

/// Returns the field that shows a property, in lower case.
fn field_of(property: &str) -> String {
    match property {
        "creator" => "author".to_owned(),
        "description" => "comments".to_owned(),
        "lastModifiedBy" => "lastsavedby".to_owned(),
        other => other.to_lowercase(),
    }
}

/// Treats a broken part as empty; a zip bomb still ends the import.
fn or_nothing<T: Default>(result: Result<T, ImportCause>) -> Result<T, ImportCause> {
    match result {
        Err(error @ ImportCause::UnpacksTooLarge { .. }) => Err(error),
        other => Ok(other.unwrap_or_default()),
    }
}

fn take(metadata: &mut Metadata, name: &str, value: String) {
    let slot = match name {
        "title" => &mut metadata.title,
        "creator" => &mut metadata.author,
        "lastModifiedBy" => &mut metadata.last_editor,
        "Company" => &mut metadata.company,
        "Application" => &mut metadata.application,
        "created" => &mut metadata.created,
        "modified" => &mut metadata.modified,
        "AppVersion" => {
            if let Some(application) = &mut metadata.application {
                application.push(' ');
                application.push_str(&value);
            }
            return;
        }
        // WPS names itself only in this property.
        "KSOProductBuildVer" => {
            let application = metadata.application.get_or_insert_default();
            if !application.contains("WPS") {
                if !application.is_empty() {
                    application.push(' ');
                }
                application.push_str("(WPS ");
                application.push_str(&value);
                application.push(')');
            }
            return;
        }
        "revision" => {
            metadata.revision = value.parse().ok();
            return;
        }
        "TotalTime" => {
            metadata.editing_minutes = value.parse().ok();
            return;
        }
        _ => return,
    };
    if slot.is_none() {
        *slot = Some(value);
    }
}

/// Lists the properties with their text: by the element's name, custom properties by their own name.
fn values(text: &str) -> Vec<(String, String)> {
    let mut xml = Xml::new(text);
    let mut found = Vec::new();
    let mut depth = 0_usize;
    let (mut name, mut value) = (String::new(), String::new());
    // Of a broken part everything before the break counts.
    while let Ok((_, event)) = xml.next() {
        match event {
            Event::Start(start) => {
                depth += 1;
                if depth == 2 {
                    name = attribute(&start, b"name").unwrap_or_else(|| {
                        String::from_utf8_lossy(start.local_name().as_ref()).into_owned()
                    });
                    value.clear();
                }
            }
            Event::End(_) => {
                if depth == 2 && !value.trim().is_empty() {
                    let value = value.trim().chars().take(LONGEST).collect();
                    found.push((std::mem::take(&mut name), value));
                }
                depth = depth.saturating_sub(1);
            }
            Event::Eof => break,
            text if depth >= 2 => value.extend(text_of(&text)),
            _ => {}
        }
    }
    found
}

/// Parses one of Word's revision ids, eight hex digits; `None` for zero, which is not an id, and for other text.
pub(super) fn revision_id(value: &[u8]) -> Option<u32> {
    let digits = std::str::from_utf8(value).ok()?;
    u32::from_str_radix(digits, 16).ok().filter(|&id| id != 0)
}

/// Reads the settings part; of a broken one everything before the break.
pub(super) fn settings(text: &str) -> Settings {
    let mut settings = Settings::default();
    for (_, start) in starts(text).filter(|(space, _)| *space == Space::Word) {
        let value = |name| attribute(&start, name).unwrap_or_default();
        match start.local_name().as_ref() {
            b"rsid" | b"rsidRoot" => {
                let id = revision_id(value(b"val").as_bytes());
                settings.revision_ids.extend(id);
            }
            b"displayBackgroundShape" => settings.shows_page_colour = is_on(&start),
            b"clrSchemeMapping" => {
                for attribute in start.attributes().with_checks(false).flatten() {
                    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
                    let name = text(attribute.key.local_name().as_ref());
                    (settings.colour_mapping).insert(name, text(&attribute.value));
                }
            }
            b"docVar" => settings.variables.push((value(b"name"), value(b"val"))),
            _ => {}
        }
    }
    settings
}
