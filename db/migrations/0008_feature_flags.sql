-- What this installation has turned on. Anyone signed in may read the flags, platform admins turn them.
SET LOCAL ROLE app_owner;

CREATE TABLE app.feature_flags (
  key text PRIMARY KEY,
  description text NOT NULL,
  enabled boolean NOT NULL,
  position integer NOT NULL
);
INSERT INTO app.feature_flags (key, description, enabled, position) VALUES
  ('multi-framework', 'A company may have projects of several frameworks at a time.', false, 1),
  ('ai-evidence', 'Suggests controls for an item from its text, without sending it anywhere.', true, 2),
  ('api-access', 'Companies may make tokens for the API.', false, 3),
  ('integrations-beta', 'Shows integrations that are marked beta.', true, 4);

-- What one company has otherwise than the installation. Written through the platform admins' doors only.
CREATE TABLE app.feature_overrides (
  company_id uuid NOT NULL REFERENCES app.companies,
  key text NOT NULL REFERENCES app.feature_flags,
  enabled boolean NOT NULL,
  PRIMARY KEY (company_id, key)
);

SELECT app.protect(t) FROM unnest(ARRAY['app.feature_flags', 'app.feature_overrides']::regclass[]) t;

CREATE POLICY read ON app.feature_flags FOR SELECT TO app_user USING (true);
CREATE POLICY read ON app.feature_overrides FOR SELECT TO app_user USING (true);
CREATE POLICY turn ON app.feature_flags FOR UPDATE TO app_user USING ((SELECT app.is_platform_admin()));

GRANT SELECT, UPDATE (enabled) ON app.feature_flags TO app_user;
GRANT SELECT ON app.feature_overrides TO app_user;
GRANT SELECT ON app.feature_flags, app.feature_overrides TO app_definer;

-- Whether the company of this transaction has a feature: what was set for it alone, else what the installation has.
CREATE FUNCTION app.has_feature(p_key text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS
  $$SELECT coalesce((SELECT enabled FROM app.feature_overrides WHERE company_id = app.tenant() AND key = p_key),
    (SELECT enabled FROM app.feature_flags WHERE key = p_key), false)$$;
GRANT EXECUTE ON FUNCTION app.has_feature(text) TO app_user, app_definer;

RESET ROLE;
ALTER FUNCTION app.has_feature(text) OWNER TO app_definer;
