import { Field } from "#web/design/field.tsx";
import { Input, Textarea } from "#web/design/input.tsx";

interface FormLineProps {
  field: {
    readonly name: string;
    readonly label: string;
    readonly type: "text" | "email" | "textarea";
    readonly autocomplete?: string;
  };
  error: string | undefined;
}

const LONG = 8;

/** One numbered line of a form on paper, or several of them where the text may be long. */
export function FormLine({ field: { name, label, type, autocomplete }, error }: FormLineProps) {
  return (
    <li>
      <Field label={label} error={error}>
        {type === "textarea" ? (
          <Textarea required name={name} rows={LONG} />
        ) : (
          <Input
            required
            name={name}
            type={type}
            autoComplete={autocomplete}
            // The keyboard that a phone has for it.
            inputMode={type === "email" ? "email" : undefined}
          />
        )}
      </Field>
    </li>
  );
}
