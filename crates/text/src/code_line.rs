//! Whether a single line of a text looks like program code.

/// Kind of a line, judged by itself, without the lines around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineForm {
    /// Blank line, or a line that is only a number.
    Blank,
    /// Program code: the line can hardly be anything else.
    Code,
    /// Possibly code: a comment, a single bracket or keyword, an expression, or a clause of SQL.
    Perhaps,
    /// Prose, a formula, a heading, or the line of a terminal.
    Prose,
}

/// Beginnings of statements, if signs of code follow.
#[rustfmt::skip]
const BEGINNINGS: &[&str] = &[
    "def ", "class ", "public ", "private ", "protected ", "static ", "void ", "int ", "float ", "double ", "char ", "bool ", "return",
    "if ", "if(", "for ", "for(", "while ", "while(", "switch", "case ", "try", "catch", "function ", "var ", "let ", "const ", "print",
    "elif ", "else", "except", "fn ", "func ", "struct ", "typedef ", "unsigned ", "namespace ", "with ", "self.", "async ", "await ",
    "assign ", "always", "module ", "@", "}", "raise ", "throw ", "cout", "cin", "echo ",
];
/// Beginnings of lines that are code even without other signs.
#[rustfmt::skip]
const DIRECTIVES: &[&str] = &[
    "#include", "#define", "#ifdef", "#ifndef", "#endif", "#pragma", "using namespace", "<?php",
];
/// Beginnings of SQL statements, in lower case; lines are compared regardless of case.
#[rustfmt::skip]
const SQL: &[&str] = &[
    "alter table ", "create ", "delete from ", "drop ", "group by ", "insert into ", "order by ", "primary key", "foreign key", "select ",
    "values (", "values(",
];
/// Beginnings of clauses within an SQL statement. A line that begins with one in capitals is almost certainly SQL; in
/// lower case it may be English.
#[rustfmt::skip]
const SQL_PARTS: &[&str] = &[
    "and ", "from ", "having ", "inner join ", "join ", "left join ", "limit ", "on ", "or ", "right join ", "set ", "union", "update ",
    "where ",
];
/// Column types in SQL.
#[rustfmt::skip]
const COLUMN_TYPES: &[&str] = &[
    "bigint", "boolean", "char", "date", "datetime", "decimal", "float", "int", "integer", "numeric", "real", "serial", "smallint",
    "text", "timestamp", "varchar",
];
/// Beginnings of VHDL declarations, in lower case; lines are compared regardless of case.
#[rustfmt::skip]
const VHDL: &[&str] = &[
    "architecture ", "component ", "constant ", "elsif ", "end architecture", "end entity", "end process", "entity ", "library ",
    "port (", "port(", "process (", "process(", "signal ", "use ieee", "variable ", "when ",
];
/// Beginnings of lines in a terminal.
#[rustfmt::skip]
const PROMPTS: &[&str] = &[
    "$ ", "# ", "> ", ">>> ", "mysql>", "sqlite>", "root@", "PS ", "C:\\", "sudo ", "~$",
];

/// Beginnings of headings, pictures and table rows in Markdown.
const MARKDOWN: &[&str] = &["## ", "### ", "#### ", "![", "|"];
/// Code that stands alone on a line and proves nothing by itself.
#[rustfmt::skip]
const LONELY: &[&str] = &[
    "{", "}", "};", "})", "});", ")", ");", "else", "end", "end;", "begin", "else:", "try:", "END", "END;", "BEGIN", "do", "done", "esac",
    "fi", "then", ";;",
];

/// Counts of signs and words in a line.
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

/// Returns the kind of a line of a report or an appendix, judged by itself. A line number before the code is ignored, and the quotation
/// marks and full-width signs of a word processor may stand for those of a program.
#[must_use]
pub fn line_form(line: &str) -> LineForm {
    let form = form_as_written(line);
    let typed = (form == LineForm::Prose).then(|| as_typed(line)).flatten();
    typed.map_or(form, |typed| form_as_written(&typed))
}

/// Returns a line with the signs of a program in place of those that a word processor set; `None` if it has none of these, or if what is
/// neither in quotation marks nor in a comment is a sentence or has no sign of a program.
fn as_typed(line: &str) -> Option<String> {
    let typed: String = line.chars().map(typed_sign).collect();
    let code = typed.split("//").next().unwrap_or_default();
    let outside: String = code.split('"').step_by(2).collect();
    let is_chinese = |c: char| matches!(c, '\u{3400}'..='\u{9FFF}' | '。');
    let is_sentence = outside.contains(is_chinese) || outside.split_whitespace().count() > 7;
    let has_signs = outside.contains(['(', '[', '{', ';', '=', '<', '+']);
    (typed != line && !is_sentence && has_signs).then_some(typed)
}

/// Returns the sign of a program in whose place a word processor may set this one, and every other character unchanged.
fn typed_sign(c: char) -> char {
    match c {
        '“' | '”' => '"',
        '！'..='～' => char::from_u32(u32::from(c) - ('！' as u32 - '!' as u32)).unwrap_or(c),
        other => other,
    }
}

fn form_as_written(line: &str) -> LineForm {
    let line = line.trim();
    let line = line
        .trim_start_matches(|c: char| c.is_ascii_digit())
        .trim_start();
    if line.is_empty() {
        return LineForm::Blank;
    }
    let counts = Counts::of(line);
    if counts.formula || begins(line, MARKDOWN) || line.contains("```") {
        return LineForm::Prose;
    }
    if begins(line, DIRECTIVES) || line.starts_with("#!/") || is_import(line) {
        return LineForm::Code;
    }
    if begins(line, &["//", "/*", "*/", "<!--"]) {
        return LineForm::Perhaps;
    }
    if begins(line, PROMPTS) || line.contains('@') && line.contains(":~") {
        return LineForm::Prose;
    }
    // Comments and texts behind code may be Chinese.
    let code = line.split("//").next().unwrap_or(line).trim_end();
    let code = if code.is_empty() { line } else { code };
    let quotes = code.contains(['"', '\'']);
    if counts.chinese * 3 > counts.length && !quotes && code.len() == line.len() {
        return LineForm::Prose;
    }
    if LONELY.contains(&code) {
        return LineForm::Perhaps;
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
        return LineForm::Code;
    }
    if code.is_ascii()
        && let Some(form) = form_of_query(code, &counts, words)
    {
        return form;
    }
    let comment = line.starts_with('#') || line.starts_with('%') && !line.starts_with("%)");
    let leaves = begins(code, &["return ", "break", "continue", "pass"]);
    let leaves = leaves && counts.chinese == 0 && words <= 4 && !code.ends_with(['.', ',']);
    let signs = counts.signs + counts.brackets;
    let expression =
        counts.chinese == 0 && !prosaic && signs * 8 >= counts.length && signs >= 2 && words <= 7;
    if comment || leaves || expression {
        LineForm::Perhaps
    } else {
        LineForm::Prose
    }
}

fn begins(line: &str, with: &[&str]) -> bool {
    with.iter().any(|beginning| line.starts_with(beginning))
}

/// Returns whether code is almost certainly a statement, or the beginning or end of one.
fn is_statement(code: &str, counts: &Counts, words: usize) -> bool {
    let ends = code.ends_with(';') && (counts.signs > 1 || counts.brackets > 0 || words <= 3)
        || code.ends_with('{')
        || code.ends_with("):")
        || code.ends_with('}') && counts.brackets > 1;
    let marked = counts.signs + counts.brackets > 0 || code.ends_with(':');
    ends || marked && begins(code, BEGINNINGS) || is_assigned_call(code)
}

/// Returns the form of a line of SQL, of VHDL, or of an assignment in a shell; `None` if it is none of them.
fn form_of_query(code: &str, counts: &Counts, words: usize) -> Option<LineForm> {
    let first = code.split([' ', '(', ';']).next().unwrap_or_default();
    let in_capitals = first.len() > 1 && first.bytes().all(|c| c.is_ascii_uppercase());
    let lower = code.to_ascii_lowercase();
    let signs = counts.signs + counts.brackets;
    let ends = code.ends_with([';', ',', '(', ')']);
    if begins(&lower, SQL) && (in_capitals || signs > 0 && (ends || lower.contains(" from "))) {
        return Some(LineForm::Code);
    }
    if begins(&lower, SQL_PARTS)
        && (in_capitals || words <= if signs > 0 { 6 } else { 3 } && !code.ends_with(['.', ',']))
    {
        return Some(if in_capitals && signs > 0 {
            LineForm::Code
        } else {
            LineForm::Perhaps
        });
    }
    let mut parts = lower.split_whitespace();
    let of_column = parts.nth(1).and_then(|kind| kind.split(['(', ',']).next());
    if of_column.is_some_and(|kind| COLUMN_TYPES.contains(&kind))
        && (ends || signs > 1)
        && words <= 8
    {
        return Some(LineForm::Code);
    }
    let declares = lower.ends_with(" is") || ends || code.contains("<=") || code.contains("=>");
    if begins(&lower, VHDL) && declares && words <= 7 {
        return Some(LineForm::Code);
    }
    let (name, value) = code.split_once('=')?;
    let is_variable =
        !name.is_empty() && name.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_');
    (is_variable && value.starts_with(['"', '\'', '$', '('])).then_some(LineForm::Code)
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

/// Returns whether code is `name = call(...)`, or a call by itself. A formula has no names of several letters before
/// its brackets.
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
    use super::{LineForm, line_form};

    #[test]
    fn single_lines_have_a_form() {
        assert_eq!(
            line_form("  12  for (int i = 0; i < n; i++) {"),
            LineForm::Code
        );
        assert_eq!(line_form("total = sum(rows)"), LineForm::Code);
        assert_eq!(line_form("}"), LineForm::Perhaps);
        assert_eq!(line_form("return total / count"), LineForm::Perhaps);
        assert_eq!(
            line_form("For this reason we return to (3)."),
            LineForm::Prose
        );
        assert_eq!(line_form("其中x表示速度；"), LineForm::Prose);
        for line in [
            "SELECT s.name, COUNT(*) AS n",
            "FROM student s JOIN score c ON s.id = c.student_id",
            "  birthday DATE NOT NULL,",
            "create table course (",
            "END PROCESS;",
            "ARCHITECTURE rtl OF alu IS",
            "SIGNAL sum : std_logic_vector(7 DOWNTO 0);",
            "count=$(wc -l < \"$file\")",
            "#!/bin/bash",
        ] {
            assert_eq!(line_form(line), LineForm::Code, "{line}");
        }
        assert_eq!(line_form("where price > 20"), LineForm::Perhaps);
        for line in [
            "Create a table of all students and select one.",
            "from the first chapter on, the author",
            "Set aside the question of why it rains.",
            "On Monday the library opens at ten.",
        ] {
            assert_eq!(line_form(line), LineForm::Prose, "{line}");
        }
        assert_eq!(line_form("  "), LineForm::Blank);
        for line in [
            "printf（“平均值：%d”，sum）；",
            "cout << “请输入年份：” << endl;",
            "x ＝ 5； // 初值",
        ] {
            assert_eq!(line_form(line), LineForm::Code, "{line}");
        }
        for line in [
            "图中“速度”取最大值；",
            "（1）读取数据；",
            "with “good” and “bad” cases",
        ] {
            assert_eq!(line_form(line), LineForm::Prose, "{line}");
        }
    }
}
