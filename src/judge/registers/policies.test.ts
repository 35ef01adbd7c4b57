import { describe, expect, test } from "vitest";
import { policyKinds } from "#catalog/policies/kinds.ts";
import { sha256OfText } from "#domain/sha256.ts";
import { digestOfConfirmed } from "#domain/registers/confirmed.ts";
import { SNAPSHOT_FORMAT } from "#domain/registers/snapshot.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import type { PartsAnswer } from "#domain/judge/contract.ts";
import { judge as judgeQuestion } from "../judge.ts";
import { policyChecks } from "./policies.ts";
import type { PolicyInputs } from "./policies.ts";
import { oktaSystem } from "#tests/support/read-system.ts";
import { changedRow, daysAgo, inDays, JUDGED_AT, policiesInForce, sealedRow } from "#tests/support/sealed-rows.ts";
import type { ReadRegister, ReadSystem } from "./registers.ts";

const now = JUDGED_AT;
const ago = daysAgo;
const TEXT = "Everybody signs in with MFA.\n";
const { policies, versions, approvals } = policiesInForce(TEXT);
const people = [1, 2].map((number) =>
  sealedRow(`person${number}`, { kind: "employee", startsAt: "2026-01-01T00:00:00.000Z" }, number),
);
// The others concern nobody here.
const assignments = versions.map(({ id }, at) =>
  sealedRow(`s${at + 1}`, {
    versionId: id,
    audience: at === 0 ? "everyone" : "intern",
    assignedAt: ago(40),
    ended: false,
  }),
);
const acknowledgments = people.map(({ id }) =>
  sealedRow(`k${id}`, {
    policyId: "p0",
    versionId: versions[0]!.id,
    personId: id,
    sha256: sha256OfText(TEXT),
    leaf: sha256OfText(TEXT),
    method: "passkey",
    vouched: "another",
    at: ago(20),
  }),
);
const usual: Record<string, readonly SnapshotRow[]> = {
  policies,
  "policy-versions": versions,
  "policy-approvals": approvals,
  "policy-assignments": assignments,
  "policy-acknowledgments": acknowledgments,
  people,
};
interface More {
  readonly frameworks?: string[];
  readonly idp?: readonly string[] | null;
  readonly systems?: readonly ReadSystem[];
  readonly sources?: readonly string[];
  readonly confirmedUntil?: Date | null;
  readonly who?: (id: string) => string;
}

function judge(
  check: string,
  given: Record<string, readonly SnapshotRow[]> = {},
  { frameworks = [], idp = [], systems = [], sources = ["Okta acme"], confirmedUntil = inDays(50), who }: More = {},
) {
  const register = (key: string): ReadRegister => ({
    rows: given[key] ?? usual[key] ?? [],
    confirmedUntil: key === "people" ? confirmedUntil : null,
  });
  const inputs: PolicyInputs = {
    register,
    scope: {
      frameworks,
      identityProviders: idp && idp.map((name) => ({ systemId: "okta", name, sources })),
      approvers: [{ id: "olga", since: ago(400) }],
      sameAccounts: [],
      sameBefore: [],
      formerKinds: [],
    },
    systems,
    who,
    now,
  };
  const { outcome, reason, until } = policyChecks[`policies.${check}`]!(inputs);
  return { outcome, reason, until };
}

describe("every required policy is approved and current", () => {
  const check = "approved-within-year";
  test("passes until the first approval is a year old", () => {
    expect(judge(check)).toEqual({
      outcome: "pass",
      reason: "19 policies are in force, each approved within a year.",
      until: inDays(265),
    });
  });
  test.each([
    [
      "an approval of more than 365 days",
      { "policy-approvals": changedRow(approvals, { at: ago(366) }) },
      "was approved more than 365 days ago",
    ],
    [
      "a text that the ledger's entry has otherwise",
      { "policy-versions": changedRow(versions, { leaf: sha256OfText("x") }) },
      "is not as the ledger has it",
    ],
    [
      "an approval of two hours from now",
      { "policy-approvals": changedRow(approvals, { at: inDays(1 / 12).toISOString() }) },
      "has an approval from a time that is to come",
    ],
    [
      "an approval by an author",
      { "policy-approvals": changedRow(approvals, { by: "olga" }) },
      "was approved by its author",
    ],
    [
      "an approval of another text",
      { "policy-approvals": changedRow(approvals, { sha256: sha256OfText("x") }) },
      "fewer approvals than it needs",
    ],
    [
      "fewer approvals than asked for",
      { "policy-versions": changedRow(versions, { quorum: 2 }) },
      "fewer approvals than it needs",
    ],
    [
      "two approvals by one person",
      {
        "policy-versions": changedRow(versions, { quorum: 2 }),
        "policy-approvals": [...approvals, { ...approvals[0]!, id: "again" }],
      },
      "twice by the same person",
    ],
  ])("fails with %s", (_, given, reason) => {
    expect(judge(check, given)).toMatchObject({ outcome: "fail", reason: expect.stringContaining(reason) });
  });
  test("says where an author approved because nobody else could", () => {
    const alone = changedRow(approvals, { by: "olga", alone: true });
    expect(judge(check, { "policy-approvals": alone })).toMatchObject({
      outcome: "pass",
      reason: expect.stringContaining("1 by their author, because nobody else could"),
    });
  });
  test("is unknown while one is not in force, and asks only what open frameworks require", () => {
    expect(judge(check, { "policy-versions": versions.slice(1) })).toMatchObject({
      outcome: "unknown",
      reason: "1 of 19 policies are not in force here: Information security policy. Have them approved in Policies.",
    });
    const without = versions.filter(({ fields }) => fields["policyId"] !== "p9");
    expect(policyKinds[9]!.title).toBe("Privacy notice");
    expect(judge(check, { "policy-versions": without }).outcome).toBe("unknown");
    expect(judge(check, { "policy-versions": without }, { frameworks: ["iso27001"] }).outcome).toBe("pass");
  });
});

describe("everyone has acknowledged the current policies", () => {
  const check = "acknowledged";
  test("passes while People is confirmed", () => {
    expect(judge(check)).toEqual({
      outcome: "pass",
      reason: expect.stringMatching(/^2 people: all acknowledged what is assigned to them\. /) as string,
      until: inDays(50),
    });
  });
  test("says how many took part by an address that only its writer confirmed, and nothing of what is asked of nobody", () => {
    const OLD = "0".repeat(64);
    const vouched = (how: string, rows = acknowledgments) => changedRow(rows, { vouched: how });
    const [alone] = vouched("alone");
    expect(judge(check, { "policy-acknowledgments": [alone!, ...acknowledgments.slice(1)] }).reason).toContain(
      " By an address that only its writer confirmed, because nobody else could: 1 acknowledgment.",
    );
    const all = acknowledgments.map((row) => ({ ...row, fields: { ...row.fields, vouched: "alone" } }));
    const of = `${acknowledgments.length} acknowledgments.`;
    expect(judge(check, { "policy-acknowledgments": all }).reason).toContain(of);
    const others = all.map((row) => ({
      ...row,
      id: `${row.id} before`,
      fields: { ...row.fields, sha256: OLD, leaf: OLD },
    }));
    expect(judge(check, { "policy-acknowledgments": [...all, ...others] }).reason).toContain(of);
    // Neither who left nor who acknowledged the same by an address that another confirmed, whichever came first.
    const left = { ...all[0]!, id: "of somebody who left", fields: { ...all[0]!.fields, personId: "gone" } };
    const again = acknowledgments.map((row) => ({ ...row, id: `${row.id} again` }));
    expect(judge(check, { "policy-acknowledgments": [left, ...all] }).reason).toContain(of);
    for (const rows of [
      [...all, ...again],
      [...again, ...all],
    ])
      expect(judge(check, { "policy-acknowledgments": rows }).reason).not.toContain("only its writer");
  });
  test("says of which policies nobody is asked, because nobody is of the kind that they are for, and passes nothing by these alone", () => {
    expect(judge(check).reason).toMatch(
      /^2 people: all acknowledged what is assigned to them\. Nobody is asked to acknowledge .+ and \d+ more: nobody in People is of the kind that they are for\.$/,
    );
    const ofOne = assignments.map((own, at) =>
      at === 1 ? own : { ...own, fields: { ...own.fields, audience: "everyone" } },
    );
    const acknowledgedAll = versions.flatMap((version) =>
      acknowledgments.map((row) => ({
        ...row,
        id: `${row.id} ${version.id}`,
        fields: { ...row.fields, versionId: version.id, policyId: version.fields["policyId"]! },
      })),
    );
    expect(judge(check, { "policy-assignments": ofOne, "policy-acknowledgments": acknowledgedAll }).reason).toMatch(
      /\. Nobody is asked to acknowledge .+: nobody in People is of the kind that it is for\.$/,
    );
    const internsAlone = assignments.map((own) => ({ ...own, fields: { ...own.fields, audience: "intern" } }));
    expect(judge(check, { "policy-assignments": internsAlone })).toMatchObject({
      outcome: "unknown",
      reason: "No policy is assigned to PER-1, PER-2. Assign one to everyone.",
    });
  });
  test.each([
    ["without an acknowledgment", acknowledgments.slice(1)],
    ["with one of another text", changedRow(acknowledgments, { sha256: sha256OfText("x"), leaf: sha256OfText("x") })],
    ["with one of which the ledger says another hash", changedRow(acknowledgments, { leaf: sha256OfText("x") })],
    ["with one of which the ledger says nothing", changedRow(acknowledgments, { leaf: undefined })],
    ["with one of another policy", changedRow(acknowledgments, { policyId: "p1" })],
  ])("fails 30 days after the assignment %s", (_, rows) => {
    expect(judge(check, { "policy-acknowledgments": rows })).toMatchObject({
      outcome: "fail",
      reason: "Not acknowledged in time: PER-1, Information security policy, due 2026-11-13. Send them their links.",
    });
  });
  test("gives who is late no new time by a second record", () => {
    const all = [
      ...people,
      sealedRow("person8", { kind: "employee", startsAt: "2026-01-01T00:00:00.000Z" }, 8, { state: "ended" }),
      sealedRow("person9", { kind: "employee", startsAt: ago(1) }, 9),
    ];
    const ofTwo = (id: string) => (id === "person9" ? "person8" : id);
    expect(judge(check, { people: all })).toMatchObject({
      outcome: "pass",
      reason: expect.stringContaining("have time"),
    });
    expect(judge(check, { people: all }, { who: ofTwo })).toMatchObject({
      outcome: "fail",
      reason: expect.stringContaining("PER-9"),
    });
  });
  test("gives who is late no new time by a later day in their record", () => {
    const late = (startsAt: string, firstStart: string) => [
      ...people,
      sealedRow("person9", { kind: "employee", startsAt }, 9, { firstStart }),
    ];
    for (const startsAt of [ago(1), ago(-1500)])
      expect(judge(check, { people: late(startsAt, ago(400)) })).toMatchObject({
        outcome: "fail",
        reason: expect.stringContaining("PER-9"),
      });
    expect(judge(check, { people: late(ago(1), ago(1)) }).outcome).toBe("pass");
  });
  test.each([undefined, "nobody", true] as never[])(
    "is unknown where the address is vouched for by %s, and says the way out",
    (vouched) => {
      expect(judge(check, { "policy-acknowledgments": changedRow(acknowledgments, { vouched }) })).toMatchObject({
        outcome: "unknown",
        reason:
          "Nobody has confirmed the email address by which these took part: PER-1. Another owner or admin confirms it in People, or they take part again by one that is confirmed.",
      });
    },
  );
  test("passes where somebody acknowledged again by an address that is vouched for", () => {
    const [first] = changedRow(acknowledgments, { vouched: undefined });
    const rows = [{ ...first!, id: "before", number: 9 }, ...acknowledgments];
    expect(judge(check, { "policy-acknowledgments": rows }).outcome).toBe("pass");
  });
  test("passes before the 30 days are over, until then", () => {
    const recent = changedRow(assignments, { assignedAt: ago(10) });
    expect(judge(check, { "policy-assignments": recent, "policy-acknowledgments": [] })).toMatchObject({
      outcome: "pass",
      until: inDays(20),
    });
  });
  test("who acknowledged late is named by the pass, with the days, and who did on the last day is not", () => {
    const late = (...days: number[]) =>
      judge(check, {
        "policy-assignments": changedRow(assignments, { assignedAt: ago(100) }),
        "policy-acknowledgments": acknowledgments.map((row, at) => ({
          ...row,
          fields: { ...row.fields, at: ago(days[at]!) },
        })),
      });
    expect(late(70, 69)).toMatchObject({
      outcome: "pass",
      reason: expect.stringContaining(
        "all acknowledged what is assigned to them. Acknowledged late: PER-2 (Information security policy, 1 day).",
      ),
    });
    expect(late(20, 30).reason).toContain(
      "Acknowledged late: PER-1 (Information security policy, 50 days), PER-2 (Information security policy, 40 days).",
    );
    expect(late(70, 80).reason).not.toContain("late");
  });
  test("a new text gives no new time to who has acknowledged none of those before it", () => {
    const earlier = ["v1", "v2"].map((id, at) => {
      const text = `${TEXT}${id}\n`;
      const sha256 = sha256OfText(text);
      const replacedAt = ago(60 - 29 * (at + 1));
      const fields = { number: at + 1, state: "replaced", text, sha256, leaf: sha256, replacedAt };
      return sealedRow(id, { ...versions[0]!.fields, ...fields });
    });
    const given = (acknowledgedDaysAgo?: number) => ({
      "policy-versions": [...earlier, ...versions],
      "policy-assignments": [
        ...assignments.slice(1),
        ...["v1", "v2", versions[0]!.id].map((versionId, at) =>
          sealedRow(`e${at}`, { versionId, audience: "everyone", assignedAt: ago(60 - 29 * at), ended: false }),
        ),
      ],
      "policy-acknowledgments":
        acknowledgedDaysAgo === undefined
          ? []
          : acknowledgments.map((row) => {
              const { sha256 } = earlier[0]!.fields;
              const fields = { ...row.fields, versionId: "v1", sha256, leaf: sha256, at: ago(acknowledgedDaysAgo) };
              return { ...row, fields } as SnapshotRow;
            }),
    });
    expect(judge(check, given())).toMatchObject({
      outcome: "fail",
      reason:
        "Not acknowledged in time: PER-1, Information security policy, due 2026-10-24, PER-2, Information security policy, due 2026-10-24. Send them their links.",
    });
    // They followed the first text; the second one is two days old and the third has the time that was given for it.
    expect(judge(check, given(50))).toMatchObject({ outcome: "fail" });
    expect(judge(check, given(20))).toMatchObject({ outcome: "pass", until: inDays(28) });
    // Nor is it forgotten once they acknowledge the newest: due 30 days ago, by the text of 60 days ago.
    const newest = { ...given(), "policy-acknowledgments": changedRow(acknowledgments, { at: ago(1) }) };
    expect(judge(check, { ...newest, people: people.slice(0, 1) }).reason).toContain(
      "Acknowledged late: PER-1 (Information security policy, 29 days).",
    );
  });

  test.each([
    ["was never assigned", assignments.filter(({ id }) => id !== "s2")],
    ["has an assignment that ended alone", changedRow(assignments, { ended: true }, 1)],
    ["is assigned to somebody who is gone alone", changedRow(assignments, { audience: "person", personId: "gone" }, 1)],
  ])("is unknown where a policy in force %s, and says what to do", (_, rows) => {
    expect(judge(check, { "policy-assignments": rows })).toMatchObject({
      outcome: "unknown",
      reason: expect.stringMatching(/^Nobody is asked to acknowledge .+\. Assign it to whom it concerns\.$/) as string,
    });
  });
  test("counts the same text that was acknowledged as an older version", () => {
    const rows = acknowledgments.map((own) => ({ ...own, fields: { ...own.fields, versionId: "older" } }));
    expect(judge(check, { "policy-acknowledgments": rows }).outcome).toBe("pass");
  });
  test.each([
    ["People is not confirmed", {}, { confirmedUntil: null }],
    ["the confirmation has ended", {}, { confirmedUntil: inDays(-1) }],
    ["nobody is active", { people: [] }, {}],
    ["nothing is assigned", { "policy-assignments": [] }, {}],
    [
      "somebody has nothing assigned",
      { "policy-assignments": changedRow(assignments, { audience: "person", personId: "person1" }) },
      {},
    ],
    ["nothing is in force", { "policy-versions": [] }, {}],
    ["an identity provider's accounts were not read", {}, { idp: ["Okta"] }],
    ["nobody said whether there is an identity provider", {}, { idp: null }],
  ] as const)("is unknown where %s", (_, given, more) => {
    expect(judge(check, given, more as never).outcome).toBe("unknown");
  });
});

describe("a policy for a kind of people of whom there are none", () => {
  const taken = now.toISOString();
  /** What a sealed snapshot says of it, People in two pages. */
  const ask = ({ confirmedUntil = inDays(50) as Date | null, lost = 0, count = people.length } = {}) => {
    const pages = Object.entries(usual).flatMap(([register, rows]) =>
      register === "people"
        ? rows.map((row) => ({ register, rows: [{ ...row, confirmed: { version: 1, changed: [] } }] }))
        : [{ register, rows }],
    );
    const digest = digestOfConfirmed(people.map(({ id }) => ({ id, version: 1 })));
    const until = confirmedUntil?.toISOString();
    const confirmation = until ? { at: ago(1), until, count: people.length, digest } : null;
    const registers = Object.entries(usual).map(([key, rows]) => ({
      key,
      count: key === "people" ? count : rows.length,
      confirmation: key === "people" ? confirmation : null,
      pages: pages.filter(({ register }) => register === key).map(() => "0".repeat(64)),
    }));
    const approvers = [{ id: "olga", since: ago(400) }];
    const scope = {
      frameworks: [],
      identityProviders: [],
      approvers,
      sameAccounts: [],
      sameBefore: [],
      formerKinds: [],
    };
    const snapshot = { format: SNAPSHOT_FORMAT, takenAt: taken, registers, policies: scope };
    const others = {
      collections: [],
      programs: [],
      samePeople: [],
      failingControls: [],
      failedLast: [],
      failedParts: [],
    };
    // The last pages are those of People.
    const input = { snapshot: { ...snapshot, ...others }, pages: pages.slice(0, pages.length - lost), collections: [] };
    const answer = judgeQuestion(JSON.stringify({ kind: "registers", instant: taken, input }));
    const said = JSON.parse(answer) as PartsAnswer | { kind: "none"; reason: string };
    return "parts" in said ? said.parts.find(({ check }) => check === "policies.acknowledged") : said;
  };
  test("passes beside a roster that is whole and confirmed", () => {
    expect(Object.keys(usual).at(-1)).toBe("people");
    expect(ask()).toMatchObject({
      outcome: "pass",
      reason: expect.stringContaining("nobody in People is of the kind"),
    });
  });
  test.each([null, inDays(-1), now])("is unknown where People was confirmed until %s", (confirmedUntil) => {
    expect(ask({ confirmedUntil })).toMatchObject({ outcome: "unknown", reason: expect.stringContaining("People") });
  });
  test.each([{ lost: 1 }, { lost: 2 }, { lost: 1, count: 1 }, { count: 3 }])(
    "is not judged at all where pages of People are missing, or hold fewer people than were sealed: %o",
    (missing) => {
      expect(ask(missing)).toEqual({ kind: "none", reason: expect.stringContaining("input.pages") as string });
    },
  );
});

describe("accounts of an identity provider in scope", () => {
  const users = [
    { id: "1", login: "dan@acme.test" },
    { id: "2", login: "eve@acme.test" },
  ];
  const known = { "1": "person1", "2": "person2" };
  const outcome = (systems: readonly ReadSystem[]) => judge("acknowledged", {}, { idp: ["Okta"], systems });
  test("are each one active person's, and were read within 31 days", () => {
    expect(outcome([oktaSystem(users, known)])).toMatchObject({ outcome: "pass" });
    expect(outcome([oktaSystem(users, known, { seenAt: new Date(ago(20)) })])).toMatchObject({ until: inDays(11) });
    expect(outcome([oktaSystem([...users, { id: "3", status: "DEPROVISIONED" }], known)]).outcome).toBe("pass");
  });
  test.each([
    ["another system was read", [oktaSystem(users, known, { systemId: "other" })]],
    ["one is nobody's", [oktaSystem(users, { "1": "person1" })]],
    ["one is somebody's who is not active", [oktaSystem(users, { ...known, "2": "gone" })]],
    ["they were read too long ago", [oktaSystem(users, known, { seenAt: new Date(ago(31)) })]],
    ["not all of them can be read", [oktaSystem(users, known, { partial: new Set(["account"]) })]],
    ["the list was not read", [oktaSystem(users, known, { steps: [] })]],
  ])("leave it unknown where %s", (_, systems) => {
    expect(outcome(systems).outcome).toBe("unknown");
  });
});

describe("an identity provider with two connections", () => {
  const users = [{ id: "1", login: "dan@acme.test" }];
  const known = { "1": "person1" };
  const sources = ["Okta acme", "Okta partners"];
  const first = oktaSystem(users, known);
  const second = (more: Partial<ReadSystem> & { readonly steps?: readonly string[] } = {}) =>
    oktaSystem(users, known, { source: "Okta partners", ...more });
  const said = (systems: readonly ReadSystem[]) => judge("acknowledged", {}, { idp: ["Okta"], systems, sources });
  const reason = "Who has an account there was not read: Okta partners.";
  test("passes once both were read", () => {
    expect(said([first, second()])).toMatchObject({ outcome: "pass" });
  });
  test.each([
    ["was not read", [first]],
    ["was read too long ago", [first, second({ seenAt: new Date(ago(31)) })]],
    ["was not read completely", [first, second({ steps: [] })]],
    ["cannot be read completely", [first, second({ partial: new Set(["account"]) })]],
  ])("is unknown where one %s, and names it", (_, systems) => {
    expect(said(systems)).toMatchObject({ outcome: "unknown", reason });
  });
  test("is unknown where one that nobody named was read in part", () => {
    const systems = [first, second({ steps: [] })];
    expect(judge("acknowledged", {}, { idp: ["Okta"], systems })).toMatchObject({ outcome: "unknown", reason });
  });
});

describe("old policy versions are kept", () => {
  const check = "history-kept";
  const replaced = (days: number, fields: Record<string, unknown> = {}) =>
    changedRow(versions, { state: "replaced", replacedAt: ago(days), ...fields });
  test("passes where each has the text that the ledger's entry names", () => {
    expect(judge(check)).toMatchObject({
      outcome: "pass",
      reason: "19 policy versions of the last six years match the ledger.",
    });
  });
  test.each([
    ["a text that was changed", { text: "Nobody needs MFA.\n" }],
    ["a text and a hash that were changed", { text: "x", sha256: sha256OfText("x") }],
    ["a text that is gone", { text: undefined }],
    ["an entry that is gone", { leaf: undefined }],
  ])("fails with %s, also once it was replaced, for six years", (_, fields) => {
    expect(judge(check, { "policy-versions": changedRow(versions, fields) })).toMatchObject({
      outcome: "fail",
      reason: "Not as the ledger has it: version 1 of Information security policy.",
    });
    expect(judge(check, { "policy-versions": replaced(6 * 365, fields) }).outcome).toBe("fail");
    expect(judge(check, { "policy-versions": replaced(6 * 366, fields) }).outcome).toBe("pass");
  });
  test("is unknown where nothing was ever in force", () => {
    expect(judge(check, { "policy-versions": [] }).outcome).toBe("unknown");
  });
});

describe.each(["approved-within-year", "acknowledged", "history-kept"])("%s", (check) => {
  /** What may be absent: texts of what was kept are of `history-kept`, and a policy of one's own is no expected document. */
  const unread: Readonly<Record<string, readonly string[]>> = {
    "approved-within-year": [
      "policy-versions.text",
      "policy-acknowledgments.leaf",
      "policy-acknowledgments.method",
      "policy-acknowledgments.vouched",
    ],
    acknowledged: [
      "policies.documentId",
      "policy-versions.text",
      "policy-versions.leaf",
      "policy-acknowledgments.method",
    ],
    "history-kept": [
      "policies.documentId",
      "policy-acknowledgments.leaf",
      "policy-acknowledgments.method",
      "policy-acknowledgments.vouched",
    ],
  };

  test("passes nothing where a field that it reads is gone, or is of another kind", () => {
    expect(judge(check).outcome).toBe("pass");
    const found = new Set<string>();
    for (const [key, rows] of Object.entries(usual))
      for (const field of Object.keys(rows[0]!.fields))
        for (const value of [undefined, -1, [], { sha256: "0".repeat(64) }])
          if (judge(check, { [key]: changedRow(rows, { [field]: value }) }).outcome === "pass")
            found.add(`${key}.${field}`);
    expect([...found].toSorted()).toEqual(unread[check]!.toSorted());
  });
});
