import { memo, useState } from "react";
import * as z from "zod";
import { AppError } from "#web/app-error.ts";
import { Field } from "#web/design/field.tsx";
import { FormDialog } from "#web/design/form-dialog.tsx";
import { useSchemaForm } from "#web/form.ts";
import { ConflictDialog } from "./conflict-dialog.tsx";
import type { Conflict } from "./conflict-dialog.tsx";
import { FieldInput } from "./field-input.tsx";
import { LinkPicker } from "./link-picker.tsx";
import { useMatterOfRecords } from "../matter-of-records.ts";
import { isTyped } from "./registers.ts";
import type { GivenFields, Register, RegisterRecord } from "./registers.ts";
import { useActs } from "./use-acts.ts";
import type { Seen } from "./use-acts.ts";
import { changedOf } from "./values.ts";

/** The texts of the inputs, by their names; what each must be is the API's to say, which knows the register. */
export const typed = z.record(z.string(), z.string());

interface NewRecordProps {
  register: Register;
  onClose: () => void;
  onAdded: (id: string) => void;
}

/** Adds a record. */
export function NewRecord({ register, onClose, onAdded }: NewRecordProps) {
  const acts = useActs(register);
  const inMatter = "matterId" in useMatterOfRecords();
  const fields = register.fields.filter(isTyped);
  const { attributes, errors, busy } = useSchemaForm(typed, async (values, refuse) => {
    try {
      const { id } = await acts.add(changedOf(fields, values, {}), values["about"]);
      onAdded(id);
    } catch (error) {
      refuse(error, "The record could not be added");
    }
  });
  return (
    <FormDialog
      title={`Add ${register.singular}`}
      width="wide"
      onClose={onClose}
      form={attributes}
      submit="Add"
      busy={busy && "Adding..."}
    >
      {inMatter && <p className="notice">Only the matter's access list sees this record. It counts for nothing.</p>}
      <div className="record-form">
        {inMatter && (
          <Field
            label="Business record (optional)"
            help={`The ordinary ${register.singular} that this record is about. It does not link back.`}
            error={errors["aboutId"]}
          >
            <LinkPicker name="about" field={{ type: "record", of: null, to: register.key }} many={false} picked={[]} />
          </Field>
        )}
        {fields.map((field) => (
          <FieldInput key={field.key} field={field} value={undefined} error={errors[`fields.${field.key}`]} />
        ))}
      </div>
    </FormDialog>
  );
}

interface EditRecordProps {
  register: Register;
  record: RegisterRecord;
  onClose: () => void;
}

/**
 * Changes a record as it was when the form opened: only what differs is sent. What another person changed in the same field
 * meanwhile is shown beside one's own.
 */
export function EditRecord({ register, record, onClose }: EditRecordProps) {
  const acts = useActs(register);
  // What the person saw, while the list behind the form goes on.
  const [seen] = useState(record);
  const [conflict, setConflict] = useState<Conflict>();
  const fields = register.fields.filter(isTyped);

  async function save(as: Seen, changed: GivenFields) {
    if (Object.keys(changed).length === 0) return onClose();
    try {
      await acts.change(as, changed);
      onClose();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "record-conflict") throw error;
      const { version, conflicts } = error.data as Pick<Conflict, "version" | "conflicts">;
      const theirs = Object.fromEntries(conflicts.map(({ field, theirs: value }) => [field, value]));
      setConflict({ conflicts, version, changed, seen: { ...as, version, before: { ...as.before, ...theirs } } });
      await acts.refresh();
    }
  }
  const { attributes, errors, busy } = useSchemaForm(typed, async (values, refuse) => {
    try {
      const { id, version, fields: before } = seen;
      await save({ id, version, before }, changedOf(fields, values, before));
    } catch (error) {
      refuse(error, "The record could not be saved");
    }
  });
  if (conflict)
    return <ConflictDialog register={register} record={seen} conflict={conflict} onSave={save} onClose={onClose} />;
  return (
    <FormDialog
      title={`Edit ${seen.number}`}
      width="wide"
      onClose={onClose}
      form={attributes}
      submit="Save"
      busy={busy && "Saving..."}
      shown
    >
      {seen.approval && <p className="notice">A change takes the approval away: another person approves it again.</p>}
      <FilledFields register={register} record={seen} errors={errors} />
    </FormDialog>
  );
}

interface FilledFieldsProps {
  register: Pick<Register, "fields">;
  record: Pick<RegisterRecord, "fields" | "links">;
  errors: Partial<Record<string, string>>;
}

/** Drawn once: the key that saves hides the form, and waits for no field of it. */
const FilledFields = memo(function FilledFields({ register, record, errors }: FilledFieldsProps) {
  return (
    <div className="record-form">
      {register.fields.filter(isTyped).map((field) => (
        <FieldInput
          key={field.key}
          field={field}
          value={record.fields[field.key]}
          links={record.links.filter((link) => link.field === field.key)}
          error={errors[`fields.${field.key}`]}
        />
      ))}
    </div>
  );
});
