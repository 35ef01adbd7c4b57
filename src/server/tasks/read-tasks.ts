import { sql } from "kysely";
import { can } from "#domain/access.ts";
import { requiredPolicies } from "#catalog/policies/kinds.ts";
import { findRegister, registers as allRegisters } from "#catalog/registers/index.ts";
import type { FrameworkKey } from "#catalog/types.ts";
import { endOfDay } from "#domain/calendar-day.ts";
import { recordNumber } from "#domain/registers/register.ts";
import { tasksOf } from "#domain/tasks/tasks.ts";
import type { Task, TaskFacts } from "#domain/tasks/tasks.ts";
import type { Tx } from "../db/as-caller.ts";
import { atOnce } from "../db/at-once.ts";
import type { Caller } from "../endpoints/caller.ts";
import { readOwnerAccounts } from "../policies/policy-owner.ts";
import { presentPolicies } from "../policies/policy-rows.ts";
import { listProjects } from "../projects/projects.ts";
import { readAsked, readLeavers } from "../registers/asked-accounts.ts";
import { listRegisters } from "../registers/list-registers.ts";
import { readAskingRecords } from "../registers/read-asking-records.ts";
import { readGone } from "../registers/read-gone.ts";
import { mayIn } from "../registers/rights.ts";
import { readProgress } from "../reviews/review-progress.ts";
import { readComers } from "../staff/person-clocks.ts";
import { countUnvouched } from "../staff/vouch-addresses.ts";
import { countTraining } from "../staff/training/count-training.ts";
import { readDuties, readNotices, readPeriodicReviews, readReports } from "./read-duties.ts";
import { readAssurances, readContracts, readPapers } from "./read-ends.ts";
import { readHolders } from "./read-holders.ts";
import { readRestores } from "./read-restores.ts";

/** What is missing or due in a company, as far as the caller may read what it follows from. */
export async function readTasks(tx: Tx, caller: Asking, now: Date): Promise<readonly Task[]> {
  const { companyId, role } = caller;
  const readsPeople = mayIn(findRegister("people")!, "read", role);
  const [ofRegisters, ofPolicies, courses, reviews, ofPeople, gone, unvouched, holders] = await atOnce(
    readOfRegisters(tx, caller, now),
    readPolicies(tx, companyId, now),
    countTraining(tx, companyId, now),
    readProgress(tx, companyId),
    readsPeople ? readPeople(tx, caller, now) : nobody,
    readsPeople ? countGone(tx, companyId) : { gone: 0, goneSince: null },
    can(role, "staff.manage") ? countUnvouched(tx, companyId) : 0,
    readHolders(tx, companyId, role),
  );
  return tasksOf(
    {
      ...ofRegisters,
      ...ofPolicies,
      courses,
      reviews: reviews.flatMap(({ id, name, dueOn, closedAt, left, notRead }) =>
        closedAt === null ? { id, name, due: endOfDay(dueOn), left, notRead } : [],
      ),
      reviewedAt: newest(reviews.flatMap(({ closedAt, isCancelled }) => (isCancelled ? [] : (closedAt ?? [])))),
      ...ofPeople,
      ...gone,
      unvouched,
      ...holders,
    },
    now,
  );
}

type Asking = Pick<Caller, "companyId" | "role">;

const nobody: Pick<TaskFacts, "unmatched" | "leavers" | "starting" | "moved"> = {
  unmatched: 0,
  leavers: [],
  starting: [],
  moved: [],
};

/** What accounts ask, and people who come, move and leave. */
async function readPeople(tx: Tx, caller: Asking, now: Date) {
  const asked = await readAsked(tx, caller.companyId, now);
  const [leavers, comers] = await atOnce(
    readLeavers(tx, caller.companyId, asked, now),
    readComers(tx, caller, asked, now),
  );
  return { unmatched: asked.unmatched, leavers, ...comers };
}

/** Registers, and what their records ask for. */
async function readOfRegisters(tx: Tx, caller: Asking, now: Date) {
  const { companyId, role } = caller;
  const registers = await listRegisters(tx, caller, now);
  const kept = new Set(
    registers.flatMap(({ key, counts }) => (counts.open + counts.waiting + counts.ended > 0 ? key : [])),
  );
  /** What records of registers ask for: of a register without any, nothing is looked for. */
  const ofAny = async <T>(keys: readonly string[], read: () => Promise<readonly T[]>): Promise<readonly T[]> =>
    keys.some((key) => kept.has(key)) ? await read() : [];
  const [assurances, papers, contracts, restores, duties, periodic, asking, notices, reports, actions] = await atOnce(
    ofAny(["vendors"], () => readAssurances(tx, companyId, role)),
    ofAny(["vendors"], () => readPapers(tx, companyId, role, now)),
    ofAny(["contracts"], () => readContracts(tx, companyId, role, now)),
    ofAny(["systems"], () => readRestores(tx, companyId, role)),
    ofAny(["meetings", "tests", "incidents"], () => readDuties(tx, companyId, role)),
    ofAny(["tests"], () => readPeriodicReviews(tx, companyId, role)),
    readAskingRecords(tx, companyId, declaredTasks(role, kept), now),
    ofAny(["incidents"], () => readNotices(tx, companyId, role, now)),
    ofAny(["incidents"], () => readReports(tx, companyId, role)),
    ofAny(["actions"], () => readActions(tx, companyId, role)),
  );
  return {
    registers,
    assurances,
    papers,
    contracts,
    restores,
    duties,
    periodic,
    asking,
    notices,
    reports,
    actions,
  };
}

/** Policies with their owners, and how many are missing. */
async function readPolicies(tx: Tx, companyId: string, now: Date) {
  const policies = await presentPolicies(tx, companyId, sql`true`, now);
  const [accountOf, missingPolicies] = await atOnce(
    readOwnerAccounts(tx, policies),
    countMissing(tx, companyId, policies),
  );
  return { policies: policies.map((policy) => policyFacts(policy, accountOf)), missingPolicies };
}

/** All that records ask for by themselves in registers that a role reads and that have any. */
const declaredTasks = (role: string, kept: ReadonlySet<string>) =>
  allRegisters.flatMap((register) =>
    kept.has(register.key) && mayIn(register, "read", role)
      ? (register.tasks ?? []).map((task) => ({ register, task }))
      : [],
  );

type Policy = Awaited<ReturnType<typeof presentPolicies>>[number];

function policyFacts(
  { id, title, owner, open, inForce, renewBy, acknowledged, isAssigned }: Policy,
  accountOf: Awaited<ReturnType<typeof readOwnerAccounts>>,
): TaskFacts["policies"][number] {
  const waits = open?.state === "review" ? open : null;
  return {
    id,
    title,
    owner: owner && {
      name: owner.name,
      leftAt: owner.leftAt === null ? null : new Date(owner.leftAt),
      account: accountOf.get(owner.personId) ?? null,
    },
    waitsFor: waits && Math.max(1, (waits.quorum ?? 1) - waits.approvals.length),
    hasDraft: open !== null,
    renewBy: inForce && renewBy !== null ? new Date(renewBy) : null,
    toAssign: inForce !== null && !isAssigned,
    left: acknowledged ? acknowledged.of - acknowledged.done : 0,
    late: acknowledged?.late ?? 0,
    nextDue: acknowledged?.nextDue ? new Date(acknowledged.nextDue) : null,
  };
}

async function countMissing(tx: Tx, companyId: string, policies: readonly Policy[]): Promise<number> {
  const projects = (await listProjects(tx, companyId)).filter((project) => project.archived_at === null);
  const frameworks = [...new Set(projects.map((project) => project.framework))] as FrameworkKey[];
  const here = new Set(
    policies.flatMap(({ documentId, inForce }) => (inForce && documentId !== null ? documentId : [])),
  );
  return requiredPolicies(frameworks).filter(({ documentId }) => !here.has(documentId)).length;
}

/** Of how many people somebody is to say whether they left, once of each, however many lists miss them; and since when. */
async function countGone(tx: Tx, companyId: string): Promise<Pick<TaskFacts, "gone" | "goneSince">> {
  const asked = await readGone(tx, companyId);
  const times = asked.map(({ seenAt }) => Date.parse(seenAt));
  return {
    gone: new Set(asked.map(({ person }) => person.id)).size,
    goneSince: times.length > 0 ? new Date(Math.min(...times)) : null,
  };
}

/** Actions that are open, with whose they are. */
async function readActions(tx: Tx, companyId: string, role: string): Promise<TaskFacts["actions"]> {
  const register = findRegister("actions")!;
  if (!mayIn(register, "read", role)) return [];
  const { rows } = await sql<{
    id: string;
    number: number;
    title: string;
    owner: string | null;
    due_on: string | null;
  }>`
    SELECT r.id, r.number::integer AS number, r.fields ->> 'title' AS title, p.fields ->> 'name' AS owner, r.fields ->> 'dueOn' AS due_on
    FROM (SELECT k.record_id, k.day, k.number FROM app.task_keys k WHERE k.company_id = ${companyId} AND k.register = ${register.key}
      AND k.task = 'open' AND k.field = 'dueOn' ORDER BY k.day, k.number LIMIT 500) k
    JOIN LATERAL (SELECT r.* FROM app.records r WHERE r.company_id = ${companyId} AND r.id = k.record_id OFFSET 0) r ON true
    LEFT JOIN LATERAL (SELECT p.fields FROM app.records p WHERE p.company_id = ${companyId} AND p.register = 'people'
      AND p.id = (r.fields ->> 'ownerId')::uuid OFFSET 0) p ON true
    ORDER BY k.day, k.number`.execute(tx);
  return rows.map(({ id, number, title, owner, due_on: dueOn }) => ({
    id,
    number: recordNumber(register, number),
    title,
    owner: owner ?? "Nobody",
    due: dueOn === null ? null : endOfDay(dueOn.slice(0, 10)),
  }));
}

const newest = (instants: readonly Date[]): Date | null =>
  instants.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null;
