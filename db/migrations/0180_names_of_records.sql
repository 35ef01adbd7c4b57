-- What records are called, every word by which one is found, and how many there are, are kept as they change: a page of 10,000 records
-- read all of them, search over all registers took 300 ms, and a list that was searched read the links of every company.
SET LOCAL ROLE app_owner;

-- The field that names a register's records, and what stands before their numbers: written from the declared registers.
ALTER TABLE app.registers ADD COLUMN title text, ADD COLUMN prefix text;

-- One row for each record that belongs to no matter. Maintained by triggers alone; tests compare it with what the records themselves say.
CREATE TABLE app.record_names (
  company_id uuid NOT NULL REFERENCES app.companies,
  record_id uuid NOT NULL,
  register text NOT NULL,
  number bigint NOT NULL,
  ended boolean NOT NULL,
  approved boolean NOT NULL,
  -- Both lowercased: what names it, which lists are ordered by; and its number, its own texts and the names of what it leads to.
  title text NOT NULL,
  words text NOT NULL,
  PRIMARY KEY (company_id, record_id),
  FOREIGN KEY (company_id, register, record_id) REFERENCES app.records (company_id, register, id)
);
CREATE INDEX record_names_in_order ON app.record_names (company_id, register, title, number);
CREATE INDEX record_names_newest ON app.record_names (company_id, ended, number DESC);
SELECT app.protect('app.record_names');
GRANT SELECT ON app.record_names TO app_user;
GRANT INSERT, UPDATE ON app.record_names TO app_definer;
CREATE POLICY read ON app.record_names FOR SELECT TO app_user USING (register = ANY ((SELECT app.my_registers('read'))::text[]));

-- How many records of a register stand how, those of matters left out.
CREATE TABLE app.record_counts (
  company_id uuid NOT NULL REFERENCES app.companies,
  register text NOT NULL,
  approved integer NOT NULL CHECK (approved >= 0),
  waiting integer NOT NULL CHECK (waiting >= 0),
  ended integer NOT NULL CHECK (ended >= 0),
  PRIMARY KEY (company_id, register)
-- A count changes often: its new version finds room beside the old one.
) WITH (fillfactor = 50);
SELECT app.protect('app.record_counts');
GRANT SELECT ON app.record_counts TO app_user;
GRANT INSERT, UPDATE ON app.record_counts TO app_definer;
CREATE POLICY read ON app.record_counts FOR SELECT TO app_user USING (register = ANY ((SELECT app.my_registers('read'))::text[]));

CREATE INDEX record_links_of_system ON app.record_links (company_id, system_id) WHERE system_id IS NOT NULL;
CREATE INDEX records_by_change ON app.records (company_id, register, changed_at, number);

RESET ROLE;
CREATE INDEX record_names_trigrams ON app.record_names USING gin (company_id, title extensions.gin_trgm_ops);

SET LOCAL ROLE app_definer;

-- Names these records of a company anew. A name that not everybody who reads the record may read stays out of its words.
CREATE FUNCTION app.name_records(p_company uuid, p_records uuid[]) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO app.record_names AS x (company_id, record_id, register, number, ended, approved, title, words)
    WITH declared AS MATERIALIZED (SELECT g.key, g.prefix, g.title, g.read_roles,
        coalesce((SELECT f.type FROM app.register_fields f WHERE f.register = g.key AND f.field = g.title) = 'system', false) AS of_system,
        ARRAY(SELECT f.field FROM app.register_fields f WHERE f.register = g.key
          AND coalesce(f.item, f.type) IN ('person', 'record', 'system', 'control', 'exhibit')) AS links
      FROM app.registers g)
    SELECT r.company_id, r.id, r.register, r.number, r.ended_at IS NOT NULL, r.approved_at IS NOT NULL, lower(left(coalesce(t.title, ''), 300)),
      left(lower(concat_ws(' ', g.prefix || '-' || r.number, jsonb_path_query_array(r.fields - g.links, '$.*')::text, l.names)), 30000)
    FROM unnest(p_records) i (id) JOIN app.records r ON r.company_id = p_company AND r.id = i.id AND r.matter_id IS NULL
    JOIN declared g ON g.key = r.register
    CROSS JOIN LATERAL (SELECT CASE WHEN g.of_system THEN (SELECT s.name FROM app.systems s WHERE s.company_id = p_company
      AND s.id = (r.fields ->> g.title)::uuid) ELSE r.fields ->> g.title END AS title) t
    LEFT JOIN LATERAL (SELECT string_agg(CASE WHEN k.system_id IS NOT NULL THEN s.name ELSE o.fields ->> d.title END, ' ' ORDER BY k.field, k.position) AS names
      FROM app.record_links k LEFT JOIN app.systems s ON s.company_id = p_company AND s.id = k.system_id
      LEFT JOIN app.records o ON o.company_id = p_company AND o.id = CASE WHEN k.person_id IS NULL THEN k.target_id ELSE k.person_id END AND o.matter_id IS NULL
      LEFT JOIN declared d ON d.key = o.register AND d.read_roles @> g.read_roles AND NOT d.of_system
      WHERE k.company_id = p_company AND k.record_id = r.id) l ON true
    ON CONFLICT (company_id, record_id) DO UPDATE SET (ended, approved, title, words) = (excluded.ended, excluded.approved, excluded.title, excluded.words)
$$;

-- Names all records of a register anew: its declaration changed.
CREATE FUNCTION app.name_register() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v record;
BEGIN
  FOR v IN SELECT r.company_id, array_agg(r.id) AS ids FROM app.records r WHERE r.matter_id IS NULL AND (r.register = NEW.key
      OR r.register IN (SELECT f.register FROM app.register_fields f
        WHERE CASE coalesce(f.item, f.type) WHEN 'person' THEN 'people' ELSE f.target END = NEW.key)) GROUP BY r.company_id LOOP
    PERFORM app.name_records(v.company_id, v.ids);
  END LOOP;
  RETURN NULL;
END $$;

CREATE FUNCTION app.name_added_records() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v record;
BEGIN
  FOR v IN SELECT n.company_id, array_agg(n.id) AS ids FROM added n WHERE n.matter_id IS NULL GROUP BY n.company_id LOOP
    PERFORM app.name_records(v.company_id, v.ids);
  END LOOP;
  INSERT INTO app.record_counts AS c (company_id, register, approved, waiting, ended)
    SELECT n.company_id, n.register, count(*) FILTER (WHERE n.ended_at IS NULL AND n.approved_at IS NOT NULL),
      count(*) FILTER (WHERE n.ended_at IS NULL AND n.approved_at IS NULL), count(*) FILTER (WHERE n.ended_at IS NOT NULL)
    FROM added n WHERE n.matter_id IS NULL GROUP BY n.company_id, n.register
    ON CONFLICT (company_id, register) DO UPDATE
      SET (approved, waiting, ended) = (c.approved + excluded.approved, c.waiting + excluded.waiting, c.ended + excluded.ended);
  RETURN NULL;
END $$;

CREATE FUNCTION app.name_changed_records() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v record;
BEGIN
  UPDATE app.record_names x SET (ended, approved) = (n.ended_at IS NOT NULL, n.approved_at IS NOT NULL) FROM after n
    WHERE x.company_id = n.company_id AND x.record_id = n.id AND (x.ended, x.approved) IS DISTINCT FROM (n.ended_at IS NOT NULL, n.approved_at IS NOT NULL);
  -- What leads to a record has its name among its words.
  FOR v IN WITH changed AS (SELECT n.company_id, n.id, o.fields -> g.title IS DISTINCT FROM n.fields -> g.title AS renamed
        FROM after n JOIN before o ON o.company_id = n.company_id AND o.id = n.id JOIN app.registers g ON g.key = n.register
        WHERE n.matter_id IS NULL AND n.fields IS DISTINCT FROM o.fields),
      stale AS (SELECT c.company_id, c.id FROM changed c
        UNION SELECT l.company_id, l.record_id FROM changed c JOIN app.record_links l ON l.company_id = c.company_id AND l.person_id = c.id WHERE c.renamed
        UNION SELECT l.company_id, l.record_id FROM changed c JOIN app.record_links l ON l.company_id = c.company_id AND l.target_id = c.id WHERE c.renamed)
      SELECT s.company_id, array_agg(s.id) AS ids FROM stale s GROUP BY s.company_id LOOP
    PERFORM app.name_records(v.company_id, v.ids);
  END LOOP;
  UPDATE app.record_counts c SET (approved, waiting, ended) = (c.approved + x.approved, c.waiting + x.waiting, c.ended + x.ended)
    FROM (SELECT s.company_id, s.register, sum(CASE WHEN s.ended_at IS NULL AND s.approved_at IS NOT NULL THEN s.one ELSE 0 END) AS approved,
        sum(CASE WHEN s.ended_at IS NULL AND s.approved_at IS NULL THEN s.one ELSE 0 END) AS waiting,
        sum(CASE WHEN s.ended_at IS NOT NULL THEN s.one ELSE 0 END) AS ended
      FROM (SELECT o.company_id, o.register, o.ended_at, o.approved_at, -1 AS one FROM before o WHERE o.matter_id IS NULL
        UNION ALL SELECT n.company_id, n.register, n.ended_at, n.approved_at, 1 FROM after n WHERE n.matter_id IS NULL) s GROUP BY 1, 2) x
    WHERE c.company_id = x.company_id AND c.register = x.register AND (x.approved, x.waiting, x.ended) IS DISTINCT FROM (0, 0, 0);
  RETURN NULL;
END $$;

-- A system's name is that of the records about it, and a word of those that lead to it.
CREATE FUNCTION app.name_records_of_system() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM app.name_records(NEW.company_id, ARRAY(SELECT l.record_id FROM app.record_links l WHERE l.company_id = NEW.company_id AND l.system_id = NEW.id));
  RETURN NULL;
END $$;

-- Records of these registers whose name is like a pattern: those that have not ended first, the newest first. Behind the policies, which keep
-- LIKE from an index.
CREATE FUNCTION app.find_records(p_registers text[], p_pattern text, p_limit integer) RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  v_company uuid := app.tenant();
  v_limit integer := least(p_limit, 50);
  v_registers text[] := ARRAY(SELECT unnest(p_registers) INTERSECT SELECT unnest(app.my_registers('read')));
  v_found uuid[];
BEGIN
  v_found := ARRAY(SELECT newest.record_id FROM (SELECT n.record_id, n.register, n.title, n.ended, n.number FROM app.record_names n
      WHERE n.company_id = v_company ORDER BY n.ended, n.number DESC LIMIT 2000) newest
    WHERE newest.register = ANY (v_registers) AND newest.title LIKE p_pattern ORDER BY newest.ended, newest.number DESC LIMIT v_limit);
  -- Without three letters in a row there is no trigram to look up, and every record would be read.
  IF cardinality(v_found) < v_limit AND p_pattern ~ '[[:alnum:]]{3}' THEN
    v_found := ARRAY(WITH hits AS MATERIALIZED (SELECT n.record_id, n.ended, n.number FROM app.record_names n
        WHERE n.company_id = v_company AND n.title LIKE p_pattern AND n.register = ANY (v_registers))
      SELECT h.record_id FROM hits h ORDER BY h.ended, h.number DESC LIMIT v_limit);
  END IF;
  RETURN QUERY SELECT unnest(v_found);
END $$;

REVOKE EXECUTE ON FUNCTION app.name_records(uuid, uuid[]), app.name_register(), app.name_added_records(), app.name_changed_records(),
  app.name_records_of_system(), app.find_records(text[], text, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.name_register(), app.name_added_records(), app.name_changed_records(), app.name_records_of_system() TO app_owner;
GRANT EXECUTE ON FUNCTION app.find_records(text[], text, integer) TO app_user;

SET LOCAL ROLE app_owner;
-- After keep_added and keep_changed, which write the links.
CREATE TRIGGER name_added AFTER INSERT ON app.records REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION app.name_added_records();
CREATE TRIGGER name_changed AFTER UPDATE ON app.records REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION app.name_changed_records();
CREATE TRIGGER name_renamed AFTER UPDATE OF name ON app.systems FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION app.name_records_of_system();
-- The records that there are get their names when the registers are first written with theirs, which every migration is followed by.
CREATE TRIGGER name_records AFTER UPDATE ON app.registers FOR EACH ROW WHEN ((OLD.title, OLD.prefix, OLD.read_roles) IS DISTINCT FROM (NEW.title, NEW.prefix, NEW.read_roles))
  EXECUTE FUNCTION app.name_register();

-- While nobody writes: the triggers that stand by now hold the records' lock.
SET LOCAL ROLE app_definer;
INSERT INTO app.record_counts (company_id, register, approved, waiting, ended)
  SELECT r.company_id, r.register, count(*) FILTER (WHERE r.ended_at IS NULL AND r.approved_at IS NOT NULL),
    count(*) FILTER (WHERE r.ended_at IS NULL AND r.approved_at IS NULL), count(*) FILTER (WHERE r.ended_at IS NOT NULL)
  FROM app.records r WHERE r.matter_id IS NULL GROUP BY r.company_id, r.register;
RESET ROLE;
