//! Words of labels: which words name a field of a cover, which of them are weak evidence, which may touch their value,
//! and which words may stand between a label and its colon.

use super::claim::Field;

/// Labels in lower case without white space; `None` for fields that the record leaves out but that end a value.
#[rustfmt::skip]
pub(super) const LABELS: &[(&str, Option<Field>)] = {
    use Field::{Author, Degree, Institution, StudentNumber, Supervisor, Title, Year};
    &[
        ("题目", Some(Title)), ("題目", Some(Title)), ("论文题目", Some(Title)), ("論文題目", Some(Title)), ("题名", Some(Title)),
        ("论文题名", Some(Title)), ("中文题目", Some(Title)), ("中文题名", Some(Title)), ("论文中文题目", Some(Title)),
        ("中文论文题目", Some(Title)), ("设计题目", Some(Title)), ("课题名称", Some(Title)), ("课题题目", Some(Title)),
        ("设计(论文)题目", Some(Title)), ("论文(设计)题目", Some(Title)), ("毕业论文题目", Some(Title)), ("毕业设计题目", Some(Title)),
        ("毕业论文(设计)题目", Some(Title)), ("毕业设计(论文)题目", Some(Title)), ("论文名称", Some(Title)), ("项目名称", Some(Title)),
        ("学位论文题目", Some(Title)), ("选题", None), ("课题", Some(Title)), ("论文标题", Some(Title)), ("标题", Some(Title)),
        ("设计课题", Some(Title)), ("实验名称", Some(Title)), ("课程设计题目", Some(Title)), ("中文标题", Some(Title)),
        ("姓名", Some(Author)), ("学生姓名", Some(Author)), ("學生姓名", Some(Author)), ("作者姓名", Some(Author)),
        ("研究生姓名", Some(Author)), ("硕士生姓名", Some(Author)), ("博士生姓名", Some(Author)), ("论文作者", Some(Author)),
        ("论文作者姓名", Some(Author)), ("研究生", Some(Author)), ("硕士生", Some(Author)), ("博士生", Some(Author)),
        ("硕士研究生", Some(Author)), ("博士研究生", Some(Author)), ("学生", Some(Author)), ("作者", Some(Author)),
        ("申请人", Some(Author)), ("学位申请人", Some(Author)), ("学位申请人姓名", Some(Author)), ("申请人姓名", Some(Author)),
        ("论文申请人", Some(Author)), ("本科生姓名", Some(Author)), ("本科生", Some(Author)), ("著者", Some(Author)), ("撰写人", Some(Author)),
        ("作者签名", Some(Author)), ("论文作者签名", Some(Author)), ("学位论文作者签名", Some(Author)), ("学生签名", Some(Author)),
        ("学位论文作者", Some(Author)), ("完成人", Some(Author)), ("答辩人", Some(Author)), ("组员", None), ("小组成员", Some(Author)), ("签名", None), ("签字", None), ("教师签名", None), ("成员", None), ("组长", None), ("组别", None),
        ("作者签名(手写)", Some(Author)), ("承诺人", Some(Author)), ("声明人", Some(Author)), ("研究生签名", Some(Author)), ("本人签名", Some(Author)),
        ("报告人", Some(Author)), ("实验者", Some(Author)), ("实验人", Some(Author)), ("实验人员", Some(Author)), ("同组者", None),
        ("同组人", None), ("同组实验者", None), ("同组成员", None), ("合作者", None),
        ("学号", Some(StudentNumber)), ("學號", Some(StudentNumber)), ("学生学号", Some(StudentNumber)), ("作者学号", Some(StudentNumber)),
        ("研究生学号", Some(StudentNumber)), ("学籍号", Some(StudentNumber)), ("学生编号", Some(StudentNumber)), ("考生号", None),
        ("准考证号", Some(StudentNumber)), ("申请人学号", Some(StudentNumber)), ("论文作者学号", Some(StudentNumber)),
        ("指导教师", Some(Supervisor)), ("指導教師", Some(Supervisor)), ("指导老师", Some(Supervisor)), ("指導教授", Some(Supervisor)),
        ("导师", Some(Supervisor)), ("導師", Some(Supervisor)), ("导师姓名", Some(Supervisor)), ("指导教师姓名", Some(Supervisor)),
        ("校内导师", Some(Supervisor)), ("校外导师", Some(Supervisor)), ("校内指导教师", Some(Supervisor)),
        ("校外指导教师", Some(Supervisor)), ("企业导师", Some(Supervisor)), ("企业指导教师", Some(Supervisor)), ("合作导师", Some(Supervisor)),
        ("副导师", Some(Supervisor)), ("联合指导教师", Some(Supervisor)), ("辅导教师", Some(Supervisor)), ("论文指导教师", Some(Supervisor)),
        ("指导教授", Some(Supervisor)), ("研究生导师", Some(Supervisor)), ("第一导师", Some(Supervisor)), ("第二导师", Some(Supervisor)),
        ("第一指导教师", Some(Supervisor)), ("第二指导教师", Some(Supervisor)), ("行业导师", Some(Supervisor)), ("实践导师", Some(Supervisor)),
        ("导师签名", Some(Supervisor)), ("指导教师签名", Some(Supervisor)), ("指导老师签名", Some(Supervisor)), ("指导人", Some(Supervisor)),
        ("论文导师", Some(Supervisor)), ("主指导教师", Some(Supervisor)), ("指导老师姓名", Some(Supervisor)), ("指导者", Some(Supervisor)),
        ("学校", Some(Institution)), ("学校名称", Some(Institution)), ("學校", Some(Institution)), ("院校", Some(Institution)),
        ("院校名称", Some(Institution)), ("毕业院校", Some(Institution)), ("学位授予单位", Some(Institution)), ("授予单位", Some(Institution)),
        ("学位授予学校", Some(Institution)), ("大学", None), ("培养单位", Some(Institution)), ("所在学校", Some(Institution)),
        ("授予学位单位", Some(Institution)), ("培养学校", Some(Institution)),
        ("完成日期", Some(Year)), ("完成时间", Some(Year)), ("提交日期", Some(Year)), ("提交时间", Some(Year)), ("论文提交日期", Some(Year)),
        ("论文完成日期", Some(Year)), ("论文提交时间", Some(Year)), ("论文完成时间", Some(Year)), ("答辩日期", Some(Year)),
        ("论文答辩日期", Some(Year)), ("答辩时间", Some(Year)), ("日期", Some(Year)), ("时间", Some(Year)), ("定稿日期", Some(Year)),
        ("学位授予日期", Some(Year)), ("授予日期", Some(Year)), ("论文答辩时间", Some(Year)), ("成文日期", Some(Year)), ("填写日期", Some(Year)),
        ("起止日期", None), ("起止时间", None), ("起讫日期", None), ("入学年月", None), ("入学时间", None), ("出生年月", None), ("届别", Some(Year)),
        ("毕业时间", Some(Year)), ("毕业年份", Some(Year)), ("毕业届", Some(Year)), ("签字日期", Some(Year)), ("填表日期", Some(Year)),
        ("学位类别", Some(Degree)), ("学位级别", Some(Degree)), ("申请学位", Some(Degree)), ("申请学位级别", Some(Degree)),
        ("申请学位类别", Some(Degree)), ("学位类型", Some(Degree)), ("学位", Some(Degree)), ("学位名称", Some(Degree)), ("攻读学位", Some(Degree)),
        ("申请学位名称", Some(Degree)), ("论文类型", None), ("论文类别", None), ("专业学位类别", Some(Degree)),
        ("专业", None), ("專業", None), ("学科专业", None), ("学科", None), ("学科门类", None), ("专业名称", None), ("专业年级", None),
        ("专业班级", None), ("所学专业", None), ("主修专业", None), ("专业方向", None), ("专业领域", None), ("工程领域", None), ("领域", None),
        ("院系", None), ("所在院系", None), ("院(系)", None), ("院(系、部)", None), ("院(系)别", None), ("院别", None), ("学院", None), ("學院", None),
        ("所在学院", None), ("学院名称", None), ("系别", None), ("系所", None), ("系部", None), ("系", None), ("系(院)", None), ("所在系", None),
        ("学院(系)", None), ("二级学院", None), ("教学单位", None), ("所在单位", None), ("教学点", None), ("分院", None), ("函授站", None),
        ("班级", None), ("班別", None), ("班别", None), ("年级", None), ("年级专业", None), ("年级班级", None), ("班", None), ("届", None),
        ("级别", None), ("研究方向", None), ("研究领域", None), ("学科代码", None), ("学科(专业)", None), ("学科、专业", None), ("年级、专业", None),
        ("分类号", None), ("中图分类号", None), ("密级", None), ("学校代码", None), ("单位代码", None), ("udc", None), ("编号", None),
        ("学校编码", None), ("学校编号", None), ("保密级别", None), ("涉密论文", None), ("保密年限", None), ("保密期限", None),
        ("答辩委员会", None), ("答辩委员会主席", None), ("答辩主席", None), ("论文字数", None), ("字数", None), ("职称", None),
        ("指导教师职称", None), ("导师职称", None), ("专业技术职务", None), ("评阅人", None), ("评阅教师", None), ("论文评阅人", None),
        ("评阅老师", None), ("联系电话", None), ("联系方式", None), ("电话", None), ("手机", None), ("邮箱", None), ("电子邮箱", None),
        ("e-mail", None), ("email", None), ("英文", None), ("外文", None), ("英文题目", None), ("英文题名", None), ("英文标题", None), ("外文题目", None), ("论文英文题目", None),
        ("论文起止时间", None), ("成绩", None), ("总评成绩", None), ("课程名称", None), ("课程", None), ("任课教师", None), ("实验地点", None),
        ("作者简介", None), ("书名", None), ("原著", None), ("原作者", None), ("原文作者", None), ("译者", None), ("出版社", None),
        ("导演", None), ("原文出处", None), ("原刊地名", None), ("原刊期号", None), ("原刊页号", None), ("复印期号", None), ("文献号", None), ("分类名", None),
        ("英文作者", None), ("文章日期", None), ("注释", None), ("标题注释", None), ("作者单位", None), ("单位", None), ("工作单位", None), ("副标题", None), ("关键词", None), ("中文摘要", None),
        ("基金项目", None), ("收稿日期", None), ("责任编辑", None), ("通信作者", None), ("通讯作者", None), ("教研室", None), ("性别", None),
        ("身份证号", None), ("民族", None), ("籍贯", None), ("入学年份", None), ("学制", None), ("学习形式", None), ("论文形式", None),
        ("毕业去向", None), ("学生类别", None), ("培养类别", None), ("培养方式", None), ("培养层次", None), ("层次", None), ("系主任", None), ("院长", None),
        ("学院院长", None), ("教务处", None), ("制表", None), ("档案号", None), ("论文编号", None), ("序号", None), ("主席", None), ("答辩组长", None),
        ("title:", Some(Title)), ("thesistitle", Some(Title)), ("projecttitle", Some(Title)), ("titleofthesis", Some(Title)),
        ("dissertationtitle", Some(Title)), ("titleofdissertation", Some(Title)), ("papertitle", Some(Title)), ("essaytitle", Some(Title)),
        ("reporttitle", Some(Title)), ("titleofproject", Some(Title)), ("topic:", Some(Title)),
        ("author:", Some(Author)), ("authors:", Some(Author)), ("name:", Some(Author)), ("student:", Some(Author)), ("studentname", Some(Author)),
        ("nameofstudent", Some(Author)), ("candidate:", Some(Author)), ("candidatename", Some(Author)), ("nameofcandidate", Some(Author)),
        ("submittedby", Some(Author)), ("writtenby", Some(Author)), ("presentedby", Some(Author)), ("preparedby", Some(Author)),
        ("fullname", Some(Author)), ("postgraduate:", Some(Author)), ("graduatestudent", Some(Author)), ("undergraduate:", Some(Author)),
        ("authorname", Some(Author)), ("author'sname", Some(Author)), ("student'sname", Some(Author)), ("masterstudent", Some(Author)),
        ("applicant:", Some(Author)), ("master'scandidate:", Some(Author)), ("doctoralcandidate:", Some(Author)), ("candidate", Some(Author)),
        ("mastercandidate", Some(Author)), ("ph.d.candidate", Some(Author)),
        ("studentid", Some(StudentNumber)), ("studentno", Some(StudentNumber)), ("studentnumber", Some(StudentNumber)),
        ("studentidnumber", Some(StudentNumber)), ("studentidno", Some(StudentNumber)), ("registrationnumber", Some(StudentNumber)), ("registrationno", Some(StudentNumber)),
        ("regno", Some(StudentNumber)), ("regnumber", Some(StudentNumber)), ("matriculationnumber", Some(StudentNumber)), ("matricno", Some(StudentNumber)),
        ("matricnumber", Some(StudentNumber)), ("matriculationno", Some(StudentNumber)), ("rollno", Some(StudentNumber)),
        ("rollnumber", Some(StudentNumber)), ("idnumber", Some(StudentNumber)), ("candidatenumber", Some(StudentNumber)),
        ("id:", Some(StudentNumber)), ("idno", Some(StudentNumber)), ("indexnumber", Some(StudentNumber)), ("enrolmentnumber", Some(StudentNumber)),
        ("enrollmentnumber", Some(StudentNumber)), ("enrollmentno", Some(StudentNumber)), ("studentid/学号", Some(StudentNumber)),
        ("supervisor", Some(Supervisor)), ("supervisors", Some(Supervisor)), ("supervisor(s)", Some(Supervisor)), ("supervisedby", Some(Supervisor)),
        ("underthesupervisionof", Some(Supervisor)), ("undertheguidanceof", Some(Supervisor)), ("advisor", Some(Supervisor)), ("adviser", Some(Supervisor)),
        ("advisors", Some(Supervisor)), ("advisers", Some(Supervisor)), ("advisor(s)", Some(Supervisor)), ("thesisadvisor", Some(Supervisor)), ("thesisadviser", Some(Supervisor)),
        ("thesissupervisor", Some(Supervisor)), ("directedby", Some(Supervisor)), ("academicsupervisor", Some(Supervisor)), ("academicadvisor", Some(Supervisor)),
        ("projectsupervisor", Some(Supervisor)), ("co-supervisor", Some(Supervisor)), ("cosupervisor", Some(Supervisor)), ("co-advisor", Some(Supervisor)),
        ("tutor", Some(Supervisor)), ("mainsupervisor", Some(Supervisor)), ("principalsupervisor", Some(Supervisor)), ("primarysupervisor", Some(Supervisor)),
        ("supervisingprofessor", Some(Supervisor)), ("underthedirectionof", Some(Supervisor)), ("nameofsupervisor", Some(Supervisor)),
        ("supervisorname", Some(Supervisor)), ("instructor", Some(Supervisor)), ("facultyadvisor", Some(Supervisor)), ("secondsupervisor", Some(Supervisor)),
        ("firstsupervisor", Some(Supervisor)), ("associatesupervisor", Some(Supervisor)),
        ("university:", Some(Institution)), ("institution:", Some(Institution)), ("school:", None), ("college:", None),
        ("nameofuniversity", Some(Institution)), ("submittedto", Some(Institution)),
        ("date:", Some(Year)), ("dateofsubmission", Some(Year)), ("submissiondate", Some(Year)), ("dateofdefense", Some(Year)), ("dateofdefence", Some(Year)),
        ("datesubmitted", Some(Year)), ("year:", Some(Year)), ("submittedon", Some(Year)), ("oraldefensedate", Some(Year)), ("defensedate", Some(Year)),
        ("degree:", Some(Degree)), ("forthedegreeof", Some(Degree)), ("degreeapplied", Some(Degree)), ("degreetype", Some(Degree)), ("degreesought", Some(Degree)),
        ("academicdegreeappliedfor", Some(Degree)), ("degreeof", Some(Degree)), ("academicdegree", Some(Degree)),
        ("department", None), ("faculty", None), ("major", None), ("speciality", None), ("specialty", None), ("program", None), ("programme", None),
        ("course", None), ("class:", None), ("wordcount", None), ("numberofwords", None), ("discipline", None), ("field:", None), ("researcharea", None), ("researchfield", None),
        ("universitycode", None), ("schoolcode", None), ("researchdirection", None), ("classification", None), ("classifiedindex", None), ("securitylevel", None),
        ("confidentiality", None), ("u.d.c", None), ("examiner", None), ("firstexaminer", None), ("secondexaminer", None), ("secondreader", None), ("reader:", None), ("committee", None),
        ("affiliation", None), ("degree-conferring-institution", Some(Institution)), ("degreeconferringinstitution", Some(Institution)), ("degree-grantinginstitution", Some(Institution)),
        ("mailingaddress", None), ("address", None), ("country", None), ("telephone", None), ("postcode", None), ("zipcode", None), ("nationality", None),
        ("gender", None), ("dateofbirth", None), ("通讯地址", None), ("通信地址", None), ("地址", None), ("邮编", None), ("邮政编码", None), ("出生日期", None),
        ("政治面貌", None), ("phone", None), ("tel", None), ("keywords", None), ("module", None), ("modulecode", None), ("publisher:", None), ("translator:", None), ("booktitle:", None), ("editor", None), ("signature", None), ("signed", None),
    ]
};

/// Labels that also begin in the middle of a line without white space before them.
pub(super) const STRONG: &[&str] = &[
    "学号",
    "學號",
    "指导教师",
    "指导老师",
    "学生姓名",
    "专业班级",
    "所在学院",
    "年级专业",
    "完成日期",
    "学校代码",
];

/// Whether a label names a signature, or often something else than the field, such as the speaker of a lecture.
pub(super) fn is_weak(name: &str) -> bool {
    name.contains("签名")
        || matches!(
            name,
            "承诺人"
                | "声明人"
                | "报告人"
                | "签字日期"
                | "填写日期"
                | "填表日期"
                | "培养单位"
                | "课题"
                | "标题"
                | "时间"
                | "submittedto"
                | "项目名称"
        )
}

/// Whether a label names the writer of any text, be it the student's or the one that the student writes about.
pub(super) fn is_writer(name: &str) -> bool {
    matches!(name, "作者" | "著者" | "author:" | "authors:")
}

/// Whether a label belongs to a published work that the document is about.
pub(super) fn is_of_published(name: &str) -> bool {
    matches!(
        name,
        "书名"
            | "原著"
            | "原作者"
            | "原文作者"
            | "译者"
            | "出版社"
            | "导演"
            | "publisher:"
            | "translator:"
            | "booktitle:"
    )
}

/// Labels whose value may follow without any sign: "题目基于…", "姓名张三".
pub(super) fn may_touch(name: &str) -> bool {
    matches!(
        name,
        "题目"
            | "论文题目"
            | "姓名"
            | "学生姓名"
            | "学号"
            | "指导教师"
            | "指导老师"
            | "职称"
            | "班级"
            | "专业班级"
            | "系别"
            | "课题名称"
            | "专业年级"
            | "毕业论文题目"
    )
}

/// Words between a label and its colon that are not a value.
pub(super) const SUFFIXES: &[&str] = &[
    "/职称",
    "及职称",
    "、职称",
    "(职称)",
    "(签名)",
    "(签字)",
    "签字",
    "(手签)",
    "(姓名)",
    "姓名、职称",
    "姓名及职称",
    "(中文)",
    "(中英文)",
    "(英文)",
    "/titles",
    "'sname",
    "(姓名、职称)",
    "(职务、职称)",
    "(校内)",
    "(校外)",
    "(企业)",
    "(中、英文)",
    "/学号",
    "(s)",
    "(es)",
    "和职称",
    "姓名职称",
    "(亲笔)",
    "(亲笔签名)",
    "(打印)",
    "(盖章)",
    "(signature)",
    "no.",
    ".",
    "/supervisor",
    "/student",
    "/name",
    "studentid",
    "id",
    "(title)",
    "(name)",
    "(supervisor)",
    "(author)",
    "name",
    "title",
    "supervisor",
    "(studentid)",
    "author",
    "(or)",
];
