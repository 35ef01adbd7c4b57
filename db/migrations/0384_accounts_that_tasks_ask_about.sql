-- What tasks ask of accounts, as it follows from lists that are kept already: of 40,000 accounts they read each one. It is written with the
-- lists, says what it follows from, and is believed only while that is what the caller reads. See docs/decisions/0212.
SET LOCAL ROLE app_owner;

CREATE TABLE app.asked_accounts (
  company_id uuid PRIMARY KEY REFERENCES app.companies,
  -- What it follows from: SHA-256 over which lists of which connections, the newest decision whose an account is, the newest change in People.
  lists text NOT NULL,
  decision bigint NOT NULL,
  person bigint NOT NULL,
  -- It is true from then until the first decision about a program ends; NULL where none does.
  read_at timestamptz NOT NULL,
  until timestamptz,
  -- How many accounts are nobody's.
  unmatched integer NOT NULL,
  -- People who start and people whose role changed, by their ids; and by their ids the accounts that are open of these and of who leaves.
  comers jsonb NOT NULL,
  owned jsonb NOT NULL
);
SELECT app.protect('app.asked_accounts');
CREATE POLICY read ON app.asked_accounts FOR SELECT TO app_user USING ('people' = ANY ((SELECT app.my_registers('read'))::text[]));
CREATE POLICY keep ON app.asked_accounts FOR INSERT TO app_user WITH CHECK ((SELECT app.is_company_itself()));
CREATE POLICY keep_again ON app.asked_accounts FOR UPDATE TO app_user USING ((SELECT app.is_company_itself()));
GRANT SELECT, INSERT ON app.asked_accounts TO app_user;
GRANT UPDATE (lists, decision, person, read_at, until, unmatched, comers, owned) ON app.asked_accounts TO app_user;
RESET ROLE;
