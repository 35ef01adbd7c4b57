-- Questions of the library ask for less than before where their sentences said more than a company could sign, and one of two things is two.
-- An answer stays where it is to what is asked now. See docs/decisions/0251.
-- Whether reports of weaknesses are answered was asked, and not whether anyone can make one: that is asked anew, as are a yes to who opens
-- restricted matters, to TLS of websites and to tests that pass.
UPDATE app.policy_answers SET answer = NULL WHERE answer = 'yes' AND question IN ('walls', 'tls', 'tests');

-- A yes to more is a yes to less. What was “not yet” of more is unknown of less, and of one of two things: it is asked again.
UPDATE app.policy_answers SET answer = NULL
  WHERE answer = 'not yet' AND question IN ('mfa', 'passwords', 'sign-in-again', 'tls', 'key-rotation', 'sharing', 'walls',
    'disposal', 'malware', 'networks', 'production', 'reviews', 'tests', 'hardening', 'scans', 'fixes', 'backups', 'requests', 'vendors',
    'it-provider', 'intrusion-tests');
-- Who runs no network may still have one, which an IT provider runs.
UPDATE app.policy_answers SET answer = NULL WHERE answer = 'none' AND question = 'networks';
