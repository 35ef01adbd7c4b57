-- A link opens the pages of one person. Where two people of a company have its address, whoever reads the mail could act for both: none
-- is sent there, and one that was sent opens nothing.
CREATE OR REPLACE FUNCTION pg_temp.rewrite(p_function regproc, p_from text, p_to text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_text text := pg_get_functiondef(p_function);
BEGIN
  IF (length(v_text) - length(replace(v_text, p_from, ''))) / length(p_from) <> 1 THEN
    RAISE EXCEPTION '% does not have "%" once', p_function, p_from;
  END IF;
  EXECUTE replace(v_text, p_from, p_to);
END $$;
SELECT pg_temp.rewrite('app.send_staff_link', 'AND r.fields ? ''email'';',
  'AND r.fields ? ''email''
    AND NOT EXISTS (SELECT FROM app.records o WHERE o.company_id = r.company_id AND o.register = ''people'' AND o.id <> r.id
      AND o.ended_at IS NULL AND lower(o.fields ->> ''email'') = lower(r.fields ->> ''email''));');
SELECT pg_temp.rewrite('app.answer_staff_request', 'AND app.is_active_person(r.company_id, r.id)',
  'AND app.is_active_person(r.company_id, r.id)
        AND NOT EXISTS (SELECT FROM app.records o WHERE o.company_id = r.company_id AND o.register = ''people'' AND o.id <> r.id
          AND o.ended_at IS NULL AND lower(o.fields ->> ''email'') = p_email)');
SELECT pg_temp.rewrite('app.staff_link_state', 'AND app.is_active_person(l.company_id, l.person_id)',
  'AND app.is_active_person(l.company_id, l.person_id)
    AND NOT EXISTS (SELECT FROM app.records o WHERE o.company_id = r.company_id AND o.register = ''people'' AND o.id <> r.id
      AND o.ended_at IS NULL AND lower(o.fields ->> ''email'') = l.email)');
