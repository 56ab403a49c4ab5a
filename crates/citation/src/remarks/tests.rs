use super::*;
use chachong_text::{LineBreaks, marks};

/// Returns the names of remarks with the numbers of their entries, and what is cited and not listed.
fn check(text: &str, newest: Option<u16>) -> (Vec<(u32, &'static str)>, Vec<String>) {
    let marks = marks(text, LineBreaks::Paragraph, &[]);
    let manuscript = Manuscript::of(text, &marks, LineBreaks::Paragraph);
    let check = ReferenceCheck::of(&manuscript, newest, true);
    let number = |at: usize| {
        check.references[at]
            .number
            .unwrap_or(u32::try_from(at).unwrap())
    };
    let remarks = check
        .remarks
        .iter()
        .map(|(at, remark)| (number(*at), remark.name()));
    (
        remarks.collect(),
        check
            .not_listed
            .iter()
            .map(|one| one.cited.clone())
            .collect(),
    )
}

const BODY: &str = "第一章 绪论\n社区图书馆的夜间开放始于上个世纪[1]，许多街道都有读者[2,3]，馆员值班到深夜[4]。\n\
    有人认为灯光比白天安静[5-6]，也有人不以为然[7]。\n";

fn list(entries: &[&str]) -> String {
    let lines = entries
        .iter()
        .enumerate()
        .map(|(at, entry)| format!("[{}] {entry}\n", at + 1));
    format!("{BODY}参考文献\n{}", lines.collect::<String>())
}

const WORKS: [&str; 7] = [
    "沈知远. 夜间开放的图书馆研究[J]. 灯塔学报, 2010, 29(3): 17-18.",
    "陆明. 阅读史[M]. 北京: 灯塔出版社, 2006.",
    "何以宁. 灯光与书页的关系研究[D]. 灯塔大学, 2011.",
    "Smith J, Doe R. Reading at night in small towns[J]. Journal of Lamps, 2009, 4(2): 11-19.",
    "顾清. 社区阅读的组织[J]. 灯塔学报, 2012, 31(1): 5-9.",
    "秦安. 夜读的人[EB/OL]. (2013-01-05)[2013-05-06]. http://example.org/night.",
    "宋文. 值班馆员的一天[J]. 灯塔学报, 2014, 33(2): 21-25.",
];

#[test]
fn a_list_in_order_has_no_remarks() {
    assert_eq!(check(&list(&WORKS), Some(2016)), (vec![], vec![]));
}

#[test]
fn entries_and_citations_without_each_other() {
    let mut works = WORKS.to_vec();
    works.push("姚远. 无人引用的文章[J]. 灯塔学报, 2013, 32(2): 1-5.");
    assert_eq!(
        check(&list(&works), Some(2016)),
        (vec![(8, "not-cited")], vec![])
    );
    let text = list(&WORKS).replace("不以为然[7]", "不以为然[7,9]");
    assert_eq!(check(&text, Some(2016)), (vec![], vec!["[9]".to_owned()]));
}

#[test]
fn wrong_details_are_told() {
    let mut works = WORKS.to_vec();
    works[0] = "沈知远. 夜间开放的图书馆研究[J]. 灯塔学报, 2019, 29(3): 17-18. DOI:1O.1000/182.";
    works[1] = "陆明. 阅读史[M]. 北京: 灯塔出版社, 2006. ISBN 978-0-306-40615-8.";
    works[5] = "秦安. 夜读的人[EB/OL]. (2013-01-05)[2012-05-06]. http://example.org/night.";
    works[6] = works[4];
    let (remarks, _) = check(&list(&works), Some(2016));
    assert_eq!(
        remarks,
        [
            (1, "impossible-year"),
            (1, "malformed-doi"),
            (2, "isbn-check-digit"),
            (6, "read-before-published"),
            (7, "duplicate")
        ]
    );
}

#[test]
fn a_list_by_first_citation_tells_what_is_out_of_order() {
    let text = list(&WORKS)
        .replace("世纪[1]", "世纪[1][6]")
        .replace("安静[5-6]", "安静[5]");
    assert_eq!(check(&text, Some(2016)).0, [(6, "cited-out-of-order")]);
}

#[test]
fn authors_and_years_without_entries() {
    let body = "Introduction\nLibraries open at night (Smith, 2009), and readers come (Doe, 2010; Roe, 2011). \
        Lamps are quiet (Poe, 2012). Some disagree (Hale, 2013), as others do (Mead, 2014).\n";
    let list = "References\nDoe, R. (2010). Readers of small towns. Journal of Lamps, 4, 11-19.\n\
        Hale, T. (2013). Against lamps in the night. Journal of Lamps, 7, 1-9.\n\
        Poe, A. (2012). Quiet lamps and books. Journal of Lamps, 6, 31-39.\n\
        Roe, S. (2011). Coming to the library. Journal of Lamps, 5, 21-29.\n\
        Smith, J. (2009). Libraries at night. Journal of Lamps, 3, 1-10.\n\
        Zorn, W. (2008). Never mentioned anywhere. Journal of Lamps, 2, 1-10.\n";
    let (remarks, not_listed) = check(&format!("{body}{list}"), Some(2016));
    assert_eq!(not_listed, ["Mead 2014"]);
    assert_eq!(remarks, [(5, "not-cited")]);
}

#[test]
fn one_work_may_have_several_numbers_of_notes() {
    let text = "夜里的读者更安静〔1〕，馆员值班到深夜〔2〕。灯光照着书架〔3〕，街上没有行人〔4〕。钟声很远〔5〕。\n\
        注释：\n〔1〕〔3〕沈知远：《夜间开放的图书馆》，《灯塔学报》2010年第3期，第17页。\n\
        〔2〕陆明：《阅读史》，灯塔出版社2006年版，第24页。\n〔4〕、〔5〕同〔2〕，第30页。\n\
        〔6〕陆明：《阅读史》，灯塔出版社2006年版，第24页。\n";
    let marks = marks(text, LineBreaks::Paragraph, &[]);
    let manuscript = Manuscript::of(text, &marks, LineBreaks::Paragraph);
    let numbers: Vec<Vec<u32>> = references(&manuscript)
        .iter()
        .map(|one| one.numbers().collect())
        .collect();
    assert_eq!(numbers, [vec![1, 3], vec![2], vec![4, 5], vec![6]]);
    assert_eq!(check(text, None), (vec![(6, "not-cited")], Vec::new()));
}
