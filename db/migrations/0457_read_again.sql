-- A connection that reads the same as before says something new all the same where the hours of a leaver ended since it was read last: that they
-- still have an account. Registers are judged anew then, and not only with the next day. See docs/decisions/0235.
SET LOCAL ROLE app_definer;
CREATE FUNCTION app.enqueue_read_again() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  -- The hours of a leaver are LEAVER_HOURS in src/domain/registers/leaver-clock.ts.
  IF EXISTS (SELECT FROM app.account_lists l JOIN app.records r ON r.company_id = l.company_id
      WHERE l.company_id = NEW.company_id AND l.connection_id = NEW.connection_id AND r.register = 'people' AND r.fields ? 'endsAt'
        AND (r.fields ->> 'endsAt')::timestamptz + interval '24 hours' > l.seen_at
        AND (r.fields ->> 'endsAt')::timestamptz + interval '24 hours' <= NEW.finished_at) THEN
    PERFORM app.enqueue_job('registers', NEW.company_id::text, NEW.company_id, NEW.finished_at + interval '5 seconds');
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION app.enqueue_read_again() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.enqueue_read_again() TO app_owner;
SET LOCAL ROLE app_owner;
CREATE TRIGGER enqueue_read_again AFTER UPDATE OF evidence_id ON app.collection_runs FOR EACH ROW
  WHEN (NEW.evidence_id IS NOT NULL AND NEW.state = 'done' AND NEW.unchanged) EXECUTE FUNCTION app.enqueue_read_again();
SET LOCAL ROLE app_definer;
REVOKE EXECUTE ON FUNCTION app.enqueue_read_again() FROM app_owner;
RESET ROLE;
