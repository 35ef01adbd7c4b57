-- What a company said is so today, once for all policies of the library. See docs/decisions/0218.
SET LOCAL ROLE app_owner;
CREATE TABLE app.policy_answers (
  company_id uuid NOT NULL REFERENCES app.companies,
  -- A question of the library; "edition" is which of its two fits.
  question text NOT NULL CHECK (question ~ '^[a-z][a-z-]{0,39}$'),
  -- NULL where it was taken back.
  answer text,
  changed_by uuid NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, question),
  CHECK (CASE WHEN question = 'edition' THEN answer IN ('law', 'software') ELSE answer IN ('yes', 'not yet') END)
);
SELECT app.protect('app.policy_answers'::regclass);
CREATE POLICY read ON app.policy_answers FOR SELECT TO app_user
  USING ((SELECT app.my_role()) IN ('owner', 'admin', 'member', 'viewer'));
CREATE POLICY answer ON app.policy_answers FOR INSERT TO app_user
  WITH CHECK ((SELECT app.my_role()) IN ('owner', 'admin', 'member') AND changed_by = (SELECT app.uid()));
CREATE POLICY answer_anew ON app.policy_answers FOR UPDATE TO app_user
  USING ((SELECT app.my_role()) IN ('owner', 'admin', 'member')) WITH CHECK (changed_by = (SELECT app.uid()));
GRANT SELECT, INSERT ON app.policy_answers TO app_user;
GRANT UPDATE (answer, changed_by, changed_at) ON app.policy_answers TO app_user;
RESET ROLE;
