-- The people of a register, without a seat: a link that is mailed opens a session of twelve hours, for what one person has to do
-- in one company. See docs/decisions/0089.
GRANT USAGE ON SCHEMA app TO app_staff;
SET LOCAL ROLE app_owner;

-- Links that were mailed. Each works once, until a newer one is mailed to the same person or seven days have gone.
CREATE TABLE app.staff_links (
  company_id uuid NOT NULL REFERENCES app.companies,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  token_sha256 bytea NOT NULL UNIQUE CHECK (length(token_sha256) = 32),
  person_register text NOT NULL DEFAULT 'people' CHECK (person_register = 'people'),
  person_id uuid NOT NULL,
  -- Where it was mailed to: another address of the person ends it.
  email text NOT NULL CHECK (email = lower(email)),
  -- NULL where the person asked for it.
  sent_by uuid,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, person_register, person_id) REFERENCES app.records (company_id, register, id)
);
CREATE INDEX staff_links_of_person ON app.staff_links (company_id, person_id, created_at DESC);

CREATE TABLE app.staff_sessions (
  company_id uuid NOT NULL REFERENCES app.companies,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  token_sha256 bytea NOT NULL UNIQUE CHECK (length(token_sha256) = 32),
  person_register text NOT NULL DEFAULT 'people' CHECK (person_register = 'people'),
  person_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  address text NOT NULL,
  user_agent text NOT NULL,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, person_register, person_id) REFERENCES app.records (company_id, register, id)
);
CREATE INDEX staff_sessions_of_person ON app.staff_sessions (company_id, person_id);

-- Quizzes that were begun: the seed draws the questions, and the same seed draws them again.
CREATE TABLE app.quiz_attempts (
  company_id uuid NOT NULL REFERENCES app.companies,
  id uuid NOT NULL,
  person_register text NOT NULL DEFAULT 'people' CHECK (person_register = 'people'),
  person_id uuid NOT NULL,
  course text NOT NULL CHECK (course ~ '^[a-z-]{1,40}$'),
  course_version integer NOT NULL CHECK (course_version > 0),
  seed bytea NOT NULL CHECK (length(seed) = 16),
  begun_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, person_register, person_id) REFERENCES app.records (company_id, register, id)
);

-- Courses that people finished, passed or not: by a quiz here, or in a file of another provider.
CREATE TABLE app.completions (
  company_id uuid NOT NULL REFERENCES app.companies,
  id uuid NOT NULL,
  -- Counted in the company, from 1. Set by place_completion, like ledger_index.
  number bigint NOT NULL DEFAULT 0,
  person_register text NOT NULL DEFAULT 'people' CHECK (person_register = 'people'),
  person_id uuid NOT NULL,
  course text NOT NULL CHECK (course ~ '^[a-z-]{1,40}$'),
  source text NOT NULL CHECK (source IN ('quiz', 'import')),
  course_version integer CHECK (course_version > 0),
  attempt_id uuid,
  -- [{"question", "answer"}] in the order in which they were asked; an answer is a number from 0.
  answers jsonb,
  score integer CHECK (score BETWEEN 0 AND out_of),
  out_of integer CHECK (out_of > 0),
  passed boolean NOT NULL,
  completed_at timestamptz NOT NULL,
  -- Of an import: whose course it was, the filed list, and who imported it.
  provider text CHECK (btrim(provider) <> ''),
  exhibit bigint,
  batch_id uuid,
  imported_by uuid,
  undone_at timestamptz,
  undone_by uuid,
  ledger_index bigint NOT NULL DEFAULT -1,
  PRIMARY KEY (company_id, id),
  UNIQUE (company_id, number),
  UNIQUE (company_id, attempt_id),
  FOREIGN KEY (company_id, person_register, person_id) REFERENCES app.records (company_id, register, id),
  FOREIGN KEY (company_id, attempt_id) REFERENCES app.quiz_attempts (company_id, id),
  FOREIGN KEY (company_id, exhibit) REFERENCES app.evidence (company_id, number),
  CONSTRAINT completions_of_quiz CHECK ((source = 'quiz') = (num_nulls(course_version, attempt_id, answers, score, out_of) = 0)),
  CONSTRAINT completions_of_import CHECK ((source = 'import') = (num_nulls(provider, exhibit, batch_id, imported_by) = 0)),
  CONSTRAINT completions_passed CHECK (source <> 'quiz' OR passed = (score * 5 >= out_of * 4)),
  CHECK ((undone_at IS NULL) = (undone_by IS NULL) AND (undone_at IS NULL OR source = 'import'))
);
CREATE INDEX completions_of_person ON app.completions (company_id, person_id, course);
CREATE INDEX completions_of_batch ON app.completions (company_id, batch_id) WHERE batch_id IS NOT NULL;
CREATE INDEX records_of_address ON app.records (lower(fields ->> 'email')) WHERE register = 'people' AND ended_at IS NULL;

SELECT app.protect(t) FROM unnest(ARRAY['app.staff_links', 'app.staff_sessions', 'app.quiz_attempts', 'app.completions']::regclass[]) t;
SELECT app.append_only('app.quiz_attempts');

GRANT SELECT (company_id, id, person_id, sent_by, created_at, expires_at, used_at) ON app.staff_links TO app_user;
GRANT SELECT (company_id, id, person_id, created_at, expires_at) ON app.staff_sessions TO app_user;
GRANT SELECT ON app.quiz_attempts, app.completions TO app_user;
GRANT SELECT ON app.quiz_attempts, app.completions TO app_staff;
GRANT INSERT (company_id, id, person_id, course, source, passed, completed_at, provider, exhibit, batch_id, imported_by) ON app.completions TO app_user;
GRANT UPDATE (undone_at, undone_by) ON app.completions TO app_user;
GRANT INSERT, UPDATE ON app.staff_links, app.staff_sessions TO app_definer;
GRANT INSERT ON app.quiz_attempts, app.completions TO app_definer;

SET LOCAL ROLE app_definer;

-- Whether somebody of the register may come in: not ended, not past their last day, in a company that is still there.
CREATE FUNCTION app.is_active_person(p_company uuid, p_person uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (SELECT FROM app.records r JOIN app.companies c ON c.id = r.company_id
    WHERE r.company_id = p_company AND r.id = p_person AND r.register = 'people' AND r.ended_at IS NULL AND c.deleted_at IS NULL
      AND coalesce((r.fields ->> 'endsAt')::timestamptz > now(), true))
$$;

-- The company of the person that this transaction is for, as app_staff: asked of the record itself, so that nothing outlives its end.
CREATE FUNCTION app.staffed() RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT c.id FROM app.companies c WHERE c.id = nullif(current_setting('app.company_id', true), '')::uuid
    AND app.is_active_person(c.id, nullif(current_setting('app.user_id', true), '')::uuid)
$$;

-- As in 0057, and the staff of a company.
CREATE OR REPLACE FUNCTION app.tenant()
RETURNS uuid
LANGUAGE sql
STABLE SECURITY DEFINER
SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$SELECT CASE coalesce(nullif(current_setting('role'), 'none'), session_user) WHEN 'app_auditor' THEN app.audited()
    WHEN 'app_staff' THEN app.staffed() ELSE coalesce((
    SELECT m.company_id
    FROM app.company_members m JOIN app.companies c ON c.id = m.company_id
    LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
    WHERE m.user_id = nullif(current_setting('app.user_id', true), '')::uuid
      AND m.company_id = nullif(current_setting('app.company_id', true), '')::uuid
      AND m.status = 'active' AND b.disabled_at IS NULL
      AND (NOT c.second_factor_required OR current_setting('app.second_factor', true) = 'on')), (
    SELECT k.company_id FROM app.connections k JOIN app.companies c ON c.id = k.company_id
    WHERE k.company_id = nullif(current_setting('app.company_id', true), '')::uuid
      AND k.id = nullif(current_setting('app.user_id', true), '')::uuid
      AND k.state <> 'disconnected' AND c.deleted_at IS NULL), (
    SELECT c.id FROM app.companies c WHERE c.id = nullif(current_setting('app.company_id', true), '')::uuid
      AND c.id = nullif(current_setting('app.user_id', true), '')::uuid AND c.deleted_at IS NULL)) END$function$;

-- Keeps a link of a person, and ends those before it. The address is the one of the record at this moment.
CREATE FUNCTION app.keep_staff_link(p_company uuid, p_person uuid, p_token bytea, p_sent_by uuid, p_now timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.staff_links l SET expires_at = p_now WHERE l.company_id = p_company AND l.person_id = p_person
    AND l.used_at IS NULL AND l.expires_at > p_now;
  INSERT INTO app.staff_links (company_id, token_sha256, person_id, email, sent_by, created_at, expires_at)
    SELECT p_company, p_token, p_person, lower(r.fields ->> 'email'), p_sent_by, p_now, p_now + interval '7 days'
    FROM app.records r WHERE r.company_id = p_company AND r.id = p_person;
END $$;

-- Keeps a link that a manager sends, and answers where to: nothing for somebody who has ended or has no address.
CREATE FUNCTION app.send_staff_link(p_person uuid, p_token bytea, p_now timestamptz) RETURNS TABLE (name text, email text, number bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE v_company uuid := app.tenant();
BEGIN
  IF app.my_role() IS NULL OR app.my_role() NOT IN ('owner', 'admin') THEN
    RAISE EXCEPTION 'permission denied: only owners and admins send links' USING ERRCODE = '42501';
  END IF;
  PERFORM app.lock_ledger();
  RETURN QUERY SELECT r.fields ->> 'name', lower(r.fields ->> 'email'), r.number FROM app.records r
    WHERE r.company_id = v_company AND r.id = p_person AND app.is_active_person(v_company, p_person) AND r.fields ? 'email';
  IF FOUND THEN PERFORM app.keep_staff_link(v_company, p_person, p_token, app.uid(), p_now); END IF;
END $$;

-- The people of an address, in whichever companies: each with a link of its own, as many as there are tokens.
CREATE FUNCTION app.answer_staff_request(p_email text, p_tokens bytea[], p_now timestamptz)
RETURNS TABLE (place bigint, company text, name text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE v record;
BEGIN
  FOR v IN SELECT r.company_id, r.id, c.name AS company, r.fields ->> 'name' AS name, row_number() OVER (ORDER BY r.created_at, r.id) AS place
      FROM app.records r JOIN app.companies c ON c.id = r.company_id
      WHERE lower(r.fields ->> 'email') = p_email AND r.register = 'people' AND r.ended_at IS NULL
        AND app.is_active_person(r.company_id, r.id) ORDER BY place LIMIT cardinality(p_tokens) LOOP
    PERFORM app.keep_staff_link(v.company_id, v.id, p_tokens[v.place], NULL, p_now);
    place := v.place; company := v.company; name := v.name;
    RETURN NEXT;
  END LOOP;
END $$;

-- How a link stands, and whose it is: for the page that asks its reader to press a button. It is not used up by this.
CREATE FUNCTION app.staff_link_state(p_token bytea, p_now timestamptz)
RETURNS TABLE (state text, company_id uuid, company text, person_id uuid, name text, number bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE WHEN l.used_at IS NOT NULL THEN 'used' WHEN l.expires_at <= p_now THEN 'expired' ELSE 'open' END,
    l.company_id, c.name, l.person_id, r.fields ->> 'name', r.number
  FROM app.staff_links l JOIN app.companies c ON c.id = l.company_id JOIN app.records r ON r.company_id = l.company_id AND r.id = l.person_id
  WHERE l.token_sha256 = p_token AND lower(r.fields ->> 'email') = l.email AND app.is_active_person(l.company_id, l.person_id)
$$;

-- The address that a link was mailed to: a new one is mailed there, and nowhere else.
CREATE FUNCTION app.staff_link_address(p_token bytea) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT l.email FROM app.staff_links l WHERE l.token_sha256 = p_token
$$;

-- Uses a link up and opens a session by it. Of two at the same moment one waits, and then finds it used.
CREATE FUNCTION app.spend_staff_link(p_token bytea, p_session bytea, p_now timestamptz, p_address text, p_agent text,
  p_act uuid, p_details text, p_salt bytea, p_commitment text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v record;
BEGIN
  UPDATE app.staff_links l SET used_at = p_now FROM app.staff_link_state(p_token, p_now) s
    WHERE s.state = 'open' AND l.token_sha256 = p_token AND l.used_at IS NULL AND l.expires_at > p_now
    RETURNING l.company_id, l.person_id INTO v;
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO app.staff_sessions (company_id, token_sha256, person_id, created_at, expires_at, address, user_agent)
    VALUES (v.company_id, p_session, v.person_id, p_now, p_now + interval '12 hours', p_address, p_agent);
  PERFORM set_config('app.user_id', v.person_id::text, true), set_config('app.company_id', v.company_id::text, true);
  PERFORM app.record_act(p_act, 'staff.signedIn', v.person_id::text, p_details, p_salt, p_commitment, NULL);
  RETURN true;
END $$;

-- Whose a session is while it lasts.
CREATE FUNCTION app.find_staff_session(p_token bytea, p_now timestamptz)
RETURNS TABLE (company_id uuid, company text, person_id uuid, name text, email text, number bigint, began_at timestamptz, expires_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT s.company_id, c.name, s.person_id, r.fields ->> 'name', lower(r.fields ->> 'email'), r.number, s.created_at, s.expires_at
  FROM app.staff_sessions s JOIN app.companies c ON c.id = s.company_id JOIN app.records r ON r.company_id = s.company_id AND r.id = s.person_id
  WHERE s.token_sha256 = p_token AND s.expires_at > p_now AND app.is_active_person(s.company_id, s.person_id)
$$;

-- Ends a session: whoever has its token ends it.
CREATE FUNCTION app.end_staff_session(p_token bytea, p_now timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  UPDATE app.staff_sessions s SET expires_at = p_now WHERE s.token_sha256 = p_token AND s.expires_at > p_now
$$;

-- Links and sessions that ended a month ago.
CREATE FUNCTION app.forget_staff_access(p_now timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DELETE FROM app.staff_sessions s WHERE s.expires_at < p_now - interval '30 days';
  DELETE FROM app.staff_links l WHERE l.expires_at < p_now - interval '30 days';
$$;

-- What decides which courses the people of the caller's company need: frameworks that are worked on, and what the company does.
CREATE FUNCTION app.training_facts() RETURNS TABLE (frameworks text[], law_firm boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce((SELECT array_agg(DISTINCT p.framework) FROM app.projects p WHERE p.company_id = app.tenant() AND p.archived_at IS NULL), '{}'),
    EXISTS (SELECT FROM app.systems s WHERE s.company_id = app.tenant() AND 'practice' = ANY (s.kinds) AND s.removed_at IS NULL)
  WHERE app.tenant() IS NOT NULL
$$;

-- The caller's own record, for app_staff.
CREATE FUNCTION app.own_record() RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT r.fields FROM app.records r WHERE r.company_id = app.staffed() AND r.id = app.uid()
$$;

-- Begins a quiz in the name of the person that this transaction is for.
CREATE FUNCTION app.begin_quiz(p_id uuid, p_course text, p_version integer, p_seed bytea, p_now timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF app.staffed() IS NULL THEN RAISE EXCEPTION 'permission denied: nobody of the staff' USING ERRCODE = '42501'; END IF;
  INSERT INTO app.quiz_attempts (company_id, id, person_id, course, course_version, seed, begun_at)
    VALUES (app.staffed(), p_id, app.uid(), p_course, p_version, p_seed, p_now);
END $$;

-- Keeps what came of a quiz, with its entry in the ledger; false where it was answered before, or is somebody else's.
CREATE FUNCTION app.complete_quiz(p_id uuid, p_attempt uuid, p_answers jsonb, p_score integer, p_out_of integer, p_now timestamptz,
  p_act uuid, p_details text, p_salt bytea, p_commitment text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_company uuid := app.staffed();
BEGIN
  IF v_company IS NULL THEN RAISE EXCEPTION 'permission denied: nobody of the staff' USING ERRCODE = '42501'; END IF;
  PERFORM app.lock_ledger();
  INSERT INTO app.completions (company_id, id, person_id, course, source, course_version, attempt_id, answers, score, out_of, passed, completed_at)
    SELECT q.company_id, p_id, q.person_id, q.course, 'quiz', q.course_version, q.id, p_answers, p_score, p_out_of, p_score * 5 >= p_out_of * 4, p_now
    FROM app.quiz_attempts q WHERE q.company_id = v_company AND q.id = p_attempt AND q.person_id = app.uid()
      AND NOT EXISTS (SELECT FROM app.completions c WHERE c.company_id = q.company_id AND c.attempt_id = q.id);
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM app.record_act(p_act, CASE WHEN p_score * 5 >= p_out_of * 4 THEN 'training.passed' ELSE 'training.failed' END, p_id::text,
    p_details, p_salt, p_commitment, NULL);
  RETURN true;
END $$;

-- The versions in force that an assignment may mean for the caller, with those assignments, and whether they acknowledged the text.
CREATE FUNCTION app.staff_policies() RETURNS TABLE (version_id uuid, policy_id uuid, title text, number integer, characters integer,
  kind text, starts_at text, assignments jsonb, acknowledged_at timestamptz, acknowledgment_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT v.id, v.policy_id, p.title, v.number, length(v.text), r.fields ->> 'kind', r.fields ->> 'startsAt', s.assignments,
    a.acknowledged_at, a.id
  FROM app.records r JOIN app.policy_versions v ON v.company_id = r.company_id AND v.state = 'in force'
  JOIN app.policies p ON p.company_id = v.company_id AND p.id = v.policy_id
  CROSS JOIN LATERAL (SELECT jsonb_agg(jsonb_build_object('audience', x.audience, 'personId', x.person_id, 'assignedAt',
      to_char(x.assigned_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'ended', x.ended_at IS NOT NULL)) AS assignments
    FROM app.assignments x WHERE x.company_id = v.company_id AND x.version_id = v.id
      AND (x.audience = 'everyone' OR x.audience = r.fields ->> 'kind' OR x.person_id = r.id)) s
  LEFT JOIN LATERAL (SELECT k.id, k.acknowledged_at FROM app.policy_versions w
    JOIN app.acknowledgments k ON k.company_id = w.company_id AND k.version_id = w.id AND k.person_id = r.id
    WHERE w.company_id = v.company_id AND w.policy_id = v.policy_id AND w.sha256 = v.sha256 AND k.sha256 = v.sha256
    ORDER BY k.acknowledged_at LIMIT 1) a ON true
  WHERE r.company_id = app.staffed() AND r.id = app.uid() AND s.assignments IS NOT NULL
$$;

-- A version of a policy that is assigned to the caller, with its text, and what they acknowledged of the policy before.
CREATE FUNCTION app.staff_policy(p_version uuid) RETURNS TABLE (version_id uuid, policy_id uuid, title text, number integer, state text,
  text text, sha256 text, in_force_at timestamptz, before_number integer, before_text text, newest uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT v.id, v.policy_id, m.title, v.number, v.state, v.text, v.sha256, v.in_force_at, b.number, b.text, m.version_id
  FROM app.staff_policies() m JOIN app.policy_versions v ON v.company_id = app.staffed() AND v.policy_id = m.policy_id
    AND v.state IN ('in force', 'replaced')
  LEFT JOIN LATERAL (SELECT w.number, w.text FROM app.policy_versions w
    JOIN app.acknowledgments k ON k.company_id = w.company_id AND k.version_id = w.id AND k.person_id = app.uid()
    WHERE w.company_id = v.company_id AND w.policy_id = v.policy_id AND w.number < v.number ORDER BY w.number DESC LIMIT 1) b ON true
  WHERE v.id = p_version
$$;

-- Keeps that the caller acknowledged the text that they were shown, with its entry in the ledger.
CREATE FUNCTION app.acknowledge_as_staff(p_id uuid, p_version uuid, p_sha256 text, p_at timestamptz, p_act uuid, p_details text,
  p_salt bytea, p_commitment text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_policy uuid;
BEGIN
  SELECT s.policy_id INTO v_policy FROM app.staff_policy(p_version) s;
  IF v_policy IS NULL THEN RAISE EXCEPTION 'permission denied: not assigned' USING ERRCODE = '42501'; END IF;
  PERFORM app.keep_acknowledgment(p_id, p_version, p_sha256, app.uid(), 'staff link', NULL, p_at);
  PERFORM app.record_act(p_act, 'policy.acknowledged', v_policy::text, p_details, p_salt, p_commitment, NULL);
END $$;

-- Numbers a completion, and says where in the ledger it is.
CREATE FUNCTION app.place_completion() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_ledger record;
BEGIN
  SELECT l.company, l.size INTO v_ledger FROM app.lock_ledger() l;
  IF v_ledger.company <> NEW.company_id THEN RAISE EXCEPTION 'permission denied: another company' USING ERRCODE = '42501'; END IF;
  NEW.ledger_index := v_ledger.size;
  NEW.number := 1 + coalesce((SELECT c.number FROM app.completions c WHERE c.company_id = NEW.company_id ORDER BY c.number DESC LIMIT 1), 0);
  IF NEW.source = 'import' AND EXISTS (SELECT FROM app.evidence e WHERE e.company_id = NEW.company_id AND e.number = NEW.exhibit
      AND e.matter_id IS NOT NULL) THEN
    RAISE EXCEPTION 'an exhibit is under privilege' USING ERRCODE = '23503', CONSTRAINT = 'completions_exhibit';
  END IF;
  RETURN NEW;
END $$;

-- What was undone stays undone.
CREATE FUNCTION app.hold_undone() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF OLD.undone_at IS NOT NULL OR NEW.undone_at IS NULL THEN
    RAISE EXCEPTION 'it is undone once' USING ERRCODE = '23514', CONSTRAINT = 'completion_undone_once';
  END IF;
  RETURN NEW;
END $$;

-- A completion is a change of the registers: the next run seals it.
CREATE FUNCTION app.enqueue_completions() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v record;
BEGIN
  FOR v IN SELECT DISTINCT w.company_id FROM written w LOOP
    PERFORM app.enqueue_job('registers', v.company_id::text, v.company_id, clock_timestamp() + interval '5 seconds');
  END LOOP;
  RETURN NULL;
END $$;

GRANT EXECUTE ON FUNCTION app.send_staff_link(uuid, bytea, timestamptz) TO app_user;
GRANT EXECUTE ON FUNCTION app.answer_staff_request(text, bytea[], timestamptz), app.staff_link_address(bytea),
  app.forget_staff_access(timestamptz) TO app_auth;
GRANT EXECUTE ON FUNCTION app.staff_link_state(bytea, timestamptz), app.find_staff_session(bytea, timestamptz),
  app.end_staff_session(bytea, timestamptz), app.own_record(), app.staff_policies(), app.staff_policy(uuid),
  app.acknowledge_as_staff(uuid, uuid, text, timestamptz, uuid, text, bytea, text), app.begin_quiz(uuid, text, integer, bytea, timestamptz),
  app.spend_staff_link(bytea, bytea, timestamptz, text, text, uuid, text, bytea, text),
  app.complete_quiz(uuid, uuid, jsonb, integer, integer, timestamptz, uuid, text, bytea, text) TO app_staff;
GRANT EXECUTE ON FUNCTION app.training_facts() TO app_user, app_staff;
-- Policies ask them.
GRANT EXECUTE ON FUNCTION app.tenant() TO app_staff;
GRANT EXECUTE ON FUNCTION app.place_completion(), app.hold_undone(), app.enqueue_completions() TO app_owner;

SET LOCAL ROLE app_owner;
GRANT EXECUTE ON FUNCTION app.uid() TO app_staff;
CREATE TRIGGER place_completion BEFORE INSERT ON app.completions FOR EACH ROW EXECUTE FUNCTION app.place_completion();
CREATE TRIGGER hold_undone BEFORE UPDATE ON app.completions FOR EACH ROW EXECUTE FUNCTION app.hold_undone();
CREATE TRIGGER enqueue_added AFTER INSERT ON app.completions REFERENCING NEW TABLE AS written FOR EACH STATEMENT
  EXECUTE FUNCTION app.enqueue_completions();
CREATE TRIGGER enqueue_changed AFTER UPDATE ON app.completions REFERENCING NEW TABLE AS written FOR EACH STATEMENT
  EXECUTE FUNCTION app.enqueue_completions();

CREATE POLICY read ON app.staff_links FOR SELECT TO app_user USING ((SELECT app.my_role()) IN ('owner', 'admin'));
CREATE POLICY read ON app.staff_sessions FOR SELECT TO app_user USING ((SELECT app.my_role()) IN ('owner', 'admin'));
CREATE POLICY read ON app.quiz_attempts FOR SELECT TO app_user USING ('people' = ANY ((SELECT app.my_registers('read'))::text[]));
CREATE POLICY read ON app.completions FOR SELECT TO app_user USING ('people' = ANY ((SELECT app.my_registers('read'))::text[]));
CREATE POLICY import ON app.completions FOR INSERT TO app_user
  WITH CHECK ((SELECT app.my_role()) IN ('owner', 'admin') AND source = 'import' AND imported_by = (SELECT app.uid()));
CREATE POLICY undo ON app.completions FOR UPDATE TO app_user USING ((SELECT app.my_role()) IN ('owner', 'admin') AND source = 'import')
  WITH CHECK ((SELECT app.my_role()) IN ('owner', 'admin') AND undone_by = (SELECT app.uid()));
CREATE POLICY own ON app.quiz_attempts FOR SELECT TO app_staff USING (person_id = (SELECT app.uid()));
CREATE POLICY own ON app.completions FOR SELECT TO app_staff USING (person_id = (SELECT app.uid()));
SET LOCAL ROLE app_definer;
REVOKE EXECUTE ON FUNCTION app.place_completion(), app.hold_undone(), app.enqueue_completions() FROM app_owner;
RESET ROLE;

ALTER TABLE auth.link_requests DROP CONSTRAINT link_requests_purpose_check,
  ADD CONSTRAINT link_requests_purpose_check CHECK (purpose IN ('signup', 'resend', 'magiclink', 'recovery', 'staff'));

-- What somebody does for whom a company asks it is never refused for the company's sake.
CREATE OR REPLACE FUNCTION pg_temp.rewrite(p_function regproc, p_times integer, p_from text, p_to text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_text text := pg_get_functiondef(p_function);
BEGIN
  IF (length(v_text) - length(replace(v_text, p_from, ''))) / length(p_from) <> p_times THEN
    RAISE EXCEPTION '% does not have "%" % times', p_function, p_from, p_times;
  END IF;
  EXECUTE replace(v_text, p_from, p_to);
END $$;
SELECT pg_temp.rewrite('app.is_never_refused', 1, '''apiToken.revoked'',',
  '''apiToken.revoked'', ''staff.signedIn'', ''training.passed'', ''training.failed'',
  ''policy.acknowledged'',');
