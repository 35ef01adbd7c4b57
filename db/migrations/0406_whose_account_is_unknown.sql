-- Whether an account of a review is nobody's was found by a look at everybody, for each account of a page: as in 0403, by the indexes of addresses.
SET LOCAL ROLE app_definer;
DO $$
DECLARE v_text text := pg_get_functiondef('app.is_unknown_account(app.review_rows,timestamptz)'::regprocedure);
  v_was text := $q$EXISTS (SELECT FROM app.records r WHERE r.company_id = p_row.company_id AND r.register = 'people'
      AND lower(btrim(r.fields ->> 'email')) = p_row.email$q$;
BEGIN
  IF position(v_was IN v_text) = 0 THEN RAISE EXCEPTION 'app.is_unknown_account is not as it was'; END IF;
  EXECUTE replace(v_text, v_was, $q$EXISTS (SELECT FROM (
        SELECT o.fields, o.vouched_email FROM app.records o WHERE o.company_id = p_row.company_id AND o.register = 'people'
          AND o.ended_at IS NULL AND lower(o.fields ->> 'email') = p_row.email
        UNION ALL
        SELECT o.fields, o.vouched_email FROM app.records o WHERE o.company_id = p_row.company_id AND o.register = 'people'
          AND o.ended_at IS NOT NULL AND lower(o.fields ->> 'email') = p_row.email) r WHERE true$q$);
END $$;
RESET ROLE;
