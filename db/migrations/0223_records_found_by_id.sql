-- While nothing is known of a table, PostgreSQL takes the newest of the indexes that begin with a foreign key's first column. Checks of
-- foreign keys found a record by one that reads every record of its register, so that an import of 10,000 people into a new database took
-- longer than a statement may. The key they lead to becomes the newest (tests/contracts/foreign-keys.test.ts), and the index of changes begins
-- with what no foreign key asks for.
SET LOCAL ROLE app_owner;

DROP INDEX app.records_by_change;
CREATE INDEX records_by_change ON app.records ((company_id::text), register, changed_at, number);

DO $$
DECLARE
  drops text[];
  adds text[];
  statement text;
BEGIN
  SELECT array_agg(format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname)),
      array_agg(format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)))
    INTO drops, adds
    FROM pg_constraint WHERE contype = 'f' AND conindid = 'app.records_company_id_register_id_key'::regclass;
  FOREACH statement IN ARRAY drops LOOP EXECUTE statement; END LOOP;
  ALTER TABLE app.records DROP CONSTRAINT records_company_id_register_id_key;
  ALTER TABLE app.records ADD CONSTRAINT records_company_id_register_id_key UNIQUE (company_id, register, id);
  FOREACH statement IN ARRAY adds LOOP EXECUTE statement; END LOOP;
END $$;
