-- What a program asks a library for, whoever the person is: numbers and the search. These functions run with the rights of
-- the library's owner; `ask` and `high_among` are for keepers, who hand nothing over (checker.sql).

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
