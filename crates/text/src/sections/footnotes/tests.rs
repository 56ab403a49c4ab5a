//! Tests of lists of notes, single footnotes and works in brackets, on texts written for them.

use crate::sections::tests::marked;
use crate::{LineBreaks, MarkReason};

/// Returns the texts that are marked as references in `text`.
fn works(text: &str, breaks: LineBreaks) -> Vec<String> {
    marked(text, breaks, MarkReason::References)
}

const BODY: &str = "夜间的读者是本文要讨论的，他们在灯光下读书，这一点没有人怀疑过。";

#[test]
fn notes_of_several_numbers_under_their_name() {
    let list = "①  ②  ⑧《夜读选集》第２卷，某某出版社１９９１年版，第７５１页，第７６１页。\n\
        ③  ④《夜读选集》第４卷，某某出版社１９９１年版，第１２７０页。\n\
        ⑤  《灯光资料》第１９册，某某大学编，第２５９页。\n\
        ⑩  《某某日报》１９９５年２月２７日，第３版。";
    for breaks in [LineBreaks::Page, LineBreaks::Layout, LineBreaks::Paragraph] {
        for name in ["注释：\n", "注：", "引文出处\n", ""] {
            let text = format!("{BODY}\n{name}{list}\n（作者单位：某某大学）");
            let found = works(&text, breaks).concat();
            assert!(found.ends_with("第３版。"), "{name}{found}");
            assert!(found.contains("①  ②  ⑧《夜读选集》"), "{name}{found}");
        }
    }
}

#[test]
fn a_list_in_one_line_with_text_before_and_behind_it() {
    let list = "[1] 张三. 夜间开放的图书馆[J]. 某某学报, 2010, 29(3): 17-18. [2] 李四. 灯光[M]. 北京: 某某出版社, 2006. \
        [3] 王五. 读者[D]. 上海: 某某大学, 2012.";
    for breaks in [LineBreaks::Layout, LineBreaks::Paragraph] {
        let text = format!("{BODY} 参考文献：{list}");
        assert_eq!(works(&text, breaks), [list]);
        let text = format!("{BODY} 参考文献：{list} {}", BODY.repeat(5));
        assert_eq!(works(&text, breaks), [list]);
    }
    let list = "①张三：《灯光的历史》，某某出版社1991年版，第23页。②同上书，第25页。③李四：《论夜班》，《某某学报》1992年第4期。";
    let text = format!("{BODY}注释：{list}");
    assert_eq!(works(&text, LineBreaks::Layout), [list]);
}

#[test]
fn printed_lines_of_one_note_belong_together() {
    let line =
        "夜间的读者是本文要讨论的他们在灯光下读书这一点没有人怀疑过也没有人说起\n".repeat(12);
    let list = "    〔1〕张三：《灯光的历史》，某某出版社1991年版，第23页；参见李四：《论夜班》，载\n\
        《某某学报》1992年第4期，第12页。\n    〔2〕王五：《夜读史》，某某书局1982年版，第4页。\n    〔3〕同上书，第9页。";
    let text = format!("{line}{list}");
    assert_eq!(works(&text, LineBreaks::Layout), [list.trim()]);
}

#[test]
fn single_footnotes_through_a_text() {
    let note = |number: u32| {
        let circled = char::from_u32(0x245F + number).unwrap();
        format!("{circled}张三：《灯光的历史》第{number}卷，某某出版社1991年版，第23页。")
    };
    let text = |notes: u32| {
        (1..=notes)
            .map(|number| format!("{BODY}\n{}\n", note(number)))
            .collect::<Vec<_>>()
            .concat()
    };
    assert_eq!(
        works(&text(3), LineBreaks::Paragraph),
        [note(1), note(2), note(3)]
    );
    // One or two footnotes may be anything.
    assert!(works(&text(2), LineBreaks::Paragraph).is_empty());
}

#[test]
fn works_in_brackets() {
    for work in [
        "（注：张三：《灯光的历史》，某某出版社1991年版，第23页。）",
        "（《夜读文选》第3卷第73页）",
        "（注：参见李四《论夜班》，载《某某学报》1992年第4期。）",
        "［注：《夜读文选》第3卷，第73页］",
    ] {
        let text = format!("夜间的读者越来越多{work}，这一点没有人怀疑过。");
        assert_eq!(works(&text, LineBreaks::Layout), [work]);
    }
    for other in [
        "（注：这里的读者是指夜间的读者）",
        "（《夜读》是他写的第一本书）",
        "（如书店、图书馆）",
    ] {
        let text = format!("夜间的读者越来越多{other}，这一点没有人怀疑过。");
        assert!(works(&text, LineBreaks::Layout).is_empty(), "{other}");
    }
}

#[test]
fn numbered_text_is_no_list_of_notes() {
    for text in [
        "（1）打开灯，坐下来，拿出书。\n（2）读到天亮，然后回家去睡觉。\n（3）第二天再来，还是坐在这里。",
        "一是灯光；①完善图书馆的投入；②提高灯光的质量；③改善读者的条件。",
        "注：表中的数字是夜间的读者，他们在1998年有20人。",
        "（1）《灯光的历史》讨论了夜间的读者，它认为灯光是在1991年以后才改善的，这是可信的。\n\
         （2）《论夜班》则不同，它说的是值班的人，而且只说了1992年第4期以后的事情，我们不能同意。\n\
         （3）《夜读史》两者都说，但是它的材料很少，所以在第23页上就结束了对它们的讨论。",
    ] {
        assert!(works(text, LineBreaks::Paragraph).is_empty(), "{text}");
    }
}

#[test]
fn a_long_remark_in_a_list_stays_text() {
    let remark = format!(
        "〔2〕{}",
        "这里要说明的是，夜间的读者并不都是学生，他们也有自己的工作，这在前面已经说过了。"
            .repeat(5)
    );
    let text = format!(
        "{BODY}\n注释：\n〔1〕张三：《灯光的历史》，某某出版社1991年版，第23页。\n{remark}\n\
         〔3〕李四：《论夜班》，载《某某学报》1992年第4期。\n〔4〕同上。"
    );
    let found = works(&text, LineBreaks::Paragraph);
    assert!(
        found.iter().all(|work| !work.contains("并不都是学生")),
        "{found:?}"
    );
    assert_eq!(found.len(), 2);
}
