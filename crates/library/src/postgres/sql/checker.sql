-- What a person who may only check can ask for. The person hands over a document in whole (`hand_over`) and then asks with its
-- number: which members have passages of it (`ask_of`), and what stands around these (`excerpts`). Nothing is said about other
-- members, nothing can be asked for by a member's number alone, and what is shown is counted and logged before it is shown
-- (`disclose`), in a transaction that has ended.
-- These functions run with the rights of the library's owner. docs/server.md says of each what it reveals.

-- Text with U+9FFF for each character but white space (as Unicode has it; the server may know ASCII only).
CREATE OR REPLACE FUNCTION covered(text text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN regexp_replace(
    text,
    U&'[^\0009-\000D\0020\0085\00A0\1680\2000-\200A\2028\2029\202F\205F\3000]', U&'\9FFF', 'g'
);

-- Day by which limits count, whatever the person's time zone.
CREATE OR REPLACE FUNCTION today() RETURNS date LANGUAGE sql STABLE RETURN (now() AT TIME ZONE 'UTC')::date;

-- Number of characters in ranges.
CREATE OR REPLACE FUNCTION letters(ranges int4multirange) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (SELECT coalesce(sum(upper(r) - lower(r)), 0) FROM unnest(ranges) AS r);

-- What lies between two ranges that are close to each other.
CREATE OR REPLACE FUNCTION gaps(ranges int4multirange, most integer) RETURNS SETOF int4range
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT int4range(b.before, lower(b.range))
    FROM (SELECT r AS range, lag(upper(r)) OVER (ORDER BY r) AS before FROM unnest(ranges) AS r) AS b
    WHERE lower(b.range) - b.before <= most
$$;

-- Letters and digits of a text, in lower case: what remains of it in another file format.
CREATE OR REPLACE FUNCTION bare(text text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN lower(regexp_replace(
    text, U&'[\0001-\002F\003A-\0040\005B-\0060\007B-\00A9\2000-\206F\3000-\303F\FE30-\FE4F\FF00-\FF0F\FF1A-\FF20\FFFE\FFFF]',
    '', 'g'
));

-- Number of different runs of so many characters that both texts have.
CREATE OR REPLACE FUNCTION runs_in_common(a text, b text, length integer) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT count(DISTINCT r.run) FROM (
        SELECT substr(a, i, runs_in_common.length) AS run FROM generate_series(1, length(a) - runs_in_common.length + 1) AS i
    ) AS r
    WHERE strpos(b, r.run) > 0
$$;

-- Whether two texts that have a shingle of so many characters in common have more than that around it: runs that make up
-- half a dozen more Chinese characters, or a dozen letters of words.
CREATE OR REPLACE FUNCTION go_on(a text, b text, shingle integer) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN a ~ U&'[\3400-\9FFE]'
        THEN runs_in_common(bare(a), bare(b), 3) >= least(shingle, 12) - 2 + 5
        ELSE runs_in_common(bare(a), bare(b), 6) >= shingle - 5 + 12
    END
$$;

-- Stored shingles of members that stand in a document that was handed over as well, as parts of passages: another one close
-- by in both (`is_run`), or the texts go on alike around one that few documents have (at most one in 148, 5 nats; any in a
-- library of at most 60). Chance gives single shingles to texts about the same matter, and whole dictionaries to those who
-- hand over dictionaries. With `members_only`, what one says about members of whom another says it already is left out.
CREATE OR REPLACE FUNCTION anchors(own handed, wanted bigint[], members_only boolean)
RETURNS TABLE (document bigint, place bigint, start integer, first integer, last integer, is_run boolean)
LANGUAGE plpgsql STABLE SET search_path = chachong, pg_temp SET jit = off SET plan_cache_mode = force_custom_plan
AS $$
DECLARE
    -- Unpacked once, not for each shingle.
    own_body text := own.body || '';
BEGIN
    RETURN QUERY
    WITH own_key AS MATERIALIZED (
        SELECT k.key, array_agg(k.first ORDER BY k.first) AS firsts, min(k.after - k.first) AS width
        FROM (
            SELECT u.*, row_number() OVER (PARTITION BY u.key ORDER BY u.first) AS rank
            FROM unnest(own.keys, own.starts, own.ends) AS u (key, first, after)
        ) AS k
        WHERE k.rank <= 16
        GROUP BY k.key
    ),
    stored AS (
        SELECT p.document, s.*, lag(s.start) OVER w AS before, lead(s.start) OVER w AS after
        FROM passages p
        CROSS JOIN LATERAL unnest(p.fingerprints, p.starts) WITH ORDINALITY AS s (fingerprint, start, place)
        WHERE p.document = ANY (wanted) AND p.living
        WINDOW w AS (PARTITION BY p.document ORDER BY s.place)
    ),
    met AS MATERIALIZED (
        SELECT s.document, s.place, s.start, o.key, o.firsts, o.width,
            -- Where shared text ends is a stored shingle that is not shared, or nothing: 59 Chinese characters on, 20 words.
            greatest(least(s.before, s.start - 59), s.start - 400) - 200 AS first,
            least(greatest(s.after, s.start + 59), s.start + 400) + 201 AS last,
            row_number() OVER (PARTITION BY s.document ORDER BY s.place) AS number
        FROM stored s JOIN own_key o ON o.key = s.fingerprint >> 16 & 281474976710655
    ),
    pair AS MATERIALIZED (
        SELECT m.document, m.place AS one, n.place AS other
        FROM met m
        CROSS JOIN generate_series(1, 3) AS step
        JOIN met n ON n.document = m.document AND n.number = m.number + step
        WHERE n.place - m.place <= 3 AND n.key <> m.key AND EXISTS (
            SELECT FROM unnest(m.firsts) AS a (first), unnest(n.firsts) AS b (first)
            WHERE b.first <> a.first AND abs(b.first - a.first) <= 60 + 2 * abs(n.start - m.start)
        )
    ),
    run AS MATERIALIZED (
        SELECT p.document, p.one AS place FROM pair p UNION SELECT p.document, p.other FROM pair p
    ),
    alone AS MATERIALIZED (
        SELECT m.* FROM met m
        WHERE NOT EXISTS (SELECT FROM run r WHERE r.document = m.document AND (members_only OR r.place = m.place))
    ),
    rare AS MATERIALIZED (
        SELECT h.key FROM held h
        WHERE own.members > 60 AND h.key = ANY (ARRAY(SELECT a.key FROM alone a)) AND h.holding <= own.members / 148
    )
    SELECT m.document, m.place, m.start, m.first, m.last, true
    FROM met m JOIN run r ON r.document = m.document AND r.place = m.place
    UNION ALL
    -- As much as completes the passage.
    SELECT a.document, a.place, a.start, a.first + 140, a.last - 140, false
    FROM alone a JOIN body b ON b.document = a.document
    WHERE (own.members <= 60 OR a.key IN (SELECT r.key FROM rare r)) AND EXISTS (
        SELECT FROM unnest(a.firsts[1:4]) AS f (first)
        WHERE go_on(
            substr(b.body, greatest(a.start - 59, 1), least(a.start + 1, 60) + least(a.width, 100) + 60),
            substr(own_body, greatest(f.first - 59, 1), least(f.first + 1, 60) + least(a.width, 100) + 60),
            length(bare(substr(own_body, f.first + 1, least(a.width, 100))))
        )
    );
END
$$;

-- Takes a document of the person in whole, and returns its number. Limits are those of a day and of `disclosure_limit`.
CREATE OR REPLACE FUNCTION hand_over(
    name text, body text, keys bigint[], starts integer[], ends integer[], low boolean[]
) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = chachong, pg_temp AS $$
DECLARE
    own_digest bytea;
    found_id bigint;
    most disclosure_limit;
    so_far disclosure_day;
BEGIN
    SELECT * INTO STRICT most FROM disclosure_limit;
    IF body IS NULL OR length(body) > most.longest OR cardinality(keys) > most.longest THEN
        RAISE 'a document of more than % characters', most.longest USING ERRCODE = 'program_limit_exceeded';
    END IF;
    IF keys IS NULL OR array_ndims(keys) > 1 OR array_position(keys, NULL) IS NOT NULL
        OR (cardinality(keys), cardinality(keys), cardinality(keys))
            IS DISTINCT FROM (cardinality(starts), cardinality(ends), cardinality(low))
        OR EXISTS (
            SELECT FROM unnest(starts, ends, low) AS u (first, after, low)
            WHERE u.low IS NULL OR u.first IS NULL OR u.first < 0 OR u.after IS NULL OR u.after <= u.first
        )
    THEN
        RAISE 'shingles that do not fit their text' USING ERRCODE = 'invalid_parameter_value';
    END IF;
    own_digest := sha256(convert_to(body, 'UTF8') || array_send(keys) || array_send(starts) || array_send(ends)
        || array_send(low));
    SELECT h.id INTO found_id FROM handed h
    WHERE h.person = session_user AND h.digest = own_digest AND h.body IS NOT NULL;
    IF FOUND THEN
        RETURN found_id;
    END IF;
    INSERT INTO disclosure_day AS d (person, day, documents, characters)
    VALUES (session_user, today(), 1, length(body))
    ON CONFLICT (person, day) DO UPDATE SET documents = d.documents + 1, characters = d.characters + excluded.characters
    RETURNING * INTO so_far;
    IF so_far.documents > most.day_documents OR so_far.characters > most.day_characters THEN
        RAISE 'more than % documents or % characters handed over today', most.day_documents, most.day_characters
            USING ERRCODE = 'program_limit_exceeded';
    END IF;
    INSERT INTO handed AS h (person, name, digest, characters, members, body, keys, starts, ends, low)
    VALUES (session_user, left(hand_over.name, 500), own_digest, length(hand_over.body), (SELECT s.members FROM size s),
        hand_over.body, hand_over.keys, hand_over.starts, hand_over.ends, hand_over.low)
    -- One whose text was emptied is filled again, under its number.
    ON CONFLICT (person, digest) DO UPDATE SET body = excluded.body, keys = excluded.keys,
        starts = excluded.starts, ends = excluded.ends, low = excluded.low, members = excluded.members, at = now(),
        xact = excluded.xact
    RETURNING h.id INTO found_id;
    RETURN found_id;
END
$$;

-- What the person's document of this number has in common with the library, as `ask` gives it; of members only those that
-- have a passage of it.
CREATE OR REPLACE FUNCTION ask_of(asked bigint, bits bigint, distance integer, "by" text) RETURNS TABLE (
    kind integer, found bigint, evidence bigint, "from" bigint, upto bigint, documents bigint,
    document bigint, name text, format text, added bigint, version bigint, fingerprint bigint, characters bigint,
    countable bigint, checksum bigint, path bytea, selection bigint, shingles bigint
)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = chachong, pg_temp AS $$
DECLARE
    own handed;
    s record;
BEGIN
    SELECT * INTO own FROM handed h
    WHERE h.id = asked AND h.person = session_user AND h.body IS NOT NULL AND h.xact IS DISTINCT FROM pg_current_xact_id_if_assigned();
    IF NOT FOUND THEN
        RETURN;
    END IF;
    -- Only shingles that members can have stored are looked for.
    SELECT coalesce(array_agg(u.key ORDER BY u.token), '{}') AS keys,
        coalesce(array_agg((u.token - 1)::integer ORDER BY u.token), '{}') AS tokens,
        coalesce(array_agg(u.first ORDER BY u.token), '{}') AS starts,
        coalesce(array_agg(u.after ORDER BY u.token), '{}') AS ends
    INTO s
    FROM unnest(own.keys, own.starts, own.ends, own.low) WITH ORDINALITY AS u (key, first, after, low, token)
    WHERE u.low OR u.key IN (
        SELECT high_among(ARRAY(SELECT v.key FROM unnest(own.keys, own.low) AS v (key, low) WHERE NOT v.low))
    );
    own.keys := s.keys;
    own.starts := s.starts;
    own.ends := s.ends;
    RETURN QUERY
    WITH answer AS MATERIALIZED (
        SELECT a.*, row_number() OVER (PARTITION BY a.kind ORDER BY a.evidence, a.found) AS rank
        FROM ask(s.keys, s.tokens, s.starts, s.ends, own.members, bits, least(distance, 64), "by") AS a
    ),
    -- The program compares the nearest hundred.
    meant AS MATERIALIZED (
        SELECT * FROM answer a WHERE a.kind <> 2 OR a.rank <= 200
    ),
    alike AS MATERIALIZED (
        SELECT DISTINCT n.document
        FROM anchors(own, ARRAY(SELECT DISTINCT m.found FROM meant m WHERE m.found IS NOT NULL), true) AS n
    )
    SELECT m.kind, m.found, m.evidence, m."from", m.upto, m.documents, m.document, m.name, m.format, m.added, m.version,
        m.fingerprint, m.characters, m.countable, m.checksum, m.path, m.selection, m.shingles
    FROM meant m
    WHERE m.kind = 1 OR m.found IN (SELECT a.document FROM alike a)
    ORDER BY m.kind, CASE WHEN m.kind = 0 THEN -m.evidence ELSE m.evidence END, m.found, m."from";
END
$$;

-- Works out what of a member is shown for one document: around each anchor the text to the next stored shingle on either
-- side, before which a passage ends that does not have it, 200 characters more, and gaps of at most 400; within the limits.
-- What the person was shown before handing it over is not the person's own: around that only little more is shown, for theses
-- that share neighbouring passages with a member, and results that are fed back soon give nothing.
-- Counts and logs it. Once for each document and member, and again while something is withheld.
CREATE OR REPLACE FUNCTION disclose_for(own handed, wanted bigint, length integer, of_text bigint) RETURNS disclosure
LANGUAGE plpgsql SET search_path = chachong, pg_temp AS $$
DECLARE
    most disclosure_limit;
    account disclosed;
    before disclosure;
    done disclosure;
    of_today bigint;
    around int4multirange;
    around_own int4multirange;
    own_part int4multirange;
    granted int4multirange;
    stretch record;
    cost bigint;
    spent bigint := 0;
    spent_again bigint := 0;
    allowed bigint;
    allowed_again bigint;
BEGIN
    -- One at a time for each person: two at once would both see what is left.
    PERFORM pg_advisory_xact_lock(hashtextextended('chachong.disclosed.' || own.person, 0));
    SELECT * INTO before FROM disclosure d WHERE d.handed = own.id AND d.document = wanted;
    IF before.checksum = of_text AND before.withheld = 0 THEN
        RETURN before;
    END IF;
    SELECT * INTO STRICT most FROM disclosure_limit;
    SELECT * INTO account FROM disclosed d WHERE d.person = own.person AND d.document = wanted AND d.checksum = of_text;
    IF NOT FOUND THEN
        account := ROW(own.person, wanted, of_text, '{}', '{}', 0);
    END IF;
    -- Own is what lies outside of what was shown before, or was own then: from one anchor of a run to the next, and at a
    -- single one its shingle.
    SELECT range_agg(n.around), coalesce(range_agg(n.around) FILTER (WHERE n.is_own), '{}'),
        coalesce(range_agg(
            CASE WHEN n.is_run AND n.was_run AND n.place - n.before_place <= 3 AND n.start - n.before_start BETWEEN 0 AND 400
                THEN int4range(n.before_start, n.start + 5) ELSE int4range(n.start, n.start + 5) END
            * int4range(0, disclose_for.length)
        ) FILTER (WHERE n.is_own), '{}')
    INTO around, around_own, own_part
    FROM (
        SELECT a.*, int4range(greatest(a.first, 0), least(a.last, disclose_for.length)) AS around,
            NOT (account.shown - account.known) @> a.start AS is_own,
            lag(a.place) OVER w AS before_place, lag(a.start) OVER w AS before_start, lag(a.is_run) OVER w AS was_run
        FROM anchors(own, ARRAY[wanted], false) AS a
        WHERE a.start < disclose_for.length
        WINDOW w AS (ORDER BY a.place)
    ) AS n;
    IF around IS NULL THEN
        RETURN NULL;
    END IF;
    own_part := own_part - (account.shown - account.known);
    account.known := account.known + own_part;
    SELECT d.shown INTO of_today FROM disclosure_day d WHERE d.person = own.person AND d.day = today();
    allowed := least(
        greatest(most.member_least, (most.member_share * disclose_for.length)::bigint)
            + (most.for_each_shared * letters(account.known))::bigint - letters(account.shown - account.known),
        most.document_most + (most.for_each_shared * letters(own_part))::bigint
            - (SELECT coalesce(sum(d.shown), 0) FROM disclosure d WHERE d.handed = own.id),
        most.day_most - coalesce(of_today, 0)
    );
    allowed_again := greatest(most.again_least, (most.again_share * disclose_for.length)::bigint) + letters(account.known)
        - account.again;
    granted := around * (account.shown + account.known);
    -- Around what the document has most of first, and whole stretches only.
    FOR stretch IN
        SELECT r AS range, true AS is_own, letters(own_part * int4multirange(r)) AS shared FROM unnest(around_own) AS r
        UNION ALL
        SELECT r, false, 0 FROM unnest(around - around_own) AS r
        ORDER BY 2 DESC, 3 DESC, 1
    LOOP
        cost := letters(int4multirange(stretch.range) - account.shown - account.known - granted);
        IF cost <= allowed - spent AND (stretch.is_own OR cost <= allowed_again - spent_again) THEN
            spent := spent + cost;
            spent_again := spent_again + CASE WHEN stretch.is_own THEN 0 ELSE cost END;
            granted := granted + int4multirange(stretch.range);
        END IF;
    END LOOP;
    -- An edited passage may go on from one to the next.
    FOR stretch IN SELECT g AS range FROM gaps(granted, 400) AS g ORDER BY g LOOP
        cost := letters(int4multirange(stretch.range) - account.shown - account.known);
        IF cost <= allowed - spent THEN
            spent := spent + cost;
            granted := granted + int4multirange(stretch.range);
        END IF;
    END LOOP;
    account.shown := account.shown + granted;
    account.again := account.again + spent_again;
    INSERT INTO disclosed VALUES (account.*)
    ON CONFLICT (person, document) DO UPDATE
    SET checksum = excluded.checksum, known = excluded.known, shown = excluded.shown, again = excluded.again;
    INSERT INTO disclosure_day AS d (person, day, shown) VALUES (own.person, today(), spent)
    ON CONFLICT (person, day) DO UPDATE SET shown = d.shown + excluded.shown;
    INSERT INTO disclosure AS d (handed, document, person, shared, shown, withheld, checksum, visible)
    VALUES (own.id, wanted, own.person, letters(own_part), spent, letters(around - granted), of_text, granted)
    ON CONFLICT (handed, document) DO UPDATE SET at = now(), shared = greatest(d.shared, excluded.shared),
        shown = d.shown + excluded.shown, withheld = excluded.withheld, checksum = excluded.checksum, visible = excluded.visible,
        xact = excluded.xact
    RETURNING * INTO done;
    RETURN done;
END
$$;

-- Counts and logs what of a member is shown for these documents of the person. Returns the number of characters that a limit
-- kept back; nothing for a member that has no passage of any.
CREATE OR REPLACE FUNCTION disclose(wanted bigint, asked bigint[]) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = chachong, pg_temp AS $$
DECLARE
    own handed;
    of_text record;
    done disclosure;
    withheld bigint;
BEGIN
    IF cardinality(asked) > 10000 THEN
        RAISE 'more than 10000 documents at once' USING ERRCODE = 'program_limit_exceeded';
    END IF;
    SELECT length(b.body) AS length, b.checksum INTO of_text
    FROM member m JOIN body b ON b.document = m.document WHERE m.document = wanted AND m.removed IS NULL;
    IF NOT FOUND THEN
        RETURN NULL;
    END IF;
    -- In the order in which they were handed over, so that the same documents are shown the same.
    FOR own IN
        SELECT * FROM handed h WHERE h.id = ANY (asked) AND h.person = session_user AND h.body IS NOT NULL ORDER BY h.id
    LOOP
        done := disclose_for(own, wanted, of_text.length, of_text.checksum);
        IF done.handed IS NOT NULL THEN
            withheld := coalesce(withheld, 0) + done.withheld;
        END IF;
    END LOOP;
    RETURN withheld;
END
$$;

-- Text of a member in which only what `disclose` counted for these documents can be read, once that is committed: else a
-- person could read and roll back. U+9FFF stands for every other character but white space: positions stay what they are, and
-- so does the number of characters that count. No row for a member of which nothing was counted.
CREATE OR REPLACE FUNCTION excerpts(wanted bigint, asked bigint[], OUT body text, OUT outline bytea) RETURNS SETOF record
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = chachong, pg_temp AS $$
DECLARE
    of_text record;
    visible int4multirange;
    stretch int4range;
    reached integer := 0;
    pieces text := '';
BEGIN
    SELECT b.body || '' AS body, b.checksum, o.outline INTO of_text
    FROM member m JOIN body b ON b.document = m.document LEFT JOIN outline o ON o.document = m.document
    WHERE m.document = wanted AND m.removed IS NULL
        AND EXISTS (SELECT FROM disclosed d WHERE d.document = wanted AND d.person = session_user);
    IF NOT FOUND THEN
        RETURN;
    END IF;
    SELECT range_agg(r) INTO visible
    FROM disclosure d CROSS JOIN LATERAL unnest(d.visible) AS r
    WHERE d.handed = ANY (asked) AND d.document = wanted AND d.person = session_user AND d.checksum = of_text.checksum
        AND d.xact IS DISTINCT FROM pg_current_xact_id_if_assigned();
    IF visible IS NULL THEN
        RETURN;
    END IF;
    FOR stretch IN SELECT r FROM unnest(visible) AS r ORDER BY r LOOP
        pieces := pieces || covered(substr(of_text.body, reached + 1, lower(stretch) - reached))
            || substr(of_text.body, lower(stretch) + 1, upper(stretch) - lower(stretch));
        reached := upper(stretch);
    END LOOP;
    body := pieces || covered(substr(of_text.body, reached + 1));
    outline := of_text.outline;
    RETURN NEXT;
END
$$;

-- Fingerprint, lengths and signs of a template, or of a member that the person was shown a passage of.
CREATE OR REPLACE FUNCTION derived_of(
    wanted bigint, "by" text, OUT version bigint, OUT fingerprint bigint, OUT characters bigint, OUT countable bigint,
    OUT checksum bigint, OUT signs bytea
) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = chachong, pg_temp AS $$
    SELECT f.version, f.bits, f.characters, f.countable, f.checksum, s.signs
    FROM fingerprint f JOIN signs s ON s.document = f.document AND s.version = f.version
    WHERE f.document = wanted AND f.recipe = "by" AND (
        EXISTS (SELECT FROM template t WHERE t.document = wanted)
        OR EXISTS (SELECT FROM disclosed d WHERE d.document = wanted AND d.person = session_user)
    )
$$;

-- Empties the texts of documents that were handed over long ago; what was shown for them stays in the log.
CREATE OR REPLACE FUNCTION empty_handed() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = chachong, pg_temp AS $$
    UPDATE handed SET body = NULL, keys = NULL, starts = NULL, ends = NULL, low = NULL
    WHERE body IS NOT NULL AND at < now() - make_interval(days => (SELECT days_kept FROM disclosure_limit))
$$;

-- Who was shown what, for keepers: when, for which document, of which member, how many characters.
CREATE OR REPLACE VIEW disclosures AS
SELECT d.at, d.person, h.name AS handed_over, h.characters, d.document, m.name AS member, d.shared, d.shown, d.withheld
FROM disclosure d JOIN handed h ON h.id = d.handed LEFT JOIN member m ON m.document = d.document
ORDER BY d.at;
