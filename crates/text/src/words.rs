//! Lists of words for which texts are searched.

/// Words or phrases, written as one text with `|` between them.
#[derive(Clone, Copy, Debug)]
pub struct Words(pub &'static str);

impl Words {
    /// Returns the words in their order.
    pub fn all(self) -> impl Iterator<Item = &'static str> {
        self.0.split('|')
    }

    /// Returns whether `word` is one of the words.
    #[must_use]
    pub fn include(self, word: &str) -> bool {
        self.all().any(|own| own == word)
    }

    /// Returns whether one of the words occurs in `text`.
    #[must_use]
    pub fn occur_in(self, text: &str) -> bool {
        self.all().any(|word| text.contains(word))
    }

    /// Returns whether `text` begins with one of the words.
    #[must_use]
    pub fn begin(self, text: &str) -> bool {
        self.all().any(|word| text.starts_with(word))
    }

    /// Returns whether `text` ends with one of the words.
    #[must_use]
    pub fn end(self, text: &str) -> bool {
        self.all().any(|word| text.ends_with(word))
    }
}
