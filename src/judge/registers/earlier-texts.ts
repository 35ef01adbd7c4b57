import { openTexts } from "#domain/policies/policy.ts";
import type { Assignment } from "#domain/policies/policy.ts";
import { acknowledgedText } from "./acknowledged.ts";
import type { Acknowledged } from "./acknowledged.ts";
import { instantOf } from "./policy-approved.ts";
import { textOf } from "./registers.ts";
import type { ReadRegister } from "./registers.ts";

/** The assignments of each version by its id. */
export function assignmentsByVersion({ rows }: ReadRegister): ReadonlyMap<string | undefined, readonly Assignment[]> {
  const byVersion = Map.groupBy(rows, (row) => textOf(row, "versionId"));
  return new Map(
    [...byVersion].map(([version, own]) => [
      version,
      own.map((row) => ({
        audience: textOf(row, "audience") ?? "",
        personId: textOf(row, "personId") ?? null,
        assignedAt: instantOf(row, "assignedAt"),
        ended: row.fields["ended"] === true,
      })),
    ]),
  );
}

interface EarlierTexts {
  readonly earlier: (policyId: string | undefined, personId: string, before?: string) => readonly Assignment[];
  /** The day on which the person last acknowledged any text of the policy. */
  readonly lastDay: (policyId: string | undefined, personId: string) => string | undefined;
}

/**
 * The assignments of a policy's texts, replaced ones too, made on a later day than the person last acknowledged any text of it: who
 * leaves one text open after the other gets no new time by each. As it was before a day where one is given.
 */
export function earlierTexts(
  versions: ReadRegister,
  assigned: ReturnType<typeof assignmentsByVersion>,
  people: Acknowledged["people"],
): EarlierTexts {
  const policies = Map.groupBy(versions.rows, (row) => textOf(row, "policyId"));
  const texts = new Map(
    [...policies].map(([policyId, rows]) => {
      const hashes = new Set(rows.map((row) => acknowledgedText(policyId, textOf(row, "sha256"))));
      const acknowledged = [...hashes].flatMap((text) => people.get(text) ?? []);
      return [policyId, { acknowledged, assigned: rows.flatMap(({ id }) => assigned.get(id) ?? []) }];
    }),
  );
  const lastDay = (policyId: string | undefined, personId: string, before?: string) => {
    const days = texts.get(policyId)?.acknowledged.flatMap((own) => own.get(personId) ?? []) ?? [];
    return (before === undefined ? days : days.filter((day) => day < before)).toSorted().at(-1);
  };
  return {
    lastDay,
    earlier: (policyId, personId, before) =>
      openTexts(texts.get(policyId)?.assigned ?? [], lastDay(policyId, personId, before)),
  };
}
