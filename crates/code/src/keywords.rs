//! Words of programming languages, which no author chose: renaming leaves them as they are.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::Language;

/// Keywords, types and operators written as words, with the languages that have them. Words that the language also
/// allows as names are left out (`data` in Kotlin, `of` in JavaScript).
const KEYWORDS: &[(&[Language], &str)] = {
    use Language::{
        Basic, C, CSharp, Cpp, FixedFortran, Fortran, Go, Haskell, Java, JavaScript, Julia, Kotlin,
        Lua, Matlab, Pascal, Perl, Php, Python, R, Ruby, Rust, Scala, Shell, Sql, Swift,
        TypeScript, Verilog, Vhdl,
    };
    &[
        (
            &[C, Cpp],
            "auto bool break case char const continue default do double else enum extern false float for free goto if \
             inline int int16_t int32_t int64_t int8_t long malloc NULL register return short signed size_t sizeof static \
             struct switch true typedef uint16_t uint32_t uint64_t uint8_t union unsigned void volatile while",
        ),
        (
            &[Cpp],
            "and catch class constexpr delete explicit friend mutable namespace new not nullptr operator or private \
             protected public std string template this throw try typename using virtual",
        ),
        (
            &[CSharp],
            "abstract base bool break byte case catch char class const continue decimal default delegate do double else \
             enum event explicit false finally float for foreach goto if implicit in int interface internal is lock long \
             namespace new null object operator out override params private protected public readonly ref return sbyte \
             sealed short sizeof static string String struct switch this throw true try typeof uint ulong ushort using \
             var virtual void volatile while",
        ),
        (
            &[Go],
            "bool break byte case chan const continue default defer else error fallthrough false float32 float64 for func \
             go goto if import int int16 int32 int64 int8 interface map nil package range return rune select string \
             struct switch true type uint uint16 uint32 uint64 uint8 var",
        ),
        (
            &[Java],
            "abstract assert boolean break byte case catch char class const continue default do double Double else enum \
             extends false final finally float Float for goto if implements import instanceof int Integer interface long \
             native new null package private protected public return short static String strictfp super switch \
             synchronized this throw throws transient true try void volatile while",
        ),
        (
            &[JavaScript, TypeScript],
            "await break case catch class const continue debugger default delete do else enum export extends false \
             finally for function if implements import in instanceof interface let new null package private protected \
             public return static super switch this throw true try typeof undefined var void while with yield",
        ),
        (&[TypeScript], "abstract boolean keyof never readonly"),
        (
            &[Kotlin],
            "abstract as break class continue do else false for fun if in interface is null object override package \
             private protected public return super suspend this throw true try typealias val var when while Boolean \
             Double Float Int Long String Unit",
        ),
        (
            &[Scala],
            "abstract case catch class def do else extends false final finally for if implicit import lazy match new null \
             object override package private protected return sealed super this throw trait true try type val var while \
             with yield Boolean Double Float Int Long String Unit",
        ),
        (
            &[Matlab],
            "break case catch classdef continue else elseif end false for function global if otherwise parfor persistent \
             return switch true try while",
        ),
        (
            &[Php],
            "abstract and array as break case catch class const continue default do echo else elseif endfor endforeach \
             endif endwhile extends false final finally fn for foreach function global if implements include instanceof \
             interface isset list namespace new null or private protected public require return static switch this throw \
             trait true try unset use var while xor yield",
        ),
        (
            &[Python],
            "and as assert async await break class continue def del elif else except False finally for from global if \
             import in is lambda None nonlocal not or pass raise return self True try while with yield",
        ),
        (
            &[R],
            "break else FALSE for function if in Inf NA NaN next NULL repeat return TRUE while",
        ),
        (
            &[Ruby],
            "alias and begin break case class def do else elsif end ensure false for if in module next nil not or redo \
             rescue retry return self super then true undef unless until when while yield",
        ),
        (
            &[Rust],
            "as async await bool break char const continue crate dyn else enum extern false fn for f32 f64 i16 i32 i64 i8 \
             if impl in isize let loop match mod move mut pub ref return self Self static str String struct super trait \
             true type u16 u32 u64 u8 unsafe use usize where while",
        ),
        (
            &[Shell],
            "case do done echo elif else esac exit export fi for function if in local return select then until while",
        ),
        (
            &[Lua],
            "and break do else elseif end false for function goto if in local nil not or repeat return then true until \
             while",
        ),
        (
            &[Julia],
            "abstract begin break catch const continue do else elseif end export false finally for function global if \
             import in let local macro module mutable nothing return struct true try using where while",
        ),
        (
            &[Haskell],
            "case class data deriving do else if import in instance let module newtype of otherwise then type where",
        ),
        (
            &[Pascal],
            "and array begin boolean case char const div do downto else end false file for function if in integer label \
             mod nil not of or packed procedure program real record repeat set string then to true type unit until uses \
             var while with",
        ),
        (
            &[Basic],
            "and as boolean byref byval call case const dim do double each else elseif end exit false for function if in \
             integer is long loop me mod module new next not nothing or private public return select set single step \
             string sub then to true until wend while with xor",
        ),
        (
            &[FixedFortran, Fortran],
            "allocatable allocate call case character complex contains continue cycle deallocate dimension do double else \
             elseif end enddo endif exit format function goto if implicit integer intent logical module none only \
             parameter precision print program read real return select stop subroutine then type use where while write",
        ),
        (
            &[Perl],
            "and cmp continue do else elsif eq for foreach ge gt if last le local lt my ne next not or our package print \
             redo require return shift sub undef unless until use while",
        ),
        (
            &[Sql],
            "alter and as asc begin between by case char check commit constraint create decimal declare default delete \
             desc distinct double drop else end exists float foreign from function grant group having if in index inner \
             insert int integer into is join key left like limit not null on or order outer primary procedure references \
             right rollback select set table then trigger union unique update use values varchar when where while with",
        ),
        (
            &[Swift],
            "as break case catch class continue default defer deinit do else enum extension false fileprivate for func \
             guard if import in init inout internal is let nil private protocol public repeat return self Self static \
             struct super switch throw throws true try var where while Bool Double Float Int String",
        ),
        (
            &[Verilog],
            "always always_comb always_ff and assign begin case casex casez default else end endcase endfunction \
             endgenerate endmodule endtask for function generate genvar if initial inout input int integer localparam \
             logic module negedge or output parameter posedge reg repeat signed task while wire",
        ),
        (
            &[Vhdl],
            "all and architecture array begin case component constant downto else elsif end entity for function generate \
             generic if in inout is library loop map not of or others out package port procedure process range record \
             report return select signal std_logic std_logic_vector subtype then to type until use variable wait when \
             while with xor",
        ),
    ]
};

/// Languages of each keyword, one bit for each.
static LANGUAGES: LazyLock<HashMap<&str, u64>> = LazyLock::new(|| {
    let mut of_word = HashMap::new();
    for (languages, words) in KEYWORDS {
        let bits = languages
            .iter()
            .fold(0, |bits, language| bits | bit(*language));
        for word in words.split_ascii_whitespace() {
            *of_word.entry(word).or_default() |= bits;
        }
    }
    of_word
});

/// Returns the bit of a language. Returns all bits for a language without listed keywords: the keywords of any
/// language count in it.
fn bit(language: Language) -> u64 {
    let mut listed = KEYWORDS.iter().flat_map(|(languages, _)| *languages);
    if listed.any(|one| *one == language) {
        1 << language as u64
    } else {
        u64::MAX
    }
}

/// Returns whether a word is a keyword of a language.
pub(crate) fn is_keyword(word: &str, language: Language) -> bool {
    let is_known = || (LANGUAGES.get(word)).is_some_and(|languages| languages & bit(language) != 0);
    language.is_style_sheet() || is_known()
}

#[cfg(test)]
mod tests {
    use super::is_keyword;
    use crate::Language;

    #[test]
    fn a_keyword_of_another_language_is_a_name() {
        assert!(is_keyword("while", Language::C) && is_keyword("uint32_t", Language::Cpp));
        assert!(is_keyword("values", Language::Sql) && !is_keyword("values", Language::C));
        assert!(is_keyword("None", Language::Python) && !is_keyword("None", Language::Java));
        assert!(
            is_keyword("values", Language::Unknown) && !is_keyword("prices", Language::Unknown)
        );
    }
}
