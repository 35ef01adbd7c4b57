-- What is left of a risk follows from the controls that pass: a run of the registers begins when one begins or ceases to.
SET LOCAL ROLE app_definer;

-- Which requirements apply is sealed beside risks; nobody writes records into this.
INSERT INTO app.registers (key, read_roles, write_roles, confirm_roles, approve_roles, confirmed_for_days)
  VALUES ('applicability', '{owner,admin,member,viewer}', '{}', '{}', NULL, 365);

CREATE FUNCTION app.enqueue_risks() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM app.records r WHERE r.company_id = NEW.company_id AND r.register = 'risks' AND r.ended_at IS NULL) THEN
    PERFORM app.enqueue_job('registers', NEW.company_id::text, NEW.company_id, NEW.judged_at + interval '5 seconds');
  END IF;
  RETURN NULL;
END $$;
GRANT EXECUTE ON FUNCTION app.enqueue_risks() TO app_owner;
SET LOCAL ROLE app_owner;
CREATE TRIGGER enqueue_risks AFTER UPDATE OF status ON app.control_standings FOR EACH ROW
  WHEN ((NEW.status = 'passing') IS DISTINCT FROM (OLD.status = 'passing')) EXECUTE FUNCTION app.enqueue_risks();
CREATE TRIGGER enqueue_risks_of_first AFTER INSERT ON app.control_standings FOR EACH ROW
  WHEN (NEW.status = 'passing') EXECUTE FUNCTION app.enqueue_risks();
SET LOCAL ROLE app_definer;
REVOKE EXECUTE ON FUNCTION app.enqueue_risks() FROM app_owner;
RESET ROLE;
