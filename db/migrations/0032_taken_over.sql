-- Whoever points a webhook elsewhere, turns it on or lets a connection collect has issued it from then on, whoever made it first;
-- and in the moment in which their rights end they do so no more than they make a new one (0027_issued.sql).

-- The rest of the function, which others change as well, stays as it is.
DO $$
DECLARE
  v_old text := pg_get_functiondef('app.begin_webhook()'::regprocedure);
  v_issuer text := E'\n    NEW.created_by := coalesce(app.uid(), NEW.created_by);';
BEGIN
  IF position(v_issuer IN v_old) = 0 THEN RAISE EXCEPTION 'app.begin_webhook names no issuer'; END IF;
  SET LOCAL ROLE app_definer;
  EXECUTE replace(v_old, v_issuer, E'\n  END IF;\n  IF (NEW.active AND NOT OLD.active) OR NEW.url <> OLD.url THEN' || v_issuer);
END $$;

SET LOCAL ROLE app_definer;

-- Nobody issues anything in the moment in which their rights end: whoever does holds the company, and looks again. What is there
-- already is issued by whoever changes it.
CREATE OR REPLACE FUNCTION app.hold_issuer() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_issuer uuid := CASE WHEN tg_op = 'UPDATE' THEN app.uid() ELSE (to_jsonb(NEW) ->> tg_argv[0])::uuid END;
BEGIN
  -- A connection acts for itself, in the name of whoever began its link.
  IF app.my_role() = 'collector' THEN RETURN NEW; END IF;
  PERFORM FROM app.companies c WHERE c.id = NEW.company_id FOR NO KEY UPDATE;
  IF NOT EXISTS (SELECT FROM app.company_members m LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
      WHERE m.company_id = NEW.company_id AND m.user_id = v_issuer AND m.role IN ('owner', 'admin')
        AND m.status = 'active' AND b.disabled_at IS NULL AND coalesce(b.platform_role, 'manager') <> 'user') THEN
    -- Refused as the policies of the table refuse it. The server asks again, and finds out what the caller may do now.
    RAISE EXCEPTION 'permission denied: the rights of who issues this have ended' USING ERRCODE = '42501', CONSTRAINT = 'rights_ended';
  END IF;
  RETURN NEW;
END $$;

-- Whoever makes a trigger must be allowed to run its function.
GRANT EXECUTE ON FUNCTION app.begin_webhook(), app.hold_issuer() TO app_owner;
RESET ROLE;
SET LOCAL ROLE app_owner;

DROP TRIGGER begin_webhook ON app.webhooks;
CREATE TRIGGER begin_webhook BEFORE INSERT OR UPDATE OF active, sealed_secret, url ON app.webhooks
  FOR EACH ROW EXECUTE FUNCTION app.begin_webhook();
CREATE TRIGGER a_hold_change BEFORE UPDATE OF active, url ON app.webhooks FOR EACH ROW
  WHEN (current_user = 'app_user' AND ((NEW.active AND NOT OLD.active) OR NEW.url <> OLD.url)) EXECUTE FUNCTION app.hold_issuer();
CREATE TRIGGER a_hold_change BEFORE UPDATE OF state ON app.connections FOR EACH ROW
  WHEN (current_user = 'app_user' AND NEW.state = 'connected' AND OLD.state <> 'connected') EXECUTE FUNCTION app.hold_issuer();

RESET ROLE;
SET LOCAL ROLE app_definer;
REVOKE EXECUTE ON FUNCTION app.begin_webhook(), app.hold_issuer() FROM app_owner;
