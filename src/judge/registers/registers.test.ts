import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DOCUMENT_ASPECT } from "#domain/documents/document-answer.ts";
import { registers } from "#catalog/registers/index.ts";
import { checksOfRegisters, isPart } from "#catalog/parts.ts";
import type { PartsAnswer } from "#domain/judge/contract.ts";
import type { FieldValue } from "#domain/registers/register.ts";
import { SNAPSHOT_FORMAT } from "#domain/registers/snapshot.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { judge } from "../judge.ts";
import { judgeRegisters, registerChecks, systemChecks } from "./index.ts";
import { oktaSystem } from "#tests/support/read-system.ts";
import type { ReadRegister, RegisterInputs } from "./registers.ts";
import { policyChecks } from "./policies.ts";
import { trainingChecks } from "./training.ts";

const now = new Date("2026-11-23T12:00:00.000Z");
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);
const dayIn = (days: number) => inDays(days).toISOString().slice(0, 10);

const row = (
  number: number,
  fields: Readonly<Record<string, FieldValue>>,
  more: Partial<SnapshotRow> = {},
): SnapshotRow => ({
  id: `id ${number}`,
  number,
  version: 1,
  state: "open",
  fields,
  approval: null,
  withdrawn: [],
  account: null,
  accounts: [],
  ...more,
});
const dan = row(1, { startsAt: "2026-01-01T00:00:00.000Z" }, { account: true });
const owner = row(1, { duty: "security-owner", holderId: dan.id });
const approved = { approval: { at: "2026-01-01T00:00:00.000Z", another: true } };
const screening = row(
  1,
  { kind: "background", personId: dan.id, completedOn: "2026-01-02", report: "EX-000001" },
  approved,
);
const action = row(1, { title: "Fix", ownerId: dan.id, dueOn: dayIn(3), controls: ["XC-08"] });
const admin = row(
  1,
  { kind: "administrator", subject: "dan@acme.test", systemId: "okta", expiresOn: dayIn(60), peopleIds: [dan.id] },
  approved,
);
const okta = oktaSystem([{ roles: ["SUPER_ADMIN"] }], { "1": dan.id });
const stranger = oktaSystem([{}], {});

type Given = Readonly<Record<string, readonly SnapshotRow[] | ReadRegister>>;
const confirmed = (rows: readonly SnapshotRow[], days = 50): ReadRegister => ({ rows, confirmedUntil: inDays(days) });
const usual: Given = { people: [dan], roles: [owner], screenings: [screening], actions: [action], approvals: [admin] };
function inputs(given: Given = {}, more: Partial<RegisterInputs> = {}): RegisterInputs {
  const all: Given = { ...usual, ...given };
  const register = (key: string) => {
    const found = all[key] ?? [];
    return Array.isArray(found) ? confirmed(found as readonly SnapshotRow[]) : (found as ReadRegister);
  };
  return { register, failingControls: ["XC-08"], systems: [okta], findings: [], now, ...more };
}
const unconfirmed = (rows: readonly SnapshotRow[]): ReadRegister => ({ rows, confirmedUntil: null });
const ended = (rows: readonly SnapshotRow[]): ReadRegister => ({ rows, confirmedUntil: inDays(-1) });

const left = row(1, { startsAt: "2026-01-01T00:00:00.000Z" }, { state: "ended", account: true });
type Row = [check: string, what: string, given: Given, more: Partial<RegisterInputs>, outcome: string, reason: string];
const cases: Row[] = [
  ["oversight.owner-named", "an active owner", {}, {}, "pass", "PER-1 is security owner, and is active."],
  ["oversight.owner-named", "none", { roles: [] }, {}, "fail", "Nobody is security owner."],
  ["oversight.owner-named", "two", { roles: [owner, owner] }, {}, "fail", "2 people are security owner. Name one."],
  [
    "oversight.owner-named",
    "one who left",
    { people: [left] },
    {},
    "fail",
    "The security owner, PER-1, does not work here.",
  ],
  [
    "oversight.owner-named",
    "one without an account",
    { people: [{ ...dan, account: false }] },
    { systems: [oktaSystem([{ status: "SUSPENDED" }], { "1": dan.id })] },
    "fail",
    "The security owner, PER-1, has no active account in Exhibit.",
  ],
  [
    "oversight.owner-named",
    "one whose account is in a connected system",
    { people: [{ ...dan, account: null }] },
    {},
    "pass",
    "PER-1 is security owner, and is active.",
  ],
  [
    "oversight.owner-named",
    "nobody's confirmation",
    { roles: unconfirmed([owner]) },
    {},
    "unknown",
    "Nobody confirmed that Roles is complete.",
  ],
  [
    "oversight.owner-named",
    "an old confirmation",
    { people: ended([dan]) },
    {},
    "unknown",
    "The confirmation of People has ended.",
  ],
  [
    "oversight.owner-named",
    "nothing at all",
    { people: unconfirmed([]), roles: unconfirmed([]) },
    {},
    "unknown",
    "Nobody confirmed that Roles is complete.",
  ],
  ["oversight.actions-on-time", "actions in time", {}, {}, "pass", "1 open, none of them late."],
  [
    "oversight.actions-on-time",
    "a late one",
    { actions: [row(2, { ...action.fields, dueOn: dayIn(-31) } as never)] },
    {},
    "fail",
    "More than 30 days late: ACT-2.",
  ],
  [
    "oversight.actions-on-time",
    "an owner who left",
    { people: [left] },
    {},
    "fail",
    "The owner does not work here: ACT-1.",
  ],
  [
    "oversight.actions-on-time",
    "a failing control without one",
    {},
    { failingControls: ["XC-08", "XC-09"] },
    "fail",
    "No action is open for a failing control: XC-09.",
  ],
  [
    "oversight.actions-on-time",
    "a late one that nobody confirmed",
    { actions: unconfirmed([row(2, { ...action.fields, dueOn: dayIn(-31) } as never)]) },
    {},
    "fail",
    "More than 30 days late: ACT-2.",
  ],
  [
    "oversight.actions-on-time",
    "no list of findings",
    {},
    { findings: null },
    "unknown",
    "Audit findings are in no register yet.",
  ],
  [
    "oversight.actions-on-time",
    "an unconfirmed register",
    { actions: unconfirmed([]) },
    {},
    "unknown",
    "Nobody confirmed that Actions is complete.",
  ],
  [
    "people.screened-before-access",
    "a screening before",
    {},
    {},
    "pass",
    "1 people with accounts were screened before, or had one for a year.",
  ],
  [
    "people.screened-before-access",
    "one after",
    { screenings: [row(1, { ...screening.fields, completedOn: "2026-01-06" } as never, approved)] },
    {},
    "fail",
    "No screening before the first account: 1 person.",
  ],
  [
    "people.screened-before-access",
    "one that nobody else approved",
    { screenings: [{ ...screening, approval: null }] },
    {},
    "fail",
    "No screening before the first account: 1 person.",
  ],
  [
    "people.screened-before-access",
    "a report that was withdrawn",
    { screenings: [{ ...screening, withdrawn: ["EX-000001"] }] },
    {},
    "fail",
    "No screening before the first account: 1 person.",
  ],
  [
    "people.screened-before-access",
    "an exception by law",
    { screenings: [row(1, { kind: "exception", personId: dan.id, law: "BDSG" }, approved)] },
    {},
    "pass",
    "1 people with accounts were screened before, or had one for a year.",
  ],
  [
    "people.screened-before-access",
    "no accounts",
    {},
    { systems: [] },
    "unknown",
    "No connected system says since when people have accounts.",
  ],
  [
    "people.screened-before-access",
    "nobody's account",
    {},
    { systems: [stranger] },
    "unknown",
    "Nobody said whose account it is: dan@acme.test.",
  ],
  [
    "people.screened-before-access",
    "an account of which nobody says when it was made",
    {},
    { systems: [oktaSystem([{ createdOn: null }], { "1": dan.id })] },
    "unknown",
    "Since when some have accounts was not read.",
  ],
  [
    "people.screened-before-access",
    "an account that is older than a year",
    { screenings: confirmed([]) },
    { systems: [oktaSystem([{ createdOn: "2025-01-01" }], { "1": dan.id })] },
    "pass",
    "1 people with accounts were screened before, or had one for a year.",
  ],
  [
    "people.screened-before-access",
    "accounts that were read in part",
    {},
    { systems: [oktaSystem([{}], { "1": dan.id }, { steps: [] })] },
    "unknown",
    "Not every account was read.",
  ],
  [
    "people.screened-before-access",
    "an empty register",
    { screenings: unconfirmed([]) },
    {},
    "unknown",
    "Nobody confirmed that Screenings is complete.",
  ],
];

test.each(cases)("%s with %s", (check, _, given, more, outcome, reason) => {
  const verdict = registerChecks[check]!.judge(inputs(given, more));
  expect([verdict.outcome, verdict.reason]).toEqual([outcome, reason]);
});

test("a pass ends with the first of its inputs", () => {
  const until = (given: Given, check = "oversight.owner-named") => registerChecks[check]!.judge(inputs(given)).until;
  expect(until({})).toEqual(inDays(50));
  expect(until({ people: confirmed([dan], 20) })).toEqual(inDays(20));
  const leaving = row(1, { startsAt: "2026-01-01T00:00:00.000Z", endsAt: inDays(9).toISOString() }, { account: true });
  expect(until({ people: [leaving] })).toEqual(inDays(9));
});

describe.each(Object.keys(registerChecks))("%s", (check) => {
  test("passes nothing where a register that it passes by is unconfirmed, stale or empty", () => {
    const passesWith = (given: Given) => registerChecks[check]!.judge(inputs(given)).outcome === "pass";
    expect(passesWith({})).toBe(true);
    const asked = registerChecks[check]!.asks;
    for (const key of asked) {
      const rows = usual[key] as readonly SnapshotRow[];
      for (const register of [unconfirmed(rows), unconfirmed([]), ended(rows)])
        expect(passesWith({ [key]: register })).toBe(false);
    }
  });

  test("is never greener with less known", () => {
    const keys = Object.keys(usual);
    fc.assert(
      fc.property(
        fc.subarray(keys),
        fc.subarray(keys),
        fc.constantFrom<Partial<RegisterInputs>>({}, { systems: [] }, { findings: null }, { systems: [stranger] }),
        (stale, empty, more) => {
          const given = Object.fromEntries([
            ...empty.map((key) => [key, unconfirmed([])] as const),
            ...stale.map((key) => [key, ended(usual[key] as readonly SnapshotRow[])] as const),
          ]);
          const worse = registerChecks[check]!.judge(inputs(given, more)).outcome;
          const isLess = registerChecks[check]!.asks.some((key) => key in given);
          expect(isLess && worse === "pass").toBe(false);
        },
      ),
    );
  });
});

/** Every field that somebody may type, filled with what they would like to be true, in many records; nothing filed, approved or collected. */
const wishes = registers.map(({ key, fields }) => ({
  register: key,
  rows: [
    row(
      1,
      Object.fromEntries(
        Object.entries(fields)
          .filter(([, { origin }]) => origin === "stated")
          .map(([name, field]): [string, FieldValue] => {
            const text: Record<string, FieldValue> = {
              person: dan.id,
              choice: Object.keys(field.choices ?? { a: 1 })[0]!,
              date: dayIn(5),
              instant: name === "endsAt" ? inDays(300).toISOString() : "2026-01-01T00:00:00.000Z",
              list: [dan.id],
            };
            return [name, text[field.type] ?? "yes"];
          }),
      ),
      { account: true },
    ),
  ],
}));
const snapshot = {
  format: SNAPSHOT_FORMAT,
  takenAt: now.toISOString(),
  registers: registers.map(({ key }) => ({
    key,
    count: 1,
    confirmation: { at: now.toISOString(), until: inDays(92).toISOString(), count: 1 },
    pages: ["0".repeat(64)],
  })),
  collections: [],
  programs: [],
  failingControls: [],
};

test("wishes in every stated field pass only the checks that ask for a declaration", () => {
  const { parts } = judgeRegisters({
    kind: "registers",
    instant: now.toISOString(),
    input: { snapshot, pages: wishes, collections: [] },
  });
  // What is printed from registers is on file only once another person accepted it.
  const checks = parts.filter(({ aspect }) => aspect !== DOCUMENT_ASPECT);
  expect(checks.filter(({ outcome }) => outcome === "pass").map(({ check }) => check)).toEqual([
    "oversight.owner-named",
  ]);
  const given = Object.fromEntries(wishes.map(({ register, rows }) => [register, rows]));
  const passing = Object.keys(registerChecks).filter(
    (check) => registerChecks[check]!.judge(inputs(given, { failingControls: [], findings: [] })).outcome === "pass",
  );
  // That actions are in time is their owners' and due dates' declaration; what they are about is collected.
  expect(passing).toEqual(["oversight.owner-named", "oversight.actions-on-time"]);
});

test("the table of what decides checks counts those that registers can pass by themselves", () => {
  const passing = [systemChecks, policyChecks, trainingChecks].flatMap((checks) => Object.keys(checks));
  expect(new Set(checksOfRegisters)).toEqual(new Set(["oversight.owner-named", "training.developers", ...passing]));
  // Of what is kept beside the registers no declaration speaks.
  const keys = new Set(registers.map(({ key }) => key));
  const ofRegisters = Object.keys(systemChecks).filter((check) =>
    systemChecks[check]!.asks.every((key) => keys.has(key)),
  );
  const all = [...Object.keys(registerChecks), ...ofRegisters];
  expect(new Set(registers.flatMap(({ checks }) => checks))).toEqual(new Set(all));
  for (const [check, { aspect }] of Object.entries(systemChecks)) expect(isPart(`${check}/${aspect}`)).toBe(true);
});

describe("a question about registers", () => {
  const ask = (changed: Record<string, unknown> = {}, pages: unknown = wishes) =>
    JSON.parse(
      judge(
        JSON.stringify({
          kind: "registers",
          instant: now.toISOString(),
          input: { snapshot: { ...snapshot, ...changed }, pages, collections: [] },
        }),
      ),
    ) as PartsAnswer | { kind: "none"; reason: string };

  test("is answered for whole days, and refused where anything in it is missing or unknown", () => {
    const answer = ask();
    // What asks for more than registers hold yet says only what speaks against it.
    expect("parts" in answer && answer.parts.filter(({ aspect }) => aspect !== DOCUMENT_ASPECT)).toMatchObject([
      { check: "oversight.owner-named", aspect: "register", outcome: "pass" },
    ]);
    for (const [changed, pages] of [
      [{ format: "exhibit-registers/2" }, wishes],
      [{ failingControls: undefined }, wishes],
      [{ registers: [{ key: "people" }] }, wishes],
      [{}, [{ register: "people", rows: [{ id: "1" }] }]],
      [{}, [{ register: "people", rows: [{ ...dan, state: "lost" }] }]],
      [{}, [{ register: "people", rows: [{ ...dan, fields: { name: { sha256: "x" } } }] }]],
      [{}, [{ register: "people", rows: [dan, dan] }]],
      [{}, "none"],
    ] as const)
      expect(ask(changed, pages)).toMatchObject({ kind: "none" });
  });

  test("is refused where pages are fewer, other or hold fewer records than the snapshot says", () => {
    const [first, ...others] = wishes;
    const second = { ...first!, rows: first!.rows.map((own) => ({ ...own, id: "second" })) };
    const ended = { ...first!, rows: first!.rows.map((own) => ({ ...own, state: "ended" as const })) };
    const twoPages = snapshot.registers.map((register, at) =>
      at === 0 ? { ...register, pages: ["0".repeat(64), "1".repeat(64)] } : register,
    );
    for (const [changed, pages] of [
      [{}, others],
      [{}, [...wishes, second]],
      [{}, [ended, ...others]],
      [{}, [{ ...first!, register: "unnamed" }, ...others]],
      [{ registers: twoPages }, wishes],
      [{ registers: twoPages }, [...wishes, first]],
      [{ registers: twoPages.map((own) => ({ ...own, count: own.pages.length })) }, [...wishes, first]],
      [{ registers: snapshot.registers.slice(1) }, wishes],
    ] as const)
      expect(ask(changed, pages)).toEqual({ kind: "none", reason: expect.stringContaining("input.pages") as string });
  });

  test("about registers that nobody uses is answered with nothing", () => {
    const unused = snapshot.registers.map((register) => ({ ...register, count: 0, confirmation: null, pages: [] }));
    expect(ask({ registers: unused }, [])).toEqual({ kind: "parts", parts: [] });
  });
});
