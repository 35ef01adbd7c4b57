-- Whoever lets go what People said of others is somebody there. That was so by any record with their address, also by one that they wrote
-- themselves: now it is told apart whether anybody else says that they are that person. See docs/decisions/0209 and 0164.
SET LOCAL ROLE app_definer;
DROP FUNCTION app.account_people();
-- Accounts in Exhibit, each with the records of People that have its address, as the company itself reads them, and whether another account
-- wrote the address there or somebody vouches for it.
CREATE FUNCTION app.account_people() RETURNS TABLE (user_id uuid, person_id uuid, by_another boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT u.id, r.id, CASE WHEN r.vouched_email = lower(r.fields ->> 'email') THEN true
      ELSE EXISTS (SELECT FROM app.address_written(r.company_id, r.id) w WHERE w.changed_by <> u.id) END
  FROM app.records r JOIN auth.users u ON lower(u.email) = lower(r.fields ->> 'email')
  WHERE app.is_company_itself() AND r.company_id = app.tenant() AND r.register = 'people' ORDER BY r.number, u.id
$$;
REVOKE EXECUTE ON FUNCTION app.account_people() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.account_people() TO app_user;
RESET ROLE;
