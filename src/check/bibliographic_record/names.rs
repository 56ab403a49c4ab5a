//! Names of persons: Chinese ones by surname and length, names with a dot between their parts, Latin ones and pinyin by
//! their capitals; titles such as 教授 and marks of footnotes are taken off.

/// Surnames of one character, the frequent ones of mainland China, Hong Kong and Taiwan.
const SURNAMES: &str = "王李张張刘劉陈陳杨楊黄黃赵趙吴吳周徐孙孫马馬朱胡郭何林罗羅高郑鄭梁谢謝宋唐许許邓鄧冯馮韩韓曹曾彭萧肖蕭蔡潘田董袁于於余叶葉蒋\
蔣杜苏蘇魏程吕呂丁沈任姚卢盧傅钟鍾姜崔谭譚廖范汪陆陸金石戴贾賈韦韋夏邱丘方侯邹鄒熊孟秦白江阎閻闫薛尹段雷黎史龙龍陶贺賀顾顧毛郝龚龔邵万萬钱錢严嚴\
赖賴覃洪武莫孔汤湯向常温溫康施文牛樊葛邢安齐齊易乔喬伍庞龐颜顏倪庄莊聂聶章鲁魯岳翟殷詹申欧歐耿关關兰蘭焦俞左柳甘祝包宁寧尚符舒阮柯纪紀梅童凌毕畢\
单單季裴霍涂塗成苗谷曲盛冉蓝藍路游辛靳管柴蒙鲍鮑华華喻祁蒲房滕屈饶饒解牟艾尤阳陽时時穆农農司卓古吉缪繆简簡车車项項连連芦蘆麦麥褚娄婁窦竇戚岑景党\
黨宫宮费費卜冷晏席卫衛米柏宗瞿桂全佟应應臧闵閔苟邬鄔边邊卞姬师師和仇栾欒隋商刁沙荣榮巫寇桑郎甄丛叢仲虞敖巩鞏明佘池查麻苑迟遲邝鄺官封谈談匡鞠惠\
荆荊乐樂冀郁胥南班储儲原栗燕楚鄢劳勞谌諶奚皮粟冼蔺藺楼樓盘盤满滿闻聞位厉厲伊仝区區郜海阚闞花权權强強帅帥屠豆朴盖蓋练練廉禹井祖漆巴丰豐支卿国\
國狄平计計索宣晋晉相初门門云雲容敬来來扈晁芮都普阙闕浦戈伏鹿薄邸雍辜羊阿乌烏母裘亓修邰赫杭况況那宿鲜鮮印逯隆茹诺諾战戰慕危玉银銀亢嵇公哈湛宾賓\
戎勾茅利於居揭干但尉冶斯元束檀衣信展阴陰昝智幸奉植衡富尧堯闭閉由付代旷曠虎铁鐵红紅折撒舍宛玛瑪秘生覃仉字后終贡貢";

/// Surnames of two characters.
const COMPOUND: &[&str] = &[
    "欧阳", "歐陽", "上官", "司马", "司馬", "诸葛", "諸葛", "皇甫", "尉迟", "尉遲", "公孙", "公孫",
    "慕容", "令狐", "司徒", "夏侯", "东方", "東方", "端木", "南宫", "南宮", "独孤", "獨孤", "宇文",
    "长孙", "長孫", "轩辕", "軒轅", "呼延", "钟离", "鍾離", "闻人", "濮阳", "濮陽", "淳于", "单于",
    "申屠", "太史", "公冶", "赫连", "赫連", "澹台", "澹臺", "拓跋", "完颜", "完顏", "西门", "西門",
    "百里", "东郭", "東郭", "司空", "万俟", "仲孙", "仲孫", "鲜于", "鮮于", "闾丘", "亓官", "第五",
    "纳兰", "納蘭", "爱新", "叶赫",
];

/// Words of two to four characters that begin with a surname and are no names.
#[rustfmt::skip]
const NO_NAMES: &[&str] = &[
    "文献", "文档", "文件", "文字", "文学", "文本", "文科", "文章", "文稿", "方案", "方法", "方向", "和谐", "高校", "高级", "高等", "任务", "任务书",
    "毕业", "毕业设计", "毕业论文", "毕设", "计算", "计算机", "计划", "计划书", "成绩", "成果", "成人", "单位", "管理", "管理学", "信息", "信息学",
    "农业", "农学", "师范", "时间", "经济", "金融", "温度", "明细", "关于", "应用", "安全", "安徽", "江西", "江苏", "云南", "海南", "宁夏", "广东",
    "国际", "国家", "全文", "全日制", "原稿", "原件", "原文", "终稿", "终版", "修改", "修改稿", "修订", "修订版", "初稿", "相关", "相似", "权重",
    "项目", "项目名称", "简介", "简历", "连接", "来源", "平台", "平时", "平均", "章节", "查重", "查重版", "查重报告", "华东", "华南", "华中", "华北",
    "东方", "西南", "长江", "马克思", "石油", "古代", "白皮书", "程序", "封面", "公司", "公共", "公开", "公示", "教授", "副教授", "讲师", "院长",
    "主任", "老师", "导师", "那么", "但是", "由于", "代码", "红色", "向量", "包括", "常用", "常见", "从而", "左右", "全部", "元素", "字数", "字体",
    "后记", "于此", "何时", "何种", "时代", "时期", "成功", "成本", "盛行", "夏季", "冬季", "季度", "雷达", "景观", "路径", "路由", "池化", "党建",
    "党员", "商业", "商务", "商学院", "农村", "荣誉", "边界", "边缘", "卫生", "冷链", "席位", "宗教", "全国", "应急", "明代", "明清", "惠州", "南京",
    "南方", "南昌", "班级", "原理", "原创", "区域", "区块链", "海洋", "花卉", "强度", "强化", "满意度", "祖国", "支持", "支付", "平面", "初中",
    "初步", "门户", "云计算", "容量", "都市", "普通", "普及", "修复", "印刷", "战略", "战争", "危机", "公路", "公园", "干部", "居民", "利用", "利率",
    "元宇宙", "信号", "信用", "展示", "展望", "智能", "智慧", "幸福", "富裕", "生态", "生物", "生产", "生活", "字符", "后台", "后端", "终端", "学士",
    "硕士", "博士", "本科", "专科", "研究生", "大学生", "学生", "作者", "定稿", "正文", "附录", "附件", "年级", "专业", "系别", "日期", "职称",
    "题目", "方程", "方式", "高中", "高职", "常州", "徐州", "郑州", "温州", "杭州", "兰州", "苏州", "贺州", "梧州", "连云港", "马鞍山", "黄山",
    "黄河", "洪水", "武汉", "唐代", "唐诗", "宋代", "宋词", "元代", "秦汉", "魏晋", "周期", "周边", "余热", "余弦", "解析", "解决", "车辆", "车间",
    "游戏", "游客", "钱币", "金属", "石墨烯", "石刻", "白酒", "龙舟", "牛奶", "马铃薯", "杨梅", "梅花", "叶片", "叶绿素", "林业", "林区", "沙漠",
    "江河", "米酒", "麦田", "花生", "丛林", "简单", "简化", "简体", "关键", "关键词", "目录", "摘要", "宣传", "相机", "索引", "曲线", "曲面", "符号",
    "管道", "路面", "路线", "应力", "时序", "时空", "单元", "单片机", "边坡", "柴油", "温室", "巴金", "鲁迅", "鲁迅小说", "康德", "黑格尔", "孔子",
    "孟子", "庄子", "盖板", "区间", "平原", "公寓", "公安", "公益", "公平", "计量", "计数", "成都", "万方", "知网", "维普", "格子达", "成员", "组员",
    "组长", "管理员", "第一作者", "第二作者", "通讯作者", "许可", "许多", "申请", "申请人", "申报", "申报书", "别人", "包装", "满分", "优秀", "良好",
    "白天", "夜间", "于是", "封底", "任意", "安装", "安卓", "方块", "向导", "常量", "项目组", "凌晨", "支部", "宫颈癌", "封装", "官方", "连续",
    "游泳", "巩固", "师生", "师资", "师傅", "车载", "古籍", "农户", "农民", "农民工", "农产品", "阳光", "时尚", "尤其", "解释", "解读", "解放",
    "饶有", "华为", "华语", "包裹", "左翼", "关系", "关联", "关注", "兰花", "欧洲", "欧美", "欧盟", "申论", "章程", "岳阳", "庞大", "乔木", "易燃",
    "齐鲁", "安置", "牛肉", "文化", "文旅", "文物", "文明", "施工", "康复", "温泉", "常规", "向上", "汤剂", "孔隙", "武术", "洪涝", "严重", "万物",
    "毛泽东", "顾客", "陶瓷", "龙头", "史料", "史学", "黎族", "雷电", "段落", "白话", "秦岭", "熊猫", "方言", "夏商", "石化", "金字塔", "陆地",
    "范围", "范式", "姜黄", "任教", "程度", "余额", "田野", "田径", "曾经", "许昌", "高速", "高压", "高频", "高温", "高度", "高新", "高铁", "何以",
    "何为", "朱熹", "马尾", "黄金", "黄土", "吴语", "杨树",
];

/// Titles and words that follow or precede a name and are no part of it, longest first where one contains another.
#[rustfmt::skip]
const TITLES: &[&str] = &[
    "高级工程师", "高级实验师", "高级讲师", "高级教师", "高级经济师", "高级会计师", "教授级高工", "特聘研究员", "特聘教授", "助理研究员", "副研究员", "助理教授",
    "副教授", "副敎授", "青年研究员", "客座教授", "讲座教授", "研究员", "正高级工程师", "实验师", "工程师", "主任医师", "副主任医师", "主治医师", "教授", "敎授",
    "讲师", "講師", "助教", "院士", "博导", "硕导", "博士", "硕士", "老师", "老師", "导师", "先生", "女士", "同学", "高工", "编审", "副编审", "教师",
];

/// Latin words that no name holds.
#[rustfmt::skip]
const LATIN_WORDS: &[&str] = &[
    "information", "feature", "selection", "language", "representation", "learning", "model", "models",
    "knowledge", "framework", "theory", "theoretic", "network", "networks", "deep", "neural", "detection",
    "recognition", "algorithm", "method", "methods", "approach", "text", "image", "keyword", "search",
    "database", "databases", "spatial", "key", "software", "management", "library", "the", "of", "and", "for",
    "in", "on", "university", "college", "school", "department", "institute", "laboratory", "faculty",
    "abstract", "introduction", "thesis", "dissertation", "report", "research", "system", "systems", "review",
    "literature", "chapter", "vol", "no", "journal", "proceedings", "conference", "center", "centre", "science",
    "sciences", "engineering", "technology", "ltd", "inc", "china", "usa", "beijing", "shanghai", "project",
    "user", "admin", "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december", "master", "bachelor", "doctor", "table", "contents", "declaration",
    "editor", "editors", "with", "from", "to", "an", "using", "based", "by", "study", "analysis", "design",
    "data", "sheet", "city", "road", "street", "date", "signature",
];

/// Latin titles, in lower case.
#[rustfmt::skip]
const LATIN_TITLES: &[&str] = &[
    "associate", "assistant", "assoc", "asst", "professor", "prof", "dr", "mr", "mrs", "ms", "miss", "lecturer",
    "phd", "ph.d", "ph", "msc", "m.sc", "senior", "supervisor", "fellow", "researcher", "reader", "eng", "ing",
    "sir", "drs", "md",
];

/// Whether a character is an ideograph: neither kana nor Chinese punctuation.
pub(super) const fn is_han(c: char) -> bool {
    matches!(c,
        '\u{2E80}'..='\u{2FDF}' | '\u{3005}' | '\u{3007}' | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}'
        | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
}

/// Trust in a string as a person's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum NameTrust {
    /// Shape of a name without a known surname: good after a label only.
    Shape,
    /// Known surname, a dot between parts, or capitalised Latin words.
    Known,
}

/// Persons that a whole value names, with the trust in the weakest; `None` if any part is no name.
pub(super) fn persons(value: &str) -> Option<(Vec<String>, NameTrust)> {
    let value = without_marks(value);
    let mut found: Vec<String> = Vec::new();
    let mut trust = NameTrust::Known;
    for part in parts(&value) {
        let Some((name, own)) = person(&part)? else {
            continue;
        };
        trust = trust.min(own);
        if !found.contains(&name) {
            found.push(name);
        }
    }
    (!found.is_empty() && found.len() <= 20).then_some((found, trust))
}

/// Joins names as the language of the first does.
pub(super) fn joined(names: &[String]) -> String {
    let chinese = names.first().is_some_and(|name| name.chars().any(is_han));
    names.join(if chinese { "、" } else { ", " })
}

/// Whether a string of Chinese characters is a name with a known surname.
pub(super) fn is_chinese_name(name: &str) -> bool {
    let characters: Vec<char> = name.chars().collect();
    let compound = COMPOUND.iter().any(|surname| name.starts_with(surname));
    let longest = if compound { 4 } else { 3 };
    (2..=longest).contains(&characters.len())
        && characters.iter().all(|&c| is_han(c))
        && (compound && characters.len() > 2
            || characters.first().is_some_and(|&c| SURNAMES.contains(c)))
        && !NO_NAMES.contains(&name)
        && !TITLES.contains(&name)
        && !name.contains('某')
}

/// Reads one part of a list: `Some(None)` for a title alone, `None` for what is no name.
#[expect(
    clippy::option_option,
    reason = "no name, nothing, and a name are three results"
)]
fn person(part: &str) -> Option<Option<(String, NameTrust)>> {
    let part = part.trim_matches(|c: char| !c.is_alphanumeric() && c != '.');
    let han = part.chars().filter(|&c| is_han(c)).count();
    let latin = part.chars().filter(char::is_ascii_alphabetic).count();
    if han == 0 {
        return latin_name(part);
    }
    if part.contains(['·', '•', '・', '‧', '∙']) {
        let name: String = part.chars().filter(|c| !c.is_whitespace()).collect();
        let name = without_titles(&name.replace(['•', '・', '‧', '∙'], "·"));
        let sound =
            name.chars().all(|c| is_han(c) || c == '·') && (4..=20).contains(&name.chars().count());
        return sound.then_some(Some((name, NameTrust::Known)));
    }
    // A Latin name beside a Chinese one is the same person: "肖仁 Xiao Ren".
    let chinese: String = part.chars().filter(|&c| is_han(c)).collect();
    if latin > 0 && !part.chars().next().is_some_and(is_han) {
        return None;
    }
    let name = without_titles(&chinese);
    if name.is_empty() {
        return Some(None);
    }
    let length = name.chars().count();
    if is_chinese_name(&name) {
        return Some(Some((name, NameTrust::Known)));
    }
    let doubtful =
        NO_NAMES.contains(&name.as_str()) || !(2..=4).contains(&length) || has_word(&name);
    (!doubtful && part.chars().filter(char::is_ascii_digit).count() == 0)
        .then_some(Some((name, NameTrust::Shape)))
}

/// Whether a string holds a word that no name holds.
fn has_word(name: &str) -> bool {
    [
        "承诺", "大学", "学院", "学校", "专业", "论文", "设计", "研究", "工程", "系统", "管理",
        "技术", "科学", "班", "签名", "签字", "日期", "姓名", "年级", "题目", "填写", "某", "指导",
        "老师", "教师", "作者", "编号", "分类", "密级", "声明", "学位", "申请", "单位", "公开",
        "保密", "中国", "教育", "公司", "部门", "职称", "意见", "手写", "打印", "本人",
    ]
    .iter()
    .any(|word| name.contains(word))
}

/// Takes titles off both ends of a Chinese name.
fn without_titles(name: &str) -> String {
    let mut name = name;
    loop {
        let before = name;
        for title in TITLES {
            if let Some(rest) = name.strip_suffix(title) {
                name = rest;
            }
            if let Some(rest) = name.strip_prefix(title) {
                name = rest;
            }
        }
        if name == before {
            return name.to_owned();
        }
    }
}

/// Reads a Latin name: capitalised words, initials, particles.
#[expect(clippy::option_option, reason = "as `person`")]
fn latin_name(part: &str) -> Option<Option<(String, NameTrust)>> {
    let mut words: Vec<&str> = part.split_whitespace().collect();
    let is_title = |word: &&str| {
        let word = word.to_lowercase();
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        LATIN_TITLES.contains(&bare)
    };
    // "A. Prof." and "A/Prof." are titles, "A. Roe" is a person.
    if let [first, second, ..] = words[..]
        && matches!(first, "A." | "A")
        && second.to_lowercase().starts_with("prof")
    {
        words.remove(0);
    }
    while words.first().is_some_and(is_title) {
        words.remove(0);
    }
    while words.len() > 1 && words.last().is_some_and(is_title) {
        words.pop();
    }
    if words.is_empty() {
        return Some(None);
    }
    let sound = |word: &&str| {
        let letters = word.chars().filter(|c| c.is_alphabetic()).count();
        letters > 0
            && word.chars().all(|c| {
                c.is_alphabetic() || matches!(c, '.' | '-' | '\'' | '’' | '‐' | '´' | '`' | '¨')
            })
            && (word.chars().next().is_some_and(char::is_uppercase)
                || [
                    "de", "van", "von", "der", "den", "la", "le", "da", "di", "bin", "al", "el",
                    "dos", "del", "ten",
                ]
                .contains(word))
    };
    let word_of_text = |word: &&str| {
        let word = word.to_lowercase();
        LATIN_WORDS.contains(&word.trim_matches(|c: char| !c.is_alphanumeric()))
    };
    let shaped = (2..=5).contains(&words.len())
        && words.iter().all(sound)
        && !words.iter().any(word_of_text)
        && words
            .iter()
            .any(|word| word.chars().filter(|c| c.is_alphabetic()).count() > 1);
    let name = words.join(" ");
    let name = name.trim_matches(|c: char| c == ',' || c == ';').to_owned();
    if shaped {
        return Some(Some((name, NameTrust::Known)));
    }
    // One word in the place of a name is a name in pinyin, after a label only.
    let one = words.len() == 1
        && !name.chars().all(|c| matches!(c, 'x' | 'X'))
        && words
            .iter()
            .all(|word| word.chars().all(|c| c.is_ascii_alphabetic()))
        && !words.iter().any(word_of_text)
        && (3..=24).contains(&name.len());
    one.then_some(Some((name, NameTrust::Shape)))
}

/// Removes marks of footnotes, affiliations in digits, and brackets with what is in them.
fn without_marks(value: &str) -> String {
    let mut kept = String::with_capacity(value.len());
    let mut depth = 0_u32;
    for c in value.chars() {
        match c {
            '(' | '（' | '[' | '【' | '<' | '〔' => depth += 1,
            ')' | '）' | ']' | '】' | '>' | '〕' => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            '*' | '†' | '‡' | '§' | '¶' | '∗' | '#' | '※' | '＊' | '_' | '＿' | '"' | '“' | '”'
            | '①' | '②' | '③' => {
                kept.push(' ');
            }
            '¹' | '²' | '³' | '⁴' | '⁵' | '⁶' => {}
            c if c.is_ascii_digit() => {
                // Digits between two names part them; "Wang1,2" gives an empty part.
                kept.push(' ');
            }
            c => kept.push(c),
        }
    }
    kept
}

/// Splits a list of persons: by punctuation, by words for "and", and by spaces where each part is a Chinese name.
fn parts(value: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let value = value.replace(" Ph. D.", "").replace(" Ph.D.", "");
    let value = value.replace(" and ", ",").replace(" & ", ",");
    let value = value.strip_prefix("and ").unwrap_or(&value);
    for part in value.split([
        '、', '，', ',', '；', ';', '/', '／', '|', '\t', '&', '•', '⋅',
    ]) {
        // Two spaces part names; one parts the syllables of a Chinese name, or two Chinese names.
        for piece in part.split("  ") {
            let words: Vec<&str> = piece.split_whitespace().collect();
            let chinese = !words.is_empty() && words.iter().all(|word| word.chars().all(is_han));
            let stripped: Vec<String> = words.iter().map(|word| without_titles(word)).collect();
            let names = stripped.iter().filter(|word| is_chinese_name(word)).count();
            let single = words.iter().all(|word| word.chars().count() == 1);
            if chinese
                && !single
                && names > 0
                && stripped
                    .iter()
                    .all(|word| word.is_empty() || is_chinese_name(word))
            {
                parts.extend(stripped.into_iter().filter(|word| !word.is_empty()));
            } else if chinese || words.is_empty() {
                parts.push(words.concat());
            } else {
                parts.extend(bilingual(&words));
            }
        }
    }
    parts.retain(|part| part.chars().any(char::is_alphabetic));
    parts
}

/// Splits words of which a Chinese one begins a new person, and Latin ones after it say the same name again.
fn bilingual(words: &[&str]) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for word in words {
        let chinese = word.chars().next().is_some_and(is_han);
        let title = chinese && without_titles(word).is_empty();
        match parts.last_mut() {
            Some(_) if title => {}
            Some(last) if !chinese && last.chars().next().is_some_and(is_han) => {}
            Some(last) if !chinese || !is_chinese_name(word) => {
                if !chinese {
                    last.push(' ');
                }
                last.push_str(word);
            }
            _ => parts.push((*word).to_owned()),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(value: &str) -> String {
        persons(value).map_or_else(|| "-".to_owned(), |(names, _)| joined(&names))
    }

    #[test]
    fn names_in_lists_with_titles_and_marks() {
        for (value, expected) in [
            ("张　三", "张三"),
            ("欧阳小明", "欧阳小明"),
            ("阿依古丽·买买提", "阿依古丽·买买提"),
            ("李四 教授", "李四"),
            ("李四教授  王五 副教授", "李四、王五"),
            ("李四、王五（校外）", "李四、王五"),
            ("崔某某 /副教授", "-"),
            ("赵一一 /副教授", "赵一一"),
            ("Prof. Jane A. Roe", "Jane A. Roe"),
            ("A. Prof. Jane Roe", "Jane Roe"),
            (
                "John Doe1, Jane Roe2,3∗ and Max van Roe",
                "John Doe, Jane Roe, Max van Roe",
            ),
            ("ZHANG Xiaoming", "ZHANG Xiaoming"),
            ("王小二 Wang Xiaoer 赵一一 Zhao Yiyi", "王小二、赵一一"),
            ("计算机科学与技术", "-"),
            ("[REDACTED]", "-"),
            ("×××", "-"),
            ("University of Somewhere", "-"),
        ] {
            assert_eq!(read(value), expected, "{value}");
        }
    }

    #[test]
    fn words_are_no_names() {
        for word in ["毕业设计", "任务书", "文献", "终稿", "教授", "方"] {
            assert!(!is_chinese_name(word), "{word}");
        }
    }
}
