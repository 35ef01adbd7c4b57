import { findDocument } from "#catalog/index.ts";
import { policyKinds, supportingPolicies } from "#catalog/policies/kinds.ts";
import { sha256OfText } from "#domain/sha256.ts";
import { approvedOf, inForceOf, numberOf } from "./policy-approved.ts";
import { wrongIn } from "./policies.ts";
import type { PolicyInputs } from "./policies.ts";
import { dayOf } from "./days.ts";
import { fails, isUnknown, passes, some, textOf } from "./registers.ts";
import type { RegisterVerdict } from "./registers.ts";

/** What policies say of an expected document. */
export interface DocumentVerdict {
  readonly document: string;
  /** The registers of many records that it reads; absent where it reads none. */
  readonly reads?: readonly string[] | undefined;
  readonly verdict: RegisterVerdict;
}

/**
 * What policies say of the expected documents that they are: on file and reviewed while a version is in force that was approved by as
 * many as it needs, none of them its author, within a year. Of a policy that a company does not have they say nothing.
 */
export function policyDocuments(inputs: PolicyInputs): readonly DocumentVerdict[] {
  const policies = new Map(inputs.register("policies").rows.map((row) => [textOf(row, "documentId"), row.id]));
  const isReadable = wrongIn(inputs) === undefined;
  const said = policyKinds.flatMap(({ documentId, title }): DocumentVerdict[] => {
    const policyId = policies.get(documentId);
    if (policyId === undefined) return [];
    const verdict = isReadable ? policyDocument(inputs, title, policyId) : isUnknown("A record cannot be read.");
    return [{ document: documentId, verdict }];
  });
  return said.length === 0 ? [] : [...said, supporting(said)];
}

/** What a policy says of the document that it is. */
export function policyDocument(inputs: PolicyInputs, title: string, policyId: string): RegisterVerdict {
  const version = inForceOf(inputs).find((row) => textOf(row, "policyId") === policyId);
  if (!version) return isUnknown(`No version of ${title} is in force. Have one approved in Policies.`);
  const text = textOf(version, "text");
  if (text === undefined || sha256OfText(text) !== textOf(version, "leaf"))
    return fails(`The text of ${title} is not as the ledger has it.`);
  const approved = approvedOf(inputs, title, version);
  if ("problem" in approved) return fails(approved.problem);
  if (approved.mayBeAnother)
    return isUnknown(`${title} has been approved by its author alone; another person may approve it now.`);
  const by = approved.own
    ? "by its author, because nobody else could,"
    : approved.people === 1
      ? "by another person than its author"
      : `by ${approved.people} people`;
  return passes(
    `Version ${numberOf(version, "number")} is in force, approved ${by} on ${dayOf(approved.at)}.`,
    approved.ends,
  );
}

/** On file while all of them are. */
function supporting(said: readonly DocumentVerdict[]): DocumentVerdict {
  const { documentId: document, policies } = supportingPolicies;
  const byDocument = new Map(said.map((own) => [own.document, own.verdict]));
  const failing = policies.flatMap((id) => {
    const verdict = byDocument.get(id);
    return verdict?.outcome === "fail" ? [verdict.reason] : [];
  });
  const missing = policies.filter((id) => byDocument.get(id)?.outcome !== "pass").map((id) => titleOf(id));
  const ends = policies.map((id) => byDocument.get(id)?.until ?? null);
  if (failing.length > 0) return { document, verdict: fails(failing[0]!) };
  if (missing.length > 0) {
    const reason = `${policies.length - missing.length} of ${policies.length} policies are in force and approved; missing: ${some(missing)}.`;
    return { document, verdict: isUnknown(reason) };
  }
  return { document, verdict: passes(`All ${policies.length} policies are in force and approved.`, ends) };
}

const titleOf = (documentId: string): string => findDocument(documentId)?.document.title ?? documentId;
