//! Reader for e-books (epub): the pages in the order of the spine, each read as HTML.

use std::mem::discriminant;

use quick_xml::events::Event;

use super::docx::package::{Left, Package, has_ending, resolve};
use super::docx::xml::{Xml, attribute, starts_of, text_of};
use super::transfer::unescaped;
use super::{Extracted, Format, ImportCause, Metadata, Places, UnreadFormat, Warning, html, xhtml};
use chachong_text::LineBreaks;

/// Maximum number of pages that are read: one may be named again and again.
const MOST_PAGES: usize = 5_000;

pub(super) fn read(bytes: &[u8]) -> Result<Extracted, ImportCause> {
    if !bytes.starts_with(b"PK") {
        return Err(ImportCause::wrong(Format::Epub));
    }
    let mut package = Package::open(bytes, Left::of(bytes.len()))?;
    if let Some(locks) = package.xml("meta-inf/encryption.xml")?
        && locks_text(&locks)
    {
        return Err(ImportCause::Unread {
            format: UnreadFormat::LockedBook,
        });
    }
    let book = Book::of(&mut package)?;
    if book.pages.is_empty() {
        return Err(ImportCause::wrong(Format::Epub));
    }
    let mut whole = Whole {
        read: Extracted::of_text(String::new(), LineBreaks::Paragraph),
        characters: 0,
    };
    whole.read.metadata = book.metadata;
    for name in book.pages.iter().take(MOST_PAGES) {
        // A page that is broken or missing costs only itself.
        if let Some(page) = package.xml(name)?
            && let Ok(read) = html::read(xhtml::with_end_tags(page.into_bytes()), None)
        {
            whole.append(read);
        }
    }
    Ok(whole.finish())
}

/// Whether the list of locked parts names a page; typefaces are locked in free books too.
fn locks_text(xml: &str) -> bool {
    starts_of(xml, b"CipherReference").any(|part| {
        let name = attribute(&part, b"URI").unwrap_or_default();
        is_page(&name.to_lowercase())
    })
}

fn is_page(name: &str) -> bool {
    ["xhtml", "html", "htm", "xml"]
        .iter()
        .any(|ending| has_ending(name, ending))
}

/// What a book says of itself.
#[derive(Default)]
struct Book {
    /// Names of the pages, in their order.
    pages: Vec<String>,
    metadata: Metadata,
}

impl Book {
    fn of(package: &mut Package<'_>) -> Result<Self, ImportCause> {
        let container = package.xml("meta-inf/container.xml")?;
        let named = container.as_deref().and_then(root_file);
        let opf = named.filter(|name| package.has(name)).or_else(|| {
            let mut parts = package.names().into_iter();
            parts.find(|name| has_ending(name, "opf"))
        });
        let mut book = Self::default();
        if let Some(name) = opf
            && let Some(xml) = package.xml(&name)?
        {
            let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
            book = Self::of_list(&xml, folder);
        }
        book.pages.retain(|name| package.has(name));
        if book.pages.is_empty() {
            // A book without a list of its pages.
            let is_text = |name: &String| {
                is_page(name) && !name.starts_with("meta-inf/") && !has_ending(name, "xml")
            };
            book.pages = package.names().into_iter().filter(is_text).collect();
        }
        Ok(book)
    }

    /// Reads the list of a book: its files by id, and the order of their ids.
    fn of_list(xml: &str, folder: &str) -> Self {
        let mut book = Self::default();
        let mut files = std::collections::HashMap::new();
        let mut order = Vec::new();
        let mut reader = Xml::new(xml);
        let mut value: Option<(Vec<u8>, String)> = None;
        while let Ok((_, event)) = reader.next() {
            match event {
                Event::Eof => break,
                Event::Start(start) => match start.local_name().as_ref() {
                    b"item" => {
                        let get = |name| attribute(&start, name).unwrap_or_default();
                        files.insert(get(b"id"), resolved(folder, &get(b"href")));
                    }
                    b"itemref" => order.extend(attribute(&start, b"idref")),
                    name @ (b"title" | b"creator" | b"publisher" | b"date") => {
                        value = Some((name.to_vec(), String::new()));
                    }
                    _ => {}
                },
                Event::End(_) => {
                    if let Some((name, value)) = value.take() {
                        book.state(&name, value.trim());
                    }
                }
                text => {
                    if let Some((_, value)) = &mut value {
                        value.extend(text_of(&text));
                    }
                }
            }
        }
        book.pages = order.iter().filter_map(|id| files.remove(id)).collect();
        book
    }

    fn state(&mut self, name: &[u8], value: &str) {
        let slot = match name {
            b"title" => &mut self.metadata.title,
            b"creator" => &mut self.metadata.author,
            b"publisher" => &mut self.metadata.company,
            _ => &mut self.metadata.created,
        };
        if slot.is_none() && !value.is_empty() {
            *slot = Some(value.chars().take(1_000).collect());
        }
    }
}

/// Returns the name of the list of a book's files; `None` if the container names none.
fn root_file(xml: &str) -> Option<String> {
    let root = starts_of(xml, b"rootfile").next()?;
    attribute(&root, b"full-path").map(|path| resolved("", &path))
}

/// Returns the name of a part in the form that [`Package`] uses, from a reference relative to a folder, in which `%E7%AB%A0` is 章.
fn resolved(folder: &str, reference: &str) -> String {
    let name = unescaped(reference.as_bytes(), b'%');
    resolve(folder, &String::from_utf8_lossy(&name))
}

/// Text of a book that grows page by page.
struct Whole {
    read: Extracted,
    characters: u64,
}

impl Whole {
    /// Adds a page: its text, and what was excluded or noticed in it, moved to its place.
    fn append(&mut self, page: Extracted) {
        let before = self.characters;
        self.characters += page.text.chars().count() as u64;
        self.read.text.push_str(&page.text);
        let moved = page.exclusions.into_iter().map(|mut exclusion| {
            exclusion.start += before;
            exclusion.end += before;
            exclusion
        });
        self.read.exclusions.extend(moved);
        let quotations = page.block_quotations.into_iter();
        let moved = quotations.map(|(start, end)| (before + start, before + end));
        self.read.block_quotations.extend(moved);
        if !page.text.is_empty() && !page.text.ends_with('\n') {
            self.characters += 1;
            self.read.text.push('\n');
        }
        for mut warning in page.warnings {
            if matches!(warning, Warning::NoText | Warning::EncodingGuessed { .. }) {
                continue;
            }
            let mut of_book = self.read.warnings.iter_mut();
            let known = of_book.find(|known| discriminant(*known) == discriminant(&warning));
            match (warning.places_mut(), known.and_then(Warning::places_mut)) {
                (Some(places), Some(known)) => add(known, places, before),
                (Some(places), None) => {
                    places.at.iter_mut().for_each(|at| *at += before);
                    self.read.warnings.push(warning);
                }
                (None, _) => self.read.warnings.push(warning),
            }
        }
    }

    fn finish(mut self) -> Extracted {
        let warnings = &mut self.read.warnings;
        if self.characters > 0 {
            warnings.retain(|warning| *warning != Warning::NoText);
        }
        self.read
    }
}

/// Adds places of a page that begins at offset `before`.
fn add(places: &mut Places, of_page: &Places, before: u64) {
    for (number, at) in of_page.at.iter().enumerate() {
        // The count is that of all places of the page.
        let count = if number == 0 { of_page.count } else { 0 };
        places.add(before + at, count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_keeps_its_references() {
        let list = "<package><title>甲 &amp; 乙</title></package>";
        let title = Book::of_list(list, "").metadata.title;
        assert_eq!(title.as_deref(), Some("甲 & 乙"));
    }

    #[test]
    fn what_a_reader_notes_moves_with_its_page() {
        let places = |count, at: &[u64]| Places {
            count,
            at: at.to_vec(),
        };
        let page = || {
            let mut page = Extracted::of_text("甲乙丙".to_owned(), LineBreaks::Paragraph);
            page.block_quotations = vec![(0, 2)];
            page.warnings = vec![
                Warning::HiddenText {
                    places: places(3, &[1]),
                },
                Warning::TextOutsidePage {
                    places: places(1, &[2]),
                },
            ];
            page
        };
        let mut whole = Whole {
            read: Extracted::of_text(String::new(), LineBreaks::Paragraph),
            characters: 0,
        };
        whole.append(page());
        whole.append(page());
        let book = whole.finish();
        assert_eq!(book.text, "甲乙丙\n甲乙丙\n");
        assert_eq!(book.block_quotations, [(0, 2), (4, 6)]);
        let expected = [
            Warning::HiddenText {
                places: places(6, &[1, 5]),
            },
            Warning::TextOutsidePage {
                places: places(2, &[2, 6]),
            },
        ];
        assert_eq!(book.warnings, expected);
    }
}
