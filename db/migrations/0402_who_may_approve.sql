-- Who of the caller's company could approve what these wrote, as app.policy_approvers counts them.
SET LOCAL ROLE app_definer;
CREATE FUNCTION app.who_may_approve_policy(p_authors uuid[]) RETURNS uuid[]
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(array_agg(m.user_id ORDER BY m.user_id), '{}') FROM app.company_members m
    LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
  WHERE m.company_id = app.tenant() AND app.my_role() IS NOT NULL AND m.status = 'active' AND m.role IN ('owner', 'admin', 'member')
    AND b.disabled_at IS NULL AND m.user_id <> ALL (p_authors)
$$;
REVOKE EXECUTE ON FUNCTION app.who_may_approve_policy(uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.who_may_approve_policy(uuid[]) TO app_user;
RESET ROLE;
