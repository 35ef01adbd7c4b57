import { expect, test } from "vitest";
import type { EvidenceItem, Json, StepReport } from "../connector.ts";
import { judgeChecks } from "../judge.ts";
import { checks } from "./checks/index.ts";
import { AT, fixtures } from "./fixtures.ts";
import { manifest } from "./manifest.ts";
import { settings as schema } from "./settings.ts";
import { steps } from "./steps/index.ts";

const complete = steps.map(({ id }): StepReport => ({
  step: id,
  status: "complete",
  pages: 1,
  items: 1,
  startedAt: AT,
  endedAt: AT,
  missing: [],
  detail: "",
}));
const judge = (check: (typeof checks)[number], items: readonly EvidenceItem[], settings = {}) =>
  judgeChecks([check], { items, steps: complete, settings, now: new Date(AT) })[0]!;

test.each(checks.map((check) => [check.id, check] as const))("%s says of its fixtures what they are", (id, check) => {
  const { settings = {}, exceptions: _, ...cases } = fixtures[id]!;
  schema.parse(settings);
  const named = { pass: "pass", fail: "fail", unknown: "unknown", notApplicable: "not applicable" } as const;
  for (const [name, items] of Object.entries(cases)) {
    for (const item of items) if (item.gap === undefined) manifest.kinds[item.kind]!.parse(item.data);
    expect([name, judge(check, items, settings).outcome]).toEqual([name, named[name as keyof typeof named]]);
  }
});

test.each([
  ["jira.access.leaver-sla", 'To check this, set the JQL of "Leaver tickets" under Manage.'],
  ["jira.vuln.sla", 'To check this, set the JQL of "Vulnerability tickets" under Manage.'],
])("%s without its setting does not apply, and says how to set it", (id, reason) => {
  const check = checks.find((check) => check.id === id)!;
  expect(judge(check, [])).toMatchObject({ outcome: "not applicable", reason });
});

test.each([
  ["jira.change.approved", 'set the JQL of "Change tickets" under Manage'],
  ["jira.access.approved", 'set the JQL of "Access requests" under Manage'],
])("%s, which answers the library, is unknown without its setting, and says how to set it", (id, reason) => {
  const check = checks.find((check) => check.id === id)!;
  expect(judge(check, [])).toMatchObject({ outcome: "unknown", reason: expect.stringContaining(reason) });
});

test("a company that named no status as approval is told, and not failed", () => {
  const check = checks.find(({ id }) => id === "jira.change.approved")!;
  const { fail } = fixtures["jira.change.approved"]!;
  expect(judge(check, fail, { changeJql: "project = CHG" })).toMatchObject({
    outcome: "unknown",
    reason: expect.stringContaining('name the "Statuses that mean approved" under Manage'),
  });
});

test("G18: tickets, their fields, Jira's own log and permission schemes answer for no account, link, log store or share", () => {
  const spoken = Object.fromEntries(checks.map(({ id, answers }) => [id, answers]));
  for (const id of ["jira.access.leaver-sla", "jira.change.fields", "jira.audit.flowing", "jira.project.anonymous"])
    expect([id, spoken[id]]).toEqual([id, []]);
  expect(checks.flatMap(({ answers }) => answers)).toEqual(["change.ticketed/approvals", "accounts.approved/requests"]);
});

test("settings refuse what Jira could not use", () => {
  for (const wrong of [
    { changeJql: "project = CHG ORDER BY created" },
    { timeZone: "Mars/Base" },
    { limits: ["High is 30"] },
    { requiredFields: ["Risk and plan"] },
    { unknown: true },
  ])
    expect([wrong, schema.safeParse(wrong).success]).toEqual([wrong, false]);
  expect(schema.parse({})).toMatchObject({ changeJql: "", timeZone: "UTC", days: 90 });
});

const changeCheck = checks.find(({ id }) => id === "jira.change.approved")!;
const approving = { changeJql: "project = CHG", approvalStatuses: ["Approved"] };

test("the tickets that are asked, and what counts as an approval, stand in the reason", () => {
  const { pass } = fixtures["jira.change.approved"]!;
  const { outcome, reason } = judge(changeCheck, pass, approving);
  expect(outcome).toBe("pass");
  const unkept = "(who set it was not kept)";
  const said = `Tickets of the last 90 days by the JQL project = CHG ${unkept}, approved by a move to Approved ${unkept}.`;
  expect(reason).toContain(said);
});

test("who set the JQL, and what approves, is named with the day", () => {
  const settingsSet = [
    { setting: "approvalStatuses", by: "", on: "2026-11-02" },
    { setting: "changeJql", by: "Ada Park", on: "2026-11-01" },
  ];
  const { pass } = fixtures["jira.change.approved"]!;
  const given = { items: pass, steps: complete, settings: approving, settingsSet, now: new Date(AT) };
  expect(judgeChecks([changeCheck], given)[0]!.reason).toContain(
    "project = CHG (set by Ada Park on 2026-11-01), approved by a move to Approved (set by somebody who is gone on 2026-11-02).",
  );
});

test("tickets that are picked one by one decide nothing", () => {
  const { pass } = fixtures["jira.change.approved"]!;
  for (const changeJql of ["key = CHG-1", "project = CHG and assignee != ben"]) {
    const { outcome, reason } = judge(changeCheck, pass, { ...approving, changeJql });
    expect([changeJql, outcome]).toEqual([changeJql, "unknown"]);
    expect(reason).toContain("may leave single tickets out");
  }
});

test("who gave a ticket away before it was done approves nothing of it, and a ticket without its hands is unknown", () => {
  for (const id of ["jira.change.approved", "jira.access.approved"]) {
    const check = checks.find((item) => item.id === id)!;
    const { pass, settings } = fixtures[id]!;
    const heldBy = (held: readonly string[] | undefined) =>
      pass.map((item) => {
        const { held: _, ...data } = item.data as Record<string, Json>;
        return { ...item, data: held ? { ...data, held } : data };
      });
    const said = [["boss"], ["dev"], undefined].map((held) => judge(check, heldBy(held), settings).outcome);
    expect([id, ...said]).toEqual([id, "fail", "pass", "unknown"]);
  }
});

test("where no ticket is done, or few days are read, nothing is known and nothing is left out", () => {
  const { pass } = fixtures["jira.change.approved"]!;
  const open = pass.map((item) => ({ ...item, data: { ...(item.data as object), done: false, doneAt: null } }));
  for (const items of [[], open]) {
    const { outcome, reason } = judge(changeCheck, items, approving);
    expect(outcome).toBe("unknown");
    expect(reason).toContain("no ticket that is done was touched in the last 90 days");
  }
  const { outcome, reason } = judge(changeCheck, pass, { ...approving, days: 7 });
  expect(outcome).toBe("unknown");
  expect(reason).toContain("look back at least 90 days");
});

test.each(["assignee", "reporter"])("a move by the %s approves nothing", (who) => {
  for (const id of ["jira.change.approved", "jira.access.approved"]) {
    const check = checks.find((item) => item.id === id)!;
    const { pass, settings } = fixtures[id]!;
    const own = pass.map((item) => ({ ...item, data: { ...(item.data as object), [who]: "boss" } }));
    expect([id, judge(check, own, settings).outcome]).toEqual([id, "fail"]);
  }
});
