import { contract } from "#web/contract.ts";
import { client } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { FormDialog } from "#web/design/form-dialog.tsx";
import { Field } from "#web/design/field.tsx";
import { Input } from "#web/design/input.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useSchemaForm } from "#web/form.ts";
import { showError } from "#web/app-error.ts";
import { useWorkspace } from "../company-context.tsx";
import type { Project } from "./project.ts";
import { useProjectChange } from "./use-project-change.ts";

const windowForm = contract.projects.setWindow.input.shape.window.unwrap();

/** The days that an audit looks at; they can be cleared again. */
export function WindowDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const { company } = useWorkspace();
  const changed = useProjectChange();
  const set = async (window: Project["window"]) => {
    await client.projects.setWindow({ companyId: company.id, projectId: project.id, window });
    await changed();
    toast.success(window ? "Audit window set" : "Audit window cleared");
    onClose();
  };
  const { attributes, errors, busy } = useSchemaForm(windowForm, async (window, refuse) => {
    try {
      await set(window);
    } catch (error) {
      refuse(error, "The audit window could not be set");
    }
  });
  return (
    <FormDialog
      title="Audit Window"
      onClose={onClose}
      form={attributes}
      submit="Set Window"
      busy={busy && "Saving..."}
      aside={
        project.window && (
          <Button
            kind="quiet"
            onClick={() =>
              void set(null).catch((error: unknown) => showError(error, "The audit window could not be cleared"))
            }
          >
            Clear Window
          </Button>
        )
      }
    >
      <p className="quiet">
        The dates your audit covers, up to 36 months. For each control we count the full days (UTC) on which it passed
        or did not apply.
      </p>
      <Field label="First day" error={errors.from}>
        <Input name="from" type="date" defaultValue={project.window?.from} />
      </Field>
      <Field label="Last day" error={errors.to}>
        <Input name="to" type="date" defaultValue={project.window?.to} />
      </Field>
    </FormDialog>
  );
}
