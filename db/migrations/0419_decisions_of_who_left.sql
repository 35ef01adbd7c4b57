-- What somebody decided on their own account, because nobody else could, counts for a month after another can. Once they leave, nobody but that other
-- person is there, so that it would count again: who could have decided for a month is asked of each decision, as 0378 asks it of each end.
SET LOCAL ROLE app_definer;
-- Who has been in one of these roles since then, as the company itself reads it.
CREATE FUNCTION app.in_roles_since(p_roles text[], p_since timestamptz) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT m.user_id FROM app.company_members m LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
  WHERE app.is_company_itself() AND m.company_id = app.tenant() AND m.status = 'active' AND b.disabled_at IS NULL AND m.role = ANY (p_roles)
    AND app.in_role_since(m.company_id, m.user_id, m.created_at, p_roles) <= p_since
$$;
REVOKE ALL ON FUNCTION app.in_roles_since(text[], timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.in_roles_since(text[], timestamptz) TO app_user;
RESET ROLE;
