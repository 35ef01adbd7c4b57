-- Backups that are whole and there, why none is written, and what reading the installation's health costs.
SET LOCAL ROLE app_owner;

-- A place for backups has an id as places for files have: by its address, so that another address may be another place.
ALTER TABLE app.store_identities DROP CONSTRAINT store_identities_geography_check,
  ADD CONSTRAINT store_identities_geography_check CHECK (geography IN ('us', 'eu') OR geography ~ '^backups:[0-9a-f]{16}$');

-- Why the last look at backups ended badly; NULL where it did not.
ALTER TABLE app.scrub ADD COLUMN backup_fault text CHECK (length(backup_fault) BETWEEN 1 AND 1000);

-- What is known of backups that are gone is forgotten.
GRANT DELETE ON app.backups TO app_worker;

RESET ROLE;
SET LOCAL ROLE app_definer;

DROP FUNCTION app.backup_health();
-- The newest backup, and the newest good one: it lacks no file, no trial of it failed, and it is where it was written, as far as
-- anybody looks there. One that a clock wrote that was ahead is neither. A row without times says that none was written.
CREATE FUNCTION app.backup_health(p_now timestamptz DEFAULT now()) RETURNS TABLE (written_at timestamptz, bytes bigint, good_at timestamptz, tested_at timestamptz,
  tested_written_at timestamptz, fault text, refused text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT b.written_at, b.bytes, (SELECT g.written_at FROM app.backups g WHERE g.written_at <= p_now AND g.lacks = 0 AND g.fault IS NULL
      AND (g.seen_at IS NULL OR g.seen_at > p_now - interval '1 day') ORDER BY g.written_at DESC LIMIT 1),
    t.tested_at, t.written_at, t.fault, s.backup_fault
  FROM app.scrub s
  LEFT JOIN (SELECT * FROM app.backups WHERE backups.written_at <= p_now ORDER BY written_at DESC LIMIT 1) b ON true
  LEFT JOIN (SELECT * FROM app.backups WHERE backups.tested_at <= p_now ORDER BY tested_at DESC LIMIT 1) t ON true
  WHERE (SELECT app.runs_installation())
$$;

-- Since when files lie there is asked of each company's first one, and only until all were checked once.
CREATE OR REPLACE FUNCTION app.scrub_health() RETURNS TABLE (damaged bigint, companies bigint, began_at timestamptz, finished_at timestamptz,
  items bigint, checked bigint, oldest timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT d.damaged, d.companies, s.began_at, s.finished_at, s.items, s.checked,
    CASE WHEN s.finished_at IS NULL OR s.finished_at > now() THEN (SELECT min(f.filed_at) FROM app.companies c
      CROSS JOIN LATERAL (SELECT e.filed_at FROM app.evidence e WHERE e.company_id = c.id ORDER BY e.number LIMIT 1) f) END
  FROM app.scrub s, LATERAL (SELECT count(*) AS damaged, count(DISTINCT f.company_id) AS companies FROM app.damaged_files f
    JOIN app.evidence e ON e.company_id = f.company_id AND e.id = f.evidence_id AND e.erased_at IS NULL) d
  WHERE (SELECT app.runs_installation())
$$;

DROP FUNCTION app.job_queues(timestamptz);
-- `attempts`: how often the work that was tried most often was begun without success.
CREATE FUNCTION app.job_queues(p_now timestamptz) RETURNS TABLE (queue text, waiting bigint, running bigint, retrying bigint, failed bigint,
  dead bigint, oldest timestamptz, attempts integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH failed (kind, failed) AS (
    SELECT 'imports', count(*) FROM app.imports WHERE state = 'failed' AND finished_at > p_now - interval '1 day'
    UNION ALL SELECT 'webhooks', count(*) FROM app.webhook_deliveries WHERE state = 'failed' AND tried_at > p_now - interval '1 day'
    UNION ALL SELECT 'collections', count(*) FROM app.collection_runs WHERE state = 'failed' AND finished_at > p_now - interval '1 day'
  ), counted AS (
    SELECT j.kind, count(*) FILTER (WHERE j.turn IS NOT NULL OR x.later AND j.run_at <= p_now) AS waiting,
      count(*) FILTER (WHERE j.lease_until IS NOT NULL) AS running,
      count(*) FILTER (WHERE x.later AND j.run_at > p_now AND j.attempts > 0) AS retrying,
      count(*) FILTER (WHERE j.dead_at IS NOT NULL AND j.discarded_at IS NULL) AS dead,
      min(CASE WHEN j.run_at > '-infinity' THEN j.run_at ELSE j.created_at END)
        FILTER (WHERE j.turn IS NOT NULL OR x.later AND j.run_at <= p_now) AS oldest,
      max(j.attempts) FILTER (WHERE j.dead_at IS NULL) AS attempts
    FROM app.jobs j CROSS JOIN LATERAL (SELECT num_nonnulls(j.turn, j.lease_until, j.dead_at) = 0 AS later) x GROUP BY j.kind
  )
  SELECT kind, coalesce(c.waiting, 0), coalesce(c.running, 0), coalesce(c.retrying, 0), coalesce(f.failed, 0), coalesce(c.dead, 0), c.oldest,
    coalesce(c.attempts, 0)
    FROM counted c FULL JOIN failed f USING (kind) WHERE (SELECT app.runs_installation())
$$;

-- Of backups the newest 500, one of each day, and each that was tried: with one every five minutes a thousand are three days.
CREATE OR REPLACE FUNCTION app.installation_operation(p_connection uuid, p_step text, p_at timestamptz) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE p_step
    WHEN 'backups' THEN (SELECT coalesce(jsonb_agg(to_jsonb(b) ORDER BY b."writtenAt" DESC), '[]') FROM (
      SELECT b.id, b.written_at AS "writtenAt", b.bytes, b.seen_at IS NOT NULL AND b.seen_at > p_at - interval '1 day' AS kept, b.lacks,
        b.tested_at AS "testedAt", CASE WHEN b.tested_at IS NOT NULL THEN b.fault IS NOT NULL END AS fault
      FROM (SELECT x.*, row_number() OVER (ORDER BY x.written_at DESC) AS place, row_number() OVER (PARTITION BY date_trunc('day', x.written_at, 'UTC')
          ORDER BY x.seen_at > p_at - interval '1 day' DESC NULLS LAST, x.lacks, x.written_at DESC) AS of_day
        FROM app.backups x WHERE x.written_at > p_at - interval '36 days') b
      WHERE b.place <= 500 OR b.of_day = 1 OR b.tested_at IS NOT NULL ORDER BY b.written_at DESC LIMIT 1001) b)
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

REVOKE ALL ON FUNCTION app.backup_health(timestamptz), app.job_queues(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.backup_health(timestamptz), app.job_queues(timestamptz) TO app_user, app_worker;
RESET ROLE;
