-- Whoever is on leave is reminded of nothing until they are back: then of everything that waits.
SET LOCAL ROLE app_definer;
-- As before; whoever is on leave on that day is left alone, and is looked at on the day after it.
CREATE OR REPLACE FUNCTION app.take_staff_to_remind(p_now timestamptz, p_most integer)
 RETURNS TABLE(company_id uuid, company text, person_id uuid, name text, email text, number bigint, told_at timestamptz)
 LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH taken AS (
    UPDATE app.staff_reminders m SET looked_at = p_now FROM (
      SELECT n.company_id, n.person_id FROM app.staff_reminders n JOIN app.companies c ON c.id = n.company_id AND c.reminds_staff
        JOIN app.records r ON r.company_id = n.company_id AND r.id = n.person_id
      WHERE n.stopped_at IS NULL AND (n.looked_at <= p_now - interval '1 day' OR EXISTS (SELECT FROM app.assignments s
          WHERE s.company_id = n.company_id AND s.assigned_at > n.looked_at AND s.assigned_at <= p_now))
        -- A leave of which one day is not known yet silences nobody.
        AND (to_char(p_now AT TIME ZONE 'UTC', 'YYYY-MM-DD') BETWEEN r.fields ->> 'awayFrom' AND r.fields ->> 'awayUntil') IS NOT TRUE
        AND app.is_address_of(n.company_id, n.person_id, lower(r.fields ->> 'email'))
      ORDER BY n.looked_at LIMIT p_most FOR UPDATE OF n SKIP LOCKED) d
    WHERE m.company_id = d.company_id AND m.person_id = d.person_id
    RETURNING m.company_id, m.person_id, m.told_at)
  SELECT t.company_id, c.name, t.person_id, r.fields ->> 'name', lower(r.fields ->> 'email'), r.number, t.told_at
  FROM taken t JOIN app.companies c ON c.id = t.company_id JOIN app.records r ON r.company_id = t.company_id AND r.id = t.person_id
$$;
RESET ROLE;
