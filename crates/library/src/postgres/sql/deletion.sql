-- Deletion: whole documents only, with everything that the library keeps of them. These functions run with the rights
-- of the library's owner, since checks of other persons count too.

-- Deletes documents, and of the recognised pages those of files that no document is left of.
CREATE OR REPLACE FUNCTION forget(ids bigint[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = chachong, pg_temp AS $$
    DELETE FROM entry WHERE document = ANY (ids);
    DELETE FROM passages WHERE document = ANY (ids);
    DELETE FROM terms WHERE document = ANY (ids);
    DELETE FROM fingerprint WHERE document = ANY (ids);
    DELETE FROM vectors WHERE document = ANY (ids);
    DELETE FROM body WHERE document = ANY (ids);
    WITH gone AS (DELETE FROM document WHERE id = ANY (ids) RETURNING id, sha256),
    pages AS (
        DELETE FROM recognised_page r USING gone g
        WHERE r.file = g.sha256
            AND NOT EXISTS (SELECT FROM document d WHERE d.sha256 = r.file AND d.id <> ALL (ids))
    )
    INSERT INTO deletion (document, deleted) SELECT id, extract(epoch FROM now())::bigint FROM gone
    ON CONFLICT DO NOTHING;
$$;

-- Documents among these that neither a member, a check nor a template needs.
CREATE OR REPLACE FUNCTION needless(ids bigint[]) RETURNS bigint[]
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = chachong, pg_temp AS $$
    SELECT coalesce(array_agg(d.id), '{}') FROM document d
    WHERE (ids IS NULL OR d.id = ANY (ids))
        AND NOT EXISTS (SELECT FROM member m WHERE m.document = d.id)
        AND NOT EXISTS (SELECT FROM template t WHERE t.document = d.id)
        AND NOT EXISTS (SELECT FROM check_row r WHERE r.document = d.id)
$$;

-- Ends the membership of documents: what the search knows of them, and whose they are.
CREATE OR REPLACE FUNCTION end_membership(ids bigint[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = chachong, pg_temp AS $$
    DELETE FROM entry WHERE document = ANY (ids);
    DELETE FROM passages WHERE document = ANY (ids);
    DELETE FROM terms WHERE document = ANY (ids);
    DELETE FROM submission WHERE document = ANY (ids);
    DELETE FROM member WHERE document = ANY (ids);
$$;

-- Deletes these members for good; returns how many there were. A document that a check or a template needs stays there.
CREATE OR REPLACE FUNCTION remove_for_good(ids bigint[]) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = chachong, pg_temp AS $$
DECLARE
    number bigint;
BEGIN
    SELECT count(*) INTO number FROM member WHERE document = ANY (ids);
    PERFORM end_membership(ids);
    PERFORM forget(needless(ids));
    RETURN number;
END $$;

-- Deletes members removed at least `grace` seconds ago, and documents that nothing needs and no program met since;
-- returns the number of the former. Rows that another transaction holds are left for the next time.
CREATE OR REPLACE FUNCTION purge(grace bigint) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = chachong, pg_temp AS $$
DECLARE
    since bigint := extract(epoch FROM now())::bigint - grace;
    ids bigint[];
    number bigint;
BEGIN
    SELECT coalesce(array_agg(id), '{}') INTO ids FROM (
        SELECT d.id FROM document d JOIN member m ON m.document = d.id WHERE m.removed <= since
        ORDER BY d.id FOR UPDATE OF d SKIP LOCKED
    ) AS locked;
    number := cardinality(ids);
    PERFORM end_membership(ids);
    SELECT coalesce(array_agg(id), '{}') INTO ids FROM (
        SELECT d.id FROM document d WHERE d.met <= since AND d.id = ANY (needless(NULL))
        ORDER BY d.id FOR UPDATE SKIP LOCKED
    ) AS locked;
    PERFORM forget(needless(ids));
    DELETE FROM recognised_page r WHERE NOT EXISTS (SELECT FROM document d WHERE d.sha256 = r.file)
        AND r.met <= since;
    PERFORM empty_handed();
    RETURN number;
END $$;

-- Tables that still have anything of a document, with the number of rows: none after it was deleted for good.
CREATE OR REPLACE FUNCTION traces(wanted bigint) RETURNS TABLE ("table" text, number bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = chachong, pg_temp AS $$
    SELECT * FROM (
        SELECT 'document', (SELECT count(*) FROM document WHERE id = wanted)
        UNION ALL SELECT 'path', (SELECT count(*) FROM path WHERE document = wanted)
        UNION ALL SELECT 'member', (SELECT count(*) FROM member WHERE document = wanted)
        UNION ALL SELECT 'template', (SELECT count(*) FROM template WHERE document = wanted)
        UNION ALL SELECT 'correction', (SELECT count(*) FROM correction WHERE document = wanted)
        UNION ALL SELECT 'submission', (SELECT count(*) FROM submission WHERE document = wanted)
        UNION ALL SELECT 'signs', (SELECT count(*) FROM signs WHERE document = wanted)
        UNION ALL SELECT 'body', (SELECT count(*) FROM body WHERE document = wanted)
        UNION ALL SELECT 'terms', (SELECT count(*) FROM terms WHERE document = wanted)
        UNION ALL SELECT 'passages', (SELECT count(*) FROM passages WHERE document = wanted)
        UNION ALL SELECT 'high', (SELECT count(*) FROM high WHERE document = wanted)
        UNION ALL SELECT 'outline', (SELECT count(*) FROM outline WHERE document = wanted)
        UNION ALL SELECT 'disclosed', (SELECT count(*) FROM disclosed WHERE document = wanted)
        UNION ALL SELECT 'entry', (SELECT count(*) FROM entry WHERE document = wanted)
        UNION ALL SELECT 'fingerprint', (SELECT count(*) FROM fingerprint WHERE document = wanted)
        UNION ALL SELECT 'vectors', (SELECT count(*) FROM vectors WHERE document = wanted)
        UNION ALL SELECT 'decision', (SELECT count(*) FROM decision WHERE wanted IN (a, b))
        UNION ALL SELECT 'check_row', (SELECT count(*) FROM check_row WHERE document = wanted)
    ) AS t ("table", number) WHERE t.number > 0
$$;
