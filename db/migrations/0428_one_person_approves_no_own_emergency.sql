-- Who made an emergency change stands in it by one record of People. Whoever has two there is one person: what the other one's account approved is
-- approved by who made it, as People says it now, or said when it was approved. See docs/decisions/0209.
SET LOCAL ROLE app_definer;

CREATE OR REPLACE FUNCTION app.connection_emergencies()
RETURNS TABLE (number bigint, subject text, reason text, asked_by text, approved_by text, another boolean, approved_on text, until text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH newest AS (
    SELECT x.same_accounts, x.same_before FROM app.register_runs x WHERE x.company_id = app.tenant() ORDER BY x.ledger_index DESC LIMIT 1
  )
  SELECT r.number, r.fields ->> 'change', r.fields ->> 'reason',
    (SELECT coalesce(string_agg(concat_ws(' ', p.first_name, p.last_name), ', ' ORDER BY p.id), '') FROM app.profiles p WHERE p.id = ANY (r.authors)),
    coalesce((SELECT concat_ws(' ', p.first_name, p.last_name) FROM app.profiles p WHERE p.id = r.approved_by), ''),
    -- Who nobody knows in People is not known to be another than who made the change.
    NOT r.approved_alone AND coalesce(app.person_of(r.approved_by) <> (r.fields ->> 'byId')::uuid, false)
      AND NOT EXISTS (
        SELECT FROM newest n, jsonb_array_elements(n.same_before) g (was) WHERE (g.was ->> 'until')::timestamptz > r.approved_at
          AND (g.was -> 'accounts') ? r.approved_by::text AND (g.was -> 'accounts') ?| (r.authors::text[] || (r.fields ->> 'byId')))
      AND NOT EXISTS (
        SELECT FROM newest n, jsonb_array_elements(n.same_accounts) g (own)
        WHERE g.own ? r.approved_by::text AND g.own ?| (r.authors::text[] || (r.fields ->> 'byId'))),
    to_char(r.approved_at AT TIME ZONE 'UTC', 'YYYY-MM-DD'),
    to_char((r.approved_at AT TIME ZONE 'UTC') + interval '364 days', 'YYYY-MM-DD')
  FROM app.connections k
  JOIN app.records r ON r.company_id = k.company_id AND r.register = 'emergencies' AND r.matter_id IS NULL AND r.ended_at IS NULL
    AND r.approved_by IS NOT NULL AND r.fields ->> 'systemId' = k.system_id::text AND r.fields ->> 'kind' = 'change'
    AND r.fields ? 'change' AND r.fields ? 'reason' AND r.fields ? 'review'
    -- The review came after the change.
    AND r.fields ->> 'reviewedOn' >= left(r.fields ->> 'startedAt', 10)
  WHERE k.company_id = app.tenant() AND k.id = app.uid()
    AND NOT EXISTS (SELECT FROM app.record_links l JOIN app.withdrawals w ON w.company_id = l.company_id AND w.number = l.exhibit
      AND w.restored_at IS NULL WHERE l.company_id = r.company_id AND l.record_id = r.id)
  ORDER BY r.number
$$;
