use chachong_text::{LineBreaks, marks};

use super::*;

const LIST: &str = "\n参考文献\n[1] 沈知远. 夜间开放的图书馆[J]. 灯塔学报, 2010, 29(3): 17-18.\n[2] 陆明. 阅读史[M]. 北京: 灯塔出版社, 2006.\n\
    [3] Doe J. Readers at night. Journal of Reading, 2009, 12(4): 81-93.\n[4] 方舟, 沈知远. 灯光研究[J]. 灯塔学报, 2012, 31(1): 1-8.\n";

const MLA: &str = "\nWorks Cited\nDoe, Jane. Lamps at Night: A History. Lantern Press, 2009.\n\
    May, Ann. Readers and Their Rooms. Lantern Press, 2011.\n\
    O'Roe, Max. “The Quiet Hour.” Lantern Review, 2013, www.lantern.example. Accessed 3 Nov. 2025.\n\
    Van der Moe, Jan. Oil and Wick. Lantern Press, 2012.\n";

/// Returns the citations of a text with the first list above, as printed.
fn cited(text: &str) -> Vec<String> {
    cited_with(text, LIST)
}

/// Returns the citations of a text with a list of four entries, as printed.
fn cited_with(text: &str, list: &str) -> Vec<String> {
    let text = format!("{text}{list}");
    let marks = marks(&text, LineBreaks::Paragraph, &[]);
    let manuscript = Manuscript::of(&text, &marks, LineBreaks::Paragraph);
    let references = crate::references(&manuscript);
    assert_eq!(references.len(), 4);
    let characters: Vec<char> = text.chars().collect();
    (citations(&manuscript, &references).iter())
        .map(|one| {
            characters[one.start as usize..one.end as usize]
                .iter()
                .collect()
        })
        .collect()
}

/// Asserts that each text of `citing` contains exactly the citation beside it, and that no text of `others` contains one.
fn assert_cited(citing: &[(&str, &str)], others: &[&str]) {
    for (text, found) in citing {
        assert_eq!(cited(text), [*found], "{text}");
    }
    for text in others {
        assert!(cited(text).is_empty(), "{text}: {:?}", cited(text));
    }
}

#[test]
fn numbers_in_brackets_and_raised() {
    assert_cited(
        &[
            ("夜里的读者更安静[1]。", "[1]"),
            ("夜里的读者更安静［１］。", "［１］"),
            ("夜里的读者更安静〔2〕。", "〔2〕"),
            ("夜里的读者更安静[1-3]。", "[1-3]"),
            ("夜里的读者更安静[1,3]。", "[1,3]"),
            ("夜里的读者更安静。[2]他们读得更久。", "[2]"),
            ("夜里的读者更安静³。", "³"),
            ("夜里的读者更安静①。", "①"),
            ("闭馆前只做一事；①开灯。\n他们读得更久。②灯光也更暖。", "②"),
            ("Readers are quieter at night [3].", "[3]"),
            ("Readers are quieter at night[3].", "[3]"),
        ],
        &[
            "区间[1,3]内的值。",
            "数组a[1]的值。",
            "if (list[i] > data_set[1]) return;",
            "面积为30m²，边长为x³。",
            "步骤如下：①开灯；②读书；③关灯。",
            "国发[2010]5号文件。",
            "夜里的读者更安静[17]。",
        ],
    );
}

#[test]
fn authors_and_years() {
    assert_cited(
        &[
            ("夜里的读者更安静（沈知远，2010）。", "（沈知远，2010）"),
            ("沈知远（2010）认为夜里的读者更安静。", "沈知远（2010）"),
            (
                "据何方等（2015）的调查，夜里的读者更安静。",
                "何方等（2015）",
            ),
            ("Readers are quieter at night (Doe, 2009).", "(Doe, 2009)"),
            (
                "Readers are quieter at night (see Doe & Roe, 2009; Poe et al., 2011a).",
                "(see Doe & Roe, 2009; Poe et al., 2011a)",
            ),
            ("Doe (2009) argues that readers are quieter.", "Doe (2009)"),
            (
                "Doe et al. (2009) argue that readers are quieter.",
                "Doe et al. (2009)",
            ),
            (
                "As Doe and Roe (2009, p. 3) put it, readers are quieter.",
                "Doe and Roe (2009, p. 3)",
            ),
        ],
        &[
            "夜里的读者更多（截至2010年）。",
            "夜里的读者更多（2010年）。",
            "夜里的读者更多（见图2-1，2010年数据）。",
            "那次地震（2008）以后，夜里的读者更多。",
            "Readers came later (March 2010) than before.",
            "The library (founded in 1998) is open.",
        ],
    );
}

#[test]
fn works_and_listed_authors() {
    assert_cited(
        &[
            ("《夜读史》明确指出，夜里的读者更安静。", "《夜读史》"),
            ("根据《夜间开放办法》，馆员值班到深夜。", "《夜间开放办法》"),
            (
                "《夜间开放办法》第三条规定：馆员值班到深夜。",
                "《夜间开放办法》",
            ),
            ("陆明认为夜里的读者更安静。", "陆明"),
        ],
        &[
            "As Doe argues, readers are quieter.",
            "读过《夜读史》的人都知道这件事。",
            "何方认为夜里的读者更安静。",
            "《夜读史》出版于前年。",
        ],
    );
}

#[test]
fn listed_works_in_brackets_without_a_year() {
    for (text, found) in [
        ("“Readers are quieter” (Doe 37).", "(Doe 37)"),
        ("“Readers are quieter” (O’Roe 12-14).", "(O’Roe 12-14)"),
        ("“Readers are quieter” (O'Roe).", "(O'Roe)"),
        ("Readers are quieter (O'Roe, par. 1).", "(O'Roe, par. 1)"),
        ("Readers are quieter (Doe, Lamps 37).", "(Doe, Lamps 37)"),
        ("Readers are quieter (qtd. in Doe 5).", "(qtd. in Doe 5)"),
        ("Readers are quieter. (Van der Moe 9)", "(Van der Moe 9)"),
        ("Readers are quieter (Doe 9; O'Roe 7).", "(Doe 9; O'Roe 7)"),
        ("Readers are quieter (“Quiet Hour” 3).", "(“Quiet Hour” 3)"),
        ("Readers are quieter (May, p. 4).", "(May, p. 4)"),
        ("According to Max T. O'Roe, readers are quieter.", "O'Roe"),
    ] {
        assert_eq!(cited_with(text, MLA), [found], "{text}");
    }
    for text in [
        "Readers are quieter (Poe 37).",
        "Readers are quieter (Doe and Poe 37).",
        "Readers are quieter (Doe; Poe).",
        "The keeper of the hall was played by another one (O'Roe).",
        "The keeper (Doe) closes the doors.",
        "A doe is in the yard (Doe).",
        "The hall opens early (May 4).",
        "The hall opens early (May).",
        "According to May figures, readers are quieter.",
        "Readers are quieter (Lamps).",
        "Readers are quieter (37).",
        "The lamps of O'Roe are quieter than oil.",
    ] {
        assert!(cited_with(text, MLA).is_empty(), "{text}");
    }
    // A numbered list is cited by its numbers.
    assert!(cited("Readers are quieter (Doe 37).").is_empty());
}

#[test]
fn laws_standards_judgments_and_speakers() {
    assert_cited(
        &[
            (
                "依照夜读法典第五十七条的规定，馆员值班。",
                "夜读法典第五十七条",
            ),
            ("相关法条：\n《夜读法》第5条：馆员值班。", "《夜读法》第5条"),
            ("根据GB 50010—2010第4.1.3条，灯要亮。", "GB 50010—2010"),
            ("GB/T 7714—2015规定：灯要亮。", "GB/T 7714—2015"),
            (
                "（2021）京01民终123号民事判决书认为：灯要亮。",
                "（2021）京01民终123号",
            ),
            ("某某总书记在大会报告中指出，灯要亮。", "总书记"),
            ("百度百科的定义是：灯要亮。", "百度百科"),
            (
                "Article 6 of the GDPR states: lamps burn.",
                "Article 6 of the GDPR",
            ),
            (
                "According to Article 6(1) GDPR, lamps burn.",
                "Article 6(1) GDPR",
            ),
            (
                "Section 107 of the Copyright Act 1976 says so.",
                "Section 107 of the Copyright Act",
            ),
            ("In Lamp v Oil [1932] AC 562 lamps burn.", "[1932] AC 562"),
            ("ISO 9001:2015 defines lamps.", "ISO 9001:2015"),
            ("Wikipedia defines lamps.", "Wikipedia"),
            ("Dr. Lamp said that lamps burn.", "Dr. Lamp"),
        ],
        &[
            "本办法第三条说明灯的用法。",
            "合同第三条说明灯的用法。",
            "梁按GB 50010-2010配筋后更牢。",
            "张教授退休以后，灯还亮着。",
            "百度百科的编辑很多。",
            "Section 3 describes the lamps of the Library.",
            "Article 3 was written at night.",
            "Dr. Lamp lives here.",
        ],
    );
}
