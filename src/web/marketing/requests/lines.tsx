import type { ComponentProps } from "react";
import { Field } from "#web/design/field.tsx";
import { Input, Textarea } from "#web/design/input.tsx";

type LineProps = Omit<ComponentProps<"input">, "name" | "required"> & {
  label: string;
  name: string;
  error: string | undefined;
};

/** One numbered line of a form on paper. */
export function Line({ label, error, ...input }: LineProps) {
  return (
    <li>
      <Field label={label} error={error}>
        <Input required {...input} />
      </Field>
    </li>
  );
}

/** A line that is several lines long. */
export function LongLine({ label, name, error, rows }: Pick<LineProps, "label" | "name" | "error"> & { rows: number }) {
  return (
    <li>
      <Field label={label} error={error}>
        <Textarea required name={name} rows={rows} />
      </Field>
    </li>
  );
}

/** A mail address, with the keyboard that a phone has for it. */
export function EmailLine({ error }: { error: string | undefined }) {
  return <Line label="Email" name="email" type="email" autoComplete="email" inputMode="email" error={error} />;
}
