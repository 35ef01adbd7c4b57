import { useQueryClient } from "@tanstack/react-query";
import { isAborted } from "#web/access/aborted.ts";
import { useConfirmed } from "#web/access/confirm-identity.tsx";
import { api, client } from "#web/api.ts";
import { contract } from "#web/contract.ts";
import { FormDialog } from "#web/design/form-dialog.tsx";
import { Field } from "#web/design/field.tsx";
import { Input } from "#web/design/input.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useSchemaForm } from "#web/form.ts";
import { useWorkspace } from "../../company-context.tsx";

const asked = contract.pipelines.trust.input.pick({ repository: true, branch: true });

/** Which repository and branch may import reports from now on. */
export function PipelineDialog({ onClose }: { onClose: () => void }) {
  const { company } = useWorkspace();
  const queries = useQueryClient();
  const confirmed = useConfirmed();
  const { attributes, errors, busy } = useSchemaForm(asked, async (values, refuse) => {
    try {
      await confirmed(() => client.pipelines.trust({ companyId: company.id, ...values }));
      toast.success("Pipeline trusted");
      onClose();
      await queries.invalidateQueries({ queryKey: api.pipelines.key() });
    } catch (error) {
      if (!isAborted(error)) refuse(error, "The pipeline could not be trusted", { "pipeline-known": "repository" });
    }
  });
  return (
    <FormDialog
      title="Trust Pipeline"
      onClose={onClose}
      form={attributes}
      submit="Trust Pipeline"
      busy={busy && "Trusting..."}
      held
    >
      <p className="quiet">Anyone who can push to this branch can import reports here. They get no other access.</p>
      <Field label="Repository" help="On GitHub, as owner/name." error={errors.repository}>
        <Input name="repository" autoComplete="off" maxLength={140} placeholder="acme/app" />
      </Field>
      <Field label="Branch" error={errors.branch}>
        <Input name="branch" autoComplete="off" maxLength={200} defaultValue="main" />
      </Field>
    </FormDialog>
  );
}
