//! Tests of marked PDF files, on files that are written object by object.

use std::fmt::Write;

use hayro_syntax::object::Rect;

use super::*;

/// File of one page with the entries of `page` beside the usual ones, which shows its lines from (72, 700) downwards.
struct Sample<'s> {
    page: &'s str,
    lines: &'s [&'s str],
    /// Objects behind the first five.
    more: &'s [&'s str],
    trailer: &'s str,
    catalog: &'s str,
    is_stream: bool,
}

const PLAIN: Sample<'static> = Sample {
    page: "",
    lines: &["the library opens at night", "and on Sundays too"],
    more: &[],
    trailer: "",
    catalog: "",
    is_stream: false,
};

impl Sample<'_> {
    fn bytes(&self) -> Vec<u8> {
        let mut content = "BT /F 20 Tf 72 700 Td 24 TL".to_owned();
        for line in self.lines {
            write!(content, " ({line}) Tj T*").unwrap();
        }
        content += " ET";
        let page = format!(
            "<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>{}>>",
            self.page
        );
        let objects = [
            format!("<</Type/Catalog/Pages 2 0 R{}>>", self.catalog),
            "<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 595 842]>>".to_owned(),
            page,
            format!(
                "<</Length {}>>\nstream\n{content}\nendstream",
                content.len()
            ),
            "<</Type/Font/Subtype/Type1/BaseFont/Courier>>".to_owned(),
        ];
        let more = self.more.iter().map(|object| (*object).to_owned());
        let mut file = "%PDF-1.7\n".to_owned();
        let mut places = Vec::new();
        for (number, object) in (1..).zip(objects.into_iter().chain(more)) {
            places.push(file.len());
            write!(file, "{number} 0 obj\n{object}\nendobj\n").unwrap();
        }
        let table = file.len();
        let size = places.len() + 1;
        let trailer = format!("/Root 1 0 R/ID[<0a><0b>]{}", self.trailer);
        let mut bytes = file.into_bytes();
        if self.is_stream {
            places.push(table);
            let rows = places.iter().flat_map(|place| {
                let place = u32::try_from(*place).unwrap().to_be_bytes();
                [&[1][..], &place, &[0, 0]].concat()
            });
            let rows: Vec<u8> = rows.collect();
            let head = format!(
                "{size} 0 obj\n<</Type/XRef/W[1 4 2]/Index[1 {size}]/Size {}/Length {}{trailer}>>\nstream\n",
                size + 1,
                rows.len()
            );
            bytes.extend(head.as_bytes());
            bytes.extend(rows);
            bytes.extend(b"\nendstream\nendobj\n");
        } else {
            let mut written = format!("xref\n0 {size}\n0000000000 65535 f \n");
            for place in places {
                writeln!(written, "{place:010} 00000 n ").unwrap();
            }
            write!(written, "trailer\n<</Size {size}{trailer}>>\n").unwrap();
            bytes.extend(written.as_bytes());
        }
        bytes.extend(format!("startxref\n{table}\n%%EOF").as_bytes());
        bytes
    }
}

fn request(file: &[u8], words: &[&str]) -> AnnotationRequest {
    let read = crate::pdf::read(file.to_vec()).unwrap();
    let remark = |words: &&str| {
        let start = read.text.find(words).unwrap();
        let start = read.text[..start].chars().count() as u64;
        super::super::PassageRemark {
            start,
            end: start + words.chars().count() as u64,
            text: format!("same as {words}"),
            colour: [255, 230, 0],
        }
    };
    AnnotationRequest {
        remarks: words.iter().map(remark).collect(),
        pages: read.pages,
        text: read.text,
        date: Some("2026-11-22".to_owned()),
        ..AnnotationRequest::default()
    }
}

/// Marks these words of a file; returns the copy and what is marked.
fn marked(file: &[u8], words: &[&str]) -> (Vec<u8>, Vec<AnnotatedPassage>) {
    let request = request(file, words);
    let (appended, passages) = annotate(file.to_vec(), &request).unwrap();
    let copy = [file, &appended].concat();
    assert_eq!(crate::pdf::read(copy.clone()).unwrap().text, request.text);
    (copy, passages)
}

/// Returns the subtypes and areas of the annotations of the first page.
fn annotations(copy: &[u8]) -> Vec<(String, [i32; 4])> {
    let pdf = Pdf::new(copy.to_vec()).unwrap();
    let page = pdf.pages()[0].raw();
    let all = page.get::<Array<'_>>("Annots").unwrap();
    let shown = |one: Dict<'_>| {
        let kind = one
            .get::<hayro_syntax::object::Name<'_>>("Subtype")
            .unwrap();
        let area = one.get::<Rect>("Rect").unwrap();
        #[expect(clippy::cast_possible_truncation, reason = "small numbers of points")]
        let area = [area.x0, area.y0, area.x1, area.y1].map(|value| value.round() as i32);
        (kind.as_str().to_owned(), area)
    };
    all.iter::<Dict<'_>>().map(shown).collect()
}

/// Area of "opens" in the first line: letters of Courier are 12 points wide at this size.
const OPENS: [i32; 4] = [216, 696, 276, 717];

#[test]
fn a_highlight_lies_on_the_letters_of_its_passage() {
    let file = PLAIN.bytes();
    let (copy, passages) = marked(&file, &["opens", "night\nand on"]);
    let areas = annotations(&copy);
    assert_eq!(areas[0], ("Highlight".to_owned(), OPENS));
    assert_eq!(areas[1].1, [72, 672, 384, 717]);
    assert_eq!(
        passages[1],
        AnnotatedPassage {
            characters: 10,
            marked: 10,
            beside: 0
        }
    );
    let text = String::from_utf8_lossy(&copy);
    assert!(text.contains("/CreationDate(D:20261122)") && text.contains("/AP<</N "));
    assert!(text.ends_with("%%EOF\n") && text.contains("\nxref\n"));
    assert_eq!(marked(&file, &["opens"]), marked(&file, &["opens"]));
}

#[test]
fn what_is_not_compared_is_not_marked_within_a_passage() {
    let file = PLAIN.bytes();
    let mut request = request(&file, &["opens at night"]);
    let start = request.remarks[0].start;
    request.excluded = vec![(start + 5, start + 20)];
    let (appended, passages) = annotate(file.clone(), &request).unwrap();
    assert_eq!(passages[0].characters, 5);
    let copy = [file, appended].concat();
    assert_eq!(annotations(&copy)[0].1, OPENS);
}

#[test]
fn the_update_has_the_form_of_the_files_own_table() {
    let file = Sample {
        is_stream: true,
        ..PLAIN
    }
    .bytes();
    let (copy, _) = marked(&file, &["opens"]);
    assert_eq!(annotations(&copy), [("Highlight".to_owned(), OPENS)]);
    let update = String::from_utf8_lossy(&copy[file.len()..]).into_owned();
    assert!(
        update.contains("/Type/XRef") && !update.contains("trailer"),
        "{update}"
    );
    assert!(update.contains("/ID[<0a><"), "{update}");
    // A copy can be marked again.
    let (again, _) = marked(&copy, &["Sundays"]);
    assert_eq!(annotations(&again).len(), 2);
}

#[test]
fn turned_and_cropped_pages_are_marked_where_the_letters_are() {
    for page in [
        "/Rotate 90",
        "/Rotate 180",
        "/Rotate 270",
        "/CropBox[50 600 500 800]",
        "/Rotate 90/CropBox[50 600 500 800]",
    ] {
        let file = Sample { page, ..PLAIN }.bytes();
        let (copy, _) = marked(&file, &["opens"]);
        assert_eq!(
            annotations(&copy),
            [("Highlight".to_owned(), OPENS)],
            "{page}"
        );
    }
}

#[test]
fn annotations_that_exist_stay_however_they_are_listed() {
    let note = "<</Type/Annot/Subtype/Text/Rect[1 2 3 4]/Contents(mine)>>";
    for (page, more) in [
        ("/Annots[6 0 R]", vec![note]),
        ("/Annots 7 0 R", vec![note, "[6 0 R % the last one\n]"]),
        (
            "/Annots [ <</Type/Annot/Subtype/Text/Rect[1 2 3 4]>> ]",
            vec![],
        ),
        ("/Annots null", vec![]),
    ] {
        let file = Sample {
            page,
            more: &more,
            ..PLAIN
        }
        .bytes();
        let (copy, _) = marked(&file, &["opens"]);
        let found = annotations(&copy);
        let own = usize::from(page != "/Annots null");
        assert_eq!(found.len(), own + 1, "{page}");
        assert_eq!(found[own].1, OPENS, "{page}");
        assert!(own == 0 || found[0].1 == [1, 2, 3, 4], "{page}");
    }
}

#[test]
fn protected_signed_and_damaged_files_are_not_changed() {
    let refused = |file: &[u8]| {
        let request = request(&PLAIN.bytes(), &["opens"]);
        annotate(file.to_vec(), &request).unwrap_err()
    };
    let signature = "<</Type/Sig/ByteRange[0 1 2 3]/Contents<00>>>";
    let signed = Sample {
        catalog: "/AcroForm<</SigFlags 3/Fields[6 0 R]>>",
        more: &[signature],
        ..PLAIN
    };
    assert_eq!(refused(&signed.bytes()), AnnotationCause::Signed);
    // A form with a field for a signature that nobody gave is not signed.
    let unsigned = Sample {
        more: &[],
        ..signed
    };
    marked(&unsigned.bytes(), &["opens"]);
    let plain = PLAIN.bytes();
    let lost = String::from_utf8(plain.clone())
        .unwrap()
        .replace("startxref\n", "startxref\n9");
    assert!(matches!(
        refused(lost.as_bytes()),
        AnnotationCause::Damaged { .. }
    ));
    let encrypted = Sample {
        trailer: "/Encrypt<</Filter/Other>>",
        ..PLAIN
    }
    .bytes();
    let cause = refused(&encrypted);
    assert!(
        matches!(
            cause,
            AnnotationCause::Encrypted | AnnotationCause::Unread(_)
        ),
        "{cause:?}"
    );
}

#[test]
fn a_recognised_page_is_marked_by_the_lines_in_its_picture() {
    let file = Sample {
        lines: &[],
        ..PLAIN
    }
    .bytes();
    let text = "夜间开放".to_owned();
    let line = crate::RecognisedLine {
        start: 0,
        end: 4,
        confidence: chachong_recognition::Confidence::default(),
        corners: [[595, 842], [995, 842], [995, 942], [595, 942]],
        corrected: false,
    };
    let request = AnnotationRequest {
        pages: vec![0],
        recognised: vec![RecognisedPage {
            number: 1,
            end: 4,
            width: 1190,
            height: 1684,
            lines: vec![line],
            ..RecognisedPage::default()
        }],
        remarks: vec![super::super::PassageRemark {
            start: 2,
            end: 4,
            text: "x".to_owned(),
            colour: [0; 3],
        }],
        text,
        ..AnnotationRequest::default()
    };
    let (appended, passages) = annotate(file.clone(), &request).unwrap();
    assert_eq!(passages[0].marked, 2);
    let copy = [file, appended].concat();
    assert_eq!(annotations(&copy)[0].1, [398, 371, 498, 421]);
}
