import { describe, expect, test } from "vitest";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { having, later, ofPerson2, saidOf, usual } from "#tests/support/kept-company.ts";
import type { Company } from "#tests/support/kept-company.ts";
import { daysAgo, inDays, sealedRow } from "#tests/support/sealed-rows.ts";

const check = "policies.acknowledged";
const [first, ...others] = usual.lists["policy-assignments"]!;
const versionId = first!.fields["versionId"]!;
const title = usual.lists["policies"]![0]!.fields["title"]!;
/** The second person acknowledged nothing. */
const open = usual.lists["policy-acknowledgments"]!.filter(
  (row) => !ofPerson2(row) || row.fields["versionId"] !== versionId,
);

const assigned = (id: string, fields: SnapshotRow["fields"]) => sealedRow(id, { versionId, ended: false, ...fields });
const ended = (audience: string, from: number, until: number) =>
  assigned(`ended ${from}`, { audience, assignedAt: daysAgo(from), ended: true, endedAt: daysAgo(until) });
/** Whom the policy is for now. */
const toOthers = [
  assigned("to one", { audience: "person", personId: "person1", assignedAt: daysAgo(2) }),
  assigned("to partners", { audience: "partner", assignedAt: daysAgo(2) }),
];
/** Something else is for everyone, so that nobody is without a policy. */
const besides = [
  { ...others[0]!, fields: { ...others[0]!.fields, audience: "everyone", assignedAt: daysAgo(2) } },
  ...others.slice(1),
];
const company = (assignments: readonly SnapshotRow[], more: Partial<Company> = {}, lists: Company["lists"] = {}) =>
  having({ "policy-assignments": [...assignments, ...besides], "policy-acknowledgments": open, ...lists }, more);
const asPartner = usual.lists["people"]!.map((row) =>
  row.id === "person2" ? { ...row, fields: { ...row.fields, kind: "partner" } } : row,
);
const formerly = (until: number, kind = "employee") => ({
  formerKinds: [{ personId: "person2", kind, until: daysAgo(until) }],
});
const late = `Not acknowledged in time: PER-2, ${title as string}, due `;
const AGAIN =
  " Send them their links. 1 was late and is not asked any more: assign it to them again, or have someone else approve an exception in Approvals that names the policy and them.";

describe("who was late on a policy stays asked", () => {
  test.each([40, 1])("where the assignment was ended %i days ago and made for others", (until) => {
    expect(saidOf(check, company([ended("everyone", 100, until), ...toOthers]))).toMatchObject({
      outcome: "fail",
      reason: `${late}${daysAgo(70).slice(0, 10)}.${AGAIN}`,
    });
  });

  test("where they are of another kind than they were", () => {
    const employees = assigned("employees", { audience: "employee", assignedAt: daysAgo(100) });
    const of = (until: number) => company([employees, ...toOthers], formerly(until), { people: asPartner });
    // As a partner they have 28 more days, which is no new time.
    expect(saidOf(check, of(10))).toMatchObject({
      outcome: "fail",
      reason: `${late}${daysAgo(70).slice(0, 10)}. Send them their links.`,
    });
    const toOne = company([employees, toOthers[0]!], formerly(10), { people: asPartner });
    expect(saidOf(check, toOne)).toMatchObject({
      outcome: "fail",
      reason: `${late}${daysAgo(70).slice(0, 10)}.${AGAIN}`,
    });
    // Whoever had time left as they became one was never late.
    expect(saidOf(check, of(80))).toMatchObject({ outcome: "pass" });
  });

  test("where another text took the place of the one that they left open, and is for others", () => {
    const versions = usual.lists["policy-versions"]!;
    const before = {
      ...versions[0]!,
      id: "before",
      fields: { ...versions[0]!.fields, number: 1, state: "replaced", replacedAt: daysAgo(60) },
    };
    const given = (from: number) =>
      company(
        [assigned("to all", { versionId: "before", audience: "everyone", assignedAt: daysAgo(from) }), ...toOthers],
        {},
        { "policy-versions": [before, ...versions] },
      );
    expect(saidOf(check, given(95))?.outcome).toBe("fail");
    expect(saidOf(check, given(85))?.outcome).toBe("pass");
  });

  test("where it was ended, made again and ended again, each time within 30 days", () => {
    expect(saidOf(check, company([ended("everyone", 100, 80), ended("employee", 75, 55), ...toOthers]))?.outcome).toBe(
      "fail",
    );
  });
});

describe("who was not late is not asked by what was ended", () => {
  test.each([
    ["it was ended within 30 days", company([ended("everyone", 100, 71), ...toOthers])],
    ["it was never for them", company([ended("partner", 100, 10), ...toOthers])],
    [
      "they acknowledged it since",
      having({ "policy-assignments": [ended("everyone", 100, 10), ...toOthers, ...besides] }),
    ],
    [
      "they had just started as it was ended",
      company(
        [ended("everyone", 100, 71), ...toOthers],
        {},
        {
          people: usual.lists["people"]!.map((row) =>
            row.id === "person2"
              ? { ...row, firstStart: daysAgo(90), fields: { ...row.fields, startsAt: daysAgo(90) } }
              : row,
          ),
        },
      ),
    ],
  ])("because %s", (_, given) => {
    expect(saidOf(check, given)).toMatchObject({ outcome: "pass" });
  });
});

describe("another person lets go who was late", () => {
  const release = (fields: SnapshotRow["fields"] = {}, more: Partial<SnapshotRow> = {}) =>
    sealedRow(
      "release",
      { kind: "exception", subject: title, peopleIds: ["person2"], expiresOn: daysAgo(-30).slice(0, 10), ...fields },
      4,
      { approval: { at: daysAgo(1), another: true }, ...more },
    );
  const by = (row: SnapshotRow, more: Partial<Company> = {}) =>
    saidOf(check, company([ended("everyone", 100, 40), ...toOthers], more, { approvals: [row] }));

  test("by an approved exception that names the policy and them, until it ends", () => {
    expect(by(release())).toMatchObject({
      outcome: "pass",
      reason: expect.stringContaining(
        `Late and left out by decision: PER-2 (APV-4, until ${inDays(31).toISOString().slice(0, 10)}).`,
      ),
    });
    expect(by(release(), later(32))?.outcome).toBe("fail");
    expect(
      by(release({ expiresOn: daysAgo(-900).slice(0, 10) }, { approval: { at: daysAgo(366), another: true } }))
        ?.outcome,
    ).toBe("fail");
    expect(by(release(), { unconfirmed: ["approvals"] })?.outcome).toBe("unknown");
  });

  test.each<[string, SnapshotRow]>([
    ["its author approved it", release({}, { approval: { at: daysAgo(1), another: false } })],
    ["nobody approved it", release({}, { approval: null, state: "waiting" })],
    ["it names another person", release({ peopleIds: ["person1"] })],
    ["it names another policy", release({ subject: "Data policy" })],
    ["it is no exception", release({ kind: "sharing" })],
    ["it was ended", release({}, { state: "ended" })],
  ])("but not where %s", (_, row) => {
    expect(by(row)?.outcome).toBe("fail");
  });
});

describe("who was asked before is not known", () => {
  const everyone = assigned("everyone", { audience: "everyone", assignedAt: daysAgo(40) });
  const all = having({ "policy-assignments": [everyone, ...besides] });

  test("where a snapshot does not say when an assignment was ended, or of which kind people were: it passes nothing", () => {
    const { endedAt: _, ...fields } = ended("partner", 100, 40).fields;
    const old = { ...ended("partner", 100, 40), fields };
    expect(saidOf(check, all)?.outcome).toBe("pass");
    for (const said of [
      saidOf(check, having({ "policy-assignments": [everyone, old, ...besides] })),
      saidOf(check, all, { formerKinds: undefined }),
      saidOf(check, all, { formerKinds: [{ personId: "person2", kind: "employee", until: "soon" }] }),
    ])
      expect(said).toMatchObject({
        outcome: "unknown",
        reason: "Who was asked to acknowledge policies before was not sealed.",
      });
  });
});
