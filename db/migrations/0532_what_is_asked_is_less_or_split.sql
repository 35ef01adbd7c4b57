-- Questions of the library ask for less than before where their sentences said more than a company could sign, and one of two things is two.
-- An answer stays where it is to what is asked now. See docs/decisions/0251.
-- A yes to privacy requests and reports of weaknesses together is a yes to each, by who gave it and when.
INSERT INTO app.policy_answers (company_id, question, answer, changed_by, changed_at)
  SELECT company_id, 'weakness-reports', answer, changed_by, changed_at FROM app.policy_answers
  WHERE question = 'requests' AND answer = 'yes' ON CONFLICT DO NOTHING;

-- A yes to more is a yes to less. What was “not yet” of more is unknown of less, and of one of two things: it is asked again.
UPDATE app.policy_answers SET answer = NULL
  WHERE answer = 'not yet' AND question IN ('mfa', 'passwords', 'sign-in-again', 'tls', 'key-rotation', 'sharing', 'walls',
    'disposal', 'malware', 'networks', 'production', 'reviews', 'tests', 'hardening', 'scans', 'fixes', 'backups', 'requests', 'vendors',
    'it-provider');
-- Who runs no network may still have one, which an IT provider runs.
UPDATE app.policy_answers SET answer = NULL WHERE answer = 'none' AND question = 'networks';
