import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactNode, SubmitEvent } from "react";
import { api, client } from "#web/api.ts";
import { showError } from "#web/app-error.ts";
import { Field } from "#web/design/field.tsx";
import { FormDialog } from "#web/design/form-dialog.tsx";
import { Select } from "#web/design/input.tsx";
import { useWorkspace } from "./company-context.tsx";
import { spokenNumber } from "./exhibit-numbers.ts";
import { LinkPicker } from "./program/link-picker.tsx";
import { isTyped, linkTypeOf } from "./program/registers.ts";
import type { Register, RegisterField } from "./program/registers.ts";
import { useActs } from "./program/use-acts.ts";
import type { FileUse } from "./program/use-acts.ts";
import { useRegisters } from "./program/use-registers.ts";

/** An item of the library. */
interface Item {
  readonly exhibit: string;
  readonly name: string;
}

interface UseInRecordDialogProps {
  items: readonly Item[];
  /** Hears whether records changed. */
  onClose: (isDone: boolean) => void;
}

interface Replacement extends FileUse {
  readonly number: string;
}

const filesOf = (fields: readonly RegisterField[]) =>
  fields.filter((field) => isTyped(field) && linkTypeOf(field) === "exhibit");

/** Makes items of the library files of records: a register, one of its fields, and a record for each, proposed by name and number. */
export function UseInRecordDialog({ items, onClose }: UseInRecordDialogProps) {
  const registers = (useRegisters().data ?? []).filter(({ may, fields }) => may.write && filesOf(fields).length > 0);
  const [chosen, setChosen] = useState({ register: "", field: "" });
  const register = registers.find(({ key }) => key === chosen.register) ?? registers[0];
  const fields = register ? filesOf(register.fields) : [];
  const field = fields.find(({ key }) => key === chosen.field) ?? fields[0];
  if (!register || !field) return null;
  const choices = (
    <>
      <Field label="Register">
        <Select value={register.key} onChange={(event) => setChosen({ register: event.target.value, field: "" })}>
          {registers.map(({ key, label }) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      {fields.length > 1 && (
        <Field label="Use as">
          <Select
            value={field.key}
            onChange={(event) => setChosen({ register: register.key, field: event.target.value })}
          >
            {fields.map(({ key, label }) => (
              <option key={key} value={key}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </>
  );
  return (
    <Uses register={register} field={field} items={items} onClose={onClose}>
      {choices}
    </Uses>
  );
}

interface UsesProps extends UseInRecordDialogProps {
  register: Register;
  field: RegisterField;
  children: ReactNode;
}

function Uses({ register, field, items, onClose, children }: UsesProps) {
  const { company } = useWorkspace();
  const acts = useActs(register);
  const of = { companyId: company.id, register: register.key };
  const input = { ...of, field: field.key, exhibits: items.map(({ exhibit }) => exhibit) };
  const proposals = useQuery(api.registers.proposeFiles.queryOptions({ input })).data;
  const [replaced, setReplaced] = useState<readonly Replacement[]>([]);
  const [busy, setBusy] = useState(false);

  /** The records that were chosen, with what their field holds now. */
  async function chosenIn(form: FormData): Promise<Replacement[]> {
    const chosen = items.flatMap(({ exhibit }) => {
      const recordId = form.get(`${register.key}.${exhibit}`);
      return typeof recordId === "string" && recordId !== "" ? [{ exhibit, recordId }] : [];
    });
    const uses: Replacement[] = [];
    for (const { exhibit, recordId } of chosen) {
      const { number, fields } = await client.registers.get({ ...of, recordId });
      const value = fields[field.key];
      uses.push({ exhibit, recordId, number, holds: typeof value === "string" ? value : null });
    }
    return uses;
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setBusy(true);
    try {
      const uses = await chosenIn(new FormData(event.currentTarget));
      const over = uses.filter(({ exhibit, holds }) => holds !== null && holds !== exhibit);
      const isNew = over.some(
        (use) => !replaced.some((shown) => shown.recordId === use.recordId && shown.holds === use.holds),
      );
      setReplaced(over);
      if (isNew) return;
      if (uses.length > 0)
        await acts.useFiles(
          field.key,
          uses.map(({ exhibit, recordId, holds }) => ({ exhibit, recordId, holds })),
        );
      onClose(uses.length > 0);
    } catch (error) {
      showError(error, "The records could not be changed");
    } finally {
      setBusy(false);
    }
  }

  return (
    <FormDialog
      title={
        items.length === 1
          ? `Use ${spokenNumber(items[0]!.exhibit)} in a record`
          : `Use ${items.length} items in records`
      }
      width="wide"
      onClose={() => onClose(false)}
      form={{ noValidate: true, onSubmit: (event) => void submit(event) }}
      submit={replaced.length > 0 ? "Replace" : "Use"}
      busy={busy && "Saving..."}
      disabled={!proposals}
      held
    >
      {children}
      {items.map(({ exhibit, name }) => {
        const proposal = proposals?.find((own) => own.exhibit === exhibit);
        const record = proposal?.record;
        const picked = record ? [{ target: record.id, label: `${record.number} ${record.title}` }] : [];
        return (
          <Field
            key={`${register.key}.${field.key}.${exhibit}.${record?.id ?? ""}`}
            label={`${spokenNumber(exhibit)} ${name}`}
            help={record ? "Proposed by its name." : undefined}
            error={proposal?.refused ?? undefined}
          >
            {proposal?.refused ? null : (
              <LinkPicker
                name={`${register.key}.${exhibit}`}
                field={{ type: "record", of: null, to: register.key }}
                many={false}
                picked={picked}
              />
            )}
          </Field>
        );
      })}
      {replaced.length > 0 && (
        <div role="alert">
          <p>{field.label} is filled already. Press Replace to use the new items instead:</p>
          <ul>
            {replaced.map(({ number, holds, exhibit }) => (
              <li key={exhibit}>
                {number}: {spokenNumber(holds!)} becomes {spokenNumber(exhibit)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </FormDialog>
  );
}
