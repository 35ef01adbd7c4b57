import fc from "fast-check";
import { expect } from "vitest";
import type { EvidenceItem, StepReport } from "#connectors/connector.ts";
import { jira } from "#connectors/jira/index.ts";
import { judgeChecks } from "#connectors/judge.ts";
import { answeringHttp } from "../answering-http.ts";

const now = new Date("2026-11-21T10:00:00Z");
const people = ["anna", "ben"] as const;
const person = fc.constantFrom<string | undefined>(...people, ...people, undefined);
/** Hours of one day, so that several moves often fall on the same instant. */
const hour = fc.integer({ min: 8, max: 13 });
const instant = (at: number | undefined) =>
  at === undefined ? undefined : `2026-11-17T${String(at).padStart(2, "0")}:00:00.000+0000`;
/** A move to a status: of the two that mean approved, the two that mean done, or any other. */
const move = fc.record({
  at: fc.option(hour, { nil: undefined, freq: 8 }),
  by: person,
  to: fc.constantFrom("approved", "Approved", "APPROVAL", "done", "closed", "doing", undefined),
  field: fc.constantFrom("status", "status", "status", "assignee", "a field of tomorrow"),
});
const deskApproval = fc.record({
  at: fc.option(hour, { nil: undefined, freq: 8 }),
  by: person,
  final: fc.constantFrom("approved", "approved", "declined", "pending", undefined),
  own: fc.constantFrom("approved", "approved", "declined", undefined),
});
const category = fc.constantFrom("done", "done", "done", "indeterminate", "a category of tomorrow");
const anyTicket = fc.record({
  category,
  person,
  /** Who asked for a change, or was given a request. */
  other: fc.constantFrom<string | undefined>("anna", "cleo", "cleo", "ben", undefined),
  resolved: fc.option(hour, { nil: undefined, freq: 2 }),
  moves: fc.array(move, { maxLength: 4 }),
  desk: fc.array(deskApproval, { maxLength: 2 }),
});
/** Approved by one person and done by the other, with whatever else was drawn around it. */
const soundTicket = fc.tuple(anyTicket, fc.integer({ min: 8, max: 10 })).map(([drawn, at]) => ({
  ...drawn,
  person: "anna",
  other: drawn.other === "ben" ? "cleo" : drawn.other,
  moves: [
    { at, by: "ben", to: "Approved", field: "status" },
    ...drawn.moves.slice(0, 2),
    { at: 13, by: "anna", to: "done", field: "status" },
  ],
}));
const sites = fc.record({
  tickets: fc.array(fc.oneof(soundTicket, soundTicket, anyTicket), { maxLength: 3 }),
  names: fc.constantFrom<readonly string[]>(["Approved"], ["Approved"], ["Approval"], []),
  desk: fc.boolean(),
  /** Who must not be the one that approves, and which check asks. */
  what: fc.constantFrom("change", "access"),
  denied: fc.constantFrom(false, false, false, false, true),
});
type Site = typeof sites extends fc.Arbitrary<infer T> ? T : never;
type DrawnTicket = Site["tickets"][number];

const doneStatuses = { done: "10001", closed: "10002" } as const;
const idOf = (status: string) => (status in doneStatuses ? doneStatuses[status as keyof typeof doneStatuses] : "3");
const isStatus = ({ field }: { readonly field: string }) => field === "status";

/** When a ticket was done for the last time, as its moves say and otherwise its resolution. */
function doneAt({ moves, resolved }: DrawnTicket): number | undefined {
  const moved = moves.filter((move) => isStatus(move) && move.to !== undefined && move.to in doneStatuses);
  const times = moved.flatMap(({ at }) => at ?? []);
  return times.length > 0 ? Math.max(...times) : resolved;
}

/** Whether somebody else than who did it, or asked for it, is said to have approved it before it was done. */
function isApproved(drawn: DrawnTicket, { names, desk, what }: Site): boolean {
  const end = doneAt(drawn);
  if (end === undefined || drawn.person === undefined) return false;
  // A change has somebody who asked for it; a request may have been given to nobody.
  if (what === "change" && drawn.other === undefined) return false;
  const moved = drawn.moves.filter(
    (move) => isStatus(move) && names.some((name) => name.toLowerCase() === move.to?.toLowerCase()),
  );
  const asked = desk ? drawn.desk.filter(({ final, own }) => final === "approved" && own === "approved") : [];
  return [...moved, ...asked].some(
    ({ at, by }) => at !== undefined && by !== undefined && at < end && by !== drawn.person && by !== drawn.other,
  );
}

/** Whether the check may pass: something is done, and all of that was approved. What names no approvals passes nothing. */
function mayPass(site: Site): boolean {
  const done = site.tickets.filter((ticket) => ticket.category === "done");
  const isSetUp = site.names.length > 0 || site.desk;
  return isSetUp && !site.denied && done.length > 0 && done.every((item) => isApproved(item, site));
}

function vendor(site: Site) {
  const of = (path: string) => site.tickets[Number(/(?:issue|request)\/(\d+)\//.exec(path)?.[1])]!;
  const author = (by: string | undefined) => (by === undefined ? null : { accountId: by });
  return answeringHttp((path, query) => {
    if (path.endsWith("/statuses/search")) {
      const values = Object.entries(doneStatuses).map(([name, id]) => ({ id, name, statusCategory: "DONE" }));
      return { body: { values, isLast: true } };
    }
    if (path.endsWith("/search/jql")) {
      const asked = query["fields"]!.split(",");
      const issues = site.tickets.map((ticket, at) => ({
        id: String(at),
        key: `T-${at}`,
        fields: {
          status: { statusCategory: { key: ticket.category } },
          ...(asked.includes("resolutiondate") && { resolutiondate: instant(ticket.resolved) ?? null }),
          ...(asked.includes("assignee") && {
            assignee: author(site.what === "change" ? ticket.person : ticket.other),
          }),
          ...(asked.includes("reporter") && {
            reporter: author(site.what === "change" ? ticket.other : ticket.person),
          }),
        },
      }));
      return { body: { issues } };
    }
    if (path.endsWith("/changelog")) {
      if (site.denied) return { status: 403 };
      const values = of(path).moves.map(({ at, by, to, field }) => ({
        created: instant(at),
        author: author(by),
        items: [{ fieldId: field, field, to: to === undefined ? null : idOf(to), toString: to ?? null }],
      }));
      return { body: { values, isLast: true } };
    }
    if (path.endsWith("/approval")) {
      const values = of(path).desk.map(({ at, by, final, own }) => ({
        finalDecision: final,
        completedDate: at === undefined ? undefined : { iso8601: instant(at) },
        approvers: [{ approver: author(by), approverDecision: own }],
      }));
      return { body: { values, isLastPage: true } };
    }
    return undefined;
  });
}

/** Draws so many sites, and compares whether a check of approvals passes with whether it may; answers how often it passed. */
export async function proveJira(numRuns: number): Promise<number> {
  let passed = 0;
  await fc.assert(
    fc.asyncProperty(sites, async (site) => {
      const outcome = await outcomeOf(site);
      if (outcome === "pass") passed += 1;
      expect(outcome === "pass").toBe(mayPass(site));
    }),
    { numRuns },
  );
  return passed;
}

async function outcomeOf(site: Site): Promise<string> {
  const isChange = site.what === "change";
  const check = jira.checks.find(({ id }) => id === (isChange ? "jira.change.approved" : "jira.access.approved"))!;
  const settings = {
    [isChange ? "changeJql" : "accessJql"]: "project = T",
    approvalStatuses: [...site.names],
    serviceDeskApprovals: site.desk,
  };
  const account = { id: "site", label: "site", granted: undefined, facts: {} };
  const items: EvidenceItem[] = [];
  const steps: StepReport[] = [];
  for (const id of ["done-statuses", isChange ? "change-tickets" : "access-requests"]) {
    const step = jira.steps.find((step) => step.id === id)!;
    const read = { items: (kind: string) => items.filter((item) => item.kind === kind), cursor: undefined };
    const context = { http: vendor(site), typed: {}, method: "token", now: () => now, account, settings, ...read };
    let status: StepReport["status"] = "complete";
    try {
      for await (const item of step.collect(context)) if ("kind" in item) items.push(item);
    } catch {
      status = "denied";
    }
    const time = now.toISOString();
    steps.push({
      step: id,
      status,
      startedAt: time,
      endedAt: time,
      missing: [],
      detail: "",
      pages: 1,
      items: items.length,
    });
  }
  return judgeChecks([check], { items, steps, settings, now })[0]!.outcome;
}
