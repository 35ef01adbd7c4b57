-- Companies, their members, and the wall between companies.

CREATE SCHEMA app AUTHORIZATION app_owner;
REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA app TO app_user, app_auth, app_worker, app_backup, app_definer;
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
-- the company asks for, whatever the setting says. Whoever is a mere user of this installation is a member at most.
CREATE FUNCTION app.my_role() RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
  $$SELECT CASE WHEN b.platform_role = 'user' AND m.role IN ('owner', 'admin') THEN 'member' ELSE m.role END
    FROM app.company_members m JOIN app.companies c ON c.id = m.company_id
    LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
    WHERE m.user_id = nullif(current_setting('app.user_id', true), '')::uuid
      AND m.company_id = nullif(current_setting('app.company_id', true), '')::uuid
      AND m.status = 'active' AND b.disabled_at IS NULL
      AND (NOT c.second_factor_required OR current_setting('app.second_factor', true) = 'on')$$;

-- The company of this transaction, only for whom my_role() knows: a wrong setting gives no rows, not someone's rows.
CREATE FUNCTION app.tenant() RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
  $$SELECT m.company_id FROM app.company_members m JOIN app.companies c ON c.id = m.company_id
    LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
    WHERE m.user_id = nullif(current_setting('app.user_id', true), '')::uuid
      AND m.company_id = nullif(current_setting('app.company_id', true), '')::uuid
      AND m.status = 'active' AND b.disabled_at IS NULL
      AND (NOT c.second_factor_required OR current_setting('app.second_factor', true) = 'on')$$;

CREATE FUNCTION app.my_companies() RETURNS uuid[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
  $$SELECT coalesce(array_agg(m.company_id), '{}') FROM app.company_members m
    LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
    WHERE m.user_id = nullif(current_setting('app.user_id', true), '')::uuid AND m.status = 'active' AND b.disabled_at IS NULL$$;

-- The caller's own memberships in every company, with the role that counts: what the company switcher lists.
CREATE FUNCTION app.my_memberships() RETURNS TABLE (company_id uuid, role text) LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS
  $$SELECT m.company_id, CASE WHEN b.platform_role = 'user' AND m.role IN ('owner', 'admin') THEN 'member' ELSE m.role END
    FROM app.company_members m LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
    WHERE m.user_id = nullif(current_setting('app.user_id', true), '')::uuid AND m.status = 'active' AND b.disabled_at IS NULL$$;

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

CREATE FUNCTION app.co_members() RETURNS uuid[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
  $$SELECT coalesce(array_agg(user_id), '{}') FROM app.company_members WHERE company_id = app.tenant()$$;

-- Every tenant table passes through here: row-level security on and forced, the wall that no policy can open, and the
-- right to erase it together with its company.
CREATE FUNCTION app.protect(p_table regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', p_table);
  IF EXISTS (SELECT FROM pg_attribute WHERE attrelid = p_table AND attname = 'company_id' AND NOT attisdropped) THEN
    EXECUTE format('CREATE POLICY tenant_wall ON %s AS RESTRICTIVE USING (company_id = (SELECT app.tenant()))'
      || ' WITH CHECK (company_id = (SELECT app.tenant()))', p_table);
    EXECUTE format('GRANT SELECT, DELETE ON %s TO app_definer', p_table);
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

-- Not even the owner alters or empties an append-only table by mistake.
CREATE FUNCTION app.append_only(p_table regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON %s FOR EACH ROW EXECUTE FUNCTION app.refuse_change()', p_table);
  EXECUTE format('CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change()', p_table);
END $$;

SELECT app.protect(t) FROM unnest(ARRAY['app.storage_locations', 'app.plans', 'app.profiles', 'app.account_bounds',
  'app.platform_admins', 'app.companies', 'app.company_members', 'app.company_keys']::regclass[]) t;

CREATE POLICY read ON app.storage_locations FOR SELECT TO app_user, app_worker USING (true);
CREATE POLICY read ON app.plans FOR SELECT TO app_user USING (true);
CREATE POLICY read ON app.profiles FOR SELECT TO app_user
  USING (id = (SELECT app.uid()) OR id = ANY ((SELECT app.co_members())::uuid[]));
CREATE POLICY sign_up ON app.profiles FOR INSERT TO app_auth WITH CHECK (true);
CREATE POLICY read_own ON app.account_bounds FOR SELECT TO app_user USING (user_id = (SELECT app.uid()));
CREATE POLICY read_own ON app.platform_admins FOR SELECT TO app_user USING (id = (SELECT app.uid()));
CREATE POLICY read ON app.companies FOR SELECT TO app_user USING (id = ANY ((SELECT app.my_companies())::uuid[]));
CREATE POLICY read ON app.company_members FOR SELECT TO app_user USING (true);
CREATE POLICY read ON app.company_keys FOR SELECT TO app_user USING (true);

GRANT SELECT ON app.storage_locations TO app_user, app_worker;
GRANT SELECT ON app.plans TO app_user, app_definer;
GRANT SELECT ON app.profiles, app.account_bounds, app.platform_admins, app.companies, app.company_members, app.company_keys TO app_user;
GRANT INSERT ON app.profiles TO app_auth;
GRANT EXECUTE ON FUNCTION app.uid(), app.my_role(), app.tenant(), app.my_companies(), app.my_memberships(), app.has_second_factor(), app.is_platform_admin(), app.my_platform_role(), app.co_members() TO app_user, app_definer;

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
