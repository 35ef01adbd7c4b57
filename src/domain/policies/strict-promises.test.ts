import { expect, test } from "vitest";
import { allChecks } from "#catalog/index.ts";
import { findRegister } from "#catalog/registers/index.ts";
import type { SnapshotRow } from "../registers/snapshot.ts";
import { measuredFigures } from "./measured-figures.ts";
import { collectedFigures, measures } from "./shown-figures.ts";
import { breaking, strictPromises } from "./strict-promises.ts";

const statement = (check: string, sentence: string) => `# Policy\n\n::: statement ${check}\n${sentence}\n:::\n`;
const promised = (check: string, sentence: string) => strictPromises(statement(check, sentence)).get(check)?.words;
const NOW = new Date("2026-11-30T12:00:00Z");
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000).toISOString();
let count = 0;
const row = (fields: SnapshotRow["fields"], more: Partial<SnapshotRow> = {}): SnapshotRow => ({
  id: `row-${++count}`,
  number: 1,
  version: 1,
  state: "open",
  fields,
  approval: null,
  withdrawn: [],
  account: null,
  ...more,
});

test.each([
  ["accounts.leavers-disabled", "Accounts are disabled within 8 hours.", "8 hours"],
  ["review.done-this-quarter", "Owners review access every month.", "every month"],
  ["review.removals-done", "What a review removes is gone within 7 days.", "7 days"],
  ["oversight.review-within-quarter", "Leadership reviews the program monthly.", "monthly"],
  ["requests.on-time", "We answer within 10 days.", "10 days"],
  ["monitoring.alerts-handled", "Somebody looks at each alert within 4 hours.", "4 hours"],
  ["incident.notice-decided", "Notice is decided within two days.", "two days"],
  ["backup.restore-tested", "A restore is tested every quarter.", "every quarter"],
  ["auth.password-rules", "Passwords have at least 16 characters.", "16 characters"],
  ["logging.kept-a-year", "Logs are looked at every month, and kept for two years.", "two years"],
  ["auth.keys-rotated", "Access keys of programs are renewed within 30 days.", "30 days"],
])(
  "a statement of %s that promises more than its check measures is measured at its own figure: %s",
  (check, sentence, words) => {
    expect(promised(check, sentence)).toBe(words);
  },
);

test.each([
  ["what the check measures", "review.done-this-quarter", "Owners review access every quarter."],
  ["less than that", "accounts.leavers-disabled", "Accounts are disabled within 48 hours."],
  ["no figure", "review.done-this-quarter", "Owners review access."],
  ["what happens at once", "requests.on-time", "We answer immediately."],
  ["a figure of another kind", "monitoring.alerts-handled", "Two people look at each alert."],
  ["a time that it is kept for", "review.removals-done", "What was removed stays away for 30 days."],
  ["something of a check that shows no such figure", "encryption.at-rest", "Disks are encrypted within 2 days."],
])("a statement that promises %s is not", (_, check, sentence) => {
  expect(promised(check, sentence)).toBeUndefined();
});

test("of several figures in a sentence the loosest is surely meant, of several sentences the strictest", () => {
  expect(promised("requests.on-time", "We confirm within 2 days and answer within 10 days.")).toBe("10 days");
  expect(promised("requests.on-time", "We confirm within 2 days and answer within 60 days.")).toBeUndefined();
  const two =
    statement("requests.on-time", "We answer within 20 days.") +
    statement("requests.on-time", "Clients hear from us within 5 days.");
  expect(strictPromises(two).get("requests.on-time")?.words).toBe("5 days");
});

test("each measure is of a check that exists, in the unit of what it measures, and reads registers that exist", () => {
  const pages = ["review-populations", "review-rows", "review-sightings"];
  for (const [check, measure] of Object.entries(measures)) {
    expect(allChecks.map(({ id }) => id)).toContain(check);
    const own = measuredFigures.get(check) ?? [];
    const said = own.map(({ unit, least }) => `${unit === "working days" ? "hours" : unit} ${least}`);
    expect([check, said.includes(`${measure.unit} ${measure.least}`)]).toEqual([check, true]);
    for (const register of "registers" in measure ? measure.registers : [])
      expect([register, pages.includes(register) || findRegister(register) !== undefined]).toEqual([register, true]);
  }
});

/** Of each measure of registers: what shows 61 days, and beside it what shows nothing or less. */
const shows61: Readonly<Record<string, Readonly<Record<string, readonly SnapshotRow[]>>>> = {
  "review.done-this-quarter": {
    "review-populations": [row({ closedAt: daysAgo(61), review: 2 }), row({ closedAt: daysAgo(150), review: 1 })],
  },
  "review.removals-done": {
    "review-populations": [row({ review: 2 }, { id: "population" })],
    "review-rows": [
      row({ decision: "remove", decidedAt: daysAgo(70), populationId: "population" }, { id: "gone" }),
      row({ decision: "keep", decidedAt: daysAgo(90), populationId: "population" }, { id: "kept" }),
    ],
    "review-sightings": [
      row({ rowId: "gone", at: daysAgo(9), present: true }),
      row({ rowId: "gone", at: daysAgo(1), present: false }),
      row({ rowId: "gone", at: daysAgo(2), present: true }, { withdrawn: ["EX-000001"] }),
      row({ rowId: "kept", at: daysAgo(1), present: true }),
    ],
  },
  "oversight.review-within-quarter": {
    meetings: [
      row({ kind: "leadership", heldOn: daysAgo(61.5).slice(0, 10) }),
      row({ kind: "leadership", heldOn: daysAgo(3).slice(0, 10) }, { state: "ended" }),
      row({ kind: "other", heldOn: daysAgo(3).slice(0, 10) }),
    ],
  },
  ...Object.fromEntries(
    [
      ["oversight.audit-within-year", "audit"],
      ["backup.restore-tested", "restore"],
      ["vulns.pentest-within-year", "pentest"],
    ].map(([check, kind]) => [
      check,
      {
        tests: [
          row({ kind: kind!, doneOn: daysAgo(61.5).slice(0, 10) }),
          row({ kind: "other", doneOn: daysAgo(1).slice(0, 10) }),
        ],
      },
    ]),
  ),
  "risk.assessed-within-year": {
    risks: [
      row({ ratedOn: daysAgo(61.5).slice(0, 10) }),
      row({ ratedOn: daysAgo(400).slice(0, 10) }, { state: "ended" }),
    ],
  },
  "requests.on-time": {
    "privacy-requests": [
      row({ receivedOn: daysAgo(100).slice(0, 10), closedOn: daysAgo(39).slice(0, 10) }),
      row({ receivedOn: daysAgo(5).slice(0, 10) }),
    ],
  },
  "monitoring.alerts-handled": {
    alerts: [row({ raisedAt: daysAgo(61) }), row({ raisedAt: daysAgo(80), acknowledgedAt: daysAgo(79) })],
  },
  "incident.notice-decided": {
    incidents: [
      row({ kind: "incident", discoveredAt: daysAgo(80), noticeDecidedAt: daysAgo(19) }),
      row({ kind: "exercise", discoveredAt: daysAgo(300), noticeDecidedAt: daysAgo(1) }),
      row({ kind: "incident", discoveredAt: daysAgo(300) }),
    ],
  },
};

test("what a snapshot shows breaks a stricter promise, and no looser one", () => {
  const found = Object.entries(measures).flatMap(([check, measure]) => {
    if (!("shown" in measure)) return [];
    const shown = measure.shown((register) => shows61[check]?.[register] ?? [], NOW);
    const figure = (days: number) => ({ unit: "hours", value: days * 24, least: false, words: "" });
    expect([check, breaking(figure(60), shown).length]).toEqual([check, 1]);
    expect([check, breaking(figure(62), shown)]).toEqual([check, []]);
    return [check];
  });
  expect(found.toSorted()).toEqual(Object.keys(shows61).toSorted());
});

const item = (kind: string, label: string, data: unknown) => ({ kind, subject: { label }, data });

test("a run shows of each figure the worst few, and nothing of what is not asked or could not be read", () => {
  const items = [
    item("okta.password-policy", "Default", { minLength: 12 }),
    item("okta.password-policy", "Admins", { minLength: 20 }),
    item("okta.password-policy", "Unread", null),
    item("okta.password-policy", "Unsaid", { minLength: null }),
    item("gws.policy", "Root", { setting: "security.password", value: { minimumLength: "10" } }),
    item("gws.policy", "Sharing", { setting: "drive.sharing", value: { minimumLength: 4 } }),
    item("aws.access_key", "Old", { active: true, createdOn: daysAgo(61.5).slice(0, 10) }),
    item("aws.access_key", "Off", { active: false, createdOn: daysAgo(400).slice(0, 10) }),
    item("github.secret-alert", "Token", { openedAt: daysAgo(3) }),
    item("aws.log_group", "For good", { retentionDays: null }),
    ...[400, 365, 366, 367, 368, 369].map((days) => item("aws.log_group", `${days}`, { retentionDays: days })),
    item("aws.db_instance", "Main", { replica: false, backupDays: 7 }),
    item("aws.db_instance", "Copy", { replica: true, backupDays: 0 }),
  ];
  const of = (check: string) =>
    collectedFigures(items, NOW).flatMap((figure) => (figure.check === check ? [`${figure.of} ${figure.value}`] : []));
  expect(of("auth.password-rules")).toEqual(["Root 10", "Default 12", "Admins 20"]);
  expect(of("logging.kept-a-year")).toEqual([365, 366, 367, 368, 369].map((days) => `${days} ${days * 24}`));
  expect(of("backup.recent")).toEqual(["Main 168"]);
  expect(of("auth.no-secrets-in-code")).toEqual(["Token 72"]);
  expect(of("auth.keys-rotated")).toEqual([expect.stringMatching(/^Old 14\d\d\./)]);
});

test("what breaks a promise is told with the worst first, and a least by what is less", () => {
  const shown = [10, 30, 20].map((value) => ({ value, of: `${value}` }));
  const of = (least: boolean) => breaking({ unit: "hours", value: 15, least, words: "" }, shown).map((each) => each.of);
  expect([of(false), of(true)]).toEqual([["30", "20"], ["10"]]);
});
