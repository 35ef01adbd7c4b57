-- Lists of people read everybody's record as JSON and everything that they acknowledged and passed for each page: of 10,000 people that took a tenth of a
-- second and more. What these lists are found by stands in columns of its own, one narrow row for each of the people; see docs/decisions/0238.
SET LOCAL ROLE app_owner;

-- The texts of policies that anybody acknowledged, in the order of the first acknowledgment, from 0 on.
CREATE TABLE app.policy_texts (
  company_id uuid NOT NULL REFERENCES app.companies,
  number integer NOT NULL CHECK (number >= 0),
  policy_id uuid NOT NULL,
  sha256 text NOT NULL,
  PRIMARY KEY (company_id, number),
  UNIQUE (company_id, policy_id, sha256),
  FOREIGN KEY (company_id, policy_id) REFERENCES app.policies (company_id, id)
);
SELECT app.protect('app.policy_texts');
GRANT SELECT ON app.policy_texts TO app_user;
GRANT SELECT, INSERT ON app.policy_texts TO app_definer;
-- As acknowledgments are read.
CREATE POLICY read ON app.policy_texts FOR SELECT TO app_user
  USING ((SELECT app.my_role()) IN ('owner', 'admin', 'member', 'viewer') OR (SELECT app.is_company_itself()));

-- People whose record has not ended. Maintained by triggers alone; tests compare it with what the rows themselves say.
CREATE TABLE app.listed_people (
  company_id uuid NOT NULL REFERENCES app.companies,
  person_id uuid NOT NULL,
  number integer NOT NULL,
  -- Folded, as it is sorted by.
  name text COLLATE "C" NOT NULL,
  -- Empty where their record has none.
  kind text NOT NULL,
  job_title text NOT NULL,
  -- Their first day and when they were added as app.first_days has them, or else as their record does.
  starts_at timestamptz,
  added_at timestamptz NOT NULL,
  ends_at timestamptz,
  -- Whether a link can be mailed to them.
  reach text NOT NULL CHECK (reach IN ('ready', 'no email', 'unvouched')),
  -- What they acknowledged, where somebody vouches for them: a bit for each text, 32 in each number.
  texts bigint[] NOT NULL DEFAULT '{}',
  -- The courses that they passed here and by lists of others, by name with a space between; when each was passed last, in the same order; and the
  -- first and the last of these instants, by which most people are told from a day without a look at the others.
  passed text NOT NULL DEFAULT '',
  passed_at timestamptz[] NOT NULL DEFAULT '{}',
  passed_first timestamptz,
  passed_last timestamptz,
  imported text NOT NULL DEFAULT '',
  imported_at timestamptz[] NOT NULL DEFAULT '{}',
  imported_first timestamptz,
  imported_last timestamptz,
  PRIMARY KEY (company_id, person_id),
  FOREIGN KEY (company_id, person_id) REFERENCES app.records (company_id, id)
-- A new version of a row finds room beside the old one.
) WITH (fillfactor = 80);
SELECT app.protect('app.listed_people');
GRANT SELECT ON app.listed_people TO app_user;
GRANT SELECT, INSERT, UPDATE, DELETE ON app.listed_people TO app_definer;
-- As people and what they acknowledged are read.
CREATE POLICY read ON app.listed_people FOR SELECT TO app_user USING ('people' = ANY ((SELECT app.my_registers('read'))::text[])
  AND ((SELECT app.my_role()) IN ('owner', 'admin', 'member', 'viewer') OR (SELECT app.is_company_itself())));

SET LOCAL ROLE app_definer;

-- Writes what these people passed.
CREATE FUNCTION app.list_passes(p_company uuid, p_people uuid[]) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
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
      IS DISTINCT FROM (x.passed, x.passed_at, x.passed_first, x.passed_last, x.imported, x.imported_at, x.imported_first, x.imported_last)
$$;

-- Numbers the texts of these versions that have no number yet.
CREATE FUNCTION app.number_texts(p_company uuid, p_versions uuid[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM unnest(p_versions) i (id) CROSS JOIN LATERAL (SELECT v.policy_id, v.sha256 FROM app.policy_versions v
      WHERE v.company_id = p_company AND v.id = i.id OFFSET 0) v WHERE NOT EXISTS (SELECT FROM app.policy_texts t
      WHERE t.company_id = p_company AND t.policy_id = v.policy_id AND t.sha256 = v.sha256)) THEN
    RETURN;
  END IF;
  -- One at a time: whoever waited sees what the other numbered.
  PERFORM pg_advisory_xact_lock(hashtextextended('policy texts ' || p_company, 0));
  INSERT INTO app.policy_texts (company_id, number, policy_id, sha256)
    SELECT p_company, coalesce((SELECT max(t.number) FROM app.policy_texts t WHERE t.company_id = p_company), -1) + row_number() OVER (),
      x.policy_id, x.sha256
    FROM (SELECT DISTINCT v.policy_id, v.sha256 FROM app.policy_versions v WHERE v.company_id = p_company AND v.id = ANY (p_versions)
      AND NOT EXISTS (SELECT FROM app.policy_texts t WHERE t.company_id = p_company AND t.policy_id = v.policy_id AND t.sha256 = v.sha256)) x;
END $$;

-- Adds to what people acknowledged; each text counts where it is the one of its version.
CREATE FUNCTION app.list_texts(p_company uuid, p_people uuid[], p_versions uuid[], p_sha256 text[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_word integer;
BEGIN
  PERFORM app.number_texts(p_company, p_versions);
  FOR v_word IN SELECT DISTINCT t.number / 32 + 1 FROM (SELECT DISTINCT i.id FROM unnest(p_versions) i (id)) i
      CROSS JOIN LATERAL (SELECT v.policy_id, v.sha256 FROM app.policy_versions v WHERE v.company_id = p_company AND v.id = i.id OFFSET 0) v
      JOIN app.policy_texts t ON t.company_id = p_company AND t.policy_id = v.policy_id AND t.sha256 = v.sha256 LOOP
    UPDATE app.listed_people p SET texts[v_word] = coalesce(p.texts[v_word], 0) | x.bits
      FROM (SELECT a.person, bit_or(1::bigint << t.number % 32) AS bits FROM unnest(p_people, p_versions, p_sha256) a (person, version, sha256)
        CROSS JOIN LATERAL (SELECT v.policy_id FROM app.policy_versions v WHERE v.company_id = p_company AND v.id = a.version AND v.sha256 = a.sha256 OFFSET 0) v
        JOIN app.policy_texts t ON t.company_id = p_company AND t.policy_id = v.policy_id AND t.sha256 = a.sha256 AND t.number / 32 + 1 = v_word
        GROUP BY a.person) x
      WHERE p.company_id = p_company AND p.person_id = x.person AND coalesce(p.texts[v_word], 0) & x.bits <> x.bits;
  END LOOP;
END $$;

-- Writes these people of a company anew, and takes out who ended.
CREATE FUNCTION app.list_people(p_company uuid, p_people uuid[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_added uuid[]; v record;
BEGIN
  DELETE FROM app.listed_people p WHERE p.company_id = p_company AND p.person_id = ANY (p_people) AND NOT EXISTS (SELECT FROM app.records r
    WHERE r.company_id = p_company AND r.id = p.person_id AND r.register = 'people' AND r.ended_at IS NULL AND r.matter_id IS NULL);
  v_added := ARRAY(SELECT i.id FROM unnest(p_people) i (id) WHERE NOT EXISTS (SELECT FROM app.listed_people p
    WHERE p.company_id = p_company AND p.person_id = i.id));
  INSERT INTO app.listed_people AS x (company_id, person_id, number, name, kind, job_title, starts_at, added_at, ends_at, reach)
    SELECT r.company_id, r.id, r.number, app.fold(left(coalesce(r.fields ->> 'name', ''), 300)), coalesce(r.fields ->> 'kind', ''),
      coalesce(r.fields ->> 'jobTitle', ''), coalesce(k.starts_at, r.fields ->> 'startsAt')::timestamptz, coalesce(k.added_at, r.created_at),
      (r.fields ->> 'endsAt')::timestamptz,
      CASE WHEN coalesce(btrim(r.fields ->> 'email'), '') = '' THEN 'no email'
        WHEN r.vouched_email IS DISTINCT FROM lower(r.fields ->> 'email') THEN 'unvouched' ELSE 'ready' END
    FROM unnest(p_people) i (id) JOIN app.records r ON r.company_id = p_company AND r.id = i.id AND r.register = 'people' AND r.ended_at IS NULL
      AND r.matter_id IS NULL
    LEFT JOIN app.first_days k ON k.company_id = r.company_id AND k.person_id = r.id
    ON CONFLICT (company_id, person_id) DO UPDATE
      SET (name, kind, job_title, starts_at, ends_at, added_at, reach) =
        (excluded.name, excluded.kind, excluded.job_title, excluded.starts_at, excluded.ends_at, excluded.added_at, excluded.reach)
      WHERE (x.name, x.kind, x.job_title, x.starts_at, x.ends_at, x.added_at, x.reach) IS DISTINCT FROM
        (excluded.name, excluded.kind, excluded.job_title, excluded.starts_at, excluded.ends_at, excluded.added_at, excluded.reach);
  -- Who is new has passed and acknowledged nothing yet, but for who came back.
  IF EXISTS (SELECT FROM unnest(v_added) i (id) CROSS JOIN LATERAL (SELECT FROM app.completions c WHERE c.company_id = p_company AND c.person_id = i.id LIMIT 1) c) THEN
    PERFORM app.list_passes(p_company, v_added);
  END IF;
  SELECT array_agg(a.person_id) AS people, array_agg(a.version_id) AS versions, array_agg(a.sha256) AS texts INTO v FROM unnest(v_added) i (id)
    JOIN app.acknowledgments a ON a.company_id = p_company AND a.person_id = i.id AND a.vouched IS NOT NULL;
  IF v.people IS NOT NULL THEN PERFORM app.list_texts(p_company, v.people, v.versions, v.texts); END IF;
END $$;

CREATE FUNCTION app.list_written_people() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v record;
BEGIN
  FOR v IN SELECT w.company_id, array_agg(w.id) AS ids FROM written w WHERE w.register = 'people' GROUP BY w.company_id LOOP
    PERFORM app.list_people(v.company_id, v.ids);
  END LOOP;
  RETURN NULL;
END $$;

-- Changes days alone: whoever is listed no more is not listed anew, as where all of a company is erased.
CREATE FUNCTION app.list_first_days() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.listed_people x SET (starts_at, added_at) = (d.starts_at, d.added_at)
    FROM (SELECT r.company_id, r.id, coalesce(k.starts_at, r.fields ->> 'startsAt')::timestamptz AS starts_at, coalesce(k.added_at, r.created_at) AS added_at
      FROM (SELECT DISTINCT w.company_id, w.person_id FROM written w) w
      JOIN app.records r ON r.company_id = w.company_id AND r.id = w.person_id
      LEFT JOIN app.first_days k ON k.company_id = r.company_id AND k.person_id = r.id) d
    WHERE x.company_id = d.company_id AND x.person_id = d.id AND (x.starts_at, x.added_at) IS DISTINCT FROM (d.starts_at, d.added_at);
  RETURN NULL;
END $$;

CREATE FUNCTION app.list_written_passes() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v record;
BEGIN
  FOR v IN SELECT w.company_id, array_agg(DISTINCT w.person_id) AS ids FROM written w GROUP BY w.company_id LOOP
    PERFORM app.list_passes(v.company_id, v.ids);
  END LOOP;
  RETURN NULL;
END $$;

CREATE FUNCTION app.list_written_texts() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v record;
BEGIN
  FOR v IN SELECT w.company_id, array_agg(w.person_id) AS people, array_agg(w.version_id) AS versions, array_agg(w.sha256) AS texts FROM written w
      WHERE w.vouched IS NOT NULL GROUP BY w.company_id LOOP
    PERFORM app.list_texts(v.company_id, v.people, v.versions, v.texts);
  END LOOP;
  RETURN NULL;
END $$;

-- The ledger is locked before people are listed anew, as by whoever passes or acknowledges something meanwhile.
CREATE OR REPLACE FUNCTION app.hold_undone() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF OLD.vouched IS NULL AND NEW.vouched IS NOT NULL AND NEW.undone_at IS NOT DISTINCT FROM OLD.undone_at THEN RETURN NEW; END IF;
  IF OLD.undone_at IS NOT NULL OR NEW.undone_at IS NULL THEN
    RAISE EXCEPTION 'it is undone once' USING ERRCODE = '23514', CONSTRAINT = 'completion_undone_once';
  END IF;
  PERFORM app.lock_ledger();
  RETURN NEW;
END $$;

REVOKE EXECUTE ON FUNCTION app.list_passes(uuid, uuid[]), app.number_texts(uuid, uuid[]), app.list_texts(uuid, uuid[], uuid[], text[]),
  app.list_people(uuid, uuid[]), app.list_written_people(), app.list_first_days(), app.list_written_passes(), app.list_written_texts() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.list_written_people(), app.list_first_days(), app.list_written_passes(), app.list_written_texts() TO app_owner;

-- What companies have by now.
SELECT app.list_people(r.company_id, array_agg(r.id)) FROM app.records r WHERE r.register = 'people' AND r.ended_at IS NULL GROUP BY r.company_id;

SET LOCAL ROLE app_owner;
CREATE TRIGGER list_added AFTER INSERT ON app.records REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION app.list_written_people();
CREATE TRIGGER list_changed AFTER UPDATE ON app.records REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION app.list_written_people();
CREATE TRIGGER list_added AFTER INSERT ON app.first_days REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION app.list_first_days();
CREATE TRIGGER list_removed AFTER DELETE ON app.first_days REFERENCING OLD TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION app.list_first_days();
CREATE TRIGGER list_added AFTER INSERT ON app.completions REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION app.list_written_passes();
CREATE TRIGGER list_changed AFTER UPDATE ON app.completions REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION app.list_written_passes();
CREATE TRIGGER list_added AFTER INSERT ON app.acknowledgments REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION app.list_written_texts();
CREATE TRIGGER list_changed AFTER UPDATE ON app.acknowledgments REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION app.list_written_texts();
SET LOCAL ROLE app_definer;
REVOKE EXECUTE ON FUNCTION app.list_written_people(), app.list_first_days(), app.list_written_passes(), app.list_written_texts() FROM app_owner;
RESET ROLE;
