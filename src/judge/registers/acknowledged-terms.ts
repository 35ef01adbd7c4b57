import { termsPolicies } from "#catalog/policies/kinds.ts";
import { sha256OfText } from "#domain/sha256.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { ACKNOWLEDGMENT_PAGES, acknowledgedIn, acknowledgedText } from "./acknowledged.ts";
import { unreadable } from "./policy-rows.ts";
import { textOf } from "./registers.ts";
import type { ReadRegister } from "./registers.ts";

type Read = (key: string) => ReadRegister;

/** What a snapshot says of the policies that are terms. */
interface AcknowledgedTerms {
  /** How many of them a company has. */
  readonly policies: number;
  /** The day on which somebody first acknowledged a text of them. */
  readonly signedOn: (kind: keyof typeof termsPolicies, personId: string) => string | undefined;
  /** Whether somebody acknowledged one by an address that nobody vouches for, which counts for nothing. */
  readonly isUnvouched: (kind: keyof typeof termsPolicies, personId: string) => boolean;
  /** Whether somebody acknowledged each text of one only by an address that its writer alone confirmed. */
  readonly isAlone: (kind: keyof typeof termsPolicies, personId: string) => boolean;
}

/** Which of the lists that signed terms are read from cannot be read; undefined where all can. */
export const termsUnreadable = (register: Read): string | undefined =>
  unreadable(register, ["people", "policies", "policy-versions"]);

/** Who acknowledged terms, and when. Any text counts that was in force once and is as the ledger has it: what was signed stays signed. */
export function acknowledgedTerms(register: Read): AcknowledgedTerms {
  const idOf = new Map(register("policies").rows.map((row) => [textOf(row, "documentId"), row.id]));
  const { people: acknowledged, unvouched, alone } = acknowledgedIn(register(ACKNOWLEDGMENT_PAGES));
  const textsOf = Map.groupBy(register("policy-versions").rows.filter(isKept), (row) => textOf(row, "policyId"));
  const byKind = new Map(
    Object.entries(termsPolicies).map(([kind, documentId]) => {
      const policyId = idOf.get(documentId);
      const texts = policyId === undefined ? [] : (textsOf.get(policyId) ?? []);
      const shown = texts.map((row) => acknowledgedText(policyId, textOf(row, "sha256")));
      return [kind, { signed: shown.flatMap((text) => acknowledged.get(text) ?? []), shown }];
    }),
  );
  return {
    policies: Object.values(termsPolicies).filter((documentId) => idOf.has(documentId)).length,
    signedOn: (kind, personId) =>
      byKind
        .get(kind)!
        .signed.flatMap((people) => people.get(personId) ?? [])
        .toSorted()[0],
    isUnvouched: (kind, personId) =>
      byKind.get(kind)!.shown.some((text) => unvouched.get(text)?.has(personId) ?? false),
    isAlone: (kind, personId) =>
      byKind
        .get(kind)!
        .shown.filter((text) => acknowledged.get(text)?.has(personId))
        .every((text) => alone.get(text)?.has(personId)),
  };
}

/** Whether the text of a version has the hash that the ledger's entry has. */
function isKept(row: SnapshotRow): boolean {
  const [text, sha256] = [textOf(row, "text"), textOf(row, "sha256")];
  return text !== undefined && sha256 === textOf(row, "leaf") && sha256 === sha256OfText(text);
}
