-- What people do about controls: who sees to one, until when, and what they wrote about it; a project's audit window and
-- its end.

SET LOCAL ROLE app_owner;

-- Days in UTC; the last one belongs to the window.
ALTER TABLE app.projects
  ADD window_from date,
  ADD window_to date,
  -- What was concluded about each control when the project was archived; its figures stay what they were.
  ADD archived_controls jsonb,
  ADD CONSTRAINT projects_window_whole CHECK ((window_from IS NULL) = (window_to IS NULL)),
  ADD CONSTRAINT projects_window_order CHECK (window_to > window_from),
  ADD CONSTRAINT projects_window_length CHECK (window_to < window_from + interval '36 months');

-- Policies see one version of a row at a time: what a member may change, and that nothing of an archived project changes,
-- is held here.
CREATE FUNCTION app.hold_project_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.archived_at, NEW.archived_controls, NEW.window_from, NEW.window_to)
      IS DISTINCT FROM (OLD.archived_at, OLD.archived_controls, OLD.window_from, OLD.window_to)
    AND app.my_role() NOT IN ('owner', 'admin') THEN
    RAISE EXCEPTION 'permission denied: only an admin archives a project or sets its window' USING ERRCODE = '42501';
  END IF;
  IF OLD.archived_at IS NOT NULL AND NEW.archived_at IS NOT NULL
    AND (NEW.name, NEW.started_at, NEW.window_from, NEW.window_to, NEW.archived_at, NEW.archived_controls)
      IS DISTINCT FROM (OLD.name, OLD.started_at, OLD.window_from, OLD.window_to, OLD.archived_at, OLD.archived_controls) THEN
    RAISE EXCEPTION 'this project is archived' USING ERRCODE = '23514', CONSTRAINT = 'projects_archived';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER hold_project_changes BEFORE UPDATE ON app.projects
  FOR EACH ROW EXECUTE FUNCTION app.hold_project_changes();
GRANT UPDATE (name, archived_at, archived_controls, window_from, window_to) ON app.projects TO app_user;

-- Evidence is filed under a control once for all projects, and so is the work on it.
CREATE TABLE app.control_plans (
  company_id uuid NOT NULL REFERENCES app.companies,
  control_id text NOT NULL,
  owner_id uuid,
  due_on date,
  changed_by uuid NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, control_id),
  -- Whoever leaves the company sees to nothing in it any more.
  FOREIGN KEY (company_id, owner_id) REFERENCES app.company_members (company_id, user_id) ON DELETE SET NULL (owner_id)
);
CREATE INDEX control_plans_by_owner ON app.control_plans (company_id, owner_id);

-- A thread that is only added to. A note can be struck out, and stays readable.
CREATE TABLE app.control_notes (
  company_id uuid NOT NULL REFERENCES app.companies,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  control_id text NOT NULL,
  body text NOT NULL CHECK (btrim(body) <> '' AND length(body) <= 4000),
  written_by uuid NOT NULL,
  written_at timestamptz NOT NULL DEFAULT now(),
  struck_by uuid,
  struck_at timestamptz,
  PRIMARY KEY (company_id, id),
  CHECK (struck_at IS NULL OR struck_by IS NOT NULL)
);
CREATE INDEX control_notes_of_control ON app.control_notes (company_id, control_id, written_at DESC, id DESC);

-- Not even the owner of the table alters a note, but to strike it out once.
CREATE FUNCTION app.hold_notes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.struck_at IS NOT NULL
    OR (NEW.company_id, NEW.id, NEW.control_id, NEW.body, NEW.written_by, NEW.written_at)
      IS DISTINCT FROM (OLD.company_id, OLD.id, OLD.control_id, OLD.body, OLD.written_by, OLD.written_at) THEN
    RAISE EXCEPTION 'control_notes is append-only' USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER hold_notes BEFORE UPDATE ON app.control_notes FOR EACH ROW EXECUTE FUNCTION app.hold_notes();
CREATE TRIGGER keep_notes BEFORE DELETE ON app.control_notes FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER keep_notes_truncate BEFORE TRUNCATE ON app.control_notes FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();

SELECT app.protect(t) FROM unnest(ARRAY['app.control_plans', 'app.control_notes']::regclass[]) t;

CREATE POLICY read ON app.control_plans FOR SELECT TO app_user USING (true);
CREATE POLICY plan ON app.control_plans FOR INSERT TO app_user
  WITH CHECK ((SELECT app.my_role()) IN ('owner', 'admin', 'member') AND changed_by = (SELECT app.uid())
    AND (owner_id IS NULL OR EXISTS (SELECT FROM app.company_members m
      WHERE m.company_id = control_plans.company_id AND m.user_id = owner_id AND m.status = 'active')));
CREATE POLICY plan_anew ON app.control_plans FOR UPDATE TO app_user
  USING ((SELECT app.my_role()) IN ('owner', 'admin', 'member'))
  WITH CHECK (changed_by = (SELECT app.uid())
    AND (owner_id IS NULL OR EXISTS (SELECT FROM app.company_members m
      WHERE m.company_id = control_plans.company_id AND m.user_id = owner_id AND m.status = 'active')));
CREATE POLICY read ON app.control_notes FOR SELECT TO app_user USING (true);
CREATE POLICY write ON app.control_notes FOR INSERT TO app_user
  WITH CHECK ((SELECT app.my_role()) IN ('owner', 'admin', 'member') AND written_by = (SELECT app.uid()) AND struck_at IS NULL);
CREATE POLICY strike ON app.control_notes FOR UPDATE TO app_user
  USING ((SELECT app.my_role()) IN ('owner', 'admin')
    OR ((SELECT app.my_role()) = 'member' AND written_by = (SELECT app.uid())))
  WITH CHECK (struck_by = (SELECT app.uid()) AND struck_at IS NOT NULL);

GRANT SELECT, INSERT ON app.control_plans, app.control_notes TO app_user;
GRANT UPDATE (owner_id, due_on, changed_by, changed_at) ON app.control_plans TO app_user;
GRANT UPDATE (struck_by, struck_at) ON app.control_notes TO app_user;

RESET ROLE;
