-- What changed last among those that ended, wait or were approved is listed from these: nobody looks through every record for the few. Each
-- record is in one of them.
SET LOCAL ROLE app_owner;
CREATE INDEX records_ended_by_change ON app.records ((company_id::text), register, changed_at, number) WHERE ended_at IS NOT NULL;
CREATE INDEX records_waiting_by_change ON app.records ((company_id::text), register, changed_at, number)
  WHERE ended_at IS NULL AND approved_at IS NULL;
CREATE INDEX records_approved_by_change ON app.records ((company_id::text), register, changed_at, number)
  WHERE ended_at IS NULL AND approved_at IS NOT NULL;
RESET ROLE;
