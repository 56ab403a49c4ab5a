//! Step before a source is read: removes everything that LaTeX would not print. Conditions are evaluated as far as the
//! source alone decides them. If it does not decide a condition, all its branches stay, with a mark at their beginning.
//!
//! Macros are expanded only where they decide what is printed; the reader does everything else.

use std::collections::HashSet;

use super::conditions::{is_condition, is_raw};
use super::input::Input;
use super::marks::{MARKS, UNDECIDED};
use super::values::{Kind, Value, Values};

/// Maximum length in bytes of all that is filled in or skipped, beside a multiple of the source's length.
const ALLOWANCE: usize = 1 << 20;
const TIMES: usize = 8;
/// Maximum number of conditions that are open.
const MOST_OPEN: usize = 10_000;

/// Condition whose end has not come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Open {
    /// The branch that is printed: the others are skipped.
    Decided,
    /// Each branch is kept.
    Undecided,
}

/// Source that is being processed, with the facts known about it.
pub(super) struct Printer {
    pub(super) input: Input,
    pub(super) out: String,
    pub(super) values: Values,
    open: Vec<Open>,
    /// Number of open conditions that are not decided.
    undecided: usize,
    /// Whether the next assignment holds beyond its group.
    is_global: bool,
    /// Whether the next definition is one with long arguments.
    pub(super) is_long: bool,
    /// Switches that the source declares anywhere.
    switches: HashSet<String>,
    /// Boxes that the source prints anywhere.
    pub(super) boxes: HashSet<String>,
    pub(super) is_beamer: bool,
    budget: usize,
}

/// Returns the source without what LaTeX would not print.
pub(super) fn printed(source: &str) -> String {
    // The marks are no characters, so no source has them to tell something.
    let source: String = source.chars().filter(|c| !MARKS.contains(c)).collect();
    let mut printer = Printer {
        input: Input::new(&source),
        out: String::with_capacity(source.len()),
        values: Values::default(),
        open: Vec::new(),
        undecided: 0,
        is_global: false,
        is_long: false,
        switches: names_after(&source, &["\\newif\\if"]),
        boxes: names_after(
            &source,
            &[
                "\\usebox",
                "\\box",
                "\\copy",
                "\\unhbox",
                "\\unhcopy",
                "\\unvbox",
                "\\unvcopy",
            ],
        ),
        is_beamer: source.contains("{beamer}"),
        budget: ALLOWANCE + TIMES * source.len(),
    };
    printer.run();
    printer.out
}

/// Returns the names after any of these words, without braces and backslash.
fn names_after(source: &str, words: &[&str]) -> HashSet<String> {
    let found = words.iter().flat_map(|word| {
        source.match_indices(word).map(|(at, word)| {
            let rest = source[at + word.len()..].trim_start_matches([' ', '{', '\\', '=']);
            let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '@'));
            rest[..end.unwrap_or(rest.len())].to_owned()
        })
    });
    found.filter(|name| !name.is_empty()).collect()
}

impl Printer {
    fn run(&mut self) {
        while let Some(c) = self.input.next() {
            match c {
                '%' => self.comment(),
                '\\' => self.command(),
                '{' => {
                    self.values.open();
                    self.out.push(c);
                }
                '}' => {
                    self.values.close();
                    self.out.push(c);
                }
                c => self.out.push(c),
            }
        }
    }

    /// Copies a comment with the end of its line.
    fn comment(&mut self) {
        self.out.push('%');
        while let Some(c) = self.input.next() {
            self.out.push(c);
            if c == '\n' {
                break;
            }
        }
    }

    fn command(&mut self) {
        let name = self.input.letters();
        if name.is_empty() {
            self.out.push('\\');
            self.out.extend(self.input.next());
            return;
        }
        let is_global = std::mem::take(&mut self.is_global);
        match name.as_str() {
            "global" => {
                self.is_global = true;
                self.input.skip_space();
                return;
            }
            "long" | "outer" | "protected" => {
                self.is_long = name == "long";
                self.is_global = is_global;
                self.input.skip_space();
                return;
            }
            "fi" => return self.end_condition(),
            "else" | "or" => return self.other_branch(&name),
            "unless" => {
                self.input.skip_space();
                let next = self.input.token().unwrap_or_default();
                let name = next.trim_start_matches('\\');
                if is_condition(name, &self.switches, || self.input.peek()) {
                    self.condition(name, true);
                } else {
                    self.out.push_str(&next);
                }
                return;
            }
            "begingroup" | "bgroup" => self.values.open(),
            "endgroup" | "egroup" => self.values.close(),
            "endinput" => return self.input.end_after_line(),
            "verb" | "lstinline" | "mintinline" => return self.raw_in_line(&name),
            "begin" => return self.begin(),
            "end" => return self.end(),
            _ => {}
        }
        let known = self.assigns(&name, is_global)
            || self.defines(&name, is_global)
            || self.branches(&name)
            || self.overlay(&name)
            || self.stores(&name);
        if known {
            return;
        }
        if is_condition(&name, &self.switches, || self.input.peek()) {
            return self.condition(&name, false);
        }
        if self.is_unknown_branch(&name) {
            self.mark();
        }
        if self.fill_in(&name) {
            return;
        }
        self.out.push('\\');
        self.out.push_str(&name);
    }

    /// Leaves something out: a command before it must not run together with what follows.
    pub(super) fn leave_out(&mut self) {
        let letters = self.out.bytes().rev().take(64);
        let letters = letters.take_while(u8::is_ascii_alphabetic).count();
        if self.out[..self.out.len() - letters].ends_with('\\') && letters > 0 {
            self.out.push(' ');
        }
    }

    /// Marks the beginning of something that the source does not decide.
    pub(super) fn mark(&mut self) {
        self.out.push(UNDECIDED);
    }

    /// Takes a number of bytes from what may be filled in or skipped; `false` if there is not enough.
    pub(super) const fn spend(&mut self, bytes: usize) -> bool {
        match self.budget.checked_sub(bytes) {
            Some(rest) => {
                self.budget = rest;
                true
            }
            None => false,
        }
    }

    /// Puts text on the input, to be read next.
    pub(super) fn read_next(&mut self, text: &str) -> bool {
        self.spend(text.len()) && self.input.push(text)
    }

    /// Sets a value. In a branch that may not be printed, a switch or number becomes unknown unless it stays the same, and a macro or
    /// environment that may hide text is not set.
    pub(super) fn set(&mut self, kind: Kind, name: &str, value: Value, is_global: bool) {
        let value = match value {
            value if self.undecided == 0 || self.values.get(kind, name) == Some(&value) => value,
            Value::Switch(_) => Value::Switch(None),
            Value::Number(_) => Value::Number(None),
            Value::Macro(found) if found.decides => return,
            Value::Unprinted => return,
            value => value,
        };
        self.values.set(kind, name, value, is_global);
    }

    /// Whether a name is that of a switch.
    pub(super) fn is_switch(&self, name: &str) -> bool {
        self.switches.contains(name) || self.values.get(Kind::Switch, name).is_some()
    }

    fn condition(&mut self, name: &str, is_reversed: bool) {
        self.leave_out();
        self.input.skip_space();
        if self.open.len() >= MOST_OPEN {
            return;
        }
        let before = self.input.clone();
        if name == "ifcase" {
            return match self.number() {
                Some(number) => self.choose(number, before),
                None => self.keep_all(before),
            };
        }
        match self.test(name) {
            None => self.keep_all_from_here(),
            Some(holds) if holds != is_reversed => {
                self.open.push(Open::Decided);
                self.input.skip_space();
            }
            Some(_) => match self.skip() {
                Some(Stop::Else) => {
                    self.open.push(Open::Decided);
                    self.input.skip_space();
                }
                Some(_) => self.input.skip_space(),
                // A condition without an end is none: nothing is lost by it.
                None => self.keep_all(before),
            },
        }
    }

    /// Goes to a branch of `\ifcase` by its number, from 0.
    fn choose(&mut self, number: i64, before: Input) {
        let mut left = number;
        while left != 0 {
            match self.skip() {
                Some(Stop::Or) => left -= 1,
                Some(Stop::Else) => break,
                Some(Stop::Fi) => return self.input.skip_space(),
                None => return self.keep_all(before),
            }
        }
        self.open.push(Open::Decided);
        self.input.skip_space();
    }

    fn keep_all(&mut self, from: Input) {
        self.input = from;
        self.keep_all_from_here();
    }

    fn keep_all_from_here(&mut self) {
        self.open.push(Open::Undecided);
        self.undecided += 1;
        self.mark();
    }

    fn end_condition(&mut self) {
        self.leave_out();
        if self.open.pop() == Some(Open::Undecided) {
            self.undecided -= 1;
        }
        self.input.skip_space();
    }

    /// Reads the beginning of another branch: after the branch that is printed it is skipped.
    fn other_branch(&mut self, name: &str) {
        match self.open.last() {
            Some(Open::Decided) => {
                let before = self.input.clone();
                loop {
                    match self.skip() {
                        Some(Stop::Fi) => break self.end_condition(),
                        Some(_) => {}
                        None => {
                            self.input = before;
                            break self.end_condition();
                        }
                    }
                }
            }
            Some(Open::Undecided) => {
                self.leave_out();
                self.input.skip_space();
            }
            // `\or` may be a macro for a sign.
            None if name == "or" => self.out.push_str("\\or"),
            None => {}
        }
    }

    /// Skips a branch as TeX does, with the conditions in it; `None` if it has no end.
    fn skip(&mut self) -> Option<Stop> {
        let mut depth = 0_usize;
        while let Some(c) = self.input.next() {
            if !self.spend(1) {
                return None;
            }
            if c == '%' {
                while self.input.next()? != '\n' {}
            }
            if c != '\\' {
                continue;
            }
            let name = self.input.letters();
            match name.as_str() {
                "" => {
                    self.input.next();
                }
                "fi" if depth == 0 => return Some(Stop::Fi),
                "fi" => depth -= 1,
                "else" if depth == 0 => return Some(Stop::Else),
                "or" if depth == 0 => return Some(Stop::Or),
                _ if is_condition(&name, &self.switches, || self.input.peek()) => depth += 1,
                _ => {}
            }
        }
        None
    }

    /// Copies the raw argument of `\verb` and its like.
    fn raw_in_line(&mut self, name: &str) {
        self.out.push('\\');
        self.out.push_str(name);
        let raw = self.input.read(|source| {
            let before = source.rest();
            let mut text = super::walker::Walker::default();
            source.take("*");
            text.raw(name, source);
            before[..before.len() - source.rest().len()].to_owned()
        });
        self.out.push_str(&raw.unwrap_or_default());
    }

    fn begin(&mut self) {
        let name = self.input.group().unwrap_or_default();
        let end = format!("\\end{{{name}}}");
        match self.values.get(Kind::Environment, name.trim()).cloned() {
            Some(Value::Unprinted) => return self.leave_out_to(&end),
            Some(Value::Environment(texts)) if texts[0].decides => {
                self.values.open();
                self.out.push_str("\\begin{");
                self.out.push_str(&name);
                self.out.push('}');
                let arguments = self.arguments(&texts[0]);
                let text = texts[0].filled(&arguments);
                self.read_next(&text);
                return;
            }
            _ => {}
        }
        if name.trim() == "lrbox" {
            let saved = self.input.group().unwrap_or_default();
            if !self.boxes.contains(saved.trim().trim_start_matches('\\')) {
                return self.leave_out_to(&end);
            }
            return;
        }
        if self.is_never_shown(&name) || name.trim() == "comment" {
            return self.leave_out_to(&end);
        }
        self.out.push_str("\\begin{");
        self.out.push_str(&name);
        self.out.push('}');
        if is_raw(&name) {
            let raw = self.input.until(&end);
            self.out.push_str(&raw);
            self.out.push_str(&end);
        } else {
            self.values.open();
        }
    }

    fn leave_out_to(&mut self, end: &str) {
        self.leave_out();
        self.input.until(end);
    }

    fn end(&mut self) {
        let name = self.input.group().unwrap_or_default();
        if name.trim() == "lrbox" {
            return;
        }
        if let Some(Value::Environment(texts)) = self.values.get(Kind::Environment, name.trim())
            && texts[0].decides
            && !texts[1].body.is_empty()
        {
            // Its second text is read once, before the end itself.
            let text = texts[1].body.clone();
            self.values.close();
            self.out.push_str("\\end{");
            self.out.push_str(&name);
            self.out.push('}');
            self.read_next(&text);
            return;
        }
        self.values.close();
        self.out.push_str("\\end{");
        self.out.push_str(&name);
        self.out.push('}');
    }
}

/// Command at which a skipped branch ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stop {
    Or,
    Else,
    Fi,
}
