-- Whether the caller audits the project is asked first, whatever order PostgreSQL would choose: its versions 15 and 18 differ.
SET LOCAL ROLE app_definer;
CREATE OR REPLACE FUNCTION app.record_population(p_project uuid, p_evidence uuid, p_register text, p_state text)
RETURNS TABLE (exhibit bigint, number bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_company uuid := app.require_audit(p_project);
  v_exhibit bigint := app.audited_item(p_evidence);
BEGIN
  RETURN QUERY SELECT v_exhibit, (x.row ->> 'number')::bigint
    FROM app.register_runs r
    JOIN app.snapshot_pages p ON p.company_id = r.company_id AND p.sha256 = ANY (r.pages) AND p.register = p_register
    CROSS JOIN LATERAL jsonb_array_elements(p.content::jsonb -> 'rows') x (row)
    WHERE r.company_id = v_company AND r.evidence_id = p_evidence AND v_exhibit IS NOT NULL
      AND p_register = ANY (app.audited_registers()) AND p_state IN ('all', x.row ->> 'state')
    ORDER BY 2;
END $$;
RESET ROLE;
