import { findDocument } from "#catalog/index.ts";
import { DOCUMENT_ASPECT } from "#domain/documents/document-answer.ts";
import type { PartSaid } from "#domain/judge/contract.ts";
import type { SnapshotManifest } from "#domain/registers/snapshot.ts";
import { forDays } from "./lasting.ts";
import { policyInputs } from "./policies.ts";
import { policyDocuments } from "./policy-documents.ts";
import type { DocumentVerdict } from "./policy-documents.ts";
import { ofPrintedDocuments } from "./printed-documents.ts";
import { ofReceivedDocuments } from "./received-documents.ts";
import type { ReadSystem, RegisterInputs, RegisterVerdict } from "./registers.ts";
import { whoEver } from "./same-person.ts";

interface Judging {
  /** What is said with all records, and with those alone whose exhibits can show what they say. */
  readonly allShown: <S extends { readonly verdict: RegisterVerdict }>(
    judge: (own: RegisterInputs) => readonly S[],
    keyOf: (said: S) => string,
  ) => readonly S[];
  /** What ended in these registers, by whom, and until when that counts. */
  readonly withEnded: (verdict: RegisterVerdict, asks: readonly string[]) => RegisterVerdict;
  readonly policies: SnapshotManifest["policies"];
  readonly systems: readonly ReadSystem[];
  readonly now: Date;
}

/** Documents of which something is said, each judged when it is asked for, and then the parts of all. */
interface SaidOfDocuments {
  readonly said: readonly DocumentVerdict[];
  readonly parts: () => readonly PartSaid[];
}

/** What policies and registers say of expected documents: those that they are, that are printed from them, and that their records cite. */
export function saidOfDocuments({ allShown, withEnded, policies, systems, now }: Judging): SaidOfDocuments {
  const part = (document: string, verdict: RegisterVerdict): PartSaid => ({
    check: document,
    aspect: DOCUMENT_ASPECT,
    ...forDays(verdict, findDocument(document)!.document.validForDays, now),
  });
  const own = allShown(
    (inputs) => {
      const ofPolicies = policyInputs(inputs.register, policies, systems, now, whoEver(inputs));
      return [...(ofPolicies ? policyDocuments(ofPolicies) : []), ...ofPrintedDocuments(inputs)];
    },
    ({ document }) => document,
  );
  const received = allShown(ofReceivedDocuments, ({ document }) => document);
  return {
    said: [...own, ...received],
    parts: () => [
      ...own.map(({ document, verdict }) => part(document, verdict)),
      ...received.map(({ document, verdict, asks }) => part(document, withEnded(verdict, asks))),
    ],
  };
}
