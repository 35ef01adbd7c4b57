-- Which server, and which history of it, the rows were known to be of when stored files that no row speaks of were last looked for. After
-- PostgreSQL's own recovery to a moment it is another: files that are newer than that moment have no row, and rest for a week.
SET LOCAL ROLE app_owner;
ALTER TABLE app.scrub ADD COLUMN lineage text;
RESET ROLE;
UPDATE app.scrub SET lineage = (SELECT s.system_identifier || '/' || c.timeline_id FROM pg_control_system() s, pg_control_checkpoint() c);
