//! Output: turns laid-out pages into the bytes of a PDF/A-2u file with bookmarks, links and structure. The objects of
//! the file are numbered in the order of writing, so the same pages give the same bytes.

mod colours;
mod content;
mod embedded;
mod structure;
mod xmp;

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::types::{AnnotationFlags, AnnotationType, OutputIntentSubtype};
use pdf_writer::{Date, Filter, Finish, Name, Pdf, Rect, Ref, TextStr};
use sha2::{Digest, Sha256};

use super::PdfError;
use super::font::Face;
use super::sheets::{Bookmark, Item, Place, Sheets};
use super::style::{PAGE, Target};
use crate::facts::program;
use chachong_messages::Language;
use content::Drawing;
use embedded::Embedded;
use structure::Structure;

/// Date of a report that states none: PDF/A demands a date, and the same check must give the same bytes.
const FIXED_DAY: jiff::civil::Date = jiff::civil::date(2000, 1, 1);
/// Maximum length in characters of a text outside the pages, far below what PDF/A allows.
const LONGEST: usize = 500;
/// Name of the font in the pages' resources.
const FONT: Name<'static> = Name(b"F");

/// Facts about the file that stand outside its pages' text.
pub(super) struct About<'a> {
    pub(super) title: String,
    pub(super) description: String,
    /// Language of the report.
    pub(super) language: Language,
    /// Bytes that the file's identifier is a hash of.
    pub(super) identity: String,
    /// Date of the report, as in `2026-11-22`; `None` or another form for the fixed date.
    pub(super) date: Option<&'a str>,
    /// Text at the head of each page but the first: left and right.
    pub(super) head: [String; 2],
    /// Text at the foot of each page: left.
    pub(super) foot: String,
}

/// Writes the pages as a PDF.
pub(super) fn pdf(face: &Face, sheets: &Sheets, about: &About<'_>) -> Result<Vec<u8>, PdfError> {
    let mut next = Ref::new(1);
    let [catalog, tree, profile, metadata, info, font] = [(); 6].map(|()| next.bump());
    let pages: Vec<Ref> = sheets.pages.iter().map(|_| next.bump()).collect();
    let mut pdf = Pdf::new();
    let mut embedded = Embedded::new(face);
    let mut structure = Structure::new(sheets, pages.clone());
    for (index, items) in sheets.pages.iter().enumerate() {
        let mut drawing = Drawing::new(face, &mut embedded, &mut structure, index);
        for item in items {
            drawing.item(item);
        }
        drawing.running(index, pages.len(), about);
        let bytes = packed(&drawing.finish())?;
        let content = next.bump();
        pdf.stream(content, &bytes).filter(Filter::FlateDecode);
        let links = links(
            &mut pdf,
            &mut next,
            items,
            sheets,
            &pages,
            about,
            &mut structure,
        );
        let mut page = pdf.page(pages[index]);
        page.parent(tree)
            .media_box(Rect::new(0.0, 0.0, PAGE.0, PAGE.1));
        page.contents(content).struct_parents(structure::key(index));
        page.pair(Name(b"Tabs"), Name(b"S"));
        if !links.is_empty() {
            page.annotations(links);
        }
        page.resources().fonts().pair(FONT, font);
        page.finish();
    }
    let count = i32::try_from(pages.len()).unwrap_or(i32::MAX);
    pdf.pages(tree).kids(pages.iter().copied()).count(count);
    embedded.write(&mut pdf, &mut next, font)?;
    let bytes = packed(&colours::srgb()?)?;
    (pdf.icc_profile(profile, &bytes).n(3)).filter(Filter::FlateDecode);
    let root = structure.write(&mut pdf, &mut next);
    let outline = outline(&mut pdf, &mut next, &sheets.bookmarks, &pages);

    let day = about.date.and_then(day_of).unwrap_or(FIXED_DAY);
    let [document, instance] = [about.identity.as_bytes(), pdf.as_bytes()]
        .map(|bytes| Sha256::digest(bytes)[..16].to_vec());
    let words = xmp::xmp(about, day, [&document, &instance], pages.len());
    pdf.metadata(metadata, words.as_bytes());
    pdf.set_file_id((document, instance));
    let (title, description) = (short(&about.title), short(&about.description));
    pdf.document_info(info)
        .title(TextStr(&title))
        .subject(TextStr(&description))
        .creator(TextStr(&program()))
        .producer(TextStr(&program()))
        .creation_date(date_of(day))
        .modified_date(date_of(day));
    let mut all = pdf.catalog(catalog);
    all.pages(tree)
        .metadata(metadata)
        .lang(TextStr(about.language.code()));
    all.pair(Name(b"StructTreeRoot"), root);
    all.mark_info().marked(true);
    all.viewer_preferences().display_doc_title(true);
    if let Some(outline) = outline {
        all.outlines(outline);
    }
    (all.output_intents().push())
        .subtype(OutputIntentSubtype::PDFA)
        .output_condition(TextStr("sRGB"))
        .output_condition_identifier(TextStr("Custom"))
        .info(TextStr("sRGB IEC61966-2.1"))
        .dest_output_profile(profile);
    all.finish();
    Ok(pdf.finish())
}

/// Packs the bytes of a stream.
fn packed(bytes: &[u8]) -> Result<Vec<u8>, PdfError> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

/// Returns a height as a PDF counts it: in points from a page's lower edge, not from its upper one.
fn from_below(y: f32) -> f32 {
    PAGE.1 - y
}

/// Writes the links of a page and returns them.
fn links(
    pdf: &mut Pdf,
    next: &mut Ref,
    items: &[Item],
    sheets: &Sheets,
    pages: &[Ref],
    about: &About<'_>,
    structure: &mut Structure,
) -> Vec<Ref> {
    let mut links = Vec::new();
    for item in items {
        let &Item::Link { area, target, role } = item else {
            continue;
        };
        let Some((page, place)) =
            (sheets.places.get(&target)).and_then(|place| Some((*pages.get(place.page)?, place)))
        else {
            continue;
        };
        let id = next.bump();
        let words = words_of(target, about.language);
        let (bottom, top) = (from_below(area.top + area.height), from_below(area.top));
        let mut link = pdf.annotation(id);
        link.subtype(AnnotationType::Link)
            .rect(Rect::new(area.left, bottom, area.left + area.width, top))
            .contents(TextStr(&words))
            .flags(AnnotationFlags::PRINT)
            .border(0.0, 0.0, 0.0, None)
            .struct_parent(structure.add_link(id, role));
        link.insert(Name(b"Dest"))
            .start::<pdf_writer::writers::Destination<'_>>()
            .page(page)
            .xyz(0.0, height_of(place), None);
        link.finish();
        links.push(id);
    }
    links
}

/// Returns words for a link.
fn words_of(target: Target, language: Language) -> String {
    match target {
        Target::Source(index) => language.fill("pdf.to-source", &[("number", &(index + 1))]),
        Target::Passage(index) => language.fill("pdf.to-passage", &[("number", &(index + 1))]),
        Target::Chapter(_) => language.text("pdf.to-chapter"),
    }
}

fn height_of(place: &Place) -> f32 {
    from_below((place.y - 8.0).max(0.0))
}

/// Writes the bookmarks, two levels deep; `None` without any.
fn outline(pdf: &mut Pdf, next: &mut Ref, bookmarks: &[Bookmark], pages: &[Ref]) -> Option<Ref> {
    struct Entry<'b> {
        id: Ref,
        text: &'b str,
        page: Ref,
        height: f32,
        within: Vec<Entry<'b>>,
    }
    let mut top: Vec<Entry<'_>> = Vec::new();
    for bookmark in bookmarks {
        let Some(&page) = pages.get(bookmark.place.page) else {
            continue;
        };
        let entry = Entry {
            id: next.bump(),
            text: &bookmark.text,
            page,
            height: height_of(&bookmark.place),
            within: Vec::new(),
        };
        match top.last_mut() {
            Some(last) if bookmark.level > 0 => last.within.push(entry),
            _ => top.push(entry),
        }
    }
    let (first, last) = (top.first()?.id, top.last()?.id);
    let root = next.bump();
    let count = |entries: &[Entry<'_>]| i32::try_from(entries.len()).unwrap_or(i32::MAX);
    let all = top.iter().map(|entry| count(&entry.within) + 1).sum();
    pdf.outline(root).first(first).last(last).count(all);
    let mut write = |parent: Ref, entries: &[Entry<'_>]| {
        for (index, entry) in entries.iter().enumerate() {
            let title = short(entry.text);
            let mut item = pdf.outline_item(entry.id);
            item.title(TextStr(&title)).parent(parent);
            if let Some(before) = index.checked_sub(1).map(|before| &entries[before]) {
                item.prev(before.id);
            }
            if let Some(after) = entries.get(index + 1) {
                item.next(after.id);
            }
            if let (Some(first), Some(last)) = (entry.within.first(), entry.within.last()) {
                item.first(first.id)
                    .last(last.id)
                    .count(count(&entry.within));
            }
            item.dest().page(entry.page).xyz(0.0, entry.height, None);
        }
    };
    write(root, &top);
    for entry in &top {
        write(entry.id, &entry.within);
    }
    Some(root)
}

/// Reads a day, as in `2026-11-22`, at the beginning of a text; `None` if there is none.
fn day_of(text: &str) -> Option<jiff::civil::Date> {
    text.get(..10)?.parse().ok()
}

fn date_of(day: jiff::civil::Date) -> Date {
    let number = |value: i8| u8::try_from(value).unwrap_or(1);
    Date::new(u16::try_from(day.year()).unwrap_or(0))
        .month(number(day.month()))
        .day(number(day.day()))
        .hour(0)
        .minute(0)
        .second(0)
        .utc_offset_hour(0)
        .utc_offset_minute(0)
}

/// Returns a text without what no PDF text may hold, at most [`LONGEST`] characters.
fn short(text: &str) -> String {
    (text.chars().filter_map(super::font::printable))
        .take(LONGEST)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_read_and_nothing_else() {
        assert!(day_of("2026-11-22").is_some());
        assert!(day_of("2026-11-22 09:05").is_some());
        assert_eq!(day_of("22.11.2026"), None);
        assert_eq!(day_of("2026-13-22"), None);
        assert_eq!(day_of("二〇二六年"), None);
    }

    #[test]
    fn texts_outside_the_pages_are_short_and_printable() {
        assert_eq!(short("a\u{0}b\u{FEFF}"), "a b");
        assert_eq!(short(&"夜".repeat(9_999)).chars().count(), LONGEST);
    }
}
