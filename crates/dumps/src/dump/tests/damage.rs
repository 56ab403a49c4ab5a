//! Tests of files that are damaged, that unpack without measure or that are no dumps.

use proptest::prelude::*;

use super::*;

#[test]
fn records_that_are_damaged_cost_themselves_only() {
    let text = prose(1);
    let lines = format!(
        "{{\"text\": \"{text}\", \"id\": \"a\"}}\n\n{{\"text\": \"{text}\n{{\"title\": \"b\"}}\n[]\n{{\"text\": \"kurz\"}}\n\
         {{\"text\": \"{text}\", \"id\": \"a\"}}\n{{\"content\": \"{text}\", \"title\": \"c\", \"url\": \"http://c\"}}"
    );
    let got = whole("a.jsonl", lines.as_bytes());
    assert_eq!(got.sources.keys().collect::<Vec<_>>(), ["a", "http://c"]);
    assert_eq!(got.broken.len(), 3);
    assert_eq!(
        got.passed_over,
        [(Reason::Stub, 1), (Reason::DuplicateId, 1)].into()
    );

    let other = prose(2);
    let lines = format!(
        "{{\"text\": \"{text}\", \"id\": 1}}\n{{\"text\": \"{other}\", \"id\": 1}}\n{{\"text\": \"{other}\", \"id\": 1}}\n\
         {{\"text\": \"{text}\", \"id\": 1}}"
    );
    let got = whole("a.jsonl", lines.as_bytes());
    let texts: Vec<&str> = (got.sources.values())
        .map(|source| &source.text[..])
        .collect();
    assert_eq!(texts, [&text[..], &other[..]]);
    assert_eq!(got.sources.keys().next().unwrap(), "1");
    assert_eq!(got.passed_over, [(Reason::DuplicateId, 2)].into());

    let rows = format!("title,text\nb,\"{text}\"\nc\nd,{text}\ne,kurz\n\"f,{text}\n");
    let got = whole("a.csv", rows.as_bytes());
    assert_eq!(got.sources.len(), 2);
    assert!(got.sources.values().all(|source| source.text == text));
    // Marks that begin no cell are part of the text, and two within a quotation stand for one.
    let rows = format!(
        "title,text\na 5\" disk,{text}\nb,\"{text}\n\"\"c\"\", {text}\"\nd \"e,{text}\n\"\",{text}\n"
    );
    let got = whole("a.csv", rows.as_bytes());
    assert_eq!(
        (got.sources.len(), got.broken.len()),
        (4, 0),
        "{:?}",
        got.broken
    );
    let gb = encoding_rs::GB18030
        .encode(&format!("标题;正文\n甲;\"{text}\"\n"))
        .0
        .into_owned();
    assert_eq!(
        whole("a.csv", &gb).sources.values().next().unwrap().text,
        text
    );
}

#[test]
fn files_that_are_no_dumps_are_told() {
    for (name, bytes) in [
        ("a.csv", "学号,姓名,成绩\n1,甲,90\n".as_bytes()),
        ("a.jsonl", b"{\"name\": 1}\n"),
        ("a.xml", b"<?xml version=\"1.0\"?><html></html>"),
        ("a.txt", b"title,text\na,b\n"),
        ("a.xml.bz2", b"BZh9"),
        ("a.zim", b""),
        ("a.zip", b"PK\x03\x04"),
        ("a.xml", &[0; 5000]),
        ("a.xml.gz", &[0x1F, 0x8B, 8, 0, 0]),
    ] {
        let file = file(name, bytes);
        assert_eq!(crate::kind_of(&file.path), None, "{name}");
        assert!(
            matches!(Dump::open(&file.path), Err(DumpError::NotADump { .. })),
            "{name}"
        );
    }
    let missing = Path::new("/nowhere/a.zim");
    assert!(matches!(
        Dump::open(missing),
        Err(DumpError::Unreadable { .. })
    ));
    assert_eq!(crate::kind_of(missing), None);
    let zim = file("a.zim", &crate::zim::MAGIC);
    assert!(matches!(
        Dump::open(&zim.path),
        Err(DumpError::Damaged { .. })
    ));
    let (one, other) = (
        file("a.xml", wiki(10).as_bytes()),
        file("a.xml", wiki(20).as_bytes()),
    );
    let piece = Dump::open(&one.path).unwrap().pieces().remove(0);
    let read = Dump::open(&other.path)
        .unwrap()
        .read(&piece, &mut |_| ControlFlow::Continue(()));
    assert!(matches!(read, Err(DumpError::OtherFile { .. })));
}

#[test]
fn pages_without_an_end_or_without_measure_are_passed_over() {
    let good = |id| page(id, 0, &prose(id));
    let long = "长".repeat(crate::LONGEST_PAGE / 3 + 1);
    let endless = "<page><title>".to_owned() + &"<x>".repeat(6_000_000);
    let entities = "<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;\"><!ENTITY c SYSTEM \"/etc/passwd\">]>";
    let xml = format!(
        "{entities}<mediawiki>{}<page><title>offen</title>{}{}{endless}</page>{}<page><title>t</title><revision><text>{}&b;&c;\
         </text></revision></page>{}<page><title>Schluss",
        good(1),
        good(2),
        page(3, 0, &long),
        good(4),
        prose(5),
        page(6, 0, &("{{".repeat(50_000) + &prose(6))),
    );
    let got = whole("a.xml", xml.as_bytes());
    let mut ids: Vec<&str> = got.sources.keys().map(String::as_str).collect();
    ids.sort_unstable();
    assert_eq!(&ids[..4], ["1", "2", "4", "6"]);
    assert!(
        got.sources
            .values()
            .all(|source| !source.text.contains("aaaa") && !source.text.contains("root:"))
    );
    assert_eq!(got.passed_over, [(Reason::TooLong, 2)].into());
    assert_eq!(
        got.broken,
        ["a page without an end", "the file ends inside a page"]
    );
}

#[test]
fn what_unpacks_without_measure_takes_no_memory() {
    // 200 MB of one letter, in a page and in a record.
    let zeros = vec![b'a'; 200 << 20];
    let head = b"<mediawiki><page><title>a</title><revision><text>";
    for (name, bytes) in [
        (
            "a.xml.zst",
            zstd::encode_all(&[head, zeros.as_slice()].concat()[..], 1).unwrap(),
        ),
        (
            "a.jsonl.zst",
            zstd::encode_all(&[b"{\"text\": \"", zeros.as_slice()].concat()[..], 1).unwrap(),
        ),
        ("a.xml.gz", gzip(&[head, zeros.as_slice()].concat())),
        (
            "a.xml.bz2",
            bzip2(&[head, &zeros[..40 << 20]].concat(), usize::MAX),
        ),
    ] {
        let got = whole(name, &bytes);
        assert_eq!(got.passed_over, [(Reason::TooLong, 1)].into(), "{name}");
    }
}

#[test]
fn the_rest_of_a_file_with_damage_is_read() {
    let xml = wiki(600);
    let mut packed = bzip2(xml.as_bytes(), 40_000);
    let middle = packed.len() / 2;
    packed[middle..middle + 20].fill(0x55);
    let got = whole("a.xml.bz2", &packed);
    assert!(
        got.sources.len() > 300 && got.sources.len() < 360,
        "{}",
        got.sources.len()
    );
    assert!(
        !got.broken.is_empty() && got.broken.len() < 4,
        "{:?}",
        got.broken
    );
    let gz = gzip(xml.as_bytes());
    let got = whole("a.xml.gz", &gz[..gz.len() / 2]);
    assert!(got.sources.len() > 100 && got.broken.len() == 1);
}

#[test]
fn an_article_without_measure_costs_itself_only() {
    let huge = "a".repeat(100 << 20);
    let (one, two) = (prose(1), prose(2));
    let got = whole(
        "a.zim",
        &crate::zim::made(&[("甲", &one), ("A", &huge), ("乙", &two)]),
    );
    assert_eq!(got.sources.len(), 2);
    assert_eq!(got.passed_over[&Reason::TooLong], 1);
}

/// Reads all of a file, whatever is wrong with it.
fn read_whatever_comes(path: &Path, size: Option<u64>) {
    if let Ok(dump) = Dump::open(path) {
        for piece in dump.pieces_of(size) {
            let mut next = Some(piece);
            while let Some(piece) = next {
                next = dump
                    .read(&piece, &mut |_| ControlFlow::Continue(()))
                    .ok()
                    .and_then(|read| read.next);
            }
        }
    }
}

/// Damages real dumps: `CHACHONG_REAL_DUMPS=folder cargo test -p chachong-dumps -- --ignored`.
#[test]
#[ignore = "needs a folder of real dumps"]
fn no_damage_to_real_dumps_harms_it() {
    let folder = PathBuf::from(std::env::var_os("CHACHONG_REAL_DUMPS").unwrap());
    let hostile = std::fs::read_dir(folder.join("hostile"))
        .into_iter()
        .flatten();
    let mut state = 1u64;
    let mut random = |limit: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        usize::try_from(state >> 33).unwrap() % limit.max(1)
    };
    for entry in std::fs::read_dir(&folder).unwrap().chain(hostile) {
        let path = entry.unwrap().path();
        let Ok(bytes) = std::fs::read(&path) else {
            continue;
        };
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        for round in 0..(20_000_000 / bytes.len()).clamp(10, 150) {
            let mut damaged = bytes.clone();
            // In the header and the lists behind it, which decide most, as often as anywhere.
            let within = [200, 4000, bytes.len()][round % 3].min(bytes.len());
            for _ in 0..=random(8) {
                damaged[random(within)] = u8::try_from(random(256)).unwrap();
            }
            if round % 5 == 0 {
                damaged.truncate(random(bytes.len()));
            }
            let file = file(&name, &damaged);
            let started = std::time::Instant::now();
            read_whatever_comes(&file.path, Some(50_000));
            assert!(started.elapsed().as_secs() < 20, "{name}, round {round}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn no_damage_harms_it(
        kind in 0..8usize,
        marks in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..12),
        cut in prop::option::weighted(0.3, any::<prop::sample::Index>()),
    ) {
        let (xml, json) = (wiki(60), json_lines(30));
        let (name, mut bytes) = match kind {
            0 => ("a.xml", xml.into_bytes()),
            1 => ("a.xml.bz2", bzip2(xml.as_bytes(), 20_000)),
            2 => ("a.xml.gz", gzip(xml.as_bytes())),
            3 => ("a.xml.zst", zstd::encode_all(xml.as_bytes(), 1).unwrap()),
            4 => ("a.xml.xz", xz(xml.as_bytes())),
            5 => ("a.jsonl", json.into_bytes()),
            6 => ("a.csv", table(30).into_bytes()),
            _ => ("a.zim", crate::zim::made(&[("A", &prose(1)), ("B", &prose(2))])),
        };
        for (at, byte) in marks {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        let file = file(name, &bytes);
        read_whatever_comes(&file.path, Some(9_973));
    }
}
