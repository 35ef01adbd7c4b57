-- Bundles of other Exhibits that somebody filed as a vendor's assurance are verified by a worker. See docs/decisions/0192.
SET LOCAL ROLE app_owner;
CREATE INDEX records_bundles ON app.records (company_id, id)
  WHERE register = 'assurances' AND ended_at IS NULL AND fields ->> 'kind' = 'bundle';

SET LOCAL ROLE app_definer;
-- Those whose file, or whose vendor's key, is not the one that was verified last, as whoever wrote them last; the oldest first. Where that
-- person may not write any more, the next who changes the record brings it up again.
CREATE FUNCTION app.bundles_to_verify(p_most integer) RETURNS TABLE (company_id uuid, record_id uuid, user_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT r.company_id, r.id, r.changed_by FROM app.records r JOIN app.companies c ON c.id = r.company_id AND c.deleted_at IS NULL
    JOIN app.company_members m ON m.company_id = r.company_id AND m.user_id = r.changed_by AND m.status = 'active'
      AND m.role IN ('owner', 'admin', 'member')
  WHERE r.register = 'assurances' AND r.ended_at IS NULL AND r.fields ->> 'kind' = 'bundle' AND r.fields ->> 'report' IS NOT NULL
    AND r.fields ->> 'bundleOf' IS DISTINCT FROM concat_ws(' ', r.fields ->> 'report', r.fields ->> 'issuerKey')
    AND NOT EXISTS (SELECT FROM app.account_bounds b WHERE b.user_id = r.changed_by AND b.disabled_at IS NOT NULL)
  ORDER BY r.changed_at, r.id LIMIT p_most
$$;
REVOKE ALL ON FUNCTION app.bundles_to_verify(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.bundles_to_verify(integer) TO app_worker;
RESET ROLE;
