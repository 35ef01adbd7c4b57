import { describe, expect, test } from "vitest";
import { noticePlaces, noticeRules } from "#catalog/notice-rules.ts";
import {
  breachOf,
  isRunning,
  daysLeftUntil,
  leftUntil,
  nextDeadline,
  noticeDuties,
  openLaw,
  placesWithoutRule,
} from "./notice-clock.ts";

const discoveredAt = "2026-11-24T12:00:00.000Z";
const duties = (data: string[], places: string[], contracts: { title: string; hours: number | undefined }[] = []) =>
  noticeDuties(noticeRules, noticePlaces, { data, places, discoveredAt, contracts }).map(({ label, dueAt }) => [
    label,
    dueAt,
  ]);

describe("deadlines to give notice", () => {
  test("are 72 hours to the GDPR's authority, 30 days in California and 60 days under HIPAA, counted from the discovery", () => {
    expect(duties(["health"], ["us-ca", "eu"])).toEqual([
      ["GDPR, supervisory authority", "2026-11-27T12:00:00.000Z"],
      ["California, residents", "2026-12-24T12:00:00.000Z"],
      ["HIPAA, individuals", "2027-01-23T12:00:00.000Z"],
    ]);
  });

  test("of contracts are the hours that each says, and one that says none is for counsel", () => {
    const contracts = [
      { title: "Hosting", hours: 24 },
      { title: "Terms", hours: undefined },
    ];
    expect(duties(["personal"], ["eu"], contracts)).toEqual([
      ["Hosting", "2026-11-25T12:00:00.000Z"],
      ["GDPR, supervisory authority", "2026-11-27T12:00:00.000Z"],
      ["Terms", null],
    ]);
  });

  test("are never none for a place without a rule, for client files, or while nobody said what and whom it touched", () => {
    expect(duties(["personal"], ["other", "us-other"])).toEqual([
      ["Another country", null],
      ["Another US state", null],
    ]);
    expect(duties(["client"], ["eu"])).toEqual([["European Union or EEA", null]]);
    // Whether a company is under HIPAA does not say whether the state asks for more.
    expect(duties(["health"], ["us-other"])).toEqual([
      ["HIPAA, individuals", "2027-01-23T12:00:00.000Z"],
      ["Another US state", null],
    ]);
    expect(duties([], [])).toEqual([
      ["Data it touched", null],
      ["Places", null],
    ]);
    expect(duties(["business"], [])).toEqual([]);
    expect(placesWithoutRule(noticeRules, ["personal"], ["eu", "a place of tomorrow"])).toEqual([
      "a place of tomorrow",
    ]);
  });

  test("ask counsel where a place is known and its law on some of the data is not", () => {
    expect(duties(["personal", "client"], ["eu"])).toEqual([
      ["GDPR, supervisory authority", "2026-11-27T12:00:00.000Z"],
      ["European Union or EEA", null],
    ]);
    expect(placesWithoutRule(noticeRules, ["personal", "business"], ["eu"])).toEqual([]);
    const law = (fields: Record<string, string | string[]>) => openLaw(noticeRules, noticePlaces, fields);
    expect(law({ data: ["personal"], places: ["eu", "other"] })).toBe("Ask counsel: Another country");
    expect(law({ data: ["personal"], places: ["other"], counselAdvice: "EX-000001" })).toBe(
      "Counsel advised: Another country",
    );
    expect(law({ data: ["personal"] })).toBe("Ask counsel: where affected people live");
    expect(law({ data: ["personal"], places: ["eu"] })).toBeUndefined();
    expect(law({ data: ["business"] })).toBeUndefined();
  });

  test("of clients nobody named are said beside the others while the incident runs, with the question whether it touched them", () => {
    const fields = { kind: "incident", discoveredAt, data: ["personal"], places: ["eu"] };
    const breach = breachOf(fields, [], [{ title: "Acme", noticeHours: 24 }, { title: "Birch" }])!;
    const [first, ...more] = noticeDuties(noticeRules, noticePlaces, breach);
    expect(first).toEqual({
      label: "Acme",
      dueAt: "2026-11-25T12:00:00.000Z",
      source: expect.stringMatching(/^This contract asks for notice if the incident touched this client\. /),
    });
    expect(more.map(({ label }) => label)).toEqual(["GDPR, supervisory authority"]);
    expect(isRunning(fields)).toBe(true);
    expect(isRunning({ ...fields, closedAt: discoveredAt })).toBe(false);
    expect(isRunning({ ...fields, kind: "mistake" })).toBe(false);
    expect(isRunning({ ...fields, data: ["public"] })).toBe(false);
  });

  test("are the same whatever time zone the discovery was told in", () => {
    const told = (text: string) => breachOf({ discoveredAt: text, data: ["personal"], places: ["eu"] })!;
    const due = (text: string) => noticeDuties(noticeRules, noticePlaces, told(text))[0]!.dueAt;
    expect(due("2026-11-24T21:00:00+09:00")).toBe(due(discoveredAt));
    expect(due("2026-11-24T04:00:00-08:00")).toBe(due(discoveredAt));
    expect(breachOf({ discoveredAt: "soon" })).toBeUndefined();
  });

  test("name their law and the day on which it was read, each once", () => {
    for (const { source, asOf, hours, places, data } of noticeRules) {
      expect(source).toMatch(/\d/);
      expect(asOf).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      expect(hours).toBeGreaterThan(0);
      expect(Object.keys(noticePlaces)).toEqual(expect.arrayContaining([...places]));
      expect(data.length).toBeGreaterThan(0);
    }
    expect(new Set(noticeRules.map(({ duty }) => duty)).size).toBe(noticeRules.length);
  });
});

test.each([
  ["2026-11-24T12:00:00.000Z", "72 hours left"],
  ["2026-11-24T12:00:00.001Z", "71 hours left"],
  ["2026-11-27T10:59:00.000Z", "1 hour left"],
  ["2026-11-27T11:30:00.000Z", "Less than 1 hour left"],
  ["2026-11-27T12:00:00.000Z", "Due now"],
  ["2026-11-27T15:10:00.000Z", "3 hours late"],
])("at %s, 72 hours from the discovery are said as %s", (at, words) => {
  expect(leftUntil("2026-11-27T12:00:00.000Z", new Date(at))).toBe(words);
});

test.each([
  ["2026-10-29T12:00:00.000Z", "29 days left"],
  ["2026-10-29T12:00:00.001Z", "28 days left"],
  ["2026-11-23T12:00:00.000Z", "4 days left"],
  ["2026-11-23T12:00:00.001Z", "95 hours left"],
  ["2026-11-28T12:00:00.000Z", "24 hours late"],
  ["2026-12-27T12:00:00.000Z", "30 days late"],
])("at %s, what somebody had weeks for is said as %s", (at, words) => {
  expect(daysLeftUntil("2026-11-27T12:00:00.000Z", new Date(at))).toBe(words);
});

test("a list says the next deadline, that it was decided, or that it is an exercise", () => {
  const now = new Date("2026-11-25T12:00:00Z");
  const said = (fields: Record<string, string>) =>
    nextDeadline(noticeRules, noticePlaces, { discoveredAt, data: ["personal"], places: ["eu"], ...fields }, now);
  expect(said({ kind: "incident" })).toBe("GDPR, supervisory authority: 48 hours left");
  expect(said({ kind: "incident", noticeDecision: "counsel" })).toBe("GDPR, supervisory authority: 48 hours left");
  expect(said({ kind: "incident", noticeDecision: "none" })).toBe("Decided");
  const abroad = { kind: "incident", places: ["eu", "other"] } as unknown as Record<string, string>;
  expect(said(abroad)).toBe("GDPR, supervisory authority: 48 hours left. Ask counsel: Another country");
  expect(said({ ...abroad, noticeDecision: "none" })).toBe("Ask counsel: Another country");
  expect(said({ ...abroad, noticeDecision: "none", counselAdvice: "EX-000001" })).toBe("Decided");
  expect(said({ kind: "exercise" })).toBe("Exercise. GDPR, supervisory authority: 48 hours left");
  const closedAt = discoveredAt;
  expect(said({ kind: "exercise", closedAt })).toBe("Exercise. Closed");
  // Whoever closes an incident still has to decide.
  expect(said({ closedAt })).toBe("GDPR, supervisory authority: 48 hours left");
  expect(leftUntil(null, now)).toBe("Ask counsel");
  expect(leftUntil("2027-01-23T12:00:00.000Z", now)).toBe("1,416 hours left");
});
