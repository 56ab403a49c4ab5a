//! Theses that tests make: folders of texts of which it is known what has been copied from where.

use std::io::Write;
use std::path::{Path, PathBuf};

/// Returns the paragraphs of a fixture's text, without its title and author.
pub(crate) fn paragraphs(name: &str) -> Vec<String> {
    let file = Path::new("tests/fixtures/texts").join(name);
    let text = std::fs::read_to_string(file).unwrap();
    let long = text.lines().filter(|line| line.chars().count() > 100);
    long.map(str::to_owned).collect()
}

/// Returns the first 12 characters of a text.
pub(crate) fn start_of(text: &str) -> String {
    text.chars().take(12).collect()
}

/// Writes a folder of texts, given by name and paragraphs.
pub(crate) fn folder(texts: &[(&str, Vec<String>)]) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    for (name, paragraphs) in texts {
        std::fs::write(dir.path().join(name), paragraphs.join("\n\n")).unwrap();
    }
    dir
}

/// Folder with a thesis that has two paragraphs of one source, one of another, and a list of references copied from the
/// first.
pub(crate) fn patchwork() -> tempfile::TempDir {
    let (bikes, canteen, elevator) = (
        paragraphs("zh-bikes.txt"),
        paragraphs("zh-canteen.txt"),
        paragraphs("zh-elevator.txt"),
    );
    let references = "参考文献\n\
        [1] 王某某. 城市共享单车停放秩序研究[J]. 城市规划学刊, 2019(3): 45-52.\n\
        [2] 李某某, 张某某. 电子围栏技术在停放治理中的应用[J]. 交通运输工程, 2020, 12(4): 101-109.\n\
        [3] 赵某某. 公共空间治理的协商机制[M]. 北京: 某某出版社, 2018.\n\
        [4] 陈某某. 居民参与社区治理的路径[D]. 某某大学, 2021.\n";
    let dir = tempfile::tempdir().unwrap();
    let write = |name: &str, parts: &[&[String]], references: &str| {
        let parts: Vec<String> = parts.iter().map(|part| part.join("\n\n")).collect();
        let text = format!("{}\n\n{references}", parts.join("\n\n"));
        std::fs::write(dir.path().join(name), text).unwrap();
    };
    write("单车.txt", &[&bikes], references);
    write("食堂.txt", &[&canteen], "");
    let half = elevator.len() / 2;
    write(
        "拼凑.txt",
        &[
            &elevator[..half],
            &bikes[1..2],
            &elevator[half..],
            &bikes[3..4],
            &canteen[1..2],
        ],
        references,
    );
    dir
}

/// Writes a Word file with this text and date of creation.
fn word_file(path: &Path, text: &str, created: &str) {
    const KIND: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let lines = text.replace('\n', "</w:t></w:r></w:p><w:p><w:r><w:t>");
    let body = format!("<w:p><w:r><w:t>{lines}</w:t></w:r></w:p>");
    let parts = [
        (
            "_rels/.rels",
            format!(
                r#"<Relationships><Relationship Id="a" Type="{KIND}/officeDocument" Target="word/document.xml"/>
                <Relationship Id="b" Type="x/core-properties" Target="docProps/core.xml"/></Relationships>"#
            ),
        ),
        (
            "docProps/core.xml",
            format!(
                r#"<cp:coreProperties xmlns:cp="c" xmlns:dcterms="t"><dcterms:created>{created}</dcterms:created></cp:coreProperties>"#
            ),
        ),
        (
            "word/document.xml",
            format!(
                r#"<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>{body}</w:body></w:document>"#
            ),
        ),
    ];
    let mut zip = zip::ZipWriter::new(std::fs::File::create(path).unwrap());
    for (name, part) in parts {
        let options = zip::write::SimpleFileOptions::default();
        zip.start_file(name, options).unwrap();
        zip.write_all(part.as_bytes()).unwrap();
    }
    zip.finish().unwrap();
}

/// Four files with long names; the other three have copied from `d` what they share with each other.
pub(crate) fn group_of_four() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let read = |name: &str| -> Vec<char> {
        let text = std::fs::read_to_string(format!("tests/fixtures/texts/{name}"));
        text.unwrap().chars().collect()
    };
    let source = read("zh-library-a.txt");
    let other = read("zh-canteen.txt");
    let (half, third) = (source.len() / 2, source.len() / 3);
    let own = other.len() / 3;
    for (name, parts, created) in [
        ("d", [&source[..], &[]], "2024-05-01T08:00:00Z"),
        (
            "b",
            [&source[..half], &other[..own]],
            "2024-05-20T08:00:00Z",
        ),
        (
            "c",
            [&source[half..], &other[own..2 * own]],
            "2024-04-20T08:00:00Z",
        ),
        (
            "a",
            [&source[..third], &other[2 * own..]],
            "1970-01-01T00:00:00Z",
        ),
    ] {
        let name = format!("{name}{}.docx", "长名字的毕业论文".repeat(7));
        let text: String = parts.concat().into_iter().collect();
        word_file(&folder.path().join(name), &text, created);
    }
    folder
}

/// Instructions that every student of the class has in the report.
const INSTRUCTIONS: &str = "实验报告须在课后一周内提交，封面写明班级、学号与同组成员，正文不少于两千字。\
    实验前请检查仪器编号与校准日期，记录室温、湿度与供电电压；读数一律保留到仪器最小分度的下一位，\
    由两人分别读取后取平均值。数据表不得涂改，写错的数字划去后在旁边重写并签名。\
    误差分析应说明系统误差与偶然误差的来源，不得只写“操作失误”。引用他人数据须注明出处，抄袭者本次实验记零分。";
/// Discussion that four students have copied from one of them.
const DISCUSSION: &str = "由图三可以看出，滑块通过第二道光电门的时间比理论值平均长了千分之六秒，\
    而且随着砝码质量的增加，偏差并没有像预想的那样成比例地变大。我们起初怀疑是气垫导轨没有调平，\
    重新调了三次底脚螺丝之后偏差依旧；后来把滑轮上的细线换成了涂蜡的尼龙线，偏差立刻减少了一半，\
    这说明细线与滑轮之间的摩擦才是主要的来源，而空气阻力在这样的速度下可以忽略不计。";

/// Folder of a class's reports, each beginning with its number: all have the instructions, the first four the discussion.
pub(crate) fn class_reports(folder: &Path, name: &str) -> PathBuf {
    let folder = folder.join("物理实验");
    std::fs::create_dir_all(&folder).unwrap();
    for (number, own) in [
        "zh-bikes",
        "zh-canteen",
        "zh-clothes",
        "zh-elevator",
        "zh-library-a",
        "zh-science",
    ]
    .into_iter()
    .enumerate()
    {
        let own = std::fs::read_to_string(format!("tests/fixtures/texts/{own}.txt")).unwrap();
        let (before, after) = own.split_at(own.char_indices().nth(600).unwrap().0);
        let discussion = if number < 4 { DISCUSSION } else { "" };
        let text = format!("{before}\n{INSTRUCTIONS}\n{after}\n{discussion}\n");
        std::fs::write(folder.join(format!("{number:02}_{name}.txt")), text).unwrap();
    }
    folder
}
