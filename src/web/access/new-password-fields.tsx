import { useState } from "react";
import { passwordLacks } from "#domain/password.ts";
import { Field } from "#web/design/field.tsx";
import { PasswordInput } from "#web/design/input.tsx";

interface NewPasswordFieldProps {
  /** The label of the field: `Password`, or `New password`. */
  label: string;
  error?: string | undefined;
}

/** A password that is chosen. What it still lacks is said while it is typed. */
export function NewPasswordField({ label, error }: NewPasswordFieldProps) {
  const [password, setPassword] = useState("");
  const rule = ruleFor(password);
  // Beside an error it would say the opposite.
  const message = error && rule === fulfilled ? "" : rule;
  return (
    <Field label={label} help={<span aria-live="polite">{message}</span>} error={error}>
      <PasswordInput
        name="password"
        autoComplete="new-password"
        onInput={(event) => setPassword(event.currentTarget.value)}
      />
    </Field>
  );
}

interface NewPasswordFieldsProps {
  label: string;
  errors: { readonly password?: string; readonly confirmPassword?: string };
}

/** A password that is chosen, and the same once more. */
export function NewPasswordFields({ label, errors }: NewPasswordFieldsProps) {
  return (
    <>
      <NewPasswordField label={label} error={errors.password} />
      <Field label="Confirm password" error={errors.confirmPassword}>
        <PasswordInput name="confirmPassword" autoComplete="new-password" />
      </Field>
    </>
  );
}

const fulfilled = "All requirements met.";

function ruleFor(password: string): string {
  if (password === "") return "At least 8 characters with uppercase, lowercase, and number.";
  const lacks = passwordLacks(password);
  return lacks.length === 0 ? fulfilled : `Still needs ${lacks.join(", ")}.`;
}
