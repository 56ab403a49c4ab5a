//! Environments of LaTeX: paragraphs, tables, listings, formulas, lists of sources.

use super::commands::Kind;
use super::source::Source;
use super::walker::{Open, Walker};

/// Number of bytes in which raw text inside a line must end.
const LONGEST_RAW: usize = 1_000;

impl Walker {
    /// Closes the innermost environment with the groups that a broken source left open in it.
    pub(super) fn close_environment(&mut self) {
        let is_environment = |open: &Open| matches!(open, Open::Table | Open::Environment);
        while self.environments > 0
            && let Some(last) = self.open.last().copied()
        {
            self.close();
            if is_environment(&last) {
                return;
            }
        }
    }

    pub(super) fn begin(&mut self, here: &mut Source<'_>) {
        let name = here.group().unwrap_or_default().trim();
        let end = format!("\\end{{{name}}}");
        match Kind::of(name) {
            Kind::Nothing => {
                here.until(&end);
            }
            Kind::Formula => {
                let formula = here.until(&end);
                if name == "math" {
                    self.inline(formula);
                } else {
                    self.display(formula);
                }
            }
            Kind::Lines(arguments) => {
                here.skip_option();
                for _ in 0..arguments {
                    here.group();
                }
                let lines = here.until(&end);
                self.paragraph();
                self.text.push_str(lines.trim_matches('\n').trim_end());
                self.paragraph();
            }
            Kind::Table(arguments) => {
                for _ in 0..arguments {
                    here.skip_option();
                    here.group();
                }
                self.line();
                self.tables += 1;
                self.environments += 1;
                self.begin_group(Open::Table);
                let ground = self.palette.ground_of_cells(self.ink.ground);
                self.set_ink(self.ink.on(ground));
            }
            Kind::References => {
                here.group();
                self.heading("参考文献", "References");
            }
            Kind::Abstract => self.heading("摘要", "Abstract"),
            Kind::Text => {
                while here.skip_option().is_some() {}
                self.line();
                self.environments += 1;
                self.begin_group(Open::Environment);
                let ground = super::ink::ground_in(name, self.ink.ground);
                self.set_ink(self.ink.on(ground));
            }
        }
    }

    /// Begins an environment under the heading that LaTeX prints itself.
    fn heading(&mut self, chinese: &str, english: &str) {
        self.paragraph();
        self.text
            .push_str(if self.is_chinese { chinese } else { english });
        self.paragraph();
        self.environments += 1;
        self.begin_group(Open::Environment);
    }

    /// Reads the raw argument of `\verb` and its like.
    pub(super) fn raw(&mut self, name: &str, here: &mut Source<'_>) {
        here.skip_option();
        if name == "mintinline" {
            here.group();
        }
        if here.peek() == Some('{') {
            self.text.push_str(here.group().unwrap_or_default());
            return;
        }
        if let Some(end) = here.next().filter(|&c| c != '\n') {
            let line = here.head(LONGEST_RAW).line();
            if let Some(text) = line
                .split(end)
                .next()
                .filter(|text| text.len() < line.len())
            {
                here.until(end.encode_utf8(&mut [0; 4]));
                self.text.push_str(text);
            }
        }
    }
}
