import { sql } from "kysely";
import type * as z from "zod";
import { firstSteps } from "#catalog/first-steps.ts";
import { findDocument, getCheck } from "#catalog/index.ts";
import { requiredPolicies } from "#catalog/policies/kinds.ts";
import type { FrameworkKey } from "#catalog/types.ts";
import type { contract } from "#contract/index.ts";
import { can } from "#domain/access.ts";
import { stepState } from "#domain/first-use/step-states.ts";
import type { FirstUseFacts } from "#domain/first-use/step-states.ts";
import { proposedRegisters } from "#domain/registers/proposals.ts";
import { neverAnswered } from "#domain/scope.ts";
import { systemKindKeys } from "#domain/system-kinds.ts";
import type { Tx } from "../db/as-caller.ts";
import type { Caller } from "../endpoints/caller.ts";
import { listTeam } from "../members/member-list.ts";
import { presentPolicies } from "../policies/policy-rows.ts";
import { listProjects } from "../projects/projects.ts";
import { countProposals } from "../proposals/read-proposals.ts";
import { listRegisters } from "../registers/list-registers.ts";
import { presentReviews } from "../reviews/read-reviews.ts";
import { readScope } from "../systems/read-scope.ts";

type Presented = z.input<typeof contract.tasks.firstSteps.output>;

/** The steps of a company's first use as they stand, as far as the caller may know. */
export async function readFirstSteps(
  tx: Tx,
  caller: Pick<Caller, "companyId" | "role">,
  now: Date,
): Promise<Presented> {
  const facts = await readFacts(tx, caller, now);
  return firstSteps.flatMap((step) => {
    const standing = stepState(step, facts);
    if (!standing) return [];
    const { key, title, detail, minutes, decides, documents } = step;
    const { doneAt, ...state } = standing;
    return [
      {
        key,
        title,
        detail,
        minutes,
        checks: decides.map((id) => ({ id, title: getCheck(id).title })),
        documents: documents.map((id) => ({ id, title: findDocument(id)!.document.title })),
        ...state,
        doneAt: doneAt?.toISOString() ?? null,
      },
    ];
  });
}

async function readFacts(tx: Tx, caller: Pick<Caller, "companyId" | "role">, now: Date): Promise<FirstUseFacts> {
  const { companyId, role } = caller;
  const registers = await listRegisters(tx, caller, now);
  const reviews = await presentReviews(tx, companyId, sql`true`);
  const open = reviews.find(({ closedAt }) => closedAt === null);
  const closed = reviews.flatMap(({ closedAt, cancelled }) =>
    closedAt === null || cancelled !== null ? [] : Date.parse(closedAt),
  );
  return {
    registers: registers.map((register) => ({
      ...register,
      confirmedAt: register.confirmation && new Date(register.confirmation.at),
    })),
    proposed: await countProposals(tx, companyId, ["systems", ...proposedRegisters], now),
    openKinds: neverAnswered(await readScope(tx, companyId), systemKindKeys, now).length,
    policies: await readPolicies(tx, companyId, now),
    review: {
      open: open ? progressOf(open) : null,
      // The first one: later ones are tasks.
      closedAt: closed.length > 0 ? new Date(Math.min(...closed)) : null,
    },
    staff: can(role, "staff.manage") ? await readInvited(tx, companyId, now) : null,
  };
}

function progressOf({
  id,
  decided: { accounts, keep, change, remove },
}: Awaited<ReturnType<typeof presentReviews>>[number]) {
  return { id, decided: keep + change + remove, of: accounts };
}

async function readPolicies(tx: Tx, companyId: string, now: Date): Promise<FirstUseFacts["policies"]> {
  const policies = await presentPolicies(tx, companyId, sql`true`, now);
  const projects = (await listProjects(tx, companyId)).filter((project) => project.archived_at === null);
  const frameworks = [...new Set(projects.map((project) => project.framework))] as FrameworkKey[];
  const inForce = new Set(policies.flatMap(({ documentId, inForce: version }) => (version ? (documentId ?? "") : [])));
  const required = requiredPolicies(frameworks);
  return {
    required: required.length,
    missing: required.filter(({ documentId }) => !inForce.has(documentId)).length,
    drafts: policies.filter(({ open: draft }) => draft !== null).length,
    inForce: policies.filter(({ inForce: version }) => version !== null).length,
  };
}

/** Who works here, and who of them was sent a link. Members of the company sign in, and need none. */
async function readInvited(tx: Tx, companyId: string, now: Date): Promise<{ people: number; invited: number }> {
  const { rows } = await sql<{
    email: string;
    invited: boolean;
  }>`SELECT lower(coalesce(r.fields ->> 'email', '')) AS email,
      (EXISTS (SELECT FROM app.staff_links l WHERE l.company_id = r.company_id AND l.person_id = r.id)
        OR EXISTS (SELECT FROM app.staff_sessions s WHERE s.company_id = r.company_id AND s.person_id = r.id)) AS invited
    FROM app.records r WHERE r.company_id = ${companyId} AND r.register = 'people' AND r.ended_at IS NULL
      AND (r.fields ->> 'endsAt' IS NULL OR (r.fields ->> 'endsAt')::timestamptz > ${now})`.execute(tx);
  const members = new Set((await listTeam(tx)).map(({ email }) => email?.toLowerCase()));
  const asked = rows.filter(({ email }) => !members.has(email));
  return { people: rows.length, invited: rows.length - asked.filter(({ invited }) => !invited).length };
}
