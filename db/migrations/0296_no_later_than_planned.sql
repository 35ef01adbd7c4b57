-- What is done again and again waits no longer than it was planned to: a clock that was once ahead kept it until that date.
SET LOCAL ROLE app_definer;

-- One job for each kind that is done again and again, made where it is missing. None is due later than two hours from now, which is longer
-- than any of them rests, and no lease lasts for more than a day.
CREATE FUNCTION app.settle_schedule(p_kinds text[], p_now timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM app.schedule_jobs(p_kinds);
  UPDATE app.jobs j SET run_at = p_now WHERE j.kind = ANY (p_kinds) AND j.key = '' AND j.turn IS NULL AND j.lease_until IS NULL
    AND j.dead_at IS NULL AND j.run_at > p_now + interval '2 hours';
  UPDATE app.jobs j SET lease_until = p_now WHERE j.lease_until > p_now + interval '1 day';
END $$;

REVOKE ALL ON FUNCTION app.settle_schedule(text[], timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.settle_schedule(text[], timestamptz) TO app_worker;
RESET ROLE;
