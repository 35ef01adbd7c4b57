SET LOCAL ROLE app_owner;

-- The pages of registers as the company's last runs made them, of companies with many. `source` is a hash over all that a page was made from,
-- the code that made it among it: whoever finds it again need not make the page.
CREATE TABLE app.made_pages (
  company_id uuid NOT NULL REFERENCES app.companies,
  register text NOT NULL,
  -- Before the first one: what is told of the register as a whole.
  page integer NOT NULL CHECK (page >= -1),
  source bytea NOT NULL,
  sha256 text NOT NULL,
  -- Its text, compressed.
  packed bytea NOT NULL,
  told jsonb NOT NULL,
  PRIMARY KEY (company_id, register, page)
);
ALTER TABLE app.made_pages ALTER COLUMN packed SET STORAGE EXTERNAL;
SELECT app.protect('app.made_pages');
CREATE POLICY read ON app.made_pages FOR SELECT TO app_user USING ((SELECT app.is_company_itself()));
CREATE POLICY keep ON app.made_pages FOR INSERT TO app_user WITH CHECK ((SELECT app.is_company_itself()));
CREATE POLICY keep_again ON app.made_pages FOR UPDATE TO app_user USING ((SELECT app.is_company_itself()));
GRANT SELECT, INSERT, UPDATE (source, sha256, packed, told) ON app.made_pages TO app_user;
RESET ROLE;
