-- A policy of every statement about records asks this: who somebody is, is looked up once and not for each register.
SET LOCAL ROLE app_definer;
CREATE OR REPLACE FUNCTION app.my_registers(p_right text) RETURNS text[]
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(array_agg(r.key), '{}') FROM app.registers r WHERE (p_right = 'read' AND (SELECT app.is_company_itself()))
    OR (SELECT app.my_role()) = ANY (CASE p_right WHEN 'read' THEN r.read_roles
    WHEN 'write' THEN r.write_roles WHEN 'confirm' THEN r.confirm_roles WHEN 'approve' THEN r.approve_roles END)
$$;
RESET ROLE;
