import { expect, test } from "vitest";
import { findRegister } from "#catalog/registers/index.ts";
import { ofRecords } from "./of-records.ts";
import type { AskingRecord } from "./of-records.ts";

const now = new Date("2026-11-24T12:00:00.000Z");
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);
const dayIn = (days: number) => inDays(days).toISOString().slice(0, 10);

function asking(
  key: string,
  task: string,
  number: number,
  fields: AskingRecord["fields"],
  more: Partial<AskingRecord> = {},
): AskingRecord {
  const register = findRegister(key)!;
  return {
    register,
    task: register.tasks!.find((own) => own.key === task)!,
    id: `${key} ${number}`,
    number,
    fields,
    changedAt: now,
    approvedAt: null,
    endedAt: null,
    ...more,
  };
}
const due = (...args: Parameters<typeof asking>) =>
  ofRecords([asking(...args)], now).map((task) => task.due?.toISOString() ?? null);

test.each<[string, readonly string[] | [null], Parameters<typeof asking>]>([
  [
    "at the end of the law's time",
    ["2026-12-02T00:00:00.000Z"],
    ["privacy-requests", "answer", 1, { law: "gdpr", receivedOn: "2026-11-01" }],
  ],
  ["not while that is far away", [], ["privacy-requests", "answer", 1, { law: "ccpa", receivedOn: "2026-11-01" }]],
  [
    "not after an extension in time",
    [],
    ["privacy-requests", "answer", 1, { law: "gdpr", receivedOn: "2026-11-01", extendedOn: "2026-11-20" }],
  ],
  [
    "at the end of the next business day",
    ["2026-11-30T10:00:00.000Z"],
    ["alerts", "acknowledge", 1, { raisedAt: "2026-11-27T10:00:00.000Z" }],
  ],
  [
    "without a day, once somebody acknowledged it",
    [null],
    ["alerts", "close", 1, { raisedAt: "2026-11-20T10:00:00.000Z" }],
  ],
  [
    "at the end of its last day",
    ["2026-12-02T00:00:00.000Z"],
    ["approvals", "renew", 1, { kind: "port", expiresOn: "2026-12-01" }],
  ],
  [
    "a year after a leader accepted it",
    ["2026-12-02T00:00:00.000Z"],
    [
      "approvals",
      "renew",
      1,
      { kind: "risk-acceptance", expiresOn: "2028-01-01" },
      { approvedAt: new Date("2025-12-01T15:00:00Z") },
    ],
  ],
  [
    "not a year after another approval",
    [],
    [
      "approvals",
      "renew",
      1,
      { kind: "port", expiresOn: "2028-01-01" },
      { approvedAt: new Date("2025-12-01T15:00:00Z") },
    ],
  ],
  ["a year after its day", ["2026-11-26T00:00:00.000Z"], ["risks", "rate", 1, { ratedOn: "2025-11-25" }]],
  ["not much earlier", [], ["sites", "plan", 1, { planDatedOn: dayIn(-330) }]],
  ["a month earlier", [`${dayIn(30)}T00:00:00.000Z`], ["data", "diagram", 1, { diagramDatedOn: dayIn(-336) }]],
  [
    "when its years are over",
    ["2026-12-02T00:00:00.000Z"],
    ["client-matters", "dispose", 1, { closedOn: "2019-12-01", keptYears: 7 }],
  ],
  ["not in the year alone", [], ["client-matters", "dispose", 1, { closedOn: "2019-12-31", keptYears: 7 }]],
  ["since it was withdrawn", [inDays(-2).toISOString()], ["client-matters", "account", 1, {}, { endedAt: inDays(-2) }]],
  [
    "at the end of the day on which it was retired",
    ["2026-11-23T00:00:00.000Z"],
    ["devices", "wipe", 1, {}, { endedAt: inDays(-2) }],
  ],
  ["a week after its holder left", [inDays(5).toISOString()], ["devices", "reassign", 1, {}, { leftAt: inDays(-2) }]],
  [
    "90 days after its discovery",
    ["2026-11-26T09:00:00.000Z"],
    ["incidents", "update", 1, { discoveredAt: "2026-08-28T09:00:00.000Z" }, { changedAt: inDays(-40) }],
  ],
  [
    "two weeks after it was changed",
    [inDays(4).toISOString()],
    ["incidents", "update", 1, { discoveredAt: "2026-03-01T09:00:00.000Z" }, { changedAt: inDays(-10) }],
  ],
])("what a record asks for is due %s", (_, expected, args) => {
  expect(due(...args)).toEqual(expected);
});

test("each request, alert and incident is a task of its own, at its record", () => {
  const raisedAt = "2026-11-24T10:00:00.000Z";
  const alerts = [1, 2].map((number) =>
    asking("alerts", "acknowledge", number, { title: `Alert ${number}`, raisedAt }),
  );
  expect(ofRecords(alerts, now)).toMatchObject([
    {
      key: "register alerts acknowledge alerts 1",
      title: "Acknowledge ALR-1: Alert 1",
      to: "/dashboard/program/alerts?record=alerts 1",
    },
    { key: "register alerts acknowledge alerts 2", title: "Acknowledge ALR-2: Alert 2" },
  ]);
  const request = { kind: "portability", law: "gdpr", receivedOn: "2026-11-01" };
  expect(ofRecords([asking("privacy-requests", "answer", 3, request)], now)[0]!.title).toBe(
    "Answer PRQ-3: Copy to take along",
  );
});

test("what is done again for many records is one task, which leads to the first that is due", () => {
  const risk = (number: number, days: number) =>
    asking("risks", "rate", number, { title: `Risk ${number}`, ratedOn: dayIn(days) });
  expect(ofRecords([risk(1, -340), risk(2, -100)], now)).toMatchObject([
    { key: "register risks rate", title: "Rate RSK-1: Risk 1 again", to: "/dashboard/program/risks?record=risks 1" },
  ]);
  expect(ofRecords([risk(1, -340), risk(2, -350)], now)).toMatchObject([
    {
      key: "register risks rate",
      title: "Rate 2 risks again",
      detail: "RSK-2 and RSK-1. A rating counts for a year",
      to: "/dashboard/program/risks?record=risks 2",
      due: inDays(16 - 0.5),
      standing: { register: "risks", count: 2, list: "/dashboard/program/risks?view=all&only=asks:rate" },
    },
  ]);
  expect(
    ofRecords(
      [1, 2, 3, 4, 5].map((number) => risk(number, -340)),
      now,
    )[0]!.detail,
  ).toBe("RSK-1, RSK-2, RSK-3 and 2 more. A rating counts for a year");
});

test("what is done in another register leads there", () => {
  const device = asking("devices", "wipe", 4, { name: "Old laptop" }, { endedAt: inDays(-1) });
  expect(ofRecords([device], now)).toMatchObject([
    { title: "Wipe DEV-4: Old laptop, and file its certificate", to: "/dashboard/program/disposals" },
  ]);
});
