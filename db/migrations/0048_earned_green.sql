-- A control is judged by its checks and its expected documents, and no longer by any item that is filed under it.
SET LOCAL ROLE app_owner;

-- The rule that a judgement follows: 1 let a control pass by one valid item. A line of the history keeps its rule.
ALTER TABLE app.control_changes ADD COLUMN rule smallint NOT NULL DEFAULT 1;
-- What decided a control, in counts: machine, register, person, documents, notApplicable.
ALTER TABLE app.control_standings ADD COLUMN basis jsonb NOT NULL DEFAULT '{}';
ALTER TABLE app.judgements ADD COLUMN rule smallint NOT NULL DEFAULT 1;
-- When a newer rule judged the company for the first time; NULL where no older one had judged it.
ALTER TABLE app.judgements ADD COLUMN ruled_at timestamptz;
GRANT SELECT (rule, ruled_at) ON app.judgements TO app_user;

-- The filings that decide how documents stand: of each document the newest ten and the accepted one that lasts longest; with the newest
-- decision about each document. As the ledger's first entries say, and as was known at a time, where either is given.
CREATE FUNCTION app.document_facts(p_company uuid, p_size bigint, p_until timestamptz) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT jsonb_build_object(
    'filings', (SELECT coalesce(jsonb_agg(to_jsonb(x) - 'newness' - 'lasting' ORDER BY x.ledger_index DESC), '[]') FROM (
      SELECT f.document_id, k.number, to_char(f.covers_from, 'YYYY-MM-DD') AS covers_from, to_char(f.covers_to, 'YYYY-MM-DD') AS covers_to,
        f.filed_at, f.ledger_index, r.accepted, r.reason,
        row_number() OVER (PARTITION BY f.document_id ORDER BY f.ledger_index DESC) AS newness,
        row_number() OVER (PARTITION BY f.document_id, r.accepted ORDER BY f.covers_to DESC, f.ledger_index DESC) AS lasting
      FROM app.document_filings f
      JOIN app.evidence_controls k ON k.company_id = f.company_id AND k.evidence_id = f.evidence_id AND k.control_id = f.control_id
        AND k.set_aside_by IS NULL AND (k.superseded_by IS NULL OR k.superseded_by >= p_size)
      LEFT JOIN app.document_reviews r ON r.company_id = f.company_id AND r.filing_id = f.id
        AND (r.withdrawn_at IS NULL OR r.withdrawn_index >= p_size) AND (p_size IS NULL OR r.ledger_index < p_size)
        AND (p_until IS NULL OR r.reviewed_at <= p_until)
      WHERE f.company_id = p_company AND (f.withdrawn_at IS NULL OR f.withdrawn_index >= p_size)
        AND (p_size IS NULL OR f.ledger_index < p_size) AND (p_until IS NULL OR f.filed_at <= p_until)) x
      WHERE x.newness <= 10 OR x.accepted AND x.lasting = 1),
    'decisions', (SELECT coalesce(jsonb_agg(to_jsonb(d)), '[]') FROM (
      SELECT DISTINCT ON (d.document_id) d.document_id, d.declared, to_char(d.until, 'YYYY-MM-DD') AS until, d.ledger_index
      FROM app.scope_decisions d WHERE d.company_id = p_company AND d.document_id IS NOT NULL
        AND (p_size IS NULL OR d.ledger_index < p_size) AND (p_until IS NULL OR d.decided_at <= p_until)
      ORDER BY d.document_id, d.ledger_index DESC, d.decided_at DESC, d.id) d))
$$;
-- A person's test says nothing of a system that was added behind it.
CREATE OR REPLACE FUNCTION app.scope_facts(p_company uuid, p_size bigint, p_decided timestamptz)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $$
  SELECT jsonb_build_object(
    'systems', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'kinds', s.kinds, 'provider', s.provider, 'ledger_index', s.ledger_index,
        'sources', (SELECT coalesce(jsonb_agg(DISTINCT k.source), '[]') FROM app.connections k
          WHERE k.company_id = s.company_id AND k.system_id = s.id AND k.source IS NOT NULL))
        ORDER BY s.added_at, s.id), '[]')
      FROM app.systems s WHERE s.company_id = p_company AND CASE WHEN p_size IS NULL THEN s.removed_at IS NULL
        ELSE s.ledger_index < p_size AND (s.removed_at IS NULL OR s.removed_index >= p_size) END),
    'decisions', (SELECT coalesce(jsonb_agg(to_jsonb(d)), '[]') FROM (
      SELECT DISTINCT ON (d.kind, d.system_id) d.kind, d.system_id, d.declared, d.reason, to_char(d.until, 'YYYY-MM-DD') AS until,
        d.decided_by, d.decided_at, d.ledger_index
      FROM app.scope_decisions d WHERE d.company_id = p_company AND d.document_id IS NULL AND (p_size IS NULL OR d.ledger_index < p_size)
        AND (p_decided IS NULL OR d.decided_at <= p_decided)
      ORDER BY d.kind, d.system_id, d.ledger_index DESC, d.decided_at DESC, d.id) d))
$$;

CREATE OR REPLACE FUNCTION app.test_facts(p_company uuid, p_size bigint, p_from timestamptz, p_before timestamptz)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $$
  SELECT coalesce(jsonb_agg(to_jsonb(f)), '[]') FROM (
    SELECT DISTINCT ON (t.check_id, t.aspect) t.check_id, t.aspect, t.conclusion, t.population_size AS population,
      cardinality(t.sample) AS sample, t.found, t.note, t.number, t.tested_at, t.valid_until, t.ledger_index,
      t.withdrawn_at IS NOT NULL AND (p_size IS NULL OR t.withdrawn_index < p_size) AS withdrawn,
      (SELECT min(x.number) FROM app.manual_test_exhibits x
        JOIN app.evidence e ON e.company_id = x.company_id AND e.number = x.number
        WHERE x.company_id = t.company_id AND x.test_id = t.id AND e.withdrawal_id IS NOT NULL) AS withdrawn_exhibit
    FROM app.manual_tests t WHERE t.company_id = p_company AND (p_size IS NULL OR t.ledger_index < p_size)
      AND (p_from IS NULL OR t.tested_at >= p_from) AND (p_before IS NULL OR t.tested_at < p_before)
    ORDER BY t.check_id, t.aspect, t.ledger_index DESC, t.id) f
$$;

REVOKE ALL ON FUNCTION app.document_facts FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.document_facts TO app_user, app_auditor, app_definer;
RESET ROLE;
ALTER FUNCTION app.test_facts(uuid, bigint, timestamptz, timestamptz) SET app.withdrawn = 'shown';

SET LOCAL ROLE app_definer;
-- The frameworks that a company's projects work with, whichever of the projects the caller may see.
CREATE FUNCTION app.frameworks_asked() RETURNS text[]
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(array_agg(DISTINCT j.framework ORDER BY j.framework), '{}') FROM app.projects j
    WHERE j.company_id = app.tenant() AND j.archived_at IS NULL
$$;
REVOKE ALL ON FUNCTION app.frameworks_asked FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.frameworks_asked TO app_user, app_auditor;

-- The controls that an active member owns, for every caller who reads the company's projects.
CREATE FUNCTION app.owned_controls() RETURNS text[]
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(array_agg(p.control_id ORDER BY p.control_id), '{}') FROM app.control_plans p
    JOIN app.company_members m ON m.company_id = p.company_id AND m.user_id = p.owner_id AND m.status = 'active'
    WHERE p.company_id = app.tenant()
$$;
REVOKE ALL ON FUNCTION app.owned_controls FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.owned_controls TO app_user, app_auditor;

CREATE OR REPLACE FUNCTION app.facts_to_judge(p_company uuid, p_now timestamptz)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $$
  SELECT jsonb_build_object('size', h.size, 'version', j.version,
    'checks', (SELECT coalesce(jsonb_agg(to_jsonb(r) ORDER BY r.check_id, r.aspect, r.source), '[]')
      FROM app.newest_results(p_company, p_now, NULL, NULL, NULL) r),
    'scope', app.scope_facts(p_company, NULL, NULL),
    'documents', app.document_facts(p_company, NULL, NULL),
    'frameworks', (SELECT coalesce(jsonb_agg(DISTINCT j.framework), '[]') FROM app.projects j
      WHERE j.company_id = p_company AND j.archived_at IS NULL),
    'evidence', (SELECT coalesce(jsonb_agg(jsonb_build_object('control_id', t.control_id, 'count', t.evidence_count, 'newest', to_jsonb(n))), '[]')
      FROM app.control_totals t
      LEFT JOIN LATERAL (SELECT c.number, e.filed_at FROM app.evidence_controls c
        JOIN app.evidence e ON e.company_id = c.company_id AND e.id = c.evidence_id
        WHERE c.company_id = p_company AND c.control_id = t.control_id AND c.set_aside_by IS NULL ORDER BY c.number DESC LIMIT 1) n ON true
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

-- Nothing that an older rule passed is claimed in public.
DROP FUNCTION app.preview_claims(text[], timestamptz);
DROP FUNCTION app.claims_of(uuid, text[], timestamptz);
CREATE FUNCTION app.claims_of(p_company uuid, p_controls text[], p_now timestamptz)
  RETURNS TABLE(control_id text, tested_at timestamptz, holds_until timestamptz, basis jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT s.control_id, s.tested_at, s.holds_until, s.basis FROM app.control_standings s
  JOIN app.judgements j ON j.company_id = s.company_id AND j.rule >= 2
  JOIN app.ledger_heads h ON h.company_id = s.company_id
  WHERE s.company_id = p_company AND s.control_id = ANY (p_controls) AND s.status = 'passing' AND s.holds_until > p_now
    AND (j.ledger_size >= h.size OR EXISTS (SELECT FROM app.ledger_entries e WHERE e.company_id = s.company_id
      AND e.seq = j.ledger_size AND (e.entry::jsonb ->> 'at')::timestamptz > p_now - interval '5 minutes'))
$$;
REVOKE ALL ON FUNCTION app.claims_of FROM PUBLIC;
CREATE FUNCTION app.preview_claims(p_controls text[], p_now timestamptz)
  RETURNS TABLE(control_id text, tested_at timestamptz, holds_until timestamptz, basis jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$SELECT * FROM app.claims_of((SELECT app.tenant()), p_controls, p_now)$$;
REVOKE ALL ON FUNCTION app.preview_claims FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.preview_claims TO app_user;

DROP FUNCTION app.record_judgement(uuid, timestamptz, bigint, bigint, timestamptz, jsonb);
CREATE FUNCTION app.record_judgement(p_company uuid, p_now timestamptz, p_version bigint, p_size bigint, p_next timestamptz, p_standings jsonb, p_rule integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $$
DECLARE v record; v_older boolean; v_size bigint := p_size; v_head bigint; v_at timestamptz; v_seq bigint;
BEGIN
  SELECT j.version > 0 AND j.rule < p_rule INTO v_older FROM app.judgements j
    WHERE j.company_id = p_company AND j.version = p_version AND j.rule <= p_rule FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  FOR v IN SELECT x.*, s.status AS was FROM jsonb_to_recordset(p_standings) x (control_id text, status text, reason text,
        holds_until timestamptz, rests_on bigint, tested_at timestamptz, basis jsonb, expiring boolean, act_id uuid, details text, salt text, commitment text)
      LEFT JOIN app.control_standings s ON s.company_id = p_company AND s.control_id = x.control_id ORDER BY x.control_id LOOP
    v_seq := NULL;
    IF v.was <> v.status THEN
      IF v_at IS NULL THEN
        SELECT h.size, greatest(date_trunc('milliseconds', clock_timestamp()), h.last_at) INTO v_head, v_at
          FROM app.ledger_heads h WHERE h.company_id = p_company FOR UPDATE;
      END IF;
      IF v.act_id IS NULL OR v.details IS NULL OR v.salt IS NULL OR coalesce(v.commitment, '') !~ '^[A-Za-z0-9+/]{43}=$' THEN
        RAISE EXCEPTION 'malformed ledger entry' USING ERRCODE = '22023';
      END IF;
      v_seq := app.append_entries(p_company, v_at, ARRAY[format('{"at":"%s","c":"%s","id":"%s","t":"%s","v":1}',
        app.iso_instant(v_at), v.commitment, v.act_id, app.event_of_status(v.status))], 0, NULL);
      INSERT INTO app.ledger_acts (company_id, seq, event, actor_id, subject, details, salt, at) VALUES (p_company, v_seq,
        app.event_of_status(v.status), '00000000-0000-0000-0000-000000000000', v.control_id, v.details, decode(v.salt, 'base64'), v_at);
      -- Its own entries do not make a company due again; those that others appended meanwhile do.
      v_size := CASE WHEN v_seq = v_size THEN v_size + 1 ELSE v_size END;
    END IF;
    IF v.was IS DISTINCT FROM v.status THEN
      INSERT INTO app.control_changes (company_id, control_id, at, status, reason, was, ledger_index, rule)
        VALUES (p_company, v.control_id, p_now, v.status, v.reason, v.was, v_seq, p_rule);
    END IF;
    INSERT INTO app.control_standings AS s (company_id, control_id, status, reason, since, holds_until, rests_on, tested_at, judged_at, basis)
      VALUES (p_company, v.control_id, v.status, v.reason, p_now, v.holds_until, v.rests_on, v.tested_at, p_now, v.basis)
      ON CONFLICT (company_id, control_id) DO UPDATE SET (status, reason, since, holds_until, rests_on, tested_at, judged_at, basis) =
        (excluded.status, excluded.reason, CASE WHEN s.status = excluded.status THEN s.since ELSE excluded.since END,
        excluded.holds_until, excluded.rests_on, excluded.tested_at, excluded.judged_at, excluded.basis)
      WHERE (s.status, s.reason, s.holds_until, s.rests_on, s.tested_at, s.basis)
        IS DISTINCT FROM (excluded.status, excluded.reason, excluded.holds_until, excluded.rests_on, excluded.tested_at, excluded.basis);
    -- What needs evidence only since the rule asks for more has not expired: home says it once, and nobody is mailed.
    PERFORM app.follow_incident(p_company, p_now, v.control_id, CASE WHEN NOT v_older THEN v.was END, v.status, v.reason, v.expiring,
      CASE WHEN v.status = 'passing' THEN v.holds_until END, CASE WHEN v.status = 'passing' THEN v.rests_on END);
  END LOOP;
  UPDATE app.judgements j SET ledger_size = v_size, judged_at = p_now, next_at = p_next, version = p_version + 1,
      rule = p_rule, ruled_at = CASE WHEN v_older THEN p_now ELSE j.ruled_at END
    WHERE j.company_id = p_company;
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION app.record_judgement FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.record_judgement TO app_worker;
RESET ROLE;

-- Every company is judged anew.
UPDATE app.judgements SET next_at = '-infinity';
SELECT app.enqueue_job('standings', j.company_id::text, j.company_id) FROM app.judgements j;
