-- What registers say of accounts rests on exhibits of connections: it is not decided while one of them is withdrawn. See docs/decisions/0087.
SET LOCAL ROLE app_owner;
ALTER TABLE app.check_results ADD COLUMN read_with uuid[];
RESET ROLE;

-- Of what was said before it is not written down with which exhibits: they were the newest of their connections then.
ALTER TABLE app.check_results DISABLE TRIGGER USER;
UPDATE app.check_results r SET read_with = ARRAY(
    SELECT x.evidence_id FROM app.connections k
    CROSS JOIN LATERAL (SELECT c.evidence_id FROM app.collection_runs c
      WHERE c.company_id = k.company_id AND c.connection_id = k.id AND c.state = 'done' AND c.evidence_id IS NOT NULL
        AND c.observed_at <= r.observed_at ORDER BY c.slot DESC LIMIT 1) x
    WHERE k.company_id = r.company_id AND (r.source IN ('Exhibit registers', 'Exhibit registers (' || k.source || ')')
      OR k.provider IN ('google-workspace', 'microsoft-365'))
    ORDER BY x.evidence_id)
  WHERE r.source LIKE 'Exhibit registers (%' OR r.source = 'Exhibit registers' AND r.check_id = 'policies.acknowledged';
ALTER TABLE app.check_results ENABLE TRIGGER USER;

SET LOCAL ROLE app_owner;
DROP TRIGGER append_only ON app.check_results;
DROP TRIGGER append_only_truncate ON app.check_results;
SELECT app.append_only('app.check_results', 'reason');
GRANT SELECT ON app.register_runs TO app_definer;
RESET ROLE;

-- Each text of p_from, which stands there once, becomes the one of p_to in its place.
CREATE OR REPLACE FUNCTION pg_temp.rewrite(p_function regproc, p_from text[], p_to text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_text text := pg_get_functiondef(p_function);
BEGIN
  FOR i IN 1 .. cardinality(p_from) LOOP
    IF (length(v_text) - length(replace(v_text, p_from[i], ''))) / length(p_from[i]) <> 1 THEN
      RAISE EXCEPTION '% does not have "%" once', p_function, p_from[i];
    END IF;
    v_text := replace(v_text, p_from[i], p_to[i]);
  END LOOP;
  EXECUTE v_text;
END $$;

-- One that cannot be seen is no exhibit to rest on either.
SELECT pg_temp.rewrite('app.newest_results', ARRAY[
  'was withdrawn. Collect or import it again.'' WHEN o.outcome = r.outcome',
  '    CROSS JOIN LATERAL (SELECT CASE WHEN e.withdrawal_id IS NOT NULL THEN ''unknown'' WHEN'], ARRAY[
  'was withdrawn. Collect or import it again.''
        WHEN g.lost THEN ''Not decided: '' || coalesce(''EX-'' || lpad(g.number::text, greatest(6, length(g.number::text)), ''0''), ''an exhibit'')
          || '', which the registers were read with, was withdrawn. Collect it again.''
        WHEN o.outcome = r.outcome',
  '    CROSS JOIN LATERAL (SELECT count(*) > 0 AS lost, min(w.number) AS number FROM unnest(r.read_with) u (id)
      LEFT JOIN app.evidence w ON w.company_id = p_company AND w.id = u.id WHERE w.id IS NULL OR w.withdrawal_id IS NOT NULL) g
    CROSS JOIN LATERAL (SELECT CASE WHEN e.withdrawal_id IS NOT NULL OR g.lost THEN ''unknown'' WHEN']);
UPDATE app.judgements SET next_at = '-infinity';

-- Changes that come all the time are judged every twelve seconds: what is in line takes them along. One alone is judged after five.
SELECT pg_temp.rewrite('app.enqueue_job', ARRAY[
  'DECLARE v app.jobs;
BEGIN',
  'UPDATE app.jobs j SET again_at = least(j.again_at, coalesce(p_at, ''-infinity'')) WHERE j.id = v.id;'], ARRAY[
  'DECLARE v app.jobs; v_latest timestamptz;
BEGIN
  IF p_kind = ''registers'' AND p_at > ''-infinity'' THEN
    v_latest := p_at + interval ''7 seconds'';
    p_at := least(v_latest, greatest(p_at, (SELECT r.taken_at FROM app.register_runs r WHERE r.company_id = p_company
      ORDER BY r.ledger_index DESC LIMIT 1) + interval ''12 seconds''));
  END IF;',
  'p_at := coalesce(v_latest, p_at, ''-infinity'');
      UPDATE app.jobs j SET again_at = p_at WHERE j.id = v.id AND (j.again_at IS NULL OR p_at < j.again_at);']);
