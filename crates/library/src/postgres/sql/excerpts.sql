-- What a program asks a library for, whoever the person is: numbers, the search, and of texts that are not the person's
-- own the surroundings of what was found. These functions run with the rights of the library's owner.

CREATE OR REPLACE FUNCTION counts(OUT members bigint, OUT documents bigint, OUT checks bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = chachong, pg_temp AS $$
    SELECT (SELECT count(*) FROM member WHERE removed IS NULL), (SELECT count(*) FROM document),
        (SELECT count(*) FROM saved_check WHERE person = session_user)
$$;

-- Number of members on servers that are not lost.
CREATE OR REPLACE FUNCTION found_members(OUT members bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = chachong, pg_temp AS $$ SELECT s.members FROM size s $$;

-- Whether the search asks this server of a distributed library, by its number: not those that `chachong.lost` names, which
-- a program sets where it begins to use a connection. Called immutable so that plans have no place for the others.
CREATE OR REPLACE FUNCTION lives(server integer) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT server <> ALL (coalesce(nullif(current_setting('chachong.lost', true), ''), '{}')::integer[])
$$;

-- Servers of a distributed library that do not answer, by number, with their places; none of a library on one server.
CREATE OR REPLACE FUNCTION lost() RETURNS TABLE (server integer, place text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = chachong, pg_temp AS $$
DECLARE
    asked record;
BEGIN
    FOR asked IN
        SELECT c.oid::regclass AS relation, substring(c.relname FROM '\d+$')::integer AS number, (
            SELECT string_agg(o.option_value, ':' ORDER BY o.option_name)
            FROM pg_options_to_table(s.srvoptions) o WHERE o.option_name IN ('host', 'port')
        ) AS place
        FROM pg_foreign_table t JOIN pg_class c ON c.oid = t.ftrelid JOIN pg_foreign_server s ON s.oid = t.ftserver
        WHERE c.relnamespace = 'chachong'::regnamespace AND c.relname ~ '^size_\d+$'
        ORDER BY 2
    LOOP
        BEGIN
            EXECUTE format('SELECT members FROM %s', asked.relation);
        EXCEPTION WHEN connection_exception OR operator_intervention THEN
            server := asked.number;
            place := asked.place;
            RETURN NEXT;
        END;
    END LOOP;
END
$$;

-- Whether the person may add and remove.
CREATE OR REPLACE FUNCTION is_keeper() RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = chachong, pg_temp AS $$
    SELECT pg_has_role(session_user, 'chachong_keeper', 'MEMBER')
$$;

-- Those of the keys that the list of high shingles has. Planned for the number of keys at hand: a list of some hundred is
-- read as a whole, one of a million is asked key by key.
CREATE OR REPLACE FUNCTION high_among(keys bigint[]) RETURNS SETOF bigint
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = chachong, pg_temp SET plan_cache_mode = force_custom_plan SET jit = off
-- As long as a look-up takes beside reading a row, measured: in memory.
SET random_page_cost = 0.1
AS $$
BEGIN
    RETURN QUERY SELECT DISTINCT h.key FROM unnest(high_among.keys) AS k (key) JOIN high h ON h.key = k.key;
END
$$;

-- What a new text, given by its shingles that can be stored, has in common with the library: candidates (kind 0) and widespread runs (kind 1) as `candidates` gives them, members
-- near by fingerprint (kind 2, `evidence` is the distance; the nearest thousand), and what a list shows of each member.
-- A path says something about the person who added the file, and only keepers see it.
CREATE OR REPLACE FUNCTION ask(
    keys bigint[], tokens integer[], starts integer[], ends integer[], members bigint, bits bigint, distance integer,
    "by" text
) RETURNS TABLE (
    kind integer, found bigint, evidence bigint, "from" bigint, upto bigint, documents bigint,
    document bigint, name text, format text, added bigint, version bigint, fingerprint bigint, characters bigint,
    countable bigint, checksum bigint, path bytea, selection bigint, shingles bigint
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = chachong, pg_temp AS $$
    WITH answer AS MATERIALIZED (
        SELECT c.kind, c.document AS found, c.evidence, c."from"::bigint AS "from", c.upto::bigint AS upto, c.documents
        FROM candidates(keys, tokens, starts, ends, members) AS c
        UNION ALL
        (SELECT 2, n.document, n.bits::bigint, NULL, NULL, NULL FROM near(bits, distance, "by") AS n
         WHERE ask.bits IS NOT NULL ORDER BY n.bits, n.document LIMIT 1000)
    ),
    -- Asked for by number, so that several servers do not send all they have.
    shown AS MATERIALIZED (
        SELECT * FROM card c WHERE c.document = ANY (ARRAY(SELECT a.found FROM answer a WHERE a.found IS NOT NULL))
    )
    SELECT a.*, m.document, m.name, d.format, m.added, f.version, f.bits, f.characters, f.countable, f.checksum,
        CASE WHEN is_keeper() THEN m.path ELSE ''::bytea END, p.selection, p.shingles
    FROM answer a
    LEFT JOIN member m ON m.document = a.found AND m.removed IS NULL
    LEFT JOIN document d ON d.id = m.document
    LEFT JOIN shown f ON f.document = m.document AND f.recipe = "by"
    LEFT JOIN (SELECT DISTINCT s.document, s.selection, s.shingles FROM shown s) AS p ON p.document = m.document
    WHERE a.kind = 1 OR m.document IS NOT NULL
    ORDER BY a.kind, CASE WHEN a.kind = 0 THEN -a.evidence ELSE a.evidence END, a.found, a."from"
$$;

-- Text with U+9FFF for each character but white space (as Unicode has it; the server may know ASCII only).
CREATE OR REPLACE FUNCTION covered(text text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN regexp_replace(
    text,
    U&'[^\0009-\000D\0020\0085\00A0\1680\2000-\200A\2028\2029\202F\205F\3000]', U&'\9FFF', 'g'
);

-- Text of a member in which only the surroundings of shared text can be read: 260 characters before and after each
-- stored shingle that is among the keys asked for, if a stored shingle close by is asked for too or if it is rare (at
-- most one document in 148 has it, 5 nats, or the library has at most 60). A stored shingle lies at most 59 characters
-- from the end of shared text, so that at least 200 characters around a passage are read. U+9FFF stands for every other
-- character but white space: positions stay what they are, and so does the number of characters that count.
CREATE OR REPLACE FUNCTION excerpts(wanted bigint, keys bigint[], OUT body text, OUT about bytea)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = chachong, pg_temp AS $$
    WITH held_size AS MATERIALIZED (
        SELECT s.members FROM size s
    ),
    shingle AS MATERIALIZED (
        SELECT s.fingerprint >> 16 & 281474976710655 AS key, s.start, s.place
        FROM passages p, unnest(p.fingerprints, p.starts) WITH ORDINALITY AS s (fingerprint, start, place)
        WHERE p.document = wanted AND p.living
    ),
    met AS MATERIALIZED (
        SELECT s.*, lag(s.place) OVER (ORDER BY s.place) AS before, lead(s.place) OVER (ORDER BY s.place) AS after
        FROM shingle s WHERE s.key = ANY (keys)
    ),
    shown AS (
        SELECT greatest(m.start - 260, 0) AS first, m.start + 260 AS last
        FROM met m CROSS JOIN held_size z JOIN (
            SELECT h.key, h.holding FROM held h WHERE h.key = ANY (ARRAY(SELECT m.key FROM met m))
        ) AS h USING (key)
        WHERE z.members <= 60 OR m.place - m.before <= 3 OR m.after - m.place <= 3
            OR h.holding <= z.members / 148
    ),
    -- Surroundings that touch are one.
    begun AS (
        SELECT s.*, coalesce(s.first > max(s.last) OVER (
            ORDER BY s.first, s.last ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), true)::int AS begins
        FROM shown s
    ),
    numbered AS (
        SELECT b.first, b.last, sum(b.begins) OVER (ORDER BY b.first, b.last) AS number FROM begun b
    ),
    stretch AS (
        SELECT min(n.first) AS first, least(max(n.last), length(b.body)) AS last, b.body
        FROM numbered n, body b WHERE b.document = wanted GROUP BY n.number, b.body
        HAVING min(n.first) < length(b.body)
    ),
    pieces AS (
        SELECT string_agg(
            covered(substr(s.body, s.before + 1, s.first - s.before))
                || substr(s.body, s.first + 1, s.last - s.first), '' ORDER BY s.first
        ) AS pieces, max(s.last) AS last
        FROM (SELECT t.*, coalesce(lag(t.last) OVER (ORDER BY t.first), 0) AS before FROM stretch t) AS s
    )
    SELECT coalesce(p.pieces, '') || covered(substr(b.body, coalesce(p.last, 0) + 1)), b.about
    FROM body b CROSS JOIN pieces p JOIN member m ON m.document = b.document AND m.removed IS NULL
    WHERE b.document = wanted
$$;

-- Fingerprint, lengths and signs of a member.
CREATE OR REPLACE FUNCTION derived_of(
    wanted bigint, "by" text, OUT version bigint, OUT fingerprint bigint, OUT characters bigint, OUT countable bigint,
    OUT checksum bigint, OUT signs bytea
) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = chachong, pg_temp AS $$
    SELECT f.version, f.bits, f.characters, f.countable, f.checksum, s.signs
    FROM fingerprint f JOIN signs s ON s.document = f.document AND s.version = f.version
    WHERE f.document = wanted AND f.recipe = "by"
$$;
