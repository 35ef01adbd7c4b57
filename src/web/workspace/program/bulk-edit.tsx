import { useState } from "react";
import { Field } from "#web/design/field.tsx";
import { FormDialog } from "#web/design/form-dialog.tsx";
import { Select } from "#web/design/input.tsx";
import { useSchemaForm } from "#web/form.ts";
import { FieldInput } from "./field-input.tsx";
import { typed } from "./record-form.tsx";
import { countedRecords, isTyped } from "./registers.ts";
import type { Register, RegisterRecord } from "./registers.ts";
import { useActs } from "./use-acts.ts";
import { givenOf } from "./values.ts";

interface BulkEditProps {
  register: Register;
  records: readonly RegisterRecord[];
  /** Hears whether they changed. */
  onClose: (isDone: boolean) => void;
}

/** Gives one field the same value in many records: all of them, or none. */
export function BulkEdit({ register, records, onClose }: BulkEditProps) {
  const acts = useActs(register);
  const fields = register.fields.filter((field) => isTyped(field) && field.key !== register.title);
  const [key, setKey] = useState(fields[0]?.key);
  const field = fields.find((candidate) => candidate.key === key);
  const { attributes, errors, busy } = useSchemaForm(typed, async (values, refuse) => {
    if (!field) return;
    try {
      await acts.changeMany(records, { [field.key]: givenOf(field, values) });
      onClose(true);
    } catch (error) {
      refuse(error, "These records could not be changed");
    }
  });
  return (
    <FormDialog
      title={`Edit ${countedRecords(register, records.length)}`}
      onClose={() => onClose(false)}
      form={attributes}
      submit="Save"
      busy={busy && "Saving..."}
      held
    >
      <Field label="Field">
        <Select value={key} onChange={(event) => setKey(event.target.value)}>
          {fields.map(({ key: candidate, label }) => (
            <option key={candidate} value={candidate}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      {field && (
        <FieldInput
          key={field.key}
          field={{ ...field, hint: field.hint ?? (field.required ? null : "Leave it empty to take the value away.") }}
          value={undefined}
          error={errors[`fields.${field.key}`]}
        />
      )}
    </FormDialog>
  );
}
