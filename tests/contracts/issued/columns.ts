/**
 * Columns that name a person and stand for nothing that goes on working by itself, each with the reason. A column that names
 * a person and is neither here nor in src/domain/issued.ts fails its contract test.
 */
const because = (reason: string, ...columns: string[]) => columns.map((column) => [column, reason] as const);

export const excused: Readonly<Record<string, string>> = Object.fromEntries([
  ...because(
    "their own account, which ends with it or is closed while it is disabled",
    "app.account_bounds.user_id",
    "auth.ceremonies.user_id",
    "auth.devices.user_id",
    "auth.identities.user_id",
    "auth.passkeys.user_id",
    "auth.passwords.user_id",
    "auth.recovery_codes.user_id",
    "auth.sessions.user_id",
    "auth.sign_ins.user_id",
    "auth.totp_secrets.user_id",
  ),
  ...because(
    "their own in a company, deleted with the membership",
    "app.alert_mutes.user_id",
    "app.alert_preferences.user_id",
    "app.alerts.user_id",
    "app.onboarding_drafts.user_id",
  ),
  ...because(
    "their own in a company, which each use checks for the membership",
    "app.control_mutes.user_id",
    "app.incident_alerts.user_id",
    "app.uploads.user_id",
  ),
  ...because("the export whose manifest is to be signed, for an hour at most", "app.signing_requests.export_id"),
  ...because(
    "the membership itself, and who owns the company",
    "app.company_members.user_id",
    "app.companies.owner_id",
  ),
  ...because(
    "somebody who was let in and joined under their own name; the lists of team and auditors say by whom, and end it",
    "app.company_members.invited_by",
    "app.auditors.invited_by",
    "app.auditors.user_id",
    "app.matter_access_list.added_by",
    "app.matter_access_list.user_id",
  ),
  ...because(
    "a statement that was made while the right was there, and grants nothing",
    "app.accepted_failures.accepted_by",
    "app.accepted_failures.ended_by",
    "app.applicability_decisions.decided_by",
    "app.audit_answers.answered_by",
    "app.audit_comments.author_id",
    "app.audit_requests.asked_by",
    "app.audit_samples.drawn_by",
    "app.control_notes.struck_by",
    "app.control_notes.written_by",
    "app.control_plans.changed_by",
    "app.control_plans.owner_id",
    "app.csv_mappings.created_by",
    "app.document_filings.filed_by",
    "app.document_filings.withdrawn_by",
    "app.document_reviews.reviewed_by",
    "app.document_reviews.withdrawn_by",
    "app.erasures.erased_by",
    "app.evidence.filed_by",
    "app.incidents.acknowledged_by",
    "app.ledger_acts.actor_id",
    "app.manual_tests.tested_by",
    "app.manual_tests.withdrawn_by",
    "app.matters.created_by",
    "app.organization_profiles.submitted_by",
    "app.person_accounts.decided_by",
    "app.privilege_waivers.waived_by",
    "app.projects.created_by",
    "app.confirmations.confirmed_by",
    "app.acknowledgments.user_id",
    "app.assignments.assigned_by",
    "app.assignments.ended_by",
    "app.policies.created_by",
    "app.policy_approvals.approved_by",
    "app.policy_versions.changed_by",
    "app.policy_versions.created_by",
    "app.record_changes.changed_by",
    "app.records.approved_by",
    "app.records.changed_by",
    "app.records.created_by",
    "app.refilings.refiled_by",
    "app.renamings.renamed_by",
    "app.scope_decisions.decided_by",
    "app.systems.added_by",
    "app.systems.removed_by",
    "app.withdrawals.restored_by",
    "app.withdrawals.withdrawn_by",
  ),
  ...because("one collection by a connection, which is paused itself", "app.collection_runs.requested_by"),
  ...because(
    "read as the person who filed it, and ends with their right to add evidence: app.end_abandoned_import",
    "app.imports.requested_by",
  ),
  ...because("what ended, for the mail to the owners", "app.ended_rights.user_id"),
  ...because(
    "no person",
    "app.collection_parts.connection_id",
    "app.record_changes.batch_id",
    "app.records.batch_id",
    "app.collection_runs.worker",
    "app.evidence.storage_location_id",
    "app.evidence.supersedes",
    "app.evidence.withdrawal_id",
    "app.evidence_controls.evidence_id",
    "app.evidence_controls.set_aside_by",
    "app.evidence_seals.evidence_id",
    "app.evidence_seals.matter_id",
    "app.jobs.lease_token",
    "app.ledger_acts.matter_id",
    "app.ledger_entries.matter_id",
    "app.privilege_waivers.matter_id",
    "app.privileged_controls.matter_id",
    "app.privileged_controls.set_aside_by",
    "app.request_answers.request_id",
    "app.resource_changes.connection_id",
    "app.storage_totals.storage_location_id",
    "app.upload_parts.artifact_id",
  ),
]);

/** Every column of type uuid that refers to nothing else by a foreign key: whoever it names may be a person. */
export const columnsThatMayNamePeople = `
  SELECT n.nspname || '.' || c.relname || '.' || a.attname AS name
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  WHERE n.nspname IN ('app', 'auth') AND c.relkind IN ('r', 'p') AND a.atttypid = 'uuid'::regtype
    AND a.attname NOT IN ('id', 'company_id')
    AND NOT EXISTS (SELECT FROM pg_constraint f WHERE f.conrelid = c.oid AND f.contype = 'f' AND a.attnum = ANY (f.conkey)
      AND f.confrelid NOT IN ('auth.users'::regclass, 'app.company_members'::regclass))
  ORDER BY 1`;
