-- Search of a library: the documents that may share passages with a new text, the runs of that text that many documents
-- have, and the documents whose fingerprint is near.
--
-- The same arithmetic as src/library/passage_index/{search,score,widespread}.rs. What these functions ask for stands in
-- entries.sql for one server and in shards.sql for several.

-- What the functions ask is made after them.
SET LOCAL check_function_bodies = off;

-- KEYS AND SAMPLES --------------------------------------------------------------------------------------------------

-- What stands for a key in next1 to next3: its lower 32 bits, as a signed number.
CREATE OR REPLACE FUNCTION tag(key bigint) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ((key & 4294967295) - 2147483648)::integer;

-- Mask of the documents sampled of so many: those whose hash has zeros there. None up to 64; above, 32 to 64 of them
-- are expected. Each sample holds those of all larger numbers, so that samples of parts make up that of the whole.
CREATE OR REPLACE FUNCTION sampled(holding bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (1::bigint << width_bucket((holding - 1) / 64, '{1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192,
    16384, 32768, 65536, 131072, 262144, 524288, 1048576, 2097152}'::bigint[])) - 1;

-- CANDIDATES --------------------------------------------------------------------------------------------------------

-- Documents that may share passages with a new text (kind 0: document, evidence; the best first), and the runs of it
-- that more than 8 documents have (kind 1: from, upto, documents; by position). The text is given by all its shingles,
-- by token: their keys, tokens, first characters, and characters after the last; the library by its number of members,
-- which takes as long to count as a third of the search.
--
-- The constants are those of the program: 9 and 20 of search.rs `frequent`, 8 SOURCES, 64 REPRESENTATIVES, 2 PLACES,
-- 160 LEAST_OF_RUN; 256 and 9 of score.rs STRETCH and STRETCH_STORED, 320 LEAST, 5120 CERTAIN, 60 BUDGET, 1000 MOST;
-- 20 of widespread.rs LEAST_TOKENS, 67 WINDOW + GAP.
CREATE OR REPLACE FUNCTION candidates(
    keys bigint[], tokens integer[], starts integer[], ends integer[], members bigint
)
RETURNS TABLE (kind integer, document bigint, evidence bigint, "from" integer, upto integer, documents bigint)
LANGUAGE sql STABLE PARALLEL SAFE ROWS 100
SET jit = off SET enable_mergejoin = off SET work_mem = '64MB'
AS $$
WITH
library AS MATERIALIZED (
    SELECT members AS size, greatest(9, (members + 19) / 20) AS frequent
),
asked AS MATERIALIZED (
    SELECT * FROM unnest(keys, tokens, starts, ends) AS a (key, token, first, after)
),
-- One row a key that the library has.
met AS MATERIALIZED (
    SELECT * FROM chachong.held h WHERE h.key = ANY (keys)
),
-- Where the text has shingles that more than 8 documents have, and the next such place.
place AS MATERIALIZED (
    SELECT a.key, a.token, a.first, a.after, m.holding,
        lead(a.key) OVER (ORDER BY a.token) AS next_key, lead(a.token) OVER (ORDER BY a.token) AS next_token
    FROM asked a JOIN met m USING (key)
    WHERE m.holding > 8
),
-- Places from which at least 9 documents go on to the next place within three stored shingles.
linked AS MATERIALIZED (
    SELECT p.token
    FROM place p
    JOIN met m USING (key)
    CROSS JOIN LATERAL (
        SELECT count(*) AS asked,
            count(*) FILTER (WHERE chachong.tag(p.next_key) IN (f.next1, f.next2, f.next3)) AS going_on
        FROM unnest(coalesce(m.samples, m.documents), m.next1, m.next2, m.next3) AS f (document, next1, next2, next3)
        WHERE hashint8extended(f.document, 0) & chachong.sampled(p.holding) = 0
    ) AS s
    WHERE p.next_token - p.token <= 67 AND p.holding * s.going_on / greatest(s.asked, 1) >= 9
),
-- Places of one run of text have one number.
chained AS MATERIALIZED (
    SELECT p.*, count(*) FILTER (WHERE l.token IS NULL) OVER (
        ORDER BY p.token ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
    ) AS run
    FROM place p LEFT JOIN linked l USING (token)
),
run AS MATERIALIZED (
    SELECT c.run, (array_agg(c.first ORDER BY c.token))[1] AS first,
        (array_agg(c.after ORDER BY c.token DESC))[1] AS after,
        -- The median, and one more for the new text itself.
        (array_agg(c.holding ORDER BY c.holding))[count(*) / 2 + 1] + 1 AS documents
    FROM chained c
    GROUP BY c.run
    HAVING max(c.token) - min(c.token) >= 20
),
-- The stretches of the text in which a key counts, and those after: a square has two.
stretch AS MATERIALIZED (
    SELECT s.key, array_agg(DISTINCT s.stretch + more) AS stretches
    FROM (
        SELECT a.key, a.token / 256 AS stretch, dense_rank() OVER (PARTITION BY a.key ORDER BY a.token / 256) AS place
        FROM asked a JOIN met m USING (key)
    ) AS s
    CROSS JOIN generate_series(0, 1) AS more
    WHERE s.place <= 2
    GROUP BY s.key
),
-- Keys that are evidence, in 64ths of a nat: outside of runs, those that are no mere phrases.
weighed AS MATERIALIZED (
    SELECT m.key, m.documents, m.positions, w.worth, r.key IS NOT NULL AS widespread
    FROM met m
    CROSS JOIN library l
    LEFT JOIN (SELECT DISTINCT c.key FROM chained c JOIN run r USING (run)) AS r USING (key)
    CROSS JOIN LATERAL (
        SELECT round(64 * greatest(ln((l.size + 1)::float8 / m.holding), 0))::integer AS worth
    ) AS w
    WHERE r.key IS NOT NULL OR (w.worth > 0 AND m.holding < l.frequent)
),
hit AS MATERIALIZED (
    SELECT h.document, h.position / 9 AS stored_stretch, s.stretches,
        CASE WHEN w.widespread THEN greatest(w.worth, 160) ELSE w.worth END AS worth
    FROM weighed w
    JOIN stretch s USING (key)
    CROSS JOIN LATERAL unnest(w.documents, w.positions) WITH ORDINALITY AS h (document, position, rank)
    WHERE h.rank <= CASE WHEN w.widespread THEN 8 ELSE 64 END
),
valued AS MATERIALIZED (
    SELECT h.*, sum(h.worth) OVER (PARTITION BY h.document) AS most FROM hit h
),
-- The evidence for a document is that of its best square of 2 x 2 stretches, at most the worth of all its hits. So
-- the squares of those with the most worth are added up first, and then of those that could still be among the best.
likely AS MATERIALIZED (
    SELECT coalesce(min(m.most), 0) AS least
    FROM (SELECT max(v.most) AS most FROM valued v GROUP BY v.document ORDER BY most DESC LIMIT 200) AS m
),
likely_best AS MATERIALIZED (
    SELECT s.document, max(s.evidence) AS evidence
    FROM (
        SELECT v.document, sum(v.worth) AS evidence
        FROM valued v CROSS JOIN unnest(v.stretches) AS row CROSS JOIN generate_series(0, 1) AS more
        WHERE v.most >= (SELECT l.least FROM likely l)
        GROUP BY v.document, row, v.stored_stretch + more
    ) AS s
    GROUP BY s.document
),
bound AS MATERIALIZED (
    SELECT least(5120, coalesce(min(b.evidence) FILTER (WHERE b.rank = 60), 0)) AS least
    FROM (SELECT b.evidence, row_number() OVER (ORDER BY b.evidence DESC) AS rank FROM likely_best b) AS b
),
other_best AS (
    SELECT s.document, max(s.evidence) AS evidence
    FROM (
        SELECT v.document, sum(v.worth) AS evidence
        FROM valued v CROSS JOIN unnest(v.stretches) AS row CROSS JOIN generate_series(0, 1) AS more
        WHERE v.most < (SELECT l.least FROM likely l) AND v.most >= (SELECT b.least FROM bound b)
        GROUP BY v.document, row, v.stored_stretch + more
    ) AS s
    GROUP BY s.document
),
best AS MATERIALIZED (
    SELECT b.document, b.evidence
    FROM (SELECT * FROM likely_best UNION ALL SELECT * FROM other_best) AS b
    WHERE b.evidence >= (SELECT CASE WHEN l.size <= 60 THEN 1 ELSE 320 END FROM library l)
),
named AS (
    SELECT b.document, b.evidence
    FROM best b
    ORDER BY b.evidence DESC, b.document
    LIMIT (SELECT least(greatest(count(*) FILTER (WHERE c.evidence >= 5120), 60), 1000) FROM best c)
)
SELECT * FROM (
    SELECT 0 AS kind, n.document, n.evidence, NULL::integer AS "from", NULL::integer AS upto, NULL::bigint AS documents
    FROM named n
    UNION ALL
    SELECT 1, NULL, NULL, r.first, r.after, r.documents FROM run r
) AS found
ORDER BY found.kind, found.evidence DESC, found.document, found."from"
$$;

-- NEAR BY FINGERPRINT -----------------------------------------------------------------------------------------------

-- Numbers of 16 bits of which at most so many are set.
CREATE OR REPLACE FUNCTION flips(most integer) RETURNS SETOF integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    WITH RECURSIVE flip (bits, from_bit, number) AS (
        SELECT 0, 0, 0 WHERE most >= 0
        UNION ALL
        SELECT f.bits | (1 << b), b + 1, f.number + 1
        FROM flip f CROSS JOIN LATERAL generate_series(f.from_bit, 15) AS b
        WHERE f.number < most
    )
    SELECT f.bits FROM flip f
$$;

-- Living members whose fingerprint differs from `wanted` in at most so many bits. Of four blocks one differs in at
-- most distance / 4 bits; more narrowly, one of block i in at most (distance - i) / 4, as else all differ in
-- distance + 1 bits together (Norouzi et al. 2012; Qin et al. 2018). Above 12 bits all fingerprints are read, which
-- is faster there.
CREATE OR REPLACE FUNCTION near(wanted bigint, distance integer, "of" text)
RETURNS TABLE (document bigint, bits integer)
LANGUAGE plpgsql STABLE PARALLEL SAFE ROWS 100
SET plan_cache_mode = force_generic_plan SET enable_seqscan = on SET jit = off
AS $$
BEGIN
    IF distance > 12 THEN
        RETURN QUERY
        SELECT f.document, bit_count((f.bits # wanted)::bit(64))::integer
        FROM chachong.neighbour f
        WHERE f.recipe = "of" AND bit_count((f.bits # wanted)::bit(64)) <= distance;
        RETURN;
    END IF;
    RETURN QUERY
    SELECT n.document, bit_count((n.bits # wanted)::bit(64))::integer
    FROM (
        SELECT f.document, f.bits FROM chachong.neighbour f
        WHERE f.recipe = "of" AND f.block_a = ANY (ARRAY(
            SELECT (wanted >> 48 & 65535)::integer # flip FROM chachong.flips(distance >> 2) AS flip
        )) AND bit_count((f.bits # wanted)::bit(64)) <= distance
        UNION
        SELECT f.document, f.bits FROM chachong.neighbour f
        WHERE f.recipe = "of" AND f.block_b = ANY (ARRAY(
            SELECT (wanted >> 32 & 65535)::integer # flip FROM chachong.flips((distance - 1) >> 2) AS flip
        )) AND bit_count((f.bits # wanted)::bit(64)) <= distance
        UNION
        SELECT f.document, f.bits FROM chachong.neighbour f
        WHERE f.recipe = "of" AND f.block_c = ANY (ARRAY(
            SELECT (wanted >> 16 & 65535)::integer # flip FROM chachong.flips((distance - 2) >> 2) AS flip
        )) AND bit_count((f.bits # wanted)::bit(64)) <= distance
        UNION
        SELECT f.document, f.bits FROM chachong.neighbour f
        WHERE f.recipe = "of" AND f.block_d = ANY (ARRAY(
            SELECT (wanted & 65535)::integer # flip FROM chachong.flips((distance - 3) >> 2) AS flip
        )) AND bit_count((f.bits # wanted)::bit(64)) <= distance
    ) AS n;
END
$$;
