-- Connections of a company: what opens them, how they are linked, what each hour brought, and what changed between two.
SET LOCAL ROLE app_owner;

-- Credentials, sealed for the worker: whoever serves pages can write them and never open them. Deleted when disconnected.
CREATE TABLE app.connection_secrets (
  company_id uuid NOT NULL,
  connection_id uuid NOT NULL,
  version integer NOT NULL,
  sealed bytea NOT NULL,
  sealed_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, connection_id, version),
  FOREIGN KEY (company_id, connection_id) REFERENCES app.connections
);

-- A way to a vendor and back, once and within ten minutes, or what was typed. Only hashes of what the browser carries are kept.
CREATE TABLE app.link_attempts (
  company_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  connection_id uuid NOT NULL,
  user_id uuid NOT NULL,
  method text NOT NULL,
  -- What was typed and is no secret, and what the vendor's answer claims.
  facts jsonb NOT NULL DEFAULT '{}',
  state_sha256 bytea NOT NULL UNIQUE CHECK (length(state_sha256) = 32),
  session_sha256 bytea NOT NULL CHECK (length(session_sha256) = 32),
  redirect_uri text NOT NULL,
  -- The PKCE verifier and the nonce, or what was typed, and then the vendor's answer: sealed for the worker.
  sealed bytea NOT NULL,
  answer bytea,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- Since when the worker can finish it; NULL while somebody is on the way.
  ready_at timestamptz,
  claimed_until timestamptz,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, connection_id) REFERENCES app.connections
);
CREATE INDEX link_attempts_ready ON app.link_attempts (ready_at) WHERE ready_at IS NOT NULL;

-- One row for each connection and hour, also for an hour that was missed, and one whenever somebody asks.
CREATE TABLE app.collection_runs (
  company_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  connection_id uuid NOT NULL,
  -- The instant at which it was due; of an hour, spread by the connection.
  slot timestamptz NOT NULL,
  reason text NOT NULL CHECK (reason IN ('scheduled', 'first', 'asked')),
  requested_by uuid,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'working', 'done', 'failed', 'missed')),
  -- Who works on it, and until when that is believed without a sign of life.
  worker uuid,
  lease_until timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  started_at timestamptz,
  finished_at timestamptz,
  -- What people see while it runs.
  step text NOT NULL DEFAULT '',
  steps_done integer NOT NULL DEFAULT 0,
  steps_total integer NOT NULL DEFAULT 0,
  items integer NOT NULL DEFAULT 0,
  requests integer NOT NULL DEFAULT 0,
  -- The report of every step, and the outcome of every check of the connector by its id.
  steps jsonb NOT NULL DEFAULT '[]',
  outcomes jsonb NOT NULL DEFAULT '{}',
  failure text,
  -- SHA-256 of what was observed, without times. The same as the last one's: the item filed then says it still.
  digest bytea CHECK (length(digest) = 32),
  evidence_id uuid,
  unchanged boolean NOT NULL DEFAULT false,
  -- The oldest of its own observations; and for each check of the library the oldest that its result rests on, which is older where
  -- a costly step was not due.
  observed_at timestamptz,
  seen jsonb NOT NULL DEFAULT '{}',
  -- Where the ledger stood when it was published.
  ledger_index bigint,
  PRIMARY KEY (company_id, id),
  UNIQUE (company_id, connection_id, slot),
  FOREIGN KEY (company_id, connection_id) REFERENCES app.connections,
  FOREIGN KEY (company_id, evidence_id) REFERENCES app.evidence
);
CREATE INDEX collection_runs_open ON app.collection_runs (slot) WHERE state IN ('waiting', 'working');
CREATE INDEX collection_runs_of_item ON app.collection_runs (company_id, evidence_id, observed_at DESC) WHERE evidence_id IS NOT NULL;
-- One run at a time.
CREATE UNIQUE INDEX collection_runs_one_working ON app.collection_runs (company_id, connection_id) WHERE state = 'working';

-- What a run has collected so far, sealed under the company's key, so that it goes on where it stopped. Deleted with its end.
CREATE TABLE app.collection_parts (
  company_id uuid NOT NULL,
  connection_id uuid NOT NULL,
  run_id uuid NOT NULL,
  step text NOT NULL,
  seq integer NOT NULL,
  checkpoint jsonb,
  -- Present in the last part of a step: its report.
  report jsonb,
  sealed bytea NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, run_id, step, seq),
  FOREIGN KEY (company_id, run_id) REFERENCES app.collection_runs
);

-- Answers that a vendor lets us ask for again by their ETag, sealed under the company's key.
CREATE TABLE app.collection_cache (
  company_id uuid NOT NULL,
  connection_id uuid NOT NULL,
  request_sha256 bytea NOT NULL CHECK (length(request_sha256) = 32),
  etag text NOT NULL,
  sealed bytea NOT NULL,
  used_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, connection_id, request_sha256),
  FOREIGN KEY (company_id, connection_id) REFERENCES app.connections
);

-- Where each check of a connection stands now.
CREATE TABLE app.connection_checks (
  company_id uuid NOT NULL,
  connection_id uuid NOT NULL,
  check_id text NOT NULL,
  version integer NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('pass', 'fail', 'unknown', 'not applicable')),
  reason text NOT NULL,
  passing integer NOT NULL,
  failing integer NOT NULL,
  unknown integer NOT NULL,
  -- Resources that fail or are not decided, with what was observed: the first 1,000.
  open jsonb NOT NULL DEFAULT '[]',
  -- Since when it has had this outcome, and when it last passed.
  since timestamptz NOT NULL,
  last_passed_at timestamptz,
  observed_at timestamptz NOT NULL,
  run_id uuid NOT NULL,
  PRIMARY KEY (company_id, connection_id, check_id),
  FOREIGN KEY (company_id, connection_id) REFERENCES app.connections,
  FOREIGN KEY (company_id, run_id) REFERENCES app.collection_runs
);

-- A resource that a check sees otherwise than the run before: it changed after one and before the other.
CREATE TABLE app.resource_changes (
  company_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  connection_id uuid NOT NULL,
  run_id uuid NOT NULL,
  check_id text NOT NULL,
  resource_type text NOT NULL,
  resource_id text NOT NULL,
  label text NOT NULL,
  -- NULL: it was not there before, or is gone.
  was text CHECK (was IN ('pass', 'fail', 'unknown', 'not applicable')),
  became text CHECK (became IN ('pass', 'fail', 'unknown', 'not applicable')),
  observed text NOT NULL,
  wanted text NOT NULL,
  after timestamptz NOT NULL,
  before timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, run_id) REFERENCES app.collection_runs
);
CREATE INDEX resource_changes_newest ON app.resource_changes (company_id, connection_id, before DESC);

SELECT app.protect(t) FROM unnest(ARRAY['app.connection_secrets', 'app.link_attempts', 'app.collection_runs', 'app.collection_parts',
  'app.collection_cache', 'app.connection_checks', 'app.resource_changes']::regclass[]) t;
SELECT app.append_only('app.resource_changes');

CREATE POLICY read ON app.connections FOR SELECT TO app_user USING (true);
CREATE POLICY link ON app.connections FOR INSERT TO app_user
  WITH CHECK ((SELECT app.my_role()) IN ('owner', 'admin') AND created_by = (SELECT app.uid()));
CREATE POLICY manage ON app.connections FOR UPDATE TO app_user
  USING ((SELECT app.my_role()) IN ('owner', 'admin') OR id = (SELECT app.uid()));
GRANT SELECT, INSERT ON app.connections TO app_user;
GRANT UPDATE (method, state, typed, account_id, account_label, account_facts, source, settings, granted, missing, attention,
  connected_by, connected_at, disconnected_at) ON app.connections TO app_user;

-- Members read what was collected and how; the connection itself does the rest. Nobody else opens a secret, a part or the cache.
CREATE POLICY read ON app.collection_runs FOR SELECT TO app_user USING (true);
CREATE POLICY read ON app.connection_checks FOR SELECT TO app_user USING (true);
CREATE POLICY read ON app.resource_changes FOR SELECT TO app_user USING (true);
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['connection_secrets', 'link_attempts', 'collection_runs', 'collection_parts', 'collection_cache',
      'connection_checks'] LOOP
    EXECUTE format('CREATE POLICY collect ON app.%I FOR ALL TO app_user USING ((SELECT app.my_role()) = %L'
      || ' AND connection_id = (SELECT app.uid())) WITH CHECK ((SELECT app.my_role()) = %2$L'
      || ' AND connection_id = (SELECT app.uid()))', t, 'collector');
  END LOOP;
END $$;
CREATE POLICY collect ON app.resource_changes FOR INSERT TO app_user
  WITH CHECK ((SELECT app.my_role()) = 'collector' AND connection_id = (SELECT app.uid()));
CREATE POLICY begin ON app.link_attempts FOR INSERT TO app_user
  WITH CHECK ((SELECT app.my_role()) IN ('owner', 'admin') AND user_id = (SELECT app.uid()));
CREATE POLICY ask ON app.collection_runs FOR INSERT TO app_user
  WITH CHECK ((SELECT app.my_role()) IN ('owner', 'admin', 'member') AND requested_by = (SELECT app.uid()));
GRANT SELECT, INSERT, DELETE ON app.connection_secrets, app.link_attempts, app.collection_parts TO app_user;
GRANT UPDATE (ready_at, claimed_until) ON app.link_attempts TO app_user;
GRANT SELECT, INSERT, UPDATE, DELETE ON app.collection_cache, app.connection_checks TO app_user;
-- Whoever asks for a run says nothing of what it brought.
GRANT SELECT, INSERT (company_id, id, connection_id, slot, reason, requested_by), UPDATE ON app.collection_runs TO app_user;
GRANT SELECT, INSERT ON app.resource_changes TO app_user;

RESET ROLE;
