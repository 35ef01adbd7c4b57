-- Who has two accounts approves nothing of their own with the other one, in what a connector's check leaves out either. Which accounts are one
-- person's is found when registers are sealed, and kept with what was sealed. Runs from before say of nobody that they have two.
ALTER TABLE app.register_runs ADD COLUMN same_accounts jsonb NOT NULL DEFAULT '[]',
  ADD CHECK (jsonb_typeof(same_accounts) = 'array');
GRANT INSERT (same_accounts) ON app.register_runs TO app_user;

SET LOCAL ROLE app_definer;

CREATE OR REPLACE FUNCTION app.connection_exceptions(p_kinds text[])
RETURNS TABLE (number bigint, kind text, subject text, reason text, asked_by text, approved_by text, another boolean, approved_on text, until text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH newest AS (
    SELECT x.same_accounts FROM app.register_runs x WHERE x.company_id = app.tenant() ORDER BY x.ledger_index DESC LIMIT 1
  )
  SELECT r.number, r.fields ->> 'kind', r.fields ->> 'subject', r.fields ->> 'reason',
    (SELECT coalesce(string_agg(concat_ws(' ', p.first_name, p.last_name), ', ' ORDER BY p.id), '') FROM app.profiles p WHERE p.id = ANY (r.authors)),
    coalesce((SELECT concat_ws(' ', p.first_name, p.last_name) FROM app.profiles p WHERE p.id = r.approved_by), ''),
    NOT r.approved_alone AND NOT EXISTS (
      SELECT FROM newest n, jsonb_array_elements(n.same_accounts) g (own)
      WHERE g.own ? r.approved_by::text AND g.own ?| r.authors::text[]),
    to_char(r.approved_at AT TIME ZONE 'UTC', 'YYYY-MM-DD'), r.fields ->> 'expiresOn'
  FROM app.connections k
  JOIN app.records r ON r.company_id = k.company_id AND r.register = 'approvals' AND r.matter_id IS NULL AND r.ended_at IS NULL
    AND r.approved_by IS NOT NULL AND r.fields ->> 'systemId' = k.system_id::text AND r.fields ->> 'kind' = ANY (p_kinds)
    AND r.fields ? 'subject' AND r.fields ? 'reason' AND r.fields ? 'expiresOn'
  WHERE k.company_id = app.tenant() AND k.id = app.uid()
  ORDER BY r.number
$$;
