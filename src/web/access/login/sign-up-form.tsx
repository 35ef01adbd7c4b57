import { loadAccount } from "#web/access/load-account.ts";
import { Button } from "#web/design/button.tsx";
import { Field } from "#web/design/field.tsx";
import { Input, PasswordInput } from "#web/design/input.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useSchemaForm } from "#web/form.ts";

const schema = async () => (await loadAccount()).signUpForm;

/** A new account; it can be used once the mailed link has been opened. */
export function SignUpForm({ onRegistered }: { onRegistered: (email: string) => void }) {
  const { attributes, errors, busy } = useSchemaForm(schema, async ({ confirmPassword: _, ...values }, refuse) => {
    const { client } = await loadAccount();
    try {
      const { email } = await client.session.signUp(values);
      toast.success("Registration successful! Please check your email to confirm your account.");
      onRegistered(email);
    } catch (error) {
      refuse(error, "Registration failed");
    }
  });

  return (
    <form {...attributes} className="grid gap-4" onFocus={() => void loadAccount()}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First name" error={errors.firstName}>
          <Input name="firstName" autoComplete="given-name" />
        </Field>
        <Field label="Last name" error={errors.lastName}>
          <Input name="lastName" autoComplete="family-name" />
        </Field>
      </div>
      <Field label="Email" error={errors.email}>
        <Input name="email" type="email" autoComplete="email" inputMode="email" />
      </Field>
      <Field
        label="Password"
        help="At least 8 characters with uppercase, lowercase, and number."
        error={errors.password}
      >
        <PasswordInput name="password" autoComplete="new-password" />
      </Field>
      <Field label="Confirm password" error={errors.confirmPassword}>
        <PasswordInput name="confirmPassword" autoComplete="new-password" />
      </Field>
      <Button type="submit" kind="primary" size="large" wide busy={busy && "Creating account..."}>
        Create Account
      </Button>
    </form>
  );
}
