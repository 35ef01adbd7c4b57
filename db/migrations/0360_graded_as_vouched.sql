-- How the address was vouched for by which somebody is graded goes into what the ledger has of the quiz: asked under the ledger's lock, under which
-- every change of it stands, too.
SET LOCAL ROLE app_definer;
CREATE FUNCTION app.how_i_am_vouched() RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT app.vouched_how(app.staffed(), app.uid())
$$;
REVOKE ALL ON FUNCTION app.how_i_am_vouched() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.how_i_am_vouched() TO app_staff;
RESET ROLE;
