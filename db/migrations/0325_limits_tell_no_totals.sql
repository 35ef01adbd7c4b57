-- A refusal by a limit says how much is used to whom the list of limits says it: who does not keep matters learns no totals that count what lies in
-- them, or filing up to the limit would tell.
SET LOCAL ROLE app_definer;

CREATE OR REPLACE FUNCTION app.refuse_limit(p_company uuid, p_key text, p_used bigint, p_most bigint) RETURNS void LANGUAGE plpgsql STABLE
SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'the limit on % is reached', p_key USING ERRCODE = 'EX429', CONSTRAINT = 'limit', DETAIL = json_build_object(
    'key', p_key, 'used', CASE WHEN p_key NOT IN ('items', 'bytes', 'matters') OR app.keeps_matters() THEN p_used END, 'most', p_most,
    'plan', (SELECT c.subscription_tier FROM app.companies c WHERE c.id = p_company),
    'own', EXISTS (SELECT FROM app.limit_overrides o WHERE o.company_id = p_company AND o.key = p_key),
    'now', app.iso_instant(clock_timestamp()))::text;
END $$;
