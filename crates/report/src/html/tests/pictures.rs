//! Tests of alike pictures on the pages of pairs and of the check.

use chachong_compare::DocumentIndex;
use std::path::Path;
use std::sync::Arc;

use super::parse;
use super::sample::{Made, pages_of};
use crate::{PictureSource, pair_html};
use chachong_check::{AlikePictures, Evidence, EvidenceItem, PairEvidence};
use chachong_import::{ImportCause, ImportError, Picture, Stop, Thumbnail, WantedPicture};
use chachong_messages::Language;

/// Source of made pictures; files whose name begins with `c` are gone.
#[derive(Debug)]
struct MadePictures;

impl PictureSource for MadePictures {
    fn pictures(
        &self,
        file: &Path,
        wanted: Vec<WantedPicture>,
        side: u32,
        _: &dyn Fn() -> bool,
    ) -> Result<Vec<Option<Thumbnail>>, Stop> {
        if file.to_str().unwrap().starts_with('c') {
            return Err(Stop::Failed(ImportError {
                file: file.to_owned(),
                cause: ImportCause::Empty,
            }));
        }
        let picture = |wanted: WantedPicture| {
            let shade = u8::try_from(wanted.sha256.len()).unwrap();
            (!wanted.place.contains("lost")).then(|| Thumbnail {
                width: side,
                height: 9,
                rgba: [shade, 90, 0, 255].repeat(side as usize * 9),
            })
        };
        Ok(wanted.into_iter().map(picture).collect())
    }
}

/// Adds 15 pictures to each document that was read, and evidence about all three pairs; the pictures' names are hostile.
fn add_pictures(made: &mut Made) {
    for document in Arc::make_mut(&mut made.result.documents) {
        if let Some(Ok(reading)) = &mut document.outcome {
            let picture = |at: usize| Picture {
                place: format!("media/<{at}>\".{}", if at == 1 { "lost" } else { "png" }),
                sha256: "x".repeat(at),
                perceptual: None,
                size: Some((800, 30)),
                bytes: 9_000,
                at: None,
            };
            reading.metadata.pictures = (0..15).map(picture).collect();
        }
    }
    let couple = |at: u32| AlikePictures {
        a: at as usize,
        b: 14 - at as usize,
        distance: at.checked_sub(1),
    };
    let pictures = EvidenceItem::Pictures((0..15).map(couple).collect());
    let name = EvidenceItem::SameAuthor {
        name: "<i>甲</i>\u{202E}".to_owned(),
    };
    let pair = |(a, b)| PairEvidence {
        a: DocumentIndex(a),
        b: DocumentIndex(b),
        items: vec![pictures.clone(), name.clone()],
    };
    made.result.evidence = Arc::new(Evidence {
        pairs: [(0, 1), (0, 2), (1, 2)].map(pair).to_vec(),
        ..Evidence::default()
    });
    made.result = made.result.clone().with_findings();
}

#[test]
fn alike_pictures_stand_beside_each_other_on_the_page_of_their_pair() {
    let mut made = Made::hostile();
    add_pictures(&mut made);
    for language in [Language::Chinese, Language::English] {
        let mut check = made.check(language);
        check.options.pictures = Some(&MadePictures);
        let pages = pages_of(check);
        assert_eq!(pages, pages_of(check), "the same bytes");
        let images = |name: &str| {
            let tags = parse(&pages[name]).tags.into_iter();
            tags.filter(|(tag, _)| tag == "img")
                .map(|(_, tag)| tag)
                .collect::<Vec<_>>()
        };
        // Twelve of fifteen couples, less the picture that is not in either file any more.
        let shown = images("pairs/0001-0002.html");
        assert_eq!(shown.len(), 23);
        for image in &shown {
            assert!(image["src"].starts_with("data:image/png;base64,iVBOR"));
            assert_eq!(
                (&image["width"], &image["height"]),
                (&"240".into(), &"9".into())
            );
        }
        let alt = language.fill(
            "report-evidence.alt",
            &[("side", &"A"), ("place", &"<0>\".png · 800 × 30")],
        );
        assert_eq!(shown[0]["alt"], alt);
        assert!(pages["pairs/0001-0002.html"].contains(&language.text("evidence.picture-lost")));
        // The other file cannot be read again: the page says so, and shows what is left.
        assert_eq!(images("pairs/0001-0003.html").len(), 11);
        assert!(pages["pairs/0001-0003.html"].contains(&language.reason(&ImportCause::Empty)));
        assert_eq!(images("index.html").len(), 0, "every pair has a page");
        assert!(pages["index.html"].contains("evidence"));
        let kind = language.text("report-evidence.short-pictures");
        assert!(pages["index.html"].contains(&kind), "{kind}");
        let own = &pages["documents/0001.html"];
        assert!(own.contains(&language.text("report-evidence.a-and-b")) && !own.contains("<img"));
        for page in pages.values() {
            assert!(!page.contains("<i>甲") && !page.contains('\u{202E}'));
        }
        let mut alone = Vec::new();
        pair_html(&mut alone, check, &made.result.findings.pairs[0]).unwrap();
        assert!(String::from_utf8(alone).unwrap().contains("<img"));
    }
}

#[test]
fn a_pair_without_a_page_has_its_first_pictures_on_the_page_of_the_check() {
    let mut made = Made::hostile();
    add_pictures(&mut made);
    made.result
        .findings
        .pairs
        .retain(|pair| (pair.a, pair.b) != (DocumentIndex(0), DocumentIndex(1)));
    let mut check = made.check(Language::English);
    let without = pages_of(check);
    assert!(without.values().all(|page| !page.contains("<img")));
    check.options.pictures = Some(&MadePictures);
    let index = &pages_of(check)["index.html"];
    assert_eq!(index.matches("<img").count(), 3, "one of four is lost");
    assert!(index.contains(&Language::English.text("report-evidence.only")));
}
