-- Tables of the search. The rows of `passages` that live are counted: their number is that of the documents searched.
CREATE TABLE passages (
    document bigint PRIMARY KEY,
    -- Version of the shingle selection; 0 for those of a former text.
    version bigint NOT NULL,
    living boolean NOT NULL,
    -- Fingerprints of the stored shingles in order, and the offset of the first character of each.
    fingerprints bigint[] NOT NULL,
    starts integer[] NOT NULL
);
CREATE INDEX passages_living ON passages (document) WHERE living;

-- Stored shingles of living members, by the upper 48 bits of their fingerprints. Of equal ones in a document only the
-- first has a row.
CREATE TABLE posting (
    key bigint NOT NULL,
    document bigint NOT NULL,
    -- Index of the shingle among the stored ones of its document.
    position integer NOT NULL,
    -- Tags (`tag`) of the next three stored shingles, 0 for one that repeats an earlier one and after the last: so
    -- that a key's own rows say how many documents go on to another key.
    next1 integer NOT NULL,
    next2 integer NOT NULL,
    next3 integer NOT NULL,
    -- All columns in the index, so that the table itself is not read.
    PRIMARY KEY (key, document) INCLUDE (position, next1, next2, next3)
);
-- Vacuum after 1 % instead of 20 % of new rows: the index alone is read where the visibility map is up to date.
ALTER TABLE posting SET (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.05);
-- Few statistics: a plan for 30,000 given keys compares each with all common values.
ALTER TABLE posting ALTER COLUMN key SET STATISTICS 1, ALTER COLUMN key SET (n_distinct = -0.5);

-- Rows of `posting` that `settle` has put aside: those of keys that very many documents have, but for the first 64 of
-- each. They are read when a member leaves; a search reads what `head` says of them. A row is in one of both tables.
CREATE TABLE spilled (LIKE posting INCLUDING INDEXES);

-- What a search needs to know of the rows of `spilled`, a key a row.
CREATE TABLE head (
    key bigint PRIMARY KEY,
    -- Number of the key's rows in `spilled`.
    holding bigint NOT NULL,
    -- A sample of them (`sampled`), and what follows there.
    samples bigint[] NOT NULL,
    next1 integer[] NOT NULL,
    next2 integer[] NOT NULL,
    next3 integer[] NOT NULL
);

-- Number of members when `settle` ran last.
CREATE TABLE settled (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    members bigint NOT NULL
);
INSERT INTO settled (members) VALUES (0);

-- SimHash fingerprints, of members and of other documents.
CREATE TABLE fingerprint (
    document bigint NOT NULL,
    recipe text NOT NULL,
    version bigint NOT NULL,
    bits bigint,
    characters bigint NOT NULL,
    countable bigint NOT NULL,
    checksum bigint NOT NULL,
    block_a integer GENERATED ALWAYS AS ((bits >> 48 & 65535)::integer) STORED,
    block_b integer GENERATED ALWAYS AS ((bits >> 32 & 65535)::integer) STORED,
    block_c integer GENERATED ALWAYS AS ((bits >> 16 & 65535)::integer) STORED,
    block_d integer GENERATED ALWAYS AS ((bits & 65535)::integer) STORED,
    PRIMARY KEY (document, recipe)
);
CREATE INDEX fingerprint_a ON fingerprint (recipe, block_a);
CREATE INDEX fingerprint_b ON fingerprint (recipe, block_b);
CREATE INDEX fingerprint_c ON fingerprint (recipe, block_c);
CREATE INDEX fingerprint_d ON fingerprint (recipe, block_d);
