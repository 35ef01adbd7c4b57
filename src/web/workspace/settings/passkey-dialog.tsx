import { useQueryClient } from "@tanstack/react-query";
import { deviceName } from "#domain/browser-name.ts";
import { isAborted } from "#web/access/aborted.ts";
import { useConfirmed } from "#web/access/confirm-identity.tsx";
import { api, client } from "#web/api.ts";
import { contract } from "#web/contract.ts";
import { failures } from "#contract/failures.ts";
import { FormDialog } from "#web/design/form-dialog.tsx";
import { Field } from "#web/design/field.tsx";
import { Input } from "#web/design/input.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useSchemaForm } from "#web/form.ts";
import type { Passkey } from "./passkeys.tsx";

const named = contract.passkeys.register.input.pick({ name: true });

interface PasskeyDialogProps {
  /** The one to be renamed; without it a new one is made. */
  passkey?: Passkey;
  onAdded?: (recoveryCodes: readonly string[]) => Promise<void>;
  onClose: () => void;
}

/** The name of a passkey, for a new one or in place of an old name. */
export function PasskeyDialog({ passkey, onAdded, onClose }: PasskeyDialogProps) {
  const queries = useQueryClient();
  const confirmed = useConfirmed();

  async function add(name: string) {
    const options = await confirmed(() => client.passkeys.beginRegistration({}));
    const { makePasskey } = await import("#web/access/passkeys.ts");
    const credential = await makePasskey(options);
    const { recoveryCodes } = await confirmed(() => client.passkeys.register({ name, credential }));
    toast.success("Passkey added");
    onClose();
    await onAdded?.(recoveryCodes);
  }

  async function rename(passkeyId: string, name: string) {
    await client.passkeys.rename({ passkeyId, name });
    await queries.invalidateQueries({ queryKey: api.passkeys.key() });
    onClose();
  }

  const { attributes, errors, busy } = useSchemaForm(named, async ({ name }, refuse) => {
    try {
      await (passkey ? rename(passkey.id, name) : add(name));
    } catch (error) {
      if (isAborted(error)) return;
      if (error instanceof Error && error.name === "InvalidStateError") toast.error(failures["passkey-known"].message);
      else refuse(error, passkey ? "The name could not be saved" : failures["passkey-failed"].message);
    }
  });

  return (
    <FormDialog
      title={passkey ? "Rename passkey" : "Add passkey"}
      onClose={onClose}
      form={attributes}
      submit={passkey ? "Save" : "Add passkey"}
      busy={busy && (passkey ? "Saving..." : "Waiting for your passkey...")}
    >
      <Field
        label="Name"
        help={passkey ? undefined : "A name you will recognize. Your browser then asks where to store the passkey."}
        error={errors.name}
      >
        <Input name="name" autoComplete="off" defaultValue={passkey?.name ?? deviceName(navigator.userAgent)} />
      </Field>
    </FormDialog>
  );
}
