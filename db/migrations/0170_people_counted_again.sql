-- 0143 counted before its triggers stood: what an older server wrote meanwhile is in no count. Counted again while nobody writes.
SET LOCAL ROLE app_owner;
LOCK TABLE app.records, app.acknowledgments IN SHARE ROW EXCLUSIVE MODE;

SET LOCAL ROLE app_definer;
DELETE FROM app.people_counts;
INSERT INTO app.people_counts (company_id, policy_id, sha256, kind, starts_at, ends_at, people)
  SELECT r.company_id, NULL, NULL, coalesce(r.fields ->> 'kind', ''), r.fields ->> 'startsAt', coalesce(r.fields ->> 'endsAt', ''), count(*)
  FROM app.records r WHERE r.register = 'people' AND r.ended_at IS NULL AND r.fields ? 'startsAt' GROUP BY 1, 4, 5, 6;
INSERT INTO app.people_counts (company_id, policy_id, sha256, kind, starts_at, ends_at, people)
  SELECT r.company_id, v.policy_id, a.sha256, coalesce(r.fields ->> 'kind', ''), r.fields ->> 'startsAt', coalesce(r.fields ->> 'endsAt', ''),
    count(DISTINCT r.id)
  FROM app.acknowledgments a JOIN app.policy_versions v ON v.company_id = a.company_id AND v.id = a.version_id
  JOIN app.records r ON r.company_id = a.company_id AND r.id = a.person_id
  WHERE r.register = 'people' AND r.ended_at IS NULL AND r.fields ? 'startsAt' GROUP BY 1, 2, 3, 4, 5, 6;
RESET ROLE;
