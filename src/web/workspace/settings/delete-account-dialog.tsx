import { useState } from "react";
import { useConfirmed } from "#web/access/confirm-identity.tsx";
import { client, queryClient } from "#web/api.ts";
import { companyChoice } from "#web/company-choice.ts";
import { forgetRecent } from "#web/recent-commands.ts";
import { contract } from "#web/contract.ts";
import { FormDialog } from "#web/design/form-dialog.tsx";
import { Field } from "#web/design/field.tsx";
import { Input } from "#web/design/input.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useSchemaForm } from "#web/form.ts";
import { forgetKeptForms } from "#web/kept-forms.ts";
import { leaveFor } from "#web/leave-for.ts";
import { broadcastSession } from "#web/presence.ts";

const form = contract.ownAccount.delete.input;

/** Deletes the account once its address has been typed. */
export function DeleteAccountDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const confirmed = useConfirmed();
  const [typed, setTyped] = useState("");
  const same = typed.trim().toLowerCase() === email.toLowerCase();

  const { attributes, errors, busy } = useSchemaForm(form, async (values, refuse) => {
    try {
      await confirmed(() => client.ownAccount.delete(values));
    } catch (error) {
      refuse(error, "Your account could not be deleted");
      return;
    }
    // Away from the workspace first: what it asks from now on is answered with "signed out".
    void leaveFor("/", "replace");
    queryClient.clear();
    companyChoice.clear();
    forgetRecent();
    forgetKeptForms();
    broadcastSession(null);
    toast.success("Your account has been deleted");
  });

  return (
    <FormDialog
      title="Delete account"
      onClose={onClose}
      form={attributes}
      submit="Delete account"
      busy={busy && "Deleting..."}
      danger
      disabled={!same}
    >
      <p className="quiet">
        This cannot be undone. Your invitations, API tokens, pipelines and webhooks end. Your connections pause until
        another admin confirms them. To confirm, type your email address, <b className="wraps strong inked">{email}</b>.
      </p>
      <Field label="Email" error={errors.email}>
        <Input
          name="email"
          type="email"
          autoComplete="off"
          inputMode="email"
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </Field>
    </FormDialog>
  );
}
