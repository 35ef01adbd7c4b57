import { FormDialog } from "#web/design/form-dialog.tsx";
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
    <FormDialog
      title="Resend confirmation email"
      onClose={onClose}
      form={attributes}
      submit="Resend"
      busy={busy && "Sending..."}
    >
      <AddressField error={errors.email} />
    </FormDialog>
  );
}
