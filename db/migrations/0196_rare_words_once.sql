-- What a search looks up by is asked once: inside of the condition it was asked for each item that the search looked at.
SET LOCAL ROLE app_definer;
CREATE OR REPLACE FUNCTION app.find_evidence(p_pattern text, p_limit integer)
 RETURNS SETOF bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
DECLARE
  c_rare CONSTANT integer := 3000;
  v_company uuid := app.tenant();
  v_limit integer := least(p_limit, 50);
  v_found bigint[];
  v_by text;
BEGIN
  v_found := ARRAY(SELECT newest.number FROM (SELECT e.number, lower(e.name || ' ' || e.source) AS words FROM app.evidence e
    WHERE e.company_id = v_company AND e.matter_id IS NULL AND e.withdrawal_id IS NULL ORDER BY e.number DESC LIMIT 2000) newest
    WHERE newest.words LIKE p_pattern ORDER BY newest.number DESC LIMIT v_limit);
  -- Without three letters in a row there is no trigram to look up, and every item would be read.
  IF cardinality(v_found) < v_limit AND p_pattern ~ '[[:alnum:]]{3}' THEN
    v_by := app.look_up_by(v_company, p_pattern, c_rare);
    v_found := ARRAY(WITH hits AS MATERIALIZED (SELECT e.number FROM app.evidence e
        WHERE e.company_id = v_company AND e.matter_id IS NULL AND e.withdrawal_id IS NULL AND lower(e.name || ' ' || e.source) LIKE v_by
          -- With something behind it, it is no condition of the index: that would ask for the common parts, too.
          AND lower(e.name || ' ' || e.source) || '' LIKE p_pattern)
      SELECT hits.number FROM hits ORDER BY hits.number DESC LIMIT v_limit);
  END IF;
  RETURN QUERY SELECT unnest(v_found);
END $function$;
RESET ROLE;
