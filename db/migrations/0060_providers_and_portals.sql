-- Signing in by Google, Microsoft and GitHub: the history of sign-ins names them. See docs/decisions/0082.
SET LOCAL ROLE app_owner;

ALTER TABLE auth.sessions DROP CONSTRAINT sessions_method_check,
  ADD CONSTRAINT sessions_method_check CHECK (method IN
    ('password', 'magic-link', 'confirmation', 'passkey', 'single-sign-on', 'google', 'microsoft', 'github'));
ALTER TABLE auth.sign_ins DROP CONSTRAINT sign_ins_method_check,
  ADD CONSTRAINT sign_ins_method_check CHECK (method IN
    ('password', 'magic-link', 'confirmation', 'passkey', 'single-sign-on', 'google', 'microsoft', 'github', 'second-factor', 'recovery-code'));

-- A portal has the company's color and logo. The logo is kept as it is shown: a picture in a data URI, which the page's policy allows.
ALTER TABLE app.portals
  ADD COLUMN color text NOT NULL DEFAULT 'blue',
  ADD COLUMN logo text CHECK (length(logo) <= 90000 AND logo ~ '^data:image/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$');
GRANT UPDATE (color, logo) ON app.portals TO app_user;
RESET ROLE;

SET LOCAL ROLE app_definer;
CREATE OR REPLACE FUNCTION app.read_portal(p_slug text, p_now timestamptz) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT jsonb_build_object('company', c.name, 'title', p.title, 'introduction', p.introduction, 'contact', p.contact,
    'listed', p.listed, 'color', p.color, 'logo', p.logo,
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
