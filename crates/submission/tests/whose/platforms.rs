//! Names that platforms give.

use chachong_submission::FoundBy;

use crate::{grouped, of, stated};

#[test]
fn platforms_come_before_all_else() {
    let files = [
        (
            "王小五_839201_assignsubmission_file/报告.docx",
            "王小五",
            "2021001",
        ),
        (
            "王小五_839201_assignsubmission_file/附录.docx",
            "李小四",
            "2021002",
        ),
        (
            "王小五_839201_assignsubmission_onlinetext/onlinetext.html",
            "",
            "",
        ),
        (
            "王小五_839207_assignsubmission_file/报告.docx",
            "王小五",
            "2021001",
        ),
        (
            "Participant_839209_assignsubmission_file/报告.docx",
            "赵小七",
            "2021003",
        ),
        (
            "第一组_12_assignsubmission_file/报告.docx",
            "王小五",
            "2021001",
        ),
    ];
    assert_eq!(stated(&files), [0, 0, 0, 3, 4, 5]);
    let all = of(&files, None);
    assert_eq!(all.all[1].number.as_deref(), Some("2021001"));
    assert_eq!(
        (all.all[2].student.as_deref(), all.all[2].number.as_deref()),
        (None, None)
    );
    assert_eq!(all.all[2].name, "Participant 839209");
    assert_eq!(
        (all.all[3].student.as_deref(), all.all[3].number.as_deref()),
        (Some("第一组"), None)
    );
    let files = [
        ("王小五_4521_1234567_实验报告.docx", "", ""),
        ("wangxiaowu_4522_1234568_report.docx", "王小五", "2021001"),
        ("wangxiaowu_4522_1234569_code-1.c", "", ""),
        ("roeann_LATE_4523_1234570_x.c", "", ""),
    ];
    let all = of(&files, None);
    assert_eq!(grouped(&all, 4), [0, 1, 1, 3]);
    assert_eq!(
        (all.all[0].student.as_deref(), all.all[0].number.as_deref()),
        (Some("王小五"), None)
    );
    assert_eq!(
        (all.all[1].student.as_deref(), all.all[1].number.as_deref()),
        (Some("王小五"), Some("2021001"))
    );
    assert!(all.all.iter().all(|one| one.found_by == FoundBy::Canvas));
    let files = [
        ("Lab 1_wxw_attempt_2024-05-01-09-30-00_报告.docx", "", ""),
        ("Lab 1_wxw_attempt_2024-05-01-09-30-00.txt", "", ""),
        ("Lab 1_wxw_attempt_2024-05-03-09-30-00_报告.docx", "", ""),
        (
            "Lab 1_2021001002_attempt_2024-05-01-09-30-00_报告.docx",
            "李小四",
            "2021001002",
        ),
    ];
    let all = of(&files, None);
    assert_eq!(grouped(&all, 4), [0, 0, 0, 3]);
    assert_eq!(all.all[0].submitted.as_deref(), Some("2024-05-03T09:30:00"));
    assert_eq!((&*all.all[0].name, &all.all[0].number), ("wxw", &None));
    assert_eq!(all.all[1].number.as_deref(), Some("2021001002"));
}
