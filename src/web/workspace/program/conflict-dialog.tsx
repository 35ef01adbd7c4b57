import * as z from "zod";
import { FormDialog } from "#web/design/form-dialog.tsx";
import { Radio, RadioGroup } from "#web/design/choice.tsx";
import { useSchemaForm } from "#web/form.ts";
import type { FieldValue, GivenFields, Register, RegisterRecord } from "./registers.ts";
import type { Seen } from "./use-acts.ts";
import { useLinkNames } from "./use-link-names.ts";
import { valueWords } from "./values.ts";

/** What two people changed at once, and what one of them was about to save. */
export interface Conflict {
  /** The version that has the other's values. */
  readonly version: number;
  readonly conflicts: readonly {
    readonly field: string;
    readonly theirs: FieldValue | null;
    readonly yours: FieldValue | null;
  }[];
  readonly changed: GivenFields;
  /** The record with the other's values, as it is saved over. */
  readonly seen: Seen;
}

interface ConflictDialogProps {
  register: Register;
  record: RegisterRecord;
  conflict: Conflict;
  onSave: (as: Seen, changed: GivenFields) => Promise<void>;
  onClose: () => void;
}

const chosen = z.record(z.string(), z.enum(["theirs", "yours"]));

/** Both values of each field that two people changed, to choose one; the other fields are saved as they were typed. */
export function ConflictDialog({ register, record, conflict, onSave, onClose }: ConflictDialogProps) {
  const { conflicts, version, changed, seen } = conflict;
  const fieldOf = (key: string) => register.fields.find((field) => field.key === key);
  const nameOf = useLinkNames(
    conflicts.map(({ field, theirs, yours }) => ({ field: fieldOf(field), values: [theirs, yours] })),
    record.links,
  );
  const words = (key: string, value: FieldValue | null) =>
    value === null ? "None" : valueWords(fieldOf(key), value, nameOf);
  const { attributes, busy } = useSchemaForm(chosen, async (values, refuse) => {
    const kept = new Set(conflicts.flatMap(({ field }) => (values[field] === "theirs" ? [field] : [])));
    try {
      await onSave(seen, Object.fromEntries(Object.entries(changed).filter(([field]) => !kept.has(field))));
    } catch (error) {
      refuse(error, "The record could not be saved");
    }
  });
  return (
    <FormDialog
      // Another conflict while this one is settled brings new values.
      key={version}
      title={`${record.number} was changed by someone else`}
      onClose={onClose}
      form={attributes}
      submit="Save"
      busy={busy && "Saving..."}
    >
      <p>While you were editing, someone else saved another value. Choose which one stays.</p>
      {conflicts.map(({ field, theirs, yours }) => (
        <RadioGroup key={field} name={field} label={fieldOf(field)?.label ?? field}>
          <Radio value="theirs" defaultChecked label={words(field, theirs)} note="Saved by someone else" />
          <Radio value="yours" label={words(field, yours)} note="Yours" />
        </RadioGroup>
      ))}
    </FormDialog>
  );
}
