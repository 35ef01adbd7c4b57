-- Each list of tasks looked through every register that declares tasks. Now a record that may ask for something has a key, written when it changes, with the day
-- from which its due date follows. Whether it asks yet is still decided when it is read. See docs/decisions/0253.
SET LOCAL ROLE app_owner;

-- What tasks find records of a register by: written from the declared registers.
ALTER TABLE app.registers ADD COLUMN finders jsonb CHECK (jsonb_typeof(finders) = 'array');
-- Whether its records have keys by these finders: until then they are given them, one company after the other (src/server/db/key-records.ts).
ALTER TABLE app.registers ADD COLUMN is_keyed boolean NOT NULL DEFAULT true;

-- Each record under what it is found by, with the day or instant that its task follows from. Maintained by triggers alone; a record of a matter has none.
CREATE TABLE app.task_keys (
  company_id uuid NOT NULL REFERENCES app.companies,
  record_id uuid NOT NULL,
  task text NOT NULL,
  -- The field that the day is of, or 'approved', 'ended' or 'left'.
  field text NOT NULL,
  register text NOT NULL,
  number bigint NOT NULL,
  -- In the order of time. Of what is due years after it, the year in which it is. NULL: it has none, and is asked for all the same.
  day text,
  -- The day of the first field of its task, by which those with several are ordered.
  first_day text,
  PRIMARY KEY (company_id, record_id, task, field),
  FOREIGN KEY (company_id, register, record_id) REFERENCES app.records (company_id, register, id)
);
CREATE INDEX task_keys_in_order ON app.task_keys (company_id, register, task, field, day, number) INCLUDE (record_id);
SELECT app.protect('app.task_keys');
GRANT SELECT ON app.task_keys TO app_user;
GRANT INSERT ON app.task_keys TO app_definer;
CREATE POLICY read ON app.task_keys FOR SELECT TO app_user USING (register = ANY ((SELECT app.my_registers('read'))::text[]));

SET LOCAL ROLE app_definer;

-- What these records are found by, as they are now. The rules are those of src/domain/tasks/finders.ts.
CREATE FUNCTION app.task_keys_of(p_company uuid, p_records uuid[])
RETURNS TABLE (record_id uuid, task text, field text, register text, number bigint, day text, first_day text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH declared AS MATERIALIZED (SELECT g.key AS register, f.finder ->> 'key' AS key, f.finder ->> 'of' AS of_state, f.finder ->> 'by' AS by_field,
      ARRAY(SELECT jsonb_array_elements_text(f.finder -> 'has')) AS has, ARRAY(SELECT jsonb_array_elements_text(f.finder -> 'lacks')) AS lacks,
      coalesce(f.finder -> 'where', '{}') AS are, coalesce(f.finder -> 'not', '{}') AS are_not, coalesce(f.finder -> 'any', '{}') AS any_of,
      f.finder ->> 'left' AS left_field, f.finder ->> 'years' AS years_field, f.finder -> 'undated' = 'true' AS undated, f.finder -> 'from' AS froms
    FROM app.registers g CROSS JOIN LATERAL jsonb_array_elements(g.finders) f (finder))
  SELECT r.id, concat_ws(' ', d.key, r.fields ->> d.by_field), x.field, r.register, r.number,
    CASE WHEN d.years_field IS NULL THEN x.day ELSE (left(x.day, 4)::integer + (r.fields ->> d.years_field)::numeric)::text END,
    x.first_day
  FROM unnest(p_records) i (id) CROSS JOIN LATERAL (SELECT r.id, r.register, r.number, r.fields, r.approved_at, r.ended_at
    FROM app.records r WHERE r.company_id = p_company AND r.id = i.id AND r.matter_id IS NULL OFFSET 0) r
  JOIN declared d ON d.register = r.register
  CROSS JOIN LATERAL (SELECT CASE WHEN d.left_field IS NOT NULL THEN (SELECT least(p.ended_at, (p.fields ->> 'endsAt')::timestamptz) FROM app.records p
    WHERE p.company_id = p_company AND p.register = 'people' AND p.id = (r.fields ->> d.left_field)::uuid) END AS left_at) l
  CROSS JOIN LATERAL (SELECT s.field, s.day, first_value(s.day) OVER (ORDER BY s.place) AS first_day
    FROM (SELECT f.field, f.place, CASE f.field WHEN 'approved' THEN to_char(r.approved_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')
        WHEN 'ended' THEN to_char(r.ended_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') WHEN 'left' THEN to_char(l.left_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')
        ELSE r.fields ->> f.field END AS day
      FROM jsonb_array_elements_text(d.froms) WITH ORDINALITY f (field, place)) s) x
  WHERE CASE d.of_state WHEN 'kept' THEN r.ended_at IS NULL WHEN 'approved' THEN r.ended_at IS NULL AND r.approved_at IS NOT NULL
      ELSE r.ended_at IS NOT NULL END
    AND r.fields ?& d.has AND NOT r.fields ?| d.lacks AND (d.by_field IS NULL OR r.fields ? d.by_field)
    AND (d.left_field IS NULL OR l.left_at IS NOT NULL)
    AND NOT EXISTS (SELECT FROM jsonb_each(d.are) w WHERE NOT coalesce(w.value ? (r.fields ->> w.key), false))
    AND NOT EXISTS (SELECT FROM jsonb_each(d.are_not) w WHERE coalesce(w.value ? (r.fields ->> w.key), false))
    AND NOT EXISTS (SELECT FROM jsonb_each(d.any_of) w
      WHERE NOT coalesce(r.fields -> w.key ?| ARRAY(SELECT jsonb_array_elements_text(w.value)), false))
    AND (x.day IS NOT NULL OR d.undated)
$$;
REVOKE EXECUTE ON FUNCTION app.task_keys_of(uuid, uuid[]) FROM PUBLIC;

-- Each record of the list is looked up by its key: compared with what is kept, a plan without statistics would compare each with each.
CREATE FUNCTION app.key_tasks(p_company uuid, p_records uuid[]) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DELETE FROM app.task_keys k WHERE k.company_id = p_company AND k.record_id = ANY (p_records);
  INSERT INTO app.task_keys (company_id, record_id, task, field, register, number, day, first_day)
    SELECT p_company, n.record_id, n.task, n.field, n.register, n.number, n.day, n.first_day FROM app.task_keys_of(p_company, p_records) n
$$;
REVOKE EXECUTE ON FUNCTION app.key_tasks(uuid, uuid[]) FROM PUBLIC;

CREATE FUNCTION app.key_added_tasks() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM app.key_tasks(x.company_id, x.ids) FROM (SELECT n.company_id, array_agg(n.id) AS ids
    FROM added n JOIN app.registers g ON g.key = n.register AND g.finders IS NOT NULL WHERE n.matter_id IS NULL GROUP BY n.company_id) x;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION app.key_added_tasks() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.key_added_tasks() TO app_owner;

CREATE FUNCTION app.key_changed_tasks() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM app.key_tasks(x.company_id, x.ids) FROM (
    -- Nothing that is asked of either row is strict: with a full join, each is never compared with each.
    WITH changed AS MATERIALIZED (SELECT n.company_id, n.id, n.register, n.register = 'people' AND (n.ended_at, n.fields -> 'endsAt')
          IS DISTINCT FROM (o.ended_at, o.fields -> 'endsAt') AS leaves
        FROM after n FULL JOIN before o ON o.company_id = n.company_id AND o.id = n.id
        WHERE n.matter_id IS NULL AND coalesce(n.fields <> o.fields OR (n.ended_at, n.approved_at) IS DISTINCT FROM (o.ended_at, o.approved_at), false)),
      stale AS (SELECT c.company_id, c.id FROM changed c JOIN app.registers g ON g.key = c.register AND g.finders IS NOT NULL
        -- What somebody has who leaves, or comes back.
        UNION SELECT c.company_id, l.record_id FROM changed c
          CROSS JOIN LATERAL (SELECT l.record_id, l.register, l.field FROM app.record_links l WHERE l.company_id = c.company_id AND l.person_id = c.id
            AND l.matter_id IS NULL OFFSET 0) l
          JOIN app.registers g ON g.key = l.register AND g.finders @> jsonb_build_array(jsonb_build_object('left', l.field))
          WHERE c.leaves)
    SELECT s.company_id, array_agg(s.id) AS ids FROM stale s GROUP BY s.company_id) x;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION app.key_changed_tasks() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.key_changed_tasks() TO app_owner;

-- The records of a company in one register get the keys that its finders say.
CREATE FUNCTION app.key_register(p_company uuid, p_register text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  -- Whoever writes a record holds this until they are done: those who began by former finders are waited for, and later ones read the new finders.
  PERFORM FROM app.ledger_heads h WHERE h.company_id = p_company FOR UPDATE;
  PERFORM app.key_tasks(p_company, ARRAY(SELECT r.id FROM app.records r WHERE r.company_id = p_company AND r.register = p_register AND r.matter_id IS NULL));
END $$;
REVOKE EXECUTE ON FUNCTION app.key_register(uuid, text) FROM PUBLIC;

CREATE FUNCTION app.unkey_register() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  NEW.is_keyed := false;
  RETURN NEW;
END $$;
REVOKE EXECUTE ON FUNCTION app.unkey_register() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.unkey_register() TO app_owner;

SET LOCAL ROLE app_owner;
CREATE TRIGGER key_tasks_added AFTER INSERT ON app.records REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION app.key_added_tasks();
CREATE TRIGGER key_tasks_changed AFTER UPDATE ON app.records REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION app.key_changed_tasks();
-- The records that there are get theirs once the registers were next written, which every migration is followed by.
CREATE TRIGGER unkey BEFORE UPDATE ON app.registers FOR EACH ROW WHEN (OLD.finders IS DISTINCT FROM NEW.finders) EXECUTE FUNCTION app.unkey_register();
RESET ROLE;
