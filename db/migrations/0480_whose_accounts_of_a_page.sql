-- A page of a review asked of each of its 200 accounts by itself whether it is the caller's own and whether it is nobody's: two functions of several lookups
-- each, an eighth of a second. Asked for all accounts of a page, who the caller is, who could decide and what is approved as shared are found once.
SET LOCAL ROLE app_definer;
-- Of these accounts of a population what app.is_own_account and app.is_unknown_account say of each; a test compares them. A decision asks those.
CREATE FUNCTION app.whose_reviewed(p_population uuid, p_rows uuid[], p_at timestamptz) RETURNS TABLE (row_id uuid, own boolean, unknown boolean)
LANGUAGE sql STABLE SECURITY DEFINER ROWS 200 SET search_path = pg_catalog, pg_temp AS $$
  WITH p AS MATERIALIZED (SELECT q.company_id, q.id, q.system_id, q.list_id, k.provider, k.account_id AS scope, greatest(p_at, q.frozen_at) AS at
      FROM app.review_populations q LEFT JOIN app.connections k ON k.company_id = q.company_id AND k.id = q.connection_id
      WHERE q.company_id = (SELECT app.tenant()) AND q.id = p_population AND (SELECT app.my_role()) IN ('owner', 'admin', 'member', 'viewer')),
    m AS MATERIALIZED (SELECT app.my_records() AS records, app.document_reviewers() AS reviewers,
      (SELECT lower(u.email) FROM auth.users u WHERE u.id = app.uid()) AS email),
    shared AS MATERIALIZED (SELECT lower(r.fields ->> 'subject') AS subject FROM p JOIN app.records r ON r.company_id = p.company_id
      AND r.register = 'approvals' AND r.matter_id IS NULL AND r.ended_at IS NULL AND r.approved_at IS NOT NULL AND NOT r.approved_alone
      AND r.fields ->> 'kind' = 'shared-account' AND r.fields ->> 'systemId' = p.system_id::text
      AND r.fields ->> 'expiresOn' >= to_char(p.at AT TIME ZONE 'UTC', 'YYYY-MM-DD'))
  SELECT w.id, coalesce(w.person_id = ANY (m.records), false) OR coalesce(a.person_id = ANY (m.records), false)
      OR coalesce(m.email IN (w.email, lower(w.label)), false),
    coalesce(w.class, 'human') NOT IN ('service', 'guest')
      AND (p.list_id IS NOT NULL OR coalesce(w.class, 'human') = 'human'
        AND NOT coalesce((a.kind = 'person' OR a.kind = 'program' AND a.valid_until > p.at AND w.class IS NULL)
          AND (m.reviewers < 2 OR NOT app.is_one_person(w.company_id, a.decided_by, app.uid(), a.decided_at, NULL, NULL)), false)
        AND NOT EXISTS (SELECT FROM shared s WHERE s.subject IN (lower(w.label), lower(w.account_id))))
      AND NOT EXISTS (SELECT FROM (
          SELECT o.fields, o.vouched_email FROM app.records o WHERE o.company_id = w.company_id AND o.register = 'people'
            AND o.ended_at IS NULL AND lower(o.fields ->> 'email') = w.email
          UNION ALL
          SELECT o.fields, o.vouched_email FROM app.records o WHERE o.company_id = w.company_id AND o.register = 'people'
            AND o.ended_at IS NOT NULL AND lower(o.fields ->> 'email') = w.email) r
        WHERE r.vouched_email = lower(r.fields ->> 'email') OR EXISTS (SELECT FROM app.company_members e JOIN auth.users u ON u.id = e.user_id
          LEFT JOIN app.account_bounds b ON b.user_id = e.user_id
          WHERE e.company_id = w.company_id AND e.status = 'active' AND b.disabled_at IS NULL AND lower(u.email) = w.email))
  FROM p CROSS JOIN m JOIN app.review_rows w ON w.company_id = p.company_id AND w.id = ANY (p_rows) AND w.population_id = p.id
  LEFT JOIN LATERAL (SELECT a.kind, a.person_id, a.valid_until, a.decided_by, a.decided_at FROM app.person_accounts a
    WHERE a.company_id = w.company_id AND a.provider = p.provider AND a.scope = p.scope AND a.account_id = w.account_id
    ORDER BY a.ledger_index DESC, a.id LIMIT 1) a ON true
$$;
REVOKE EXECUTE ON FUNCTION app.whose_reviewed(uuid, uuid[], timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.whose_reviewed(uuid, uuid[], timestamptz) TO app_user;
RESET ROLE;
