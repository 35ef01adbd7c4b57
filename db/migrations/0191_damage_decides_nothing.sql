-- What rests on a stored file that is known to be damaged is not decided: nobody could read it again. See docs/decisions/0142.
SET LOCAL ROLE app_owner;

-- Only the results, or what they were read with, that pass fall: a failure stands.
CREATE OR REPLACE FUNCTION app.newest_results(p_company uuid, p_now timestamp with time zone, p_size bigint, p_from timestamp with time zone, p_before timestamp with time zone)
 RETURNS TABLE(check_id text, aspect text, source text, outcome text, reason text, observed_at timestamp with time zone, valid_until timestamp with time zone, number bigint, evidence_id uuid)
 LANGUAGE sql
 STABLE
AS $function$
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
      CASE WHEN e.withdrawal_id IS NOT NULL THEN 'Not decided: EX-' || lpad(e.number::text, greatest(6, length(e.number::text)), '0') || ' was withdrawn. Collect or import it again.'
        WHEN g.lost THEN 'Not decided: ' || coalesce('EX-' || lpad(g.number::text, greatest(6, length(g.number::text)), '0'), 'an exhibit')
          || ', which the registers were read with, was withdrawn. Collect it again.'
        WHEN o.outcome = 'unknown' AND g.damaged IS NOT NULL THEN 'Not decided: the stored file of EX-'
          || lpad(g.damaged::text, greatest(6, length(g.damaged::text)), '0') || ' is damaged. Collect or import it again.'
        WHEN o.outcome = r.outcome THEN r.reason
        ELSE 'Not decided: an earlier rule judged this report. Import it again.' END AS reason,
      r.observed_at, r.valid_until, r.recorded_at, e.number, r.evidence_id
    FROM app.check_results r
    JOIN app.evidence e ON e.company_id = p_company AND e.id = r.evidence_id AND e.matter_id IS NULL
    LEFT JOIN app.imports i ON i.company_id = p_company AND i.evidence_id = r.evidence_id
    CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE w.id IS NULL OR w.withdrawal_id IS NOT NULL) > 0 AS lost,
        min(w.number) FILTER (WHERE w.withdrawal_id IS NOT NULL) AS number, min(w.number) FILTER (WHERE f.damage IS NOT NULL) AS damaged
      FROM unnest(r.read_with || r.evidence_id) u (id)
      LEFT JOIN app.evidence w ON w.company_id = p_company AND w.id = u.id
      -- What the ledger says of then is asked with a size: a damage of today takes nothing of it back.
      LEFT JOIN app.damaged_files f ON p_size IS NULL AND f.company_id = p_company AND f.evidence_id = u.id) g
    CROSS JOIN LATERAL (SELECT CASE WHEN e.withdrawal_id IS NOT NULL OR g.lost THEN 'unknown'
      WHEN g.damaged IS NOT NULL AND r.outcome <> 'fail' THEN 'unknown' WHEN i.evidence_id IS NOT NULL AND r.rule = 1 AND r.outcome IN ('pass', 'not applicable')
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
$function$;

-- A document whose file is damaged is not on file.
CREATE OR REPLACE FUNCTION app.document_facts(p_company uuid, p_size bigint, p_until timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT jsonb_build_object(
    'filings', (SELECT coalesce(jsonb_agg(to_jsonb(x) - 'newness' - 'lasting' ORDER BY x.ledger_index DESC), '[]') FROM (
      SELECT f.document_id, k.number, to_char(f.covers_from, 'YYYY-MM-DD') AS covers_from, to_char(f.covers_to, 'YYYY-MM-DD') AS covers_to,
        f.filed_at, f.ledger_index, r.accepted, r.reason, coalesce(e.source LIKE 'Exhibit registers%', false) AS printed,
        row_number() OVER (PARTITION BY f.document_id ORDER BY f.ledger_index DESC) AS newness,
        row_number() OVER (PARTITION BY f.document_id, r.accepted ORDER BY f.covers_to DESC, f.ledger_index DESC) AS lasting
      FROM app.document_filings f
      JOIN app.evidence_controls k ON k.company_id = f.company_id AND k.evidence_id = f.evidence_id AND k.control_id = f.control_id
        AND k.set_aside_by IS NULL AND (k.superseded_by IS NULL OR k.superseded_by >= p_size)
      LEFT JOIN app.evidence e ON e.company_id = f.company_id AND e.id = f.evidence_id
      LEFT JOIN app.document_reviews r ON r.company_id = f.company_id AND r.filing_id = f.id
        AND (r.withdrawn_at IS NULL OR r.withdrawn_index >= p_size) AND (p_size IS NULL OR r.ledger_index < p_size)
        AND (p_until IS NULL OR r.reviewed_at <= p_until)
      WHERE f.company_id = p_company AND (f.withdrawn_at IS NULL OR f.withdrawn_index >= p_size)
        AND (p_size IS NULL OR f.ledger_index < p_size) AND (p_until IS NULL OR f.filed_at <= p_until)
        AND (p_size IS NOT NULL OR NOT EXISTS (SELECT FROM app.damaged_files g WHERE g.company_id = f.company_id AND g.evidence_id = f.evidence_id))) x
      WHERE x.newness <= 10 OR x.accepted AND x.lasting = 1),
    'decisions', (SELECT coalesce(jsonb_agg(to_jsonb(d)), '[]') FROM (
      SELECT DISTINCT ON (d.document_id) d.document_id, d.declared, to_char(d.until, 'YYYY-MM-DD') AS until, d.ledger_index
      FROM app.scope_decisions d WHERE d.company_id = p_company AND d.document_id IS NOT NULL
        AND (p_size IS NULL OR d.ledger_index < p_size) AND (p_until IS NULL OR d.decided_at <= p_until)
      ORDER BY d.document_id, d.ledger_index DESC, d.decided_at DESC, d.id) d))
$function$;

-- Of a test also an exhibit that it cites and that is damaged.
CREATE OR REPLACE FUNCTION app.test_facts(p_company uuid, p_size bigint, p_from timestamp with time zone, p_before timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT coalesce(jsonb_agg(to_jsonb(f)), '[]') FROM (
    SELECT DISTINCT ON (t.check_id, t.aspect) t.check_id, t.aspect, t.conclusion, t.population_size AS population,
      cardinality(t.sample) AS sample, t.found, t.note, t.number, t.tested_at, t.valid_until, t.ledger_index,
      t.withdrawn_at IS NOT NULL AND (p_size IS NULL OR t.withdrawn_index < p_size) AS withdrawn,
      (SELECT min(x.number) FROM app.manual_test_exhibits x
        JOIN app.evidence e ON e.company_id = x.company_id AND e.number = x.number
        WHERE x.company_id = t.company_id AND x.test_id = t.id AND e.withdrawal_id IS NOT NULL) AS withdrawn_exhibit,
      (SELECT min(x.number) FROM app.manual_test_exhibits x
        JOIN app.evidence e ON e.company_id = x.company_id AND e.number = x.number
        JOIN app.damaged_files g ON g.company_id = e.company_id AND g.evidence_id = e.id
        WHERE p_size IS NULL AND x.company_id = t.company_id AND x.test_id = t.id) AS damaged_exhibit
    FROM app.manual_tests t WHERE t.company_id = p_company AND (p_size IS NULL OR t.ledger_index < p_size)
      AND (p_from IS NULL OR t.tested_at >= p_from) AND (p_before IS NULL OR t.tested_at < p_before)
    ORDER BY t.check_id, t.aspect, t.ledger_index DESC, t.id) f
$function$;
RESET ROLE;
ALTER FUNCTION app.test_facts(uuid, bigint, timestamptz, timestamptz) SET app.withdrawn = 'shown';
ALTER FUNCTION app.newest_results(uuid, timestamptz, bigint, timestamptz, timestamptz) SET app.withdrawn = 'shown';
