-- What the only person who could ended counts for a month after another could look. Once they leave, nobody but that other person is there, so that it
-- would count again: each such end is asked for who else can approve it now, and since when.
SET LOCAL ROLE app_definer;
-- Records whose end one person approved alone, and that another could have approved for a month.
CREATE FUNCTION app.lapsed_ends(p_now timestamptz) RETURNS uuid[]
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(array_agg(r.id), '{}') FROM app.records r JOIN app.registers g ON g.key = r.register
  WHERE app.is_company_itself() AND r.company_id = app.tenant() AND r.ended_at IS NOT NULL AND r.end_approved_alone
    AND EXISTS (SELECT FROM app.company_members m LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
      WHERE m.company_id = r.company_id AND m.status = 'active' AND b.disabled_at IS NULL AND m.role = ANY (g.approve_roles)
        AND app.in_role_since(m.company_id, m.user_id, m.created_at, g.approve_roles) <= p_now - interval '30 days'
        -- Another account of theirs counts as one who could: that two accounts are one person's earns nothing.
        AND m.user_id <> r.end_approved_by)
$$;
REVOKE ALL ON FUNCTION app.lapsed_ends(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.lapsed_ends(timestamptz) TO app_user;
RESET ROLE;
