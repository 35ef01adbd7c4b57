-- Who owns a control, by their record of People: for the company itself, which seals it. Nobody audits a control that they own.
SET LOCAL ROLE app_owner;
GRANT SELECT ON app.control_plans TO app_definer;
SET LOCAL ROLE app_definer;
CREATE FUNCTION app.control_owners() RETURNS TABLE (control_id text, person_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT p.control_id, r.id FROM app.control_plans p JOIN auth.users u ON u.id = p.owner_id
  LEFT JOIN app.records r ON r.company_id = p.company_id AND r.register = 'people' AND lower(r.fields ->> 'email') = lower(u.email)
  WHERE app.is_company_itself() AND p.company_id = app.tenant() AND p.owner_id IS NOT NULL ORDER BY p.control_id, r.number
$$;
REVOKE EXECUTE ON FUNCTION app.control_owners() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.control_owners() TO app_user;
RESET ROLE;
