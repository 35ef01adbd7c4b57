-- That two accounts are one person's was asked of the newest sealing of the registers alone: taken away from People afterwards, an own review was
-- another's again. A sealing keeps whom People no longer says to be one person, and until when: for what they did before, it stands. See docs/decisions/0209.
ALTER TABLE app.register_runs ADD COLUMN same_before jsonb NOT NULL DEFAULT '[]',
  ADD CHECK (jsonb_typeof(same_before) = 'array');
GRANT INSERT (same_before) ON app.register_runs TO app_user;

SET LOCAL ROLE app_definer;
DROP FUNCTION app.is_one_person(uuid, uuid, uuid, bigint, timestamptz);
-- Whether two accounts are one person's for what was done at p_acted, as the sealing says that was the last among the ledger's first p_size entries.
CREATE FUNCTION app.is_one_person(p_company uuid, p_one uuid, p_other uuid, p_acted timestamptz, p_size bigint, p_until timestamptz) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF p_company IS DISTINCT FROM app.tenant() AND current_setting('role') <> 'app_worker' THEN
    RAISE EXCEPTION 'permission denied: another company' USING ERRCODE = '42501';
  END IF;
  RETURN p_one = p_other OR EXISTS (
    SELECT FROM (SELECT x.same_accounts, x.same_before FROM app.register_runs x WHERE x.company_id = p_company
        AND (p_size IS NULL OR x.ledger_index < p_size) AND (p_until IS NULL OR x.taken_at <= p_until) ORDER BY x.ledger_index DESC LIMIT 1) n
    WHERE EXISTS (SELECT FROM jsonb_array_elements(n.same_accounts) g (own) WHERE g.own ? p_one::text AND g.own ? p_other::text)
      OR EXISTS (SELECT FROM jsonb_array_elements(n.same_before) g (was) WHERE (g.was ->> 'until')::timestamptz > p_acted
        AND (g.was -> 'accounts') ? p_one::text AND (g.was -> 'accounts') ? p_other::text));
END $$;
REVOKE ALL ON FUNCTION app.is_one_person(uuid, uuid, uuid, timestamptz, bigint, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.is_one_person(uuid, uuid, uuid, timestamptz, bigint, timestamptz) TO app_user, app_auditor;
RESET ROLE;

CREATE FUNCTION pg_temp.rewrite_acts(p_function regproc, p_from text[], p_to text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_text text := pg_get_functiondef(p_function);
BEGIN
  FOR i IN 1 .. cardinality(p_from) LOOP
    IF (length(v_text) - length(replace(v_text, p_from[i], ''))) / length(p_from[i]) <> 1 THEN
      RAISE EXCEPTION '% does not have "%" once', p_function, p_from[i];
    END IF;
    v_text := replace(v_text, p_from[i], p_to[i]);
  END LOOP;
  EXECUTE v_text;
END $$;
GRANT EXECUTE ON FUNCTION pg_temp.rewrite_acts(regproc, text[], text[]) TO app_definer, app_owner;

SET LOCAL ROLE app_definer;
SELECT pg_temp.rewrite_acts('app.place_review', ARRAY['v_filed_by, NEW.reviewed_by, NULL', 'v_filed_by, r.reviewed_by, NULL'],
  ARRAY['v_filed_by, NEW.reviewed_by, NEW.reviewed_at, NULL', 'v_filed_by, r.reviewed_by, r.reviewed_at, NULL']);
SELECT pg_temp.rewrite_acts('app.connection_exceptions', ARRAY['SELECT x.same_accounts FROM', 'NOT r.approved_alone AND NOT EXISTS ('],
  ARRAY['SELECT x.same_accounts, x.same_before FROM', $q$NOT r.approved_alone AND NOT EXISTS (
      SELECT FROM newest n, jsonb_array_elements(n.same_before) g (was) WHERE (g.was ->> 'until')::timestamptz > r.approved_at
        AND (g.was -> 'accounts') ? r.approved_by::text AND (g.was -> 'accounts') ?| r.authors::text[])
      AND NOT EXISTS ($q$]);
-- Whoever wrote an address with one account does not vouch for it with another.
SELECT pg_temp.rewrite_acts('app.vouch_for_addresses', ARRAY['SELECT w.changed_by INTO', 'app.person_of(v_written.changed_by) = app.my_person() THEN'],
  ARRAY['SELECT w.changed_by, w.changed_at INTO', 'app.person_of(v_written.changed_by) = app.my_person()
        OR app.is_one_person(v_company, v_written.changed_by, app.uid(), v_written.changed_at, NULL, NULL) THEN']);
SELECT pg_temp.rewrite_acts('app.keep_acknowledgment', ARRAY['app.person_of(w.changed_by) IS DISTINCT FROM p_person'],
  ARRAY['app.person_of(w.changed_by) IS DISTINCT FROM p_person
      AND NOT app.is_one_person(v_ledger.company, w.changed_by, p_user, w.changed_at, NULL, NULL)']);
SET LOCAL ROLE app_owner;
SELECT pg_temp.rewrite_acts('app.document_facts', ARRAY['f.filed_by, r.reviewed_by,', 'x.filed_by, x.reviewed_by, p_size'],
  ARRAY['f.filed_by, r.reviewed_by, r.reviewed_at,', 'x.filed_by, x.reviewed_by, x.reviewed_at, p_size']);
RESET ROLE;
