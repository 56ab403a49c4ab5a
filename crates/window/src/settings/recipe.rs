//! Settings about recipes: the one that makes the fingerprints, and the purpose of each.

use egui::{RichText, Ui};

use crate::widgets::theme::SMALL_GAP;
use chachong_simhash::Recipe;
use chachong_window_model::command::{Command, SettingCommand};
use chachong_window_model::state::State;

pub(crate) fn recipe_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    // The layout of a column would stretch the lines of a text to its width.
    ui.vertical(|ui| recipes_ui(ui, state, commands));
}

fn recipes_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let language = state.language;
    ui.spacing_mut().item_spacing.y = SMALL_GAP / 2.0;
    for recipe in Recipe::ALL {
        let key = format!("recipe.{}", recipe.name());
        let chosen = recipe == state.settings.recipe;
        if ui.radio(chosen, language.text(&key)).clicked() && !chosen {
            commands.push(Command::Setting(SettingCommand::Recipe(recipe)));
        }
        ui.weak(RichText::new(language.text(&format!("{key}-for"))).small());
        ui.add_space(SMALL_GAP);
    }
    ui.weak(RichText::new(language.text("recipe.note")).small());
}
