-- Screenings are sealed without what they say, and a field may be required by a choice of its record. See docs/decisions/0103.
SET LOCAL ROLE app_owner;
ALTER TABLE app.register_fields
  -- By the field of a choice the keys with which this one is required.
  ADD COLUMN required_for jsonb CHECK (jsonb_typeof(required_for) = 'object');
SET LOCAL ROLE app_definer;

-- Pages of a snapshot, as those of a register; nobody writes records into these.
INSERT INTO app.registers (key, read_roles, write_roles, confirm_roles, approve_roles, confirmed_for_days)
  VALUES ('sealed-screenings', '{owner,admin,member,viewer}', '{}', '{}', NULL, 365);

-- As in 0056, and what a choice of the record requires is there.
CREATE OR REPLACE FUNCTION app.field_problem(p_register text, p_fields jsonb) RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE f record; v jsonb;
BEGIN
  SELECT k INTO f FROM jsonb_object_keys(p_fields) k
    WHERE NOT EXISTS (SELECT FROM app.register_fields x WHERE x.register = p_register AND x.field = k) LIMIT 1;
  IF FOUND THEN RETURN f.k || ': not a field'; END IF;
  FOR f IN SELECT * FROM app.register_fields x WHERE x.register = p_register LOOP
    v := p_fields -> f.field;
    IF v IS NULL THEN
      IF f.required OR EXISTS (SELECT FROM jsonb_each(f.required_for) c WHERE c.value ? (p_fields ->> c.key)) THEN
        RETURN f.field || ': missing';
      END IF;
    ELSIF f.type = 'list' THEN
      IF jsonb_typeof(v) <> 'array' THEN RETURN f.field || ': not a list'; END IF;
      IF jsonb_array_length(v) NOT BETWEEN 1 AND 100 OR EXISTS (SELECT FROM jsonb_array_elements(v) e
          WHERE NOT app.is_field_value(f.item, NULL, e)) THEN RETURN f.field || ': not a list of ' || f.item; END IF;
    ELSIF NOT app.is_field_value(f.type, f.choices, v) THEN RETURN f.field || ': not a ' || f.type; END IF;
  END LOOP;
  RETURN NULL;
END $$;
