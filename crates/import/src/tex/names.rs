//! Names that a LaTeX document defines: macros for plain text, and the numbers of its sources.

use super::source::Source;
use super::walker::Walker;

/// Maximum length in bytes of a macro that is filled in; longer ones are not short names for words.
const LONGEST_MACRO: usize = 200;
/// Number of bytes in which a definition or a key must end.
const LONGEST_HEAD: usize = 1_000;

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
                let next = self.sources.len() + 1;
                self.sources.entry(key.trim().to_owned()).or_insert(next);
            }
        }
    }

    /// Takes the macros of a preamble that have no arguments: those that stand for plain text, and all for formulas.
    pub(super) fn define(&mut self, preamble: &str) {
        for command in [
            "\\newcommand",
            "\\renewcommand",
            "\\providecommand",
            "\\def",
            "\\DeclareMathOperator",
        ] {
            for (at, _) in preamble.match_indices(command) {
                let after = Source::new(&preamble[at + command.len()..]).head(LONGEST_HEAD);
                let Some((name, body)) = defined(after) else {
                    continue;
                };
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
/// one, or a long one.
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
    let body = here.group()?;
    (body.len() <= LONGEST_MACRO && !body.contains('#')).then_some((name, body))
}
