-- Whose record the address of an account is: of those who have the address it is asked whether they work here. Everybody was asked, and
-- once more for each system of a review that starts: with 10,000 people and 30 systems longer than a statement may take.
SET LOCAL ROLE app_definer;
CREATE OR REPLACE FUNCTION app.person_of(p_user uuid) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE WHEN count(*) FILTER (WHERE x.works) = 1 THEN (array_agg(x.id) FILTER (WHERE x.works))[1] END
  FROM (SELECT r.id, app.is_active_person(r.company_id, r.id) AS works FROM auth.users u
    JOIN app.records r ON r.company_id = (SELECT app.tenant()) AND r.register = 'people' AND r.ended_at IS NULL
      AND lower(btrim(r.fields ->> 'email')) = lower(u.email)
    WHERE u.id = p_user OFFSET 0) x
$$;
RESET ROLE;
