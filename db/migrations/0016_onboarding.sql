-- What an organization says about itself, and how far it has come since it signed up.

SET LOCAL ROLE app_owner;

-- One for each company. A company changes: it is answered anew, and the ledger has each answer.
CREATE TABLE app.organization_profiles (
  company_id uuid PRIMARY KEY REFERENCES app.companies,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  industry text NOT NULL CHECK (industry IN ('technology', 'healthcare', 'financial', 'ecommerce', 'education',
    'manufacturing', 'government', 'nonprofit', 'other')),
  company_size text NOT NULL CHECK (company_size IN ('small', 'medium', 'large')),
  employee_count integer NOT NULL CHECK (employee_count > 0),
  -- In USD, as it was typed: a rule asks whether it is above a figure.
  annual_revenue double precision NOT NULL CHECK (annual_revenue >= 0),
  stores_pii boolean NOT NULL,
  payment_processing boolean NOT NULL,
  customer_regions text[] NOT NULL CHECK (cardinality(customer_regions) > 0),
  submitted_by uuid NOT NULL,
  submitted_at timestamptz NOT NULL,
  first_submitted_at timestamptz NOT NULL
);

-- Answers on their way, so that closing the browser loses none. Each member's own: two who answer at once do not write
-- over each other.
CREATE TABLE app.onboarding_drafts (
  company_id uuid NOT NULL REFERENCES app.companies,
  user_id uuid NOT NULL,
  step integer NOT NULL,
  answers jsonb NOT NULL,
  saved_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, user_id)
);

-- When the first bundle was complete. Apart from the exports: one that is downloaded again ends again.
CREATE TABLE app.first_reports (
  company_id uuid PRIMARY KEY REFERENCES app.companies,
  at timestamptz NOT NULL
);

SELECT app.protect(t) FROM unnest(ARRAY['app.organization_profiles', 'app.onboarding_drafts', 'app.first_reports']::regclass[]) t;
SELECT app.append_only('app.first_reports');

CREATE POLICY read ON app.organization_profiles FOR SELECT TO app_user USING (true);
CREATE POLICY answer ON app.organization_profiles FOR INSERT TO app_user
  WITH CHECK ((SELECT app.my_role()) IN ('owner', 'admin', 'member') AND submitted_by = (SELECT app.uid()));
CREATE POLICY answer_anew ON app.organization_profiles FOR UPDATE TO app_user
  USING ((SELECT app.my_role()) IN ('owner', 'admin', 'member')) WITH CHECK (submitted_by = (SELECT app.uid()));
CREATE POLICY own ON app.onboarding_drafts TO app_user USING (user_id = (SELECT app.uid()))
  WITH CHECK (user_id = (SELECT app.uid()) AND (SELECT app.my_role()) IN ('owner', 'admin', 'member'));
GRANT SELECT, INSERT, UPDATE (industry, company_size, employee_count, annual_revenue, stores_pii, payment_processing,
  customer_regions, submitted_by, submitted_at) ON app.organization_profiles TO app_user;
GRANT SELECT, INSERT, UPDATE (step, answers, saved_at), DELETE ON app.onboarding_drafts TO app_user;

CREATE POLICY read ON app.first_reports FOR SELECT TO app_user USING (true);
GRANT SELECT ON app.first_reports TO app_user;

CREATE FUNCTION app.note_first_report() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO app.first_reports (company_id, at) VALUES (NEW.company_id, NEW.finished_at) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER note_first_report AFTER UPDATE OF state ON app.exports FOR EACH ROW
  WHEN (NEW.state = 'done' AND NEW.finished_at IS NOT NULL) EXECUTE FUNCTION app.note_first_report();
GRANT INSERT ON app.first_reports TO app_definer;

-- Who is no longer a member leaves no answers behind.
CREATE FUNCTION app.forget_draft() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM app.onboarding_drafts WHERE company_id = OLD.company_id AND user_id = OLD.user_id;
  RETURN NULL;
END $$;
CREATE TRIGGER forget_draft AFTER DELETE ON app.company_members FOR EACH ROW EXECUTE FUNCTION app.forget_draft();

-- When the company's owner signed up, for the owner alone, and whether this company is where they began: an account that
-- founded another before, or that came later and took over, says nothing about how long setting this one up took.
CREATE FUNCTION app.owner_sign_up(OUT signed_up_at timestamptz, OUT began_here boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT u.created_at, u.created_at <= c.created_at AND NOT EXISTS (SELECT FROM app.companies other
      WHERE other.owner_id = c.owner_id AND other.created_at < c.created_at)
  FROM app.companies c JOIN auth.users u ON u.id = c.owner_id
  WHERE c.id = app.tenant() AND app.my_role() = 'owner'
$$;
GRANT EXECUTE ON FUNCTION app.owner_sign_up() TO app_user;

RESET ROLE;
ALTER FUNCTION app.note_first_report() OWNER TO app_definer;
ALTER FUNCTION app.forget_draft() OWNER TO app_definer;
ALTER FUNCTION app.owner_sign_up() OWNER TO app_definer;
