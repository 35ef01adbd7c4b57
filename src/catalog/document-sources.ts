import { documentSources } from "#domain/documents/document-source.ts";
import type { DocumentSource } from "#domain/documents/document-source.ts";
import { controls } from "./index.ts";
import { policyKinds, supportingPolicies } from "./policies/kinds.ts";
import { findPrinted } from "./printed/index.ts";
import { findReceived } from "./received.ts";

/** What a source is called in a table, and what happens there in a sentence. */
export const documentSourceWords: Readonly<Record<DocumentSource, { readonly label: string; readonly about: string }>> =
  {
    policy: { label: "Policies in force", about: "On file while its version in force was approved within a year." },
    printed: { label: "Printed by Exhibit", about: "Drawn from confirmed registers, then accepted by another person." },
    received: {
      label: "Received",
      about:
        "Written by somebody outside; on file by an approved record that cites it, or filed and accepted by another person.",
    },
    collected: { label: "Exported from a system", about: "Exported, filed, then accepted by another person." },
    hand: { label: "Filed by hand", about: "Written by you; filed, then accepted by another person." },
  };

const policies = new Set<string>([...policyKinds.map(({ documentId }) => documentId), supportingPolicies.documentId]);
const collected = new Set([
  "auth.sign-in-policy-export",
  "devices.compliance-export",
  "network.benchmark-results",
  "logging.logging-export",
  "backup.configuration-export",
]);

/** Where an expected document of the library comes from. */
export function sourceOfDocument(documentId: string): DocumentSource {
  if (policies.has(documentId)) return "policy";
  if (findPrinted(documentId)) return "printed";
  if (findReceived(documentId)) return "received";
  return collected.has(documentId) ? "collected" : "hand";
}

/** The library's expected documents by source, in its order; what it does not have any more is in none. */
export const documentsBySource: ReadonlyMap<
  DocumentSource,
  readonly { readonly id: string; readonly title: string }[]
> = new Map(
  documentSources.map((source) => [
    source,
    controls
      .flatMap(({ expectedEvidence }) => expectedEvidence)
      .filter(({ id }) => sourceOfDocument(id) === source)
      .map(({ id, title }) => ({ id, title })),
  ]),
);
