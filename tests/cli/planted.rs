//! Folders of texts with planted passages, and the reports of their checks.
#![expect(clippy::panic, reason = "a test that cannot go on stops")]

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::program::{BYTE_ORDER_MARK, Place, chachong, fixture, rows, stdout, str};

/// Paragraph written for these tests.
pub(crate) const CHINESE: &str = "值班表每月月底由居民小组长排定，贴在活动室门口的木板上，谁临时有事，就自己找人顶替并在板上改名。\
    头两个月换班的人多，组长一天要接七八个电话；后来大家约定，换班必须提前三天，电话便少了。年底盘点时，二十四户里有\
    十九户全年没有缺过一次班，剩下的五户都是因为家里有病人或者新生的孩子。";
pub(crate) const ENGLISH: &str = "The rota hangs on the door of the boathouse, and nobody may take a skiff out before writing a \
    name beside the tide table. In the first winter three names were forged, so the harbour master asked every rower to \
    add the colour of the oars as well. Since then the list has been right on all but two evenings, and both times the \
    fog explained what the pencil did not.";
pub(crate) const REFERENCES: &str = "参考文献\n\
    [1] 周立新, 何小满. 河口渔村的轮值制度[J]. 乡村研究, 2014, 12(3): 45-52.\n\
    [2] 邓一帆. 公共晾晒场的使用与维护[M]. 杭州: 江南人民出版社, 2009: 77-91.\n\
    [3] 孟庆川, 罗怡. 社区木工房调查报告[R]. 成都: 西南社区中心, 2018.\n\
    [4] 陶静. 冬季取暖互助组的账目公开[D]. 哈尔滨: 北方社会学院, 2016.\n\
    [5] Larsen P, Whitcombe J. Shared boats and shared duties[J]. Harbour Studies, 2011, 7(2): 101-118.\n\
    [6] 谢文蔚. 一个水电站家属区的三十年[J]. 口述史学刊, 2020, 5(1): 12-29.\n";

/// Reads a text written for Chachong; those used here have nothing in common.
pub(crate) fn body(name: &str) -> String {
    std::fs::read_to_string(fixture("texts").join(name)).unwrap()
}

/// Inserts a paragraph into `text` after half of its lines.
pub(crate) fn with_paragraph(text: &str, paragraph: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let (before, after) = lines.split_at(lines.len() / 2);
    format!("{}\n{paragraph}\n{}\n", before.join("\n"), after.join("\n"))
}

pub(crate) fn extract(path: &Path) -> Vec<char> {
    let output = chachong(&["extract", str(path)]);
    stdout(&output).chars().collect()
}

pub(crate) fn countable(text: &str) -> usize {
    text.chars().filter(|c| !c.is_whitespace()).count()
}

/// Folder of files to check.
pub(crate) struct Folder(pub(crate) Place);

/// Reports that one check wrote.
pub(crate) struct Report {
    pub(crate) pairs: Vec<Vec<String>>,
    pub(crate) documents: Vec<Vec<String>>,
    pub(crate) json: Value,
}

impl Folder {
    pub(crate) fn new(files: &[(&str, &str)]) -> Self {
        let folder = Self(Place::new());
        for (name, text) in files {
            folder.0.write(&format!("folder/{name}"), text);
        }
        folder
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.at("folder").join(name)
    }

    pub(crate) fn check(&self, options: &[&str]) -> Report {
        self.check_paths(&[&self.path("")], options)
    }

    pub(crate) fn check_paths(&self, paths: &[&Path], options: &[&str]) -> Report {
        let files = ["pairs.csv", "documents.csv", "all.json"].map(|name| self.0.at(name));
        let [pairs, documents, json] = files.each_ref().map(|file| file.to_str().unwrap());
        let mut arguments = vec!["check", "--quiet", "--csv", pairs, "--json", json];
        arguments.extend(["--documents-csv", documents]);
        arguments.extend(paths.iter().map(|path| path.to_str().unwrap()));
        arguments.extend(options);
        let output = chachong(&arguments);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        Report {
            pairs: rows(&files[0]).split_off(1),
            documents: rows(&files[1]).split_off(1),
            json: serde_json::from_slice(&std::fs::read(&files[2]).unwrap()).unwrap(),
        }
    }
}

impl Report {
    pub(crate) fn document(&self, name: &str) -> &[String] {
        let row = self.documents.iter().find(|row| row[0] == name);
        row.unwrap_or_else(|| panic!("no {name}: {:?}", self.documents))
    }

    pub(crate) fn share_of_everything(&self, name: &str) -> f64 {
        let share = &self.json_document(name)["total_copied_share_of_everything"];
        share.as_f64().unwrap()
    }

    pub(crate) fn json_document(&self, name: &str) -> &Value {
        let documents = self.json["documents"].as_array().unwrap();
        documents.iter().find(|d| d["path"] == name).unwrap()
    }

    /// Text of the only passage of the first pair with `name`, on the side of `name`.
    pub(crate) fn passage_in(&self, name: &str, text: &[char]) -> String {
        let pairs = self.json["pairs"].as_array().unwrap();
        let pair = pairs
            .iter()
            .find(|pair| pair["a"] == name || pair["b"] == name);
        let pair = pair.unwrap_or_else(|| panic!("no pair with {name}: {pairs:?}"));
        let passages = pair["passages"].as_array().unwrap();
        assert_eq!(passages.len(), 1, "{passages:?}");
        let span = &passages[0][if pair["a"] == name { "a" } else { "b" }];
        let place = |key: &str| usize::try_from(span[key].as_u64().unwrap()).unwrap();
        text[place("start")..place("end")].iter().collect()
    }
}

/// Makes two Chinese documents with a passage in common, one of them as Windows writes it, and two English ones.
pub(crate) fn planted() -> Folder {
    let windows = with_paragraph(&body("zh-elevator.txt"), CHINESE).replace('\n', "\r\n");
    Folder::new(&[
        (
            "食堂.txt",
            &with_paragraph(&body("zh-canteen.txt"), CHINESE),
        ),
        ("电梯.txt", &format!("{BYTE_ORDER_MARK}{windows}")),
        (
            "hedges.txt",
            &with_paragraph(&body("en-hedgerows.txt"), ENGLISH),
        ),
        (
            "repair.txt",
            &with_paragraph(&body("en-repair-a.txt"), ENGLISH),
        ),
    ])
}
