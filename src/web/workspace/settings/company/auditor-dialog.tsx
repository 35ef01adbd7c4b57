import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import * as z from "zod";
import { api } from "#web/api.ts";
import { contract } from "#web/contract.ts";
import { Checkbox, CheckboxGroup } from "#web/design/choice.tsx";
import { FormDialog } from "#web/design/form-dialog.tsx";
import { Field } from "#web/design/field.tsx";
import { Input } from "#web/design/input.tsx";
import { useSchemaForm } from "#web/form.ts";
import type { Auditor } from "./auditors.tsx";
import { showInviteLink } from "./invite-link.tsx";
import { useRefreshPeople } from "./use-refresh-people.ts";

interface AuditorDialogProps {
  companyId: string;
  /** Whose scope is changed; without one, somebody is invited. */
  auditor?: Auditor;
  onClose: () => void;
}

const invited = contract.auditors.invite.input.pick({ email: true, endsOn: true });
const changed = invited.pick({ endsOn: true }).extend({ email: z.undefined() });

/** Which projects an auditor reads, and until when. */
export function AuditorDialog({ companyId, auditor, onClose }: AuditorDialogProps) {
  const queries = useQueryClient();
  const refresh = useRefreshPeople(companyId);
  const invite = useMutation(api.auditors.invite.mutationOptions());
  const change = useMutation(api.auditors.change.mutationOptions());
  const { data: projects = [] } = useQuery(api.projects.list.queryOptions({ input: { companyId } }));
  const [chosen, setChosen] = useState<readonly string[]>(auditor?.projects.map(({ id }) => id) ?? []);
  const [asked, setAsked] = useState(false);
  const wrong = asked && chosen.length === 0 ? "Choose at least one project" : undefined;
  const projectList = useRef<HTMLDivElement>(null);
  // They are no fields of the form: they are asked for together with what is wrong in it, or alone.
  function nameProjects() {
    setAsked(true);
    projectList.current?.querySelector("input")?.focus();
  }
  const schema: z.ZodType<{ email?: string | undefined; endsOn: string }> = auditor ? changed : invited;
  const { attributes, errors, busy } = useSchemaForm(
    schema,
    async ({ email, endsOn }, refuse) => {
      if (chosen.length === 0) return nameProjects();
      try {
        if (auditor) await change.mutateAsync({ companyId, auditorId: auditor.id, projects: [...chosen], endsOn });
        else {
          const { invitation, link } = await invite.mutateAsync({
            companyId,
            email: email ?? "",
            projects: [...chosen],
            endsOn,
          });
          showInviteLink(`Invitation sent to ${invitation.email}`, link);
        }
        onClose();
      } catch (error) {
        refuse(error, "The auditor could not be saved", {
          "23505": "email",
          "is-member": "email",
          "audit-too-long": "endsOn",
        });
      }
      await Promise.all([queries.invalidateQueries({ queryKey: api.auditors.key() }), refresh()]);
    },
    { onWrong: () => setAsked(true) },
  );
  return (
    <FormDialog
      title={auditor ? `Change ${auditor.name}` : "Invite Auditor"}
      onClose={onClose}
      form={attributes}
      submit={auditor ? "Save" : "Send Invitation"}
      busy={busy && "Saving..."}
    >
      {!auditor && (
        <Field label="Email" error={errors.email}>
          <Input name="email" type="email" inputMode="email" autoComplete="off" spellCheck={false} />
        </Field>
      )}
      <div ref={projectList}>
        <CheckboxGroup label="Projects" error={wrong} well>
          {projects.map(({ id, name, frameworkName }) => (
            <Checkbox
              key={id}
              label={name}
              note={frameworkName}
              checked={chosen.includes(id)}
              onChange={({ target: { checked } }) =>
                setChosen(checked ? [...chosen, id] : chosen.filter((item) => item !== id))
              }
            />
          ))}
        </CheckboxGroup>
      </div>
      <Field
        label="Last day"
        error={errors.endsOn}
        help="Access ends at the end of this day (UTC), at most 24 months from now."
      >
        <Input name="endsOn" type="date" defaultValue={auditor?.live ? auditor.endsAt.slice(0, 10) : undefined} />
      </Field>
    </FormDialog>
  );
}
