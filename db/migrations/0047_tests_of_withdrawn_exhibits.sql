-- Which of the exhibits that a test cites was withdrawn since: what rests on such an exhibit does not pass.
SET LOCAL ROLE app_owner;

CREATE OR REPLACE FUNCTION app.test_facts(p_company uuid, p_size bigint, p_from timestamptz, p_before timestamptz) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(jsonb_agg(to_jsonb(f)), '[]') FROM (
    SELECT DISTINCT ON (t.check_id, t.aspect) t.check_id, t.aspect, t.conclusion, t.population_size AS population,
      cardinality(t.sample) AS sample, t.found, t.note, t.number, t.tested_at, t.valid_until,
      t.withdrawn_at IS NOT NULL AND (p_size IS NULL OR t.withdrawn_index < p_size) AS withdrawn,
      (SELECT min(x.number) FROM app.manual_test_exhibits x
        JOIN app.evidence e ON e.company_id = x.company_id AND e.number = x.number
        WHERE x.company_id = t.company_id AND x.test_id = t.id AND e.withdrawal_id IS NOT NULL) AS withdrawn_exhibit
    FROM app.manual_tests t WHERE t.company_id = p_company AND (p_size IS NULL OR t.ledger_index < p_size)
      AND (p_from IS NULL OR t.tested_at >= p_from) AND (p_before IS NULL OR t.tested_at < p_before)
    ORDER BY t.check_id, t.aspect, t.ledger_index DESC, t.id) f
$$;
RESET ROLE;
ALTER FUNCTION app.test_facts(uuid, bigint, timestamptz, timestamptz) SET app.withdrawn = 'shown';
