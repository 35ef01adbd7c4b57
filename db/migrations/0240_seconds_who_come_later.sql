-- What somebody approved alone, because nobody else could, another person may approve once there is one; the same for an end. And who said
-- that a risk is accepted is nobody else to its acceptance. See docs/decisions/0168.
SET LOCAL ROLE app_definer;
-- Who said of the risk that an acceptance is about that it is accepted: whoever set that treatment last.
CREATE FUNCTION app.accepted_by(p_company uuid, p_register text, p_fields jsonb) RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
  SELECT c.changed_by FROM app.record_changes c, jsonb_to_recordset(c.changes) x (field text, after text)
  WHERE p_register = 'approvals' AND p_fields ->> 'kind' = 'risk-acceptance' AND c.company_id = p_company
    AND c.record_id = (p_fields ->> 'riskId')::uuid AND x.field = 'treatment' AND x.after = 'accept' ORDER BY c.version DESC LIMIT 1
$$;
REVOKE EXECUTE ON FUNCTION app.accepted_by(uuid, text, jsonb) FROM PUBLIC;
RESET ROLE;

CREATE OR REPLACE FUNCTION pg_temp.rewrite_seconds(p_function regproc, p_from text, p_to text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_text text := pg_get_functiondef(p_function);
BEGIN
  IF (length(v_text) - length(replace(v_text, p_from, ''))) / length(p_from) <> 1 THEN
    RAISE EXCEPTION '% does not have "%" once', p_function, p_from;
  END IF;
  EXECUTE replace(v_text, p_from, p_to);
END $$;
SELECT pg_temp.rewrite_seconds('app.hold_record', 'IF NEW.approved_at IS NULL OR OLD.approved_at IS NOT NULL OR',
  'IF NEW.approved_at IS NULL OR OLD.approved_at IS NOT NULL AND NOT (OLD.approved_alone AND NEW.approved_by <> ALL (OLD.authors)) OR');
SELECT pg_temp.rewrite_seconds('app.hold_record', 'NEW.approved_alone := NEW.approved_by = ANY (OLD.authors);',
  'NEW.approved_alone := NEW.approved_by = ANY (OLD.authors)
        OR NEW.approved_by IS NOT DISTINCT FROM app.accepted_by(NEW.company_id, NEW.register, NEW.fields);');
SELECT pg_temp.rewrite_seconds('app.hold_end', 'IF NEW.end_approved_at IS NULL OR OLD.end_approved_at IS NOT NULL OR',
  'IF NEW.end_approved_at IS NULL OR OLD.end_approved_at IS NOT NULL AND NOT (OLD.end_approved_alone AND NEW.end_approved_by <> OLD.changed_by) OR');
SELECT pg_temp.rewrite_seconds('app.keep_changed_records',
  'WHEN n.approved_at IS NOT NULL AND o.approved_at IS NULL OR n.end_approved_at IS NOT NULL AND o.end_approved_at IS NULL THEN',
  'WHEN n.approved_at IS NOT NULL AND n.approved_at IS DISTINCT FROM o.approved_at OR n.end_approved_at IS NOT NULL AND n.end_approved_at IS DISTINCT FROM o.end_approved_at THEN');

-- A statement of applicability says which controls apply: a run of the registers begins when one begins or ceases to.
SET LOCAL ROLE app_definer;
GRANT EXECUTE ON FUNCTION app.enqueue_risks() TO app_owner;
SET LOCAL ROLE app_owner;
DROP TRIGGER enqueue_risks ON app.control_standings;
CREATE TRIGGER enqueue_risks AFTER UPDATE OF status ON app.control_standings FOR EACH ROW
  WHEN ((NEW.status = 'passing') IS DISTINCT FROM (OLD.status = 'passing')
    OR (NEW.status = 'not applicable') IS DISTINCT FROM (OLD.status = 'not applicable')) EXECUTE FUNCTION app.enqueue_risks();
SET LOCAL ROLE app_definer;
REVOKE EXECUTE ON FUNCTION app.enqueue_risks() FROM app_owner;
RESET ROLE;
