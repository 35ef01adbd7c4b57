-- Some questions of the library ask for what a company need not have: an office, a server. It says so, and nothing is left to do. Others were asked anew,
-- because their sentences said more than they asked. An answer stays where it is to what is asked now. See docs/decisions/0251.
SET LOCAL ROLE app_owner;
ALTER TABLE app.policy_answers DROP CONSTRAINT policy_answers_check;
ALTER TABLE app.policy_answers ADD CONSTRAINT policy_answers_check
  CHECK (CASE WHEN question = 'edition' THEN answer IN ('law', 'software') ELSE answer IN ('yes', 'not yet', 'none') END);
RESET ROLE;

-- A yes to what was one question is a yes to each of its parts, by who gave it and when.
INSERT INTO app.policy_answers (company_id, question, answer, changed_by, changed_at)
  SELECT a.company_id, s.part, a.answer, a.changed_by, a.changed_at FROM app.policy_answers a
  JOIN (VALUES ('owner', 'leadership'), ('baseline', 'scans'), ('patches', 'libraries')) s (question, part) USING (question)
  WHERE a.answer = 'yes' ON CONFLICT DO NOTHING;
-- Where less was asked than is asked now, a yes affirms too little, and “not yet” stays so: policies in force that promise it are named still.
INSERT INTO app.policy_answers (company_id, question, answer, changed_by, changed_at)
  SELECT a.company_id, s.asked, a.answer, a.changed_by, a.changed_at FROM app.policy_answers a
  JOIN (VALUES ('transit', 'tls'), ('sessions', 'sign-in-again'), ('pentest', 'intrusion-tests'),
    ('admins', 'approved-access')) s (question, asked) USING (question)
  WHERE a.answer = 'not yet' ON CONFLICT DO NOTHING;

-- What was “not yet” of several things together is unknown of one.
UPDATE app.policy_answers SET answer = NULL
  WHERE answer = 'not yet' AND question IN ('owner', 'training', 'reviews');
-- Two questions that are one now: who approves access, and who approves administrators.
UPDATE app.policy_answers a SET answer = b.answer, changed_by = b.changed_by, changed_at = b.changed_at FROM app.policy_answers b
  WHERE a.question = 'approved-access' AND a.answer = 'yes' AND b.company_id = a.company_id AND b.question = 'admins' AND b.answer = 'not yet';
UPDATE app.policy_answers a SET answer = NULL WHERE a.question = 'approved-access' AND a.answer = 'yes'
  AND NOT EXISTS (SELECT FROM app.policy_answers b WHERE b.company_id = a.company_id AND b.question = 'admins' AND b.answer = 'yes');
