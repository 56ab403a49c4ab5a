//! Marks a Word file: adds comments on passages in its main part. All other parts are copied in their compressed form.

mod comments;
mod edits;
mod package;
#[cfg(test)]
mod tests;
mod units;

use std::collections::BTreeMap;

use super::alignment::{TextMap, align};
use super::{
    AUTHOR, AnnotatedPassage, AnnotationCause, AnnotationRequest, PassageRemark, blanked, visible,
};
use crate::docx::package::{Left, Package};
use crate::docx::source::TextSource;
use crate::docx::{sourced, xml};
use comments::Comment;
pub(super) use comments::DOCX_MARK;
use edits::{Edits, Spot};
use units::Units;

/// Reciprocal of the share of the check's text (a twentieth) that may be missing in the file.
const MISSING_OF: usize = 20;

/// Returns the marked copy of a Word file, and for each passage how much of it is marked.
pub(super) fn annotate(
    bytes: &[u8],
    request: &AnnotationRequest,
) -> Result<(Vec<u8>, Vec<AnnotatedPassage>), AnnotationCause> {
    let (own, sources) = sourced(bytes)?;
    let text: Vec<char> = request.text.chars().collect();
    let map = map(&text, &own, request)?;
    let shown = request.marked_text(&text);
    let mut files = Files::open(bytes)?;
    let main = files.main()?;
    let units = Units::of(&main)
        .ok_or_else(|| AnnotationCause::damaged(&"the part with the text is not well-formed"))?;
    let places = Places {
        map,
        sources,
        units: &units,
    };
    let old = files.comments()?;
    let first = comments::first_id(old.as_deref(), &main);
    let mut edits = Edits::new(&main, &units);
    let (mut passages, mut remarks) = (Vec::new(), Vec::new());
    for remark in &request.remarks {
        let (passage, spots) = places.of(&shown, remark);
        passages.push(passage);
        if let Some((start, end)) = spots {
            let count = u32::try_from(remarks.len()).unwrap_or(u32::MAX);
            let id = first
                .checked_add(count)
                .ok_or_else(|| AnnotationCause::damaged(&"it has too many comments"))?;
            edits.comment(id, start, end);
            remarks.push(Comment {
                id,
                author: AUTHOR,
                date: request.date.as_deref(),
                text: &remark.text,
            });
        }
    }
    if remarks.is_empty() {
        return Err(AnnotationCause::NothingPlaced);
    }
    let copy = files.copy(edits.finish(), old.as_deref(), &remarks)?;
    // What a marked copy promises is not left to trust.
    if sourced(&copy)?.0 != own {
        return Err(AnnotationCause::damaged(&"marks would change its text"));
    }
    Ok((copy, passages))
}

/// Returns the place of each character of the check's text in that of the file, which lacks what was recognised in
/// pictures.
fn map(text: &[char], own: &str, request: &AnnotationRequest) -> Result<TextMap, AnnotationCause> {
    let own: Vec<char> = own.chars().collect();
    if *text == own[..] {
        return Ok((0..text.len()).map(Some).collect());
    }
    let recognised = request.recognised.iter();
    let written = blanked(text, recognised.map(|page| (page.start, page.end)));
    let map = align(&written, &own);
    let visible = written.iter().filter(|c| !c.is_whitespace()).count();
    let found = map.iter().flatten().count();
    if (visible - found) * MISSING_OF > visible {
        return Err(AnnotationCause::OtherText);
    }
    Ok(map)
}

/// Where the characters of the check's text stand in the main part.
struct Places<'u> {
    map: TextMap,
    sources: Vec<TextSource>,
    units: &'u Units,
}

impl Places<'_> {
    /// Returns how much of a passage is marked, and where its comment begins and ends; `None` if it has no comment.
    fn of(&self, text: &[char], remark: &PassageRemark) -> (AnnotatedPassage, Option<Spots>) {
        let mut passage = AnnotatedPassage::default();
        let (mut here, mut beside) = (Vec::new(), None);
        for at in visible(text, remark.start, remark.end) {
            passage.characters += 1;
            let Some((spot, is_away)) = self.spot(at) else {
                continue;
            };
            if is_away {
                passage.beside += 1;
                // One note or text box stands for all: the text between them is not the passage's.
                beside = beside.or(Some((spot, spot)));
            } else {
                passage.marked += 1;
                here.push(spot);
            }
        }
        // A whole unit begins before all of its characters, and extends to the end of them all.
        let first = here.iter().min_by_key(|spot| (spot.unit, spot.character));
        let last =
            (here.iter()).max_by_key(|spot| (spot.unit, spot.character.is_none(), spot.character));
        let spots = first.copied().zip(last.copied());
        (passage, spots.or(beside))
    }

    /// Returns where a character of the check's text stands, and whether that is only the place in the body to which
    /// its note or text box belongs.
    fn spot(&self, at: u64) -> Option<(Spot, bool)> {
        let place = (*self.map.get(usize::try_from(at).ok()?)?)? as u64;
        let after = self.sources.partition_point(|source| source.at <= place);
        let source = self.sources.get(after.checked_sub(1)?)?;
        let index = place - source.at;
        if index >= source.length {
            return None;
        }
        let unit = self.units.at(source.byte)?;
        let character = source.is_text.then(|| {
            let children = &self.units.all[unit].run.as_ref()?.children;
            let child = children.iter().position(|child| {
                let text = child.text.as_ref();
                text.is_some_and(|text| text.content.start == source.byte)
            })?;
            let count = children[child].text.as_ref()?.characters.len() as u64;
            (count == source.length + 1).then_some((child, usize::try_from(index).ok()?))
        });
        let spot = Spot {
            unit,
            character: character
                .flatten()
                .or_else(|| self.child(unit, source.byte)),
        };
        Some((spot, source.is_away))
    }

    /// Returns the index of the child of a run that a byte belongs to, and 0, as if the child had one character. `None`
    /// for a text.
    fn child(&self, unit: usize, byte: usize) -> Option<(usize, usize)> {
        let children = &self.units.all[unit].run.as_ref()?.children;
        let child = children
            .iter()
            .position(|child| child.bytes.contains(&byte))?;
        children[child].text.is_none().then_some((child, 0))
    }
}

/// Places of a comment's first character and its last one.
type Spots = (Spot, Spot);

/// Package of the file with the parts that marks concern.
struct Files<'b> {
    bytes: &'b [u8],
    package: Package<'b>,
    main: String,
}

impl<'b> Files<'b> {
    fn open(bytes: &'b [u8]) -> Result<Self, AnnotationCause> {
        let mut package = Package::open(bytes, Left::of(bytes.len()))?;
        let main = package.main_part()?;
        Ok(Self {
            bytes,
            package,
            main,
        })
    }

    /// Returns the main part.
    fn main(&mut self) -> Result<String, AnnotationCause> {
        let main = self.main.clone();
        let part = self.part(&main)?;
        part.ok_or_else(|| AnnotationCause::damaged(&"the part that holds the text is missing"))
    }

    /// Returns the part with the comments, if there is one.
    fn comments(&mut self) -> Result<Option<String>, AnnotationCause> {
        match self.comments_name()? {
            Some(name) => self.part(&name),
            None => Ok(None),
        }
    }

    fn comments_name(&mut self) -> Result<Option<String>, AnnotationCause> {
        let relations = self.package.relations(&self.main)?;
        let found = relations
            .into_iter()
            .find(|relation| relation.kind == "comments");
        Ok(found
            .map(|relation| relation.target)
            .filter(|name| self.package.has(name)))
    }

    /// Returns a part, or `None` if the package lacks it. Fails for a part that is not in UTF-8, because it is written
    /// back in UTF-8.
    fn part(&mut self, name: &str) -> Result<Option<String>, AnnotationCause> {
        let Some(bytes) = self.package.bytes(name, u64::MAX)? else {
            return Ok(None);
        };
        let text = xml::decode(bytes.clone());
        let mark = b"\xEF\xBB\xBF";
        if text.as_bytes() != bytes.strip_prefix(mark).unwrap_or(&bytes) {
            return Err(AnnotationCause::damaged(&format!("{name} is not in UTF-8")));
        }
        Ok(Some(text))
    }

    /// Packs the copy: the marked main part, the comments, and their entries in the lists of the package.
    fn copy(
        mut self,
        main: String,
        old: Option<&str>,
        remarks: &[Comment<'_>],
    ) -> Result<Vec<u8>, AnnotationCause> {
        let is_strict = comments::is_strict(&main);
        let broken = || AnnotationCause::damaged(&"a list of its parts is not well-formed");
        let part = comments::part(old, remarks, is_strict).ok_or_else(broken)?;
        let (mut replaced, mut added) = (BTreeMap::new(), Vec::new());
        let (folder, file) = self.main.rsplit_once('/').unwrap_or(("", &self.main));
        let (folder, file) = (folder.to_owned(), file.to_owned());
        let main_name = self.main.clone();
        if let Some(name) = self.comments_name()?.filter(|_| old.is_some()) {
            self.replace(&name, part, &mut replaced);
        } else {
            let names = (1..).map(|number: u32| match number {
                1 => "comments.xml".to_owned(),
                number => format!("comments{number}.xml"),
            });
            let path = |name: &str| {
                format!("{folder}/{name}")
                    .trim_start_matches('/')
                    .to_owned()
            };
            let mut names = names.filter(|name| !self.package.has(&path(name)));
            let name = names.next().unwrap_or_default();
            let real = self.real_folder(&main_name);
            added.push((format!("{real}{name}"), part.into_bytes()));
            let types = self.part("[content_types].xml")?.ok_or_else(broken)?;
            let types = comments::content_types(&types, &format!("/{real}{name}"));
            let types = types.ok_or_else(broken)?;
            self.replace("[content_types].xml", types, &mut replaced);
            let relations = path(&format!("_rels/{file}.rels"));
            let listed = self.part(&relations)?;
            let listing = comments::relationships(listed.as_deref(), &name, is_strict);
            let listing = listing.ok_or_else(broken)?;
            if listed.is_some() {
                self.replace(&relations, listing, &mut replaced);
            } else {
                let file = self.real_name(&main_name);
                let file = file.rsplit('/').next().unwrap_or_default();
                added.push((format!("{real}_rels/{file}.rels"), listing.into_bytes()));
            }
        }
        self.replace(&main_name, main, &mut replaced);
        package::repacked(self.bytes, &replaced, &added)
    }

    fn replace(&self, name: &str, content: String, replaced: &mut BTreeMap<usize, Vec<u8>>) {
        if let Some(place) = self.package.place(name) {
            replaced.insert(place, content.into_bytes());
        }
    }

    /// Returns the name of a part as the package has it.
    fn real_name(&self, name: &str) -> String {
        let stored = self
            .package
            .stored_name(name)
            .unwrap_or_else(|| name.to_owned());
        stored.replace('\\', "/").trim_start_matches('/').to_owned()
    }

    /// Returns the folder of a part as the package has it, with a slash at its end; empty for none.
    fn real_folder(&self, name: &str) -> String {
        let name = self.real_name(name);
        name.rsplit_once('/')
            .map_or_else(String::new, |(folder, _)| format!("{folder}/"))
    }
}
