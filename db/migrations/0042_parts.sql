-- Checks are decided over their parts: a result answers one part of a check for what its source looked at. Results of the rule
-- before spoke of whole checks. They stay as they were said, and only what they failed or left undecided still holds a check back,
-- until their source has answered parts or they are too old.
SET LOCAL ROLE app_owner;

ALTER TABLE app.check_results
  -- The part of the check, as src/catalog/parts.ts names it; empty for what says less than a part, and under rule 1.
  ADD COLUMN aspect text NOT NULL DEFAULT '',
  -- By which rule it decides: 1 spoke of whole checks, 2 answers parts.
  ADD COLUMN rule integer NOT NULL DEFAULT 1,
  ADD CONSTRAINT check_results_rule CHECK (rule = 2 OR (rule = 1 AND aspect = '')),
  DROP CONSTRAINT check_results_once,
  -- The same item may be judged again by later rules. What was said of it before stays.
  ADD CONSTRAINT check_results_once UNIQUE (company_id, evidence_id, check_id, aspect, check_version, rule);
DROP INDEX app.check_results_latest;
CREATE INDEX check_results_latest ON app.check_results (company_id, check_id, aspect, source, observed_at DESC, recorded_at DESC);

DROP FUNCTION app.newest_results(uuid, timestamptz, bigint, timestamptz, timestamptz);
-- The newest answer of each source about each part of a check, as it counts at p_now. A run of a connection that saw nothing new says
-- again what its item says: the answer is as young as the newest such run, and counts for as much longer. What grew too old is among
-- them, also of a connection that ended: its system is in scope all the same. Of an import counts what the rules said that judged it
-- last; what older rules passed, and nobody could judge again, is not known. What rule 1 failed or left undecided counts until its
-- source answers by rule 2, or until it is too old. p_size: only what the ledger's first so many entries speak of; p_from and
-- p_before: only what rests on items that were collected then. NULL does not narrow.
CREATE FUNCTION app.newest_results(p_company uuid, p_now timestamptz, p_size bigint, p_from timestamptz, p_before timestamptz)
RETURNS TABLE (check_id text, aspect text, source text, outcome text, reason text, observed_at timestamptz, valid_until timestamptz,
  number bigint, evidence_id uuid)
LANGUAGE sql STABLE AS $$
  -- One step of the index for each part and source, and one for its newest answer, however many there are.
  WITH RECURSIVE pairs (check_id, aspect, source) AS (
    (SELECT r.check_id, r.aspect, r.source FROM app.check_results r WHERE r.company_id = p_company
      ORDER BY r.check_id, r.aspect, r.source LIMIT 1)
    UNION ALL
    SELECT n.check_id, n.aspect, n.source FROM pairs p CROSS JOIN LATERAL (SELECT r.check_id, r.aspect, r.source
      FROM app.check_results r WHERE r.company_id = p_company AND (r.check_id, r.aspect, r.source) > (p.check_id, p.aspect, p.source)
      ORDER BY r.check_id, r.aspect, r.source LIMIT 1) n),
  newest AS (SELECT n.* FROM pairs p CROSS JOIN LATERAL (
    SELECT r.check_id, r.aspect, r.rule, r.source, o.outcome,
      CASE WHEN o.outcome = r.outcome THEN r.reason
        ELSE 'Not decided: an earlier rule judged this report. Import it again.' END AS reason,
      r.observed_at, r.valid_until, r.recorded_at, e.number, r.evidence_id
    FROM app.check_results r
    JOIN app.evidence e ON e.company_id = p_company AND e.id = r.evidence_id AND e.matter_id IS NULL
    LEFT JOIN app.imports i ON i.company_id = p_company AND i.evidence_id = r.evidence_id
    CROSS JOIN LATERAL (SELECT CASE WHEN i.evidence_id IS NOT NULL AND r.rule = 1 AND r.outcome IN ('pass', 'not applicable')
      THEN 'unknown' ELSE r.outcome END AS outcome) o
    WHERE r.company_id = p_company AND r.check_id = p.check_id AND r.aspect = p.aspect AND r.source = p.source
      AND (p_size IS NULL OR r.ledger_index < p_size)
      AND (p_from IS NULL OR e.collected_at >= p_from) AND (p_before IS NULL OR e.collected_at < p_before)
      AND (i.evidence_id IS NULL OR r.check_version >= i.rules_version)
    ORDER BY r.observed_at DESC, r.recorded_at DESC LIMIT 1) n)
  SELECT n.check_id, n.aspect, n.source, n.outcome, n.reason, x.observed_at, x.valid_until, n.number, n.evidence_id
  FROM newest n
  LEFT JOIN LATERAL (SELECT coalesce((c.seen ->> concat_ws('/', n.check_id, nullif(n.aspect, '')))::timestamptz, c.observed_at)
      AS observed_at FROM app.collection_runs c
    WHERE c.company_id = p_company AND c.evidence_id = n.evidence_id AND c.observed_at <= p_now
      AND (p_size IS NULL OR c.ledger_index < p_size)
    ORDER BY c.observed_at DESC LIMIT 1) again ON true
  CROSS JOIN LATERAL (SELECT greatest(again.observed_at, n.observed_at) AS observed_at,
    n.valid_until + make_interval(secs => greatest(extract(epoch FROM again.observed_at - n.observed_at), 0)::double precision)
      AS valid_until) x
  WHERE n.rule = 2 OR (n.outcome IN ('fail', 'unknown') AND x.valid_until > p_now
    AND NOT EXISTS (SELECT FROM newest o WHERE o.source = n.source AND o.rule = 2 AND o.recorded_at > n.recorded_at))
$$;
GRANT EXECUTE ON FUNCTION app.newest_results(uuid, timestamptz, bigint, timestamptz, timestamptz) TO app_user, app_auditor, app_definer;

SET LOCAL ROLE app_definer;

-- Everything that a judgement of a company rests on, as of one moment: the newest answer of each source about each part, which systems
-- are in scope, the newest and the longest-lasting item of each control, the latest decisions, and how the controls stood before.
CREATE OR REPLACE FUNCTION app.facts_to_judge(p_company uuid, p_now timestamptz) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT jsonb_build_object('size', h.size, 'version', j.version,
    'checks', (SELECT coalesce(jsonb_agg(to_jsonb(r) ORDER BY r.check_id, r.aspect, r.source), '[]')
      FROM app.newest_results(p_company, p_now, NULL, NULL, NULL) r),
    'scope', app.scope_facts(p_company, NULL, NULL),
    'evidence', (SELECT coalesce(jsonb_agg(jsonb_build_object('control_id', t.control_id, 'count', t.evidence_count,
        'newest', to_jsonb(n), 'valid', to_jsonb(v))), '[]')
      FROM app.control_totals t
      LEFT JOIN LATERAL (SELECT c.number, e.name, c.valid_until, e.filed_at FROM app.evidence_controls c
        JOIN app.evidence e ON e.company_id = c.company_id AND e.id = c.evidence_id
        WHERE c.company_id = p_company AND c.control_id = t.control_id ORDER BY c.number DESC LIMIT 1) n ON true
      LEFT JOIN LATERAL (SELECT c.number, e.name, c.valid_until, e.filed_at FROM app.evidence_controls c
        JOIN app.evidence e ON e.company_id = c.company_id AND e.id = c.evidence_id
        WHERE c.company_id = p_company AND c.control_id = t.control_id AND c.valid_until > p_now AND c.superseded_by IS NULL
        ORDER BY c.valid_until DESC, c.number DESC LIMIT 1) v ON true
      WHERE t.company_id = p_company),
    'decisions', (SELECT coalesce(jsonb_agg(to_jsonb(d)), '[]') FROM (
      SELECT DISTINCT ON (d.control_id) d.control_id, d.applicable, d.reason FROM app.applicability_decisions d
      WHERE d.company_id = p_company ORDER BY d.control_id, d.decided_at DESC) d),
    'standings', (SELECT coalesce(jsonb_agg(jsonb_build_object('control_id', s.control_id, 'status', s.status)), '[]')
      FROM app.control_standings s WHERE s.company_id = p_company))
  FROM app.ledger_heads h JOIN app.judgements j ON j.company_id = h.company_id
  JOIN app.companies c ON c.id = h.company_id AND c.deleted_at IS NULL
  WHERE h.company_id = p_company
$$;

-- Every company is judged anew by the parts.
UPDATE app.judgements SET next_at = '-infinity';
SELECT app.enqueue_job('standings', j.company_id::text, j.company_id) FROM app.judgements j
  JOIN app.companies c ON c.id = j.company_id AND c.deleted_at IS NULL;
RESET ROLE;

-- The newest report of each check and source is read and judged again, with the rights of whoever brought it, where they still have them.
UPDATE app.imports i SET state = 'waiting', step = 'Waiting to be read again'
  WHERE i.state = 'done' AND app.may_finish_import(i.company_id, i.id) AND i.evidence_id IN (
    SELECT DISTINCT ON (r.company_id, r.check_id, r.source) r.evidence_id FROM app.check_results r
    JOIN app.evidence e ON e.company_id = r.company_id AND e.id = r.evidence_id AND e.matter_id IS NULL
    ORDER BY r.company_id, r.check_id, r.source, r.observed_at DESC, r.recorded_at DESC);
SELECT app.enqueue_waiting();
