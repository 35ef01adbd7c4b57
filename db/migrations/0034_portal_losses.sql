-- A portal says that the company's ledger began again: when, and nothing of why or by whom.
SET LOCAL ROLE app_definer;
CREATE OR REPLACE FUNCTION app.read_portal(p_slug text, p_now timestamptz) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT jsonb_build_object('company', c.name, 'title', p.title, 'introduction', p.introduction, 'contact', p.contact,
    'listed', p.listed,
    -- What nobody works on any more is not claimed.
    'frameworks', (SELECT coalesce(jsonb_agg(f), '[]') FROM unnest(p.frameworks) f WHERE EXISTS (SELECT FROM app.projects x
      WHERE x.company_id = c.id AND x.framework = f AND x.archived_at IS NULL)),
    'claims', (SELECT coalesce(jsonb_agg(to_jsonb(x) ORDER BY x.control_id), '[]') FROM app.claims_of(c.id, p.controls, p_now) x),
    'began_again', (SELECT coalesce(jsonb_agg(l.accepted_at ORDER BY l.generation), '[]') FROM app.ledger_losses l
      WHERE l.company_id = c.id))
  FROM app.companies c JOIN app.portals p ON p.company_id = c.id AND p.is_on
  WHERE c.slug = p_slug AND c.deleted_at IS NULL AND (c.deletion_due_at IS NULL OR c.deletion_due_at > p_now)
$$;
RESET ROLE;
