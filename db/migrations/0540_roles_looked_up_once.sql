-- Every statement asks whose company it is and which registers its caller reads, once for each table in it: some eighty times for a list of tasks. Each call
-- prepared the look for connections and for the company too, though nearly every caller is a member. Each now looks for these only where no member was found,
-- and answers what it answered before.
SET LOCAL ROLE app_definer;

-- As in 0395.
CREATE OR REPLACE FUNCTION app.my_role() RETURNS text LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
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
END $$;

CREATE OR REPLACE FUNCTION app.tenant() RETURNS uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
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
END $$;

-- As in 0371. Only a collector is asked whether it is the company itself.
CREATE OR REPLACE FUNCTION app.my_registers(p_right text) RETURNS text[] LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_role text := app.my_role();
BEGIN
  IF p_right = 'read' THEN
    IF v_role = 'collector' AND app.is_company_itself() THEN RETURN (SELECT coalesce(array_agg(r.key), '{}') FROM app.registers r); END IF;
    RETURN (SELECT coalesce(array_agg(r.key), '{}') FROM app.registers r WHERE v_role = ANY (r.read_roles));
  END IF;
  RETURN (SELECT coalesce(array_agg(r.key), '{}') FROM app.registers r WHERE v_role = ANY (CASE p_right
    WHEN 'write' THEN r.write_roles WHEN 'confirm' THEN r.confirm_roles WHEN 'approve' THEN r.approve_roles END));
END $$;
RESET ROLE;
