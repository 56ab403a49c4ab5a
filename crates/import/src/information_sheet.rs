//! Information sheets, text files that Blackboard puts beside each submission. Of a sheet, only the student's name in the first line and
//! what the student wrote in the submission field are compared.

use super::Extracted;
use chachong_text::{Exclusion, ExclusionReason};

/// Beginnings of the first lines of a sheet, in their order.
const FIRST_LINES: [&str; 4] = ["Name:", "Assignment:", "Date Submitted:", "Current Grade:"];
/// Line before what the student wrote on the platform.
const FIELD: &str = "Submission Field:";
/// Line after what the student wrote.
const COMMENTS: &str = "Comments:";
/// Line between [`FIELD`] and [`COMMENTS`] if the student wrote nothing there.
const NOTHING: &str = "There is no student submission text data for this assignment.";

/// Excludes what Blackboard wrote from the comparison, if the text is its information sheet.
pub(super) fn without_labels(mut read: Extracted) -> Extracted {
    if let Some(exclusions) = labels(&read.text) {
        read.exclusions = exclusions;
    }
    read
}

/// Returns what Blackboard wrote: the text between the name and the submission field, and all after the field. `None` if the text is no
/// information sheet.
fn labels(text: &str) -> Option<Vec<Exclusion>> {
    if !text.starts_with(FIRST_LINES[0]) {
        return None;
    }
    let mut end = 0;
    let mut lines: Vec<(u64, &str)> = Vec::new();
    for line in text.split_inclusive('\n') {
        lines.push((end, line.trim_end()));
        end += line.chars().count() as u64;
    }
    let mut first = FIRST_LINES.iter().zip(&lines);
    if !first.all(|(label, (_, line))| line.starts_with(label)) {
        return None;
    }
    let field = lines.iter().position(|(_, line)| *line == FIELD)? + 1;
    // The student may have written this line too.
    let comments = (lines.iter().rposition(|(_, line)| *line == COMMENTS))
        .filter(|&comments| comments >= field)?;
    let written = &lines[field..comments];
    let is_empty = (written.iter()).all(|(_, line)| line.is_empty() || *line == NOTHING);
    let spans = if is_empty {
        vec![(lines[1].0, end)]
    } else {
        vec![(lines[1].0, lines[field].0), (lines[comments].0, end)]
    };
    let excluded = spans.into_iter().map(|(start, end)| Exclusion {
        start,
        end,
        reason: ExclusionReason::Template,
    });
    Some(excluded.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_text::{LineBreaks, without_exclusions};

    /// Returns what is compared of a sheet with `field` in its submission field, with single blanks for all white space.
    fn compared(field: &str) -> String {
        let sheet = format!(
            "Name: Ann Roe (aroe)\r\nAssignment: Lab 1\r\nDate Submitted: Monday, May 6, 2024\r\nCurrent Grade: \r\n\r\n\
            Submission Field:\r\n{field}\r\n\r\nComments:\r\nThere are no student comments for this assignment.\r\n\r\n\
            Files:\r\n\tOriginal filename: a.docx\r\n"
        );
        let read = without_labels(Extracted::of_text(sheet, LineBreaks::Layout));
        let left = without_exclusions(&read.text, &read.exclusions);
        let left: String = left.into_iter().map(|(c, _)| c).collect();
        left.split_whitespace().collect::<Vec<&str>>().join(" ")
    }

    #[test]
    fn only_the_name_and_the_text_of_the_student_are_compared() {
        assert_eq!(compared(NOTHING), "Name: Ann Roe (aroe)");
        assert_eq!(
            compared("Waves break.\r\nComments:\r\nThey do."),
            "Name: Ann Roe (aroe) Waves break. Comments: They do."
        );
        let essay = "Name: Ann Roe\nAssignment: Lab 1\nSubmission Field:\nWaves.\nComments:\n";
        let read = without_labels(Extracted::of_text(essay.to_owned(), LineBreaks::Layout));
        assert_eq!(read.exclusions, []);
    }
}
