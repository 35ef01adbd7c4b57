-- An import is read with the rights of the person who asked for it. Where those have ended nobody's rights are left to read it
-- with: it ends, and says so. See src/server/imports/import-work.ts.
SET LOCAL ROLE app_owner;
GRANT UPDATE (state, step, failure, finished_at) ON app.imports TO app_definer;

-- Ends an import that waits or is under way when the person who asked for it can no longer add evidence to the company: they are
-- no member any more, suspended, disabled, or only read. The installation says so in the ledger. False when it goes on.
CREATE FUNCTION app.end_abandoned_import(p_company uuid, p_import uuid, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_import app.imports; v_item app.evidence; v_head record; v_details text; v_salt bytea; v_seq bigint;
  v_id uuid := gen_random_uuid(); v_installation CONSTANT uuid := '00000000-0000-0000-0000-000000000000';
BEGIN
  -- Most imports go on, and wait for nobody.
  IF app.may_finish_import(p_company, p_import) THEN RETURN false; END IF;
  -- Whoever changes people holds the company: rights that come back at this moment are seen.
  PERFORM FROM app.companies c WHERE c.id = p_company AND c.deleted_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND OR app.may_finish_import(p_company, p_import) THEN RETURN false; END IF;
  UPDATE app.imports i SET state = 'failed', step = '', failure = 'import-abandoned', finished_at = p_now
    WHERE i.company_id = p_company AND i.id = p_import AND i.state IN ('waiting', 'working') RETURNING * INTO v_import;
  IF NOT FOUND THEN RETURN false; END IF;
  SELECT e.* INTO STRICT v_item FROM app.evidence e WHERE e.company_id = p_company AND e.id = v_import.evidence_id;
  -- In the order of RFC 8785, as the server writes what people do.
  v_details := format('{"by":%s,"event":"import.failed","failure":"import-abandoned","subject":%s}', to_json(v_installation),
    to_json(v_item.id));
  v_salt := substring(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) FROM 1 FOR 16);
  SELECT greatest(date_trunc('milliseconds', clock_timestamp()), h.last_at) AS at INTO v_head
    FROM app.ledger_heads h WHERE h.company_id = p_company FOR UPDATE;
  v_seq := app.append_entries(p_company, v_head.at, ARRAY[format('{"at":"%s","c":"%s","id":"%s","t":"import.failed","v":1}',
    app.iso_instant(v_head.at), encode(app.hmac_sha256(v_salt, convert_to(v_details, 'UTF8')), 'base64'), v_id)], 0,
    ARRAY[v_item.matter_id]);
  INSERT INTO app.ledger_acts (company_id, seq, event, actor_id, subject, details, salt, at, matter_id)
    VALUES (p_company, v_seq, 'import.failed', v_installation, v_item.id, v_details, v_salt, v_head.at, v_item.matter_id);
  RETURN true;
END $$;

-- Whether the person who asked for an import can add evidence to its company now.
CREATE FUNCTION app.may_finish_import(p_company uuid, p_import uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (SELECT FROM app.imports i
    JOIN app.company_members m ON m.company_id = i.company_id AND m.user_id = i.requested_by
    LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
    WHERE i.company_id = p_company AND i.id = p_import AND m.status = 'active' AND m.role IN ('owner', 'admin', 'member')
      AND b.disabled_at IS NULL)
$$;

GRANT EXECUTE ON FUNCTION app.end_abandoned_import(uuid, uuid, timestamptz) TO app_worker;
GRANT EXECUTE ON FUNCTION app.may_finish_import(uuid, uuid) TO app_definer;
RESET ROLE;
ALTER FUNCTION app.end_abandoned_import(uuid, uuid, timestamptz) OWNER TO app_definer;
ALTER FUNCTION app.may_finish_import(uuid, uuid) OWNER TO app_definer;
