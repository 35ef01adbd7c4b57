-- A list may ask for so many entries, as src/catalog/registers declares it.
SET LOCAL ROLE app_definer;

-- As in 0104; of a list `least` is how many different entries it has at least.
CREATE OR REPLACE FUNCTION app.field_problem(p_register text, p_fields jsonb, p_at timestamptz) RETURNS text
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
      IF jsonb_array_length(v) NOT BETWEEN 1 AND 100 OR (SELECT count(DISTINCT e) FROM jsonb_array_elements(v) e) < f.least OR EXISTS (SELECT FROM jsonb_array_elements(v) e
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
RESET ROLE;
