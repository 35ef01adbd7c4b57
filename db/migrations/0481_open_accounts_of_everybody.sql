-- What tasks ask of accounts was worth nothing from any change in People until the run after it: where 100 people left, 40,000 accounts were matched anew for each
-- list of tasks until then. How many open accounts each of the people has is kept beside it, and stays true while no address is another's; see docs/decisions/0242.
SET LOCAL ROLE app_owner;
-- People who have open accounts, and how many, in the same order. NULL: not kept.
ALTER TABLE app.asked_accounts ADD COLUMN holders uuid[], ADD COLUMN held integer[];
GRANT UPDATE (holders, held) ON app.asked_accounts TO app_user;
RESET ROLE;
