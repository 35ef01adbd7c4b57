-- Until when somebody has to acknowledge a text depends on the texts before it, too: who left one of them open has no new time by the next.
-- As in 0224, with the assignments of the policy's other texts that mean this person, and the day on which they last acknowledged one.
SET LOCAL ROLE app_definer;
DROP FUNCTION app.staff_policies();
CREATE FUNCTION app.staff_policies()
RETURNS TABLE (version_id uuid, policy_id uuid, title text, number integer, characters integer, kind text, starts_at text, assignments jsonb,
  earlier jsonb, last_day text, acknowledged_at timestamptz, acknowledgment_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH me AS MATERIALIZED (SELECT r.company_id, r.id, r.fields
    FROM app.records r WHERE r.company_id = (SELECT app.staffed()) AND r.id = (SELECT app.uid()))
  SELECT v.id, v.policy_id, p.title, v.number, length(v.text), r.fields ->> 'kind', r.fields ->> 'startsAt', s.assignments, s.earlier,
    to_char(l.last AT TIME ZONE 'UTC', 'YYYY-MM-DD'), a.acknowledged_at, a.id
  FROM me r JOIN app.policy_versions v ON v.company_id = r.company_id AND v.state = 'in force'
  JOIN app.policies p ON p.company_id = v.company_id AND p.id = v.policy_id
  CROSS JOIN LATERAL (SELECT jsonb_agg(x.said) FILTER (WHERE x.version_id = v.id) AS assignments,
      coalesce(jsonb_agg(x.said) FILTER (WHERE x.version_id <> v.id), '[]') AS earlier
    FROM (SELECT y.version_id, jsonb_build_object('audience', y.audience, 'personId', y.person_id, 'assignedAt',
        to_char(y.assigned_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'ended', y.ended_at IS NOT NULL) AS said
      FROM app.policy_versions w JOIN app.assignments y ON y.company_id = w.company_id AND y.version_id = w.id
      WHERE w.company_id = v.company_id AND w.policy_id = v.policy_id AND w.state IN ('in force', 'replaced')
        AND (y.audience = 'everyone' OR y.audience = r.fields ->> 'kind' OR y.person_id = r.id)) x) s
  LEFT JOIN LATERAL (SELECT k.id, k.acknowledged_at FROM app.policy_versions w
    JOIN app.acknowledgments k ON k.company_id = w.company_id AND k.version_id = w.id AND k.person_id = r.id
    WHERE w.company_id = v.company_id AND w.policy_id = v.policy_id AND w.sha256 = v.sha256 AND k.sha256 = v.sha256 AND k.vouched IS NOT NULL
    ORDER BY k.acknowledged_at LIMIT 1) a ON true
  CROSS JOIN LATERAL (SELECT max(f.first) AS last FROM (SELECT min(k.acknowledged_at) AS first FROM app.policy_versions w
      JOIN app.acknowledgments k ON k.company_id = w.company_id AND k.version_id = w.id AND k.person_id = r.id AND k.sha256 = w.sha256
        AND k.vouched IS NOT NULL
      WHERE w.company_id = v.company_id AND w.policy_id = v.policy_id AND w.state IN ('in force', 'replaced') GROUP BY w.sha256) f) l
  WHERE s.assignments IS NOT NULL
$$;
REVOKE EXECUTE ON FUNCTION app.staff_policies() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.staff_policies() TO app_staff;
RESET ROLE;
