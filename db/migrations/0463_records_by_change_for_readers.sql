-- What changed last is listed by people who read through policies. Behind these PostgreSQL compares nothing that could tell what it was given,
-- and a company's id as a text is such: each list read every record of its register and sorted it. Checks of foreign keys use no index of a part,
-- so these begin with the company again (0223 has why they did not); every record has a number.
SET LOCAL ROLE app_owner;
DROP INDEX app.records_by_change, app.records_ended_by_change, app.records_waiting_by_change, app.records_approved_by_change;
CREATE INDEX records_by_change ON app.records (company_id, register, changed_at, number) WHERE number > 0;
CREATE INDEX records_ended_by_change ON app.records (company_id, register, changed_at, number) WHERE ended_at IS NOT NULL;
CREATE INDEX records_waiting_by_change ON app.records (company_id, register, changed_at, number)
  WHERE ended_at IS NULL AND approved_at IS NULL;
CREATE INDEX records_approved_by_change ON app.records (company_id, register, changed_at, number)
  WHERE ended_at IS NULL AND approved_at IS NOT NULL;
RESET ROLE;
