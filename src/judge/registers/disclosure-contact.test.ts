import { describe, expect, test } from "vitest";
import { SNAPSHOT_FORMAT } from "#domain/registers/snapshot.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { changedRow, daysAgo, inDays, JUDGED_AT as now, sealedRow } from "#tests/support/sealed-rows.ts";
import { disclosureContact } from "./disclosure-contact.ts";
import { judgeRegisters } from "./index.ts";
import type { ReadRegister } from "./registers.ts";

const day = (days: number) => inDays(days).toISOString().slice(0, 10);
const approved = { approval: { at: daysAgo(5), another: true } };
const answer = sealedRow(
  "answer",
  {
    kind: "disclosure",
    doneOn: day(-30),
    systemIds: ["site"],
    contact: "https://acme.test/.well-known/security.txt",
    answered: "yes",
    report: "EX-000001",
  },
  1,
  approved,
);
const confirmed = (rows: readonly SnapshotRow[]): ReadRegister => ({
  rows,
  confirmedUntil: inDays(50),
  confirmedCount: rows.filter(({ state }) => state !== "ended").length,
});
const said = (tests: ReadRegister) =>
  disclosureContact({ register: () => tests, failingControls: [], systems: [], now }, "site");
const having = (fields: Readonly<Record<string, unknown>>, more: Partial<SnapshotRow> = {}) =>
  changedRow([{ ...answer, ...more }], fields);

test.each<[string, readonly SnapshotRow[], string]>([
  ["a test that was answered", [answer], "pass"],
  ["none, confirmed", [], "fail"],
  ["a test of more than a year ago", having({ doneOn: day(-366) }), "fail"],
  ["a test of a day to come", having({ doneOn: day(2) }), "fail"],
  ["a test of another site", having({ systemIds: ["shop"] }), "fail"],
  ["a test that nobody else approved", having({}, { approval: null }), "fail"],
  ["a withdrawn report", having({}, { withdrawn: ["EX-000001"] }), "fail"],
  ["no answer", having({ answered: "no" }), "fail"],
  ["an answer, and none later", [answer, ...having({ doneOn: day(-3), answered: "no" }, { id: "later" })], "fail"],
  ["no answer, and one later", [answer, ...having({ doneOn: day(-60), answered: "no" }, { id: "earlier" })], "pass"],
  [
    "none later that was withdrawn, as nobody else approved",
    [answer, ...having({ doneOn: day(-3), answered: "no" }, { id: "later", state: "ended" })],
    "fail",
  ],
  [
    "none later that was withdrawn, as another person approved",
    [
      answer,
      ...having(
        { doneOn: day(-3), answered: "no" },
        { id: "later", state: "ended", endApproval: { at: daysAgo(1), another: true } },
      ),
    ],
    "pass",
  ],
  [
    "an answer, none later, and a test after both that waits",
    [
      answer,
      ...having({ doneOn: day(-3), answered: "no" }, { id: "later" }),
      ...having({ doneOn: day(-1) }, { id: "newest", approval: null }),
    ],
    "fail",
  ],
  [
    "an answer, and a later test that waits",
    [answer, ...having({ doneOn: day(-1) }, { id: "new", approval: null })],
    "unknown",
  ],
  [
    "an answer, and a later one without a report",
    [answer, ...having({ doneOn: day(-1) }, { id: "new", withdrawn: ["EX-000001"] })],
    "unknown",
  ],
  ["an answer, and one of a day to come", [answer, ...having({ doneOn: day(2) }, { id: "new" })], "unknown"],
  ["a second of that day without an answer", [answer, ...having({ answered: undefined }, { id: "twin" })], "unknown"],
  ["a second that names no site", [answer, ...having({ systemIds: undefined }, { id: "twin" })], "unknown"],
  [
    "an ended one of an unknown kind, which nobody else saw end",
    [answer, ...having({ kind: undefined }, { id: "other", state: "ended" })],
    "unknown",
  ],
  ["a test of an unknown kind beside it", [answer, ...having({ kind: "other" }, { id: "other" })], "unknown"],
  ["one that was rewritten", [answer, ...having({}, { id: "other", approval: null, version: 3 })], "unknown"],
])("%s", (_, rows, outcome) => {
  expect(said(confirmed(rows)).outcome).toBe(outcome);
});

const at = (days: number) => inDays(days).toISOString();
const sent = sealedRow(
  "sent",
  {
    kind: "disclosure",
    doneOn: day(-20),
    systemIds: ["site"],
    contact: "https://acme.test/.well-known/security.txt",
    sentTo: "security@acme.test",
    sentAt: at(-20),
    sentFor: ["site"],
    answeredAt: at(-19),
  },
  2,
  { ...approved, version: 2 },
);
const sending = (fields: Readonly<Record<string, unknown>>, more: Partial<SnapshotRow> = {}) =>
  changedRow([{ ...sent, ...more }], fields);
const open = { answeredAt: undefined };
const fresh = { version: 1, approval: null };
const withdrawn = { state: "ended", endedAt: at(-1) } as const;
const seenEnd = { ...withdrawn, endApproval: { at: daysAgo(1), another: true } };

test.each<[string, readonly SnapshotRow[], string]>([
  ["a link that was opened", [sent], "pass"],
  ["one whose record nobody else approved", sending({}, { approval: null }), "fail"],
  ["one of another site", sending({ sentFor: ["shop"] }), "fail"],
  ["one whose record names another site by now", sending({ systemIds: ["shop"] }), "fail"],
  ["one that was opened after its days", sending({ sentAt: at(-40), answeredAt: at(-26) }), "unknown"],
  ["one that was opened before it was sent", sending({ answeredAt: at(-21) }), "unknown"],
  ["one that was opened tomorrow", sending({ sentAt: at(-1), answeredAt: at(1) }), "fail"],
  ["one of more than a year ago", sending({ sentAt: at(-367), answeredAt: at(-366) }), "fail"],
  ["one whose typed answer says no", sending({ answered: "no" }), "pass"],
  ["none opened, and its days are over", sending(open, fresh), "fail"],
  ["none opened, whatever somebody typed", sending({ ...open, answered: "yes", report: "EX-000001" }), "fail"],
  ["one that waits alone", sending({ ...open, sentAt: at(-3) }, fresh), "fail"],
  ["an answer, and a later link that waits", [answer, ...sending({ ...open, sentAt: at(-3) }, fresh)], "pass"],
  ["an answer, and a later link that nobody opened", [answer, ...sending(open, fresh)], "fail"],
  ["the same, called something else since", [answer, ...sending({ ...open, kind: "review" })], "fail"],
  ["the same, withdrawn by its sender", [answer, ...sending(open, { ...fresh, ...withdrawn })], "fail"],
  ["the same, withdrawn as another person approved", [answer, ...sending(open, { ...fresh, ...seenEnd })], "pass"],
  ["a link that nobody opened, and a later one that was", [...sending({ ...open, sentAt: at(-40) }), sent], "pass"],
  ["an answer, and a later link that waits for approval", [answer, ...sending({}, { approval: null })], "unknown"],
  [
    "a link that waits and was changed",
    [answer, ...sending({ ...open, sentAt: at(-3) }, { approval: null })],
    "unknown",
  ],
  ["a link opened on no day", [answer, ...sending({ answeredAt: "soon" })], "unknown"],
  ["a link that was sent on no day", [answer, ...sending({ sentAt: "soon" })], "unknown"],
])("of links that Exhibit sent, %s", (_, rows, outcome) => {
  expect(said(confirmed(rows)).outcome).toBe(outcome);
});

test("an answer holds until a later link has waited for its days", () => {
  const { outcome, until } = said(confirmed([answer, ...sending({ ...open, sentAt: at(-3) }, fresh)]));
  expect([outcome, until]).toEqual(["pass", inDays(11)]);
});

test("nobody's confirmation is unknown", () => {
  expect(said({ rows: [answer], confirmedUntil: null }).outcome).toBe("unknown");
});

describe("what it reads", () => {
  test.each(Object.keys(answer.fields))("passes none without %s, or with something else in its place", (field) => {
    const other = Array.isArray(answer.fields[field]) ? ["unlisted"] : "unlisted";
    const passing = [undefined, other].filter(
      (value) => said(confirmed(having({ [field]: value }))).outcome === "pass",
    );
    expect(passing).toEqual(field === "contact" ? ["unlisted"] : []);
  });

  // A sent test is one by when it was sent, and its day is that one.
  const free = ["kind", "doneOn"];
  test.each(Object.keys(sent.fields).filter((field) => !free.includes(field)))("passes no link without %s", (field) => {
    const other = Array.isArray(sent.fields[field]) ? ["unlisted"] : "unlisted";
    const passing = [undefined, other].filter(
      (value) => said(confirmed(sending({ [field]: value }))).outcome === "pass",
    );
    expect(passing).toEqual(field === "contact" || field === "sentTo" ? ["unlisted"] : []);
  });
});

test("is said of each public site in scope, and of nothing where nobody tested one", () => {
  const ask = (rows: readonly SnapshotRow[], contributors: string | null | undefined = null) => {
    const snapshot = {
      format: SNAPSHOT_FORMAT,
      takenAt: now.toISOString(),
      registers: [
        {
          key: "tests",
          count: rows.filter(({ state }) => state !== "ended").length,
          confirmation: null,
          pages: ["0".repeat(64)],
        },
      ],
      collections: [],
      programs: [],
      samePeople: [],
      ...(contributors !== undefined && { anotherSince: { contributors, managers: contributors } }),
      failingControls: [],
      failedLast: [],
      failedParts: [],
      scope: {
        systems: [
          { systemId: "site", name: "acme.test", kinds: ["site"] },
          { systemId: "aws", name: "AWS", kinds: ["cloud"] },
        ],
        unanswered: [],
        controls: [],
        owners: [],
      },
    };
    const input = { snapshot, pages: [{ register: "tests", rows }], collections: [] };
    const { parts } = judgeRegisters({ kind: "registers", instant: now.toISOString(), input });
    return parts.filter(({ check }) => check === "vulns.disclosure-contact");
  };
  expect(ask([answer])).toMatchObject([
    { aspect: "published", source: "Exhibit registers (acme.test, site)", outcome: "unknown" },
  ]);
  expect(ask(having({ kind: "restore" }))).toEqual([]);
  // What failed is not gone with its record, before another person has seen that.
  const ended = having({ answered: "no" }, { state: "ended", endedAt: daysAgo(1), endApproval: null });
  expect(ask(ended)).toMatchObject([{ outcome: "fail" }]);
  const alone = having({ answered: "no" }, { state: "ended", endApproval: { at: daysAgo(1), another: false } });
  expect(ask([answer, ...alone].map((row, at) => ({ ...row, id: `t${at}`, number: at + 1 })))).toMatchObject([
    { reason: expect.stringContaining("Ended by the only person who may: TST-2.") },
  ]);
  // What ended alone speaks for nothing for a month after another could have looked, and speaks again after that.
  const withdrawn = [{ outcome: "unknown", reason: expect.stringContaining("was withdrawn") }];
  expect(ask(alone)).toMatchObject(withdrawn);
  expect(ask(alone, daysAgo(29))).toMatchObject(withdrawn);
  expect(ask(alone, daysAgo(31))).toMatchObject([{ outcome: "fail" }]);
});
