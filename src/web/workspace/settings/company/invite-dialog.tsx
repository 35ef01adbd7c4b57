import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { roleName, roleSummary } from "#domain/role-words.ts";
import { api } from "#web/api.ts";
import { contract } from "#web/contract.ts";
import { FormDialog } from "#web/design/form-dialog.tsx";
import { Field } from "#web/design/field.tsx";
import { Input, Select } from "#web/design/input.tsx";
import { useSchemaForm } from "#web/form.ts";
import type { Company } from "../../company.ts";
import { givenRoles } from "./given-roles.ts";
import type { GivenRole } from "./given-roles.ts";
import { showInviteLink } from "./invite-link.tsx";
import { seatsLeft } from "./usage-words.ts";
import { useRefreshPeople } from "./use-refresh-people.ts";

interface InviteDialogProps {
  company: Company;
  /** Undefined until it is known; the server says it too. */
  users: { members: number; invited: number; limit: number | null } | undefined;
  onClose: () => void;
}

const invited = contract.invitations.create.input.pick({ email: true, role: true });

/** Invites somebody by email. The link is mailed, and shown to whoever invites for as long as the toast lasts. */
export function InviteDialog({ company, users, onClose }: InviteDialogProps) {
  const create = useMutation(api.invitations.create.mutationOptions());
  const refresh = useRefreshPeople(company.id);
  const [role, setRole] = useState<GivenRole>("member");
  const full = users !== undefined && users.limit !== null && users.members + users.invited >= users.limit;

  const { attributes, errors, busy } = useSchemaForm(invited, async (values, refuse) => {
    try {
      const { invitation, link } = await create.mutateAsync({ companyId: company.id, ...values });
      onClose();
      showInviteLink(`Invitation sent to ${invitation.email}`, link);
    } catch (error) {
      refuse(error, "Failed to send invitation", { "23505": "email", "already-on-team": "email" });
    }
    await refresh();
  });

  return (
    <FormDialog
      title="Invite Team Member"
      onClose={onClose}
      form={attributes}
      submit="Send Invitation"
      busy={busy && "Sending..."}
      disabled={full}
    >
      <p className="quiet">
        {users && seatsLeft(users)} They get a link that works for 7 days, only for their email address.
      </p>
      <Field label="Email" error={errors.email}>
        <Input name="email" type="email" inputMode="email" autoComplete="off" spellCheck={false} />
      </Field>
      <Field label="Role" help={<span aria-live="polite">{roleSummary(role)}</span>} error={errors.role}>
        <Select name="role" value={role} onChange={(event) => setRole(event.target.value as GivenRole)}>
          {givenRoles.map((role) => (
            <option key={role} value={role}>
              {roleName(role)}
            </option>
          ))}
        </Select>
      </Field>
    </FormDialog>
  );
}
