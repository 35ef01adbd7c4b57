-- Registers are a source: their state is sealed as a numbered exhibit and judged, by the company itself as a connection judges its account.
SET LOCAL ROLE app_owner;

-- Up to 500 records of a register as they were, by the SHA-256 of their canonical JSON. An exhibit names its pages.
CREATE TABLE app.snapshot_pages (
  company_id uuid NOT NULL REFERENCES app.companies,
  sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  register text NOT NULL REFERENCES app.registers,
  content text NOT NULL,
  PRIMARY KEY (company_id, sha256),
  CHECK (encode(sha256(convert_to(content, 'UTF8')), 'hex') = sha256)
);

-- The snapshots that were filed.
CREATE TABLE app.register_runs (
  company_id uuid NOT NULL REFERENCES app.companies,
  evidence_id uuid NOT NULL,
  taken_at timestamptz NOT NULL,
  -- SHA-256 over all that it says but its time.
  digest bytea NOT NULL,
  pages text[] NOT NULL,
  -- Set by place_in_ledger.
  ledger_index bigint NOT NULL DEFAULT -1,
  PRIMARY KEY (company_id, evidence_id),
  FOREIGN KEY (company_id, evidence_id) REFERENCES app.evidence (company_id, id)
);
CREATE INDEX register_runs_newest ON app.register_runs (company_id, ledger_index DESC);

SELECT app.protect(t) FROM unnest(ARRAY['app.snapshot_pages', 'app.register_runs']::regclass[]) t;
SELECT app.append_only('app.snapshot_pages');
SELECT app.append_only('app.register_runs');
GRANT SELECT ON app.snapshot_pages, app.register_runs TO app_user;
GRANT INSERT ON app.snapshot_pages TO app_user;
GRANT INSERT (company_id, evidence_id, taken_at, digest, pages) ON app.register_runs TO app_user;

SET LOCAL ROLE app_definer;

-- Whether the caller is the company itself, which seals its registers. No session has a company's id: only a worker acts as one.
CREATE FUNCTION app.is_company_itself() RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT app.uid() = app.tenant()
$$;

-- As in 0032, and a company itself. Whoever is a member or a connection is found before.
CREATE OR REPLACE FUNCTION app.tenant()
RETURNS uuid
LANGUAGE sql
STABLE SECURITY DEFINER
SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$SELECT CASE WHEN coalesce(nullif(current_setting('role'), 'none'), session_user) = 'app_auditor' THEN app.audited() ELSE coalesce((
    SELECT m.company_id
    FROM app.company_members m JOIN app.companies c ON c.id = m.company_id
    LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
    WHERE m.user_id = nullif(current_setting('app.user_id', true), '')::uuid
      AND m.company_id = nullif(current_setting('app.company_id', true), '')::uuid
      AND m.status = 'active' AND b.disabled_at IS NULL
      AND (NOT c.second_factor_required OR current_setting('app.second_factor', true) = 'on')), (
    SELECT k.company_id FROM app.connections k JOIN app.companies c ON c.id = k.company_id
    WHERE k.company_id = nullif(current_setting('app.company_id', true), '')::uuid
      AND k.id = nullif(current_setting('app.user_id', true), '')::uuid
      AND k.state <> 'disconnected' AND c.deleted_at IS NULL), (
    SELECT c.id FROM app.companies c WHERE c.id = nullif(current_setting('app.company_id', true), '')::uuid
      AND c.id = nullif(current_setting('app.user_id', true), '')::uuid AND c.deleted_at IS NULL)) END$function$;

CREATE OR REPLACE FUNCTION app.my_role()
RETURNS text
LANGUAGE sql
STABLE SECURITY DEFINER
SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$SELECT coalesce((SELECT CASE WHEN b.platform_role = 'user' AND m.role IN ('owner', 'admin') THEN 'member' ELSE m.role END
    FROM app.company_members m JOIN app.companies c ON c.id = m.company_id
    LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
    WHERE m.user_id = nullif(current_setting('app.user_id', true), '')::uuid
      AND m.company_id = nullif(current_setting('app.company_id', true), '')::uuid
      AND m.status = 'active' AND b.disabled_at IS NULL
      AND (NOT c.second_factor_required OR current_setting('app.second_factor', true) = 'on')),
    (SELECT 'collector' FROM app.connections k JOIN app.companies c ON c.id = k.company_id
    WHERE k.company_id = nullif(current_setting('app.company_id', true), '')::uuid
      AND k.id = nullif(current_setting('app.user_id', true), '')::uuid
      AND k.state <> 'disconnected' AND c.deleted_at IS NULL),
    (SELECT 'collector' FROM app.companies c WHERE c.id = nullif(current_setting('app.company_id', true), '')::uuid
      AND c.id = nullif(current_setting('app.user_id', true), '')::uuid AND c.deleted_at IS NULL))$function$;

-- As in 0056, and the company itself reads all of its own.
CREATE OR REPLACE FUNCTION app.my_registers(p_right text) RETURNS text[]
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(array_agg(r.key), '{}') FROM app.registers r WHERE p_right = 'read' AND app.is_company_itself()
    OR app.my_role() = ANY (CASE p_right WHEN 'read' THEN r.read_roles
    WHEN 'write' THEN r.write_roles WHEN 'confirm' THEN r.confirm_roles WHEN 'approve' THEN r.approve_roles END)
$$;

-- Addresses of the accounts that can act in a company, for the company itself.
CREATE FUNCTION app.own_accounts() RETURNS text[]
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(array_agg(lower(u.email)), '{}') FROM app.company_members m JOIN auth.users u ON u.id = m.user_id
  LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
  WHERE app.is_company_itself() AND m.company_id = app.tenant() AND m.status = 'active' AND b.disabled_at IS NULL
$$;

-- A run begins five seconds after a change. One that is in line already takes later changes along.
CREATE FUNCTION app.enqueue_registers() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v record;
BEGIN
  FOR v IN SELECT w.company_id, max(w.changed_at) AS at FROM written w GROUP BY w.company_id LOOP
    PERFORM app.enqueue_job('registers', v.company_id::text, v.company_id, v.at + interval '5 seconds');
  END LOOP;
  RETURN NULL;
END $$;
GRANT EXECUTE ON FUNCTION app.is_company_itself(), app.own_accounts() TO app_user;
GRANT EXECUTE ON FUNCTION app.enqueue_registers(), app.enqueue_row(), app.place_in_ledger() TO app_owner;

SET LOCAL ROLE app_owner;
CREATE TRIGGER enqueue_added AFTER INSERT ON app.records REFERENCING NEW TABLE AS written FOR EACH STATEMENT
  EXECUTE FUNCTION app.enqueue_registers();
CREATE TRIGGER enqueue_changed AFTER UPDATE ON app.records REFERENCING NEW TABLE AS written FOR EACH STATEMENT
  EXECUTE FUNCTION app.enqueue_registers();
CREATE TRIGGER enqueue_run AFTER INSERT ON app.confirmations FOR EACH ROW
  EXECUTE FUNCTION app.enqueue_row('registers', 'company_id', '1', 'confirmed_at', '5 seconds');
CREATE TRIGGER place_in_ledger BEFORE INSERT ON app.register_runs FOR EACH ROW EXECUTE FUNCTION app.place_in_ledger();

CREATE POLICY read ON app.snapshot_pages FOR SELECT TO app_user USING (register = ANY ((SELECT app.my_registers('read'))::text[]));
CREATE POLICY seal ON app.snapshot_pages FOR INSERT TO app_user WITH CHECK ((SELECT app.is_company_itself()));
CREATE POLICY read ON app.register_runs FOR SELECT TO app_user USING (true);
CREATE POLICY seal ON app.register_runs FOR INSERT TO app_user WITH CHECK ((SELECT app.is_company_itself()));

-- Under the name of the registers the company itself answers, and nobody else.
CREATE POLICY seal ON app.check_results FOR INSERT TO app_user WITH CHECK ((SELECT app.is_company_itself())
  AND source = 'Exhibit registers' AND EXISTS (SELECT FROM app.evidence e WHERE e.company_id = check_results.company_id
    AND e.id = check_results.evidence_id AND e.filed_by = (SELECT app.uid())));
CREATE POLICY of_registers ON app.check_results AS RESTRICTIVE FOR INSERT TO app_user
  WITH CHECK (source <> 'Exhibit registers' OR (SELECT app.is_company_itself()));
SET LOCAL ROLE app_definer;
REVOKE EXECUTE ON FUNCTION app.enqueue_registers(), app.enqueue_row(), app.place_in_ledger() FROM app_owner;
RESET ROLE;

CREATE OR REPLACE FUNCTION pg_temp.rewrite(p_function regproc, p_times integer, p_from text, p_to text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_text text := pg_get_functiondef(p_function);
BEGIN
  IF (length(v_text) - length(replace(v_text, p_from, ''))) / length(p_from) <> p_times THEN
    RAISE EXCEPTION '% does not have "%" % times', p_function, p_from, p_times;
  END IF;
  EXECUTE replace(v_text, p_from, p_to);
END $$;
SELECT pg_temp.rewrite('app.enqueue_waiting', 1, '    UNION ALL SELECT ''linking'',',
  '    UNION ALL SELECT ''registers'', c.id::text, c.id, ''-infinity'' FROM app.companies c WHERE c.deleted_at IS NULL
      AND (EXISTS (SELECT FROM app.records r WHERE r.company_id = c.id) OR EXISTS (SELECT FROM app.confirmations f WHERE f.company_id = c.id))
    UNION ALL SELECT ''linking'',');
