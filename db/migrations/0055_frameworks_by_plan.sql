-- A company uses as many frameworks as its plan includes. The flag stays, and closes nothing. See docs/decisions/0072.
SET LOCAL ROLE app_owner;
UPDATE app.feature_flags SET description = 'Closes nothing: each plan says how many frameworks a company may use at a time.'
  WHERE key = 'multi-framework';
RESET ROLE;

CREATE OR REPLACE FUNCTION app.hold_frameworks() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_used text[];
BEGIN
  IF NEW.archived_at IS NOT NULL THEN RETURN NEW; END IF;
  PERFORM FROM app.companies c WHERE c.id = NEW.company_id FOR NO KEY UPDATE;
  SELECT coalesce(array_agg(DISTINCT framework), '{}') INTO v_used FROM app.projects
    WHERE company_id = NEW.company_id AND archived_at IS NULL AND id <> NEW.id;
  IF cardinality(v_used) = 0 OR NEW.framework = ANY (v_used) THEN RETURN NEW; END IF;
  IF cardinality(v_used) >= app.limit_of(NEW.company_id, 'frameworks') THEN
    RAISE EXCEPTION 'the plan goes no further' USING ERRCODE = '23514', CONSTRAINT = 'projects_framework_limit';
  END IF;
  RETURN NEW;
END $$;
