-- Plainer names: the people who see a matter are its access list, and a privilege is waived. Nothing else changes.
SET LOCAL ROLE app_owner;
ALTER TABLE app.matter_circle RENAME TO matter_access_list;
ALTER INDEX app.matter_circle_by_person RENAME TO matter_access_list_by_person;
ALTER TABLE app.privilege_lifts RENAME TO privilege_waivers;
ALTER TABLE app.privilege_waivers RENAME COLUMN lifted_by TO waived_by;
ALTER TABLE app.privilege_waivers RENAME COLUMN lifted_at TO waived_at;
-- Newer versions of PostgreSQL name a constraint for each column that is never NULL, older ones do not.
DO $$
DECLARE v record;
BEGIN
  FOR v IN SELECT c.conrelid::regclass AS held_by, c.conname AS before,
      replace(replace(replace(c.conname, 'matter_circle', 'matter_access_list'), 'privilege_lifts', 'privilege_waivers'), 'lifted', 'waived') AS after
    FROM pg_constraint c WHERE c.conrelid IN ('app.matter_access_list'::regclass, 'app.privilege_waivers'::regclass) LOOP
    EXECUTE format('ALTER TABLE %s RENAME CONSTRAINT %I TO %I', v.held_by, v.before, v.after);
  END LOOP;
END $$;

-- Who waived the privilege of an item, when and why, for everyone who sees the item; never which matter it was.
CREATE FUNCTION app.privilege_waiver(p_evidence uuid) RETURNS TABLE (waived_at timestamptz, waived_by text, reason text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT w.waived_at, concat_ws(' ', p.first_name, p.last_name), w.reason FROM app.privilege_waivers w
  LEFT JOIN app.profiles p ON p.id = w.waived_by
  WHERE w.company_id = app.tenant() AND w.evidence_id = p_evidence
$$;
REVOKE EXECUTE ON FUNCTION app.privilege_waiver(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.privilege_waiver(uuid) TO app_user, app_auditor;
RESET ROLE;
ALTER FUNCTION app.privilege_waiver(uuid) OWNER TO app_definer;
DROP FUNCTION app.privilege_lifted(uuid);
ALTER FUNCTION app.lift_privilege(uuid, text) RENAME TO waive_privilege;

-- Changes the text of a function as it stands, and fails where it does not stand as expected: earlier migrations may be newer.
CREATE FUNCTION pg_temp.reword(p_function regproc, p_from text, p_to text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_text text := pg_get_functiondef(p_function);
BEGIN
  IF position(p_from IN v_text) = 0 THEN RAISE EXCEPTION '% does not have "%"', p_function, p_from; END IF;
  EXECUTE replace(v_text, p_from, p_to);
END $$;
SELECT pg_temp.reword('app.waive_privilege', 'only an owner lifts a privilege', 'only an owner waives a privilege');
SELECT pg_temp.reword('app.waive_privilege', 'app.privilege_lifts', 'app.privilege_waivers');
SELECT pg_temp.reword('app.waive_privilege', 'lifted_by, lifted_at', 'waived_by, waived_at');
SELECT pg_temp.reword('app.my_matters', 'app.matter_circle', 'app.matter_access_list');
SELECT pg_temp.reword('app.my_matters', 'few are in a circle', 'few are on an access list');
SELECT pg_temp.reword('app.matter_sizes', 'app.matter_circle', 'app.matter_access_list');
SELECT pg_temp.reword('app.file_evidence', 'not in the circle of this matter', 'not on the access list of this matter');
SELECT pg_temp.reword('app.record_act', 'not in the circle of this matter', 'not on the access list of this matter');
SELECT pg_temp.reword('app.list_evidence', 'not even by its circle', 'not even by its access list');
SELECT pg_temp.reword('app.list_evidence', 'outside of the circle', 'off the access list');
DROP FUNCTION pg_temp.reword(regproc, text, text);
