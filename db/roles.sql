-- Database roles. Run by the administrator's connection; safe to run again. Nobody logs in as one of them: the program
-- makes two logins for each role that serves, members of it, whose passwords are random and turned over.
-- app_owner owns the tables, app_definer the few functions that may look across companies; no login is a member of either.
-- app_user serves requests, app_auditor those of auditors and may only read, app_staff those of people without a seat, app_auth accounts, app_worker mail and jobs,
-- app_signer signs, app_backup reads everything once.
DO $$
DECLARE r text;
BEGIN
  FOREACH r IN ARRAY ARRAY['app_owner', 'app_definer', 'app_user', 'app_auditor', 'app_staff', 'app_auth', 'app_worker', 'app_signer', 'app_backup'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = r) THEN EXECUTE format('CREATE ROLE %I NOLOGIN NOINHERIT', r); END IF;
    -- Releases before logged in as the role itself, with a password made from SECRET_KEY.
    IF (SELECT rolcanlogin FROM pg_roles WHERE rolname = r) THEN EXECUTE format('ALTER ROLE %I NOLOGIN', r); END IF;
  END LOOP;
  IF NOT (SELECT rolbypassrls FROM pg_roles WHERE rolname = 'app_definer') THEN ALTER ROLE app_definer BYPASSRLS; END IF;
  IF NOT (SELECT rolbypassrls FROM pg_roles WHERE rolname = 'app_backup') THEN ALTER ROLE app_backup BYPASSRLS; END IF;
END $$;

-- An administrator who is not a superuser must be able to act as the two owners.
DO $$
BEGIN
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('GRANT app_owner, app_definer TO %I', current_user);
  END IF;
END $$;
