import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type * as z from "zod";
import { newPasswordForm } from "#web/access/account.ts";
import { useConfirmed } from "#web/access/confirm-identity.tsx";
import { NewPasswordFields } from "#web/access/new-password-fields.tsx";
import { api, client } from "#web/api.ts";
import { contract } from "#web/contract.ts";
import { Button } from "#web/design/button.tsx";
import { longDate } from "#web/design/dates.ts";
import { Field } from "#web/design/field.tsx";
import { PasswordInput } from "#web/design/input.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useSchemaForm } from "#web/form.ts";
import type { Account } from "./profile-tab.tsx";

/** Changes the password, or sets the first one of an account that came without. */
export function PasswordForm({ account }: { account: Account }) {
  // A form that was sent is taken away whole, so that no password stays in it.
  const [sent, setSent] = useState(0);
  return (
    <>
      <p className="below-16 measure quiet">
        {account.passwordChangedAt
          ? `Last changed on ${longDate(account.passwordChangedAt)}. Changing it signs you out on other devices.`
          : "Your account has no password yet. Set one to sign in without an emailed link."}
      </p>
      <Fields key={sent} account={account} onSent={() => setSent(sent + 1)} />
    </>
  );
}

const { currentPassword } = contract.ownAccount.changePassword.input.shape;
const schema: z.ZodType<{ currentPassword?: string | undefined; password: string }> = newPasswordForm.safeExtend({
  currentPassword,
});

function Fields({ account, onSent }: { account: Account; onSent: () => void }) {
  const queries = useQueryClient();
  const confirmed = useConfirmed();
  const { attributes, errors, busy } = useSchemaForm(schema, async ({ currentPassword: current, password }, refuse) => {
    try {
      await confirmed(() =>
        client.ownAccount.changePassword({ password, ...(current === undefined ? {} : { currentPassword: current }) }),
      );
      toast.success("Password has been updated successfully");
      onSent();
      await queries.invalidateQueries({ queryKey: api.ownAccount.key() });
    } catch (error) {
      refuse(error, "Failed to update password", {
        "wrong-password": "currentPassword",
        "password-common": "password",
      });
    }
  });
  return (
    <form {...attributes} className="stack form-width">
      <input type="text" name="username" value={account.email} readOnly hidden autoComplete="username" />
      {account.passwordChangedAt && (
        <Field label="Current password" error={errors.currentPassword}>
          <PasswordInput name="currentPassword" autoComplete="current-password" />
        </Field>
      )}
      <NewPasswordFields label="New password" errors={{ ...errors }} />
      <div>
        <Button type="submit" busy={busy && "Updating..."}>
          {account.passwordChangedAt ? "Change Password" : "Set Password"}
        </Button>
      </div>
    </form>
  );
}
