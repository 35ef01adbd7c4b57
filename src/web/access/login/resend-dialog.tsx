import { Button } from "#web/design/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import { useSchemaForm } from "#web/form.ts";
import { AddressField } from "../address-field.tsx";
import { loadAccount } from "../load-account.ts";
import { resendConfirmation } from "./resend-confirmation.ts";

const schema = async () => (await loadAccount()).addressForm;

/** Asks for which address the confirmation is to be mailed again. */
export default function ResendDialog({ onClose }: { onClose: () => void }) {
  const { attributes, errors, busy } = useSchemaForm(schema, async ({ email }) => {
    if (await resendConfirmation(email)) onClose();
  });
  return (
    <Dialog title="Resend confirmation email" onClose={onClose}>
      <form {...attributes} className="unboxed">
        <DialogBody>
          <AddressField error={errors.email} />
        </DialogBody>
        <DialogFoot>
          <Button kind="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" kind="primary" busy={busy && "Sending..."}>
            Resend
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
