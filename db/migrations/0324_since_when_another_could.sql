-- Who owned a control when it was audited, and since when somebody else could have acted in place of who acted alone: both are asked of the past,
-- because today's answer can be made by whoever it speaks against.
SET LOCAL ROLE app_owner;
CREATE INDEX ledger_acts_of_owners ON app.ledger_acts (company_id, subject, seq) WHERE event = 'control.assigned';

SET LOCAL ROLE app_definer;

-- Owners of controls that owned them at any moment since then, each with from when until when; by their record of People, or none.
CREATE FUNCTION app.control_owners_since(p_since timestamptz)
RETURNS TABLE (control_id text, person_id uuid, owned_from timestamptz, owned_until timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH acts AS (
    SELECT a.subject, a.details::jsonb ->> 'owner' AS owner, a.at, lead(a.at) OVER (PARTITION BY a.subject ORDER BY a.seq) AS until
    FROM app.ledger_acts a WHERE app.is_company_itself() AND a.company_id = app.tenant() AND a.event = 'control.assigned'
  ), owned AS (
    SELECT a.subject AS control, a.owner::uuid AS owner, a.at, a.until FROM acts a WHERE a.owner IS NOT NULL
    UNION ALL
    -- Whom no entry names owns it since the plan was written.
    SELECT p.control_id, p.owner_id, p.changed_at, NULL FROM app.control_plans p
    WHERE app.is_company_itself() AND p.company_id = app.tenant() AND p.owner_id IS NOT NULL
      AND NOT EXISTS (SELECT FROM acts a WHERE a.subject = p.control_id AND a.until IS NULL AND a.owner = p.owner_id::text)
  )
  SELECT o.control, r.id, o.at, o.until FROM owned o LEFT JOIN auth.users u ON u.id = o.owner
  LEFT JOIN app.records r ON r.company_id = app.tenant() AND r.register = 'people' AND lower(r.fields ->> 'email') = lower(u.email)
  WHERE coalesce(o.until, 'infinity') >= p_since ORDER BY o.control, o.at, r.number
$$;

-- Since when a second person could do what one of these roles may: now, or within the last 30 days. NULL where there is one alone. Who had such a
-- role before has it since then: a role that was taken away for an hour begins nothing anew.
CREATE FUNCTION app.another_since(p_roles text[]) RETURNS timestamptz LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH could AS (
    SELECT m.user_id, m.created_at FROM app.company_members m LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
    WHERE m.company_id = app.tenant() AND m.status = 'active' AND b.disabled_at IS NULL AND m.role = ANY (p_roles)
    UNION ALL
    SELECT l.id, m.created_at FROM app.could_lately(p_roles) l (id)
    LEFT JOIN app.company_members m ON m.company_id = app.tenant() AND m.user_id = l.id
  ), acts AS (
    SELECT a.subject, a.event, a.at, coalesce(a.details::jsonb ->> 'before', a.details::jsonb ->> 'role') = ANY (p_roles) AS could
    FROM app.ledger_acts a WHERE a.company_id = app.tenant() AND a.event IN ('member.roleChanged', 'member.removed', 'member.left')
  ), since AS (
    SELECT c.user_id, CASE WHEN bool_or(a.could) THEN least(c.created_at, min(a.at) FILTER (WHERE a.could))
      ELSE greatest(c.created_at, max(a.at) FILTER (WHERE a.event = 'member.roleChanged')) END AS since
    FROM could c LEFT JOIN acts a ON a.subject = c.user_id::text GROUP BY c.user_id, c.created_at
  )
  SELECT s.since FROM since s WHERE app.is_company_itself() ORDER BY s.since OFFSET 1 LIMIT 1
$$;
REVOKE ALL ON FUNCTION app.control_owners_since(timestamptz), app.another_since(text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.control_owners_since(timestamptz), app.another_since(text[]) TO app_user;
DROP FUNCTION app.control_owners();
