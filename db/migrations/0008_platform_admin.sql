-- Whether the caller runs this installation. It opens the Admin Panel, and no company.
SET LOCAL ROLE app_owner;

CREATE FUNCTION app.is_platform_admin() RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS
  $$SELECT EXISTS (SELECT FROM app.platform_admins WHERE id = nullif(current_setting('app.user_id', true), '')::uuid)$$;

GRANT SELECT ON app.platform_admins TO app_definer;
GRANT EXECUTE ON FUNCTION app.is_platform_admin() TO app_user;

RESET ROLE;
ALTER FUNCTION app.is_platform_admin() OWNER TO app_definer;
