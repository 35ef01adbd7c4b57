// Made by scripts/schema.ts from the functions of a migrated database; change db/migrations instead.
import type { ArrayText } from "./array-literal.ts";

/**
 * What each function of the database takes and answers. The catalogue says of no column that it is never NULL, and of a text no more
 * than that it is one: `function-facts.ts` and `function-words.ts` say more.
 */
export interface Functions {
  "app.accept_invitation": { args: [sha256: Buffer | null, id: string | null, now: Date | null]; rows: { outcome: string | null; company_id: string | null; company_name: string | null; role: string | null } };
  "app.accept_ledger_loss": { args: [company: string | null, generation: number | null, oldOrigin: string | null, size: number | null, root: Buffer | null, note: string | null, reason: string | null, person: string | null, id: string | null, subject: string | null, details: string | null, salt: Buffer | null, commitment: string | null]; value: number | null };
  "app.accepted_by": { args: [company: string | null, register: string | null, fields: string | null]; value: string | null };
  "app.account_people": { args: []; rows: { user_id: string | null; person_id: string | null; by_another: boolean | null } };
  "app.acknowledge_forms": { args: [sessions: readonly (Buffer | null)[] | ArrayText | null, versions: readonly (string | null)[] | ArrayText | null, texts: readonly (string | null)[] | ArrayText | null, at: Date | null, acts: readonly (string | null)[] | ArrayText | null, details: readonly (string | null)[] | ArrayText | null, salts: readonly (Buffer | null)[] | ArrayText | null, commitments: readonly (string | null)[] | ArrayText | null, receipts: string | null, policies: readonly (string | null)[] | ArrayText | null, titles: readonly (string | null)[] | ArrayText | null, numbers: readonly (number | null)[] | ArrayText | null, vouched: readonly (string | null)[] | ArrayText | null]; rows: { outcome: string | null; acknowledged_at: Date | null; newest: string | null } };
  "app.acknowledge_hold": { args: [hold: string | null, sha256: string | null, now: Date | null, act: string | null, details: string | null, salt: Buffer | null, commitment: string | null]; value: boolean | null };
  "app.acknowledge_policy": { args: [id: string | null, version: string | null, sha256: string | null, session: string | null, at: Date | null]; value: string | null };
  "app.add_to_people_counts": { args: [rows: string | null]; value: void };
  "app.address_written": { args: [company: string | null, person: string | null]; rows: { changed_by: string | null; kind: string | null; changed_at: Date | null } };
  "app.alert_due": { args: [daily: boolean | null, at: Date | null]; value: Date | null };
  "app.all_requests": { args: []; rows: { id: string | null; kind: string | null; name: string | null; email: string | null; company: string | null; about: string | null; words: string | null; created_at: Date | null; answer_due_at: Date | null; answered_at: Date | null } };
  "app.alone_among_admins": { args: []; value: void };
  "app.am_i_written_to": { args: []; value: boolean | null };
  "app.anchor_place": { args: [found: string | null]; rows: { id: string | null; has_signed: boolean | null } };
  "app.another_reviewer_since": { args: [company: string | null, filer: string | null, size: number | null, until: Date | null, now: Date | null]; value: Date | null };
  "app.another_since": { args: [roles: readonly (string | null)[] | ArrayText | null]; value: Date | null };
  "app.answer_contact_link": { args: [link: string | null, now: Date | null, recordSalt: Buffer | null, act: string | null, details: string | null, salt: Buffer | null, commitment: string | null]; value: boolean | null };
  "app.answer_device": { args: [device: string | null, sha256: string | null, answer: string | null, now: Date | null, act: string | null, details: string | null, salt: Buffer | null, commitment: string | null]; value: boolean | null };
  "app.answer_request": { args: [id: string | null, now: Date | null]; value: boolean | null };
  "app.answer_signing_request": { args: [id: string | null, failure: string | null, note: string | null]; value: void };
  "app.answer_staff_request": { args: [email: string | null, tokens: readonly (Buffer | null)[] | ArrayText | null, now: Date | null]; rows: { place: number | null; company: string | null; name: string | null } };
  "app.answers_to": { args: [id: string | null]; rows: { at: Date | null; answered_by: string | null; outcome: string | null; words: string | null } };
  "app.api_access": { args: []; value: boolean | null };
  "app.append_entries": { args: [company: string | null, at: Date | null, entries: readonly (string | null)[] | ArrayText | null, filed: number | null, matters: readonly (string | null)[] | ArrayText | null]; value: number | null };
  "app.append_file_act": { args: [company: string | null, evidence: string | null, event: string | null, matter: string | null, id: string | null, details: string | null, salt: Buffer | null, commitment: string | null]; value: void };
  "app.approvers_now": { args: []; rows: { user_id: string | null; since: Date | null } };
  "app.ask_collections": { args: [now: Date | null, slug: string | null]; rows: { company_id: string | null; connection_id: string | null; run_id: string | null } };
  "app.ask_for_checkpoint": { args: [company: string | null]; value: string | null };
  "app.ask_for_evidence": { args: [id: string | null, project: string | null, control: string | null, wanted: string | null, due: string | null, now: Date | null]; value: void };
  "app.ask_for_manifest": { args: [company: string | null, exportId: string | null, sha256: Buffer | null, size: number | null]; value: string | null };
  "app.asked_for_second_factor": { args: [user: string | null]; value: boolean | null };
  "app.audit_end": { args: []; value: Date | null };
  "app.audit_names": { args: []; rows: { id: string | null; name: string | null } };
  "app.audited": { args: []; value: string | null };
  "app.audited_item": { args: [evidence: string | null]; value: number | null };
  "app.audited_pages": { args: []; value: string[] | null };
  "app.audited_project": { args: [project: string | null]; value: string | null };
  "app.audited_projects": { args: []; value: string[] | null };
  "app.audited_registers": { args: []; value: string[] | null };
  "app.audits_a_project": { args: [company: string | null, auditor: string | null]; value: boolean | null };
  "app.authors_carried": { args: [company: string | null, version: string | null]; value: string[] | null };
  "app.authors_of_text": { args: [company: string | null, sha256: string | null, authors: readonly (string | null)[] | ArrayText | null]; value: string[] | null };
  "app.authors_of_version": { args: [company: string | null, version: string | null]; value: string[] | null };
  "app.backup_health": { args: [now?: Date | null]; rows: { written_at: Date | null; bytes: number | null; good_at: Date | null; tested_at: Date | null; tested_written_at: Date | null; fault: string | null; refused: string | null } };
  "app.begin_collection": { args: [company: string | null, connection: string | null, now: Date | null, claim: string | null, leaseSeconds: number | null, every: number | null]; rows: { run_id: string | null; attempts: number | null; late: boolean | null } };
  "app.begin_quiz": { args: [id: string | null, course: string | null, version: number | null, seed: Buffer | null, now: Date | null]; value: void };
  "app.begin_upload": { args: [id: string | null, size: number | null, now: Date | null, expires: Date | null, room: number | null]; value: boolean | null };
  "app.begin_webhook_attempt": { args: [company: string | null, webhook: string | null, now: Date | null]; rows: { id: string | null; url: string | null; sealed_secret: Buffer | null; old_sealed_secret: Buffer | null; payload: string | null; attempts: number | null } };
  "app.blobs_of_closed": { args: [company: string | null, after: number | null]; rows: { number: number | null; blob_key: string | null; location: string | null } };
  "app.brings_second_factor": { args: [user: string | null]; value: boolean | null };
  "app.bundles_to_verify": { args: [most: number | null]; rows: { company_id: string | null; record_id: string | null; user_id: string | null } };
  "app.bytes_on_their_way": { args: [company: string | null]; value: number | null };
  "app.claim_jobs": { args: [now: Date | null, kinds: readonly (string | null)[] | ArrayText | null, free: readonly (number | null)[] | ArrayText | null, leaseSeconds: readonly (number | null)[] | ArrayText | null, perCompany: readonly (number | null)[] | ArrayText | null, reserved: readonly (number | null)[] | ArrayText | null, attempts: readonly (number | null)[] | ArrayText | null]; rows: { id: string | null; kind: string | null; key: string | null; company_id: string | null; attempts: number | null; token: string | null } };
  "app.claims_of": { args: [company: string | null, controls: readonly (string | null)[] | ArrayText | null, now: Date | null]; rows: { control_id: string | null; tested_at: Date | null; holds_until: Date | null; basis: unknown | null } };
  "app.clear_damage": { args: [company: string | null, evidence: string | null, id: string | null, details: string | null, salt: Buffer | null, commitment: string | null]; value: boolean | null };
  "app.close_company": { args: [company: string | null, now: Date | null]; rows: { name: string | null; first_name: string | null; last_name: string | null; email: string | null } };
  "app.co_members": { args: []; value: string[] | null };
  "app.code_people": { args: [providers: readonly (string | null)[] | ArrayText | null, now: Date | null]; values: string | null };
  "app.collection_ends": { args: [runs: readonly (string | null)[] | ArrayText | null]; rows: { run_id: string | null; company: string | null; source: string | null; provider: string | null; state: string | null; failure: string | null; steps: number | null; incomplete: number | null; items: number | null; unchanged: boolean | null; number: number | null } };
  "app.collection_slot": { args: [connection: string | null, every: number | null, at: Date | null]; value: Date | null };
  "app.comment_as_auditor": { args: [id: string | null, project: string | null, control: string | null, evidence: string | null, said: string | null, now: Date | null]; value: void };
  "app.companies_to_erase": { args: [now: Date | null]; rows: { company_id: string | null; location: string | null } };
  "app.company_auditors": { args: []; rows: { id: string | null; user_id: string | null; first_name: string | null; last_name: string | null; email: string | null; invited_by: string | null; created_at: Date | null; ends_at: Date | null; ended_at: Date | null; projects: string[] | null; views: number | null; last_view_at: Date | null } };
  "app.company_limits": { args: []; rows: { key: string | null; most: number | null; used: number | null; own: boolean | null } };
  "app.complete_quiz": { args: [id: string | null, attempt: string | null, answers: string | null, score: number | null, outOf: number | null, now: Date | null, act: string | null, details: string | null, salt: Buffer | null, commitment: string | null]; value: boolean | null };
  "app.connection_emergencies": { args: []; rows: { number: number | null; subject: string | null; reason: string | null; asked_by: string | null; approved_by: string | null; another: boolean | null; approved_on: string | null; until: string | null } };
  "app.connection_exceptions": { args: [kinds: readonly (string | null)[] | ArrayText | null]; rows: { number: number | null; kind: string | null; subject: string | null; reason: string | null; asked_by: string | null; approved_by: string | null; another: boolean | null; approved_on: string | null; until: string | null } };
  "app.connection_settings_set": { args: []; rows: { setting: string | null; set_by: string | null; set_on: string | null } };
  "app.contact_link_state": { args: [link: string | null, now: Date | null]; rows: { state: string | null; company_id: string | null; company: string | null; record_id: string | null; number: number | null; version: number | null; fields: unknown | null } };
  "app.control_owners_since": { args: [since: Date | null]; rows: { control_id: string | null; person_id: string | null; owned_from: Date | null; owned_until: Date | null } };
  "app.could_lately": { args: [roles: readonly (string | null)[] | ArrayText | null]; values: string | null };
  "app.count_reviewed": { args: [company: string | null, populations: readonly (string | null)[] | ArrayText | null]; value: void };
  "app.create_company": { args: [id: string | null, name: string | null, slug: string | null, location: string | null, wrappedKey: Buffer | null]; value: void };
  "app.dead_jobs": { args: []; rows: { id: string | null; kind: string | null; key: string | null; attempts: number | null; error: string | null; dead_at: Date | null } };
  "app.decline_invitation": { args: [sha256: Buffer | null, id: string | null, now: Date | null]; value: string | null };
  "app.delete_own_account": { args: []; rows: { email: string | null; first_name: string | null; last_name: string | null } };
  "app.device_text": { args: [fields: string | null]; value: Buffer | null };
  "app.discard_job": { args: [id: string | null, now: Date | null]; value: string | null };
  "app.discovery_seen": { args: [company: string | null, authors: readonly (string | null)[] | ArrayText | null, by: string | null, at: Date | null]; value: boolean | null };
  "app.document_facts": { args: [company: string | null, size: number | null, until: Date | null, now: Date | null]; value: unknown | null };
  "app.document_reviewers": { args: []; value: number | null };
  "app.end_abandoned_import": { args: [company: string | null, importId: string | null, now: Date | null]; value: boolean | null };
  "app.end_acceptances": { args: [company: string | null, passing: readonly (string | null)[] | ArrayText | null, size: number | null, now: Date | null]; value: void };
  "app.end_issued": { args: [company: string | null, user: string | null, gone: boolean | null, reason: string | null]; value: void };
  "app.end_sessions": { args: [user: string | null]; value: number | null };
  "app.end_sign_up_invitations": { args: [user: string | null]; value: void };
  "app.end_staff_session": { args: [token: Buffer | null, now: Date | null]; value: void };
  "app.end_upload": { args: [id: string | null, now: Date | null]; value: void };
  "app.ended_link": { args: [company: string | null, connection: string | null]; rows: { provider: string | null; method: string | null; typed: unknown | null; account_facts: unknown | null; version: number | null; sealed: Buffer | null } };
  "app.enqueue_job": { args: [kind: string | null, key: string | null, company: string | null, at?: Date | null, priority?: number | null]; value: void };
  "app.enqueue_waiting": { args: []; value: number | null };
  "app.enter_staff": { args: [token: Buffer | null, now: Date | null, limit: number | null, seconds: number | null]; rows: { company_id: string | null; company: string | null; person_id: string | null; name: string | null; email: string | null; number: number | null; method: string | null; wait: number | null } };
  "app.erase_company": { args: [company: string | null]; value: boolean | null };
  "app.erase_evidence": { args: [evidence: string | null, reason: string | null, now: Date | null]; value: string | null };
  "app.erasure_waiting": { args: [company: string | null, evidence: string | null]; rows: { blob_key: string | null; location: string | null; shared: boolean | null } };
  "app.event_of_status": { args: [status: string | null]; value: string | null };
  "app.evidence_sources": { args: []; values: string | null };
  "app.evidence_totals": { args: [instants: readonly (Date | null)[] | ArrayText | null]; rows: { instant: Date | null; before: number | null; total: number | null } };
  "app.exchange_pipeline_token": { args: [company: string | null, repository: string | null, repositoryId: string | null, branch: string | null, proofSha256: Buffer | null, tokenSha256: Buffer | null, start: string | null, now: Date | null, until: Date | null]; value: string | null };
  "app.facts_to_judge": { args: [company: string | null, now: Date | null]; value: unknown | null };
  "app.fail_job": { args: [id: string | null, token: string | null, now: Date | null, next: Date | null, error: string | null]; value: boolean | null };
  "app.feed_ledger": { args: [company: string | null, now: Date | null, batch: number | null, events: readonly (string | null)[] | ArrayText | null, kinds: readonly (string | null)[] | ArrayText | null, toActor: readonly (boolean | null)[] | ArrayText | null, defaultKinds: readonly (string | null)[] | ArrayText | null, untold: readonly (string | null)[] | ArrayText | null]; value: number | null };
  "app.field_problem": { args: [register: string | null, fields: string | null, at: Date | null]; value: string | null };
  "app.file_evidence": { args: [ids: readonly (string | null)[] | ArrayText | null, names: readonly (string | null)[] | ArrayText | null, types: readonly (string | null)[] | ArrayText | null, sources: readonly (string | null)[] | ArrayText | null, collectors: readonly (string | null)[] | ArrayText | null, collected: readonly (Date | null)[] | ArrayText | null, valid: readonly (Date | null)[] | ArrayText | null, sha256: readonly (Buffer | null)[] | ArrayText | null, sizes: readonly (number | null)[] | ArrayText | null, media: readonly (string | null)[] | ArrayText | null, files: readonly (string | null)[] | ArrayText | null, blobs: readonly (string | null)[] | ArrayText | null, keys: readonly (string | null)[] | ArrayText | null, salts: readonly (Buffer | null)[] | ArrayText | null, metadata: readonly (string | null)[] | ArrayText | null, contentCommitments: readonly (string | null)[] | ArrayText | null, metadataCommitments: readonly (string | null)[] | ArrayText | null, wrapped: readonly (Buffer | null)[] | ArrayText | null, keyVersion: number | null, linkItem: readonly (number | null)[] | ArrayText | null, linkControl: readonly (string | null)[] | ArrayText | null, linkValid: readonly (Date | null)[] | ArrayText | null, matters: readonly (string | null)[] | ArrayText | null, supersedes: readonly (string | null)[] | ArrayText | null]; rows: { item: number | null; id: string | null; number: number | null; ledger_index: number | null; filed_at: Date | null; repeated: boolean | null } };
  "app.filer_to_tell": { args: [filing: string | null, now: Date | null]; rows: { email: string | null; first_name: string | null; last_name: string | null; company: string | null } };
  "app.find_api_token": { args: [sha256: Buffer | null, now: Date | null]; rows: { company_id: string | null; id: string | null; name: string | null; pipeline: string | null; scopes: string[] | null; has_second_factor: boolean | null; expires_at: Date | null; user_id: string | null; email: string | null; first_name: string | null; last_name: string | null; use_is_old: boolean | null } };
  "app.find_calendar_feed": { args: [sha256: Buffer | null, now: Date | null]; rows: { company_id: string | null; company: string | null; user_id: string | null; role: string | null; has_second_factor: boolean | null } };
  "app.find_companies": { args: [search: string | null, limit: number | null]; rows: { id: string | null; name: string | null; plan: string | null; members: number | null } };
  "app.find_evidence": { args: [pattern: string | null, limit: number | null]; values: number | null };
  "app.find_invitation": { args: [sha256: Buffer | null]; rows: { company_name: string | null; inviter: string | null; email: string | null; role: string | null; status: string | null; expires_at: Date | null; audit_projects: string[] | null; audit_ends_at: Date | null } };
  "app.find_records": { args: [registers: readonly (string | null)[] | ArrayText | null, pattern: string | null, limit: number | null]; values: string | null };
  "app.find_staff_session": { args: [token: Buffer | null, now: Date | null]; rows: { company_id: string | null; company: string | null; person_id: string | null; name: string | null; email: string | null; number: number | null; method: string | null; began_at: Date | null; expires_at: Date | null } };
  "app.finish_erasure": { args: [company: string | null, evidence: string | null, now: Date | null]; value: void };
  "app.finish_job": { args: [id: string | null, token: string | null, now: Date | null, next: Date | null]; value: boolean | null };
  "app.finish_webhook_attempt": { args: [company: string | null, id: string | null, attempt: number | null, delivered: boolean | null, next: Date | null, now: Date | null, status: number | null, durationMs: number | null, answer: string | null, problem: string | null]; rows: { url: string | null; company: string | null; failing_since: Date | null; email: string | null; first_name: string | null; last_name: string | null } };
  "app.fold": { args: [text: string | null]; value: string | null };
  "app.follow_incident": { args: [company: string | null, now: Date | null, control: string | null, was: string | null, status: string | null, reason: string | null, expiring: boolean | null, ends: Date | null, number: number | null]; value: void };
  "app.forget_ended_link": { args: [company: string | null, connection: string | null]; value: void };
  "app.forget_old_deliveries": { args: [now: Date | null]; value: void };
  "app.forget_old_jobs": { args: [now: Date | null]; value: void };
  "app.forget_old_links": { args: [now: Date | null]; value: void };
  "app.forget_old_mails": { args: [now: Date | null]; value: void };
  "app.forget_old_turns": { args: []; value: void };
  "app.forget_part": { args: [company: string | null, upload: string | null, position: number | null]; value: void };
  "app.forget_requests": { args: [email: string | null]; value: number | null };
  "app.forget_sealing_key": { args: []; value: number | null };
  "app.forget_signing_requests": { args: []; value: void };
  "app.forget_spent_challenges": { args: [now: Date | null]; value: void };
  "app.forget_staff_access": { args: [now: Date | null]; value: void };
  "app.forget_uploads": { args: [now: Date | null]; value: void };
  "app.frameworks_asked": { args: []; value: string[] | null };
  "app.freeze_population": { args: [population: string | null, at: Date | null]; value: boolean | null };
  "app.has_feature": { args: [key: string | null]; value: boolean | null };
  "app.has_hold": { args: [company: string | null]; value: boolean | null };
  "app.has_second_factor": { args: []; value: boolean | null };
  "app.held": { args: [company: string | null, key: string | null]; value: number | null };
  "app.hmac_sha256": { args: [key: Buffer | null, message: Buffer | null]; value: Buffer | null };
  "app.hold_company": { args: []; value: void };
  "app.hold_founder": { args: []; value: boolean | null };
  "app.hold_item": { args: [evidence: string | null]; value: string | null };
  "app.hold_own_account": { args: []; rows: { company_id: string | null; role: string | null } };
  "app.hold_person": { args: [user: string | null]; value: boolean | null };
  "app.hold_text": { args: [fields: string | null]; value: Buffer | null };
  "app.holds_of": { args: [company: string | null, field: string | null, target: string | null]; value: boolean | null };
  "app.holds_to_tell": { args: [now: Date | null, most: number | null]; rows: { kind: string | null; company_id: string | null; company: string | null; hold_id: string | null; number: number | null; person_id: string | null; person_number: number | null; name: string | null; email: string | null; told_at: Date | null } };
  "app.how_i_am_vouched": { args: []; value: string | null };
  "app.in_role_since": { args: [company: string | null, user: string | null, created: Date | null, roles: readonly (string | null)[] | ArrayText | null]; value: Date | null };
  "app.in_roles_since": { args: [roles: readonly (string | null)[] | ArrayText | null, since: Date | null]; values: string | null };
  "app.installation": { args: [late: Date | null]; rows: { users: number | null; companies: number | null; connections: number | null; late: number | null; newest_sync: Date | null; database_version: string | null; database_bytes: number | null } };
  "app.installation_audits": { args: []; rows: { company_id: string | null; connection_id: string | null; state: string | null; connected_at: Date | null; observed_at: Date | null } };
  "app.installation_operation": { args: [connection: string | null, step: string | null, at: Date | null]; value: unknown | null };
  "app.invited_newcomer": { args: [sha256: Buffer | null, now: Date | null]; rows: { email: string | null; role: string | null } };
  "app.is_active_person": { args: [company: string | null, person: string | null]; value: boolean | null };
  "app.is_address_of": { args: [company: string | null, person: string | null, email: string | null]; value: boolean | null };
  "app.is_auditor_address": { args: [email: string | null]; value: boolean | null };
  "app.is_company_itself": { args: []; value: boolean | null };
  "app.is_custodian": { args: [user: string | null]; value: boolean | null };
  "app.is_field_value": { args: [type: string | null, choices: readonly (string | null)[] | ArrayText | null, value: string | null]; value: boolean | null };
  "app.is_held": { args: [company: string | null, evidence: string | null, now: Date | null]; value: string | null };
  "app.is_last_admin": { args: [user: string | null]; value: boolean | null };
  "app.is_named_recorded": { args: [id: string | null, batch: string | null]; value: boolean | null };
  "app.is_never_refused": { args: [event: string | null]; value: boolean | null };
  "app.is_one_person": { args: [company: string | null, one: string | null, other: string | null, acted: Date | null, size: number | null, until: Date | null]; value: boolean | null };
  "app.is_platform_admin": { args: []; value: boolean | null };
  "app.is_team_address": { args: [email: string | null]; value: boolean | null };
  "app.iso_instant": { args: [at: Date | null]; value: string | null };
  "app.issued": { args: [company: string | null, user: string | null, gone: boolean | null]; rows: { kind: string | null; id: string | null; label: string | null; since: Date | null } };
  "app.issued_by_member": { args: [member: string | null]; rows: { kind: string | null; id: string | null; label: string | null; since: Date | null } };
  "app.item_changes": { args: [items: readonly (string | null)[] | ArrayText | null, size: number | null]; rows: { item: string | null; seq: number | null; event: string | null; entry: string | null; details: string | null; salt: Buffer | null } };
  "app.item_hold": { args: [evidence: string | null, now: Date | null]; value: string | null };
  "app.job_queues": { args: [now: Date | null]; rows: { queue: string | null; waiting: number | null; running: number | null; retrying: number | null; failed: number | null; dead: number | null; oldest: Date | null; attempts: number | null } };
  "app.join_by_invitation": { args: [sha256: Buffer | null, user: string | null, now: Date | null, act: string | null, details: string | null, salt: Buffer | null, commitment: string | null]; rows: { outcome: string | null; company_id: string | null; company_name: string | null } };
  "app.judgement_due": { args: [company: string | null, now: Date | null]; rows: { due: boolean | null; next_at: Date | null } };
  "app.keep_acknowledgment": { args: [id: string | null, version: string | null, sha256: string | null, person: string | null, method: string | null, user: string | null, at: Date | null]; value: void };
  "app.keep_hold_notice": { args: [kind: string | null, company: string | null, hold: string | null, person: string | null, toldAt: Date | null, token: Buffer | null, now: Date | null, act: string | null, details: string | null, salt: Buffer | null, commitment: string | null]; value: boolean | null };
  "app.keep_job": { args: [id: string | null, token: string | null, until: Date | null]; value: boolean | null };
  "app.keep_judge": { args: [sha256: string | null, version: string | null, code: string | null]; value: boolean | null };
  "app.keep_notice_mail": { args: [company: string | null, record: string | null, now: Date | null]; rows: { user_id: string | null; email: string | null; first_name: string | null; last_name: string | null } };
  "app.keep_record_sample": { args: [id: string | null, project: string | null, evidence: string | null, register: string | null, state: string | null, seed: string | null, population: number | null, numbers: readonly (number | null)[] | ArrayText | null, now: Date | null]; value: void };
  "app.keep_sample": { args: [id: string | null, project: string | null, control: string | null, from: string | null, to: string | null, seed: string | null, population: number | null, numbers: readonly (number | null)[] | ArrayText | null, now: Date | null]; value: void };
  "app.keep_staff_link": { args: [company: string | null, person: string | null, token: Buffer | null, sentBy: string | null, now: Date | null]; value: void };
  "app.keep_staff_reminder": { args: [company: string | null, person: string | null, email: string | null, token: Buffer | null, toldAt: Date | null, now: Date | null]; value: boolean | null };
  "app.keep_task_digest": { args: [company: string | null, user: string | null, taken: Date | null, next: Date | null, now: Date | null]; value: boolean | null };
  "app.keep_vouched": { args: [company: string | null, person: string | null, how: string | null, by: string | null, at: Date | null]; value: void };
  "app.keeps_matters": { args: []; value: boolean | null };
  "app.key_records": { args: [company: string | null, records: readonly (string | null)[] | ArrayText | null]; value: void };
  "app.key_register": { args: [company: string | null, register: string | null]; value: void };
  "app.key_tasks": { args: [company: string | null, records: readonly (string | null)[] | ArrayText | null]; value: void };
  "app.know_store": { args: [geography: string | null, id: string | null]; value: void };
  "app.lapsed_ends": { args: [now: Date | null]; value: string[] | null };
  "app.ledger_generation": { args: [company: string | null]; value: number | null };
  "app.ledger_leaves": { args: [company: string | null, from: number | null, to: number | null]; values: Buffer | null };
  "app.ledger_nodes_between": { args: [company: string | null, level: number | null, from: number | null, to: number | null]; values: Buffer | null };
  "app.ledgers_to_sign": { args: [company: string | null]; rows: { company_id: string | null; size: number | null; root: Buffer | null; location: string | null } };
  "app.leftover_parts": { args: [now: Date | null, company: string | null, failing: readonly (string | null)[] | ArrayText | null]; rows: { company_id: string | null; upload_id: string | null; position: number | null; blob_key: string | null; location: string | null } };
  "app.limit_of": { args: [company: string | null, key: string | null]; value: number | null };
  "app.limit_period": { args: [holds: string | null]; value: Date | null };
  "app.limits_to_tell": { args: [company: string | null]; rows: { key: string | null; level: number | null; used: number | null; most: number | null } };
  "app.link_records": { args: [company: string | null, records: readonly (string | null)[] | ArrayText | null]; value: void };
  "app.link_to_finish": { args: [company: string | null, id: string | null]; value: string | null };
  "app.list_evidence": { args: [filters: string | null, now: Date | null, at: Date | null, place: number | null, back: boolean | null, limit: number | null]; rows: { number: number | null; at: Date | null; place: number | null } };
  "app.list_overrides": { args: []; rows: { key: string | null; company_id: string | null; company: string | null; enabled: boolean | null } };
  "app.list_passes": { args: [company: string | null, people: readonly (string | null)[] | ArrayText | null]; value: void };
  "app.list_people": { args: [company: string | null, people: readonly (string | null)[] | ArrayText | null]; value: void };
  "app.list_requests": { args: [open: boolean | null, kind: string | null, search: string | null, after: Date | null, afterId: string | null, limit: number | null]; rows: { id: string | null; kind: string | null; name: string | null; email: string | null; company: string | null; about: string | null; created_at: Date | null; answer_due_at: Date | null; answered_at: Date | null; outcome: string | null; answered_by: string | null } };
  "app.list_texts": { args: [company: string | null, people: readonly (string | null)[] | ArrayText | null, versions: readonly (string | null)[] | ArrayText | null, sha256: readonly (string | null)[] | ArrayText | null]; value: void };
  "app.list_users": { args: [search: string | null, after: string | null, limit: number | null]; rows: { id: string | null; email: string | null; first_name: string | null; last_name: string | null; platform_role: string | null; created_at: Date | null; last_sign_in_at: Date | null; has_second_factor: boolean | null; disabled_at: Date | null; companies: number | null } };
  "app.lock_ledger": { args: []; row: { company: string | null; size: number | null; at: Date | null; evidence_count: number | null } };
  "app.look_up_by": { args: [company: string | null, pattern: string | null, few: number | null]; value: string | null };
  "app.manages_alone": { args: [company: string | null, user: string | null]; value: boolean | null };
  "app.matter_sizes": { args: []; rows: { matter_id: string | null; people: number | null; items: number | null; last_filed_at: Date | null } };
  "app.may_finish_import": { args: [company: string | null, importId: string | null]; value: boolean | null };
  "app.may_review": { args: [user: string | null]; value: boolean | null };
  "app.may_vouch_alone": { args: []; value: boolean | null };
  "app.mine_among": { args: [people: readonly (string | null)[] | ArrayText | null]; value: string[] | null };
  "app.my_companies": { args: []; value: string[] | null };
  "app.my_invitations": { args: [now: Date | null]; rows: { id: string | null; company_name: string | null; inviter: string | null; role: string | null; expires_at: Date | null } };
  "app.my_matters": { args: []; value: string[] | null };
  "app.my_memberships": { args: []; rows: { company_id: string | null; role: string | null } };
  "app.my_person": { args: []; value: string | null };
  "app.my_platform_role": { args: []; value: string | null };
  "app.my_records": { args: []; value: string[] | null };
  "app.my_registers": { args: [right: string | null]; value: string[] | null };
  "app.my_role": { args: []; value: string | null };
  "app.name_device": { args: [id: string | null, name: string | null, kind: string | null, serial: string | null, now: Date | null, act: string | null, details: string | null, salt: Buffer | null, commitment: string | null]; value: boolean | null };
  "app.name_records": { args: [company: string | null, records: readonly (string | null)[] | ArrayText | null]; value: void };
  "app.named_device_key": { args: [id: string | null]; value: string | null };
  "app.newest_results": { args: [company: string | null, now: Date | null, size: number | null, from: Date | null, before: Date | null]; rows: { check_id: string | null; aspect: string | null; source: string | null; outcome: string | null; reason: string | null; observed_at: Date | null; valid_until: Date | null; number: number | null; evidence_id: string | null } };
  "app.next_alert": { args: [company: string | null, user: string | null]; value: Date | null };
  "app.next_collection": { args: [company: string | null, connection: string | null]; value: Date | null };
  "app.next_completion": { args: []; value: number | null };
  "app.next_digest": { args: [at: Date | null]; value: Date | null };
  "app.next_incident_alert": { args: [company: string | null, user: string | null]; value: Date | null };
  "app.next_turn": { args: [kind: string | null, priority: number | null, company: string | null]; value: number | null };
  "app.next_webhook_attempt": { args: [company: string | null, webhook: string | null]; value: Date | null };
  "app.note_act": { args: [act: string | null, subject: string | null, details: string | null]; value: void };
  "app.note_api_token_use": { args: [company: string | null, id: string | null, now: Date | null]; value: void };
  "app.note_calendar_read": { args: [company: string | null, user: string | null, now: Date | null]; value: void };
  "app.note_damage": { args: [company: string | null, evidence: string | null, damage: string | null, now: Date | null, id: string | null, details: string | null, salt: Buffer | null, commitment: string | null]; value: boolean | null };
  "app.note_refusal": { args: [key: string | null]; value: void };
  "app.note_signing_stop": { args: [company: string | null, failure: string | null]; value: void };
  "app.notices_to_mail": { args: [now: Date | null, most: number | null]; rows: { company_id: string | null; company: string | null; record_id: string | null; number: number | null; fields: unknown | null; contracts: unknown | null } };
  "app.number_alike": { args: [company: string | null, kinds: readonly (string | null)[] | ArrayText | null, titles: readonly (string | null)[] | ArrayText | null, passed: readonly (string | null)[] | ArrayText | null, imported: readonly (string | null)[] | ArrayText | null]; value: void };
  "app.number_people": { args: [company: string | null, people: readonly (string | null)[] | ArrayText | null, former: readonly (number | null)[] | ArrayText | null]; value: void };
  "app.number_texts": { args: [company: string | null, versions: readonly (string | null)[] | ArrayText | null]; value: void };
  "app.open_contact_link": { args: [link: string | null, now: Date | null]; rows: { state: string | null; record_id: string | null; number: number | null; version: number | null; fields: unknown | null } };
  "app.open_report": { args: []; rows: { number: number | null; lead_id: string | null; recipients: unknown | null } };
  "app.open_requests": { args: []; rows: { id: string | null; kind: string | null; name: string | null; email: string | null; about: string | null; created_at: Date | null; answer_due_at: Date | null } };
  "app.opened_matter": { args: []; value: string | null };
  "app.operators": { args: []; rows: { email: string | null; first_name: string | null; last_name: string | null } };
  "app.own_accounts": { args: []; value: string[] | null };
  "app.own_acknowledgment": { args: [version: string | null]; rows: { version: number | null; sha256: string | null; method: string | null; acknowledged_at: Date | null; ledger_index: number | null } };
  "app.own_device_questions": { args: [now: Date | null]; rows: { device_id: string | null; number: number | null; name: string | null; kind: string | null; serial: string | null; text_sha256: string | null; asked_at: Date | null; answer: string | null; answered_at: Date | null } };
  "app.own_devices": { args: []; rows: { number: number | null; name: string | null; serial: string | null; source: string | null; seen_at: Date | null; facts: unknown | null } };
  "app.own_holds": { args: []; rows: { hold_id: string | null; number: number | null; title: string | null; about: string | null; starts_on: string | null; text_sha256: string | null; told_at: Date | null; acknowledged_at: Date | null } };
  "app.own_named_devices": { args: [now: Date | null]; rows: { id: string | null; name: string | null; serial: string | null; named_at: Date | null; dismissed: boolean | null } };
  "app.own_policy": { args: [policy: string | null, person: string | null]; value: boolean | null };
  "app.own_record": { args: []; value: unknown | null };
  "app.owned_controls": { args: []; value: string[] | null };
  "app.owner_sign_up": { args: []; row: { signed_up_at: Date | null; began_here: boolean | null } };
  "app.people_columns": { args: [company: string | null, people: readonly (string | null)[] | ArrayText | null]; rows: { person_id: string | null; number: number | null; name: string | null; kind: string | null; job_title: string | null; starts_at: Date | null; added_at: Date | null; ends_at: Date | null; reach: string | null } };
  "app.people_of_record": { args: []; rows: { id: string | null; first_name: string | null; last_name: string | null; is_member: boolean | null } };
  "app.person_of": { args: [user: string | null]; value: string | null };
  "app.plan_collections": { args: [now: Date | null, every: number | null]; value: number | null };
  "app.plan_usage": { args: []; row: { users_limit: number | null; members: number | null; invited: number | null; frameworks_limit: number | null; frameworks: number | null } };
  "app.policy_approvers": { args: [authors: readonly (string | null)[] | ArrayText | null]; value: number | null };
  "app.policy_owner_accounts": { args: []; rows: { person_id: string | null; user_id: string | null } };
  "app.preview_claims": { args: [controls: readonly (string | null)[] | ArrayText | null, now: Date | null]; rows: { control_id: string | null; tested_at: Date | null; holds_until: Date | null; basis: unknown | null } };
  "app.privilege_waiver": { args: [evidence: string | null]; rows: { waived_at: Date | null; waived_by: string | null; reason: string | null } };
  "app.prove_staff_address": { args: [email: string | null, tokens: readonly (Buffer | null)[] | ArrayText | null, method: string | null, now: Date | null]; rows: { place: number | null; company: string | null; name: string | null } };
  "app.publish_sealing_key": { args: [key: Buffer | null, now: Date | null]; value: boolean | null };
  "app.read_portal": { args: [slug: string | null, now: Date | null]; value: unknown | null };
  "app.read_request": { args: [id: string | null]; rows: { kind: string | null; name: string | null; email: string | null; created_at: Date | null; answered_at: Date | null; about: string | null; words: string | null } };
  "app.receive_access_request": { args: [kind: string | null, firstName: string | null, lastName: string | null, email: string | null, company: string | null, role: string | null, now: Date | null]; value: boolean | null };
  "app.receive_message": { args: [kind: string | null, name: string | null, email: string | null, subject: string | null, message: string | null, company: string | null, now: Date | null]; rows: { id: string | null; answer_due_at: Date | null } };
  "app.record_act": { args: [id: string | null, event: string | null, subject: string | null, details: string | null, salt: Buffer | null, commitment: string | null, matter: string | null]; value: number | null };
  "app.record_approvers": { args: [register: string | null]; value: number | null };
  "app.record_judgement": { args: [company: string | null, now: Date | null, version: number | null, size: number | null, next: Date | null, standings: string | null, rule: number | null]; value: boolean | null };
  "app.record_population": { args: [project: string | null, evidence: string | null, register: string | null, state: string | null]; rows: { exhibit: number | null; number: number | null } };
  "app.records_changed_after": { args: [registers: readonly (string | null)[] | ArrayText | null, indexes: readonly (number | null)[] | ArrayText | null]; values: string | null };
  "app.refile_evidence": { args: [evidence: string | null, added: readonly (string | null)[] | ArrayText | null, valid: readonly (Date | null)[] | ArrayText | null, removed: readonly (string | null)[] | ArrayText | null, reason: string | null]; rows: { hindrance: string | null; added: string[] | null; removed: string[] | null } };
  "app.refuse_limit": { args: [company: string | null, key: string | null, used: number | null, most: number | null]; value: void };
  "app.release_bytes": { args: [id: string | null, arrived: number | null]; value: void };
  "app.rename_evidence": { args: [evidence: string | null, name: string | null]; value: string | null };
  "app.reopen_request": { args: [id: string | null]; value: boolean | null };
  "app.report_incident": { args: [id: string | null, fields: string | null, recordSalt: Buffer | null, now: Date | null, mails: string | null, act: string | null, details: string | null, salt: Buffer | null, commitment: string | null]; value: void };
  "app.reported_devices": { args: [devices: readonly (string | null)[] | ArrayText | null, now: Date | null]; rows: { device_id: string | null; source: string | null } };
  "app.request_asker": { args: [request: string | null]; rows: { email: string | null; first_name: string | null; last_name: string | null } };
  "app.require_audit": { args: [project: string | null]; value: string | null };
  "app.reserve_bytes": { args: [id: string | null, declared: number | null, most: number | null, keeps: boolean | null]; value: number | null };
  "app.restore_evidence": { args: [evidence: string | null]; value: string | null };
  "app.retry_job": { args: [id: string | null]; value: string | null };
  "app.reviewers_now": { args: []; value: number | null };
  "app.runs_installation": { args: []; value: boolean | null };
  "app.sample_population": { args: [project: string | null, control: string | null, from: string | null, to: string | null]; values: number | null };
  "app.schedule_jobs": { args: [kinds: readonly (string | null)[] | ArrayText | null]; value: void };
  "app.scope_facts": { args: [company: string | null, size: number | null, decided: Date | null]; value: unknown | null };
  "app.scope_of": { args: [company: string | null]; value: unknown | null };
  "app.scrub_health": { args: []; rows: { damaged: number | null; companies: number | null; began_at: Date | null; finished_at: Date | null; items: number | null; checked: number | null; oldest: Date | null } };
  "app.seals_of_export": { args: [company: string | null, exportId: string | null]; rows: { seq: number | null; entry: string | null; details: string | null; salt: Buffer | null; generation: number | null } };
  "app.send_staff_link": { args: [person: string | null, token: Buffer | null, now: Date | null]; rows: { name: string | null; email: string | null; number: number | null } };
  "app.set_deletion": { args: [due: Date | null]; value: boolean | null };
  "app.set_disabled": { args: [user: string | null, disabled: boolean | null, now: Date | null]; value: string | null };
  "app.set_override": { args: [company: string | null, key: string | null, enabled: boolean | null]; value: boolean | null };
  "app.set_platform_role": { args: [user: string | null, role: string | null]; value: string | null };
  "app.settle_audit_request": { args: [id: string | null, outcome: string | null]; value: boolean | null };
  "app.settle_request": { args: [id: string | null, outcome: string | null, words: string | null, now: Date | null]; value: boolean | null };
  "app.settle_schedule": { args: [kinds: readonly (string | null)[] | ArrayText | null, now: Date | null]; value: void };
  "app.shows_withdrawn": { args: []; value: boolean | null };
  "app.signed_before": { args: [company: string | null]; rows: { generation: number | null; size: number | null; root: Buffer | null; note: string | null; known: boolean | null } };
  "app.signing_answers": { args: [ids: readonly (string | null)[] | ArrayText | null]; rows: { id: string | null; failure: string | null; note: string | null } };
  "app.signing_health": { args: []; rows: { newest: Date | null; waiting_since: Date | null } };
  "app.spend": { args: [company: string | null, key: string | null, amount: number | null]; value: number | null };
  "app.spend_challenge": { args: [sha256: Buffer | null, expiresAt: Date | null]; value: boolean | null };
  "app.spend_staff_link": { args: [token: Buffer | null, session: Buffer | null, now: Date | null, address: string | null, agent: string | null, act: string | null, details: string | null, salt: Buffer | null, commitment: string | null]; value: boolean | null };
  "app.staff_contact": { args: [policy: string | null]; rows: { name: string | null; email: string | null } };
  "app.staff_forms": { args: [sessions: readonly (Buffer | null)[] | ArrayText | null, versions: readonly (string | null)[] | ArrayText | null, texts: readonly (string | null)[] | ArrayText | null, now: Date | null]; rows: { outcome: string | null; person_id: string | null; method: string | null; policy_id: string | null; title: string | null; number: number | null; newest: string | null; vouched: string | null } };
  "app.staff_link_address": { args: [token: Buffer | null]; value: string | null };
  "app.staff_link_state": { args: [token: Buffer | null, now: Date | null]; rows: { state: string | null; company_id: string | null; company: string | null; person_id: string | null; name: string | null; number: number | null; email: string | null; sent_by: string | null; method: string | null } };
  "app.staff_members": { args: [company: string | null]; rows: { user_id: string | null; role: string | null; email: string | null; first_name: string | null; last_name: string | null } };
  "app.staff_policies": { args: []; rows: { version_id: string | null; policy_id: string | null; title: string | null; number: number | null; characters: number | null; kind: string | null; starts_at: string | null; assignments: unknown | null; earlier: unknown | null; last_day: string | null; acknowledged_at: Date | null; acknowledgment_id: string | null } };
  "app.staff_policy": { args: [version: string | null]; rows: { version_id: string | null; policy_id: string | null; title: string | null; number: number | null; state: string | null; text: string | null; sha256: string | null; in_force_at: Date | null; before_number: number | null; before_text: string | null; newest: string | null; acknowledged_at: Date | null } };
  "app.staffed": { args: []; value: string | null };
  "app.stop_writing_to_me": { args: [at: Date | null]; value: void };
  "app.stopped_ledgers": { args: []; rows: { failure: string | null; ledgers: number | null } };
  "app.store_checkpoint": { args: [company: string | null, generation: number | null, size: number | null, root: Buffer | null, note: string | null]; value: void };
  "app.store_facts": { args: [geography: string | null]; rows: { id: string | null; has_files: boolean | null; has_people: boolean | null } };
  "app.system_answered": { args: [company: string | null, system: string | null]; value: boolean | null };
  "app.system_freshness": { args: []; rows: { system_id: string | null; connection_id: string | null; state: string | null; last_collected_at: Date | null; answered: boolean | null } };
  "app.take_alerts": { args: [company: string | null, user: string | null, now: Date | null]; rows: { company_id: string | null; company: string | null; email: string | null; first_name: string | null; last_name: string | null; kind: string | null; event: string | null; at: Date | null; actor: string | null; about: string | null; details: string | null } };
  "app.take_attention": { args: [company: string | null, connection: string | null, now: Date | null]; rows: { company: string | null; connection_id: string | null; provider: string | null; account: string | null; attention: string | null; email: string | null; first_name: string | null; last_name: string | null } };
  "app.take_emptied": { args: [company: string | null, connection: string | null, now: Date | null]; rows: { company: string | null; connection_id: string | null; provider: string | null; account: string | null; listed: number | null; emptied_at: Date | null; email: string | null; first_name: string | null; last_name: string | null } };
  "app.take_ended_rights": { args: [company: string | null, id: string | null, now: Date | null]; rows: { company: string | null; person: string | null; reason: string | null; ended: unknown | null; email: string | null; first_name: string | null; last_name: string | null } };
  "app.take_incident_alerts": { args: [company: string | null, user: string | null, now: Date | null]; rows: { company: string | null; slug: string | null; email: string | null; first_name: string | null; last_name: string | null; what: string | null; daily: boolean | null; control_id: string | null; kind: string | null; reason: string | null; began_at: Date | null; ended_at: Date | null; ended_as: string | null; ends_at: Date | null; number: number | null; item: string | null } };
  "app.take_link": { args: [stateSha256: Buffer | null]; rows: { company_id: string | null; id: string | null; connection_id: string | null; provider: string | null; method: string | null; facts: unknown | null; session_sha256: Buffer | null; redirect_uri: string | null; sealed: Buffer | null; expires_at: Date | null } };
  "app.take_over_issued": { args: [member: string | null, ids: readonly (string | null)[] | ArrayText | null]; rows: { kind: string | null; id: string | null; label: string | null } };
  "app.take_reminder": { args: [id: string | null, now: Date | null]; rows: { id: string | null; name: string | null; email: string | null; subject: string | null; created_at: Date | null; answer_due_at: Date | null } };
  "app.take_signing_requests": { args: [most: number | null, ongoing: readonly (string | null)[] | ArrayText | null]; rows: { id: string | null; kind: string | null; company_id: string | null; export_id: string | null; manifest_sha256: Buffer | null; manifest_size: number | null } };
  "app.take_staff_to_remind": { args: [now: Date | null, most: number | null]; rows: { company_id: string | null; company: string | null; person_id: string | null; name: string | null; email: string | null; number: number | null; told_at: Date | null } };
  "app.take_task_digests": { args: [now: Date | null, most: number | null]; rows: { company_id: string | null; company: string | null; user_id: string | null; role: string | null; email: string | null; first_name: string | null; last_name: string | null; time_zone: string | null; has_second_factor: boolean | null; taken: Date | null } };
  "app.take_turn": { args: [key: string | null, limit: number | null, seconds: number | null, turns: number | null]; value: number | null };
  "app.task_keys_of": { args: [company: string | null, records: readonly (string | null)[] | ArrayText | null]; rows: { record_id: string | null; task: string | null; field: string | null; register: string | null; number: number | null; day: string | null; first_day: string | null } };
  "app.task_readers": { args: [company: string | null, key: string | null, now: Date | null]; rows: { user_id: string | null; email: string | null; first_name: string | null; last_name: string | null } };
  "app.team": { args: []; rows: { id: string | null; user_id: string | null; role: string | null; first_name: string | null; last_name: string | null; email: string | null; invited_by: string | null; created_at: Date | null; has_second_factor: boolean | null } };
  "app.tell_incident": { args: [company: string | null, id: string | null, now: Date | null]; value: void };
  "app.tell_limit": { args: [company: string | null, key: string | null, level: number | null, id: string | null, event: string | null, details: string | null, salt: Buffer | null, commitment: string | null]; value: boolean | null };
  "app.tenant": { args: []; value: string | null };
  "app.test_facts": { args: [company: string | null, size: number | null, from: Date | null, before: Date | null]; value: unknown | null };
  "app.tests_of": { args: [company: string | null]; value: unknown | null };
  "app.training_facts": { args: []; rows: { frameworks: string[] | null; law_firm: boolean | null } };
  "app.transfer_ownership": { args: [member: string | null]; value: boolean | null };
  "app.tree_hashes": { args: [levels: readonly (number | null)[] | ArrayText | null, from: readonly (number | null)[] | ArrayText | null, to: readonly (number | null)[] | ArrayText | null]; rows: { level: number | null; index: number | null; hash: Buffer | null } };
  "app.uid": { args: []; value: string | null };
  "app.unfinished_import": { args: [company: string | null, id: string | null]; value: string | null };
  "app.usage_of_companies": { args: []; rows: { id: string | null; name: string | null; plan: string | null; items: number | null; bytes: number | null; key: string | null; used: number | null; most: number | null } };
  "app.vouch_by_directory": { args: [people: readonly (string | null)[] | ArrayText | null, now: Date | null]; value: void };
  "app.vouch_for_addresses": { args: [people: readonly (string | null)[] | ArrayText | null, emails: readonly (string | null)[] | ArrayText | null, now: Date | null]; rows: { person_id: string | null; number: number | null; outcome: string | null } };
  "app.vouched_by_themselves": { args: []; value: string[] | null };
  "app.vouched_how": { args: [company: string | null, person: string | null]; value: string | null };
  "app.waive_privilege": { args: [evidence: string | null, reason: string | null]; value: boolean | null };
  "app.webhook_payload": { args: [event: string | null, at: string | null, company: string | null, index: number | null, subject: string | null, exhibit: string | null, name: string | null, change: string | null]; value: string | null };
  "app.who_may_approve_policy": { args: [authors: readonly (string | null)[] | ArrayText | null]; value: string[] | null };
  "app.whose_reviewed": { args: [population: string | null, rows: readonly (string | null)[] | ArrayText | null, at: Date | null]; rows: { row_id: string | null; own: boolean | null; unknown: boolean | null } };
  "app.withdraw_evidence": { args: [evidence: string | null, reason: string | null]; value: string | null };
  "app.without_names": { args: [details: string | null]; value: unknown | null };
}

/** What comes back of a call: lines of columns or of one value each, or one of them. */
export const answerKinds: Readonly<Record<keyof Functions, "rows" | "row" | "values" | "value">> = {
  "app.accept_invitation": "rows",
  "app.accept_ledger_loss": "value",
  "app.accepted_by": "value",
  "app.account_people": "rows",
  "app.acknowledge_forms": "rows",
  "app.acknowledge_hold": "value",
  "app.acknowledge_policy": "value",
  "app.add_to_people_counts": "value",
  "app.address_written": "rows",
  "app.alert_due": "value",
  "app.all_requests": "rows",
  "app.alone_among_admins": "value",
  "app.am_i_written_to": "value",
  "app.anchor_place": "rows",
  "app.another_reviewer_since": "value",
  "app.another_since": "value",
  "app.answer_contact_link": "value",
  "app.answer_device": "value",
  "app.answer_request": "value",
  "app.answer_signing_request": "value",
  "app.answer_staff_request": "rows",
  "app.answers_to": "rows",
  "app.api_access": "value",
  "app.append_entries": "value",
  "app.append_file_act": "value",
  "app.approvers_now": "rows",
  "app.ask_collections": "rows",
  "app.ask_for_checkpoint": "value",
  "app.ask_for_evidence": "value",
  "app.ask_for_manifest": "value",
  "app.asked_for_second_factor": "value",
  "app.audit_end": "value",
  "app.audit_names": "rows",
  "app.audited": "value",
  "app.audited_item": "value",
  "app.audited_pages": "value",
  "app.audited_project": "value",
  "app.audited_projects": "value",
  "app.audited_registers": "value",
  "app.audits_a_project": "value",
  "app.authors_carried": "value",
  "app.authors_of_text": "value",
  "app.authors_of_version": "value",
  "app.backup_health": "rows",
  "app.begin_collection": "rows",
  "app.begin_quiz": "value",
  "app.begin_upload": "value",
  "app.begin_webhook_attempt": "rows",
  "app.blobs_of_closed": "rows",
  "app.brings_second_factor": "value",
  "app.bundles_to_verify": "rows",
  "app.bytes_on_their_way": "value",
  "app.claim_jobs": "rows",
  "app.claims_of": "rows",
  "app.clear_damage": "value",
  "app.close_company": "rows",
  "app.co_members": "value",
  "app.code_people": "values",
  "app.collection_ends": "rows",
  "app.collection_slot": "value",
  "app.comment_as_auditor": "value",
  "app.companies_to_erase": "rows",
  "app.company_auditors": "rows",
  "app.company_limits": "rows",
  "app.complete_quiz": "value",
  "app.connection_emergencies": "rows",
  "app.connection_exceptions": "rows",
  "app.connection_settings_set": "rows",
  "app.contact_link_state": "rows",
  "app.control_owners_since": "rows",
  "app.could_lately": "values",
  "app.count_reviewed": "value",
  "app.create_company": "value",
  "app.dead_jobs": "rows",
  "app.decline_invitation": "value",
  "app.delete_own_account": "rows",
  "app.device_text": "value",
  "app.discard_job": "value",
  "app.discovery_seen": "value",
  "app.document_facts": "value",
  "app.document_reviewers": "value",
  "app.end_abandoned_import": "value",
  "app.end_acceptances": "value",
  "app.end_issued": "value",
  "app.end_sessions": "value",
  "app.end_sign_up_invitations": "value",
  "app.end_staff_session": "value",
  "app.end_upload": "value",
  "app.ended_link": "rows",
  "app.enqueue_job": "value",
  "app.enqueue_waiting": "value",
  "app.enter_staff": "rows",
  "app.erase_company": "value",
  "app.erase_evidence": "value",
  "app.erasure_waiting": "rows",
  "app.event_of_status": "value",
  "app.evidence_sources": "values",
  "app.evidence_totals": "rows",
  "app.exchange_pipeline_token": "value",
  "app.facts_to_judge": "value",
  "app.fail_job": "value",
  "app.feed_ledger": "value",
  "app.field_problem": "value",
  "app.file_evidence": "rows",
  "app.filer_to_tell": "rows",
  "app.find_api_token": "rows",
  "app.find_calendar_feed": "rows",
  "app.find_companies": "rows",
  "app.find_evidence": "values",
  "app.find_invitation": "rows",
  "app.find_records": "values",
  "app.find_staff_session": "rows",
  "app.finish_erasure": "value",
  "app.finish_job": "value",
  "app.finish_webhook_attempt": "rows",
  "app.fold": "value",
  "app.follow_incident": "value",
  "app.forget_ended_link": "value",
  "app.forget_old_deliveries": "value",
  "app.forget_old_jobs": "value",
  "app.forget_old_links": "value",
  "app.forget_old_mails": "value",
  "app.forget_old_turns": "value",
  "app.forget_part": "value",
  "app.forget_requests": "value",
  "app.forget_sealing_key": "value",
  "app.forget_signing_requests": "value",
  "app.forget_spent_challenges": "value",
  "app.forget_staff_access": "value",
  "app.forget_uploads": "value",
  "app.frameworks_asked": "value",
  "app.freeze_population": "value",
  "app.has_feature": "value",
  "app.has_hold": "value",
  "app.has_second_factor": "value",
  "app.held": "value",
  "app.hmac_sha256": "value",
  "app.hold_company": "value",
  "app.hold_founder": "value",
  "app.hold_item": "value",
  "app.hold_own_account": "rows",
  "app.hold_person": "value",
  "app.hold_text": "value",
  "app.holds_of": "value",
  "app.holds_to_tell": "rows",
  "app.how_i_am_vouched": "value",
  "app.in_role_since": "value",
  "app.in_roles_since": "values",
  "app.installation": "rows",
  "app.installation_audits": "rows",
  "app.installation_operation": "value",
  "app.invited_newcomer": "rows",
  "app.is_active_person": "value",
  "app.is_address_of": "value",
  "app.is_auditor_address": "value",
  "app.is_company_itself": "value",
  "app.is_custodian": "value",
  "app.is_field_value": "value",
  "app.is_held": "value",
  "app.is_last_admin": "value",
  "app.is_named_recorded": "value",
  "app.is_never_refused": "value",
  "app.is_one_person": "value",
  "app.is_platform_admin": "value",
  "app.is_team_address": "value",
  "app.iso_instant": "value",
  "app.issued": "rows",
  "app.issued_by_member": "rows",
  "app.item_changes": "rows",
  "app.item_hold": "value",
  "app.job_queues": "rows",
  "app.join_by_invitation": "rows",
  "app.judgement_due": "rows",
  "app.keep_acknowledgment": "value",
  "app.keep_hold_notice": "value",
  "app.keep_job": "value",
  "app.keep_judge": "value",
  "app.keep_notice_mail": "rows",
  "app.keep_record_sample": "value",
  "app.keep_sample": "value",
  "app.keep_staff_link": "value",
  "app.keep_staff_reminder": "value",
  "app.keep_task_digest": "value",
  "app.keep_vouched": "value",
  "app.keeps_matters": "value",
  "app.key_records": "value",
  "app.key_register": "value",
  "app.key_tasks": "value",
  "app.know_store": "value",
  "app.lapsed_ends": "value",
  "app.ledger_generation": "value",
  "app.ledger_leaves": "values",
  "app.ledger_nodes_between": "values",
  "app.ledgers_to_sign": "rows",
  "app.leftover_parts": "rows",
  "app.limit_of": "value",
  "app.limit_period": "value",
  "app.limits_to_tell": "rows",
  "app.link_records": "value",
  "app.link_to_finish": "value",
  "app.list_evidence": "rows",
  "app.list_overrides": "rows",
  "app.list_passes": "value",
  "app.list_people": "value",
  "app.list_requests": "rows",
  "app.list_texts": "value",
  "app.list_users": "rows",
  "app.lock_ledger": "row",
  "app.look_up_by": "value",
  "app.manages_alone": "value",
  "app.matter_sizes": "rows",
  "app.may_finish_import": "value",
  "app.may_review": "value",
  "app.may_vouch_alone": "value",
  "app.mine_among": "value",
  "app.my_companies": "value",
  "app.my_invitations": "rows",
  "app.my_matters": "value",
  "app.my_memberships": "rows",
  "app.my_person": "value",
  "app.my_platform_role": "value",
  "app.my_records": "value",
  "app.my_registers": "value",
  "app.my_role": "value",
  "app.name_device": "value",
  "app.name_records": "value",
  "app.named_device_key": "value",
  "app.newest_results": "rows",
  "app.next_alert": "value",
  "app.next_collection": "value",
  "app.next_completion": "value",
  "app.next_digest": "value",
  "app.next_incident_alert": "value",
  "app.next_turn": "value",
  "app.next_webhook_attempt": "value",
  "app.note_act": "value",
  "app.note_api_token_use": "value",
  "app.note_calendar_read": "value",
  "app.note_damage": "value",
  "app.note_refusal": "value",
  "app.note_signing_stop": "value",
  "app.notices_to_mail": "rows",
  "app.number_alike": "value",
  "app.number_people": "value",
  "app.number_texts": "value",
  "app.open_contact_link": "rows",
  "app.open_report": "rows",
  "app.open_requests": "rows",
  "app.opened_matter": "value",
  "app.operators": "rows",
  "app.own_accounts": "value",
  "app.own_acknowledgment": "rows",
  "app.own_device_questions": "rows",
  "app.own_devices": "rows",
  "app.own_holds": "rows",
  "app.own_named_devices": "rows",
  "app.own_policy": "value",
  "app.own_record": "value",
  "app.owned_controls": "value",
  "app.owner_sign_up": "row",
  "app.people_columns": "rows",
  "app.people_of_record": "rows",
  "app.person_of": "value",
  "app.plan_collections": "value",
  "app.plan_usage": "row",
  "app.policy_approvers": "value",
  "app.policy_owner_accounts": "rows",
  "app.preview_claims": "rows",
  "app.privilege_waiver": "rows",
  "app.prove_staff_address": "rows",
  "app.publish_sealing_key": "value",
  "app.read_portal": "value",
  "app.read_request": "rows",
  "app.receive_access_request": "value",
  "app.receive_message": "rows",
  "app.record_act": "value",
  "app.record_approvers": "value",
  "app.record_judgement": "value",
  "app.record_population": "rows",
  "app.records_changed_after": "values",
  "app.refile_evidence": "rows",
  "app.refuse_limit": "value",
  "app.release_bytes": "value",
  "app.rename_evidence": "value",
  "app.reopen_request": "value",
  "app.report_incident": "value",
  "app.reported_devices": "rows",
  "app.request_asker": "rows",
  "app.require_audit": "value",
  "app.reserve_bytes": "value",
  "app.restore_evidence": "value",
  "app.retry_job": "value",
  "app.reviewers_now": "value",
  "app.runs_installation": "value",
  "app.sample_population": "values",
  "app.schedule_jobs": "value",
  "app.scope_facts": "value",
  "app.scope_of": "value",
  "app.scrub_health": "rows",
  "app.seals_of_export": "rows",
  "app.send_staff_link": "rows",
  "app.set_deletion": "value",
  "app.set_disabled": "value",
  "app.set_override": "value",
  "app.set_platform_role": "value",
  "app.settle_audit_request": "value",
  "app.settle_request": "value",
  "app.settle_schedule": "value",
  "app.shows_withdrawn": "value",
  "app.signed_before": "rows",
  "app.signing_answers": "rows",
  "app.signing_health": "rows",
  "app.spend": "value",
  "app.spend_challenge": "value",
  "app.spend_staff_link": "value",
  "app.staff_contact": "rows",
  "app.staff_forms": "rows",
  "app.staff_link_address": "value",
  "app.staff_link_state": "rows",
  "app.staff_members": "rows",
  "app.staff_policies": "rows",
  "app.staff_policy": "rows",
  "app.staffed": "value",
  "app.stop_writing_to_me": "value",
  "app.stopped_ledgers": "rows",
  "app.store_checkpoint": "value",
  "app.store_facts": "rows",
  "app.system_answered": "value",
  "app.system_freshness": "rows",
  "app.take_alerts": "rows",
  "app.take_attention": "rows",
  "app.take_emptied": "rows",
  "app.take_ended_rights": "rows",
  "app.take_incident_alerts": "rows",
  "app.take_link": "rows",
  "app.take_over_issued": "rows",
  "app.take_reminder": "rows",
  "app.take_signing_requests": "rows",
  "app.take_staff_to_remind": "rows",
  "app.take_task_digests": "rows",
  "app.take_turn": "value",
  "app.task_keys_of": "rows",
  "app.task_readers": "rows",
  "app.team": "rows",
  "app.tell_incident": "value",
  "app.tell_limit": "value",
  "app.tenant": "value",
  "app.test_facts": "value",
  "app.tests_of": "value",
  "app.training_facts": "rows",
  "app.transfer_ownership": "value",
  "app.tree_hashes": "rows",
  "app.uid": "value",
  "app.unfinished_import": "value",
  "app.usage_of_companies": "rows",
  "app.vouch_by_directory": "value",
  "app.vouch_for_addresses": "rows",
  "app.vouched_by_themselves": "value",
  "app.vouched_how": "value",
  "app.waive_privilege": "value",
  "app.webhook_payload": "value",
  "app.who_may_approve_policy": "value",
  "app.whose_reviewed": "rows",
  "app.withdraw_evidence": "value",
  "app.without_names": "value",
};
