-- Since when a ledger waits for its signature is told by the first entry that is not signed, however many follow it.
SET LOCAL ROLE app_owner;
CREATE INDEX ledger_checkpoints_newest ON app.ledger_checkpoints (created_at DESC);
RESET ROLE;

SET LOCAL ROLE app_definer;
CREATE OR REPLACE FUNCTION app.signing_health() RETURNS TABLE (newest timestamptz, waiting_since timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT (SELECT k.created_at FROM app.ledger_checkpoints k ORDER BY k.created_at DESC LIMIT 1), (
    SELECT min((e.entry::jsonb ->> 'at')::timestamptz) FROM app.ledger_heads h
      JOIN app.companies c ON c.id = h.company_id AND c.deleted_at IS NULL
      CROSS JOIN LATERAL (SELECT coalesce(max(k.size), 0) AS size FROM app.ledger_checkpoints k
        WHERE k.company_id = h.company_id AND k.generation = app.ledger_generation(h.company_id)) s
      JOIN app.ledger_entries e ON e.company_id = h.company_id AND e.seq = s.size
    WHERE h.size > s.size)
  WHERE (SELECT app.runs_installation())
$$;
RESET ROLE;
