import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { policyKinds } from "#catalog/policies/kinds.ts";
import { sha256OfText } from "#domain/sha256.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { JUDGED_AT as now, daysAgo as ago, inDays, sealedRow as row } from "#tests/support/sealed-rows.ts";
import { judgePolicies } from "./policies.ts";

const hash = sha256OfText("Everybody signs in with MFA.\n");
const [{ documentId, title }] = policyKinds as [(typeof policyKinds)[number]];
const version = (policyId: string, number: number, authors: string[], more: SnapshotRow["fields"] = {}) =>
  row(`${policyId}v${number}`, {
    policyId,
    number,
    state: "in force",
    sha256: hash,
    leaf: hash,
    quorum: 1,
    authors,
    inForceAt: ago(100),
    ...more,
  });
const approval = (versionId: string, by: string, alone = false, sha256 = hash) =>
  row(`${versionId}${by}`, { versionId, sha256, by, at: ago(100), alone });
const member = (id: string, days: number) => ({ id, since: ago(days) });

interface Given {
  readonly versions: readonly SnapshotRow[];
  readonly approvals: readonly SnapshotRow[];
  readonly approvers?: unknown;
  readonly sameAccounts?: readonly (readonly string[])[];
  readonly sameBefore?: readonly { readonly accounts: readonly string[]; readonly until: string }[];
}

function judge(given: Given) {
  const {
    versions,
    approvals,
    approvers = [member("olga", 400), member("adam", 400)],
    sameAccounts = [],
    sameBefore = [],
  } = given;
  const others = policyKinds.slice(1).map((kind, at) => ({ kind, id: `p${at + 1}` }));
  const all: Record<string, readonly SnapshotRow[]> = {
    policies: [row("p0", { documentId, title }), ...others.map(({ kind, id }) => row(id, { ...kind }))],
    "policy-versions": [
      ...versions,
      ...others.map(({ id }) => version(id, 1, ["mia"], { sha256: OTHER, leaf: OTHER })),
    ],
    "policy-approvals": [...approvals, ...others.map(({ id }) => approval(`${id}v1`, "adam", false, OTHER))],
  };
  const register = (key: string) => ({ rows: all[key] ?? [], confirmedUntil: null });
  const scope = { frameworks: [], identityProviders: [], approvers, sameAccounts, sameBefore };
  return judgePolicies(register, scope, [], now).find(({ check }) => check === "policies.approved-within-year")
    ?.verdict;
}
const [OTHER, THIRD, FOURTH] = ["Another text.\n", "A third.\n", "A fourth.\n"].map(sha256OfText) as [
  string,
  string,
  string,
];

describe("an approval by somebody who wrote what was copied", () => {
  const fails = { outcome: "fail", reason: `${title} was approved by its author, or twice by the same person.` };
  const first = (sha256: string) => ({ state: "replaced", replacedAt: ago(90), sha256, leaf: sha256 });
  const two = [version("p0", 1, ["olga"], first(THIRD)), version("p0", 2, ["adam"])];
  test("fails where the version before is theirs, and nobody else approved that", () => {
    for (const before of [[], [approval("p0v1", "olga", true, THIRD)], [approval("p0v1", "carl", false, hash)]]) {
      const by = (who: string) => judge({ versions: two, approvals: [...before, approval("p0v2", who)] });
      expect(by("olga")).toMatchObject(fails);
      expect(by("carl")).toMatchObject({ outcome: "pass" });
    }
  });
  test("passes where another person approved the version before", () => {
    const approvals = [approval("p0v1", "adam", false, THIRD), approval("p0v2", "olga")];
    expect(judge({ versions: two, approvals })).toMatchObject({ outcome: "pass" });
  });
  test("fails where that approval was by somebody whose words nobody else approved before", () => {
    const versions = [
      version("p0", 1, ["olga"], first(FOURTH)),
      version("p0", 2, ["adam"], first(THIRD)),
      version("p0", 3, ["carl"]),
    ];
    const approvals = [
      approval("p0v1", "olga", true, FOURTH),
      approval("p0v2", "olga", false, THIRD),
      approval("p0v3", "olga"),
    ];
    expect(judge({ versions, approvals })).toMatchObject(fails);
  });
  test("fails where a version of another policy has the same text and is theirs", () => {
    const versions = [version("p0", 1, ["adam"]), version("own", 1, ["olga"], { state: "replaced" })];
    expect(judge({ versions, approvals: [approval("p0v1", "olga")] })).toMatchObject(fails);
  });
});

describe("an approval by the author alone", () => {
  const versions = [version("p0", 1, ["olga"])];
  const approvals = [approval("p0v1", "olga", true)];
  test("passes where nobody else may approve", () => {
    expect(judge({ versions, approvals, approvers: [member("olga", 400)] })).toMatchObject({
      outcome: "pass",
      reason: expect.stringContaining("1 by their author, because nobody else could"),
      until: inDays(265),
    });
  });
  test("passes for 30 days after another person could, and is unknown from then on", () => {
    const since = (days: number) =>
      judge({ versions, approvals, approvers: [member("olga", 400), member("adam", days)] });
    expect(since(29)).toMatchObject({ outcome: "pass", until: inDays(1) });
    expect(since(30)).toMatchObject({
      outcome: "unknown",
      reason: `${title} has been approved by its author alone; another person may approve it now.`,
    });
  });
  test("says nothing where who may approve was not sealed", () => {
    for (const approvers of [null, [], [{}], [{ id: "olga" }], [member("olga", 1), member("olga", 2)]])
      expect(judge({ versions, approvals, approvers })).toBeUndefined();
  });
});

describe("that accounts are one person's", () => {
  const versions = [version("p0", 1, ["olga"])];
  test("does not make the only other approver nobody", () => {
    const given = {
      versions,
      approvals: [approval("p0v1", "olga", true)],
      approvers: [member("olga", 400), member("adam", 31)],
    };
    expect(judge(given)).toMatchObject({ outcome: "unknown" });
    expect(judge({ ...given, sameAccounts: [["adam", "olga"]] })).toMatchObject({ outcome: "unknown" });
  });
  test("counts for what was approved before People took it back, and not for what was approved since", () => {
    const given = { versions, approvals: [approval("p0v1", "adam")] };
    const parted = (days: number) =>
      judge({ ...given, sameBefore: [{ accounts: ["adam", "olga"], until: ago(days) }] });
    expect([parted(99), parted(101)]).toMatchObject([{ outcome: "fail" }, { outcome: "pass" }]);
    // A new version that is approved since is another's, whoever approved the one before.
    const old = { state: "replaced", replacedAt: ago(90), sha256: THIRD, leaf: THIRD };
    const renewed = approval("p0v2", "adam");
    const next = {
      versions: [version("p0", 1, ["olga"], old), version("p0", 2, ["olga"])],
      approvals: [approval("p0v1", "adam", false, THIRD), { ...renewed, fields: { ...renewed.fields, at: ago(50) } }],
      sameBefore: [{ accounts: ["adam", "olga"], until: ago(60) }],
    };
    expect(judge(next)).toMatchObject({ outcome: "pass" });
    // Somebody else edits what the two wrote as one, and one of them approves it.
    const edited = [version("p0", 1, ["olga"], old), version("p0", 2, ["carl"])];
    const carried = { ...next, versions: edited, approvals: [next.approvals[0]!, approval("p0v2", "olga")] };
    expect([judge(carried), judge({ ...carried, sameBefore: [] })]).toMatchObject([
      { outcome: "fail" },
      { outcome: "pass" },
    ]);
  });
  test("never makes a policy pass, nor last longer", () => {
    const names = ["olga", "adam", "carl"];
    const some = fc.subarray(names, { minLength: 1 });
    const acts = fc.record({ by: fc.constantFrom(...names), alone: fc.boolean(), days: fc.nat(400) });
    const company = fc.record({
      before: some,
      authors: some,
      first: fc.array(acts, { maxLength: 2 }),
      approvals: fc.array(acts, { minLength: 1, maxLength: 3 }),
      quorum: fc.integer({ min: 1, max: 2 }),
      since: fc.tuple(fc.nat(60), fc.nat(60), fc.nat(60)),
      same: fc.subarray(names, { minLength: 2 }),
      were: fc.record({ accounts: fc.subarray(names, { minLength: 2 }), until: fc.nat(400).map(ago) }),
    });
    fc.assert(
      fc.property(company, ({ before, authors, first, approvals, quorum, since, same, were }) => {
        const old = { state: "replaced", replacedAt: ago(90), sha256: THIRD, leaf: THIRD };
        const given = {
          versions: [version("p0", 1, before, old), version("p0", 2, authors, { quorum })],
          approvals: [
            ...first.map(({ by, alone }) => approval("p0v1", by, alone, THIRD)),
            ...approvals.map(({ by, alone, days }, at) => {
              const own = approval("p0v2", by, alone);
              return { ...own, id: `${own.id} ${at}`, fields: { ...own.fields, at: ago(days) } };
            }),
          ],
          approvers: names.map((name, at) => member(name, since[at]!)),
        };
        const apart = judge(given);
        const until = (verdict: typeof apart) =>
          verdict?.outcome === "pass" ? (verdict.until?.getTime() ?? Infinity) : -Infinity;
        const parted = judge({ ...given, sameBefore: [were] });
        const joined = judge({ ...given, sameBefore: [were], sameAccounts: [same] });
        expect(until(parted)).toBeLessThanOrEqual(until(apart));
        expect(until(joined)).toBeLessThanOrEqual(until(parted));
      }),
      { numRuns: 100 },
    );
  });
});
