-- Invitations, the seats of a plan, handing a company over, and its end.

SET LOCAL ROLE app_owner;

CREATE TABLE app.company_invitations (
  company_id uuid NOT NULL REFERENCES app.companies,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  email text NOT NULL CHECK (email = lower(email)),
  role text NOT NULL CHECK (role IN ('admin', 'member', 'viewer', 'auditor')),
  invited_by uuid NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'accepted', 'declined')),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  answered_at timestamptz,
  -- For an auditor: which projects, and until when.
  audit_projects uuid[],
  audit_ends_at timestamptz,
  PRIMARY KEY (company_id, id),
  CHECK ((role = 'auditor') = (coalesce(cardinality(audit_projects), 0) > 0 AND audit_ends_at IS NOT NULL))
);
CREATE UNIQUE INDEX company_invitations_one_pending ON app.company_invitations (company_id, email) WHERE status = 'pending';
CREATE INDEX company_invitations_by_email ON app.company_invitations (email) WHERE status = 'pending';

-- Every link that was mailed or copied opens its invitation until that ends. Only the SHA-256 of its token is kept.
CREATE TABLE app.invitation_links (
  company_id uuid NOT NULL,
  token_sha256 bytea NOT NULL CONSTRAINT invitation_links_token_key UNIQUE CHECK (length(token_sha256) = 32),
  invitation_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, token_sha256),
  FOREIGN KEY (company_id, invitation_id) REFERENCES app.company_invitations ON DELETE CASCADE
);
CREATE INDEX invitation_links_by_invitation ON app.invitation_links (company_id, invitation_id);

SELECT app.protect(t) FROM unnest(ARRAY['app.company_invitations', 'app.invitation_links']::regclass[]) t;

CREATE POLICY read ON app.company_invitations FOR SELECT TO app_user USING ((SELECT app.my_role()) IN ('owner', 'admin'));
CREATE POLICY invite ON app.company_invitations FOR INSERT TO app_user
  WITH CHECK ((SELECT app.my_role()) IN ('owner', 'admin') AND invited_by = (SELECT app.uid()) AND status = 'pending');
CREATE POLICY renew ON app.company_invitations FOR UPDATE TO app_user
  USING ((SELECT app.my_role()) IN ('owner', 'admin') AND status = 'pending');
CREATE POLICY cancel ON app.company_invitations FOR DELETE TO app_user
  USING ((SELECT app.my_role()) IN ('owner', 'admin') AND status = 'pending');
CREATE POLICY link ON app.invitation_links FOR INSERT TO app_user WITH CHECK ((SELECT app.my_role()) IN ('owner', 'admin'));

GRANT SELECT, DELETE, INSERT (company_id, id, email, role, invited_by, created_at, expires_at, audit_projects, audit_ends_at), UPDATE (expires_at)
  ON app.company_invitations TO app_user;
GRANT INSERT ON app.invitation_links TO app_user;

-- The one place where a plan's number of users holds. The company's row is locked, so that whoever comes at the same time
-- is counted; an open invitation keeps a seat, so that accepting one is not refused for want of it. Auditors take none.
CREATE FUNCTION app.hold_seats() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_limit integer; v_taken bigint;
BEGIN
  SELECT p.users INTO v_limit FROM app.companies c JOIN app.plans p ON p.key = c.subscription_tier
    WHERE c.id = NEW.company_id FOR NO KEY UPDATE OF c;
  IF v_limit IS NULL THEN RETURN NULL; END IF;
  SELECT count(*) INTO v_taken FROM app.company_members WHERE company_id = NEW.company_id;
  IF tg_argv[0] = 'invitations' THEN
    v_taken := v_taken + (SELECT count(*) FROM app.company_invitations
      WHERE company_id = NEW.company_id AND status = 'pending' AND role <> 'auditor' AND expires_at > now());
  END IF;
  IF v_taken > v_limit THEN
    RAISE EXCEPTION 'the plan has % users', v_limit USING ERRCODE = 'EX402';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER hold_seats AFTER INSERT ON app.company_members FOR EACH ROW EXECUTE FUNCTION app.hold_seats('members');
CREATE TRIGGER hold_seats AFTER INSERT OR UPDATE OF expires_at ON app.company_invitations
  FOR EACH ROW EXECUTE FUNCTION app.hold_seats('invitations');

-- How much of its plan the company of this transaction has taken; for every member, who may not see invitations.
CREATE FUNCTION app.plan_usage(OUT users_limit integer, OUT members bigint, OUT invited bigint, OUT frameworks_limit integer,
  OUT frameworks bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT p.users, (SELECT count(*) FROM app.company_members m WHERE m.company_id = c.id),
    (SELECT count(*) FROM app.company_invitations i WHERE i.company_id = c.id AND i.status = 'pending' AND i.role <> 'auditor' AND i.expires_at > now()),
    p.frameworks, (SELECT count(DISTINCT j.framework) FROM app.projects j WHERE j.company_id = c.id AND j.archived_at IS NULL)
  FROM app.companies c JOIN app.plans p ON p.key = c.subscription_tier WHERE c.id = app.tenant()
$$;

-- The company's people as a list of them shows them. Who has a second factor is for whoever may ask for one.
CREATE FUNCTION app.team() RETURNS TABLE (id uuid, user_id uuid, role text, first_name text, last_name text, email text,
  invited_by text, created_at timestamptz, has_second_factor boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT m.id, m.user_id, m.role, p.first_name, p.last_name, u.email, concat_ws(' ', i.first_name, i.last_name), m.created_at,
    CASE WHEN app.my_role() IN ('owner', 'admin') THEN
      EXISTS (SELECT FROM auth.totp_secrets s WHERE s.user_id = m.user_id AND s.confirmed_at IS NOT NULL)
      OR EXISTS (SELECT FROM auth.passkeys k WHERE k.user_id = m.user_id) END
  FROM app.company_members m JOIN auth.users u ON u.id = m.user_id LEFT JOIN app.profiles p ON p.id = m.user_id
    LEFT JOIN app.profiles i ON i.id = m.invited_by
  WHERE m.company_id = app.tenant() ORDER BY m.created_at, m.id
$$;

-- Whether somebody with this address is in the company of this transaction; only for whom may invite.
CREATE FUNCTION app.is_team_address(p_email text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(app.my_role() IN ('owner', 'admin'), false) AND EXISTS (SELECT FROM app.company_members m
    JOIN auth.users u ON u.id = m.user_id WHERE m.company_id = app.tenant() AND u.email = lower(p_email))
$$;

-- What an invitation's page shows to whoever holds a link.
CREATE FUNCTION app.find_invitation(p_sha256 bytea) RETURNS TABLE (company_name text, inviter text, email text, role text,
  status text, expires_at timestamptz, audit_projects text[], audit_ends_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT c.name, concat_ws(' ', p.first_name, p.last_name), i.email, i.role, i.status, i.expires_at,
    ARRAY(SELECT j.name FROM app.projects j WHERE j.company_id = i.company_id AND j.id = ANY (i.audit_projects) ORDER BY j.name), i.audit_ends_at
  FROM app.invitation_links l JOIN app.company_invitations i ON i.company_id = l.company_id AND i.id = l.invitation_id
    JOIN app.companies c ON c.id = i.company_id LEFT JOIN app.profiles p ON p.id = i.invited_by
  WHERE l.token_sha256 = p_sha256
$$;

-- Open invitations to the caller's own confirmed address.
CREATE FUNCTION app.my_invitations(p_now timestamptz) RETURNS TABLE (id uuid, company_name text, inviter text, role text,
  expires_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT i.id, c.name, concat_ws(' ', p.first_name, p.last_name), i.role, i.expires_at
  FROM auth.users u JOIN app.company_invitations i ON i.email = u.email AND i.status = 'pending' AND i.expires_at > p_now
    JOIN app.companies c ON c.id = i.company_id LEFT JOIN app.profiles p ON p.id = i.invited_by
  WHERE u.id = app.uid() ORDER BY i.created_at
$$;

-- The row an invitation's answer is about, locked: by its link, or by its id for whom it was sent to.
CREATE FUNCTION app.lock_invitation(p_sha256 bytea, p_id uuid) RETURNS app.company_invitations
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_row app.company_invitations;
BEGIN
  SELECT i.* INTO v_row FROM app.company_invitations i
  WHERE (i.company_id, i.id) IN (SELECT company_id, invitation_id FROM app.invitation_links WHERE token_sha256 = p_sha256)
    OR i.id = p_id AND i.email = (SELECT email FROM auth.users WHERE id = app.uid())
  FOR UPDATE;
  RETURN v_row;
END $$;

-- Makes the caller a member: joined, already-member, ended, other-address or unknown. Two tabs at once join once.
CREATE FUNCTION app.accept_invitation(p_sha256 bytea, p_id uuid, p_now timestamptz)
RETURNS TABLE (outcome text, company_id uuid, company_name text, role text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE v_invitation app.company_invitations; v_name text; v_outcome text;
BEGIN
  IF app.uid() IS NULL THEN RAISE EXCEPTION 'nobody is signed in' USING ERRCODE = '42501'; END IF;
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

-- declined, ended, other-address or unknown. Whoever holds the link may decline it, signed out as well.
CREATE FUNCTION app.decline_invitation(p_sha256 bytea, p_id uuid, p_now timestamptz) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_invitation app.company_invitations;
BEGIN
  v_invitation := app.lock_invitation(p_sha256, p_id);
  IF v_invitation.id IS NULL THEN RETURN 'unknown'; END IF;
  IF app.uid() IS NOT NULL AND v_invitation.email IS DISTINCT FROM (SELECT email FROM auth.users WHERE id = app.uid()) THEN
    RETURN 'other-address';
  END IF;
  IF v_invitation.status <> 'pending' OR v_invitation.expires_at <= p_now THEN RETURN 'ended'; END IF;
  UPDATE app.company_invitations SET status = 'declined', answered_at = p_now
    WHERE company_id = v_invitation.company_id AND id = v_invitation.id;
  RETURN 'declined';
END $$;

-- Hands the company to another of its members; who had it stays as an admin. False when there is no such member.
CREATE FUNCTION app.transfer_ownership(p_member uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_company uuid := app.tenant(); v_next uuid;
BEGIN
  -- Whoever hands over at the same time waits here, and is no longer the owner then.
  PERFORM FROM app.companies WHERE id = v_company FOR NO KEY UPDATE;
  IF app.my_role() IS DISTINCT FROM 'owner' THEN
    RAISE EXCEPTION 'only the owner hands a company over' USING ERRCODE = '42501';
  END IF;
  -- Whom the installation bounds or has disabled could not act as the owner, and nobody could take the company back.
  SELECT m.user_id INTO v_next FROM app.company_members m
    WHERE m.company_id = v_company AND m.id = p_member AND m.role <> 'owner' AND m.status = 'active'
      AND NOT EXISTS (SELECT FROM app.account_bounds b WHERE b.user_id = m.user_id
        AND (b.platform_role = 'user' OR b.disabled_at IS NOT NULL)) FOR UPDATE OF m;
  IF v_next IS NULL THEN RETURN false; END IF;
  UPDATE app.company_members SET role = 'admin' WHERE company_id = v_company AND role = 'owner';
  UPDATE app.company_members SET role = 'owner' WHERE company_id = v_company AND id = p_member;
  UPDATE app.companies SET owner_id = v_next, updated_at = now() WHERE id = v_company;
  RETURN true;
END $$;

-- Sets when the company is to be erased, or NULL to keep it after all. False when that was so already.
CREATE FUNCTION app.set_deletion(p_due timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF app.my_role() IS DISTINCT FROM 'owner' THEN
    RAISE EXCEPTION 'only the owner deletes a company' USING ERRCODE = '42501';
  END IF;
  UPDATE app.companies SET deletion_due_at = p_due, updated_at = now()
    WHERE id = app.tenant() AND (deletion_due_at IS NULL) <> (p_due IS NULL) AND deleted_at IS NULL;
  RETURN FOUND;
END $$;

-- Closes a company whose time has come: nobody is a member, and what its artifacts were encrypted with is gone, so that
-- what is left of them opens for nobody. Answers once, with whom to tell.
CREATE FUNCTION app.close_company(p_company uuid, p_now timestamptz) RETURNS TABLE (name text, first_name text, last_name text, email text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE v_owner uuid; v_name text;
BEGIN
  SELECT c.owner_id, c.name INTO v_owner, v_name FROM app.companies c
    WHERE c.id = p_company AND c.deletion_due_at <= p_now AND c.deleted_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  UPDATE app.companies c SET deleted_at = p_now, name = 'Deleted company', slug = 'deleted-' || c.id WHERE c.id = p_company;
  -- What its people wrote to us stays, without saying for whom.
  UPDATE app.contact_messages m SET company = NULL WHERE m.company = v_name AND m.kind = 'support';
  DELETE FROM app.evidence_seals s WHERE s.company_id = p_company;
  DELETE FROM app.company_keys k WHERE k.company_id = p_company;
  DELETE FROM app.connection_secrets s WHERE s.company_id = p_company;
  DELETE FROM app.link_attempts l WHERE l.company_id = p_company;
  DELETE FROM app.ended_links l WHERE l.company_id = p_company;
  DELETE FROM app.company_invitations i WHERE i.company_id = p_company;
  DELETE FROM app.company_members m WHERE m.company_id = p_company;
  RETURN QUERY SELECT v_name, u.first_name, u.last_name, u.email FROM auth.users u WHERE u.id = v_owner;
END $$;

-- Companies that are due, and closed ones of which something is left. Their connections end first, and for ten minutes what opens
-- them stays for whoever tells the vendors: with it their access would stay, too, and nobody be left to end it.
CREATE FUNCTION app.companies_to_erase(p_now timestamptz) RETURNS TABLE (company_id uuid, location uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.connections k SET state = 'disconnected', disconnected_at = p_now FROM app.companies c
    WHERE c.id = k.company_id AND c.deletion_due_at <= p_now AND c.deleted_at IS NULL AND k.state <> 'disconnected';
  RETURN QUERY SELECT c.id, c.storage_location_id FROM app.companies c WHERE c.deletion_due_at <= p_now
    AND NOT EXISTS (SELECT FROM app.ended_links e WHERE e.company_id = c.id AND e.ended_at > p_now - interval '10 minutes')
    ORDER BY c.deletion_due_at;
END $$;

CREATE FUNCTION app.blobs_of_closed(p_company uuid, p_after bigint) RETURNS TABLE (number bigint, blob_key text, location uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT e.number, e.blob_key, e.storage_location_id FROM app.evidence e JOIN app.companies c ON c.id = e.company_id
  WHERE e.company_id = p_company AND c.deleted_at IS NOT NULL AND e.number > p_after ORDER BY e.number LIMIT 500
$$;

-- Erases every row of a closed company from every table there is, and the company itself. Tables are found in the catalogue,
-- so that none is forgotten; one that others still refer to is tried again after them.
CREATE FUNCTION app.erase_company(p_company uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_waiting text[]; v_still text[]; v_table text;
BEGIN
  PERFORM FROM app.companies WHERE id = p_company AND deleted_at IS NOT NULL FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  v_waiting := ARRAY(SELECT format('%I.%I', n.nspname, c.relname) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'company_id' AND NOT a.attisdropped
    WHERE n.nspname = 'app' AND c.relkind = 'r' ORDER BY c.oid DESC);
  WHILE cardinality(v_waiting) > 0 LOOP
    v_still := '{}';
    FOREACH v_table IN ARRAY v_waiting LOOP
      BEGIN
        EXECUTE format('DELETE FROM %s WHERE company_id = $1', v_table) USING p_company;
      EXCEPTION WHEN foreign_key_violation THEN
        v_still := v_still || v_table;
      END;
    END LOOP;
    IF cardinality(v_still) = cardinality(v_waiting) THEN
      RAISE EXCEPTION 'these tables refer to each other: %', v_still;
    END IF;
    v_waiting := v_still;
  END LOOP;
  DELETE FROM app.companies WHERE id = p_company;
  RETURN true;
END $$;

GRANT SELECT, DELETE, UPDATE (name, slug, owner_id, subscription_tier, updated_at, deletion_due_at, deleted_at) ON app.companies TO app_definer;
GRANT UPDATE (role) ON app.company_members TO app_definer;
GRANT UPDATE (status, answered_at) ON app.company_invitations TO app_definer;
GRANT SELECT ON app.profiles TO app_definer;
GRANT SELECT (first_name, last_name) ON auth.users TO app_definer;
GRANT SELECT (user_id, confirmed_at) ON auth.totp_secrets TO app_definer;
GRANT SELECT (user_id) ON auth.passkeys TO app_definer;
GRANT EXECUTE ON FUNCTION app.lock_invitation(bytea, uuid) TO app_definer;
GRANT EXECUTE ON FUNCTION app.plan_usage(), app.team(), app.is_team_address(text), app.find_invitation(bytea), app.my_invitations(timestamptz),
  app.accept_invitation(bytea, uuid, timestamptz), app.decline_invitation(bytea, uuid, timestamptz),
  app.transfer_ownership(uuid), app.set_deletion(timestamptz) TO app_user;
GRANT EXECUTE ON FUNCTION app.companies_to_erase(timestamptz), app.close_company(uuid, timestamptz),
  app.blobs_of_closed(uuid, bigint), app.erase_company(uuid) TO app_worker;

RESET ROLE;
ALTER FUNCTION app.hold_seats() OWNER TO app_definer;
ALTER FUNCTION app.plan_usage() OWNER TO app_definer;
ALTER FUNCTION app.team() OWNER TO app_definer;
ALTER FUNCTION app.is_team_address(text) OWNER TO app_definer;
ALTER FUNCTION app.find_invitation(bytea) OWNER TO app_definer;
ALTER FUNCTION app.my_invitations(timestamptz) OWNER TO app_definer;
ALTER FUNCTION app.lock_invitation(bytea, uuid) OWNER TO app_definer;
ALTER FUNCTION app.accept_invitation(bytea, uuid, timestamptz) OWNER TO app_definer;
ALTER FUNCTION app.decline_invitation(bytea, uuid, timestamptz) OWNER TO app_definer;
ALTER FUNCTION app.transfer_ownership(uuid) OWNER TO app_definer;
ALTER FUNCTION app.set_deletion(timestamptz) OWNER TO app_definer;
ALTER FUNCTION app.close_company(uuid, timestamptz) OWNER TO app_definer;
ALTER FUNCTION app.companies_to_erase(timestamptz) OWNER TO app_definer;
ALTER FUNCTION app.blobs_of_closed(uuid, bigint) OWNER TO app_definer;
ALTER FUNCTION app.erase_company(uuid) OWNER TO app_definer;
