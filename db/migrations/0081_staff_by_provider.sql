-- Staff come by a sign-in provider that proves their work email, too. What they acknowledge says by which of the two ways. See docs/decisions/0096.
SET LOCAL ROLE app_owner;
-- `staff link`, or the provider's name in its addresses: google, microsoft, single-sign-on.
ALTER TABLE app.staff_links ADD COLUMN method text NOT NULL DEFAULT 'staff link' CHECK (btrim(method) <> '');
ALTER TABLE app.staff_sessions ADD COLUMN method text NOT NULL DEFAULT 'staff link' CHECK (btrim(method) <> '');

SET LOCAL ROLE app_definer;

-- The people of an address that a provider proved: each with a link that nobody mails, good for ten minutes.
CREATE FUNCTION app.prove_staff_address(p_email text, p_tokens bytea[], p_method text, p_now timestamptz)
RETURNS TABLE (place bigint, company text, name text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT a.place, a.company, a.name FROM app.answer_staff_request(p_email, p_tokens, p_now) a;
  UPDATE app.staff_links l SET method = p_method, expires_at = p_now + interval '10 minutes' WHERE l.token_sha256 = ANY (p_tokens);
END $$;

DROP FUNCTION app.staff_link_state(bytea, timestamptz);
-- How a link stands, whose it is, where it was sent and how it came: for the page that asks its reader to press a button.
CREATE FUNCTION app.staff_link_state(p_token bytea, p_now timestamptz) RETURNS TABLE (state text, company_id uuid, company text, person_id uuid,
  name text, number bigint, email text, sent_by uuid, method text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE WHEN l.used_at IS NOT NULL THEN 'used' WHEN l.expires_at <= p_now THEN 'expired' ELSE 'open' END,
    l.company_id, c.name, l.person_id, r.fields ->> 'name', r.number, l.email, l.sent_by, l.method
  FROM app.staff_links l JOIN app.companies c ON c.id = l.company_id JOIN app.records r ON r.company_id = l.company_id AND r.id = l.person_id
  WHERE l.token_sha256 = p_token AND app.is_address_of(l.company_id, l.person_id, l.email)
$$;

DROP FUNCTION app.find_staff_session(bytea, timestamptz);
-- Whose a session is while it lasts, and how they came.
CREATE FUNCTION app.find_staff_session(p_token bytea, p_now timestamptz) RETURNS TABLE (company_id uuid, company text, person_id uuid, name text,
  email text, number bigint, method text, began_at timestamptz, expires_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT s.company_id, c.name, s.person_id, r.fields ->> 'name', s.email, r.number, s.method, s.created_at, s.expires_at
  FROM app.staff_sessions s JOIN app.companies c ON c.id = s.company_id JOIN app.records r ON r.company_id = s.company_id AND r.id = s.person_id
  WHERE s.token_sha256 = p_token AND s.expires_at > p_now AND app.is_address_of(s.company_id, s.person_id, s.email)
$$;

-- As in 0067, with how the session came about that the person has now.
DROP FUNCTION app.acknowledge_as_staff(uuid, uuid, text, timestamptz, uuid, text, bytea, text);
CREATE FUNCTION app.acknowledge_as_staff(p_id uuid, p_version uuid, p_sha256 text, p_session bytea, p_at timestamptz, p_act uuid, p_details text,
  p_salt bytea, p_commitment text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_policy uuid; v_method text;
BEGIN
  SELECT s.method INTO v_method FROM app.staff_sessions s WHERE s.token_sha256 = p_session AND s.company_id = app.staffed()
    AND s.person_id = app.uid() AND s.expires_at > p_at;
  IF v_method IS NULL THEN RAISE EXCEPTION 'permission denied: no session' USING ERRCODE = '42501'; END IF;
  SELECT s.policy_id INTO v_policy FROM app.staff_policy(p_version) s;
  IF v_policy IS NULL THEN RAISE EXCEPTION 'permission denied: not assigned' USING ERRCODE = '42501'; END IF;
  PERFORM app.keep_acknowledgment(p_id, p_version, p_sha256, app.uid(), v_method, NULL, p_at);
  PERFORM app.record_act(p_act, 'policy.acknowledged', v_policy::text, p_details, p_salt, p_commitment, NULL);
END $$;

REVOKE EXECUTE ON FUNCTION app.prove_staff_address(text, bytea[], text, timestamptz), app.staff_link_state(bytea, timestamptz),
  app.find_staff_session(bytea, timestamptz), app.acknowledge_as_staff(uuid, uuid, text, bytea, timestamptz, uuid, text, bytea, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.prove_staff_address(text, bytea[], text, timestamptz) TO app_auth;
GRANT EXECUTE ON FUNCTION app.staff_link_state(bytea, timestamptz), app.find_staff_session(bytea, timestamptz),
  app.acknowledge_as_staff(uuid, uuid, text, bytea, timestamptz, uuid, text, bytea, text) TO app_staff;
RESET ROLE;

CREATE OR REPLACE FUNCTION pg_temp.rewrite(p_function regproc, p_from text[], p_to text[]) RETURNS void LANGUAGE plpgsql AS $$
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
SELECT pg_temp.rewrite('app.spend_staff_link', ARRAY['RETURNING l.company_id, l.person_id, l.email INTO v;', 'person_id, email, created_at',
  'v.person_id, v.email, p_now'], ARRAY['RETURNING l.company_id, l.person_id, l.email, l.method INTO v;', 'person_id, email, method, created_at',
  'v.person_id, v.email, v.method, p_now']);
