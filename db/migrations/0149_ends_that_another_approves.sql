-- Ending what another person approved waits for another person, too. See docs/decisions/0133.
SET LOCAL ROLE app_owner;
ALTER TABLE app.records
  -- It was approved once, as it was then.
  ADD COLUMN approved_before boolean NOT NULL DEFAULT false,
  ADD COLUMN end_approved_by uuid,
  ADD COLUMN end_approved_at timestamptz,
  -- By whoever ended it, because nobody else could.
  ADD COLUMN end_approved_alone boolean NOT NULL DEFAULT false,
  ADD CHECK ((end_approved_by IS NULL) = (end_approved_at IS NULL)),
  ADD CHECK (end_approved_at IS NULL OR ended_at IS NOT NULL);
GRANT UPDATE (end_approved_by, end_approved_at) ON app.records TO app_user;
-- No field of a register has this origin any more.
ALTER TABLE app.register_fields DROP CONSTRAINT register_fields_origin_check,
  ADD CONSTRAINT register_fields_origin_check CHECK (origin IN ('done here', 'collected', 'filed', 'stated'));
RESET ROLE;

SET LOCAL ROLE app_definer;
-- Who ends a record is who changed it last, until somebody approves the end.
CREATE FUNCTION app.hold_end() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_approve text[];
BEGIN
  NEW.approved_before := OLD.approved_before OR OLD.approved_at IS NOT NULL;
  SELECT r.approve_roles INTO v_approve FROM app.registers r WHERE r.key = NEW.register;
  IF NEW.ended_at IS NULL OR v_approve IS NULL THEN
    NEW.end_approved_by := NULL;
    NEW.end_approved_at := NULL;
    NEW.end_approved_alone := false;
  ELSIF OLD.ended_at IS NULL THEN
    NEW.end_approved_alone := app.record_approvers(NEW.register) <= 1;
    NEW.end_approved_by := CASE WHEN NEW.end_approved_alone THEN NEW.changed_by END;
    NEW.end_approved_at := CASE WHEN NEW.end_approved_alone THEN NEW.changed_at END;
  ELSIF NEW.end_approved_at IS DISTINCT FROM OLD.end_approved_at OR NEW.end_approved_by IS DISTINCT FROM OLD.end_approved_by THEN
    IF NEW.end_approved_at IS NULL OR OLD.end_approved_at IS NOT NULL OR NEW.end_approved_by <> NEW.changed_by
      OR NOT app.my_role() = ANY (v_approve) THEN
      RAISE EXCEPTION 'this cannot be approved' USING ERRCODE = '23514', CONSTRAINT = 'record_approval';
    END IF;
    NEW.end_approved_alone := NEW.end_approved_by = OLD.changed_by;
    IF NEW.end_approved_alone AND app.record_approvers(NEW.register) > 1 THEN
      RAISE EXCEPTION 'another person approves it' USING ERRCODE = '23514', CONSTRAINT = 'record_own_approval';
    END IF;
  ELSIF NEW.ended_at IS DISTINCT FROM OLD.ended_at OR NEW.changed_by IS DISTINCT FROM OLD.changed_by THEN
    RAISE EXCEPTION 'this record has ended' USING ERRCODE = '23514', CONSTRAINT = 'record_ended';
  END IF;
  RETURN NEW;
END $$;
GRANT EXECUTE ON FUNCTION app.hold_end() TO app_owner;
SET LOCAL ROLE app_owner;
-- After hold_record, by its name.
CREATE TRIGGER hold_record_end BEFORE UPDATE ON app.records FOR EACH ROW EXECUTE FUNCTION app.hold_end();
RESET ROLE;
SET LOCAL ROLE app_definer;
REVOKE EXECUTE ON FUNCTION app.hold_end() FROM app_owner;
RESET ROLE;

CREATE OR REPLACE FUNCTION pg_temp.rewrite_records(p_function regproc, p_from text, p_to text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_text text := pg_get_functiondef(p_function);
BEGIN
  IF (length(v_text) - length(replace(v_text, p_from, ''))) / length(p_from) <> 1 THEN
    RAISE EXCEPTION '% does not have "%" once', p_function, p_from;
  END IF;
  EXECUTE replace(v_text, p_from, p_to);
END $$;
SELECT pg_temp.rewrite_records('app.keep_changed_records', 'WHEN n.approved_at IS NOT NULL AND o.approved_at IS NULL THEN ''approved''',
  'WHEN n.approved_at IS NOT NULL AND o.approved_at IS NULL OR n.end_approved_at IS NOT NULL AND o.end_approved_at IS NULL THEN ''approved''');
