-- Since when somebody works here is judged by all that their records ever said. What people are asked on their page, by mail and in tasks counts from
-- the same day: a run of the registers keeps it where it is not the one of their record. See docs/decisions/0216.
SET LOCAL ROLE app_owner;

CREATE TABLE app.first_days (
  company_id uuid NOT NULL REFERENCES app.companies,
  -- A record of People that has not ended.
  person_id uuid NOT NULL,
  -- The first day of their work, as records have it, and when the first of their records was added.
  starts_at text NOT NULL,
  added_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, person_id),
  FOREIGN KEY (company_id, person_id) REFERENCES app.records (company_id, id)
);
SELECT app.protect('app.first_days');
CREATE POLICY read ON app.first_days FOR SELECT TO app_user USING ('people' = ANY ((SELECT app.my_registers('read'))::text[]));
CREATE POLICY keep ON app.first_days FOR INSERT TO app_user WITH CHECK ((SELECT app.is_company_itself()));
CREATE POLICY keep_no_more ON app.first_days FOR DELETE TO app_user USING ((SELECT app.is_company_itself()));
GRANT SELECT, INSERT, DELETE ON app.first_days TO app_user;

SET LOCAL ROLE app_definer;
CREATE OR REPLACE FUNCTION app.own_record() RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT r.fields || jsonb_build_object('addedAt', coalesce(f.added_at, r.created_at), 'firstDay', coalesce(f.starts_at, r.fields ->> 'startsAt'))
  FROM app.records r LEFT JOIN app.first_days f ON f.company_id = r.company_id AND f.person_id = r.id
  WHERE r.company_id = app.staffed() AND r.id = app.uid()
$$;
RESET ROLE;

CREATE FUNCTION pg_temp.rewrite_days(p_function regproc, p_from text[], p_to text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_text text := pg_get_functiondef(p_function);
BEGIN
  FOR i IN 1 .. cardinality(p_from) LOOP
    IF (length(v_text) - length(replace(v_text, p_from[i], ''))) / length(p_from[i]) <> 1 THEN
      RAISE EXCEPTION '% does not have "%" once', p_function, p_from[i];
    END IF;
    v_text := replace(v_text, p_from[i], p_to[i]);
  END LOOP;
  EXECUTE v_text;
END $$;
GRANT EXECUTE ON FUNCTION pg_temp.rewrite_days(regproc, text[], text[]) TO app_definer;
SET LOCAL ROLE app_definer;
SELECT pg_temp.rewrite_days('app.staff_policies', ARRAY['SELECT r.company_id, r.id, r.fields
    FROM app.records r WHERE', $q$r.fields ->> 'kind', r.fields ->> 'startsAt',$q$],
  ARRAY[$q$SELECT r.company_id, r.id, r.fields, coalesce(f.starts_at, r.fields ->> 'startsAt') AS starts_at
    FROM app.records r LEFT JOIN app.first_days f ON f.company_id = r.company_id AND f.person_id = r.id WHERE$q$, $q$r.fields ->> 'kind', r.starts_at,$q$]);
RESET ROLE;
