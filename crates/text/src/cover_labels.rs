//! Labels of covers: names of the fields that covers, cover sheets of assignments and cover pages of submissions have. The
//! recognition of covers and the bibliographic record read the same labels.

use std::sync::LazyLock;

use crate::{RecordField, Words};

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

/// Names of kinds of work, as covers have them.
pub const KINDS_OF_WORK: Words = Words(
    "学位论文|學位論文|毕业论文|畢業論文|毕业设计|开题报告|课程论文|课程设计|综合论文训练|实验报告|\
     实习报告|任务书",
);

/// Label: its name in lower case without white space, what its value states (`None` for nothing that a bibliographic record has), and
/// where it shows a cover.
pub type CoverLabel = (&'static str, Option<RecordField>, LabelUse);

/// Names of labels as [`Words`], by what their values state and where they show a cover.
const LABELS: &[(Option<RecordField>, LabelUse, &str)] = {
    use LabelUse::{Bare, Never, Signed};
    use RecordField::{Author, Degree, Institution, StudentNumber, Supervisor, Title, Year};
    &[
        (
            Some(Title),
            Bare,
            "题目|论文题目|論文題目|题名|中文题目|设计(论文)题目|毕业论文(设计)题目|title:|assignmenttitle|titleofassignment|\
             assessmenttitle|courseworktitle|submissiontitle",
        ),
        (
            Some(Title),
            Signed,
            "題目|论文题名|中文题名|论文中文题目|中文论文题目|设计题目|课题名称|课题题目|论文(设计)题目|毕业论文题目|毕业设计题目|\
             毕业设计(论文)题目|论文名称|项目名称|学位论文题目|课题|论文标题|标题|设计课题|实验名称|课程设计题目|中文标题|thesistitle|\
             projecttitle|titleofthesis|dissertationtitle|titleofdissertation|papertitle|essaytitle|reporttitle|titleofproject|topic:",
        ),
        (
            Some(Author),
            Bare,
            "姓名|学生姓名|學生姓名|作者姓名|研究生姓名|研究生|学生|作者|申请人|学位申请人|student:|studentname|submittedby|candidate|\
             submissionauthor",
        ),
        (
            Some(Author),
            Signed,
            "硕士生姓名|博士生姓名|论文作者|论文作者姓名|硕士生|博士生|硕士研究生|博士研究生|学位申请人姓名|申请人姓名|论文申请人|\
             本科生姓名|本科生|著者|撰写人|学位论文作者|完成人|答辩人|小组成员|报告人|实验者|实验人|实验人员|author:|authors:|name:|\
             nameofstudent|candidate:|candidatename|nameofcandidate|writtenby|presentedby|preparedby|fullname|postgraduate:|\
             graduatestudent|undergraduate:|authorname|author'sname|student'sname|masterstudent|applicant:|master'scandidate:|\
             doctoralcandidate:|mastercandidate|ph.d.candidate",
        ),
        (
            Some(Author),
            Never,
            "作者签名|论文作者签名|学位论文作者签名|学生签名|作者签名(手写)|承诺人|声明人|研究生签名|本人签名",
        ),
        (
            Some(StudentNumber),
            Bare,
            "学号|學號|studentid|studentno|studentnumber|studentidnumber|studentidno|registrationnumber|matriculationnumber|matricno",
        ),
        (
            Some(StudentNumber),
            Signed,
            "学生学号|作者学号|研究生学号|学籍号|学生编号|准考证号|申请人学号|论文作者学号|registrationno|regno|regnumber|matricnumber|\
             matriculationno|rollno|rollnumber|idnumber|candidatenumber|id:|idno|indexnumber|enrolmentnumber|enrollmentnumber|\
             enrollmentno|studentid/学号",
        ),
        (
            Some(Supervisor),
            Bare,
            "指导教师|指导老师|指導教授|导师|校内导师|校外导师|校外指导教师|合作导师|辅导教师|论文指导教师|supervisor|supervisors|\
             supervisedby|advisor|adviser|advisors|thesisadvisor|directedby|moduleleader|moduletutor|coursetutor|courseinstructor|\
             instructorname|tutorname",
        ),
        (
            Some(Supervisor),
            Signed,
            "指導教師|導師|指导导师|导师姓名|指导教师姓名|校内指导教师|企业导师|企业指导教师|副导师|联合指导教师|指导教授|研究生导师|第一导师|\
             第二导师|第一指导教师|第二指导教师|行业导师|实践导师|指导人|论文导师|主指导教师|指导老师姓名|指导者|supervisor(s)|\
             underthesupervisionof|undertheguidanceof|advisers|advisor(s)|thesisadviser|thesissupervisor|academicsupervisor|\
             academicadvisor|projectsupervisor|co-supervisor|cosupervisor|co-advisor|tutor|mainsupervisor|principalsupervisor|\
             primarysupervisor|supervisingprofessor|underthedirectionof|nameofsupervisor|supervisorname|instructor|facultyadvisor|\
             secondsupervisor|firstsupervisor|associatesupervisor|lecturer|teacher:",
        ),
        (
            Some(Supervisor),
            Never,
            "导师签名|指导教师签名|指导老师签名",
        ),
        (
            Some(Institution),
            Bare,
            "学校名称|学位授予单位|授予单位|培养单位|submittedto",
        ),
        (
            Some(Institution),
            Signed,
            "学校|學校|院校|院校名称|毕业院校|学位授予学校|所在学校|授予学位单位|培养学校|university:|institution:|nameofuniversity|\
             degree-conferring-institution|degreeconferringinstitution|degree-grantinginstitution",
        ),
        (
            Some(Year),
            Bare,
            "完成日期|完成时间|提交日期|论文提交日期|答辩日期|论文答辩日期|日期|dateofsubmission|submissiondate|datesubmitted",
        ),
        (
            Some(Year),
            Signed,
            "提交时间|论文完成日期|论文提交时间|论文完成时间|答辩时间|时间|定稿日期|学位授予日期|授予日期|论文答辩时间|成文日期|填写日期|\
             届别|毕业时间|毕业年份|毕业届|签字日期|填表日期|date:|dateofdefense|dateofdefence|year:|submittedon|oraldefensedate|\
             defensedate",
        ),
        (
            Some(Degree),
            Bare,
            "学位类别|学位级别|申请学位|degree:|forthedegreeof",
        ),
        (
            Some(Degree),
            Signed,
            "申请学位级别|申请学位类别|学位类型|学位|学位名称|攻读学位|申请学位名称|专业学位类别|degreeapplied|degreetype|degreesought|\
             academicdegreeappliedfor|degreeof|academicdegree",
        ),
        (
            None,
            Bare,
            "起止日期|入学年月|专业|專業|学科专业|学科|专业名称|专业年级|专业班级|所学专业|主修专业|院系|所在院系|院(系)|学院|學院|\
             所在学院|系别|系所|班级|年级|研究方向|分类号|中图分类号|密级|学校代码|单位代码|udc|编号|答辩委员会|论文字数|职称|英文|\
             英文题目|school:|college:|speciality|specialty|wordcount|numberofwords|universitycode|researchdirection|examiner|\
             firstexaminer|secondexaminer|committee|modulecode|moduletitle|modulename|moduletitleandcode|modulecodeandtitle|coursetitle|\
             coursename|coursecode|coursenumber|programmetitle|programmeofstudy|assignmentnumber|duedate|submissiondeadline|yearofstudy|\
             tutorgroup|seminargroup|submissionid|filename|filesize|downloaddate|pagecount|charactercount",
        ),
        (
            None,
            Signed,
            "课程名称|课程|任课教师|department|faculty|major|program|programme|course|class:|discipline|module|signature|signed|\
             assignment:|semester|课程编号|课程代码",
        ),
        (
            None,
            Never,
            "选题|组员|签名|签字|教师签名|成员|组长|组别|同组者|同组人|同组实验者|同组成员|合作者|考生号|大学|起止时间|起讫日期|入学时间|\
             出生年月|论文类型|论文类别|学科门类|专业方向|专业领域|工程领域|领域|院(系、部)|院(系)别|院别|学院名称|系部|系|系(院)|所在系|\
             学院(系)|二级学院|教学单位|所在单位|教学点|分院|函授站|班別|班别|年级专业|年级班级|班|届|级别|研究领域|学科代码|学科(专业)|\
             学科、专业|年级、专业|学校编码|学校编号|保密级别|涉密论文|保密年限|保密期限|答辩委员会主席|答辩主席|字数|指导教师职称|\
             导师职称|专业技术职务|评阅人|评阅教师|论文评阅人|评阅老师|联系电话|联系方式|电话|手机|邮箱|电子邮箱|e-mail|email|外文|\
             英文题名|英文标题|外文题目|论文英文题目|论文起止时间|成绩|总评成绩|实验地点|作者简介|书名|原著|原作者|原文作者|译者|出版社|\
             导演|原文出处|原刊地名|原刊期号|原刊页号|复印期号|文献号|分类名|英文作者|文章日期|注释|标题注释|作者单位|单位|工作单位|\
             副标题|关键词|中文摘要|基金项目|收稿日期|责任编辑|通信作者|通讯作者|教研室|性别|身份证号|民族|籍贯|入学年份|学制|学习形式|\
             论文形式|毕业去向|学生类别|培养类别|培养方式|培养层次|层次|系主任|院长|学院院长|教务处|制表|档案号|论文编号|序号|主席|\
             答辩组长|field:|researcharea|researchfield|schoolcode|classification|classifiedindex|securitylevel|confidentiality|u.d.c|\
             secondreader|reader:|affiliation|mailingaddress|address|country|telephone|postcode|zipcode|nationality|gender|dateofbirth|\
             通讯地址|通信地址|地址|邮编|邮政编码|出生日期|政治面貌|phone|tel|keywords|publisher:|translator:|booktitle:|editor",
        ),
    ]
};

static ALL: LazyLock<Vec<CoverLabel>> = LazyLock::new(|| {
    let labels = LABELS.iter().flat_map(|&(field, used, names)| {
        let names = Words(names).all();
        names.map(move |name| (name, field, used))
    });
    labels.collect()
});

/// Returns all labels, each name once.
pub fn cover_labels() -> impl Iterator<Item = CoverLabel> {
    ALL.iter().copied()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_label_is_compact_and_occurs_once() {
        let mut names = HashSet::new();
        for (name, ..) in cover_labels() {
            assert!(names.insert(name), "{name}");
            assert!(!name.chars().any(|c| c.is_whitespace() || c.is_uppercase()));
        }
    }
}
