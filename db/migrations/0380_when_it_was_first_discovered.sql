-- When an incident was first said to be discovered is kept: a later time counts only while another person's approval of the record as it is stands.
SET LOCAL ROLE app_owner;
ALTER TABLE app.records
  -- Of an incident: the earliest time of its discovery that it ever said.
  ADD COLUMN discovered_first timestamptz;

-- From when the deadlines of an incident count.
CREATE FUNCTION app.discovery(p_record app.records) RETURNS timestamptz LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE WHEN p_record.approved_at IS NOT NULL AND NOT p_record.approved_alone THEN (p_record.fields ->> 'discoveredAt')::timestamptz
    ELSE least(p_record.discovered_first, (p_record.fields ->> 'discoveredAt')::timestamptz) END
$$;
REVOKE ALL ON FUNCTION app.discovery(app.records) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.discovery(app.records) TO app_definer;

SET LOCAL ROLE app_definer;
CREATE FUNCTION app.keep_discovery() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  NEW.discovered_first := least(CASE WHEN TG_OP = 'UPDATE' THEN OLD.discovered_first END, (NEW.fields ->> 'discoveredAt')::timestamptz);
  RETURN NEW;
END $$;
GRANT EXECUTE ON FUNCTION app.keep_discovery() TO app_owner;

-- As in 0357; the time is the one from which deadlines count.
CREATE OR REPLACE FUNCTION app.notices_to_mail(p_now timestamptz, p_most integer)
RETURNS TABLE (company_id uuid, company text, record_id uuid, number bigint, fields jsonb, contracts jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT q.company_id, q.name, q.id, q.number,
    jsonb_build_object('title', q.fields -> 'title', 'kind', q.fields -> 'kind',
      'discoveredAt', to_char(q.discovered AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'data', q.fields -> 'data', 'places', coalesce(q.fields -> 'places', '[]')),
    (SELECT coalesce(jsonb_agg(jsonb_build_object('title', k.fields -> 'title', 'noticeHours', k.fields -> 'noticeHours') ORDER BY k.number), '[]')
      FROM app.records k WHERE k.company_id = q.company_id AND k.register = 'contracts' AND k.ended_at IS NULL
        AND k.id::text IN (SELECT jsonb_array_elements_text(coalesce(q.fields -> 'contractIds', '[]'))))
  FROM (
    SELECT r.company_id, c.name, r.id, r.number, r.fields, app.discovery(r) AS discovered,
      row_number() OVER (PARTITION BY r.company_id ORDER BY app.discovery(r), r.id) AS turn
    FROM app.records r JOIN app.companies c ON c.id = r.company_id AND c.deleted_at IS NULL
      AND (c.deletion_due_at IS NULL OR c.deletion_due_at > p_now)
    WHERE r.register = 'incidents' AND r.matter_id IS NULL AND r.ended_at IS NULL
      AND r.fields ->> 'kind' = 'incident' AND r.fields -> 'data' ?| ARRAY['personal', 'health', 'card']
      AND coalesce(r.fields ->> 'noticeDecision', '') NOT IN ('notify', 'none')
      AND app.discovery(r) > p_now - interval '72 hours' AND app.discovery(r) <= p_now
      AND NOT EXISTS (SELECT FROM app.task_plans p WHERE p.company_id = r.company_id AND p.key = 'notice ' || r.id AND p.mailed_at IS NOT NULL)) q
  WHERE EXISTS (SELECT FROM app.task_readers(q.company_id, 'notice ' || q.id, p_now))
  ORDER BY q.turn, q.discovered, q.id LIMIT p_most
$$;

SET LOCAL ROLE app_owner;
-- After hold_record, by its name: what is no time is refused by then.
CREATE TRIGGER keep_discovery BEFORE INSERT OR UPDATE ON app.records FOR EACH ROW
  WHEN (NEW.register = 'incidents') EXECUTE FUNCTION app.keep_discovery();
SET LOCAL ROLE app_definer;
REVOKE EXECUTE ON FUNCTION app.keep_discovery() FROM app_owner;
RESET ROLE;

-- What records ever said.
ALTER TABLE app.records DISABLE TRIGGER USER;
UPDATE app.records r SET discovered_first = least((r.fields ->> 'discoveredAt')::timestamptz,
    (SELECT min((x ->> 'before')::timestamptz) FROM app.record_changes k CROSS JOIN LATERAL jsonb_array_elements(k.changes) x
      WHERE k.company_id = r.company_id AND k.record_id = r.id AND x ->> 'field' = 'discoveredAt'))
  WHERE r.register = 'incidents';
ALTER TABLE app.records ENABLE TRIGGER USER;
