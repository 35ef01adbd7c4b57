-- How many people acknowledged a policy is kept as it changes: counting 100,000 acknowledgments for each list of policies took 60 ms.
SET LOCAL ROLE app_owner;

-- People who have not ended, by what decides when something is due for them: employment, first and last day as their records have them.
-- Maintained by triggers alone; tests compare it with what the rows themselves say.
CREATE TABLE app.people_counts (
  company_id uuid NOT NULL REFERENCES app.companies,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  -- Of them, who acknowledged this text of this policy; NULL: all of them.
  policy_id uuid,
  sha256 text,
  kind text NOT NULL,
  starts_at text NOT NULL,
  -- Empty where no last day is known.
  ends_at text NOT NULL,
  people integer NOT NULL CHECK (people >= 0),
  PRIMARY KEY (company_id, id),
  UNIQUE NULLS NOT DISTINCT (company_id, policy_id, sha256, kind, starts_at, ends_at),
  FOREIGN KEY (company_id, policy_id) REFERENCES app.policies (company_id, id),
  CHECK ((policy_id IS NULL) = (sha256 IS NULL))
-- A count changes often: its new version finds room beside the old one.
) WITH (fillfactor = 50);
SELECT app.protect('app.people_counts');
GRANT SELECT ON app.people_counts TO app_user;
GRANT INSERT, UPDATE (people) ON app.people_counts TO app_definer;
-- As acknowledgments and people are read: by members who may read both, and by the company itself.
CREATE POLICY read ON app.people_counts FOR SELECT TO app_user USING ('people' = ANY ((SELECT app.my_registers('read'))::text[])
  AND ((SELECT app.my_role()) IN ('owner', 'admin', 'member', 'viewer') OR (SELECT app.is_company_itself())));

SET LOCAL ROLE app_definer;

-- Adds to the counts what these rows say, each with how many people more or fewer there are.
CREATE FUNCTION app.add_to_people_counts(p_rows jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.people_counts c SET people = c.people + x.people
    FROM jsonb_to_recordset(p_rows) x (company_id uuid, policy_id uuid, sha256 text, kind text, starts_at text, ends_at text, people integer)
    WHERE x.people < 0 AND c.company_id = x.company_id AND c.policy_id IS NOT DISTINCT FROM x.policy_id
      AND c.sha256 IS NOT DISTINCT FROM x.sha256 AND c.kind = x.kind AND c.starts_at = x.starts_at AND c.ends_at = x.ends_at;
  DELETE FROM app.people_counts c USING jsonb_to_recordset(p_rows) x (company_id uuid, people integer)
    WHERE x.people < 0 AND c.company_id = x.company_id AND c.people = 0;
  INSERT INTO app.people_counts AS c (company_id, policy_id, sha256, kind, starts_at, ends_at, people)
    SELECT x.company_id, x.policy_id, x.sha256, x.kind, x.starts_at, x.ends_at, x.people
    FROM jsonb_to_recordset(p_rows) x (company_id uuid, policy_id uuid, sha256 text, kind text, starts_at text, ends_at text, people integer)
    WHERE x.people > 0
    ON CONFLICT (company_id, policy_id, sha256, kind, starts_at, ends_at) DO UPDATE SET people = c.people + excluded.people;
END $$;

CREATE FUNCTION app.count_added_people() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_rows jsonb;
BEGIN
  SELECT jsonb_agg(to_jsonb(x)) INTO v_rows FROM (
    SELECT r.company_id, coalesce(r.fields ->> 'kind', '') AS kind, r.fields ->> 'startsAt' AS starts_at,
      coalesce(r.fields ->> 'endsAt', '') AS ends_at, count(*) AS people
    FROM added r WHERE r.register = 'people' AND r.ended_at IS NULL AND r.fields ? 'startsAt' GROUP BY 1, 2, 3, 4) x;
  IF v_rows IS NOT NULL THEN PERFORM app.add_to_people_counts(v_rows); END IF;
  RETURN NULL;
END $$;

-- Whoever ends, comes back or is of another group by now takes what they acknowledged along.
CREATE FUNCTION app.count_changed_people() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_rows jsonb;
BEGIN
  WITH both_sides AS (
      SELECT r.company_id, r.id, coalesce(r.fields ->> 'kind', '') AS kind, r.fields ->> 'startsAt' AS starts_at,
        coalesce(r.fields ->> 'endsAt', '') AS ends_at, -1 AS people
      FROM before r WHERE r.register = 'people' AND r.ended_at IS NULL AND r.fields ? 'startsAt'
      UNION ALL
      SELECT r.company_id, r.id, coalesce(r.fields ->> 'kind', ''), r.fields ->> 'startsAt', coalesce(r.fields ->> 'endsAt', ''), 1
      FROM after r WHERE r.register = 'people' AND r.ended_at IS NULL AND r.fields ? 'startsAt'),
    moved AS MATERIALIZED (
      SELECT m.company_id, m.id, m.kind, m.starts_at, m.ends_at, sum(m.people)::integer AS people FROM both_sides m
      GROUP BY 1, 2, 3, 4, 5 HAVING sum(m.people) <> 0),
    texts AS (
      SELECT DISTINCT m.company_id, m.id, v.policy_id, a.sha256 FROM (SELECT DISTINCT x.company_id, x.id FROM moved x) m
      JOIN app.acknowledgments a ON a.company_id = m.company_id AND a.person_id = m.id
      JOIN app.policy_versions v ON v.company_id = a.company_id AND v.id = a.version_id)
    SELECT jsonb_agg(to_jsonb(x)) INTO v_rows FROM (
      SELECT m.company_id, NULL::uuid AS policy_id, NULL::text AS sha256, m.kind, m.starts_at, m.ends_at, sum(m.people) AS people
      FROM moved m GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(m.people) <> 0
      UNION ALL
      SELECT m.company_id, t.policy_id, t.sha256, m.kind, m.starts_at, m.ends_at, sum(m.people)
      FROM moved m JOIN texts t ON t.company_id = m.company_id AND t.id = m.id GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(m.people) <> 0) x;
  IF v_rows IS NOT NULL THEN PERFORM app.add_to_people_counts(v_rows); END IF;
  RETURN NULL;
END $$;

-- A text counts once for a person: a renewal with the same text may be acknowledged again.
CREATE FUNCTION app.count_acknowledgment() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_policy uuid; v_person record;
BEGIN
  SELECT v.policy_id INTO v_policy FROM app.policy_versions v WHERE v.company_id = NEW.company_id AND v.id = NEW.version_id;
  -- By their id alone: while statistics are missing, any other condition may be planned as a look at everybody.
  SELECT r.fields, r.ended_at INTO v_person FROM app.records r WHERE r.company_id = NEW.company_id AND r.id = NEW.person_id;
  IF v_person.ended_at IS NOT NULL OR NOT v_person.fields ? 'startsAt' OR EXISTS (SELECT FROM app.acknowledgments a
      JOIN app.policy_versions w ON w.company_id = a.company_id AND w.id = a.version_id
      WHERE a.company_id = NEW.company_id AND a.person_id = NEW.person_id AND a.id <> NEW.id AND a.sha256 = NEW.sha256
        AND w.policy_id = v_policy) THEN
    RETURN NULL;
  END IF;
  INSERT INTO app.people_counts AS c (company_id, policy_id, sha256, kind, starts_at, ends_at, people)
    VALUES (NEW.company_id, v_policy, NEW.sha256, coalesce(v_person.fields ->> 'kind', ''), v_person.fields ->> 'startsAt',
      coalesce(v_person.fields ->> 'endsAt', ''), 1)
    ON CONFLICT (company_id, policy_id, sha256, kind, starts_at, ends_at) DO UPDATE SET people = c.people + 1;
  RETURN NULL;
END $$;

REVOKE EXECUTE ON FUNCTION app.add_to_people_counts(jsonb), app.count_added_people(), app.count_changed_people(), app.count_acknowledgment() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.count_added_people(), app.count_changed_people(), app.count_acknowledgment() TO app_owner;

-- What companies have by now.
INSERT INTO app.people_counts (company_id, policy_id, sha256, kind, starts_at, ends_at, people)
  SELECT r.company_id, NULL, NULL, coalesce(r.fields ->> 'kind', ''), r.fields ->> 'startsAt', coalesce(r.fields ->> 'endsAt', ''), count(*)
  FROM app.records r WHERE r.register = 'people' AND r.ended_at IS NULL AND r.fields ? 'startsAt' GROUP BY 1, 4, 5, 6;
INSERT INTO app.people_counts (company_id, policy_id, sha256, kind, starts_at, ends_at, people)
  SELECT r.company_id, v.policy_id, a.sha256, coalesce(r.fields ->> 'kind', ''), r.fields ->> 'startsAt', coalesce(r.fields ->> 'endsAt', ''),
    count(DISTINCT r.id)
  FROM app.acknowledgments a JOIN app.policy_versions v ON v.company_id = a.company_id AND v.id = a.version_id
  JOIN app.records r ON r.company_id = a.company_id AND r.id = a.person_id
  WHERE r.register = 'people' AND r.ended_at IS NULL AND r.fields ? 'startsAt' GROUP BY 1, 2, 3, 4, 5, 6;

SET LOCAL ROLE app_owner;
CREATE TRIGGER count_added AFTER INSERT ON app.records REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION app.count_added_people();
CREATE TRIGGER count_changed AFTER UPDATE ON app.records REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT
  EXECUTE FUNCTION app.count_changed_people();
CREATE TRIGGER count_acknowledgment AFTER INSERT ON app.acknowledgments FOR EACH ROW EXECUTE FUNCTION app.count_acknowledgment();
SET LOCAL ROLE app_definer;
REVOKE EXECUTE ON FUNCTION app.count_added_people(), app.count_changed_people(), app.count_acknowledgment() FROM app_owner;
RESET ROLE;
