//! Reads labelled cases from JSON Lines, plain or gzip-compressed, and reports the lines that could not be read.

use std::io::{self, BufRead, BufReader, Read};

use flate2::read::MultiGzDecoder;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::Pair;
use chachong_compare::Span;

/// Two texts, labelled with the passages that were copied from one to the other.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Case {
    /// Name of the case.
    pub id: String,
    /// Name of the change made to the copied passages; figures are computed for each kind.
    pub kind: String,
    /// Suspicious text, which may contain copies.
    pub susp: String,
    /// Source text, from which the copies may come.
    pub src: String,
    /// Copied passages, each as its start and end in `susp`, then its start and end in `src`. The ranges are
    /// half-open and count Unicode scalar values.
    pub plag: Vec<[u32; 4]>,
}

impl Case {
    /// Returns the copied passages, each as its span in the suspicious text and its span in the source.
    #[must_use]
    pub fn planted(&self) -> Vec<Pair> {
        let span = |start, end| Span { start, end };
        self.plag
            .iter()
            .map(|&[susp_start, susp_end, src_start, src_end]| {
                (span(susp_start, susp_end), span(src_start, src_end))
            })
            .collect()
    }

    /// Returns the number, from 1, of the first passage that is empty or reaches beyond its text; `None` if all
    /// passages fit.
    fn misplaced(&self) -> Option<usize> {
        let [susp, src] = [&self.susp, &self.src].map(|text| text.chars().count());
        let fits = |span: Span, length: usize| !span.is_empty() && span.end as usize <= length;
        let wrong = |&(a, b): &Pair| !fits(a, susp) || !fits(b, src);
        Some(1 + self.planted().iter().position(wrong)?)
    }
}

/// Content of a file of cases.
#[derive(Debug, Default)]
pub struct Cases {
    /// Cases that were read, in file order.
    pub cases: Vec<Case>,
    /// Lines that are not cases, in file order.
    pub broken: Vec<BrokenLine>,
}

/// Line of a file that could not be read as a case or a labelled pair.
#[derive(Debug)]
pub struct BrokenLine {
    /// Line number, counted from 1.
    pub line: usize,
    /// Reason why the line was rejected.
    pub cause: LineError,
}

/// Reason why a line was rejected.
#[derive(Debug, thiserror::Error)]
pub enum LineError {
    /// The line is not JSON, or the JSON is neither a case nor a labelled pair.
    #[error("not a case: {0}")]
    Form(serde_json::Error),
    /// A passage is empty or reaches beyond its text; holds the number of the first such passage, from 1.
    #[error("passage {0} is empty or reaches beyond its text")]
    Misplaced(usize),
    /// Reading failed at this line; nothing after it was read.
    #[error("cannot be read: {0}")]
    Unreadable(io::Error),
}

const GZIP: [u8; 2] = [0x1F, 0x8B];
const BYTE_ORDER_MARK: &[u8] = "\u{FEFF}".as_bytes();

impl Cases {
    /// Reads cases from JSON Lines, plain or gzip-compressed. Skips empty lines and puts lines that are not cases in
    /// `broken`.
    #[must_use]
    pub fn read(from: impl Read) -> Self {
        let mut cases = Self::default();
        each_line(from, &mut |number, line| cases.add_line(number, line));
        cases
    }

    /// Adds the case in a line, or records why the line could not be read.
    pub(super) fn add_line(&mut self, number: usize, line: io::Result<&[u8]>) {
        let case = parsed(line).and_then(|case: Case| match case.misplaced() {
            None => Ok(case),
            Some(passage) => Err(LineError::Misplaced(passage)),
        });
        match case {
            Ok(case) => self.cases.push(case),
            Err(error) => self.broken.push(BrokenLine {
                line: number,
                cause: error,
            }),
        }
    }
}

/// Parses a line.
pub(super) fn parsed<T: DeserializeOwned>(line: io::Result<&[u8]>) -> Result<T, LineError> {
    let line = line.map_err(LineError::Unreadable)?;
    serde_json::from_slice(line).map_err(LineError::Form)
}

/// Calls `line` with the number (from 1) and the bytes of each line of a file, plain or gzip-compressed, without its
/// byte-order mark. Empty lines are skipped. A read error is passed instead of a line and ends the file.
pub(super) fn each_line(from: impl Read, line: &mut dyn FnMut(usize, io::Result<&[u8]>)) {
    let mut from = BufReader::new(from);
    let mut head = Vec::new();
    // A read error here comes again with the first line.
    let _ = from.by_ref().take(2).read_to_end(&mut head);
    let packed = head == GZIP;
    let whole = io::Cursor::new(head).chain(from);
    if packed {
        each_plain_line(BufReader::new(MultiGzDecoder::new(whole)), line);
    } else {
        each_plain_line(whole, line);
    }
}

fn each_plain_line(mut from: impl BufRead, line: &mut dyn FnMut(usize, io::Result<&[u8]>)) {
    let mut bytes = Vec::new();
    for number in 1.. {
        bytes.clear();
        match from.read_until(b'\n', &mut bytes) {
            Ok(0) => break,
            Ok(_) => {
                let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&bytes);
                if !bytes.trim_ascii().is_empty() {
                    line(number, Ok(bytes));
                }
            }
            Err(error) => {
                line(number, Err(error));
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    const GOOD: &str =
        r#"{"id":"1","kind":"none","susp":"图书馆","src":"图书","plag":[[0,2,0,2]]}"#;

    #[test]
    fn a_broken_line_costs_itself_and_is_named() {
        let lines = format!(
            "\u{FEFF}{GOOD}\n\nnonsense\n{}\n{}\n\"\u{0}\n{GOOD}",
            GOOD.replace("[0,2,0,2]", "[0,3,0,3]"),
            GOOD.replace("[0,2,0,2]", "[0,2,0,2],[1,1,0,1]"),
        );
        let mut bytes = lines.into_bytes();
        bytes.extend(b"\n{\"id\":\"\xFF\"}\n");
        let read = Cases::read(bytes.as_slice());
        assert_eq!(read.cases.len(), 2);
        assert_eq!(
            read.cases[0].planted()[0].0,
            Span { start: 0, end: 2 },
            "{read:?}"
        );
        let broken: Vec<usize> = read.broken.iter().map(|b| b.line).collect();
        assert_eq!(broken, [3, 4, 5, 6, 8]);
        assert!(matches!(read.broken[0].cause, LineError::Form(_)));
        assert!(matches!(read.broken[1].cause, LineError::Misplaced(1)));
        assert!(matches!(read.broken[2].cause, LineError::Misplaced(2)));
    }

    #[test]
    fn packed_lines_are_recognised_and_a_torn_end_is_named() {
        let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
        for _ in 0..3 {
            writeln!(packer, "{GOOD}").unwrap();
        }
        let gzipped = packer.finish().unwrap();
        let twice = [gzipped.as_slice(), gzipped.as_slice()].concat();
        assert_eq!(Cases::read(twice.as_slice()).cases.len(), 6);
        let torn = Cases::read(&gzipped[..gzipped.len() - 4]);
        assert!(matches!(
            torn.broken.as_slice(),
            [BrokenLine {
                cause: LineError::Unreadable(_),
                ..
            }]
        ));
        assert!(Cases::read([].as_slice()).cases.is_empty());
    }
}
