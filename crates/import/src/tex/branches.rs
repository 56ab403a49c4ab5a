//! Commands of LaTeX packages that print one of two arguments, and commands of slides.

use super::printed::Printer;
use super::values::Kind;

/// Commands that may state the slides on which they act.
const OVERLAID: &str = "only onslide uncover visible invisible alert item pause textbf textit emph structure color note mode frame \
    footnote temporal alt";

impl Printer {
    /// Reads a command that prints one of two arguments, and continues with that one, or with both where the source does not
    /// decide which; `false` if the command is none.
    pub(super) fn branches(&mut self, name: &str) -> bool {
        let tested = match name {
            "@gobble" | "@gobbletwo" => {
                self.leave_out();
                self.input.argument();
                if name == "@gobbletwo" {
                    self.input.argument();
                }
                return true;
            }
            "@firstoftwo" => Some(true),
            "@secondoftwo" => Some(false),
            _ => match super::conditions::branching(name) {
                None | Some(0) => return false,
                Some(count) => {
                    self.leave_out();
                    let tests: Vec<String> = (0..count)
                        .map(|_| self.input.argument().unwrap_or_default())
                        .collect();
                    self.decided(name, &tests)
                }
            },
        };
        self.leave_out();
        let yes = self.input.argument().unwrap_or_default();
        let no = self.input.argument().unwrap_or_default();
        let branch = match tested {
            Some(true) => yes,
            Some(false) => no,
            None => {
                self.mark();
                yes + &no
            }
        };
        if !self.read_next(&branch) {
            self.out.push_str(&branch);
        }
        true
    }

    fn decided(&self, name: &str, tests: &[String]) -> Option<bool> {
        let test = tests.first()?.as_str();
        let bare = test.trim().trim_start_matches('\\');
        match name {
            "ifthenelse" => self.logic(test),
            "iftoggle" => self.values.switch(Kind::Toggle, bare),
            "nottoggle" => (self.values.switch(Kind::Toggle, bare)).map(|holds| !holds),
            "ifbool" => self.boolean(bare),
            "notbool" => self.boolean(bare).map(|holds| !holds),
            "ifdef" | "ifcsdef" => self.is_defined(bare),
            "ifundef" | "ifcsundef" | "@ifundefined" => {
                self.is_defined(bare).map(|defined| !defined)
            }
            "ifstrempty" => Some(test.is_empty()),
            "ifblank" => Some(test.trim().is_empty()),
            "notblank" => Some(!test.trim().is_empty()),
            "ifnumodd" => Some(self.written(test)? % 2 != 0),
            "ifdefempty" => Some(self.values.macro_of(bare)?.body.is_empty()),
            "ifstrequal" | "IfStrEq" => Some(test == tests.get(1)?),
            "ifdefstring" => Some(self.values.macro_of(bare)?.body == *tests.get(1)?),
            "ifdefequal" => self.is_equal(test, tests.get(1)?),
            "ifnumequal" => Some(self.written(test)? == self.written(tests.get(1)?)?),
            "ifnumgreater" => Some(self.written(test)? > self.written(tests.get(1)?)?),
            "ifnumless" => Some(self.written(test)? < self.written(tests.get(1)?)?),
            "ifnumcomp" => {
                let (one, other) = (self.written(test)?, self.written(tests.get(2)?)?);
                match tests.get(1)?.trim() {
                    "<" => Some(one < other),
                    "=" => Some(one == other),
                    ">" => Some(one > other),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Reads a command of slides (beamer): notes and what stands on no slide are left out; the numbers of slides are no
    /// text. `false` if the command is not one of them, or the document has no slides.
    pub(super) fn overlay(&mut self, name: &str) -> bool {
        if !self.is_beamer {
            return false;
        }
        let mut overlaid = OVERLAID.split(' ');
        if !overlaid.any(|command| command == name) {
            return false;
        }
        let slides = self.slides();
        let is_unseen = match name {
            "note" => true,
            "invisible" => slides.is_none(),
            "mode" => (slides.as_deref()).is_some_and(|mode| {
                !(mode.contains("beamer") || mode.contains("presentation") || mode.contains("all"))
            }),
            _ => slides.as_deref().is_some_and(|slides| slides.trim() == "0"),
        };
        if is_unseen {
            self.leave_out();
            self.input.option();
            self.input.group();
        } else if !matches!(
            name,
            "mode" | "only" | "onslide" | "uncover" | "visible" | "invisible"
        ) {
            self.out.push('\\');
            self.out.push_str(name);
        } else {
            self.leave_out();
        }
        true
    }

    /// Takes the numbers of slides in `<...>`.
    fn slides(&mut self) -> Option<String> {
        self.input.read(|source| {
            let rest = source.rest();
            let inside = rest.strip_prefix('<')?;
            let end = inside.char_indices().take(80).find(|&(_, c)| c == '>')?.0;
            for _ in 0..inside[..end].chars().count() + 2 {
                source.next();
            }
            Some(inside[..end].to_owned())
        })?
    }

    /// Whether an environment stands on no slide: `\begin{frame}<0>`.
    pub(super) fn is_never_shown(&mut self, environment: &str) -> bool {
        let is_shown_by_number = matches!(
            environment.trim(),
            "frame" | "onlyenv" | "uncoverenv" | "visibleenv" | "block" | "overlayarea"
        );
        self.is_beamer
            && is_shown_by_number
            && self.slides().is_some_and(|slides| slides.trim() == "0")
    }
}
