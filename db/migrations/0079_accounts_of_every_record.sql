-- Somebody who came back has two records of one address: an account that was given to either of them is their own, so that nobody decides
-- on it by way of the other.
SET LOCAL ROLE app_definer;

-- The caller's records among the company's people, also those that ended.
CREATE FUNCTION app.my_records() RETURNS uuid[]
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(array_agg(r.id), '{}') FROM app.records r JOIN auth.users u ON u.id = app.uid()
  WHERE r.company_id = app.tenant() AND r.register = 'people' AND lower(btrim(r.fields ->> 'email')) = lower(u.email)
$$;

CREATE OR REPLACE FUNCTION app.is_own_account(p_row app.review_rows) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(p_row.person_id = ANY ((SELECT app.my_records())::uuid[]), false)
    OR coalesce((SELECT a.person_id FROM app.person_accounts a
        JOIN app.review_populations q ON q.company_id = a.company_id AND q.id = p_row.population_id
        JOIN app.connections k ON k.company_id = q.company_id AND k.id = q.connection_id AND k.provider = a.provider AND k.account_id = a.scope
      WHERE a.company_id = app.tenant() AND a.account_id = p_row.account_id
      ORDER BY a.ledger_index DESC, a.id LIMIT 1) = ANY ((SELECT app.my_records())::uuid[]), false)
    OR EXISTS (SELECT FROM auth.users u WHERE u.id = app.uid() AND lower(u.email) IN (p_row.email, lower(p_row.label)))
$$;
RESET ROLE;
