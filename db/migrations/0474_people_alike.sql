-- Lists of people asked which titles and passed courses there are by a look at everybody, and compared each person with all of these: of 10,000 people
-- four hundred thousand times for a page. Who is alike has one number, by which what follows from a title is found. See docs/decisions/0241.
SET LOCAL ROLE app_owner;

-- What people who are listed have in common. Maintained by triggers alone; what nobody has any more is taken out, and its number is free again.
CREATE TABLE app.people_alike (
  company_id uuid NOT NULL REFERENCES app.companies,
  number integer NOT NULL CHECK (number > 0),
  kind text NOT NULL,
  job_title text NOT NULL,
  passed text NOT NULL,
  imported text NOT NULL,
  PRIMARY KEY (company_id, number)
);
-- By a hash: a title may be longer than a key of an index.
CREATE UNIQUE INDEX people_alike_once ON app.people_alike (company_id, md5(job_title), kind, passed, imported);
SELECT app.protect('app.people_alike');
GRANT SELECT ON app.people_alike TO app_user;
GRANT SELECT, INSERT, DELETE ON app.people_alike TO app_definer;
-- As app.listed_people is read.
CREATE POLICY read ON app.people_alike FOR SELECT TO app_user USING ('people' = ANY ((SELECT app.my_registers('read'))::text[])
  AND ((SELECT app.my_role()) IN ('owner', 'admin', 'member', 'viewer') OR (SELECT app.is_company_itself())));

ALTER TABLE app.listed_people ADD COLUMN alike integer;

SET LOCAL ROLE app_definer;
CREATE FUNCTION app.number_alike() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  LOOP
    NEW.alike := (SELECT a.number FROM app.people_alike a WHERE a.company_id = NEW.company_id AND md5(a.job_title) = md5(NEW.job_title)
      AND a.kind = NEW.kind AND a.passed = NEW.passed AND a.imported = NEW.imported);
    EXIT WHEN NEW.alike IS NOT NULL;
    -- The first number that is free, so that there are no more numbers than there were people alike at once.
    INSERT INTO app.people_alike (company_id, number, kind, job_title, passed, imported)
      SELECT NEW.company_id, min(n.free), NEW.kind, NEW.job_title, NEW.passed, NEW.imported FROM (
        SELECT 1 AS free UNION ALL SELECT a.number + 1 FROM app.people_alike a WHERE a.company_id = NEW.company_id) n
      WHERE NOT EXISTS (SELECT FROM app.people_alike a WHERE a.company_id = NEW.company_id AND a.number = n.free) ON CONFLICT DO NOTHING;
  END LOOP;
  RETURN NEW;
END $$;

CREATE FUNCTION app.forget_alike() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM app.people_alike a WHERE a.company_id = OLD.company_id AND a.number = OLD.alike AND NOT EXISTS (SELECT FROM app.listed_people p
    WHERE p.company_id = OLD.company_id AND p.alike = OLD.alike);
  RETURN NULL;
END $$;
-- What records of people say in columns, of those who have not ended.
CREATE FUNCTION app.people_columns(p_company uuid, p_people uuid[]) RETURNS TABLE (person_id uuid, number integer, name text, kind text, job_title text,
  starts_at timestamptz, added_at timestamptz, ends_at timestamptz, reach text)
LANGUAGE sql STABLE ROWS 10 SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT r.id, r.number::integer, app.fold(left(coalesce(r.fields ->> 'name', ''), 300)), coalesce(r.fields ->> 'kind', ''),
    coalesce(r.fields ->> 'jobTitle', ''), coalesce(k.starts_at, r.fields ->> 'startsAt')::timestamptz, coalesce(k.added_at, r.created_at),
    (r.fields ->> 'endsAt')::timestamptz,
    CASE WHEN coalesce(btrim(r.fields ->> 'email'), '') = '' THEN 'no email'
      WHEN r.vouched_email IS DISTINCT FROM lower(r.fields ->> 'email') THEN 'unvouched' ELSE 'ready' END
  FROM unnest(p_people) i (id) JOIN app.records r ON r.company_id = p_company AND r.id = i.id AND r.register = 'people' AND r.ended_at IS NULL
    AND r.matter_id IS NULL
  LEFT JOIN app.first_days k ON k.company_id = r.company_id AND k.person_id = r.id
$$;

-- As in 0468. Who is there already is changed alone: to whoever is new a trigger gives a number.
CREATE OR REPLACE FUNCTION app.list_people(p_company uuid, p_people uuid[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_added uuid[]; v record;
BEGIN
  DELETE FROM app.listed_people p WHERE p.company_id = p_company AND p.person_id = ANY (p_people) AND NOT EXISTS (SELECT FROM app.records r
    WHERE r.company_id = p_company AND r.id = p.person_id AND r.register = 'people' AND r.ended_at IS NULL AND r.matter_id IS NULL);
  v_added := ARRAY(SELECT i.id FROM unnest(p_people) i (id) WHERE NOT EXISTS (SELECT FROM app.listed_people p
    WHERE p.company_id = p_company AND p.person_id = i.id));
  INSERT INTO app.listed_people (company_id, person_id, number, name, kind, job_title, starts_at, added_at, ends_at, reach)
    SELECT p_company, n.person_id, n.number, n.name, n.kind, n.job_title, n.starts_at, n.added_at, n.ends_at, n.reach
    FROM app.people_columns(p_company, v_added) n ON CONFLICT DO NOTHING;
  UPDATE app.listed_people x SET (name, kind, job_title, starts_at, ends_at, added_at, reach) =
      (n.name, n.kind, n.job_title, n.starts_at, n.ends_at, n.added_at, n.reach)
    FROM app.people_columns(p_company, p_people) n WHERE x.company_id = p_company AND x.person_id = n.person_id
      AND (x.name, x.kind, x.job_title, x.starts_at, x.ends_at, x.added_at, x.reach) IS DISTINCT FROM
        (n.name, n.kind, n.job_title, n.starts_at, n.ends_at, n.added_at, n.reach);
  -- Who is new has passed and acknowledged nothing yet, but for who came back.
  IF EXISTS (SELECT FROM unnest(v_added) i (id) CROSS JOIN LATERAL (SELECT FROM app.completions c WHERE c.company_id = p_company AND c.person_id = i.id LIMIT 1) c) THEN
    PERFORM app.list_passes(p_company, v_added);
  END IF;
  SELECT array_agg(a.person_id) AS people, array_agg(a.version_id) AS versions, array_agg(a.sha256) AS texts INTO v FROM unnest(v_added) i (id)
    JOIN app.acknowledgments a ON a.company_id = p_company AND a.person_id = i.id AND a.vouched IS NOT NULL;
  IF v.people IS NOT NULL THEN PERFORM app.list_texts(p_company, v.people, v.versions, v.texts); END IF;
END $$;
REVOKE ALL ON FUNCTION app.number_alike(), app.forget_alike(), app.people_columns(uuid, uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.number_alike(), app.forget_alike() TO app_owner;

SET LOCAL ROLE app_owner;
-- What somebody acknowledged is written without it.
CREATE TRIGGER number_alike BEFORE INSERT OR UPDATE OF kind, job_title, passed, imported ON app.listed_people FOR EACH ROW
  EXECUTE FUNCTION app.number_alike();
-- Where rows are copied, too: nobody is without a number.
ALTER TABLE app.listed_people ENABLE ALWAYS TRIGGER number_alike;
SET LOCAL ROLE app_definer;
-- What companies have by now.
UPDATE app.listed_people p SET kind = p.kind;

SET LOCAL ROLE app_owner;
SET CONSTRAINTS ALL IMMEDIATE;
CREATE INDEX listed_people_alike ON app.listed_people (company_id, alike);
ALTER TABLE app.listed_people ALTER COLUMN alike SET NOT NULL,
  ADD FOREIGN KEY (company_id, alike) REFERENCES app.people_alike (company_id, number);
CREATE TRIGGER forget_changed AFTER UPDATE OF kind, job_title, passed, imported ON app.listed_people FOR EACH ROW
  WHEN (OLD.alike <> NEW.alike) EXECUTE FUNCTION app.forget_alike();
CREATE TRIGGER forget_removed AFTER DELETE ON app.listed_people FOR EACH ROW EXECUTE FUNCTION app.forget_alike();
SET LOCAL ROLE app_definer;
REVOKE EXECUTE ON FUNCTION app.number_alike(), app.forget_alike() FROM app_owner;
RESET ROLE;
