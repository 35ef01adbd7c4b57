-- Lists of accounts say by which column they name them, under a secret of their system; nobody unknown is kept from one; and the names of an
-- erased list go with it. See docs/decisions/0115.
SET LOCAL ROLE app_owner;
ALTER TABLE app.attested_lists
  -- The header of the column that names its accounts, in lower case: a list that names them by another one says of nobody that they are gone.
  ADD COLUMN identified_by text CHECK (btrim(identified_by) <> '' AND length(identified_by) <= 200),
  -- Accounts are named by HMACs under it, the same for all lists of a system, so that nobody guesses who stands in a page of a snapshot.
  ADD COLUMN salt bytea CHECK (length(salt) = 32);
GRANT INSERT (identified_by, salt) ON app.attested_lists TO app_user;

DROP TRIGGER append_only ON app.attested_lists;
DROP TRIGGER append_only_truncate ON app.attested_lists;
SELECT app.append_only('app.attested_lists', 'accounts');
DROP TRIGGER append_only ON app.review_rows;
DROP TRIGGER append_only_truncate ON app.review_rows;
SELECT app.append_only('app.review_rows', 'label', 'email');
GRANT UPDATE (accounts) ON app.attested_lists TO app_definer;
GRANT UPDATE (label, email) ON app.review_rows TO app_definer;
RESET ROLE;

-- Changes the text of a function as it stands, and fails where it does not stand as expected.
CREATE OR REPLACE FUNCTION pg_temp.rewrite(p_function regproc, p_times integer, p_from text, p_to text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_text text := pg_get_functiondef(p_function);
BEGIN
  IF (length(v_text) - length(replace(v_text, p_from, ''))) / length(p_from) <> p_times THEN
    RAISE EXCEPTION '% does not have "%" % times', p_function, p_from, p_times;
  END IF;
  EXECUTE replace(v_text, p_from, p_to);
END $$;
SELECT pg_temp.rewrite('app.hold_attested_list', 1, '  IF NEW.count <> jsonb_array_length(NEW.accounts) THEN',
  '  IF NEW.identified_by IS NULL OR NEW.salt IS NULL OR EXISTS (SELECT FROM app.attested_lists a WHERE a.company_id = NEW.company_id
      AND a.system_id = NEW.system_id AND a.salt <> NEW.salt) THEN
    RAISE EXCEPTION ''named otherwise'' USING ERRCODE = ''23514'', CONSTRAINT = ''attested_lists_named'';
  END IF;
  IF NEW.count <> jsonb_array_length(NEW.accounts) THEN');
-- An account on a list that is nobody's among People may be the very person's who decides on it.
SELECT pg_temp.rewrite('app.hold_review_decision', 1, '  NEW.alone := app.is_own_account(v_row);',
  '  IF NEW.decision IN (''keep'', ''change'') AND app.is_unknown_account(v_row) THEN
    RAISE EXCEPTION ''nobody is known to have it'' USING ERRCODE = ''23514'', CONSTRAINT = ''review_unknown_account'';
  END IF;
  NEW.alone := app.is_own_account(v_row);');
SELECT pg_temp.rewrite('app.erase_evidence', 1, '  UPDATE app.check_results SET reason',
  '  UPDATE app.review_rows w SET (label, email) = (''Erased account'', NULL) FROM app.review_populations p
    WHERE p.company_id = v_head.company AND p.list_id IS NOT NULL AND p.evidence_id = p_evidence
      AND w.company_id = p.company_id AND w.population_id = p.id;
  UPDATE app.attested_lists SET accounts = ''[]'' WHERE company_id = v_head.company AND evidence_id = p_evidence;
  UPDATE app.check_results SET reason');

SET LOCAL ROLE app_definer;
-- Whether an account of a list is a person's of the company, as far as anybody knows: programs and guests are nobody's.
CREATE FUNCTION app.is_unknown_account(p_row app.review_rows) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT p_row.company_id = app.tenant() AND coalesce(p_row.class, 'human') NOT IN ('service', 'guest') AND p_row.person_id IS NULL
    AND EXISTS (SELECT FROM app.review_populations p WHERE p.company_id = p_row.company_id AND p.id = p_row.population_id AND p.list_id IS NOT NULL)
    AND NOT EXISTS (SELECT FROM app.records r WHERE r.company_id = p_row.company_id AND r.register = 'people'
      AND lower(btrim(r.fields ->> 'email')) = p_row.email)
$$;
-- An account loses its name where the list that it came from is erased, and at no other time.
CREATE FUNCTION app.require_erased_list() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM app.review_populations p JOIN app.erasures x ON x.company_id = p.company_id AND x.evidence_id = p.evidence_id
      WHERE p.company_id = NEW.company_id AND p.id = NEW.population_id AND p.list_id IS NOT NULL) THEN
    RAISE EXCEPTION 'review_rows is append-only' USING ERRCODE = '42501', CONSTRAINT = 'changed_with_its_erasure';
  END IF;
  RETURN NEW;
END $$;
REVOKE EXECUTE ON FUNCTION app.is_unknown_account(app.review_rows), app.require_erased_list() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.is_unknown_account(app.review_rows) TO app_user;
GRANT EXECUTE ON FUNCTION app.require_erased_list(), app.require_erasure() TO app_owner;
SET LOCAL ROLE app_owner;
CREATE TRIGGER require_erasure BEFORE UPDATE ON app.attested_lists FOR EACH ROW EXECUTE FUNCTION app.require_erasure('evidence_id');
CREATE TRIGGER require_erasure BEFORE UPDATE ON app.review_rows FOR EACH ROW EXECUTE FUNCTION app.require_erased_list();
SET LOCAL ROLE app_definer;
REVOKE EXECUTE ON FUNCTION app.require_erased_list(), app.require_erasure() FROM app_owner;
RESET ROLE;
-- Of what was erased before.
UPDATE app.review_rows w SET (label, email) = ('Erased account', NULL) FROM app.review_populations p JOIN app.erasures x
  ON x.company_id = p.company_id AND x.evidence_id = p.evidence_id
  WHERE p.list_id IS NOT NULL AND w.company_id = p.company_id AND w.population_id = p.id;
UPDATE app.attested_lists a SET accounts = '[]' FROM app.erasures x WHERE x.company_id = a.company_id AND x.evidence_id = a.evidence_id;
