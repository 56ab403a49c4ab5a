//! Whether a line of a report looks like code, by itself.

/// What a line looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Blank,
    /// Can hardly be anything else.
    Code,
    /// May stand in code: comments, single brackets, expressions.
    Perhaps,
    Prose,
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

/// What begins a heading, a picture or a row of a table in Markdown.
const MARKDOWN: &[&str] = &["## ", "### ", "#### ", "![", "|"];
/// Code that stands alone in its line and says nothing by itself.
const LONELY: &[&str] = &[
    "{", "}", "};", "})", "});", ")", ");", "else", "end", "end;", "begin", "else:", "try:",
];

/// What is counted in a line.
#[derive(Default)]
struct Counts {
    length: usize,
    chinese: usize,
    signs: usize,
    brackets: usize,
    formula: bool,
}

impl Counts {
    fn of(line: &str) -> Self {
        let mut counts = Self::default();
        for c in line.chars() {
            counts.length += 1;
            match c {
                '\u{3400}'..='\u{9FFF}' | '，' | '。' | '；' | '：' => counts.chinese += 1,
                '=' | '<' | '>' | ';' | '_' | '&' | '|' | '"' | '+' | '*' | '\'' => {
                    counts.signs += 1;
                }
                '(' | ')' | '[' | ']' | '{' | '}' => counts.brackets += 1,
                '∑'
                | '∈'
                | '−'
                | '∀'
                | '∫'
                | '∞'
                | '≤'
                | '≥'
                | '∝'
                | '∂'
                | '×'
                | '√'
                | 'α'..='ω' => counts.formula = true,
                _ => {}
            }
        }
        counts
    }
}

/// What a line looks like by itself.
pub(crate) fn form(line: &str) -> Form {
    let line = line.trim();
    let line = line
        .trim_start_matches(|c: char| c.is_ascii_digit())
        .trim_start();
    if line.is_empty() {
        return Form::Blank;
    }
    let counts = Counts::of(line);
    if counts.formula || begins(line, MARKDOWN) || line.contains("```") {
        return Form::Prose;
    }
    if begins(line, DIRECTIVES) || is_import(line) {
        return Form::Code;
    }
    if begins(line, &["//", "/*", "*/", "<!--"]) {
        return Form::Perhaps;
    }
    if begins(line, PROMPTS) || line.contains('@') && line.contains(":~") {
        return Form::Prose;
    }
    // Comments and texts behind code may be Chinese.
    let code = line.split("//").next().unwrap_or(line).trim_end();
    let code = if code.is_empty() { line } else { code };
    let quotes = code.contains(['"', '\'']);
    if counts.chinese * 3 > counts.length && !quotes && code.len() == line.len() {
        return Form::Prose;
    }
    if LONELY.contains(&code) {
        return Form::Perhaps;
    }
    let words = code.split_whitespace();
    let words = words
        .filter(|word| word.len() > 1 && word.bytes().all(|c| c.is_ascii_alphabetic()))
        .count();
    // A reference may end with a semicolon, a sentence begin with "for".
    let prosaic = words > 7 && !quotes
        || code.starts_with('[')
        || code.contains(". ") && words > 3 && !quotes;
    if !prosaic && is_statement(code, &counts, words) {
        return Form::Code;
    }
    let comment = line.starts_with('#') || line.starts_with('%') && !line.starts_with("%)");
    let leaves = begins(code, &["return ", "break", "continue", "pass"]);
    let leaves = leaves && counts.chinese == 0 && words <= 4 && !code.ends_with(['.', ',']);
    let signs = counts.signs + counts.brackets;
    let expression =
        counts.chinese == 0 && !prosaic && signs * 8 >= counts.length && signs >= 2 && words <= 7;
    if comment || leaves || expression {
        Form::Perhaps
    } else {
        Form::Prose
    }
}

fn begins(line: &str, with: &[&str]) -> bool {
    with.iter().any(|beginning| line.starts_with(beginning))
}

/// Whether code can hardly be anything but a statement, or its beginning or end.
fn is_statement(code: &str, counts: &Counts, words: usize) -> bool {
    let ends = code.ends_with(';') && (counts.signs > 1 || counts.brackets > 0 || words <= 3)
        || code.ends_with('{')
        || code.ends_with("):")
        || code.ends_with('}') && counts.brackets > 1;
    let marked = counts.signs + counts.brackets > 0 || code.ends_with(':');
    ends || marked && begins(code, BEGINNINGS) || is_assigned_call(code)
}

fn is_import(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.as_slice() {
        ["import" | "package", name] | ["from", name, "import", ..] => name.is_ascii(),
        ["import", name, "as", other] => name.is_ascii() && other.is_ascii(),
        ["import", ..] => {
            line.ends_with(';') || (line.contains(',') && line.is_ascii() && words.len() < 6)
        }
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
    use super::{Form, form};

    #[test]
    fn single_lines_have_a_form() {
        assert_eq!(form("  12  for (int i = 0; i < n; i++) {"), Form::Code);
        assert_eq!(form("total = sum(rows)"), Form::Code);
        assert_eq!(form("}"), Form::Perhaps);
        assert_eq!(form("return total / count"), Form::Perhaps);
        assert_eq!(form("For this reason we return to (3)."), Form::Prose);
        assert_eq!(form("其中x表示速度；"), Form::Prose);
        assert_eq!(form("  "), Form::Blank);
    }
}
