//! Made pdf files.

use std::fmt::Write;

use crate::packages::pieces;

const ENGLISH: &str = "The library opens at night and readers read quietly there";

/// Objects of a pdf with a font as object 3, more objects from 4 on, then the pages with these contents.
pub(crate) struct Pdf<'p> {
    /// Objects from 4 on.
    pub objects: Vec<String>,
    /// Contents of each page.
    pub pages: Vec<String>,
    /// What stands in the resources of each page beside the font.
    pub resources: &'p str,
    /// What stands in each page and in the catalogue beside the usual.
    pub of_page: String,
    pub of_catalogue: String,
}

impl Pdf<'_> {
    pub(crate) fn of_pages(pages: Vec<String>) -> Self {
        Self {
            objects: Vec::new(),
            pages,
            resources: "",
            of_page: String::new(),
            of_catalogue: String::new(),
        }
    }

    pub(crate) fn bytes(self) -> Vec<u8> {
        let first = 4 + self.objects.len();
        let count = self.pages.len();
        let kids = pieces(count, |page| format!("{} 0 R ", first + 2 * page + 1));
        let mut objects = vec![
            format!("<</Type/Catalog/Pages 2 0 R{}>>", self.of_catalogue),
            format!("<</Type/Pages/Count {count}/Kids[{kids}]>>"),
            "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>".to_owned(),
        ];
        objects.extend(self.objects);
        for (page, content) in self.pages.into_iter().enumerate() {
            objects.push(stream("", &content));
            objects.push(format!(
                "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents {} 0 R/Resources<</Font<</F1 3 0 R>>{}>>{}>>",
                first + 2 * page, self.resources, self.of_page
            ));
        }
        let mut pdf = "%PDF-1.7\n".to_owned();
        let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
        for (number, object) in (1..).zip(&objects) {
            writeln!(table, "{:010} 00000 n ", pdf.len()).unwrap();
            writeln!(pdf, "{number} 0 obj\n{object}\nendobj").unwrap();
        }
        let start = pdf.len();
        let size = objects.len() + 1;
        writeln!(
            pdf,
            "{table}trailer
<</Size {size}/Root 1 0 R>>
startxref
{start}
%%EOF"
        )
        .unwrap();
        pdf.into_bytes()
    }
}

/// A stream with what its dictionary says beside the length.
pub(crate) fn stream(dictionary: &str, content: &str) -> String {
    format!(
        "<<{dictionary}/Length {}>>stream\n{content}\nendstream",
        content.len()
    )
}

/// A line of text at a place.
pub(crate) fn line(text: &str, x: usize, y: usize) -> String {
    format!("BT /F1 10 Tf {x} {y} Td ({text}) Tj ET\n")
}

/// A page of prose.
pub(crate) fn prose(number: usize) -> String {
    (0..20)
        .map(|row| line(&format!("{ENGLISH} {number} {row}"), 50, 700 - 12 * row))
        .collect()
}
