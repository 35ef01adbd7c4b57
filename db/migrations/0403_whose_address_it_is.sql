-- Who the caller is among the company's people was found by a look at everybody, and asked of each of them whether they work here: lists of
-- tasks and of one's own policies took a quarter of a second with 10,000 people. Addresses are kept without spaces around them, and an index has
-- them.
SET LOCAL ROLE app_owner;
CREATE INDEX records_of_former_address ON app.records (lower(fields ->> 'email'))
  WHERE register = 'people' AND ended_at IS NOT NULL AND fields ->> 'email' IS NOT NULL;

SET LOCAL ROLE app_definer;
-- As in 0066 and 0080.
CREATE OR REPLACE FUNCTION app.my_person() RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$ SELECT app.person_of(app.uid()) $$;

-- As in 0201.
CREATE OR REPLACE FUNCTION app.person_of(p_user uuid) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE WHEN count(*) FILTER (WHERE x.works) = 1 THEN (array_agg(x.id) FILTER (WHERE x.works))[1] END
  FROM (SELECT r.id, app.is_active_person(r.company_id, r.id) AS works FROM auth.users u
    JOIN app.records r ON r.company_id = (SELECT app.tenant()) AND r.register = 'people' AND r.ended_at IS NULL
      AND lower(r.fields ->> 'email') = lower(u.email)
    WHERE u.id = p_user OFFSET 0) x
$$;

-- As in 0079: those who left, too.
CREATE OR REPLACE FUNCTION app.my_records() RETURNS uuid[]
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(array_agg(x.id), '{}') FROM (
    SELECT r.id FROM auth.users u JOIN app.records r ON r.company_id = (SELECT app.tenant()) AND r.register = 'people'
      AND r.ended_at IS NULL AND lower(r.fields ->> 'email') = lower(u.email) WHERE u.id = app.uid()
    UNION ALL
    SELECT r.id FROM auth.users u JOIN app.records r ON r.company_id = (SELECT app.tenant()) AND r.register = 'people'
      AND r.ended_at IS NOT NULL AND lower(r.fields ->> 'email') = lower(u.email) WHERE u.id = app.uid()) x
$$;
RESET ROLE;
