//! Conditions of LaTeX: recognises the commands and evaluates them.

use std::cmp::Ordering;
use std::collections::HashSet;

use super::commands;
use super::printed::Printer;
use super::values::{Kind, Value};

/// Conditions of TeX and its extensions, and of packages that know the program that typesets.
const CONDITIONS: &str = "if ifcase ifcat ifcsname ifdefined ifdim ifeof iffalse iffontchar ifhbox ifhmode ifinner ifmmode ifnum ifodd \
    iftrue ifvbox ifvmode ifvoid ifx ifincsname ifpdfprimitive ifabsnum ifabsdim ifprimitive ifpdf ifxetex ifluatex \
    ifpdftex ifvtex iftutex ifptex ifuptex ifptexng iftexpadtex ifluahbtex ifetex ifeTeX ifPDFTeX ifXeTeX ifLuaTeX \
    ifTUTeX ifthesis iftwocolumn if@twoside if@twocolumn";

/// Maximum length in bytes of a test of `\ifthenelse` that is evaluated.
const LONGEST_TEST: usize = 1_000;

/// Returns the number of arguments before the branches of a command that looks like a condition but has no `\fi`: a macro of LaTeX's
/// packages, or a sign or the like (0). `None` for any other command.
pub(super) fn branching(name: &str) -> Option<usize> {
    Some(match name {
        "iff" | "iffirst" | "ifstar" => 0,
        "ifthenelse" | "iftoggle" | "nottoggle" | "ifbool" | "notbool" | "ifdef" | "ifundef"
        | "ifcsdef" | "ifcsundef" | "ifstrempty" | "ifblank" | "notblank" | "ifnumodd"
        | "ifdefempty" | "ifdefvoid" | "ifcsempty" | "ifboolexpr" | "ifboolexpe" | "ifdefmacro"
        | "ifdefparam" | "@ifundefined" | "@ifpackageloaded" | "@ifclassloaded"
        | "IfFileExists" | "ifrmnum" | "ifhyphen" | "iflanguage" | "IfValueTF" | "IfNoValueTF"
        | "IfBooleanTF" | "ifentrytype" | "iffieldundef" | "@ifdefinable" => 1,
        "ifstrequal" | "ifnumequal" | "ifnumgreater" | "ifnumless" | "ifdefstring"
        | "ifdefequal" | "ifcsstring" | "ifcsequal" | "ifinlist" | "ifinlistcs" | "ifdimequal"
        | "ifdimgreater" | "ifdimless" | "IfStrEq" | "IfSubStr" | "ifpatchable" => 2,
        "ifnumcomp" | "ifdimcomp" => 3,
        _ => return None,
    })
}

/// Whether a command is a condition that `\fi` ends. `switches` are those that the source declares. Any other command that begins with `if`
/// is one unless arguments follow it; `next` returns the character after it.
pub(super) fn is_condition(
    name: &str,
    switches: &HashSet<String>,
    next: impl FnOnce() -> Option<char>,
) -> bool {
    let Some(rest) = name.strip_prefix("if") else {
        return false;
    };
    CONDITIONS.split(' ').any(|condition| condition == name)
        || switches.contains(rest)
        || branching(name).is_none() && !matches!(next(), Some('{' | '[' | '*'))
}

/// Whether an environment's text is taken as it stands.
pub(super) fn is_raw(name: &str) -> bool {
    matches!(commands::Kind::of(name), commands::Kind::Lines(_))
        || name.trim_end_matches('*') == "filecontents"
}

impl Printer {
    /// Reads the test of a condition and returns whether it holds; `None` if the source does not decide it.
    pub(super) fn test(&mut self, name: &str) -> Option<bool> {
        match name {
            "iftrue" => Some(true),
            "iffalse" => Some(false),
            "if" | "ifcat" => {
                let (one, other) = (self.character()?, self.character()?);
                (name == "if").then_some(one == other)
            }
            "ifx" => {
                let (one, other) = (self.input.token()?, self.input.token()?);
                self.is_same(&one, &other)
            }
            "ifnum" | "ifabsnum" => {
                let one = self.number();
                let relation = self.relation();
                let other = self.number();
                Some(relation?.holds(one?, other?))
            }
            "ifdim" | "ifabsdim" => {
                let one = self.length();
                let relation = self.relation();
                let other = self.length();
                Some(relation?.holds(one?, other?))
            }
            "ifodd" => Some(self.number()? % 2 != 0),
            "ifdefined" => {
                let token = self.input.token()?;
                self.is_defined(token.trim_start_matches('\\'))
            }
            "ifcsname" => {
                let named = self.input.until("\\endcsname");
                self.is_defined(named.trim())
            }
            "ifvoid" | "ifhbox" | "ifvbox" | "ifeof" => {
                self.number();
                None
            }
            _ => self.values.switch(Kind::Switch, name.strip_prefix("if")?),
        }
    }

    /// Returns whether a name is defined; `None` for one that a class or package may define.
    pub(super) fn is_defined(&self, name: &str) -> Option<bool> {
        let of_document = self.values.macro_of(name).is_some()
            || (name.strip_prefix("if")).is_some_and(|switch| self.is_switch(switch))
            || ["relax", "par", "section", "textbf"].contains(&name);
        match name {
            "undefined" | "@undefined" => Some(false),
            _ => of_document.then_some(true),
        }
    }

    /// Whether two tokens mean the same.
    fn is_same(&self, one: &str, other: &str) -> Option<bool> {
        if one == other {
            return Some(true);
        }
        let body = |token: &str| match token.strip_prefix('\\') {
            Some("empty" | "@empty") => Some((0, false, String::new())),
            Some(name) => {
                let found = self.values.macro_of(name)?;
                Some((found.arguments, found.is_long, found.body.clone()))
            }
            None => None,
        };
        let is_undefined = |token: &str| ["\\undefined", "\\@undefined"].contains(&token);
        match (body(one), body(other)) {
            (Some(one), Some(other)) => Some(one == other),
            (Some(_), None) if is_undefined(other) => Some(false),
            (None, Some(_)) if is_undefined(one) => Some(false),
            _ if !one.starts_with('\\') && !other.starts_with('\\') => Some(false),
            _ => None,
        }
    }

    /// Reads a character that `\if` compares; a macro stands for its text.
    fn character(&mut self) -> Option<char> {
        for _ in 0..20 {
            let c = self.input.peek()?;
            if c.is_whitespace() {
                while self.input.peek().is_some_and(char::is_whitespace) {
                    self.input.next();
                }
                return Some(' ');
            }
            if c != '\\' {
                return self.input.next();
            }
            let token = self.input.token()?;
            let found = self.values.macro_of(token.trim_start_matches('\\'))?;
            if found.arguments > 0 || !self.read_next(&found.body) {
                return None;
            }
        }
        None
    }

    fn relation(&mut self) -> Option<Relation> {
        self.input.skip_space();
        let relation = match self.input.peek()? {
            '<' => Relation(Ordering::Less),
            '=' => Relation(Ordering::Equal),
            '>' => Relation(Ordering::Greater),
            _ => return None,
        };
        self.input.next();
        Some(relation)
    }

    /// Reads a number; `None` if the source does not state it; the input is then after the text that was read.
    pub(super) fn number(&mut self) -> Option<i64> {
        let mut sign = 1;
        loop {
            self.input.skip_space();
            match self.input.peek()? {
                '-' => sign = -sign,
                '+' => {}
                _ => break,
            }
            self.input.next();
        }
        let mut digits = String::new();
        while let Some(c) = self.input.peek().filter(char::is_ascii_digit) {
            digits.push(c);
            self.input.next();
        }
        if !digits.is_empty() {
            self.input.take(' ');
            return digits.parse::<i64>().ok().map(|number| sign * number);
        }
        match self.input.peek()? {
            '\\' => {
                let token = self.input.token()?;
                let name = token.trim_start_matches('\\');
                let number = match name {
                    "value" | "arabic" | "the" => {
                        let counter = self.input.argument()?;
                        self.values.number(counter.trim().trim_start_matches('\\'))
                    }
                    _ => self.number_of(name),
                };
                number.map(|number| sign * number)
            }
            '`' => {
                self.input.next();
                let token = self.input.token()?;
                let c = token.trim_start_matches('\\').chars().next()?;
                Some(sign * i64::from(u32::from(c)))
            }
            _ => None,
        }
    }

    /// Returns the number that a name stands for.
    pub(super) fn number_of(&self, name: &str) -> Option<i64> {
        let counter = name.strip_prefix("c@").unwrap_or(name);
        if let Some(number) = self.values.number(counter) {
            return Some(number);
        }
        match name {
            "z@" => Some(0),
            "@ne" => Some(1),
            "tw@" => Some(2),
            "m@ne" => Some(-1),
            _ => {
                let found = self.values.macro_of(name)?;
                found.body.trim().parse().ok()
            }
        }
    }

    /// Reads a length in thousandths of a point.
    fn length(&mut self) -> Option<i64> {
        self.input.skip_space();
        if self.input.peek()? == '\\' {
            let token = self.input.token()?;
            return (token == "\\z@").then_some(0);
        }
        let mut text = String::new();
        while let Some(c) = self
            .input
            .peek()
            .filter(|c| c.is_ascii_alphanumeric() || ".-".contains(*c))
        {
            text.push(c);
            self.input.next();
        }
        self.input.take(' ');
        let points = super::ink::points(&text)?;
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a length that is too large becomes the largest"
        )]
        let thousandths = (points * 1000.0).round() as i64;
        Some(thousandths)
    }

    /// Evaluates the test of `\ifthenelse`; `None` where the source does not decide it.
    pub(super) fn logic(&self, test: &str) -> Option<bool> {
        let test = test.trim();
        if test.len() > LONGEST_TEST {
            return None;
        }
        for (word, decides) in [
            ("\\or", true),
            ("\\OR", true),
            ("\\and", false),
            ("\\AND", false),
        ] {
            if let Some((one, other)) = parted(test, word) {
                let (one, other) = (self.logic(one), self.logic(other));
                return match (one, other) {
                    (Some(x), _) | (_, Some(x)) if x == decides => Some(x),
                    (Some(_), Some(_)) => Some(!decides),
                    _ => None,
                };
            }
        }
        for word in ["\\not", "\\NOT"] {
            if let Some(rest) = test.strip_prefix(word) {
                return self.logic(rest).map(|holds| !holds);
            }
        }
        if let Some(name) = argument_of(test, "\\boolean") {
            return self.boolean(name);
        }
        if let Some(name) = argument_of(test, "\\isundefined") {
            return (self.is_defined(name.trim_start_matches('\\'))).map(|defined| !defined);
        }
        if let Some(number) = argument_of(test, "\\isodd") {
            return Some(self.written(number)? % 2 != 0);
        }
        if let Some(rest) = test.strip_prefix("\\equal") {
            let mut source = super::source::Source::new(rest);
            let (one, other) = (source.group()?, source.group()?);
            return self.is_equal(one, other);
        }
        let at = test.find(['<', '=', '>'])?;
        let relation = match test.as_bytes()[at] {
            b'<' => Relation(Ordering::Less),
            b'=' => Relation(Ordering::Equal),
            _ => Relation(Ordering::Greater),
        };
        Some(relation.holds(self.written(&test[..at])?, self.written(&test[at + 1..])?))
    }

    /// Returns a switch of ifthen or etoolbox by its name.
    pub(super) fn boolean(&self, name: &str) -> Option<bool> {
        match name.trim() {
            "true" => Some(true),
            "false" => Some(false),
            name => self.values.switch(Kind::Switch, name),
        }
    }

    /// Whether two texts are equal once each that is a macro is filled in; `None` if either holds other commands.
    pub(super) fn is_equal(&self, one: &str, other: &str) -> Option<bool> {
        let plain = |text: &str| -> Option<String> {
            let text = text.trim();
            match text.strip_prefix('\\') {
                Some(name) if name.chars().all(|c| c.is_ascii_alphabetic() || c == '@') => {
                    let found = self.values.macro_of(name)?;
                    (found.arguments == 0 && !found.body.contains('\\'))
                        .then(|| found.body.trim().to_owned())
                }
                _ => (!text.contains(['\\', '#'])).then(|| text.to_owned()),
            }
        };
        Some(plain(one)? == plain(other)?)
    }

    /// Returns the number that a text states.
    pub(super) fn written(&self, text: &str) -> Option<i64> {
        let text = text.trim();
        if let Ok(number) = text.parse() {
            return Some(number);
        }
        let counter = argument_of(text, "\\value").or_else(|| argument_of(text, "\\arabic"));
        match counter {
            Some(counter) => self.values.number(counter),
            None => self.number_of(text.strip_prefix('\\')?.trim()),
        }
    }

    /// Whether a command may print one of its arguments: its name begins like a condition's, and nothing here defines it.
    pub(super) fn is_unknown_branch(&self, name: &str) -> bool {
        name.starts_with("if")
            && branching(name).is_none()
            && self.values.get(Kind::Macro, name).is_none()
    }

    /// Returns the value of a switch that a word states, `true` or `false`; for any other word the value is unknown.
    pub(super) fn stated(word: &str) -> Value {
        Value::Switch(match word.trim() {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        })
    }
}

/// Relation between two numbers.
#[derive(Clone, Copy, Debug)]
struct Relation(Ordering);

impl Relation {
    fn holds(self, one: i64, other: i64) -> bool {
        one.cmp(&other) == self.0
    }
}

/// Splits a test at a word that is outside braces and not part of a longer word; `None` if there is none.
fn parted<'t>(test: &'t str, word: &str) -> Option<(&'t str, &'t str)> {
    let (at, _) = test.match_indices(word).find(|&(at, _)| {
        let before = &test[..at];
        let after = &test[at + word.len()..];
        before.matches('{').count() == before.matches('}').count()
            && !after.starts_with(|c: char| c.is_ascii_alphabetic())
    })?;
    Some((&test[..at], &test[at + word.len()..]))
}

/// Returns the argument of a command that is the whole text.
fn argument_of<'t>(text: &'t str, command: &str) -> Option<&'t str> {
    let mut source = super::source::Source::new(text.strip_prefix(command)?);
    let argument = source.group()?;
    source.rest().trim().is_empty().then_some(argument.trim())
}
