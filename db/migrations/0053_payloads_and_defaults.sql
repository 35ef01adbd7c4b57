-- What a webhook says of a renamed and of a re-filed item, and functions that start closed.

-- As for app_owner: a function of app_definer is nobody's to call until it is granted.
SET LOCAL ROLE app_definer;
ALTER DEFAULT PRIVILEGES FOR ROLE app_definer REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;
RESET ROLE;

SET LOCAL ROLE app_owner;
DROP FUNCTION app.webhook_payload(text, text, uuid, bigint, text, text, text);
-- The body of a delivery. `p_change` is what an entry that changed an item says: its names, and the controls that it was added to and
-- removed from.
CREATE FUNCTION app.webhook_payload(p_event text, p_at text, p_company uuid, p_index bigint, p_subject text, p_exhibit text, p_name text,
  p_change jsonb) RETURNS text LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT json_build_object('type', p_event, 'timestamp', p_at, 'data', json_strip_nulls(json_build_object(
    'companyId', p_company, 'index', p_index, 'event', p_event, 'subject', p_subject, 'exhibit', coalesce(p_exhibit, p_change ->> 'exhibit'),
    'name', p_name, 'from', p_change -> 'from', 'to', p_change -> 'to', 'added', p_change -> 'added', 'removed', p_change -> 'removed')))::text
$$;
GRANT EXECUTE ON FUNCTION app.webhook_payload(text, text, uuid, bigint, text, text, text, jsonb) TO app_definer;
RESET ROLE;

CREATE OR REPLACE FUNCTION pg_temp.rewrite(p_function regproc, p_times integer, p_from text, p_to text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_text text := pg_get_functiondef(p_function);
BEGIN
  IF (length(v_text) - length(replace(v_text, p_from, ''))) / length(p_from) <> p_times THEN
    RAISE EXCEPTION '% does not have "%" % times', p_function, p_from, p_times;
  END IF;
  EXECUTE replace(v_text, p_from, p_to);
END $$;
SELECT pg_temp.rewrite('app.feed_ledger', 1, ' END, i.name), p_now, p_now',
  ' END, i.name,
        CASE WHEN x.event IN (''evidence.renamed'', ''evidence.refiled'') THEN a.details::jsonb END), p_now, p_now');

SET LOCAL ROLE app_definer;
-- Whom a mail tells that a document they filed was returned, and in which company: who filed it, while they are there and unless they
-- turned such mails off or muted all of them. Nobody where the caller filed it themselves.
CREATE FUNCTION app.filer_to_tell(p_filing uuid, p_now timestamptz)
RETURNS TABLE (email text, first_name text, last_name text, company text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT u.email, p.first_name, p.last_name, c.name FROM app.document_filings f
  JOIN app.companies c ON c.id = f.company_id
  JOIN app.company_members m ON m.company_id = f.company_id AND m.user_id = f.filed_by AND m.status = 'active'
  JOIN auth.users u ON u.id = f.filed_by JOIN app.profiles p ON p.id = f.filed_by
  LEFT JOIN app.account_bounds b ON b.user_id = f.filed_by
  LEFT JOIN app.alert_preferences a ON a.company_id = f.company_id AND a.user_id = f.filed_by AND a.kind = 'documents'
  WHERE f.company_id = app.tenant() AND f.id = p_filing AND f.filed_by <> app.uid() AND b.disabled_at IS NULL
    AND coalesce(a.by_mail, true) AND (NOT c.second_factor_required OR app.brings_second_factor(f.filed_by))
    AND NOT EXISTS (SELECT FROM app.alert_mutes q WHERE q.company_id = f.company_id AND q.user_id = f.filed_by AND q.until > p_now)
$$;
GRANT EXECUTE ON FUNCTION app.filer_to_tell(uuid, timestamptz) TO app_user;
RESET ROLE;
