//! CSV reports: UTF-8 with byte-order mark (so that Excel reads Chinese), RFC 4180 with CRLF.

use std::borrow::Cow;
use std::io::{self, Write};

use ::csv::{Terminator, Writer, WriterBuilder};

use super::Report;
use super::columns::{DocumentRow, PairRow, document_columns, of_csv, pair_columns};
use super::facts::passed_over;
use chachong_check::Origin;
use chachong_import::OwnTable;

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Status of a file that was found but is no document.
const NOT_READ: &str = "not-read";
/// Status of a part of a library that was not compared.
const NOT_COMPARED: &str = "not-compared";

/// Writes a CSV table with one row for each listed pair, in the order of the check's findings. Fails if `out` does.
pub fn pairs_csv(out: &mut dyn Write, check: Report<'_>) -> io::Result<()> {
    let (names, cells) = of_csv(pair_columns());
    let mut csv = begin(out, &names)?;
    for pair in &check.result.findings.pairs {
        let row = PairRow::of(check, pair);
        csv.write_record(cells.iter().map(|cell| cell(&row).csv().into_owned()))?;
    }
    csv.flush()
}

/// Writes a CSV table of the documents: one row for each checked document, including those that could not be read; then one for each file
/// that is no document but may be a person's work, and one for each kind of further such files, whose names are not kept; then one for
/// each part of a library that could not be compared. Fails if `out` does.
pub fn documents_csv(out: &mut dyn Write, check: Report<'_>) -> io::Result<()> {
    let (names, cells) = of_csv(document_columns());
    let mut csv = begin(out, &names)?;
    for (position, document) in check.result.with_positions() {
        if document.origin == Origin::Checked {
            let row = DocumentRow::of(check, position);
            csv.write_record(cells.iter().map(|cell| cell(&row).csv().into_owned()))?;
        }
    }
    let mut no_document = |document: &str, status: &str, message: &str| {
        csv.write_record(names.iter().map(|&name| {
            match name {
                "document" => cell(document),
                "status" => Cow::Borrowed(status),
                "message" => cell(message),
                _ => Cow::Borrowed(""),
            }
            .into_owned()
        }))
    };
    for file in passed_over(check) {
        no_document(file.name, NOT_READ, &file.reason)?;
    }
    for part in check.result.missing() {
        no_document(
            &part.library,
            NOT_COMPARED,
            &check.language.missing_part(part),
        )?;
    }
    csv.flush()
}

/// Writes a CSV table: first the names of its columns, then the rows, whose cells are written as they are ([`cell`] protects them). Fails
/// if a row does not have one cell for each column, or if `out` fails.
pub fn rows_csv<const N: usize>(
    out: &mut dyn Write,
    table: OwnTable,
    rows: impl IntoIterator<Item = [String; N]>,
) -> io::Result<()> {
    let mut csv = begin(out, table.columns())?;
    for row in rows {
        csv.write_record(row)?;
    }
    csv.flush()
}

fn begin<'a>(out: &'a mut dyn Write, columns: &[&str]) -> io::Result<Writer<&'a mut dyn Write>> {
    out.write_all(BYTE_ORDER_MARK)?;
    let mut csv = WriterBuilder::new()
        .terminator(Terminator::CRLF)
        .from_writer(out);
    csv.write_record(columns)?;
    Ok(csv)
}

/// Returns whether a spreadsheet might evaluate a text as a formula. Programs skip white space and invisible characters
/// before the formula, drop a line break or tab, and in Chinese and Japanese treat full-width signs as the plain ones.
pub(crate) fn looks_like_a_formula(text: &str) -> bool {
    const SIGNS: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
    let is_unseen = |c: char| {
        c.is_whitespace()
            || c.is_control()
            || matches!(c, '\u{AD}' | '\u{61C}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}')
            || matches!(c, '\u{2060}'..='\u{2069}' | '\u{FEFF}')
    };
    let seen = text.trim_start_matches(is_unseen);
    let unseen = &text[..text.len() - seen.len()];
    unseen.contains(['\t', '\r', '\n']) || seen.starts_with(SIGNS)
}

/// Returns the text of a CSV cell: with an apostrophe before it if a spreadsheet would evaluate it as a formula,
/// otherwise unchanged.
#[must_use]
pub fn cell(text: &str) -> Cow<'_, str> {
    if looks_like_a_formula(text) {
        Cow::Owned(format!("'{text}"))
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::ReportOptions;
    use chachong_check::{
        CheckResult, Document, DocumentContent, Evidence, EvidenceItem, PairEvidence, Side,
        fingerprint,
    };
    use chachong_compare::DocumentIndex;
    use chachong_compare::Thresholds;
    use chachong_import::{Format, ImportCause, decode_text};
    use chachong_messages::Language;
    use chachong_simhash::Fingerprint;
    use proptest::prelude::*;
    use std::sync::Arc;

    fn document(name: &str, bits: u64) -> Document {
        let reading = DocumentContent {
            characters: 3000,
            countable: 2900,
            fingerprint: Some(Fingerprint(bits)),
            warnings: Vec::new(),
            ..fingerprint(&decode_text("夜".as_bytes()).unwrap())
        };
        Document::checked(name, Some(Format::Txt), Some(Ok(reading)))
    }

    fn result(documents: &[Document]) -> CheckResult {
        CheckResult::of(documents.to_vec(), Thresholds::default())
    }

    fn report(result: &CheckResult) -> Report<'_> {
        Report {
            result,
            language: Language::English,
            options: ReportOptions::default(),
        }
    }

    fn pairs_of(documents: &[Document]) -> Vec<u8> {
        let mut out = Vec::new();
        pairs_csv(&mut out, report(&result(documents))).unwrap();
        out
    }

    #[test]
    fn pairs_are_written_to_the_byte() {
        let out = pairs_of(&[document("a, \"1\".txt", 0), document("=b.txt", 0b111)]);
        let expected = "\u{FEFF}document_a,document_b,distance,estimated_cosine,equal_blocks,fingerprint_a,\
            fingerprint_b,copied_share_a,copied_share_b,matched_characters_a,matched_characters_b,passages,verdict,evidence,\
            lower_estimate,identical_characters_a,identical_characters_b,edited_characters_a,edited_characters_b,\
            reworded_characters_a,reworded_characters_b,reworded_share_a,reworded_share_b,weighted_share_a,weighted_share_b,\
            code_share_a,code_share_b,shared_readings,table_share_a,table_share_b,shared_formulas,code_score,strongest,submission_a,submission_b,\
            decision,note\r\n\
            \"a, \"\"1\"\".txt\",'=b.txt,3,0.9892,ABC,0000000000000000,0000000000000007,,,,,,related,,,,,,,,,,,,,0.0000,0.0000,0,0.0000,0.0000,0,,text,,,,\r\n";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }

    #[test]
    fn kinds_of_evidence_stand_in_one_column_each_once() {
        let saved = |edited| EvidenceItem::EditedByOther {
            edited,
            name: "甲".to_owned(),
        };
        let ids = EvidenceItem::RevisionIds {
            shared: 3,
            earlier: None,
        };
        let mut checked = result(&[document("a.txt", 0), document("b.txt", 1)]);
        checked.evidence = Arc::new(Evidence {
            pairs: vec![PairEvidence {
                a: DocumentIndex(0),
                b: DocumentIndex(1),
                items: vec![ids, saved(Side::A), saved(Side::B)],
            }],
            ..Evidence::default()
        });
        let mut out = Vec::new();
        pairs_csv(&mut out, report(&checked)).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.contains(",related,revision-ids; edited-by-other,,"));
    }

    #[test]
    fn a_failed_document_has_a_row_with_reason_and_remedy() {
        let mut broken = document("x.pdf", 0);
        broken.outcome = Some(Err(ImportCause::Empty));
        let mut out = Vec::new();
        documents_csv(&mut out, report(&result(&[broken]))).unwrap();
        let text = String::from_utf8(out).unwrap();
        let row = text.lines().nth(1).unwrap();
        assert!(
            row.starts_with("x.pdf,txt,failed,")
                && row.contains("0 bytes")
                && row.ends_with(",,,,,,,,"),
            "{row}"
        );
    }

    #[test]
    fn nothing_that_a_spreadsheet_might_run_stands_first_in_a_cell() {
        for first in ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"] {
            for before in ["", " ", "\u{3000}", "\u{FEFF}", "\u{200B}", "\n", "\0"] {
                let text = format!("{before}{first}1+1");
                assert_eq!(cell(&text), format!("'{text}"));
            }
        }
        for plain in ["", "a=1", "论文－一.docx", "　论文", "1-2", "'=1"] {
            assert_eq!(cell(plain), plain);
        }
    }

    proptest! {
        #[test]
        fn any_file_name_comes_back(name in "\\PC*|[=+@＝＋－＠\\-\t\r\n\"',; a]{0,6}") {
            let out = pairs_of(&[document(&name, 0), document("z", 1)]);
            let mut reader = ::csv::ReaderBuilder::new().from_reader(&out[BYTE_ORDER_MARK.len()..]);
            let row = reader.records().next().unwrap().unwrap();
            let expected = if looks_like_a_formula(&name) { format!("'{name}") } else { name };
            let got = if &row[0] == "z" { &row[1] } else { &row[0] };
            prop_assert_eq!(got, expected);
        }
    }
}
