-- Of 100,000 acknowledgments a run of the registers reads, hashes and judges those pages that changed since the run before.
SET LOCAL ROLE app_owner;

-- The pages of acknowledgments as the company's last run sealed them. `source` is a hash over the rows that a page was made from.
CREATE TABLE app.acknowledgment_pages (
  company_id uuid NOT NULL REFERENCES app.companies,
  page integer NOT NULL CHECK (page >= 0),
  source bytea NOT NULL,
  sha256 text NOT NULL,
  -- By which judge the page was read, and what that read in it; empty where none was built.
  judge text NOT NULL,
  said jsonb NOT NULL,
  PRIMARY KEY (company_id, page)
);
SELECT app.protect('app.acknowledgment_pages');
CREATE POLICY read ON app.acknowledgment_pages FOR SELECT TO app_user USING ((SELECT app.is_company_itself()));
CREATE POLICY keep ON app.acknowledgment_pages FOR INSERT TO app_user WITH CHECK ((SELECT app.is_company_itself()));
CREATE POLICY keep_again ON app.acknowledgment_pages FOR UPDATE TO app_user USING ((SELECT app.is_company_itself()));
GRANT SELECT, INSERT, UPDATE (source, sha256, judge, said) ON app.acknowledgment_pages TO app_user;

CREATE INDEX acknowledgments_in_order ON app.acknowledgments (company_id, ledger_index, id);
RESET ROLE;
