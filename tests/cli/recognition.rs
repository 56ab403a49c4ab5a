//! Tests of text recognition by command line: pages of a pdf that are only pictures are read, compared and kept.

use std::path::{Path, PathBuf};

use crate::program::{Place, chachong, fixture, new_library, said, str};
use chachong_import::page_hash;
use chachong_library::{CORRECTED, DocumentStore, SqliteStore};

/// Returns whether the models are there; without them a test of everything fails, and says how to get them.
fn has_models() -> bool {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/models");
    let there = folder.join("tiny-recognition.onnx").is_file();
    let remedy = "no models: run python3 assets/make_models.py usual";
    assert!(
        there || std::env::var_os("CHACHONG_TEST_EVERYTHING").is_none(),
        "{remedy}"
    );
    there
}

/// Pdf whose second page is a picture.
fn scan() -> PathBuf {
    fixture("scans").join("zh-bikes.pdf")
}

/// Text of the document, without white space.
fn truth() -> Vec<char> {
    let text = std::fs::read_to_string(fixture("texts").join("zh-bikes.txt")).unwrap();
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Share of the runs of five ideographs of the truth's last 300 ideographs that a text has.
fn found(text: &str) -> f64 {
    let is_ideograph = |c: &char| ('\u{4E00}'..='\u{9FFF}').contains(c);
    let text: String = text.chars().filter(is_ideograph).collect();
    let truth: Vec<char> = truth().into_iter().filter(is_ideograph).collect();
    let runs: Vec<String> = (truth[truth.len() - 300..].windows(5))
        .map(|run| run.iter().collect())
        .collect();
    let known = runs
        .iter()
        .filter(|run| text.contains(run.as_str()))
        .count();
    known as f64 / runs.len() as f64
}

#[test]
fn a_page_that_is_a_picture_is_read_where_it_is_asked_for() {
    let plain = chachong(&["extract", str(&scan())]);
    assert!(found(&said(&plain)) < 0.05, "the pdf has a text layer");
    assert!(said(&plain).contains("1 of 2 pages is a picture of text (page 2)"));
    if !has_models() {
        return;
    }
    let read = chachong(&["extract", str(&scan()), "--recognise"]);
    let told = said(&read);
    assert!(found(&told) > 0.95, "{told}");
    assert!(
        told.contains("read the text of 1 page (page 2) from pictures"),
        "{told}"
    );
    assert!(told.contains("lower estimates"), "{told}");
    assert!(!told.contains("is a picture of text"), "{told}");
}

#[test]
fn a_copy_of_a_scanned_page_is_found_and_the_page_is_read_once() {
    if !has_models() {
        return;
    }
    let place = Place::new();
    place.copy("scans/zh-bikes.pdf", "theses/scan.pdf");
    let truth = truth();
    let copied: String = truth[truth.len() - 400..].iter().collect();
    place.write("theses/copy.txt", copied);
    let shares = |more: &str| {
        let output = place.done(&format!("check -q theses --json found.json {more}"));
        let report = place.json("found.json");
        let documents = report["documents"].as_array().unwrap().clone();
        let of = |name: &str| {
            let mut known = documents.iter();
            known
                .find(|document| document["path"] == name)
                .unwrap()
                .clone()
        };
        let copy = of("copy.txt");
        let lower = copy["lower_estimate"].as_bool();
        (copy["total_copied_share"].as_f64(), lower, output)
    };
    let (plain, lower, told) = shares("");
    assert!(plain.is_none_or(|share| share == 0.0), "{plain:?}");
    assert_ne!(lower, Some(true));
    assert!(!told.contains('≥'), "{told}");
    let (first, lower, told) = shares("--recognise --library l.chachong --add");
    assert!(first.is_some_and(|share| share > 0.9), "{first:?}");
    // The share of the copy is over recognised text too, the other document's.
    assert_eq!(lower, Some(true));
    assert!(
        told.contains("≥ ") && told.contains("lower estimate"),
        "{told}"
    );
    // The text is the library's now.
    let (again, lower, _) = shares("--recognise --library l.chachong");
    assert_eq!(
        lower,
        Some(true),
        "the library keeps which pages were recognised"
    );
    assert_eq!(again, first);
    let (without, ..) = shares("--library l.chachong");
    assert!(
        without.is_some_and(|share| share > 0.9),
        "of the library's member: {without:?}"
    );
}

#[test]
fn without_models_the_program_says_where_they_come_from() {
    let place = Place::new();
    place.copy("scans/zh-bikes.pdf", "scan.pdf");
    std::fs::create_dir(place.at("models")).unwrap();
    let missing = "The models for text recognition are missing";
    let output = place.refused("extract scan.pdf --recognise --models models", missing);
    assert!(
        said(&output).contains("make_models.py"),
        "{}",
        said(&output)
    );
    // A changed file is not used.
    for name in [
        "tiny-detection.onnx",
        "tiny-recognition.onnx",
        "tiny-dictionary.txt",
    ] {
        place.write(&format!("models/{name}"), "other");
    }
    let damaged = "damaged or comes from another version";
    place.refused("check scan.pdf --recognise --models models", damaged);
}

#[test]
fn image_files_are_documents_where_a_person_says_so() {
    if !has_models() {
        return;
    }
    let place = Place::new();
    place.copy("scans/upright.jpg", "theses/页面/第 2 页.jpg");
    place.copy("scans/slanted.jpg", "theses/页面/第 10 页.jpg");
    place.write("theses/broken.png", b"\x89PNG\r\n\x1A\nand no more");
    // It keeps the pages that were recognised once.
    new_library(&place.at("l.chachong"));
    let documents = |more: &str| {
        let check = "check -q theses --json found.json --recognise --library l.chachong";
        let output = place.run(&format!("{check} {more}"));
        let report = place.json("found.json");
        let mut found: Vec<(String, String, u64)> = (report["documents"].as_array().unwrap())
            .iter()
            .map(|document| {
                let word = |key: &str| document[key].as_str().unwrap_or_default().to_owned();
                (
                    word("path"),
                    word("status"),
                    document["characters"].as_u64().unwrap_or(0),
                )
            })
            .collect();
        found.sort();
        (found, said(&output))
    };
    let (none, told) = documents("");
    assert!(none.is_empty(), "{none:?}");
    assert!(told.contains("3 image files"), "{told}");
    let (each, _) = documents("--pictures each");
    let names: Vec<&str> = each.iter().map(|(name, ..)| name.as_str()).collect();
    assert_eq!(
        names,
        ["broken.png", "页面/第 10 页.jpg", "页面/第 2 页.jpg"]
    );
    assert_eq!(each[0].1, "failed");
    assert!(each[1].2 > 50 && each[2].2 > 50, "{each:?}");
    let (together, told) = documents("--pictures together");
    // The folder of the broken picture is a document too, and says what is wrong.
    assert_eq!(together.len(), 2, "{told}");
    assert_eq!(together[1].0, "页面");
    assert!(together[1].2 >= each[1].2 + each[2].2, "{together:?}");
}

#[test]
fn a_folder_of_pictures_in_an_archive_is_one_document_in_the_order_of_its_names() {
    if !has_models() {
        return;
    }
    let place = Place::new();
    let page = |name: &str| std::fs::read(fixture("scans").join(name)).unwrap();
    let pages = [
        ("p10.jpg", page("slanted.jpg")),
        ("p9.jpg", page("upright.jpg")),
    ];
    place.zip("pages.zip", &pages);
    let added = place.run("library add -q l.chachong pages.zip --recognise --pictures together");
    assert!(said(&added).contains("pages.zip"), "{}", said(&added));
    let both = |name: &str| {
        let read = chachong(&["extract", str(&fixture("scans").join(name)), "--recognise"]);
        String::from_utf8(read.stdout).unwrap()
    };
    let store = SqliteStore::open(&place.at("l.chachong")).unwrap();
    let document = store.documents().unwrap()[0];
    let text = store.text(document).unwrap();
    let first = both("upright.jpg");
    assert!(text.starts_with(first.trim()), "{text}\n\n{first}");
    assert!(text.trim().ends_with(both("slanted.jpg").trim()), "{text}");
}

#[test]
fn a_page_is_recognised_once_in_whatever_file_it_stands() {
    if !has_models() {
        return;
    }
    let place = Place::new();
    let library = place.at("l.chachong");
    new_library(&library);
    place.copy("scans/upright.jpg", "page.jpg");
    let check = |file: &str| {
        place.done(&format!("check -q {file} --recognise --library l.chachong"));
    };
    check("page.jpg");
    let store = SqliteStore::open(&library).unwrap();
    let document = store.documents().unwrap()[0];
    let read = store.extracted(document).unwrap().recognised.unwrap();
    let hash = page_hash(&read.pages[0].hash).unwrap();
    let mut kept = store
        .recognised_page(&hash, &read.version)
        .unwrap()
        .unwrap();
    // A mark shows that the second file takes the page from the library.
    assert!(kept.correct_line(0, "由人改正的一行"));
    let sha256 = [1; 32];
    (store.keep_recognised_page(&hash, &sha256, CORRECTED, Some(&kept))).unwrap();
    drop(store);
    // Bytes after the end of a jpeg make another file with the same picture.
    let mut bytes = std::fs::read(place.at("page.jpg")).unwrap();
    bytes.extend(b"another file");
    place.write("other.jpg", bytes);
    check("other.jpg");
    let store = SqliteStore::open(&library).unwrap();
    let texts: Vec<String> = (store.documents().unwrap().iter())
        .map(|&document| store.text(document).unwrap())
        .collect();
    assert_eq!(texts.len(), 2);
    assert!(!texts[0].contains("由人改正的一行"));
    assert!(texts[1].starts_with("由人改正的一行"), "{}", texts[1]);
}

#[test]
fn a_text_that_is_not_what_its_pages_show_is_told_and_replaced() {
    if !has_models() {
        return;
    }
    let place = Place::new();
    // Its words are written in Cyrillic letters that look like the Latin ones printed.
    place.copy("scans/lying-en.pdf", "lying.pdf");
    let library = place.at("l.chachong");
    new_library(&library);
    let check = "check -q lying.pdf --recognise --library l.chachong";
    let told = said(&place.run(check));
    assert!(
        told.contains("differs from what its pages show: 3 of 3"),
        "{told}"
    );
    let store = SqliteStore::open(&library).unwrap();
    let document = store.documents().unwrap()[0];
    let extracted = store.extracted(document).unwrap();
    let is_latin = |text: &str| text.chars().all(|c| !('а'..='я').contains(&c));
    assert!(is_latin(&extracted.text), "{}", extracted.text);
    let layer = extracted.layer.unwrap();
    assert!(layer.replaced);
    let (page, texts) = layer.differing().next().unwrap();
    assert_eq!(page, 1);
    assert!(!is_latin(&texts.said) && is_latin(&texts.shown));
    drop(store);
    // The library's text has the word of the first check.
    let again = said(&place.run(check));
    assert!(
        again.contains("differs from what its pages show: 3 of 3"),
        "{again}"
    );
    // Nobody asked: nothing is compared.
    let plain = said(&place.run("check -q lying.pdf"));
    assert!(
        !plain.contains("differs from what its pages show"),
        "{plain}"
    );
}

#[test]
fn a_font_without_a_map_is_read_in_its_pictures() {
    let numbered = fixture("scans").join("numbered-en.pdf");
    if !has_models() {
        return;
    }
    let read = chachong(&["extract", str(&numbered), "--recognise"]);
    let text = String::from_utf8(read.stdout).unwrap();
    let words = ["the", "and", "household", "Repair"];
    assert!(words.iter().all(|word| text.contains(word)), "{text}");
}
