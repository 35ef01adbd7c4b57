import { describe, expect, test } from "vitest";
import { DOCUMENT_ASPECT } from "#domain/documents/document-answer.ts";
import type { FieldValue } from "#domain/registers/register.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { digestOfConfirmed } from "#domain/registers/confirmed.ts";
import { SNAPSHOT_FORMAT } from "#domain/registers/snapshot.ts";
import type { PartsAnswer } from "#domain/judge/contract.ts";
import { oktaExhibit, oktaSystem } from "#tests/support/read-system.ts";
import { saidDays } from "#tests/support/sealed-rows.ts";
import type { OktaUser } from "#tests/support/read-system.ts";
import { judge } from "../judge.ts";
import { systemChecks } from "./system-checks.ts";
import type { ReadRegister, ReadSystem } from "./registers.ts";

// What the registers say of a connected system, together with its accounts.

const now = new Date("2026-11-23T12:00:00.000Z");
const HOUR = 3_600_000;
const ago = (hours: number) => new Date(now.getTime() - hours * HOUR).toISOString();
const inDays = (days: number) => new Date(now.getTime() + days * 24 * HOUR);
const dayIn = (days: number) => inDays(days).toISOString().slice(0, 10);

function row(
  number: number,
  fields: Readonly<Record<string, FieldValue>>,
  more: Partial<SnapshotRow> = {},
): SnapshotRow {
  const usual = { version: 1, state: "open", approval: null, withdrawn: [], account: null, accounts: [] } as const;
  return { id: `person ${number}`, number, fields, ...usual, ...saidDays(fields), ...more };
}
const started = { startsAt: "2026-01-01T00:00:00.000Z" };
const dan = row(1, started);
const eve = row(2, started);
const leaving = (endsAt: string, more: Partial<SnapshotRow> = {}) => row(1, { ...started, endsAt }, more);
const approval = (kind: string, more: Readonly<Record<string, FieldValue>> = {}, another = true) =>
  row(
    1,
    { kind, subject: "Dan@acme.test", systemId: "okta", expiresOn: dayIn(60), ...more },
    { approval: { at: ago(100), another } },
  );

interface Given {
  readonly people?: readonly SnapshotRow[] | ReadRegister;
  readonly approvals?: readonly SnapshotRow[] | ReadRegister;
  readonly users?: readonly OktaUser[];
  /** By an account's id a person's. */
  readonly owners?: Readonly<Record<string, string>>;
  readonly more?: Parameters<typeof oktaSystem>[2];
}

const confirmed = (rows: readonly SnapshotRow[]): ReadRegister => ({ rows, confirmedUntil: inDays(50) });
const unconfirmed = (rows: readonly SnapshotRow[]): ReadRegister => ({ rows, confirmedUntil: null });
const owned = { "1": dan.id };

function said(check: string, { people = [dan], approvals = [], users = [{}], owners = owned, more }: Given) {
  const all: Readonly<Record<string, readonly SnapshotRow[] | ReadRegister>> = { people, approvals };
  const register = (key: string) => {
    const found = all[key] ?? [];
    return Array.isArray(found) ? confirmed(found as readonly SnapshotRow[]) : (found as ReadRegister);
  };
  const system: ReadSystem = oktaSystem(users, owners, more);
  return systemChecks[check]!.judge({ register, failingControls: [], systems: [system], now }, system);
}

type Case = [check: string, what: string, given: Given, outcome: string, reason: string];
const ADMIN: readonly OktaUser[] = [{ roles: ["SUPER_ADMIN"] }];
const cases: Case[] = [
  [
    "privilege.admins-listed",
    "an approval",
    { users: ADMIN, approvals: [approval("administrator")] },
    "pass",
    "1 approved.",
  ],
  [
    "privilege.admins-listed",
    "an emergency account",
    { users: ADMIN, approvals: [approval("emergency-account")] },
    "pass",
    "1 approved.",
  ],
  ["privilege.admins-listed", "nobody who administers", {}, "pass", "Nobody is administrator."],
  [
    "privilege.admins-listed",
    "a role that reads only",
    { users: [{ roles: ["READ_ONLY_ADMIN"] }] },
    "pass",
    "Nobody is administrator.",
  ],
  [
    "privilege.admins-listed",
    "an administrator who is disabled",
    { users: [{ status: "DEPROVISIONED", roles: ["SUPER_ADMIN"] }] },
    "pass",
    "Nobody is administrator.",
  ],
  [
    "privilege.admins-listed",
    "no approval",
    { users: ADMIN },
    "fail",
    "Administrators without an approval: dan@acme.test. Have someone else approve each.",
  ],
  [
    "privilege.admins-listed",
    "an approval that expired",
    { users: ADMIN, approvals: [approval("administrator", { expiresOn: dayIn(-1) })] },
    "fail",
    "Administrators without an approval: dan@acme.test. Have someone else approve each.",
  ],
  [
    "privilege.admins-listed",
    "an approval by who asked for it",
    { users: ADMIN, approvals: [approval("administrator", {}, false)] },
    "fail",
    "Administrators without an approval: dan@acme.test. Have someone else approve each.",
  ],
  [
    "privilege.admins-listed",
    "an approval of something else",
    { users: ADMIN, approvals: [approval("shared-account")] },
    "fail",
    "Administrators without an approval: dan@acme.test. Have someone else approve each.",
  ],
  [
    "privilege.admins-listed",
    "an approval in another system",
    { users: ADMIN, approvals: [approval("administrator", { systemId: "github" })] },
    "fail",
    "Administrators without an approval: dan@acme.test. Have someone else approve each.",
  ],
  [
    "privilege.admins-listed",
    "a role of the company's own",
    { users: [{ roles: ["CUSTOM"] }] },
    "unknown",
    "What these may do was not read: dan@acme.test.",
  ],
  [
    "privilege.admins-listed",
    "a role of the company's own, approved",
    { users: [{ roles: ["CUSTOM"] }], approvals: [approval("administrator")] },
    "pass",
    "1 approved.",
  ],
  [
    "privilege.admins-listed",
    "an administrator of unknown status",
    { users: [{ status: "ASLEEP", roles: ["SUPER_ADMIN"] }] },
    "unknown",
    "What these may do was not read: dan@acme.test.",
  ],
  [
    "privilege.admins-listed",
    "roles that were not read",
    { users: [{ admin: null }] },
    "unknown",
    "Not every administrator was read.",
  ],
  [
    "privilege.admins-listed",
    "a list that was cut",
    { users: [], more: { steps: ["users"] } },
    "unknown",
    "Not every administrator was read.",
  ],
  [
    "privilege.admins-listed",
    "an unconfirmed register",
    { users: ADMIN, approvals: unconfirmed([]) },
    "unknown",
    "Nobody confirmed that Approvals is complete.",
  ],

  [
    "accounts.one-person-each",
    "one account each",
    {},
    "pass",
    "1 account belongs to one person, or is an approved shared account.",
  ],
  [
    "accounts.one-person-each",
    "no active account",
    { users: [{ status: "SUSPENDED" }], owners: {} },
    "pass",
    "No account is a person's.",
  ],
  [
    "accounts.one-person-each",
    "two of one person",
    { users: [{}, { id: "2", login: "dan2" }], owners: { "1": dan.id, "2": dan.id } },
    "fail",
    "More than one account of a person: dan@acme.test and dan2. Have the others disabled.",
  ],
  [
    "accounts.one-person-each",
    "an administrator's second, approved",
    {
      users: [{}, { id: "2", login: "dan2" }],
      owners: { "1": dan.id, "2": dan.id },
      approvals: [approval("administrator")],
    },
    "pass",
    "2 accounts each belong to one person, or are approved shared accounts.",
  ],
  [
    "accounts.one-person-each",
    "one of somebody who left",
    { people: [leaving(ago(25))] },
    "fail",
    "Accounts of people who do not work here: dan@acme.test. Have them disabled there.",
  ],
  [
    "accounts.one-person-each",
    "one of somebody whose record ended",
    { people: [row(1, started, { state: "ended" })] },
    "fail",
    "Accounts of people who do not work here: dan@acme.test. Have them disabled there.",
  ],
  [
    "accounts.one-person-each",
    "one of somebody who left this hour",
    { people: [leaving(ago(1))] },
    "pass",
    "1 account belongs to one person, or is an approved shared account.",
  ],
  [
    "accounts.one-person-each",
    "one that may be active, of somebody who left",
    { users: [{ status: "ASLEEP" }], people: [leaving(ago(25))] },
    "unknown",
    "Whether these are active was not read: dan@acme.test.",
  ],
  [
    "accounts.one-person-each",
    "nobody's",
    { owners: {} },
    "unknown",
    "Nobody said whose account it is: dan@acme.test.",
  ],
  [
    "accounts.one-person-each",
    "a person's who is in no register",
    { people: [eve] },
    "unknown",
    "Nobody said whose account it is: dan@acme.test.",
  ],
  [
    "accounts.one-person-each",
    "nobody's, of unknown status",
    { users: [{ status: "ASLEEP" }], owners: {} },
    "unknown",
    "Nobody said whose account it is: dan@acme.test.",
  ],
  [
    "accounts.one-person-each",
    "an approved shared one",
    { owners: {}, approvals: [approval("shared-account")] },
    "pass",
    "1 account belongs to one person, or is an approved shared account.",
  ],
  [
    "accounts.one-person-each",
    "a program's",
    { owners: {}, more: { programs: new Map([["1", inDays(30)]]) } },
    "pass",
    "No account is a person's.",
  ],
  [
    "accounts.one-person-each",
    "a program's that was said too long ago",
    { owners: {}, more: { programs: new Map([["1", inDays(-1)]]) } },
    "unknown",
    "Nobody said whose account it is: dan@acme.test.",
  ],
  [
    "accounts.one-person-each",
    "a list that was cut",
    { more: { steps: [] } },
    "unknown",
    "Not every account was read.",
  ],
  ["accounts.one-person-each", "a list of nobody", { users: [] }, "unknown", "Not every account was read."],
  [
    "accounts.one-person-each",
    "unconfirmed people",
    { people: unconfirmed([dan]) },
    "unknown",
    "Nobody confirmed that People is complete.",
  ],
  [
    "accounts.one-person-each",
    "nobody, confirmed",
    { people: confirmed([]) },
    "unknown",
    "Nobody said whose account it is: dan@acme.test.",
  ],

  ["accounts.leavers-disabled", "nobody who left", {}, "pass", "Nobody has left."],
  [
    "accounts.leavers-disabled",
    "a leaver whose account is disabled",
    { people: [leaving(ago(30))], users: [{ status: "DEPROVISIONED" }] },
    "pass",
    "No account of the 1 who left is open.",
  ],
  [
    "accounts.leavers-disabled",
    "somebody whose last day cannot be read",
    { people: [leaving("soon")] },
    "unknown",
    "When these leave cannot be read: PER-1. Say their last day in People.",
  ],
  [
    "accounts.leavers-disabled",
    "a leaver within 24 hours",
    { people: [leaving(ago(20))] },
    "unknown",
    "Due to be disabled within 24 hours of leaving: dan@acme.test (PER-1).",
  ],
  [
    "accounts.leavers-disabled",
    "a leaver whose account was open after 24 hours",
    { people: [leaving(ago(26))] },
    "fail",
    "Open more than 24 hours after they left: dan@acme.test (PER-1).",
  ],
  [
    "accounts.leavers-disabled",
    "the same, unconfirmed",
    { people: unconfirmed([leaving(ago(26))]) },
    "fail",
    "Open more than 24 hours after they left: dan@acme.test (PER-1).",
  ],
  [
    "accounts.leavers-disabled",
    "a leaver of whom nothing was read since",
    { people: [leaving(ago(26))], more: { seenAt: new Date(ago(10)) } },
    "unknown",
    "Nothing that was read later says that they are disabled: dan@acme.test (PER-1).",
  ],
  [
    "accounts.leavers-disabled",
    "a leaver whose account has a status that nobody lists",
    { people: [leaving(ago(26))], users: [{ status: "ASLEEP" }] },
    "unknown",
    "Nothing that was read later says that they are disabled: dan@acme.test (PER-1).",
  ],
  [
    "accounts.leavers-disabled",
    "somebody who left nobody knows when",
    { people: [row(1, started, { state: "ended" })] },
    "unknown",
    "Nobody said when they left: dan@acme.test (PER-1). Reopen their records, then end them with the last day.",
  ],
  [
    "accounts.leavers-disabled",
    "a leaver, and an account that may be theirs",
    { people: [leaving(ago(30))], owners: {} },
    "unknown",
    "Nobody said whose account it is: dan@acme.test.",
  ],
  ["accounts.leavers-disabled", "an account of nobody, and no leaver", { owners: {} }, "pass", "Nobody has left."],
  [
    "accounts.leavers-disabled",
    "a list that was cut",
    { more: { steps: [] } },
    "unknown",
    "Not every account was read.",
  ],
  [
    "accounts.leavers-disabled",
    "unconfirmed people",
    { people: unconfirmed([dan]) },
    "unknown",
    "Nobody confirmed that People is complete.",
  ],
  ["accounts.leavers-disabled", "nobody, confirmed", { people: confirmed([]) }, "pass", "Nobody has left."],
];

test.each(cases)("%s with %s", (check, _, given, outcome, reason) => {
  const verdict = said(check, given);
  expect([verdict.outcome, verdict.reason]).toEqual([outcome, reason]);
});

test("a pass ends with the first of its inputs", () => {
  const ends = (check: string, given: Given = {}) => said(check, given).until;
  expect(ends("accounts.one-person-each")).toEqual(inDays(50));
  const soon = approval("administrator", { expiresOn: dayIn(4) });
  expect(ends("privilege.admins-listed", { users: ADMIN, approvals: [soon] })).toEqual(
    new Date(`${dayIn(5)}T00:00:00.000Z`),
  );
  const people = [leaving(inDays(9).toISOString())];
  expect(ends("accounts.leavers-disabled", { people })).toEqual(inDays(10));
  expect(ends("accounts.one-person-each", { people })).toEqual(inDays(10));
  const program = { owners: {}, more: { programs: new Map([["1", inDays(3)]]) } };
  expect(ends("accounts.one-person-each", program)).toEqual(inDays(3));
});

describe("a whole question", () => {
  const exhibit = oktaExhibit([{ roles: ["SUPER_ADMIN"] }]);
  const withAccount = {
    ...dan,
    accounts: [{ provider: "okta" as const, scope: "acme", id: "1", by: "email" as const }],
  };
  const asConfirmed = <T extends SnapshotRow>(row: T) => ({ ...row, confirmed: { version: row.version, changed: [] } });
  const pages = [
    { register: "people", rows: [asConfirmed(withAccount)] },
    { register: "approvals", rows: [asConfirmed(approval("administrator"))] },
  ];
  const hash = "0".repeat(64);
  const collection = { exhibit: "EX-000007", sha256: hash, source: "Okta acme", systemId: "okta", seenAt: ago(1) };
  const snapshot = {
    format: SNAPSHOT_FORMAT,
    takenAt: now.toISOString(),
    registers: pages.map(({ register: key, rows }) => ({
      key,
      count: 1,
      confirmation: { at: ago(1), until: inDays(92).toISOString(), count: 1, digest: digestOfConfirmed(rows) },
      pages: [hash],
    })),
    collections: [collection],
    programs: [],
    samePeople: [],
    failingControls: [],
    failedLast: [],
    failedParts: [],
  };
  const ask = (changed: object = {}, collections: readonly unknown[] = [exhibit], own: readonly unknown[] = pages) =>
    JSON.parse(
      judge(
        JSON.stringify({
          kind: "registers",
          instant: now.toISOString(),
          input: { snapshot: { ...snapshot, ...changed }, pages: own, collections },
        }),
      ),
    ) as PartsAnswer | { readonly kind: "none" };
  const parts = (answer: ReturnType<typeof ask>) =>
    "parts" in answer
      ? answer.parts
          .filter(({ aspect }) => aspect !== DOCUMENT_ASPECT)
          .map(({ check, aspect, source, outcome }) => [check, aspect, source, outcome])
      : [];
  const SOURCE = "Exhibit registers (Okta acme)";
  const passing = [
    ["accounts.leavers-disabled", "accounts", SOURCE, "pass"],
    ["accounts.one-person-each", "accounts", SOURCE, "pass"],
    ["privilege.admins-listed", "administrators", SOURCE, "pass"],
  ];

  test("is answered for each system under a name of its own, from its sealed exhibit", () => {
    expect(parts(ask())).toEqual(passing);
    const two = [collection, { ...collection, exhibit: "EX-000008", source: "Okta labs", systemId: "labs" }];
    expect(parts(ask({ collections: two }, [exhibit, { ...exhibit, account: { id: "labs", label: "labs" } }]))).toEqual(
      expect.arrayContaining([
        ...passing,
        // The match of an account is of its organization alone, and so is an approval of its system.
        ["accounts.one-person-each", "accounts", "Exhibit registers (Okta labs)", "unknown"],
        ["privilege.admins-listed", "administrators", "Exhibit registers (Okta labs)", "fail"],
      ]),
    );
  });

  test("says nothing of a system that no exhibit was read of", () => {
    expect(parts(ask({ collections: [] }, []))).toEqual([]);
  });

  test("is unknown where what was read is too old to count", () => {
    const old = { collections: [{ ...collection, seenAt: inDays(-400).toISOString() }] };
    expect(parts(ask(old)).map(([, , , outcome]) => outcome)).toEqual(["unknown", "unknown", "unknown"]);
  });

  test("is refused where exhibits are fewer than the snapshot names, or none of a connection", () => {
    expect(ask({}, [])).toMatchObject({ kind: "none" });
    expect(ask({}, [exhibit, exhibit])).toMatchObject({ kind: "none" });
    expect(ask({}, [{ ...exhibit, provider: "nobody" }])).toMatchObject({ kind: "none" });
    expect(ask({}, [{ ...exhibit, steps: [{ step: "users" }] }])).toMatchObject({ kind: "none" });
    expect(ask({ collections: undefined })).toMatchObject({ kind: "none" });
    expect(
      ask({}, [exhibit], [{ register: "people", rows: [{ ...withAccount, accounts: [{ id: "1" }] }] }]),
    ).toMatchObject({ kind: "none" });
  });

  test("is refused where it was not sealed since when somebody works here by all that was said", () => {
    const { firstStart, ...unsealed } = withAccount;
    const people = (row: object) => [{ register: "people", rows: [row] }];
    const own = { registers: snapshot.registers.slice(0, 1) };
    expect(ask(own, [exhibit], people(withAccount)).kind).toBe("parts");
    expect(ask(own, [exhibit], people({ ...withAccount, firstStart: `${firstStart} or so` }))).toMatchObject({
      kind: "none",
    });
    expect(ask(own, [exhibit], people({ ...withAccount, endSaidAt: "once" }))).toMatchObject({ kind: "none" });
    expect(ask(own, [exhibit], people(unsealed))).toMatchObject({ kind: "none" });
  });

  test("no field of what was read passes anything once it is gone", () => {
    const outcomes = (changed: unknown) => parts(ask({}, [changed])).map(([, , , outcome]) => outcome);
    for (const [at, item] of exhibit.items.entries())
      for (const name of Object.keys(item.data as object)) {
        const { [name]: _, ...rest } = item.data as Readonly<Record<string, unknown>>;
        const changed = { ...exhibit, items: exhibit.items.with(at, { ...item, data: rest as never }) };
        expect([name, outcomes(changed).every((outcome) => outcome === "pass")]).toEqual([name, SPARE.has(name)]);
      }
  });
});

/** That an account is its person's passes whatever its status is; none of the others is asked of an account. */
const SPARE = new Set(["status", "login", "createdOn", "lastLoginOn", "userId"]);
