-- Whoever reported something as staff, under their record of People, and has a seat under another address could approve the report as somebody else.
-- Who is the person in People is asked as well: by the address, and by what makes two records one person's. See docs/decisions/0185.
SET LOCAL ROLE app_definer;
-- Which of these records of People are the caller's: one with the address of their account, and each that has its address or employee ID.
CREATE FUNCTION app.mine_among(p_people uuid[]) RETURNS uuid[]
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(array_agg(a.id), '{}') FROM app.records a
  WHERE a.company_id = app.tenant() AND a.register = 'people' AND a.id = ANY (p_people)
    AND EXISTS (SELECT FROM auth.users u JOIN app.records o ON o.company_id = a.company_id AND o.register = 'people'
        AND lower(btrim(o.fields ->> 'email')) = lower(u.email)
      WHERE u.id = app.uid() AND (o.id = a.id OR lower(btrim(o.fields ->> 'email')) = lower(btrim(a.fields ->> 'email'))
        OR nullif(lower(btrim(o.fields ->> 'employeeId')), '') = lower(btrim(a.fields ->> 'employeeId'))))
$$;
REVOKE EXECUTE ON FUNCTION app.mine_among(uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.mine_among(uuid[]) TO app_user;
RESET ROLE;

CREATE FUNCTION pg_temp.rewrite_authors(p_function regproc, p_from text, p_to text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_text text := pg_get_functiondef(p_function);
BEGIN
  IF (length(v_text) - length(replace(v_text, p_from, ''))) / length(p_from) <> 1 THEN
    RAISE EXCEPTION '% does not have "%" once', p_function, p_from;
  END IF;
  EXECUTE replace(v_text, p_from, p_to);
END $$;
GRANT EXECUTE ON FUNCTION pg_temp.rewrite_authors(regproc, text, text) TO app_definer;
SET LOCAL ROLE app_definer;
SELECT pg_temp.rewrite_authors('app.hold_record', 'NEW.approved_alone := NEW.approved_by = ANY (OLD.authors)',
  'NEW.approved_alone := NEW.approved_by = ANY (OLD.authors) OR cardinality(app.mine_among(OLD.authors)) > 0');
SELECT pg_temp.rewrite_authors('app.hold_record', 'NOT (OLD.approved_alone AND NEW.approved_by <> ALL (OLD.authors))',
  'NOT (OLD.approved_alone AND NEW.approved_by <> ALL (OLD.authors) AND cardinality(app.mine_among(OLD.authors)) = 0)');
RESET ROLE;
