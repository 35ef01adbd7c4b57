import type { CheckFacts, ConnectorCheck, Observation } from "../../check.ts";
import { daysSince, eachItem, observe, readable } from "../../each-item.ts";
import type { Data } from "../kinds.ts";

function notLicensed(facts: CheckFacts, feature: string, wanted: string): Observation[] {
  return readable<Data<"ms.unlicensed">>(facts, "ms.unlicensed")
    .filter(({ data }) => data.feature === feature)
    .map(({ item }) => observe(item.subject, ["not applicable", `the licence has no ${feature}`], wanted));
}

/** Users at risk, managed devices, and the audit log: features that not every licence has. */
export const estate: readonly ConnectorCheck[] = [
  {
    id: "ms.risk.users",
    version: 1,
    title: "No user stays at high risk over one day",
    severity: "high",
    hint: "Reset the password and confirm or dismiss the risk.",
    // The library has no check of it: alerts handled by tickets are another question.
    serves: [],
    steps: ["risky-users"],
    judge: (facts) => [
      ...notLicensed(facts, "risky users", "no high risk over a day"),
      ...eachItem<Data<"ms.risky_user">>(
        facts,
        "ms.risky_user",
        "no high risk over a day",
        ({ riskLevel, riskState, updatedOn }) => {
          if (riskLevel !== "high" || ["remediated", "dismissed", "confirmedSafe"].includes(riskState))
            return [true, `${riskLevel}, ${riskState}`];
          if (updatedOn === null) return [undefined, "at high risk since an unknown day"];
          return [daysSince(updatedOn, facts.now) <= 1, `at high risk since ${updatedOn}`];
        },
      ),
    ],
  },
  {
    id: "ms.device.compliant",
    version: 1,
    title: "Managed devices are compliant and encrypted",
    severity: "medium",
    hint: "Bring the device into compliance.",
    serves: ["devices.enrolled", "devices.encrypted"],
    steps: ["devices"],
    judge: (facts) => [
      ...notLicensed(facts, "managed devices", "compliant and encrypted"),
      ...eachItem<Data<"ms.device">>(
        facts,
        "ms.device",
        "compliant and encrypted",
        ({ complianceState, isEncrypted }) => {
          if (complianceState === "unknown" || isEncrypted === undefined)
            return [
              undefined,
              `${complianceState || "unknown"}, encryption ${isEncrypted === undefined ? "not reported" : "reported"}`,
            ];
          return [
            complianceState === "compliant" && isEncrypted,
            `${complianceState}, ${isEncrypted ? "encrypted" : "not encrypted"}`,
          ];
        },
      ),
    ],
  },
  {
    id: "ms.audit.flowing",
    version: 1,
    title: "Directory audit events arrive",
    severity: "low",
    hint: "Check that auditing is on.",
    serves: ["logging.identity-collected"],
    steps: ["audit-events", "users"],
    judge: (facts) => {
      // A tenant in which nothing changed has no events; one in which an account was made since yesterday must have one.
      const made = readable<Data<"ms.user">>(facts, "ms.user").filter(
        ({ data }) => data.createdOn !== null && daysSince(data.createdOn, facts.now) === 0,
      );
      return eachItem<Data<"ms.audit">>(facts, "ms.audit", "an event within 24 hours", ({ found, newestOn }) => {
        if (found) return [true, `the newest is of ${newestOn ?? "an unknown day"}`];
        if (made.length > 0) return [false, `no event, though ${made[0]!.item.subject.label} was made today`];
        return [undefined, "no event in 24 hours"];
      });
    },
  },
];
