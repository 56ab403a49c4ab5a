//! `chachong compare`: prints one pair in the terminal, bit by bit and passage by passage.

use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::code_matches::print_code_matches;
use super::differences::Text;
use super::error::{CliError, Completion};
use super::evidence::print_items;
use super::output::{Stdout, print_stdout};
use super::pairs::cosine;
use super::passages::{self, ShownPassage, Sides};
use super::side_by_side::ColumnStyle;
use super::table::printable;
use super::{copying, declared_files, extract, terminal};
use chachong_check::{
    self as check, CheckResult, CopyError, Document, DocumentContent, Fingerprinting,
};
use chachong_compare::{
    Background, Counted, DocumentIndex, EvidenceKind, LEAST_CHARACTERS, PairFinding, Passage,
    Strength, Weighed, equal_runs,
};
use chachong_import::{Extracted, Format, Importer, Isolation, Limits};
use chachong_jobs::{CheckRequest, Libraries, NearSearch};
use chachong_messages::{Language, percent};
use chachong_report::{self as report, Content, Report, ReportFormat, ReportOptions};
use chachong_simhash::Fingerprint;
use chachong_submission::{By, SubmissionSettings};

#[derive(Debug)]
pub(super) struct Arguments {
    pub(super) a: PathBuf,
    pub(super) b: PathBuf,
    pub(super) by: Fingerprinting,
    pub(super) json: bool,
    /// Path of the web page to write about the pair; `None` without one.
    pub(super) html: Option<PathBuf>,
    pub(super) copying: copying::Arguments,
}

pub(super) fn run(arguments: &Arguments, language: Language) -> Result<Completion, CliError> {
    let texts = read(arguments, language)?;
    let by = &arguments.by;
    let documents = vec![
        document(&arguments.a, &texts[0], by, language),
        document(&arguments.b, &texts[1], by, language),
    ];
    let copying = &arguments.copying;
    let request = CheckRequest {
        near: NearSearch::EveryPair,
        // Whoever names two files wants to see what they have in common.
        submissions: Arc::new(SubmissionSettings {
            by: By::File,
            ..SubmissionSettings::default()
        }),
        aligned: vec![(DocumentIndex(0), DocumentIndex(1))],
        copying: copying::settings(copying, by, None, language)?,
        possible: copying.possible,
        choices: Box::new(|_| copying.choices()),
        by: by.clone(),
        thresholds: by.thresholds(None),
        ..CheckRequest::of(documents)
    };
    let result = copying::compare_with_progress(request, &Libraries::default(), true, language)?;
    let has_pairs = result
        .copies()
        .is_some_and(|(copies, _)| !copies.pairs.is_empty());
    let has_little = |document| has_little(&result, document);
    if result.positions().any(has_little) && !has_pairs && result.evidence.pairs.is_empty() {
        return Err(CliError::TooFewTerms);
    }
    let pictures = Importer::new(Isolation::of_this_program(), Limits::default());
    let check = Report {
        result: &result,
        language,
        options: ReportOptions {
            pictures: Some(&pictures),
            ..ReportOptions::default()
        },
    };
    // Both documents were read.
    let pair = check
        .result
        .pair(DocumentIndex(0), DocumentIndex(1))
        .ok_or(CliError::NothingRead)?;
    if let Some(file) = &arguments.html {
        let inputs = declared_files::of_compare(arguments).inputs;
        let content = Content::Report(ReportFormat::Html);
        report::write_file(file, content, &inputs, |out| {
            report::pair_html(out, check, &pair)
        })?;
    }
    if arguments.json {
        report::pair_json(&mut Stdout, check, &pair).map_err(CliError::Stdout)?;
    } else {
        print_comparison(check, &pair, &texts)?;
    }
    Ok(Completion::Complete)
}

/// Reads both files. If both fail, both errors are reported.
fn read(arguments: &Arguments, language: Language) -> Result<[Extracted; 2], CliError> {
    match [&arguments.a, &arguments.b].map(|file| extract::extract(file, language)) {
        [Ok(a), Ok(b)] => Ok([a, b]),
        [Err(a), Err(b)] => Err(CliError::Several(vec![a, b])),
        [Err(error), _] | [_, Err(error)] => Err(error),
    }
}

/// Prints the pair for a person: fingerprints, shares, evidence and passages.
fn print_comparison(
    check: Report<'_>,
    pair: &PairFinding,
    texts: &[Extracted; 2],
) -> Result<(), CopyError> {
    let Some((copies, shares)) = check.result.copies() else {
        return Ok(());
    };
    print_stdout(&format!(
        "A  {}\nB  {}\n",
        printable(&check.result.documents[0].name),
        printable(&check.result.documents[1].name)
    ));
    let has_prose = check.result.has_prose();
    let style = terminal::style(check.language);
    if !has_prose || pair.beyond_text().is_some() {
        print_finding(check, pair);
    }
    if !has_prose {
        print_evidence(check, has_prose);
        return print_code(check, pair, style).map_err(CopyError::TemporaryFile);
    }
    print_pair(check, pair);
    let figures = check.result.pair_shares(pair).unwrap_or_default();
    let lower = check
        .result
        .pair_lower_estimate(DocumentIndex(0), DocumentIndex(1));
    passages::print_shares(shares, [figures.a, figures.b], lower, check.language);
    print_evidence(check, has_prose);
    print_code(check, pair, style)
        .and_then(|()| print_passages(check, pair, &copies.counted, texts))
        .map_err(CopyError::TemporaryFile)
}

/// Prints the kind of the strongest evidence and its strength, and the shares of both documents if the kind has shares.
fn print_finding(check: Report<'_>, pair: &PairFinding) {
    let language = check.language;
    let finding = language.finding(pair);
    let Some(strongest) = pair.beyond_text() else {
        print_stdout(&format!("{finding}\n"));
        return;
    };
    let (strength, hint) = language.evidence_strength(strongest.strength);
    let [a, b] = strongest.shares.map(percent);
    let key = match strongest.kind {
        EvidenceKind::Files => "cli.finding-without-shares",
        _ => "cli.finding",
    };
    let values: [(&str, &dyn Display); 5] = [
        ("finding", &finding),
        ("a", &a),
        ("b", &b),
        ("strength", &strength),
        ("hint", &hint),
    ];
    print_stdout(&format!("{}\n", language.fill(key, &values)));
}

fn print_code(check: Report<'_>, pair: &PairFinding, style: ColumnStyle) -> io::Result<()> {
    let documents = [pair.a, pair.b].map(|position| &check.result.documents[position]);
    let items = check.result.pair_evidence(pair.a, pair.b);
    print_code_matches(documents, items, style, check.language)
}

/// Prints the evidence other than prose, and names the documents that contain only code of the assignment.
fn print_evidence(check: Report<'_>, has_prose: bool) {
    let (language, pairs) = (check.language, &check.result.evidence.pairs);
    if pairs.is_empty() {
        print_stdout(&language.text(if has_prose {
            "evidence.none"
        } else {
            "evidence.nothing"
        }));
    } else if has_prose {
        print_stdout(&language.text("evidence.between"));
    }
    for pair in pairs {
        print_items(check, &pair.items);
    }
    if let Some(line) = language.only_given_code(check.result) {
        print_stdout(&printable(&line));
    }
}

/// Returns whether a document has too little text for a fingerprint or a passage, and has no code, which needs neither.
fn has_little(result: &CheckResult, position: DocumentIndex) -> bool {
    let content = result.document(position).and_then(Document::content);
    let has_code =
        content.is_some_and(DocumentContent::has_code) || result.evidence.has_code_in(position);
    let characters = content.map(|content| content.counted.countable());
    !has_code
        && content.is_none_or(|content| content.fingerprint.is_none())
        && characters.is_none_or(|characters| characters < LEAST_CHARACTERS)
}

/// Prints the fingerprints bit by bit, their distance, and the verdict. A document with hardly any prose has no fingerprint.
fn print_pair(check: Report<'_>, pair: &PairFinding) {
    let language = check.language;
    let verdict = language.finding(pair);
    let fingerprint = |position| check.result.document(position)?.fingerprint();
    let Some((a, b)) = fingerprint(pair.a).zip(fingerprint(pair.b)) else {
        let values: [(&str, &dyn Display); 1] = [("verdict", &verdict)];
        print_stdout(&language.fill("cli.pair-without-fingerprint", &values));
        return;
    };
    print_stdout(&bit_difference(a, b));
    let blocks = a.equal_block_names(b);
    let blocks = if blocks.is_empty() { "-" } else { &blocks };
    let width = check.result.thresholds.width;
    let values: [(&str, &dyn Display); 5] = [
        ("distance", &a.distance(b)),
        ("width", &width),
        ("cosine", &cosine(pair, width)),
        ("blocks", &blocks),
        ("verdict", &verdict),
    ];
    print_stdout(&language.fill("cli.pair", &values));
}

/// Prints every strong passage, also those that do not count, by position in the first document; then the number of possible
/// passages and, with `possible`, these too.
fn print_passages(
    check: Report<'_>,
    pair: &PairFinding,
    counted: &[Counted],
    texts: &[Extracted; 2],
) -> io::Result<()> {
    let (found, possible) = (check.result.passages(pair), check.result.possible);
    let of = |strength| {
        let of = move |passage: &&Passage| passage.strength() == strength;
        found.iter().filter(of).collect::<Vec<_>>()
    };
    let (strong, weak) = (of(Strength::Strong), of(Strength::Possible));
    let language = check.language;
    let Some(contents) = passages::contents(&check.result.documents) else {
        return Ok(());
    };
    let say_possible = || {
        if !weak.is_empty() {
            let key = if possible {
                "passage.possible"
            } else {
                "passage.possible-not-listed"
            };
            print_stdout(&language.fill(key, &[("count", &weak.len())]));
        }
    };
    print_stdout(&language.fill("passage.count", &[("count", &strong.len())]));
    if strong.is_empty() && !possible {
        say_possible();
        return Ok(());
    }
    // Differences are found with the same background, so the same term weights, as the passages were.
    let prepared = [contents[0].text.prepared()?, contents[1].text.prepared()?];
    let background = Background::of(&prepared);
    let [a, b] = prepared.map(|text| Weighed::new(text, &background));
    let sides = Sides {
        contents,
        texts: texts.each_ref().map(Text::new),
        counted,
        check,
        pair,
        language,
        style: terminal::style(language),
    };
    let print = |passages: &[&Passage]| {
        for (number, &passage) in (1..).zip(passages) {
            sides.print(&ShownPassage {
                number,
                passage,
                equal: &equal_runs(&a, &b, passage),
            });
        }
    };
    print(&strong);
    say_possible();
    if possible {
        print(&weak);
    }
    Ok(())
}

fn document(
    path: &Path,
    extracted: &Extracted,
    by: &Fingerprinting,
    language: Language,
) -> Document {
    let mut content = check::fingerprint_by(extracted, by);
    content.find_record(&path.to_string_lossy(), &extracted.text);
    // Warnings about the text itself come later, with the figures that it lowers.
    let warnings = (&content.warnings[..], &extracted.warnings[..]);
    extract::print_warnings(path, warnings, extracted.pages.len(), language);
    Document {
        path: path.to_owned(),
        ..Document::checked(
            path.to_string_lossy(),
            Format::of_file(path),
            Some(Ok(content)),
        )
    }
}

/// Formats the block names, both rows of bits, and a mark under every differing bit.
fn bit_difference(a: Fingerprint, b: Fingerprint) -> String {
    let names = Fingerprint::BLOCK_NAMES
        .map(|name| format!("{name:<16}"))
        .join(" ");
    let marks: String = a
        .bits_in_blocks()
        .chars()
        .zip(b.bits_in_blocks().chars())
        .map(|(a, b)| if a == b { ' ' } else { '^' })
        .collect();
    format!(
        "   {}\nA  {}\nB  {}\n   {}",
        names.trim_end(),
        a.bits_in_blocks(),
        b.bits_in_blocks(),
        marks.trim_end()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_differing_bit_is_marked() {
        let text = bit_difference(Fingerprint(0), Fingerprint(1 << 63 | 1));
        let marks = text.lines().last().unwrap();
        assert_eq!(marks, format!("   ^{}^", " ".repeat(65)));
    }
}
