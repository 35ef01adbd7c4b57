-- Policies: texts that a company writes, approves, puts in force, assigns and has acknowledged. A version in force never changes again;
-- what was approved or acknowledged is named by the SHA-256 of its UTF-8 bytes.
SET LOCAL ROLE app_owner;

CREATE TABLE app.policies (
  company_id uuid NOT NULL REFERENCES app.companies,
  id uuid NOT NULL,
  -- Counted in its company, from 1. Set by hold_policy, like ledger_index.
  number bigint NOT NULL DEFAULT 0,
  -- The expected document that it is; NULL for another policy of the company's own.
  document_id text CHECK (btrim(document_id) <> ''),
  title text NOT NULL CHECK (btrim(title) <> '' AND length(title) <= 200),
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  ledger_index bigint NOT NULL DEFAULT -1,
  PRIMARY KEY (company_id, id),
  UNIQUE (company_id, number)
);
CREATE UNIQUE INDEX policies_once ON app.policies (company_id, document_id) WHERE document_id IS NOT NULL;

CREATE TABLE app.policy_versions (
  company_id uuid NOT NULL REFERENCES app.companies,
  id uuid NOT NULL,
  policy_id uuid NOT NULL,
  -- Counted in its policy, from 1. Number, state, sha256, revision and authors are set by hold_policy_version.
  number integer NOT NULL DEFAULT 0,
  state text NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'review', 'in force', 'replaced', 'discarded')),
  text text NOT NULL CHECK (octet_length(text) BETWEEN 1 AND 200000),
  sha256 text NOT NULL DEFAULT '',
  -- Each edit counts: an approval is of one revision.
  revision integer NOT NULL DEFAULT 1,
  -- Who wrote any of it: none of them approves it.
  authors uuid[] NOT NULL DEFAULT '{}',
  -- How many people approve it; NULL while it is a draft.
  quorum smallint CHECK (quorum BETWEEN 1 AND 3),
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  changed_by uuid NOT NULL,
  changed_at timestamptz NOT NULL,
  discarded_at timestamptz,
  in_force_at timestamptz,
  -- The entry of the ledger that put it in force, and has its hash.
  in_force_index bigint,
  replaced_at timestamptz,
  ledger_index bigint NOT NULL DEFAULT -1,
  PRIMARY KEY (company_id, id),
  UNIQUE (company_id, policy_id, number),
  FOREIGN KEY (company_id, policy_id) REFERENCES app.policies (company_id, id),
  CHECK ((quorum IS NULL) = (state = 'draft') OR state = 'discarded'),
  CHECK ((in_force_at IS NULL) = (state NOT IN ('in force', 'replaced')) AND (in_force_at IS NULL) = (in_force_index IS NULL)),
  CHECK ((replaced_at IS NULL) = (state <> 'replaced'))
);
CREATE UNIQUE INDEX policy_versions_in_force ON app.policy_versions (company_id, policy_id) WHERE state = 'in force';
CREATE UNIQUE INDEX policy_versions_open ON app.policy_versions (company_id, policy_id) WHERE state IN ('draft', 'review');

CREATE TABLE app.policy_approvals (
  company_id uuid NOT NULL REFERENCES app.companies,
  id uuid NOT NULL,
  version_id uuid NOT NULL,
  revision integer NOT NULL,
  -- Of what was approved. Set by hold_policy_approval, like alone.
  sha256 text NOT NULL DEFAULT '',
  approved_by uuid NOT NULL,
  approved_at timestamptz NOT NULL,
  -- By its author, because nobody else could.
  alone boolean NOT NULL DEFAULT false,
  ledger_index bigint NOT NULL DEFAULT -1,
  PRIMARY KEY (company_id, id),
  CONSTRAINT policy_approvals_once UNIQUE (company_id, version_id, revision, approved_by),
  FOREIGN KEY (company_id, version_id) REFERENCES app.policy_versions (company_id, id)
);

CREATE TABLE app.assignments (
  company_id uuid NOT NULL REFERENCES app.companies,
  id uuid NOT NULL,
  version_id uuid NOT NULL,
  audience text NOT NULL CHECK (audience IN ('everyone', 'employee', 'partner', 'contractor', 'intern', 'person')),
  person_register text CHECK (person_register = 'people'),
  person_id uuid,
  assigned_by uuid NOT NULL,
  assigned_at timestamptz NOT NULL,
  -- From the version before, when this one came into force.
  carried boolean NOT NULL DEFAULT false,
  ended_at timestamptz,
  ended_by uuid,
  ended_index bigint,
  ledger_index bigint NOT NULL DEFAULT -1,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, version_id) REFERENCES app.policy_versions (company_id, id),
  CONSTRAINT assignments_person FOREIGN KEY (company_id, person_register, person_id) REFERENCES app.records (company_id, register, id),
  CHECK ((audience = 'person') = (person_id IS NOT NULL) AND (person_id IS NULL) = (person_register IS NULL)),
  CHECK ((ended_at IS NULL) = (ended_by IS NULL))
);
CREATE UNIQUE INDEX assignments_once ON app.assignments (company_id, version_id, audience, person_id) NULLS NOT DISTINCT WHERE ended_at IS NULL;

CREATE TABLE app.acknowledgments (
  company_id uuid NOT NULL REFERENCES app.companies,
  id uuid NOT NULL,
  version_id uuid NOT NULL,
  person_register text NOT NULL DEFAULT 'people' CHECK (person_register = 'people'),
  person_id uuid NOT NULL,
  -- Of the text that they were shown.
  sha256 text NOT NULL,
  -- How they had signed in.
  method text NOT NULL CHECK (btrim(method) <> ''),
  -- Their account; NULL for somebody who has none.
  user_id uuid,
  acknowledged_at timestamptz NOT NULL,
  ledger_index bigint NOT NULL DEFAULT -1,
  PRIMARY KEY (company_id, id),
  CONSTRAINT acknowledgments_once UNIQUE (company_id, version_id, person_id),
  FOREIGN KEY (company_id, version_id) REFERENCES app.policy_versions (company_id, id),
  FOREIGN KEY (company_id, person_register, person_id) REFERENCES app.records (company_id, register, id)
);
CREATE INDEX acknowledgments_of_person ON app.acknowledgments (company_id, person_id);

SELECT app.protect(t) FROM unnest(ARRAY['app.policies', 'app.policy_versions', 'app.policy_approvals', 'app.assignments',
  'app.acknowledgments']::regclass[]) t;
SELECT app.append_only('app.policies');
SELECT app.append_only('app.policy_versions', 'state', 'text', 'sha256', 'revision', 'authors', 'quorum', 'changed_by', 'changed_at',
  'discarded_at', 'in_force_at', 'in_force_index', 'replaced_at', 'ledger_index');
SELECT app.append_only('app.policy_approvals');
SELECT app.append_only('app.assignments', 'ended_at', 'ended_by', 'ended_index');
SELECT app.append_only('app.acknowledgments');

GRANT SELECT ON app.policies, app.policy_versions, app.policy_approvals, app.assignments, app.acknowledgments TO app_user;
GRANT INSERT (company_id, id, document_id, title, created_by, created_at) ON app.policies TO app_user;
GRANT INSERT (company_id, id, policy_id, text, created_by, created_at, changed_by, changed_at) ON app.policy_versions TO app_user;
GRANT UPDATE (text, quorum, changed_by, changed_at, discarded_at) ON app.policy_versions TO app_user;
GRANT UPDATE (state, in_force_at, in_force_index, replaced_at) ON app.policy_versions TO app_definer;
GRANT INSERT (company_id, id, version_id, revision, approved_by, approved_at) ON app.policy_approvals TO app_user;
GRANT INSERT (company_id, id, version_id, audience, person_register, person_id, assigned_by, assigned_at) ON app.assignments TO app_user;
GRANT UPDATE (ended_at, ended_by) ON app.assignments TO app_user;
GRANT INSERT ON app.assignments, app.acknowledgments TO app_definer;
-- How somebody signed in is a part of what they acknowledge.
GRANT SELECT (method) ON auth.sessions TO app_definer;

SET LOCAL ROLE app_definer;

-- Pages of a snapshot, as those of a register; nobody writes records into these.
INSERT INTO app.registers (key, read_roles, write_roles, confirm_roles, approve_roles, confirmed_for_days)
  SELECT key, '{owner,admin,member,viewer}', '{}', '{}', NULL, 365 FROM unnest(ARRAY['policies', 'policy-versions', 'policy-approvals',
    'policy-assignments', 'policy-acknowledgments']) key;

CREATE FUNCTION app.hold_policy() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_ledger record;
BEGIN
  SELECT l.company, l.size INTO v_ledger FROM app.lock_ledger() l;
  IF v_ledger.company <> NEW.company_id THEN RAISE EXCEPTION 'permission denied: another company' USING ERRCODE = '42501'; END IF;
  NEW.ledger_index := v_ledger.size;
  NEW.number := 1 + coalesce((SELECT max(p.number) FROM app.policies p WHERE p.company_id = NEW.company_id), 0);
  RETURN NEW;
END $$;

-- Numbers a version and its revisions. An edit makes it a draft again, so that approvals of what it said before count no more; what
-- is or was in force is never edited.
CREATE FUNCTION app.hold_policy_version() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_ledger record;
BEGIN
  SELECT l.company, l.size INTO v_ledger FROM app.lock_ledger() l;
  IF v_ledger.company <> NEW.company_id THEN RAISE EXCEPTION 'permission denied: another company' USING ERRCODE = '42501'; END IF;
  IF tg_op = 'INSERT' THEN
    NEW.number := 1 + coalesce((SELECT max(v.number) FROM app.policy_versions v WHERE v.company_id = NEW.company_id
      AND v.policy_id = NEW.policy_id), 0);
    NEW.authors := ARRAY[NEW.changed_by];
    NEW.ledger_index := v_ledger.size;
    NEW.sha256 := encode(sha256(convert_to(NEW.text, 'UTF8')), 'hex');
    RETURN NEW;
  END IF;
  -- Only keep_policy_approval may: app_user has no right to this column.
  IF NEW.state <> OLD.state THEN RETURN NEW; END IF;
  IF OLD.state NOT IN ('draft', 'review') THEN
    RAISE EXCEPTION 'this version is closed' USING ERRCODE = '23514', CONSTRAINT = 'policy_version_closed';
  END IF;
  NEW.ledger_index := v_ledger.size;
  IF NEW.discarded_at IS NOT NULL THEN
    NEW.state := 'discarded';
    NEW.text := OLD.text;
    NEW.quorum := OLD.quorum;
    RETURN NEW;
  END IF;
  IF NEW.text <> OLD.text THEN
    NEW.sha256 := encode(sha256(convert_to(NEW.text, 'UTF8')), 'hex');
    NEW.revision := OLD.revision + 1;
    NEW.authors := (SELECT array_agg(DISTINCT a) FROM unnest(OLD.authors || NEW.changed_by) a);
    -- Sent for approval in the same step where it was a draft: facts and tables have their values from then on.
    IF OLD.state = 'review' THEN NEW.quorum := NULL; END IF;
  END IF;
  NEW.state := CASE WHEN NEW.quorum IS NULL THEN 'draft' ELSE 'review' END;
  IF NEW.state = 'review' AND OLD.state = 'draft' AND app.document_reviewers() > 1
    AND NEW.quorum > app.policy_approvers(NEW.authors) OR NEW.quorum > 1 AND app.document_reviewers() = 1 THEN
    RAISE EXCEPTION 'so many cannot approve it' USING ERRCODE = '23514', CONSTRAINT = 'policy_quorum';
  END IF;
  RETURN NEW;
END $$;

-- How many people of the caller's company could approve what these wrote.
CREATE FUNCTION app.policy_approvers(p_authors uuid[]) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT count(*) FROM app.company_members m LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
  WHERE m.company_id = app.tenant() AND m.status = 'active' AND m.role IN ('owner', 'admin', 'member') AND b.disabled_at IS NULL
    AND m.user_id <> ALL (p_authors)
$$;

-- An approval is of the revision that its author saw, and of nobody's own text while another person could approve it.
CREATE FUNCTION app.hold_policy_approval() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_ledger record; v_version record;
BEGIN
  SELECT l.company, l.size INTO v_ledger FROM app.lock_ledger() l;
  IF v_ledger.company <> NEW.company_id THEN RAISE EXCEPTION 'permission denied: another company' USING ERRCODE = '42501'; END IF;
  -- As the policies say it, which are asked after this: what waits is told to nobody else.
  IF coalesce(app.my_role(), '') NOT IN ('owner', 'admin', 'member') OR NEW.approved_by <> app.uid() THEN
    RAISE EXCEPTION 'permission denied: no approval of yours' USING ERRCODE = '42501';
  END IF;
  NEW.ledger_index := v_ledger.size;
  SELECT v.state, v.revision, v.sha256, v.authors INTO v_version FROM app.policy_versions v
    WHERE v.company_id = NEW.company_id AND v.id = NEW.version_id;
  IF NOT FOUND OR v_version.state <> 'review' OR v_version.revision <> NEW.revision THEN
    RAISE EXCEPTION 'this does not wait for an approval' USING ERRCODE = '23514', CONSTRAINT = 'policy_approval_waiting';
  END IF;
  NEW.sha256 := v_version.sha256;
  NEW.alone := NEW.approved_by = ANY (v_version.authors);
  IF NEW.alone AND app.document_reviewers() > 1 THEN
    RAISE EXCEPTION 'another person approves it' USING ERRCODE = '23514', CONSTRAINT = 'policy_own_approval';
  END IF;
  RETURN NEW;
END $$;

-- With the last approval that it needs a version comes into force, replaces the one before, and is assigned to whom that was.
CREATE FUNCTION app.keep_policy_approval() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_version record; v_before record;
BEGIN
  SELECT v.policy_id, v.quorum, v.sha256 INTO v_version FROM app.policy_versions v WHERE v.company_id = NEW.company_id AND v.id = NEW.version_id;
  IF (SELECT count(*) FROM app.policy_approvals a WHERE a.company_id = NEW.company_id AND a.version_id = NEW.version_id
      AND a.revision = NEW.revision) < v_version.quorum THEN
    RETURN NULL;
  END IF;
  UPDATE app.policy_versions v SET state = 'replaced', replaced_at = NEW.approved_at
    WHERE v.company_id = NEW.company_id AND v.policy_id = v_version.policy_id AND v.state = 'in force' RETURNING v.id, v.sha256 INTO v_before;
  UPDATE app.policy_versions v SET state = 'in force', in_force_at = NEW.approved_at, in_force_index = NEW.ledger_index
    WHERE v.company_id = NEW.company_id AND v.id = NEW.version_id;
  -- The same text is due when it was: renewing it gives nobody more time.
  INSERT INTO app.assignments (company_id, id, version_id, audience, person_register, person_id, assigned_by, assigned_at, carried)
    SELECT s.company_id, gen_random_uuid(), NEW.version_id, s.audience, s.person_register, s.person_id, NEW.approved_by,
      CASE WHEN v_before.sha256 = v_version.sha256 THEN s.assigned_at ELSE NEW.approved_at END, true
    FROM app.assignments s WHERE s.company_id = NEW.company_id AND s.version_id = v_before.id AND s.ended_at IS NULL;
  RETURN NULL;
END $$;

-- A version is assigned while it is in force; an assignment ends once.
CREATE FUNCTION app.hold_assignment() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_ledger record;
BEGIN
  SELECT l.company, l.size INTO v_ledger FROM app.lock_ledger() l;
  IF v_ledger.company <> NEW.company_id THEN RAISE EXCEPTION 'permission denied: another company' USING ERRCODE = '42501'; END IF;
  IF tg_op = 'UPDATE' THEN
    IF OLD.ended_at IS NOT NULL OR NEW.ended_at IS NULL THEN
      RAISE EXCEPTION 'an assignment ends once' USING ERRCODE = '23514', CONSTRAINT = 'assignment_ended';
    END IF;
    NEW.ended_index := v_ledger.size;
    RETURN NEW;
  END IF;
  NEW.ledger_index := v_ledger.size;
  IF NOT EXISTS (SELECT FROM app.policy_versions v WHERE v.company_id = NEW.company_id AND v.id = NEW.version_id AND v.state = 'in force') THEN
    RAISE EXCEPTION 'this version is not in force' USING ERRCODE = '23514', CONSTRAINT = 'policy_not_in_force';
  END IF;
  RETURN NEW;
END $$;

-- Keeps that a person acknowledged the text that they were shown. For functions that know who the person is and how they signed in:
-- no login may call it.
CREATE FUNCTION app.keep_acknowledgment(p_id uuid, p_version uuid, p_sha256 text, p_person uuid, p_method text, p_user uuid, p_at timestamptz)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_ledger record; v_version record;
BEGIN
  SELECT l.company, l.size INTO v_ledger FROM app.lock_ledger() l;
  SELECT v.state, v.sha256 INTO v_version FROM app.policy_versions v WHERE v.company_id = v_ledger.company AND v.id = p_version;
  IF NOT FOUND OR v_version.state <> 'in force' THEN
    RAISE EXCEPTION 'this version is not in force' USING ERRCODE = '23514', CONSTRAINT = 'policy_not_in_force';
  END IF;
  IF v_version.sha256 IS DISTINCT FROM p_sha256 THEN
    RAISE EXCEPTION 'this is another text' USING ERRCODE = '23514', CONSTRAINT = 'policy_text';
  END IF;
  IF NOT EXISTS (SELECT FROM app.records r WHERE r.company_id = v_ledger.company AND r.register = 'people' AND r.id = p_person
      AND r.ended_at IS NULL) THEN
    RAISE EXCEPTION 'nobody of the company' USING ERRCODE = '23514', CONSTRAINT = 'policy_person';
  END IF;
  INSERT INTO app.acknowledgments (company_id, id, version_id, person_id, sha256, method, user_id, acknowledged_at, ledger_index)
    VALUES (v_ledger.company, p_id, p_version, p_person, p_sha256, p_method, p_user, p_at, v_ledger.size);
END $$;

-- The caller among the company's people, by the email address of their account; NULL where nobody or more than one has it.
CREATE FUNCTION app.my_person() RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE WHEN count(*) = 1 THEN (array_agg(r.id))[1] END FROM app.records r JOIN auth.users u ON u.id = app.uid()
  WHERE r.company_id = app.tenant() AND r.register = 'people' AND r.ended_at IS NULL AND lower(btrim(r.fields ->> 'email')) = lower(u.email)
$$;

-- A member acknowledges a version, with the session in which they read it.
CREATE FUNCTION app.acknowledge_policy(p_id uuid, p_version uuid, p_sha256 text, p_session uuid, p_at timestamptz) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_method text; v_person uuid := app.my_person();
BEGIN
  SELECT s.method INTO v_method FROM auth.sessions s WHERE s.id = p_session AND s.user_id = app.uid();
  IF v_method IS NULL OR app.my_role() IS NULL THEN RAISE EXCEPTION 'permission denied: no session' USING ERRCODE = '42501'; END IF;
  PERFORM app.keep_acknowledgment(p_id, p_version, p_sha256, v_person, v_method, app.uid(), p_at);
  RETURN v_person;
END $$;

REVOKE EXECUTE ON FUNCTION app.hold_policy(), app.hold_policy_version(), app.policy_approvers(uuid[]), app.hold_policy_approval(),
  app.keep_policy_approval(), app.hold_assignment(), app.keep_acknowledgment(uuid, uuid, text, uuid, text, uuid, timestamptz),
  app.my_person(), app.acknowledge_policy(uuid, uuid, text, uuid, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.policy_approvers(uuid[]), app.my_person(), app.acknowledge_policy(uuid, uuid, text, uuid, timestamptz) TO app_user;
-- A table's owner makes its triggers, for which the functions must be theirs to run.
GRANT EXECUTE ON FUNCTION app.hold_policy(), app.hold_policy_version(), app.hold_policy_approval(), app.keep_policy_approval(),
  app.hold_assignment(), app.enqueue_row() TO app_owner;
SET LOCAL ROLE app_owner;
CREATE TRIGGER hold_policy BEFORE INSERT ON app.policies FOR EACH ROW EXECUTE FUNCTION app.hold_policy();
CREATE TRIGGER hold_policy_version BEFORE INSERT OR UPDATE ON app.policy_versions FOR EACH ROW EXECUTE FUNCTION app.hold_policy_version();
CREATE TRIGGER hold_policy_approval BEFORE INSERT ON app.policy_approvals FOR EACH ROW EXECUTE FUNCTION app.hold_policy_approval();
CREATE TRIGGER keep_policy_approval AFTER INSERT ON app.policy_approvals FOR EACH ROW EXECUTE FUNCTION app.keep_policy_approval();
CREATE TRIGGER hold_assignment BEFORE INSERT OR UPDATE ON app.assignments FOR EACH ROW EXECUTE FUNCTION app.hold_assignment();
CREATE TRIGGER enqueue_run AFTER INSERT ON app.policy_approvals FOR EACH ROW
  EXECUTE FUNCTION app.enqueue_row('registers', 'company_id', '1', 'approved_at', '5 seconds');
CREATE TRIGGER enqueue_run AFTER INSERT ON app.assignments FOR EACH ROW
  EXECUTE FUNCTION app.enqueue_row('registers', 'company_id', '1', 'assigned_at', '5 seconds');
CREATE TRIGGER enqueue_end AFTER UPDATE ON app.assignments FOR EACH ROW
  EXECUTE FUNCTION app.enqueue_row('registers', 'company_id', '1', 'ended_at', '5 seconds');
CREATE TRIGGER enqueue_run AFTER INSERT ON app.acknowledgments FOR EACH ROW
  EXECUTE FUNCTION app.enqueue_row('registers', 'company_id', '1', 'acknowledged_at', '5 seconds');

-- Members read them, and the company itself, which seals them.
CREATE POLICY read ON app.policies FOR SELECT TO app_user
  USING ((SELECT app.my_role()) IN ('owner', 'admin', 'member', 'viewer') OR (SELECT app.is_company_itself()));
CREATE POLICY read ON app.policy_versions FOR SELECT TO app_user
  USING ((SELECT app.my_role()) IN ('owner', 'admin', 'member', 'viewer') OR (SELECT app.is_company_itself()));
CREATE POLICY read ON app.policy_approvals FOR SELECT TO app_user
  USING ((SELECT app.my_role()) IN ('owner', 'admin', 'member', 'viewer') OR (SELECT app.is_company_itself()));
CREATE POLICY read ON app.assignments FOR SELECT TO app_user
  USING ((SELECT app.my_role()) IN ('owner', 'admin', 'member', 'viewer') OR (SELECT app.is_company_itself()));
CREATE POLICY read ON app.acknowledgments FOR SELECT TO app_user
  USING ((SELECT app.my_role()) IN ('owner', 'admin', 'member', 'viewer') OR (SELECT app.is_company_itself()));
CREATE POLICY add ON app.policies FOR INSERT TO app_user
  WITH CHECK ((SELECT app.my_role()) IN ('owner', 'admin', 'member') AND created_by = (SELECT app.uid()));
CREATE POLICY add ON app.policy_versions FOR INSERT TO app_user WITH CHECK ((SELECT app.my_role()) IN ('owner', 'admin', 'member')
  AND created_by = (SELECT app.uid()) AND changed_by = (SELECT app.uid()));
CREATE POLICY change ON app.policy_versions FOR UPDATE TO app_user USING ((SELECT app.my_role()) IN ('owner', 'admin', 'member'))
  WITH CHECK (changed_by = (SELECT app.uid()));
CREATE POLICY approve ON app.policy_approvals FOR INSERT TO app_user
  WITH CHECK ((SELECT app.my_role()) IN ('owner', 'admin', 'member') AND approved_by = (SELECT app.uid()));
CREATE POLICY assign ON app.assignments FOR INSERT TO app_user
  WITH CHECK ((SELECT app.my_role()) IN ('owner', 'admin') AND assigned_by = (SELECT app.uid()));
CREATE POLICY finish ON app.assignments FOR UPDATE TO app_user USING ((SELECT app.my_role()) IN ('owner', 'admin'))
  WITH CHECK (ended_by = (SELECT app.uid()));
SET LOCAL ROLE app_definer;
REVOKE EXECUTE ON FUNCTION app.hold_policy(), app.hold_policy_version(), app.hold_policy_approval(), app.keep_policy_approval(),
  app.hold_assignment(), app.enqueue_row() FROM app_owner;
RESET ROLE;

CREATE OR REPLACE FUNCTION pg_temp.rewrite(p_function regproc, p_times integer, p_from text, p_to text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_text text := pg_get_functiondef(p_function);
BEGIN
  IF (length(v_text) - length(replace(v_text, p_from, ''))) / length(p_from) <> p_times THEN
    RAISE EXCEPTION '% does not have "%" % times', p_function, p_from, p_times;
  END IF;
  EXECUTE replace(v_text, p_from, p_to);
END $$;
SELECT pg_temp.rewrite('app.enqueue_waiting', 1,
  'OR EXISTS (SELECT FROM app.confirmations f WHERE f.company_id = c.id))',
  'OR EXISTS (SELECT FROM app.confirmations f WHERE f.company_id = c.id)
        OR EXISTS (SELECT FROM app.policies p WHERE p.company_id = c.id))');
