-- Companies, their members, the wall between companies, and the walls within one: matters and auditors.

CREATE SCHEMA app AUTHORIZATION app_owner;
REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA app TO app_user, app_auditor, app_auth, app_worker, app_backup, app_definer;
GRANT CREATE ON SCHEMA app TO app_definer;
SET LOCAL ROLE app_owner;
ALTER DEFAULT PRIVILEGES FOR ROLE app_owner REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;
ALTER DEFAULT PRIVILEGES IN SCHEMA app GRANT SELECT ON TABLES TO app_backup;

CREATE TABLE app.storage_locations (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  display_name text NOT NULL,
  geography text NOT NULL CHECK (geography IN ('us', 'eu')),
  storage_account text NOT NULL,
  azure_region_code text NOT NULL,
  is_default boolean NOT NULL DEFAULT false
);
CREATE UNIQUE INDEX storage_locations_one_default ON app.storage_locations (is_default) WHERE is_default;
INSERT INTO app.storage_locations (id, display_name, geography, storage_account, azure_region_code, is_default) VALUES
  ('5a0c1f6e-0000-4000-8000-000000000001', 'United States', 'us', 'exhibit-us', 'eastus', true),
  ('5a0c1f6e-0000-4000-8000-000000000002', 'European Union', 'eu', 'exhibit-eu', 'westeurope', false);

CREATE TABLE app.profiles (
  id uuid PRIMARY KEY,
  first_name text NOT NULL,
  last_name text NOT NULL
);

CREATE TABLE app.platform_admins (
  id uuid PRIMARY KEY,
  super_admin boolean NOT NULL DEFAULT false
);

-- How far each plan goes, as the price list says (src/catalog/plans.ts; a test compares them). NULL: without a limit.
CREATE TABLE app.plans (
  key text PRIMARY KEY,
  users integer,
  frameworks integer,
  api_access boolean NOT NULL
);
INSERT INTO app.plans (key, users, frameworks, api_access) VALUES
  ('early-access', 100, NULL, true),
  ('starter', 5, 3, false),
  ('growth', 20, 5, true),
  ('scale', 100, NULL, true),
  ('enterprise', NULL, NULL, true);

-- What a platform admin set for an account; without a row it is a manager, as who signs up by themselves. An upper bound
-- on what somebody may do in their companies, and never a way into one. A platform admin is a row of its own, above.
CREATE TABLE app.account_bounds (
  user_id uuid PRIMARY KEY,
  platform_role text NOT NULL DEFAULT 'manager' CHECK (platform_role IN ('manager', 'user')),
  disabled_at timestamptz
);

CREATE TABLE app.companies (
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (btrim(name) <> ''),
  slug text NOT NULL CONSTRAINT companies_slug_key UNIQUE,
  subscription_tier text NOT NULL DEFAULT 'early-access' REFERENCES app.plans,
  subscription_status text NOT NULL DEFAULT 'active',
  -- NULL while the plan costs nothing.
  next_invoice_on date,
  storage_location_id uuid NOT NULL REFERENCES app.storage_locations,
  owner_id uuid NOT NULL,
  -- Members without a second factor see the company's name and nothing else of it.
  second_factor_required boolean NOT NULL DEFAULT false,
  -- When everything is erased unless the owner keeps the company after all.
  deletion_due_at timestamptz,
  -- Nobody gets in any more, and the keys are gone; the rest follows.
  deleted_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE app.company_members (
  company_id uuid NOT NULL REFERENCES app.companies,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL,
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'member', 'viewer')),
  invited_by uuid,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended')),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, id),
  UNIQUE (company_id, user_id)
);
CREATE UNIQUE INDEX company_members_one_owner ON app.company_members (company_id) WHERE role = 'owner';
CREATE INDEX company_members_by_user ON app.company_members (user_id) WHERE status = 'active';

-- A legal matter. What is filed under it is privileged: the circle sees it, and nobody else does.
CREATE TABLE app.matters (
  company_id uuid NOT NULL REFERENCES app.companies,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL CHECK (btrim(name) <> ''),
  -- What is claimed for its items: attorney-client privilege, or the protection of work product.
  basis text NOT NULL DEFAULT 'attorney-client' CHECK (basis IN ('attorney-client', 'work product')),
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Nothing more is filed under a closed matter.
  closed_at timestamptz,
  PRIMARY KEY (company_id, id)
);

-- Whom an owner let into a matter. Whoever leaves the company leaves every circle with it, and does not come back by
-- becoming a member again.
CREATE TABLE app.matter_circle (
  company_id uuid NOT NULL,
  matter_id uuid NOT NULL,
  user_id uuid NOT NULL,
  added_by uuid NOT NULL,
  added_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, matter_id, user_id),
  FOREIGN KEY (company_id, matter_id) REFERENCES app.matters,
  FOREIGN KEY (company_id, user_id) REFERENCES app.company_members (company_id, user_id) ON DELETE CASCADE
);
CREATE INDEX matter_circle_by_person ON app.matter_circle (company_id, user_id);

-- Who looks at a company's evidence from outside: not a member, until a day, and never more than to read.
CREATE TABLE app.auditors (
  company_id uuid NOT NULL REFERENCES app.companies,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL,
  invited_by uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  ends_at timestamptz NOT NULL,
  -- Ended before its time.
  ended_at timestamptz,
  PRIMARY KEY (company_id, id),
  UNIQUE (company_id, user_id)
);
CREATE INDEX auditors_by_user ON app.auditors (user_id);

-- An account at a vendor that a company connected. While it is connected it is a principal of its own: what a worker collects
-- is filed by the connection, whoever set it up and wherever they are now. Disconnecting keeps the row, and what was collected.
CREATE TABLE app.connections (
  company_id uuid NOT NULL REFERENCES app.companies,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  provider text NOT NULL,
  -- How it was linked: a method of the connector.
  method text NOT NULL,
  state text NOT NULL DEFAULT 'linking'
    CHECK (state IN ('linking', 'confirming', 'connected', 'paused', 'needs attention', 'disconnected')),
  -- What was typed and is no secret, by field.
  typed jsonb NOT NULL DEFAULT '{}',
  -- The vendor's immutable id of the account, its name, and public facts that steps need.
  account_id text,
  account_label text,
  account_facts jsonb NOT NULL DEFAULT '{}',
  -- The name under which its results stand, given once: an account may be renamed.
  source text,
  settings jsonb NOT NULL DEFAULT '{}',
  -- Scopes that the vendor says it holds, NULL where it does not tell, and those that are missing.
  granted text[],
  missing text[] NOT NULL DEFAULT '{}',
  -- Why somebody must look after it: a failure of the contract.
  attention text,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  connected_by uuid,
  connected_at timestamptz,
  disconnected_at timestamptz,
  PRIMARY KEY (company_id, id)
);
CREATE UNIQUE INDEX connections_one_account ON app.connections (company_id, provider, account_id) WHERE state <> 'disconnected';

-- The company's data key, wrapped by SECRET_KEY. Deleting the row shreds what the company stored.
CREATE TABLE app.company_keys (
  company_id uuid NOT NULL REFERENCES app.companies,
  version integer NOT NULL,
  wrapped bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, version)
);

-- Who is asking. A setting that was local to an ended transaction reads '' and not NULL, hence nullif.
CREATE FUNCTION app.uid() RETURNS uuid LANGUAGE sql STABLE AS
  $$SELECT nullif(current_setting('app.user_id', true), '')::uuid$$;

-- The caller's role in the company of this transaction; NULL unless an active member who brings the second factor that
-- the company asks for, whatever the setting says. Whoever is a mere user of this installation is a member at most. A
-- connection of the company is its collector.
CREATE FUNCTION app.my_role() RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
  $$SELECT coalesce((SELECT CASE WHEN b.platform_role = 'user' AND m.role IN ('owner', 'admin') THEN 'member' ELSE m.role END
    FROM app.company_members m JOIN app.companies c ON c.id = m.company_id
    LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
    WHERE m.user_id = nullif(current_setting('app.user_id', true), '')::uuid
      AND m.company_id = nullif(current_setting('app.company_id', true), '')::uuid
      AND m.status = 'active' AND b.disabled_at IS NULL
      AND (NOT c.second_factor_required OR current_setting('app.second_factor', true) = 'on')),
    (SELECT 'collector' FROM app.connections k JOIN app.companies c ON c.id = k.company_id
    WHERE k.company_id = nullif(current_setting('app.company_id', true), '')::uuid
      AND k.id = nullif(current_setting('app.user_id', true), '')::uuid
      AND k.state <> 'disconnected' AND c.deleted_at IS NULL))$$;

-- Who was let in to audit, and has no project left, audits nothing. In plpgsql because that table comes later.
CREATE FUNCTION app.audits_a_project(p_company uuid, p_auditor uuid) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN EXISTS (SELECT FROM app.auditor_projects p WHERE p.company_id = p_company AND p.auditor_id = p_auditor);
END $$;

-- The company of this transaction in which the caller is an auditor today; NULL for members, who see more.
CREATE FUNCTION app.audited() RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
  $$SELECT a.company_id FROM app.auditors a JOIN app.companies c ON c.id = a.company_id
    LEFT JOIN app.account_bounds b ON b.user_id = a.user_id
    WHERE a.user_id = nullif(current_setting('app.user_id', true), '')::uuid
      AND a.company_id = nullif(current_setting('app.company_id', true), '')::uuid
      AND a.ended_at IS NULL AND a.ends_at > now() AND c.deleted_at IS NULL AND b.disabled_at IS NULL
      AND NOT EXISTS (SELECT FROM app.company_members m WHERE m.company_id = a.company_id AND m.user_id = a.user_id)
      AND app.audits_a_project(a.company_id, a.id)
      AND (NOT c.second_factor_required OR current_setting('app.second_factor', true) = 'on')$$;

-- The company of this transaction, only for whom my_role() knows: a wrong setting gives no rows, not someone's rows. On the
-- connections of auditors it is the company that they audit, and members have none.
CREATE FUNCTION app.tenant() RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
  $$SELECT CASE WHEN coalesce(nullif(current_setting('role'), 'none'), session_user) = 'app_auditor' THEN app.audited() ELSE coalesce((
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
      AND k.state <> 'disconnected' AND c.deleted_at IS NULL)) END$$;

-- Matters whose circle the caller is in. None where the transaction renounces privilege: it can only see less by that.
CREATE FUNCTION app.my_matters() RETURNS uuid[] LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_company uuid := nullif(current_setting('app.company_id', true), '')::uuid; v_matters uuid[];
BEGIN
  IF current_setting('app.without_privilege', true) = 'on' THEN RETURN '{}'; END IF;
  v_matters := ARRAY(SELECT q.matter_id FROM app.matter_circle q
    WHERE q.company_id = v_company AND q.user_id = nullif(current_setting('app.user_id', true), '')::uuid);
  -- Each statement of everybody asks this, and few are in a circle: only theirs are confirmed.
  IF v_matters = '{}' OR app.tenant() IS DISTINCT FROM v_company OR app.my_role() IS NULL THEN RETURN '{}'; END IF;
  RETURN v_matters;
END $$;

-- The caller's own memberships in every company, with the role that counts, and what they audit: what the company switcher lists.
CREATE FUNCTION app.my_memberships() RETURNS TABLE (company_id uuid, role text) LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS
  $$SELECT m.company_id, CASE WHEN b.platform_role = 'user' AND m.role IN ('owner', 'admin') THEN 'member' ELSE m.role END
    FROM app.company_members m LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
    WHERE m.user_id = nullif(current_setting('app.user_id', true), '')::uuid AND m.status = 'active' AND b.disabled_at IS NULL
    UNION ALL
    SELECT a.company_id, 'auditor' FROM app.auditors a JOIN app.companies c ON c.id = a.company_id
    LEFT JOIN app.account_bounds b ON b.user_id = a.user_id
    WHERE a.user_id = nullif(current_setting('app.user_id', true), '')::uuid AND a.ended_at IS NULL AND a.ends_at > now()
      AND c.deleted_at IS NULL AND b.disabled_at IS NULL
      AND NOT EXISTS (SELECT FROM app.company_members m WHERE m.company_id = a.company_id AND m.user_id = a.user_id)
      AND app.audits_a_project(a.company_id, a.id)$$;

CREATE FUNCTION app.my_companies() RETURNS uuid[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
  $$SELECT coalesce(array_agg(m.company_id), '{}') FROM app.my_memberships() m$$;


-- Whether the caller signed in with a second factor.
CREATE FUNCTION app.has_second_factor() RETURNS boolean LANGUAGE sql STABLE AS
  $$SELECT coalesce(current_setting('app.second_factor', true) = 'on', false)$$;

-- Whether the caller runs this instance. Nobody does without a second factor.
CREATE FUNCTION app.is_platform_admin() RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
  $$SELECT current_setting('app.second_factor', true) = 'on' AND EXISTS (SELECT FROM app.platform_admins p
    LEFT JOIN app.account_bounds b ON b.user_id = p.id
    WHERE p.id = nullif(current_setting('app.user_id', true), '')::uuid AND b.disabled_at IS NULL)$$;

-- What the caller is in this installation: admin, manager or user; disabled counts as nothing of these.
CREATE FUNCTION app.my_platform_role() RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
  $$SELECT CASE WHEN b.disabled_at IS NOT NULL THEN 'disabled'
      WHEN EXISTS (SELECT FROM app.platform_admins p WHERE p.id = me.id) THEN 'admin'
      ELSE coalesce(b.platform_role, 'manager') END
    FROM (SELECT nullif(current_setting('app.user_id', true), '')::uuid AS id) me
    LEFT JOIN app.account_bounds b ON b.user_id = me.id$$;

-- Whether the caller opens matters and lets people into their circles. An owner does, and sees no item by that alone.
CREATE FUNCTION app.keeps_matters() RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
  $$SELECT coalesce(app.my_role() = 'owner', false) AND coalesce(current_setting('app.without_privilege', true), '') <> 'on'$$;

CREATE FUNCTION app.co_members() RETURNS uuid[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
  $$SELECT coalesce(array_agg(user_id), '{}') FROM app.company_members WHERE company_id = app.tenant()$$;

-- Every tenant table passes through here: row-level security on and forced, the walls that no policy can open (of the
-- company, and of the matter where a row belongs to one), and the right to erase it together with its company.
CREATE FUNCTION app.protect(p_table regclass) RETURNS void LANGUAGE plpgsql AS $$
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
END $$;

-- What a deleted company has is erased all the same: by app.erase_company alone, nobody who serves may delete a row.
CREATE FUNCTION app.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'DELETE' AND current_user = 'app_definer'
    AND EXISTS (SELECT FROM app.companies WHERE id::text = to_jsonb(OLD) ->> 'company_id' AND deleted_at IS NOT NULL) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% is append-only', tg_table_name USING ERRCODE = '42501';
END $$;

-- Not even the owner alters or empties an append-only table by mistake. The columns that may change all the same are named.
CREATE FUNCTION app.append_only(p_table regclass, VARIADIC p_except text[] DEFAULT '{}') RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_columns text := (SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute
  WHERE attrelid = p_table AND attnum > 0 AND NOT attisdropped AND attname <> ALL (p_except));
BEGIN
  EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE%s OR DELETE ON %s FOR EACH ROW EXECUTE FUNCTION app.refuse_change()',
    CASE WHEN cardinality(p_except) > 0 THEN ' OF ' || v_columns ELSE '' END, p_table);
  EXECUTE format('CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change()', p_table);
END $$;

SELECT app.protect(t) FROM unnest(ARRAY['app.storage_locations', 'app.plans', 'app.profiles', 'app.account_bounds',
  'app.platform_admins', 'app.companies', 'app.company_members', 'app.matters', 'app.auditors', 'app.connections', 'app.company_keys']::regclass[]) t;
-- Who is in a circle is for the circle and for owners, who open and close it: the wall of privilege would shut them out.
SELECT app.protect('app.matter_circle');
DROP POLICY privilege_wall ON app.matter_circle;

CREATE POLICY read ON app.storage_locations FOR SELECT TO app_user, app_auditor, app_worker USING (true);
CREATE POLICY read ON app.plans FOR SELECT TO app_user USING (true);
CREATE POLICY audit ON app.profiles FOR SELECT TO app_auditor USING (id = ANY ((SELECT app.co_members())::uuid[]));
CREATE POLICY read ON app.profiles FOR SELECT TO app_user
  USING (id = (SELECT app.uid()) OR id = ANY ((SELECT app.co_members())::uuid[]));
CREATE POLICY sign_up ON app.profiles FOR INSERT TO app_auth WITH CHECK (true);
CREATE POLICY read_own ON app.account_bounds FOR SELECT TO app_user USING (user_id = (SELECT app.uid()));
CREATE POLICY read_own ON app.platform_admins FOR SELECT TO app_user USING (id = (SELECT app.uid()));
CREATE POLICY audit ON app.companies FOR SELECT TO app_auditor USING (id = (SELECT app.tenant()));
CREATE POLICY read ON app.companies FOR SELECT TO app_user
  USING (id = ANY ((SELECT app.my_companies())::uuid[]) OR id = (SELECT app.tenant()));
CREATE POLICY read ON app.company_members FOR SELECT TO app_user USING (true);
CREATE POLICY read ON app.company_keys FOR SELECT TO app_user, app_auditor USING (true);
CREATE POLICY read ON app.matters FOR SELECT TO app_user
  USING (id = ANY ((SELECT app.my_matters())::uuid[]) OR (SELECT app.keeps_matters()));
CREATE POLICY open ON app.matters FOR INSERT TO app_user WITH CHECK ((SELECT app.keeps_matters()) AND created_by = (SELECT app.uid()));
CREATE POLICY change ON app.matters FOR UPDATE TO app_user USING ((SELECT app.keeps_matters()));
CREATE POLICY read ON app.matter_circle FOR SELECT TO app_user
  USING (matter_id = ANY ((SELECT app.my_matters())::uuid[]) OR (SELECT app.keeps_matters()));
CREATE POLICY let_in ON app.matter_circle FOR INSERT TO app_user WITH CHECK ((SELECT app.keeps_matters()) AND added_by = (SELECT app.uid()));
CREATE POLICY let_out ON app.matter_circle FOR DELETE TO app_user USING ((SELECT app.keeps_matters()));
CREATE POLICY read ON app.auditors FOR SELECT TO app_user USING ((SELECT app.my_role()) IN ('owner', 'admin'));
CREATE POLICY change ON app.auditors FOR UPDATE TO app_user USING ((SELECT app.my_role()) IN ('owner', 'admin'));

GRANT SELECT ON app.storage_locations TO app_user, app_auditor, app_worker;
GRANT SELECT ON app.profiles, app.companies, app.company_keys TO app_auditor;
GRANT SELECT ON app.matters, app.matter_circle, app.auditors TO app_user;
GRANT INSERT (company_id, id, name, basis, created_by, created_at), UPDATE (name, closed_at) ON app.matters TO app_user;
GRANT INSERT, DELETE ON app.matter_circle TO app_user;
GRANT UPDATE (ends_at, ended_at) ON app.auditors TO app_user;
GRANT SELECT, INSERT ON app.auditors TO app_definer;
GRANT SELECT ON app.plans TO app_user, app_definer;
GRANT SELECT ON app.profiles, app.account_bounds, app.platform_admins, app.companies, app.company_members, app.company_keys TO app_user;
GRANT INSERT ON app.profiles TO app_auth;
GRANT EXECUTE ON FUNCTION app.uid(), app.my_role(), app.tenant(), app.my_companies(), app.my_memberships(), app.has_second_factor(), app.is_platform_admin(), app.my_platform_role(), app.co_members(), app.audited(), app.my_matters(), app.keeps_matters() TO app_user, app_auditor, app_definer;

GRANT SELECT, INSERT ON app.companies, app.company_members, app.company_keys TO app_definer;
GRANT SELECT ON app.storage_locations, app.platform_admins, app.account_bounds TO app_definer;

-- Changed by an admin of the company, who must have a second factor to ask for one.
CREATE POLICY manage ON app.companies FOR UPDATE TO app_user USING (id = (SELECT app.tenant()) AND (SELECT app.my_role()) IN ('owner', 'admin'))
  WITH CHECK (id = (SELECT app.tenant()) AND (NOT second_factor_required OR (SELECT app.has_second_factor())));
GRANT UPDATE (name, second_factor_required, updated_at) ON app.companies TO app_user;
-- Anyone may leave a company but its owner, who hands it over first (app.transfer_ownership).
CREATE POLICY leave ON app.company_members FOR DELETE TO app_user USING (user_id = (SELECT app.uid()) AND role <> 'owner');
CREATE POLICY remove ON app.company_members FOR DELETE TO app_user
  USING ((SELECT app.my_role()) IN ('owner', 'admin') AND role <> 'owner');
CREATE POLICY change_role ON app.company_members FOR UPDATE TO app_user
  USING ((SELECT app.my_role()) IN ('owner', 'admin') AND role <> 'owner') WITH CHECK (role <> 'owner');
GRANT UPDATE (role), DELETE ON app.company_members TO app_user;

RESET ROLE;
ALTER FUNCTION app.my_role() OWNER TO app_definer;
ALTER FUNCTION app.tenant() OWNER TO app_definer;
ALTER FUNCTION app.my_companies() OWNER TO app_definer;
ALTER FUNCTION app.my_memberships() OWNER TO app_definer;
ALTER FUNCTION app.is_platform_admin() OWNER TO app_definer;
ALTER FUNCTION app.my_platform_role() OWNER TO app_definer;
ALTER FUNCTION app.co_members() OWNER TO app_definer;
ALTER FUNCTION app.audited() OWNER TO app_definer;
ALTER FUNCTION app.audits_a_project(uuid, uuid) OWNER TO app_definer;
ALTER FUNCTION app.my_matters() OWNER TO app_definer;
ALTER FUNCTION app.keeps_matters() OWNER TO app_definer;
