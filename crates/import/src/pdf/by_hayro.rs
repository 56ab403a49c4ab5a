//! Reader for PDF pages through hayro's interpreter and [`TextDevice`]; also reads the information about how the file
//! was made.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

use hayro_interpret::kurbo::Rect;
use hayro_interpret::{
    Context, InterpreterCache, InterpreterSettings, RenderContent, TransformExt, interpret_page,
};
use hayro_syntax::object::DateTime;
use hayro_syntax::page::Page;
use hayro_syntax::xref::XRef;
use hayro_syntax::{DecryptionError, LoadPdfError, Pdf};

use super::annotations;
use super::attachments;
use super::cid::CidFonts;
use super::damage::Damage;
use super::device::TextDevice;
use super::form::Form;
use super::glyph_place::PlacedPage;
use super::layers::without_layers;
use super::page::{PageText, Pages};
use super::pictures::Pictures;
use super::text_string::with_mark;
use super::xmp;
use crate::limits::caught;
use crate::picture::hex;
use crate::thumbnail::{Thumbnails, WantedPictures};
use crate::{ImportCause, Metadata};

/// Result of this reader: the pages of a file.
pub(super) struct Read {
    pub(super) pages: Pages,
    /// Information about how the file was made.
    pub(super) metadata: Metadata,
    /// Names of the files attached to it.
    pub(super) attached: Vec<String>,
    pub(super) damage: Damage,
}

/// Reads a file.
pub(super) fn read(bytes: &Arc<Vec<u8>>) -> Result<Read, ImportCause> {
    let pdf = Pdf::new(Arc::clone(bytes)).map_err(cause)?;
    let form = Form::of(&pdf);
    if form.is_drawn_by_xfa {
        return Err(ImportCause::DynamicForm);
    }
    let (layered, cache) = (without_layers(), InterpreterCache::new());
    let file = File {
        form: Some(form),
        without_layers: layered.as_ref(),
        ..File::of(&pdf, &cache)
    };
    let mut pictures = Pictures::default();
    let pages = (1..)
        .zip(pdf.pages().iter())
        .map(|(number, page)| caught(|| Ok(page_text(number, page, &file, &mut pictures))))
        .collect();
    let mut metadata = properties(&pdf, bytes);
    xmp::complete(&mut metadata, &pdf);
    metadata.pictures = pictures.finish();
    let attached = caught(|| Ok(attachments::names(&pdf))).unwrap_or_default();
    let damage = caught(|| Ok(Damage::of(&pdf))).unwrap_or_default();
    Ok(Read {
        pages,
        metadata,
        attached,
        damage,
    })
}

/// Reads the pages for which `is_wanted` is true, with the places of their glyphs; the other pages, and those that break
/// the interpreter, have no text.
pub(super) fn placed_pages(
    bytes: &Arc<Vec<u8>>,
    is_wanted: &dyn Fn(u32) -> bool,
) -> Result<Vec<PlacedPage>, ImportCause> {
    let pdf = Pdf::new(Arc::clone(bytes)).map_err(cause)?;
    let (layered, cache) = (without_layers(), InterpreterCache::new());
    let file = File {
        form: Some(Form::of(&pdf)),
        without_layers: layered.as_ref(),
        keeps_places: true,
        ..File::of(&pdf, &cache)
    };
    let mut pictures = Pictures::default();
    let pages = (1..).zip(pdf.pages().iter()).map(|(number, page)| {
        let read =
            is_wanted(number).then(|| caught(|| Ok(page_text(number, page, &file, &mut pictures))));
        let read = read.and_then(Result::ok).unwrap_or_default();
        let (width, height) = page.render_dimensions();
        PlacedPage {
            text: read.text,
            glyphs: read.glyphs,
            size: (width.into(), height.into()),
            to_file: page.initial_transform(true).to_kurbo().inverse(),
        }
    });
    Ok(pages.collect())
}

/// Finds and reduces the wanted pictures, on the pages that they name.
pub(super) fn thumbnails(
    bytes: &Arc<Vec<u8>>,
    wanted: &WantedPictures,
) -> Result<Thumbnails, ImportCause> {
    let pdf = Pdf::new(Arc::clone(bytes)).map_err(cause)?;
    let cache = InterpreterCache::new();
    let file = File::of(&pdf, &cache);
    let mut pictures = Pictures::to_show(wanted);
    let named: HashSet<String> = (wanted.pictures.iter())
        .map(|picture| picture.place.clone())
        .collect();
    for (number, page) in (1..).zip(pdf.pages().iter()) {
        if named.contains(&number.to_string()) {
            // A page that breaks the interpreter has shown its pictures until then.
            let _ = caught(|| Ok(page_text(number, page, &file, &mut pictures)));
        }
    }
    Ok(pictures.shown())
}

/// What the pages of one file share.
struct File<'p, 'a> {
    fonts: CidFonts<'a>,
    settings: InterpreterSettings,
    cache: &'p InterpreterCache<'a>,
    /// Form of the file; `None` if only its pictures are wanted.
    form: Option<Form>,
    /// File whose references show all layers of a page.
    without_layers: Option<&'a Pdf>,
    /// Whether the pages get the places of their glyphs.
    keeps_places: bool,
}

impl<'p, 'a> File<'p, 'a> {
    /// Prepares a file of which only the pictures are wanted.
    fn of(pdf: &'a Pdf, cache: &'p InterpreterCache<'a>) -> Self {
        Self {
            fonts: CidFonts::of(pdf),
            settings: InterpreterSettings {
                // Annotations are drawn one by one: comments are not the author's text.
                render_content: RenderContent::PAGE,
                ..InterpreterSettings::default()
            },
            cache,
            form: None,
            without_layers: None,
            keeps_places: false,
        }
    }
}

fn page_text<'a>(
    number: u32,
    page: &Page<'a>,
    file: &File<'_, 'a>,
    pictures: &mut Pictures,
) -> PageText {
    let (width, height) = page.render_dimensions();
    let size = (f64::from(width), f64::from(height));
    let bounds = Rect::new(0.0, 0.0, size.0, size.1);
    let transform = page.initial_transform(true).to_kurbo();
    let draw = |device: &mut TextDevice<'_, 'a>, references: &'a XRef| {
        let (cache, settings) = (file.cache, file.settings.clone());
        let mut context = Context::new(transform, bounds, cache, references, settings);
        interpret_page(page, &mut context, device);
    };
    let mut device = TextDevice::new(number, size, &file.fonts, pictures);
    device.keeps_places = file.keeps_places;
    // The device unwinds out of a page that never ends; everything read until then is the page's text.
    let run = catch_unwind(AssertUnwindSafe(|| {
        draw(&mut device, page.xref());
        let Some(form) = &file.form else {
            return;
        };
        annotations::read(
            page,
            transform,
            file.cache,
            &file.settings,
            form,
            &mut device,
        );
        if let Some(all) = file.without_layers.filter(|_| !form.layers.is_empty()) {
            let mut no_pictures = Pictures::default();
            let mut layered = TextDevice::new(number, size, &file.fonts, &mut no_pictures);
            draw(&mut layered, all.xref());
            device.add_hidden_layers(&layered);
        }
    }));
    match run {
        Err(panic) if !device.has_given_up() => resume_unwind(panic),
        _ => device.finish(),
    }
}

fn cause(error: LoadPdfError) -> ImportCause {
    match error {
        LoadPdfError::Decryption(DecryptionError::PasswordProtected) => ImportCause::Encrypted,
        LoadPdfError::Decryption(other) => ImportCause::damaged(&format!("{other:?}")),
        LoadPdfError::Invalid => ImportCause::damaged(&"PDF"),
    }
}

fn properties(pdf: &Pdf, bytes: &[u8]) -> Metadata {
    let stated = pdf.metadata();
    let text = |bytes: &Option<Box<[u8]>>| decode(bytes.as_deref()?);
    Metadata {
        title: text(&stated.title),
        author: text(&stated.author),
        application: text(&stated.creator),
        pdf_producer: text(&stated.producer),
        created: stated.creation_date.as_ref().map(date),
        modified: stated.modification_date.as_ref().map(date),
        pdf_id: document_id(bytes),
        ..Metadata::default()
    }
}

/// Decodes a text string of a PDF: UTF-16 or UTF-8 with a byte order mark; without one UTF-8, GB18030, which Chinese
/// programs write there, or Windows-1252, whichever first decodes without a fault. `None` if nothing is left.
fn decode(bytes: &[u8]) -> Option<String> {
    let text = with_mark(bytes).unwrap_or_else(|| match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => encoding_rs::GB18030
            .decode_without_bom_handling_and_without_replacement(bytes)
            .unwrap_or_else(|| {
                encoding_rs::WINDOWS_1252
                    .decode_without_bom_handling(bytes)
                    .0
            }),
    });
    let text: String = text.chars().filter(|c| !c.is_control()).collect();
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

fn date(date: &DateTime) -> String {
    let DateTime {
        year,
        month,
        day,
        hour,
        minute,
        second,
        utc_offset_hour,
        utc_offset_minute,
    } = date;
    let zone = if (*utc_offset_hour, *utc_offset_minute) == (0, 0) {
        "Z".to_owned()
    } else {
        format!("{utc_offset_hour:+03}:{utc_offset_minute:02}")
    };
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{zone}")
}

/// Returns the two strings of the last `/ID` in the file, as hex digits; empty if there is none. The entry is in the
/// trailer or in the dictionary of a cross-reference stream, neither of which is ever compressed or encrypted.
fn document_id(bytes: &[u8]) -> Vec<String> {
    let mut end = bytes.len();
    // Random bytes may contain any number of false entries: the last few are enough.
    for _ in 0..16 {
        let Some(at) = bytes[..end].windows(3).rposition(|window| window == b"/ID") else {
            break;
        };
        let rest = bytes[at + 3..].trim_ascii_start();
        if let Some(array) = rest.strip_prefix(b"[") {
            let (first, rest) = id_string(array);
            let (second, _) = id_string(rest);
            let ids: Vec<String> = [first, second].into_iter().flatten().collect();
            if !ids.is_empty() {
                return ids;
            }
        }
        end = at;
    }
    Vec::new()
}

/// Parses a hex or literal string at the start of `bytes`; returns it as hex digits, with the bytes after it.
fn id_string(bytes: &[u8]) -> (Option<String>, &[u8]) {
    /// Maximum length of an id, in bytes; ids have 16.
    const LONGEST: usize = 128;
    let bytes = bytes.trim_ascii_start();
    let window = &bytes[..bytes.len().min(4 * LONGEST)];
    match window.split_first() {
        Some((b'<', rest)) => {
            let Some(end) = rest.iter().position(|&b| b == b'>') else {
                return (None, &[]);
            };
            let digits: String = rest[..end]
                .iter()
                .filter(|b| b.is_ascii_hexdigit())
                .map(|b| char::from(b.to_ascii_lowercase()))
                .collect();
            ((!digits.is_empty()).then_some(digits), &bytes[end + 2..])
        }
        Some((b'(', rest)) => {
            let (mut value, mut i) = (Vec::new(), 0);
            while let Some(&byte) = rest.get(i) {
                match byte {
                    b')' => return ((!value.is_empty()).then(|| hex(&value)), &bytes[i + 2..]),
                    b'\\' => {
                        i += 1;
                        value.push(match rest.get(i) {
                            Some(b'n') => b'\n',
                            Some(b'r') => b'\r',
                            Some(b't') => b'\t',
                            Some(&other) => other,
                            None => break,
                        });
                    }
                    other => value.push(other),
                }
                i += 1;
            }
            (None, &[])
        }
        _ => (None, &[]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_id_of_a_file_is_its_id() {
        let file = b"/ID [<AA><BB>] trailer << /ID[ <0aF1> <22> ] >> /IDX 3";
        assert_eq!(document_id(file), ["0af1", "22"]);
        assert_eq!(document_id(b"/ID [(a\\)b) (c)]"), ["612962", "63"]);
        assert_eq!(document_id(b"/ID [<"), Vec::<String>::new());
        assert_eq!(document_id(b"no trailer"), Vec::<String>::new());
    }

    #[test]
    fn properties_are_read_in_whatever_encoding_they_are() {
        let gbk = encoding_rs::GBK.encode("论文").0;
        assert_eq!(decode(&gbk).as_deref(), Some("论文"));
        assert_eq!(decode(b"\xFE\xFF\x8B\xBA\x65\x87").as_deref(), Some("论文"));
        assert_eq!(decode("论文".as_bytes()).as_deref(), Some("论文"));
        assert_eq!(decode(b"caf\xE9").as_deref(), Some("café"));
        assert_eq!(decode(b"  \0"), None);
    }
}
