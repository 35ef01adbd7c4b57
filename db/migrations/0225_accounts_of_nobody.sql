-- An account of a connected system that nobody is known for may be that of whoever decides on it: nobody keeps it until its owner is said, it is
-- said to be a program's where its system does not call it a person's, or it is approved as a shared one. It may be removed alone, as accounts of lists. See docs/decisions/0165.
SET LOCAL ROLE app_definer;
CREATE OR REPLACE FUNCTION app.is_unknown_account(p_row app.review_rows) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT p_row.company_id = app.tenant() AND coalesce(p_row.class, 'human') NOT IN ('service', 'guest') AND p_row.person_id IS NULL
    AND EXISTS (SELECT FROM app.review_populations p WHERE p.company_id = p_row.company_id AND p.id = p_row.population_id
      AND (p.list_id IS NOT NULL OR coalesce(p_row.class, 'human') = 'human'
        AND NOT EXISTS (SELECT FROM (SELECT a.kind, a.valid_until FROM app.person_accounts a
            JOIN app.connections k ON k.company_id = p.company_id AND k.id = p.connection_id AND k.provider = a.provider AND k.account_id = a.scope
            WHERE a.company_id = p.company_id AND a.account_id = p_row.account_id ORDER BY a.ledger_index DESC, a.id LIMIT 1) a
          WHERE a.kind = 'person' OR a.kind = 'program' AND a.valid_until > now() AND p_row.class IS NULL)
        AND NOT EXISTS (SELECT FROM app.records r WHERE r.company_id = p.company_id AND r.register = 'approvals' AND r.matter_id IS NULL
          AND r.ended_at IS NULL AND r.approved_at IS NOT NULL AND NOT r.approved_alone AND r.fields ->> 'kind' = 'shared-account'
          AND r.fields ->> 'systemId' = p.system_id::text AND lower(r.fields ->> 'subject') IN (lower(p_row.label), lower(p_row.account_id))
          AND r.fields ->> 'expiresOn' >= to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD'))))
    AND NOT EXISTS (SELECT FROM app.records r WHERE r.company_id = p_row.company_id AND r.register = 'people'
      AND lower(btrim(r.fields ->> 'email')) = p_row.email)
$$;
RESET ROLE;
