-- Projects, evidence, what checks found, and the way evidence is filed.

SET LOCAL ROLE app_owner;

CREATE TABLE app.projects (
  company_id uuid NOT NULL REFERENCES app.companies,
  id uuid NOT NULL,
  name text NOT NULL CHECK (btrim(name) <> ''),
  framework text NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  archived_at timestamptz,
  PRIMARY KEY (company_id, id)
);
CREATE INDEX projects_draft ON app.projects (company_id) WHERE started_at IS NULL;

CREATE TABLE app.applicability_decisions (
  company_id uuid NOT NULL REFERENCES app.companies,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  control_id text NOT NULL,
  applicable boolean NOT NULL,
  reason text NOT NULL,
  decided_by uuid NOT NULL,
  decided_at timestamptz NOT NULL DEFAULT now(),
  -- Set by place_in_ledger, whatever was given.
  ledger_index bigint NOT NULL DEFAULT -1,
  PRIMARY KEY (company_id, id)
);
CREATE INDEX applicability_latest ON app.applicability_decisions (company_id, control_id, decided_at DESC);

CREATE TABLE app.evidence (
  company_id uuid NOT NULL REFERENCES app.companies,
  id uuid NOT NULL,
  number bigint NOT NULL,
  ledger_index bigint NOT NULL,
  name text NOT NULL,
  type text NOT NULL CHECK (type IN ('Config', 'Policy', 'Document', 'Report')),
  source text NOT NULL,
  collector text NOT NULL,
  collected_at timestamptz NOT NULL,
  valid_until timestamptz NOT NULL,
  filed_at timestamptz NOT NULL,
  filed_by uuid NOT NULL,
  sha256 bytea NOT NULL CHECK (length(sha256) = 32),
  size bigint NOT NULL CHECK (size >= 0),
  media_type text NOT NULL,
  file_name text NOT NULL,
  storage_location_id uuid NOT NULL,
  blob_key text NOT NULL,
  idempotency_key text,
  -- The older item that this one takes the place of.
  supersedes uuid,
  -- The matter whose privilege it is under; NULL for what every member may see, and once the privilege is lifted.
  matter_id uuid,
  FOREIGN KEY (company_id, matter_id) REFERENCES app.matters
);
CREATE INDEX evidence_by_type ON app.evidence (company_id, type, number DESC);
CREATE INDEX evidence_by_time ON app.evidence (company_id, filed_at, number);
CREATE INDEX evidence_privileged ON app.evidence (company_id, matter_id, filed_at) WHERE matter_id IS NOT NULL;
-- The library's filters, each in the order in which it lists what it finds.
CREATE INDEX evidence_by_source ON app.evidence (company_id, source, number);
CREATE INDEX evidence_by_collection ON app.evidence (company_id, collected_at, number);
CREATE INDEX evidence_by_expiry ON app.evidence (company_id, valid_until, number);
CREATE INDEX evidence_by_content ON app.evidence (company_id, sha256);
CREATE INDEX evidence_of_matter ON app.evidence (company_id, matter_id, number) WHERE matter_id IS NOT NULL;
CREATE INDEX evidence_superseding ON app.evidence (company_id, number) INCLUDE (supersedes) WHERE supersedes IS NOT NULL;
CREATE UNIQUE INDEX evidence_superseded ON app.evidence (company_id, supersedes) WHERE supersedes IS NOT NULL;
ALTER TABLE app.evidence ADD UNIQUE (company_id, number);
-- Last on purpose: on a table without statistics every index that begins with company_id seems equally good, and the
-- planner keeps the newest that applies. A cached plan would otherwise read all of a company's items for each new one.
ALTER TABLE app.evidence ADD PRIMARY KEY (company_id, id);
CREATE UNIQUE INDEX evidence_idempotency ON app.evidence (company_id, idempotency_key) WHERE idempotency_key IS NOT NULL;

-- Seals and links have no foreign key to their item: nobody but app.file_evidence and app.lift_privilege inserts them, for items
-- of the same transaction and for one that it holds, and nobody but app.erase_company deletes an item. To look every item up
-- again by two foreign keys was a fifth of what filing costs the database (docs/decisions/0025).

-- What opens an item: its wrapped key, and the salt and text its ledger entry commits to. Deleting the row shreds it.
CREATE TABLE app.evidence_seals (
  company_id uuid NOT NULL,
  evidence_id uuid NOT NULL,
  salt bytea NOT NULL,
  metadata text NOT NULL,
  wrapped_key bytea NOT NULL,
  key_version integer NOT NULL,
  matter_id uuid,
  PRIMARY KEY (company_id, evidence_id)
);

-- Which controls an item counts for. What is privileged counts for none, and its links wait in privileged_controls.
CREATE TABLE app.evidence_controls (
  company_id uuid NOT NULL,
  evidence_id uuid NOT NULL,
  control_id text NOT NULL,
  number bigint NOT NULL,
  valid_until timestamptz NOT NULL,
  -- Ledger index of the item that took its place: from then on this one does not count.
  superseded_by bigint
);
CREATE INDEX evidence_controls_validity ON app.evidence_controls (company_id, control_id, valid_until DESC, number DESC)
  WHERE superseded_by IS NULL;
CREATE INDEX evidence_controls_newest ON app.evidence_controls (company_id, control_id, number DESC);
ALTER TABLE app.evidence_controls ADD PRIMARY KEY (company_id, evidence_id, control_id);

CREATE TABLE app.privileged_controls (
  company_id uuid NOT NULL,
  evidence_id uuid NOT NULL,
  control_id text NOT NULL,
  number bigint NOT NULL,
  valid_until timestamptz NOT NULL,
  superseded_by bigint,
  matter_id uuid NOT NULL,
  PRIMARY KEY (company_id, evidence_id, control_id),
  FOREIGN KEY (company_id, evidence_id) REFERENCES app.evidence
);

-- What ordinary items there are in each storage location, so that no screen sums up a million rows.
CREATE TABLE app.storage_totals (
  company_id uuid NOT NULL REFERENCES app.companies,
  storage_location_id uuid NOT NULL,
  items bigint NOT NULL,
  bytes bigint NOT NULL,
  PRIMARY KEY (company_id, storage_location_id)
);

-- How many items a control has, so that no screen counts a million rows.
CREATE TABLE app.control_totals (
  company_id uuid NOT NULL REFERENCES app.companies,
  control_id text NOT NULL,
  evidence_count bigint NOT NULL,
  PRIMARY KEY (company_id, control_id)
);

CREATE TABLE app.imports (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  evidence_id uuid NOT NULL,
  format text NOT NULL,
  requested_by uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'working', 'done', 'failed')),
  step text NOT NULL DEFAULT '',
  done bigint NOT NULL DEFAULT 0,
  total bigint NOT NULL DEFAULT 0,
  failure text,
  finished_at timestamptz,
  PRIMARY KEY (company_id, id),
  UNIQUE (company_id, evidence_id),
  FOREIGN KEY (company_id, evidence_id) REFERENCES app.evidence
);

CREATE TABLE app.findings (
  company_id uuid NOT NULL,
  evidence_id uuid NOT NULL,
  seq integer NOT NULL,
  tool text NOT NULL,
  rule text NOT NULL,
  title text NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('pass', 'fail', 'unknown', 'not applicable', 'not looked at')),
  suppressed boolean NOT NULL DEFAULT false,
  severity text NOT NULL,
  resource text NOT NULL,
  message text NOT NULL,
  check_ids text[] NOT NULL,
  PRIMARY KEY (company_id, evidence_id, seq),
  FOREIGN KEY (company_id, evidence_id) REFERENCES app.evidence
);

CREATE TABLE app.check_results (
  company_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  evidence_id uuid NOT NULL,
  check_id text NOT NULL,
  check_version integer NOT NULL,
  source text NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('pass', 'fail', 'unknown', 'not applicable')),
  reason text NOT NULL,
  observed_at timestamptz NOT NULL,
  valid_until timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  -- Set by place_in_ledger, whatever was given.
  ledger_index bigint NOT NULL DEFAULT -1,
  PRIMARY KEY (company_id, id),
  UNIQUE (company_id, evidence_id, check_id),
  FOREIGN KEY (company_id, evidence_id) REFERENCES app.evidence
);
CREATE INDEX check_results_latest ON app.check_results (company_id, check_id, source, observed_at DESC, recorded_at DESC);

CREATE TABLE app.exports (
  company_id uuid NOT NULL REFERENCES app.companies,
  id uuid NOT NULL,
  project_id uuid,
  requested_by uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  ledger_size bigint NOT NULL,
  format text NOT NULL DEFAULT 'bundle' CHECK (format IN ('bundle', 'oscal')),
  -- Days of UTC, both included: only what was collected then.
  collected_from text CHECK (collected_from ~ '^\d{4}-\d\d-\d\d$'),
  collected_to text CHECK (collected_to ~ '^\d{4}-\d\d-\d\d$'),
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'working', 'done', 'failed', 'cancelled')),
  step text NOT NULL DEFAULT '',
  done bigint NOT NULL DEFAULT 0,
  total bigint NOT NULL DEFAULT 0,
  failure text,
  -- What was handed out, once all of it was.
  items bigint,
  bytes bigint,
  sha256 bytea,
  -- When it last moved: what nobody downloads, or whose process died, is not waited for.
  moved_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, project_id) REFERENCES app.projects
);

-- Where the ledger stood when a conclusion was drawn: a bundle shows what was known at its head and nothing later. The
-- lock makes the place exact, since nothing else is appended before this transaction's own entry.
CREATE FUNCTION app.place_in_ledger() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  NEW.ledger_index := (app.lock_ledger()).size;
  RETURN NEW;
END $$;
CREATE TRIGGER place_in_ledger BEFORE INSERT ON app.applicability_decisions
  FOR EACH ROW EXECUTE FUNCTION app.place_in_ledger();
CREATE TRIGGER place_in_ledger BEFORE INSERT ON app.check_results FOR EACH ROW EXECUTE FUNCTION app.place_in_ledger();

SELECT app.protect(t) FROM unnest(ARRAY['app.projects', 'app.applicability_decisions', 'app.evidence', 'app.evidence_seals',
  'app.evidence_controls', 'app.privileged_controls', 'app.control_totals', 'app.storage_totals', 'app.imports', 'app.findings',
  'app.check_results', 'app.exports']::regclass[]) t;
SELECT app.append_only(t) FROM unnest(ARRAY['app.applicability_decisions', 'app.findings', 'app.check_results']::regclass[]) t;
-- Its privilege can be lifted, and it can be superseded; nothing else ever changes.
SELECT app.append_only('app.evidence', 'matter_id');
SELECT app.append_only('app.evidence_controls', 'superseded_by');

CREATE POLICY read ON app.projects FOR SELECT TO app_user USING (true);
CREATE POLICY contribute ON app.projects FOR INSERT TO app_user
  WITH CHECK ((SELECT app.my_role()) IN ('owner', 'admin', 'member') AND created_by = (SELECT app.uid()));
CREATE POLICY contribute_changes ON app.projects FOR UPDATE TO app_user
  USING ((SELECT app.my_role()) IN ('owner', 'admin', 'member'));
CREATE POLICY read ON app.applicability_decisions FOR SELECT TO app_user USING (true);
CREATE POLICY decide ON app.applicability_decisions FOR INSERT TO app_user
  WITH CHECK ((SELECT app.my_role()) IN ('owner', 'admin') AND decided_by = (SELECT app.uid()));
CREATE POLICY read ON app.evidence FOR SELECT TO app_user USING (true);
CREATE POLICY read ON app.evidence_seals FOR SELECT TO app_user USING (true);
CREATE POLICY read ON app.evidence_controls FOR SELECT TO app_user USING (true);
CREATE POLICY read ON app.privileged_controls FOR SELECT TO app_user USING (true);
CREATE POLICY read ON app.control_totals FOR SELECT TO app_user USING (true);
CREATE POLICY read ON app.storage_totals FOR SELECT TO app_user USING (true);
CREATE POLICY read ON app.imports FOR SELECT TO app_user USING (true);
CREATE POLICY contribute ON app.imports FOR INSERT TO app_user
  WITH CHECK ((SELECT app.my_role()) IN ('owner', 'admin', 'member') AND requested_by = (SELECT app.uid()));
CREATE POLICY progress ON app.imports FOR UPDATE TO app_user USING (requested_by = (SELECT app.uid()));
CREATE POLICY read ON app.findings FOR SELECT TO app_user USING (true);
CREATE POLICY contribute ON app.findings FOR INSERT TO app_user
  WITH CHECK ((SELECT app.my_role()) IN ('owner', 'admin', 'member'));
CREATE POLICY read ON app.check_results FOR SELECT TO app_user USING (true);
-- The newest result of a source counts: a connection speaks under its own name, of items that it filed, and nobody else does.
CREATE POLICY contribute ON app.check_results FOR INSERT TO app_user
  WITH CHECK ((SELECT app.my_role()) IN ('owner', 'admin', 'member') AND NOT EXISTS (SELECT FROM app.connections k
    WHERE k.company_id = check_results.company_id AND k.source = check_results.source));
CREATE POLICY collect ON app.check_results FOR INSERT TO app_user
  WITH CHECK ((SELECT app.my_role()) = 'collector'
    AND source = (SELECT k.source FROM app.connections k WHERE k.company_id = (SELECT app.tenant()) AND k.id = (SELECT app.uid()))
    AND EXISTS (SELECT FROM app.evidence e WHERE e.company_id = check_results.company_id AND e.id = check_results.evidence_id
      AND e.filed_by = (SELECT app.uid())));
CREATE POLICY read ON app.exports FOR SELECT TO app_user USING (true);
CREATE POLICY request ON app.exports FOR INSERT TO app_user
  WITH CHECK (requested_by = (SELECT app.uid()) AND (SELECT app.my_role()) <> 'collector');
CREATE POLICY progress ON app.exports FOR UPDATE TO app_user USING (requested_by = (SELECT app.uid()));

GRANT SELECT ON app.projects, app.applicability_decisions, app.evidence, app.evidence_seals, app.evidence_controls,
  app.privileged_controls, app.control_totals, app.storage_totals, app.imports, app.findings, app.check_results, app.exports TO app_user;
GRANT INSERT ON app.projects, app.applicability_decisions, app.imports, app.findings, app.check_results, app.exports TO app_user;
GRANT UPDATE (started_at) ON app.projects TO app_user;
GRANT UPDATE (state, step, done, total, failure, finished_at) ON app.imports TO app_user;
GRANT UPDATE (state, step, done, total, failure, items, bytes, sha256, moved_at, finished_at) ON app.exports TO app_user;

-- Files a batch of items in one round trip: numbers without gaps, ledger entries, control links and totals, or nothing.
-- An idempotency key that is already on file answers with the item filed then; with other bytes it is refused (EX409).
-- Control links come as three parallel arrays; p_link_item is the 1-based position of the item in the batch.
-- p_matters: whose privilege each item is under, or NULL; p_supersedes: the item whose place each takes, or NULL, which must
-- be under the same privilege and not have been superseded before (EX410).
CREATE FUNCTION app.file_evidence(
  p_ids uuid[], p_names text[], p_types text[], p_sources text[], p_collectors text[], p_collected timestamptz[],
  p_valid timestamptz[], p_sha256 bytea[], p_sizes bigint[], p_media text[], p_files text[], p_blobs text[],
  p_keys text[], p_salts bytea[], p_metadata text[], p_content_commitments text[], p_metadata_commitments text[],
  p_wrapped bytea[], p_key_version integer,
  p_link_item integer[], p_link_control text[], p_link_valid timestamptz[], p_matters uuid[], p_supersedes uuid[])
RETURNS TABLE (item integer, id uuid, number bigint, ledger_index bigint, filed_at timestamptz, repeated boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_head record; v_location uuid; v_conflict boolean; v_entries text[]; v_at text;
  v_role text := app.my_role();
  v_count integer := cardinality(p_ids);
  v_privileged boolean := cardinality(array_remove(p_matters, NULL)) > 0;
  v_superseding boolean := cardinality(array_remove(p_supersedes, NULL)) > 0;
  -- Positions in the batch of what is on file already, and of what is new; NULL when everything is new.
  v_old integer[]; v_new integer[];
  v_ids uuid[] := p_ids; v_keys text[] := p_keys;
BEGIN
  -- A connection adds to what is on file; people alone say what takes the place of what.
  IF coalesce(v_role, 'viewer') = 'viewer' OR v_role = 'collector' AND v_superseding THEN
    RAISE EXCEPTION 'not allowed to file evidence' USING ERRCODE = '42501';
  END IF;
  -- They become part of the text of ledger entries, which a quote would forge. One look at all of them: with one space
  -- between two, as many of 44 characters as the length says have no space and no NULL among them.
  IF v_count > 0 AND (cardinality(p_content_commitments) <> v_count OR cardinality(p_metadata_commitments) <> v_count
      OR length(array_to_string(p_content_commitments || p_metadata_commitments, ' ')) <> 90 * v_count - 1
      OR array_to_string(p_content_commitments || p_metadata_commitments, ' ') !~ '^[A-Za-z0-9+/]{43}=( [A-Za-z0-9+/]{43}=)*$') THEN
    RAISE EXCEPTION 'malformed ledger entry' USING ERRCODE = '22023';
  END IF;
  v_head := app.lock_ledger();
  v_at := app.iso_instant(v_head.at);
  IF v_privileged AND EXISTS (SELECT FROM unnest(p_matters) x (matter) WHERE x.matter IS NOT NULL
      AND (x.matter <> ALL (app.my_matters()) OR EXISTS (SELECT FROM app.matters m
        WHERE m.company_id = v_head.company AND m.id = x.matter AND m.closed_at IS NOT NULL))) THEN
    RAISE EXCEPTION 'not in the circle of this matter' USING ERRCODE = '42501', CONSTRAINT = 'privileged_filing';
  END IF;
  SELECT coalesce(bool_or(e.sha256 <> k.sum), false), array_agg(k.n::integer) INTO v_conflict, v_old
    FROM unnest(p_keys, p_sha256) WITH ORDINALITY k (idem, sum, n)
    -- LIMIT keeps it a look-up for each key; a join would read all of the company's items.
    CROSS JOIN LATERAL (SELECT x.sha256 FROM app.evidence x
      WHERE x.company_id = v_head.company AND x.idempotency_key = k.idem LIMIT 1) e;
  IF v_conflict THEN RAISE EXCEPTION 'idempotency key reused for another item' USING ERRCODE = 'EX409'; END IF;
  -- Seldom: what is on file is taken out of the batch, so that everything below is about what is new, in one order.
  IF v_old IS NOT NULL THEN
    SELECT array_agg(i.n::integer ORDER BY i.n), array_agg(i.a ORDER BY i.n), array_agg(i.b ORDER BY i.n), array_agg(i.c ORDER BY i.n),
        array_agg(i.d ORDER BY i.n), array_agg(i.e ORDER BY i.n), array_agg(i.f ORDER BY i.n), array_agg(i.g ORDER BY i.n),
        array_agg(i.h ORDER BY i.n), array_agg(i.j ORDER BY i.n), array_agg(i.k ORDER BY i.n), array_agg(i.l ORDER BY i.n),
        array_agg(i.m ORDER BY i.n), array_agg(i.o ORDER BY i.n), array_agg(i.p ORDER BY i.n), array_agg(i.q ORDER BY i.n),
        array_agg(i.r ORDER BY i.n), array_agg(i.s ORDER BY i.n), array_agg(i.t ORDER BY i.n), array_agg(i.u ORDER BY i.n),
        array_agg(i.v ORDER BY i.n)
      INTO v_new, p_ids, p_names, p_types, p_sources, p_collectors, p_collected, p_valid, p_sha256, p_sizes, p_media, p_files, p_blobs,
        p_keys, p_salts, p_metadata, p_content_commitments, p_metadata_commitments, p_wrapped, p_matters, p_supersedes
      FROM unnest(p_ids, p_names, p_types, p_sources, p_collectors, p_collected, p_valid, p_sha256, p_sizes, p_media, p_files, p_blobs,
        p_keys, p_salts, p_metadata, p_content_commitments, p_metadata_commitments, p_wrapped, p_matters, p_supersedes)
        WITH ORDINALITY i (a, b, c, d, e, f, g, h, j, k, l, m, o, p, q, r, s, t, u, v, n)
      WHERE i.n <> ALL (v_old);
    SELECT coalesce(array_agg(x.o::integer), '{}'), coalesce(array_agg(l.control), '{}'), coalesce(array_agg(l.valid), '{}')
      INTO p_link_item, p_link_control, p_link_valid
      FROM unnest(p_link_item, p_link_control, p_link_valid) l (n, control, valid)
      JOIN unnest(v_new) WITH ORDINALITY x (n, o) ON x.n = l.n;
    v_count := coalesce(cardinality(v_new), 0);
    v_privileged := cardinality(array_remove(p_matters, NULL)) > 0;
    v_superseding := cardinality(array_remove(p_supersedes, NULL)) > 0;
  END IF;
  IF v_count > 0 THEN
    IF v_superseding AND EXISTS (SELECT FROM unnest(p_supersedes, p_matters) x (old, matter)
        LEFT JOIN app.evidence o ON o.company_id = v_head.company AND o.id = x.old
          AND o.matter_id IS NOT DISTINCT FROM x.matter
          AND NOT EXISTS (SELECT FROM app.evidence s WHERE s.company_id = o.company_id AND s.supersedes = o.id)
        WHERE x.old IS NOT NULL AND o.id IS NULL) THEN
      RAISE EXCEPTION 'nothing to supersede' USING ERRCODE = 'EX410';
    END IF;
    SELECT storage_location_id INTO STRICT v_location FROM app.companies WHERE companies.id = v_head.company;
    -- Arrays are unrolled side by side: reading element n of a text array costs n steps.
    v_entries := ARRAY(SELECT '{"at":"' || v_at || '","c":"' || i.about || '","h":"' || i.content || '","id":"' || i.item_id
        || '","n":' || v_head.evidence_count + i.n || ',"size":' || i.bytes || ',"t":"evidence.filed","v":1}'
      FROM unnest(p_metadata_commitments, p_content_commitments, p_ids, p_sizes) WITH ORDINALITY i (about, content, item_id, bytes, n)
      ORDER BY i.n);
    INSERT INTO app.evidence (company_id, id, number, ledger_index, name, type, source, collector, collected_at, valid_until,
        filed_at, filed_by, sha256, size, media_type, file_name, storage_location_id, blob_key, idempotency_key, supersedes, matter_id)
      SELECT v_head.company, i.item_id, v_head.evidence_count + i.n, v_head.size + i.n - 1, i.name, i.type, i.source, i.collector,
        i.collected, i.valid, v_head.at, app.uid(), i.sum, i.bytes, i.media, i.file, v_location, i.blob, i.idem, i.old, i.matter
      FROM unnest(p_ids, p_names, p_types, p_sources, p_collectors, p_collected, p_valid, p_sha256, p_sizes, p_media, p_files,
        p_blobs, p_keys, p_supersedes, p_matters) WITH ORDINALITY
        i (item_id, name, type, source, collector, collected, valid, sum, bytes, media, file, blob, idem, old, matter, n);
    INSERT INTO app.evidence_seals (company_id, evidence_id, salt, metadata, wrapped_key, key_version, matter_id)
      SELECT v_head.company, i.item_id, i.salt, i.about, i.wrapped, p_key_version, i.matter
      FROM unnest(p_ids, p_salts, p_metadata, p_wrapped, p_matters) i (item_id, salt, about, wrapped, matter);
    INSERT INTO app.evidence_controls (company_id, evidence_id, control_id, number, valid_until)
      SELECT v_head.company, p_ids[l.n], l.control, v_head.evidence_count + l.n, l.valid
      FROM unnest(p_link_item, p_link_control, p_link_valid) l (n, control, valid) WHERE NOT v_privileged OR p_matters[l.n] IS NULL;
    IF v_privileged THEN
      INSERT INTO app.privileged_controls (company_id, evidence_id, control_id, number, valid_until, matter_id)
        SELECT v_head.company, p_ids[l.n], l.control, v_head.evidence_count + l.n, l.valid, p_matters[l.n]
        FROM unnest(p_link_item, p_link_control, p_link_valid) l (n, control, valid) WHERE p_matters[l.n] IS NOT NULL;
    END IF;
    IF v_superseding THEN
      UPDATE app.evidence_controls k SET superseded_by = v_head.size + x.n - 1
        FROM unnest(p_supersedes) WITH ORDINALITY x (old, n) WHERE k.company_id = v_head.company AND k.evidence_id = x.old;
      UPDATE app.privileged_controls k SET superseded_by = v_head.size + x.n - 1
        FROM unnest(p_supersedes) WITH ORDINALITY x (old, n) WHERE k.company_id = v_head.company AND k.evidence_id = x.old;
    END IF;
    INSERT INTO app.control_totals AS t (company_id, control_id, evidence_count)
      SELECT v_head.company, l.control, count(*) FROM unnest(p_link_item, p_link_control) l (n, control)
      WHERE NOT v_privileged OR p_matters[l.n] IS NULL GROUP BY l.control ORDER BY l.control
      ON CONFLICT (company_id, control_id) DO UPDATE SET evidence_count = t.evidence_count + excluded.evidence_count;
    INSERT INTO app.storage_totals AS t (company_id, storage_location_id, items, bytes)
      SELECT v_head.company, v_location, count(*), sum(i.bytes) FROM unnest(p_sizes, p_matters) i (bytes, matter)
      WHERE i.matter IS NULL HAVING count(*) > 0
      ON CONFLICT (company_id, storage_location_id) DO UPDATE SET items = t.items + excluded.items, bytes = t.bytes + excluded.bytes;
    -- What is privileged counts for no project, and starts none either.
    IF NOT v_privileged OR array_position(p_matters, NULL) IS NOT NULL THEN
      UPDATE app.projects SET started_at = v_head.at
        WHERE company_id = v_head.company AND started_at IS NULL AND archived_at IS NULL;
    END IF;
    PERFORM app.append_entries(v_head.company, v_head.at, v_entries, v_count, p_matters);
  END IF;
  IF v_old IS NULL THEN
    RETURN QUERY SELECT x.n::integer, x.id, v_head.evidence_count + x.n, v_head.size + x.n - 1, v_head.at, false
      FROM unnest(p_ids) WITH ORDINALITY x (id, n) ORDER BY 1;
    RETURN;
  END IF;
  RETURN QUERY
    SELECT x.n, v_ids[x.n], v_head.evidence_count + x.o, v_head.size + x.o - 1, v_head.at, false
    FROM unnest(v_new) WITH ORDINALITY x (n, o)
    UNION ALL
    SELECT k.n::integer, e.id, e.number, e.ledger_index, e.filed_at, true
    FROM unnest(v_keys) WITH ORDINALITY k (idem, n)
    JOIN app.evidence e ON e.company_id = v_head.company AND e.idempotency_key = k.idem
    WHERE k.n = ANY (v_old)
    ORDER BY 1;
END $$;

GRANT SELECT, INSERT ON app.evidence, app.evidence_seals, app.evidence_controls, app.privileged_controls TO app_definer;
GRANT UPDATE (superseded_by) ON app.evidence_controls, app.privileged_controls TO app_definer;
GRANT SELECT, INSERT, UPDATE ON app.storage_totals TO app_definer;
GRANT SELECT, INSERT, UPDATE ON app.control_totals TO app_definer;
GRANT SELECT, UPDATE ON app.projects TO app_definer;
GRANT EXECUTE ON FUNCTION app.file_evidence(uuid[], text[], text[], text[], text[], timestamptz[], timestamptz[], bytea[],
  bigint[], text[], text[], text[], text[], bytea[], text[], text[], text[], bytea[], integer, integer[], text[], timestamptz[], uuid[], uuid[])
  TO app_user;

-- Imports that a stopped process left behind; the worker goes on with them as the person who asked.
CREATE FUNCTION app.unfinished_imports() RETURNS TABLE (company_id uuid, import_id uuid, user_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
  $$SELECT company_id, id, requested_by FROM app.imports WHERE state IN ('waiting', 'working')$$;
GRANT SELECT ON app.imports TO app_definer;
GRANT EXECUTE ON FUNCTION app.unfinished_imports() TO app_worker;

RESET ROLE;
ALTER FUNCTION app.file_evidence(uuid[], text[], text[], text[], text[], timestamptz[], timestamptz[], bytea[],
  bigint[], text[], text[], text[], text[], bytea[], text[], text[], text[], bytea[], integer, integer[], text[], timestamptz[], uuid[], uuid[])
  OWNER TO app_definer;
ALTER FUNCTION app.unfinished_imports() OWNER TO app_definer;
ALTER FUNCTION app.place_in_ledger() OWNER TO app_definer;
