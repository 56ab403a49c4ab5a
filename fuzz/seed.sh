#!/bin/sh
# Fills fuzz/corpus from the fixtures; large files only slow the fuzzer down.
set -eu
cd "$(dirname "$0")"
fixtures=../tests/fixtures
mkdir -p corpus/txt_decoder corpus/docx_reader corpus/normalisation
find "$fixtures/texts-encoded" "$fixtures/broken" "$fixtures/import" -name '*.txt' -size -64k -exec cp {} corpus/txt_decoder/ \;
find "$fixtures/broken" "$fixtures/import" -name '*.docx' ! -name '*bomb*' -size -64k -exec cp {} corpus/docx_reader/ \;
# A target and the endings of its format.
seed() {
    target=$1
    shift
    mkdir -p "corpus/$target"
    for ending in "$@"; do
        find "$fixtures/formats" "$fixtures/lab" "$fixtures/import" -name "*.$ending" -size -64k -exec cp {} "corpus/$target/" \;
    done
}
seed odt_reader odt fodt odp
seed word_xml_reader xml
seed mhtml_reader mht mhtml
seed epub_reader epub
seed html_reader html
seed tex_reader tex
seed rtf_reader rtf
seed slides_reader pptx
seed sheet_reader xlsx xls ods
seed notebook_reader ipynb
seed source_reader py
mkdir -p corpus/csv_reader
printf '\357\273\277\346\254\241,"a, b"\n1,2\n' > corpus/csv_reader/table.csv
for text in "$fixtures"/texts/*.txt "$fixtures"/texts-encoded/utf8.txt; do
    head -n 12 "$text" > "corpus/normalisation/$(basename "$text")"
done
# What normalisation has rules for: width, ligatures, radicals, zero-width, combining and Hangul characters.
printf '\357\274\241\357\274\242 \357\254\201x \342\274\202 a\342\200\213b e\314\201 \341\204\200\341\205\241\n\302\255-\n\343\200\200\346\261\211 \345\255\227\n\n' > corpus/normalisation/special.txt
ls corpus/* | grep -c .
