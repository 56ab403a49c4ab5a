//! Names of the rows: what most of them share, which is cut first where a name does not fit, and how long they usually are.

use std::sync::Arc;

use crate::state::State;

/// What the names of the rows have in common.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowNames {
    /// Beginning that at least nine of ten names have. If only a part of the class has numbers that begin with the same digits, these
    /// digits do not belong to it. It does not end within a word of letters with case.
    start: String,
    /// Ending that more than half of the names have. It does not begin within a word of letters with case.
    end: String,
    /// Name of median length.
    pub usual: String,
}

impl RowNames {
    /// Finds what these names have in common.
    pub fn of(names: &[String]) -> Self {
        let mut names: Vec<&str> = names.iter().map(String::as_str).collect();
        if names.len() < 2 {
            let usual = names.first().copied().unwrap_or_default().to_owned();
            return Self {
                usual,
                ..Self::default()
            };
        }
        let count = names.len();
        let start = shared(&mut names, count / 10, |name| name.chars());
        let end = shared(&mut names, (count - 1) / 2, |name| name.chars().rev());
        let end: String = end.chars().rev().collect();
        let (_, usual, _) = names.select_nth_unstable_by_key(count / 2, |name| columns(name));
        Self {
            start: start.trim_end_matches(has_case).to_owned(),
            end: end.trim_start_matches(has_case).to_owned(),
            usual: (*usual).to_owned(),
        }
    }

    /// Splits a name into the beginning that most names share, what is its own, and the ending that most names share.
    pub fn split<'n>(&self, name: &'n str) -> [&'n str; 3] {
        let after_start = name.strip_prefix(&self.start).unwrap_or(name);
        let own = after_start.strip_suffix(&self.end).unwrap_or(after_start);
        let start = &name[..name.len() - after_start.len()];
        [start, own, &after_start[own.len()..]]
    }
}

impl State {
    /// Updates what the names of the rows have in common.
    pub(crate) fn note_names(&mut self) {
        let theses = self.check.result.theses();
        let rows = (self.check.checked_positions()).filter(|&row| theses.is_main(row));
        let names: Vec<String> = rows.map(|row| self.row_name(row)).collect();
        let names = RowNames::of(&names);
        if *self.table.names != names {
            self.table.names = Arc::new(names);
        }
    }
}

/// Returns the longest beginning that all names but at most `others` have, in the order in which `read` returns their characters. There
/// must be a name, and `others` must be less than half of them.
fn shared<'n, C: Iterator<Item = char>>(
    names: &mut [&'n str],
    others: usize,
    read: impl Fn(&'n str) -> C,
) -> String {
    // Names with the same beginning are neighbours in this order, so more than half of all names include the one in the middle.
    let (_, &mut middle, _) =
        names.select_nth_unstable_by(names.len() / 2, |&a, &b| read(a).cmp(read(b)));
    let length = |name: &'n str| {
        let equal = read(name).zip(read(middle)).take_while(|(a, b)| a == b);
        equal.count()
    };
    let mut lengths: Vec<usize> = names.iter().map(|&name| length(name)).collect();
    let (_, &mut length, _) = lengths.select_nth_unstable(others);
    read(middle).take(length).collect()
}

/// Returns whether a character is a letter of a script with upper and lower case, whose words are not cut.
fn has_case(character: char) -> bool {
    character.is_lowercase() || character.is_uppercase()
}

/// Returns the approximate width of a name in columns: a Chinese character takes two.
fn columns(name: &str) -> usize {
    name.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(names: &[&str]) -> RowNames {
        RowNames::of(
            &names
                .iter()
                .map(|&name| name.to_owned())
                .collect::<Vec<_>>(),
        )
    }

    #[test]
    fn what_most_names_share_is_told_from_what_is_their_own() {
        let mut names: Vec<String> = (1..=10)
            .map(|number| format!("202603{number:02}_学生_实验三报告.docx"))
            .collect();
        names[3] = "20260304_学生_实验三报告.md".to_owned();
        names.push("说明.txt".to_owned());
        let names = RowNames::of(&names);
        assert_eq!(
            names.split("20260303_学生_实验三报告.docx"),
            ["202603", "03", "_学生_实验三报告.docx"]
        );
        assert_eq!(
            names.split("20260304_学生_实验三报告.md"),
            ["202603", "04_学生_实验三报告.md", ""]
        );
        assert_eq!(names.split("说明.txt"), ["", "说明.txt", ""]);
        assert_eq!(names.usual.rsplit('.').next(), Some("docx"));
    }

    #[test]
    fn words_are_not_cut_and_a_single_name_is_its_own() {
        let names = of(&["report_andrea.docx", "report_andrew.docx"]);
        assert_eq!(
            names.split("report_andrew.docx"),
            ["report_", "andrew", ".docx"]
        );
        assert_eq!(of(&["a.txt"]).split("a.txt"), ["", "a.txt", ""]);
        assert_eq!(of(&[]), RowNames::default());
    }
}
