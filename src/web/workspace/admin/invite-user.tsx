import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useConfirmed } from "#web/access/confirm-identity.tsx";
import { api, client } from "#web/api.ts";
import { contract } from "#web/contract.ts";
import { FormDialog } from "#web/design/form-dialog.tsx";
import { Field } from "#web/design/field.tsx";
import { Input, Select } from "#web/design/input.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useSchemaForm } from "#web/form.ts";
import { roles } from "./users.ts";
import type { Role } from "./users.ts";

const form = contract.users.invite.input;

/** Mails somebody an invitation to sign up, with the role they will have. */
export function InviteUser({ onClose }: { onClose: () => void }) {
  const confirmed = useConfirmed();
  const queries = useQueryClient();
  const [typed, setTyped] = useState("");
  const [role, setRole] = useState<Role>("user");

  const { attributes, errors, busy } = useSchemaForm(form, async (values, refuse) => {
    try {
      const { email } = await confirmed(() => client.users.invite(values));
      void queries.invalidateQueries({ queryKey: api.users.key() });
      toast.success(`Invitation sent to ${email}`);
      onClose();
    } catch (error) {
      refuse(error, "Failed to send invitation", { "account-exists": "email", "23505": "email" });
    }
  });

  return (
    <FormDialog
      title="Invite User"
      onClose={onClose}
      form={attributes}
      submit="Send Invitation"
      busy={busy && "Sending..."}
      disabled={typed.trim() === ""}
    >
      <Field label="Email" error={errors.email} help="They sign up with this address. The link works for 7 days.">
        <Input
          name="email"
          type="email"
          inputMode="email"
          autoComplete="off"
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </Field>
      <Field label="Role" error={errors.role} help={roles.find(({ key }) => key === role)?.description}>
        <Select name="role" value={role} onChange={(event) => setRole(event.target.value as Role)}>
          {roles.map(({ key, label }) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
    </FormDialog>
  );
}
