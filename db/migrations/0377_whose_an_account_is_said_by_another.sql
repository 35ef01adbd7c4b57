-- Whoever decides on an account in a review cannot be who said whose it is: they could say of an account of their own that it is somebody else's, and
-- keep it. Nor does an address count for which nobody vouches. In a company in which nobody else could, they may.
SET LOCAL ROLE app_definer;
CREATE OR REPLACE FUNCTION app.is_unknown_account(p_row app.review_rows) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT p_row.company_id = app.tenant() AND coalesce(p_row.class, 'human') NOT IN ('service', 'guest')
    AND EXISTS (SELECT FROM app.review_populations p WHERE p.company_id = p_row.company_id AND p.id = p_row.population_id
      AND (p.list_id IS NOT NULL OR coalesce(p_row.class, 'human') = 'human'
        AND NOT EXISTS (SELECT FROM (SELECT a.kind, a.valid_until, a.decided_by, a.decided_at FROM app.person_accounts a
            JOIN app.connections k ON k.company_id = p.company_id AND k.id = p.connection_id AND k.provider = a.provider AND k.account_id = a.scope
            WHERE a.company_id = p.company_id AND a.account_id = p_row.account_id ORDER BY a.ledger_index DESC, a.id LIMIT 1) a
          WHERE (a.kind = 'person' OR a.kind = 'program' AND a.valid_until > now() AND p_row.class IS NULL)
            AND (app.document_reviewers() < 2 OR NOT app.is_one_person(p_row.company_id, a.decided_by, app.uid(), a.decided_at, NULL, NULL)))
        AND NOT EXISTS (SELECT FROM app.records r WHERE r.company_id = p.company_id AND r.register = 'approvals' AND r.matter_id IS NULL
          AND r.ended_at IS NULL AND r.approved_at IS NOT NULL AND NOT r.approved_alone AND r.fields ->> 'kind' = 'shared-account'
          AND r.fields ->> 'systemId' = p.system_id::text AND lower(r.fields ->> 'subject') IN (lower(p_row.label), lower(p_row.account_id))
          AND r.fields ->> 'expiresOn' >= to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD'))))
    AND NOT EXISTS (SELECT FROM app.records r WHERE r.company_id = p_row.company_id AND r.register = 'people'
      AND lower(btrim(r.fields ->> 'email')) = p_row.email
      -- An account here proved its address.
      AND (r.vouched_email = lower(r.fields ->> 'email') OR EXISTS (SELECT FROM app.company_members m JOIN auth.users u ON u.id = m.user_id
        LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
        WHERE m.company_id = p_row.company_id AND m.status = 'active' AND b.disabled_at IS NULL AND lower(u.email) = p_row.email)))
$$;
RESET ROLE;
