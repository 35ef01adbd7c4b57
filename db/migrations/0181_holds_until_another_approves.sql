-- A hold that another person approved binds until another person approves its end or its release: who wants to be rid of it is not enough.
SET LOCAL ROLE app_owner;
CREATE OR REPLACE FUNCTION app.is_hold(p_record app.records) RETURNS boolean LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT p_record.register = 'legal-holds' AND p_record.matter_id IS NULL
    AND (p_record.ended_at IS NULL OR (p_record.end_approved_at IS NULL
      AND (p_record.approved_at IS NOT NULL OR p_record.approved_before OR p_record.version > 2)))
    AND NOT (p_record.fields ? 'releasedOn' AND (p_record.approved_at IS NOT NULL OR NOT p_record.approved_before))
$$;
RESET ROLE;
