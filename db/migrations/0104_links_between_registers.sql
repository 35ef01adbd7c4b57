-- Records link to records of any register; numbers have bounds, scales steps, and dates an order, as src/catalog/registers declares them.
SET LOCAL ROLE app_owner;

ALTER TABLE app.register_fields DROP CONSTRAINT register_fields_type_check, DROP CONSTRAINT register_fields_item_check,
  DROP CONSTRAINT register_fields_check,
  -- Of a link to a record: its register.
  ADD COLUMN target text REFERENCES app.registers,
  -- Of a number.
  ADD COLUMN least bigint,
  ADD COLUMN most bigint,
  -- Of a day or an instant: whether it has happened, and the field that it does not come before.
  ADD COLUMN past boolean NOT NULL DEFAULT false,
  ADD COLUMN not_before text,
  ADD CONSTRAINT register_fields_type_check CHECK (type IN ('text', 'long text', 'date', 'instant', 'choice', 'number', 'scale', 'url', 'flag',
    'person', 'record', 'system', 'control', 'exhibit', 'list')),
  ADD CONSTRAINT register_fields_item_check CHECK (item IN ('text', 'choice', 'person', 'record', 'system', 'control', 'exhibit')),
  -- The steps of a scale are choices: '1', '2' and so on.
  ADD CONSTRAINT register_fields_check CHECK ((type = 'list') = (item IS NOT NULL)
    AND (coalesce(item, type) IN ('choice', 'scale')) = (choices IS NOT NULL) AND (coalesce(item, type) = 'record') = (target IS NOT NULL));

ALTER TABLE app.record_links ADD COLUMN target_register text, ADD COLUMN target_id uuid,
  ADD CONSTRAINT record_links_record FOREIGN KEY (company_id, target_register, target_id) REFERENCES app.records (company_id, register, id),
  DROP CONSTRAINT record_links_check,
  ADD CONSTRAINT record_links_check CHECK (num_nonnulls(person_id, target_id, system_id, control_id, exhibit) = 1
    AND (person_id IS NULL) = (person_register IS NULL) AND (target_id IS NULL) = (target_register IS NULL));
CREATE INDEX record_links_of_record ON app.record_links (company_id, target_id) WHERE target_id IS NOT NULL;

-- As in 0056, and of an address, a step of a scale, a record.
CREATE OR REPLACE FUNCTION app.is_field_value(p_type text, p_choices text[], p_value jsonb) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_text text := p_value #>> '{}';
BEGIN
  IF p_type = 'flag' THEN RETURN jsonb_typeof(p_value) = 'boolean'; END IF;
  IF p_type = 'number' THEN RETURN jsonb_typeof(p_value) = 'number' AND v_text ~ '^-?\d{1,16}$'; END IF;
  IF p_type = 'scale' THEN RETURN jsonb_typeof(p_value) = 'number' AND v_text = ANY (p_choices); END IF;
  IF jsonb_typeof(p_value) <> 'string' OR btrim(v_text) = '' THEN RETURN false; END IF;
  CASE p_type
    WHEN 'text' THEN RETURN length(v_text) <= 300;
    WHEN 'long text' THEN RETURN length(v_text) <= 10000;
    WHEN 'url' THEN RETURN length(v_text) <= 2000 AND v_text ~ '^https?://[^\s/?#@]+([/?#]\S*)?$';
    WHEN 'choice' THEN RETURN v_text = ANY (p_choices);
    WHEN 'date' THEN RETURN v_text ~ '^\d{4}-\d\d-\d\d$' AND to_char(v_text::date, 'YYYY-MM-DD') = v_text;
    WHEN 'instant' THEN RETURN v_text ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$' AND v_text::timestamptz IS NOT NULL;
    WHEN 'control' THEN RETURN v_text ~ '^XC-\d\d$';
    WHEN 'exhibit' THEN RETURN v_text ~ '^EX-(\d{6}|[1-9]\d{6,11})$';
    ELSE RETURN v_text ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';
  END CASE;
EXCEPTION WHEN datetime_field_overflow OR invalid_datetime_format THEN
  RETURN false;
END $$;

SET LOCAL ROLE app_definer;

-- What is wrong with the fields of a record that is written at an instant, as "field: why"; NULL where they are as the register declares
-- them. Days and instants are texts in the order of time; it may be tomorrow already where somebody types.
CREATE FUNCTION app.field_problem(p_register text, p_fields jsonb, p_at timestamptz) RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE f record; v jsonb; v_latest text := to_char((p_at + interval '14 hours') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
BEGIN
  SELECT k INTO f FROM jsonb_object_keys(p_fields) k
    WHERE NOT EXISTS (SELECT FROM app.register_fields x WHERE x.register = p_register AND x.field = k) LIMIT 1;
  IF FOUND THEN RETURN f.k || ': not a field'; END IF;
  FOR f IN SELECT * FROM app.register_fields x WHERE x.register = p_register LOOP
    v := p_fields -> f.field;
    IF v IS NULL THEN
      IF f.required THEN RETURN f.field || ': missing'; END IF;
    ELSIF f.type = 'list' THEN
      IF jsonb_typeof(v) <> 'array' THEN RETURN f.field || ': not a list'; END IF;
      IF jsonb_array_length(v) NOT BETWEEN 1 AND 100 OR EXISTS (SELECT FROM jsonb_array_elements(v) e
          WHERE NOT app.is_field_value(f.item, f.choices, e)) THEN RETURN f.field || ': not a list of ' || f.item; END IF;
    ELSIF NOT app.is_field_value(f.type, f.choices, v) THEN RETURN f.field || ': not a ' || f.type;
    ELSIF f.type = 'number' AND (v #>> '{}')::numeric NOT BETWEEN coalesce(f.least, -9007199254740991) AND coalesce(f.most, 9007199254740991) THEN
      RETURN f.field || ': out of bounds';
    ELSIF f.past AND v #>> '{}' COLLATE "C" > left(v_latest, length(v #>> '{}')) THEN RETURN f.field || ': in the future';
    ELSIF f.not_before IS NOT NULL AND v #>> '{}' COLLATE "C" < p_fields ->> f.not_before THEN RETURN f.field || ': before ' || f.not_before;
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

-- As in 0061, and of links to records.
CREATE OR REPLACE FUNCTION app.link_records(p_company uuid, p_records uuid[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM app.record_links l USING unnest(p_records) p (id) WHERE l.company_id = p_company AND l.record_id = p.id;
  INSERT INTO app.record_links (company_id, record_id, register, field, position, person_register, person_id, target_register, target_id,
      system_id, control_id, exhibit)
    SELECT r.company_id, r.id, r.register, f.field, e.position, CASE WHEN t.type = 'person' THEN 'people' END,
      CASE WHEN t.type = 'person' THEN e.value::uuid END, CASE WHEN t.type = 'record' THEN f.target END,
      CASE WHEN t.type = 'record' THEN e.value::uuid END, CASE WHEN t.type = 'system' THEN e.value::uuid END,
      CASE WHEN t.type = 'control' THEN e.value END, CASE WHEN t.type = 'exhibit' THEN substr(e.value, 4)::bigint END
    FROM unnest(p_records) p (id)
    JOIN app.records r ON r.company_id = p_company AND r.id = p.id
    JOIN app.register_fields f ON f.register = r.register AND r.fields ? f.field
    CROSS JOIN LATERAL (SELECT coalesce(f.item, f.type) AS type) t
    CROSS JOIN LATERAL (SELECT x.value, x.ordinality AS position FROM jsonb_array_elements_text(CASE WHEN f.type = 'list'
      THEN r.fields -> f.field ELSE jsonb_build_array(r.fields -> f.field) END) WITH ORDINALITY x) e
    WHERE t.type IN ('person', 'record', 'system', 'control', 'exhibit');
  IF EXISTS (SELECT FROM unnest(p_records) p (id) JOIN app.record_links l ON l.company_id = p_company AND l.record_id = p.id
      JOIN app.evidence e ON e.company_id = l.company_id AND e.number = l.exhibit WHERE e.matter_id IS NOT NULL) THEN
    RAISE EXCEPTION 'an exhibit is under privilege' USING ERRCODE = '23503', CONSTRAINT = 'record_links_exhibit';
  END IF;
END $$;
RESET ROLE;

CREATE OR REPLACE FUNCTION pg_temp.rewrite(p_function regproc, p_times integer, p_from text, p_to text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_text text := pg_get_functiondef(p_function);
BEGIN
  IF (length(v_text) - length(replace(v_text, p_from, ''))) / length(p_from) <> p_times THEN
    RAISE EXCEPTION '% does not have "%" % times', p_function, p_from, p_times;
  END IF;
  EXECUTE replace(v_text, p_from, p_to);
END $$;
SELECT pg_temp.rewrite('app.hold_record', 1, 'app.field_problem(NEW.register, NEW.fields)',
  'app.field_problem(NEW.register, NEW.fields, NEW.changed_at)');
SET LOCAL ROLE app_definer;
DROP FUNCTION app.field_problem(text, jsonb);
RESET ROLE;
