-- Legal holds bind: custodians are told, asked to confirm, reminded and told of the release; what is held is neither erased nor disposed of.
-- A hold that belongs to a matter does neither. See docs/decisions/0137.
SET LOCAL ROLE app_owner;

-- Whom Exhibit wrote to about a hold, when last, and what they confirmed.
CREATE TABLE app.hold_notices (
  company_id uuid NOT NULL REFERENCES app.companies,
  hold_register text NOT NULL DEFAULT 'legal-holds' CHECK (hold_register = 'legal-holds'),
  hold_id uuid NOT NULL,
  person_register text NOT NULL DEFAULT 'people' CHECK (person_register = 'people'),
  person_id uuid NOT NULL,
  noticed_at timestamptz NOT NULL,
  told_at timestamptz NOT NULL,
  reminders integer NOT NULL DEFAULT 0,
  acknowledged_at timestamptz,
  -- SHA-256 of what the hold said then: once it says more, they are asked again.
  acknowledged bytea,
  released_at timestamptz,
  PRIMARY KEY (company_id, hold_id, person_id),
  FOREIGN KEY (company_id, hold_register, hold_id) REFERENCES app.records (company_id, register, id),
  FOREIGN KEY (company_id, person_register, person_id) REFERENCES app.records (company_id, register, id),
  CHECK ((acknowledged_at IS NULL) = (acknowledged IS NULL))
);
SELECT app.protect('app.hold_notices');
CREATE POLICY read ON app.hold_notices FOR SELECT TO app_user USING ('legal-holds' = ANY ((SELECT app.my_registers('read'))::text[]));
GRANT SELECT ON app.hold_notices TO app_user;
GRANT INSERT, UPDATE ON app.hold_notices TO app_definer;
CREATE INDEX records_legal_holds ON app.records (company_id) WHERE register = 'legal-holds' AND matter_id IS NULL;

-- Whether a record is a hold that binds: not ended, not released, and of no matter. It binds before it is approved.
CREATE FUNCTION app.is_hold(p_record app.records) RETURNS boolean LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT p_record.register = 'legal-holds' AND p_record.matter_id IS NULL AND p_record.ended_at IS NULL AND NOT p_record.fields ? 'releasedOn'
$$;

-- What a custodian confirms: SHA-256 of the hold's name and of what it says is kept.
CREATE FUNCTION app.hold_text(p_fields jsonb) RETURNS bytea LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT sha256(convert_to(jsonb_build_array(p_fields -> 'title', p_fields -> 'about')::text, 'UTF8'))
$$;

REVOKE ALL ON FUNCTION app.is_hold(app.records), app.hold_text(jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.is_hold(app.records), app.hold_text(jsonb) TO app_definer;
GRANT EXECUTE ON FUNCTION app.hold_text(jsonb) TO app_user;

SET LOCAL ROLE app_definer;

-- The holds of a company that bind and lead to something by one of their fields.
CREATE FUNCTION app.holds_of(p_company uuid, p_field text, p_target uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (SELECT FROM app.record_links l JOIN app.records h ON h.company_id = l.company_id AND h.id = l.record_id
    WHERE l.company_id = p_company AND l.register = 'legal-holds' AND l.field = p_field AND coalesce(l.person_id, l.target_id) = p_target
      AND app.is_hold(h))
$$;

CREATE FUNCTION app.has_hold(p_company uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (SELECT FROM app.records h WHERE h.company_id = p_company AND h.register = 'legal-holds' AND h.matter_id IS NULL AND app.is_hold(h))
$$;

-- As in 0052, and a legal hold that names the item.
CREATE OR REPLACE FUNCTION app.is_held(p_company uuid, p_evidence uuid, p_now timestamptz) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE
    WHEN EXISTS (SELECT FROM app.record_links l JOIN app.records h ON h.company_id = l.company_id AND h.id = l.record_id
      WHERE l.company_id = e.company_id AND l.register = 'legal-holds' AND l.exhibit = e.number AND app.is_hold(h)) THEN 'hold'
    WHEN EXISTS (SELECT FROM app.audit_answer_items i
        JOIN app.audit_answers a ON a.company_id = i.company_id AND a.id = i.answer_id
        JOIN app.audit_requests r ON r.company_id = a.company_id AND r.id = a.request_id AND r.state IN ('open', 'answered')
        JOIN app.projects p ON p.company_id = r.company_id AND p.id = r.project_id AND p.archived_at IS NULL
      WHERE i.company_id = e.company_id AND i.evidence_id = e.id) THEN 'request'
    WHEN EXISTS (SELECT FROM app.auditors u
        JOIN app.auditor_projects o ON o.company_id = u.company_id AND o.auditor_id = u.id
        JOIN app.projects p ON p.company_id = o.company_id AND p.id = o.project_id AND p.archived_at IS NULL
      WHERE u.company_id = e.company_id AND u.ended_at IS NULL AND u.ends_at > p_now
        AND (EXISTS (SELECT FROM app.audit_samples s WHERE s.company_id = p.company_id AND s.project_id = p.id AND e.number = ANY (s.numbers))
          OR EXISTS (SELECT FROM app.audit_comments c WHERE c.company_id = p.company_id AND c.project_id = p.id AND c.evidence_id = e.id
            AND c.by_auditor))) THEN 'audit'
    WHEN EXISTS (SELECT FROM app.manual_tests t WHERE t.company_id = e.company_id AND t.withdrawn_at IS NULL AND t.valid_until > p_now
        AND (e.number = t.number OR t.population_exhibits IS NOT NULL AND e.number = ANY (t.sample)
          OR EXISTS (SELECT FROM app.manual_test_exhibits x WHERE x.company_id = t.company_id AND x.test_id = t.id AND x.number = e.number))
        AND NOT EXISTS (SELECT FROM app.manual_tests n WHERE n.company_id = t.company_id AND n.check_id = t.check_id
          AND n.aspect = t.aspect AND n.ledger_index > t.ledger_index)) THEN 'test'
  END FROM app.evidence e WHERE e.company_id = p_company AND e.id = p_evidence
$$;

-- Nothing is disposed of that a hold covers: a matter it names, or a device of a custodian. A matter under it is not ended either.
CREATE FUNCTION app.refuse_held() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_held boolean := false;
BEGIN
  IF NEW.register = 'client-matters' THEN
    v_held := tg_op = 'UPDATE' AND NEW.ended_at IS NOT NULL AND OLD.ended_at IS NULL AND app.holds_of(NEW.company_id, 'matterIds', NEW.id);
  ELSIF NEW.ended_at IS NULL AND NEW.fields ->> 'method' IS DISTINCT FROM 'mistake'
    AND (tg_op = 'INSERT' OR NEW.fields IS DISTINCT FROM OLD.fields OR OLD.ended_at IS NOT NULL OR NEW.approved_at IS NOT NULL) THEN
    v_held := EXISTS (SELECT FROM jsonb_array_elements_text(coalesce(NEW.fields -> 'matterIds', '[]')) m
        WHERE app.holds_of(NEW.company_id, 'matterIds', m::uuid))
      OR EXISTS (SELECT FROM jsonb_array_elements_text(coalesce(NEW.fields -> 'deviceIds', '[]')) d
        JOIN app.records v ON v.company_id = NEW.company_id AND v.register = 'devices' AND v.id = d::uuid
        WHERE app.holds_of(NEW.company_id, 'custodianIds', (v.fields ->> 'holderId')::uuid));
  END IF;
  IF v_held THEN RAISE EXCEPTION 'a legal hold covers it' USING ERRCODE = '23514', CONSTRAINT = 'record_held'; END IF;
  RETURN NEW;
END $$;
GRANT EXECUTE ON FUNCTION app.refuse_held() TO app_owner;

-- As in 0009; a company under a hold stays.
CREATE OR REPLACE FUNCTION app.set_deletion(p_due timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF app.my_role() IS DISTINCT FROM 'owner' THEN
    RAISE EXCEPTION 'only the owner deletes a company' USING ERRCODE = '42501';
  END IF;
  IF p_due IS NOT NULL AND app.has_hold(app.tenant()) THEN
    RAISE EXCEPTION 'a legal hold covers the company' USING ERRCODE = '23514', CONSTRAINT = 'company_held';
  END IF;
  UPDATE app.companies SET deletion_due_at = p_due, updated_at = now()
    WHERE id = app.tenant() AND (deletion_due_at IS NULL) <> (p_due IS NULL) AND deleted_at IS NULL;
  RETURN FOUND;
END $$;
CREATE OR REPLACE FUNCTION app.companies_to_erase(p_now timestamptz) RETURNS TABLE (company_id uuid, location uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.connections k SET state = 'disconnected', disconnected_at = p_now FROM app.companies c
    WHERE c.id = k.company_id AND c.deletion_due_at <= p_now AND c.deleted_at IS NULL AND k.state <> 'disconnected' AND NOT app.has_hold(c.id);
  RETURN QUERY SELECT c.id, c.storage_location_id FROM app.companies c WHERE c.deletion_due_at <= p_now
    AND (c.deleted_at IS NOT NULL OR NOT app.has_hold(c.id))
    AND NOT EXISTS (SELECT FROM app.ended_links e WHERE e.company_id = c.id AND e.ended_at > p_now - interval '10 minutes')
    ORDER BY c.deletion_due_at;
END $$;

-- As in 0027; a custodian's account stays.
CREATE OR REPLACE FUNCTION app.delete_own_account() RETURNS TABLE (email text, first_name text, last_name text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE v auth.users;
BEGIN
  IF NOT app.hold_person(app.uid()) THEN RETURN; END IF;
  IF EXISTS (SELECT FROM auth.users u JOIN app.company_members m ON m.user_id = u.id
      JOIN app.records r ON r.company_id = m.company_id AND r.register = 'people' AND lower(r.fields ->> 'email') = lower(u.email)
      WHERE u.id = app.uid() AND app.holds_of(r.company_id, 'custodianIds', r.id)) THEN
    RAISE EXCEPTION 'a legal hold names its owner' USING ERRCODE = '23514', CONSTRAINT = 'account_held';
  END IF;
  DELETE FROM app.company_members m WHERE m.user_id = app.uid() AND m.role <> 'owner';
  DELETE FROM auth.users u WHERE u.id = app.uid() RETURNING u.* INTO v;
  IF v.id IS NULL THEN RETURN; END IF;
  DELETE FROM app.profiles p WHERE p.id = v.id;
  DELETE FROM auth.one_time_links l WHERE l.email = v.email;
  DELETE FROM auth.link_requests r WHERE r.email = v.email;
  RETURN QUERY SELECT v.email, v.first_name, v.last_name;
END $$;

-- Whom a hold is to be told to now: when it names them, every seven days until they confirm it, and when it ends. What was added to its text
-- after they confirmed is told at once.
CREATE FUNCTION app.holds_to_tell(p_now timestamptz, p_most integer) RETURNS TABLE (kind text, company_id uuid, company text, hold_id uuid,
  number bigint, person_id uuid, person_number bigint, name text, email text, told_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT x.kind, c.id, c.name, h.id, h.number, p.id, p.number, p.fields ->> 'name', lower(p.fields ->> 'email'), x.told_at
  FROM (
    SELECT CASE WHEN n.hold_id IS NULL OR n.released_at IS NOT NULL THEN 'notice' ELSE 'reminder' END AS kind, h.company_id, h.id AS hold_id,
      l.person_id, n.told_at
    FROM app.records h JOIN app.record_links l ON l.company_id = h.company_id AND l.record_id = h.id AND l.field = 'custodianIds'
    LEFT JOIN app.hold_notices n ON n.company_id = h.company_id AND n.hold_id = h.id AND n.person_id = l.person_id
    WHERE h.register = 'legal-holds' AND h.matter_id IS NULL AND app.is_hold(h)
      AND (n.hold_id IS NULL OR n.released_at IS NOT NULL
        OR n.acknowledged IS DISTINCT FROM app.hold_text(h.fields) AND (n.told_at <= p_now - interval '7 days'
          OR n.acknowledged IS NOT NULL AND n.told_at < h.changed_at))
    UNION ALL
    SELECT 'release', n.company_id, n.hold_id, n.person_id, n.told_at FROM app.hold_notices n
    JOIN app.records h ON h.company_id = n.company_id AND h.id = n.hold_id
    WHERE n.released_at IS NULL AND NOT (app.is_hold(h) AND EXISTS (SELECT FROM app.record_links l WHERE l.company_id = h.company_id
      AND l.record_id = h.id AND l.field = 'custodianIds' AND l.person_id = n.person_id))) x
  JOIN app.companies c ON c.id = x.company_id AND c.deleted_at IS NULL
  JOIN app.records h ON h.company_id = x.company_id AND h.id = x.hold_id
  JOIN app.records p ON p.company_id = x.company_id AND p.id = x.person_id
  WHERE app.is_address_of(x.company_id, x.person_id, lower(p.fields ->> 'email'))
  ORDER BY x.told_at NULLS FIRST, h.id, p.id LIMIT p_most
$$;

-- Keeps that a mail about a hold is being sent, with its entry in the ledger and the link in it; false where another worker was first.
CREATE FUNCTION app.keep_hold_notice(p_kind text, p_company uuid, p_hold uuid, p_person uuid, p_told_at timestamptz, p_token bytea,
  p_now timestamptz, p_act uuid, p_details text, p_salt bytea, p_commitment text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM set_config('app.user_id', p_company::text, true), set_config('app.company_id', p_company::text, true);
  -- Two workers are one after the other here.
  PERFORM app.lock_ledger();
  IF NOT EXISTS (SELECT FROM app.records h WHERE h.company_id = p_company AND h.id = p_hold AND h.register = 'legal-holds' AND h.matter_id IS NULL)
    OR (SELECT n.told_at FROM app.hold_notices n WHERE n.company_id = p_company AND n.hold_id = p_hold AND n.person_id = p_person)
      IS DISTINCT FROM p_told_at THEN RETURN false; END IF;
  INSERT INTO app.hold_notices AS n (company_id, hold_id, person_id, noticed_at, told_at) VALUES (p_company, p_hold, p_person, p_now, p_now)
    ON CONFLICT (company_id, hold_id, person_id) DO UPDATE SET told_at = p_now,
      noticed_at = CASE WHEN p_kind = 'notice' THEN p_now ELSE n.noticed_at END,
      reminders = CASE p_kind WHEN 'notice' THEN 0 WHEN 'reminder' THEN n.reminders + 1 ELSE n.reminders END,
      acknowledged_at = CASE WHEN p_kind <> 'notice' THEN n.acknowledged_at END,
      acknowledged = CASE WHEN p_kind <> 'notice' THEN n.acknowledged END,
      released_at = CASE WHEN p_kind = 'release' THEN p_now END;
  IF p_kind <> 'release' THEN PERFORM app.keep_staff_link(p_company, p_person, p_token, NULL, p_now); END IF;
  PERFORM app.record_act(p_act, CASE p_kind WHEN 'release' THEN 'hold.released' ELSE 'hold.told' END, p_hold::text, p_details, p_salt,
    p_commitment, NULL);
  RETURN true;
END $$;

-- The holds that name the caller, who is of the staff, with what they are to keep.
CREATE FUNCTION app.own_holds() RETURNS TABLE (hold_id uuid, number bigint, title text, about text, starts_on text, text_sha256 text,
  told_at timestamptz, acknowledged_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT h.id, h.number, h.fields ->> 'title', h.fields ->> 'about', h.fields ->> 'startsOn', encode(app.hold_text(h.fields), 'hex'),
    coalesce(n.noticed_at, h.changed_at), CASE WHEN n.acknowledged = app.hold_text(h.fields) AND n.released_at IS NULL THEN n.acknowledged_at END
  FROM app.record_links l JOIN app.records h ON h.company_id = l.company_id AND h.id = l.record_id
  LEFT JOIN app.hold_notices n ON n.company_id = h.company_id AND n.hold_id = h.id AND n.person_id = l.person_id
  WHERE l.company_id = app.staffed() AND l.person_id = app.uid() AND l.register = 'legal-holds' AND l.field = 'custodianIds' AND app.is_hold(h)
  ORDER BY h.number
$$;

-- Keeps that the caller confirmed the hold as they were shown it; false where it says something else by now.
CREATE FUNCTION app.acknowledge_hold(p_hold uuid, p_sha256 text, p_now timestamptz, p_act uuid, p_details text, p_salt bytea, p_commitment text)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_company uuid := app.staffed();
BEGIN
  PERFORM app.lock_ledger();
  IF NOT EXISTS (SELECT FROM app.own_holds() o WHERE o.hold_id = p_hold AND o.text_sha256 = p_sha256) THEN RETURN false; END IF;
  INSERT INTO app.hold_notices AS n (company_id, hold_id, person_id, noticed_at, told_at, acknowledged_at, acknowledged)
    VALUES (v_company, p_hold, app.uid(), p_now, p_now, p_now, decode(p_sha256, 'hex'))
    ON CONFLICT (company_id, hold_id, person_id) DO UPDATE SET acknowledged_at = p_now, acknowledged = excluded.acknowledged, released_at = NULL
    WHERE n.acknowledged IS DISTINCT FROM excluded.acknowledged;
  IF NOT FOUND THEN RETURN true; END IF;
  PERFORM app.record_act(p_act, 'hold.acknowledged', p_hold::text, p_details, p_salt, p_commitment, NULL);
  RETURN true;
END $$;

GRANT EXECUTE ON FUNCTION app.holds_to_tell(timestamptz, integer), app.keep_hold_notice(text, uuid, uuid, uuid, timestamptz, bytea, timestamptz,
  uuid, text, bytea, text) TO app_worker;
GRANT EXECUTE ON FUNCTION app.own_holds(), app.acknowledge_hold(uuid, text, timestamptz, uuid, text, bytea, text) TO app_staff;

SET LOCAL ROLE app_owner;
CREATE TRIGGER refuse_held BEFORE INSERT OR UPDATE ON app.records FOR EACH ROW
  WHEN (NEW.matter_id IS NULL AND NEW.register IN ('disposals', 'client-matters')) EXECUTE FUNCTION app.refuse_held();
SET LOCAL ROLE app_definer;
REVOKE EXECUTE ON FUNCTION app.refuse_held() FROM app_owner;
RESET ROLE;
