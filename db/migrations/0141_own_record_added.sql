-- When somebody was added decides how long they have for their courses: nobody is late for years before the company used Exhibit.
SET LOCAL ROLE app_definer;
CREATE OR REPLACE FUNCTION app.own_record() RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT r.fields || jsonb_build_object('addedAt', r.created_at) FROM app.records r WHERE r.company_id = app.staffed() AND r.id = app.uid()
$$;
RESET ROLE;
