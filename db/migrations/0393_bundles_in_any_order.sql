-- Which bundles are verified next is drawn, of each company a few: one that comes up again and again, because it cannot be written down now, is
-- no sooner than any other, and twenty of them keep nobody's waiting. Otherwise as in 0373.
SET LOCAL ROLE app_definer;
CREATE OR REPLACE FUNCTION app.bundles_to_verify(p_most integer) RETURNS TABLE (company_id uuid, record_id uuid, user_id uuid)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT q.company_id, q.id, q.wrote FROM (
    SELECT r.company_id, r.id, w.wrote, row_number() OVER (PARTITION BY r.company_id ORDER BY random()) AS turn
    FROM app.records r JOIN app.companies c ON c.id = r.company_id AND c.deleted_at IS NULL
      CROSS JOIN LATERAL (SELECT coalesce((SELECT h.changed_by FROM app.record_changes h WHERE h.company_id = r.company_id AND h.record_id = r.id
        AND h.kind IN ('added', 'changed') ORDER BY h.version DESC LIMIT 1), r.changed_by) AS wrote) w
      JOIN app.company_members m ON m.company_id = r.company_id AND m.user_id = w.wrote AND m.status = 'active'
        AND m.role IN ('owner', 'admin', 'member')
    WHERE r.register = 'assurances' AND r.ended_at IS NULL AND r.fields ->> 'kind' = 'bundle' AND r.fields ->> 'report' IS NOT NULL
      -- As many characters as a field holds.
      AND r.fields ->> 'bundleOf' IS DISTINCT FROM left(concat_ws(' ', r.fields ->> 'report', r.fields ->> 'issuerKey'), 300)
      AND NOT EXISTS (SELECT FROM app.account_bounds b WHERE b.user_id = w.wrote AND b.disabled_at IS NOT NULL)) q
  WHERE q.turn <= 4 ORDER BY q.turn, random() LIMIT p_most
$$;
RESET ROLE;
