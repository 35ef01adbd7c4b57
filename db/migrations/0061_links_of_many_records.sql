-- Setting the links of many records at once looks each of them up by its key: a list of ids was compared with every record.
-- What runs with its caller's rights belongs to app_owner.
SET LOCAL ROLE app_definer;

CREATE OR REPLACE FUNCTION app.link_records(p_company uuid, p_records uuid[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM app.record_links l USING unnest(p_records) p (id) WHERE l.company_id = p_company AND l.record_id = p.id;
  INSERT INTO app.record_links (company_id, record_id, register, field, position, person_register, person_id, system_id, control_id, exhibit)
    SELECT r.company_id, r.id, r.register, f.field, e.position, CASE WHEN t.type = 'person' THEN 'people' END,
      CASE WHEN t.type = 'person' THEN e.value::uuid END, CASE WHEN t.type = 'system' THEN e.value::uuid END,
      CASE WHEN t.type = 'control' THEN e.value END, CASE WHEN t.type = 'exhibit' THEN substr(e.value, 4)::bigint END
    FROM unnest(p_records) p (id)
    JOIN app.records r ON r.company_id = p_company AND r.id = p.id
    JOIN app.register_fields f ON f.register = r.register AND r.fields ? f.field
    CROSS JOIN LATERAL (SELECT coalesce(f.item, f.type) AS type) t
    CROSS JOIN LATERAL (SELECT x.value, x.ordinality AS position FROM jsonb_array_elements_text(CASE WHEN f.type = 'list'
      THEN r.fields -> f.field ELSE jsonb_build_array(r.fields -> f.field) END) WITH ORDINALITY x) e
    WHERE t.type IN ('person', 'system', 'control', 'exhibit');
  IF EXISTS (SELECT FROM unnest(p_records) p (id) JOIN app.record_links l ON l.company_id = p_company AND l.record_id = p.id
      JOIN app.evidence e ON e.company_id = l.company_id AND e.number = l.exhibit WHERE e.matter_id IS NOT NULL) THEN
    RAISE EXCEPTION 'an exhibit is under privilege' USING ERRCODE = '23503', CONSTRAINT = 'record_links_exhibit';
  END IF;
END $$;
-- Reopening gives no approval back.
CREATE OR REPLACE FUNCTION app.hold_record() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
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
    ELSIF OLD.ended_at IS NOT NULL AND NEW.ended_at IS NULL THEN
      -- What was ended is approved anew, by somebody else than who brought it back.
      NEW.authors := (SELECT array_agg(DISTINCT a) FROM unnest(OLD.authors || NEW.changed_by) a);
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

RESET ROLE;
ALTER FUNCTION app.is_field_value(text, text[], jsonb) OWNER TO app_owner;
SET LOCAL ROLE app_owner;
GRANT EXECUTE ON FUNCTION app.is_field_value(text, text[], jsonb) TO app_definer;
RESET ROLE;
