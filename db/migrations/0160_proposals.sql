-- What was collected is proposed for registers, and nobody types it twice. See docs/decisions/0138.
SET LOCAL ROLE app_owner;

-- What the newest exhibit of a connection proposes for one register. People choose from it; nothing is decided by it.
CREATE TABLE app.proposal_lists (
  company_id uuid NOT NULL,
  connection_id uuid NOT NULL,
  register text NOT NULL CHECK (length(register) BETWEEN 1 AND 40),
  evidence_id uuid NOT NULL,
  seen_at timestamptz NOT NULL,
  proposals jsonb NOT NULL,
  PRIMARY KEY (company_id, connection_id, register),
  FOREIGN KEY (company_id, connection_id) REFERENCES app.connections,
  FOREIGN KEY (company_id, evidence_id) REFERENCES app.evidence
);
SELECT app.protect('app.proposal_lists');
CREATE POLICY read ON app.proposal_lists FOR SELECT TO app_user USING (register = ANY ((SELECT app.my_registers('read'))::text[]));
CREATE POLICY list ON app.proposal_lists FOR INSERT TO app_user WITH CHECK ((SELECT app.is_company_itself()));
CREATE POLICY list_again ON app.proposal_lists FOR UPDATE TO app_user USING ((SELECT app.is_company_itself()));
GRANT SELECT, INSERT ON app.proposal_lists TO app_user;
GRANT UPDATE (evidence_id, seen_at, proposals) ON app.proposal_lists TO app_user;

-- What somebody does not want to be proposed, or wants again: the newest decision stands, and none is ever changed.
CREATE TABLE app.proposal_decisions (
  company_id uuid NOT NULL REFERENCES app.companies,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  register text NOT NULL CHECK (length(register) BETWEEN 1 AND 40),
  -- Names what is proposed: the same however often it is collected.
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 64),
  dismissed boolean NOT NULL,
  decided_by uuid NOT NULL,
  decided_at timestamptz NOT NULL,
  -- Set by place_in_ledger.
  ledger_index bigint NOT NULL DEFAULT -1,
  PRIMARY KEY (company_id, id)
);
CREATE INDEX proposal_decisions_newest ON app.proposal_decisions (company_id, register, key, ledger_index DESC, id);
SELECT app.protect('app.proposal_decisions');
SELECT app.append_only('app.proposal_decisions');
CREATE POLICY read ON app.proposal_decisions FOR SELECT TO app_user USING (register = ANY ((SELECT app.my_registers('read'))::text[]));
CREATE POLICY decide ON app.proposal_decisions FOR INSERT TO app_user
  WITH CHECK (register = ANY ((SELECT app.my_registers('write'))::text[]) AND decided_by = (SELECT app.uid()));
GRANT SELECT ON app.proposal_decisions TO app_user;
GRANT INSERT (company_id, id, register, key, dismissed, decided_by, decided_at) ON app.proposal_decisions TO app_user;

-- Whatever a connection reads is looked at, also before the company has its first record: that is when proposals help most.
SET LOCAL ROLE app_definer;
CREATE OR REPLACE FUNCTION app.enqueue_accounts() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM app.enqueue_job('registers', NEW.company_id::text, NEW.company_id, NEW.finished_at + interval '5 seconds');
  RETURN NULL;
END $$;
GRANT EXECUTE ON FUNCTION app.place_in_ledger() TO app_owner;
SET LOCAL ROLE app_owner;
CREATE TRIGGER place_in_ledger BEFORE INSERT ON app.proposal_decisions FOR EACH ROW EXECUTE FUNCTION app.place_in_ledger();
SET LOCAL ROLE app_definer;
REVOKE EXECUTE ON FUNCTION app.place_in_ledger() FROM app_owner;
RESET ROLE;
