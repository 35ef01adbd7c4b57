-- A vendor is led to by records of many registers, and its papers are asked for alone: what leads to a record is found by its register, too.
SET LOCAL ROLE app_owner;
DROP INDEX app.record_links_of_record;
CREATE INDEX record_links_of_record ON app.record_links (company_id, target_id, register) WHERE target_id IS NOT NULL;
RESET ROLE;
