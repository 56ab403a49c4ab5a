//! Lists of words for which texts are searched.

/// Words or phrases, written as one text with `|` between them.
#[derive(Clone, Copy, Debug)]
pub struct Words(pub &'static str);

impl Words {
    /// Returns the words in their order.
    pub fn all(self) -> impl Iterator<Item = &'static str> {
        self.0.split('|')
    }

    /// Returns the bytes of the words in their order. Short words are told apart faster so, and compare as their texts do.
    fn bytes(self) -> impl Iterator<Item = &'static [u8]> {
        self.0.as_bytes().split(|&byte| byte == b'|')
    }

    /// Returns whether `word` is one of the words.
    #[must_use]
    pub fn include(self, word: &str) -> bool {
        self.bytes().any(|own| own == word.as_bytes())
    }

    /// Returns whether one of the words occurs in `text`.
    #[must_use]
    pub fn occur_in(self, text: &str) -> bool {
        self.all().any(|word| text.contains(word))
    }

    /// Returns whether `text` begins with one of the words.
    #[must_use]
    pub fn begin(self, text: &str) -> bool {
        let text = text.as_bytes();
        self.bytes().any(|word| text.starts_with(word))
    }

    /// Returns whether `text` ends with one of the words.
    #[must_use]
    pub fn end(self, text: &str) -> bool {
        let text = text.as_bytes();
        self.bytes().any(|word| text.ends_with(word))
    }
}

#[cfg(test)]
mod tests {
    use super::Words;

    #[test]
    fn questions_are_about_whole_words() {
        let words = Words("论文|设计|a b");
        assert!(words.include("a b") && !words.include("a") && !words.include(""));
        assert!(words.begin("论文集") && !words.begin("论") && !words.begin("学位论文"));
        assert!(words.end("学位论文") && !words.end("论文集"));
        assert!(words.occur_in("学位论文集") && !words.occur_in("文论"));
        assert!(Words("|a").include(""));
    }
}
