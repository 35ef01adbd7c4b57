-- Whoever managed a company alone vouched for their own address, and counted as somebody whom another says is in People. Now their own word
-- is none, and whoever manages the company with them later is asked to confirm the address. See docs/decisions/0164 and 0236.
SET LOCAL ROLE app_definer;
-- As in 0458.
CREATE OR REPLACE FUNCTION app.account_people() RETURNS TABLE (user_id uuid, person_id uuid, by_another boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT u.id, r.id, CASE WHEN r.vouched_email = lower(r.fields ->> 'email') AND (r.vouched_how <> 'alone' OR r.vouched_by <> u.id) THEN true
      ELSE EXISTS (SELECT FROM app.address_written(r.company_id, r.id) w WHERE w.changed_by <> u.id) END
  FROM app.records r JOIN auth.users u ON lower(u.email) = lower(r.fields ->> 'email')
  WHERE app.is_company_itself() AND r.company_id = app.tenant() AND r.register = 'people' ORDER BY r.number, u.id
$$;

-- Records of people of whom nobody but they themselves says whose address it is, as somebody sees them who manages the company with others.
CREATE FUNCTION app.vouched_by_themselves() RETURNS uuid[]
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(array_agg(r.id ORDER BY r.number), '{}') FROM app.company_members m JOIN auth.users u ON u.id = m.user_id
    JOIN app.records r ON r.company_id = m.company_id AND r.register = 'people' AND r.ended_at IS NULL
      AND lower(r.fields ->> 'email') = lower(u.email) AND r.vouched_how = 'alone' AND r.vouched_by = u.id AND r.vouched_email = lower(u.email)
  WHERE app.my_role() IN ('owner', 'admin') AND m.company_id = app.tenant() AND m.status = 'active' AND m.role IN ('owner', 'admin')
    AND NOT app.may_vouch_alone()
    AND NOT EXISTS (SELECT FROM app.address_written(r.company_id, r.id) w WHERE w.changed_by <> u.id)
$$;
REVOKE EXECUTE ON FUNCTION app.vouched_by_themselves() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.vouched_by_themselves() TO app_user;
RESET ROLE;
