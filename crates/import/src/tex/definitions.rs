//! Definitions and assignments on which conditions depend: switches, counters, macros, environments, boxes.

use std::rc::Rc;

use super::printed::Printer;
use super::values::{Kind, Macro, Value};

/// Maximum length in bytes of a macro that is filled in.
pub(super) const LONGEST_BODY: usize = 20_000;

/// Commands that decide which part of their argument, or of the following text, is printed.
const DECIDING: &str = "\\if \\else \\fi \\unless \\color \\textcolor \\phantom \\hphantom \\vphantom \\fontsize \\scalebox \\resizebox \
    \\transparent \\texttransparent \\setbox \\sbox \\savebox \\comment \\@gobble \\begin{lrbox} \\lrbox";

impl Printer {
    /// Reads an assignment of a switch or counter; `false` for any other command.
    pub(super) fn assigns(&mut self, name: &str, is_global: bool) -> bool {
        let switch = |value| Value::Switch(Some(value));
        for (end, value) in [("true", true), ("false", false)] {
            if let Some(declared) = name.strip_suffix(end)
                && self.is_switch(declared)
            {
                self.leave_out();
                self.set(Kind::Switch, declared, switch(value), is_global);
                self.input.skip_space();
                return true;
            }
        }
        match name {
            "newif" => {
                self.leave_out();
                self.input.skip_space();
                let token = self.input.token().unwrap_or_default();
                if let Some(declared) = token.strip_prefix("\\if") {
                    self.set(Kind::Switch, declared, switch(false), true);
                }
            }
            "newboolean" | "newbool" | "provideboolean" | "providebool" => {
                let declared = self.named();
                if !name.starts_with("provide") || !self.is_switch(&declared) {
                    self.set(Kind::Switch, &declared, switch(false), true);
                }
            }
            "newtoggle" | "providetoggle" => {
                let declared = self.named();
                if name == "newtoggle" || self.values.get(Kind::Toggle, &declared).is_none() {
                    self.set(Kind::Toggle, &declared, switch(false), true);
                }
            }
            "setboolean" | "setbool" | "settoggle" => {
                let is_toggle = name == "settoggle";
                let kind = if is_toggle {
                    Kind::Toggle
                } else {
                    Kind::Switch
                };
                let declared = self.named();
                let value = Self::stated(&self.input.group().unwrap_or_default());
                self.set(kind, &declared, value, is_global);
            }
            "booltrue" | "boolfalse" | "toggletrue" | "togglefalse" => {
                let is_toggle = name.starts_with("toggle");
                let kind = if is_toggle {
                    Kind::Toggle
                } else {
                    Kind::Switch
                };
                let declared = self.named();
                self.set(kind, &declared, switch(name.ends_with("true")), is_global);
            }
            "newcounter" | "setcounter" | "addtocounter" | "stepcounter" | "refstepcounter" => {
                self.count(name);
            }
            "chardef" | "mathchardef" | "newcount" => {
                self.leave_out();
                self.input.skip_space();
                let token = self.input.token().unwrap_or_default();
                let mut number = Some(0);
                if name != "newcount" {
                    self.input.take('=');
                    number = self.number();
                }
                let counter = token.trim_start_matches('\\');
                self.set(Kind::Number, counter, Value::Number(number), is_global);
            }
            _ if self.values.get(Kind::Number, name).is_some() => {
                // A counter of TeX is set by its name.
                let before = self.input.clone();
                self.input.skip_space();
                self.input.take('=');
                let Some(number) = self.number() else {
                    self.input = before;
                    return false;
                };
                self.leave_out();
                self.set(Kind::Number, name, Value::Number(Some(number)), is_global);
            }
            _ => return false,
        }
        true
    }

    /// Reads the rest of a command of LaTeX's counters.
    fn count(&mut self, command: &str) {
        let counter = self.named();
        let old = self.values.number(&counter);
        let number = match command {
            "newcounter" => {
                self.input.option();
                Some(0)
            }
            "setcounter" | "addtocounter" => {
                let text = self.input.group().unwrap_or_default();
                let stated = self.written(&text);
                if command == "setcounter" {
                    stated
                } else {
                    old.zip(stated)
                        .and_then(|(old, more)| old.checked_add(more))
                }
            }
            _ => old.and_then(|old| old.checked_add(1)),
        };
        self.set(Kind::Number, &counter, Value::Number(number), true);
    }

    /// Takes the name in the next argument, without a backslash.
    fn named(&mut self) -> String {
        self.leave_out();
        let name = self.input.argument().unwrap_or_default();
        name.trim().trim_start_matches('\\').to_owned()
    }

    /// Reads a definition and copies it unchanged; `false` for any other command.
    pub(super) fn defines(&mut self, name: &str, is_global: bool) -> bool {
        match name {
            "newcommand"
            | "renewcommand"
            | "providecommand"
            | "DeclareRobustCommand"
            | "newrobustcmd"
            | "renewrobustcmd" => self.define_command(name, is_global),
            "NewDocumentCommand"
            | "RenewDocumentCommand"
            | "ProvideDocumentCommand"
            | "DeclareDocumentCommand" => self.define_document_command(),
            "def" | "gdef" | "edef" | "xdef" => {
                self.define_macro(name, is_global || matches!(name, "gdef" | "xdef"));
            }
            "let" => self.make_equal(is_global),
            "newenvironment" | "renewenvironment" => self.define_environment(),
            "NewEnviron" | "RenewEnviron" => {
                let environment = self.named();
                self.input.option();
                let body = self.input.group().unwrap_or_default();
                let is_printed = body.contains("\\BODY") && !self.decides(&body, 0);
                let value = if is_printed {
                    Value::Printed
                } else {
                    Value::Unprinted
                };
                self.set(Kind::Environment, &environment, value, true);
            }
            "excludecomment" | "includecomment" => {
                let environment = self.named();
                let value = if name == "excludecomment" {
                    Value::Unprinted
                } else {
                    Value::Printed
                };
                self.set(Kind::Environment, &environment, value, true);
            }
            "specialcomment" => {
                let environment = self.named();
                self.input.group();
                self.input.group();
                self.set(Kind::Environment, &environment, Value::Printed, true);
            }
            _ => return false,
        }
        true
    }

    fn define_command(&mut self, command: &str, is_global: bool) {
        let mut copy = format!("\\{command}");
        let mut found = Macro {
            is_long: !self.input.take('*'),
            ..Macro::default()
        };
        if !found.is_long {
            copy.push('*');
        }
        let Some(defined) = self.input.argument() else {
            self.out.push_str(&copy);
            return;
        };
        copy.extend(["{", &defined, "}"]);
        if let Some(count) = self.input.option() {
            found.arguments = count.trim().parse().unwrap_or(0);
            copy.extend(["[", &count, "]"]);
            found.default = self.input.option();
            if let Some(default) = &found.default {
                copy.extend(["[", default, "]"]);
            }
        }
        found.body = self.input.argument().unwrap_or_default();
        copy.extend(["{", &found.body, "}"]);
        self.out.push_str(&copy);
        let name = defined.trim().trim_start_matches('\\');
        if command != "providecommand" || self.values.macro_of(name).is_none() {
            self.keep(name, found, is_global);
        }
    }

    fn define_document_command(&mut self) {
        let defined = self.input.argument().unwrap_or_default();
        let arguments = self.input.group().unwrap_or_default();
        let body = self.input.group().unwrap_or_default();
        self.out
            .extend(["\\newcommand{", &defined, "}{", &body, "}"]);
        // Only arguments that must be there are read here.
        if arguments.chars().all(|c| c == 'm' || c == ' ') {
            let found = Macro {
                arguments: arguments.matches('m').count(),
                body,
                ..Macro::default()
            };
            self.keep(defined.trim().trim_start_matches('\\'), found, true);
        }
    }

    fn define_macro(&mut self, command: &str, is_global: bool) {
        self.input.skip_space();
        let defined = self.input.token().unwrap_or_default();
        // Its parameters stand before the body: only plain ones are read here.
        let mut parameters = String::new();
        while let Some(c) = self.input.peek().filter(|&c| c != '{') {
            if c == '\n' && parameters.ends_with('\n') || parameters.len() > 100 {
                self.out.push_str(&parameters);
                return;
            }
            parameters.push(c);
            self.input.next();
        }
        let body = self.input.group().unwrap_or_default();
        let name = defined.trim_start_matches('\\');
        let plain = "#1#2#3#4#5#6#7#8#9";
        let parameters = parameters.trim();
        // The reader knows definitions without parameters.
        if parameters.is_empty() {
            self.out.extend(["\\", command, &defined, "{", &body, "}"]);
        } else {
            self.leave_out();
        }
        if plain.starts_with(parameters) {
            let found = Macro {
                arguments: parameters.matches('#').count(),
                body,
                is_long: std::mem::take(&mut self.is_long),
                ..Macro::default()
            };
            let has_arguments = found.arguments > 0;
            self.keep(name, found, is_global);
            if has_arguments {
                self.fill_in_always(name, is_global);
            }
        }
    }

    /// Fills in a macro wherever it stands: the reader knows none with arguments.
    fn fill_in_always(&mut self, name: &str, is_global: bool) {
        if let Some(found) = self.values.macro_of(name).filter(|found| !found.decides) {
            let mut found = Macro::clone(&found);
            found.decides = true;
            self.set(Kind::Macro, name, Value::Macro(Rc::new(found)), is_global);
        }
    }

    /// Reads `\let`: a name gets the meaning of another.
    fn make_equal(&mut self, is_global: bool) {
        self.leave_out();
        self.input.skip_space();
        let name = self.input.token().unwrap_or_default();
        self.input.skip_space();
        self.input.take('=');
        self.input.skip_space();
        let other = self.input.token().unwrap_or_default();
        let name = name.trim_start_matches('\\');
        let Some(other) = other.strip_prefix('\\') else {
            return;
        };
        if let Some(switch) = name.strip_prefix("if") {
            let value = match other {
                "iftrue" => Some(true),
                "iffalse" => Some(false),
                _ => (other.strip_prefix("if"))
                    .and_then(|other| self.values.switch(Kind::Switch, other)),
            };
            self.set(Kind::Switch, switch, Value::Switch(value), is_global);
        } else if let Some(found) = self.values.macro_of(other) {
            self.set(Kind::Macro, name, Value::Macro(found), is_global);
        } else if matches!(
            other,
            "iffalse" | "iftrue" | "fi" | "else" | "@gobble" | "@gobbletwo" | "relax" | "comment"
        ) {
            let found = Macro {
                body: format!("\\{other} "),
                decides: true,
                ..Macro::default()
            };
            self.set(Kind::Macro, name, Value::Macro(Rc::new(found)), is_global);
        }
    }

    fn define_environment(&mut self) {
        let environment = self.named();
        let mut first = Macro::default();
        if let Some(count) = self.input.option() {
            first.arguments = count.trim().parse().unwrap_or(0);
            first.default = self.input.option();
        }
        first.body = self.input.group().unwrap_or_default();
        let last = Macro {
            body: self.input.group().unwrap_or_default(),
            ..Macro::default()
        };
        let mut stored = r"\setbox \begin{lrbox} \lrbox \comment \sbox".split(' ');
        let is_stored = stored.any(|word| first.body.contains(word));
        first.decides = self.decides(&first.body, 0);
        let value = if is_stored {
            Value::Unprinted
        } else if first.decides {
            Value::Environment([first, last].into())
        } else {
            Value::Printed
        };
        self.set(Kind::Environment, &environment, value, true);
    }

    fn keep(&mut self, name: &str, mut found: Macro, is_global: bool) {
        if name.is_empty() || found.body.len() > LONGEST_BODY || found.arguments > 9 {
            return;
        }
        found.decides = self.decides(&found.body, found.arguments);
        self.set(Kind::Macro, name, Value::Macro(Rc::new(found)), is_global);
    }

    /// Whether a macro's text decides what is printed: it has a condition, hides text or an argument, sets a switch, or
    /// holds a macro that does.
    fn decides(&self, body: &str, arguments: usize) -> bool {
        (1..=arguments).any(|number| !body.contains(&format!("#{number}")))
            || DECIDING.split(' ').any(|word| body.contains(word))
            || body.split('\\').skip(1).any(|piece| {
                let end = piece.find(|c: char| !(c.is_ascii_alphabetic() || c == '@'));
                let name = &piece[..end.unwrap_or(piece.len())];
                let is_assignment = ["true", "false"].iter().any(|end| {
                    (name.strip_suffix(end)).is_some_and(|switch| self.is_switch(switch))
                });
                is_assignment
                    || matches!(
                        name,
                        "setboolean" | "setbool" | "settoggle" | "toggletrue" | "togglefalse"
                    )
                    || self
                        .values
                        .macro_of(name)
                        .is_some_and(|known| known.decides)
            })
    }

    /// Expands a macro that decides what is printed; `false` if the command is not such a macro.
    pub(super) fn fill_in(&mut self, name: &str) -> bool {
        let Some(found) = self.values.macro_of(name).filter(|found| found.decides) else {
            return false;
        };
        self.leave_out();
        self.input.skip_space();
        let arguments = self.arguments(&found);
        let text = found.filled(&arguments);
        if !self.read_next(&text) {
            // A macro without an end prints nothing that could be known, but what it was given may be printed.
            self.out.push_str(&arguments.concat());
        }
        true
    }

    /// Takes the arguments of a macro or environment.
    pub(super) fn arguments(&mut self, found: &Macro) -> Vec<String> {
        let mut arguments = Vec::with_capacity(found.arguments);
        if let Some(default) = &found.default {
            arguments.push(self.input.option().unwrap_or_else(|| default.clone()));
        }
        while arguments.len() < found.arguments {
            arguments.push(self.input.argument().unwrap_or_default());
        }
        arguments
    }

    /// Leaves out the text of a box that the document never prints; `false` if the command stores no text.
    pub(super) fn stores(&mut self, name: &str) -> bool {
        if !matches!(name, "sbox" | "savebox" | "setbox") {
            return false;
        }
        self.leave_out();
        let stored = if name == "setbox" {
            self.input.skip_space();
            match self.input.peek() {
                Some('\\') => self.input.token().unwrap_or_default(),
                _ => self
                    .number()
                    .map_or_else(String::new, |number| number.to_string()),
            }
        } else {
            self.input.argument().unwrap_or_default()
        };
        self.input.skip_space();
        self.input.take('=');
        self.input.skip_space();
        if name == "setbox" && self.input.take('\\') {
            // The kind of the box, and its size: `\hbox to 3cm`.
            self.input.letters();
            while self
                .input
                .peek()
                .is_some_and(|c| !matches!(c, '{' | '\n' | '\\'))
            {
                self.input.next();
            }
        }
        while self.input.option().is_some() {}
        let stored = stored.trim().trim_start_matches('\\').to_owned();
        match self.input.group() {
            Some(text) if self.boxes.contains(&stored) && !self.read_next(&text) => {
                self.out.push_str(&text);
            }
            _ => {}
        }
        true
    }
}
