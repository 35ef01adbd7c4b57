import { ChevronDown, Search } from "lucide-react";
import type { ComponentProps } from "react";
import { useState } from "react";
import { useFieldAttributes } from "./field.tsx";
import { Icon } from "./icon.tsx";

/** One line of text, tied to the Field around it. */
export function Input(props: ComponentProps<"input">) {
  return <input className="input" {...useFieldAttributes()} {...props} />;
}

/** Several lines of text. */
export function Textarea(props: ComponentProps<"textarea">) {
  return <textarea className="input" {...useFieldAttributes()} {...props} />;
}

/** The browser's own list, because it is the one every phone and screen reader knows. */
export function Select({ children, ...props }: ComponentProps<"select">) {
  return (
    <span className="input-group" data-select>
      <select className="input" {...useFieldAttributes()} {...props}>
        {children}
      </select>
      <Icon of={ChevronDown} size={14} />
    </span>
  );
}

/** A password that can be looked at; it hides again by itself when the form is sent, as browsers expect to save it. */
export function PasswordInput(props: ComponentProps<"input">) {
  const [shown, setShown] = useState(false);
  const attributes = useFieldAttributes();
  return (
    <span className="input-group" data-reveal>
      <input className="input" {...attributes} {...props} type={shown ? "text" : "password"} />
      <button
        type="button"
        className="input-reveal"
        aria-pressed={shown}
        aria-controls={attributes.id}
        onClick={() => setShown(!shown)}
      >
        Show
      </button>
    </span>
  );
}

/** A search field with its own accessible name, for toolbars that have no room for a label. */
export function SearchInput({ label, ...props }: { label: string } & ComponentProps<"input">) {
  return (
    <span className="input-group" data-lead>
      <Icon of={Search} size={15} />
      <input className="input" type="search" aria-label={label} {...props} />
    </span>
  );
}

/** Several lines that are secret, such as a private key: dots until somebody asks to see them. */
export function SecretArea(props: ComponentProps<"textarea">) {
  const [shown, setShown] = useState(false);
  const attributes = useFieldAttributes();
  return (
    <span className="input-group" data-reveal>
      <textarea className="input" autoComplete="off" {...attributes} {...props} data-secret={!shown || undefined} />
      <button
        type="button"
        className="input-reveal"
        aria-pressed={shown}
        aria-controls={attributes.id}
        onClick={() => setShown(!shown)}
      >
        Show
      </button>
    </span>
  );
}
