-- A document that its own filer reviewed, because nobody else could, counts for a month after the first who could: then it waits for that person.
-- See docs/decisions/0202.

SET LOCAL ROLE app_definer;

-- Since when somebody else than who filed it could review a document: by the members who may now, or could within the 30 days before p_now. Asked of
-- the past by the ledger's first p_size entries: who is of no entry after them is as now. NULL where there was nobody else.
CREATE FUNCTION app.another_reviewer_since(p_company uuid, p_filer uuid, p_size bigint, p_until timestamptz, p_now timestamptz) RETURNS timestamptz
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE c_roles CONSTANT text[] := ARRAY['owner', 'admin', 'member'];
BEGIN
  IF p_company IS DISTINCT FROM app.tenant() AND current_setting('role') <> 'app_worker' THEN
    RAISE EXCEPTION 'permission denied: another company' USING ERRCODE = '42501';
  END IF;
  RETURN (WITH acts AS (
      SELECT a.subject, a.seq, a.at, a.event, a.details::jsonb ->> 'role' AS role,
        coalesce(a.details::jsonb ->> 'before', a.details::jsonb ->> 'role') AS before,
        (p_size IS NULL OR a.seq < p_size) AND (p_until IS NULL OR a.at <= p_until) AS known
      FROM app.ledger_acts a WHERE a.company_id = p_company AND a.subject <> p_filer::text
        AND a.event IN ('invitation.accepted', 'member.roleChanged', 'member.removed', 'member.left')
    ), told AS (
      SELECT a.subject AS id, bool_or(NOT a.known) AS changed,
        (array_agg(CASE WHEN a.event IN ('invitation.accepted', 'member.roleChanged') THEN a.role END ORDER BY a.seq DESC) FILTER (WHERE a.known)) AS after,
        (array_agg(CASE WHEN a.event <> 'invitation.accepted' THEN a.before END ORDER BY a.seq) FILTER (WHERE NOT a.known)) AS before,
        bool_or(a.known AND a.event <> 'invitation.accepted' AND a.before = ANY (c_roles) AND a.at > p_now - interval '30 days') AS lately
      FROM acts a GROUP BY a.subject
    ), members AS (
      SELECT m.user_id::text AS id, m.created_at, CASE WHEN m.status = 'active' THEN m.role END AS role
      FROM app.company_members m WHERE m.company_id = p_company AND m.user_id <> p_filer
    )
    SELECT min(app.in_role_since(p_company, t.id::uuid, t.created_at, c_roles)) FROM (
      SELECT id, m.created_at, t.lately,
        CASE WHEN t.changed IS NOT TRUE THEN m.role WHEN t.after IS NOT NULL THEN t.after[1] ELSE t.before[1] END AS role
      FROM members m FULL JOIN told t USING (id)) t
    LEFT JOIN app.account_bounds b ON b.user_id::text = t.id
    WHERE (t.role = ANY (c_roles) OR t.lately) AND (b.disabled_at IS NULL OR b.disabled_at > p_now));
END $$;
REVOKE ALL ON FUNCTION app.another_reviewer_since(uuid, uuid, bigint, timestamptz, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.another_reviewer_since(uuid, uuid, bigint, timestamptz, timestamptz) TO app_user, app_auditor;

-- As before, with whose review of their own filing it replaces: another person's takes its place, and the other is withdrawn by it.
CREATE OR REPLACE FUNCTION app.place_review() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_filed_by uuid; v_ledger record;
BEGIN
  SELECT l.company, l.size INTO v_ledger FROM app.lock_ledger() l;
  -- As the wall says it, which is asked after this: what another company filed is told to nobody.
  IF v_ledger.company <> NEW.company_id THEN RAISE EXCEPTION 'permission denied: another company' USING ERRCODE = '42501'; END IF;
  NEW.ledger_index := v_ledger.size;
  SELECT f.filed_by INTO v_filed_by FROM app.document_filings f
    WHERE f.company_id = NEW.company_id AND f.id = NEW.filing_id AND f.withdrawn_at IS NULL;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'nothing is filed there' USING ERRCODE = '23514', CONSTRAINT = 'document_filing_stands';
  END IF;
  NEW.own := v_filed_by = NEW.reviewed_by;
  IF NEW.own AND app.document_reviewers() > 1 THEN
    RAISE EXCEPTION 'another person reviews it' USING ERRCODE = '23514', CONSTRAINT = 'document_own_review';
  END IF;
  -- The policy is asked after this, too: who may not review takes nobody's place.
  IF NOT NEW.own AND NEW.reviewed_by = app.uid() AND coalesce(app.my_role(), '') IN ('owner', 'admin', 'member') THEN
    UPDATE app.document_reviews r SET withdrawn_at = NEW.reviewed_at, withdrawn_by = NEW.reviewed_by
      WHERE r.company_id = NEW.company_id AND r.filing_id = NEW.filing_id AND r.own AND r.withdrawn_at IS NULL;
  END IF;
  RETURN NEW;
END $$;

RESET ROLE;
SET LOCAL ROLE app_owner;
GRANT UPDATE (withdrawn_at, withdrawn_by, withdrawn_index) ON app.document_reviews TO app_definer;

-- As in 0284, with since when another person could review what its filer reviewed. Of accepted filings the longest is kept of both kinds.
DROP FUNCTION app.document_facts(uuid, bigint, timestamptz);
CREATE FUNCTION app.document_facts(p_company uuid, p_size bigint, p_until timestamptz, p_now timestamptz) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  WITH x AS (
    SELECT f.document_id, k.number, to_char(f.covers_from, 'YYYY-MM-DD') AS covers_from, to_char(f.covers_to, 'YYYY-MM-DD') AS covers_to,
      f.filed_at, f.ledger_index, r.accepted, r.reason, coalesce(e.source LIKE 'Exhibit registers%', false) AS printed,
      coalesce(r.own, false) AS own, f.filed_by,
      row_number() OVER (PARTITION BY f.document_id ORDER BY f.ledger_index DESC) AS newness,
      row_number() OVER (PARTITION BY f.document_id, r.accepted, r.own ORDER BY f.covers_to DESC, f.ledger_index DESC) AS lasting
    FROM app.document_filings f
    JOIN app.evidence_controls k ON k.company_id = f.company_id AND k.evidence_id = f.evidence_id AND k.control_id = f.control_id
      AND k.set_aside_by IS NULL AND (k.superseded_by IS NULL OR k.superseded_by >= p_size)
    LEFT JOIN app.evidence e ON e.company_id = f.company_id AND e.id = f.evidence_id
    LEFT JOIN app.document_reviews r ON r.company_id = f.company_id AND r.filing_id = f.id
      AND (r.withdrawn_at IS NULL OR r.withdrawn_index >= p_size) AND (p_size IS NULL OR r.ledger_index < p_size)
      AND (p_until IS NULL OR r.reviewed_at <= p_until)
    WHERE f.company_id = p_company AND (f.withdrawn_at IS NULL OR f.withdrawn_index >= p_size)
      AND (p_size IS NULL OR f.ledger_index < p_size) AND (p_until IS NULL OR f.filed_at <= p_until)
      AND (p_size IS NOT NULL OR NOT EXISTS (SELECT FROM app.damaged_files g WHERE g.company_id = f.company_id AND g.evidence_id = f.evidence_id))
  ), kept AS (SELECT * FROM x WHERE x.newness <= 10 OR x.accepted AND x.lasting = 1),
  another AS MATERIALIZED (
    SELECT k.filed_by, app.another_reviewer_since(p_company, k.filed_by, p_size, p_until, p_now) AS since
    FROM (SELECT DISTINCT k.filed_by FROM kept k WHERE k.own) k)
  SELECT jsonb_build_object(
    'filings', (SELECT coalesce(jsonb_agg(to_jsonb(k) - 'newness' - 'lasting' - 'filed_by'
        || jsonb_build_object('another_since', a.since) ORDER BY k.ledger_index DESC), '[]')
      FROM kept k LEFT JOIN another a ON k.own AND a.filed_by = k.filed_by),
    'decisions', (SELECT coalesce(jsonb_agg(to_jsonb(d)), '[]') FROM (
      SELECT DISTINCT ON (d.document_id) d.document_id, d.declared, to_char(d.until, 'YYYY-MM-DD') AS until, d.ledger_index
      FROM app.scope_decisions d WHERE d.company_id = p_company AND d.document_id IS NOT NULL
        AND (p_size IS NULL OR d.ledger_index < p_size) AND (p_until IS NULL OR d.decided_at <= p_until)
      ORDER BY d.document_id, d.ledger_index DESC, d.decided_at DESC, d.id) d))
$$;
REVOKE ALL ON FUNCTION app.document_facts(uuid, bigint, timestamptz, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.document_facts(uuid, bigint, timestamptz, timestamptz) TO app_user, app_auditor, app_definer;

RESET ROLE;
CREATE FUNCTION pg_temp.rewrite_facts(p_function regproc, p_from text, p_to text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_text text := pg_get_functiondef(p_function);
BEGIN
  IF position(p_from IN v_text) = 0 THEN RAISE EXCEPTION '% does not have "%"', p_function, p_from; END IF;
  EXECUTE replace(v_text, p_from, p_to);
END $$;
GRANT EXECUTE ON FUNCTION pg_temp.rewrite_facts(regproc, text, text) TO app_definer;
SET LOCAL ROLE app_definer;
SELECT pg_temp.rewrite_facts('app.facts_to_judge', 'app.document_facts(p_company, NULL, NULL)', 'app.document_facts(p_company, NULL, NULL, p_now)');
RESET ROLE;
