-- A table is looked at again once a tenth of it is new. Where a company of 10,000 people comes to an installation that has a million records, that is none of
-- it, and statements about that company are planned for a few rows. Of tables that a file fills, a fiftieth is enough.
SET LOCAL ROLE app_owner;
ALTER TABLE app.records SET (autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE app.record_changes SET (autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE app.record_links SET (autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE app.record_names SET (autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE app.record_keys SET (autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE app.task_keys SET (autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE app.listed_people SET (autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE app.acknowledgments SET (autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE app.completions SET (autovacuum_analyze_scale_factor = 0.02);
RESET ROLE;
