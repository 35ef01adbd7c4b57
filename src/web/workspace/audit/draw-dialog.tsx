import { useMutation, useQueryClient } from "@tanstack/react-query";
import * as z from "zod";
import { api } from "#web/api.ts";
import { contract } from "#web/contract.ts";
import { FormDialog } from "#web/design/form-dialog.tsx";
import { Field } from "#web/design/field.tsx";
import { Input } from "#web/design/input.tsx";
import { useSchemaForm } from "#web/form.ts";
import { useWorkspace } from "../company-context.tsx";
import type { AuditScope } from "./audit.ts";
import { ControlField, ProjectField } from "./choose-about.tsx";

const { shape } = contract.audit.sample.input;
const drawn = contract.audit.sample.input.pick({ projectId: true, control: true, from: true, to: true }).extend({
  size: z.coerce.number().pipe(shape.size),
  seed: z.string().trim().max(100, "Please use at most 100 characters"),
});

interface DrawDialogProps {
  scope: AuditScope;
  onClose: () => void;
  onDrawn: (id: string) => void;
}

/** An auditor draws a sample of a control's evidence, by a seed of their own or by chance. */
export function DrawDialog({ scope, onClose, onDrawn }: DrawDialogProps) {
  const { company } = useWorkspace();
  const draw = useMutation(api.audit.sample.mutationOptions());
  const queries = useQueryClient();
  const { attributes, errors, busy } = useSchemaForm(drawn, async ({ seed, ...values }, refuse) => {
    try {
      const { id } = await draw.mutateAsync({ companyId: company.id, ...values, ...(seed !== "" && { seed }) });
      await queries.invalidateQueries({ queryKey: api.audit.key() });
      onDrawn(id);
    } catch (error) {
      refuse(error, "The sample could not be drawn", { "nothing-to-sample": "from" });
    }
  });
  return (
    <FormDialog
      title="Draw a Sample"
      onClose={onClose}
      form={attributes}
      submit="Draw Sample"
      busy={busy && "Drawing..."}
    >
      <ProjectField scope={scope} error={errors.projectId} />
      <ControlField error={errors.control} />
      <div className="halves">
        <Field label="Collected from" error={errors.from}>
          <Input name="from" type="date" />
        </Field>
        <Field label="to" error={errors.to}>
          <Input name="to" type="date" />
        </Field>
      </div>
      <SizeAndSeed errors={errors} />
    </FormDialog>
  );
}

interface SizeAndSeedProps {
  errors: { readonly size?: string | undefined; readonly seed?: string | undefined };
}

/** How many are drawn, and by which seed. */
export function SizeAndSeed({ errors }: SizeAndSeedProps) {
  return (
    <>
      <Field label="Size" error={errors.size}>
        <Input name="size" type="number" min={1} max={500} defaultValue={25} inputMode="numeric" />
      </Field>
      <Field
        label="Seed"
        error={errors.seed}
        help="Any text. Leave empty for a random seed. The same seed draws the same sample."
      >
        <Input name="seed" autoComplete="off" spellCheck={false} />
      </Field>
    </>
  );
}
