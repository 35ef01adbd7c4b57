-- Mending what was filed: an item gets another name, or leaves a control and counts under another. See docs/decisions/0065.
SET LOCAL ROLE app_owner;

-- Each name that an item was given after it was filed. The name that it was filed with stays in its seal, which the ledger commits to.
CREATE TABLE app.renamings (
  company_id uuid NOT NULL REFERENCES app.companies,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  evidence_id uuid NOT NULL,
  old_name text NOT NULL,
  new_name text NOT NULL CHECK (btrim(new_name) <> '' AND new_name <> old_name),
  renamed_by uuid NOT NULL,
  renamed_at timestamptz NOT NULL,
  -- The place of its entry in the ledger.
  ledger_index bigint NOT NULL,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, evidence_id) REFERENCES app.evidence
);
CREATE UNIQUE INDEX renamings_of_item ON app.renamings (company_id, evidence_id, ledger_index);
SELECT app.protect('app.renamings');
SELECT app.append_only('app.renamings');

-- Each change of the controls that an item counts under. A link that a change took away is set aside by its id.
CREATE TABLE app.refilings (
  company_id uuid NOT NULL REFERENCES app.companies,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  evidence_id uuid NOT NULL,
  added text[] NOT NULL,
  removed text[] NOT NULL,
  reason text NOT NULL,
  refiled_by uuid NOT NULL,
  refiled_at timestamptz NOT NULL,
  ledger_index bigint NOT NULL,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, evidence_id) REFERENCES app.evidence,
  CHECK (cardinality(added) + cardinality(removed) > 0 AND NOT added && removed),
  CHECK (cardinality(removed) = 0 OR btrim(reason) <> '')
);
CREATE UNIQUE INDEX refilings_of_item ON app.refilings (company_id, evidence_id, ledger_index);
SELECT app.protect('app.refilings');
SELECT app.append_only('app.refilings');

-- They are part of an item's custody, and seen by who sees the item.
CREATE POLICY read ON app.renamings FOR SELECT TO app_user USING (true);
CREATE POLICY read ON app.refilings FOR SELECT TO app_user USING (true);
CREATE POLICY audit ON app.renamings FOR SELECT TO app_auditor USING (EXISTS (SELECT FROM app.evidence e
  WHERE e.company_id = renamings.company_id AND e.id = renamings.evidence_id));
CREATE POLICY audit ON app.refilings FOR SELECT TO app_auditor USING (EXISTS (SELECT FROM app.evidence e
  WHERE e.company_id = refilings.company_id AND e.id = refilings.evidence_id));
GRANT SELECT ON app.renamings, app.refilings TO app_user, app_auditor;
GRANT INSERT ON app.renamings, app.refilings TO app_definer;

-- The name that is shown, and how long the item counts for any control, follow what was recorded. All else of an item stays.
DROP TRIGGER append_only ON app.evidence;
DROP TRIGGER append_only_truncate ON app.evidence;
SELECT app.append_only('app.evidence', 'name', 'valid_until', 'matter_id', 'withdrawal_id');
GRANT UPDATE (name, valid_until) ON app.evidence TO app_definer;
RESET ROLE;

SET LOCAL ROLE app_definer;
-- No name without its record, whoever writes it.
CREATE FUNCTION app.require_renaming() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NEW.name IS DISTINCT FROM (SELECT r.new_name FROM app.renamings r WHERE r.company_id = NEW.company_id AND r.evidence_id = NEW.id
      ORDER BY r.ledger_index DESC LIMIT 1) THEN
    RAISE EXCEPTION 'a name changes with its record' USING ERRCODE = '23514', CONSTRAINT = 'evidence_renamed_on_record';
  END IF;
  RETURN NEW;
END $$;
-- How long an item counts is what its links say, whoever writes it.
CREATE FUNCTION app.require_validity() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NEW.valid_until IS DISTINCT FROM (SELECT max(k.valid_until) FROM app.evidence_controls k
      WHERE k.company_id = NEW.company_id AND k.evidence_id = NEW.id AND k.set_aside_by IS NULL) THEN
    RAISE EXCEPTION 'an item counts as long as its links' USING ERRCODE = '23514', CONSTRAINT = 'evidence_valid_as_its_links';
  END IF;
  RETURN NEW;
END $$;
REVOKE EXECUTE ON FUNCTION app.require_renaming(), app.require_validity() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.require_renaming(), app.require_validity() TO app_owner;
RESET ROLE;
SET LOCAL ROLE app_owner;
CREATE TRIGGER require_renaming BEFORE UPDATE OF name ON app.evidence FOR EACH ROW
  WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION app.require_renaming();
CREATE TRIGGER require_validity BEFORE UPDATE OF valid_until ON app.evidence FOR EACH ROW
  WHEN (OLD.valid_until IS DISTINCT FROM NEW.valid_until) EXECUTE FUNCTION app.require_validity();
RESET ROLE;

SET LOCAL ROLE app_definer;
-- Locks the ledger and an item that its caller may change: owners and admins any, members what they filed themselves. It answers what
-- keeps the item from being changed: 'not found', 'privileged' or 'withdrawn'; NULL where nothing does.
CREATE FUNCTION app.hold_item(p_evidence uuid) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_head record; v_item app.evidence; v_role text := app.my_role();
BEGIN
  IF coalesce(v_role, 'viewer') NOT IN ('owner', 'admin', 'member') THEN
    RAISE EXCEPTION 'not allowed to change evidence' USING ERRCODE = '42501';
  END IF;
  v_head := app.lock_ledger();
  SELECT e.* INTO v_item FROM app.evidence e WHERE e.company_id = v_head.company AND e.id = p_evidence
    AND (e.matter_id IS NULL OR e.matter_id = ANY (app.my_matters())) FOR UPDATE;
  IF NOT FOUND THEN RETURN 'not found'; END IF;
  IF v_role = 'member' AND v_item.filed_by <> app.uid() THEN
    RAISE EXCEPTION 'members change what they filed' USING ERRCODE = '42501';
  END IF;
  RETURN CASE WHEN v_item.matter_id IS NOT NULL THEN 'privileged' WHEN v_item.withdrawal_id IS NOT NULL THEN 'withdrawn' END;
END $$;
-- A part of the next two: nobody calls it alone.
REVOKE EXECUTE ON FUNCTION app.hold_item(uuid) FROM PUBLIC;

-- Gives an item another name. It answers what keeps it from that: what app.hold_item answers, or 'same'; NULL where it is done.
CREATE FUNCTION app.rename_evidence(p_evidence uuid, p_name text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_head record; v_hindrance text := app.hold_item(p_evidence); v_old text;
BEGIN
  IF v_hindrance IS NOT NULL THEN RETURN v_hindrance; END IF;
  v_head := app.lock_ledger();
  SELECT e.name INTO v_old FROM app.evidence e WHERE e.company_id = v_head.company AND e.id = p_evidence;
  IF v_old = p_name THEN RETURN 'same'; END IF;
  INSERT INTO app.renamings (company_id, evidence_id, old_name, new_name, renamed_by, renamed_at, ledger_index)
    VALUES (v_head.company, p_evidence, v_old, p_name, app.uid(), v_head.at, v_head.size);
  UPDATE app.evidence SET name = p_name WHERE company_id = v_head.company AND id = p_evidence;
  RETURN NULL;
END $$;

-- Files an item under further controls, each until the given time, and takes it away from others. What is so already is passed over. It
-- answers what was added and removed, and what keeps the item from it: what app.hold_item answers, 'replaced' by a newer version,
-- 'importing' while its report is still read, or 'none left' where it would be under no control.
CREATE FUNCTION app.refile_evidence(p_evidence uuid, p_added text[], p_valid timestamptz[], p_removed text[], p_reason text)
RETURNS TABLE (hindrance text, added text[], removed text[])
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE v_head record; v_hindrance text := app.hold_item(p_evidence); v_id uuid := gen_random_uuid();
  v_under text[]; v_added text[] := '{}'; v_removed text[] := '{}';
BEGIN
  v_head := app.lock_ledger();
  v_hindrance := CASE WHEN v_hindrance IS NOT NULL THEN v_hindrance
    WHEN EXISTS (SELECT FROM app.evidence s WHERE s.company_id = v_head.company AND s.supersedes = p_evidence) THEN 'replaced'
    WHEN EXISTS (SELECT FROM app.imports i WHERE i.company_id = v_head.company AND i.evidence_id = p_evidence
      AND i.state IN ('waiting', 'working')) THEN 'importing' END;
  IF v_hindrance IS NULL THEN
    v_under := ARRAY(SELECT k.control_id FROM app.evidence_controls k
      WHERE k.company_id = v_head.company AND k.evidence_id = p_evidence AND k.set_aside_by IS NULL);
    v_removed := ARRAY(SELECT DISTINCT c FROM unnest(p_removed) c WHERE c = ANY (v_under) AND c <> ALL (p_added) ORDER BY c);
    v_added := ARRAY(SELECT DISTINCT c FROM unnest(p_added) c WHERE c <> ALL (v_under) ORDER BY c);
    IF v_under <@ v_removed AND cardinality(v_added) = 0 AND cardinality(v_removed) > 0 THEN v_hindrance := 'none left'; END IF;
  END IF;
  IF v_hindrance IS NULL AND cardinality(v_added) + cardinality(v_removed) > 0 THEN
    INSERT INTO app.refilings (company_id, id, evidence_id, added, removed, reason, refiled_by, refiled_at, ledger_index)
      VALUES (v_head.company, v_id, p_evidence, v_added, v_removed, p_reason, app.uid(), v_head.at, v_head.size);
    UPDATE app.evidence_controls SET set_aside_by = v_id
      WHERE company_id = v_head.company AND evidence_id = p_evidence AND control_id = ANY (v_removed);
    -- A link that was there before comes back as it was.
    UPDATE app.evidence_controls SET set_aside_by = NULL
      WHERE company_id = v_head.company AND evidence_id = p_evidence AND control_id = ANY (v_added);
    INSERT INTO app.evidence_controls (company_id, evidence_id, control_id, number, valid_until)
      SELECT v_head.company, p_evidence, l.control, e.number, l.valid
      FROM (SELECT DISTINCT ON (x.control) x.control, x.valid FROM unnest(p_added, p_valid) x (control, valid)) l
      JOIN app.evidence e ON e.company_id = v_head.company AND e.id = p_evidence
      WHERE l.control = ANY (v_added)
      ON CONFLICT DO NOTHING;
    UPDATE app.control_totals t SET evidence_count = t.evidence_count - 1
      WHERE t.company_id = v_head.company AND t.control_id = ANY (v_removed);
    INSERT INTO app.control_totals AS t (company_id, control_id, evidence_count)
      SELECT v_head.company, c, 1 FROM unnest(v_added) c ORDER BY c
      ON CONFLICT (company_id, control_id) DO UPDATE SET evidence_count = t.evidence_count + 1;
    UPDATE app.evidence e SET valid_until = (SELECT max(k.valid_until) FROM app.evidence_controls k
        WHERE k.company_id = e.company_id AND k.evidence_id = e.id AND k.set_aside_by IS NULL)
      WHERE e.company_id = v_head.company AND e.id = p_evidence;
  END IF;
  RETURN QUERY SELECT v_hindrance, v_added, v_removed;
END $$;

-- The first p_size entries of the ledger by which these items got other names or controls, with what they commit to, in its order. It
-- answers of what its caller may see: a member of the company, and an auditor of what they audit.
CREATE FUNCTION app.item_changes(p_items uuid[], p_size bigint)
RETURNS TABLE (item uuid, seq bigint, event text, entry text, details text, salt bytea)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT e.id, a.seq, a.event, l.entry, a.details, a.salt
  FROM unnest(p_items) i (id)
  JOIN app.evidence e ON e.company_id = coalesce(app.tenant(), app.audited()) AND e.id = i.id AND e.matter_id IS NULL
    AND (app.tenant() IS NOT NULL OR app.audited_item(e.id) IS NOT NULL)
  CROSS JOIN LATERAL (SELECT r.ledger_index FROM app.renamings r WHERE r.company_id = e.company_id AND r.evidence_id = e.id
    UNION ALL SELECT r.ledger_index FROM app.refilings r WHERE r.company_id = e.company_id AND r.evidence_id = e.id) c
  JOIN app.ledger_acts a ON a.company_id = e.company_id AND a.seq = c.ledger_index
  JOIN app.ledger_entries l ON l.company_id = a.company_id AND l.seq = a.seq
  WHERE a.seq < p_size ORDER BY a.seq
$$;
REVOKE EXECUTE ON FUNCTION app.item_changes(uuid[], bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.item_changes(uuid[], bigint) TO app_user, app_auditor;
REVOKE EXECUTE ON FUNCTION app.rename_evidence(uuid, text), app.refile_evidence(uuid, text[], timestamptz[], text[], text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.rename_evidence(uuid, text), app.refile_evidence(uuid, text[], timestamptz[], text[], text) TO app_user;
RESET ROLE;
