import { useQuery } from "@tanstack/react-query";
import { api } from "#web/api.ts";
import { Field } from "#web/design/field.tsx";
import { Select } from "#web/design/input.tsx";
import { useWorkspace } from "../company-context.tsx";
import type { AuditScope } from "./audit.ts";

/** Which project something is about. */
export function ProjectField({ scope, error }: { scope: AuditScope; error?: string | undefined }) {
  return (
    <Field label="Project" error={error}>
      <Select name="projectId">
        {scope.projects.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/** Which control something is about; `none` is the word for none, where that is a choice. */
export function ControlField({ none, error }: { none?: string; error?: string | undefined }) {
  const { company } = useWorkspace();
  const { data: controls } = useQuery(api.controls.list.queryOptions({ input: { companyId: company.id } }));
  return (
    <Field label="Control" error={error}>
      <Select name="control">
        {none !== undefined && <option value="">{none}</option>}
        {!controls && none === undefined && <option value="">Loading...</option>}
        {controls?.map(({ id, title }) => (
          <option key={id} value={id}>
            {id} {title}
          </option>
        ))}
      </Select>
    </Field>
  );
}
