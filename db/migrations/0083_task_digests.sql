-- What is missing or due comes by mail on Monday mornings, and as a calendar that its owner subscribes to; staff can stop their reminders.
-- See docs/decisions/0097 and 0095.
SET LOCAL ROLE app_owner;
CREATE TABLE app.task_digests (
  company_id uuid NOT NULL REFERENCES app.companies,
  user_id uuid NOT NULL,
  is_on boolean NOT NULL DEFAULT true,
  -- As browsers name it, Europe/Berlin; UTC until one has said.
  time_zone text CHECK (length(time_zone) BETWEEN 1 AND 64),
  -- When it is looked at next: the Monday, or a while after somebody took it and did not come back.
  due_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, user_id),
  FOREIGN KEY (company_id, user_id) REFERENCES app.company_members (company_id, user_id) ON DELETE CASCADE
);
CREATE INDEX task_digests_by_time ON app.task_digests (due_at) WHERE is_on;

-- One address for each member, which reads as they do; only its hash is kept.
CREATE TABLE app.calendar_feeds (
  company_id uuid NOT NULL REFERENCES app.companies,
  user_id uuid NOT NULL,
  token_sha256 bytea NOT NULL CHECK (length(token_sha256) = 32),
  -- It counts as having brought a second factor, because its maker had.
  has_second_factor boolean NOT NULL,
  created_at timestamptz NOT NULL,
  last_read_at timestamptz,
  PRIMARY KEY (company_id, user_id),
  FOREIGN KEY (company_id, user_id) REFERENCES app.company_members (company_id, user_id) ON DELETE CASCADE
);
CREATE INDEX calendar_feeds_by_hash ON app.calendar_feeds (token_sha256);
SELECT app.protect(t) FROM unnest(ARRAY['app.task_digests', 'app.calendar_feeds']::regclass[]) t;
CREATE POLICY own ON app.task_digests FOR ALL TO app_user USING (user_id = (SELECT app.uid())) WITH CHECK (user_id = (SELECT app.uid()));
CREATE POLICY own ON app.calendar_feeds FOR ALL TO app_user USING (user_id = (SELECT app.uid())) WITH CHECK (user_id = (SELECT app.uid()));
GRANT SELECT, INSERT ON app.task_digests TO app_user;
GRANT UPDATE (is_on, time_zone, due_at) ON app.task_digests TO app_user;
GRANT SELECT, INSERT (company_id, user_id, token_sha256, has_second_factor, created_at), DELETE ON app.calendar_feeds TO app_user;
GRANT INSERT, UPDATE (due_at) ON app.task_digests TO app_definer;
GRANT UPDATE (last_read_at) ON app.calendar_feeds TO app_definer;

-- Whoever wants no more reminders as staff is sent none, until they want them again.
ALTER TABLE app.staff_reminders ADD COLUMN stopped_at timestamptz;
RESET ROLE;
-- As the administrator: the policies of a tenant's table hide its rows from whoever owns it.
INSERT INTO app.task_digests (company_id, user_id, due_at)
  SELECT m.company_id, m.user_id, date_trunc('week', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' + interval '7 days 8 hours' FROM app.company_members m;

SET LOCAL ROLE app_definer;

-- A new member is written to from the next Monday on.
CREATE FUNCTION app.plan_task_digest() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO app.task_digests (company_id, user_id, due_at)
    VALUES (NEW.company_id, NEW.user_id, date_trunc('week', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' + interval '7 days 8 hours');
  RETURN NULL;
END $$;

-- Takes digests that are due; each of two workers takes others. One that is not kept is due again a quarter of an hour later.
CREATE FUNCTION app.take_task_digests(p_now timestamptz, p_most integer)
RETURNS TABLE (company_id uuid, company text, user_id uuid, role text, email text, first_name text, last_name text, time_zone text, taken timestamptz)
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH taken AS (
    UPDATE app.task_digests d SET due_at = p_now + interval '15 minutes' FROM (
      SELECT n.company_id, n.user_id FROM app.task_digests n
        JOIN app.companies c ON c.id = n.company_id AND c.deleted_at IS NULL
        JOIN app.company_members m ON m.company_id = n.company_id AND m.user_id = n.user_id AND m.status = 'active'
      WHERE n.is_on AND n.due_at <= p_now
        AND NOT EXISTS (SELECT FROM app.account_bounds b WHERE b.user_id = n.user_id AND b.disabled_at IS NOT NULL)
      ORDER BY n.due_at LIMIT p_most FOR UPDATE OF n SKIP LOCKED) x
    WHERE d.company_id = x.company_id AND d.user_id = x.user_id
    RETURNING d.company_id, d.user_id, d.time_zone, d.due_at)
  SELECT t.company_id, c.name, t.user_id, m.role, u.email, p.first_name, p.last_name, t.time_zone, t.due_at
  FROM taken t JOIN app.companies c ON c.id = t.company_id JOIN app.company_members m ON m.company_id = t.company_id AND m.user_id = t.user_id
  JOIN auth.users u ON u.id = t.user_id JOIN app.profiles p ON p.id = t.user_id
$$;

-- Plans a digest that was taken for its next time; false where nothing may be mailed: turned off or gone meanwhile, or mails are paused.
CREATE FUNCTION app.keep_task_digest(p_company uuid, p_user uuid, p_taken timestamptz, p_next timestamptz, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.task_digests d SET due_at = p_next WHERE d.company_id = p_company AND d.user_id = p_user AND d.due_at = p_taken AND d.is_on;
  RETURN FOUND
    AND EXISTS (SELECT FROM app.company_members m WHERE m.company_id = p_company AND m.user_id = p_user AND m.status = 'active')
    AND NOT EXISTS (SELECT FROM app.alert_mutes q WHERE q.company_id = p_company AND q.user_id = p_user AND q.until > p_now);
END $$;

-- Whose calendar an address opens, as long as they are a member who can come in.
CREATE FUNCTION app.find_calendar_feed(p_sha256 bytea, p_now timestamptz)
RETURNS TABLE (company_id uuid, company text, user_id uuid, role text, has_second_factor boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT f.company_id, c.name, f.user_id, m.role, f.has_second_factor
  FROM app.calendar_feeds f JOIN app.companies c ON c.id = f.company_id AND c.deleted_at IS NULL
  JOIN app.company_members m ON m.company_id = f.company_id AND m.user_id = f.user_id AND m.status = 'active'
  WHERE f.token_sha256 = p_sha256 AND (c.deletion_due_at IS NULL OR c.deletion_due_at > p_now)
    AND (f.has_second_factor OR NOT c.second_factor_required)
    AND NOT EXISTS (SELECT FROM app.account_bounds b WHERE b.user_id = f.user_id AND b.disabled_at IS NOT NULL)
$$;

-- That it was read, once an hour at most.
CREATE FUNCTION app.note_calendar_read(p_company uuid, p_user uuid, p_now timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  UPDATE app.calendar_feeds f SET last_read_at = p_now
  WHERE f.company_id = p_company AND f.user_id = p_user AND (f.last_read_at IS NULL OR f.last_read_at < p_now - interval '1 hour')
$$;

-- Stops the reminders of the person that this transaction is for at an instant, or sends them again where it is NULL.
CREATE FUNCTION app.stop_writing_to_me(p_at timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  UPDATE app.staff_reminders m SET stopped_at = p_at WHERE m.company_id = app.staffed() AND m.person_id = app.uid()
$$;

-- Whether they are sent any; NULL before a manager sent them a link.
CREATE FUNCTION app.am_i_written_to() RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT m.stopped_at IS NULL FROM app.staff_reminders m WHERE m.company_id = app.staffed() AND m.person_id = app.uid()
$$;

-- As in 0077, and nobody who stopped them.
CREATE OR REPLACE FUNCTION app.take_staff_to_remind(p_now timestamptz, p_most integer)
RETURNS TABLE (company_id uuid, company text, person_id uuid, name text, email text, number bigint, told_at timestamptz)
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH taken AS (
    UPDATE app.staff_reminders m SET looked_at = p_now FROM (
      SELECT n.company_id, n.person_id FROM app.staff_reminders n JOIN app.companies c ON c.id = n.company_id AND c.reminds_staff
        JOIN app.records r ON r.company_id = n.company_id AND r.id = n.person_id
      WHERE n.stopped_at IS NULL AND (n.looked_at <= p_now - interval '1 day' OR EXISTS (SELECT FROM app.assignments s
          WHERE s.company_id = n.company_id AND s.assigned_at > n.looked_at AND s.assigned_at <= p_now))
        AND app.is_address_of(n.company_id, n.person_id, lower(r.fields ->> 'email'))
      ORDER BY n.looked_at LIMIT p_most FOR UPDATE OF n SKIP LOCKED) d
    WHERE m.company_id = d.company_id AND m.person_id = d.person_id
    RETURNING m.company_id, m.person_id, m.told_at)
  SELECT t.company_id, c.name, t.person_id, r.fields ->> 'name', lower(r.fields ->> 'email'), r.number, t.told_at
  FROM taken t JOIN app.companies c ON c.id = t.company_id JOIN app.records r ON r.company_id = t.company_id AND r.id = t.person_id
$$;

CREATE OR REPLACE FUNCTION app.keep_staff_reminder(p_company uuid, p_person uuid, p_email text, p_token bytea, p_told_at timestamptz, p_now timestamptz)
RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.staff_reminders m SET told_at = p_now WHERE m.company_id = p_company AND m.person_id = p_person AND m.told_at = p_told_at
    AND m.stopped_at IS NULL AND app.is_address_of(p_company, p_person, p_email)
    AND EXISTS (SELECT FROM app.companies c WHERE c.id = p_company AND c.reminds_staff);
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM app.keep_staff_link(p_company, p_person, p_token, NULL, p_now);
  -- It keeps the address of the record at its own moment: a link is never mailed to another.
  IF NOT EXISTS (SELECT FROM app.staff_links l WHERE l.company_id = p_company AND l.token_sha256 = p_token AND l.email = p_email) THEN
    RAISE EXCEPTION 'the address was changed meanwhile' USING ERRCODE = '40001';
  END IF;
  RETURN true;
END $$;

REVOKE ALL ON FUNCTION app.plan_task_digest(), app.take_task_digests(timestamptz, integer),
  app.keep_task_digest(uuid, uuid, timestamptz, timestamptz, timestamptz), app.find_calendar_feed(bytea, timestamptz),
  app.note_calendar_read(uuid, uuid, timestamptz), app.stop_writing_to_me(timestamptz), app.am_i_written_to() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.plan_task_digest() TO app_owner;
GRANT EXECUTE ON FUNCTION app.take_task_digests(timestamptz, integer),
  app.keep_task_digest(uuid, uuid, timestamptz, timestamptz, timestamptz) TO app_worker;
GRANT EXECUTE ON FUNCTION app.find_calendar_feed(bytea, timestamptz), app.note_calendar_read(uuid, uuid, timestamptz) TO app_auth;
GRANT EXECUTE ON FUNCTION app.stop_writing_to_me(timestamptz), app.am_i_written_to() TO app_staff;
RESET ROLE;
SET LOCAL ROLE app_owner;
CREATE TRIGGER plan_task_digest AFTER INSERT ON app.company_members FOR EACH ROW EXECUTE FUNCTION app.plan_task_digest();
RESET ROLE;
REVOKE EXECUTE ON FUNCTION app.plan_task_digest() FROM app_owner;
