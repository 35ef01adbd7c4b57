-- What is due is planned from one statement's own arithmetic.
CREATE OR REPLACE FUNCTION app.plan_collections(p_now timestamp with time zone, p_every integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
    -- As app.collection_slot says it, which would be called once for each connection: 10,000 calls took a quarter of a second.
    CROSS JOIN LATERAL (SELECT ('x' || left(k.id::text, 8))::bit(32)::bigint % (p_every * 60) AS own) o
    CROSS JOIN LATERAL (SELECT to_timestamp((floor((extract(epoch FROM p_now) - o.own) / (p_every * 60)) * (p_every * 60)
      + o.own)::double precision) AS slot) x
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
END $function$;;
