-- People without a seat report an incident from their page: a record of the register of incidents, which waits for its review like any other.
-- See docs/decisions/0185.
SET LOCAL ROLE app_owner;
GRANT INSERT (company_id, id, register, fields, created_by, created_at, changed_by, changed_at, salt) ON app.records TO app_definer;
SET LOCAL ROLE app_definer;

-- Members of the staff's company who may be named to them.
CREATE FUNCTION app.staff_members(p_company uuid) RETURNS TABLE (user_id uuid, role text, email text, first_name text, last_name text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT m.user_id, m.role, u.email, p.first_name, p.last_name FROM app.company_members m JOIN auth.users u ON u.id = m.user_id
  JOIN app.profiles p ON p.id = m.user_id LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
  WHERE m.company_id = p_company AND m.status = 'active' AND b.disabled_at IS NULL
$$;

-- Whom staff ask: who wrote the policy in force, else the security owner, else an owner of the company.
CREATE FUNCTION app.staff_contact(p_policy uuid) RETURNS TABLE (name text, email text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH me AS MATERIALIZED (SELECT app.staffed() AS company)
  SELECT c.name, c.email FROM me CROSS JOIN LATERAL (
    SELECT 0 AS place, concat_ws(' ', m.first_name, m.last_name) AS name, m.email FROM app.policy_versions v
      JOIN app.staff_members(me.company) m ON m.user_id = ANY (v.authors)
      WHERE v.company_id = me.company AND v.policy_id = p_policy AND v.state = 'in force'
    UNION ALL
    SELECT 1, h.fields ->> 'name', h.fields ->> 'email' FROM app.records r
      JOIN app.records h ON h.company_id = r.company_id AND h.register = 'people' AND h.id::text = r.fields ->> 'holderId'
      WHERE r.company_id = me.company AND r.register = 'roles' AND r.ended_at IS NULL AND r.fields ->> 'duty' = 'security-owner'
        AND h.fields ? 'email' AND app.is_active_person(h.company_id, h.id)
    UNION ALL
    SELECT 2, concat_ws(' ', m.first_name, m.last_name), m.email FROM app.staff_members(me.company) m WHERE m.role = 'owner') c
  ORDER BY c.place, c.name, c.email LIMIT 1
$$;

-- What the next report is numbered, who leads it, and who is mailed: the ledger is locked until the transaction ends.
CREATE FUNCTION app.open_report() RETURNS TABLE (number bigint, lead_id uuid, recipients jsonb)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_company uuid := app.staffed();
BEGIN
  IF v_company IS NULL THEN RAISE EXCEPTION 'permission denied: nobody of the staff' USING ERRCODE = '42501'; END IF;
  PERFORM app.lock_ledger();
  RETURN QUERY SELECT 1 + coalesce((SELECT max(r.number) FROM app.records r WHERE r.company_id = v_company AND r.register = 'incidents'
      AND r.matter_id IS NULL), 0),
    coalesce((SELECT (r.fields ->> 'holderId')::uuid FROM app.records r WHERE r.company_id = v_company AND r.register = 'roles'
      AND r.ended_at IS NULL AND r.fields ->> 'duty' IN ('incident-lead', 'security-owner')
      AND app.is_active_person(v_company, (r.fields ->> 'holderId')::uuid)
      ORDER BY r.fields ->> 'duty', r.number LIMIT 1), app.uid()),
    (SELECT coalesce(jsonb_agg(jsonb_build_object('email', m.email, 'firstName', m.first_name, 'lastName', m.last_name) ORDER BY m.email), '[]')
      FROM app.staff_members(v_company) m WHERE m.role IN ('owner', 'admin'));
END $$;

-- Keeps a report: what staff may say of an incident, and nothing else. Who has a seat, too, is its author as a member.
CREATE FUNCTION app.report_incident(p_id uuid, p_fields jsonb, p_record_salt bytea, p_now timestamptz, p_mails jsonb, p_act uuid, p_details text,
  p_salt bytea, p_commitment text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_company uuid := app.staffed(); v_lead uuid; v_by uuid;
BEGIN
  SELECT o.lead_id INTO v_lead FROM app.open_report() o;
  IF p_fields - ARRAY['title', 'kind', 'discoveredAt', 'leadId', 'timeline'] <> '{}' OR p_fields ->> 'kind' IS DISTINCT FROM 'incident'
    OR p_fields ->> 'leadId' IS DISTINCT FROM v_lead::text OR (p_fields ->> 'discoveredAt')::timestamptz IS DISTINCT FROM p_now THEN
    RAISE EXCEPTION 'permission denied: not a report of staff' USING ERRCODE = '42501';
  END IF;
  v_by := coalesce((SELECT m.user_id FROM app.staff_members(v_company) m WHERE app.person_of(m.user_id) = app.uid() LIMIT 1), app.uid());
  INSERT INTO app.records (company_id, id, register, fields, created_by, created_at, changed_by, changed_at, salt)
    VALUES (v_company, p_id, 'incidents', p_fields, v_by, p_now, v_by, p_now, p_record_salt);
  INSERT INTO app.outbox (recipient, subject, body_text, body_html)
    SELECT m.email, x.mail ->> 'subject', x.mail ->> 'text', x.mail ->> 'html' FROM jsonb_array_elements(p_mails) x (mail)
    JOIN app.staff_members(v_company) m ON m.email = x.mail ->> 'to' AND m.role IN ('owner', 'admin');
  PERFORM app.record_act(p_act, 'staff.incidentReported', p_id::text, p_details, p_salt, p_commitment, NULL);
END $$;

REVOKE EXECUTE ON FUNCTION app.staff_members(uuid), app.staff_contact(uuid), app.open_report(),
  app.report_incident(uuid, jsonb, bytea, timestamptz, jsonb, uuid, text, bytea, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.staff_contact(uuid), app.open_report(),
  app.report_incident(uuid, jsonb, bytea, timestamptz, jsonb, uuid, text, bytea, text) TO app_staff;
RESET ROLE;

-- A report is never refused because the ledger had its entries of the month.
DO $$
DECLARE v_text text := pg_get_functiondef('app.is_never_refused(text)'::regprocedure);
BEGIN
  IF position($q$'staff.signedIn',$q$ IN v_text) = 0 THEN RAISE EXCEPTION 'app.is_never_refused is another one'; END IF;
  EXECUTE replace(v_text, $q$'staff.signedIn',$q$, $q$'staff.signedIn', 'staff.incidentReported',$q$);
END $$;
