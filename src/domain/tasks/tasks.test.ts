import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { tasksOf } from "./tasks.ts";
import type { TaskFacts } from "./tasks.ts";

const now = new Date("2026-11-22T12:00:00.000Z");
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);

const nothing: TaskFacts = {
  registers: [],
  policies: [],
  missingPolicies: 0,
  courses: [],
  reviews: [],
  reviewedAt: null,
  unmatched: 0,
  unvouched: 0,
  leavers: [],
  gone: 0,
  goneSince: null,
  starting: [],
  moved: [],
  assurances: [],
  papers: [],
  contracts: [],
  restores: [],
  duties: [],
  periodic: [],
  asking: [],
  notices: [],
  reports: [],
  denied: [],
  named: [],
  actions: [],
};
const people = {
  key: "people",
  label: "People",
  singular: "person",
  counts: { open: 12, waiting: 0, ended: 1 },
  confirmation: { count: 12, until: inDays(90).toISOString(), state: "confirmed" as const, changed: 0 },
};
const policy = {
  id: "p1",
  title: "Access policy",
  owner: null,
  waitsFor: null,
  hasDraft: false,
  toAssign: false,
  renewBy: inDays(200),
  left: 0,
  late: 0,
  nextDue: null,
};
const course = { key: "security", title: "Security", left: 0, again: 0, late: 0, nextDue: null };
const restore = (days: number | null) => ({
  id: "s",
  number: "SYS-1",
  system: "Database",
  isCritical: true,
  until: days === null ? null : inDays(days),
});
const contract = (days: number) => ({ id: "c", number: "CON-1", title: "Hosting", until: inDays(days) });
const keys = (facts: Partial<TaskFacts>) => tasksOf({ ...nothing, ...facts }, now).map(({ key }) => key);

/** What asks for something, by what would have brought it. */
const closes: readonly [string, Partial<TaskFacts>, Partial<TaskFacts>][] = [
  ["a confirmation", { registers: [{ ...people, confirmation: null }] }, { registers: [people] }],
  [
    "a confirmation that is over",
    { registers: [{ ...people, confirmation: { ...people.confirmation, state: "ended" } }] },
    { registers: [people] },
  ],
  [
    "an approval of records",
    { registers: [{ ...people, counts: { open: 11, waiting: 1, ended: 0 } }] },
    { registers: [people] },
  ],
  ["an approval of a policy", { policies: [{ ...policy, waitsFor: 1 }] }, { policies: [policy] }],
  ["whom a policy is assigned to", { policies: [{ ...policy, toAssign: true }] }, { policies: [policy] }],
  [
    "an owner who left",
    { policies: [{ ...policy, owner: { name: "Dan", leftAt: inDays(-1), account: null } }] },
    { policies: [{ ...policy, owner: { name: "Eve", leftAt: null, account: null } }] },
  ],
  ["a renewal", { policies: [{ ...policy, renewBy: inDays(29) }] }, { policies: [policy] }],
  ["acknowledgments", { policies: [{ ...policy, left: 3, nextDue: inDays(3) }] }, { policies: [policy] }],
  [
    "late acknowledgments",
    { policies: [{ ...policy, left: 3, late: 2, nextDue: inDays(-3) }] },
    { policies: [policy] },
  ],
  ["policies that frameworks ask for", { policies: [policy], missingPolicies: 2 }, { policies: [policy] }],
  ["a course", { courses: [{ ...course, left: 2, late: 1, nextDue: inDays(-1) }] }, { courses: [course] }],
  [
    "a course that is to be passed again",
    { courses: [{ ...course, again: 2, nextDue: inDays(20) }] },
    { courses: [course] },
  ],
  [
    "a review",
    { reviews: [{ id: "r1", name: "Q4", due: inDays(5), left: 4, notRead: 0 }], reviewedAt: inDays(-90) },
    { reviewedAt: now },
  ],
  ["the next review", { reviewedAt: inDays(-80) }, { reviewedAt: now }],
  ["whose accounts are", { unmatched: 4 }, {}],
  ["addresses that nobody confirmed", { unvouched: 3 }, {}],
  ["a leaver's accounts", { leavers: [{ id: "x", number: "PER-4", name: "Dan", endsAt: inDays(-1), open: 1 }] }, {}],
  ["who left", { gone: 2, goneSince: inDays(-2) }, {}],
  ["a start", { starting: [{ id: "s", number: "PER-5", name: "Eve", open: 2, due: inDays(1) }] }, {}],
  ["a change of role", { moved: [{ id: "m", number: "PER-6", name: "Fay", open: 1, due: inDays(9) }] }, {}],
  ["a report", { assurances: [{ vendorId: "v", vendor: "Docuvault", until: inDays(9) }] }, {}],
  ["a first report", { assurances: [{ vendorId: "v2", vendor: "Docuvault", until: null }] }, {}],
  [
    "a report that was withdrawn",
    { assurances: [{ vendorId: "v3", vendor: "Docuvault", until: null, lost: "withdrawn" as const }] },
    { assurances: [{ vendorId: "v3", vendor: "Docuvault", until: inDays(200) }] },
  ],
  ["an agreement about health data", { papers: [{ kind: "baa" as const, vendorId: "v", vendor: "Docuvault" }] }, {}],
  ["a restore of a system", { restores: [restore(null)] }, { restores: [restore(400)] }],
  ["the next restore of a system", { restores: [{ ...restore(20), id: "s2" }] }, { restores: [restore(40)] }],
  ["a contract that ends", { contracts: [contract(9)] }, { contracts: [contract(400)] }],
  [
    "a meeting",
    { duties: [{ kind: "leadership", until: inDays(13) }] },
    { duties: [{ kind: "leadership", until: inDays(15) }] },
  ],
  [
    "a test",
    { duties: [{ kind: "pentest", until: inDays(-3) }] },
    { duties: [{ kind: "pentest", until: inDays(31) }] },
  ],
  [
    "a periodic review",
    { periodic: [{ key: "logs", label: "Logs and alerts", counts: 31, until: inDays(5) }] },
    { periodic: [{ key: "logs", label: "Logs and alerts", counts: 31, until: inDays(7) }] },
  ],
  ["a decision on notice", { notices: [{ id: "i", number: "INC-1", title: "Mail", discovered: inDays(-1) }] }, {}],
  [
    "a device that its holder denies",
    { denied: [{ id: "d", number: "DEV-1", name: "Laptop", holder: "Dan", isLost: false, saidAt: inDays(-1) }] },
    {},
  ],
  ["a device that staff named", { named: [{ key: "n", namedAt: inDays(-1) }] }, {}],
  ["a report of staff", { reports: [{ id: "r", number: "INC-1", title: "Lost laptop", reportedAt: inDays(-1) }] }, {}],
  ["an action", { actions: [{ id: "a", number: "ACT-1", title: "Rotate keys", owner: "Olga", due: inDays(2) }] }, {}],
];

describe("a task", () => {
  test.each(closes)("asks for %s, and is gone once it is there", (_, before, after) => {
    expect(keys(before).length).toBe(1);
    expect(keys(after)).toEqual([]);
  });

  test("leads into the program, says something, and is there once, whatever is missing", () => {
    const facts = closes.map(([, before]) => before);
    fc.assert(
      fc.property(fc.subarray(facts.map((_, at) => at)), (chosen) => {
        const lists = [
          "registers",
          "policies",
          "courses",
          "reviews",
          "leavers",
          "starting",
          "moved",
          "assurances",
          "papers",
          "contracts",
          "restores",
          "notices",
          "actions",
        ] as const;
        const merged = chosen.reduce<TaskFacts>((all, at) => {
          const more = facts[at]!;
          const joined = Object.fromEntries(
            lists.map((list) => [
              list,
              [
                ...all[list],
                ...(more[list] ?? []).map((own, n) =>
                  "id" in own
                    ? { ...own, id: `${own.id} ${at} ${n}` }
                    : "vendorId" in own
                      ? { ...own, vendorId: `${own.vendorId}${at}` }
                      : { ...own, key: `${own.key}${at}` },
                ),
              ],
            ]),
          ) as unknown as TaskFacts;
          const {
            unmatched = all.unmatched,
            reviewedAt = all.reviewedAt,
            missingPolicies = all.missingPolicies,
          } = more;
          return { ...all, ...joined, unmatched, reviewedAt, missingPolicies };
        }, nothing);
        const tasks = tasksOf(merged, now);
        expect(new Set(tasks.map(({ key }) => key)).size).toBe(tasks.length);
        for (const { title, to } of tasks) {
          expect(title).not.toBe("");
          expect(to).toMatch(
            /^\/dashboard\/program\/(people|devices|assurances|contracts|incidents|meetings|tests|actions|policies|training|reviews)/,
          );
        }
        const dues = tasks.map(({ due }) => due?.getTime() ?? Infinity);
        expect(dues).toEqual(dues.toSorted((a, b) => (a === b ? 0 : a - b)));
      }),
    );
  });

  test("asks nobody to begin what the list of registers offers anyway", () => {
    expect(keys({ registers: [{ ...people, counts: { open: 0, waiting: 0, ended: 0 }, confirmation: null }] })).toEqual(
      [],
    );
    expect(keys({ missingPolicies: 20 })).toEqual([]);
    expect(keys({ reviewedAt: null })).toEqual([]);
  });

  test("about notice of an incident is due 72 hours after its discovery, at its record", () => {
    const notices = [{ id: "i", number: "INC-1", title: "Mail", discovered: inDays(-1) }];
    expect(tasksOf({ ...nothing, notices }, now)).toMatchObject([
      { title: "Decide on notice of INC-1: Mail", due: inDays(2), to: "/dashboard/program/incidents?record=i" },
    ]);
  });

  test("about a device is due a week after its holder denied it, a day after they said it was lost, and one for all that staff named", () => {
    const denied = [false, true].map((isLost, at) => ({
      id: `${at}`,
      number: `DEV-${at}`,
      name: "Laptop",
      holder: "Dan",
      isLost,
      saidAt: inDays(-1),
    }));
    const named = [-1, -3].map((at) => ({ key: `${at}`, namedAt: inDays(at) }));
    expect(tasksOf({ ...nothing, denied, named }, now)).toMatchObject([
      { title: "Look at DEV-1. Laptop", due: now, to: "/dashboard/program/devices?record=1" },
      { title: "Add or dismiss 2 devices that staff named", due: inDays(4) },
      { title: "Look at DEV-0. Laptop", due: inDays(6) },
    ]);
  });

  test("about a confirmation comes two weeks before it ends, and a leaver's is due a day after they left", () => {
    const until = (days: number) => ({
      ...people,
      confirmation: { ...people.confirmation, until: inDays(days).toISOString() },
    });
    expect(keys({ registers: [until(15)] })).toEqual([]);
    expect(tasksOf({ ...nothing, registers: [until(13)] }, now)).toMatchObject([
      { title: "Confirm People again", due: inDays(13), to: "/dashboard/program/people?do=confirm" },
    ]);
    const leavers = [{ id: "x", number: "PER-4", name: "Dan", endsAt: inDays(-1), open: 2 }];
    expect(tasksOf({ ...nothing, leavers }, now)).toMatchObject([
      { title: "Close the accounts of Dan", detail: "PER-4, 2 accounts are open", due: now },
    ]);
  });
});
