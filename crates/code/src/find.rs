//! Finds code listings in the text of a report: runs of lines that look like code.

use chachong_text::{LineForm, Span, gutters_in, line_form};

/// Minimum number of lines of code in a listing.
const LEAST: usize = 5;
/// Maximum number of consecutive lines inside a listing that do not look like code: a broken line, a page number and
/// a running head.
const GAP: usize = 2;

/// Returns the spans of the code listings in a text, in order of position. Each span consists of whole lines.
#[must_use]
pub fn listings(text: &str) -> Vec<Span> {
    let mut found = Vec::new();
    let mut run = Run::default();
    let mut start = 0;
    let mut remark = Remark::default();
    let lines: Vec<&str> = text.split(['\n', '\u{C}', '\u{2028}']).collect();
    for (line, printed) in lines.iter().zip(gutters_in(&lines)) {
        let end = start + line.chars().count();
        let code: String = line.chars().skip(printed).collect();
        // The number of a reference looks like that of a line of code.
        let is_reference = line.trim_start().starts_with('[') && code.contains(". ");
        let line = if is_reference { *line } else { &code };
        if line.trim_start().starts_with("```") {
            // A Markdown fence, before or behind a listing.
            run.finish(&mut found);
            start = end + 1;
            continue;
        }
        let looks = line_form(line);
        // A long comment inside a program is prose by its form.
        let looks = if remark.holds(line) && looks == LineForm::Prose {
            LineForm::Blank
        } else {
            looks
        };
        match looks {
            LineForm::Blank => {}
            form @ (LineForm::Code | LineForm::Perhaps) => run.add(start, end, form),
            LineForm::Prose => {
                run.gap += usize::from(run.span.is_some());
                if run.gap > GAP {
                    run.finish(&mut found);
                }
            }
        }
        start = end + 1;
    }
    run.finish(&mut found);
    found
}

/// Maximum number of lines of a comment within a program.
const REMARK: usize = 30;

/// State that tells whether a line is within a comment of several lines.
#[derive(Default)]
struct Remark {
    end: Option<&'static str>,
    lines: usize,
}

impl Remark {
    fn holds(&mut self, line: &str) -> bool {
        let line = line.trim();
        if let Some(end) = self.end {
            self.lines += 1;
            if line.contains(end) || self.lines > REMARK {
                self.end = None;
            }
            return self.lines <= REMARK;
        }
        let marks = [("\"\"\"", "\"\"\""), ("'''", "'''"), ("/*", "*/")];
        let begun = marks.iter().find(|(mark, _)| line.starts_with(mark));
        self.end = begun
            .filter(|(mark, end)| !line[mark.len()..].contains(end))
            .map(|(_, end)| *end);
        self.lines = 0;
        begun.is_some()
    }
}

/// Lines that may form a listing.
#[derive(Default)]
struct Run {
    span: Option<Span>,
    code: usize,
    perhaps: usize,
    gap: usize,
    gaps: usize,
}

impl Run {
    fn add(&mut self, start: usize, end: usize, form: LineForm) {
        let added = Span::of(start, end);
        let start = self.span.map_or(added.start, |span| span.start);
        self.span = Some(Span { start, ..added });
        if form == LineForm::Code {
            self.code += 1;
        } else {
            self.perhaps += 1;
        }
        self.gaps += self.gap;
        self.gap = 0;
    }

    fn finish(&mut self, found: &mut Vec<Span>) {
        let run = std::mem::take(self);
        let is_listing = run.code + run.perhaps >= LEAST
            && run.code >= 3
            && run.code * 2 >= run.perhaps + run.gaps;
        found.extend(run.span.filter(|_| is_listing));
    }
}

#[cfg(test)]
mod tests {
    use super::listings;
    use proptest::prelude::*;

    fn found(text: &str) -> Vec<String> {
        let spans = listings(text);
        spans
            .into_iter()
            .map(|span| {
                text.chars()
                    .skip(span.indices().start)
                    .take(span.indices().len())
                    .collect()
            })
            .collect()
    }

    #[test]
    fn code_between_paragraphs_is_found() {
        let code = "import numpy as np\n\ndef mean(rows):\n    total = 0\n    for row in rows:\n        total = total + row[1]\n    # 平均值\n    return total / len(rows)";
        let text = format!(
            "本节介绍程序。\n代码如下：\n{code}\n运行结果见表。\n数据来自实验。\n结论在下一节。"
        );
        assert_eq!(found(&text), [code]);
        let code = "int main() {\n    int a = 5;\n    printf(\"你好世界\");\n    return 0;\n}";
        assert_eq!(found(&format!("如下所示。\n{code}\n")), [code]);
    }

    #[test]
    fn long_comments_do_not_cut_a_listing() {
        let remark = "    返回所有读数的平均值，不计空行。\n".repeat(5);
        let code = format!(
            "def mean(rows):\n    \"\"\"\n{remark}    \"\"\"\n    total = sum(rows)\n    count = len(rows)\n    return total / count"
        );
        let text = format!("正文。\n{code}\n正文。\n");
        assert_eq!(found(&text), [code]);
    }

    #[test]
    fn what_a_tool_printed_before_each_line_hides_no_listing() {
        let code = [
            "int main() {",
            "int a = 5;",
            "printf(\"%d\", a);",
            "a = read(7);",
            "return a;",
            "}",
        ];
        for [open, close] in [
            ["[", "] "],
            ["(", ") "],
            ["L", ": "],
            ["/* ", "*/ "],
            ["", "│"],
        ] {
            let lines = (1..).zip(code);
            let lines = lines.map(|(n, code)| format!("{open}{n}{close}{code}"));
            let lines = lines.collect::<Vec<_>>().join("\n");
            assert_eq!(found(&format!("程序如下。\n\n\n{lines}\n结论。")), [lines]);
        }
        for prompt in ["> ", ">>> ", "+", "In [3]: "] {
            let lines = code.map(|code| format!("{prompt}{code}")).join("\n");
            assert_eq!(found(&format!("程序如下。\n\n\n{lines}\n结论。")), [lines]);
        }
    }

    #[test]
    fn prose_references_formulas_and_terminals_are_none() {
        let prose = "For each class we return to the case of\nwhile the others (see above) try this;\nif we import it, let us print it.\n".repeat(4);
        let references = (1..9).map(|n| format!("[{n}] Li W. Use of x = y. 2019, 3(2): 1-9;"));
        let references = references.collect::<Vec<_>>().join("\n");
        let formulas = "y = a x + b (3-1)\nf(x) = x + 1\nF = m a (2)\n".repeat(4);
        let terminal =
            "user@host:~$ ls -la\ntotal 12\ndrwxr-xr-x 2 user user 4096 (Mar 3)\n".repeat(4);
        for text in [prose, references, formulas, terminal] {
            assert!(found(&text).is_empty(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn listings_ascend_within_any_text(text in "([a-z]{1,5} = f\\(1\\);\n|\\PC{0,20}\n){0,20}") {
            let mut before = 0;
            for span in listings(&text) {
                let span = span.indices();
                prop_assert!(before <= span.start && span.start < span.end && span.end <= text.chars().count());
                before = span.end;
            }
        }
    }
}
