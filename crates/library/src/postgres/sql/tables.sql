-- Tables of a library on a server, form 1. Every table but `library`, `saved_check`, `check_row` and `decision` (which
-- belong to a person or to two documents) is keyed by one document, so that it can be distributed by it; foreign keys
-- and unique keys across documents would prevent that and stand only between tables that stay on one server.

CREATE TABLE library (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    identity bytea NOT NULL CHECK (length(identity) = 16),
    form bigint NOT NULL,
    created bigint NOT NULL
);
-- Counts changes among the members without a lock that writers would wait for.
CREATE SEQUENCE changes;

CREATE TABLE document (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    sha256 bytea NOT NULL CHECK (length(sha256) = 32),
    read_as text NOT NULL,
    format text NOT NULL,
    reader bigint NOT NULL,
    added bigint NOT NULL,
    -- Last time that a program met the document: one that nobody needs is deleted only a day later, since another
    -- program may be about to refer to it.
    met bigint NOT NULL,
    UNIQUE (sha256, read_as)
);
-- Where files were found: a path says nothing without the machine it is on.
CREATE TABLE path (
    machine bytea NOT NULL,
    path bytea NOT NULL,
    document bigint NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    name text NOT NULL,
    bytes bigint NOT NULL,
    modified bigint NOT NULL,
    PRIMARY KEY (machine, path)
);
CREATE INDEX path_by_document ON path (document);
CREATE TABLE member (
    document bigint PRIMARY KEY REFERENCES document (id) ON DELETE CASCADE,
    name text NOT NULL,
    path bytea NOT NULL,
    added bigint NOT NULL,
    removed bigint
);
CREATE TABLE template (
    document bigint PRIMARY KEY REFERENCES document (id) ON DELETE CASCADE,
    name text NOT NULL
);
CREATE TABLE correction (
    document bigint NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    field text NOT NULL,
    value text NOT NULL,
    corrected bigint NOT NULL,
    PRIMARY KEY (document, field)
);
CREATE TABLE signs (
    document bigint PRIMARY KEY REFERENCES document (id) ON DELETE CASCADE,
    version bigint NOT NULL,
    signs bytea NOT NULL
);

-- PostgreSQL keeps no character U+0000: where a text has one, `zero` is the character that stands for it in `body`.
CREATE TABLE body (
    document bigint PRIMARY KEY,
    body text NOT NULL,
    zero text CHECK (length(zero) = 1),
    checksum bigint NOT NULL,
    about bytea NOT NULL
);
-- Terms of the full-text search, in parts: one tsvector holds at most a megabyte. Without an index on them: that would
-- cost more than everything else of adding a document, and a search reads 10,000 documents in a second (docs/server.md).
CREATE TABLE terms (
    document bigint NOT NULL,
    part int NOT NULL,
    terms tsvector NOT NULL,
    PRIMARY KEY (document, part)
);
CREATE INDEX terms_in_parts ON terms (document) WHERE part > 0;

CREATE TABLE saved_check (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    token bytea NOT NULL UNIQUE,
    person text NOT NULL DEFAULT session_user,
    title text NOT NULL,
    started bigint NOT NULL,
    changed bigint NOT NULL,
    state text NOT NULL,
    settings bytea,
    choices bytea,
    results bytea
);
CREATE TABLE check_row (
    saved_check bigint NOT NULL REFERENCES saved_check (id) ON DELETE CASCADE,
    origin bigint NOT NULL CHECK (origin IN (0, 1)),
    name text NOT NULL,
    path bytea NOT NULL,
    format text,
    document bigint REFERENCES document (id) ON DELETE SET NULL,
    failure text,
    PRIMARY KEY (saved_check, origin, name)
);
CREATE INDEX check_row_by_document ON check_row (document);
CREATE TABLE decision (
    a bigint NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    b bigint NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    a_start bigint NOT NULL,
    a_end bigint NOT NULL,
    b_start bigint NOT NULL,
    b_end bigint NOT NULL,
    decided bigint NOT NULL,
    note text,
    PRIMARY KEY (a, b, a_start, a_end, b_start, b_end),
    CHECK (a < b)
);
CREATE INDEX decision_by_b ON decision (b);
-- What was deleted for good, when and by whom; nothing of the document itself.
CREATE TABLE deletion (
    document bigint PRIMARY KEY,
    deleted bigint NOT NULL,
    person text NOT NULL DEFAULT session_user
);
CREATE TABLE frequencies (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    documents bytea NOT NULL
);
CREATE TABLE recognised_page (
    picture bytea NOT NULL CHECK (length(picture) = 32),
    version text NOT NULL,
    file bytea NOT NULL CHECK (length(file) = 32),
    body bytea NOT NULL,
    met bigint NOT NULL,
    PRIMARY KEY (picture, version)
);
CREATE INDEX recognised_page_by_file ON recognised_page (file);

-- Compressed better and faster where the server can; else as the server does it by default.
DO $$ BEGIN
    ALTER TABLE body ALTER body SET COMPRESSION lz4;
    ALTER TABLE terms ALTER terms SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported THEN NULL;
END $$;
