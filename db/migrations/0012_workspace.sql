-- Finding things in a company of a million items, and who did what in it.

-- Trigrams come from an extension that every PostgreSQL brings and whose database's owner may install. Nobody who serves
-- requests may use its schema; the index works all the same. The company stands in the index by way of another of them:
-- without it each search would read whatever matches in all companies, and its time would tell what others have.
CREATE SCHEMA extensions;
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA extensions;
CREATE EXTENSION IF NOT EXISTS btree_gin WITH SCHEMA extensions;
DO $$
BEGIN
  EXECUTE format('CREATE INDEX evidence_words ON app.evidence USING gin (company_id, lower(name || '' '' || source) %s.gin_trgm_ops)',
    (SELECT extnamespace::regnamespace FROM pg_extension WHERE extname = 'pg_trgm'));
END $$;

SET LOCAL ROLE app_owner;

CREATE INDEX evidence_by_person ON app.evidence (company_id, filed_by, filed_at, number);

-- Numbers of the caller's company's items whose name and source match a pattern, newest first; nothing privileged is among
-- them, whoever asks. The condition of a LIKE
-- may not be looked up by an index under row-level security, since it could tell about rows one may not see; so this
-- finds numbers, and whoever asked reads the rows by their own policies. The newest items are looked through first:
-- what is common is among them, and what is not is rare enough to be looked up by its trigrams and sorted.
CREATE FUNCTION app.find_evidence(p_pattern text, p_limit integer) RETURNS SETOF bigint
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  v_company uuid := app.tenant();
  v_limit integer := least(p_limit, 50);
  v_found bigint[];
BEGIN
  v_found := ARRAY(SELECT newest.number FROM (SELECT e.number, lower(e.name || ' ' || e.source) AS words FROM app.evidence e
    WHERE e.company_id = v_company AND e.matter_id IS NULL ORDER BY e.number DESC LIMIT 2000) newest
    WHERE newest.words LIKE p_pattern ORDER BY newest.number DESC LIMIT v_limit);
  -- Without three letters in a row there is no trigram to look up, and every item would be read.
  IF cardinality(v_found) < v_limit AND p_pattern ~ '[[:alnum:]]{3}' THEN
    v_found := ARRAY(WITH hits AS MATERIALIZED (SELECT e.number FROM app.evidence e
        WHERE e.company_id = v_company AND e.matter_id IS NULL AND lower(e.name || ' ' || e.source) LIKE p_pattern)
      SELECT hits.number FROM hits ORDER BY hits.number DESC LIMIT v_limit);
  END IF;
  RETURN QUERY SELECT unnest(v_found);
END $$;

-- Everyone whom the company's record names: its members, who acted in it, who filed. Members who left keep their names in
-- it for as long as they have an account. Whom an act was about is not asked for: whoever writes an act chooses that.
CREATE FUNCTION app.people_of_record() RETURNS TABLE (id uuid, first_name text, last_name text, is_member boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  -- One step of the index for each person, however much they filed or did.
  WITH RECURSIVE filers (person) AS (
    (SELECT e.filed_by FROM app.evidence e WHERE e.company_id = app.tenant() ORDER BY e.filed_by LIMIT 1)
    UNION ALL
    SELECT (SELECT e.filed_by FROM app.evidence e WHERE e.company_id = app.tenant() AND e.filed_by > filers.person
      ORDER BY e.filed_by LIMIT 1) FROM filers WHERE filers.person IS NOT NULL
  ), actors (person) AS (
    (SELECT a.actor_id FROM app.ledger_acts a WHERE a.company_id = app.tenant() ORDER BY a.actor_id LIMIT 1)
    UNION ALL
    SELECT (SELECT a.actor_id FROM app.ledger_acts a WHERE a.company_id = app.tenant() AND a.actor_id > actors.person
      ORDER BY a.actor_id LIMIT 1) FROM actors WHERE actors.person IS NOT NULL
  ), named (person) AS (
    SELECT m.user_id FROM app.company_members m WHERE m.company_id = app.tenant()
    UNION SELECT actors.person FROM actors
    UNION SELECT filers.person FROM filers
  )
  SELECT p.id, p.first_name, p.last_name, EXISTS (SELECT FROM app.company_members m
    WHERE m.company_id = app.tenant() AND m.user_id = p.id AND m.status = 'active')
  FROM named JOIN app.profiles p ON p.id = named.person ORDER BY p.first_name, p.last_name, p.id
$$;

GRANT EXECUTE ON FUNCTION app.find_evidence(text, integer), app.people_of_record() TO app_user;

RESET ROLE;
ALTER FUNCTION app.find_evidence(text, integer) OWNER TO app_definer;
ALTER FUNCTION app.people_of_record() OWNER TO app_definer;
