-- Keys of the installation and logins of its roles: random, in versions, wrapped by SECRET_KEY. Only the administrator
-- reads them, as app_definer, and hands each process its own.
SET LOCAL ROLE app_owner;

CREATE TABLE app.wrapping_keys (
  purpose text NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  wrapped bytea NOT NULL,
  -- coming: held, not used yet; current: wraps; old: opens what was wrapped before.
  state text NOT NULL CHECK (state IN ('coming', 'current', 'old')),
  -- Made from SECRET_KEY by a release before this table: turned over at once.
  derived boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  retired_at timestamptz,
  PRIMARY KEY (purpose, version)
);
CREATE UNIQUE INDEX wrapping_keys_current ON app.wrapping_keys (purpose) WHERE state = 'current';
CREATE UNIQUE INDEX wrapping_keys_coming ON app.wrapping_keys (purpose) WHERE state = 'coming';
SELECT app.protect('app.wrapping_keys');
GRANT SELECT, INSERT, UPDATE, DELETE ON app.wrapping_keys TO app_definer;

-- What wraps a value is turned over while requests are served.
GRANT SELECT, UPDATE (wrapped) ON app.company_keys, app.instance_keys TO app_definer;
GRANT SELECT, UPDATE (sealed_secret, old_sealed_secret) ON app.webhooks TO app_definer;
GRANT SELECT, UPDATE (sealed, replacement) ON auth.totp_secrets TO app_definer;
GRANT UPDATE (file_key) ON app.backups TO app_definer;

SET LOCAL ROLE app_definer;
CREATE OR REPLACE FUNCTION app.begin_webhook() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF tg_op = 'INSERT' THEN
    NEW.first_entry := (app.lock_ledger()).size;
    IF (SELECT count(*) FROM app.webhooks w WHERE w.company_id = NEW.company_id) >= 10 THEN
      RAISE EXCEPTION 'too many webhooks' USING ERRCODE = 'EX429';
    END IF;
    RETURN NEW;
  END IF;
  -- The administrator wraps the same secret anew.
  IF current_setting('role') = 'app_definer' THEN RETURN NEW; END IF;
  IF NEW.active AND NOT OLD.active THEN
    NEW.first_entry := (app.lock_ledger()).size;
    NEW.failing_since := NULL;
    NEW.turned_off_at := NULL;
    NEW.created_by := coalesce(app.uid(), NEW.created_by);
  END IF;
  IF NEW.sealed_secret <> OLD.sealed_secret THEN
    NEW.old_sealed_secret := OLD.sealed_secret;
    NEW.old_secret_until := now() + interval '1 day';
  END IF;
  RETURN NEW;
END $$;

SET LOCAL ROLE app_owner;
-- Which keys a process holds: keys are turned over when every process has taken the new ones. Every role says so by the
-- login it has.
ALTER TABLE app.processes ADD COLUMN keys_generation bigint NOT NULL DEFAULT 0;
CREATE POLICY beat_auth ON app.processes FOR ALL TO app_auth USING (true) WITH CHECK (true);
CREATE POLICY watch ON app.processes FOR SELECT TO app_definer USING (true);
GRANT USAGE ON SCHEMA app TO app_auth;
GRANT SELECT, INSERT, UPDATE, DELETE ON app.processes TO app_auth;
GRANT SELECT ON app.processes TO app_definer;

-- Passwords belong to the server that the roles live on, and to no backup: a schema of its own.
RESET ROLE;
CREATE SCHEMA vault AUTHORIZATION app_owner;
SET LOCAL ROLE app_owner;
GRANT USAGE ON SCHEMA vault TO app_definer;

CREATE TABLE vault.state (
  place smallint PRIMARY KEY DEFAULT 1 CHECK (place = 1),
  -- In the names of the logins, so that two installations may share a server.
  installation text NOT NULL,
  database name NOT NULL,
  generation bigint NOT NULL,
  -- announced: every process takes the coming keys; switched: values are wrapped anew.
  phase text NOT NULL DEFAULT 'idle' CHECK (phase IN ('idle', 'announced', 'switched'))
);

-- Two logins a role, in turns.
CREATE TABLE vault.logins (
  role name NOT NULL,
  slot text NOT NULL CHECK (slot IN ('a', 'b')),
  wrapped bytea NOT NULL,
  state text NOT NULL CHECK (state IN ('coming', 'current', 'old')),
  PRIMARY KEY (role, slot)
);
CREATE UNIQUE INDEX logins_current ON vault.logins (role) WHERE state = 'current';
GRANT SELECT, INSERT, UPDATE, DELETE ON vault.state, vault.logins TO app_definer;
RESET ROLE;
