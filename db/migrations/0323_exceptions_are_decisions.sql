-- What a connector's check leaves out is an approval: with a reason, a system, an end and a second person. A run reads those of its own system
-- and seals them. What is waiting, ended or of another system leaves nothing out.
SET LOCAL ROLE app_definer;

CREATE FUNCTION app.connection_exceptions(p_kinds text[])
RETURNS TABLE (number bigint, kind text, subject text, reason text, asked_by text, approved_by text, another boolean, approved_on text, until text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT r.number, r.fields ->> 'kind', r.fields ->> 'subject', r.fields ->> 'reason',
    (SELECT coalesce(string_agg(concat_ws(' ', p.first_name, p.last_name), ', ' ORDER BY p.id), '') FROM app.profiles p WHERE p.id = ANY (r.authors)),
    coalesce((SELECT concat_ws(' ', p.first_name, p.last_name) FROM app.profiles p WHERE p.id = r.approved_by), ''),
    NOT r.approved_alone, to_char(r.approved_at AT TIME ZONE 'UTC', 'YYYY-MM-DD'), r.fields ->> 'expiresOn'
  FROM app.connections k
  JOIN app.records r ON r.company_id = k.company_id AND r.register = 'approvals' AND r.matter_id IS NULL AND r.ended_at IS NULL
    AND r.approved_by IS NOT NULL AND r.fields ->> 'systemId' = k.system_id::text AND r.fields ->> 'kind' = ANY (p_kinds)
    AND r.fields ? 'subject' AND r.fields ? 'reason' AND r.fields ? 'expiresOn'
  WHERE k.company_id = app.tenant() AND k.id = app.uid()
  ORDER BY r.number
$$;
REVOKE ALL ON FUNCTION app.connection_exceptions(text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.connection_exceptions(text[]) TO app_user;
