-- How members enter the search and leave it, and what the search (search.sql) asks of a server that has documents.

-- Keys (48 bits) of fingerprints, in order.
CREATE OR REPLACE FUNCTION keys_of(fingerprints bigint[]) RETURNS bigint[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT coalesce(array_agg(f.bits >> 16 & 281474976710655 ORDER BY f.place), '{}')
    FROM unnest(fingerprints) WITH ORDINALITY AS f (bits, place)
$$;

-- Rows of `posting` for the keys of a document's stored shingles, in order.
CREATE OR REPLACE FUNCTION postings(keys bigint[])
RETURNS TABLE (key bigint, "position" integer, next1 integer, next2 integer, next3 integer)
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    WITH shingle AS (
        SELECT s.key, (s.ordinal - 1)::integer AS place,
            row_number() OVER (PARTITION BY s.key ORDER BY s.ordinal) = 1 AS new
        FROM unnest(keys) WITH ORDINALITY AS s (key, ordinal)
    ), tagged AS (
        SELECT s.*, CASE WHEN s.new THEN chachong.tag(s.key) ELSE 0 END AS tag FROM shingle s
    ), followed AS (
        SELECT t.key, t.place, t.new,
            lead(t.tag, 1, 0) OVER w AS next1, lead(t.tag, 2, 0) OVER w AS next2, lead(t.tag, 3, 0) OVER w AS next3
        FROM tagged t
        WINDOW w AS (ORDER BY t.place)
    )
    SELECT f.key, f.place, f.next1, f.next2, f.next3 FROM followed f WHERE f.new
$$;

-- Writes what `head` says of these keys anew from their rows in `spilled`.
CREATE OR REPLACE PROCEDURE sum_up(summed bigint[]) LANGUAGE sql AS $$
    DELETE FROM chachong.head h WHERE h.key = ANY (summed);
    INSERT INTO chachong.head (key, holding, samples, next1, next2, next3)
    SELECT c.key, c.holding, s.samples, s.next1, s.next2, s.next3
    FROM (SELECT s.key, count(*) AS holding FROM chachong.spilled s WHERE s.key = ANY (summed) GROUP BY s.key) AS c
    CROSS JOIN LATERAL (
        SELECT coalesce(array_agg(s.document), '{}') AS samples, coalesce(array_agg(s.next1), '{}') AS next1,
            coalesce(array_agg(s.next2), '{}') AS next2, coalesce(array_agg(s.next3), '{}') AS next3
        FROM chachong.spilled s
        WHERE s.key = c.key AND hashint8extended(s.document, 0) & chachong.sampled(c.holding) = 0
    ) AS s;
$$;

-- Puts aside the rows of all keys that have more than `most` in `posting`, but for the first 64 of each, so that a
-- search has few rows to count. Run it now and then (a tenth more members, or each night), and VACUUM both tables
-- after it. Members may enter and be searched meanwhile; one that leaves waits.
CREATE OR REPLACE PROCEDURE settle(most integer DEFAULT 256) LANGUAGE plpgsql
-- Whatever is known of the tables' sizes: statistics of tables that grow fast are old.
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off
AS $$
DECLARE
    heavy bigint[];
BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('chachong.settle'));
    SELECT coalesce(array_agg(c.key), '{}') INTO heavy
    FROM (SELECT p.key FROM chachong.posting p GROUP BY p.key HAVING count(*) > greatest(most, 64)) AS c;
    WITH bound AS MATERIALIZED (
        SELECT h.key, p.document AS last
        FROM unnest(heavy) AS h (key)
        CROSS JOIN LATERAL (
            SELECT p.document FROM chachong.posting p WHERE p.key = h.key ORDER BY p.document OFFSET 63 LIMIT 1
        ) AS p
    ), moved AS (
        DELETE FROM chachong.posting p USING bound b WHERE p.key = b.key AND p.document > b.last RETURNING p.*
    )
    INSERT INTO chachong.spilled SELECT * FROM moved;
    CALL chachong.sum_up(heavy);
END
$$;

-- Takes a member out of the search.
CREATE OR REPLACE PROCEDURE leave(leaving bigint) LANGUAGE plpgsql
-- Whatever is known of the tables' sizes: statistics of tables that grow fast are old.
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off
AS $$
DECLARE
    held_keys bigint[];
    anew bigint[];
BEGIN
    -- One at a time, and none while `settle` runs.
    PERFORM pg_advisory_xact_lock(hashtext('chachong.settle'));
    UPDATE chachong.passages p SET living = false WHERE p.document = leaving AND p.living
    RETURNING chachong.keys_of(p.fingerprints) INTO held_keys;
    IF held_keys IS NULL THEN
        RETURN;
    END IF;
    WITH gone AS (
        DELETE FROM chachong.posting p WHERE p.document = leaving AND p.key = ANY (held_keys) RETURNING p.key
    ), back AS (
        -- Where one of the first 64 goes, the first of those put aside takes its place.
        DELETE FROM chachong.spilled s USING (
            SELECT g.key, f.document
            FROM gone g
            CROSS JOIN LATERAL (
                SELECT s.document FROM chachong.spilled s WHERE s.key = g.key ORDER BY s.document LIMIT 1
            ) AS f
            WHERE leaving < f.document
        ) AS f
        WHERE s.key = f.key AND s.document = f.document
        RETURNING s.*
    ), taken AS (
        INSERT INTO chachong.posting SELECT * FROM back
    ), aside AS (
        DELETE FROM chachong.spilled s WHERE s.document = leaving AND s.key = ANY (held_keys)
        RETURNING s.key, s.document
    ), less AS (
        SELECT b.key, b.document FROM back b UNION ALL SELECT a.key, a.document FROM aside a
    ), counted AS (
        UPDATE chachong.head h SET holding = h.holding - 1 FROM less l WHERE h.key = l.key
        RETURNING h.key, h.holding, l.document
    )
    -- The sample changes with its mask, and when one of it goes.
    SELECT array_agg(c.key) INTO anew
    FROM counted c
    WHERE chachong.sampled(c.holding) <> chachong.sampled(c.holding + 1)
        OR hashint8extended(c.document, 0) & chachong.sampled(c.holding) = 0;
    CALL chachong.sum_up(anew);
END
$$;

-- Makes a document a member; a member is renewed. The fingerprints of its stored shingles are given in order, equal ones
-- too, with the offset of the first character of each. Two that enter do not wait for each other, except for the same
-- document.
CREATE OR REPLACE PROCEDURE enter(entering bigint, version bigint, fingerprints bigint[], starts integer[])
LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM chachong.passages p WHERE p.document = entering AND p.living) THEN
        CALL chachong.leave(entering);
    END IF;
    INSERT INTO chachong.passages AS o (document, version, living, fingerprints, starts)
    VALUES (entering, version, true, fingerprints, starts)
    ON CONFLICT (document) DO UPDATE SET version = excluded.version, living = true,
        fingerprints = excluded.fingerprints, starts = excluded.starts;
    -- By key, so that the pages of the index are met in one order.
    INSERT INTO chachong.posting (key, document, position, next1, next2, next3)
    SELECT p.key, entering, p.position, p.next1, p.next2, p.next3
    FROM chachong.postings(chachong.keys_of(fingerprints)) p ORDER BY p.key;
END
$$;

-- Members in the search, as rows to insert and to delete: the same statements through one server and through many. (To
-- insert one that is there already renews it.) A deleted one stays in `passages`.
CREATE OR REPLACE VIEW entry AS
SELECT p.document, p.version, p.fingerprints, p.starts FROM passages p WHERE p.living;

CREATE OR REPLACE FUNCTION entry_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        CALL chachong.enter(NEW.document, NEW.version, NEW.fingerprints, NEW.starts);
        RETURN NEW;
    END IF;
    CALL chachong.leave(OLD.document);
    RETURN OLD;
END
$$;
CREATE OR REPLACE TRIGGER entry_changes INSTEAD OF INSERT OR DELETE ON entry
FOR EACH ROW EXECUTE FUNCTION chachong.entry_changes();

-- WHO HOLDS A SHINGLE -----------------------------------------------------------------------------------------------

-- Each key with the number of its documents, the first 64 of these, and a sample of all with what follows there (where
-- there are at most 64, all are the sample, and `samples` is null). Ask for `key = ANY (...)`.
CREATE OR REPLACE VIEW held AS
SELECT counted.key, counted.holding, first.documents, first.positions, others.samples,
    coalesce(others.next1, first.next1) AS next1,
    coalesce(others.next2, first.next2) AS next2,
    coalesce(others.next3, first.next3) AS next3
FROM (
    SELECT c.key, c.holding + coalesce(h.holding, 0) AS holding, h.samples, h.next1, h.next2, h.next3
    FROM (SELECT p.key, count(*) AS holding FROM posting p GROUP BY p.key) AS c
    LEFT JOIN head h ON h.key = c.key
) AS counted
CROSS JOIN LATERAL (
    SELECT array_agg(f.document) AS documents, array_agg(f.position) AS positions,
        array_agg(f.next1) AS next1, array_agg(f.next2) AS next2, array_agg(f.next3) AS next3
    FROM (SELECT * FROM posting p WHERE p.key = counted.key ORDER BY p.document LIMIT 64) AS f
) AS first
CROSS JOIN LATERAL (
    SELECT array_agg(p.document) || counted.samples AS samples, array_agg(p.next1) || counted.next1 AS next1,
        array_agg(p.next2) || counted.next2 AS next2, array_agg(p.next3) || counted.next3 AS next3
    FROM posting p
    WHERE counted.holding > 64 AND p.key = counted.key
        AND hashint8extended(p.document, 0) & sampled(counted.holding) = 0
) AS others;

-- Number of members.
CREATE OR REPLACE VIEW size AS SELECT count(*) AS members FROM passages p WHERE p.living;

-- Fingerprints of members.
CREATE OR REPLACE VIEW neighbour AS
SELECT f.document, f.recipe, f.bits, f.block_a, f.block_b, f.block_c, f.block_d
FROM fingerprint f JOIN passages p USING (document)
WHERE p.living;

-- What the search shows of a document besides its name: how many shingles it has stored, by which version, and its
-- fingerprint by each recipe. Ask for `document = ANY (...)`.
CREATE OR REPLACE VIEW card AS
SELECT p.document, p.version AS selection, cardinality(p.fingerprints)::bigint AS shingles, f.recipe, f.version, f.bits,
    f.characters, f.countable, f.checksum
FROM passages p LEFT JOIN fingerprint f USING (document);

-- Number of members by recipe and version of their fingerprints and version of their shingles.
CREATE OR REPLACE VIEW versions AS
SELECT f.recipe, f.version, p.version AS selection, count(*) AS members
FROM passages p JOIN fingerprint f USING (document)
WHERE p.living
GROUP BY f.recipe, f.version, p.version;
