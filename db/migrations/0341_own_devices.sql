-- Staff see the devices that are theirs on their own page, with what was read of each.
SET LOCAL ROLE app_owner;
-- The devices that the newest exhibit of a connection lists, with whose each is; null where something was not read.
ALTER TABLE app.account_lists ADD COLUMN devices jsonb NOT NULL DEFAULT '[]';
GRANT UPDATE (devices) ON app.account_lists TO app_user;

SET LOCAL ROLE app_definer;
-- The devices of who asks: those that Devices says are theirs, and those that a connection lists as theirs, read by an exhibit that counts.
CREATE FUNCTION app.own_devices() RETURNS TABLE (number bigint, name text, serial text, source text, seen_at timestamptz, facts jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT r.number, r.fields ->> 'name', r.fields ->> 'serial', NULL::text, NULL::timestamptz, NULL::jsonb FROM app.records r
    WHERE r.company_id = app.staffed() AND r.register = 'devices' AND r.matter_id IS NULL AND r.ended_at IS NULL
      AND r.fields ->> 'holderId' = app.uid()::text
  UNION ALL
  SELECT NULL, d.device ->> 'label', d.device ->> 'serial', k.source, l.seen_at, d.device FROM app.account_lists l
    JOIN app.connections k ON k.company_id = l.company_id AND k.id = l.connection_id AND k.state <> 'disconnected'
    JOIN app.evidence e ON e.company_id = l.company_id AND e.id = l.evidence_id AND e.withdrawal_id IS NULL AND e.erased_at IS NULL
    CROSS JOIN LATERAL jsonb_array_elements(l.devices) d (device)
    WHERE l.company_id = app.staffed() AND d.device ->> 'personId' = app.uid()::text
  ORDER BY 1, 2, 4 LIMIT 200
$$;
REVOKE ALL ON FUNCTION app.own_devices() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.own_devices() TO app_staff;
RESET ROLE;
