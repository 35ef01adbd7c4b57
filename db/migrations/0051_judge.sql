-- Which judge said what. A judge is the one file that decides verdicts, known by its SHA-256: bundles hold the ones that decided what is
-- in them, so each that ever decided something is kept as it was.
SET LOCAL ROLE app_owner;

CREATE TABLE app.judges (
  sha256 text PRIMARY KEY,
  version text NOT NULL,
  code text NOT NULL,
  kept_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT judges_are_their_code CHECK (sha256 = encode(sha256(convert_to(code, 'UTF8')), 'hex'))
);
SELECT app.protect('app.judges');
SELECT app.append_only('app.judges');
CREATE POLICY read ON app.judges FOR SELECT TO app_user USING (true);
GRANT SELECT ON app.judges TO app_user;
GRANT SELECT, INSERT ON app.judges TO app_definer;

-- NULL: decided before verdicts named their judge.
ALTER TABLE app.check_results ADD COLUMN judge text;
ALTER TABLE app.check_results ADD CONSTRAINT check_results_judge CHECK (judge ~ '^[0-9a-f]{64}$');

-- Keeps a judge, once. Answers whether its code is still to be given: NULL asks whether it is kept.
CREATE FUNCTION app.keep_judge(p_sha256 text, p_version text, p_code text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF p_code IS NOT NULL THEN
    INSERT INTO app.judges (sha256, version, code) VALUES (p_sha256, p_version, p_code) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NOT EXISTS (SELECT FROM app.judges j WHERE j.sha256 = p_sha256);
END $$;
REVOKE EXECUTE ON FUNCTION app.keep_judge(text, text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.keep_judge(text, text, text) TO app_worker;
RESET ROLE;
ALTER FUNCTION app.keep_judge(text, text, text) OWNER TO app_definer;
