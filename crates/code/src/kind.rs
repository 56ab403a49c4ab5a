//! What a token is compared as: names, numbers, strings and synonyms of keywords are one kind each, so that renamed names,
//! changed types and a `while` in place of a `for` change nothing.

/// What a token is compared as. Equal numbers are equal tokens.
pub(crate) type Kind = u16;

/// Between two listings of a document: equal to nothing, not even to itself.
pub(crate) const BREAK: Kind = 0;
pub(crate) const NAME: Kind = 1;
pub(crate) const CALL: Kind = 2;
pub(crate) const NUMBER: Kind = 3;
pub(crate) const STRING: Kind = 4;
const ASSIGN: Kind = 5;
const COMPARE: Kind = 6;
const LOGIC: Kind = 7;
const KEYWORDS: Kind = 32;
const SIGNS: Kind = 256;

/// Words of which each line is one kind. What another line may replace without a change of thought stands in the same one.
const SYNONYMS: &[&[&str]] = &[
    &["for", "while", "do", "foreach", "loop", "repeat", "until"],
    &["if", "elif", "elsif", "elseif", "unless"],
    &["else", "otherwise", "default"],
    &["switch", "match", "case", "when", "casez", "casex"],
    &["return", "yield"],
    &["break", "continue", "goto", "next", "pass", "exit"],
    &[
        "class",
        "struct",
        "interface",
        "enum",
        "record",
        "trait",
        "union",
        "impl",
        "module",
        "entity",
    ],
    &[
        "def",
        "function",
        "fn",
        "func",
        "fun",
        "lambda",
        "procedure",
        "sub",
    ],
    &["try", "with", "using"],
    &["catch", "except", "finally", "rescue"],
    &["throw", "raise", "throws"],
    &["new", "malloc"],
    &["delete", "free"],
    &["true", "false"],
    &["null", "none", "nil", "nullptr", "NULL"],
    &["select"],
    &["from"],
    &["where", "having"],
    &["insert"],
    &["update"],
    &["create"],
    &["table"],
    &["join"],
    &["group", "order"],
    &["values"],
    &["always", "process", "initial"],
    &["in", "of"],
    &["sizeof"],
];

/// Words that mean nothing here: access, types, and what only opens or closes a block.
const SKIPPED: &[&str] = &[
    "public",
    "private",
    "protected",
    "internal",
    "static",
    "final",
    "const",
    "constexpr",
    "inline",
    "virtual",
    "override",
    "abstract",
    "extern",
    "volatile",
    "mutable",
    "mut",
    "pub",
    "readonly",
    "register",
    "typedef",
    "int",
    "long",
    "short",
    "float",
    "double",
    "char",
    "byte",
    "bool",
    "boolean",
    "void",
    "string",
    "String",
    "unsigned",
    "signed",
    "size_t",
    "var",
    "let",
    "val",
    "auto",
    "Integer",
    "Double",
    "Float",
    "decimal",
    "begin",
    "end",
    "then",
    "fi",
    "done",
    "this",
    "self",
    "int8_t",
    "int16_t",
    "int32_t",
    "int64_t",
    "uint8_t",
    "uint16_t",
    "uint32_t",
    "uint64_t",
    "u8",
    "u16",
    "u32",
    "u64",
    "i32",
    "i64",
    "usize",
    "f32",
    "f64",
    "varchar",
    "wire",
    "reg",
    "logic",
    "std",
    "async",
    "await",
    "local",
];

/// Whether a word belongs to a language and is no name that an author chose.
pub(crate) fn is_keyword(word: &str) -> bool {
    SKIPPED.contains(&word) || SYNONYMS.iter().any(|words| words.contains(&word))
}

/// What a word is: `None` if it is left out.
pub(crate) fn of_word(word: &str) -> Option<Kind> {
    if SKIPPED.contains(&word) {
        return None;
    }
    let found = SYNONYMS.iter().position(|words| words.contains(&word));
    Some(match found {
        Some(at) => KEYWORDS + u16::try_from(at).unwrap_or(0),
        None => match word {
            "and" | "or" | "not" => LOGIC,
            _ => NAME,
        },
    })
}

/// What an operator is, given all its signs: `None` if it is left out (ends of statements, blocks and brackets).
pub(crate) fn of_signs(signs: &str) -> Option<Kind> {
    match signs {
        "{" | "}" | ";" | ")" | "]" | "(" | "," | "\\" | "@" | "$" | "`" => None,
        "=" | ":=" | "<-" | "+=" | "-=" | "*=" | "/=" | "%=" | "&=" | "|=" | "^=" | "++" | "--" => {
            Some(ASSIGN)
        }
        "<" | ">" | "<=" | ">=" | "==" | "!=" | "===" | "!==" | "<>" | "~=" => Some(COMPARE),
        "&&" | "||" | "!" => Some(LOGIC),
        _ => {
            let first = signs.bytes().next().unwrap_or(b' ');
            Some(SIGNS + u16::from(first))
        }
    }
}
