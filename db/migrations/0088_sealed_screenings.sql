-- Screenings are sealed without what they say, and a field may be required by a choice of its record. See docs/decisions/0103.
SET LOCAL ROLE app_owner;
ALTER TABLE app.register_fields
  -- By the field of a choice the keys with which this one is required.
  ADD COLUMN required_for jsonb CHECK (jsonb_typeof(required_for) = 'object');
SET LOCAL ROLE app_definer;

-- Pages of a snapshot, as those of a register; nobody writes records into these.
INSERT INTO app.registers (key, read_roles, write_roles, confirm_roles, approve_roles, confirmed_for_days)
  VALUES ('sealed-screenings', '{owner,admin,member,viewer}', '{}', '{}', NULL, 365);

-- Holds a record to what its choices require.
CREATE FUNCTION app.hold_required() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_field text;
BEGIN
  IF tg_op = 'UPDATE' AND NEW.fields IS NOT DISTINCT FROM OLD.fields THEN RETURN NEW; END IF;
  SELECT f.field INTO v_field FROM app.register_fields f CROSS JOIN LATERAL jsonb_each(f.required_for) c
    WHERE f.register = NEW.register AND NOT NEW.fields ? f.field AND c.value ? (NEW.fields ->> c.key) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'a record is not as its register declares it: %: missing', v_field USING ERRCODE = '23514', CONSTRAINT = 'record_fields';
  END IF;
  RETURN NEW;
END $$;
GRANT EXECUTE ON FUNCTION app.hold_required() TO app_owner;
SET LOCAL ROLE app_owner;
CREATE TRIGGER hold_required BEFORE INSERT OR UPDATE ON app.records FOR EACH ROW EXECUTE FUNCTION app.hold_required();
SET LOCAL ROLE app_definer;
REVOKE EXECUTE ON FUNCTION app.hold_required() FROM app_owner;
RESET ROLE;
