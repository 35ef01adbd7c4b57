-- PostgreSQL analyzes a table again once 10 % of its rows are new. 10,000 people who come to a million records are fewer, so statements about their company are
-- planned for a few rows. For tables that a file fills, 2 % is enough.
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
