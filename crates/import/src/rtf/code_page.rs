//! Encodings of an RTF file's bytes, by the code page numbers that it states.

use encoding_rs::Encoding;

/// Returns the encoding of a code page of Windows; Western Europe's if the number is unknown.
pub(super) fn of_page(number: i32) -> &'static Encoding {
    match number {
        936 | 54_936 => encoding_rs::GB18030,
        950 => encoding_rs::BIG5,
        932 => encoding_rs::SHIFT_JIS,
        949 | 1361 => encoding_rs::EUC_KR,
        874 => encoding_rs::WINDOWS_874,
        1250 => encoding_rs::WINDOWS_1250,
        1251 => encoding_rs::WINDOWS_1251,
        1253 => encoding_rs::WINDOWS_1253,
        1254 => encoding_rs::WINDOWS_1254,
        1255 => encoding_rs::WINDOWS_1255,
        1256 => encoding_rs::WINDOWS_1256,
        1257 => encoding_rs::WINDOWS_1257,
        1258 => encoding_rs::WINDOWS_1258,
        10_000 => encoding_rs::MACINTOSH,
        65_001 => encoding_rs::UTF_8,
        _ => encoding_rs::WINDOWS_1252,
    }
}

/// Returns the encoding of a font's character set; `None` for one that leaves it to the file.
pub(super) fn of_charset(number: i32) -> Option<&'static Encoding> {
    Some(of_page(match number {
        0 => 1252,
        77 => 10_000,
        128 => 932,
        129 => 949,
        134 => 936,
        136 => 950,
        161 => 1253,
        162 => 1254,
        163 => 1258,
        177 => 1255,
        178 => 1256,
        186 => 1257,
        204 => 1251,
        222 => 874,
        238 => 1250,
        _ => return None,
    }))
}
