-- Forms of the staff portal that wait at the same moment are kept in one transaction: each its own row and leaf, the ledger's head locked
-- once. Their receipts are put in line there, too. See docs/decisions/0161.
SET LOCAL ROLE app_owner;
GRANT INSERT (recipient, subject, body_text, body_html) ON app.outbox TO app_definer;

SET LOCAL ROLE app_definer;

-- Whose a session is, with one of their turns at the portal taken; `wait` is 0, or the seconds until the next turn.
CREATE FUNCTION app.enter_staff(p_token bytea, p_now timestamptz, p_limit integer, p_seconds integer) RETURNS TABLE (company_id uuid, company text,
  person_id uuid, name text, email text, number bigint, method text, wait integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT s.company_id, s.company, s.person_id, s.name, s.email, s.number, s.method,
    app.take_turn('staff|' || s.company_id || '|' || s.person_id, p_limit, p_seconds, 1) FROM app.find_staff_session(p_token, p_now) s;
END $$;

-- How each form stands: `open`, `before` where it was kept already, `replaced` where another version or text is in force, `nobody` where
-- the session is over, `not assigned`. The caller is one of the company's staff, and its forms alone are looked at.
CREATE FUNCTION app.staff_forms(p_sessions bytea[], p_versions uuid[], p_texts text[], p_now timestamptz)
RETURNS TABLE (outcome text, person_id uuid, method text, policy_id uuid, title text, number integer, newest uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_company uuid := app.staffed(); v_who record; v record; v_open text[] := '{}'; v_form text; v_outcome text;
BEGIN
  FOR i IN 1 .. cardinality(p_sessions) LOOP
    SELECT s.person_id AS id, s.method, r.fields ->> 'kind' AS kind INTO v_who
      FROM app.staff_sessions s JOIN app.records r ON r.company_id = s.company_id AND r.id = s.person_id
      WHERE s.token_sha256 = p_sessions[i] AND s.company_id = v_company AND s.expires_at > p_now
        AND app.is_address_of(s.company_id, s.person_id, s.email);
    v_outcome := CASE WHEN v_who.id IS NULL THEN 'nobody' ELSE 'not assigned' END;
    SELECT w.policy_id, p.title, w.number, n.id AS newest, w.state, w.sha256 INTO v FROM app.policy_versions w
      JOIN app.policies p ON p.company_id = w.company_id AND p.id = w.policy_id
      JOIN app.policy_versions n ON n.company_id = w.company_id AND n.policy_id = w.policy_id AND n.state = 'in force'
      WHERE v_who.id IS NOT NULL AND w.company_id = v_company AND w.id = p_versions[i] AND w.state IN ('in force', 'replaced')
        AND EXISTS (SELECT FROM app.assignments x WHERE x.company_id = n.company_id AND x.version_id = n.id
          AND (x.audience = 'everyone' OR x.audience = v_who.kind OR x.person_id = v_who.id));
    IF FOUND THEN
      v_form := v_who.id || '|' || p_versions[i];
      v_outcome := CASE WHEN v.state <> 'in force' OR v.sha256 IS DISTINCT FROM p_texts[i] THEN 'replaced'
        WHEN v_form = ANY (v_open) OR EXISTS (SELECT FROM app.acknowledgments k WHERE k.company_id = v_company
          AND k.version_id = p_versions[i] AND k.person_id = v_who.id) THEN 'before' ELSE 'open' END;
      IF v_outcome = 'open' THEN v_open := v_open || v_form; END IF;
    END IF;
    RETURN QUERY SELECT v_outcome, v_who.id, v_who.method, v.policy_id, v.title, v.number, v.newest;
  END LOOP;
END $$;

-- How many policies a person has still to acknowledge: assigned to them, and their text not acknowledged in any version.
CREATE FUNCTION app.left_to_acknowledge(p_company uuid, p_person uuid) RETURNS integer
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_kind text := (SELECT r.fields ->> 'kind' FROM app.records r WHERE r.company_id = p_company AND r.id = p_person);
  v_done text[] := ARRAY(SELECT w.policy_id || k.sha256 FROM app.acknowledgments k
    JOIN app.policy_versions w ON w.company_id = k.company_id AND w.id = k.version_id WHERE k.company_id = p_company AND k.person_id = p_person);
BEGIN
  RETURN (SELECT count(*) FROM app.policy_versions v WHERE v.company_id = p_company AND v.state = 'in force'
    AND v.policy_id || v.sha256 <> ALL (v_done)
    AND EXISTS (SELECT FROM app.assignments x WHERE x.company_id = p_company AND x.version_id = v.id AND x.ended_at IS NULL
      AND (x.audience = 'everyone' OR x.audience = v_kind OR x.person_id = p_person)));
END $$;

-- Keeps the forms that are open, in their order, each with its act and its receipt; the others change nothing. How many were left to
-- each person is counted afterwards, and since when each is acknowledged.
CREATE FUNCTION app.acknowledge_forms(p_sessions bytea[], p_versions uuid[], p_texts text[], p_at timestamptz, p_acts uuid[],
  p_details text[], p_salts bytea[], p_commitments text[], p_receipts jsonb) RETURNS TABLE (outcome text, remaining integer, acknowledged_at timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_company uuid := app.staffed(); v_size bigint; v_at timestamptz; v_outcomes text[]; v_people uuid[]; v_policies uuid[]; v_methods text[]; v_open integer[];
BEGIN
  IF EXISTS (SELECT FROM unnest(p_acts, p_commitments) x (act, commitment) WHERE x.act IS NULL
      OR coalesce(x.commitment, '') !~ '^[A-Za-z0-9+/]{43}=$') THEN
    RAISE EXCEPTION 'malformed ledger entry' USING ERRCODE = '22023';
  END IF;
  -- Nothing of a version, an assignment or a person changes from here on.
  SELECT h.size, greatest(date_trunc('milliseconds', clock_timestamp()), h.last_at) INTO v_size, v_at
    FROM app.ledger_heads h WHERE h.company_id = v_company FOR UPDATE;
  SELECT array_agg(f.outcome), array_agg(f.person_id), array_agg(f.policy_id), array_agg(f.method)
    INTO v_outcomes, v_people, v_policies, v_methods FROM app.staff_forms(p_sessions, p_versions, p_texts, p_at) f;
  v_open := array_positions(v_outcomes, 'open');
  IF cardinality(v_open) > 0 THEN
    INSERT INTO app.acknowledgments (company_id, id, version_id, person_id, sha256, method, acknowledged_at, ledger_index)
      SELECT v_company, gen_random_uuid(), p_versions[x.i], v_people[x.i], p_texts[x.i], v_methods[x.i], p_at, v_size + x.n - 1
      FROM unnest(v_open) WITH ORDINALITY x (i, n);
    PERFORM app.append_entries(v_company, v_at, ARRAY(SELECT format('{"at":"%s","c":"%s","id":"%s","t":"policy.acknowledged","v":1}',
      app.iso_instant(v_at), p_commitments[x.i], p_acts[x.i]) FROM unnest(v_open) WITH ORDINALITY x (i, n) ORDER BY x.n), 0,
      array_fill(NULL::uuid, ARRAY[cardinality(v_open)]));
    INSERT INTO app.ledger_acts (company_id, seq, event, actor_id, subject, details, salt, at)
      SELECT v_company, v_size + x.n - 1, 'policy.acknowledged', v_people[x.i], v_policies[x.i]::text, p_details[x.i], p_salts[x.i], v_at
      FROM unnest(v_open) WITH ORDINALITY x (i, n);
    INSERT INTO app.outbox (recipient, subject, body_text, body_html)
      SELECT m ->> 'to', m ->> 'subject', m ->> 'text', m ->> 'html' FROM (SELECT p_receipts -> (x.i - 1) AS m FROM unnest(v_open) x (i)) receipts;
  END IF;
  RETURN QUERY SELECT v_outcomes[i], app.left_to_acknowledge(v_company, v_people[i]),
      (SELECT k.acknowledged_at FROM app.acknowledgments k WHERE k.company_id = v_company AND k.version_id = p_versions[i] AND k.person_id = v_people[i])
    FROM generate_series(1, cardinality(v_outcomes)) i;
END $$;

-- As in 0078, with when the person acknowledged the text that is in force.
DROP FUNCTION app.acknowledge_as_staff(uuid, uuid, text, bytea, timestamptz, uuid, text, bytea, text);
DROP FUNCTION app.staff_policy(uuid);
CREATE FUNCTION app.staff_policy(p_version uuid) RETURNS TABLE (version_id uuid, policy_id uuid, title text, number integer, state text,
  text text, sha256 text, in_force_at timestamptz, before_number integer, before_text text, newest uuid, acknowledged_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH me AS MATERIALIZED (SELECT r.company_id, r.id, r.fields ->> 'kind' AS kind
    FROM app.records r WHERE r.company_id = (SELECT app.staffed()) AND r.id = (SELECT app.uid()))
  SELECT v.id, v.policy_id, p.title, v.number, v.state, v.text, v.sha256, v.in_force_at, b.number, b.text, f.id, a.acknowledged_at
  FROM me JOIN app.policy_versions v ON v.company_id = me.company_id AND v.id = p_version AND v.state IN ('in force', 'replaced')
  JOIN app.policies p ON p.company_id = v.company_id AND p.id = v.policy_id
  JOIN app.policy_versions f ON f.company_id = v.company_id AND f.policy_id = v.policy_id AND f.state = 'in force'
  LEFT JOIN LATERAL (SELECT w.number, w.text FROM app.policy_versions w
    JOIN app.acknowledgments k ON k.company_id = w.company_id AND k.version_id = w.id AND k.person_id = me.id
    WHERE w.company_id = v.company_id AND w.policy_id = v.policy_id AND w.number < v.number ORDER BY w.number DESC LIMIT 1) b ON true
  LEFT JOIN LATERAL (SELECT k.acknowledged_at FROM app.policy_versions w
    JOIN app.acknowledgments k ON k.company_id = w.company_id AND k.version_id = w.id AND k.person_id = me.id
    WHERE w.company_id = v.company_id AND w.policy_id = v.policy_id AND w.sha256 = v.sha256 AND k.sha256 = v.sha256
    ORDER BY k.acknowledged_at LIMIT 1) a ON true
  WHERE EXISTS (SELECT FROM app.assignments x WHERE x.company_id = f.company_id AND x.version_id = f.id
    AND (x.audience = 'everyone' OR x.audience = me.kind OR x.person_id = me.id))
$$;

REVOKE EXECUTE ON FUNCTION app.enter_staff(bytea, timestamptz, integer, integer), app.staff_policy(uuid), app.left_to_acknowledge(uuid, uuid),
  app.staff_forms(bytea[], uuid[], text[], timestamptz),
  app.acknowledge_forms(bytea[], uuid[], text[], timestamptz, uuid[], text[], bytea[], text[], jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.enter_staff(bytea, timestamptz, integer, integer), app.staff_policy(uuid),
  app.staff_forms(bytea[], uuid[], text[], timestamptz),
  app.acknowledge_forms(bytea[], uuid[], text[], timestamptz, uuid[], text[], bytea[], text[], jsonb) TO app_staff;
REVOKE EXECUTE ON FUNCTION app.find_staff_session(bytea, timestamptz) FROM app_staff;
RESET ROLE;

-- What one statement adds is put in line by one.
SET LOCAL ROLE app_definer;
CREATE FUNCTION app.enqueue_acknowledged() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v record;
BEGIN
  FOR v IN SELECT w.company_id, max(w.acknowledged_at) AS at FROM written w GROUP BY w.company_id LOOP
    PERFORM app.enqueue_job('registers', v.company_id::text, v.company_id, v.at + interval '5 seconds');
  END LOOP;
  RETURN NULL;
END $$;

CREATE FUNCTION app.enqueue_mails() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_turn bigint := app.next_turn('mail', 1::smallint, NULL);
BEGIN
  INSERT INTO app.jobs (kind, key, turn) SELECT 'mail', w.id::text, v_turn FROM written w ON CONFLICT DO NOTHING;
  IF FOUND THEN PERFORM pg_notify('jobs', 'mail'); END IF;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION app.enqueue_acknowledged(), app.enqueue_mails() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.enqueue_acknowledged(), app.enqueue_mails() TO app_owner;

SET LOCAL ROLE app_owner;
DROP TRIGGER enqueue_run ON app.acknowledgments;
CREATE TRIGGER enqueue_run AFTER INSERT ON app.acknowledgments REFERENCING NEW TABLE AS written FOR EACH STATEMENT
  EXECUTE FUNCTION app.enqueue_acknowledged();
DROP TRIGGER enqueue ON app.outbox;
CREATE TRIGGER enqueue AFTER INSERT ON app.outbox REFERENCING NEW TABLE AS written FOR EACH STATEMENT
  WHEN (current_user <> 'app_auth') EXECUTE FUNCTION app.enqueue_mails();
SET LOCAL ROLE app_definer;
REVOKE EXECUTE ON FUNCTION app.enqueue_acknowledged(), app.enqueue_mails() FROM app_owner;
RESET ROLE;
