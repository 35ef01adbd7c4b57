-- Who holds a device that no management reports says on their own page whether they have it, and names a device that is not in the list: a
-- proposal, and never a record by itself. See docs/decisions/0227.
SET LOCAL ROLE app_owner;

-- Whom a device is asked about, since when, and what they said last. Whose record comes to name another person or another device is asked anew.
CREATE TABLE app.device_questions (
  company_id uuid NOT NULL REFERENCES app.companies,
  device_register text NOT NULL DEFAULT 'devices' CHECK (device_register = 'devices'),
  device_id uuid NOT NULL,
  person_register text NOT NULL DEFAULT 'people' CHECK (person_register = 'people'),
  person_id uuid NOT NULL,
  asked_at timestamptz NOT NULL,
  answer text CHECK (answer IN ('has', 'denies', 'lost')),
  answered_at timestamptz,
  PRIMARY KEY (company_id, device_id),
  FOREIGN KEY (company_id, device_register, device_id) REFERENCES app.records (company_id, register, id),
  FOREIGN KEY (company_id, person_register, person_id) REFERENCES app.records (company_id, register, id),
  CHECK ((answer IS NULL) = (answered_at IS NULL))
);
SELECT app.protect('app.device_questions');
CREATE POLICY read ON app.device_questions FOR SELECT TO app_user USING ('devices' = ANY ((SELECT app.my_registers('read'))::text[]));
GRANT SELECT ON app.device_questions TO app_user;
GRANT INSERT, UPDATE ON app.device_questions TO app_definer;
CREATE INDEX device_questions_person ON app.device_questions (company_id, person_id);

-- Devices that staff named as theirs and missing.
CREATE TABLE app.named_devices (
  company_id uuid NOT NULL REFERENCES app.companies,
  id uuid NOT NULL,
  person_register text NOT NULL DEFAULT 'people' CHECK (person_register = 'people'),
  person_id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  kind text NOT NULL CHECK (length(kind) BETWEEN 1 AND 40),
  serial text CHECK (length(serial) BETWEEN 1 AND 100),
  named_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, person_register, person_id) REFERENCES app.records (company_id, register, id)
);
SELECT app.protect('app.named_devices');
SELECT app.append_only('app.named_devices');
CREATE POLICY read ON app.named_devices FOR SELECT TO app_user USING ('devices' = ANY ((SELECT app.my_registers('read'))::text[]));
GRANT SELECT ON app.named_devices TO app_user;
GRANT INSERT ON app.named_devices TO app_definer;
CREATE INDEX named_devices_person ON app.named_devices (company_id, person_id);

-- What a holder is shown of a device, and answers about: SHA-256.
CREATE FUNCTION app.device_text(p_fields jsonb) RETURNS bytea LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT sha256(convert_to(jsonb_build_array(p_fields -> 'name', p_fields -> 'kind', p_fields -> 'serial')::text, 'UTF8'))
$$;
-- By what the decision on a device that staff named is found, as for other proposals.
CREATE FUNCTION app.named_device_key(p_id uuid) RETURNS text LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT encode(sha256(convert_to('devices' || chr(10) || 'staff' || chr(10) || p_id::text, 'UTF8')), 'hex')
$$;
-- Whether a record, of another batch than this one, says already what was named: by its serial number, or by its name and holder where one of
-- them has none. A device that was retired before it was named is not the one that is meant.
CREATE FUNCTION app.is_named_recorded(p_id uuid, p_batch uuid) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (SELECT FROM app.named_devices n JOIN app.records r ON r.company_id = n.company_id AND r.register = 'devices' AND r.matter_id IS NULL
    WHERE n.company_id = app.tenant() AND n.id = p_id
      AND (r.ended_at IS NULL OR r.created_at >= n.named_at) AND r.ended_reason IS DISTINCT FROM 'Import undone'
      AND (p_batch IS NULL OR r.batch_id IS DISTINCT FROM p_batch)
      AND CASE WHEN n.serial IS NOT NULL AND r.fields ? 'serial' THEN lower(btrim(r.fields ->> 'serial')) = lower(btrim(n.serial))
        ELSE lower(btrim(r.fields ->> 'name')) = lower(btrim(n.name)) AND r.fields ->> 'holderId' = n.person_id::text END)
$$;
REVOKE ALL ON FUNCTION app.device_text(jsonb), app.named_device_key(uuid), app.is_named_recorded(uuid, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.device_text(jsonb) TO app_definer;
GRANT EXECUTE ON FUNCTION app.named_device_key(uuid), app.is_named_recorded(uuid, uuid) TO app_definer, app_user;

SET LOCAL ROLE app_definer;

CREATE FUNCTION app.ask_holder() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NEW.ended_at IS NOT NULL OR NEW.fields ->> 'holderId' IS NULL OR tg_op = 'UPDATE' AND OLD.ended_at IS NULL
    AND OLD.fields ->> 'holderId' = NEW.fields ->> 'holderId' AND app.device_text(OLD.fields) = app.device_text(NEW.fields) THEN RETURN NULL; END IF;
  INSERT INTO app.device_questions AS q (company_id, device_id, person_id, asked_at)
    VALUES (NEW.company_id, NEW.id, (NEW.fields ->> 'holderId')::uuid, NEW.changed_at)
    ON CONFLICT (company_id, device_id) DO UPDATE SET person_id = excluded.person_id, asked_at = excluded.asked_at, answer = NULL, answered_at = NULL;
  RETURN NULL;
END $$;
GRANT EXECUTE ON FUNCTION app.ask_holder(), app.enqueue_row() TO app_owner;

-- Those of some devices that are in use and that a connection reports: its management heard of it within 31 days, or does not say when; found by
-- the serial number, or by the name where one of them has none.
CREATE FUNCTION app.reported_devices(p_devices uuid[], p_now timestamptz) RETURNS TABLE (device_id uuid, source text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH listed AS MATERIALIZED (
    SELECT k.source, nullif(lower(btrim(d.device ->> 'label')), '') AS name, nullif(lower(btrim(d.device ->> 'serial')), '') AS serial
    FROM app.account_lists l
    JOIN app.connections k ON k.company_id = l.company_id AND k.id = l.connection_id AND k.state <> 'disconnected'
    JOIN app.evidence e ON e.company_id = l.company_id AND e.id = l.evidence_id AND e.withdrawal_id IS NULL AND e.erased_at IS NULL
    CROSS JOIN LATERAL jsonb_array_elements(l.devices) d (device)
    WHERE l.company_id = app.tenant() AND d.device -> 'managed' IS DISTINCT FROM 'false'
      AND coalesce((d.device ->> 'lastSyncOn' || 'T00:00:00Z')::timestamptz >= p_now - interval '31 days', true)),
  recorded AS MATERIALIZED (
    SELECT r.id, nullif(lower(btrim(r.fields ->> 'name')), '') AS name, nullif(lower(btrim(r.fields ->> 'serial')), '') AS serial
    FROM app.records r WHERE r.company_id = app.tenant() AND r.register = 'devices' AND r.id = ANY (p_devices) AND r.matter_id IS NULL
      AND r.ended_at IS NULL)
  SELECT x.id, min(x.source) FROM (
    SELECT r.id, l.source FROM recorded r JOIN listed l ON l.serial = r.serial
    UNION ALL SELECT r.id, l.source FROM recorded r JOIN listed l ON l.name = r.name WHERE l.serial IS NULL OR r.serial IS NULL) x GROUP BY x.id
$$;

-- The devices that the caller, who is of the staff, is asked about, with what they said last.
CREATE FUNCTION app.own_device_questions(p_now timestamptz) RETURNS TABLE (device_id uuid, number bigint, name text, kind text, serial text,
  text_sha256 text, asked_at timestamptz, answer text, answered_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH own AS MATERIALIZED (SELECT q.* FROM app.device_questions q WHERE q.company_id = app.staffed() AND q.person_id = app.uid())
  SELECT r.id, r.number, r.fields ->> 'name', r.fields ->> 'kind', r.fields ->> 'serial', encode(app.device_text(r.fields), 'hex'), q.asked_at,
    q.answer, q.answered_at
  FROM own q JOIN app.records r ON r.company_id = q.company_id AND r.id = q.device_id
  WHERE r.ended_at IS NULL
    AND r.id NOT IN (SELECT x.device_id FROM app.reported_devices(ARRAY(SELECT o.device_id FROM own o), p_now) x)
  ORDER BY r.number LIMIT 200
$$;

-- Keeps what the caller says of a device as they were shown it; false where it says something else by now, or is not asked of them.
CREATE FUNCTION app.answer_device(p_device uuid, p_sha256 text, p_answer text, p_now timestamptz, p_act uuid, p_details text, p_salt bytea,
  p_commitment text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM app.lock_ledger();
  IF NOT EXISTS (SELECT FROM app.own_device_questions(p_now) o WHERE o.device_id = p_device AND o.text_sha256 = p_sha256) THEN RETURN false; END IF;
  -- The same once more within a day is a button that was pressed twice.
  UPDATE app.device_questions q SET answer = p_answer, answered_at = p_now WHERE q.company_id = app.staffed() AND q.device_id = p_device
    AND q.person_id = app.uid() AND (q.answer IS DISTINCT FROM p_answer OR q.answered_at <= p_now - interval '1 day');
  IF FOUND THEN PERFORM app.record_act(p_act, 'staff.deviceAnswered', p_device::text, p_details, p_salt, p_commitment, NULL); END IF;
  RETURN true;
END $$;

-- What the caller named and no record says yet; of what the company does not add they are told for 90 days.
CREATE FUNCTION app.own_named_devices(p_now timestamptz) RETURNS TABLE (id uuid, name text, serial text, named_at timestamptz, dismissed boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT n.id, n.name, n.serial, n.named_at, d.dismissed
  FROM app.named_devices n CROSS JOIN LATERAL (SELECT coalesce((SELECT x.dismissed FROM app.proposal_decisions x WHERE x.company_id = n.company_id
    AND x.register = 'devices' AND x.key = app.named_device_key(n.id) ORDER BY x.ledger_index DESC, x.id LIMIT 1), false) AS dismissed) d
  WHERE n.company_id = app.staffed() AND n.person_id = app.uid() AND NOT app.is_named_recorded(n.id, NULL)
    AND (NOT d.dismissed OR n.named_at > p_now - interval '90 days')
  ORDER BY n.named_at DESC, n.id LIMIT 50
$$;

-- Keeps that the caller named a device that is missing; false where the same form was sent before.
CREATE FUNCTION app.name_device(p_id uuid, p_name text, p_kind text, p_serial text, p_now timestamptz, p_act uuid, p_details text, p_salt bytea,
  p_commitment text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_company uuid := app.staffed();
BEGIN
  PERFORM app.lock_ledger();
  INSERT INTO app.named_devices (company_id, id, person_id, name, kind, serial, named_at)
    VALUES (v_company, p_id, app.uid(), p_name, p_kind, p_serial, p_now) ON CONFLICT (company_id, id) DO NOTHING;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM app.record_act(p_act, 'staff.deviceNamed', p_id::text, p_details, p_salt, p_commitment, NULL);
  RETURN true;
END $$;

REVOKE ALL ON FUNCTION app.ask_holder(), app.reported_devices(uuid[], timestamptz), app.own_device_questions(timestamptz),
  app.answer_device(uuid, text, text, timestamptz, uuid, text, bytea, text), app.own_named_devices(timestamptz),
  app.name_device(uuid, text, text, text, timestamptz, uuid, text, bytea, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.reported_devices(uuid[], timestamptz) TO app_user;
GRANT EXECUTE ON FUNCTION app.own_device_questions(timestamptz), app.answer_device(uuid, text, text, timestamptz, uuid, text, bytea, text),
  app.own_named_devices(timestamptz), app.name_device(uuid, text, text, text, timestamptz, uuid, text, bytea, text) TO app_staff;

-- Devices that are in use already are asked about from now.
INSERT INTO app.device_questions (company_id, device_id, person_id, asked_at)
  SELECT r.company_id, r.id, p.id, now() FROM app.records r
  JOIN app.records p ON p.company_id = r.company_id AND p.register = 'people' AND p.id::text = r.fields ->> 'holderId'
  WHERE r.register = 'devices' AND r.matter_id IS NULL AND r.ended_at IS NULL;

SET LOCAL ROLE app_owner;
CREATE TRIGGER ask_holder AFTER INSERT OR UPDATE ON app.records FOR EACH ROW WHEN (NEW.register = 'devices' AND NEW.matter_id IS NULL)
  EXECUTE FUNCTION app.ask_holder();
CREATE TRIGGER enqueue_run AFTER UPDATE ON app.device_questions FOR EACH ROW WHEN (NEW.answered_at IS NOT NULL)
  EXECUTE FUNCTION app.enqueue_row('registers', 'company_id', '1', 'answered_at', '5 seconds');
SET LOCAL ROLE app_definer;
REVOKE EXECUTE ON FUNCTION app.ask_holder(), app.enqueue_row() FROM app_owner;
RESET ROLE;

-- What a holder says is never refused because the ledger had its entries of the month.
DO $$
DECLARE v_text text := pg_get_functiondef('app.is_never_refused(text)'::regprocedure);
BEGIN
  IF position($q$'staff.signedIn',$q$ IN v_text) = 0 THEN RAISE EXCEPTION 'app.is_never_refused is another one'; END IF;
  EXECUTE replace(v_text, $q$'staff.signedIn',$q$, $q$'staff.signedIn', 'staff.deviceAnswered',$q$);
END $$;
