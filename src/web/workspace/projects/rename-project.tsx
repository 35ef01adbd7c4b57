import { contract } from "#web/contract.ts";
import { client } from "#web/api.ts";
import { FormDialog } from "#web/design/form-dialog.tsx";
import { Field } from "#web/design/field.tsx";
import { Input } from "#web/design/input.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useSchemaForm } from "#web/form.ts";
import { useWorkspace } from "../company-context.tsx";
import type { Project } from "./project.ts";
import { useProjectChange } from "./use-project-change.ts";

const nameForm = contract.projects.rename.input.pick({ name: true });

/** Another name for a project. */
export function RenameProject({ project, onClose }: { project: Project; onClose: () => void }) {
  const { company } = useWorkspace();
  const changed = useProjectChange();
  const { attributes, errors, busy } = useSchemaForm(nameForm, async ({ name }, refuse) => {
    try {
      const { name: now } = await client.projects.rename({ companyId: company.id, projectId: project.id, name });
      await changed();
      toast.success(`Project renamed to "${now}"`);
      onClose();
    } catch (error) {
      refuse(error, "The project could not be renamed");
    }
  });
  return (
    <FormDialog title="Rename Project" onClose={onClose} form={attributes} submit="Save" busy={busy && "Saving..."}>
      <Field label="Project name" error={errors.name}>
        <Input name="name" autoComplete="off" defaultValue={project.name} />
      </Field>
    </FormDialog>
  );
}
