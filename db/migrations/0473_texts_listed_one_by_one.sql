-- Of each batch of acknowledgments its versions were looked up three times, and its people joined with everybody listed, to set a bit of each:
-- a tenth of what the database does for it. Versions are looked up once, and people by their ids alone.
SET LOCAL ROLE app_definer;
-- As in 0468.
CREATE OR REPLACE FUNCTION app.list_texts(p_company uuid, p_people uuid[], p_versions uuid[], p_sha256 text[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_text record;
BEGIN
  FOR v_text IN SELECT a.person, t.number / 32 + 1 AS word, bit_or(1::bigint << t.number % 32) AS bits
      FROM unnest(p_people, p_versions, p_sha256) a (person, version, sha256)
      CROSS JOIN LATERAL (SELECT v.policy_id FROM app.policy_versions v WHERE v.company_id = p_company AND v.id = a.version AND v.sha256 = a.sha256 OFFSET 0) x
      LEFT JOIN LATERAL (SELECT t.number FROM app.policy_texts t WHERE t.company_id = p_company AND t.policy_id = x.policy_id AND t.sha256 = a.sha256
        OFFSET 0) t ON true GROUP BY 1, 2 ORDER BY 2 NULLS FIRST LOOP
    -- The first acknowledgment of a text gives it its number.
    IF v_text.word IS NULL THEN
      PERFORM app.number_texts(p_company, p_versions);
      PERFORM app.list_texts(p_company, p_people, p_versions, p_sha256);
      RETURN;
    END IF;
    UPDATE app.listed_people p SET texts[v_text.word] = coalesce(p.texts[v_text.word], 0) | v_text.bits
      WHERE p.company_id = p_company AND p.person_id = v_text.person AND coalesce(p.texts[v_text.word], 0) & v_text.bits <> v_text.bits;
  END LOOP;
END $$;
RESET ROLE;
