//! Finds listings in the text of a report, wherever they stand: runs of lines with the form of code.

use crate::Span;

/// Minimum number of lines of code in a listing.
const LEAST: usize = 5;
/// Most lines in a row without the form of code inside a listing: a broken line, a page's number and its running head.
const GAP: usize = 2;

/// What a line looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Blank,
    /// Can hardly be anything else.
    Code,
    /// May stand in code: comments, single brackets, expressions.
    Perhaps,
    Prose,
}

/// The listings of a text, ascending, from the beginning of a line to the end of one.
#[must_use]
pub fn listings(text: &str) -> Vec<Span> {
    let mut found = Vec::new();
    let mut run = Run::default();
    let mut start = 0;
    let mut remark = Remark::default();
    for line in text.split(['\n', '\u{C}', '\u{2028}']) {
        let end = start + line.chars().count();
        if line.trim_start().starts_with("```") {
            // A Markdown fence, before or behind a listing.
            run.finish(&mut found);
            start = end + 1;
            continue;
        }
        let looks = form(line);
        // A long comment inside a program is prose by its form.
        let looks = if remark.holds(line) && looks == Form::Prose {
            Form::Blank
        } else {
            looks
        };
        match looks {
            Form::Blank => {}
            form @ (Form::Code | Form::Perhaps) => run.add(start, end, form),
            Form::Prose => {
                run.gap += 1;
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

/// Most lines of a comment that is one of a program.
const REMARK: usize = 30;

/// Whether lines stand between the marks of a comment of several lines.
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

/// Lines that may become a listing.
#[derive(Default)]
struct Run {
    span: Option<Span>,
    code: usize,
    perhaps: usize,
    gap: usize,
    gaps: usize,
}

impl Run {
    fn add(&mut self, start: usize, end: usize, form: Form) {
        let from = self.span.map_or(start, |span| span.start);
        self.span = Some(Span { start: from, end });
        if form == Form::Code {
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

/// What a statement begins with, given that signs of code follow.
const BEGINNINGS: &[&str] = &[
    "def ",
    "class ",
    "public ",
    "private ",
    "protected ",
    "static ",
    "void ",
    "int ",
    "float ",
    "double ",
    "char ",
    "bool ",
    "return",
    "if ",
    "if(",
    "for ",
    "for(",
    "while ",
    "while(",
    "switch",
    "case ",
    "try",
    "catch",
    "function ",
    "var ",
    "let ",
    "const ",
    "print",
    "elif ",
    "else",
    "except",
    "fn ",
    "func ",
    "struct ",
    "typedef ",
    "unsigned ",
    "namespace ",
    "with ",
    "self.",
    "async ",
    "await ",
    "assign ",
    "always",
    "module ",
    "@",
    "}",
    "raise ",
    "throw ",
    "cout",
    "cin",
    "echo ",
];
/// What begins a line of code by itself.
const DIRECTIVES: &[&str] = &[
    "#include",
    "#define",
    "#ifdef",
    "#ifndef",
    "#endif",
    "#pragma",
    "using namespace",
    "<?php",
];
/// What begins the line of a terminal.
const PROMPTS: &[&str] = &[
    "$ ", "# ", "> ", ">>> ", "mysql>", "sqlite>", "root@", "PS ", "C:\\", "sudo ", "~$",
];

fn form(line: &str) -> Form {
    let line = line.trim();
    let line = line
        .trim_start_matches(|c: char| c.is_ascii_digit())
        .trim_start();
    if line.is_empty() {
        return Form::Blank;
    }
    let mut length = 0_usize;
    let (mut chinese, mut signs, mut brackets) = (0_usize, 0_usize, 0_usize);
    for c in line.chars() {
        length += 1;
        match c {
            '\u{3400}'..='\u{9FFF}' | '，' | '。' | '；' | '：' => chinese += 1,
            '=' | '<' | '>' | ';' | '_' | '&' | '|' | '"' | '+' | '*' | '\'' => signs += 1,
            '(' | ')' | '[' | ']' | '{' | '}' => brackets += 1,
            '∑' | '∈' | '−' | '∀' | '∫' | '∞' | '≤' | '≥' | '∝' | '∂' | '×' | '√' | 'α'..='ω' =>
            {
                return Form::Prose;
            }
            _ => {}
        }
    }
    if ["## ", "### ", "#### ", "![", "|"]
        .iter()
        .any(|mark| line.starts_with(mark))
        || line.contains("```")
    {
        return Form::Prose;
    }
    if DIRECTIVES.iter().any(|word| line.starts_with(word)) || is_import(line) {
        return Form::Code;
    }
    if ["//", "/*", "*/", "<!--"]
        .iter()
        .any(|mark| line.starts_with(mark))
    {
        return Form::Perhaps;
    }
    if PROMPTS.iter().any(|prompt| line.starts_with(prompt))
        || line.contains("@") && line.contains(":~")
    {
        return Form::Prose;
    }
    // Comments and texts behind code may be Chinese.
    let code = line.split("//").next().unwrap_or(line).trim_end();
    let code = if code.is_empty() { line } else { code };
    let quotes = code.contains(['"', '\'']);
    if chinese * 3 > length && !quotes && code.len() == line.len() {
        return Form::Prose;
    }
    if matches!(
        code,
        "{" | "}"
            | "};"
            | "})"
            | "});"
            | ")"
            | ");"
            | "else"
            | "end"
            | "end;"
            | "begin"
            | "else:"
            | "try:"
    ) {
        return Form::Perhaps;
    }
    let words = code
        .split_whitespace()
        .filter(|word| word.len() > 1 && word.bytes().all(|c| c.is_ascii_alphabetic()))
        .count();
    // A reference may end with a semicolon, a sentence begin with "for".
    let prosaic = words > 7 && !quotes
        || code.starts_with('[')
        || code.contains(". ") && words > 3 && !quotes;
    if !prosaic {
        let ends = code.ends_with(';') && (signs > 1 || brackets > 0 || words <= 3)
            || code.ends_with('{')
            || code.ends_with("):")
            || code.ends_with('}') && brackets > 1;
        let begins = signs + brackets > 0 && BEGINNINGS.iter().any(|word| code.starts_with(word));
        let begins =
            begins || BEGINNINGS.iter().any(|word| code.starts_with(word)) && code.ends_with(':');
        if ends || begins || is_assigned_call(code) {
            return Form::Code;
        }
    }
    if line.starts_with('#') || line.starts_with('%') && !line.starts_with("%)") {
        return Form::Perhaps;
    }
    let leaves = ["return ", "break", "continue", "pass"]
        .iter()
        .any(|word| code.starts_with(word));
    if leaves && chinese == 0 && words <= 4 && !code.ends_with(['.', ',']) {
        return Form::Perhaps;
    }
    if chinese == 0
        && !prosaic
        && (signs + brackets) * 8 >= length
        && signs + brackets >= 2
        && words <= 7
    {
        return Form::Perhaps;
    }
    Form::Prose
}

fn is_import(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.as_slice() {
        ["import" | "package", name] => name.is_ascii(),
        ["import", name, "as", other] => name.is_ascii() && other.is_ascii(),
        ["import", ..] => {
            line.ends_with(';') || (line.contains(',') && line.is_ascii() && words.len() < 6)
        }
        ["from", name, "import", ..] => name.is_ascii(),
        _ => false,
    }
}

/// `name = call(...)`, or a call by itself: a formula has no names of several letters before its brackets.
fn is_assigned_call(code: &str) -> bool {
    let is_name = |name: &str| {
        name.len() > 2
            && name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && name
                .bytes()
                .all(|c| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'.' | b'[' | b']'))
    };
    let called = |code: &str| {
        code.split_once('(')
            .is_some_and(|(name, _)| is_name(name.trim_start()))
    };
    match code.split_once('=') {
        Some((left, right)) if !left.contains('(') => {
            let left = left.trim_end_matches(['+', '-', '*', '/', ':', '!', '<', '>', ' ']);
            let marked =
                right.contains(['"', '\'', '[']) || right.contains("self.") || called(right);
            left.split([',', ' '])
                .filter(|name| !name.is_empty())
                .all(is_name)
                && marked
                && left.is_ascii()
        }
        _ => called(code) && code.ends_with([')', ',', '(']),
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
                    .skip(span.start)
                    .take(span.end - span.start)
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
        assert_eq!(
            found(&format!("正文。\n{code}\n正文。\n")),
            [code.clone()],
            "{code}"
        );
    }

    #[test]
    fn prose_references_formulas_and_terminals_are_none() {
        let prose = "For each class we return to the case of\nwhile the others (see above) try this;\nif we import it, let us print it.\n".repeat(4);
        let references =
            "[1] Zhang S, Li W. On the use of x = y. Journal, 2019, 3(2): 1-9;\n".repeat(8);
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
                prop_assert!(before <= span.start && span.start < span.end && span.end <= text.chars().count());
                before = span.end;
            }
        }
    }
}
