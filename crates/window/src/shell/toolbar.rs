//! Bar above every page: actions, and tabs of the main pages.

use egui::{Atoms, Button, Color32, FontId, Response, RichText, Role, Ui, WidgetInfo};

use crate::widgets::icons::Icon;
use crate::widgets::theme;
use chachong_window_model::command::{Command, ExportCommand};
use chachong_window_model::page::Page;
use chachong_window_model::purpose::Purpose;
use chachong_window_model::state::State;

/// Draws the actions and, where there are documents, the tabs: on one line if it is wide enough, else on two.
pub(crate) fn bar_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let pages = pages(state);
    if pages.is_empty() && !leads_back(state) {
        ui.horizontal_wrapped(|ui| actions_ui(ui, state, false, commands));
        return;
    }
    let language = state.language;
    let back = leads_back(state).then(|| language.text("pages.back"));
    let tabs: f32 = (pages
        .iter()
        .map(|(_, _, text)| width(ui, text, theme::TAB_TEXT)))
    .chain(back.iter().map(|text| width(ui, text, theme::BUTTON_TEXT)))
    .sum();
    let of_actions = |compact: bool| -> f32 {
        let shown = |key: &str| !compact || !COMPACT.contains(&key);
        (ACTIONS.iter())
            .map(|&key| {
                if shown(key) {
                    language.text(key)
                } else {
                    String::new()
                }
            })
            .map(|text| width(ui, &text, theme::BUTTON_TEXT))
            .sum()
    };
    let room = ui.available_width() - tabs - theme::GAP;
    if of_actions(true) > room {
        ui.horizontal_wrapped(|ui| actions_ui(ui, state, false, commands));
        ui.horizontal_wrapped(|ui| pages_ui(ui, state, &pages, true, commands));
        return;
    }
    // The decisions cost no second row: the page of pairs and a key lead to them too.
    let icon = width(ui, "", theme::BUTTON_TEXT);
    let has_decisions = of_actions(true) + icon <= room;
    let room = if has_decisions { room - icon } else { room };
    let compact = of_actions(false) > room;
    let actions = of_actions(compact);
    ui.horizontal(|ui| {
        pages_ui(ui, state, &pages, has_decisions, commands);
        // Aligned to the right by space, which keeps the reading order for the keyboard.
        ui.add_space((ui.available_width() - actions).max(0.0));
        actions_ui(ui, state, compact, commands);
    });
}

/// Text keys of the actions, in their order.
const ACTIONS: [&str; 7] = [
    "toolbar.add-folder",
    "toolbar.add-files",
    "toolbar.export",
    "toolbar.clear",
    "toolbar.library",
    "toolbar.settings",
    "toolbar.help",
];
/// Text keys of the actions that show only their icon where room is short.
const COMPACT: [&str; 4] = [
    "toolbar.clear",
    "toolbar.library",
    "toolbar.settings",
    "toolbar.help",
];

/// Returns the width of a button with icon and text, and of the space after it, in points.
fn width(ui: &Ui, text: &str, size: f32) -> f32 {
    let spacing = ui.spacing();
    let around = 2.0 * spacing.button_padding.x + theme::ICON + spacing.item_spacing.x;
    let font = FontId::proportional(size);
    let galley = (ui.painter()).layout_no_wrap(text.to_owned(), font, Color32::PLACEHOLDER);
    let gap = if text.is_empty() {
        0.0
    } else {
        spacing.icon_spacing
    };
    around + gap + galley.size().x
}

/// Returns whether the page has a way back to an earlier page.
const fn leads_back(state: &State) -> bool {
    matches!(
        state.page,
        Page::Document(_)
            | Page::Member(_)
            | Page::Pair(..)
            | Page::Library
            | Page::Settings
            | Page::About
            | Page::Guide
    )
}

/// Draws a button with an icon and a text; where room is short without the text, which a tooltip then shows.
fn action_ui(
    ui: &mut Ui,
    (icon, text, shortcut): (Icon, &str, &str),
    (enabled, chosen): (bool, Option<bool>),
    compact: bool,
) -> Response {
    let content = if compact {
        Atoms::new(icon.atom())
    } else {
        Atoms::new((icon.atom(), text))
    };
    let button = match chosen {
        Some(chosen) => Button::selectable(chosen, content),
        None => Button::new(content),
    };
    let response = ui.add_enabled(enabled, button);
    response.widget_info(|| match chosen {
        Some(chosen) => WidgetInfo::selected(Role::Button, enabled, chosen, text),
        None => WidgetInfo::labeled(Role::Button, enabled, text),
    });
    match (compact, shortcut.is_empty()) {
        (true, true) => response.on_hover_text(text),
        (true, false) => response.on_hover_text(format!("{text} ({shortcut})")),
        (false, true) => response,
        (false, false) => response.on_hover_text(shortcut),
    }
}

fn actions_ui(ui: &mut Ui, state: &State, compact: bool, commands: &mut Vec<Command>) {
    let language = state.language;
    for (purpose, icon, key, shortcut) in [
        (
            Purpose::AddFolder,
            Icon::AddFolder,
            "toolbar.add-folder",
            "Ctrl+O",
        ),
        (
            Purpose::AddFiles,
            Icon::AddFiles,
            "toolbar.add-files",
            "Ctrl+Shift+O",
        ),
    ] {
        let text = language.text(key);
        let enabled = state.shell.dialog.is_none();
        if action_ui(ui, (icon, &text, shortcut), (enabled, None), false).clicked() {
            commands.push(Command::Ask(purpose));
        }
    }
    let any = !state.check.result.documents.is_empty();
    let text = language.text("toolbar.export");
    let export = (Icon::Export, text.as_str(), "Ctrl+E");
    if action_ui(ui, export, (any, None), false).clicked() {
        commands.push(Command::Export(ExportCommand::Open));
    }
    let idle = state.check.progress.is_none();
    let text = language.text("toolbar.clear");
    if action_ui(ui, (Icon::Clear, &text, ""), (any && idle, None), compact).clicked() {
        commands.push(Command::Clear);
    }
    for (page, icon, key, shortcut) in [
        (Page::Library, Icon::Library, "toolbar.library", "Ctrl+L"),
        (Page::Settings, Icon::Settings, "toolbar.settings", "Ctrl+,"),
        (Page::Guide, Icon::Help, "toolbar.help", "F1"),
    ] {
        let (text, chosen) = (language.text(key), state.page == page);
        let of = (icon, text.as_str(), shortcut);
        if action_ui(ui, of, (true, Some(chosen)), compact).clicked() {
            commands.push(if chosen {
                Command::Back
            } else {
                Command::Go(page)
            });
        }
    }
}

/// Returns the main pages; empty if there is nothing to show on them.
fn pages(state: &State) -> Vec<(Page, Icon, String)> {
    if state.check.result.documents.is_empty() && state.check.progress.is_none() {
        return Vec::new();
    }
    let language = state.language;
    vec![
        (
            Page::Documents,
            Icon::Documents,
            if state.check.has_submissions() {
                let count = state.check.submission_count();
                language.fill("submission.tab", &[("count", &count)])
            } else {
                language.fill("pages.documents", &[("count", &state.check.checked())])
            },
        ),
        (
            Page::Pairs,
            Icon::Pair,
            language.fill("pages.pairs", &[("count", &state.check.similar_pairs())]),
        ),
        (Page::Matrix, Icon::Matrix, language.text("pages.matrix")),
        (
            Page::Groups,
            Icon::Groups,
            language.fill("pages.groups", &[("count", &state.check.groups.len())]),
        ),
        (Page::Shared, Icon::Shared, {
            let count = state.shared_texts().map_or(0, |texts| texts.all().len());
            language.fill("pages.shared", &[("count", &count)])
        }),
        (
            Page::Leads,
            Icon::Leads,
            match state.check.result.leads.as_deref() {
                Some(_) => language.fill("pages.leads", &[("count", &state.check.open_leads())]),
                None => language.text("pages.leads-unknown"),
            },
        ),
    ]
}

/// Draws the tabs of the main pages, and before them the way back from another page.
fn pages_ui(
    ui: &mut Ui,
    state: &State,
    pages: &[(Page, Icon, String)],
    has_decisions: bool,
    commands: &mut Vec<Command>,
) {
    if leads_back(state) {
        // As high as the tabs after it, so that all are vertically centred on one line.
        let font = FontId::proportional(theme::TAB_TEXT);
        let text_height = ui.ctx().fonts_mut(|fonts| fonts.row_height(&font));
        ui.set_min_height(text_height + 2.0 * ui.spacing().button_padding.y);
        let text = state.language.text("pages.back");
        if action_ui(ui, (Icon::Back, &text, "Esc"), (true, None), false).clicked() {
            commands.push(Command::Back);
        }
    }
    for (page, icon, text) in pages {
        let tab = (icon.atom(), RichText::new(text).size(theme::TAB_TEXT));
        if ui.selectable_label(state.page == *page, tab).clicked() {
            commands.push(Command::Go(*page));
        }
    }
    if has_decisions && !pages.is_empty() {
        // An icon alone, so that the bar keeps its rows.
        let text = state.language.text("pages.decisions");
        let chosen = state.page == Page::Decisions;
        let tab = (Icon::Good, text.as_str(), "Ctrl+7");
        if action_ui(ui, tab, (true, Some(chosen)), true).clicked() {
            commands.push(Command::Go(Page::Decisions));
        }
    }
}
