import { useMutation, useQueryClient } from "@tanstack/react-query";
import * as z from "zod";
import { api } from "#web/api.ts";
import { contract } from "#web/contract.ts";
import { Field } from "#web/design/field.tsx";
import { FormDialog } from "#web/design/form-dialog.tsx";
import { Select } from "#web/design/input.tsx";
import { useSchemaForm } from "#web/form.ts";
import { useWorkspace } from "../../company-context.tsx";
import { spokenNumber } from "../../exhibit-numbers.ts";
import type { AuditScope } from "../audit.ts";
import { ProjectField } from "../choose-about.tsx";
import { SizeAndSeed } from "../draw-dialog.tsx";
import type { ListedRegister, SealedRegister, SealedSnapshot } from "./sealed.ts";

const { shape } = contract.audit.sampleRecords.input;
const drawn = contract.audit.sampleRecords.input.pick({ projectId: true, state: true }).extend({
  size: z.coerce.number().pipe(shape.size),
  seed: z.string().trim().max(100, "Please use at most 100 characters"),
});

interface DrawRecordsDialogProps {
  scope: AuditScope;
  snapshot: SealedSnapshot;
  listed: ListedRegister;
  states: SealedRegister["states"];
  /** The records that the list shows now. */
  state: string;
  onClose: () => void;
  onDrawn: (id: string) => void;
}

/** An auditor draws a sample of a register's records, by a seed of their own or by chance. */
export function DrawRecordsDialog({
  scope,
  snapshot,
  listed,
  states,
  state,
  onClose,
  onDrawn,
}: DrawRecordsDialogProps) {
  const { company } = useWorkspace();
  const draw = useMutation(api.audit.sampleRecords.mutationOptions());
  const queries = useQueryClient();
  const { attributes, errors, busy } = useSchemaForm(drawn, async ({ seed, ...values }, refuse) => {
    try {
      const { id } = await draw.mutateAsync({
        companyId: company.id,
        register: listed.key,
        evidenceId: snapshot.evidenceId,
        ...values,
        ...(seed !== "" && { seed }),
      });
      await queries.invalidateQueries({ queryKey: api.audit.samples.key() });
      onDrawn(id);
    } catch (error) {
      refuse(error, "The sample could not be drawn", { "nothing-to-sample": "state" });
    }
  });
  return (
    <FormDialog
      title={`Draw a Sample of ${listed.label}`}
      onClose={onClose}
      form={attributes}
      submit="Draw Sample"
      busy={busy && "Drawing..."}
    >
      <p className="quiet">From the records in {spokenNumber(snapshot.exhibit)}.</p>
      <ProjectField scope={scope} error={errors.projectId} />
      <Field label="Records" error={errors.state}>
        <Select name="state" defaultValue={state}>
          <option value="all">All</option>
          {states.map(({ key, label }) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <SizeAndSeed errors={errors} />
    </FormDialog>
  );
}
