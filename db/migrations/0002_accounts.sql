-- Accounts and sessions. Only app_auth may look; the columns are those Better Auth 1.7.6 asks for, in our spelling.

CREATE SCHEMA auth AUTHORIZATION app_owner;
GRANT USAGE ON SCHEMA auth TO app_auth, app_backup, app_definer;
SET LOCAL ROLE app_owner;
ALTER DEFAULT PRIVILEGES IN SCHEMA auth GRANT SELECT ON TABLES TO app_backup;

CREATE TABLE auth.users (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  email text NOT NULL UNIQUE,
  email_verified boolean NOT NULL DEFAULT false,
  image text,
  first_name text NOT NULL,
  last_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE auth.sessions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES auth.users ON DELETE CASCADE,
  token text NOT NULL UNIQUE,
  expires_at timestamptz NOT NULL,
  ip_address text,
  user_agent text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sessions_by_user ON auth.sessions (user_id);

CREATE TABLE auth.accounts (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES auth.users ON DELETE CASCADE,
  account_id text NOT NULL,
  provider_id text NOT NULL,
  access_token text,
  refresh_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  id_token text,
  password text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX accounts_by_user ON auth.accounts (user_id);

CREATE TABLE auth.verifications (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX verifications_by_identifier ON auth.verifications (identifier);

-- Links we mail: only the hash of the token is kept, and using it deletes the row.
CREATE TABLE auth.one_time_links (
  token_sha256 bytea PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('signup')),
  user_id uuid NOT NULL REFERENCES auth.users ON DELETE CASCADE,
  -- What was chosen in the sign-up that this link was mailed for, and in which browser; neither where a link was asked
  -- for again.
  password text,
  browser_sha256 bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX one_time_links_by_user ON auth.one_time_links (user_id);

SELECT app.protect(t) FROM unnest(ARRAY['auth.users', 'auth.sessions', 'auth.accounts', 'auth.verifications',
  'auth.one_time_links']::regclass[]) t;
CREATE POLICY accounts_only ON auth.users TO app_auth USING (true) WITH CHECK (true);
CREATE POLICY accounts_only ON auth.sessions TO app_auth USING (true) WITH CHECK (true);
CREATE POLICY accounts_only ON auth.accounts TO app_auth USING (true) WITH CHECK (true);
CREATE POLICY accounts_only ON auth.verifications TO app_auth USING (true) WITH CHECK (true);
CREATE POLICY accounts_only ON auth.one_time_links TO app_auth USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.users, auth.sessions, auth.accounts, auth.verifications TO app_auth;
GRANT SELECT, INSERT, DELETE, UPDATE (expires_at) ON auth.one_time_links TO app_auth;
