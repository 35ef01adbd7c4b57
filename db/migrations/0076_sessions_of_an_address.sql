-- A session of staff was opened by whoever reads one address: it ends once the address is not that person's any more, or somebody else's as
-- well. Who sent the link, and where to, is in the entry of the ledger. See docs/decisions/0089.
SET LOCAL ROLE app_owner;
ALTER TABLE app.staff_sessions ADD COLUMN email text CHECK (email = lower(email));
RESET ROLE;
-- As the administrator: the policies of a tenant's table hide its rows from whoever owns it.
UPDATE app.staff_sessions s SET email = coalesce((SELECT l.email FROM app.staff_links l
  WHERE l.company_id = s.company_id AND l.person_id = s.person_id AND l.used_at IS NOT NULL ORDER BY l.used_at DESC LIMIT 1), '');
SET LOCAL ROLE app_owner;
ALTER TABLE app.staff_sessions ALTER COLUMN email SET NOT NULL;

SET LOCAL ROLE app_definer;

-- Whether mail to the address reaches this person and nobody else who works for the company.
CREATE FUNCTION app.is_address_of(p_company uuid, p_person uuid, p_email text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT app.is_active_person(p_company, p_person) AND EXISTS (SELECT FROM app.records r WHERE r.company_id = p_company AND r.id = p_person
      AND r.register = 'people' AND lower(r.fields ->> 'email') = p_email)
    AND NOT EXISTS (SELECT FROM app.records o WHERE o.company_id = p_company AND o.register = 'people' AND o.id <> p_person
      AND o.ended_at IS NULL AND lower(o.fields ->> 'email') = p_email AND app.is_active_person(o.company_id, o.id))
$$;

CREATE OR REPLACE FUNCTION app.send_staff_link(p_person uuid, p_token bytea, p_now timestamptz)
RETURNS TABLE (name text, email text, number bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE v_company uuid := app.tenant();
BEGIN
  IF app.my_role() IS NULL OR app.my_role() NOT IN ('owner', 'admin') THEN
    RAISE EXCEPTION 'permission denied: only owners and admins send links' USING ERRCODE = '42501';
  END IF;
  PERFORM app.lock_ledger();
  RETURN QUERY SELECT r.fields ->> 'name', lower(r.fields ->> 'email'), r.number FROM app.records r
    WHERE r.company_id = v_company AND r.id = p_person AND app.is_address_of(v_company, p_person, lower(r.fields ->> 'email'));
  IF FOUND THEN PERFORM app.keep_staff_link(v_company, p_person, p_token, app.uid(), p_now); END IF;
END $$;

CREATE OR REPLACE FUNCTION app.answer_staff_request(p_email text, p_tokens bytea[], p_now timestamptz)
RETURNS TABLE (place bigint, company text, name text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE v record;
BEGIN
  FOR v IN SELECT r.company_id, r.id, c.name AS company, r.fields ->> 'name' AS name, row_number() OVER (ORDER BY r.created_at, r.id) AS place
      FROM app.records r JOIN app.companies c ON c.id = r.company_id
      WHERE lower(r.fields ->> 'email') = p_email AND r.register = 'people' AND r.ended_at IS NULL
        AND app.is_address_of(r.company_id, r.id, p_email) ORDER BY place LIMIT cardinality(p_tokens) LOOP
    PERFORM app.keep_staff_link(v.company_id, v.id, p_tokens[v.place], NULL, p_now);
    place := v.place; company := v.company; name := v.name;
    RETURN NEXT;
  END LOOP;
END $$;

DROP FUNCTION app.staff_link_state(bytea, timestamptz);
-- How a link stands, whose it is, and who had it sent where: for the page that asks its reader to press a button. It is not used up by this.
CREATE FUNCTION app.staff_link_state(p_token bytea, p_now timestamptz)
RETURNS TABLE (state text, company_id uuid, company text, person_id uuid, name text, number bigint, email text, sent_by uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE WHEN l.used_at IS NOT NULL THEN 'used' WHEN l.expires_at <= p_now THEN 'expired' ELSE 'open' END,
    l.company_id, c.name, l.person_id, r.fields ->> 'name', r.number, l.email, l.sent_by
  FROM app.staff_links l JOIN app.companies c ON c.id = l.company_id JOIN app.records r ON r.company_id = l.company_id AND r.id = l.person_id
  WHERE l.token_sha256 = p_token AND app.is_address_of(l.company_id, l.person_id, l.email)
$$;

CREATE OR REPLACE FUNCTION app.spend_staff_link(p_token bytea, p_session bytea, p_now timestamptz, p_address text, p_agent text,
  p_act uuid, p_details text, p_salt bytea, p_commitment text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v record;
BEGIN
  UPDATE app.staff_links l SET used_at = p_now FROM app.staff_link_state(p_token, p_now) s
    WHERE s.state = 'open' AND l.token_sha256 = p_token AND l.used_at IS NULL AND l.expires_at > p_now
    RETURNING l.company_id, l.person_id, l.email INTO v;
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO app.staff_sessions (company_id, token_sha256, person_id, email, created_at, expires_at, address, user_agent)
    VALUES (v.company_id, p_session, v.person_id, v.email, p_now, p_now + interval '12 hours', p_address, p_agent);
  PERFORM set_config('app.user_id', v.person_id::text, true), set_config('app.company_id', v.company_id::text, true);
  PERFORM app.record_act(p_act, 'staff.signedIn', v.person_id::text, p_details, p_salt, p_commitment, NULL);
  RETURN true;
END $$;

CREATE OR REPLACE FUNCTION app.find_staff_session(p_token bytea, p_now timestamptz)
RETURNS TABLE (company_id uuid, company text, person_id uuid, name text, email text, number bigint, began_at timestamptz, expires_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT s.company_id, c.name, s.person_id, r.fields ->> 'name', s.email, r.number, s.created_at, s.expires_at
  FROM app.staff_sessions s JOIN app.companies c ON c.id = s.company_id JOIN app.records r ON r.company_id = s.company_id AND r.id = s.person_id
  WHERE s.token_sha256 = p_token AND s.expires_at > p_now AND app.is_address_of(s.company_id, s.person_id, s.email)
$$;

GRANT EXECUTE ON FUNCTION app.staff_link_state(bytea, timestamptz) TO app_staff;
RESET ROLE;
