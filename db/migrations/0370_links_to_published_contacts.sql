-- A test of the published contact is a link that Exhibit mails to it: a record of the register of tests, whose answer is written where somebody
-- opens the link. See docs/decisions/0207.
SET LOCAL ROLE app_owner;
GRANT UPDATE (fields, changed_by, changed_at, batch_id, salt) ON app.records TO app_definer;
CREATE INDEX records_contact_links ON app.records ((fields ->> 'linkDigest')) WHERE register = 'tests' AND fields ? 'linkDigest';

SET LOCAL ROLE app_definer;

-- How the link of a test stands. It ends with its days, with its record, with any change of it, with its site, and with the rights of who sent it.
CREATE FUNCTION app.contact_link_state(p_link text, p_now timestamptz)
  RETURNS TABLE (state text, company_id uuid, company text, record_id uuid, number bigint, version integer, fields jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE
      WHEN r.fields ? 'answeredAt' THEN 'answered'
      WHEN r.ended_at IS NULL AND p_now < (r.fields ->> 'sentAt')::timestamptz + interval '14 days'
        AND NOT EXISTS (SELECT FROM app.record_changes c WHERE c.company_id = r.company_id AND c.record_id = r.id AND c.kind = 'changed')
        AND EXISTS (SELECT FROM app.systems s WHERE s.company_id = r.company_id AND r.fields -> 'sentFor' ? s.id::text
          AND 'site' = ANY (s.kinds) AND s.removed_at IS NULL)
        AND EXISTS (SELECT FROM app.staff_members(r.company_id) m WHERE m.user_id = r.created_by AND m.role IN ('owner', 'admin', 'member'))
      THEN 'open' ELSE 'ended' END,
    r.company_id, c.name, r.id, r.number, r.version, r.fields
  FROM app.records r JOIN app.companies c ON c.id = r.company_id AND c.deleted_at IS NULL
  WHERE r.register = 'tests' AND r.fields ? 'linkDigest' AND r.fields ->> 'linkDigest' = p_link AND r.fields ? 'sentAt'
$$;

-- The same while nothing else changes: the ledger of the company is locked until the transaction ends. Only for the company itself.
CREATE FUNCTION app.open_contact_link(p_link text, p_now timestamptz) RETURNS TABLE (state text, record_id uuid, number bigint, version integer, fields jsonb)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT app.is_company_itself() THEN RAISE EXCEPTION 'permission denied: not the company itself' USING ERRCODE = '42501'; END IF;
  PERFORM app.lock_ledger();
  RETURN QUERY SELECT l.state, l.record_id, l.number, l.version, l.fields FROM app.contact_link_state(p_link, p_now) l WHERE l.company_id = app.tenant();
END $$;

-- Writes that somebody opened the link, and nothing else.
CREATE FUNCTION app.answer_contact_link(p_link text, p_now timestamptz, p_record_salt bytea, p_act uuid, p_details text, p_salt bytea, p_commitment text)
  RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v record;
BEGIN
  SELECT o.* INTO v FROM app.open_contact_link(p_link, p_now) o WHERE o.state = 'open';
  IF NOT FOUND THEN RETURN false; END IF;
  UPDATE app.records r SET fields = r.fields || jsonb_build_object('answeredAt', app.iso_instant(p_now)), changed_by = r.company_id, changed_at = p_now,
      batch_id = NULL, salt = p_record_salt
    WHERE r.company_id = app.tenant() AND r.id = v.record_id;
  PERFORM app.record_act(p_act, 'record.answered', v.record_id::text, p_details, p_salt, p_commitment, NULL);
  RETURN true;
END $$;

REVOKE EXECUTE ON FUNCTION app.contact_link_state(text, timestamptz), app.open_contact_link(text, timestamptz),
  app.answer_contact_link(text, timestamptz, bytea, uuid, text, bytea, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.contact_link_state(text, timestamptz), app.open_contact_link(text, timestamptz),
  app.answer_contact_link(text, timestamptz, bytea, uuid, text, bytea, text) TO app_user;

-- Who approved a test of the contact approved where it was sent: that somebody answered it is no other text of theirs.
DO $$
DECLARE v_text text := pg_get_functiondef('app.hold_record()'::regprocedure);
  v_was text := E'    IF NEW.fields IS DISTINCT FROM OLD.fields THEN\n      IF OLD.ended_at IS NOT NULL THEN';
BEGIN
  IF position(v_was IN v_text) = 0 THEN RAISE EXCEPTION 'app.hold_record is another one'; END IF;
  EXECUTE replace(v_text, v_was, E'    IF NEW.changed_by = NEW.company_id AND NEW.register = ''tests'' AND OLD.ended_at IS NULL AND NEW.fields IS DISTINCT FROM OLD.fields\n'
    '        AND NEW.fields - ''answeredAt'' = OLD.fields THEN\n      NULL;\n' || replace(v_was, E'    IF NEW.fields', E'    ELSIF NEW.fields'));
END $$;
RESET ROLE;

-- An answer is never refused because the ledger had its entries of the month.
DO $$
DECLARE v_text text := pg_get_functiondef('app.is_never_refused(text)'::regprocedure);
BEGIN
  IF position($q$'staff.signedIn',$q$ IN v_text) = 0 THEN RAISE EXCEPTION 'app.is_never_refused is another one'; END IF;
  EXECUTE replace(v_text, $q$'staff.signedIn',$q$, $q$'staff.signedIn', 'record.answered',$q$);
END $$;
