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

-- Whether the caller audits anything in it at all: then the company's ordinary evidence, which every project counts, is theirs to read.
CREATE FUNCTION app.is_auditing() RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
  $$SELECT cardinality(app.audited_projects()) > 0$$;

CREATE POLICY audit ON app.projects FOR SELECT TO app_auditor USING (id = ANY ((SELECT app.audited_projects())::uuid[]));
CREATE POLICY audit ON app.evidence FOR SELECT TO app_auditor USING (matter_id IS NULL AND (SELECT app.is_auditing()));
CREATE POLICY audit ON app.evidence_seals FOR SELECT TO app_auditor
  USING (matter_id IS NULL AND (SELECT app.is_auditing()));
CREATE POLICY audit ON app.evidence_controls FOR SELECT TO app_auditor USING ((SELECT app.is_auditing()));
CREATE POLICY audit ON app.control_totals FOR SELECT TO app_auditor USING ((SELECT app.is_auditing()));
CREATE POLICY audit ON app.check_results FOR SELECT TO app_auditor USING ((SELECT app.is_auditing()));
CREATE POLICY audit ON app.findings FOR SELECT TO app_auditor USING ((SELECT app.is_auditing()));
CREATE POLICY audit ON app.applicability_decisions FOR SELECT TO app_auditor USING ((SELECT app.is_auditing()));
-- Filings alone, and not what people did: an act's id is no item's.
CREATE POLICY audit ON app.ledger_entries FOR SELECT TO app_auditor USING (matter_id IS NULL
  AND EXISTS (SELECT FROM app.evidence e WHERE e.company_id = ledger_entries.company_id AND e.id = (entry::jsonb ->> 'id')::uuid));

GRANT SELECT ON app.projects, app.evidence, app.evidence_seals, app.evidence_controls, app.control_totals, app.check_results, app.findings,
  app.applicability_decisions, app.ledger_entries TO app_auditor;
-- Read together with the controls of ordinary items, and without a policy: it is empty for them.
GRANT SELECT ON app.privileged_controls TO app_auditor;
GRANT EXECUTE ON FUNCTION app.audited_projects(), app.is_auditing() TO app_user, app_auditor, app_definer;
GRANT EXECUTE ON FUNCTION app.let_auditor_in(app.company_invitations) TO app_definer;

RESET ROLE;
ALTER FUNCTION app.let_auditor_in(app.company_invitations) OWNER TO app_definer;
ALTER FUNCTION app.audited_projects() OWNER TO app_definer;
ALTER FUNCTION app.is_auditing() OWNER TO app_definer;
