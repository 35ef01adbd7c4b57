-- An owner erases the file of a withdrawn item for good; its number, hash and chain of custody stay. See docs/decisions/0068.
SET LOCAL ROLE app_owner;

-- Who erased the file of which item and why. The row is the intent, too: a worker removes what is stored and completes it.
CREATE TABLE app.erasures (
  company_id uuid NOT NULL REFERENCES app.companies,
  evidence_id uuid NOT NULL,
  reason text NOT NULL CHECK (btrim(reason) <> ''),
  erased_by uuid NOT NULL,
  erased_at timestamptz NOT NULL,
  -- The place of its entry in the ledger.
  ledger_index bigint NOT NULL,
  -- When the sealed bytes were removed from their store; NULL while that waits.
  removed_at timestamptz,
  PRIMARY KEY (company_id, evidence_id),
  FOREIGN KEY (company_id, evidence_id) REFERENCES app.evidence
);
CREATE INDEX erasures_waiting ON app.erasures (company_id, evidence_id) WHERE removed_at IS NULL;
SELECT app.protect('app.erasures');
SELECT app.append_only('app.erasures', 'removed_at');
-- Erased is only what is withdrawn, which no auditor sees.
CREATE POLICY read ON app.erasures FOR SELECT TO app_user USING (true);
GRANT SELECT ON app.erasures TO app_user;
GRANT INSERT, UPDATE (removed_at) ON app.erasures TO app_definer;

-- When the file was erased; NULL for every item that has its file.
ALTER TABLE app.evidence ADD COLUMN erased_at timestamptz;

-- What names an item or says what is in it goes with its file. Nothing else of these rows changes, and only for an item that is erased.
DROP TRIGGER append_only ON app.evidence;
DROP TRIGGER append_only_truncate ON app.evidence;
SELECT app.append_only('app.evidence', 'name', 'valid_until', 'matter_id', 'withdrawal_id', 'file_name', 'erased_at');
DROP TRIGGER append_only ON app.renamings;
DROP TRIGGER append_only_truncate ON app.renamings;
SELECT app.append_only('app.renamings', 'old_name', 'new_name');
DROP TRIGGER append_only ON app.findings;
DROP TRIGGER append_only_truncate ON app.findings;
SELECT app.append_only('app.findings', 'title', 'resource', 'message');
DROP TRIGGER append_only ON app.check_results;
DROP TRIGGER append_only_truncate ON app.check_results;
SELECT app.append_only('app.check_results', 'reason');
DROP TRIGGER append_only ON app.ledger_acts;
DROP TRIGGER append_only_truncate ON app.ledger_acts;
SELECT app.append_only('app.ledger_acts', 'details');
ALTER TABLE app.renamings DROP CONSTRAINT renamings_check;
ALTER TABLE app.renamings ADD CONSTRAINT renamings_check CHECK (btrim(new_name) <> '' AND (new_name <> old_name OR new_name = 'Erased name'));
GRANT UPDATE (file_name, erased_at) ON app.evidence TO app_definer;
GRANT UPDATE (metadata, wrapped_key) ON app.evidence_seals TO app_definer;
GRANT UPDATE (old_name, new_name) ON app.renamings TO app_definer;
GRANT UPDATE (title, resource, message) ON app.findings TO app_definer;
GRANT UPDATE (reason) ON app.check_results TO app_definer;
GRANT UPDATE (details) ON app.ledger_acts TO app_definer;
GRANT UPDATE (payload) ON app.webhook_deliveries TO app_definer;
-- What an act says, without the names in it.
CREATE FUNCTION app.without_names(p_details text) RETURNS jsonb LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS
  $$SELECT p_details::jsonb - 'name' - 'from' - 'to' || '{"erased": true}'$$;
GRANT EXECUTE ON FUNCTION app.without_names(text) TO app_definer;
RESET ROLE;

SET LOCAL ROLE app_definer;
-- Refuses a change of what an item says, whoever makes it, unless the item is erased. Its argument is the column with the item's id.
CREATE FUNCTION app.require_erasure() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v jsonb := to_jsonb(NEW);
BEGIN
  IF NOT EXISTS (SELECT FROM app.erasures x WHERE x.company_id = NEW.company_id AND x.evidence_id::text = v ->> TG_ARGV[0]) THEN
    RAISE EXCEPTION '% is append-only', tg_table_name USING ERRCODE = '42501', CONSTRAINT = 'changed_with_its_erasure';
  END IF;
  RETURN NEW;
END $$;
-- An act loses the names in it and nothing else.
CREATE FUNCTION app.require_erased_names() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NEW.details::jsonb IS DISTINCT FROM app.without_names(OLD.details)
    OR NOT EXISTS (SELECT FROM app.erasures x WHERE x.company_id = NEW.company_id AND x.evidence_id::text = NEW.subject) THEN
    RAISE EXCEPTION 'ledger_acts is append-only' USING ERRCODE = '42501', CONSTRAINT = 'changed_with_its_erasure';
  END IF;
  RETURN NEW;
END $$;
REVOKE EXECUTE ON FUNCTION app.require_erasure(), app.require_erased_names() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.require_erasure(), app.require_erased_names(), app.enqueue_row() TO app_owner;
RESET ROLE;

SET LOCAL ROLE app_owner;
CREATE TRIGGER enqueue AFTER INSERT ON app.erasures FOR EACH ROW EXECUTE FUNCTION app.enqueue_row('erasures', 'evidence_id');
CREATE TRIGGER require_erasure BEFORE UPDATE OF file_name, erased_at ON app.evidence
  FOR EACH ROW EXECUTE FUNCTION app.require_erasure('id');
CREATE TRIGGER require_erasure BEFORE UPDATE OF metadata, wrapped_key ON app.evidence_seals
  FOR EACH ROW EXECUTE FUNCTION app.require_erasure('evidence_id');
CREATE TRIGGER require_erasure BEFORE UPDATE ON app.renamings FOR EACH ROW EXECUTE FUNCTION app.require_erasure('evidence_id');
CREATE TRIGGER require_erasure BEFORE UPDATE ON app.findings FOR EACH ROW EXECUTE FUNCTION app.require_erasure('evidence_id');
CREATE TRIGGER require_erasure BEFORE UPDATE ON app.check_results FOR EACH ROW EXECUTE FUNCTION app.require_erasure('evidence_id');
CREATE TRIGGER require_erasure BEFORE UPDATE ON app.ledger_acts FOR EACH ROW EXECUTE FUNCTION app.require_erased_names();
RESET ROLE;

-- Changes the text of a function as it stands, and fails where it does not stand as expected.
CREATE OR REPLACE FUNCTION pg_temp.rewrite(p_function regproc, p_times integer, p_from text, p_to text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_text text := pg_get_functiondef(p_function);
BEGIN
  IF (length(v_text) - length(replace(v_text, p_from, ''))) / length(p_from) <> p_times THEN
    RAISE EXCEPTION '% does not have "%" % times', p_function, p_from, p_times;
  END IF;
  EXECUTE replace(v_text, p_from, p_to);
END $$;

-- The name that stands for an erased one needs no record of its own.
SELECT pg_temp.rewrite('app.require_renaming', 1, '  IF NEW.name IS DISTINCT FROM',
  '  IF NEW.name = ''Erased file'' AND EXISTS (SELECT FROM app.erasures x WHERE x.company_id = NEW.company_id AND x.evidence_id = NEW.id) THEN
    RETURN NEW;
  END IF;
  IF NEW.name IS DISTINCT FROM');
SELECT pg_temp.rewrite('app.restore_evidence', 1, '  UPDATE app.withdrawals SET (restored_by',
  '  IF EXISTS (SELECT FROM app.erasures x WHERE x.company_id = v_head.company AND x.evidence_id = p_evidence) THEN RETURN ''erased''; END IF;
  UPDATE app.withdrawals SET (restored_by');
SELECT pg_temp.rewrite('app.enqueue_waiting', 1, '    UNION ALL SELECT ''imports'',',
  '    UNION ALL SELECT ''erasures'', x.evidence_id::text, x.company_id, x.erased_at FROM app.erasures x WHERE x.removed_at IS NULL
    UNION ALL SELECT ''imports'',');

SET LOCAL ROLE app_definer;
-- What keeps an item of a company from being erased: 'request', an auditor's open request that was answered with it; 'audit', an audit
-- under way that drew it in a sample or speaks of it; 'test', a person's test that counts and cites it. NULL where nothing does. Every
-- path that erases asks here first.
CREATE FUNCTION app.is_held(p_company uuid, p_evidence uuid, p_now timestamptz) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE
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
-- The same of an item of the caller's company.
CREATE FUNCTION app.item_hold(p_evidence uuid, p_now timestamptz) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
  $$SELECT app.is_held(app.tenant(), p_evidence, p_now)$$;

-- Erases the file of a withdrawn item for good, for an owner: its key, its name and what was read from it go now, and a worker removes
-- the stored bytes. It answers what keeps it from that: 'not found', 'not withdrawn', 'erased' already, or what app.is_held says; NULL
-- where it is done.
CREATE FUNCTION app.erase_evidence(p_evidence uuid, p_reason text, p_now timestamptz) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_head record; v_item app.evidence; v_hold text;
BEGIN
  IF app.my_role() IS DISTINCT FROM 'owner' THEN
    RAISE EXCEPTION 'not allowed to erase evidence' USING ERRCODE = '42501';
  END IF;
  v_head := app.lock_ledger();
  SELECT e.* INTO v_item FROM app.evidence e WHERE e.company_id = v_head.company AND e.id = p_evidence
    AND (e.matter_id IS NULL OR e.matter_id = ANY (app.my_matters())) FOR UPDATE;
  IF NOT FOUND THEN RETURN 'not found'; END IF;
  IF v_item.withdrawal_id IS NULL THEN RETURN 'not withdrawn'; END IF;
  IF v_item.erased_at IS NOT NULL THEN RETURN 'erased'; END IF;
  v_hold := app.is_held(v_head.company, p_evidence, p_now);
  IF v_hold IS NOT NULL THEN RETURN v_hold; END IF;
  INSERT INTO app.erasures (company_id, evidence_id, reason, erased_by, erased_at, ledger_index)
    VALUES (v_head.company, p_evidence, p_reason, app.uid(), v_head.at, v_head.size);
  UPDATE app.evidence SET (name, file_name, erased_at) = ('Erased file', 'erased', v_head.at)
    WHERE company_id = v_head.company AND id = p_evidence;
  -- The salt stays: it shows that the hash is the one that was filed.
  UPDATE app.evidence_seals SET (metadata, wrapped_key) = ('{}', '') WHERE company_id = v_head.company AND evidence_id = p_evidence;
  UPDATE app.renamings SET (old_name, new_name) = ('Erased name', 'Erased name')
    WHERE company_id = v_head.company AND evidence_id = p_evidence;
  UPDATE app.findings SET (title, resource, message) = ('', '', '') WHERE company_id = v_head.company AND evidence_id = p_evidence;
  UPDATE app.check_results SET reason = 'The report was erased.' WHERE company_id = v_head.company AND evidence_id = p_evidence;
  UPDATE app.webhook_deliveries d SET payload = (d.payload::jsonb #- '{data,name}' #- '{data,from}' #- '{data,to}')::text
    WHERE d.company_id = v_head.company AND d.payload::jsonb #>> '{data,subject}' = p_evidence::text
      OR d.company_id = v_head.company AND d.ledger_index = v_item.ledger_index;
  UPDATE app.ledger_acts a SET details = app.without_names(a.details)::text
    WHERE a.company_id = v_head.company AND a.subject = p_evidence::text AND a.details::jsonb ?| '{name,from,to}';
  RETURN NULL;
END $$;

-- Where the bytes of an erased item lie, while they wait to be removed, and whether another item, which is not erased, is stored there.
CREATE FUNCTION app.erasure_waiting(p_company uuid, p_evidence uuid) RETURNS TABLE (blob_key text, location uuid, shared boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT e.blob_key, e.storage_location_id, EXISTS (SELECT FROM app.evidence o WHERE o.company_id = e.company_id AND o.id <> e.id
      AND o.storage_location_id = e.storage_location_id AND o.blob_key = e.blob_key AND o.erased_at IS NULL)
  FROM app.erasures x JOIN app.evidence e ON e.company_id = x.company_id AND e.id = x.evidence_id
  WHERE x.company_id = p_company AND x.evidence_id = p_evidence AND x.removed_at IS NULL
$$;
CREATE FUNCTION app.finish_erasure(p_company uuid, p_evidence uuid, p_now timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  UPDATE app.erasures SET removed_at = p_now WHERE company_id = p_company AND evidence_id = p_evidence AND removed_at IS NULL
$$;
REVOKE EXECUTE ON FUNCTION app.is_held(uuid, uuid, timestamptz), app.item_hold(uuid, timestamptz), app.erase_evidence(uuid, text, timestamptz),
  app.erasure_waiting(uuid, uuid), app.finish_erasure(uuid, uuid, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.item_hold(uuid, timestamptz), app.erase_evidence(uuid, text, timestamptz) TO app_user;
GRANT EXECUTE ON FUNCTION app.erasure_waiting(uuid, uuid), app.finish_erasure(uuid, uuid, timestamptz) TO app_worker;
RESET ROLE;
