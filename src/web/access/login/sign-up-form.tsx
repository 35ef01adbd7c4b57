import { Button } from "#web/design/button.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useSchemaForm } from "#web/form.ts";
import { HumanCheck } from "#web/human-check/human-check.tsx";
import { useHumanCheck } from "#web/human-check/use-human-check.ts";
import { AppError } from "#web/app-error.ts";
import { AddressField } from "../address-field.tsx";
import { loadAccount } from "../load-account.ts";
import { NameFields } from "../name-fields.tsx";
import { NewPasswordFields } from "../new-password-fields.tsx";
import { Providers } from "../providers.tsx";

const schema = async () => (await loadAccount()).signUpForm;

/** A new account; it can be used once the mailed link has been opened. */
export default function SignUpForm({ onRegistered }: { onRegistered: (email: string) => void }) {
  const check = useHumanCheck();
  const { attributes, errors, busy } = useSchemaForm(
    schema,
    async ({ confirmPassword: _, ...values }, refuse) => {
      check.remind();
      const verification = await check.proof();
      if (verification === undefined) return;
      const { client } = await loadAccount();
      try {
        const { email } = await client.session.signUp({ ...values, verification });
        toast.success("Registration successful! Please check your email to confirm your account.");
        onRegistered(email);
      } catch (error) {
        if (check.refused(error)) return;
        if (error instanceof AppError && error.status !== 0) check.reset();
        refuse(error, "Registration failed", { "password-common": "password" });
      }
    },
    { onWrong: check.remind },
  );

  return (
    <form {...attributes} className="login-panel stack" onFocus={check.prepare}>
      <NameFields errors={errors} />
      <AddressField error={errors.email} autoComplete="username" />
      <NewPasswordFields label="Password" errors={errors} />
      <HumanCheck check={check} />
      <Button type="submit" kind="primary" size="large" wide busy={busy && "Creating account..."}>
        Create Account
      </Button>
      <div className="other-ways" data-sign-up>
        <Providers />
      </div>
    </form>
  );
}
