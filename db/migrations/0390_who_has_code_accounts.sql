-- Whoever the check of secure coding judges is asked to take the course: people with an account at a code hosting in scope, as it was last read.
SET LOCAL ROLE app_owner;
-- Whose accounts a list has, but for programs and what is known to be disabled: of tens of thousands nobody opens each one to find a person.
ALTER TABLE app.account_lists ADD COLUMN holders uuid[] NOT NULL DEFAULT '{}';

SET LOCAL ROLE app_definer;
CREATE FUNCTION app.hold_holders() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  NEW.holders := (SELECT coalesce(array_agg(DISTINCT (a ->> 'personId')::uuid), '{}') FROM jsonb_path_query(NEW.accounts, '$[*]') a
    WHERE a ->> 'personId' IS NOT NULL AND a -> 'active' IS DISTINCT FROM 'false'::jsonb AND a ->> 'class' IS DISTINCT FROM 'service');
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION app.hold_holders() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.hold_holders() TO app_owner;
SET LOCAL ROLE app_owner;
CREATE TRIGGER hold_holders BEFORE INSERT OR UPDATE OF accounts ON app.account_lists FOR EACH ROW EXECUTE FUNCTION app.hold_holders();
SET LOCAL ROLE app_definer;
REVOKE EXECUTE ON FUNCTION app.hold_holders() FROM app_owner;
RESET ROLE;
UPDATE app.account_lists SET accounts = accounts;

SET LOCAL ROLE app_definer;
-- The records of these people, by the same accounts as the check reads. Staff are told of themselves alone.
CREATE FUNCTION app.code_people(p_providers text[], p_now timestamptz) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT DISTINCT h.person FROM app.account_lists l
  JOIN app.connections k ON k.company_id = l.company_id AND k.id = l.connection_id AND k.state <> 'disconnected'
  JOIN app.systems s ON s.company_id = k.company_id AND s.id = k.system_id AND s.removed_at IS NULL
    AND (s.provider = ANY (p_providers) OR 'code' = ANY (s.kinds))
  JOIN app.evidence e ON e.company_id = l.company_id AND e.id = l.evidence_id AND e.withdrawal_id IS NULL AND e.erased_at IS NULL
  CROSS JOIN LATERAL unnest(CASE WHEN (SELECT app.staffed()) IS NULL THEN l.holders
    WHEN (SELECT app.uid()) = ANY (l.holders) THEN ARRAY[(SELECT app.uid())] END) h (person)
  WHERE l.company_id = (SELECT app.tenant()) AND ((SELECT app.staffed()) IS NOT NULL OR 'people' = ANY ((SELECT app.my_registers('read'))::text[]))
    AND NOT EXISTS (SELECT FROM (SELECT d.declared, d.until FROM app.scope_decisions d WHERE d.company_id = s.company_id AND d.system_id = s.id
      ORDER BY d.ledger_index DESC LIMIT 1) d WHERE d.declared AND (d.until + 1)::timestamp AT TIME ZONE 'UTC' > p_now)
$$;
REVOKE ALL ON FUNCTION app.code_people(text[], timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.code_people(text[], timestamptz) TO app_user, app_staff;
RESET ROLE;
