-- One library over several PostgreSQL servers, distributed by a hash of the document. What an administrator runs, as a
-- superuser of each database:
--
--   on each shard and on the coordinator:  chachong library init-server postgres://ADMIN@SERVER/LIBRARY
--   on the coordinator, once:              psql -d LIBRARY -v library=LIBRARY -v user=chachong -v password=SECRET \
--                                              -v shards='a.example:5432 b.example:5432 c.example:5432' -f shards.sql
--
-- `user` is a member of chachong_keeper on the shards. The coordinator is then used like one server. It keeps the list of
-- documents and what persons have said; texts, fingerprints, vectors, search terms and postings lie on the shards. `CALL
-- chachong.settle()` runs on each shard, now and then. The number and the order of the shards stay: others need the
-- library made anew (`chachong library copy`). After `init-server` with a newer program on all of them, run this file again
-- on the coordinator, which renews the views only. See docs/scale.md.

\set ON_ERROR_STOP on
\if :{?password} \else \set password '' \endif
-- Where the views are renewed, nothing else is asked for.
\if :{?shards} \else \set shards '' \endif
\if :{?library} \else \set library '' \endif
\if :{?user} \else \set user '' \endif
SET search_path = chachong, pg_temp;
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS postgres_fdw WITH SCHEMA public;

SELECT to_regclass('chachong.held_by_shards') IS NOT NULL AS is_distributed \gset
SELECT set_config('chachong.shards', :'shards', false), set_config('chachong.library', :'library', false),
    set_config('chachong.user', :'user', false), set_config('chachong.password', :'password', false) \gset _

BEGIN;

\if :is_distributed
\else

-- SERVERS -----------------------------------------------------------------------------------------------------------

DO $$
BEGIN
    IF EXISTS (SELECT FROM document) THEN
        RAISE 'the library on the coordinator has documents; distribute an empty one and copy into it';
    END IF;
END
$$;

DROP VIEW entry, held, size, neighbour, card, versions;
DROP TABLE passages, posting, spilled, head, fingerprint, body, terms, vectors;

DO $$
DECLARE
    shards text[] := regexp_split_to_array(trim(current_setting('chachong.shards')), '\s+');
    shard text;
BEGIN
    FOR i IN 1 .. cardinality(shards) LOOP
        shard := format('chachong_%s', i);
        EXECUTE format('DROP SERVER IF EXISTS %I CASCADE', shard);
        -- All rows at once; all shards at the same time: only if rows that come sorted cost clearly more (no cost to
        -- start) are they not merged, which waits for one shard after the other. There, plans that do not depend on
        -- what is known of the tables' sizes, and no compiling of one that runs for a moment.
        EXECUTE format(
            'CREATE SERVER %I FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host %L, port %L, dbname %L,
                fetch_size ''100000'', async_capable ''true'', batch_size ''1000'', use_remote_estimate ''false'',
                fdw_startup_cost ''0'', fdw_tuple_cost ''1'', options %L)',
            shard, regexp_replace(shards[i], ':[0-9]+$', ''), substring(shards[i] FROM ':([0-9]+)$'),
            current_setting('chachong.library'),
            '-c jit=off -c work_mem=64MB -c enable_hashjoin=off -c enable_mergejoin=off -c enable_seqscan=on'
        );
        EXECUTE format(
            'CREATE USER MAPPING FOR PUBLIC SERVER %I OPTIONS (user %L, %s)',
            shard, current_setting('chachong.user'),
            CASE WHEN current_setting('chachong.password') = '' THEN 'password_required ''false'''
                ELSE format('password %L', current_setting('chachong.password')) END
        );
    END LOOP;
END
$$;

-- WHAT IS DISTRIBUTED -----------------------------------------------------------------------------------------------

CREATE TABLE entry (document bigint, version bigint, fingerprints bigint[], starts integer[])
    PARTITION BY HASH (document);
CREATE TABLE passages (document bigint, version bigint, living boolean, fingerprints bigint[], starts integer[])
    PARTITION BY HASH (document);
CREATE TABLE fingerprint (
    document bigint, recipe text, version bigint, bits bigint, characters bigint, countable bigint, checksum bigint
) PARTITION BY HASH (document);
CREATE TABLE body (document bigint, body text, zero text, checksum bigint, about bytea) PARTITION BY HASH (document);
CREATE TABLE terms (document bigint, part integer, terms tsvector) PARTITION BY HASH (document);
CREATE TABLE vectors (document bigint, version text, body bytea, checksum bigint) PARTITION BY HASH (document);

DO $$
DECLARE
    number integer := cardinality(regexp_split_to_array(trim(current_setting('chachong.shards')), '\s+'));
    name text;
BEGIN
    FOR i IN 1 .. number LOOP
        FOREACH name IN ARRAY '{entry,passages,fingerprint,body,terms,vectors}'::text[] LOOP
            EXECUTE format(
                'CREATE FOREIGN TABLE chachong.%I PARTITION OF chachong.%I FOR VALUES WITH (MODULUS %s, REMAINDER %s)
                    SERVER %I OPTIONS (schema_name ''chachong'', table_name %L)',
                name || '_' || i, name, number, i - 1, 'chachong_' || i, name
            );
        END LOOP;
    END LOOP;
END
$$;

\endif

-- WHAT THE SEARCH ASKS FOR ------------------------------------------------------------------------------------------

-- Servers that are lost give up soon: none keeps a check waiting for more than some seconds.
DO $$
DECLARE
    name text;
    wait text[];
    is_set boolean;
BEGIN
    FOR name IN SELECT s.srvname FROM pg_foreign_server s WHERE s.srvname ~ '^chachong_\d+$' LOOP
        FOREACH wait SLICE 1 IN ARRAY '{{connect_timeout,4},{keepalives_idle,5},{keepalives_interval,3},
            {keepalives_count,3},{tcp_user_timeout,15000}}'::text[] LOOP
            SELECT EXISTS (SELECT FROM pg_options_to_table(s.srvoptions) o WHERE o.option_name = wait[1]) INTO is_set
            FROM pg_foreign_server s WHERE s.srvname = name;
            EXECUTE format('ALTER SERVER %I OPTIONS (%s %I %L)', name, CASE WHEN is_set THEN 'SET' ELSE 'ADD' END,
                wait[1], wait[2]);
        END LOOP;
    END LOOP;
END
$$;

-- Views over what each server's view of the same name says, of the servers that are not lost.
DO $$
DECLARE
    number integer := (SELECT count(*) FROM pg_foreign_server s WHERE s.srvname ~ '^chachong_\d+$');
    asked record;
    every text;
BEGIN
    IF EXISTS (SELECT FROM pg_class c WHERE c.oid = to_regclass('chachong.neighbour') AND c.relkind = 'p') THEN
        DROP TABLE chachong.neighbour;
    END IF;
    DROP VIEW IF EXISTS chachong.held, chachong.held_by_shards, chachong.size, chachong.neighbour, chachong.card,
        chachong.versions;
    FOR asked IN SELECT * FROM (VALUES
        ('size', 'members bigint'),
        ('held', 'key bigint, holding bigint, documents bigint[], positions integer[], samples bigint[],
            next1 integer[], next2 integer[], next3 integer[]'),
        ('neighbour', 'document bigint, recipe text, bits bigint, block_a integer, block_b integer, block_c integer,
            block_d integer'),
        ('card', 'document bigint, selection bigint, shingles bigint, recipe text, version bigint, bits bigint,
            characters bigint, countable bigint, checksum bigint'),
        ('versions', 'recipe text, version bigint, selection bigint, members bigint')
    ) AS a (name, columns) LOOP
        every := NULL;
        FOR i IN 1 .. number LOOP
            EXECUTE format('DROP FOREIGN TABLE IF EXISTS chachong.%I', asked.name || '_' || i);
            EXECUTE format(
                'CREATE FOREIGN TABLE chachong.%I (%s) SERVER %I OPTIONS (schema_name ''chachong'', table_name %L)',
                asked.name || '_' || i, asked.columns, 'chachong_' || i, asked.name
            );
            every := concat_ws(' UNION ALL ', every,
                format('SELECT * FROM chachong.%I WHERE chachong.lives(%s)', asked.name || '_' || i, i));
        END LOOP;
        EXECUTE CASE asked.name
            WHEN 'size' THEN 'CREATE VIEW chachong.size AS SELECT coalesce(sum(c.members), 0)::bigint AS members FROM ('
                || every || ') AS c'
            WHEN 'held' THEN 'CREATE VIEW chachong.held_by_shards AS ' || every
            ELSE format('CREATE VIEW chachong.%I AS %s', asked.name, every)
        END;
    END LOOP;
END
$$;

-- All arrays of a group, one after the other.
DO $$
BEGIN
    IF to_regprocedure('chachong.chain(anycompatiblearray)') IS NULL THEN
        CREATE AGGREGATE chachong.chain(anycompatiblearray) (sfunc = array_cat, stype = anycompatiblearray);
    END IF;
END
$$;
REVOKE ALL ON FUNCTION chain(anycompatiblearray) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION chain(anycompatiblearray) TO chachong_keeper;

-- WHO HOLDS A SHINGLE, ON ALL SHARDS --------------------------------------------------------------------------------

-- As a shard's own `held`: the numbers added up, the first 64 documents of all of theirs, the samples together.
CREATE VIEW held AS
SELECT every.key, every.holding, first.documents, first.positions, every.samples, every.next1, every.next2, every.next3
FROM (
    SELECT h.key, sum(h.holding)::bigint AS holding, chain(h.documents) AS documents, chain(h.positions) AS positions,
        chain(coalesce(h.samples, h.documents)) AS samples,
        chain(h.next1) AS next1, chain(h.next2) AS next2, chain(h.next3) AS next3
    FROM held_by_shards h
    GROUP BY h.key
) AS every
CROSS JOIN LATERAL (
    SELECT array_agg(f.document) AS documents, array_agg(f.position) AS positions
    FROM (
        SELECT * FROM unnest(every.documents, every.positions) AS u (document, position) ORDER BY u.document LIMIT 64
    ) AS f
) AS first;

-- RIGHTS, AS ON ONE SERVER ------------------------------------------------------------------------------------------

GRANT SELECT, INSERT, UPDATE, DELETE ON entry, passages, fingerprint, body, terms, vectors TO chachong_keeper;
GRANT SELECT ON held, held_by_shards, size, neighbour, card, versions TO chachong_keeper;
DO $$
DECLARE
    name text;
BEGIN
    FOR name IN SELECT c.relname FROM pg_class c
        WHERE c.relnamespace = 'chachong'::regnamespace AND c.relkind = 'f' AND c.relname ~ '^(size|held|neighbour|card|versions)_' LOOP
        EXECUTE format('GRANT SELECT ON chachong.%I TO chachong_keeper', name);
    END LOOP;
END
$$;
GRANT SELECT ON body TO chachong_checker;
ALTER TABLE body ENABLE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS keeper ON body;
CREATE POLICY keeper ON body TO chachong_keeper USING (true) WITH CHECK (true);
DROP POLICY IF EXISTS template ON body;
CREATE POLICY template ON body FOR SELECT TO chachong_checker
    USING (EXISTS (SELECT FROM template t WHERE t.document = body.document));

-- Each shard settles its own postings.
CREATE OR REPLACE PROCEDURE settle(most integer DEFAULT 256) LANGUAGE plpgsql AS $$ BEGIN END $$;

COMMIT;
