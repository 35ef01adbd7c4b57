-- Which providers a company has connected. One row for each provider; disconnecting keeps it, with who had connected it.
SET LOCAL ROLE app_owner;

CREATE TABLE app.connections (
  company_id uuid NOT NULL REFERENCES app.companies,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  provider text NOT NULL,
  status text NOT NULL DEFAULT 'connected' CHECK (status IN ('connected', 'disconnected')),
  connected_by uuid NOT NULL,
  connected_at timestamptz NOT NULL,
  last_sync_at timestamptz,
  PRIMARY KEY (company_id, id),
  UNIQUE (company_id, provider)
);

SELECT app.protect('app.connections');

CREATE POLICY read ON app.connections FOR SELECT TO app_user USING (true);
CREATE POLICY connect ON app.connections FOR INSERT TO app_user
  WITH CHECK ((SELECT app.my_role()) IN ('owner', 'admin') AND connected_by = (SELECT app.uid()));
CREATE POLICY manage ON app.connections FOR UPDATE TO app_user USING ((SELECT app.my_role()) IN ('owner', 'admin'));

GRANT SELECT, INSERT, UPDATE (status, connected_by, connected_at, last_sync_at) ON app.connections TO app_user;

RESET ROLE;
