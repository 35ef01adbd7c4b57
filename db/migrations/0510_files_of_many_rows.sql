-- A file of 10,000 rows took longer than a statement may on a busy machine: each row looked for its number among all of its register, and asked
-- anew which company it is, what its register requires and who manages the company alone. See docs/decisions/0248.
SET LOCAL ROLE app_definer;

-- As in 0346, 0370 and 0375.
CREATE OR REPLACE FUNCTION app.hold_record()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_size bigint; v_problem text; v_approve text[];
BEGIN
  -- Whether it is the company of this transaction is asked once, behind all rows: app.hold_records.
  SELECT h.size INTO v_size FROM app.ledger_heads h WHERE h.company_id = NEW.company_id FOR UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'permission denied: another company' USING ERRCODE = '42501'; END IF;
  IF tg_op = 'UPDATE' AND ROW(NEW.vouched_email, NEW.vouched_how, NEW.vouched_at) IS DISTINCT FROM ROW(OLD.vouched_email, OLD.vouched_how, OLD.vouched_at) THEN
    RETURN NEW;
  END IF;
  NEW.ledger_index := v_size;
  IF tg_op = 'INSERT' THEN
    IF NEW.matter_id IS NOT NULL AND NOT EXISTS (SELECT FROM app.registers g JOIN app.matters m ON m.company_id = NEW.company_id
        AND m.id = NEW.matter_id AND m.closed_at IS NULL WHERE g.key = NEW.register AND g.in_matters) THEN
      RAISE EXCEPTION 'no record of this register is kept under this matter' USING ERRCODE = '23514', CONSTRAINT = 'record_matter';
    END IF;
    IF NEW.about_id IS NOT NULL AND NOT EXISTS (SELECT FROM app.records r WHERE r.company_id = NEW.company_id AND r.register = NEW.register
        AND r.id = NEW.about_id AND r.matter_id IS NULL) THEN
      RAISE EXCEPTION 'it is about no ordinary record' USING ERRCODE = '23503', CONSTRAINT = 'record_links_about';
    END IF;
    -- Each by itself, so that the planner knows how many are in their index: it took most of a file for rows of no matter to be looked for
    -- among all, and looked through as many for each.
    IF NEW.matter_id IS NULL THEN
      NEW.number := 1 + coalesce((SELECT r.number FROM app.records r WHERE r.company_id = NEW.company_id AND r.register = NEW.register
        AND r.matter_id IS NULL ORDER BY r.number DESC LIMIT 1), 0);
    ELSE
      NEW.number := 1 + coalesce((SELECT r.number FROM app.records r WHERE r.company_id = NEW.company_id AND r.register = NEW.register
        AND r.matter_id = NEW.matter_id ORDER BY r.number DESC LIMIT 1), 0);
    END IF;
    NEW.version := 1;
    NEW.authors := ARRAY[NEW.changed_by];
  ELSE
    NEW.version := OLD.version + 1;
    NEW.authors := OLD.authors;
    NEW.approved_alone := OLD.approved_alone;
    IF NEW.changed_by = NEW.company_id AND NEW.register = 'tests' AND OLD.ended_at IS NULL AND NEW.fields IS DISTINCT FROM OLD.fields
        AND NEW.fields - 'answeredAt' = OLD.fields THEN
      NULL;
    ELSIF NEW.fields IS DISTINCT FROM OLD.fields THEN
      IF OLD.ended_at IS NOT NULL THEN
        RAISE EXCEPTION 'this record has ended' USING ERRCODE = '23514', CONSTRAINT = 'record_ended';
      END IF;
      -- What was approved was what it said before.
      NEW.authors := (SELECT array_agg(DISTINCT a) FROM unnest(CASE WHEN OLD.approved_at IS NULL OR OLD.approved_alone THEN OLD.authors END || NEW.changed_by) a);
      NEW.approved_by := NULL;
      NEW.approved_at := NULL;
      NEW.approved_alone := false;
    ELSIF OLD.ended_at IS NOT NULL AND NEW.ended_at IS NULL THEN
      -- What was ended is approved anew, by somebody else than who brought it back.
      NEW.authors := (SELECT array_agg(DISTINCT a) FROM unnest(OLD.authors || NEW.changed_by) a);
      NEW.approved_by := NULL;
      NEW.approved_at := NULL;
      NEW.approved_alone := false;
    ELSIF NEW.approved_at IS DISTINCT FROM OLD.approved_at OR NEW.approved_by IS DISTINCT FROM OLD.approved_by THEN
      SELECT r.approve_roles INTO v_approve FROM app.registers r WHERE r.key = NEW.register AND NEW.matter_id IS NULL;
      IF NEW.approved_at IS NULL AND NEW.approved_by IS NULL AND OLD.ended_at IS NULL AND NEW.ended_at IS NULL THEN
        -- Who may approve takes an approval back, whoever gave it; a hold that somebody approved is released by its own two people.
        IF NEW.register = 'legal-holds' THEN
          RAISE EXCEPTION 'a legal hold stands until it is released' USING ERRCODE = '23514', CONSTRAINT = 'record_held';
        END IF;
        IF v_approve IS NULL OR NOT app.my_role() = ANY (v_approve) THEN
          RAISE EXCEPTION 'this approval cannot be withdrawn' USING ERRCODE = '23514', CONSTRAINT = 'record_approval';
        END IF;
        NEW.approved_alone := false;
        RETURN NEW;
      END IF;
      IF NEW.approved_at IS NULL OR OLD.approved_at IS NOT NULL AND NOT (OLD.approved_alone AND NEW.approved_by <> ALL (OLD.authors) AND cardinality(app.mine_among(OLD.authors)) = 0) OR OLD.ended_at IS NOT NULL OR NEW.ended_at IS NOT NULL
        OR NEW.approved_by <> NEW.changed_by OR v_approve IS NULL OR NOT app.my_role() = ANY (v_approve) THEN
        RAISE EXCEPTION 'this cannot be approved' USING ERRCODE = '23514', CONSTRAINT = 'record_approval';
      END IF;
      NEW.approved_alone := NEW.approved_by = ANY (OLD.authors) OR cardinality(app.mine_among(OLD.authors)) > 0
        OR NEW.approved_by IS NOT DISTINCT FROM app.accepted_by(NEW.company_id, NEW.register, NEW.fields);
      IF NEW.approved_alone AND app.record_approvers(NEW.register) > 1 THEN
        RAISE EXCEPTION 'another person approves it' USING ERRCODE = '23514', CONSTRAINT = 'record_own_approval';
      END IF;
    END IF;
  END IF;
  IF tg_op = 'INSERT' OR NEW.fields IS DISTINCT FROM OLD.fields THEN
    v_problem := app.field_problem(NEW.register, NEW.fields, NEW.changed_at);
    IF v_problem IS NOT NULL THEN
      RAISE EXCEPTION 'a record is not as its register declares it: %', v_problem USING ERRCODE = '23514', CONSTRAINT = 'record_fields';
    END IF;
  END IF;
  IF NEW.register = 'people' AND (tg_op = 'INSERT' OR lower(NEW.fields ->> 'email') IS DISTINCT FROM lower(OLD.fields ->> 'email')) THEN
    IF NEW.fields ? 'email' AND app.manages_alone(NEW.company_id, NEW.changed_by) THEN
      NEW.vouched_email := lower(NEW.fields ->> 'email');
      NEW.vouched_how := 'alone';
      NEW.vouched_by := NEW.changed_by;
      NEW.vouched_at := NEW.changed_at;
    ELSE
      NEW.vouched_email := NULL;
      NEW.vouched_how := NULL;
      NEW.vouched_by := NULL;
      NEW.vouched_at := NULL;
    END IF;
    IF tg_op = 'UPDATE' THEN
      -- What the old address opened stays closed, should it come back.
      UPDATE app.staff_links l SET expires_at = NEW.changed_at WHERE l.company_id = NEW.company_id AND l.person_id = NEW.id
        AND l.used_at IS NULL AND l.expires_at > NEW.changed_at;
      UPDATE app.staff_sessions s SET expires_at = NEW.changed_at WHERE s.company_id = NEW.company_id AND s.person_id = NEW.id
        AND s.expires_at > NEW.changed_at;
    END IF;
  END IF;
  RETURN NEW;
END $function$;

-- As in 0394; that all rows are of the company of this transaction is asked of all of them at once.
CREATE OR REPLACE FUNCTION app.hold_records() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v record; v_most bigint;
BEGIN
  IF EXISTS (SELECT FROM written w WHERE w.company_id IS DISTINCT FROM (SELECT coalesce(app.tenant(), app.audited()))) THEN
    RAISE EXCEPTION 'permission denied: another company' USING ERRCODE = '42501';
  END IF;
  FOR v IN SELECT w.company_id, count(*) AS amount FROM written w WHERE w.matter_id IS NULL
      AND NOT (TG_OP = 'UPDATE' AND w.register = 'tests' AND w.changed_by = w.company_id) GROUP BY w.company_id LOOP
    IF app.spend(v.company_id, 'records', v.amount) < 0 THEN
      v_most := app.limit_of(v.company_id, 'records');
      PERFORM app.refuse_limit(v.company_id, 'records', v_most, v_most);
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

-- As in 0127, of those fields that are there or must be.
CREATE OR REPLACE FUNCTION app.field_problem(p_register text, p_fields jsonb, p_at timestamptz) RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE f record; v jsonb; v_latest text := to_char((p_at + interval '14 hours') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
BEGIN
  SELECT k INTO f FROM jsonb_object_keys(p_fields) k
    WHERE NOT EXISTS (SELECT FROM app.register_fields x WHERE x.register = p_register AND x.field = k) LIMIT 1;
  IF FOUND THEN RETURN f.k || ': not a field'; END IF;
  FOR f IN SELECT x.field, x.required, x.type, x.item, x.choices, x.least, x.most, x.past, x.not_before FROM app.register_fields x
      WHERE x.register = p_register AND (x.required OR p_fields ? x.field) LOOP
    v := p_fields -> f.field;
    IF v IS NULL THEN
      IF f.required THEN RETURN f.field || ': missing'; END IF;
    ELSIF f.type = 'list' THEN
      IF jsonb_typeof(v) <> 'array' THEN RETURN f.field || ': not a list'; END IF;
      IF jsonb_array_length(v) NOT BETWEEN 1 AND 100 OR (SELECT count(DISTINCT e) FROM jsonb_array_elements(v) e) < f.least OR EXISTS (SELECT FROM jsonb_array_elements(v) e
          WHERE NOT app.is_field_value(f.item, f.choices, e)) THEN RETURN f.field || ': not a list of ' || f.item; END IF;
    ELSIF NOT app.is_field_value(f.type, f.choices, v) THEN RETURN f.field || ': not a ' || f.type;
    ELSIF f.type = 'number' AND (v #>> '{}')::numeric NOT BETWEEN coalesce(f.least, -9007199254740991) AND coalesce(f.most, 9007199254740991) THEN
      RETURN f.field || ': out of bounds';
    ELSIF f.past AND v #>> '{}' COLLATE "C" > left(v_latest, length(v #>> '{}')) THEN RETURN f.field || ': in the future';
    ELSIF f.not_before IS NOT NULL AND v #>> '{}' COLLATE "C" < p_fields ->> f.not_before THEN RETURN f.field || ': before ' || f.not_before;
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

-- As in 0088.
CREATE OR REPLACE FUNCTION app.hold_required() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_field text;
BEGIN
  IF tg_op = 'UPDATE' AND NEW.fields IS NOT DISTINCT FROM OLD.fields THEN RETURN NEW; END IF;
  -- Most registers ask for nothing so.
  IF NOT EXISTS (SELECT FROM app.register_fields f WHERE f.register = NEW.register AND f.required_for IS NOT NULL) THEN RETURN NEW; END IF;
  SELECT f.field INTO v_field FROM app.register_fields f CROSS JOIN LATERAL jsonb_each(f.required_for) c
    WHERE f.register = NEW.register AND NOT NEW.fields ? f.field AND c.value ? (NEW.fields ->> c.key) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'a record is not as its register declares it: %: missing', v_field USING ERRCODE = '23514', CONSTRAINT = 'record_fields';
  END IF;
  RETURN NEW;
END $$;

-- As in 0372: most companies have several who manage them, and whether others could lately is not asked then.
CREATE OR REPLACE FUNCTION app.manages_alone(p_company uuid, p_user uuid) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT coalesce((SELECT bool_and(m.user_id = p_user) FROM app.company_members m LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
    WHERE m.company_id = p_company AND m.status = 'active' AND m.role IN ('owner', 'admin') AND b.disabled_at IS NULL
      -- As app.my_role says it: such an account is a member at most.
      AND b.platform_role IS DISTINCT FROM 'user'), false) THEN
    RETURN false;
  END IF;
  -- As app.could_lately says it, of this company.
  RETURN NOT EXISTS (SELECT FROM app.ledger_acts a WHERE a.company_id = p_company AND a.event IN ('member.roleChanged', 'member.removed', 'member.left')
    AND a.at > clock_timestamp() - interval '30 days' AND a.subject <> p_user::text
    AND coalesce(a.details::jsonb ->> 'before', a.details::jsonb ->> 'role') = ANY (ARRAY['owner', 'admin'])
    AND NOT EXISTS (SELECT FROM app.company_members m WHERE m.company_id = a.company_id AND m.user_id::text = a.subject
      AND m.status = 'active' AND m.role = ANY (ARRAY['owner', 'admin'])));
END $$;
-- A plan is kept for a connection, and one that was made for a single record is no plan for 10,000: it compared each row with each. What was
-- there before is joined with what is there now in a way that no plan does so for.

-- As in 0346.
CREATE OR REPLACE FUNCTION app.keep_changed_records()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v record;
BEGIN
  INSERT INTO app.record_changes (company_id, record_id, version, register, kind, changes, reason, changed_by, changed_at, batch_id, salt,
      ledger_index, matter_id)
    SELECT n.company_id, n.id, n.version, n.register,
      CASE WHEN n.ended_at IS NOT NULL AND o.ended_at IS NULL THEN 'ended' WHEN n.ended_at IS NULL AND o.ended_at IS NOT NULL THEN 'reopened'
        WHEN n.approved_at IS NOT NULL AND n.approved_at IS DISTINCT FROM o.approved_at OR n.end_approved_at IS NOT NULL AND n.end_approved_at IS DISTINCT FROM o.end_approved_at THEN 'approved'
        WHEN n.approved_at IS NULL AND o.approved_at IS NOT NULL AND n.fields = o.fields THEN 'unapproved' ELSE 'changed' END,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('field', k, 'before', o.fields -> k, 'after', n.fields -> k) ORDER BY k COLLATE "C"), '[]')
        FROM jsonb_object_keys(o.fields || n.fields) k WHERE o.fields -> k IS DISTINCT FROM n.fields -> k),
      coalesce(n.ended_reason, CASE WHEN n.approved_at IS NULL AND o.approved_at IS NOT NULL AND n.fields = o.fields AND o.ended_at IS NULL
        THEN nullif(current_setting('app.reason', true), '') END), n.changed_by, n.changed_at, n.batch_id, n.salt, n.ledger_index, n.matter_id
    FROM after n FULL JOIN before o ON o.company_id = n.company_id AND o.id = n.id WHERE coalesce(o.version <> n.version, false);
  FOR v IN SELECT n.company_id, array_agg(n.id) AS ids FROM after n FULL JOIN before o
      ON o.company_id = n.company_id AND o.id = n.id WHERE coalesce(n.fields <> o.fields, false) GROUP BY n.company_id LOOP
    PERFORM app.link_records(v.company_id, v.ids);
  END LOOP;
  RETURN NULL;
END $function$;

-- As in 0205.
CREATE OR REPLACE FUNCTION app.name_changed_records() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v record;
BEGIN
  UPDATE app.record_names x SET (ended, approved) = (n.ended_at IS NOT NULL, n.approved_at IS NOT NULL) FROM after n
    WHERE x.company_id = n.company_id AND x.record_id = n.id AND (x.ended, x.approved) IS DISTINCT FROM (n.ended_at IS NOT NULL, n.approved_at IS NOT NULL);
  UPDATE app.record_keys k SET (ended, approved) = (n.ended_at IS NOT NULL, n.approved_at IS NOT NULL) FROM after n
    WHERE k.company_id = n.company_id AND k.record_id = n.id AND (k.ended, k.approved) IS DISTINCT FROM (n.ended_at IS NOT NULL, n.approved_at IS NOT NULL);
  -- What leads to a record has its name among its words.
  FOR v IN WITH changed AS (SELECT p.company_id, p.id, p.was -> g.title IS DISTINCT FROM p.fields -> g.title AS renamed
        FROM (SELECT n.company_id, n.id, n.register, n.fields, o.fields AS was FROM after n FULL JOIN before o
          ON o.company_id = n.company_id AND o.id = n.id WHERE n.matter_id IS NULL AND coalesce(n.fields <> o.fields, false) OFFSET 0) p
        JOIN app.registers g ON g.key = p.register),
      stale AS (SELECT c.company_id, c.id FROM changed c
        UNION SELECT l.company_id, l.record_id FROM changed c JOIN app.record_links l ON l.company_id = c.company_id AND l.person_id = c.id WHERE c.renamed
        UNION SELECT l.company_id, l.record_id FROM changed c JOIN app.record_links l ON l.company_id = c.company_id AND l.target_id = c.id WHERE c.renamed)
      SELECT s.company_id, array_agg(s.id) AS ids FROM stale s GROUP BY s.company_id LOOP
    PERFORM app.name_records(v.company_id, v.ids);
  END LOOP;
  UPDATE app.record_counts c SET (approved, waiting, ended) = (c.approved + x.approved, c.waiting + x.waiting, c.ended + x.ended)
    FROM (SELECT s.company_id, s.register, sum(CASE WHEN s.ended_at IS NULL AND s.approved_at IS NOT NULL THEN s.one ELSE 0 END) AS approved,
        sum(CASE WHEN s.ended_at IS NULL AND s.approved_at IS NULL THEN s.one ELSE 0 END) AS waiting,
        sum(CASE WHEN s.ended_at IS NOT NULL THEN s.one ELSE 0 END) AS ended
      FROM (SELECT o.company_id, o.register, o.ended_at, o.approved_at, -1 AS one FROM before o WHERE o.matter_id IS NULL
        UNION ALL SELECT n.company_id, n.register, n.ended_at, n.approved_at, 1 FROM after n WHERE n.matter_id IS NULL) s GROUP BY 1, 2) x
    WHERE c.company_id = x.company_id AND c.register = x.register AND (x.approved, x.waiting, x.ended) IS DISTINCT FROM (0, 0, 0);
  RETURN NULL;
END $$;

-- Nor did it look among all records of a company for each of those that it was given. As in 0154, 0205 and 0474, each looked up by its key.
CREATE OR REPLACE FUNCTION app.link_records(p_company uuid, p_records uuid[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM app.record_links l USING unnest(p_records) p (id) WHERE l.company_id = p_company AND l.record_id = p.id;
  INSERT INTO app.record_links (company_id, record_id, register, field, position, person_register, person_id, target_register, target_id,
      system_id, control_id, exhibit, matter_id)
    SELECT r.company_id, r.id, r.register, f.field, e.position, CASE WHEN t.type = 'person' THEN 'people' END,
      CASE WHEN t.type = 'person' THEN e.value::uuid END, CASE WHEN t.type = 'record' THEN f.target END,
      CASE WHEN t.type = 'record' THEN e.value::uuid END, CASE WHEN t.type = 'system' THEN e.value::uuid END,
      CASE WHEN t.type = 'control' THEN e.value END, CASE WHEN t.type = 'exhibit' THEN substr(e.value, 4)::bigint END, r.matter_id
    FROM unnest(p_records) p (id)
    CROSS JOIN LATERAL (SELECT r.company_id, r.id, r.register, r.fields, r.matter_id FROM app.records r WHERE r.company_id = p_company
      AND r.id = p.id OFFSET 0) r
    JOIN app.register_fields f ON f.register = r.register AND r.fields ? f.field
    CROSS JOIN LATERAL (SELECT coalesce(f.item, f.type) AS type) t
    CROSS JOIN LATERAL (SELECT x.value, x.ordinality AS position FROM jsonb_array_elements_text(CASE WHEN f.type = 'list'
      THEN r.fields -> f.field ELSE jsonb_build_array(r.fields -> f.field) END) WITH ORDINALITY x) e
    WHERE t.type IN ('person', 'record', 'system', 'control', 'exhibit');
  IF EXISTS (SELECT FROM unnest(p_records) p (id) CROSS JOIN LATERAL (SELECT l.company_id, l.exhibit, l.matter_id FROM app.record_links l
      WHERE l.company_id = p_company AND l.record_id = p.id OFFSET 0) l
      JOIN app.evidence e ON e.company_id = l.company_id AND e.number = l.exhibit
      WHERE e.matter_id IS NOT NULL AND e.matter_id IS DISTINCT FROM l.matter_id) THEN
    RAISE EXCEPTION 'an exhibit is under privilege' USING ERRCODE = '23503', CONSTRAINT = 'record_links_exhibit';
  END IF;
  IF EXISTS (SELECT FROM unnest(p_records) p (id) CROSS JOIN LATERAL (SELECT l.company_id, l.target_id, l.matter_id FROM app.record_links l
      WHERE l.company_id = p_company AND l.record_id = p.id OFFSET 0) l
      JOIN app.records t ON t.company_id = l.company_id AND t.id = l.target_id
      WHERE t.matter_id IS NOT NULL AND t.matter_id IS DISTINCT FROM l.matter_id) THEN
    RAISE EXCEPTION 'a record is of another matter' USING ERRCODE = '23503', CONSTRAINT = 'record_links_record';
  END IF;
END $$;

CREATE OR REPLACE FUNCTION app.name_records(p_company uuid, p_records uuid[]) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO app.record_names AS x (company_id, record_id, register, number, ended, approved, title, words)
    WITH declared AS MATERIALIZED (SELECT g.key, g.prefix, g.title, g.read_roles,
        coalesce((SELECT f.type FROM app.register_fields f WHERE f.register = g.key AND f.field = g.title) = 'system', false) AS of_system,
        ARRAY(SELECT f.field FROM app.register_fields f WHERE f.register = g.key
          AND coalesce(f.item, f.type) IN ('person', 'record', 'system', 'control', 'exhibit')) AS links
      FROM app.registers g)
    SELECT r.company_id, r.id, r.register, r.number, r.ended_at IS NOT NULL, r.approved_at IS NOT NULL, app.fold(left(coalesce(t.title, ''), 300)),
      left(app.fold(concat_ws(' ', g.prefix || '-' || r.number, jsonb_path_query_array(r.fields - g.links, '$.*')::text, l.names)), 30000)
    FROM unnest(p_records) i (id) CROSS JOIN LATERAL (SELECT r.company_id, r.id, r.register, r.number, r.ended_at, r.approved_at, r.fields
      FROM app.records r WHERE r.company_id = p_company AND r.id = i.id AND r.matter_id IS NULL OFFSET 0) r
    JOIN declared g ON g.key = r.register
    CROSS JOIN LATERAL (SELECT CASE WHEN g.of_system THEN (SELECT s.name FROM app.systems s WHERE s.company_id = p_company
      AND s.id = (r.fields ->> g.title)::uuid) ELSE r.fields ->> g.title END AS title) t
    LEFT JOIN LATERAL (SELECT string_agg(CASE WHEN k.system_id IS NOT NULL THEN s.name ELSE o.fields ->> d.title END, ' ' ORDER BY k.field, k.position) AS names
      FROM app.record_links k LEFT JOIN app.systems s ON s.company_id = p_company AND s.id = k.system_id
      LEFT JOIN app.records o ON o.company_id = p_company AND o.id = CASE WHEN k.person_id IS NULL THEN k.target_id ELSE k.person_id END AND o.matter_id IS NULL
      LEFT JOIN declared d ON d.key = o.register AND d.read_roles @> g.read_roles AND NOT d.of_system
      WHERE k.company_id = p_company AND k.record_id = r.id) l ON true
    ON CONFLICT (company_id, record_id) DO UPDATE SET (ended, approved, title, words) = (excluded.ended, excluded.approved, excluded.title, excluded.words);
  SELECT app.key_records(p_company, p_records)
$$;

CREATE OR REPLACE FUNCTION app.key_records(p_company uuid, p_records uuid[]) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO app.record_keys AS x (company_id, record_id, field, register, number, ended, approved, value)
    SELECT r.company_id, r.id, k.field, r.register, r.number, r.ended_at IS NOT NULL, r.approved_at IS NOT NULL,
      CASE WHEN jsonb_typeof(r.fields -> k.field) = 'number'
        THEN to_char((r.fields ->> k.field)::numeric + 10000000000000000, 'FM00000000000000000')
        ELSE app.fold(left(coalesce(r.fields ->> k.field, ''), 300)) END
    FROM unnest(p_records) i (id) CROSS JOIN LATERAL (SELECT r.company_id, r.id, r.register, r.number, r.ended_at, r.approved_at, r.fields
      FROM app.records r WHERE r.company_id = p_company AND r.id = i.id AND r.matter_id IS NULL OFFSET 0) r
    JOIN app.registers g ON g.key = r.register CROSS JOIN unnest(g.keys) k (field)
    ON CONFLICT (company_id, record_id, field) DO UPDATE SET (ended, approved, value) = (excluded.ended, excluded.approved, excluded.value)
      WHERE (x.ended, x.approved, x.value) IS DISTINCT FROM (excluded.ended, excluded.approved, excluded.value)
$$;

CREATE OR REPLACE FUNCTION app.people_columns(p_company uuid, p_people uuid[]) RETURNS TABLE (person_id uuid, number integer, name text, kind text, job_title text,
  starts_at timestamptz, added_at timestamptz, ends_at timestamptz, reach text)
LANGUAGE sql STABLE ROWS 10 SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT r.id, r.number::integer, app.fold(left(coalesce(r.fields ->> 'name', ''), 300)), coalesce(r.fields ->> 'kind', ''),
    coalesce(r.fields ->> 'jobTitle', ''), coalesce(k.starts_at, r.fields ->> 'startsAt')::timestamptz, coalesce(k.added_at, r.created_at),
    (r.fields ->> 'endsAt')::timestamptz,
    CASE WHEN coalesce(btrim(r.fields ->> 'email'), '') = '' THEN 'no email'
      WHEN r.vouched_email IS DISTINCT FROM lower(r.fields ->> 'email') THEN 'unvouched' ELSE 'ready' END
  FROM unnest(p_people) i (id) CROSS JOIN LATERAL (SELECT r.company_id, r.id, r.number, r.fields, r.created_at, r.vouched_email FROM app.records r
    WHERE r.company_id = p_company AND r.id = i.id AND r.register = 'people' AND r.ended_at IS NULL AND r.matter_id IS NULL OFFSET 0) r
  LEFT JOIN app.first_days k ON k.company_id = r.company_id AND k.person_id = r.id
$$;

CREATE OR REPLACE FUNCTION app.list_people(p_company uuid, p_people uuid[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_added uuid[]; v_gone uuid[]; v_former integer[]; v record;
BEGIN
  v_former := ARRAY(SELECT DISTINCT p.alike FROM app.listed_people p WHERE p.company_id = p_company AND p.person_id = ANY (p_people));
  v_gone := ARRAY(SELECT i.id FROM unnest(p_people) i (id) LEFT JOIN LATERAL (SELECT true AS found FROM app.records r WHERE r.company_id = p_company
    AND r.id = i.id AND r.register = 'people' AND r.ended_at IS NULL AND r.matter_id IS NULL OFFSET 0) r ON true WHERE r.found IS NULL);
  DELETE FROM app.listed_people p WHERE p.company_id = p_company AND p.person_id = ANY (v_gone);
  v_added := ARRAY(SELECT i.id FROM unnest(p_people) i (id) LEFT JOIN LATERAL (SELECT true AS found FROM app.listed_people p
    WHERE p.company_id = p_company AND p.person_id = i.id OFFSET 0) p ON true WHERE p.found IS NULL);
  PERFORM app.number_alike(p_company, array_agg(x.kind), array_agg(x.job_title), array_agg(''::text), array_agg(''::text))
    FROM (SELECT DISTINCT n.kind, n.job_title FROM app.people_columns(p_company, v_added) n) x;
  INSERT INTO app.listed_people AS x (company_id, person_id, number, name, kind, job_title, starts_at, added_at, ends_at, reach, alike)
    SELECT p_company, n.person_id, n.number, n.name, n.kind, n.job_title, n.starts_at, n.added_at, n.ends_at, n.reach, coalesce(own.alike, a.number)
    FROM app.people_columns(p_company, p_people) n
    LEFT JOIN LATERAL (SELECT p.alike FROM app.listed_people p WHERE p.company_id = p_company AND p.person_id = n.person_id OFFSET 0) own ON true
    LEFT JOIN LATERAL (SELECT a.number FROM app.people_alike a WHERE a.company_id = p_company AND md5(a.job_title) = md5(n.job_title)
      AND a.kind = n.kind AND a.passed = '' AND a.imported = '' OFFSET 0) a ON own.alike IS NULL
    ON CONFLICT (company_id, person_id) DO UPDATE SET (name, kind, job_title, starts_at, ends_at, added_at, reach) =
        (excluded.name, excluded.kind, excluded.job_title, excluded.starts_at, excluded.ends_at, excluded.added_at, excluded.reach)
      WHERE (x.name, x.kind, x.job_title, x.starts_at, x.ends_at, x.added_at, x.reach) IS DISTINCT FROM
        (excluded.name, excluded.kind, excluded.job_title, excluded.starts_at, excluded.ends_at, excluded.added_at, excluded.reach);
  -- Who is new has passed and acknowledged nothing yet, but for who came back.
  IF EXISTS (SELECT FROM unnest(v_added) i (id) CROSS JOIN LATERAL (SELECT FROM app.completions c WHERE c.company_id = p_company AND c.person_id = i.id LIMIT 1) c) THEN
    PERFORM app.list_passes(p_company, v_added);
  END IF;
  SELECT array_agg(a.person_id) AS people, array_agg(a.version_id) AS versions, array_agg(a.sha256) AS texts INTO v FROM unnest(v_added) i (id)
    JOIN app.acknowledgments a ON a.company_id = p_company AND a.person_id = i.id AND a.vouched IS NOT NULL;
  IF v.people IS NOT NULL THEN PERFORM app.list_texts(p_company, v.people, v.versions, v.texts); END IF;
  PERFORM app.number_people(p_company, p_people, v_former);
END $$;
CREATE OR REPLACE FUNCTION app.number_people(p_company uuid, p_people uuid[], p_former integer[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM app.number_alike(p_company, array_agg(x.kind), array_agg(x.job_title), array_agg(x.passed), array_agg(x.imported))
    FROM (SELECT DISTINCT p.kind, p.job_title, p.passed, p.imported FROM app.listed_people p
      WHERE p.company_id = p_company AND p.person_id = ANY (p_people)) x;
  UPDATE app.listed_people p SET alike = (SELECT a.number FROM app.people_alike a WHERE a.company_id = p_company
      AND md5(a.job_title) = md5(p.job_title) AND a.kind = p.kind AND a.passed = p.passed AND a.imported = p.imported)
    WHERE p.company_id = p_company AND p.person_id = ANY (p_people) AND p.alike IS DISTINCT FROM (SELECT a.number FROM app.people_alike a
      WHERE a.company_id = p_company AND md5(a.job_title) = md5(p.job_title) AND a.kind = p.kind AND a.passed = p.passed AND a.imported = p.imported);
  DELETE FROM app.people_alike a WHERE a.company_id = p_company AND a.number = ANY (ARRAY(SELECT i.number FROM unnest(p_former) i (number)
    LEFT JOIN LATERAL (SELECT true AS found FROM app.listed_people p WHERE p.company_id = p_company AND p.alike = i.number LIMIT 1) p ON true
    WHERE p.found IS NULL));
END $$;

RESET ROLE;
