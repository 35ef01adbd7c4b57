-- What an auditor sampled and the company withdrew since is said to the auditor, with its reason: a sample that lost a row without a word
-- would read as whole. Only what asks for withdrawn items sees them, as before.
SET LOCAL ROLE app_owner;

DROP POLICY audit ON app.withdrawals;
CREATE POLICY audit ON app.withdrawals FOR SELECT TO app_auditor
  USING ((restored_at IS NOT NULL OR (SELECT app.shows_withdrawn())) AND EXISTS (SELECT FROM app.evidence e
    WHERE e.company_id = withdrawals.company_id AND e.id = withdrawals.evidence_id));
