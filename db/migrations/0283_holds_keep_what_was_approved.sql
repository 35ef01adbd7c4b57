-- What another person approved that a hold names binds until another person approves less: who wants to be rid of it is not enough.
-- See docs/decisions/0178.
SET LOCAL ROLE app_owner;
ALTER TABLE app.records
  -- Of a legal hold: its start and what it names, as another person last approved it.
  ADD COLUMN approved_names jsonb CHECK (approved_names IS NULL OR jsonb_typeof(approved_names) = 'object');

-- What a hold names in a list: what it says now, and what another person last approved.
CREATE FUNCTION app.held_by(p_record app.records, p_field text) RETURNS SETOF text LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT jsonb_array_elements_text(coalesce(p_record.fields -> p_field, '[]'))
  UNION SELECT jsonb_array_elements_text(coalesce(p_record.approved_names -> p_field, '[]'))
$$;
-- Since when a hold is in force: the earlier of the two.
CREATE FUNCTION app.held_since(p_record app.records) RETURNS timestamptz LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT least(p_record.fields ->> 'startsOn', p_record.approved_names ->> 'startsOn')::timestamp AT TIME ZONE 'UTC'
$$;
REVOKE ALL ON FUNCTION app.held_by(app.records, text), app.held_since(app.records) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.held_by(app.records, text), app.held_since(app.records) TO app_definer;

SET LOCAL ROLE app_definer;
-- Once another person approved a hold, nobody approves less, its release or its end alone: not because nobody else may at the moment either.
CREATE FUNCTION app.keep_hold() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  NEW.approved_names := OLD.approved_names;
  IF NEW.approved_at IS NOT NULL AND (OLD.approved_at IS NULL OR NEW.approved_by IS DISTINCT FROM OLD.approved_by) THEN
    IF NEW.approved_alone AND OLD.approved_names IS NOT NULL THEN
      RAISE EXCEPTION 'another person approves it' USING ERRCODE = '23514', CONSTRAINT = 'record_own_approval';
    END IF;
    IF NOT NEW.approved_alone THEN
      NEW.approved_names := (SELECT coalesce(jsonb_object_agg(f.key, f.value), '{}') FROM jsonb_each(NEW.fields) f
        WHERE f.key IN ('custodianIds', 'matterIds', 'evidence', 'startsOn'));
    END IF;
  END IF;
  IF NEW.end_approved_alone AND OLD.approved_names IS NOT NULL THEN
    IF OLD.ended_at IS NOT NULL AND OLD.end_approved_at IS NULL THEN
      RAISE EXCEPTION 'another person approves it' USING ERRCODE = '23514', CONSTRAINT = 'record_own_approval';
    ELSIF OLD.ended_at IS NULL THEN
      NEW.end_approved_by := NULL;
      NEW.end_approved_at := NULL;
      NEW.end_approved_alone := false;
    END IF;
  END IF;
  RETURN NEW;
END $$;
GRANT EXECUTE ON FUNCTION app.keep_hold() TO app_owner;

-- As in 0155, by what a hold keeps.
CREATE OR REPLACE FUNCTION app.holds_of(p_company uuid, p_field text, p_target uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (SELECT FROM app.records h CROSS JOIN LATERAL app.held_by(h, p_field) n (value)
    WHERE h.company_id = p_company AND h.register = 'legal-holds' AND h.matter_id IS NULL AND app.is_hold(h) AND n.value = p_target::text)
$$;

CREATE OR REPLACE FUNCTION app.own_holds() RETURNS TABLE (hold_id uuid, number bigint, title text, about text, starts_on text, text_sha256 text,
  told_at timestamptz, acknowledged_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT h.id, h.number, h.fields ->> 'title', h.fields ->> 'about', h.fields ->> 'startsOn', encode(app.hold_text(h.fields), 'hex'),
    coalesce(n.noticed_at, h.changed_at), CASE WHEN n.acknowledged = app.hold_text(h.fields) AND n.released_at IS NULL THEN n.acknowledged_at END
  FROM app.records h CROSS JOIN LATERAL app.held_by(h, 'custodianIds') l (person)
  LEFT JOIN app.hold_notices n ON n.company_id = h.company_id AND n.hold_id = h.id AND n.person_id = l.person::uuid
  WHERE h.company_id = app.staffed() AND l.person = app.uid()::text AND h.register = 'legal-holds' AND h.matter_id IS NULL AND app.is_hold(h)
  ORDER BY h.number
$$;

-- As in 0155. A device is held that a custodian has, or had since the hold is in force: handing it on first is no way around.
CREATE OR REPLACE FUNCTION app.refuse_held() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
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
        JOIN app.records h ON h.company_id = NEW.company_id AND h.register = 'legal-holds' AND h.matter_id IS NULL AND app.is_hold(h)
        CROSS JOIN LATERAL app.held_by(h, 'custodianIds') c (person)
        WHERE c.person = v.fields ->> 'holderId'
          OR EXISTS (SELECT FROM app.record_changes k CROSS JOIN LATERAL jsonb_array_elements(k.changes) x
            WHERE k.company_id = v.company_id AND k.record_id = v.id AND k.changed_at >= app.held_since(h)
              AND x ->> 'field' = 'holderId' AND x ->> 'before' = c.person));
  END IF;
  IF v_held THEN RAISE EXCEPTION 'a legal hold covers it' USING ERRCODE = '23514', CONSTRAINT = 'record_held'; END IF;
  RETURN NEW;
END $$;

-- Whether a hold names somebody by an address that their record has or had, who belongs to that company or ever did anything in it.
CREATE FUNCTION app.is_custodian(p_user uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (SELECT FROM auth.users u
    JOIN app.records h ON h.register = 'legal-holds' AND h.matter_id IS NULL AND app.is_hold(h)
    CROSS JOIN LATERAL app.held_by(h, 'custodianIds') c (person)
    JOIN app.records r ON r.company_id = h.company_id AND r.register = 'people' AND r.id = c.person::uuid
    WHERE u.id = p_user AND (lower(btrim(r.fields ->> 'email')) = lower(u.email)
        OR EXISTS (SELECT FROM app.record_changes k CROSS JOIN LATERAL jsonb_array_elements(k.changes) x
          WHERE k.company_id = r.company_id AND k.record_id = r.id AND x ->> 'field' = 'email' AND lower(btrim(x ->> 'before')) = lower(u.email)))
      AND (EXISTS (SELECT FROM app.company_members m WHERE m.company_id = h.company_id AND m.user_id = u.id)
        OR EXISTS (SELECT FROM app.ledger_acts a WHERE a.company_id = h.company_id AND a.actor_id = u.id)))
$$;
REVOKE ALL ON FUNCTION app.is_custodian(uuid), app.keep_hold() FROM PUBLIC;

RESET ROLE;
CREATE FUNCTION pg_temp.rewrite_hold(p_function regproc, p_from text, p_to text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_text text := pg_get_functiondef(p_function);
BEGIN
  IF (length(v_text) - length(replace(v_text, p_from, ''))) / length(p_from) <> 1 THEN
    RAISE EXCEPTION '% does not have "%" once', p_function, p_from;
  END IF;
  EXECUTE replace(v_text, p_from, p_to);
END $$;
GRANT EXECUTE ON FUNCTION pg_temp.rewrite_hold(regproc, text, text) TO app_definer;
SET LOCAL ROLE app_definer;
SELECT pg_temp.rewrite_hold('app.delete_own_account', 'EXISTS (SELECT FROM auth.users u JOIN app.company_members m ON m.user_id = u.id
      JOIN app.records r ON r.company_id = m.company_id AND r.register = ''people'' AND lower(r.fields ->> ''email'') = lower(u.email)
      WHERE u.id = app.uid() AND app.holds_of(r.company_id, ''custodianIds'', r.id))', 'app.is_custodian(app.uid())');
SELECT pg_temp.rewrite_hold('app.is_held', 'app.record_links l JOIN app.records h ON h.company_id = l.company_id AND h.id = l.record_id
      WHERE l.company_id = e.company_id AND l.register = ''legal-holds'' AND l.exhibit = e.number AND app.is_hold(h))',
  'app.records h CROSS JOIN LATERAL app.held_by(h, ''evidence'') n (exhibit)
      WHERE h.company_id = e.company_id AND h.register = ''legal-holds'' AND h.matter_id IS NULL AND app.is_hold(h)
        AND substr(n.exhibit, 4)::bigint = e.number)');
SELECT pg_temp.rewrite_hold('app.holds_to_tell', 'l.person_id, n.told_at
    FROM app.records h JOIN app.record_links l ON l.company_id = h.company_id AND l.record_id = h.id AND l.field = ''custodianIds''',
  'l.person_id, n.told_at
    FROM app.records h CROSS JOIN LATERAL (SELECT p::uuid AS person_id FROM app.held_by(h, ''custodianIds'') p) l');
SELECT pg_temp.rewrite_hold('app.holds_to_tell', 'EXISTS (SELECT FROM app.record_links l WHERE l.company_id = h.company_id
      AND l.record_id = h.id AND l.field = ''custodianIds'' AND l.person_id = n.person_id)',
  'n.person_id::text IN (SELECT app.held_by(h, ''custodianIds''))');

SET LOCAL ROLE app_owner;
-- After hold_record_end, by its name.
CREATE TRIGGER hold_record_names BEFORE UPDATE ON app.records FOR EACH ROW
  WHEN (NEW.register = 'legal-holds' AND NEW.matter_id IS NULL) EXECUTE FUNCTION app.keep_hold();
SET LOCAL ROLE app_definer;
REVOKE EXECUTE ON FUNCTION app.keep_hold() FROM app_owner;
RESET ROLE;

-- What was approved by another before: as it stands, or with what the edits since took off.
ALTER TABLE app.records DISABLE TRIGGER USER;
UPDATE app.records h SET approved_names = (SELECT coalesce(jsonb_object_agg(f.key, f.value), '{}') FROM jsonb_each(h.fields
      || CASE WHEN h.approved_at IS NULL THEN (SELECT coalesce(jsonb_object_agg(b.field, b.before), '{}') FROM (
        SELECT DISTINCT ON (x ->> 'field') x ->> 'field' AS field, x -> 'before' AS before
        FROM app.record_changes k CROSS JOIN LATERAL jsonb_array_elements(k.changes) x
        WHERE k.company_id = h.company_id AND k.record_id = h.id AND k.version > (SELECT max(a.version) FROM app.record_changes a
          WHERE a.company_id = h.company_id AND a.record_id = h.id AND a.kind = 'approved') ORDER BY x ->> 'field', k.version) b) ELSE '{}' END) f
    WHERE f.key IN ('custodianIds', 'matterIds', 'evidence', 'startsOn') AND f.value <> 'null')
  WHERE h.register = 'legal-holds' AND h.matter_id IS NULL AND NOT h.approved_alone AND (h.approved_at IS NOT NULL
    OR h.approved_before AND (SELECT count(DISTINCT k.changed_by) FROM app.record_changes k
      WHERE k.company_id = h.company_id AND k.record_id = h.id) > 1);
ALTER TABLE app.records ENABLE TRIGGER USER;
