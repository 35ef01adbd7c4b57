-- A policy has an owner: a person of People, whose its renewal is. Nothing is judged by it, so that it may change at any time, beside the
-- text and its versions. See docs/decisions/0233.
SET LOCAL ROLE app_owner;
ALTER TABLE app.policies
  ADD COLUMN owner_register text CHECK (owner_register = 'people'),
  ADD COLUMN owner_person_id uuid,
  ADD CONSTRAINT policies_owner FOREIGN KEY (company_id, owner_register, owner_person_id) REFERENCES app.records (company_id, register, id),
  ADD CONSTRAINT policies_owner_whole CHECK ((owner_register IS NULL) = (owner_person_id IS NULL));
CREATE INDEX policies_owner ON app.policies (company_id, owner_person_id) WHERE owner_person_id IS NOT NULL;
GRANT INSERT (owner_register, owner_person_id) ON app.policies TO app_user;
GRANT UPDATE (owner_register, owner_person_id) ON app.policies TO app_definer;
-- All else of a policy stays as it was added.
DROP TRIGGER append_only ON app.policies;
DROP TRIGGER append_only_truncate ON app.policies;
SELECT app.append_only('app.policies', 'owner_register', 'owner_person_id');

SET LOCAL ROLE app_definer;
-- Gives a policy an owner, or takes it, for whoever may write policies; false where there is none.
CREATE FUNCTION app.own_policy(p_policy uuid, p_person uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF coalesce(app.my_role(), '') NOT IN ('owner', 'admin', 'member') THEN RETURN false; END IF;
  UPDATE app.policies p SET owner_register = CASE WHEN p_person IS NOT NULL THEN 'people' END, owner_person_id = p_person
    WHERE p.company_id = app.tenant() AND p.id = p_policy;
  RETURN FOUND;
END $$;
REVOKE EXECUTE ON FUNCTION app.own_policy(uuid, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.own_policy(uuid, uuid) TO app_user;
-- The accounts of those who own a policy and work here, as far as they are members: whom the company's tasks about it go to.
CREATE FUNCTION app.policy_owner_accounts() RETURNS TABLE (person_id uuid, user_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT o.id, m.user_id FROM (SELECT DISTINCT p.owner_person_id AS id FROM app.policies p
      WHERE p.company_id = app.tenant() AND p.owner_person_id IS NOT NULL AND app.my_role() IS NOT NULL) o
    JOIN app.records r ON r.company_id = app.tenant() AND r.register = 'people' AND r.id = o.id AND r.ended_at IS NULL
    JOIN auth.users u ON u.email = lower(r.fields ->> 'email')
    JOIN app.company_members m ON m.company_id = app.tenant() AND m.user_id = u.id AND m.status = 'active'
  WHERE app.person_of(m.user_id) = o.id
$$;
REVOKE EXECUTE ON FUNCTION app.policy_owner_accounts() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.policy_owner_accounts() TO app_user;
RESET ROLE;
