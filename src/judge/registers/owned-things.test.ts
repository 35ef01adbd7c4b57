import { describe, expect, test } from "vitest";
import type { Shape } from "#domain/shapes/shapes.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { changedRow, daysAgo, inDays, JUDGED_AT as now, sealedRow } from "#tests/support/sealed-rows.ts";
import { shapeSystem } from "#tests/support/shape-system.ts";
import type { PlainSystem } from "#tests/support/shape-system.ts";
import { besides } from "./row-shape.ts";
import { systemChecks } from "./system-checks.ts";
import type { ReadRegister } from "./registers.ts";

// Devices, repositories and rights to release: whose they are, as their providers say, and where those say nothing, as records say.

const DEVICES = "inventory.devices-assigned";
const REPOSITORIES = "inventory.repositories-owned";
const RELEASE = "change.release-roles";
const VENDORS = "vendors.list-complete";

const started = { startsAt: "2024-01-01T00:00:00.000Z" };
const ann = sealedRow("ann", started, 1);
const bob = sealedRow("bob", { ...started, endsAt: daysAgo(3) }, 2);
const zoe = sealedRow("zoe", { startsAt: inDays(3).toISOString() }, 3);
const laptop = sealedRow("laptop", { name: "Laptop", serial: "S-1", holderId: "ann" }, 1, { holderSays: "nothing" });
const emergency = sealedRow(
  "emergency",
  {
    kind: "emergency-account",
    subject: "Ann@acme.test",
    systemId: "aws",
    expiresOn: inDays(30).toISOString().slice(0, 10),
  },
  1,
  { approval: { at: daysAgo(9), another: true } },
);

const device = { id: "d1", label: "Laptop", serial: "s-1", holder: "a", lastSyncAt: inDays(-2) };
const devices: PlainSystem = { provider: "microsoft-365", devices: [device], people: { a: "ann", b: "bob", z: "zoe" } };
const repository = { id: "r1", label: "acme/api", archived: false, teamOwned: false, managers: ["a"] };
const repositories: PlainSystem = { provider: "github", repositories: [repository], people: devices.people! };
const account = { id: "a", label: "ann@acme.test", class: "human", active: true } as const;
const grant = { id: "g1", label: "ann@acme.test", to: "a", level: "write", over: "account", production: true } as const;
const application = { id: "p1", label: "Docuvault", people: 3 };
const vendor = sealedRow("vendor", { name: "Docuvault Inc.", applications: ["docuvault"] });
const release: PlainSystem = { provider: "aws", accounts: [account], grants: [grant] };

type Lists = Readonly<Record<string, readonly SnapshotRow[] | ReadRegister>>;
const usual: Lists = { people: [ann, bob, zoe], devices: [], approvals: [emergency], vendors: [vendor] };
const systems: Readonly<Record<string, PlainSystem>> = {
  [DEVICES]: devices,
  [REPOSITORIES]: repositories,
  [RELEASE]: release,
  [VENDORS]: { provider: "okta", applications: [application] },
};
const confirmed = (rows: readonly SnapshotRow[]): ReadRegister => ({ rows, confirmedUntil: inDays(50) });
const unconfirmed = (rows: readonly SnapshotRow[]): ReadRegister => ({ rows, confirmedUntil: null });

function said(check: string, lists: Lists = {}, system: PlainSystem = {}) {
  const all = { ...usual, ...lists };
  const register = (key: string): ReadRegister => {
    const found = all[key] ?? [];
    return Array.isArray(found) ? confirmed(found as readonly SnapshotRow[]) : (found as ReadRegister);
  };
  const read = shapeSystem({ ...systems[check]!, ...system });
  return systemChecks[check]!.judge({ register, failingControls: [], systems: [read], now }, read);
}

const shared = { ...device, holder: null };
const nobody = "Assigned to nobody who works here: Laptop.";
const unknown = "Whose these are is not known: Laptop.";
const assigned = "1 device heard of within 30 days is assigned to somebody who works here.";
const unmanaged = "No team, and nobody who works here, manages these repositories: acme/api.";
const unclear = "Who manages these repositories is not known: acme/api.";
const owned = "1 active repository has a team or a person that manages it.";
const unapproved = "May write to production without an approval as emergency account: ann@acme.test.";
const unread = "What these may do, or who they are, was not read: ann@acme.test.";

test.each<[check: string, what: string, lists: Lists, system: PlainSystem, outcome: string, reason: string]>([
  [DEVICES, "a user who works here", {}, {}, "pass", assigned],
  [DEVICES, "a user who left", {}, { devices: [{ ...device, holder: "b" }] }, "fail", nobody],
  [DEVICES, "a user who starts in three days", {}, { devices: [{ ...device, holder: "z" }] }, "unknown", unknown],
  [DEVICES, "a user that nobody matched", {}, { devices: [{ ...device, holder: "x" }] }, "unknown", unknown],
  [DEVICES, "a user that was not read", {}, { devices: [{ ...device, holder: undefined }] }, "unknown", unknown],
  [DEVICES, "no user and no record", {}, { devices: [shared] }, "fail", nobody],
  [DEVICES, "no user and a record", { devices: [laptop] }, { devices: [shared] }, "pass", assigned],
  [
    DEVICES,
    "a record without a serial number, of a device by its name",
    { devices: changedRow([laptop], { serial: undefined, systemId: "microsoft-365" }) },
    { devices: [shared] },
    "pass",
    assigned,
  ],
  [
    DEVICES,
    "a record of another serial number",
    { devices: changedRow([laptop], { serial: "S-2" }) },
    { devices: [shared] },
    "fail",
    nobody,
  ],
  [
    DEVICES,
    "a record of somebody who left",
    { devices: changedRow([laptop], { holderId: "bob" }) },
    { devices: [shared] },
    "fail",
    nobody,
  ],
  [
    DEVICES,
    "two records of one device",
    { devices: [laptop, { ...laptop, id: "other" }] },
    { devices: [shared] },
    "fail",
    nobody,
  ],
  ...(["denies", "lost"] as const).map((holderSays): [string, string, Lists, PlainSystem, string, string] => [
    DEVICES,
    `a record of which its holder says: ${holderSays}`,
    { devices: [{ ...laptop, holderSays }] },
    { devices: [shared] },
    "unknown",
    "Their holders say that they do not have these: Laptop.",
  ]),
  [
    DEVICES,
    "a record of somebody who left, and who says that they do not have it",
    { devices: changedRow([{ ...laptop, holderSays: "denies" }], { holderId: "bob" }) },
    { devices: [shared] },
    "fail",
    nobody,
  ],
  [
    DEVICES,
    "a record that its holder confirmed",
    { devices: [{ ...laptop, holderSays: "has" }] },
    { devices: [shared] },
    "pass",
    assigned,
  ],
  ...[undefined, "maybe"].map((holderSays): [string, string, Lists, PlainSystem, string, string] => [
    DEVICES,
    `a record that has for what its holder says: ${holderSays}`,
    { devices: [{ ...laptop, holderSays: holderSays as "has" }] },
    { devices: [shared] },
    "unknown",
    unknown,
  ]),
  [DEVICES, "an ended record", { devices: [{ ...laptop, state: "ended" }] }, { devices: [shared] }, "fail", nobody],
  [
    DEVICES,
    "a record of a list that nobody confirmed",
    { devices: unconfirmed([laptop]) },
    { devices: [shared] },
    "unknown",
    "Nobody confirmed that Devices is complete.",
  ],
  [
    DEVICES,
    "no record in a list that nobody confirmed",
    { devices: unconfirmed([]) },
    { devices: [shared] },
    "unknown",
    "Nobody confirmed that Devices is complete.",
  ],
  [
    DEVICES,
    "a device of nobody that was not heard of for 40 days",
    {},
    { devices: [device, { ...shared, id: "d2", lastSyncAt: inDays(-40) }] },
    "pass",
    assigned,
  ],
  [
    DEVICES,
    "a device of nobody that was last heard of at a time that was not read",
    {},
    { devices: [{ ...shared, lastSyncAt: undefined }] },
    "unknown",
    "When these were last heard of was not read: Laptop.",
  ],
  [DEVICES, "devices that were not all read", {}, { unread: ["device"] }, "unknown", "Not every device was read."],
  [DEVICES, "no device at all", {}, { devices: [] }, "unknown", "No device was heard of within 30 days."],
  [
    DEVICES,
    "people that nobody confirmed",
    { people: unconfirmed([ann]) },
    {},
    "unknown",
    "Nobody confirmed that People is complete.",
  ],
  [DEVICES, "nobody in People, confirmed", { people: [] }, {}, "unknown", unknown],

  [REPOSITORIES, "a person who works here", {}, {}, "pass", owned],
  [
    REPOSITORIES,
    "a team",
    { people: unconfirmed([]) },
    { repositories: [{ ...repository, teamOwned: true }] },
    "pass",
    owned,
  ],
  [REPOSITORIES, "no team and nobody", {}, { repositories: [{ ...repository, managers: [] }] }, "fail", unmanaged],
  [REPOSITORIES, "somebody who left", {}, { repositories: [{ ...repository, managers: ["b"] }] }, "fail", unmanaged],
  [
    REPOSITORIES,
    "somebody that nobody matched",
    {},
    { repositories: [{ ...repository, managers: ["x"] }] },
    "unknown",
    unclear,
  ],
  [
    REPOSITORIES,
    "managers that were not read",
    {},
    { repositories: [{ ...repository, managers: undefined }] },
    "unknown",
    unclear,
  ],
  [
    REPOSITORIES,
    "teams that were not read",
    {},
    { repositories: [{ ...repository, teamOwned: undefined, managers: [] }] },
    "unknown",
    unclear,
  ],
  [
    REPOSITORIES,
    "an archived one that nobody manages",
    {},
    { repositories: [repository, { ...repository, id: "r2", archived: true, managers: [] }] },
    "pass",
    owned,
  ],
  [
    REPOSITORIES,
    "one that may be archived",
    {},
    { repositories: [{ ...repository, archived: undefined, managers: [] }] },
    "unknown",
    unclear,
  ],
  [
    REPOSITORIES,
    "repositories that were not all read",
    {},
    { unread: ["repository"] },
    "unknown",
    "Not every repository was read.",
  ],
  [REPOSITORIES, "no repository", {}, { repositories: [] }, "unknown", "No repository is active."],
  [
    REPOSITORIES,
    "people that nobody confirmed",
    { people: unconfirmed([ann]) },
    {},
    "unknown",
    "Nobody confirmed that People is complete.",
  ],
  [REPOSITORIES, "nobody in People, confirmed", { people: [] }, {}, "unknown", unclear],

  [
    RELEASE,
    "an approved emergency account",
    {},
    {},
    "pass",
    "1 person or program may write to production, and is approved.",
  ],
  [
    RELEASE,
    "an approval as administrator alone",
    { approvals: changedRow([emergency], { kind: "administrator" }) },
    {},
    "fail",
    unapproved,
  ],
  [
    RELEASE,
    "an approval that nobody else gave",
    { approvals: [{ ...emergency, approval: null }] },
    {},
    "fail",
    unapproved,
  ],
  [
    RELEASE,
    "an approval that expired",
    { approvals: changedRow([emergency], { expiresOn: "2026-11-22" }) },
    {},
    "fail",
    unapproved,
  ],
  [
    RELEASE,
    "an approval elsewhere",
    { approvals: changedRow([emergency], { systemId: "okta" }) },
    {},
    "fail",
    unapproved,
  ],
  [RELEASE, "no approval, confirmed", { approvals: [] }, {}, "fail", unapproved],
  [
    RELEASE,
    "approvals that nobody confirmed",
    { approvals: unconfirmed([emergency]) },
    {},
    "unknown",
    "Nobody confirmed that Approvals is complete.",
  ],
  [
    RELEASE,
    "who may only read",
    { approvals: [] },
    { grants: [{ ...grant, level: "read" }] },
    "pass",
    "Only the pipeline writes to production.",
  ],
  [
    RELEASE,
    "a program",
    { approvals: [] },
    { accounts: [{ ...account, class: "service" }] },
    "pass",
    "Only the pipeline writes to production.",
  ],
  [
    RELEASE,
    "a disabled account",
    { approvals: [] },
    { accounts: [{ ...account, active: false }] },
    "pass",
    "Only the pipeline writes to production.",
  ],
  [RELEASE, "a guest", { approvals: [] }, { accounts: [{ ...account, class: "guest" }] }, "fail", unapproved],
  [
    RELEASE,
    "what is not production",
    { approvals: [] },
    { grants: [{ ...grant, production: false }] },
    "pass",
    "Only the pipeline writes to production.",
  ],
  [
    RELEASE,
    "a role that may be taken on",
    { approvals: [] },
    { grants: [{ ...grant, eligible: true }] },
    "fail",
    unapproved,
  ],
  [RELEASE, "an unknown level", { approvals: [] }, { grants: [{ ...grant, level: undefined }] }, "unknown", unread],
  [
    RELEASE,
    "an account of which it is not known whose it is",
    { approvals: [] },
    { accounts: [{ ...account, class: undefined }] },
    "unknown",
    unread,
  ],
  [RELEASE, "a holder who is no account", { approvals: [] }, { accounts: [] }, "unknown", unread],
  [
    RELEASE,
    "grants that were not all read",
    {},
    { unread: ["grant"] },
    "unknown",
    "Not everybody who may write to production was read.",
  ],
  [
    RELEASE,
    "accounts that were not all read",
    {},
    { unread: ["account"] },
    "unknown",
    "Not everybody who may write to production was read.",
  ],
  [
    RELEASE,
    "somebody who writes where code is hosted, whose rules were not read",
    { approvals: [] },
    { provider: "github" },
    "unknown",
    unread,
  ],
  [
    RELEASE,
    "somebody who may change those rules",
    { approvals: [] },
    { provider: "github", grants: [{ ...grant, level: "admin" }] },
    "fail",
    unapproved,
  ],

  [VENDORS, "an application of a vendor", {}, {}, "pass", "1 connected, of a listed vendor."],
  [
    VENDORS,
    "a vendor of its name",
    { vendors: changedRow([vendor], { name: " DOCUVAULT", applications: undefined }) },
    {},
    "pass",
    "1 connected, of a listed vendor.",
  ],
  [
    VENDORS,
    "no vendor, confirmed",
    { vendors: [] },
    {},
    "fail",
    "No vendor is listed for these applications: Docuvault.",
  ],
  [
    VENDORS,
    "a vendor that ended",
    { vendors: [{ ...vendor, state: "ended" }] },
    {},
    "fail",
    "No vendor is listed for these applications: Docuvault.",
  ],
  [
    VENDORS,
    "vendors that nobody confirmed",
    { vendors: unconfirmed([vendor]) },
    {},
    "unknown",
    "Nobody confirmed that Vendors is complete.",
  ],
  [
    VENDORS,
    "an application that nobody uses",
    { vendors: [] },
    { applications: [{ ...application, people: 0 }] },
    "pass",
    "No application is connected.",
  ],
  [
    VENDORS,
    "one of which it was not read whether anybody uses it",
    { vendors: [] },
    { applications: [{ ...application, people: undefined }] },
    "unknown",
    "Whether these applications are used was not read: Docuvault.",
  ],
  [
    VENDORS,
    "applications that were not all read",
    {},
    { unread: ["application"] },
    "unknown",
    "Not every application was read.",
  ],
])("%s with %s", (check, _, lists, system, outcome, reason) => {
  const verdict = said(check, lists, system);
  expect([verdict.outcome, verdict.reason]).toEqual([outcome, reason]);
});

test("what a holder says is sealed as one of four words, and may be missing in older rows", () => {
  const said = [undefined, "nothing", "has", "denies", "lost", "maybe", null, true];
  expect(said.filter((holderSays) => besides({ holderSays }, "row") !== undefined)).toEqual(["maybe", null, true]);
});

describe.each([DEVICES, REPOSITORIES, RELEASE, VENDORS])("what %s reads", (check) => {
  const shapesOf = {
    devices: "device",
    repositories: "repository",
    accounts: "account",
    grants: "grant",
    applications: "application",
  } as const;
  /** Facts that may be unread, each with why. */
  const FREE: Readonly<Record<string, string>> = {
    [`${DEVICES} device.serial`]: "its user is named",
    [`${REPOSITORIES} repository.archived`]: "it has an owner, active or not",
    [`${REPOSITORIES} repository.teamOwned`]: "a person owns it",
    [`${RELEASE} account.class`]: "whoever it is, it is approved",
    [`${RELEASE} account.active`]: "open or not, it is approved",
    [`${RELEASE} grant.level`]: "whatever it may do, it is approved",
    [`${RELEASE} grant.over`]: "of a part, too, an approval is asked for",
    [`${RELEASE} grant.production`]: "wherever it may write, it is approved",
    [`${RELEASE} grant.to`]: "the approval is found by its name",
    [`${VENDORS} application.people`]: "used or not, its vendor is listed",
    [`${DEVICES} device.lastSyncAt`]: "it has a user, heard of or not",
  };

  test("passes nothing of which a fact was not read, but where another one is enough", () => {
    expect(said(check).outcome).toBe("pass");
    const passing: string[] = [];
    for (const [key, shape] of Object.entries(shapesOf) as [keyof typeof shapesOf, Shape][])
      for (const thing of (systems[check]![key] ?? []) as readonly { readonly id: string }[])
        for (const name of Object.keys(thing).filter((name) => !["id", "label"].includes(name)))
          if (said(check, {}, { [key]: [{ ...thing, [name]: undefined }] }).outcome === "pass")
            passing.push(`${check} ${shape}.${name}`);
    expect(passing.toSorted()).toEqual(
      Object.keys(FREE)
        .filter((name) => name.startsWith(`${check} `))
        .toSorted(),
    );
  });

  test("ends with the first of its inputs", () => {
    const leaving = { ...ann, fields: { ...ann.fields, endsAt: inDays(5).toISOString() } };
    const until = said(check, { people: [leaving, bob, zoe] }).until;
    const ends: Readonly<Record<string, Date>> = {
      [RELEASE]: new Date("2026-12-24T00:00:00.000Z"),
      [VENDORS]: inDays(50),
    };
    expect(until).toEqual(ends[check] ?? inDays(5));
  });
});
