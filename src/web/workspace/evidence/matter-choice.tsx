import { Switch } from "#web/design/choice.tsx";
import { Field } from "#web/design/field.tsx";
import { Select } from "#web/design/input.tsx";
import type { useMatters } from "./use-matters.ts";

interface MatterChoiceProps {
  matters: ReturnType<typeof useMatters>;
  /** The matter's id; empty for what is not privileged. */
  value: string;
  /** A newer version is under the privilege of the older one. */
  fixed: boolean;
  onChange: (matter: string) => void;
}

/** Whether what is added is privileged, and under which matter. Nothing for who sees none. */
export function MatterChoice({ matters, value, fixed, onChange }: MatterChoiceProps) {
  if (matters.length === 0) return null;
  return (
    <>
      <Switch
        label="Privileged"
        note="Only people on the matter's access list can see it. It counts for no control until an owner waives the privilege."
        checked={value !== ""}
        disabled={fixed}
        onChange={(event) => onChange(event.target.checked ? (matters[0]?.id ?? "") : "")}
      />
      {value !== "" && (
        <Field label="Matter">
          <Select value={value} disabled={fixed} onChange={(event) => onChange(event.target.value)}>
            {matters.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </>
  );
}
