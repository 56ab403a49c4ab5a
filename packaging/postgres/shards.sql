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
-- library made anew (`chachong library copy`). See docs/scale.md.

\set ON_ERROR_STOP on
\if :{?password} \else \set password '' \endif
SET search_path = chachong, pg_temp;
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS postgres_fdw WITH SCHEMA public;

SELECT set_config('chachong.shards', :'shards', false), set_config('chachong.library', :'library', false),
    set_config('chachong.user', :'user', false), set_config('chachong.password', :'password', false) \gset _

BEGIN;

-- SERVERS -----------------------------------------------------------------------------------------------------------

DO $$
BEGIN
    IF EXISTS (SELECT FROM document) THEN
        RAISE 'the library on the coordinator has documents; distribute an empty one and copy into it';
    END IF;
END
$$;

DROP VIEW entry, held, size, neighbour;
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
CREATE TABLE neighbour (
    document bigint, recipe text, bits bigint, block_a integer, block_b integer, block_c integer, block_d integer
) PARTITION BY HASH (document);
CREATE TABLE body (document bigint, body text, zero text, checksum bigint, about bytea) PARTITION BY HASH (document);
CREATE TABLE terms (document bigint, part integer, terms tsvector) PARTITION BY HASH (document);
CREATE TABLE vectors (document bigint, version text, body bytea, checksum bigint) PARTITION BY HASH (document);

DO $$
DECLARE
    number integer := cardinality(regexp_split_to_array(trim(current_setting('chachong.shards')), '\s+'));
    name text;
    counted text;
    holding text;
BEGIN
    FOR i IN 1 .. number LOOP
        FOREACH name IN ARRAY '{entry,passages,fingerprint,neighbour,body,terms,vectors}'::text[] LOOP
            EXECUTE format(
                'CREATE FOREIGN TABLE chachong.%I PARTITION OF chachong.%I FOR VALUES WITH (MODULUS %s, REMAINDER %s)
                    SERVER %I OPTIONS (schema_name ''chachong'', table_name %L)',
                name || '_' || i, name, number, i - 1, 'chachong_' || i, name
            );
        END LOOP;
        EXECUTE format(
            'CREATE FOREIGN TABLE chachong.%I (members bigint)
                SERVER %I OPTIONS (schema_name ''chachong'', table_name ''size'')',
            'size_' || i, 'chachong_' || i
        );
        EXECUTE format(
            'CREATE FOREIGN TABLE chachong.%I (key bigint, holding bigint, documents bigint[], positions integer[],
                samples bigint[], next1 integer[], next2 integer[], next3 integer[])
                SERVER %I OPTIONS (schema_name ''chachong'', table_name ''held'')',
            'held_' || i, 'chachong_' || i
        );
        counted := concat_ws(' UNION ALL ', counted, format('SELECT * FROM chachong.%I', 'size_' || i));
        holding := concat_ws(' UNION ALL ', holding, format('SELECT * FROM chachong.%I', 'held_' || i));
    END LOOP;
    EXECUTE 'CREATE VIEW chachong.size AS SELECT sum(c.members)::bigint AS members FROM (' || counted || ') AS c';
    EXECUTE 'CREATE VIEW chachong.held_by_shards AS ' || holding;
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

GRANT SELECT, INSERT, UPDATE, DELETE ON entry, passages, fingerprint, neighbour, body, terms, vectors TO chachong_keeper;
GRANT SELECT ON held, held_by_shards, size TO chachong_keeper;
DO $$
DECLARE
    name text;
BEGIN
    FOR name IN SELECT c.relname FROM pg_class c
        WHERE c.relnamespace = 'chachong'::regnamespace AND c.relkind = 'f' AND c.relname ~ '^(size|held)_' LOOP
        EXECUTE format('GRANT SELECT ON chachong.%I TO chachong_keeper', name);
    END LOOP;
END
$$;
GRANT SELECT ON body TO chachong_checker;
ALTER TABLE body ENABLE ROW LEVEL SECURITY;
CREATE POLICY keeper ON body TO chachong_keeper USING (true) WITH CHECK (true);
CREATE POLICY template ON body FOR SELECT TO chachong_checker
    USING (EXISTS (SELECT FROM template t WHERE t.document = body.document));

-- Each shard settles its own postings.
CREATE OR REPLACE PROCEDURE settle(most integer DEFAULT 256) LANGUAGE plpgsql AS $$ BEGIN END $$;

COMMIT;
