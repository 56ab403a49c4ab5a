//! Made-up classes, and their files in the ways in which they reach a teacher.

mod names;

use chachong_submission::Platform;
use names::{Chance, pinyin_of};

/// Student of a made-up class.
pub struct Student {
    pub name: String,
    /// The name in Latin letters, given name last.
    pub latin: String,
    pub number: String,
    pub class: String,
    /// How the platform and the folders write the name.
    shown: String,
}

/// File of a made-up class.
#[derive(Debug)]
pub struct File {
    pub name: String,
    pub stated_name: Option<String>,
    pub stated_number: Option<String>,
    /// Position of the student or team; beyond the students for files that must stay apart.
    pub owner: usize,
    /// Whether the file's own name, folder or cover names the student.
    pub names_owner: bool,
    pub platform: Option<(Platform, String, String)>,
}

/// Way in which files reach a teacher.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    FlatWithNumbers,
    FlatByName,
    FoldersByName,
    FoldersByNumber,
    FoldersInPinyin,
    FoldersOfLogins,
    FoldersInClasses,
    FilesInClasses,
    Archives,
    ArchivesInArchives,
    Covers,
    WrongFolders,
    MoodleFolders,
    MoodleFlat,
    MoodleHidden,
    MoodleTeams,
    Canvas,
    CanvasHidden,
    Blackboard,
}

impl Way {
    pub const ALL: [Self; 19] = [
        Self::FlatWithNumbers,
        Self::FlatByName,
        Self::FoldersByName,
        Self::FoldersByNumber,
        Self::FoldersInPinyin,
        Self::FoldersOfLogins,
        Self::FoldersInClasses,
        Self::FilesInClasses,
        Self::Archives,
        Self::ArchivesInArchives,
        Self::Covers,
        Self::WrongFolders,
        Self::MoodleFolders,
        Self::MoodleFlat,
        Self::MoodleHidden,
        Self::MoodleTeams,
        Self::Canvas,
        Self::CanvasHidden,
        Self::Blackboard,
    ];

    /// Whether names of folders, files or platforms name the students.
    pub fn names_students(self) -> bool {
        !matches!(
            self,
            Self::FoldersOfLogins
                | Self::MoodleHidden
                | Self::MoodleTeams
                | Self::CanvasHidden
                | Self::Blackboard
        )
    }
}

/// Parts of what one student hands in: name without and with ending.
const PARTS: [(&str, &str); 6] = [
    ("报告", "docx"),
    ("附录", "docx"),
    ("代码", "py"),
    ("数据", "xlsx"),
    ("说明", "txt"),
    ("总结", "pdf"),
];

/// Files of students who name them as they like.
const FREE: [&str; 12] = [
    "report.docx",
    "main.c",
    "实验报告.docx",
    "src/part2.c",
    "附录/图表.docx",
    "code/util.py",
    "readme.txt",
    "最终版.docx",
    "作业.pdf",
    "1.docx",
    "data/表.xlsx",
    "Lab 1 final.docx",
];

pub struct Class {
    pub students: Vec<Student>,
}

impl Class {
    /// Makes up a class: Chinese, Latin and mixed names, compound surnames, names with a dot, and namesakes, about one pair in
    /// thirty students.
    pub fn of(size: usize, seed: u64) -> Self {
        let mut chance = Chance::of(seed.wrapping_mul(1_000) + size as u64);
        let mut students: Vec<Student> = Vec::new();
        for at in 0..size {
            let again = at > 2 && chance.one_in(30);
            let (name, latin) = if again {
                let other = &students[chance.below(students.len())];
                (other.name.clone(), other.latin.clone())
            } else {
                // Namesakes only where they are meant.
                loop {
                    let (name, latin) = names::person(&mut chance);
                    let known = |student: &Student| {
                        student.name == name || pinyin_of(&student.latin) == pinyin_of(&latin)
                    };
                    if !students.iter().any(known) {
                        break (name, latin);
                    }
                }
            };
            let shown = match chance.below(10) {
                0 => latin.clone(),
                1 if name != latin => format!("{name} {latin}"),
                _ => name.clone(),
            };
            students.push(Student {
                name,
                latin,
                number: format!(
                    "20{}{:03}{:03}",
                    19 + at % 4,
                    100 + at as u64 % 7 + 10 * (seed % 8),
                    at
                ),
                class: format!("{}班", at * 3 / size.max(1) + 1),
                shown,
            });
        }
        Self { students }
    }

    pub fn has_namesake(&self, at: usize) -> bool {
        let own = &self.students[at].name;
        let others = self.students.iter().enumerate();
        others
            .filter(|(other, student)| *other != at && student.name == *own)
            .count()
            > 0
    }

    /// Writes the class list.
    pub fn list(&self, seed: u64) -> String {
        let mut chance = Chance::of(seed);
        let mut list = "学号,姓名,班级,邮箱\n".to_owned();
        for student in &self.students {
            let mail = format!("u{}@example.org", chance.below(100_000_000));
            let row = [&*student.number, &*student.name, &*student.class, &*mail];
            list += &(row.join(",")
                + "
");
        }
        list
    }

    /// Makes the files of the class.
    pub fn files(&self, way: Way, seed: u64) -> Vec<File> {
        let mut chance = Chance::of(seed + 77);
        let mut files = Maker {
            class: self,
            chance: &mut chance,
            files: Vec::new(),
        };
        files.make(way);
        let mut files = files.files;
        files.sort_by(|a, b| a.name.cmp(&b.name));
        files
    }
}

struct Maker<'a> {
    class: &'a Class,
    chance: &'a mut Chance,
    files: Vec<File>,
}

impl Maker<'_> {
    /// Adds a file; with a cover, if it is a report.
    fn add(&mut self, owner: usize, name: String, cover: bool) -> &mut File {
        let student = &self.class.students[owner];
        self.files.push(File {
            name,
            stated_name: cover.then(|| student.name.clone()),
            stated_number: cover.then(|| student.number.clone()),
            owner,
            names_owner: cover,
            platform: None,
        });
        let at = self.files.len() - 1;
        &mut self.files[at]
    }

    fn make(&mut self, way: Way) {
        match way {
            Way::FlatWithNumbers | Way::FlatByName | Way::FilesInClasses => self.flat(way),
            Way::Covers => self.covers(),
            Way::FoldersByName
            | Way::FoldersByNumber
            | Way::FoldersInPinyin
            | Way::FoldersOfLogins
            | Way::FoldersInClasses
            | Way::Archives
            | Way::ArchivesInArchives
            | Way::WrongFolders => self.folders(way),
            Way::MoodleFolders | Way::MoodleFlat | Way::MoodleHidden => self.moodle(way),
            Way::MoodleTeams => self.teams(),
            Way::Canvas | Way::CanvasHidden => self.canvas(way),
            Way::Blackboard => self.blackboard(),
        }
    }

    /// Files side by side: each student one to six parts, in one of the orders that teachers ask for. Without numbers namesakes
    /// hand in one file each, which the system numbers.
    fn flat(&mut self, way: Way) {
        let separator = ["-", "_", " ", "+", "—", ""][self.chance.below(6)];
        let order = self.chance.below(3);
        for at in 0..self.class.students.len() {
            let student = &self.class.students[at];
            let namesake = self.class.has_namesake(at);
            let by_name = way == Way::FlatByName;
            let count = if by_name && namesake {
                1
            } else {
                1 + self.chance.below(6)
            };
            for (part, ending) in &PARTS[..count] {
                let (name, number) = (&student.name, &student.number);
                // Latin names need a sign that parts them.
                let sign = if separator.is_empty() && name.is_ascii() {
                    "_"
                } else {
                    separator
                };
                let mut stem = match order {
                    _ if by_name => {
                        format!("{name}{}{part}", if sign.is_empty() { "-" } else { sign })
                    }
                    0 => format!("{number}{sign}{name}{sign}{part}"),
                    1 => format!("{name}{sign}{number}{sign}{part}"),
                    _ => format!("{part}{sign}{name}{sign}{number}"),
                };
                if by_name && namesake {
                    stem = format!("{stem}({at})");
                }
                let class = if way == Way::FilesInClasses {
                    format!("{}/", student.class)
                } else {
                    String::new()
                };
                let cover = *part == "报告" && self.chance.one_in(2);
                let file = self.add(at, format!("{class}{stem}.{ending}"), cover);
                file.names_owner = true;
            }
        }
    }

    /// Files that only their covers tell apart.
    fn covers(&mut self) {
        let mut count = 0;
        for at in 0..self.class.students.len() {
            for _ in 0..=self.chance.below(3) {
                count += 1;
                self.add(at, format!("scan{count:04}.docx"), true);
            }
        }
    }

    /// A folder or archive for each student, with files named freely; a few students hand in twice.
    fn folders(&mut self, way: Way) {
        let with_number = self.chance.below(2) == 0;
        for at in 0..self.class.students.len() {
            let student = &self.class.students[at];
            let namesake = self.class.has_namesake(at);
            let label = match way {
                Way::FoldersByNumber => student.number.clone(),
                Way::FoldersInPinyin if !namesake => pinyin_of(&student.latin),
                Way::FoldersOfLogins => format!("u{:04x}", at * 37 + 4_096),
                _ if with_number || namesake => format!("{}{}", student.number, student.name),
                Way::FoldersByName if self.chance.one_in(6) => student.latin.clone(),
                _ => student.name.clone(),
            };
            let folder = match way {
                Way::Archives => format!("{label}.zip"),
                Way::ArchivesInArchives => format!(
                    "提交.zip/{}/{label}.{}",
                    student.class,
                    ["zip", "rar", "7z"][at % 3]
                ),
                Way::FoldersInClasses => format!("{}/{label}", student.class),
                _ => label.clone(),
            };
            let count = 1 + self.chance.below(6);
            let start = self.chance.below(FREE.len());
            for n in 0..count {
                let mut name = FREE[(start + n) % FREE.len()].to_owned();
                if way == Way::FoldersOfLogins && n == 0 {
                    // Homework of which a file's name is given.
                    "main.c".clone_into(&mut name);
                } else if way == Way::FoldersOfLogins && name == "main.c" {
                    continue;
                }
                let cover = name.ends_with("docx") && self.chance.one_in(2);
                let file = self.add(at, format!("{folder}/{name}"), cover);
                file.names_owner = way != Way::FoldersOfLogins;
            }
            if self.chance.one_in(10)
                && (with_number || way == Way::FoldersByNumber)
                && way == Way::Archives
            {
                let again = format!("补交/{label}.zip/report v2.docx");
                self.add(at, again, true).names_owner = true;
            }
        }
        if way == Way::WrongFolders {
            self.misplace();
        }
    }

    /// Puts reports with their own cover into others' folders; nobody can tell a misplaced file from a copied one, so that they
    /// must stay apart.
    fn misplace(&mut self) {
        let size = self.class.students.len();
        for n in 0..size / 8 {
            let (whose, place) = (self.chance.below(size), self.chance.below(size));
            if self.class.students[whose].name == self.class.students[place].name {
                continue;
            }
            let own = self.files.iter().find(|file| file.owner == place);
            let folder = own
                .and_then(|file| file.name.split('/').next())
                .map(str::to_owned);
            if let Some(folder) = folder {
                let file = self.add(whose, format!("{folder}/misplaced{n}.docx"), true);
                file.owner = size + n;
            }
        }
    }

    /// Moodle's export, each student's folder or names as Moodle makes them: underscores become blanks, and what file systems
    /// forbid goes.
    fn moodle(&mut self, way: Way) {
        let old = if self.chance.one_in(2) && way != Way::MoodleFlat {
            "_"
        } else {
            ""
        };
        for at in 0..self.class.students.len() {
            let student = &self.class.students[at];
            let name = if way == Way::MoodleHidden {
                "Participant".to_owned()
            } else {
                student.shown.replace('_', " ")
            };
            let id = format!("{}", 839_000 + (at * 7_919) % 99_991);
            let platform = Some((Platform::Moodle, name.clone(), id.clone()));
            let count = 1 + self.chance.below(6);
            let start = self.chance.below(FREE.len());
            for n in 0..count {
                let free = FREE[(start + n) % FREE.len()];
                let path = match way {
                    Way::MoodleFlat => {
                        let flat = free.rsplit('/').next().unwrap_or(free);
                        format!("{name}_{id}_assignsubmission_file_{flat}")
                    }
                    _ => format!("{name}_{id}_assignsubmission_file{old}/{free}"),
                };
                let cover = free.ends_with("docx") && self.chance.one_in(2);
                let file = self.add(at, path, cover);
                file.platform.clone_from(&platform);
                file.names_owner = way != Way::MoodleHidden;
            }
            if self.chance.one_in(4) {
                let text = match way {
                    Way::MoodleFlat => {
                        format!("{name}_{id}_assignsubmission_onlinetext_onlinetext.html")
                    }
                    _ => format!("{name}_{id}_assignsubmission_onlinetext{old}/onlinetext.html"),
                };
                let file = self.add(at, text, false);
                file.platform = platform;
                file.names_owner = way != Way::MoodleHidden;
            }
        }
    }

    /// Teams of three on Moodle: the cover of the report names one of them.
    fn teams(&mut self) {
        for at in (0..self.class.students.len()).step_by(3) {
            let name = format!("第{}组", at / 3 + 1);
            let id = format!("{}", 1_200 + at);
            for (n, (part, ending)) in PARTS.iter().take(1 + self.chance.below(6)).enumerate() {
                let member = (at + n).min(self.class.students.len() - 1);
                let path = format!("{name}_{id}_assignsubmission_file/{part}.{ending}");
                let cover = self.chance.one_in(2);
                let file = self.add(member, path, cover);
                file.owner = at;
                file.names_owner = false;
                file.platform = Some((Platform::Moodle, name.clone(), id.clone()));
            }
        }
    }

    /// Canvas's export: the sortable name, squeezed.
    fn canvas(&mut self, way: Way) {
        let mut attachment = 1_234_000;
        for at in 0..self.class.students.len() {
            let student = &self.class.students[at];
            let squeezed: String = student
                .shown
                .chars()
                .filter(|c| c.is_alphanumeric())
                .collect();
            let squeezed = squeezed.to_lowercase();
            let late = if self.chance.one_in(8) { "LATE_" } else { "" };
            let (name, id, start) = if way == Way::CanvasHidden {
                let id = names::code(at);
                (String::new(), id.clone(), format!("{late}anon_{id}"))
            } else {
                let id = format!("{}", 4_500 + (at * 613) % 3_001);
                (
                    squeezed.clone(),
                    id.clone(),
                    format!("{squeezed}_{late}{id}"),
                )
            };
            let platform = Some((Platform::Canvas, name, id));
            let count = 1 + self.chance.below(6);
            let first = self.chance.below(FREE.len());
            for n in 0..count {
                let free = FREE[(first + n) % FREE.len()];
                let flat = free.rsplit('/').next().unwrap_or(free);
                let again = if self.chance.one_in(6) {
                    flat.replacen('.', "-1.", 1)
                } else {
                    flat.to_owned()
                };
                attachment += 1 + self.chance.below(40);
                let cover = free.ends_with("docx") && self.chance.one_in(2);
                let file = self.add(at, format!("{start}_{attachment}_{again}"), cover);
                file.platform.clone_from(&platform);
                file.names_owner = way == Way::Canvas;
            }
            if self.chance.one_in(6) {
                let file = self.add(at, format!("{start}_text.html"), false);
                file.platform = platform;
                file.names_owner = way == Way::Canvas;
            }
        }
    }

    /// Blackboard's gradebook: attempts of logins, some of them two.
    fn blackboard(&mut self) {
        for at in 0..self.class.students.len() {
            let login = format!("{}{at}", names::code(at).to_lowercase());
            let platform = Some((Platform::Blackboard, login.clone(), login.clone()));
            for attempt in 0..=usize::from(self.chance.one_in(5)) {
                let time = format!(
                    "2024-05-{:02}-{:02}-30-{:02}",
                    1 + attempt,
                    at % 24,
                    at % 60
                );
                let start = format!("实验_1_{login}_attempt_{time}");
                let file = self.add(at, format!("{start}.txt"), false);
                file.platform.clone_from(&platform);
                for (part, ending) in PARTS.iter().take(1 + self.chance.below(5)) {
                    let cover = *part == "报告";
                    let file = self.add(at, format!("{start}_{part}.{ending}"), cover);
                    file.platform.clone_from(&platform);
                    file.names_owner = false;
                }
            }
        }
    }
}
