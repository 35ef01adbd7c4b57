import { sql } from "kysely";
import type * as z from "zod";
import type { policyAssignment, policyDetails } from "#contract/policy-shapes.ts";
import { permissions } from "#domain/permissions.ts";
import type { CompanyAction } from "#domain/permissions.ts";
import type { Audience } from "#domain/policies/policy.ts";
import { recordNumber } from "#domain/registers/register.ts";
import { people } from "#catalog/registers/people.ts";
import { fail } from "../app-error.ts";
import type { Tx } from "../db/as-caller.ts";
import { callFunction } from "../db/functions.ts";
import type { Caller } from "../endpoints/caller.ts";
import { namesOf } from "../registers/record-rows.ts";
import { readPeoplePage } from "./acknowledgment-page.ts";
import type { AskedPeople } from "./acknowledgment-page.ts";
import { presentPolicies, presentVersions } from "./policy-rows.ts";

type Presented = z.input<typeof policyDetails>;
type PresentedAssignment = z.input<typeof policyAssignment>;

const audienceNames: Readonly<Record<Exclude<Audience, "person">, string>> = {
  everyone: "Everyone",
  employee: "Employees",
  partner: "Partners",
  contractor: "Contractors",
  intern: "Interns",
};

const mayDo = (caller: Pick<Caller, "role">, action: CompanyAction) => permissions[action].roles.includes(caller.role);

/** So many people are listed with a policy that somebody changed. */
const LISTED = 50;

/** A policy with its versions, assignments and one page of its people. Refuses `not-found`. */
export async function presentPolicy(
  tx: Tx,
  caller: Caller,
  policyId: string,
  now: Date,
  asked: AskedPeople = { limit: LISTED },
): Promise<Presented> {
  const { companyId, userId } = caller;
  const [policy] = await presentPolicies(tx, companyId, sql`p.id = ${policyId}`, now);
  if (!policy) return fail("not-found");
  const versions = await presentVersions(
    tx,
    sql`v.company_id = ${companyId} AND v.policy_id = ${policyId} AND v.state <> 'discarded'`,
  );
  const { people: assigned, next } = await readPeoplePage(tx, companyId, policyId, now, asked);
  const approversBeside = async (authors: readonly string[]) =>
    Number(await callFunction(tx, "app.policy_approvers", [[...authors]]));
  const { open, inForce } = policy;
  const isAuthor = open?.authors.some((author) => author.userId === userId) ?? false;
  const isDone = open?.approvals.some((approval) => approval.userId === userId) ?? false;
  const written = (open ?? inForce)?.authors.map((author) => author.userId) ?? [];
  // Whoever starts the next version is one of its authors.
  const approvers = await approversBeside(open ? written : [...written, userId]);
  const alone = (await approversBeside([userId])) === 0;
  const waitsFor = open ? await peopleToApprove(tx, written, open.approvals) : [];
  return {
    ...policy,
    waitsFor,
    versions: versions.map(({ policyId: _, ...version }) => version),
    assignments: policy.inForce ? await readAssignments(tx, companyId, sql`s.version_id = ${policy.inForce.id}`) : [],
    people: assigned.map(({ personId, number, name, due, acknowledged }) => ({
      personId,
      number: recordNumber(people, number),
      name,
      due: due.toISOString(),
      acknowledged: acknowledged && { ...acknowledged, at: acknowledged.at.toISOString() },
    })),
    next,
    may: {
      write: mayDo(caller, "policies.write"),
      assign: mayDo(caller, "policies.assign"),
      approve: open?.state === "review" && mayDo(caller, "policies.approve") && !isDone && (!isAuthor || alone),
      approvers,
      alone,
    },
  };
}

/** Who could approve what these wrote, and has not, by name. */
async function peopleToApprove(tx: Tx, authors: readonly string[], approvals: readonly { readonly userId: string }[]) {
  const ids = (await callFunction(tx, "app.who_may_approve_policy", [[...authors]])) ?? [];
  const left = ids.filter((id) => !approvals.some(({ userId }) => userId === id));
  const nameOf = await namesOf(tx, left);
  return left.map(nameOf).toSorted((a, b) => a.name.localeCompare(b.name, "en"));
}

/** Assignments by a condition about `s` that have not ended, oldest first. */
export async function readAssignments(
  tx: Tx,
  companyId: string,
  where: ReturnType<typeof sql>,
): Promise<PresentedAssignment[]> {
  const { rows } = await sql<{
    id: string;
    audience: Audience;
    person_id: string | null;
    person: string | null;
    assigned_by: string;
    assigned_at: Date;
    carried: boolean;
  }>`SELECT s.id, s.audience, s.person_id, r.fields ->> 'name' AS person, s.assigned_by, s.assigned_at, s.carried
    FROM app.assignments s LEFT JOIN app.records r ON r.company_id = s.company_id AND r.id = s.person_id
    WHERE s.company_id = ${companyId} AND ${where} AND s.ended_at IS NULL ORDER BY s.assigned_at, s.id`.execute(tx);
  const nameOf = await namesOf(
    tx,
    rows.map((row) => row.assigned_by),
  );
  return rows.map(({ id, audience, person_id: personId, person, assigned_by: by, assigned_at: at, carried }) => ({
    id,
    audience,
    personId,
    name: audience === "person" ? (person ?? "Someone") : audienceNames[audience],
    by: nameOf(by),
    at: at.toISOString(),
    carried,
  }));
}
