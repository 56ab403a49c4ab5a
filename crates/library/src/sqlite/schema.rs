//! Schema of a library: its tables and the migrations between versions.

use rusqlite::{Connection, Transaction};

use super::{Done, seal};

/// `SQLite` application id `chch`, which identifies a library whatever its file is called.
pub(super) const APPLICATION_ID: i64 = 0x6368_6368;

/// SQL that converts each schema version to the next. A released migration is never changed; new ones are appended.
///
/// Tables are keyed by document, so that they can be distributed by it; `library` and `frequencies` are single rows,
/// and checks belong to a person, not to documents.
pub(super) const MIGRATIONS: [&str; 11] = [
    // 1: documents, members, search.
    "CREATE TABLE library (
        one INTEGER PRIMARY KEY CHECK (one = 1),
        identity BLOB NOT NULL CHECK (length(identity) = 16),
        created INTEGER NOT NULL,
        changes INTEGER NOT NULL,
        next_passage INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE document (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        sha256 BLOB NOT NULL CHECK (length(sha256) = 32),
        read_as TEXT NOT NULL,
        format TEXT NOT NULL,
        reader INTEGER NOT NULL,
        added INTEGER NOT NULL,
        UNIQUE (sha256, read_as)
    ) STRICT;
    CREATE TABLE text (
        document INTEGER PRIMARY KEY REFERENCES document (id) ON DELETE CASCADE,
        body BLOB NOT NULL,
        about BLOB NOT NULL
    ) STRICT;
    CREATE TABLE path (
        path BLOB PRIMARY KEY,
        document INTEGER NOT NULL REFERENCES document (id) ON DELETE CASCADE,
        name TEXT NOT NULL,
        bytes INTEGER NOT NULL,
        modified INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX path_by_document ON path (document);
    CREATE TABLE fingerprint (
        document INTEGER NOT NULL REFERENCES document (id) ON DELETE CASCADE,
        recipe TEXT NOT NULL,
        version INTEGER NOT NULL,
        fingerprint INTEGER,
        characters INTEGER NOT NULL,
        countable INTEGER NOT NULL,
        checksum INTEGER NOT NULL,
        PRIMARY KEY (document, recipe)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE signs (
        document INTEGER PRIMARY KEY REFERENCES document (id) ON DELETE CASCADE,
        version INTEGER NOT NULL,
        signs BLOB NOT NULL
    ) STRICT;
    CREATE TABLE member (
        document INTEGER PRIMARY KEY REFERENCES document (id) ON DELETE CASCADE,
        name TEXT NOT NULL,
        path BLOB NOT NULL,
        added INTEGER NOT NULL,
        removed INTEGER
    ) STRICT;
    CREATE TABLE passages (
        document INTEGER PRIMARY KEY REFERENCES member (document) ON DELETE CASCADE,
        version INTEGER NOT NULL,
        first INTEGER NOT NULL,
        count INTEGER NOT NULL,
        fingerprints BLOB NOT NULL
    ) STRICT;
    CREATE VIRTUAL TABLE search USING fts5 (
        terms, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
    );",
    // 2: checks, decisions, templates, document frequencies.
    "CREATE TABLE saved_check (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        title TEXT NOT NULL,
        started INTEGER NOT NULL,
        changed INTEGER NOT NULL,
        state TEXT NOT NULL,
        settings BLOB,
        choices BLOB,
        results BLOB
    ) STRICT;
    CREATE TABLE check_row (
        saved_check INTEGER NOT NULL REFERENCES saved_check (id) ON DELETE CASCADE,
        origin INTEGER NOT NULL CHECK (origin IN (0, 1)),
        name TEXT NOT NULL,
        path BLOB NOT NULL,
        format TEXT,
        document INTEGER REFERENCES document (id) ON DELETE SET NULL,
        failure TEXT,
        PRIMARY KEY (saved_check, origin, name)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX check_row_by_document ON check_row (document);
    CREATE TABLE decision (
        a INTEGER NOT NULL REFERENCES document (id) ON DELETE CASCADE,
        b INTEGER NOT NULL REFERENCES document (id) ON DELETE CASCADE,
        a_start INTEGER NOT NULL,
        a_end INTEGER NOT NULL,
        b_start INTEGER NOT NULL,
        b_end INTEGER NOT NULL,
        decided INTEGER NOT NULL,
        PRIMARY KEY (a, b, a_start, a_end, b_start, b_end),
        CHECK (a < b)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX decision_by_b ON decision (b);
    CREATE TABLE template (
        document INTEGER PRIMARY KEY REFERENCES document (id) ON DELETE CASCADE,
        name TEXT NOT NULL
    ) STRICT;
    CREATE TABLE frequencies (
        one INTEGER PRIMARY KEY CHECK (one = 1),
        changes INTEGER NOT NULL,
        documents BLOB NOT NULL
    ) STRICT;",
    // 3: a note on each decision.
    "ALTER TABLE decision ADD COLUMN note TEXT;",
    // 4: corrected fields of bibliographic records; an empty value says that the document states nothing.
    "CREATE TABLE correction (
        document INTEGER NOT NULL REFERENCES document (id) ON DELETE CASCADE,
        field TEXT NOT NULL,
        value TEXT NOT NULL,
        corrected INTEGER NOT NULL,
        PRIMARY KEY (document, field)
    ) STRICT, WITHOUT ROWID;",
    // 5: recognised pages, of the file in which their picture was met first; an empty version says that a person
    // corrected the page. They are no part of a document: a page is kept before its document is.
    "CREATE TABLE recognised_page (
        picture BLOB NOT NULL CHECK (length(picture) = 32),
        version TEXT NOT NULL,
        file BLOB NOT NULL CHECK (length(file) = 32),
        body BLOB NOT NULL,
        PRIMARY KEY (picture, version)
    ) STRICT;
    CREATE INDEX recognised_page_by_file ON recognised_page (file);",
    // 6: vectors of texts; words on leads, which are part of a decision's key, and empty for a copied passage.
    "CREATE TABLE vectors (
        document INTEGER PRIMARY KEY REFERENCES document (id) ON DELETE CASCADE,
        version TEXT NOT NULL,
        body BLOB NOT NULL,
        checksum INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX vectors_by_version ON vectors (version);
    ALTER TABLE decision RENAME TO decision_without_lead;
    CREATE TABLE decision (
        a INTEGER NOT NULL REFERENCES document (id) ON DELETE CASCADE,
        b INTEGER NOT NULL REFERENCES document (id) ON DELETE CASCADE,
        a_start INTEGER NOT NULL,
        a_end INTEGER NOT NULL,
        b_start INTEGER NOT NULL,
        b_end INTEGER NOT NULL,
        decided INTEGER NOT NULL,
        note TEXT,
        lead TEXT NOT NULL DEFAULT '',
        PRIMARY KEY (a, b, a_start, a_end, b_start, b_end, lead),
        CHECK (a < b)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO decision (a, b, a_start, a_end, b_start, b_end, decided, note)
        SELECT a, b, a_start, a_end, b_start, b_end, decided, note FROM decision_without_lead;
    DROP TABLE decision_without_lead;
    CREATE INDEX decision_by_b ON decision (b);",
    // 7: texts in the form of `packed_text.rs`, which older programs cannot read, beside those in the older one; the words of
    // a recipe once instead of with each fingerprint, where they were a fifth of what an article takes; 16 MiB of search
    // terms in memory before FTS5 writes a segment, which it merges with others.
    "CREATE TABLE recipe (
        id INTEGER PRIMARY KEY,
        words TEXT NOT NULL UNIQUE
    ) STRICT;
    INSERT INTO recipe (words) SELECT DISTINCT recipe FROM fingerprint ORDER BY recipe;
    ALTER TABLE fingerprint RENAME TO fingerprint_with_words;
    CREATE TABLE fingerprint (
        document INTEGER NOT NULL REFERENCES document (id) ON DELETE CASCADE,
        recipe INTEGER NOT NULL REFERENCES recipe (id),
        version INTEGER NOT NULL,
        fingerprint INTEGER,
        characters INTEGER NOT NULL,
        countable INTEGER NOT NULL,
        checksum INTEGER NOT NULL,
        PRIMARY KEY (document, recipe)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO fingerprint
        SELECT document, recipe.id, version, fingerprint, characters, countable, checksum
        FROM fingerprint_with_words JOIN recipe ON words = recipe;
    DROP TABLE fingerprint_with_words;
    INSERT INTO search (search, rank) VALUES ('hashsize', 16777216);",
    // 8: checksums over the rows that belong together (`seal.rs`), which `migrate` makes from the rows.
    "CREATE TABLE seal (
        kind INTEGER NOT NULL,
        id INTEGER NOT NULL,
        rows INTEGER NOT NULL,
        sum INTEGER NOT NULL,
        PRIMARY KEY (kind, id)
    ) STRICT, WITHOUT ROWID;",
    // 9: who handed in a document, an empty text for what is not known. Several persons may have handed in equal files;
    // rows with equal keys were handed in together.
    "CREATE TABLE submission (
        document INTEGER NOT NULL REFERENCES document (id) ON DELETE CASCADE,
        student TEXT NOT NULL,
        number TEXT NOT NULL,
        key INTEGER NOT NULL,
        class TEXT NOT NULL,
        submitted TEXT NOT NULL,
        found_by TEXT NOT NULL,
        PRIMARY KEY (document, student, number)
    ) STRICT, WITHOUT ROWID;",
    // 10: what a person decided, empty for a note alone, also about one document (`a` again as `b`); `lead` only tells a
    // decision about a lead (`lead`) from others (empty).
    "ALTER TABLE decision RENAME TO decision_of_pairs;
    CREATE TABLE decision (
        a INTEGER NOT NULL REFERENCES document (id) ON DELETE CASCADE,
        b INTEGER NOT NULL REFERENCES document (id) ON DELETE CASCADE,
        a_start INTEGER NOT NULL,
        a_end INTEGER NOT NULL,
        b_start INTEGER NOT NULL,
        b_end INTEGER NOT NULL,
        decided INTEGER NOT NULL,
        note TEXT,
        lead TEXT NOT NULL DEFAULT '',
        decision TEXT NOT NULL DEFAULT 'not-plagiarism',
        PRIMARY KEY (a, b, a_start, a_end, b_start, b_end, lead),
        CHECK (a <= b)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO decision (a, b, a_start, a_end, b_start, b_end, decided, note, lead)
        SELECT a, b, a_start, a_end, b_start, b_end, decided, note, lead FROM decision_of_pairs;
    UPDATE OR REPLACE decision SET decision = replace(lead, 'dismissed', 'not-plagiarism'), lead = 'lead'
        WHERE lead <> '';
    DROP TABLE decision_of_pairs;
    CREATE INDEX decision_by_b ON decision (b);",
    // 11: cases. They refer to no document: a case outlives the check and its files. No number is given twice.
    "CREATE TABLE case_file (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        summary BLOB NOT NULL,
        history BLOB NOT NULL,
        evidence BLOB NOT NULL
    ) STRICT;",
];

/// Latest schema version.
#[expect(
    clippy::cast_possible_wrap,
    reason = "there will never be 2^63 forms of a library"
)]
pub(super) const VERSION: i64 = MIGRATIONS.len() as i64;

/// Returns the schema version of a file; 0 for a new one.
pub(super) fn version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Migrates a library to the latest schema version.
pub(super) fn migrate(transaction: &Transaction<'_>) -> Done<()> {
    migrate_to(transaction, VERSION)?;
    seal::seal_all(transaction)
}

/// Migrates the tables of a library to schema version `to`, at most [`VERSION`].
fn migrate_to(transaction: &Transaction<'_>, to: i64) -> rusqlite::Result<()> {
    let from = usize::try_from(version(transaction)?).unwrap_or(0);
    let to_take = usize::try_from(to).unwrap_or(0).saturating_sub(from);
    for migration in MIGRATIONS.iter().skip(from).take(to_take) {
        transaction.execute_batch(migration)?;
    }
    if from == 0 {
        transaction.execute(
            "INSERT INTO library VALUES (1, randomblob(16), unixepoch(), 0, 0)",
            (),
        )?;
        transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    }
    transaction.pragma_update(None, "user_version", to)
}

/// Returns whether the schema is exactly the one that [`migrate`] makes: a file from elsewhere could have views and
/// triggers that run when our tables are used.
pub(super) fn is_ours(connection: &Connection) -> rusqlite::Result<bool> {
    let mut expected = Connection::open_in_memory()?;
    let transaction = expected.transaction()?;
    migrate_to(&transaction, version(connection)?)?;
    transaction.commit()?;
    Ok(objects(connection)? == objects(&expected)?)
}

type Object = (String, String, String, Option<String>);

fn objects(connection: &Connection) -> rusqlite::Result<Vec<Object>> {
    // The tables that ANALYZE makes are SQLite's own. (`LIKE 'sqlite_stat%'` would skip a trigger `sqlite-stats`.)
    let mut statement = connection.prepare(
        "SELECT type, name, tbl_name, sql FROM sqlite_schema
         WHERE NOT (type = 'table' AND name IN ('sqlite_stat1', 'sqlite_stat4')) ORDER BY type, name",
    )?;
    let rows = statement.query_map((), |row| {
        Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
    })?;
    rows.collect()
}
