-- An installation files its own operation as evidence in a company of its operator. See docs/decisions/0154.
SET LOCAL ROLE app_owner;

-- Whether a backup was still where it was written when the place was last looked at, and how many damaged files it lacks.
ALTER TABLE app.backups ADD COLUMN seen_at timestamptz, ADD COLUMN lacks integer CHECK (lacks >= 0);

-- Only who runs the installation lets a company read it.
CREATE POLICY own_installation ON app.connections AS RESTRICTIVE FOR INSERT TO app_user
  WITH CHECK (provider <> 'installation' OR (SELECT app.is_platform_admin()));

GRANT SELECT (id, at, actor, act) ON app.operator_acts TO app_definer;
GRANT SELECT (user_id) ON auth.passkeys TO app_definer;
GRANT SELECT (user_id, confirmed_at) ON auth.totp_secrets TO app_definer;
GRANT SELECT (user_id, at, outcome) ON auth.sign_ins TO app_definer;

RESET ROLE;
GRANT USAGE ON SCHEMA migrations TO app_definer;
GRANT SELECT ON migrations.kysely_migration, migrations.applied_files TO app_definer;
SET LOCAL ROLE app_definer;

-- What the connection of a company that may read it sees of the installation, step by step: no other company, nobody's content. NULL for
-- every other connection, and as soon as who connected it no longer runs the installation. No list is longer than a thousand.
CREATE FUNCTION app.installation_operation(p_connection uuid, p_step text, p_at timestamptz) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE p_step
    WHEN 'backups' THEN (SELECT coalesce(jsonb_agg(to_jsonb(b) ORDER BY b."writtenAt" DESC), '[]') FROM (
      SELECT b.id, b.written_at AS "writtenAt", b.bytes, b.seen_at IS NOT NULL AND b.seen_at > p_at - interval '1 day' AS kept, b.lacks,
        b.tested_at AS "testedAt", CASE WHEN b.tested_at IS NOT NULL THEN b.fault IS NOT NULL END AS fault
      FROM app.backups b WHERE b.written_at > p_at - interval '36 days' ORDER BY b.written_at DESC LIMIT 1001) b)
    WHEN 'files' THEN (SELECT jsonb_agg(jsonb_build_object('id', 'files', 'finishedAt', s.finished_at, 'damaged',
        (SELECT count(*) FROM app.damaged_files f JOIN app.evidence e ON e.company_id = f.company_id AND e.id = f.evidence_id
          AND e.erased_at IS NULL))) FROM app.scrub s)
    WHEN 'upgrades' THEN (SELECT coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'appliedAt', u.at, 'version', u.version) ORDER BY u.id), '[]') FROM (
      SELECT m.name AS id, m."timestamp" AS at, f.version FROM migrations.kysely_migration m LEFT JOIN migrations.applied_files f ON f.name = m.name
      ORDER BY m.name LIMIT 1001) u)
    WHEN 'administrators' THEN (SELECT coalesce(jsonb_agg(to_jsonb(a) ORDER BY a.id), '[]') FROM (
      SELECT p.id, u.email, b.disabled_at IS NULL AS active,
        EXISTS (SELECT FROM auth.passkeys k WHERE k.user_id = p.id)
          OR EXISTS (SELECT FROM auth.totp_secrets t WHERE t.user_id = p.id AND t.confirmed_at IS NOT NULL) AS "secondFactor",
        (SELECT max(s.at AT TIME ZONE 'UTC')::date FROM auth.sign_ins s WHERE s.user_id = p.id AND s.outcome = 'signed-in') AS "lastSignInOn"
      FROM app.platform_admins p JOIN auth.users u ON u.id = p.id LEFT JOIN app.account_bounds b ON b.user_id = p.id ORDER BY p.id LIMIT 1001) a)
    WHEN 'acts' THEN (SELECT coalesce(jsonb_agg(to_jsonb(o) ORDER BY o.at DESC, o.id), '[]') FROM (
      SELECT o.id, o.at, o.actor, o.act FROM app.operator_acts o WHERE o.at > p_at - interval '30 days' ORDER BY o.at DESC, o.id LIMIT 1001) o)
  END
  FROM app.connections c JOIN app.platform_admins p ON p.id = c.connected_by
  LEFT JOIN app.account_bounds b ON b.user_id = p.id
  WHERE c.id = p_connection AND c.provider = 'installation' AND c.state <> 'disconnected' AND b.disabled_at IS NULL
$$;

-- Which companies the installation files its operation in, for who runs it.
CREATE FUNCTION app.installation_audits() RETURNS TABLE (company_id uuid, connection_id uuid, state text, connected_at timestamptz, observed_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT c.company_id, c.id, c.state, c.connected_at,
    (SELECT max(r.observed_at) FROM app.collection_runs r WHERE r.company_id = c.company_id AND r.connection_id = c.id AND r.state = 'done')
  FROM app.connections c
  WHERE c.provider = 'installation' AND c.state <> 'disconnected' AND (SELECT app.is_platform_admin())
  ORDER BY c.connected_at, c.id
$$;

REVOKE ALL ON FUNCTION app.installation_operation(uuid, text, timestamptz), app.installation_audits() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.installation_operation(uuid, text, timestamptz) TO app_worker;
GRANT EXECUTE ON FUNCTION app.installation_audits() TO app_user;
RESET ROLE;
