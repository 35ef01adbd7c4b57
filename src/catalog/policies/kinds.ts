import { asksOf, findDocument } from "../index.ts";
import type { FrameworkKey } from "../types.ts";

/** A policy of the library. */
export interface PolicyKind {
  /** The expected document that it is; a name of its own where it is none. */
  readonly documentId: string;
  readonly title: string;
  readonly controlId: string;
}

/** The expected documents that a company writes itself, in the order of its list. The eight supporting policies are among them. */
const written = [
  "policies.security-policy",
  "oversight.program-charter",
  "vendors.vendor-policy",
  "people.sanction-policy",
  "accounts.access-control-policy",
  "auth.authentication-standard",
  "encryption.cryptography-standard",
  "confidentiality.handling-policy",
  "retention.retention-schedule",
  "retention.privacy-notice",
  "devices.device-policy",
  "network.hardening-standard",
  "physical.physical-policy",
  "change.change-policy",
  "change.test-data-rule",
  "vulns.patch-policy",
  "logging.logging-standard",
  "incident.response-plan",
  "backup.continuity-plan",
];

/** The expected document that several policies are together, with those policies. */
export const supportingPolicies = {
  documentId: "policies.supporting-policies",
  policies: [
    "accounts.access-control-policy",
    "encryption.cryptography-standard",
    "change.change-policy",
    "incident.response-plan",
    "backup.continuity-plan",
    "vendors.vendor-policy",
    "retention.retention-schedule",
    "physical.physical-policy",
  ],
} as const;

/** Every policy that controls expect. */
export const policyKinds: readonly PolicyKind[] = written.map((documentId) => {
  const { control, document } = findDocument(documentId)!;
  return { documentId, title: document.title, controlId: control.id };
});

/** What everybody signs when they begin, by the policy that has its text. */
export const termsPolicies = {
  confidentiality: "people.confidentiality-terms",
  conduct: "people.code-of-conduct",
} as const;

/** Policies of the library that are no expected document: terms that people sign, and a procedure. */
const besides: readonly PolicyKind[] = [
  { documentId: termsPolicies.confidentiality, title: "Confidentiality terms", controlId: "XC-05" },
  { documentId: termsPolicies.conduct, title: "Code of conduct", controlId: "XC-05" },
  { documentId: "accounts.leaver-procedure", title: "Leaver procedure", controlId: "XC-07" },
];

/** Every policy of the library: those that controls expect, and others. */
export const libraryPolicies: readonly PolicyKind[] = [...policyKinds, ...besides];

/** The policies that open frameworks require; all of them where nobody said which are open. */
export function requiredPolicies(frameworks: readonly FrameworkKey[]): readonly PolicyKind[] {
  return policyKinds.filter(({ documentId }) => asksOf(findDocument(documentId)!.document, frameworks));
}

/** What Exhibit fills into the text of a policy, by the key of its block. */
export const policyFacts = ["company", "people", "systems", "review-by"] as const;
export const policyTables = ["systems", "recovery"] as const;
