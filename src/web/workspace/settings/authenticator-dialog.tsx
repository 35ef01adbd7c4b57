import { useRef } from "react";
import { contract } from "#web/contract.ts";
import { useConfirmed } from "#web/access/confirm-identity.tsx";
import { client } from "#web/api.ts";
import { CopyButton } from "#web/design/copy-button.tsx";
import { FormDialog } from "#web/design/form-dialog.tsx";
import { Field } from "#web/design/field.tsx";
import { Input } from "#web/design/input.tsx";
import { useSchemaForm } from "#web/form.ts";
import { QrCode } from "./qr-code.tsx";

export interface AuthenticatorSecret {
  readonly secret: string;
  readonly uri: string;
}

interface AuthenticatorDialogProps {
  secret: AuthenticatorSecret;
  onAdded: (recoveryCodes: readonly string[]) => Promise<void>;
  onClose: () => void;
}

const form = contract.secondFactor.confirmTotp.input;

/** The secret for the app, to be scanned or typed, and the first code as proof that the app has it. */
export function AuthenticatorDialog({ secret: { secret, uri }, onAdded, onClose }: AuthenticatorDialogProps) {
  const confirmed = useConfirmed();
  const field = useRef<HTMLInputElement>(null);
  const { attributes, errors, busy } = useSchemaForm(form, async ({ code }, refuse) => {
    try {
      const { recoveryCodes } = await confirmed(() => client.secondFactor.confirmTotp({ code }));
      await onAdded(recoveryCodes);
    } catch (error) {
      refuse(error, "The authenticator app could not be set up", { "wrong-code": "code" });
      field.current?.select();
    }
  });
  return (
    <FormDialog
      title="Set up authenticator app"
      onClose={onClose}
      form={attributes}
      submit="Finish"
      busy={busy && "Checking..."}
    >
      <p className="quiet">Scan this code with your app, or enter the key.</p>
      <QrCode text={uri} label="Authenticator app key" />
      <div className="shown-value">
        <code className="mono narrows grows wraps" aria-label="Key">
          {inGroups(secret)}
        </code>
        <CopyButton text={secret} name="Copy key" />
      </div>
      <Field label="Code" help="The 6-digit code your app shows." error={errors.code}>
        <Input
          ref={field}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          className="input mono code-input"
        />
      </Field>
    </FormDialog>
  );
}

/** In fours, as it is read out and typed. */
function inGroups(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, "$1 ");
}
