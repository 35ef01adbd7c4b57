-- Deliveries are claimed company by company, and platform admins see what companies use. See docs/decisions/0039.
SET LOCAL ROLE app_owner;

-- When something was last sent there: the company whose turn is longest ago comes next.
ALTER TABLE app.webhooks ADD COLUMN served_at timestamptz;
GRANT UPDATE (served_at) ON app.webhooks TO app_definer;

SET LOCAL ROLE app_definer;
CREATE OR REPLACE FUNCTION app.claim_webhook_delivery(p_now timestamp with time zone, p_lease_seconds integer)
 RETURNS TABLE(company_id uuid, id uuid, webhook_id uuid, url text, sealed_secret bytea, old_sealed_secret bytea, payload text, attempts integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $$
#variable_conflict use_column
DECLARE v record; v_until timestamptz := p_now + make_interval(secs => p_lease_seconds);
BEGIN
  -- One step of the index for each receiver that something waits for, however much it is: whoever has a hundred thousand
  -- deliveries and does not answer costs the others nothing. The webhook's lock is enough, since it gets one at a time.
  WITH RECURSIVE receivers (company_id, webhook_id) AS (
    (SELECT d.company_id, d.webhook_id FROM app.webhook_deliveries d WHERE d.state = 'waiting'
      ORDER BY d.company_id, d.webhook_id LIMIT 1)
    UNION ALL
    SELECT n.company_id, n.webhook_id FROM receivers r CROSS JOIN LATERAL (
      SELECT d.company_id, d.webhook_id FROM app.webhook_deliveries d WHERE d.state = 'waiting'
        AND (d.company_id, d.webhook_id) > (r.company_id, r.webhook_id) ORDER BY d.company_id, d.webhook_id LIMIT 1) n
  )
  SELECT w.company_id, d.id, w.id AS webhook_id INTO v FROM receivers r
    JOIN app.webhooks w ON w.company_id = r.company_id AND w.id = r.webhook_id
    JOIN app.companies c ON c.id = w.company_id AND c.deleted_at IS NULL
    CROSS JOIN LATERAL (SELECT x.id, x.next_try_at, x.ledger_index FROM app.webhook_deliveries x
      WHERE x.company_id = w.company_id AND x.webhook_id = w.id AND x.state = 'waiting' AND x.next_try_at <= p_now
      ORDER BY x.next_try_at, x.ledger_index LIMIT 1) d
    WHERE w.active AND (w.busy_until IS NULL OR w.busy_until <= p_now)
    -- The company whose turn is longest ago, and of its deliveries the oldest.
    ORDER BY (SELECT max(o.served_at) FROM app.webhooks o WHERE o.company_id = w.company_id) NULLS FIRST, d.next_try_at, d.ledger_index
    LIMIT 1 FOR NO KEY UPDATE OF w SKIP LOCKED;
  IF NOT FOUND THEN RETURN; END IF;
  -- Nor is waited for a late attempt that is just being written down.
  PERFORM FROM app.webhook_deliveries d WHERE d.company_id = v.company_id AND d.id = v.id FOR NO KEY UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN; END IF;
  RETURN QUERY UPDATE app.webhook_deliveries d SET attempts = d.attempts + 1, next_try_at = v_until
    FROM app.webhooks w WHERE d.company_id = v.company_id AND d.id = v.id AND w.company_id = v.company_id AND w.id = v.webhook_id
      AND d.state = 'waiting' AND d.next_try_at <= p_now
    RETURNING d.company_id, d.id, d.webhook_id, w.url, w.sealed_secret,
      CASE WHEN w.old_secret_until > p_now THEN w.old_sealed_secret END, d.payload, d.attempts;
  -- It was answered for between the look and the lock: the next run looks again.
  IF NOT FOUND THEN RETURN; END IF;
  UPDATE app.webhooks w SET busy_until = v_until, served_at = clock_timestamp() WHERE w.company_id = v.company_id AND w.id = v.webhook_id;
END $$;

-- The oldest first, also after its progress was written down.
CREATE OR REPLACE FUNCTION app.unfinished_imports() RETURNS TABLE (company_id uuid, import_id uuid, user_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
  $$SELECT company_id, id, requested_by FROM app.imports WHERE state IN ('waiting', 'working') ORDER BY created_at, id$$;

SET LOCAL ROLE app_owner;
DROP FUNCTION app.usage_of_companies();
-- Names, plans and numbers, for platform admins: what each company stores and the limit it is nearest to, the fullest first. As for
-- everybody but owners, what the privilege of a matter hides is in no figure, and matters are not counted.
CREATE FUNCTION app.usage_of_companies() RETURNS TABLE (id uuid, name text, plan text, items bigint, bytes bigint, key text, used bigint, most bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  IF NOT app.is_platform_admin() THEN RAISE EXCEPTION 'not a platform admin' USING ERRCODE = '42501'; END IF;
  RETURN QUERY SELECT c.id, c.name, c.subscription_tier, s.items, s.bytes, f.key, f.used, f.most FROM app.companies c
    CROSS JOIN LATERAL (SELECT coalesce(sum(t.items), 0)::bigint AS items, coalesce(sum(t.bytes), 0)::bigint AS bytes
      FROM app.storage_totals t WHERE t.company_id = c.id) s
    LEFT JOIN LATERAL (
      SELECT x.key, x.used, x.most, x.used::numeric / greatest(x.most, 1) AS share FROM (
        SELECT u.key, coalesce(app.held(c.id, u.key), u.used) AS used, app.limit_of(c.id, u.key) AS most
        FROM app.usage u JOIN app.limits l ON l.key = u.key AND l.plan = c.subscription_tier
        WHERE u.company_id = c.id AND u.period = app.limit_period(l.holds) AND u.key NOT IN ('items', 'bytes', 'matters')
        UNION ALL SELECT 'items', s.items, app.limit_of(c.id, 'items')
        UNION ALL SELECT 'bytes', s.bytes, app.limit_of(c.id, 'bytes')) x
      WHERE x.used > 0 AND x.most IS NOT NULL ORDER BY share DESC, x.key LIMIT 1) f ON true
    WHERE c.deleted_at IS NULL ORDER BY f.share DESC NULLS LAST, c.name LIMIT 200;
END $$;
GRANT EXECUTE ON FUNCTION app.usage_of_companies() TO app_user;

RESET ROLE;
ALTER FUNCTION app.usage_of_companies() OWNER TO app_definer;
