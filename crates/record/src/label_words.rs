//! Words of labels: which labels are weak evidence, which may touch their value, and which words may stand between a label
//! and its colon.

use chachong_text::Words;

/// Labels that also begin in the middle of a line without white space before them.
pub(super) const STRONG: Words =
    Words("学号|學號|指导教师|指导老师|学生姓名|专业班级|所在学院|年级专业|完成日期|学校代码");

/// Whether a label names a signature, or often something else than the field, such as the speaker of a lecture.
pub(super) fn is_weak(name: &str) -> bool {
    name.contains("签名")
        || Words(
            "承诺人|声明人|报告人|签字日期|填写日期|填表日期|培养单位|课题|标题|时间|submittedto|\
             项目名称",
        )
        .include(name)
}

/// Whether a label names the writer of any text, be it the student's or the one that the student writes about.
pub(super) fn is_writer(name: &str) -> bool {
    matches!(name, "作者" | "著者" | "author:" | "authors:")
}

/// Whether a label belongs to a published work that the document is about.
pub(super) fn is_of_published(name: &str) -> bool {
    Words("书名|原著|原作者|原文作者|译者|出版社|导演|publisher:|translator:|booktitle:")
        .include(name)
}

/// Labels whose value may follow without any sign: "题目基于…", "姓名张三".
pub(super) fn may_touch(name: &str) -> bool {
    Words(
        "题目|论文题目|姓名|学生姓名|学号|指导教师|指导老师|职称|班级|专业班级|系别|课题名称|\
         专业年级|毕业论文题目",
    )
    .include(name)
}

/// Words between a label and its colon that are not a value.
pub(super) const SUFFIXES: Words = Words(
    "/职称|及职称|、职称|(职称)|(签名)|(签字)|签字|(手签)|(姓名)|姓名、职称|姓名及职称|(中文)|\
     (中英文)|(英文)|/titles|'sname|(姓名、职称)|(职务、职称)|(校内)|(校外)|(企业)|(中、英文)|\
     /学号|(s)|(es)|和职称|姓名职称|(亲笔)|(亲笔签名)|(打印)|(盖章)|(signature)|no.|.|/supervisor|\
     /student|/name|studentid|id|(title)|(name)|(supervisor)|(author)|name|title|supervisor|\
     (studentid)|author|(or)",
);
