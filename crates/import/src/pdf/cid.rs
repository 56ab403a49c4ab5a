//! Finds the characters of glyphs in composite fonts without a `ToUnicode` map: through the font's character
//! collection (Adobe-GB1 and the like) or its Unicode encoding.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use hayro_interpret::font::OutlineGlyph;
use hayro_interpret::hayro_cmap::{BfString, CMap, CMapName, CidFamily, load_embedded};
use hayro_syntax::Pdf;
use hayro_syntax::object::{Array, Dict, Name, Object, Stream, String as PdfString};

/// Composite fonts of one document, collected when the first glyph needs them.
pub(super) struct CidFonts<'a> {
    pdf: &'a Pdf,
    by_name: OnceCell<HashMap<String, Rc<CidFont>>>,
    maps: RefCell<HashMap<CMapKey, Option<Rc<CMap>>>>,
}

type CMapKey = Vec<u8>;

/// Numbering of a font's characters.
struct CidFont {
    encoding: Option<Rc<CMap>>,
    ucs2: Option<Rc<CMap>>,
}

impl<'a> CidFonts<'a> {
    pub(super) fn of(pdf: &'a Pdf) -> Self {
        Self {
            pdf,
            by_name: OnceCell::new(),
            maps: RefCell::new(HashMap::new()),
        }
    }

    /// Returns the text of a glyph of a composite font in the file; `None` for other fonts, or if its number has no
    /// character.
    pub(super) fn lookup(&self, glyph: &OutlineGlyph) -> Option<String> {
        let name = glyph.font_data()?.postscript_name?;
        let font = self.by_name.get_or_init(|| self.collect()).get(&name)?;
        let code = glyph.char_code();
        let cid = (1..=4).find_map(|bytes| font.encoding.as_ref()?.lookup_cid_code(code, bytes))?;
        match font.ucs2.as_ref()?.lookup_bf_string(cid)? {
            BfString::Char('\0' | '\u{FFFD}') => None,
            BfString::Char(c) => Some(c.to_string()),
            BfString::String(text) => Some(text),
        }
    }

    /// Collects all composite fonts by name, without the prefix of a subset.
    fn collect(&self) -> HashMap<String, Rc<CidFont>> {
        let mut fonts = HashMap::new();
        for object in self.pdf.objects() {
            let Some(dict) = object.into_dict() else {
                continue;
            };
            if dict
                .get::<Name<'_>>("Subtype")
                .is_none_or(|kind| kind.as_str() != "Type0")
            {
                continue;
            }
            if let Some((name, font)) = self.font(&dict) {
                fonts.insert(name, Rc::new(font));
            }
        }
        fonts
    }

    fn font(&self, dict: &Dict<'_>) -> Option<(String, CidFont)> {
        let name = dict.get::<Name<'_>>("BaseFont")?.as_str().to_owned();
        // The name of a subset begins with six capitals and a plus sign.
        let name = match name.split_once('+') {
            Some((prefix, rest)) if prefix.len() == 6 => rest.to_owned(),
            _ => name,
        };
        let encoding = match dict.get::<Object<'_>>("Encoding")? {
            Object::Name(name) => self.named(&name),
            Object::Stream(stream) => stream_map(&stream),
            _ => None,
        };
        let descendant = dict
            .get::<Array<'_>>("DescendantFonts")?
            .iter::<Dict<'_>>()
            .next()?;
        let own = descendant
            .get::<Dict<'_>>("CIDSystemInfo")
            .and_then(|info| {
                let registry = info.get::<PdfString<'_>>("Registry")?;
                let ordering = info.get::<PdfString<'_>>("Ordering")?;
                Some(CidFamily::from_registry_ordering(
                    registry.as_bytes(),
                    ordering.as_bytes(),
                ))
            });
        let of_encoding = || {
            let collection = encoding
                .as_ref()?
                .metadata()
                .character_collection
                .as_ref()?;
            Some(collection.family.clone())
        };
        let family = own
            .filter(|family| family.ucs2_cmap().is_some())
            .or_else(of_encoding);
        let ucs2 = family
            .and_then(|family| family.ucs2_cmap())
            .and_then(|name| self.named(name.to_bytes()));
        Some((name, CidFont { encoding, ucs2 }))
    }

    fn named(&self, name: &[u8]) -> Option<Rc<CMap>> {
        let mut maps = self.maps.borrow_mut();
        let parse = || match CMapName::from_bytes(name) {
            CMapName::IdentityH => Some(CMap::identity_h()),
            CMapName::IdentityV => Some(CMap::identity_v()),
            known => CMap::parse(load_embedded(known)?, load_embedded),
        };
        maps.entry(name.to_vec())
            .or_insert_with(|| parse().map(Rc::new))
            .clone()
    }
}

fn stream_map(stream: &Stream<'_>) -> Option<Rc<CMap>> {
    let data = stream.decoded_data().ok()?;
    CMap::parse(&data, load_embedded).map(Rc::new)
}
