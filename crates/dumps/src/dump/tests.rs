//! Tests of dumps that are made here: read in pieces of any size, packed in any way, interrupted and continued, and
//! damaged.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{BufWriter, Write};

use proptest::prelude::*;

use super::*;
use crate::source::{Reason, Source};

/// Text of some 300 characters that differs with the number.
fn prose(number: usize) -> String {
    let mut text = String::new();
    for line in 0..9 {
        let how = ["明显", "缓慢", "稳定"][(number + line) % 3];
        write!(
            text,
            "第{number}篇第{line}段说明，图书馆在夜间开放以后，读者的人数有了{how}的增加。"
        )
        .unwrap();
    }
    text
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

fn page(id: usize, namespace: i32, text: &str) -> String {
    format!(
        "  <page>\n    <title>题{id}</title>\n    <ns>{namespace}</ns>\n    <id>{id}</id>\n    <revision>\n      <id>{}</id>\n      \
         <timestamp>2024-05-01T00:00:00Z</timestamp>\n      <text xml:space=\"preserve\">{}</text>\n    </revision>\n  </page>\n",
        id * 10,
        escaped(text)
    )
}

/// Dump of `MediaWiki`: of each ten pages, six are articles.
fn wiki(pages: usize) -> String {
    let mut xml = "<mediawiki xml:lang=\"zh\"><siteinfo><sitename>Wikipedia</sitename>\
        <base>https://zh.wikipedia.org/wiki/x</base></siteinfo>\n"
        .to_owned();
    for id in 1..=pages {
        let (namespace, text) = match id % 10 {
            1 => (0, format!("#重定向 [[题{}]]", id + 1)),
            2 => (1, prose(id)),
            3 => (0, format!("{{{{消歧义}}}}{}", prose(id))),
            4 => (0, "太短。".to_owned()),
            _ => (
                0,
                format!(
                    "'''题'''<ref>{{{{书}}}}</ref>{}\n== 参见 ==\n* [[甲]]",
                    prose(id)
                ),
            ),
        };
        xml += &page(id, namespace, &text);
    }
    xml + "</mediawiki>\n"
}

/// Records as lines of JSON.
fn json_lines(count: usize) -> String {
    let mut lines = String::new();
    for id in 1..=count {
        let text = prose(id);
        writeln!(
            lines,
            "{{\"id\": {id}, \"标题\": \"题{id}\", \"正文\": \"{text}\"}}"
        )
        .unwrap();
    }
    lines
}

/// Records as a table whose cells hold breaks.
fn table(count: usize) -> String {
    let rows = (1..=count).map(|id| format!("{id},题{id},\"{}\n{}\"\n", prose(id), prose(id + 1)));
    "编号,标题,正文\n".to_owned() + &rows.collect::<String>()
}

fn bzip2(bytes: &[u8], stream: usize) -> Vec<u8> {
    let mut out = Vec::new();
    for part in bytes.chunks(stream) {
        banzai::encode(part, BufWriter::new(&mut out), 1).unwrap();
    }
    out
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn xz(bytes: &[u8]) -> Vec<u8> {
    let options = lzma_rust2::XzOptions::with_preset(1);
    let mut writer = lzma_rust2::XzWriter::new(Vec::new(), options).unwrap();
    writer.write_all(bytes).unwrap();
    writer.finish().unwrap()
}

/// Sources of a dump, and counts of its other items.
#[derive(Debug, Default, PartialEq)]
struct Got {
    sources: BTreeMap<String, Source>,
    passed_over: BTreeMap<Reason, u64>,
    broken: Vec<String>,
}

impl Got {
    fn add(&mut self, item: Item) {
        match item {
            Item::Source(source) => {
                assert!(self.sources.insert(source.id.clone(), source).is_none());
            }
            Item::PassedOver(reason) => *self.passed_over.entry(reason).or_default() += 1,
            Item::Broken { detail, .. } => self.broken.push(detail),
        }
    }
}

struct File {
    folder: tempfile::TempDir,
    path: PathBuf,
}

fn file(name: &str, bytes: &[u8]) -> File {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    File { folder, path }
}

fn read(dump: &Dump, pieces: Vec<Piece>) -> Got {
    let mut got = Got::default();
    for piece in pieces {
        let mut next = Some(piece);
        while let Some(piece) = next {
            next = dump
                .read(&piece, &mut |item| {
                    got.add(item);
                    ControlFlow::Continue(())
                })
                .unwrap()
                .next;
        }
    }
    got
}

fn whole(name: &str, bytes: &[u8]) -> Got {
    let file = file(name, bytes);
    let dump = Dump::open(&file.path).unwrap();
    let got = read(&dump, dump.pieces());
    drop(file.folder);
    got
}

#[test]
fn pages_that_are_no_articles_are_counted() {
    let got = whole("zhwiki-20240501.xml", wiki(1000).as_bytes());
    assert_eq!(got.sources.len(), 600);
    let counted = [
        Reason::Redirect,
        Reason::OtherNamespace,
        Reason::Disambiguation,
        Reason::Stub,
    ];
    assert_eq!(
        got.passed_over,
        counted.iter().map(|&reason| (reason, 100)).collect()
    );
    let source = &got.sources["5"];
    assert_eq!(source.text, format!("题{}", prose(5)));
    assert_eq!(
        source.address.as_deref(),
        Some("https://zh.wikipedia.org/wiki/题5")
    );
    assert_eq!(source.licence.as_deref(), Some("CC BY-SA 4.0"));
    assert_eq!(
        (source.revision.as_deref(), source.date.as_deref()),
        (Some("50"), Some("2024-05-01T00:00:00Z"))
    );
}

#[test]
fn every_packing_gives_the_same() {
    // More than a MB, so that buffers move, and more items than one reading gives.
    let xml = wiki(3000);
    let utf16: Vec<u8> = [0xFEFF]
        .into_iter()
        .chain(xml.encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    let expected = whole("a.xml", xml.as_bytes());
    assert_eq!(expected.sources.len(), 1800);
    for (name, bytes) in [
        ("a.xml.bz2", bzip2(xml.as_bytes(), usize::MAX)),
        ("a.xml.bz2", bzip2(xml.as_bytes(), 70_001)),
        ("a.xml.gz", gzip(xml.as_bytes())),
        ("a.xml.zst", zstd::encode_all(xml.as_bytes(), 1).unwrap()),
        ("a.xml.xz", xz(xml.as_bytes())),
        ("a.xml", utf16.clone()),
        ("a.xml.bz2", bzip2(&utf16, usize::MAX)),
    ] {
        assert!(whole(name, &bytes) == expected, "{name}");
    }
}

#[test]
fn pieces_of_any_size_and_order_are_the_whole() {
    let (xml, json) = (wiki(600), json_lines(300));
    for (name, bytes) in [
        ("a.xml", xml.clone().into_bytes()),
        ("a.xml.bz2", bzip2(xml.as_bytes(), usize::MAX)),
        ("a.xml.bz2", bzip2(xml.as_bytes(), 30_001)),
        ("a.jsonl", json.clone().into_bytes()),
        ("a.jsonl.bz2", bzip2(json.as_bytes(), usize::MAX)),
    ] {
        let file = file(name, &bytes);
        let dump = Dump::open(&file.path).unwrap();
        let expected = read(&dump, dump.pieces());
        assert!(expected.sources.len() >= 300 && expected.broken.is_empty());
        for size in [997, 5003, 50_021, bytes.len() as u64 - 1] {
            let mut pieces = dump.pieces_of(Some(size));
            pieces.reverse();
            assert!(
                read(&dump, pieces) == expected,
                "{name} in pieces of {size}"
            );
        }
    }
}

#[test]
fn pieces_are_read_side_by_side() {
    let xml = wiki(600);
    let file = file("a.xml.bz2", &bzip2(xml.as_bytes(), 30_001));
    let dump = Dump::open(&file.path).unwrap();
    let pieces = dump.pieces_of(Some(5003));
    assert_eq!(
        pieces.iter().map(Piece::weight).sum::<u64>(),
        dump.header().bytes
    );
    let (even, odd): (Vec<_>, Vec<_>) = pieces
        .into_iter()
        .enumerate()
        .partition(|(at, _)| at % 2 == 0);
    let counts = std::thread::scope(|scope| {
        [even, odd]
            .map(|pieces| {
                scope.spawn(|| read(&dump, pieces.into_iter().map(|(_, piece)| piece).collect()))
            })
            .map(|worker| worker.join().unwrap().sources.len())
    });
    assert_eq!(counts[0] + counts[1], 360);
    assert!(counts[0] > 50 && counts[1] > 50);
}

#[test]
fn a_reading_goes_on_in_another_run() {
    let xml = wiki(200);
    for (name, bytes) in [
        ("a.xml", xml.clone().into_bytes()),
        ("a.xml.bz2", bzip2(xml.as_bytes(), 30_001)),
        ("a.xml.gz", gzip(xml.as_bytes())),
        ("a.jsonl.gz", gzip(json_lines(200).as_bytes())),
        ("a.csv", table(200).into_bytes()),
    ] {
        let file = file(name, &bytes);
        let mut got = Got::default();
        let mut pieces = Dump::open(&file.path).unwrap().pieces();
        let mut runs = 0;
        while let Some(piece) = pieces.pop() {
            runs += 1;
            // What was stored when the run before was killed. Each run reads on once at once.
            let stored = serde_json::to_string(&piece).unwrap();
            let dump = Dump::open(&file.path).unwrap();
            let mut next: Option<Piece> = Some(serde_json::from_str(&stored).unwrap());
            for _ in 0..2 {
                let Some(piece) = next.take() else {
                    break;
                };
                let mut left = 7;
                next = dump
                    .read(&piece, &mut |item| {
                        got.add(item);
                        left -= 1;
                        if left == 0 {
                            ControlFlow::Break(())
                        } else {
                            ControlFlow::Continue(())
                        }
                    })
                    .unwrap()
                    .next;
            }
            pieces.extend(next);
        }
        assert!(runs > 10);
        assert!(got == whole(name, &bytes), "{name}");
    }
}

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
fn a_zim_file_is_read_by_its_clusters() {
    let (one, two) = (prose(1), prose(2));
    let file = file(
        "wikipedia_zh.zim",
        &crate::zim::made(&[("乙", &two), ("甲", &one), ("丙", "短")]),
    );
    let dump = Dump::open(&file.path).unwrap();
    let header = dump.header();
    assert_eq!(
        (header.site.as_str(), header.language.as_deref()),
        ("维基百科", Some("zho"))
    );
    assert_eq!(
        (header.date.as_deref(), header.articles),
        (Some("2024-05-01"), Some(2))
    );
    let got = read(&dump, dump.pieces());
    let source = &got.sources["甲.html"];
    assert_eq!(
        (source.text.as_str(), source.title.as_str()),
        (one.as_str(), "甲")
    );
    assert_eq!(
        source.address.as_deref(),
        Some("https://zh.wikipedia.org/wiki/甲")
    );
    assert_eq!(source.licence.as_deref(), Some("CC BY-SA 4.0"));
    assert_eq!(got.sources.len(), 2);
    assert_eq!(
        got.passed_over,
        [
            (Reason::Redirect, 1),
            (Reason::Stub, 1),
            (Reason::NotText, 7)
        ]
        .into()
    );
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
