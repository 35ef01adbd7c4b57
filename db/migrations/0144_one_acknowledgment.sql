-- What one acknowledgment cost most: reading everybody to find one person, lines of jobs that were there already, and a tree of one leaf.

-- Planned before statistics are there, as after the import of 10,000 people, a question for one person by their id read all of this
-- index. Only a question for an address can use it now.
DROP INDEX app.records_of_address;
SET LOCAL ROLE app_owner;
CREATE INDEX records_of_address ON app.records (lower(fields ->> 'email'))
  WHERE register = 'people' AND ended_at IS NULL AND fields ->> 'email' IS NOT NULL;
RESET ROLE;

CREATE OR REPLACE FUNCTION app.enqueue_job(p_kind text, p_key text, p_company uuid, p_at timestamp with time zone DEFAULT NULL::timestamp with time zone, p_priority smallint DEFAULT 1)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v app.jobs; v_latest timestamptz;
BEGIN
  IF p_kind = 'registers' AND p_at > '-infinity' AND current_setting('app.registers_at_once', true) = 'on' THEN
    p_at := p_at - interval '5 seconds';
    v_latest := p_at;
  ELSIF p_kind = 'registers' AND p_at > '-infinity' THEN
    v_latest := p_at + interval '7 seconds';
    p_at := least(v_latest, greatest(p_at, (SELECT r.taken_at FROM app.register_runs r WHERE r.company_id = p_company
      ORDER BY r.ledger_index DESC LIMIT 1) + interval '12 seconds'));
  END IF;
  LOOP
    -- Most often it is in line already, and neither a row nor its place in line is made for nothing.
    -- Held until this transaction ends: nobody claims a job before its work can be seen.
    SELECT * INTO v FROM app.jobs j WHERE j.kind = p_kind AND j.key = p_key FOR NO KEY UPDATE;
    IF NOT FOUND THEN
      INSERT INTO app.jobs (kind, key, company_id, priority, run_at, turn)
        VALUES (p_kind, p_key, p_company, p_priority, p_at, CASE WHEN p_at IS NULL THEN app.next_turn(p_kind, p_priority, p_company) END)
        ON CONFLICT DO NOTHING;
      EXIT WHEN FOUND;
      CONTINUE;
    END IF;
    IF v.lease_until IS NOT NULL THEN
      p_at := coalesce(v_latest, p_at, '-infinity');
      UPDATE app.jobs j SET again_at = p_at WHERE j.id = v.id AND (j.again_at IS NULL OR p_at < j.again_at);
      RETURN;
    END IF;
    -- It is in line, or a try of it failed: the next one does this work, too.
    IF v.turn IS NOT NULL OR v.dead_at IS NULL AND (v.attempts > 0 OR v.run_at <= p_at) THEN RETURN; END IF;
    UPDATE app.jobs j SET attempts = 0, last_error = NULL, dead_at = NULL, discarded_at = NULL, run_at = p_at,
        turn = CASE WHEN p_at IS NULL THEN app.next_turn(p_kind, v.priority, p_company) END
      WHERE j.id = v.id;
    EXIT;
  END LOOP;
  IF p_at IS NULL OR p_at <= clock_timestamp() + interval '1 second' THEN PERFORM pg_notify('jobs', p_kind); END IF;
END $function$;

-- One leaf, which most entries are, is added without a statement over many.
CREATE OR REPLACE FUNCTION app.append_entries(p_company uuid, p_at timestamp with time zone, p_entries text[], p_filed integer, p_matters uuid[])
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE
  v_first bigint; v_edge bytea[]; v_border bytea[] := '{}'; v_left integer; v_root bytea;
  v_nodes bytea; v_from bigint; v_count bigint := cardinality(p_entries); v_level integer := 0;
BEGIN
  SELECT size, edge INTO STRICT v_first, v_edge FROM app.ledger_heads WHERE company_id = p_company FOR UPDATE;
  v_left := cardinality(v_edge);
  v_from := v_first;
  IF v_count = 1 THEN
    v_nodes := sha256('\x00'::bytea || convert_to(p_entries[1], 'UTF8'));
    INSERT INTO app.ledger_entries (company_id, seq, leaf_hash, entry, matter_id)
      VALUES (p_company, v_first, v_nodes, p_entries[1], p_matters[1]);
  ELSE
    WITH leaves AS (
      INSERT INTO app.ledger_entries (company_id, seq, leaf_hash, entry, matter_id)
        SELECT p_company, v_first + n - 1, sha256('\x00'::bytea || convert_to(entry, 'UTF8')), entry, matter
        FROM unnest(p_entries, p_matters) WITH ORDINALITY AS x (entry, matter, n)
        RETURNING seq, leaf_hash)
      SELECT string_agg(leaf_hash, '' ORDER BY seq) INTO v_nodes FROM leaves;
  END IF;
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
    IF v_level % 4 = 0 AND v_count = 1 THEN
      INSERT INTO app.ledger_nodes (company_id, level, index, hash) VALUES (p_company, v_level, v_from, v_nodes);
    ELSIF v_level % 4 = 0 AND v_count > 1 THEN
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
END $function$;
