import { describe, expect, test } from "vitest";
import type { FieldValue } from "#domain/registers/register.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { afterBusinessDay } from "#domain/business-day.ts";
import { sha256OfText } from "#domain/sha256.ts";
import { incidentRecords } from "#tests/support/incident-records.ts";
import { registerChecks } from "./register-checks.ts";
import type { ReadRegister, RegisterInputs } from "./registers.ts";

const UNSEEN = "1 record was changed or ended, and another person has not approved that. Ask somebody else to.";

const now = new Date("2026-11-24T12:00:00.000Z");
const { records, policies, row, at, dayIn } = incidentRecords(now, "dan");
const dan = row(1, { kind: "employee", startsAt: "2026-01-01T00:00:00.000Z" }, { id: "dan", approval: null });
const left = { ...dan, state: "ended" as const };
const shredded = row(1, {
  matterIds: ["id 2"],
  method: "shred",
  certificate: "EX-000018",
  disposedOn: dayIn(-10),
});

type Rows = readonly SnapshotRow[];
const confirmed = (rows: Rows, more: Partial<ReadRegister> = {}): ReadRegister => ({
  rows,
  confirmedUntil: new Date(at(25)),
  confirmedCount: rows.filter(({ state }) => state !== "ended").length,
  ...more,
});
const usual: Readonly<Record<string, Rows>> = { ...records, people: [dan], disposals: [shredded] };
type Given = Readonly<Record<string, Rows | ReadRegister>>;

function judge(check: string, given: Given = {}, more: Partial<RegisterInputs> = {}) {
  const register = (key: string) => {
    const found = given[key] ?? usual[key] ?? [];
    return Array.isArray(found) ? confirmed(found as Rows) : (found as ReadRegister);
  };
  const inputs = { register, failingControls: [], systems: [], findings: [], policies, now, ...more };
  return registerChecks[check]!.judge(inputs);
}
const said = (check: string, given: Given = {}, more: Partial<RegisterInputs> = {}) => {
  const { outcome, reason } = judge(check, given, more);
  return [outcome, reason];
};
const but = (
  of: SnapshotRow,
  fields: Readonly<Record<string, FieldValue | undefined>>,
  more: Partial<SnapshotRow> = {},
): Rows => {
  const all = Object.entries({ ...of.fields, ...fields }).filter(([, value]) => value !== undefined);
  return [{ ...of, ...more, fields: Object.fromEntries(all) as SnapshotRow["fields"] }];
};
const unconfirmed = (rows: Rows) => confirmed(rows, { confirmedUntil: null });
const fewer = (rows: Rows) => confirmed(rows, { confirmedCount: rows.length + 1 });

const [incident] = records.incidents as [SnapshotRow];
const [alert] = records.alerts as [SnapshotRow];
const [request] = records["privacy-requests"] as [SnapshotRow];
const [matter, past] = records["client-matters"] as [SnapshotRow, SnapshotRow];
const [hold] = records["legal-holds"] as [SnapshotRow];
const [responder, onCall] = records.contacts as [SnapshotRow, SnapshotRow];
const [system] = records.systems as [SnapshotRow];
const live = { closedAt: undefined, discoveredAt: at(-10), noticeDecidedAt: at(-9) };

describe("an incident that first said an earlier discovery, and whose later one nobody else approved", () => {
  const check = "incident.notice-decided";
  // Decided in time by what it says now, and late by what it said first.
  const moved = but(incident, {}, { discoveredFirst: at(-53) });

  test("has its 72 hours counted from the earlier one, and says so", () => {
    expect(judge(check, { incidents: but(incident, {}) }).outcome).toBe("pass");
    expect(said(check, { incidents: moved })).toEqual([
      "fail",
      "No notice decision within 72 hours of the discovery: INC-1. Counted from when it was first said to be discovered, as nobody else approved the later time: INC-1.",
    ]);
  });

  test("is late no later where the hours that count are over", () => {
    const open = but(
      incident,
      { ...live, noticeDecision: undefined, noticeDecidedAt: undefined, noticeRecord: undefined, discoveredAt: at(-1) },
      { discoveredFirst: at(-2) },
    );
    expect(judge(check, { incidents: open }).until).toEqual(new Date(at(1)));
  });
});

describe("incident.records-complete", () => {
  const check = "incident.records-complete";
  const bare = "Closed without severity, timeline, cause, evidence or lessons: INC-1.";
  const old = { ...live, discoveredAt: at(-100), noticeDecidedAt: at(-99) };
  test.each<[string, Given, string, string]>([
    ["a complete one", {}, "pass", "1 closed within 365 days, 0 open."],
    ["none, confirmed", { incidents: [] }, "pass", "No incident is recorded."],
    [
      "none that was confirmed",
      { incidents: unconfirmed([]) },
      "unknown",
      "Nobody confirmed that Incidents is complete.",
    ],
    [
      "fewer than were confirmed",
      { incidents: fewer([incident]) },
      "unknown",
      "Incidents has fewer records than were confirmed. Confirm it again.",
    ],
    ["no cause", { incidents: but(incident, { cause: undefined }) }, "fail", bare],
    ["no severity", { incidents: but(incident, { severity: undefined }) }, "fail", bare],
    ["no evidence", { incidents: but(incident, { evidence: undefined }) }, "fail", bare],
    ["no lessons, unconfirmed", { incidents: unconfirmed(but(incident, { lessons: "  " })) }, "fail", bare],
    [
      "nobody else's review",
      { incidents: but(incident, {}, { approval: null, state: "waiting" }) },
      "unknown",
      "Closed, and not reviewed by another person with the evidence on file: INC-1.",
    ],
    [
      "evidence that was withdrawn",
      { incidents: but(incident, {}, { withdrawn: ["EX-000010"] }) },
      "unknown",
      "Closed, and not reviewed by another person with the evidence on file: INC-1.",
    ],
    [
      "one that is said to be closed long ago",
      {
        incidents: but(
          incident,
          { discoveredAt: at(-401), closedAt: at(-400), cause: undefined },
          { approval: null, state: "waiting" },
        ),
      },
      "unknown",
      "Closed more than 365 days ago, and not reviewed by another person: INC-1.",
    ],
    [
      "one that was closed long ago",
      { incidents: but(incident, { discoveredAt: at(-401), closedAt: at(-400), cause: undefined }) },
      "pass",
      "0 closed within 365 days, 0 open.",
    ],
    ["an open one", { incidents: but(incident, live) }, "pass", "0 closed within 365 days, 1 open."],
    [
      "one that is open for long",
      { incidents: but(incident, old, { changedAt: at(-15) }) },
      "fail",
      "Open for more than 90 days without an update in the last 14: INC-1.",
    ],
    [
      "one that was updated",
      { incidents: but(incident, old, { changedAt: at(-2) }) },
      "pass",
      "0 closed within 365 days, 1 open.",
    ],
    [
      "one of which nobody knows when it was updated",
      { incidents: but(incident, old) },
      "unknown",
      "When these were last updated is not known: INC-1.",
    ],
    [
      "one that was withdrawn",
      { incidents: but(incident, live, { state: "ended" }) },
      "fail",
      "Withdrawn without being closed: INC-1.",
    ],
    [
      "a discovery in the future",
      { incidents: but(incident, { discoveredAt: at(0.01) }) },
      "unknown",
      "When these were discovered cannot be: INC-1.",
    ],
    [
      "an end before its start",
      { incidents: but(incident, { closedAt: at(-51) }) },
      "unknown",
      "When these were closed cannot be: INC-1.",
    ],
    [
      "an exercise",
      { incidents: but(incident, { kind: "exercise", cause: undefined }) },
      "pass",
      "No incident is recorded.",
    ],
    [
      "an exercise that nobody else approved",
      { incidents: but(incident, { kind: "exercise" }, { approval: null }) },
      "unknown",
      "Nobody else approved that these are no incidents: INC-1.",
    ],
  ])("with %s", (_, given, outcome, reason) => expect(said(check, given)).toEqual([outcome, reason]));

  test("a pass ends when an open one is old without an update", () => {
    expect(
      judge(check, { incidents: but(incident, { ...live, discoveredAt: at(-80) }, { changedAt: at(0) }) }).until,
    ).toEqual(new Date(at(14)));
  });
});

describe("incident.notice-decided", () => {
  const check = "incident.notice-decided";
  const late = "No notice decision within 72 hours of the discovery: INC-1.";
  const open = { noticeDecision: undefined, noticeDecidedAt: undefined, noticeRecord: undefined, closedAt: undefined };
  test.each<[string, Given, string, string]>([
    ["a decision in time", {}, "pass", "1 incident touched such data, and is decided or in time."],
    ["none, confirmed", { incidents: [] }, "pass", "No incident touched personal, health or card data."],
    [
      "nobody's confirmation",
      { incidents: unconfirmed([incident]) },
      "unknown",
      "Nobody confirmed that Incidents is complete.",
    ],
    ["a decision after 73 hours", { incidents: but(incident, { noticeDecidedAt: at(-50 + 73 / 24) }) }, "fail", late],
    [
      "a decision in time as it is said, whose record was filed after 73 hours",
      { incidents: but(incident, {}, { made: { "EX-000011": at(-50 + 73 / 24) } }) },
      "fail",
      `${late} Decided in time as it is said, and filed later: INC-1. The record of a decision is filed within the 72 hours.`,
    ],
    [
      "a record of which nobody knows when it was filed",
      { incidents: but(incident, {}, { made: {} }) },
      "unknown",
      "When the record of the decision was filed is not known: INC-1.",
    ],
    ["no decision", { incidents: but(incident, open) }, "fail", late],
    ["counsel who was asked", { incidents: but(incident, { noticeDecision: "counsel" }) }, "fail", late],
    [
      "two days left",
      { incidents: but(incident, { ...open, discoveredAt: at(-1) }) },
      "pass",
      "1 incident touched such data, and is decided or in time.",
    ],
    [
      "a place without a rule",
      { incidents: but(incident, { places: ["eu", "other"] }) },
      "unknown",
      "Ask counsel: no rule is known for a place of INC-1.",
    ],
    [
      "a place whose law on client files is not known",
      { incidents: but(incident, { data: ["personal", "client"] }) },
      "unknown",
      "Ask counsel: no rule is known for a place of INC-1.",
    ],
    [
      "client files alone, approved by another, whose law is not known",
      { incidents: but(incident, { ...open, data: ["client"] }) },
      "unknown",
      "Ask counsel: no rule is known for a place of INC-1.",
    ],
    [
      "no place",
      { incidents: but(incident, { places: undefined }) },
      "unknown",
      "Ask counsel: no rule is known for a place of INC-1.",
    ],
    [
      "a place without a rule, and advice",
      { incidents: but(incident, { places: ["other"], counselAdvice: "EX-000019" }) },
      "pass",
      "1 incident touched such data, and is decided or in time.",
    ],
    [
      "a decision without its record",
      { incidents: but(incident, { noticeRecord: undefined }) },
      "unknown",
      "Not reviewed by another person with the decision on file: INC-1.",
    ],
    [
      "other data, as one person says",
      { incidents: but(incident, { ...open, data: ["business"] }, { approval: null }) },
      "unknown",
      "Not reviewed by another person with the decision on file: INC-1.",
    ],
    [
      "no data stated",
      { incidents: but(incident, { data: undefined }) },
      "unknown",
      "Which data these touched is not stated: INC-1.",
    ],
    [
      "a discovery in the future",
      { incidents: but(incident, { ...open, discoveredAt: at(1) }) },
      "unknown",
      "When these were discovered cannot be: INC-1.",
    ],
    [
      "a decision before the discovery",
      { incidents: but(incident, { noticeDecidedAt: at(-51) }) },
      "unknown",
      "When notice was decided cannot be: INC-1.",
    ],
  ])("with %s", (_, given, outcome, reason) => expect(said(check, given)).toEqual([outcome, reason]));

  test("a pass ends with the 72 hours of the first that is undecided", () => {
    expect(judge(check, { incidents: but(incident, { ...open, discoveredAt: at(-1) }) }).until).toEqual(
      new Date(at(2)),
    );
  });
});

describe("monitoring.alerts-handled", () => {
  const check = "monitoring.alerts-handled";
  const fresh = {
    raisedAt: at(-0.5),
    acknowledgedAt: undefined,
    closedAt: undefined,
    outcome: undefined,
    reason: undefined,
  };
  test.each<[string, Given, string, string]>([
    ["a handled one", {}, "pass", "1 alert in the last 30 days, handled or in time."],
    ["none, confirmed", { alerts: [] }, "unknown", "No alert is on record. Add one with the export that shows it."],
    [
      "an old one",
      { alerts: but(alert, { raisedAt: at(-40), acknowledgedAt: at(-39.9), closedAt: at(-39) }) },
      "pass",
      "No alert in the last 30 days. 1 earlier, and counted no more.",
    ],
    [
      "an old one that nobody else agrees came then",
      { alerts: but(alert, { raisedAt: at(-40) }, { approval: null }) },
      "unknown",
      "Not reviewed by another person with the export or ticket on file: ALR-1.",
    ],
    [
      "a late one that was withdrawn",
      {
        alerts: [
          alert,
          ...but(alert, { acknowledgedAt: undefined }, { id: "id 9", number: 9, state: "ended", endedAt: at(-1) }),
        ],
      },
      "fail",
      "Not acknowledged within one business day: ALR-9.",
    ],
    [
      "one that was changed and then withdrawn",
      { alerts: [alert, ...but(alert, {}, { id: "id 9", number: 9, state: "ended", version: 3, approval: null })] },
      "unknown",
      "Changed before they were withdrawn, and not reviewed by another person: ALR-9.",
    ],
    [
      "one that was withdrawn in time",
      {
        alerts: [
          alert,
          ...but(alert, { acknowledgedAt: undefined }, { id: "id 9", number: 9, state: "ended", endedAt: at(-4.9) }),
        ],
      },
      "unknown",
      `Alerts: ${UNSEEN}`,
    ],
    [
      "one that was withdrawn, as another person approved",
      {
        alerts: [
          alert,
          ...but(
            alert,
            { acknowledgedAt: undefined },
            { id: "id 9", number: 9, state: "ended", endedAt: at(-1), endApproval: { at: at(-1), another: true } },
          ),
        ],
      },
      "pass",
      "1 alert in the last 30 days, handled or in time.",
    ],
    [
      "one that was changed, and that nobody has approved since",
      {
        alerts: [
          alert,
          ...but(
            alert,
            {},
            { id: "id 9", number: 9, state: "waiting", version: 3, approval: null, approvedBefore: true },
          ),
        ],
      },
      "unknown",
      `Alerts: ${UNSEEN}`,
    ],
    ["nobody's confirmation", { alerts: unconfirmed([]) }, "unknown", "Nobody confirmed that Alerts is complete."],
    [
      "one of two days later",
      { alerts: but(alert, { acknowledgedAt: at(-1) }) },
      "fail",
      "Not acknowledged within one business day: ALR-1.",
    ],
    ["one that just came", { alerts: but(alert, fresh) }, "pass", "1 alert in the last 30 days, handled or in time."],
    ["no reason", { alerts: but(alert, { reason: undefined }) }, "fail", "Closed without a reason: ALR-1."],
    [
      "one that is open",
      { alerts: but(alert, { closedAt: undefined }) },
      "unknown",
      "Acknowledged and not closed yet: ALR-1.",
    ],
    [
      "an end before its start",
      { alerts: but(alert, { closedAt: at(-6) }) },
      "unknown",
      "Times of these cannot be: ALR-1.",
    ],
    [
      "nobody else's review",
      { alerts: but(alert, {}, { approval: null }) },
      "unknown",
      "Not reviewed by another person with the export or ticket on file: ALR-1.",
    ],
  ])("with %s", (_, given, outcome, reason) => expect(said(check, given)).toEqual([outcome, reason]));

  test("a business day is 24 hours, of which none on a weekend", () => {
    const after = (text: string) => afterBusinessDay(new Date(text)).toISOString();
    expect(after("2026-11-24T10:00:00Z")).toBe("2026-11-25T10:00:00.000Z");
    expect(after("2026-11-27T10:00:00Z")).toBe("2026-11-30T10:00:00.000Z");
    expect(after("2026-11-28T10:00:00Z")).toBe("2026-12-01T00:00:00.000Z");
    expect(after("2026-11-29T23:00:00Z")).toBe("2026-12-01T00:00:00.000Z");
  });
});

describe("requests.on-time", () => {
  const check = "requests.on-time";
  const bare = { extendedOn: undefined, extension: undefined, closedOn: undefined, answer: undefined };
  test.each<[string, Given, string, string]>([
    ["one that was extended in time", {}, "pass", "1 came, 0 open, none of them late."],
    ["none, confirmed", { "privacy-requests": [] }, "pass", "No privacy request came."],
    [
      "nobody's confirmation",
      { "privacy-requests": unconfirmed([]) },
      "unknown",
      "Nobody confirmed that Privacy requests is complete.",
    ],
    ["one month and no answer", { "privacy-requests": but(request, bare) }, "fail", "Not answered in time: PRQ-1."],
    [
      "a late one that was withdrawn",
      { "privacy-requests": but(request, bare, { state: "ended", endedAt: at(-1) }) },
      "fail",
      "Not answered in time: PRQ-1.",
    ],
    [
      "one that was changed and then withdrawn",
      { "privacy-requests": but(request, {}, { state: "ended", endedAt: at(-1), version: 3, approval: null }) },
      "unknown",
      "Changed before they were withdrawn, and not reviewed by another person: PRQ-1.",
    ],
    [
      "one that another person reviewed and that was then withdrawn",
      { "privacy-requests": but(request, {}, { state: "ended", endedAt: at(-1), version: 3 }) },
      "unknown",
      `Privacy requests: ${UNSEEN}`,
    ],
    [
      "a late one that was withdrawn, as another person approved",
      {
        "privacy-requests": but(request, bare, {
          state: "ended",
          endedAt: at(-1),
          endApproval: { at: at(-1), another: true },
        }),
      },
      "pass",
      "No privacy request came.",
    ],
    [
      "one that was answered late more than 365 days ago",
      {
        "privacy-requests": [
          request,
          ...but(
            request,
            { receivedOn: dayIn(-500), extendedOn: undefined, extension: undefined, closedOn: dayIn(-370) },
            { id: "id 9", number: 9 },
          ),
        ],
      },
      "pass",
      "1 came, 0 open, none of them late. Answered late more than 365 days ago, and counted no more: PRQ-9.",
    ],
    [
      "one that was answered late within 365 days",
      { "privacy-requests": but(request, { receivedOn: dayIn(-500), extendedOn: undefined, closedOn: dayIn(-360) }) },
      "fail",
      "Not answered in time: PRQ-1.",
    ],
    [
      "one that was answered late long ago, as nobody else agrees",
      {
        "privacy-requests": but(
          request,
          { receivedOn: dayIn(-500), extendedOn: undefined, closedOn: dayIn(-370) },
          { approval: null },
        ),
      },
      "fail",
      "Not answered in time: PRQ-1.",
    ],
    [
      "one that was extended late and then withdrawn",
      { "privacy-requests": but(request, { extendedOn: dayIn(-10) }, { state: "ended", endedAt: at(-1) }) },
      "fail",
      "Extended after the deadline: PRQ-1.",
    ],
    [
      "one that was taken back in time",
      { "privacy-requests": but(request, bare, { state: "ended", endedAt: at(-30) }) },
      "unknown",
      `Privacy requests: ${UNSEEN}`,
    ],
    [
      "50 days under the CCPA",
      { "privacy-requests": but(request, { ...bare, law: "ccpa" }) },
      "fail",
      "Not answered in time: PRQ-1.",
    ],
    [
      "44 days under the CCPA",
      { "privacy-requests": but(request, { ...bare, law: "ccpa", receivedOn: dayIn(-44) }) },
      "pass",
      "1 came, 1 open, none of them late.",
    ],
    [
      "an extension after its deadline",
      { "privacy-requests": but(request, { extendedOn: dayIn(-10) }) },
      "fail",
      "Extended after the deadline: PRQ-1.",
    ],
    [
      "an end before its start",
      { "privacy-requests": but(request, { closedOn: dayIn(-60) }) },
      "unknown",
      "Law or days of these cannot be: PRQ-1.",
    ],
    [
      "another law",
      { "privacy-requests": but(request, { law: "lgpd" }) },
      "unknown",
      "Law or days of these cannot be: PRQ-1.",
    ],
    [
      "no answer on file",
      { "privacy-requests": but(request, { answer: undefined }) },
      "unknown",
      "Not reviewed by another person with request and answer on file: PRQ-1.",
    ],
  ])("with %s", (_, given, outcome, reason) => expect(said(check, given)).toEqual([outcome, reason]));
});

describe("confidentiality.matter-access", () => {
  const check = "confidentiality.matter-access";
  const with_ = (fields: Record<string, FieldValue | undefined>, more: Partial<SnapshotRow> = {}) => ({
    "client-matters": [...but(matter, fields, more), past],
  });
  test.each<[string, Given, string, string]>([
    ["its group alone", {}, "pass", "1 confidential matter is open to its group alone."],
    ["no matter, confirmed", { "client-matters": [] }, "unknown", "No client matter is listed."],
    [
      "nobody's confirmation",
      { "client-matters": unconfirmed([matter]) },
      "unknown",
      "Nobody confirmed that Client matters is complete.",
    ],
    ["somebody else", with_({ accessIds: ["dan", "eve"] }), "fail", "Somebody outside the group has access: MAT-1."],
    ["a conflict", with_({ conflictIds: ["dan"] }), "fail", "Somebody in the group has a conflict: MAT-1."],
    ["somebody who left", { people: [left] }, "fail", "Somebody who does not work here has access: MAT-1."],
    ["nobody's access", with_({ accessIds: undefined }), "unknown", "Who has access was not read: MAT-1."],
    [
      "no word whether it is confidential",
      with_({ restricted: undefined }),
      "unknown",
      "Who may open these is not stated: MAT-1.",
    ],
    [
      "a list of 32 days ago",
      with_({ listedOn: dayIn(-32) }),
      "unknown",
      "No reviewed matter list of the last 31 days shows these: MAT-1.",
    ],
    [
      "a list that nobody else reviewed",
      with_({}, { approval: null }),
      "unknown",
      "No reviewed matter list of the last 31 days shows these: MAT-1.",
    ],
    [
      "one that was withdrawn while somebody else has access",
      with_({ accessIds: ["dan", "eve"] }, { state: "ended" }),
      "unknown",
      "Withdrawn without a disposal or an approved record that it is a mistake: MAT-1.",
    ],
    [
      "one that was withdrawn, and disposals that nobody confirmed",
      { ...with_({}, { state: "ended" }), disposals: unconfirmed([]) },
      "unknown",
      "Nobody confirmed that Disposals is complete.",
    ],
    [
      "one that was withdrawn as a mistake that another person approved",
      { ...with_({}, { state: "ended" }), disposals: but(shredded, { matterIds: ["id 1"], method: "mistake" }) },
      "pass",
      "No open matter is confidential.",
    ],
    [
      "an end that is to come",
      with_({ closedOn: dayIn(9), accessIds: ["dan", "eve"] }),
      "fail",
      "Somebody outside the group has access: MAT-1.",
    ],
  ])("with %s", (_, given, outcome, reason) => expect(said(check, given)).toEqual([outcome, reason]));
});

describe("retention.closed-matters", () => {
  const check = "retention.closed-matters";
  const lacking = "Past retention without a disposal or a hold: MAT-2.";
  const withdrawn = "Withdrawn without a disposal, a hold or an approved record that it is a mistake: MAT-2.";
  const held = but(hold, { matterIds: ["id 2"] });
  const mistake = but(shredded, { method: "mistake", certificate: undefined });
  test.each<[string, Given, string, string]>([
    ["a disposal", {}, "pass", "1 matter is past its retention, and is disposed of or held."],
    [
      "a hold",
      { disposals: [], "legal-holds": held },
      "pass",
      "1 matter is past its retention, and is disposed of or held.",
    ],
    [
      "a hold that was released",
      { disposals: [], "legal-holds": but(held[0]!, { releasedOn: dayIn(-1) }) },
      "fail",
      lacking,
    ],
    [
      "a hold that nobody else approved",
      { disposals: [], "legal-holds": but(held[0]!, {}, { approval: null }) },
      "fail",
      `${lacking} One person can lift these holds, because nobody else approved them: HLD-${held[0]!.number}.`,
    ],
    ["neither", { disposals: [] }, "fail", lacking],
    [
      "a matter that was withdrawn",
      { "client-matters": [matter, { ...past, state: "ended" }], disposals: [] },
      "fail",
      withdrawn,
    ],
    [
      "one that was withdrawn before it closed",
      { "client-matters": [matter, ...but(past, { closedOn: undefined }, { state: "ended" })], disposals: [] },
      "fail",
      withdrawn,
    ],
    [
      "one that was withdrawn once its files were destroyed",
      { "client-matters": [matter, { ...past, state: "ended" }] },
      "pass",
      "No matter is past its retention.",
    ],
    [
      "one that never was, as another person approved",
      { "client-matters": [matter, { ...past, state: "ended" }], disposals: mistake },
      "pass",
      "No matter is past its retention.",
    ],
    [
      "one that never was, as nobody else approved",
      { "client-matters": [matter, { ...past, state: "ended" }], disposals: but(mistake[0]!, {}, { approval: null }) },
      "fail",
      withdrawn,
    ],
    [
      "a certificate that was withdrawn",
      { disposals: but(shredded, {}, { withdrawn: ["EX-000018"] }) },
      "fail",
      lacking,
    ],
    ["a disposal of before it was closed", { disposals: but(shredded, { disposedOn: "2016-02-01" }) }, "fail", lacking],
    ["no matter, confirmed", { "client-matters": [] }, "unknown", "No client matter is listed."],
    [
      "no word how long it is kept",
      { "client-matters": but(past, { keptYears: undefined }) },
      "unknown",
      "When these closed or how long they are kept is not known: MAT-2.",
    ],
    [
      "holds that nobody confirmed",
      { "legal-holds": unconfirmed([]) },
      "unknown",
      "Nobody confirmed that Legal holds is complete.",
    ],
  ])("with %s", (_, given, outcome, reason) => expect(said(check, given)).toEqual([outcome, reason]));

  test("a pass ends with the first that is past its retention", () => {
    const soon = but(past, { closedOn: "2019-11-30" });
    expect(judge(check, { "client-matters": soon }).until).toEqual(new Date("2026-12-01T00:00:00.000Z"));
  });
});

describe("incident.plan-within-year", () => {
  const check = "incident.plan-within-year";
  const [plan, other] = records["policy-versions"] as [SnapshotRow, SnapshotRow];
  const none = { ...policies, frameworks: ["soc2"] };
  test("passes while it is in force, says what it must, and its people can be reached", () => {
    expect(said(check)).toEqual(["pass", expect.stringContaining("2 responders and people on call are listed.")]);
    expect(judge(check).until).toEqual(new Date(at(25)));
  });
  test.each<[string, Given, string, string]>([
    ["nobody on call", { contacts: [responder] }, "fail", "Contacts lists nobody on call."],
    ["nobody, confirmed", { contacts: [] }, "fail", "Contacts lists nobody as responder."],
    [
      "nobody's confirmation",
      { contacts: unconfirmed([responder, onCall]) },
      "unknown",
      "Nobody confirmed that Contacts is complete.",
    ],
    ["a responder who left", { people: [left] }, "fail", "These do not work here: CTC-1, CTC-2."],
    [
      "no number",
      { contacts: [...but(responder, { phone: undefined }), onCall] },
      "fail",
      "No phone or email is listed for CTC-1.",
    ],
    ["no such policy", { policies: [] }, "unknown", "Incident response plan is not written as a policy here."],
    [
      "no version in force",
      { "policy-versions": [other] },
      "unknown",
      "No version of Incident response plan is in force. Have one approved in Policies.",
    ],
  ])("with %s", (_, given, outcome, reason) => expect(said(check, given)).toEqual([outcome, reason]));

  test("says what the plan leaves out, of each framework that is open too", () => {
    const text = "# Plan\n\n## Severity\n\nHigh.\n\n## Notice\n\n72 hours.\n";
    const leaf = sha256OfText(text);
    const given = (own: string, hash: string) => ({
      "policy-versions": [...but(plan, { text: own, sha256: hash, leaf: hash }), other],
      "policy-approvals": records["policy-approvals"].map(
        (approval) =>
          but(approval, {
            sha256: approval.fields["versionId"] === plan.id ? hash : (approval.fields["sha256"] as string),
          })[0]!,
      ),
    });
    expect(said(check, given(text, leaf))).toEqual([
      "fail",
      "The plan does not say: roles, severity levels, evidence, notice for gdpr, notice for hipaa and 1 more.",
    ]);
    expect(said(check, {}, { policies: none })[0]).toBe("pass");
  });
});

describe("continuity.plan-within-year", () => {
  const check = "continuity.plan-within-year";
  const unlisted = "The plan's recovery table does not have these as Systems has them now: SYS-1.";
  test.each<[string, Given, string, string | object]>([
    ["each system", {}, "pass", expect.stringContaining("Systems with recovery goals: 1.") as object],
    ["no system, confirmed", { systems: [] }, "unknown", "No system is listed."],
    [
      "nobody's confirmation",
      { systems: unconfirmed([system]) },
      "unknown",
      "Nobody confirmed that Systems is complete.",
    ],
    [
      "no recovery time",
      { systems: but(system, { rtoHours: undefined }) },
      "fail",
      "No rank, recovery time or data loss is stated: SYS-1.",
    ],
    ["another recovery time", { systems: but(system, { rtoHours: 8 }) }, "unknown", unlisted],
    ["another system", { systems: but(system, { systemId: "aws" }) }, "unknown", unlisted],
    [
      "no such policy",
      { policies: [] },
      "unknown",
      expect.stringContaining("is not written as a policy here.") as object,
    ],
  ])("with %s", (_, given, outcome, reason) => expect(said(check, given)).toEqual([outcome, reason]));
});
