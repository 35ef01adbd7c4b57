-- Accounts of connected systems are judged beside the registers. See docs/decisions/0087.
SET LOCAL ROLE app_owner;

-- Whose account it is, where somebody said so. The newest decision about an account stands; none is ever changed.
CREATE TABLE app.person_accounts (
  company_id uuid NOT NULL REFERENCES app.companies,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  -- As its provider names it for good.
  provider text NOT NULL CHECK (length(provider) BETWEEN 1 AND 60),
  scope text NOT NULL CHECK (length(scope) BETWEEN 1 AND 300),
  account_id text NOT NULL CHECK (length(account_id) BETWEEN 1 AND 300),
  -- As it was called then.
  label text NOT NULL CHECK (length(label) BETWEEN 1 AND 300),
  -- 'none' takes back what was decided before.
  kind text NOT NULL CHECK (kind IN ('person', 'program', 'none')),
  person_register text CHECK (person_register = 'people'),
  person_id uuid,
  decided_by uuid NOT NULL,
  decided_at timestamptz NOT NULL,
  -- A program's account is asked again.
  valid_until timestamptz CHECK (valid_until <= decided_at + interval '366 days'),
  -- Set by place_in_ledger.
  ledger_index bigint NOT NULL DEFAULT -1,
  PRIMARY KEY (company_id, id),
  CONSTRAINT person_accounts_person FOREIGN KEY (company_id, person_register, person_id) REFERENCES app.records (company_id, register, id),
  CHECK ((kind = 'person') = (person_id IS NOT NULL) AND (person_id IS NULL) = (person_register IS NULL)),
  CHECK ((kind = 'program') = (valid_until IS NOT NULL))
);
CREATE INDEX person_accounts_newest ON app.person_accounts (company_id, provider, scope, account_id, ledger_index DESC, id);

SELECT app.protect('app.person_accounts');
SELECT app.append_only('app.person_accounts');
CREATE POLICY read ON app.person_accounts FOR SELECT TO app_user USING ('people' = ANY ((SELECT app.my_registers('read'))::text[]));
CREATE POLICY decide ON app.person_accounts FOR INSERT TO app_user
  WITH CHECK ('people' = ANY ((SELECT app.my_registers('write'))::text[]) AND decided_by = (SELECT app.uid()));
GRANT SELECT ON app.person_accounts TO app_user;
GRANT INSERT (company_id, id, provider, scope, account_id, label, kind, person_register, person_id, decided_by, decided_at, valid_until)
  ON app.person_accounts TO app_user;

-- The accounts that the newest exhibit of each connection lists, for people to look at. What is judged is read from the exhibit.
CREATE TABLE app.account_lists (
  company_id uuid NOT NULL,
  connection_id uuid NOT NULL,
  evidence_id uuid NOT NULL,
  -- When they were last seen so, and whether these are all.
  seen_at timestamptz NOT NULL,
  whole boolean NOT NULL,
  accounts jsonb NOT NULL,
  PRIMARY KEY (company_id, connection_id),
  FOREIGN KEY (company_id, connection_id) REFERENCES app.connections,
  FOREIGN KEY (company_id, evidence_id) REFERENCES app.evidence
);
SELECT app.protect('app.account_lists');
CREATE POLICY read ON app.account_lists FOR SELECT TO app_user
  USING ('people' = ANY ((SELECT app.my_registers('read'))::text[]));
CREATE POLICY list ON app.account_lists FOR INSERT TO app_user WITH CHECK ((SELECT app.is_company_itself()));
CREATE POLICY list_again ON app.account_lists FOR UPDATE TO app_user USING ((SELECT app.is_company_itself()));
GRANT SELECT, INSERT ON app.account_lists TO app_user;
GRANT UPDATE (evidence_id, seen_at, whole, accounts) ON app.account_lists TO app_user;

-- A snapshot answers the same part for several systems, each under a name of its own.
ALTER TABLE app.check_results DROP CONSTRAINT check_results_once,
  ADD CONSTRAINT check_results_once UNIQUE (company_id, evidence_id, check_id, aspect, source, check_version, rule);

-- Under every name of the registers the company itself answers, and nobody else.
DROP POLICY seal ON app.check_results;
DROP POLICY of_registers ON app.check_results;
CREATE POLICY seal ON app.check_results FOR INSERT TO app_user WITH CHECK ((SELECT app.is_company_itself())
  AND source LIKE 'Exhibit registers%' AND EXISTS (SELECT FROM app.evidence e WHERE e.company_id = check_results.company_id
    AND e.id = check_results.evidence_id AND e.filed_by = (SELECT app.uid())));
CREATE POLICY of_registers ON app.check_results AS RESTRICTIVE FOR INSERT TO app_user
  WITH CHECK (source !~* '^\s*exhibit registers' OR (SELECT app.is_company_itself()));

SET LOCAL ROLE app_definer;

-- What a connection read anew is judged beside the registers, where a company has any.
CREATE FUNCTION app.enqueue_accounts() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM app.records r WHERE r.company_id = NEW.company_id) THEN
    PERFORM app.enqueue_job('registers', NEW.company_id::text, NEW.company_id, NEW.finished_at + interval '5 seconds');
  END IF;
  RETURN NULL;
END $$;
GRANT EXECUTE ON FUNCTION app.enqueue_accounts(), app.enqueue_row(), app.place_in_ledger() TO app_owner;

SET LOCAL ROLE app_owner;
CREATE TRIGGER place_in_ledger BEFORE INSERT ON app.person_accounts FOR EACH ROW EXECUTE FUNCTION app.place_in_ledger();
CREATE TRIGGER enqueue_run AFTER INSERT ON app.person_accounts FOR EACH ROW
  EXECUTE FUNCTION app.enqueue_row('registers', 'company_id', '1', 'decided_at', '5 seconds');
CREATE TRIGGER enqueue_accounts AFTER UPDATE OF evidence_id ON app.collection_runs FOR EACH ROW
  WHEN (NEW.evidence_id IS NOT NULL AND NEW.state = 'done' AND NOT NEW.unchanged) EXECUTE FUNCTION app.enqueue_accounts();

SET LOCAL ROLE app_definer;
REVOKE EXECUTE ON FUNCTION app.enqueue_accounts(), app.enqueue_row(), app.place_in_ledger() FROM app_owner;
RESET ROLE;
