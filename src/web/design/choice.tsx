import { createContext, useContext, useId } from "react";
import type { ComponentProps, ReactNode } from "react";
import { FieldError } from "./field.tsx";

type ChoiceProps = Omit<ComponentProps<"input">, "type" | "role"> & {
  label: ReactNode;
  /** A second line, such as why a choice is closed. */
  note?: ReactNode;
};

const RadioName = createContext<string | undefined>(undefined);

function Choice({ label, note, ...input }: ChoiceProps & { type: "checkbox" | "radio" }) {
  return (
    <label className="choice">
      <input {...input} />
      <span>
        {label}
        {note && <span className="choice-note">{note}</span>}
      </span>
    </label>
  );
}

/** One yes or no among several. */
export function Checkbox(props: ChoiceProps) {
  return <Choice {...props} type="checkbox" />;
}

/** A setting that is on or off. It is called by its label alone; the note describes it. */
export function Switch({ label, note, ...input }: ChoiceProps) {
  const id = useId();
  const noted = note ? { "aria-labelledby": `${id}-label`, "aria-describedby": `${id}-note` } : {};
  return (
    <label className="choice">
      <input {...noted} {...input} type="checkbox" role="switch" />
      <span>
        <span id={`${id}-label`}>{label}</span>
        {note && (
          <span className="choice-note" id={`${id}-note`}>
            {note}
          </span>
        )}
      </span>
    </label>
  );
}

/** One of a RadioGroup. */
export function Radio(props: ChoiceProps) {
  const name = useContext(RadioName);
  return <Choice name={name} {...props} type="radio" />;
}

interface GroupProps {
  label: string;
  help?: ReactNode;
  error?: string | undefined;
  /** Long lists scroll inside a well of their own. */
  well?: boolean;
  /** Short choices stand beside each other, and wrap where there is no room. */
  row?: boolean;
  children: ReactNode;
}

function Group({ label, help, error, well, row, children, role }: GroupProps & { role: "group" | "radiogroup" }) {
  const id = useId();
  const described = [help ? `${id}-help` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return (
    <div
      className="field"
      role={role}
      aria-labelledby={`${id}-label`}
      aria-describedby={described || undefined}
      aria-invalid={role === "radiogroup" && error ? true : undefined}
    >
      <span className="field-label" id={`${id}-label`}>
        {label}
      </span>
      {help && (
        <p className="field-help" id={`${id}-help`}>
          {help}
        </p>
      )}
      <div className={["choice-list", well && "choice-well", row && "choice-row"].filter(Boolean).join(" ")}>
        {children}
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}

/** Exactly one of several; arrow keys move inside it, as the browser does for radios of one name. */
export function RadioGroup({ name, ...props }: GroupProps & { name: string }) {
  return (
    <RadioName value={name}>
      <Group {...props} role="radiogroup" />
    </RadioName>
  );
}

/** Any number of several. */
export function CheckboxGroup(props: GroupProps) {
  return <Group {...props} role="group" />;
}
