import { dayOf } from "#domain/calendar-day.ts";
import { assignedSince, audiences, openTexts } from "#domain/policies/policy.ts";
import { hasEarlier } from "./policy-assignments.ts";
import type { PolicyAssignments } from "./policy-assignments.ts";

/** People to whom a policy's version in force is assigned since the same moment. */
export interface AssignedClass {
  readonly policyId: string;
  /** An employment; null: all others. */
  readonly kind: string | null;
  /** Somebody who is named, and no one of their employment else. */
  readonly personId: string | null;
  /** The day on which they acknowledged a text of the policy last: from this one on, and before that one. Null: whenever it was. */
  readonly from: string | null;
  readonly before: string | null;
  readonly since: Date;
}

/** Employments that something can be assigned to. */
export const kinds: readonly string[] = audiences.filter(
  (audience) => audience !== "everyone" && audience !== "person",
);

/**
 * Everybody whom policies in force are assigned to, in classes for which {@link assignedSince} says the same. `named` are those who are assigned
 * anything by name, with their employment.
 */
export function assignedClasses(
  policies: ReadonlyMap<string, PolicyAssignments>,
  named: readonly { readonly id: string; readonly kind: string }[],
): readonly AssignedClass[] {
  const everybody = [
    ...[...kinds, null].map((kind) => ({ kind, personId: null })),
    ...named.map(({ id, kind }) => ({ kind, personId: id })),
  ];
  return [...policies].flatMap(([policyId, assignments]) =>
    everybody.flatMap(({ kind, personId }) => {
      const person = { id: personId ?? "", kind: kind ?? "" };
      return spansOf(assignments).flatMap(({ from, before }) => {
        const since = assignedSince(assignments.own, person, openTexts(assignments.texts, from ?? undefined));
        return since ? [{ policyId, kind, personId, from, before, since }] : [];
      });
    }),
  );
}

/** Spans of days within which it makes no difference when somebody acknowledged a text last. */
function spansOf(assignments: PolicyAssignments): readonly Pick<AssignedClass, "from" | "before">[] {
  if (!hasEarlier(assignments)) return [{ from: null, before: null }];
  const days = [...new Set(assignments.texts.map(({ assignedAt }) => dayOf(assignedAt)))].toSorted();
  return [null, ...days].map((from, at) => ({ from, before: days[at] ?? null }));
}
