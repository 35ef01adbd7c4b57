import { useState } from "react";
import { loadAccount } from "#web/access/load-account.ts";
import { Button } from "#web/design/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import { Field } from "#web/design/field.tsx";
import { Input } from "#web/design/input.tsx";
import { useSchemaForm } from "#web/form.ts";
import { useResendConfirmation } from "./use-resend-confirmation.ts";

/** A mailed link did not work: what it said, and how to get another. */
export function AuthenticationError({ description }: { description: string }) {
  const [asking, setAsking] = useState(false);
  return (
    <div className="failed mb-6" role="alert">
      <h2>Authentication Error</h2>
      <p>{description}</p>
      <Button size="small" onClick={() => setAsking(true)}>
        Resend confirmation email
      </Button>
      {asking && <ResendDialog onClose={() => setAsking(false)} />}
    </div>
  );
}

const schema = async () => (await loadAccount()).resendForm;

function ResendDialog({ onClose }: { onClose: () => void }) {
  const { resend, resending } = useResendConfirmation();
  const { attributes, errors } = useSchemaForm(schema, async ({ email }) => {
    if (await resend(email)) onClose();
  });
  return (
    <Dialog title="Resend confirmation email" onClose={onClose}>
      <form {...attributes} className="contents">
        <DialogBody>
          <Field label="Email" error={errors.email}>
            <Input name="email" type="email" autoComplete="email" inputMode="email" />
          </Field>
        </DialogBody>
        <DialogFoot>
          <Button kind="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" kind="primary" busy={resending && "Sending..."}>
            Resend
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
