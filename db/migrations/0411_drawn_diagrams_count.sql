-- Diagrams that were drawn from the registers count for inventory.confirmed-within-year once they are accepted, and no longer when that is taken back
-- or their filing is: the registers are sealed and judged anew.
SET LOCAL ROLE app_definer;
CREATE FUNCTION app.enqueue_drawn() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM app.document_filings f WHERE f.company_id = NEW.company_id AND f.document_id = 'inventory.network-diagrams'
      AND f.id = CASE TG_TABLE_NAME WHEN 'document_filings' THEN (to_jsonb(NEW) ->> 'id')::uuid ELSE (to_jsonb(NEW) ->> 'filing_id')::uuid END) THEN
    PERFORM app.enqueue_job('registers', NEW.company_id::text, NEW.company_id,
      coalesce(NEW.withdrawn_at, (to_jsonb(NEW) ->> 'reviewed_at')::timestamptz) + interval '5 seconds');
  END IF;
  RETURN NULL;
END $$;
GRANT EXECUTE ON FUNCTION app.enqueue_drawn() TO app_owner;
SET LOCAL ROLE app_owner;
CREATE TRIGGER enqueue_drawn AFTER INSERT OR UPDATE OF withdrawn_at ON app.document_reviews FOR EACH ROW EXECUTE FUNCTION app.enqueue_drawn();
CREATE TRIGGER enqueue_drawn AFTER UPDATE OF withdrawn_at ON app.document_filings FOR EACH ROW WHEN (NEW.withdrawn_at IS NOT NULL)
  EXECUTE FUNCTION app.enqueue_drawn();
SET LOCAL ROLE app_definer;
REVOKE EXECUTE ON FUNCTION app.enqueue_drawn() FROM app_owner;
RESET ROLE;
