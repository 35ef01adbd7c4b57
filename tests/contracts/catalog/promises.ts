/** Tables whose rows never change and never go. */
export const appendOnly: readonly string[] = [
  "app.applicability_decisions",
  "app.check_results",
  "app.control_changes",
  "app.evidence",
  "app.evidence_controls",
  "app.findings",
  "app.first_reports",
  "app.audit_answer_items",
  "app.audit_answers",
  "app.audit_comments",
  "app.audit_samples",
  "app.ledger_acts",
  "app.ledger_checkpoints",
  "app.ledger_entries",
  "app.judges",
  "app.ledger_losses",
  "app.ledger_nodes",
  "app.manual_test_exhibits",
  "app.operator_acts",
  "app.privilege_waivers",
  "app.refilings",
  "app.renamings",
  "app.resource_changes",
  "app.scope_decisions",
  "app.record_changes",
  "app.register_runs",
  "app.policies",
  "app.policy_approvals",
  "app.acknowledgments",
  "app.review_rows",
  "app.review_decisions",
  "app.review_sightings",
  "app.attested_lists",
  "app.snapshot_pages",
  "app.confirmations",
  "app.person_accounts",
  "app.proposal_decisions",
  "app.quiz_attempts",
  "app.named_devices",
];

/** Tables whose rows never go, and change in the one way that a trigger of their own lets them. */
export const neverDeleted: readonly string[] = [
  "app.accepted_failures",
  "app.completions",
  "app.control_notes",
  "app.document_filings",
  "app.document_reviews",
  "app.manual_tests",
  "app.records",
  "app.policy_versions",
  "app.assignments",
  "app.reviews",
  "app.review_populations",
  "app.systems",
  "app.erasures",
  "app.withdrawals",
];

/** What may change in them all the same, by functions of the database alone: who sees a row, what took its place, what it is set aside by, what a record of its own changed, and what is erased with a file, which another trigger holds to that. */
export const changeable: Readonly<Record<string, readonly string[]>> = {
  // That an address is vouched for later makes what was acknowledged by it count.
  "app.acknowledgments": ["vouched"],
  "app.check_results": ["reason"],
  "app.evidence": ["name", "valid_until", "matter_id", "withdrawal_id", "file_name", "erased_at"],
  "app.evidence_controls": ["superseded_by", "set_aside_by"],
  "app.attested_lists": ["accounts"],
  "app.findings": ["title", "resource", "message"],
  "app.ledger_acts": ["details"],
  "app.ledger_entries": ["matter_id"],
  "app.policies": ["owner_register", "owner_person_id"],
  "app.renamings": ["old_name", "new_name"],
  "app.review_rows": ["label", "email"],
};

/** Unique across all companies, although a collision tells one company that another has the value. */
export const globallyUnique: Readonly<Record<string, string>> = {
  companies_pkey: "a random id that nobody can guess",
  companies_slug_key: "every company has an address of its own, which ends in letters of its random id",
  invitation_links_token_key: "the hash of 32 random bytes that nobody can guess",
  jobs_pkey: "a random id, which only the worker and operators learn",
  jobs_kind_key_key: "the id of a row of its company, or of the company itself",
  staff_links_token_sha256_key: "the hash of 32 random bytes that nobody can guess",
  staff_sessions_token_sha256_key: "the hash of 32 random bytes that nobody can guess",
  link_attempts_state_sha256_key: "the hash of 32 random bytes that nobody can guess",
};

/** Tables without any policy that permits: nobody sees a row except the doors. */
export const behindDoors: Readonly<Record<string, string>> = {
  "app.wrapping_keys": "the administrator alone, as app_definer: no role that serves reads the vault",
  "app.usage":
    "app.spend and the limits' triggers count, app.company_limits, app.limits_to_tell and app.usage_of_companies read",
  "app.store_identities": "app.store_facts and app.anchor_place read, app.know_store and app.anchor_place write",
  "app.reservations": "app.reserve_bytes takes, app.release_bytes gives back",
  "app.limit_overrides": "operators write from the command line, app.limit_of reads",
  "app.owner_limits": "whoever migrates writes, app.hold_owner reads",
  "app.ended_rights": "triggers write what ended, and the worker takes it to mail the owners",
  "app.rate_limits": "app.take_turn counts, app.forget_old_turns forgets",
  "app.access_requests":
    "app.receive_access_request writes, app.open_requests and app.answer_request are the operator's",
  "app.contact_messages":
    "app.receive_message writes, app.take_reminder, app.open_requests and app.answer_request read",
  "app.incident_alerts": "app.tell_incident writes, app.take_incident_alerts takes",
  "app.ledger_nodes": "app.append_entries writes, app.tree_hashes and the signer's app.ledger_nodes_between read",
  "app.ended_links":
    "a trigger of app.connections writes, app.ended_link reads, app.forget_ended_link and app.forget_old_links forget",
  "app.signing_stops": "the signer's app.note_signing_stop and app.store_checkpoint write, app.stopped_ledgers counts",
  "app.signing_requests":
    "app.ask_for_checkpoint and app.ask_for_manifest write, the signer's app.take_signing_requests and app.answer_signing_request answer, app.signing_answers reads",
  "app.ledger_feeds": "app.feed_ledger keeps how far it has come",
  "app.alerts": "app.feed_ledger writes, app.take_alerts takes",
  "app.jobs":
    "triggers write by app.enqueue_job, app.claim_jobs, app.finish_job and app.fail_job are the worker's, operators read counts",
  "app.request_answers":
    "app.settle_request writes, app.answers_to and app.list_requests read, app.forget_answers forgets",
  "app.spent_challenges": "app.spend_challenge writes, app.forget_spent_challenges forgets",
};
