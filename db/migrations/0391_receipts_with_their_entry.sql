-- What somebody keeps of an acknowledgment names its entry in the ledger: on their page, as a file and in the mail.
SET LOCAL ROLE app_definer;
-- As in 0224; a receipt's mail has a place for the entry, which is known here alone.
DO $$
DECLARE v_text text := pg_get_functiondef('app.acknowledge_forms(bytea[], uuid[], text[], timestamptz, uuid[], text[], bytea[], text[], jsonb)'::regprocedure);
  v_was text := $q$SELECT m ->> 'to', m ->> 'subject', m ->> 'text', m ->> 'html' FROM (SELECT p_receipts -> (x.i - 1) AS m FROM unnest(v_open) x (i)) receipts;$q$;
BEGIN
  IF position(v_was IN v_text) = 0 THEN RAISE EXCEPTION 'app.acknowledge_forms is not as it was'; END IF;
  EXECUTE replace(v_text, v_was, $q$SELECT m ->> 'to', m ->> 'subject', replace(m ->> 'text', '{ledger entry}', entry), replace(m ->> 'html', '{ledger entry}', entry)
      FROM (SELECT p_receipts -> (x.i - 1)::integer AS m, (v_size + x.n - 1)::text AS entry FROM unnest(v_open) WITH ORDINALITY x (i, n)) receipts;$q$);
END $$;

-- What the caller, one of the staff, acknowledged of a version's text: the first time, whichever version had it.
CREATE FUNCTION app.own_acknowledgment(p_version uuid) RETURNS TABLE (version integer, sha256 text, method text, acknowledged_at timestamptz, ledger_index bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT w.number, k.sha256, k.method, k.acknowledged_at, k.ledger_index
  FROM app.policy_versions v JOIN app.policy_versions w ON w.company_id = v.company_id AND w.policy_id = v.policy_id AND w.sha256 = v.sha256
  JOIN app.acknowledgments k ON k.company_id = w.company_id AND k.version_id = w.id AND k.person_id = app.uid() AND k.sha256 = v.sha256
    AND k.vouched IS NOT NULL
  WHERE v.company_id = (SELECT app.staffed()) AND v.id = p_version ORDER BY k.acknowledged_at LIMIT 1
$$;
REVOKE ALL ON FUNCTION app.own_acknowledgment(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.own_acknowledgment(uuid) TO app_staff;
RESET ROLE;
