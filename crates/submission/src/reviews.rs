//! Tells the author of a review from the student whose work it is about, in names such as 王小五评李小四.

use crate::key;
use crate::person::is_person;
use crate::pieces::{pieces, without_document_words};
use chachong_text::Words;

/// Words in lower case between two students, of whom the first wrote the file about the second.
const REVIEWS: Words = Words(
    "评|点评|评价|评阅|评阅意见|评审|评审意见|评论|评语|互评|互评表|互评意见|reviewing|reviews|\
     review|review of|'s review of|’s review of",
);

/// Minimum number of characters of a Chinese name that is no other word by chance: 高数 and 方案 read like names.
const SURE_NAME: usize = 3;

/// Returns what stands in a name before a word such as 评 between two students, as `is_student` tells of each piece; the whole name if it
/// has no such word.
pub(crate) fn before_review<'t>(name: &'t str, is_student: &dyn Fn(&str) -> bool) -> &'t str {
    let lower = name.to_ascii_lowercase();
    let words = REVIEWS.all().flat_map(|word| lower.match_indices(word));
    let mut befores = words.filter_map(|(at, word)| {
        let (before, after) = (&name[..at], &name[at + word.len()..]);
        let is_between = pieces(before).last().is_some_and(|piece| is_student(piece))
            && pieces(after).first().is_some_and(|piece| is_student(piece));
        is_between.then_some(before)
    });
    befores.next().unwrap_or(name)
}

/// Splits a name without its extension into pieces: first those of its author, then, if it is the name of a review, those about the
/// student whose work it is about. `is_known` returns whether a text is a number or a name that the class list or a cover states.
pub(crate) fn pieces_of_author(
    name: &str,
    is_known: &dyn Fn(&str) -> bool,
) -> (Vec<String>, Vec<String>) {
    let is_student = |piece: &str| {
        let name = without_document_words(piece);
        let is_sure = key::has_han(&name) && name.chars().count() >= SURE_NAME;
        is_sure && is_person(&name) || is_known(piece) || is_known(&name)
    };
    let own = before_review(name, &is_student);
    (pieces(own), pieces(&name[own.len()..]))
}

#[cfg(test)]
mod tests {
    use super::pieces_of_author;

    #[test]
    fn the_first_of_two_students_wrote_the_review() {
        let is_known = |text: &str| ["王五", "Ann Roe", "Max Doe"].contains(&text);
        let split = |name: &str| pieces_of_author(name, &is_known);
        for (name, own, rest) in [
            (
                "王小五_点评_李小四",
                &["王小五"][..],
                &["点评", "李小四"][..],
            ),
            (
                "第1组-王小五-互评-李小四",
                &["第", "1", "组", "王小五"],
                &["互评", "李小四"],
            ),
            ("王小五评审意见李小四", &["王小五"], &["评审意见李小四"]),
            ("王小五评审系统", &["王小五评审系统"], &[]),
            ("王小五评李小四", &["王小五"], &["评李小四"]),
            ("王五评语-李小四", &["王五"], &["评语", "李小四"]),
            ("方案评审-王小五", &["方案评审", "王小五"], &[]),
            ("Ann Roe review Max Doe", &["Ann Roe"], &["review Max Doe"]),
            ("Code Review - Ann Roe", &["Code Review", "Ann Roe"], &[]),
        ] {
            let (author, review) = split(name);
            assert_eq!(author, own, "{name}");
            assert_eq!(review, rest, "{name}");
        }
    }
}
