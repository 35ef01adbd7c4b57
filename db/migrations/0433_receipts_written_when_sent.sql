-- Of an acknowledgment most was written for its receipt: thirteen kilobytes of HTML, read as JSON, compressed and kept until a worker sends them a
-- second later. A letter is kept by what it says, and its HTML is written by who sends it. See docs/decisions/0230.
SET LOCAL ROLE app_owner;
-- What its HTML is written of, where that is not kept. The plain text stands beside it: a worker of the release before sends that alone.
ALTER TABLE app.outbox ADD COLUMN letter jsonb;
GRANT INSERT (letter) ON app.outbox TO app_definer;
RESET ROLE;

SET LOCAL ROLE app_definer;
-- As in 0224, by one look at whoever has the address where three were nested: exactly one person works here who has it, and it is vouched for as theirs.
CREATE OR REPLACE FUNCTION app.is_address_of(p_company uuid, p_person uuid, p_email text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT count(*) = 1 AND coalesce(bool_and(x.id = p_person AND x.vouched_email = p_email), false)
  FROM (SELECT r.id, r.vouched_email FROM app.records r JOIN app.companies c ON c.id = r.company_id
    WHERE r.company_id = p_company AND r.register = 'people' AND r.ended_at IS NULL AND lower(r.fields ->> 'email') = p_email
      AND c.deleted_at IS NULL AND coalesce((r.fields ->> 'endsAt')::timestamptz > now(), true)) x
$$;

-- As in 0224, of all forms by one statement.
CREATE OR REPLACE FUNCTION app.staff_forms(p_sessions bytea[], p_versions uuid[], p_texts text[], p_now timestamptz)
RETURNS TABLE (outcome text, person_id uuid, method text, policy_id uuid, title text, number integer, newest uuid, vouched text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_company uuid := app.staffed();
BEGIN
  RETURN QUERY SELECT CASE WHEN f.outcome = 'open' AND f.nth > 1 THEN 'before' ELSE f.outcome END, f.person, f.method, f.policy_id, f.title, f.number,
      f.newest, f.vouched
    FROM (SELECT o.*, row_number() OVER (PARTITION BY o.outcome, o.person, o.version ORDER BY o.i) AS nth
      FROM (SELECT a.i, a.version, who.id AS person, who.method, who.vouched, v.policy_id, v.title, v.number, v.newest,
          CASE WHEN who.id IS NULL THEN 'nobody' WHEN v.policy_id IS NULL THEN 'not assigned'
            WHEN v.state <> 'in force' OR v.sha256 IS DISTINCT FROM a.text THEN 'replaced'
            WHEN EXISTS (SELECT FROM app.acknowledgments k WHERE k.company_id = v_company AND k.version_id = a.version AND k.person_id = who.id
              AND k.vouched IS NOT NULL) THEN 'before' ELSE 'open' END AS outcome
        FROM unnest(p_sessions, p_versions, p_texts) WITH ORDINALITY a (session, version, text, i)
        LEFT JOIN LATERAL (SELECT s.person_id AS id, s.method, r.fields ->> 'kind' AS kind, r.vouched_how AS vouched
          FROM app.staff_sessions s JOIN app.records r ON r.company_id = s.company_id AND r.id = s.person_id
          WHERE s.token_sha256 = a.session AND s.company_id = v_company AND s.expires_at > p_now
            AND app.is_address_of(s.company_id, s.person_id, s.email) LIMIT 1) who ON true
        LEFT JOIN LATERAL (SELECT w.policy_id, p.title, w.number, n.id AS newest, w.state, w.sha256 FROM app.policy_versions w
          JOIN app.policies p ON p.company_id = w.company_id AND p.id = w.policy_id
          JOIN app.policy_versions n ON n.company_id = w.company_id AND n.policy_id = w.policy_id AND n.state = 'in force'
          WHERE who.id IS NOT NULL AND w.company_id = v_company AND w.id = a.version AND w.state IN ('in force', 'replaced')
            AND EXISTS (SELECT FROM app.assignments x WHERE x.company_id = n.company_id AND x.version_id = n.id AND x.ended_at IS NULL
              AND (x.audience = 'everyone' OR x.audience = who.kind OR x.person_id = who.id)) LIMIT 1) v ON true) o) f
    ORDER BY f.i;
END $$;

DO $$
DECLARE v_text text := pg_get_functiondef('app.acknowledge_forms(bytea[], uuid[], text[], timestamptz, uuid[], text[], bytea[], text[], jsonb, uuid[], text[], integer[], text[])'::regprocedure);
  v_was text := $q$INSERT INTO app.outbox (recipient, subject, body_text, body_html)
      SELECT m ->> 'to', m ->> 'subject', replace(m ->> 'text', '{ledger entry}', entry), replace(m ->> 'html', '{ledger entry}', entry)
$q$;
BEGIN
  IF position(v_was IN v_text) = 0 THEN RAISE EXCEPTION 'app.acknowledge_forms is not as it was'; END IF;
  -- A process of the release before sends its receipts with their HTML.
  EXECUTE replace(v_text, v_was, $q$INSERT INTO app.outbox (recipient, subject, body_text, body_html, letter)
      SELECT m ->> 'to', m ->> 'subject', replace(m ->> 'text', '{ledger entry}', entry), replace(m ->> 'html', '{ledger entry}', entry),
        replace((m -> 'letter')::text, '{ledger entry}', entry)::jsonb
$q$);
END $$;

-- As in 0030. Staff are no members: what they write is counted against nobody's changes, and was looked up each time to find that.
CREATE OR REPLACE FUNCTION app.hold_entries() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v record; v_role text; v_key text; v_left bigint; v_most bigint;
BEGIN
  IF coalesce(nullif(current_setting('role'), 'none'), session_user) = 'app_staff' THEN RETURN NULL; END IF;
  v_role := app.my_role();
  v_key := CASE WHEN v_role = 'collector' THEN 'collected' WHEN v_role IS NOT NULL THEN 'entries'
    WHEN app.audited() IS NOT NULL THEN 'looks' END;
  IF v_key IS NULL THEN RETURN NULL; END IF;
  FOR v IN SELECT a.company_id, count(*) AS entries FROM added a GROUP BY a.company_id LOOP
    v_left := app.spend(v.company_id, v_key, v.entries);
    IF v_left < 0 AND EXISTS (SELECT FROM added a WHERE a.company_id = v.company_id AND NOT app.is_never_refused(a.entry::jsonb ->> 't')) THEN
      v_most := app.limit_of(v.company_id, v_key);
      PERFORM app.refuse_limit(v.company_id, v_key, v_most - v_left - v.entries, v_most);
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

-- Lists of forms are planned anew for each list, which took longer than to look: how many there are changes no way to find them.
ALTER FUNCTION app.staff_forms(bytea[], uuid[], text[], timestamptz) SET plan_cache_mode = force_generic_plan;
ALTER FUNCTION app.acknowledge_forms(bytea[], uuid[], text[], timestamptz, uuid[], text[], bytea[], text[], jsonb, uuid[], text[], integer[], text[])
  SET plan_cache_mode = force_generic_plan;
RESET ROLE;
