//! Tests of the page of shared texts: listed, decided, taken back, kept in the library, and the way to each document
//! that has one.

use std::path::{Path, PathBuf};

use chachong::app::LibraryChoice;
use chachong::i18n::{Language, day};
use egui::{Key, Modifiers, Role, Theme, vec2};
use egui_kittest::kittest::{NodeT, Queryable};

use crate::clipping;
use crate::driver::{Opening, Window, click, key, samples, sees, wait, wait_until_idle};
use crate::texts::{beginning, counted, counted_in, text_in, text_with};
use crate::views::{can_render, picture};

/// Instructions that every student of the class has in the report.
const INSTRUCTIONS: &str = "实验报告须在课后一周内提交，封面写明班级、学号与同组成员，正文不少于两千字。\
    实验前请检查仪器编号与校准日期，记录室温、湿度与供电电压；读数一律保留到仪器最小分度的下一位，\
    由两人分别读取后取平均值。数据表不得涂改，写错的数字划去后在旁边重写并签名。\
    误差分析应说明系统误差与偶然误差的来源，不得只写“操作失误”。引用他人数据须注明出处，抄袭者本次实验记零分。";
/// Discussion that four students have copied from one of them.
const DISCUSSION: &str = "由图三可以看出，滑块通过第二道光电门的时间比理论值平均长了千分之六秒，\
    而且随着砝码质量的增加，偏差并没有像预想的那样成比例地变大。我们起初怀疑是气垫导轨没有调平，\
    重新调了三次底脚螺丝之后偏差依旧；后来把滑轮上的细线换成了涂蜡的尼龙线，偏差立刻减少了一半，\
    这说明细线与滑轮之间的摩擦才是主要的来源，而空气阻力在这样的速度下可以忽略不计。";

/// Folder of a class's reports: all have the instructions, the first four the discussion.
fn class(folder: &Path, name: &str) -> PathBuf {
    let folder = folder.join("物理实验");
    std::fs::create_dir_all(&folder).unwrap();
    for (number, own) in [
        "zh-bikes",
        "zh-canteen",
        "zh-clothes",
        "zh-elevator",
        "zh-library-a",
        "zh-science",
    ]
    .into_iter()
    .enumerate()
    {
        let own = std::fs::read_to_string(format!("tests/fixtures/texts/{own}.txt")).unwrap();
        let (before, after) = own.split_at(own.char_indices().nth(600).unwrap().0);
        let discussion = if number < 4 { DISCUSSION } else { "" };
        let text = format!("{before}\n{INSTRUCTIONS}\n{after}\n{discussion}\n");
        std::fs::write(folder.join(format!("{number:02}_{name}.txt")), text).unwrap();
    }
    folder
}

fn open(language: Language, paths: Vec<PathBuf>, library: LibraryChoice) -> Window {
    let opening = Opening {
        paths,
        language,
        library,
        missing_glyphs: true,
    };
    opening.open()
}

/// Opens the page of shared texts on the reports of the class.
fn page(language: Language, folder: &Path, library: LibraryChoice) -> Window {
    let mut window = open(language, vec![class(folder, "报告")], library);
    key(&mut window, Modifiers::COMMAND, Key::Num5);
    window
}

/// Finds the row of the list with these words; panics if there is none.
fn row<'w>(window: &'w Window, words: &str) -> egui_kittest::Node<'w> {
    let mut rows = window.query_all_by_role(Role::Button);
    let row = rows.find(|node| {
        let label = node.accesskit_node().label().unwrap_or_default();
        label.contains(words) && label.contains(". ")
    });
    row.unwrap_or_else(|| panic!("no row with {words}"))
}

/// Chooses the row with these words.
fn choose(window: &mut Window, words: &str) {
    row(window, words).click();
    window.run_steps(3);
    wait_until_idle(window);
}

/// Returns the copied share of the first document, as its page says it.
fn share(window: &mut Window) -> String {
    key(window, Modifiers::COMMAND, Key::Num1);
    let name = "00_报告.txt";
    let first = (window.query_all_by_label(name))
        .min_by(|a, b| a.rect().left().total_cmp(&b.rect().left()));
    first.unwrap().click();
    window.run_steps(3);
    wait_until_idle(window);
    let share = (window.query_all_by_label_contains(" %"))
        .filter_map(|node| {
            let node = node.accesskit_node();
            node.label().or_else(|| node.value())
        })
        .find(|label| label.ends_with(" %"));
    key(window, Modifiers::COMMAND, Key::Num5);
    share.unwrap_or_else(|| panic!("no share"))
}

#[test]
fn a_text_is_left_out_everywhere_and_taken_back() {
    for (language, _) in Language::ALL {
        let folder = tempfile::tempdir().unwrap();
        let mut window = page(language, folder.path(), LibraryChoice::None);
        assert!(sees(&window, &counted_in(language, "pages.shared", 2)));
        assert!(sees(
            &window,
            &text_in(language, "shared-texts.explanation", &[])
        ));
        let undecided = text_in(language, "shared-texts.undecided", &[]);
        // Six documents have the instructions, four the discussion.
        choose(&mut window, "由图三可以看出");
        assert!(sees(
            &window,
            &counted_in(language, "shared-texts.documents", 4)
        ));
        choose(&mut window, "实验报告须在课后");
        assert!(sees(
            &window,
            &counted_in(language, "shared-texts.documents", 6)
        ));
        assert!(sees(&window, "抄袭者本次实验记零分"), "all of it");
        let before = share(&mut window);
        click(
            &mut window,
            &text_in(language, "shared-texts.template", &[]),
        );
        assert!(sees(
            &window,
            &counted_in(language, "shared-texts.left-out", 6)
        ));
        assert!(sees(
            &window,
            &text_in(language, "shared-texts.not-kept", &[])
        ));
        let today = day(seconds());
        let template = text_in(language, "shared-texts.is-template", &[("day", &today)]);
        assert!(sees(&window, &template));
        let without = share(&mut window);
        assert_ne!(before, without);
        // The other text still counts; both decisions are undone step by step.
        choose(&mut window, "由图三可以看出");
        assert!(sees(&window, &undecided));
        click(&mut window, &text_in(language, "shared-texts.counts", &[]));
        let counts = text_in(language, "shared-texts.is-counted", &[("day", &today)]);
        assert!(sees(&window, &counts) && sees(&window, &template));
        assert_eq!(share(&mut window), without);
        key(&mut window, Modifiers::COMMAND, Key::Z);
        assert!(!sees(&window, &counts) && sees(&window, &template));
        key(&mut window, Modifiers::COMMAND, Key::Z);
        assert!(!sees(&window, &template));
        assert!(sees(
            &window,
            &counted_in(language, "shared-texts.taken-back", 6)
        ));
        assert_eq!(share(&mut window), before);
        // Undone by the button of the text, too.
        choose(&mut window, "实验报告须在课后");
        click(&mut window, &text_in(language, "shared-texts.counts", &[]));
        click(
            &mut window,
            &text_in(language, "shared-texts.template", &[]),
        );
        assert!(sees(&window, &template));
        click(&mut window, &text_in(language, "shared-texts.undo", &[]));
        assert!(!sees(&window, &template) && !sees(&window, &counts));
        assert_eq!(share(&mut window), before);
    }
}

fn seconds() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    i64::try_from(since.unwrap().as_secs()).unwrap()
}

/// Returns how the settings name a template that was kept, as far as it is known.
fn shared_template() -> String {
    let name = beginning("shared-texts.template-name", &[("day", &day(seconds()))]);
    text_with("library.template-is", &[("name", &name)])
}

#[test]
fn a_template_is_kept_in_the_library_and_later_checks_know_it() {
    let language = Language::English;
    let folder = tempfile::tempdir().unwrap();
    let library = || LibraryChoice::File(folder.path().join("L.chachong"));
    let kept = &beginning("shared-texts.kept", &[("count", &6)]);
    {
        let mut window = page(language, folder.path(), library());
        choose(&mut window, "实验报告须在课后");
        for decision in ["shared-texts.counts", "shared-texts.template"] {
            click(&mut window, &text_in(language, decision, &[]));
        }
        wait(&mut window, |window| sees(window, kept));
        let file = folder.path().join("L.chachong");
        assert!(sees(&window, &file.display().to_string()));
        // The text is among the school's templates in the settings …
        let listed = &shared_template();
        key(&mut window, Modifiers::COMMAND, Key::Comma);
        wait(&mut window, |window| sees(window, listed));
        // … until the decision is undone, and then once more.
        key(&mut window, Modifiers::COMMAND, Key::Z);
        wait(&mut window, |window| {
            sees(window, &counted("shared-texts.dropped", 6))
        });
        wait(&mut window, |window| !sees(window, listed));
        key(&mut window, Modifiers::COMMAND, Key::Num5);
        click(
            &mut window,
            &text_in(language, "shared-texts.template", &[]),
        );
        wait(&mut window, |window| sees(window, kept));
        eframe::App::on_exit(window.state_mut());
    }
    // Another check of the same files leaves the text out by itself; only the other text is undecided.
    let mut window = page(language, folder.path(), library());
    assert!(sees(&window, &counted_in(language, "pages.shared", 1)));
    row(&window, "由图三可以看出");
    key(&mut window, Modifiers::COMMAND, Key::Comma);
    wait(&mut window, |window| sees(window, &shared_template()));
}

#[test]
fn a_click_leads_to_each_document_at_its_place_and_back_to_the_text() {
    let language = Language::English;
    let folder = tempfile::tempdir().unwrap();
    let mut window = page(language, folder.path(), LibraryChoice::None);
    choose(&mut window, "由图三可以看出");
    click(&mut window, "03_报告.txt");
    // The text is at the end of the document, and in sight.
    let node = window.get_by_label_contains("涂蜡的尼龙线");
    let screen = window.ctx.content_rect();
    assert!(screen.contains_rect(node.rect()), "{:?}", node.rect());
    let link = counted_in(language, "shared-texts.link", 4);
    click(&mut window, &link);
    assert!(sees(
        &window,
        &counted_in(language, "shared-texts.documents", 4)
    ));
    // A passage of a pair leads to the text, too.
    key(&mut window, Modifiers::COMMAND, Key::Num2);
    click(&mut window, "00_报告.txt");
    let other = counted_in(language, "shared-texts.link", 6);
    let is_there = |window: &Window| {
        [&link, &other].map(|link| window.query_by_label(link).is_some()) != [false, false]
    };
    assert!(is_there(&window));
    key(&mut window, Modifiers::NONE, Key::ArrowDown);
    assert!(is_there(&window));
}

#[test]
fn keys_and_the_filter_lead_through_the_list() {
    let language = Language::Chinese;
    let folder = tempfile::tempdir().unwrap();
    let mut window = page(language, folder.path(), LibraryChoice::None);
    let documents = |count: usize| counted_in(language, "shared-texts.documents", count);
    assert!(sees(&window, &documents(6)), "the heaviest first");
    key(&mut window, Modifiers::NONE, Key::ArrowDown);
    assert!(sees(&window, &documents(4)));
    key(&mut window, Modifiers::NONE, Key::ArrowUp);
    assert!(sees(&window, &documents(6)));
    key(&mut window, Modifiers::NONE, Key::Enter);
    assert!(
        sees(&window, &text_in(language, "document.sources", &[])),
        "the document"
    );
    key(&mut window, Modifiers::NONE, Key::Escape);
    assert!(sees(&window, &documents(6)));
    for (typed, shown) in [("04_报告", 1), ("光电门", 1), ("报告", 2), ("没有的字", 0)] {
        let filter = text_in(language, "documents.filter", &[]);
        window
            .get_by_role_and_label(Role::TextInput, &filter)
            .focus();
        window.run_steps(2);
        key(&mut window, Modifiers::COMMAND, Key::A);
        window.event(egui::Event::Text(typed.to_owned()));
        window.run_steps(3);
        wait_until_idle(&mut window);
        let count = text_in(
            language,
            "shared-texts.count",
            &[("shown", &shown), ("all", &2)],
        );
        assert!(sees(&window, &count), "{typed}: {count}");
    }
    assert!(sees(
        &window,
        &text_in(language, "shared-texts.none-shown", &[])
    ));
}

#[test]
fn an_empty_page_explains_itself() {
    for (language, _) in Language::ALL {
        let mut window = open(language, vec![samples().into()], LibraryChoice::None);
        click(&mut window, &counted_in(language, "pages.shared", 0));
        assert!(sees(
            &window,
            &text_in(language, "shared-texts.explanation", &[])
        ));
        assert!(sees(&window, &text_in(language, "shared-texts.none", &[])));
    }
}

#[test]
fn the_page_fits_every_window() {
    let mut found = Vec::new();
    for (language, _) in Language::ALL {
        let folder = tempfile::tempdir().unwrap();
        let name = "基于深度学习与大数据分析的城市社区公共图书馆夜间开放服务模式创新".repeat(2);
        let class = class(folder.path(), &name);
        let mut window = open(language, vec![class], LibraryChoice::None);
        key(&mut window, Modifiers::COMMAND, Key::Num5);
        window.ctx.all_styles_mut(|style| {
            style.interaction.tooltip_delay = 0.0;
            style.interaction.show_tooltips_only_when_still = false;
        });
        for decided in ["", "shared-texts.template", "shared-texts.counts"] {
            if !decided.is_empty() {
                click(&mut window, &text_in(language, decided, &[]));
            }
            for (size, text) in [
                (vec2(1280.0, 720.0), 1.0),
                (vec2(1024.0, 640.0), 1.0),
                (vec2(1280.0, 720.0), 1.5),
                (vec2(1024.0, 640.0), 1.5),
            ] {
                let mut look = |window: &mut Window, view: &str| {
                    let mut faults = clipping::faults(window);
                    faults.extend(clipping::never_whole(window));
                    let at = format!("{language:?} {view} {decided:?} {size:?} x {text}");
                    found.extend(faults.into_iter().map(|fault| format!("{at}: {fault}")));
                };
                window.ctx.set_zoom_factor(text);
                window.step();
                window.set_size(size / text);
                window.run_steps(3);
                wait_until_idle(&mut window);
                look(&mut window, "list");
                if text > 1.0 {
                    // There is room for either the list or the text.
                    key(&mut window, Modifiers::NONE, Key::Enter);
                    look(&mut window, "text");
                    click(
                        &mut window,
                        &counted_in(language, "shared-texts.documents", 6),
                    );
                    look(&mut window, "documents");
                    click(&mut window, &text_in(language, "document.text", &[]));
                    key(&mut window, Modifiers::NONE, Key::Escape);
                    assert!(sees(&window, &text_in(language, "documents.filter", &[])));
                }
            }
            window.ctx.set_zoom_factor(1.0);
            window.step();
            window.set_size(vec2(1280.0, 720.0));
            window.run_steps(3);
        }
    }
    assert!(
        found.is_empty(),
        "{} faults\n{}",
        found.len(),
        found.join("\n")
    );
}

#[test]
fn the_page_looks_as_it_was_looked_at() {
    let folder = tempfile::tempdir().unwrap();
    let class = class(folder.path(), "报告");
    let mut results = None;
    for (language, theme, name) in [
        (Language::Chinese, Theme::Light, "shared-texts-zh-light"),
        (Language::English, Theme::Dark, "shared-texts-en-dark"),
    ] {
        let mut window = open(language, vec![class.clone()], LibraryChoice::None);
        if !can_render(&mut window) {
            return;
        }
        window.ctx.set_theme(theme);
        key(&mut window, Modifiers::COMMAND, Key::Num5);
        picture(&mut window, name);
        let taken = window.take_snapshot_results();
        match &mut results {
            None => results = Some(taken),
            Some(results) => results.extend(taken),
        }
    }
}
