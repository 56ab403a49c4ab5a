-- Form 4: what checkers hand over, and what they were shown for it (docs/server.md). Checkers have no right on any of these
-- tables but `gram`; they reach the rest through the functions of checker.sql, which run with the rights of the owner.

-- Documents that checkers handed over, each in whole before anything is said about it. Nothing is taken back: after the time
-- that `disclosure_limit` names, text and shingles are emptied and the row stays.
CREATE TABLE handed (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    person text NOT NULL,
    at timestamptz NOT NULL DEFAULT now(),
    name text NOT NULL,
    -- Transaction that wrote the row. Nothing is said before it has ended: what is rolled back leaves no trace.
    xact xid8 NOT NULL DEFAULT pg_current_xact_id(),
    -- SHA-256 of text and shingles: the same document is handed over once.
    digest bytea NOT NULL CHECK (length(digest) = 32),
    characters bigint NOT NULL,
    -- Number of the library's members at that time.
    members bigint NOT NULL,
    body text,
    -- Shingles, one a token: key, first character, character after the last, and whether one can be stored by members that
    -- do not list it in `high`.
    keys bigint[],
    starts integer[],
    ends integer[],
    low boolean[],
    UNIQUE (person, digest)
);
CREATE INDEX handed_by_time ON handed (at) WHERE body IS NOT NULL;

-- The log: which member was shown for which document that was handed over, and how much of it. What stands in the document
-- itself is `shared`; `shown` is what the person did not have; `withheld` what a limit kept back.
CREATE TABLE disclosure (
    handed bigint NOT NULL REFERENCES handed (id),
    document bigint NOT NULL,
    person text NOT NULL,
    at timestamptz NOT NULL DEFAULT now(),
    shared bigint NOT NULL,
    shown bigint NOT NULL,
    withheld bigint NOT NULL,
    -- Transaction that wrote the row, as in `handed`.
    xact xid8 NOT NULL DEFAULT pg_current_xact_id(),
    -- Text that `visible` speaks of, by its checksum, and the characters of it that can be read for this document.
    checksum bigint NOT NULL,
    visible int4multirange NOT NULL,
    PRIMARY KEY (handed, document)
);
CREATE INDEX disclosure_by_document ON disclosure (document, person);

-- What a person has of a member in all: characters that stood in documents of theirs before they were shown, and all that were
-- shown. What was shown first and handed over later stays outside of `known`, so that feeding results back gives nothing.
CREATE TABLE disclosed (
    person text NOT NULL,
    document bigint NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    checksum bigint NOT NULL,
    known int4multirange NOT NULL,
    shown int4multirange NOT NULL,
    -- Number of characters that were shown around what had been shown before.
    again bigint NOT NULL,
    PRIMARY KEY (person, document)
);
CREATE INDEX disclosed_by_document ON disclosed (document);

-- What a person did on one day (UTC).
CREATE TABLE disclosure_day (
    person text NOT NULL,
    day date NOT NULL,
    documents bigint NOT NULL DEFAULT 0,
    characters bigint NOT NULL DEFAULT 0,
    shown bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (person, day)
);

-- Limits for everybody who may only check; an administrator changes them by UPDATE. Measured in docs/server.md.
CREATE TABLE disclosure_limit (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    -- Of one member, to one person, for good: this share of its text, at least so many characters, and for each character that
    -- the person's own documents share with it so many more.
    member_share double precision NOT NULL DEFAULT 0.1,
    member_least bigint NOT NULL DEFAULT 2600,
    for_each_shared double precision NOT NULL DEFAULT 2,
    -- Of these, around what the person was shown before handing it over: this share, at least so many, and one for each shared.
    again_share double precision NOT NULL DEFAULT 0.02,
    again_least bigint NOT NULL DEFAULT 520,
    -- Of all members, for one document, and to one person in a day: characters that the person did not have.
    document_most bigint NOT NULL DEFAULT 40000,
    day_most bigint NOT NULL DEFAULT 1500000,
    -- Handed over by one person in a day: documents and their characters; the longest document, in characters.
    day_documents bigint NOT NULL DEFAULT 3000,
    day_characters bigint NOT NULL DEFAULT 300000000,
    longest bigint NOT NULL DEFAULT 70000000,
    -- Days for which texts that were handed over are kept for keepers to look at.
    days_kept integer NOT NULL DEFAULT 90
);
INSERT INTO disclosure_limit DEFAULT VALUES;

-- What of a document's description a checker needs beside its text, packed: pages, exclusions and the file's hash, and nothing
-- of its properties (author, company, dates …). Beside the members, as `high` is.
CREATE TABLE outline (
    document bigint PRIMARY KEY REFERENCES document (id) ON DELETE CASCADE,
    outline bytea NOT NULL
);

-- Runs that many members have, packed: all that a checker gets of `frequencies`, which names every word of every member.
CREATE TABLE gram (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    grams bytea NOT NULL
);

-- The function that takes its place gives rows.
DROP FUNCTION IF EXISTS excerpts(bigint, bigint[]);
