-- Tasks follow from what is missing or due; kept is who sees to one, and until when somebody asked not to be shown it. See docs/decisions/0097.
SET LOCAL ROLE app_owner;
CREATE TABLE app.task_plans (
  company_id uuid NOT NULL REFERENCES app.companies,
  key text NOT NULL CHECK (btrim(key) <> '' AND length(key) <= 200),
  assignee_id uuid,
  -- The last day in UTC on which it is not shown; two weeks at most, and with a reason.
  snoozed_until date,
  reason text NOT NULL DEFAULT '',
  changed_by uuid NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, key),
  -- Whoever leaves the company sees to nothing in it any more.
  FOREIGN KEY (company_id, assignee_id) REFERENCES app.company_members (company_id, user_id) ON DELETE SET NULL (assignee_id),
  CHECK ((snoozed_until IS NULL) = (btrim(reason) = '')),
  CONSTRAINT task_plans_two_weeks CHECK (snoozed_until <= (changed_at AT TIME ZONE 'UTC')::date + 14)
);
CREATE INDEX task_plans_by_assignee ON app.task_plans (company_id, assignee_id);
SELECT app.protect('app.task_plans'::regclass);
CREATE POLICY read ON app.task_plans FOR SELECT TO app_user USING (true);
CREATE POLICY plan ON app.task_plans FOR INSERT TO app_user
  WITH CHECK ((SELECT app.my_role()) IN ('owner', 'admin', 'member') AND changed_by = (SELECT app.uid())
    AND (assignee_id IS NULL OR EXISTS (SELECT FROM app.company_members m
      WHERE m.company_id = task_plans.company_id AND m.user_id = assignee_id AND m.status = 'active')));
CREATE POLICY plan_anew ON app.task_plans FOR UPDATE TO app_user
  USING ((SELECT app.my_role()) IN ('owner', 'admin', 'member'))
  WITH CHECK (changed_by = (SELECT app.uid())
    AND (assignee_id IS NULL OR EXISTS (SELECT FROM app.company_members m
      WHERE m.company_id = task_plans.company_id AND m.user_id = assignee_id AND m.status = 'active')));
GRANT SELECT, INSERT ON app.task_plans TO app_user;
GRANT UPDATE (assignee_id, snoozed_until, reason, changed_by, changed_at) ON app.task_plans TO app_user;
RESET ROLE;
