-- "Nobody else could" is asked of the last 30 days: making the others viewers for a minute, or removing them, is no way to act alone.
-- See docs/decisions/0179.
SET LOCAL ROLE app_owner;
CREATE INDEX ledger_acts_of_roles ON app.ledger_acts (company_id, at DESC)
  WHERE event IN ('member.roleChanged', 'member.removed', 'member.left');

SET LOCAL ROLE app_definer;
-- Who could do what these roles may within the last 30 days, and may not any more. By their accounts; who may now is not among them.
CREATE FUNCTION app.could_lately(p_roles text[]) RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT DISTINCT a.subject::uuid FROM app.ledger_acts a
  WHERE a.company_id = app.tenant() AND a.event IN ('member.roleChanged', 'member.removed', 'member.left')
    AND a.at > clock_timestamp() - interval '30 days'
    AND coalesce(a.details::jsonb ->> 'before', a.details::jsonb ->> 'role') = ANY (p_roles)
    AND NOT EXISTS (SELECT FROM app.company_members m WHERE m.company_id = a.company_id AND m.user_id::text = a.subject
      AND m.status = 'active' AND m.role = ANY (p_roles))
$$;
-- As document_reviewers before: policies have a rule of their own for texts that nobody else could approve (a month, afterwards).
CREATE FUNCTION app.reviewers_now() RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT count(*) FROM app.company_members m LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
  WHERE m.company_id = app.tenant() AND m.status = 'active' AND m.role IN ('owner', 'admin', 'member') AND b.disabled_at IS NULL
$$;
REVOKE ALL ON FUNCTION app.could_lately(text[]), app.reviewers_now() FROM PUBLIC;

CREATE OR REPLACE FUNCTION app.document_reviewers() RETURNS bigint LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_now bigint := app.reviewers_now();
BEGIN
  IF v_now > 1 THEN RETURN v_now; END IF;
  RETURN v_now + (SELECT count(*) FROM app.could_lately(ARRAY['owner', 'admin', 'member']));
END $$;
CREATE OR REPLACE FUNCTION app.record_approvers(p_register text) RETURNS bigint LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_now bigint; v_roles text[];
BEGIN
  SELECT r.approve_roles INTO v_roles FROM app.registers r WHERE r.key = p_register;
  SELECT count(*) INTO v_now FROM app.company_members m LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
    WHERE m.company_id = app.tenant() AND m.role = ANY (v_roles) AND m.status = 'active' AND b.disabled_at IS NULL
    -- As app.my_role says it: such an account is a member at most.
    AND ('member' = ANY (v_roles) OR m.role NOT IN ('owner', 'admin') OR b.platform_role IS DISTINCT FROM 'user');
  IF v_now > 1 THEN RETURN v_now; END IF;
  RETURN v_now + (SELECT count(*) FROM app.could_lately(v_roles));
END $$;
-- As in 0069, with who could approve within the last 30 days.
CREATE OR REPLACE FUNCTION app.approvers_now() RETURNS TABLE (user_id uuid, since timestamptz) LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
  SELECT m.user_id, m.created_at FROM app.company_members m LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
  WHERE m.company_id = app.tenant() AND app.is_company_itself() AND m.status = 'active' AND b.disabled_at IS NULL
    AND (m.role IN ('owner', 'admin', 'member') OR m.user_id IN (SELECT app.could_lately(ARRAY['owner', 'admin', 'member'])))
  ORDER BY m.user_id
$$;

RESET ROLE;
CREATE FUNCTION pg_temp.rewrite_alone(p_function regproc, p_from text, p_to text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_text text := pg_get_functiondef(p_function);
BEGIN
  IF position(p_from IN v_text) = 0 THEN RAISE EXCEPTION '% does not have "%"', p_function, p_from; END IF;
  EXECUTE replace(v_text, p_from, p_to);
END $$;
GRANT EXECUTE ON FUNCTION pg_temp.rewrite_alone(regproc, text, text) TO app_definer;
SET LOCAL ROLE app_definer;
SELECT pg_temp.rewrite_alone('app.hold_policy_approval', 'app.document_reviewers()', 'app.reviewers_now()');
SELECT pg_temp.rewrite_alone('app.hold_policy_version', 'app.document_reviewers()', 'app.reviewers_now()');
SELECT pg_temp.rewrite_alone('app.hold_review_population', 'app.document_reviewers()', 'app.reviewers_now()');
RESET ROLE;
SELECT pg_temp.rewrite_alone('app.document_facts', 'AS printed,', 'AS printed,
        coalesce(r.own, false) AS own,');
