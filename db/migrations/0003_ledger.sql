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

-- Only app.append_entries writes here, which holds the head's lock: a foreign key would look that row up again for each entry.
CREATE TABLE app.ledger_entries (
  company_id uuid NOT NULL,
  seq bigint NOT NULL,
  leaf_hash bytea NOT NULL,
  entry text NOT NULL,
  -- Whose circle may read the entry; its hash is everybody's, since every proof needs it.
  matter_id uuid,
  PRIMARY KEY (company_id, seq)
);

-- Roots of perfect subtrees, of every fourth level: node `index` of level L stands over the leaves from index * 2^L on, 2^L of
-- them. Written as the subtree becomes whole, after which it never changes: a proof reads some of them instead of all leaves.
CREATE TABLE app.ledger_nodes (
  company_id uuid NOT NULL REFERENCES app.ledger_heads,
  level integer NOT NULL,
  index bigint NOT NULL,
  hash bytea NOT NULL CHECK (length(hash) = 32),
  PRIMARY KEY (company_id, level, index)
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

SELECT app.protect(t) FROM unnest(ARRAY['app.ledger_heads', 'app.ledger_entries', 'app.ledger_nodes', 'app.ledger_acts',
  'app.ledger_checkpoints']::regclass[]) t;
SELECT app.append_only(t) FROM unnest(ARRAY['app.ledger_nodes', 'app.ledger_acts', 'app.ledger_checkpoints']::regclass[]) t;
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
-- Goes up level by level, each in one statement: hashes of a level stand one after the other in one value, 32 bytes each.
CREATE FUNCTION app.append_entries(p_company uuid, p_at timestamptz, p_entries text[], p_filed integer, p_matters uuid[]) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_first bigint; v_edge bytea[]; v_border bytea[] := '{}'; v_left integer; v_root bytea;
  v_nodes bytea; v_from bigint; v_count bigint := cardinality(p_entries); v_level integer := 0;
BEGIN
  SELECT size, edge INTO STRICT v_first, v_edge FROM app.ledger_heads WHERE company_id = p_company FOR UPDATE;
  v_left := cardinality(v_edge);
  v_from := v_first;
  WITH leaves AS (
    INSERT INTO app.ledger_entries (company_id, seq, leaf_hash, entry, matter_id)
      SELECT p_company, v_first + n - 1, sha256('\x00'::bytea || convert_to(entry, 'UTF8')), entry, matter
      FROM unnest(p_entries, p_matters) WITH ORDINALITY AS x (entry, matter, n)
      RETURNING seq, leaf_hash)
    SELECT string_agg(leaf_hash, '' ORDER BY seq) INTO v_nodes FROM leaves;
  WHILE v_count > 0 LOOP
    -- The old border has a node of this level that waits for its right sibling.
    IF v_from % 2 = 1 THEN
      v_nodes := v_edge[v_left] || v_nodes;
      v_left := v_left - 1;
      v_from := v_from - 1;
      v_count := v_count + 1;
    END IF;
    -- One without a sibling is of the new border.
    IF v_count % 2 = 1 THEN v_border := substring(v_nodes FROM 32 * v_count::integer - 31) || v_border; END IF;
    v_from := v_from / 2;
    v_count := v_count / 2;
    v_level := v_level + 1;
    IF v_count = 1 THEN
      v_nodes := sha256('\x01'::bytea || substring(v_nodes FROM 1 FOR 64));
    ELSIF v_count > 1 THEN
      SELECT string_agg(sha256('\x01'::bytea || substring(v_nodes FROM 64 * i + 1 FOR 64)), '' ORDER BY i) INTO v_nodes
        FROM generate_series(0, v_count::integer - 1) i;
    END IF;
    IF v_level % 4 = 0 AND v_count > 0 THEN
      INSERT INTO app.ledger_nodes (company_id, level, index, hash)
        SELECT p_company, v_level, v_from + i, substring(v_nodes FROM 32 * i + 1 FOR 32) FROM generate_series(0, v_count::integer - 1) i;
    END IF;
  END LOOP;
  v_border := v_edge[1:v_left] || v_border;
  v_left := cardinality(v_border);
  v_root := v_border[v_left];
  FOR i IN REVERSE v_left - 1 .. 1 LOOP
    v_root := sha256('\x01'::bytea || v_border[i] || v_root);
  END LOOP;
  UPDATE app.ledger_heads SET size = v_first + cardinality(p_entries), edge = v_border, root = v_root, last_at = p_at,
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

-- Hashes of the tree of the company of this transaction, to take proofs from: a hash tells nothing of its entry. Asked for as
-- ranges of a level, of which there are leaves (0) and every fourth above them; answers what there is, in the order asked for.
CREATE FUNCTION app.tree_hashes(p_levels integer[], p_from bigint[], p_to bigint[])
RETURNS TABLE (level integer, index bigint, hash bytea)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 200 SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_company uuid := app.tenant();
BEGIN
  RETURN QUERY SELECT r.level, n.index, n.hash FROM unnest(p_levels, p_from, p_to) WITH ORDINALITY r (level, "from", "to", place)
    CROSS JOIN LATERAL (
      SELECT e.seq AS index, e.leaf_hash AS hash FROM app.ledger_entries e
        WHERE r.level = 0 AND e.company_id = v_company AND e.seq >= r."from" AND e.seq < r."to"
      UNION ALL
      SELECT t.index, t.hash FROM app.ledger_nodes t
        WHERE r.level > 0 AND t.company_id = v_company AND t.level = r.level AND t.index >= r."from" AND t.index < r."to") n
    ORDER BY r.place, n.index;
END $$;

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
CREATE FUNCTION app.ledger_nodes_between(p_company uuid, p_level integer, p_from bigint, p_to bigint) RETURNS SETOF bytea
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT hash FROM app.ledger_nodes WHERE company_id = p_company AND level = p_level AND index >= p_from AND index < p_to ORDER BY index
$$;
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

GRANT SELECT, INSERT ON app.ledger_entries, app.ledger_nodes, app.ledger_acts, app.ledger_checkpoints TO app_definer;
GRANT SELECT, INSERT, UPDATE ON app.ledger_heads TO app_definer;
GRANT EXECUTE ON FUNCTION app.append_entries(uuid, timestamptz, text[], integer, uuid[]), app.lock_ledger(), app.iso_instant(timestamptz)
  TO app_definer;
GRANT EXECUTE ON FUNCTION app.record_act(uuid, text, text, text, bytea, text, uuid),
  app.create_company(uuid, text, text, uuid, bytea) TO app_user;
GRANT EXECUTE ON FUNCTION app.tree_hashes(integer[], bigint[], bigint[]) TO app_user, app_auditor;
GRANT EXECUTE ON FUNCTION app.ledgers_to_sign(uuid), app.ledger_leaves(uuid, bigint, bigint),
  app.ledger_nodes_between(uuid, integer, bigint, bigint), app.store_checkpoint(uuid, bigint, bytea, text) TO app_worker;

RESET ROLE;
ALTER FUNCTION app.lock_ledger() OWNER TO app_definer;
ALTER FUNCTION app.append_entries(uuid, timestamptz, text[], integer, uuid[]) OWNER TO app_definer;
ALTER FUNCTION app.record_act(uuid, text, text, text, bytea, text, uuid) OWNER TO app_definer;
ALTER FUNCTION app.tree_hashes(integer[], bigint[], bigint[]) OWNER TO app_definer;
ALTER FUNCTION app.ledgers_to_sign(uuid) OWNER TO app_definer;
ALTER FUNCTION app.ledger_leaves(uuid, bigint, bigint) OWNER TO app_definer;
ALTER FUNCTION app.ledger_nodes_between(uuid, integer, bigint, bigint) OWNER TO app_definer;
ALTER FUNCTION app.store_checkpoint(uuid, bigint, bytea, text) OWNER TO app_definer;
ALTER FUNCTION app.create_company(uuid, text, text, uuid, bytea) OWNER TO app_definer;
