use super::{CoverWords, PathOwner};

fn are_of_two(a: &str, b: &str) -> bool {
    let chinese = CoverWords::default().with_names(Some("沈知远"));
    let cover = (chinese.with_names(Some("Ann Roe")))
        .with_number(Some("S2021001"))
        .with_title(Some("夜间开放图书馆的服务研究"))
        .with_title(Some("Night services of a library"));
    let [one, other] = [a, b].map(|path| PathOwner::of(path, &cover));
    let are_of_two = one.is_of_another(&other);
    assert_eq!(other.is_of_another(&one), are_of_two, "{a} {b}");
    are_of_two
}

#[test]
fn names_logins_numbers_teams_and_places_tell_people_apart() {
    for (a, b) in [
        ("szy2021_论文.docx", "fy2021_论文.docx"),
        ("szy2021/论文.docx", "fy2021/论文.docx"),
        ("小沈的论文.docx", "小方的论文.docx"),
        ("沈 知远.docx", "方 越.docx"),
        ("沈知远.docx", "沈知.docx"),
        ("沈知远.docx", "fy2021.docx"),
        ("计科沈知远大数据.docx", "计科方越大数据.docx"),
        ("阿依古丽.docx", "迪丽努尔.docx"),
        ("第1组.docx", "第2组.docx"),
        ("组1_报告.docx", "组2_报告.docx"),
        ("座位01.docx", "座位02.docx"),
        ("01/论文.docx", "02/论文.docx"),
        ("1班.docx", "2班.docx"),
        ("3.1班.docx", "3.2班.docx"),
        ("0101_终稿.docx", "0102_终稿.docx"),
        ("5-20修改.docx", "6-3修改.docx"),
        ("1_论文.docx", "2_论文.docx"),
        ("0001.docx", "0002.docx"),
        ("3f2a9c/论文.docx", "8b1d77/论文.docx"),
        ("13800000001/论文.docx", "13800000002/论文.docx"),
        ("submission_1001.docx", "submission_1002.docx"),
        ("2021001.docx", "2021002.docx"),
        ("AR paper.docx", "JD paper.docx"),
        ("Ann paper.docx", "Jane paper.docx"),
        ("Roe.docx", "Doe.docx"),
        ("AnnRoe.docx", "JaneDoe.docx"),
        ("Ann Roe.docx", "Ann Doe.docx"),
        ("aroe3.docx", "jdoe7.docx"),
        (
            "aroe_fluid_dynamics_lab.docx",
            "jdoe_fluid_dynamics_lab.docx",
        ),
        ("Team 1.docx", "Team 2.docx"),
        ("홍길동.docx", "김길순.docx"),
        ("Рой.docx", "Доу.docx"),
    ] {
        assert!(are_of_two(a, b), "{a} {b}");
    }
}

#[test]
fn drafts_dates_chapters_and_titles_tell_nobody_apart() {
    for (a, b) in [
        ("论文v1.docx", "论文final.docx"),
        ("初稿/2021001_沈知远.docx", "终稿/沈知远.docx"),
        ("毕业论文_答辩后修改.docx", "沈知远_毕业论文查重版.docx"),
        ("论文2021-05-01.docx", "论文2021-06-12.docx"),
        ("论文20210501.docx", "5月1日.docx"),
        ("12-05-2021 draft.docx", "13-06-2021 draft.docx"),
        ("Ann's essay.docx", "AnnRoe.docx"),
        ("2021-05-01/论文.docx", "2021-06-01/论文.docx"),
        ("第1章.docx", "第2章.docx"),
        ("第3章修改.docx", "沈知远.docx"),
        ("第2周心得.docx", "沈知远.docx"),
        ("1_绪论.docx", "2_文献综述.docx"),
        ("chapter1.docx", "chapter 2.docx"),
        ("新建文档 (2).docx", "新建 Microsoft Word 文档.docx"),
        ("scan0001.docx", "scan0002.docx"),
        ("IMG_20240501_103015.docx", "IMG_20240502_101010.docx"),
        ("图书馆_初稿.docx", "沈知远.docx"),
        ("夜间开放图书馆的服务研究.docx", "沈知远.docx"),
        (
            "夜间开放图书馆研究.docx",
            "Opening libraries after midnight.docx",
        ),
        ("沈知远1.docx", "沈知远2.docx"),
        ("szy2021.docx", "沈知远.docx"),
        ("shenzhiyuan_final.docx", "沈知远.docx"),
        ("计科2101_沈知远.docx", "计科2101_论文.docx"),
        ("文学院_论文.docx", "金融_论文.docx"),
        ("a.docx", "b.docx"),
        ("aroe_draft.docx", "Roe, Ann.docx"),
        ("Ann.docx", "AnnRoe final.docx"),
        ("Copy of Essay.docx", "essay_revised_by_me_v2.docx"),
        ("沈知远_论文.docx", "论文润色.docx"),
        ("论文沈知远.docx", "论文精简.docx"),
        ("沈知远_毕业论文.docx", "毕业论文终极版.docx"),
        ("导师_王小五/论文.docx", "沈知远.docx"),
        ("王小五（导师）", "沈知远.docx"),
        ("存档/论文.docx", "归档/论文.docx"),
        ("沈知远.docx", "管理学作业.docx"),
        ("论文5月1号.docx", "论文6月12号.docx"),
        ("论文5.1稿.docx", "0612稿.docx"),
        ("5.20修改.docx", "6.3修改.docx"),
        ("2.1版.docx", "3.0.docx"),
        ("0501稿.docx", "沈知远0612版.docx"),
        ("沈知远_论文.docx", "8f3a2c91-论文.docx"),
        ("Ann Roe essay.docx", "CS101 essay.docx"),
        ("Ann Roe essay.docx", "essay graded.docx"),
        ("Ann Roe.docx", "essay_recovered.docx"),
    ] {
        assert!(!are_of_two(a, b), "{a} {b}");
    }
}
