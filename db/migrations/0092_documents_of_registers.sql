-- Registers and policies produce expected documents. A filing says whether its item is what the registers say, which counts only while
-- they are confirmed; what systems are called is sealed beside the registers that name them. See docs/decisions/0105.
SET LOCAL ROLE app_definer;
INSERT INTO app.registers (key, read_roles, write_roles, confirm_roles, approve_roles, confirmed_for_days)
  VALUES ('system-names', '{owner,admin,member,viewer}', '{}', '{}', NULL, 365);

SET LOCAL ROLE app_owner;
CREATE OR REPLACE FUNCTION app.document_facts(p_company uuid, p_size bigint, p_until timestamptz) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
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
        AND (p_size IS NULL OR f.ledger_index < p_size) AND (p_until IS NULL OR f.filed_at <= p_until)) x
      WHERE x.newness <= 10 OR x.accepted AND x.lasting = 1),
    'decisions', (SELECT coalesce(jsonb_agg(to_jsonb(d)), '[]') FROM (
      SELECT DISTINCT ON (d.document_id) d.document_id, d.declared, to_char(d.until, 'YYYY-MM-DD') AS until, d.ledger_index
      FROM app.scope_decisions d WHERE d.company_id = p_company AND d.document_id IS NOT NULL
        AND (p_size IS NULL OR d.ledger_index < p_size) AND (p_until IS NULL OR d.decided_at <= p_until)
      ORDER BY d.document_id, d.ledger_index DESC, d.decided_at DESC, d.id) d))
$$;
