-- Lists of people asked which titles and passed courses there are by a look at everybody, and compared each person with all of these: of 10,000 people
-- four hundred thousand times for a page. Who is alike has one number, by which what follows from a title is found. See docs/decisions/0241.
SET LOCAL ROLE app_owner;

-- What people who are listed have in common. Maintained with app.listed_people alone; what nobody has any more is taken out.
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
-- Gives a number to each of these that has none yet. Mostly one that nobody ever had: a list that is read meanwhile takes it for nobody else. Numbers
-- that are free are given again once there are more than twice as many as people alike, so that they stay few.
CREATE FUNCTION app.number_alike(p_company uuid, p_kinds text[], p_titles text[], p_passed text[], p_imported text[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_most integer; v_many integer;
BEGIN
  SELECT coalesce(max(a.number), 0), count(*) INTO v_most, v_many FROM app.people_alike a WHERE a.company_id = p_company;
  INSERT INTO app.people_alike (company_id, number, kind, job_title, passed, imported)
    WITH missing AS MATERIALIZED (SELECT c.*, row_number() OVER () AS at FROM (SELECT DISTINCT * FROM unnest(p_kinds, p_titles, p_passed, p_imported)
          c (kind, job_title, passed, imported)) c WHERE NOT EXISTS (SELECT FROM app.people_alike a WHERE a.company_id = p_company
          AND md5(a.job_title) = md5(c.job_title) AND a.kind = c.kind AND a.passed = c.passed AND a.imported = c.imported)),
      free AS MATERIALIZED (SELECT n.number, row_number() OVER (ORDER BY n.number) AS at
        FROM generate_series(CASE WHEN v_most > 2 * v_many + 100 THEN 1 ELSE v_most + 1 END, v_most + (SELECT count(*) FROM missing)::integer) n (number)
        WHERE NOT EXISTS (SELECT FROM app.people_alike a WHERE a.company_id = p_company AND a.number = n.number))
    SELECT p_company, f.number, m.kind, m.job_title, m.passed, m.imported FROM missing m JOIN free f ON f.at = m.at;
END $$;

-- Of these people, who changed: each gets the number that they have by now. What nobody has any more of `p_former` is taken out.
CREATE FUNCTION app.number_people(p_company uuid, p_people uuid[], p_former integer[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM app.number_alike(p_company, array_agg(x.kind), array_agg(x.job_title), array_agg(x.passed), array_agg(x.imported))
    FROM (SELECT DISTINCT p.kind, p.job_title, p.passed, p.imported FROM app.listed_people p
      WHERE p.company_id = p_company AND p.person_id = ANY (p_people)) x;
  UPDATE app.listed_people p SET alike = a.number FROM app.people_alike a WHERE p.company_id = p_company AND p.person_id = ANY (p_people)
    AND a.company_id = p_company AND md5(a.job_title) = md5(p.job_title) AND a.kind = p.kind AND a.passed = p.passed AND a.imported = p.imported
    AND p.alike <> a.number;
  DELETE FROM app.people_alike a WHERE a.company_id = p_company AND a.number = ANY (p_former) AND NOT EXISTS (SELECT FROM app.listed_people p
    WHERE p.company_id = p_company AND p.alike = a.number);
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

-- As in 0468, with the numbers of who is alike.
CREATE OR REPLACE FUNCTION app.list_people(p_company uuid, p_people uuid[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_added uuid[]; v_former integer[]; v record;
BEGIN
  v_former := ARRAY(SELECT DISTINCT p.alike FROM app.listed_people p WHERE p.company_id = p_company AND p.person_id = ANY (p_people));
  DELETE FROM app.listed_people p WHERE p.company_id = p_company AND p.person_id = ANY (p_people) AND NOT EXISTS (SELECT FROM app.records r
    WHERE r.company_id = p_company AND r.id = p.person_id AND r.register = 'people' AND r.ended_at IS NULL AND r.matter_id IS NULL);
  v_added := ARRAY(SELECT i.id FROM unnest(p_people) i (id) WHERE NOT EXISTS (SELECT FROM app.listed_people p
    WHERE p.company_id = p_company AND p.person_id = i.id));
  PERFORM app.number_alike(p_company, array_agg(x.kind), array_agg(x.job_title), array_agg(''::text), array_agg(''::text))
    FROM (SELECT DISTINCT n.kind, n.job_title FROM app.people_columns(p_company, v_added) n) x;
  INSERT INTO app.listed_people (company_id, person_id, number, name, kind, job_title, starts_at, added_at, ends_at, reach, alike)
    SELECT p_company, n.person_id, n.number, n.name, n.kind, n.job_title, n.starts_at, n.added_at, n.ends_at, n.reach, a.number
    FROM app.people_columns(p_company, v_added) n JOIN app.people_alike a ON a.company_id = p_company AND md5(a.job_title) = md5(n.job_title)
      AND a.kind = n.kind AND a.passed = '' AND a.imported = '' ON CONFLICT DO NOTHING;
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
  PERFORM app.number_people(p_company, p_people, v_former);
END $$;

-- As in 0468, with the numbers of who is alike.
CREATE OR REPLACE FUNCTION app.list_passes(p_company uuid, p_people uuid[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_former integer[];
BEGIN
  v_former := ARRAY(SELECT DISTINCT p.alike FROM app.listed_people p WHERE p.company_id = p_company AND p.person_id = ANY (p_people));
  UPDATE app.listed_people p SET (passed, passed_at, passed_first, passed_last, imported, imported_at, imported_first, imported_last) =
      (x.passed, x.passed_at, x.passed_first, x.passed_last, x.imported, x.imported_at, x.imported_first, x.imported_last)
    FROM (SELECT i.id, coalesce(string_agg(n.course, ' ' ORDER BY n.course) FILTER (WHERE n.source = 'quiz'), '') AS passed,
        coalesce(array_agg(n.at ORDER BY n.course) FILTER (WHERE n.source = 'quiz'), '{}') AS passed_at,
        min(n.at) FILTER (WHERE n.source = 'quiz') AS passed_first, max(n.at) FILTER (WHERE n.source = 'quiz') AS passed_last,
        coalesce(string_agg(n.course, ' ' ORDER BY n.course) FILTER (WHERE n.source = 'import'), '') AS imported,
        coalesce(array_agg(n.at ORDER BY n.course) FILTER (WHERE n.source = 'import'), '{}') AS imported_at,
        min(n.at) FILTER (WHERE n.source = 'import') AS imported_first, max(n.at) FILTER (WHERE n.source = 'import') AS imported_last
      FROM unnest(p_people) i (id) LEFT JOIN LATERAL (SELECT c.course, c.source, max(c.completed_at) AS at FROM app.completions c
        WHERE c.company_id = p_company AND c.person_id = i.id AND c.passed AND (c.source <> 'quiz' OR c.vouched IS NOT NULL) AND c.undone_at IS NULL
        GROUP BY c.course, c.source) n ON true GROUP BY i.id) x
    WHERE p.company_id = p_company AND p.person_id = x.id AND (p.passed, p.passed_at, p.passed_first, p.passed_last, p.imported, p.imported_at, p.imported_first, p.imported_last)
      IS DISTINCT FROM (x.passed, x.passed_at, x.passed_first, x.passed_last, x.imported, x.imported_at, x.imported_first, x.imported_last);
  PERFORM app.number_people(p_company, p_people, v_former);
END $$;
REVOKE ALL ON FUNCTION app.number_alike(uuid, text[], text[], text[], text[]), app.number_people(uuid, uuid[], integer[]),
  app.people_columns(uuid, uuid[]) FROM PUBLIC;

-- What companies have by now.
INSERT INTO app.people_alike (company_id, number, kind, job_title, passed, imported)
  SELECT x.company_id, row_number() OVER (PARTITION BY x.company_id ORDER BY x.kind, x.job_title, x.passed, x.imported), x.kind, x.job_title, x.passed, x.imported
  FROM (SELECT DISTINCT p.company_id, p.kind, p.job_title, p.passed, p.imported FROM app.listed_people p) x;
UPDATE app.listed_people p SET alike = a.number FROM app.people_alike a WHERE a.company_id = p.company_id AND md5(a.job_title) = md5(p.job_title)
  AND a.kind = p.kind AND a.passed = p.passed AND a.imported = p.imported;

SET LOCAL ROLE app_owner;
SET CONSTRAINTS ALL IMMEDIATE;
CREATE INDEX listed_people_alike ON app.listed_people (company_id, alike);
ALTER TABLE app.listed_people ALTER COLUMN alike SET NOT NULL,
  ADD FOREIGN KEY (company_id, alike) REFERENCES app.people_alike (company_id, number);
RESET ROLE;
