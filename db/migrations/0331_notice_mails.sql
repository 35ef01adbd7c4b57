-- Before the 72 hours of an incident end in which notice is decided, those who manage the company are mailed once. What is privileged is
-- mailed to nobody. See docs/decisions/0191.
SET LOCAL ROLE app_owner;
ALTER TABLE app.task_plans
  -- When the task was mailed by itself; it is mailed once.
  ADD COLUMN mailed_at timestamptz,
  -- Nobody planned what was only mailed.
  ALTER COLUMN changed_by DROP NOT NULL,
  ADD CONSTRAINT task_plans_planned_or_mailed CHECK (changed_by IS NOT NULL OR mailed_at IS NOT NULL);
-- Incidents are few, and looked for by their time in all companies.
CREATE INDEX records_incidents ON app.records (company_id, id)
  WHERE register = 'incidents' AND ended_at IS NULL AND matter_id IS NULL;
GRANT INSERT (company_id, key, changed_at, mailed_at), UPDATE (mailed_at) ON app.task_plans TO app_definer;

SET LOCAL ROLE app_definer;
-- Incidents that touched personal, health or card data, in their first 72 hours, on which nobody decided and of which nobody was mailed;
-- with the contracts whose notice they ask for.
CREATE FUNCTION app.notices_to_mail(p_now timestamptz, p_most integer)
RETURNS TABLE (company_id uuid, company text, record_id uuid, number bigint, fields jsonb, contracts jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT c.id, c.name, r.id, r.number,
    jsonb_build_object('title', r.fields -> 'title', 'kind', r.fields -> 'kind', 'discoveredAt', r.fields -> 'discoveredAt',
      'data', r.fields -> 'data', 'places', coalesce(r.fields -> 'places', '[]')),
    (SELECT coalesce(jsonb_agg(jsonb_build_object('title', k.fields -> 'title', 'noticeHours', k.fields -> 'noticeHours') ORDER BY k.number), '[]')
      FROM app.records k WHERE k.company_id = r.company_id AND k.register = 'contracts' AND k.ended_at IS NULL
        AND k.id::text IN (SELECT jsonb_array_elements_text(coalesce(r.fields -> 'contractIds', '[]'))))
  FROM app.records r JOIN app.companies c ON c.id = r.company_id AND c.deleted_at IS NULL
    AND (c.deletion_due_at IS NULL OR c.deletion_due_at > p_now)
  WHERE r.register = 'incidents' AND r.matter_id IS NULL AND r.ended_at IS NULL
    AND r.fields ->> 'kind' = 'incident' AND r.fields -> 'data' ?| ARRAY['personal', 'health', 'card']
    AND coalesce(r.fields ->> 'noticeDecision', '') NOT IN ('notify', 'none')
    AND (r.fields ->> 'discoveredAt')::timestamptz > p_now - interval '72 hours' AND (r.fields ->> 'discoveredAt')::timestamptz <= p_now
    AND NOT EXISTS (SELECT FROM app.task_plans p WHERE p.company_id = r.company_id AND p.key = 'notice ' || r.id AND p.mailed_at IS NOT NULL)
  ORDER BY r.fields ->> 'discoveredAt', r.id LIMIT p_most
$$;

-- Who is mailed a task of the company by itself: those who manage it and who sees to the task, as far as they can come in and have not
-- paused their mails.
CREATE FUNCTION app.task_readers(p_company uuid, p_key text, p_now timestamptz)
RETURNS TABLE (user_id uuid, email text, first_name text, last_name text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT m.user_id, u.email, p.first_name, p.last_name
  FROM app.company_members m JOIN app.companies c ON c.id = m.company_id JOIN auth.users u ON u.id = m.user_id JOIN app.profiles p ON p.id = m.user_id
  WHERE m.company_id = p_company AND m.status = 'active' AND (m.role IN ('owner', 'admin') OR EXISTS (
      SELECT FROM app.task_plans t WHERE t.company_id = m.company_id AND t.key = p_key AND t.assignee_id = m.user_id))
    AND (NOT c.second_factor_required OR app.brings_second_factor(m.user_id))
    AND NOT EXISTS (SELECT FROM app.account_bounds b WHERE b.user_id = m.user_id AND b.disabled_at IS NOT NULL)
    AND NOT EXISTS (SELECT FROM app.alert_mutes q WHERE q.company_id = m.company_id AND q.user_id = m.user_id AND q.until > p_now)
  ORDER BY m.user_id
$$;

-- Keeps that the task of an incident is mailed now, and answers to whom. Nobody where it was kept before, where it is privileged or decided
-- by now, and where nobody can be mailed at the moment: that is not kept.
CREATE FUNCTION app.keep_notice_mail(p_company uuid, p_record uuid, p_now timestamptz)
RETURNS TABLE (user_id uuid, email text, first_name text, last_name text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_key text := 'notice ' || p_record;
BEGIN
  IF NOT EXISTS (SELECT FROM app.records r WHERE r.company_id = p_company AND r.id = p_record AND r.register = 'incidents'
      AND r.matter_id IS NULL AND r.ended_at IS NULL AND coalesce(r.fields ->> 'noticeDecision', '') NOT IN ('notify', 'none'))
    OR NOT EXISTS (SELECT FROM app.task_readers(p_company, v_key, p_now)) THEN RETURN; END IF;
  INSERT INTO app.task_plans AS t (company_id, key, changed_at, mailed_at) VALUES (p_company, v_key, p_now, p_now)
    ON CONFLICT (company_id, key) DO UPDATE SET mailed_at = p_now WHERE t.mailed_at IS NULL;
  IF NOT FOUND THEN RETURN; END IF;
  RETURN QUERY SELECT * FROM app.task_readers(p_company, v_key, p_now);
END $$;

REVOKE ALL ON FUNCTION app.notices_to_mail(timestamptz, integer), app.task_readers(uuid, text, timestamptz),
  app.keep_notice_mail(uuid, uuid, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.notices_to_mail(timestamptz, integer), app.keep_notice_mail(uuid, uuid, timestamptz) TO app_worker;
RESET ROLE;
