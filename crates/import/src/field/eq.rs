//! EQ fields: the small language in which Word writes enclosed, combined and annotated characters, fractions, roots and
//! similar. Their letters are read in the order in which a reader sees them.

/// Maximum nesting of parentheses; deeper content is read as plain text.
const DEEPEST: usize = 32;
/// Shapes around an enclosed character.
const ENCLOSURES: &str = "○〇◯□◇△▽☐⬜◻●■";
/// Maximum number of letters of a pronunciation for each ideograph.
const PRONUNCIATION: usize = 10;

/// Returns the letters that an EQ field shows.
pub(super) fn shown(code: &str) -> String {
    let mut reader = Reader {
        rest: code,
        annotates: code.contains("hps") || code.contains("\\* jc") || code.contains("\\*jc"),
    };
    let mut out = String::new();
    while !reader.rest.is_empty() {
        reader.sequence(0, &mut out);
        // A parenthesis or comma outside of all instructions is text.
        if let Some(c) = reader.next() {
            out.push(c);
        }
    }
    out.trim().to_owned()
}

struct Reader<'a> {
    rest: &'a str,
    /// Whether the field is one of a pronunciation above the letters.
    annotates: bool,
}

impl Reader<'_> {
    fn next(&mut self) -> Option<char> {
        let c = self.rest.chars().next()?;
        self.rest = &self.rest[c.len_utf8()..];
        Some(c)
    }

    fn skip_space(&mut self) {
        self.rest = self.rest.trim_start();
    }

    /// Reads text and instructions up to a comma, a parenthesis or the end.
    fn sequence(&mut self, depth: usize, out: &mut String) {
        while let Some(c) = self.rest.chars().next() {
            match c {
                ',' | ';' | ')' => return,
                '(' if depth < DEEPEST => {
                    // Parentheses that belong to no instruction are text.
                    out.push('(');
                    let parts = self.list(depth);
                    out.push_str(&parts.join(","));
                    out.push(')');
                }
                '\\' => {
                    self.next();
                    match self.rest.chars().next() {
                        Some(letter) if letter.is_ascii_alphabetic() => {
                            self.instruction(depth, out);
                        }
                        Some('*') => self.format(),
                        // An escaped character is itself.
                        Some(_) => out.extend(self.next()),
                        None => {}
                    }
                }
                _ => out.extend(self.next()),
            }
        }
    }

    /// Passes over a switch of a format: `\* jc2`, `\* "Font:宋体"`.
    fn format(&mut self) {
        self.next();
        self.skip_space();
        let end = if self.rest.starts_with('"') {
            self.rest[1..].find('"').map(|end| end + 2)
        } else {
            self.rest.find([' ', '\\'])
        };
        self.rest = &self.rest[end.unwrap_or(self.rest.len())..];
        self.skip_space();
    }

    fn letters(&mut self) -> String {
        let end = self.rest.find(|c: char| !c.is_ascii_alphabetic());
        let (letters, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest;
        letters.to_ascii_lowercase()
    }

    /// Reads an instruction with its options and its list.
    fn instruction(&mut self, depth: usize, out: &mut String) {
        let name = self.letters();
        let mut bracket = (None, None);
        let mut sign = '∫';
        loop {
            self.skip_space();
            // An option may have a number: `\up 5`.
            let digits = self
                .rest
                .trim_start_matches(|c: char| c.is_ascii_digit() || c == '-');
            if digits.trim_start().starts_with(['(', '\\']) {
                self.rest = digits.trim_start();
            }
            if self.rest.starts_with('(') || !self.rest.starts_with('\\') || depth >= DEEPEST {
                break;
            }
            let before = self.rest;
            self.next();
            match self.letters().as_str() {
                "al" | "ac" | "ar" | "ad" | "co" | "vs" | "hs" | "fo" | "ba" | "li" | "up"
                | "do" | "di" | "ai" | "to" | "bo" | "le" | "ri" | "in" => {}
                "su" => sign = '∑',
                "pr" => sign = '∏',
                "fc" | "vc" => {
                    self.next();
                    sign = self.next().unwrap_or(sign);
                }
                option @ ("lc" | "rc" | "bc") => {
                    self.next();
                    let c = self.next();
                    match option {
                        "lc" => bracket.0 = c,
                        "rc" => bracket.1 = c,
                        _ => bracket = (c, c.map(closing)),
                    }
                }
                _ => {
                    self.rest = before;
                    break;
                }
            }
        }
        if !self.rest.starts_with('(') || depth >= DEEPEST {
            return;
        }
        let overlays_annotation = self.annotates && name == "o";
        let raised = overlays_annotation && self.rest[1..].trim_start().starts_with("\\s");
        let parts = self.list(depth);
        let part = |at: usize| parts.get(at).map_or("", String::as_str);
        match name.as_str() {
            "f" => out.extend([&*grouped(part(0)), "/", &grouped(part(1))]),
            "r" if parts.len() > 1 => out.extend([part(0), "√", &grouped(part(1))]),
            "r" => out.extend(["√", &grouped(part(0))]),
            "b" => {
                let (left, right) = match bracket {
                    (None, None) => ('(', ')'),
                    (left, right) => (left.unwrap_or(' '), right.unwrap_or(' ')),
                };
                out.push(left);
                out.push_str(&parts.join(","));
                out.push(right);
            }
            "i" => {
                out.push(sign);
                out.push_str(&parts.join(" "));
            }
            "l" => out.push_str(&parts.join(",")),
            "a" => out.push_str(&parts.join(" ")),
            "o" => overlay(&parts, raised, out),
            _ => out.extend(parts.iter().map(String::as_str)),
        }
    }

    /// Reads the elements in parentheses.
    fn list(&mut self, depth: usize) -> Vec<String> {
        self.next();
        let mut parts = Vec::new();
        loop {
            let mut part = String::new();
            self.sequence(depth + 1, &mut part);
            parts.push(part.trim().to_owned());
            match self.next() {
                Some(',' | ';') => {}
                _ => return parts,
            }
        }
    }
}

fn closing(open: char) -> char {
    match open {
        '(' => ')',
        '[' => ']',
        '{' => '}',
        '<' => '>',
        other => other,
    }
}

/// Puts parentheses around text with characters other than letters, digits and points.
fn grouped(text: &str) -> String {
    if text.chars().all(|c| c.is_alphanumeric() || c == '.') {
        text.to_owned()
    } else {
        format!("({text})")
    }
}

/// Writes characters that stand on one another: without a shape around them, and without their pronunciation.
fn overlay(parts: &[String], is_first_raised: bool, out: &mut String) {
    let is_ideograph = |c: char| matches!(c, '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}');
    if let [above, below] = parts
        && is_first_raised
        && !above.contains(is_ideograph)
        && above.chars().count()
            <= PRONUNCIATION * below.chars().filter(|&c| is_ideograph(c)).count()
    {
        out.push_str(below);
        return;
    }
    let is_enclosure = |part: &str| {
        let mut all = part.chars();
        all.next().is_some_and(|c| ENCLOSURES.contains(c)) && all.next().is_none()
    };
    let has_other = parts
        .iter()
        .any(|part| !is_enclosure(part) && !part.is_empty());
    for part in parts {
        if !(has_other && is_enclosure(part)) {
            out.push_str(part);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn letters_stand_in_the_order_in_which_they_are_seen() {
        for (code, wanted) in [
            (r" \o\ac(○,注) ", "注"),
            (r"\o(\s\up 5(公司),\s\do 2(合并))", "公司合并"),
            (
                r#"\* jc2 \* "Font:宋体" \* hps10 \o\ad(\s\up 9(pīn),拼)"#,
                "拼",
            ),
            (
                r"\* jc2 \* hps10 \o\ad(\s\up 9(整句话藏在这里),拼)",
                "整句话藏在这里拼",
            ),
            (r"\f(3,4)", "3/4"),
            (r"\f(a+b;2)", "(a+b)/2"),
            (r"\r(2)", "√2"),
            (r"\r(3,x+1)", "3√(x+1)"),
            (r"\a\al\co2\vs3(甲,乙,丙,丁)", "甲 乙 丙 丁"),
            (r"\b\lc\{(\a(x=1,y=2))", "{x=1 y=2 "),
            (r"\b\bc\[(甲)", "[甲]"),
            (r"\b(甲)", "(甲)"),
            (r"\i\su(i=1,n,x)", "∑i=1 n x"),
            (r"\l(甲,乙)", "甲,乙"),
            (r"\x\to\bo(框中)", "框中"),
            (r"\d\fo10\li()下划", "下划"),
            (r"x\s\up8(2)", "x2"),
            (r"\o(一,\x(二\,三))", "一二,三"),
            (r"前(中)后", "前(中)后"),
            (r"\o(没有结束", "没有结束"),
            (r"\x(\x(\x(深)))", "深"),
            (r"\\)(", r"\)()"),
        ] {
            assert_eq!(shown(code), wanted.trim_end(), "{code}");
        }
        let deep = r"\x(".repeat(10_000) + "底";
        assert!(shown(&deep).contains('底'));
    }

    proptest! {
        #[test]
        fn no_plain_letter_is_lost(code in "(\\\\[oxsabl](\\\\al|\\\\up ?[0-9])?\\(|[甲乙丙丁]|,|\\)| ){0,40}") {
            let letters = |text: &str| text.chars().filter(|c| "甲乙丙丁".contains(*c)).count();
            prop_assert_eq!(letters(&shown(&code)), letters(&code));
        }

        #[test]
        fn no_code_harms_it(code in "[a-z\\\\(),;*\" ○甲0-9-]{0,60}") {
            let _ = shown(&code);
        }
    }
}
