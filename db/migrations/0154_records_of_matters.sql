-- A record may belong to a matter: counsel's second record of an incident, a hold that nobody else may know of. It counts for nothing, and
-- outside the matter's access list it appears nowhere. See docs/decisions/0136.
SET LOCAL ROLE app_owner;

-- Registers whose records may belong to a matter, as src/catalog/registers declares them.
ALTER TABLE app.registers ADD COLUMN in_matters boolean NOT NULL DEFAULT false;

ALTER TABLE app.records ADD COLUMN matter_id uuid, ADD COLUMN about_id uuid,
  ADD FOREIGN KEY (company_id, matter_id) REFERENCES app.matters,
  -- The ordinary record of the same register that it is the second record of. It says so; the other does not.
  ADD CONSTRAINT records_about FOREIGN KEY (company_id, register, about_id) REFERENCES app.records (company_id, register, id),
  ADD CHECK (about_id IS NULL OR matter_id IS NOT NULL AND about_id <> id),
  -- Counted in each matter for itself: a number that is missing would tell of a record.
  DROP CONSTRAINT records_company_id_register_number_key,
  ADD CONSTRAINT records_number UNIQUE NULLS NOT DISTINCT (company_id, register, number, matter_id);
ALTER TABLE app.record_changes ADD COLUMN matter_id uuid, ADD FOREIGN KEY (company_id, matter_id) REFERENCES app.matters;
ALTER TABLE app.record_links ADD COLUMN matter_id uuid, ADD FOREIGN KEY (company_id, matter_id) REFERENCES app.matters;
CREATE INDEX records_of_matter ON app.records (company_id, matter_id) WHERE matter_id IS NOT NULL;
CREATE INDEX records_about ON app.records (company_id, about_id) WHERE about_id IS NOT NULL;
GRANT INSERT (matter_id, about_id) ON app.records TO app_user;

SET LOCAL ROLE app_definer;

-- The matter whose records this transaction asked to see, if the caller is on its access list. Without asking nobody sees a record of a matter:
-- whatever lists, counts, searches, judges or prints records need not remember to leave it out.
CREATE FUNCTION app.opened_matter() RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT m FROM unnest(app.my_matters()) m WHERE m = nullif(current_setting('app.matter_id', true), '')::uuid
$$;
GRANT EXECUTE ON FUNCTION app.opened_matter() TO app_user;

-- As in 0112, and of a matter: numbered there, under an open matter, of a register that may, and approved by nobody.
CREATE OR REPLACE FUNCTION app.hold_record() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_ledger record; v_problem text; v_approve text[];
BEGIN
  SELECT l.company, l.size INTO v_ledger FROM app.lock_ledger() l;
  IF v_ledger.company <> NEW.company_id THEN RAISE EXCEPTION 'permission denied: another company' USING ERRCODE = '42501'; END IF;
  NEW.ledger_index := v_ledger.size;
  IF tg_op = 'INSERT' THEN
    IF NEW.matter_id IS NOT NULL AND NOT EXISTS (SELECT FROM app.registers g JOIN app.matters m ON m.company_id = NEW.company_id
        AND m.id = NEW.matter_id AND m.closed_at IS NULL WHERE g.key = NEW.register AND g.in_matters) THEN
      RAISE EXCEPTION 'no record of this register is kept under this matter' USING ERRCODE = '23514', CONSTRAINT = 'record_matter';
    END IF;
    IF NEW.about_id IS NOT NULL AND NOT EXISTS (SELECT FROM app.records r WHERE r.company_id = NEW.company_id AND r.register = NEW.register
        AND r.id = NEW.about_id AND r.matter_id IS NULL) THEN
      RAISE EXCEPTION 'it is about no ordinary record' USING ERRCODE = '23503', CONSTRAINT = 'record_links_about';
    END IF;
    NEW.number := 1 + coalesce((SELECT r.number FROM app.records r WHERE r.company_id = NEW.company_id AND r.register = NEW.register
      AND r.matter_id IS NOT DISTINCT FROM NEW.matter_id ORDER BY r.number DESC LIMIT 1), 0);
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
      NEW.authors := (SELECT array_agg(DISTINCT a) FROM unnest(CASE WHEN OLD.approved_at IS NULL OR OLD.approved_alone THEN OLD.authors END || NEW.changed_by) a);
      NEW.approved_by := NULL;
      NEW.approved_at := NULL;
      NEW.approved_alone := false;
    ELSIF OLD.ended_at IS NOT NULL AND NEW.ended_at IS NULL THEN
      -- What was ended is approved anew, by somebody else than who brought it back.
      NEW.authors := (SELECT array_agg(DISTINCT a) FROM unnest(OLD.authors || NEW.changed_by) a);
      NEW.approved_by := NULL;
      NEW.approved_at := NULL;
      NEW.approved_alone := false;
    ELSIF NEW.approved_at IS DISTINCT FROM OLD.approved_at OR NEW.approved_by IS DISTINCT FROM OLD.approved_by THEN
      SELECT r.approve_roles INTO v_approve FROM app.registers r WHERE r.key = NEW.register AND NEW.matter_id IS NULL;
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
    v_problem := app.field_problem(NEW.register, NEW.fields, NEW.changed_at);
    IF v_problem IS NOT NULL THEN
      RAISE EXCEPTION 'a record is not as its register declares it: %', v_problem USING ERRCODE = '23514', CONSTRAINT = 'record_fields';
    END IF;
  END IF;
  RETURN NEW;
END $$;

-- As in 0104, and links carry the matter of their record. A record links to none of another matter, and an ordinary one to none of any.
CREATE OR REPLACE FUNCTION app.link_records(p_company uuid, p_records uuid[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM app.record_links l USING unnest(p_records) p (id) WHERE l.company_id = p_company AND l.record_id = p.id;
  INSERT INTO app.record_links (company_id, record_id, register, field, position, person_register, person_id, target_register, target_id,
      system_id, control_id, exhibit, matter_id)
    SELECT r.company_id, r.id, r.register, f.field, e.position, CASE WHEN t.type = 'person' THEN 'people' END,
      CASE WHEN t.type = 'person' THEN e.value::uuid END, CASE WHEN t.type = 'record' THEN f.target END,
      CASE WHEN t.type = 'record' THEN e.value::uuid END, CASE WHEN t.type = 'system' THEN e.value::uuid END,
      CASE WHEN t.type = 'control' THEN e.value END, CASE WHEN t.type = 'exhibit' THEN substr(e.value, 4)::bigint END, r.matter_id
    FROM unnest(p_records) p (id)
    JOIN app.records r ON r.company_id = p_company AND r.id = p.id
    JOIN app.register_fields f ON f.register = r.register AND r.fields ? f.field
    CROSS JOIN LATERAL (SELECT coalesce(f.item, f.type) AS type) t
    CROSS JOIN LATERAL (SELECT x.value, x.ordinality AS position FROM jsonb_array_elements_text(CASE WHEN f.type = 'list'
      THEN r.fields -> f.field ELSE jsonb_build_array(r.fields -> f.field) END) WITH ORDINALITY x) e
    WHERE t.type IN ('person', 'record', 'system', 'control', 'exhibit');
  IF EXISTS (SELECT FROM unnest(p_records) p (id) JOIN app.record_links l ON l.company_id = p_company AND l.record_id = p.id
      JOIN app.evidence e ON e.company_id = l.company_id AND e.number = l.exhibit
      WHERE e.matter_id IS NOT NULL AND e.matter_id IS DISTINCT FROM l.matter_id) THEN
    RAISE EXCEPTION 'an exhibit is under privilege' USING ERRCODE = '23503', CONSTRAINT = 'record_links_exhibit';
  END IF;
  IF EXISTS (SELECT FROM unnest(p_records) p (id) JOIN app.record_links l ON l.company_id = p_company AND l.record_id = p.id
      JOIN app.records t ON t.company_id = l.company_id AND t.id = l.target_id
      WHERE t.matter_id IS NOT NULL AND t.matter_id IS DISTINCT FROM l.matter_id) THEN
    RAISE EXCEPTION 'a record is of another matter' USING ERRCODE = '23503', CONSTRAINT = 'record_links_record';
  END IF;
END $$;

-- As in 0056, with the matter of each record.
CREATE OR REPLACE FUNCTION app.keep_added_records() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v record;
BEGIN
  INSERT INTO app.record_changes (company_id, record_id, version, register, kind, changes, changed_by, changed_at, batch_id, salt, ledger_index,
      matter_id)
    SELECT n.company_id, n.id, n.version, n.register, 'added', (SELECT coalesce(jsonb_agg(jsonb_build_object('field', x.key, 'before', NULL,
        'after', x.value) ORDER BY x.key COLLATE "C"), '[]') FROM jsonb_each(n.fields) x),
      n.changed_by, n.changed_at, n.batch_id, n.salt, n.ledger_index, n.matter_id FROM added n;
  FOR v IN SELECT n.company_id, array_agg(n.id) AS ids FROM added n GROUP BY n.company_id LOOP
    PERFORM app.link_records(v.company_id, v.ids);
  END LOOP;
  RETURN NULL;
END $$;
DO $$
DECLARE
  v_text text := pg_get_functiondef('app.keep_changed_records'::regproc);
  v_change record;
BEGIN
  FOR v_change IN SELECT * FROM (VALUES (1, 'ledger_index)', 'ledger_index, matter_id)'),
      (2, 'n.ledger_index', 'n.ledger_index, n.matter_id')) c (step, was, becomes) ORDER BY step LOOP
    IF (length(v_text) - length(replace(v_text, v_change.was, ''))) / length(v_change.was) <> 1 THEN
      RAISE EXCEPTION 'app.keep_changed_records does not have "%" once', v_change.was;
    END IF;
    v_text := replace(v_text, v_change.was, v_change.becomes);
  END LOOP;
  EXECUTE v_text;
END $$;

-- As in 0056; what counts for nothing is not counted among changed records, which everybody reads. It is among the changes on the record.
CREATE OR REPLACE FUNCTION app.hold_records() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v record; v_most bigint;
BEGIN
  FOR v IN SELECT w.company_id, count(*) AS amount FROM written w WHERE w.matter_id IS NULL GROUP BY w.company_id LOOP
    IF app.spend(v.company_id, 'records', v.amount) < 0 THEN
      v_most := app.limit_of(v.company_id, 'records');
      PERFORM app.refuse_limit(v.company_id, 'records', v_most, v_most);
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

-- As in 0057; what counts for nothing has nothing sealed.
CREATE OR REPLACE FUNCTION app.enqueue_registers() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v record;
BEGIN
  FOR v IN SELECT w.company_id, max(w.changed_at) AS at FROM written w WHERE w.matter_id IS NULL GROUP BY w.company_id LOOP
    PERFORM app.enqueue_job('registers', v.company_id::text, v.company_id, v.at + interval '5 seconds');
  END LOOP;
  RETURN NULL;
END $$;

-- As in 0056; nobody confirms what they do not see.
CREATE OR REPLACE FUNCTION app.hold_confirmation() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_ledger record; v_count bigint;
BEGIN
  SELECT l.company, l.size INTO v_ledger FROM app.lock_ledger() l;
  IF v_ledger.company <> NEW.company_id THEN RAISE EXCEPTION 'permission denied: another company' USING ERRCODE = '42501'; END IF;
  NEW.ledger_index := v_ledger.size;
  SELECT count(*), sha256(convert_to(coalesce(string_agg(r.id || ' ' || r.version, E'\n' ORDER BY r.id), ''), 'UTF8'))
    INTO v_count, NEW.digest FROM app.records r
    WHERE r.company_id = NEW.company_id AND r.register = NEW.register AND r.ended_at IS NULL AND r.matter_id IS NULL;
  IF v_count <> NEW.count THEN
    RAISE EXCEPTION 'the register has % records', v_count USING ERRCODE = '23514', CONSTRAINT = 'confirmation_count';
  END IF;
  SELECT NEW.confirmed_at + make_interval(days => g.confirmed_for_days) INTO NEW.valid_until FROM app.registers g WHERE g.key = NEW.register;
  RETURN NEW;
END $$;

SET LOCAL ROLE app_owner;
CREATE POLICY privilege_wall ON app.records AS RESTRICTIVE USING (matter_id IS NULL OR matter_id = (SELECT app.opened_matter()))
  WITH CHECK (matter_id IS NULL OR matter_id = (SELECT app.opened_matter()));
CREATE POLICY privilege_wall ON app.record_changes AS RESTRICTIVE USING (matter_id IS NULL OR matter_id = (SELECT app.opened_matter()));
CREATE POLICY privilege_wall ON app.record_links AS RESTRICTIVE USING (matter_id IS NULL OR matter_id = (SELECT app.opened_matter()));
RESET ROLE;
