-- When an exhibit of the registers was found to say the same again is asked for by the exhibit. See docs/decisions/0213.
SET LOCAL ROLE app_owner;
CREATE INDEX ledger_acts_of_unchanged ON app.ledger_acts (company_id, subject, seq DESC) WHERE event = 'record.unchanged';
RESET ROLE;
