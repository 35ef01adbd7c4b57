import { Button } from "#web/design/button.tsx";
import { useSchemaForm } from "#web/form.ts";
import { AddressField } from "../address-field.tsx";
import { loadAccount } from "../load-account.ts";
import { sendMagicLink } from "./send-magic-link.ts";

const schema = async () => (await loadAccount()).addressForm;

/** Asks for a link that signs in, instead of a password. */
export default function MagicLinkForm({ onSent }: { onSent: (email: string) => void }) {
  const { attributes, errors, busy } = useSchemaForm(schema, async ({ email }, refuse) => {
    if (await sendMagicLink(email, "Magic link sent! Check your email", refuse)) onSent(email);
  });
  return (
    <form {...attributes} className="stack" onFocus={() => void loadAccount().catch(() => {})}>
      <AddressField error={errors.email} autoComplete="username" />
      <p className="quiet">We'll email you a link to sign in. It works once.</p>
      <Button type="submit" kind="primary" size="large" wide busy={busy && "Sending..."}>
        Send Magic Link
      </Button>
    </form>
  );
}
