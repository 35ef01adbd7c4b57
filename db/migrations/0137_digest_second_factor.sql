-- A weekly email is read with the second factor that its reader has: in a company that asks for one, whoever has none reads nothing there.
SET LOCAL ROLE app_definer;

DROP FUNCTION app.take_task_digests(timestamptz, integer);
-- Takes digests that are due; each of two workers takes others. One that is not kept is due again a quarter of an hour later.
CREATE FUNCTION app.take_task_digests(p_now timestamptz, p_most integer)
RETURNS TABLE (company_id uuid, company text, user_id uuid, role text, email text, first_name text, last_name text, time_zone text,
  has_second_factor boolean, taken timestamptz)
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
  SELECT t.company_id, c.name, t.user_id, m.role, u.email, p.first_name, p.last_name, t.time_zone,
    app.brings_second_factor(t.user_id),
    t.due_at
  FROM taken t JOIN app.companies c ON c.id = t.company_id JOIN app.company_members m ON m.company_id = t.company_id AND m.user_id = t.user_id
  JOIN auth.users u ON u.id = t.user_id JOIN app.profiles p ON p.id = t.user_id
$$;
REVOKE EXECUTE ON FUNCTION app.take_task_digests(timestamptz, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.take_task_digests(timestamptz, integer) TO app_worker;
RESET ROLE;
