-- People disconnect a provider from their account. What was connected once is remembered, so that an address does not bring it back:
-- see docs/decisions/0082.
SET LOCAL ROLE app_owner;
ALTER TABLE auth.identities
  ADD COLUMN disconnected_at timestamptz,
  DROP CONSTRAINT identities_pkey,
  ADD PRIMARY KEY (issuer, subject, user_id);
CREATE UNIQUE INDEX identities_connected ON auth.identities (issuer, subject) WHERE disconnected_at IS NULL;
GRANT UPDATE (created_at, disconnected_at) ON auth.identities TO app_auth;
RESET ROLE;
