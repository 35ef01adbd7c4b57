-- Another person approves when an incident was discovered; that stands until the time itself changes, or what it rests on. And whether it was another
-- person is asked of persons wherever hours are counted, as the sealing asks it. See docs/decisions/0225.
SET LOCAL ROLE app_owner;
ALTER TABLE app.records
  -- Of an incident: who wrote when it was discovered, and who approved that, when, and who had written the record then.
  ADD COLUMN discovery_by uuid,
  ADD COLUMN discovery_approved_by uuid,
  ADD COLUMN discovery_approved_at timestamptz,
  ADD COLUMN discovery_authors uuid[];

-- Whether who approved a time of discovery is none of who wrote it, whichever account they used.
CREATE FUNCTION app.discovery_seen(p_company uuid, p_authors uuid[], p_by uuid, p_at timestamptz) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT p_by IS NOT NULL AND NOT EXISTS (SELECT FROM unnest(p_authors) a WHERE app.is_one_person(p_company, a, p_by, p_at, NULL, NULL))
$$;
REVOKE ALL ON FUNCTION app.discovery_seen(uuid, uuid[], uuid, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.discovery_seen(uuid, uuid[], uuid, timestamptz) TO app_user, app_definer;
CREATE OR REPLACE FUNCTION app.discovery(p_record app.records) RETURNS timestamptz LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE WHEN p_record.discovered_first < s.said AND NOT app.discovery_seen(p_record.company_id, p_record.discovery_authors,
    p_record.discovery_approved_by, p_record.discovery_approved_at) THEN p_record.discovered_first ELSE s.said END
  FROM (SELECT (p_record.fields ->> 'discoveredAt')::timestamptz AS said) s
$$;
GRANT EXECUTE ON FUNCTION app.discovery(app.records) TO app_user;

SET LOCAL ROLE app_definer;
CREATE OR REPLACE FUNCTION app.keep_discovery() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_time boolean;
BEGIN
  v_time := TG_OP = 'INSERT' OR NEW.fields -> 'discoveredAt' IS DISTINCT FROM OLD.fields -> 'discoveredAt';
  NEW.discovered_first := least(CASE WHEN TG_OP = 'UPDATE' THEN OLD.discovered_first END, (NEW.fields ->> 'discoveredAt')::timestamptz);
  NEW.discovery_by := CASE WHEN v_time THEN NEW.changed_by ELSE OLD.discovery_by END;
  IF TG_OP = 'UPDATE' AND NEW.approved_at IS NOT NULL AND NOT NEW.approved_alone AND NEW.approved_at IS DISTINCT FROM OLD.approved_at THEN
    NEW.discovery_approved_by := NEW.approved_by;
    NEW.discovery_approved_at := NEW.approved_at;
    NEW.discovery_authors := (SELECT array_agg(DISTINCT a) FROM unnest(NEW.authors || NEW.discovery_by) a WHERE a IS NOT NULL);
  ELSIF v_time OR NEW.fields -> 'kind' IS DISTINCT FROM OLD.fields -> 'kind'
    -- It rests on the timeline and on the evidence as they were; more of either takes nothing away.
    OR NOT starts_with(coalesce(NEW.fields ->> 'timeline', ''), coalesce(OLD.fields ->> 'timeline', ''))
    OR NOT coalesce(NEW.fields -> 'evidence', '[]') @> coalesce(OLD.fields -> 'evidence', '[]')
    -- What is brought back is approved anew, and an approval that was given by mistake is no more.
    OR OLD.ended_at IS NOT NULL AND NEW.ended_at IS NULL
    OR OLD.approved_at IS NOT NULL AND NEW.approved_at IS NULL AND NEW.fields = OLD.fields THEN
    NEW.discovery_approved_by := NULL;
    NEW.discovery_approved_at := NULL;
    NEW.discovery_authors := NULL;
  ELSE
    NEW.discovery_approved_by := OLD.discovery_approved_by;
    NEW.discovery_approved_at := OLD.discovery_approved_at;
    NEW.discovery_authors := OLD.discovery_authors;
  END IF;
  RETURN NEW;
END $$;
RESET ROLE;

-- What stands approved now, and who wrote its time last.
ALTER TABLE app.records DISABLE TRIGGER USER;
UPDATE app.records r SET discovery_by = coalesce((SELECT c.changed_by FROM app.record_changes c, jsonb_to_recordset(c.changes) x (field text)
    WHERE c.company_id = r.company_id AND c.record_id = r.id AND x.field = 'discoveredAt' ORDER BY c.version DESC LIMIT 1), r.created_by)
  WHERE r.register = 'incidents';
UPDATE app.records r SET discovery_approved_by = r.approved_by, discovery_approved_at = r.approved_at,
    discovery_authors = (SELECT array_agg(DISTINCT a) FROM unnest(r.authors || r.discovery_by) a)
  WHERE r.register = 'incidents' AND r.approved_at IS NOT NULL AND NOT r.approved_alone;
ALTER TABLE app.records ENABLE TRIGGER USER;
