-- Setting the links of many records at once looks each of them up by its key: a list of ids was compared with every record.
-- What runs with its caller's rights belongs to app_owner.
SET LOCAL ROLE app_definer;

CREATE OR REPLACE FUNCTION app.link_records(p_company uuid, p_records uuid[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM app.record_links l USING unnest(p_records) p (id) WHERE l.company_id = p_company AND l.record_id = p.id;
  INSERT INTO app.record_links (company_id, record_id, register, field, position, person_register, person_id, system_id, control_id, exhibit)
    SELECT r.company_id, r.id, r.register, f.field, e.position, CASE WHEN t.type = 'person' THEN 'people' END,
      CASE WHEN t.type = 'person' THEN e.value::uuid END, CASE WHEN t.type = 'system' THEN e.value::uuid END,
      CASE WHEN t.type = 'control' THEN e.value END, CASE WHEN t.type = 'exhibit' THEN substr(e.value, 4)::bigint END
    FROM unnest(p_records) p (id)
    JOIN app.records r ON r.company_id = p_company AND r.id = p.id
    JOIN app.register_fields f ON f.register = r.register AND r.fields ? f.field
    CROSS JOIN LATERAL (SELECT coalesce(f.item, f.type) AS type) t
    CROSS JOIN LATERAL (SELECT x.value, x.ordinality AS position FROM jsonb_array_elements_text(CASE WHEN f.type = 'list'
      THEN r.fields -> f.field ELSE jsonb_build_array(r.fields -> f.field) END) WITH ORDINALITY x) e
    WHERE t.type IN ('person', 'system', 'control', 'exhibit');
  IF EXISTS (SELECT FROM unnest(p_records) p (id) JOIN app.record_links l ON l.company_id = p_company AND l.record_id = p.id
      JOIN app.evidence e ON e.company_id = l.company_id AND e.number = l.exhibit WHERE e.matter_id IS NOT NULL) THEN
    RAISE EXCEPTION 'an exhibit is under privilege' USING ERRCODE = '23503', CONSTRAINT = 'record_links_exhibit';
  END IF;
END $$;
RESET ROLE;
ALTER FUNCTION app.is_field_value(text, text[], jsonb) OWNER TO app_owner;
SET LOCAL ROLE app_owner;
GRANT EXECUTE ON FUNCTION app.is_field_value(text, text[], jsonb) TO app_definer;
RESET ROLE;
