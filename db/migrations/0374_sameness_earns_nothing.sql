-- Who is one person with a filer was taken out of "since when somebody else could review": who wrote an employee ID into People made the only other
-- reviewer nobody, and their own review counted for good. Each account counts there. See docs/decisions/0209.
RESET ROLE;
CREATE FUNCTION pg_temp.rewrite_since(p_function regproc, p_from text, p_to text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_text text := pg_get_functiondef(p_function);
BEGIN
  IF (length(v_text) - length(replace(v_text, p_from, ''))) / length(p_from) <> 1 THEN
    RAISE EXCEPTION '% does not have "%" once', p_function, p_from;
  END IF;
  EXECUTE replace(v_text, p_from, p_to);
END $$;
GRANT EXECUTE ON FUNCTION pg_temp.rewrite_since(regproc, text, text) TO app_definer;
SET LOCAL ROLE app_definer;
SELECT pg_temp.rewrite_since('app.another_reviewer_since', ' AND NOT app.is_one_person(p_company, p_filer, t.id::uuid, p_size, p_until)', '');
RESET ROLE;
