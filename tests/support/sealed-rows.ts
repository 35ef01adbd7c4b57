import { policyKinds } from "#catalog/policies/kinds.ts";
import type { PolicyKind } from "#catalog/policies/kinds.ts";
import { sha256OfText } from "#domain/sha256.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";

/** When tests of sealed lists judge. */
export const JUDGED_AT = new Date("2026-11-23T12:00:00.000Z");

export const inDays = (days: number): Date => new Date(JUDGED_AT.getTime() + days * 86_400_000);
export const daysAgo = (days: number): string => inDays(-days).toISOString();

/** Of a person whose days were never others: since when they are there, and that their last day was written as it came, if it did. */
export const saidDays = ({ startsAt, endsAt }: SnapshotRow["fields"]): Partial<SnapshotRow> => ({
  ...(typeof startsAt === "string" && { firstStart: startsAt }),
  ...(typeof endsAt === "string" && { endSaidAt: endsAt < JUDGED_AT.toISOString() ? endsAt : JUDGED_AT.toISOString() }),
});

/** A row of a sealed list. */
export const sealedRow = (
  id: string,
  fields: SnapshotRow["fields"],
  number = 1,
  more: Partial<SnapshotRow> = {},
): SnapshotRow => ({
  id,
  number,
  version: 1,
  state: "open",
  fields,
  approval: null,
  withdrawn: [],
  moved: [],
  account: null,
  ...saidDays(fields),
  ...more,
});

/** Rows of which one says something else; what is undefined is gone. */
export const changedRow = (rows: readonly SnapshotRow[], fields: Readonly<Record<string, unknown>>, at = 0) =>
  rows.map((own, index) => {
    if (index !== at) return own;
    const all = Object.entries({ ...own.fields, ...fields }).filter(([, value]) => value !== undefined);
    return { ...own, fields: Object.fromEntries(all) as SnapshotRow["fields"] };
  });

/** Policies in force with this text, each written by Olga and approved by Adam 100 days ago. */
export function policiesInForce(text: string, kinds: readonly PolicyKind[] = policyKinds) {
  const sha256 = sha256OfText(text);
  const policies = kinds.map(({ documentId, title }, at) => sealedRow(`p${at}`, { documentId, title }));
  const versions = policies.map(({ id }) =>
    sealedRow(`v${id}`, {
      policyId: id,
      number: 1,
      state: "in force",
      text,
      sha256,
      leaf: sha256,
      quorum: 1,
      authors: ["olga"],
      inForceAt: daysAgo(100),
    }),
  );
  const approvals = versions.map(({ id }) =>
    sealedRow(`a${id}`, { versionId: id, sha256, by: "adam", at: daysAgo(100), alone: false }),
  );
  return { policies, versions, approvals };
}
