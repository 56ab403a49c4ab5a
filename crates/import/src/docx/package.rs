//! Zip package of a docx: finds its parts by name or relationship, and never unpacks more than a document can hold.

use std::collections::HashMap;
use std::io::{Cursor, Read};

use quick_xml::events::BytesStart;
use zip::ZipArchive;
use zip::result::ZipError;

use super::super::{Format, ImportCause, whole_zip};
use super::xml::{attribute, decode, starts_of};

/// Maximum unpacked size of all XML parts that are parsed, in bytes.
pub(crate) const MAXIMUM_XML_BYTES: u64 = 128 << 20;
/// Maximum unpacked size of all parts, pictures included, in bytes.
const MAXIMUM_BYTES: u64 = 2 << 30;
/// Unpacked size, in bytes, that is allowed for any file, however small; above it the ratio counts.
const HARMLESS_BYTES: u64 = 64 << 20;
/// Maximum ratio of unpacked size to file size.
const MAXIMUM_RATIO: u64 = 200;

/// Opened docx package.
pub(crate) struct Package<'a> {
    archive: ZipArchive<Cursor<&'a [u8]>>,
    /// Index of each part in the archive, by its normalized name.
    places: HashMap<String, usize>,
    /// Number of bytes of XML, and of all parts, that may still be unpacked.
    left: Left,
}

/// Number of bytes that may still be unpacked, shared by all packages inside one file.
#[derive(Clone, Copy)]
pub(crate) struct Left {
    xml: u64,
    all: u64,
    all_limit: u64,
}

impl Left {
    /// Returns the allowance of a file of `length` bytes.
    pub(crate) fn of(length: usize) -> Self {
        let all = (length as u64)
            .saturating_mul(MAXIMUM_RATIO)
            .clamp(HARMLESS_BYTES, MAXIMUM_BYTES);
        Self {
            xml: MAXIMUM_XML_BYTES,
            all,
            all_limit: all,
        }
    }
}

/// Relationship of a part to another part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Relation {
    pub(crate) id: String,
    /// Last word of the relationship's type, such as `footnotes`: the words before it differ between transitional and
    /// strict files.
    pub(crate) kind: String,
    /// Normalized name of the other part.
    pub(crate) target: String,
}

impl<'a> Package<'a> {
    pub(crate) fn open(bytes: &'a [u8], left: Left) -> Result<Self, ImportCause> {
        let archive = whole_zip::open(bytes).map_err(cause)?;
        let places = archive
            .file_names_raw()
            .enumerate()
            .map(|(place, name)| (normal(&String::from_utf8_lossy(name)), place))
            .collect();
        Ok(Self {
            archive,
            places,
            left,
        })
    }

    pub(crate) const fn left(&self) -> Left {
        self.left
    }

    pub(crate) fn set_left(&mut self, left: Left) {
        self.left = left;
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.places.contains_key(name)
    }

    /// Returns the place of a part in the archive by its normalized name.
    pub(crate) fn place(&self, name: &str) -> Option<usize> {
        self.places.get(name).copied()
    }

    /// Returns the name of a part as the archive has it.
    pub(crate) fn stored_name(&self, name: &str) -> Option<String> {
        let stored = self.archive.name_for_index(self.place(name)?)?.ok()?;
        Some(stored.into_owned())
    }

    /// Returns the normalized names of all parts, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.places.keys().cloned().collect();
        names.sort_unstable();
        names
    }

    /// Returns the bytes of a part; `None` if there is none or it is larger than `most` bytes.
    pub(crate) fn bytes(&mut self, name: &str, most: u64) -> Result<Option<Vec<u8>>, ImportCause> {
        let Some(bytes) = self.unpack(name, most.min(self.left.all))? else {
            return Ok(None);
        };
        self.left.all =
            self.left
                .all
                .checked_sub(bytes.len() as u64)
                .ok_or(ImportCause::UnpacksTooLarge {
                    limit: self.left.all_limit,
                })?;
        Ok((bytes.len() as u64 <= most).then_some(bytes))
    }

    /// Returns the text of an XML part; `None` if there is none.
    pub(crate) fn xml(&mut self, name: &str) -> Result<Option<String>, ImportCause> {
        let most = self.left.xml.min(self.left.all);
        let limit = if self.left.all < self.left.xml {
            self.left.all_limit
        } else {
            MAXIMUM_XML_BYTES
        };
        let Some(bytes) = self.unpack(name, most)? else {
            return Ok(None);
        };
        let length = bytes.len() as u64;
        if length > most {
            return Err(ImportCause::UnpacksTooLarge { limit });
        }
        self.left.xml -= length;
        self.left.all -= length;
        Ok(Some(decode(bytes)))
    }

    /// Unpacks a part, but at most one byte more than `most`: the sizes that an archive declares may be wrong. `None`
    /// if there is no such part.
    fn unpack(&mut self, name: &str, most: u64) -> Result<Option<Vec<u8>>, ImportCause> {
        let Some(&place) = self.places.get(name) else {
            return Ok(None);
        };
        let part = self.archive.by_index(place).map_err(cause)?;
        let mut bytes = Vec::new();
        part.take(most.saturating_add(1))
            .read_to_end(&mut bytes)
            .map_err(|error| ImportCause::damaged(&format!("{name}: {error}")))?;
        Ok(Some(bytes))
    }

    /// Returns the relationships of a part (`""` for the package itself) to other parts of the package, in their
    /// order.
    pub(crate) fn relations(&mut self, part: &str) -> Result<Vec<Relation>, ImportCause> {
        let (folder, file) = part.rsplit_once('/').unwrap_or(("", part));
        let name = normal(&format!("{folder}/_rels/{file}.rels"));
        let Some(text) = self.xml(&name)? else {
            return Ok(Vec::new());
        };
        let relation = |start: BytesStart<'_>| {
            let get = |name| attribute(&start, name).unwrap_or_default();
            let kind = get(b"Type");
            let relation = Relation {
                id: get(b"Id"),
                kind: kind.rsplit('/').next().unwrap_or_default().to_owned(),
                target: resolve(folder, &get(b"Target")),
            };
            (!get(b"TargetMode").eq_ignore_ascii_case("external")).then_some(relation)
        };
        Ok(starts_of(&text, b"Relationship")
            .filter_map(relation)
            .collect())
    }

    /// Returns the name of the part that holds the text: found by the package's relationship, else by its content
    /// type, else by its usual name.
    pub(crate) fn main_part(&mut self) -> Result<String, ImportCause> {
        for relation in self.relations("")? {
            if relation.kind == "officeDocument" && self.has(&relation.target) {
                return Ok(relation.target);
            }
        }
        let types = self.xml("[content_types].xml")?;
        let by_type = types.as_deref().and_then(main_part_by_type);
        if let Some(name) = by_type.filter(|name| self.has(name)) {
            return Ok(name);
        }
        let usual = "word/document.xml";
        if self.has(usual) {
            return Ok(usual.to_owned());
        }
        let is_word = self.names().iter().any(|name| name.starts_with("word/"));
        Err(if types.is_some() && is_word {
            ImportCause::damaged(&"DOCX")
        } else {
            ImportCause::wrong(Format::Docx)
        })
    }
}

fn main_part_by_type(types: &str) -> Option<String> {
    let main = starts_of(types, b"Override").find(|part| {
        let kind = attribute(part, b"ContentType").unwrap_or_default();
        let kind = kind.to_ascii_lowercase();
        // Types of documents and templates, with or without macros.
        kind.contains("word") && kind.ends_with(".main+xml")
    })?;
    attribute(&main, b"PartName").map(|name| normal(&name))
}

/// Treats a broken part beside the main one as missing; a zip bomb or a password still ends the import.
pub(crate) fn readable<P: Default>(part: Result<P, ImportCause>) -> Result<P, ImportCause> {
    match part {
        Err(ImportCause::Damaged { .. }) => Ok(P::default()),
        other => other,
    }
}

/// Returns why a zip, or a member of it, cannot be read.
pub(crate) fn cause(error: ZipError) -> ImportCause {
    match error {
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) => ImportCause::Encrypted,
        // In the language of the interface the reason says the rest.
        ZipError::InvalidArchive(_) => ImportCause::damaged(&"ZIP"),
        other => ImportCause::damaged(&other),
    }
}

/// Normalizes a part's name: names are compared without case, and some programs write backslashes or a leading slash.
fn normal(name: &str) -> String {
    resolve("", name)
}

/// Resolves a target relative to a folder. `..` never leads above the package, and nothing is ever written: a hostile
/// path names at most another part.
pub(crate) fn resolve(folder: &str, target: &str) -> String {
    let target = target.replace('\\', "/").to_lowercase();
    let target = target.split(['#', '?']).next().unwrap_or_default();
    let folder = if target.starts_with('/') { "" } else { folder };
    let mut steps: Vec<&str> = Vec::new();
    for step in folder.split('/').chain(target.split('/')) {
        match step {
            "" | "." => {}
            ".." => {
                steps.pop();
            }
            name => steps.push(name),
        }
    }
    steps.join("/")
}

/// Whether a normalized part name has the given ending.
pub(crate) fn has_ending(name: &str, ending: &str) -> bool {
    name.rsplit_once('.')
        .is_some_and(|(_, found)| found == ending)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_file_may_unpack_to_goes_by_its_size() {
        assert_eq!(Left::of(0).all, HARMLESS_BYTES);
        assert_eq!(Left::of(1 << 20).all, 200 << 20);
        assert_eq!(Left::of(512 << 20).all, MAXIMUM_BYTES);
    }

    #[test]
    fn the_cause_of_a_broken_zip_has_no_words_of_a_language() {
        let broken = cause(ZipError::InvalidArchive("No end was found".into()));
        assert_eq!(broken.detail(), "ZIP");
    }

    #[test]
    fn names_have_one_form() {
        assert_eq!(resolve("word", "media\\A.PNG"), "word/media/a.png");
        assert_eq!(resolve("word", "/custom/x.xml"), "custom/x.xml");
        assert_eq!(resolve("word/sub", "../../../x.xml#part"), "x.xml");
    }
}
