-- One person may stand in People twice, and have two accounts in Exhibit. See docs/decisions/0134.
SET LOCAL ROLE app_definer;
-- Accounts in Exhibit, each with the records of People that have its address, as the company itself reads them.
CREATE FUNCTION app.account_people() RETURNS TABLE (user_id uuid, person_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT u.id, r.id FROM app.records r JOIN auth.users u ON lower(u.email) = lower(r.fields ->> 'email')
  WHERE app.is_company_itself() AND r.company_id = app.tenant() AND r.register = 'people' ORDER BY r.number, u.id
$$;
REVOKE EXECUTE ON FUNCTION app.account_people() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.account_people() TO app_user;
RESET ROLE;
