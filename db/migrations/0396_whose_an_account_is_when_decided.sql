-- Whose an account is, is asked for the moment at which somebody decides on it, and looks at it: a program's word ends by the product's clock, as the
-- judge asks for it, and not by the database's own. Nobody decides before what was read was frozen, so that no decision that is said to be earlier
-- finds a word that is over.
SET LOCAL ROLE app_definer;
CREATE FUNCTION app.is_unknown_account(p_row app.review_rows, p_at timestamptz) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT p_row.company_id = app.tenant() AND coalesce(p_row.class, 'human') NOT IN ('service', 'guest')
    AND EXISTS (SELECT FROM app.review_populations p CROSS JOIN LATERAL (SELECT greatest(p_at, p.frozen_at) AS at) x
      WHERE p.company_id = p_row.company_id AND p.id = p_row.population_id
      AND (p.list_id IS NOT NULL OR coalesce(p_row.class, 'human') = 'human'
        AND NOT EXISTS (SELECT FROM (SELECT a.kind, a.valid_until, a.decided_by, a.decided_at FROM app.person_accounts a
            JOIN app.connections k ON k.company_id = p.company_id AND k.id = p.connection_id AND k.provider = a.provider AND k.account_id = a.scope
            WHERE a.company_id = p.company_id AND a.account_id = p_row.account_id ORDER BY a.ledger_index DESC, a.id LIMIT 1) a
          WHERE (a.kind = 'person' OR a.kind = 'program' AND a.valid_until > x.at AND p_row.class IS NULL)
            AND (app.document_reviewers() < 2 OR NOT app.is_one_person(p_row.company_id, a.decided_by, app.uid(), a.decided_at, NULL, NULL)))
        AND NOT EXISTS (SELECT FROM app.records r WHERE r.company_id = p.company_id AND r.register = 'approvals' AND r.matter_id IS NULL
          AND r.ended_at IS NULL AND r.approved_at IS NOT NULL AND NOT r.approved_alone AND r.fields ->> 'kind' = 'shared-account'
          AND r.fields ->> 'systemId' = p.system_id::text AND lower(r.fields ->> 'subject') IN (lower(p_row.label), lower(p_row.account_id))
          AND r.fields ->> 'expiresOn' >= to_char(x.at AT TIME ZONE 'UTC', 'YYYY-MM-DD'))))
    AND NOT EXISTS (SELECT FROM app.records r WHERE r.company_id = p_row.company_id AND r.register = 'people'
      AND lower(btrim(r.fields ->> 'email')) = p_row.email
      -- An account here proved its address.
      AND (r.vouched_email = lower(r.fields ->> 'email') OR EXISTS (SELECT FROM app.company_members m JOIN auth.users u ON u.id = m.user_id
        LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
        WHERE m.company_id = p_row.company_id AND m.status = 'active' AND b.disabled_at IS NULL AND lower(u.email) = p_row.email)))
$$;
REVOKE EXECUTE ON FUNCTION app.is_unknown_account(app.review_rows, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.is_unknown_account(app.review_rows, timestamptz) TO app_user;
RESET ROLE;

DO $$
DECLARE
  v_text text := pg_get_functiondef('app.hold_review_decision'::regproc);
  v_from text := 'app.is_unknown_account(v_row)';
BEGIN
  IF (length(v_text) - length(replace(v_text, v_from, ''))) / length(v_from) <> 1 THEN
    RAISE EXCEPTION 'app.hold_review_decision does not have "%" once', v_from;
  END IF;
  EXECUTE replace(v_text, v_from, 'app.is_unknown_account(v_row, NEW.decided_at)');
END $$;
DROP FUNCTION app.is_unknown_account(app.review_rows);
