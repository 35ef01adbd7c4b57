-- What tasks and the list of registers ask of a company of thousands read everybody in People each time: whose role changed, whose address
-- nobody vouches for, and what changed since a register was confirmed. See docs/decisions/0212.
SET LOCAL ROLE app_owner;

-- As in 0223: no foreign key begins with what these begin with, or it asks for no such rows.
CREATE INDEX records_by_ledger ON app.records ((company_id::text), register, ledger_index);
CREATE INDEX records_unvouched ON app.records (company_id, id) WHERE register = 'people' AND ended_at IS NULL
  AND fields ? 'email' AND vouched_email IS DISTINCT FROM lower(fields ->> 'email');
CREATE INDEX record_changes_of_people ON app.record_changes (company_id, changed_at) WHERE register = 'people' AND kind = 'changed';

SET LOCAL ROLE app_definer;

-- The records of these registers that were changed after these entries of the ledger, as far as the caller reads them. Behind the policies,
-- which keep the text of a company's id from an index; never by a look at every record, however little is known of the table.
CREATE FUNCTION app.records_changed_after(p_registers text[], p_indexes bigint[]) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 10 SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
DECLARE v_company text := app.tenant()::text; v_matter uuid := app.opened_matter(); v_mine text[] := app.my_registers('read');
BEGIN
  FOR i IN 1 .. coalesce(cardinality(p_registers), 0) LOOP
    IF p_registers[i] = ANY (v_mine) THEN
      RETURN QUERY SELECT r.id FROM app.records r WHERE r.company_id::text = v_company AND r.register = p_registers[i]
        AND r.ledger_index > p_indexes[i] AND (r.matter_id IS NULL OR r.matter_id = v_matter);
    END IF;
  END LOOP;
END $$;
REVOKE EXECUTE ON FUNCTION app.records_changed_after(text[], bigint[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.records_changed_after(text[], bigint[]) TO app_user;
RESET ROLE;
