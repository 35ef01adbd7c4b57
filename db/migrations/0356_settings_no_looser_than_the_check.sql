-- An account is unused after 90 days at the latest, and tickets of at least 90 days are read: what a company had set looser is set to that, as
-- a setting that does not fit would put all others of its connection back to what holds without them.
UPDATE app.connections SET settings = jsonb_set(settings, '{inactiveDays}', '90')
WHERE provider IN ('microsoft-365', 'google-workspace') AND jsonb_typeof(settings -> 'inactiveDays') = 'number' AND (settings ->> 'inactiveDays')::numeric > 90;
UPDATE app.connections SET settings = jsonb_set(settings, '{days}', '90')
WHERE provider = 'jira' AND jsonb_typeof(settings -> 'days') = 'number' AND (settings ->> 'days')::numeric < 90;
