import { findControl } from "#catalog/index.ts";
import { partsOf } from "#catalog/parts.ts";
import type { Part } from "#catalog/parts.ts";
import type { Check, Control } from "#catalog/types.ts";
import { fail } from "../app-error.ts";

/** A check of a control, with the part that is meant. Refuses `not-found`. */
export function findCheck(
  controlId: string,
  checkId: string,
  aspect: string | undefined,
): { control: Control; check: Check; part: Part | null } {
  const control = findControl(controlId);
  const check = control?.checks.find(({ id }) => id === checkId);
  if (!control || !check) return fail("not-found");
  if (aspect === undefined) return { control, check, part: null };
  const part = partsOf(checkId).find((part) => part.aspect === aspect);
  return part ? { control, check, part } : fail("not-found");
}
