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

SELECT app.protect('app.feature_flags');

CREATE POLICY read ON app.feature_flags FOR SELECT TO app_user USING (true);
CREATE POLICY turn ON app.feature_flags FOR UPDATE TO app_user USING ((SELECT app.is_platform_admin()));

GRANT SELECT, UPDATE (enabled) ON app.feature_flags TO app_user;

RESET ROLE;
