-- Staff are written to about what they have to do: whoever was sent a link by a manager once. See docs/decisions/0095.
SET LOCAL ROLE app_owner;
ALTER TABLE app.companies ADD COLUMN reminds_staff boolean NOT NULL DEFAULT true;
GRANT UPDATE (reminds_staff) ON app.companies TO app_user;

-- Whom a manager sent a link, when their page was last looked at for what is due, and when they were last written to about it.
CREATE TABLE app.staff_reminders (
  company_id uuid NOT NULL REFERENCES app.companies,
  person_register text NOT NULL DEFAULT 'people' CHECK (person_register = 'people'),
  person_id uuid NOT NULL,
  looked_at timestamptz NOT NULL,
  told_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, person_id),
  FOREIGN KEY (company_id, person_register, person_id) REFERENCES app.records (company_id, register, id)
);
SELECT app.protect('app.staff_reminders');
GRANT SELECT ON app.staff_reminders TO app_user;
GRANT INSERT, UPDATE ON app.staff_reminders TO app_definer;
CREATE INDEX staff_reminders_to_look_at ON app.staff_reminders (looked_at);
CREATE INDEX assignments_by_time ON app.assignments (company_id, assigned_at);
RESET ROLE;
-- As the administrator: the policies of a tenant's table hide its rows from whoever owns it.
INSERT INTO app.staff_reminders (company_id, person_id, looked_at, told_at)
  SELECT l.company_id, l.person_id, max(l.created_at), max(l.created_at) FROM app.staff_links l WHERE l.sent_by IS NOT NULL GROUP BY 1, 2;

SET LOCAL ROLE app_definer;

-- As in 0076; whoever is sent a link by a manager is reminded from then on.
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
  IF NOT FOUND THEN RETURN; END IF;
  PERFORM app.keep_staff_link(v_company, p_person, p_token, app.uid(), p_now);
  INSERT INTO app.staff_reminders AS m (company_id, person_id, looked_at, told_at) VALUES (v_company, p_person, p_now, p_now)
    ON CONFLICT (company_id, person_id) DO UPDATE SET told_at = greatest(m.told_at, p_now);
END $$;

-- Takes people to look at: each once a day, and when a policy was assigned since. Of two workers each takes others.
CREATE FUNCTION app.take_staff_to_remind(p_now timestamptz, p_most integer)
RETURNS TABLE (company_id uuid, company text, person_id uuid, name text, email text, number bigint, told_at timestamptz)
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH taken AS (
    UPDATE app.staff_reminders m SET looked_at = p_now FROM (
      SELECT n.company_id, n.person_id FROM app.staff_reminders n JOIN app.companies c ON c.id = n.company_id AND c.reminds_staff
        JOIN app.records r ON r.company_id = n.company_id AND r.id = n.person_id
      WHERE (n.looked_at <= p_now - interval '1 day' OR EXISTS (SELECT FROM app.assignments s
          WHERE s.company_id = n.company_id AND s.assigned_at > n.looked_at AND s.assigned_at <= p_now))
        AND app.is_address_of(n.company_id, n.person_id, lower(r.fields ->> 'email'))
      ORDER BY n.looked_at LIMIT p_most FOR UPDATE OF n SKIP LOCKED) d
    WHERE m.company_id = d.company_id AND m.person_id = d.person_id
    RETURNING m.company_id, m.person_id, m.told_at)
  SELECT t.company_id, c.name, t.person_id, r.fields ->> 'name', lower(r.fields ->> 'email'), r.number, t.told_at
  FROM taken t JOIN app.companies c ON c.id = t.company_id JOIN app.records r ON r.company_id = t.company_id AND r.id = t.person_id
$$;

-- Keeps the link of a reminder that is about to be mailed; false where the person was told meanwhile, or nothing may be sent there.
CREATE FUNCTION app.keep_staff_reminder(p_company uuid, p_person uuid, p_email text, p_token bytea, p_told_at timestamptz, p_now timestamptz)
RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.staff_reminders m SET told_at = p_now WHERE m.company_id = p_company AND m.person_id = p_person AND m.told_at = p_told_at
    AND app.is_address_of(p_company, p_person, p_email)
    AND EXISTS (SELECT FROM app.companies c WHERE c.id = p_company AND c.reminds_staff);
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM app.keep_staff_link(p_company, p_person, p_token, NULL, p_now);
  -- It keeps the address of the record at its own moment: a link is never mailed to another.
  IF NOT EXISTS (SELECT FROM app.staff_links l WHERE l.company_id = p_company AND l.token_sha256 = p_token AND l.email = p_email) THEN
    RAISE EXCEPTION 'the address was changed meanwhile' USING ERRCODE = '40001';
  END IF;
  RETURN true;
END $$;

-- A mailbox is sent so many mails in a day, whoever sends them.
GRANT EXECUTE ON FUNCTION app.take_turn(text, integer, integer, integer) TO app_worker;
GRANT EXECUTE ON FUNCTION app.take_staff_to_remind(timestamptz, integer),
  app.keep_staff_reminder(uuid, uuid, text, bytea, timestamptz, timestamptz) TO app_worker;
RESET ROLE;
SET LOCAL ROLE app_owner;
CREATE POLICY read ON app.staff_reminders FOR SELECT TO app_user USING ((SELECT app.my_role()) IN ('owner', 'admin'));
RESET ROLE;
