-- Accounts, sessions and every way of signing in. Only app_auth may look. Of whatever opens something, a token or a
-- recovery code, only the SHA-256 is kept: who reads the table cannot sign in with it.

CREATE SCHEMA auth AUTHORIZATION app_owner;
GRANT USAGE ON SCHEMA auth TO app_auth, app_backup, app_definer;
SET LOCAL ROLE app_owner;
ALTER DEFAULT PRIVILEGES IN SCHEMA auth GRANT SELECT ON TABLES TO app_backup;

-- Who has confirmed an address. Whoever has not is a link that waits, not a user.
CREATE TABLE auth.users (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  email text NOT NULL CONSTRAINT users_email_key UNIQUE CHECK (email = lower(email)),
  first_name text NOT NULL,
  last_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- A PHC string of argon2id. Who signs in by links, passkeys or single sign-on alone has none.
CREATE TABLE auth.passwords (
  user_id uuid PRIMARY KEY REFERENCES auth.users ON DELETE CASCADE,
  hash text NOT NULL,
  changed_at timestamptz NOT NULL
);

-- Whom an OpenID provider calls this user; the pair never changes, an address may (OpenID Connect Core, section 5.7).
CREATE TABLE auth.identities (
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id uuid NOT NULL REFERENCES auth.users ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (issuer, subject)
);
CREATE INDEX identities_by_user ON auth.identities (user_id);

-- A browser in which somebody signed in once, known again by a cookie of its own.
CREATE TABLE auth.devices (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES auth.users ON DELETE CASCADE,
  token_sha256 bytea NOT NULL,
  user_agent text NOT NULL,
  first_seen_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  UNIQUE (user_id, token_sha256)
);

CREATE TABLE auth.sessions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES auth.users ON DELETE CASCADE,
  token_sha256 bytea NOT NULL UNIQUE,
  -- The token before the last one, for requests that were under way when it changed.
  previous_sha256 bytea UNIQUE,
  previous_until timestamptz,
  device_id uuid REFERENCES auth.devices ON DELETE SET NULL,
  method text NOT NULL CHECK (method IN ('password', 'magic-link', 'confirmation', 'passkey', 'single-sign-on')),
  -- Opens nothing but the way to the second factor.
  awaits_second_factor boolean NOT NULL DEFAULT false,
  has_second_factor boolean NOT NULL DEFAULT false,
  -- The person's rights changed: the next answer brings a new token.
  renew boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  -- When the person last showed who they are; what is irreversible asks for it again.
  authenticated_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  address text NOT NULL,
  user_agent text NOT NULL
);
CREATE INDEX sessions_by_user ON auth.sessions (user_id);
CREATE INDEX sessions_by_end ON auth.sessions (expires_at);

-- What happened at the door, for the person to look through. Of an address that nobody has, a row is written as well and
-- soon forgotten, so that a refusal takes as long.
CREATE TABLE auth.sign_ins (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid REFERENCES auth.users ON DELETE CASCADE,
  at timestamptz NOT NULL,
  method text NOT NULL CHECK (method IN ('password', 'magic-link', 'confirmation', 'passkey', 'single-sign-on', 'second-factor', 'recovery-code')),
  outcome text NOT NULL CHECK (outcome IN ('signed-in', 'refused')),
  new_device boolean NOT NULL DEFAULT false,
  address text NOT NULL,
  user_agent text NOT NULL
);
CREATE INDEX sign_ins_by_user ON auth.sign_ins (user_id, at DESC);

-- The shared secret of one-time codes (RFC 6238), sealed; confirmed once a code from it was typed.
CREATE TABLE auth.totp_secrets (
  user_id uuid PRIMARY KEY REFERENCES auth.users ON DELETE CASCADE,
  sealed bytea NOT NULL,
  confirmed_at timestamptz,
  -- The secret of another app, which takes the place of this one when a code from it was typed.
  replacement bytea,
  -- The time step of the last code that was accepted: none is accepted twice (RFC 6238, section 5.2).
  last_step bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL
);

CREATE TABLE auth.recovery_codes (
  user_id uuid NOT NULL REFERENCES auth.users ON DELETE CASCADE,
  code_sha256 bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (user_id, code_sha256)
);

CREATE TABLE auth.passkeys (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES auth.users ON DELETE CASCADE,
  credential_id bytea NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  sign_count bigint NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL,
  backed_up boolean NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX passkeys_by_user ON auth.passkeys (user_id);

-- Half-finished exchanges with an authenticator or an OpenID provider; the browser holds the token in a cookie.
CREATE TABLE auth.ceremonies (
  token_sha256 bytea PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('passkey-registration', 'passkey-sign-in', 'passkey-second-factor', 'single-sign-on')),
  user_id uuid REFERENCES auth.users ON DELETE CASCADE,
  facts jsonb NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX ceremonies_by_user ON auth.ceremonies (user_id);

-- Links that were mailed. Using one deletes its row.
CREATE TABLE auth.one_time_links (
  token_sha256 bytea PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('signup', 'magiclink', 'recovery')),
  email text NOT NULL CHECK (email = lower(email)),
  -- Of a sign-up: what was chosen in it, and in which browser.
  first_name text,
  last_name text,
  password text,
  browser_sha256 bytea,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  CHECK ((purpose = 'signup') = (first_name IS NOT NULL AND last_name IS NOT NULL AND password IS NOT NULL AND browser_sha256 IS NOT NULL))
);
CREATE INDEX one_time_links_by_email ON auth.one_time_links (email, purpose);

-- Who asked for a link. A worker looks whether the address has an account, so that no answer can tell by its time.
CREATE TABLE auth.link_requests (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  purpose text NOT NULL CHECK (purpose IN ('signup', 'resend', 'magiclink', 'recovery')),
  email text NOT NULL CHECK (email = lower(email)),
  first_name text,
  last_name text,
  password text,
  browser_sha256 bytea,
  requested_at timestamptz NOT NULL
);

SELECT app.protect(t) FROM unnest(ARRAY['auth.users', 'auth.passwords', 'auth.identities', 'auth.devices', 'auth.sessions',
  'auth.sign_ins', 'auth.totp_secrets', 'auth.recovery_codes', 'auth.passkeys', 'auth.ceremonies', 'auth.one_time_links',
  'auth.link_requests']::regclass[]) t;
DO $$
DECLARE t regclass;
BEGIN
  FOR t IN SELECT oid FROM pg_class WHERE relnamespace = 'auth'::regnamespace AND relkind = 'r' LOOP
    EXECUTE format('CREATE POLICY accounts_only ON %s TO app_auth USING (true) WITH CHECK (true)', t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO app_auth', t);
  END LOOP;
END $$;
REVOKE UPDATE ON auth.sign_ins, auth.one_time_links, auth.identities FROM app_auth;
GRANT UPDATE (expires_at) ON auth.one_time_links TO app_auth;

-- A person's names are theirs to change, and go with the account.
CREATE POLICY account ON app.profiles FOR SELECT TO app_auth USING (true);
CREATE POLICY account_change ON app.profiles FOR UPDATE TO app_auth USING (true) WITH CHECK (true);
CREATE POLICY account_end ON app.profiles FOR DELETE TO app_auth USING (true);
GRANT SELECT, UPDATE (first_name, last_name), DELETE ON app.profiles TO app_auth;
-- Whoever is disabled is let in nowhere.
CREATE POLICY account ON app.account_bounds FOR SELECT TO app_auth USING (true);
GRANT SELECT ON app.account_bounds TO app_auth;
-- Nobody who serves can make a platform admin. The operator's command line does, and a platform admin by a door, both as
-- app_definer, which cannot log in.
GRANT INSERT, DELETE ON app.platform_admins TO app_definer;
GRANT INSERT, UPDATE, DELETE ON app.account_bounds TO app_definer;
GRANT SELECT (id, email) ON auth.users TO app_definer;

-- Whose rights change gets a new session token with the next answer, whoever changed them and wherever.
CREATE FUNCTION app.renew_sessions() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_user uuid;
BEGIN
  v_user := (to_jsonb(coalesce(NEW, OLD)) ->> tg_argv[0])::uuid;
  UPDATE auth.sessions SET renew = true WHERE user_id = v_user AND NOT renew;
  RETURN NULL;
END $$;
GRANT SELECT (user_id, renew), UPDATE (renew) ON auth.sessions TO app_definer;
CREATE TRIGGER rights_changed AFTER INSERT OR UPDATE OR DELETE ON app.company_members
  FOR EACH ROW EXECUTE FUNCTION app.renew_sessions('user_id');
CREATE TRIGGER rights_changed AFTER INSERT OR UPDATE OR DELETE ON app.platform_admins
  FOR EACH ROW EXECUTE FUNCTION app.renew_sessions('id');
CREATE TRIGGER rights_changed AFTER INSERT OR UPDATE OR DELETE ON app.account_bounds
  FOR EACH ROW EXECUTE FUNCTION app.renew_sessions('user_id');

-- Whether running this instance, or a company they are in, asks a user for a second factor.
CREATE FUNCTION app.asked_for_second_factor(p_user uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS
  $$SELECT EXISTS (SELECT FROM app.platform_admins WHERE id = p_user)
    OR EXISTS (SELECT FROM app.company_members m JOIN app.companies c ON c.id = m.company_id
      WHERE m.user_id = p_user AND m.status = 'active' AND c.second_factor_required)$$;
GRANT EXECUTE ON FUNCTION app.asked_for_second_factor(uuid) TO app_auth;

-- Who is gone runs nothing.
CREATE FUNCTION app.end_platform_admin() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM app.platform_admins WHERE id = OLD.id;
  DELETE FROM app.account_bounds WHERE user_id = OLD.id;
  RETURN NULL;
END $$;
GRANT DELETE ON app.platform_admins TO app_definer;
CREATE TRIGGER account_ended AFTER DELETE ON auth.users FOR EACH ROW EXECUTE FUNCTION app.end_platform_admin();

RESET ROLE;
ALTER FUNCTION app.end_platform_admin() OWNER TO app_definer;
ALTER FUNCTION app.renew_sessions() OWNER TO app_definer;
ALTER FUNCTION app.asked_for_second_factor(uuid) OWNER TO app_definer;
