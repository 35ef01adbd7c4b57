import { useEffect, useRef, useState } from "react";
import { timeNow } from "#web/clock.ts";
import { Button } from "#web/design/button.tsx";
import { Input, SearchInput } from "#web/design/input.tsx";

interface FieldEditorProps {
  label: string;
  value: string;
  type?: "text" | "date";
  maxLength?: number;
  onDone: (value: string) => void;
}

/** One line of text or a day; Enter takes it. */
export function FieldEditor({ label, value, type = "text", maxLength, onDone }: FieldEditorProps) {
  const [typed, setTyped] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <form
      className="filing-field"
      onSubmit={(event) => {
        event.preventDefault();
        onDone(typed.trim());
      }}
    >
      <Input
        ref={input}
        type={type}
        aria-label={label}
        autoComplete="off"
        value={typed}
        maxLength={maxLength}
        {...(type === "date" && { max: timeNow().toISOString().slice(0, 10) })}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" kind="primary" size="small">
        Done
      </Button>
    </form>
  );
}

export interface ListOption {
  readonly id: string;
  readonly title: string;
  /** A second line. */
  readonly note?: string;
}

interface ListEditorProps {
  label: string;
  options: readonly ListOption[];
  chosen: string;
  /** Where there are many: the label of a field that narrows them. */
  search?: string;
  onDone: (id: string) => void;
}

/** One of a list: arrows move, Enter takes, typing narrows it where there is a field for it. */
export function ListEditor({ label, options, chosen, search, onDone }: ListEditorProps) {
  const [text, setText] = useState("");
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  const fitting = options.filter(({ title, note = "" }) =>
    wanted.every((word) => `${title} ${note}`.toLowerCase().includes(word)),
  );
  const [at, setAt] = useState(
    Math.max(
      0,
      options.findIndex(({ id }) => id === chosen),
    ),
  );
  const current = Math.min(at, fitting.length - 1);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => root.current?.querySelector<HTMLElement>("input, [role='listbox']")?.focus(), []);
  useEffect(() => {
    root.current?.querySelector("[aria-selected='true']")?.scrollIntoView({ block: "nearest" });
  }, [current]);
  const active = fitting[current] && `${label}-${fitting[current].id}`;
  return (
    <div
      ref={root}
      role="presentation"
      onKeyDown={(event) => {
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (step !== undefined && fitting.length > 0) setAt((current + step + fitting.length) % fitting.length);
        else if (event.key === "Enter" && !event.ctrlKey && !event.metaKey && fitting[current])
          onDone(fitting[current].id);
        else return;
        event.preventDefault();
      }}
    >
      {search && (
        <SearchInput
          label={search}
          role="combobox"
          aria-expanded
          aria-controls={`${label}-list`}
          aria-activedescendant={active}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
          }}
        />
      )}
      <div
        id={`${label}-list`}
        role="listbox"
        aria-label={label}
        className="filing-options"
        {...(!search && { tabIndex: 0, "aria-activedescendant": active })}
      >
        {fitting.map(({ id, title, note }, place) => (
          <div
            key={id}
            id={`${label}-${id}`}
            role="option"
            tabIndex={-1}
            aria-selected={place === current}
            className="filing-option"
            onClick={() => onDone(id)}
          >
            <b>{title}</b>
            {note && <span>{note}</span>}
          </div>
        ))}
        {fitting.length === 0 && <p className="quiet fine">Nothing fits.</p>}
      </div>
    </div>
  );
}
