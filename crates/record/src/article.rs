//! Finds title, authors, school and year of a document without a cover, such as an article, an essay or a translation.

use super::claim::{Claims, Field};
use super::labels::Labelled;
use super::lines::Head;
use super::names::{is_han, joined};
use super::{
    Certainty, StatedPlace, blanks, bylines, dates, journal, kinds, labels, names, schools, values,
};

/// Maximum number of lines among which title and authors stand.
const LINES: usize = 40;
/// Maximum number of lines before the authors where no heading such as 摘要 follows.
const NEAR: usize = 5;
/// Maximum number of lines of a title.
const TITLE_LINES: usize = 4;
/// Maximum number of authors.
const AUTHORS: usize = 20;
/// Least width of a line that continues in the next one, a Chinese character being 2 wide.
const BROKEN: usize = 28;
/// Least width of a broken Chinese line where the head of a journal tells where the title begins, a character being 2
/// wide.
const BROKEN_BELOW_HEAD: usize = 20;

/// Adds the claims of the first lines.
pub(super) fn read(head: &Head, claims: &mut Claims) {
    let lines: Vec<String> = head
        .lines
        .iter()
        .filter(|line| line.place == StatedPlace::Cover)
        .take(LINES)
        .map(|line| blanks::clean(&without_addresses(&line.text)))
        .filter(|line| !line.is_empty())
        .collect();
    // The first sentence begins the text, unless a note of the journal is one.
    let sentence = |line: &String| is_prose(line) && !journal::is_above(line);
    let text = lines.iter().skip(1).position(sentence).map(|at| at + 1);
    let lines = &lines[..text.unwrap_or(lines.len())];
    journal::years(lines, head.article_number.as_deref(), claims);
    let above = journal::head_of(lines);
    let below = lines.get(above..).unwrap_or_default();
    // Without a heading near, only the very first lines may be title and authors.
    let near = head.before_text || lines.len() < LINES;
    let byline = (find_byline(below, above > 0, near).map(|at| (below, at)))
        .or_else(|| find_byline(lines, false, near).map(|at| (lines, at)));
    let student = below
        .iter()
        .take(NEAR)
        .skip(1)
        .find_map(|line| bylines::student(line));
    if let Some((name, number)) = student {
        claims.add(Field::Author, name, StatedPlace::Cover, Certainty::Likely);
        claims.add(
            Field::StudentNumber,
            number,
            StatedPlace::Cover,
            Certainty::Likely,
        );
    }
    let Some((lines, byline)) = byline else {
        let lines = if below.is_empty() { lines } else { below };
        first_line(
            lines,
            head.before_text || text.is_some() || lines.len() > 1,
            claims,
        );
        return;
    };
    // Headings of web pages look like Latin names too.
    let attended = head.before_text
        || lines[byline].chars().any(is_han)
        || lines[byline..]
            .iter()
            .take(NEAR)
            .any(|line| bylines::is_office(line));
    let certainty = Certainty::likely_if(attended && near || above > 0);
    let below_head = above > 0 && lines.len() == below.len();
    let title = title_before(lines, byline, below_head);
    // Below the title of an essay on 《…》 may stand the author of that work.
    let is_on_work = above == 0 && title.as_ref().is_some_and(|title| title.contains('《'));
    if let Some(title) = title {
        // A title may name the school: "某某大学学位论文模板".
        let mut parts = title
            .split([':', '：', ' '])
            .filter(|part| part.chars().any(is_han));
        if let Some((school, _)) = parts.find_map(schools::school) {
            claims.add(
                Field::Institution,
                school,
                StatedPlace::Cover,
                Certainty::Guess,
            );
        }
        claims.add(Field::Title, title, StatedPlace::Cover, certainty);
    }
    let lines = &lines[byline..];
    let lines = if near {
        lines
    } else {
        &lines[..lines.len().min(NEAR)]
    };
    let authors = joined(&authors(lines));
    claims.add(Field::Author, authors, StatedPlace::Cover, certainty);
    if is_on_work {
        claims.may_be_writer();
        claims.doubt_writers();
    }
    if let Some(school) = school(lines) {
        claims.add(Field::Institution, school, StatedPlace::Cover, certainty);
    }
}

/// Whether a line is running text; long lists of authors have commas too.
fn is_prose(line: &str) -> bool {
    let length = line.chars().count();
    length > 24 && line.contains('。') || length > 160 && bylines::names(line).is_none()
}

/// Returns the index of the line with the authors: the first one that names persons and has a title above it; `None` if
/// there is none.
fn find_byline(lines: &[String], below_head: bool, near: bool) -> Option<usize> {
    let count = if near || below_head {
        lines.len()
    } else {
        NEAR
    };
    let mut lines_of = lines.iter().enumerate().take(count).skip(1);
    let (at, _) = lines_of.find(|(at, line)| {
        !journal::is_above(line)
            && names_at(lines, *at).is_some()
            && !goes_on(lines, *at)
            && title_before(lines, *at, below_head).is_some()
    })?;
    Some(at)
}

/// Whether a Latin line that has the shape of a name may be the rest of a title: "Lamps and Readers for / Public
/// Libraries". Names have signs or schools about them.
fn goes_on(lines: &[String], at: usize) -> bool {
    let above = at.checked_sub(1).and_then(|above| lines.get(above));
    let (Some(line), Some(above)) = (lines.get(at), above) else {
        return false;
    };
    if line.chars().any(is_han) {
        return false;
    }
    let last = above.split_whitespace().next_back().unwrap_or_default();
    let open =
        last.chars().all(char::is_lowercase) || above.ends_with([',', ':', '-', '–', '—', '&']);
    let signed = line.contains([',', '.', '*', '∗', '†', '·', '&'])
        || line.contains(" and ")
        || line.chars().any(|c| c.is_ascii_digit());
    let attended = lines.get(at + 1).is_none_or(|next| {
        journal::is_above(next) || bylines::is_office(next) || bylines::names(next).is_some()
    });
    let titled = open || !attended;
    titled && !signed && !above.chars().any(is_han)
}

/// Whether line `at` names persons who are no authors: teachers, or those of a label of another field on this line or the
/// one above.
fn is_of_others(lines: &[String], at: usize) -> bool {
    let of_other = |label: &Labelled| label.field != Some(Field::Author);
    let line = labels::labelled(&lines[at]);
    let above = at.checked_sub(1).map(|above| &lines[above]);
    let waits = above.and_then(|above| labels::labelled(above).pop());
    names::is_of_teacher(&lines[at])
        || above.is_some_and(|above| names::is_title(above))
        || line.iter().any(of_other)
        || waits.is_some_and(|label| label.value.is_empty() && of_other(&label))
}

/// Returns the persons that line `at` names; `None` if it names none. Latin names that nothing parts stay one value,
/// above a school only.
fn names_at(lines: &[String], at: usize) -> Option<Vec<String>> {
    let line = lines.get(at)?;
    if is_of_others(lines, at) {
        return None;
    }
    bylines::names(line).or_else(|| {
        let office = lines
            .get(at + 1)
            .is_some_and(|next| bylines::is_office(next));
        let names = bylines::unparted(line).filter(|_| office)?;
        Some(vec![names])
    })
}

/// Collects the authors from the lines below the title, over lines of schools between them.
fn authors(lines: &[String]) -> Vec<String> {
    let mut authors: Vec<String> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        // A number before a line marks the school of the authors with this number.
        let first = line.chars().find(|c| c.is_alphanumeric());
        if journal::is_above(line) || at > 0 && first.is_some_and(char::is_numeric) {
            continue;
        }
        let chinese = authors.first().is_some_and(|name| name.chars().any(is_han));
        for name in names_at(lines, at).unwrap_or_default() {
            let translation = chinese && !name.chars().any(is_han);
            if !translation && !authors.contains(&name) && authors.len() < AUTHORS {
                authors.push(name);
            }
        }
    }
    authors
}

/// Returns the first school that the lines from the authors on name; `None` if they name none.
fn school(lines: &[String]) -> Option<String> {
    let of_part = |line: &String| {
        line.split([
            '，', ',', ' ', '(', '（', '•', '·', '*', ';', '；', ')', '）',
        ])
        .filter(|part| part.chars().any(is_han))
        .find_map(schools::school)
    };
    let mut lines = lines.iter().filter(|line| !journal::is_above(line));
    let (school, _) = lines.find_map(|line| of_part(line).or_else(|| schools::school(line)))?;
    Some(school)
}

/// Removes words with an @ and what stands in braces.
fn without_addresses(line: &str) -> String {
    let mut kept = String::new();
    let mut depth = 0_u32;
    for c in line.chars() {
        match c {
            '{' => depth += 1,
            '}' => {
                depth = depth.saturating_sub(1);
                kept.push('@');
            }
            c if depth == 0 => kept.push(c),
            _ => {}
        }
    }
    if !kept.contains('@') {
        return kept;
    }
    let words: Vec<&str> = kept.split(' ').filter(|word| !word.contains('@')).collect();
    words.join(" ")
}

/// Returns the title that ends directly above line `at`, or, where an English title stands between a Chinese one and
/// Chinese authors, above the English title; `None` if no title stands there.
fn title_before(lines: &[String], at: usize, below_head: bool) -> Option<String> {
    let chinese = |line: &String| line.chars().any(is_han);
    let mut last = at;
    if chinese(lines.get(at)?) && lines[..at].iter().any(chinese) {
        while last > 0 && !chinese(&lines[last - 1]) {
            last -= 1;
        }
    }
    // A note of the journal may stand between title and authors.
    while last > 0 && journal::is_above(&lines[last - 1]) {
        last -= 1;
    }
    let script = chinese(lines.get(last.checked_sub(1)?)?);
    let narrowest = if below_head && script {
        BROKEN_BELOW_HEAD
    } else {
        BROKEN
    };
    let mut first = last;
    while first > 0 && last - first < TITLE_LINES {
        let line = &lines[first - 1];
        let fits = !journal::is_above(line)
            && chinese(line) == script
            && line.chars().count() <= 120
            && schools::school(line).is_none()
            && (bylines::names(line).is_none() || goes_on(lines, first - 1));
        // The name of a journal or section is told from the first line of a broken title by its width.
        let subtitle = lines
            .get(first)
            .is_some_and(|next| next.starts_with("——") && first < last);
        let broken = first == last || subtitle || width(line) >= narrowest;
        if !fits || !broken {
            break;
        }
        first -= 1;
    }
    values::title(&lines[first..last].join(" "))
}

fn width(line: &str) -> usize {
    line.chars().map(|c| if is_han(c) { 2 } else { 1 }).sum()
}

/// Guesses that the first line is the title, if it looks like one and text follows it. Also guesses that a single name
/// below it is the author, if a line with a date or a number follows.
fn first_line(lines: &[String], goes_on: bool, claims: &mut Claims) {
    let of_school = |line: &String| {
        line.chars().any(is_han) && schools::school(line).is_some() || kinds::kind(line).is_some()
    };
    let free = |line: &&String| !journal::is_above(line);
    let own = lines.iter().filter(free).find(|line| !of_school(line));
    // A form has a school's name in its title.
    let own = own.filter(|line| values::title(line).is_some());
    let Some(line) = own.or_else(|| lines.iter().find(free)) else {
        return;
    };
    let length = line.chars().count();
    let numbered = line.chars().next().is_some_and(|c| c.is_ascii_digit())
        && dates::year(line).is_none()
        || line.starts_with(['（', '('])
        || line.starts_with("一、");
    let sentence = line.contains(['。', '，', ';', '；']) || line.ends_with([',', '.', '：', ':']);
    if !numbered
        && !sentence
        && length <= 60
        && goes_on
        && let Some(title) = values::title(line)
    {
        claims.add(Field::Title, title, StatedPlace::Cover, Certainty::Guess);
        // An essay has its author below the title, without any sign.
        let mut next = lines.iter().skip_while(|other| *other != line).skip(1);
        let author = next.next().filter(|next| !journal::is_above(next));
        let course = next.next().is_some_and(|line| {
            journal::is_above(line) || line.chars().any(|c| c.is_ascii_digit()) && line.len() <= 40
        });
        let author = author.filter(|_| course);
        if let Some([author]) = author.and_then(|line| bylines::names(line)).as_deref() {
            claims.add(Field::Author, author, StatedPlace::Cover, Certainty::Guess);
        }
    }
}
