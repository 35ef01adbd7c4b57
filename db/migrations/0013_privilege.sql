-- Lifting the privilege of an item, and figures that privileged items are not in.
SET LOCAL ROLE app_owner;

-- The privilege of an item that an owner gave up, with the reason. From then on it is an item like any other.
CREATE TABLE app.privilege_lifts (
  company_id uuid NOT NULL,
  evidence_id uuid NOT NULL,
  -- Which matter it was filed under, for its circle only.
  matter_id uuid NOT NULL,
  reason text NOT NULL CHECK (btrim(reason) <> ''),
  lifted_by uuid NOT NULL,
  lifted_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, evidence_id),
  FOREIGN KEY (company_id, evidence_id) REFERENCES app.evidence
);
SELECT app.protect('app.privilege_lifts');
SELECT app.append_only('app.privilege_lifts');
CREATE POLICY read ON app.privilege_lifts FOR SELECT TO app_user USING (true);
GRANT SELECT ON app.privilege_lifts TO app_user;

-- Lifts the privilege of an item: by an owner who is in the circle of its matter, for good. False when there is none to lift.
CREATE FUNCTION app.lift_privilege(p_evidence uuid, p_reason text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_head record; v_item app.evidence;
BEGIN
  IF NOT app.keeps_matters() THEN
    RAISE EXCEPTION 'only an owner lifts a privilege' USING ERRCODE = '42501';
  END IF;
  v_head := app.lock_ledger();
  SELECT e.* INTO v_item FROM app.evidence e WHERE e.company_id = v_head.company AND e.id = p_evidence
    AND e.matter_id = ANY (app.my_matters()) FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO app.privilege_lifts (company_id, evidence_id, matter_id, reason, lifted_by, lifted_at)
    VALUES (v_head.company, p_evidence, v_item.matter_id, p_reason, app.uid(), v_head.at);
  UPDATE app.evidence SET matter_id = NULL WHERE company_id = v_head.company AND id = p_evidence;
  UPDATE app.evidence_seals SET matter_id = NULL WHERE company_id = v_head.company AND evidence_id = p_evidence;
  UPDATE app.ledger_entries SET matter_id = NULL WHERE company_id = v_head.company AND seq = v_item.ledger_index;
  -- What took its place counts, and says so, only once it is no longer privileged itself.
  INSERT INTO app.evidence_controls (company_id, evidence_id, control_id, number, valid_until, superseded_by)
    SELECT k.company_id, k.evidence_id, k.control_id, k.number, k.valid_until, (SELECT s.ledger_index FROM app.evidence s
      WHERE s.company_id = v_head.company AND s.supersedes = p_evidence AND s.matter_id IS NULL) FROM app.privileged_controls k
    WHERE k.company_id = v_head.company AND k.evidence_id = p_evidence;
  UPDATE app.evidence_controls SET superseded_by = v_item.ledger_index
    WHERE company_id = v_head.company AND evidence_id = v_item.supersedes;
  INSERT INTO app.control_totals AS t (company_id, control_id, evidence_count)
    SELECT k.company_id, k.control_id, 1 FROM app.privileged_controls k
    WHERE k.company_id = v_head.company AND k.evidence_id = p_evidence ORDER BY k.control_id
    ON CONFLICT (company_id, control_id) DO UPDATE SET evidence_count = t.evidence_count + 1;
  DELETE FROM app.privileged_controls k WHERE k.company_id = v_head.company AND k.evidence_id = p_evidence;
  INSERT INTO app.storage_totals AS t (company_id, storage_location_id, items, bytes)
    VALUES (v_head.company, v_item.storage_location_id, 1, v_item.size)
    ON CONFLICT (company_id, storage_location_id) DO UPDATE SET items = t.items + 1, bytes = t.bytes + excluded.bytes;
  UPDATE app.ledger_heads SET privileged_count = privileged_count - 1 WHERE company_id = v_head.company;
  UPDATE app.projects SET started_at = v_head.at
    WHERE company_id = v_head.company AND started_at IS NULL AND archived_at IS NULL;
  RETURN true;
END $$;

-- Who lifted the privilege of an item, when and why, for everyone who sees the item; never which matter it was.
CREATE FUNCTION app.privilege_lifted(p_evidence uuid) RETURNS TABLE (lifted_at timestamptz, lifted_by text, reason text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT l.lifted_at, concat_ws(' ', p.first_name, p.last_name), l.reason FROM app.privilege_lifts l
  LEFT JOIN app.profiles p ON p.id = l.lifted_by
  WHERE l.company_id = app.tenant() AND l.evidence_id = p_evidence
$$;

-- How many items a matter has and how many people its circle, for whoever keeps it or is in it. An owner outside learns no more.
CREATE FUNCTION app.matter_sizes() RETURNS TABLE (matter_id uuid, people bigint, items bigint, last_filed_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT m.id, (SELECT count(*) FROM app.matter_circle q WHERE q.company_id = m.company_id AND q.matter_id = m.id),
    CASE WHEN m.id = ANY (app.my_matters()) THEN (SELECT count(*) FROM app.evidence e WHERE e.company_id = m.company_id AND e.matter_id = m.id) END,
    CASE WHEN m.id = ANY (app.my_matters()) THEN (SELECT max(e.filed_at) FROM app.evidence e WHERE e.company_id = m.company_id AND e.matter_id = m.id) END
  FROM app.matters m WHERE m.company_id = app.tenant() AND (app.keeps_matters() OR m.id = ANY (app.my_matters()))
$$;

-- A matter's own record, and what auditors looked at, are read by themselves.
CREATE INDEX ledger_acts_of_matter ON app.ledger_acts (company_id, matter_id, seq DESC) WHERE matter_id IS NOT NULL;
-- What is merely looked at is beside the record that everybody reads, and soon there is more of it than of all else.
CREATE INDEX ledger_acts_but_looks ON app.ledger_acts (company_id, seq DESC) WHERE event NOT IN ('audit.viewed', 'evidence.viewed');
CREATE INDEX ledger_acts_by_actor ON app.ledger_acts (company_id, actor_id);
CREATE INDEX ledger_acts_of_auditors ON app.ledger_acts (company_id, actor_id, seq DESC) WHERE event = 'audit.viewed';

-- How many items that are not privileged the company of this transaction has, and how many it had at each instant. Numbers
-- have no gaps and grow with time, so that this is a subtraction and not a count.
CREATE FUNCTION app.evidence_totals(p_instants timestamptz[]) RETURNS TABLE (instant timestamptz, before bigint, total bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT i.instant, coalesce((SELECT e.number FROM app.evidence e WHERE e.company_id = h.company_id AND e.filed_at <= i.instant
        ORDER BY e.filed_at DESC, e.number DESC LIMIT 1), 0)
      - (SELECT count(*) FROM app.evidence p WHERE p.company_id = h.company_id AND p.matter_id IS NOT NULL AND p.filed_at <= i.instant),
    h.evidence_count - h.privileged_count
  FROM app.ledger_heads h, unnest(p_instants) i (instant) WHERE h.company_id = app.tenant() ORDER BY i.instant
$$;

GRANT UPDATE (matter_id) ON app.evidence, app.evidence_seals, app.ledger_entries TO app_definer;
GRANT SELECT, INSERT ON app.privilege_lifts TO app_definer;
GRANT EXECUTE ON FUNCTION app.lift_privilege(uuid, text), app.matter_sizes() TO app_user;
GRANT EXECUTE ON FUNCTION app.evidence_totals(timestamptz[]), app.privilege_lifted(uuid) TO app_user, app_auditor;

RESET ROLE;
ALTER FUNCTION app.lift_privilege(uuid, text) OWNER TO app_definer;
ALTER FUNCTION app.evidence_totals(timestamptz[]) OWNER TO app_definer;
ALTER FUNCTION app.privilege_lifted(uuid) OWNER TO app_definer;
ALTER FUNCTION app.matter_sizes() OWNER TO app_definer;
