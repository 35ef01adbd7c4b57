import { useMutation, useQueryClient } from "@tanstack/react-query";
import * as z from "zod";
import { api } from "#web/api.ts";
import { contract } from "#web/contract.ts";
import { FormDialog } from "#web/design/form-dialog.tsx";
import { Field } from "#web/design/field.tsx";
import { Input, Textarea } from "#web/design/input.tsx";
import { useSchemaForm } from "#web/form.ts";
import { useWorkspace } from "../company-context.tsx";
import type { AuditScope } from "./audit.ts";
import { ControlField, ProjectField } from "./choose-about.tsx";

const asked = contract.audit.ask.input
  .pick({ projectId: true, text: true, dueOn: true })
  .extend({ control: z.string() });

/** An auditor asks the company for evidence, by a day. */
export function AskDialog({ scope, onClose }: { scope: AuditScope; onClose: () => void }) {
  const { company } = useWorkspace();
  const ask = useMutation(api.audit.ask.mutationOptions());
  const queries = useQueryClient();
  const { attributes, errors, busy } = useSchemaForm(asked, async ({ control, ...values }, refuse) => {
    try {
      await ask.mutateAsync({ companyId: company.id, ...values, ...(control !== "" && { control }) });
      onClose();
    } catch (error) {
      refuse(error, "The request could not be sent");
    }
    await queries.invalidateQueries({ queryKey: api.audit.key() });
  });
  return (
    <FormDialog
      title="Ask for Evidence"
      onClose={onClose}
      form={attributes}
      submit="Ask for Evidence"
      busy={busy && "Sending..."}
    >
      <ProjectField scope={scope} error={errors.projectId} />
      <ControlField none="No specific control" error={errors.control} />
      <Field label="What you need" error={errors.text}>
        <Textarea name="text" rows={4} />
      </Field>
      <Field label="Due date" error={errors.dueOn}>
        <Input name="dueOn" type="date" />
      </Field>
    </FormDialog>
  );
}
