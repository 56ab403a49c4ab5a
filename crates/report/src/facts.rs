//! Facts that every report states, so that a check can be repeated: program and version, recipe, thresholds, text that
//! is left out, how passages are judged, how many documents were read, and which were not read or are doubtful.

use super::document_report::DocumentReport;
use super::{Report, message};
use chachong_check::{ComparedLibrary, Document, DocumentContent, Status, SubmissionRows};
use chachong_compare::{DocumentIndex, EvidenceKind, PairFinding, Shown, Thresholds, Verdict};
use chachong_import::{FileKind, PassedFile, Warning};
use chachong_messages::{Language, day, document_name, grouped, page_ranges};

/// Maximum number of documents with recognised pages that are named.
const MOST_NAMED: usize = 50;
/// Maximum number of files in a list of doubts in the report on one document.
const MOST_DOUBTS: usize = 50;

/// One fact about a check: its name and its value, both in the report's language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fact {
    pub(crate) name: String,
    pub(crate) value: String,
}

/// Document that was not read, or whose text may be wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Doubt<'a> {
    pub(crate) name: &'a str,
    pub(crate) reason: String,
}

/// Returns the facts about a check, in the order in which reports state them.
pub(crate) fn facts(check: Report<'_>) -> Vec<Fact> {
    let language = check.language;
    let mut facts = Vec::new();
    let mut add = |key: &str, value: String| {
        facts.push(Fact {
            name: language.text(&format!("facts.{key}")),
            value,
        });
    };
    if let Some(name) = check.options.name {
        add("name", name.to_owned());
    }
    if let Some(date) = check.options.date {
        add("date", date.to_owned());
    }
    if check.options.blind {
        add("blind", language.text("facts.blind-value"));
    }
    add("program", program());
    let checked = check.result.checked_documents().count();
    let read = check.result.count_read();
    let counts: [(&str, &dyn std::fmt::Display); 3] = [
        ("documents", &checked),
        ("read", &read),
        ("failed", &(checked - read)),
    ];
    add("documents", language.fill("facts.documents-value", &counts));
    let of_library = check.result.documents.len() - checked;
    let libraries = libraries(check, of_library);
    if !libraries.is_empty() {
        add(
            "library",
            libraries.join(&language.text("punctuation.semicolon")),
        );
    }
    add("pairs", pairs(check));
    if !check.result.passed_over.is_empty() {
        add(
            "not-read",
            language.passed_over_files(&check.result.passed_over),
        );
    }
    if let Some((copies, _)) = check.result.copies() {
        add("compared", copies.compared.to_string());
    }
    let missing = check.missing_notes();
    if !missing.is_empty() {
        add("missing", missing.join(" "));
    }
    let recipe = language.text(&format!("recipe.{}", check.result.recipe.name()));
    add(
        "recipe",
        format!("{recipe} ({})", check.result.recipe.text_form()),
    );
    add("threshold", threshold(check.result.thresholds, language));
    add("left-out", left_out(check));
    if check.result.has_prose() {
        add("strengths", strengths(check));
    }
    facts.extend(
        lower_estimates(check, check.result.positions()).map(|value| Fact {
            name: language.text("lower-estimate.fact"),
            value,
        }),
    );
    facts
}

/// Returns a sentence that explains why shares over the documents at these positions are lower estimates, with the
/// recognised pages; `None` if they are not.
pub(crate) fn lower_estimates(
    check: Report<'_>,
    positions: impl IntoIterator<Item = DocumentIndex>,
) -> Option<String> {
    let language = check.language;
    let recognised: Vec<(&Document, &DocumentContent)> = (positions.into_iter())
        .filter_map(|position| check.result.document(position))
        .filter_map(|document| Some((document, document.content()?)))
        .filter(|(_, content)| content.has_recognised_pages())
        .collect();
    if recognised.is_empty() {
        return None;
    }
    let named = recognised
        .iter()
        .take(MOST_NAMED)
        .map(|(document, content)| {
            let name = document_name(document, language);
            let pictures = content.recognised_pictures();
            if pictures > 0 {
                return language.fill(
                    "lower-estimate.fact-pictures",
                    &[("name", &name), ("count", &pictures)],
                );
            }
            let pages: Vec<u32> = content.recognised_pages().collect();
            let pages = page_ranges(&pages);
            language.fill(
                "lower-estimate.fact-document",
                &[("name", &name), ("pages", &pages)],
            )
        });
    let more = recognised.len().saturating_sub(MOST_NAMED);
    let more = (more > 0).then(|| language.fill("lower-estimate.fact-more", &[("count", &more)]));
    let documents: Vec<String> = named.chain(more).collect();
    let documents = documents.join(&language.text("punctuation.semicolon"));
    Some(language.fill("lower-estimate.fact-value", &[("documents", &documents)]))
}

/// Returns the sentence of [`lower_estimates`] for the report on one document, about its own pages and those of its
/// sources; `None` if no page was recognised.
pub(crate) fn lower_estimates_of(check: Report<'_>, report: &DocumentReport<'_>) -> Option<String> {
    let sources = report.shares.sources.iter().map(|source| source.document);
    lower_estimates(check, [report.position].into_iter().chain(sources))
}

/// Returns the program's name and version.
pub(crate) fn program() -> String {
    format!("Chachong {}", env!("CARGO_PKG_VERSION"))
}

fn threshold(thresholds: Thresholds, language: Language) -> String {
    if let Some(distance) = thresholds.max_distance {
        return language.fill("facts.threshold-fixed", &[("distance", &distance)]);
    }
    language.related_by_length()
}

/// Names the libraries that the check was compared with, with the numbers of all their documents. `joined` is the number of
/// library documents that joined the check, which alone is known of a check that an older program saved.
pub(crate) fn libraries(check: Report<'_>, joined: usize) -> Vec<String> {
    let language = check.language;
    let known = check.result.compared_with.as_deref().unwrap_or_default();
    if known.is_empty() && joined > 0 {
        let joined = grouped(joined as u64);
        return vec![language.fill("form.unknown-libraries", &[("documents", &joined)])];
    }
    // Nothing was compared with an empty library.
    (known.iter())
        .filter(|library| library.documents != Some(0))
        .map(|library| library_in_words(library, language))
        .collect()
}

/// Names a library with the number of its documents and the day of the newest, as far as they are known.
fn library_in_words(library: &ComparedLibrary, language: Language) -> String {
    let documents = library.documents.map(grouped);
    let newest = library.newest.map(day);
    let key = match (&documents, &newest) {
        (Some(_), Some(_)) => "form.library",
        (Some(_), None) => "form.library-undated",
        (None, _) => "form.library-name",
    };
    let values: [(&str, &dyn std::fmt::Display); 3] = [
        ("name", &library.name),
        ("documents", &documents.unwrap_or_default()),
        ("date", &newest.unwrap_or_default()),
    ];
    language.fill(key, &values)
}

/// Names the reasons for which text is left out.
pub(crate) fn left_out(check: Report<'_>) -> String {
    let language = check.language;
    let Some((_, shares)) = check.result.copies() else {
        return language.text("facts.not-compared");
    };
    let reasons: Vec<String> = (shares.choices().reasons_left_out())
        .map(|reason| language.reason_left_out(reason))
        .collect();
    if reasons.is_empty() {
        language.text("facts.nothing-left-out")
    } else {
        reasons.join(&language.text("punctuation.comma"))
    }
}

/// Returns the number of listed pairs; if some are no findings, how many, and why they are listed.
fn pairs(check: Report<'_>) -> String {
    let language = check.language;
    let listed = &check.result.findings.pairs;
    let similar = listed.iter().filter(|pair| pair.is_finding()).count();
    if similar == listed.len() {
        return grouped(similar as u64);
    }
    let others = || listed.iter().filter(|pair| !pair.is_finding());
    let of = |verdict: Option<Verdict>| others().filter(|pair| pair.verdict == verdict).count();
    let (versions, own) = (of(Some(Verdict::Version)), of(Some(Verdict::Own)));
    let parts = [
        ("facts.pairs-similar", similar),
        ("facts.pairs-versions", versions),
        ("facts.pairs-own", own),
        ("facts.pairs-rest", others().count() - versions - own),
    ];
    let parts: Vec<String> = (parts.into_iter().filter(|(_, count)| *count > 0))
        .map(|(key, count)| language.fill(key, &[("count", &grouped(count as u64))]))
        .collect();
    let values: [(&str, &dyn std::fmt::Display); 2] = [
        ("pairs", &grouped(listed.len() as u64)),
        (
            "parts",
            &parts.join(&language.text("punctuation.semicolon")),
        ),
    ];
    language.fill("facts.pairs-value", &values)
}

/// Share of a row, with the row's main document.
type RowShare = (Shown, DocumentIndex);

/// Returns the shares of the rows of checked documents, and the highest one, the first of equal ones.
pub(crate) fn row_shares(
    check: Report<'_>,
    rows: &SubmissionRows,
) -> (Vec<RowShare>, Option<RowShare>) {
    let mains = rows
        .mains(check.result)
        .filter(|&main| check.result.is_checked(main));
    let shown = |main| Some((rows.row_shares(check.result, main)?.shown(), main));
    let shares: Vec<RowShare> = mains.filter_map(shown).collect();
    let higher = |x: RowShare, y: RowShare| if y.0.share() > x.0.share() { y } else { x };
    let highest = shares.iter().copied().reduce(higher);
    (shares, highest)
}

/// Counts the pairs by verdict: first by each verdict on their prose, then by each other kind of evidence. Each pair
/// counts once. Returns (name, number).
pub(crate) fn pairs_by_verdict(check: Report<'_>) -> Vec<(String, usize)> {
    let language = check.language;
    let (beyond, prose): (Vec<&PairFinding>, Vec<&PairFinding>) =
        (check.result.findings.pairs.iter()).partition(|pair| pair.beyond_text().is_some());
    let of_verdict = |verdict: Verdict| {
        let of_it = prose.iter().filter(|pair| pair.verdict == Some(verdict));
        (language.verdict(verdict), of_it.count())
    };
    let of_kind = |kind: &EvidenceKind| {
        let is_of_it =
            |pair: &&&PairFinding| pair.beyond_text().is_some_and(|one| one.kind == *kind);
        (language.kind(*kind), beyond.iter().filter(is_of_it).count())
    };
    let kinds = (check.result.findings.kinds.iter()).filter(|kind| **kind != EvidenceKind::Text);
    let verdicts = Verdict::ALL.into_iter().map(of_verdict);
    let verdicts = verdicts.filter(|(_, count)| *count > 0 || check.result.has_prose());
    verdicts.chain(kinds.map(of_kind)).collect()
}

/// Describes how many passages count, how many strong ones do not count because of their position or a person's
/// decision, and how many are only possible. Passages between documents of one submission are not included.
fn strengths(check: Report<'_>) -> String {
    let language = check.language;
    let Some((copies, shares)) = check.result.copies() else {
        return language.text("facts.not-compared");
    };
    let (mut strong, mut possible) = (0, 0);
    for pair in &copies.pairs {
        if !shares.theses().are_own(pair.a, pair.b) {
            strong += pair.strong().count();
            possible += pair.passages.len() - pair.strong().count();
        }
    }
    let findings = check
        .result
        .findings
        .pairs
        .iter()
        .filter(|pair| pair.is_finding());
    let counted = findings.filter_map(|pair| shares.pair(pair.copied?));
    let counted: usize = counted.map(|figures| figures.passages as usize).sum();
    let counts: [(&str, &dyn std::fmt::Display); 3] = [
        ("strong", &counted),
        ("not-counted", &strong.saturating_sub(counted)),
        ("possible", &possible),
    ];
    language.fill("facts.strengths-value", &counts)
}

/// Returns the files that were not read, by name, with reason and remedy: first documents, then all other files that
/// may be a person's work.
pub(crate) fn unread(check: Report<'_>) -> Vec<Doubt<'_>> {
    let mut unread = failed(check);
    unread.extend(passed_over(check));
    unread
}

/// Returns the files that were found but are no documents, and that may be a person's work, with reason and remedy. One
/// entry for each kind counts those whose names are not kept.
pub(crate) fn passed_over(check: Report<'_>) -> impl Iterator<Item = Doubt<'_>> {
    let language = check.language;
    let named = check.result.passed_over.submitted().map(move |file| Doubt {
        name: &file.name,
        reason: file_and_remedy(language, file),
    });
    let beyond = check.result.passed_over.beyond().iter();
    let beyond = beyond.filter(|(kind, _)| kind.may_be_work());
    named.chain(beyond.map(move |&(kind, count)| {
        let more = language.fill("passed-over.more", &[("count", &count)]);
        Doubt {
            name: "…",
            reason: format!("{more} ({})", kind_and_remedy(language, kind)),
        }
    }))
}

/// Describes a file or folder that was not read, with the remedy.
fn file_and_remedy(language: Language, file: &PassedFile) -> String {
    format!(
        "{}{}{}",
        language.passed_file(file),
        language.text("punctuation.semicolon"),
        language.file_kind_remedy(file.kind)
    )
}

/// Describes the files of a kind that were not read, with the remedy.
fn kind_and_remedy(language: Language, kind: FileKind) -> String {
    format!(
        "{}{}{}",
        language.file_kind(kind),
        language.text("punctuation.semicolon"),
        language.file_kind_remedy(kind)
    )
}

fn failed(check: Report<'_>) -> Vec<Doubt<'_>> {
    (check.result.checked_documents())
        .filter(|document| matches!(document.status(), Status::Failed | Status::Waiting))
        .map(|document| Doubt {
            name: &document.name,
            reason: match document.status() {
                Status::Waiting => check.language.status(Status::Waiting),
                _ => message(document, check.language),
            },
        })
        .collect()
}

/// Returns the documents whose text may be incomplete or wrong: garbled, recognised from pictures, or partly pictures.
pub(crate) fn doubtful(check: Report<'_>) -> Vec<Doubt<'_>> {
    let mut doubts = Vec::new();
    for document in check.result.documents.iter() {
        for warning in doubts_of(document) {
            doubts.push(Doubt {
                name: &document.name,
                reason: check.language.warning(warning),
            });
        }
    }
    doubts
}

/// Returns, each under its heading, the files that were not read and the other documents whose text may be incomplete or wrong, one line
/// for each file, for the report on one document.
pub(crate) fn doubts_beside(
    check: Report<'_>,
    report: &DocumentReport<'_>,
) -> Vec<(String, Vec<String>)> {
    let language = check.language;
    let mut others = doubtful(check);
    others.retain(|doubt| doubt.name != report.document.name);
    let lists = [
        ("html.part-unread", unread(check)),
        ("docx.doubtful", others),
    ];
    let lists = lists.into_iter().filter(|(_, doubts)| !doubts.is_empty());
    let line = |doubt: &Doubt<'_>| {
        let values: [(&str, &dyn std::fmt::Display); 2] =
            [("name", &doubt.name), ("reason", &doubt.reason)];
        language.fill("pdf.doubt", &values)
    };
    lists
        .map(|(heading, doubts)| {
            let more = doubts.len().saturating_sub(MOST_DOUBTS);
            let more = (more > 0).then(|| language.fill("pdf.more-files", &[("count", &more)]));
            let named = doubts.iter().take(MOST_DOUBTS).map(line);
            (language.text(heading), named.chain(more).collect())
        })
        .collect()
}

fn doubts_of(document: &Document) -> impl Iterator<Item = &Warning> {
    let content = document.content();
    let warnings = content.map_or(&[][..], |content| &content.warnings);
    (warnings.iter())
        .filter(|warning| !warning.is_note() || matches!(warning, Warning::RecognisedText { .. }))
}
