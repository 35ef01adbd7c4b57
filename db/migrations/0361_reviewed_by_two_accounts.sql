-- Who files a document with one account and accepts it with another has reviewed it alone, as approvals have it (docs/decisions/0134): which accounts
-- are one person's is found when registers are sealed, and kept with what was sealed.
SET LOCAL ROLE app_definer;

-- Whether two accounts are one person's, as the registers said that were sealed last among the ledger's first p_size entries.
CREATE FUNCTION app.is_one_person(p_company uuid, p_one uuid, p_other uuid, p_size bigint, p_until timestamptz) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF p_company IS DISTINCT FROM app.tenant() AND current_setting('role') <> 'app_worker' THEN
    RAISE EXCEPTION 'permission denied: another company' USING ERRCODE = '42501';
  END IF;
  RETURN p_one = p_other OR EXISTS (
    SELECT FROM (SELECT x.same_accounts FROM app.register_runs x WHERE x.company_id = p_company AND (p_size IS NULL OR x.ledger_index < p_size)
        AND (p_until IS NULL OR x.taken_at <= p_until) ORDER BY x.ledger_index DESC LIMIT 1) n, jsonb_array_elements(n.same_accounts) g (own)
    WHERE g.own ? p_one::text AND g.own ? p_other::text);
END $$;
REVOKE ALL ON FUNCTION app.is_one_person(uuid, uuid, uuid, bigint, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.is_one_person(uuid, uuid, uuid, bigint, timestamptz) TO app_user, app_auditor;

RESET ROLE;
CREATE FUNCTION pg_temp.rewrite_reviews(p_function regproc, p_from text, p_to text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_text text := pg_get_functiondef(p_function);
BEGIN
  IF position(p_from IN v_text) = 0 THEN RAISE EXCEPTION '% does not have "%"', p_function, p_from; END IF;
  EXECUTE replace(v_text, p_from, p_to);
END $$;
GRANT EXECUTE ON FUNCTION pg_temp.rewrite_reviews(regproc, text, text) TO app_definer, app_owner;

SET LOCAL ROLE app_definer;
-- Another account of the filer is nobody else.
SELECT pg_temp.rewrite_reviews('app.another_reviewer_since', 'WHERE (t.role = ANY (c_roles) OR t.lately)',
  'WHERE (t.role = ANY (c_roles) OR t.lately) AND NOT app.is_one_person(p_company, p_filer, t.id::uuid, p_size, p_until)');
-- Nor does it take the place of a review; what it reviewed, another person does.
SELECT pg_temp.rewrite_reviews('app.place_review', 'IF NOT NEW.own AND NEW.reviewed_by',
  'IF NOT app.is_one_person(NEW.company_id, v_filed_by, NEW.reviewed_by, NULL, NULL) AND NEW.reviewed_by');
SELECT pg_temp.rewrite_reviews('app.place_review', 'AND r.own AND r.withdrawn_at IS NULL',
  'AND (r.own OR app.is_one_person(NEW.company_id, v_filed_by, r.reviewed_by, NULL, NULL)) AND r.withdrawn_at IS NULL');

SET LOCAL ROLE app_owner;
SELECT pg_temp.rewrite_reviews('app.document_facts', 'coalesce(r.own, false) AS own, f.filed_by,', 'coalesce(r.own, false) AS own, f.filed_by, r.reviewed_by,');
SELECT pg_temp.rewrite_reviews('app.document_facts', 'kept AS (SELECT * FROM x WHERE',
  'kept AS (SELECT x.document_id, x.number, x.covers_from, x.covers_to, x.filed_at, x.ledger_index, x.accepted, x.reason, x.printed, x.filed_by,
      CASE WHEN x.reviewed_by IS NULL OR x.own THEN x.own ELSE app.is_one_person(p_company, x.filed_by, x.reviewed_by, p_size, p_until) END AS own
    FROM x WHERE');
SELECT pg_temp.rewrite_reviews('app.document_facts', $q$to_jsonb(k) - 'newness' - 'lasting' - 'filed_by'$q$, $q$to_jsonb(k) - 'filed_by'$q$);
RESET ROLE;
