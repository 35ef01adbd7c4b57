-- Those who run the installation: accounts and their bounds, invitations to sign up, answers to what strangers send,
-- features of single companies, and what the processes say of themselves. Nothing here reads what a company stores.
SET LOCAL ROLE app_owner;

-- What platform admins did. The actor is written down as they were called then: an account may go, the record stays.
CREATE TABLE app.operator_acts (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  actor text NOT NULL,
  act text NOT NULL,
  subject text NOT NULL,
  details jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX operator_acts_newest ON app.operator_acts (at DESC, id DESC);

-- An invitation to sign up. Its token only leads to the form: who signs up confirms the address all the same.
CREATE TABLE app.sign_up_invitations (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  email text NOT NULL CHECK (email = lower(email)),
  platform_role text NOT NULL CHECK (platform_role IN ('admin', 'manager', 'user')),
  token_sha256 bytea NOT NULL CONSTRAINT sign_up_invitations_token UNIQUE,
  invited_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  sent_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz
);
CREATE UNIQUE INDEX sign_up_invitations_one_pending ON app.sign_up_invitations (email) WHERE accepted_at IS NULL;

-- What became of a request, each time anew: a request may be opened again. Goes with the request.
CREATE TABLE app.request_answers (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  request_id uuid NOT NULL,
  at timestamptz NOT NULL,
  answered_by text NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('answered', 'invited', 'closed')),
  words text
);
CREATE INDEX request_answers_of ON app.request_answers (request_id, at DESC);

-- Each process writes its line every few seconds, and deletes it when it stops in order.
CREATE TABLE app.processes (
  id uuid PRIMARY KEY,
  role text NOT NULL,
  version text NOT NULL,
  node_version text NOT NULL,
  started_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL
);

SELECT app.protect(t) FROM unnest(ARRAY['app.operator_acts', 'app.sign_up_invitations', 'app.request_answers',
  'app.processes']::regclass[]) t;
SELECT app.append_only('app.operator_acts');

CREATE POLICY read ON app.operator_acts FOR SELECT TO app_user USING ((SELECT app.is_platform_admin()));
CREATE POLICY administer ON app.sign_up_invitations TO app_user
  USING ((SELECT app.is_platform_admin())) WITH CHECK ((SELECT app.is_platform_admin()));
CREATE POLICY find ON app.sign_up_invitations FOR SELECT TO app_auth USING (true);
CREATE POLICY beat ON app.processes TO app_worker USING (true) WITH CHECK (true);
CREATE POLICY read ON app.processes FOR SELECT TO app_user USING ((SELECT app.is_platform_admin()));
-- An account made for the companies that invited it makes no projects of its own.
CREATE POLICY bounded ON app.projects AS RESTRICTIVE FOR INSERT TO app_user
  WITH CHECK ((SELECT app.my_platform_role()) IN ('admin', 'manager'));

GRANT SELECT ON app.operator_acts TO app_user;
GRANT INSERT ON app.operator_acts TO app_definer;
GRANT SELECT, DELETE, INSERT (id, email, platform_role, token_sha256, invited_by, created_at, sent_at, expires_at),
  UPDATE (token_sha256, sent_at, expires_at) ON app.sign_up_invitations TO app_user;
GRANT SELECT (email, token_sha256, expires_at, accepted_at) ON app.sign_up_invitations TO app_auth;
GRANT SELECT, UPDATE (accepted_at) ON app.sign_up_invitations TO app_definer;
GRANT SELECT, INSERT, DELETE ON app.request_answers TO app_definer;
GRANT SELECT, INSERT, UPDATE, DELETE ON app.processes TO app_worker;
GRANT SELECT ON app.processes TO app_user;
GRANT INSERT, UPDATE, DELETE ON app.feature_overrides TO app_definer;
GRANT SELECT ON app.projects, app.connections, app.collection_runs, app.imports, app.webhook_deliveries TO app_definer;
GRANT SELECT (created_at), UPDATE (created_at) ON auth.users TO app_definer;
GRANT SELECT (user_id, outcome, at) ON auth.sign_ins TO app_definer;
GRANT SELECT (id), DELETE ON auth.sessions TO app_definer;
GRANT SELECT (email), DELETE ON auth.one_time_links TO app_definer;
GRANT SELECT (requested_at) ON auth.link_requests TO app_definer;

-- Writes down what the caller did. Every door below calls it; what is done without a door is noted by the program.
CREATE FUNCTION app.note_act(p_act text, p_subject text, p_details jsonb) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT app.is_platform_admin() THEN RAISE EXCEPTION 'not a platform admin' USING ERRCODE = '42501'; END IF;
  INSERT INTO app.operator_acts (actor, act, subject, details)
    VALUES (coalesce((SELECT email FROM auth.users WHERE id = app.uid()), app.uid()::text), p_act, p_subject, p_details);
END $$;

-- Accounts in the order of their addresses, after an address, of those whose address or name holds a text.
CREATE FUNCTION app.list_users(p_search text, p_after text, p_limit integer)
RETURNS TABLE (id uuid, email text, first_name text, last_name text, platform_role text, created_at timestamptz,
  last_sign_in_at timestamptz, has_second_factor boolean, disabled_at timestamptz, companies bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT u.id, u.email, u.first_name, u.last_name,
    CASE WHEN EXISTS (SELECT FROM app.platform_admins p WHERE p.id = u.id) THEN 'admin' ELSE coalesce(b.platform_role, 'manager') END,
    u.created_at, (SELECT s.at FROM auth.sign_ins s WHERE s.user_id = u.id AND s.outcome = 'signed-in' ORDER BY s.at DESC LIMIT 1),
    EXISTS (SELECT FROM auth.totp_secrets t WHERE t.user_id = u.id AND t.confirmed_at IS NOT NULL)
      OR EXISTS (SELECT FROM auth.passkeys k WHERE k.user_id = u.id),
    b.disabled_at, (SELECT count(*) FROM app.company_members m WHERE m.user_id = u.id AND m.status = 'active')
  FROM auth.users u LEFT JOIN app.account_bounds b ON b.user_id = u.id
  WHERE (SELECT app.is_platform_admin()) AND u.email > p_after
    AND (p_search = '' OR position(lower(p_search) IN u.email) > 0
      OR position(lower(p_search) IN lower(u.first_name || ' ' || u.last_name)) > 0)
  ORDER BY u.email LIMIT least(p_limit, 200)
$$;

-- Whoever changes who runs the installation waits here, so that two who demote each other leave one.
CREATE FUNCTION app.alone_among_admins() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('platform admins', 0));
  IF NOT app.is_platform_admin() THEN RAISE EXCEPTION 'not a platform admin' USING ERRCODE = '42501'; END IF;
END $$;

-- Whether nobody who may come in would run the installation without this account.
CREATE FUNCTION app.is_last_admin(p_user uuid) RETURNS boolean LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (SELECT FROM app.platform_admins WHERE id = p_user) AND NOT EXISTS (
    SELECT FROM app.platform_admins p LEFT JOIN app.account_bounds b ON b.user_id = p.id
    WHERE p.id <> p_user AND b.disabled_at IS NULL)
$$;

-- Answers changed, same, unknown, or last-admin where nobody would be left to run the installation.
CREATE FUNCTION app.set_platform_role(p_user uuid, p_role text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_email text; v_before text;
BEGIN
  PERFORM app.alone_among_admins();
  SELECT u.email, CASE WHEN p.id IS NOT NULL THEN 'admin' ELSE coalesce(b.platform_role, 'manager') END INTO v_email, v_before
    FROM auth.users u LEFT JOIN app.platform_admins p ON p.id = u.id LEFT JOIN app.account_bounds b ON b.user_id = u.id
    WHERE u.id = p_user;
  IF v_email IS NULL THEN RETURN 'unknown'; END IF;
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

-- A disabled account opens nothing: its sessions and mailed links end, app.my_role and app.tenant know nobody. The row of
-- the account is locked as a sign-in locks it, so that one under way ends with the others. Answers as set_platform_role.
CREATE FUNCTION app.set_disabled(p_user uuid, p_disabled boolean, p_now timestamptz) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_email text; v_before boolean;
BEGIN
  PERFORM app.alone_among_admins();
  SELECT email INTO v_email FROM auth.users WHERE id = p_user FOR NO KEY UPDATE;
  IF v_email IS NULL THEN RETURN 'unknown'; END IF;
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

-- Answers how many sessions there were; NULL for an account that does not exist.
CREATE FUNCTION app.end_sessions(p_user uuid) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_email text; v_ended integer;
BEGIN
  IF NOT app.is_platform_admin() THEN RAISE EXCEPTION 'not a platform admin' USING ERRCODE = '42501'; END IF;
  SELECT email INTO v_email FROM auth.users WHERE id = p_user FOR NO KEY UPDATE;
  IF v_email IS NULL THEN RETURN NULL; END IF;
  DELETE FROM auth.sessions WHERE user_id = p_user;
  GET DIAGNOSTICS v_ended = ROW_COUNT;
  PERFORM app.note_act('user.sessionsEnded', v_email, jsonb_build_object('sessions', v_ended));
  RETURN v_ended;
END $$;

-- Whoever was invited becomes what the invitation says, by whichever way they sign up. To run the installation is given
-- only in the name of somebody who still does.
CREATE FUNCTION app.take_up_invitation() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_role text; v_by uuid;
BEGIN
  UPDATE app.sign_up_invitations SET accepted_at = NEW.created_at
    WHERE email = NEW.email AND accepted_at IS NULL AND expires_at > NEW.created_at
    RETURNING platform_role, invited_by INTO v_role, v_by;
  IF v_role = 'user' THEN
    INSERT INTO app.account_bounds (user_id, platform_role) VALUES (NEW.id, 'user') ON CONFLICT DO NOTHING;
  ELSIF v_role = 'admin' AND EXISTS (SELECT FROM app.platform_admins p LEFT JOIN app.account_bounds b ON b.user_id = p.id
      WHERE p.id = v_by AND b.disabled_at IS NULL) THEN
    INSERT INTO app.platform_admins (id) VALUES (NEW.id) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER invited AFTER INSERT ON auth.users FOR EACH ROW EXECUTE FUNCTION app.take_up_invitation();

-- Names, plans and how many members: all that a platform admin sees of a company.
CREATE FUNCTION app.find_companies(p_search text, p_limit integer)
RETURNS TABLE (id uuid, name text, plan text, members bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT c.id, c.name, c.subscription_tier,
    (SELECT count(*) FROM app.company_members m WHERE m.company_id = c.id AND m.status = 'active')
  FROM app.companies c WHERE (SELECT app.is_platform_admin()) AND c.deleted_at IS NULL
    AND position(lower(p_search) IN lower(c.name)) > 0
  ORDER BY c.name, c.id LIMIT least(p_limit, 50)
$$;

CREATE FUNCTION app.list_overrides() RETURNS TABLE (key text, company_id uuid, company text, enabled boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT o.key, o.company_id, c.name, o.enabled FROM app.feature_overrides o JOIN app.companies c ON c.id = o.company_id
  WHERE (SELECT app.is_platform_admin()) ORDER BY o.key, c.name, c.id
$$;

-- What one company has otherwise than the installation; NULL takes it away. False when there is no such company or flag.
CREATE FUNCTION app.set_override(p_company uuid, p_key text, p_enabled boolean) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_company text;
BEGIN
  IF NOT app.is_platform_admin() THEN RAISE EXCEPTION 'not a platform admin' USING ERRCODE = '42501'; END IF;
  SELECT name INTO v_company FROM app.companies WHERE id = p_company AND deleted_at IS NULL;
  IF v_company IS NULL OR NOT EXISTS (SELECT FROM app.feature_flags WHERE key = p_key) THEN RETURN false; END IF;
  IF p_enabled IS NULL THEN
    DELETE FROM app.feature_overrides WHERE company_id = p_company AND key = p_key;
  ELSE
    INSERT INTO app.feature_overrides (company_id, key, enabled) VALUES (p_company, p_key, p_enabled)
      ON CONFLICT (company_id, key) DO UPDATE SET enabled = excluded.enabled;
  END IF;
  PERFORM app.note_act('flag.overridden', p_key, jsonb_build_object('company', v_company, 'enabled', p_enabled));
  RETURN true;
END $$;

-- Of how many frameworks a company has projects: as many as its plan goes, and one unless it has multi-framework. The
-- company's row is locked first, so that none of many at once is too many. Archived projects do not count.
CREATE FUNCTION app.hold_frameworks() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_limit integer; v_used text[];
BEGIN
  IF NEW.archived_at IS NOT NULL THEN RETURN NEW; END IF;
  SELECT p.frameworks INTO v_limit FROM app.companies c JOIN app.plans p ON p.key = c.subscription_tier
    WHERE c.id = NEW.company_id FOR NO KEY UPDATE OF c;
  SELECT coalesce(array_agg(DISTINCT framework), '{}') INTO v_used FROM app.projects
    WHERE company_id = NEW.company_id AND archived_at IS NULL AND id <> NEW.id;
  IF cardinality(v_used) = 0 OR NEW.framework = ANY (v_used) THEN RETURN NEW; END IF;
  IF NOT app.has_feature('multi-framework') THEN
    RAISE EXCEPTION 'this company has projects of one framework' USING ERRCODE = '23514', CONSTRAINT = 'projects_single_framework';
  END IF;
  IF cardinality(v_used) >= v_limit THEN
    RAISE EXCEPTION 'the plan goes no further' USING ERRCODE = '23514', CONSTRAINT = 'projects_framework_limit';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER hold_frameworks BEFORE INSERT OR UPDATE OF framework, archived_at ON app.projects
  FOR EACH ROW EXECUTE FUNCTION app.hold_frameworks();

-- What strangers and members sent, in one list; behind one door, since one who asks for access is not in the other table.
CREATE FUNCTION app.all_requests()
RETURNS TABLE (id uuid, kind text, name text, email text, company text, about text, words text, created_at timestamptz,
  answer_due_at timestamptz, answered_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT m.id, m.kind, m.name, m.email, m.company, m.subject, m.message, m.created_at, m.answer_due_at, m.answered_at
  FROM app.contact_messages m WHERE (SELECT app.is_platform_admin())
  UNION ALL SELECT r.id, r.kind, concat_ws(' ', r.first_name, r.last_name), r.email, r.company, r.role,
    array_to_string(r.replaced, E'\n'), r.created_at, NULL, r.answered_at
  FROM app.access_requests r WHERE (SELECT app.is_platform_admin())
$$;

-- A page of them: open ones with the oldest first, since they wait; settled ones with the newest first.
CREATE FUNCTION app.list_requests(p_open boolean, p_kind text, p_search text, p_after timestamptz, p_after_id uuid, p_limit integer)
RETURNS TABLE (id uuid, kind text, name text, email text, company text, about text, created_at timestamptz,
  answer_due_at timestamptz, answered_at timestamptz, outcome text, answered_by text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT r.id, r.kind, r.name, r.email, r.company, r.about, r.created_at, r.answer_due_at, r.answered_at, a.outcome, a.answered_by
  FROM app.all_requests() r LEFT JOIN LATERAL (SELECT x.outcome, x.answered_by FROM app.request_answers x
    WHERE x.request_id = r.id AND r.answered_at IS NOT NULL ORDER BY x.at DESC LIMIT 1) a ON true
  WHERE (r.answered_at IS NULL) = p_open AND (p_kind = '' OR r.kind = p_kind)
    AND (p_search = '' OR position(lower(p_search) IN lower(concat_ws(' ', r.name, r.email, r.company, r.about))) > 0)
    AND (p_after IS NULL OR CASE WHEN p_open THEN (r.created_at, r.id) > (p_after, p_after_id)
      ELSE (r.created_at, r.id) < (p_after, p_after_id) END)
  ORDER BY CASE WHEN p_open THEN r.created_at END, CASE WHEN p_open THEN r.id END,
    CASE WHEN NOT p_open THEN r.created_at END DESC, CASE WHEN NOT p_open THEN r.id END DESC
  LIMIT least(p_limit, 200)
$$;

CREATE FUNCTION app.answers_to(p_id uuid) RETURNS TABLE (at timestamptz, answered_by text, outcome text, words text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT a.at, a.answered_by, a.outcome, a.words FROM app.request_answers a
  WHERE a.request_id = p_id AND (SELECT app.is_platform_admin()) ORDER BY a.at
$$;

-- Ends a request that is open, and keeps what was answered; false when it is not open, or was just settled by another.
CREATE FUNCTION app.settle_request(p_id uuid, p_outcome text, p_words text, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT app.is_platform_admin() THEN RAISE EXCEPTION 'not a platform admin' USING ERRCODE = '42501'; END IF;
  IF NOT app.answer_request(p_id, p_now) THEN RETURN false; END IF;
  INSERT INTO app.request_answers (request_id, at, answered_by, outcome, words)
    VALUES (p_id, p_now, coalesce((SELECT email FROM auth.users WHERE id = app.uid()), app.uid()::text), p_outcome, p_words);
  PERFORM app.note_act('request.' || p_outcome, (SELECT email FROM app.all_requests() WHERE id = p_id), '{}');
  RETURN true;
END $$;

-- Opens it again, with what was answered so far; false when it is open.
CREATE FUNCTION app.reopen_request(p_id uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_email text;
BEGIN
  IF NOT app.is_platform_admin() THEN RAISE EXCEPTION 'not a platform admin' USING ERRCODE = '42501'; END IF;
  UPDATE app.contact_messages SET answered_at = NULL WHERE id = p_id AND answered_at IS NOT NULL RETURNING email INTO v_email;
  IF v_email IS NULL THEN
    UPDATE app.access_requests SET answered_at = NULL WHERE id = p_id AND answered_at IS NOT NULL RETURNING email INTO v_email;
  END IF;
  IF v_email IS NULL THEN RETURN false; END IF;
  PERFORM app.note_act('request.reopened', v_email, '{}');
  RETURN true;
END $$;

-- Answers quote whom they answer: whoever is forgotten is forgotten there, too.
CREATE FUNCTION app.forget_answers() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM app.request_answers WHERE request_id = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER forget_answers AFTER DELETE ON app.contact_messages FOR EACH ROW EXECUTE FUNCTION app.forget_answers();
CREATE TRIGGER forget_answers AFTER DELETE ON app.access_requests FOR EACH ROW EXECUTE FUNCTION app.forget_answers();

-- How far the queues are, one line each: what waits, what was given up, and since when the oldest waits. A delivery that
-- is to be tried again later does not wait for us.
CREATE FUNCTION app.queues() RETURNS TABLE (queue text, waiting bigint, failed bigint, oldest timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT q.* FROM (
    SELECT 'mail', count(*) FILTER (WHERE attempts < 8), count(*) FILTER (WHERE attempts >= 8),
      min(created_at) FILTER (WHERE attempts < 8) FROM app.outbox WHERE sent_at IS NULL
    UNION ALL SELECT 'links', count(*), 0, min(requested_at) FROM auth.link_requests
    UNION ALL SELECT 'imports', count(*) FILTER (WHERE state IN ('waiting', 'working')),
      count(*) FILTER (WHERE state = 'failed' AND finished_at > now() - interval '1 day'),
      min(created_at) FILTER (WHERE state IN ('waiting', 'working')) FROM app.imports
    UNION ALL SELECT 'webhooks', count(*) FILTER (WHERE state = 'waiting'),
      count(*) FILTER (WHERE state = 'failed' AND tried_at > now() - interval '1 day'),
      min(next_try_at) FILTER (WHERE state = 'waiting' AND next_try_at <= now()) FROM app.webhook_deliveries
    UNION ALL SELECT 'collections', count(*) FILTER (WHERE state IN ('waiting', 'working')),
      count(*) FILTER (WHERE state = 'failed' AND finished_at > now() - interval '1 day'),
      min(slot) FILTER (WHERE state = 'waiting') FROM app.collection_runs WHERE state IN ('waiting', 'working', 'failed')
  ) q (queue, waiting, failed, oldest) WHERE (SELECT app.is_platform_admin())
$$;

-- Counts over the whole installation; no company is named.
CREATE FUNCTION app.installation(p_late timestamptz)
RETURNS TABLE (users bigint, companies bigint, connections bigint, late bigint, newest_sync timestamptz, database_version text,
  database_bytes bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT x.* FROM (
    SELECT (SELECT count(*) FROM auth.users), (SELECT count(*) FROM app.companies WHERE deleted_at IS NULL), count(*),
      count(*) FILTER (WHERE coalesce(n.at, k.connected_at) < p_late), max(n.at),
      current_setting('server_version'), pg_database_size(current_database())
    FROM app.connections k LEFT JOIN LATERAL (SELECT r.finished_at AS at FROM app.collection_runs r
      WHERE r.company_id = k.company_id AND r.connection_id = k.id AND r.state = 'done' ORDER BY r.slot DESC LIMIT 1) n ON true
    WHERE k.state IN ('connected', 'needs attention')
  ) x WHERE (SELECT app.is_platform_admin())
$$;

GRANT EXECUTE ON FUNCTION app.note_act(text, text, jsonb), app.list_users(text, text, integer), app.set_platform_role(uuid, text),
  app.set_disabled(uuid, boolean, timestamptz), app.end_sessions(uuid), app.find_companies(text, integer), app.list_overrides(),
  app.set_override(uuid, text, boolean), app.list_requests(boolean, text, text, timestamptz, uuid, integer), app.all_requests(),
  app.answers_to(uuid), app.settle_request(uuid, text, text, timestamptz), app.reopen_request(uuid), app.queues(),
  app.installation(timestamptz) TO app_user, app_definer;
GRANT EXECUTE ON FUNCTION app.alone_among_admins(), app.is_last_admin(uuid) TO app_definer;

RESET ROLE;
DO $$
DECLARE f text;
BEGIN
  FOREACH f IN ARRAY ARRAY['app.note_act(text, text, jsonb)', 'app.list_users(text, text, integer)', 'app.alone_among_admins()',
    'app.is_last_admin(uuid)', 'app.set_platform_role(uuid, text)', 'app.set_disabled(uuid, boolean, timestamptz)',
    'app.end_sessions(uuid)', 'app.take_up_invitation()', 'app.find_companies(text, integer)', 'app.list_overrides()',
    'app.set_override(uuid, text, boolean)', 'app.hold_frameworks()', 'app.all_requests()',
    'app.list_requests(boolean, text, text, timestamptz, uuid, integer)', 'app.answers_to(uuid)',
    'app.settle_request(uuid, text, text, timestamptz)', 'app.reopen_request(uuid)', 'app.forget_answers()', 'app.queues()',
    'app.installation(timestamptz)'] LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO app_definer', f);
  END LOOP;
END $$;
