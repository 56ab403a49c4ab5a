//! Names of a site's namespaces, which tell what a link leads to and which links show nothing.

/// Names of files in links, in lower case, of sites whose header is missing or names its own word only.
const FILE: &str = "file image media 文件 档案 檔案 图像 圖像 图片 圖片 媒体 媒體 файл картинка изображение медия выява datei bild \
    fichier archivo ファイル 画像 파일";

/// Names of categories in links, in lower case.
const CATEGORY: &str = "category 分类 分類 категория катэгорыя категорія kategorie catégorie categoría categoria カテゴリ 분류";

/// Prefixes of links to other projects that look like a code of a language but show their text.
const PROJECTS: &[&str] = &["voy", "mw", "doi", "rfc", "hdl", "wmf", "bug"];

/// Kind of a link with a prefix before a colon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Prefix {
    /// A picture or sound, with its caption.
    File,
    /// The page's category.
    Category,
    /// The same page in another language.
    Language,
    /// None that is known: the colon belongs to the title, or the link shows its text.
    Other,
}

/// Names of the namespaces of a site whose links show no text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Namespaces {
    files: Vec<String>,
    categories: Vec<String>,
}

impl Namespaces {
    /// Adds the site's own name of a namespace by its number in the header (-2 media, 6 files, 14 categories).
    pub(crate) fn add(&mut self, key: i32, name: &str) {
        let name = name.trim().to_lowercase();
        match key {
            _ if name.is_empty() => {}
            -2 | 6 => self.files.push(name),
            14 => self.categories.push(name),
            _ => {}
        }
    }

    /// Returns the kind of a link with this prefix (the text before the first colon).
    pub(super) fn prefix(&self, prefix: &str) -> Prefix {
        let prefix = prefix.trim();
        // The longest known name; titles with a colon far inside need not be copied.
        if prefix.is_empty() || prefix.len() > 64 {
            return Prefix::Other;
        }
        let lower = prefix.to_lowercase();
        let among = |own: &[String], known: &str| {
            known.split(' ').any(|name| name == lower) || own.contains(&lower)
        };
        if among(&self.files, FILE) {
            Prefix::File
        } else if among(&self.categories, CATEGORY) {
            Prefix::Category
        } else if is_language(prefix) {
            Prefix::Language
        } else {
            Prefix::Other
        }
    }
}

/// Returns whether a prefix is a language code: two or three small letters, optionally with a part after a hyphen.
fn is_language(prefix: &str) -> bool {
    let (code, rest) = prefix.split_once('-').unwrap_or((prefix, ""));
    prefix == "simple"
        || matches!(code.len(), 2 | 3)
            && code.bytes().all(|byte| byte.is_ascii_lowercase())
            && rest
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte == b'-')
            && !PROJECTS.contains(&prefix)
        || matches!(prefix, "zh-min-nan" | "be-x-old" | "be-tarask")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_site_and_known_ones_count() {
        let mut names = Namespaces::default();
        names.add(6, "Ficheiro");
        assert_eq!(names.prefix("ficheiro"), Prefix::File);
        assert_eq!(names.prefix("檔案"), Prefix::File);
        assert_eq!(names.prefix(" Category "), Prefix::Category);
        assert_eq!(names.prefix("zh-yue"), Prefix::Language);
        assert_eq!(names.prefix("Star Trek"), Prefix::Other);
        assert_eq!(names.prefix("doi"), Prefix::Other);
    }
}
