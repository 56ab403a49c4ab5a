//! Page of the groups of linked documents, each a card: its documents, its links, and hints as to which document came
//! first. Only what is in sight is drawn.

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "rows and columns are few enough, and points lie on the screen"
)]

use std::ops::Range;

use egui::{Align, Button, Layout, Rect, RichText, ScrollArea, Slider, Ui, pos2, vec2};

use crate::groups::drawing;
use crate::groups::drawing::drawing_ui;
use crate::groups::link::link_ui;
use crate::widgets::class_colors::{class_mark_ui, classes_ui};
use crate::widgets::filter_field::name_filter_ui;
use crate::widgets::in_rect::in_rect;
use crate::widgets::labels::{controls_ui, name_button_ui, nothing_found_ui};
use crate::widgets::shown_share::spoken_ui;
use crate::widgets::theme::{GAP, ROW, Tokens};
use chachong_check::LowerEstimate;
use chachong_compare::{DocumentIndex, Group};
use chachong_messages::estimated;
use chachong_window_model::command::{Command, SettingCommand};
use chachong_window_model::page::Page;
use chachong_window_model::preferences::LEAST_LINK;
use chachong_window_model::state::State;

/// Space between the edge of a card and its content, in points.
const PADDING: f32 = 12.0;
/// Height of a link, in points: two lines.
const LINK: f32 = 2.0 * ROW;
/// Minimum width of a name, in points.
const NAME: f32 = 260.0;
/// Width of the number before a name, in points.
const NUMBER: f32 = 18.0;
/// Minimum width of the list of links, in points, for a drawing to be shown beside it.
const LEAST_LIST: f32 = 420.0;

/// Arrangement of the parts of a card.
struct Card {
    /// Number of names; 0 for a group of two documents, whose link names both.
    members: usize,
    links: usize,
    /// Number of names in a line.
    columns: usize,
    /// Whether the links are also drawn beside the list.
    drawn: bool,
}

impl Card {
    fn of(group: &Group, width: f32) -> Self {
        let room = width >= LEAST_LIST + drawing::WIDTH;
        let drawn = room && drawing::SIZES.contains(&group.members.len());
        let width = width - if drawn { drawing::WIDTH } else { 0.0 };
        Self {
            // For two documents the link names both.
            members: if group.members.len() > 2 {
                group.members.len()
            } else {
                0
            },
            links: group.links.len(),
            columns: ((width / NAME) as usize).max(1),
            drawn,
        }
    }

    fn links_from(&self) -> f32 {
        ROW + self.members.div_ceil(self.columns) as f32 * ROW
    }

    /// Returns the height of the card's content, in points.
    fn inner_height(&self) -> f32 {
        let list = self.links_from() + self.links as f32 * LINK;
        if self.drawn {
            list.max(drawing::HEIGHT)
        } else {
            list
        }
    }

    fn height(&self) -> f32 {
        self.inner_height() + 2.0 * PADDING
    }
}

pub(crate) fn groups_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let (language, tokens) = (state.language, Tokens::of(ui));
    let say = |ui: &mut Ui, key: &str| {
        ui.weak(language.text(key));
    };
    if state.check.groups.is_empty() {
        let weaker = !state.check.result.findings.pairs.is_empty();
        if weaker {
            strength_ui(ui, state, commands);
        }
        ui.add_space(8.0);
        let none = if weaker {
            "groups.none-so-strong"
        } else {
            "groups.none"
        };
        nothing_found_ui(ui, state, ["groups.none-yet", none], commands);
        return;
    }
    strength_ui(ui, state, commands);
    if shown(state).next().is_none() {
        say(ui, "groups.none-shown");
        return;
    }
    let mut submissions = state.check.result.submissions.all.iter();
    say(
        ui,
        if submissions.any(|one| one.submitted.is_some()) {
            "groups.explanation-times"
        } else {
            "groups.explanation"
        },
    );
    classes_ui(ui, state);
    ui.add_space(4.0);
    ScrollArea::vertical()
        .id_salt("groups")
        .auto_shrink(false)
        .show_viewport(ui, |ui, viewport| {
            let width = ui.available_width() - 2.0 * PADDING;
            let origin = ui.min_rect().min;
            // The line around the first card must be visible, too.
            let mut top = 1.0;
            for (number, group) in shown(state) {
                let card = Card::of(group, width);
                let bottom = top + card.height();
                if bottom >= viewport.top() && top <= viewport.bottom() {
                    let inside = Rect::from_min_size(
                        origin + vec2(PADDING, top + PADDING),
                        vec2(width, card.inner_height()),
                    );
                    let frame = tokens.card().inner_margin(PADDING);
                    ui.painter().add(frame.paint(inside));
                    let seen = origin.y + viewport.top()..origin.y + viewport.bottom();
                    card_ui(ui, state, (number, group), &card, inside, &seen, commands);
                }
                top = bottom + GAP;
            }
            ui.set_height(top);
        });
}

/// Returns the groups that fit the filter text, with their numbers from 0: the name, the record or the submission of a document in the
/// group contains the text. An empty filter fits all groups.
fn shown(state: &State) -> impl Iterator<Item = (usize, &Group)> {
    let needle = state.table.needle();
    let all = needle.is_empty();
    let fits = move |&row: &DocumentIndex| {
        let mut documents = state.check.row_documents(row);
        documents.any(|document| state.is_called(document, &needle))
    };
    (state.check.groups.iter().enumerate())
        .filter(move |(_, group)| all || group.members.iter().any(&fits))
}

/// Draws the name filter and the slider for the minimum share of a link, with an explanation.
fn strength_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let language = state.language;
    controls_ui(ui, |ui| {
        name_filter_ui(ui, state, commands);
        ui.add_space(GAP);
        let label = ui.label(language.text("groups.least"));
        let mut least = state.settings.least_link;
        let slider = Slider::new(&mut least, 0..=100).step_by(1.0).suffix(" %");
        let slider = ui.add(slider).labelled_by(label.id);
        let hint = language.text("groups.least-hint");
        if slider.on_hover_text(hint).changed() {
            commands.push(Command::Setting(SettingCommand::LeastLink(least)));
        }
        let usual = language.fill("groups.usual", &[("least", &LEAST_LINK)]);
        let changed = state.settings.least_link != LEAST_LINK;
        if ui.add_enabled(changed, Button::new(usual)).clicked() {
            commands.push(Command::Setting(SettingCommand::LeastLink(LEAST_LINK)));
        }
    });
    let key = if state.settings.least_link == 0 {
        "groups.all-link"
    } else {
        "groups.least-means"
    };
    ui.weak(language.fill(key, &[("least", &state.settings.least_link)]));
}

/// Draws the content of a card, as far as it is in sight.
fn card_ui(
    ui: &mut Ui,
    state: &State,
    (number, group): (usize, &Group),
    card: &Card,
    inside: Rect,
    seen: &Range<f32>,
    commands: &mut Vec<Command>,
) {
    let mut list = inside;
    if card.drawn {
        list.max.x -= drawing::WIDTH;
        let drawing = Rect::from_min_max(
            pos2(list.right() + GAP, inside.top()),
            pos2(inside.right(), inside.top() + drawing::HEIGHT),
        );
        drawing_ui(ui, state, number, group, drawing, commands);
    }
    let row = |index: usize, from: f32, height: f32| {
        let top = list.top() + from + index as f32 * height;
        Rect::from_min_size(pos2(list.left(), top), vec2(list.width(), height))
    };
    // Range of the rows of a given height that are in sight.
    let in_sight = |from: f32, height: f32, count: usize| {
        let first = ((seen.start - list.top() - from) / height).max(0.0) as usize;
        let end = ((seen.end - list.top() - from) / height).max(0.0).ceil() as usize;
        first.min(count)..end.min(count)
    };
    in_rect(ui, ("header", number), row(0, 0.0, ROW), |ui| {
        header_ui(ui, state, number, group);
    });
    let column = list.width() / card.columns as f32;
    let names = in_sight(ROW, ROW, card.members.div_ceil(card.columns));
    for line in names {
        let positions = (line * card.columns..card.members).take(card.columns);
        for (place, position) in positions.enumerate() {
            let mut rect = row(line, ROW, ROW);
            rect.min.x += place as f32 * column;
            rect.set_width(column - GAP);
            let document = group.members[position];
            in_rect(ui, ("member", document), rect, |ui| {
                member_ui(ui, state, position, document, card.drawn, commands);
            });
        }
    }
    for link in in_sight(card.links_from(), LINK, card.links) {
        let rect = row(link, card.links_from(), LINK);
        link_ui(ui, state, &group.links[link], rect, commands);
    }
}

fn header_ui(ui: &mut Ui, state: &State, number: usize, group: &Group) {
    let (language, tokens) = (state.language, Tokens::of(ui));
    let title = language.fill("groups.number", &[("number", &(number + 1))]);
    ui.label(RichText::new(title).strong().size(16.0));
    let members = group.members.len();
    let values: [(&str, &dyn std::fmt::Display); 3] = [
        ("documents", &members),
        ("count", &members),
        ("pairs", &group.pairs),
    ];
    let key = if state.check.has_submissions() {
        "submission.group-size"
    } else {
        "groups.size"
    };
    ui.weak(language.fill(key, &values));
    if state.copied().is_some() {
        ui.add_space(GAP);
        ui.weak(language.text("groups.largest"));
        let share = group.largest_share();
        let lower = LowerEstimate::of_group(&state.check.result.documents, group);
        let text = estimated(share, lower);
        let label = ui.colored_label(tokens.share(share), &text);
        spoken_ui(label, &text, lower, language);
        ui.add_space(GAP);
        ui.weak(language.bond(group));
    }
}

fn member_ui(
    ui: &mut Ui,
    state: &State,
    position: usize,
    document: DocumentIndex,
    numbered: bool,
    commands: &mut Vec<Command>,
) {
    if numbered {
        // The number is the one in the drawing.
        let number = (position + 1).to_string();
        let place = vec2(NUMBER, ui.available_height());
        // A fixed width keeps the names aligned beside numbers of one and of two digits.
        ui.allocate_ui_with_layout(place, Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_width(NUMBER);
            class_mark_ui(ui, state, document, &number);
        });
    }
    if name_button_ui(ui, &state.row_name(document)).clicked() {
        commands.push(Command::Go(Page::Document(document)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_check::Document;
    use chachong_compare::{LEAST_LINK, Link, PairFinding, Verdict, groups};
    use chachong_messages::Language;
    use egui_kittest::Harness;
    use egui_kittest::kittest::{NodeT, Queryable};

    /// State with documents of long names, and a near-duplicate pair for each two numbers.
    fn state(documents: usize, pairs: impl Iterator<Item = (usize, usize)>) -> State {
        let mut state = State::new(Language::English, None);
        let document = |number: usize| {
            let name = format!("{number:05}_{}.docx", "论文".repeat(30));
            Document::checked(name, None, None)
        };
        *state.check.documents_mut() = (0..documents).map(document).collect();
        let links = pairs
            .map(|(a, b)| [a, b].map(DocumentIndex))
            .map(|[a, b]| Link {
                a,
                b,
                shares: [0.0; 2],
                weight: 0.0,
                finding: PairFinding {
                    a,
                    b,
                    distance: Some(2),
                    verdict: Some(Verdict::NearDuplicate),
                    copied: None,
                    strongest: None,
                },
            });
        let fingerprinted = state.check.result.fingerprinted();
        state.check.groups = groups(&fingerprinted, links.collect(), LEAST_LINK);
        state
    }

    /// Labels that a window of 1024 x 640 points shows, before and after scrolling to the end.
    fn shown(state: &State) -> [Vec<String>; 2] {
        let mut window = Harness::builder()
            .with_size(vec2(1024.0, 640.0))
            .allow_missing_glyphs()
            .build_ui(|ui| groups_ui(ui, state, &mut Vec::new()));
        let labels = |window: &Harness<'_>| -> Vec<String> {
            let nodes = window.query_all_by_label_contains("");
            nodes
                .filter_map(|node| {
                    node.accesskit_node()
                        .label()
                        .or(node.accesskit_node().value())
                })
                .collect()
        };
        window.run_steps(3);
        let start = labels(&window);
        window.hover_at(pos2(500.0, 400.0));
        window.event(egui::Event::MouseWheel {
            unit: egui::MouseWheelUnit::Point,
            delta: vec2(0.0, -1e7),
            phase: egui::TouchPhase::Move,
            source: egui::MouseWheelSource::Unknown,
            modifiers: egui::Modifiers::NONE,
        });
        window.run_steps(30);
        [start, labels(&window)]
    }

    fn has(labels: &[String], part: &str) -> bool {
        labels.iter().any(|label| label.contains(part))
    }

    #[test]
    fn of_a_group_of_ten_thousand_only_what_is_in_sight_is_drawn() {
        let state = state(10_000, (1..10_000).map(|b| (0, b)));
        let [start, end] = shown(&state);
        assert!(start.len() < 150 && end.len() < 150, "{}", end.len());
        assert!(has(&start, "10000 documents") && !has(&start, "Open the pair"));
        assert!(has(&end, "Open the pair 00000_") && has(&end, "09999_"));
    }

    #[test]
    fn of_five_thousand_groups_only_those_in_sight_are_drawn() {
        let state = state(10_000, (0..5_000).map(|n| (2 * n, 2 * n + 1)));
        let [start, end] = shown(&state);
        assert!(start.len() < 150 && end.len() < 150, "{}", end.len());
        assert!(has(&start, "Group 1") && !has(&start, "Group 5000"));
        assert!(has(&end, "Group 5000") && has(&end, "Open the pair 09998_"));
    }

    #[test]
    fn a_small_group_is_drawn_and_its_documents_are_numbered() {
        let [start, _] = shown(&state(12, (1..12).map(|b| (0, b))));
        assert!(has(&start, "Links in group 1") && has(&start, "12"));
        let [start, _] = shown(&state(13, (1..13).map(|b| (0, b))));
        assert!(!has(&start, "Links in group 1"));
    }
}
