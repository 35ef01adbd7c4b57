-- No company keeps the others' bundles from being verified, nor their incidents from being mailed: companies take turns.
SET LOCAL ROLE app_definer;

-- Those whose file, or whose vendor's key, is not the one that was verified last, as whoever wrote them last; of each company the oldest first.
-- Where that person may not write any more, the next who changes the record brings it up again.
CREATE OR REPLACE FUNCTION app.bundles_to_verify(p_most integer) RETURNS TABLE (company_id uuid, record_id uuid, user_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT q.company_id, q.id, q.changed_by FROM (
    SELECT r.company_id, r.id, r.changed_by, r.changed_at, row_number() OVER (PARTITION BY r.company_id ORDER BY r.changed_at, r.id) AS turn
    FROM app.records r JOIN app.companies c ON c.id = r.company_id AND c.deleted_at IS NULL
      JOIN app.company_members m ON m.company_id = r.company_id AND m.user_id = r.changed_by AND m.status = 'active'
        AND m.role IN ('owner', 'admin', 'member')
    WHERE r.register = 'assurances' AND r.ended_at IS NULL AND r.fields ->> 'kind' = 'bundle' AND r.fields ->> 'report' IS NOT NULL
      -- As many characters as a field holds.
      AND r.fields ->> 'bundleOf' IS DISTINCT FROM left(concat_ws(' ', r.fields ->> 'report', r.fields ->> 'issuerKey'), 300)
      AND NOT EXISTS (SELECT FROM app.account_bounds b WHERE b.user_id = r.changed_by AND b.disabled_at IS NOT NULL)) q
  ORDER BY q.turn, q.changed_at, q.id LIMIT p_most
$$;

-- Incidents that touched personal, health or card data, in their first 72 hours, on which nobody decided and of which nobody was mailed;
-- with the contracts whose notice they ask for. Those of a company in which nobody can be mailed now take no place.
CREATE OR REPLACE FUNCTION app.notices_to_mail(p_now timestamptz, p_most integer)
RETURNS TABLE (company_id uuid, company text, record_id uuid, number bigint, fields jsonb, contracts jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT q.company_id, q.name, q.id, q.number,
    jsonb_build_object('title', q.fields -> 'title', 'kind', q.fields -> 'kind', 'discoveredAt', q.fields -> 'discoveredAt',
      'data', q.fields -> 'data', 'places', coalesce(q.fields -> 'places', '[]')),
    (SELECT coalesce(jsonb_agg(jsonb_build_object('title', k.fields -> 'title', 'noticeHours', k.fields -> 'noticeHours') ORDER BY k.number), '[]')
      FROM app.records k WHERE k.company_id = q.company_id AND k.register = 'contracts' AND k.ended_at IS NULL
        AND k.id::text IN (SELECT jsonb_array_elements_text(coalesce(q.fields -> 'contractIds', '[]'))))
  FROM (
    SELECT r.company_id, c.name, r.id, r.number, r.fields,
      row_number() OVER (PARTITION BY r.company_id ORDER BY r.fields ->> 'discoveredAt', r.id) AS turn
    FROM app.records r JOIN app.companies c ON c.id = r.company_id AND c.deleted_at IS NULL
      AND (c.deletion_due_at IS NULL OR c.deletion_due_at > p_now)
    WHERE r.register = 'incidents' AND r.matter_id IS NULL AND r.ended_at IS NULL
      AND r.fields ->> 'kind' = 'incident' AND r.fields -> 'data' ?| ARRAY['personal', 'health', 'card']
      AND coalesce(r.fields ->> 'noticeDecision', '') NOT IN ('notify', 'none')
      AND (r.fields ->> 'discoveredAt')::timestamptz > p_now - interval '72 hours' AND (r.fields ->> 'discoveredAt')::timestamptz <= p_now
      AND NOT EXISTS (SELECT FROM app.task_plans p WHERE p.company_id = r.company_id AND p.key = 'notice ' || r.id AND p.mailed_at IS NOT NULL)) q
  WHERE EXISTS (SELECT FROM app.task_readers(q.company_id, 'notice ' || q.id, p_now))
  ORDER BY q.turn, q.fields ->> 'discoveredAt', q.id LIMIT p_most
$$;
RESET ROLE;
