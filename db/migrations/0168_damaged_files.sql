-- Stored files are read and checked again and again; what is not whole is on record here. See docs/decisions/0142.
SET LOCAL ROLE app_owner;

CREATE TABLE app.damaged_files (
  company_id uuid NOT NULL,
  evidence_id uuid NOT NULL,
  damage text NOT NULL CHECK (damage IN ('missing', 'cut', 'altered', 'unreadable')),
  found_at timestamptz NOT NULL,
  -- When it was last seen to be so.
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, evidence_id),
  FOREIGN KEY (company_id, evidence_id) REFERENCES app.evidence (company_id, id)
);
SELECT app.protect('app.damaged_files');
-- Whoever sees the item sees what became of its file.
CREATE POLICY read ON app.damaged_files FOR SELECT TO app_user, app_auditor USING (EXISTS (SELECT FROM app.evidence e
  WHERE e.company_id = damaged_files.company_id AND e.id = evidence_id AND e.erased_at IS NULL));
GRANT SELECT ON app.damaged_files TO app_user, app_auditor;
GRANT INSERT, UPDATE ON app.damaged_files TO app_definer;

-- How far the present round of checking is: one row. Everything up to this item of this company was read.
CREATE TABLE app.scrub (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  began_at timestamptz,
  finished_at timestamptz,
  last_company uuid,
  last_number bigint,
  -- Of the round: what it has to read, and has read.
  items bigint NOT NULL DEFAULT 0 CHECK (items >= 0),
  bytes bigint NOT NULL DEFAULT 0 CHECK (bytes >= 0),
  checked bigint NOT NULL DEFAULT 0 CHECK (checked >= 0),
  -- When files that no row speaks of were removed last, and until when none may be: after a restore.
  swept_at timestamptz,
  kept_until timestamptz
);
SELECT app.protect('app.scrub');
CREATE POLICY work ON app.scrub TO app_worker USING (true) WITH CHECK (true);
GRANT SELECT, UPDATE ON app.scrub TO app_worker;
GRANT SELECT ON app.scrub TO app_definer;
RESET ROLE;
INSERT INTO app.scrub DEFAULT VALUES;

SET LOCAL ROLE app_definer;

-- Writes an act of the installation about an item into its company's ledger; readable for those who see the item.
CREATE FUNCTION app.append_file_act(p_company uuid, p_evidence uuid, p_event text, p_matter uuid, p_id uuid, p_details text, p_salt bytea,
  p_commitment text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_at timestamptz; v_seq bigint;
BEGIN
  IF p_id IS NULL OR coalesce(p_commitment, '') !~ '^[A-Za-z0-9+/]{43}=$' THEN
    RAISE EXCEPTION 'malformed ledger entry' USING ERRCODE = '22023';
  END IF;
  SELECT greatest(date_trunc('milliseconds', clock_timestamp()), h.last_at) INTO STRICT v_at FROM app.ledger_heads h
    WHERE h.company_id = p_company FOR UPDATE;
  v_seq := app.append_entries(p_company, v_at, ARRAY[format('{"at":"%s","c":"%s","id":"%s","t":"%s","v":1}',
    app.iso_instant(v_at), p_commitment, p_id, p_event)], 0, ARRAY[p_matter]);
  INSERT INTO app.ledger_acts (company_id, seq, event, actor_id, subject, details, salt, at, matter_id)
    VALUES (p_company, v_seq, p_event, '00000000-0000-0000-0000-000000000000', p_evidence::text, p_details, p_salt, v_at, p_matter);
END $$;

-- Remembers that the stored file of an item is damaged, and tells the company the first time. False where it was known, or where there is
-- no such file any more.
CREATE FUNCTION app.note_damage(p_company uuid, p_evidence uuid, p_damage text, p_now timestamptz, p_id uuid, p_details text, p_salt bytea,
  p_commitment text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_matter uuid;
BEGIN
  PERFORM FROM app.ledger_heads h WHERE h.company_id = p_company FOR UPDATE;
  SELECT e.matter_id INTO v_matter FROM app.evidence e JOIN app.companies c ON c.id = e.company_id
    WHERE e.company_id = p_company AND e.id = p_evidence AND e.erased_at IS NULL AND c.deleted_at IS NULL;
  IF NOT FOUND THEN RETURN false; END IF;
  UPDATE app.damaged_files d SET damage = p_damage, seen_at = p_now WHERE d.company_id = p_company AND d.evidence_id = p_evidence;
  IF FOUND THEN RETURN false; END IF;
  INSERT INTO app.damaged_files (company_id, evidence_id, damage, found_at, seen_at) VALUES (p_company, p_evidence, p_damage, p_now, p_now);
  PERFORM app.append_file_act(p_company, p_evidence, 'evidence.damaged', v_matter, p_id, p_details, p_salt, p_commitment);
  RETURN true;
END $$;

-- Forgets a damage, because the stored file was found whole, and tells the company. False where none was known.
CREATE FUNCTION app.clear_damage(p_company uuid, p_evidence uuid, p_id uuid, p_details text, p_salt bytea, p_commitment text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_matter uuid;
BEGIN
  PERFORM FROM app.ledger_heads h WHERE h.company_id = p_company FOR UPDATE;
  DELETE FROM app.damaged_files d USING app.evidence e JOIN app.companies c ON c.id = e.company_id AND c.deleted_at IS NULL
    WHERE d.company_id = p_company AND d.evidence_id = p_evidence AND e.company_id = d.company_id AND e.id = d.evidence_id
    RETURNING e.matter_id INTO v_matter;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM app.append_file_act(p_company, p_evidence, 'evidence.whole', v_matter, p_id, p_details, p_salt, p_commitment);
  RETURN true;
END $$;

-- Counts for who runs the installation: damaged files, and how far checking is.
CREATE FUNCTION app.scrub_health() RETURNS TABLE (damaged bigint, companies bigint, began_at timestamptz, finished_at timestamptz,
  items bigint, checked bigint, oldest timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT d.damaged, d.companies, s.began_at, s.finished_at, s.items, s.checked, (SELECT min(e.filed_at) FROM app.evidence e)
  FROM app.scrub s, LATERAL (SELECT count(*) AS damaged, count(DISTINCT f.company_id) AS companies FROM app.damaged_files f
    JOIN app.evidence e ON e.company_id = f.company_id AND e.id = f.evidence_id AND e.erased_at IS NULL) d
  WHERE (SELECT app.runs_installation())
$$;

REVOKE ALL ON FUNCTION app.append_file_act(uuid, uuid, text, uuid, uuid, text, bytea, text),
  app.note_damage(uuid, uuid, text, timestamptz, uuid, text, bytea, text), app.clear_damage(uuid, uuid, uuid, text, bytea, text),
  app.scrub_health() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.note_damage(uuid, uuid, text, timestamptz, uuid, text, bytea, text),
  app.clear_damage(uuid, uuid, uuid, text, bytea, text) TO app_worker;
GRANT EXECUTE ON FUNCTION app.scrub_health() TO app_worker, app_user;
RESET ROLE;
