-- A database whose setting app.registers_at_once is on judges registers as soon as something changed: whoever tests an installation does
-- not wait for changes that may follow. See docs/decisions/0119.
SET LOCAL ROLE app_definer;
CREATE OR REPLACE FUNCTION app.enqueue_job(p_kind text, p_key text, p_company uuid, p_at timestamptz DEFAULT NULL, p_priority smallint DEFAULT 1)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $$
DECLARE v app.jobs; v_latest timestamptz;
BEGIN
  IF p_kind = 'registers' AND p_at > '-infinity' AND current_setting('app.registers_at_once', true) = 'on' THEN
    p_at := p_at - interval '5 seconds';
    v_latest := p_at;
  ELSIF p_kind = 'registers' AND p_at > '-infinity' THEN
    v_latest := p_at + interval '7 seconds';
    p_at := least(v_latest, greatest(p_at, (SELECT r.taken_at FROM app.register_runs r WHERE r.company_id = p_company
      ORDER BY r.ledger_index DESC LIMIT 1) + interval '12 seconds'));
  END IF;
  LOOP
    INSERT INTO app.jobs (kind, key, company_id, priority, run_at, turn)
      VALUES (p_kind, p_key, p_company, p_priority, p_at, CASE WHEN p_at IS NULL THEN app.next_turn(p_kind, p_priority, p_company) END)
      ON CONFLICT DO NOTHING;
    EXIT WHEN FOUND;
    -- Held until this transaction ends: nobody claims a job before its work can be seen.
    SELECT * INTO v FROM app.jobs j WHERE j.kind = p_kind AND j.key = p_key FOR NO KEY UPDATE;
    CONTINUE WHEN NOT FOUND;
    IF v.lease_until IS NOT NULL THEN
      p_at := coalesce(v_latest, p_at, '-infinity');
      UPDATE app.jobs j SET again_at = p_at WHERE j.id = v.id AND (j.again_at IS NULL OR p_at < j.again_at);
      RETURN;
    END IF;
    -- It is in line, or a try of it failed: the next one does this work, too.
    IF v.turn IS NOT NULL OR v.dead_at IS NULL AND (v.attempts > 0 OR v.run_at <= p_at) THEN RETURN; END IF;
    UPDATE app.jobs j SET attempts = 0, last_error = NULL, dead_at = NULL, discarded_at = NULL, run_at = p_at,
        turn = CASE WHEN p_at IS NULL THEN app.next_turn(p_kind, v.priority, p_company) END
      WHERE j.id = v.id;
    EXIT;
  END LOOP;
  IF p_at IS NULL OR p_at <= clock_timestamp() + interval '1 second' THEN PERFORM pg_notify('jobs', p_kind); END IF;
END $$;
RESET ROLE;
