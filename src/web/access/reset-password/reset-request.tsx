import { useState } from "react";
import { Button } from "#web/design/button.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useSchemaForm } from "#web/form.ts";
import { showError } from "#web/app-error.ts";
import { AddressField } from "../address-field.tsx";
import { loadAccount } from "../load-account.ts";
import { MailSent } from "../mail-sent.tsx";

const schema = async () => (await loadAccount()).addressForm;

/** Which account it is about; then where to look. */
export function ResetRequest() {
  const [sentTo, setSentTo] = useState<string>();
  const { attributes, errors, busy } = useSchemaForm(schema, async ({ email }, refuse) => {
    if (await sendReset(email, refuse)) setSentTo(email);
  });
  if (sentTo !== undefined) {
    return (
      <MailSent
        title="Check your email"
        email={sentTo}
        message={(address) => <>If {address} has an account, we sent it a link to set a new password. It works once.</>}
        resend="Resend instructions"
        pause={30}
        onResend={() => sendReset(sentTo)}
      />
    );
  }
  return (
    <>
      <h1>Reset your password</h1>
      <div className="oxford-rule below-20" />
      <form {...attributes} className="stack" onFocus={() => void loadAccount().catch(() => {})}>
        <p className="quiet">We'll email you a link to reset your password.</p>
        <AddressField error={errors.email} autoComplete="username" />
        <Button type="submit" kind="primary" size="large" wide busy={busy && "Sending..."}>
          Send Reset Instructions
        </Button>
      </form>
    </>
  );
}

/** Mails the link and says so; resolves to whether it was sent. */
async function sendReset(email: string, refuse: typeof showError = showError): Promise<boolean> {
  try {
    const { client } = await loadAccount();
    await client.session.sendReset({ email });
    toast.success("Password reset instructions sent to your email");
    return true;
  } catch (error) {
    refuse(error, "Failed to send reset instructions");
    return false;
  }
}
