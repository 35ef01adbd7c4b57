-- What a pipeline proved that a report is about is kept apart from what somebody says, and marks the name that its results stand under: an
-- upload takes the place of no proved report. See docs/decisions/0054.
SET LOCAL ROLE app_owner;
-- Repository and branch, as a pipeline proved them; empty where a person or a token sent it. `target` is what the judge is asked with.
ALTER TABLE app.imports ADD COLUMN target_proved text NOT NULL DEFAULT '';
RESET ROLE;
-- What pipelines that are still trusted pushed is read again under its marked name.
UPDATE app.imports i SET target_proved = p.repository || ', ' || p.branch,
    target = p.repository || ', ' || p.branch || '; proved' || substr(i.target, length(p.repository || ', ' || p.branch) + 1),
    state = CASE WHEN i.state = 'done' THEN 'waiting' ELSE i.state END, step = CASE WHEN i.state = 'done' THEN 'Waiting to be read again' ELSE i.step END
  FROM app.pipelines p, app.evidence e
  WHERE p.company_id = i.company_id AND e.company_id = i.company_id AND e.id = i.evidence_id AND e.collector LIKE '%, pushed by %'
    AND (i.target = p.repository || ', ' || p.branch OR starts_with(i.target, p.repository || ', ' || p.branch || ', '));
