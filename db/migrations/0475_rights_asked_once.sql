-- Whether the caller may read People was asked of each row anew: the one register among all that they may read, and their role among four. Of 10,000 rows that
-- took longer than to read them. Each statement asks once.
SET LOCAL ROLE app_owner;
ALTER POLICY read ON app.listed_people USING ((SELECT 'people' = ANY ((SELECT app.my_registers('read'))::text[]) AND
  ((SELECT app.my_role()) IN ('owner', 'admin', 'member', 'viewer') OR (SELECT app.is_company_itself()))));
ALTER POLICY read ON app.people_alike USING ((SELECT 'people' = ANY ((SELECT app.my_registers('read'))::text[]) AND
  ((SELECT app.my_role()) IN ('owner', 'admin', 'member', 'viewer') OR (SELECT app.is_company_itself()))));
ALTER POLICY read ON app.people_counts USING ((SELECT 'people' = ANY ((SELECT app.my_registers('read'))::text[]) AND
  ((SELECT app.my_role()) IN ('owner', 'admin', 'member', 'viewer') OR (SELECT app.is_company_itself()))));
RESET ROLE;
