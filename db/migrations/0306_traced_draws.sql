-- Samples of a person's test are drawn by the server, each draw is an entry, and a test says how many there were: who could choose the seed, or
-- draw until the exceptions are missed, would sign what looks like chance.
SET LOCAL ROLE app_owner;

ALTER TABLE app.manual_tests ADD COLUMN draws integer CHECK (draws > 0);
CREATE INDEX ledger_acts_of_draws ON app.ledger_acts (company_id, subject, seq DESC) WHERE event = 'control.sampled';
GRANT INSERT (draws) ON app.manual_tests TO app_user;
