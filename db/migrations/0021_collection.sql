-- When connections are collected: planning each connection's slots, and handing runs to workers.
SET LOCAL ROLE app_owner;

-- The last slot of this connection that was planned, or passed while nothing was to be planned.
ALTER TABLE app.connections ADD COLUMN planned_until timestamptz;
-- The last one that brought something.
CREATE INDEX collection_runs_done ON app.collection_runs (company_id, connection_id, slot DESC) WHERE state = 'done';

-- The newest instant until p_at at which a connection is due: one in every p_every minutes, spread by its id. The server says
-- the same of the next one (src/server/connections/slots.ts; a test compares them).
CREATE FUNCTION app.collection_slot(p_connection uuid, p_every integer, p_at timestamptz) RETURNS timestamptz
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT to_timestamp((floor((extract(epoch FROM p_at) - x.own) / x.period) * x.period + x.own)::double precision)
  FROM (SELECT p_every * 60 AS period, ('x' || left(p_connection::text, 8))::bit(32)::bigint % (p_every * 60) AS own) x
$$;

-- Gives every connection that is due its slot, once however many ask: one run that waits. Slots that passed while nobody planned
-- are written down as missed, those of the last seven days at most, and never made up for. Answers how many runs wait now.
CREATE FUNCTION app.plan_collections(p_now timestamptz, p_every integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_planned integer;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('plan collections', 0)) THEN RETURN 0; END IF;
  -- What waited until the next slot came is not read any more: it would tell of another hour than it says.
  UPDATE app.collection_runs r SET state = 'missed', finished_at = p_now, failure = coalesce(k.attention, 'collection-missed')
    FROM app.connections k WHERE k.company_id = r.company_id AND k.id = r.connection_id AND r.state = 'waiting'
      AND (k.state <> 'connected' OR r.reason = 'scheduled' AND r.slot < app.collection_slot(k.id, p_every, p_now));
  -- A run whose connection ended under its hands, and whose worker said nothing more.
  UPDATE app.collection_runs r SET state = 'failed', finished_at = p_now, failure = 'collection-interrupted', lease_until = NULL
    FROM app.connections k WHERE k.company_id = r.company_id AND k.id = r.connection_id AND r.state = 'working'
      AND r.lease_until <= p_now AND k.state NOT IN ('connected', 'paused');
  DELETE FROM app.collection_parts p USING app.collection_runs r
    WHERE r.company_id = p.company_id AND r.id = p.run_id AND r.state NOT IN ('waiting', 'working');
  WITH due AS MATERIALIZED (
    SELECT k.company_id, k.id, k.state, k.attention, coalesce(k.planned_until, k.connected_at, p_now) AS since, x.slot
    FROM app.connections k
    JOIN app.companies c ON c.id = k.company_id AND c.deleted_at IS NULL
    CROSS JOIN LATERAL (SELECT app.collection_slot(k.id, p_every, p_now) AS slot) x
    WHERE k.state IN ('connected', 'paused', 'needs attention') AND (k.planned_until IS NULL OR k.planned_until < x.slot)
    FOR NO KEY UPDATE OF k SKIP LOCKED
  ), planned AS (
    INSERT INTO app.collection_runs (company_id, connection_id, slot, reason, state, finished_at, failure)
      SELECT d.company_id, d.id, s.slot, 'scheduled', CASE WHEN w.waits THEN 'waiting' ELSE 'missed' END,
        CASE WHEN NOT w.waits THEN p_now END,
        CASE WHEN NOT w.waits THEN coalesce(d.attention, 'collection-missed') END
      FROM due d
      CROSS JOIN LATERAL generate_series(d.slot, greatest(d.since, p_now - interval '7 days'), make_interval(mins => -p_every)) s (slot)
      CROSS JOIN LATERAL (SELECT s.slot = d.slot AND d.state = 'connected' AS waits) w
      WHERE d.state <> 'paused' AND s.slot > d.since
      ON CONFLICT DO NOTHING RETURNING state
  ), noted AS (
    UPDATE app.connections k SET planned_until = d.slot FROM due d WHERE k.company_id = d.company_id AND k.id = d.id
  )
  SELECT count(*) INTO v_planned FROM planned WHERE state = 'waiting';
  RETURN v_planned;
END $$;

-- Hands one run to a worker until the lease ends: one that waits, or one whose worker gave no sign of life. The company with the
-- fewest runs under way comes first, then who has waited longest. p_claim is made up for this claim alone: whoever writes to
-- the run names it. p_idle: only of a company that has none under way. `late`: its own time is over, and it is only to be ended.
CREATE FUNCTION app.claim_collection(p_now timestamptz, p_claim uuid, p_lease_seconds integer, p_every integer, p_idle boolean)
RETURNS TABLE (company_id uuid, connection_id uuid, run_id uuid, attempts integer, late boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE v app.collection_runs;
BEGIN
  -- Two that choose at once would both see no run of a connection under way.
  PERFORM pg_advisory_xact_lock(hashtextextended('claim collection', 0));
  SELECT r.* INTO v FROM app.collection_runs r
    JOIN app.connections k ON k.company_id = r.company_id AND k.id = r.connection_id
    JOIN app.companies c ON c.id = r.company_id AND c.deleted_at IS NULL
    LEFT JOIN (SELECT w.company_id, count(*) AS runs FROM app.collection_runs w WHERE w.state = 'working' AND w.lease_until > p_now
      GROUP BY w.company_id) busy ON busy.company_id = r.company_id
    WHERE (r.state = 'waiting' AND k.state = 'connected'
        OR r.state = 'working' AND r.lease_until <= p_now AND k.state IN ('connected', 'paused'))
      AND NOT EXISTS (SELECT FROM app.collection_runs o WHERE o.company_id = r.company_id AND o.connection_id = r.connection_id
        AND o.state = 'working' AND o.id <> r.id)
      AND (NOT p_idle OR busy.runs IS NULL)
    ORDER BY coalesce(busy.runs, 0), r.slot, r.id LIMIT 1 FOR NO KEY UPDATE OF r SKIP LOCKED;
  IF v.id IS NULL THEN RETURN; END IF;
  RETURN QUERY UPDATE app.collection_runs r SET state = 'working', worker = p_claim, attempts = r.attempts + 1,
      lease_until = p_now + make_interval(secs => p_lease_seconds), started_at = coalesce(r.started_at, p_now)
    WHERE r.company_id = v.company_id AND r.id = v.id
    RETURNING r.company_id, r.connection_id, r.id, r.attempts,
      r.attempts > 3 OR r.started_at < p_now - interval '45 minutes'
        OR r.reason = 'scheduled' AND r.slot < app.collection_slot(r.connection_id, p_every, p_now);
END $$;

-- What is connected now is collected now, for the command line: answers the runs that wait or work, of one company or of all.
CREATE FUNCTION app.ask_collections(p_now timestamptz, p_slug text) RETURNS TABLE (company_id uuid, connection_id uuid, run_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  INSERT INTO app.collection_runs (company_id, connection_id, slot, reason)
    SELECT k.company_id, k.id, p_now, 'asked' FROM app.connections k
    JOIN app.companies c ON c.id = k.company_id AND c.deleted_at IS NULL
    WHERE k.state = 'connected' AND (p_slug IS NULL OR c.slug = p_slug)
      AND NOT EXISTS (SELECT FROM app.collection_runs r WHERE r.company_id = k.company_id AND r.connection_id = k.id
        AND r.state IN ('waiting', 'working'))
    ON CONFLICT DO NOTHING;
  RETURN QUERY SELECT DISTINCT ON (r.company_id, r.connection_id) r.company_id, r.connection_id, r.id FROM app.collection_runs r
    JOIN app.companies c ON c.id = r.company_id AND c.deleted_at IS NULL
    WHERE r.state IN ('waiting', 'working') AND (p_slug IS NULL OR c.slug = p_slug)
    ORDER BY r.company_id, r.connection_id, r.slot;
END $$;

-- How runs of any company ended, for who asked for them by ask_collections.
CREATE FUNCTION app.collection_ends(p_runs uuid[])
RETURNS TABLE (run_id uuid, company text, source text, provider text, state text, failure text, steps integer, incomplete integer, items integer,
  unchanged boolean, number bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT r.id, c.slug, coalesce(k.source, k.account_label, k.id::text), k.provider, r.state, r.failure, jsonb_array_length(r.steps),
    (SELECT count(*)::integer FROM jsonb_array_elements(r.steps) s WHERE s ->> 'status' <> 'complete'), r.items, r.unchanged, e.number
  FROM app.collection_runs r
  JOIN app.companies c ON c.id = r.company_id
  JOIN app.connections k ON k.company_id = r.company_id AND k.id = r.connection_id
  LEFT JOIN app.evidence e ON e.company_id = r.company_id AND e.id = r.evidence_id
  WHERE r.id = ANY (p_runs) AND r.state NOT IN ('waiting', 'working')
$$;

GRANT EXECUTE ON FUNCTION app.collection_slot(uuid, integer, timestamptz) TO app_definer, app_worker;
GRANT SELECT, INSERT, UPDATE ON app.collection_runs TO app_definer;
-- A row that is locked asks for the right to change one.
GRANT UPDATE (planned_until) ON app.connections TO app_definer;
GRANT EXECUTE ON FUNCTION app.plan_collections(timestamptz, integer), app.claim_collection(timestamptz, uuid, integer, integer, boolean),
  app.ask_collections(timestamptz, text), app.collection_ends(uuid[]) TO app_worker;

RESET ROLE;
ALTER FUNCTION app.plan_collections(timestamptz, integer) OWNER TO app_definer;
ALTER FUNCTION app.claim_collection(timestamptz, uuid, integer, integer, boolean) OWNER TO app_definer;
ALTER FUNCTION app.ask_collections(timestamptz, text) OWNER TO app_definer;
ALTER FUNCTION app.collection_ends(uuid[]) OWNER TO app_definer;
