//! Update of a PDF: objects that are appended to its unchanged bytes, with a cross-reference table for them. The table
//! has the form of the last one, so that every viewer continues from it to the older ones.

use std::fmt::Write;

use hayro_interpret::kurbo::{Point, Rect};
use sha2::{Digest, Sha256};

use super::quads::Quad;
use super::structure::Structure;
use crate::picture::hex;

/// Comment by which a marked copy is known.
pub(in crate::annotate) const PDF_MARK: &[u8] = b"\n%Chachong marked copy\n";

/// Highlight on a page.
pub(super) struct Highlight<'r> {
    pub(super) quads: Vec<Quad>,
    /// Number of the remark in the file, from 1, and of its part, from 1, if it is on several pages.
    pub(super) number: (usize, usize),
    pub(super) author: &'r str,
    pub(super) text: String,
    pub(super) colour: [u8; 3],
    pub(super) date: Option<&'r str>,
}

/// Update under construction. Places are counted from the header of the file.
pub(super) struct Update {
    /// Number of bytes from the header to the end of the original.
    begin: usize,
    body: Vec<u8>,
    /// Number, generation and place of each object.
    objects: Vec<(u32, i32, usize)>,
    next: u32,
}

impl Update {
    /// Begins the update of a file of `length` bytes.
    pub(super) fn new(structure: &Structure, length: usize) -> Self {
        Self {
            begin: length - structure.before_header,
            body: PDF_MARK.to_vec(),
            objects: Vec::new(),
            next: structure.free,
        }
    }

    /// Adds an object under a number that exists or is new.
    pub(super) fn put(&mut self, number: u32, generation: i32, content: &[u8]) {
        self.objects
            .push((number, generation, self.begin + self.body.len()));
        self.body
            .extend_from_slice(format!("{number} {generation} obj\n").as_bytes());
        self.body.extend_from_slice(content);
        self.body.extend_from_slice(b"\nendobj\n");
    }

    fn number(&mut self) -> u32 {
        self.next += 1;
        self.next - 1
    }

    /// Adds a highlight with its appearance; returns its number.
    pub(super) fn highlight(&mut self, highlight: &Highlight<'_>, page: (u32, i32)) -> u32 {
        let (annotation, appearance) = (self.number(), self.number());
        let area = area(&highlight.quads);
        let area = format!(
            "{} {}",
            point(area.origin()),
            point(Point::new(area.x1, area.y1))
        );
        let colour = highlight
            .colour
            .map(|part| decimal(f64::from(part) / 255.0))
            .join(" ");
        let quads: Vec<String> = highlight
            .quads
            .iter()
            .flatten()
            .map(|corner| point(*corner))
            .collect();
        let (remark, part) = highlight.number;
        let mut written = format!(
            "<</Type/Annot/Subtype/Highlight/Rect[{area}]/QuadPoints[{}]/C[{colour}]/F 4/P {} {} R\
             /NM(chachong-{remark}-{part})/T{}/Contents{}",
            quads.join(" "),
            page.0,
            page.1,
            text_string(highlight.author),
            text_string(&highlight.text),
        );
        if let Some(date) = highlight.date {
            let date: String = date.chars().filter(char::is_ascii_digit).collect();
            // Writing to a string never fails.
            let _ = write!(written, "/CreationDate(D:{date})/M(D:{date})");
        }
        let _ = write!(written, "/AP<</N {appearance} 0 R>>>>");
        self.put(annotation, 0, written.as_bytes());
        // Multiplied with the page, so that the letters stay as dark as they are.
        let mut drawing = format!("/G gs {colour} rg\n");
        for [upper_left, upper_right, lower_left, lower_right] in &highlight.quads {
            let _ = writeln!(
                drawing,
                "{} m {} l {} l {} l h f",
                point(*lower_left),
                point(*upper_left),
                point(*upper_right),
                point(*lower_right),
            );
        }
        let stream = format!(
            "<</Type/XObject/Subtype/Form/BBox[{area}]/Group<</S/Transparency>>\
             /Resources<</ExtGState<</G<</BM/Multiply>>>>>>/Length {}>>\nstream\n{drawing}endstream",
            drawing.len(),
        );
        self.put(appearance, 0, stream.as_bytes());
        annotation
    }

    /// Ends the update with its table and trailer.
    pub(super) fn finish(mut self, structure: &Structure) -> Vec<u8> {
        let table_number = structure.is_stream.then(|| self.number());
        let place = self.begin + self.body.len();
        if let Some(number) = table_number {
            self.objects.push((number, 0, place));
        }
        self.objects.sort_unstable();
        let mut trailer = format!("/Size {}/Prev {}", self.next, structure.table);
        for (name, value) in &structure.repeated {
            let _ = write!(trailer, "/{name} {}", String::from_utf8_lossy(value));
        }
        let mut tail = Vec::new();
        if !structure.identity.is_empty() {
            tail.extend_from_slice(b"/ID[");
            tail.extend_from_slice(&structure.identity);
            tail.extend_from_slice(format!("<{}>]", self.identity()).as_bytes());
        }
        match table_number {
            Some(number) => self.stream(number, &trailer, &tail),
            None => self.table(&trailer, &tail),
        }
        self.body
            .extend_from_slice(format!("\nstartxref\n{place}\n%%EOF\n").as_bytes());
        self.body
    }

    /// Returns the identity of this state of the file, which follows from its content.
    fn identity(&self) -> String {
        hex(&Sha256::digest(&self.body)[..16])
    }

    fn table(&mut self, trailer: &str, tail: &[u8]) {
        let mut table = "xref\n".to_owned();
        for run in runs(&self.objects) {
            let _ = writeln!(table, "{} {}", run[0].0, run.len());
            for (_, generation, place) in run {
                let _ = writeln!(table, "{place:010} {generation:05} n ");
            }
        }
        self.body.extend_from_slice(table.as_bytes());
        self.body
            .extend_from_slice(format!("trailer\n<<{trailer}").as_bytes());
        self.body.extend_from_slice(tail);
        self.body.extend_from_slice(b">>");
    }

    fn stream(&mut self, number: u32, trailer: &str, tail: &[u8]) {
        let (mut index, mut rows) = (String::new(), Vec::new());
        for run in runs(&self.objects) {
            let _ = write!(index, "{} {} ", run[0].0, run.len());
            for &(_, generation, place) in run {
                rows.push(1);
                // A file has at most some hundred megabytes.
                rows.extend_from_slice(&u32::try_from(place).unwrap_or(u32::MAX).to_be_bytes());
                rows.extend_from_slice(&u16::try_from(generation).unwrap_or(0).to_be_bytes());
            }
        }
        let head = format!(
            "{number} 0 obj\n<</Type/XRef/W[1 4 2]/Index[{}]/Length {}{trailer}",
            index.trim_end(),
            rows.len(),
        );
        self.body.extend_from_slice(head.as_bytes());
        self.body.extend_from_slice(tail);
        self.body.extend_from_slice(b">>\nstream\n");
        self.body.extend_from_slice(&rows);
        self.body.extend_from_slice(b"\nendstream\nendobj");
    }
}

/// Groups sorted objects by runs of numbers without gaps.
fn runs(objects: &[(u32, i32, usize)]) -> impl Iterator<Item = &[(u32, i32, usize)]> {
    objects.chunk_by(|one, next| one.0 + 1 == next.0)
}

/// Returns the area that holds all quadrilaterals.
fn area(quads: &[Quad]) -> Rect {
    let mut corners = quads.iter().flatten();
    let first = corners.next().copied().unwrap_or_default();
    corners.fold(Rect::from_points(first, first), |area, corner| {
        area.union_pt(*corner)
    })
}

fn point(point: Point) -> String {
    format!("{} {}", decimal(point.x), decimal(point.y))
}

/// Writes a number with at most three decimals; PDF knows no exponents.
fn decimal(value: f64) -> String {
    let text = format!("{:.3}", value.clamp(-1e6, 1e6));
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".to_owned()
    } else {
        text.to_owned()
    }
}

/// Writes a text string: UTF-16 with a byte order mark, in hexadecimal digits.
fn text_string(text: &str) -> String {
    // A viewer breaks lines at carriage returns.
    let units = text.replace('\n', "\r");
    let mut written = "<FEFF".to_owned();
    for unit in units.encode_utf16() {
        let _ = write!(written, "{unit:04X}");
    }
    written + ">"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_texts_are_written_as_every_viewer_reads_them() {
        assert_eq!(
            [0.0, -0.0001, 1.5, 12.0, 1e30].map(decimal),
            ["0", "0", "1.5", "12", "1000000"]
        );
        assert_eq!(text_string("与a\n😀"), "<FEFF4E0E0061000DD83DDE00>");
    }

    #[test]
    fn objects_are_grouped_by_runs() {
        let objects = [(3, 0, 10), (7, 0, 20), (8, 0, 30)];
        let groups: Vec<usize> = runs(&objects).map(<[_]>::len).collect();
        assert_eq!(groups, [1, 2]);
    }
}
