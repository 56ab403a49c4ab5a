//! Bar above every page: actions, and tabs of the main pages.

use egui::{Atoms, Button, Color32, FontId, Response, RichText, Role, Ui, WidgetInfo};

use crate::widgets::icons::Icon;
use crate::widgets::theme;
use chachong_window_model::command::{Command, ExportCommand};
use chachong_window_model::page::Page;
use chachong_window_model::purpose::Purpose;
use chachong_window_model::state::State;

/// Draws the tabs, if there are documents, and the actions on one line, with as many texts as fit.
pub(crate) fn bar_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let tabs = tabs(state);
    let room = ui.available_width();
    let fitting = (Texts::ALL.into_iter()).find(|&texts| {
        let tabs = tabs.iter().map(|tab| tab.width(ui, state, texts));
        let actions = actions(state).map(|key| {
            let text = state.language.text(key);
            width(ui, texts.of_action(key, &text), theme::BUTTON_TEXT)
        });
        let more = width(ui, "", theme::BUTTON_TEXT);
        tabs.chain(actions).sum::<f32>() + more + theme::GAP <= room
    });
    let texts = fitting.unwrap_or(Texts::Fewest);
    let line = |ui: &mut Ui| {
        tabs_ui(ui, state, &tabs, texts, commands);
        if fitting.is_some() && !tabs.is_empty() {
            // Aligned to the right by space, which keeps the reading order for the keyboard.
            let actions = actions(state).map(|key| {
                let text = state.language.text(key);
                width(ui, texts.of_action(key, &text), theme::BUTTON_TEXT)
            });
            let more = width(ui, "", theme::BUTTON_TEXT);
            let taken = actions.sum::<f32>() + more;
            ui.add_space((ui.available_width() - taken).max(0.0));
        }
        actions_ui(ui, state, texts, commands);
    };
    if fitting.is_some() {
        ui.horizontal(line);
    } else {
        ui.horizontal_wrapped(line);
    }
}

/// Buttons of the bar that have their text beside the icon; the others show it as a tooltip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Texts {
    All,
    /// Tabs, and the actions that a newcomer looks for.
    Main,
    Tabs,
    /// Tabs, which have no icons.
    TabsAlone,
    /// Only the open tab and that of the documents; the others have their number.
    Fewest,
}

impl Texts {
    const ALL: [Self; 5] = [
        Self::All,
        Self::Main,
        Self::Tabs,
        Self::TabsAlone,
        Self::Fewest,
    ];

    /// Returns the text of an action beside its icon; empty if only the icon is shown.
    fn of_action<'t>(self, key: &str, text: &'t str) -> &'t str {
        match self {
            Self::All => text,
            Self::Main if !LESS_SOUGHT.contains(&key) => text,
            _ => "",
        }
    }
}

/// Tab of a main page.
struct Tab {
    page: Page,
    icon: Icon,
    /// Whole text, with the number of items that the page lists.
    text: String,
    count: Option<String>,
}

impl Tab {
    fn is_open(&self, state: &State) -> bool {
        state.page == self.page
    }

    /// Returns the text beside the icon.
    fn shown(&self, state: &State, texts: Texts) -> String {
        if texts < Texts::Fewest || self.is_open(state) || self.page == Page::Documents {
            return self.text.clone();
        }
        self.count.clone().unwrap_or_default()
    }

    fn width(&self, ui: &Ui, state: &State, texts: Texts) -> f32 {
        let whole = width(ui, &self.shown(state, texts), theme::TAB_TEXT);
        if texts == Texts::TabsAlone {
            whole - theme::ICON - ui.spacing().icon_spacing
        } else {
            whole
        }
    }
}

/// Text keys of the actions, in their order.
const ACTIONS: [&str; 6] = [
    "toolbar.add-folder",
    "toolbar.add-files",
    "toolbar.export",
    "toolbar.library",
    "toolbar.settings",
    "toolbar.help",
];
/// Text keys of the actions that lose their text first.
const LESS_SOUGHT: [&str; 4] = [
    "blind.switch",
    "toolbar.library",
    "toolbar.settings",
    "toolbar.help",
];

/// Returns the text keys of the displayed actions: the way back only if there is one, hiding names only if students are known or
/// names are hidden.
fn actions(state: &State) -> impl Iterator<Item = &'static str> {
    let blind = offers_blind(state).then_some("blind.switch");
    let back = leads_back(state).then_some("pages.back");
    back.into_iter().chain(blind).chain(ACTIONS)
}

fn offers_blind(state: &State) -> bool {
    state.check.is_blind() || state.check.has_students()
}

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
    !state.page.is_of_check()
        || matches!(
            state.page,
            Page::Document(_) | Page::Pair(..) | Page::Decisions | Page::Recheck
        )
}

/// Draws a button with an icon and a text. If space is short, the text is only in the tooltip.
fn action_ui(
    ui: &mut Ui,
    (icon, key, shortcut): (Icon, &str, &str),
    (enabled, chosen): (bool, Option<bool>),
    state: &State,
    texts: Texts,
) -> Response {
    let text = state.language.text(key);
    let shown = texts.of_action(key, &text);
    let content = if shown.is_empty() {
        Atoms::new(icon.atom())
    } else {
        Atoms::new((icon.atom(), shown))
    };
    let button = match chosen {
        Some(chosen) => Button::selectable(chosen, content),
        None => Button::new(content),
    };
    let response = ui.add_enabled(enabled, button);
    response.widget_info(|| match chosen {
        Some(chosen) => WidgetInfo::selected(Role::Button, enabled, chosen, &text),
        None => WidgetInfo::labeled(Role::Button, enabled, &text),
    });
    match (shown.is_empty(), shortcut.is_empty()) {
        (true, true) => response.on_hover_text(text),
        (true, false) => response.on_hover_text(format!("{text} ({shortcut})")),
        (false, true) => response,
        (false, false) => response.on_hover_text(shortcut),
    }
}

fn actions_ui(ui: &mut Ui, state: &State, texts: Texts, commands: &mut Vec<Command>) {
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
        let enabled = state.shell.dialog.is_none();
        if action_ui(ui, (icon, key, shortcut), (enabled, None), state, texts).clicked() {
            commands.push(Command::Ask(purpose));
        }
    }
    let any = !state.check.result.documents.is_empty();
    let export = (Icon::Export, "toolbar.export", "Ctrl+E");
    if action_ui(ui, export, (any, None), state, texts).clicked() {
        commands.push(Command::Export(ExportCommand::Open));
    }
    if offers_blind(state) {
        let is_blind = state.check.is_blind();
        let switch = (Icon::Hide, "blind.switch", "Ctrl+Shift+N");
        if action_ui(ui, switch, (any, Some(is_blind)), state, texts).clicked() {
            commands.push(Command::HideNames(!is_blind));
        }
    }
    for (page, icon, key, shortcut) in [
        (Page::Library, Icon::Library, "toolbar.library", "Ctrl+L"),
        (Page::Settings, Icon::Settings, "toolbar.settings", "Ctrl+,"),
        (Page::Guide, Icon::Help, "toolbar.help", "F1"),
    ] {
        let chosen = state.page == page;
        let of = (icon, key, shortcut);
        if action_ui(ui, of, (true, Some(chosen)), state, texts).clicked() {
            commands.push(if chosen {
                Command::Back
            } else {
                Command::Go(page)
            });
        }
    }
    more_ui(ui, state, commands);
}

/// Draws the menu of rare actions. No other button is ever in its place, so that nobody clears a check by mistake.
fn more_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let language = state.language;
    let text = language.text("toolbar.more");
    let more = ui.menu_button(Icon::More.atom(), |ui| {
        let any = !state.check.result.documents.is_empty();
        let decisions = (Icon::Good.atom(), language.text("pages.decisions"));
        let decisions = Button::new(decisions).shortcut_text("Ctrl+7");
        if ui.add_enabled(any, decisions).clicked() {
            commands.push(Command::Go(Page::Decisions));
        }
        let recheck = Button::new((Icon::Again.atom(), language.text("pages.recheck")));
        if (ui.add_enabled(any, recheck.shortcut_text("Ctrl+8"))).clicked() {
            commands.push(Command::Go(Page::Recheck));
        }
        if !offers_blind(state) {
            let hide = Button::new((Icon::Hide.atom(), language.text("blind.switch")));
            if (ui.add_enabled(any, hide.shortcut_text("Ctrl+Shift+N"))).clicked() {
                commands.push(Command::HideNames(true));
            }
        }
        let cases = (Icon::Case.atom(), language.text("pages.cases"));
        if ui.add(Button::new(cases).shortcut_text("Ctrl+9")).clicked() {
            commands.push(Command::Go(Page::Cases));
        }
        let idle = state.check.progress.is_none() && !state.check.result.documents.is_empty();
        let clear = Button::new((Icon::Clear.atom(), language.text("toolbar.clear")));
        if ui.add_enabled(idle, clear).clicked() {
            commands.push(Command::Clear);
        }
    });
    let response = more.response;
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &text));
    response.on_hover_text(text);
}

/// Returns the tabs of the main pages; empty if there is nothing to show on them.
fn tabs(state: &State) -> Vec<Tab> {
    if state.check.result.documents.is_empty() && state.check.progress.is_none() {
        return Vec::new();
    }
    let (language, check) = (state.language, &state.check);
    let (documents, of_documents) = if check.has_submissions() {
        (check.submission_count(), "submission.tab")
    } else {
        (check.checked(), "pages.documents")
    };
    let shared = check.result.shared_texts().len() + check.result.shared_code().len();
    let leads = (check.result.leads.as_deref()).map(|_| check.open_leads());
    let of_leads = if leads.is_some() {
        "pages.leads"
    } else {
        "pages.leads-unknown"
    };
    [
        (
            Page::Documents,
            Icon::Documents,
            of_documents,
            Some(documents.to_string()),
        ),
        (
            Page::Pairs,
            Icon::Pair,
            "pages.pairs",
            Some(state.found_so_far(check.similar_pairs())),
        ),
        (Page::Matrix, Icon::Matrix, "pages.matrix", None),
        (
            Page::Groups,
            Icon::Groups,
            "pages.groups",
            Some(state.found_so_far(check.groups.len())),
        ),
        (
            Page::Shared,
            Icon::Shared,
            "pages.shared",
            Some(state.found_so_far(shared)),
        ),
        (
            Page::Leads,
            Icon::Leads,
            of_leads,
            leads.map(|count| count.to_string()),
        ),
    ]
    .map(|(page, icon, key, count)| Tab {
        page,
        icon,
        text: (count.as_ref()).map_or_else(
            || language.text(key),
            |count| language.fill(key, &[("count", count)]),
        ),
        count,
    })
    .into()
}

/// Draws the tabs of the main pages, and before them the way back if another page is displayed.
fn tabs_ui(ui: &mut Ui, state: &State, tabs: &[Tab], texts: Texts, commands: &mut Vec<Command>) {
    if leads_back(state) {
        // As high as the tabs after it, so that all are vertically centred on one line.
        let font = FontId::proportional(theme::TAB_TEXT);
        let text_height = ui.ctx().fonts_mut(|fonts| fonts.row_height(&font));
        ui.set_min_height(text_height + 2.0 * ui.spacing().button_padding.y);
        let back = (Icon::Back, "pages.back", "Esc");
        if action_ui(ui, back, (true, None), state, texts).clicked() {
            commands.push(Command::Back);
        }
    }
    for tab in tabs {
        let is_open = tab.is_open(state);
        let shown = tab.shown(state, texts);
        let is_short = shown != tab.text;
        let text = RichText::new(&shown).size(theme::TAB_TEXT);
        let content = match texts {
            Texts::TabsAlone => Atoms::new(text),
            _ if shown.is_empty() => Atoms::new(tab.icon.atom()),
            _ => Atoms::new((tab.icon.atom(), text)),
        };
        let mut response = ui.selectable_label(is_open, content);
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_open, &tab.text));
        if is_short {
            response = response.on_hover_text(&tab.text);
        }
        if response.clicked() {
            commands.push(Command::Go(tab.page));
        }
    }
}
