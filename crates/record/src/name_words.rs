//! Words of names: surnames, words that look like names but are not, and titles of persons.

use chachong_text::Words;

/// Surnames of one character, as one string: the frequent ones of mainland China, Hong Kong and Taiwan, in Simplified
/// and Traditional characters.
pub const SURNAMES: &str = "王李张張刘劉陈陳杨楊黄黃赵趙吴吳周徐孙孫马馬朱胡郭何林罗羅高郑鄭梁谢謝宋唐许許邓鄧冯馮韩韓曹曾彭萧肖蕭蔡潘田董袁于於余叶葉蒋\
蔣杜苏蘇魏程吕呂丁沈任姚卢盧傅钟鍾姜崔谭譚廖范汪陆陸金石戴贾賈韦韋夏邱丘方侯邹鄒熊孟秦白江阎閻闫薛尹段雷黎史龙龍陶贺賀顾顧毛郝龚龔邵万萬钱錢严嚴\
赖賴覃洪武莫孔汤湯向常温溫康施文牛樊葛邢安齐齊易乔喬伍庞龐颜顏倪庄莊聂聶章鲁魯岳翟殷詹申欧歐耿关關兰蘭焦俞左柳甘祝包宁寧尚符舒阮柯纪紀梅童凌毕畢\
单單季裴霍涂塗成苗谷曲盛冉蓝藍路游辛靳管柴蒙鲍鮑华華喻祁蒲房滕屈饶饒解牟艾尤阳陽时時穆农農司卓古吉缪繆简簡车車项項连連芦蘆麦麥褚娄婁窦竇戚岑景党\
黨宫宮费費卜冷晏席卫衛米柏宗瞿桂全佟应應臧闵閔苟邬鄔边邊卞姬师師和仇栾欒隋商刁沙荣榮巫寇桑郎甄丛叢仲虞敖巩鞏明佘池查麻苑迟遲邝鄺官封谈談匡鞠惠\
荆荊乐樂冀郁胥南班储儲原栗燕楚鄢劳勞谌諶奚皮粟冼蔺藺楼樓盘盤满滿闻聞位厉厲伊仝区區郜海阚闞花权權强強帅帥屠豆朴盖蓋练練廉禹井祖漆巴丰豐支卿国\
國狄平计計索宣晋晉相初门門云雲容敬来來扈晁芮都普阙闕浦戈伏鹿薄邸雍辜羊阿乌烏母裘亓修邰赫杭况況那宿鲜鮮印逯隆茹诺諾战戰慕危玉银銀亢嵇公哈湛宾賓\
戎勾茅利於居揭干但尉冶斯元束檀衣信展阴陰昝智幸奉植衡富尧堯闭閉由付代旷曠虎铁鐵红紅折撒舍宛玛瑪秘生覃仉字后終贡貢骆駱翁诸諸竺恽惲邴隗习寿壽濮滑钮鈕蓟薊蔚夔巢蒯宓郦酈笪郏贲糜逄郇鄂酆呙荀訾羿庾暨禄乜綦蹇郄郗谯粱闾揣缑颛";

/// Surnames of two characters, in Simplified and Traditional characters.
pub const COMPOUND: &[&str] = &[
    "欧阳", "歐陽", "上官", "司马", "司馬", "诸葛", "諸葛", "皇甫", "尉迟", "尉遲", "公孙", "公孫",
    "慕容", "令狐", "司徒", "夏侯", "东方", "東方", "端木", "南宫", "南宮", "独孤", "獨孤", "宇文",
    "长孙", "長孫", "轩辕", "軒轅", "呼延", "钟离", "鍾離", "闻人", "濮阳", "濮陽", "淳于", "单于",
    "申屠", "太史", "公冶", "赫连", "赫連", "澹台", "澹臺", "拓跋", "完颜", "完顏", "西门", "西門",
    "百里", "东郭", "東郭", "司空", "万俟", "仲孙", "仲孫", "鲜于", "鮮于", "闾丘", "亓官", "第五",
    "纳兰", "納蘭", "爱新", "叶赫",
];

/// Words of two to four characters that begin with a surname but are not names.
#[rustfmt::skip]
pub(super) const NO_NAMES: &[&str] = &[
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
    "何为", "寿命", "寿险", "习惯", "习题", "习俗", "习作", "骆驼", "诸多", "诸如", "贲门", "冶金", "冶炼", "铁路", "铁道", "朱熹", "马尾", "黄金", "黄土", "吴语", "杨树",
    "曾用名", "国籍", "国别", "党派", "党支部", "党委", "应届生", "应届", "全称", "时段", "时长", "房间", "房间号", "房号", "宿舍", "宿舍号", "宿舍楼",
    "金额", "金奖", "费用", "费别", "计分", "计分人", "计分员", "项目号", "门牌号", "相片", "成分", "简称", "简况", "简述", "应聘", "应考", "索引号",
    "谈话人", "印章", "单号", "段位", "强项", "农历", "阳历", "阴历", "方位", "连队", "查收", "查看", "查询", "查阅", "支出", "付款", "付款人", "初审",
    "初评", "安排", "万元", "干事", "古迹", "施教", "施行", "党组", "宣讲", "计时", "易错", "成员一", "门类", "常住地", "常用名", "公章", "公告", "公费",
    "关键字", "时任", "时态", "简评", "简章", "任职", "任课", "任期", "明细表", "幸会", "季节", "单价", "单选", "单项", "单科", "何人", "何处", "何地",
    "封闭", "初期", "应付", "应交", "应到", "诸位", "党校", "官网", "万人", "国有", "国内", "国外", "商定", "司法", "车牌", "车牌号", "管辖", "管区",
    "安检", "高考", "来访", "相册", "金工", "严格", "毛笔", "钟表", "江南", "夏天", "宋体", "钱包", "张力", "周末", "高分子",
];

/// Titles and words that follow or precede a name and are not part of it.
#[rustfmt::skip]
pub(super) const TITLES: &[&str] = &[
    "高级工程师", "高级实验师", "高级讲师", "高级教师", "高级经济师", "高级会计师", "教授级高工", "特聘研究员", "特聘教授", "助理研究员", "副研究员", "助理教授",
    "副教授", "副敎授", "青年研究员", "客座教授", "讲座教授", "研究员", "正高级工程师", "实验师", "工程师", "主任医师", "副主任医师", "主治医师", "教授", "敎授",
    "讲师", "講師", "助教", "院士", "博导", "硕导", "博士", "硕士", "老师", "老師", "导师", "先生", "女士", "同学", "高工", "撰", "编审", "副编审", "教师",
];

/// Ends of those titles that a teacher has.
pub(super) const TEACHERS: &[&str] = &[
    "教师", "老师", "老師", "导师", "讲师", "講師", "助教", "教授", "敎授",
];

/// Latin words that occur in no name.
#[rustfmt::skip]
pub(super) const LATIN_WORDS: &[&str] = &[
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
    "about", "us", "our", "your", "my", "home", "products", "services", "solutions", "members", "associates", "council", "councils",
    "resources", "overview", "policy", "options", "tools", "news", "staff", "writer", "columnist", "superintendent", "projects",
    "additions", "guide", "world", "health", "power", "fitness", "machines", "disorders", "book", "books", "chapters", "history",
    "module", "code", "programme", "program", "student", "supervisor", "count", "submission", "comments", "teacher",
    "mailing", "address", "country", "telephone", "phone", "email", "postal", "nationality", "gender", "birth", "age",
    "rights", "reserved", "contact", "online", "free", "new", "best", "top", "how", "what", "why", "when", "more",
    "data", "sheet", "figure", "legend", "appendix", "note", "notes", "press", "publishing", "international",
    "national", "academy", "society", "association", "communications", "letters", "transactions", "computer", "applications", "city", "road", "street", "date", "signature",
];

/// Latin titles, in lower case.
#[rustfmt::skip]
pub(super) const LATIN_TITLES: &[&str] = &[
    "associate", "assistant", "assoc", "asst", "professor", "prof", "dr", "mr", "mrs", "ms", "miss", "lecturer",
    "phd", "ph.d", "ph", "msc", "m.sc", "senior", "supervisor", "fellow", "researcher", "reader", "eng", "ing",
    "sir", "drs", "md", "member", "ieee", "acm", "student",
    "director", "president", "chairman", "manager",
];

/// Latin titles that stand before a teacher's name, in lower case.
pub(super) const LATIN_TEACHERS: Words =
    Words("professor|prof|dr|lecturer|instructor|associate|assistant|assoc|asst");

/// Latin titles that also follow a name without a comma; others, such as Reader, may be the surname.
pub(super) const LATIN_SUFFIXES: Words =
    Words("phd|ph.d|ph|d|msc|m.sc|md|drs|dr|prof|professor|lecturer|ieee|acm");

/// Particles of Latin names, in lower case.
pub(super) const PARTICLES: &[&str] = &[
    "de", "van", "von", "der", "den", "la", "le", "da", "di", "bin", "al", "el", "dos", "del",
    "ten",
];
