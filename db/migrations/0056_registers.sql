-- The registers: records that a company keeps about itself. Which there are, their fields and who may what is written here from
-- src/catalog/registers whenever a database is migrated; the database holds records to it, whoever writes them.
SET LOCAL ROLE app_owner;

CREATE TABLE app.registers (
  key text PRIMARY KEY,
  read_roles text[] NOT NULL,
  write_roles text[] NOT NULL,
  confirm_roles text[] NOT NULL,
  -- Who may approve what another person wrote; NULL where no second person is asked for.
  approve_roles text[],
  confirmed_for_days integer NOT NULL CHECK (confirmed_for_days > 0)
);

CREATE TABLE app.register_fields (
  register text NOT NULL REFERENCES app.registers,
  field text NOT NULL,
  type text NOT NULL CHECK (type IN ('text', 'long text', 'date', 'instant', 'choice', 'number', 'flag', 'person', 'system', 'control',
    'exhibit', 'list')),
  -- What a list holds.
  item text CHECK (item IN ('text', 'person', 'system', 'control', 'exhibit')),
  choices text[],
  required boolean NOT NULL,
  origin text NOT NULL CHECK (origin IN ('done here', 'collected', 'filed', 'tested', 'stated')),
  PRIMARY KEY (register, field),
  CHECK ((type = 'list') = (item IS NOT NULL) AND (type = 'choice') = (choices IS NOT NULL))
);

CREATE TABLE app.records (
  company_id uuid NOT NULL REFERENCES app.companies,
  id uuid NOT NULL,
  register text NOT NULL REFERENCES app.registers,
  -- Counted in its register, from 1. Set by hold_record, like version, authors and ledger_index.
  number bigint NOT NULL DEFAULT 0,
  fields jsonb NOT NULL CHECK (jsonb_typeof(fields) = 'object'),
  version integer NOT NULL DEFAULT 1,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  -- Who made this version, and when.
  changed_by uuid NOT NULL,
  changed_at timestamptz NOT NULL,
  -- Who wrote any of its fields since it was last approved: none of them approves it.
  authors uuid[] NOT NULL DEFAULT '{}',
  approved_by uuid,
  approved_at timestamptz,
  -- Nobody else could have approved it.
  approved_alone boolean NOT NULL DEFAULT false,
  ended_at timestamptz,
  ended_reason text CHECK (btrim(ended_reason) <> ''),
  -- The import that made this version.
  batch_id uuid,
  -- Of the hashes that the ledger's entry about this version has in place of what is personal.
  salt bytea NOT NULL CHECK (length(salt) >= 16),
  ledger_index bigint NOT NULL DEFAULT -1,
  PRIMARY KEY (company_id, id),
  UNIQUE (company_id, register, id),
  UNIQUE (company_id, register, number),
  CHECK ((approved_by IS NULL) = (approved_at IS NULL)),
  CHECK ((ended_at IS NULL) = (ended_reason IS NULL))
);

-- Each version that a record ever had: what was changed, and what it was before.
CREATE TABLE app.record_changes (
  company_id uuid NOT NULL REFERENCES app.companies,
  record_id uuid NOT NULL,
  version integer NOT NULL,
  register text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('added', 'changed', 'ended', 'reopened', 'approved')),
  -- [{"field", "before", "after"}] by name; null where a field had or has no value.
  changes jsonb NOT NULL,
  reason text,
  changed_by uuid NOT NULL,
  changed_at timestamptz NOT NULL,
  batch_id uuid,
  salt bytea NOT NULL,
  ledger_index bigint NOT NULL,
  PRIMARY KEY (company_id, record_id, version),
  FOREIGN KEY (company_id, register, record_id) REFERENCES app.records (company_id, register, id)
);
CREATE INDEX record_changes_of_batch ON app.record_changes (company_id, batch_id) WHERE batch_id IS NOT NULL;

-- What the newest version of each record links to. A link into another company has no row to lead to.
CREATE TABLE app.record_links (
  company_id uuid NOT NULL,
  record_id uuid NOT NULL,
  register text NOT NULL,
  field text NOT NULL,
  position integer NOT NULL,
  person_register text CHECK (person_register = 'people'),
  person_id uuid,
  system_id uuid,
  control_id text CHECK (control_id ~ '^XC-\d\d$'),
  exhibit bigint,
  PRIMARY KEY (company_id, record_id, field, position),
  FOREIGN KEY (company_id, register, record_id) REFERENCES app.records (company_id, register, id),
  CONSTRAINT record_links_person FOREIGN KEY (company_id, person_register, person_id) REFERENCES app.records (company_id, register, id),
  CONSTRAINT record_links_system FOREIGN KEY (company_id, system_id) REFERENCES app.systems (company_id, id),
  CONSTRAINT record_links_exhibit FOREIGN KEY (company_id, exhibit) REFERENCES app.evidence (company_id, number),
  CHECK (num_nonnulls(person_id, system_id, control_id, exhibit) = 1 AND (person_id IS NULL) = (person_register IS NULL))
);
CREATE INDEX record_links_of_person ON app.record_links (company_id, person_id) WHERE person_id IS NOT NULL;

-- Somebody said that a register is complete: so many records, "none" among the numbers. Good until a day.
CREATE TABLE app.confirmations (
  company_id uuid NOT NULL REFERENCES app.companies,
  id uuid NOT NULL,
  register text NOT NULL REFERENCES app.registers,
  count bigint NOT NULL CHECK (count >= 0),
  confirmed_by uuid NOT NULL,
  confirmed_at timestamptz NOT NULL,
  -- Set by hold_confirmation: SHA-256 over the records that it is about, and when it ends.
  digest bytea,
  valid_until timestamptz,
  ledger_index bigint NOT NULL DEFAULT -1,
  PRIMARY KEY (company_id, id)
);
CREATE INDEX confirmations_newest ON app.confirmations (company_id, register, ledger_index DESC);

SELECT app.protect(t) FROM unnest(ARRAY['app.registers', 'app.register_fields', 'app.records', 'app.record_changes', 'app.record_links',
  'app.confirmations']::regclass[]) t;
SELECT app.append_only('app.record_changes');
SELECT app.append_only('app.confirmations');

CREATE POLICY read ON app.registers FOR SELECT TO app_user USING (true);
CREATE POLICY read ON app.register_fields FOR SELECT TO app_user USING (true);
GRANT SELECT ON app.registers, app.register_fields TO app_user;
GRANT SELECT, INSERT, UPDATE ON app.registers TO app_definer;
GRANT SELECT, INSERT, UPDATE, DELETE ON app.register_fields TO app_definer;
GRANT INSERT ON app.record_changes, app.record_links TO app_definer;
GRANT SELECT ON app.records, app.record_changes, app.record_links, app.confirmations TO app_user;
GRANT INSERT (company_id, id, register, fields, created_by, created_at, changed_by, changed_at, batch_id, salt) ON app.records TO app_user;
GRANT UPDATE (fields, changed_by, changed_at, approved_by, approved_at, ended_at, ended_reason, batch_id, salt) ON app.records TO app_user;
GRANT INSERT (company_id, id, register, count, confirmed_by, confirmed_at) ON app.confirmations TO app_user;

SET LOCAL ROLE app_definer;

-- The registers in which the caller's role may read, write, confirm or approve.
CREATE FUNCTION app.my_registers(p_right text) RETURNS text[]
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(array_agg(r.key), '{}') FROM app.registers r WHERE app.my_role() = ANY (CASE p_right WHEN 'read' THEN r.read_roles
    WHEN 'write' THEN r.write_roles WHEN 'confirm' THEN r.confirm_roles WHEN 'approve' THEN r.approve_roles END)
$$;

-- How many people of the caller's company could approve records of a register.
CREATE FUNCTION app.record_approvers(p_register text) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT count(*) FROM app.company_members m LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
  JOIN app.registers r ON r.key = p_register AND m.role = ANY (r.approve_roles)
  WHERE m.company_id = app.tenant() AND m.status = 'active' AND b.disabled_at IS NULL
    -- As app.my_role says it: such an account is a member at most.
    AND ('member' = ANY (r.approve_roles) OR m.role NOT IN ('owner', 'admin') OR b.platform_role IS DISTINCT FROM 'user')
$$;

-- Whether a value is one of its type: of a field, or of what a list holds.
CREATE FUNCTION app.is_field_value(p_type text, p_choices text[], p_value jsonb) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_text text := p_value #>> '{}';
BEGIN
  IF p_type = 'flag' THEN RETURN jsonb_typeof(p_value) = 'boolean'; END IF;
  IF p_type = 'number' THEN RETURN jsonb_typeof(p_value) = 'number' AND v_text ~ '^-?\d{1,16}$'; END IF;
  IF jsonb_typeof(p_value) <> 'string' OR btrim(v_text) = '' THEN RETURN false; END IF;
  CASE p_type
    WHEN 'text' THEN RETURN length(v_text) <= 300;
    WHEN 'long text' THEN RETURN length(v_text) <= 10000;
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

-- What is wrong with the fields of a record, as "field: why"; NULL where they are as the register declares them.
CREATE FUNCTION app.field_problem(p_register text, p_fields jsonb) RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE f record; v jsonb;
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
          WHERE NOT app.is_field_value(f.item, NULL, e)) THEN RETURN f.field || ': not a list of ' || f.item; END IF;
    ELSIF NOT app.is_field_value(f.type, f.choices, v) THEN RETURN f.field || ': not a ' || f.type; END IF;
  END LOOP;
  RETURN NULL;
END $$;

-- Numbers a record and its versions, holds it to its register, and lets nobody approve what they wrote while another person could.
CREATE FUNCTION app.hold_record() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_ledger record; v_problem text; v_approve text[];
BEGIN
  SELECT l.company, l.size INTO v_ledger FROM app.lock_ledger() l;
  IF v_ledger.company <> NEW.company_id THEN RAISE EXCEPTION 'permission denied: another company' USING ERRCODE = '42501'; END IF;
  NEW.ledger_index := v_ledger.size;
  IF tg_op = 'INSERT' THEN
    NEW.number := 1 + coalesce((SELECT r.number FROM app.records r WHERE r.company_id = NEW.company_id AND r.register = NEW.register
      ORDER BY r.number DESC LIMIT 1), 0);
    NEW.version := 1;
    NEW.authors := ARRAY[NEW.changed_by];
  ELSE
    NEW.version := OLD.version + 1;
    NEW.authors := OLD.authors;
    NEW.approved_alone := OLD.approved_alone;
    IF NEW.fields IS DISTINCT FROM OLD.fields THEN
      IF OLD.ended_at IS NOT NULL THEN
        RAISE EXCEPTION 'this record has ended' USING ERRCODE = '23514', CONSTRAINT = 'record_ended';
      END IF;
      -- What was approved was what it said before.
      NEW.authors := (SELECT array_agg(DISTINCT a) FROM unnest(CASE WHEN OLD.approved_at IS NULL THEN OLD.authors END || NEW.changed_by) a);
      NEW.approved_by := NULL;
      NEW.approved_at := NULL;
      NEW.approved_alone := false;
    ELSIF NEW.approved_at IS DISTINCT FROM OLD.approved_at OR NEW.approved_by IS DISTINCT FROM OLD.approved_by THEN
      SELECT r.approve_roles INTO v_approve FROM app.registers r WHERE r.key = NEW.register;
      IF NEW.approved_at IS NULL OR OLD.approved_at IS NOT NULL OR OLD.ended_at IS NOT NULL OR NEW.ended_at IS NOT NULL
        OR NEW.approved_by <> NEW.changed_by OR v_approve IS NULL OR NOT app.my_role() = ANY (v_approve) THEN
        RAISE EXCEPTION 'this cannot be approved' USING ERRCODE = '23514', CONSTRAINT = 'record_approval';
      END IF;
      NEW.approved_alone := NEW.approved_by = ANY (OLD.authors);
      IF NEW.approved_alone AND app.record_approvers(NEW.register) > 1 THEN
        RAISE EXCEPTION 'another person approves it' USING ERRCODE = '23514', CONSTRAINT = 'record_own_approval';
      END IF;
    END IF;
  END IF;
  IF tg_op = 'INSERT' OR NEW.fields IS DISTINCT FROM OLD.fields THEN
    v_problem := app.field_problem(NEW.register, NEW.fields);
    IF v_problem IS NOT NULL THEN
      RAISE EXCEPTION 'a record is not as its register declares it: %', v_problem USING ERRCODE = '23514', CONSTRAINT = 'record_fields';
    END IF;
  END IF;
  RETURN NEW;
END $$;

-- Sets the links of records anew.
CREATE FUNCTION app.link_records(p_company uuid, p_records uuid[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM app.record_links l WHERE l.company_id = p_company AND l.record_id = ANY (p_records);
  INSERT INTO app.record_links (company_id, record_id, register, field, position, person_register, person_id, system_id, control_id, exhibit)
    SELECT r.company_id, r.id, r.register, f.field, e.position, CASE WHEN t.type = 'person' THEN 'people' END,
      CASE WHEN t.type = 'person' THEN e.value::uuid END, CASE WHEN t.type = 'system' THEN e.value::uuid END,
      CASE WHEN t.type = 'control' THEN e.value END, CASE WHEN t.type = 'exhibit' THEN substr(e.value, 4)::bigint END
    FROM app.records r
    JOIN app.register_fields f ON f.register = r.register AND r.fields ? f.field
    CROSS JOIN LATERAL (SELECT coalesce(f.item, f.type) AS type) t
    CROSS JOIN LATERAL (SELECT x.value, x.ordinality AS position FROM jsonb_array_elements_text(CASE WHEN f.type = 'list'
      THEN r.fields -> f.field ELSE jsonb_build_array(r.fields -> f.field) END) WITH ORDINALITY x) e
    WHERE r.company_id = p_company AND r.id = ANY (p_records) AND t.type IN ('person', 'system', 'control', 'exhibit');
  IF EXISTS (SELECT FROM app.record_links l JOIN app.evidence e ON e.company_id = l.company_id AND e.number = l.exhibit
      AND e.matter_id IS NOT NULL WHERE l.company_id = p_company AND l.record_id = ANY (p_records)) THEN
    RAISE EXCEPTION 'an exhibit is under privilege' USING ERRCODE = '23503', CONSTRAINT = 'record_links_exhibit';
  END IF;
END $$;

-- Writes each new version into the history, sets the links, and counts what was changed against the company's limit.
CREATE FUNCTION app.keep_added_records() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v record;
BEGIN
  INSERT INTO app.record_changes (company_id, record_id, version, register, kind, changes, changed_by, changed_at, batch_id, salt, ledger_index)
    SELECT n.company_id, n.id, n.version, n.register, 'added', (SELECT coalesce(jsonb_agg(jsonb_build_object('field', x.key, 'before', NULL,
        'after', x.value) ORDER BY x.key COLLATE "C"), '[]') FROM jsonb_each(n.fields) x),
      n.changed_by, n.changed_at, n.batch_id, n.salt, n.ledger_index FROM added n;
  FOR v IN SELECT n.company_id, array_agg(n.id) AS ids FROM added n GROUP BY n.company_id LOOP
    PERFORM app.link_records(v.company_id, v.ids);
  END LOOP;
  RETURN NULL;
END $$;
CREATE FUNCTION app.keep_changed_records() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v record;
BEGIN
  INSERT INTO app.record_changes (company_id, record_id, version, register, kind, changes, reason, changed_by, changed_at, batch_id, salt,
      ledger_index)
    SELECT n.company_id, n.id, n.version, n.register,
      CASE WHEN n.ended_at IS NOT NULL AND o.ended_at IS NULL THEN 'ended' WHEN n.ended_at IS NULL AND o.ended_at IS NOT NULL THEN 'reopened'
        WHEN n.approved_at IS NOT NULL AND o.approved_at IS NULL THEN 'approved' ELSE 'changed' END,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('field', k, 'before', o.fields -> k, 'after', n.fields -> k) ORDER BY k COLLATE "C"), '[]')
        FROM jsonb_object_keys(o.fields || n.fields) k WHERE o.fields -> k IS DISTINCT FROM n.fields -> k),
      n.ended_reason, n.changed_by, n.changed_at, n.batch_id, n.salt, n.ledger_index
    FROM after n JOIN before o ON o.company_id = n.company_id AND o.id = n.id;
  FOR v IN SELECT n.company_id, array_agg(n.id) AS ids FROM after n JOIN before o ON o.company_id = n.company_id AND o.id = n.id
      WHERE n.fields IS DISTINCT FROM o.fields GROUP BY n.company_id LOOP
    PERFORM app.link_records(v.company_id, v.ids);
  END LOOP;
  RETURN NULL;
END $$;
CREATE FUNCTION app.hold_records() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v record; v_most bigint;
BEGIN
  FOR v IN SELECT w.company_id, count(*) AS amount FROM written w GROUP BY w.company_id LOOP
    IF app.spend(v.company_id, 'records', v.amount) < 0 THEN
      v_most := app.limit_of(v.company_id, 'records');
      PERFORM app.refuse_limit(v.company_id, 'records', v_most, v_most);
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

-- Who confirms a register says how many records it has; the database counts them, too.
CREATE FUNCTION app.hold_confirmation() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_ledger record; v_count bigint;
BEGIN
  SELECT l.company, l.size INTO v_ledger FROM app.lock_ledger() l;
  IF v_ledger.company <> NEW.company_id THEN RAISE EXCEPTION 'permission denied: another company' USING ERRCODE = '42501'; END IF;
  NEW.ledger_index := v_ledger.size;
  SELECT count(*), sha256(convert_to(coalesce(string_agg(r.id || ' ' || r.version, E'\n' ORDER BY r.id), ''), 'UTF8'))
    INTO v_count, NEW.digest FROM app.records r
    WHERE r.company_id = NEW.company_id AND r.register = NEW.register AND r.ended_at IS NULL;
  IF v_count <> NEW.count THEN
    RAISE EXCEPTION 'the register has % records', v_count USING ERRCODE = '23514', CONSTRAINT = 'confirmation_count';
  END IF;
  SELECT NEW.confirmed_at + make_interval(days => g.confirmed_for_days) INTO NEW.valid_until FROM app.registers g WHERE g.key = NEW.register;
  RETURN NEW;
END $$;

GRANT EXECUTE ON FUNCTION app.my_registers(text), app.record_approvers(text) TO app_user;
-- A table's owner makes its triggers and policies, for which the functions must be theirs to run.
GRANT EXECUTE ON FUNCTION app.hold_record(), app.keep_added_records(), app.keep_changed_records(), app.hold_records(),
  app.hold_confirmation() TO app_owner;
SET LOCAL ROLE app_owner;
CREATE TRIGGER hold_record BEFORE INSERT OR UPDATE ON app.records FOR EACH ROW EXECUTE FUNCTION app.hold_record();
CREATE TRIGGER keep_added AFTER INSERT ON app.records REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION app.keep_added_records();
CREATE TRIGGER keep_changed AFTER UPDATE ON app.records REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT
  EXECUTE FUNCTION app.keep_changed_records();
CREATE TRIGGER limit_added AFTER INSERT ON app.records REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION app.hold_records();
CREATE TRIGGER limit_changed AFTER UPDATE ON app.records REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION app.hold_records();
CREATE TRIGGER hold_confirmation BEFORE INSERT ON app.confirmations FOR EACH ROW EXECUTE FUNCTION app.hold_confirmation();

CREATE POLICY read ON app.records FOR SELECT TO app_user USING (register = ANY ((SELECT app.my_registers('read'))::text[]));
CREATE POLICY add ON app.records FOR INSERT TO app_user WITH CHECK (register = ANY ((SELECT app.my_registers('write'))::text[])
  AND created_by = (SELECT app.uid()) AND changed_by = (SELECT app.uid()));
CREATE POLICY change ON app.records FOR UPDATE TO app_user USING (register = ANY ((SELECT app.my_registers('write'))::text[]))
  WITH CHECK (register = ANY ((SELECT app.my_registers('write'))::text[]) AND changed_by = (SELECT app.uid()));
CREATE POLICY read ON app.record_changes FOR SELECT TO app_user USING (register = ANY ((SELECT app.my_registers('read'))::text[]));
CREATE POLICY read ON app.record_links FOR SELECT TO app_user USING (register = ANY ((SELECT app.my_registers('read'))::text[]));
CREATE POLICY read ON app.confirmations FOR SELECT TO app_user USING (register = ANY ((SELECT app.my_registers('read'))::text[]));
CREATE POLICY confirm ON app.confirmations FOR INSERT TO app_user WITH CHECK (
  register = ANY ((SELECT app.my_registers('confirm'))::text[]) AND confirmed_by = (SELECT app.uid()));
RESET ROLE;
SET LOCAL ROLE app_definer;
REVOKE EXECUTE ON FUNCTION app.hold_record(), app.keep_added_records(), app.keep_changed_records(), app.hold_records(),
  app.hold_confirmation() FROM app_owner;
RESET ROLE;
