-- Files that are read from a link, with an account that a person connected for an hour. See docs/decisions/0100.
SET LOCAL ROLE app_owner;

ALTER TABLE auth.ceremonies DROP CONSTRAINT ceremonies_purpose_check,
  ADD CONSTRAINT ceremonies_purpose_check CHECK (purpose IN ('passkey-registration', 'passkey-sign-in',
    'passkey-second-factor', 'passkey-joining', 'single-sign-on', 'file-source'));

-- What reads files for one session, as the person it belongs to: sealed under a key that only their browser has. It ends with
-- the session, in the same statement, whatever ends that.
CREATE TABLE auth.file_grants (
  session_id uuid NOT NULL REFERENCES auth.sessions ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES auth.users ON DELETE CASCADE,
  source text NOT NULL CHECK (source IN ('google-drive', 'onedrive', 'dropbox')),
  account text,
  sealed bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (session_id, source)
);
CREATE INDEX file_grants_by_user ON auth.file_grants (user_id);
SELECT app.protect('auth.file_grants');
CREATE POLICY accounts_only ON auth.file_grants TO app_auth USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.file_grants TO app_auth;

-- Where the server itself read an upload from; only a whole one has it, and filing says it in the chain of custody.
ALTER TABLE app.uploads ADD COLUMN origin jsonb;
GRANT UPDATE (origin) ON app.uploads TO app_user;
