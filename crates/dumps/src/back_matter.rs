//! Headings of sections without prose, such as references, links and further reading, in the languages of the
//! encyclopaedias that users in China are likely to have and of the dumps that we test with.

use std::collections::HashMap;
use std::sync::LazyLock;

/// Certainty, by its heading alone, that a section holds references or links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BackMatter {
    /// The heading is certain wherever the section stands.
    Certain,
    /// The heading is certain only if all later sections hold references or links too: 来源 is also the origin of a thing, and
    /// Literature a subject.
    AtTheEnd,
}

/// Headings in lower case that name such a section, separated by bars.
const HEADINGS: &[(BackMatter, &str)] = &[
    // Chinese, both scripts.
    (
        BackMatter::Certain,
        "参考文献|參考文獻|参考资料|參考資料|参考来源|參考來源|参考书目|參考書目|参考资料与注释|參考資料與註釋|\
         注释与参考文献|註釋與參考文獻|注释及参考文献|参考链接|參考連結|外部链接|外部連結|外部鏈接|外部连结|\
         外部鏈結|相关链接|相關連結|相关条目|相關條目|关联项目|關聯項目|参见|參見|参看|參看|参阅|參閱|另见|另見|\
         延伸阅读|延伸閱讀|扩展阅读|擴展閱讀|脚注|腳註|注脚|註腳|资料来源|資料來源|引注|引用文献|引用文獻",
    ),
    // English.
    (
        BackMatter::Certain,
        "references|external links|external link|see also|further reading|footnotes|notes and references|\
         references and notes|notes and citations|works cited|general references|citations",
    ),
    // Bulgarian, Russian, Belarusian, Ukrainian.
    (
        BackMatter::Certain,
        "външни препратки|вижте също|използвана литература|източници и бележки|бележки и източници|см. также|\
         примечания|гл. таксама|спасылкі|зноскі|див. також|посилання|примітки",
    ),
    // German, French, Spanish, Italian, Portuguese.
    (
        BackMatter::Certain,
        "einzelnachweise|weblinks|siehe auch|notes et références|liens externes|voir aussi|articles connexes|\
         enlaces externos|véase también|voci correlate|collegamenti esterni|altri progetti|ligações externas|\
         ver também",
    ),
    // Japanese, Korean.
    (
        BackMatter::Certain,
        "外部リンク|関連項目|각주|같이 보기|외부 링크|참고 문헌",
    ),
    // All of them.
    (
        BackMatter::AtTheEnd,
        "参考|參考|参照|參照|来源|來源|注释|註釋|注解|註解|备注|備註|注|註|引用|文献|文獻|书目|書目|出典|注釈|链接|\
         連結|notes|sources|bibliography|literature|links|reading|литература|източници|бележки|препратки|ссылки|\
         источники|літаратура|крыніцы|заўвагі|література|джерела|literatur|quellen|anmerkungen|belege|références|\
         bibliographie|annexes|referencias|bibliografía|notas|note|bibliografia|referências",
    ),
];

/// Sections by their headings in [`HEADINGS`].
static LISTED: LazyLock<HashMap<&str, BackMatter>> = LazyLock::new(|| {
    let rows = HEADINGS.iter();
    rows.flat_map(|(sure, headings)| headings.split('|').map(move |heading| (heading, *sure)))
        .collect()
});

/// Returns how certainly a section with this heading holds references or links; `None` if it is ordinary prose.
pub(crate) fn is_back_matter(heading: &str) -> Option<BackMatter> {
    let heading = heading.trim().trim_end_matches([':', '：']).trim_end();
    // No such heading is longer, and most headings of a page need not be copied.
    if heading.len() > 64 {
        return None;
    }
    LISTED.get(heading.to_lowercase().as_str()).copied()
}

/// Section of references or links in a text being written.
#[derive(Clone, Copy, Debug)]
struct Region {
    /// Byte offset of its heading.
    start: usize,
    /// Byte offset of the next heading that is not inside it; `None` if there is none.
    end: Option<usize>,
    level: u8,
    sure: BackMatter,
}

/// Sections of a text being written that may be removed once it is complete.
#[derive(Debug, Default)]
pub(crate) struct BackMatterOf {
    regions: Vec<Region>,
}

impl BackMatterOf {
    /// Records a heading of this level at this byte offset. Offsets must not decrease from call to call.
    pub(crate) fn heading(&mut self, at: usize, level: u8, heading: &str) {
        if let Some(last) = self.regions.last_mut()
            && last.end.is_none()
        {
            if level > last.level {
                return;
            }
            last.end = Some(at);
        }
        if let Some(sure) = is_back_matter(heading) {
            self.regions.push(Region {
                start: at,
                end: None,
                level,
                sure,
            });
        }
    }

    /// Forgets the headings from a byte offset on, because the text from there on was removed.
    pub(crate) fn forget_from(&mut self, at: usize) {
        let kept = self.regions.partition_point(|region| region.start < at);
        self.regions.truncate(kept);
        if let Some(last) = self.regions.last_mut() {
            last.end = last.end.filter(|&end| end <= at);
        }
    }

    /// Removes the sections from the complete text.
    pub(crate) fn cut(&self, text: &mut String) {
        let mut only_such_follow = text.len();
        let mut kept_from = text.len();
        // Ranges that stay, the last one first: one copy, however many sections go.
        let mut kept = Vec::new();
        for region in self.regions.iter().rev() {
            let end = region.end.unwrap_or(text.len());
            let last = text[end..only_such_follow].trim().is_empty();
            if last {
                only_such_follow = region.start;
            }
            if last || region.sure == BackMatter::Certain {
                kept.push(end..kept_from);
                kept_from = region.start;
            }
        }
        if kept.is_empty() {
            return;
        }
        kept.push(0..kept_from);
        *text = kept.into_iter().rev().map(|range| &text[range]).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_of_references_go_and_ambiguous_ones_only_at_the_end() {
        let mut text = String::new();
        let mut sections = BackMatterOf::default();
        for (level, heading, body) in [
            (2, "来源", "这种金属的来源。"),
            (2, "参见", "甲"),
            (3, "其中", "乙"),
            (2, "用途", "正文。"),
            (2, "来源", "书一"),
            (2, "外部链接：", "丙"),
        ] {
            sections.heading(text.len(), level, heading);
            text.push_str(heading);
            text.push('\n');
            text.push_str(body);
            text.push('\n');
        }
        sections.cut(&mut text);
        assert_eq!(text, "来源\n这种金属的来源。\n用途\n正文。\n");
    }
}
