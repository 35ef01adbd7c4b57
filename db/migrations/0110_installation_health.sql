-- How the installation is, for its own processes as for who runs it: metrics, and mails to operators. See docs/decisions/0114.
SET LOCAL ROLE app_owner;

-- What operators were told needs them, and since when; a row goes when all is well again.
CREATE TABLE app.operator_notices (
  key text PRIMARY KEY CHECK (length(key) BETWEEN 1 AND 100),
  since timestamptz NOT NULL,
  told_at timestamptz
);
SELECT app.protect('app.operator_notices');
CREATE POLICY work ON app.operator_notices TO app_worker USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON app.operator_notices TO app_worker;
RESET ROLE;

SET LOCAL ROLE app_definer;

-- A platform admin, or a process of the installation itself: nobody else acts as its role.
CREATE FUNCTION app.runs_installation() RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT app.is_platform_admin() OR current_setting('role') = 'app_worker'
$$;

CREATE OR REPLACE FUNCTION app.job_queues(p_now timestamptz)
RETURNS TABLE (queue text, waiting bigint, running bigint, retrying bigint, failed bigint, dead bigint, oldest timestamptz)
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
        FILTER (WHERE j.turn IS NOT NULL OR x.later AND j.run_at <= p_now) AS oldest
    FROM app.jobs j CROSS JOIN LATERAL (SELECT num_nonnulls(j.turn, j.lease_until, j.dead_at) = 0 AS later) x GROUP BY j.kind
  )
  SELECT kind, coalesce(c.waiting, 0), coalesce(c.running, 0), coalesce(c.retrying, 0), coalesce(f.failed, 0), coalesce(c.dead, 0), c.oldest
    FROM counted c FULL JOIN failed f USING (kind) WHERE (SELECT app.runs_installation())
$$;

CREATE OR REPLACE FUNCTION app.installation(p_late timestamptz)
RETURNS TABLE (users bigint, companies bigint, connections bigint, late bigint, newest_sync timestamptz, database_version text,
  database_bytes bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT x.* FROM (
    SELECT (SELECT count(*) FROM auth.users), (SELECT count(*) FROM app.companies WHERE deleted_at IS NULL), count(*),
      count(*) FILTER (WHERE coalesce(n.at, k.connected_at) < p_late), max(n.at),
      current_setting('server_version'), pg_database_size(current_database())
    FROM app.connections k LEFT JOIN LATERAL (SELECT r.finished_at AS at FROM app.collection_runs r
      WHERE r.company_id = k.company_id AND r.connection_id = k.id AND r.state = 'done' ORDER BY r.slot DESC LIMIT 1) n ON true
    WHERE k.state IN ('connected', 'needs attention')
  ) x WHERE (SELECT app.runs_installation())
$$;

CREATE OR REPLACE FUNCTION app.backup_health() RETURNS TABLE (written_at timestamptz, bytes bigint, tested_at timestamptz,
  tested_written_at timestamptz, fault text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT b.written_at, b.bytes, t.tested_at, t.written_at, t.fault
  FROM (SELECT * FROM app.backups ORDER BY written_at DESC LIMIT 1) b
  LEFT JOIN (SELECT * FROM app.backups WHERE tested_at IS NOT NULL ORDER BY tested_at DESC LIMIT 1) t ON true
  WHERE (SELECT app.runs_installation())
$$;

CREATE OR REPLACE FUNCTION app.stopped_ledgers() RETURNS TABLE (failure text, ledgers bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT s.failure, count(*) FROM app.signing_stops s WHERE (SELECT app.runs_installation()) GROUP BY s.failure ORDER BY s.failure
$$;

-- When a ledger was signed last, and since when the one that waits longest has grown unsigned.
CREATE FUNCTION app.signing_health() RETURNS TABLE (newest timestamptz, waiting_since timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT (SELECT max(k.created_at) FROM app.ledger_checkpoints k), (
    SELECT min(h.last_at) FROM app.ledger_heads h JOIN app.companies c ON c.id = h.company_id AND c.deleted_at IS NULL
    WHERE h.size > 0 AND NOT EXISTS (SELECT FROM app.ledger_checkpoints k WHERE k.company_id = h.company_id AND k.size = h.size
      AND k.generation = app.ledger_generation(h.company_id)))
  WHERE (SELECT app.runs_installation())
$$;

-- Whom mails about the installation reach: platform admins who can come in.
CREATE FUNCTION app.operators() RETURNS TABLE (email text, first_name text, last_name text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT u.email, u.first_name, u.last_name FROM app.platform_admins p JOIN auth.users u ON u.id = p.id
  WHERE NOT EXISTS (SELECT FROM app.account_bounds b WHERE b.user_id = p.id AND b.disabled_at IS NOT NULL)
  ORDER BY u.email
$$;

REVOKE ALL ON FUNCTION app.runs_installation(), app.signing_health(), app.operators() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.job_queues(timestamptz), app.installation(timestamptz), app.backup_health(), app.stopped_ledgers(),
  app.signing_health(), app.operators() TO app_worker;
GRANT EXECUTE ON FUNCTION app.signing_health() TO app_user;
RESET ROLE;
