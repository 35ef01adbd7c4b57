-- A report speaks for its tool on one target, and a verdict of an earlier rule passes nothing. See docs/decisions/0054.
SET LOCAL ROLE app_owner;

-- What a report is about, as its pipeline proved or its sender said; empty where nobody did. And the version of the rules that
-- judged it last: what older ones said of the same item is history.
ALTER TABLE app.imports ADD COLUMN target text NOT NULL DEFAULT '', ADD COLUMN rules_version integer NOT NULL DEFAULT 1;
GRANT UPDATE (rules_version) ON app.imports TO app_user;
CREATE POLICY audit ON app.imports FOR SELECT TO app_auditor
  USING (EXISTS (SELECT FROM app.evidence e WHERE e.company_id = imports.company_id AND e.id = imports.evidence_id));
GRANT SELECT (company_id, evidence_id, rules_version) ON app.imports TO app_auditor;
GRANT SELECT (company_id, id, evidence_id, state, rules_version) ON app.imports TO app_definer;

-- The same item may be judged again by later rules. What was said of it before stays.
ALTER TABLE app.check_results DROP CONSTRAINT check_results_company_id_evidence_id_check_id_key,
  ADD CONSTRAINT check_results_once UNIQUE (company_id, evidence_id, check_id, check_version);

-- The newest result of each check and source. What an import decided by an older version of the rules than it was judged by last does not
-- count; what version 1 passed or called not applicable, and nobody could judge again, is not known. See src/catalog/finding-rules.
CREATE OR REPLACE FUNCTION app.newest_results(p_company uuid, p_now timestamptz, p_size bigint, p_from timestamptz, p_before timestamptz)
 RETURNS TABLE(check_id text, source text, outcome text, reason text, observed_at timestamptz, valid_until timestamptz, number bigint, evidence_id uuid)
 LANGUAGE sql STABLE AS $$
  WITH RECURSIVE pairs (check_id, source) AS (
    (SELECT r.check_id, r.source FROM app.check_results r WHERE r.company_id = p_company ORDER BY r.check_id, r.source LIMIT 1)
    UNION ALL
    SELECT n.check_id, n.source FROM pairs p CROSS JOIN LATERAL (SELECT r.check_id, r.source FROM app.check_results r
      WHERE r.company_id = p_company AND (r.check_id, r.source) > (p.check_id, p.source) ORDER BY r.check_id, r.source LIMIT 1) n)
  SELECT n.check_id, n.source, n.outcome, n.reason, x.observed_at, x.valid_until, n.number, n.evidence_id
  FROM pairs p
  CROSS JOIN LATERAL (SELECT r.check_id, r.source, o.outcome,
      CASE WHEN o.outcome = r.outcome THEN r.reason
        ELSE 'Not decided: an earlier rule judged this report. Import it again.' END AS reason,
      r.observed_at, r.valid_until, e.number, r.evidence_id
    FROM app.check_results r
    JOIN app.evidence e ON e.company_id = p_company AND e.id = r.evidence_id AND e.matter_id IS NULL
    LEFT JOIN app.imports i ON i.company_id = p_company AND i.evidence_id = r.evidence_id
    CROSS JOIN LATERAL (SELECT CASE WHEN i.evidence_id IS NOT NULL AND r.check_version < 2 AND r.outcome IN ('pass', 'not applicable')
      THEN 'unknown' ELSE r.outcome END AS outcome) o
    WHERE r.company_id = p_company AND r.check_id = p.check_id AND r.source = p.source
      AND (p_size IS NULL OR r.ledger_index < p_size)
      AND (p_from IS NULL OR e.collected_at >= p_from) AND (p_before IS NULL OR e.collected_at < p_before)
      AND (i.evidence_id IS NULL OR r.check_version >= i.rules_version)
    ORDER BY r.observed_at DESC, r.recorded_at DESC LIMIT 1) n
  LEFT JOIN LATERAL (SELECT coalesce((c.seen ->> n.check_id)::timestamptz, c.observed_at) AS observed_at FROM app.collection_runs c
    WHERE c.company_id = p_company AND c.evidence_id = n.evidence_id AND c.observed_at <= p_now
      AND (p_size IS NULL OR c.ledger_index < p_size)
    ORDER BY c.observed_at DESC LIMIT 1) again ON true
  CROSS JOIN LATERAL (SELECT greatest(again.observed_at, n.observed_at) AS observed_at,
    n.valid_until + make_interval(secs => greatest(extract(epoch FROM again.observed_at - n.observed_at), 0)::double precision)
      AS valid_until) x
  WHERE x.valid_until > p_now
    OR NOT EXISTS (SELECT FROM app.connections k WHERE k.company_id = p_company AND k.source = n.source)
    OR EXISTS (SELECT FROM app.connections k WHERE k.company_id = p_company AND k.source = n.source
      AND (k.state <> 'disconnected' OR k.disconnected_at > p_now))
$$;

-- A token carries what its pipeline proved: its reports are about that repository and branch.
SET LOCAL ROLE app_definer;
DROP FUNCTION app.find_api_token(bytea, timestamptz);
RESET ROLE;
CREATE FUNCTION app.find_api_token(p_sha256 bytea, p_now timestamptz)
 RETURNS TABLE(company_id uuid, id uuid, name text, pipeline text, scopes text[], has_second_factor boolean, expires_at timestamptz, user_id uuid, email text, first_name text, last_name text, use_is_old boolean)
 LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT t.company_id, t.id, t.name, l.repository || ', ' || l.branch, t.scopes, t.has_second_factor, t.expires_at, u.id, u.email,
    p.first_name, p.last_name, t.last_used_at IS NULL OR t.last_used_at < p_now - interval '1 minute'
  FROM app.api_tokens t
  JOIN app.companies c ON c.id = t.company_id AND c.deleted_at IS NULL
  JOIN app.company_members m ON m.company_id = t.company_id AND m.user_id = t.created_by
  JOIN auth.users u ON u.id = t.created_by
  JOIN app.profiles p ON p.id = t.created_by
  LEFT JOIN app.pipelines l ON l.company_id = t.company_id AND l.id = t.pipeline_id
  WHERE t.token_sha256 = p_sha256 AND t.revoked_at IS NULL AND t.expires_at > p_now
    AND NOT EXISTS (SELECT FROM app.account_bounds b WHERE b.user_id = t.created_by
      AND (b.disabled_at IS NOT NULL OR b.platform_role = 'user'))
    AND m.status = 'active' AND m.role IN ('owner', 'admin') AND (c.deletion_due_at IS NULL OR c.deletion_due_at > p_now)
$$;
ALTER FUNCTION app.find_api_token(bytea, timestamptz) OWNER TO app_definer;
REVOKE ALL ON FUNCTION app.find_api_token(bytea, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.find_api_token(bytea, timestamptz) TO app_auth;

-- What a pipeline pushed before is about the repository that its token was named by.
UPDATE app.imports i SET target = l.repository || ', ' || l.branch FROM app.evidence e, app.pipelines l
  WHERE e.company_id = i.company_id AND e.id = i.evidence_id AND l.company_id = i.company_id
    AND e.collector LIKE 'Import of %, pushed by ' || replace(replace(l.repository, '\', '\\'), '_', '\_') || ', ' || replace(replace(l.branch, '\', '\\'), '_', '\_');

-- The newest report of each check and source is read and judged again, with the rights of whoever brought it, where they still have them.
UPDATE app.imports i SET state = 'waiting', step = 'Waiting to be read again'
  WHERE i.state = 'done' AND app.may_finish_import(i.company_id, i.id) AND i.evidence_id IN (
    SELECT DISTINCT ON (r.company_id, r.check_id, r.source) r.evidence_id FROM app.check_results r
    JOIN app.evidence e ON e.company_id = r.company_id AND e.id = r.evidence_id AND e.matter_id IS NULL
    ORDER BY r.company_id, r.check_id, r.source, r.observed_at DESC, r.recorded_at DESC);
SELECT app.enqueue_waiting();
