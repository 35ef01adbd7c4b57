-- An approval that was given by mistake is taken back, with a reason: the record waits for another one, its history says who took it back, and
-- what rested on it is judged again. The fields stay as they are.
SET LOCAL ROLE app_owner;
ALTER TABLE app.record_changes DROP CONSTRAINT record_changes_kind_check,
  ADD CONSTRAINT record_changes_kind_check CHECK (kind IN ('added', 'changed', 'ended', 'reopened', 'approved', 'unapproved'));
RESET ROLE;
SET LOCAL ROLE app_definer;
CREATE OR REPLACE FUNCTION app.hold_record()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_ledger record; v_problem text; v_approve text[];
BEGIN
  SELECT l.company, l.size INTO v_ledger FROM app.lock_ledger() l;
  IF v_ledger.company <> NEW.company_id THEN RAISE EXCEPTION 'permission denied: another company' USING ERRCODE = '42501'; END IF;
  IF tg_op = 'UPDATE' AND ROW(NEW.vouched_email, NEW.vouched_how, NEW.vouched_at) IS DISTINCT FROM ROW(OLD.vouched_email, OLD.vouched_how, OLD.vouched_at) THEN
    RETURN NEW;
  END IF;
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
      IF NEW.approved_at IS NULL AND NEW.approved_by IS NULL AND OLD.ended_at IS NULL AND NEW.ended_at IS NULL THEN
        -- Who may approve takes an approval back, whoever gave it; a hold that somebody approved is released by its own two people.
        IF NEW.register = 'legal-holds' THEN
          RAISE EXCEPTION 'a legal hold stands until it is released' USING ERRCODE = '23514', CONSTRAINT = 'record_held';
        END IF;
        IF v_approve IS NULL OR NOT app.my_role() = ANY (v_approve) THEN
          RAISE EXCEPTION 'this approval cannot be withdrawn' USING ERRCODE = '23514', CONSTRAINT = 'record_approval';
        END IF;
        NEW.approved_alone := false;
        RETURN NEW;
      END IF;
      IF NEW.approved_at IS NULL OR OLD.approved_at IS NOT NULL AND NOT (OLD.approved_alone AND NEW.approved_by <> ALL (OLD.authors)) OR OLD.ended_at IS NOT NULL OR NEW.ended_at IS NOT NULL
        OR NEW.approved_by <> NEW.changed_by OR v_approve IS NULL OR NOT app.my_role() = ANY (v_approve) THEN
        RAISE EXCEPTION 'this cannot be approved' USING ERRCODE = '23514', CONSTRAINT = 'record_approval';
      END IF;
      NEW.approved_alone := NEW.approved_by = ANY (OLD.authors)
        OR NEW.approved_by IS NOT DISTINCT FROM app.accepted_by(NEW.company_id, NEW.register, NEW.fields);
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
  IF NEW.register = 'people' AND (tg_op = 'INSERT' OR lower(NEW.fields ->> 'email') IS DISTINCT FROM lower(OLD.fields ->> 'email')) THEN
    IF NEW.fields ? 'email' AND app.manages_alone(NEW.company_id, NEW.changed_by) THEN
      NEW.vouched_email := lower(NEW.fields ->> 'email');
      NEW.vouched_how := 'alone';
      NEW.vouched_by := NEW.changed_by;
      NEW.vouched_at := NEW.changed_at;
    ELSE
      NEW.vouched_email := NULL;
      NEW.vouched_how := NULL;
      NEW.vouched_by := NULL;
      NEW.vouched_at := NULL;
    END IF;
    IF tg_op = 'UPDATE' THEN
      -- What the old address opened stays closed, should it come back.
      UPDATE app.staff_links l SET expires_at = NEW.changed_at WHERE l.company_id = NEW.company_id AND l.person_id = NEW.id
        AND l.used_at IS NULL AND l.expires_at > NEW.changed_at;
      UPDATE app.staff_sessions s SET expires_at = NEW.changed_at WHERE s.company_id = NEW.company_id AND s.person_id = NEW.id
        AND s.expires_at > NEW.changed_at;
    END IF;
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION app.keep_changed_records()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v record;
BEGIN
  INSERT INTO app.record_changes (company_id, record_id, version, register, kind, changes, reason, changed_by, changed_at, batch_id, salt,
      ledger_index, matter_id)
    SELECT n.company_id, n.id, n.version, n.register,
      CASE WHEN n.ended_at IS NOT NULL AND o.ended_at IS NULL THEN 'ended' WHEN n.ended_at IS NULL AND o.ended_at IS NOT NULL THEN 'reopened'
        WHEN n.approved_at IS NOT NULL AND n.approved_at IS DISTINCT FROM o.approved_at OR n.end_approved_at IS NOT NULL AND n.end_approved_at IS DISTINCT FROM o.end_approved_at THEN 'approved'
        WHEN n.approved_at IS NULL AND o.approved_at IS NOT NULL AND n.fields = o.fields THEN 'unapproved' ELSE 'changed' END,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('field', k, 'before', o.fields -> k, 'after', n.fields -> k) ORDER BY k COLLATE "C"), '[]')
        FROM jsonb_object_keys(o.fields || n.fields) k WHERE o.fields -> k IS DISTINCT FROM n.fields -> k),
      coalesce(n.ended_reason, CASE WHEN n.approved_at IS NULL AND o.approved_at IS NOT NULL AND n.fields = o.fields AND o.ended_at IS NULL
        THEN nullif(current_setting('app.reason', true), '') END), n.changed_by, n.changed_at, n.batch_id, n.salt, n.ledger_index, n.matter_id
    FROM after n JOIN before o ON o.company_id = n.company_id AND o.id = n.id AND o.version <> n.version;
  FOR v IN SELECT n.company_id, array_agg(n.id) AS ids FROM after n JOIN before o ON o.company_id = n.company_id AND o.id = n.id
      WHERE n.fields IS DISTINCT FROM o.fields GROUP BY n.company_id LOOP
    PERFORM app.link_records(v.company_id, v.ids);
  END LOOP;
  RETURN NULL;
END $function$;
RESET ROLE;
