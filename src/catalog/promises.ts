import { inFull } from "./capabilities/conditions.ts";
import { capabilities, isComing } from "./capabilities/index.ts";
import type { CapabilityKey, NamedTest } from "./capabilities/index.ts";

/** A sentence of the landing page, and what is behind it. */
export interface Promised {
  /** Letter for letter as the landing page has it. */
  readonly sentence: string;
  /** The rows of the table that answer for it. */
  readonly capabilities: readonly CapabilityKey[];
  /** What they say. */
  readonly does: string;
  /** Kept only where none of them is coming. */
  readonly status: "kept" | "coming";
  /** The tests that show them. */
  readonly tests: readonly NamedTest[];
}

/** Every promise of the landing page, in the page's order, with the rows of the table that answer for it. */
const answered: readonly (readonly [sentence: string, ...keys: CapabilityKey[]])[] = [
  ["audit-ready", "status", "ready", "opinion"],
  ["legally protected", "ledger", "legalOutcomes"],
  ["Hourly automated evidence collection from cloud and development tools.", "hourly", "connections", "liveVendors"],
  [
    "Evidence tagged once and reused across SOC 2, HIPAA, ISO 27001, PCI, FedRAMP and NIST.",
    "library",
    "severalFrameworks",
  ],
  ["Government-grade security", "encryption", "isolation", "standard"],
  ["attorney-client privilege protection", "privilege", "courts"],
  ["Guided setup of about 90 minutes to a first control report.", "setup"],
  [
    "Secure OAuth links to cloud services and practice-management tools, no agents.",
    "practiceManagement",
    "connections",
    "noAgents",
  ],
  [
    "Continuous ingestion and encryption of logs, policy documents, change tickets and client-confidentiality controls.",
    "logs",
    "streaming",
    "changeTickets",
  ],
  ["pass/fail status by control", "status", "documents", "manualTests"],
  ["alerts on compliance gaps", "alerts"],
  ["Saves developer cycles (no scripts to maintain).", "changeTickets", "pipelines"],
  ["Faster client deals through a real-time compliance portal.", "portal"],
  ["Mitigates legal risk.", "ledger", "verifier", "legalOutcomes"],
  ["Each item is dated, hashed and traceable to its source.", "exhibits", "ledger"],
  ["Role-based access.", "roles"],
  ["Single-tenant data architecture", "isolation"],
  ["Client confidentiality controls.", "confidentiality", "privilege"],
  ["Transparent flat monthly pricing.", "limits", "earlyAccess"],
  ["Raw evidence can be exported as JSON/CSV bundles", "bundles"],
  ["given to auditors read-only", "auditors"],
  ["A bundle is verified offline, with one command", "verifier"],
  ["Data is encrypted with 256-bit encryption in transit and at rest", "encryption", "transit"],
  ["you can cancel anytime", "cancel"],
];

export const promises: readonly Promised[] = answered.map(([sentence, ...keys]) => {
  const tests = new Map(keys.flatMap((key) => capabilities[key].tests).map((test) => [test.title, test]));
  return {
    sentence,
    capabilities: keys,
    does: keys.map(inFull).join(" "),
    status: isComing(keys) ? "coming" : "kept",
    tests: [...tests.values()],
  };
});
