import { describe, expect, test } from "vitest";
import { programChecks } from "#catalog/program-goals.ts";
import type { Company } from "#tests/support/kept-company.ts";
import { outcomeOf } from "#tests/support/kept-company.ts";
import { moments } from "#tests/support/moments.ts";
import { passingFor } from "#tests/support/reference/passing-registers.ts";
import type { Kept } from "#tests/support/reference/passing-registers.ts";
import { judged, readBy } from "#tests/support/reference/prove-reference.ts";
import { reference } from "#tests/support/reference/reference.ts";
import { alterations } from "#tests/support/sweep.ts";

// Each of the 42 checks that registers decide is met in five ways: it passes, it fails, it is unknown, nobody confirmed what it reads, and
// what it reads is confirmed and has no record. A way that a check cannot be met in is written down with why.

type Outcome = "pass" | "fail" | "unknown";
/** That there is no such way, and why. */
class Never {
  readonly because: string;
  constructor(because: string) {
    this.because = because;
  }
}
const never = (because: string) => new Never(because);
const named = (way: string | Never): readonly string[] => (way instanceof Never ? [] : [way]);

interface Ways {
  /** What is otherwise where it fails, as `alterations` names it, or a register that is emptied, as "no RECORDS". */
  readonly fail: string | Never;
  readonly unknown: string | Never;
  /** What it comes to where all that it reads is confirmed and has no record. */
  readonly empty: Outcome;
  /** Registers that it reads and that it passes by where nobody confirmed them, each with why. */
  readonly free?: Readonly<Record<string, string>>;
}

const ONE_CLEAR_ANSWER = never("once its registers are confirmed, each record counts or does not");

/** Of the checks whose registers are all that they read, or are read with one connected system. */
const ways: Readonly<Record<string, Ways>> = {
  "oversight.owner-named": { fail: "roles id 1.holderId deleted", unknown: ONE_CLEAR_ANSWER, empty: "fail" },
  "oversight.review-within-quarter": {
    fail: "meetings id 1.decisions deleted",
    unknown: "meetings id 1 ended",
    empty: "fail",
  },
  "oversight.audit-within-year": {
    fail: "tests id 1.report deleted",
    unknown: ONE_CLEAR_ANSWER,
    empty: "fail",
  },
  "oversight.actions-on-time": { fail: "no actions", unknown: "tests id 1.kind deleted", empty: "fail" },
  "risk.assessed-within-year": { fail: "no risks", unknown: "data id 1.class deleted", empty: "unknown" },
  "risk.treatment-owned": { fail: "no people", unknown: "approvals id 1.kind deleted", empty: "unknown" },
  "risk.acceptance-signed": { fail: "no approvals", unknown: "risks id 1.treatment deleted", empty: "unknown" },
  "vendors.reviewed-within-year": {
    fail: "assurances id 1.report deleted",
    unknown: "vendors id 1.rating deleted",
    empty: "unknown",
    free: { people: "a report names who reviewed it, and another person approved that" },
  },
  "vendors.contract-signed": {
    fail: "contracts id 1.file deleted",
    unknown: "vendors id 1.data deleted",
    empty: "unknown",
  },
  "people.screened-before-access": {
    fail: never("which screening is whose is sealed apart: see what was sealed of them in registers.test.ts"),
    unknown: "people id 1.startsAt deleted",
    empty: "unknown",
  },
  "people.terms-signed": { fail: "no signed-terms", unknown: "no people", empty: "unknown" },
  "privilege.admins-listed": { fail: "no approvals", unknown: "not every grant read", empty: "fail" },
  "inventory.devices-assigned": { fail: "people id 1 ended", unknown: "people id 1.startsAt deleted", empty: "fail" },
  "inventory.repositories-owned": { fail: "people id 1 ended", unknown: "no people", empty: "unknown" },
  "inventory.confirmed-within-year": { fail: "no people", unknown: "data id 1.diagram deleted", empty: "unknown" },
  "confidentiality.matter-access": {
    fail: "client-matters id 1.groupIds deleted",
    unknown: "client-matters id 1.list deleted",
    empty: "unknown",
  },
  "retention.closed-matters": { fail: "no disposals", unknown: "client-matters id 1.list deleted", empty: "unknown" },
  "retention.device-wipe": { fail: "no disposals", unknown: "devices id 1.since later", empty: "unknown" },
  "requests.on-time": {
    fail: "privacy-requests id 1.receivedOn earlier",
    unknown: "privacy-requests id 1.law deleted",
    empty: "pass",
  },
  "physical.hosting-assured": { fail: "no assurances", unknown: "vendors id 1.hosting deleted", empty: "unknown" },
  "physical.offices-declared": { fail: "sites id 1.plan deleted", unknown: "sites id 1.holds deleted", empty: "pass" },
  "change.release-roles": { fail: "no approvals", unknown: "not every account read", empty: "fail" },
  "vulns.scanned-this-quarter": { fail: "tests id 3.report deleted", unknown: ONE_CLEAR_ANSWER, empty: "fail" },
  "vulns.pentest-within-year": { fail: "tests id 2.report deleted", unknown: "tests id 2.kind deleted", empty: "fail" },
  "vulns.disclosure-contact": { fail: "tests id 1.contact deleted", unknown: "tests id 1.kind deleted", empty: "fail" },
  "monitoring.alerts-handled": {
    fail: "alerts id 1.acknowledgedAt deleted",
    unknown: "alerts id 1.raisedAt deleted",
    empty: "unknown",
  },
  "incident.plan-within-year": {
    fail: "no contacts",
    unknown: "policies incident.response-plan.documentId deleted",
    empty: "fail",
  },
  "incident.exercised-within-year": { fail: "no tests", unknown: ONE_CLEAR_ANSWER, empty: "fail" },
  "incident.records-complete": {
    fail: "incidents id 1.severity deleted",
    unknown: "incidents id 1.discoveredAt deleted",
    empty: "pass",
  },
  "incident.notice-decided": {
    fail: "incidents id 1.noticeDecision deleted",
    unknown: "incidents id 1.discoveredAt deleted",
    empty: "pass",
  },
  "backup.restore-tested": { fail: "no tests", unknown: "no systems", empty: "unknown" },
  "continuity.plan-within-year": {
    fail: "systems id 1.criticality deleted",
    unknown: "no systems",
    empty: "unknown",
    free: {
      people: "who approved it is asked by their account",
      "system-names": "what systems are called is sealed beside them, and nobody confirms it",
    },
  },
};

/** Of those whose company passes, fails and is unknown in `moments`: the registers that somebody confirms for it, and what empty lists come to. */
const companies: Readonly<Record<string, { readonly confirmed: readonly string[] | Never; readonly empty: Outcome }>> =
  {
    "policies.approved-within-year": {
      confirmed: never("policies are what the ledger has of them, and nobody confirms a list"),
      empty: "unknown",
    },
    "policies.acknowledged": { confirmed: ["people"], empty: "unknown" },
    "policies.history-kept": {
      confirmed: never("policies are what the ledger has of them, and nobody confirms a list"),
      empty: "unknown",
    },
    "training.completed": { confirmed: ["people"], empty: "unknown" },
    "training.developers": {
      confirmed: never("it asks everybody with an account, whoever else works here"),
      empty: "unknown",
    },
    "training.content": {
      confirmed: never("the courses are ours, and a pass is as the ledger has it"),
      empty: "unknown",
    },
    "accounts.one-person-each": { confirmed: ["people", "approvals"], empty: "unknown" },
    "review.done-this-quarter": {
      confirmed: never("a review is as the ledger has it, and is about what was read"),
      empty: "unknown",
    },
    "review.removals-done": {
      confirmed: never("a review is as the ledger has it, and is about what was read"),
      empty: "unknown",
    },
    "review.service-accounts": {
      confirmed: never("a review is as the ledger has it, and is about what was read"),
      empty: "unknown",
    },
  };
test("each of the 42 checks is in one of the tables, with each way or why there is none", () => {
  expect([...Object.keys(ways), ...Object.keys(companies)].toSorted()).toEqual(programChecks.toSorted());
  expect(programChecks).toHaveLength(42);
  expect(Object.keys(ways).filter((check) => !(check in reference))).toEqual([]);
  const whys = [
    ...Object.values(ways).flatMap(({ fail, unknown }) => [fail, unknown]),
    ...Object.values(companies).map(({ confirmed }) => confirmed),
  ];
  for (const why of whys.filter((way) => way instanceof Never)) expect(why.because).toMatch(/^[a-z].{20}/);
});

describe.each(Object.keys(ways))("%s", (check) => {
  const { fail, unknown, empty, free = {} } = ways[check]!;
  const kept = passingFor(check);
  const read = readBy(check);
  const said = (more: Partial<Kept> = {}) => judged(check, { ...kept, ...more }).outcome;
  const without = (...keys: readonly string[]) =>
    said({ lists: { ...kept.lists, ...Object.fromEntries(keys.map((key) => [key, []])) } });
  const altered = (name: string) => {
    if (name.startsWith("no ")) return without(name.slice(3));
    const [system = {}, ...others] = kept.systems;
    const found = alterations({ registers: kept.lists, system }).find(([own]) => own === name);
    expect(found, name).toBeDefined();
    const [, other] = found!;
    return said({ lists: other.registers, systems: kept.systems.length > 0 ? [other.system, ...others] : [] });
  };

  test("passes", () => expect(said()).toBe("pass"));

  test.each(named(fail))("fails with %s", (name) => expect(altered(name)).toBe("fail"));

  test.each(named(unknown))("is unknown with %s", (name) => expect(altered(name)).toBe("unknown"));

  test("is unknown where nobody confirmed a register that it reads", () => {
    expect(said({ unconfirmed: read })).toBe("unknown");
    const passing = read.filter((key) => said({ unconfirmed: [key] }) !== "unknown");
    expect(passing).toEqual(read.filter((key) => key in free));
  });

  test("says what it says of registers that are confirmed and empty", () => {
    expect(without(...read)).toBe(empty);
  });
});

describe.each(Object.keys(companies))("%s", (check) => {
  const { confirmed, empty } = companies[check]!;
  const [[, passing], [, failing], [, open]] = moments[check]!;
  const said = (company: Company) => outcomeOf(check, company);

  test("passes, fails, and is unknown", () => {
    expect([said(passing), said(failing), said(open)]).toEqual(["pass", "fail", "unknown"]);
  });

  test.each(confirmed instanceof Never ? [] : confirmed)("is unknown where nobody confirmed %s", (key) => {
    expect(said({ ...passing, unconfirmed: [key] })).toBe("unknown");
  });

  test("says what it says of registers that are confirmed and empty", () => {
    const lists = Object.fromEntries(Object.keys(passing.lists).map((key) => [key, []]));
    expect(said({ ...passing, lists })).toBe(empty);
  });
});
