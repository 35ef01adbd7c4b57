-- Who last set what a connector goes by, and when: by the name of each setting. A run seals it beside its settings, for what decides something.
SET LOCAL ROLE app_owner;
ALTER TABLE app.connections ADD COLUMN settings_set jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(settings_set) = 'object');
GRANT UPDATE (settings_set) ON app.connections TO app_user;

RESET ROLE;
SET LOCAL ROLE app_definer;
CREATE FUNCTION app.connection_settings_set()
RETURNS TABLE (setting text, set_by text, set_on text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT s.key, coalesce((SELECT concat_ws(' ', p.first_name, p.last_name) FROM app.profiles p WHERE p.id::text = s.value ->> 'by'), ''),
    to_char((s.value ->> 'at')::timestamptz AT TIME ZONE 'UTC', 'YYYY-MM-DD')
  FROM app.connections k CROSS JOIN LATERAL jsonb_each(k.settings_set) s
  WHERE k.company_id = app.tenant() AND k.id = app.uid()
  ORDER BY s.key
$$;
REVOKE ALL ON FUNCTION app.connection_settings_set() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.connection_settings_set() TO app_user;
RESET ROLE;
