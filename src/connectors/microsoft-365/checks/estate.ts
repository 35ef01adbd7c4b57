import { Fact } from "#domain/facts/fact.ts";
import { everyOf } from "#domain/facts/population.ts";
import { Truth } from "#domain/facts/truth.ts";
import type { Table } from "#domain/facts/reading.ts";
import type { CheckFacts, ConnectorCheck, Observation } from "../../check.ts";
import { daysBefore, everyItem, observed, observedWhere } from "../../facts.ts";
import { notLicensed } from "./tenant.ts";

/** What is not there cannot be wrong: a feature that the licence lacks does not apply. */
function unlicensed(facts: CheckFacts, feature: string, wanted: string): Observation[] {
  return notLicensed(facts, feature).map(({ resource, lacks, unknown }) =>
    observedWhere(lacks.not(), resource, unknown, {
      observed: `the licence may have no ${feature}`,
      wanted,
      otherwise: `the licence has no ${feature}`,
    }),
  );
}

/** learn.microsoft.com/graph/api/resources/riskyuser; "hidden" is a level that the licence does not show, and not listed. */
const RISK_LEVELS: Table<"high" | "lower"> = { none: "lower", low: "lower", medium: "lower", high: "high" };
const RISK_STATES: Table<"over" | "open"> = {
  none: "over",
  confirmedSafe: "over",
  remediated: "over",
  dismissed: "over",
  atRisk: "open",
  confirmedCompromised: "open",
};
/** learn.microsoft.com/graph/api/resources/intune-devices-compliancestate; "unknown" and "configManager" do not say. */
const COMPLIANCE: Table<boolean> = {
  compliant: true,
  noncompliant: false,
  conflict: false,
  error: false,
  inGracePeriod: false,
};

/** Users at risk, managed devices, and the audit log: features that not every licence has. */
export const estate: readonly ConnectorCheck[] = [
  {
    id: "ms.risk.users",
    version: 2,
    title: "No user stays at high risk over one day",
    severity: "high",
    hint: "Reset the password and confirm or dismiss the risk.",
    // The library has no check of it: alerts handled by tickets are another question.
    answers: [],
    steps: ["risky-users"],
    judge: (facts) => [
      ...unlicensed(facts, "risky users", "no high risk over a day"),
      ...everyItem(facts, "ms.risky_user", "risky-users").members.map(({ resource, data }) => {
        const level = data.at("riskLevel").oneOf(RISK_LEVELS);
        const state = () => data.at("riskState").oneOf(RISK_STATES);
        const since = () => data.at("updatedOn").instant();
        const recent = () => since().atLeast(daysBefore(facts.now, 1));
        const truth = level.follow((own) =>
          own === "lower" ? Truth.all([]) : state().follow((now) => (now === "over" ? Truth.all([]) : recent())),
        );
        return observed(resource, truth, {
          observed: level.say((own) =>
            own === "lower"
              ? "no high risk"
              : state().say((now) => (now === "over" ? "high risk, over" : `high risk since ${since().say(dayOf)}`)),
          ),
          wanted: "no high risk over a day",
        });
      }),
    ],
  },
  {
    id: "ms.device.compliant",
    version: 2,
    title: "Managed devices are compliant and encrypted",
    severity: "medium",
    hint: "Bring the device into compliance.",
    // Of devices that are enrolled already, and compliance is more than encryption, which the next check looks at alone.
    answers: [],
    steps: ["devices"],
    judge: (facts) => [
      ...unlicensed(facts, "managed devices", "compliant and encrypted"),
      ...everyItem(facts, "ms.device", "devices").members.map(({ resource, data }) => {
        const [state, encrypted] = [data.at("complianceState"), data.at("isEncrypted").flag()];
        return observed(resource, state.oneOf(COMPLIANCE).is(true).and(encrypted.is(true)), {
          observed: `compliance ${state.text().say(String)}, ${encrypted.say(said, "encryption not reported")}`,
          wanted: "compliant and encrypted",
        });
      }),
    ],
  },
  {
    id: "ms.device.encrypted",
    version: 1,
    title: "Managed devices are encrypted",
    severity: "medium",
    hint: "Turn on disk encryption for the listed devices.",
    // The library asks it of device management: a tenant is an identity provider and an office suite, with Intune or without.
    answers: [],
    steps: ["devices"],
    judge: (facts) => [
      ...unlicensed(facts, "managed devices", "encrypted"),
      ...everyItem(facts, "ms.device", "devices").members.map(({ resource, data }) => {
        const encrypted = data.at("isEncrypted").flag();
        return observed(resource, encrypted.is(true), { observed: encrypted.say(said), wanted: "encrypted" });
      }),
    ],
  },
  {
    id: "ms.audit.flowing",
    version: 2,
    title: "Directory audit events arrive",
    severity: "low",
    hint: "Check that auditing is on.",
    // Events of the directory are no sign-ins, and that they can be read is not that they are collected.
    answers: [],
    steps: ["audit-events", "users"],
    judge: (facts) => {
      const recent = daysBefore(facts.now, 1);
      // A tenant in which nothing changed has no events; one in which an account was made since yesterday must have one.
      const quiet = everyOf(everyItem(facts, "ms.user", "users"), ({ data }) =>
        data.at("createdOn").instant().atLeast(daysBefore(facts.now, 0)).not(),
      );
      const notKnown = Fact.unread<true>("not shown", ["ms.audit"]).exists();
      return everyItem(facts, "ms.audit", "audit-events").members.map(({ resource, data }) => {
        const newest = data.at("newestOn").instant();
        const arrives = data.at("found").flag().is(true).and(newest.atLeast(recent));
        return observed(resource, arrives.or(quiet.and(notKnown)), {
          observed: arrives.say({
            yes: `the newest is of ${newest.say(dayOf)}`,
            no: quiet.say({ yes: NONE, no: `${NONE}, though an account was made today`, unknown: NONE }),
            unknown: NONE,
          }),
          wanted: "an event within 24 hours",
        });
      });
    },
  },
];

const NONE = "no event in 24 hours";
const dayOf = (at: Date) => at.toISOString().slice(0, 10);
const said = (is: boolean) => (is ? "encrypted" : "not encrypted");
