//! Covers: the lines before the first heading that hold the fields of a thesis, such as the student's number.

use super::heading::compact;
use super::sheet::Sheet;
use crate::cover_labels::{KINDS_OF_WORK, LabelUse, cover_labels};
use crate::{MarkReason, Words};

/// Maximum number of lines on a cover, blank ones not counted.
const LINES: usize = 150;
/// Maximum number of pages of a cover.
const PAGES: u32 = 6;
/// Maximum number of lines in a row on a cover that hold none of its fields; more lines are text.
const UNLABELLED: usize = 8;
/// Minimum number of different fields on a cover.
const LEAST: usize = 4;
/// Minimum number of different fields where the kind of work is named.
const LEAST_NAMED: usize = 2;
/// Maximum width of a cover's line, in columns; a wider line is text.
const WIDEST: u32 = 160;
/// Width above which a printed line with a comma, or with the sign that ends a sentence, is text, in columns.
const SENTENCE: u32 = 50;
/// Maximum width of the declaration on a cover sheet, in columns.
const DECLARATION: u32 = 1000;

/// Phrases with which a line of a title page begins, in lower case without white space.
const PHRASES: Words = Words(
    "departmentof|facultyof|schoolof|submittedin|inpartialful|inthepartialful|athesis|\
     adissertation|presentedto",
);

/// Further names of kinds of work.
const MORE_KINDS: Words = Words(
    "硕士论文|博士论文|碩士論文|博士論文|学士论文|thesis|dissertation|finalyearproject|coursework|\
     coversheet",
);

pub(super) fn mark(sheet: &mut Sheet<'_>) {
    // Each field with the page that it is on: an inner cover repeats the fields of the cover, and a list repeats its own.
    let mut fields: Vec<(&str, u32)> = Vec::new();
    let mut different = 0;
    let mut unlabelled = 0;
    let mut named = false;
    let mut last = None;
    // Whether the line before is a label without its value, and width that a declaration may still take.
    let (mut is_open, mut declared) = (false, 0);
    let mut stop = sheet.lines.len().min(LINES);
    for (at, line) in sheet.lines.iter().enumerate().take(LINES) {
        let key = compact(line.text);
        let field = field(&key);
        // A cover may name the work itself ("开题报告"), so only other headings end it.
        let kind = line.width <= 70 && (KINDS_OF_WORK.occur_in(&key) || MORE_KINDS.occur_in(&key));
        let size = is_size(&key);
        let heading = line.heading.is_some() && field.is_none() && !kind && !size;
        let states = declares(&key);
        if states {
            declared = DECLARATION;
        }
        // The title behind its label may be a question.
        let ends_sentence = !is_open && key.ends_with(['.', '?', '!']);
        let has_signs = ends_sentence || key.contains([',', '。', ';']);
        let sentence = line.width > SENTENCE && field.is_none() && has_signs || line.width > WIDEST;
        if heading || sentence && line.width > declared || line.page >= PAGES || !sheet.is_free(at)
        {
            stop = at;
            break;
        }
        let in_declaration = line.width <= declared;
        declared = declared.saturating_sub(line.width);
        let is_value = is_open && line.width <= SENTENCE;
        let new = field.filter(|&field| !fields.contains(&(field, line.page)));
        is_open = new.is_some_and(|name| {
            key.trim_end_matches(':')
                .ends_with(name.trim_end_matches(':'))
        });
        if field.is_some() {
            declared = 0;
        }
        if let Some(field) = new {
            different += usize::from(fields.iter().all(|&(earlier, _)| earlier != field));
            fields.push((field, line.page));
        }
        if new.is_some() || field.is_none() && (kind || size || states || is_value || is_date(&key))
        {
            named |= kind && field.is_none();
            last = Some(at);
            unlabelled = 0;
        } else if field.is_some() || !in_declaration {
            unlabelled += 1;
        }
        if unlabelled > UNLABELLED {
            stop = at;
            break;
        }
    }
    let Some(last) = last else {
        return;
    };
    if different < if named { LEAST_NAMED } else { LEAST } {
        return;
    }
    // Lines between the last field and the text belong to the cover only on the field's own page, and only if that page
    // ends there.
    let page = sheet.lines[last].page;
    let rest = sheet.lines[last..stop].partition_point(|line| line.page == page);
    let page_ends = sheet
        .lines
        .get(last + rest)
        .is_some_and(|line| line.page > page);
    let end = if page_ends && rest <= UNLABELLED {
        last + rest
    } else {
        last + 1
    };
    sheet.mark(0, end, MarkReason::Cover);
}

/// Returns the label or phrase that a line without white space begins with; `None` if it begins with none.
fn field(key: &str) -> Option<&'static str> {
    let key = key.trim_start_matches(['(', '*', '·', '_', ':']);
    let labels = cover_labels().map(|(name, _, used)| (name, used));
    let phrases = PHRASES.all().map(|name| (name, LabelUse::Bare));
    let begins = |&(name, used): &(&str, LabelUse)| {
        key.strip_prefix(name).is_some_and(|rest| match used {
            LabelUse::Bare => true,
            LabelUse::Signed => name.ends_with(':') || rest.is_empty() || rest.starts_with(':'),
            LabelUse::Never => false,
        })
    };
    let (name, _) = labels
        .chain(phrases)
        .filter(begins)
        .max_by_key(|(name, _)| name.len())?;
    let rest = &key[name.len()..];
    let short = rest.chars().count() <= 60;
    // A Chinese field is the whole line, or its name is followed by a colon or by little text; no sentence begins so.
    let sentence = rest.contains([',', '。', ';'])
        || rest.starts_with(['的', '在', '们', '是', '了', '与', '和', '从', '、']);
    (short && !sentence).then_some(name)
}

/// Whether a line without white space begins the declaration of a cover sheet: "I declare that this is my own work".
fn declares(key: &str) -> bool {
    let rest = key
        .strip_prefix('i')
        .or_else(|| key.strip_prefix("we"))
        .map(|rest| rest.strip_prefix("hereby").unwrap_or(rest));
    rest.is_some_and(|rest| {
        Words("declare|certify|confirm").begin(rest)
            && Words("myown|ourown|ownwork|originalwork").occur_in(rest)
    })
}

/// Whether a line without white space is the size of a file or text and nothing else: "4pages", "1,237words", "23.1kb".
fn is_size(key: &str) -> bool {
    let unit = key.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, ',' | '.'));
    unit.len() < key.len()
        && Words("page|pages|word|words|character|characters|bytes|kb|mb").include(unit)
}

/// Whether a line is a date and nothing else: "2014年6月", "2012年5月26日", "june2014".
fn is_date(key: &str) -> bool {
    const MONTHS: Words = Words(
        "january|february|march|april|may|june|july|august|september|october|november|december",
    );
    if key.chars().count() > 20 {
        return false;
    }
    let chinese = key.contains('年')
        && key.contains('月')
        && key
            .chars()
            .all(|c| c.is_ascii_digit() || "年月日二〇○零一三四五六七八九十".contains(c));
    let without_digits: String = key.chars().filter(|c| c.is_alphabetic()).collect();
    let english = MONTHS.include(&without_digits) && crate::has_year(key);
    chinese || english
}
