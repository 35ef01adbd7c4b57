-- Joining by an invitation's own mail: its link proves the address, so the account is made where the link leads. See docs/decisions/0071.
SET LOCAL ROLE app_owner;

-- Only a link that was mailed, and shown to nobody else, proves the address. Links from before were shown to who invited, too.
ALTER TABLE app.invitation_links ADD COLUMN mailed boolean NOT NULL DEFAULT false;

ALTER TABLE auth.ceremonies DROP CONSTRAINT ceremonies_purpose_check,
  ADD CONSTRAINT ceremonies_purpose_check CHECK (purpose IN
    ('passkey-registration', 'passkey-sign-in', 'passkey-second-factor', 'passkey-joining', 'single-sign-on'));

-- For which address a link may make an account, and as what it joins: the link was mailed there, the invitation is open, and
-- the address has no account. No row in any other case, so that nobody learns from a link of their own who has one.
CREATE FUNCTION app.invited_newcomer(p_sha256 bytea, p_now timestamptz) RETURNS TABLE (email text, role text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT i.email, i.role FROM app.invitation_links l
  JOIN app.company_invitations i ON i.company_id = l.company_id AND i.id = l.invitation_id
  WHERE l.token_sha256 = p_sha256 AND l.mailed AND i.status = 'pending' AND i.expires_at > p_now
    AND NOT EXISTS (SELECT FROM auth.users u WHERE u.email = i.email)
$$;
REVOKE EXECUTE ON FUNCTION app.invited_newcomer(bytea, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.invited_newcomer(bytea, timestamptz) TO app_user, app_auth;

-- Makes an account that was made a moment ago, in this transaction, a member or an auditor, with the entry in the ledger. What
-- accepting decides holds here, too: the address, the seats, the locks and whether the invitation is still open.
CREATE FUNCTION app.join_by_invitation(
  p_sha256 bytea, p_user uuid, p_now timestamptz, p_act uuid, p_details text, p_salt bytea, p_commitment text
) RETURNS TABLE (outcome text, company_id uuid, company_name text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE v_joined record;
BEGIN
  IF NOT EXISTS (SELECT FROM app.invitation_links l WHERE l.token_sha256 = p_sha256 AND l.mailed) THEN
    RETURN QUERY SELECT 'unknown', NULL::uuid, NULL;
    RETURN;
  END IF;
  PERFORM set_config('app.user_id', p_user::text, true);
  SELECT a.outcome AS outcome, a.company_id AS company_id, a.company_name AS company_name INTO v_joined
    FROM app.accept_invitation(p_sha256, NULL, p_now) a;
  IF v_joined.outcome = 'joined' THEN
    -- The ledger hears of it even where the new member still has to bring a second factor.
    PERFORM set_config('app.company_id', v_joined.company_id::text, true), set_config('app.second_factor', 'on', true);
    PERFORM app.record_act(p_act, 'invitation.accepted', p_user::text, p_details, p_salt, p_commitment, NULL);
  END IF;
  RETURN QUERY SELECT v_joined.outcome, v_joined.company_id, v_joined.company_name;
END $$;
REVOKE EXECUTE ON FUNCTION app.join_by_invitation(bytea, uuid, timestamptz, uuid, text, bytea, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.join_by_invitation(bytea, uuid, timestamptz, uuid, text, bytea, text) TO app_auth;
RESET ROLE;
ALTER FUNCTION app.invited_newcomer(bytea, timestamptz) OWNER TO app_definer;
ALTER FUNCTION app.join_by_invitation(bytea, uuid, timestamptz, uuid, text, bytea, text) OWNER TO app_definer;
