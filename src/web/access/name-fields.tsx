import { Field } from "#web/design/field.tsx";
import { Input } from "#web/design/input.tsx";

interface NameFieldsProps {
  errors: { readonly firstName?: string; readonly lastName?: string };
}

/** What a person is called. */
export function NameFields({ errors }: NameFieldsProps) {
  return (
    <div className="pair">
      <Field label="First name" error={errors.firstName}>
        <Input name="firstName" autoComplete="given-name" />
      </Field>
      <Field label="Last name" error={errors.lastName}>
        <Input name="lastName" autoComplete="family-name" />
      </Field>
    </div>
  );
}
