import { applyFields } from "./record-changes.ts";
import type { FieldChange } from "./record-changes.ts";
import { nothingBeside } from "./register.ts";
import type { RecordFields, Register } from "./register.ts";

/** Something that may have changed what is computed: a change of the record, or of a control's status. */
export type ComputedFrom =
  | { readonly at: Date; readonly changes: readonly FieldChange[] }
  | { readonly at: Date; readonly control: string; readonly passes: boolean };

/** A computed field as it was from an instant on, and why. */
export interface ComputedOverTime {
  readonly field: string;
  readonly label: string;
  readonly at: Date;
  readonly value: string;
  readonly because: string;
}

/** The fields of a register that are computed over time. */
export const fieldsOverTime = ({ derived = {} }: Register) => Object.entries(derived).filter(([, own]) => own.overTime);

/** How computed fields of a record changed, oldest first, from all that happened in its order. Pure. */
export function computedOverTime(register: Register, events: readonly ComputedFrom[]): readonly ComputedOverTime[] {
  const passing = new Set<string>();
  const last = new Map<string, string | undefined>();
  let fields: RecordFields = {};
  return events.flatMap((event) => {
    if ("changes" in event)
      fields = applyFields(fields, Object.fromEntries(event.changes.map(({ field, after }) => [field, after])));
    else if (event.passes) passing.add(event.control);
    else passing.delete(event.control);
    // A control's status of before the record is none of its history.
    if (Object.keys(fields).length === 0) return [];
    return fieldsOverTime(register).flatMap(([field, { label, of }]): ComputedOverTime[] => {
      const value = of(fields, event.at.toISOString().slice(0, 10), event.at, { ...nothingBeside, passing });
      if (value === last.get(field)) return [];
      last.set(field, value);
      const because =
        "changes" in event ? "The record changed" : `${event.control} ${event.passes ? "passes" : "no longer passes"}`;
      return value === undefined ? [] : [{ field, label, at: event.at, value, because }];
    });
  });
}
