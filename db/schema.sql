-- The database as the migrations leave it, for reading. Made by scripts/schema.ts; change db/migrations instead.

CREATE SCHEMA app AUTHORIZATION app_owner;
CREATE SCHEMA auth AUTHORIZATION app_owner;
GRANT CREATE, USAGE ON SCHEMA app TO app_definer;
GRANT USAGE ON SCHEMA app TO app_auditor;
GRANT USAGE ON SCHEMA app TO app_auth;
GRANT USAGE ON SCHEMA app TO app_backup;
GRANT USAGE ON SCHEMA app TO app_signer;
GRANT USAGE ON SCHEMA app TO app_staff;
GRANT USAGE ON SCHEMA app TO app_user;
GRANT USAGE ON SCHEMA app TO app_worker;
GRANT USAGE ON SCHEMA auth TO app_auth;
GRANT USAGE ON SCHEMA auth TO app_backup;
GRANT USAGE ON SCHEMA auth TO app_definer;
-- by default functions of app_definer: {app_definer=X/app_definer}
-- by default functions of app_owner: {app_owner=X/app_owner}
-- by default tables in app of app_owner: {app_backup=r/app_owner}
-- by default tables in auth of app_owner: {app_backup=r/app_owner}

CREATE TABLE app.accepted_failures (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  check_id text NOT NULL,
  reason text NOT NULL,
  treatment text NOT NULL,
  until date NOT NULL,
  accepted_by uuid NOT NULL,
  accepted_at timestamp with time zone NOT NULL DEFAULT now(),
  ledger_index bigint NOT NULL DEFAULT '-1'::integer,
  ended_at timestamp with time zone,
  ended_by uuid,
  ended_because text,
  ended_index bigint,
  CONSTRAINT accepted_failures_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT accepted_failures_a_year CHECK (((until >= ((accepted_at AT TIME ZONE 'UTC'::text))::date) AND (until <= (((accepted_at AT TIME ZONE 'UTC'::text))::date + '1 year'::interval)))),
  CONSTRAINT accepted_failures_check CHECK (((num_nonnulls(ended_at, ended_because) = ANY (ARRAY[0, 2])) AND (btrim(ended_because) <> ''::text) AND ((ended_by IS NULL) OR (ended_at IS NOT NULL)))),
  CONSTRAINT accepted_failures_reason_check CHECK ((btrim(reason) <> ''::text)),
  CONSTRAINT accepted_failures_treatment_check CHECK ((btrim(treatment) <> ''::text)),
  CONSTRAINT accepted_failures_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id)
);
CREATE INDEX accepted_failures_latest ON app.accepted_failures USING btree (company_id, check_id, ledger_index DESC);
ALTER TABLE app.accepted_failures OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY accept ON app.accepted_failures FOR INSERT TO app_user
  WITH CHECK (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])) AND (accepted_by = ( SELECT app.uid() AS uid))));
CREATE POLICY audit ON app.accepted_failures FOR SELECT TO app_auditor
  USING (true);
CREATE POLICY read ON app.accepted_failures FOR SELECT TO app_user
  USING (true);
CREATE POLICY tenant_wall ON app.accepted_failures AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE POLICY withdraw ON app.accepted_failures FOR UPDATE TO app_user
  USING (((ended_at IS NULL) AND (( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text]))))
  WITH CHECK ((ended_by = ( SELECT app.uid() AS uid)));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OF company_id, id, check_id, reason, treatment, until, accepted_by, accepted_at, ledger_index ON app.accepted_failures FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON app.accepted_failures FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER place_ending BEFORE UPDATE ON app.accepted_failures FOR EACH ROW EXECUTE FUNCTION app.place_ending();
CREATE TRIGGER place_in_ledger BEFORE INSERT ON app.accepted_failures FOR EACH ROW EXECUTE FUNCTION app.place_in_ledger();
GRANT SELECT ON app.accepted_failures TO app_auditor;
GRANT SELECT ON app.accepted_failures TO app_backup;
GRANT DELETE, SELECT ON app.accepted_failures TO app_definer;
GRANT SELECT ON app.accepted_failures TO app_user;
GRANT INSERT (company_id, id, check_id, reason, treatment, until, accepted_by, accepted_at) ON app.accepted_failures TO app_user;
GRANT UPDATE (ended_at, ended_because) ON app.accepted_failures TO app_definer;
GRANT UPDATE (ended_at, ended_by, ended_because) ON app.accepted_failures TO app_user;

CREATE TABLE app.access_requests (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  kind text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  company text NOT NULL,
  role text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  mailed_at timestamp with time zone NOT NULL,
  answered_at timestamp with time zone,
  replaced text[] NOT NULL DEFAULT '{}'::text[],
  CONSTRAINT access_requests_pkey PRIMARY KEY (id),
  CONSTRAINT access_requests_kind_check CHECK ((kind = ANY (ARRAY['access'::text, 'waitlist'::text])))
);
CREATE INDEX access_requests_open ON app.access_requests USING btree (created_at) WHERE (answered_at IS NULL);
CREATE UNIQUE INDEX access_requests_one_for_each ON app.access_requests USING btree (kind, lower(email));
ALTER TABLE app.access_requests OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE TRIGGER forget_answers AFTER DELETE ON app.access_requests FOR EACH ROW EXECUTE FUNCTION app.forget_answers();
GRANT SELECT ON app.access_requests TO app_backup;
GRANT DELETE, INSERT, SELECT, UPDATE ON app.access_requests TO app_definer;

CREATE TABLE app.account_bounds (
  user_id uuid NOT NULL,
  platform_role text NOT NULL DEFAULT 'manager'::text,
  disabled_at timestamp with time zone,
  companies bigint,
  CONSTRAINT account_bounds_pkey PRIMARY KEY (user_id),
  CONSTRAINT account_bounds_companies_check CHECK ((companies >= 0)),
  CONSTRAINT account_bounds_platform_role_check CHECK ((platform_role = ANY (ARRAY['manager'::text, 'user'::text])))
);
ALTER TABLE app.account_bounds OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY account ON app.account_bounds FOR SELECT TO app_auth
  USING (true);
CREATE POLICY read_own ON app.account_bounds FOR SELECT TO app_user
  USING ((user_id = ( SELECT app.uid() AS uid)));
CREATE TRIGGER end_of_bounds AFTER INSERT OR UPDATE ON app.account_bounds FOR EACH ROW EXECUTE FUNCTION app.end_of_bounds();
CREATE TRIGGER rights_changed AFTER INSERT OR DELETE OR UPDATE ON app.account_bounds FOR EACH ROW EXECUTE FUNCTION app.renew_sessions('user_id');
GRANT SELECT ON app.account_bounds TO app_auth;
GRANT SELECT ON app.account_bounds TO app_backup;
GRANT DELETE, INSERT, SELECT, UPDATE ON app.account_bounds TO app_definer;
GRANT SELECT ON app.account_bounds TO app_user;
GRANT UPDATE (companies) ON app.account_bounds TO app_definer;

CREATE TABLE app.account_lists (
  company_id uuid NOT NULL,
  connection_id uuid NOT NULL,
  evidence_id uuid NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  whole boolean NOT NULL,
  accounts jsonb NOT NULL,
  active jsonb,
  gone jsonb NOT NULL DEFAULT '[]'::jsonb,
  emptied_at timestamp with time zone,
  emptied_from integer,
  told_at timestamp with time zone,
  devices jsonb NOT NULL DEFAULT '[]'::jsonb,
  holders uuid[] NOT NULL DEFAULT '{}'::uuid[],
  listed integer NOT NULL DEFAULT 0,
  ids text[] NOT NULL DEFAULT '{}'::text[],
  places integer[] NOT NULL DEFAULT '{}'::integer[],
  folded text[] NOT NULL DEFAULT '{}'::text[],
  emails text[] NOT NULL DEFAULT '{}'::text[],
  usable boolean[] NOT NULL DEFAULT '{}'::boolean[],
  personal boolean[] NOT NULL DEFAULT '{}'::boolean[],
  enabled integer NOT NULL DEFAULT 0,
  CONSTRAINT account_lists_pkey PRIMARY KEY (company_id, connection_id),
  CONSTRAINT account_lists_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES app.connections(company_id, id),
  CONSTRAINT account_lists_company_id_evidence_id_fkey FOREIGN KEY (company_id, evidence_id) REFERENCES app.evidence(company_id, id)
);
ALTER TABLE app.account_lists OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY list ON app.account_lists FOR INSERT TO app_user
  WITH CHECK (( SELECT app.is_company_itself() AS is_company_itself));
CREATE POLICY list_again ON app.account_lists FOR UPDATE TO app_user
  USING (( SELECT app.is_company_itself() AS is_company_itself));
CREATE POLICY read ON app.account_lists FOR SELECT TO app_user
  USING (('people'::text = ANY (( SELECT app.my_registers('read'::text) AS my_registers)::text[])));
CREATE POLICY tenant_wall ON app.account_lists AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER enqueue_emptied AFTER UPDATE OF emptied_at ON app.account_lists FOR EACH ROW WHEN (((new.emptied_at IS NOT NULL) AND (new.told_at IS NULL))) EXECUTE FUNCTION app.enqueue_row('attention', 'connection_id');
CREATE TRIGGER hold_holders BEFORE INSERT OR UPDATE OF accounts ON app.account_lists FOR EACH ROW EXECUTE FUNCTION app.hold_holders();
CREATE TRIGGER hold_listed BEFORE INSERT OR UPDATE OF accounts ON app.account_lists FOR EACH ROW EXECUTE FUNCTION app.hold_listed();
GRANT SELECT ON app.account_lists TO app_backup;
GRANT DELETE, SELECT ON app.account_lists TO app_definer;
GRANT INSERT, SELECT ON app.account_lists TO app_user;
GRANT UPDATE (evidence_id, seen_at, whole, accounts, active, gone, emptied_at, emptied_from, told_at, devices) ON app.account_lists TO app_user;
GRANT UPDATE (told_at) ON app.account_lists TO app_definer;

CREATE TABLE app.acknowledgment_pages (
  company_id uuid NOT NULL,
  page integer NOT NULL,
  source bytea NOT NULL,
  sha256 text NOT NULL,
  judge text NOT NULL,
  said jsonb NOT NULL,
  CONSTRAINT acknowledgment_pages_pkey PRIMARY KEY (company_id, page),
  CONSTRAINT acknowledgment_pages_page_check CHECK ((page >= 0)),
  CONSTRAINT acknowledgment_pages_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id)
);
ALTER TABLE app.acknowledgment_pages OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keep ON app.acknowledgment_pages FOR INSERT TO app_user
  WITH CHECK (( SELECT app.is_company_itself() AS is_company_itself));
CREATE POLICY keep_again ON app.acknowledgment_pages FOR UPDATE TO app_user
  USING (( SELECT app.is_company_itself() AS is_company_itself));
CREATE POLICY read ON app.acknowledgment_pages FOR SELECT TO app_user
  USING (( SELECT app.is_company_itself() AS is_company_itself));
CREATE POLICY tenant_wall ON app.acknowledgment_pages AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
GRANT SELECT ON app.acknowledgment_pages TO app_backup;
GRANT DELETE, SELECT ON app.acknowledgment_pages TO app_definer;
GRANT INSERT, SELECT ON app.acknowledgment_pages TO app_user;
GRANT UPDATE (source, sha256, judge, said) ON app.acknowledgment_pages TO app_user;

CREATE TABLE app.acknowledgments (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  version_id uuid NOT NULL,
  person_register text NOT NULL DEFAULT 'people'::text,
  person_id uuid NOT NULL,
  sha256 text NOT NULL,
  method text NOT NULL,
  user_id uuid,
  acknowledged_at timestamp with time zone NOT NULL,
  ledger_index bigint NOT NULL DEFAULT '-1'::integer,
  vouched text,
  CONSTRAINT acknowledgments_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT acknowledgments_method_check CHECK ((btrim(method) <> ''::text)),
  CONSTRAINT acknowledgments_person_register_check CHECK ((person_register = 'people'::text)),
  CONSTRAINT acknowledgments_vouched_check CHECK ((vouched = ANY (ARRAY['directory'::text, 'another'::text, 'alone'::text]))),
  CONSTRAINT acknowledgments_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id),
  CONSTRAINT acknowledgments_company_id_person_register_person_id_fkey FOREIGN KEY (company_id, person_register, person_id) REFERENCES app.records(company_id, register, id),
  CONSTRAINT acknowledgments_company_id_version_id_fkey FOREIGN KEY (company_id, version_id) REFERENCES app.policy_versions(company_id, id)
);
CREATE INDEX acknowledgments_in_order ON app.acknowledgments USING btree (company_id, ledger_index, id);
CREATE INDEX acknowledgments_of_person ON app.acknowledgments USING btree (company_id, person_id);
CREATE UNIQUE INDEX acknowledgments_once ON app.acknowledgments USING btree (company_id, version_id, person_id) WHERE (vouched IS NOT NULL);
ALTER TABLE app.acknowledgments OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON app.acknowledgments FOR SELECT TO app_user
  USING (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text, 'viewer'::text])) OR ( SELECT app.is_company_itself() AS is_company_itself)));
CREATE POLICY tenant_wall ON app.acknowledgments AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OF company_id, id, version_id, person_register, person_id, sha256, method, user_id, acknowledged_at, ledger_index ON app.acknowledgments FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON app.acknowledgments FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER count_acknowledgment AFTER INSERT ON app.acknowledgments REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION app.count_acknowledged();
CREATE TRIGGER count_vouched AFTER UPDATE OF vouched ON app.acknowledgments FOR EACH ROW WHEN ((old.vouched IS NULL)) EXECUTE FUNCTION app.count_acknowledgment();
CREATE TRIGGER enqueue_run AFTER INSERT ON app.acknowledgments REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION app.enqueue_acknowledged();
CREATE TRIGGER list_added AFTER INSERT ON app.acknowledgments REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION app.list_written_texts();
CREATE TRIGGER list_changed AFTER UPDATE ON app.acknowledgments REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION app.list_written_texts();
GRANT SELECT ON app.acknowledgments TO app_backup;
GRANT DELETE, INSERT, SELECT ON app.acknowledgments TO app_definer;
GRANT SELECT ON app.acknowledgments TO app_user;
GRANT UPDATE (vouched) ON app.acknowledgments TO app_definer;

CREATE TABLE app.alert_mutes (
  company_id uuid NOT NULL,
  user_id uuid NOT NULL,
  until timestamp with time zone NOT NULL,
  CONSTRAINT alert_mutes_pkey PRIMARY KEY (company_id, user_id),
  CONSTRAINT alert_mutes_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id)
);
ALTER TABLE app.alert_mutes OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON app.alert_mutes FOR ALL TO app_user
  USING ((user_id = ( SELECT app.uid() AS uid)))
  WITH CHECK ((user_id = ( SELECT app.uid() AS uid)));
CREATE POLICY tenant_wall ON app.alert_mutes AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
GRANT SELECT ON app.alert_mutes TO app_backup;
GRANT DELETE, SELECT ON app.alert_mutes TO app_definer;
GRANT DELETE, INSERT, SELECT ON app.alert_mutes TO app_user;
GRANT UPDATE (until) ON app.alert_mutes TO app_user;

CREATE TABLE app.alert_preferences (
  company_id uuid NOT NULL,
  user_id uuid NOT NULL,
  kind text NOT NULL,
  by_mail boolean NOT NULL,
  daily boolean NOT NULL DEFAULT false,
  since timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT alert_preferences_pkey PRIMARY KEY (company_id, user_id, kind),
  CONSTRAINT alert_preferences_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id)
);
ALTER TABLE app.alert_preferences OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON app.alert_preferences FOR ALL TO app_user
  USING ((user_id = ( SELECT app.uid() AS uid)))
  WITH CHECK ((user_id = ( SELECT app.uid() AS uid)));
CREATE POLICY tenant_wall ON app.alert_preferences AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
GRANT SELECT ON app.alert_preferences TO app_backup;
GRANT DELETE, SELECT ON app.alert_preferences TO app_definer;
GRANT INSERT, SELECT ON app.alert_preferences TO app_user;
GRANT UPDATE (by_mail, daily, since) ON app.alert_preferences TO app_user;

CREATE TABLE app.alerts (
  company_id uuid NOT NULL,
  user_id uuid NOT NULL,
  ledger_index bigint NOT NULL,
  kind text NOT NULL,
  at timestamp with time zone NOT NULL,
  daily boolean NOT NULL DEFAULT false,
  CONSTRAINT alerts_pkey PRIMARY KEY (company_id, user_id, ledger_index),
  CONSTRAINT alerts_company_id_ledger_index_fkey FOREIGN KEY (company_id, ledger_index) REFERENCES app.ledger_acts(company_id, seq)
);
CREATE INDEX alerts_by_time ON app.alerts USING btree (at);
ALTER TABLE app.alerts OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON app.alerts AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER enqueue AFTER INSERT ON app.alerts FOR EACH ROW EXECUTE FUNCTION app.enqueue_alert();
GRANT SELECT ON app.alerts TO app_backup;
GRANT DELETE, INSERT, SELECT, UPDATE ON app.alerts TO app_definer;

CREATE TABLE app.api_tokens (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  start text NOT NULL,
  token_sha256 bytea NOT NULL,
  scopes text[] NOT NULL,
  has_second_factor boolean NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  pipeline_id uuid,
  proof_sha256 bytea,
  CONSTRAINT api_tokens_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT api_tokens_name_check CHECK ((btrim(name) <> ''::text)),
  CONSTRAINT api_tokens_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id),
  CONSTRAINT api_tokens_company_id_pipeline_id_fkey FOREIGN KEY (company_id, pipeline_id) REFERENCES app.pipelines(company_id, id) ON DELETE CASCADE
);
CREATE INDEX api_tokens_by_hash ON app.api_tokens USING btree (token_sha256);
CREATE UNIQUE INDEX api_tokens_once_per_proof ON app.api_tokens USING btree (company_id, proof_sha256) WHERE (proof_sha256 IS NOT NULL);
ALTER TABLE app.api_tokens OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY make ON app.api_tokens FOR INSERT TO app_user
  WITH CHECK (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])) AND (created_by = ( SELECT app.uid() AS uid)) AND ( SELECT app.api_access() AS api_access) AND ((NOT has_second_factor) OR ( SELECT app.has_second_factor() AS has_second_factor))));
CREATE POLICY read ON app.api_tokens FOR SELECT TO app_user
  USING ((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])));
CREATE POLICY revoke ON app.api_tokens FOR UPDATE TO app_user
  USING ((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])))
  WITH CHECK ((revoked_at IS NOT NULL));
CREATE POLICY tenant_wall ON app.api_tokens AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER a_hold_issuer BEFORE INSERT ON app.api_tokens FOR EACH ROW WHEN ((CURRENT_USER = 'app_user'::name)) EXECUTE FUNCTION app.hold_issuer('created_by');
CREATE TRIGGER limit_tokens AFTER INSERT ON app.api_tokens FOR EACH ROW WHEN ((new.pipeline_id IS NULL)) EXECUTE FUNCTION app.hold_limit('apiTokens');
GRANT SELECT ON app.api_tokens TO app_backup;
GRANT DELETE, INSERT, SELECT ON app.api_tokens TO app_definer;
GRANT INSERT (company_id, id, name, start, token_sha256, scopes, has_second_factor, created_by, created_at, expires_at) ON app.api_tokens TO app_user;
GRANT SELECT (company_id, id, name, start, scopes, created_by, created_at, expires_at, last_used_at, revoked_at, pipeline_id) ON app.api_tokens TO app_user;
GRANT UPDATE (has_second_factor, created_by, last_used_at, revoked_at) ON app.api_tokens TO app_definer;
GRANT UPDATE (revoked_at) ON app.api_tokens TO app_user;

CREATE TABLE app.applicability_decisions (
  company_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  control_id text NOT NULL,
  applicable boolean NOT NULL,
  reason text NOT NULL,
  decided_by uuid NOT NULL,
  decided_at timestamp with time zone NOT NULL DEFAULT now(),
  ledger_index bigint NOT NULL DEFAULT '-1'::integer,
  CONSTRAINT applicability_decisions_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT applicability_decisions_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id)
);
CREATE INDEX applicability_latest ON app.applicability_decisions USING btree (company_id, control_id, decided_at DESC);
ALTER TABLE app.applicability_decisions OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY audit ON app.applicability_decisions FOR SELECT TO app_auditor
  USING (true);
CREATE POLICY decide ON app.applicability_decisions FOR INSERT TO app_user
  WITH CHECK (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])) AND (decided_by = ( SELECT app.uid() AS uid))));
CREATE POLICY read ON app.applicability_decisions FOR SELECT TO app_user
  USING (true);
CREATE POLICY tenant_wall ON app.applicability_decisions AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON app.applicability_decisions FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON app.applicability_decisions FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER place_in_ledger BEFORE INSERT ON app.applicability_decisions FOR EACH ROW EXECUTE FUNCTION app.place_in_ledger();
GRANT SELECT ON app.applicability_decisions TO app_auditor;
GRANT SELECT ON app.applicability_decisions TO app_backup;
GRANT DELETE, SELECT ON app.applicability_decisions TO app_definer;
GRANT INSERT, SELECT ON app.applicability_decisions TO app_user;

CREATE TABLE app.asked_accounts (
  company_id uuid NOT NULL,
  lists text NOT NULL,
  decision bigint NOT NULL,
  person bigint NOT NULL,
  read_at timestamp with time zone NOT NULL,
  until timestamp with time zone,
  unmatched integer NOT NULL,
  comers jsonb NOT NULL,
  owned jsonb NOT NULL,
  unowned jsonb,
  holders uuid[],
  held integer[],
  CONSTRAINT asked_accounts_pkey PRIMARY KEY (company_id),
  CONSTRAINT asked_accounts_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id)
);
ALTER TABLE app.asked_accounts OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keep ON app.asked_accounts FOR INSERT TO app_user
  WITH CHECK (( SELECT app.is_company_itself() AS is_company_itself));
CREATE POLICY keep_again ON app.asked_accounts FOR UPDATE TO app_user
  USING (( SELECT app.is_company_itself() AS is_company_itself));
CREATE POLICY read ON app.asked_accounts FOR SELECT TO app_user
  USING (('people'::text = ANY (( SELECT app.my_registers('read'::text) AS my_registers)::text[])));
CREATE POLICY tenant_wall ON app.asked_accounts AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
GRANT SELECT ON app.asked_accounts TO app_backup;
GRANT DELETE, SELECT ON app.asked_accounts TO app_definer;
GRANT INSERT, SELECT ON app.asked_accounts TO app_user;
GRANT UPDATE (lists, decision, person, read_at, until, unmatched, comers, owned, unowned, holders, held) ON app.asked_accounts TO app_user;

CREATE TABLE app.assignments (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  version_id uuid NOT NULL,
  audience text NOT NULL,
  person_register text,
  person_id uuid,
  assigned_by uuid NOT NULL,
  assigned_at timestamp with time zone NOT NULL,
  carried boolean NOT NULL DEFAULT false,
  ended_at timestamp with time zone,
  ended_by uuid,
  ended_index bigint,
  ledger_index bigint NOT NULL DEFAULT '-1'::integer,
  CONSTRAINT assignments_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT assignments_audience_check CHECK ((audience = ANY (ARRAY['everyone'::text, 'employee'::text, 'partner'::text, 'contractor'::text, 'intern'::text, 'person'::text]))),
  CONSTRAINT assignments_check CHECK ((((audience = 'person'::text) = (person_id IS NOT NULL)) AND ((person_id IS NULL) = (person_register IS NULL)))),
  CONSTRAINT assignments_check1 CHECK (((ended_at IS NULL) = (ended_by IS NULL))),
  CONSTRAINT assignments_person_register_check CHECK ((person_register = 'people'::text)),
  CONSTRAINT assignments_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id),
  CONSTRAINT assignments_company_id_version_id_fkey FOREIGN KEY (company_id, version_id) REFERENCES app.policy_versions(company_id, id),
  CONSTRAINT assignments_person FOREIGN KEY (company_id, person_register, person_id) REFERENCES app.records(company_id, register, id)
);
CREATE INDEX assignments_by_time ON app.assignments USING btree (company_id, assigned_at);
CREATE UNIQUE INDEX assignments_once ON app.assignments USING btree (company_id, version_id, audience, person_id) NULLS NOT DISTINCT WHERE (ended_at IS NULL);
ALTER TABLE app.assignments OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY assign ON app.assignments FOR INSERT TO app_user
  WITH CHECK (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])) AND (assigned_by = ( SELECT app.uid() AS uid))));
CREATE POLICY finish ON app.assignments FOR UPDATE TO app_user
  USING ((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])))
  WITH CHECK ((ended_by = ( SELECT app.uid() AS uid)));
CREATE POLICY read ON app.assignments FOR SELECT TO app_user
  USING (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text, 'viewer'::text])) OR ( SELECT app.is_company_itself() AS is_company_itself)));
CREATE POLICY tenant_wall ON app.assignments AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OF company_id, id, version_id, audience, person_register, person_id, assigned_by, assigned_at, carried, ledger_index ON app.assignments FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON app.assignments FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER enqueue_end AFTER UPDATE ON app.assignments FOR EACH ROW EXECUTE FUNCTION app.enqueue_row('registers', 'company_id', '1', 'ended_at', '5 seconds');
CREATE TRIGGER enqueue_run AFTER INSERT ON app.assignments FOR EACH ROW EXECUTE FUNCTION app.enqueue_row('registers', 'company_id', '1', 'assigned_at', '5 seconds');
CREATE TRIGGER hold_assignment BEFORE INSERT OR UPDATE ON app.assignments FOR EACH ROW EXECUTE FUNCTION app.hold_assignment();
GRANT SELECT ON app.assignments TO app_backup;
GRANT DELETE, INSERT, SELECT ON app.assignments TO app_definer;
GRANT SELECT ON app.assignments TO app_user;
GRANT INSERT (company_id, id, version_id, audience, person_register, person_id, assigned_by, assigned_at) ON app.assignments TO app_user;
GRANT UPDATE (ended_at, ended_by) ON app.assignments TO app_user;

CREATE TABLE app.attested_lists (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  system_id uuid NOT NULL,
  evidence_id uuid NOT NULL,
  exported_from text NOT NULL,
  exported_on date NOT NULL,
  count integer NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  accounts jsonb NOT NULL,
  attested_by uuid NOT NULL,
  attested_at timestamp with time zone NOT NULL,
  ledger_index bigint NOT NULL DEFAULT '-1'::integer,
  identified_by text,
  salt bytea,
  CONSTRAINT attested_lists_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT attested_lists_check CHECK ((seen_at <= attested_at)),
  CONSTRAINT attested_lists_count_check CHECK ((count > 0)),
  CONSTRAINT attested_lists_exported_from_check CHECK (((btrim(exported_from) <> ''::text) AND (length(exported_from) <= 200))),
  CONSTRAINT attested_lists_identified_by_check CHECK (((btrim(identified_by) <> ''::text) AND (length(identified_by) <= 200))),
  CONSTRAINT attested_lists_salt_check CHECK ((length(salt) = 32)),
  CONSTRAINT attested_lists_company_id_evidence_id_fkey FOREIGN KEY (company_id, evidence_id) REFERENCES app.evidence(company_id, id),
  CONSTRAINT attested_lists_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id),
  CONSTRAINT attested_lists_system FOREIGN KEY (company_id, system_id) REFERENCES app.systems(company_id, id)
);
CREATE INDEX attested_lists_newest ON app.attested_lists USING btree (company_id, system_id, ledger_index DESC);
ALTER TABLE app.attested_lists OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY add ON app.attested_lists FOR INSERT TO app_user
  WITH CHECK (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])) AND (attested_by = ( SELECT app.uid() AS uid))));
CREATE POLICY read ON app.attested_lists FOR SELECT TO app_user
  USING (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text, 'viewer'::text])) OR ( SELECT app.is_company_itself() AS is_company_itself)));
CREATE POLICY tenant_wall ON app.attested_lists AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OF company_id, id, system_id, evidence_id, exported_from, exported_on, count, seen_at, attested_by, attested_at, ledger_index, identified_by, salt ON app.attested_lists FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON app.attested_lists FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER enqueue_run AFTER INSERT ON app.attested_lists FOR EACH ROW EXECUTE FUNCTION app.enqueue_row('registers', 'company_id', '1', 'attested_at', '5 seconds');
CREATE TRIGGER hold_attested_list BEFORE INSERT ON app.attested_lists FOR EACH ROW EXECUTE FUNCTION app.hold_attested_list();
CREATE TRIGGER require_erasure BEFORE UPDATE ON app.attested_lists FOR EACH ROW EXECUTE FUNCTION app.require_erasure('evidence_id');
GRANT SELECT ON app.attested_lists TO app_backup;
GRANT DELETE, SELECT ON app.attested_lists TO app_definer;
GRANT SELECT ON app.attested_lists TO app_user;
GRANT INSERT (company_id, id, system_id, evidence_id, exported_from, exported_on, count, seen_at, accounts, attested_by, attested_at, identified_by, salt) ON app.attested_lists TO app_user;
GRANT UPDATE (accounts) ON app.attested_lists TO app_definer;

CREATE TABLE app.audit_answer_items (
  company_id uuid NOT NULL,
  answer_id uuid NOT NULL,
  evidence_id uuid NOT NULL,
  CONSTRAINT audit_answer_items_pkey PRIMARY KEY (company_id, answer_id, evidence_id),
  CONSTRAINT audit_answer_items_company_id_answer_id_fkey FOREIGN KEY (company_id, answer_id) REFERENCES app.audit_answers(company_id, id),
  CONSTRAINT audit_answer_items_company_id_evidence_id_fkey FOREIGN KEY (company_id, evidence_id) REFERENCES app.evidence(company_id, id)
);
ALTER TABLE app.audit_answer_items OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY answer ON app.audit_answer_items FOR INSERT TO app_user
  WITH CHECK (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text])) AND (EXISTS ( SELECT
   FROM app.evidence e
  WHERE ((e.company_id = audit_answer_items.company_id) AND (e.id = audit_answer_items.evidence_id) AND (e.matter_id IS NULL))))));
CREATE POLICY audit ON app.audit_answer_items FOR SELECT TO app_auditor
  USING ((EXISTS ( SELECT
   FROM app.audit_answers a
  WHERE ((a.company_id = audit_answer_items.company_id) AND (a.id = audit_answer_items.answer_id)))));
CREATE POLICY read ON app.audit_answer_items FOR SELECT TO app_user
  USING (true);
CREATE POLICY tenant_wall ON app.audit_answer_items AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON app.audit_answer_items FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON app.audit_answer_items FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
GRANT SELECT ON app.audit_answer_items TO app_auditor;
GRANT SELECT ON app.audit_answer_items TO app_backup;
GRANT DELETE, SELECT ON app.audit_answer_items TO app_definer;
GRANT INSERT, SELECT ON app.audit_answer_items TO app_user;

CREATE TABLE app.audit_answers (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  request_id uuid NOT NULL,
  said text NOT NULL,
  answered_by uuid NOT NULL,
  answered_at timestamp with time zone NOT NULL,
  CONSTRAINT audit_answers_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT audit_answers_said_check CHECK ((btrim(said) <> ''::text)),
  CONSTRAINT audit_answers_company_id_request_id_fkey FOREIGN KEY (company_id, request_id) REFERENCES app.audit_requests(company_id, id)
);
CREATE INDEX audit_answers_of_request ON app.audit_answers USING btree (company_id, request_id, answered_at);
ALTER TABLE app.audit_answers OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY answer ON app.audit_answers FOR INSERT TO app_user
  WITH CHECK (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text])) AND (answered_by = ( SELECT app.uid() AS uid))));
CREATE POLICY audit ON app.audit_answers FOR SELECT TO app_auditor
  USING ((EXISTS ( SELECT
   FROM app.audit_requests r
  WHERE ((r.company_id = audit_answers.company_id) AND (r.id = audit_answers.request_id)))));
CREATE POLICY read ON app.audit_answers FOR SELECT TO app_user
  USING (true);
CREATE POLICY tenant_wall ON app.audit_answers AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON app.audit_answers FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON app.audit_answers FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER limit_notes AFTER INSERT ON app.audit_answers FOR EACH ROW EXECUTE FUNCTION app.hold_limit('notes');
GRANT SELECT ON app.audit_answers TO app_auditor;
GRANT SELECT ON app.audit_answers TO app_backup;
GRANT DELETE, SELECT ON app.audit_answers TO app_definer;
GRANT INSERT, SELECT ON app.audit_answers TO app_user;

CREATE TABLE app.audit_comments (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  control_id text,
  evidence_id uuid,
  said text NOT NULL,
  by_auditor boolean NOT NULL DEFAULT false,
  author_id uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT audit_comments_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT audit_comments_check CHECK ((num_nonnulls(control_id, evidence_id) > 0)),
  CONSTRAINT audit_comments_said_check CHECK ((btrim(said) <> ''::text)),
  CONSTRAINT audit_comments_company_id_evidence_id_fkey FOREIGN KEY (company_id, evidence_id) REFERENCES app.evidence(company_id, id),
  CONSTRAINT audit_comments_company_id_project_id_fkey FOREIGN KEY (company_id, project_id) REFERENCES app.projects(company_id, id)
);
CREATE INDEX audit_comments_newest ON app.audit_comments USING btree (company_id, project_id, at);
ALTER TABLE app.audit_comments OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY audit ON app.audit_comments FOR SELECT TO app_auditor
  USING ((project_id = ANY (( SELECT app.audited_projects() AS audited_projects)::uuid[])));
CREATE POLICY comment ON app.audit_comments FOR INSERT TO app_user
  WITH CHECK (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text])) AND (author_id = ( SELECT app.uid() AS uid)) AND (NOT by_auditor) AND ((evidence_id IS NULL) OR (EXISTS ( SELECT
   FROM app.evidence e
  WHERE ((e.company_id = audit_comments.company_id) AND (e.id = audit_comments.evidence_id) AND (e.matter_id IS NULL)))))));
CREATE POLICY read ON app.audit_comments FOR SELECT TO app_user
  USING (true);
CREATE POLICY tenant_wall ON app.audit_comments AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON app.audit_comments FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON app.audit_comments FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER limit_notes AFTER INSERT ON app.audit_comments FOR EACH ROW EXECUTE FUNCTION app.hold_limit('notes');
GRANT SELECT ON app.audit_comments TO app_auditor;
GRANT SELECT ON app.audit_comments TO app_backup;
GRANT DELETE, INSERT, SELECT ON app.audit_comments TO app_definer;
GRANT INSERT, SELECT ON app.audit_comments TO app_user;

CREATE TABLE app.audit_requests (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  control_id text,
  wanted text NOT NULL,
  due_on date NOT NULL,
  asked_by uuid NOT NULL,
  asked_at timestamp with time zone NOT NULL,
  state text NOT NULL DEFAULT 'open'::text,
  CONSTRAINT audit_requests_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT audit_requests_state_check CHECK ((state = ANY (ARRAY['open'::text, 'answered'::text, 'accepted'::text, 'closed'::text]))),
  CONSTRAINT audit_requests_wanted_check CHECK ((btrim(wanted) <> ''::text)),
  CONSTRAINT audit_requests_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id),
  CONSTRAINT audit_requests_company_id_project_id_fkey FOREIGN KEY (company_id, project_id) REFERENCES app.projects(company_id, id)
);
CREATE INDEX audit_requests_newest ON app.audit_requests USING btree (company_id, asked_at DESC);
ALTER TABLE app.audit_requests OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY answer ON app.audit_requests FOR UPDATE TO app_user
  USING (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text])) AND (state = ANY (ARRAY['open'::text, 'answered'::text]))))
  WITH CHECK ((state = 'answered'::text));
CREATE POLICY audit ON app.audit_requests FOR SELECT TO app_auditor
  USING ((project_id = ANY (( SELECT app.audited_projects() AS audited_projects)::uuid[])));
CREATE POLICY read ON app.audit_requests FOR SELECT TO app_user
  USING (true);
CREATE POLICY tenant_wall ON app.audit_requests AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER limit_notes AFTER INSERT ON app.audit_requests FOR EACH ROW EXECUTE FUNCTION app.hold_limit('notes');
GRANT SELECT ON app.audit_requests TO app_auditor;
GRANT SELECT ON app.audit_requests TO app_backup;
GRANT DELETE, INSERT, SELECT, UPDATE ON app.audit_requests TO app_definer;
GRANT SELECT ON app.audit_requests TO app_user;
GRANT UPDATE (state) ON app.audit_requests TO app_user;

CREATE TABLE app.audit_samples (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  control_id text,
  collected_from date,
  collected_to date,
  seed text NOT NULL,
  population bigint NOT NULL,
  numbers bigint[] NOT NULL,
  drawn_by uuid NOT NULL,
  drawn_at timestamp with time zone NOT NULL,
  register text,
  evidence_id uuid,
  record_state text NOT NULL DEFAULT 'all'::text,
  CONSTRAINT audit_samples_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT audit_samples_check CHECK (((num_nonnulls(control_id, collected_from, collected_to) = ANY (ARRAY[0, 3])) AND (num_nonnulls(register, evidence_id) =
CASE
    WHEN (control_id IS NULL) THEN 2
    ELSE 0
END))),
  CONSTRAINT audit_samples_record_state_check CHECK ((record_state = ANY (ARRAY['open'::text, 'waiting'::text, 'ended'::text, 'all'::text]))),
  CONSTRAINT audit_samples_seed_check CHECK ((btrim(seed) <> ''::text)),
  CONSTRAINT audit_samples_company_id_evidence_id_fkey FOREIGN KEY (company_id, evidence_id) REFERENCES app.evidence(company_id, id),
  CONSTRAINT audit_samples_company_id_project_id_fkey FOREIGN KEY (company_id, project_id) REFERENCES app.projects(company_id, id),
  CONSTRAINT audit_samples_register_fkey FOREIGN KEY (register) REFERENCES app.registers(key)
);
CREATE INDEX audit_samples_newest ON app.audit_samples USING btree (company_id, drawn_at DESC);
ALTER TABLE app.audit_samples OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY audit ON app.audit_samples FOR SELECT TO app_auditor
  USING ((project_id = ANY (( SELECT app.audited_projects() AS audited_projects)::uuid[])));
CREATE POLICY read ON app.audit_samples FOR SELECT TO app_user
  USING ((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])));
CREATE POLICY tenant_wall ON app.audit_samples AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON app.audit_samples FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON app.audit_samples FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
GRANT SELECT ON app.audit_samples TO app_auditor;
GRANT SELECT ON app.audit_samples TO app_backup;
GRANT DELETE, INSERT, SELECT ON app.audit_samples TO app_definer;
GRANT SELECT ON app.audit_samples TO app_user;

CREATE TABLE app.auditor_projects (
  company_id uuid NOT NULL,
  auditor_id uuid NOT NULL,
  project_id uuid NOT NULL,
  CONSTRAINT auditor_projects_pkey PRIMARY KEY (company_id, auditor_id, project_id),
  CONSTRAINT auditor_projects_company_id_auditor_id_fkey FOREIGN KEY (company_id, auditor_id) REFERENCES app.auditors(company_id, id),
  CONSTRAINT auditor_projects_company_id_project_id_fkey FOREIGN KEY (company_id, project_id) REFERENCES app.projects(company_id, id)
);
ALTER TABLE app.auditor_projects OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY end_access ON app.auditor_projects FOR DELETE TO app_user
  USING ((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])));
CREATE POLICY invite ON app.auditor_projects FOR INSERT TO app_user
  WITH CHECK ((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])));
CREATE POLICY read ON app.auditor_projects FOR SELECT TO app_user
  USING ((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])));
CREATE POLICY tenant_wall ON app.auditor_projects AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
GRANT SELECT ON app.auditor_projects TO app_backup;
GRANT DELETE, INSERT, SELECT ON app.auditor_projects TO app_definer;
GRANT DELETE, INSERT, SELECT ON app.auditor_projects TO app_user;

CREATE TABLE app.auditors (
  company_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL,
  invited_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  ends_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT auditors_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT auditors_company_id_user_id_key UNIQUE (company_id, user_id),
  CONSTRAINT auditors_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id)
);
CREATE INDEX auditors_by_user ON app.auditors USING btree (user_id);
ALTER TABLE app.auditors OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY change ON app.auditors FOR UPDATE TO app_user
  USING ((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])));
CREATE POLICY read ON app.auditors FOR SELECT TO app_user
  USING ((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])));
CREATE POLICY tenant_wall ON app.auditors AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER limit_auditors AFTER INSERT ON app.auditors FOR EACH ROW EXECUTE FUNCTION app.hold_limit('auditors');
GRANT SELECT ON app.auditors TO app_backup;
GRANT DELETE, INSERT, SELECT ON app.auditors TO app_definer;
GRANT SELECT ON app.auditors TO app_user;
GRANT UPDATE (ends_at, ended_at) ON app.auditors TO app_user;
GRANT UPDATE (invited_by, ends_at, ended_at) ON app.auditors TO app_definer;

CREATE TABLE app.backups (
  id uuid NOT NULL,
  written_at timestamp with time zone NOT NULL,
  file text NOT NULL,
  bytes bigint NOT NULL,
  file_key bytea,
  tested_at timestamp with time zone,
  fault text,
  seen_at timestamp with time zone,
  lacks integer,
  CONSTRAINT backups_pkey PRIMARY KEY (id),
  CONSTRAINT backups_lacks_check CHECK ((lacks >= 0))
);
CREATE INDEX backups_newest ON app.backups USING btree (written_at DESC);
ALTER TABLE app.backups OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY work ON app.backups FOR ALL TO app_worker
  USING (true)
  WITH CHECK (true);
GRANT SELECT ON app.backups TO app_backup;
GRANT SELECT ON app.backups TO app_definer;
GRANT DELETE, INSERT, SELECT, UPDATE ON app.backups TO app_worker;
GRANT UPDATE (file_key) ON app.backups TO app_definer;

CREATE TABLE app.calendar_feeds (
  company_id uuid NOT NULL,
  user_id uuid NOT NULL,
  token_sha256 bytea NOT NULL,
  has_second_factor boolean NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_read_at timestamp with time zone,
  CONSTRAINT calendar_feeds_pkey PRIMARY KEY (company_id, user_id),
  CONSTRAINT calendar_feeds_token_sha256_check CHECK ((length(token_sha256) = 32)),
  CONSTRAINT calendar_feeds_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id),
  CONSTRAINT calendar_feeds_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES app.company_members(company_id, user_id) ON DELETE CASCADE
);
CREATE INDEX calendar_feeds_by_hash ON app.calendar_feeds USING btree (token_sha256);
ALTER TABLE app.calendar_feeds OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON app.calendar_feeds FOR ALL TO app_user
  USING ((user_id = ( SELECT app.uid() AS uid)))
  WITH CHECK ((user_id = ( SELECT app.uid() AS uid)));
CREATE POLICY tenant_wall ON app.calendar_feeds AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
GRANT SELECT ON app.calendar_feeds TO app_backup;
GRANT DELETE, SELECT ON app.calendar_feeds TO app_definer;
GRANT DELETE, SELECT ON app.calendar_feeds TO app_user;
GRANT INSERT (company_id, user_id, token_sha256, has_second_factor, created_at) ON app.calendar_feeds TO app_user;
GRANT UPDATE (last_read_at) ON app.calendar_feeds TO app_definer;

CREATE TABLE app.check_results (
  company_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  evidence_id uuid NOT NULL,
  check_id text NOT NULL,
  check_version integer NOT NULL,
  source text NOT NULL,
  outcome text NOT NULL,
  reason text NOT NULL,
  observed_at timestamp with time zone NOT NULL,
  valid_until timestamp with time zone NOT NULL,
  recorded_at timestamp with time zone NOT NULL DEFAULT now(),
  ledger_index bigint NOT NULL DEFAULT '-1'::integer,
  aspect text NOT NULL DEFAULT ''::text,
  rule integer NOT NULL DEFAULT 1,
  judge text,
  read_with uuid[],
  CONSTRAINT check_results_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT check_results_once UNIQUE (company_id, evidence_id, check_id, aspect, source, check_version, rule),
  CONSTRAINT check_results_judge CHECK ((judge ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT check_results_outcome_check CHECK ((outcome = ANY (ARRAY['pass'::text, 'fail'::text, 'unknown'::text, 'not applicable'::text]))),
  CONSTRAINT check_results_rule CHECK (((rule = 2) OR ((rule = 1) AND (aspect = ''::text)))),
  CONSTRAINT check_results_company_id_evidence_id_fkey FOREIGN KEY (company_id, evidence_id) REFERENCES app.evidence(company_id, id)
);
CREATE INDEX check_results_latest ON app.check_results USING btree (company_id, check_id, aspect, source, observed_at DESC, recorded_at DESC);
ALTER TABLE app.check_results OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY audit ON app.check_results FOR SELECT TO app_auditor
  USING (true);
CREATE POLICY collect ON app.check_results FOR INSERT TO app_user
  WITH CHECK (((( SELECT app.my_role() AS my_role) = 'collector'::text) AND (source = ( SELECT k.source
   FROM app.connections k
  WHERE ((k.company_id = ( SELECT app.tenant() AS tenant)) AND (k.id = ( SELECT app.uid() AS uid))))) AND (EXISTS ( SELECT
   FROM app.evidence e
  WHERE ((e.company_id = check_results.company_id) AND (e.id = check_results.evidence_id) AND (e.filed_by = ( SELECT app.uid() AS uid)))))));
CREATE POLICY contribute ON app.check_results FOR INSERT TO app_user
  WITH CHECK (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text])) AND (NOT (EXISTS ( SELECT
   FROM app.connections k
  WHERE ((k.company_id = check_results.company_id) AND (k.source = check_results.source)))))));
CREATE POLICY of_registers ON app.check_results AS RESTRICTIVE FOR INSERT TO app_user
  WITH CHECK (((source !~* '^\s*exhibit registers'::text) OR ( SELECT app.is_company_itself() AS is_company_itself)));
CREATE POLICY read ON app.check_results FOR SELECT TO app_user
  USING (true);
CREATE POLICY seal ON app.check_results FOR INSERT TO app_user
  WITH CHECK ((( SELECT app.is_company_itself() AS is_company_itself) AND (source ~~ 'Exhibit registers%'::text) AND (EXISTS ( SELECT
   FROM app.evidence e
  WHERE ((e.company_id = check_results.company_id) AND (e.id = check_results.evidence_id) AND (e.filed_by = ( SELECT app.uid() AS uid)))))));
CREATE POLICY tenant_wall ON app.check_results AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OF company_id, id, evidence_id, check_id, check_version, source, outcome, observed_at, valid_until, recorded_at, ledger_index, aspect, rule, judge, read_with ON app.check_results FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON app.check_results FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER place_in_ledger BEFORE INSERT ON app.check_results FOR EACH ROW EXECUTE FUNCTION app.place_in_ledger();
CREATE TRIGGER require_erasure BEFORE UPDATE ON app.check_results FOR EACH ROW EXECUTE FUNCTION app.require_erasure('evidence_id');
GRANT SELECT ON app.check_results TO app_auditor;
GRANT SELECT ON app.check_results TO app_backup;
GRANT DELETE, SELECT ON app.check_results TO app_definer;
GRANT INSERT, SELECT ON app.check_results TO app_user;
GRANT UPDATE (reason) ON app.check_results TO app_definer;

CREATE TABLE app.collection_cache (
  company_id uuid NOT NULL,
  connection_id uuid NOT NULL,
  request_sha256 bytea NOT NULL,
  etag text NOT NULL,
  sealed bytea NOT NULL,
  used_at timestamp with time zone NOT NULL,
  CONSTRAINT collection_cache_pkey PRIMARY KEY (company_id, connection_id, request_sha256),
  CONSTRAINT collection_cache_request_sha256_check CHECK ((length(request_sha256) = 32)),
  CONSTRAINT collection_cache_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES app.connections(company_id, id)
);
ALTER TABLE app.collection_cache OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY collect ON app.collection_cache FOR ALL TO app_user
  USING (((( SELECT app.my_role() AS my_role) = 'collector'::text) AND (connection_id = ( SELECT app.uid() AS uid))))
  WITH CHECK (((( SELECT app.my_role() AS my_role) = 'collector'::text) AND (connection_id = ( SELECT app.uid() AS uid))));
CREATE POLICY tenant_wall ON app.collection_cache AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
GRANT SELECT ON app.collection_cache TO app_backup;
GRANT DELETE, SELECT ON app.collection_cache TO app_definer;
GRANT DELETE, INSERT, SELECT, UPDATE ON app.collection_cache TO app_user;

CREATE TABLE app.collection_parts (
  company_id uuid NOT NULL,
  connection_id uuid NOT NULL,
  run_id uuid NOT NULL,
  step text NOT NULL,
  seq integer NOT NULL,
  checkpoint jsonb,
  report jsonb,
  sealed bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT collection_parts_pkey PRIMARY KEY (company_id, run_id, step, seq),
  CONSTRAINT collection_parts_company_id_run_id_fkey FOREIGN KEY (company_id, run_id) REFERENCES app.collection_runs(company_id, id)
);
ALTER TABLE app.collection_parts OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY collect ON app.collection_parts FOR ALL TO app_user
  USING (((( SELECT app.my_role() AS my_role) = 'collector'::text) AND (connection_id = ( SELECT app.uid() AS uid))))
  WITH CHECK (((( SELECT app.my_role() AS my_role) = 'collector'::text) AND (connection_id = ( SELECT app.uid() AS uid))));
CREATE POLICY tenant_wall ON app.collection_parts AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
GRANT SELECT ON app.collection_parts TO app_backup;
GRANT DELETE, SELECT ON app.collection_parts TO app_definer;
GRANT DELETE, INSERT, SELECT ON app.collection_parts TO app_user;

CREATE TABLE app.collection_runs (
  company_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  connection_id uuid NOT NULL,
  slot timestamp with time zone NOT NULL,
  reason text NOT NULL,
  requested_by uuid,
  state text NOT NULL DEFAULT 'waiting'::text,
  worker uuid,
  lease_until timestamp with time zone,
  attempts integer NOT NULL DEFAULT 0,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  step text NOT NULL DEFAULT ''::text,
  steps_done integer NOT NULL DEFAULT 0,
  steps_total integer NOT NULL DEFAULT 0,
  items integer NOT NULL DEFAULT 0,
  requests integer NOT NULL DEFAULT 0,
  steps jsonb NOT NULL DEFAULT '[]'::jsonb,
  outcomes jsonb NOT NULL DEFAULT '{}'::jsonb,
  failure text,
  digest bytea,
  evidence_id uuid,
  unchanged boolean NOT NULL DEFAULT false,
  observed_at timestamp with time zone,
  seen jsonb NOT NULL DEFAULT '{}'::jsonb,
  ledger_index bigint,
  shown_figures jsonb NOT NULL DEFAULT '[]'::jsonb,
  CONSTRAINT collection_runs_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT collection_runs_company_id_connection_id_slot_key UNIQUE (company_id, connection_id, slot),
  CONSTRAINT collection_runs_digest_check CHECK ((length(digest) = 32)),
  CONSTRAINT collection_runs_reason_check CHECK ((reason = ANY (ARRAY['scheduled'::text, 'first'::text, 'asked'::text]))),
  CONSTRAINT collection_runs_shown_figures_check CHECK ((jsonb_typeof(shown_figures) = 'array'::text)),
  CONSTRAINT collection_runs_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'working'::text, 'done'::text, 'failed'::text, 'missed'::text]))),
  CONSTRAINT collection_runs_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES app.connections(company_id, id),
  CONSTRAINT collection_runs_company_id_evidence_id_fkey FOREIGN KEY (company_id, evidence_id) REFERENCES app.evidence(company_id, id)
);
CREATE INDEX collection_runs_done ON app.collection_runs USING btree (company_id, connection_id, slot DESC) WHERE (state = 'done'::text);
CREATE INDEX collection_runs_of_item ON app.collection_runs USING btree (company_id, evidence_id, observed_at DESC) WHERE (evidence_id IS NOT NULL);
CREATE INDEX collection_runs_open ON app.collection_runs USING btree (slot) WHERE (state = ANY (ARRAY['waiting'::text, 'working'::text]));
CREATE UNIQUE INDEX collection_runs_one_working ON app.collection_runs USING btree (company_id, connection_id) WHERE (state = 'working'::text);
ALTER TABLE app.collection_runs OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY ask ON app.collection_runs FOR INSERT TO app_user
  WITH CHECK (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text])) AND (requested_by = ( SELECT app.uid() AS uid))));
CREATE POLICY audit ON app.collection_runs FOR SELECT TO app_auditor
  USING (true);
CREATE POLICY collect ON app.collection_runs FOR ALL TO app_user
  USING (((( SELECT app.my_role() AS my_role) = 'collector'::text) AND (connection_id = ( SELECT app.uid() AS uid))))
  WITH CHECK (((( SELECT app.my_role() AS my_role) = 'collector'::text) AND (connection_id = ( SELECT app.uid() AS uid))));
CREATE POLICY read ON app.collection_runs FOR SELECT TO app_user
  USING (true);
CREATE POLICY tenant_wall ON app.collection_runs AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER enqueue AFTER INSERT OR UPDATE OF state, slot ON app.collection_runs FOR EACH ROW WHEN ((new.state = 'waiting'::text)) EXECUTE FUNCTION app.enqueue_row('collections', 'connection_id', '1', 'slot');
CREATE TRIGGER enqueue_accounts AFTER UPDATE OF evidence_id ON app.collection_runs FOR EACH ROW WHEN (((new.evidence_id IS NOT NULL) AND (new.state = 'done'::text) AND (NOT new.unchanged))) EXECUTE FUNCTION app.enqueue_accounts();
CREATE TRIGGER enqueue_read_again AFTER UPDATE OF evidence_id ON app.collection_runs FOR EACH ROW WHEN (((new.evidence_id IS NOT NULL) AND (new.state = 'done'::text) AND new.unchanged)) EXECUTE FUNCTION app.enqueue_read_again();
CREATE TRIGGER limit_collections AFTER INSERT ON app.collection_runs FOR EACH ROW WHEN ((new.requested_by IS NOT NULL)) EXECUTE FUNCTION app.hold_limit('collections');
GRANT SELECT ON app.collection_runs TO app_backup;
GRANT DELETE, INSERT, SELECT, UPDATE ON app.collection_runs TO app_definer;
GRANT SELECT, UPDATE ON app.collection_runs TO app_user;
GRANT INSERT (company_id, id, connection_id, slot, reason, requested_by) ON app.collection_runs TO app_user;
GRANT SELECT (company_id, evidence_id, observed_at, seen, ledger_index) ON app.collection_runs TO app_auditor;

CREATE TABLE app.companies (
  id uuid NOT NULL,
  name text NOT NULL,
  slug text NOT NULL,
  subscription_tier text NOT NULL DEFAULT 'early-access'::text,
  subscription_status text NOT NULL DEFAULT 'active'::text,
  next_invoice_on date,
  storage_location_id uuid NOT NULL,
  owner_id uuid NOT NULL,
  second_factor_required boolean NOT NULL DEFAULT false,
  deletion_due_at timestamp with time zone,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  reminds_staff boolean NOT NULL DEFAULT true,
  CONSTRAINT companies_pkey PRIMARY KEY (id),
  CONSTRAINT companies_slug_key UNIQUE (slug),
  CONSTRAINT companies_name_check CHECK ((btrim(name) <> ''::text)),
  CONSTRAINT companies_storage_location_id_fkey FOREIGN KEY (storage_location_id) REFERENCES app.storage_locations(id),
  CONSTRAINT companies_subscription_tier_fkey FOREIGN KEY (subscription_tier) REFERENCES app.plans(key)
);
CREATE INDEX companies_by_owner ON app.companies USING btree (owner_id) WHERE (deleted_at IS NULL);
ALTER TABLE app.companies OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY audit ON app.companies FOR SELECT TO app_auditor
  USING ((id = ( SELECT app.tenant() AS tenant)));
CREATE POLICY manage ON app.companies FOR UPDATE TO app_user
  USING (((id = ( SELECT app.tenant() AS tenant)) AND (( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text]))))
  WITH CHECK (((id = ( SELECT app.tenant() AS tenant)) AND ((NOT second_factor_required) OR ( SELECT app.has_second_factor() AS has_second_factor))));
CREATE POLICY read ON app.companies FOR SELECT TO app_user
  USING (((id = ANY (( SELECT app.my_companies() AS my_companies)::uuid[])) OR (id = ( SELECT app.tenant() AS tenant))));
CREATE TRIGGER limit_owner AFTER INSERT OR UPDATE OF owner_id ON app.companies FOR EACH ROW EXECUTE FUNCTION app.hold_owner();
GRANT SELECT ON app.companies TO app_auditor;
GRANT SELECT ON app.companies TO app_backup;
GRANT DELETE, INSERT, SELECT ON app.companies TO app_definer;
GRANT SELECT ON app.companies TO app_user;
GRANT UPDATE (name, second_factor_required, updated_at, reminds_staff) ON app.companies TO app_user;
GRANT UPDATE (name, slug, subscription_tier, owner_id, deletion_due_at, deleted_at, updated_at) ON app.companies TO app_definer;

CREATE TABLE app.company_invitations (
  company_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  email text NOT NULL,
  role text NOT NULL,
  invited_by uuid NOT NULL,
  status text NOT NULL DEFAULT 'pending'::text,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  answered_at timestamp with time zone,
  audit_projects uuid[],
  audit_ends_at timestamp with time zone,
  CONSTRAINT company_invitations_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT company_invitations_check CHECK (((role = 'auditor'::text) = ((COALESCE(cardinality(audit_projects), 0) > 0) AND (audit_ends_at IS NOT NULL)))),
  CONSTRAINT company_invitations_email_check CHECK ((email = lower(email))),
  CONSTRAINT company_invitations_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'member'::text, 'viewer'::text, 'auditor'::text]))),
  CONSTRAINT company_invitations_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'accepted'::text, 'declined'::text]))),
  CONSTRAINT company_invitations_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id)
);
CREATE INDEX company_invitations_by_email ON app.company_invitations USING btree (email) WHERE (status = 'pending'::text);
CREATE UNIQUE INDEX company_invitations_one_pending ON app.company_invitations USING btree (company_id, email) WHERE (status = 'pending'::text);
ALTER TABLE app.company_invitations OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY cancel ON app.company_invitations FOR DELETE TO app_user
  USING (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])) AND (status = 'pending'::text)));
CREATE POLICY invite ON app.company_invitations FOR INSERT TO app_user
  WITH CHECK (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])) AND (invited_by = ( SELECT app.uid() AS uid)) AND (status = 'pending'::text)));
CREATE POLICY read ON app.company_invitations FOR SELECT TO app_user
  USING ((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])));
CREATE POLICY renew ON app.company_invitations FOR UPDATE TO app_user
  USING (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])) AND (status = 'pending'::text)));
CREATE POLICY tenant_wall ON app.company_invitations AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER a_hold_issuer BEFORE INSERT ON app.company_invitations FOR EACH ROW WHEN ((CURRENT_USER = 'app_user'::name)) EXECUTE FUNCTION app.hold_issuer('invited_by');
CREATE TRIGGER hold_seats AFTER INSERT OR UPDATE OF expires_at ON app.company_invitations FOR EACH ROW EXECUTE FUNCTION app.hold_seats('invitations');
CREATE TRIGGER limit_auditors AFTER INSERT ON app.company_invitations FOR EACH ROW WHEN ((new.role = 'auditor'::text)) EXECUTE FUNCTION app.hold_limit('auditors');
GRANT SELECT ON app.company_invitations TO app_backup;
GRANT DELETE, SELECT ON app.company_invitations TO app_definer;
GRANT DELETE, SELECT ON app.company_invitations TO app_user;
GRANT INSERT (company_id, id, email, role, invited_by, created_at, expires_at, audit_projects, audit_ends_at) ON app.company_invitations TO app_user;
GRANT UPDATE (expires_at) ON app.company_invitations TO app_user;
GRANT UPDATE (invited_by, status, answered_at) ON app.company_invitations TO app_definer;

CREATE TABLE app.company_keys (
  company_id uuid NOT NULL,
  version integer NOT NULL,
  wrapped bytea NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT company_keys_pkey PRIMARY KEY (company_id, version),
  CONSTRAINT company_keys_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id)
);
ALTER TABLE app.company_keys OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON app.company_keys FOR SELECT TO app_user, app_auditor
  USING (true);
CREATE POLICY tenant_wall ON app.company_keys AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
GRANT SELECT ON app.company_keys TO app_auditor;
GRANT SELECT ON app.company_keys TO app_backup;
GRANT DELETE, INSERT, SELECT ON app.company_keys TO app_definer;
GRANT SELECT ON app.company_keys TO app_user;
GRANT UPDATE (wrapped) ON app.company_keys TO app_definer;

CREATE TABLE app.company_members (
  company_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL,
  role text NOT NULL,
  invited_by uuid,
  status text NOT NULL DEFAULT 'active'::text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT company_members_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT company_members_company_id_user_id_key UNIQUE (company_id, user_id),
  CONSTRAINT company_members_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text, 'viewer'::text]))),
  CONSTRAINT company_members_status_check CHECK ((status = ANY (ARRAY['active'::text, 'suspended'::text]))),
  CONSTRAINT company_members_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id)
);
CREATE INDEX company_members_by_user ON app.company_members USING btree (user_id) WHERE (status = 'active'::text);
CREATE UNIQUE INDEX company_members_one_owner ON app.company_members USING btree (company_id) WHERE (role = 'owner'::text);
ALTER TABLE app.company_members OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY change_role ON app.company_members FOR UPDATE TO app_user
  USING (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])) AND (role <> 'owner'::text)))
  WITH CHECK ((role <> 'owner'::text));
CREATE POLICY leave ON app.company_members FOR DELETE TO app_user
  USING (((user_id = ( SELECT app.uid() AS uid)) AND (role <> 'owner'::text)));
CREATE POLICY read ON app.company_members FOR SELECT TO app_user
  USING (true);
CREATE POLICY remove ON app.company_members FOR DELETE TO app_user
  USING (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])) AND (role <> 'owner'::text)));
CREATE POLICY tenant_wall ON app.company_members AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER end_of_rights AFTER DELETE OR UPDATE ON app.company_members FOR EACH ROW EXECUTE FUNCTION app.end_of_rights();
CREATE TRIGGER forget_alerts AFTER DELETE ON app.company_members FOR EACH ROW EXECUTE FUNCTION app.forget_alerts();
CREATE TRIGGER forget_draft AFTER DELETE ON app.company_members FOR EACH ROW EXECUTE FUNCTION app.forget_draft();
CREATE TRIGGER hold_seats AFTER INSERT ON app.company_members FOR EACH ROW EXECUTE FUNCTION app.hold_seats('members');
CREATE TRIGGER plan_task_digest AFTER INSERT ON app.company_members FOR EACH ROW EXECUTE FUNCTION app.plan_task_digest();
CREATE TRIGGER rights_changed AFTER INSERT OR DELETE OR UPDATE ON app.company_members FOR EACH ROW EXECUTE FUNCTION app.renew_sessions('user_id');
GRANT SELECT ON app.company_members TO app_backup;
GRANT DELETE, INSERT, SELECT ON app.company_members TO app_definer;
GRANT DELETE, SELECT ON app.company_members TO app_user;
GRANT UPDATE (role) ON app.company_members TO app_definer;
GRANT UPDATE (role) ON app.company_members TO app_user;

CREATE TABLE app.completions (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  number bigint NOT NULL DEFAULT 0,
  person_register text NOT NULL DEFAULT 'people'::text,
  person_id uuid NOT NULL,
  course text NOT NULL,
  source text NOT NULL,
  course_version integer,
  attempt_id uuid,
  answers jsonb,
  score integer,
  out_of integer,
  passed boolean NOT NULL,
  completed_at timestamp with time zone NOT NULL,
  provider text,
  exhibit bigint,
  batch_id uuid,
  imported_by uuid,
  undone_at timestamp with time zone,
  undone_by uuid,
  ledger_index bigint NOT NULL DEFAULT '-1'::integer,
  vouched text,
  CONSTRAINT completions_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT completions_company_id_attempt_id_key UNIQUE (company_id, attempt_id),
  CONSTRAINT completions_company_id_number_key UNIQUE (company_id, number),
  CONSTRAINT completions_check CHECK (((score >= 0) AND (score <= out_of))),
  CONSTRAINT completions_check1 CHECK ((((undone_at IS NULL) = (undone_by IS NULL)) AND ((undone_at IS NULL) OR (source = 'import'::text)))),
  CONSTRAINT completions_course_check CHECK ((course ~ '^[a-z-]{1,40}$'::text)),
  CONSTRAINT completions_course_version_check CHECK ((course_version > 0)),
  CONSTRAINT completions_of_import CHECK (((source = 'import'::text) = (num_nulls(provider, exhibit, batch_id, imported_by) = 0))),
  CONSTRAINT completions_of_quiz CHECK (((source = 'quiz'::text) = (num_nulls(course_version, attempt_id, answers, score, out_of) = 0))),
  CONSTRAINT completions_out_of_check CHECK ((out_of > 0)),
  CONSTRAINT completions_passed CHECK (((source <> 'quiz'::text) OR (passed = ((score * 5) >= (out_of * 4))))),
  CONSTRAINT completions_person_register_check CHECK ((person_register = 'people'::text)),
  CONSTRAINT completions_provider_check CHECK ((btrim(provider) <> ''::text)),
  CONSTRAINT completions_source_check CHECK ((source = ANY (ARRAY['quiz'::text, 'import'::text]))),
  CONSTRAINT completions_vouched_check CHECK ((vouched = ANY (ARRAY['directory'::text, 'another'::text, 'alone'::text]))),
  CONSTRAINT completions_company_id_attempt_id_fkey FOREIGN KEY (company_id, attempt_id) REFERENCES app.quiz_attempts(company_id, id),
  CONSTRAINT completions_company_id_exhibit_fkey FOREIGN KEY (company_id, exhibit) REFERENCES app.evidence(company_id, number),
  CONSTRAINT completions_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id),
  CONSTRAINT completions_company_id_person_register_person_id_fkey FOREIGN KEY (company_id, person_register, person_id) REFERENCES app.records(company_id, register, id)
);
CREATE INDEX completions_of_batch ON app.completions USING btree (company_id, batch_id) WHERE (batch_id IS NOT NULL);
CREATE INDEX completions_of_person ON app.completions USING btree (company_id, person_id, course);
ALTER TABLE app.completions OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY import ON app.completions FOR INSERT TO app_user
  WITH CHECK (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])) AND (source = 'import'::text) AND (imported_by = ( SELECT app.uid() AS uid))));
CREATE POLICY own ON app.completions FOR SELECT TO app_staff
  USING ((person_id = ( SELECT app.uid() AS uid)));
CREATE POLICY read ON app.completions FOR SELECT TO app_user
  USING (('people'::text = ANY (( SELECT app.my_registers('read'::text) AS my_registers)::text[])));
CREATE POLICY tenant_wall ON app.completions AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE POLICY undo ON app.completions FOR UPDATE TO app_user
  USING (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])) AND (source = 'import'::text)))
  WITH CHECK (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])) AND (undone_by = ( SELECT app.uid() AS uid))));
CREATE TRIGGER enqueue_added AFTER INSERT ON app.completions REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION app.enqueue_completions();
CREATE TRIGGER enqueue_changed AFTER UPDATE ON app.completions REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION app.enqueue_completions();
CREATE TRIGGER hold_undone BEFORE UPDATE ON app.completions FOR EACH ROW EXECUTE FUNCTION app.hold_undone();
CREATE TRIGGER list_added AFTER INSERT ON app.completions REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION app.list_written_passes();
CREATE TRIGGER list_changed AFTER UPDATE ON app.completions REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION app.list_written_passes();
CREATE TRIGGER place_completion BEFORE INSERT ON app.completions FOR EACH ROW EXECUTE FUNCTION app.place_completion();
GRANT SELECT ON app.completions TO app_backup;
GRANT DELETE, INSERT, SELECT ON app.completions TO app_definer;
GRANT SELECT ON app.completions TO app_staff;
GRANT SELECT ON app.completions TO app_user;
GRANT INSERT (company_id, id, person_id, course, source, passed, completed_at, provider, exhibit, batch_id, imported_by) ON app.completions TO app_user;
GRANT UPDATE (undone_at, undone_by) ON app.completions TO app_user;
GRANT UPDATE (vouched) ON app.completions TO app_definer;

CREATE TABLE app.confirmations (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  register text NOT NULL,
  count bigint NOT NULL,
  confirmed_by uuid NOT NULL,
  confirmed_at timestamp with time zone NOT NULL,
  digest bytea,
  valid_until timestamp with time zone,
  ledger_index bigint NOT NULL DEFAULT '-1'::integer,
  CONSTRAINT confirmations_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT confirmations_count_check CHECK ((count >= 0)),
  CONSTRAINT confirmations_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id),
  CONSTRAINT confirmations_register_fkey FOREIGN KEY (register) REFERENCES app.registers(key)
);
CREATE INDEX confirmations_newest ON app.confirmations USING btree (company_id, register, ledger_index DESC);
ALTER TABLE app.confirmations OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY confirm ON app.confirmations FOR INSERT TO app_user
  WITH CHECK (((register = ANY (( SELECT app.my_registers('confirm'::text) AS my_registers)::text[])) AND (confirmed_by = ( SELECT app.uid() AS uid))));
CREATE POLICY read ON app.confirmations FOR SELECT TO app_user
  USING ((register = ANY (( SELECT app.my_registers('read'::text) AS my_registers)::text[])));
CREATE POLICY tenant_wall ON app.confirmations AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON app.confirmations FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON app.confirmations FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER enqueue_run AFTER INSERT ON app.confirmations FOR EACH ROW EXECUTE FUNCTION app.enqueue_row('registers', 'company_id', '1', 'confirmed_at', '5 seconds');
CREATE TRIGGER hold_confirmation BEFORE INSERT ON app.confirmations FOR EACH ROW EXECUTE FUNCTION app.hold_confirmation();
GRANT SELECT ON app.confirmations TO app_backup;
GRANT DELETE, SELECT ON app.confirmations TO app_definer;
GRANT SELECT ON app.confirmations TO app_user;
GRANT INSERT (company_id, id, register, count, confirmed_by, confirmed_at) ON app.confirmations TO app_user;

CREATE TABLE app.connection_checks (
  company_id uuid NOT NULL,
  connection_id uuid NOT NULL,
  check_id text NOT NULL,
  version integer NOT NULL,
  outcome text NOT NULL,
  reason text NOT NULL,
  passing integer NOT NULL,
  failing integer NOT NULL,
  unknown integer NOT NULL,
  open jsonb NOT NULL DEFAULT '[]'::jsonb,
  since timestamp with time zone NOT NULL,
  last_passed_at timestamp with time zone,
  observed_at timestamp with time zone NOT NULL,
  run_id uuid NOT NULL,
  CONSTRAINT connection_checks_pkey PRIMARY KEY (company_id, connection_id, check_id),
  CONSTRAINT connection_checks_outcome_check CHECK ((outcome = ANY (ARRAY['pass'::text, 'fail'::text, 'unknown'::text, 'not applicable'::text]))),
  CONSTRAINT connection_checks_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES app.connections(company_id, id),
  CONSTRAINT connection_checks_company_id_run_id_fkey FOREIGN KEY (company_id, run_id) REFERENCES app.collection_runs(company_id, id)
);
ALTER TABLE app.connection_checks OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY collect ON app.connection_checks FOR ALL TO app_user
  USING (((( SELECT app.my_role() AS my_role) = 'collector'::text) AND (connection_id = ( SELECT app.uid() AS uid))))
  WITH CHECK (((( SELECT app.my_role() AS my_role) = 'collector'::text) AND (connection_id = ( SELECT app.uid() AS uid))));
CREATE POLICY read ON app.connection_checks FOR SELECT TO app_user
  USING (true);
CREATE POLICY tenant_wall ON app.connection_checks AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
GRANT SELECT ON app.connection_checks TO app_backup;
GRANT DELETE, SELECT ON app.connection_checks TO app_definer;
GRANT DELETE, INSERT, SELECT, UPDATE ON app.connection_checks TO app_user;

CREATE TABLE app.connection_secrets (
  company_id uuid NOT NULL,
  connection_id uuid NOT NULL,
  version integer NOT NULL,
  sealed bytea NOT NULL,
  sealed_at timestamp with time zone NOT NULL,
  CONSTRAINT connection_secrets_pkey PRIMARY KEY (company_id, connection_id, version),
  CONSTRAINT connection_secrets_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES app.connections(company_id, id)
);
ALTER TABLE app.connection_secrets OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY collect ON app.connection_secrets FOR ALL TO app_user
  USING (((( SELECT app.my_role() AS my_role) = 'collector'::text) AND (connection_id = ( SELECT app.uid() AS uid))))
  WITH CHECK (((( SELECT app.my_role() AS my_role) = 'collector'::text) AND (connection_id = ( SELECT app.uid() AS uid))));
CREATE POLICY tenant_wall ON app.connection_secrets AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
GRANT SELECT ON app.connection_secrets TO app_backup;
GRANT DELETE, SELECT ON app.connection_secrets TO app_definer;
GRANT DELETE, INSERT, SELECT ON app.connection_secrets TO app_user;

CREATE TABLE app.connections (
  company_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  provider text NOT NULL,
  method text NOT NULL,
  state text NOT NULL DEFAULT 'linking'::text,
  typed jsonb NOT NULL DEFAULT '{}'::jsonb,
  account_id text,
  account_label text,
  account_facts jsonb NOT NULL DEFAULT '{}'::jsonb,
  source text,
  settings jsonb NOT NULL DEFAULT '{}'::jsonb,
  granted text[],
  missing text[] NOT NULL DEFAULT '{}'::text[],
  attention text,
  created_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  connected_by uuid,
  connected_at timestamp with time zone,
  disconnected_at timestamp with time zone,
  planned_until timestamp with time zone,
  told_at timestamp with time zone,
  system_id uuid,
  settings_set jsonb NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT connections_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT connections_settings_set_check CHECK ((jsonb_typeof(settings_set) = 'object'::text)),
  CONSTRAINT connections_state_check CHECK ((state = ANY (ARRAY['linking'::text, 'confirming'::text, 'connected'::text, 'paused'::text, 'needs attention'::text, 'disconnected'::text]))),
  CONSTRAINT connections_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id),
  CONSTRAINT connections_company_id_system_id_fkey FOREIGN KEY (company_id, system_id) REFERENCES app.systems(company_id, id)
);
CREATE INDEX connections_of_system ON app.connections USING btree (company_id, system_id);
CREATE UNIQUE INDEX connections_one_account ON app.connections USING btree (company_id, provider, account_id) WHERE (state <> 'disconnected'::text);
ALTER TABLE app.connections OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY audit ON app.connections FOR SELECT TO app_auditor
  USING (true);
CREATE POLICY link ON app.connections FOR INSERT TO app_user
  WITH CHECK (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])) AND (created_by = ( SELECT app.uid() AS uid))));
CREATE POLICY manage ON app.connections FOR UPDATE TO app_user
  USING (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])) OR (id = ( SELECT app.uid() AS uid))));
CREATE POLICY own_installation ON app.connections AS RESTRICTIVE FOR INSERT TO app_user
  WITH CHECK (((provider <> 'installation'::text) OR ( SELECT app.is_platform_admin() AS is_platform_admin)));
CREATE POLICY read ON app.connections FOR SELECT TO app_user
  USING (true);
CREATE POLICY tenant_wall ON app.connections AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER a_hold_change BEFORE UPDATE OF state ON app.connections FOR EACH ROW WHEN (((CURRENT_USER = 'app_user'::name) AND (new.state = 'connected'::text) AND (old.state <> 'connected'::text))) EXECUTE FUNCTION app.hold_issuer();
CREATE TRIGGER a_hold_issuer BEFORE INSERT ON app.connections FOR EACH ROW WHEN ((CURRENT_USER = 'app_user'::name)) EXECUTE FUNCTION app.hold_issuer('created_by');
CREATE TRIGGER bring_system BEFORE INSERT OR UPDATE OF connected_at ON app.connections FOR EACH ROW WHEN (((new.connected_at IS NOT NULL) AND (new.system_id IS NULL))) EXECUTE FUNCTION app.bring_system();
CREATE TRIGGER end_connection AFTER UPDATE OF state ON app.connections FOR EACH ROW WHEN (((new.state = 'disconnected'::text) AND (old.state <> 'disconnected'::text))) EXECUTE FUNCTION app.end_connection();
CREATE TRIGGER end_incident_of_connection BEFORE UPDATE OF state ON app.connections FOR EACH ROW WHEN (((new.state = 'connected'::text) AND (old.state <> 'connected'::text))) EXECUTE FUNCTION app.end_incident_of_connection();
CREATE TRIGGER enqueue_attention AFTER UPDATE OF state ON app.connections FOR EACH ROW WHEN (((new.state = 'needs attention'::text) AND (new.told_at IS NULL))) EXECUTE FUNCTION app.enqueue_row('attention', 'id');
CREATE TRIGGER enqueue_collection AFTER UPDATE OF state ON app.connections FOR EACH ROW WHEN (((new.state = 'connected'::text) AND (old.state <> 'connected'::text))) EXECUTE FUNCTION app.enqueue_row('collections', 'id');
CREATE TRIGGER limit_connections AFTER INSERT ON app.connections FOR EACH ROW EXECUTE FUNCTION app.hold_limit('connections');
GRANT SELECT ON app.connections TO app_backup;
GRANT DELETE, SELECT ON app.connections TO app_definer;
GRANT INSERT, SELECT ON app.connections TO app_user;
GRANT SELECT (company_id, id, state, source, disconnected_at, system_id) ON app.connections TO app_auditor;
GRANT UPDATE (method, state, typed, account_id, account_label, account_facts, source, settings, granted, missing, attention, connected_by, connected_at, disconnected_at, settings_set) ON app.connections TO app_user;
GRANT UPDATE (state, attention, connected_by, disconnected_at, planned_until, told_at) ON app.connections TO app_definer;

CREATE TABLE app.contact_messages (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  kind text NOT NULL DEFAULT 'contact'::text,
  company text,
  name text NOT NULL,
  email text NOT NULL,
  subject text NOT NULL,
  message text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  answer_due_at timestamp with time zone NOT NULL,
  reminded_at timestamp with time zone,
  answered_at timestamp with time zone,
  CONSTRAINT contact_messages_pkey PRIMARY KEY (id),
  CONSTRAINT contact_messages_kind_check CHECK ((kind = ANY (ARRAY['contact'::text, 'support'::text])))
);
CREATE INDEX contact_messages_by_email ON app.contact_messages USING btree (lower(email), created_at);
CREATE INDEX contact_messages_open ON app.contact_messages USING btree (answer_due_at) WHERE (answered_at IS NULL);
ALTER TABLE app.contact_messages OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE TRIGGER enqueue AFTER INSERT ON app.contact_messages FOR EACH ROW EXECUTE FUNCTION app.enqueue_row('reminders', 'id', '1', 'answer_due_at', '-4 hours');
CREATE TRIGGER forget_answers AFTER DELETE ON app.contact_messages FOR EACH ROW EXECUTE FUNCTION app.forget_answers();
GRANT SELECT ON app.contact_messages TO app_backup;
GRANT DELETE, INSERT, SELECT, UPDATE ON app.contact_messages TO app_definer;

CREATE TABLE app.control_changes (
  company_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  control_id text NOT NULL,
  at timestamp with time zone NOT NULL,
  status text NOT NULL,
  reason text NOT NULL,
  was text,
  ledger_index bigint,
  rule smallint NOT NULL DEFAULT 1,
  CONSTRAINT control_changes_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT control_changes_status_check CHECK ((status = ANY (ARRAY['passing'::text, 'failing'::text, 'needs evidence'::text, 'not applicable'::text]))),
  CONSTRAINT control_changes_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id)
);
CREATE INDEX control_changes_newest ON app.control_changes USING btree (company_id, at DESC);
CREATE INDEX control_changes_of ON app.control_changes USING btree (company_id, control_id, at);
ALTER TABLE app.control_changes OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY audit ON app.control_changes FOR SELECT TO app_auditor
  USING (true);
CREATE POLICY read ON app.control_changes FOR SELECT TO app_user
  USING (true);
CREATE POLICY tenant_wall ON app.control_changes AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON app.control_changes FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON app.control_changes FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
GRANT SELECT ON app.control_changes TO app_auditor;
GRANT SELECT ON app.control_changes TO app_backup;
GRANT DELETE, INSERT, SELECT ON app.control_changes TO app_definer;
GRANT SELECT ON app.control_changes TO app_user;

CREATE TABLE app.control_mutes (
  company_id uuid NOT NULL,
  user_id uuid NOT NULL,
  control_id text NOT NULL,
  until timestamp with time zone NOT NULL,
  CONSTRAINT control_mutes_pkey PRIMARY KEY (company_id, user_id, control_id),
  CONSTRAINT control_mutes_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id)
);
ALTER TABLE app.control_mutes OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON app.control_mutes FOR ALL TO app_user
  USING ((user_id = ( SELECT app.uid() AS uid)))
  WITH CHECK ((user_id = ( SELECT app.uid() AS uid)));
CREATE POLICY tenant_wall ON app.control_mutes AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
GRANT SELECT ON app.control_mutes TO app_backup;
GRANT DELETE, SELECT ON app.control_mutes TO app_definer;
GRANT DELETE, INSERT, SELECT ON app.control_mutes TO app_user;
GRANT UPDATE (until) ON app.control_mutes TO app_user;

CREATE TABLE app.control_notes (
  company_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  control_id text NOT NULL,
  body text NOT NULL,
  written_by uuid NOT NULL,
  written_at timestamp with time zone NOT NULL DEFAULT now(),
  struck_by uuid,
  struck_at timestamp with time zone,
  CONSTRAINT control_notes_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT control_notes_body_check CHECK (((btrim(body) <> ''::text) AND (length(body) <= 4000))),
  CONSTRAINT control_notes_check CHECK (((struck_at IS NULL) OR (struck_by IS NOT NULL))),
  CONSTRAINT control_notes_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id)
);
CREATE INDEX control_notes_of_control ON app.control_notes USING btree (company_id, control_id, written_at DESC, id DESC);
ALTER TABLE app.control_notes OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON app.control_notes FOR SELECT TO app_user
  USING (true);
CREATE POLICY strike ON app.control_notes FOR UPDATE TO app_user
  USING (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])) OR ((( SELECT app.my_role() AS my_role) = 'member'::text) AND (written_by = ( SELECT app.uid() AS uid)))))
  WITH CHECK (((struck_by = ( SELECT app.uid() AS uid)) AND (struck_at IS NOT NULL)));
CREATE POLICY tenant_wall ON app.control_notes AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE POLICY write ON app.control_notes FOR INSERT TO app_user
  WITH CHECK (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text])) AND (written_by = ( SELECT app.uid() AS uid)) AND (struck_at IS NULL)));
CREATE TRIGGER hold_notes BEFORE UPDATE ON app.control_notes FOR EACH ROW EXECUTE FUNCTION app.hold_notes();
CREATE TRIGGER keep_notes BEFORE DELETE ON app.control_notes FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER keep_notes_truncate BEFORE TRUNCATE ON app.control_notes FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER limit_notes AFTER INSERT ON app.control_notes FOR EACH ROW EXECUTE FUNCTION app.hold_limit('notes');
GRANT SELECT ON app.control_notes TO app_backup;
GRANT DELETE, SELECT ON app.control_notes TO app_definer;
GRANT INSERT, SELECT ON app.control_notes TO app_user;
GRANT UPDATE (struck_by, struck_at) ON app.control_notes TO app_user;

CREATE TABLE app.control_plans (
  company_id uuid NOT NULL,
  control_id text NOT NULL,
  owner_id uuid,
  due_on date,
  changed_by uuid NOT NULL,
  changed_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT control_plans_pkey PRIMARY KEY (company_id, control_id),
  CONSTRAINT control_plans_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id),
  CONSTRAINT control_plans_company_id_owner_id_fkey FOREIGN KEY (company_id, owner_id) REFERENCES app.company_members(company_id, user_id) ON DELETE SET NULL (owner_id)
);
CREATE INDEX control_plans_by_owner ON app.control_plans USING btree (company_id, owner_id);
ALTER TABLE app.control_plans OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY plan ON app.control_plans FOR INSERT TO app_user
  WITH CHECK (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text])) AND (changed_by = ( SELECT app.uid() AS uid)) AND ((owner_id IS NULL) OR (EXISTS ( SELECT
   FROM app.company_members m
  WHERE ((m.company_id = control_plans.company_id) AND (m.user_id = control_plans.owner_id) AND (m.status = 'active'::text)))))));
CREATE POLICY plan_anew ON app.control_plans FOR UPDATE TO app_user
  USING ((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text])))
  WITH CHECK (((changed_by = ( SELECT app.uid() AS uid)) AND ((owner_id IS NULL) OR (EXISTS ( SELECT
   FROM app.company_members m
  WHERE ((m.company_id = control_plans.company_id) AND (m.user_id = control_plans.owner_id) AND (m.status = 'active'::text)))))));
CREATE POLICY read ON app.control_plans FOR SELECT TO app_user
  USING (true);
CREATE POLICY tenant_wall ON app.control_plans AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
GRANT SELECT ON app.control_plans TO app_backup;
GRANT DELETE, SELECT ON app.control_plans TO app_definer;
GRANT INSERT, SELECT ON app.control_plans TO app_user;
GRANT UPDATE (owner_id, due_on, changed_by, changed_at) ON app.control_plans TO app_user;

CREATE TABLE app.control_standings (
  company_id uuid NOT NULL,
  control_id text NOT NULL,
  status text NOT NULL,
  reason text NOT NULL,
  since timestamp with time zone NOT NULL,
  holds_until timestamp with time zone,
  rests_on bigint,
  tested_at timestamp with time zone,
  judged_at timestamp with time zone NOT NULL,
  basis jsonb NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT control_standings_pkey PRIMARY KEY (company_id, control_id),
  CONSTRAINT control_standings_status_check CHECK ((status = ANY (ARRAY['passing'::text, 'failing'::text, 'needs evidence'::text, 'not applicable'::text]))),
  CONSTRAINT control_standings_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id)
);
ALTER TABLE app.control_standings OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON app.control_standings FOR SELECT TO app_user
  USING (true);
CREATE POLICY tenant_wall ON app.control_standings AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER enqueue_risks AFTER UPDATE OF status ON app.control_standings FOR EACH ROW WHEN ((((new.status = 'passing'::text) IS DISTINCT FROM (old.status = 'passing'::text)) OR ((new.status = 'not applicable'::text) IS DISTINCT FROM (old.status = 'not applicable'::text)))) EXECUTE FUNCTION app.enqueue_risks();
CREATE TRIGGER enqueue_risks_of_first AFTER INSERT ON app.control_standings FOR EACH ROW WHEN ((new.status = 'passing'::text)) EXECUTE FUNCTION app.enqueue_risks();
GRANT SELECT ON app.control_standings TO app_backup;
GRANT DELETE, INSERT, SELECT, UPDATE ON app.control_standings TO app_definer;
GRANT SELECT ON app.control_standings TO app_user;

CREATE TABLE app.control_totals (
  company_id uuid NOT NULL,
  control_id text NOT NULL,
  evidence_count bigint NOT NULL,
  CONSTRAINT control_totals_pkey PRIMARY KEY (company_id, control_id),
  CONSTRAINT control_totals_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id)
);
ALTER TABLE app.control_totals OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY audit ON app.control_totals FOR SELECT TO app_auditor
  USING (true);
CREATE POLICY read ON app.control_totals FOR SELECT TO app_user
  USING (true);
CREATE POLICY tenant_wall ON app.control_totals AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
GRANT SELECT ON app.control_totals TO app_auditor;
GRANT SELECT ON app.control_totals TO app_backup;
GRANT DELETE, INSERT, SELECT, UPDATE ON app.control_totals TO app_definer;
GRANT SELECT ON app.control_totals TO app_user;

CREATE TABLE app.csv_mappings (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  header text[] NOT NULL,
  columns jsonb NOT NULL,
  words jsonb NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT csv_mappings_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT csv_mappings_name_check CHECK ((btrim(name) <> ''::text)),
  CONSTRAINT csv_mappings_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id)
);
CREATE UNIQUE INDEX csv_mappings_by_name ON app.csv_mappings USING btree (company_id, lower(name));
ALTER TABLE app.csv_mappings OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY make ON app.csv_mappings FOR INSERT TO app_user
  WITH CHECK (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text])) AND (created_by = ( SELECT app.uid() AS uid))));
CREATE POLICY read ON app.csv_mappings FOR SELECT TO app_user
  USING (true);
CREATE POLICY remove ON app.csv_mappings FOR DELETE TO app_user
  USING ((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text])));
CREATE POLICY rename ON app.csv_mappings FOR UPDATE TO app_user
  USING ((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text])));
CREATE POLICY tenant_wall ON app.csv_mappings AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER limit_mappings AFTER INSERT ON app.csv_mappings FOR EACH ROW EXECUTE FUNCTION app.hold_limit('mappings');
GRANT SELECT ON app.csv_mappings TO app_backup;
GRANT DELETE, SELECT ON app.csv_mappings TO app_definer;
GRANT DELETE, INSERT, SELECT ON app.csv_mappings TO app_user;
GRANT UPDATE (name) ON app.csv_mappings TO app_user;

CREATE TABLE app.damaged_files (
  company_id uuid NOT NULL,
  evidence_id uuid NOT NULL,
  damage text NOT NULL,
  found_at timestamp with time zone NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  CONSTRAINT damaged_files_pkey PRIMARY KEY (company_id, evidence_id),
  CONSTRAINT damaged_files_damage_check CHECK ((damage = ANY (ARRAY['missing'::text, 'cut'::text, 'altered'::text, 'unreadable'::text]))),
  CONSTRAINT damaged_files_company_id_evidence_id_fkey FOREIGN KEY (company_id, evidence_id) REFERENCES app.evidence(company_id, id)
);
ALTER TABLE app.damaged_files OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON app.damaged_files FOR SELECT TO app_user, app_auditor
  USING ((EXISTS ( SELECT
   FROM app.evidence e
  WHERE ((e.company_id = damaged_files.company_id) AND (e.id = damaged_files.evidence_id) AND (e.erased_at IS NULL)))));
CREATE POLICY tenant_wall ON app.damaged_files AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
GRANT SELECT ON app.damaged_files TO app_auditor;
GRANT SELECT ON app.damaged_files TO app_backup;
GRANT DELETE, INSERT, SELECT, UPDATE ON app.damaged_files TO app_definer;
GRANT SELECT ON app.damaged_files TO app_user;

CREATE TABLE app.device_questions (
  company_id uuid NOT NULL,
  device_register text NOT NULL DEFAULT 'devices'::text,
  device_id uuid NOT NULL,
  person_register text NOT NULL DEFAULT 'people'::text,
  person_id uuid NOT NULL,
  asked_at timestamp with time zone NOT NULL,
  answer text,
  answered_at timestamp with time zone,
  CONSTRAINT device_questions_pkey PRIMARY KEY (company_id, device_id),
  CONSTRAINT device_questions_answer_check CHECK ((answer = ANY (ARRAY['has'::text, 'denies'::text, 'lost'::text]))),
  CONSTRAINT device_questions_check CHECK (((answer IS NULL) = (answered_at IS NULL))),
  CONSTRAINT device_questions_device_register_check CHECK ((device_register = 'devices'::text)),
  CONSTRAINT device_questions_person_register_check CHECK ((person_register = 'people'::text)),
  CONSTRAINT device_questions_company_id_device_register_device_id_fkey FOREIGN KEY (company_id, device_register, device_id) REFERENCES app.records(company_id, register, id),
  CONSTRAINT device_questions_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id),
  CONSTRAINT device_questions_company_id_person_register_person_id_fkey FOREIGN KEY (company_id, person_register, person_id) REFERENCES app.records(company_id, register, id)
);
CREATE INDEX device_questions_person ON app.device_questions USING btree (company_id, person_id);
ALTER TABLE app.device_questions OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON app.device_questions FOR SELECT TO app_user
  USING (('devices'::text = ANY (( SELECT app.my_registers('read'::text) AS my_registers)::text[])));
CREATE POLICY tenant_wall ON app.device_questions AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER enqueue_run AFTER UPDATE ON app.device_questions FOR EACH ROW WHEN ((new.answered_at IS NOT NULL)) EXECUTE FUNCTION app.enqueue_row('registers', 'company_id', '1', 'answered_at', '5 seconds');
GRANT SELECT ON app.device_questions TO app_backup;
GRANT DELETE, INSERT, SELECT, UPDATE ON app.device_questions TO app_definer;
GRANT SELECT ON app.device_questions TO app_user;

CREATE TABLE app.document_filings (
  company_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  control_id text NOT NULL,
  document_id text NOT NULL,
  evidence_id uuid NOT NULL,
  covers_from date NOT NULL,
  covers_to date NOT NULL,
  filed_by uuid NOT NULL,
  filed_at timestamp with time zone NOT NULL DEFAULT now(),
  ledger_index bigint NOT NULL DEFAULT '-1'::integer,
  withdrawn_at timestamp with time zone,
  withdrawn_by uuid,
  withdrawn_index bigint,
  CONSTRAINT document_filings_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT document_filings_in_order CHECK ((covers_from <= covers_to)),
  CONSTRAINT document_filings_not_ahead CHECK ((covers_to <= ((filed_at AT TIME ZONE 'UTC'::text))::date)),
  CONSTRAINT document_filings_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id),
  CONSTRAINT document_filings_under_control FOREIGN KEY (company_id, evidence_id, control_id) REFERENCES app.evidence_controls(company_id, evidence_id, control_id)
);
CREATE INDEX document_filings_newest ON app.document_filings USING btree (company_id, document_id, ledger_index DESC) WHERE (withdrawn_at IS NULL);
CREATE INDEX document_filings_of_item ON app.document_filings USING btree (company_id, evidence_id, control_id);
CREATE UNIQUE INDEX document_filings_once ON app.document_filings USING btree (company_id, document_id, evidence_id) WHERE (withdrawn_at IS NULL);
ALTER TABLE app.document_filings OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY audit ON app.document_filings FOR SELECT TO app_auditor
  USING (true);
CREATE POLICY file ON app.document_filings FOR INSERT TO app_user
  WITH CHECK (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text])) AND (filed_by = ( SELECT app.uid() AS uid))));
CREATE POLICY read ON app.document_filings FOR SELECT TO app_user
  USING (true);
CREATE POLICY tenant_wall ON app.document_filings AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE POLICY withdraw ON app.document_filings FOR UPDATE TO app_user
  USING (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])) OR ((( SELECT app.my_role() AS my_role) = 'member'::text) AND (filed_by = ( SELECT app.uid() AS uid)))))
  WITH CHECK ((withdrawn_by = ( SELECT app.uid() AS uid)));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OF company_id, id, control_id, document_id, evidence_id, covers_from, covers_to, filed_by, filed_at, ledger_index ON app.document_filings FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON app.document_filings FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER enqueue_drawn AFTER UPDATE OF withdrawn_at ON app.document_filings FOR EACH ROW WHEN ((new.withdrawn_at IS NOT NULL)) EXECUTE FUNCTION app.enqueue_drawn();
CREATE TRIGGER place_document_withdrawal BEFORE UPDATE ON app.document_filings FOR EACH ROW WHEN ((((old.withdrawn_at IS DISTINCT FROM new.withdrawn_at) OR (old.withdrawn_by IS DISTINCT FROM new.withdrawn_by)) OR (old.withdrawn_index IS DISTINCT FROM new.withdrawn_index))) EXECUTE FUNCTION app.place_document_withdrawal();
CREATE TRIGGER place_in_ledger BEFORE INSERT ON app.document_filings FOR EACH ROW EXECUTE FUNCTION app.place_in_ledger();
GRANT SELECT ON app.document_filings TO app_auditor;
GRANT SELECT ON app.document_filings TO app_backup;
GRANT DELETE, SELECT ON app.document_filings TO app_definer;
GRANT SELECT ON app.document_filings TO app_user;
GRANT INSERT (company_id, id, control_id, document_id, evidence_id, covers_from, covers_to, filed_by, filed_at) ON app.document_filings TO app_user;
GRANT UPDATE (withdrawn_at, withdrawn_by) ON app.document_filings TO app_user;

CREATE TABLE app.document_reviews (
  company_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  filing_id uuid NOT NULL,
  accepted boolean NOT NULL,
  reason text NOT NULL DEFAULT ''::text,
  reviewed_by uuid NOT NULL,
  reviewed_at timestamp with time zone NOT NULL DEFAULT now(),
  own boolean NOT NULL DEFAULT false,
  ledger_index bigint NOT NULL DEFAULT '-1'::integer,
  withdrawn_at timestamp with time zone,
  withdrawn_by uuid,
  withdrawn_index bigint,
  CONSTRAINT document_reviews_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT document_reviews_check CHECK ((accepted = (btrim(reason) = ''::text))),
  CONSTRAINT document_reviews_company_id_filing_id_fkey FOREIGN KEY (company_id, filing_id) REFERENCES app.document_filings(company_id, id),
  CONSTRAINT document_reviews_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id)
);
CREATE UNIQUE INDEX document_reviews_once ON app.document_reviews USING btree (company_id, filing_id) WHERE (withdrawn_at IS NULL);
ALTER TABLE app.document_reviews OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY audit ON app.document_reviews FOR SELECT TO app_auditor
  USING (true);
CREATE POLICY read ON app.document_reviews FOR SELECT TO app_user
  USING (true);
CREATE POLICY review ON app.document_reviews FOR INSERT TO app_user
  WITH CHECK (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text])) AND (reviewed_by = ( SELECT app.uid() AS uid))));
CREATE POLICY tenant_wall ON app.document_reviews AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE POLICY withdraw ON app.document_reviews FOR UPDATE TO app_user
  USING (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text])) AND (reviewed_by = ( SELECT app.uid() AS uid))))
  WITH CHECK ((withdrawn_by = ( SELECT app.uid() AS uid)));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OF company_id, id, filing_id, accepted, reason, reviewed_by, reviewed_at, own, ledger_index ON app.document_reviews FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON app.document_reviews FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER enqueue_drawn AFTER INSERT OR UPDATE OF withdrawn_at ON app.document_reviews FOR EACH ROW EXECUTE FUNCTION app.enqueue_drawn();
CREATE TRIGGER place_document_withdrawal BEFORE UPDATE ON app.document_reviews FOR EACH ROW WHEN ((((old.withdrawn_at IS DISTINCT FROM new.withdrawn_at) OR (old.withdrawn_by IS DISTINCT FROM new.withdrawn_by)) OR (old.withdrawn_index IS DISTINCT FROM new.withdrawn_index))) EXECUTE FUNCTION app.place_document_withdrawal();
CREATE TRIGGER place_review BEFORE INSERT ON app.document_reviews FOR EACH ROW EXECUTE FUNCTION app.place_review();
GRANT SELECT ON app.document_reviews TO app_auditor;
GRANT SELECT ON app.document_reviews TO app_backup;
GRANT DELETE, SELECT ON app.document_reviews TO app_definer;
GRANT SELECT ON app.document_reviews TO app_user;
GRANT INSERT (company_id, id, filing_id, accepted, reason, reviewed_by, reviewed_at) ON app.document_reviews TO app_user;
GRANT UPDATE (withdrawn_at, withdrawn_by) ON app.document_reviews TO app_user;
GRANT UPDATE (withdrawn_at, withdrawn_by, withdrawn_index) ON app.document_reviews TO app_definer;

CREATE TABLE app.ended_links (
  company_id uuid NOT NULL,
  connection_id uuid NOT NULL,
  version integer NOT NULL,
  sealed bytea NOT NULL,
  ended_at timestamp with time zone NOT NULL,
  CONSTRAINT ended_links_pkey PRIMARY KEY (company_id, connection_id),
  CONSTRAINT ended_links_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES app.connections(company_id, id)
);
ALTER TABLE app.ended_links OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON app.ended_links AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER enqueue AFTER INSERT ON app.ended_links FOR EACH ROW EXECUTE FUNCTION app.enqueue_row('revoking', 'connection_id');
GRANT SELECT ON app.ended_links TO app_backup;
GRANT DELETE, INSERT, SELECT ON app.ended_links TO app_definer;

CREATE TABLE app.ended_rights (
  company_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL,
  person text NOT NULL,
  at timestamp with time zone NOT NULL,
  reason text NOT NULL,
  ended jsonb NOT NULL,
  told_at timestamp with time zone,
  CONSTRAINT ended_rights_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT ended_rights_reason_check CHECK ((reason = ANY (ARRAY['removed'::text, 'left'::text, 'role changed'::text, 'suspended'::text, 'account disabled'::text, 'account limited'::text]))),
  CONSTRAINT ended_rights_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id)
);
CREATE INDEX ended_rights_untold ON app.ended_rights USING btree (at) WHERE (told_at IS NULL);
ALTER TABLE app.ended_rights OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON app.ended_rights AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER enqueue AFTER INSERT ON app.ended_rights FOR EACH ROW EXECUTE FUNCTION app.enqueue_row('rights', 'id');
GRANT SELECT ON app.ended_rights TO app_backup;
GRANT DELETE, INSERT, SELECT ON app.ended_rights TO app_definer;
GRANT UPDATE (told_at) ON app.ended_rights TO app_definer;

CREATE TABLE app.erasures (
  company_id uuid NOT NULL,
  evidence_id uuid NOT NULL,
  reason text NOT NULL,
  erased_by uuid NOT NULL,
  erased_at timestamp with time zone NOT NULL,
  ledger_index bigint NOT NULL,
  removed_at timestamp with time zone,
  CONSTRAINT erasures_pkey PRIMARY KEY (company_id, evidence_id),
  CONSTRAINT erasures_reason_check CHECK ((btrim(reason) <> ''::text)),
  CONSTRAINT erasures_company_id_evidence_id_fkey FOREIGN KEY (company_id, evidence_id) REFERENCES app.evidence(company_id, id),
  CONSTRAINT erasures_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id)
);
CREATE INDEX erasures_waiting ON app.erasures USING btree (company_id, evidence_id) WHERE (removed_at IS NULL);
ALTER TABLE app.erasures OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON app.erasures FOR SELECT TO app_user
  USING (true);
CREATE POLICY tenant_wall ON app.erasures AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OF company_id, evidence_id, reason, erased_by, erased_at, ledger_index ON app.erasures FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON app.erasures FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER enqueue AFTER INSERT ON app.erasures FOR EACH ROW EXECUTE FUNCTION app.enqueue_row('erasures', 'evidence_id');
GRANT SELECT ON app.erasures TO app_backup;
GRANT DELETE, INSERT, SELECT ON app.erasures TO app_definer;
GRANT SELECT ON app.erasures TO app_user;
GRANT UPDATE (removed_at) ON app.erasures TO app_definer;

CREATE TABLE app.evidence (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  number bigint NOT NULL,
  ledger_index bigint NOT NULL,
  name text NOT NULL,
  type text NOT NULL,
  source text NOT NULL,
  collector text NOT NULL,
  collected_at timestamp with time zone NOT NULL,
  valid_until timestamp with time zone NOT NULL,
  filed_at timestamp with time zone NOT NULL,
  filed_by uuid NOT NULL,
  sha256 bytea NOT NULL,
  size bigint NOT NULL,
  media_type text NOT NULL,
  file_name text NOT NULL,
  storage_location_id uuid NOT NULL,
  blob_key text NOT NULL,
  idempotency_key text,
  supersedes uuid,
  matter_id uuid,
  withdrawal_id uuid,
  erased_at timestamp with time zone,
  CONSTRAINT evidence_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT evidence_company_id_number_key UNIQUE (company_id, number),
  CONSTRAINT evidence_sha256_check CHECK ((length(sha256) = 32)),
  CONSTRAINT evidence_size_check CHECK ((size >= 0)),
  CONSTRAINT evidence_type_check CHECK ((type = ANY (ARRAY['Config'::text, 'Policy'::text, 'Document'::text, 'Report'::text]))),
  CONSTRAINT evidence_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id),
  CONSTRAINT evidence_company_id_matter_id_fkey FOREIGN KEY (company_id, matter_id) REFERENCES app.matters(company_id, id)
);
CREATE INDEX evidence_by_collection ON app.evidence USING btree (company_id, collected_at, number);
CREATE INDEX evidence_by_content ON app.evidence USING btree (company_id, sha256);
CREATE INDEX evidence_by_expiry ON app.evidence USING btree (company_id, valid_until, number);
CREATE INDEX evidence_by_person ON app.evidence USING btree (company_id, filed_by, filed_at, number);
CREATE INDEX evidence_by_source ON app.evidence USING btree (company_id, source, number);
CREATE INDEX evidence_by_time ON app.evidence USING btree (company_id, filed_at, number);
CREATE INDEX evidence_by_type ON app.evidence USING btree (company_id, type, number DESC);
CREATE INDEX evidence_of_matter ON app.evidence USING btree (company_id, matter_id, number) WHERE (matter_id IS NOT NULL);
CREATE INDEX evidence_privileged ON app.evidence USING btree (company_id, matter_id, filed_at) WHERE (matter_id IS NOT NULL);
CREATE INDEX evidence_superseding ON app.evidence USING btree (company_id, number) INCLUDE (supersedes) WHERE (supersedes IS NOT NULL);
CREATE INDEX evidence_withdrawn ON app.evidence USING btree (company_id, number) WHERE (withdrawal_id IS NOT NULL);
CREATE INDEX evidence_words ON app.evidence USING gin (company_id, lower(((name || ' '::text) || source)) extensions.gin_trgm_ops);
CREATE UNIQUE INDEX evidence_idempotency ON app.evidence USING btree (company_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE UNIQUE INDEX evidence_superseded ON app.evidence USING btree (company_id, supersedes) WHERE (supersedes IS NOT NULL);
ALTER TABLE app.evidence OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY audit ON app.evidence FOR SELECT TO app_auditor
  USING (((matter_id IS NULL) AND (EXISTS ( SELECT
   FROM app.evidence_controls k
  WHERE ((k.company_id = evidence.company_id) AND (k.evidence_id = evidence.id))))));
CREATE POLICY privilege_wall ON app.evidence AS RESTRICTIVE FOR ALL TO PUBLIC
  USING (((matter_id IS NULL) OR (matter_id = ANY (( SELECT app.my_matters() AS my_matters)::uuid[]))))
  WITH CHECK (((matter_id IS NULL) OR (matter_id = ANY (( SELECT app.my_matters() AS my_matters)::uuid[]))));
CREATE POLICY read ON app.evidence FOR SELECT TO app_user
  USING (true);
CREATE POLICY tenant_wall ON app.evidence AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE POLICY withdrawal_wall ON app.evidence AS RESTRICTIVE FOR SELECT TO PUBLIC
  USING (((withdrawal_id IS NULL) OR ( SELECT app.shows_withdrawn() AS shows_withdrawn)));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OF company_id, id, number, ledger_index, type, source, collector, collected_at, filed_at, filed_by, sha256, size, media_type, storage_location_id, blob_key, idempotency_key, supersedes ON app.evidence FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON app.evidence FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER limit_evidence AFTER INSERT ON app.evidence REFERENCING NEW TABLE AS filed FOR EACH STATEMENT EXECUTE FUNCTION app.hold_evidence();
CREATE TRIGGER require_erasure BEFORE UPDATE OF file_name, erased_at ON app.evidence FOR EACH ROW EXECUTE FUNCTION app.require_erasure('id');
CREATE TRIGGER require_renaming BEFORE UPDATE OF name ON app.evidence FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name)) EXECUTE FUNCTION app.require_renaming();
CREATE TRIGGER require_validity BEFORE UPDATE OF valid_until ON app.evidence FOR EACH ROW WHEN ((old.valid_until IS DISTINCT FROM new.valid_until)) EXECUTE FUNCTION app.require_validity();
GRANT SELECT ON app.evidence TO app_auditor;
GRANT SELECT ON app.evidence TO app_backup;
GRANT DELETE, INSERT, SELECT ON app.evidence TO app_definer;
GRANT SELECT ON app.evidence TO app_user;
GRANT UPDATE (name, valid_until, file_name, matter_id, withdrawal_id, erased_at) ON app.evidence TO app_definer;

CREATE TABLE app.evidence_controls (
  company_id uuid NOT NULL,
  evidence_id uuid NOT NULL,
  control_id text NOT NULL,
  number bigint NOT NULL,
  valid_until timestamp with time zone NOT NULL,
  superseded_by bigint,
  set_aside_by uuid,
  CONSTRAINT evidence_controls_pkey PRIMARY KEY (company_id, evidence_id, control_id)
);
CREATE INDEX evidence_controls_newest ON app.evidence_controls USING btree (company_id, control_id, number DESC);
CREATE INDEX evidence_controls_validity ON app.evidence_controls USING btree (company_id, control_id, valid_until DESC, number DESC) WHERE (superseded_by IS NULL);
ALTER TABLE app.evidence_controls OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY audit ON app.evidence_controls FOR SELECT TO app_auditor
  USING (true);
CREATE POLICY read ON app.evidence_controls FOR SELECT TO app_user
  USING (true);
CREATE POLICY tenant_wall ON app.evidence_controls AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE POLICY withdrawal_wall ON app.evidence_controls AS RESTRICTIVE FOR SELECT TO PUBLIC
  USING (((set_aside_by IS NULL) OR ( SELECT app.shows_withdrawn() AS shows_withdrawn)));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OF company_id, evidence_id, control_id, number, valid_until ON app.evidence_controls FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON app.evidence_controls FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
GRANT SELECT ON app.evidence_controls TO app_auditor;
GRANT SELECT ON app.evidence_controls TO app_backup;
GRANT DELETE, INSERT, SELECT ON app.evidence_controls TO app_definer;
GRANT SELECT ON app.evidence_controls TO app_user;
GRANT UPDATE (superseded_by, set_aside_by) ON app.evidence_controls TO app_definer;

CREATE TABLE app.evidence_seals (
  company_id uuid NOT NULL,
  evidence_id uuid NOT NULL,
  salt bytea NOT NULL,
  metadata text NOT NULL,
  wrapped_key bytea NOT NULL,
  key_version integer NOT NULL,
  matter_id uuid,
  CONSTRAINT evidence_seals_pkey PRIMARY KEY (company_id, evidence_id)
);
ALTER TABLE app.evidence_seals OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY audit ON app.evidence_seals FOR SELECT TO app_auditor
  USING (((matter_id IS NULL) AND (EXISTS ( SELECT
   FROM app.evidence e
  WHERE ((e.company_id = evidence_seals.company_id) AND (e.id = evidence_seals.evidence_id))))));
CREATE POLICY privilege_wall ON app.evidence_seals AS RESTRICTIVE FOR ALL TO PUBLIC
  USING (((matter_id IS NULL) OR (matter_id = ANY (( SELECT app.my_matters() AS my_matters)::uuid[]))))
  WITH CHECK (((matter_id IS NULL) OR (matter_id = ANY (( SELECT app.my_matters() AS my_matters)::uuid[]))));
CREATE POLICY read ON app.evidence_seals FOR SELECT TO app_user
  USING (true);
CREATE POLICY tenant_wall ON app.evidence_seals AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER require_erasure BEFORE UPDATE OF metadata, wrapped_key ON app.evidence_seals FOR EACH ROW EXECUTE FUNCTION app.require_erasure('evidence_id');
GRANT SELECT ON app.evidence_seals TO app_auditor;
GRANT SELECT ON app.evidence_seals TO app_backup;
GRANT DELETE, INSERT, SELECT ON app.evidence_seals TO app_definer;
GRANT SELECT ON app.evidence_seals TO app_user;
GRANT UPDATE (metadata, wrapped_key, matter_id) ON app.evidence_seals TO app_definer;

CREATE TABLE app.exports (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid,
  requested_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  ledger_size bigint NOT NULL,
  format text NOT NULL DEFAULT 'bundle'::text,
  collected_from text,
  collected_to text,
  state text NOT NULL DEFAULT 'waiting'::text,
  step text NOT NULL DEFAULT ''::text,
  done bigint NOT NULL DEFAULT 0,
  total bigint NOT NULL DEFAULT 0,
  failure text,
  items bigint,
  bytes bigint,
  sha256 bytea,
  moved_at timestamp with time zone NOT NULL DEFAULT now(),
  finished_at timestamp with time zone,
  CONSTRAINT exports_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT exports_collected_from_check CHECK ((collected_from ~ '^\d{4}-\d\d-\d\d$'::text)),
  CONSTRAINT exports_collected_to_check CHECK ((collected_to ~ '^\d{4}-\d\d-\d\d$'::text)),
  CONSTRAINT exports_format_check CHECK ((format = ANY (ARRAY['bundle'::text, 'oscal'::text]))),
  CONSTRAINT exports_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'working'::text, 'done'::text, 'failed'::text, 'cancelled'::text]))),
  CONSTRAINT exports_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id),
  CONSTRAINT exports_company_id_project_id_fkey FOREIGN KEY (company_id, project_id) REFERENCES app.projects(company_id, id)
);
ALTER TABLE app.exports OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY progress ON app.exports FOR UPDATE TO app_user
  USING ((requested_by = ( SELECT app.uid() AS uid)));
CREATE POLICY read ON app.exports FOR SELECT TO app_user
  USING (true);
CREATE POLICY request ON app.exports FOR INSERT TO app_user
  WITH CHECK (((requested_by = ( SELECT app.uid() AS uid)) AND (( SELECT app.my_role() AS my_role) <> 'collector'::text)));
CREATE POLICY tenant_wall ON app.exports AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER limit_exports AFTER INSERT ON app.exports FOR EACH ROW EXECUTE FUNCTION app.hold_limit('exportsAtOnce', 'exports');
CREATE TRIGGER note_first_report AFTER UPDATE OF state ON app.exports FOR EACH ROW WHEN (((new.state = 'done'::text) AND (new.finished_at IS NOT NULL))) EXECUTE FUNCTION app.note_first_report();
GRANT SELECT ON app.exports TO app_backup;
GRANT DELETE, SELECT ON app.exports TO app_definer;
GRANT INSERT, SELECT ON app.exports TO app_user;
GRANT UPDATE (state, finished_at) ON app.exports TO app_definer;
GRANT UPDATE (state, step, done, total, failure, items, bytes, sha256, moved_at, finished_at) ON app.exports TO app_user;

CREATE TABLE app.feature_flags (
  key text NOT NULL,
  description text NOT NULL,
  enabled boolean NOT NULL,
  "position" integer NOT NULL,
  CONSTRAINT feature_flags_pkey PRIMARY KEY (key)
);
ALTER TABLE app.feature_flags OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON app.feature_flags FOR SELECT TO app_user
  USING (true);
CREATE POLICY turn ON app.feature_flags FOR UPDATE TO app_user
  USING (( SELECT app.is_platform_admin() AS is_platform_admin));
GRANT SELECT ON app.feature_flags TO app_backup;
GRANT SELECT ON app.feature_flags TO app_definer;
GRANT SELECT ON app.feature_flags TO app_user;
GRANT UPDATE (enabled) ON app.feature_flags TO app_user;

CREATE TABLE app.feature_overrides (
  company_id uuid NOT NULL,
  key text NOT NULL,
  enabled boolean NOT NULL,
  CONSTRAINT feature_overrides_pkey PRIMARY KEY (company_id, key),
  CONSTRAINT feature_overrides_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id),
  CONSTRAINT feature_overrides_key_fkey FOREIGN KEY (key) REFERENCES app.feature_flags(key)
);
ALTER TABLE app.feature_overrides OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON app.feature_overrides FOR SELECT TO app_user
  USING (true);
CREATE POLICY tenant_wall ON app.feature_overrides AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
GRANT SELECT ON app.feature_overrides TO app_backup;
GRANT DELETE, INSERT, SELECT, UPDATE ON app.feature_overrides TO app_definer;
GRANT SELECT ON app.feature_overrides TO app_user;

CREATE TABLE app.findings (
  company_id uuid NOT NULL,
  evidence_id uuid NOT NULL,
  seq integer NOT NULL,
  tool text NOT NULL,
  rule text NOT NULL,
  title text NOT NULL,
  outcome text NOT NULL,
  suppressed boolean NOT NULL DEFAULT false,
  severity text NOT NULL,
  resource text NOT NULL,
  message text NOT NULL,
  check_ids text[] NOT NULL,
  CONSTRAINT findings_pkey PRIMARY KEY (company_id, evidence_id, seq),
  CONSTRAINT findings_outcome_check CHECK ((outcome = ANY (ARRAY['pass'::text, 'fail'::text, 'unknown'::text, 'not applicable'::text, 'not looked at'::text]))),
  CONSTRAINT findings_company_id_evidence_id_fkey FOREIGN KEY (company_id, evidence_id) REFERENCES app.evidence(company_id, id)
);
ALTER TABLE app.findings OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY audit ON app.findings FOR SELECT TO app_auditor
  USING ((EXISTS ( SELECT
   FROM app.evidence e
  WHERE ((e.company_id = findings.company_id) AND (e.id = findings.evidence_id)))));
CREATE POLICY contribute ON app.findings FOR INSERT TO app_user
  WITH CHECK ((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text])));
CREATE POLICY read ON app.findings FOR SELECT TO app_user
  USING (true);
CREATE POLICY tenant_wall ON app.findings AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OF company_id, evidence_id, seq, tool, rule, outcome, suppressed, severity, check_ids ON app.findings FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON app.findings FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER limit_findings AFTER INSERT ON app.findings REFERENCING NEW TABLE AS found FOR EACH STATEMENT EXECUTE FUNCTION app.hold_findings();
CREATE TRIGGER require_erasure BEFORE UPDATE ON app.findings FOR EACH ROW EXECUTE FUNCTION app.require_erasure('evidence_id');
GRANT SELECT ON app.findings TO app_auditor;
GRANT SELECT ON app.findings TO app_backup;
GRANT DELETE, SELECT ON app.findings TO app_definer;
GRANT INSERT, SELECT ON app.findings TO app_user;
GRANT UPDATE (title, resource, message) ON app.findings TO app_definer;

CREATE TABLE app.first_days (
  company_id uuid NOT NULL,
  person_id uuid NOT NULL,
  starts_at text NOT NULL,
  added_at timestamp with time zone NOT NULL,
  CONSTRAINT first_days_pkey PRIMARY KEY (company_id, person_id),
  CONSTRAINT first_days_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id),
  CONSTRAINT first_days_company_id_person_id_fkey FOREIGN KEY (company_id, person_id) REFERENCES app.records(company_id, id)
);
ALTER TABLE app.first_days OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keep ON app.first_days FOR INSERT TO app_user
  WITH CHECK (( SELECT app.is_company_itself() AS is_company_itself));
CREATE POLICY keep_no_more ON app.first_days FOR DELETE TO app_user
  USING (( SELECT app.is_company_itself() AS is_company_itself));
CREATE POLICY read ON app.first_days FOR SELECT TO app_user
  USING (('people'::text = ANY (( SELECT app.my_registers('read'::text) AS my_registers)::text[])));
CREATE POLICY tenant_wall ON app.first_days AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER list_added AFTER INSERT ON app.first_days REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION app.list_first_days();
CREATE TRIGGER list_removed AFTER DELETE ON app.first_days REFERENCING OLD TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION app.list_first_days();
GRANT SELECT ON app.first_days TO app_backup;
GRANT DELETE, SELECT ON app.first_days TO app_definer;
GRANT DELETE, INSERT, SELECT ON app.first_days TO app_user;

CREATE TABLE app.first_reports (
  company_id uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT first_reports_pkey PRIMARY KEY (company_id),
  CONSTRAINT first_reports_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id)
);
ALTER TABLE app.first_reports OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON app.first_reports FOR SELECT TO app_user
  USING (true);
CREATE POLICY tenant_wall ON app.first_reports AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON app.first_reports FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON app.first_reports FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
GRANT SELECT ON app.first_reports TO app_backup;
GRANT DELETE, INSERT, SELECT ON app.first_reports TO app_definer;
GRANT SELECT ON app.first_reports TO app_user;

CREATE TABLE app.hold_notices (
  company_id uuid NOT NULL,
  hold_register text NOT NULL DEFAULT 'legal-holds'::text,
  hold_id uuid NOT NULL,
  person_register text NOT NULL DEFAULT 'people'::text,
  person_id uuid NOT NULL,
  noticed_at timestamp with time zone NOT NULL,
  told_at timestamp with time zone NOT NULL,
  reminders integer NOT NULL DEFAULT 0,
  acknowledged_at timestamp with time zone,
  acknowledged bytea,
  released_at timestamp with time zone,
  CONSTRAINT hold_notices_pkey PRIMARY KEY (company_id, hold_id, person_id),
  CONSTRAINT hold_notices_check CHECK (((acknowledged_at IS NULL) = (acknowledged IS NULL))),
  CONSTRAINT hold_notices_hold_register_check CHECK ((hold_register = 'legal-holds'::text)),
  CONSTRAINT hold_notices_person_register_check CHECK ((person_register = 'people'::text)),
  CONSTRAINT hold_notices_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id),
  CONSTRAINT hold_notices_company_id_hold_register_hold_id_fkey FOREIGN KEY (company_id, hold_register, hold_id) REFERENCES app.records(company_id, register, id),
  CONSTRAINT hold_notices_company_id_person_register_person_id_fkey FOREIGN KEY (company_id, person_register, person_id) REFERENCES app.records(company_id, register, id)
);
ALTER TABLE app.hold_notices OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON app.hold_notices FOR SELECT TO app_user
  USING (('legal-holds'::text = ANY (( SELECT app.my_registers('read'::text) AS my_registers)::text[])));
CREATE POLICY tenant_wall ON app.hold_notices AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
GRANT SELECT ON app.hold_notices TO app_backup;
GRANT DELETE, INSERT, SELECT, UPDATE ON app.hold_notices TO app_definer;
GRANT SELECT ON app.hold_notices TO app_user;

CREATE TABLE app.imports (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  evidence_id uuid NOT NULL,
  format text NOT NULL,
  requested_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  state text NOT NULL DEFAULT 'waiting'::text,
  step text NOT NULL DEFAULT ''::text,
  done bigint NOT NULL DEFAULT 0,
  total bigint NOT NULL DEFAULT 0,
  failure text,
  finished_at timestamp with time zone,
  mapping jsonb,
  counted jsonb NOT NULL DEFAULT '{}'::jsonb,
  target text NOT NULL DEFAULT ''::text,
  rules_version integer NOT NULL DEFAULT 1,
  target_proved text NOT NULL DEFAULT ''::text,
  CONSTRAINT imports_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT imports_company_id_evidence_id_key UNIQUE (company_id, evidence_id),
  CONSTRAINT imports_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'working'::text, 'done'::text, 'failed'::text]))),
  CONSTRAINT imports_company_id_evidence_id_fkey FOREIGN KEY (company_id, evidence_id) REFERENCES app.evidence(company_id, id)
);
ALTER TABLE app.imports OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY audit ON app.imports FOR SELECT TO app_auditor
  USING ((EXISTS ( SELECT
   FROM app.evidence e
  WHERE ((e.company_id = imports.company_id) AND (e.id = imports.evidence_id)))));
CREATE POLICY contribute ON app.imports FOR INSERT TO app_user
  WITH CHECK (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text])) AND (requested_by = ( SELECT app.uid() AS uid))));
CREATE POLICY progress ON app.imports FOR UPDATE TO app_user
  USING ((requested_by = ( SELECT app.uid() AS uid)));
CREATE POLICY read ON app.imports FOR SELECT TO app_user
  USING (true);
CREATE POLICY tenant_wall ON app.imports AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER enqueue AFTER INSERT ON app.imports FOR EACH ROW EXECUTE FUNCTION app.enqueue_row('imports', 'id');
CREATE TRIGGER limit_imports AFTER INSERT ON app.imports FOR EACH ROW EXECUTE FUNCTION app.hold_limit('importsAtOnce', 'imports');
GRANT SELECT ON app.imports TO app_backup;
GRANT DELETE, SELECT ON app.imports TO app_definer;
GRANT INSERT, SELECT ON app.imports TO app_user;
GRANT SELECT (company_id, evidence_id, rules_version) ON app.imports TO app_auditor;
GRANT SELECT (company_id, id, evidence_id, state, rules_version) ON app.imports TO app_definer;
GRANT UPDATE (state, step, done, total, failure, finished_at, rules_version) ON app.imports TO app_user;
GRANT UPDATE (state, step, failure, finished_at) ON app.imports TO app_definer;

CREATE TABLE app.incident_alerts (
  company_id uuid NOT NULL,
  user_id uuid NOT NULL,
  incident_id uuid NOT NULL,
  what text NOT NULL,
  daily boolean NOT NULL,
  due_at timestamp with time zone NOT NULL,
  CONSTRAINT incident_alerts_pkey PRIMARY KEY (company_id, user_id, incident_id, what),
  CONSTRAINT incident_alerts_what_check CHECK ((what = ANY (ARRAY['began'::text, 'last call'::text, 'ended'::text]))),
  CONSTRAINT incident_alerts_company_id_incident_id_fkey FOREIGN KEY (company_id, incident_id) REFERENCES app.incidents(company_id, id)
);
CREATE INDEX incident_alerts_due ON app.incident_alerts USING btree (due_at);
ALTER TABLE app.incident_alerts OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON app.incident_alerts AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER enqueue AFTER INSERT ON app.incident_alerts FOR EACH ROW EXECUTE FUNCTION app.enqueue_incident_alert();
GRANT SELECT ON app.incident_alerts TO app_backup;
GRANT DELETE, INSERT, SELECT ON app.incident_alerts TO app_definer;

CREATE TABLE app.incidents (
  company_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  control_id text NOT NULL,
  kind text NOT NULL,
  began_at timestamp with time zone NOT NULL,
  reason text NOT NULL,
  ends_at timestamp with time zone,
  number bigint,
  ended_at timestamp with time zone,
  ended_as text,
  told_at timestamp with time zone,
  last_call_at timestamp with time zone,
  ended_told_at timestamp with time zone,
  acknowledged_by uuid,
  acknowledged_at timestamp with time zone,
  CONSTRAINT incidents_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT incidents_kind_check CHECK ((kind = ANY (ARRAY['failing'::text, 'expired'::text, 'expiring'::text]))),
  CONSTRAINT incidents_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id)
);
CREATE INDEX incidents_newest ON app.incidents USING btree (company_id, began_at DESC, id DESC);
CREATE INDEX incidents_to_tell ON app.incidents USING btree (company_id) WHERE ((told_at IS NULL) OR ((ended_at IS NOT NULL) AND (ended_told_at IS NULL)));
CREATE UNIQUE INDEX incidents_one_open ON app.incidents USING btree (company_id, control_id) WHERE (ended_at IS NULL);
ALTER TABLE app.incidents OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY acknowledge ON app.incidents FOR UPDATE TO app_user
  USING ((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text])))
  WITH CHECK ((acknowledged_by = ( SELECT app.uid() AS uid)));
CREATE POLICY read ON app.incidents FOR SELECT TO app_user
  USING (true);
CREATE POLICY tenant_wall ON app.incidents AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER enqueue AFTER INSERT OR UPDATE OF told_at, ends_at, last_call_at, ended_at, ended_told_at ON app.incidents FOR EACH ROW EXECUTE FUNCTION app.enqueue_incident();
GRANT SELECT ON app.incidents TO app_backup;
GRANT DELETE, INSERT, SELECT, UPDATE ON app.incidents TO app_definer;
GRANT SELECT ON app.incidents TO app_user;
GRANT UPDATE (acknowledged_by, acknowledged_at) ON app.incidents TO app_user;

CREATE TABLE app.instance_keys (
  name text NOT NULL,
  wrapped bytea NOT NULL,
  public_key bytea NOT NULL,
  origin text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT instance_keys_pkey PRIMARY KEY (name)
);
ALTER TABLE app.instance_keys OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY sign ON app.instance_keys FOR ALL TO app_signer
  USING (true)
  WITH CHECK (true);
CREATE POLICY verify ON app.instance_keys FOR SELECT TO app_worker
  USING (true);
GRANT SELECT ON app.instance_keys TO app_backup;
GRANT INSERT, SELECT ON app.instance_keys TO app_definer;
GRANT INSERT, SELECT ON app.instance_keys TO app_signer;
GRANT SELECT (name, public_key, origin) ON app.instance_keys TO app_definer;
GRANT SELECT (name, public_key, origin) ON app.instance_keys TO app_worker;
GRANT UPDATE (wrapped) ON app.instance_keys TO app_definer;

CREATE TABLE app.invitation_links (
  company_id uuid NOT NULL,
  token_sha256 bytea NOT NULL,
  invitation_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  mailed boolean NOT NULL DEFAULT false,
  CONSTRAINT invitation_links_pkey PRIMARY KEY (company_id, token_sha256),
  CONSTRAINT invitation_links_token_key UNIQUE (token_sha256),
  CONSTRAINT invitation_links_token_sha256_check CHECK ((length(token_sha256) = 32)),
  CONSTRAINT invitation_links_company_id_invitation_id_fkey FOREIGN KEY (company_id, invitation_id) REFERENCES app.company_invitations(company_id, id) ON DELETE CASCADE
);
CREATE INDEX invitation_links_by_invitation ON app.invitation_links USING btree (company_id, invitation_id);
ALTER TABLE app.invitation_links OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY link ON app.invitation_links FOR INSERT TO app_user
  WITH CHECK ((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])));
CREATE POLICY tenant_wall ON app.invitation_links AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER limit_invitations AFTER INSERT ON app.invitation_links FOR EACH ROW EXECUTE FUNCTION app.hold_limit('invitations');
GRANT SELECT ON app.invitation_links TO app_backup;
GRANT DELETE, SELECT ON app.invitation_links TO app_definer;
GRANT INSERT ON app.invitation_links TO app_user;

CREATE TABLE app.jobs (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  kind text NOT NULL,
  key text NOT NULL,
  company_id uuid,
  priority smallint NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  run_at timestamp with time zone,
  turn bigint,
  attempts integer NOT NULL DEFAULT 0,
  lease_token uuid,
  lease_until timestamp with time zone,
  again_at timestamp with time zone,
  last_error text,
  dead_at timestamp with time zone,
  discarded_at timestamp with time zone,
  CONSTRAINT jobs_pkey PRIMARY KEY (id),
  CONSTRAINT jobs_kind_key_key UNIQUE (kind, key),
  CONSTRAINT jobs_check CHECK (((lease_token IS NULL) = (lease_until IS NULL))),
  CONSTRAINT jobs_check1 CHECK ((num_nonnulls(turn, lease_until, dead_at) <= 1)),
  CONSTRAINT jobs_check2 CHECK (((run_at IS NOT NULL) OR (num_nonnulls(turn, lease_until, dead_at) = 1))),
  CONSTRAINT jobs_check3 CHECK (((discarded_at IS NULL) OR (dead_at IS NOT NULL))),
  CONSTRAINT jobs_last_error_check CHECK ((last_error ~ '^[A-Za-z0-9 _.:-]{1,80}$'::text))
);
CREATE INDEX jobs_dead ON app.jobs USING btree (dead_at) WHERE (dead_at IS NOT NULL);
CREATE INDEX jobs_in_line ON app.jobs USING btree (kind, priority, turn, created_at) WHERE (turn IS NOT NULL);
CREATE INDEX jobs_later ON app.jobs USING btree (run_at) WHERE ((turn IS NULL) AND (lease_until IS NULL) AND (dead_at IS NULL));
CREATE INDEX jobs_of_company ON app.jobs USING btree (kind, priority, company_id, turn) WHERE (turn IS NOT NULL);
CREATE INDEX jobs_running ON app.jobs USING btree (kind, company_id) WHERE (lease_until IS NOT NULL);
ALTER TABLE app.jobs OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON app.jobs AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
GRANT SELECT ON app.jobs TO app_backup;
GRANT DELETE, INSERT, SELECT, UPDATE ON app.jobs TO app_definer;

CREATE TABLE app.judgements (
  company_id uuid NOT NULL,
  ledger_size bigint NOT NULL DEFAULT 0,
  judged_at timestamp with time zone,
  next_at timestamp with time zone,
  version bigint NOT NULL DEFAULT 0,
  rule smallint NOT NULL DEFAULT 1,
  ruled_at timestamp with time zone,
  CONSTRAINT judgements_pkey PRIMARY KEY (company_id),
  CONSTRAINT judgements_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.ledger_heads(company_id)
);
ALTER TABLE app.judgements OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON app.judgements FOR SELECT TO app_user
  USING (true);
CREATE POLICY tenant_wall ON app.judgements AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
GRANT SELECT ON app.judgements TO app_backup;
GRANT DELETE, INSERT, SELECT, UPDATE ON app.judgements TO app_definer;
GRANT SELECT (company_id, ledger_size, judged_at, next_at, rule, ruled_at) ON app.judgements TO app_user;

CREATE TABLE app.judges (
  sha256 text NOT NULL,
  version text NOT NULL,
  code text NOT NULL,
  kept_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT judges_pkey PRIMARY KEY (sha256),
  CONSTRAINT judges_are_their_code CHECK ((sha256 = encode(sha256(convert_to(code, 'UTF8'::name)), 'hex'::text)))
);
ALTER TABLE app.judges OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON app.judges FOR SELECT TO app_user
  USING (true);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON app.judges FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON app.judges FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
GRANT SELECT ON app.judges TO app_backup;
GRANT INSERT, SELECT ON app.judges TO app_definer;
GRANT SELECT ON app.judges TO app_user;

CREATE TABLE app.ledger_acts (
  company_id uuid NOT NULL,
  seq bigint NOT NULL,
  event text NOT NULL,
  actor_id uuid NOT NULL,
  subject text NOT NULL,
  details text NOT NULL,
  salt bytea NOT NULL,
  at timestamp with time zone NOT NULL,
  matter_id uuid,
  CONSTRAINT ledger_acts_pkey PRIMARY KEY (company_id, seq),
  CONSTRAINT ledger_acts_company_id_seq_fkey FOREIGN KEY (company_id, seq) REFERENCES app.ledger_entries(company_id, seq)
);
CREATE INDEX ledger_acts_but_looks ON app.ledger_acts USING btree (company_id, seq DESC) WHERE (event <> ALL (ARRAY['audit.viewed'::text, 'evidence.viewed'::text]));
CREATE INDEX ledger_acts_by_actor ON app.ledger_acts USING btree (company_id, actor_id);
CREATE INDEX ledger_acts_of_auditors ON app.ledger_acts USING btree (company_id, actor_id, seq DESC) WHERE (event = 'audit.viewed'::text);
CREATE INDEX ledger_acts_of_draws ON app.ledger_acts USING btree (company_id, subject, seq DESC) WHERE (event = 'control.sampled'::text);
CREATE INDEX ledger_acts_of_matter ON app.ledger_acts USING btree (company_id, matter_id, seq DESC) WHERE (matter_id IS NOT NULL);
CREATE INDEX ledger_acts_of_members ON app.ledger_acts USING btree (company_id, subject, at) WHERE (event = ANY (ARRAY['invitation.accepted'::text, 'member.roleChanged'::text, 'member.removed'::text, 'member.left'::text]));
CREATE INDEX ledger_acts_of_owners ON app.ledger_acts USING btree (company_id, subject, seq) WHERE (event = 'control.assigned'::text);
CREATE INDEX ledger_acts_of_roles ON app.ledger_acts USING btree (company_id, at DESC) WHERE (event = ANY (ARRAY['member.roleChanged'::text, 'member.removed'::text, 'member.left'::text]));
CREATE INDEX ledger_acts_of_unchanged ON app.ledger_acts USING btree (company_id, subject, seq DESC) WHERE (event = 'record.unchanged'::text);
CREATE INDEX ledger_acts_sealed ON app.ledger_acts USING btree (company_id, subject) WHERE (event = 'export.sealed'::text);
ALTER TABLE app.ledger_acts OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY privilege_wall ON app.ledger_acts AS RESTRICTIVE FOR ALL TO PUBLIC
  USING (((matter_id IS NULL) OR (matter_id = ANY (( SELECT app.my_matters() AS my_matters)::uuid[]))))
  WITH CHECK (((matter_id IS NULL) OR (matter_id = ANY (( SELECT app.my_matters() AS my_matters)::uuid[]))));
CREATE POLICY read ON app.ledger_acts FOR SELECT TO app_user
  USING (true);
CREATE POLICY tenant_wall ON app.ledger_acts AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OF company_id, seq, event, actor_id, subject, salt, at, matter_id ON app.ledger_acts FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON app.ledger_acts FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER require_erasure BEFORE UPDATE ON app.ledger_acts FOR EACH ROW EXECUTE FUNCTION app.require_erased_names();
GRANT SELECT ON app.ledger_acts TO app_backup;
GRANT DELETE, INSERT, SELECT ON app.ledger_acts TO app_definer;
GRANT SELECT ON app.ledger_acts TO app_user;
GRANT UPDATE (details) ON app.ledger_acts TO app_definer;

CREATE TABLE app.ledger_checkpoints (
  company_id uuid NOT NULL,
  size bigint NOT NULL,
  root bytea NOT NULL,
  note text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  generation integer NOT NULL DEFAULT 1,
  CONSTRAINT ledger_checkpoints_pkey PRIMARY KEY (company_id, generation, size),
  CONSTRAINT ledger_checkpoints_generation_check CHECK ((generation > 0)),
  CONSTRAINT ledger_checkpoints_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.ledger_heads(company_id)
);
CREATE INDEX ledger_checkpoints_newest ON app.ledger_checkpoints USING btree (created_at DESC);
ALTER TABLE app.ledger_checkpoints OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON app.ledger_checkpoints FOR SELECT TO app_user, app_auditor
  USING (true);
CREATE POLICY tenant_wall ON app.ledger_checkpoints AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON app.ledger_checkpoints FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON app.ledger_checkpoints FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
GRANT SELECT ON app.ledger_checkpoints TO app_auditor;
GRANT SELECT ON app.ledger_checkpoints TO app_backup;
GRANT DELETE, INSERT, SELECT ON app.ledger_checkpoints TO app_definer;
GRANT SELECT ON app.ledger_checkpoints TO app_user;

CREATE TABLE app.ledger_entries (
  company_id uuid NOT NULL,
  seq bigint NOT NULL,
  leaf_hash bytea NOT NULL,
  entry text NOT NULL,
  matter_id uuid,
  CONSTRAINT ledger_entries_pkey PRIMARY KEY (company_id, seq)
);
ALTER TABLE app.ledger_entries OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY audit ON app.ledger_entries FOR SELECT TO app_auditor
  USING (((matter_id IS NULL) AND (EXISTS ( SELECT
   FROM app.evidence e
  WHERE ((e.company_id = ledger_entries.company_id) AND (e.id = (((ledger_entries.entry)::jsonb ->> 'id'::text))::uuid))))));
CREATE POLICY privilege_wall ON app.ledger_entries AS RESTRICTIVE FOR ALL TO PUBLIC
  USING (((matter_id IS NULL) OR (matter_id = ANY (( SELECT app.my_matters() AS my_matters)::uuid[]))))
  WITH CHECK (((matter_id IS NULL) OR (matter_id = ANY (( SELECT app.my_matters() AS my_matters)::uuid[]))));
CREATE POLICY read ON app.ledger_entries FOR SELECT TO app_user
  USING (true);
CREATE POLICY tenant_wall ON app.ledger_entries AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OF company_id, seq, leaf_hash, entry ON app.ledger_entries FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON app.ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER limit_entries AFTER INSERT ON app.ledger_entries REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION app.hold_entries();
GRANT SELECT ON app.ledger_entries TO app_auditor;
GRANT SELECT ON app.ledger_entries TO app_backup;
GRANT DELETE, INSERT, SELECT ON app.ledger_entries TO app_definer;
GRANT SELECT ON app.ledger_entries TO app_user;
GRANT UPDATE (matter_id) ON app.ledger_entries TO app_definer;

CREATE TABLE app.ledger_feeds (
  company_id uuid NOT NULL,
  next_entry bigint NOT NULL DEFAULT 0,
  CONSTRAINT ledger_feeds_pkey PRIMARY KEY (company_id),
  CONSTRAINT ledger_feeds_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.ledger_heads(company_id)
);
ALTER TABLE app.ledger_feeds OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON app.ledger_feeds AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
GRANT SELECT ON app.ledger_feeds TO app_backup;
GRANT DELETE, INSERT, SELECT, UPDATE ON app.ledger_feeds TO app_definer;

CREATE TABLE app.ledger_heads (
  company_id uuid NOT NULL,
  size bigint NOT NULL DEFAULT 0,
  edge bytea[] NOT NULL DEFAULT '{}'::bytea[],
  root bytea NOT NULL DEFAULT sha256('\x'::bytea),
  last_at timestamp with time zone NOT NULL DEFAULT '-infinity'::timestamp with time zone,
  evidence_count bigint NOT NULL DEFAULT 0,
  privileged_count bigint NOT NULL DEFAULT 0,
  CONSTRAINT ledger_heads_pkey PRIMARY KEY (company_id),
  CONSTRAINT ledger_heads_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id)
);
ALTER TABLE app.ledger_heads OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON app.ledger_heads FOR SELECT TO app_user, app_auditor
  USING (true);
CREATE POLICY tenant_wall ON app.ledger_heads AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER enqueue_feed AFTER INSERT OR UPDATE OF size ON app.ledger_heads FOR EACH ROW WHEN ((new.size > 0)) EXECUTE FUNCTION app.enqueue_row('feed', 'company_id');
CREATE TRIGGER enqueue_judgement AFTER INSERT OR UPDATE OF size ON app.ledger_heads FOR EACH ROW WHEN ((new.size > 0)) EXECUTE FUNCTION app.enqueue_row('standings', 'company_id');
GRANT SELECT ON app.ledger_heads TO app_backup;
GRANT DELETE, INSERT, SELECT, UPDATE ON app.ledger_heads TO app_definer;
GRANT SELECT (company_id, size, edge, root, last_at) ON app.ledger_heads TO app_user;
GRANT SELECT (company_id, size, root) ON app.ledger_heads TO app_auditor;

CREATE TABLE app.ledger_losses (
  company_id uuid NOT NULL,
  generation integer NOT NULL,
  seq bigint NOT NULL,
  old_origin text NOT NULL,
  last_size bigint,
  last_root bytea,
  last_note text,
  reason text NOT NULL,
  person text NOT NULL,
  accepted_at timestamp with time zone NOT NULL,
  CONSTRAINT ledger_losses_pkey PRIMARY KEY (company_id, generation),
  CONSTRAINT ledger_losses_generation_check CHECK ((generation > 1)),
  CONSTRAINT ledger_losses_last_root_check CHECK ((length(last_root) = 32)),
  CONSTRAINT ledger_losses_person_check CHECK (((length(person) >= 1) AND (length(person) <= 200))),
  CONSTRAINT ledger_losses_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500))),
  CONSTRAINT ledger_losses_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.ledger_heads(company_id),
  CONSTRAINT ledger_losses_company_id_seq_fkey FOREIGN KEY (company_id, seq) REFERENCES app.ledger_entries(company_id, seq)
);
ALTER TABLE app.ledger_losses OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON app.ledger_losses FOR SELECT TO app_user, app_auditor
  USING (true);
CREATE POLICY tenant_wall ON app.ledger_losses AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON app.ledger_losses FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON app.ledger_losses FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
GRANT SELECT ON app.ledger_losses TO app_auditor;
GRANT SELECT ON app.ledger_losses TO app_backup;
GRANT DELETE, INSERT, SELECT ON app.ledger_losses TO app_definer;
GRANT SELECT ON app.ledger_losses TO app_user;

CREATE TABLE app.ledger_nodes (
  company_id uuid NOT NULL,
  level integer NOT NULL,
  index bigint NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT ledger_nodes_pkey PRIMARY KEY (company_id, level, index),
  CONSTRAINT ledger_nodes_hash_check CHECK ((length(hash) = 32)),
  CONSTRAINT ledger_nodes_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.ledger_heads(company_id)
);
ALTER TABLE app.ledger_nodes OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON app.ledger_nodes AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON app.ledger_nodes FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON app.ledger_nodes FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
GRANT SELECT ON app.ledger_nodes TO app_backup;
GRANT DELETE, INSERT, SELECT ON app.ledger_nodes TO app_definer;

CREATE TABLE app.limit_overrides (
  company_id uuid NOT NULL,
  key text NOT NULL,
  most bigint,
  CONSTRAINT limit_overrides_pkey PRIMARY KEY (company_id, key),
  CONSTRAINT limit_overrides_most_check CHECK ((most >= 0)),
  CONSTRAINT limit_overrides_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id)
);
ALTER TABLE app.limit_overrides OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON app.limit_overrides AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
GRANT SELECT ON app.limit_overrides TO app_backup;
GRANT DELETE, INSERT, SELECT, UPDATE ON app.limit_overrides TO app_definer;

CREATE TABLE app.limits (
  key text NOT NULL,
  plan text NOT NULL,
  most bigint,
  holds text NOT NULL,
  told boolean NOT NULL,
  CONSTRAINT limits_pkey PRIMARY KEY (key, plan),
  CONSTRAINT limits_holds_check CHECK ((holds = ANY (ARRAY['at once'::text, 'each hour'::text, 'each day'::text]))),
  CONSTRAINT limits_most_check CHECK ((most >= 0)),
  CONSTRAINT limits_plan_fkey FOREIGN KEY (plan) REFERENCES app.plans(key)
);
ALTER TABLE app.limits OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON app.limits FOR SELECT TO app_user
  USING (true);
GRANT SELECT ON app.limits TO app_backup;
GRANT DELETE, INSERT, SELECT, UPDATE ON app.limits TO app_definer;
GRANT SELECT ON app.limits TO app_user;

CREATE TABLE app.link_attempts (
  company_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  connection_id uuid NOT NULL,
  user_id uuid NOT NULL,
  method text NOT NULL,
  facts jsonb NOT NULL DEFAULT '{}'::jsonb,
  state_sha256 bytea NOT NULL,
  session_sha256 bytea NOT NULL,
  redirect_uri text NOT NULL,
  sealed bytea NOT NULL,
  answer bytea,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  ready_at timestamp with time zone,
  CONSTRAINT link_attempts_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT link_attempts_state_sha256_key UNIQUE (state_sha256),
  CONSTRAINT link_attempts_session_sha256_check CHECK ((length(session_sha256) = 32)),
  CONSTRAINT link_attempts_state_sha256_check CHECK ((length(state_sha256) = 32)),
  CONSTRAINT link_attempts_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES app.connections(company_id, id)
);
CREATE INDEX link_attempts_ready ON app.link_attempts USING btree (ready_at) WHERE (ready_at IS NOT NULL);
ALTER TABLE app.link_attempts OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY begin ON app.link_attempts FOR INSERT TO app_user
  WITH CHECK (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])) AND (user_id = ( SELECT app.uid() AS uid))));
CREATE POLICY collect ON app.link_attempts FOR ALL TO app_user
  USING (((( SELECT app.my_role() AS my_role) = 'collector'::text) AND (connection_id = ( SELECT app.uid() AS uid))))
  WITH CHECK (((( SELECT app.my_role() AS my_role) = 'collector'::text) AND (connection_id = ( SELECT app.uid() AS uid))));
CREATE POLICY finish ON app.link_attempts FOR UPDATE TO app_user
  USING ((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])));
CREATE POLICY look ON app.link_attempts FOR SELECT TO app_user
  USING ((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])));
CREATE POLICY tenant_wall ON app.link_attempts AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER a_hold_issuer BEFORE INSERT ON app.link_attempts FOR EACH ROW WHEN ((CURRENT_USER = 'app_user'::name)) EXECUTE FUNCTION app.hold_issuer('user_id');
CREATE TRIGGER enqueue AFTER INSERT OR UPDATE OF ready_at ON app.link_attempts FOR EACH ROW WHEN ((new.ready_at IS NOT NULL)) EXECUTE FUNCTION app.enqueue_row('linking', 'id');
CREATE TRIGGER limit_links AFTER INSERT ON app.link_attempts FOR EACH ROW EXECUTE FUNCTION app.hold_limit('links');
GRANT SELECT ON app.link_attempts TO app_backup;
GRANT DELETE, SELECT ON app.link_attempts TO app_definer;
GRANT DELETE, INSERT, SELECT ON app.link_attempts TO app_user;
GRANT UPDATE (ready_at) ON app.link_attempts TO app_user;

CREATE TABLE app.listed_people (
  company_id uuid NOT NULL,
  person_id uuid NOT NULL,
  number integer NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  job_title text NOT NULL,
  starts_at timestamp with time zone,
  added_at timestamp with time zone NOT NULL,
  ends_at timestamp with time zone,
  reach text NOT NULL,
  texts bigint[] NOT NULL DEFAULT '{}'::bigint[],
  passed text NOT NULL DEFAULT ''::text,
  passed_at timestamp with time zone[] NOT NULL DEFAULT '{}'::timestamp with time zone[],
  passed_first timestamp with time zone,
  passed_last timestamp with time zone,
  imported text NOT NULL DEFAULT ''::text,
  imported_at timestamp with time zone[] NOT NULL DEFAULT '{}'::timestamp with time zone[],
  imported_first timestamp with time zone,
  imported_last timestamp with time zone,
  alike integer NOT NULL,
  CONSTRAINT listed_people_pkey PRIMARY KEY (company_id, person_id),
  CONSTRAINT listed_people_reach_check CHECK ((reach = ANY (ARRAY['ready'::text, 'no email'::text, 'unvouched'::text]))),
  CONSTRAINT listed_people_company_id_alike_fkey FOREIGN KEY (company_id, alike) REFERENCES app.people_alike(company_id, number),
  CONSTRAINT listed_people_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id),
  CONSTRAINT listed_people_company_id_person_id_fkey FOREIGN KEY (company_id, person_id) REFERENCES app.records(company_id, id)
);
CREATE INDEX listed_people_alike ON app.listed_people USING btree (company_id, alike);
ALTER TABLE app.listed_people OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON app.listed_people FOR SELECT TO app_user
  USING (( SELECT (('people'::text = ANY (( SELECT app.my_registers('read'::text) AS my_registers)::text[])) AND ((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text, 'viewer'::text])) OR ( SELECT app.is_company_itself() AS is_company_itself)))));
CREATE POLICY tenant_wall ON app.listed_people AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
GRANT SELECT ON app.listed_people TO app_backup;
GRANT DELETE, INSERT, SELECT, UPDATE ON app.listed_people TO app_definer;
GRANT SELECT ON app.listed_people TO app_user;

CREATE TABLE app.made_pages (
  company_id uuid NOT NULL,
  register text NOT NULL,
  page integer NOT NULL,
  source bytea NOT NULL,
  sha256 text NOT NULL,
  packed bytea NOT NULL,
  told jsonb NOT NULL,
  CONSTRAINT made_pages_pkey PRIMARY KEY (company_id, register, page),
  CONSTRAINT made_pages_page_check CHECK ((page >= '-1'::integer)),
  CONSTRAINT made_pages_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id)
);
ALTER TABLE app.made_pages OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keep ON app.made_pages FOR INSERT TO app_user
  WITH CHECK (( SELECT app.is_company_itself() AS is_company_itself));
CREATE POLICY keep_again ON app.made_pages FOR UPDATE TO app_user
  USING (( SELECT app.is_company_itself() AS is_company_itself));
CREATE POLICY read ON app.made_pages FOR SELECT TO app_user
  USING (( SELECT app.is_company_itself() AS is_company_itself));
CREATE POLICY tenant_wall ON app.made_pages AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
GRANT SELECT ON app.made_pages TO app_backup;
GRANT DELETE, SELECT ON app.made_pages TO app_definer;
GRANT INSERT, SELECT ON app.made_pages TO app_user;
GRANT UPDATE (source, sha256, packed, told) ON app.made_pages TO app_user;

CREATE TABLE app.manual_test_exhibits (
  company_id uuid NOT NULL,
  test_id uuid NOT NULL,
  number bigint NOT NULL,
  CONSTRAINT manual_test_exhibits_pkey PRIMARY KEY (company_id, test_id, number),
  CONSTRAINT manual_test_exhibits_company_id_number_fkey FOREIGN KEY (company_id, number) REFERENCES app.evidence(company_id, number),
  CONSTRAINT manual_test_exhibits_company_id_test_id_fkey FOREIGN KEY (company_id, test_id) REFERENCES app.manual_tests(company_id, id)
);
ALTER TABLE app.manual_test_exhibits OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY audit ON app.manual_test_exhibits FOR SELECT TO app_auditor
  USING (true);
CREATE POLICY cite ON app.manual_test_exhibits FOR INSERT TO app_user
  WITH CHECK (((EXISTS ( SELECT
   FROM app.manual_tests t
  WHERE ((t.company_id = manual_test_exhibits.company_id) AND (t.id = manual_test_exhibits.test_id) AND (t.tested_by = ( SELECT app.uid() AS uid)) AND (t.withdrawn_at IS NULL)))) AND (( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text])) AND (EXISTS ( SELECT
   FROM app.evidence e
  WHERE ((e.company_id = manual_test_exhibits.company_id) AND (e.number = manual_test_exhibits.number) AND (e.matter_id IS NULL))))));
CREATE POLICY read ON app.manual_test_exhibits FOR SELECT TO app_user
  USING (true);
CREATE POLICY tenant_wall ON app.manual_test_exhibits AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON app.manual_test_exhibits FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON app.manual_test_exhibits FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
GRANT SELECT ON app.manual_test_exhibits TO app_auditor;
GRANT SELECT ON app.manual_test_exhibits TO app_backup;
GRANT DELETE, SELECT ON app.manual_test_exhibits TO app_definer;
GRANT INSERT, SELECT ON app.manual_test_exhibits TO app_user;

CREATE TABLE app.manual_tests (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  check_id text NOT NULL,
  aspect text NOT NULL DEFAULT ''::text,
  procedure text NOT NULL,
  procedure_added text NOT NULL DEFAULT ''::text,
  population_source text NOT NULL,
  population_size bigint NOT NULL,
  population_exhibits bigint[],
  seed text NOT NULL,
  sample bigint[] NOT NULL,
  passed bigint[] NOT NULL DEFAULT '{}'::bigint[],
  excepted bigint[] NOT NULL DEFAULT '{}'::bigint[],
  found text[] NOT NULL DEFAULT '{}'::text[],
  conclusion text NOT NULL,
  note text NOT NULL,
  number bigint NOT NULL,
  tested_by uuid NOT NULL,
  tested_at timestamp with time zone NOT NULL DEFAULT now(),
  valid_until timestamp with time zone NOT NULL,
  ledger_index bigint NOT NULL DEFAULT '-1'::integer,
  withdrawn_at timestamp with time zone,
  withdrawn_by uuid,
  withdrawn_because text,
  withdrawn_index bigint,
  draws integer,
  CONSTRAINT manual_tests_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT manual_tests_a_cadence CHECK ((valid_until <= (tested_at + '366 days'::interval))),
  CONSTRAINT manual_tests_a_sample CHECK (((cardinality(sample) <= population_size) AND ((cardinality(sample) > 0) OR (population_size = 0)))),
  CONSTRAINT manual_tests_check CHECK (((num_nonnulls(withdrawn_at, withdrawn_by, withdrawn_because) = ANY (ARRAY[0, 3])) AND (btrim(withdrawn_because) <> ''::text))),
  CONSTRAINT manual_tests_concluded CHECK (
CASE conclusion
    WHEN 'passes'::text THEN ((cardinality(excepted) = 0) AND (cardinality(sample) > 0) AND (sample <@ passed))
    WHEN 'fails'::text THEN (cardinality(excepted) > 0)
    ELSE (btrim(note) <> ''::text)
END),
  CONSTRAINT manual_tests_conclusion_check CHECK ((conclusion = ANY (ARRAY['not decided'::text, 'passes'::text, 'fails'::text]))),
  CONSTRAINT manual_tests_draws_check CHECK ((draws > 0)),
  CONSTRAINT manual_tests_of_the_population CHECK (
CASE
    WHEN (population_exhibits IS NULL) THEN ((1 <= ALL (sample)) AND (population_size >= ALL (sample)))
    ELSE ((cardinality(population_exhibits) = population_size) AND (sample <@ population_exhibits))
END),
  CONSTRAINT manual_tests_of_the_sample CHECK (((passed <@ sample) AND (excepted <@ sample) AND (NOT (passed && excepted)) AND (cardinality(excepted) = cardinality(found)))),
  CONSTRAINT manual_tests_population_size_check CHECK ((population_size >= 0)),
  CONSTRAINT manual_tests_population_source_check CHECK ((btrim(population_source) <> ''::text)),
  CONSTRAINT manual_tests_procedure_check CHECK ((btrim(procedure) <> ''::text)),
  CONSTRAINT manual_tests_seed_check CHECK ((btrim(seed) <> ''::text)),
  CONSTRAINT manual_tests_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id),
  CONSTRAINT manual_tests_company_id_number_fkey FOREIGN KEY (company_id, number) REFERENCES app.evidence(company_id, number)
);
CREATE INDEX manual_tests_latest ON app.manual_tests USING btree (company_id, check_id, aspect, ledger_index DESC);
CREATE INDEX manual_tests_newest ON app.manual_tests USING btree (company_id, ledger_index DESC);
ALTER TABLE app.manual_tests OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY audit ON app.manual_tests FOR SELECT TO app_auditor
  USING (true);
CREATE POLICY read ON app.manual_tests FOR SELECT TO app_user
  USING (true);
CREATE POLICY tenant_wall ON app.manual_tests AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE POLICY test ON app.manual_tests FOR INSERT TO app_user
  WITH CHECK (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text])) AND (tested_by = ( SELECT app.uid() AS uid)) AND (EXISTS ( SELECT
   FROM app.evidence e
  WHERE ((e.company_id = manual_tests.company_id) AND (e.number = manual_tests.number) AND (e.matter_id IS NULL))))));
CREATE POLICY withdraw ON app.manual_tests FOR UPDATE TO app_user
  USING (((withdrawn_at IS NULL) AND ((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])) OR ((( SELECT app.my_role() AS my_role) = 'member'::text) AND (tested_by = ( SELECT app.uid() AS uid))))))
  WITH CHECK ((withdrawn_by = ( SELECT app.uid() AS uid)));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OF company_id, id, check_id, aspect, procedure, procedure_added, population_source, population_size, population_exhibits, seed, sample, passed, excepted, found, conclusion, note, number, tested_by, tested_at, valid_until, ledger_index ON app.manual_tests FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON app.manual_tests FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER place_in_ledger BEFORE INSERT ON app.manual_tests FOR EACH ROW EXECUTE FUNCTION app.place_in_ledger();
CREATE TRIGGER place_withdrawal BEFORE UPDATE ON app.manual_tests FOR EACH ROW EXECUTE FUNCTION app.place_withdrawal();
GRANT SELECT ON app.manual_tests TO app_auditor;
GRANT SELECT ON app.manual_tests TO app_backup;
GRANT DELETE, SELECT ON app.manual_tests TO app_definer;
GRANT SELECT ON app.manual_tests TO app_user;
GRANT INSERT (company_id, id, check_id, aspect, procedure, procedure_added, population_source, population_size, population_exhibits, seed, sample, passed, excepted, found, conclusion, note, number, tested_by, tested_at, valid_until, draws) ON app.manual_tests TO app_user;
GRANT UPDATE (withdrawn_at, withdrawn_by, withdrawn_because) ON app.manual_tests TO app_user;

CREATE TABLE app.matter_access_list (
  company_id uuid NOT NULL,
  matter_id uuid NOT NULL,
  user_id uuid NOT NULL,
  added_by uuid NOT NULL,
  added_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT matter_access_list_pkey PRIMARY KEY (company_id, matter_id, user_id),
  CONSTRAINT matter_access_list_company_id_matter_id_fkey FOREIGN KEY (company_id, matter_id) REFERENCES app.matters(company_id, id),
  CONSTRAINT matter_access_list_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES app.company_members(company_id, user_id) ON DELETE CASCADE
);
CREATE INDEX matter_access_list_by_person ON app.matter_access_list USING btree (company_id, user_id);
ALTER TABLE app.matter_access_list OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY let_in ON app.matter_access_list FOR INSERT TO app_user
  WITH CHECK ((( SELECT app.keeps_matters() AS keeps_matters) AND (added_by = ( SELECT app.uid() AS uid))));
CREATE POLICY let_out ON app.matter_access_list FOR DELETE TO app_user
  USING (( SELECT app.keeps_matters() AS keeps_matters));
CREATE POLICY read ON app.matter_access_list FOR SELECT TO app_user
  USING (((matter_id = ANY (( SELECT app.my_matters() AS my_matters)::uuid[])) OR ( SELECT app.keeps_matters() AS keeps_matters)));
CREATE POLICY tenant_wall ON app.matter_access_list AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
GRANT SELECT ON app.matter_access_list TO app_backup;
GRANT DELETE, SELECT ON app.matter_access_list TO app_definer;
GRANT DELETE, INSERT, SELECT ON app.matter_access_list TO app_user;

CREATE TABLE app.matters (
  company_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL,
  basis text NOT NULL DEFAULT 'attorney-client'::text,
  created_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  closed_at timestamp with time zone,
  CONSTRAINT matters_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT matters_basis_check CHECK ((basis = ANY (ARRAY['attorney-client'::text, 'work product'::text]))),
  CONSTRAINT matters_name_check CHECK ((btrim(name) <> ''::text)),
  CONSTRAINT matters_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id)
);
ALTER TABLE app.matters OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY change ON app.matters FOR UPDATE TO app_user
  USING (( SELECT app.keeps_matters() AS keeps_matters));
CREATE POLICY open ON app.matters FOR INSERT TO app_user
  WITH CHECK ((( SELECT app.keeps_matters() AS keeps_matters) AND (created_by = ( SELECT app.uid() AS uid))));
CREATE POLICY read ON app.matters FOR SELECT TO app_user
  USING (((id = ANY (( SELECT app.my_matters() AS my_matters)::uuid[])) OR ( SELECT app.keeps_matters() AS keeps_matters)));
CREATE POLICY tenant_wall ON app.matters AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER limit_matters AFTER INSERT ON app.matters FOR EACH ROW EXECUTE FUNCTION app.hold_limit('matters');
GRANT SELECT ON app.matters TO app_backup;
GRANT DELETE, SELECT ON app.matters TO app_definer;
GRANT SELECT ON app.matters TO app_user;
GRANT INSERT (company_id, id, name, basis, created_by, created_at) ON app.matters TO app_user;
GRANT UPDATE (name, closed_at) ON app.matters TO app_user;

CREATE TABLE app.named_devices (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  person_register text NOT NULL DEFAULT 'people'::text,
  person_id uuid NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  serial text,
  named_at timestamp with time zone NOT NULL,
  CONSTRAINT named_devices_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT named_devices_kind_check CHECK (((length(kind) >= 1) AND (length(kind) <= 40))),
  CONSTRAINT named_devices_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  CONSTRAINT named_devices_person_register_check CHECK ((person_register = 'people'::text)),
  CONSTRAINT named_devices_serial_check CHECK (((length(serial) >= 1) AND (length(serial) <= 100))),
  CONSTRAINT named_devices_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id),
  CONSTRAINT named_devices_company_id_person_register_person_id_fkey FOREIGN KEY (company_id, person_register, person_id) REFERENCES app.records(company_id, register, id)
);
CREATE INDEX named_devices_person ON app.named_devices USING btree (company_id, person_id);
ALTER TABLE app.named_devices OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON app.named_devices FOR SELECT TO app_user
  USING (('devices'::text = ANY (( SELECT app.my_registers('read'::text) AS my_registers)::text[])));
CREATE POLICY tenant_wall ON app.named_devices AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON app.named_devices FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON app.named_devices FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
GRANT SELECT ON app.named_devices TO app_backup;
GRANT DELETE, INSERT, SELECT ON app.named_devices TO app_definer;
GRANT SELECT ON app.named_devices TO app_user;

CREATE TABLE app.onboarding_drafts (
  company_id uuid NOT NULL,
  user_id uuid NOT NULL,
  step integer NOT NULL,
  answers jsonb NOT NULL,
  saved_at timestamp with time zone NOT NULL,
  CONSTRAINT onboarding_drafts_pkey PRIMARY KEY (company_id, user_id),
  CONSTRAINT onboarding_drafts_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id)
);
ALTER TABLE app.onboarding_drafts OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON app.onboarding_drafts FOR ALL TO app_user
  USING ((user_id = ( SELECT app.uid() AS uid)))
  WITH CHECK (((user_id = ( SELECT app.uid() AS uid)) AND (( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text]))));
CREATE POLICY tenant_wall ON app.onboarding_drafts AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
GRANT SELECT ON app.onboarding_drafts TO app_backup;
GRANT DELETE, SELECT ON app.onboarding_drafts TO app_definer;
GRANT DELETE, INSERT, SELECT ON app.onboarding_drafts TO app_user;
GRANT UPDATE (step, answers, saved_at) ON app.onboarding_drafts TO app_user;

CREATE TABLE app.operator_acts (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  actor text NOT NULL,
  act text NOT NULL,
  subject text NOT NULL,
  details jsonb NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT operator_acts_pkey PRIMARY KEY (id)
);
CREATE INDEX operator_acts_newest ON app.operator_acts USING btree (at DESC, id DESC);
ALTER TABLE app.operator_acts OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON app.operator_acts FOR SELECT TO app_user
  USING (( SELECT app.is_platform_admin() AS is_platform_admin));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON app.operator_acts FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON app.operator_acts FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
GRANT SELECT ON app.operator_acts TO app_backup;
GRANT INSERT ON app.operator_acts TO app_definer;
GRANT SELECT ON app.operator_acts TO app_user;
GRANT SELECT (id, at, actor, act) ON app.operator_acts TO app_definer;

CREATE TABLE app.operator_notices (
  key text NOT NULL,
  since timestamp with time zone NOT NULL,
  told_at timestamp with time zone,
  CONSTRAINT operator_notices_pkey PRIMARY KEY (key),
  CONSTRAINT operator_notices_key_check CHECK (((length(key) >= 1) AND (length(key) <= 100)))
);
ALTER TABLE app.operator_notices OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY work ON app.operator_notices FOR ALL TO app_worker
  USING (true)
  WITH CHECK (true);
GRANT SELECT ON app.operator_notices TO app_backup;
GRANT DELETE, INSERT, SELECT, UPDATE ON app.operator_notices TO app_worker;

CREATE TABLE app.organization_profiles (
  company_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  industry text NOT NULL,
  company_size text NOT NULL,
  employee_count integer NOT NULL,
  annual_revenue double precision NOT NULL,
  stores_pii boolean NOT NULL,
  payment_processing boolean NOT NULL,
  customer_regions text[] NOT NULL,
  submitted_by uuid NOT NULL,
  submitted_at timestamp with time zone NOT NULL,
  first_submitted_at timestamp with time zone NOT NULL,
  CONSTRAINT organization_profiles_pkey PRIMARY KEY (company_id),
  CONSTRAINT organization_profiles_annual_revenue_check CHECK ((annual_revenue >= (0)::double precision)),
  CONSTRAINT organization_profiles_company_size_check CHECK ((company_size = ANY (ARRAY['small'::text, 'medium'::text, 'large'::text]))),
  CONSTRAINT organization_profiles_customer_regions_check CHECK ((cardinality(customer_regions) > 0)),
  CONSTRAINT organization_profiles_employee_count_check CHECK ((employee_count > 0)),
  CONSTRAINT organization_profiles_industry_check CHECK ((industry = ANY (ARRAY['technology'::text, 'healthcare'::text, 'financial'::text, 'ecommerce'::text, 'education'::text, 'manufacturing'::text, 'government'::text, 'nonprofit'::text, 'other'::text]))),
  CONSTRAINT organization_profiles_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id)
);
ALTER TABLE app.organization_profiles OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY answer ON app.organization_profiles FOR INSERT TO app_user
  WITH CHECK (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text])) AND (submitted_by = ( SELECT app.uid() AS uid))));
CREATE POLICY answer_anew ON app.organization_profiles FOR UPDATE TO app_user
  USING ((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text])))
  WITH CHECK ((submitted_by = ( SELECT app.uid() AS uid)));
CREATE POLICY read ON app.organization_profiles FOR SELECT TO app_user
  USING (true);
CREATE POLICY tenant_wall ON app.organization_profiles AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
GRANT SELECT ON app.organization_profiles TO app_backup;
GRANT DELETE, SELECT ON app.organization_profiles TO app_definer;
GRANT INSERT, SELECT ON app.organization_profiles TO app_user;
GRANT UPDATE (industry, company_size, employee_count, annual_revenue, stores_pii, payment_processing, customer_regions, submitted_by, submitted_at) ON app.organization_profiles TO app_user;

CREATE TABLE app.outbox (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  recipient text NOT NULL,
  subject text NOT NULL,
  body_text text,
  body_html text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  sent_at timestamp with time zone,
  last_error text,
  reply_to text,
  letter jsonb,
  CONSTRAINT outbox_pkey PRIMARY KEY (id),
  CONSTRAINT outbox_headers_are_lines CHECK ((concat(recipient, subject, reply_to) !~ '[[:cntrl:]]'::text))
);
CREATE INDEX outbox_unsent ON app.outbox USING btree (created_at) WHERE (sent_at IS NULL);
ALTER TABLE app.outbox OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY enqueue ON app.outbox FOR INSERT TO app_auth, app_user
  WITH CHECK ((sent_at IS NULL));
CREATE POLICY worker ON app.outbox FOR ALL TO app_worker
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER enqueue AFTER INSERT ON app.outbox REFERENCING NEW TABLE AS written FOR EACH STATEMENT WHEN ((CURRENT_USER <> 'app_auth'::name)) EXECUTE FUNCTION app.enqueue_mails();
CREATE TRIGGER enqueue_urgent AFTER INSERT ON app.outbox FOR EACH ROW WHEN ((CURRENT_USER = 'app_auth'::name)) EXECUTE FUNCTION app.enqueue_row('mail', 'id', '0');
GRANT SELECT ON app.outbox TO app_backup;
GRANT DELETE, SELECT ON app.outbox TO app_definer;
GRANT DELETE, SELECT, UPDATE ON app.outbox TO app_worker;
GRANT INSERT (recipient, subject, body_text, body_html, letter) ON app.outbox TO app_definer;
GRANT INSERT (recipient, subject, body_text, body_html, reply_to) ON app.outbox TO app_auth;
GRANT INSERT (recipient, subject, body_text, body_html, reply_to) ON app.outbox TO app_user;
GRANT INSERT (recipient, subject, body_text, body_html, reply_to) ON app.outbox TO app_worker;

CREATE TABLE app.owner_limits (
  platform_role text NOT NULL,
  most bigint NOT NULL,
  CONSTRAINT owner_limits_pkey PRIMARY KEY (platform_role),
  CONSTRAINT owner_limits_most_check CHECK ((most >= 0)),
  CONSTRAINT owner_limits_platform_role_check CHECK ((platform_role = ANY (ARRAY['manager'::text, 'admin'::text])))
);
ALTER TABLE app.owner_limits OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT ON app.owner_limits TO app_backup;
GRANT INSERT, SELECT, UPDATE ON app.owner_limits TO app_definer;

CREATE TABLE app.people_alike (
  company_id uuid NOT NULL,
  number integer NOT NULL,
  kind text NOT NULL,
  job_title text NOT NULL,
  passed text NOT NULL,
  imported text NOT NULL,
  CONSTRAINT people_alike_pkey PRIMARY KEY (company_id, number),
  CONSTRAINT people_alike_number_check CHECK ((number > 0)),
  CONSTRAINT people_alike_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id)
);
CREATE UNIQUE INDEX people_alike_once ON app.people_alike USING btree (company_id, md5(job_title), kind, passed, imported);
ALTER TABLE app.people_alike OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON app.people_alike FOR SELECT TO app_user
  USING (( SELECT (('people'::text = ANY (( SELECT app.my_registers('read'::text) AS my_registers)::text[])) AND ((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text, 'viewer'::text])) OR ( SELECT app.is_company_itself() AS is_company_itself)))));
CREATE POLICY tenant_wall ON app.people_alike AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
GRANT SELECT ON app.people_alike TO app_backup;
GRANT DELETE, INSERT, SELECT ON app.people_alike TO app_definer;
GRANT SELECT ON app.people_alike TO app_user;

CREATE TABLE app.people_counts (
  company_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  policy_id uuid,
  sha256 text,
  kind text NOT NULL,
  starts_at text NOT NULL,
  ends_at text NOT NULL,
  people integer NOT NULL,
  CONSTRAINT people_counts_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT people_counts_company_id_policy_id_sha256_kind_starts_at_en_key UNIQUE NULLS NOT DISTINCT (company_id, policy_id, sha256, kind, starts_at, ends_at),
  CONSTRAINT people_counts_check CHECK (((policy_id IS NULL) = (sha256 IS NULL))),
  CONSTRAINT people_counts_people_check CHECK ((people >= 0)),
  CONSTRAINT people_counts_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id),
  CONSTRAINT people_counts_company_id_policy_id_fkey FOREIGN KEY (company_id, policy_id) REFERENCES app.policies(company_id, id)
);
ALTER TABLE app.people_counts OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON app.people_counts FOR SELECT TO app_user
  USING (( SELECT (('people'::text = ANY (( SELECT app.my_registers('read'::text) AS my_registers)::text[])) AND ((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text, 'viewer'::text])) OR ( SELECT app.is_company_itself() AS is_company_itself)))));
CREATE POLICY tenant_wall ON app.people_counts AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
GRANT SELECT ON app.people_counts TO app_backup;
GRANT DELETE, INSERT, SELECT ON app.people_counts TO app_definer;
GRANT SELECT ON app.people_counts TO app_user;
GRANT UPDATE (people) ON app.people_counts TO app_definer;

CREATE TABLE app.person_accounts (
  company_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  provider text NOT NULL,
  scope text NOT NULL,
  account_id text NOT NULL,
  label text NOT NULL,
  kind text NOT NULL,
  person_register text,
  person_id uuid,
  decided_by uuid NOT NULL,
  decided_at timestamp with time zone NOT NULL,
  valid_until timestamp with time zone,
  ledger_index bigint NOT NULL DEFAULT '-1'::integer,
  CONSTRAINT person_accounts_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT person_accounts_account_id_check CHECK (((length(account_id) >= 1) AND (length(account_id) <= 300))),
  CONSTRAINT person_accounts_check CHECK ((valid_until <= (decided_at + '366 days'::interval))),
  CONSTRAINT person_accounts_check1 CHECK ((((kind = 'person'::text) = (person_id IS NOT NULL)) AND ((person_id IS NULL) = (person_register IS NULL)))),
  CONSTRAINT person_accounts_check2 CHECK (((kind = 'program'::text) = (valid_until IS NOT NULL))),
  CONSTRAINT person_accounts_kind_check CHECK ((kind = ANY (ARRAY['person'::text, 'program'::text, 'none'::text]))),
  CONSTRAINT person_accounts_label_check CHECK (((length(label) >= 1) AND (length(label) <= 300))),
  CONSTRAINT person_accounts_person_register_check CHECK ((person_register = 'people'::text)),
  CONSTRAINT person_accounts_provider_check CHECK (((length(provider) >= 1) AND (length(provider) <= 60))),
  CONSTRAINT person_accounts_scope_check CHECK (((length(scope) >= 1) AND (length(scope) <= 300))),
  CONSTRAINT person_accounts_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id),
  CONSTRAINT person_accounts_person FOREIGN KEY (company_id, person_register, person_id) REFERENCES app.records(company_id, register, id)
);
CREATE INDEX person_accounts_newest ON app.person_accounts USING btree (company_id, provider, scope, account_id, ledger_index DESC, id);
ALTER TABLE app.person_accounts OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY decide ON app.person_accounts FOR INSERT TO app_user
  WITH CHECK ((('people'::text = ANY (( SELECT app.my_registers('write'::text) AS my_registers)::text[])) AND (decided_by = ( SELECT app.uid() AS uid))));
CREATE POLICY read ON app.person_accounts FOR SELECT TO app_user
  USING (('people'::text = ANY (( SELECT app.my_registers('read'::text) AS my_registers)::text[])));
CREATE POLICY tenant_wall ON app.person_accounts AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON app.person_accounts FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON app.person_accounts FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER enqueue_run AFTER INSERT ON app.person_accounts FOR EACH ROW EXECUTE FUNCTION app.enqueue_row('registers', 'company_id', '1', 'decided_at', '5 seconds');
CREATE TRIGGER place_in_ledger BEFORE INSERT ON app.person_accounts FOR EACH ROW EXECUTE FUNCTION app.place_in_ledger();
GRANT SELECT ON app.person_accounts TO app_backup;
GRANT DELETE, SELECT ON app.person_accounts TO app_definer;
GRANT SELECT ON app.person_accounts TO app_user;
GRANT INSERT (company_id, id, provider, scope, account_id, label, kind, person_register, person_id, decided_by, decided_at, valid_until) ON app.person_accounts TO app_user;

CREATE TABLE app.pipelines (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  repository text NOT NULL,
  branch text NOT NULL,
  repository_id text,
  has_second_factor boolean NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  CONSTRAINT pipelines_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT pipelines_branch_check CHECK ((btrim(branch) <> ''::text)),
  CONSTRAINT pipelines_repository_check CHECK ((btrim(repository) <> ''::text)),
  CONSTRAINT pipelines_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id)
);
CREATE UNIQUE INDEX pipelines_once ON app.pipelines USING btree (company_id, lower(repository), branch);
ALTER TABLE app.pipelines OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY make ON app.pipelines FOR INSERT TO app_user
  WITH CHECK (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])) AND (created_by = ( SELECT app.uid() AS uid)) AND ( SELECT app.api_access() AS api_access) AND ((NOT has_second_factor) OR ( SELECT app.has_second_factor() AS has_second_factor))));
CREATE POLICY read ON app.pipelines FOR SELECT TO app_user
  USING ((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])));
CREATE POLICY remove ON app.pipelines FOR DELETE TO app_user
  USING ((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])));
CREATE POLICY tenant_wall ON app.pipelines AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER a_hold_issuer BEFORE INSERT ON app.pipelines FOR EACH ROW WHEN ((CURRENT_USER = 'app_user'::name)) EXECUTE FUNCTION app.hold_issuer('created_by');
CREATE TRIGGER limit_pipelines AFTER INSERT ON app.pipelines FOR EACH ROW EXECUTE FUNCTION app.hold_limit('pipelines');
GRANT SELECT ON app.pipelines TO app_backup;
GRANT DELETE, SELECT ON app.pipelines TO app_definer;
GRANT DELETE ON app.pipelines TO app_user;
GRANT INSERT (company_id, id, repository, branch, has_second_factor, created_by, created_at) ON app.pipelines TO app_user;
GRANT SELECT (company_id, id, repository, branch, created_by, created_at, last_used_at) ON app.pipelines TO app_user;
GRANT UPDATE (repository_id, has_second_factor, created_by, last_used_at) ON app.pipelines TO app_definer;

CREATE TABLE app.plans (
  key text NOT NULL,
  users integer,
  frameworks integer,
  api_access boolean NOT NULL,
  CONSTRAINT plans_pkey PRIMARY KEY (key)
);
ALTER TABLE app.plans OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON app.plans FOR SELECT TO app_user
  USING (true);
GRANT SELECT ON app.plans TO app_backup;
GRANT SELECT ON app.plans TO app_definer;
GRANT SELECT ON app.plans TO app_user;

CREATE TABLE app.platform_admins (
  id uuid NOT NULL,
  super_admin boolean NOT NULL DEFAULT false,
  CONSTRAINT platform_admins_pkey PRIMARY KEY (id)
);
ALTER TABLE app.platform_admins OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY read_own ON app.platform_admins FOR SELECT TO app_user
  USING ((id = ( SELECT app.uid() AS uid)));
CREATE TRIGGER end_of_rights AFTER DELETE ON app.platform_admins FOR EACH ROW EXECUTE FUNCTION app.end_of_platform_admin();
CREATE TRIGGER rights_changed AFTER INSERT OR DELETE OR UPDATE ON app.platform_admins FOR EACH ROW EXECUTE FUNCTION app.renew_sessions('id');
GRANT SELECT ON app.platform_admins TO app_backup;
GRANT DELETE, INSERT, SELECT ON app.platform_admins TO app_definer;
GRANT SELECT ON app.platform_admins TO app_user;

CREATE TABLE app.policies (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  number bigint NOT NULL DEFAULT 0,
  document_id text,
  title text NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  ledger_index bigint NOT NULL DEFAULT '-1'::integer,
  owner_register text,
  owner_person_id uuid,
  CONSTRAINT policies_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT policies_company_id_number_key UNIQUE (company_id, number),
  CONSTRAINT policies_document_id_check CHECK ((btrim(document_id) <> ''::text)),
  CONSTRAINT policies_owner_register_check CHECK ((owner_register = 'people'::text)),
  CONSTRAINT policies_owner_whole CHECK (((owner_register IS NULL) = (owner_person_id IS NULL))),
  CONSTRAINT policies_title_check CHECK (((btrim(title) <> ''::text) AND (length(title) <= 200))),
  CONSTRAINT policies_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id),
  CONSTRAINT policies_owner FOREIGN KEY (company_id, owner_register, owner_person_id) REFERENCES app.records(company_id, register, id)
);
CREATE INDEX policies_owner ON app.policies USING btree (company_id, owner_person_id) WHERE (owner_person_id IS NOT NULL);
CREATE UNIQUE INDEX policies_once ON app.policies USING btree (company_id, document_id) WHERE (document_id IS NOT NULL);
ALTER TABLE app.policies OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY add ON app.policies FOR INSERT TO app_user
  WITH CHECK (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text])) AND (created_by = ( SELECT app.uid() AS uid))));
CREATE POLICY read ON app.policies FOR SELECT TO app_user
  USING (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text, 'viewer'::text])) OR ( SELECT app.is_company_itself() AS is_company_itself)));
CREATE POLICY tenant_wall ON app.policies AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OF company_id, id, number, document_id, title, created_by, created_at, ledger_index ON app.policies FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON app.policies FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER hold_policy BEFORE INSERT ON app.policies FOR EACH ROW EXECUTE FUNCTION app.hold_policy();
GRANT SELECT ON app.policies TO app_backup;
GRANT DELETE, SELECT ON app.policies TO app_definer;
GRANT SELECT ON app.policies TO app_user;
GRANT INSERT (company_id, id, document_id, title, created_by, created_at, owner_register, owner_person_id) ON app.policies TO app_user;
GRANT UPDATE (owner_register, owner_person_id) ON app.policies TO app_definer;

CREATE TABLE app.policy_answers (
  company_id uuid NOT NULL,
  question text NOT NULL,
  answer text,
  changed_by uuid NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  CONSTRAINT policy_answers_pkey PRIMARY KEY (company_id, question),
  CONSTRAINT policy_answers_check CHECK (
CASE
    WHEN (question = 'edition'::text) THEN (answer = ANY (ARRAY['law'::text, 'software'::text]))
    ELSE (answer = ANY (ARRAY['yes'::text, 'not yet'::text, 'none'::text]))
END),
  CONSTRAINT policy_answers_question_check CHECK ((question ~ '^[a-z][a-z-]{0,39}$'::text)),
  CONSTRAINT policy_answers_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id)
);
ALTER TABLE app.policy_answers OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY answer ON app.policy_answers FOR INSERT TO app_user
  WITH CHECK (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text])) AND (changed_by = ( SELECT app.uid() AS uid))));
CREATE POLICY answer_anew ON app.policy_answers FOR UPDATE TO app_user
  USING ((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text])))
  WITH CHECK ((changed_by = ( SELECT app.uid() AS uid)));
CREATE POLICY read ON app.policy_answers FOR SELECT TO app_user
  USING ((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text, 'viewer'::text])));
CREATE POLICY tenant_wall ON app.policy_answers AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
GRANT SELECT ON app.policy_answers TO app_backup;
GRANT DELETE, SELECT ON app.policy_answers TO app_definer;
GRANT INSERT, SELECT ON app.policy_answers TO app_user;
GRANT UPDATE (answer, changed_by, changed_at) ON app.policy_answers TO app_user;

CREATE TABLE app.policy_approvals (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  version_id uuid NOT NULL,
  revision integer NOT NULL,
  sha256 text NOT NULL DEFAULT ''::text,
  approved_by uuid NOT NULL,
  approved_at timestamp with time zone NOT NULL,
  alone boolean NOT NULL DEFAULT false,
  ledger_index bigint NOT NULL DEFAULT '-1'::integer,
  CONSTRAINT policy_approvals_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT policy_approvals_once UNIQUE (company_id, version_id, revision, approved_by),
  CONSTRAINT policy_approvals_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id),
  CONSTRAINT policy_approvals_company_id_version_id_fkey FOREIGN KEY (company_id, version_id) REFERENCES app.policy_versions(company_id, id)
);
ALTER TABLE app.policy_approvals OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY approve ON app.policy_approvals FOR INSERT TO app_user
  WITH CHECK (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text])) AND (approved_by = ( SELECT app.uid() AS uid))));
CREATE POLICY read ON app.policy_approvals FOR SELECT TO app_user
  USING (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text, 'viewer'::text])) OR ( SELECT app.is_company_itself() AS is_company_itself)));
CREATE POLICY tenant_wall ON app.policy_approvals AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON app.policy_approvals FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON app.policy_approvals FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER enqueue_run AFTER INSERT ON app.policy_approvals FOR EACH ROW EXECUTE FUNCTION app.enqueue_row('registers', 'company_id', '1', 'approved_at', '5 seconds');
CREATE TRIGGER hold_policy_approval BEFORE INSERT ON app.policy_approvals FOR EACH ROW EXECUTE FUNCTION app.hold_policy_approval();
CREATE TRIGGER keep_policy_approval AFTER INSERT ON app.policy_approvals FOR EACH ROW EXECUTE FUNCTION app.keep_policy_approval();
GRANT SELECT ON app.policy_approvals TO app_backup;
GRANT DELETE, SELECT ON app.policy_approvals TO app_definer;
GRANT SELECT ON app.policy_approvals TO app_user;
GRANT INSERT (company_id, id, version_id, revision, approved_by, approved_at) ON app.policy_approvals TO app_user;

CREATE TABLE app.policy_texts (
  company_id uuid NOT NULL,
  number integer NOT NULL,
  policy_id uuid NOT NULL,
  sha256 text NOT NULL,
  CONSTRAINT policy_texts_pkey PRIMARY KEY (company_id, number),
  CONSTRAINT policy_texts_company_id_policy_id_sha256_key UNIQUE (company_id, policy_id, sha256),
  CONSTRAINT policy_texts_number_check CHECK ((number >= 0)),
  CONSTRAINT policy_texts_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id),
  CONSTRAINT policy_texts_company_id_policy_id_fkey FOREIGN KEY (company_id, policy_id) REFERENCES app.policies(company_id, id)
);
ALTER TABLE app.policy_texts OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON app.policy_texts FOR SELECT TO app_user
  USING (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text, 'viewer'::text])) OR ( SELECT app.is_company_itself() AS is_company_itself)));
CREATE POLICY tenant_wall ON app.policy_texts AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
GRANT SELECT ON app.policy_texts TO app_backup;
GRANT DELETE, INSERT, SELECT ON app.policy_texts TO app_definer;
GRANT SELECT ON app.policy_texts TO app_user;

CREATE TABLE app.policy_versions (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  policy_id uuid NOT NULL,
  number integer NOT NULL DEFAULT 0,
  state text NOT NULL DEFAULT 'draft'::text,
  text text NOT NULL,
  sha256 text NOT NULL DEFAULT ''::text,
  revision integer NOT NULL DEFAULT 1,
  authors uuid[] NOT NULL DEFAULT '{}'::uuid[],
  quorum smallint,
  created_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  changed_by uuid NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  discarded_at timestamp with time zone,
  in_force_at timestamp with time zone,
  in_force_index bigint,
  replaced_at timestamp with time zone,
  ledger_index bigint NOT NULL DEFAULT '-1'::integer,
  editors uuid[],
  original bigint,
  CONSTRAINT policy_versions_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT policy_versions_company_id_policy_id_number_key UNIQUE (company_id, policy_id, number),
  CONSTRAINT policy_versions_check CHECK ((((quorum IS NULL) = (state = 'draft'::text)) OR (state = 'discarded'::text))),
  CONSTRAINT policy_versions_check1 CHECK ((((in_force_at IS NULL) = (state <> ALL (ARRAY['in force'::text, 'replaced'::text]))) AND ((in_force_at IS NULL) = (in_force_index IS NULL)))),
  CONSTRAINT policy_versions_check2 CHECK (((replaced_at IS NULL) = (state <> 'replaced'::text))),
  CONSTRAINT policy_versions_quorum_check CHECK (((quorum >= 1) AND (quorum <= 3))),
  CONSTRAINT policy_versions_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'review'::text, 'in force'::text, 'replaced'::text, 'discarded'::text]))),
  CONSTRAINT policy_versions_text_check CHECK (((octet_length(text) >= 1) AND (octet_length(text) <= 200000))),
  CONSTRAINT policy_versions_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id),
  CONSTRAINT policy_versions_company_id_policy_id_fkey FOREIGN KEY (company_id, policy_id) REFERENCES app.policies(company_id, id),
  CONSTRAINT policy_versions_original FOREIGN KEY (company_id, original) REFERENCES app.evidence(company_id, number)
);
CREATE INDEX policy_versions_of_text ON app.policy_versions USING btree (company_id, sha256);
CREATE UNIQUE INDEX policy_versions_in_force ON app.policy_versions USING btree (company_id, policy_id) WHERE (state = 'in force'::text);
CREATE UNIQUE INDEX policy_versions_open ON app.policy_versions USING btree (company_id, policy_id) WHERE (state = ANY (ARRAY['draft'::text, 'review'::text]));
ALTER TABLE app.policy_versions OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY add ON app.policy_versions FOR INSERT TO app_user
  WITH CHECK (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text])) AND (created_by = ( SELECT app.uid() AS uid)) AND (changed_by = ( SELECT app.uid() AS uid))));
CREATE POLICY change ON app.policy_versions FOR UPDATE TO app_user
  USING ((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text])))
  WITH CHECK ((changed_by = ( SELECT app.uid() AS uid)));
CREATE POLICY read ON app.policy_versions FOR SELECT TO app_user
  USING (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text, 'viewer'::text])) OR ( SELECT app.is_company_itself() AS is_company_itself)));
CREATE POLICY tenant_wall ON app.policy_versions AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OF company_id, id, policy_id, number, created_by, created_at ON app.policy_versions FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON app.policy_versions FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER hold_policy_version BEFORE INSERT OR UPDATE ON app.policy_versions FOR EACH ROW EXECUTE FUNCTION app.hold_policy_version();
CREATE TRIGGER hold_version_original BEFORE INSERT OR UPDATE OF original ON app.policy_versions FOR EACH ROW WHEN ((new.original IS NOT NULL)) EXECUTE FUNCTION app.hold_policy_original();
GRANT SELECT ON app.policy_versions TO app_backup;
GRANT DELETE, SELECT ON app.policy_versions TO app_definer;
GRANT SELECT ON app.policy_versions TO app_user;
GRANT INSERT (company_id, id, policy_id, text, created_by, created_at, changed_by, changed_at, original) ON app.policy_versions TO app_user;
GRANT UPDATE (state, in_force_at, in_force_index, replaced_at) ON app.policy_versions TO app_definer;
GRANT UPDATE (text, quorum, changed_by, changed_at, discarded_at, original) ON app.policy_versions TO app_user;

CREATE TABLE app.portals (
  company_id uuid NOT NULL,
  is_on boolean NOT NULL DEFAULT false,
  title text NOT NULL,
  introduction text NOT NULL,
  contact text,
  listed boolean NOT NULL DEFAULT false,
  controls text[] NOT NULL,
  frameworks text[] NOT NULL,
  color text NOT NULL DEFAULT 'blue'::text,
  logo text,
  CONSTRAINT portals_pkey PRIMARY KEY (company_id),
  CONSTRAINT portals_logo_check CHECK (((length(logo) <= 90000) AND (logo ~ '^data:image/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$'::text))),
  CONSTRAINT portals_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id)
);
ALTER TABLE app.portals OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY change ON app.portals FOR UPDATE TO app_user
  USING ((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])));
CREATE POLICY publish ON app.portals FOR INSERT TO app_user
  WITH CHECK ((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])));
CREATE POLICY read ON app.portals FOR SELECT TO app_user
  USING (true);
CREATE POLICY tenant_wall ON app.portals AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
GRANT SELECT ON app.portals TO app_backup;
GRANT DELETE, SELECT ON app.portals TO app_definer;
GRANT INSERT, SELECT ON app.portals TO app_user;
GRANT UPDATE (is_on, title, introduction, contact, listed, controls, frameworks, color, logo) ON app.portals TO app_user;

CREATE TABLE app.privilege_waivers (
  company_id uuid NOT NULL,
  evidence_id uuid NOT NULL,
  matter_id uuid NOT NULL,
  reason text NOT NULL,
  waived_by uuid NOT NULL,
  waived_at timestamp with time zone NOT NULL,
  CONSTRAINT privilege_waivers_pkey PRIMARY KEY (company_id, evidence_id),
  CONSTRAINT privilege_waivers_reason_check CHECK ((btrim(reason) <> ''::text)),
  CONSTRAINT privilege_waivers_company_id_evidence_id_fkey FOREIGN KEY (company_id, evidence_id) REFERENCES app.evidence(company_id, id)
);
ALTER TABLE app.privilege_waivers OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY privilege_wall ON app.privilege_waivers AS RESTRICTIVE FOR ALL TO PUBLIC
  USING (((matter_id IS NULL) OR (matter_id = ANY (( SELECT app.my_matters() AS my_matters)::uuid[]))))
  WITH CHECK (((matter_id IS NULL) OR (matter_id = ANY (( SELECT app.my_matters() AS my_matters)::uuid[]))));
CREATE POLICY read ON app.privilege_waivers FOR SELECT TO app_user
  USING (true);
CREATE POLICY tenant_wall ON app.privilege_waivers AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON app.privilege_waivers FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON app.privilege_waivers FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
GRANT SELECT ON app.privilege_waivers TO app_backup;
GRANT DELETE, INSERT, SELECT ON app.privilege_waivers TO app_definer;
GRANT SELECT ON app.privilege_waivers TO app_user;

CREATE TABLE app.privileged_controls (
  company_id uuid NOT NULL,
  evidence_id uuid NOT NULL,
  control_id text NOT NULL,
  number bigint NOT NULL,
  valid_until timestamp with time zone NOT NULL,
  superseded_by bigint,
  matter_id uuid NOT NULL,
  set_aside_by uuid,
  CONSTRAINT privileged_controls_pkey PRIMARY KEY (company_id, evidence_id, control_id),
  CONSTRAINT privileged_controls_company_id_evidence_id_fkey FOREIGN KEY (company_id, evidence_id) REFERENCES app.evidence(company_id, id)
);
ALTER TABLE app.privileged_controls OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY privilege_wall ON app.privileged_controls AS RESTRICTIVE FOR ALL TO PUBLIC
  USING (((matter_id IS NULL) OR (matter_id = ANY (( SELECT app.my_matters() AS my_matters)::uuid[]))))
  WITH CHECK (((matter_id IS NULL) OR (matter_id = ANY (( SELECT app.my_matters() AS my_matters)::uuid[]))));
CREATE POLICY read ON app.privileged_controls FOR SELECT TO app_user
  USING (true);
CREATE POLICY tenant_wall ON app.privileged_controls AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
GRANT SELECT ON app.privileged_controls TO app_auditor;
GRANT SELECT ON app.privileged_controls TO app_backup;
GRANT DELETE, INSERT, SELECT ON app.privileged_controls TO app_definer;
GRANT SELECT ON app.privileged_controls TO app_user;
GRANT UPDATE (superseded_by) ON app.privileged_controls TO app_definer;

CREATE TABLE app.processes (
  id uuid NOT NULL,
  role text NOT NULL,
  version text NOT NULL,
  node_version text NOT NULL,
  started_at timestamp with time zone NOT NULL,
  last_seen_at timestamp with time zone NOT NULL,
  keys_generation bigint NOT NULL DEFAULT 0,
  CONSTRAINT processes_pkey PRIMARY KEY (id)
);
ALTER TABLE app.processes OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY beat ON app.processes FOR ALL TO app_worker
  USING (true)
  WITH CHECK (true);
CREATE POLICY beat_auth ON app.processes FOR ALL TO app_auth
  USING (true)
  WITH CHECK (true);
CREATE POLICY beat_signer ON app.processes FOR ALL TO app_signer
  USING ((role = 'signer'::text))
  WITH CHECK ((role = 'signer'::text));
CREATE POLICY read ON app.processes FOR SELECT TO app_user
  USING (( SELECT app.is_platform_admin() AS is_platform_admin));
CREATE POLICY watch ON app.processes FOR SELECT TO app_definer
  USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON app.processes TO app_auth;
GRANT SELECT ON app.processes TO app_backup;
GRANT SELECT ON app.processes TO app_definer;
GRANT DELETE, INSERT, SELECT, UPDATE ON app.processes TO app_signer;
GRANT SELECT ON app.processes TO app_user;
GRANT DELETE, INSERT, SELECT, UPDATE ON app.processes TO app_worker;

CREATE TABLE app.profiles (
  id uuid NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  CONSTRAINT profiles_pkey PRIMARY KEY (id)
);
ALTER TABLE app.profiles OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY account ON app.profiles FOR SELECT TO app_auth
  USING (true);
CREATE POLICY account_change ON app.profiles FOR UPDATE TO app_auth
  USING (true)
  WITH CHECK (true);
CREATE POLICY account_end ON app.profiles FOR DELETE TO app_auth
  USING (true);
CREATE POLICY audit ON app.profiles FOR SELECT TO app_auditor
  USING ((id = ANY (( SELECT app.co_members() AS co_members)::uuid[])));
CREATE POLICY read ON app.profiles FOR SELECT TO app_user
  USING (((id = ( SELECT app.uid() AS uid)) OR (id = ANY (( SELECT app.co_members() AS co_members)::uuid[]))));
CREATE POLICY sign_up ON app.profiles FOR INSERT TO app_auth
  WITH CHECK (true);
GRANT SELECT ON app.profiles TO app_auditor;
GRANT DELETE, INSERT, SELECT ON app.profiles TO app_auth;
GRANT SELECT ON app.profiles TO app_backup;
GRANT DELETE, SELECT ON app.profiles TO app_definer;
GRANT SELECT ON app.profiles TO app_user;
GRANT UPDATE (first_name, last_name) ON app.profiles TO app_auth;

CREATE TABLE app.projects (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  framework text NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  started_at timestamp with time zone,
  archived_at timestamp with time zone,
  window_from date,
  window_to date,
  archived_controls jsonb,
  CONSTRAINT projects_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT projects_name_check CHECK ((btrim(name) <> ''::text)),
  CONSTRAINT projects_window_length CHECK ((window_to < (window_from + '3 years'::interval))),
  CONSTRAINT projects_window_order CHECK ((window_to > window_from)),
  CONSTRAINT projects_window_whole CHECK (((window_from IS NULL) = (window_to IS NULL))),
  CONSTRAINT projects_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id)
);
CREATE INDEX projects_draft ON app.projects USING btree (company_id) WHERE (started_at IS NULL);
ALTER TABLE app.projects OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY audit ON app.projects FOR SELECT TO app_auditor
  USING ((id = ANY (( SELECT app.audited_projects() AS audited_projects)::uuid[])));
CREATE POLICY bounded ON app.projects AS RESTRICTIVE FOR INSERT TO app_user
  WITH CHECK ((( SELECT app.my_platform_role() AS my_platform_role) = ANY (ARRAY['admin'::text, 'manager'::text])));
CREATE POLICY contribute ON app.projects FOR INSERT TO app_user
  WITH CHECK (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text])) AND (created_by = ( SELECT app.uid() AS uid))));
CREATE POLICY contribute_changes ON app.projects FOR UPDATE TO app_user
  USING ((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text])));
CREATE POLICY read ON app.projects FOR SELECT TO app_user
  USING (true);
CREATE POLICY tenant_wall ON app.projects AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER hold_frameworks BEFORE INSERT OR UPDATE OF framework, archived_at ON app.projects FOR EACH ROW EXECUTE FUNCTION app.hold_frameworks();
CREATE TRIGGER hold_project_changes BEFORE UPDATE ON app.projects FOR EACH ROW EXECUTE FUNCTION app.hold_project_changes();
CREATE TRIGGER limit_projects AFTER INSERT ON app.projects FOR EACH ROW EXECUTE FUNCTION app.hold_limit('projects');
GRANT SELECT ON app.projects TO app_auditor;
GRANT SELECT ON app.projects TO app_backup;
GRANT DELETE, SELECT, UPDATE ON app.projects TO app_definer;
GRANT INSERT, SELECT ON app.projects TO app_user;
GRANT UPDATE (name, started_at, archived_at, window_from, window_to, archived_controls) ON app.projects TO app_user;

CREATE TABLE app.proposal_decisions (
  company_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  register text NOT NULL,
  key text NOT NULL,
  dismissed boolean NOT NULL,
  decided_by uuid NOT NULL,
  decided_at timestamp with time zone NOT NULL,
  ledger_index bigint NOT NULL DEFAULT '-1'::integer,
  CONSTRAINT proposal_decisions_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT proposal_decisions_key_check CHECK (((length(key) >= 1) AND (length(key) <= 64))),
  CONSTRAINT proposal_decisions_register_check CHECK (((length(register) >= 1) AND (length(register) <= 40))),
  CONSTRAINT proposal_decisions_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id)
);
CREATE INDEX proposal_decisions_newest ON app.proposal_decisions USING btree (company_id, register, key, ledger_index DESC, id);
ALTER TABLE app.proposal_decisions OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY decide ON app.proposal_decisions FOR INSERT TO app_user
  WITH CHECK (((register = ANY (( SELECT app.my_registers('write'::text) AS my_registers)::text[])) AND (decided_by = ( SELECT app.uid() AS uid))));
CREATE POLICY read ON app.proposal_decisions FOR SELECT TO app_user
  USING ((register = ANY (( SELECT app.my_registers('read'::text) AS my_registers)::text[])));
CREATE POLICY tenant_wall ON app.proposal_decisions AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON app.proposal_decisions FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON app.proposal_decisions FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER place_in_ledger BEFORE INSERT ON app.proposal_decisions FOR EACH ROW EXECUTE FUNCTION app.place_in_ledger();
GRANT SELECT ON app.proposal_decisions TO app_backup;
GRANT DELETE, SELECT ON app.proposal_decisions TO app_definer;
GRANT SELECT ON app.proposal_decisions TO app_user;
GRANT INSERT (company_id, id, register, key, dismissed, decided_by, decided_at) ON app.proposal_decisions TO app_user;

CREATE TABLE app.proposal_lists (
  company_id uuid NOT NULL,
  connection_id uuid NOT NULL,
  register text NOT NULL,
  evidence_id uuid NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  proposals jsonb NOT NULL,
  CONSTRAINT proposal_lists_pkey PRIMARY KEY (company_id, connection_id, register),
  CONSTRAINT proposal_lists_register_check CHECK (((length(register) >= 1) AND (length(register) <= 40))),
  CONSTRAINT proposal_lists_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES app.connections(company_id, id),
  CONSTRAINT proposal_lists_company_id_evidence_id_fkey FOREIGN KEY (company_id, evidence_id) REFERENCES app.evidence(company_id, id)
);
ALTER TABLE app.proposal_lists OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY list ON app.proposal_lists FOR INSERT TO app_user
  WITH CHECK (( SELECT app.is_company_itself() AS is_company_itself));
CREATE POLICY list_again ON app.proposal_lists FOR UPDATE TO app_user
  USING (( SELECT app.is_company_itself() AS is_company_itself));
CREATE POLICY read ON app.proposal_lists FOR SELECT TO app_user
  USING ((register = ANY (( SELECT app.my_registers('read'::text) AS my_registers)::text[])));
CREATE POLICY tenant_wall ON app.proposal_lists AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
GRANT SELECT ON app.proposal_lists TO app_backup;
GRANT DELETE, SELECT ON app.proposal_lists TO app_definer;
GRANT INSERT, SELECT ON app.proposal_lists TO app_user;
GRANT UPDATE (evidence_id, seen_at, proposals) ON app.proposal_lists TO app_user;

CREATE TABLE app.quiz_attempts (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  person_register text NOT NULL DEFAULT 'people'::text,
  person_id uuid NOT NULL,
  course text NOT NULL,
  course_version integer NOT NULL,
  seed bytea NOT NULL,
  begun_at timestamp with time zone NOT NULL,
  CONSTRAINT quiz_attempts_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT quiz_attempts_course_check CHECK ((course ~ '^[a-z-]{1,40}$'::text)),
  CONSTRAINT quiz_attempts_course_version_check CHECK ((course_version > 0)),
  CONSTRAINT quiz_attempts_person_register_check CHECK ((person_register = 'people'::text)),
  CONSTRAINT quiz_attempts_seed_check CHECK ((length(seed) = 16)),
  CONSTRAINT quiz_attempts_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id),
  CONSTRAINT quiz_attempts_company_id_person_register_person_id_fkey FOREIGN KEY (company_id, person_register, person_id) REFERENCES app.records(company_id, register, id)
);
ALTER TABLE app.quiz_attempts OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON app.quiz_attempts FOR SELECT TO app_staff
  USING ((person_id = ( SELECT app.uid() AS uid)));
CREATE POLICY read ON app.quiz_attempts FOR SELECT TO app_user
  USING (('people'::text = ANY (( SELECT app.my_registers('read'::text) AS my_registers)::text[])));
CREATE POLICY tenant_wall ON app.quiz_attempts AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON app.quiz_attempts FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON app.quiz_attempts FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
GRANT SELECT ON app.quiz_attempts TO app_backup;
GRANT DELETE, INSERT, SELECT ON app.quiz_attempts TO app_definer;
GRANT SELECT ON app.quiz_attempts TO app_staff;
GRANT SELECT ON app.quiz_attempts TO app_user;

CREATE UNLOGGED TABLE app.rate_limits (
  key text NOT NULL,
  window_ends timestamp with time zone NOT NULL,
  tries integer NOT NULL,
  CONSTRAINT rate_limits_pkey PRIMARY KEY (key)
);
ALTER TABLE app.rate_limits OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT ON app.rate_limits TO app_backup;
GRANT DELETE, INSERT, SELECT, UPDATE ON app.rate_limits TO app_definer;

CREATE TABLE app.record_changes (
  company_id uuid NOT NULL,
  record_id uuid NOT NULL,
  version integer NOT NULL,
  register text NOT NULL,
  kind text NOT NULL,
  changes jsonb NOT NULL,
  reason text,
  changed_by uuid NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  batch_id uuid,
  salt bytea NOT NULL,
  ledger_index bigint NOT NULL,
  matter_id uuid,
  CONSTRAINT record_changes_pkey PRIMARY KEY (company_id, record_id, version),
  CONSTRAINT record_changes_kind_check CHECK ((kind = ANY (ARRAY['added'::text, 'changed'::text, 'ended'::text, 'reopened'::text, 'approved'::text, 'unapproved'::text]))),
  CONSTRAINT record_changes_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id),
  CONSTRAINT record_changes_company_id_matter_id_fkey FOREIGN KEY (company_id, matter_id) REFERENCES app.matters(company_id, id),
  CONSTRAINT record_changes_company_id_register_record_id_fkey FOREIGN KEY (company_id, register, record_id) REFERENCES app.records(company_id, register, id)
);
CREATE INDEX record_changes_of_batch ON app.record_changes USING btree (company_id, batch_id) WHERE (batch_id IS NOT NULL);
CREATE INDEX record_changes_of_people ON app.record_changes USING btree (company_id, changed_at) WHERE ((register = 'people'::text) AND (kind = 'changed'::text));
ALTER TABLE app.record_changes OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY privilege_wall ON app.record_changes AS RESTRICTIVE FOR ALL TO PUBLIC
  USING (((matter_id IS NULL) OR (matter_id = ( SELECT app.opened_matter() AS opened_matter))));
CREATE POLICY read ON app.record_changes FOR SELECT TO app_user
  USING ((register = ANY (( SELECT app.my_registers('read'::text) AS my_registers)::text[])));
CREATE POLICY tenant_wall ON app.record_changes AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON app.record_changes FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON app.record_changes FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
GRANT SELECT ON app.record_changes TO app_backup;
GRANT DELETE, INSERT, SELECT ON app.record_changes TO app_definer;
GRANT SELECT ON app.record_changes TO app_user;

CREATE TABLE app.record_counts (
  company_id uuid NOT NULL,
  register text NOT NULL,
  approved integer NOT NULL,
  waiting integer NOT NULL,
  ended integer NOT NULL,
  CONSTRAINT record_counts_pkey PRIMARY KEY (company_id, register),
  CONSTRAINT record_counts_approved_check CHECK ((approved >= 0)),
  CONSTRAINT record_counts_ended_check CHECK ((ended >= 0)),
  CONSTRAINT record_counts_waiting_check CHECK ((waiting >= 0)),
  CONSTRAINT record_counts_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id)
);
ALTER TABLE app.record_counts OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON app.record_counts FOR SELECT TO app_user
  USING ((register = ANY (( SELECT app.my_registers('read'::text) AS my_registers)::text[])));
CREATE POLICY tenant_wall ON app.record_counts AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
GRANT SELECT ON app.record_counts TO app_backup;
GRANT DELETE, INSERT, SELECT, UPDATE ON app.record_counts TO app_definer;
GRANT SELECT ON app.record_counts TO app_user;

CREATE TABLE app.record_keys (
  company_id uuid NOT NULL,
  record_id uuid NOT NULL,
  field text NOT NULL,
  register text NOT NULL,
  number bigint NOT NULL,
  ended boolean NOT NULL,
  approved boolean NOT NULL,
  value text NOT NULL,
  CONSTRAINT record_keys_pkey PRIMARY KEY (company_id, record_id, field),
  CONSTRAINT record_keys_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id),
  CONSTRAINT record_keys_company_id_register_record_id_fkey FOREIGN KEY (company_id, register, record_id) REFERENCES app.records(company_id, register, id)
);
CREATE INDEX record_keys_in_order ON app.record_keys USING btree (company_id, register, field, value, number) INCLUDE (record_id, ended, approved);
ALTER TABLE app.record_keys OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON app.record_keys FOR SELECT TO app_user
  USING ((register = ANY (( SELECT app.my_registers('read'::text) AS my_registers)::text[])));
CREATE POLICY tenant_wall ON app.record_keys AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
GRANT SELECT ON app.record_keys TO app_backup;
GRANT DELETE, INSERT, SELECT, UPDATE ON app.record_keys TO app_definer;
GRANT SELECT ON app.record_keys TO app_user;

CREATE TABLE app.record_links (
  company_id uuid NOT NULL,
  record_id uuid NOT NULL,
  register text NOT NULL,
  field text NOT NULL,
  "position" integer NOT NULL,
  person_register text,
  person_id uuid,
  system_id uuid,
  control_id text,
  exhibit bigint,
  target_register text,
  target_id uuid,
  matter_id uuid,
  CONSTRAINT record_links_pkey PRIMARY KEY (company_id, record_id, field, "position"),
  CONSTRAINT record_links_check CHECK (((num_nonnulls(person_id, target_id, system_id, control_id, exhibit) = 1) AND ((person_id IS NULL) = (person_register IS NULL)) AND ((target_id IS NULL) = (target_register IS NULL)))),
  CONSTRAINT record_links_control_id_check CHECK ((control_id ~ '^XC-\d\d$'::text)),
  CONSTRAINT record_links_person_register_check CHECK ((person_register = 'people'::text)),
  CONSTRAINT record_links_company_id_matter_id_fkey FOREIGN KEY (company_id, matter_id) REFERENCES app.matters(company_id, id),
  CONSTRAINT record_links_company_id_register_record_id_fkey FOREIGN KEY (company_id, register, record_id) REFERENCES app.records(company_id, register, id),
  CONSTRAINT record_links_exhibit FOREIGN KEY (company_id, exhibit) REFERENCES app.evidence(company_id, number),
  CONSTRAINT record_links_person FOREIGN KEY (company_id, person_register, person_id) REFERENCES app.records(company_id, register, id),
  CONSTRAINT record_links_record FOREIGN KEY (company_id, target_register, target_id) REFERENCES app.records(company_id, register, id),
  CONSTRAINT record_links_system FOREIGN KEY (company_id, system_id) REFERENCES app.systems(company_id, id)
);
CREATE INDEX record_links_of_person ON app.record_links USING btree (company_id, person_id) WHERE (person_id IS NOT NULL);
CREATE INDEX record_links_of_record ON app.record_links USING btree (company_id, target_id, register) WHERE (target_id IS NOT NULL);
CREATE INDEX record_links_of_system ON app.record_links USING btree (company_id, system_id) WHERE (system_id IS NOT NULL);
ALTER TABLE app.record_links OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY privilege_wall ON app.record_links AS RESTRICTIVE FOR ALL TO PUBLIC
  USING (((matter_id IS NULL) OR (matter_id = ( SELECT app.opened_matter() AS opened_matter))));
CREATE POLICY read ON app.record_links FOR SELECT TO app_user
  USING ((register = ANY (( SELECT app.my_registers('read'::text) AS my_registers)::text[])));
CREATE POLICY tenant_wall ON app.record_links AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
GRANT SELECT ON app.record_links TO app_backup;
GRANT DELETE, INSERT, SELECT ON app.record_links TO app_definer;
GRANT SELECT ON app.record_links TO app_user;

CREATE TABLE app.record_names (
  company_id uuid NOT NULL,
  record_id uuid NOT NULL,
  register text NOT NULL,
  number bigint NOT NULL,
  ended boolean NOT NULL,
  approved boolean NOT NULL,
  title text NOT NULL,
  words text NOT NULL,
  CONSTRAINT record_names_pkey PRIMARY KEY (company_id, record_id),
  CONSTRAINT record_names_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id),
  CONSTRAINT record_names_company_id_register_record_id_fkey FOREIGN KEY (company_id, register, record_id) REFERENCES app.records(company_id, register, id)
);
CREATE INDEX record_names_beyond_ascii ON app.record_names USING btree (company_id) WHERE (octet_length(title) > length(title));
CREATE INDEX record_names_by_number ON app.record_names USING btree (company_id, register, ended, number) INCLUDE (record_id, approved);
CREATE INDEX record_names_in_order ON app.record_names USING btree (company_id, register, title, number);
CREATE INDEX record_names_newest ON app.record_names USING btree (company_id, ended, number DESC);
CREATE INDEX record_names_trigrams ON app.record_names USING gin (company_id, title extensions.gin_trgm_ops);
ALTER TABLE app.record_names OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON app.record_names FOR SELECT TO app_user
  USING ((register = ANY (( SELECT app.my_registers('read'::text) AS my_registers)::text[])));
CREATE POLICY tenant_wall ON app.record_names AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
GRANT SELECT ON app.record_names TO app_backup;
GRANT DELETE, INSERT, SELECT, UPDATE ON app.record_names TO app_definer;
GRANT SELECT ON app.record_names TO app_user;

CREATE TABLE app.records (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  register text NOT NULL,
  number bigint NOT NULL DEFAULT 0,
  fields jsonb NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  changed_by uuid NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  authors uuid[] NOT NULL DEFAULT '{}'::uuid[],
  approved_by uuid,
  approved_at timestamp with time zone,
  approved_alone boolean NOT NULL DEFAULT false,
  ended_at timestamp with time zone,
  ended_reason text,
  batch_id uuid,
  salt bytea NOT NULL,
  ledger_index bigint NOT NULL DEFAULT '-1'::integer,
  approved_before boolean NOT NULL DEFAULT false,
  end_approved_by uuid,
  end_approved_at timestamp with time zone,
  end_approved_alone boolean NOT NULL DEFAULT false,
  matter_id uuid,
  about_id uuid,
  vouched_email text,
  vouched_how text,
  vouched_by uuid,
  vouched_at timestamp with time zone,
  approved_names jsonb,
  discovered_first timestamp with time zone,
  discovery_by uuid,
  discovery_approved_by uuid,
  discovery_approved_at timestamp with time zone,
  discovery_authors uuid[],
  CONSTRAINT records_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT records_company_id_register_id_key UNIQUE (company_id, register, id),
  CONSTRAINT records_number UNIQUE NULLS NOT DISTINCT (company_id, register, number, matter_id),
  CONSTRAINT records_approved_names_check CHECK (((approved_names IS NULL) OR (jsonb_typeof(approved_names) = 'object'::text))),
  CONSTRAINT records_check CHECK (((approved_by IS NULL) = (approved_at IS NULL))),
  CONSTRAINT records_check1 CHECK (((ended_at IS NULL) = (ended_reason IS NULL))),
  CONSTRAINT records_check2 CHECK (((end_approved_by IS NULL) = (end_approved_at IS NULL))),
  CONSTRAINT records_check3 CHECK (((end_approved_at IS NULL) OR (ended_at IS NOT NULL))),
  CONSTRAINT records_check4 CHECK (((about_id IS NULL) OR ((matter_id IS NOT NULL) AND (about_id <> id)))),
  CONSTRAINT records_ended_reason_check CHECK ((btrim(ended_reason) <> ''::text)),
  CONSTRAINT records_fields_check CHECK ((jsonb_typeof(fields) = 'object'::text)),
  CONSTRAINT records_salt_check CHECK ((length(salt) >= 16)),
  CONSTRAINT records_vouched CHECK ((((vouched_email IS NULL) = (vouched_how IS NULL)) AND ((vouched_email IS NULL) = (vouched_at IS NULL)))),
  CONSTRAINT records_vouched_how_check CHECK ((vouched_how = ANY (ARRAY['directory'::text, 'another'::text, 'alone'::text]))),
  CONSTRAINT records_about FOREIGN KEY (company_id, register, about_id) REFERENCES app.records(company_id, register, id),
  CONSTRAINT records_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id),
  CONSTRAINT records_company_id_matter_id_fkey FOREIGN KEY (company_id, matter_id) REFERENCES app.matters(company_id, id),
  CONSTRAINT records_register_fkey FOREIGN KEY (register) REFERENCES app.registers(key)
);
CREATE INDEX records_about ON app.records USING btree (company_id, about_id) WHERE (about_id IS NOT NULL);
CREATE INDEX records_approved_by_change ON app.records USING btree (company_id, register, changed_at, number) WHERE ((ended_at IS NULL) AND (approved_at IS NOT NULL));
CREATE INDEX records_bundles ON app.records USING btree (company_id, id) WHERE ((register = 'assurances'::text) AND (ended_at IS NULL) AND ((fields ->> 'kind'::text) = 'bundle'::text));
CREATE INDEX records_by_change ON app.records USING btree (company_id, register, changed_at, number) WHERE (number > 0);
CREATE INDEX records_by_ledger ON app.records USING btree (((company_id)::text), register, ledger_index);
CREATE INDEX records_contact_links ON app.records USING btree (((fields ->> 'linkDigest'::text))) WHERE ((register = 'tests'::text) AND (fields ? 'linkDigest'::text));
CREATE INDEX records_ended_by_change ON app.records USING btree (company_id, register, changed_at, number) WHERE (ended_at IS NOT NULL);
CREATE INDEX records_incidents ON app.records USING btree (company_id, id) WHERE ((register = 'incidents'::text) AND (ended_at IS NULL) AND (matter_id IS NULL));
CREATE INDEX records_legal_holds ON app.records USING btree (company_id) WHERE ((register = 'legal-holds'::text) AND (matter_id IS NULL));
CREATE INDEX records_of_address ON app.records USING btree (lower((fields ->> 'email'::text))) WHERE ((register = 'people'::text) AND (ended_at IS NULL) AND ((fields ->> 'email'::text) IS NOT NULL));
CREATE INDEX records_of_former_address ON app.records USING btree (lower((fields ->> 'email'::text))) WHERE ((register = 'people'::text) AND (ended_at IS NOT NULL) AND ((fields ->> 'email'::text) IS NOT NULL));
CREATE INDEX records_of_matter ON app.records USING btree (company_id, matter_id) WHERE (matter_id IS NOT NULL);
CREATE INDEX records_unvouched ON app.records USING btree (company_id, id) WHERE ((register = 'people'::text) AND (ended_at IS NULL) AND (fields ? 'email'::text) AND (vouched_email IS DISTINCT FROM lower((fields ->> 'email'::text))));
CREATE INDEX records_waiting_by_change ON app.records USING btree (company_id, register, changed_at, number) WHERE ((ended_at IS NULL) AND (approved_at IS NULL));
ALTER TABLE app.records OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY add ON app.records FOR INSERT TO app_user
  WITH CHECK (((register = ANY (( SELECT app.my_registers('write'::text) AS my_registers)::text[])) AND (created_by = ( SELECT app.uid() AS uid)) AND (changed_by = ( SELECT app.uid() AS uid))));
CREATE POLICY change ON app.records FOR UPDATE TO app_user
  USING ((register = ANY (( SELECT app.my_registers('write'::text) AS my_registers)::text[])))
  WITH CHECK (((register = ANY (( SELECT app.my_registers('write'::text) AS my_registers)::text[])) AND (changed_by = ( SELECT app.uid() AS uid))));
CREATE POLICY privilege_wall ON app.records AS RESTRICTIVE FOR ALL TO PUBLIC
  USING (((matter_id IS NULL) OR (matter_id = ( SELECT app.opened_matter() AS opened_matter))))
  WITH CHECK (((matter_id IS NULL) OR (matter_id = ( SELECT app.opened_matter() AS opened_matter))));
CREATE POLICY read ON app.records FOR SELECT TO app_user
  USING ((register = ANY (( SELECT app.my_registers('read'::text) AS my_registers)::text[])));
CREATE POLICY tenant_wall ON app.records AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER ask_holder AFTER INSERT OR UPDATE ON app.records FOR EACH ROW WHEN (((new.register = 'devices'::text) AND (new.matter_id IS NULL))) EXECUTE FUNCTION app.ask_holder();
CREATE TRIGGER count_added AFTER INSERT ON app.records REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION app.count_added_people();
CREATE TRIGGER count_changed AFTER UPDATE ON app.records REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION app.count_changed_people();
CREATE TRIGGER enqueue_added AFTER INSERT ON app.records REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION app.enqueue_registers();
CREATE TRIGGER enqueue_changed AFTER UPDATE ON app.records REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION app.enqueue_registers();
CREATE TRIGGER hold_record BEFORE INSERT OR UPDATE ON app.records FOR EACH ROW EXECUTE FUNCTION app.hold_record();
CREATE TRIGGER hold_record_end BEFORE UPDATE ON app.records FOR EACH ROW EXECUTE FUNCTION app.hold_end();
CREATE TRIGGER hold_record_names BEFORE UPDATE ON app.records FOR EACH ROW WHEN (((new.register = 'legal-holds'::text) AND (new.matter_id IS NULL))) EXECUTE FUNCTION app.keep_hold();
CREATE TRIGGER hold_required BEFORE INSERT OR UPDATE ON app.records FOR EACH ROW EXECUTE FUNCTION app.hold_required();
CREATE TRIGGER keep_added AFTER INSERT ON app.records REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION app.keep_added_records();
CREATE TRIGGER keep_changed AFTER UPDATE ON app.records REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION app.keep_changed_records();
CREATE TRIGGER keep_discovery BEFORE INSERT OR UPDATE ON app.records FOR EACH ROW WHEN ((new.register = 'incidents'::text)) EXECUTE FUNCTION app.keep_discovery();
CREATE TRIGGER key_tasks_added AFTER INSERT ON app.records REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION app.key_added_tasks();
CREATE TRIGGER key_tasks_changed AFTER UPDATE ON app.records REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION app.key_changed_tasks();
CREATE TRIGGER limit_added AFTER INSERT ON app.records REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION app.hold_records();
CREATE TRIGGER limit_changed AFTER UPDATE ON app.records REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION app.hold_records();
CREATE TRIGGER list_added AFTER INSERT ON app.records REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION app.list_written_people();
CREATE TRIGGER list_changed AFTER UPDATE ON app.records REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION app.list_written_people();
CREATE TRIGGER name_added AFTER INSERT ON app.records REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION app.name_added_records();
CREATE TRIGGER name_changed AFTER UPDATE ON app.records REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION app.name_changed_records();
CREATE TRIGGER refuse_held BEFORE INSERT OR UPDATE ON app.records FOR EACH ROW WHEN (((new.matter_id IS NULL) AND (new.register = ANY (ARRAY['disposals'::text, 'client-matters'::text])))) EXECUTE FUNCTION app.refuse_held();
GRANT SELECT ON app.records TO app_backup;
GRANT DELETE, SELECT ON app.records TO app_definer;
GRANT SELECT ON app.records TO app_user;
GRANT INSERT (company_id, id, register, fields, created_by, created_at, changed_by, changed_at, batch_id, salt, matter_id, about_id) ON app.records TO app_user;
GRANT INSERT (company_id, id, register, fields, created_by, created_at, changed_by, changed_at, salt) ON app.records TO app_definer;
GRANT UPDATE (fields, changed_by, changed_at, approved_by, approved_at, ended_at, ended_reason, batch_id, salt, end_approved_by, end_approved_at) ON app.records TO app_user;
GRANT UPDATE (fields, changed_by, changed_at, batch_id, salt, vouched_email, vouched_how, vouched_by, vouched_at) ON app.records TO app_definer;

CREATE TABLE app.refilings (
  company_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  evidence_id uuid NOT NULL,
  added text[] NOT NULL,
  removed text[] NOT NULL,
  reason text NOT NULL,
  refiled_by uuid NOT NULL,
  refiled_at timestamp with time zone NOT NULL,
  ledger_index bigint NOT NULL,
  CONSTRAINT refilings_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT refilings_check CHECK ((((cardinality(added) + cardinality(removed)) > 0) AND (NOT (added && removed)))),
  CONSTRAINT refilings_check1 CHECK (((cardinality(removed) = 0) OR (btrim(reason) <> ''::text))),
  CONSTRAINT refilings_company_id_evidence_id_fkey FOREIGN KEY (company_id, evidence_id) REFERENCES app.evidence(company_id, id),
  CONSTRAINT refilings_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id)
);
CREATE UNIQUE INDEX refilings_of_item ON app.refilings USING btree (company_id, evidence_id, ledger_index);
ALTER TABLE app.refilings OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY audit ON app.refilings FOR SELECT TO app_auditor
  USING ((EXISTS ( SELECT
   FROM app.evidence e
  WHERE ((e.company_id = refilings.company_id) AND (e.id = refilings.evidence_id)))));
CREATE POLICY read ON app.refilings FOR SELECT TO app_user
  USING (true);
CREATE POLICY tenant_wall ON app.refilings AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON app.refilings FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON app.refilings FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
GRANT SELECT ON app.refilings TO app_auditor;
GRANT SELECT ON app.refilings TO app_backup;
GRANT DELETE, INSERT, SELECT ON app.refilings TO app_definer;
GRANT SELECT ON app.refilings TO app_user;

CREATE TABLE app.register_fields (
  register text NOT NULL,
  field text NOT NULL,
  type text NOT NULL,
  item text,
  choices text[],
  required boolean NOT NULL,
  origin text NOT NULL,
  required_for jsonb,
  target text,
  "least" bigint,
  most bigint,
  past boolean NOT NULL DEFAULT false,
  not_before text,
  CONSTRAINT register_fields_pkey PRIMARY KEY (register, field),
  CONSTRAINT register_fields_check CHECK ((((type = 'list'::text) = (item IS NOT NULL)) AND ((COALESCE(item, type) = ANY (ARRAY['choice'::text, 'scale'::text])) = (choices IS NOT NULL)) AND ((COALESCE(item, type) = 'record'::text) = (target IS NOT NULL)))),
  CONSTRAINT register_fields_item_check CHECK ((item = ANY (ARRAY['text'::text, 'choice'::text, 'person'::text, 'record'::text, 'system'::text, 'control'::text, 'exhibit'::text]))),
  CONSTRAINT register_fields_origin_check CHECK ((origin = ANY (ARRAY['done here'::text, 'collected'::text, 'filed'::text, 'stated'::text]))),
  CONSTRAINT register_fields_required_for_check CHECK ((jsonb_typeof(required_for) = 'object'::text)),
  CONSTRAINT register_fields_type_check CHECK ((type = ANY (ARRAY['text'::text, 'long text'::text, 'date'::text, 'instant'::text, 'choice'::text, 'number'::text, 'scale'::text, 'url'::text, 'flag'::text, 'person'::text, 'record'::text, 'system'::text, 'control'::text, 'exhibit'::text, 'list'::text]))),
  CONSTRAINT register_fields_register_fkey FOREIGN KEY (register) REFERENCES app.registers(key),
  CONSTRAINT register_fields_target_fkey FOREIGN KEY (target) REFERENCES app.registers(key)
);
ALTER TABLE app.register_fields OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON app.register_fields FOR SELECT TO app_user
  USING (true);
GRANT SELECT ON app.register_fields TO app_backup;
GRANT DELETE, INSERT, SELECT, UPDATE ON app.register_fields TO app_definer;
GRANT SELECT ON app.register_fields TO app_user;

CREATE TABLE app.register_runs (
  company_id uuid NOT NULL,
  evidence_id uuid NOT NULL,
  taken_at timestamp with time zone NOT NULL,
  digest bytea NOT NULL,
  pages text[] NOT NULL,
  ledger_index bigint NOT NULL DEFAULT '-1'::integer,
  same_accounts jsonb NOT NULL DEFAULT '[]'::jsonb,
  same_before jsonb NOT NULL DEFAULT '[]'::jsonb,
  CONSTRAINT register_runs_pkey PRIMARY KEY (company_id, evidence_id),
  CONSTRAINT register_runs_same_accounts_check CHECK ((jsonb_typeof(same_accounts) = 'array'::text)),
  CONSTRAINT register_runs_same_before_check CHECK ((jsonb_typeof(same_before) = 'array'::text)),
  CONSTRAINT register_runs_company_id_evidence_id_fkey FOREIGN KEY (company_id, evidence_id) REFERENCES app.evidence(company_id, id),
  CONSTRAINT register_runs_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id)
);
CREATE INDEX register_runs_newest ON app.register_runs USING btree (company_id, ledger_index DESC);
ALTER TABLE app.register_runs OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY audit ON app.register_runs FOR SELECT TO app_auditor
  USING ((EXISTS ( SELECT
   FROM app.evidence e
  WHERE ((e.company_id = register_runs.company_id) AND (e.id = register_runs.evidence_id)))));
CREATE POLICY read ON app.register_runs FOR SELECT TO app_user
  USING (true);
CREATE POLICY seal ON app.register_runs FOR INSERT TO app_user
  WITH CHECK (( SELECT app.is_company_itself() AS is_company_itself));
CREATE POLICY tenant_wall ON app.register_runs AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON app.register_runs FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON app.register_runs FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER place_in_ledger BEFORE INSERT ON app.register_runs FOR EACH ROW EXECUTE FUNCTION app.place_in_ledger();
GRANT SELECT ON app.register_runs TO app_backup;
GRANT DELETE, SELECT ON app.register_runs TO app_definer;
GRANT SELECT ON app.register_runs TO app_user;
GRANT INSERT (company_id, evidence_id, taken_at, digest, pages, same_accounts, same_before) ON app.register_runs TO app_user;
GRANT SELECT (company_id, evidence_id, taken_at, pages, ledger_index) ON app.register_runs TO app_auditor;

CREATE TABLE app.registers (
  key text NOT NULL,
  read_roles text[] NOT NULL,
  write_roles text[] NOT NULL,
  confirm_roles text[] NOT NULL,
  approve_roles text[],
  confirmed_for_days integer NOT NULL,
  in_matters boolean NOT NULL DEFAULT false,
  title text,
  prefix text,
  keys text[],
  finders jsonb,
  is_keyed boolean NOT NULL DEFAULT true,
  CONSTRAINT registers_pkey PRIMARY KEY (key),
  CONSTRAINT registers_confirmed_for_days_check CHECK ((confirmed_for_days > 0)),
  CONSTRAINT registers_finders_check CHECK ((jsonb_typeof(finders) = 'array'::text))
);
ALTER TABLE app.registers OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON app.registers FOR SELECT TO app_user
  USING (true);
CREATE TRIGGER name_records AFTER UPDATE ON app.registers FOR EACH ROW WHEN (((((old.title IS DISTINCT FROM new.title) OR (old.prefix IS DISTINCT FROM new.prefix)) OR (old.read_roles IS DISTINCT FROM new.read_roles)) OR (old.keys IS DISTINCT FROM new.keys))) EXECUTE FUNCTION app.name_register();
CREATE TRIGGER unkey BEFORE UPDATE ON app.registers FOR EACH ROW WHEN ((old.finders IS DISTINCT FROM new.finders)) EXECUTE FUNCTION app.unkey_register();
GRANT SELECT ON app.registers TO app_backup;
GRANT INSERT, SELECT, UPDATE ON app.registers TO app_definer;
GRANT SELECT ON app.registers TO app_user;

CREATE TABLE app.renamings (
  company_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  evidence_id uuid NOT NULL,
  old_name text NOT NULL,
  new_name text NOT NULL,
  renamed_by uuid NOT NULL,
  renamed_at timestamp with time zone NOT NULL,
  ledger_index bigint NOT NULL,
  CONSTRAINT renamings_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT renamings_check CHECK (((btrim(new_name) <> ''::text) AND ((new_name <> old_name) OR (new_name = 'Erased name'::text)))),
  CONSTRAINT renamings_company_id_evidence_id_fkey FOREIGN KEY (company_id, evidence_id) REFERENCES app.evidence(company_id, id),
  CONSTRAINT renamings_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id)
);
CREATE UNIQUE INDEX renamings_of_item ON app.renamings USING btree (company_id, evidence_id, ledger_index);
ALTER TABLE app.renamings OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY audit ON app.renamings FOR SELECT TO app_auditor
  USING ((EXISTS ( SELECT
   FROM app.evidence e
  WHERE ((e.company_id = renamings.company_id) AND (e.id = renamings.evidence_id)))));
CREATE POLICY read ON app.renamings FOR SELECT TO app_user
  USING (true);
CREATE POLICY tenant_wall ON app.renamings AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OF company_id, id, evidence_id, renamed_by, renamed_at, ledger_index ON app.renamings FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON app.renamings FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER require_erasure BEFORE UPDATE ON app.renamings FOR EACH ROW EXECUTE FUNCTION app.require_erasure('evidence_id');
GRANT SELECT ON app.renamings TO app_auditor;
GRANT SELECT ON app.renamings TO app_backup;
GRANT DELETE, INSERT, SELECT ON app.renamings TO app_definer;
GRANT SELECT ON app.renamings TO app_user;
GRANT UPDATE (old_name, new_name) ON app.renamings TO app_definer;

CREATE TABLE app.request_answers (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  request_id uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  answered_by text NOT NULL,
  outcome text NOT NULL,
  words text,
  CONSTRAINT request_answers_pkey PRIMARY KEY (id),
  CONSTRAINT request_answers_outcome_check CHECK ((outcome = ANY (ARRAY['answered'::text, 'invited'::text, 'closed'::text])))
);
CREATE INDEX request_answers_of ON app.request_answers USING btree (request_id, at DESC);
ALTER TABLE app.request_answers OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT ON app.request_answers TO app_backup;
GRANT DELETE, INSERT, SELECT ON app.request_answers TO app_definer;

CREATE TABLE app.reservations (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  bytes bigint NOT NULL,
  sent bigint NOT NULL,
  hour timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT reservations_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT reservations_bytes_check CHECK ((bytes >= 0)),
  CONSTRAINT reservations_sent_check CHECK ((sent >= 0)),
  CONSTRAINT reservations_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id)
);
ALTER TABLE app.reservations OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON app.reservations AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
GRANT SELECT ON app.reservations TO app_backup;
GRANT DELETE, INSERT, SELECT, UPDATE ON app.reservations TO app_definer;

CREATE TABLE app.resource_changes (
  company_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  connection_id uuid NOT NULL,
  run_id uuid NOT NULL,
  check_id text NOT NULL,
  resource_type text NOT NULL,
  resource_id text NOT NULL,
  label text NOT NULL,
  was text,
  became text,
  observed text NOT NULL,
  wanted text NOT NULL,
  after timestamp with time zone NOT NULL,
  before timestamp with time zone NOT NULL,
  CONSTRAINT resource_changes_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT resource_changes_became_check CHECK ((became = ANY (ARRAY['pass'::text, 'fail'::text, 'unknown'::text, 'not applicable'::text]))),
  CONSTRAINT resource_changes_was_check CHECK ((was = ANY (ARRAY['pass'::text, 'fail'::text, 'unknown'::text, 'not applicable'::text]))),
  CONSTRAINT resource_changes_company_id_run_id_fkey FOREIGN KEY (company_id, run_id) REFERENCES app.collection_runs(company_id, id)
);
CREATE INDEX resource_changes_newest ON app.resource_changes USING btree (company_id, connection_id, before DESC);
ALTER TABLE app.resource_changes OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY collect ON app.resource_changes FOR INSERT TO app_user
  WITH CHECK (((( SELECT app.my_role() AS my_role) = 'collector'::text) AND (connection_id = ( SELECT app.uid() AS uid))));
CREATE POLICY read ON app.resource_changes FOR SELECT TO app_user
  USING (true);
CREATE POLICY tenant_wall ON app.resource_changes AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON app.resource_changes FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON app.resource_changes FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
GRANT SELECT ON app.resource_changes TO app_backup;
GRANT DELETE, SELECT ON app.resource_changes TO app_definer;
GRANT INSERT, SELECT ON app.resource_changes TO app_user;

CREATE TABLE app.review_counts (
  company_id uuid NOT NULL,
  population_id uuid NOT NULL,
  decided_by uuid NOT NULL,
  keep integer NOT NULL,
  change integer NOT NULL,
  remove integer NOT NULL,
  first_at timestamp with time zone NOT NULL,
  last_at timestamp with time zone NOT NULL,
  CONSTRAINT review_counts_pkey PRIMARY KEY (company_id, population_id, decided_by),
  CONSTRAINT review_counts_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id),
  CONSTRAINT review_counts_company_id_population_id_fkey FOREIGN KEY (company_id, population_id) REFERENCES app.review_populations(company_id, id)
);
ALTER TABLE app.review_counts OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON app.review_counts FOR SELECT TO app_user
  USING (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text, 'viewer'::text])) OR ( SELECT app.is_company_itself() AS is_company_itself)));
CREATE POLICY tenant_wall ON app.review_counts AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
GRANT SELECT ON app.review_counts TO app_backup;
GRANT DELETE, INSERT, SELECT, UPDATE ON app.review_counts TO app_definer;
GRANT SELECT ON app.review_counts TO app_user;

CREATE TABLE app.review_decisions (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  row_id uuid NOT NULL,
  decision text NOT NULL,
  reason text NOT NULL,
  decided_by uuid NOT NULL,
  decided_at timestamp with time zone NOT NULL,
  person_id uuid,
  alone boolean NOT NULL DEFAULT false,
  ledger_index bigint NOT NULL DEFAULT '-1'::integer,
  CONSTRAINT review_decisions_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT review_decisions_once UNIQUE (company_id, row_id, ledger_index),
  CONSTRAINT review_decisions_check CHECK (((length(reason) <= 1000) AND ((decision <> ALL (ARRAY['change'::text, 'remove'::text])) OR (btrim(reason) <> ''::text)))),
  CONSTRAINT review_decisions_decision_check CHECK ((decision = ANY (ARRAY['keep'::text, 'change'::text, 'remove'::text, 'none'::text]))),
  CONSTRAINT review_decisions_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id),
  CONSTRAINT review_decisions_row FOREIGN KEY (company_id, row_id) REFERENCES app.review_rows(company_id, id)
);
CREATE INDEX review_decisions_to_remove ON app.review_decisions USING btree (company_id, row_id) WHERE (decision = 'remove'::text);
ALTER TABLE app.review_decisions OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY decide ON app.review_decisions FOR INSERT TO app_user
  WITH CHECK (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text])) AND (decided_by = ( SELECT app.uid() AS uid))));
CREATE POLICY read ON app.review_decisions FOR SELECT TO app_user
  USING (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text, 'viewer'::text])) OR ( SELECT app.is_company_itself() AS is_company_itself)));
CREATE POLICY tenant_wall ON app.review_decisions AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON app.review_decisions FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON app.review_decisions FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER count_decided AFTER INSERT ON app.review_decisions REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION app.count_decided();
CREATE TRIGGER hold_review_decision BEFORE INSERT ON app.review_decisions FOR EACH ROW EXECUTE FUNCTION app.hold_review_decision();
GRANT SELECT ON app.review_decisions TO app_backup;
GRANT DELETE, SELECT ON app.review_decisions TO app_definer;
GRANT SELECT ON app.review_decisions TO app_user;
GRANT INSERT (company_id, id, row_id, decision, reason, decided_by, decided_at) ON app.review_decisions TO app_user;

CREATE TABLE app.review_populations (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  review_id uuid NOT NULL,
  system_id uuid NOT NULL,
  connection_id uuid,
  reviewer_id uuid NOT NULL,
  other_id uuid NOT NULL,
  evidence_id uuid,
  seen_at timestamp with time zone,
  frozen_at timestamp with time zone,
  frozen_index bigint,
  accounts integer,
  sha256 text,
  decisions_sha256 text,
  list_id uuid,
  CONSTRAINT review_populations_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT review_populations_once UNIQUE NULLS NOT DISTINCT (company_id, review_id, system_id, connection_id),
  CONSTRAINT review_populations_check CHECK ((num_nonnulls(evidence_id, seen_at, frozen_at, frozen_index, accounts, sha256) = ANY (ARRAY[0, 6]))),
  CONSTRAINT review_populations_check1 CHECK (((list_id IS NULL) OR (connection_id IS NULL))),
  CONSTRAINT review_populations_company_id_evidence_id_fkey FOREIGN KEY (company_id, evidence_id) REFERENCES app.evidence(company_id, id),
  CONSTRAINT review_populations_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id),
  CONSTRAINT review_populations_company_id_list_id_fkey FOREIGN KEY (company_id, list_id) REFERENCES app.attested_lists(company_id, id),
  CONSTRAINT review_populations_company_id_review_id_fkey FOREIGN KEY (company_id, review_id) REFERENCES app.reviews(company_id, id),
  CONSTRAINT review_populations_connection FOREIGN KEY (company_id, connection_id) REFERENCES app.connections(company_id, id),
  CONSTRAINT review_populations_system FOREIGN KEY (company_id, system_id) REFERENCES app.systems(company_id, id)
);
ALTER TABLE app.review_populations OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY add ON app.review_populations FOR INSERT TO app_user
  WITH CHECK ((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])));
CREATE POLICY read ON app.review_populations FOR SELECT TO app_user
  USING (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text, 'viewer'::text])) OR ( SELECT app.is_company_itself() AS is_company_itself)));
CREATE POLICY tenant_wall ON app.review_populations AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OF company_id, id, review_id, system_id, reviewer_id, other_id ON app.review_populations FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON app.review_populations FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER hold_review_population BEFORE INSERT ON app.review_populations FOR EACH ROW EXECUTE FUNCTION app.hold_review_population();
GRANT SELECT ON app.review_populations TO app_backup;
GRANT DELETE, SELECT ON app.review_populations TO app_definer;
GRANT SELECT ON app.review_populations TO app_user;
GRANT INSERT (company_id, id, review_id, system_id, connection_id, reviewer_id, other_id) ON app.review_populations TO app_user;
GRANT UPDATE (connection_id, evidence_id, seen_at, frozen_at, frozen_index, accounts, sha256, decisions_sha256, list_id) ON app.review_populations TO app_definer;

CREATE TABLE app.review_rows (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  population_id uuid NOT NULL,
  number integer NOT NULL,
  account_id text NOT NULL,
  label text NOT NULL,
  class text,
  active boolean,
  administrator boolean,
  email text,
  last_sign_in text,
  person_register text,
  person_id uuid,
  reviewer_id uuid NOT NULL,
  CONSTRAINT review_rows_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT review_rows_company_id_population_id_account_id_key UNIQUE (company_id, population_id, account_id),
  CONSTRAINT review_rows_company_id_population_id_number_key UNIQUE (company_id, population_id, number),
  CONSTRAINT review_rows_check CHECK (((person_id IS NULL) = (person_register IS NULL))),
  CONSTRAINT review_rows_person_register_check CHECK ((person_register = 'people'::text)),
  CONSTRAINT review_rows_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id),
  CONSTRAINT review_rows_company_id_person_register_person_id_fkey FOREIGN KEY (company_id, person_register, person_id) REFERENCES app.records(company_id, register, id),
  CONSTRAINT review_rows_company_id_population_id_fkey FOREIGN KEY (company_id, population_id) REFERENCES app.review_populations(company_id, id)
);
CREATE INDEX review_rows_of_person ON app.review_rows USING btree (company_id, person_id) WHERE (person_id IS NOT NULL);
ALTER TABLE app.review_rows OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON app.review_rows FOR SELECT TO app_user
  USING (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text, 'viewer'::text])) OR ( SELECT app.is_company_itself() AS is_company_itself)));
CREATE POLICY tenant_wall ON app.review_rows AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OF company_id, id, population_id, number, account_id, class, active, administrator, last_sign_in, person_register, person_id, reviewer_id ON app.review_rows FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON app.review_rows FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER require_erasure BEFORE UPDATE ON app.review_rows FOR EACH ROW EXECUTE FUNCTION app.require_erased_list();
GRANT SELECT ON app.review_rows TO app_backup;
GRANT DELETE, INSERT, SELECT ON app.review_rows TO app_definer;
GRANT SELECT ON app.review_rows TO app_user;
GRANT UPDATE (label, email) ON app.review_rows TO app_definer;

CREATE TABLE app.review_sightings (
  company_id uuid NOT NULL,
  row_id uuid NOT NULL,
  evidence_id uuid NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  present boolean NOT NULL,
  CONSTRAINT review_sightings_pkey PRIMARY KEY (company_id, row_id, seen_at),
  CONSTRAINT review_sightings_company_id_evidence_id_fkey FOREIGN KEY (company_id, evidence_id) REFERENCES app.evidence(company_id, id),
  CONSTRAINT review_sightings_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id),
  CONSTRAINT review_sightings_company_id_row_id_fkey FOREIGN KEY (company_id, row_id) REFERENCES app.review_rows(company_id, id)
);
ALTER TABLE app.review_sightings OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON app.review_sightings FOR SELECT TO app_user
  USING (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text, 'viewer'::text])) OR ( SELECT app.is_company_itself() AS is_company_itself)));
CREATE POLICY see ON app.review_sightings FOR INSERT TO app_user
  WITH CHECK (( SELECT app.is_company_itself() AS is_company_itself));
CREATE POLICY tenant_wall ON app.review_sightings AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON app.review_sightings FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON app.review_sightings FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
GRANT SELECT ON app.review_sightings TO app_backup;
GRANT DELETE, SELECT ON app.review_sightings TO app_definer;
GRANT INSERT, SELECT ON app.review_sightings TO app_user;

CREATE TABLE app.reviews (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  number bigint NOT NULL DEFAULT 0,
  name text NOT NULL,
  due_on date NOT NULL,
  opened_by uuid NOT NULL,
  opened_at timestamp with time zone NOT NULL,
  closed_at timestamp with time zone,
  closed_by uuid,
  closed_index bigint,
  ledger_index bigint NOT NULL DEFAULT '-1'::integer,
  cancelled_because text,
  left_out_because text,
  CONSTRAINT reviews_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT reviews_company_id_number_key UNIQUE (company_id, number),
  CONSTRAINT reviews_cancelled_because_check CHECK (((btrim(cancelled_because) <> ''::text) AND (length(cancelled_because) <= 1000))),
  CONSTRAINT reviews_check CHECK ((((closed_at IS NULL) = (closed_by IS NULL)) AND ((closed_at IS NULL) = (closed_index IS NULL)))),
  CONSTRAINT reviews_check1 CHECK ((num_nonnulls(cancelled_because, left_out_because) <=
CASE
    WHEN (closed_at IS NULL) THEN 0
    ELSE 1
END)),
  CONSTRAINT reviews_left_out_because_check CHECK (((btrim(left_out_because) <> ''::text) AND (length(left_out_because) <= 1000))),
  CONSTRAINT reviews_name_check CHECK (((btrim(name) <> ''::text) AND (length(name) <= 200))),
  CONSTRAINT reviews_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id)
);
ALTER TABLE app.reviews OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY add ON app.reviews FOR INSERT TO app_user
  WITH CHECK (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])) AND (opened_by = ( SELECT app.uid() AS uid))));
CREATE POLICY finish ON app.reviews FOR UPDATE TO app_user
  USING ((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])))
  WITH CHECK ((closed_by = ( SELECT app.uid() AS uid)));
CREATE POLICY read ON app.reviews FOR SELECT TO app_user
  USING (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text, 'viewer'::text])) OR ( SELECT app.is_company_itself() AS is_company_itself)));
CREATE POLICY tenant_wall ON app.reviews AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OF company_id, id, number, name, due_on, opened_by, opened_at, ledger_index ON app.reviews FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON app.reviews FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER enqueue_run AFTER UPDATE ON app.reviews FOR EACH ROW EXECUTE FUNCTION app.enqueue_row('registers', 'company_id', '1', 'closed_at', '5 seconds');
CREATE TRIGGER hold_review BEFORE INSERT OR UPDATE ON app.reviews FOR EACH ROW EXECUTE FUNCTION app.hold_review();
GRANT SELECT ON app.reviews TO app_backup;
GRANT DELETE, SELECT ON app.reviews TO app_definer;
GRANT SELECT ON app.reviews TO app_user;
GRANT INSERT (company_id, id, name, due_on, opened_by, opened_at) ON app.reviews TO app_user;
GRANT UPDATE (closed_at, closed_by, cancelled_because, left_out_because) ON app.reviews TO app_user;

CREATE TABLE app.scope_decisions (
  company_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  kind text,
  system_id uuid,
  declared boolean NOT NULL,
  reason text NOT NULL DEFAULT ''::text,
  until date,
  decided_by uuid NOT NULL,
  decided_at timestamp with time zone NOT NULL DEFAULT now(),
  ledger_index bigint NOT NULL DEFAULT '-1'::integer,
  document_id text,
  CONSTRAINT scope_decisions_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT scope_decisions_a_year CHECK (((until >= ((decided_at AT TIME ZONE 'UTC'::text))::date) AND (until <= (((decided_at AT TIME ZONE 'UTC'::text))::date + '1 year'::interval)))),
  CONSTRAINT scope_decisions_check1 CHECK (((declared = (until IS NOT NULL)) AND (declared = (btrim(reason) <> ''::text)))),
  CONSTRAINT scope_decisions_one_subject CHECK ((num_nonnulls(kind, system_id, document_id) = 1)),
  CONSTRAINT scope_decisions_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id),
  CONSTRAINT scope_decisions_company_id_system_id_fkey FOREIGN KEY (company_id, system_id) REFERENCES app.systems(company_id, id)
);
CREATE INDEX scope_decisions_latest ON app.scope_decisions USING btree (company_id, kind, system_id, ledger_index DESC);
CREATE INDEX scope_decisions_of_document ON app.scope_decisions USING btree (company_id, document_id, ledger_index DESC) WHERE (document_id IS NOT NULL);
ALTER TABLE app.scope_decisions OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY audit ON app.scope_decisions FOR SELECT TO app_auditor
  USING (true);
CREATE POLICY decide ON app.scope_decisions FOR INSERT TO app_user
  WITH CHECK (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])) AND (decided_by = ( SELECT app.uid() AS uid))));
CREATE POLICY read ON app.scope_decisions FOR SELECT TO app_user
  USING (true);
CREATE POLICY tenant_wall ON app.scope_decisions AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON app.scope_decisions FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON app.scope_decisions FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER enqueue_scope AFTER INSERT ON app.scope_decisions FOR EACH ROW EXECUTE FUNCTION app.enqueue_scope();
CREATE TRIGGER place_in_ledger BEFORE INSERT ON app.scope_decisions FOR EACH ROW EXECUTE FUNCTION app.place_in_ledger();
GRANT SELECT ON app.scope_decisions TO app_auditor;
GRANT SELECT ON app.scope_decisions TO app_backup;
GRANT DELETE, SELECT ON app.scope_decisions TO app_definer;
GRANT SELECT ON app.scope_decisions TO app_user;
GRANT INSERT (company_id, id, kind, system_id, declared, reason, until, decided_by, decided_at, document_id) ON app.scope_decisions TO app_user;

CREATE TABLE app.scrub (
  one boolean NOT NULL DEFAULT true,
  began_at timestamp with time zone,
  finished_at timestamp with time zone,
  last_company uuid,
  last_number bigint,
  items bigint NOT NULL DEFAULT 0,
  bytes bigint NOT NULL DEFAULT 0,
  checked bigint NOT NULL DEFAULT 0,
  swept_at timestamp with time zone,
  kept_until timestamp with time zone,
  lineage text,
  mark uuid,
  next_mark uuid,
  backup_fault text,
  CONSTRAINT scrub_pkey PRIMARY KEY (one),
  CONSTRAINT scrub_backup_fault_check CHECK (((length(backup_fault) >= 1) AND (length(backup_fault) <= 1000))),
  CONSTRAINT scrub_bytes_check CHECK ((bytes >= 0)),
  CONSTRAINT scrub_checked_check CHECK ((checked >= 0)),
  CONSTRAINT scrub_items_check CHECK ((items >= 0)),
  CONSTRAINT scrub_one_check CHECK (one)
);
ALTER TABLE app.scrub OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY work ON app.scrub FOR ALL TO app_worker
  USING (true)
  WITH CHECK (true);
GRANT SELECT ON app.scrub TO app_backup;
GRANT SELECT ON app.scrub TO app_definer;
GRANT SELECT, UPDATE ON app.scrub TO app_worker;

CREATE TABLE app.sealing_keys (
  place smallint NOT NULL DEFAULT 1,
  public_key bytea NOT NULL,
  published_at timestamp with time zone NOT NULL,
  CONSTRAINT sealing_keys_pkey PRIMARY KEY (place),
  CONSTRAINT sealing_keys_place_check CHECK ((place = 1)),
  CONSTRAINT sealing_keys_public_key_check CHECK ((length(public_key) = 32))
);
ALTER TABLE app.sealing_keys OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON app.sealing_keys FOR SELECT TO app_user, app_worker
  USING (true);
GRANT SELECT ON app.sealing_keys TO app_backup;
GRANT DELETE, INSERT, SELECT, UPDATE ON app.sealing_keys TO app_definer;
GRANT SELECT ON app.sealing_keys TO app_user;
GRANT SELECT ON app.sealing_keys TO app_worker;

CREATE TABLE app.sign_up_invitations (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  email text NOT NULL,
  platform_role text NOT NULL,
  token_sha256 bytea NOT NULL,
  invited_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  sent_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  accepted_at timestamp with time zone,
  CONSTRAINT sign_up_invitations_pkey PRIMARY KEY (id),
  CONSTRAINT sign_up_invitations_token UNIQUE (token_sha256),
  CONSTRAINT sign_up_invitations_email_check CHECK ((email = lower(email))),
  CONSTRAINT sign_up_invitations_platform_role_check CHECK ((platform_role = ANY (ARRAY['admin'::text, 'manager'::text, 'user'::text])))
);
CREATE UNIQUE INDEX sign_up_invitations_one_pending ON app.sign_up_invitations USING btree (email) WHERE (accepted_at IS NULL);
ALTER TABLE app.sign_up_invitations OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY administer ON app.sign_up_invitations FOR ALL TO app_user
  USING (( SELECT app.is_platform_admin() AS is_platform_admin))
  WITH CHECK (( SELECT app.is_platform_admin() AS is_platform_admin));
CREATE POLICY find ON app.sign_up_invitations FOR SELECT TO app_auth
  USING (true);
GRANT SELECT ON app.sign_up_invitations TO app_backup;
GRANT DELETE, SELECT ON app.sign_up_invitations TO app_definer;
GRANT DELETE, SELECT ON app.sign_up_invitations TO app_user;
GRANT INSERT (id, email, platform_role, token_sha256, invited_by, created_at, sent_at, expires_at) ON app.sign_up_invitations TO app_user;
GRANT SELECT (email, token_sha256, expires_at, accepted_at) ON app.sign_up_invitations TO app_auth;
GRANT UPDATE (accepted_at) ON app.sign_up_invitations TO app_definer;
GRANT UPDATE (token_sha256, sent_at, expires_at) ON app.sign_up_invitations TO app_user;

CREATE TABLE app.signing_requests (
  company_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  kind text NOT NULL,
  export_id uuid,
  manifest_sha256 bytea,
  manifest_size bigint,
  asked_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  begun_at timestamp with time zone,
  answered_at timestamp with time zone,
  failure text,
  note text,
  CONSTRAINT signing_requests_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT signing_requests_check CHECK (((kind <> 'manifest'::text) OR (num_nulls(export_id, manifest_sha256, manifest_size) = 0))),
  CONSTRAINT signing_requests_failure_check CHECK ((failure = ANY (ARRAY['anchor-lost'::text, 'ledger-forked'::text, 'not in the ledger'::text, 'unexpected'::text]))),
  CONSTRAINT signing_requests_kind_check CHECK ((kind = ANY (ARRAY['checkpoint'::text, 'manifest'::text]))),
  CONSTRAINT signing_requests_manifest_sha256_check CHECK ((length(manifest_sha256) = 32)),
  CONSTRAINT signing_requests_manifest_size_check CHECK ((manifest_size > 0)),
  CONSTRAINT signing_requests_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id)
);
CREATE INDEX signing_requests_by_id ON app.signing_requests USING btree (id);
CREATE INDEX signing_requests_open ON app.signing_requests USING btree (asked_at) WHERE (answered_at IS NULL);
ALTER TABLE app.signing_requests OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON app.signing_requests AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
GRANT SELECT ON app.signing_requests TO app_backup;
GRANT DELETE, INSERT, SELECT, UPDATE ON app.signing_requests TO app_definer;

CREATE TABLE app.signing_stops (
  company_id uuid NOT NULL,
  failure text NOT NULL,
  since timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT signing_stops_pkey PRIMARY KEY (company_id),
  CONSTRAINT signing_stops_failure_check CHECK ((failure = ANY (ARRAY['anchor-lost'::text, 'ledger-forked'::text]))),
  CONSTRAINT signing_stops_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.ledger_heads(company_id)
);
ALTER TABLE app.signing_stops OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON app.signing_stops AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
GRANT SELECT ON app.signing_stops TO app_backup;
GRANT DELETE, INSERT, SELECT, UPDATE ON app.signing_stops TO app_definer;

CREATE TABLE app.snapshot_pages (
  company_id uuid NOT NULL,
  sha256 text NOT NULL,
  register text NOT NULL,
  content text NOT NULL,
  CONSTRAINT snapshot_pages_pkey PRIMARY KEY (company_id, sha256),
  CONSTRAINT snapshot_pages_check CHECK ((encode(sha256(convert_to(content, 'UTF8'::name)), 'hex'::text) = sha256)),
  CONSTRAINT snapshot_pages_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT snapshot_pages_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id),
  CONSTRAINT snapshot_pages_register_fkey FOREIGN KEY (register) REFERENCES app.registers(key)
);
ALTER TABLE app.snapshot_pages OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY audit ON app.snapshot_pages FOR SELECT TO app_auditor
  USING (((register = ANY (( SELECT app.audited_registers() AS audited_registers)::text[])) AND (sha256 = ANY (( SELECT app.audited_pages() AS audited_pages)::text[]))));
CREATE POLICY read ON app.snapshot_pages FOR SELECT TO app_user
  USING ((register = ANY (( SELECT app.my_registers('read'::text) AS my_registers)::text[])));
CREATE POLICY seal ON app.snapshot_pages FOR INSERT TO app_user
  WITH CHECK (( SELECT app.is_company_itself() AS is_company_itself));
CREATE POLICY tenant_wall ON app.snapshot_pages AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON app.snapshot_pages FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON app.snapshot_pages FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
GRANT SELECT ON app.snapshot_pages TO app_auditor;
GRANT SELECT ON app.snapshot_pages TO app_backup;
GRANT DELETE, SELECT ON app.snapshot_pages TO app_definer;
GRANT INSERT, SELECT ON app.snapshot_pages TO app_user;

CREATE TABLE app.spent_challenges (
  challenge_sha256 bytea NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT spent_challenges_pkey PRIMARY KEY (challenge_sha256)
);
CREATE INDEX spent_challenges_by_end ON app.spent_challenges USING btree (expires_at);
ALTER TABLE app.spent_challenges OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT ON app.spent_challenges TO app_backup;
GRANT DELETE, INSERT, SELECT ON app.spent_challenges TO app_definer;

CREATE TABLE app.staff_links (
  company_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  token_sha256 bytea NOT NULL,
  person_register text NOT NULL DEFAULT 'people'::text,
  person_id uuid NOT NULL,
  email text NOT NULL,
  sent_by uuid,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  method text NOT NULL DEFAULT 'staff link'::text,
  CONSTRAINT staff_links_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT staff_links_token_sha256_key UNIQUE (token_sha256),
  CONSTRAINT staff_links_email_check CHECK ((email = lower(email))),
  CONSTRAINT staff_links_method_check CHECK ((btrim(method) <> ''::text)),
  CONSTRAINT staff_links_person_register_check CHECK ((person_register = 'people'::text)),
  CONSTRAINT staff_links_token_sha256_check CHECK ((length(token_sha256) = 32)),
  CONSTRAINT staff_links_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id),
  CONSTRAINT staff_links_company_id_person_register_person_id_fkey FOREIGN KEY (company_id, person_register, person_id) REFERENCES app.records(company_id, register, id)
);
CREATE INDEX staff_links_of_person ON app.staff_links USING btree (company_id, person_id, created_at DESC);
ALTER TABLE app.staff_links OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON app.staff_links FOR SELECT TO app_user
  USING ((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])));
CREATE POLICY tenant_wall ON app.staff_links AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
GRANT SELECT ON app.staff_links TO app_backup;
GRANT DELETE, INSERT, SELECT, UPDATE ON app.staff_links TO app_definer;
GRANT SELECT (company_id, id, person_id, sent_by, created_at, expires_at, used_at) ON app.staff_links TO app_user;

CREATE TABLE app.staff_reminders (
  company_id uuid NOT NULL,
  person_register text NOT NULL DEFAULT 'people'::text,
  person_id uuid NOT NULL,
  looked_at timestamp with time zone NOT NULL,
  told_at timestamp with time zone NOT NULL,
  stopped_at timestamp with time zone,
  CONSTRAINT staff_reminders_pkey PRIMARY KEY (company_id, person_id),
  CONSTRAINT staff_reminders_person_register_check CHECK ((person_register = 'people'::text)),
  CONSTRAINT staff_reminders_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id),
  CONSTRAINT staff_reminders_company_id_person_register_person_id_fkey FOREIGN KEY (company_id, person_register, person_id) REFERENCES app.records(company_id, register, id)
);
CREATE INDEX staff_reminders_to_look_at ON app.staff_reminders USING btree (looked_at);
ALTER TABLE app.staff_reminders OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON app.staff_reminders FOR SELECT TO app_user
  USING ((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])));
CREATE POLICY tenant_wall ON app.staff_reminders AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
GRANT SELECT ON app.staff_reminders TO app_backup;
GRANT DELETE, INSERT, SELECT, UPDATE ON app.staff_reminders TO app_definer;
GRANT SELECT ON app.staff_reminders TO app_user;

CREATE TABLE app.staff_sessions (
  company_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  token_sha256 bytea NOT NULL,
  person_register text NOT NULL DEFAULT 'people'::text,
  person_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  address text NOT NULL,
  user_agent text NOT NULL,
  email text NOT NULL,
  method text NOT NULL DEFAULT 'staff link'::text,
  CONSTRAINT staff_sessions_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT staff_sessions_token_sha256_key UNIQUE (token_sha256),
  CONSTRAINT staff_sessions_email_check CHECK ((email = lower(email))),
  CONSTRAINT staff_sessions_method_check CHECK ((btrim(method) <> ''::text)),
  CONSTRAINT staff_sessions_person_register_check CHECK ((person_register = 'people'::text)),
  CONSTRAINT staff_sessions_token_sha256_check CHECK ((length(token_sha256) = 32)),
  CONSTRAINT staff_sessions_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id),
  CONSTRAINT staff_sessions_company_id_person_register_person_id_fkey FOREIGN KEY (company_id, person_register, person_id) REFERENCES app.records(company_id, register, id)
);
CREATE INDEX staff_sessions_of_person ON app.staff_sessions USING btree (company_id, person_id);
ALTER TABLE app.staff_sessions OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON app.staff_sessions FOR SELECT TO app_user
  USING ((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])));
CREATE POLICY tenant_wall ON app.staff_sessions AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
GRANT SELECT ON app.staff_sessions TO app_backup;
GRANT DELETE, INSERT, SELECT, UPDATE ON app.staff_sessions TO app_definer;
GRANT SELECT (company_id, id, person_id, created_at, expires_at) ON app.staff_sessions TO app_user;

CREATE TABLE app.storage_locations (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  display_name text NOT NULL,
  geography text NOT NULL,
  storage_account text NOT NULL,
  azure_region_code text NOT NULL,
  is_default boolean NOT NULL DEFAULT false,
  CONSTRAINT storage_locations_pkey PRIMARY KEY (id),
  CONSTRAINT storage_locations_geography_check CHECK ((geography = ANY (ARRAY['us'::text, 'eu'::text])))
);
CREATE UNIQUE INDEX storage_locations_one_default ON app.storage_locations USING btree (is_default) WHERE is_default;
ALTER TABLE app.storage_locations OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON app.storage_locations FOR SELECT TO app_user, app_auditor, app_worker
  USING (true);
CREATE POLICY read_signer ON app.storage_locations FOR SELECT TO app_signer
  USING (true);
GRANT SELECT ON app.storage_locations TO app_auditor;
GRANT SELECT ON app.storage_locations TO app_backup;
GRANT SELECT ON app.storage_locations TO app_definer;
GRANT SELECT ON app.storage_locations TO app_user;
GRANT SELECT ON app.storage_locations TO app_worker;
GRANT SELECT (id, geography) ON app.storage_locations TO app_signer;

CREATE TABLE app.storage_totals (
  company_id uuid NOT NULL,
  storage_location_id uuid NOT NULL,
  items bigint NOT NULL,
  bytes bigint NOT NULL,
  CONSTRAINT storage_totals_pkey PRIMARY KEY (company_id, storage_location_id),
  CONSTRAINT storage_totals_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id)
);
ALTER TABLE app.storage_totals OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON app.storage_totals FOR SELECT TO app_user
  USING (true);
CREATE POLICY tenant_wall ON app.storage_totals AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
GRANT SELECT ON app.storage_totals TO app_backup;
GRANT DELETE, INSERT, SELECT, UPDATE ON app.storage_totals TO app_definer;
GRANT SELECT ON app.storage_totals TO app_user;

CREATE TABLE app.store_identities (
  geography text NOT NULL,
  store_id text NOT NULL,
  known_since timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT store_identities_pkey PRIMARY KEY (geography),
  CONSTRAINT store_identities_geography_check CHECK (((geography = ANY (ARRAY['us'::text, 'eu'::text, 'anchors'::text])) OR (geography ~ '^backups:[0-9a-f]{16}$'::text))),
  CONSTRAINT store_identities_store_id_check CHECK (((length(store_id) >= 1) AND (length(store_id) <= 100)))
);
ALTER TABLE app.store_identities OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT ON app.store_identities TO app_backup;
GRANT INSERT, SELECT, UPDATE ON app.store_identities TO app_definer;

CREATE TABLE app.systems (
  company_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL,
  kinds text[] NOT NULL DEFAULT '{}'::text[],
  provider text,
  added_by uuid NOT NULL,
  added_at timestamp with time zone NOT NULL DEFAULT now(),
  ledger_index bigint NOT NULL DEFAULT '-1'::integer,
  removed_at timestamp with time zone,
  removed_by uuid,
  removed_index bigint,
  CONSTRAINT systems_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT systems_check CHECK (((cardinality(kinds) > 0) OR (provider IS NOT NULL))),
  CONSTRAINT systems_name_check CHECK ((btrim(name) <> ''::text)),
  CONSTRAINT systems_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id)
);
CREATE UNIQUE INDEX systems_one_name ON app.systems USING btree (company_id, lower(name)) WHERE (removed_at IS NULL);
ALTER TABLE app.systems OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY add ON app.systems FOR INSERT TO app_user
  WITH CHECK (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])) AND (added_by = ( SELECT app.uid() AS uid))));
CREATE POLICY audit ON app.systems FOR SELECT TO app_auditor
  USING (true);
CREATE POLICY manage ON app.systems FOR UPDATE TO app_user
  USING ((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])))
  WITH CHECK (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])) AND ((removed_at IS NULL) OR (removed_by = ( SELECT app.uid() AS uid)))));
CREATE POLICY read ON app.systems FOR SELECT TO app_user
  USING (true);
CREATE POLICY tenant_wall ON app.systems AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OF company_id, id, kinds, provider, added_by, added_at, ledger_index ON app.systems FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON app.systems FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER enqueue_scope AFTER INSERT OR UPDATE OF removed_at ON app.systems FOR EACH ROW EXECUTE FUNCTION app.enqueue_scope();
CREATE TRIGGER limit_systems AFTER INSERT ON app.systems FOR EACH ROW EXECUTE FUNCTION app.hold_limit('systems');
CREATE TRIGGER name_renamed AFTER UPDATE OF name ON app.systems FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name)) EXECUTE FUNCTION app.name_records_of_system();
CREATE TRIGGER place_removal BEFORE UPDATE OF removed_at, removed_by, removed_index ON app.systems FOR EACH ROW WHEN ((((old.removed_at IS DISTINCT FROM new.removed_at) OR (old.removed_by IS DISTINCT FROM new.removed_by)) OR (old.removed_index IS DISTINCT FROM new.removed_index))) EXECUTE FUNCTION app.place_system();
CREATE TRIGGER place_system BEFORE INSERT ON app.systems FOR EACH ROW EXECUTE FUNCTION app.place_system();
GRANT SELECT ON app.systems TO app_auditor;
GRANT SELECT ON app.systems TO app_backup;
GRANT DELETE, INSERT, SELECT ON app.systems TO app_definer;
GRANT SELECT ON app.systems TO app_user;
GRANT INSERT (company_id, id, name, kinds, provider, added_by, added_at) ON app.systems TO app_user;
GRANT UPDATE (name, removed_at, removed_by) ON app.systems TO app_user;

CREATE TABLE app.task_digests (
  company_id uuid NOT NULL,
  user_id uuid NOT NULL,
  is_on boolean NOT NULL DEFAULT true,
  time_zone text,
  due_at timestamp with time zone NOT NULL,
  CONSTRAINT task_digests_pkey PRIMARY KEY (company_id, user_id),
  CONSTRAINT task_digests_time_zone_check CHECK (((length(time_zone) >= 1) AND (length(time_zone) <= 64))),
  CONSTRAINT task_digests_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id),
  CONSTRAINT task_digests_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES app.company_members(company_id, user_id) ON DELETE CASCADE
);
CREATE INDEX task_digests_by_time ON app.task_digests USING btree (due_at) WHERE is_on;
ALTER TABLE app.task_digests OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON app.task_digests FOR ALL TO app_user
  USING ((user_id = ( SELECT app.uid() AS uid)))
  WITH CHECK ((user_id = ( SELECT app.uid() AS uid)));
CREATE POLICY tenant_wall ON app.task_digests AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
GRANT SELECT ON app.task_digests TO app_backup;
GRANT DELETE, INSERT, SELECT ON app.task_digests TO app_definer;
GRANT INSERT, SELECT ON app.task_digests TO app_user;
GRANT UPDATE (due_at) ON app.task_digests TO app_definer;
GRANT UPDATE (is_on, time_zone, due_at) ON app.task_digests TO app_user;

CREATE TABLE app.task_keys (
  company_id uuid NOT NULL,
  record_id uuid NOT NULL,
  task text NOT NULL,
  field text NOT NULL,
  register text NOT NULL,
  number bigint NOT NULL,
  day text,
  first_day text,
  CONSTRAINT task_keys_pkey PRIMARY KEY (company_id, record_id, task, field),
  CONSTRAINT task_keys_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id),
  CONSTRAINT task_keys_company_id_register_record_id_fkey FOREIGN KEY (company_id, register, record_id) REFERENCES app.records(company_id, register, id)
);
CREATE INDEX task_keys_in_order ON app.task_keys USING btree (company_id, register, task, field, day, number) INCLUDE (record_id);
ALTER TABLE app.task_keys OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON app.task_keys FOR SELECT TO app_user
  USING ((register = ANY (( SELECT app.my_registers('read'::text) AS my_registers)::text[])));
CREATE POLICY tenant_wall ON app.task_keys AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
GRANT SELECT ON app.task_keys TO app_backup;
GRANT DELETE, INSERT, SELECT ON app.task_keys TO app_definer;
GRANT SELECT ON app.task_keys TO app_user;

CREATE TABLE app.task_plans (
  company_id uuid NOT NULL,
  key text NOT NULL,
  assignee_id uuid,
  snoozed_until date,
  reason text NOT NULL DEFAULT ''::text,
  changed_by uuid,
  changed_at timestamp with time zone NOT NULL,
  mailed_at timestamp with time zone,
  CONSTRAINT task_plans_pkey PRIMARY KEY (company_id, key),
  CONSTRAINT task_plans_check CHECK (((snoozed_until IS NULL) = (btrim(reason) = ''::text))),
  CONSTRAINT task_plans_key_check CHECK (((btrim(key) <> ''::text) AND (length(key) <= 200))),
  CONSTRAINT task_plans_planned_or_mailed CHECK (((changed_by IS NOT NULL) OR (mailed_at IS NOT NULL))),
  CONSTRAINT task_plans_two_weeks CHECK ((snoozed_until <= (((changed_at AT TIME ZONE 'UTC'::text))::date + 14))),
  CONSTRAINT task_plans_company_id_assignee_id_fkey FOREIGN KEY (company_id, assignee_id) REFERENCES app.company_members(company_id, user_id) ON DELETE SET NULL (assignee_id),
  CONSTRAINT task_plans_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id)
);
CREATE INDEX task_plans_by_assignee ON app.task_plans USING btree (company_id, assignee_id);
ALTER TABLE app.task_plans OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY plan ON app.task_plans FOR INSERT TO app_user
  WITH CHECK (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text])) AND (changed_by = ( SELECT app.uid() AS uid)) AND ((assignee_id IS NULL) OR (EXISTS ( SELECT
   FROM app.company_members m
  WHERE ((m.company_id = task_plans.company_id) AND (m.user_id = task_plans.assignee_id) AND (m.status = 'active'::text)))))));
CREATE POLICY plan_anew ON app.task_plans FOR UPDATE TO app_user
  USING ((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text])))
  WITH CHECK (((changed_by = ( SELECT app.uid() AS uid)) AND ((assignee_id IS NULL) OR (EXISTS ( SELECT
   FROM app.company_members m
  WHERE ((m.company_id = task_plans.company_id) AND (m.user_id = task_plans.assignee_id) AND (m.status = 'active'::text)))))));
CREATE POLICY read ON app.task_plans FOR SELECT TO app_user
  USING (true);
CREATE POLICY tenant_wall ON app.task_plans AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
GRANT SELECT ON app.task_plans TO app_backup;
GRANT DELETE, SELECT ON app.task_plans TO app_definer;
GRANT INSERT, SELECT ON app.task_plans TO app_user;
GRANT INSERT (company_id, key, changed_at, mailed_at) ON app.task_plans TO app_definer;
GRANT UPDATE (assignee_id, snoozed_until, reason, changed_by, changed_at) ON app.task_plans TO app_user;
GRANT UPDATE (mailed_at) ON app.task_plans TO app_definer;

CREATE TABLE app.upload_parts (
  company_id uuid NOT NULL,
  upload_id uuid NOT NULL,
  "position" bigint NOT NULL,
  artifact_id uuid NOT NULL,
  size bigint NOT NULL,
  sha256 bytea NOT NULL,
  blob_key text NOT NULL,
  wrapped_key bytea NOT NULL,
  key_version integer NOT NULL,
  CONSTRAINT upload_parts_pkey PRIMARY KEY (company_id, upload_id, "position"),
  CONSTRAINT upload_parts_sha256_check CHECK ((length(sha256) = 32)),
  CONSTRAINT upload_parts_size_check CHECK ((size > 0)),
  CONSTRAINT upload_parts_company_id_upload_id_fkey FOREIGN KEY (company_id, upload_id) REFERENCES app.uploads(company_id, id) ON DELETE CASCADE
);
ALTER TABLE app.upload_parts OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY read_own ON app.upload_parts FOR SELECT TO app_user
  USING ((EXISTS ( SELECT
   FROM app.uploads u
  WHERE ((u.company_id = upload_parts.company_id) AND (u.id = upload_parts.upload_id)))));
CREATE POLICY receive ON app.upload_parts FOR INSERT TO app_user
  WITH CHECK (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text])) AND (EXISTS ( SELECT
   FROM app.uploads u
  WHERE ((u.company_id = upload_parts.company_id) AND (u.id = upload_parts.upload_id))))));
CREATE POLICY tenant_wall ON app.upload_parts AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
GRANT SELECT ON app.upload_parts TO app_backup;
GRANT DELETE, SELECT ON app.upload_parts TO app_definer;
GRANT INSERT, SELECT ON app.upload_parts TO app_user;

CREATE TABLE app.uploads (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  size bigint NOT NULL,
  received bigint NOT NULL DEFAULT 0,
  storage_location_id uuid NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  origin jsonb,
  CONSTRAINT uploads_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT uploads_check CHECK (((received >= 0) AND (received <= size))),
  CONSTRAINT uploads_size_check CHECK ((size > 0)),
  CONSTRAINT uploads_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id),
  CONSTRAINT uploads_storage_location_id_fkey FOREIGN KEY (storage_location_id) REFERENCES app.storage_locations(id)
);
CREATE INDEX uploads_expired ON app.uploads USING btree (expires_at);
ALTER TABLE app.uploads OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY read_own ON app.uploads FOR SELECT TO app_user
  USING ((user_id = ( SELECT app.uid() AS uid)));
CREATE POLICY receive ON app.uploads FOR UPDATE TO app_user
  USING ((user_id = ( SELECT app.uid() AS uid)));
CREATE POLICY tenant_wall ON app.uploads AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER limit_uploads AFTER INSERT ON app.uploads FOR EACH ROW EXECUTE FUNCTION app.hold_upload();
GRANT SELECT ON app.uploads TO app_backup;
GRANT DELETE, INSERT, SELECT ON app.uploads TO app_definer;
GRANT SELECT ON app.uploads TO app_user;
GRANT UPDATE (expires_at, ended_at) ON app.uploads TO app_definer;
GRANT UPDATE (received, expires_at, origin) ON app.uploads TO app_user;

CREATE TABLE app.usage (
  company_id uuid NOT NULL,
  key text NOT NULL,
  period timestamp with time zone NOT NULL DEFAULT '1970-01-01 00:00:00+00'::timestamp with time zone,
  used bigint NOT NULL DEFAULT 0,
  level smallint NOT NULL DEFAULT 0,
  told smallint NOT NULL DEFAULT 0,
  CONSTRAINT usage_pkey PRIMARY KEY (company_id, key),
  CONSTRAINT usage_level_check CHECK ((level = ANY (ARRAY[0, 80, 100]))),
  CONSTRAINT usage_used_check CHECK ((used >= 0)),
  CONSTRAINT usage_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id)
);
CREATE INDEX usage_to_tell ON app.usage USING btree (company_id) WHERE (level > told);
ALTER TABLE app.usage OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON app.usage AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER enqueue_level AFTER INSERT OR UPDATE OF level ON app.usage FOR EACH ROW WHEN ((new.level > new.told)) EXECUTE FUNCTION app.enqueue_row('limits', 'company_id');
GRANT SELECT ON app.usage TO app_backup;
GRANT DELETE, INSERT, SELECT, UPDATE ON app.usage TO app_definer;

CREATE TABLE app.webhook_deliveries (
  company_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  webhook_id uuid NOT NULL,
  ledger_index bigint,
  event text NOT NULL,
  payload text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  state text NOT NULL DEFAULT 'waiting'::text,
  attempts integer NOT NULL DEFAULT 0,
  next_try_at timestamp with time zone NOT NULL,
  tried_at timestamp with time zone,
  status integer,
  duration_ms integer,
  answer text,
  problem text,
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT webhook_deliveries_company_id_webhook_id_ledger_index_key UNIQUE (company_id, webhook_id, ledger_index),
  CONSTRAINT webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text]))),
  CONSTRAINT webhook_deliveries_company_id_webhook_id_fkey FOREIGN KEY (company_id, webhook_id) REFERENCES app.webhooks(company_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_due ON app.webhook_deliveries USING btree (company_id, webhook_id, next_try_at, ledger_index) WHERE (state = 'waiting'::text);
CREATE INDEX webhook_deliveries_log ON app.webhook_deliveries USING btree (company_id, webhook_id, created_at DESC);
ALTER TABLE app.webhook_deliveries OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON app.webhook_deliveries FOR SELECT TO app_user
  USING ((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])));
CREATE POLICY repeat ON app.webhook_deliveries FOR UPDATE TO app_user
  USING ((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])))
  WITH CHECK ((state = 'waiting'::text));
CREATE POLICY tenant_wall ON app.webhook_deliveries AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE POLICY test ON app.webhook_deliveries FOR INSERT TO app_user
  WITH CHECK (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])) AND (ledger_index IS NULL) AND (state = 'waiting'::text)));
CREATE TRIGGER enqueue_changed AFTER UPDATE ON app.webhook_deliveries REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION app.enqueue_changed_deliveries();
CREATE TRIGGER enqueue_new AFTER INSERT ON app.webhook_deliveries REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION app.enqueue_deliveries();
CREATE TRIGGER limit_tests AFTER INSERT ON app.webhook_deliveries FOR EACH ROW WHEN ((new.ledger_index IS NULL)) EXECUTE FUNCTION app.hold_limit('webhookTests');
GRANT SELECT ON app.webhook_deliveries TO app_backup;
GRANT DELETE, INSERT, SELECT ON app.webhook_deliveries TO app_definer;
GRANT SELECT ON app.webhook_deliveries TO app_user;
GRANT INSERT (company_id, webhook_id, event, payload, created_at, next_try_at) ON app.webhook_deliveries TO app_user;
GRANT UPDATE (payload, state, attempts, next_try_at, tried_at, status, duration_ms, answer, problem) ON app.webhook_deliveries TO app_definer;
GRANT UPDATE (state, attempts, next_try_at) ON app.webhook_deliveries TO app_user;

CREATE TABLE app.webhooks (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  url text NOT NULL,
  events text[] NOT NULL,
  sealed_secret bytea NOT NULL,
  old_sealed_secret bytea,
  old_secret_until timestamp with time zone,
  active boolean NOT NULL DEFAULT true,
  created_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  first_entry bigint NOT NULL DEFAULT 0,
  failing_since timestamp with time zone,
  turned_off_at timestamp with time zone,
  CONSTRAINT webhooks_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT webhooks_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id)
);
ALTER TABLE app.webhooks OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY change ON app.webhooks FOR UPDATE TO app_user
  USING ((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])));
CREATE POLICY make ON app.webhooks FOR INSERT TO app_user
  WITH CHECK (((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])) AND (created_by = ( SELECT app.uid() AS uid))));
CREATE POLICY read ON app.webhooks FOR SELECT TO app_user
  USING ((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])));
CREATE POLICY remove ON app.webhooks FOR DELETE TO app_user
  USING ((( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text])));
CREATE POLICY tenant_wall ON app.webhooks AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER a_hold_change BEFORE UPDATE OF active, url ON app.webhooks FOR EACH ROW WHEN (((CURRENT_USER = 'app_user'::name) AND ((new.active AND (NOT old.active)) OR (new.url <> old.url)))) EXECUTE FUNCTION app.hold_issuer();
CREATE TRIGGER a_hold_issuer BEFORE INSERT ON app.webhooks FOR EACH ROW WHEN ((CURRENT_USER = 'app_user'::name)) EXECUTE FUNCTION app.hold_issuer('created_by');
CREATE TRIGGER begin_webhook BEFORE INSERT OR UPDATE OF active, sealed_secret, url ON app.webhooks FOR EACH ROW EXECUTE FUNCTION app.begin_webhook();
CREATE TRIGGER enqueue AFTER UPDATE OF active ON app.webhooks FOR EACH ROW WHEN ((new.active AND (NOT old.active))) EXECUTE FUNCTION app.enqueue_row('webhooks', 'id');
CREATE TRIGGER limit_webhooks AFTER INSERT ON app.webhooks FOR EACH ROW EXECUTE FUNCTION app.hold_limit('webhooks');
GRANT SELECT ON app.webhooks TO app_backup;
GRANT DELETE, SELECT ON app.webhooks TO app_definer;
GRANT DELETE ON app.webhooks TO app_user;
GRANT INSERT (company_id, id, url, events, sealed_secret, created_by, created_at) ON app.webhooks TO app_user;
GRANT SELECT (company_id, id, url, events, active, created_by, created_at, failing_since, turned_off_at) ON app.webhooks TO app_user;
GRANT UPDATE (sealed_secret, old_sealed_secret, active, created_by, failing_since, turned_off_at) ON app.webhooks TO app_definer;
GRANT UPDATE (url, events, sealed_secret, active) ON app.webhooks TO app_user;

CREATE TABLE app.withdrawals (
  company_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  evidence_id uuid NOT NULL,
  number bigint NOT NULL,
  sha256 bytea NOT NULL,
  reason text NOT NULL,
  withdrawn_by uuid NOT NULL,
  withdrawn_at timestamp with time zone NOT NULL,
  ledger_index bigint NOT NULL,
  restored_by uuid,
  restored_at timestamp with time zone,
  restored_index bigint,
  CONSTRAINT withdrawals_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT withdrawals_check CHECK (((num_nonnulls(restored_at, restored_index) = ANY (ARRAY[0, 2])) AND ((restored_at IS NULL) OR (restored_by IS NOT NULL)))),
  CONSTRAINT withdrawals_reason_check CHECK ((btrim(reason) <> ''::text)),
  CONSTRAINT withdrawals_sha256_check CHECK ((length(sha256) = 32)),
  CONSTRAINT withdrawals_company_id_evidence_id_fkey FOREIGN KEY (company_id, evidence_id) REFERENCES app.evidence(company_id, id),
  CONSTRAINT withdrawals_company_id_fkey FOREIGN KEY (company_id) REFERENCES app.companies(id)
);
CREATE INDEX withdrawals_of_item ON app.withdrawals USING btree (company_id, evidence_id, ledger_index);
CREATE UNIQUE INDEX withdrawals_once ON app.withdrawals USING btree (company_id, evidence_id) WHERE (restored_at IS NULL);
ALTER TABLE app.withdrawals OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY audit ON app.withdrawals FOR SELECT TO app_auditor
  USING ((((restored_at IS NOT NULL) OR ( SELECT app.shows_withdrawn() AS shows_withdrawn)) AND (EXISTS ( SELECT
   FROM app.evidence e
  WHERE ((e.company_id = withdrawals.company_id) AND (e.id = withdrawals.evidence_id))))));
CREATE POLICY read ON app.withdrawals FOR SELECT TO app_user
  USING (true);
CREATE POLICY tenant_wall ON app.withdrawals AS RESTRICTIVE FOR ALL TO PUBLIC
  USING ((company_id = ( SELECT app.tenant() AS tenant)))
  WITH CHECK ((company_id = ( SELECT app.tenant() AS tenant)));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OF company_id, id, evidence_id, number, sha256, reason, withdrawn_by, withdrawn_at, ledger_index ON app.withdrawals FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON app.withdrawals FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER enqueue_registers AFTER INSERT ON app.withdrawals FOR EACH ROW EXECUTE FUNCTION app.enqueue_row('registers', 'company_id', '1', 'withdrawn_at', '5 seconds');
CREATE TRIGGER enqueue_restored AFTER UPDATE OF restored_at ON app.withdrawals FOR EACH ROW WHEN ((new.restored_at IS NOT NULL)) EXECUTE FUNCTION app.enqueue_row('registers', 'company_id', '1', 'restored_at', '5 seconds');
GRANT SELECT ON app.withdrawals TO app_auditor;
GRANT SELECT ON app.withdrawals TO app_backup;
GRANT DELETE, INSERT, SELECT ON app.withdrawals TO app_definer;
GRANT SELECT ON app.withdrawals TO app_user;
GRANT UPDATE (restored_by, restored_at, restored_index) ON app.withdrawals TO app_definer;

CREATE TABLE app.wrapping_keys (
  purpose text NOT NULL,
  version integer NOT NULL,
  wrapped bytea NOT NULL,
  state text NOT NULL,
  derived boolean NOT NULL DEFAULT false,
  created_at timestamp with time zone NOT NULL,
  retired_at timestamp with time zone,
  CONSTRAINT wrapping_keys_pkey PRIMARY KEY (purpose, version),
  CONSTRAINT wrapping_keys_state_check CHECK ((state = ANY (ARRAY['coming'::text, 'current'::text, 'old'::text]))),
  CONSTRAINT wrapping_keys_version_check CHECK ((version > 0))
);
CREATE UNIQUE INDEX wrapping_keys_coming ON app.wrapping_keys USING btree (purpose) WHERE (state = 'coming'::text);
CREATE UNIQUE INDEX wrapping_keys_current ON app.wrapping_keys USING btree (purpose) WHERE (state = 'current'::text);
ALTER TABLE app.wrapping_keys OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT ON app.wrapping_keys TO app_backup;
GRANT DELETE, INSERT, SELECT, UPDATE ON app.wrapping_keys TO app_definer;

CREATE TABLE auth.ceremonies (
  token_sha256 bytea NOT NULL,
  purpose text NOT NULL,
  user_id uuid,
  facts jsonb NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT ceremonies_pkey PRIMARY KEY (token_sha256),
  CONSTRAINT ceremonies_purpose_check CHECK ((purpose = ANY (ARRAY['passkey-registration'::text, 'passkey-sign-in'::text, 'passkey-second-factor'::text, 'passkey-joining'::text, 'single-sign-on'::text, 'file-source'::text]))),
  CONSTRAINT ceremonies_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX ceremonies_by_user ON auth.ceremonies USING btree (user_id);
ALTER TABLE auth.ceremonies OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY accounts_only ON auth.ceremonies FOR ALL TO app_auth
  USING (true)
  WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.ceremonies TO app_auth;
GRANT SELECT ON auth.ceremonies TO app_backup;

CREATE TABLE auth.devices (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL,
  token_sha256 bytea NOT NULL,
  user_agent text NOT NULL,
  first_seen_at timestamp with time zone NOT NULL,
  last_seen_at timestamp with time zone NOT NULL,
  CONSTRAINT devices_pkey PRIMARY KEY (id),
  CONSTRAINT devices_user_id_token_sha256_key UNIQUE (user_id, token_sha256),
  CONSTRAINT devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
ALTER TABLE auth.devices OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY accounts_only ON auth.devices FOR ALL TO app_auth
  USING (true)
  WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.devices TO app_auth;
GRANT SELECT ON auth.devices TO app_backup;

CREATE TABLE auth.file_grants (
  session_id uuid NOT NULL,
  user_id uuid NOT NULL,
  source text NOT NULL,
  account text,
  sealed bytea NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT file_grants_pkey PRIMARY KEY (session_id, source),
  CONSTRAINT file_grants_source_check CHECK ((source = ANY (ARRAY['google-drive'::text, 'onedrive'::text, 'dropbox'::text]))),
  CONSTRAINT file_grants_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE,
  CONSTRAINT file_grants_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX file_grants_by_user ON auth.file_grants USING btree (user_id);
ALTER TABLE auth.file_grants OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY accounts_only ON auth.file_grants FOR ALL TO app_auth
  USING (true)
  WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.file_grants TO app_auth;
GRANT SELECT ON auth.file_grants TO app_backup;

CREATE TABLE auth.identities (
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  disconnected_at timestamp with time zone,
  CONSTRAINT identities_pkey PRIMARY KEY (issuer, subject, user_id),
  CONSTRAINT identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX identities_by_user ON auth.identities USING btree (user_id);
CREATE UNIQUE INDEX identities_connected ON auth.identities USING btree (issuer, subject) WHERE (disconnected_at IS NULL);
ALTER TABLE auth.identities OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY accounts_only ON auth.identities FOR ALL TO app_auth
  USING (true)
  WITH CHECK (true);
GRANT DELETE, INSERT, SELECT ON auth.identities TO app_auth;
GRANT SELECT ON auth.identities TO app_backup;
GRANT UPDATE (created_at, disconnected_at) ON auth.identities TO app_auth;

CREATE TABLE auth.link_requests (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  purpose text NOT NULL,
  email text NOT NULL,
  first_name text,
  last_name text,
  password text,
  browser_sha256 bytea,
  requested_at timestamp with time zone NOT NULL,
  CONSTRAINT link_requests_pkey PRIMARY KEY (id),
  CONSTRAINT link_requests_email_check CHECK ((email = lower(email))),
  CONSTRAINT link_requests_purpose_check CHECK ((purpose = ANY (ARRAY['signup'::text, 'resend'::text, 'magiclink'::text, 'recovery'::text, 'staff'::text])))
);
ALTER TABLE auth.link_requests OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY accounts_only ON auth.link_requests FOR ALL TO app_auth
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER enqueue AFTER INSERT ON auth.link_requests FOR EACH ROW EXECUTE FUNCTION app.enqueue_row('links', 'id');
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.link_requests TO app_auth;
GRANT SELECT ON auth.link_requests TO app_backup;
GRANT DELETE ON auth.link_requests TO app_definer;
GRANT SELECT (id, email, requested_at) ON auth.link_requests TO app_definer;

CREATE TABLE auth.one_time_links (
  token_sha256 bytea NOT NULL,
  purpose text NOT NULL,
  email text NOT NULL,
  first_name text,
  last_name text,
  password text,
  browser_sha256 bytea,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT one_time_links_pkey PRIMARY KEY (token_sha256),
  CONSTRAINT one_time_links_check CHECK (((purpose = 'signup'::text) = ((first_name IS NOT NULL) AND (last_name IS NOT NULL) AND (password IS NOT NULL) AND (browser_sha256 IS NOT NULL)))),
  CONSTRAINT one_time_links_email_check CHECK ((email = lower(email))),
  CONSTRAINT one_time_links_purpose_check CHECK ((purpose = ANY (ARRAY['signup'::text, 'magiclink'::text, 'recovery'::text])))
);
CREATE INDEX one_time_links_by_email ON auth.one_time_links USING btree (email, purpose);
ALTER TABLE auth.one_time_links OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY accounts_only ON auth.one_time_links FOR ALL TO app_auth
  USING (true)
  WITH CHECK (true);
GRANT DELETE, INSERT, SELECT ON auth.one_time_links TO app_auth;
GRANT SELECT ON auth.one_time_links TO app_backup;
GRANT DELETE ON auth.one_time_links TO app_definer;
GRANT SELECT (email) ON auth.one_time_links TO app_definer;
GRANT UPDATE (expires_at) ON auth.one_time_links TO app_auth;

CREATE TABLE auth.passkeys (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL,
  credential_id bytea NOT NULL,
  public_key bytea NOT NULL,
  sign_count bigint NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL,
  backed_up boolean NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  CONSTRAINT passkeys_pkey PRIMARY KEY (id),
  CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id),
  CONSTRAINT passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX passkeys_by_user ON auth.passkeys USING btree (user_id);
ALTER TABLE auth.passkeys OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY accounts_only ON auth.passkeys FOR ALL TO app_auth
  USING (true)
  WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.passkeys TO app_auth;
GRANT SELECT ON auth.passkeys TO app_backup;
GRANT SELECT (user_id) ON auth.passkeys TO app_definer;

CREATE TABLE auth.passwords (
  user_id uuid NOT NULL,
  hash text NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  CONSTRAINT passwords_pkey PRIMARY KEY (user_id),
  CONSTRAINT passwords_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
ALTER TABLE auth.passwords OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY accounts_only ON auth.passwords FOR ALL TO app_auth
  USING (true)
  WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.passwords TO app_auth;
GRANT SELECT ON auth.passwords TO app_backup;

CREATE TABLE auth.recovery_codes (
  user_id uuid NOT NULL,
  code_sha256 bytea NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_sha256),
  CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
ALTER TABLE auth.recovery_codes OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY accounts_only ON auth.recovery_codes FOR ALL TO app_auth
  USING (true)
  WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.recovery_codes TO app_auth;
GRANT SELECT ON auth.recovery_codes TO app_backup;

CREATE TABLE auth.sessions (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL,
  token_sha256 bytea NOT NULL,
  previous_sha256 bytea,
  previous_until timestamp with time zone,
  device_id uuid,
  method text NOT NULL,
  awaits_second_factor boolean NOT NULL DEFAULT false,
  has_second_factor boolean NOT NULL DEFAULT false,
  renew boolean NOT NULL DEFAULT false,
  created_at timestamp with time zone NOT NULL,
  authenticated_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  address text NOT NULL,
  user_agent text NOT NULL,
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_previous_sha256_key UNIQUE (previous_sha256),
  CONSTRAINT sessions_token_sha256_key UNIQUE (token_sha256),
  CONSTRAINT sessions_method_check CHECK ((method = ANY (ARRAY['password'::text, 'magic-link'::text, 'confirmation'::text, 'passkey'::text, 'single-sign-on'::text, 'google'::text, 'microsoft'::text, 'github'::text]))),
  CONSTRAINT sessions_device_id_fkey FOREIGN KEY (device_id) REFERENCES auth.devices(id) ON DELETE SET NULL,
  CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_by_end ON auth.sessions USING btree (expires_at);
CREATE INDEX sessions_by_user ON auth.sessions USING btree (user_id);
ALTER TABLE auth.sessions OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY accounts_only ON auth.sessions FOR ALL TO app_auth
  USING (true)
  WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.sessions TO app_auth;
GRANT SELECT ON auth.sessions TO app_backup;
GRANT DELETE ON auth.sessions TO app_definer;
GRANT SELECT (id, user_id, method, renew) ON auth.sessions TO app_definer;
GRANT UPDATE (renew) ON auth.sessions TO app_definer;

CREATE TABLE auth.sign_ins (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  user_id uuid,
  at timestamp with time zone NOT NULL,
  method text NOT NULL,
  outcome text NOT NULL,
  new_device boolean NOT NULL DEFAULT false,
  address text NOT NULL,
  user_agent text NOT NULL,
  CONSTRAINT sign_ins_pkey PRIMARY KEY (id),
  CONSTRAINT sign_ins_method_check CHECK ((method = ANY (ARRAY['password'::text, 'magic-link'::text, 'confirmation'::text, 'passkey'::text, 'single-sign-on'::text, 'google'::text, 'microsoft'::text, 'github'::text, 'second-factor'::text, 'recovery-code'::text]))),
  CONSTRAINT sign_ins_outcome_check CHECK ((outcome = ANY (ARRAY['signed-in'::text, 'refused'::text]))),
  CONSTRAINT sign_ins_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX sign_ins_by_user ON auth.sign_ins USING btree (user_id, at DESC);
ALTER TABLE auth.sign_ins OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY accounts_only ON auth.sign_ins FOR ALL TO app_auth
  USING (true)
  WITH CHECK (true);
GRANT DELETE, INSERT, SELECT ON auth.sign_ins TO app_auth;
GRANT SELECT ON auth.sign_ins TO app_backup;
GRANT SELECT (user_id, at, outcome) ON auth.sign_ins TO app_definer;

CREATE TABLE auth.totp_secrets (
  user_id uuid NOT NULL,
  sealed bytea NOT NULL,
  confirmed_at timestamp with time zone,
  replacement bytea,
  last_step bigint NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT totp_secrets_pkey PRIMARY KEY (user_id),
  CONSTRAINT totp_secrets_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
ALTER TABLE auth.totp_secrets OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY accounts_only ON auth.totp_secrets FOR ALL TO app_auth
  USING (true)
  WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.totp_secrets TO app_auth;
GRANT SELECT ON auth.totp_secrets TO app_backup;
GRANT SELECT ON auth.totp_secrets TO app_definer;
GRANT SELECT (user_id, confirmed_at) ON auth.totp_secrets TO app_definer;
GRANT UPDATE (sealed, replacement) ON auth.totp_secrets TO app_definer;

CREATE TABLE auth.users (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  email text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_email_key UNIQUE (email),
  CONSTRAINT users_email_check CHECK ((email = lower(email)))
);
ALTER TABLE auth.users OWNER TO app_owner, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY accounts_only ON auth.users FOR ALL TO app_auth
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER account_ended AFTER DELETE ON auth.users FOR EACH ROW EXECUTE FUNCTION app.end_platform_admin();
CREATE TRIGGER invited AFTER INSERT ON auth.users FOR EACH ROW EXECUTE FUNCTION app.take_up_invitation();
CREATE TRIGGER keep_owners BEFORE DELETE ON auth.users FOR EACH ROW EXECUTE FUNCTION app.keep_owners();
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.users TO app_auth;
GRANT SELECT ON auth.users TO app_backup;
GRANT DELETE ON auth.users TO app_definer;
GRANT SELECT (id, email, first_name, last_name, created_at) ON auth.users TO app_definer;
GRANT UPDATE (created_at) ON auth.users TO app_definer;

CREATE OR REPLACE FUNCTION app.accept_invitation(p_sha256 bytea, p_id uuid, p_now timestamp with time zone)
 RETURNS TABLE(outcome text, company_id uuid, company_name text, role text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
DECLARE v_invitation app.company_invitations; v_name text; v_outcome text;
BEGIN
  IF app.uid() IS NULL THEN RAISE EXCEPTION 'nobody is signed in' USING ERRCODE = '42501'; END IF;
  PERFORM FROM app.companies c WHERE c.id IN (SELECT i.company_id FROM app.company_invitations i
    WHERE (i.company_id, i.id) IN (SELECT l.company_id, l.invitation_id FROM app.invitation_links l WHERE l.token_sha256 = p_sha256)
      OR i.id = p_id) ORDER BY c.id FOR NO KEY UPDATE;
  -- An account that is being deleted joins nothing, nor does one that was disabled in this moment.
  PERFORM FROM auth.users u WHERE u.id = app.uid() FOR SHARE;
  IF EXISTS (SELECT FROM app.account_bounds b WHERE b.user_id = app.uid() AND b.disabled_at IS NOT NULL) THEN
    RETURN QUERY SELECT 'unknown', NULL::uuid, NULL, NULL;
    RETURN;
  END IF;
  v_invitation := app.lock_invitation(p_sha256, p_id);
  IF v_invitation.id IS NULL THEN
    RETURN QUERY SELECT 'unknown', NULL::uuid, NULL, NULL;
    RETURN;
  END IF;
  v_outcome := CASE
    WHEN v_invitation.email IS DISTINCT FROM (SELECT email FROM auth.users WHERE id = app.uid()) THEN 'other-address'
    WHEN EXISTS (SELECT FROM app.company_members m WHERE m.company_id = v_invitation.company_id AND m.user_id = app.uid())
      THEN 'already-member'
    WHEN v_invitation.status <> 'pending' OR v_invitation.expires_at <= p_now THEN 'ended'
    ELSE 'joined' END;
  IF v_outcome IN ('joined', 'already-member') THEN
    UPDATE app.company_invitations i SET status = 'accepted', answered_at = p_now
      WHERE i.company_id = v_invitation.company_id AND i.id = v_invitation.id AND i.status = 'pending';
  END IF;
  IF v_outcome = 'joined' AND v_invitation.role = 'auditor' THEN
    PERFORM app.let_auditor_in(v_invitation);
  ELSIF v_outcome = 'joined' THEN
    INSERT INTO app.company_members (company_id, user_id, role, invited_by)
      VALUES (v_invitation.company_id, app.uid(), v_invitation.role, v_invitation.invited_by);
  END IF;
  SELECT c.name INTO v_name FROM app.companies c WHERE c.id = v_invitation.company_id;
  IF v_outcome = 'other-address' THEN
    RETURN QUERY SELECT v_outcome, NULL::uuid, NULL, NULL;
  ELSE
    RETURN QUERY SELECT v_outcome, v_invitation.company_id, v_name, v_invitation.role;
  END IF;
END $function$;
ALTER FUNCTION app.accept_invitation OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.accept_invitation TO app_user;

CREATE OR REPLACE FUNCTION app.accept_ledger_loss(p_company uuid, p_generation integer, p_old_origin text, p_size bigint, p_root bytea, p_note text, p_reason text, p_person text, p_id uuid, p_subject text, p_details text, p_salt bytea, p_commitment text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_at timestamptz; v_seq bigint;
BEGIN
  SELECT greatest(date_trunc('milliseconds', clock_timestamp()), h.last_at) INTO STRICT v_at
    FROM app.ledger_heads h WHERE h.company_id = p_company FOR UPDATE;
  IF p_generation <= app.ledger_generation(p_company) THEN
    RAISE EXCEPTION 'this origin began already' USING ERRCODE = '22023';
  END IF;
  IF p_id IS NULL OR coalesce(p_commitment, '') !~ '^[A-Za-z0-9+/]{43}=$' THEN
    RAISE EXCEPTION 'malformed ledger entry' USING ERRCODE = '22023';
  END IF;
  v_seq := app.append_entries(p_company, v_at, ARRAY[format('{"at":"%s","c":"%s","id":"%s","t":"%s","v":1}',
    app.iso_instant(v_at), p_commitment, p_id, 'ledger.lossAccepted')], 0, ARRAY[NULL::uuid]);
  INSERT INTO app.ledger_acts (company_id, seq, event, actor_id, subject, details, salt, at) VALUES (p_company, v_seq,
    'ledger.lossAccepted', '00000000-0000-0000-0000-000000000000', p_subject, p_details, p_salt, v_at);
  INSERT INTO app.ledger_losses (company_id, generation, seq, old_origin, last_size, last_root, last_note, reason, person, accepted_at)
    VALUES (p_company, p_generation, v_seq, p_old_origin, p_size, p_root, p_note, p_reason, p_person, v_at);
  RETURN v_seq;
END $function$;
ALTER FUNCTION app.accept_ledger_loss OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.accepted_by(p_company uuid, p_register text, p_fields jsonb)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT c.changed_by FROM app.record_changes c, jsonb_to_recordset(c.changes) x (field text, after text)
  WHERE p_register = 'approvals' AND p_fields ->> 'kind' = 'risk-acceptance' AND c.company_id = p_company
    AND c.record_id = (p_fields ->> 'riskId')::uuid AND x.field = 'treatment' AND x.after = 'accept' ORDER BY c.version DESC LIMIT 1
$function$;
ALTER FUNCTION app.accepted_by OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.account_people()
 RETURNS TABLE(user_id uuid, person_id uuid, by_another boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT u.id, r.id, CASE WHEN r.vouched_email = lower(r.fields ->> 'email') AND (r.vouched_how <> 'alone' OR r.vouched_by <> u.id) THEN true
      ELSE EXISTS (SELECT FROM app.address_written(r.company_id, r.id) w WHERE w.changed_by <> u.id) END
  FROM app.records r JOIN auth.users u ON lower(u.email) = lower(r.fields ->> 'email')
  WHERE app.is_company_itself() AND r.company_id = app.tenant() AND r.register = 'people' ORDER BY r.number, u.id
$function$;
ALTER FUNCTION app.account_people OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.account_people TO app_user;

CREATE OR REPLACE FUNCTION app.acknowledge_forms(p_sessions bytea[], p_versions uuid[], p_texts text[], p_at timestamp with time zone, p_acts uuid[], p_details text[], p_salts bytea[], p_commitments text[], p_receipts jsonb, p_policies uuid[], p_titles text[], p_numbers integer[], p_vouched text[])
 RETURNS TABLE(outcome text, acknowledged_at timestamp with time zone, newest uuid)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
DECLARE v_company uuid := app.staffed(); v_size bigint; v_at timestamptz; v_outcomes text[]; v_people uuid[]; v_methods text[]; v_newest uuid[]; v_open integer[];
BEGIN
  IF EXISTS (SELECT FROM unnest(p_acts, p_commitments) x (act, commitment) WHERE x.act IS NULL
      OR coalesce(x.commitment, '') !~ '^[A-Za-z0-9+/]{43}=$') THEN
    RAISE EXCEPTION 'malformed ledger entry' USING ERRCODE = '22023';
  END IF;
  -- Nothing of a version, an assignment or a person changes from here on.
  SELECT h.size, greatest(date_trunc('milliseconds', clock_timestamp()), h.last_at) INTO v_size, v_at
    FROM app.ledger_heads h WHERE h.company_id = v_company FOR UPDATE;
  SELECT array_agg(CASE WHEN f.outcome = 'open' AND (f.policy_id, f.title, f.number, f.vouched) IS DISTINCT FROM
        (p_policies[f.i], p_titles[f.i], p_numbers[f.i], p_vouched[f.i]) THEN 'otherwise' ELSE f.outcome END ORDER BY f.i),
      array_agg(f.person_id ORDER BY f.i), array_agg(f.method ORDER BY f.i), array_agg(f.newest ORDER BY f.i)
    INTO v_outcomes, v_people, v_methods, v_newest
    FROM app.staff_forms(p_sessions, p_versions, p_texts, p_at) WITH ORDINALITY
      f (outcome, person_id, method, policy_id, title, number, newest, vouched, i);
  v_open := array_positions(v_outcomes, 'open');
  IF cardinality(v_open) > 0 THEN
    INSERT INTO app.acknowledgments (company_id, id, version_id, person_id, sha256, method, acknowledged_at, ledger_index, vouched)
      SELECT v_company, gen_random_uuid(), p_versions[x.i], v_people[x.i], p_texts[x.i], v_methods[x.i], p_at, v_size + x.n - 1, p_vouched[x.i]
      FROM unnest(v_open) WITH ORDINALITY x (i, n);
    PERFORM app.append_entries(v_company, v_at, ARRAY(SELECT format('{"at":"%s","c":"%s","id":"%s","t":"policy.acknowledged","v":1}',
      app.iso_instant(v_at), p_commitments[x.i], p_acts[x.i]) FROM unnest(v_open) WITH ORDINALITY x (i, n) ORDER BY x.n), 0,
      array_fill(NULL::uuid, ARRAY[cardinality(v_open)]));
    INSERT INTO app.ledger_acts (company_id, seq, event, actor_id, subject, details, salt, at)
      SELECT v_company, v_size + x.n - 1, 'policy.acknowledged', v_people[x.i], p_policies[x.i]::text, p_details[x.i], p_salts[x.i], v_at
      FROM unnest(v_open) WITH ORDINALITY x (i, n);
    INSERT INTO app.outbox (recipient, subject, body_text, body_html, letter)
      SELECT m ->> 'to', m ->> 'subject', replace(m ->> 'text', '{ledger entry}', entry), replace(m ->> 'html', '{ledger entry}', entry),
        replace((m -> 'letter')::text, '{ledger entry}', entry)::jsonb
      FROM (SELECT r.m, (v_size + x.n - 1)::text AS entry FROM jsonb_array_elements(p_receipts) WITH ORDINALITY r (m, i)
        JOIN unnest(v_open) WITH ORDINALITY x (i, n) ON x.i = r.i) receipts;
  END IF;
  RETURN QUERY SELECT v_outcomes[i], CASE WHEN v_outcomes[i] = 'open' THEN p_at WHEN v_outcomes[i] = 'before' THEN (SELECT k.acknowledged_at
      FROM app.acknowledgments k WHERE k.company_id = v_company AND k.version_id = p_versions[i] AND k.person_id = v_people[i] AND k.vouched IS NOT NULL) END,
      v_newest[i]
    FROM generate_series(1, cardinality(v_outcomes)) i;
END $function$;
ALTER FUNCTION app.acknowledge_forms OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.acknowledge_forms TO app_staff;

CREATE OR REPLACE FUNCTION app.acknowledge_hold(p_hold uuid, p_sha256 text, p_now timestamp with time zone, p_act uuid, p_details text, p_salt bytea, p_commitment text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_company uuid := app.staffed();
BEGIN
  PERFORM app.lock_ledger();
  IF NOT EXISTS (SELECT FROM app.own_holds() o WHERE o.hold_id = p_hold AND o.text_sha256 = p_sha256) THEN RETURN false; END IF;
  INSERT INTO app.hold_notices AS n (company_id, hold_id, person_id, noticed_at, told_at, acknowledged_at, acknowledged)
    VALUES (v_company, p_hold, app.uid(), p_now, p_now, p_now, decode(p_sha256, 'hex'))
    ON CONFLICT (company_id, hold_id, person_id) DO UPDATE SET acknowledged_at = p_now, acknowledged = excluded.acknowledged, released_at = NULL
    WHERE n.acknowledged IS DISTINCT FROM excluded.acknowledged;
  IF NOT FOUND THEN RETURN true; END IF;
  PERFORM app.record_act(p_act, 'hold.acknowledged', p_hold::text, p_details, p_salt, p_commitment, NULL);
  RETURN true;
END $function$;
ALTER FUNCTION app.acknowledge_hold OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.acknowledge_hold TO app_staff;

CREATE OR REPLACE FUNCTION app.acknowledge_policy(p_id uuid, p_version uuid, p_sha256 text, p_session uuid, p_at timestamp with time zone)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_method text; v_person uuid := app.my_person();
BEGIN
  SELECT s.method INTO v_method FROM auth.sessions s WHERE s.id = p_session AND s.user_id = app.uid();
  IF v_method IS NULL OR app.my_role() IS NULL THEN RAISE EXCEPTION 'permission denied: no session' USING ERRCODE = '42501'; END IF;
  PERFORM app.keep_acknowledgment(p_id, p_version, p_sha256, v_person, v_method, app.uid(), p_at);
  RETURN v_person;
END $function$;
ALTER FUNCTION app.acknowledge_policy OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.acknowledge_policy TO app_user;

CREATE OR REPLACE FUNCTION app.add_to_people_counts(p_rows jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  UPDATE app.people_counts c SET people = c.people + x.people
    FROM jsonb_to_recordset(p_rows) x (company_id uuid, policy_id uuid, sha256 text, kind text, starts_at text, ends_at text, people integer)
    WHERE x.people < 0 AND c.company_id = x.company_id AND c.policy_id IS NOT DISTINCT FROM x.policy_id
      AND c.sha256 IS NOT DISTINCT FROM x.sha256 AND c.kind = x.kind AND c.starts_at = x.starts_at AND c.ends_at = x.ends_at;
  DELETE FROM app.people_counts c USING jsonb_to_recordset(p_rows) x (company_id uuid, people integer)
    WHERE x.people < 0 AND c.company_id = x.company_id AND c.people = 0;
  INSERT INTO app.people_counts AS c (company_id, policy_id, sha256, kind, starts_at, ends_at, people)
    SELECT x.company_id, x.policy_id, x.sha256, x.kind, x.starts_at, x.ends_at, x.people
    FROM jsonb_to_recordset(p_rows) x (company_id uuid, policy_id uuid, sha256 text, kind text, starts_at text, ends_at text, people integer)
    WHERE x.people > 0
    ON CONFLICT (company_id, policy_id, sha256, kind, starts_at, ends_at) DO UPDATE SET people = c.people + excluded.people;
END $function$;
ALTER FUNCTION app.add_to_people_counts OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.address_written(p_company uuid, p_person uuid)
 RETURNS TABLE(changed_by uuid, kind text, changed_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT c.changed_by, c.kind, c.changed_at FROM app.record_changes c WHERE c.company_id = p_company AND c.record_id = p_person
    AND c.changes @> '[{"field": "email"}]' ORDER BY c.version DESC LIMIT 1
$function$;
ALTER FUNCTION app.address_written OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.alert_due(p_daily boolean, p_at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$SELECT CASE WHEN p_daily THEN app.next_digest(p_at) ELSE p_at + interval '5 minutes' END$function$;
ALTER FUNCTION app.alert_due OWNER TO app_owner;
GRANT EXECUTE ON FUNCTION app.alert_due TO app_definer;

CREATE OR REPLACE FUNCTION app.all_requests()
 RETURNS TABLE(id uuid, kind text, name text, email text, company text, about text, words text, created_at timestamp with time zone, answer_due_at timestamp with time zone, answered_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT m.id, m.kind, m.name, m.email, m.company, m.subject, m.message, m.created_at, m.answer_due_at, m.answered_at
  FROM app.contact_messages m WHERE (SELECT app.is_platform_admin())
  UNION ALL SELECT r.id, r.kind, concat_ws(' ', r.first_name, r.last_name), r.email, r.company, r.role,
    array_to_string(r.replaced, E'\n'), r.created_at, NULL, r.answered_at
  FROM app.access_requests r WHERE (SELECT app.is_platform_admin())
$function$;
ALTER FUNCTION app.all_requests OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.all_requests TO app_user;

CREATE OR REPLACE FUNCTION app.alone_among_admins()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('platform admins', 0));
  IF NOT app.is_platform_admin() THEN RAISE EXCEPTION 'not a platform admin' USING ERRCODE = '42501'; END IF;
END $function$;
ALTER FUNCTION app.alone_among_admins OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.am_i_written_to()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT m.stopped_at IS NULL FROM app.staff_reminders m WHERE m.company_id = app.staffed() AND m.person_id = app.uid()
$function$;
ALTER FUNCTION app.am_i_written_to OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.am_i_written_to TO app_staff;

CREATE OR REPLACE FUNCTION app.anchor_place(p_found text)
 RETURNS TABLE(id text, has_signed boolean)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  INSERT INTO app.store_identities (geography, store_id) SELECT 'anchors', p_found WHERE p_found IS NOT NULL ON CONFLICT DO NOTHING;
  SELECT (SELECT s.store_id FROM app.store_identities s WHERE s.geography = 'anchors'), EXISTS (SELECT FROM app.ledger_checkpoints)
$function$;
ALTER FUNCTION app.anchor_place OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.anchor_place TO app_signer, app_worker;

CREATE OR REPLACE FUNCTION app.another_reviewer_since(p_company uuid, p_filer uuid, p_size bigint, p_until timestamp with time zone, p_now timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE c_roles CONSTANT text[] := ARRAY['owner', 'admin', 'member'];
BEGIN
  IF p_company IS DISTINCT FROM app.tenant() AND current_setting('role') <> 'app_worker' THEN
    RAISE EXCEPTION 'permission denied: another company' USING ERRCODE = '42501';
  END IF;
  RETURN (WITH acts AS (
      SELECT a.subject, a.seq, a.at, a.event, a.details::jsonb ->> 'role' AS role,
        coalesce(a.details::jsonb ->> 'before', a.details::jsonb ->> 'role') AS before,
        (p_size IS NULL OR a.seq < p_size) AND (p_until IS NULL OR a.at <= p_until) AS known
      FROM app.ledger_acts a WHERE a.company_id = p_company AND a.subject <> p_filer::text
        AND a.event IN ('invitation.accepted', 'member.roleChanged', 'member.removed', 'member.left')
    ), told AS (
      SELECT a.subject AS id, bool_or(NOT a.known) AS changed,
        (array_agg(CASE WHEN a.event IN ('invitation.accepted', 'member.roleChanged') THEN a.role END ORDER BY a.seq DESC) FILTER (WHERE a.known)) AS after,
        (array_agg(CASE WHEN a.event <> 'invitation.accepted' THEN a.before END ORDER BY a.seq) FILTER (WHERE NOT a.known)) AS before,
        bool_or(a.known AND a.event <> 'invitation.accepted' AND a.before = ANY (c_roles) AND a.at > p_now - interval '30 days') AS lately
      FROM acts a GROUP BY a.subject
    ), members AS (
      SELECT m.user_id::text AS id, m.created_at, CASE WHEN m.status = 'active' THEN m.role END AS role
      FROM app.company_members m WHERE m.company_id = p_company AND m.user_id <> p_filer
    )
    SELECT min(app.in_role_since(p_company, t.id::uuid, t.created_at, c_roles)) FROM (
      SELECT id, m.created_at, t.lately,
        CASE WHEN t.changed IS NOT TRUE THEN m.role WHEN t.after IS NOT NULL THEN t.after[1] ELSE t.before[1] END AS role
      FROM members m FULL JOIN told t USING (id)) t
    LEFT JOIN app.account_bounds b ON b.user_id::text = t.id
    WHERE (t.role = ANY (c_roles) OR t.lately) AND (b.disabled_at IS NULL OR b.disabled_at > p_now));
END $function$;
ALTER FUNCTION app.another_reviewer_since OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.another_reviewer_since TO app_auditor, app_user;

CREATE OR REPLACE FUNCTION app.another_since(p_roles text[])
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  WITH could AS (
    SELECT m.user_id, m.created_at FROM app.company_members m LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
    WHERE m.company_id = app.tenant() AND m.status = 'active' AND b.disabled_at IS NULL AND m.role = ANY (p_roles)
    UNION ALL
    SELECT l.id, m.created_at FROM app.could_lately(p_roles) l (id)
    LEFT JOIN app.company_members m ON m.company_id = app.tenant() AND m.user_id = l.id
  )
  SELECT app.in_role_since(app.tenant(), c.user_id, c.created_at, p_roles) FROM could c
  WHERE app.is_company_itself() ORDER BY 1 OFFSET 1 LIMIT 1
$function$;
ALTER FUNCTION app.another_since OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.another_since TO app_user;

CREATE OR REPLACE FUNCTION app.answer_contact_link(p_link text, p_now timestamp with time zone, p_record_salt bytea, p_act uuid, p_details text, p_salt bytea, p_commitment text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v record;
BEGIN
  SELECT o.* INTO v FROM app.open_contact_link(p_link, p_now) o WHERE o.state = 'open';
  IF NOT FOUND THEN RETURN false; END IF;
  UPDATE app.records r SET fields = r.fields || jsonb_build_object('answeredAt', app.iso_instant(p_now)), changed_by = r.company_id, changed_at = p_now,
      batch_id = NULL, salt = p_record_salt
    WHERE r.company_id = app.tenant() AND r.id = v.record_id;
  PERFORM app.record_act(p_act, 'record.answered', v.record_id::text, p_details, p_salt, p_commitment, NULL);
  RETURN true;
END $function$;
ALTER FUNCTION app.answer_contact_link OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.answer_contact_link TO app_user;

CREATE OR REPLACE FUNCTION app.answer_device(p_device uuid, p_sha256 text, p_answer text, p_now timestamp with time zone, p_act uuid, p_details text, p_salt bytea, p_commitment text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  PERFORM app.lock_ledger();
  IF NOT EXISTS (SELECT FROM app.own_device_questions(p_now) o WHERE o.device_id = p_device AND o.text_sha256 = p_sha256) THEN RETURN false; END IF;
  -- The same once more within a day is a button that was pressed twice.
  UPDATE app.device_questions q SET answer = p_answer, answered_at = p_now WHERE q.company_id = app.staffed() AND q.device_id = p_device
    AND q.person_id = app.uid() AND (q.answer IS DISTINCT FROM p_answer OR q.answered_at <= p_now - interval '1 day');
  IF FOUND THEN PERFORM app.record_act(p_act, 'staff.deviceAnswered', p_device::text, p_details, p_salt, p_commitment, NULL); END IF;
  RETURN true;
END $function$;
ALTER FUNCTION app.answer_device OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.answer_device TO app_staff;

CREATE OR REPLACE FUNCTION app.answer_request(p_id uuid, p_now timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  UPDATE app.contact_messages SET answered_at = p_now WHERE id = p_id AND answered_at IS NULL;
  IF FOUND THEN
    RETURN true;
  END IF;
  UPDATE app.access_requests SET answered_at = p_now WHERE id = p_id AND answered_at IS NULL;
  RETURN FOUND;
END $function$;
ALTER FUNCTION app.answer_request OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.answer_request TO app_worker;

CREATE OR REPLACE FUNCTION app.answer_signing_request(p_id uuid, p_failure text, p_note text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  UPDATE app.signing_requests r SET answered_at = clock_timestamp(), failure = p_failure, note = p_note
    WHERE r.id = p_id AND r.answered_at IS NULL;
  PERFORM pg_notify('exhibit_signed', p_id::text);
END $function$;
ALTER FUNCTION app.answer_signing_request OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.answer_signing_request TO app_signer;

CREATE OR REPLACE FUNCTION app.answer_staff_request(p_email text, p_tokens bytea[], p_now timestamp with time zone)
 RETURNS TABLE(place bigint, company text, name text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
DECLARE v record;
BEGIN
  FOR v IN SELECT r.company_id, r.id, c.name AS company, r.fields ->> 'name' AS name, row_number() OVER (ORDER BY r.created_at, r.id) AS place
      FROM app.records r JOIN app.companies c ON c.id = r.company_id
      WHERE lower(r.fields ->> 'email') = p_email AND r.register = 'people' AND r.ended_at IS NULL
        AND app.is_address_of(r.company_id, r.id, p_email) ORDER BY place LIMIT cardinality(p_tokens) LOOP
    PERFORM app.keep_staff_link(v.company_id, v.id, p_tokens[v.place], NULL, p_now);
    place := v.place; company := v.company; name := v.name;
    RETURN NEXT;
  END LOOP;
END $function$;
ALTER FUNCTION app.answer_staff_request OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.answer_staff_request TO app_auth;

CREATE OR REPLACE FUNCTION app.answers_to(p_id uuid)
 RETURNS TABLE(at timestamp with time zone, answered_by text, outcome text, words text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT a.at, a.answered_by, a.outcome, a.words FROM app.request_answers a
  WHERE a.request_id = p_id AND (SELECT app.is_platform_admin()) ORDER BY a.at
$function$;
ALTER FUNCTION app.answers_to OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.answers_to TO app_user;

CREATE OR REPLACE FUNCTION app.api_access()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$SELECT app.has_feature('api-access') AND EXISTS (SELECT FROM app.companies c JOIN app.plans p ON p.key = c.subscription_tier
    WHERE c.id = app.tenant() AND p.api_access)$function$;
ALTER FUNCTION app.api_access OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.api_access TO app_user;

CREATE OR REPLACE FUNCTION app.append_entries(p_company uuid, p_at timestamp with time zone, p_entries text[], p_filed integer, p_matters uuid[])
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE
  v_first bigint; v_edge bytea[]; v_border bytea[] := '{}'; v_left integer; v_root bytea;
  v_nodes bytea; v_from bigint; v_count bigint := cardinality(p_entries); v_level integer := 0;
BEGIN
  SELECT size, edge INTO STRICT v_first, v_edge FROM app.ledger_heads WHERE company_id = p_company FOR UPDATE;
  v_left := cardinality(v_edge);
  v_from := v_first;
  IF v_count = 1 THEN
    v_nodes := sha256('\x00'::bytea || convert_to(p_entries[1], 'UTF8'));
    INSERT INTO app.ledger_entries (company_id, seq, leaf_hash, entry, matter_id)
      VALUES (p_company, v_first, v_nodes, p_entries[1], p_matters[1]);
  ELSE
    WITH leaves AS (
      INSERT INTO app.ledger_entries (company_id, seq, leaf_hash, entry, matter_id)
        SELECT p_company, v_first + n - 1, sha256('\x00'::bytea || convert_to(entry, 'UTF8')), entry, matter
        FROM unnest(p_entries, p_matters) WITH ORDINALITY AS x (entry, matter, n)
        RETURNING seq, leaf_hash)
      SELECT string_agg(leaf_hash, '' ORDER BY seq) INTO v_nodes FROM leaves;
  END IF;
  WHILE v_count > 0 LOOP
    -- The old border has a node of this level that waits for its right sibling.
    IF v_from % 2 = 1 THEN
      v_nodes := v_edge[v_left] || v_nodes;
      v_left := v_left - 1;
      v_from := v_from - 1;
      v_count := v_count + 1;
    END IF;
    -- One without a sibling is of the new border.
    IF v_count % 2 = 1 THEN v_border := substring(v_nodes FROM 32 * v_count::integer - 31) || v_border; END IF;
    v_from := v_from / 2;
    v_count := v_count / 2;
    v_level := v_level + 1;
    IF v_count = 1 THEN
      v_nodes := sha256('\x01'::bytea || substring(v_nodes FROM 1 FOR 64));
    ELSIF v_count > 1 THEN
      SELECT string_agg(sha256('\x01'::bytea || substring(v_nodes FROM 64 * i + 1 FOR 64)), '' ORDER BY i) INTO v_nodes
        FROM generate_series(0, v_count::integer - 1) i;
    END IF;
    IF v_level % 4 = 0 AND v_count = 1 THEN
      INSERT INTO app.ledger_nodes (company_id, level, index, hash) VALUES (p_company, v_level, v_from, v_nodes);
    ELSIF v_level % 4 = 0 AND v_count > 1 THEN
      INSERT INTO app.ledger_nodes (company_id, level, index, hash)
        SELECT p_company, v_level, v_from + i, substring(v_nodes FROM 32 * i + 1 FOR 32) FROM generate_series(0, v_count::integer - 1) i;
    END IF;
  END LOOP;
  v_border := v_edge[1:v_left] || v_border;
  v_left := cardinality(v_border);
  v_root := v_border[v_left];
  FOR i IN REVERSE v_left - 1 .. 1 LOOP
    v_root := sha256('\x01'::bytea || v_border[i] || v_root);
  END LOOP;
  UPDATE app.ledger_heads SET size = v_first + cardinality(p_entries), edge = v_border, root = v_root, last_at = p_at,
    evidence_count = evidence_count + p_filed,
    privileged_count = privileged_count + CASE WHEN p_filed > 0 THEN cardinality(array_remove(p_matters, NULL)) ELSE 0 END
    WHERE company_id = p_company;
  RETURN v_first;
END $function$;
ALTER FUNCTION app.append_entries OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.append_file_act(p_company uuid, p_evidence uuid, p_event text, p_matter uuid, p_id uuid, p_details text, p_salt bytea, p_commitment text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_at timestamptz; v_seq bigint;
BEGIN
  IF p_id IS NULL OR coalesce(p_commitment, '') !~ '^[A-Za-z0-9+/]{43}=$' THEN
    RAISE EXCEPTION 'malformed ledger entry' USING ERRCODE = '22023';
  END IF;
  SELECT greatest(date_trunc('milliseconds', clock_timestamp()), h.last_at) INTO STRICT v_at FROM app.ledger_heads h
    WHERE h.company_id = p_company FOR UPDATE;
  v_seq := app.append_entries(p_company, v_at, ARRAY[format('{"at":"%s","c":"%s","id":"%s","t":"%s","v":1}',
    app.iso_instant(v_at), p_commitment, p_id, p_event)], 0, ARRAY[p_matter]);
  INSERT INTO app.ledger_acts (company_id, seq, event, actor_id, subject, details, salt, at, matter_id)
    VALUES (p_company, v_seq, p_event, '00000000-0000-0000-0000-000000000000', p_evidence::text, p_details, p_salt, v_at, p_matter);
END $function$;
ALTER FUNCTION app.append_file_act OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.append_only(p_table regclass, VARIADIC p_except text[] DEFAULT '{}'::text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE v_columns text := (SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute
  WHERE attrelid = p_table AND attnum > 0 AND NOT attisdropped AND attname <> ALL (p_except));
BEGIN
  EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE%s OR DELETE ON %s FOR EACH ROW EXECUTE FUNCTION app.refuse_change()',
    CASE WHEN cardinality(p_except) > 0 THEN ' OF ' || v_columns ELSE '' END, p_table);
  EXECUTE format('CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change()', p_table);
END $function$;
ALTER FUNCTION app.append_only OWNER TO app_owner;

CREATE OR REPLACE FUNCTION app.approvers_now()
 RETURNS TABLE(user_id uuid, since timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT m.user_id, app.in_role_since(m.company_id, m.user_id, m.created_at, ARRAY['owner', 'admin', 'member'])
  FROM app.company_members m LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
  WHERE m.company_id = app.tenant() AND app.is_company_itself() AND m.status = 'active' AND b.disabled_at IS NULL
    AND (m.role IN ('owner', 'admin', 'member') OR m.user_id IN (SELECT app.could_lately(ARRAY['owner', 'admin', 'member'])))
  ORDER BY m.user_id
$function$;
ALTER FUNCTION app.approvers_now OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.approvers_now TO app_user;

CREATE OR REPLACE FUNCTION app.ask_collections(p_now timestamp with time zone, p_slug text)
 RETURNS TABLE(company_id uuid, connection_id uuid, run_id uuid)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
BEGIN
  INSERT INTO app.collection_runs (company_id, connection_id, slot, reason)
    SELECT k.company_id, k.id, p_now, 'asked' FROM app.connections k
    JOIN app.companies c ON c.id = k.company_id AND c.deleted_at IS NULL
    WHERE k.state = 'connected' AND (p_slug IS NULL OR c.slug = p_slug)
      AND NOT EXISTS (SELECT FROM app.collection_runs r WHERE r.company_id = k.company_id AND r.connection_id = k.id
        AND r.state IN ('waiting', 'working'))
    ON CONFLICT DO NOTHING;
  RETURN QUERY SELECT DISTINCT ON (r.company_id, r.connection_id) r.company_id, r.connection_id, r.id FROM app.collection_runs r
    JOIN app.companies c ON c.id = r.company_id AND c.deleted_at IS NULL
    WHERE r.state IN ('waiting', 'working') AND (p_slug IS NULL OR c.slug = p_slug)
    ORDER BY r.company_id, r.connection_id, r.slot;
END $function$;
ALTER FUNCTION app.ask_collections OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.ask_collections TO app_worker;

CREATE OR REPLACE FUNCTION app.ask_for_checkpoint(p_company uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_id uuid;
BEGIN
  SELECT r.id INTO v_id FROM app.signing_requests r WHERE r.kind = 'checkpoint' AND r.company_id = p_company
    AND r.answered_at IS NULL AND r.begun_at IS NULL AND r.asked_at > clock_timestamp() - interval '5 seconds' LIMIT 1;
  IF v_id IS NULL THEN
    INSERT INTO app.signing_requests (kind, company_id) VALUES ('checkpoint', p_company) RETURNING id INTO v_id;
  END IF;
  PERFORM pg_notify('exhibit_signing', '');
  RETURN v_id;
END $function$;
ALTER FUNCTION app.ask_for_checkpoint OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.ask_for_checkpoint TO app_worker;

CREATE OR REPLACE FUNCTION app.ask_for_evidence(p_id uuid, p_project uuid, p_control text, p_wanted text, p_due date, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  INSERT INTO app.audit_requests (company_id, id, project_id, control_id, wanted, due_on, asked_by, asked_at)
  VALUES (app.require_audit(p_project), p_id, p_project, p_control, p_wanted, p_due, app.uid(), p_now)
$function$;
ALTER FUNCTION app.ask_for_evidence OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.ask_for_evidence TO app_user;

CREATE OR REPLACE FUNCTION app.ask_for_manifest(p_company uuid, p_export uuid, p_sha256 bytea, p_size bigint)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_id uuid;
BEGIN
  INSERT INTO app.signing_requests (kind, company_id, export_id, manifest_sha256, manifest_size)
    VALUES ('manifest', p_company, p_export, p_sha256, p_size) RETURNING id INTO v_id;
  PERFORM pg_notify('exhibit_signing', '');
  RETURN v_id;
END $function$;
ALTER FUNCTION app.ask_for_manifest OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.ask_for_manifest TO app_worker;

CREATE OR REPLACE FUNCTION app.ask_holder()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  IF NEW.ended_at IS NOT NULL OR NEW.fields ->> 'holderId' IS NULL OR tg_op = 'UPDATE' AND OLD.ended_at IS NULL
    AND OLD.fields ->> 'holderId' = NEW.fields ->> 'holderId' AND app.device_text(OLD.fields) = app.device_text(NEW.fields) THEN RETURN NULL; END IF;
  INSERT INTO app.device_questions AS q (company_id, device_id, person_id, asked_at)
    VALUES (NEW.company_id, NEW.id, (NEW.fields ->> 'holderId')::uuid, NEW.changed_at)
    ON CONFLICT (company_id, device_id) DO UPDATE SET person_id = excluded.person_id, asked_at = excluded.asked_at, answer = NULL, answered_at = NULL;
  RETURN NULL;
END $function$;
ALTER FUNCTION app.ask_holder OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.asked_for_second_factor(p_user uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$SELECT EXISTS (SELECT FROM app.platform_admins WHERE id = p_user)
    OR EXISTS (SELECT FROM app.company_members m JOIN app.companies c ON c.id = m.company_id
      WHERE m.user_id = p_user AND m.status = 'active' AND c.second_factor_required)$function$;
ALTER FUNCTION app.asked_for_second_factor OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.asked_for_second_factor TO app_auth;

CREATE OR REPLACE FUNCTION app.audit_end()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$SELECT a.ends_at FROM app.auditors a WHERE a.company_id = app.audited() AND a.user_id = app.uid()$function$;
ALTER FUNCTION app.audit_end OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.audit_end TO app_auditor, app_user;

CREATE OR REPLACE FUNCTION app.audit_names()
 RETURNS TABLE(id uuid, name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT p.id, concat_ws(' ', p.first_name, p.last_name) FROM app.profiles p WHERE p.id IN (
    SELECT m.user_id FROM app.company_members m WHERE m.company_id = coalesce(app.tenant(), app.audited())
    UNION SELECT a.user_id FROM app.auditors a WHERE a.company_id = coalesce(app.tenant(), app.audited())
      AND (app.my_role() IS NOT NULL OR EXISTS (SELECT FROM app.auditor_projects j
        WHERE j.company_id = a.company_id AND j.auditor_id = a.id AND j.project_id = ANY (app.audited_projects()))))
$function$;
ALTER FUNCTION app.audit_names OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.audit_names TO app_auditor, app_user;

CREATE OR REPLACE FUNCTION app.audited()
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$SELECT a.company_id FROM app.auditors a JOIN app.companies c ON c.id = a.company_id
    LEFT JOIN app.account_bounds b ON b.user_id = a.user_id
    WHERE a.user_id = nullif(current_setting('app.user_id', true), '')::uuid
      AND a.company_id = nullif(current_setting('app.company_id', true), '')::uuid
      AND a.ended_at IS NULL AND a.ends_at > now() AND c.deleted_at IS NULL AND b.disabled_at IS NULL
      AND NOT EXISTS (SELECT FROM app.company_members m WHERE m.company_id = a.company_id AND m.user_id = a.user_id)
      AND app.audits_a_project(a.company_id, a.id)
      AND (NOT c.second_factor_required OR current_setting('app.second_factor', true) = 'on')$function$;
ALTER FUNCTION app.audited OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.audited TO app_auditor, app_user;

CREATE OR REPLACE FUNCTION app.audited_item(p_evidence uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$SELECT e.number FROM app.evidence e WHERE e.company_id = app.audited() AND e.id = p_evidence AND e.matter_id IS NULL AND e.withdrawal_id IS NULL
    AND EXISTS (SELECT FROM app.evidence_controls k WHERE k.company_id = e.company_id AND k.evidence_id = e.id AND k.set_aside_by IS NULL)$function$;
ALTER FUNCTION app.audited_item OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.audited_item TO app_user;

CREATE OR REPLACE FUNCTION app.audited_pages()
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT coalesce((SELECT r.pages FROM app.register_runs r WHERE r.company_id = app.audited()
    AND r.evidence_id = nullif(current_setting('app.audited_exhibit', true), '')::uuid AND app.audited_item(r.evidence_id) IS NOT NULL), '{}')
$function$;
ALTER FUNCTION app.audited_pages OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.audited_pages TO app_auditor;

CREATE OR REPLACE FUNCTION app.audited_project(p_project uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$SELECT p.name FROM app.projects p WHERE p.company_id = app.audited() AND p.id = p_project AND p.id = ANY (app.audited_projects())$function$;
ALTER FUNCTION app.audited_project OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.audited_project TO app_user;

CREATE OR REPLACE FUNCTION app.audited_projects()
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$SELECT coalesce(array_agg(p.project_id), '{}') FROM app.auditors a
    JOIN app.auditor_projects p ON p.company_id = a.company_id AND p.auditor_id = a.id
    WHERE a.company_id = app.audited() AND a.user_id = nullif(current_setting('app.user_id', true), '')::uuid$function$;
ALTER FUNCTION app.audited_projects OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.audited_projects TO app_auditor, app_user;

CREATE OR REPLACE FUNCTION app.audited_registers()
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT coalesce(array_agg(r.key), '{}') FROM app.registers r WHERE app.audited() IS NOT NULL AND 'viewer' = ANY (r.read_roles)
    AND (r.write_roles <> '{}' OR r.key = 'system-names')
$function$;
ALTER FUNCTION app.audited_registers OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.audited_registers TO app_auditor;

CREATE OR REPLACE FUNCTION app.audits_a_project(p_company uuid, p_auditor uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  RETURN EXISTS (SELECT FROM app.auditor_projects p WHERE p.company_id = p_company AND p.auditor_id = p_auditor);
END $function$;
ALTER FUNCTION app.audits_a_project OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.authors_carried(p_company uuid, p_version uuid)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_authors uuid[];
BEGIN
  IF p_version IS NULL THEN RETURN '{}'; END IF;
  v_authors := app.authors_of_version(p_company, p_version);
  IF EXISTS (SELECT FROM app.policy_approvals a JOIN app.policy_versions v ON v.company_id = a.company_id AND v.id = a.version_id
      AND v.revision = a.revision AND v.state IN ('in force', 'replaced')
    WHERE a.company_id = p_company AND a.version_id = p_version AND NOT a.alone AND a.approved_by <> ALL (v_authors)) THEN
    RETURN '{}';
  END IF;
  RETURN v_authors;
END $function$;
ALTER FUNCTION app.authors_carried OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.authors_of_text(p_company uuid, p_sha256 text, p_authors uuid[])
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT array_agg(DISTINCT a ORDER BY a) FROM (SELECT unnest(p_authors) AS a UNION ALL SELECT unnest(v.authors)
    FROM app.policy_versions v WHERE v.company_id = p_company AND v.sha256 = p_sha256) x
$function$;
ALTER FUNCTION app.authors_of_text OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.authors_of_version(p_company uuid, p_version uuid)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_own record; v_base uuid;
BEGIN
  SELECT v.policy_id, v.number, v.sha256, v.authors INTO v_own FROM app.policy_versions v WHERE v.company_id = p_company AND v.id = p_version;
  SELECT v.id INTO v_base FROM app.policy_versions v WHERE v.company_id = p_company AND v.policy_id = v_own.policy_id
    AND v.number < v_own.number AND v.state IN ('in force', 'replaced') ORDER BY v.number DESC LIMIT 1;
  RETURN app.authors_of_text(p_company, v_own.sha256, v_own.authors || app.authors_carried(p_company, v_base));
END $function$;
ALTER FUNCTION app.authors_of_version OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.backup_health(p_now timestamp with time zone DEFAULT now())
 RETURNS TABLE(written_at timestamp with time zone, bytes bigint, good_at timestamp with time zone, tested_at timestamp with time zone, tested_written_at timestamp with time zone, fault text, refused text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT b.written_at, b.bytes, (SELECT g.written_at FROM app.backups g WHERE g.written_at <= p_now AND g.lacks = 0 AND g.fault IS NULL
      AND (g.seen_at IS NULL OR g.seen_at > p_now - interval '1 day') ORDER BY g.written_at DESC LIMIT 1),
    t.tested_at, t.written_at, t.fault, s.backup_fault
  FROM app.scrub s
  LEFT JOIN (SELECT * FROM app.backups WHERE backups.written_at <= p_now ORDER BY written_at DESC LIMIT 1) b ON true
  LEFT JOIN (SELECT * FROM app.backups WHERE backups.tested_at <= p_now ORDER BY tested_at DESC LIMIT 1) t ON true
  WHERE (SELECT app.runs_installation())
$function$;
ALTER FUNCTION app.backup_health OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.backup_health TO app_user, app_worker;

CREATE OR REPLACE FUNCTION app.begin_collection(p_company uuid, p_connection uuid, p_now timestamp with time zone, p_claim uuid, p_lease_seconds integer, p_every integer)
 RETURNS TABLE(run_id uuid, attempts integer, late boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
DECLARE v app.collection_runs;
BEGIN
  SELECT r.* INTO v FROM app.collection_runs r
    JOIN app.connections k ON k.company_id = r.company_id AND k.id = r.connection_id
    JOIN app.companies c ON c.id = r.company_id AND c.deleted_at IS NULL
    WHERE r.company_id = p_company AND r.connection_id = p_connection
      AND (r.state = 'waiting' AND k.state = 'connected'
        OR r.state = 'working' AND r.lease_until <= p_now AND k.state IN ('connected', 'paused'))
      AND NOT EXISTS (SELECT FROM app.collection_runs o WHERE o.company_id = r.company_id AND o.connection_id = r.connection_id
        AND o.state = 'working' AND o.id <> r.id)
    ORDER BY r.slot, r.id LIMIT 1 FOR NO KEY UPDATE OF r;
  IF v.id IS NULL THEN RETURN; END IF;
  RETURN QUERY UPDATE app.collection_runs r SET state = 'working', worker = p_claim, attempts = r.attempts + 1,
      lease_until = p_now + make_interval(secs => p_lease_seconds), started_at = coalesce(r.started_at, p_now)
    WHERE r.company_id = v.company_id AND r.id = v.id
    RETURNING r.id, r.attempts,
      r.attempts > 3 OR r.started_at < p_now - interval '45 minutes'
        OR r.reason = 'scheduled' AND r.slot < app.collection_slot(r.connection_id, p_every, p_now);
END $function$;
ALTER FUNCTION app.begin_collection OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.begin_collection TO app_worker;

CREATE OR REPLACE FUNCTION app.begin_quiz(p_id uuid, p_course text, p_version integer, p_seed bytea, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  IF app.staffed() IS NULL THEN RAISE EXCEPTION 'permission denied: nobody of the staff' USING ERRCODE = '42501'; END IF;
  INSERT INTO app.quiz_attempts (company_id, id, person_id, course, course_version, seed, begun_at)
    VALUES (app.staffed(), p_id, app.uid(), p_course, p_version, p_seed, p_now);
END $function$;
ALTER FUNCTION app.begin_quiz OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.begin_quiz TO app_staff;

CREATE OR REPLACE FUNCTION app.begin_upload(p_id uuid, p_size bigint, p_now timestamp with time zone, p_expires timestamp with time zone, p_room bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_company uuid := app.tenant(); v_location uuid;
BEGIN
  IF v_company IS NULL OR app.my_role() IS NULL OR app.my_role() = 'viewer' THEN
    RAISE EXCEPTION 'not allowed to file evidence' USING ERRCODE = '42501';
  END IF;
  PERFORM FROM app.uploads u WHERE u.company_id = v_company AND u.id = p_id AND u.user_id = app.uid() AND u.size = p_size;
  IF FOUND THEN RETURN true; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('uploads' || v_company, 0));
  IF p_size + coalesce((SELECT sum(u.size) FROM app.uploads u WHERE u.company_id = v_company AND u.expires_at > p_now), 0) > p_room THEN
    RETURN false;
  END IF;
  -- Nobody takes more than half of it: others must be able to file, too.
  IF p_size + coalesce((SELECT sum(u.size) FROM app.uploads u
      WHERE u.company_id = v_company AND u.user_id = app.uid() AND u.expires_at > p_now), 0) > p_room / 2 THEN
    RETURN false;
  END IF;
  SELECT c.storage_location_id INTO STRICT v_location FROM app.companies c WHERE c.id = v_company;
  INSERT INTO app.uploads (company_id, id, user_id, size, storage_location_id, expires_at)
    VALUES (v_company, p_id, app.uid(), p_size, v_location, p_expires) ON CONFLICT DO NOTHING;
  RETURN FOUND;
END $function$;
ALTER FUNCTION app.begin_upload OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.begin_upload TO app_user;

CREATE OR REPLACE FUNCTION app.begin_webhook()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  IF tg_op = 'INSERT' THEN
    NEW.first_entry := (app.lock_ledger()).size;
    RETURN NEW;
  END IF;
  -- The administrator wraps the same secret anew.
  IF current_setting('role') = 'app_definer' THEN RETURN NEW; END IF;
  IF NEW.active AND NOT OLD.active THEN
    NEW.first_entry := (app.lock_ledger()).size;
    NEW.failing_since := NULL;
    NEW.turned_off_at := NULL;
  END IF;
  IF (NEW.active AND NOT OLD.active) OR NEW.url <> OLD.url THEN
    NEW.created_by := coalesce(app.uid(), NEW.created_by);
  END IF;
  IF NEW.sealed_secret <> OLD.sealed_secret THEN
    NEW.old_sealed_secret := OLD.sealed_secret;
    NEW.old_secret_until := now() + interval '1 day';
  END IF;
  RETURN NEW;
END $function$;
ALTER FUNCTION app.begin_webhook OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.begin_webhook_attempt(p_company uuid, p_webhook uuid, p_now timestamp with time zone)
 RETURNS TABLE(id uuid, url text, sealed_secret bytea, old_sealed_secret bytea, payload text, attempts integer)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  UPDATE app.webhook_deliveries d SET attempts = d.attempts + 1 FROM app.webhooks w, app.companies c
  WHERE d.company_id = p_company AND d.id = (SELECT x.id FROM app.webhook_deliveries x WHERE x.company_id = p_company AND x.webhook_id = p_webhook
      AND x.state = 'waiting' AND x.next_try_at <= p_now ORDER BY x.next_try_at, x.ledger_index LIMIT 1 FOR NO KEY UPDATE)
    AND w.company_id = p_company AND w.id = p_webhook AND w.active AND c.id = p_company AND c.deleted_at IS NULL
  RETURNING d.id, w.url, w.sealed_secret, CASE WHEN w.old_secret_until > p_now THEN w.old_sealed_secret END, d.payload, d.attempts
$function$;
ALTER FUNCTION app.begin_webhook_attempt OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.begin_webhook_attempt TO app_worker;

CREATE OR REPLACE FUNCTION app.blobs_of_closed(p_company uuid, p_after bigint)
 RETURNS TABLE(number bigint, blob_key text, location uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT e.number, e.blob_key, e.storage_location_id FROM app.evidence e JOIN app.companies c ON c.id = e.company_id
  WHERE e.company_id = p_company AND c.deleted_at IS NOT NULL AND e.number > p_after ORDER BY e.number LIMIT 500
$function$;
ALTER FUNCTION app.blobs_of_closed OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.blobs_of_closed TO app_worker;

CREATE OR REPLACE FUNCTION app.bring_system()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_name text;
BEGIN
  -- Two accounts that are connected at once would both take the place of the one that was added.
  PERFORM FROM app.ledger_heads h WHERE h.company_id = NEW.company_id FOR UPDATE;
  SELECT k.system_id INTO NEW.system_id FROM app.connections k
    JOIN app.systems s ON s.company_id = k.company_id AND s.id = k.system_id AND s.removed_at IS NULL
    WHERE k.company_id = NEW.company_id AND k.provider = NEW.provider AND k.account_id = NEW.account_id AND k.id <> NEW.id
    ORDER BY k.connected_at DESC LIMIT 1;
  IF NEW.system_id IS NULL THEN
    SELECT min(s.id::text)::uuid INTO NEW.system_id FROM app.systems s
      WHERE s.company_id = NEW.company_id AND s.provider = NEW.provider AND s.removed_at IS NULL
        AND NOT EXISTS (SELECT FROM app.connections k WHERE k.company_id = s.company_id AND k.system_id = s.id)
        AND NOT EXISTS (SELECT FROM app.scope_decisions d WHERE d.company_id = s.company_id AND d.system_id = s.id)
      HAVING count(*) = 1;
  END IF;
  IF NEW.system_id IS NULL THEN
    v_name := left(coalesce(NEW.source, NEW.account_label, NEW.provider), 120);
    IF EXISTS (SELECT FROM app.systems s WHERE s.company_id = NEW.company_id AND lower(s.name) = lower(v_name) AND s.removed_at IS NULL) THEN
      v_name := format('%s (%s)', left(v_name, 100), left(NEW.id::text, 8));
    END IF;
    INSERT INTO app.systems (company_id, name, provider, added_by, added_at)
      VALUES (NEW.company_id, v_name, NEW.provider, coalesce(NEW.connected_by, NEW.created_by), NEW.connected_at)
      RETURNING id INTO NEW.system_id;
  END IF;
  RETURN NEW;
END $function$;
ALTER FUNCTION app.bring_system OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.brings_second_factor(p_user uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$SELECT EXISTS (SELECT FROM auth.totp_secrets WHERE user_id = p_user AND confirmed_at IS NOT NULL)
    OR EXISTS (SELECT FROM auth.passkeys WHERE user_id = p_user)$function$;
ALTER FUNCTION app.brings_second_factor OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.bundles_to_verify(p_most integer)
 RETURNS TABLE(company_id uuid, record_id uuid, user_id uuid)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT q.company_id, q.id, q.wrote FROM (
    SELECT r.company_id, r.id, w.wrote, row_number() OVER (PARTITION BY r.company_id ORDER BY random()) AS turn
    FROM app.records r JOIN app.companies c ON c.id = r.company_id AND c.deleted_at IS NULL
      CROSS JOIN LATERAL (SELECT coalesce((SELECT h.changed_by FROM app.record_changes h WHERE h.company_id = r.company_id AND h.record_id = r.id
        AND h.kind IN ('added', 'changed') ORDER BY h.version DESC LIMIT 1), r.changed_by) AS wrote) w
      JOIN app.company_members m ON m.company_id = r.company_id AND m.user_id = w.wrote AND m.status = 'active'
        AND m.role IN ('owner', 'admin', 'member')
    WHERE r.register = 'assurances' AND r.ended_at IS NULL AND r.fields ->> 'kind' = 'bundle' AND r.fields ->> 'report' IS NOT NULL
      -- As many characters as a field holds.
      AND r.fields ->> 'bundleOf' IS DISTINCT FROM left(concat_ws(' ', r.fields ->> 'report', r.fields ->> 'issuerKey'), 300)
      AND NOT EXISTS (SELECT FROM app.account_bounds b WHERE b.user_id = w.wrote AND b.disabled_at IS NOT NULL)) q
  WHERE q.turn <= 4 ORDER BY q.turn, random() LIMIT p_most
$function$;
ALTER FUNCTION app.bundles_to_verify OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.bundles_to_verify TO app_worker;

CREATE OR REPLACE FUNCTION app.bytes_on_their_way(p_company uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT (coalesce((SELECT sum(r.bytes) FROM app.reservations r WHERE r.company_id = p_company AND r.expires_at > clock_timestamp()
      AND r.id IS DISTINCT FROM nullif(current_setting('app.reservation', true), '')::uuid), 0)
    + coalesce((SELECT sum(u.size) FROM app.uploads u WHERE u.company_id = p_company AND u.ended_at IS NULL AND u.expires_at > clock_timestamp()), 0))::bigint
$function$;
ALTER FUNCTION app.bytes_on_their_way OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.claim_jobs(p_now timestamp with time zone, p_kinds text[], p_free integer[], p_lease_seconds integer[], p_per_company integer[], p_reserved integer[], p_attempts integer[])
 RETURNS TABLE(id uuid, kind text, key text, company_id uuid, attempts integer, token uuid)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
DECLARE k record; v app.jobs; v_token uuid := gen_random_uuid(); v_left integer; v_most integer; v_busy uuid[];
BEGIN
  FOR v IN SELECT j.* FROM app.jobs j WHERE j.lease_until <= p_now AND j.kind = ANY (p_kinds) FOR UPDATE SKIP LOCKED LOOP
    IF v.attempts >= p_attempts[array_position(p_kinds, v.kind)] AND v.again_at IS NULL THEN
      UPDATE app.jobs j SET lease_token = NULL, lease_until = NULL, dead_at = p_now, last_error = coalesce(j.last_error, 'interrupted') WHERE j.id = v.id;
    ELSE
      UPDATE app.jobs j SET lease_token = NULL, lease_until = NULL, again_at = NULL, turn = app.next_turn(v.kind, v.priority, v.company_id),
        attempts = CASE WHEN v.again_at IS NULL THEN j.attempts ELSE 0 END WHERE j.id = v.id;
    END IF;
  END LOOP;
  FOR v IN SELECT j.* FROM app.jobs j WHERE j.turn IS NULL AND j.lease_until IS NULL AND j.dead_at IS NULL AND j.run_at <= p_now
      AND j.kind = ANY (p_kinds) ORDER BY j.run_at, j.created_at LIMIT 1000 FOR UPDATE SKIP LOCKED LOOP
    UPDATE app.jobs j SET turn = app.next_turn(v.kind, v.priority, v.company_id) WHERE j.id = v.id;
  END LOOP;
  FOR k IN SELECT x.* FROM unnest(p_kinds, p_free, p_lease_seconds, p_per_company, p_reserved)
      WITH ORDINALITY x (kind, free, lease, per_company, reserved, place)
      WHERE x.free > 0 AND EXISTS (SELECT FROM app.jobs j WHERE j.kind = x.kind AND j.turn IS NOT NULL) ORDER BY x.place LOOP
    v_left := k.free;
    WHILE v_left > 0 LOOP
      v_most := CASE WHEN v_left <= k.reserved THEN 1 ELSE k.per_company END;
      v_busy := CASE WHEN v_most IS NULL THEN '{}'::uuid[] ELSE ARRAY(SELECT j.company_id FROM app.jobs j WHERE j.kind = k.kind
        AND j.lease_until IS NOT NULL AND j.company_id IS NOT NULL GROUP BY j.company_id HAVING count(*) >= v_most) END;
      RETURN QUERY UPDATE app.jobs j SET turn = NULL, lease_token = v_token, lease_until = p_now + make_interval(secs => k.lease),
          attempts = j.attempts + 1
        WHERE j.id = (SELECT x.id FROM app.jobs x WHERE x.kind = k.kind AND x.turn IS NOT NULL
            AND (x.company_id IS NULL OR x.company_id <> ALL (v_busy))
          ORDER BY x.priority, x.turn, x.created_at LIMIT 1 FOR UPDATE SKIP LOCKED)
        RETURNING j.id, j.kind, j.key, j.company_id, j.attempts, j.lease_token;
      EXIT WHEN NOT FOUND;
      v_left := v_left - 1;
    END LOOP;
  END LOOP;
END $function$;
ALTER FUNCTION app.claim_jobs OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.claim_jobs TO app_worker;

CREATE OR REPLACE FUNCTION app.claims_of(p_company uuid, p_controls text[], p_now timestamp with time zone)
 RETURNS TABLE(control_id text, tested_at timestamp with time zone, holds_until timestamp with time zone, basis jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT s.control_id, s.tested_at, s.holds_until, s.basis FROM app.control_standings s
  JOIN app.judgements j ON j.company_id = s.company_id AND j.rule >= 2
  JOIN app.ledger_heads h ON h.company_id = s.company_id
  WHERE s.company_id = p_company AND s.control_id = ANY (p_controls) AND s.status = 'passing' AND s.holds_until > p_now
    AND (j.ledger_size >= h.size OR EXISTS (SELECT FROM app.ledger_entries e WHERE e.company_id = s.company_id
      AND e.seq = j.ledger_size AND (e.entry::jsonb ->> 'at')::timestamptz > p_now - interval '5 minutes'))
$function$;
ALTER FUNCTION app.claims_of OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.clear_damage(p_company uuid, p_evidence uuid, p_id uuid, p_details text, p_salt bytea, p_commitment text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_matter uuid;
BEGIN
  PERFORM FROM app.ledger_heads h WHERE h.company_id = p_company FOR UPDATE;
  DELETE FROM app.damaged_files d USING app.evidence e JOIN app.companies c ON c.id = e.company_id AND c.deleted_at IS NULL
    WHERE d.company_id = p_company AND d.evidence_id = p_evidence AND e.company_id = d.company_id AND e.id = d.evidence_id
    RETURNING e.matter_id INTO v_matter;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM app.append_file_act(p_company, p_evidence, 'evidence.whole', v_matter, p_id, p_details, p_salt, p_commitment);
  RETURN true;
END $function$;
ALTER FUNCTION app.clear_damage OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.clear_damage TO app_worker;

CREATE OR REPLACE FUNCTION app.close_company(p_company uuid, p_now timestamp with time zone)
 RETURNS TABLE(name text, first_name text, last_name text, email text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
DECLARE v_owner uuid; v_name text;
BEGIN
  SELECT c.owner_id, c.name INTO v_owner, v_name FROM app.companies c
    WHERE c.id = p_company AND c.deletion_due_at <= p_now AND c.deleted_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  UPDATE app.companies c SET deleted_at = p_now, name = 'Deleted company', slug = 'deleted-' || c.id WHERE c.id = p_company;
  -- What its people wrote to us stays, without saying for whom.
  UPDATE app.contact_messages m SET company = NULL WHERE m.company = v_name AND m.kind = 'support';
  DELETE FROM app.evidence_seals s WHERE s.company_id = p_company;
  DELETE FROM app.company_keys k WHERE k.company_id = p_company;
  DELETE FROM app.connection_secrets s WHERE s.company_id = p_company;
  DELETE FROM app.link_attempts l WHERE l.company_id = p_company;
  DELETE FROM app.ended_links l WHERE l.company_id = p_company;
  DELETE FROM app.company_invitations i WHERE i.company_id = p_company;
  DELETE FROM app.company_members m WHERE m.company_id = p_company;
  RETURN QUERY SELECT v_name, u.first_name, u.last_name, u.email FROM auth.users u WHERE u.id = v_owner;
END $function$;
ALTER FUNCTION app.close_company OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.close_company TO app_worker;

CREATE OR REPLACE FUNCTION app.co_members()
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$SELECT coalesce(array_agg(user_id), '{}') FROM app.company_members WHERE company_id = app.tenant()$function$;
ALTER FUNCTION app.co_members OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.co_members TO app_auditor, app_user;

CREATE OR REPLACE FUNCTION app.code_people(p_providers text[], p_now timestamp with time zone)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
$function$;
ALTER FUNCTION app.code_people OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.code_people TO app_staff, app_user;

CREATE OR REPLACE FUNCTION app.collection_ends(p_runs uuid[])
 RETURNS TABLE(run_id uuid, company text, source text, provider text, state text, failure text, steps integer, incomplete integer, items integer, unchanged boolean, number bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT r.id, c.slug, coalesce(k.source, k.account_label, k.id::text), k.provider, r.state, r.failure, jsonb_array_length(r.steps),
    (SELECT count(*)::integer FROM jsonb_array_elements(r.steps) s WHERE s ->> 'status' <> 'complete'), r.items, r.unchanged, e.number
  FROM app.collection_runs r
  JOIN app.companies c ON c.id = r.company_id
  JOIN app.connections k ON k.company_id = r.company_id AND k.id = r.connection_id
  LEFT JOIN app.evidence e ON e.company_id = r.company_id AND e.id = r.evidence_id
  WHERE r.id = ANY (p_runs) AND r.state NOT IN ('waiting', 'working')
$function$;
ALTER FUNCTION app.collection_ends OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.collection_ends TO app_worker;

CREATE OR REPLACE FUNCTION app.collection_slot(p_connection uuid, p_every integer, p_at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT to_timestamp((floor((extract(epoch FROM p_at) - x.own) / x.period) * x.period + x.own)::double precision)
  FROM (SELECT p_every * 60 AS period, ('x' || left(p_connection::text, 8))::bit(32)::bigint % (p_every * 60) AS own) x
$function$;
ALTER FUNCTION app.collection_slot OWNER TO app_owner;
GRANT EXECUTE ON FUNCTION app.collection_slot TO app_definer, app_worker;

CREATE OR REPLACE FUNCTION app.comment_as_auditor(p_id uuid, p_project uuid, p_control text, p_evidence uuid, p_said text, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_company uuid := app.require_audit(p_project);
BEGIN
  IF p_evidence IS NOT NULL AND app.audited_item(p_evidence) IS NULL THEN
    RAISE EXCEPTION 'no such item' USING ERRCODE = '42501', CONSTRAINT = 'audited_item';
  END IF;
  INSERT INTO app.audit_comments (company_id, id, project_id, control_id, evidence_id, said, by_auditor, author_id, at)
    VALUES (v_company, p_id, p_project, p_control, p_evidence, p_said, true, app.uid(), p_now);
END $function$;
ALTER FUNCTION app.comment_as_auditor OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.comment_as_auditor TO app_user;

CREATE OR REPLACE FUNCTION app.companies_to_erase(p_now timestamp with time zone)
 RETURNS TABLE(company_id uuid, location uuid)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  UPDATE app.connections k SET state = 'disconnected', disconnected_at = p_now FROM app.companies c
    WHERE c.id = k.company_id AND c.deletion_due_at <= p_now AND c.deleted_at IS NULL AND k.state <> 'disconnected' AND NOT app.has_hold(c.id);
  RETURN QUERY SELECT c.id, c.storage_location_id FROM app.companies c WHERE c.deletion_due_at <= p_now
    AND (c.deleted_at IS NOT NULL OR NOT app.has_hold(c.id))
    AND NOT EXISTS (SELECT FROM app.ended_links e WHERE e.company_id = c.id AND e.ended_at > p_now - interval '10 minutes')
    ORDER BY c.deletion_due_at;
END $function$;
ALTER FUNCTION app.companies_to_erase OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.companies_to_erase TO app_worker;

CREATE OR REPLACE FUNCTION app.company_auditors()
 RETURNS TABLE(id uuid, user_id uuid, first_name text, last_name text, email text, invited_by text, created_at timestamp with time zone, ends_at timestamp with time zone, ended_at timestamp with time zone, projects uuid[], views bigint, last_view_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT a.id, a.user_id, p.first_name, p.last_name, u.email, concat_ws(' ', i.first_name, i.last_name), a.created_at, a.ends_at, a.ended_at,
    ARRAY(SELECT j.project_id FROM app.auditor_projects j WHERE j.company_id = a.company_id AND j.auditor_id = a.id), v.views, v.last_view_at
  FROM app.auditors a JOIN auth.users u ON u.id = a.user_id LEFT JOIN app.profiles p ON p.id = a.user_id LEFT JOIN app.profiles i ON i.id = a.invited_by
  CROSS JOIN LATERAL (SELECT count(*) AS views, max(l.at) AS last_view_at FROM app.ledger_acts l
    WHERE l.company_id = a.company_id AND l.actor_id = a.user_id AND l.event = 'audit.viewed') v
  WHERE a.company_id = app.tenant() AND app.my_role() IN ('owner', 'admin') ORDER BY a.created_at, a.id
$function$;
ALTER FUNCTION app.company_auditors OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.company_auditors TO app_user;

CREATE OR REPLACE FUNCTION app.company_limits()
 RETURNS TABLE(key text, most bigint, used bigint, own boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT l.key, CASE WHEN o.key IS NULL THEN l.most ELSE o.most END,
    CASE WHEN l.key = 'matters' AND NOT app.keeps_matters() THEN NULL
      WHEN l.key IN ('items', 'bytes') AND NOT app.keeps_matters() THEN
        (SELECT coalesce(sum(CASE l.key WHEN 'items' THEN t.items ELSE t.bytes END), 0)::bigint FROM app.storage_totals t WHERE t.company_id = c.id)
      ELSE coalesce(app.held(c.id, l.key),
        (SELECT u.used FROM app.usage u WHERE u.company_id = c.id AND u.key = l.key AND u.period = app.limit_period(l.holds)), 0) END,
    o.key IS NOT NULL
  FROM app.companies c JOIN app.limits l ON l.plan = c.subscription_tier
    LEFT JOIN app.limit_overrides o ON o.company_id = c.id AND o.key = l.key
  WHERE c.id = app.tenant()
$function$;
ALTER FUNCTION app.company_limits OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.company_limits TO app_user;

CREATE OR REPLACE FUNCTION app.complete_quiz(p_id uuid, p_attempt uuid, p_answers jsonb, p_score integer, p_out_of integer, p_now timestamp with time zone, p_act uuid, p_details text, p_salt bytea, p_commitment text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_company uuid := app.staffed();
BEGIN
  IF v_company IS NULL THEN RAISE EXCEPTION 'permission denied: nobody of the staff' USING ERRCODE = '42501'; END IF;
  PERFORM app.lock_ledger();
  INSERT INTO app.completions (company_id, id, person_id, course, source, course_version, attempt_id, answers, score, out_of, passed, completed_at, vouched)
    SELECT q.company_id, p_id, q.person_id, q.course, 'quiz', q.course_version, q.id, p_answers, p_score, p_out_of, p_score * 5 >= p_out_of * 4, p_now, app.vouched_how(q.company_id, q.person_id)
    FROM app.quiz_attempts q WHERE q.company_id = v_company AND q.id = p_attempt AND q.person_id = app.uid()
      AND NOT EXISTS (SELECT FROM app.completions c WHERE c.company_id = q.company_id AND c.attempt_id = q.id);
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM app.record_act(p_act, CASE WHEN p_score * 5 >= p_out_of * 4 THEN 'training.passed' ELSE 'training.failed' END, p_id::text,
    p_details, p_salt, p_commitment, NULL);
  RETURN true;
END $function$;
ALTER FUNCTION app.complete_quiz OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.complete_quiz TO app_staff;

CREATE OR REPLACE FUNCTION app.connection_emergencies()
 RETURNS TABLE(number bigint, subject text, reason text, asked_by text, approved_by text, another boolean, approved_on text, until text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  WITH newest AS (
    SELECT x.same_accounts, x.same_before FROM app.register_runs x WHERE x.company_id = app.tenant() ORDER BY x.ledger_index DESC LIMIT 1
  )
  SELECT r.number, r.fields ->> 'change', r.fields ->> 'reason',
    (SELECT coalesce(string_agg(concat_ws(' ', p.first_name, p.last_name), ', ' ORDER BY p.id), '') FROM app.profiles p WHERE p.id = ANY (r.authors)),
    coalesce((SELECT concat_ws(' ', p.first_name, p.last_name) FROM app.profiles p WHERE p.id = r.approved_by), ''),
    -- Who nobody knows in People is not known to be another than who made the change.
    NOT r.approved_alone AND coalesce(app.person_of(r.approved_by) <> (r.fields ->> 'byId')::uuid, false)
      AND NOT EXISTS (
        SELECT FROM newest n, jsonb_array_elements(n.same_before) g (was) WHERE (g.was ->> 'until')::timestamptz > r.approved_at
          AND (g.was -> 'accounts') ? r.approved_by::text AND (g.was -> 'accounts') ?| (r.authors::text[] || (r.fields ->> 'byId')))
      AND NOT EXISTS (
        SELECT FROM newest n, jsonb_array_elements(n.same_accounts) g (own)
        WHERE g.own ? r.approved_by::text AND g.own ?| (r.authors::text[] || (r.fields ->> 'byId'))),
    to_char(r.approved_at AT TIME ZONE 'UTC', 'YYYY-MM-DD'),
    to_char((r.approved_at AT TIME ZONE 'UTC') + interval '364 days', 'YYYY-MM-DD')
  FROM app.connections k
  JOIN app.records r ON r.company_id = k.company_id AND r.register = 'emergencies' AND r.matter_id IS NULL AND r.ended_at IS NULL
    AND r.approved_by IS NOT NULL AND r.fields ->> 'systemId' = k.system_id::text AND r.fields ->> 'kind' = 'change'
    AND r.fields ? 'change' AND r.fields ? 'reason' AND r.fields ? 'review'
    -- The review came after the change.
    AND r.fields ->> 'reviewedOn' >= left(r.fields ->> 'startedAt', 10)
  WHERE k.company_id = app.tenant() AND k.id = app.uid()
    AND NOT EXISTS (SELECT FROM app.record_links l JOIN app.withdrawals w ON w.company_id = l.company_id AND w.number = l.exhibit
      AND w.restored_at IS NULL WHERE l.company_id = r.company_id AND l.record_id = r.id)
  ORDER BY r.number
$function$;
ALTER FUNCTION app.connection_emergencies OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.connection_emergencies TO app_user;

CREATE OR REPLACE FUNCTION app.connection_exceptions(p_kinds text[])
 RETURNS TABLE(number bigint, kind text, subject text, reason text, asked_by text, approved_by text, another boolean, approved_on text, until text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  WITH newest AS (
    SELECT x.same_accounts, x.same_before FROM app.register_runs x WHERE x.company_id = app.tenant() ORDER BY x.ledger_index DESC LIMIT 1
  )
  SELECT r.number, r.fields ->> 'kind', r.fields ->> 'subject', r.fields ->> 'reason',
    (SELECT coalesce(string_agg(concat_ws(' ', p.first_name, p.last_name), ', ' ORDER BY p.id), '') FROM app.profiles p WHERE p.id = ANY (r.authors)),
    coalesce((SELECT concat_ws(' ', p.first_name, p.last_name) FROM app.profiles p WHERE p.id = r.approved_by), ''),
    NOT r.approved_alone AND NOT EXISTS (
      SELECT FROM newest n, jsonb_array_elements(n.same_before) g (was) WHERE (g.was ->> 'until')::timestamptz > r.approved_at
        AND (g.was -> 'accounts') ? r.approved_by::text AND (g.was -> 'accounts') ?| r.authors::text[])
      AND NOT EXISTS (
      SELECT FROM newest n, jsonb_array_elements(n.same_accounts) g (own)
      WHERE g.own ? r.approved_by::text AND g.own ?| r.authors::text[]),
    to_char(r.approved_at AT TIME ZONE 'UTC', 'YYYY-MM-DD'), r.fields ->> 'expiresOn'
  FROM app.connections k
  JOIN app.records r ON r.company_id = k.company_id AND r.register = 'approvals' AND r.matter_id IS NULL AND r.ended_at IS NULL
    AND r.approved_by IS NOT NULL AND r.fields ->> 'systemId' = k.system_id::text AND r.fields ->> 'kind' = ANY (p_kinds)
    AND r.fields ? 'subject' AND r.fields ? 'reason' AND r.fields ? 'expiresOn'
  WHERE k.company_id = app.tenant() AND k.id = app.uid()
  ORDER BY r.number
$function$;
ALTER FUNCTION app.connection_exceptions OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.connection_exceptions TO app_user;

CREATE OR REPLACE FUNCTION app.connection_settings_set()
 RETURNS TABLE(setting text, set_by text, set_on text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT s.key, coalesce((SELECT concat_ws(' ', p.first_name, p.last_name) FROM app.profiles p WHERE p.id::text = s.value ->> 'by'), ''),
    to_char((s.value ->> 'at')::timestamptz AT TIME ZONE 'UTC', 'YYYY-MM-DD')
  FROM app.connections k CROSS JOIN LATERAL jsonb_each(k.settings_set) s
  WHERE k.company_id = app.tenant() AND k.id = app.uid()
  ORDER BY s.key
$function$;
ALTER FUNCTION app.connection_settings_set OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.connection_settings_set TO app_user;

CREATE OR REPLACE FUNCTION app.contact_link_state(p_link text, p_now timestamp with time zone)
 RETURNS TABLE(state text, company_id uuid, company text, record_id uuid, number bigint, version integer, fields jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT CASE
      WHEN r.fields ? 'answeredAt' THEN 'answered'
      WHEN r.ended_at IS NULL AND p_now < (r.fields ->> 'sentAt')::timestamptz + interval '14 days'
        AND NOT EXISTS (SELECT FROM app.record_changes c WHERE c.company_id = r.company_id AND c.record_id = r.id AND c.kind = 'changed')
        AND EXISTS (SELECT FROM app.systems s WHERE s.company_id = r.company_id AND r.fields -> 'sentFor' ? s.id::text
          AND 'site' = ANY (s.kinds) AND s.removed_at IS NULL)
        AND EXISTS (SELECT FROM app.staff_members(r.company_id) m WHERE m.user_id = r.created_by AND m.role IN ('owner', 'admin', 'member'))
      THEN 'open' ELSE 'ended' END,
    r.company_id, c.name, r.id, r.number, r.version, r.fields
  FROM app.records r JOIN app.companies c ON c.id = r.company_id AND c.deleted_at IS NULL
  WHERE r.register = 'tests' AND r.fields ? 'linkDigest' AND r.fields ->> 'linkDigest' = p_link AND r.fields ? 'sentAt'
$function$;
ALTER FUNCTION app.contact_link_state OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.contact_link_state TO app_user;

CREATE OR REPLACE FUNCTION app.control_owners_since(p_since timestamp with time zone)
 RETURNS TABLE(control_id text, person_id uuid, owned_from timestamp with time zone, owned_until timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  WITH acts AS (
    SELECT a.subject, a.details::jsonb ->> 'owner' AS owner, a.at, lead(a.at) OVER (PARTITION BY a.subject ORDER BY a.seq) AS until
    FROM app.ledger_acts a WHERE app.is_company_itself() AND a.company_id = app.tenant() AND a.event = 'control.assigned'
  ), owned AS (
    SELECT a.subject AS control, a.owner::uuid AS owner, a.at, a.until FROM acts a WHERE a.owner IS NOT NULL
    UNION ALL
    -- Whom no entry names owns it since the plan was written.
    SELECT p.control_id, p.owner_id, p.changed_at, NULL FROM app.control_plans p
    WHERE app.is_company_itself() AND p.company_id = app.tenant() AND p.owner_id IS NOT NULL
      AND NOT EXISTS (SELECT FROM acts a WHERE a.subject = p.control_id AND a.until IS NULL AND a.owner = p.owner_id::text)
  )
  SELECT o.control, r.id, o.at, o.until FROM owned o LEFT JOIN auth.users u ON u.id = o.owner
  LEFT JOIN app.records r ON r.company_id = app.tenant() AND r.register = 'people' AND lower(r.fields ->> 'email') = lower(u.email)
  WHERE coalesce(o.until, 'infinity') >= p_since ORDER BY o.control, o.at, r.number
$function$;
ALTER FUNCTION app.control_owners_since OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.control_owners_since TO app_user;

CREATE OR REPLACE FUNCTION app.could_lately(p_roles text[])
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT DISTINCT a.subject::uuid FROM app.ledger_acts a
  WHERE a.company_id = app.tenant() AND a.event IN ('member.roleChanged', 'member.removed', 'member.left')
    AND a.at > clock_timestamp() - interval '30 days'
    AND coalesce(a.details::jsonb ->> 'before', a.details::jsonb ->> 'role') = ANY (p_roles)
    AND NOT EXISTS (SELECT FROM app.company_members m WHERE m.company_id = a.company_id AND m.user_id::text = a.subject
      AND m.status = 'active' AND m.role = ANY (p_roles))
$function$;
ALTER FUNCTION app.could_lately OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.count_acknowledged()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO app.people_counts AS c (company_id, policy_id, sha256, kind, starts_at, ends_at, people)
    SELECT a.company_id, a.policy_id, a.sha256, coalesce(r.fields ->> 'kind', ''), r.fields ->> 'startsAt', coalesce(r.fields ->> 'endsAt', ''), count(*)
    FROM (SELECT DISTINCT w.company_id, w.person_id, v.policy_id, w.sha256 FROM written w
        CROSS JOIN LATERAL (SELECT v.policy_id FROM app.policy_versions v WHERE v.company_id = w.company_id AND v.id = w.version_id OFFSET 0) v
        WHERE w.vouched IS NOT NULL AND (SELECT count(*) FROM app.acknowledgments a
          WHERE a.company_id = w.company_id AND a.person_id = w.person_id AND a.vouched IS NOT NULL AND a.sha256 = w.sha256
            AND NOT a.id = ANY ((SELECT array_agg(o.id) FROM written o)::uuid[])
            AND (SELECT x.policy_id FROM app.policy_versions x WHERE x.company_id = a.company_id AND x.id = a.version_id) = v.policy_id) = 0) a
      CROSS JOIN LATERAL (SELECT r.fields, r.ended_at FROM app.records r WHERE r.company_id = a.company_id AND r.id = a.person_id OFFSET 0) r
    WHERE r.ended_at IS NULL AND r.fields ? 'startsAt' GROUP BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (company_id, policy_id, sha256, kind, starts_at, ends_at) DO UPDATE SET people = c.people + excluded.people;
  RETURN NULL;
END $function$;
ALTER FUNCTION app.count_acknowledged OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.count_acknowledgment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_policy uuid; v_person record;
BEGIN
  SELECT v.policy_id INTO v_policy FROM app.policy_versions v WHERE v.company_id = NEW.company_id AND v.id = NEW.version_id;
  -- By their id alone: while statistics are missing, any other condition may be planned as a look at everybody.
  SELECT r.fields, r.ended_at INTO v_person FROM app.records r WHERE r.company_id = NEW.company_id AND r.id = NEW.person_id;
  IF NEW.vouched IS NULL OR v_person.ended_at IS NOT NULL OR NOT v_person.fields ? 'startsAt' OR EXISTS (SELECT FROM app.acknowledgments a
      JOIN app.policy_versions w ON w.company_id = a.company_id AND w.id = a.version_id
      WHERE a.company_id = NEW.company_id AND a.person_id = NEW.person_id AND a.id <> NEW.id AND a.vouched IS NOT NULL AND a.sha256 = NEW.sha256
        AND w.policy_id = v_policy) THEN
    RETURN NULL;
  END IF;
  INSERT INTO app.people_counts AS c (company_id, policy_id, sha256, kind, starts_at, ends_at, people)
    VALUES (NEW.company_id, v_policy, NEW.sha256, coalesce(v_person.fields ->> 'kind', ''), v_person.fields ->> 'startsAt',
      coalesce(v_person.fields ->> 'endsAt', ''), 1)
    ON CONFLICT (company_id, policy_id, sha256, kind, starts_at, ends_at) DO UPDATE SET people = c.people + 1;
  RETURN NULL;
END $function$;
ALTER FUNCTION app.count_acknowledgment OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.count_added_people()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_rows jsonb;
BEGIN
  SELECT jsonb_agg(to_jsonb(x)) INTO v_rows FROM (
    SELECT r.company_id, coalesce(r.fields ->> 'kind', '') AS kind, r.fields ->> 'startsAt' AS starts_at,
      coalesce(r.fields ->> 'endsAt', '') AS ends_at, count(*) AS people
    FROM added r WHERE r.register = 'people' AND r.ended_at IS NULL AND r.fields ? 'startsAt' GROUP BY 1, 2, 3, 4) x;
  IF v_rows IS NOT NULL THEN PERFORM app.add_to_people_counts(v_rows); END IF;
  RETURN NULL;
END $function$;
ALTER FUNCTION app.count_added_people OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.count_changed_people()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_rows jsonb;
BEGIN
  WITH both_sides AS (
      SELECT r.company_id, r.id, coalesce(r.fields ->> 'kind', '') AS kind, r.fields ->> 'startsAt' AS starts_at,
        coalesce(r.fields ->> 'endsAt', '') AS ends_at, -1 AS people
      FROM before r WHERE r.register = 'people' AND r.ended_at IS NULL AND r.fields ? 'startsAt'
      UNION ALL
      SELECT r.company_id, r.id, coalesce(r.fields ->> 'kind', ''), r.fields ->> 'startsAt', coalesce(r.fields ->> 'endsAt', ''), 1
      FROM after r WHERE r.register = 'people' AND r.ended_at IS NULL AND r.fields ? 'startsAt'),
    moved AS MATERIALIZED (
      SELECT m.company_id, m.id, m.kind, m.starts_at, m.ends_at, sum(m.people)::integer AS people FROM both_sides m
      GROUP BY 1, 2, 3, 4, 5 HAVING sum(m.people) <> 0),
    texts AS (
      SELECT DISTINCT m.company_id, m.id, v.policy_id, a.sha256 FROM (SELECT DISTINCT x.company_id, x.id FROM moved x) m
      JOIN app.acknowledgments a ON a.company_id = m.company_id AND a.person_id = m.id AND a.vouched IS NOT NULL
      JOIN app.policy_versions v ON v.company_id = a.company_id AND v.id = a.version_id)
    SELECT jsonb_agg(to_jsonb(x)) INTO v_rows FROM (
      SELECT m.company_id, NULL::uuid AS policy_id, NULL::text AS sha256, m.kind, m.starts_at, m.ends_at, sum(m.people) AS people
      FROM moved m GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(m.people) <> 0
      UNION ALL
      SELECT m.company_id, t.policy_id, t.sha256, m.kind, m.starts_at, m.ends_at, sum(m.people)
      FROM moved m JOIN texts t ON t.company_id = m.company_id AND t.id = m.id GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(m.people) <> 0) x;
  IF v_rows IS NOT NULL THEN PERFORM app.add_to_people_counts(v_rows); END IF;
  RETURN NULL;
END $function$;
ALTER FUNCTION app.count_changed_people OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.count_decided()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v record;
BEGIN
  FOR v IN SELECT n.company_id, w.population_id, bool_or(EXISTS (SELECT FROM app.review_decisions o WHERE o.company_id = n.company_id
        AND o.row_id = n.row_id AND o.ledger_index <> n.ledger_index)) AS again
      FROM written n JOIN app.review_rows w ON w.company_id = n.company_id AND w.id = n.row_id GROUP BY n.company_id, w.population_id
      ORDER BY n.company_id, w.population_id LOOP
    IF v.again THEN
      PERFORM app.count_reviewed(v.company_id, ARRAY[v.population_id]);
    ELSE
      INSERT INTO app.review_counts AS c (company_id, population_id, decided_by, keep, change, remove, first_at, last_at)
        SELECT v.company_id, v.population_id, n.decided_by, count(*) FILTER (WHERE n.decision = 'keep'), count(*) FILTER (WHERE n.decision = 'change'),
          count(*) FILTER (WHERE n.decision = 'remove'), min(n.decided_at), max(n.decided_at)
        FROM written n JOIN app.review_rows w ON w.company_id = n.company_id AND w.id = n.row_id
        WHERE n.company_id = v.company_id AND w.population_id = v.population_id AND n.decision <> 'none' GROUP BY n.decided_by
        ON CONFLICT (company_id, population_id, decided_by) DO UPDATE SET (keep, change, remove, first_at, last_at) = (c.keep + excluded.keep,
          c.change + excluded.change, c.remove + excluded.remove, least(c.first_at, excluded.first_at), greatest(c.last_at, excluded.last_at));
    END IF;
  END LOOP;
  RETURN NULL;
END $function$;
ALTER FUNCTION app.count_decided OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.count_reviewed(p_company uuid, p_populations uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  DELETE FROM app.review_counts c WHERE c.company_id = p_company AND c.population_id = ANY (p_populations);
  INSERT INTO app.review_counts (company_id, population_id, decided_by, keep, change, remove, first_at, last_at)
    SELECT p_company, w.population_id, d.decided_by, count(*) FILTER (WHERE d.decision = 'keep'), count(*) FILTER (WHERE d.decision = 'change'),
      count(*) FILTER (WHERE d.decision = 'remove'), min(d.decided_at), max(d.decided_at)
    FROM app.review_rows w CROSS JOIN LATERAL (SELECT d.decision, d.decided_by, d.decided_at FROM app.review_decisions d
      WHERE d.company_id = w.company_id AND d.row_id = w.id ORDER BY d.ledger_index DESC LIMIT 1) d
    WHERE w.company_id = p_company AND w.population_id = ANY (p_populations) AND d.decision <> 'none' GROUP BY w.population_id, d.decided_by
$function$;
ALTER FUNCTION app.count_reviewed OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.create_company(p_id uuid, p_name text, p_slug text, p_location uuid, p_wrapped_key bytea)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  IF app.uid() IS NULL THEN RAISE EXCEPTION 'nobody is signed in' USING ERRCODE = '42501'; END IF;
  IF app.my_platform_role() NOT IN ('admin', 'manager') THEN
    RAISE EXCEPTION 'this account may not found companies' USING ERRCODE = '42501', CONSTRAINT = 'bounded_account';
  END IF;
  INSERT INTO app.companies (id, name, slug, storage_location_id, owner_id)
    VALUES (p_id, p_name, p_slug, coalesce(p_location, (SELECT id FROM app.storage_locations WHERE is_default)), app.uid());
  INSERT INTO app.company_members (company_id, user_id, role) VALUES (p_id, app.uid(), 'owner');
  INSERT INTO app.company_keys (company_id, version, wrapped) VALUES (p_id, 1, p_wrapped_key);
  INSERT INTO app.ledger_heads (company_id) VALUES (p_id);
END $function$;
ALTER FUNCTION app.create_company OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.create_company TO app_user;

CREATE OR REPLACE FUNCTION app.dead_jobs()
 RETURNS TABLE(id uuid, kind text, key text, attempts integer, error text, dead_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT j.id, j.kind, j.key, j.attempts, coalesce(j.last_error, 'unknown'), j.dead_at FROM app.jobs j
  WHERE j.dead_at IS NOT NULL AND j.discarded_at IS NULL AND (SELECT app.is_platform_admin()) ORDER BY j.dead_at DESC, j.id LIMIT 100
$function$;
ALTER FUNCTION app.dead_jobs OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.dead_jobs TO app_user;

CREATE OR REPLACE FUNCTION app.decline_invitation(p_sha256 bytea, p_id uuid, p_now timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_invitation app.company_invitations;
BEGIN
  v_invitation := app.lock_invitation(p_sha256, p_id);
  IF v_invitation.id IS NULL THEN RETURN 'unknown'; END IF;
  IF app.uid() IS NOT NULL AND v_invitation.email IS DISTINCT FROM (SELECT email FROM auth.users WHERE id = app.uid()) THEN
    RETURN 'other-address';
  END IF;
  IF v_invitation.status <> 'pending' OR v_invitation.expires_at <= p_now THEN RETURN 'ended'; END IF;
  UPDATE app.company_invitations SET status = 'declined', answered_at = p_now
    WHERE company_id = v_invitation.company_id AND id = v_invitation.id;
  RETURN 'declined';
END $function$;
ALTER FUNCTION app.decline_invitation OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.decline_invitation TO app_user;

CREATE OR REPLACE FUNCTION app.delete_own_account()
 RETURNS TABLE(email text, first_name text, last_name text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
DECLARE v auth.users;
BEGIN
  IF NOT app.hold_person(app.uid()) THEN RETURN; END IF;
  IF app.is_custodian(app.uid()) THEN
    RAISE EXCEPTION 'a legal hold names its owner' USING ERRCODE = '23514', CONSTRAINT = 'account_held';
  END IF;
  DELETE FROM app.company_members m WHERE m.user_id = app.uid() AND m.role <> 'owner';
  DELETE FROM auth.users u WHERE u.id = app.uid() RETURNING u.* INTO v;
  IF v.id IS NULL THEN RETURN; END IF;
  DELETE FROM app.profiles p WHERE p.id = v.id;
  DELETE FROM auth.one_time_links l WHERE l.email = v.email;
  DELETE FROM auth.link_requests r WHERE r.email = v.email;
  RETURN QUERY SELECT v.email, v.first_name, v.last_name;
END $function$;
ALTER FUNCTION app.delete_own_account OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.delete_own_account TO app_user;

CREATE OR REPLACE FUNCTION app.device_text(p_fields jsonb)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT sha256(convert_to(jsonb_build_array(p_fields -> 'name', p_fields -> 'kind', p_fields -> 'serial')::text, 'UTF8'))
$function$;
ALTER FUNCTION app.device_text OWNER TO app_owner;
GRANT EXECUTE ON FUNCTION app.device_text TO app_definer;

CREATE OR REPLACE FUNCTION app.discard_job(p_id uuid, p_now timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_kind text;
BEGIN
  IF NOT app.is_platform_admin() THEN RAISE EXCEPTION 'not a platform admin' USING ERRCODE = '42501'; END IF;
  UPDATE app.jobs j SET discarded_at = p_now WHERE j.id = p_id AND j.dead_at IS NOT NULL AND j.discarded_at IS NULL RETURNING j.kind INTO v_kind;
  RETURN v_kind;
END $function$;
ALTER FUNCTION app.discard_job OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.discard_job TO app_user;

CREATE OR REPLACE FUNCTION app.discovery(p_record app.records)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT CASE WHEN p_record.discovered_first < s.said AND NOT app.discovery_seen(p_record.company_id, p_record.discovery_authors,
    p_record.discovery_approved_by, p_record.discovery_approved_at) THEN p_record.discovered_first ELSE s.said END
  FROM (SELECT (p_record.fields ->> 'discoveredAt')::timestamptz AS said) s
$function$;
ALTER FUNCTION app.discovery OWNER TO app_owner;
GRANT EXECUTE ON FUNCTION app.discovery TO app_definer, app_user;

CREATE OR REPLACE FUNCTION app.discovery_seen(p_company uuid, p_authors uuid[], p_by uuid, p_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT p_by IS NOT NULL AND NOT EXISTS (SELECT FROM unnest(p_authors) a WHERE app.is_one_person(p_company, a, p_by, p_at, NULL, NULL))
$function$;
ALTER FUNCTION app.discovery_seen OWNER TO app_owner;
GRANT EXECUTE ON FUNCTION app.discovery_seen TO app_definer, app_user;

CREATE OR REPLACE FUNCTION app.document_facts(p_company uuid, p_size bigint, p_until timestamp with time zone, p_now timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  WITH x AS (
    SELECT f.document_id, k.number, to_char(f.covers_from, 'YYYY-MM-DD') AS covers_from, to_char(f.covers_to, 'YYYY-MM-DD') AS covers_to,
      f.filed_at, f.ledger_index, r.accepted, r.reason, coalesce(e.source LIKE 'Exhibit registers%', false) AS printed,
      coalesce(r.own, false) AS own, f.filed_by, r.reviewed_by, r.reviewed_at,
      row_number() OVER (PARTITION BY f.document_id ORDER BY f.ledger_index DESC) AS newness,
      row_number() OVER (PARTITION BY f.document_id, r.accepted, r.own ORDER BY f.covers_to DESC, f.ledger_index DESC) AS lasting
    FROM app.document_filings f
    JOIN app.evidence_controls k ON k.company_id = f.company_id AND k.evidence_id = f.evidence_id AND k.control_id = f.control_id
      AND k.set_aside_by IS NULL AND (k.superseded_by IS NULL OR k.superseded_by >= p_size)
    LEFT JOIN app.evidence e ON e.company_id = f.company_id AND e.id = f.evidence_id
    LEFT JOIN app.document_reviews r ON r.company_id = f.company_id AND r.filing_id = f.id
      AND (r.withdrawn_at IS NULL OR r.withdrawn_index >= p_size) AND (p_size IS NULL OR r.ledger_index < p_size)
      AND (p_until IS NULL OR r.reviewed_at <= p_until)
    WHERE f.company_id = p_company AND (f.withdrawn_at IS NULL OR f.withdrawn_index >= p_size)
      AND (p_size IS NULL OR f.ledger_index < p_size) AND (p_until IS NULL OR f.filed_at <= p_until)
      AND (p_size IS NOT NULL OR NOT EXISTS (SELECT FROM app.damaged_files g WHERE g.company_id = f.company_id AND g.evidence_id = f.evidence_id))
  ), kept AS (SELECT x.document_id, x.number, x.covers_from, x.covers_to, x.filed_at, x.ledger_index, x.accepted, x.reason, x.printed, x.filed_by,
      CASE WHEN x.reviewed_by IS NULL OR x.own THEN x.own ELSE app.is_one_person(p_company, x.filed_by, x.reviewed_by, x.reviewed_at, p_size, p_until) END AS own
    FROM x WHERE x.newness <= 10 OR x.accepted AND x.lasting = 1),
  another AS MATERIALIZED (
    SELECT k.filed_by, app.another_reviewer_since(p_company, k.filed_by, p_size, p_until, p_now) AS since
    FROM (SELECT DISTINCT k.filed_by FROM kept k WHERE k.own) k)
  SELECT jsonb_build_object(
    'filings', (SELECT coalesce(jsonb_agg(to_jsonb(k) - 'filed_by'
        || jsonb_build_object('another_since', a.since) ORDER BY k.ledger_index DESC), '[]')
      FROM kept k LEFT JOIN another a ON k.own AND a.filed_by = k.filed_by),
    'decisions', (SELECT coalesce(jsonb_agg(to_jsonb(d)), '[]') FROM (
      SELECT DISTINCT ON (d.document_id) d.document_id, d.declared, to_char(d.until, 'YYYY-MM-DD') AS until, d.ledger_index
      FROM app.scope_decisions d WHERE d.company_id = p_company AND d.document_id IS NOT NULL
        AND (p_size IS NULL OR d.ledger_index < p_size) AND (p_until IS NULL OR d.decided_at <= p_until)
      ORDER BY d.document_id, d.ledger_index DESC, d.decided_at DESC, d.id) d))
$function$;
ALTER FUNCTION app.document_facts OWNER TO app_owner;
GRANT EXECUTE ON FUNCTION app.document_facts TO app_auditor, app_definer, app_user;

CREATE OR REPLACE FUNCTION app.document_reviewers()
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_now bigint := app.reviewers_now();
BEGIN
  IF v_now > 1 THEN RETURN v_now; END IF;
  RETURN v_now + (SELECT count(*) FROM app.could_lately(ARRAY['owner', 'admin', 'member']));
END $function$;
ALTER FUNCTION app.document_reviewers OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.document_reviewers TO app_user;

CREATE OR REPLACE FUNCTION app.end_abandoned_import(p_company uuid, p_import uuid, p_now timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_import app.imports; v_item app.evidence; v_head record; v_details text; v_salt bytea; v_seq bigint;
  v_id uuid := gen_random_uuid(); v_installation CONSTANT uuid := '00000000-0000-0000-0000-000000000000';
BEGIN
  -- Most imports go on, and wait for nobody.
  IF app.may_finish_import(p_company, p_import) THEN RETURN false; END IF;
  -- Whoever changes people holds the company: rights that come back at this moment are seen.
  PERFORM FROM app.companies c WHERE c.id = p_company AND c.deleted_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND OR app.may_finish_import(p_company, p_import) THEN RETURN false; END IF;
  UPDATE app.imports i SET state = 'failed', step = '', failure = 'import-abandoned', finished_at = p_now
    WHERE i.company_id = p_company AND i.id = p_import AND i.state IN ('waiting', 'working') RETURNING * INTO v_import;
  IF NOT FOUND THEN RETURN false; END IF;
  SELECT e.* INTO STRICT v_item FROM app.evidence e WHERE e.company_id = p_company AND e.id = v_import.evidence_id;
  -- In the order of RFC 8785, as the server writes what people do.
  v_details := format('{"by":%s,"event":"import.failed","failure":"import-abandoned","subject":%s}', to_json(v_installation),
    to_json(v_item.id));
  v_salt := substring(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) FROM 1 FOR 16);
  SELECT greatest(date_trunc('milliseconds', clock_timestamp()), h.last_at) AS at INTO v_head
    FROM app.ledger_heads h WHERE h.company_id = p_company FOR UPDATE;
  v_seq := app.append_entries(p_company, v_head.at, ARRAY[format('{"at":"%s","c":"%s","id":"%s","t":"import.failed","v":1}',
    app.iso_instant(v_head.at), encode(app.hmac_sha256(v_salt, convert_to(v_details, 'UTF8')), 'base64'), v_id)], 0,
    ARRAY[v_item.matter_id]);
  INSERT INTO app.ledger_acts (company_id, seq, event, actor_id, subject, details, salt, at, matter_id)
    VALUES (p_company, v_seq, 'import.failed', v_installation, v_item.id, v_details, v_salt, v_head.at, v_item.matter_id);
  RETURN true;
END $function$;
ALTER FUNCTION app.end_abandoned_import OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.end_abandoned_import TO app_worker;

CREATE OR REPLACE FUNCTION app.end_acceptances(p_company uuid, p_passing text[], p_size bigint, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  UPDATE app.accepted_failures a SET ended_at = p_now, ended_because = 'The check passed.'
  WHERE a.company_id = p_company AND a.ended_at IS NULL AND a.check_id = ANY (p_passing) AND a.ledger_index < p_size
$function$;
ALTER FUNCTION app.end_acceptances OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.end_acceptances TO app_worker;

CREATE OR REPLACE FUNCTION app.end_connection()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO app.ended_links (company_id, connection_id, version, sealed, ended_at)
    SELECT s.company_id, s.connection_id, s.version, s.sealed, coalesce(NEW.disconnected_at, now()) FROM app.connection_secrets s
    WHERE s.company_id = NEW.company_id AND s.connection_id = NEW.id ORDER BY s.version DESC LIMIT 1;
  DELETE FROM app.connection_secrets s WHERE s.company_id = NEW.company_id AND s.connection_id = NEW.id;
  DELETE FROM app.link_attempts l WHERE l.company_id = NEW.company_id AND l.connection_id = NEW.id;
  DELETE FROM app.collection_parts p WHERE p.company_id = NEW.company_id AND p.connection_id = NEW.id;
  DELETE FROM app.collection_cache c WHERE c.company_id = NEW.company_id AND c.connection_id = NEW.id;
  RETURN NULL;
END $function$;
ALTER FUNCTION app.end_connection OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.end_incident_of_connection()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  NEW.told_at := NULL;
  RETURN NEW;
END $function$;
ALTER FUNCTION app.end_incident_of_connection OWNER TO app_owner;

CREATE OR REPLACE FUNCTION app.end_issued(p_company uuid, p_user uuid, p_gone boolean, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_ended jsonb; v_labels text; v_head record; v_salt bytea; v_details text; v_seq bigint; v_id uuid := gen_random_uuid();
  v_actor uuid := coalesce(app.uid(), p_user); v_kinds text[];
BEGIN
  -- Of a company that closes nothing works any more. What is being issued by somebody at this moment waits here, or is waited for.
  PERFORM FROM app.companies c WHERE c.id = p_company AND c.deleted_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  SELECT jsonb_agg(jsonb_build_object('kind', x.kind, 'id', x.id, 'label', x.label) ORDER BY x.kind, x.since, x.id),
      array_to_json(array_agg(x.kind || ' ' || x.label ORDER BY x.kind, x.since, x.id))::text, array_agg(DISTINCT x.kind)
    INTO v_ended, v_labels, v_kinds FROM app.issued(p_company, p_user, p_gone) x;
  UPDATE app.api_tokens t SET revoked_at = now() WHERE t.company_id = p_company AND t.created_by = p_user AND t.revoked_at IS NULL;
  IF v_ended IS NULL THEN RETURN; END IF;

  DELETE FROM app.company_invitations i WHERE i.company_id = p_company AND i.invited_by = p_user AND i.status = 'pending';
  DELETE FROM app.pipelines l WHERE l.company_id = p_company AND l.created_by = p_user;
  UPDATE app.webhook_deliveries d SET state = 'failed' FROM app.webhooks w WHERE d.company_id = p_company AND d.state = 'waiting'
    AND w.company_id = d.company_id AND w.id = d.webhook_id AND w.created_by = p_user AND w.active;
  UPDATE app.webhooks w SET active = false, turned_off_at = now() WHERE w.company_id = p_company AND w.created_by = p_user AND w.active;
  -- A connection is the company's: it waits for another admin. Its owners are told of it with the rest.
  UPDATE app.connections k SET state = 'needs attention', attention = 'connection-needs-confirmation', told_at = now()
    WHERE k.company_id = p_company AND coalesce(k.connected_by, k.created_by) = p_user AND NOT app.is_unfinished(k)
      AND k.state <> 'disconnected';
  UPDATE app.connections k SET state = 'disconnected', disconnected_at = now()
    WHERE k.company_id = p_company AND k.created_by = p_user AND app.is_unfinished(k);
  UPDATE app.connections k SET state = 'needs attention', attention = 'connection-expired', told_at = now() FROM app.link_attempts l
    WHERE l.company_id = p_company AND l.user_id = p_user AND k.company_id = l.company_id AND k.id = l.connection_id
      AND k.connected_at IS NOT NULL AND k.state = 'linking';
  DELETE FROM app.link_attempts l WHERE l.company_id = p_company AND l.user_id = p_user;
  IF p_gone THEN
    UPDATE app.exports e SET state = 'cancelled', finished_at = now()
      WHERE e.company_id = p_company AND e.requested_by = p_user AND e.state IN ('waiting', 'working');
  END IF;

  INSERT INTO app.ended_rights (company_id, id, user_id, person, at, reason, ended)
    VALUES (p_company, v_id, p_user, coalesce((SELECT nullif(concat_ws(' ', p.first_name, p.last_name), '') FROM app.profiles p
      WHERE p.id = p_user), 'A former member'), now(), p_reason, v_ended);
  -- In the order of RFC 8785, as the server writes what people do.
  v_details := format('{"by":%s,"ended":%s,"event":"rights.ended","reason":%s,"subject":%s}', to_json(v_actor), v_labels,
    to_json(p_reason), to_json(p_user));
  v_salt := substring(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) FROM 1 FOR 16);
  SELECT h.company_id, greatest(date_trunc('milliseconds', clock_timestamp()), h.last_at) AS at INTO v_head
    FROM app.ledger_heads h WHERE h.company_id = p_company FOR UPDATE;
  v_seq := app.append_entries(p_company, v_head.at, ARRAY[format('{"at":"%s","c":"%s","id":"%s","t":"rights.ended","v":1}',
    app.iso_instant(v_head.at), encode(app.hmac_sha256(v_salt, convert_to(v_details, 'UTF8')), 'base64'), v_id)], 0, ARRAY[NULL::uuid]);
  INSERT INTO app.ledger_acts (company_id, seq, event, actor_id, subject, details, salt, at, matter_id)
    VALUES (p_company, v_seq, 'rights.ended', v_actor, p_user, v_details, v_salt, v_head.at, NULL);
END $function$;
ALTER FUNCTION app.end_issued OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.end_of_bounds()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_disabled boolean := NEW.disabled_at IS NOT NULL AND (tg_op = 'INSERT' OR OLD.disabled_at IS NULL);
  v_limited boolean := NEW.platform_role = 'user' AND (tg_op = 'INSERT' OR OLD.platform_role <> 'user'); v uuid;
BEGIN
  IF v_disabled OR v_limited THEN
    FOR v IN SELECT m.company_id FROM app.company_members m WHERE m.user_id = NEW.user_id ORDER BY m.company_id LOOP
      PERFORM app.end_issued(v, NEW.user_id, v_disabled, CASE WHEN v_disabled THEN 'account disabled' ELSE 'account limited' END);
    END LOOP;
  END IF;
  IF v_disabled THEN PERFORM app.end_sign_up_invitations(NEW.user_id); END IF;
  RETURN NULL;
END $function$;
ALTER FUNCTION app.end_of_bounds OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.end_of_platform_admin()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  PERFORM app.end_sign_up_invitations(OLD.id);
  RETURN NULL;
END $function$;
ALTER FUNCTION app.end_of_platform_admin OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.end_of_rights()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  IF tg_op = 'DELETE' THEN
    DELETE FROM app.alert_preferences WHERE company_id = OLD.company_id AND user_id = OLD.user_id;
    DELETE FROM app.alert_mutes WHERE company_id = OLD.company_id AND user_id = OLD.user_id;
    DELETE FROM app.alerts WHERE company_id = OLD.company_id AND user_id = OLD.user_id;
    PERFORM app.end_issued(OLD.company_id, OLD.user_id, true, CASE WHEN OLD.user_id = app.uid() THEN 'left' ELSE 'removed' END);
  ELSIF NEW.status <> 'active' THEN
    PERFORM app.end_issued(OLD.company_id, OLD.user_id, true, 'suspended');
  ELSIF NEW.role NOT IN ('owner', 'admin') THEN
    PERFORM app.end_issued(OLD.company_id, OLD.user_id, false, 'role changed');
  END IF;
  RETURN NULL;
END $function$;
ALTER FUNCTION app.end_of_rights OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.end_platform_admin()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  DELETE FROM app.platform_admins WHERE id = OLD.id;
  DELETE FROM app.account_bounds WHERE user_id = OLD.id;
  RETURN NULL;
END $function$;
ALTER FUNCTION app.end_platform_admin OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.end_sessions(p_user uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_email text; v_ended integer;
BEGIN
  IF NOT app.is_platform_admin() THEN RAISE EXCEPTION 'not a platform admin' USING ERRCODE = '42501'; END IF;
  SELECT email INTO v_email FROM auth.users WHERE id = p_user FOR NO KEY UPDATE;
  IF v_email IS NULL THEN RETURN NULL; END IF;
  DELETE FROM auth.sessions WHERE user_id = p_user;
  GET DIAGNOSTICS v_ended = ROW_COUNT;
  PERFORM app.note_act('user.sessionsEnded', v_email, jsonb_build_object('sessions', v_ended));
  RETURN v_ended;
END $function$;
ALTER FUNCTION app.end_sessions OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.end_sessions TO app_user;

CREATE OR REPLACE FUNCTION app.end_sign_up_invitations(p_user uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_email text;
BEGIN
  FOR v_email IN DELETE FROM app.sign_up_invitations i WHERE i.invited_by = p_user AND i.accepted_at IS NULL RETURNING i.email LOOP
    INSERT INTO app.operator_acts (actor, act, subject, details)
      VALUES (coalesce((SELECT u.email FROM auth.users u WHERE u.id = coalesce(app.uid(), p_user)), p_user::text), 'invitation.ended', v_email, '{}');
  END LOOP;
END $function$;
ALTER FUNCTION app.end_sign_up_invitations OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.end_staff_session(p_token bytea, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  UPDATE app.staff_sessions s SET expires_at = p_now WHERE s.token_sha256 = p_token AND s.expires_at > p_now
$function$;
ALTER FUNCTION app.end_staff_session OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.end_staff_session TO app_staff;

CREATE OR REPLACE FUNCTION app.end_upload(p_id uuid, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$UPDATE app.uploads SET expires_at = p_now, ended_at = p_now WHERE company_id = app.tenant() AND id = p_id AND user_id = app.uid()$function$;
ALTER FUNCTION app.end_upload OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.end_upload TO app_user;

CREATE OR REPLACE FUNCTION app.ended_link(p_company uuid, p_connection uuid)
 RETURNS TABLE(provider text, method text, typed jsonb, account_facts jsonb, version integer, sealed bytea)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT k.provider, k.method, k.typed, k.account_facts, e.version, e.sealed FROM app.ended_links e
  JOIN app.connections k ON k.company_id = e.company_id AND k.id = e.connection_id
  WHERE e.company_id = p_company AND e.connection_id = p_connection
$function$;
ALTER FUNCTION app.ended_link OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.ended_link TO app_worker;

CREATE OR REPLACE FUNCTION app.enqueue_accounts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  PERFORM app.enqueue_job('registers', NEW.company_id::text, NEW.company_id, NEW.finished_at + interval '5 seconds');
  RETURN NULL;
END $function$;
ALTER FUNCTION app.enqueue_accounts OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.enqueue_acknowledged()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v record;
BEGIN
  FOR v IN SELECT w.company_id, max(w.acknowledged_at) AS at FROM written w GROUP BY w.company_id LOOP
    PERFORM app.enqueue_job('registers', v.company_id::text, v.company_id, v.at + interval '5 seconds');
  END LOOP;
  RETURN NULL;
END $function$;
ALTER FUNCTION app.enqueue_acknowledged OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.enqueue_alert()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  PERFORM app.enqueue_job('alerts', NEW.company_id || ' ' || NEW.user_id, NEW.company_id, app.alert_due(NEW.daily, NEW.at));
  RETURN NULL;
END $function$;
ALTER FUNCTION app.enqueue_alert OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.enqueue_changed_deliveries()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v record;
BEGIN
  FOR v IN SELECT d.company_id, d.webhook_id, min(d.next_try_at) AS at FROM fresh d JOIN stale s ON s.company_id = d.company_id AND s.id = d.id
      WHERE d.state = 'waiting' AND (s.state, s.next_try_at) IS DISTINCT FROM (d.state, d.next_try_at)
      GROUP BY d.company_id, d.webhook_id ORDER BY d.webhook_id LOOP
    PERFORM app.enqueue_job('webhooks', v.webhook_id::text, v.company_id, v.at);
  END LOOP;
  RETURN NULL;
END $function$;
ALTER FUNCTION app.enqueue_changed_deliveries OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.enqueue_completions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v record;
BEGIN
  FOR v IN SELECT DISTINCT w.company_id FROM written w LOOP
    PERFORM app.enqueue_job('registers', v.company_id::text, v.company_id, clock_timestamp() + interval '5 seconds');
  END LOOP;
  RETURN NULL;
END $function$;
ALTER FUNCTION app.enqueue_completions OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.enqueue_deliveries()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v record;
BEGIN
  FOR v IN SELECT d.company_id, d.webhook_id, min(d.next_try_at) AS at FROM fresh d WHERE d.state = 'waiting'
      GROUP BY d.company_id, d.webhook_id ORDER BY d.webhook_id LOOP
    PERFORM app.enqueue_job('webhooks', v.webhook_id::text, v.company_id, v.at);
  END LOOP;
  RETURN NULL;
END $function$;
ALTER FUNCTION app.enqueue_deliveries OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.enqueue_drawn()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  IF EXISTS (SELECT FROM app.document_filings f WHERE f.company_id = NEW.company_id AND f.document_id = 'inventory.network-diagrams'
      AND f.id = CASE TG_TABLE_NAME WHEN 'document_filings' THEN (to_jsonb(NEW) ->> 'id')::uuid ELSE (to_jsonb(NEW) ->> 'filing_id')::uuid END) THEN
    PERFORM app.enqueue_job('registers', NEW.company_id::text, NEW.company_id,
      coalesce(NEW.withdrawn_at, (to_jsonb(NEW) ->> 'reviewed_at')::timestamptz) + interval '5 seconds');
  END IF;
  RETURN NULL;
END $function$;
ALTER FUNCTION app.enqueue_drawn OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.enqueue_incident()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  IF app.incident_due(NEW) IS NOT NULL THEN
    PERFORM app.enqueue_job('incidents', NEW.id::text, NEW.company_id, app.incident_due(NEW));
  END IF;
  RETURN NULL;
END $function$;
ALTER FUNCTION app.enqueue_incident OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.enqueue_incident_alert()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  PERFORM app.enqueue_job('incidentMails', NEW.company_id || ' ' || NEW.user_id, NEW.company_id, NEW.due_at);
  RETURN NULL;
END $function$;
ALTER FUNCTION app.enqueue_incident_alert OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.enqueue_job(p_kind text, p_key text, p_company uuid, p_at timestamp with time zone DEFAULT NULL::timestamp with time zone, p_priority smallint DEFAULT 1)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v app.jobs; v_latest timestamptz;
BEGIN
  IF p_kind = 'registers' AND p_at > '-infinity' AND current_setting('app.registers_at_once', true) = 'on' THEN
    p_at := p_at - interval '5 seconds';
    v_latest := p_at;
  ELSIF p_kind = 'registers' AND p_at > '-infinity' THEN
    v_latest := p_at + interval '7 seconds';
    p_at := least(v_latest, greatest(p_at, (SELECT r.taken_at FROM app.register_runs r WHERE r.company_id = p_company
      ORDER BY r.ledger_index DESC LIMIT 1) + interval '12 seconds'));
  END IF;
  LOOP
    -- Most often it is in line already, and neither a row nor its place in line is made for nothing.
    -- Held until this transaction ends: nobody claims a job before its work can be seen.
    SELECT * INTO v FROM app.jobs j WHERE j.kind = p_kind AND j.key = p_key FOR NO KEY UPDATE;
    IF NOT FOUND THEN
      INSERT INTO app.jobs (kind, key, company_id, priority, run_at, turn)
        VALUES (p_kind, p_key, p_company, p_priority, p_at, CASE WHEN p_at IS NULL THEN app.next_turn(p_kind, p_priority, p_company) END)
        ON CONFLICT DO NOTHING;
      EXIT WHEN FOUND;
      CONTINUE;
    END IF;
    IF v.lease_until IS NOT NULL THEN
      p_at := coalesce(v_latest, p_at, '-infinity');
      UPDATE app.jobs j SET again_at = p_at WHERE j.id = v.id AND (j.again_at IS NULL OR p_at < j.again_at);
      RETURN;
    END IF;
    -- It is in line, or a try of it failed: the next one does this work, too.
    IF v.turn IS NOT NULL OR v.dead_at IS NULL AND (v.attempts > 0 OR v.run_at <= p_at) THEN RETURN; END IF;
    UPDATE app.jobs j SET attempts = 0, last_error = NULL, dead_at = NULL, discarded_at = NULL, run_at = p_at,
        turn = CASE WHEN p_at IS NULL THEN app.next_turn(p_kind, v.priority, p_company) END
      WHERE j.id = v.id;
    EXIT;
  END LOOP;
  IF p_at IS NULL OR p_at <= clock_timestamp() + interval '1 second' THEN PERFORM pg_notify('jobs', p_kind); END IF;
END $function$;
ALTER FUNCTION app.enqueue_job OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.enqueue_mails()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_turn bigint := app.next_turn('mail', 1::smallint, NULL);
BEGIN
  INSERT INTO app.jobs (kind, key, turn) SELECT 'mail', w.id::text, v_turn FROM written w ON CONFLICT DO NOTHING;
  IF FOUND THEN PERFORM pg_notify('jobs', 'mail'); END IF;
  RETURN NULL;
END $function$;
ALTER FUNCTION app.enqueue_mails OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.enqueue_read_again()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  -- The hours of a leaver are LEAVER_HOURS in src/domain/registers/leaver-clock.ts.
  IF EXISTS (SELECT FROM app.account_lists l JOIN app.records r ON r.company_id = l.company_id
      WHERE l.company_id = NEW.company_id AND l.connection_id = NEW.connection_id AND r.register = 'people' AND r.fields ? 'endsAt'
        AND (r.fields ->> 'endsAt')::timestamptz + interval '24 hours' > l.seen_at
        AND (r.fields ->> 'endsAt')::timestamptz + interval '24 hours' <= NEW.finished_at) THEN
    PERFORM app.enqueue_job('registers', NEW.company_id::text, NEW.company_id, NEW.finished_at + interval '5 seconds');
  END IF;
  RETURN NULL;
END $function$;
ALTER FUNCTION app.enqueue_read_again OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.enqueue_registers()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v record;
BEGIN
  FOR v IN SELECT w.company_id, max(w.changed_at) AS at FROM written w WHERE w.matter_id IS NULL GROUP BY w.company_id LOOP
    PERFORM app.enqueue_job('registers', v.company_id::text, v.company_id, v.at + interval '5 seconds');
  END LOOP;
  RETURN NULL;
END $function$;
ALTER FUNCTION app.enqueue_registers OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.enqueue_risks()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  IF EXISTS (SELECT FROM app.records r WHERE r.company_id = NEW.company_id AND r.register = 'risks' AND r.ended_at IS NULL) THEN
    PERFORM app.enqueue_job('registers', NEW.company_id::text, NEW.company_id, NEW.judged_at + interval '5 seconds');
  END IF;
  RETURN NULL;
END $function$;
ALTER FUNCTION app.enqueue_risks OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.enqueue_row()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v jsonb := to_jsonb(NEW);
BEGIN
  PERFORM app.enqueue_job(TG_ARGV[0], v ->> TG_ARGV[1], (v ->> 'company_id')::uuid,
    (v ->> TG_ARGV[3])::timestamptz + coalesce(TG_ARGV[4], '0')::interval, coalesce(TG_ARGV[2], '1')::smallint);
  RETURN NULL;
END $function$;
ALTER FUNCTION app.enqueue_row OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.enqueue_scope()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  IF EXISTS (SELECT FROM app.policies p WHERE p.company_id = NEW.company_id) THEN
    PERFORM app.enqueue_job('registers', NEW.company_id::text, NEW.company_id, clock_timestamp() + interval '5 seconds');
  END IF;
  RETURN NULL;
END $function$;
ALTER FUNCTION app.enqueue_scope OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.enqueue_waiting()
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_made bigint;
BEGIN
  INSERT INTO app.jobs (kind, key, company_id, run_at)
    SELECT 'mail', o.id::text, NULL::uuid, o.created_at FROM app.outbox o WHERE o.sent_at IS NULL
    UNION ALL SELECT 'links', r.id::text, NULL, r.requested_at FROM auth.link_requests r
    UNION ALL SELECT 'webhooks', d.webhook_id::text, d.company_id, min(d.next_try_at) FROM app.webhook_deliveries d
      JOIN app.webhooks w ON w.company_id = d.company_id AND w.id = d.webhook_id AND w.active WHERE d.state = 'waiting' GROUP BY 2, 3
    UNION ALL SELECT 'standings', h.company_id::text, h.company_id,
        CASE WHEN j.version > 0 AND h.size <= j.ledger_size THEN j.next_at ELSE '-infinity' END
      FROM app.ledger_heads h LEFT JOIN app.judgements j ON j.company_id = h.company_id
      JOIN app.companies c ON c.id = h.company_id AND c.deleted_at IS NULL
      WHERE h.size > 0 AND (j.company_id IS NULL OR j.version = 0 OR h.size > j.ledger_size OR j.next_at IS NOT NULL)
    UNION ALL SELECT 'feed', h.company_id::text, h.company_id, '-infinity' FROM app.ledger_heads h
      LEFT JOIN app.ledger_feeds f ON f.company_id = h.company_id WHERE h.size > coalesce(f.next_entry, 0)
    UNION ALL SELECT 'incidents', i.id::text, i.company_id, app.incident_due(i) FROM app.incidents i WHERE app.incident_due(i) IS NOT NULL
    UNION ALL SELECT 'incidentMails', a.company_id || ' ' || a.user_id, a.company_id, min(a.due_at) FROM app.incident_alerts a GROUP BY 2, 3
    UNION ALL SELECT 'alerts', a.company_id || ' ' || a.user_id, a.company_id, min(app.alert_due(a.daily, a.at)) FROM app.alerts a GROUP BY 2, 3
    UNION ALL SELECT 'rights', r.id::text, r.company_id, r.at FROM app.ended_rights r WHERE r.told_at IS NULL
    UNION ALL SELECT 'attention', k.id::text, k.company_id, '-infinity' FROM app.connections k WHERE k.state = 'needs attention' AND k.told_at IS NULL
    UNION ALL SELECT 'attention', l.connection_id::text, l.company_id, '-infinity' FROM app.account_lists l
      WHERE l.emptied_at IS NOT NULL AND l.told_at IS NULL
    UNION ALL SELECT 'collections', r.connection_id::text, r.company_id, min(coalesce(r.lease_until, r.slot)) FROM app.collection_runs r
      WHERE r.state IN ('waiting', 'working') GROUP BY 2, 3
    UNION ALL SELECT 'registers', c.id::text, c.id, '-infinity' FROM app.companies c WHERE c.deleted_at IS NULL
      AND (EXISTS (SELECT FROM app.records r WHERE r.company_id = c.id) OR EXISTS (SELECT FROM app.confirmations f WHERE f.company_id = c.id)
        OR EXISTS (SELECT FROM app.policies p WHERE p.company_id = c.id))
    UNION ALL SELECT 'linking', l.id::text, l.company_id, l.ready_at FROM app.link_attempts l WHERE l.ready_at IS NOT NULL
    UNION ALL SELECT 'revoking', e.connection_id::text, e.company_id, e.ended_at FROM app.ended_links e
    UNION ALL SELECT 'erasures', x.evidence_id::text, x.company_id, x.erased_at FROM app.erasures x WHERE x.removed_at IS NULL
    UNION ALL SELECT 'imports', i.id::text, i.company_id, i.created_at FROM app.imports i WHERE i.state IN ('waiting', 'working')
    UNION ALL SELECT DISTINCT 'limits', u.company_id::text, u.company_id, '-infinity'::timestamptz FROM app.usage u WHERE u.level > u.told
    UNION ALL SELECT 'reminders', m.id::text, NULL, m.answer_due_at - interval '4 hours' FROM app.contact_messages m
      WHERE m.answered_at IS NULL AND m.reminded_at IS NULL
  ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS v_made = ROW_COUNT;
  RETURN v_made;
END $function$;
ALTER FUNCTION app.enqueue_waiting OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.enqueue_waiting TO app_worker;

CREATE OR REPLACE FUNCTION app.enter_staff(p_token bytea, p_now timestamp with time zone, p_limit integer, p_seconds integer)
 RETURNS TABLE(company_id uuid, company text, person_id uuid, name text, email text, number bigint, method text, wait integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  RETURN QUERY SELECT s.company_id, s.company, s.person_id, s.name, s.email, s.number, s.method,
    app.take_turn('staff|' || s.company_id || '|' || s.person_id, p_limit, p_seconds, 1) FROM app.find_staff_session(p_token, p_now) s;
END $function$;
ALTER FUNCTION app.enter_staff OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.enter_staff TO app_staff;

CREATE OR REPLACE FUNCTION app.erase_company(p_company uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_waiting text[]; v_still text[]; v_table text;
BEGIN
  PERFORM FROM app.companies WHERE id = p_company AND deleted_at IS NOT NULL FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  v_waiting := ARRAY(SELECT format('%I.%I', n.nspname, c.relname) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'company_id' AND NOT a.attisdropped
    WHERE n.nspname = 'app' AND c.relkind = 'r' ORDER BY c.oid DESC);
  WHILE cardinality(v_waiting) > 0 LOOP
    v_still := '{}';
    FOREACH v_table IN ARRAY v_waiting LOOP
      BEGIN
        EXECUTE format('DELETE FROM %s WHERE company_id = $1', v_table) USING p_company;
      EXCEPTION WHEN foreign_key_violation THEN
        v_still := v_still || v_table;
      END;
    END LOOP;
    IF cardinality(v_still) = cardinality(v_waiting) THEN
      RAISE EXCEPTION 'these tables refer to each other: %', v_still;
    END IF;
    v_waiting := v_still;
  END LOOP;
  DELETE FROM app.companies WHERE id = p_company;
  RETURN true;
END $function$;
ALTER FUNCTION app.erase_company OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.erase_company TO app_worker;

CREATE OR REPLACE FUNCTION app.erase_evidence(p_evidence uuid, p_reason text, p_now timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_head record; v_item app.evidence; v_hold text;
BEGIN
  IF app.my_role() IS DISTINCT FROM 'owner' THEN
    RAISE EXCEPTION 'not allowed to erase evidence' USING ERRCODE = '42501';
  END IF;
  v_head := app.lock_ledger();
  SELECT e.* INTO v_item FROM app.evidence e WHERE e.company_id = v_head.company AND e.id = p_evidence
    AND (e.matter_id IS NULL OR e.matter_id = ANY (app.my_matters())) FOR UPDATE;
  IF NOT FOUND THEN RETURN 'not found'; END IF;
  IF v_item.withdrawal_id IS NULL THEN RETURN 'not withdrawn'; END IF;
  IF v_item.erased_at IS NOT NULL THEN RETURN 'erased'; END IF;
  v_hold := app.is_held(v_head.company, p_evidence, p_now);
  IF v_hold IS NOT NULL THEN RETURN v_hold; END IF;
  INSERT INTO app.erasures (company_id, evidence_id, reason, erased_by, erased_at, ledger_index)
    VALUES (v_head.company, p_evidence, p_reason, app.uid(), v_head.at, v_head.size);
  UPDATE app.evidence SET (name, file_name, erased_at) = ('Erased file', 'erased', v_head.at)
    WHERE company_id = v_head.company AND id = p_evidence;
  -- The salt stays: it shows that the hash is the one that was filed.
  UPDATE app.evidence_seals SET (metadata, wrapped_key) = ('{}', '') WHERE company_id = v_head.company AND evidence_id = p_evidence;
  UPDATE app.renamings SET (old_name, new_name) = ('Erased name', 'Erased name')
    WHERE company_id = v_head.company AND evidence_id = p_evidence;
  UPDATE app.findings SET (title, resource, message) = ('', '', '') WHERE company_id = v_head.company AND evidence_id = p_evidence;
  UPDATE app.review_rows w SET (label, email) = ('Erased account', NULL) FROM app.review_populations p
    WHERE p.company_id = v_head.company AND p.list_id IS NOT NULL AND p.evidence_id = p_evidence
      AND w.company_id = p.company_id AND w.population_id = p.id;
  UPDATE app.attested_lists SET accounts = '[]' WHERE company_id = v_head.company AND evidence_id = p_evidence;
  UPDATE app.check_results SET reason = 'The report was erased.' WHERE company_id = v_head.company AND evidence_id = p_evidence;
  UPDATE app.webhook_deliveries d SET payload = (d.payload::jsonb #- '{data,name}' #- '{data,from}' #- '{data,to}')::text
    WHERE d.company_id = v_head.company AND d.payload::jsonb #>> '{data,subject}' = p_evidence::text
      OR d.company_id = v_head.company AND d.ledger_index = v_item.ledger_index;
  UPDATE app.ledger_acts a SET details = app.without_names(a.details)::text
    WHERE a.company_id = v_head.company AND a.subject = p_evidence::text AND a.details::jsonb ?| '{name,from,to}';
  RETURN NULL;
END $function$;
ALTER FUNCTION app.erase_evidence OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.erase_evidence TO app_user;

CREATE OR REPLACE FUNCTION app.erasure_waiting(p_company uuid, p_evidence uuid)
 RETURNS TABLE(blob_key text, location uuid, shared boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT e.blob_key, e.storage_location_id, EXISTS (SELECT FROM app.evidence o WHERE o.company_id = e.company_id AND o.id <> e.id
      AND o.storage_location_id = e.storage_location_id AND o.blob_key = e.blob_key AND o.erased_at IS NULL)
  FROM app.erasures x JOIN app.evidence e ON e.company_id = x.company_id AND e.id = x.evidence_id
  WHERE x.company_id = p_company AND x.evidence_id = p_evidence AND x.removed_at IS NULL
$function$;
ALTER FUNCTION app.erasure_waiting OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.erasure_waiting TO app_worker;

CREATE OR REPLACE FUNCTION app.event_of_status(p_status text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT CASE p_status WHEN 'passing' THEN 'control.passing' WHEN 'failing' THEN 'control.failing'
    WHEN 'needs evidence' THEN 'control.needsEvidence' WHEN 'not applicable' THEN 'control.notApplicable' END
$function$;
ALTER FUNCTION app.event_of_status OWNER TO app_owner;
GRANT EXECUTE ON FUNCTION app.event_of_status TO app_definer;

CREATE OR REPLACE FUNCTION app.evidence_sources()
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  WITH RECURSIVE named (source, n) AS (
    (SELECT e.source, 1 FROM app.evidence e WHERE e.company_id = app.tenant() AND e.matter_id IS NULL AND e.withdrawal_id IS NULL ORDER BY e.source LIMIT 1)
    UNION ALL
    SELECT (SELECT e.source FROM app.evidence e WHERE e.company_id = app.tenant() AND e.matter_id IS NULL AND e.withdrawal_id IS NULL AND e.source > named.source
      ORDER BY e.source LIMIT 1), named.n + 1 FROM named WHERE named.source IS NOT NULL AND named.n < 100
  ) SELECT named.source FROM named WHERE named.source IS NOT NULL ORDER BY named.source
$function$;
ALTER FUNCTION app.evidence_sources OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.evidence_sources TO app_user;

CREATE OR REPLACE FUNCTION app.evidence_totals(p_instants timestamp with time zone[])
 RETURNS TABLE(instant timestamp with time zone, before bigint, total bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT i.instant, coalesce((SELECT e.number FROM app.evidence e WHERE e.company_id = h.company_id AND e.filed_at <= i.instant
        ORDER BY e.filed_at DESC, e.number DESC LIMIT 1), 0)
      - (SELECT count(*) FROM app.evidence p WHERE p.company_id = h.company_id AND p.matter_id IS NOT NULL AND p.filed_at <= i.instant)
      - (SELECT count(*) FROM app.evidence w WHERE w.company_id = h.company_id AND w.withdrawal_id IS NOT NULL AND w.filed_at <= i.instant),
    h.evidence_count - h.privileged_count
      - (SELECT count(*) FROM app.evidence w WHERE w.company_id = h.company_id AND w.withdrawal_id IS NOT NULL)
  FROM app.ledger_heads h, unnest(p_instants) i (instant) WHERE h.company_id = app.tenant() ORDER BY i.instant
$function$;
ALTER FUNCTION app.evidence_totals OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.evidence_totals TO app_auditor, app_user;

CREATE OR REPLACE FUNCTION app.exchange_pipeline_token(p_company uuid, p_repository text, p_repository_id text, p_branch text, p_proof_sha256 bytea, p_token_sha256 bytea, p_start text, p_now timestamp with time zone, p_until timestamp with time zone)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v record; v_id uuid := gen_random_uuid();
BEGIN
  SELECT p.* INTO v FROM app.pipelines p
    JOIN app.companies c ON c.id = p.company_id AND c.deleted_at IS NULL
    JOIN app.company_members m ON m.company_id = p.company_id AND m.user_id = p.created_by AND m.status = 'active'
      AND m.role IN ('owner', 'admin')
    WHERE p.company_id = p_company AND lower(p.repository) = lower(p_repository) AND p.branch = p_branch
      AND coalesce(p.repository_id, p_repository_id) = p_repository_id
    FOR NO KEY UPDATE OF p;
  IF NOT FOUND THEN RETURN NULL; END IF;
  DELETE FROM app.api_tokens t WHERE t.company_id = p_company AND t.pipeline_id = v.id AND t.expires_at < p_now - interval '1 day';
  INSERT INTO app.api_tokens (company_id, id, name, start, token_sha256, scopes, has_second_factor, created_by, created_at,
      expires_at, pipeline_id, proof_sha256)
    VALUES (p_company, v_id, v.repository || ', ' || v.branch, p_start, p_token_sha256, ARRAY['imports:write'], v.has_second_factor,
      v.created_by, p_now, p_until, v.id, p_proof_sha256)
    ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN NULL; END IF;
  UPDATE app.pipelines p SET repository_id = p_repository_id, last_used_at = p_now WHERE p.company_id = p_company AND p.id = v.id;
  RETURN v_id;
END $function$;
ALTER FUNCTION app.exchange_pipeline_token OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.exchange_pipeline_token TO app_auth;

CREATE OR REPLACE FUNCTION app.facts_to_judge(p_company uuid, p_now timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT jsonb_build_object('size', h.size, 'version', j.version,
    'checks', (SELECT coalesce(jsonb_agg(to_jsonb(r) ORDER BY r.check_id, r.aspect, r.source), '[]')
      FROM app.newest_results(p_company, p_now, NULL, NULL, NULL) r),
    'scope', app.scope_facts(p_company, NULL, NULL),
    'documents', app.document_facts(p_company, NULL, NULL, p_now),
    'frameworks', (SELECT coalesce(jsonb_agg(DISTINCT j.framework), '[]') FROM app.projects j
      WHERE j.company_id = p_company AND j.archived_at IS NULL),
    'evidence', (SELECT coalesce(jsonb_agg(jsonb_build_object('control_id', t.control_id, 'count', t.evidence_count, 'newest', to_jsonb(n))), '[]')
      FROM app.control_totals t
      LEFT JOIN LATERAL (SELECT c.number, e.filed_at FROM app.evidence_controls c
        JOIN app.evidence e ON e.company_id = c.company_id AND e.id = c.evidence_id
        WHERE c.company_id = p_company AND c.control_id = t.control_id AND c.set_aside_by IS NULL ORDER BY c.number DESC LIMIT 1) n ON true
      WHERE t.company_id = p_company),
    'decisions', (SELECT coalesce(jsonb_agg(to_jsonb(d)), '[]') FROM (
      SELECT DISTINCT ON (d.control_id) d.control_id, d.applicable, d.reason FROM app.applicability_decisions d
      WHERE d.company_id = p_company ORDER BY d.control_id, d.decided_at DESC) d),
    'standings', (SELECT coalesce(jsonb_agg(jsonb_build_object('control_id', s.control_id, 'status', s.status)), '[]')
      FROM app.control_standings s WHERE s.company_id = p_company))
  FROM app.ledger_heads h JOIN app.judgements j ON j.company_id = h.company_id
  JOIN app.companies c ON c.id = h.company_id AND c.deleted_at IS NULL
  WHERE h.company_id = p_company
$function$;
ALTER FUNCTION app.facts_to_judge OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.facts_to_judge TO app_worker;

CREATE OR REPLACE FUNCTION app.fail_job(p_id uuid, p_token uuid, p_now timestamp with time zone, p_next timestamp with time zone, p_error text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  -- What was asked for meanwhile keeps it alive.
  UPDATE app.jobs j SET lease_token = NULL, lease_until = NULL, again_at = NULL, last_error = p_error,
      run_at = coalesce(p_next, j.again_at, j.run_at), dead_at = CASE WHEN p_next IS NULL AND j.again_at IS NULL THEN p_now END,
      attempts = CASE WHEN p_next IS NULL AND j.again_at IS NOT NULL THEN 0 ELSE j.attempts END
    WHERE j.id = p_id AND j.lease_token = p_token;
  RETURN FOUND;
END $function$;
ALTER FUNCTION app.fail_job OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.fail_job TO app_worker;

CREATE OR REPLACE FUNCTION app.feed_ledger(p_company uuid, p_now timestamp with time zone, p_batch integer, p_events text[], p_kinds text[], p_to_actor boolean[], p_default_kinds text[], p_untold text[])
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v record; v_to bigint; v_read bigint := 0;
BEGIN
  INSERT INTO app.ledger_feeds (company_id) SELECT h.company_id FROM app.ledger_heads h WHERE h.company_id = p_company ON CONFLICT DO NOTHING;
  FOR v IN SELECT f.company_id, f.next_entry, h.size FROM app.ledger_feeds f JOIN app.ledger_heads h ON h.company_id = f.company_id
      WHERE f.company_id = p_company AND f.next_entry < h.size FOR UPDATE OF f LOOP
    v_to := least(v.size, v.next_entry + p_batch);
    INSERT INTO app.webhook_deliveries (company_id, webhook_id, ledger_index, event, payload, created_at, next_try_at)
      SELECT v.company_id, w.id, e.seq, x.event, app.webhook_payload(x.event, x.entry ->> 'at', v.company_id, e.seq,
        coalesce(a.subject, i.id::text), CASE WHEN i.number IS NOT NULL THEN 'EX-' || lpad(i.number::text, greatest(6, length(i.number::text)), '0') END, i.name,
        CASE WHEN x.event IN ('evidence.renamed', 'evidence.refiled') THEN a.details::jsonb END), p_now, p_now
      FROM app.webhooks w
      -- Nothing of a matter is told to anybody from here.
      JOIN app.ledger_entries e ON e.company_id = w.company_id AND e.matter_id IS NULL AND e.seq >= greatest(w.first_entry, v.next_entry) AND e.seq < v_to
      CROSS JOIN LATERAL (SELECT e.entry::jsonb AS entry, e.entry::jsonb ->> 't' AS event) x
      LEFT JOIN app.ledger_acts a ON a.company_id = e.company_id AND a.seq = e.seq
      LEFT JOIN app.evidence i ON x.event = 'evidence.filed' AND i.company_id = e.company_id AND i.id = (x.entry ->> 'id')::uuid
      WHERE w.company_id = v.company_id AND w.active AND (w.events = ARRAY['*'] OR x.event = ANY (w.events))
        AND x.event <> ALL (p_untold)
      ON CONFLICT DO NOTHING;
    INSERT INTO app.alerts (company_id, user_id, ledger_index, kind, at, daily)
      SELECT v.company_id, m.user_id, a.seq, k.kind, a.at, coalesce(p.daily, false)
      FROM app.ledger_acts a
      JOIN unnest(p_events, p_kinds, p_to_actor) k (event, kind, to_actor) ON k.event = a.event
      JOIN app.company_members m ON m.company_id = a.company_id AND m.status = 'active' AND m.created_at <= a.at
        AND (k.to_actor OR m.user_id <> a.actor_id)
      JOIN app.companies c ON c.id = a.company_id AND c.deleted_at IS NULL
        -- Who lacks the second factor that the company asks for is told no more by mail than by the page.
        AND (NOT c.second_factor_required OR app.brings_second_factor(m.user_id))
      LEFT JOIN app.alert_preferences p ON p.company_id = a.company_id AND p.user_id = m.user_id AND p.kind = k.kind
      WHERE a.company_id = v.company_id AND a.matter_id IS NULL AND a.seq >= v.next_entry AND a.seq < v_to
        AND CASE WHEN p.kind IS NULL THEN m.role IN ('owner', 'admin') AND k.kind = ANY (p_default_kinds)
          ELSE p.by_mail AND p.since <= a.at END
        AND NOT EXISTS (SELECT FROM app.alert_mutes q WHERE q.company_id = a.company_id AND q.user_id = m.user_id AND q.until > p_now)
      ON CONFLICT DO NOTHING;
    UPDATE app.ledger_feeds SET next_entry = v_to WHERE company_id = v.company_id;
    v_read := v_read + v_to - v.next_entry;
  END LOOP;
  RETURN v_read;
END $function$;
ALTER FUNCTION app.feed_ledger OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.feed_ledger TO app_worker;

CREATE OR REPLACE FUNCTION app.field_problem(p_register text, p_fields jsonb, p_at timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE f record; v jsonb; v_latest text := to_char((p_at + interval '14 hours') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
BEGIN
  SELECT k INTO f FROM jsonb_object_keys(p_fields) k
    WHERE NOT EXISTS (SELECT FROM app.register_fields x WHERE x.register = p_register AND x.field = k) LIMIT 1;
  IF FOUND THEN RETURN f.k || ': not a field'; END IF;
  FOR f IN SELECT x.field, x.required, x.type, x.item, x.choices, x.least, x.most, x.past, x.not_before FROM app.register_fields x
      WHERE x.register = p_register AND (x.required OR p_fields ? x.field) LOOP
    v := p_fields -> f.field;
    IF v IS NULL THEN
      IF f.required THEN RETURN f.field || ': missing'; END IF;
    ELSIF f.type = 'list' THEN
      IF jsonb_typeof(v) <> 'array' THEN RETURN f.field || ': not a list'; END IF;
      IF jsonb_array_length(v) NOT BETWEEN 1 AND 100 OR (SELECT count(DISTINCT e) FROM jsonb_array_elements(v) e) < f.least OR EXISTS (SELECT FROM jsonb_array_elements(v) e
          WHERE NOT app.is_field_value(f.item, f.choices, e)) THEN RETURN f.field || ': not a list of ' || f.item; END IF;
    ELSIF NOT app.is_field_value(f.type, f.choices, v) THEN RETURN f.field || ': not a ' || f.type;
    ELSIF f.type = 'number' AND (v #>> '{}')::numeric NOT BETWEEN coalesce(f.least, -9007199254740991) AND coalesce(f.most, 9007199254740991) THEN
      RETURN f.field || ': out of bounds';
    ELSIF f.past AND v #>> '{}' COLLATE "C" > left(v_latest, length(v #>> '{}')) THEN RETURN f.field || ': in the future';
    ELSIF f.not_before IS NOT NULL AND v #>> '{}' COLLATE "C" < p_fields ->> f.not_before THEN RETURN f.field || ': before ' || f.not_before;
    END IF;
  END LOOP;
  RETURN NULL;
END $function$;
ALTER FUNCTION app.field_problem OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.file_evidence(p_ids uuid[], p_names text[], p_types text[], p_sources text[], p_collectors text[], p_collected timestamp with time zone[], p_valid timestamp with time zone[], p_sha256 bytea[], p_sizes bigint[], p_media text[], p_files text[], p_blobs text[], p_keys text[], p_salts bytea[], p_metadata text[], p_content_commitments text[], p_metadata_commitments text[], p_wrapped bytea[], p_key_version integer, p_link_item integer[], p_link_control text[], p_link_valid timestamp with time zone[], p_matters uuid[], p_supersedes uuid[])
 RETURNS TABLE(item integer, id uuid, number bigint, ledger_index bigint, filed_at timestamp with time zone, repeated boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
DECLARE
  v_head record; v_location uuid; v_conflict boolean; v_entries text[]; v_at text;
  v_role text := app.my_role();
  v_count integer := cardinality(p_ids);
  v_privileged boolean := cardinality(array_remove(p_matters, NULL)) > 0;
  v_superseding boolean := cardinality(array_remove(p_supersedes, NULL)) > 0;
  -- Positions in the batch of what is on file already, and of what is new; NULL when everything is new.
  v_old integer[]; v_new integer[];
  v_ids uuid[] := p_ids; v_keys text[] := p_keys;
BEGIN
  -- A connection adds to what is on file; people alone say what takes the place of what.
  IF coalesce(v_role, 'viewer') = 'viewer' OR v_role = 'collector' AND v_superseding THEN
    RAISE EXCEPTION 'not allowed to file evidence' USING ERRCODE = '42501';
  END IF;
  -- They become part of the text of ledger entries, which a quote would forge. One look at all of them: with one space
  -- between two, as many of 44 characters as the length says have no space and no NULL among them.
  IF v_count > 0 AND (cardinality(p_content_commitments) <> v_count OR cardinality(p_metadata_commitments) <> v_count
      OR length(array_to_string(p_content_commitments || p_metadata_commitments, ' ')) <> 90 * v_count - 1
      OR array_to_string(p_content_commitments || p_metadata_commitments, ' ') !~ '^[A-Za-z0-9+/]{43}=( [A-Za-z0-9+/]{43}=)*$') THEN
    RAISE EXCEPTION 'malformed ledger entry' USING ERRCODE = '22023';
  END IF;
  v_head := app.lock_ledger();
  v_at := app.iso_instant(v_head.at);
  IF v_privileged AND EXISTS (SELECT FROM unnest(p_matters) x (matter) WHERE x.matter IS NOT NULL
      AND (x.matter <> ALL (app.my_matters()) OR EXISTS (SELECT FROM app.matters m
        WHERE m.company_id = v_head.company AND m.id = x.matter AND m.closed_at IS NOT NULL))) THEN
    RAISE EXCEPTION 'not on the access list of this matter' USING ERRCODE = '42501', CONSTRAINT = 'privileged_filing';
  END IF;
  SELECT coalesce(bool_or(e.sha256 <> k.sum), false), array_agg(k.n::integer) INTO v_conflict, v_old
    FROM unnest(p_keys, p_sha256) WITH ORDINALITY k (idem, sum, n)
    -- LIMIT keeps it a look-up for each key; a join would read all of the company's items.
    CROSS JOIN LATERAL (SELECT x.sha256 FROM app.evidence x
      WHERE x.company_id = v_head.company AND x.idempotency_key = k.idem LIMIT 1) e;
  IF v_conflict THEN RAISE EXCEPTION 'idempotency key reused for another item' USING ERRCODE = 'EX409'; END IF;
  -- Seldom: what is on file is taken out of the batch, so that everything below is about what is new, in one order.
  IF v_old IS NOT NULL THEN
    SELECT array_agg(i.n::integer ORDER BY i.n), array_agg(i.a ORDER BY i.n), array_agg(i.b ORDER BY i.n), array_agg(i.c ORDER BY i.n),
        array_agg(i.d ORDER BY i.n), array_agg(i.e ORDER BY i.n), array_agg(i.f ORDER BY i.n), array_agg(i.g ORDER BY i.n),
        array_agg(i.h ORDER BY i.n), array_agg(i.j ORDER BY i.n), array_agg(i.k ORDER BY i.n), array_agg(i.l ORDER BY i.n),
        array_agg(i.m ORDER BY i.n), array_agg(i.o ORDER BY i.n), array_agg(i.p ORDER BY i.n), array_agg(i.q ORDER BY i.n),
        array_agg(i.r ORDER BY i.n), array_agg(i.s ORDER BY i.n), array_agg(i.t ORDER BY i.n), array_agg(i.u ORDER BY i.n),
        array_agg(i.v ORDER BY i.n)
      INTO v_new, p_ids, p_names, p_types, p_sources, p_collectors, p_collected, p_valid, p_sha256, p_sizes, p_media, p_files, p_blobs,
        p_keys, p_salts, p_metadata, p_content_commitments, p_metadata_commitments, p_wrapped, p_matters, p_supersedes
      FROM unnest(p_ids, p_names, p_types, p_sources, p_collectors, p_collected, p_valid, p_sha256, p_sizes, p_media, p_files, p_blobs,
        p_keys, p_salts, p_metadata, p_content_commitments, p_metadata_commitments, p_wrapped, p_matters, p_supersedes)
        WITH ORDINALITY i (a, b, c, d, e, f, g, h, j, k, l, m, o, p, q, r, s, t, u, v, n)
      WHERE i.n <> ALL (v_old);
    SELECT coalesce(array_agg(x.o::integer), '{}'), coalesce(array_agg(l.control), '{}'), coalesce(array_agg(l.valid), '{}')
      INTO p_link_item, p_link_control, p_link_valid
      FROM unnest(p_link_item, p_link_control, p_link_valid) l (n, control, valid)
      JOIN unnest(v_new) WITH ORDINALITY x (n, o) ON x.n = l.n;
    v_count := coalesce(cardinality(v_new), 0);
    v_privileged := cardinality(array_remove(p_matters, NULL)) > 0;
    v_superseding := cardinality(array_remove(p_supersedes, NULL)) > 0;
  END IF;
  IF v_count > 0 THEN
    IF v_superseding AND EXISTS (SELECT FROM unnest(p_supersedes, p_matters) x (old, matter)
        LEFT JOIN app.evidence o ON o.company_id = v_head.company AND o.id = x.old
          AND o.matter_id IS NOT DISTINCT FROM x.matter AND o.withdrawal_id IS NULL
          AND NOT EXISTS (SELECT FROM app.evidence s WHERE s.company_id = o.company_id AND s.supersedes = o.id)
        WHERE x.old IS NOT NULL AND o.id IS NULL) THEN
      RAISE EXCEPTION 'nothing to supersede' USING ERRCODE = 'EX410';
    END IF;
    SELECT storage_location_id INTO STRICT v_location FROM app.companies WHERE companies.id = v_head.company;
    -- Arrays are unrolled side by side: reading element n of a text array costs n steps.
    v_entries := ARRAY(SELECT '{"at":"' || v_at || '","c":"' || i.about || '","h":"' || i.content || '","id":"' || i.item_id
        || '","n":' || v_head.evidence_count + i.n || ',"size":' || i.bytes || ',"t":"evidence.filed","v":1}'
      FROM unnest(p_metadata_commitments, p_content_commitments, p_ids, p_sizes) WITH ORDINALITY i (about, content, item_id, bytes, n)
      ORDER BY i.n);
    INSERT INTO app.evidence (company_id, id, number, ledger_index, name, type, source, collector, collected_at, valid_until,
        filed_at, filed_by, sha256, size, media_type, file_name, storage_location_id, blob_key, idempotency_key, supersedes, matter_id)
      SELECT v_head.company, i.item_id, v_head.evidence_count + i.n, v_head.size + i.n - 1, i.name, i.type, i.source, i.collector,
        i.collected, i.valid, v_head.at, app.uid(), i.sum, i.bytes, i.media, i.file, v_location, i.blob, i.idem, i.old, i.matter
      FROM unnest(p_ids, p_names, p_types, p_sources, p_collectors, p_collected, p_valid, p_sha256, p_sizes, p_media, p_files,
        p_blobs, p_keys, p_supersedes, p_matters) WITH ORDINALITY
        i (item_id, name, type, source, collector, collected, valid, sum, bytes, media, file, blob, idem, old, matter, n);
    INSERT INTO app.evidence_seals (company_id, evidence_id, salt, metadata, wrapped_key, key_version, matter_id)
      SELECT v_head.company, i.item_id, i.salt, i.about, i.wrapped, p_key_version, i.matter
      FROM unnest(p_ids, p_salts, p_metadata, p_wrapped, p_matters) i (item_id, salt, about, wrapped, matter);
    INSERT INTO app.evidence_controls (company_id, evidence_id, control_id, number, valid_until)
      SELECT v_head.company, p_ids[l.n], l.control, v_head.evidence_count + l.n, l.valid
      FROM unnest(p_link_item, p_link_control, p_link_valid) l (n, control, valid) WHERE NOT v_privileged OR p_matters[l.n] IS NULL;
    IF v_privileged THEN
      INSERT INTO app.privileged_controls (company_id, evidence_id, control_id, number, valid_until, matter_id)
        SELECT v_head.company, p_ids[l.n], l.control, v_head.evidence_count + l.n, l.valid, p_matters[l.n]
        FROM unnest(p_link_item, p_link_control, p_link_valid) l (n, control, valid) WHERE p_matters[l.n] IS NOT NULL;
    END IF;
    IF v_superseding THEN
      UPDATE app.evidence_controls k SET superseded_by = v_head.size + x.n - 1
        FROM unnest(p_supersedes) WITH ORDINALITY x (old, n) WHERE k.company_id = v_head.company AND k.evidence_id = x.old;
      UPDATE app.privileged_controls k SET superseded_by = v_head.size + x.n - 1
        FROM unnest(p_supersedes) WITH ORDINALITY x (old, n) WHERE k.company_id = v_head.company AND k.evidence_id = x.old;
    END IF;
    INSERT INTO app.control_totals AS t (company_id, control_id, evidence_count)
      SELECT v_head.company, l.control, count(*) FROM unnest(p_link_item, p_link_control) l (n, control)
      WHERE NOT v_privileged OR p_matters[l.n] IS NULL GROUP BY l.control ORDER BY l.control
      ON CONFLICT (company_id, control_id) DO UPDATE SET evidence_count = t.evidence_count + excluded.evidence_count;
    INSERT INTO app.storage_totals AS t (company_id, storage_location_id, items, bytes)
      SELECT v_head.company, v_location, count(*), sum(i.bytes) FROM unnest(p_sizes, p_matters) i (bytes, matter)
      WHERE i.matter IS NULL HAVING count(*) > 0
      ON CONFLICT (company_id, storage_location_id) DO UPDATE SET items = t.items + excluded.items, bytes = t.bytes + excluded.bytes;
    -- What is privileged counts for no project, and starts none either.
    IF NOT v_privileged OR array_position(p_matters, NULL) IS NOT NULL THEN
      UPDATE app.projects SET started_at = v_head.at
        WHERE company_id = v_head.company AND started_at IS NULL AND archived_at IS NULL;
    END IF;
    PERFORM app.append_entries(v_head.company, v_head.at, v_entries, v_count, p_matters);
  END IF;
  IF v_old IS NULL THEN
    RETURN QUERY SELECT x.n::integer, x.id, v_head.evidence_count + x.n, v_head.size + x.n - 1, v_head.at, false
      FROM unnest(p_ids) WITH ORDINALITY x (id, n) ORDER BY 1;
    RETURN;
  END IF;
  RETURN QUERY
    SELECT x.n, v_ids[x.n], v_head.evidence_count + x.o, v_head.size + x.o - 1, v_head.at, false
    FROM unnest(v_new) WITH ORDINALITY x (n, o)
    UNION ALL
    SELECT k.n::integer, e.id, e.number, e.ledger_index, e.filed_at, true
    FROM unnest(v_keys) WITH ORDINALITY k (idem, n)
    JOIN app.evidence e ON e.company_id = v_head.company AND e.idempotency_key = k.idem
    WHERE k.n = ANY (v_old)
    ORDER BY 1;
END $function$;
ALTER FUNCTION app.file_evidence OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.file_evidence TO app_user;

CREATE OR REPLACE FUNCTION app.filer_to_tell(p_filing uuid, p_now timestamp with time zone)
 RETURNS TABLE(email text, first_name text, last_name text, company text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT u.email, p.first_name, p.last_name, c.name FROM app.document_filings f
  JOIN app.companies c ON c.id = f.company_id
  JOIN app.company_members m ON m.company_id = f.company_id AND m.user_id = f.filed_by AND m.status = 'active'
  JOIN auth.users u ON u.id = f.filed_by JOIN app.profiles p ON p.id = f.filed_by
  LEFT JOIN app.account_bounds b ON b.user_id = f.filed_by
  LEFT JOIN app.alert_preferences a ON a.company_id = f.company_id AND a.user_id = f.filed_by AND a.kind = 'documents'
  WHERE f.company_id = app.tenant() AND f.id = p_filing AND f.filed_by <> app.uid() AND b.disabled_at IS NULL
    AND coalesce(a.by_mail, true) AND (NOT c.second_factor_required OR app.brings_second_factor(f.filed_by))
    AND NOT EXISTS (SELECT FROM app.alert_mutes q WHERE q.company_id = f.company_id AND q.user_id = f.filed_by AND q.until > p_now)
$function$;
ALTER FUNCTION app.filer_to_tell OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.filer_to_tell TO app_user;

CREATE OR REPLACE FUNCTION app.find_api_token(p_sha256 bytea, p_now timestamp with time zone)
 RETURNS TABLE(company_id uuid, id uuid, name text, pipeline text, scopes text[], has_second_factor boolean, expires_at timestamp with time zone, user_id uuid, email text, first_name text, last_name text, use_is_old boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT t.company_id, t.id, t.name, l.repository || ', ' || l.branch, t.scopes, t.has_second_factor, t.expires_at, u.id, u.email,
    p.first_name, p.last_name, t.last_used_at IS NULL OR t.last_used_at < p_now - interval '1 minute'
  FROM app.api_tokens t
  JOIN app.companies c ON c.id = t.company_id AND c.deleted_at IS NULL
  JOIN app.company_members m ON m.company_id = t.company_id AND m.user_id = t.created_by
  JOIN auth.users u ON u.id = t.created_by
  JOIN app.profiles p ON p.id = t.created_by
  LEFT JOIN app.pipelines l ON l.company_id = t.company_id AND l.id = t.pipeline_id
  WHERE t.token_sha256 = p_sha256 AND t.revoked_at IS NULL AND t.expires_at > p_now
    AND NOT EXISTS (SELECT FROM app.account_bounds b WHERE b.user_id = t.created_by
      AND (b.disabled_at IS NOT NULL OR b.platform_role = 'user'))
    AND m.status = 'active' AND m.role IN ('owner', 'admin') AND (c.deletion_due_at IS NULL OR c.deletion_due_at > p_now)
$function$;
ALTER FUNCTION app.find_api_token OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.find_api_token TO app_auth;

CREATE OR REPLACE FUNCTION app.find_calendar_feed(p_sha256 bytea, p_now timestamp with time zone)
 RETURNS TABLE(company_id uuid, company text, user_id uuid, role text, has_second_factor boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT f.company_id, c.name, f.user_id, m.role, f.has_second_factor
  FROM app.calendar_feeds f JOIN app.companies c ON c.id = f.company_id AND c.deleted_at IS NULL
  JOIN app.company_members m ON m.company_id = f.company_id AND m.user_id = f.user_id AND m.status = 'active'
  WHERE f.token_sha256 = p_sha256 AND (c.deletion_due_at IS NULL OR c.deletion_due_at > p_now)
    AND (f.has_second_factor OR NOT c.second_factor_required)
    AND NOT EXISTS (SELECT FROM app.account_bounds b WHERE b.user_id = f.user_id AND b.disabled_at IS NOT NULL)
$function$;
ALTER FUNCTION app.find_calendar_feed OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.find_calendar_feed TO app_auth;

CREATE OR REPLACE FUNCTION app.find_companies(p_search text, p_limit integer)
 RETURNS TABLE(id uuid, name text, plan text, members bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT c.id, c.name, c.subscription_tier,
    (SELECT count(*) FROM app.company_members m WHERE m.company_id = c.id AND m.status = 'active')
  FROM app.companies c WHERE (SELECT app.is_platform_admin()) AND c.deleted_at IS NULL
    AND position(lower(p_search) IN lower(c.name)) > 0
  ORDER BY c.name, c.id LIMIT least(p_limit, 50)
$function$;
ALTER FUNCTION app.find_companies OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.find_companies TO app_user;

CREATE OR REPLACE FUNCTION app.find_evidence(p_pattern text, p_limit integer)
 RETURNS SETOF bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
DECLARE
  c_rare CONSTANT integer := 3000;
  v_company uuid := app.tenant();
  v_limit integer := least(p_limit, 50);
  v_found bigint[];
  v_by text;
BEGIN
  v_found := ARRAY(SELECT newest.number FROM (SELECT e.number, lower(e.name || ' ' || e.source) AS words FROM app.evidence e
    WHERE e.company_id = v_company AND e.matter_id IS NULL AND e.withdrawal_id IS NULL ORDER BY e.number DESC LIMIT 2000) newest
    WHERE newest.words LIKE p_pattern ORDER BY newest.number DESC LIMIT v_limit);
  -- Without three letters in a row there is no trigram to look up, and every item would be read.
  IF cardinality(v_found) < v_limit AND p_pattern ~ '[[:alnum:]]{3}' THEN
    v_by := app.look_up_by(v_company, p_pattern, c_rare);
    v_found := ARRAY(WITH hits AS MATERIALIZED (SELECT e.number FROM app.evidence e
        WHERE e.company_id = v_company AND e.matter_id IS NULL AND e.withdrawal_id IS NULL AND lower(e.name || ' ' || e.source) LIKE v_by
          -- With something behind it, it is no condition of the index: that would ask for the common parts, too.
          AND lower(e.name || ' ' || e.source) || '' LIKE p_pattern)
      SELECT hits.number FROM hits ORDER BY hits.number DESC LIMIT v_limit);
  END IF;
  RETURN QUERY SELECT unnest(v_found);
END $function$;
ALTER FUNCTION app.find_evidence OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.find_evidence TO app_user;

CREATE OR REPLACE FUNCTION app.find_invitation(p_sha256 bytea)
 RETURNS TABLE(company_name text, inviter text, email text, role text, status text, expires_at timestamp with time zone, audit_projects text[], audit_ends_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT c.name, concat_ws(' ', p.first_name, p.last_name), i.email, i.role, i.status, i.expires_at,
    ARRAY(SELECT j.name FROM app.projects j WHERE j.company_id = i.company_id AND j.id = ANY (i.audit_projects) ORDER BY j.name), i.audit_ends_at
  FROM app.invitation_links l JOIN app.company_invitations i ON i.company_id = l.company_id AND i.id = l.invitation_id
    JOIN app.companies c ON c.id = i.company_id LEFT JOIN app.profiles p ON p.id = i.invited_by
  WHERE l.token_sha256 = p_sha256
$function$;
ALTER FUNCTION app.find_invitation OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.find_invitation TO app_user;

CREATE OR REPLACE FUNCTION app.find_records(p_registers text[], p_pattern text, p_limit integer)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
DECLARE
  v_company uuid := app.tenant();
  v_limit integer := least(p_limit, 50);
  v_pattern text := app.fold(p_pattern);
  v_registers text[] := ARRAY(SELECT unnest(p_registers) INTERSECT SELECT unnest(app.my_registers('read')));
  v_found uuid[];
BEGIN
  v_found := ARRAY(SELECT newest.record_id FROM (SELECT n.record_id, n.register, n.title, n.ended, n.number FROM app.record_names n
      WHERE n.company_id = v_company ORDER BY n.ended, n.number DESC LIMIT 2000) newest
    WHERE newest.register = ANY (v_registers) AND newest.title LIKE v_pattern ORDER BY newest.ended, newest.number DESC LIMIT v_limit);
  -- Without three letters in a row there is no trigram to look up, and every record would be read.
  IF cardinality(v_found) < v_limit AND v_pattern ~ '[a-z0-9]{3}' THEN
    v_found := ARRAY(WITH hits AS MATERIALIZED (SELECT n.record_id, n.ended, n.number FROM app.record_names n
        WHERE n.company_id = v_company AND n.title LIKE v_pattern AND n.register = ANY (v_registers))
      SELECT h.record_id FROM hits h ORDER BY h.ended, h.number DESC LIMIT v_limit);
  -- Trigrams are of ASCII letters where the database knows no others. Few names of most companies have any.
  ELSIF cardinality(v_found) < v_limit AND octet_length(v_pattern) > length(v_pattern) THEN
    v_found := ARRAY(WITH hits AS MATERIALIZED (SELECT n.record_id, n.ended, n.number FROM app.record_names n
        WHERE n.company_id = v_company AND octet_length(n.title) > length(n.title) AND n.title LIKE v_pattern AND n.register = ANY (v_registers))
      SELECT h.record_id FROM hits h ORDER BY h.ended, h.number DESC LIMIT v_limit);
  END IF;
  RETURN QUERY SELECT unnest(v_found);
END $function$;
ALTER FUNCTION app.find_records OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.find_records TO app_user;

CREATE OR REPLACE FUNCTION app.find_staff_session(p_token bytea, p_now timestamp with time zone)
 RETURNS TABLE(company_id uuid, company text, person_id uuid, name text, email text, number bigint, method text, began_at timestamp with time zone, expires_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT s.company_id, c.name, s.person_id, r.fields ->> 'name', s.email, r.number, s.method, s.created_at, s.expires_at
  FROM app.staff_sessions s JOIN app.companies c ON c.id = s.company_id JOIN app.records r ON r.company_id = s.company_id AND r.id = s.person_id
  WHERE s.token_sha256 = p_token AND s.expires_at > p_now AND app.is_address_of(s.company_id, s.person_id, s.email)
$function$;
ALTER FUNCTION app.find_staff_session OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.finish_erasure(p_company uuid, p_evidence uuid, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  UPDATE app.erasures SET removed_at = p_now WHERE company_id = p_company AND evidence_id = p_evidence AND removed_at IS NULL
$function$;
ALTER FUNCTION app.finish_erasure OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.finish_erasure TO app_worker;

CREATE OR REPLACE FUNCTION app.finish_job(p_id uuid, p_token uuid, p_now timestamp with time zone, p_next timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v app.jobs; v_next timestamptz;
BEGIN
  SELECT * INTO v FROM app.jobs j WHERE j.id = p_id AND j.lease_token = p_token FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  v_next := least(v.again_at, p_next);
  IF v_next IS NULL THEN
    DELETE FROM app.jobs j WHERE j.id = p_id;
    RETURN true;
  END IF;
  UPDATE app.jobs j SET lease_token = NULL, lease_until = NULL, again_at = NULL, attempts = 0, last_error = NULL, run_at = v_next,
    created_at = clock_timestamp(), turn = CASE WHEN v_next <= p_now THEN app.next_turn(v.kind, v.priority, v.company_id) END
    WHERE j.id = p_id;
  RETURN true;
END $function$;
ALTER FUNCTION app.finish_job OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.finish_job TO app_worker;

CREATE OR REPLACE FUNCTION app.finish_webhook_attempt(p_company uuid, p_id uuid, p_attempt integer, p_delivered boolean, p_next timestamp with time zone, p_now timestamp with time zone, p_status integer, p_duration_ms integer, p_answer text, p_problem text)
 RETURNS TABLE(url text, company text, failing_since timestamp with time zone, email text, first_name text, last_name text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
DECLARE v_webhook uuid;
BEGIN
  UPDATE app.webhook_deliveries d SET tried_at = p_now, status = p_status, duration_ms = p_duration_ms, answer = p_answer,
      problem = p_problem, next_try_at = coalesce(p_next, d.next_try_at),
      state = CASE WHEN p_delivered THEN 'delivered' WHEN p_next IS NULL THEN 'failed' ELSE 'waiting' END
    WHERE d.company_id = p_company AND d.id = p_id AND d.attempts = p_attempt RETURNING d.webhook_id INTO v_webhook;
  IF v_webhook IS NULL THEN RETURN; END IF;
  UPDATE app.webhooks w SET failing_since = CASE WHEN p_delivered THEN NULL ELSE coalesce(w.failing_since, p_now) END
    WHERE w.company_id = p_company AND w.id = v_webhook;
  UPDATE app.webhooks w SET active = false, turned_off_at = p_now
    WHERE w.company_id = p_company AND w.id = v_webhook AND w.active AND w.failing_since <= p_now - interval '5 days';
  IF NOT FOUND THEN RETURN; END IF;
  UPDATE app.webhook_deliveries d SET state = 'failed'
    WHERE d.company_id = p_company AND d.webhook_id = v_webhook AND d.state = 'waiting';
  RETURN QUERY SELECT w.url, c.name, w.failing_since, u.email, p.first_name, p.last_name
    FROM app.webhooks w JOIN app.companies c ON c.id = w.company_id
    JOIN app.company_members m ON m.company_id = w.company_id AND m.status = 'active'
      AND (m.role = 'owner' OR m.user_id = w.created_by AND m.role = 'admin')
    JOIN auth.users u ON u.id = m.user_id JOIN app.profiles p ON p.id = m.user_id
    WHERE w.company_id = p_company AND w.id = v_webhook;
END $function$;
ALTER FUNCTION app.finish_webhook_attempt OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.finish_webhook_attempt TO app_worker;

CREATE OR REPLACE FUNCTION app.fold(p_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT CASE WHEN octet_length(p_text) = length(p_text) THEN lower(p_text) ELSE translate(lower(p_text),
    'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞĀĂĄĆĈĊČĎĐĒĔĖĘĚĜĞĠĢĤĦĨĪĬĮĲĴĶĹĻĽĿŁŃŅŇŊŌŎŐŒŔŖŘŚŜŞŠŢŤŦŨŪŬŮŰŲŴŶŸŹŻŽƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƠƢƤƦƧƩƬƮƯƱƲƳƵƷƸƼǄǅǇǈǊǋǍǏǑǓǕǗǙǛǞǠǢǤǦǨǪǬǮǱǲǴǶǷǸǺǼǾȀȂȄȆȈȊȌȎȐȒȔȖȘȚȜȞȠȢȤȦȨȪȬȮȰȲȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿΆΈΉΊΌΎΏΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΪΫϏϘϚϜϞϠϢϤϦϨϪϬϮϴϷϹϺϽϾϿЀЁЂЃЄЅІЇЈЉЊЋЌЍЎЏАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѶѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӁӃӅӇӉӋӍӐӒӔӖӘӚӜӞӠӢӤӦӨӪӬӮӰӲӴӶӸӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖḀḂḄḆḈḊḌḎḐḒḔḖḘḚḜḞḠḢḤḦḨḪḬḮḰḲḴḶḸḺḼḾṀṂṄṆṈṊṌṎṐṒṔṖṘṚṜṞṠṢṤṦṨṪṬṮṰṲṴṶṸṺṼṾẀẂẄẆẈẊẌẎẐẒẔẞẠẢẤẦẨẪẬẮẰẲẴẶẸẺẼẾỀỂỄỆỈỊỌỎỐỒỔỖỘỚỜỞỠỢỤỦỨỪỬỮỰỲỴỶỸỺỼỾς',
    'àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįĳĵķĺļľŀłńņňŋōŏőœŕŗřśŝşšţťŧũūŭůűųŵŷÿźżžɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵơƣƥʀƨʃƭʈưʊʋƴƶʒƹƽǆǆǉǉǌǌǎǐǒǔǖǘǚǜǟǡǣǥǧǩǫǭǯǳǳǵƕƿǹǻǽǿȁȃȅȇȉȋȍȏȑȓȕȗșțȝȟƞȣȥȧȩȫȭȯȱȳⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳάέήίόύώαβγδεζηθικλμνξοπρστυφχψωϊϋϗϙϛϝϟϡϣϥϧϩϫϭϯθϸϲϻͻͼͽѐёђѓєѕіїјљњћќѝўџабвгдежзийклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѷѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӂӄӆӈӊӌӎӑӓӕӗәӛӝӟӡӣӥӧөӫӭӯӱӳӵӷӹӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆḁḃḅḇḉḋḍḏḑḓḕḗḙḛḝḟḡḣḥḧḩḫḭḯḱḳḵḷḹḻḽḿṁṃṅṇṉṋṍṏṑṓṕṗṙṛṝṟṡṣṥṧṩṫṭṯṱṳṵṷṹṻṽṿẁẃẅẇẉẋẍẏẑẓẕßạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹỻỽỿσ') END
$function$;
ALTER FUNCTION app.fold OWNER TO app_owner;
GRANT EXECUTE ON FUNCTION app.fold TO app_definer, app_user;

CREATE OR REPLACE FUNCTION app.follow_incident(p_company uuid, p_now timestamp with time zone, p_control text, p_was text, p_status text, p_reason text, p_expiring boolean, p_ends timestamp with time zone, p_number bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v app.incidents; v_kind text;
BEGIN
  SELECT * INTO v FROM app.incidents i WHERE i.company_id = p_company AND i.control_id = p_control AND i.ended_at IS NULL FOR UPDATE;
  v_kind := CASE WHEN p_status = 'failing' THEN 'failing'
    -- What failed is not well because the result grew too old to count.
    WHEN p_status = 'needs evidence' AND v.kind IN ('failing', 'expired') THEN v.kind
    WHEN p_status = 'needs evidence' AND p_was = 'passing' THEN 'expired'
    WHEN p_status = 'passing' AND p_expiring THEN 'expiring' END;
  IF v.kind = v_kind THEN
    UPDATE app.incidents i SET reason = p_reason, ends_at = p_ends, number = p_number,
        -- A later end is another one to remind of.
        last_call_at = CASE WHEN p_ends = i.ends_at THEN i.last_call_at END
      WHERE i.company_id = p_company AND i.id = v.id AND (i.reason, i.ends_at, i.number) IS DISTINCT FROM (p_reason, p_ends, p_number);
    RETURN;
  END IF;
  IF v.id IS NOT NULL THEN
    UPDATE app.incidents i SET ended_at = p_now, ended_as = p_status,
        -- A recovery is told; that one trouble became another is told by the other.
        ended_told_at = CASE WHEN i.kind = 'expiring' OR v_kind IN ('failing', 'expired') THEN p_now END
      WHERE i.company_id = p_company AND i.id = v.id;
  END IF;
  IF v_kind IS NULL THEN RETURN; END IF;
  UPDATE app.incidents i SET ended_at = NULL, ended_as = NULL, reason = p_reason
    WHERE i.company_id = p_company AND i.id = (SELECT x.id FROM app.incidents x WHERE x.company_id = p_company
      AND x.control_id = p_control AND x.kind = v_kind AND v_kind <> 'expiring' AND x.ended_told_at IS NULL
      AND x.ended_at > p_now - interval '10 minutes' ORDER BY x.ended_at DESC LIMIT 1);
  IF NOT FOUND THEN
    INSERT INTO app.incidents (company_id, control_id, kind, began_at, reason, ends_at, number)
      VALUES (p_company, p_control, v_kind, p_now, p_reason, p_ends, p_number);
  END IF;
END $function$;
ALTER FUNCTION app.follow_incident OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.forget_alerts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  DELETE FROM app.incident_alerts WHERE company_id = OLD.company_id AND user_id = OLD.user_id;
  DELETE FROM app.control_mutes WHERE company_id = OLD.company_id AND user_id = OLD.user_id;
  RETURN NULL;
END $function$;
ALTER FUNCTION app.forget_alerts OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.forget_answers()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  DELETE FROM app.request_answers WHERE request_id = OLD.id;
  RETURN NULL;
END $function$;
ALTER FUNCTION app.forget_answers OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.forget_draft()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  DELETE FROM app.onboarding_drafts WHERE company_id = OLD.company_id AND user_id = OLD.user_id;
  RETURN NULL;
END $function$;
ALTER FUNCTION app.forget_draft OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.forget_ended_link(p_company uuid, p_connection uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$DELETE FROM app.ended_links WHERE company_id = p_company AND connection_id = p_connection$function$;
ALTER FUNCTION app.forget_ended_link OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.forget_ended_link TO app_worker;

CREATE OR REPLACE FUNCTION app.forget_old_deliveries(p_now timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$DELETE FROM app.webhook_deliveries WHERE created_at < p_now - interval '30 days'$function$;
ALTER FUNCTION app.forget_old_deliveries OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.forget_old_deliveries TO app_worker;

CREATE OR REPLACE FUNCTION app.forget_old_jobs(p_now timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  DELETE FROM app.jobs WHERE dead_at < p_now - interval '90 days'
$function$;
ALTER FUNCTION app.forget_old_jobs OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.forget_old_jobs TO app_worker;

CREATE OR REPLACE FUNCTION app.forget_old_links(p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  DELETE FROM app.link_attempts WHERE expires_at <= p_now;
  UPDATE app.connections k SET state = 'needs attention', attention = 'connection-expired'
    WHERE k.state = 'linking' AND k.connected_at IS NOT NULL
      AND NOT EXISTS (SELECT FROM app.link_attempts l WHERE l.company_id = k.company_id AND l.connection_id = k.id);
  UPDATE app.connections k SET state = 'disconnected', disconnected_at = p_now
    WHERE k.state IN ('linking', 'confirming') AND k.connected_at IS NULL AND k.created_at <= p_now - interval '7 days'
      AND NOT EXISTS (SELECT FROM app.link_attempts l WHERE l.company_id = k.company_id AND l.connection_id = k.id);
  DELETE FROM app.ended_links WHERE ended_at <= p_now - interval '1 day';
END $function$;
ALTER FUNCTION app.forget_old_links OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.forget_old_links TO app_worker;

CREATE OR REPLACE FUNCTION app.forget_old_mails(p_now timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$DELETE FROM app.outbox WHERE created_at < p_now - interval '30 days'$function$;
ALTER FUNCTION app.forget_old_mails OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.forget_old_mails TO app_worker;

CREATE OR REPLACE FUNCTION app.forget_old_turns()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$DELETE FROM app.rate_limits WHERE window_ends < now() - interval '1 hour'$function$;
ALTER FUNCTION app.forget_old_turns OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.forget_old_turns TO app_worker;

CREATE OR REPLACE FUNCTION app.forget_part(p_company uuid, p_upload uuid, p_position bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$DELETE FROM app.upload_parts WHERE company_id = p_company AND upload_id = p_upload AND position = p_position$function$;
ALTER FUNCTION app.forget_part OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.forget_part TO app_worker;

CREATE OR REPLACE FUNCTION app.forget_requests(p_email text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_messages bigint; v_requests bigint;
BEGIN
  DELETE FROM app.contact_messages WHERE lower(email) = lower(p_email);
  GET DIAGNOSTICS v_messages = ROW_COUNT;
  DELETE FROM app.access_requests WHERE lower(email) = lower(p_email);
  GET DIAGNOSTICS v_requests = ROW_COUNT;
  DELETE FROM app.outbox WHERE lower(p_email) IN (lower(recipient), lower(reply_to));
  RETURN v_messages + v_requests;
END $function$;
ALTER FUNCTION app.forget_requests OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.forget_requests TO app_worker;

CREATE OR REPLACE FUNCTION app.forget_sealing_key()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_connections integer;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('sealing key', 0));
  UPDATE app.connections SET state = 'needs attention', attention = 'connection-key-lost'
    WHERE state IN ('connected', 'paused', 'needs attention');
  GET DIAGNOSTICS v_connections = ROW_COUNT;
  UPDATE app.connections SET state = 'disconnected', disconnected_at = now() WHERE state IN ('linking', 'confirming');
  DELETE FROM app.connection_secrets;
  DELETE FROM app.link_attempts;
  DELETE FROM app.ended_links;
  DELETE FROM app.sealing_keys;
  RETURN v_connections;
END $function$;
ALTER FUNCTION app.forget_sealing_key OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.forget_sealing_key TO app_worker;

CREATE OR REPLACE FUNCTION app.forget_signing_requests()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  DELETE FROM app.signing_requests WHERE asked_at < clock_timestamp() - interval '1 hour'
$function$;
ALTER FUNCTION app.forget_signing_requests OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.forget_signing_requests TO app_signer, app_worker;

CREATE OR REPLACE FUNCTION app.forget_spent_challenges(p_now timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$DELETE FROM app.spent_challenges WHERE expires_at < p_now - interval '1 hour'$function$;
ALTER FUNCTION app.forget_spent_challenges OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.forget_spent_challenges TO app_worker;

CREATE OR REPLACE FUNCTION app.forget_staff_access(p_now timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  DELETE FROM app.staff_sessions s WHERE s.expires_at < p_now - interval '30 days';
  DELETE FROM app.staff_links l WHERE l.expires_at < p_now - interval '30 days';
$function$;
ALTER FUNCTION app.forget_staff_access OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.forget_staff_access TO app_auth;

CREATE OR REPLACE FUNCTION app.forget_uploads(p_now timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  DELETE FROM app.uploads u WHERE u.expires_at <= p_now
    AND NOT EXISTS (SELECT FROM app.upload_parts p WHERE p.company_id = u.company_id AND p.upload_id = u.id)
$function$;
ALTER FUNCTION app.forget_uploads OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.forget_uploads TO app_worker;

CREATE OR REPLACE FUNCTION app.frameworks_asked()
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT coalesce(array_agg(DISTINCT j.framework ORDER BY j.framework), '{}') FROM app.projects j
    WHERE j.company_id = app.tenant() AND j.archived_at IS NULL
$function$;
ALTER FUNCTION app.frameworks_asked OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.frameworks_asked TO app_auditor, app_user;

CREATE OR REPLACE FUNCTION app.freeze_population(p_population uuid, p_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_ledger record; v_own record; v_list record; v_person uuid; v_filed uuid;
BEGIN
  IF coalesce(app.my_role(), '') NOT IN ('owner', 'admin') THEN
    RAISE EXCEPTION 'permission denied: no review of yours' USING ERRCODE = '42501';
  END IF;
  SELECT l.company, l.size INTO v_ledger FROM app.lock_ledger() l;
  SELECT p.* INTO v_own FROM app.review_populations p JOIN app.reviews r ON r.company_id = p.company_id AND r.id = p.review_id
    WHERE p.company_id = v_ledger.company AND p.id = p_population AND p.frozen_at IS NULL AND r.closed_at IS NULL;
  IF NOT FOUND THEN RETURN false; END IF;
  -- What was connected when the review started may not be any more: another connection of the system is read then, or a list of it.
  IF EXISTS (SELECT FROM app.connections k WHERE k.company_id = v_ledger.company AND k.id = v_own.connection_id AND k.state = 'disconnected') THEN
    v_own.connection_id := NULL;
  END IF;
  SELECT l.connection_id, l.evidence_id, l.seen_at, l.accounts INTO v_list
    FROM app.account_lists l JOIN app.connections k ON k.company_id = l.company_id AND k.id = l.connection_id
    JOIN app.evidence e ON e.company_id = l.company_id AND e.id = l.evidence_id AND e.withdrawal_id IS NULL AND e.erased_at IS NULL
    WHERE l.company_id = v_ledger.company AND k.system_id = v_own.system_id AND k.state <> 'disconnected' AND l.whole
      AND l.seen_at > p_at - interval '7 days' AND l.connection_id = coalesce(v_own.connection_id, l.connection_id)
      -- The list may be older than the newest exhibit, which then is not read yet.
      AND l.evidence_id = (SELECT u.evidence_id FROM app.collection_runs u WHERE u.company_id = l.company_id
        AND u.connection_id = l.connection_id AND u.state = 'done' AND u.evidence_id IS NOT NULL ORDER BY u.slot DESC LIMIT 1)
      AND NOT EXISTS (SELECT FROM app.review_populations o WHERE o.company_id = l.company_id AND o.review_id = v_own.review_id
        AND o.connection_id = l.connection_id AND o.id <> v_own.id)
    ORDER BY l.connection_id LIMIT 1;
  -- A system that is connected is read; a list stands for one that is not.
  IF NOT FOUND AND v_own.connection_id IS NULL
    AND NOT EXISTS (SELECT FROM app.connections k WHERE k.company_id = v_ledger.company AND k.system_id = v_own.system_id AND k.state <> 'disconnected')
    AND NOT EXISTS (SELECT FROM app.review_populations o WHERE o.company_id = v_ledger.company AND o.review_id = v_own.review_id
      AND o.system_id = v_own.system_id AND o.connection_id IS NULL AND o.id <> v_own.id) THEN
    SELECT NULL::uuid AS connection_id, a.evidence_id, a.seen_at, a.accounts, a.id INTO v_list FROM app.attested_lists a
      JOIN app.evidence e ON e.company_id = a.company_id AND e.id = a.evidence_id AND e.withdrawal_id IS NULL AND e.erased_at IS NULL
      WHERE a.company_id = v_ledger.company AND a.system_id = v_own.system_id AND a.seen_at > p_at - interval '7 days'
      ORDER BY a.ledger_index DESC LIMIT 1;
    IF FOUND THEN v_filed := v_list.id; END IF;
  END IF;
  IF v_list.evidence_id IS NULL THEN RETURN false; END IF;
  v_person := app.person_of(v_own.reviewer_id);
  INSERT INTO app.review_rows (company_id, id, population_id, number, account_id, label, class, active, administrator, email, last_sign_in,
      person_register, person_id, reviewer_id)
    SELECT v_ledger.company, gen_random_uuid(), v_own.id,
      row_number() OVER (ORDER BY coalesce(x.administrator, false) DESC,
        x."lastSignIn" = 'never' OR x."lastSignIn" < to_char(p_at AT TIME ZONE 'UTC' - interval '90 days', 'YYYY-MM-DD') DESC NULLS LAST,
        r.id IS NULL DESC, lower(x.label), x.id),
      x.id, x.label, x.class, x.active, x.administrator, x.email, x."lastSignIn", CASE WHEN r.id IS NOT NULL THEN 'people' END, r.id,
      CASE WHEN r.id = v_person OR EXISTS (SELECT FROM auth.users u WHERE u.id = v_own.reviewer_id AND lower(u.email) IN (x.email, lower(x.label)))
        THEN v_own.other_id ELSE v_own.reviewer_id END
    FROM jsonb_to_recordset(v_list.accounts) x (id text, label text, class text, active boolean, administrator boolean, email text,
        "lastSignIn" text, "personId" uuid)
      -- A file says nobody's record: of those who have an account's address it is whoever works here, if that is one person.
      LEFT JOIN (SELECT lower(btrim(n.fields ->> 'email')) AS email, CASE WHEN count(*) FILTER (WHERE n.ended_at IS NULL) = 1
          THEN (array_agg(n.id) FILTER (WHERE n.ended_at IS NULL))[1] WHEN count(*) = 1 THEN (array_agg(n.id))[1] END AS id
        FROM app.records n WHERE n.company_id = v_ledger.company AND n.register = 'people' AND v_filed IS NOT NULL GROUP BY 1) m ON m.email = x.email
      LEFT JOIN app.records r ON r.company_id = v_ledger.company AND r.register = 'people'
        AND r.id = CASE WHEN v_filed IS NULL THEN x."personId" ELSE m.id END
    -- Who is disabled has no access to decide on.
    WHERE x.active IS NOT FALSE;
  UPDATE app.review_populations p SET connection_id = v_list.connection_id, list_id = v_filed, evidence_id = v_list.evidence_id, seen_at = v_list.seen_at,
      frozen_at = p_at, frozen_index = v_ledger.size,
      accounts = (SELECT count(*) FROM app.review_rows w WHERE w.company_id = p.company_id AND w.population_id = p.id),
      sha256 = (SELECT encode(sha256(convert_to(coalesce(string_agg(x.line, E'\n' ORDER BY x.line COLLATE "C"), ''), 'UTF8')), 'hex')
        FROM (SELECT encode(sha256(convert_to(w.account_id, 'UTF8')), 'hex') AS line FROM app.review_rows w
          WHERE w.company_id = p.company_id AND w.population_id = p.id) x)
    WHERE p.company_id = v_ledger.company AND p.id = v_own.id;
  RETURN true;
END $function$;
ALTER FUNCTION app.freeze_population OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.freeze_population TO app_user;

CREATE OR REPLACE FUNCTION app.has_feature(p_key text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$SELECT coalesce((SELECT enabled FROM app.feature_overrides WHERE company_id = app.tenant() AND key = p_key),
    (SELECT enabled FROM app.feature_flags WHERE key = p_key), false)$function$;
ALTER FUNCTION app.has_feature OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.has_feature TO app_user;

CREATE OR REPLACE FUNCTION app.has_hold(p_company uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT EXISTS (SELECT FROM app.records h WHERE h.company_id = p_company AND h.register = 'legal-holds' AND h.matter_id IS NULL AND app.is_hold(h))
$function$;
ALTER FUNCTION app.has_hold OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.has_second_factor()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$SELECT coalesce(current_setting('app.second_factor', true) = 'on', false)$function$;
ALTER FUNCTION app.has_second_factor OWNER TO app_owner;
GRANT EXECUTE ON FUNCTION app.has_second_factor TO app_auditor, app_definer, app_user;

CREATE OR REPLACE FUNCTION app.held(p_company uuid, p_key text)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  RETURN CASE p_key
    WHEN 'users' THEN (SELECT count(*) FROM app.company_members m WHERE m.company_id = p_company)
      + (SELECT count(*) FROM app.company_invitations i WHERE i.company_id = p_company AND i.status = 'pending' AND i.role <> 'auditor' AND i.expires_at > now())
    WHEN 'frameworks' THEN (SELECT count(DISTINCT j.framework) FROM app.projects j WHERE j.company_id = p_company AND j.archived_at IS NULL)
    WHEN 'projects' THEN (SELECT count(*) FROM app.projects j WHERE j.company_id = p_company)
    WHEN 'matters' THEN (SELECT count(*) FROM app.matters m WHERE m.company_id = p_company)
    WHEN 'auditors' THEN (SELECT count(*) FROM app.auditors a WHERE a.company_id = p_company AND a.ended_at IS NULL AND a.ends_at > now())
      + (SELECT count(*) FROM app.company_invitations i WHERE i.company_id = p_company AND i.status = 'pending' AND i.role = 'auditor' AND i.expires_at > now())
    WHEN 'connections' THEN (SELECT count(*) FROM app.connections k WHERE k.company_id = p_company AND k.state <> 'disconnected')
    WHEN 'apiTokens' THEN (SELECT count(*) FROM app.api_tokens t WHERE t.company_id = p_company AND t.revoked_at IS NULL
      AND t.pipeline_id IS NULL AND t.expires_at > now())
    WHEN 'webhooks' THEN (SELECT count(*) FROM app.webhooks w WHERE w.company_id = p_company)
    WHEN 'pipelines' THEN (SELECT count(*) FROM app.pipelines p WHERE p.company_id = p_company)
    WHEN 'systems' THEN (SELECT count(*) FROM app.systems s WHERE s.company_id = p_company AND s.removed_at IS NULL)
    WHEN 'mappings' THEN (SELECT count(*) FROM app.csv_mappings m WHERE m.company_id = p_company)
    -- An export that nobody fetches, and one whose reader has gone, is under way no longer (src/domain/export-run.ts).
    WHEN 'exportsAtOnce' THEN (SELECT count(*) FROM app.exports x WHERE x.company_id = p_company
      AND (x.state = 'waiting' AND x.created_at > now() - interval '1 hour' OR x.state = 'working' AND x.moved_at > now() - interval '15 minutes'))
    WHEN 'importsAtOnce' THEN (SELECT count(*) FROM app.imports i WHERE i.company_id = p_company AND i.state IN ('waiting', 'working'))
    END;
END $function$;
ALTER FUNCTION app.held OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.held_by(p_record app.records, p_field text)
 RETURNS SETOF text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT jsonb_array_elements_text(coalesce(p_record.fields -> p_field, '[]'))
  UNION SELECT jsonb_array_elements_text(coalesce(p_record.approved_names -> p_field, '[]'))
$function$;
ALTER FUNCTION app.held_by OWNER TO app_owner;
GRANT EXECUTE ON FUNCTION app.held_by TO app_definer;

CREATE OR REPLACE FUNCTION app.held_since(p_record app.records)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT least(p_record.fields ->> 'startsOn', p_record.approved_names ->> 'startsOn')::timestamp AT TIME ZONE 'UTC'
$function$;
ALTER FUNCTION app.held_since OWNER TO app_owner;
GRANT EXECUTE ON FUNCTION app.held_since TO app_definer;

CREATE OR REPLACE FUNCTION app.hmac_sha256(p_key bytea, p_message bytea)
 RETURNS bytea
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_inner bytea := p_key || decode(repeat('00', 64 - length(p_key)), 'hex'); v_outer bytea := v_inner;
BEGIN
  FOR i IN 0 .. 63 LOOP
    v_outer := set_byte(v_outer, i, get_byte(v_inner, i) # 92);
    v_inner := set_byte(v_inner, i, get_byte(v_inner, i) # 54);
  END LOOP;
  RETURN sha256(v_outer || sha256(v_inner || p_message));
END $function$;
ALTER FUNCTION app.hmac_sha256 OWNER TO app_owner;
GRANT EXECUTE ON FUNCTION app.hmac_sha256 TO app_definer;

CREATE OR REPLACE FUNCTION app.hold_assignment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_ledger record;
BEGIN
  SELECT l.company, l.size INTO v_ledger FROM app.lock_ledger() l;
  IF v_ledger.company <> NEW.company_id THEN RAISE EXCEPTION 'permission denied: another company' USING ERRCODE = '42501'; END IF;
  IF tg_op = 'UPDATE' THEN
    IF OLD.ended_at IS NOT NULL OR NEW.ended_at IS NULL THEN
      RAISE EXCEPTION 'an assignment ends once' USING ERRCODE = '23514', CONSTRAINT = 'assignment_ended';
    END IF;
    NEW.ended_index := v_ledger.size;
    RETURN NEW;
  END IF;
  NEW.ledger_index := v_ledger.size;
  IF NOT EXISTS (SELECT FROM app.policy_versions v WHERE v.company_id = NEW.company_id AND v.id = NEW.version_id AND v.state = 'in force') THEN
    RAISE EXCEPTION 'this version is not in force' USING ERRCODE = '23514', CONSTRAINT = 'policy_not_in_force';
  END IF;
  RETURN NEW;
END $function$;
ALTER FUNCTION app.hold_assignment OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.hold_attested_list()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_ledger record;
BEGIN
  SELECT l.company, l.size INTO v_ledger FROM app.lock_ledger() l;
  IF v_ledger.company <> NEW.company_id OR coalesce(app.my_role(), '') NOT IN ('owner', 'admin') OR NEW.attested_by <> app.uid() THEN
    RAISE EXCEPTION 'permission denied: no list of yours' USING ERRCODE = '42501';
  END IF;
  IF NOT EXISTS (SELECT FROM app.systems s WHERE s.company_id = NEW.company_id AND s.id = NEW.system_id AND s.removed_at IS NULL) THEN
    RAISE EXCEPTION 'no such system' USING ERRCODE = '23503', CONSTRAINT = 'attested_lists_system';
  END IF;
  IF EXISTS (SELECT FROM app.connections k WHERE k.company_id = NEW.company_id AND k.system_id = NEW.system_id AND k.state <> 'disconnected') THEN
    RAISE EXCEPTION 'it is connected' USING ERRCODE = '23514', CONSTRAINT = 'attested_lists_connected';
  END IF;
  IF NOT EXISTS (SELECT FROM app.evidence e WHERE e.company_id = NEW.company_id AND e.id = NEW.evidence_id AND e.matter_id IS NULL
    AND e.withdrawal_id IS NULL AND e.erased_at IS NULL) THEN
    RAISE EXCEPTION 'no such file' USING ERRCODE = '23514', CONSTRAINT = 'attested_lists_file';
  END IF;
  IF NEW.identified_by IS NULL OR NEW.salt IS NULL OR EXISTS (SELECT FROM app.attested_lists a WHERE a.company_id = NEW.company_id
      AND a.system_id = NEW.system_id AND a.salt <> NEW.salt) THEN
    RAISE EXCEPTION 'named otherwise' USING ERRCODE = '23514', CONSTRAINT = 'attested_lists_named';
  END IF;
  IF NEW.count <> jsonb_array_length(NEW.accounts) THEN
    RAISE EXCEPTION 'another count' USING ERRCODE = '23514', CONSTRAINT = 'attested_lists_count';
  END IF;
  NEW.ledger_index := v_ledger.size;
  RETURN NEW;
END $function$;
ALTER FUNCTION app.hold_attested_list OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.hold_company()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  PERFORM FROM app.companies WHERE id = app.tenant() FOR NO KEY UPDATE;
END $function$;
ALTER FUNCTION app.hold_company OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.hold_company TO app_user;

CREATE OR REPLACE FUNCTION app.hold_confirmation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_ledger record; v_count bigint;
BEGIN
  SELECT l.company, l.size INTO v_ledger FROM app.lock_ledger() l;
  IF v_ledger.company <> NEW.company_id THEN RAISE EXCEPTION 'permission denied: another company' USING ERRCODE = '42501'; END IF;
  NEW.ledger_index := v_ledger.size;
  SELECT count(*), sha256(convert_to(coalesce(string_agg(r.id || ' ' || r.version, E'\n' ORDER BY r.id), ''), 'UTF8'))
    INTO v_count, NEW.digest FROM app.records r
    WHERE r.company_id = NEW.company_id AND r.register = NEW.register AND r.ended_at IS NULL AND r.matter_id IS NULL;
  IF v_count <> NEW.count THEN
    RAISE EXCEPTION 'the register has % records', v_count USING ERRCODE = '23514', CONSTRAINT = 'confirmation_count';
  END IF;
  SELECT NEW.confirmed_at + make_interval(days => g.confirmed_for_days) INTO NEW.valid_until FROM app.registers g WHERE g.key = NEW.register;
  RETURN NEW;
END $function$;
ALTER FUNCTION app.hold_confirmation OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.hold_end()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_approve text[];
BEGIN
  NEW.approved_before := OLD.approved_before OR OLD.approved_at IS NOT NULL;
  SELECT r.approve_roles INTO v_approve FROM app.registers r WHERE r.key = NEW.register;
  IF NEW.ended_at IS NULL OR v_approve IS NULL THEN
    NEW.end_approved_by := NULL;
    NEW.end_approved_at := NULL;
    NEW.end_approved_alone := false;
  ELSIF OLD.ended_at IS NULL THEN
    NEW.end_approved_alone := app.record_approvers(NEW.register) <= 1;
    NEW.end_approved_by := CASE WHEN NEW.end_approved_alone THEN NEW.changed_by END;
    NEW.end_approved_at := CASE WHEN NEW.end_approved_alone THEN NEW.changed_at END;
  ELSIF NEW.end_approved_at IS DISTINCT FROM OLD.end_approved_at OR NEW.end_approved_by IS DISTINCT FROM OLD.end_approved_by THEN
    IF NEW.end_approved_at IS NULL OR OLD.end_approved_at IS NOT NULL AND NOT (OLD.end_approved_alone AND NEW.end_approved_by <> OLD.changed_by) OR NEW.end_approved_by <> NEW.changed_by
      OR NOT app.my_role() = ANY (v_approve) THEN
      RAISE EXCEPTION 'this cannot be approved' USING ERRCODE = '23514', CONSTRAINT = 'record_approval';
    END IF;
    NEW.end_approved_alone := NEW.end_approved_by = OLD.changed_by;
    IF NEW.end_approved_alone AND app.record_approvers(NEW.register) > 1 THEN
      RAISE EXCEPTION 'another person approves it' USING ERRCODE = '23514', CONSTRAINT = 'record_own_approval';
    END IF;
  ELSIF NEW.ended_at IS DISTINCT FROM OLD.ended_at OR NEW.changed_by IS DISTINCT FROM OLD.changed_by THEN
    RAISE EXCEPTION 'this record has ended' USING ERRCODE = '23514', CONSTRAINT = 'record_ended';
  END IF;
  RETURN NEW;
END $function$;
ALTER FUNCTION app.hold_end OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.hold_entries()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v record; v_role text; v_key text; v_left bigint; v_most bigint;
BEGIN
  IF coalesce(nullif(current_setting('role'), 'none'), session_user) = 'app_staff' THEN RETURN NULL; END IF;
  v_role := app.my_role();
  v_key := CASE WHEN v_role = 'collector' THEN 'collected' WHEN v_role IS NOT NULL THEN 'entries'
    WHEN app.audited() IS NOT NULL THEN 'looks' END;
  IF v_key IS NULL THEN RETURN NULL; END IF;
  FOR v IN SELECT a.company_id, count(*) AS entries FROM added a GROUP BY a.company_id LOOP
    v_left := app.spend(v.company_id, v_key, v.entries);
    IF v_left < 0 AND EXISTS (SELECT FROM added a WHERE a.company_id = v.company_id AND NOT app.is_never_refused(a.entry::jsonb ->> 't')) THEN
      v_most := app.limit_of(v.company_id, v_key);
      PERFORM app.refuse_limit(v.company_id, v_key, v_most - v_left - v.entries, v_most);
    END IF;
  END LOOP;
  RETURN NULL;
END $function$;
ALTER FUNCTION app.hold_entries OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.hold_evidence()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v record; v_left bigint; v_most bigint;
BEGIN
  FOR v IN SELECT f.company_id, count(*) AS items, sum(f.size)::bigint AS bytes FROM filed f GROUP BY f.company_id LOOP
    v_left := app.spend(v.company_id, 'items', v.items);
    IF v_left < 0 THEN
      v_most := app.limit_of(v.company_id, 'items');
      PERFORM app.refuse_limit(v.company_id, 'items', v_most - v_left - v.items, v_most);
    END IF;
    v_left := app.spend(v.company_id, 'bytes', v.bytes);
    IF v_left - app.bytes_on_their_way(v.company_id) < 0 THEN
      v_most := app.limit_of(v.company_id, 'bytes');
      PERFORM app.refuse_limit(v.company_id, 'bytes', v_most - v_left - v.bytes, v_most);
    END IF;
  END LOOP;
  RETURN NULL;
END $function$;
ALTER FUNCTION app.hold_evidence OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.hold_findings()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v record; v_left bigint; v_most bigint;
BEGIN
  FOR v IN SELECT f.company_id, count(*) AS findings FROM found f GROUP BY f.company_id LOOP
    v_left := app.spend(v.company_id, 'findings', v.findings);
    IF v_left < 0 THEN
      v_most := app.limit_of(v.company_id, 'findings');
      PERFORM app.refuse_limit(v.company_id, 'findings', v_most - v_left - v.findings, v_most);
    END IF;
  END LOOP;
  RETURN NULL;
END $function$;
ALTER FUNCTION app.hold_findings OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.hold_founder()
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  PERFORM FROM auth.users u WHERE u.id = app.uid() FOR SHARE;
  RETURN FOUND;
END $function$;
ALTER FUNCTION app.hold_founder OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.hold_founder TO app_user;

CREATE OR REPLACE FUNCTION app.hold_frameworks()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_used text[];
BEGIN
  IF NEW.archived_at IS NOT NULL THEN RETURN NEW; END IF;
  PERFORM FROM app.companies c WHERE c.id = NEW.company_id FOR NO KEY UPDATE;
  SELECT coalesce(array_agg(DISTINCT framework), '{}') INTO v_used FROM app.projects
    WHERE company_id = NEW.company_id AND archived_at IS NULL AND id <> NEW.id;
  IF cardinality(v_used) = 0 OR NEW.framework = ANY (v_used) THEN RETURN NEW; END IF;
  IF cardinality(v_used) >= app.limit_of(NEW.company_id, 'frameworks') THEN
    RAISE EXCEPTION 'the plan goes no further' USING ERRCODE = '23514', CONSTRAINT = 'projects_framework_limit';
  END IF;
  RETURN NEW;
END $function$;
ALTER FUNCTION app.hold_frameworks OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.hold_holders()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  NEW.holders := (SELECT coalesce(array_agg(DISTINCT (a ->> 'personId')::uuid), '{}') FROM jsonb_path_query(NEW.accounts, '$[*]') a
    WHERE a ->> 'personId' IS NOT NULL AND a -> 'active' IS DISTINCT FROM 'false'::jsonb AND a ->> 'class' IS DISTINCT FROM 'service');
  RETURN NEW;
END $function$;
ALTER FUNCTION app.hold_holders OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.hold_issuer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_issuer uuid := CASE WHEN tg_op = 'UPDATE' THEN app.uid() ELSE (to_jsonb(NEW) ->> tg_argv[0])::uuid END;
BEGIN
  -- A connection acts for itself, in the name of whoever began its link.
  IF app.my_role() = 'collector' THEN RETURN NEW; END IF;
  PERFORM FROM app.companies c WHERE c.id = NEW.company_id FOR NO KEY UPDATE;
  IF NOT EXISTS (SELECT FROM app.company_members m LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
      WHERE m.company_id = NEW.company_id AND m.user_id = v_issuer AND m.role IN ('owner', 'admin')
        AND m.status = 'active' AND b.disabled_at IS NULL AND coalesce(b.platform_role, 'manager') <> 'user') THEN
    -- Refused as the policies of the table refuse it. The server asks again, and finds out what the caller may do now.
    RAISE EXCEPTION 'permission denied: the rights of who issues this have ended' USING ERRCODE = '42501', CONSTRAINT = 'rights_ended';
  END IF;
  RETURN NEW;
END $function$;
ALTER FUNCTION app.hold_issuer OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.hold_item(p_evidence uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_head record; v_item app.evidence; v_role text := app.my_role();
BEGIN
  IF coalesce(v_role, 'viewer') NOT IN ('owner', 'admin', 'member') THEN
    RAISE EXCEPTION 'not allowed to change evidence' USING ERRCODE = '42501';
  END IF;
  v_head := app.lock_ledger();
  SELECT e.* INTO v_item FROM app.evidence e WHERE e.company_id = v_head.company AND e.id = p_evidence
    AND (e.matter_id IS NULL OR e.matter_id = ANY (app.my_matters())) FOR UPDATE;
  IF NOT FOUND THEN RETURN 'not found'; END IF;
  IF v_role = 'member' AND v_item.filed_by <> app.uid() THEN
    RAISE EXCEPTION 'members change what they filed' USING ERRCODE = '42501';
  END IF;
  RETURN CASE WHEN v_item.matter_id IS NOT NULL THEN 'privileged' WHEN v_item.withdrawal_id IS NOT NULL THEN 'withdrawn' END;
END $function$;
ALTER FUNCTION app.hold_item OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.hold_limit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_key text; v_most bigint; v_left bigint; v_held bigint; v_level smallint;
BEGIN
  PERFORM FROM app.ledger_heads h WHERE h.company_id = NEW.company_id FOR UPDATE;
  FOREACH v_key IN ARRAY tg_argv LOOP
    v_held := app.held(NEW.company_id, v_key);
    v_most := app.limit_of(NEW.company_id, v_key);
    IF v_held IS NULL THEN
      v_left := app.spend(NEW.company_id, v_key, 1);
      IF v_left < 0 THEN PERFORM app.refuse_limit(NEW.company_id, v_key, v_most, v_most); END IF;
      CONTINUE;
    END IF;
    IF v_held > v_most THEN PERFORM app.refuse_limit(NEW.company_id, v_key, v_held - 1, v_most); END IF;
    -- Told once, until it was below four fifths again.
    v_level := CASE WHEN v_held * 5 < v_most * 4 OR v_most IS NULL THEN 0 WHEN v_held >= v_most THEN 100 ELSE 80 END;
    IF v_level = 0 THEN
      DELETE FROM app.usage u WHERE u.company_id = NEW.company_id AND u.key = v_key;
    ELSIF (SELECT bool_and(l.told) FROM app.limits l WHERE l.key = v_key) THEN
      INSERT INTO app.usage AS u (company_id, key, used, level) VALUES (NEW.company_id, v_key, v_held, v_level)
        ON CONFLICT (company_id, key) DO UPDATE SET used = excluded.used, level = excluded.level, told = least(u.told, excluded.level);
    END IF;
  END LOOP;
  RETURN NULL;
END $function$;
ALTER FUNCTION app.hold_limit OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.hold_listed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  SELECT count(*), count(*) FILTER (WHERE a.active IS NOT false), coalesce(array_agg(a.id), '{}'), coalesce(array_agg(a.n), '{}'),
      coalesce(array_agg(app.fold(a.label)), '{}'), coalesce(array_agg(a.email), '{}'),
      coalesce(array_agg(a.active IS NOT false AND coalesce(a.class, 'human') = 'human'), '{}'),
      coalesce(array_agg(coalesce(a.active AND a.class = 'human' AND a.email IS NOT NULL, false)), '{}')
    INTO NEW.listed, NEW.enabled, NEW.ids, NEW.places, NEW.folded, NEW.emails, NEW.usable, NEW.personal
    FROM (SELECT x.n::integer AS n, x.account ->> 'id' AS id, x.account ->> 'label' AS label, x.account ->> 'email' AS email,
        x.account ->> 'class' AS class, (x.account ->> 'active')::boolean AS active
      FROM jsonb_array_elements(NEW.accounts) WITH ORDINALITY x (account, n)
      ORDER BY (x.account ->> 'label') COLLATE "C", (x.account ->> 'id') COLLATE "C", x.n) a;
  RETURN NEW;
END $function$;
ALTER FUNCTION app.hold_listed OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.hold_notes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF OLD.struck_at IS NOT NULL
    OR (NEW.company_id, NEW.id, NEW.control_id, NEW.body, NEW.written_by, NEW.written_at)
      IS DISTINCT FROM (OLD.company_id, OLD.id, OLD.control_id, OLD.body, OLD.written_by, OLD.written_at) THEN
    RAISE EXCEPTION 'control_notes is append-only' USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $function$;
ALTER FUNCTION app.hold_notes OWNER TO app_owner;

CREATE OR REPLACE FUNCTION app.hold_own_account()
 RETURNS TABLE(company_id uuid, role text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
BEGIN
  IF NOT app.hold_person(app.uid()) THEN RETURN; END IF;
  RETURN QUERY SELECT m.company_id, m.role FROM app.company_members m WHERE m.user_id = app.uid() ORDER BY m.company_id;
END $function$;
ALTER FUNCTION app.hold_own_account OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.hold_own_account TO app_user;

CREATE OR REPLACE FUNCTION app.hold_owner()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_most bigint; v_owned bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('companies of ' || NEW.owner_id, 0));
  SELECT coalesce((SELECT b.companies FROM app.account_bounds b WHERE b.user_id = NEW.owner_id), l.most) INTO v_most
    FROM app.owner_limits l WHERE l.platform_role = CASE WHEN EXISTS (SELECT FROM app.platform_admins p WHERE p.id = NEW.owner_id) THEN 'admin' ELSE 'manager' END;
  SELECT count(*) INTO v_owned FROM app.companies c WHERE c.owner_id = NEW.owner_id AND c.deleted_at IS NULL AND c.id <> NEW.id;
  IF v_owned >= v_most THEN
    RAISE EXCEPTION 'this account owns % companies', v_owned USING ERRCODE = 'EX429', CONSTRAINT = 'limit',
      DETAIL = json_build_object('key', 'companies', 'used', v_owned, 'most', v_most)::text;
  END IF;
  RETURN NULL;
END $function$;
ALTER FUNCTION app.hold_owner OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.hold_person(p_user uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_held uuid[] := ARRAY(SELECT m.company_id FROM app.company_members m WHERE m.user_id = p_user
  UNION SELECT c.id FROM app.companies c WHERE c.owner_id = p_user AND c.deleted_at IS NULL);
BEGIN
  PERFORM FROM app.companies c WHERE c.id = ANY (v_held) ORDER BY c.id FOR NO KEY UPDATE;
  PERFORM FROM auth.users u WHERE u.id = p_user FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  IF EXISTS (SELECT FROM app.company_members m WHERE m.user_id = p_user AND m.company_id <> ALL (v_held))
    OR EXISTS (SELECT FROM app.companies c WHERE c.owner_id = p_user AND c.deleted_at IS NULL AND c.id <> ALL (v_held)) THEN
    RAISE EXCEPTION 'the companies of this account changed meanwhile' USING ERRCODE = '40001';
  END IF;
  RETURN true;
END $function$;
ALTER FUNCTION app.hold_person OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.hold_policy()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_ledger record;
BEGIN
  SELECT l.company, l.size INTO v_ledger FROM app.lock_ledger() l;
  IF v_ledger.company <> NEW.company_id THEN RAISE EXCEPTION 'permission denied: another company' USING ERRCODE = '42501'; END IF;
  NEW.ledger_index := v_ledger.size;
  NEW.number := 1 + coalesce((SELECT max(p.number) FROM app.policies p WHERE p.company_id = NEW.company_id), 0);
  RETURN NEW;
END $function$;
ALTER FUNCTION app.hold_policy OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.hold_policy_approval()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_ledger record; v_version record;
BEGIN
  SELECT l.company, l.size INTO v_ledger FROM app.lock_ledger() l;
  IF v_ledger.company <> NEW.company_id THEN RAISE EXCEPTION 'permission denied: another company' USING ERRCODE = '42501'; END IF;
  -- As the policies say it, which are asked after this: what waits is told to nobody else.
  IF coalesce(app.my_role(), '') NOT IN ('owner', 'admin', 'member') OR NEW.approved_by <> app.uid() THEN
    RAISE EXCEPTION 'permission denied: no approval of yours' USING ERRCODE = '42501';
  END IF;
  NEW.ledger_index := v_ledger.size;
  SELECT v.state, v.revision, v.sha256, v.authors INTO v_version FROM app.policy_versions v
    WHERE v.company_id = NEW.company_id AND v.id = NEW.version_id;
  IF NOT FOUND OR v_version.state <> 'review' OR v_version.revision <> NEW.revision THEN
    RAISE EXCEPTION 'this does not wait for an approval' USING ERRCODE = '23514', CONSTRAINT = 'policy_approval_waiting';
  END IF;
  NEW.sha256 := v_version.sha256;
  NEW.alone := NEW.approved_by = ANY (v_version.authors);
  IF NEW.alone AND app.reviewers_now() > 1 THEN
    RAISE EXCEPTION 'another person approves it' USING ERRCODE = '23514', CONSTRAINT = 'policy_own_approval';
  END IF;
  RETURN NEW;
END $function$;
ALTER FUNCTION app.hold_policy_approval OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.hold_policy_original()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  IF NOT EXISTS (SELECT FROM app.evidence e WHERE e.company_id = NEW.company_id AND e.number = NEW.original
      AND e.matter_id IS NULL AND e.withdrawal_id IS NULL) THEN
    RAISE EXCEPTION 'no exhibit that everybody may read' USING ERRCODE = '23503', CONSTRAINT = 'policy_versions_original';
  END IF;
  RETURN NEW;
END $function$;
ALTER FUNCTION app.hold_policy_original OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.hold_policy_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_ledger record;
BEGIN
  SELECT l.company, l.size INTO v_ledger FROM app.lock_ledger() l;
  IF v_ledger.company <> NEW.company_id THEN RAISE EXCEPTION 'permission denied: another company' USING ERRCODE = '42501'; END IF;
  IF tg_op = 'INSERT' THEN
    NEW.number := 1 + coalesce((SELECT max(v.number) FROM app.policy_versions v WHERE v.company_id = NEW.company_id
      AND v.policy_id = NEW.policy_id), 0);
    NEW.ledger_index := v_ledger.size;
    NEW.sha256 := encode(sha256(convert_to(NEW.text, 'UTF8')), 'hex');
    NEW.editors := ARRAY[NEW.changed_by] || app.authors_carried(NEW.company_id, (SELECT v.id
      FROM app.policy_versions v WHERE v.company_id = NEW.company_id AND v.policy_id = NEW.policy_id
      ORDER BY v.state = 'in force' DESC, v.number DESC LIMIT 1));
    NEW.authors := app.authors_of_text(NEW.company_id, NEW.sha256, NEW.editors);
    RETURN NEW;
  END IF;
  -- Only keep_policy_approval may: app_user has no right to this column.
  IF NEW.state <> OLD.state THEN RETURN NEW; END IF;
  IF OLD.state NOT IN ('draft', 'review') THEN
    RAISE EXCEPTION 'this version is closed' USING ERRCODE = '23514', CONSTRAINT = 'policy_version_closed';
  END IF;
  NEW.ledger_index := v_ledger.size;
  IF NEW.discarded_at IS NOT NULL THEN
    NEW.state := 'discarded';
    NEW.text := OLD.text;
    NEW.quorum := OLD.quorum;
    RETURN NEW;
  END IF;
  IF NEW.text <> OLD.text THEN
    NEW.sha256 := encode(sha256(convert_to(NEW.text, 'UTF8')), 'hex');
    NEW.revision := OLD.revision + 1;
    NEW.editors := ARRAY(SELECT DISTINCT e FROM unnest(coalesce(OLD.editors, OLD.authors) || NEW.changed_by) e ORDER BY e);
    NEW.authors := app.authors_of_text(NEW.company_id, NEW.sha256, NEW.editors);
    -- Sent for approval in the same step where it was a draft: facts and tables have their values from then on.
    IF OLD.state = 'review' THEN NEW.quorum := NULL; END IF;
  END IF;
  NEW.state := CASE WHEN NEW.quorum IS NULL THEN 'draft' ELSE 'review' END;
  IF NEW.state = 'review' AND OLD.state = 'draft' AND app.reviewers_now() > 1
    AND NEW.quorum > app.policy_approvers(NEW.authors) OR NEW.quorum > 1 AND app.reviewers_now() = 1 THEN
    RAISE EXCEPTION 'so many cannot approve it' USING ERRCODE = '23514', CONSTRAINT = 'policy_quorum';
  END IF;
  RETURN NEW;
END $function$;
ALTER FUNCTION app.hold_policy_version OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.hold_project_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF (NEW.archived_at, NEW.archived_controls, NEW.window_from, NEW.window_to)
      IS DISTINCT FROM (OLD.archived_at, OLD.archived_controls, OLD.window_from, OLD.window_to)
    AND app.my_role() NOT IN ('owner', 'admin') THEN
    RAISE EXCEPTION 'permission denied: only an admin archives a project or sets its window' USING ERRCODE = '42501';
  END IF;
  IF OLD.archived_at IS NOT NULL AND NEW.archived_at IS NOT NULL
    AND (NEW.name, NEW.started_at, NEW.window_from, NEW.window_to, NEW.archived_at, NEW.archived_controls)
      IS DISTINCT FROM (OLD.name, OLD.started_at, OLD.window_from, OLD.window_to, OLD.archived_at, OLD.archived_controls) THEN
    RAISE EXCEPTION 'this project is archived' USING ERRCODE = '23514', CONSTRAINT = 'projects_archived';
  END IF;
  RETURN NEW;
END $function$;
ALTER FUNCTION app.hold_project_changes OWNER TO app_owner;

CREATE OR REPLACE FUNCTION app.hold_record()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_size bigint; v_problem text; v_approve text[];
BEGIN
  -- Whether it is the company of this transaction is asked once, behind all rows: app.hold_records.
  SELECT h.size INTO v_size FROM app.ledger_heads h WHERE h.company_id = NEW.company_id FOR UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'permission denied: another company' USING ERRCODE = '42501'; END IF;
  IF tg_op = 'UPDATE' AND ROW(NEW.vouched_email, NEW.vouched_how, NEW.vouched_at) IS DISTINCT FROM ROW(OLD.vouched_email, OLD.vouched_how, OLD.vouched_at) THEN
    RETURN NEW;
  END IF;
  NEW.ledger_index := v_size;
  IF tg_op = 'INSERT' THEN
    IF NEW.matter_id IS NOT NULL AND NOT EXISTS (SELECT FROM app.registers g JOIN app.matters m ON m.company_id = NEW.company_id
        AND m.id = NEW.matter_id AND m.closed_at IS NULL WHERE g.key = NEW.register AND g.in_matters) THEN
      RAISE EXCEPTION 'no record of this register is kept under this matter' USING ERRCODE = '23514', CONSTRAINT = 'record_matter';
    END IF;
    IF NEW.about_id IS NOT NULL AND NOT EXISTS (SELECT FROM app.records r WHERE r.company_id = NEW.company_id AND r.register = NEW.register
        AND r.id = NEW.about_id AND r.matter_id IS NULL) THEN
      RAISE EXCEPTION 'it is about no ordinary record' USING ERRCODE = '23503', CONSTRAINT = 'record_links_about';
    END IF;
    -- Each by itself, so that the planner knows how many are in their index: it took most of a file for rows of no matter to be looked for
    -- among all, and looked through as many for each.
    IF NEW.matter_id IS NULL THEN
      NEW.number := 1 + coalesce((SELECT r.number FROM app.records r WHERE r.company_id = NEW.company_id AND r.register = NEW.register
        AND r.matter_id IS NULL ORDER BY r.number DESC LIMIT 1), 0);
    ELSE
      NEW.number := 1 + coalesce((SELECT r.number FROM app.records r WHERE r.company_id = NEW.company_id AND r.register = NEW.register
        AND r.matter_id = NEW.matter_id ORDER BY r.number DESC LIMIT 1), 0);
    END IF;
    NEW.version := 1;
    NEW.authors := ARRAY[NEW.changed_by];
  ELSE
    NEW.version := OLD.version + 1;
    NEW.authors := OLD.authors;
    NEW.approved_alone := OLD.approved_alone;
    IF NEW.changed_by = NEW.company_id AND NEW.register = 'tests' AND OLD.ended_at IS NULL AND NEW.fields IS DISTINCT FROM OLD.fields
        AND NEW.fields - 'answeredAt' = OLD.fields THEN
      NULL;
    ELSIF NEW.fields IS DISTINCT FROM OLD.fields THEN
      IF OLD.ended_at IS NOT NULL THEN
        RAISE EXCEPTION 'this record has ended' USING ERRCODE = '23514', CONSTRAINT = 'record_ended';
      END IF;
      -- What was approved was what it said before.
      NEW.authors := (SELECT array_agg(DISTINCT a) FROM unnest(CASE WHEN OLD.approved_at IS NULL OR OLD.approved_alone THEN OLD.authors END || NEW.changed_by) a);
      NEW.approved_by := NULL;
      NEW.approved_at := NULL;
      NEW.approved_alone := false;
    ELSIF OLD.ended_at IS NOT NULL AND NEW.ended_at IS NULL THEN
      -- What was ended is approved anew, by somebody else than who brought it back.
      NEW.authors := (SELECT array_agg(DISTINCT a) FROM unnest(OLD.authors || NEW.changed_by) a);
      NEW.approved_by := NULL;
      NEW.approved_at := NULL;
      NEW.approved_alone := false;
    ELSIF NEW.approved_at IS DISTINCT FROM OLD.approved_at OR NEW.approved_by IS DISTINCT FROM OLD.approved_by THEN
      SELECT r.approve_roles INTO v_approve FROM app.registers r WHERE r.key = NEW.register AND NEW.matter_id IS NULL;
      IF NEW.approved_at IS NULL AND NEW.approved_by IS NULL AND OLD.ended_at IS NULL AND NEW.ended_at IS NULL THEN
        -- Who may approve takes an approval back, whoever gave it; a hold that somebody approved is released by its own two people.
        IF NEW.register = 'legal-holds' THEN
          RAISE EXCEPTION 'a legal hold stands until it is released' USING ERRCODE = '23514', CONSTRAINT = 'record_held';
        END IF;
        IF v_approve IS NULL OR NOT app.my_role() = ANY (v_approve) THEN
          RAISE EXCEPTION 'this approval cannot be withdrawn' USING ERRCODE = '23514', CONSTRAINT = 'record_approval';
        END IF;
        NEW.approved_alone := false;
        RETURN NEW;
      END IF;
      IF NEW.approved_at IS NULL OR OLD.approved_at IS NOT NULL AND NOT (OLD.approved_alone AND NEW.approved_by <> ALL (OLD.authors) AND cardinality(app.mine_among(OLD.authors)) = 0) OR OLD.ended_at IS NOT NULL OR NEW.ended_at IS NOT NULL
        OR NEW.approved_by <> NEW.changed_by OR v_approve IS NULL OR NOT app.my_role() = ANY (v_approve) THEN
        RAISE EXCEPTION 'this cannot be approved' USING ERRCODE = '23514', CONSTRAINT = 'record_approval';
      END IF;
      NEW.approved_alone := NEW.approved_by = ANY (OLD.authors) OR cardinality(app.mine_among(OLD.authors)) > 0
        OR NEW.approved_by IS NOT DISTINCT FROM app.accepted_by(NEW.company_id, NEW.register, NEW.fields);
      IF NEW.approved_alone AND app.record_approvers(NEW.register) > 1 THEN
        RAISE EXCEPTION 'another person approves it' USING ERRCODE = '23514', CONSTRAINT = 'record_own_approval';
      END IF;
    END IF;
  END IF;
  IF tg_op = 'INSERT' OR NEW.fields IS DISTINCT FROM OLD.fields THEN
    v_problem := app.field_problem(NEW.register, NEW.fields, NEW.changed_at);
    IF v_problem IS NOT NULL THEN
      RAISE EXCEPTION 'a record is not as its register declares it: %', v_problem USING ERRCODE = '23514', CONSTRAINT = 'record_fields';
    END IF;
  END IF;
  IF NEW.register = 'people' AND (tg_op = 'INSERT' OR lower(NEW.fields ->> 'email') IS DISTINCT FROM lower(OLD.fields ->> 'email')) THEN
    IF NEW.fields ? 'email' AND app.manages_alone(NEW.company_id, NEW.changed_by) THEN
      NEW.vouched_email := lower(NEW.fields ->> 'email');
      NEW.vouched_how := 'alone';
      NEW.vouched_by := NEW.changed_by;
      NEW.vouched_at := NEW.changed_at;
    ELSE
      NEW.vouched_email := NULL;
      NEW.vouched_how := NULL;
      NEW.vouched_by := NULL;
      NEW.vouched_at := NULL;
    END IF;
    IF tg_op = 'UPDATE' THEN
      -- What the old address opened stays closed, should it come back.
      UPDATE app.staff_links l SET expires_at = NEW.changed_at WHERE l.company_id = NEW.company_id AND l.person_id = NEW.id
        AND l.used_at IS NULL AND l.expires_at > NEW.changed_at;
      UPDATE app.staff_sessions s SET expires_at = NEW.changed_at WHERE s.company_id = NEW.company_id AND s.person_id = NEW.id
        AND s.expires_at > NEW.changed_at;
    END IF;
  END IF;
  RETURN NEW;
END $function$;
ALTER FUNCTION app.hold_record OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.hold_records()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v record; v_most bigint;
BEGIN
  IF EXISTS (SELECT FROM written w WHERE w.company_id IS DISTINCT FROM (SELECT coalesce(app.tenant(), app.audited()))) THEN
    RAISE EXCEPTION 'permission denied: another company' USING ERRCODE = '42501';
  END IF;
  FOR v IN SELECT w.company_id, count(*) AS amount FROM written w WHERE w.matter_id IS NULL
      AND NOT (TG_OP = 'UPDATE' AND w.register = 'tests' AND w.changed_by = w.company_id) GROUP BY w.company_id LOOP
    IF app.spend(v.company_id, 'records', v.amount) < 0 THEN
      v_most := app.limit_of(v.company_id, 'records');
      PERFORM app.refuse_limit(v.company_id, 'records', v_most, v_most);
    END IF;
  END LOOP;
  RETURN NULL;
END $function$;
ALTER FUNCTION app.hold_records OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.hold_required()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_field text;
BEGIN
  IF tg_op = 'UPDATE' AND NEW.fields IS NOT DISTINCT FROM OLD.fields THEN RETURN NEW; END IF;
  -- Most registers ask for nothing so.
  IF NOT EXISTS (SELECT FROM app.register_fields f WHERE f.register = NEW.register AND f.required_for IS NOT NULL) THEN RETURN NEW; END IF;
  SELECT f.field INTO v_field FROM app.register_fields f CROSS JOIN LATERAL jsonb_each(f.required_for) c
    WHERE f.register = NEW.register AND NOT NEW.fields ? f.field AND c.value ? (NEW.fields ->> c.key) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'a record is not as its register declares it: %: missing', v_field USING ERRCODE = '23514', CONSTRAINT = 'record_fields';
  END IF;
  RETURN NEW;
END $function$;
ALTER FUNCTION app.hold_required OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.hold_review()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_ledger record;
BEGIN
  SELECT l.company, l.size INTO v_ledger FROM app.lock_ledger() l;
  IF v_ledger.company <> NEW.company_id THEN RAISE EXCEPTION 'permission denied: another company' USING ERRCODE = '42501'; END IF;
  IF tg_op = 'INSERT' THEN
    NEW.ledger_index := v_ledger.size;
    NEW.number := 1 + coalesce((SELECT max(r.number) FROM app.reviews r WHERE r.company_id = NEW.company_id), 0);
    RETURN NEW;
  END IF;
  -- The row was read before the ledger was locked, and may have been closed meanwhile.
  IF NEW.closed_at IS NULL OR (SELECT r.closed_at FROM app.reviews r WHERE r.company_id = NEW.company_id AND r.id = NEW.id) IS NOT NULL THEN
    RAISE EXCEPTION 'this review is closed' USING ERRCODE = '23514', CONSTRAINT = 'review_closed';
  END IF;
  IF NEW.cancelled_because IS NOT NULL THEN
    NEW.closed_index := v_ledger.size;
    RETURN NEW;
  END IF;
  IF NOT EXISTS (SELECT FROM app.review_populations p WHERE p.company_id = NEW.company_id AND p.review_id = NEW.id
      AND (NEW.left_out_because IS NULL OR p.frozen_at IS NOT NULL))
    OR EXISTS (SELECT FROM app.review_populations p WHERE p.company_id = NEW.company_id AND p.review_id = NEW.id AND p.frozen_at IS NULL
      AND NOT (NEW.left_out_because IS NOT NULL AND app.is_out_of_reach(p))) THEN
    RAISE EXCEPTION 'a system was not read' USING ERRCODE = '23514', CONSTRAINT = 'review_not_read';
  END IF;
  IF EXISTS (SELECT FROM app.review_populations p JOIN app.review_rows w ON w.company_id = p.company_id AND w.population_id = p.id
      LEFT JOIN LATERAL (SELECT d.decision FROM app.review_decisions d WHERE d.company_id = w.company_id AND d.row_id = w.id
        ORDER BY d.ledger_index DESC LIMIT 1) d ON true
      WHERE p.company_id = NEW.company_id AND p.review_id = NEW.id AND coalesce(d.decision, 'none') = 'none') THEN
    RAISE EXCEPTION 'an account is not decided' USING ERRCODE = '23514', CONSTRAINT = 'review_undecided';
  END IF;
  -- A reason is kept where something was left out.
  IF NOT EXISTS (SELECT FROM app.review_populations p WHERE p.company_id = NEW.company_id AND p.review_id = NEW.id AND p.frozen_at IS NULL) THEN
    NEW.left_out_because := NULL;
  END IF;
  UPDATE app.review_populations p SET decisions_sha256 = (
    SELECT encode(sha256(convert_to(coalesce(string_agg(x.line, E'\n' ORDER BY x.line COLLATE "C"), ''), 'UTF8')), 'hex') FROM (
      SELECT concat_ws(' ', encode(sha256(convert_to(w.account_id, 'UTF8')), 'hex'), d.decision, d.decided_by,
        CASE WHEN d.alone THEN 'alone' ELSE 'another' END) AS line
      FROM app.review_rows w JOIN LATERAL (SELECT d.decision, d.decided_by, d.alone FROM app.review_decisions d
        WHERE d.company_id = w.company_id AND d.row_id = w.id ORDER BY d.ledger_index DESC LIMIT 1) d ON true
      WHERE w.company_id = p.company_id AND w.population_id = p.id) x)
    WHERE p.company_id = NEW.company_id AND p.review_id = NEW.id AND p.frozen_at IS NOT NULL;
  NEW.closed_index := v_ledger.size;
  RETURN NEW;
END $function$;
ALTER FUNCTION app.hold_review OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.hold_review_decision()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_ledger record; v_row app.review_rows; v_last record; v_closed timestamptz;
BEGIN
  SELECT l.company, l.size INTO v_ledger FROM app.lock_ledger() l;
  IF v_ledger.company <> NEW.company_id THEN RAISE EXCEPTION 'permission denied: another company' USING ERRCODE = '42501'; END IF;
  -- As the policies say it, which are asked after this: what is reviewed is told to nobody else.
  IF coalesce(app.my_role(), '') NOT IN ('owner', 'admin', 'member') OR NEW.decided_by <> app.uid() THEN
    RAISE EXCEPTION 'permission denied: no decision of yours' USING ERRCODE = '42501';
  END IF;
  SELECT w.* INTO v_row FROM app.review_rows w WHERE w.company_id = NEW.company_id AND w.id = NEW.row_id;
  IF NOT FOUND THEN RAISE EXCEPTION 'no such account' USING ERRCODE = '23503', CONSTRAINT = 'review_decisions_row'; END IF;
  SELECT r.closed_at INTO v_closed FROM app.reviews r JOIN app.review_populations p ON p.company_id = r.company_id AND p.review_id = r.id
    WHERE p.company_id = NEW.company_id AND p.id = v_row.population_id;
  IF v_closed IS NOT NULL THEN
    RAISE EXCEPTION 'this review is closed' USING ERRCODE = '23514', CONSTRAINT = 'review_closed';
  END IF;
  NEW.person_id := app.my_person();
  IF NEW.person_id IS NULL THEN
    RAISE EXCEPTION 'nobody of the company' USING ERRCODE = '23514', CONSTRAINT = 'review_person';
  END IF;
  IF NEW.decision IN ('keep', 'change') AND app.is_unknown_account(v_row, NEW.decided_at) THEN
    RAISE EXCEPTION 'nobody is known to have it' USING ERRCODE = '23514', CONSTRAINT = 'review_unknown_account';
  END IF;
  NEW.alone := app.is_own_account(v_row);
  IF NEW.alone AND app.document_reviewers() > 1 THEN
    RAISE EXCEPTION 'another person decides' USING ERRCODE = '23514', CONSTRAINT = 'review_own_account';
  END IF;
  IF v_row.reviewer_id <> NEW.decided_by AND app.my_role() NOT IN ('owner', 'admin') THEN
    RAISE EXCEPTION 'another decides' USING ERRCODE = '23514', CONSTRAINT = 'review_not_yours';
  END IF;
  SELECT d.decision, d.reason INTO v_last FROM app.review_decisions d WHERE d.company_id = NEW.company_id AND d.row_id = NEW.row_id
    ORDER BY d.ledger_index DESC LIMIT 1;
  IF coalesce(v_last.decision, 'none') = NEW.decision AND (NEW.decision = 'none' OR v_last.reason = NEW.reason) THEN RETURN NULL; END IF;
  NEW.ledger_index := v_ledger.size;
  RETURN NEW;
END $function$;
ALTER FUNCTION app.hold_review_decision OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.hold_review_population()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  IF NEW.company_id IS DISTINCT FROM app.tenant() OR coalesce(app.my_role(), '') NOT IN ('owner', 'admin') THEN
    RAISE EXCEPTION 'permission denied: no review of yours' USING ERRCODE = '42501';
  END IF;
  IF NOT EXISTS (SELECT FROM app.reviews r WHERE r.company_id = NEW.company_id AND r.id = NEW.review_id AND r.closed_at IS NULL) THEN
    RAISE EXCEPTION 'this review is closed' USING ERRCODE = '23514', CONSTRAINT = 'review_closed';
  END IF;
  IF NOT app.may_review(NEW.reviewer_id) OR NOT app.may_review(NEW.other_id)
    OR NEW.reviewer_id = NEW.other_id AND app.reviewers_now() > 1 THEN
    RAISE EXCEPTION 'no reviewer' USING ERRCODE = '23514', CONSTRAINT = 'review_reviewer';
  END IF;
  RETURN NEW;
END $function$;
ALTER FUNCTION app.hold_review_population OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.hold_seats()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_limit bigint; v_taken bigint;
BEGIN
  PERFORM FROM app.companies c WHERE c.id = NEW.company_id FOR NO KEY UPDATE;
  v_limit := app.limit_of(NEW.company_id, 'users');
  IF v_limit IS NULL THEN RETURN NULL; END IF;
  IF tg_argv[0] = 'invitations' THEN
    v_taken := app.held(NEW.company_id, 'users');
  ELSE
    SELECT count(*) INTO v_taken FROM app.company_members WHERE company_id = NEW.company_id;
  END IF;
  IF v_taken > v_limit THEN
    RAISE EXCEPTION 'the plan has % users', v_limit USING ERRCODE = 'EX402';
  END IF;
  RETURN NULL;
END $function$;
ALTER FUNCTION app.hold_seats OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.hold_text(p_fields jsonb)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT sha256(convert_to(jsonb_build_array(p_fields -> 'title', p_fields -> 'about')::text, 'UTF8'))
$function$;
ALTER FUNCTION app.hold_text OWNER TO app_owner;
GRANT EXECUTE ON FUNCTION app.hold_text TO app_definer, app_user;

CREATE OR REPLACE FUNCTION app.hold_undone()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  IF OLD.vouched IS NULL AND NEW.vouched IS NOT NULL AND NEW.undone_at IS NOT DISTINCT FROM OLD.undone_at THEN RETURN NEW; END IF;
  IF OLD.undone_at IS NOT NULL OR NEW.undone_at IS NULL THEN
    RAISE EXCEPTION 'it is undone once' USING ERRCODE = '23514', CONSTRAINT = 'completion_undone_once';
  END IF;
  PERFORM app.lock_ledger();
  RETURN NEW;
END $function$;
ALTER FUNCTION app.hold_undone OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.hold_upload()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_most bigint := app.limit_of(NEW.company_id, 'bytes'); v_used bigint;
BEGIN
  PERFORM FROM app.ledger_heads h WHERE h.company_id = NEW.company_id FOR UPDATE;
  SELECT u.used INTO v_used FROM app.usage u WHERE u.company_id = NEW.company_id AND u.key = 'bytes';
  v_used := coalesce(v_used, 0);
  IF v_used + app.bytes_on_their_way(NEW.company_id) > v_most THEN
    PERFORM app.refuse_limit(NEW.company_id, 'bytes', v_used, v_most);
  END IF;
  RETURN NULL;
END $function$;
ALTER FUNCTION app.hold_upload OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.holds_of(p_company uuid, p_field text, p_target uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT EXISTS (SELECT FROM app.records h CROSS JOIN LATERAL app.held_by(h, p_field) n (value)
    WHERE h.company_id = p_company AND h.register = 'legal-holds' AND h.matter_id IS NULL AND app.is_hold(h) AND n.value = p_target::text)
$function$;
ALTER FUNCTION app.holds_of OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.holds_to_tell(p_now timestamp with time zone, p_most integer)
 RETURNS TABLE(kind text, company_id uuid, company text, hold_id uuid, number bigint, person_id uuid, person_number bigint, name text, email text, told_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT x.kind, c.id, c.name, h.id, h.number, p.id, p.number, p.fields ->> 'name', lower(p.fields ->> 'email'), x.told_at
  FROM (
    SELECT CASE WHEN n.hold_id IS NULL OR n.released_at IS NOT NULL THEN 'notice' ELSE 'reminder' END AS kind, h.company_id, h.id AS hold_id,
      l.person_id, n.told_at
    FROM app.records h CROSS JOIN LATERAL (SELECT p::uuid AS person_id FROM app.held_by(h, 'custodianIds') p) l
    LEFT JOIN app.hold_notices n ON n.company_id = h.company_id AND n.hold_id = h.id AND n.person_id = l.person_id
    WHERE h.register = 'legal-holds' AND h.matter_id IS NULL AND app.is_hold(h)
      AND (n.hold_id IS NULL OR n.released_at IS NOT NULL
        OR n.acknowledged IS DISTINCT FROM app.hold_text(h.fields) AND (n.told_at <= p_now - interval '7 days'
          OR n.acknowledged IS NOT NULL AND n.told_at < h.changed_at))
    UNION ALL
    SELECT 'release', n.company_id, n.hold_id, n.person_id, n.told_at FROM app.hold_notices n
    JOIN app.records h ON h.company_id = n.company_id AND h.id = n.hold_id
    WHERE n.released_at IS NULL AND NOT (app.is_hold(h) AND n.person_id::text IN (SELECT app.held_by(h, 'custodianIds')))) x
  JOIN app.companies c ON c.id = x.company_id AND c.deleted_at IS NULL
  JOIN app.records h ON h.company_id = x.company_id AND h.id = x.hold_id
  JOIN app.records p ON p.company_id = x.company_id AND p.id = x.person_id
  WHERE app.is_address_of(x.company_id, x.person_id, lower(p.fields ->> 'email'))
  ORDER BY x.told_at NULLS FIRST, h.id, p.id LIMIT p_most
$function$;
ALTER FUNCTION app.holds_to_tell OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.holds_to_tell TO app_worker;

CREATE OR REPLACE FUNCTION app.how_i_am_vouched()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT app.vouched_how(app.staffed(), app.uid())
$function$;
ALTER FUNCTION app.how_i_am_vouched OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.how_i_am_vouched TO app_staff;

CREATE OR REPLACE FUNCTION app.in_role_since(p_company uuid, p_user uuid, p_created timestamp with time zone, p_roles text[])
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT coalesce((
    SELECT CASE WHEN q.event = 'invitation.accepted' OR q.event = 'member.roleChanged' AND q.before <> ALL (p_roles) THEN q.at
      ELSE least(p_created, q.at) END
    FROM (SELECT a.event, a.at, coalesce(a.details::jsonb ->> 'before', '') AS before, a.details::jsonb ->> 'role' AS role
      FROM app.ledger_acts a WHERE a.company_id = p_company AND a.subject = p_user::text
        AND a.event IN ('invitation.accepted', 'member.roleChanged', 'member.removed', 'member.left')) q
    WHERE q.before = ANY (p_roles) OR q.role = ANY (p_roles)
    ORDER BY q.at LIMIT 1), p_created)
$function$;
ALTER FUNCTION app.in_role_since OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.in_roles_since(p_roles text[], p_since timestamp with time zone)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT m.user_id FROM app.company_members m LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
  WHERE app.is_company_itself() AND m.company_id = app.tenant() AND m.status = 'active' AND b.disabled_at IS NULL AND m.role = ANY (p_roles)
    AND app.in_role_since(m.company_id, m.user_id, m.created_at, p_roles) <= p_since
$function$;
ALTER FUNCTION app.in_roles_since OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.in_roles_since TO app_user;

CREATE OR REPLACE FUNCTION app.incident_due(i app.incidents)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT least(CASE WHEN i.told_at IS NULL THEN '-infinity'::timestamptz END,
    CASE WHEN i.ended_told_at IS NULL THEN i.ended_at + interval '10 minutes' END,
    CASE WHEN i.kind = 'expiring' AND i.ended_at IS NULL AND i.last_call_at IS NULL THEN i.ends_at - interval '1 day' END)
$function$;
ALTER FUNCTION app.incident_due OWNER TO app_owner;
GRANT EXECUTE ON FUNCTION app.incident_due TO app_definer;

CREATE OR REPLACE FUNCTION app.installation(p_late timestamp with time zone)
 RETURNS TABLE(users bigint, companies bigint, connections bigint, late bigint, newest_sync timestamp with time zone, database_version text, database_bytes bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT x.* FROM (
    SELECT (SELECT count(*) FROM auth.users), (SELECT count(*) FROM app.companies WHERE deleted_at IS NULL), count(*),
      count(*) FILTER (WHERE coalesce(n.at, k.connected_at) < p_late), max(n.at),
      current_setting('server_version'), pg_database_size(current_database())
    FROM app.connections k LEFT JOIN LATERAL (SELECT r.finished_at AS at FROM app.collection_runs r
      WHERE r.company_id = k.company_id AND r.connection_id = k.id AND r.state = 'done' ORDER BY r.slot DESC LIMIT 1) n ON true
    WHERE k.state IN ('connected', 'needs attention')
  ) x WHERE (SELECT app.runs_installation())
$function$;
ALTER FUNCTION app.installation OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.installation TO app_user, app_worker;

CREATE OR REPLACE FUNCTION app.installation_audits()
 RETURNS TABLE(company_id uuid, connection_id uuid, state text, connected_at timestamp with time zone, observed_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT c.company_id, c.id, c.state, c.connected_at,
    (SELECT max(r.observed_at) FROM app.collection_runs r WHERE r.company_id = c.company_id AND r.connection_id = c.id AND r.state = 'done')
  FROM app.connections c
  WHERE c.provider = 'installation' AND c.state <> 'disconnected' AND (SELECT app.is_platform_admin())
  ORDER BY c.connected_at, c.id
$function$;
ALTER FUNCTION app.installation_audits OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.installation_audits TO app_user;

CREATE OR REPLACE FUNCTION app.installation_operation(p_connection uuid, p_step text, p_at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT CASE p_step
    WHEN 'backups' THEN (SELECT coalesce(jsonb_agg(to_jsonb(b) ORDER BY b."writtenAt" DESC), '[]') FROM (
      SELECT b.id, b.written_at AS "writtenAt", b.bytes, b.seen_at IS NOT NULL AND b.seen_at > p_at - interval '1 day' AS kept, b.lacks,
        b.tested_at AS "testedAt", CASE WHEN b.tested_at IS NOT NULL THEN b.fault IS NOT NULL END AS fault
      FROM (SELECT x.*, row_number() OVER (ORDER BY x.written_at DESC) AS place, row_number() OVER (PARTITION BY date_trunc('day', x.written_at, 'UTC')
          ORDER BY x.seen_at > p_at - interval '1 day' DESC NULLS LAST, x.lacks, x.written_at DESC) AS of_day
        FROM app.backups x WHERE x.written_at > p_at - interval '36 days') b
      WHERE b.place <= 500 OR b.of_day = 1 OR b.tested_at IS NOT NULL ORDER BY b.written_at DESC LIMIT 1001) b)
    WHEN 'files' THEN (SELECT jsonb_agg(jsonb_build_object('id', 'files', 'finishedAt', s.finished_at, 'damaged',
        (SELECT count(*) FROM app.damaged_files f JOIN app.evidence e ON e.company_id = f.company_id AND e.id = f.evidence_id
          AND e.erased_at IS NULL))) FROM app.scrub s)
    WHEN 'upgrades' THEN (SELECT coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'appliedAt', u.at, 'version', u.version) ORDER BY u.id), '[]') FROM (
      SELECT m.name AS id, m."timestamp" AS at, f.version FROM migrations.kysely_migration m LEFT JOIN migrations.applied_files f ON f.name = m.name
      ORDER BY m.name LIMIT 1001) u)
    WHEN 'administrators' THEN (SELECT coalesce(jsonb_agg(to_jsonb(a) ORDER BY a.id), '[]') FROM (
      SELECT p.id, u.email, b.disabled_at IS NULL AS active,
        EXISTS (SELECT FROM auth.passkeys k WHERE k.user_id = p.id)
          OR EXISTS (SELECT FROM auth.totp_secrets t WHERE t.user_id = p.id AND t.confirmed_at IS NOT NULL) AS "secondFactor",
        (SELECT max(s.at AT TIME ZONE 'UTC')::date FROM auth.sign_ins s WHERE s.user_id = p.id AND s.outcome = 'signed-in') AS "lastSignInOn"
      FROM app.platform_admins p JOIN auth.users u ON u.id = p.id LEFT JOIN app.account_bounds b ON b.user_id = p.id ORDER BY p.id LIMIT 1001) a)
    WHEN 'acts' THEN (SELECT coalesce(jsonb_agg(to_jsonb(o) ORDER BY o.at DESC, o.id), '[]') FROM (
      SELECT o.id, o.at, o.actor, o.act FROM app.operator_acts o WHERE o.at > p_at - interval '30 days' ORDER BY o.at DESC, o.id LIMIT 1001) o)
  END
  FROM app.connections c JOIN app.platform_admins p ON p.id = c.connected_by
  LEFT JOIN app.account_bounds b ON b.user_id = p.id
  WHERE c.id = p_connection AND c.provider = 'installation' AND c.state <> 'disconnected' AND b.disabled_at IS NULL
$function$;
ALTER FUNCTION app.installation_operation OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.installation_operation TO app_worker;

CREATE OR REPLACE FUNCTION app.invited_newcomer(p_sha256 bytea, p_now timestamp with time zone)
 RETURNS TABLE(email text, role text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT i.email, i.role FROM app.invitation_links l
  JOIN app.company_invitations i ON i.company_id = l.company_id AND i.id = l.invitation_id
  WHERE l.token_sha256 = p_sha256 AND l.mailed AND i.status = 'pending' AND i.expires_at > p_now
    AND NOT EXISTS (SELECT FROM auth.users u WHERE u.email = i.email)
$function$;
ALTER FUNCTION app.invited_newcomer OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.invited_newcomer TO app_auth, app_user;

CREATE OR REPLACE FUNCTION app.is_active_person(p_company uuid, p_person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT EXISTS (SELECT FROM app.records r JOIN app.companies c ON c.id = r.company_id
    WHERE r.company_id = p_company AND r.id = p_person AND r.register = 'people' AND r.ended_at IS NULL AND c.deleted_at IS NULL
      AND coalesce((r.fields ->> 'endsAt')::timestamptz > now(), true))
$function$;
ALTER FUNCTION app.is_active_person OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.is_address_of(p_company uuid, p_person uuid, p_email text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT count(*) = 1 AND coalesce(bool_and(x.id = p_person AND x.vouched_email = p_email), false)
  FROM (SELECT r.id, r.vouched_email FROM app.records r JOIN app.companies c ON c.id = r.company_id
    WHERE r.company_id = p_company AND r.register = 'people' AND r.ended_at IS NULL AND lower(r.fields ->> 'email') = p_email
      AND c.deleted_at IS NULL AND coalesce((r.fields ->> 'endsAt')::timestamptz > now(), true)) x
$function$;
ALTER FUNCTION app.is_address_of OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.is_auditor_address(p_email text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT coalesce(app.my_role() IN ('owner', 'admin'), false) AND EXISTS (SELECT FROM app.auditors a JOIN auth.users u ON u.id = a.user_id
    WHERE a.company_id = app.tenant() AND u.email = lower(p_email) AND a.ended_at IS NULL AND a.ends_at > now())
$function$;
ALTER FUNCTION app.is_auditor_address OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.is_auditor_address TO app_user;

CREATE OR REPLACE FUNCTION app.is_company_itself()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT app.uid() = app.tenant()
$function$;
ALTER FUNCTION app.is_company_itself OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.is_company_itself TO app_user;

CREATE OR REPLACE FUNCTION app.is_custodian(p_user uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT EXISTS (SELECT FROM auth.users u
    JOIN app.records h ON h.register = 'legal-holds' AND h.matter_id IS NULL AND app.is_hold(h)
    CROSS JOIN LATERAL app.held_by(h, 'custodianIds') c (person)
    JOIN app.records r ON r.company_id = h.company_id AND r.register = 'people' AND r.id = c.person::uuid
    WHERE u.id = p_user AND (lower(btrim(r.fields ->> 'email')) = lower(u.email)
        OR EXISTS (SELECT FROM app.record_changes k CROSS JOIN LATERAL jsonb_array_elements(k.changes) x
          WHERE k.company_id = r.company_id AND k.record_id = r.id AND x ->> 'field' = 'email' AND lower(btrim(x ->> 'before')) = lower(u.email)))
      AND (EXISTS (SELECT FROM app.company_members m WHERE m.company_id = h.company_id AND m.user_id = u.id)
        OR EXISTS (SELECT FROM app.ledger_acts a WHERE a.company_id = h.company_id AND a.actor_id = u.id)))
$function$;
ALTER FUNCTION app.is_custodian OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.is_field_value(p_type text, p_choices text[], p_value jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_text text := p_value #>> '{}';
BEGIN
  IF p_type = 'flag' THEN RETURN jsonb_typeof(p_value) = 'boolean'; END IF;
  IF p_type = 'number' THEN RETURN jsonb_typeof(p_value) = 'number' AND v_text ~ '^-?\d{1,16}$'; END IF;
  IF p_type = 'scale' THEN RETURN jsonb_typeof(p_value) = 'number' AND v_text = ANY (p_choices); END IF;
  IF jsonb_typeof(p_value) <> 'string' OR btrim(v_text) = '' THEN RETURN false; END IF;
  CASE p_type
    WHEN 'text' THEN RETURN length(v_text) <= 300;
    WHEN 'long text' THEN RETURN length(v_text) <= 10000;
    WHEN 'url' THEN RETURN length(v_text) <= 2000 AND v_text ~ '^https?://[^\s/?#@]+([/?#]\S*)?$';
    WHEN 'choice' THEN RETURN v_text = ANY (p_choices);
    WHEN 'date' THEN RETURN v_text ~ '^\d{4}-\d\d-\d\d$' AND to_char(v_text::date, 'YYYY-MM-DD') = v_text;
    WHEN 'instant' THEN RETURN v_text ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$' AND v_text::timestamptz IS NOT NULL;
    WHEN 'control' THEN RETURN v_text ~ '^XC-\d\d$';
    WHEN 'exhibit' THEN RETURN v_text ~ '^EX-(\d{6}|[1-9]\d{6,11})$';
    ELSE RETURN v_text ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';
  END CASE;
EXCEPTION WHEN datetime_field_overflow OR invalid_datetime_format THEN
  RETURN false;
END $function$;
ALTER FUNCTION app.is_field_value OWNER TO app_owner;
GRANT EXECUTE ON FUNCTION app.is_field_value TO app_definer;

CREATE OR REPLACE FUNCTION app.is_held(p_company uuid, p_evidence uuid, p_now timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT CASE
    WHEN EXISTS (SELECT FROM app.records h CROSS JOIN LATERAL app.held_by(h, 'evidence') n (exhibit)
      WHERE h.company_id = e.company_id AND h.register = 'legal-holds' AND h.matter_id IS NULL AND app.is_hold(h)
        AND substr(n.exhibit, 4)::bigint = e.number) THEN 'hold'
    WHEN EXISTS (SELECT FROM app.audit_answer_items i
        JOIN app.audit_answers a ON a.company_id = i.company_id AND a.id = i.answer_id
        JOIN app.audit_requests r ON r.company_id = a.company_id AND r.id = a.request_id AND r.state IN ('open', 'answered')
        JOIN app.projects p ON p.company_id = r.company_id AND p.id = r.project_id AND p.archived_at IS NULL
      WHERE i.company_id = e.company_id AND i.evidence_id = e.id) THEN 'request'
    WHEN EXISTS (SELECT FROM app.auditors u
        JOIN app.auditor_projects o ON o.company_id = u.company_id AND o.auditor_id = u.id
        JOIN app.projects p ON p.company_id = o.company_id AND p.id = o.project_id AND p.archived_at IS NULL
      WHERE u.company_id = e.company_id AND u.ended_at IS NULL AND u.ends_at > p_now
        AND (EXISTS (SELECT FROM app.audit_samples s WHERE s.company_id = p.company_id AND s.project_id = p.id AND e.number = ANY (s.numbers))
          OR EXISTS (SELECT FROM app.audit_comments c WHERE c.company_id = p.company_id AND c.project_id = p.id AND c.evidence_id = e.id
            AND c.by_auditor))) THEN 'audit'
    WHEN EXISTS (SELECT FROM app.manual_tests t WHERE t.company_id = e.company_id AND t.withdrawn_at IS NULL AND t.valid_until > p_now
        AND (e.number = t.number OR t.population_exhibits IS NOT NULL AND e.number = ANY (t.sample)
          OR EXISTS (SELECT FROM app.manual_test_exhibits x WHERE x.company_id = t.company_id AND x.test_id = t.id AND x.number = e.number))
        AND NOT EXISTS (SELECT FROM app.manual_tests n WHERE n.company_id = t.company_id AND n.check_id = t.check_id
          AND n.aspect = t.aspect AND n.ledger_index > t.ledger_index)) THEN 'test'
  END FROM app.evidence e WHERE e.company_id = p_company AND e.id = p_evidence
$function$;
ALTER FUNCTION app.is_held OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.is_hold(p_record app.records)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT p_record.register = 'legal-holds' AND p_record.matter_id IS NULL
    AND (p_record.ended_at IS NULL OR (p_record.end_approved_at IS NULL
      AND (p_record.approved_at IS NOT NULL OR p_record.approved_before OR p_record.version > 2)))
    AND NOT (p_record.fields ? 'releasedOn' AND (p_record.approved_at IS NOT NULL OR NOT p_record.approved_before))
$function$;
ALTER FUNCTION app.is_hold OWNER TO app_owner;
GRANT EXECUTE ON FUNCTION app.is_hold TO app_definer;

CREATE OR REPLACE FUNCTION app.is_last_admin(p_user uuid)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT EXISTS (SELECT FROM app.platform_admins WHERE id = p_user) AND NOT EXISTS (
    SELECT FROM app.platform_admins p LEFT JOIN app.account_bounds b ON b.user_id = p.id
    WHERE p.id <> p_user AND b.disabled_at IS NULL)
$function$;
ALTER FUNCTION app.is_last_admin OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.is_named_recorded(p_id uuid, p_batch uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT EXISTS (SELECT FROM app.named_devices n JOIN app.records r ON r.company_id = n.company_id AND r.register = 'devices' AND r.matter_id IS NULL
    WHERE n.company_id = app.tenant() AND n.id = p_id
      AND (r.ended_at IS NULL OR r.created_at >= n.named_at) AND r.ended_reason IS DISTINCT FROM 'Import undone'
      AND (p_batch IS NULL OR r.batch_id IS DISTINCT FROM p_batch)
      AND CASE WHEN n.serial IS NOT NULL AND r.fields ? 'serial' THEN lower(btrim(r.fields ->> 'serial')) = lower(btrim(n.serial))
        ELSE lower(btrim(r.fields ->> 'name')) = lower(btrim(n.name)) AND r.fields ->> 'holderId' = n.person_id::text END)
$function$;
ALTER FUNCTION app.is_named_recorded OWNER TO app_owner;
GRANT EXECUTE ON FUNCTION app.is_named_recorded TO app_definer, app_user;

CREATE OR REPLACE FUNCTION app.is_never_refused(p_event text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT p_event = ANY (ARRAY['apiToken.revoked', 'staff.signedIn', 'staff.deviceAnswered', 'record.answered', 'staff.incidentReported', 'training.passed', 'training.failed',
  'policy.acknowledged', 'webhook.removed', 'pipeline.removed', 'mapping.removed', 'member.removed', 'member.left',
    'member.roleChanged', 'invitation.cancelled', 'audit.auditorEnded', 'connection.disconnected', 'connection.failed', 'import.failed',
    'export.cancelled', 'control.noteStruck', 'matter.personRemoved', 'matter.closed', 'company.policyChanged', 'company.transferred',
    'company.deletionRequested', 'company.deletionCancelled'])
$function$;
ALTER FUNCTION app.is_never_refused OWNER TO app_owner;
GRANT EXECUTE ON FUNCTION app.is_never_refused TO app_definer;

CREATE OR REPLACE FUNCTION app.is_one_person(p_company uuid, p_one uuid, p_other uuid, p_acted timestamp with time zone, p_size bigint, p_until timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  IF p_company IS DISTINCT FROM app.tenant() AND current_setting('role') <> 'app_worker' THEN
    RAISE EXCEPTION 'permission denied: another company' USING ERRCODE = '42501';
  END IF;
  RETURN p_one = p_other OR EXISTS (
    SELECT FROM (SELECT x.same_accounts, x.same_before FROM app.register_runs x WHERE x.company_id = p_company
        AND (p_size IS NULL OR x.ledger_index < p_size) AND (p_until IS NULL OR x.taken_at <= p_until) ORDER BY x.ledger_index DESC LIMIT 1) n
    WHERE EXISTS (SELECT FROM jsonb_array_elements(n.same_accounts) g (own) WHERE g.own ? p_one::text AND g.own ? p_other::text)
      OR EXISTS (SELECT FROM jsonb_array_elements(n.same_before) g (was) WHERE (g.was ->> 'until')::timestamptz > p_acted
        AND (g.was -> 'accounts') ? p_one::text AND (g.was -> 'accounts') ? p_other::text));
END $function$;
ALTER FUNCTION app.is_one_person OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.is_one_person TO app_auditor, app_user;

CREATE OR REPLACE FUNCTION app.is_out_of_reach(p_population app.review_populations)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT p_population.company_id = app.tenant() AND p_population.frozen_at IS NULL AND (
    EXISTS (SELECT FROM app.systems s WHERE s.company_id = p_population.company_id AND s.id = p_population.system_id AND s.removed_at IS NOT NULL)
    OR EXISTS (SELECT FROM app.connections k WHERE k.company_id = p_population.company_id AND k.id = p_population.connection_id
        AND k.state = 'disconnected')
      AND NOT EXISTS (SELECT FROM app.connections k WHERE k.company_id = p_population.company_id AND k.system_id = p_population.system_id
        AND k.state <> 'disconnected'))
$function$;
ALTER FUNCTION app.is_out_of_reach OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.is_out_of_reach TO app_user;

CREATE OR REPLACE FUNCTION app.is_own_account(p_row app.review_rows)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT coalesce(p_row.person_id = ANY ((SELECT app.my_records())::uuid[]), false)
    OR coalesce((SELECT a.person_id FROM app.person_accounts a
        JOIN app.review_populations q ON q.company_id = a.company_id AND q.id = p_row.population_id
        JOIN app.connections k ON k.company_id = q.company_id AND k.id = q.connection_id AND k.provider = a.provider AND k.account_id = a.scope
      WHERE a.company_id = app.tenant() AND a.account_id = p_row.account_id
      ORDER BY a.ledger_index DESC, a.id LIMIT 1) = ANY ((SELECT app.my_records())::uuid[]), false)
    OR EXISTS (SELECT FROM auth.users u WHERE u.id = app.uid() AND lower(u.email) IN (p_row.email, lower(p_row.label)))
$function$;
ALTER FUNCTION app.is_own_account OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.is_own_account TO app_user;

CREATE OR REPLACE FUNCTION app.is_platform_admin()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$SELECT current_setting('app.second_factor', true) = 'on' AND EXISTS (SELECT FROM app.platform_admins p
    LEFT JOIN app.account_bounds b ON b.user_id = p.id
    WHERE p.id = nullif(current_setting('app.user_id', true), '')::uuid AND b.disabled_at IS NULL)$function$;
ALTER FUNCTION app.is_platform_admin OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.is_platform_admin TO app_auditor, app_user;

CREATE OR REPLACE FUNCTION app.is_team_address(p_email text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT coalesce(app.my_role() IN ('owner', 'admin'), false) AND EXISTS (SELECT FROM app.company_members m
    JOIN auth.users u ON u.id = m.user_id WHERE m.company_id = app.tenant() AND u.email = lower(p_email))
$function$;
ALTER FUNCTION app.is_team_address OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.is_team_address TO app_user;

CREATE OR REPLACE FUNCTION app.is_unfinished(p_connection app.connections)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$SELECT p_connection.connected_at IS NULL AND p_connection.state IN ('linking', 'confirming')$function$;
ALTER FUNCTION app.is_unfinished OWNER TO app_owner;
GRANT EXECUTE ON FUNCTION app.is_unfinished TO app_definer;

CREATE OR REPLACE FUNCTION app.is_unknown_account(p_row app.review_rows, p_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT p_row.company_id = app.tenant() AND coalesce(p_row.class, 'human') NOT IN ('service', 'guest')
    AND EXISTS (SELECT FROM app.review_populations p CROSS JOIN LATERAL (SELECT greatest(p_at, p.frozen_at) AS at) x
      WHERE p.company_id = p_row.company_id AND p.id = p_row.population_id
      AND (p.list_id IS NOT NULL OR coalesce(p_row.class, 'human') = 'human'
        AND NOT EXISTS (SELECT FROM (SELECT a.kind, a.valid_until, a.decided_by, a.decided_at FROM app.person_accounts a
            JOIN app.connections k ON k.company_id = p.company_id AND k.id = p.connection_id AND k.provider = a.provider AND k.account_id = a.scope
            WHERE a.company_id = p.company_id AND a.account_id = p_row.account_id ORDER BY a.ledger_index DESC, a.id LIMIT 1) a
          WHERE (a.kind = 'person' OR a.kind = 'program' AND a.valid_until > x.at AND p_row.class IS NULL)
            AND (app.document_reviewers() < 2 OR NOT app.is_one_person(p_row.company_id, a.decided_by, app.uid(), a.decided_at, NULL, NULL)))
        AND NOT EXISTS (SELECT FROM app.records r WHERE r.company_id = p.company_id AND r.register = 'approvals' AND r.matter_id IS NULL
          AND r.ended_at IS NULL AND r.approved_at IS NOT NULL AND NOT r.approved_alone AND r.fields ->> 'kind' = 'shared-account'
          AND r.fields ->> 'systemId' = p.system_id::text AND lower(r.fields ->> 'subject') IN (lower(p_row.label), lower(p_row.account_id))
          AND r.fields ->> 'expiresOn' >= to_char(x.at AT TIME ZONE 'UTC', 'YYYY-MM-DD'))))
    AND NOT EXISTS (SELECT FROM (
        SELECT o.fields, o.vouched_email FROM app.records o WHERE o.company_id = p_row.company_id AND o.register = 'people'
          AND o.ended_at IS NULL AND lower(o.fields ->> 'email') = p_row.email
        UNION ALL
        SELECT o.fields, o.vouched_email FROM app.records o WHERE o.company_id = p_row.company_id AND o.register = 'people'
          AND o.ended_at IS NOT NULL AND lower(o.fields ->> 'email') = p_row.email) r WHERE true
      -- An account here proved its address.
      AND (r.vouched_email = lower(r.fields ->> 'email') OR EXISTS (SELECT FROM app.company_members m JOIN auth.users u ON u.id = m.user_id
        LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
        WHERE m.company_id = p_row.company_id AND m.status = 'active' AND b.disabled_at IS NULL AND lower(u.email) = p_row.email)))
$function$;
ALTER FUNCTION app.is_unknown_account OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.is_unknown_account TO app_user;

CREATE OR REPLACE FUNCTION app.iso_instant(p_at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$SELECT to_char(p_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')$function$;
ALTER FUNCTION app.iso_instant OWNER TO app_owner;
GRANT EXECUTE ON FUNCTION app.iso_instant TO app_definer;

CREATE OR REPLACE FUNCTION app.issued(p_company uuid, p_user uuid, p_gone boolean)
 RETURNS TABLE(kind text, id uuid, label text, since timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT 'invitation', i.id, i.email, i.created_at FROM app.company_invitations i
    WHERE i.company_id = p_company AND i.invited_by = p_user AND i.status = 'pending'
  UNION ALL SELECT 'api-token', t.id, t.name, t.created_at FROM app.api_tokens t
    WHERE t.company_id = p_company AND t.created_by = p_user AND t.pipeline_id IS NULL AND t.revoked_at IS NULL AND t.expires_at > now()
  UNION ALL SELECT 'pipeline', l.id, l.repository || ', ' || l.branch, l.created_at FROM app.pipelines l
    WHERE l.company_id = p_company AND l.created_by = p_user
  UNION ALL SELECT 'webhook', w.id, coalesce(substring(w.url FROM '^[a-z]+://(?:[^/@]*@)?([^/?#]+)'), 'webhook'), w.created_at
    FROM app.webhooks w WHERE w.company_id = p_company AND w.created_by = p_user AND w.active
  UNION ALL SELECT 'connection', k.id, coalesce(k.source, k.account_label, k.provider), coalesce(k.connected_at, k.created_at) FROM app.connections k
    WHERE k.company_id = p_company AND coalesce(k.connected_by, k.created_by) = p_user AND NOT app.is_unfinished(k)
      AND k.state <> 'disconnected' AND k.attention IS DISTINCT FROM 'connection-needs-confirmation'
  UNION ALL SELECT 'unfinished-connection', k.id, coalesce(k.account_label, k.provider), k.created_at FROM app.connections k
    WHERE k.company_id = p_company AND k.created_by = p_user AND app.is_unfinished(k)
  UNION ALL SELECT 'reconnection', l.id, coalesce(k.source, k.account_label, k.provider), l.created_at FROM app.link_attempts l
    JOIN app.connections k ON k.company_id = l.company_id AND k.id = l.connection_id
    WHERE l.company_id = p_company AND l.user_id = p_user AND (NOT app.is_unfinished(k) OR k.created_by <> p_user)
  UNION ALL SELECT 'export', e.id, 'CR-' || left(e.id::text, 8), e.created_at FROM app.exports e
    WHERE p_gone AND e.company_id = p_company AND e.requested_by = p_user AND e.state IN ('waiting', 'working')
$function$;
ALTER FUNCTION app.issued OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.issued_by_member(p_member uuid)
 RETURNS TABLE(kind text, id uuid, label text, since timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT x.kind, x.id, x.label, x.since FROM app.company_members m CROSS JOIN LATERAL app.issued(m.company_id, m.user_id, true) x
  WHERE m.company_id = app.tenant() AND m.id = p_member AND app.my_role() IN ('owner', 'admin')
  ORDER BY x.kind, x.since, x.id
$function$;
ALTER FUNCTION app.issued_by_member OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.issued_by_member TO app_user;

CREATE OR REPLACE FUNCTION app.item_changes(p_items uuid[], p_size bigint)
 RETURNS TABLE(item uuid, seq bigint, event text, entry text, details text, salt bytea)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT e.id, a.seq, a.event, l.entry, a.details, a.salt
  FROM unnest(p_items) i (id)
  JOIN app.evidence e ON e.company_id = coalesce(app.tenant(), app.audited()) AND e.id = i.id AND e.matter_id IS NULL
    AND (app.tenant() IS NOT NULL OR app.audited_item(e.id) IS NOT NULL)
  CROSS JOIN LATERAL (SELECT r.ledger_index FROM app.renamings r WHERE r.company_id = e.company_id AND r.evidence_id = e.id
    UNION ALL SELECT r.ledger_index FROM app.refilings r WHERE r.company_id = e.company_id AND r.evidence_id = e.id) c
  JOIN app.ledger_acts a ON a.company_id = e.company_id AND a.seq = c.ledger_index
  JOIN app.ledger_entries l ON l.company_id = a.company_id AND l.seq = a.seq
  WHERE a.seq < p_size ORDER BY a.seq
$function$;
ALTER FUNCTION app.item_changes OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.item_changes TO app_auditor, app_user;

CREATE OR REPLACE FUNCTION app.item_hold(p_evidence uuid, p_now timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$SELECT app.is_held(app.tenant(), p_evidence, p_now)$function$;
ALTER FUNCTION app.item_hold OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.item_hold TO app_user;

CREATE OR REPLACE FUNCTION app.job_queues(p_now timestamp with time zone)
 RETURNS TABLE(queue text, waiting bigint, running bigint, retrying bigint, failed bigint, dead bigint, oldest timestamp with time zone, attempts integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  WITH failed (kind, failed) AS (
    SELECT 'imports', count(*) FROM app.imports WHERE state = 'failed' AND finished_at > p_now - interval '1 day'
    UNION ALL SELECT 'webhooks', count(*) FROM app.webhook_deliveries WHERE state = 'failed' AND tried_at > p_now - interval '1 day'
    UNION ALL SELECT 'collections', count(*) FROM app.collection_runs WHERE state = 'failed' AND finished_at > p_now - interval '1 day'
  ), counted AS (
    SELECT j.kind, count(*) FILTER (WHERE j.turn IS NOT NULL OR x.later AND j.run_at <= p_now) AS waiting,
      count(*) FILTER (WHERE j.lease_until IS NOT NULL) AS running,
      count(*) FILTER (WHERE x.later AND j.run_at > p_now AND j.attempts > 0) AS retrying,
      count(*) FILTER (WHERE j.dead_at IS NOT NULL AND j.discarded_at IS NULL) AS dead,
      min(CASE WHEN j.run_at > '-infinity' THEN j.run_at ELSE j.created_at END)
        FILTER (WHERE j.turn IS NOT NULL OR x.later AND j.run_at <= p_now) AS oldest,
      max(j.attempts) FILTER (WHERE j.dead_at IS NULL) AS attempts
    FROM app.jobs j CROSS JOIN LATERAL (SELECT num_nonnulls(j.turn, j.lease_until, j.dead_at) = 0 AS later) x GROUP BY j.kind
  )
  SELECT kind, coalesce(c.waiting, 0), coalesce(c.running, 0), coalesce(c.retrying, 0), coalesce(f.failed, 0), coalesce(c.dead, 0), c.oldest,
    coalesce(c.attempts, 0)
    FROM counted c FULL JOIN failed f USING (kind) WHERE (SELECT app.runs_installation())
$function$;
ALTER FUNCTION app.job_queues OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.job_queues TO app_user, app_worker;

CREATE OR REPLACE FUNCTION app.join_by_invitation(p_sha256 bytea, p_user uuid, p_now timestamp with time zone, p_act uuid, p_details text, p_salt bytea, p_commitment text)
 RETURNS TABLE(outcome text, company_id uuid, company_name text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
DECLARE v_joined record;
BEGIN
  IF NOT EXISTS (SELECT FROM app.invitation_links l WHERE l.token_sha256 = p_sha256 AND l.mailed) THEN
    RETURN QUERY SELECT 'unknown', NULL::uuid, NULL;
    RETURN;
  END IF;
  PERFORM set_config('app.user_id', p_user::text, true);
  SELECT a.outcome AS outcome, a.company_id AS company_id, a.company_name AS company_name INTO v_joined
    FROM app.accept_invitation(p_sha256, NULL, p_now) a;
  IF v_joined.outcome = 'joined' THEN
    -- The ledger hears of it even where the new member still has to bring a second factor.
    PERFORM set_config('app.company_id', v_joined.company_id::text, true), set_config('app.second_factor', 'on', true);
    PERFORM app.record_act(p_act, 'invitation.accepted', p_user::text, p_details, p_salt, p_commitment, NULL);
  END IF;
  RETURN QUERY SELECT v_joined.outcome, v_joined.company_id, v_joined.company_name;
END $function$;
ALTER FUNCTION app.join_by_invitation OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.join_by_invitation TO app_auth;

CREATE OR REPLACE FUNCTION app.judgement_due(p_company uuid, p_now timestamp with time zone)
 RETURNS TABLE(due boolean, next_at timestamp with time zone)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
BEGIN
  INSERT INTO app.judgements (company_id) SELECT h.company_id FROM app.ledger_heads h
    WHERE h.company_id = p_company AND h.size > 0 ON CONFLICT DO NOTHING;
  RETURN QUERY SELECT (j.version = 0 OR h.size > j.ledger_size OR j.next_at <= p_now) AND NOT x.behind,
      CASE WHEN x.behind THEN j.judged_at ELSE j.next_at END
    FROM app.judgements j JOIN app.ledger_heads h ON h.company_id = j.company_id
    JOIN app.companies c ON c.id = j.company_id AND c.deleted_at IS NULL
    -- A clock that is a little behind waits until it has caught up, and takes back nothing that another one judged.
    CROSS JOIN LATERAL (SELECT coalesce(j.judged_at > p_now AND j.judged_at <= p_now + interval '5 minutes', false) AS behind) x
    WHERE j.company_id = p_company;
END $function$;
ALTER FUNCTION app.judgement_due OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.judgement_due TO app_worker;

CREATE OR REPLACE FUNCTION app.keep_acknowledgment(p_id uuid, p_version uuid, p_sha256 text, p_person uuid, p_method text, p_user uuid, p_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_ledger record; v_version record; v_how text;
BEGIN
  SELECT l.company, l.size INTO v_ledger FROM app.lock_ledger() l;
  SELECT v.state, v.sha256 INTO v_version FROM app.policy_versions v WHERE v.company_id = v_ledger.company AND v.id = p_version;
  IF NOT FOUND OR v_version.state <> 'in force' THEN
    RAISE EXCEPTION 'this version is not in force' USING ERRCODE = '23514', CONSTRAINT = 'policy_not_in_force';
  END IF;
  IF v_version.sha256 IS DISTINCT FROM p_sha256 THEN
    RAISE EXCEPTION 'this is another text' USING ERRCODE = '23514', CONSTRAINT = 'policy_text';
  END IF;
  IF NOT EXISTS (SELECT FROM app.records r WHERE r.company_id = v_ledger.company AND r.register = 'people' AND r.id = p_person
      AND r.ended_at IS NULL) THEN
    RAISE EXCEPTION 'nobody of the company' USING ERRCODE = '23514', CONSTRAINT = 'policy_person';
  END IF;
  v_how := coalesce(app.vouched_how(v_ledger.company, p_person), (SELECT 'another' FROM app.address_written(v_ledger.company, p_person) w
    WHERE w.changed_by <> p_user AND app.person_of(w.changed_by) IS DISTINCT FROM p_person
      AND NOT app.is_one_person(v_ledger.company, w.changed_by, p_user, w.changed_at, NULL, NULL)));
  IF v_how IS NULL THEN
    RAISE EXCEPTION 'nobody vouches for the address' USING ERRCODE = '23514', CONSTRAINT = 'policy_address';
  END IF;
  INSERT INTO app.acknowledgments (company_id, id, version_id, person_id, sha256, method, user_id, acknowledged_at, ledger_index, vouched)
    VALUES (v_ledger.company, p_id, p_version, p_person, p_sha256, p_method, p_user, p_at, v_ledger.size, v_how);
END $function$;
ALTER FUNCTION app.keep_acknowledgment OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.keep_added_records()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v record;
BEGIN
  INSERT INTO app.record_changes (company_id, record_id, version, register, kind, changes, changed_by, changed_at, batch_id, salt, ledger_index,
      matter_id)
    SELECT n.company_id, n.id, n.version, n.register, 'added', (SELECT coalesce(jsonb_agg(jsonb_build_object('field', x.key, 'before', NULL,
        'after', x.value) ORDER BY x.key COLLATE "C"), '[]') FROM jsonb_each(n.fields) x),
      n.changed_by, n.changed_at, n.batch_id, n.salt, n.ledger_index, n.matter_id FROM added n;
  FOR v IN SELECT n.company_id, array_agg(n.id) AS ids FROM added n GROUP BY n.company_id LOOP
    PERFORM app.link_records(v.company_id, v.ids);
  END LOOP;
  RETURN NULL;
END $function$;
ALTER FUNCTION app.keep_added_records OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.keep_changed_records()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v record;
BEGIN
  INSERT INTO app.record_changes (company_id, record_id, version, register, kind, changes, reason, changed_by, changed_at, batch_id, salt,
      ledger_index, matter_id)
    SELECT n.company_id, n.id, n.version, n.register,
      CASE WHEN n.ended_at IS NOT NULL AND o.ended_at IS NULL THEN 'ended' WHEN n.ended_at IS NULL AND o.ended_at IS NOT NULL THEN 'reopened'
        WHEN n.approved_at IS NOT NULL AND n.approved_at IS DISTINCT FROM o.approved_at OR n.end_approved_at IS NOT NULL AND n.end_approved_at IS DISTINCT FROM o.end_approved_at THEN 'approved'
        WHEN n.approved_at IS NULL AND o.approved_at IS NOT NULL AND n.fields = o.fields THEN 'unapproved' ELSE 'changed' END,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('field', k, 'before', o.fields -> k, 'after', n.fields -> k) ORDER BY k COLLATE "C"), '[]')
        FROM jsonb_object_keys(o.fields || n.fields) k WHERE o.fields -> k IS DISTINCT FROM n.fields -> k),
      coalesce(n.ended_reason, CASE WHEN n.approved_at IS NULL AND o.approved_at IS NOT NULL AND n.fields = o.fields AND o.ended_at IS NULL
        THEN nullif(current_setting('app.reason', true), '') END), n.changed_by, n.changed_at, n.batch_id, n.salt, n.ledger_index, n.matter_id
    FROM after n FULL JOIN before o ON o.company_id = n.company_id AND o.id = n.id WHERE coalesce(o.version <> n.version, false);
  FOR v IN SELECT n.company_id, array_agg(n.id) AS ids FROM after n FULL JOIN before o
      ON o.company_id = n.company_id AND o.id = n.id WHERE coalesce(n.fields <> o.fields, false) GROUP BY n.company_id LOOP
    PERFORM app.link_records(v.company_id, v.ids);
  END LOOP;
  RETURN NULL;
END $function$;
ALTER FUNCTION app.keep_changed_records OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.keep_discovery()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_time boolean;
BEGIN
  v_time := TG_OP = 'INSERT' OR NEW.fields -> 'discoveredAt' IS DISTINCT FROM OLD.fields -> 'discoveredAt';
  NEW.discovered_first := least(CASE WHEN TG_OP = 'UPDATE' THEN OLD.discovered_first END, (NEW.fields ->> 'discoveredAt')::timestamptz);
  NEW.discovery_by := CASE WHEN v_time THEN NEW.changed_by ELSE OLD.discovery_by END;
  IF TG_OP = 'UPDATE' AND NEW.approved_at IS NOT NULL AND NOT NEW.approved_alone AND NEW.approved_at IS DISTINCT FROM OLD.approved_at THEN
    NEW.discovery_approved_by := NEW.approved_by;
    NEW.discovery_approved_at := NEW.approved_at;
    NEW.discovery_authors := (SELECT array_agg(DISTINCT a) FROM unnest(NEW.authors || NEW.discovery_by) a WHERE a IS NOT NULL);
  ELSIF v_time OR NEW.fields -> 'kind' IS DISTINCT FROM OLD.fields -> 'kind'
    -- It rests on the timeline and on the evidence as they were; more of either takes nothing away.
    OR NOT starts_with(coalesce(NEW.fields ->> 'timeline', ''), coalesce(OLD.fields ->> 'timeline', ''))
    OR NOT coalesce(NEW.fields -> 'evidence', '[]') @> coalesce(OLD.fields -> 'evidence', '[]')
    -- What is brought back is approved anew, and an approval that was given by mistake is no more.
    OR OLD.ended_at IS NOT NULL AND NEW.ended_at IS NULL
    OR OLD.approved_at IS NOT NULL AND NEW.approved_at IS NULL AND NEW.fields = OLD.fields THEN
    NEW.discovery_approved_by := NULL;
    NEW.discovery_approved_at := NULL;
    NEW.discovery_authors := NULL;
  ELSE
    NEW.discovery_approved_by := OLD.discovery_approved_by;
    NEW.discovery_approved_at := OLD.discovery_approved_at;
    NEW.discovery_authors := OLD.discovery_authors;
  END IF;
  RETURN NEW;
END $function$;
ALTER FUNCTION app.keep_discovery OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.keep_hold()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  NEW.approved_names := OLD.approved_names;
  IF NEW.approved_at IS NOT NULL AND (OLD.approved_at IS NULL OR NEW.approved_by IS DISTINCT FROM OLD.approved_by) THEN
    IF NEW.approved_alone AND OLD.approved_names IS NOT NULL THEN
      RAISE EXCEPTION 'another person approves it' USING ERRCODE = '23514', CONSTRAINT = 'record_own_approval';
    END IF;
    IF NOT NEW.approved_alone THEN
      NEW.approved_names := (SELECT coalesce(jsonb_object_agg(f.key, f.value), '{}') FROM jsonb_each(NEW.fields) f
        WHERE f.key IN ('custodianIds', 'matterIds', 'evidence', 'startsOn'));
    END IF;
  END IF;
  IF NEW.end_approved_alone AND OLD.approved_names IS NOT NULL THEN
    IF OLD.ended_at IS NOT NULL AND OLD.end_approved_at IS NULL THEN
      RAISE EXCEPTION 'another person approves it' USING ERRCODE = '23514', CONSTRAINT = 'record_own_approval';
    ELSIF OLD.ended_at IS NULL THEN
      NEW.end_approved_by := NULL;
      NEW.end_approved_at := NULL;
      NEW.end_approved_alone := false;
    END IF;
  END IF;
  RETURN NEW;
END $function$;
ALTER FUNCTION app.keep_hold OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.keep_hold_notice(p_kind text, p_company uuid, p_hold uuid, p_person uuid, p_told_at timestamp with time zone, p_token bytea, p_now timestamp with time zone, p_act uuid, p_details text, p_salt bytea, p_commitment text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  PERFORM set_config('app.user_id', p_company::text, true), set_config('app.company_id', p_company::text, true);
  -- Two workers are one after the other here.
  PERFORM app.lock_ledger();
  IF NOT EXISTS (SELECT FROM app.records h WHERE h.company_id = p_company AND h.id = p_hold AND h.register = 'legal-holds' AND h.matter_id IS NULL)
    OR (SELECT n.told_at FROM app.hold_notices n WHERE n.company_id = p_company AND n.hold_id = p_hold AND n.person_id = p_person)
      IS DISTINCT FROM p_told_at THEN RETURN false; END IF;
  INSERT INTO app.hold_notices AS n (company_id, hold_id, person_id, noticed_at, told_at) VALUES (p_company, p_hold, p_person, p_now, p_now)
    ON CONFLICT (company_id, hold_id, person_id) DO UPDATE SET told_at = p_now,
      noticed_at = CASE WHEN p_kind = 'notice' THEN p_now ELSE n.noticed_at END,
      reminders = CASE p_kind WHEN 'notice' THEN 0 WHEN 'reminder' THEN n.reminders + 1 ELSE n.reminders END,
      acknowledged_at = CASE WHEN p_kind <> 'notice' THEN n.acknowledged_at END,
      acknowledged = CASE WHEN p_kind <> 'notice' THEN n.acknowledged END,
      released_at = CASE WHEN p_kind = 'release' THEN p_now END;
  IF p_kind <> 'release' THEN PERFORM app.keep_staff_link(p_company, p_person, p_token, NULL, p_now); END IF;
  PERFORM app.record_act(p_act, CASE p_kind WHEN 'release' THEN 'hold.released' ELSE 'hold.told' END, p_hold::text, p_details, p_salt,
    p_commitment, NULL);
  RETURN true;
END $function$;
ALTER FUNCTION app.keep_hold_notice OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.keep_hold_notice TO app_worker;

CREATE OR REPLACE FUNCTION app.keep_job(p_id uuid, p_token uuid, p_until timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  UPDATE app.jobs j SET lease_until = p_until WHERE j.id = p_id AND j.lease_token = p_token;
  RETURN FOUND;
END $function$;
ALTER FUNCTION app.keep_job OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.keep_job TO app_worker;

CREATE OR REPLACE FUNCTION app.keep_judge(p_sha256 text, p_version text, p_code text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  IF p_code IS NOT NULL THEN
    INSERT INTO app.judges (sha256, version, code) VALUES (p_sha256, p_version, p_code) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NOT EXISTS (SELECT FROM app.judges j WHERE j.sha256 = p_sha256);
END $function$;
ALTER FUNCTION app.keep_judge OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.keep_judge TO app_worker;

CREATE OR REPLACE FUNCTION app.keep_notice_mail(p_company uuid, p_record uuid, p_now timestamp with time zone)
 RETURNS TABLE(user_id uuid, email text, first_name text, last_name text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_key text := 'notice ' || p_record;
BEGIN
  IF NOT EXISTS (SELECT FROM app.records r WHERE r.company_id = p_company AND r.id = p_record AND r.register = 'incidents'
      AND r.matter_id IS NULL AND r.ended_at IS NULL AND coalesce(r.fields ->> 'noticeDecision', '') NOT IN ('notify', 'none'))
    OR NOT EXISTS (SELECT FROM app.task_readers(p_company, v_key, p_now)) THEN RETURN; END IF;
  INSERT INTO app.task_plans AS t (company_id, key, changed_at, mailed_at) VALUES (p_company, v_key, p_now, p_now)
    ON CONFLICT (company_id, key) DO UPDATE SET mailed_at = p_now WHERE t.mailed_at IS NULL;
  IF NOT FOUND THEN RETURN; END IF;
  RETURN QUERY SELECT * FROM app.task_readers(p_company, v_key, p_now);
END $function$;
ALTER FUNCTION app.keep_notice_mail OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.keep_notice_mail TO app_worker;

CREATE OR REPLACE FUNCTION app.keep_owners()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  IF EXISTS (SELECT FROM app.companies c WHERE c.owner_id = OLD.id AND c.deleted_at IS NULL)
    OR EXISTS (SELECT FROM app.company_members m WHERE m.user_id = OLD.id AND m.role = 'owner') THEN
    RAISE EXCEPTION 'this account owns a company' USING ERRCODE = '23503', CONSTRAINT = 'account_owns_company';
  END IF;
  RETURN OLD;
END $function$;
ALTER FUNCTION app.keep_owners OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.keep_policy_approval()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_version record; v_before record;
BEGIN
  SELECT v.policy_id, v.quorum, v.sha256 INTO v_version FROM app.policy_versions v WHERE v.company_id = NEW.company_id AND v.id = NEW.version_id;
  IF (SELECT count(*) FROM app.policy_approvals a WHERE a.company_id = NEW.company_id AND a.version_id = NEW.version_id
      AND a.revision = NEW.revision) < v_version.quorum THEN
    RETURN NULL;
  END IF;
  UPDATE app.policy_versions v SET state = 'replaced', replaced_at = NEW.approved_at
    WHERE v.company_id = NEW.company_id AND v.policy_id = v_version.policy_id AND v.state = 'in force' RETURNING v.id, v.sha256 INTO v_before;
  UPDATE app.policy_versions v SET state = 'in force', in_force_at = NEW.approved_at, in_force_index = NEW.ledger_index
    WHERE v.company_id = NEW.company_id AND v.id = NEW.version_id;
  -- The same text is due when it was: renewing it gives nobody more time.
  INSERT INTO app.assignments (company_id, id, version_id, audience, person_register, person_id, assigned_by, assigned_at, carried)
    SELECT s.company_id, gen_random_uuid(), NEW.version_id, s.audience, s.person_register, s.person_id, NEW.approved_by,
      CASE WHEN v_before.sha256 = v_version.sha256 THEN s.assigned_at ELSE NEW.approved_at END, true
    FROM app.assignments s WHERE s.company_id = NEW.company_id AND s.version_id = v_before.id AND s.ended_at IS NULL;
  RETURN NULL;
END $function$;
ALTER FUNCTION app.keep_policy_approval OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.keep_record_sample(p_id uuid, p_project uuid, p_evidence uuid, p_register text, p_state text, p_seed text, p_population bigint, p_numbers bigint[], p_now timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  INSERT INTO app.audit_samples (company_id, id, project_id, evidence_id, register, record_state, seed, population, numbers, drawn_by, drawn_at)
  SELECT app.require_audit(p_project), p_id, p_project, p_evidence, p_register, p_state, p_seed, p_population, p_numbers, app.uid(), p_now
  WHERE app.audited_item(p_evidence) IS NOT NULL AND p_register = ANY (app.audited_registers())
$function$;
ALTER FUNCTION app.keep_record_sample OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.keep_record_sample TO app_user;

CREATE OR REPLACE FUNCTION app.keep_sample(p_id uuid, p_project uuid, p_control text, p_from date, p_to date, p_seed text, p_population bigint, p_numbers bigint[], p_now timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  INSERT INTO app.audit_samples (company_id, id, project_id, control_id, collected_from, collected_to, seed, population, numbers, drawn_by, drawn_at)
  VALUES (app.require_audit(p_project), p_id, p_project, p_control, p_from, p_to, p_seed, p_population, p_numbers, app.uid(), p_now)
$function$;
ALTER FUNCTION app.keep_sample OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.keep_sample TO app_user;

CREATE OR REPLACE FUNCTION app.keep_staff_link(p_company uuid, p_person uuid, p_token bytea, p_sent_by uuid, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  UPDATE app.staff_links l SET expires_at = p_now WHERE l.company_id = p_company AND l.person_id = p_person
    AND l.used_at IS NULL AND l.expires_at > p_now;
  INSERT INTO app.staff_links (company_id, token_sha256, person_id, email, sent_by, created_at, expires_at)
    SELECT p_company, p_token, p_person, lower(r.fields ->> 'email'), p_sent_by, p_now, p_now + interval '7 days'
    FROM app.records r WHERE r.company_id = p_company AND r.id = p_person;
END $function$;
ALTER FUNCTION app.keep_staff_link OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.keep_staff_reminder(p_company uuid, p_person uuid, p_email text, p_token bytea, p_told_at timestamp with time zone, p_now timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  UPDATE app.staff_reminders m SET told_at = p_now WHERE m.company_id = p_company AND m.person_id = p_person AND m.told_at = p_told_at
    AND m.stopped_at IS NULL AND app.is_address_of(p_company, p_person, p_email)
    AND EXISTS (SELECT FROM app.companies c WHERE c.id = p_company AND c.reminds_staff);
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM app.keep_staff_link(p_company, p_person, p_token, NULL, p_now);
  -- It keeps the address of the record at its own moment: a link is never mailed to another.
  IF NOT EXISTS (SELECT FROM app.staff_links l WHERE l.company_id = p_company AND l.token_sha256 = p_token AND l.email = p_email) THEN
    RAISE EXCEPTION 'the address was changed meanwhile' USING ERRCODE = '40001';
  END IF;
  RETURN true;
END $function$;
ALTER FUNCTION app.keep_staff_reminder OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.keep_staff_reminder TO app_worker;

CREATE OR REPLACE FUNCTION app.keep_task_digest(p_company uuid, p_user uuid, p_taken timestamp with time zone, p_next timestamp with time zone, p_now timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  UPDATE app.task_digests d SET due_at = p_next WHERE d.company_id = p_company AND d.user_id = p_user AND d.due_at = p_taken AND d.is_on;
  RETURN FOUND
    AND EXISTS (SELECT FROM app.company_members m WHERE m.company_id = p_company AND m.user_id = p_user AND m.status = 'active')
    AND NOT EXISTS (SELECT FROM app.alert_mutes q WHERE q.company_id = p_company AND q.user_id = p_user AND q.until > p_now);
END $function$;
ALTER FUNCTION app.keep_task_digest OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.keep_task_digest TO app_worker;

CREATE OR REPLACE FUNCTION app.keep_vouched(p_company uuid, p_person uuid, p_how text, p_by uuid, p_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_since timestamptz := (SELECT w.changed_at FROM app.address_written(p_company, p_person) w); v uuid;
BEGIN
  UPDATE app.records r SET vouched_email = lower(r.fields ->> 'email'), vouched_how = p_how, vouched_by = p_by, vouched_at = p_at
    WHERE r.company_id = p_company AND r.id = p_person AND r.register = 'people' AND r.fields ? 'email';
  -- One by one: the same text counts once for a person.
  FOR v IN SELECT a.id FROM app.acknowledgments a WHERE a.company_id = p_company AND a.person_id = p_person AND a.vouched IS NULL
      AND a.acknowledged_at >= v_since AND NOT EXISTS (SELECT FROM app.acknowledgments k WHERE k.company_id = a.company_id
        AND k.version_id = a.version_id AND k.person_id = a.person_id AND k.vouched IS NOT NULL) LOOP
    UPDATE app.acknowledgments a SET vouched = p_how WHERE a.company_id = p_company AND a.id = v;
  END LOOP;
  UPDATE app.completions c SET vouched = p_how WHERE c.company_id = p_company AND c.person_id = p_person AND c.source = 'quiz'
    AND c.vouched IS NULL AND c.completed_at >= v_since;
END $function$;
ALTER FUNCTION app.keep_vouched OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.keeps_matters()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$SELECT coalesce(app.my_role() = 'owner', false) AND coalesce(current_setting('app.without_privilege', true), '') <> 'on'$function$;
ALTER FUNCTION app.keeps_matters OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.keeps_matters TO app_auditor, app_user;

CREATE OR REPLACE FUNCTION app.key_added_tasks()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  PERFORM app.key_tasks(x.company_id, x.ids) FROM (SELECT n.company_id, array_agg(n.id) AS ids
    FROM added n JOIN app.registers g ON g.key = n.register AND g.finders IS NOT NULL WHERE n.matter_id IS NULL GROUP BY n.company_id) x;
  RETURN NULL;
END $function$;
ALTER FUNCTION app.key_added_tasks OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.key_added_tasks TO app_owner;

CREATE OR REPLACE FUNCTION app.key_changed_tasks()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  PERFORM app.key_tasks(x.company_id, x.ids) FROM (
    -- Nothing that is asked of either row is strict: with a full join, each is never compared with each.
    WITH changed AS MATERIALIZED (SELECT n.company_id, n.id, n.register, n.register = 'people' AND (n.ended_at, n.fields -> 'endsAt')
          IS DISTINCT FROM (o.ended_at, o.fields -> 'endsAt') AS leaves
        FROM after n FULL JOIN before o ON o.company_id = n.company_id AND o.id = n.id
        WHERE n.matter_id IS NULL AND coalesce(n.fields <> o.fields OR (n.ended_at, n.approved_at) IS DISTINCT FROM (o.ended_at, o.approved_at), false)),
      stale AS (SELECT c.company_id, c.id FROM changed c JOIN app.registers g ON g.key = c.register AND g.finders IS NOT NULL
        -- What somebody has who leaves, or comes back.
        UNION SELECT c.company_id, l.record_id FROM changed c
          CROSS JOIN LATERAL (SELECT l.record_id, l.register, l.field FROM app.record_links l WHERE l.company_id = c.company_id AND l.person_id = c.id
            AND l.matter_id IS NULL OFFSET 0) l
          JOIN app.registers g ON g.key = l.register AND g.finders @> jsonb_build_array(jsonb_build_object('left', l.field))
          WHERE c.leaves)
    SELECT s.company_id, array_agg(s.id) AS ids FROM stale s GROUP BY s.company_id) x;
  RETURN NULL;
END $function$;
ALTER FUNCTION app.key_changed_tasks OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.key_changed_tasks TO app_owner;

CREATE OR REPLACE FUNCTION app.key_records(p_company uuid, p_records uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  INSERT INTO app.record_keys AS x (company_id, record_id, field, register, number, ended, approved, value)
    SELECT r.company_id, r.id, k.field, r.register, r.number, r.ended_at IS NOT NULL, r.approved_at IS NOT NULL,
      CASE WHEN jsonb_typeof(r.fields -> k.field) = 'number'
        THEN to_char((r.fields ->> k.field)::numeric + 10000000000000000, 'FM00000000000000000')
        ELSE app.fold(left(coalesce(r.fields ->> k.field, ''), 300)) END
    FROM unnest(p_records) i (id) CROSS JOIN LATERAL (SELECT r.company_id, r.id, r.register, r.number, r.ended_at, r.approved_at, r.fields
      FROM app.records r WHERE r.company_id = p_company AND r.id = i.id AND r.matter_id IS NULL OFFSET 0) r
    JOIN app.registers g ON g.key = r.register CROSS JOIN unnest(g.keys) k (field)
    ON CONFLICT (company_id, record_id, field) DO UPDATE SET (ended, approved, value) = (excluded.ended, excluded.approved, excluded.value)
      WHERE (x.ended, x.approved, x.value) IS DISTINCT FROM (excluded.ended, excluded.approved, excluded.value)
$function$;
ALTER FUNCTION app.key_records OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.key_register(p_company uuid, p_register text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  -- Whoever writes a record holds this until they are done: those who began by former finders are waited for, and later ones read the new finders.
  PERFORM FROM app.ledger_heads h WHERE h.company_id = p_company FOR UPDATE;
  PERFORM app.key_tasks(p_company, ARRAY(SELECT r.id FROM app.records r WHERE r.company_id = p_company AND r.register = p_register AND r.matter_id IS NULL));
END $function$;
ALTER FUNCTION app.key_register OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.key_tasks(p_company uuid, p_records uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  DELETE FROM app.task_keys k WHERE k.company_id = p_company AND k.record_id = ANY (p_records);
  INSERT INTO app.task_keys (company_id, record_id, task, field, register, number, day, first_day)
    SELECT p_company, n.record_id, n.task, n.field, n.register, n.number, n.day, n.first_day FROM app.task_keys_of(p_company, p_records) n
$function$;
ALTER FUNCTION app.key_tasks OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.know_store(p_geography text, p_id text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  INSERT INTO app.store_identities AS s (geography, store_id) VALUES (p_geography, p_id)
    ON CONFLICT (geography) DO UPDATE SET store_id = excluded.store_id, known_since = now()
$function$;
ALTER FUNCTION app.know_store OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.know_store TO app_worker;

CREATE OR REPLACE FUNCTION app.lapsed_ends(p_now timestamp with time zone)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT coalesce(array_agg(r.id), '{}') FROM app.records r JOIN app.registers g ON g.key = r.register
  WHERE app.is_company_itself() AND r.company_id = app.tenant() AND r.ended_at IS NOT NULL AND r.end_approved_alone
    AND EXISTS (SELECT FROM app.company_members m LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
      WHERE m.company_id = r.company_id AND m.status = 'active' AND b.disabled_at IS NULL AND m.role = ANY (g.approve_roles)
        AND app.in_role_since(m.company_id, m.user_id, m.created_at, g.approve_roles) <= p_now - interval '30 days'
        -- Another account of theirs counts as one who could: that two accounts are one person's earns nothing.
        AND m.user_id <> r.end_approved_by)
$function$;
ALTER FUNCTION app.lapsed_ends OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.lapsed_ends TO app_user;

CREATE OR REPLACE FUNCTION app.ledger_generation(p_company uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$SELECT coalesce(max(l.generation), 1) FROM app.ledger_losses l WHERE l.company_id = p_company$function$;
ALTER FUNCTION app.ledger_generation OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.ledger_generation TO app_worker;

CREATE OR REPLACE FUNCTION app.ledger_leaves(p_company uuid, p_from bigint, p_to bigint)
 RETURNS SETOF bytea
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$SELECT leaf_hash FROM app.ledger_entries WHERE company_id = p_company AND seq >= p_from AND seq < p_to ORDER BY seq$function$;
ALTER FUNCTION app.ledger_leaves OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.ledger_leaves TO app_signer;

CREATE OR REPLACE FUNCTION app.ledger_nodes_between(p_company uuid, p_level integer, p_from bigint, p_to bigint)
 RETURNS SETOF bytea
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT hash FROM app.ledger_nodes WHERE company_id = p_company AND level = p_level AND index >= p_from AND index < p_to ORDER BY index
$function$;
ALTER FUNCTION app.ledger_nodes_between OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.ledger_nodes_between TO app_signer;

CREATE OR REPLACE FUNCTION app.ledgers_to_sign(p_company uuid)
 RETURNS TABLE(company_id uuid, size bigint, root bytea, location uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT h.company_id, h.size, h.root, c.storage_location_id
  FROM app.ledger_heads h JOIN app.companies c ON c.id = h.company_id AND c.deleted_at IS NULL
  WHERE h.size > 0 AND (p_company IS NULL OR h.company_id = p_company)
    AND NOT EXISTS (SELECT FROM app.ledger_checkpoints k WHERE k.company_id = h.company_id AND k.size = h.size
      AND k.generation = app.ledger_generation(h.company_id))
$function$;
ALTER FUNCTION app.ledgers_to_sign OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.ledgers_to_sign TO app_signer;

CREATE OR REPLACE FUNCTION app.leftover_parts(p_now timestamp with time zone, p_company uuid, p_failing uuid[])
 RETURNS TABLE(company_id uuid, upload_id uuid, "position" bigint, blob_key text, location uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT p.company_id, p.upload_id, p.position, p.blob_key, u.storage_location_id
  FROM app.uploads u JOIN app.upload_parts p ON p.company_id = u.company_id AND p.upload_id = u.id JOIN app.companies c ON c.id = u.company_id
  WHERE (u.expires_at <= p_now OR c.deletion_due_at <= p_now OR c.deleted_at IS NOT NULL)
    AND (p_company IS NULL OR u.company_id = p_company) AND u.storage_location_id <> ALL (p_failing)
  ORDER BY p.company_id, p.upload_id, p.position LIMIT 500
$function$;
ALTER FUNCTION app.leftover_parts OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.leftover_parts TO app_worker;

CREATE OR REPLACE FUNCTION app.let_auditor_in(p_invitation app.company_invitations)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_auditor uuid;
BEGIN
  INSERT INTO app.auditors (company_id, user_id, invited_by, ends_at)
    VALUES (p_invitation.company_id, app.uid(), p_invitation.invited_by, p_invitation.audit_ends_at)
    ON CONFLICT (company_id, user_id) DO UPDATE SET invited_by = excluded.invited_by, ends_at = excluded.ends_at, ended_at = NULL
    RETURNING id INTO v_auditor;
  DELETE FROM app.auditor_projects WHERE company_id = p_invitation.company_id AND auditor_id = v_auditor;
  INSERT INTO app.auditor_projects (company_id, auditor_id, project_id)
    SELECT p_invitation.company_id, v_auditor, p.id FROM app.projects p
    WHERE p.company_id = p_invitation.company_id AND p.id = ANY (p_invitation.audit_projects);
END $function$;
ALTER FUNCTION app.let_auditor_in OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.limit_of(p_company uuid, p_key text)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_most bigint;
BEGIN
  SELECT CASE WHEN o.key IS NULL THEN l.most ELSE o.most END INTO STRICT v_most
    FROM app.companies c JOIN app.limits l ON l.plan = c.subscription_tier AND l.key = p_key
    LEFT JOIN app.limit_overrides o ON o.company_id = c.id AND o.key = p_key WHERE c.id = p_company;
  RETURN v_most;
END $function$;
ALTER FUNCTION app.limit_of OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.limit_period(p_holds text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  SELECT CASE p_holds WHEN 'each hour' THEN date_trunc('hour', clock_timestamp(), 'UTC')
    WHEN 'each day' THEN date_trunc('day', clock_timestamp(), 'UTC') ELSE 'epoch' END
$function$;
ALTER FUNCTION app.limit_period OWNER TO app_owner;
GRANT EXECUTE ON FUNCTION app.limit_period TO app_definer;

CREATE OR REPLACE FUNCTION app.limits_to_tell(p_company uuid)
 RETURNS TABLE(key text, level smallint, used bigint, most bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT u.key, u.level, coalesce(app.held(u.company_id, u.key), u.used), app.limit_of(u.company_id, u.key)
  FROM app.usage u JOIN app.companies c ON c.id = u.company_id AND c.deleted_at IS NULL
  WHERE u.company_id = p_company AND u.level > u.told ORDER BY u.key
$function$;
ALTER FUNCTION app.limits_to_tell OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.limits_to_tell TO app_worker;

CREATE OR REPLACE FUNCTION app.link_records(p_company uuid, p_records uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  DELETE FROM app.record_links l USING unnest(p_records) p (id) WHERE l.company_id = p_company AND l.record_id = p.id;
  INSERT INTO app.record_links (company_id, record_id, register, field, position, person_register, person_id, target_register, target_id,
      system_id, control_id, exhibit, matter_id)
    SELECT r.company_id, r.id, r.register, f.field, e.position, CASE WHEN t.type = 'person' THEN 'people' END,
      CASE WHEN t.type = 'person' THEN e.value::uuid END, CASE WHEN t.type = 'record' THEN f.target END,
      CASE WHEN t.type = 'record' THEN e.value::uuid END, CASE WHEN t.type = 'system' THEN e.value::uuid END,
      CASE WHEN t.type = 'control' THEN e.value END, CASE WHEN t.type = 'exhibit' THEN substr(e.value, 4)::bigint END, r.matter_id
    FROM unnest(p_records) p (id)
    CROSS JOIN LATERAL (SELECT r.company_id, r.id, r.register, r.fields, r.matter_id FROM app.records r WHERE r.company_id = p_company
      AND r.id = p.id OFFSET 0) r
    JOIN app.register_fields f ON f.register = r.register AND r.fields ? f.field
    CROSS JOIN LATERAL (SELECT coalesce(f.item, f.type) AS type) t
    CROSS JOIN LATERAL (SELECT x.value, x.ordinality AS position FROM jsonb_array_elements_text(CASE WHEN f.type = 'list'
      THEN r.fields -> f.field ELSE jsonb_build_array(r.fields -> f.field) END) WITH ORDINALITY x) e
    WHERE t.type IN ('person', 'record', 'system', 'control', 'exhibit');
  IF EXISTS (SELECT FROM unnest(p_records) p (id) CROSS JOIN LATERAL (SELECT l.company_id, l.exhibit, l.matter_id FROM app.record_links l
      WHERE l.company_id = p_company AND l.record_id = p.id OFFSET 0) l
      JOIN app.evidence e ON e.company_id = l.company_id AND e.number = l.exhibit
      WHERE e.matter_id IS NOT NULL AND e.matter_id IS DISTINCT FROM l.matter_id) THEN
    RAISE EXCEPTION 'an exhibit is under privilege' USING ERRCODE = '23503', CONSTRAINT = 'record_links_exhibit';
  END IF;
  IF EXISTS (SELECT FROM unnest(p_records) p (id) CROSS JOIN LATERAL (SELECT l.company_id, l.target_id, l.matter_id FROM app.record_links l
      WHERE l.company_id = p_company AND l.record_id = p.id OFFSET 0) l
      JOIN app.records t ON t.company_id = l.company_id AND t.id = l.target_id
      WHERE t.matter_id IS NOT NULL AND t.matter_id IS DISTINCT FROM l.matter_id) THEN
    RAISE EXCEPTION 'a record is of another matter' USING ERRCODE = '23503', CONSTRAINT = 'record_links_record';
  END IF;
END $function$;
ALTER FUNCTION app.link_records OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.link_to_finish(p_company uuid, p_id uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT x.connection_id FROM app.link_attempts x
  JOIN app.connections k ON k.company_id = x.company_id AND k.id = x.connection_id AND k.state <> 'disconnected'
  JOIN app.companies c ON c.id = x.company_id AND c.deleted_at IS NULL
  WHERE x.company_id = p_company AND x.id = p_id AND x.ready_at IS NOT NULL
$function$;
ALTER FUNCTION app.link_to_finish OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.link_to_finish TO app_worker;

CREATE OR REPLACE FUNCTION app.list_evidence(p_filters jsonb, p_now timestamp with time zone, p_at timestamp with time zone, p_place bigint, p_back boolean, p_limit integer)
 RETURNS TABLE(number bigint, at timestamp with time zone, place bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
#variable_conflict use_column
DECLARE
  c_walked CONSTANT integer := 4000;
  c_rare CONSTANT integer := 3000;
  v_company uuid := app.tenant();
  v_matters uuid[] := app.my_matters();
  v_wanted integer := least(greatest(p_limit, 1), 1001);
  v_under text[] := ARRAY(SELECT jsonb_array_elements_text(coalesce(p_filters -> 'under', '[]')));
  v_named text[] := ARRAY(SELECT jsonb_array_elements_text(coalesce(p_filters -> 'named', '[]')));
  v_fresh text := p_filters ->> 'freshness';
  v_pattern text := p_filters ->> 'pattern';
  v_key text := CASE WHEN v_fresh IN ('current', 'expiring', 'expired') THEN 'valid_until'
    WHEN p_filters ?| ARRAY['from', 'to'] AND v_fresh IS NULL THEN 'collected_at' END;
  v_low timestamptz := CASE v_key WHEN 'collected_at' THEN (p_filters ->> 'from')::timestamptz
    WHEN 'valid_until' THEN CASE WHEN v_fresh <> 'expired' THEN p_now END END;
  v_high timestamptz := CASE v_key WHEN 'collected_at' THEN (p_filters ->> 'to')::timestamptz
    WHEN 'valid_until' THEN CASE v_fresh WHEN 'expiring' THEN p_now + interval '30 days' WHEN 'expired' THEN p_now END END;
  v_up boolean := coalesce(v_fresh IN ('current', 'expiring'), false) <> p_back;
  v_word text := CASE WHEN v_up THEN 'ASC' ELSE 'DESC' END;
  v_after text; v_where text; v_lead text; v_leads text[]; v_met bigint; v_fits text; v_columns text; v_walk text; v_walks text[]; v_walked integer; v_control text;
  v_numbers bigint[] := '{}'; v_ats timestamptz[] := '{}'; v_places bigint[] := '{}';
  v_n bigint[]; v_a timestamptz[]; v_p bigint[]; v_end bigint; v_end_at timestamptz; v_stop bigint; v_stop_at timestamptz;
BEGIN
  IF v_company IS NULL THEN RETURN; END IF;
  -- What an item must be, whichever index led to it.
  -- Nothing privileged is found by its words, not even by its access list, unless the matter is named.
  v_where := CASE WHEN p_filters ? 'pattern' AND NOT p_filters ? 'matter' THEN 'e.matter_id IS NULL'
      ELSE format('(e.matter_id IS NULL OR e.matter_id = ANY (%L::uuid[]))', v_matters) END
    || coalesce(' AND e.type = ' || quote_literal(p_filters ->> 'type'), '')
    || coalesce(' AND e.source = ' || quote_literal(p_filters ->> 'source'), '')
    || coalesce(' AND e.filed_by = ' || quote_literal(p_filters ->> 'person'), '')
    || coalesce(' AND e.collected_at >= ' || quote_literal(p_filters ->> 'from'), '')
    || coalesce(' AND e.collected_at < ' || quote_literal(p_filters ->> 'to'), '')
    || coalesce(' AND e.matter_id = ' || quote_literal(p_filters ->> 'matter'), '')
    || CASE WHEN v_fresh = 'withdrawn' AND app.audited() IS NULL THEN ' AND e.withdrawal_id IS NOT NULL' WHEN v_fresh = 'withdrawn' THEN ' AND false' ELSE ' AND e.withdrawal_id IS NULL' END
    || CASE WHEN p_filters ? 'privileged' THEN ' AND e.matter_id IS NOT NULL' ELSE '' END
    || CASE v_fresh WHEN 'current' THEN format(' AND e.valid_until > %L', p_now)
      WHEN 'expiring' THEN format(' AND e.valid_until > %L AND e.valid_until <= %L', p_now, p_now + interval '30 days')
      WHEN 'expired' THEN format(' AND e.valid_until <= %L', p_now) ELSE '' END
    || CASE WHEN v_key = 'valid_until' THEN format(' AND (SELECT true FROM app.evidence s WHERE s.company_id = %L AND s.supersedes = e.id AND (s.matter_id IS NULL OR s.matter_id = ANY (%L::uuid[])) LIMIT 1) IS NULL', v_company, v_matters) ELSE '' END
    -- What took its place is under a privilege still: off the access list it has not been superseded.
    || CASE WHEN v_fresh = 'superseded' THEN format(' AND (SELECT s.matter_id IS NULL OR s.matter_id = ANY (%L::uuid[]) FROM app.evidence s WHERE s.company_id = %L AND s.supersedes = e.id LIMIT 1)', v_matters, v_company) ELSE '' END
    -- What is filed under no control is in no project that anybody audits.
    || CASE WHEN app.audited() IS NOT NULL THEN format(' AND (SELECT true FROM app.evidence_controls k WHERE k.company_id = %L AND k.evidence_id = e.id AND k.set_aside_by IS NULL LIMIT 1)', v_company) ELSE '' END;
  v_control := format('(SELECT true FROM app.evidence_controls k WHERE k.company_id = %1$L AND k.evidence_id = e.id AND k.control_id = ANY (%%1$L::text[]) AND (k.set_aside_by IS NULL OR k.set_aside_by = e.withdrawal_id) LIMIT 1)'
    || ' OR e.matter_id IS NOT NULL AND (SELECT true FROM app.privileged_controls k WHERE k.company_id = %1$L AND k.evidence_id = e.id AND k.control_id = ANY (%%1$L::text[]) LIMIT 1)', v_company);
  v_fits := v_where || CASE WHEN cardinality(v_under) > 0 THEN format(' AND (' || v_control || ')', v_under) ELSE '' END
    || coalesce(' AND (lower(e.name) LIKE ' || quote_literal(v_pattern)
      || CASE WHEN cardinality(v_named) > 0 THEN format(' OR ' || v_control, v_named) ELSE '' END || ')', '');
  -- Where the list goes on.
  v_after := CASE
    WHEN p_place IS NULL THEN ''
    WHEN v_key IS NOT NULL THEN format(' AND (e.%I, e.number) %s (%L, %L)', v_key, CASE WHEN v_up THEN '>' ELSE '<' END, p_at, p_place)
    ELSE format(' AND %%1$s.number %s %L', CASE WHEN v_up THEN '>' ELSE '<' END, p_place) END;
  v_columns := 'e.id, e.number, e.name, e.type, e.source, e.filed_by, e.collected_at, e.valid_until, e.matter_id, e.withdrawal_id';
  IF v_fresh = 'superseded' THEN
    v_walks := ARRAY[format('SELECT %1$s, NULL::timestamptz AS at, s.number AS place FROM app.evidence s CROSS JOIN LATERAL'
      || ' (SELECT * FROM app.evidence o WHERE o.company_id = %2$L AND o.id = s.supersedes LIMIT 1) e'
      || ' WHERE s.company_id = %2$L AND s.supersedes IS NOT NULL%3$s ORDER BY s.number %4$s', v_columns, v_company, format(v_after, 's'), v_word)];
  ELSIF v_key IS NOT NULL THEN
    v_walks := ARRAY[format('SELECT %1$s, e.%2$I AS at, e.number AS place FROM app.evidence e WHERE e.company_id = %3$L%4$s ORDER BY e.%2$I %5$s, e.number %5$s',
      v_columns, v_key, v_company, v_after
        -- On the side where the list begins its place is the tighter bound, and two would be one too many for the index.
        || CASE WHEN v_low IS NULL OR v_up AND p_place IS NOT NULL THEN '' ELSE format(' AND e.%I %s %L', v_key, CASE v_key WHEN 'valid_until' THEN '>' ELSE '>=' END, v_low) END
        || CASE WHEN v_high IS NULL OR NOT v_up AND p_place IS NOT NULL THEN '' ELSE format(' AND e.%I %s %L', v_key, CASE v_key WHEN 'valid_until' THEN '<=' ELSE '<' END, v_high) END,
      v_word)];
  ELSIF p_filters ? 'privileged' OR p_filters ? 'matter' THEN
    v_walks := ARRAY(SELECT format('SELECT %s, NULL::timestamptz AS at, e.number AS place FROM app.evidence e WHERE e.company_id = %L AND e.matter_id = %L%s ORDER BY e.number %s',
      v_columns, v_company, m, format(v_after, 'e'), v_word) FROM unnest(v_matters) m WHERE coalesce(m::text = p_filters ->> 'matter', true));
  ELSIF cardinality(v_under) BETWEEN 1 AND 5 THEN
    -- A join would be free to read all of a company's items by their numbers; LIMIT keeps it a look-up for each link.
    v_walks := ARRAY(SELECT format('SELECT %1$s, NULL::timestamptz AS at, e.number AS place FROM app.%2$I k CROSS JOIN LATERAL'
      || ' (SELECT * FROM app.evidence o WHERE o.company_id = %3$L AND o.number = k.number LIMIT 1) e'
      || ' WHERE k.company_id = %3$L AND k.control_id = %4$L AND (k.set_aside_by IS NULL OR k.set_aside_by = e.withdrawal_id)%5$s ORDER BY k.number %6$s', v_columns, links, v_company, control, format(v_after, 'k'), v_word)
      FROM unnest(v_under) control CROSS JOIN unnest(CASE WHEN cardinality(v_matters) > 0
        THEN ARRAY['evidence_controls', 'privileged_controls'] ELSE ARRAY['evidence_controls'] END) links);
  ELSIF p_filters ? 'person' THEN
    -- Items are numbered in the order of their filing.
    v_walks := ARRAY[format('SELECT %1$s, NULL::timestamptz AS at, e.number AS place FROM app.evidence e WHERE e.company_id = %2$L AND e.filed_by = %3$L%4$s ORDER BY e.filed_at %5$s, e.number %5$s',
      v_columns, v_company, p_filters ->> 'person', CASE WHEN p_place IS NULL THEN '' ELSE format(
        ' AND (e.filed_at, e.number) %1$s ((SELECT x.filed_at FROM app.evidence x WHERE x.company_id = %2$L AND x.number = %3$L), %3$L)',
        CASE WHEN v_up THEN '>' ELSE '<' END, v_company, p_place) END, v_word)];
  ELSE
    v_walks := ARRAY[format('SELECT %s, NULL::timestamptz AS at, e.number AS place FROM app.evidence e WHERE e.company_id = %L%s%s ORDER BY e.number %s',
      v_columns, v_company, format(v_after, 'e'), coalesce(' AND e.source = ' || quote_literal(p_filters ->> 'source'), ' AND e.type = ' || quote_literal(p_filters ->> 'type'), ''), v_word)];
  END IF;
  -- Looked up one by one, an item costs more than the next of an index.
  v_walked := CASE WHEN v_pattern ~ '[[:alnum:]]{3}' OR v_fresh = 'superseded' OR cardinality(v_under) BETWEEN 1 AND 5 THEN c_walked / 2 ELSE c_walked END / greatest(cardinality(v_walks), 1);
  FOREACH v_walk IN ARRAY v_walks LOOP
    EXECUTE format('SELECT array_agg(x.number), array_agg(x.at), array_agg(x.place) FROM (SELECT e.number, e.at, e.place FROM (%s LIMIT %s) e WHERE %s LIMIT %s) x',
      v_walk, v_walked, v_fits, v_wanted) INTO v_n, v_a, v_p;
    v_numbers := v_numbers || coalesce(v_n, '{}'); v_ats := v_ats || coalesce(v_a, '{}'); v_places := v_places || coalesce(v_p, '{}');
    IF coalesce(cardinality(v_n), 0) < v_wanted THEN
      EXECUTE format('SELECT w.at, w.place FROM (%s OFFSET %s LIMIT 1) w', v_walk, v_walked - 1) INTO v_end_at, v_end;
      IF v_end IS NOT NULL AND (v_stop IS NULL OR v_end <> v_stop AND v_up = (v_end < v_stop)) THEN
        v_stop := v_end; v_stop_at := v_end_at;
      END IF;
    END IF;
  END LOOP;
  IF v_stop IS NOT NULL AND cardinality(v_numbers) < v_wanted THEN
    v_leads := array_remove(ARRAY[CASE WHEN v_fresh = 'withdrawn' THEN 'e.withdrawal_id IS NOT NULL' END, 'e.source = ' || quote_literal(p_filters ->> 'source'), 'e.filed_by = ' || quote_literal(p_filters ->> 'person'),
      'e.type = ' || quote_literal(p_filters ->> 'type'),
      CASE WHEN cardinality(v_under) BETWEEN 1 AND 5 THEN format('e.number = ANY (ARRAY(SELECT k.number FROM app.evidence_controls k WHERE k.company_id = %1$L'
        || ' AND k.control_id = ANY (%2$L) UNION ALL SELECT k.number FROM app.privileged_controls k WHERE k.company_id = %1$L AND k.control_id = ANY (%2$L) LIMIT %3$s))',
        v_company, v_under, c_rare + 1) END,
      CASE WHEN p_filters ?& ARRAY['from', 'to'] THEN format('e.collected_at >= %L AND e.collected_at < %L', p_filters ->> 'from', p_filters ->> 'to') END], NULL);
    FOREACH v_lead IN ARRAY v_leads LOOP
      EXECUTE format('SELECT count(*) FROM (SELECT e.number FROM app.evidence e WHERE e.company_id = %L AND %s LIMIT %s) x', v_company, v_lead, c_rare + 1) INTO v_met;
      IF v_met <= c_rare THEN
        EXECUTE format('SELECT array_agg(x.number), array_agg(x.at), array_agg(x.place) FROM (SELECT g.number, g.at, g.place FROM (SELECT e.number, %1$s AS at, %2$s AS place'
          || ' FROM app.evidence e WHERE e.company_id = %3$L AND %4$s AND %5$s OFFSET 0) g WHERE g.place IS NOT NULL%6$s ORDER BY g.at %7$s, g.place %7$s LIMIT %8$s) x',
          coalesce('e.' || v_key, 'NULL::timestamptz'), CASE WHEN v_fresh = 'superseded' THEN
            format('(SELECT s.number FROM app.evidence s WHERE s.company_id = %L AND s.supersedes = e.id LIMIT 1)', v_company) ELSE 'e.number' END,
          v_company, v_lead, v_fits, CASE WHEN p_place IS NULL THEN '' ELSE format(CASE WHEN v_key IS NULL THEN ' AND g.place %1$s %3$L' ELSE ' AND (g.at, g.place) %1$s (%2$L, %3$L)' END,
            CASE WHEN v_up THEN '>' ELSE '<' END, p_at, p_place) END, v_word, v_wanted) INTO v_numbers, v_ats, v_places;
        v_numbers := coalesce(v_numbers, '{}'); v_ats := coalesce(v_ats, '{}'); v_places := coalesce(v_places, '{}');
        v_stop := NULL;
        EXIT;
      END IF;
    END LOOP;
  END IF;
  -- Words that are not among the first. Without three letters in a row there is no trigram to look up.
  IF v_stop IS NOT NULL AND cardinality(v_numbers) < v_wanted AND v_pattern ~ '[[:alnum:]]{3}' AND coalesce(v_fresh <> 'superseded', true)
    AND (cardinality(v_named) = 0 OR v_key IS NULL AND cardinality(v_under) = 0) THEN
    EXECUTE format('WITH hits AS MATERIALIZED (SELECT e.number, %1$s AS at FROM app.evidence e WHERE e.company_id = %2$L AND lower(e.name || '' '' || e.source) LIKE %8$L AND lower(e.name) LIKE %3$L%4$s AND %5$s LIMIT %6$s)'
      || ' SELECT array_agg(h.number), array_agg(h.at), array_agg(h.number) FROM (SELECT hits.number, hits.at FROM hits ORDER BY hits.at %7$s, hits.number %7$s) h',
      coalesce('e.' || v_key, 'NULL::timestamptz'), v_company, v_pattern, format(v_after, 'e'), v_where
        || CASE WHEN cardinality(v_under) > 0 THEN format(' AND (' || v_control || ')', v_under) ELSE '' END, c_rare + 1, v_word, app.look_up_by(v_company, v_pattern, c_rare)) INTO v_n, v_a, v_p;
    IF coalesce(cardinality(v_n), 0) <= c_rare THEN
      v_numbers := coalesce(v_n, '{}'); v_ats := coalesce(v_a, '{}'); v_places := coalesce(v_p, '{}');
      v_stop := NULL; v_stop_at := NULL;
      FOREACH v_control IN ARRAY v_named LOOP
        v_walk := format('SELECT %1$s, NULL::timestamptz AS at, e.number AS place FROM app.evidence_controls k CROSS JOIN LATERAL'
          || ' (SELECT * FROM app.evidence o WHERE o.company_id = %2$L AND o.number = k.number LIMIT 1) e'
          || ' WHERE k.company_id = %2$L AND k.control_id = %3$L AND (k.set_aside_by IS NULL OR k.set_aside_by = e.withdrawal_id)%4$s ORDER BY k.number %5$s', v_columns, v_company, v_control, format(v_after, 'k'), v_word);
        v_walked := c_walked / cardinality(v_named);
        EXECUTE format('SELECT array_agg(x.number), array_agg(x.at), array_agg(x.place) FROM (SELECT e.number, e.at, e.place FROM (%s LIMIT %s) e WHERE %s LIMIT %s) x',
          v_walk, v_walked, v_where, v_wanted) INTO v_n, v_a, v_p;
        v_numbers := v_numbers || coalesce(v_n, '{}'); v_ats := v_ats || coalesce(v_a, '{}'); v_places := v_places || coalesce(v_p, '{}');
        IF coalesce(cardinality(v_n), 0) < v_wanted THEN
          EXECUTE format('SELECT w.place FROM (%s OFFSET %s LIMIT 1) w', v_walk, v_walked - 1) INTO v_end;
          IF v_end IS NOT NULL AND (v_stop IS NULL OR v_end <> v_stop AND v_up = (v_end < v_stop)) THEN v_stop := v_end; END IF;
        END IF;
      END LOOP;
    END IF;
  END IF;
  -- Beyond where one walk stopped, another may have found what is not next.
  RETURN QUERY SELECT o.number, o.at, o.place FROM (
      SELECT DISTINCT f.number, f.at, f.place FROM unnest(v_numbers, v_ats, v_places) f (number, at, place)
      WHERE v_key IS NOT NULL OR v_stop IS NULL OR v_up = (f.place < v_stop) OR f.place = v_stop) o
    ORDER BY CASE WHEN v_up THEN o.at END, CASE WHEN v_up THEN o.place END, o.at DESC, o.place DESC LIMIT v_wanted;
  GET DIAGNOSTICS v_walked = ROW_COUNT;
  IF v_walked < v_wanted AND v_stop IS NOT NULL THEN RETURN QUERY SELECT NULL::bigint, v_stop_at, v_stop; END IF;
END $function$;
ALTER FUNCTION app.list_evidence OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.list_evidence TO app_auditor, app_user;

CREATE OR REPLACE FUNCTION app.list_first_days()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  UPDATE app.listed_people x SET (starts_at, added_at) = (d.starts_at, d.added_at)
    FROM (SELECT r.company_id, r.id, coalesce(k.starts_at, r.fields ->> 'startsAt')::timestamptz AS starts_at, coalesce(k.added_at, r.created_at) AS added_at
      FROM (SELECT DISTINCT w.company_id, w.person_id FROM written w) w
      JOIN app.records r ON r.company_id = w.company_id AND r.id = w.person_id
      LEFT JOIN app.first_days k ON k.company_id = r.company_id AND k.person_id = r.id) d
    WHERE x.company_id = d.company_id AND x.person_id = d.id AND (x.starts_at, x.added_at) IS DISTINCT FROM (d.starts_at, d.added_at);
  RETURN NULL;
END $function$;
ALTER FUNCTION app.list_first_days OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.list_overrides()
 RETURNS TABLE(key text, company_id uuid, company text, enabled boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT o.key, o.company_id, c.name, o.enabled FROM app.feature_overrides o JOIN app.companies c ON c.id = o.company_id
  WHERE (SELECT app.is_platform_admin()) ORDER BY o.key, c.name, c.id
$function$;
ALTER FUNCTION app.list_overrides OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.list_overrides TO app_user;

CREATE OR REPLACE FUNCTION app.list_passes(p_company uuid, p_people uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_former integer[];
BEGIN
  v_former := ARRAY(SELECT DISTINCT p.alike FROM app.listed_people p WHERE p.company_id = p_company AND p.person_id = ANY (p_people));
  UPDATE app.listed_people p SET (passed, passed_at, passed_first, passed_last, imported, imported_at, imported_first, imported_last) =
      (x.passed, x.passed_at, x.passed_first, x.passed_last, x.imported, x.imported_at, x.imported_first, x.imported_last)
    FROM (SELECT i.id, coalesce(string_agg(n.course, ' ' ORDER BY n.course) FILTER (WHERE n.source = 'quiz'), '') AS passed,
        coalesce(array_agg(n.at ORDER BY n.course) FILTER (WHERE n.source = 'quiz'), '{}') AS passed_at,
        min(n.at) FILTER (WHERE n.source = 'quiz') AS passed_first, max(n.at) FILTER (WHERE n.source = 'quiz') AS passed_last,
        coalesce(string_agg(n.course, ' ' ORDER BY n.course) FILTER (WHERE n.source = 'import'), '') AS imported,
        coalesce(array_agg(n.at ORDER BY n.course) FILTER (WHERE n.source = 'import'), '{}') AS imported_at,
        min(n.at) FILTER (WHERE n.source = 'import') AS imported_first, max(n.at) FILTER (WHERE n.source = 'import') AS imported_last
      FROM unnest(p_people) i (id) LEFT JOIN LATERAL (SELECT c.course, c.source, max(c.completed_at) AS at FROM app.completions c
        WHERE c.company_id = p_company AND c.person_id = i.id AND c.passed AND (c.source <> 'quiz' OR c.vouched IS NOT NULL) AND c.undone_at IS NULL
        GROUP BY c.course, c.source) n ON true GROUP BY i.id) x
    WHERE p.company_id = p_company AND p.person_id = x.id AND (p.passed, p.passed_at, p.passed_first, p.passed_last, p.imported, p.imported_at, p.imported_first, p.imported_last)
      IS DISTINCT FROM (x.passed, x.passed_at, x.passed_first, x.passed_last, x.imported, x.imported_at, x.imported_first, x.imported_last);
  PERFORM app.number_people(p_company, p_people, v_former);
END $function$;
ALTER FUNCTION app.list_passes OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.list_people(p_company uuid, p_people uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_added uuid[]; v_gone uuid[]; v_former integer[]; v record;
BEGIN
  v_former := ARRAY(SELECT DISTINCT p.alike FROM app.listed_people p WHERE p.company_id = p_company AND p.person_id = ANY (p_people));
  v_gone := ARRAY(SELECT i.id FROM unnest(p_people) i (id) LEFT JOIN LATERAL (SELECT true AS found FROM app.records r WHERE r.company_id = p_company
    AND r.id = i.id AND r.register = 'people' AND r.ended_at IS NULL AND r.matter_id IS NULL OFFSET 0) r ON true WHERE r.found IS NULL);
  DELETE FROM app.listed_people p WHERE p.company_id = p_company AND p.person_id = ANY (v_gone);
  v_added := ARRAY(SELECT i.id FROM unnest(p_people) i (id) LEFT JOIN LATERAL (SELECT true AS found FROM app.listed_people p
    WHERE p.company_id = p_company AND p.person_id = i.id OFFSET 0) p ON true WHERE p.found IS NULL);
  PERFORM app.number_alike(p_company, array_agg(x.kind), array_agg(x.job_title), array_agg(''::text), array_agg(''::text))
    FROM (SELECT DISTINCT n.kind, n.job_title FROM app.people_columns(p_company, v_added) n) x;
  INSERT INTO app.listed_people AS x (company_id, person_id, number, name, kind, job_title, starts_at, added_at, ends_at, reach, alike)
    SELECT p_company, n.person_id, n.number, n.name, n.kind, n.job_title, n.starts_at, n.added_at, n.ends_at, n.reach, coalesce(own.alike, a.number)
    FROM app.people_columns(p_company, p_people) n
    LEFT JOIN LATERAL (SELECT p.alike FROM app.listed_people p WHERE p.company_id = p_company AND p.person_id = n.person_id OFFSET 0) own ON true
    LEFT JOIN LATERAL (SELECT a.number FROM app.people_alike a WHERE a.company_id = p_company AND md5(a.job_title) = md5(n.job_title)
      AND a.kind = n.kind AND a.passed = '' AND a.imported = '' OFFSET 0) a ON own.alike IS NULL
    ON CONFLICT (company_id, person_id) DO UPDATE SET (name, kind, job_title, starts_at, ends_at, added_at, reach) =
        (excluded.name, excluded.kind, excluded.job_title, excluded.starts_at, excluded.ends_at, excluded.added_at, excluded.reach)
      WHERE (x.name, x.kind, x.job_title, x.starts_at, x.ends_at, x.added_at, x.reach) IS DISTINCT FROM
        (excluded.name, excluded.kind, excluded.job_title, excluded.starts_at, excluded.ends_at, excluded.added_at, excluded.reach);
  -- Who is new has passed and acknowledged nothing yet, but for who came back.
  IF EXISTS (SELECT FROM unnest(v_added) i (id) CROSS JOIN LATERAL (SELECT FROM app.completions c WHERE c.company_id = p_company AND c.person_id = i.id LIMIT 1) c) THEN
    PERFORM app.list_passes(p_company, v_added);
  END IF;
  SELECT array_agg(a.person_id) AS people, array_agg(a.version_id) AS versions, array_agg(a.sha256) AS texts INTO v FROM unnest(v_added) i (id)
    JOIN app.acknowledgments a ON a.company_id = p_company AND a.person_id = i.id AND a.vouched IS NOT NULL;
  IF v.people IS NOT NULL THEN PERFORM app.list_texts(p_company, v.people, v.versions, v.texts); END IF;
  PERFORM app.number_people(p_company, p_people, v_former);
END $function$;
ALTER FUNCTION app.list_people OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.list_requests(p_open boolean, p_kind text, p_search text, p_after timestamp with time zone, p_after_id uuid, p_limit integer)
 RETURNS TABLE(id uuid, kind text, name text, email text, company text, about text, created_at timestamp with time zone, answer_due_at timestamp with time zone, answered_at timestamp with time zone, outcome text, answered_by text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT r.id, r.kind, r.name, r.email, r.company, r.about, r.created_at, r.answer_due_at, r.answered_at, a.outcome, a.answered_by
  FROM app.all_requests() r LEFT JOIN LATERAL (SELECT x.outcome, x.answered_by FROM app.request_answers x
    WHERE x.request_id = r.id AND r.answered_at IS NOT NULL ORDER BY x.at DESC LIMIT 1) a ON true
  WHERE (r.answered_at IS NULL) = p_open AND (p_kind = '' OR r.kind = p_kind)
    AND (p_search = '' OR position(lower(p_search) IN lower(concat_ws(' ', r.name, r.email, r.company, r.about))) > 0)
    AND (p_after IS NULL OR CASE WHEN p_open THEN (r.created_at, r.id) > (p_after, p_after_id)
      ELSE (r.created_at, r.id) < (p_after, p_after_id) END)
  ORDER BY CASE WHEN p_open THEN r.created_at END, CASE WHEN p_open THEN r.id END,
    CASE WHEN NOT p_open THEN r.created_at END DESC, CASE WHEN NOT p_open THEN r.id END DESC
  LIMIT least(p_limit, 200)
$function$;
ALTER FUNCTION app.list_requests OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.list_requests TO app_user;

CREATE OR REPLACE FUNCTION app.list_texts(p_company uuid, p_people uuid[], p_versions uuid[], p_sha256 text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_text record;
BEGIN
  FOR v_text IN SELECT a.person, t.number / 32 + 1 AS word, bit_or(1::bigint << t.number % 32) AS bits
      FROM unnest(p_people, p_versions, p_sha256) a (person, version, sha256)
      CROSS JOIN LATERAL (SELECT v.policy_id FROM app.policy_versions v WHERE v.company_id = p_company AND v.id = a.version AND v.sha256 = a.sha256 OFFSET 0) x
      LEFT JOIN LATERAL (SELECT t.number FROM app.policy_texts t WHERE t.company_id = p_company AND t.policy_id = x.policy_id AND t.sha256 = a.sha256
        OFFSET 0) t ON true GROUP BY 1, 2 ORDER BY 2 NULLS FIRST LOOP
    -- The first acknowledgment of a text gives it its number.
    IF v_text.word IS NULL THEN
      PERFORM app.number_texts(p_company, p_versions);
      PERFORM app.list_texts(p_company, p_people, p_versions, p_sha256);
      RETURN;
    END IF;
    UPDATE app.listed_people p SET texts[v_text.word] = coalesce(p.texts[v_text.word], 0) | v_text.bits
      WHERE p.company_id = p_company AND p.person_id = v_text.person AND coalesce(p.texts[v_text.word], 0) & v_text.bits <> v_text.bits;
  END LOOP;
END $function$;
ALTER FUNCTION app.list_texts OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.list_users(p_search text, p_after text, p_limit integer)
 RETURNS TABLE(id uuid, email text, first_name text, last_name text, platform_role text, created_at timestamp with time zone, last_sign_in_at timestamp with time zone, has_second_factor boolean, disabled_at timestamp with time zone, companies bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT u.id, u.email, u.first_name, u.last_name,
    CASE WHEN EXISTS (SELECT FROM app.platform_admins p WHERE p.id = u.id) THEN 'admin' ELSE coalesce(b.platform_role, 'manager') END,
    u.created_at, (SELECT s.at FROM auth.sign_ins s WHERE s.user_id = u.id AND s.outcome = 'signed-in' ORDER BY s.at DESC LIMIT 1),
    EXISTS (SELECT FROM auth.totp_secrets t WHERE t.user_id = u.id AND t.confirmed_at IS NOT NULL)
      OR EXISTS (SELECT FROM auth.passkeys k WHERE k.user_id = u.id),
    b.disabled_at, (SELECT count(*) FROM app.company_members m WHERE m.user_id = u.id AND m.status = 'active')
  FROM auth.users u LEFT JOIN app.account_bounds b ON b.user_id = u.id
  WHERE (SELECT app.is_platform_admin()) AND u.email > p_after
    AND (p_search = '' OR position(lower(p_search) IN u.email) > 0
      OR position(lower(p_search) IN lower(u.first_name || ' ' || u.last_name)) > 0)
  ORDER BY u.email LIMIT least(p_limit, 200)
$function$;
ALTER FUNCTION app.list_users OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.list_users TO app_user;

CREATE OR REPLACE FUNCTION app.list_written_passes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v record;
BEGIN
  FOR v IN SELECT w.company_id, array_agg(DISTINCT w.person_id) AS ids FROM written w GROUP BY w.company_id LOOP
    PERFORM app.list_passes(v.company_id, v.ids);
  END LOOP;
  RETURN NULL;
END $function$;
ALTER FUNCTION app.list_written_passes OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.list_written_people()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v record;
BEGIN
  FOR v IN SELECT w.company_id, array_agg(w.id) AS ids FROM written w WHERE w.register = 'people' GROUP BY w.company_id LOOP
    PERFORM app.list_people(v.company_id, v.ids);
  END LOOP;
  RETURN NULL;
END $function$;
ALTER FUNCTION app.list_written_people OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.list_written_texts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v record;
BEGIN
  FOR v IN SELECT w.company_id, array_agg(w.person_id) AS people, array_agg(w.version_id) AS versions, array_agg(w.sha256) AS texts FROM written w
      WHERE w.vouched IS NOT NULL GROUP BY w.company_id LOOP
    PERFORM app.list_texts(v.company_id, v.people, v.versions, v.texts);
  END LOOP;
  RETURN NULL;
END $function$;
ALTER FUNCTION app.list_written_texts OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.lock_invitation(p_sha256 bytea, p_id uuid)
 RETURNS app.company_invitations
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_row app.company_invitations;
BEGIN
  SELECT i.* INTO v_row FROM app.company_invitations i
  WHERE (i.company_id, i.id) IN (SELECT company_id, invitation_id FROM app.invitation_links WHERE token_sha256 = p_sha256)
    OR i.id = p_id AND i.email = (SELECT email FROM auth.users WHERE id = app.uid())
  FOR UPDATE;
  RETURN v_row;
END $function$;
ALTER FUNCTION app.lock_invitation OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.lock_ledger(OUT company uuid, OUT size bigint, OUT at timestamp with time zone, OUT evidence_count bigint)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  SELECT h.company_id, h.size, greatest(date_trunc('milliseconds', clock_timestamp()), h.last_at), h.evidence_count
    INTO company, size, at, evidence_count
    FROM app.ledger_heads h WHERE h.company_id = coalesce(app.tenant(), app.audited()) FOR UPDATE;
  IF company IS NULL THEN RAISE EXCEPTION 'permission denied: no company in this transaction' USING ERRCODE = '42501'; END IF;
END $function$;
ALTER FUNCTION app.lock_ledger OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.look_up_by(p_company uuid, p_pattern text, p_few integer)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_seqscan TO 'off'
AS $function$
DECLARE
  v_parts text[] := ARRAY(SELECT part FROM regexp_split_to_table(p_pattern, '[^[:alnum:]]+') part WHERE part <> ''
    ORDER BY part ~ '[0-9]' AND length(part) > 2 DESC, length(part) DESC);
  v_part text := '%' || v_parts[1] || '%';
  v_met integer;
BEGIN
  IF cardinality(v_parts) < 2 OR length(v_parts[1]) < 3 THEN RETURN p_pattern; END IF;
  -- A limit that the planner does not see: it would walk all items for the first few.
  SELECT count(*) INTO v_met FROM (SELECT FROM app.evidence e
    WHERE e.company_id = p_company AND lower(e.name || ' ' || e.source) LIKE v_part LIMIT (SELECT p_few + 1)) x;
  RETURN CASE WHEN v_met <= p_few THEN v_part ELSE p_pattern END;
END $function$;
ALTER FUNCTION app.look_up_by OWNER TO app_owner;
GRANT EXECUTE ON FUNCTION app.look_up_by TO app_definer;

CREATE OR REPLACE FUNCTION app.manages_alone(p_company uuid, p_user uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  IF NOT coalesce((SELECT bool_and(m.user_id = p_user) FROM app.company_members m LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
    WHERE m.company_id = p_company AND m.status = 'active' AND m.role IN ('owner', 'admin') AND b.disabled_at IS NULL
      -- As app.my_role says it: such an account is a member at most.
      AND b.platform_role IS DISTINCT FROM 'user'), false) THEN
    RETURN false;
  END IF;
  -- As app.could_lately says it, of this company.
  RETURN NOT EXISTS (SELECT FROM app.ledger_acts a WHERE a.company_id = p_company AND a.event IN ('member.roleChanged', 'member.removed', 'member.left')
    AND a.at > clock_timestamp() - interval '30 days' AND a.subject <> p_user::text
    AND coalesce(a.details::jsonb ->> 'before', a.details::jsonb ->> 'role') = ANY (ARRAY['owner', 'admin'])
    AND NOT EXISTS (SELECT FROM app.company_members m WHERE m.company_id = a.company_id AND m.user_id::text = a.subject
      AND m.status = 'active' AND m.role = ANY (ARRAY['owner', 'admin'])));
END $function$;
ALTER FUNCTION app.manages_alone OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.matter_sizes()
 RETURNS TABLE(matter_id uuid, people bigint, items bigint, last_filed_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT m.id, (SELECT count(*) FROM app.matter_access_list q WHERE q.company_id = m.company_id AND q.matter_id = m.id),
    CASE WHEN m.id = ANY (app.my_matters()) THEN (SELECT count(*) FROM app.evidence e WHERE e.company_id = m.company_id AND e.matter_id = m.id) END,
    CASE WHEN m.id = ANY (app.my_matters()) THEN (SELECT max(e.filed_at) FROM app.evidence e WHERE e.company_id = m.company_id AND e.matter_id = m.id) END
  FROM app.matters m WHERE m.company_id = app.tenant() AND (app.keeps_matters() OR m.id = ANY (app.my_matters()))
$function$;
ALTER FUNCTION app.matter_sizes OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.matter_sizes TO app_user;

CREATE OR REPLACE FUNCTION app.may_finish_import(p_company uuid, p_import uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT EXISTS (SELECT FROM app.imports i
    JOIN app.company_members m ON m.company_id = i.company_id AND m.user_id = i.requested_by
    LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
    WHERE i.company_id = p_company AND i.id = p_import AND m.status = 'active' AND m.role IN ('owner', 'admin', 'member')
      AND b.disabled_at IS NULL)
$function$;
ALTER FUNCTION app.may_finish_import OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.may_review(p_user uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT EXISTS (SELECT FROM app.company_members m LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
    WHERE m.company_id = app.tenant() AND m.user_id = p_user AND m.status = 'active' AND m.role IN ('owner', 'admin', 'member')
      AND b.disabled_at IS NULL)
$function$;
ALTER FUNCTION app.may_review OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.may_review TO app_user;

CREATE OR REPLACE FUNCTION app.may_vouch_alone()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ SELECT app.manages_alone(app.tenant(), app.uid()) $function$;
ALTER FUNCTION app.may_vouch_alone OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.may_vouch_alone TO app_user;

CREATE OR REPLACE FUNCTION app.mine_among(p_people uuid[])
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT coalesce(array_agg(a.id), '{}') FROM app.records a
  WHERE a.company_id = app.tenant() AND a.register = 'people' AND a.id = ANY (p_people)
    AND EXISTS (SELECT FROM auth.users u JOIN app.records o ON o.company_id = a.company_id AND o.register = 'people'
        AND lower(btrim(o.fields ->> 'email')) = lower(u.email)
      WHERE u.id = app.uid() AND (o.id = a.id OR lower(btrim(o.fields ->> 'email')) = lower(btrim(a.fields ->> 'email'))
        OR nullif(lower(btrim(o.fields ->> 'employeeId')), '') = lower(btrim(a.fields ->> 'employeeId'))))
$function$;
ALTER FUNCTION app.mine_among OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.mine_among TO app_user;

CREATE OR REPLACE FUNCTION app.my_companies()
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$SELECT coalesce(array_agg(m.company_id), '{}') FROM app.my_memberships() m$function$;
ALTER FUNCTION app.my_companies OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.my_companies TO app_auditor, app_user;

CREATE OR REPLACE FUNCTION app.my_invitations(p_now timestamp with time zone)
 RETURNS TABLE(id uuid, company_name text, inviter text, role text, expires_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT i.id, c.name, concat_ws(' ', p.first_name, p.last_name), i.role, i.expires_at
  FROM auth.users u JOIN app.company_invitations i ON i.email = u.email AND i.status = 'pending' AND i.expires_at > p_now
    JOIN app.companies c ON c.id = i.company_id LEFT JOIN app.profiles p ON p.id = i.invited_by
  WHERE u.id = app.uid() ORDER BY i.created_at
$function$;
ALTER FUNCTION app.my_invitations OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.my_invitations TO app_user;

CREATE OR REPLACE FUNCTION app.my_matters()
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_company uuid := nullif(current_setting('app.company_id', true), '')::uuid; v_matters uuid[];
BEGIN
  IF current_setting('app.without_privilege', true) = 'on' THEN RETURN '{}'; END IF;
  v_matters := ARRAY(SELECT q.matter_id FROM app.matter_access_list q
    WHERE q.company_id = v_company AND q.user_id = nullif(current_setting('app.user_id', true), '')::uuid);
  -- Each statement of everybody asks this, and few are on an access list: only theirs are confirmed.
  IF v_matters = '{}' OR app.tenant() IS DISTINCT FROM v_company OR app.my_role() IS NULL THEN RETURN '{}'; END IF;
  RETURN v_matters;
END $function$;
ALTER FUNCTION app.my_matters OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.my_matters TO app_auditor, app_user;

CREATE OR REPLACE FUNCTION app.my_memberships()
 RETURNS TABLE(company_id uuid, role text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$SELECT m.company_id, CASE WHEN b.platform_role = 'user' AND m.role IN ('owner', 'admin') THEN 'member' ELSE m.role END
    FROM app.company_members m LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
    WHERE m.user_id = nullif(current_setting('app.user_id', true), '')::uuid AND m.status = 'active' AND b.disabled_at IS NULL
    UNION ALL
    SELECT a.company_id, 'auditor' FROM app.auditors a JOIN app.companies c ON c.id = a.company_id
    LEFT JOIN app.account_bounds b ON b.user_id = a.user_id
    WHERE a.user_id = nullif(current_setting('app.user_id', true), '')::uuid AND a.ended_at IS NULL AND a.ends_at > now()
      AND c.deleted_at IS NULL AND b.disabled_at IS NULL
      AND NOT EXISTS (SELECT FROM app.company_members m WHERE m.company_id = a.company_id AND m.user_id = a.user_id)
      AND app.audits_a_project(a.company_id, a.id)$function$;
ALTER FUNCTION app.my_memberships OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.my_memberships TO app_auditor, app_user;

CREATE OR REPLACE FUNCTION app.my_person()
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ SELECT app.person_of(app.uid()) $function$;
ALTER FUNCTION app.my_person OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.my_person TO app_user;

CREATE OR REPLACE FUNCTION app.my_platform_role()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$SELECT CASE WHEN b.disabled_at IS NOT NULL THEN 'disabled'
      WHEN EXISTS (SELECT FROM app.platform_admins p WHERE p.id = me.id) THEN 'admin'
      ELSE coalesce(b.platform_role, 'manager') END
    FROM (SELECT nullif(current_setting('app.user_id', true), '')::uuid AS id) me
    LEFT JOIN app.account_bounds b ON b.user_id = me.id$function$;
ALTER FUNCTION app.my_platform_role OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.my_platform_role TO app_auditor, app_user;

CREATE OR REPLACE FUNCTION app.my_records()
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT coalesce(array_agg(x.id), '{}') FROM (
    SELECT r.id FROM auth.users u JOIN app.records r ON r.company_id = (SELECT app.tenant()) AND r.register = 'people'
      AND r.ended_at IS NULL AND lower(r.fields ->> 'email') = lower(u.email) WHERE u.id = app.uid()
    UNION ALL
    SELECT r.id FROM auth.users u JOIN app.records r ON r.company_id = (SELECT app.tenant()) AND r.register = 'people'
      AND r.ended_at IS NOT NULL AND lower(r.fields ->> 'email') = lower(u.email) WHERE u.id = app.uid()) x
$function$;
ALTER FUNCTION app.my_records OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.my_registers(p_right text)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_role text := app.my_role();
BEGIN
  IF p_right = 'read' THEN
    IF v_role = 'collector' AND app.is_company_itself() THEN RETURN (SELECT coalesce(array_agg(r.key), '{}') FROM app.registers r); END IF;
    RETURN (SELECT coalesce(array_agg(r.key), '{}') FROM app.registers r WHERE v_role = ANY (r.read_roles));
  END IF;
  RETURN (SELECT coalesce(array_agg(r.key), '{}') FROM app.registers r WHERE v_role = ANY (CASE p_right
    WHEN 'write' THEN r.write_roles WHEN 'confirm' THEN r.confirm_roles WHEN 'approve' THEN r.approve_roles END));
END $function$;
ALTER FUNCTION app.my_registers OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.my_registers TO app_user;

CREATE OR REPLACE FUNCTION app.my_role()
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE
  v_user uuid := nullif(current_setting('app.user_id', true), '')::uuid;
  v_company uuid := nullif(current_setting('app.company_id', true), '')::uuid;
  v_role text;
BEGIN
  IF v_user IS NULL OR v_company IS NULL THEN RETURN NULL; END IF;
  SELECT CASE WHEN b.platform_role = 'user' AND m.role IN ('owner', 'admin') THEN 'member' ELSE m.role END INTO v_role
    FROM app.company_members m JOIN app.companies c ON c.id = m.company_id
    LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
    WHERE m.user_id = v_user AND m.company_id = v_company AND m.status = 'active' AND b.disabled_at IS NULL
      AND (NOT c.second_factor_required OR current_setting('app.second_factor', true) = 'on');
  IF v_role IS NOT NULL THEN RETURN v_role; END IF;
  IF EXISTS (SELECT FROM app.connections k JOIN app.companies c ON c.id = k.company_id
      WHERE k.company_id = v_company AND k.id = v_user AND k.state <> 'disconnected' AND c.deleted_at IS NULL) THEN
    RETURN 'collector';
  END IF;
  IF v_user = v_company AND EXISTS (SELECT FROM app.companies c WHERE c.id = v_company AND c.deleted_at IS NULL) THEN RETURN 'collector'; END IF;
  RETURN NULL;
END $function$;
ALTER FUNCTION app.my_role OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.my_role TO app_auditor, app_user;

CREATE OR REPLACE FUNCTION app.name_added_records()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v record;
BEGIN
  FOR v IN SELECT n.company_id, array_agg(n.id) AS ids FROM added n WHERE n.matter_id IS NULL GROUP BY n.company_id LOOP
    PERFORM app.name_records(v.company_id, v.ids);
  END LOOP;
  INSERT INTO app.record_counts AS c (company_id, register, approved, waiting, ended)
    SELECT n.company_id, n.register, count(*) FILTER (WHERE n.ended_at IS NULL AND n.approved_at IS NOT NULL),
      count(*) FILTER (WHERE n.ended_at IS NULL AND n.approved_at IS NULL), count(*) FILTER (WHERE n.ended_at IS NOT NULL)
    FROM added n WHERE n.matter_id IS NULL GROUP BY n.company_id, n.register
    ON CONFLICT (company_id, register) DO UPDATE
      SET (approved, waiting, ended) = (c.approved + excluded.approved, c.waiting + excluded.waiting, c.ended + excluded.ended);
  RETURN NULL;
END $function$;
ALTER FUNCTION app.name_added_records OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.name_added_records TO app_owner;

CREATE OR REPLACE FUNCTION app.name_changed_records()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v record;
BEGIN
  UPDATE app.record_names x SET (ended, approved) = (n.ended_at IS NOT NULL, n.approved_at IS NOT NULL) FROM after n
    WHERE x.company_id = n.company_id AND x.record_id = n.id AND (x.ended, x.approved) IS DISTINCT FROM (n.ended_at IS NOT NULL, n.approved_at IS NOT NULL);
  UPDATE app.record_keys k SET (ended, approved) = (n.ended_at IS NOT NULL, n.approved_at IS NOT NULL) FROM after n
    WHERE k.company_id = n.company_id AND k.record_id = n.id AND (k.ended, k.approved) IS DISTINCT FROM (n.ended_at IS NOT NULL, n.approved_at IS NOT NULL);
  -- What leads to a record has its name among its words.
  FOR v IN WITH changed AS (SELECT p.company_id, p.id, p.was -> g.title IS DISTINCT FROM p.fields -> g.title AS renamed
        FROM (SELECT n.company_id, n.id, n.register, n.fields, o.fields AS was FROM after n FULL JOIN before o
          ON o.company_id = n.company_id AND o.id = n.id WHERE n.matter_id IS NULL AND coalesce(n.fields <> o.fields, false) OFFSET 0) p
        JOIN app.registers g ON g.key = p.register),
      stale AS (SELECT c.company_id, c.id FROM changed c
        UNION SELECT l.company_id, l.record_id FROM changed c JOIN app.record_links l ON l.company_id = c.company_id AND l.person_id = c.id WHERE c.renamed
        UNION SELECT l.company_id, l.record_id FROM changed c JOIN app.record_links l ON l.company_id = c.company_id AND l.target_id = c.id WHERE c.renamed)
      SELECT s.company_id, array_agg(s.id) AS ids FROM stale s GROUP BY s.company_id LOOP
    PERFORM app.name_records(v.company_id, v.ids);
  END LOOP;
  UPDATE app.record_counts c SET (approved, waiting, ended) = (c.approved + x.approved, c.waiting + x.waiting, c.ended + x.ended)
    FROM (SELECT s.company_id, s.register, sum(CASE WHEN s.ended_at IS NULL AND s.approved_at IS NOT NULL THEN s.one ELSE 0 END) AS approved,
        sum(CASE WHEN s.ended_at IS NULL AND s.approved_at IS NULL THEN s.one ELSE 0 END) AS waiting,
        sum(CASE WHEN s.ended_at IS NOT NULL THEN s.one ELSE 0 END) AS ended
      FROM (SELECT o.company_id, o.register, o.ended_at, o.approved_at, -1 AS one FROM before o WHERE o.matter_id IS NULL
        UNION ALL SELECT n.company_id, n.register, n.ended_at, n.approved_at, 1 FROM after n WHERE n.matter_id IS NULL) s GROUP BY 1, 2) x
    WHERE c.company_id = x.company_id AND c.register = x.register AND (x.approved, x.waiting, x.ended) IS DISTINCT FROM (0, 0, 0);
  RETURN NULL;
END $function$;
ALTER FUNCTION app.name_changed_records OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.name_changed_records TO app_owner;

CREATE OR REPLACE FUNCTION app.name_device(p_id uuid, p_name text, p_kind text, p_serial text, p_now timestamp with time zone, p_act uuid, p_details text, p_salt bytea, p_commitment text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_company uuid := app.staffed();
BEGIN
  PERFORM app.lock_ledger();
  INSERT INTO app.named_devices (company_id, id, person_id, name, kind, serial, named_at)
    VALUES (v_company, p_id, app.uid(), p_name, p_kind, p_serial, p_now) ON CONFLICT (company_id, id) DO NOTHING;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM app.record_act(p_act, 'staff.deviceNamed', p_id::text, p_details, p_salt, p_commitment, NULL);
  RETURN true;
END $function$;
ALTER FUNCTION app.name_device OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.name_device TO app_staff;

CREATE OR REPLACE FUNCTION app.name_records(p_company uuid, p_records uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  INSERT INTO app.record_names AS x (company_id, record_id, register, number, ended, approved, title, words)
    WITH declared AS MATERIALIZED (SELECT g.key, g.prefix, g.title, g.read_roles,
        coalesce((SELECT f.type FROM app.register_fields f WHERE f.register = g.key AND f.field = g.title) = 'system', false) AS of_system,
        ARRAY(SELECT f.field FROM app.register_fields f WHERE f.register = g.key
          AND coalesce(f.item, f.type) IN ('person', 'record', 'system', 'control', 'exhibit')) AS links
      FROM app.registers g)
    SELECT r.company_id, r.id, r.register, r.number, r.ended_at IS NOT NULL, r.approved_at IS NOT NULL, app.fold(left(coalesce(t.title, ''), 300)),
      left(app.fold(concat_ws(' ', g.prefix || '-' || r.number, jsonb_path_query_array(r.fields - g.links, '$.*')::text, l.names)), 30000)
    FROM unnest(p_records) i (id) CROSS JOIN LATERAL (SELECT r.company_id, r.id, r.register, r.number, r.ended_at, r.approved_at, r.fields
      FROM app.records r WHERE r.company_id = p_company AND r.id = i.id AND r.matter_id IS NULL OFFSET 0) r
    JOIN declared g ON g.key = r.register
    CROSS JOIN LATERAL (SELECT CASE WHEN g.of_system THEN (SELECT s.name FROM app.systems s WHERE s.company_id = p_company
      AND s.id = (r.fields ->> g.title)::uuid) ELSE r.fields ->> g.title END AS title) t
    LEFT JOIN LATERAL (SELECT string_agg(CASE WHEN k.system_id IS NOT NULL THEN s.name ELSE o.fields ->> d.title END, ' ' ORDER BY k.field, k.position) AS names
      FROM app.record_links k LEFT JOIN app.systems s ON s.company_id = p_company AND s.id = k.system_id
      LEFT JOIN app.records o ON o.company_id = p_company AND o.id = CASE WHEN k.person_id IS NULL THEN k.target_id ELSE k.person_id END AND o.matter_id IS NULL
      LEFT JOIN declared d ON d.key = o.register AND d.read_roles @> g.read_roles AND NOT d.of_system
      WHERE k.company_id = p_company AND k.record_id = r.id) l ON true
    ON CONFLICT (company_id, record_id) DO UPDATE SET (ended, approved, title, words) = (excluded.ended, excluded.approved, excluded.title, excluded.words);
  SELECT app.key_records(p_company, p_records)
$function$;
ALTER FUNCTION app.name_records OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.name_records_of_system()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  PERFORM app.name_records(NEW.company_id, ARRAY(SELECT l.record_id FROM app.record_links l WHERE l.company_id = NEW.company_id AND l.system_id = NEW.id));
  RETURN NULL;
END $function$;
ALTER FUNCTION app.name_records_of_system OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.name_records_of_system TO app_owner;

CREATE OR REPLACE FUNCTION app.name_register()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v record;
BEGIN
  DELETE FROM app.record_keys k WHERE k.register = NEW.key AND NOT k.field = ANY (coalesce(NEW.keys, '{}'));
  FOR v IN SELECT r.company_id, array_agg(r.id) AS ids FROM app.records r WHERE r.matter_id IS NULL AND (r.register = NEW.key
      OR r.register IN (SELECT f.register FROM app.register_fields f
        WHERE CASE coalesce(f.item, f.type) WHEN 'person' THEN 'people' ELSE f.target END = NEW.key)) GROUP BY r.company_id LOOP
    PERFORM app.name_records(v.company_id, v.ids);
  END LOOP;
  RETURN NULL;
END $function$;
ALTER FUNCTION app.name_register OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.name_register TO app_owner;

CREATE OR REPLACE FUNCTION app.named_device_key(p_id uuid)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT encode(sha256(convert_to('devices' || chr(10) || 'staff' || chr(10) || p_id::text, 'UTF8')), 'hex')
$function$;
ALTER FUNCTION app.named_device_key OWNER TO app_owner;
GRANT EXECUTE ON FUNCTION app.named_device_key TO app_definer, app_user;

CREATE OR REPLACE FUNCTION app.newest_results(p_company uuid, p_now timestamp with time zone, p_size bigint, p_from timestamp with time zone, p_before timestamp with time zone)
 RETURNS TABLE(check_id text, aspect text, source text, outcome text, reason text, observed_at timestamp with time zone, valid_until timestamp with time zone, number bigint, evidence_id uuid)
 LANGUAGE sql
 STABLE
 SET "app.withdrawn" TO 'shown'
AS $function$
  -- One step of the index for each part and source, and one for its newest answer, however many there are.
  WITH RECURSIVE pairs (check_id, aspect, source) AS (
    (SELECT r.check_id, r.aspect, r.source FROM app.check_results r WHERE r.company_id = p_company
      ORDER BY r.check_id, r.aspect, r.source LIMIT 1)
    UNION ALL
    SELECT n.check_id, n.aspect, n.source FROM pairs p CROSS JOIN LATERAL (SELECT r.check_id, r.aspect, r.source
      FROM app.check_results r WHERE r.company_id = p_company AND (r.check_id, r.aspect, r.source) > (p.check_id, p.aspect, p.source)
      ORDER BY r.check_id, r.aspect, r.source LIMIT 1) n),
  newest AS (SELECT n.* FROM pairs p CROSS JOIN LATERAL (
    SELECT r.check_id, r.aspect, r.rule, r.source, o.outcome,
      CASE WHEN e.withdrawal_id IS NOT NULL THEN 'Not decided: EX-' || lpad(e.number::text, greatest(6, length(e.number::text)), '0') || ' was withdrawn. Collect or import it again.'
        WHEN g.lost THEN 'Not decided: ' || coalesce('EX-' || lpad(g.number::text, greatest(6, length(g.number::text)), '0'), 'an exhibit')
          || ', which the registers were read with, was withdrawn. Collect it again.'
        WHEN o.outcome = 'unknown' AND g.damaged IS NOT NULL THEN 'Not decided: the stored file of EX-'
          || lpad(g.damaged::text, greatest(6, length(g.damaged::text)), '0') || ' is damaged. Collect or import it again.'
        WHEN o.outcome = r.outcome THEN r.reason
        ELSE 'Not decided: an earlier rule judged this report. Import it again.' END AS reason,
      r.observed_at, r.valid_until, r.recorded_at, e.number, r.evidence_id
    FROM app.check_results r
    JOIN app.evidence e ON e.company_id = p_company AND e.id = r.evidence_id AND e.matter_id IS NULL
    LEFT JOIN app.imports i ON i.company_id = p_company AND i.evidence_id = r.evidence_id
    CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE w.id IS NULL OR w.withdrawal_id IS NOT NULL) > 0 AS lost,
        min(w.number) FILTER (WHERE w.withdrawal_id IS NOT NULL) AS number, min(w.number) FILTER (WHERE f.damage IS NOT NULL) AS damaged
      FROM unnest(r.read_with || r.evidence_id) u (id)
      LEFT JOIN app.evidence w ON w.company_id = p_company AND w.id = u.id
      -- What the ledger says of then is asked with a size: a damage of today takes nothing of it back.
      LEFT JOIN app.damaged_files f ON p_size IS NULL AND f.company_id = p_company AND f.evidence_id = u.id) g
    CROSS JOIN LATERAL (SELECT CASE WHEN e.withdrawal_id IS NOT NULL OR g.lost THEN 'unknown'
      WHEN g.damaged IS NOT NULL AND r.outcome <> 'fail' THEN 'unknown' WHEN i.evidence_id IS NOT NULL AND r.rule = 1 AND r.outcome IN ('pass', 'not applicable')
      THEN 'unknown' ELSE r.outcome END AS outcome) o
    WHERE r.company_id = p_company AND r.check_id = p.check_id AND r.aspect = p.aspect AND r.source = p.source
      AND (p_size IS NULL OR r.ledger_index < p_size)
      AND (p_from IS NULL OR e.collected_at >= p_from) AND (p_before IS NULL OR e.collected_at < p_before)
      AND (i.evidence_id IS NULL OR r.check_version >= i.rules_version)
    ORDER BY r.observed_at DESC, r.recorded_at DESC LIMIT 1) n)
  SELECT n.check_id, n.aspect, n.source, n.outcome, n.reason, x.observed_at, x.valid_until, n.number, n.evidence_id
  FROM newest n
  LEFT JOIN LATERAL (SELECT coalesce((c.seen ->> concat_ws('/', n.check_id, nullif(n.aspect, '')))::timestamptz, c.observed_at)
      AS observed_at FROM app.collection_runs c
    WHERE c.company_id = p_company AND c.evidence_id = n.evidence_id AND c.observed_at <= p_now
      AND (p_size IS NULL OR c.ledger_index < p_size)
    ORDER BY c.observed_at DESC LIMIT 1) again ON true
  CROSS JOIN LATERAL (SELECT greatest(again.observed_at, n.observed_at) AS observed_at,
    n.valid_until + make_interval(secs => greatest(extract(epoch FROM again.observed_at - n.observed_at), 0)::double precision)
      AS valid_until) x
  WHERE n.rule = 2 OR (n.outcome IN ('fail', 'unknown') AND x.valid_until > p_now
    AND NOT EXISTS (SELECT FROM newest o WHERE o.source = n.source AND o.rule = 2 AND o.recorded_at > n.recorded_at))
$function$;
ALTER FUNCTION app.newest_results OWNER TO app_owner;
GRANT EXECUTE ON FUNCTION app.newest_results TO app_auditor, app_definer, app_user;

CREATE OR REPLACE FUNCTION app.next_alert(p_company uuid, p_user uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$SELECT min(app.alert_due(a.daily, a.at)) FROM app.alerts a WHERE a.company_id = p_company AND a.user_id = p_user$function$;
ALTER FUNCTION app.next_alert OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.next_alert TO app_worker;

CREATE OR REPLACE FUNCTION app.next_collection(p_company uuid, p_connection uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT CASE WHEN bool_or(r.state = 'working') THEN max(r.lease_until) WHEN count(*) > 0 THEN 'epoch'::timestamptz END
  FROM app.collection_runs r JOIN app.connections k ON k.company_id = r.company_id AND k.id = r.connection_id
  JOIN app.companies c ON c.id = r.company_id AND c.deleted_at IS NULL
  WHERE r.company_id = p_company AND r.connection_id = p_connection
    AND (r.state = 'waiting' AND k.state = 'connected' OR r.state = 'working' AND k.state IN ('connected', 'paused'))
$function$;
ALTER FUNCTION app.next_collection OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.next_collection TO app_worker;

CREATE OR REPLACE FUNCTION app.next_completion()
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_ledger record;
BEGIN
  SELECT l.company INTO v_ledger FROM app.lock_ledger() l;
  RETURN 1 + coalesce((SELECT c.number FROM app.completions c WHERE c.company_id = v_ledger.company ORDER BY c.number DESC LIMIT 1), 0);
END $function$;
ALTER FUNCTION app.next_completion OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.next_completion TO app_staff, app_user;

CREATE OR REPLACE FUNCTION app.next_digest(p_at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$SELECT date_trunc('day', p_at - interval '8 hours', 'UTC') + interval '32 hours'$function$;
ALTER FUNCTION app.next_digest OWNER TO app_owner;
GRANT EXECUTE ON FUNCTION app.next_digest TO app_definer;

CREATE OR REPLACE FUNCTION app.next_incident_alert(p_company uuid, p_user uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$SELECT min(a.due_at) FROM app.incident_alerts a WHERE a.company_id = p_company AND a.user_id = p_user$function$;
ALTER FUNCTION app.next_incident_alert OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.next_incident_alert TO app_worker;

CREATE OR REPLACE FUNCTION app.next_turn(p_kind text, p_priority smallint, p_company uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT 1 + greatest(
    (SELECT max(j.turn) FROM app.jobs j WHERE j.kind = p_kind AND j.priority = p_priority AND j.company_id = p_company AND j.turn IS NOT NULL),
    (SELECT min(j.turn) - 1 FROM app.jobs j WHERE j.kind = p_kind AND j.priority = p_priority AND j.turn IS NOT NULL), 0)
$function$;
ALTER FUNCTION app.next_turn OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.next_webhook_attempt(p_company uuid, p_webhook uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT d.next_try_at FROM app.webhook_deliveries d JOIN app.webhooks w ON w.company_id = d.company_id AND w.id = d.webhook_id AND w.active
  WHERE d.company_id = p_company AND d.webhook_id = p_webhook AND d.state = 'waiting' ORDER BY d.next_try_at LIMIT 1
$function$;
ALTER FUNCTION app.next_webhook_attempt OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.next_webhook_attempt TO app_worker;

CREATE OR REPLACE FUNCTION app.note_act(p_act text, p_subject text, p_details jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  IF NOT app.is_platform_admin() THEN RAISE EXCEPTION 'not a platform admin' USING ERRCODE = '42501'; END IF;
  INSERT INTO app.operator_acts (actor, act, subject, details)
    VALUES (coalesce((SELECT email FROM auth.users WHERE id = app.uid()), app.uid()::text), p_act, p_subject, p_details);
END $function$;
ALTER FUNCTION app.note_act OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.note_act TO app_user;

CREATE OR REPLACE FUNCTION app.note_api_token_use(p_company uuid, p_id uuid, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$UPDATE app.api_tokens SET last_used_at = p_now WHERE company_id = p_company AND id = p_id
    AND (last_used_at IS NULL OR last_used_at < p_now - interval '1 minute')$function$;
ALTER FUNCTION app.note_api_token_use OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.note_api_token_use TO app_auth;

CREATE OR REPLACE FUNCTION app.note_calendar_read(p_company uuid, p_user uuid, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  UPDATE app.calendar_feeds f SET last_read_at = p_now
  WHERE f.company_id = p_company AND f.user_id = p_user AND (f.last_read_at IS NULL OR f.last_read_at < p_now - interval '1 hour')
$function$;
ALTER FUNCTION app.note_calendar_read OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.note_calendar_read TO app_auth;

CREATE OR REPLACE FUNCTION app.note_damage(p_company uuid, p_evidence uuid, p_damage text, p_now timestamp with time zone, p_id uuid, p_details text, p_salt bytea, p_commitment text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_matter uuid;
BEGIN
  PERFORM FROM app.ledger_heads h WHERE h.company_id = p_company FOR UPDATE;
  SELECT e.matter_id INTO v_matter FROM app.evidence e JOIN app.companies c ON c.id = e.company_id
    WHERE e.company_id = p_company AND e.id = p_evidence AND e.erased_at IS NULL AND c.deleted_at IS NULL;
  IF NOT FOUND THEN RETURN false; END IF;
  UPDATE app.damaged_files d SET damage = p_damage, seen_at = p_now WHERE d.company_id = p_company AND d.evidence_id = p_evidence;
  IF FOUND THEN RETURN false; END IF;
  INSERT INTO app.damaged_files (company_id, evidence_id, damage, found_at, seen_at) VALUES (p_company, p_evidence, p_damage, p_now, p_now);
  PERFORM app.append_file_act(p_company, p_evidence, 'evidence.damaged', v_matter, p_id, p_details, p_salt, p_commitment);
  RETURN true;
END $function$;
ALTER FUNCTION app.note_damage OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.note_damage TO app_worker;

CREATE OR REPLACE FUNCTION app.note_first_report()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO app.first_reports (company_id, at) VALUES (NEW.company_id, NEW.finished_at) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $function$;
ALTER FUNCTION app.note_first_report OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.note_refusal(p_key text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_company uuid := app.tenant(); v_period timestamptz;
BEGIN
  SELECT app.limit_period(l.holds) INTO v_period FROM app.companies c JOIN app.limits l ON l.plan = c.subscription_tier
    WHERE c.id = v_company AND l.key = p_key AND l.told;
  IF NOT FOUND OR EXISTS (SELECT FROM app.usage u WHERE u.company_id = v_company AND u.key = p_key AND u.period = v_period AND u.level = 100) THEN
    RETURN;
  END IF;
  PERFORM FROM app.ledger_heads h WHERE h.company_id = v_company FOR UPDATE;
  INSERT INTO app.usage AS u (company_id, key, period, level) VALUES (v_company, p_key, v_period, 100)
    ON CONFLICT (company_id, key) DO UPDATE SET level = 100, used = CASE WHEN u.period = excluded.period THEN u.used ELSE 0 END,
      told = CASE WHEN u.period = excluded.period THEN u.told ELSE 0 END, period = excluded.period;
END $function$;
ALTER FUNCTION app.note_refusal OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.note_refusal TO app_user;

CREATE OR REPLACE FUNCTION app.note_signing_stop(p_company uuid, p_failure text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  INSERT INTO app.signing_stops AS s (company_id, failure)
    SELECT h.company_id, p_failure FROM app.ledger_heads h WHERE h.company_id = p_company
    ON CONFLICT (company_id) DO UPDATE SET failure = excluded.failure WHERE s.failure <> excluded.failure
$function$;
ALTER FUNCTION app.note_signing_stop OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.note_signing_stop TO app_signer;

CREATE OR REPLACE FUNCTION app.notices_to_mail(p_now timestamp with time zone, p_most integer)
 RETURNS TABLE(company_id uuid, company text, record_id uuid, number bigint, fields jsonb, contracts jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT q.company_id, q.name, q.id, q.number,
    jsonb_build_object('title', q.fields -> 'title', 'kind', q.fields -> 'kind',
      'discoveredAt', to_char(q.discovered AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'data', q.fields -> 'data', 'places', coalesce(q.fields -> 'places', '[]')),
    (SELECT coalesce(jsonb_agg(jsonb_build_object('title', k.fields -> 'title', 'noticeHours', k.fields -> 'noticeHours') ORDER BY k.number), '[]')
      FROM app.records k WHERE k.company_id = q.company_id AND k.register = 'contracts' AND k.ended_at IS NULL
        AND k.id::text IN (SELECT jsonb_array_elements_text(coalesce(q.fields -> 'contractIds', '[]'))))
  FROM (
    SELECT r.company_id, c.name, r.id, r.number, r.fields, app.discovery(r) AS discovered,
      row_number() OVER (PARTITION BY r.company_id ORDER BY app.discovery(r), r.id) AS turn
    FROM app.records r JOIN app.companies c ON c.id = r.company_id AND c.deleted_at IS NULL
      AND (c.deletion_due_at IS NULL OR c.deletion_due_at > p_now)
    WHERE r.register = 'incidents' AND r.matter_id IS NULL AND r.ended_at IS NULL
      AND r.fields ->> 'kind' = 'incident' AND r.fields -> 'data' ?| ARRAY['personal', 'health', 'card']
      AND coalesce(r.fields ->> 'noticeDecision', '') NOT IN ('notify', 'none')
      AND app.discovery(r) > p_now - interval '72 hours' AND app.discovery(r) <= p_now
      AND NOT EXISTS (SELECT FROM app.task_plans p WHERE p.company_id = r.company_id AND p.key = 'notice ' || r.id AND p.mailed_at IS NOT NULL)) q
  WHERE EXISTS (SELECT FROM app.task_readers(q.company_id, 'notice ' || q.id, p_now))
  ORDER BY q.turn, q.discovered, q.id LIMIT p_most
$function$;
ALTER FUNCTION app.notices_to_mail OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.notices_to_mail TO app_worker;

CREATE OR REPLACE FUNCTION app.number_alike(p_company uuid, p_kinds text[], p_titles text[], p_passed text[], p_imported text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_most integer; v_many integer;
BEGIN
  SELECT coalesce(max(a.number), 0), count(*) INTO v_most, v_many FROM app.people_alike a WHERE a.company_id = p_company;
  INSERT INTO app.people_alike (company_id, number, kind, job_title, passed, imported)
    WITH missing AS MATERIALIZED (SELECT c.*, row_number() OVER () AS at FROM (SELECT DISTINCT * FROM unnest(p_kinds, p_titles, p_passed, p_imported)
          c (kind, job_title, passed, imported)) c WHERE NOT EXISTS (SELECT FROM app.people_alike a WHERE a.company_id = p_company
          AND md5(a.job_title) = md5(c.job_title) AND a.kind = c.kind AND a.passed = c.passed AND a.imported = c.imported)),
      free AS MATERIALIZED (SELECT n.number, row_number() OVER (ORDER BY n.number) AS at
        FROM generate_series(CASE WHEN v_most > 2 * v_many + 100 THEN 1 ELSE v_most + 1 END, v_most + (SELECT count(*) FROM missing)::integer) n (number)
        WHERE NOT EXISTS (SELECT FROM app.people_alike a WHERE a.company_id = p_company AND a.number = n.number))
    SELECT p_company, f.number, m.kind, m.job_title, m.passed, m.imported FROM missing m JOIN free f ON f.at = m.at;
END $function$;
ALTER FUNCTION app.number_alike OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.number_people(p_company uuid, p_people uuid[], p_former integer[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  PERFORM app.number_alike(p_company, array_agg(x.kind), array_agg(x.job_title), array_agg(x.passed), array_agg(x.imported))
    FROM (SELECT DISTINCT p.kind, p.job_title, p.passed, p.imported FROM app.listed_people p
      WHERE p.company_id = p_company AND p.person_id = ANY (p_people)) x;
  UPDATE app.listed_people p SET alike = (SELECT a.number FROM app.people_alike a WHERE a.company_id = p_company
      AND md5(a.job_title) = md5(p.job_title) AND a.kind = p.kind AND a.passed = p.passed AND a.imported = p.imported)
    WHERE p.company_id = p_company AND p.person_id = ANY (p_people) AND p.alike IS DISTINCT FROM (SELECT a.number FROM app.people_alike a
      WHERE a.company_id = p_company AND md5(a.job_title) = md5(p.job_title) AND a.kind = p.kind AND a.passed = p.passed AND a.imported = p.imported);
  DELETE FROM app.people_alike a WHERE a.company_id = p_company AND a.number = ANY (ARRAY(SELECT i.number FROM unnest(p_former) i (number)
    LEFT JOIN LATERAL (SELECT true AS found FROM app.listed_people p WHERE p.company_id = p_company AND p.alike = i.number LIMIT 1) p ON true
    WHERE p.found IS NULL));
END $function$;
ALTER FUNCTION app.number_people OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.number_texts(p_company uuid, p_versions uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  IF NOT EXISTS (SELECT FROM unnest(p_versions) i (id) CROSS JOIN LATERAL (SELECT v.policy_id, v.sha256 FROM app.policy_versions v
      WHERE v.company_id = p_company AND v.id = i.id OFFSET 0) v WHERE NOT EXISTS (SELECT FROM app.policy_texts t
      WHERE t.company_id = p_company AND t.policy_id = v.policy_id AND t.sha256 = v.sha256)) THEN
    RETURN;
  END IF;
  -- One at a time: whoever waited sees what the other numbered.
  PERFORM pg_advisory_xact_lock(hashtextextended('policy texts ' || p_company, 0));
  INSERT INTO app.policy_texts (company_id, number, policy_id, sha256)
    SELECT p_company, coalesce((SELECT max(t.number) FROM app.policy_texts t WHERE t.company_id = p_company), -1) + row_number() OVER (),
      x.policy_id, x.sha256
    FROM (SELECT DISTINCT v.policy_id, v.sha256 FROM app.policy_versions v WHERE v.company_id = p_company AND v.id = ANY (p_versions)
      AND NOT EXISTS (SELECT FROM app.policy_texts t WHERE t.company_id = p_company AND t.policy_id = v.policy_id AND t.sha256 = v.sha256)) x;
END $function$;
ALTER FUNCTION app.number_texts OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.open_contact_link(p_link text, p_now timestamp with time zone)
 RETURNS TABLE(state text, record_id uuid, number bigint, version integer, fields jsonb)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  IF NOT app.is_company_itself() THEN RAISE EXCEPTION 'permission denied: not the company itself' USING ERRCODE = '42501'; END IF;
  PERFORM app.lock_ledger();
  RETURN QUERY SELECT l.state, l.record_id, l.number, l.version, l.fields FROM app.contact_link_state(p_link, p_now) l WHERE l.company_id = app.tenant();
END $function$;
ALTER FUNCTION app.open_contact_link OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.open_contact_link TO app_user;

CREATE OR REPLACE FUNCTION app.open_report()
 RETURNS TABLE(number bigint, lead_id uuid, recipients jsonb)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_company uuid := app.staffed();
BEGIN
  IF v_company IS NULL THEN RAISE EXCEPTION 'permission denied: nobody of the staff' USING ERRCODE = '42501'; END IF;
  PERFORM app.lock_ledger();
  RETURN QUERY SELECT 1 + coalesce((SELECT max(r.number) FROM app.records r WHERE r.company_id = v_company AND r.register = 'incidents'
      AND r.matter_id IS NULL), 0),
    coalesce((SELECT (r.fields ->> 'holderId')::uuid FROM app.records r WHERE r.company_id = v_company AND r.register = 'roles'
      AND r.ended_at IS NULL AND r.fields ->> 'duty' IN ('incident-lead', 'security-owner')
      AND app.is_active_person(v_company, (r.fields ->> 'holderId')::uuid)
      ORDER BY r.fields ->> 'duty', r.number LIMIT 1), app.uid()),
    (SELECT coalesce(jsonb_agg(jsonb_build_object('email', m.email, 'firstName', m.first_name, 'lastName', m.last_name) ORDER BY m.email), '[]')
      FROM app.staff_members(v_company) m WHERE m.role IN ('owner', 'admin'));
END $function$;
ALTER FUNCTION app.open_report OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.open_report TO app_staff;

CREATE OR REPLACE FUNCTION app.open_requests()
 RETURNS TABLE(id uuid, kind text, name text, email text, about text, created_at timestamp with time zone, answer_due_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT id, 'message', name, email, subject, created_at, answer_due_at FROM app.contact_messages WHERE answered_at IS NULL
  UNION ALL SELECT id, kind, concat_ws(' ', first_name, last_name), email, concat_ws(', ', role, company), created_at, NULL
  FROM app.access_requests WHERE answered_at IS NULL ORDER BY created_at
$function$;
ALTER FUNCTION app.open_requests OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.open_requests TO app_worker;

CREATE OR REPLACE FUNCTION app.opened_matter()
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT m FROM unnest(app.my_matters()) m WHERE m = nullif(current_setting('app.matter_id', true), '')::uuid
$function$;
ALTER FUNCTION app.opened_matter OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.opened_matter TO app_user;

CREATE OR REPLACE FUNCTION app.operators()
 RETURNS TABLE(email text, first_name text, last_name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT u.email, u.first_name, u.last_name FROM app.platform_admins p JOIN auth.users u ON u.id = p.id
  WHERE NOT EXISTS (SELECT FROM app.account_bounds b WHERE b.user_id = p.id AND b.disabled_at IS NOT NULL)
  ORDER BY u.email
$function$;
ALTER FUNCTION app.operators OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.operators TO app_worker;

CREATE OR REPLACE FUNCTION app.own_accounts()
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT coalesce(array_agg(lower(u.email)), '{}') FROM app.company_members m JOIN auth.users u ON u.id = m.user_id
  LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
  WHERE app.is_company_itself() AND m.company_id = app.tenant() AND m.status = 'active' AND b.disabled_at IS NULL
$function$;
ALTER FUNCTION app.own_accounts OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.own_accounts TO app_user;

CREATE OR REPLACE FUNCTION app.own_acknowledgment(p_version uuid)
 RETURNS TABLE(version integer, sha256 text, method text, acknowledged_at timestamp with time zone, ledger_index bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT w.number, k.sha256, k.method, k.acknowledged_at, k.ledger_index
  FROM app.policy_versions v JOIN app.policy_versions w ON w.company_id = v.company_id AND w.policy_id = v.policy_id AND w.sha256 = v.sha256
  JOIN app.acknowledgments k ON k.company_id = w.company_id AND k.version_id = w.id AND k.person_id = app.uid() AND k.sha256 = v.sha256
    AND k.vouched IS NOT NULL
  WHERE v.company_id = (SELECT app.staffed()) AND v.id = p_version ORDER BY k.acknowledged_at LIMIT 1
$function$;
ALTER FUNCTION app.own_acknowledgment OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.own_acknowledgment TO app_staff;

CREATE OR REPLACE FUNCTION app.own_device_questions(p_now timestamp with time zone)
 RETURNS TABLE(device_id uuid, number bigint, name text, kind text, serial text, text_sha256 text, asked_at timestamp with time zone, answer text, answered_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  WITH own AS MATERIALIZED (SELECT q.* FROM app.device_questions q WHERE q.company_id = app.staffed() AND q.person_id = app.uid())
  SELECT r.id, r.number, r.fields ->> 'name', r.fields ->> 'kind', r.fields ->> 'serial', encode(app.device_text(r.fields), 'hex'), q.asked_at,
    q.answer, q.answered_at
  FROM own q JOIN app.records r ON r.company_id = q.company_id AND r.id = q.device_id
  WHERE r.ended_at IS NULL
    AND r.id NOT IN (SELECT x.device_id FROM app.reported_devices(ARRAY(SELECT o.device_id FROM own o), p_now) x)
  ORDER BY r.number LIMIT 200
$function$;
ALTER FUNCTION app.own_device_questions OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.own_device_questions TO app_staff;

CREATE OR REPLACE FUNCTION app.own_devices()
 RETURNS TABLE(number bigint, name text, serial text, source text, seen_at timestamp with time zone, facts jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
$function$;
ALTER FUNCTION app.own_devices OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.own_devices TO app_staff;

CREATE OR REPLACE FUNCTION app.own_holds()
 RETURNS TABLE(hold_id uuid, number bigint, title text, about text, starts_on text, text_sha256 text, told_at timestamp with time zone, acknowledged_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT h.id, h.number, h.fields ->> 'title', h.fields ->> 'about', h.fields ->> 'startsOn', encode(app.hold_text(h.fields), 'hex'),
    coalesce(n.noticed_at, h.changed_at), CASE WHEN n.acknowledged = app.hold_text(h.fields) AND n.released_at IS NULL THEN n.acknowledged_at END
  FROM app.records h CROSS JOIN LATERAL app.held_by(h, 'custodianIds') l (person)
  LEFT JOIN app.hold_notices n ON n.company_id = h.company_id AND n.hold_id = h.id AND n.person_id = l.person::uuid
  WHERE h.company_id = app.staffed() AND l.person = app.uid()::text AND h.register = 'legal-holds' AND h.matter_id IS NULL AND app.is_hold(h)
  ORDER BY h.number
$function$;
ALTER FUNCTION app.own_holds OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.own_holds TO app_staff;

CREATE OR REPLACE FUNCTION app.own_named_devices(p_now timestamp with time zone)
 RETURNS TABLE(id uuid, name text, serial text, named_at timestamp with time zone, dismissed boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT n.id, n.name, n.serial, n.named_at, d.dismissed
  FROM app.named_devices n CROSS JOIN LATERAL (SELECT coalesce((SELECT x.dismissed FROM app.proposal_decisions x WHERE x.company_id = n.company_id
    AND x.register = 'devices' AND x.key = app.named_device_key(n.id) ORDER BY x.ledger_index DESC, x.id LIMIT 1), false) AS dismissed) d
  WHERE n.company_id = app.staffed() AND n.person_id = app.uid() AND NOT app.is_named_recorded(n.id, NULL)
    AND (NOT d.dismissed OR n.named_at > p_now - interval '90 days')
  ORDER BY n.named_at DESC, n.id LIMIT 50
$function$;
ALTER FUNCTION app.own_named_devices OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.own_named_devices TO app_staff;

CREATE OR REPLACE FUNCTION app.own_policy(p_policy uuid, p_person uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  IF coalesce(app.my_role(), '') NOT IN ('owner', 'admin', 'member') THEN RETURN false; END IF;
  UPDATE app.policies p SET owner_register = CASE WHEN p_person IS NOT NULL THEN 'people' END, owner_person_id = p_person
    WHERE p.company_id = app.tenant() AND p.id = p_policy;
  RETURN FOUND;
END $function$;
ALTER FUNCTION app.own_policy OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.own_policy TO app_user;

CREATE OR REPLACE FUNCTION app.own_record()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT r.fields || jsonb_build_object('addedAt', coalesce(f.added_at, r.created_at), 'firstDay', coalesce(f.starts_at, r.fields ->> 'startsAt'))
  FROM app.records r LEFT JOIN app.first_days f ON f.company_id = r.company_id AND f.person_id = r.id
  WHERE r.company_id = app.staffed() AND r.id = app.uid()
$function$;
ALTER FUNCTION app.own_record OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.own_record TO app_staff;

CREATE OR REPLACE FUNCTION app.owned_controls()
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT coalesce(array_agg(p.control_id ORDER BY p.control_id), '{}') FROM app.control_plans p
    JOIN app.company_members m ON m.company_id = p.company_id AND m.user_id = p.owner_id AND m.status = 'active'
    WHERE p.company_id = app.tenant()
$function$;
ALTER FUNCTION app.owned_controls OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.owned_controls TO app_auditor, app_user;

CREATE OR REPLACE FUNCTION app.owner_sign_up(OUT signed_up_at timestamp with time zone, OUT began_here boolean)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT u.created_at, u.created_at <= c.created_at AND NOT EXISTS (SELECT FROM app.companies other
      WHERE other.owner_id = c.owner_id AND other.created_at < c.created_at)
  FROM app.companies c JOIN auth.users u ON u.id = c.owner_id
  WHERE c.id = app.tenant() AND app.my_role() = 'owner'
$function$;
ALTER FUNCTION app.owner_sign_up OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.owner_sign_up TO app_user;

CREATE OR REPLACE FUNCTION app.people_columns(p_company uuid, p_people uuid[])
 RETURNS TABLE(person_id uuid, number integer, name text, kind text, job_title text, starts_at timestamp with time zone, added_at timestamp with time zone, ends_at timestamp with time zone, reach text)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT r.id, r.number::integer, app.fold(left(coalesce(r.fields ->> 'name', ''), 300)), coalesce(r.fields ->> 'kind', ''),
    coalesce(r.fields ->> 'jobTitle', ''), coalesce(k.starts_at, r.fields ->> 'startsAt')::timestamptz, coalesce(k.added_at, r.created_at),
    (r.fields ->> 'endsAt')::timestamptz,
    CASE WHEN coalesce(btrim(r.fields ->> 'email'), '') = '' THEN 'no email'
      WHEN r.vouched_email IS DISTINCT FROM lower(r.fields ->> 'email') THEN 'unvouched' ELSE 'ready' END
  FROM unnest(p_people) i (id) CROSS JOIN LATERAL (SELECT r.company_id, r.id, r.number, r.fields, r.created_at, r.vouched_email FROM app.records r
    WHERE r.company_id = p_company AND r.id = i.id AND r.register = 'people' AND r.ended_at IS NULL AND r.matter_id IS NULL OFFSET 0) r
  LEFT JOIN app.first_days k ON k.company_id = r.company_id AND k.person_id = r.id
$function$;
ALTER FUNCTION app.people_columns OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.people_of_record()
 RETURNS TABLE(id uuid, first_name text, last_name text, is_member boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  -- One step of the index for each person, however much they filed or did.
  WITH RECURSIVE filers (person) AS (
    (SELECT e.filed_by FROM app.evidence e WHERE e.company_id = app.tenant() ORDER BY e.filed_by LIMIT 1)
    UNION ALL
    SELECT (SELECT e.filed_by FROM app.evidence e WHERE e.company_id = app.tenant() AND e.filed_by > filers.person
      ORDER BY e.filed_by LIMIT 1) FROM filers WHERE filers.person IS NOT NULL
  ), actors (person) AS (
    (SELECT a.actor_id FROM app.ledger_acts a WHERE a.company_id = app.tenant() ORDER BY a.actor_id LIMIT 1)
    UNION ALL
    SELECT (SELECT a.actor_id FROM app.ledger_acts a WHERE a.company_id = app.tenant() AND a.actor_id > actors.person
      ORDER BY a.actor_id LIMIT 1) FROM actors WHERE actors.person IS NOT NULL
  ), named (person) AS (
    SELECT m.user_id FROM app.company_members m WHERE m.company_id = app.tenant()
    UNION SELECT actors.person FROM actors
    UNION SELECT filers.person FROM filers
  )
  SELECT p.id, p.first_name, p.last_name, EXISTS (SELECT FROM app.company_members m
    WHERE m.company_id = app.tenant() AND m.user_id = p.id AND m.status = 'active')
  FROM named JOIN app.profiles p ON p.id = named.person ORDER BY p.first_name, p.last_name, p.id
$function$;
ALTER FUNCTION app.people_of_record OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.people_of_record TO app_user;

CREATE OR REPLACE FUNCTION app.person_of(p_user uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT CASE WHEN count(*) FILTER (WHERE x.works) = 1 THEN (array_agg(x.id) FILTER (WHERE x.works))[1] END
  FROM (SELECT r.id, app.is_active_person(r.company_id, r.id) AS works FROM auth.users u
    JOIN app.records r ON r.company_id = (SELECT app.tenant()) AND r.register = 'people' AND r.ended_at IS NULL
      AND lower(r.fields ->> 'email') = lower(u.email)
    WHERE u.id = p_user OFFSET 0) x
$function$;
ALTER FUNCTION app.person_of OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.place_completion()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_ledger record;
BEGIN
  SELECT l.company, l.size INTO v_ledger FROM app.lock_ledger() l;
  IF v_ledger.company <> NEW.company_id THEN RAISE EXCEPTION 'permission denied: another company' USING ERRCODE = '42501'; END IF;
  NEW.ledger_index := v_ledger.size;
  NEW.number := 1 + coalesce((SELECT c.number FROM app.completions c WHERE c.company_id = NEW.company_id ORDER BY c.number DESC LIMIT 1), 0);
  IF NEW.source = 'import' AND EXISTS (SELECT FROM app.evidence e WHERE e.company_id = NEW.company_id AND e.number = NEW.exhibit
      AND e.matter_id IS NOT NULL) THEN
    RAISE EXCEPTION 'an exhibit is under privilege' USING ERRCODE = '23503', CONSTRAINT = 'completions_exhibit';
  END IF;
  RETURN NEW;
END $function$;
ALTER FUNCTION app.place_completion OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.place_document_withdrawal()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  IF OLD.withdrawn_at IS NOT NULL OR NEW.withdrawn_at IS NULL THEN
    RAISE EXCEPTION 'it is withdrawn once' USING ERRCODE = '23514', CONSTRAINT = 'document_withdrawn_once';
  END IF;
  NEW.withdrawn_index := (app.lock_ledger()).size;
  RETURN NEW;
END $function$;
ALTER FUNCTION app.place_document_withdrawal OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.place_ending()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  IF OLD.ended_at IS NOT NULL THEN
    RAISE EXCEPTION 'an acceptance ends once' USING ERRCODE = '23514', CONSTRAINT = 'ended_once';
  END IF;
  SELECT h.size INTO NEW.ended_index FROM app.ledger_heads h WHERE h.company_id = NEW.company_id FOR UPDATE;
  NEW.ended_index := coalesce(NEW.ended_index, -1);
  RETURN NEW;
END $function$;
ALTER FUNCTION app.place_ending OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.place_in_ledger()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  NEW.ledger_index := (app.lock_ledger()).size;
  RETURN NEW;
END $function$;
ALTER FUNCTION app.place_in_ledger OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.place_review()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_filed_by uuid; v_ledger record;
BEGIN
  SELECT l.company, l.size INTO v_ledger FROM app.lock_ledger() l;
  -- As the wall says it, which is asked after this: what another company filed is told to nobody.
  IF v_ledger.company <> NEW.company_id THEN RAISE EXCEPTION 'permission denied: another company' USING ERRCODE = '42501'; END IF;
  NEW.ledger_index := v_ledger.size;
  SELECT f.filed_by INTO v_filed_by FROM app.document_filings f
    WHERE f.company_id = NEW.company_id AND f.id = NEW.filing_id AND f.withdrawn_at IS NULL;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'nothing is filed there' USING ERRCODE = '23514', CONSTRAINT = 'document_filing_stands';
  END IF;
  NEW.own := v_filed_by = NEW.reviewed_by;
  IF NEW.own AND app.document_reviewers() > 1 THEN
    RAISE EXCEPTION 'another person reviews it' USING ERRCODE = '23514', CONSTRAINT = 'document_own_review';
  END IF;
  -- The policy is asked after this, too: who may not review takes nobody's place.
  IF NOT app.is_one_person(NEW.company_id, v_filed_by, NEW.reviewed_by, NEW.reviewed_at, NULL, NULL) AND NEW.reviewed_by = app.uid() AND coalesce(app.my_role(), '') IN ('owner', 'admin', 'member') THEN
    UPDATE app.document_reviews r SET withdrawn_at = NEW.reviewed_at, withdrawn_by = NEW.reviewed_by
      WHERE r.company_id = NEW.company_id AND r.filing_id = NEW.filing_id AND (r.own OR app.is_one_person(NEW.company_id, v_filed_by, r.reviewed_by, r.reviewed_at, NULL, NULL)) AND r.withdrawn_at IS NULL;
  END IF;
  RETURN NEW;
END $function$;
ALTER FUNCTION app.place_review OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.place_system()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_size bigint;
BEGIN
  SELECT h.size INTO v_size FROM app.ledger_heads h WHERE h.company_id = NEW.company_id FOR UPDATE;
  IF tg_op = 'INSERT' THEN
    NEW.ledger_index := coalesce(v_size, -1);
    RETURN NEW;
  END IF;
  IF OLD.removed_at IS NOT NULL OR NEW.removed_at IS NULL THEN
    RAISE EXCEPTION 'a system is removed once' USING ERRCODE = '23514', CONSTRAINT = 'system_removed_once';
  END IF;
  IF app.system_answered(NEW.company_id, NEW.id) THEN
    RAISE EXCEPTION 'something answered for this system' USING ERRCODE = '23514', CONSTRAINT = 'system_answered';
  END IF;
  NEW.removed_index := coalesce(v_size, -1);
  RETURN NEW;
END $function$;
ALTER FUNCTION app.place_system OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.place_withdrawal()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  IF OLD.withdrawn_at IS NOT NULL THEN
    RAISE EXCEPTION 'a test is withdrawn once' USING ERRCODE = '23514', CONSTRAINT = 'withdrawn_once';
  END IF;
  SELECT h.size INTO NEW.withdrawn_index FROM app.ledger_heads h WHERE h.company_id = NEW.company_id FOR UPDATE;
  NEW.withdrawn_index := coalesce(NEW.withdrawn_index, -1);
  RETURN NEW;
END $function$;
ALTER FUNCTION app.place_withdrawal OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.plan_collections(p_now timestamp with time zone, p_every integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_planned integer;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('plan collections', 0)) THEN RETURN 0; END IF;
  -- What waited until the next slot came is not read any more: it would tell of another hour than it says.
  UPDATE app.collection_runs r SET state = 'missed', finished_at = p_now, failure = coalesce(k.attention, 'collection-missed')
    FROM app.connections k WHERE k.company_id = r.company_id AND k.id = r.connection_id AND r.state = 'waiting'
      AND (k.state <> 'connected' OR r.reason = 'scheduled' AND r.slot < app.collection_slot(k.id, p_every, p_now));
  -- A run whose connection ended under its hands, and whose worker said nothing more.
  UPDATE app.collection_runs r SET state = 'failed', finished_at = p_now, failure = 'collection-interrupted', lease_until = NULL
    FROM app.connections k WHERE k.company_id = r.company_id AND k.id = r.connection_id AND r.state = 'working'
      AND r.lease_until <= p_now AND k.state NOT IN ('connected', 'paused');
  DELETE FROM app.collection_parts p USING app.collection_runs r
    WHERE r.company_id = p.company_id AND r.id = p.run_id AND r.state NOT IN ('waiting', 'working');
  WITH due AS MATERIALIZED (
    SELECT k.company_id, k.id, k.state, k.attention, coalesce(k.planned_until, k.connected_at, p_now) AS since, x.slot
    FROM app.connections k
    JOIN app.companies c ON c.id = k.company_id AND c.deleted_at IS NULL
    -- As app.collection_slot says it, which would be called once for each connection: 10,000 calls took a quarter of a second.
    CROSS JOIN LATERAL (SELECT ('x' || left(k.id::text, 8))::bit(32)::bigint % (p_every * 60) AS own) o
    CROSS JOIN LATERAL (SELECT to_timestamp((floor((extract(epoch FROM p_now) - o.own) / (p_every * 60)) * (p_every * 60)
      + o.own)::double precision) AS slot) x
    WHERE k.state IN ('connected', 'paused', 'needs attention') AND (k.planned_until IS NULL OR k.planned_until < x.slot)
    FOR NO KEY UPDATE OF k SKIP LOCKED
  ), planned AS (
    INSERT INTO app.collection_runs (company_id, connection_id, slot, reason, state, finished_at, failure)
      SELECT d.company_id, d.id, s.slot, 'scheduled', CASE WHEN w.waits THEN 'waiting' ELSE 'missed' END,
        CASE WHEN NOT w.waits THEN p_now END,
        CASE WHEN NOT w.waits THEN coalesce(d.attention, 'collection-missed') END
      FROM due d
      CROSS JOIN LATERAL generate_series(d.slot, greatest(d.since, p_now - interval '7 days'), make_interval(mins => -p_every)) s (slot)
      CROSS JOIN LATERAL (SELECT s.slot = d.slot AND d.state = 'connected' AS waits) w
      WHERE d.state <> 'paused' AND s.slot > d.since
      ON CONFLICT DO NOTHING RETURNING state
  ), noted AS (
    UPDATE app.connections k SET planned_until = d.slot FROM due d WHERE k.company_id = d.company_id AND k.id = d.id
  )
  SELECT count(*) INTO v_planned FROM planned WHERE state = 'waiting';
  RETURN v_planned;
END $function$;
ALTER FUNCTION app.plan_collections OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.plan_collections TO app_worker;

CREATE OR REPLACE FUNCTION app.plan_task_digest()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO app.task_digests (company_id, user_id, due_at)
    VALUES (NEW.company_id, NEW.user_id, date_trunc('week', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' + interval '7 days 8 hours');
  RETURN NULL;
END $function$;
ALTER FUNCTION app.plan_task_digest OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.plan_usage(OUT users_limit integer, OUT members bigint, OUT invited bigint, OUT frameworks_limit integer, OUT frameworks bigint)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT app.limit_of(c.id, 'users')::integer, (SELECT count(*) FROM app.company_members m WHERE m.company_id = c.id),
    (SELECT count(*) FROM app.company_invitations i WHERE i.company_id = c.id AND i.status = 'pending' AND i.role <> 'auditor' AND i.expires_at > now()),
    app.limit_of(c.id, 'frameworks')::integer, app.held(c.id, 'frameworks')
  FROM app.companies c WHERE c.id = app.tenant()
$function$;
ALTER FUNCTION app.plan_usage OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.plan_usage TO app_user;

CREATE OR REPLACE FUNCTION app.policy_approvers(p_authors uuid[])
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT count(*) FROM app.company_members m LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
  WHERE m.company_id = app.tenant() AND m.status = 'active' AND m.role IN ('owner', 'admin', 'member') AND b.disabled_at IS NULL
    AND m.user_id <> ALL (p_authors)
$function$;
ALTER FUNCTION app.policy_approvers OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.policy_approvers TO app_user;

CREATE OR REPLACE FUNCTION app.policy_owner_accounts()
 RETURNS TABLE(person_id uuid, user_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT o.id, m.user_id FROM (SELECT DISTINCT p.owner_person_id AS id FROM app.policies p
      WHERE p.company_id = app.tenant() AND p.owner_person_id IS NOT NULL AND app.my_role() IS NOT NULL) o
    JOIN app.records r ON r.company_id = app.tenant() AND r.register = 'people' AND r.id = o.id AND r.ended_at IS NULL
    JOIN auth.users u ON u.email = lower(r.fields ->> 'email')
    JOIN app.company_members m ON m.company_id = app.tenant() AND m.user_id = u.id AND m.status = 'active'
  WHERE app.person_of(m.user_id) = o.id
$function$;
ALTER FUNCTION app.policy_owner_accounts OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.policy_owner_accounts TO app_user;

CREATE OR REPLACE FUNCTION app.preview_claims(p_controls text[], p_now timestamp with time zone)
 RETURNS TABLE(control_id text, tested_at timestamp with time zone, holds_until timestamp with time zone, basis jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$SELECT * FROM app.claims_of((SELECT app.tenant()), p_controls, p_now)$function$;
ALTER FUNCTION app.preview_claims OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.preview_claims TO app_user;

CREATE OR REPLACE FUNCTION app.privilege_waiver(p_evidence uuid)
 RETURNS TABLE(waived_at timestamp with time zone, waived_by text, reason text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT w.waived_at, concat_ws(' ', p.first_name, p.last_name), w.reason FROM app.privilege_waivers w
  LEFT JOIN app.profiles p ON p.id = w.waived_by
  WHERE w.company_id = app.tenant() AND w.evidence_id = p_evidence
$function$;
ALTER FUNCTION app.privilege_waiver OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.privilege_waiver TO app_auditor, app_user;

CREATE OR REPLACE FUNCTION app.protect(p_table regclass)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', p_table);
  IF EXISTS (SELECT FROM pg_attribute WHERE attrelid = p_table AND attname = 'company_id' AND NOT attisdropped) THEN
    EXECUTE format('CREATE POLICY tenant_wall ON %s AS RESTRICTIVE USING (company_id = (SELECT app.tenant()))'
      || ' WITH CHECK (company_id = (SELECT app.tenant()))', p_table);
    EXECUTE format('GRANT SELECT, DELETE ON %s TO app_definer', p_table);
  END IF;
  IF EXISTS (SELECT FROM pg_attribute WHERE attrelid = p_table AND attname = 'matter_id' AND NOT attisdropped) THEN
    EXECUTE format('CREATE POLICY privilege_wall ON %s AS RESTRICTIVE USING (matter_id IS NULL OR matter_id = ANY ((SELECT app.my_matters())::uuid[]))'
      || ' WITH CHECK (matter_id IS NULL OR matter_id = ANY ((SELECT app.my_matters())::uuid[]))', p_table);
  END IF;
END $function$;
ALTER FUNCTION app.protect OWNER TO app_owner;

CREATE OR REPLACE FUNCTION app.prove_staff_address(p_email text, p_tokens bytea[], p_method text, p_now timestamp with time zone)
 RETURNS TABLE(place bigint, company text, name text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  RETURN QUERY SELECT a.place, a.company, a.name FROM app.answer_staff_request(p_email, p_tokens, p_now) a;
  UPDATE app.staff_links l SET method = p_method, expires_at = p_now + interval '10 minutes' WHERE l.token_sha256 = ANY (p_tokens);
END $function$;
ALTER FUNCTION app.prove_staff_address OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.prove_staff_address TO app_auth;

CREATE OR REPLACE FUNCTION app.publish_sealing_key(p_key bytea, p_now timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('sealing key', 0));
  IF EXISTS (SELECT FROM app.sealing_keys k WHERE k.public_key = p_key) THEN RETURN true; END IF;
  IF EXISTS (SELECT FROM app.connection_secrets) OR EXISTS (SELECT FROM app.link_attempts) THEN
    IF EXISTS (SELECT FROM app.sealing_keys) THEN RETURN false; END IF;
  END IF;
  INSERT INTO app.sealing_keys (public_key, published_at) VALUES (p_key, p_now)
    ON CONFLICT (place) DO UPDATE SET public_key = p_key, published_at = p_now;
  RETURN true;
END $function$;
ALTER FUNCTION app.publish_sealing_key OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.publish_sealing_key TO app_worker;

CREATE OR REPLACE FUNCTION app.read_portal(p_slug text, p_now timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT jsonb_build_object('company', c.name, 'title', p.title, 'introduction', p.introduction, 'contact', p.contact,
    'listed', p.listed, 'color', p.color, 'logo', p.logo,
    -- What nobody works on any more is not claimed.
    'frameworks', (SELECT coalesce(jsonb_agg(f), '[]') FROM unnest(p.frameworks) f WHERE EXISTS (SELECT FROM app.projects x
      WHERE x.company_id = c.id AND x.framework = f AND x.archived_at IS NULL)),
    'claims', (SELECT coalesce(jsonb_agg(to_jsonb(x) ORDER BY x.control_id), '[]') FROM app.claims_of(c.id, p.controls, p_now) x),
    'began_again', (SELECT coalesce(jsonb_agg(l.accepted_at ORDER BY l.generation), '[]') FROM app.ledger_losses l
      WHERE l.company_id = c.id))
  FROM app.companies c JOIN app.portals p ON p.company_id = c.id AND p.is_on
  WHERE c.slug = p_slug AND c.deleted_at IS NULL AND (c.deletion_due_at IS NULL OR c.deletion_due_at > p_now)
$function$;
ALTER FUNCTION app.read_portal OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.read_portal TO app_user;

CREATE OR REPLACE FUNCTION app.read_request(p_id uuid)
 RETURNS TABLE(kind text, name text, email text, created_at timestamp with time zone, answered_at timestamp with time zone, about text, words text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT 'message', name, email, created_at, answered_at, subject, message FROM app.contact_messages WHERE id = p_id
  UNION ALL SELECT kind, concat_ws(' ', first_name, last_name), email, created_at, answered_at, concat_ws(', ', role, company),
    array_to_string(replaced, E'\n') FROM app.access_requests WHERE id = p_id
$function$;
ALTER FUNCTION app.read_request OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.read_request TO app_worker;

CREATE OR REPLACE FUNCTION app.receive_access_request(p_kind text, p_first_name text, p_last_name text, p_email text, p_company text, p_role text, p_now timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE
  v_id uuid;
  v_mail_again boolean;
BEGIN
  INSERT INTO app.access_requests (kind, first_name, last_name, email, company, role, created_at, updated_at, mailed_at)
  VALUES (p_kind, p_first_name, p_last_name, p_email, p_company, p_role, p_now, p_now, p_now)
  ON CONFLICT (kind, lower(email)) DO NOTHING;
  IF FOUND THEN
    RETURN true;
  END IF;
  SELECT id, mailed_at <= p_now - interval '1 day' INTO STRICT v_id, v_mail_again FROM app.access_requests
  WHERE kind = p_kind AND lower(email) = lower(p_email) FOR UPDATE;
  UPDATE app.access_requests SET (first_name, last_name, email, company, role, updated_at, answered_at, mailed_at, replaced)
    = (p_first_name, p_last_name, p_email, p_company, p_role, p_now, NULL, CASE WHEN v_mail_again THEN p_now ELSE mailed_at END,
      CASE WHEN (first_name, last_name, company, role) = (p_first_name, p_last_name, p_company, p_role) THEN replaced
        ELSE (array_prepend(concat_ws(', ', concat_ws(' ', first_name, last_name), role, company), replaced))[1:5] END)
  WHERE id = v_id;
  RETURN v_mail_again;
END $function$;
ALTER FUNCTION app.receive_access_request OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.receive_access_request TO app_user;

CREATE OR REPLACE FUNCTION app.receive_message(p_kind text, p_name text, p_email text, p_subject text, p_message text, p_company text, p_now timestamp with time zone)
 RETURNS TABLE(id uuid, answer_due_at timestamp with time zone)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('message from ' || lower(p_email), 0));
  IF EXISTS (SELECT FROM app.contact_messages m WHERE lower(m.email) = lower(p_email) AND m.subject = p_subject
      AND m.message = p_message AND m.created_at > p_now - interval '1 day') THEN
    RETURN;
  END IF;
  RETURN QUERY INSERT INTO app.contact_messages AS m (kind, company, name, email, subject, message, created_at, answer_due_at)
    VALUES (p_kind, p_company, p_name, p_email, p_subject, p_message, p_now, p_now + interval '24 hours')
    RETURNING m.id, m.answer_due_at;
END $function$;
ALTER FUNCTION app.receive_message OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.receive_message TO app_user;

CREATE OR REPLACE FUNCTION app.record_act(p_id uuid, p_event text, p_subject text, p_details text, p_salt bytea, p_commitment text, p_matter uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_head record; v_seq bigint;
BEGIN
  IF p_id IS NULL OR coalesce(p_event, '') !~ '^[a-z][A-Za-z]*\.[a-z][A-Za-z]*$'
    OR coalesce(p_commitment, '') !~ '^[A-Za-z0-9+/]{43}=$' THEN
    RAISE EXCEPTION 'malformed ledger entry' USING ERRCODE = '22023';
  END IF;
  IF p_matter IS NOT NULL AND p_matter <> ALL (app.my_matters()) AND NOT (app.keeps_matters()
      AND EXISTS (SELECT FROM app.matters m WHERE m.company_id = app.tenant() AND m.id = p_matter)) THEN
    RAISE EXCEPTION 'not on the access list of this matter' USING ERRCODE = '42501';
  END IF;
  v_head := app.lock_ledger();
  v_seq := app.append_entries(v_head.company, v_head.at, ARRAY[format(
    '{"at":"%s","c":"%s","id":"%s","t":"%s","v":1}', app.iso_instant(v_head.at), p_commitment, p_id, p_event)], 0, ARRAY[p_matter]);
  INSERT INTO app.ledger_acts (company_id, seq, event, actor_id, subject, details, salt, at, matter_id)
    VALUES (v_head.company, v_seq, p_event, app.uid(), p_subject, p_details, p_salt, v_head.at, p_matter);
  RETURN v_seq;
END $function$;
ALTER FUNCTION app.record_act OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.record_act TO app_user;

CREATE OR REPLACE FUNCTION app.record_approvers(p_register text)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_now bigint; v_roles text[];
BEGIN
  SELECT r.approve_roles INTO v_roles FROM app.registers r WHERE r.key = p_register;
  SELECT count(*) INTO v_now FROM app.company_members m LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
    WHERE m.company_id = app.tenant() AND m.role = ANY (v_roles) AND m.status = 'active' AND b.disabled_at IS NULL
    -- As app.my_role says it: such an account is a member at most.
    AND ('member' = ANY (v_roles) OR m.role NOT IN ('owner', 'admin') OR b.platform_role IS DISTINCT FROM 'user');
  IF v_now > 1 THEN RETURN v_now; END IF;
  RETURN v_now + (SELECT count(*) FROM app.could_lately(v_roles));
END $function$;
ALTER FUNCTION app.record_approvers OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.record_approvers TO app_user;

CREATE OR REPLACE FUNCTION app.record_judgement(p_company uuid, p_now timestamp with time zone, p_version bigint, p_size bigint, p_next timestamp with time zone, p_standings jsonb, p_rule integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v record; v_older boolean; v_size bigint := p_size; v_head bigint; v_at timestamptz; v_seq bigint;
BEGIN
  SELECT j.version > 0 AND j.rule < p_rule INTO v_older FROM app.judgements j
    WHERE j.company_id = p_company AND j.version = p_version AND j.rule <= p_rule FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  FOR v IN SELECT x.*, s.status AS was FROM jsonb_to_recordset(p_standings) x (control_id text, status text, reason text,
        holds_until timestamptz, rests_on bigint, tested_at timestamptz, basis jsonb, expiring boolean, act_id uuid, details text, salt text, commitment text)
      LEFT JOIN app.control_standings s ON s.company_id = p_company AND s.control_id = x.control_id ORDER BY x.control_id LOOP
    v_seq := NULL;
    IF v.was <> v.status THEN
      IF v_at IS NULL THEN
        SELECT h.size, greatest(date_trunc('milliseconds', clock_timestamp()), h.last_at) INTO v_head, v_at
          FROM app.ledger_heads h WHERE h.company_id = p_company FOR UPDATE;
      END IF;
      IF v.act_id IS NULL OR v.details IS NULL OR v.salt IS NULL OR coalesce(v.commitment, '') !~ '^[A-Za-z0-9+/]{43}=$' THEN
        RAISE EXCEPTION 'malformed ledger entry' USING ERRCODE = '22023';
      END IF;
      v_seq := app.append_entries(p_company, v_at, ARRAY[format('{"at":"%s","c":"%s","id":"%s","t":"%s","v":1}',
        app.iso_instant(v_at), v.commitment, v.act_id, app.event_of_status(v.status))], 0, NULL);
      INSERT INTO app.ledger_acts (company_id, seq, event, actor_id, subject, details, salt, at) VALUES (p_company, v_seq,
        app.event_of_status(v.status), '00000000-0000-0000-0000-000000000000', v.control_id, v.details, decode(v.salt, 'base64'), v_at);
      -- Its own entries do not make a company due again; those that others appended meanwhile do.
      v_size := CASE WHEN v_seq = v_size THEN v_size + 1 ELSE v_size END;
    END IF;
    IF v.was IS DISTINCT FROM v.status THEN
      INSERT INTO app.control_changes (company_id, control_id, at, status, reason, was, ledger_index, rule)
        VALUES (p_company, v.control_id, p_now, v.status, v.reason, v.was, v_seq, p_rule);
    END IF;
    INSERT INTO app.control_standings AS s (company_id, control_id, status, reason, since, holds_until, rests_on, tested_at, judged_at, basis)
      VALUES (p_company, v.control_id, v.status, v.reason, p_now, v.holds_until, v.rests_on, v.tested_at, p_now, v.basis)
      ON CONFLICT (company_id, control_id) DO UPDATE SET (status, reason, since, holds_until, rests_on, tested_at, judged_at, basis) =
        (excluded.status, excluded.reason, CASE WHEN s.status = excluded.status THEN s.since ELSE excluded.since END,
        excluded.holds_until, excluded.rests_on, excluded.tested_at, excluded.judged_at, excluded.basis)
      WHERE (s.status, s.reason, s.holds_until, s.rests_on, s.tested_at, s.basis)
        IS DISTINCT FROM (excluded.status, excluded.reason, excluded.holds_until, excluded.rests_on, excluded.tested_at, excluded.basis);
    -- What needs evidence only since the rule asks for more has not expired: home says it once, and nobody is mailed.
    PERFORM app.follow_incident(p_company, p_now, v.control_id, CASE WHEN NOT v_older THEN v.was END, v.status, v.reason, v.expiring,
      CASE WHEN v.status = 'passing' THEN v.holds_until END, CASE WHEN v.status = 'passing' THEN v.rests_on END);
  END LOOP;
  UPDATE app.judgements j SET ledger_size = v_size, judged_at = p_now, next_at = p_next, version = p_version + 1,
      rule = p_rule, ruled_at = CASE WHEN v_older THEN p_now ELSE j.ruled_at END
    WHERE j.company_id = p_company;
  RETURN true;
END $function$;
ALTER FUNCTION app.record_judgement OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.record_judgement TO app_worker;

CREATE OR REPLACE FUNCTION app.record_population(p_project uuid, p_evidence uuid, p_register text, p_state text)
 RETURNS TABLE(exhibit bigint, number bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE
  v_company uuid := app.require_audit(p_project);
  v_exhibit bigint := app.audited_item(p_evidence);
BEGIN
  RETURN QUERY SELECT v_exhibit, (x.row ->> 'number')::bigint
    FROM app.register_runs r
    JOIN app.snapshot_pages p ON p.company_id = r.company_id AND p.sha256 = ANY (r.pages) AND p.register = p_register
    CROSS JOIN LATERAL jsonb_array_elements(p.content::jsonb -> 'rows') x (row)
    WHERE r.company_id = v_company AND r.evidence_id = p_evidence AND v_exhibit IS NOT NULL
      AND p_register = ANY (app.audited_registers()) AND p_state IN ('all', x.row ->> 'state')
    ORDER BY 2;
END $function$;
ALTER FUNCTION app.record_population OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.record_population TO app_user;

CREATE OR REPLACE FUNCTION app.records_changed_after(p_registers text[], p_indexes bigint[])
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
DECLARE v_company text := app.tenant()::text; v_matter uuid := app.opened_matter(); v_mine text[] := app.my_registers('read');
BEGIN
  FOR i IN 1 .. coalesce(cardinality(p_registers), 0) LOOP
    IF p_registers[i] = ANY (v_mine) THEN
      RETURN QUERY SELECT r.id FROM app.records r WHERE r.company_id::text = v_company AND r.register = p_registers[i]
        AND r.ledger_index > p_indexes[i] AND (r.matter_id IS NULL OR r.matter_id = v_matter);
    END IF;
  END LOOP;
END $function$;
ALTER FUNCTION app.records_changed_after OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.records_changed_after TO app_user;

CREATE OR REPLACE FUNCTION app.refile_evidence(p_evidence uuid, p_added text[], p_valid timestamp with time zone[], p_removed text[], p_reason text)
 RETURNS TABLE(hindrance text, added text[], removed text[])
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
DECLARE v_head record; v_hindrance text := app.hold_item(p_evidence); v_id uuid := gen_random_uuid();
  v_under text[]; v_added text[] := '{}'; v_removed text[] := '{}';
BEGIN
  v_head := app.lock_ledger();
  v_hindrance := CASE WHEN v_hindrance IS NOT NULL THEN v_hindrance
    WHEN EXISTS (SELECT FROM app.evidence s WHERE s.company_id = v_head.company AND s.supersedes = p_evidence) THEN 'replaced'
    WHEN EXISTS (SELECT FROM app.imports i WHERE i.company_id = v_head.company AND i.evidence_id = p_evidence
      AND i.state IN ('waiting', 'working')) THEN 'importing' END;
  IF v_hindrance IS NULL THEN
    v_under := ARRAY(SELECT k.control_id FROM app.evidence_controls k
      WHERE k.company_id = v_head.company AND k.evidence_id = p_evidence AND k.set_aside_by IS NULL);
    v_removed := ARRAY(SELECT DISTINCT c FROM unnest(p_removed) c WHERE c = ANY (v_under) AND c <> ALL (p_added) ORDER BY c);
    v_added := ARRAY(SELECT DISTINCT c FROM unnest(p_added) c WHERE c <> ALL (v_under) ORDER BY c);
    IF v_under <@ v_removed AND cardinality(v_added) = 0 AND cardinality(v_removed) > 0 THEN v_hindrance := 'none left'; END IF;
  END IF;
  IF v_hindrance IS NULL AND cardinality(v_added) + cardinality(v_removed) > 0 THEN
    INSERT INTO app.refilings (company_id, id, evidence_id, added, removed, reason, refiled_by, refiled_at, ledger_index)
      VALUES (v_head.company, v_id, p_evidence, v_added, v_removed, p_reason, app.uid(), v_head.at, v_head.size);
    UPDATE app.evidence_controls SET set_aside_by = v_id
      WHERE company_id = v_head.company AND evidence_id = p_evidence AND control_id = ANY (v_removed);
    -- A link that was there before comes back as it was.
    UPDATE app.evidence_controls SET set_aside_by = NULL
      WHERE company_id = v_head.company AND evidence_id = p_evidence AND control_id = ANY (v_added);
    INSERT INTO app.evidence_controls (company_id, evidence_id, control_id, number, valid_until)
      SELECT v_head.company, p_evidence, l.control, e.number, l.valid
      FROM (SELECT DISTINCT ON (x.control) x.control, x.valid FROM unnest(p_added, p_valid) x (control, valid)) l
      JOIN app.evidence e ON e.company_id = v_head.company AND e.id = p_evidence
      WHERE l.control = ANY (v_added)
      ON CONFLICT DO NOTHING;
    UPDATE app.control_totals t SET evidence_count = t.evidence_count - 1
      WHERE t.company_id = v_head.company AND t.control_id = ANY (v_removed);
    INSERT INTO app.control_totals AS t (company_id, control_id, evidence_count)
      SELECT v_head.company, c, 1 FROM unnest(v_added) c ORDER BY c
      ON CONFLICT (company_id, control_id) DO UPDATE SET evidence_count = t.evidence_count + 1;
    UPDATE app.evidence e SET valid_until = (SELECT max(k.valid_until) FROM app.evidence_controls k
        WHERE k.company_id = e.company_id AND k.evidence_id = e.id AND k.set_aside_by IS NULL)
      WHERE e.company_id = v_head.company AND e.id = p_evidence;
  END IF;
  RETURN QUERY SELECT v_hindrance, v_added, v_removed;
END $function$;
ALTER FUNCTION app.refile_evidence OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.refile_evidence TO app_user;

CREATE OR REPLACE FUNCTION app.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF tg_op = 'DELETE' AND current_user = 'app_definer'
    AND EXISTS (SELECT FROM app.companies WHERE id::text = to_jsonb(OLD) ->> 'company_id' AND deleted_at IS NOT NULL) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% is append-only', tg_table_name USING ERRCODE = '42501';
END $function$;
ALTER FUNCTION app.refuse_change OWNER TO app_owner;

CREATE OR REPLACE FUNCTION app.refuse_held()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_held boolean := false;
BEGIN
  IF NEW.register = 'client-matters' THEN
    v_held := tg_op = 'UPDATE' AND NEW.ended_at IS NOT NULL AND OLD.ended_at IS NULL AND app.holds_of(NEW.company_id, 'matterIds', NEW.id);
  ELSIF NEW.ended_at IS NULL AND NEW.fields ->> 'method' IS DISTINCT FROM 'mistake'
    AND (tg_op = 'INSERT' OR NEW.fields IS DISTINCT FROM OLD.fields OR OLD.ended_at IS NOT NULL OR NEW.approved_at IS NOT NULL) THEN
    v_held := EXISTS (SELECT FROM jsonb_array_elements_text(coalesce(NEW.fields -> 'matterIds', '[]')) m
        WHERE app.holds_of(NEW.company_id, 'matterIds', m::uuid))
      OR EXISTS (SELECT FROM jsonb_array_elements_text(coalesce(NEW.fields -> 'deviceIds', '[]')) d
        JOIN app.records v ON v.company_id = NEW.company_id AND v.register = 'devices' AND v.id = d::uuid
        JOIN app.records h ON h.company_id = NEW.company_id AND h.register = 'legal-holds' AND h.matter_id IS NULL AND app.is_hold(h)
        CROSS JOIN LATERAL app.held_by(h, 'custodianIds') c (person)
        WHERE c.person = v.fields ->> 'holderId'
          OR EXISTS (SELECT FROM app.record_changes k CROSS JOIN LATERAL jsonb_array_elements(k.changes) x
            WHERE k.company_id = v.company_id AND k.record_id = v.id AND k.changed_at >= app.held_since(h)
              AND x ->> 'field' = 'holderId' AND x ->> 'before' = c.person));
  END IF;
  IF v_held THEN RAISE EXCEPTION 'a legal hold covers it' USING ERRCODE = '23514', CONSTRAINT = 'record_held'; END IF;
  RETURN NEW;
END $function$;
ALTER FUNCTION app.refuse_held OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.refuse_limit(p_company uuid, p_key text, p_used bigint, p_most bigint)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  RAISE EXCEPTION 'the limit on % is reached', p_key USING ERRCODE = 'EX429', CONSTRAINT = 'limit', DETAIL = json_build_object(
    'key', p_key, 'used', CASE WHEN p_key NOT IN ('items', 'bytes', 'matters') OR app.keeps_matters() THEN p_used END, 'most', p_most,
    'plan', (SELECT c.subscription_tier FROM app.companies c WHERE c.id = p_company),
    'own', EXISTS (SELECT FROM app.limit_overrides o WHERE o.company_id = p_company AND o.key = p_key),
    'now', app.iso_instant(clock_timestamp()))::text;
END $function$;
ALTER FUNCTION app.refuse_limit OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.release_bytes(p_id uuid, p_arrived bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_company uuid := app.tenant(); v record;
BEGIN
  PERFORM FROM app.ledger_heads h WHERE h.company_id = v_company FOR UPDATE;
  DELETE FROM app.reservations r WHERE r.company_id = v_company AND r.id = p_id RETURNING r.sent, r.hour INTO v;
  IF v.sent > p_arrived THEN
    UPDATE app.usage u SET used = greatest(0, u.used - (v.sent - p_arrived))
      WHERE u.company_id = v_company AND u.key = 'sent' AND u.period = v.hour;
  END IF;
END $function$;
ALTER FUNCTION app.release_bytes OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.release_bytes TO app_user;

CREATE OR REPLACE FUNCTION app.rename_evidence(p_evidence uuid, p_name text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_head record; v_hindrance text := app.hold_item(p_evidence); v_old text;
BEGIN
  IF v_hindrance IS NOT NULL THEN RETURN v_hindrance; END IF;
  v_head := app.lock_ledger();
  SELECT e.name INTO v_old FROM app.evidence e WHERE e.company_id = v_head.company AND e.id = p_evidence;
  IF v_old = p_name THEN RETURN 'same'; END IF;
  INSERT INTO app.renamings (company_id, evidence_id, old_name, new_name, renamed_by, renamed_at, ledger_index)
    VALUES (v_head.company, p_evidence, v_old, p_name, app.uid(), v_head.at, v_head.size);
  UPDATE app.evidence SET name = p_name WHERE company_id = v_head.company AND id = p_evidence;
  RETURN NULL;
END $function$;
ALTER FUNCTION app.rename_evidence OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.rename_evidence TO app_user;

CREATE OR REPLACE FUNCTION app.renew_sessions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_user uuid;
BEGIN
  v_user := (to_jsonb(coalesce(NEW, OLD)) ->> tg_argv[0])::uuid;
  UPDATE auth.sessions SET renew = true WHERE user_id = v_user AND NOT renew;
  RETURN NULL;
END $function$;
ALTER FUNCTION app.renew_sessions OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.reopen_request(p_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_email text;
BEGIN
  IF NOT app.is_platform_admin() THEN RAISE EXCEPTION 'not a platform admin' USING ERRCODE = '42501'; END IF;
  UPDATE app.contact_messages SET answered_at = NULL WHERE id = p_id AND answered_at IS NOT NULL RETURNING email INTO v_email;
  IF v_email IS NULL THEN
    UPDATE app.access_requests SET answered_at = NULL WHERE id = p_id AND answered_at IS NOT NULL RETURNING email INTO v_email;
  END IF;
  IF v_email IS NULL THEN RETURN false; END IF;
  PERFORM app.note_act('request.reopened', v_email, '{}');
  RETURN true;
END $function$;
ALTER FUNCTION app.reopen_request OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.reopen_request TO app_user;

CREATE OR REPLACE FUNCTION app.report_incident(p_id uuid, p_fields jsonb, p_record_salt bytea, p_now timestamp with time zone, p_mails jsonb, p_act uuid, p_details text, p_salt bytea, p_commitment text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_company uuid := app.staffed(); v_lead uuid; v_by uuid;
BEGIN
  SELECT o.lead_id INTO v_lead FROM app.open_report() o;
  IF p_fields - ARRAY['title', 'kind', 'discoveredAt', 'leadId', 'timeline'] <> '{}' OR p_fields ->> 'kind' IS DISTINCT FROM 'incident'
    OR p_fields ->> 'leadId' IS DISTINCT FROM v_lead::text OR (p_fields ->> 'discoveredAt')::timestamptz IS DISTINCT FROM p_now THEN
    RAISE EXCEPTION 'permission denied: not a report of staff' USING ERRCODE = '42501';
  END IF;
  v_by := coalesce((SELECT m.user_id FROM app.staff_members(v_company) m WHERE app.person_of(m.user_id) = app.uid() LIMIT 1), app.uid());
  INSERT INTO app.records (company_id, id, register, fields, created_by, created_at, changed_by, changed_at, salt)
    VALUES (v_company, p_id, 'incidents', p_fields, v_by, p_now, v_by, p_now, p_record_salt);
  INSERT INTO app.outbox (recipient, subject, body_text, body_html)
    SELECT m.email, x.mail ->> 'subject', x.mail ->> 'text', x.mail ->> 'html' FROM jsonb_array_elements(p_mails) x (mail)
    JOIN app.staff_members(v_company) m ON m.email = x.mail ->> 'to' AND m.role IN ('owner', 'admin');
  PERFORM app.record_act(p_act, 'staff.incidentReported', p_id::text, p_details, p_salt, p_commitment, NULL);
END $function$;
ALTER FUNCTION app.report_incident OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.report_incident TO app_staff;

CREATE OR REPLACE FUNCTION app.reported_devices(p_devices uuid[], p_now timestamp with time zone)
 RETURNS TABLE(device_id uuid, source text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  WITH listed AS MATERIALIZED (
    SELECT k.source, nullif(lower(btrim(d.device ->> 'label')), '') AS name, nullif(lower(btrim(d.device ->> 'serial')), '') AS serial
    FROM app.account_lists l
    JOIN app.connections k ON k.company_id = l.company_id AND k.id = l.connection_id AND k.state <> 'disconnected'
    JOIN app.evidence e ON e.company_id = l.company_id AND e.id = l.evidence_id AND e.withdrawal_id IS NULL AND e.erased_at IS NULL
    CROSS JOIN LATERAL jsonb_array_elements(l.devices) d (device)
    WHERE l.company_id = app.tenant() AND d.device -> 'managed' IS DISTINCT FROM 'false'
      AND coalesce((d.device ->> 'lastSyncOn' || 'T00:00:00Z')::timestamptz >= p_now - interval '31 days', true)),
  recorded AS MATERIALIZED (
    SELECT r.id, nullif(lower(btrim(r.fields ->> 'name')), '') AS name, nullif(lower(btrim(r.fields ->> 'serial')), '') AS serial
    FROM app.records r WHERE r.company_id = app.tenant() AND r.register = 'devices' AND r.id = ANY (p_devices) AND r.matter_id IS NULL
      AND r.ended_at IS NULL)
  SELECT x.id, min(x.source) FROM (
    SELECT r.id, l.source FROM recorded r JOIN listed l ON l.serial = r.serial
    UNION ALL SELECT r.id, l.source FROM recorded r JOIN listed l ON l.name = r.name WHERE l.serial IS NULL OR r.serial IS NULL) x GROUP BY x.id
$function$;
ALTER FUNCTION app.reported_devices OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.reported_devices TO app_user;

CREATE OR REPLACE FUNCTION app.request_asker(p_request uuid)
 RETURNS TABLE(email text, first_name text, last_name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT u.email, p.first_name, p.last_name FROM app.audit_requests r
  JOIN app.auditors a ON a.company_id = r.company_id AND a.user_id = r.asked_by AND a.ended_at IS NULL AND a.ends_at > now()
  JOIN auth.users u ON u.id = r.asked_by JOIN app.profiles p ON p.id = r.asked_by
  WHERE r.company_id = app.tenant() AND r.id = p_request
$function$;
ALTER FUNCTION app.request_asker OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.request_asker TO app_user;

CREATE OR REPLACE FUNCTION app.require_audit(p_project uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  IF app.audited() IS NULL OR p_project IS NULL OR p_project <> ALL (app.audited_projects()) THEN
    RAISE EXCEPTION 'not an auditor of this project' USING ERRCODE = '42501', CONSTRAINT = 'audited_project';
  END IF;
  RETURN app.audited();
END $function$;
ALTER FUNCTION app.require_audit OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.require_erased_list()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  IF NOT EXISTS (SELECT FROM app.review_populations p JOIN app.erasures x ON x.company_id = p.company_id AND x.evidence_id = p.evidence_id
      WHERE p.company_id = NEW.company_id AND p.id = NEW.population_id AND p.list_id IS NOT NULL) THEN
    RAISE EXCEPTION 'review_rows is append-only' USING ERRCODE = '42501', CONSTRAINT = 'changed_with_its_erasure';
  END IF;
  RETURN NEW;
END $function$;
ALTER FUNCTION app.require_erased_list OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.require_erased_names()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  IF NEW.details::jsonb IS DISTINCT FROM app.without_names(OLD.details)
    OR NOT EXISTS (SELECT FROM app.erasures x WHERE x.company_id = NEW.company_id AND x.evidence_id::text = NEW.subject) THEN
    RAISE EXCEPTION 'ledger_acts is append-only' USING ERRCODE = '42501', CONSTRAINT = 'changed_with_its_erasure';
  END IF;
  RETURN NEW;
END $function$;
ALTER FUNCTION app.require_erased_names OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.require_erased_names TO app_owner;

CREATE OR REPLACE FUNCTION app.require_erasure()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v jsonb := to_jsonb(NEW);
BEGIN
  IF NOT EXISTS (SELECT FROM app.erasures x WHERE x.company_id = NEW.company_id AND x.evidence_id::text = v ->> TG_ARGV[0]) THEN
    RAISE EXCEPTION '% is append-only', tg_table_name USING ERRCODE = '42501', CONSTRAINT = 'changed_with_its_erasure';
  END IF;
  RETURN NEW;
END $function$;
ALTER FUNCTION app.require_erasure OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.require_renaming()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  IF NEW.name = 'Erased file' AND EXISTS (SELECT FROM app.erasures x WHERE x.company_id = NEW.company_id AND x.evidence_id = NEW.id) THEN
    RETURN NEW;
  END IF;
  IF NEW.name IS DISTINCT FROM (SELECT r.new_name FROM app.renamings r WHERE r.company_id = NEW.company_id AND r.evidence_id = NEW.id
      ORDER BY r.ledger_index DESC LIMIT 1) THEN
    RAISE EXCEPTION 'a name changes with its record' USING ERRCODE = '23514', CONSTRAINT = 'evidence_renamed_on_record';
  END IF;
  RETURN NEW;
END $function$;
ALTER FUNCTION app.require_renaming OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.require_renaming TO app_owner;

CREATE OR REPLACE FUNCTION app.require_validity()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  IF NEW.valid_until IS DISTINCT FROM (SELECT max(k.valid_until) FROM app.evidence_controls k
      WHERE k.company_id = NEW.company_id AND k.evidence_id = NEW.id AND k.set_aside_by IS NULL) THEN
    RAISE EXCEPTION 'an item counts as long as its links' USING ERRCODE = '23514', CONSTRAINT = 'evidence_valid_as_its_links';
  END IF;
  RETURN NEW;
END $function$;
ALTER FUNCTION app.require_validity OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.require_validity TO app_owner;

CREATE OR REPLACE FUNCTION app.reserve_bytes(p_id uuid, p_declared bigint, p_most bigint, p_keeps boolean)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_company uuid := app.tenant(); v_hour timestamptz; v_bytes bigint; v_used bigint; v_sent bigint; v_left bigint; v_grant bigint;
BEGIN
  IF v_company IS NULL OR coalesce(app.my_role(), 'viewer') IN ('viewer', 'collector') THEN
    RAISE EXCEPTION 'not allowed to file evidence' USING ERRCODE = '42501';
  END IF;
  PERFORM FROM app.ledger_heads h WHERE h.company_id = v_company FOR UPDATE;
  DELETE FROM app.reservations r WHERE r.company_id = v_company AND r.expires_at <= clock_timestamp();
  v_bytes := app.limit_of(v_company, 'bytes');
  SELECT coalesce(sum(u.used), 0) INTO v_used FROM app.usage u WHERE u.company_id = v_company AND u.key = 'bytes';
  v_left := CASE WHEN p_keeps THEN v_bytes - v_used - app.bytes_on_their_way(v_company) END;
  IF coalesce(p_declared, 1) > v_left THEN PERFORM app.refuse_limit(v_company, 'bytes', v_used, v_bytes); END IF;
  v_hour := app.limit_period('each hour');
  v_sent := app.limit_of(v_company, 'sent');
  SELECT coalesce(sum(u.used), 0) INTO v_used FROM app.usage u WHERE u.company_id = v_company AND u.key = 'sent' AND u.period = v_hour;
  IF v_used + coalesce(p_declared, 1) > v_sent THEN PERFORM app.refuse_limit(v_company, 'sent', v_used, v_sent); END IF;
  v_grant := coalesce(p_declared, least(p_most, v_left, v_sent - v_used));
  PERFORM app.spend(v_company, 'sent', v_grant);
  -- As long as a request may take (src/server/http/server.ts), and some more.
  INSERT INTO app.reservations (company_id, id, bytes, sent, hour, expires_at)
    VALUES (v_company, p_id, CASE WHEN p_keeps THEN v_grant ELSE 0 END, v_grant, v_hour, clock_timestamp() + interval '15 minutes');
  RETURN v_grant;
END $function$;
ALTER FUNCTION app.reserve_bytes OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.reserve_bytes TO app_user;

CREATE OR REPLACE FUNCTION app.restore_evidence(p_evidence uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_head record; v app.withdrawals; v_role text := app.my_role();
BEGIN
  IF coalesce(v_role, 'viewer') NOT IN ('owner', 'admin', 'member') THEN
    RAISE EXCEPTION 'not allowed to restore evidence' USING ERRCODE = '42501';
  END IF;
  v_head := app.lock_ledger();
  SELECT w.* INTO v FROM app.withdrawals w
    WHERE w.company_id = v_head.company AND w.evidence_id = p_evidence AND w.restored_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN RETURN 'not found'; END IF;
  IF v_role = 'member' AND v.withdrawn_by <> app.uid() THEN
    RAISE EXCEPTION 'members restore what they withdrew' USING ERRCODE = '42501';
  END IF;
  IF EXISTS (SELECT FROM app.erasures x WHERE x.company_id = v_head.company AND x.evidence_id = p_evidence) THEN RETURN 'erased'; END IF;
  UPDATE app.withdrawals SET (restored_by, restored_at, restored_index) = (app.uid(), v_head.at, v_head.size)
    WHERE company_id = v_head.company AND id = v.id;
  UPDATE app.evidence SET withdrawal_id = NULL WHERE company_id = v_head.company AND id = p_evidence;
  UPDATE app.control_totals t SET evidence_count = t.evidence_count + 1 FROM app.evidence_controls k
    WHERE k.company_id = v_head.company AND k.evidence_id = p_evidence AND k.set_aside_by = v.id
      AND t.company_id = k.company_id AND t.control_id = k.control_id;
  UPDATE app.evidence_controls SET set_aside_by = NULL
    WHERE company_id = v_head.company AND evidence_id = p_evidence AND set_aside_by = v.id;
  RETURN NULL;
END $function$;
ALTER FUNCTION app.restore_evidence OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.restore_evidence TO app_user;

CREATE OR REPLACE FUNCTION app.retry_job(p_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v app.jobs;
BEGIN
  IF NOT app.is_platform_admin() THEN RAISE EXCEPTION 'not a platform admin' USING ERRCODE = '42501'; END IF;
  SELECT * INTO v FROM app.jobs j WHERE j.id = p_id AND j.dead_at IS NOT NULL AND j.discarded_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  UPDATE app.jobs j SET attempts = 0, dead_at = NULL, turn = app.next_turn(v.kind, v.priority, v.company_id) WHERE j.id = p_id;
  PERFORM pg_notify('jobs', v.kind);
  RETURN v.kind;
END $function$;
ALTER FUNCTION app.retry_job OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.retry_job TO app_user;

CREATE OR REPLACE FUNCTION app.reviewers_now()
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT count(*) FROM app.company_members m LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
  WHERE m.company_id = app.tenant() AND m.status = 'active' AND m.role IN ('owner', 'admin', 'member') AND b.disabled_at IS NULL
$function$;
ALTER FUNCTION app.reviewers_now OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.runs_installation()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT app.is_platform_admin() OR current_setting('role') = 'app_worker'
$function$;
ALTER FUNCTION app.runs_installation OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.sample_population(p_project uuid, p_control text, p_from date, p_to date)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT k.number FROM app.evidence_controls k JOIN app.evidence e ON e.company_id = k.company_id AND e.id = k.evidence_id
  WHERE k.company_id = app.require_audit(p_project) AND k.control_id = p_control AND e.matter_id IS NULL AND e.withdrawal_id IS NULL AND k.set_aside_by IS NULL
    AND e.collected_at >= p_from::timestamp AT TIME ZONE 'UTC' AND e.collected_at < (p_to + 1)::timestamp AT TIME ZONE 'UTC'
  ORDER BY k.number
$function$;
ALTER FUNCTION app.sample_population OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.sample_population TO app_user;

CREATE OR REPLACE FUNCTION app.schedule_jobs(p_kinds text[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  INSERT INTO app.jobs (kind, key, run_at) SELECT k, '', '-infinity' FROM unnest(p_kinds) k ON CONFLICT DO NOTHING
$function$;
ALTER FUNCTION app.schedule_jobs OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.schedule_jobs TO app_worker;

CREATE OR REPLACE FUNCTION app.scope_facts(p_company uuid, p_size bigint, p_decided timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT jsonb_build_object(
    'systems', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'kinds', s.kinds, 'provider', s.provider, 'ledger_index', s.ledger_index,
        'sources', (SELECT coalesce(jsonb_agg(DISTINCT k.source), '[]') FROM app.connections k
          WHERE k.company_id = s.company_id AND k.system_id = s.id AND k.source IS NOT NULL))
        ORDER BY s.added_at, s.id), '[]')
      FROM app.systems s WHERE s.company_id = p_company AND CASE WHEN p_size IS NULL THEN s.removed_at IS NULL
        ELSE s.ledger_index < p_size AND (s.removed_at IS NULL OR s.removed_index >= p_size) END),
    'decisions', (SELECT coalesce(jsonb_agg(to_jsonb(d)), '[]') FROM (
      SELECT DISTINCT ON (d.kind, d.system_id) d.kind, d.system_id, d.declared, d.reason, to_char(d.until, 'YYYY-MM-DD') AS until,
        d.decided_by, d.decided_at, d.ledger_index
      FROM app.scope_decisions d WHERE d.company_id = p_company AND d.document_id IS NULL AND (p_size IS NULL OR d.ledger_index < p_size)
        AND (p_decided IS NULL OR d.decided_at <= p_decided)
      ORDER BY d.kind, d.system_id, d.ledger_index DESC, d.decided_at DESC, d.id) d))
$function$;
ALTER FUNCTION app.scope_facts OWNER TO app_owner;
GRANT EXECUTE ON FUNCTION app.scope_facts TO app_auditor, app_definer, app_user;

CREATE OR REPLACE FUNCTION app.scope_of(p_company uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$SELECT app.scope_facts(p_company, NULL, NULL)$function$;
ALTER FUNCTION app.scope_of OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.scope_of TO app_worker;

CREATE OR REPLACE FUNCTION app.scrub_health()
 RETURNS TABLE(damaged bigint, companies bigint, began_at timestamp with time zone, finished_at timestamp with time zone, items bigint, checked bigint, oldest timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT d.damaged, d.companies, s.began_at, s.finished_at, s.items, s.checked,
    CASE WHEN s.finished_at IS NULL OR s.finished_at > now() THEN (SELECT min(f.filed_at) FROM app.companies c
      CROSS JOIN LATERAL (SELECT e.filed_at FROM app.evidence e WHERE e.company_id = c.id ORDER BY e.number LIMIT 1) f) END
  FROM app.scrub s, LATERAL (SELECT count(*) AS damaged, count(DISTINCT f.company_id) AS companies FROM app.damaged_files f
    JOIN app.evidence e ON e.company_id = f.company_id AND e.id = f.evidence_id AND e.erased_at IS NULL) d
  WHERE (SELECT app.runs_installation())
$function$;
ALTER FUNCTION app.scrub_health OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.scrub_health TO app_user, app_worker;

CREATE OR REPLACE FUNCTION app.seals_of_export(p_company uuid, p_export uuid)
 RETURNS TABLE(seq bigint, entry text, details text, salt bytea, generation integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT a.seq, e.entry, a.details, a.salt, (SELECT max(k.generation) FROM app.ledger_checkpoints k
      WHERE k.company_id = x.company_id AND k.size = x.ledger_size)
  FROM app.exports x JOIN app.companies c ON c.id = x.company_id AND c.deleted_at IS NULL
    JOIN app.ledger_acts a ON a.company_id = x.company_id AND a.subject = x.id::text AND a.event = 'export.sealed'
    JOIN app.ledger_entries e ON e.company_id = a.company_id AND e.seq = a.seq
  WHERE x.company_id = p_company AND x.id = p_export AND x.format = 'bundle' ORDER BY a.seq DESC LIMIT 20
$function$;
ALTER FUNCTION app.seals_of_export OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.seals_of_export TO app_signer;

CREATE OR REPLACE FUNCTION app.send_staff_link(p_person uuid, p_token bytea, p_now timestamp with time zone)
 RETURNS TABLE(name text, email text, number bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
DECLARE v_company uuid := app.tenant();
BEGIN
  IF app.my_role() IS NULL OR app.my_role() NOT IN ('owner', 'admin') THEN
    RAISE EXCEPTION 'permission denied: only owners and admins send links' USING ERRCODE = '42501';
  END IF;
  PERFORM app.lock_ledger();
  RETURN QUERY SELECT r.fields ->> 'name', lower(r.fields ->> 'email'), r.number FROM app.records r
    WHERE r.company_id = v_company AND r.id = p_person AND app.is_address_of(v_company, p_person, lower(r.fields ->> 'email'));
  IF NOT FOUND THEN RETURN; END IF;
  PERFORM app.keep_staff_link(v_company, p_person, p_token, app.uid(), p_now);
  INSERT INTO app.staff_reminders AS m (company_id, person_id, looked_at, told_at) VALUES (v_company, p_person, p_now, p_now)
    ON CONFLICT (company_id, person_id) DO UPDATE SET told_at = greatest(m.told_at, p_now);
END $function$;
ALTER FUNCTION app.send_staff_link OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.send_staff_link TO app_user;

CREATE OR REPLACE FUNCTION app.set_deletion(p_due timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  IF app.my_role() IS DISTINCT FROM 'owner' THEN
    RAISE EXCEPTION 'only the owner deletes a company' USING ERRCODE = '42501';
  END IF;
  IF p_due IS NOT NULL AND app.has_hold(app.tenant()) THEN
    RAISE EXCEPTION 'a legal hold covers the company' USING ERRCODE = '23514', CONSTRAINT = 'company_held';
  END IF;
  UPDATE app.companies SET deletion_due_at = p_due, updated_at = now()
    WHERE id = app.tenant() AND (deletion_due_at IS NULL) <> (p_due IS NULL) AND deleted_at IS NULL;
  RETURN FOUND;
END $function$;
ALTER FUNCTION app.set_deletion OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.set_deletion TO app_user;

CREATE OR REPLACE FUNCTION app.set_disabled(p_user uuid, p_disabled boolean, p_now timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_email text; v_before boolean;
BEGIN
  PERFORM app.alone_among_admins();
  IF NOT app.hold_person(p_user) THEN RETURN 'unknown'; END IF;
  SELECT email INTO v_email FROM auth.users WHERE id = p_user;
  v_before := EXISTS (SELECT FROM app.account_bounds WHERE user_id = p_user AND disabled_at IS NOT NULL);
  IF v_before = p_disabled THEN RETURN 'same'; END IF;
  IF p_disabled AND app.is_last_admin(p_user) THEN RETURN 'last-admin'; END IF;
  INSERT INTO app.account_bounds (user_id, disabled_at) VALUES (p_user, CASE WHEN p_disabled THEN p_now END)
    ON CONFLICT (user_id) DO UPDATE SET disabled_at = excluded.disabled_at;
  PERFORM app.note_act(CASE WHEN p_disabled THEN 'user.disabled' ELSE 'user.enabled' END, v_email, '{}');
  IF p_disabled THEN
    DELETE FROM auth.sessions WHERE user_id = p_user;
    DELETE FROM auth.one_time_links WHERE email = v_email;
  END IF;
  RETURN 'changed';
END $function$;
ALTER FUNCTION app.set_disabled OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.set_disabled TO app_user;

CREATE OR REPLACE FUNCTION app.set_override(p_company uuid, p_key text, p_enabled boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_company text;
BEGIN
  IF NOT app.is_platform_admin() THEN RAISE EXCEPTION 'not a platform admin' USING ERRCODE = '42501'; END IF;
  SELECT name INTO v_company FROM app.companies WHERE id = p_company AND deleted_at IS NULL;
  IF v_company IS NULL OR NOT EXISTS (SELECT FROM app.feature_flags WHERE key = p_key) THEN RETURN false; END IF;
  IF p_enabled IS NULL THEN
    DELETE FROM app.feature_overrides WHERE company_id = p_company AND key = p_key;
  ELSE
    INSERT INTO app.feature_overrides (company_id, key, enabled) VALUES (p_company, p_key, p_enabled)
      ON CONFLICT (company_id, key) DO UPDATE SET enabled = excluded.enabled;
  END IF;
  PERFORM app.note_act('flag.overridden', p_key, jsonb_build_object('company', v_company, 'enabled', p_enabled));
  RETURN true;
END $function$;
ALTER FUNCTION app.set_override OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.set_override TO app_user;

CREATE OR REPLACE FUNCTION app.set_platform_role(p_user uuid, p_role text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_email text; v_before text;
BEGIN
  PERFORM app.alone_among_admins();
  IF NOT app.hold_person(p_user) THEN RETURN 'unknown'; END IF;
  SELECT u.email, CASE WHEN p.id IS NOT NULL THEN 'admin' ELSE coalesce(b.platform_role, 'manager') END INTO v_email, v_before
    FROM auth.users u LEFT JOIN app.platform_admins p ON p.id = u.id LEFT JOIN app.account_bounds b ON b.user_id = u.id
    WHERE u.id = p_user;
  IF v_before = p_role THEN RETURN 'same'; END IF;
  IF p_role <> 'admin' AND app.is_last_admin(p_user) THEN RETURN 'last-admin'; END IF;
  IF p_role = 'admin' THEN
    INSERT INTO app.platform_admins (id) VALUES (p_user) ON CONFLICT DO NOTHING;
  ELSE
    DELETE FROM app.platform_admins WHERE id = p_user;
  END IF;
  -- An admin is bounded by nothing, and stays so when it ends as it was given: at the command line.
  INSERT INTO app.account_bounds (user_id, platform_role) VALUES (p_user, CASE p_role WHEN 'user' THEN 'user' ELSE 'manager' END)
    ON CONFLICT (user_id) DO UPDATE SET platform_role = excluded.platform_role;
  PERFORM app.note_act('user.roleChanged', v_email, jsonb_build_object('from', v_before, 'to', p_role));
  RETURN 'changed';
END $function$;
ALTER FUNCTION app.set_platform_role OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.set_platform_role TO app_user;

CREATE OR REPLACE FUNCTION app.settle_audit_request(p_id uuid, p_outcome text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_request app.audit_requests;
BEGIN
  SELECT r.* INTO v_request FROM app.audit_requests r WHERE r.company_id = app.audited() AND r.id = p_id
    AND r.project_id = ANY (app.audited_projects()) FOR UPDATE;
  IF v_request.id IS NULL OR NOT (CASE p_outcome WHEN 'accepted' THEN v_request.state = 'answered'
    WHEN 'open' THEN v_request.state IN ('answered', 'accepted', 'closed') WHEN 'closed' THEN v_request.state IN ('open', 'answered') ELSE false END) THEN
    RETURN false;
  END IF;
  UPDATE app.audit_requests SET state = p_outcome WHERE company_id = v_request.company_id AND id = p_id;
  RETURN true;
END $function$;
ALTER FUNCTION app.settle_audit_request OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.settle_audit_request TO app_user;

CREATE OR REPLACE FUNCTION app.settle_request(p_id uuid, p_outcome text, p_words text, p_now timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  IF NOT app.is_platform_admin() THEN RAISE EXCEPTION 'not a platform admin' USING ERRCODE = '42501'; END IF;
  IF NOT app.answer_request(p_id, p_now) THEN RETURN false; END IF;
  INSERT INTO app.request_answers (request_id, at, answered_by, outcome, words)
    VALUES (p_id, p_now, coalesce((SELECT email FROM auth.users WHERE id = app.uid()), app.uid()::text), p_outcome, p_words);
  PERFORM app.note_act('request.' || p_outcome, (SELECT email FROM app.all_requests() WHERE id = p_id), '{}');
  RETURN true;
END $function$;
ALTER FUNCTION app.settle_request OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.settle_request TO app_user;

CREATE OR REPLACE FUNCTION app.settle_schedule(p_kinds text[], p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  PERFORM app.schedule_jobs(p_kinds);
  UPDATE app.jobs j SET run_at = p_now WHERE j.kind = ANY (p_kinds) AND j.key = '' AND j.turn IS NULL AND j.lease_until IS NULL
    AND j.dead_at IS NULL AND j.run_at > p_now + interval '2 hours';
  UPDATE app.jobs j SET lease_until = p_now WHERE j.lease_until > p_now + interval '1 day';
END $function$;
ALTER FUNCTION app.settle_schedule OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.settle_schedule TO app_worker;

CREATE OR REPLACE FUNCTION app.shows_withdrawn()
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$SELECT coalesce(current_setting('app.withdrawn', true) = 'shown', false)$function$;
ALTER FUNCTION app.shows_withdrawn OWNER TO app_owner;
GRANT EXECUTE ON FUNCTION app.shows_withdrawn TO app_auditor, app_definer, app_user;

CREATE OR REPLACE FUNCTION app.signed_before(p_company uuid)
 RETURNS TABLE(generation integer, size bigint, root bytea, note text, known boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT g.generation, k.size, k.root, k.note, k.size IS NOT NULL OR
    g.generation = 1 AND EXISTS (SELECT FROM app.exports e WHERE e.company_id = p_company AND e.ledger_size > 0)
  FROM (SELECT app.ledger_generation(p_company) AS generation) g
  LEFT JOIN LATERAL (SELECT c.size, c.root, c.note FROM app.ledger_checkpoints c
    WHERE c.company_id = p_company AND c.generation = g.generation ORDER BY c.size DESC LIMIT 1) k ON true
$function$;
ALTER FUNCTION app.signed_before OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.signed_before TO app_signer;

CREATE OR REPLACE FUNCTION app.signing_answers(p_ids uuid[])
 RETURNS TABLE(id uuid, failure text, note text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT r.id, r.failure, r.note FROM app.signing_requests r WHERE r.id = ANY (p_ids) AND r.answered_at IS NOT NULL
$function$;
ALTER FUNCTION app.signing_answers OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.signing_answers TO app_worker;

CREATE OR REPLACE FUNCTION app.signing_health()
 RETURNS TABLE(newest timestamp with time zone, waiting_since timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT (SELECT k.created_at FROM app.ledger_checkpoints k ORDER BY k.created_at DESC LIMIT 1), (
    SELECT min((e.entry::jsonb ->> 'at')::timestamptz) FROM app.ledger_heads h
      JOIN app.companies c ON c.id = h.company_id AND c.deleted_at IS NULL
      CROSS JOIN LATERAL (SELECT coalesce(max(k.size), 0) AS size FROM app.ledger_checkpoints k
        WHERE k.company_id = h.company_id AND k.generation = app.ledger_generation(h.company_id)) s
      JOIN app.ledger_entries e ON e.company_id = h.company_id AND e.seq = s.size
    WHERE h.size > s.size)
  WHERE (SELECT app.runs_installation())
$function$;
ALTER FUNCTION app.signing_health OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.signing_health TO app_user, app_worker;

CREATE OR REPLACE FUNCTION app.spend(p_company uuid, p_key text, p_amount bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_holds text; v_told boolean; v_most bigint; v_period timestamptz; v_used bigint; v_level smallint;
BEGIN
  PERFORM FROM app.ledger_heads h WHERE h.company_id = p_company FOR UPDATE;
  SELECT l.holds, l.told, CASE WHEN o.key IS NULL THEN l.most ELSE o.most END INTO STRICT v_holds, v_told, v_most
    FROM app.companies c JOIN app.limits l ON l.plan = c.subscription_tier AND l.key = p_key
    LEFT JOIN app.limit_overrides o ON o.company_id = c.id AND o.key = p_key WHERE c.id = p_company;
  v_period := app.limit_period(v_holds);
  SELECT u.used + p_amount INTO v_used FROM app.usage u WHERE u.company_id = p_company AND u.key = p_key AND u.period = v_period;
  v_used := greatest(0, coalesce(v_used, p_amount));
  v_level := CASE WHEN NOT v_told OR v_most IS NULL OR v_used * 5 < v_most * 4 THEN 0 WHEN v_used >= v_most THEN 100 ELSE 80 END;
  INSERT INTO app.usage AS u (company_id, key, period, used, level) VALUES (p_company, p_key, v_period, v_used, v_level)
    ON CONFLICT (company_id, key) DO UPDATE SET period = excluded.period, used = excluded.used,
      level = CASE WHEN u.period = excluded.period THEN greatest(u.level, excluded.level) ELSE excluded.level END,
      told = CASE WHEN u.period = excluded.period THEN u.told ELSE 0 END;
  RETURN v_most - v_used;
END $function$;
ALTER FUNCTION app.spend OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.spend_challenge(p_sha256 bytea, p_expires_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO app.spent_challenges (challenge_sha256, expires_at) VALUES (p_sha256, p_expires_at) ON CONFLICT DO NOTHING;
  RETURN FOUND;
END $function$;
ALTER FUNCTION app.spend_challenge OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.spend_challenge TO app_user;

CREATE OR REPLACE FUNCTION app.spend_staff_link(p_token bytea, p_session bytea, p_now timestamp with time zone, p_address text, p_agent text, p_act uuid, p_details text, p_salt bytea, p_commitment text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v record;
BEGIN
  UPDATE app.staff_links l SET used_at = p_now FROM app.staff_link_state(p_token, p_now) s
    WHERE s.state = 'open' AND l.token_sha256 = p_token AND l.used_at IS NULL AND l.expires_at > p_now
    RETURNING l.company_id, l.person_id, l.email, l.method INTO v;
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO app.staff_sessions (company_id, token_sha256, person_id, email, method, created_at, expires_at, address, user_agent)
    VALUES (v.company_id, p_session, v.person_id, v.email, v.method, p_now, p_now + interval '12 hours', p_address, p_agent);
  PERFORM set_config('app.user_id', v.person_id::text, true), set_config('app.company_id', v.company_id::text, true);
  PERFORM app.record_act(p_act, 'staff.signedIn', v.person_id::text, p_details, p_salt, p_commitment, NULL);
  RETURN true;
END $function$;
ALTER FUNCTION app.spend_staff_link OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.spend_staff_link TO app_staff;

CREATE OR REPLACE FUNCTION app.staff_contact(p_policy uuid)
 RETURNS TABLE(name text, email text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  WITH me AS MATERIALIZED (SELECT app.staffed() AS company)
  SELECT c.name, c.email FROM me CROSS JOIN LATERAL (
    SELECT 0 AS place, concat_ws(' ', m.first_name, m.last_name) AS name, m.email FROM app.policy_versions v
      JOIN app.staff_members(me.company) m ON m.user_id = ANY (v.authors)
      WHERE v.company_id = me.company AND v.policy_id = p_policy AND v.state = 'in force'
    UNION ALL
    SELECT 1, h.fields ->> 'name', h.fields ->> 'email' FROM app.records r
      JOIN app.records h ON h.company_id = r.company_id AND h.register = 'people' AND h.id::text = r.fields ->> 'holderId'
      WHERE r.company_id = me.company AND r.register = 'roles' AND r.ended_at IS NULL AND r.fields ->> 'duty' = 'security-owner'
        AND h.fields ? 'email' AND app.is_active_person(h.company_id, h.id)
    UNION ALL
    SELECT 2, concat_ws(' ', m.first_name, m.last_name), m.email FROM app.staff_members(me.company) m WHERE m.role = 'owner') c
  ORDER BY c.place, c.name, c.email LIMIT 1
$function$;
ALTER FUNCTION app.staff_contact OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.staff_contact TO app_staff;

CREATE OR REPLACE FUNCTION app.staff_forms(p_sessions bytea[], p_versions uuid[], p_texts text[], p_now timestamp with time zone)
 RETURNS TABLE(outcome text, person_id uuid, method text, policy_id uuid, title text, number integer, newest uuid, vouched text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
DECLARE v_company uuid := app.staffed();
BEGIN
  RETURN QUERY SELECT CASE WHEN f.outcome = 'open' AND f.nth > 1 THEN 'before' ELSE f.outcome END, f.person, f.method, f.policy_id, f.title, f.number,
      f.newest, f.vouched
    FROM (SELECT o.*, row_number() OVER (PARTITION BY o.outcome, o.person, o.version ORDER BY o.i) AS nth
      FROM (SELECT a.i, a.version, who.id AS person, who.method, who.vouched, v.policy_id, v.title, v.number, v.newest,
          CASE WHEN who.id IS NULL THEN 'nobody' WHEN v.policy_id IS NULL THEN 'not assigned'
            WHEN v.state <> 'in force' OR v.sha256 IS DISTINCT FROM a.text THEN 'replaced'
            WHEN EXISTS (SELECT FROM app.acknowledgments k WHERE k.company_id = v_company AND k.version_id = a.version AND k.person_id = who.id
              AND k.vouched IS NOT NULL) THEN 'before' ELSE 'open' END AS outcome
        FROM unnest(p_sessions, p_versions, p_texts) WITH ORDINALITY a (session, version, text, i)
        LEFT JOIN LATERAL (SELECT s.person_id AS id, s.method, r.fields ->> 'kind' AS kind, r.vouched_how AS vouched
          FROM app.staff_sessions s JOIN app.records r ON r.company_id = s.company_id AND r.id = s.person_id
          WHERE s.token_sha256 = a.session AND s.company_id = v_company AND s.expires_at > p_now
            AND app.is_address_of(s.company_id, s.person_id, s.email) LIMIT 1) who ON true
        LEFT JOIN LATERAL (SELECT w.policy_id, p.title, w.number, n.id AS newest, w.state, w.sha256 FROM app.policy_versions w
          JOIN app.policies p ON p.company_id = w.company_id AND p.id = w.policy_id
          JOIN app.policy_versions n ON n.company_id = w.company_id AND n.policy_id = w.policy_id AND n.state = 'in force'
          WHERE who.id IS NOT NULL AND w.company_id = v_company AND w.id = a.version AND w.state IN ('in force', 'replaced')
            AND EXISTS (SELECT FROM app.assignments x WHERE x.company_id = n.company_id AND x.version_id = n.id AND x.ended_at IS NULL
              AND (x.audience = 'everyone' OR x.audience = who.kind OR x.person_id = who.id)) LIMIT 1) v ON true) o) f
    ORDER BY f.i;
END $function$;
ALTER FUNCTION app.staff_forms OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.staff_forms TO app_staff;

CREATE OR REPLACE FUNCTION app.staff_link_address(p_token bytea)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT l.email FROM app.staff_links l WHERE l.token_sha256 = p_token
$function$;
ALTER FUNCTION app.staff_link_address OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.staff_link_address TO app_auth;

CREATE OR REPLACE FUNCTION app.staff_link_state(p_token bytea, p_now timestamp with time zone)
 RETURNS TABLE(state text, company_id uuid, company text, person_id uuid, name text, number bigint, email text, sent_by uuid, method text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT CASE WHEN l.used_at IS NOT NULL THEN 'used' WHEN l.expires_at <= p_now THEN 'expired' ELSE 'open' END,
    l.company_id, c.name, l.person_id, r.fields ->> 'name', r.number, l.email, l.sent_by, l.method
  FROM app.staff_links l JOIN app.companies c ON c.id = l.company_id JOIN app.records r ON r.company_id = l.company_id AND r.id = l.person_id
  WHERE l.token_sha256 = p_token AND app.is_address_of(l.company_id, l.person_id, l.email)
$function$;
ALTER FUNCTION app.staff_link_state OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.staff_link_state TO app_staff;

CREATE OR REPLACE FUNCTION app.staff_members(p_company uuid)
 RETURNS TABLE(user_id uuid, role text, email text, first_name text, last_name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT m.user_id, m.role, u.email, p.first_name, p.last_name FROM app.company_members m JOIN auth.users u ON u.id = m.user_id
  JOIN app.profiles p ON p.id = m.user_id LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
  WHERE m.company_id = p_company AND m.status = 'active' AND b.disabled_at IS NULL
$function$;
ALTER FUNCTION app.staff_members OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.staff_policies()
 RETURNS TABLE(version_id uuid, policy_id uuid, title text, number integer, characters integer, kind text, starts_at text, assignments jsonb, earlier jsonb, last_day text, acknowledged_at timestamp with time zone, acknowledgment_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  WITH me AS MATERIALIZED (SELECT r.company_id, r.id, r.fields, coalesce(f.starts_at, r.fields ->> 'startsAt') AS starts_at
    FROM app.records r LEFT JOIN app.first_days f ON f.company_id = r.company_id AND f.person_id = r.id WHERE r.company_id = (SELECT app.staffed()) AND r.id = (SELECT app.uid()))
  SELECT v.id, v.policy_id, p.title, v.number, length(v.text), r.fields ->> 'kind', r.starts_at, s.assignments, s.earlier,
    to_char(l.last AT TIME ZONE 'UTC', 'YYYY-MM-DD'), a.acknowledged_at, a.id
  FROM me r JOIN app.policy_versions v ON v.company_id = r.company_id AND v.state = 'in force'
  JOIN app.policies p ON p.company_id = v.company_id AND p.id = v.policy_id
  CROSS JOIN LATERAL (SELECT jsonb_agg(x.said) FILTER (WHERE x.version_id = v.id) AS assignments,
      coalesce(jsonb_agg(x.said) FILTER (WHERE x.version_id <> v.id), '[]') AS earlier
    FROM (SELECT y.version_id, jsonb_build_object('audience', y.audience, 'personId', y.person_id, 'assignedAt',
        to_char(y.assigned_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'ended', y.ended_at IS NOT NULL) AS said
      FROM app.policy_versions w JOIN app.assignments y ON y.company_id = w.company_id AND y.version_id = w.id
      WHERE w.company_id = v.company_id AND w.policy_id = v.policy_id AND w.state IN ('in force', 'replaced')
        AND (y.audience = 'everyone' OR y.audience = r.fields ->> 'kind' OR y.person_id = r.id)) x) s
  LEFT JOIN LATERAL (SELECT k.id, k.acknowledged_at FROM app.policy_versions w
    JOIN app.acknowledgments k ON k.company_id = w.company_id AND k.version_id = w.id AND k.person_id = r.id
    WHERE w.company_id = v.company_id AND w.policy_id = v.policy_id AND w.sha256 = v.sha256 AND k.sha256 = v.sha256 AND k.vouched IS NOT NULL
    ORDER BY k.acknowledged_at LIMIT 1) a ON true
  CROSS JOIN LATERAL (SELECT max(f.first) AS last FROM (SELECT min(k.acknowledged_at) AS first FROM app.policy_versions w
      JOIN app.acknowledgments k ON k.company_id = w.company_id AND k.version_id = w.id AND k.person_id = r.id AND k.sha256 = w.sha256
        AND k.vouched IS NOT NULL
      WHERE w.company_id = v.company_id AND w.policy_id = v.policy_id AND w.state IN ('in force', 'replaced') GROUP BY w.sha256) f) l
  WHERE s.assignments IS NOT NULL
$function$;
ALTER FUNCTION app.staff_policies OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.staff_policies TO app_staff;

CREATE OR REPLACE FUNCTION app.staff_policy(p_version uuid)
 RETURNS TABLE(version_id uuid, policy_id uuid, title text, number integer, state text, text text, sha256 text, in_force_at timestamp with time zone, before_number integer, before_text text, newest uuid, acknowledged_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  WITH me AS MATERIALIZED (SELECT r.company_id, r.id, r.fields ->> 'kind' AS kind
    FROM app.records r WHERE r.company_id = (SELECT app.staffed()) AND r.id = (SELECT app.uid()))
  SELECT v.id, v.policy_id, p.title, v.number, v.state, v.text, v.sha256, v.in_force_at, b.number, b.text, f.id, a.acknowledged_at
  FROM me JOIN app.policy_versions v ON v.company_id = me.company_id AND v.id = p_version AND v.state IN ('in force', 'replaced')
  JOIN app.policies p ON p.company_id = v.company_id AND p.id = v.policy_id
  JOIN app.policy_versions f ON f.company_id = v.company_id AND f.policy_id = v.policy_id AND f.state = 'in force'
  LEFT JOIN LATERAL (SELECT w.number, w.text FROM app.policy_versions w
    JOIN app.acknowledgments k ON k.company_id = w.company_id AND k.version_id = w.id AND k.person_id = me.id
    WHERE w.company_id = v.company_id AND w.policy_id = v.policy_id AND w.number < v.number ORDER BY w.number DESC LIMIT 1) b ON true
  LEFT JOIN LATERAL (SELECT k.acknowledged_at FROM app.policy_versions w
    JOIN app.acknowledgments k ON k.company_id = w.company_id AND k.version_id = w.id AND k.person_id = me.id
    WHERE w.company_id = v.company_id AND w.policy_id = v.policy_id AND w.sha256 = v.sha256 AND k.sha256 = v.sha256 AND k.vouched IS NOT NULL
    ORDER BY k.acknowledged_at LIMIT 1) a ON true
  WHERE EXISTS (SELECT FROM app.assignments x WHERE x.company_id = f.company_id AND x.version_id = f.id AND x.ended_at IS NULL
    AND (x.audience = 'everyone' OR x.audience = me.kind OR x.person_id = me.id))
$function$;
ALTER FUNCTION app.staff_policy OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.staff_policy TO app_staff;

CREATE OR REPLACE FUNCTION app.staffed()
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT c.id FROM app.companies c WHERE c.id = nullif(current_setting('app.company_id', true), '')::uuid
    AND app.is_active_person(c.id, nullif(current_setting('app.user_id', true), '')::uuid)
$function$;
ALTER FUNCTION app.staffed OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.stop_writing_to_me(p_at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  UPDATE app.staff_reminders m SET stopped_at = p_at WHERE m.company_id = app.staffed() AND m.person_id = app.uid()
$function$;
ALTER FUNCTION app.stop_writing_to_me OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.stop_writing_to_me TO app_staff;

CREATE OR REPLACE FUNCTION app.stopped_ledgers()
 RETURNS TABLE(failure text, ledgers bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT s.failure, count(*) FROM app.signing_stops s WHERE (SELECT app.runs_installation()) GROUP BY s.failure ORDER BY s.failure
$function$;
ALTER FUNCTION app.stopped_ledgers OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.stopped_ledgers TO app_user, app_worker;

CREATE OR REPLACE FUNCTION app.store_checkpoint(p_company uuid, p_generation integer, p_size bigint, p_root bytea, p_note text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO app.ledger_checkpoints (company_id, generation, size, root, note)
    VALUES (p_company, p_generation, p_size, p_root, p_note) ON CONFLICT DO NOTHING;
  DELETE FROM app.signing_stops s WHERE s.company_id = p_company;
END $function$;
ALTER FUNCTION app.store_checkpoint OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.store_checkpoint TO app_signer;

CREATE OR REPLACE FUNCTION app.store_facts(p_geography text)
 RETURNS TABLE(id text, has_files boolean, has_people boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT (SELECT s.store_id FROM app.store_identities s WHERE s.geography = p_geography),
    EXISTS (SELECT FROM app.evidence e JOIN app.storage_locations l ON l.id = e.storage_location_id AND l.geography = p_geography
      WHERE e.erased_at IS NULL),
    EXISTS (SELECT FROM auth.users)
$function$;
ALTER FUNCTION app.store_facts OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.store_facts TO app_worker;

CREATE OR REPLACE FUNCTION app.system_answered(p_company uuid, p_system uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT EXISTS (SELECT FROM app.connections k WHERE k.company_id = p_company AND k.system_id = p_system
    AND (k.state <> 'disconnected' OR EXISTS (SELECT FROM app.evidence e WHERE e.company_id = k.company_id AND e.filed_by = k.id)))
$function$;
ALTER FUNCTION app.system_answered OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.system_freshness()
 RETURNS TABLE(system_id uuid, connection_id uuid, state text, last_collected_at timestamp with time zone, answered boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT DISTINCT ON (k.system_id) k.system_id, k.id, k.state, max(r.at) OVER (PARTITION BY k.system_id),
    app.system_answered(k.company_id, k.system_id)
  FROM app.connections k
  LEFT JOIN LATERAL (SELECT x.finished_at AS at FROM app.collection_runs x WHERE x.company_id = k.company_id AND x.connection_id = k.id
    AND x.state = 'done' ORDER BY x.slot DESC LIMIT 1) r ON true
  WHERE k.company_id = coalesce(app.tenant(), app.audited()) AND k.system_id IS NOT NULL
  ORDER BY k.system_id, k.state = 'disconnected', k.connected_at DESC
$function$;
ALTER FUNCTION app.system_freshness OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.system_freshness TO app_auditor, app_user;

CREATE OR REPLACE FUNCTION app.take_alerts(p_company uuid, p_user uuid, p_now timestamp with time zone)
 RETURNS TABLE(company_id uuid, company text, email text, first_name text, last_name text, kind text, event text, at timestamp with time zone, actor text, about text, details text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
DECLARE v record;
BEGIN
  -- One at a time, and only until its mail is written: two would each hold a row and wait for the other.
  PERFORM pg_advisory_xact_lock(hashtextextended(p_company || ' alerts ' || p_user, 0));
  -- Who cannot get in any more is told nothing.
  DELETE FROM app.alerts a WHERE a.company_id = p_company AND a.user_id = p_user AND NOT EXISTS (SELECT FROM app.company_members m JOIN app.companies c ON c.id = m.company_id
    WHERE m.company_id = a.company_id AND m.user_id = a.user_id AND m.status = 'active' AND c.deleted_at IS NULL
      AND NOT EXISTS (SELECT FROM app.account_bounds b WHERE b.user_id = a.user_id AND b.disabled_at IS NOT NULL));
  SELECT a.company_id, a.user_id, a.daily INTO v FROM app.alerts a
    WHERE a.company_id = p_company AND a.user_id = p_user AND app.alert_due(a.daily, a.at) <= p_now ORDER BY a.at LIMIT 1;
  IF NOT FOUND THEN RETURN; END IF;
  RETURN QUERY WITH taken AS (
      DELETE FROM app.alerts a WHERE a.company_id = v.company_id AND a.user_id = v.user_id AND a.daily = v.daily
        AND (NOT a.daily OR app.next_digest(a.at) <= p_now) RETURNING a.ledger_index, a.kind)
    SELECT v.company_id, c.name, u.email, p.first_name, p.last_name, t.kind, l.event, l.at,
      coalesce(nullif(btrim(actor.first_name || ' ' || actor.last_name), ''), 'Somebody'),
      nullif(btrim(about.first_name || ' ' || about.last_name), ''), l.details
    FROM taken t JOIN app.ledger_acts l ON l.company_id = v.company_id AND l.seq = t.ledger_index
    JOIN app.companies c ON c.id = v.company_id
    JOIN auth.users u ON u.id = v.user_id
    JOIN app.profiles p ON p.id = v.user_id
    LEFT JOIN app.profiles actor ON actor.id = l.actor_id
    -- By its index: a subject may be any text.
    LEFT JOIN app.profiles about
      ON about.id = CASE WHEN l.subject ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN l.subject::uuid END
    ORDER BY t.ledger_index;
END $function$;
ALTER FUNCTION app.take_alerts OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.take_alerts TO app_worker;

CREATE OR REPLACE FUNCTION app.take_attention(p_company uuid, p_connection uuid, p_now timestamp with time zone)
 RETURNS TABLE(company text, connection_id uuid, provider text, account text, attention text, email text, first_name text, last_name text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
DECLARE v app.connections;
BEGIN
  SELECT k.* INTO v FROM app.connections k JOIN app.companies c ON c.id = k.company_id AND c.deleted_at IS NULL
    WHERE k.company_id = p_company AND k.id = p_connection AND k.state = 'needs attention' AND k.told_at IS NULL FOR NO KEY UPDATE OF k;
  IF v.id IS NULL THEN RETURN; END IF;
  UPDATE app.connections k SET told_at = p_now WHERE k.company_id = v.company_id AND k.id = v.id;
  RETURN QUERY SELECT c.name, v.id, v.provider, v.account_label, v.attention, u.email, p.first_name, p.last_name
    FROM app.companies c
    JOIN app.company_members m ON m.company_id = c.id AND m.status = 'active' AND m.role IN ('owner', 'admin')
    JOIN auth.users u ON u.id = m.user_id JOIN app.profiles p ON p.id = m.user_id
    WHERE c.id = v.company_id
      AND NOT EXISTS (SELECT FROM app.account_bounds b WHERE b.user_id = m.user_id AND b.disabled_at IS NOT NULL);
END $function$;
ALTER FUNCTION app.take_attention OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.take_attention TO app_worker;

CREATE OR REPLACE FUNCTION app.take_emptied(p_company uuid, p_connection uuid, p_now timestamp with time zone)
 RETURNS TABLE(company text, connection_id uuid, provider text, account text, listed integer, emptied_at timestamp with time zone, email text, first_name text, last_name text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
DECLARE v app.account_lists;
BEGIN
  SELECT l.* INTO v FROM app.account_lists l
    JOIN app.connections k ON k.company_id = l.company_id AND k.id = l.connection_id AND k.state <> 'disconnected'
    JOIN app.companies c ON c.id = l.company_id AND c.deleted_at IS NULL
    WHERE l.company_id = p_company AND l.connection_id = p_connection AND l.emptied_at IS NOT NULL AND l.told_at IS NULL
    FOR NO KEY UPDATE OF l;
  IF v.connection_id IS NULL THEN RETURN; END IF;
  UPDATE app.account_lists l SET told_at = p_now WHERE l.company_id = v.company_id AND l.connection_id = v.connection_id;
  RETURN QUERY SELECT c.name, k.id, k.provider, k.account_label, v.emptied_from, v.emptied_at, u.email, p.first_name, p.last_name
    FROM app.companies c JOIN app.connections k ON k.company_id = c.id AND k.id = v.connection_id
    JOIN app.company_members m ON m.company_id = c.id AND m.status = 'active' AND m.role IN ('owner', 'admin')
    JOIN auth.users u ON u.id = m.user_id JOIN app.profiles p ON p.id = m.user_id
    WHERE c.id = v.company_id
      AND NOT EXISTS (SELECT FROM app.account_bounds b WHERE b.user_id = m.user_id AND b.disabled_at IS NOT NULL);
END $function$;
ALTER FUNCTION app.take_emptied OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.take_emptied TO app_worker;

CREATE OR REPLACE FUNCTION app.take_ended_rights(p_company uuid, p_id uuid, p_now timestamp with time zone)
 RETURNS TABLE(company text, person text, reason text, ended jsonb, email text, first_name text, last_name text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
DECLARE v app.ended_rights;
BEGIN
  SELECT r.* INTO v FROM app.ended_rights r WHERE r.company_id = p_company AND r.id = p_id AND r.told_at IS NULL FOR UPDATE;
  IF v.id IS NULL THEN RETURN; END IF;
  UPDATE app.ended_rights r SET told_at = p_now WHERE r.company_id = v.company_id AND r.id = v.id;
  RETURN QUERY WITH managers AS (
      SELECT m.role, u.email, u.first_name, u.last_name FROM app.company_members m JOIN auth.users u ON u.id = m.user_id
        LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
        WHERE m.company_id = v.company_id AND m.status = 'active' AND m.role IN ('owner', 'admin') AND m.user_id <> v.user_id
          AND b.disabled_at IS NULL)
    SELECT c.name, v.person, v.reason, v.ended, x.email, x.first_name, x.last_name FROM app.companies c, managers x
    WHERE c.id = v.company_id AND c.deleted_at IS NULL AND (x.role = 'owner' OR NOT EXISTS (SELECT FROM managers o WHERE o.role = 'owner'));
END $function$;
ALTER FUNCTION app.take_ended_rights OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.take_ended_rights TO app_worker;

CREATE OR REPLACE FUNCTION app.take_incident_alerts(p_company uuid, p_user uuid, p_now timestamp with time zone)
 RETURNS TABLE(company text, slug text, email text, first_name text, last_name text, what text, daily boolean, control_id text, kind text, reason text, began_at timestamp with time zone, ended_at timestamp with time zone, ended_as text, ends_at timestamp with time zone, number bigint, item text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
DECLARE v app.incident_alerts;
BEGIN
  -- Who cannot get in any more, or has paused mails since, is told nothing.
  DELETE FROM app.incident_alerts a WHERE a.company_id = p_company AND a.user_id = p_user AND a.due_at <= p_now AND (
    EXISTS (SELECT FROM app.alert_mutes q WHERE q.company_id = a.company_id AND q.user_id = a.user_id AND q.until > p_now)
    OR NOT EXISTS (SELECT FROM app.company_members m JOIN app.companies c ON c.id = m.company_id
      WHERE m.company_id = a.company_id AND m.user_id = a.user_id AND m.status = 'active' AND c.deleted_at IS NULL
        AND NOT EXISTS (SELECT FROM app.account_bounds b WHERE b.user_id = a.user_id AND b.disabled_at IS NOT NULL)));
  SELECT * INTO v FROM app.incident_alerts a WHERE a.company_id = p_company AND a.user_id = p_user AND a.due_at <= p_now
    ORDER BY a.due_at LIMIT 1;
  IF NOT FOUND THEN RETURN; END IF;
  RETURN QUERY WITH taken AS (
      DELETE FROM app.incident_alerts a WHERE a.company_id = v.company_id AND a.user_id = v.user_id
        AND CASE WHEN v.daily THEN a.daily AND a.due_at <= p_now ELSE a.incident_id = v.incident_id AND a.what = v.what END
      RETURNING a.incident_id, a.what)
    SELECT c.name, c.slug, u.email, p.first_name, p.last_name, t.what, v.daily, i.control_id, i.kind, i.reason, i.began_at,
      i.ended_at, i.ended_as, i.ends_at, i.number, e.name
    FROM taken t JOIN app.incidents i ON i.company_id = v.company_id AND i.id = t.incident_id
    JOIN app.companies c ON c.id = v.company_id
    JOIN auth.users u ON u.id = v.user_id
    JOIN app.profiles p ON p.id = v.user_id
    LEFT JOIN app.evidence e ON e.company_id = i.company_id AND e.number = i.number
    ORDER BY i.began_at, i.id, t.what;
END $function$;
ALTER FUNCTION app.take_incident_alerts OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.take_incident_alerts TO app_worker;

CREATE OR REPLACE FUNCTION app.take_link(p_state_sha256 bytea)
 RETURNS TABLE(company_id uuid, id uuid, connection_id uuid, provider text, method text, facts jsonb, session_sha256 bytea, redirect_uri text, sealed bytea, expires_at timestamp with time zone)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  DELETE FROM app.link_attempts l USING app.connections k
  WHERE l.state_sha256 = p_state_sha256 AND l.user_id = nullif(current_setting('app.user_id', true), '')::uuid
    AND l.ready_at IS NULL AND k.company_id = l.company_id AND k.id = l.connection_id
  RETURNING l.company_id, l.id, l.connection_id, k.provider, l.method, l.facts, l.session_sha256, l.redirect_uri, l.sealed, l.expires_at
$function$;
ALTER FUNCTION app.take_link OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.take_link TO app_user;

CREATE OR REPLACE FUNCTION app.take_over_issued(p_member uuid, p_ids uuid[])
 RETURNS TABLE(kind text, id uuid, label text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
DECLARE v_company uuid := app.tenant(); v_from uuid; v_me uuid := app.uid(); v_ids uuid[];
BEGIN
  IF coalesce(app.my_role() IN ('owner', 'admin'), false) IS NOT TRUE THEN
    RAISE EXCEPTION 'only owners and admins confirm what others issued' USING ERRCODE = '42501';
  END IF;
  PERFORM app.hold_company();
  SELECT m.user_id INTO v_from FROM app.company_members m WHERE m.company_id = v_company AND m.id = p_member AND m.user_id <> v_me
    AND m.role <> 'owner';
  IF v_from IS NULL THEN RETURN; END IF;
  SELECT array_agg(x.id) INTO v_ids FROM app.issued(v_company, v_from, true) x
    WHERE x.id = ANY (p_ids) AND x.kind IN ('invitation', 'api-token', 'pipeline', 'webhook', 'connection');
  IF v_ids IS NULL THEN RETURN; END IF;
  RETURN QUERY SELECT x.kind, x.id, x.label FROM app.issued(v_company, v_from, true) x WHERE x.id = ANY (v_ids) ORDER BY x.kind, x.since;
  UPDATE app.company_invitations i SET invited_by = v_me WHERE i.company_id = v_company AND i.id = ANY (v_ids);
  UPDATE app.api_tokens t SET created_by = v_me, has_second_factor = t.has_second_factor AND app.has_second_factor()
    WHERE t.company_id = v_company AND (t.id = ANY (v_ids) OR t.pipeline_id = ANY (v_ids));
  UPDATE app.pipelines l SET created_by = v_me, has_second_factor = l.has_second_factor AND app.has_second_factor()
    WHERE l.company_id = v_company AND l.id = ANY (v_ids);
  UPDATE app.webhooks w SET created_by = v_me WHERE w.company_id = v_company AND w.id = ANY (v_ids);
  UPDATE app.connections k SET connected_by = v_me WHERE k.company_id = v_company AND k.id = ANY (v_ids);
END $function$;
ALTER FUNCTION app.take_over_issued OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.take_over_issued TO app_user;

CREATE OR REPLACE FUNCTION app.take_reminder(p_id uuid, p_now timestamp with time zone)
 RETURNS TABLE(id uuid, name text, email text, subject text, created_at timestamp with time zone, answer_due_at timestamp with time zone)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  UPDATE app.contact_messages m SET reminded_at = p_now
  WHERE m.id = p_id AND m.answered_at IS NULL AND m.reminded_at IS NULL AND m.answer_due_at <= p_now + interval '4 hours'
  RETURNING m.id, m.name, m.email, m.subject, m.created_at, m.answer_due_at
$function$;
ALTER FUNCTION app.take_reminder OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.take_reminder TO app_worker;

CREATE OR REPLACE FUNCTION app.take_signing_requests(p_most integer, p_ongoing uuid[])
 RETURNS TABLE(id uuid, kind text, company_id uuid, export_id uuid, manifest_sha256 bytea, manifest_size bigint)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  UPDATE app.signing_requests r SET begun_at = clock_timestamp() WHERE r.id IN (SELECT q.id FROM app.signing_requests q
      WHERE q.answered_at IS NULL AND q.asked_at > clock_timestamp() - interval '1 minute' AND q.id <> ALL (p_ongoing)
        AND (q.begun_at IS NULL OR q.begun_at < clock_timestamp() - interval '2 seconds')
      ORDER BY q.asked_at LIMIT p_most FOR UPDATE SKIP LOCKED)
    RETURNING r.id, r.kind, r.company_id, r.export_id, r.manifest_sha256, r.manifest_size
$function$;
ALTER FUNCTION app.take_signing_requests OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.take_signing_requests TO app_signer;

CREATE OR REPLACE FUNCTION app.take_staff_to_remind(p_now timestamp with time zone, p_most integer)
 RETURNS TABLE(company_id uuid, company text, person_id uuid, name text, email text, number bigint, told_at timestamp with time zone)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  WITH taken AS (
    UPDATE app.staff_reminders m SET looked_at = p_now FROM (
      SELECT n.company_id, n.person_id FROM app.staff_reminders n JOIN app.companies c ON c.id = n.company_id AND c.reminds_staff
        JOIN app.records r ON r.company_id = n.company_id AND r.id = n.person_id
      WHERE n.stopped_at IS NULL AND (n.looked_at <= p_now - interval '1 day' OR EXISTS (SELECT FROM app.assignments s
          WHERE s.company_id = n.company_id AND s.assigned_at > n.looked_at AND s.assigned_at <= p_now))
        -- A leave of which one day is not known yet silences nobody.
        AND (to_char(p_now AT TIME ZONE 'UTC', 'YYYY-MM-DD') BETWEEN r.fields ->> 'awayFrom' AND r.fields ->> 'awayUntil') IS NOT TRUE
        AND app.is_address_of(n.company_id, n.person_id, lower(r.fields ->> 'email'))
      ORDER BY n.looked_at LIMIT p_most FOR UPDATE OF n SKIP LOCKED) d
    WHERE m.company_id = d.company_id AND m.person_id = d.person_id
    RETURNING m.company_id, m.person_id, m.told_at)
  SELECT t.company_id, c.name, t.person_id, r.fields ->> 'name', lower(r.fields ->> 'email'), r.number, t.told_at
  FROM taken t JOIN app.companies c ON c.id = t.company_id JOIN app.records r ON r.company_id = t.company_id AND r.id = t.person_id
$function$;
ALTER FUNCTION app.take_staff_to_remind OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.take_staff_to_remind TO app_worker;

CREATE OR REPLACE FUNCTION app.take_task_digests(p_now timestamp with time zone, p_most integer)
 RETURNS TABLE(company_id uuid, company text, user_id uuid, role text, email text, first_name text, last_name text, time_zone text, has_second_factor boolean, taken timestamp with time zone)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  WITH taken AS (
    UPDATE app.task_digests d SET due_at = p_now + interval '15 minutes' FROM (
      SELECT n.company_id, n.user_id FROM app.task_digests n
        JOIN app.companies c ON c.id = n.company_id AND c.deleted_at IS NULL
        JOIN app.company_members m ON m.company_id = n.company_id AND m.user_id = n.user_id AND m.status = 'active'
      WHERE n.is_on AND n.due_at <= p_now
        AND NOT EXISTS (SELECT FROM app.account_bounds b WHERE b.user_id = n.user_id AND b.disabled_at IS NOT NULL)
      ORDER BY n.due_at LIMIT p_most FOR UPDATE OF n SKIP LOCKED) x
    WHERE d.company_id = x.company_id AND d.user_id = x.user_id
    RETURNING d.company_id, d.user_id, d.time_zone, d.due_at)
  SELECT t.company_id, c.name, t.user_id, m.role, u.email, p.first_name, p.last_name, t.time_zone,
    app.brings_second_factor(t.user_id),
    t.due_at
  FROM taken t JOIN app.companies c ON c.id = t.company_id JOIN app.company_members m ON m.company_id = t.company_id AND m.user_id = t.user_id
  JOIN auth.users u ON u.id = t.user_id JOIN app.profiles p ON p.id = t.user_id
$function$;
ALTER FUNCTION app.take_task_digests OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.take_task_digests TO app_worker;

CREATE OR REPLACE FUNCTION app.take_turn(p_key text, p_limit integer, p_seconds integer, p_turns integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  INSERT INTO app.rate_limits AS r (key, window_ends, tries) VALUES (p_key, now() + make_interval(secs => p_seconds), p_turns)
  ON CONFLICT (key) DO UPDATE SET
    tries = CASE WHEN r.window_ends <= now() THEN p_turns ELSE r.tries + p_turns END,
    window_ends = CASE WHEN r.window_ends <= now() THEN excluded.window_ends ELSE r.window_ends END
  RETURNING CASE WHEN tries <= p_limit THEN 0 ELSE greatest(1, ceil(extract(epoch FROM window_ends - now())))::integer END
$function$;
ALTER FUNCTION app.take_turn OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.take_turn TO app_user, app_worker;

CREATE OR REPLACE FUNCTION app.take_up_invitation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_role text; v_by uuid;
BEGIN
  UPDATE app.sign_up_invitations SET accepted_at = NEW.created_at
    WHERE email = NEW.email AND accepted_at IS NULL AND expires_at > NEW.created_at
    RETURNING platform_role, invited_by INTO v_role, v_by;
  IF v_role = 'user' THEN
    INSERT INTO app.account_bounds (user_id, platform_role) VALUES (NEW.id, 'user') ON CONFLICT DO NOTHING;
  ELSIF v_role = 'admin' AND EXISTS (SELECT FROM app.platform_admins p LEFT JOIN app.account_bounds b ON b.user_id = p.id
      WHERE p.id = v_by AND b.disabled_at IS NULL) THEN
    INSERT INTO app.platform_admins (id) VALUES (NEW.id) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $function$;
ALTER FUNCTION app.take_up_invitation OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.task_keys_of(p_company uuid, p_records uuid[])
 RETURNS TABLE(record_id uuid, task text, field text, register text, number bigint, day text, first_day text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  WITH declared AS MATERIALIZED (SELECT g.key AS register, f.finder ->> 'key' AS key, f.finder ->> 'of' AS of_state, f.finder ->> 'by' AS by_field,
      ARRAY(SELECT jsonb_array_elements_text(f.finder -> 'has')) AS has, ARRAY(SELECT jsonb_array_elements_text(f.finder -> 'lacks')) AS lacks,
      coalesce(f.finder -> 'where', '{}') AS are, coalesce(f.finder -> 'not', '{}') AS are_not, coalesce(f.finder -> 'any', '{}') AS any_of,
      f.finder ->> 'left' AS left_field, f.finder ->> 'years' AS years_field, f.finder -> 'undated' = 'true' AS undated, f.finder -> 'from' AS froms
    FROM app.registers g CROSS JOIN LATERAL jsonb_array_elements(g.finders) f (finder))
  SELECT r.id, concat_ws(' ', d.key, r.fields ->> d.by_field), x.field, r.register, r.number,
    CASE WHEN d.years_field IS NULL THEN x.day ELSE (left(x.day, 4)::integer + (r.fields ->> d.years_field)::numeric)::text END,
    x.first_day
  FROM unnest(p_records) i (id) CROSS JOIN LATERAL (SELECT r.id, r.register, r.number, r.fields, r.approved_at, r.ended_at
    FROM app.records r WHERE r.company_id = p_company AND r.id = i.id AND r.matter_id IS NULL OFFSET 0) r
  JOIN declared d ON d.register = r.register
  CROSS JOIN LATERAL (SELECT CASE WHEN d.left_field IS NOT NULL THEN (SELECT least(p.ended_at, (p.fields ->> 'endsAt')::timestamptz) FROM app.records p
    WHERE p.company_id = p_company AND p.register = 'people' AND p.id = (r.fields ->> d.left_field)::uuid) END AS left_at) l
  CROSS JOIN LATERAL (SELECT s.field, s.day, first_value(s.day) OVER (ORDER BY s.place) AS first_day
    FROM (SELECT f.field, f.place, CASE f.field WHEN 'approved' THEN to_char(r.approved_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')
        WHEN 'ended' THEN to_char(r.ended_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') WHEN 'left' THEN to_char(l.left_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')
        ELSE r.fields ->> f.field END AS day
      FROM jsonb_array_elements_text(d.froms) WITH ORDINALITY f (field, place)) s) x
  WHERE CASE d.of_state WHEN 'kept' THEN r.ended_at IS NULL WHEN 'approved' THEN r.ended_at IS NULL AND r.approved_at IS NOT NULL
      ELSE r.ended_at IS NOT NULL END
    AND r.fields ?& d.has AND NOT r.fields ?| d.lacks AND (d.by_field IS NULL OR r.fields ? d.by_field)
    AND (d.left_field IS NULL OR l.left_at IS NOT NULL)
    AND NOT EXISTS (SELECT FROM jsonb_each(d.are) w WHERE NOT coalesce(w.value ? (r.fields ->> w.key), false))
    AND NOT EXISTS (SELECT FROM jsonb_each(d.are_not) w WHERE coalesce(w.value ? (r.fields ->> w.key), false))
    AND NOT EXISTS (SELECT FROM jsonb_each(d.any_of) w
      WHERE NOT coalesce(r.fields -> w.key ?| ARRAY(SELECT jsonb_array_elements_text(w.value)), false))
    AND (x.day IS NOT NULL OR d.undated)
$function$;
ALTER FUNCTION app.task_keys_of OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.task_readers(p_company uuid, p_key text, p_now timestamp with time zone)
 RETURNS TABLE(user_id uuid, email text, first_name text, last_name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT m.user_id, u.email, p.first_name, p.last_name
  FROM app.company_members m JOIN app.companies c ON c.id = m.company_id JOIN auth.users u ON u.id = m.user_id JOIN app.profiles p ON p.id = m.user_id
  WHERE m.company_id = p_company AND m.status = 'active' AND (m.role IN ('owner', 'admin') OR EXISTS (
      SELECT FROM app.task_plans t WHERE t.company_id = m.company_id AND t.key = p_key AND t.assignee_id = m.user_id))
    AND (NOT c.second_factor_required OR app.brings_second_factor(m.user_id))
    AND NOT EXISTS (SELECT FROM app.account_bounds b WHERE b.user_id = m.user_id AND b.disabled_at IS NOT NULL)
    AND NOT EXISTS (SELECT FROM app.alert_mutes q WHERE q.company_id = m.company_id AND q.user_id = m.user_id AND q.until > p_now)
  ORDER BY m.user_id
$function$;
ALTER FUNCTION app.task_readers OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.team()
 RETURNS TABLE(id uuid, user_id uuid, role text, first_name text, last_name text, email text, invited_by text, created_at timestamp with time zone, has_second_factor boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT m.id, m.user_id, m.role, p.first_name, p.last_name, u.email, concat_ws(' ', i.first_name, i.last_name), m.created_at,
    CASE WHEN app.my_role() IN ('owner', 'admin') THEN
      EXISTS (SELECT FROM auth.totp_secrets s WHERE s.user_id = m.user_id AND s.confirmed_at IS NOT NULL)
      OR EXISTS (SELECT FROM auth.passkeys k WHERE k.user_id = m.user_id) END
  FROM app.company_members m JOIN auth.users u ON u.id = m.user_id LEFT JOIN app.profiles p ON p.id = m.user_id
    LEFT JOIN app.profiles i ON i.id = m.invited_by
  WHERE m.company_id = app.tenant() ORDER BY m.created_at, m.id
$function$;
ALTER FUNCTION app.team OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.team TO app_user;

CREATE OR REPLACE FUNCTION app.tell_incident(p_company uuid, p_id uuid, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v record; v_what text;
BEGIN
  FOR v IN SELECT i.* FROM app.incidents i WHERE i.company_id = p_company AND i.id = p_id AND app.incident_due(i) <= p_now FOR NO KEY UPDATE LOOP
    FOREACH v_what IN ARRAY ARRAY['began', 'last call', 'ended'] LOOP
      CONTINUE WHEN NOT coalesce(CASE v_what
        WHEN 'began' THEN v.told_at IS NULL
        -- What began so late is its own last call.
        WHEN 'last call' THEN v.kind = 'expiring' AND v.ended_at IS NULL AND v.last_call_at IS NULL AND v.told_at IS NOT NULL
          AND v.ends_at <= p_now + interval '1 day'
        ELSE v.ended_at <= p_now - interval '10 minutes' AND v.ended_told_at IS NULL END, false);
      INSERT INTO app.incident_alerts (company_id, user_id, incident_id, what, daily, due_at)
        SELECT v.company_id, m.user_id, v.id, v_what, coalesce(p.daily, false),
          CASE WHEN p.daily THEN app.next_digest(p_now) ELSE p_now END
        FROM app.company_members m
        JOIN app.companies c ON c.id = m.company_id AND c.deleted_at IS NULL
          AND (NOT c.second_factor_required OR app.brings_second_factor(m.user_id))
        LEFT JOIN app.alert_preferences p ON p.company_id = m.company_id AND p.user_id = m.user_id
          AND p.kind = CASE v.kind WHEN 'failing' THEN 'gaps' ELSE 'expiry' END
        WHERE m.company_id = v.company_id AND m.status = 'active' AND coalesce(p.by_mail, m.role IN ('owner', 'admin')
            OR EXISTS (SELECT FROM app.control_plans o WHERE o.company_id = m.company_id AND o.control_id = v.control_id
              AND o.owner_id = m.user_id))
          AND NOT EXISTS (SELECT FROM app.alert_mutes q WHERE q.company_id = m.company_id AND q.user_id = m.user_id AND q.until > p_now)
          AND NOT EXISTS (SELECT FROM app.control_mutes q WHERE q.company_id = m.company_id AND q.user_id = m.user_id
            AND q.control_id = v.control_id AND q.until > p_now)
        ON CONFLICT DO NOTHING;
      UPDATE app.incidents i SET
          told_at = CASE v_what WHEN 'began' THEN p_now ELSE i.told_at END,
          last_call_at = CASE WHEN v_what = 'last call' OR i.ends_at <= p_now + interval '1 day' THEN p_now ELSE i.last_call_at END,
          ended_told_at = CASE v_what WHEN 'ended' THEN p_now ELSE i.ended_told_at END
        WHERE i.company_id = v.company_id AND i.id = v.id;
    END LOOP;
  END LOOP;
END $function$;
ALTER FUNCTION app.tell_incident OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.tell_incident TO app_worker;

CREATE OR REPLACE FUNCTION app.tell_limit(p_company uuid, p_key text, p_level smallint, p_id uuid, p_event text, p_details text, p_salt bytea, p_commitment text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_at timestamptz; v_seq bigint;
BEGIN
  IF p_event NOT IN ('limit.near', 'limit.reached') OR p_id IS NULL OR coalesce(p_commitment, '') !~ '^[A-Za-z0-9+/]{43}=$' THEN
    RAISE EXCEPTION 'malformed ledger entry' USING ERRCODE = '22023';
  END IF;
  SELECT greatest(date_trunc('milliseconds', clock_timestamp()), h.last_at) INTO v_at FROM app.ledger_heads h
    WHERE h.company_id = p_company FOR UPDATE;
  UPDATE app.usage u SET told = p_level WHERE u.company_id = p_company AND u.key = p_key AND u.told < p_level AND u.level >= p_level;
  IF NOT FOUND THEN RETURN false; END IF;
  v_seq := app.append_entries(p_company, v_at, ARRAY[format('{"at":"%s","c":"%s","id":"%s","t":"%s","v":1}',
    app.iso_instant(v_at), p_commitment, p_id, p_event)], 0, NULL);
  INSERT INTO app.ledger_acts (company_id, seq, event, actor_id, subject, details, salt, at)
    VALUES (p_company, v_seq, p_event, '00000000-0000-0000-0000-000000000000', p_key, p_details, p_salt, v_at);
  RETURN true;
END $function$;
ALTER FUNCTION app.tell_limit OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.tell_limit TO app_worker;

CREATE OR REPLACE FUNCTION app.tenant()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE
  v_acting text := coalesce(nullif(current_setting('role'), 'none'), session_user);
  v_user uuid;
  v_company uuid;
BEGIN
  IF v_acting = 'app_auditor' THEN RETURN app.audited(); END IF;
  IF v_acting = 'app_staff' THEN RETURN app.staffed(); END IF;
  v_user := nullif(current_setting('app.user_id', true), '')::uuid;
  v_company := nullif(current_setting('app.company_id', true), '')::uuid;
  IF v_user IS NULL OR v_company IS NULL THEN RETURN NULL; END IF;
  IF EXISTS (SELECT FROM app.company_members m JOIN app.companies c ON c.id = m.company_id
      LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
      WHERE m.user_id = v_user AND m.company_id = v_company AND m.status = 'active' AND b.disabled_at IS NULL
        AND (NOT c.second_factor_required OR current_setting('app.second_factor', true) = 'on')) THEN
    RETURN v_company;
  END IF;
  IF EXISTS (SELECT FROM app.connections k JOIN app.companies c ON c.id = k.company_id
      WHERE k.company_id = v_company AND k.id = v_user AND k.state <> 'disconnected' AND c.deleted_at IS NULL) THEN
    RETURN v_company;
  END IF;
  IF v_user = v_company AND EXISTS (SELECT FROM app.companies c WHERE c.id = v_company AND c.deleted_at IS NULL) THEN RETURN v_company; END IF;
  RETURN NULL;
END $function$;
ALTER FUNCTION app.tenant OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.tenant TO app_auditor, app_staff, app_user;

CREATE OR REPLACE FUNCTION app.test_facts(p_company uuid, p_size bigint, p_from timestamp with time zone, p_before timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET "app.withdrawn" TO 'shown'
AS $function$
  SELECT coalesce(jsonb_agg(to_jsonb(f)), '[]') FROM (
    SELECT DISTINCT ON (t.check_id, t.aspect) t.check_id, t.aspect, t.conclusion, t.population_size AS population,
      cardinality(t.sample) AS sample, t.found, t.note, t.number, t.tested_at, t.valid_until, t.ledger_index,
      t.withdrawn_at IS NOT NULL AND (p_size IS NULL OR t.withdrawn_index < p_size) AS withdrawn,
      (SELECT min(x.number) FROM app.manual_test_exhibits x
        JOIN app.evidence e ON e.company_id = x.company_id AND e.number = x.number
        WHERE x.company_id = t.company_id AND x.test_id = t.id AND e.withdrawal_id IS NOT NULL) AS withdrawn_exhibit,
      (SELECT min(x.number) FROM app.manual_test_exhibits x
        JOIN app.evidence e ON e.company_id = x.company_id AND e.number = x.number
        JOIN app.damaged_files g ON g.company_id = e.company_id AND g.evidence_id = e.id
        WHERE p_size IS NULL AND x.company_id = t.company_id AND x.test_id = t.id) AS damaged_exhibit
    FROM app.manual_tests t WHERE t.company_id = p_company AND (p_size IS NULL OR t.ledger_index < p_size)
      AND (p_from IS NULL OR t.tested_at >= p_from) AND (p_before IS NULL OR t.tested_at < p_before)
    ORDER BY t.check_id, t.aspect, t.ledger_index DESC, t.id) f
$function$;
ALTER FUNCTION app.test_facts OWNER TO app_owner;
GRANT EXECUTE ON FUNCTION app.test_facts TO app_auditor, app_definer, app_user;

CREATE OR REPLACE FUNCTION app.tests_of(p_company uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$SELECT app.test_facts(p_company, NULL, NULL, NULL)$function$;
ALTER FUNCTION app.tests_of OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.tests_of TO app_worker;

CREATE OR REPLACE FUNCTION app.training_facts()
 RETURNS TABLE(frameworks text[], law_firm boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT coalesce((SELECT array_agg(DISTINCT p.framework) FROM app.projects p WHERE p.company_id = app.tenant() AND p.archived_at IS NULL), '{}'),
    EXISTS (SELECT FROM app.systems s WHERE s.company_id = app.tenant() AND 'practice' = ANY (s.kinds) AND s.removed_at IS NULL)
  WHERE app.tenant() IS NOT NULL
$function$;
ALTER FUNCTION app.training_facts OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.training_facts TO app_staff, app_user;

CREATE OR REPLACE FUNCTION app.transfer_ownership(p_member uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_company uuid := app.tenant(); v_next uuid;
BEGIN
  -- Whoever hands over at the same time waits here, and is no longer the owner then; so do those who leave, are removed,
  -- disabled, or delete their account.
  PERFORM FROM app.companies WHERE id = v_company FOR NO KEY UPDATE;
  IF app.my_role() IS DISTINCT FROM 'owner' THEN
    RAISE EXCEPTION 'only the owner hands a company over' USING ERRCODE = '42501';
  END IF;
  SELECT m.user_id INTO v_next FROM app.company_members m
    WHERE m.company_id = v_company AND m.id = p_member AND m.role <> 'owner' AND m.status = 'active';
  PERFORM FROM auth.users u WHERE u.id = v_next FOR SHARE;
  IF NOT FOUND THEN RETURN false; END IF;
  -- Whom the installation bounds or has disabled could not act as the owner, and nobody could take the company back.
  IF EXISTS (SELECT FROM app.account_bounds b WHERE b.user_id = v_next AND (b.platform_role = 'user' OR b.disabled_at IS NOT NULL)) THEN
    RETURN false;
  END IF;
  UPDATE app.company_members SET role = 'admin' WHERE company_id = v_company AND role = 'owner';
  UPDATE app.company_members SET role = 'owner' WHERE company_id = v_company AND id = p_member;
  UPDATE app.companies SET owner_id = v_next, updated_at = now() WHERE id = v_company;
  RETURN true;
END $function$;
ALTER FUNCTION app.transfer_ownership OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.transfer_ownership TO app_user;

CREATE OR REPLACE FUNCTION app.tree_hashes(p_levels integer[], p_from bigint[], p_to bigint[])
 RETURNS TABLE(level integer, index bigint, hash bytea)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 200
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_company uuid := app.tenant();
BEGIN
  RETURN QUERY SELECT r.level, n.index, n.hash FROM unnest(p_levels, p_from, p_to) WITH ORDINALITY r (level, "from", "to", place)
    CROSS JOIN LATERAL (
      SELECT e.seq AS index, e.leaf_hash AS hash FROM app.ledger_entries e
        WHERE r.level = 0 AND e.company_id = v_company AND e.seq >= r."from" AND e.seq < r."to"
      UNION ALL
      SELECT t.index, t.hash FROM app.ledger_nodes t
        WHERE r.level > 0 AND t.company_id = v_company AND t.level = r.level AND t.index >= r."from" AND t.index < r."to") n
    ORDER BY r.place, n.index;
END $function$;
ALTER FUNCTION app.tree_hashes OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.tree_hashes TO app_auditor, app_user;

CREATE OR REPLACE FUNCTION app.uid()
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$SELECT nullif(current_setting('app.user_id', true), '')::uuid$function$;
ALTER FUNCTION app.uid OWNER TO app_owner;
GRANT EXECUTE ON FUNCTION app.uid TO app_auditor, app_definer, app_staff, app_user;

CREATE OR REPLACE FUNCTION app.unfinished_import(p_company uuid, p_id uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$SELECT i.requested_by FROM app.imports i JOIN app.companies c ON c.id = i.company_id AND c.deleted_at IS NULL
    WHERE i.company_id = p_company AND i.id = p_id AND i.state IN ('waiting', 'working')$function$;
ALTER FUNCTION app.unfinished_import OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.unfinished_import TO app_worker;

CREATE OR REPLACE FUNCTION app.unkey_register()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  NEW.is_keyed := false;
  RETURN NEW;
END $function$;
ALTER FUNCTION app.unkey_register OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.unkey_register TO app_owner;

CREATE OR REPLACE FUNCTION app.usage_of_companies()
 RETURNS TABLE(id uuid, name text, plan text, items bigint, bytes bigint, key text, used bigint, most bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
BEGIN
  IF NOT app.is_platform_admin() THEN RAISE EXCEPTION 'not a platform admin' USING ERRCODE = '42501'; END IF;
  RETURN QUERY SELECT c.id, c.name, c.subscription_tier, s.items, s.bytes, f.key, f.used, f.most FROM app.companies c
    CROSS JOIN LATERAL (SELECT coalesce(sum(t.items), 0)::bigint AS items, coalesce(sum(t.bytes), 0)::bigint AS bytes
      FROM app.storage_totals t WHERE t.company_id = c.id) s
    LEFT JOIN LATERAL (
      SELECT x.key, x.used, x.most, x.used::numeric / greatest(x.most, 1) AS share FROM (
        SELECT u.key, coalesce(app.held(c.id, u.key), u.used) AS used, app.limit_of(c.id, u.key) AS most
        FROM app.usage u JOIN app.limits l ON l.key = u.key AND l.plan = c.subscription_tier
        WHERE u.company_id = c.id AND u.period = app.limit_period(l.holds) AND u.key NOT IN ('items', 'bytes', 'matters')
        UNION ALL SELECT 'items', s.items, app.limit_of(c.id, 'items')
        UNION ALL SELECT 'bytes', s.bytes, app.limit_of(c.id, 'bytes')) x
      WHERE x.used > 0 AND x.most IS NOT NULL ORDER BY share DESC, x.key LIMIT 1) f ON true
    WHERE c.deleted_at IS NULL ORDER BY f.share DESC NULLS LAST, c.name LIMIT 200;
END $function$;
ALTER FUNCTION app.usage_of_companies OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.usage_of_companies TO app_user;

CREATE OR REPLACE FUNCTION app.vouch_by_directory(p_people uuid[], p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_company uuid := app.tenant(); v record;
BEGIN
  IF app.is_company_itself() IS NOT TRUE THEN RAISE EXCEPTION 'permission denied: not the company itself' USING ERRCODE = '42501'; END IF;
  FOR v IN WITH asked AS MATERIALIZED (SELECT r.id, lower(r.fields ->> 'email') AS email FROM app.records r
        WHERE r.company_id = v_company AND r.register = 'people' AND r.id = ANY (p_people) AND r.ended_at IS NULL AND r.fields ? 'email'
          AND r.vouched_email IS DISTINCT FROM lower(r.fields ->> 'email')),
      -- Whose each address was once.
      held AS MATERIALIZED (SELECT DISTINCT c.record_id, lower(x ->> 'after') AS email FROM app.record_changes c
        CROSS JOIN LATERAL jsonb_array_elements(c.changes) x
        WHERE EXISTS (SELECT FROM asked) AND c.company_id = v_company AND c.register = 'people' AND c.changes @> '[{"field": "email"}]'
          AND x ->> 'field' = 'email')
      SELECT a.id FROM asked a CROSS JOIN LATERAL app.address_written(v_company, a.id) w
        LEFT JOIN auth.users u ON u.id = w.changed_by
        LEFT JOIN app.company_members m ON m.company_id = v_company AND m.user_id = w.changed_by AND m.status = 'active'
      WHERE (w.kind = 'added' OR m.role IN ('owner', 'admin')) AND lower(u.email) IS DISTINCT FROM a.email
        AND NOT EXISTS (SELECT FROM held h WHERE h.email = a.email AND h.record_id <> a.id) LOOP
    PERFORM app.keep_vouched(v_company, v.id, 'directory', NULL, p_now);
  END LOOP;
END $function$;
ALTER FUNCTION app.vouch_by_directory OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.vouch_by_directory TO app_user;

CREATE OR REPLACE FUNCTION app.vouch_for_addresses(p_people uuid[], p_emails text[], p_now timestamp with time zone)
 RETURNS TABLE(person_id uuid, number bigint, outcome text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
DECLARE v_company uuid := app.tenant(); v_alone boolean; v record; v_written record; v_outcome text;
BEGIN
  IF app.my_role() IS NULL OR app.my_role() NOT IN ('owner', 'admin') THEN
    RAISE EXCEPTION 'permission denied: only owners and admins vouch for addresses' USING ERRCODE = '42501';
  END IF;
  PERFORM app.lock_ledger();
  v_alone := app.manages_alone(v_company, app.uid());
  FOR v IN SELECT x.person, x.email, r.number, r.id, r.vouched_email, r.vouched_how
      FROM unnest(p_people, p_emails) x (person, email) LEFT JOIN app.records r ON r.company_id = v_company AND r.id = x.person
        AND r.register = 'people' AND r.ended_at IS NULL AND lower(r.fields ->> 'email') = lower(x.email) LOOP
    SELECT w.changed_by, w.changed_at INTO v_written FROM app.address_written(v_company, v.id) w;
    v_outcome := CASE WHEN v.id IS NULL THEN 'changed'
      WHEN v.vouched_email = lower(v.email) AND (v.vouched_how <> 'alone' OR v_alone) THEN 'vouched'
      WHEN v_alone THEN 'alone'
      WHEN v_written.changed_by IS NOT DISTINCT FROM app.uid() OR app.person_of(v_written.changed_by) = app.my_person()
        OR app.is_one_person(v_company, v_written.changed_by, app.uid(), v_written.changed_at, NULL, NULL) THEN 'own'
      ELSE 'another' END;
    IF v_outcome IN ('alone', 'another') THEN PERFORM app.keep_vouched(v_company, v.id, v_outcome, app.uid(), p_now); END IF;
    RETURN QUERY SELECT v.person, v.number, v_outcome;
  END LOOP;
  PERFORM app.enqueue_job('registers', v_company::text, v_company, p_now + interval '5 seconds');
END $function$;
ALTER FUNCTION app.vouch_for_addresses OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.vouch_for_addresses TO app_user;

CREATE OR REPLACE FUNCTION app.vouched_by_themselves()
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT coalesce(array_agg(r.id ORDER BY r.number), '{}') FROM app.company_members m JOIN auth.users u ON u.id = m.user_id
    JOIN app.records r ON r.company_id = m.company_id AND r.register = 'people' AND r.ended_at IS NULL
      AND lower(r.fields ->> 'email') = lower(u.email) AND r.vouched_how = 'alone' AND r.vouched_by = u.id AND r.vouched_email = lower(u.email)
  WHERE app.my_role() IN ('owner', 'admin') AND m.company_id = app.tenant() AND m.status = 'active' AND m.role IN ('owner', 'admin')
    AND NOT app.may_vouch_alone()
    AND NOT EXISTS (SELECT FROM app.address_written(r.company_id, r.id) w WHERE w.changed_by <> u.id)
$function$;
ALTER FUNCTION app.vouched_by_themselves OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.vouched_by_themselves TO app_user;

CREATE OR REPLACE FUNCTION app.vouched_how(p_company uuid, p_person uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT r.vouched_how FROM app.records r WHERE r.company_id = p_company AND r.id = p_person AND r.register = 'people'
    AND r.vouched_email = lower(r.fields ->> 'email')
$function$;
ALTER FUNCTION app.vouched_how OWNER TO app_definer;

CREATE OR REPLACE FUNCTION app.waive_privilege(p_evidence uuid, p_reason text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_head record; v_item app.evidence;
BEGIN
  IF NOT app.keeps_matters() THEN
    RAISE EXCEPTION 'only an owner waives a privilege' USING ERRCODE = '42501';
  END IF;
  v_head := app.lock_ledger();
  SELECT e.* INTO v_item FROM app.evidence e WHERE e.company_id = v_head.company AND e.id = p_evidence
    AND e.matter_id = ANY (app.my_matters()) FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO app.privilege_waivers (company_id, evidence_id, matter_id, reason, waived_by, waived_at)
    VALUES (v_head.company, p_evidence, v_item.matter_id, p_reason, app.uid(), v_head.at);
  UPDATE app.evidence SET matter_id = NULL WHERE company_id = v_head.company AND id = p_evidence;
  UPDATE app.evidence_seals SET matter_id = NULL WHERE company_id = v_head.company AND evidence_id = p_evidence;
  UPDATE app.ledger_entries SET matter_id = NULL WHERE company_id = v_head.company AND seq = v_item.ledger_index;
  -- What took its place counts, and says so, only once it is no longer privileged itself.
  INSERT INTO app.evidence_controls (company_id, evidence_id, control_id, number, valid_until, superseded_by)
    SELECT k.company_id, k.evidence_id, k.control_id, k.number, k.valid_until, (SELECT s.ledger_index FROM app.evidence s
      WHERE s.company_id = v_head.company AND s.supersedes = p_evidence AND s.matter_id IS NULL) FROM app.privileged_controls k
    WHERE k.company_id = v_head.company AND k.evidence_id = p_evidence;
  UPDATE app.evidence_controls SET superseded_by = v_item.ledger_index
    WHERE company_id = v_head.company AND evidence_id = v_item.supersedes;
  INSERT INTO app.control_totals AS t (company_id, control_id, evidence_count)
    SELECT k.company_id, k.control_id, 1 FROM app.privileged_controls k
    WHERE k.company_id = v_head.company AND k.evidence_id = p_evidence ORDER BY k.control_id
    ON CONFLICT (company_id, control_id) DO UPDATE SET evidence_count = t.evidence_count + 1;
  DELETE FROM app.privileged_controls k WHERE k.company_id = v_head.company AND k.evidence_id = p_evidence;
  INSERT INTO app.storage_totals AS t (company_id, storage_location_id, items, bytes)
    VALUES (v_head.company, v_item.storage_location_id, 1, v_item.size)
    ON CONFLICT (company_id, storage_location_id) DO UPDATE SET items = t.items + 1, bytes = t.bytes + excluded.bytes;
  UPDATE app.ledger_heads SET privileged_count = privileged_count - 1 WHERE company_id = v_head.company;
  UPDATE app.projects SET started_at = v_head.at
    WHERE company_id = v_head.company AND started_at IS NULL AND archived_at IS NULL;
  RETURN true;
END $function$;
ALTER FUNCTION app.waive_privilege OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.waive_privilege TO app_user;

CREATE OR REPLACE FUNCTION app.webhook_payload(p_event text, p_at text, p_company uuid, p_index bigint, p_subject text, p_exhibit text, p_name text, p_change jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT json_build_object('type', p_event, 'timestamp', p_at, 'data', json_strip_nulls(json_build_object(
    'companyId', p_company, 'index', p_index, 'event', p_event, 'subject', p_subject, 'exhibit', coalesce(p_exhibit, p_change ->> 'exhibit'),
    'name', p_name, 'from', p_change -> 'from', 'to', p_change -> 'to', 'added', p_change -> 'added', 'removed', p_change -> 'removed')))::text
$function$;
ALTER FUNCTION app.webhook_payload OWNER TO app_owner;
GRANT EXECUTE ON FUNCTION app.webhook_payload TO app_definer;

CREATE OR REPLACE FUNCTION app.who_may_approve_policy(p_authors uuid[])
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT coalesce(array_agg(m.user_id ORDER BY m.user_id), '{}') FROM app.company_members m
    LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
  WHERE m.company_id = app.tenant() AND app.my_role() IS NOT NULL AND m.status = 'active' AND m.role IN ('owner', 'admin', 'member')
    AND b.disabled_at IS NULL AND m.user_id <> ALL (p_authors)
$function$;
ALTER FUNCTION app.who_may_approve_policy OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.who_may_approve_policy TO app_user;

CREATE OR REPLACE FUNCTION app.whose_reviewed(p_population uuid, p_rows uuid[], p_at timestamp with time zone)
 RETURNS TABLE(row_id uuid, own boolean, unknown boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 200
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  WITH p AS MATERIALIZED (SELECT q.company_id, q.id, q.system_id, q.list_id, k.provider, k.account_id AS scope, greatest(p_at, q.frozen_at) AS at
      FROM app.review_populations q LEFT JOIN app.connections k ON k.company_id = q.company_id AND k.id = q.connection_id
      WHERE q.company_id = (SELECT app.tenant()) AND q.id = p_population AND (SELECT app.my_role()) IN ('owner', 'admin', 'member', 'viewer')),
    m AS MATERIALIZED (SELECT app.my_records() AS records, app.document_reviewers() AS reviewers,
      (SELECT lower(u.email) FROM auth.users u WHERE u.id = app.uid()) AS email),
    shared AS MATERIALIZED (SELECT lower(r.fields ->> 'subject') AS subject FROM p JOIN app.records r ON r.company_id = p.company_id
      AND r.register = 'approvals' AND r.matter_id IS NULL AND r.ended_at IS NULL AND r.approved_at IS NOT NULL AND NOT r.approved_alone
      AND r.fields ->> 'kind' = 'shared-account' AND r.fields ->> 'systemId' = p.system_id::text
      AND r.fields ->> 'expiresOn' >= to_char(p.at AT TIME ZONE 'UTC', 'YYYY-MM-DD'))
  SELECT w.id, coalesce(w.person_id = ANY (m.records), false) OR coalesce(a.person_id = ANY (m.records), false)
      OR coalesce(m.email IN (w.email, lower(w.label)), false),
    coalesce(w.class, 'human') NOT IN ('service', 'guest')
      AND (p.list_id IS NOT NULL OR coalesce(w.class, 'human') = 'human'
        AND NOT coalesce((a.kind = 'person' OR a.kind = 'program' AND a.valid_until > p.at AND w.class IS NULL)
          AND (m.reviewers < 2 OR NOT app.is_one_person(w.company_id, a.decided_by, app.uid(), a.decided_at, NULL, NULL)), false)
        AND NOT EXISTS (SELECT FROM shared s WHERE s.subject IN (lower(w.label), lower(w.account_id))))
      AND NOT EXISTS (SELECT FROM (
          SELECT o.fields, o.vouched_email FROM app.records o WHERE o.company_id = w.company_id AND o.register = 'people'
            AND o.ended_at IS NULL AND lower(o.fields ->> 'email') = w.email
          UNION ALL
          SELECT o.fields, o.vouched_email FROM app.records o WHERE o.company_id = w.company_id AND o.register = 'people'
            AND o.ended_at IS NOT NULL AND lower(o.fields ->> 'email') = w.email) r
        WHERE r.vouched_email = lower(r.fields ->> 'email') OR EXISTS (SELECT FROM app.company_members e JOIN auth.users u ON u.id = e.user_id
          LEFT JOIN app.account_bounds b ON b.user_id = e.user_id
          WHERE e.company_id = w.company_id AND e.status = 'active' AND b.disabled_at IS NULL AND lower(u.email) = w.email))
  FROM p CROSS JOIN m JOIN app.review_rows w ON w.company_id = p.company_id AND w.id = ANY (p_rows) AND w.population_id = p.id
  LEFT JOIN LATERAL (SELECT a.kind, a.person_id, a.valid_until, a.decided_by, a.decided_at FROM app.person_accounts a
    WHERE a.company_id = w.company_id AND a.provider = p.provider AND a.scope = p.scope AND a.account_id = w.account_id
    ORDER BY a.ledger_index DESC, a.id LIMIT 1) a ON true
$function$;
ALTER FUNCTION app.whose_reviewed OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.whose_reviewed TO app_user;

CREATE OR REPLACE FUNCTION app.withdraw_evidence(p_evidence uuid, p_reason text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_head record; v_item app.evidence; v_id uuid := gen_random_uuid(); v_role text := app.my_role();
BEGIN
  IF coalesce(v_role, 'viewer') NOT IN ('owner', 'admin', 'member') THEN
    RAISE EXCEPTION 'not allowed to withdraw evidence' USING ERRCODE = '42501';
  END IF;
  v_head := app.lock_ledger();
  SELECT e.* INTO v_item FROM app.evidence e WHERE e.company_id = v_head.company AND e.id = p_evidence
    AND (e.matter_id IS NULL OR e.matter_id = ANY (app.my_matters())) FOR UPDATE;
  IF NOT FOUND THEN RETURN 'not found'; END IF;
  IF v_role = 'member' AND v_item.filed_by <> app.uid() THEN
    RAISE EXCEPTION 'members withdraw what they filed' USING ERRCODE = '42501';
  END IF;
  IF v_item.matter_id IS NOT NULL THEN RETURN 'privileged'; END IF;
  IF v_item.withdrawal_id IS NOT NULL THEN RETURN 'withdrawn'; END IF;
  IF EXISTS (SELECT FROM app.imports i WHERE i.company_id = v_head.company AND i.evidence_id = p_evidence
    AND i.state IN ('waiting', 'working')) THEN RETURN 'importing'; END IF;
  INSERT INTO app.withdrawals (company_id, id, evidence_id, number, sha256, reason, withdrawn_by, withdrawn_at, ledger_index)
    VALUES (v_head.company, v_id, p_evidence, v_item.number, v_item.sha256, p_reason, app.uid(), v_head.at, v_head.size);
  UPDATE app.evidence SET withdrawal_id = v_id WHERE company_id = v_head.company AND id = p_evidence;
  UPDATE app.control_totals t SET evidence_count = t.evidence_count - 1 FROM app.evidence_controls k
    WHERE k.company_id = v_head.company AND k.evidence_id = p_evidence AND k.set_aside_by IS NULL
      AND t.company_id = k.company_id AND t.control_id = k.control_id;
  UPDATE app.evidence_controls SET set_aside_by = v_id
    WHERE company_id = v_head.company AND evidence_id = p_evidence AND set_aside_by IS NULL;
  RETURN NULL;
END $function$;
ALTER FUNCTION app.withdraw_evidence OWNER TO app_definer;
GRANT EXECUTE ON FUNCTION app.withdraw_evidence TO app_user;

CREATE OR REPLACE FUNCTION app.without_names(p_details text)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$SELECT p_details::jsonb - 'name' - 'from' - 'to' || '{"erased": true}'$function$;
ALTER FUNCTION app.without_names OWNER TO app_owner;
GRANT EXECUTE ON FUNCTION app.without_names TO app_definer;

CREATE ROLE app_auditor NOLOGIN NOINHERIT;
CREATE ROLE app_auth NOLOGIN NOINHERIT;
CREATE ROLE app_backup NOLOGIN NOINHERIT BYPASSRLS;
CREATE ROLE app_definer NOLOGIN NOINHERIT BYPASSRLS;
CREATE ROLE app_owner NOLOGIN NOINHERIT;
CREATE ROLE app_signer NOLOGIN NOINHERIT;
CREATE ROLE app_staff NOLOGIN NOINHERIT;
CREATE ROLE app_user NOLOGIN NOINHERIT;
CREATE ROLE app_worker NOLOGIN NOINHERIT;
