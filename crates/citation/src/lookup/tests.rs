use super::*;

fn entry(title: &str, authors: &[&str], year: u16) -> Reference {
    Reference {
        title: Some(title.to_owned()),
        authors: authors.iter().map(ToString::to_string).collect(),
        year: Some(year),
        ..Reference::default()
    }
}

fn work(title: &str, authors: &[&str], year: u16) -> KnownWork {
    KnownWork {
        title: title.to_owned(),
        authors: authors.iter().map(ToString::to_string).collect(),
        year: Some(year),
    }
}

fn looked_up(entry: &Reference, works: &[KnownWork]) -> Option<WorkMatch> {
    let mut search = WorkSearch::new([entry]);
    for (key, work) in works.iter().enumerate() {
        search.note(key, &title_runs(&work.title));
    }
    for key in search.wanted() {
        search.offer(key, &works[key]);
    }
    search.finish().remove(0)
}

/// Whether the work is found, and in what it differs; `None` if it is not even similar.
fn found(entry: &Reference, work: KnownWork) -> Option<(bool, Vec<WorkField>)> {
    let found = looked_up(entry, &[work])?;
    Some((found.is_same, found.differing))
}

#[test]
fn signs_width_case_and_subtitles_do_not_hide_a_work() {
    let listed = entry("夜间开放的图书馆：灯光与读者", &["沈知远"], 2010);
    let same = Some((true, Vec::new()));
    let by = |title: &str| work(title, &["沈知远"], 2010);
    assert_eq!(found(&listed, by("《夜间開放的圖書館——燈光與讀者》")), same);
    assert_eq!(
        found(&listed, by("夜间开放的图书馆")),
        Some((true, vec![WorkField::Title]))
    );
    let listed = entry("Libraries at night: A Study of Lamps", &["Shen Z"], 2010);
    let by = |title: &str| work(title, &["Zhi Shen"], 2010);
    assert_eq!(
        found(&listed, by("LIBRARIES AT NIGHT - a study of lamps")),
        same
    );
    assert_eq!(
        found(&listed, by("Libraries at nlght: a study of lamps")),
        Some((true, vec![WorkField::Title]))
    );
}

#[test]
fn near_titles_are_other_works() {
    let listed = entry("基于灯光模型的书页分类研究", &["沈知远"], 2010);
    for (title, author) in [
        ("基于灯光模型的书页分割研究", "陆明"),
        ("基于灯光模型的书页分割研究", "沈知远"),
        ("基于灯光模型的书页分类研究（二）", "沈知远"),
        ("基于水波模型的书页分类研究", "沈知远"),
    ] {
        let found = looked_up(&listed, &[work(title, &[author], 2010)]);
        assert!(found.is_none_or(|found| !found.is_same), "{title} {author}");
    }
    let listed = entry("A survey of lamps in libraries", &["Shen Z"], 2010);
    let other = work("A survey of lamps in schools", &["Z. Shen"], 2010);
    assert!(found(&listed, other).is_none_or(|(is_same, _)| !is_same));
}

#[test]
fn a_short_title_needs_its_author() {
    let listed = entry("阅读史", &["陆明"], 2006);
    assert_eq!(
        found(&listed, work("阅读史", &["陆明", "何以宁"], 2008)),
        Some((true, vec![WorkField::Year]))
    );
    assert_eq!(
        found(&listed, work("阅读史", &["顾清"], 2006)),
        Some((false, vec![WorkField::Authors]))
    );
}

#[test]
fn the_same_title_by_others_differs_in_authors() {
    let listed = entry("夜间开放的社区图书馆与读者的关系研究", &["沈知远"], 2010);
    let works = [
        work("夜间开放的社区图书馆与读者的关系研究", &["陆明"], 2010),
        work("夜间开放的社区图书馆与读者的关系研究", &["沈知远"], 2011),
    ];
    let first = looked_up(&listed, &works[..1]).unwrap();
    assert_eq!(
        (first.is_same, first.differing),
        (true, vec![WorkField::Authors])
    );
    let best = looked_up(&listed, &works).unwrap();
    assert_eq!((best.key, best.differing), (1, vec![WorkField::Year]));
}
