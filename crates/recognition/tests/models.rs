//! Text recognition with its models, on the small scans of `tests/fixtures/scans`. Without the models
//! (`assets/make_models.py`) these tests are left out and say so; with `CHACHONG_TEST_EVERYTHING` set that is a
//! failure.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops")]

use std::collections::HashMap;
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use chachong_recognition::{
    DOTS_PER_INCH, Direction, Engine, ModelFiles, ModelSize, PageState, Raster, Recognised,
    RecognitionError, Turn, find_models, picture, render,
};
use image::{DynamicImage, ImageFormat, RgbImage};
use serde::Deserialize;

#[derive(Deserialize)]
struct Truth {
    file: String,
    text: Vec<String>,
}

static CHINESE_FONT: &[u8] = include_bytes!("../../../assets/fonts/ChachongSans-SC.otf");

static ENGINE: LazyLock<Option<Engine>> = LazyLock::new(|| {
    let folder = root().join("assets/models");
    match find_models(&[folder], ModelSize::Tiny) {
        Ok(found) => Some(Engine::new(ModelFiles::read(&found, ModelSize::Tiny).unwrap()).unwrap()),
        Err(error) => {
            assert!(
                std::env::var_os("CHACHONG_TEST_EVERYTHING").is_none(),
                "{error}"
            );
            // Written to stderr directly: the output of a passing test is not shown.
            let _ = writeln!(std::io::stderr(), "left out: text recognition ({error})");
            None
        }
    }
});

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn scan(name: &str) -> DynamicImage {
    image::open(root().join("tests/fixtures/scans").join(name)).unwrap()
}

/// Text that stands on a scan, in the order of reading.
fn truth(name: &str) -> Vec<String> {
    let path = root().join("tests/fixtures/scans/truth.json");
    let all: Vec<Truth> = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    all.into_iter().find(|row| row.file == name).unwrap().text
}

fn raster(scan: &DynamicImage) -> Raster {
    let mut png = Cursor::new(Vec::new());
    scan.write_to(&mut png, ImageFormat::Png).unwrap();
    picture(png.get_ref(), 1).unwrap()
}

/// Reads a picture; `None` without models.
fn read(scan: &DynamicImage) -> Option<Recognised> {
    let engine = ENGINE.as_ref()?;
    Some(engine.read(&raster(scan), &|| false).unwrap())
}

/// What is read of the upright scan; `None` without models.
static UPRIGHT: LazyLock<Option<Recognised>> = LazyLock::new(|| read(&scan("upright.jpg")));

fn ideographs(text: &str) -> Vec<char> {
    text.chars()
        .filter(|c| ('\u{4e00}'..='\u{9fff}').contains(c))
        .collect()
}

/// F1 of the runs of five ideographs.
fn f1(truth: &[String], found: &str) -> f64 {
    let count = |text: &str| {
        let mut counts: HashMap<Vec<char>, u32> = HashMap::new();
        for run in ideographs(text).windows(5) {
            *counts.entry(run.to_vec()).or_default() += 1;
        }
        counts
    };
    let (expected, found) = (count(&truth.concat()), count(found));
    let common: u32 = found
        .iter()
        .map(|(run, n)| (*n).min(expected.get(run).copied().unwrap_or(0)))
        .sum();
    let all: u32 = expected.values().chain(found.values()).sum();
    2.0 * f64::from(common) / f64::from(all.max(1))
}

fn text(read: &Recognised) -> String {
    read.pages.iter().map(|page| page.text() + "\n").collect()
}

/// Whether the beginnings of the paragraphs stand in the text in their order.
fn is_in_order(truth: &[String], found: &str) -> bool {
    let found: String = ideographs(found).into_iter().collect();
    let places: Vec<usize> = (truth.iter())
        .map(|paragraph| {
            ideographs(paragraph)
                .into_iter()
                .take(6)
                .collect::<String>()
        })
        .filter(|begin| begin.chars().count() == 6)
        .filter_map(|begin| found.find(&begin))
        .collect();
    places.len() + 3 >= truth.len().min(4) && places.is_sorted()
}

#[test]
fn upright_and_slanted_scans_are_read() {
    let slanted = read(&scan("slanted.jpg"));
    for (name, read) in [
        ("upright.jpg", UPRIGHT.as_ref()),
        ("slanted.jpg", slanted.as_ref()),
    ] {
        let Some(read) = read else {
            return;
        };
        assert_eq!((read.turn, read.pages.len()), (Turn::None, 1), "{name}");
        assert_eq!(read.pages[0].state, PageState::Read);
        let found = text(read);
        assert!(
            f1(&truth(name), &found) > 0.97,
            "{name}: {} {found}",
            f1(&truth(name), &found)
        );
        assert!(is_in_order(&truth(name), &found), "{found}");
    }
    let skew = slanted.unwrap().skew;
    // The fixture is turned by 3.5 degrees to the left: its lines rise.
    assert!((-400..-300).contains(&skew), "{skew}");
}

#[test]
fn bent_lines_are_read() {
    let flat = scan("upright.jpg").to_rgb8();
    let (width, height) = flat.dimensions();
    // A sheet that curls: the middle of each line lies one and a half characters (of 18 pixels) above its ends.
    let rise = |x: u32| {
        let place = f64::from(x) / f64::from(width);
        4.0 * 27.0 * place * (1.0 - place)
    };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let bent = RgbImage::from_fn(width, height, |x, y| {
        let from = (f64::from(y) + rise(x)).round() as u32;
        *flat.get_pixel(x, from.min(height - 1))
    });
    let Some(read) = read(&DynamicImage::ImageRgb8(bent)) else {
        return;
    };
    let (truth, found) = (truth("upright.jpg"), text(&read));
    assert!(f1(&truth, &found) > 0.95, "{}", f1(&truth, &found));
    assert!(is_in_order(&truth, &found));
    // Lines are framed where they stand in the bent picture: short ones lie within a few pixels of their place.
    let foot = (read.pages[0].lines.iter())
        .find(|line| line.text.trim() == "7")
        .unwrap();
    let plain = UPRIGHT.as_ref().unwrap();
    let expected = (plain.pages[0].lines.iter())
        .find(|line| line.text.trim() == "7")
        .unwrap();
    let here = foot.corners[0];
    let there = expected.corners[0];
    let moved = f64::from(there[1] - here[1]) - rise(u32::try_from(there[0]).unwrap());
    assert!(moved.abs() < 6.0, "{here:?} {there:?}");
}

#[test]
fn turned_scans_are_righted() {
    let upright = scan("upright.jpg");
    for (turned, turn) in [
        (upright.rotate270(), Turn::Quarter),
        (upright.rotate180(), Turn::Half),
        (upright.rotate90(), Turn::ThreeQuarters),
    ] {
        let Some(read) = read(&turned) else { return };
        assert_eq!(read.turn, turn);
        assert_eq!(
            (read.width, read.height),
            (upright.width(), upright.height())
        );
        assert!(f1(&truth("upright.jpg"), &text(&read)) > 0.97, "{turn:?}");
    }
}

#[test]
fn columns_are_read_one_after_the_other() {
    let Some(read) = read(&scan("columns.jpg")) else {
        return;
    };
    let (truth, found) = (truth("columns.jpg"), text(&read));
    assert!(f1(&truth, &found) > 0.95, "{} {found}", f1(&truth, &found));
    assert!(is_in_order(&truth, &found), "{found}");
}

#[test]
fn an_open_book_is_two_pages() {
    let page = scan("upright.jpg").into_rgb8();
    let mut both = RgbImage::new(2 * page.width(), page.height());
    for left in [0, i64::from(page.width())] {
        image::imageops::replace(&mut both, &page, left, 0);
    }
    let Some(read) = read(&DynamicImage::ImageRgb8(both)) else {
        return;
    };
    assert_eq!(read.pages.len(), 2);
    for half in &read.pages {
        assert!(f1(&truth("upright.jpg"), &half.text()) > 0.96);
        let within = |x: i32| {
            u32::try_from(x + 20).unwrap() >= half.left
                && u32::try_from(x - 20).unwrap_or(0) <= half.right
        };
        assert!(
            half.lines
                .iter()
                .flat_map(|line| line.corners)
                .all(|[x, _]| within(x))
        );
    }
}

#[test]
fn lines_that_run_down_are_read_from_the_right() {
    let Some(read) = read(&scan("vertical.jpg")) else {
        return;
    };
    let (truth, found) = (truth("vertical.jpg"), text(&read));
    assert_eq!(read.turn, Turn::None);
    assert!(
        read.pages[0]
            .lines
            .iter()
            .all(|line| line.direction == Direction::Down)
    );
    assert!(f1(&truth, &found) > 0.95, "{} {found}", f1(&truth, &found));
    assert!(is_in_order(&truth, &found), "{found}");
}

#[test]
fn photographs_and_empty_paper_have_no_lines() {
    for name in ["photograph.jpg", "blank.jpg"] {
        let Some(read) = read(&scan(name)) else {
            return;
        };
        assert_eq!(read.pages[0].state, PageState::Empty, "{name}: {read:?}");
        assert!(read.pages[0].lines.is_empty());
    }
}

#[test]
fn a_page_of_a_pdf_is_rendered_and_read() {
    let Some(engine) = ENGINE.as_ref() else {
        return;
    };
    let path: PathBuf = root().join("assets/samples/02_夜间时段社区图书馆的运行与读者需求.pdf");
    let pdf = Arc::new(std::fs::read(path).unwrap());
    let read = engine
        .read(
            &render(&pdf, 1, DOTS_PER_INCH, Some(CHINESE_FONT))
                .unwrap()
                .picture,
            &|| false,
        )
        .unwrap();
    let found: String = ideographs(&text(&read)).into_iter().collect();
    assert!(
        found.contains("夜间时段社区图书馆的运行与读者需求"),
        "{found}"
    );
    assert!(read.version.contains("pp-ocr-v6-tiny"));
    assert_eq!(read.version, engine.version());
}

#[test]
fn fonts_that_a_pdf_does_not_hold_are_replaced() {
    let Some(engine) = ENGINE.as_ref() else {
        return;
    };
    let first = "屋顶菜园的灌溉试验在三栋居民楼上进行";
    for (name, direction) in [
        ("GBK-EUC-H", Direction::Across),
        ("GBK-EUC-V", Direction::Down),
    ] {
        let path = root().join(format!("tests/fixtures/import/pdf/cmap-{name}.pdf"));
        let pdf = Arc::new(std::fs::read(path).unwrap());
        let page = render(&pdf, 1, DOTS_PER_INCH, Some(CHINESE_FONT)).unwrap();
        let read = engine.read(&page.picture, &|| false).unwrap();
        assert!(text(&read).contains(first), "{name}: {}", text(&read));
        assert_eq!(read.pages[0].lines[0].direction, direction);
    }
}

#[test]
fn reading_ends_when_it_is_cancelled_and_is_the_same_each_time() {
    let (Some(engine), Some(once)) = (ENGINE.as_ref(), UPRIGHT.as_ref()) else {
        return;
    };
    let page = raster(&scan("upright.jpg"));
    assert_eq!(
        engine.read(&page, &|| true),
        Err(RecognitionError::Cancelled)
    );
    assert_eq!(*once, engine.read(&page, &|| false).unwrap());
    let sent = serde_json::to_string(once).unwrap();
    assert_eq!(serde_json::from_str::<Recognised>(&sent).unwrap(), *once);
}
