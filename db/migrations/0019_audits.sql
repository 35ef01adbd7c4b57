-- What auditors and the company say to each other: requests for evidence with their answers, comments, and samples. An
-- auditor writes through the functions below alone, which ask whether they audit the project; the company's people write
-- under row-level security.
SET LOCAL ROLE app_owner;

CREATE TABLE app.audit_requests (
  company_id uuid NOT NULL REFERENCES app.companies,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  -- NULL for what is not about one control.
  control_id text,
  wanted text NOT NULL CHECK (btrim(wanted) <> ''),
  due_on date NOT NULL,
  asked_by uuid NOT NULL,
  asked_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'answered', 'accepted', 'closed')),
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, project_id) REFERENCES app.projects
);
CREATE INDEX audit_requests_newest ON app.audit_requests (company_id, asked_at DESC);

CREATE TABLE app.audit_answers (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  request_id uuid NOT NULL,
  said text NOT NULL CHECK (btrim(said) <> ''),
  answered_by uuid NOT NULL,
  answered_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, request_id) REFERENCES app.audit_requests
);
CREATE INDEX audit_answers_of_request ON app.audit_answers (company_id, request_id, answered_at);

-- Items that an answer points to. Nothing privileged is ever among them.
CREATE TABLE app.audit_answer_items (
  company_id uuid NOT NULL,
  answer_id uuid NOT NULL,
  evidence_id uuid NOT NULL,
  PRIMARY KEY (company_id, answer_id, evidence_id),
  FOREIGN KEY (company_id, answer_id) REFERENCES app.audit_answers,
  FOREIGN KEY (company_id, evidence_id) REFERENCES app.evidence
);

-- On a control or an item, within one project, so that the auditors of another do not read along.
CREATE TABLE app.audit_comments (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  control_id text,
  evidence_id uuid,
  said text NOT NULL CHECK (btrim(said) <> ''),
  by_auditor boolean NOT NULL DEFAULT false,
  author_id uuid NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, project_id) REFERENCES app.projects,
  FOREIGN KEY (company_id, evidence_id) REFERENCES app.evidence,
  CHECK (num_nonnulls(control_id, evidence_id) > 0)
);
CREATE INDEX audit_comments_newest ON app.audit_comments (company_id, project_id, at);

-- A seeded sample: seed, control, span and size say again which numbers they are (src/domain/sample.ts).
CREATE TABLE app.audit_samples (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  control_id text NOT NULL,
  collected_from date NOT NULL,
  collected_to date NOT NULL,
  seed text NOT NULL CHECK (btrim(seed) <> ''),
  population bigint NOT NULL,
  numbers bigint[] NOT NULL,
  drawn_by uuid NOT NULL,
  drawn_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, project_id) REFERENCES app.projects
);
CREATE INDEX audit_samples_newest ON app.audit_samples (company_id, drawn_at DESC);

SELECT app.protect(t) FROM unnest(ARRAY['app.audit_requests', 'app.audit_answers', 'app.audit_answer_items', 'app.audit_comments',
  'app.audit_samples']::regclass[]) t;
SELECT app.append_only(t) FROM unnest(ARRAY['app.audit_answers', 'app.audit_answer_items', 'app.audit_comments', 'app.audit_samples']::regclass[]) t;

CREATE POLICY read ON app.audit_requests FOR SELECT TO app_user USING (true);
CREATE POLICY audit ON app.audit_requests FOR SELECT TO app_auditor USING (project_id = ANY ((SELECT app.audited_projects())::uuid[]));
CREATE POLICY answer ON app.audit_requests FOR UPDATE TO app_user
  USING ((SELECT app.my_role()) IN ('owner', 'admin', 'member') AND state IN ('open', 'answered')) WITH CHECK (state = 'answered');
CREATE POLICY read ON app.audit_answers FOR SELECT TO app_user USING (true);
CREATE POLICY audit ON app.audit_answers FOR SELECT TO app_auditor USING (EXISTS (SELECT FROM app.audit_requests r
  WHERE r.company_id = audit_answers.company_id AND r.id = audit_answers.request_id));
CREATE POLICY answer ON app.audit_answers FOR INSERT TO app_user
  WITH CHECK ((SELECT app.my_role()) IN ('owner', 'admin', 'member') AND answered_by = (SELECT app.uid()));
CREATE POLICY read ON app.audit_answer_items FOR SELECT TO app_user USING (true);
CREATE POLICY audit ON app.audit_answer_items FOR SELECT TO app_auditor USING (EXISTS (SELECT FROM app.audit_answers a
  WHERE a.company_id = audit_answer_items.company_id AND a.id = audit_answer_items.answer_id));
CREATE POLICY answer ON app.audit_answer_items FOR INSERT TO app_user
  WITH CHECK ((SELECT app.my_role()) IN ('owner', 'admin', 'member') AND EXISTS (SELECT FROM app.evidence e
    WHERE e.company_id = audit_answer_items.company_id AND e.id = audit_answer_items.evidence_id AND e.matter_id IS NULL));
CREATE POLICY read ON app.audit_comments FOR SELECT TO app_user USING (true);
CREATE POLICY audit ON app.audit_comments FOR SELECT TO app_auditor USING (project_id = ANY ((SELECT app.audited_projects())::uuid[]));
CREATE POLICY comment ON app.audit_comments FOR INSERT TO app_user
  WITH CHECK ((SELECT app.my_role()) IN ('owner', 'admin', 'member') AND author_id = (SELECT app.uid()) AND NOT by_auditor
    AND (evidence_id IS NULL OR EXISTS (SELECT FROM app.evidence e
      WHERE e.company_id = audit_comments.company_id AND e.id = audit_comments.evidence_id AND e.matter_id IS NULL)));
CREATE POLICY read ON app.audit_samples FOR SELECT TO app_user USING ((SELECT app.my_role()) IN ('owner', 'admin'));
CREATE POLICY audit ON app.audit_samples FOR SELECT TO app_auditor USING (project_id = ANY ((SELECT app.audited_projects())::uuid[]));

GRANT SELECT ON app.audit_requests, app.audit_answers, app.audit_answer_items, app.audit_comments, app.audit_samples TO app_user, app_auditor;
GRANT UPDATE (state) ON app.audit_requests TO app_user;
GRANT INSERT ON app.audit_answers, app.audit_answer_items, app.audit_comments TO app_user;
GRANT SELECT, INSERT, UPDATE ON app.audit_requests TO app_definer;
GRANT SELECT, INSERT ON app.audit_comments, app.audit_samples TO app_definer;

-- Refuses whoever does not audit the project today.
CREATE FUNCTION app.require_audit(p_project uuid) RETURNS uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF app.audited() IS NULL OR p_project IS NULL OR p_project <> ALL (app.audited_projects()) THEN
    RAISE EXCEPTION 'not an auditor of this project' USING ERRCODE = '42501', CONSTRAINT = 'audited_project';
  END IF;
  RETURN app.audited();
END $$;

CREATE FUNCTION app.ask_for_evidence(p_id uuid, p_project uuid, p_control text, p_wanted text, p_due date, p_now timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO app.audit_requests (company_id, id, project_id, control_id, wanted, due_on, asked_by, asked_at)
  VALUES (app.require_audit(p_project), p_id, p_project, p_control, p_wanted, p_due, app.uid(), p_now)
$$;

-- Accepts an answer, asks again, or gives up a request; false where there is none in such a state.
CREATE FUNCTION app.settle_audit_request(p_id uuid, p_outcome text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_request app.audit_requests;
BEGIN
  SELECT r.* INTO v_request FROM app.audit_requests r WHERE r.company_id = app.audited() AND r.id = p_id
    AND r.project_id = ANY (app.audited_projects()) FOR UPDATE;
  IF v_request.id IS NULL OR NOT (CASE p_outcome WHEN 'accepted' THEN v_request.state = 'answered'
    WHEN 'open' THEN v_request.state IN ('answered', 'accepted', 'closed') WHEN 'closed' THEN v_request.state IN ('open', 'answered') ELSE false END) THEN
    RETURN false;
  END IF;
  UPDATE app.audit_requests SET state = p_outcome WHERE company_id = v_request.company_id AND id = p_id;
  RETURN true;
END $$;

CREATE FUNCTION app.comment_as_auditor(p_id uuid, p_project uuid, p_control text, p_evidence uuid, p_said text, p_now timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_company uuid := app.require_audit(p_project);
BEGIN
  IF p_evidence IS NOT NULL AND app.audited_item(p_evidence) IS NULL THEN
    RAISE EXCEPTION 'no such item' USING ERRCODE = '42501', CONSTRAINT = 'audited_item';
  END IF;
  INSERT INTO app.audit_comments (company_id, id, project_id, control_id, evidence_id, said, by_auditor, author_id, at)
    VALUES (v_company, p_id, p_project, p_control, p_evidence, p_said, true, app.uid(), p_now);
END $$;

-- Numbers of the ordinary items of a control that were collected in a span of days, from which a sample is drawn.
CREATE FUNCTION app.sample_population(p_project uuid, p_control text, p_from date, p_to date) RETURNS SETOF bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT k.number FROM app.evidence_controls k JOIN app.evidence e ON e.company_id = k.company_id AND e.id = k.evidence_id
  WHERE k.company_id = app.require_audit(p_project) AND k.control_id = p_control AND e.matter_id IS NULL
    AND e.collected_at >= p_from::timestamp AT TIME ZONE 'UTC' AND e.collected_at < (p_to + 1)::timestamp AT TIME ZONE 'UTC'
  ORDER BY k.number
$$;

CREATE FUNCTION app.keep_sample(p_id uuid, p_project uuid, p_control text, p_from date, p_to date, p_seed text, p_population bigint,
  p_numbers bigint[], p_now timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO app.audit_samples (company_id, id, project_id, control_id, collected_from, collected_to, seed, population, numbers, drawn_by, drawn_at)
  VALUES (app.require_audit(p_project), p_id, p_project, p_control, p_from, p_to, p_seed, p_population, p_numbers, app.uid(), p_now)
$$;

-- Until when the caller audits the company of this transaction.
CREATE FUNCTION app.audit_end() RETURNS timestamptz LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
  $$SELECT a.ends_at FROM app.auditors a WHERE a.company_id = app.audited() AND a.user_id = app.uid()$$;

-- Names of the company's people and of its auditors, for members; an auditor learns those who share a project with them.
CREATE FUNCTION app.audit_names() RETURNS TABLE (id uuid, name text) LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
  SELECT p.id, concat_ws(' ', p.first_name, p.last_name) FROM app.profiles p WHERE p.id IN (
    SELECT m.user_id FROM app.company_members m WHERE m.company_id = coalesce(app.tenant(), app.audited())
    UNION SELECT a.user_id FROM app.auditors a WHERE a.company_id = coalesce(app.tenant(), app.audited())
      AND (app.my_role() IS NOT NULL OR EXISTS (SELECT FROM app.auditor_projects j
        WHERE j.company_id = a.company_id AND j.auditor_id = a.id AND j.project_id = ANY (app.audited_projects()))))
$$;

-- Whom an answer is mailed to: who asked, as long as they audit the company.
CREATE FUNCTION app.request_asker(p_request uuid) RETURNS TABLE (email text, first_name text, last_name text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT u.email, p.first_name, p.last_name FROM app.audit_requests r
  JOIN app.auditors a ON a.company_id = r.company_id AND a.user_id = r.asked_by AND a.ended_at IS NULL AND a.ends_at > now()
  JOIN auth.users u ON u.id = r.asked_by JOIN app.profiles p ON p.id = r.asked_by
  WHERE r.company_id = app.tenant() AND r.id = p_request
$$;

GRANT EXECUTE ON FUNCTION app.require_audit(uuid) TO app_definer;
GRANT EXECUTE ON FUNCTION app.ask_for_evidence(uuid, uuid, text, text, date, timestamptz), app.settle_audit_request(uuid, text),
  app.comment_as_auditor(uuid, uuid, text, uuid, text, timestamptz), app.sample_population(uuid, text, date, date),
  app.keep_sample(uuid, uuid, text, date, date, text, bigint, bigint[], timestamptz), app.request_asker(uuid) TO app_user;
GRANT EXECUTE ON FUNCTION app.audit_end(), app.audit_names() TO app_user, app_auditor;

RESET ROLE;
ALTER FUNCTION app.require_audit(uuid) OWNER TO app_definer;
ALTER FUNCTION app.ask_for_evidence(uuid, uuid, text, text, date, timestamptz) OWNER TO app_definer;
ALTER FUNCTION app.settle_audit_request(uuid, text) OWNER TO app_definer;
ALTER FUNCTION app.comment_as_auditor(uuid, uuid, text, uuid, text, timestamptz) OWNER TO app_definer;
ALTER FUNCTION app.sample_population(uuid, text, date, date) OWNER TO app_definer;
ALTER FUNCTION app.keep_sample(uuid, uuid, text, date, date, text, bigint, bigint[], timestamptz) OWNER TO app_definer;
ALTER FUNCTION app.audit_end() OWNER TO app_definer;
ALTER FUNCTION app.audit_names() OWNER TO app_definer;
ALTER FUNCTION app.request_asker(uuid) OWNER TO app_definer;
