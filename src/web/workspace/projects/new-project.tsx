import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { frameworks } from "#catalog/frameworks.ts";
import { failures } from "#contract/failures.ts";
import { contract } from "#web/contract.ts";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { Radio, RadioGroup } from "#web/design/choice.tsx";
import { Dialog, DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import { FormDialog } from "#web/design/form-dialog.tsx";
import { Field } from "#web/design/field.tsx";
import { Input } from "#web/design/input.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useSchemaForm } from "#web/form.ts";
import { useCan, useWorkspace } from "../company-context.tsx";
import { openFrameworks } from "../frameworks.ts";
import { useClosedFrameworks } from "./use-closed-frameworks.ts";

export const meta = () => [{ title: "Create New Project - Exhibit" }];

const projectForm = contract.projects.create.input.pick({ name: true, framework: true });

/** The dialog over the list of projects; whoever was led here and may make none reads who may. */
export default function NewProject() {
  return useCan("projects.create") ? <ProjectDialog /> : <WhoMay />;
}

function WhoMay() {
  const { company, mayFound } = useWorkspace();
  const navigate = useNavigate();
  const close = () => void navigate("/dashboard/projects", { replace: true });
  return (
    <Dialog title="Create New Project" onClose={close}>
      <DialogBody>
        <p>
          {mayFound || company.role === "viewer" || company.role === "auditor"
            ? "Only owners, admins and members can create projects."
            : failures["account-bounded"].message}
        </p>
      </DialogBody>
      <DialogFoot>
        <Button onClick={close}>Back to Projects</Button>
      </DialogFoot>
    </Dialog>
  );
}

/** What stands before the dash says which framework it is. */
const shortName = (name: string) => name.split(" - ")[0]!;

function ProjectDialog() {
  const { company } = useWorkspace();
  const navigate = useNavigate();
  const queries = useQueryClient();
  // Whoever comes from the recommendations goes on in the project, which says what to do first.
  const { state } = useLocation() as { state: { framework?: string; opens?: boolean } | null };
  const asked = openFrameworks.find(({ key }) => key === state?.framework);
  const closed = useClosedFrameworks();
  const chosen = [asked?.key, "soc2", ...openFrameworks.map(({ key }) => key)].find((key) => key && !closed(key));
  // Whoever follows a recommendation has a name to go on with, until they write another.
  const [suggested, setSuggested] = useState(asked && shortName(asked.name));
  const [name, setName] = useState(suggested ?? "");
  const suggest = (other: string) => {
    if (suggested === undefined || name !== suggested) return;
    setSuggested(other);
    setName(other);
  };
  const create = useMutation(api.projects.create.mutationOptions());
  const close = () => void navigate("/dashboard/projects", { replace: true });

  const { attributes, errors, busy } = useSchemaForm(projectForm, async (values, refuse) => {
    try {
      const project = await create.mutateAsync({ companyId: company.id, ...values });
      void queries.invalidateQueries({ queryKey: api.projects.key() });
      void queries.invalidateQueries({ queryKey: api.companies.overview.key() });
      toast.success(`Project "${project.name}" created`);
      if (state?.opens) await navigate(`/dashboard/projects/${project.id}`, { replace: true });
      else close();
    } catch (error) {
      refuse(error, "The project could not be created");
    }
  });

  return (
    <FormDialog
      title="Create New Project"
      onClose={close}
      form={attributes}
      submit="Create Project"
      busy={busy && "Creating..."}
      disabled={name.trim() === ""}
    >
      <Field label="Project name" error={errors.name}>
        <Input name="name" autoComplete="off" value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
      {/* Anew when it becomes known what is closed: an input keeps the choice it began with. */}
      <RadioGroup key={chosen} label="Framework" name="framework" error={errors.framework} help={closed.why}>
        {frameworks.map(({ key, name: label, available }) => (
          <Radio
            key={key}
            label={label}
            note={available ? closed(key) : "Coming Soon"}
            disabled={!available || closed(key) !== undefined}
            value={key}
            defaultChecked={key === chosen}
            onChange={() => suggest(shortName(label))}
          />
        ))}
      </RadioGroup>
    </FormDialog>
  );
}
