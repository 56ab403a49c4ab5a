//! Commands that change the appearance of text: its colour, background and size. Text that a reader of the page does
//! not see stays in the text, between marks.

use super::ink::{Ink, is_size};
use super::marks::{SEEN, UNSEEN};
use super::source::Source;
use super::walker::{Open, Walker};

impl Walker {
    /// Reads a command that changes the appearance of text; `false` for any other command.
    pub(super) fn look(&mut self, name: &str, here: &mut Source<'_>) -> bool {
        let mut ink = self.ink;
        match name {
            "color" => {
                let model = here.skip_option();
                let colour = here.group().unwrap_or_default();
                ink.set_colour(self.palette.colour(model, colour));
                here.skip_space();
                self.set_ink(ink);
            }
            "fontsize" => {
                ink.set_size(here.group().unwrap_or_default());
                here.group();
                self.set_ink(ink);
            }
            "transparent" => {
                ink.set_opacity(here.group().unwrap_or_default());
                self.set_ink(ink);
            }
            "textcolor" => {
                let model = here.skip_option();
                let colour = here.group().unwrap_or_default();
                ink.set_colour(self.palette.colour(model, colour));
                self.enter_in(ink, here);
            }
            "colorbox" => {
                let model = here.skip_option();
                let colour = here.group().unwrap_or_default();
                ink.ground = self.palette.colour(model, colour);
                self.enter_in(ink, here);
            }
            "fcolorbox" => {
                let model = here.skip_option();
                here.group();
                let own = here.skip_option();
                let colour = here.group().unwrap_or_default();
                ink.ground = self.palette.colour(own.or(model), colour);
                self.enter_in(ink, here);
            }
            "texttransparent" => {
                ink.set_opacity(here.group().unwrap_or_default());
                self.enter_in(ink, here);
            }
            "scalebox" => {
                ink.scale(here.group().unwrap_or_default());
                here.skip_option();
                self.enter_in(ink, here);
            }
            "resizebox" => {
                ink.fit(here.group().unwrap_or_default());
                ink.fit(here.group().unwrap_or_default());
                self.enter_in(ink, here);
            }
            name if is_size(name) => {
                ink.set_named_size();
                self.set_ink(ink);
                return false;
            }
            _ => return false,
        }
        true
    }

    /// Opens the argument of a command, set in this ink.
    fn enter_in(&mut self, ink: Ink, here: &mut Source<'_>) {
        let open = self.open.len();
        self.enter(Open::Group, here);
        if self.open.len() > open {
            self.set_ink(ink);
        }
    }

    /// Changes the ink. A mark is placed where text begins or ceases to be visible.
    pub(super) fn set_ink(&mut self, ink: Ink) {
        match (self.ink.is_unseen(), ink.is_unseen()) {
            (false, true) => self.text.push(UNSEEN),
            (true, false) => self.text.push(SEEN),
            _ => {}
        }
        self.ink = ink;
    }
}
