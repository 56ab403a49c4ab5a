//! Word files that have more in common than text, for the tests of evidence beyond text: their own texts, people and
//! drawings.

use std::io::{Cursor, Write};
use std::path::Path;

use image::{ImageFormat, Rgb, RgbImage, imageops};

const KIND: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/// Word file under construction: its text, its people, its revision ids and its pictures.
struct WordFile<'a> {
    text: &'a str,
    author: &'a str,
    last_editor: &'a str,
    revision_ids: &'a [&'a str],
    pictures: Vec<(&'a str, Vec<u8>)>,
}

impl WordFile<'_> {
    fn write(self, path: &Path) {
        let lines = self.text.replace('\n', "</w:t></w:r></w:p><w:p><w:r><w:t>");
        let space = r#"xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main""#;
        let ids: Vec<String> = (self.revision_ids.iter())
            .map(|id| format!(r#"<w:rsid w:val="{id}"/>"#))
            .collect();
        let ids = ids.concat();
        let (author, editor) = (self.author, self.last_editor);
        let mut parts: Vec<(String, Vec<u8>)> = [
            (
                "_rels/.rels",
                format!(
                    r#"<Relationships><Relationship Id="a" Type="{KIND}/officeDocument" Target="word/document.xml"/>
                    <Relationship Id="b" Type="x/core-properties" Target="docProps/core.xml"/></Relationships>"#
                ),
            ),
            (
                "docProps/core.xml",
                format!(
                    r#"<cp:coreProperties xmlns:cp="c" xmlns:dc="d"><dc:creator>{author}</dc:creator>
                    <cp:lastModifiedBy>{editor}</cp:lastModifiedBy></cp:coreProperties>"#
                ),
            ),
            (
                "word/_rels/document.xml.rels",
                format!(
                    r#"<Relationships><Relationship Id="s" Type="{KIND}/settings" Target="settings.xml"/></Relationships>"#
                ),
            ),
            (
                "word/settings.xml",
                format!("<w:settings {space}><w:rsids>{ids}</w:rsids></w:settings>"),
            ),
            (
                "word/document.xml",
                format!(
                    "<w:document {space}><w:body><w:p><w:r><w:t>{lines}</w:t></w:r></w:p></w:body></w:document>"
                ),
            ),
        ]
        .map(|(name, part)| (name.to_owned(), part.into_bytes()))
        .into();
        for (name, bytes) in self.pictures {
            parts.push((format!("word/media/{name}"), bytes));
        }
        let mut zip = zip::ZipWriter::new(std::fs::File::create(path).unwrap());
        for (name, part) in parts {
            let options = zip::write::SimpleFileOptions::default();
            zip.start_file(name, options).unwrap();
            zip.write_all(&part).unwrap();
        }
        zip.finish().unwrap();
    }
}

/// Drawing of rings and bars that looks like no other picture of these tests.
fn drawing() -> RgbImage {
    RgbImage::from_fn(640, 480, |x, y| {
        let (dx, dy) = (f64::from(x) - 220.0, f64::from(y) - 180.0);
        let ring = (dx.hypot(dy) / 34.0).sin() > 0.0;
        let bar = x > 420 && y > 480 - 60 * (1 + (x - 420) / 45 * 7 % 6);
        match (ring, bar) {
            (_, true) => Rgb([214, 120, 40]),
            (true, _) => Rgb([40, 96, 140]),
            _ => Rgb([244, 246, 248]),
        }
    })
}

fn encoded(picture: &RgbImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

/// Folder with two files on different subjects that share revision ids, a person and a drawing, and with a third file
/// that has all of the first one's text.
pub(crate) fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let text =
        |name: &str| std::fs::read_to_string(format!("tests/fixtures/texts/{name}")).unwrap();
    let (library, canteen) = (text("zh-library-a.txt"), text("zh-canteen.txt"));
    let drawing = drawing();
    let small = imageops::resize(&drawing, 400, 300, imageops::FilterType::Triangle);
    let ids = ["00A10001", "00A10002", "00A10003", "00A10004"];
    WordFile {
        text: &library,
        author: "学生甲",
        last_editor: "学生甲",
        revision_ids: &ids[..3],
        pictures: vec![("image1.png", encoded(&drawing, ImageFormat::Png))],
    }
    .write(&folder.path().join("a.docx"));
    WordFile {
        text: &canteen,
        author: "学生乙",
        last_editor: "学生甲",
        revision_ids: &ids,
        pictures: vec![("image7.jpeg", encoded(&small, ImageFormat::Jpeg))],
    }
    .write(&folder.path().join("b.docx"));
    WordFile {
        text: &library,
        author: "学生丙",
        last_editor: "学生乙",
        revision_ids: &[],
        pictures: Vec::new(),
    }
    .write(&folder.path().join("c.docx"));
    folder
}
