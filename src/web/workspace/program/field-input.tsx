import { useState } from "react";
import { Checkbox, CheckboxGroup } from "#web/design/choice.tsx";
import { Field } from "#web/design/field.tsx";
import { Input, Select, Textarea } from "#web/design/input.tsx";
import { LinkPicker } from "./link-picker.tsx";
import type { PickedLink } from "./link-picker.tsx";
import { linkTypeOf } from "./registers.ts";
import type { FieldValue, RegisterField } from "./registers.ts";
import { inputName, timeName, typedOf } from "./values.ts";

interface FieldInputProps {
  field: RegisterField;
  value: FieldValue | undefined;
  /** Names of what the value leads to. */
  links?: readonly PickedLink[];
  error: string | undefined;
}

/** What a field is filled in with, by its kind. */
export function FieldInput({ field, value, links = [], error }: FieldInputProps) {
  const { label, required, hint, origin, type, of, unit } = field;
  const why = origin === "filed" ? "Read it from an exhibit, and cite that." : "";
  const many =
    type === "list" && of === "text"
      ? "A line for each."
      : type === "instant"
        ? `In UTC. ${field.endsDay ? "The end of that day" : "Midnight"} if you leave the time empty.`
        : unit
          ? `In ${unit.many}.`
          : "";
  const help = [hint ?? "", why, many].filter(Boolean).join(" ");
  if (type === "list" && of === "choice") return <ChoicesInput field={field} value={value} help={help} error={error} />;
  return (
    <Field label={required ? label : `${label} (optional)`} help={help || undefined} error={error}>
      <InputOf field={field} value={value} links={links} />
    </Field>
  );
}

function InputOf({ field, value, links }: Omit<FieldInputProps, "error"> & { links: readonly PickedLink[] }) {
  const name = inputName(field.key);
  const [text, time] = typedOf(field, value);
  if (linkTypeOf(field)) return <LinkPicker name={name} field={field} many={field.type === "list"} picked={links} />;
  switch (field.type) {
    case "long text":
      return <Textarea name={name} rows={4} maxLength={10_000} defaultValue={text} />;
    case "list":
      return <Textarea name={name} rows={3} defaultValue={text} />;
    case "date":
      return <Input type="date" name={name} defaultValue={text} />;
    case "instant":
      return (
        <span className="instant-inputs">
          <Input type="date" name={name} defaultValue={text} />
          <Input
            type="time"
            id={undefined}
            name={timeName(field.key)}
            aria-label={`${field.label}, time in UTC`}
            defaultValue={time}
          />
        </span>
      );
    case "choice":
    case "scale":
    case "flag": {
      const choices =
        field.type === "flag"
          ? [
              { key: "yes", label: "Yes" },
              { key: "no", label: "No" },
            ]
          : field.choices;
      return (
        <Select name={name} defaultValue={text}>
          <option value="">Choose</option>
          {choices.map(({ key, label }) => (
            <option key={key} value={key}>
              {field.type === "scale" ? `${key} ${label}` : label}
            </option>
          ))}
        </Select>
      );
    }
    case "number":
      return <Input name={name} inputMode="numeric" autoComplete="off" defaultValue={text} />;
    case "url":
      return <Input name={name} inputMode="url" maxLength={2_000} autoComplete="off" defaultValue={text} />;
    default:
      return <Input name={name} maxLength={300} autoComplete="off" defaultValue={text} />;
  }
}

interface ChoicesInputProps extends FieldInputProps {
  help: string;
}

/** Any of several. The form holds the keys, a line for each. */
function ChoicesInput({ field, value, help, error }: ChoicesInputProps) {
  const { key: name, label, required, choices } = field;
  const [chosen, setChosen] = useState<readonly string[]>(Array.isArray(value) ? value : []);
  return (
    <CheckboxGroup label={required ? label : `${label} (optional)`} help={help || undefined} error={error}>
      <input type="hidden" name={inputName(name)} value={chosen.join("\n")} />
      {choices.map(({ key, label: words }) => (
        <Checkbox
          key={key}
          label={words}
          checked={chosen.includes(key)}
          onChange={({ target }) =>
            setChosen(
              choices
                .map((choice) => choice.key)
                .filter((own) => (own === key ? target.checked : chosen.includes(own))),
            )
          }
        />
      ))}
    </CheckboxGroup>
  );
}
