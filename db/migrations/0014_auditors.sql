-- What auditors may read: by a role of their own that nobody granted anything but SELECT, in the projects they were invited
-- to, and nothing that is privileged. What is not named here they do not see.
SET LOCAL ROLE app_owner;

CREATE TABLE app.auditor_projects (
  company_id uuid NOT NULL,
  auditor_id uuid NOT NULL,
  project_id uuid NOT NULL,
  PRIMARY KEY (company_id, auditor_id, project_id),
  FOREIGN KEY (company_id, auditor_id) REFERENCES app.auditors,
  FOREIGN KEY (company_id, project_id) REFERENCES app.projects
);
SELECT app.protect('app.auditor_projects');
CREATE POLICY read ON app.auditor_projects FOR SELECT TO app_user USING ((SELECT app.my_role()) IN ('owner', 'admin'));
CREATE POLICY invite ON app.auditor_projects FOR INSERT TO app_user WITH CHECK ((SELECT app.my_role()) IN ('owner', 'admin'));
CREATE POLICY end_access ON app.auditor_projects FOR DELETE TO app_user USING ((SELECT app.my_role()) IN ('owner', 'admin'));
GRANT SELECT, INSERT, DELETE ON app.auditor_projects TO app_user;
GRANT SELECT, INSERT, DELETE ON app.auditor_projects TO app_definer;
GRANT UPDATE (ends_at, ended_at, invited_by) ON app.auditors TO app_definer;

-- Makes the caller, who just accepted, an auditor; whoever was one before gets what the new invitation says.
CREATE FUNCTION app.let_auditor_in(p_invitation app.company_invitations) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_auditor uuid;
BEGIN
  INSERT INTO app.auditors (company_id, user_id, invited_by, ends_at)
    VALUES (p_invitation.company_id, app.uid(), p_invitation.invited_by, p_invitation.audit_ends_at)
    ON CONFLICT (company_id, user_id) DO UPDATE SET invited_by = excluded.invited_by, ends_at = excluded.ends_at, ended_at = NULL
    RETURNING id INTO v_auditor;
  DELETE FROM app.auditor_projects WHERE company_id = p_invitation.company_id AND auditor_id = v_auditor;
  INSERT INTO app.auditor_projects (company_id, auditor_id, project_id)
    SELECT p_invitation.company_id, v_auditor, p.id FROM app.projects p
    WHERE p.company_id = p_invitation.company_id AND p.id = ANY (p_invitation.audit_projects);
END $$;

-- The projects that the caller audits in the company of this transaction.
CREATE FUNCTION app.audited_projects() RETURNS uuid[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
  $$SELECT coalesce(array_agg(p.project_id), '{}') FROM app.auditors a
    JOIN app.auditor_projects p ON p.company_id = a.company_id AND p.auditor_id = a.id
    WHERE a.company_id = app.audited() AND a.user_id = nullif(current_setting('app.user_id', true), '')::uuid$$;

-- The wall of tenancy opens for who audits a project of the company: its ordinary evidence is theirs to read then, as far as it is
-- filed under a control. All 22 controls are in every project; what is filed under none is in no project.
CREATE POLICY audit ON app.projects FOR SELECT TO app_auditor USING (id = ANY ((SELECT app.audited_projects())::uuid[]));
CREATE POLICY audit ON app.evidence FOR SELECT TO app_auditor USING (matter_id IS NULL
  AND EXISTS (SELECT FROM app.evidence_controls k WHERE k.company_id = evidence.company_id AND k.evidence_id = evidence.id));
CREATE POLICY audit ON app.evidence_seals FOR SELECT TO app_auditor USING (matter_id IS NULL
  AND EXISTS (SELECT FROM app.evidence e WHERE e.company_id = evidence_seals.company_id AND e.id = evidence_seals.evidence_id));
CREATE POLICY audit ON app.evidence_controls FOR SELECT TO app_auditor USING (true);
CREATE POLICY audit ON app.control_totals FOR SELECT TO app_auditor USING (true);
CREATE POLICY audit ON app.check_results FOR SELECT TO app_auditor USING (true);
CREATE POLICY audit ON app.findings FOR SELECT TO app_auditor
  USING (EXISTS (SELECT FROM app.evidence e WHERE e.company_id = findings.company_id AND e.id = findings.evidence_id));
CREATE POLICY audit ON app.applicability_decisions FOR SELECT TO app_auditor USING (true);
-- Filings alone, and not what people did: an act's id is no item's.
CREATE POLICY audit ON app.ledger_entries FOR SELECT TO app_auditor USING (matter_id IS NULL
  AND EXISTS (SELECT FROM app.evidence e WHERE e.company_id = ledger_entries.company_id AND e.id = (entry::jsonb ->> 'id')::uuid));

GRANT SELECT ON app.projects, app.evidence, app.evidence_seals, app.evidence_controls, app.control_totals, app.check_results, app.findings,
  app.applicability_decisions, app.ledger_entries TO app_auditor;
-- Read together with the controls of ordinary items, and without a policy: it is empty for them.
GRANT SELECT ON app.privileged_controls TO app_auditor;
-- What an auditor is about to look at, as its entry in the ledger names it: NULL for what is not theirs to see.
CREATE FUNCTION app.audited_item(p_evidence uuid) RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
  $$SELECT e.number FROM app.evidence e WHERE e.company_id = app.audited() AND e.id = p_evidence AND e.matter_id IS NULL
    AND EXISTS (SELECT FROM app.evidence_controls k WHERE k.company_id = e.company_id AND k.evidence_id = e.id)$$;
CREATE FUNCTION app.audited_project(p_project uuid) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
  $$SELECT p.name FROM app.projects p WHERE p.company_id = app.audited() AND p.id = p_project AND p.id = ANY (app.audited_projects())$$;

-- Whom the company let in as auditors, for whoever may do that: also those whose time is over.
CREATE FUNCTION app.company_auditors() RETURNS TABLE (id uuid, user_id uuid, first_name text, last_name text, email text,
  invited_by text, created_at timestamptz, ends_at timestamptz, ended_at timestamptz, projects uuid[], views bigint, last_view_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT a.id, a.user_id, p.first_name, p.last_name, u.email, concat_ws(' ', i.first_name, i.last_name), a.created_at, a.ends_at, a.ended_at,
    ARRAY(SELECT j.project_id FROM app.auditor_projects j WHERE j.company_id = a.company_id AND j.auditor_id = a.id), v.views, v.last_view_at
  FROM app.auditors a JOIN auth.users u ON u.id = a.user_id LEFT JOIN app.profiles p ON p.id = a.user_id LEFT JOIN app.profiles i ON i.id = a.invited_by
  CROSS JOIN LATERAL (SELECT count(*) AS views, max(l.at) AS last_view_at FROM app.ledger_acts l
    WHERE l.company_id = a.company_id AND l.actor_id = a.user_id AND l.event = 'audit.viewed') v
  WHERE a.company_id = app.tenant() AND app.my_role() IN ('owner', 'admin') ORDER BY a.created_at, a.id
$$;

-- Whether somebody with this address audits the company of this transaction today; only for whom may invite.
CREATE FUNCTION app.is_auditor_address(p_email text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(app.my_role() IN ('owner', 'admin'), false) AND EXISTS (SELECT FROM app.auditors a JOIN auth.users u ON u.id = a.user_id
    WHERE a.company_id = app.tenant() AND u.email = lower(p_email) AND a.ended_at IS NULL AND a.ends_at > now())
$$;

GRANT EXECUTE ON FUNCTION app.audited_item(uuid), app.audited_project(uuid), app.company_auditors(), app.is_auditor_address(text) TO app_user;
GRANT EXECUTE ON FUNCTION app.audited_projects() TO app_user, app_auditor, app_definer;
GRANT EXECUTE ON FUNCTION app.let_auditor_in(app.company_invitations) TO app_definer;

RESET ROLE;
ALTER FUNCTION app.let_auditor_in(app.company_invitations) OWNER TO app_definer;
ALTER FUNCTION app.audited_projects() OWNER TO app_definer;
ALTER FUNCTION app.audited_item(uuid) OWNER TO app_definer;
ALTER FUNCTION app.audited_project(uuid) OWNER TO app_definer;
ALTER FUNCTION app.company_auditors() OWNER TO app_definer;
ALTER FUNCTION app.is_auditor_address(text) OWNER TO app_definer;
