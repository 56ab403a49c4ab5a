use chachong_text::{LineBreaks, marks};

use super::*;

const LIST: &str = "\n参考文献\n[1] 沈知远. 夜间开放的图书馆[J]. 灯塔学报, 2010, 29(3): 17-18.\n[2] 陆明. 阅读史[M]. 北京: 灯塔出版社, 2006.\n\
    [3] Doe J. Readers at night. Journal of Reading, 2009, 12(4): 81-93.\n[4] 方舟, 沈知远. 灯光研究[J]. 灯塔学报, 2012, 31(1): 1-8.\n";

/// Returns the text with the list above, cut into runs: each group's letter stands before its run, - for none, c, q and b for both.
/// `passage` is the text of a passage.
fn shown(text: &str, passage: &str) -> String {
    let whole = format!("{text}{LIST}");
    let found = attributions(&whole, passage);
    let mut groups = vec!['-'; text.chars().count()];
    for run in &found.runs {
        for at in run.start..run.end.min(u32::try_from(groups.len()).unwrap()) {
            groups[at as usize] = match run.attribution {
                Attribution::None => '-',
                Attribution::Cited => 'c',
                Attribution::Quoted => 'q',
                Attribution::CitedAndQuoted => 'b',
            };
        }
    }
    let mut shown = String::new();
    let mut last = ' ';
    for (c, &group) in text.chars().zip(&groups) {
        if group != last && !c.is_whitespace() {
            shown.push(group);
            last = group;
        }
        shown.push(c);
    }
    shown
}

fn attributions(whole: &str, passage: &str) -> Attributions {
    let marks = marks(whole, LineBreaks::Paragraph, &[]);
    let manuscript = Manuscript::of(whole, &marks, LineBreaks::Paragraph);
    let references = crate::references(&manuscript);
    let passages: Vec<(u32, u32)> = (!passage.is_empty())
        .then(|| {
            let start = whole[..whole.find(passage).unwrap()].chars().count();
            let number = |number: usize| u32::try_from(number).unwrap();
            (number(start), number(start + passage.chars().count()))
        })
        .into_iter()
        .collect();
    Attributions::of(&manuscript, &references, &passages)
}

#[test]
fn a_citation_reaches_its_sentence() {
    for (text, expected) in [
        (
            "馆员值班到深夜。夜里的读者更安静[1]。街道很静，灯也亮着。",
            "-馆员值班到深夜。c夜里的读者更安静[1]。-街道很静，灯也亮着。",
        ),
        (
            "馆员值班到深夜。夜里的读者更安静。[1]街道很静，灯也亮着。",
            "-馆员值班到深夜。c夜里的读者更安静。[1]-街道很静，灯也亮着。",
        ),
        (
            "The lamps are on. Readers are quieter (Doe, 2009). The street is dark, et al. is not.",
            "-The lamps are on. cReaders are quieter (Doe, 2009). -The street is dark, et al. is not.",
        ),
        (
            "In winter, the readers in the hall of the town are quieter (Doe, 2009, para. 3) and read more. The street is dark.",
            "cIn winter, the readers in the hall of the town are quieter (Doe, 2009, para. 3) and read more. -The street is dark.",
        ),
    ] {
        assert_eq!(shown(text, ""), expected);
    }
}

#[test]
fn at_the_end_of_a_paragraph_it_reaches_back_to_the_one_before() {
    assert_eq!(
        shown(
            "第一段很短。\n馆员值班到深夜。夜里的读者更安静。灯也亮着[1]。\n街道很静。",
            ""
        ),
        "-第一段很短。\nc馆员值班到深夜。夜里的读者更安静。灯也亮着[1]。\n-街道很静。"
    );
    assert_eq!(
        shown(
            "馆员值班到深夜。读者更安静[2]，灯也亮。窗外有人。灯也亮着。[1]",
            ""
        ),
        "-馆员值班到深夜。c读者更安静[2]，灯也亮。窗外有人。灯也亮着。[1]"
    );
}

#[test]
fn one_citation_does_not_reach_pages() {
    let page = "夜里的读者更安静，馆员值班到深夜。".repeat(200);
    let text = format!("{page}灯也亮着[1]。");
    let whole = format!("{text}{LIST}");
    let found = attributions(&whole, &text);
    let cited: u32 = found.runs.iter().map(|run| run.end - run.start).sum();
    assert!((100..1000).contains(&cited), "{cited}");
}

#[test]
fn a_citation_at_a_passages_end_reaches_its_beginning() {
    let text = "馆员值班到深夜。夜里的读者更安静。灯也亮着[1]。街道很静，没有行人。";
    assert_eq!(
        shown(text, "夜里的读者更安静。灯也亮着"),
        "-馆员值班到深夜。c夜里的读者更安静。灯也亮着[1]。-街道很静，没有行人。"
    );
}

#[test]
fn an_author_introduces_what_follows_the_colon() {
    assert_eq!(
        shown(
            "陆明（2006）认为：“夜里的读者更安静，灯也更亮。街道是空的。”馆员不这样看。",
            ""
        ),
        "c陆明（2006）认为：b“夜里的读者更安静，灯也更亮。街道是空的。”-馆员不这样看。"
    );
    assert_eq!(
        shown(
            "陆明（2006）写道：\n夜里的读者更安静，灯也更亮。街道是空的。\n馆员不这样看。",
            ""
        ),
        "c陆明（2006）写道：\n夜里的读者更安静，灯也更亮。街道是空的。\n-馆员不这样看。"
    );
}

#[test]
fn quotations_with_and_without_a_source() {
    for (text, expected) in [
        (
            "有人说：“夜里的读者更安静，灯也更亮。”馆员不这样看。",
            "-有人说：q“夜里的读者更安静，灯也更亮。”-馆员不这样看。",
        ),
        (
            "“夜里的读者更安静，灯也更亮。”[1]馆员不这样看。",
            "b“夜里的读者更安静，灯也更亮。”c[1]-馆员不这样看。",
        ),
        ("所谓“夜读”并不新鲜。", "-所谓“夜读”并不新鲜。"),
    ] {
        assert_eq!(shown(text, ""), expected);
    }
}

#[test]
fn the_sentences_about_a_cited_work_belong_to_it() {
    assert_eq!(
        shown(
            "馆员值班。沈知远等[1]比较了两种灯。该研究发现白光更好。本文只用黄光。",
            ""
        ),
        "-馆员值班。c沈知远等[1]比较了两种灯。该研究发现白光更好。-本文只用黄光。"
    );
}

#[test]
fn the_text_of_a_note_cites_the_paragraph_before_it() {
    assert_eq!(
        shown(
            "The street is dark. “Readers are much quieter at night.”\n\tDoe, Readers at Night, 83.\nThe lamps are on.\n\
             \tThey burn oil.\nThe hall is open.\n\tIbid., 84.\nThe keeper sleeps.",
            ""
        ),
        "cThe street is dark. b“Readers are much quieter at night.”\n\tcDoe, Readers at Night, 83.\n-The lamps are on.\n\
         \tThey burn oil.\ncThe hall is open.\n\tIbid., 84.\n-The keeper sleeps."
    );
}

#[test]
fn a_paragraph_of_one_sentence_does_not_cite_the_one_before() {
    let before =
        "夜里的图书馆比白天安静得多，值班的馆员一直坐到深夜，灯光照着空荡荡的书架。街上没有行人。";
    for breaks in [LineBreaks::Layout, LineBreaks::Page, LineBreaks::Paragraph] {
        let whole = format!("{before}\n\n不属于上文[1]。\n\n另一段。{LIST}");
        let marks = marks(&whole, breaks, &[]);
        let manuscript = Manuscript::of(&whole, &marks, breaks);
        let references = crate::references(&manuscript);
        let found = Attributions::of(&manuscript, &references, &[]);
        let end = u32::try_from(before.chars().count()).unwrap();
        assert_eq!(found.within(0, end).count(), 0, "{breaks:?}");
        assert!(found.within(end, end + 12).count() > 0, "{breaks:?}");
    }
}

#[test]
fn many_citations_in_one_sentence_take_time_in_proportion() {
    let text = "灯光下的读者越来越多[1]，".repeat(20_000);
    let started = std::time::Instant::now();
    let found = attributions(&format!("{text}{LIST}"), &text);
    let took = started.elapsed();
    assert!(took.as_secs() < 20, "{took:?}");
    assert_eq!(found.citations.len(), 20_000);
    let cited = |run: &AttributedRun| run.citation.is_some() && run.has_others;
    assert!(found.runs.iter().all(cited));
}
