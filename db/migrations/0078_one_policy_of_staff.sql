-- The policy that somebody of the staff reads or acknowledges is looked up alone, and not among all that are theirs; who they are is asked
-- once in a statement. What both answer is as before.
SET LOCAL ROLE app_definer;

CREATE OR REPLACE FUNCTION app.staff_policy(p_version uuid) RETURNS TABLE (version_id uuid, policy_id uuid, title text, number integer, state text,
  text text, sha256 text, in_force_at timestamptz, before_number integer, before_text text, newest uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH me AS MATERIALIZED (SELECT r.company_id, r.id, r.fields ->> 'kind' AS kind
    FROM app.records r WHERE r.company_id = (SELECT app.staffed()) AND r.id = (SELECT app.uid()))
  SELECT v.id, v.policy_id, p.title, v.number, v.state, v.text, v.sha256, v.in_force_at, b.number, b.text, f.id
  FROM me JOIN app.policy_versions v ON v.company_id = me.company_id AND v.id = p_version AND v.state IN ('in force', 'replaced')
  JOIN app.policies p ON p.company_id = v.company_id AND p.id = v.policy_id
  JOIN app.policy_versions f ON f.company_id = v.company_id AND f.policy_id = v.policy_id AND f.state = 'in force'
  LEFT JOIN LATERAL (SELECT w.number, w.text FROM app.policy_versions w
    JOIN app.acknowledgments k ON k.company_id = w.company_id AND k.version_id = w.id AND k.person_id = me.id
    WHERE w.company_id = v.company_id AND w.policy_id = v.policy_id AND w.number < v.number ORDER BY w.number DESC LIMIT 1) b ON true
  WHERE EXISTS (SELECT FROM app.assignments x WHERE x.company_id = f.company_id AND x.version_id = f.id
    AND (x.audience = 'everyone' OR x.audience = me.kind OR x.person_id = me.id))
$$;

CREATE OR REPLACE FUNCTION app.staff_policies() RETURNS TABLE (version_id uuid, policy_id uuid, title text, number integer, characters integer,
  kind text, starts_at text, assignments jsonb, acknowledged_at timestamptz, acknowledgment_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH me AS MATERIALIZED (SELECT r.company_id, r.id, r.fields
    FROM app.records r WHERE r.company_id = (SELECT app.staffed()) AND r.id = (SELECT app.uid()))
  SELECT v.id, v.policy_id, p.title, v.number, length(v.text), r.fields ->> 'kind', r.fields ->> 'startsAt', s.assignments,
    a.acknowledged_at, a.id
  FROM me r JOIN app.policy_versions v ON v.company_id = r.company_id AND v.state = 'in force'
  JOIN app.policies p ON p.company_id = v.company_id AND p.id = v.policy_id
  CROSS JOIN LATERAL (SELECT jsonb_agg(jsonb_build_object('audience', x.audience, 'personId', x.person_id, 'assignedAt',
      to_char(x.assigned_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'ended', x.ended_at IS NOT NULL)) AS assignments
    FROM app.assignments x WHERE x.company_id = v.company_id AND x.version_id = v.id
      AND (x.audience = 'everyone' OR x.audience = r.fields ->> 'kind' OR x.person_id = r.id)) s
  LEFT JOIN LATERAL (SELECT k.id, k.acknowledged_at FROM app.policy_versions w
    JOIN app.acknowledgments k ON k.company_id = w.company_id AND k.version_id = w.id AND k.person_id = r.id
    WHERE w.company_id = v.company_id AND w.policy_id = v.policy_id AND w.sha256 = v.sha256 AND k.sha256 = v.sha256
    ORDER BY k.acknowledged_at LIMIT 1) a ON true
  WHERE s.assignments IS NOT NULL
$$;
RESET ROLE;
