-- Who was removed and came back could act since they came first: a removal of an hour begins nothing anew, as a demotion does not.
SET LOCAL ROLE app_owner;
CREATE INDEX ledger_acts_of_members ON app.ledger_acts (company_id, subject, at)
  WHERE event IN ('invitation.accepted', 'member.roleChanged', 'member.removed', 'member.left');

SET LOCAL ROLE app_definer;

-- Since when a member could do what one of these roles may, by the first that the ledger says of it: that they came or were promoted, or that
-- they had such a role when it was changed or ended, and then since they came. Whom it says nothing of came with it.
CREATE FUNCTION app.in_role_since(p_company uuid, p_user uuid, p_created timestamptz, p_roles text[]) RETURNS timestamptz
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce((
    SELECT CASE WHEN q.event = 'invitation.accepted' OR q.event = 'member.roleChanged' AND q.before <> ALL (p_roles) THEN q.at
      ELSE least(p_created, q.at) END
    FROM (SELECT a.event, a.at, coalesce(a.details::jsonb ->> 'before', '') AS before, a.details::jsonb ->> 'role' AS role
      FROM app.ledger_acts a WHERE a.company_id = p_company AND a.subject = p_user::text
        AND a.event IN ('invitation.accepted', 'member.roleChanged', 'member.removed', 'member.left')) q
    WHERE q.before = ANY (p_roles) OR q.role = ANY (p_roles)
    ORDER BY q.at LIMIT 1), p_created)
$$;
REVOKE ALL ON FUNCTION app.in_role_since(uuid, uuid, timestamptz, text[]) FROM PUBLIC;

CREATE OR REPLACE FUNCTION app.another_since(p_roles text[]) RETURNS timestamptz LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH could AS (
    SELECT m.user_id, m.created_at FROM app.company_members m LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
    WHERE m.company_id = app.tenant() AND m.status = 'active' AND b.disabled_at IS NULL AND m.role = ANY (p_roles)
    UNION ALL
    SELECT l.id, m.created_at FROM app.could_lately(p_roles) l (id)
    LEFT JOIN app.company_members m ON m.company_id = app.tenant() AND m.user_id = l.id
  )
  SELECT app.in_role_since(app.tenant(), c.user_id, c.created_at, p_roles) FROM could c
  WHERE app.is_company_itself() ORDER BY 1 OFFSET 1 LIMIT 1
$$;

-- As in 0284, with when each came first.
CREATE OR REPLACE FUNCTION app.approvers_now() RETURNS TABLE (user_id uuid, since timestamptz) LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
  SELECT m.user_id, app.in_role_since(m.company_id, m.user_id, m.created_at, ARRAY['owner', 'admin', 'member'])
  FROM app.company_members m LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
  WHERE m.company_id = app.tenant() AND app.is_company_itself() AND m.status = 'active' AND b.disabled_at IS NULL
    AND (m.role IN ('owner', 'admin', 'member') OR m.user_id IN (SELECT app.could_lately(ARRAY['owner', 'admin', 'member'])))
  ORDER BY m.user_id
$$;
RESET ROLE;
