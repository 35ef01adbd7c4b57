-- Auditors read registers as they were sealed, one exhibit at a time. See docs/decisions/0121.
SET LOCAL ROLE app_definer;

-- Registers whose sealed pages an auditor may read: those that everybody in the company reads and writes records into, and what systems are
-- called. Screenings are not among them, nor is what is sealed of them.
CREATE FUNCTION app.audited_registers() RETURNS text[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(array_agg(r.key), '{}') FROM app.registers r WHERE app.audited() IS NOT NULL AND 'viewer' = ANY (r.read_roles)
    AND (r.write_roles <> '{}' OR r.key = 'system-names')
$$;
-- Pages of the exhibit that the transaction says it looks at; none where it is not the caller's to see.
CREATE FUNCTION app.audited_pages() RETURNS text[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce((SELECT r.pages FROM app.register_runs r WHERE r.company_id = app.audited()
    AND r.evidence_id = nullif(current_setting('app.audited_exhibit', true), '')::uuid AND app.audited_item(r.evidence_id) IS NOT NULL), '{}')
$$;
GRANT EXECUTE ON FUNCTION app.audited_registers(), app.audited_pages() TO app_auditor;

SET LOCAL ROLE app_owner;
-- Whoever sees the exhibit sees that it has pages.
CREATE POLICY audit ON app.register_runs FOR SELECT TO app_auditor USING (EXISTS (SELECT FROM app.evidence e
  WHERE e.company_id = register_runs.company_id AND e.id = register_runs.evidence_id));
-- A transaction says which exhibit it looks at; its pages are there then, and no others.
CREATE POLICY audit ON app.snapshot_pages FOR SELECT TO app_auditor USING (register = ANY ((SELECT app.audited_registers())::text[])
  AND sha256 = ANY ((SELECT app.audited_pages())::text[]));
GRANT SELECT (company_id, evidence_id, taken_at, pages, ledger_index) ON app.register_runs TO app_auditor;
GRANT SELECT ON app.snapshot_pages TO app_auditor;

-- A sample of the records of a register, as an exhibit has them, in place of one of a control's evidence.
ALTER TABLE app.audit_samples
  ALTER COLUMN control_id DROP NOT NULL, ALTER COLUMN collected_from DROP NOT NULL, ALTER COLUMN collected_to DROP NOT NULL,
  ADD COLUMN register text REFERENCES app.registers,
  ADD COLUMN evidence_id uuid,
  -- Which records it was drawn from: those in this state, or all.
  ADD COLUMN record_state text NOT NULL DEFAULT 'all' CHECK (record_state IN ('open', 'waiting', 'ended', 'all')),
  ADD FOREIGN KEY (company_id, evidence_id) REFERENCES app.evidence,
  ADD CHECK (num_nonnulls(control_id, collected_from, collected_to) IN (0, 3)
    AND num_nonnulls(register, evidence_id) = CASE WHEN control_id IS NULL THEN 2 ELSE 0 END);

SET LOCAL ROLE app_definer;
-- Numbers of the records that a sample is drawn from, and of the exhibit; none where the exhibit is not the caller's to see.
CREATE FUNCTION app.record_population(p_project uuid, p_evidence uuid, p_register text, p_state text)
RETURNS TABLE (exhibit bigint, number bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT i.exhibit, (x.row ->> 'number')::bigint
  FROM (SELECT app.audited_item(p_evidence) AS exhibit, app.require_audit(p_project) AS company_id) i
  JOIN app.register_runs r ON r.company_id = i.company_id AND r.evidence_id = p_evidence
  JOIN app.snapshot_pages p ON p.company_id = r.company_id AND p.sha256 = ANY (r.pages) AND p.register = p_register
  CROSS JOIN LATERAL jsonb_array_elements(p.content::jsonb -> 'rows') x (row)
  WHERE i.exhibit IS NOT NULL AND p_register = ANY (app.audited_registers()) AND p_state IN ('all', x.row ->> 'state')
  ORDER BY 2
$$;

CREATE FUNCTION app.keep_record_sample(p_id uuid, p_project uuid, p_evidence uuid, p_register text, p_state text, p_seed text,
  p_population bigint, p_numbers bigint[], p_now timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO app.audit_samples (company_id, id, project_id, evidence_id, register, record_state, seed, population, numbers, drawn_by, drawn_at)
  SELECT app.require_audit(p_project), p_id, p_project, p_evidence, p_register, p_state, p_seed, p_population, p_numbers, app.uid(), p_now
  WHERE app.audited_item(p_evidence) IS NOT NULL AND p_register = ANY (app.audited_registers())
$$;
GRANT EXECUTE ON FUNCTION app.record_population(uuid, uuid, text, text),
  app.keep_record_sample(uuid, uuid, uuid, text, text, text, bigint, bigint[], timestamptz) TO app_user;
RESET ROLE;
