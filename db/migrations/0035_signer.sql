-- The signer is a role and a process of its own. No process that serves reads the wrapped signing key or stores a signature: it
-- asks by a row, and the signer answers in the row.
SET LOCAL ROLE app_owner;
GRANT USAGE ON SCHEMA app TO app_signer;

DROP POLICY worker ON app.instance_keys;
REVOKE ALL ON app.instance_keys FROM app_worker;
CREATE POLICY sign ON app.instance_keys TO app_signer USING (true) WITH CHECK (true);
GRANT SELECT, INSERT ON app.instance_keys TO app_signer;
CREATE POLICY verify ON app.instance_keys FOR SELECT TO app_worker USING (true);
GRANT SELECT (name, public_key, origin) ON app.instance_keys TO app_worker;
-- A demo visit signs on a database of its own, which its process made.
GRANT INSERT ON app.instance_keys TO app_definer;

-- It tells of itself as every process does, and of no other.
CREATE POLICY beat_signer ON app.processes TO app_signer USING (role = 'signer') WITH CHECK (role = 'signer');
GRANT SELECT, INSERT, UPDATE, DELETE ON app.processes TO app_signer;

-- Anchors of an early release lie with the evidence.
CREATE POLICY read_signer ON app.storage_locations FOR SELECT TO app_signer USING (true);
GRANT SELECT (id, geography) ON app.storage_locations TO app_signer;

-- What the signer is asked to sign. An answer is read within seconds; rows stay for an hour.
CREATE TABLE app.signing_requests (
  company_id uuid NOT NULL REFERENCES app.companies,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  kind text NOT NULL CHECK (kind IN ('checkpoint', 'manifest')),
  export_id uuid,
  manifest_sha256 bytea CHECK (length(manifest_sha256) = 32),
  manifest_size bigint CHECK (manifest_size > 0),
  asked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  begun_at timestamptz,
  answered_at timestamptz,
  -- Why nothing was signed.
  failure text CHECK (failure IN ('anchor-lost', 'ledger-forked', 'not in the ledger', 'unexpected')),
  -- What was signed, where it is stored nowhere else.
  note text,
  PRIMARY KEY (company_id, id),
  CHECK (kind <> 'manifest' OR num_nulls(export_id, manifest_sha256, manifest_size) = 0)
);
CREATE INDEX signing_requests_open ON app.signing_requests (asked_at) WHERE answered_at IS NULL;
CREATE INDEX signing_requests_by_id ON app.signing_requests (id);
SELECT app.protect('app.signing_requests');
GRANT INSERT, UPDATE ON app.signing_requests TO app_definer;

CREATE INDEX ledger_acts_sealed ON app.ledger_acts (company_id, subject) WHERE event = 'export.sealed';

-- Asks for a checkpoint of a company. Who asks while another request of the company waits to be begun joins it: whatever they have
-- committed is signed with it.
CREATE FUNCTION app.ask_for_checkpoint(p_company uuid) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_id uuid;
BEGIN
  SELECT r.id INTO v_id FROM app.signing_requests r WHERE r.kind = 'checkpoint' AND r.company_id = p_company
    AND r.answered_at IS NULL AND r.begun_at IS NULL AND r.asked_at > clock_timestamp() - interval '5 seconds' LIMIT 1;
  IF v_id IS NULL THEN
    INSERT INTO app.signing_requests (kind, company_id) VALUES ('checkpoint', p_company) RETURNING id INTO v_id;
  END IF;
  PERFORM pg_notify('exhibit_signing', '');
  RETURN v_id;
END $$;

-- Asks for the signature of an export's manifest.
CREATE FUNCTION app.ask_for_manifest(p_company uuid, p_export uuid, p_sha256 bytea, p_size bigint) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_id uuid;
BEGIN
  INSERT INTO app.signing_requests (kind, company_id, export_id, manifest_sha256, manifest_size)
    VALUES ('manifest', p_company, p_export, p_sha256, p_size) RETURNING id INTO v_id;
  PERFORM pg_notify('exhibit_signing', '');
  RETURN v_id;
END $$;

-- Those of these requests that are answered.
CREATE FUNCTION app.signing_answers(p_ids uuid[]) RETURNS TABLE (id uuid, failure text, note text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT r.id, r.failure, r.note FROM app.signing_requests r WHERE r.id = ANY (p_ids) AND r.answered_at IS NOT NULL
$$;

CREATE FUNCTION app.forget_signing_requests() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DELETE FROM app.signing_requests WHERE asked_at < clock_timestamp() - interval '1 hour'
$$;

-- Takes what waits, the oldest first, and what another signer had begun and left; not what the asking one works on. Nobody waits for
-- what was asked a minute ago.
CREATE FUNCTION app.take_signing_requests(p_most integer, p_ongoing uuid[]) RETURNS TABLE (id uuid, kind text, company_id uuid, export_id uuid,
  manifest_sha256 bytea, manifest_size bigint)
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  UPDATE app.signing_requests r SET begun_at = clock_timestamp() WHERE r.id IN (SELECT q.id FROM app.signing_requests q
      WHERE q.answered_at IS NULL AND q.asked_at > clock_timestamp() - interval '1 minute' AND q.id <> ALL (p_ongoing)
        AND (q.begun_at IS NULL OR q.begun_at < clock_timestamp() - interval '2 seconds')
      ORDER BY q.asked_at LIMIT p_most FOR UPDATE SKIP LOCKED)
    RETURNING r.id, r.kind, r.company_id, r.export_id, r.manifest_sha256, r.manifest_size
$$;

CREATE FUNCTION app.answer_signing_request(p_id uuid, p_failure text, p_note text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.signing_requests r SET answered_at = clock_timestamp(), failure = p_failure, note = p_note
    WHERE r.id = p_id AND r.answered_at IS NULL;
  PERFORM pg_notify('exhibit_signed', p_id::text);
END $$;

-- The newest entries that say an export was sealed, each with what it commits to, and the generation whose checkpoint the export has.
CREATE FUNCTION app.seals_of_export(p_company uuid, p_export uuid) RETURNS TABLE (seq bigint, entry text, details text, salt bytea,
  generation integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT a.seq, e.entry, a.details, a.salt, (SELECT max(k.generation) FROM app.ledger_checkpoints k
      WHERE k.company_id = x.company_id AND k.size = x.ledger_size)
  FROM app.exports x JOIN app.companies c ON c.id = x.company_id AND c.deleted_at IS NULL
    JOIN app.ledger_acts a ON a.company_id = x.company_id AND a.subject = x.id::text AND a.event = 'export.sealed'
    JOIN app.ledger_entries e ON e.company_id = a.company_id AND e.seq = a.seq
  WHERE x.company_id = p_company AND x.id = p_export AND x.format = 'bundle' ORDER BY a.seq DESC LIMIT 20
$$;

GRANT EXECUTE ON FUNCTION app.ask_for_checkpoint(uuid), app.ask_for_manifest(uuid, uuid, bytea, bigint), app.signing_answers(uuid[]),
  app.forget_signing_requests() TO app_worker;
GRANT EXECUTE ON FUNCTION app.take_signing_requests(integer, uuid[]), app.answer_signing_request(uuid, text, text),
  app.seals_of_export(uuid, uuid), app.forget_signing_requests() TO app_signer;

RESET ROLE;
ALTER FUNCTION app.ask_for_checkpoint(uuid) OWNER TO app_definer;
ALTER FUNCTION app.ask_for_manifest(uuid, uuid, bytea, bigint) OWNER TO app_definer;
ALTER FUNCTION app.signing_answers(uuid[]) OWNER TO app_definer;
ALTER FUNCTION app.forget_signing_requests() OWNER TO app_definer;
ALTER FUNCTION app.take_signing_requests(integer, uuid[]) OWNER TO app_definer;
ALTER FUNCTION app.answer_signing_request(uuid, text, text) OWNER TO app_definer;
ALTER FUNCTION app.seals_of_export(uuid, uuid) OWNER TO app_definer;

-- What signing needs, and nothing else does.
SET LOCAL ROLE app_definer;
REVOKE EXECUTE ON FUNCTION app.ledgers_to_sign(uuid), app.signed_before(uuid), app.ledger_leaves(uuid, bigint, bigint),
  app.ledger_nodes_between(uuid, integer, bigint, bigint), app.store_checkpoint(uuid, integer, bigint, bytea, text),
  app.note_signing_stop(uuid, text) FROM app_worker;
GRANT EXECUTE ON FUNCTION app.ledgers_to_sign(uuid), app.signed_before(uuid), app.ledger_leaves(uuid, bigint, bigint),
  app.ledger_nodes_between(uuid, integer, bigint, bigint), app.store_checkpoint(uuid, integer, bigint, bytea, text),
  app.note_signing_stop(uuid, text) TO app_signer;
RESET ROLE;
