import type { FieldValue } from "#domain/registers/register.ts";
import { digestOfAsked, SCREENING_PAGES } from "#domain/registers/screenings.ts";
import type { ProgramScope, SnapshotRow } from "#domain/registers/snapshot.ts";
import { incidentRecords } from "../incident-records.ts";
import { riskRegisters } from "../risk-registers.ts";
import { inDays, JUDGED_AT, sealedRow } from "../sealed-rows.ts";
import type { PlainSystem } from "../shape-system.ts";

/** A company whose records pass a check, as generated ones begin. */
export interface Kept {
  readonly now: Date;
  readonly lists: Readonly<Record<string, readonly SnapshotRow[]>>;
  /** Registers that nobody confirmed lately. */
  readonly unconfirmed: readonly string[];
  readonly scope: ProgramScope;
  readonly failing: readonly string[];
  readonly passing: readonly string[];
  readonly systems: readonly PlainSystem[];
  readonly frameworks: readonly string[];
  /** Records of People that are one person's, in groups. */
  readonly same?: readonly (readonly string[])[];
  /** Kinds of data as the diagrams show them that were drawn and accepted then. */
  readonly drawn?: { readonly at: Date; readonly data: readonly SnapshotRow[] };
}

type Fields = Readonly<Record<string, FieldValue>>;
const now = JUDGED_AT;
const dayIn = (days: number) => inDays(days).toISOString().slice(0, 10);
const approved = { approval: { at: inDays(-100).toISOString(), another: true } };
const row = (number: number, fields: Fields, more: Partial<SnapshotRow> = {}) =>
  sealedRow(`id ${number}`, fields, number, more);
const filed = (fields: Fields) => row(1, fields, approved);

const ann = row(1, { kind: "employee", startsAt: "2026-01-01T00:00:00.000Z" }, { account: true });
const eve = row(2, { kind: "employee", startsAt: "2026-01-01T00:00:00.000Z" }, { account: true });
const risky = riskRegisters(row, dayIn, ann.id);
const { records } = incidentRecords(now, ann.id);

const lists: Kept["lists"] = {
  ...records,
  people: [ann, eve],
  roles: [row(1, { duty: "security-owner", holderId: ann.id })],
  actions: [risky.action],
  approvals: [
    risky.appetite,
    risky.acceptance,
    row(3, { kind: "emergency-account", subject: "ann@acme.test", systemId: "aws", expiresOn: dayIn(30) }, approved),
  ],
  vendors: [row(1, { name: "Docuvault", rating: "high", data: ["client"], hosting: "yes", ownerId: ann.id })],
  assurances: [
    filed({
      vendorId: "id 1",
      kind: "soc2",
      report: "EX-000001",
      datedOn: dayIn(-100),
      physical: "yes",
      exceptions: "None",
      reviewerId: ann.id,
    }),
  ],
  contracts: [
    filed({
      vendorId: "id 1",
      kind: "dpa",
      file: "EX-000002",
      signedOn: dayIn(-400),
      endsOn: dayIn(200),
      securityDuties: "yes",
      noticeHours: 48,
    }),
  ],
  sites: [filed({ name: "Main", holds: "both", plan: "EX-000003", planDatedOn: dayIn(-30) })],
  data: [filed({ name: "Files", class: "client", ownerId: ann.id, diagram: "EX-000004", diagramDatedOn: dayIn(-30) })],
  devices: [
    row(
      1,
      { name: "Laptop", holderId: ann.id, since: "2025-01-01", retiredOn: dayIn(-12) },
      { state: "ended", endedAt: inDays(-2).toISOString() },
    ),
    row(2, { name: "Shared", serial: "S-1", holderId: ann.id }, { holderSays: "has" }),
  ],
  disposals: [
    filed({
      deviceIds: ["id 1"],
      matterIds: ["id 2"],
      method: "shred",
      certificate: "EX-000005",
      disposedOn: dayIn(-10),
    }),
  ],
  meetings: [risky.meeting],
  risks: [risky.risk],
  tests: [risky.audit],
  [SCREENING_PAGES]: [row(1, { approved: true, founded: true })],
  "signed-terms": [
    filed({ terms: "both", personId: ann.id, kind: "signed", signedOn: "2026-01-12", file: "EX-000006" }),
  ],
};

const account = { id: "a", label: "ann@acme.test", class: "human", active: true, email: "ann@acme.test" } as const;
const okta: PlainSystem = {
  provider: "okta",
  accounts: [{ ...account, createdAt: new Date("2026-01-05T00:00:00.000Z") }],
  people: { a: ann.id },
};
const directory: PlainSystem = {
  provider: "okta",
  applications: [
    { id: "p1", label: "docuvault", people: 3 },
    { id: "p2", label: "Payline", people: 0 },
  ],
};
const aws: PlainSystem = {
  provider: "aws",
  accounts: [account],
  grants: [{ id: "g", label: "ann@acme.test", to: "a", level: "write", over: "account", production: true }],
  people: { a: ann.id },
};
const administered: PlainSystem = {
  ...okta,
  grants: [{ id: "g", label: "ann@acme.test", to: "a", level: "admin", over: "account" }],
};
const left: PlainSystem = {
  ...okta,
  accounts: [
    { ...account, active: false },
    { ...account, id: "b" },
  ],
  people: { a: "id 3", b: ann.id },
};
const administrator = row(
  4,
  { kind: "administrator", subject: "ann@acme.test", systemId: "okta", expiresOn: dayIn(30) },
  approved,
);
const gone = row(3, { kind: "employee", startsAt: "2026-01-01T00:00:00.000Z", endsAt: inDays(-3).toISOString() });
const microsoft: PlainSystem = {
  provider: "microsoft-365",
  devices: [
    { id: "d1", label: "Laptop", serial: "S-9", holder: "a", lastSyncAt: inDays(-2) },
    { id: "d2", label: "Shared", serial: "S-1", holder: null, lastSyncAt: inDays(-9) },
  ],
  people: { a: ann.id, e: eve.id },
};
const github: PlainSystem = {
  provider: "github",
  repositories: [
    { id: "r1", label: "acme/api", archived: false, teamOwned: false, managers: ["a"] },
    { id: "r2", label: "acme/site", archived: false, teamOwned: true, managers: [] },
  ],
  people: { a: ann.id, e: eve.id },
};

const usual: Kept = {
  now,
  lists,
  unconfirmed: [],
  scope: risky.scope,
  failing: ["XC-08"],
  passing: risky.passing,
  systems: [okta],
  frameworks: ["gdpr", "hipaa", "ccpa"],
};
const withTests = (...tests: readonly SnapshotRow[]): Partial<Kept> => ({ lists: { ...lists, tests } });
/** What is different where one check passes. */
const own: Readonly<Record<string, Partial<Kept>>> = {
  "vulns.scanned-this-quarter": withTests(...risky.scans),
  "vulns.disclosure-contact": withTests(
    filed({
      kind: "disclosure",
      doneOn: dayIn(-30),
      systemIds: ["site"],
      contact: "https://acme.test/.well-known/security.txt",
      answered: "yes",
      report: "EX-000009",
    }),
  ),
  "vulns.pentest-within-year": withTests(risky.pentest),
  "backup.restore-tested": { lists: { ...lists, tests: [risky.restore], systems: [risky.system] } },
  "incident.exercised-within-year": withTests(risky.exercise),
  "risk.acceptance-signed": { lists: { ...lists, risks: [risky.accepted] } },
  "inventory.devices-assigned": { systems: [microsoft] },
  "inventory.repositories-owned": { systems: [github] },
  "privilege.admins-listed": { systems: [administered], lists: { ...lists, approvals: [administrator] } },
  "accounts.leavers-disabled": { systems: [left], lists: { ...lists, people: [ann, gone] } },
  "vendors.list-complete": { systems: [directory] },
  "change.release-roles": { systems: [aws] },
};

const drawnData = filed({ name: "Files", class: "client", ownerId: ann.id, systemIds: ["aws"], vendorIds: ["id 1"] });
/** What is different where a check passes by something else. */
const others: Readonly<Record<string, readonly Partial<Kept>[]>> = {
  // By a diagram that was drawn from the registers.
  "inventory.confirmed-within-year": [
    { lists: { ...lists, data: [drawnData] }, drawn: { at: inDays(-30), data: [drawnData] } },
  ],
  // By a link that Exhibit sent and that was opened.
  "vulns.disclosure-contact": [
    withTests(
      filed({
        kind: "disclosure",
        doneOn: dayIn(-30),
        systemIds: ["site"],
        contact: "https://acme.test/.well-known/security.txt",
        sentTo: "security@acme.test",
        sentAt: inDays(-30).toISOString(),
        sentFor: ["site"],
        linkDigest: "0".repeat(64),
        answeredAt: inDays(-29).toISOString(),
      }),
    ),
  ],
};

/** Records with which a check passes. */
export const passingFor = (check: string): Kept => ({ ...usual, ...own[check] });

/** The same for each way in which a check passes, that one first. */
export const passingWays = (check: string): readonly Kept[] => [
  passingFor(check),
  ...(others[check] ?? []).map((more) => ({ ...usual, ...more })),
];

/** What a snapshot says beside the lists of terms and screenings, for as long as nobody changes them. */
export const besides = {
  terms: { identityProviders: [{ systemId: "okta", name: "Okta", sources: ["okta acme"] }] },
  screenings: {
    identityProviders: [{ systemId: "okta", name: "Okta", sources: ["okta acme"] }],
    asked: digestOfAsked([{ personId: ann.id, day: "2026-01-05" }]),
    formerStarts: [],
    cleared: ["id 1"],
  },
  approvers: [{ id: "olga", since: inDays(-400).toISOString() }],
  sameAccounts: [],
  sameBefore: [],
  formerKinds: [],
};
