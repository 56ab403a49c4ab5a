-- Two roles, which an administrator grants to persons: `GRANT chachong_keeper TO li`. A keeper adds, removes and reads
-- everything but the checks of others; a checker compares new texts with the library and sees of the library's texts
-- what stands around passages in common, within limits (checker.sql).

DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'chachong_keeper') THEN
        CREATE ROLE chachong_keeper NOLOGIN;
    END IF;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'chachong_checker') THEN
        CREATE ROLE chachong_checker NOLOGIN;
    END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;

REVOKE ALL ON SCHEMA chachong FROM PUBLIC;
REVOKE ALL ON ALL TABLES IN SCHEMA chachong FROM PUBLIC;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA chachong FROM PUBLIC;
REVOKE ALL ON ALL PROCEDURES IN SCHEMA chachong FROM PUBLIC;
GRANT USAGE ON SCHEMA chachong TO chachong_keeper, chachong_checker;

GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA chachong TO chachong_keeper;
REVOKE INSERT, UPDATE, DELETE ON library, deletion FROM chachong_keeper;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA chachong TO chachong_keeper;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA chachong TO chachong_keeper;
GRANT EXECUTE ON ALL PROCEDURES IN SCHEMA chachong TO chachong_keeper;
-- Whole documents are deleted by `purge` and `remove_for_good` only, which look at the checks of others too.
REVOKE DELETE ON document FROM chachong_keeper;
REVOKE EXECUTE ON FUNCTION forget(bigint[]), end_membership(bigint[]) FROM chachong_keeper;

-- Nobody writes the log of what was shown, nor what is counted, but the functions themselves.
REVOKE INSERT, UPDATE, DELETE ON handed, disclosure, disclosed, disclosure_day, disclosure_limit, disclosures
    FROM chachong_keeper;

-- Rights of earlier forms that are not given any more go with all others.
REVOKE ALL ON ALL TABLES IN SCHEMA chachong FROM chachong_checker;
REVOKE ALL ON ALL SEQUENCES IN SCHEMA chachong FROM chachong_checker;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA chachong FROM chachong_checker;
REVOKE ALL ON ALL PROCEDURES IN SCHEMA chachong FROM chachong_checker;
GRANT SELECT ON library, template, gram, changes, body TO chachong_checker;
GRANT EXECUTE ON FUNCTION counts(), is_keeper(), lost(), found_members(), derived_of(bigint, text),
    hand_over(text, text, bigint[], integer[], integer[], boolean[]), ask_of(bigint, bigint, integer, text),
    disclose(bigint, bigint[]), excerpts(bigint, bigint[]) TO chachong_checker;

-- Of whole texts a checker reads only those of the school's own forms.
ALTER TABLE body ENABLE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS keeper ON body;
CREATE POLICY keeper ON body TO chachong_keeper USING (true) WITH CHECK (true);
DROP POLICY IF EXISTS template ON body;
CREATE POLICY template ON body FOR SELECT TO chachong_checker
    USING (EXISTS (SELECT FROM template t WHERE t.document = body.document));

-- What was handed over and shown keepers read, and nobody else.
DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY '{handed,disclosure,disclosed,disclosure_day,disclosure_limit,outline}'::text[] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('DROP POLICY IF EXISTS keeper ON %I', name);
        EXECUTE format('CREATE POLICY keeper ON %I TO chachong_keeper USING (true) WITH CHECK (true)', name);
    END LOOP;
END $$;

-- A check belongs to the person who made it.
ALTER TABLE saved_check ENABLE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS own ON saved_check;
CREATE POLICY own ON saved_check TO chachong_keeper
    USING (person = session_user) WITH CHECK (person = session_user);
ALTER TABLE check_row ENABLE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS own ON check_row;
CREATE POLICY own ON check_row TO chachong_keeper
    USING (EXISTS (SELECT FROM saved_check s WHERE s.id = saved_check))
    WITH CHECK (EXISTS (SELECT FROM saved_check s WHERE s.id = saved_check));
