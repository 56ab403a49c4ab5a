//! CSV reports: UTF-8 with byte-order mark (so that Excel reads Chinese), RFC 4180 with CRLF.

use std::borrow::Cow;
use std::io::{self, Write};

use ::csv::{Terminator, Writer, WriterBuilder};

use super::evidence::kind_names;
use super::facts::kind_and_remedy;
use super::specimens::SpecimenFigures;
use super::{Report, message, pairs_by_specimens, warnings};
use chachong_check::{Document, LibraryShare, Origin, Origins, Status};
use chachong_compare::{ClassShares, DocumentShares, PairShares};
use chachong_record::RecordField;
use chachong_simhash::Fingerprint;

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Status of a file that was found and is no document.
const NOT_READ: &str = "not-read";
/// Status of a part of a library that was not compared with.
const NOT_COMPARED: &str = "not-compared";

const PAIR_COLUMNS: [&str; 31] = [
    "document_a",
    "document_b",
    "distance",
    "estimated_cosine",
    "equal_blocks",
    "fingerprint_a",
    "fingerprint_b",
    "copied_share_a",
    "copied_share_b",
    "matched_characters_a",
    "matched_characters_b",
    "passages",
    "verdict",
    "evidence",
    "lower_estimate",
    "identical_characters_a",
    "identical_characters_b",
    "edited_characters_a",
    "edited_characters_b",
    "reworded_characters_a",
    "reworded_characters_b",
    "reworded_share_a",
    "reworded_share_b",
    "rare_share_a",
    "rare_share_b",
    "code_share_a",
    "code_share_b",
    "shared_readings",
    "table_share_a",
    "table_share_b",
    "shared_formulas",
];

const DOCUMENT_COLUMNS: [&str; 26] = [
    "document",
    "format",
    "status",
    "message",
    "characters",
    "countable_characters",
    "fingerprint",
    "nearest",
    "nearest_distance",
    "total_copied_share",
    "warnings",
    "title",
    "author",
    "student_number",
    "supervisor",
    "institution",
    "year",
    "lower_estimate",
    "identical_characters",
    "edited_characters",
    "reworded_characters",
    "reworded_share",
    "rare_share",
    "outside_share",
    "inside_share",
    "libraries",
];

/// Writes one row per listed pair, then one per further pair that shares code, measured values or tables. The columns
/// of copied passages are empty where texts were not compared, those of fingerprints where a document has none;
/// `evidence` names the kinds of evidence beyond text, of which those on files list no pair by themselves.
pub fn pairs_csv(out: &mut dyn Write, check: Report<'_>) -> io::Result<()> {
    let mut csv = begin(out, &PAIR_COLUMNS)?;
    let by_specimens = pairs_by_specimens(check);
    for pair in check.result.findings.pairs.iter().chain(&by_specimens) {
        let (a, b) = (
            &check.result.documents[pair.a],
            &check.result.documents[pair.b],
        );
        let fingerprints = a.fingerprint().zip(b.fingerprint());
        let print = |of: &dyn Fn(Fingerprint, Fingerprint) -> String| {
            fingerprints.map_or_else(String::new, |(a, b)| of(a, b))
        };
        let specimens = SpecimenFigures::of(check, pair.a, pair.b);
        let share = |thousandths: u16| format!("{:.4}", f64::from(thousandths) / 1000.0);
        let shares = check.result.pair_shares(pair);
        let figure = |of: fn(PairShares) -> String| shares.map_or_else(String::new, of);
        csv.write_record([
            cell(&a.name).as_ref(),
            cell(&b.name).as_ref(),
            &(pair.distance).map_or_else(String::new, |bits| bits.to_string()),
            &(pair.estimated_cosine(check.result.thresholds.width))
                .map_or_else(String::new, |cosine| format!("{cosine:.4}")),
            &print(&|a, b| a.equal_block_names(b)),
            &print(&|a, _| a.to_string()),
            &print(&|_, b| b.to_string()),
            &figure(|shares| format!("{:.4}", shares.a.net.share())),
            &figure(|shares| format!("{:.4}", shares.b.net.share())),
            &figure(|shares| shares.a.net.characters.to_string()),
            &figure(|shares| shares.b.net.characters.to_string()),
            &figure(|shares| shares.passages.to_string()),
            pair.verdict.map_or("", |verdict| verdict.name()),
            &kind_names(check, pair.a, pair.b).join("; "),
            (shares.map(|_| check.result.pair_lower_estimate(pair.a, pair.b).is_some()))
                .map_or("", yes_no),
            &figure(|shares| shares.a.identical.to_string()),
            &figure(|shares| shares.b.identical.to_string()),
            &figure(|shares| shares.a.edited().to_string()),
            &figure(|shares| shares.b.edited().to_string()),
            &figure(|shares| shares.a.reworded.characters.to_string()),
            &figure(|shares| shares.b.reworded.characters.to_string()),
            &figure(|shares| format!("{:.4}", shares.a.reworded.share())),
            &figure(|shares| format!("{:.4}", shares.b.reworded.share())),
            &figure(|shares| format!("{:.4}", shares.a.rare.share())),
            &figure(|shares| format!("{:.4}", shares.b.rare.share())),
            &share(specimens.code[0]),
            &share(specimens.code[1]),
            &specimens.readings.to_string(),
            &share(specimens.tables[0]),
            &share(specimens.tables[1]),
            &specimens.formulas.to_string(),
        ])?;
    }
    csv.flush()
}

/// Writes one row per file of the check, including failed ones, then one per unread file that may be somebody's work
/// and per part of a library that could not be compared.
pub fn documents_csv(out: &mut dyn Write, check: Report<'_>) -> io::Result<()> {
    let mut csv = begin(out, &DOCUMENT_COLUMNS)?;
    let own = |(_, document): &(usize, &Document)| document.origin == Origin::Checked;
    for (position, document) in check.result.documents.iter().enumerate().filter(own) {
        let reading = document.reading();
        let number = |n: Option<u64>| n.map_or_else(String::new, |n| n.to_string());
        let nearest = check
            .result
            .findings
            .nearest
            .get(position)
            .copied()
            .flatten();
        let shares = check.result.document_shares(position);
        let net = shares.map(|shares| shares.net);
        let origins = check.result.origins(position);
        let class = |of: fn(&Origins) -> ClassShares| {
            let share = |origins| format!("{:.4}", of(origins).net.share());
            origins.as_ref().map_or_else(String::new, share)
        };
        let of_read = reading.and(shares);
        let figure = |of: fn(&DocumentShares) -> String| of_read.map_or_else(String::new, of);
        let [title, author, student_number, supervisor, institution, year] = RecordField::COLUMNS
            .map(|field| {
                (reading.and_then(|reading| reading.record.trusted(field))).unwrap_or_default()
            });
        csv.write_record([
            cell(&document.name).as_ref(),
            document.format.map_or("", |format| format.name()),
            status(document.status()),
            cell(&message(document, check.language)).as_ref(),
            &number(reading.map(|r| r.characters)),
            &number(reading.map(|r| net.map_or(r.countable, |net| u64::from(net.countable)))),
            &document
                .fingerprint()
                .map_or_else(String::new, |f| f.to_string()),
            nearest
                .map_or(Cow::Borrowed(""), |n| {
                    cell(&check.result.documents[n.document].name)
                })
                .as_ref(),
            &number(nearest.map(|n| u64::from(n.distance))),
            &reading
                .and(net)
                .map_or_else(String::new, |net| format!("{:.4}", net.share())),
            cell(&warnings(document, check.language).join(" | ")).as_ref(),
            cell(title).as_ref(),
            cell(author).as_ref(),
            cell(student_number).as_ref(),
            cell(supervisor).as_ref(),
            cell(institution).as_ref(),
            cell(year).as_ref(),
            (reading
                .and(net)
                .map(|_| check.result.lower_estimate(position).is_some()))
            .map_or("", yes_no),
            &figure(|shares| shares.identical.to_string()),
            &figure(|shares| shares.edited().to_string()),
            &figure(|shares| shares.reworded.characters.to_string()),
            &figure(|shares| format!("{:.4}", shares.reworded.share())),
            &figure(|shares| format!("{:.4}", shares.rare.share())),
            &class(|origins| origins.outside),
            &class(|origins| origins.inside),
            cell(&origins.as_ref().map_or_else(String::new, libraries)).as_ref(),
        ])?;
    }
    for file in check.result.passed_over.submitted() {
        let mut row = [const { Cow::Borrowed("") }; DOCUMENT_COLUMNS.len()];
        row[0] = cell(&file.name);
        row[2] = Cow::Borrowed(NOT_READ);
        row[3] = Cow::Owned(kind_and_remedy(check.language, file.kind));
        csv.write_record(row.iter().map(AsRef::as_ref))?;
    }
    for part in check.result.missing() {
        let mut row = [const { Cow::Borrowed("") }; DOCUMENT_COLUMNS.len()];
        row[0] = cell(&part.library);
        row[2] = Cow::Borrowed(NOT_COMPARED);
        row[3] = Cow::Owned(cell(&check.language.missing_part(part)).into_owned());
        csv.write_record(row.iter().map(AsRef::as_ref))?;
    }
    csv.flush()
}

/// Returns the net share with each library as a cell: `wiki=0.2100; theses=0.0500`.
fn libraries(origins: &Origins) -> String {
    let one = |library: &LibraryShare| {
        // The names of columns and verdicts are fixed, and so is the word for a library without a name.
        let name = library.name.as_deref().unwrap_or("library");
        format!("{name}={:.4}", library.shares.net.share())
    };
    let counting = origins
        .libraries
        .iter()
        .filter(|one| one.shares.net.characters > 0);
    let libraries: Vec<String> = counting.map(one).collect();
    libraries.join("; ")
}

/// Returns whether a share is a lower estimate, as a cell.
fn yes_no(is_lower: bool) -> &'static str {
    if is_lower { "yes" } else { "no" }
}

/// Returns the name of a status. A document not reached before a cancel was not read, so other programs see it as
/// failed.
fn status(status: Status) -> &'static str {
    if status == Status::Waiting {
        Status::Failed.name()
    } else {
        status.name()
    }
}

/// Writes rows of figures under their columns.
pub fn rows_csv<const N: usize>(
    out: &mut dyn Write,
    columns: &[&str; N],
    rows: impl IntoIterator<Item = [String; N]>,
) -> io::Result<()> {
    let mut csv = begin(out, columns)?;
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

/// Whether a spreadsheet might run a text as a formula: programs skip white space and what is not seen before it, cut off a
/// line break and a tab, and in Chinese and Japanese take full-width signs for the others.
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

/// Puts an apostrophe before a cell that a spreadsheet would evaluate as a formula.
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
        CheckResult, Document, EvidenceItem, KeptText, PairEvidence, Reading, Side,
    };
    use chachong_compare::Thresholds;
    use chachong_import::{Format, ImportCause, Metadata, decode_text};
    use chachong_messages::Language;
    use chachong_simhash::{Fingerprint, Recipe};
    use proptest::prelude::*;
    use std::sync::Arc;

    fn document(name: &str, bits: u64) -> Document {
        let reading = Reading {
            characters: 3000,
            countable: 2900,
            kept: None,
            fingerprint: Some(Fingerprint(bits)),
            pages: Vec::new(),
            encoding: None,
            reader: None,
            metadata: Box::new(Metadata::default()),
            record: Box::default(),
            layer: None,
            warnings: Vec::new(),
            text: KeptText::new(&decode_text("夜".as_bytes()).unwrap()),
            counted: Arc::default(),
        };
        Document {
            name: name.into(),
            origin: Origin::Checked,
            path: name.into(),
            format: Some(Format::Txt),
            library: None,
            outcome: Some(Ok(reading)),
        }
    }

    fn result(documents: &[Document]) -> CheckResult {
        CheckResult::of(documents.to_vec(), Recipe::THESIS, Thresholds::default())
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
            reworded_characters_a,reworded_characters_b,reworded_share_a,reworded_share_b,rare_share_a,rare_share_b,\
            code_share_a,code_share_b,shared_readings,table_share_a,table_share_b,shared_formulas\r\n\
            \"a, \"\"1\"\".txt\",'=b.txt,3,0.9892,ABC,0000000000000000,0000000000000007,,,,,,related,,,,,,,,,,,,,0.0000,0.0000,0,0.0000,0.0000,0\r\n";
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
        checked.evidence = Arc::new(vec![PairEvidence {
            a: 0,
            b: 1,
            items: vec![ids, saved(Side::A), saved(Side::B)],
        }]);
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
