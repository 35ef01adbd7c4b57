import { createHash, randomUUID } from "node:crypto";
import type { ClientBase, DatabaseError } from "pg";
import { companies, connections, people, principals, staff, stranger } from "./principals.ts";
import type { Principal, Side } from "./principals.ts";
import {
  evidenceId,
  fileEvidence,
  invitationId,
  invitationLink,
  madeUpBytes,
  marker,
  policyVersionId,
  deviceId,
  quizId,
  recordAct,
  reviewPopulationId,
  reviewRowId,
  sameInBoth,
  calendarToken,
  staffSession,
} from "./seed.ts";
import { readTables } from "./tables.ts";
import type { Table } from "./tables.ts";
import { refusal, undoneAs } from "./undone.ts";

/** A function that a serving role may call; a door, when it runs with the rights of its owner. */
export interface Door {
  readonly name: string;
  readonly signature: string;
  readonly definer: boolean;
  readonly callableBy: readonly string[];
}

/** What came of one principal's call. */
export interface DoorCell {
  readonly door: string;
  readonly call: string;
  readonly principal: Principal;
  /** "answers", "answers 2 rows", "answers nothing", "refused", or the SQLSTATE of what stopped it. */
  readonly outcome: string;
  /** Columns of the seed whose values are in the answer, by whose they are. */
  readonly shows: readonly Found[];
  /** Tables in which rows differ afterwards, by whose they are. */
  readonly changes: readonly Found[];
}

export interface Found {
  readonly what: string;
  readonly of: Side | "nobody" | "a new company";
}

type Calls = Readonly<Record<string, [sql: string, values: unknown[]]>>;

const create = (id: string, slug: string): [string, unknown[]] => [
  "SELECT app.create_company($1, 'A new company', $2, NULL, '\\x00')",
  [id, slug],
];
const file = (text: string, idempotencyKey: string | null) => fileEvidence({ id: randomUUID(), text, idempotencyKey });

const madeUpCommitment = Buffer.alloc(32).toString("base64");
/** A report as the staff's page makes it, where the caller may make one. */
const reported = `SELECT app.report_incident($1, jsonb_build_object('title', 'A report', 'kind', 'incident', 'discoveredAt', now(),
  'leadId', (SELECT o.lead_id FROM app.open_report() o)), decode(repeat('00', 16), 'hex'), now(), '[]', $2, '{}', '\\x00', $3)`;
/** A form with the text that is in force, as far as the caller reads it. */
const acknowledged = `SELECT * FROM app.acknowledge_forms(ARRAY[$1::bytea], ARRAY[$2::uuid],
  ARRAY(SELECT s.sha256 FROM app.staff_policy($2) s UNION ALL SELECT 'x' LIMIT 1), now(), ARRAY[$3::uuid], ARRAY['{}'], ARRAY['\\x00'::bytea],
  ARRAY[$4], '[{}]', ARRAY(SELECT s.policy_id FROM app.staff_policy($2) s), ARRAY(SELECT s.title FROM app.staff_policy($2) s),
  ARRAY(SELECT s.number FROM app.staff_policy($2) s), ARRAY['another'])`;

/** How each door is tried: always in the way that would reach company A if something were wrong. */
const calls: Readonly<Record<string, Calls>> = {
  "app.fold": { "a text": ["SELECT app.fold($1)", ["ZOË"]] },
  "app.send_staff_link": {
    "to company A's staff": ["SELECT * FROM app.send_staff_link($1, sha256('a token'), now())", [staff.A]],
  },
  "app.may_vouch_alone": { plainly: ["SELECT app.may_vouch_alone()", []] },
  "app.vouch_for_addresses": {
    "for company A's staff": [
      "SELECT * FROM app.vouch_for_addresses(ARRAY[$1::uuid], ARRAY['ben@a.test'], now())",
      [staff.A],
    ],
  },
  "app.vouch_by_directory": {
    "for company A's staff": ["SELECT app.vouch_by_directory(ARRAY[$1::uuid], now())", [staff.A]],
  },
  "app.answer_staff_request": {
    "of an address that nobody has": [
      "SELECT * FROM app.answer_staff_request('nobody@example.test', ARRAY[sha256('a token')], now())",
      [],
    ],
  },
  "app.prove_staff_address": {
    "of an address that nobody has": [
      "SELECT * FROM app.prove_staff_address('nobody@example.test', ARRAY[sha256('a token')], 'google', now())",
      [],
    ],
  },
  "app.staff_link_address": { "of an unknown link": ["SELECT app.staff_link_address(sha256('unknown'))", []] },
  "app.staff_link_state": {
    "of an unknown link": ["SELECT * FROM app.staff_link_state(sha256('unknown'), now())", []],
  },
  "app.contact_link_state": {
    "of an unknown link": ["SELECT * FROM app.contact_link_state(repeat('0', 64), now())", []],
  },
  "app.open_contact_link": {
    "of an unknown link": ["SELECT * FROM app.open_contact_link(repeat('0', 64), now())", []],
  },
  "app.answer_contact_link": {
    "that is unknown": [
      "SELECT app.answer_contact_link(repeat('0', 64), now(), decode(repeat('00', 16), 'hex'), $1, '{}', '\\x00', $2)",
      [randomUUID(), madeUpCommitment],
    ],
  },
  "app.enter_staff": {
    "by an unknown token": ["SELECT * FROM app.enter_staff(sha256('unknown'), now(), 120, 60)", []],
  },
  "app.end_staff_session": { "by an unknown token": ["SELECT app.end_staff_session(sha256('unknown'), now())", []] },
  "app.spend_staff_link": {
    "that is unknown": [
      "SELECT app.spend_staff_link(sha256('unknown'), sha256('a session'), now(), 'x', 'x', $1, '{}', '\\x00', $2)",
      [randomUUID(), madeUpCommitment],
    ],
  },
  "app.forget_staff_access": { plainly: ["SELECT app.forget_staff_access(now())", []] },
  "app.training_facts": { plainly: ["SELECT * FROM app.training_facts()", []] },
  "app.code_people": { plainly: ["SELECT * FROM app.code_people('{github}', now())", []] },
  "app.own_record": { plainly: ["SELECT app.own_record()", []] },
  "app.staff_policies": { plainly: ["SELECT * FROM app.staff_policies()", []] },
  "app.staff_policy": { "of company A": ["SELECT * FROM app.staff_policy($1)", [policyVersionId("A")]] },
  "app.staff_forms": {
    "by company A's session": [
      "SELECT * FROM app.staff_forms(ARRAY[$1::bytea], ARRAY[$2::uuid], ARRAY['x'], now())",
      [staffSession("A"), policyVersionId("A")],
    ],
    "by company B's session": [
      "SELECT * FROM app.staff_forms(ARRAY[$1::bytea], ARRAY[$2::uuid], ARRAY['x'], now())",
      [staffSession("B"), policyVersionId("B")],
    ],
    "by an unknown session": [
      "SELECT * FROM app.staff_forms(ARRAY[sha256('unknown')], ARRAY[$1::uuid], ARRAY['x'], now())",
      [policyVersionId("A")],
    ],
  },
  "app.acknowledge_forms": {
    "by company A's session": [acknowledged, [staffSession("A"), policyVersionId("A"), randomUUID(), madeUpCommitment]],
    "by company B's session": [acknowledged, [staffSession("B"), policyVersionId("B"), randomUUID(), madeUpCommitment]],
    "by an unknown session": [acknowledged, [Buffer.alloc(32), policyVersionId("A"), randomUUID(), madeUpCommitment]],
  },
  "app.staff_contact": {
    "of company A's policy": ["SELECT * FROM app.staff_contact($1)", [policyVersionId("A")]],
    "of company B's policy": ["SELECT * FROM app.staff_contact($1)", [policyVersionId("B")]],
  },
  "app.open_report": { plainly: ["SELECT * FROM app.open_report()", []] },
  "app.report_incident": { plainly: [reported, [randomUUID(), randomUUID(), madeUpCommitment]] },
  "app.begin_quiz": {
    plainly: ["SELECT app.begin_quiz($1, 'security', 1, decode(repeat('00', 16), 'hex'), now())", [randomUUID()]],
  },
  "app.complete_quiz": {
    "of company A's staff": [
      "SELECT app.complete_quiz($1, $2, '[]', 8, 8, now(), $3, '{}', '\\x00', $4)",
      [randomUUID(), quizId("A"), randomUUID(), madeUpCommitment],
    ],
    "of company B's staff": [
      "SELECT app.complete_quiz($1, $2, '[]', 8, 8, now(), $3, '{}', '\\x00', $4)",
      [randomUUID(), quizId("B"), randomUUID(), madeUpCommitment],
    ],
  },
  "app.is_company_itself": { plainly: ["SELECT app.is_company_itself()", []] },
  "app.own_accounts": { plainly: ["SELECT app.own_accounts()", []] },
  "app.my_registers": { plainly: ["SELECT app.my_registers('write')", []] },
  "app.freeze_population": {
    "of company A": ["SELECT app.freeze_population($1, now())", [reviewPopulationId("A")]],
  },
  "app.may_review": { "of company A's founder": ["SELECT app.may_review($1) AS may", [people.owner.id]] },
  "app.is_own_account": { "of none": ["SELECT app.is_own_account(NULL::app.review_rows)", []] },
  "app.is_unknown_account": { "of none": ["SELECT app.is_unknown_account(NULL::app.review_rows, now())", []] },
  "app.whose_reviewed": {
    "of company A": [
      "SELECT w.* FROM app.whose_reviewed($1, ARRAY[$2::uuid], now()) w",
      [reviewPopulationId("A"), reviewRowId("A")],
    ],
  },
  "app.is_out_of_reach": { "of none": ["SELECT app.is_out_of_reach(NULL::app.review_populations)", []] },
  "app.own_policy": {
    "of company A": ["SELECT app.own_policy($1, NULL)", [staff.A]],
    "of company B": ["SELECT app.own_policy($1, NULL)", [staff.B]],
  },
  "app.policy_owner_accounts": { plainly: ["SELECT * FROM app.policy_owner_accounts()", []] },
  "app.policy_approvers": { plainly: ["SELECT app.policy_approvers('{}')", []] },
  "app.approvers_now": { plainly: ["SELECT app.approvers_now()", []] },
  "app.vouched_by_themselves": { plainly: ["SELECT app.vouched_by_themselves()", []] },
  "app.account_people": { plainly: ["SELECT app.account_people()", []] },
  "app.control_owners_since": { plainly: ["SELECT * FROM app.control_owners_since('2000-01-01')", []] },
  "app.discovery": { "of none": ["SELECT app.discovery(NULL::app.records)", []] },
  "app.discovery_seen": {
    "of company A": [
      "SELECT app.discovery_seen($1, ARRAY[$2::uuid], $2, now()) AS seen",
      [companies.A, people.owner.id],
    ],
  },
  "app.in_roles_since": { plainly: ["SELECT app.in_roles_since(ARRAY['owner', 'admin', 'member'], now())", []] },
  "app.lapsed_ends": { plainly: ["SELECT app.lapsed_ends(now())", []] },
  "app.another_since": { plainly: ["SELECT app.another_since(ARRAY['owner', 'admin', 'member'])", []] },
  "app.connection_emergencies": { plainly: ["SELECT * FROM app.connection_emergencies()", []] },
  "app.connection_exceptions": {
    plainly: ["SELECT * FROM app.connection_exceptions(ARRAY['service-account', 'public-resource'])", []],
  },
  "app.connection_settings_set": { plainly: ["SELECT * FROM app.connection_settings_set()", []] },
  "app.next_completion": { plainly: ["SELECT app.next_completion()", []] },
  "app.how_i_am_vouched": { plainly: ["SELECT app.how_i_am_vouched() AS how", []] },
  "app.mine_among": { "staff of both companies": ["SELECT app.mine_among($1) AS mine", [[staff.A, staff.B]]] },
  "app.my_person": { plainly: ["SELECT app.my_person()", []] },
  "app.acknowledge_policy": {
    "of company A": [
      "SELECT app.acknowledge_policy($1, $2, encode(sha256('told'), 'hex'), $1, now())",
      [randomUUID(), policyVersionId("A")],
    ],
  },
  "app.record_approvers": { plainly: ["SELECT app.record_approvers('screenings')", []] },
  "app.publish_sealing_key": { plainly: ["SELECT app.publish_sealing_key(sha256('key'), now())", []] },
  "app.keep_judge": {
    "with its code": ["SELECT app.keep_judge(encode(sha256('a judge'), 'hex'), '1', 'a judge')", []],
    "under another hash": ["SELECT app.keep_judge(encode(sha256('a judge'), 'hex'), '1', 'another')", []],
  },
  "app.forget_sealing_key": { plainly: ["SELECT app.forget_sealing_key()", []] },
  "app.take_link": { "by a state that nobody has": ["SELECT * FROM app.take_link(sha256('unknown'))", []] },
  "app.link_to_finish": {
    "of company A": ["SELECT app.link_to_finish($1, $2)", [companies.A, randomUUID()]],
  },
  "app.ended_link": {
    "of company A's connection": ["SELECT version FROM app.ended_link($1, $2)", [companies.A, connections.ended.id]],
  },
  "app.claim_jobs": {
    "of every kind that is made up": [
      `SELECT id FROM app.claim_jobs(now() + interval '1 day', '{mail,webhooks,standings,feed}', '{9,9,9,9}', '{60,60,60,60}',
        '{NULL,NULL,NULL,NULL}', '{0,0,0,0}', '{9,9,9,9}')`,
      [],
    ],
  },
  "app.keep_job": {
    "that nobody claimed": ["SELECT app.keep_job($1, $2, now())", [randomUUID(), randomUUID()]],
  },
  "app.finish_job": {
    "that nobody claimed": ["SELECT app.finish_job($1, $2, now(), NULL)", [randomUUID(), randomUUID()]],
  },
  "app.fail_job": {
    "that nobody claimed": ["SELECT app.fail_job($1, $2, now(), NULL, 'failed')", [randomUUID(), randomUUID()]],
  },
  "app.schedule_jobs": { "of one kind": ["SELECT app.schedule_jobs('{swept}')", []] },
  "app.settle_schedule": { "of one kind": ["SELECT app.settle_schedule('{swept}', now())", []] },
  "app.forget_old_jobs": { plainly: ["SELECT app.forget_old_jobs(now())", []] },
  "app.enqueue_waiting": { plainly: ["SELECT app.enqueue_waiting()", []] },
  "app.job_queues": { plainly: ["SELECT * FROM app.job_queues(now())", []] },
  "app.dead_jobs": { plainly: ["SELECT * FROM app.dead_jobs()", []] },
  "app.retry_job": { "that is not there": ["SELECT app.retry_job($1)", [randomUUID()]] },
  "app.discard_job": { "that is not there": ["SELECT app.discard_job($1, now())", [randomUUID()]] },
  "app.forget_ended_link": {
    "of company A's connection": ["SELECT app.forget_ended_link($1, $2)", [companies.A, connections.ended.id]],
  },
  "app.forget_old_links": { plainly: ["SELECT app.forget_old_links(now())", []] },
  "app.take_attention": {
    "of company A's connection": [
      "SELECT connection_id FROM app.take_attention($1, $2, now())",
      [companies.A, connections.live.id],
    ],
  },
  "app.take_emptied": {
    "of company A's connection": [
      "SELECT connection_id FROM app.take_emptied($1, $2, now())",
      [companies.A, connections.live.id],
    ],
  },
  "app.collection_slot": {
    "of company A's connection": ["SELECT app.collection_slot($1, 60, now())", [connections.live.id]],
  },
  "app.newest_results": {
    "of company A": ["SELECT * FROM app.newest_results($1, now(), NULL, NULL, NULL)", [companies.A]],
  },
  "app.plan_collections": { plainly: ["SELECT app.plan_collections(now(), 60)", []] },
  "app.begin_collection": {
    "of company A's connection": [
      "SELECT run_id FROM app.begin_collection($1, $2, now(), $3, 60, 60)",
      [companies.A, connections.live.id, randomUUID()],
    ],
  },
  "app.next_collection": {
    "of company A's connection": ["SELECT app.next_collection($1, $2)", [companies.A, connections.live.id]],
  },
  "app.ask_collections": { "of all companies": ["SELECT connection_id FROM app.ask_collections(now(), NULL)", []] },
  "app.collection_ends": { "of no run": ["SELECT * FROM app.collection_ends($1)", [[randomUUID()]]] },
  "app.audited": { plainly: ["SELECT app.audited()", []] },
  "app.audited_projects": { plainly: ["SELECT app.audited_projects()", []] },
  "app.my_matters": { plainly: ["SELECT app.my_matters()", []] },
  "app.opened_matter": { plainly: ["SELECT app.opened_matter()", []] },
  "app.keeps_matters": { plainly: ["SELECT app.keeps_matters()", []] },
  "app.waive_privilege": {
    "of company A's item, which has none": ["SELECT app.waive_privilege($1, 'because')", [evidenceId("A")]],
  },
  "app.shows_withdrawn": { plainly: ["SELECT app.shows_withdrawn()", []] },
  "app.withdraw_evidence": {
    "of company A's item": ["SELECT app.withdraw_evidence($1, 'because')", [evidenceId("A")]],
  },
  "app.restore_evidence": {
    "of company A's item, which counts": ["SELECT app.restore_evidence($1)", [evidenceId("A")]],
  },
  "app.erase_evidence": {
    "of company A's item, which counts": ["SELECT app.erase_evidence($1, 'because', now())", [evidenceId("A")]],
  },
  "app.item_hold": { "of company A's item": ["SELECT app.item_hold($1, now())", [evidenceId("A")]] },
  "app.filer_to_tell": { "of no filing": ["SELECT * FROM app.filer_to_tell($1, now())", [randomUUID()]] },
  "app.erasure_waiting": {
    "of company A's item": ["SELECT * FROM app.erasure_waiting($1, $2)", [companies.A, evidenceId("A")]],
  },
  "app.finish_erasure": {
    "of company A's item": ["SELECT app.finish_erasure($1, $2, now())", [companies.A, evidenceId("A")]],
  },
  "app.item_changes": {
    "of company A's item": ["SELECT seq FROM app.item_changes(ARRAY[$1]::uuid[], 999)", [evidenceId("A")]],
  },
  "app.rename_evidence": {
    "of company A's item": ["SELECT app.rename_evidence($1, 'Another name')", [evidenceId("A")]],
  },
  "app.refile_evidence": {
    "of company A's item": [
      "SELECT hindrance, added FROM app.refile_evidence($1, '{XC-21}', ARRAY[now() + interval '1 day'], '{}', '')",
      [evidenceId("A")],
    ],
  },
  "app.privilege_waiver": { "of company A's item": ["SELECT * FROM app.privilege_waiver($1)", [evidenceId("A")]] },
  "app.matter_sizes": { plainly: ["SELECT * FROM app.matter_sizes()", []] },
  "app.audited_item": { "of company A's item": ["SELECT app.audited_item($1)", [evidenceId("A")]] },
  "app.audited_project": { "of no project": ["SELECT app.audited_project($1)", [randomUUID()]] },
  "app.company_auditors": { plainly: ["SELECT * FROM app.company_auditors()", []] },
  "app.is_auditor_address": { plainly: ["SELECT app.is_auditor_address('owner@example.test')", []] },
  "app.audit_end": { plainly: ["SELECT app.audit_end()", []] },
  "app.audit_names": { plainly: ["SELECT * FROM app.audit_names()", []] },
  "app.request_asker": { "of no request": ["SELECT * FROM app.request_asker($1)", [randomUUID()]] },
  "app.ask_for_evidence": {
    "of no project": [
      "SELECT app.ask_for_evidence($1, $2, NULL, 'wanted', '2999-01-01', now())",
      [randomUUID(), randomUUID()],
    ],
  },
  "app.settle_audit_request": { "of no request": ["SELECT app.settle_audit_request($1, 'accepted')", [randomUUID()]] },
  "app.comment_as_auditor": {
    "of company A's item": [
      "SELECT app.comment_as_auditor($1, $2, NULL, $3, 'said', now())",
      [randomUUID(), randomUUID(), evidenceId("A")],
    ],
  },
  "app.sample_population": {
    "of no project": ["SELECT * FROM app.sample_population($1, 'XC-01', '2000-01-01', '2999-01-01')", [randomUUID()]],
  },
  "app.audited_registers": { plainly: ["SELECT app.audited_registers()", []] },
  "app.audited_pages": {
    "of no exhibit": ["SELECT app.audited_pages()", []],
    "of company A's item": [
      "SELECT app.audited_pages() FROM set_config('app.audited_exhibit', $1, true) s (set)",
      [evidenceId("A")],
    ],
  },
  "app.record_population": {
    "of company A's item": [
      "SELECT * FROM app.record_population($1, $2, 'people', 'all')",
      [randomUUID(), evidenceId("A")],
    ],
  },
  "app.keep_record_sample": {
    "of company A's item": [
      "SELECT app.keep_record_sample($1, $2, $3, 'people', 'all', 'seed', 1, '{1}', now())",
      [randomUUID(), randomUUID(), evidenceId("A")],
    ],
  },
  "app.keep_sample": {
    "of no project": [
      "SELECT app.keep_sample($1, $2, 'XC-01', '2000-01-01', '2999-01-01', 'seed', 1, '{1}', now())",
      [randomUUID(), randomUUID()],
    ],
  },
  "app.evidence_totals": { plainly: ["SELECT * FROM app.evidence_totals(ARRAY[now()])", []] },
  "app.tree_hashes": { "of all leaves": ["SELECT * FROM app.tree_hashes('{0,4}', '{0,0}', '{100,100}')", []] },
  "app.uid": { plainly: ["SELECT app.uid()", []] },
  "app.my_role": { plainly: ["SELECT app.my_role()", []] },
  "app.tenant": { plainly: ["SELECT app.tenant()", []] },
  "app.my_companies": { plainly: ["SELECT app.my_companies()", []] },
  "app.my_memberships": { plainly: ["SELECT * FROM app.my_memberships()", []] },
  "app.owner_sign_up": { plainly: ["SELECT * FROM app.owner_sign_up()", []] },
  "app.has_second_factor": { plainly: ["SELECT app.has_second_factor()", []] },
  "app.asked_for_second_factor": {
    "about a user": ["SELECT app.asked_for_second_factor($1)", [people.owner.id]],
  },
  "app.has_feature": { plainly: ["SELECT app.has_feature('api-access')", []] },
  "app.co_members": { plainly: ["SELECT app.co_members()", []] },
  "app.is_platform_admin": { plainly: ["SELECT app.is_platform_admin()", []] },
  "app.my_platform_role": { plainly: ["SELECT app.my_platform_role()", []] },
  "app.note_act": { plainly: ["SELECT app.note_act('user.swept', 'nobody', '{}')", []] },
  "app.list_users": { plainly: ["SELECT * FROM app.list_users('', '', 200)", []] },
  "app.set_platform_role": {
    "of company A's owner": ["SELECT app.set_platform_role($1, 'user')", [people.owner.id]],
  },
  "app.set_disabled": { "of company A's owner": ["SELECT app.set_disabled($1, true, now())", [people.owner.id]] },
  "app.end_sessions": { "of company A's owner": ["SELECT app.end_sessions($1)", [people.owner.id]] },
  "app.find_companies": { plainly: ["SELECT * FROM app.find_companies('', 50)", []] },
  "app.list_overrides": { plainly: ["SELECT * FROM app.list_overrides()", []] },
  "app.set_override": { "for company A": ["SELECT app.set_override($1, 'api-access', true)", [companies.A]] },
  "app.all_requests": { plainly: ["SELECT * FROM app.all_requests()", []] },
  "app.list_requests": { plainly: ["SELECT * FROM app.list_requests(true, '', '', NULL, NULL, 200)", []] },
  "app.answers_to": { "an id that nobody has": ["SELECT * FROM app.answers_to($1)", [randomUUID()]] },
  "app.settle_request": {
    "of an id that nobody has": ["SELECT app.settle_request($1, 'closed', NULL, now())", [randomUUID()]],
  },
  "app.reopen_request": { "of an id that nobody has": ["SELECT app.reopen_request($1)", [randomUUID()]] },
  "app.installation": { plainly: ["SELECT * FROM app.installation(now())", []] },
  "app.signing_health": { plainly: ["SELECT * FROM app.signing_health()", []] },
  "app.operators": { plainly: ["SELECT * FROM app.operators()", []] },
  "app.runs_installation": { plainly: ["SELECT app.runs_installation()", []] },
  "app.backup_health": { plainly: ["SELECT * FROM app.backup_health('infinity')", []] },
  "app.create_company": {
    "under a new name": create(randomUUID(), "a-new-slug"),
    "under the id of company A": create(companies.A, "another-new-slug"),
    "under the slug of company A": create(randomUUID(), "slug-A"),
  },
  "app.plan_usage": { plainly: ["SELECT * FROM app.plan_usage()", []] },
  "app.team": { plainly: ["SELECT * FROM app.team()", []] },
  "app.is_team_address": {
    "of company A's owner": ["SELECT app.is_team_address($1)", [`email of ${people.owner.id}`]],
  },
  "app.find_invitation": {
    "by a link that nobody has": ["SELECT * FROM app.find_invitation(sha256('unknown'))", []],
  },
  "app.invited_newcomer": {
    "by company A's link, which was not mailed": [
      "SELECT * FROM app.invited_newcomer($1, '2000-01-01')",
      [invitationLink],
    ],
  },
  "app.join_by_invitation": {
    "by company A's link, which was not mailed": [
      "SELECT * FROM app.join_by_invitation($1, $2, '2000-01-01', $3, '{}', '\\x00', $4)",
      [invitationLink, stranger, randomUUID(), createHash("sha256").update("x").digest("base64")],
    ],
  },
  "app.my_invitations": { plainly: ["SELECT * FROM app.my_invitations('2000-01-01')", []] },
  "app.accept_invitation": {
    "by the id of company A's": ["SELECT * FROM app.accept_invitation(NULL, $1, '2000-01-01')", [invitationId]],
    "by company A's link": ["SELECT * FROM app.accept_invitation($1, NULL, '2000-01-01')", [invitationLink]],
  },
  "app.decline_invitation": {
    "by the id of company A's": ["SELECT app.decline_invitation(NULL, $1, '2000-01-01')", [invitationId]],
    "by a link that nobody has": ["SELECT app.decline_invitation(sha256('unknown'), NULL, '2000-01-01')", []],
  },
  "app.transfer_ownership": {
    "to company A's admin": [
      "SELECT app.transfer_ownership((SELECT id FROM app.company_members WHERE company_id = $1 AND user_id = $2))",
      [companies.A, people.admin.id],
    ],
    "to somebody who is not there": ["SELECT app.transfer_ownership($1)", [randomUUID()]],
  },
  "app.hold_company": { plainly: ["SELECT app.hold_company()", []] },
  "app.issued_by_member": {
    "of company A's owner": [
      "SELECT * FROM app.issued_by_member((SELECT id FROM app.company_members WHERE company_id = $1 AND user_id = $2))",
      [companies.A, people.owner.id],
    ],
  },
  "app.take_over_issued": {
    "from company A's admin": [
      `SELECT * FROM app.take_over_issued((SELECT id FROM app.company_members WHERE company_id = $1 AND user_id = $2),
        ARRAY[$3]::uuid[])`,
      [companies.A, people.admin.id, invitationId],
    ],
  },
  "app.hold_founder": { plainly: ["SELECT app.hold_founder()", []] },
  "app.hold_own_account": { plainly: ["SELECT * FROM app.hold_own_account()", []] },
  "app.delete_own_account": { plainly: ["SELECT * FROM app.delete_own_account()", []] },
  "app.take_ended_rights": {
    "of company A": ["SELECT * FROM app.take_ended_rights($1, $2, now())", [companies.A, randomUUID()]],
  },
  "app.set_deletion": {
    "in a month": ["SELECT app.set_deletion('2100-01-01')", []],
    "to keep it": ["SELECT app.set_deletion(NULL)", []],
  },
  "app.companies_to_erase": { "in a thousand years": ["SELECT * FROM app.companies_to_erase('3000-01-01')", []] },
  "app.close_company": {
    "company A, which nobody deleted": ["SELECT * FROM app.close_company($1, now())", [companies.A]],
  },
  "app.blobs_of_closed": { "company A, which is open": ["SELECT * FROM app.blobs_of_closed($1, 0)", [companies.A]] },
  "app.erase_company": { "company A, which is open": ["SELECT app.erase_company($1)", [companies.A]] },
  "app.record_act": {
    plainly: recordAct("A"),
    "with an event that would forge the entry": recordAct("A", { event: 'a.b","c":"forged' }),
    "without a commitment": recordAct("A", { commitment: null }),
    "without an id": recordAct("A", { id: null }),
  },
  "app.file_evidence": {
    "with a new item": file("a new item", null),
    "with a commitment that would forge the entry": fileEvidence({
      id: randomUUID(),
      text: "x",
      idempotencyKey: null,
      commitment: '","h":"forged',
    }),
    "with the id of company A's item": fileEvidence({ id: evidenceId("A"), text: "x", idempotencyKey: null }),
    "with the idempotency key of company A's item": file("other bytes", `key ${marker("A")}`),
    "with the idempotency key and the bytes of an item that both have": file(sameInBoth, sameInBoth),
    "with the idempotency key and the bytes of company A's item": file(marker("A"), `key ${marker("A")}`),
  },
  "app.find_evidence": {
    "by a word of every item": ["SELECT * FROM app.find_evidence('%name%', 50)", []],
    "by what only company A's items say": [
      "SELECT * FROM app.find_evidence($1, 50)",
      [`%${marker("A").toLowerCase()}%`],
    ],
  },
  "app.records_changed_after": {
    "of every register": [
      "SELECT * FROM app.records_changed_after(ARRAY(SELECT key FROM app.registers), ARRAY(SELECT -1 FROM app.registers))",
      [],
    ],
  },
  "app.find_records": {
    "by a word of every record": [
      "SELECT * FROM app.find_records(ARRAY(SELECT key FROM app.registers), '%told%', 50)",
      [],
    ],
    "by what only company A's records say": [
      "SELECT * FROM app.find_records(ARRAY(SELECT key FROM app.registers), $1, 50)",
      [`%${marker("A").toLowerCase()}%`],
    ],
  },
  "app.list_evidence": {
    everything: ["SELECT * FROM app.list_evidence('{}', now(), NULL, NULL, false, 50)", []],
    "by what only company A's items say": [
      "SELECT * FROM app.list_evidence(jsonb_build_object('pattern', $1::text), now(), NULL, NULL, false, 50)",
      [`%${marker("A").toLowerCase()}%`],
    ],
    "what is privileged": [`SELECT * FROM app.list_evidence('{"privileged": true}', now(), NULL, NULL, false, 50)`, []],
  },
  "app.evidence_sources": { plainly: ["SELECT app.evidence_sources()", []] },
  "app.begin_upload": {
    "a new one": [
      "SELECT app.begin_upload($1, 10, now(), now() + interval '1 hour', 1000)",
      ["0f0e0d0c-0000-4000-8000-000000000001"],
    ],
  },
  "app.end_upload": {
    "one that nobody began": ["SELECT app.end_upload($1, now())", ["0f0e0d0c-0000-4000-8000-000000000002"]],
  },
  "app.document_reviewers": { plainly: ["SELECT app.document_reviewers() AS reviewers", []] },
  "app.company_limits": { plainly: ["SELECT * FROM app.company_limits()", []] },
  "app.usage_of_companies": { plainly: ["SELECT * FROM app.usage_of_companies()", []] },
  "app.note_refusal": { "of exports": ["SELECT app.note_refusal('exports')", []] },
  "app.reserve_bytes": {
    "for a body": ["SELECT app.reserve_bytes($1, 10, 100, true)", ["0f0e0d0c-0000-4000-8000-000000000003"]],
  },
  "app.release_bytes": {
    "of a body that nobody announced": ["SELECT app.release_bytes($1, 0)", ["0f0e0d0c-0000-4000-8000-000000000004"]],
  },
  "app.limits_to_tell": { "of company A": ["SELECT * FROM app.limits_to_tell($1)", [companies.A]] },
  "app.tell_limit": {
    "of company A": [
      "SELECT app.tell_limit($1, 'exports', 100::smallint, $2, 'limit.reached', '{}', '\\x00', $3)",
      [companies.A, "0f0e0d0c-0000-4000-8000-000000000005", `${"A".repeat(43)}=`],
    ],
  },
  "app.note_damage": {
    "of company B's item, as if it were company A's": [
      "SELECT app.note_damage($1, $2, 'missing', now(), $3, '{}', '\\x00', $4)",
      [companies.A, evidenceId("B"), "0f0e0d0c-0000-4000-8000-000000000006", `${"A".repeat(43)}=`],
    ],
  },
  "app.clear_damage": {
    "of company B's item, as if it were company A's": [
      "SELECT app.clear_damage($1, $2, $3, '{}', '\\x00', $4)",
      [companies.A, evidenceId("B"), "0f0e0d0c-0000-4000-8000-000000000007", `${"A".repeat(43)}=`],
    ],
  },
  "app.store_facts": { "of a place": ["SELECT * FROM app.store_facts('us')", []] },
  "app.anchor_place": { "of anchors": ["SELECT * FROM app.anchor_place(NULL)", []] },
  "app.know_store": { "a place": ["SELECT app.know_store('us', 'an id')", []] },
  "app.installation_operation": {
    "of a connection that is no installation": [
      "SELECT app.installation_operation($1, 'administrators', now())",
      [connections.other.id],
    ],
  },
  "app.installation_audits": { plainly: ["SELECT * FROM app.installation_audits()", []] },
  "app.scrub_health": { plainly: ["SELECT * FROM app.scrub_health()", []] },
  "app.leftover_parts": { plainly: ["SELECT * FROM app.leftover_parts(now() - interval '1 year', NULL, '{}')", []] },
  "app.forget_part": {
    "of an upload that nobody began": [
      "SELECT app.forget_part($1, $2, 0)",
      [companies.A, "0f0e0d0c-0000-4000-8000-000000000002"],
    ],
  },
  "app.forget_uploads": { "a year ago": ["SELECT app.forget_uploads(now() - interval '1 year')", []] },
  "app.people_of_record": { plainly: ["SELECT * FROM app.people_of_record()", []] },
  "app.take_turn": { plainly: ["SELECT app.take_turn('a new key', 5, 60, 1)", []] },
  "app.forget_old_turns": { plainly: ["SELECT app.forget_old_turns()", []] },
  "app.spend_challenge": { "a new one": ["SELECT app.spend_challenge('\\x0102', now())", []] },
  "app.forget_spent_challenges": {
    "a day later": ["SELECT app.forget_spent_challenges(now() + interval '1 day')", []],
  },
  "app.receive_access_request": {
    plainly: ["SELECT app.receive_access_request('access', 'A', 'B', 'new@example.test', 'C', 'D', now())", []],
    "from an address that is known": [
      "SELECT app.receive_access_request('access', 'A', 'B', upper($1), 'C', 'D', now())",
      ["email of nobody"],
    ],
  },
  "app.receive_message": {
    plainly: ["SELECT * FROM app.receive_message('contact', 'A', 'new@example.test', 'B', 'C', NULL, now())", []],
  },
  "app.holds_to_tell": { plainly: ["SELECT * FROM app.holds_to_tell(now(), 10)", []] },
  "app.bundles_to_verify": { plainly: ["SELECT * FROM app.bundles_to_verify(10)", []] },
  "app.notices_to_mail": { plainly: ["SELECT * FROM app.notices_to_mail(now(), 10)", []] },
  "app.keep_notice_mail": {
    "of no incident of company A": ["SELECT * FROM app.keep_notice_mail($1, $2, now())", [companies.A, randomUUID()]],
  },
  "app.hold_text": { "of nothing": ["SELECT app.hold_text('{}')", []] },
  "app.own_acknowledgment": { "of company A": ["SELECT * FROM app.own_acknowledgment($1)", [policyVersionId("A")]] },
  "app.own_devices": { plainly: ["SELECT * FROM app.own_devices()", []] },
  "app.who_may_approve_policy": { plainly: ["SELECT app.who_may_approve_policy('{}')", []] },
  "app.own_device_questions": { plainly: ["SELECT * FROM app.own_device_questions(now())", []] },
  "app.own_named_devices": { plainly: ["SELECT * FROM app.own_named_devices(now())", []] },
  "app.reported_devices": {
    "of company A": ["SELECT * FROM app.reported_devices(ARRAY[$1::uuid], now())", [deviceId("A")]],
  },
  "app.answer_device": {
    "of company A": [
      `SELECT app.answer_device($1, (SELECT o.text_sha256 FROM app.own_device_questions(now()) o WHERE o.device_id = $1), 'denies', now(), $2, '{}',
        '\\x00', $3)`,
      [deviceId("A"), randomUUID(), madeUpCommitment],
    ],
  },
  "app.name_device": {
    plainly: [
      "SELECT app.name_device($1, 'A phone', 'phone', NULL, now(), $2, '{}', '\\x00', $3)",
      [randomUUID(), randomUUID(), madeUpCommitment],
    ],
  },
  "app.named_device_key": { plainly: ["SELECT app.named_device_key($1)", [randomUUID()]] },
  "app.is_named_recorded": {
    "of company A": [
      "SELECT app.is_named_recorded(n.id, NULL) FROM app.named_devices n WHERE n.company_id = $1",
      [companies.A],
    ],
  },
  "app.own_holds": { plainly: ["SELECT * FROM app.own_holds()", []] },
  "app.acknowledge_hold": {
    "that is not there": [
      "SELECT app.acknowledge_hold($1, 'x', now(), $2, '{}', '\\x00', $3)",
      [randomUUID(), randomUUID(), madeUpCommitment],
    ],
  },
  "app.keep_hold_notice": {
    "of no hold of company A": [
      "SELECT app.keep_hold_notice('notice', $1, $2, $3, NULL, sha256('a token'), now(), $4, '{}', '\\x00', $5)",
      [companies.A, randomUUID(), staff.A, randomUUID(), madeUpCommitment],
    ],
  },
  "app.take_staff_to_remind": {
    plainly: ["SELECT * FROM app.take_staff_to_remind(now(), 10)", []],
  },
  "app.keep_staff_reminder": {
    "for company A's staff": [
      "SELECT app.keep_staff_reminder($1, $2, $3, sha256('a token'), '2000-01-01', now())",
      [companies.A, staff.A, `told ${marker("A")}`.toLowerCase()],
    ],
  },
  "app.take_task_digests": {
    plainly: ["SELECT * FROM app.take_task_digests(now(), 10)", []],
  },
  "app.keep_task_digest": {
    "for company A's founder": [
      "SELECT app.keep_task_digest($1, $2, '2000-01-01', now(), now())",
      [companies.A, people.owner.id],
    ],
  },
  "app.find_calendar_feed": {
    "by an unknown token": ["SELECT * FROM app.find_calendar_feed(sha256('unknown'), now())", []],
    "by company A's": ["SELECT * FROM app.find_calendar_feed($1, now())", [calendarToken("A")]],
  },
  "app.note_calendar_read": {
    "of nobody in company A": ["SELECT app.note_calendar_read($1, $2, now())", [companies.A, randomUUID()]],
  },
  "app.stop_writing_to_me": { plainly: ["SELECT app.stop_writing_to_me(now())", []] },
  "app.am_i_written_to": { plainly: ["SELECT app.am_i_written_to()", []] },
  "app.take_reminder": {
    "of an id that nobody has": ["SELECT * FROM app.take_reminder($1, now() + interval '1 day')", [randomUUID()]],
  },
  "app.open_requests": { plainly: ["SELECT * FROM app.open_requests()", []] },
  "app.answer_request": {
    "of an id that nobody has": ["SELECT app.answer_request($1, now())", [randomUUID()]],
  },
  "app.read_request": { "of an id that nobody has": ["SELECT * FROM app.read_request($1)", [randomUUID()]] },
  "app.forget_requests": {
    "of an address that never wrote": ["SELECT app.forget_requests('nobody@example.test')", []],
  },
  "app.forget_old_mails": { "a day later": ["SELECT app.forget_old_mails(now() + interval '1 day')", []] },
  "app.exchange_pipeline_token": {
    "of a pipeline that nobody trusts": [
      "SELECT app.exchange_pipeline_token($1, 'acme/other', '1', 'main', '\\x01', '\\x02', 'exh_', now(), now())",
      [companies.A],
    ],
  },
  "app.unfinished_import": {
    "of company A": ["SELECT app.unfinished_import($1, $2)", [companies.A, randomUUID()]],
  },
  "app.end_abandoned_import": {
    "of no import of company A": ["SELECT app.end_abandoned_import($1, $2, now())", [companies.A, randomUUID()]],
  },
  "app.ledgers_to_sign": { "for company A": ["SELECT * FROM app.ledgers_to_sign($1)", [companies.A]] },
  "app.ledger_leaves": { "for company A": ["SELECT * FROM app.ledger_leaves($1, 0, 10)", [companies.A]] },
  "app.ledger_nodes_between": {
    "for company A": ["SELECT * FROM app.ledger_nodes_between($1, 4, 0, 10)", [companies.A]],
  },
  "app.api_access": { plainly: ["SELECT app.api_access()", []] },
  "app.find_api_token": {
    "with the hash of company A's token": [
      "SELECT * FROM app.find_api_token($1, now() - interval '1 minute')",
      [madeUpBytes("app.api_tokens", "token_sha256", "A")],
    ],
  },
  "app.note_api_token_use": {
    "of company A's tokens": ["SELECT app.note_api_token_use($1, $2, now())", [companies.A, randomUUID()]],
  },
  "app.feed_ledger": {
    "of company A": [
      "SELECT app.feed_ledger($1, now(), 100, '{company.renamed}', '{people}', '{false}', '{people}', '{}')",
      [companies.A],
    ],
  },
  "app.begin_webhook_attempt": {
    "of company A": ["SELECT * FROM app.begin_webhook_attempt($1, $2, now())", [companies.A, randomUUID()]],
  },
  "app.next_webhook_attempt": {
    "of company A": ["SELECT app.next_webhook_attempt($1, $2)", [companies.A, randomUUID()]],
  },
  "app.finish_webhook_attempt": {
    "of company A's deliveries": [
      "SELECT * FROM app.finish_webhook_attempt($1, $2, 1, true, NULL, now(), 200, 1, 'told', NULL)",
      [companies.A, randomUUID()],
    ],
  },
  "app.forget_old_deliveries": { "a day later": ["SELECT app.forget_old_deliveries(now() + interval '1 day')", []] },
  "app.take_alerts": {
    "of company A's owner": [
      "SELECT * FROM app.take_alerts($1, $2, now() + interval '2 days')",
      [companies.A, people.owner.id],
    ],
  },
  "app.next_alert": { "of company A's owner": ["SELECT app.next_alert($1, $2)", [companies.A, people.owner.id]] },
  "app.judgement_due": { "of company A": ["SELECT * FROM app.judgement_due($1, now())", [companies.A]] },
  "app.another_reviewer_since": {
    "of company A": [
      "SELECT app.another_reviewer_since($1, $2, NULL, NULL, now()) AS since",
      [companies.A, people.owner.id],
    ],
  },
  "app.is_one_person": {
    "of company A": ["SELECT app.is_one_person($1, $2, $2, NULL, NULL, NULL) AS same", [companies.A, people.owner.id]],
  },
  "app.document_facts": { "of company A": ["SELECT app.document_facts($1, NULL, NULL, now())", [companies.A]] },
  "app.frameworks_asked": { plainly: ["SELECT app.frameworks_asked()", []] },
  "app.owned_controls": { plainly: ["SELECT app.owned_controls()", []] },
  "app.scope_facts": { "of company A": ["SELECT app.scope_facts($1, NULL, NULL)", [companies.A]] },
  "app.scope_of": { "of company A": ["SELECT app.scope_of($1)", [companies.A]] },
  "app.system_freshness": { plainly: ["SELECT * FROM app.system_freshness()", []] },
  "app.test_facts": { "of company A": ["SELECT app.test_facts($1, NULL, NULL, NULL)", [companies.A]] },
  "app.tests_of": { "of company A": ["SELECT app.tests_of($1)", [companies.A]] },
  "app.end_acceptances": {
    "of company A": ["SELECT app.end_acceptances($1, '{no.such-check}', 1000000, now())", [companies.A]],
  },
  "app.facts_to_judge": { "of company A": ["SELECT app.facts_to_judge($1, now())", [companies.A]] },
  "app.record_judgement": {
    "of company A": [
      "SELECT app.record_judgement($1, now(), 0, 1, NULL, $2, 2)",
      [companies.A, JSON.stringify([{ control_id: "XC-01", status: "failing", reason: "Told.", basis: {} }])],
    ],
  },
  "app.read_portal": {
    "of company A, which has none": ["SELECT app.read_portal('slug-A', now())", []],
  },
  "app.preview_claims": { plainly: ["SELECT * FROM app.preview_claims(ARRAY['XC-01'], now())", []] },
  "app.tell_incident": {
    "of company A": ["SELECT app.tell_incident($1, $2, now() + interval '1 day')", [companies.A, randomUUID()]],
  },
  "app.take_incident_alerts": {
    "of company A's owner": [
      "SELECT * FROM app.take_incident_alerts($1, $2, now() + interval '2 days')",
      [companies.A, people.owner.id],
    ],
  },
  "app.next_incident_alert": {
    "of company A's owner": ["SELECT app.next_incident_alert($1, $2)", [companies.A, people.owner.id]],
  },
  "app.store_checkpoint": {
    "for company A": ["SELECT app.store_checkpoint($1, 1, 99, '\\x00', 'a note')", [companies.A]],
  },
  "app.ledger_generation": { "of company A": ["SELECT app.ledger_generation($1)", [companies.A]] },
  "app.signed_before": { "of company A": ["SELECT * FROM app.signed_before($1)", [companies.A]] },
  "app.note_signing_stop": {
    "of company A": ["SELECT app.note_signing_stop($1, 'anchor-lost')", [companies.A]],
  },
  "app.ask_for_checkpoint": { "of company A": ["SELECT app.ask_for_checkpoint($1)", [companies.A]] },
  "app.ask_for_manifest": {
    "of company A": ["SELECT app.ask_for_manifest($1, $2, sha256('x'), 1)", [companies.A, randomUUID()]],
  },
  "app.signing_answers": {
    "of a request that nobody made": ["SELECT * FROM app.signing_answers($1)", [[randomUUID()]]],
  },
  "app.forget_signing_requests": { plainly: ["SELECT app.forget_signing_requests()", []] },
  "app.take_signing_requests": { plainly: ["SELECT * FROM app.take_signing_requests(10, '{}')", []] },
  "app.answer_signing_request": {
    "of a request that nobody made": ["SELECT app.answer_signing_request($1, NULL, 'a note')", [randomUUID()]],
  },
  "app.seals_of_export": {
    "of company A": ["SELECT * FROM app.seals_of_export($1, $2)", [companies.A, randomUUID()]],
  },
  "app.stopped_ledgers": { plainly: ["SELECT * FROM app.stopped_ledgers()", []] },
};

/** Every function of ours that a serving role may call, by name. */
export async function readDoors(client: ClientBase): Promise<Door[]> {
  const { rows } = await client.query<Door>(`
    SELECT n.nspname || '.' || p.proname AS name, pg_get_function_identity_arguments(p.oid) AS signature,
      p.prosecdef AS definer, array_agg(r.rolname::text ORDER BY r.rolname) AS "callableBy"
    FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace, pg_roles r
    WHERE n.nspname IN ('app', 'auth') AND r.rolname IN ('app_user', 'app_auditor', 'app_staff', 'app_auth', 'app_worker', 'app_signer', 'app_backup')
      AND has_function_privilege(r.rolname, p.oid, 'EXECUTE')
    GROUP BY 1, 2, 3 ORDER BY 1, 2`);
  return rows;
}

/** Throws for a door without an entry in `calls`, and for one that would go untried. */
export function expectToKnow(doors: readonly Door[]): void {
  for (const { name } of doors) {
    if (doors.filter((door) => door.name === name).length > 1)
      throw new Error(`${name} has two signatures: one would go untried`);
    if (!calls[name]) throw new Error(`${name} is a new door: say in tests/contracts/isolation/doors.ts how to try it`);
  }
}

/** Has every principal call every one of these doors, each call taken back. */
export async function tryDoors(client: ClientBase, doors: readonly Door[]): Promise<DoorCell[]> {
  const secrets = await readSecrets(client);
  const tables = await readTables(client);
  const before = await digests(client, tables);
  const cells: DoorCell[] = [];
  for (const { name } of doors) {
    for (const [call, [sql, values]] of Object.entries(calls[name]!)) {
      for (const principal of principals) {
        const unwritten = await writesSoFar(client, tables);
        const cell = await undoneAs(client, principal, async () => {
          const { outcome, text } = await answer(client, sql, values);
          const shows = shown(text, secrets, [principal.userId, ...values.flat()]);
          // What was refused was rolled back.
          if (!outcome.startsWith("answers")) return { outcome, shows, changes: [] };
          await client.query("RESET ROLE");
          const writes = await writesSoFar(client, tables);
          const written = tables.filter(({ name }) => writes.get(name) !== unwritten.get(name));
          return { outcome, shows, changes: differences(before, await digests(client, written), written) };
        });
        cells.push({ door: name, call, principal, ...cell });
      }
    }
  }
  return cells;
}

async function answer(client: ClientBase, sql: string, values: unknown[]): Promise<{ outcome: string; text: string }> {
  try {
    // The savepoint outlives a refusal; what the call changed must still be there when the tables are compared.
    await client.query("SAVEPOINT call");
    const { rows } = await client.query({ text: `SELECT to_jsonb(r)::text FROM (${sql}) r`, values, rowMode: "array" });
    const text = rows.flat().join("\n");
    const answered = rows.length > 1 ? `answers ${rows.length} rows` : "answers";
    return { outcome: /: *("[^"]|\d|\[[^\]]|true)/.test(text) ? answered : "answers nothing", text };
  } catch (error) {
    await client.query("ROLLBACK TO SAVEPOINT call");
    const { code = "", message, detail = "" } = error as DatabaseError;
    const text = `${message} ${detail}`;
    if (code === "42501" && refusal(error) !== "append-only") return { outcome: "refused", text };
    // A value or a constraint, or a refusal of the door's own; anything else means that the call was not a fair try.
    if (!/^(22|23|EX)/.test(code)) throw error;
    return { outcome: code, text };
  }
}

/** Names of limits, which are words of ours. */
const nobodysSecret = ["app.usage.key", "app.limit_overrides.key"];

/** Every text of the seed, other than times, that only one company has, and the column that holds it. */
async function readSecrets(client: ClientBase): Promise<Map<string, Found>> {
  const found: (Found & { value: string })[] = [];
  for (const { name, key } of await readTables(client)) {
    if (!key) continue;
    const { rows } = await client.query<{ row: Record<string, unknown> }>(`SELECT to_jsonb(x) AS row FROM ${name} x`);
    for (const { row } of rows) {
      const of = sideOf(row[key]);
      const texts = Object.entries(row).flatMap(([column, value]) =>
        [value].flat().map((each) => ({ column, value: each })),
      );
      for (const { column, value } of texts) {
        if (nobodysSecret.includes(`${name}.${column}`)) continue;
        if (typeof value === "string" && value.length > 8 && !/^\d{4}-\d\d-\d\dT/.test(value))
          found.push({ value, what: `${name}.${column}`, of });
      }
    }
  }
  const sides = Map.groupBy(found, ({ value }) => value);
  const secret = found.filter(({ value }) => new Set(sides.get(value)!.map(({ of }) => of)).size === 1);
  // The same id is in many tables; it is named after the table it identifies.
  const byRank = secret.toSorted((a, b) => Number(a.what.endsWith(".id")) - Number(b.what.endsWith(".id")));
  return new Map(byRank.map(({ value, ...rest }) => [value, rest]));
}

/** What the answer tells that the caller has not said. */
function shown(text: string, secrets: ReadonlyMap<string, Found>, said: readonly unknown[]): Found[] {
  const hits = [...secrets].filter(
    ([value]) => !said.includes(value) && text.includes(JSON.stringify(value).slice(1, -1)),
  );
  // What only stands in the middle of a longer one was not told by itself: a name holds the marker of its company.
  const told = hits.filter(([value]) => !hits.some(([other]) => other !== value && other.includes(value)));
  return unique(told.map(([, found]) => found));
}

interface SnapshotRow {
  readonly table: string;
  readonly owner: string | null;
  readonly digest: string;
}

/** A digest of the rows of each owner in these tables. */
async function digests(client: ClientBase, tables: readonly Table[]): Promise<readonly SnapshotRow[]> {
  if (tables.length === 0) return [];
  const each = tables.map(({ name, key }) => {
    const digest = "md5(string_agg(x::text, '|' ORDER BY x::text))";
    return `SELECT '${name}' AS table, ${key ?? "NULL"}::text AS owner, ${digest} AS digest FROM ${name} x GROUP BY 2`;
  });
  return (await client.query<SnapshotRow>(each.join(" UNION ALL "))).rows;
}

/**
 * For each table how many rows this transaction has written so far, also where that was taken back, and the file that holds
 * them, which TRUNCATE replaces: where neither moved, no row did.
 */
async function writesSoFar(client: ClientBase, tables: readonly Table[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ name: string; writes: string }>({
    name: "isolation-writes",
    text: `SELECT t AS name, concat_ws(' ', pg_relation_filenode(t::regclass), pg_stat_get_xact_tuples_inserted(t::regclass),
        pg_stat_get_xact_tuples_updated(t::regclass), pg_stat_get_xact_tuples_deleted(t::regclass)) AS writes
      FROM unnest($1::text[]) t`,
    values: [tables.map(({ name }) => name)],
  });
  return new Map(rows.map(({ name, writes }) => [name, writes]));
}

function differences(
  before: readonly SnapshotRow[],
  after: readonly SnapshotRow[],
  written: readonly Table[],
): Found[] {
  const names = new Set(written.map(({ name }) => name));
  const known = new Set(before.map((row) => JSON.stringify(row)));
  const still = new Set(after.map((row) => JSON.stringify(row)));
  const changed = [
    ...after.filter((row) => !known.has(JSON.stringify(row))),
    ...before.filter((row) => names.has(row.table) && !still.has(JSON.stringify(row))),
  ];
  return unique(changed.map(({ table, owner }) => ({ what: table, of: owner === null ? "nobody" : sideOf(owner) })));
}

function sideOf(owner: unknown): Found["of"] {
  const company = Object.entries(companies).find(([, id]) => id === owner)?.[0];
  const person = Object.values(people).find(({ id }) => id === owner)?.home;
  return (company as Side | undefined) ?? person ?? "a new company";
}

function unique(found: readonly Found[]): Found[] {
  const texts = new Set(found.map(({ what, of }) => JSON.stringify({ what, of })));
  return [...texts].sort().map((text) => JSON.parse(text) as Found);
}
