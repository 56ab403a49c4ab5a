//! Readable tables for the terminal, with Chinese characters two columns wide.

pub(super) use chachong_log::printable;
use unicode_width::UnicodeWidthStr;

/// Formats rows of cells under headings, aligned. `right_aligned` are column indices. No line ends in spaces.
pub(super) fn table(headings: &[String], rows: &[Vec<String>], right_aligned: &[usize]) -> String {
    let widths: Vec<usize> = (0..headings.len())
        .map(|i| {
            let cells = rows
                .iter()
                .filter_map(|row| row.get(i))
                .chain(headings.get(i));
            cells.map(|cell| cell.width()).max().unwrap_or(0)
        })
        .collect();
    let line = |cells: &[String]| {
        let mut line = String::new();
        for (i, (cell, &width)) in cells.iter().zip(&widths).enumerate() {
            let padding = " ".repeat(width.saturating_sub(cell.width()));
            if right_aligned.contains(&i) {
                line.push_str(&padding);
                line.push_str(cell);
            } else {
                line.push_str(cell);
                line.push_str(&padding);
            }
            line.push_str("  ");
        }
        line.trim_end().to_owned()
    };
    let mut lines = vec![line(headings)];
    lines.push(
        widths
            .iter()
            .map(|&width| "-".repeat(width))
            .collect::<Vec<_>>()
            .join("  "),
    );
    lines.extend(rows.iter().map(|row| line(row)));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chinese_is_two_columns_wide() {
        let owned = |cells: &[&str]| cells.iter().map(ToString::to_string).collect::<Vec<_>>();
        let got = table(
            &owned(&["名", "n"]),
            &[owned(&["论文", "3"]), owned(&["ab", "12"])],
            &[1],
        );
        assert_eq!(got, "名     n\n----  --\n论文   3\nab    12");
    }
}
