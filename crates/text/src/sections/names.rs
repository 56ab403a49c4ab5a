//! Sections with headings and their names, Chinese (both scripts) and English.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::Words;

/// Section that a line may be the heading of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heading {
    Contents,
    References,
    /// Notes at the end, which may be citations.
    Notes,
    Acknowledgements,
    Declaration,
    Appendix,
    /// Program code under its own name.
    Code,
    /// List of the author's own works.
    Publications,
    /// Abstract, key words or author's life whose text follows in the same line.
    Remark,
    /// Any other heading, which ends the section before it: a chapter, an abstract, the author's life, a form.
    Other,
}

/// Names that are a whole heading, in lower case without white space, as [`Words`].
const NAMES: &[(Heading, &str)] = &[
    (
        Heading::Contents,
        "目录|目錄|目次|图目录|图目錄|圖目錄|表目录|表目錄|图表目录|圖表目錄|插图目录|插圖目錄|表格目录|表格目錄|\
         附图目录|附表目录|图录|表录|图次|表次|圖次|插图索引|表格索引|附图索引|附表索引|图索引|表索引|插图清单|\
         附表清单|图清单|表清单|插图和附表清单|插图列表|表格列表|contents|tableofcontents|listoffigures|\
         listoftables|listoffiguresandtables|listoftablesandfigures|listofillustrations",
    ),
    (
        Heading::References,
        "参考文献|參考文獻|参考书目|參考書目|参考资料|參考資料|引用文献|引用文獻|征引文献|徵引文獻|引证文献|\
         引文出处|参考文献与注释|参考文献及注释|注释与参考文献|注释及参考文献|注释和参考文献|參考文獻與註釋|\
         references|reference|bibliography|workscited|literaturecited|referencescited|citedliterature|\
         referencelist|listofreferences|referencesandnotes|notesandreferences|selectedbibliography|citedworks|\
         literature|referencesandbibliography|bibliographyandreferences",
    ),
    (
        Heading::Notes,
        "注释|註釋|注解|注|註|尾注|附注|notes|endnotes",
    ),
    (
        Heading::Acknowledgements,
        "致谢|致謝|致谢辞|致谢词|致辞|谢辞|謝辭|谢词|鸣谢|鳴謝|誌謝|志谢|后记|後記|致谢与声明|致谢和声明|\
         致谢及声明|acknowledgement|acknowledgements|acknowledgment|acknowledgments|\
         acknowledgementsanddeclaration",
    ),
    (
        Heading::Declaration,
        "声明|聲明|郑重声明|鄭重聲明|独创性声明|獨創性聲明|原创性声明|原創性聲明|作者声明|诚信声明|诚信承诺|\
         诚信承诺书|诚信保证书|诚信责任书|承诺书|指导教师承诺|导师承诺|指导教师声明|declaration|declarations|\
         declarationoforiginality|statementoforiginality|originalitystatement|declarationofauthorship|\
         statementofauthorship|statementofauthenticity|originalitydeclaration|declarationofauthenticity|\
         author'sdeclaration|authorsdeclaration|candidate'sdeclaration|student'sdeclaration|declarationbyauthor|\
         declarationbythecandidate|statutorydeclaration|affidavit|authorization|authorisation|\
         copyrightauthorization|copyrightauthorisation|statementofcopyright|copyrightstatement|\
         authorizationstatement|honestystatement|declarationofacademicintegrity|statementofacademicintegrity|\
         academicintegritystatement",
    ),
    (
        Heading::Code,
        "源代码|程序代码|源程序|程序清单|代码清单|部分代码|核心代码|主要代码|原始碼|程式碼|sourcecode|codelisting|\
         codelistings|programlisting|programlistings",
    ),
    (
        Heading::Publications,
        "发表论文|发表的论文|科研成果|研究成果|publications|listofpublications|publicationlist|\
         author'spublications",
    ),
    (
        Heading::Other,
        "摘要|内容摘要|中文摘要|英文摘要|中文内容摘要|英文内容摘要|论文摘要|提要|內容摘要|引言|前言|导言|導言|\
         绪论|緒論|绪言|緒言|导论|導論|序言|序|结论|結論|结语|結語|结束语|总结|总结与展望|总结和展望|全文总结|\
         结论与展望|讨论|展望|作者简介|作者簡介|作者简历|个人简历|个人简介|个人履历|作者信息|关于作者|关键词|\
         主要符号表|符号说明|符号表|缩略语|缩略语表|缩写|术语表|索引|附件|外文翻译|外文原文|外文资料翻译|译文|\
         中文译文|文献综述|开题报告|任务书|指导教师意见|指导教师评语|评语|答辩决议|答辩委员会决议书|评阅意见|\
         abstract|summary|introduction|conclusion|conclusions|discussion|preface|foreword|nomenclature|\
         abbreviations|listofabbreviations|listofsymbols|glossary|index|keywords|curriculumvitae|vita|biography|\
         abouttheauthor|abouttheauthors|authorbiography|dedication|supplementarymaterial|supplementarymaterials|\
         supplementaryinformation|supportinginformation|authorcontributions|competinginterests|conflictofinterest|\
         conflictsofinterest|publisher'snote|dataavailability|openaccess|funding|authors'contributions|\
         ethicsstatement|resumo|résumé",
    ),
];

/// Words that may come before a name of the references.
const REFERENCE_PREFIXES: Words = Words(
    "主要|已查阅的主要|查阅的主要|本文|本文主要|论文|部分|英文|中文|外文|重要|main|selected|附",
);

/// Sections by their names in [`NAMES`].
static LISTED: LazyLock<HashMap<&str, Heading>> = LazyLock::new(|| {
    let mut listed = HashMap::new();
    for &(heading, names) in NAMES {
        for name in Words(names).all() {
            listed.entry(name).or_insert(heading);
        }
    }
    listed
});

/// Returns the section called `name`, which is in lower case without white space; `None` if no section is called so.
pub(super) fn by_name(name: &str) -> Option<Heading> {
    let listed = |name: &str| LISTED.get(name).copied();
    listed(name).or_else(|| {
        let rest = REFERENCE_PREFIXES
            .all()
            .find_map(|prefix| name.strip_prefix(prefix))?;
        (listed(rest) == Some(Heading::References)).then_some(Heading::References)
    })
}
