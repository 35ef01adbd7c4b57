-- Who was the only owner or admin for an hour could vouch alone for addresses, while another was a member: as with documents, records and
-- reviews (docs/decisions/0179), whoever could have in the last 30 days counts as somebody else.
SET LOCAL ROLE app_definer;
CREATE OR REPLACE FUNCTION app.manages_alone(p_company uuid, p_user uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(bool_and(m.user_id = p_user), false)
      AND NOT EXISTS (SELECT FROM app.could_lately(ARRAY['owner', 'admin']) l (id) WHERE l.id <> p_user)
    FROM app.company_members m LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
  WHERE m.company_id = p_company AND m.status = 'active' AND m.role IN ('owner', 'admin') AND b.disabled_at IS NULL
    -- As app.my_role says it: such an account is a member at most.
    AND b.platform_role IS DISTINCT FROM 'user'
$$;
RESET ROLE;
