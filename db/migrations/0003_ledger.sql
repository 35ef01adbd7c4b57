-- One RFC 6962 Merkle log per company. Rows enter through app.append_entries only, and never change.

SET LOCAL ROLE app_owner;

-- edge: roots of the perfect subtrees on the right border, largest first: all that appending needs to know.
CREATE TABLE app.ledger_heads (
  company_id uuid PRIMARY KEY REFERENCES app.companies,
  size bigint NOT NULL DEFAULT 0,
  edge bytea[] NOT NULL DEFAULT '{}',
  root bytea NOT NULL DEFAULT sha256(''),
  last_at timestamptz NOT NULL DEFAULT '-infinity',
  evidence_count bigint NOT NULL DEFAULT 0,
  -- Of them privileged: they are in no figure that is for everybody.
  privileged_count bigint NOT NULL DEFAULT 0
);

CREATE TABLE app.ledger_entries (
  company_id uuid NOT NULL REFERENCES app.ledger_heads,
  seq bigint NOT NULL,
  leaf_hash bytea NOT NULL,
  entry text NOT NULL,
  -- Whose circle may read the entry; its hash is everybody's, since every proof needs it.
  matter_id uuid,
  PRIMARY KEY (company_id, seq)
);

-- The readable side of an administrative entry. The log itself holds only a salted commitment to it.
CREATE TABLE app.ledger_acts (
  company_id uuid NOT NULL,
  seq bigint NOT NULL,
  event text NOT NULL,
  actor_id uuid NOT NULL,
  subject text NOT NULL,
  details text NOT NULL,
  salt bytea NOT NULL,
  at timestamptz NOT NULL,
  -- Whose circle may read of it.
  matter_id uuid,
  PRIMARY KEY (company_id, seq),
  FOREIGN KEY (company_id, seq) REFERENCES app.ledger_entries
);

CREATE TABLE app.ledger_checkpoints (
  company_id uuid NOT NULL REFERENCES app.ledger_heads,
  size bigint NOT NULL,
  root bytea NOT NULL,
  note text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, size)
);

SELECT app.protect(t) FROM unnest(ARRAY['app.ledger_heads', 'app.ledger_entries', 'app.ledger_acts',
  'app.ledger_checkpoints']::regclass[]) t;
SELECT app.append_only(t) FROM unnest(ARRAY['app.ledger_acts', 'app.ledger_checkpoints']::regclass[]) t;
-- Lifting the privilege of an item opens its entry.
SELECT app.append_only('app.ledger_entries', 'matter_id');
CREATE POLICY read ON app.ledger_heads FOR SELECT TO app_user, app_auditor USING (true);
CREATE POLICY read ON app.ledger_entries FOR SELECT TO app_user USING (true);
CREATE POLICY read ON app.ledger_acts FOR SELECT TO app_user USING (true);
CREATE POLICY read ON app.ledger_checkpoints FOR SELECT TO app_user, app_auditor USING (true);
GRANT SELECT ON app.ledger_entries, app.ledger_acts, app.ledger_checkpoints TO app_user;
GRANT SELECT (company_id, size, edge, root, last_at) ON app.ledger_heads TO app_user;
GRANT SELECT (company_id, size, root) ON app.ledger_heads TO app_auditor;
GRANT SELECT ON app.ledger_checkpoints TO app_auditor;

-- Locks the head: from here to commit this transaction alone appends to this company. Returns the new entries' time,
-- which never runs backwards, in whole milliseconds as the entries say it.
CREATE FUNCTION app.lock_ledger(OUT company uuid, OUT size bigint, OUT at timestamptz, OUT evidence_count bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  SELECT h.company_id, h.size, greatest(date_trunc('milliseconds', clock_timestamp()), h.last_at), h.evidence_count
    INTO company, size, at, evidence_count
    FROM app.ledger_heads h WHERE h.company_id = coalesce(app.tenant(), app.audited()) FOR UPDATE;
  IF company IS NULL THEN RAISE EXCEPTION 'permission denied: no company in this transaction' USING ERRCODE = '42501'; END IF;
END $$;

CREATE FUNCTION app.iso_instant(p_at timestamptz) RETURNS text LANGUAGE sql IMMUTABLE AS
  $$SELECT to_char(p_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')$$;

-- Appends leaves under a lock the caller already holds; returns the index of the first. RFC 6962, section 2.1.
-- p_matters: for each entry the matter whose circle alone may read it, or NULL; p_filed: how many of them file evidence.
CREATE FUNCTION app.append_entries(p_company uuid, p_at timestamptz, p_entries text[], p_filed integer, p_matters uuid[]) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_first bigint; v_edge bytea[]; v_depth integer; v_size bigint; v_carry bigint;
  v_entry text; v_node bytea; v_leaves bytea[] := '{}';
BEGIN
  SELECT size, edge INTO STRICT v_first, v_edge FROM app.ledger_heads WHERE company_id = p_company FOR UPDATE;
  v_size := v_first;
  v_depth := cardinality(v_edge);
  FOREACH v_entry IN ARRAY p_entries LOOP
    v_node := sha256('\x00'::bytea || convert_to(v_entry, 'UTF8'));
    v_leaves := array_append(v_leaves, v_node);
    v_carry := v_size;
    WHILE v_carry % 2 = 1 LOOP
      v_node := sha256('\x01'::bytea || v_edge[v_depth] || v_node);
      v_depth := v_depth - 1;
      v_carry := v_carry / 2;
    END LOOP;
    v_depth := v_depth + 1;
    v_edge[v_depth] := v_node;
    v_size := v_size + 1;
  END LOOP;
  v_edge := v_edge[1:v_depth];
  v_node := v_edge[v_depth];
  FOR i IN REVERSE v_depth - 1 .. 1 LOOP
    v_node := sha256('\x01'::bytea || v_edge[i] || v_node);
  END LOOP;
  INSERT INTO app.ledger_entries (company_id, seq, leaf_hash, entry, matter_id)
    SELECT p_company, v_first + n - 1, leaf, entry, matter
    FROM unnest(v_leaves, p_entries, p_matters) WITH ORDINALITY AS x (leaf, entry, matter, n);
  UPDATE app.ledger_heads SET size = v_size, edge = v_edge, root = v_node, last_at = p_at,
    evidence_count = evidence_count + p_filed,
    privileged_count = privileged_count + CASE WHEN p_filed > 0 THEN cardinality(array_remove(p_matters, NULL)) ELSE 0 END
    WHERE company_id = p_company;
  RETURN v_first;
END $$;

-- Records an administrative act: what happened is committed to, salted, by the log; who reads it needs membership, and
-- a place in the circle where it is about a matter. What auditors look at is recorded here, too: they write nothing else.
CREATE FUNCTION app.record_act(p_id uuid, p_event text, p_subject text, p_details text, p_salt bytea, p_commitment text, p_matter uuid)
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_head record; v_seq bigint;
BEGIN
  IF p_id IS NULL OR coalesce(p_event, '') !~ '^[a-z][A-Za-z]*\.[a-z][A-Za-z]*$'
    OR coalesce(p_commitment, '') !~ '^[A-Za-z0-9+/]{43}=$' THEN
    RAISE EXCEPTION 'malformed ledger entry' USING ERRCODE = '22023';
  END IF;
  IF p_matter IS NOT NULL AND p_matter <> ALL (app.my_matters()) AND NOT (app.keeps_matters()
      AND EXISTS (SELECT FROM app.matters m WHERE m.company_id = app.tenant() AND m.id = p_matter)) THEN
    RAISE EXCEPTION 'not in the circle of this matter' USING ERRCODE = '42501';
  END IF;
  v_head := app.lock_ledger();
  v_seq := app.append_entries(v_head.company, v_head.at, ARRAY[format(
    '{"at":"%s","c":"%s","id":"%s","t":"%s","v":1}', app.iso_instant(v_head.at), p_commitment, p_id, p_event)], 0, ARRAY[p_matter]);
  INSERT INTO app.ledger_acts (company_id, seq, event, actor_id, subject, details, salt, at, matter_id)
    VALUES (v_head.company, v_seq, p_event, app.uid(), p_subject, p_details, p_salt, v_head.at, p_matter);
  RETURN v_seq;
END $$;

-- The leaf hashes of the company of this transaction, to take proofs from: a hash tells nothing of its entry.
CREATE FUNCTION app.leaf_hashes(p_size bigint) RETURNS SETOF bytea LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS
  $$SELECT e.leaf_hash FROM app.ledger_entries e WHERE e.company_id = app.tenant() AND e.seq < p_size ORDER BY e.seq$$;

-- The signer's doors: it sees sizes, roots and leaf hashes, never what they stand for.
CREATE FUNCTION app.ledgers_to_sign(p_company uuid) RETURNS TABLE (company_id uuid, size bigint, root bytea, location uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT h.company_id, h.size, h.root, c.storage_location_id
  FROM app.ledger_heads h JOIN app.companies c ON c.id = h.company_id AND c.deleted_at IS NULL
  WHERE h.size > 0 AND (p_company IS NULL OR h.company_id = p_company)
    AND NOT EXISTS (SELECT FROM app.ledger_checkpoints k WHERE k.company_id = h.company_id AND k.size = h.size)
$$;
CREATE FUNCTION app.ledger_leaves(p_company uuid, p_from bigint, p_to bigint) RETURNS SETOF bytea
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
  $$SELECT leaf_hash FROM app.ledger_entries WHERE company_id = p_company AND seq >= p_from AND seq < p_to ORDER BY seq$$;
CREATE FUNCTION app.store_checkpoint(p_company uuid, p_size bigint, p_root bytea, p_note text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
  $$INSERT INTO app.ledger_checkpoints (company_id, size, root, note) VALUES (p_company, p_size, p_root, p_note)
    ON CONFLICT DO NOTHING$$;

-- The only way to found a company: the caller becomes its owner, and it has a key and a ledger from its first moment.
CREATE FUNCTION app.create_company(p_id uuid, p_name text, p_slug text, p_location uuid, p_wrapped_key bytea) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF app.uid() IS NULL THEN RAISE EXCEPTION 'nobody is signed in' USING ERRCODE = '42501'; END IF;
  IF app.my_platform_role() NOT IN ('admin', 'manager') THEN
    RAISE EXCEPTION 'this account may not found companies' USING ERRCODE = '42501', CONSTRAINT = 'bounded_account';
  END IF;
  INSERT INTO app.companies (id, name, slug, storage_location_id, owner_id)
    VALUES (p_id, p_name, p_slug, coalesce(p_location, (SELECT id FROM app.storage_locations WHERE is_default)), app.uid());
  INSERT INTO app.company_members (company_id, user_id, role) VALUES (p_id, app.uid(), 'owner');
  INSERT INTO app.company_keys (company_id, version, wrapped) VALUES (p_id, 1, p_wrapped_key);
  INSERT INTO app.ledger_heads (company_id) VALUES (p_id);
END $$;

GRANT SELECT, INSERT ON app.ledger_entries, app.ledger_acts, app.ledger_checkpoints TO app_definer;
GRANT SELECT, INSERT, UPDATE ON app.ledger_heads TO app_definer;
GRANT EXECUTE ON FUNCTION app.append_entries(uuid, timestamptz, text[], integer, uuid[]), app.lock_ledger(), app.iso_instant(timestamptz)
  TO app_definer;
GRANT EXECUTE ON FUNCTION app.record_act(uuid, text, text, text, bytea, text, uuid),
  app.create_company(uuid, text, text, uuid, bytea) TO app_user;
GRANT EXECUTE ON FUNCTION app.leaf_hashes(bigint) TO app_user, app_auditor;
GRANT EXECUTE ON FUNCTION app.ledgers_to_sign(uuid), app.ledger_leaves(uuid, bigint, bigint),
  app.store_checkpoint(uuid, bigint, bytea, text) TO app_worker;

RESET ROLE;
ALTER FUNCTION app.lock_ledger() OWNER TO app_definer;
ALTER FUNCTION app.append_entries(uuid, timestamptz, text[], integer, uuid[]) OWNER TO app_definer;
ALTER FUNCTION app.record_act(uuid, text, text, text, bytea, text, uuid) OWNER TO app_definer;
ALTER FUNCTION app.leaf_hashes(bigint) OWNER TO app_definer;
ALTER FUNCTION app.ledgers_to_sign(uuid) OWNER TO app_definer;
ALTER FUNCTION app.ledger_leaves(uuid, bigint, bigint) OWNER TO app_definer;
ALTER FUNCTION app.store_checkpoint(uuid, bigint, bytea, text) OWNER TO app_definer;
ALTER FUNCTION app.create_company(uuid, text, text, uuid, bytea) OWNER TO app_definer;
