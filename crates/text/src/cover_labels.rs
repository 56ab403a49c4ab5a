//! Labels of covers: names of the fields that covers, cover sheets of assignments and cover pages of submissions have. The
//! recognition of covers and the bibliographic record read the same labels.

/// What the value of a cover's label states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CoverField {
    /// Title of the work.
    Title,
    /// Author or authors.
    Author,
    /// Student number.
    StudentNumber,
    /// Supervisor or teacher.
    Supervisor,
    /// University, college or school.
    Institution,
    /// Date, of which the year counts.
    Year,
    /// Degree.
    Degree,
}

/// Where a label at the beginning of a line shows that the line belongs to a cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LabelUse {
    /// Whatever follows, unless the line is a sentence.
    Bare,
    /// Before a colon or as the whole line: lines of texts begin with the same word.
    Signed,
    /// Nowhere: the label also stands in articles or forms, and only ends the value before it.
    Never,
}

/// Label: its name in lower case without white space, what its value states (`None` for nothing that a bibliographic record has), and
/// where it shows a cover.
pub type CoverLabel = (&'static str, Option<CoverField>, LabelUse);

/// All labels, each name once.
#[rustfmt::skip]
pub const COVER_LABELS: &[CoverLabel] = {
    use CoverField::{Author, Degree, Institution, StudentNumber, Supervisor, Title, Year};
    use LabelUse::{Bare, Never, Signed};
    &[
        ("题目", Some(Title), Bare), ("題目", Some(Title), Signed), ("论文题目", Some(Title), Bare), ("論文題目", Some(Title), Bare),
        ("题名", Some(Title), Bare), ("论文题名", Some(Title), Signed), ("中文题目", Some(Title), Bare), ("中文题名", Some(Title), Signed),
        ("论文中文题目", Some(Title), Signed), ("中文论文题目", Some(Title), Signed), ("设计题目", Some(Title), Signed), ("课题名称", Some(Title), Signed),
        ("课题题目", Some(Title), Signed), ("设计(论文)题目", Some(Title), Bare), ("论文(设计)题目", Some(Title), Signed),
        ("毕业论文题目", Some(Title), Signed), ("毕业设计题目", Some(Title), Signed), ("毕业论文(设计)题目", Some(Title), Bare),
        ("毕业设计(论文)题目", Some(Title), Signed), ("论文名称", Some(Title), Signed), ("项目名称", Some(Title), Signed),
        ("学位论文题目", Some(Title), Signed), ("选题", None, Never), ("课题", Some(Title), Signed), ("论文标题", Some(Title), Signed),
        ("标题", Some(Title), Signed), ("设计课题", Some(Title), Signed), ("实验名称", Some(Title), Signed), ("课程设计题目", Some(Title), Signed),
        ("中文标题", Some(Title), Signed), ("姓名", Some(Author), Bare), ("学生姓名", Some(Author), Bare), ("學生姓名", Some(Author), Bare),
        ("作者姓名", Some(Author), Bare), ("研究生姓名", Some(Author), Bare), ("硕士生姓名", Some(Author), Signed), ("博士生姓名", Some(Author), Signed),
        ("论文作者", Some(Author), Signed), ("论文作者姓名", Some(Author), Signed), ("研究生", Some(Author), Bare), ("硕士生", Some(Author), Signed),
        ("博士生", Some(Author), Signed), ("硕士研究生", Some(Author), Signed), ("博士研究生", Some(Author), Signed), ("学生", Some(Author), Bare),
        ("作者", Some(Author), Bare), ("申请人", Some(Author), Bare), ("学位申请人", Some(Author), Bare), ("学位申请人姓名", Some(Author), Signed),
        ("申请人姓名", Some(Author), Signed), ("论文申请人", Some(Author), Signed), ("本科生姓名", Some(Author), Signed), ("本科生", Some(Author), Signed),
        ("著者", Some(Author), Signed), ("撰写人", Some(Author), Signed), ("作者签名", Some(Author), Never), ("论文作者签名", Some(Author), Never),
        ("学位论文作者签名", Some(Author), Never), ("学生签名", Some(Author), Never), ("学位论文作者", Some(Author), Signed),
        ("完成人", Some(Author), Signed), ("答辩人", Some(Author), Signed), ("组员", None, Never), ("小组成员", Some(Author), Signed),
        ("签名", None, Never), ("签字", None, Never), ("教师签名", None, Never), ("成员", None, Never), ("组长", None, Never), ("组别", None, Never),
        ("作者签名(手写)", Some(Author), Never), ("承诺人", Some(Author), Never), ("声明人", Some(Author), Never), ("研究生签名", Some(Author), Never),
        ("本人签名", Some(Author), Never), ("报告人", Some(Author), Signed), ("实验者", Some(Author), Signed), ("实验人", Some(Author), Signed),
        ("实验人员", Some(Author), Signed), ("同组者", None, Never), ("同组人", None, Never), ("同组实验者", None, Never), ("同组成员", None, Never),
        ("合作者", None, Never), ("学号", Some(StudentNumber), Bare), ("學號", Some(StudentNumber), Bare), ("学生学号", Some(StudentNumber), Signed),
        ("作者学号", Some(StudentNumber), Signed), ("研究生学号", Some(StudentNumber), Signed), ("学籍号", Some(StudentNumber), Signed),
        ("学生编号", Some(StudentNumber), Signed), ("考生号", None, Never), ("准考证号", Some(StudentNumber), Signed),
        ("申请人学号", Some(StudentNumber), Signed), ("论文作者学号", Some(StudentNumber), Signed), ("指导教师", Some(Supervisor), Bare),
        ("指導教師", Some(Supervisor), Signed), ("指导老师", Some(Supervisor), Bare), ("指導教授", Some(Supervisor), Bare),
        ("导师", Some(Supervisor), Bare), ("導師", Some(Supervisor), Signed), ("导师姓名", Some(Supervisor), Signed),
        ("指导教师姓名", Some(Supervisor), Signed), ("校内导师", Some(Supervisor), Bare), ("校外导师", Some(Supervisor), Bare),
        ("校内指导教师", Some(Supervisor), Signed), ("校外指导教师", Some(Supervisor), Bare), ("企业导师", Some(Supervisor), Signed),
        ("企业指导教师", Some(Supervisor), Signed), ("合作导师", Some(Supervisor), Bare), ("副导师", Some(Supervisor), Signed),
        ("联合指导教师", Some(Supervisor), Signed), ("辅导教师", Some(Supervisor), Bare), ("论文指导教师", Some(Supervisor), Bare),
        ("指导教授", Some(Supervisor), Signed), ("研究生导师", Some(Supervisor), Signed), ("第一导师", Some(Supervisor), Signed),
        ("第二导师", Some(Supervisor), Signed), ("第一指导教师", Some(Supervisor), Signed), ("第二指导教师", Some(Supervisor), Signed),
        ("行业导师", Some(Supervisor), Signed), ("实践导师", Some(Supervisor), Signed), ("导师签名", Some(Supervisor), Never),
        ("指导教师签名", Some(Supervisor), Never), ("指导老师签名", Some(Supervisor), Never), ("指导人", Some(Supervisor), Signed),
        ("论文导师", Some(Supervisor), Signed), ("主指导教师", Some(Supervisor), Signed), ("指导老师姓名", Some(Supervisor), Signed),
        ("指导者", Some(Supervisor), Signed), ("学校", Some(Institution), Signed), ("学校名称", Some(Institution), Bare),
        ("學校", Some(Institution), Signed), ("院校", Some(Institution), Signed), ("院校名称", Some(Institution), Signed),
        ("毕业院校", Some(Institution), Signed), ("学位授予单位", Some(Institution), Bare), ("授予单位", Some(Institution), Bare),
        ("学位授予学校", Some(Institution), Signed), ("大学", None, Never), ("培养单位", Some(Institution), Bare),
        ("所在学校", Some(Institution), Signed), ("授予学位单位", Some(Institution), Signed), ("培养学校", Some(Institution), Signed),
        ("完成日期", Some(Year), Bare), ("完成时间", Some(Year), Bare), ("提交日期", Some(Year), Bare), ("提交时间", Some(Year), Signed),
        ("论文提交日期", Some(Year), Bare), ("论文完成日期", Some(Year), Signed), ("论文提交时间", Some(Year), Signed), ("论文完成时间", Some(Year), Signed),
        ("答辩日期", Some(Year), Bare), ("论文答辩日期", Some(Year), Bare), ("答辩时间", Some(Year), Signed), ("日期", Some(Year), Bare),
        ("时间", Some(Year), Signed), ("定稿日期", Some(Year), Signed), ("学位授予日期", Some(Year), Signed), ("授予日期", Some(Year), Signed),
        ("论文答辩时间", Some(Year), Signed), ("成文日期", Some(Year), Signed), ("填写日期", Some(Year), Signed), ("起止日期", None, Bare),
        ("起止时间", None, Never), ("起讫日期", None, Never), ("入学年月", None, Bare), ("入学时间", None, Never), ("出生年月", None, Never),
        ("届别", Some(Year), Signed), ("毕业时间", Some(Year), Signed), ("毕业年份", Some(Year), Signed), ("毕业届", Some(Year), Signed),
        ("签字日期", Some(Year), Signed), ("填表日期", Some(Year), Signed), ("学位类别", Some(Degree), Bare), ("学位级别", Some(Degree), Bare),
        ("申请学位", Some(Degree), Bare), ("申请学位级别", Some(Degree), Signed), ("申请学位类别", Some(Degree), Signed), ("学位类型", Some(Degree), Signed),
        ("学位", Some(Degree), Signed), ("学位名称", Some(Degree), Signed), ("攻读学位", Some(Degree), Signed), ("申请学位名称", Some(Degree), Signed),
        ("论文类型", None, Never), ("论文类别", None, Never), ("专业学位类别", Some(Degree), Signed), ("专业", None, Bare), ("專業", None, Bare),
        ("学科专业", None, Bare), ("学科", None, Bare), ("学科门类", None, Never), ("专业名称", None, Bare), ("专业年级", None, Bare), ("专业班级", None, Bare),
        ("所学专业", None, Bare), ("主修专业", None, Bare), ("专业方向", None, Never), ("专业领域", None, Never), ("工程领域", None, Never),
        ("领域", None, Never), ("院系", None, Bare), ("所在院系", None, Bare), ("院(系)", None, Bare), ("院(系、部)", None, Never),
        ("院(系)别", None, Never), ("院别", None, Never), ("学院", None, Bare), ("學院", None, Bare), ("所在学院", None, Bare), ("学院名称", None, Never),
        ("系别", None, Bare), ("系所", None, Bare), ("系部", None, Never), ("系", None, Never), ("系(院)", None, Never), ("所在系", None, Never),
        ("学院(系)", None, Never), ("二级学院", None, Never), ("教学单位", None, Never), ("所在单位", None, Never), ("教学点", None, Never),
        ("分院", None, Never), ("函授站", None, Never), ("班级", None, Bare), ("班別", None, Never), ("班别", None, Never), ("年级", None, Bare),
        ("年级专业", None, Never), ("年级班级", None, Never), ("班", None, Never), ("届", None, Never), ("级别", None, Never), ("研究方向", None, Bare),
        ("研究领域", None, Never), ("学科代码", None, Never), ("学科(专业)", None, Never), ("学科、专业", None, Never), ("年级、专业", None, Never),
        ("分类号", None, Bare), ("中图分类号", None, Bare), ("密级", None, Bare), ("学校代码", None, Bare), ("单位代码", None, Bare), ("udc", None, Bare),
        ("编号", None, Bare), ("学校编码", None, Never), ("学校编号", None, Never), ("保密级别", None, Never), ("涉密论文", None, Never),
        ("保密年限", None, Never), ("保密期限", None, Never), ("答辩委员会", None, Bare), ("答辩委员会主席", None, Never), ("答辩主席", None, Never),
        ("论文字数", None, Bare), ("字数", None, Never), ("职称", None, Bare), ("指导教师职称", None, Never), ("导师职称", None, Never),
        ("专业技术职务", None, Never), ("评阅人", None, Never), ("评阅教师", None, Never), ("论文评阅人", None, Never), ("评阅老师", None, Never),
        ("联系电话", None, Never), ("联系方式", None, Never), ("电话", None, Never), ("手机", None, Never), ("邮箱", None, Never),
        ("电子邮箱", None, Never), ("e-mail", None, Never), ("email", None, Never), ("英文", None, Bare), ("外文", None, Never),
        ("英文题目", None, Bare), ("英文题名", None, Never), ("英文标题", None, Never), ("外文题目", None, Never), ("论文英文题目", None, Never),
        ("论文起止时间", None, Never), ("成绩", None, Never), ("总评成绩", None, Never), ("课程名称", None, Signed), ("课程", None, Signed),
        ("任课教师", None, Signed), ("实验地点", None, Never), ("作者简介", None, Never), ("书名", None, Never), ("原著", None, Never),
        ("原作者", None, Never), ("原文作者", None, Never), ("译者", None, Never), ("出版社", None, Never), ("导演", None, Never),
        ("原文出处", None, Never), ("原刊地名", None, Never), ("原刊期号", None, Never), ("原刊页号", None, Never), ("复印期号", None, Never),
        ("文献号", None, Never), ("分类名", None, Never), ("英文作者", None, Never), ("文章日期", None, Never), ("注释", None, Never),
        ("标题注释", None, Never), ("作者单位", None, Never), ("单位", None, Never), ("工作单位", None, Never), ("副标题", None, Never),
        ("关键词", None, Never), ("中文摘要", None, Never), ("基金项目", None, Never), ("收稿日期", None, Never), ("责任编辑", None, Never),
        ("通信作者", None, Never), ("通讯作者", None, Never), ("教研室", None, Never), ("性别", None, Never), ("身份证号", None, Never),
        ("民族", None, Never), ("籍贯", None, Never), ("入学年份", None, Never), ("学制", None, Never), ("学习形式", None, Never),
        ("论文形式", None, Never), ("毕业去向", None, Never), ("学生类别", None, Never), ("培养类别", None, Never), ("培养方式", None, Never),
        ("培养层次", None, Never), ("层次", None, Never), ("系主任", None, Never), ("院长", None, Never), ("学院院长", None, Never),
        ("教务处", None, Never), ("制表", None, Never), ("档案号", None, Never), ("论文编号", None, Never), ("序号", None, Never), ("主席", None, Never),
        ("答辩组长", None, Never), ("title:", Some(Title), Bare), ("thesistitle", Some(Title), Signed), ("projecttitle", Some(Title), Signed),
        ("titleofthesis", Some(Title), Signed), ("dissertationtitle", Some(Title), Signed), ("titleofdissertation", Some(Title), Signed),
        ("papertitle", Some(Title), Signed), ("essaytitle", Some(Title), Signed), ("reporttitle", Some(Title), Signed),
        ("titleofproject", Some(Title), Signed), ("topic:", Some(Title), Signed), ("author:", Some(Author), Signed),
        ("authors:", Some(Author), Signed), ("name:", Some(Author), Signed), ("student:", Some(Author), Bare),
        ("studentname", Some(Author), Bare), ("nameofstudent", Some(Author), Signed), ("candidate:", Some(Author), Signed),
        ("candidatename", Some(Author), Signed), ("nameofcandidate", Some(Author), Signed), ("submittedby", Some(Author), Bare),
        ("writtenby", Some(Author), Signed), ("presentedby", Some(Author), Signed), ("preparedby", Some(Author), Signed),
        ("fullname", Some(Author), Signed), ("postgraduate:", Some(Author), Signed), ("graduatestudent", Some(Author), Signed),
        ("undergraduate:", Some(Author), Signed), ("authorname", Some(Author), Signed), ("author'sname", Some(Author), Signed),
        ("student'sname", Some(Author), Signed), ("masterstudent", Some(Author), Signed), ("applicant:", Some(Author), Signed),
        ("master'scandidate:", Some(Author), Signed), ("doctoralcandidate:", Some(Author), Signed), ("candidate", Some(Author), Bare),
        ("mastercandidate", Some(Author), Signed), ("ph.d.candidate", Some(Author), Signed), ("studentid", Some(StudentNumber), Bare),
        ("studentno", Some(StudentNumber), Bare), ("studentnumber", Some(StudentNumber), Bare),
        ("studentidnumber", Some(StudentNumber), Bare), ("studentidno", Some(StudentNumber), Bare),
        ("registrationnumber", Some(StudentNumber), Bare), ("registrationno", Some(StudentNumber), Signed),
        ("regno", Some(StudentNumber), Signed), ("regnumber", Some(StudentNumber), Signed),
        ("matriculationnumber", Some(StudentNumber), Bare), ("matricno", Some(StudentNumber), Bare),
        ("matricnumber", Some(StudentNumber), Signed), ("matriculationno", Some(StudentNumber), Signed),
        ("rollno", Some(StudentNumber), Signed), ("rollnumber", Some(StudentNumber), Signed), ("idnumber", Some(StudentNumber), Signed),
        ("candidatenumber", Some(StudentNumber), Signed), ("id:", Some(StudentNumber), Signed), ("idno", Some(StudentNumber), Signed),
        ("indexnumber", Some(StudentNumber), Signed), ("enrolmentnumber", Some(StudentNumber), Signed),
        ("enrollmentnumber", Some(StudentNumber), Signed), ("enrollmentno", Some(StudentNumber), Signed),
        ("studentid/学号", Some(StudentNumber), Signed), ("supervisor", Some(Supervisor), Bare), ("supervisors", Some(Supervisor), Bare),
        ("supervisor(s)", Some(Supervisor), Signed), ("supervisedby", Some(Supervisor), Bare),
        ("underthesupervisionof", Some(Supervisor), Signed), ("undertheguidanceof", Some(Supervisor), Signed),
        ("advisor", Some(Supervisor), Bare), ("adviser", Some(Supervisor), Bare), ("advisors", Some(Supervisor), Bare),
        ("advisers", Some(Supervisor), Signed), ("advisor(s)", Some(Supervisor), Signed), ("thesisadvisor", Some(Supervisor), Bare),
        ("thesisadviser", Some(Supervisor), Signed), ("thesissupervisor", Some(Supervisor), Signed),
        ("directedby", Some(Supervisor), Bare), ("academicsupervisor", Some(Supervisor), Signed),
        ("academicadvisor", Some(Supervisor), Signed), ("projectsupervisor", Some(Supervisor), Signed),
        ("co-supervisor", Some(Supervisor), Signed), ("cosupervisor", Some(Supervisor), Signed), ("co-advisor", Some(Supervisor), Signed),
        ("tutor", Some(Supervisor), Signed), ("mainsupervisor", Some(Supervisor), Signed),
        ("principalsupervisor", Some(Supervisor), Signed), ("primarysupervisor", Some(Supervisor), Signed),
        ("supervisingprofessor", Some(Supervisor), Signed), ("underthedirectionof", Some(Supervisor), Signed),
        ("nameofsupervisor", Some(Supervisor), Signed), ("supervisorname", Some(Supervisor), Signed),
        ("instructor", Some(Supervisor), Signed), ("facultyadvisor", Some(Supervisor), Signed),
        ("secondsupervisor", Some(Supervisor), Signed), ("firstsupervisor", Some(Supervisor), Signed),
        ("associatesupervisor", Some(Supervisor), Signed), ("university:", Some(Institution), Signed),
        ("institution:", Some(Institution), Signed), ("school:", None, Bare), ("college:", None, Bare),
        ("nameofuniversity", Some(Institution), Signed), ("submittedto", Some(Institution), Bare), ("date:", Some(Year), Signed),
        ("dateofsubmission", Some(Year), Bare), ("submissiondate", Some(Year), Bare), ("dateofdefense", Some(Year), Signed),
        ("dateofdefence", Some(Year), Signed), ("datesubmitted", Some(Year), Bare), ("year:", Some(Year), Signed),
        ("submittedon", Some(Year), Signed), ("oraldefensedate", Some(Year), Signed), ("defensedate", Some(Year), Signed),
        ("degree:", Some(Degree), Bare), ("forthedegreeof", Some(Degree), Bare), ("degreeapplied", Some(Degree), Signed),
        ("degreetype", Some(Degree), Signed), ("degreesought", Some(Degree), Signed), ("academicdegreeappliedfor", Some(Degree), Signed),
        ("degreeof", Some(Degree), Signed), ("academicdegree", Some(Degree), Signed), ("department", None, Signed),
        ("faculty", None, Signed), ("major", None, Signed), ("speciality", None, Bare), ("specialty", None, Bare),
        ("program", None, Signed), ("programme", None, Signed), ("course", None, Signed), ("class:", None, Signed),
        ("wordcount", None, Bare), ("numberofwords", None, Bare), ("discipline", None, Signed), ("field:", None, Never),
        ("researcharea", None, Never), ("researchfield", None, Never), ("universitycode", None, Bare), ("schoolcode", None, Never),
        ("researchdirection", None, Bare), ("classification", None, Never), ("classifiedindex", None, Never),
        ("securitylevel", None, Never), ("confidentiality", None, Never), ("u.d.c", None, Never), ("examiner", None, Bare),
        ("firstexaminer", None, Bare), ("secondexaminer", None, Bare), ("secondreader", None, Never), ("reader:", None, Never),
        ("committee", None, Bare), ("affiliation", None, Never), ("degree-conferring-institution", Some(Institution), Signed),
        ("degreeconferringinstitution", Some(Institution), Signed), ("degree-grantinginstitution", Some(Institution), Signed),
        ("mailingaddress", None, Never), ("address", None, Never), ("country", None, Never), ("telephone", None, Never),
        ("postcode", None, Never), ("zipcode", None, Never), ("nationality", None, Never), ("gender", None, Never),
        ("dateofbirth", None, Never), ("通讯地址", None, Never), ("通信地址", None, Never), ("地址", None, Never), ("邮编", None, Never),
        ("邮政编码", None, Never), ("出生日期", None, Never), ("政治面貌", None, Never), ("phone", None, Never), ("tel", None, Never),
        ("keywords", None, Never), ("module", None, Signed), ("modulecode", None, Bare), ("publisher:", None, Never),
        ("translator:", None, Never), ("booktitle:", None, Never), ("editor", None, Never), ("signature", None, Signed),
        ("signed", None, Signed), ("assignmenttitle", Some(Title), Bare), ("titleofassignment", Some(Title), Bare),
        ("assessmenttitle", Some(Title), Bare), ("courseworktitle", Some(Title), Bare), ("submissiontitle", Some(Title), Bare),
        ("submissionauthor", Some(Author), Bare), ("moduleleader", Some(Supervisor), Bare), ("moduletutor", Some(Supervisor), Bare),
        ("coursetutor", Some(Supervisor), Bare), ("courseinstructor", Some(Supervisor), Bare), ("instructorname", Some(Supervisor), Bare),
        ("tutorname", Some(Supervisor), Bare), ("lecturer", Some(Supervisor), Signed), ("teacher:", Some(Supervisor), Signed),
        ("moduletitle", None, Bare), ("modulename", None, Bare), ("moduletitleandcode", None, Bare), ("modulecodeandtitle", None, Bare),
        ("coursetitle", None, Bare), ("coursename", None, Bare), ("coursecode", None, Bare), ("coursenumber", None, Bare),
        ("programmetitle", None, Bare), ("programmeofstudy", None, Bare), ("assignment:", None, Signed), ("assignmentnumber", None, Bare),
        ("duedate", None, Bare), ("submissiondeadline", None, Bare), ("semester", None, Signed), ("yearofstudy", None, Bare),
        ("tutorgroup", None, Bare), ("seminargroup", None, Bare), ("submissionid", None, Bare), ("filename", None, Bare),
        ("filesize", None, Bare), ("downloaddate", None, Bare), ("pagecount", None, Bare), ("charactercount", None, Bare),
        ("课程编号", None, Signed), ("课程代码", None, Signed),
    ]
};

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_label_is_compact_and_occurs_once() {
        let mut names = HashSet::new();
        for &(name, ..) in COVER_LABELS {
            assert!(names.insert(name), "{name}");
            assert!(!name.chars().any(|c| c.is_whitespace() || c.is_uppercase()));
        }
    }
}
