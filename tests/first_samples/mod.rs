//! The 15 samples with only whole copies and unrelated theses: a fixed set for tests of tables, pairs and pictures,
//! whichever borrowers join the samples later.

use std::path::Path;

const NAMES: [&str; 15] = [
    "01_社区图书馆夜间开放服务研究.docx",
    "02_夜间时段社区图书馆的运行与读者需求.pdf",
    "03_社区图书馆延时开放的成本与效益分析.txt",
    "04_城市共享单车停放治理研究.docx",
    "05_乡村小学科学课的现状与改进.docx",
    "06_老旧小区加装电梯的协商机制.pdf",
    "07_高校食堂食物浪费调查.txt",
    "08_Repair_Cafes_and_Household_Objects.pdf",
    "09_Why_People_Volunteer_to_Fix_Things.docx",
    "10_Hedgerows_as_Corridors.pdf",
    "2024届/11_共享单车停放问题（终稿）.pdf",
    "2024届/12_农村小学科学课教学的问题与出路.docx",
    "2024届/13_社区图书馆夜间开放服务研究_打印版.pdf",
    "2024届/14_旧衣回收箱的信任危机.txt",
    "2024届/15_Second_Life_of_Objects_final.docx",
];

/// Copies the samples to `folder`. An equal file there stays; none is ever seen half written, even by a second
/// process.
pub(crate) fn copy_to(folder: &Path) {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/samples");
    std::fs::create_dir_all(folder.join("2024届")).unwrap();
    for (number, name) in NAMES.iter().enumerate() {
        let (content, to) = (
            std::fs::read(samples.join(name)).unwrap(),
            folder.join(name),
        );
        if std::fs::read(&to).is_ok_and(|there| there == content) {
            continue;
        }
        let part = format!("first-samples-{}-{number}", std::process::id());
        let part = folder.with_file_name(part);
        std::fs::write(&part, content).unwrap();
        std::fs::rename(part, to).unwrap();
    }
}
