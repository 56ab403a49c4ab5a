//! Names that a LaTeX document defines: macros for plain text, and the numbers of its sources.

use super::definitions::LONGEST_BODY;
use super::source::Source;
use super::walker::Walker;

/// Number of bytes in which the key of a source, or the head of a definition, must end.
const LONGEST_HEAD: usize = 1_000;
/// Multiple of the source's length that is read for definitions: those that never end would each be read again.
const READINGS: usize = 64;

impl Walker {
    /// Numbers the cited sources in the order of their list.
    pub(super) fn number_sources(&mut self, source: &str) {
        for (at, _) in source.match_indices("\\bibitem") {
            let mut here = Source::new(&source[at + "\\bibitem".len()..]).head(LONGEST_HEAD);
            here.skip_option();
            if here.peek() == Some('{') {
                let key: String = here
                    .line()
                    .chars()
                    .skip(1)
                    .take_while(|&c| c != '}')
                    .collect();
                self.number(key.trim());
            }
        }
    }

    /// Takes the macros of a preamble that have no arguments: those that stand for plain text, and all for formulas.
    pub(super) fn define(&mut self, preamble: &str) {
        let mut left = preamble.len().saturating_mul(READINGS);
        for command in [
            "\\newcommand",
            "\\renewcommand",
            "\\providecommand",
            "\\def",
            "\\DeclareMathOperator",
        ] {
            for (at, _) in preamble.match_indices(command) {
                let after = Source::new(&preamble[at + command.len()..]);
                let Some((name, body)) = defined(after.head(LONGEST_HEAD + LONGEST_BODY)) else {
                    continue;
                };
                let Some(rest) = left.checked_sub(body.len()) else {
                    return;
                };
                left = rest;
                if body.len() > LONGEST_BODY || body.contains('#') {
                    continue;
                }
                if command == "\\newcommand" && !body.contains(['\\', '#', '$', '{']) {
                    self.macros.insert(name.to_owned(), body.to_owned());
                }
                let body = if command == "\\DeclareMathOperator" {
                    format!("\\operatorname{{{body}}}")
                } else {
                    body.to_owned()
                };
                self.formula_macros.insert(name.to_owned(), body);
            }
        }
    }

    pub(super) fn source_of_list(&mut self, here: &mut Source<'_>) {
        here.skip_option();
        let key = here.group().unwrap_or_default().trim();
        let number = self.number(key);
        self.line();
        self.text.push('[');
        self.text.push_str(&number.to_string());
        self.text.push_str("] ");
        here.skip_space();
    }

    pub(super) fn number(&mut self, key: &str) -> usize {
        let next = self.sources.len() + 1;
        *self.sources.entry(key.to_owned()).or_insert(next)
    }

    pub(super) fn cite(&mut self, here: &mut Source<'_>) {
        let keys = here.group().unwrap_or_default();
        let numbers: Vec<String> = keys
            .split(',')
            .map(|key| self.number(key.trim()).to_string())
            .collect();
        self.text.push('[');
        self.text.push_str(&numbers.join(","));
        self.text.push(']');
    }
}

/// Returns the name and the text of a macro without arguments, after the command that defines it; `None` for another
/// one.
fn defined(mut here: Source<'_>) -> Option<(&str, &str)> {
    here.take("*");
    let is_braced = here.take("{");
    if !here.take("\\") {
        return None;
    }
    let name = here.letters();
    if name.is_empty() || is_braced && !here.take("}") || here.peek() != Some('{') {
        return None;
    }
    Some((name, here.group()?))
}
