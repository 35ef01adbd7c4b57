import { expect, test } from "vitest";
import type { FieldValue } from "#domain/registers/register.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { decisionsDigest, populationDigest } from "#domain/reviews/review.ts";
import { oktaSystem } from "#tests/support/read-system.ts";
import type { OktaUser } from "#tests/support/read-system.ts";
import { JUDGED_AT as now, daysAgo as ago, sealedRow as row } from "#tests/support/sealed-rows.ts";
import { systemChecks } from "./system-checks.ts";
import { listChecks, listedSystems } from "./listed-reviews.ts";

type Fields = Readonly<Record<string, FieldValue>>;
const decided = (account: string, decision = "keep", more: Fields = {}, minutes = 0) => ({
  account,
  decision,
  by: "mia",
  byPersonId: "person mia",
  owned: true,
  decidedAt: new Date(Date.parse(ago(20)) + minutes * 60_000).toISOString(),
  alone: false,
  ...more,
});
const usual = [decided("1"), decided("2", "change", {}, 1), decided("3", "remove", {}, 2)];

interface Given {
  readonly rows?: readonly Fields[];
  readonly population?: Record<string, FieldValue | undefined>;
  readonly closed?: number;
  readonly users?: readonly OktaUser[];
  readonly owners?: Readonly<Record<string, string>>;
  readonly anotherSince?: { readonly contributors: string | null; readonly managers: string | null };
  readonly sightings?: readonly [
    days: number,
    present: boolean,
    more?: { readonly of?: string; readonly withdrawn?: true; readonly by?: string },
  ][];
  /** The exhibit of the newest review was withdrawn. */
  readonly withdrawn?: true;
  readonly steps?: readonly string[];
  /** Ids of accounts that are a service's. */
  readonly service?: readonly string[];
  /** Ids of accounts that somebody said are programs'. */
  readonly programs?: readonly string[];
  /** A review that was closed before. */
  readonly before?: readonly Fields[];
  /** Its accounts came from a list: nothing is connected. */
  readonly list?: true;
}

const leavesOf = (rows: readonly Fields[]) => ({
  leaf: populationDigest(rows.map(({ account }) => account as string)),
  decidedLeaf: decisionsDigest(
    rows.map(({ account, decision, by, alone }) => ({
      account: account as string,
      decision: decision as string,
      by: by as string,
      alone: alone as boolean,
    })),
  ),
  accounts: rows.length,
});

function said(check: string, given: Given = {}) {
  const { rows = usual, population = {}, closed = 10, sightings = [[9, false]], before } = given;
  const about = { source: "Okta acme", review: 1, exhibit: "EX-000007" };
  const times = { seenAt: ago(closed + 5), frozenAt: ago(closed + 5), closedAt: ago(closed) };
  const sealed = (id: string, own: readonly Fields[], more: Record<string, FieldValue | undefined>): SnapshotRow => {
    const fields = Object.entries({ ...about, ...times, ...leavesOf(own), ...more }).filter(
      ([, value]) => value !== undefined,
    );
    return row(id, Object.fromEntries(fields) as Fields);
  };
  // What was closed earlier was decided the day before.
  const rowsOf = (id: string, own: readonly Fields[], days: number) =>
    own.map((fields) =>
      row(`${id} ${fields["account"] as string}`, {
        ...fields,
        ...(days > 20 && { decidedAt: ago(days + 1) }),
        populationId: id,
      }),
    );
  const pages: Record<string, readonly SnapshotRow[]> = {
    "review-populations": [
      { ...sealed("p", usual, population), withdrawn: given.withdrawn ? ["EX-000007"] : [] },
      ...(before ? [sealed("old", before, { closedAt: ago(80), seenAt: ago(81) })] : []),
    ],
    "review-rows": [...rowsOf("p", rows, closed), ...(before ? rowsOf("old", before, 80) : [])],
    "review-sightings": sightings.map(([days, present, { of = "p 3", withdrawn, by } = {}], at) => ({
      ...row(`s${at}`, { rowId: of, at: ago(days), present, ...(by !== undefined && { identifiedBy: by }) }),
      withdrawn: withdrawn ? ["EX-000008"] : [],
    })),
  };
  const users = given.users ?? [{ id: "1" }, { id: "2" }];
  const read = oktaSystem(users, given.owners ?? {}, { ...(given.steps && { steps: given.steps }) });
  const isService = (id: string) => given.service?.includes(id) ?? false;
  const members = read.accounts.members.map((account) =>
    isService(account.key.id)
      ? { ...account, facts: { ...account.facts, class: account.facts.class.map(() => "service" as const) } }
      : account,
  );
  const programs = new Map((given.programs ?? []).map((id) => [id, new Date(now.getTime() + 86_400_000)]));
  const system = { ...read, programs, accounts: { ...read.accounts, members } };
  const register = (key: string) => ({ rows: pages[key] ?? [], confirmedUntil: null });
  const { anotherSince } = given;
  const inputs = { register, failingControls: [], systems: given.list ? [] : [system], now, anotherSince };
  if (given.list) {
    const [listed] = listedSystems(inputs);
    return listChecks[`review.${check}`]!(inputs, listed!);
  }
  return systemChecks[`review.${check}`]!.judge(inputs, system);
}
/** Rows that the ledger's entries agree with. */
const agreed = (rows: readonly Fields[], more: Given = {}): Given => ({
  ...more,
  rows,
  population: { ...leavesOf(rows), ...more.population },
});
const changed = (fields: Fields, at = 0) => usual.map((own, index) => (index === at ? { ...own, ...fields } : own));

test("a review counts for 92 days, with what was decided", () => {
  expect(said("done-this-quarter")).toEqual({
    outcome: "pass",
    reason: "3 accounts of EX-000007 decided by 2026-11-13: 1 keep, 1 change, 1 remove.",
    until: new Date("2027-02-13T12:00:00.000Z"),
  });
  expect(said("done-this-quarter", { closed: 91.9 }).outcome).toBe("pass");
});

test("what a review left out is said where it passes, and of the system itself by whatever was closed without it", () => {
  expect(said("done-this-quarter", { population: { leftOut: ["Okta beta"], leftOutIds: ["beta"] } })).toMatchObject({
    outcome: "pass",
    reason: expect.stringMatching(/1 remove\. The same review left out, because nothing could read it: Okta beta\.$/),
  });
  const without = { source: "Else", leftOut: ["Okta acme"], leftOutIds: ["okta"] };
  expect(said("done-this-quarter", { population: without })).toEqual({
    outcome: "unknown",
    reason:
      "No access review of it has been closed. Review 1 was closed without it on 2026-11-13: its accounts were not read. Start one in Access reviews.",
    until: null,
  });
});

test("an account of a connected system that nobody is known for may be who kept it: the review is unknown until its owner is said", () => {
  const rows = changed({ owned: false });
  expect(said("done-this-quarter", agreed(rows))).toMatchObject({
    outcome: "unknown",
    reason:
      "Kept, and nobody in People is known to have them, so that it may be who kept them: dan@acme.test. Say in People whose they are, or have them approved as shared accounts. An address counts once somebody vouches for it.",
  });
  for (const free of [
    { decision: "remove" },
    { class: "service" },
    { class: "guest" },
    { owned: true },
    { personId: "person ann", saidBy: "olga" },
  ] as Fields[])
    expect(said("done-this-quarter", agreed(changed({ owned: false, ...free }))).outcome, JSON.stringify(free)).toBe(
      "pass",
    );
  const byOlga = changed({ owned: false, saidBy: "olga" });
  expect(said("done-this-quarter", agreed(byOlga, { owners: { "1": "person ann" } })).outcome).toBe("pass");
  expect(said("done-this-quarter", agreed(byOlga, { programs: ["1"] })).outcome).toBe("pass");
  expect(said("done-this-quarter", agreed(byOlga, { owners: { "1": "person mia" } }))).toMatchObject({
    outcome: "fail",
    reason: expect.stringContaining("Decided by the person whose account it is"),
  });
});

test("whose a kept account is counts by an address that somebody vouches for, or by another's word than who kept it", () => {
  const owners = { owners: { "1": "person ann" } };
  // An address for which nobody vouches, and one that is a person's by nobody's word.
  for (const fields of [{ owned: false }, { owned: false, personId: "person ann" }] as Fields[])
    expect(said("done-this-quarter", agreed(changed(fields), owners)).outcome).toBe("unknown");
  // A word that was taken back says nothing.
  expect(said("done-this-quarter", agreed(changed({ owned: false, saidBy: "olga" }))).outcome).toBe("unknown");
  const own = ([{ personId: "person ann" }, {}] as Fields[]).map((more): Fields => ({
    ...more,
    owned: false,
    saidBy: "mia",
  }));
  for (const fields of own)
    expect(said("done-this-quarter", agreed(changed(fields), owners))).toEqual({
      outcome: "unknown",
      reason: "Kept by the same person who said whose they are: dan@acme.test. Have someone else say it in People.",
      until: null,
    });
  expect(said("done-this-quarter", agreed(changed({ owned: false, saidBy: "mia" }), { programs: ["1"] })).outcome).toBe(
    "unknown",
  );
});

test("in a company in which nobody else could, the word of who kept an account counts, and for a month after somebody could", () => {
  const rows = changed({ owned: false, saidBy: "mia", personId: "person ann" });
  const since = (contributors: string | null) => ({ anotherSince: { contributors, managers: null } });
  expect(said("done-this-quarter", agreed(rows, since(null)))).toMatchObject({
    outcome: "pass",
    reason: expect.stringContaining(
      "1 by the same person who said whose it is, because nobody else could for 30 days.",
    ),
  });
  expect(said("done-this-quarter", agreed(rows, since(ago(29)))).until).toEqual(new Date(now.getTime() + 86_400_000));
  expect(said("done-this-quarter", agreed(rows, since(ago(31)))).outcome).toBe("unknown");
});

test.each([
  ["a review of 92 days ago", { closed: 92 }, "more than 92 days ago"],
  ["accounts read 32 days before", { population: { seenAt: ago(42) } }, "more than 31 days before"],
  ["an account that was left out", { rows: usual.slice(1) }, "not those that the ledger has"],
  ["an account that was swapped", { rows: changed({ account: "9" }) }, "not those that the ledger has"],
  ["a decision that was changed", { rows: changed({ decision: "remove" }) }, "not those that the ledger has"],
  ["another who decided", { rows: changed({ by: "adam" }) }, "not those that the ledger has"],
  [
    "a decision that claims that nobody else could",
    { rows: changed({ alone: true }) },
    "not those that the ledger has",
  ],
  ["no entry of its opening", { population: { leaf: undefined } }, "not those that the ledger has"],
  ["no entry of its closing", { population: { decidedLeaf: undefined } }, "not those that the ledger has"],
  ["an account without a decision", agreed(changed({ decision: "none" })), "Not decided"],
  ["a reviewer on their own account", agreed(changed({ personId: "person mia" })), "whose account it is"],
  ["an account that is found to be the reviewer's", { owners: { "1": "person mia" } }, "whose account it is"],
  ["a reviewer whom nobody knows", agreed(usual.map(({ byPersonId: _, ...own }) => own)), "whose account it is"],
] as [string, Given, string][])("a review with %s fails", (_, given, reason) => {
  const verdict = said("done-this-quarter", given);
  expect([verdict.outcome, verdict.reason]).toEqual(["fail", expect.stringContaining(reason)]);
  // Nothing else rests on it either.
  const others = reason.includes("days") ? [] : ["removals-done", "service-accounts"];
  expect(others.filter((check) => said(check, given).outcome !== "fail")).toEqual([]);
});

const allChecks = ["done-this-quarter", "removals-done", "service-accounts"] as const;

test.each(["soon", "", 7 as never, ago(8)])(
  "a decision of no time that can be read, or of after its review was closed, is none: %s",
  (decidedAt) => {
    // A removal that was decided in the far future would never be due.
    for (const check of allChecks)
      expect(said(check, agreed(changed({ decidedAt }, 2)))).toMatchObject({
        outcome: "fail",
        reason: expect.stringContaining("Decided at no time that can be read, or after the review was closed"),
      });
  },
);

test("what a clock that stood a little ahead says of a review does not count against it", () => {
  const ahead = agreed(changed({ decidedAt: ago(9.5) }, 2), { population: { seenAt: ago(9.5) } });
  expect(said("done-this-quarter", ahead).outcome).toBe("pass");
});

test("accounts that were read after their review was closed, and a review that is closed later than now, are none", () => {
  expect(said("done-this-quarter", { population: { seenAt: ago(8) } })).toMatchObject({
    outcome: "fail",
    reason: expect.stringContaining("read after the review was closed, on 2026-11-15"),
  });
  for (const check of allChecks) {
    expect(said(check, { closed: -1.001 })).toMatchObject({
      outcome: "unknown",
      reason: "The last access review says that it was closed later than now.",
    });
    // Whoever judges may have asked the time before it was closed, or have a clock that is behind.
    expect(said(check, { closed: -1 })).toMatchObject({ outcome: "pass" });
    expect(said(check, { closed: -1 / 86_400_000 })).toMatchObject({ outcome: "pass" });
  }
});

test("nobody is gone by what is to be read later than now", () => {
  expect(said("removals-done", { steps: [], sightings: [[-1, false]] })).toMatchObject({ outcome: "unknown" });
});

test("an account of a kind that nobody listed may be a person's, and nobody's word counts where nobody is named", () => {
  const rows = changed({ owned: false, class: "robot" });
  expect(said("done-this-quarter", agreed(rows)).outcome).toBe("unknown");
  const known = { owners: { "1": "person ann" } };
  expect(said("done-this-quarter", agreed(changed({ owned: false, saidBy: "" }), known)).outcome).toBe("unknown");
  expect(said("done-this-quarter", agreed(changed({ byPersonId: "" }))).outcome).toBe("fail");
});

test("a review of another system says nothing of this one", () => {
  for (const check of ["done-this-quarter", "removals-done", "service-accounts"])
    expect(said(check, { population: { source: "Okta other" } })).toMatchObject({ outcome: "unknown" });
});

test("a decision on one's own account counts for a month after another could decide, and not where that was not sealed", () => {
  const own = changed({ alone: true, personId: "person mia" });
  const since = (days: number) => ({ anotherSince: { contributors: ago(days), managers: null } });
  const within = said("done-this-quarter", agreed(own, since(29)));
  expect(within.outcome).toBe("pass");
  expect(within.until).toEqual(new Date(now.getTime() + 86_400_000));
  for (const more of [since(31), {}])
    for (const check of ["done-this-quarter", "removals-done"])
      expect(said(check, agreed(own, more))).toMatchObject({
        outcome: "fail",
        reason: expect.stringContaining("whose account it is"),
      });
});

test("a decision on one's own account counts no more once another could decide for a month and whoever decided has left", () => {
  const nobody = { anotherSince: { contributors: null, managers: null } };
  const own = { alone: true, personId: "person mia" };
  expect(said("done-this-quarter", agreed(changed(own), nobody)).outcome).toBe("pass");
  for (const check of ["done-this-quarter", "removals-done"])
    expect(said(check, agreed(changed({ ...own, lapsed: true }), nobody))).toMatchObject({
      outcome: "fail",
      reason: expect.stringContaining("Somebody else can by now: review them again."),
    });
});

test("who decided alone, and who was too fast, is printed", () => {
  const nobody = { anotherSince: { contributors: null, managers: null } };
  const alone = agreed(changed({ alone: true, personId: "person mia" }), nobody);
  expect(said("done-this-quarter", alone).reason).toContain("1 by the person whose account it is, because nobody");
  const quick = agreed([decided("1"), decided("2")]);
  expect(said("done-this-quarter", quick)).toMatchObject({
    outcome: "pass",
    reason: expect.stringContaining("Somebody kept 2 of 2 in 0 seconds."),
  });
});

test.each([
  ["gone", {}, "pass", "1 of 1 removed accounts is gone."],
  ["disabled", { users: [{ id: "1" }, { id: "3", status: "SUSPENDED" }] }, "pass", "1 of 1 removed accounts is gone."],
  ["there now", { users: [{ id: "3" }], sightings: [] }, "fail", "Still there more than 14 days"],
  [
    "there once after its time",
    {
      sightings: [
        [5, true],
        [4, false],
      ],
    },
    "fail",
    "Gone, and were still there",
  ],
  ["back", { users: [{ id: "3" }] }, "fail", "Back within 90 days"],
  ["not read completely", { sightings: [], steps: [] }, "unknown", "No complete reading"],
  [
    "younger than 14 days",
    agreed(changed({ decidedAt: ago(12) }, 2), { users: [{ id: "3" }], sightings: [] }),
    "pass",
    "1 has time until",
  ],
  ["none", agreed([decided("1", "keep"), decided("2", "change")]), "pass", "Nothing was to be removed."],
  [
    "kept by a later review",
    { before: [decided("1", "remove")], users: [{ id: "1" }] },
    "pass",
    "1 of 1 removed accounts is gone.",
  ],
] as [string, Given, string, string][])("what was to be removed and is %s", (_, given, outcome, reason) => {
  const verdict = said("removals-done", given);
  expect([verdict.outcome, verdict.reason]).toEqual([outcome, expect.stringContaining(reason)]);
});

test("an older removal that is still there fails although a later review is done", () => {
  const verdict = said("removals-done", { before: [decided("8", "remove")], users: [{ id: "8" }] });
  expect(verdict).toMatchObject({ outcome: "fail", reason: expect.stringContaining("Still there") });
});

test("a removal that was late counts against its own review alone: the next one finds the account gone", () => {
  // Decided 20 days ago.
  const sightings: Given["sightings"] = [
    [5, true, { of: "old 8" }],
    [4, false, { of: "old 8" }],
    [9, false],
  ];
  expect(said("removals-done", { before: [decided("8", "remove")], sightings })).toMatchObject({
    outcome: "pass",
    reason: "2 of 2 removed accounts are gone.",
  });
});

test("a review of an exhibit that was withdrawn decides nothing, and fails what it failed", () => {
  for (const check of ["done-this-quarter", "removals-done", "service-accounts"]) {
    expect(said(check).outcome).toBe("pass");
    expect(said(check, { withdrawn: true })).toMatchObject({
      outcome: "unknown",
      reason: "Its accounts came from EX-000007, which was withdrawn. Review them again.",
    });
  }
  expect(said("done-this-quarter", { withdrawn: true, closed: 92 }).outcome).toBe("fail");
  expect(said("removals-done", { withdrawn: true, users: [{ id: "3" }], sightings: [] }).outcome).toBe("fail");
});

test("nobody is gone by an exhibit that was withdrawn, and who was there by one was there", () => {
  const steps: readonly string[] = [];
  const gone = (more?: { readonly withdrawn: true }) => said("removals-done", { steps, sightings: [[9, false, more]] });
  expect(gone()).toMatchObject({ outcome: "pass" });
  expect(gone({ withdrawn: true })).toMatchObject({ outcome: "unknown" });
  const back: Given["sightings"] = [
    [9, false],
    [5, true, { withdrawn: true }],
  ];
  expect(said("removals-done", { steps, sightings: back })).toMatchObject({ outcome: "fail" });
});

test.each([
  ["decided", [{ id: "1" }], ["1"], undefined, "pass", "1 service account decided by 2026-11-13."],
  ["none", [{ id: "1" }], [], undefined, "pass", "It has no service account."],
  [
    "newer than the review",
    [{ id: "1" }, { id: "9", login: "svc" }],
    ["9"],
    undefined,
    "unknown",
    "Not there when it was reviewed, on 2026-11-13: svc.",
  ],
  ["disabled since it came", [{ id: "1" }, { id: "9", status: "SUSPENDED" }], ["9"], undefined, "pass", "It has no"],
  ["not all read", [{ id: "1" }], ["1"], [], "unknown", "Not every account was read."],
] as [string, OktaUser[], string[], string[] | undefined, string, string][])(
  "service accounts: %s",
  (_, users, service, steps, outcome, reason) => {
    const verdict = said("service-accounts", { users, service, ...(steps && { steps }) });
    expect([verdict.outcome, verdict.reason]).toEqual([outcome, expect.stringContaining(reason)]);
  },
);

const list = (more: Given = {}): Given => ({
  rows: usual.map((own) => ({ ...own, owned: true })),
  ...more,
  list: true,
  population: {
    source: "Figma, s1",
    systemId: "s1",
    kinds: ["data"],
    exportedOn: "2026-11-08",
    identifiedBy: "account",
    ...more.population,
  },
});

test("who kept an account of a list of which nobody knows whose it is may have kept their own", () => {
  const kept = (more: Fields) =>
    said(
      "done-this-quarter",
      list({ rows: usual.map((own, at) => (at === 0 ? { ...own, owned: false, ...more } : own)) }),
    );
  const told = {
    outcome: "unknown",
    reason: expect.stringMatching(/^Kept, and nobody in People is known to have them/),
  };
  expect(kept({ place: 1 })).toMatchObject(told);
  expect(kept({ owned: false, class: "human" })).toMatchObject(told);
  expect(kept({ owned: "yes" })).toMatchObject(told);
  expect(kept({ class: "service" }).outcome).toBe("pass");
  expect(kept({ class: "guest" }).outcome).toBe("pass");
  // Whose a removed account was nobody has to know.
  const removed = usual.map((own) => ({ ...own, owned: own.decision !== "remove" }));
  expect(said("done-this-quarter", list({ rows: removed })).outcome).toBe("pass");
});

test("a list that names its accounts by another column says of nobody that they are gone", () => {
  const removed = (by: string | undefined, population: Given["population"] = {}) =>
    said("removals-done", list({ population, sightings: [[9, false, by === undefined ? {} : { by }]] })).outcome;
  expect(removed("account")).toBe("pass");
  expect(removed("email")).toBe("unknown");
  expect(removed(undefined)).toBe("unknown");
  expect(removed("account", { identifiedBy: undefined })).toBe("unknown");
  expect(
    said(
      "removals-done",
      list({
        sightings: [
          [9, false, { by: "account" }],
          [3, true, { by: "email" }],
        ],
      }),
    ).reason,
  ).toMatch(/^Back within 90 days/);
});

test("a review of a list that somebody exported says so, and counts as long as any", () => {
  expect(said("done-this-quarter", list())).toEqual({
    outcome: "pass",
    reason:
      "3 accounts of EX-000007 decided by 2026-11-13: 1 keep, 1 change, 1 remove. The list was exported by hand on 2026-11-08, and its count confirmed.",
    until: new Date("2027-02-13T12:00:00.000Z"),
  });
  expect(said("done-this-quarter", list({ rows: usual.slice(1) })).outcome).toBe("fail");
  expect(said("done-this-quarter", list({ withdrawn: true })).outcome).toBe("unknown");
});

test("what a review of a list removes is verified by a later list alone, for as long as the review counts", () => {
  const removed = (sightings: NonNullable<Given["sightings"]>) =>
    said("removals-done", list({ sightings: sightings.map(([days, present]) => [days, present, { by: "account" }]) }));
  expect(removed([[9, false]])).toEqual({
    outcome: "pass",
    reason: "1 of 1 removed accounts is gone.",
    until: new Date("2027-02-13T12:00:00.000Z"),
  });
  expect(removed([])).toMatchObject({ outcome: "unknown" });
  expect(removed([[3, true]])).toMatchObject({ outcome: "fail", reason: expect.stringContaining("Still there") });
  expect(
    removed([
      [9, false],
      [3, true],
    ]).reason,
  ).toMatch(/^Back within 90 days/);
  expect(said("removals-done", list({ closed: 92, sightings: [[9, false, { by: "account" }]] }))).toMatchObject({
    outcome: "unknown",
  });
});

test("service accounts of a list are decided where it says of each account what it is", () => {
  expect(said("service-accounts", list())).toMatchObject({ outcome: "unknown" });
  const strange = usual.map((own) => ({ ...own, class: "robot" }));
  expect(said("service-accounts", list(agreed(strange)))).toMatchObject({ outcome: "unknown" });
  const rows = usual.map((own, at) => ({ ...own, class: at === 0 ? "service" : "human" }));
  expect(said("service-accounts", list(agreed(rows))).reason).toBe(
    "1 service account of EX-000007 decided by 2026-11-13.",
  );
});

test("a system that was connected since is read, and its lists say nothing more", () => {
  const rows = [row("p", { source: "Okta acme, s1", systemId: oktaSystem([], {}).systemId })];
  const register = () => ({ rows, confirmedUntil: null });
  const inputs = { register, failingControls: [], systems: [oktaSystem([], {})], now };
  expect(listedSystems(inputs)).toEqual([]);
  expect(listedSystems({ ...inputs, systems: [] })).toHaveLength(1);
});
