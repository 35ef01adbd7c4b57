-- Signing in by Google, Microsoft and GitHub: the history of sign-ins names them. See docs/decisions/0082.
SET LOCAL ROLE app_owner;

ALTER TABLE auth.sessions DROP CONSTRAINT sessions_method_check,
  ADD CONSTRAINT sessions_method_check CHECK (method IN
    ('password', 'magic-link', 'confirmation', 'passkey', 'single-sign-on', 'google', 'microsoft', 'github'));
ALTER TABLE auth.sign_ins DROP CONSTRAINT sign_ins_method_check,
  ADD CONSTRAINT sign_ins_method_check CHECK (method IN
    ('password', 'magic-link', 'confirmation', 'passkey', 'single-sign-on', 'google', 'microsoft', 'github', 'second-factor', 'recovery-code'));
