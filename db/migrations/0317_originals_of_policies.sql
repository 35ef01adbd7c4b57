-- The document that a version's text was imported from, as the exhibit that it is filed as.
SET LOCAL ROLE app_owner;
ALTER TABLE app.policy_versions ADD COLUMN original bigint,
  ADD CONSTRAINT policy_versions_original FOREIGN KEY (company_id, original) REFERENCES app.evidence (company_id, number);
GRANT INSERT (original), UPDATE (original) ON app.policy_versions TO app_user;

SET LOCAL ROLE app_definer;
-- Whoever reads a policy may read what it came from, and nothing is named that counts no more.
CREATE FUNCTION app.hold_policy_original() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM app.evidence e WHERE e.company_id = NEW.company_id AND e.number = NEW.original
      AND e.matter_id IS NULL AND e.withdrawal_id IS NULL) THEN
    RAISE EXCEPTION 'no exhibit that everybody may read' USING ERRCODE = '23503', CONSTRAINT = 'policy_versions_original';
  END IF;
  RETURN NEW;
END $$;
REVOKE EXECUTE ON FUNCTION app.hold_policy_original() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.hold_policy_original() TO app_owner;

SET LOCAL ROLE app_owner;
-- After hold_policy_version, which refuses another company's.
CREATE TRIGGER hold_version_original BEFORE INSERT OR UPDATE OF original ON app.policy_versions FOR EACH ROW
  WHEN (NEW.original IS NOT NULL) EXECUTE FUNCTION app.hold_policy_original();

SET LOCAL ROLE app_definer;
REVOKE EXECUTE ON FUNCTION app.hold_policy_original() FROM app_owner;
RESET ROLE;
