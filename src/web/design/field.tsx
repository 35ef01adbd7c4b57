import { CircleAlert } from "lucide-react";
import { createContext, useContext, useId } from "react";
import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

interface FieldFacts {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
}

const FieldContext = createContext<FieldFacts | null>(null);

interface FieldProps {
  label: string;
  help?: ReactNode;
  /** The sentence of the specification, shown under the input and tied to it. */
  error?: string | undefined;
  /** Stands on the label's line, at its end: a link such as `Forgot password?`. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A real label above one input, help or the error below it; the input inside finds its ids by itself. */
export function Field({ label, help, error, aside, children }: FieldProps) {
  const id = useId();
  const described = [help ? `${id}-help` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  const name = (
    <label className="field-label" htmlFor={id}>
      {label}
    </label>
  );
  return (
    <FieldContext value={{ id, describedBy: described || undefined, invalid: Boolean(error) }}>
      <div className="field">
        {aside ? (
          <div className="field-head">
            {name}
            {aside}
          </div>
        ) : (
          name
        )}
        {children}
        {help && (
          <p className="field-help" id={`${id}-help`}>
            {help}
          </p>
        )}
        <FieldError id={`${id}-error`} error={error} />
      </div>
    </FieldContext>
  );
}

/** The error's line; on its own for groups, which are labelled by a legend and not by a label. */
export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  if (!error) return null;
  return (
    <p className="field-error" id={id}>
      <Icon of={CircleAlert} size={15} />
      <span>{error}</span>
    </p>
  );
}

/** What an input must carry to belong to the Field around it. */
export function useFieldAttributes() {
  const field = useContext(FieldContext);
  if (!field) return {};
  return { id: field.id, "aria-describedby": field.describedBy, "aria-invalid": field.invalid || undefined };
}
