-- What a person issued ends with their rights, and account operations take their locks in one order: companies by id, then
-- accounts, then what belongs to them.
--
-- The list of what can be issued is src/domain/issued.ts; app.issued and app.end_issued say the same to the database, and
-- tests/sweeps/issued.test.ts compares them with each other and with every column that names a person.

SET LOCAL ROLE app_owner;

-- What ended with somebody's rights, until the owners have been told. The ledger tells it for good.
CREATE TABLE app.ended_rights (
  company_id uuid NOT NULL REFERENCES app.companies,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL,
  -- As they were called then: an account that is deleted leaves no name.
  person text NOT NULL,
  at timestamptz NOT NULL,
  reason text NOT NULL CHECK (reason IN ('removed', 'left', 'role changed', 'suspended', 'account disabled', 'account limited')),
  -- Of each item its kind, id and label.
  ended jsonb NOT NULL,
  told_at timestamptz,
  PRIMARY KEY (company_id, id)
);
CREATE INDEX ended_rights_untold ON app.ended_rights (at) WHERE told_at IS NULL;
SELECT app.protect('app.ended_rights');

-- HMAC-SHA-256 (RFC 2104) with a key of at most 64 bytes.
CREATE FUNCTION app.hmac_sha256(p_key bytea, p_message bytea) RETURNS bytea
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_inner bytea := p_key || decode(repeat('00', 64 - length(p_key)), 'hex'); v_outer bytea := v_inner;
BEGIN
  FOR i IN 0 .. 63 LOOP
    v_outer := set_byte(v_outer, i, get_byte(v_inner, i) # 92);
    v_inner := set_byte(v_inner, i, get_byte(v_inner, i) # 54);
  END LOOP;
  RETURN sha256(v_outer || sha256(v_inner || p_message));
END $$;

-- Locks the company of this transaction. Whoever changes its people does so first: what they hold later, they hold in order.
CREATE FUNCTION app.hold_company() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM FROM app.companies WHERE id = app.tenant() FOR NO KEY UPDATE;
END $$;

-- Locks an account together with all its companies, the companies by id first. False when there is no such account. When a
-- company was joined or founded meanwhile the transaction has to begin again: its lock would come after the account's.
CREATE FUNCTION app.hold_person(p_user uuid) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_held uuid[] := ARRAY(SELECT m.company_id FROM app.company_members m WHERE m.user_id = p_user
  UNION SELECT c.id FROM app.companies c WHERE c.owner_id = p_user AND c.deleted_at IS NULL);
BEGIN
  PERFORM FROM app.companies c WHERE c.id = ANY (v_held) ORDER BY c.id FOR NO KEY UPDATE;
  PERFORM FROM auth.users u WHERE u.id = p_user FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  IF EXISTS (SELECT FROM app.company_members m WHERE m.user_id = p_user AND m.company_id <> ALL (v_held))
    OR EXISTS (SELECT FROM app.companies c WHERE c.owner_id = p_user AND c.deleted_at IS NULL AND c.id <> ALL (v_held)) THEN
    RAISE EXCEPTION 'the companies of this account changed meanwhile' USING ERRCODE = '40001';
  END IF;
  RETURN true;
END $$;

-- Whether a connection was begun and never connected.
CREATE FUNCTION app.is_unfinished(p_connection app.connections) RETURNS boolean LANGUAGE sql IMMUTABLE AS
  $$SELECT p_connection.connected_at IS NULL AND p_connection.state IN ('linking', 'confirming')$$;

-- Everything a person issued in a company that still works. p_gone: they are no longer a member, and not only no admin.
CREATE FUNCTION app.issued(p_company uuid, p_user uuid, p_gone boolean)
RETURNS TABLE (kind text, id uuid, label text, since timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT 'invitation', i.id, i.email, i.created_at FROM app.company_invitations i
    WHERE i.company_id = p_company AND i.invited_by = p_user AND i.status = 'pending'
  UNION ALL SELECT 'api-token', t.id, t.name, t.created_at FROM app.api_tokens t
    WHERE t.company_id = p_company AND t.created_by = p_user AND t.pipeline_id IS NULL AND t.revoked_at IS NULL AND t.expires_at > now()
  UNION ALL SELECT 'pipeline', l.id, l.repository || ', ' || l.branch, l.created_at FROM app.pipelines l
    WHERE l.company_id = p_company AND l.created_by = p_user
  UNION ALL SELECT 'webhook', w.id, coalesce(substring(w.url FROM '^[a-z]+://(?:[^/@]*@)?([^/?#]+)'), 'webhook'), w.created_at
    FROM app.webhooks w WHERE w.company_id = p_company AND w.created_by = p_user AND w.active
  UNION ALL SELECT 'connection', k.id, coalesce(k.source, k.account_label, k.provider), coalesce(k.connected_at, k.created_at) FROM app.connections k
    WHERE k.company_id = p_company AND coalesce(k.connected_by, k.created_by) = p_user AND NOT app.is_unfinished(k)
      AND k.state <> 'disconnected' AND k.attention IS DISTINCT FROM 'connection-needs-confirmation'
  UNION ALL SELECT 'unfinished-connection', k.id, coalesce(k.account_label, k.provider), k.created_at FROM app.connections k
    WHERE k.company_id = p_company AND k.created_by = p_user AND app.is_unfinished(k)
  UNION ALL SELECT 'reconnection', l.id, coalesce(k.source, k.account_label, k.provider), l.created_at FROM app.link_attempts l
    JOIN app.connections k ON k.company_id = l.company_id AND k.id = l.connection_id
    WHERE l.company_id = p_company AND l.user_id = p_user AND (NOT app.is_unfinished(k) OR k.created_by <> p_user)
  UNION ALL SELECT 'export', e.id, 'CR-' || left(e.id::text, 8), e.created_at FROM app.exports e
    WHERE p_gone AND e.company_id = p_company AND e.requested_by = p_user AND e.state IN ('waiting', 'working')
$$;

-- Ends all of that, in the transaction in which the rights end, whoever ends them and by whichever way. The ledger tells it.
CREATE FUNCTION app.end_issued(p_company uuid, p_user uuid, p_gone boolean, p_reason text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_ended jsonb; v_labels text; v_head record; v_salt bytea; v_details text; v_seq bigint; v_id uuid := gen_random_uuid();
  v_actor uuid := coalesce(app.uid(), p_user); v_kinds text[];
BEGIN
  -- Of a company that closes nothing works any more. What is being issued by somebody at this moment waits here, or is waited for.
  PERFORM FROM app.companies c WHERE c.id = p_company AND c.deleted_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  SELECT jsonb_agg(jsonb_build_object('kind', x.kind, 'id', x.id, 'label', x.label) ORDER BY x.kind, x.since, x.id),
      array_to_json(array_agg(x.kind || ' ' || x.label ORDER BY x.kind, x.since, x.id))::text, array_agg(DISTINCT x.kind)
    INTO v_ended, v_labels, v_kinds FROM app.issued(p_company, p_user, p_gone) x;
  UPDATE app.api_tokens t SET revoked_at = now() WHERE t.company_id = p_company AND t.created_by = p_user AND t.revoked_at IS NULL;
  IF v_ended IS NULL THEN RETURN; END IF;

  DELETE FROM app.company_invitations i WHERE i.company_id = p_company AND i.invited_by = p_user AND i.status = 'pending';
  DELETE FROM app.pipelines l WHERE l.company_id = p_company AND l.created_by = p_user;
  UPDATE app.webhook_deliveries d SET state = 'failed' FROM app.webhooks w WHERE d.company_id = p_company AND d.state = 'waiting'
    AND w.company_id = d.company_id AND w.id = d.webhook_id AND w.created_by = p_user AND w.active;
  UPDATE app.webhooks w SET active = false, turned_off_at = now() WHERE w.company_id = p_company AND w.created_by = p_user AND w.active;
  -- A connection is the company's: it waits for another admin. Its owners are told of it with the rest.
  UPDATE app.connections k SET state = 'needs attention', attention = 'connection-needs-confirmation', told_at = now()
    WHERE k.company_id = p_company AND coalesce(k.connected_by, k.created_by) = p_user AND NOT app.is_unfinished(k)
      AND k.state <> 'disconnected';
  UPDATE app.connections k SET state = 'disconnected', disconnected_at = now()
    WHERE k.company_id = p_company AND k.created_by = p_user AND app.is_unfinished(k);
  UPDATE app.connections k SET state = 'needs attention', attention = 'connection-expired', told_at = now() FROM app.link_attempts l
    WHERE l.company_id = p_company AND l.user_id = p_user AND k.company_id = l.company_id AND k.id = l.connection_id
      AND k.connected_at IS NOT NULL AND k.state = 'linking';
  DELETE FROM app.link_attempts l WHERE l.company_id = p_company AND l.user_id = p_user;
  IF p_gone THEN
    UPDATE app.exports e SET state = 'cancelled', finished_at = now()
      WHERE e.company_id = p_company AND e.requested_by = p_user AND e.state IN ('waiting', 'working');
  END IF;

  INSERT INTO app.ended_rights (company_id, id, user_id, person, at, reason, ended)
    VALUES (p_company, v_id, p_user, coalesce((SELECT nullif(concat_ws(' ', p.first_name, p.last_name), '') FROM app.profiles p
      WHERE p.id = p_user), 'A former member'), now(), p_reason, v_ended);
  -- In the order of RFC 8785, as the server writes what people do.
  v_details := format('{"by":%s,"ended":%s,"event":"rights.ended","reason":%s,"subject":%s}', to_json(v_actor), v_labels,
    to_json(p_reason), to_json(p_user));
  v_salt := substring(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) FROM 1 FOR 16);
  SELECT h.company_id, greatest(date_trunc('milliseconds', clock_timestamp()), h.last_at) AS at INTO v_head
    FROM app.ledger_heads h WHERE h.company_id = p_company FOR UPDATE;
  v_seq := app.append_entries(p_company, v_head.at, ARRAY[format('{"at":"%s","c":"%s","id":"%s","t":"rights.ended","v":1}',
    app.iso_instant(v_head.at), encode(app.hmac_sha256(v_salt, convert_to(v_details, 'UTF8')), 'base64'), v_id)], 0, ARRAY[NULL::uuid]);
  INSERT INTO app.ledger_acts (company_id, seq, event, actor_id, subject, details, salt, at, matter_id)
    VALUES (p_company, v_seq, 'rights.ended', v_actor, p_user, v_details, v_salt, v_head.at, NULL);
END $$;

-- The same as app.issued, for whoever may remove the member, and for the member themselves.
CREATE FUNCTION app.issued_by_member(p_member uuid) RETURNS TABLE (kind text, id uuid, label text, since timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT x.kind, x.id, x.label, x.since FROM app.company_members m CROSS JOIN LATERAL app.issued(m.company_id, m.user_id, true) x
  WHERE m.company_id = app.tenant() AND m.id = p_member AND app.my_role() IN ('owner', 'admin')
  ORDER BY x.kind, x.since, x.id
$$;

-- Makes the caller the issuer of what a member issued, and says of what. Only what is listed for that member, and only for an
-- owner or admin. What is pushed or asked by a program counts as brought with a second factor only where both had one.
CREATE FUNCTION app.take_over_issued(p_member uuid, p_ids uuid[]) RETURNS TABLE (kind text, id uuid, label text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE v_company uuid := app.tenant(); v_from uuid; v_me uuid := app.uid(); v_ids uuid[];
BEGIN
  IF coalesce(app.my_role() IN ('owner', 'admin'), false) IS NOT TRUE THEN
    RAISE EXCEPTION 'only owners and admins confirm what others issued' USING ERRCODE = '42501';
  END IF;
  PERFORM app.hold_company();
  SELECT m.user_id INTO v_from FROM app.company_members m WHERE m.company_id = v_company AND m.id = p_member AND m.user_id <> v_me
    AND m.role <> 'owner';
  IF v_from IS NULL THEN RETURN; END IF;
  SELECT array_agg(x.id) INTO v_ids FROM app.issued(v_company, v_from, true) x
    WHERE x.id = ANY (p_ids) AND x.kind IN ('invitation', 'api-token', 'pipeline', 'webhook', 'connection');
  IF v_ids IS NULL THEN RETURN; END IF;
  RETURN QUERY SELECT x.kind, x.id, x.label FROM app.issued(v_company, v_from, true) x WHERE x.id = ANY (v_ids) ORDER BY x.kind, x.since;
  UPDATE app.company_invitations i SET invited_by = v_me WHERE i.company_id = v_company AND i.id = ANY (v_ids);
  UPDATE app.api_tokens t SET created_by = v_me, has_second_factor = t.has_second_factor AND app.has_second_factor()
    WHERE t.company_id = v_company AND (t.id = ANY (v_ids) OR t.pipeline_id = ANY (v_ids));
  UPDATE app.pipelines l SET created_by = v_me, has_second_factor = l.has_second_factor AND app.has_second_factor()
    WHERE l.company_id = v_company AND l.id = ANY (v_ids);
  UPDATE app.webhooks w SET created_by = v_me WHERE w.company_id = v_company AND w.id = ANY (v_ids);
  UPDATE app.connections k SET connected_by = v_me WHERE k.company_id = v_company AND k.id = ANY (v_ids);
END $$;

-- Nobody issues anything in the moment in which their rights end: whoever does holds the company, and looks again.
CREATE FUNCTION app.hold_issuer() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  -- A connection acts for itself, in the name of whoever began its link.
  IF app.my_role() = 'collector' THEN RETURN NEW; END IF;
  PERFORM FROM app.companies c WHERE c.id = NEW.company_id FOR NO KEY UPDATE;
  IF NOT EXISTS (SELECT FROM app.company_members m LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
      WHERE m.company_id = NEW.company_id AND m.user_id = (to_jsonb(NEW) ->> tg_argv[0])::uuid AND m.role IN ('owner', 'admin')
        AND m.status = 'active' AND b.disabled_at IS NULL AND coalesce(b.platform_role, 'manager') <> 'user') THEN
    -- Refused as the policies of the table refuse it. The server asks again, and finds out what the caller may do now.
    RAISE EXCEPTION 'permission denied: the rights of who issues this have ended' USING ERRCODE = '42501', CONSTRAINT = 'rights_ended';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER a_hold_issuer BEFORE INSERT ON app.company_invitations FOR EACH ROW WHEN (current_user = 'app_user')
  EXECUTE FUNCTION app.hold_issuer('invited_by');
CREATE TRIGGER a_hold_issuer BEFORE INSERT ON app.api_tokens FOR EACH ROW WHEN (current_user = 'app_user')
  EXECUTE FUNCTION app.hold_issuer('created_by');
CREATE TRIGGER a_hold_issuer BEFORE INSERT ON app.pipelines FOR EACH ROW WHEN (current_user = 'app_user')
  EXECUTE FUNCTION app.hold_issuer('created_by');
CREATE TRIGGER a_hold_issuer BEFORE INSERT ON app.webhooks FOR EACH ROW WHEN (current_user = 'app_user')
  EXECUTE FUNCTION app.hold_issuer('created_by');
CREATE TRIGGER a_hold_issuer BEFORE INSERT ON app.connections FOR EACH ROW WHEN (current_user = 'app_user')
  EXECUTE FUNCTION app.hold_issuer('created_by');
CREATE TRIGGER a_hold_issuer BEFORE INSERT ON app.link_attempts FOR EACH ROW WHEN (current_user = 'app_user')
  EXECUTE FUNCTION app.hold_issuer('user_id');

-- An account that is disabled or limited loses what made it an admin in every company, and what it issued there ends.
CREATE FUNCTION app.end_of_bounds() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_disabled boolean := NEW.disabled_at IS NOT NULL AND (tg_op = 'INSERT' OR OLD.disabled_at IS NULL);
  v_limited boolean := NEW.platform_role = 'user' AND (tg_op = 'INSERT' OR OLD.platform_role <> 'user'); v uuid;
BEGIN
  IF v_disabled OR v_limited THEN
    FOR v IN SELECT m.company_id FROM app.company_members m WHERE m.user_id = NEW.user_id ORDER BY m.company_id LOOP
      PERFORM app.end_issued(v, NEW.user_id, v_disabled, CASE WHEN v_disabled THEN 'account disabled' ELSE 'account limited' END);
    END LOOP;
  END IF;
  IF v_disabled THEN PERFORM app.end_sign_up_invitations(NEW.user_id); END IF;
  RETURN NULL;
END $$;
-- Invitations to sign up end with the rights of the platform admin who sent them.
CREATE FUNCTION app.end_sign_up_invitations(p_user uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_email text;
BEGIN
  FOR v_email IN DELETE FROM app.sign_up_invitations i WHERE i.invited_by = p_user AND i.accepted_at IS NULL RETURNING i.email LOOP
    INSERT INTO app.operator_acts (actor, act, subject, details)
      VALUES (coalesce((SELECT u.email FROM auth.users u WHERE u.id = coalesce(app.uid(), p_user)), p_user::text), 'invitation.ended', v_email, '{}');
  END LOOP;
END $$;
CREATE FUNCTION app.end_of_platform_admin() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM app.end_sign_up_invitations(OLD.id);
  RETURN NULL;
END $$;
CREATE TRIGGER end_of_bounds AFTER INSERT OR UPDATE ON app.account_bounds FOR EACH ROW EXECUTE FUNCTION app.end_of_bounds();
CREATE TRIGGER end_of_rights AFTER DELETE ON app.platform_admins FOR EACH ROW EXECUTE FUNCTION app.end_of_platform_admin();

-- No company is left without its owner, whichever way an account goes.
CREATE FUNCTION app.keep_owners() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM app.companies c WHERE c.owner_id = OLD.id AND c.deleted_at IS NULL)
    OR EXISTS (SELECT FROM app.company_members m WHERE m.user_id = OLD.id AND m.role = 'owner') THEN
    RAISE EXCEPTION 'this account owns a company' USING ERRCODE = '23503', CONSTRAINT = 'account_owns_company';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER keep_owners BEFORE DELETE ON auth.users FOR EACH ROW EXECUTE FUNCTION app.keep_owners();

-- Holds the caller's account while it founds a company; false when it is gone, or goes in this moment.
CREATE FUNCTION app.hold_founder() RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM FROM auth.users u WHERE u.id = app.uid() FOR SHARE;
  RETURN FOUND;
END $$;

-- Holds the caller's account and their companies, and says what they are in each. Nothing where the account is gone.
CREATE FUNCTION app.hold_own_account() RETURNS TABLE (company_id uuid, role text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  IF NOT app.hold_person(app.uid()) THEN RETURN; END IF;
  RETURN QUERY SELECT m.company_id, m.role FROM app.company_members m WHERE m.user_id = app.uid() ORDER BY m.company_id;
END $$;

-- Deletes the caller's account: they leave each company, also one that suspended them, and everything that was kept about them
-- as a person goes. The companies were held before, with the account.
CREATE FUNCTION app.delete_own_account() RETURNS TABLE (email text, first_name text, last_name text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE v auth.users;
BEGIN
  IF NOT app.hold_person(app.uid()) THEN RETURN; END IF;
  DELETE FROM app.company_members m WHERE m.user_id = app.uid() AND m.role <> 'owner';
  DELETE FROM auth.users u WHERE u.id = app.uid() RETURNING u.* INTO v;
  IF v.id IS NULL THEN RETURN; END IF;
  DELETE FROM app.profiles p WHERE p.id = v.id;
  DELETE FROM auth.one_time_links l WHERE l.email = v.email;
  DELETE FROM auth.link_requests r WHERE r.email = v.email;
  RETURN QUERY SELECT v.email, v.first_name, v.last_name;
END $$;

-- What ended with somebody's rights in one company, for the mail to its owners: the owner, or the admins where the owner is
-- the one who lost the rights, or cannot come in. One row for each who is told, none where nothing waits.
CREATE FUNCTION app.claim_ended_rights(p_now timestamptz)
RETURNS TABLE (company text, person text, reason text, ended jsonb, email text, first_name text, last_name text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE v app.ended_rights;
BEGIN
  SELECT r.* INTO v FROM app.ended_rights r WHERE r.told_at IS NULL ORDER BY r.at LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF v.id IS NULL THEN RETURN; END IF;
  UPDATE app.ended_rights r SET told_at = p_now WHERE r.company_id = v.company_id AND r.id = v.id;
  RETURN QUERY WITH managers AS (
      SELECT m.role, u.email, u.first_name, u.last_name FROM app.company_members m JOIN auth.users u ON u.id = m.user_id
        LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
        WHERE m.company_id = v.company_id AND m.status = 'active' AND m.role IN ('owner', 'admin') AND m.user_id <> v.user_id
          AND b.disabled_at IS NULL)
    SELECT c.name, v.person, v.reason, v.ended, x.email, x.first_name, x.last_name FROM app.companies c, managers x
    WHERE c.id = v.company_id AND c.deleted_at IS NULL AND (x.role = 'owner' OR NOT EXISTS (SELECT FROM managers o WHERE o.role = 'owner'));
  IF NOT FOUND THEN
    -- Nobody is there to be told; the next one is looked for all the same.
    RETURN QUERY SELECT NULL::text, NULL::text, NULL::text, NULL::jsonb, NULL::text, NULL::text, NULL::text;
  END IF;
END $$;

GRANT SELECT, INSERT, UPDATE (told_at) ON app.ended_rights TO app_definer;
GRANT UPDATE (invited_by) ON app.company_invitations TO app_definer;
GRANT UPDATE (created_by, has_second_factor) ON app.api_tokens TO app_definer;
GRANT UPDATE (created_by, has_second_factor) ON app.pipelines TO app_definer;
GRANT UPDATE (created_by) ON app.webhooks TO app_definer;
GRANT UPDATE (connected_by) ON app.connections TO app_definer;
GRANT UPDATE (state, finished_at) ON app.exports TO app_definer;
GRANT DELETE ON app.sign_up_invitations, app.profiles, auth.users, auth.link_requests TO app_definer;
GRANT SELECT (email) ON auth.link_requests TO app_definer;
GRANT EXECUTE ON FUNCTION app.hmac_sha256(bytea, bytea), app.is_unfinished(app.connections), app.hold_person(uuid), app.issued(uuid, uuid, boolean),
  app.end_issued(uuid, uuid, boolean, text), app.end_sign_up_invitations(uuid), app.hold_company() TO app_definer;
GRANT EXECUTE ON FUNCTION app.hold_company(), app.issued_by_member(uuid), app.take_over_issued(uuid, uuid[]), app.hold_own_account(),
  app.hold_founder(), app.delete_own_account() TO app_user;
GRANT EXECUTE ON FUNCTION app.claim_ended_rights(timestamptz) TO app_worker;

RESET ROLE;
DO $$
DECLARE f text;
BEGIN
  FOREACH f IN ARRAY ARRAY['app.hold_company()', 'app.hold_person(uuid)', 'app.issued(uuid, uuid, boolean)',
    'app.end_issued(uuid, uuid, boolean, text)', 'app.issued_by_member(uuid)', 'app.take_over_issued(uuid, uuid[])', 'app.hold_issuer()',
    'app.end_of_bounds()', 'app.end_sign_up_invitations(uuid)', 'app.end_of_platform_admin()', 'app.keep_owners()',
    'app.hold_founder()', 'app.hold_own_account()', 'app.delete_own_account()', 'app.claim_ended_rights(timestamptz)'] LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO app_definer', f);
  END LOOP;
END $$;

SET LOCAL ROLE app_definer;

-- Who is no longer an admin leaves nothing behind that they issued, and gets none of it back by returning; who is no longer a
-- member leaves no wishes about mails.
CREATE OR REPLACE FUNCTION app.end_of_rights() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF tg_op = 'DELETE' THEN
    DELETE FROM app.alert_preferences WHERE company_id = OLD.company_id AND user_id = OLD.user_id;
    DELETE FROM app.alert_mutes WHERE company_id = OLD.company_id AND user_id = OLD.user_id;
    DELETE FROM app.alerts WHERE company_id = OLD.company_id AND user_id = OLD.user_id;
    PERFORM app.end_issued(OLD.company_id, OLD.user_id, true, CASE WHEN OLD.user_id = app.uid() THEN 'left' ELSE 'removed' END);
  ELSIF NEW.status <> 'active' THEN
    PERFORM app.end_issued(OLD.company_id, OLD.user_id, true, 'suspended');
  ELSIF NEW.role NOT IN ('owner', 'admin') THEN
    PERFORM app.end_issued(OLD.company_id, OLD.user_id, false, 'role changed');
  END IF;
  RETURN NULL;
END $$;

-- A webhook begins with the next entry, also when it is turned on again: then it is issued by whoever turned it on. A roll
-- keeps the old secret for a day.
CREATE OR REPLACE FUNCTION app.begin_webhook() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF tg_op = 'INSERT' THEN
    NEW.first_entry := (app.lock_ledger()).size;
    IF (SELECT count(*) FROM app.webhooks w WHERE w.company_id = NEW.company_id) >= 10 THEN
      RAISE EXCEPTION 'too many webhooks' USING ERRCODE = 'EX429';
    END IF;
    RETURN NEW;
  END IF;
  IF NEW.active AND NOT OLD.active THEN
    NEW.first_entry := (app.lock_ledger()).size;
    NEW.failing_since := NULL;
    NEW.turned_off_at := NULL;
    NEW.created_by := coalesce(app.uid(), NEW.created_by);
  END IF;
  IF NEW.sealed_secret <> OLD.sealed_secret THEN
    NEW.old_sealed_secret := OLD.sealed_secret;
    NEW.old_secret_until := now() + interval '1 day';
  END IF;
  RETURN NEW;
END $$;

-- Hands the company to another of its members; who had it stays as an admin. False when there is no such member.
CREATE OR REPLACE FUNCTION app.transfer_ownership(p_member uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_company uuid := app.tenant(); v_next uuid;
BEGIN
  -- Whoever hands over at the same time waits here, and is no longer the owner then; so do those who leave, are removed,
  -- disabled, or delete their account.
  PERFORM FROM app.companies WHERE id = v_company FOR NO KEY UPDATE;
  IF app.my_role() IS DISTINCT FROM 'owner' THEN
    RAISE EXCEPTION 'only the owner hands a company over' USING ERRCODE = '42501';
  END IF;
  SELECT m.user_id INTO v_next FROM app.company_members m
    WHERE m.company_id = v_company AND m.id = p_member AND m.role <> 'owner' AND m.status = 'active';
  PERFORM FROM auth.users u WHERE u.id = v_next FOR SHARE;
  IF NOT FOUND THEN RETURN false; END IF;
  -- Whom the installation bounds or has disabled could not act as the owner, and nobody could take the company back.
  IF EXISTS (SELECT FROM app.account_bounds b WHERE b.user_id = v_next AND (b.platform_role = 'user' OR b.disabled_at IS NOT NULL)) THEN
    RETURN false;
  END IF;
  UPDATE app.company_members SET role = 'admin' WHERE company_id = v_company AND role = 'owner';
  UPDATE app.company_members SET role = 'owner' WHERE company_id = v_company AND id = p_member;
  UPDATE app.companies SET owner_id = v_next, updated_at = now() WHERE id = v_company;
  RETURN true;
END $$;

-- Makes the caller a member: joined, already-member, ended, other-address or unknown. Two tabs at once join once.
CREATE OR REPLACE FUNCTION app.accept_invitation(p_sha256 bytea, p_id uuid, p_now timestamptz)
RETURNS TABLE (outcome text, company_id uuid, company_name text, role text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE v_invitation app.company_invitations; v_name text; v_outcome text;
BEGIN
  IF app.uid() IS NULL THEN RAISE EXCEPTION 'nobody is signed in' USING ERRCODE = '42501'; END IF;
  PERFORM FROM app.companies c WHERE c.id IN (SELECT i.company_id FROM app.company_invitations i
    WHERE (i.company_id, i.id) IN (SELECT l.company_id, l.invitation_id FROM app.invitation_links l WHERE l.token_sha256 = p_sha256)
      OR i.id = p_id) ORDER BY c.id FOR NO KEY UPDATE;
  -- An account that is being deleted joins nothing, nor does one that was disabled in this moment.
  PERFORM FROM auth.users u WHERE u.id = app.uid() FOR SHARE;
  IF EXISTS (SELECT FROM app.account_bounds b WHERE b.user_id = app.uid() AND b.disabled_at IS NOT NULL) THEN
    RETURN QUERY SELECT 'unknown', NULL::uuid, NULL, NULL;
    RETURN;
  END IF;
  v_invitation := app.lock_invitation(p_sha256, p_id);
  IF v_invitation.id IS NULL THEN
    RETURN QUERY SELECT 'unknown', NULL::uuid, NULL, NULL;
    RETURN;
  END IF;
  v_outcome := CASE
    WHEN v_invitation.email IS DISTINCT FROM (SELECT email FROM auth.users WHERE id = app.uid()) THEN 'other-address'
    WHEN EXISTS (SELECT FROM app.company_members m WHERE m.company_id = v_invitation.company_id AND m.user_id = app.uid())
      THEN 'already-member'
    WHEN v_invitation.status <> 'pending' OR v_invitation.expires_at <= p_now THEN 'ended'
    ELSE 'joined' END;
  IF v_outcome IN ('joined', 'already-member') THEN
    UPDATE app.company_invitations i SET status = 'accepted', answered_at = p_now
      WHERE i.company_id = v_invitation.company_id AND i.id = v_invitation.id AND i.status = 'pending';
  END IF;
  IF v_outcome = 'joined' AND v_invitation.role = 'auditor' THEN
    PERFORM app.let_auditor_in(v_invitation);
  ELSIF v_outcome = 'joined' THEN
    INSERT INTO app.company_members (company_id, user_id, role, invited_by)
      VALUES (v_invitation.company_id, app.uid(), v_invitation.role, v_invitation.invited_by);
  END IF;
  SELECT c.name INTO v_name FROM app.companies c WHERE c.id = v_invitation.company_id;
  IF v_outcome = 'other-address' THEN
    RETURN QUERY SELECT v_outcome, NULL::uuid, NULL, NULL;
  ELSE
    RETURN QUERY SELECT v_outcome, v_invitation.company_id, v_name, v_invitation.role;
  END IF;
END $$;

-- Answers changed, same, unknown, or last-admin where nobody would be left to run the installation.
CREATE OR REPLACE FUNCTION app.set_platform_role(p_user uuid, p_role text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_email text; v_before text;
BEGIN
  PERFORM app.alone_among_admins();
  IF NOT app.hold_person(p_user) THEN RETURN 'unknown'; END IF;
  SELECT u.email, CASE WHEN p.id IS NOT NULL THEN 'admin' ELSE coalesce(b.platform_role, 'manager') END INTO v_email, v_before
    FROM auth.users u LEFT JOIN app.platform_admins p ON p.id = u.id LEFT JOIN app.account_bounds b ON b.user_id = u.id
    WHERE u.id = p_user;
  IF v_before = p_role THEN RETURN 'same'; END IF;
  IF p_role <> 'admin' AND app.is_last_admin(p_user) THEN RETURN 'last-admin'; END IF;
  IF p_role = 'admin' THEN
    INSERT INTO app.platform_admins (id) VALUES (p_user) ON CONFLICT DO NOTHING;
  ELSE
    DELETE FROM app.platform_admins WHERE id = p_user;
  END IF;
  -- An admin is bounded by nothing, and stays so when it ends as it was given: at the command line.
  INSERT INTO app.account_bounds (user_id, platform_role) VALUES (p_user, CASE p_role WHEN 'user' THEN 'user' ELSE 'manager' END)
    ON CONFLICT (user_id) DO UPDATE SET platform_role = excluded.platform_role;
  PERFORM app.note_act('user.roleChanged', v_email, jsonb_build_object('from', v_before, 'to', p_role));
  RETURN 'changed';
END $$;

-- A disabled account opens nothing: its sessions and mailed links end, app.my_role and app.tenant know nobody. The account is
-- held with its companies first, so that a sign-in, or a company that is being handed to it, comes before or after, and never
-- in between. Answers as set_platform_role.
CREATE OR REPLACE FUNCTION app.set_disabled(p_user uuid, p_disabled boolean, p_now timestamptz) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_email text; v_before boolean;
BEGIN
  PERFORM app.alone_among_admins();
  IF NOT app.hold_person(p_user) THEN RETURN 'unknown'; END IF;
  SELECT email INTO v_email FROM auth.users WHERE id = p_user;
  v_before := EXISTS (SELECT FROM app.account_bounds WHERE user_id = p_user AND disabled_at IS NOT NULL);
  IF v_before = p_disabled THEN RETURN 'same'; END IF;
  IF p_disabled AND app.is_last_admin(p_user) THEN RETURN 'last-admin'; END IF;
  INSERT INTO app.account_bounds (user_id, disabled_at) VALUES (p_user, CASE WHEN p_disabled THEN p_now END)
    ON CONFLICT (user_id) DO UPDATE SET disabled_at = excluded.disabled_at;
  PERFORM app.note_act(CASE WHEN p_disabled THEN 'user.disabled' ELSE 'user.enabled' END, v_email, '{}');
  IF p_disabled THEN
    DELETE FROM auth.sessions WHERE user_id = p_user;
    DELETE FROM auth.one_time_links WHERE email = v_email;
  END IF;
  RETURN 'changed';
END $$;

-- What was left behind by those whose rights had ended before: it ends now, as it does from here on.
DO $$
DECLARE v record;
BEGIN
  FOR v IN SELECT DISTINCT x.company_id, x.user_id FROM (
      SELECT company_id, invited_by AS user_id FROM app.company_invitations WHERE status = 'pending'
      UNION SELECT company_id, created_by FROM app.api_tokens WHERE revoked_at IS NULL
      UNION SELECT company_id, created_by FROM app.pipelines
      UNION SELECT company_id, created_by FROM app.webhooks WHERE active
      UNION SELECT company_id, coalesce(connected_by, created_by) FROM app.connections WHERE state <> 'disconnected'
      UNION SELECT company_id, user_id FROM app.link_attempts) x
    WHERE NOT EXISTS (SELECT FROM app.company_members m LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
      WHERE m.company_id = x.company_id AND m.user_id = x.user_id AND m.role IN ('owner', 'admin') AND m.status = 'active'
        AND b.disabled_at IS NULL AND coalesce(b.platform_role, 'manager') <> 'user')
    ORDER BY 1, 2 LOOP
    PERFORM app.end_issued(v.company_id, v.user_id, false, 'removed');
  END LOOP;
END $$;
