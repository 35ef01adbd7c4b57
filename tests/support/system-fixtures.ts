import { findPool } from "#catalog/training/pools.ts";
import { sha256OfText } from "#domain/sha256.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { decisionsDigest, populationDigest } from "#domain/reviews/review.ts";
import { drawIds } from "#domain/training/quiz.ts";
import { textOfQuiz } from "#domain/training/sealed.ts";
import { freshly, lasting } from "#judge/registers/lasting.ts";
import { listChecks, listedSystems } from "#judge/registers/listed-reviews.ts";
import type { ReadSystem, RegisterInputs, RegisterVerdict } from "#judge/registers/registers.ts";
import { systemChecks } from "#judge/registers/system-checks.ts";
import { judgeTraining } from "#judge/registers/training.ts";
import { JUDGED_AT as now, daysAgo, inDays, sealedRow as row } from "./sealed-rows.ts";
import { shapeSystem } from "./shape-system.ts";
import { watchedRows, watchedSystem } from "./sweep.ts";
import type { Swept } from "./sweep.ts";

// What passes each check that registers and reviews answer together with connected systems.

const day = (days: number) => inDays(days).toISOString().slice(0, 10);
const started = { startsAt: "2024-01-01T00:00:00.000Z" };
const ann = row("ann", started, 1);
const ben = row("ben", { ...started, endsAt: inDays(-0.5).toISOString() }, 2);
const approval = (id: string, kind: string, subject: string, systemId = "okta") =>
  row(id, { kind, subject, systemId, expiresOn: day(30) }, 1, { approval: { at: daysAgo(9), another: true } });
const human = (id: string) => ({ id, label: `${id}@acme.test`, class: "human", active: true }) as const;

const decided = (account: string, decision: string, minutes: number, more: SnapshotRow["fields"]) =>
  row(`row ${account}`, {
    populationId: "population",
    account,
    class: "human",
    decision,
    by: "mia",
    byPersonId: "person mia",
    owned: true,
    decidedAt: new Date(inDays(-20).getTime() + minutes * 60_000).toISOString(),
    alone: false,
    ...more,
  });
type Rows = readonly SnapshotRow[];
/** A review that was closed ten days ago, as the ledger has it. */
function review(
  rows: Rows,
  more: SnapshotRow["fields"] = {},
  sighting: SnapshotRow["fields"] = {},
): Swept["registers"] {
  const text = ({ fields }: SnapshotRow, field: string) => fields[field] as string;
  const lines = rows.map((own) => ({
    account: text(own, "account"),
    decision: text(own, "decision"),
    by: text(own, "by"),
    alone: own.fields["alone"] === true,
  }));
  const about = {
    source: "okta acme",
    review: 1,
    exhibit: "EX-000007",
    seenAt: daysAgo(22),
    frozenAt: daysAgo(22),
    closedAt: daysAgo(10),
    accounts: rows.length,
    leaf: populationDigest(lines.map(({ account }) => account)),
    decidedLeaf: decisionsDigest(lines),
  };
  return {
    "review-populations": [row("population", { ...about, ...more })],
    "review-rows": rows,
    "review-sightings": [
      row("sighting", { rowId: "row gone", at: daysAgo(9), present: false, exhibit: "EX-000008", ...sighting }),
    ],
  };
}
const reviewed = [
  decided("a", "keep", 0, { personId: "ann" }),
  decided("b", "change", 1, { personId: "ben", owned: false, saidBy: "olga" }),
  decided("gone", "remove", 2, { personId: "person carl" }),
  decided("service", "keep", 3, { class: "service", owned: false }),
  decided("shared", "keep", 4, { owned: false }),
  decided("program", "keep", 5, { owned: false, saidBy: "olga" }),
  decided("own", "keep", 6, { personId: "person mia", alone: true }),
];
const known: Swept["system"] = {
  accounts: [human("a"), human("b"), { ...human("service"), class: "service" }, human("shared"), human("program")],
  people: { a: "ann", b: "ben" },
  programs: { program: inDays(30) },
};
const shared = { approvals: [approval("approval", "shared-account", "shared")] };
const list = [
  decided("a", "keep", 0, { personId: "ann", place: 1 }),
  decided("gone", "remove", 2, { personId: "person carl", place: 2 }),
  decided("service", "keep", 3, { class: "service", owned: false, place: 3 }),
];
const ofList = { source: "Figma, s1", systemId: "s1", kinds: ["idp"], exportedOn: day(-21), identifiedBy: "account" };

/** Secure coding, passed 100 days ago. */
function coded(person: string, number: number): SnapshotRow {
  const seed = String(number).padStart(32, "0");
  const answers = drawIds(sha256OfText, seed, findPool("secure-coding", 1)!.questions, 8).map((id) => `${id}:0`);
  const quiz = { course: "secure-coding", version: 1, seed, answers, score: 8, outOf: 8, at: daysAgo(100) };
  const said = { ...quiz, vouched: "another" };
  const leaf = sha256OfText(textOfQuiz({ ...said, number, person }));
  return row(`quiz ${number}`, { ...said, source: "quiz", passed: true, personId: person, leaf }, number);
}
const device = { label: "Laptop", serial: "S-1", holder: null, lastSyncAt: inDays(-2) };
/** By a check what passes it; of reviews also for a system of which somebody exported a list. */
export const systemFixtures: Readonly<Record<string, Swept>> = {
  "accounts.leavers-disabled": {
    registers: { people: [ann, row("carl", { ...started, endsAt: daysAgo(5) }, 3)] },
    system: {
      accounts: [human("a"), { ...human("c"), active: false }, { ...human("s"), class: "service" }, human("program")],
      people: { a: "ann", c: "carl" },
      programs: { program: inDays(30) },
    },
  },
  "accounts.one-person-each": {
    registers: {
      people: [ann, ben],
      approvals: [
        approval("shared", "shared-account", "Front@acme.test"),
        approval("second", "administrator", "admin@acme.test"),
      ],
    },
    system: {
      accounts: [
        human("a"),
        human("admin"),
        human("b"),
        human("front"),
        human("program"),
        { ...human("s"), class: "service" },
        { ...human("off"), active: false },
      ],
      people: { a: "ann", admin: "ann", b: "ben" },
      programs: { program: inDays(30) },
    },
  },
  "privilege.admins-listed": {
    registers: { approvals: [approval("approval", "administrator", "a@acme.test")] },
    system: {
      accounts: [human("a"), human("b")],
      grants: [
        { id: "admin", label: "a@acme.test", to: "a", level: "admin", over: "account" },
        { id: "reader", label: "b@acme.test", to: "b", level: "read", over: "account" },
      ],
    },
  },
  "change.release-roles": {
    registers: { approvals: [approval("approval", "emergency-account", "a@acme.test", "aws")] },
    system: {
      provider: "aws",
      accounts: [human("a"), { ...human("s"), class: "service" }],
      grants: [
        { id: "writer", label: "a@acme.test", to: "a", level: "write", production: true },
        { id: "pipeline", label: "s@acme.test", to: "s", level: "write", production: true },
      ],
    },
  },
  "inventory.devices-assigned": {
    registers: {
      people: [ann],
      devices: [
        row("by serial", { name: "Any", serial: "s-1", holderId: "ann" }, 1, { holderSays: "nothing" }),
        row("by name", { name: "phone", systemId: "microsoft-365", holderId: "ann" }, 2, { holderSays: "has" }),
      ],
    },
    system: {
      provider: "microsoft-365",
      devices: [
        { ...device, id: "held", label: "Held", serial: "S-9", holder: "a" },
        { ...device, id: "laptop" },
        { ...device, id: "phone", label: "Phone", serial: "S-2" },
      ],
      people: { a: "ann" },
    },
  },
  "inventory.repositories-owned": {
    registers: { people: [ann] },
    system: {
      provider: "github",
      repositories: [
        { id: "by person", archived: false, teamOwned: false, managers: ["a"] },
        { id: "by team", archived: false, teamOwned: true, managers: [] },
        { id: "aside", archived: true, teamOwned: false, managers: [] },
      ],
      people: { a: "ann" },
    },
  },
  "vendors.list-complete": {
    registers: {
      vendors: [
        row("named", { name: "Docuvault" }, 1),
        row("using", { name: "Slack Inc.", applications: ["Slack"] }, 2),
      ],
    },
    system: {
      applications: [
        { id: "docuvault", label: "docuvault", people: 3 },
        { id: "slack", label: "Slack", people: 1 },
        { id: "unused", label: "Unused", people: 0 },
      ],
    },
  },
  "review.done-this-quarter": { registers: { ...review(reviewed), ...shared }, system: known },
  // Not all accounts are read now: that somebody is gone a sighting says.
  "review.removals-done": { registers: review(reviewed), system: { ...known, unread: ["account"] } },
  "review.service-accounts": { registers: review(reviewed), system: known },
  "review.done-this-quarter of a list": { registers: review(list, ofList), system: {} },
  "review.removals-done of a list": { registers: review(list, ofList, { identifiedBy: "account" }), system: {} },
  "review.service-accounts of a list": { registers: review(list, ofList), system: {} },
  "training.developers": {
    registers: {
      people: [ann, row("ben", started, 2)],
      "training-completions": [coded("ann", 1), coded("ben", 2)],
      "training-courses": [],
    },
    system: {
      provider: "github",
      accounts: [human("a"), human("b"), { ...human("s"), class: "service" }, human("program")],
      grants: [{ id: "admin", label: "a", to: "a", level: "admin", over: "account" }],
      repositories: [{ id: "web", production: true, archived: false }],
      people: { a: "ann", b: "ben" },
      programs: { program: inDays(30) },
    },
  },
};

/** Registers that somebody confirms; what is sealed beside them nobody does. */
export const CONFIRMED = new Set(["people", "approvals", "devices", "vendors"]);
interface Look {
  readonly watch?: Set<string>;
  /** Registers that nobody confirmed. */
  readonly unconfirmed?: string;
}

/** What comes of a check for a system, as a snapshot's judge says it; "nothing" where it says nothing. */
export function outcomeOf(name: string, given: Swept, { watch, unconfirmed }: Look = {}): string {
  const rows = watch ? watchedRows(given.registers, watch) : given.registers;
  const read = shapeSystem(given.system);
  const system: ReadSystem = watch ? watchedSystem(read, watch) : read;
  const inputs: RegisterInputs = {
    register: (key) => ({
      rows: rows[key] ?? [],
      confirmedUntil: CONFIRMED.has(key) && key !== unconfirmed ? inDays(50) : null,
    }),
    failingControls: [],
    systems: name.endsWith(" of a list") ? [] : [system],
    anotherSince: { contributors: null, managers: null },
    now,
  };
  const check = name.replace(" of a list", "");
  const say = (verdict: RegisterVerdict | undefined) =>
    verdict === undefined ? "nothing" : lasting(check, verdict, now, false).outcome;
  if (check === "training.developers") {
    const scope = { codeHosting: [{ systemId: "github", name: "GitHub", sources: ["github acme"] }] };
    return say(judgeTraining(inputs, scope).find((said) => said.check === check)?.verdict);
  }
  if (inputs.systems.length === 0) {
    const [listed] = listedSystems(inputs);
    return listed && listed.source === "Figma, s1" ? say(listChecks[check]!(inputs, listed)) : "nothing";
  }
  const judged = systemChecks[check]!.judge(inputs, system);
  return say(freshly(check, judged, system, now));
}
