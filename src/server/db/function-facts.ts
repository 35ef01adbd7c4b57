import type { AlertKind } from "#domain/alert-kinds.ts";
import type { CompanyRole, MemberRole } from "#domain/company-roles.ts";
import type { IncidentKind } from "#domain/incident.ts";
import type { EndedBecause, IssuedKindKey } from "#domain/issued.ts";
import type { JobKindName } from "#domain/job-kinds.ts";
import type { LimitKey } from "#domain/limits.ts";
import type { ProviderKey } from "#domain/provider.ts";
import type { TokenScope } from "#domain/token-scopes.ts";
import type { Functions } from "./functions.gen.ts";

type Shape<F extends keyof Functions> = Functions[F] extends { rows: infer R } | { row: infer R }
  ? { readonly [C in keyof R]?: R[C] }
  : Functions[F] extends { values: infer V } | { value: infer V }
    ? V
    : never;
type ColumnsOf<F extends keyof Functions> = Functions[F] extends { rows: infer R } | { row: infer R }
  ? readonly (keyof R)[]
  : true;

/**
 * Which columns of a function's answer are never NULL, or that its one value is not: the catalogue cannot say it. Each call is held to
 * it, and throws where one is NULL all the same.
 */
export const neverNull = {
  "app.accept_invitation": ["outcome"],
  "app.all_requests": ["id", "kind", "name", "email", "about", "words", "created_at"],
  "app.answer_staff_request": ["place", "company", "name"],
  "app.answers_to": ["at", "answered_by", "outcome"],
  "app.approvers_now": ["user_id", "since"],
  "app.ask_collections": ["company_id", "connection_id", "run_id"],
  "app.ask_for_checkpoint": true,
  "app.ask_for_manifest": true,
  "app.asked_for_second_factor": true,
  "app.audit_names": ["id", "name"],
  "app.backup_health": ["written_at", "bytes"],
  "app.begin_collection": ["run_id", "attempts", "late"],
  "app.begin_webhook_attempt": ["id", "url", "sealed_secret", "payload", "attempts"],
  "app.blobs_of_closed": ["number", "blob_key", "location"],
  "app.claim_jobs": ["id", "kind", "key", "attempts", "token"],
  "app.close_company": ["name", "email", "first_name", "last_name"],
  "app.collection_ends": [
    "run_id",
    "company",
    "source",
    "provider",
    "state",
    "steps",
    "incomplete",
    "items",
    "unchanged",
  ],
  "app.companies_to_erase": ["company_id", "location"],
  "app.company_auditors": ["id", "user_id", "email", "created_at", "ends_at", "projects", "views"],
  "app.company_limits": ["key", "own"],
  "app.complete_quiz": true,
  "app.dead_jobs": ["id", "kind", "key", "attempts", "error", "dead_at"],
  "app.delete_own_account": ["email", "first_name", "last_name"],
  "app.document_reviewers": true,
  "app.end_abandoned_import": true,
  "app.ended_link": ["provider", "method", "typed", "version", "sealed"],
  "app.erasure_waiting": ["blob_key", "location", "shared"],
  "app.evidence_sources": true,
  "app.evidence_totals": ["instant", "before", "total"],
  "app.feed_ledger": true,
  "app.file_evidence": ["item", "id", "number", "ledger_index", "filed_at", "repeated"],
  "app.find_api_token": [
    "company_id",
    "id",
    "name",
    "scopes",
    "has_second_factor",
    "expires_at",
    "user_id",
    "email",
    "first_name",
    "last_name",
    "use_is_old",
  ],
  "app.find_companies": ["id", "name", "plan", "members"],
  "app.find_staff_session": [
    "company_id",
    "company",
    "person_id",
    "name",
    "email",
    "number",
    "method",
    "began_at",
    "expires_at",
  ],
  "app.invited_newcomer": ["email", "role"],
  "app.join_by_invitation": ["outcome"],
  "app.find_invitation": ["company_name", "inviter", "email", "role", "status", "expires_at"],
  "app.finish_webhook_attempt": ["url", "company", "failing_since", "email", "first_name", "last_name"],
  "app.filer_to_tell": ["email", "first_name", "last_name", "company"],
  "app.forget_requests": true,
  "app.forget_sealing_key": true,
  "app.hold_own_account": ["company_id", "role"],
  "app.installation": ["users", "companies", "connections", "late", "database_version", "database_bytes"],
  "app.issued_by_member": ["kind", "id", "label", "since"],
  "app.item_changes": ["item", "seq", "event", "entry", "details", "salt"],
  "app.job_queues": ["queue", "waiting", "running", "retrying", "failed", "dead"],
  "app.keep_job": true,
  "app.ledger_generation": true,
  "app.ledger_leaves": true,
  "app.ledger_nodes_between": true,
  "app.ledgers_to_sign": ["company_id", "size", "root", "location"],
  "app.leftover_parts": ["company_id", "upload_id", "position", "blob_key", "location"],
  "app.limits_to_tell": ["key", "level", "used"],
  "app.list_evidence": ["place"],
  "app.list_overrides": ["key", "company_id", "company", "enabled"],
  "app.list_requests": ["id", "kind", "name", "email", "about", "created_at"],
  "app.list_users": [
    "id",
    "email",
    "first_name",
    "last_name",
    "platform_role",
    "created_at",
    "has_second_factor",
    "companies",
  ],
  "app.matter_sizes": ["matter_id", "people"],
  "app.my_invitations": ["id", "company_name", "inviter", "role", "expires_at"],
  "app.my_memberships": ["company_id", "role"],
  "app.my_platform_role": true,
  "app.newest_results": [
    "check_id",
    "aspect",
    "source",
    "outcome",
    "reason",
    "observed_at",
    "valid_until",
    "number",
    "evidence_id",
  ],
  "app.next_completion": true,
  "app.open_requests": ["id", "kind", "name", "email", "about", "created_at"],
  "app.people_of_record": ["id", "first_name", "last_name", "is_member"],
  "app.plan_usage": ["members", "invited", "frameworks"],
  "app.preview_claims": ["control_id", "holds_until", "basis"],
  "app.privilege_waiver": ["waived_at", "reason"],
  "app.read_request": ["kind", "name", "email", "created_at", "about", "words"],
  "app.receive_message": ["id", "answer_due_at"],
  "app.refile_evidence": ["added", "removed"],
  "app.request_asker": ["email", "first_name", "last_name"],
  "app.reserve_bytes": true,
  "app.sample_population": true,
  "app.seals_of_export": ["seq", "entry", "details", "salt"],
  "app.prove_staff_address": ["place", "company", "name"],
  "app.send_staff_link": ["name", "email", "number"],
  "app.set_disabled": true,
  "app.set_platform_role": true,
  "app.signed_before": ["generation", "known"],
  "app.signing_answers": ["id"],
  "app.spend_staff_link": true,
  "app.staff_link_state": ["state", "company_id", "company", "person_id", "name", "number", "email", "method"],
  "app.stopped_ledgers": ["failure", "ledgers"],
  "app.take_alerts": ["company", "email", "first_name", "last_name", "kind", "event", "at", "actor", "details"],
  "app.take_attention": ["company", "connection_id", "provider", "email", "first_name", "last_name"],
  "app.take_ended_rights": ["company", "person", "reason", "ended", "email", "first_name", "last_name"],
  "app.take_incident_alerts": [
    "company",
    "slug",
    "email",
    "first_name",
    "last_name",
    "what",
    "daily",
    "control_id",
    "kind",
    "reason",
    "began_at",
  ],
  "app.take_link": [
    "company_id",
    "id",
    "connection_id",
    "provider",
    "method",
    "facts",
    "session_sha256",
    "redirect_uri",
    "sealed",
    "expires_at",
  ],
  "app.take_over_issued": ["kind", "id", "label"],
  "app.take_staff_to_remind": ["company_id", "company", "person_id", "name", "email", "number", "told_at"],
  "app.take_reminder": ["id", "name", "email", "subject", "created_at", "answer_due_at"],
  "app.take_signing_requests": ["id", "kind", "company_id"],
  "app.take_turn": true,
  "app.team": ["id", "user_id", "role", "email", "invited_by", "created_at"],
  "app.staff_policies": [
    "version_id",
    "policy_id",
    "title",
    "number",
    "characters",
    "kind",
    "starts_at",
    "assignments",
  ],
  "app.staff_policy": [
    "version_id",
    "policy_id",
    "title",
    "number",
    "state",
    "text",
    "sha256",
    "in_force_at",
    "newest",
  ],
  "app.training_facts": ["frameworks", "law_firm"],
  "app.tree_hashes": ["level", "index", "hash"],
  "app.usage_of_companies": ["id", "name", "plan", "items", "bytes"],
} as const satisfies { readonly [F in keyof Functions]?: ColumnsOf<F> };

/** A check that says of what is unknown to the catalogue, a text's words or the inside of JSON, that it is of that column. */
type OfColumns<
  W extends { readonly [F in keyof Functions]?: Shape<F> } & Record<Exclude<keyof W, keyof Functions>, never>,
> = W;

type Texts = Readonly<Record<string, string>>;

/** What a text is one of, and what is in JSON, where the catalogue says no more than the type. */
export type Words = OfColumns<{
  "app.all_requests": { kind: "access" | "waitlist" | "contact" | "support" };
  "app.answers_to": { outcome: "answered" | "invited" | "closed" };
  "app.claim_jobs": { kind: JobKindName };
  "app.collection_ends": { provider: ProviderKey; state: "done" | "failed" | "missed" };
  "app.company_limits": { key: LimitKey };
  "app.ended_link": { provider: ProviderKey; typed: Texts };
  "app.find_api_token": { scopes: TokenScope[] };
  "app.find_invitation": { role: Exclude<CompanyRole, "owner"> };
  "app.issued_by_member": { kind: IssuedKindKey };
  "app.limits_to_tell": { key: LimitKey };
  "app.list_requests": {
    kind: "access" | "waitlist" | "contact" | "support";
    outcome: "answered" | "invited" | "closed";
  };
  "app.list_users": { platform_role: "admin" | "manager" | "user" };
  "app.my_invitations": { role: Exclude<CompanyRole, "owner"> };
  "app.my_memberships": { role: CompanyRole };
  "app.my_platform_role": "admin" | "manager" | "user" | "disabled";
  "app.my_role": CompanyRole;
  "app.newest_results": { outcome: "pass" | "fail" | "unknown" | "not applicable" };
  "app.take_alerts": { kind: AlertKind };
  "app.take_attention": { provider: ProviderKey };
  "app.take_ended_rights": { reason: EndedBecause; ended: readonly { kind: IssuedKindKey; label: string }[] };
  "app.take_incident_alerts": { what: "began" | "last call" | "ended"; kind: IncidentKind };
  "app.take_link": { provider: ProviderKey; facts: Texts };
  "app.take_over_issued": { kind: IssuedKindKey };
  "app.take_signing_requests": { kind: "checkpoint" | "manifest" };
  "app.team": { role: MemberRole };
  "app.usage_of_companies": { key: LimitKey };
}>;
