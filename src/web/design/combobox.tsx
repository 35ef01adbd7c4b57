import { useEffect, useId, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import { useFieldAttributes } from "./field.tsx";

export interface ComboboxOption {
  readonly key: string;
  readonly label: string;
  /** What tells two of one name apart. */
  readonly note?: string | undefined;
}

interface ComboboxProps {
  /** What fits the text; undefined while it is looked for. */
  options: readonly ComboboxOption[] | undefined;
  text: string;
  onText: (text: string) => void;
  onChoose: (option: ComboboxOption) => void;
  placeholder?: string;
}

/**
 * A text field with a list of what fits below it (WAI-ARIA's combobox), tied to the Field around it. Typing narrows; the arrows
 * move, Enter chooses, Escape closes the list and nothing else.
 */
export function Combobox({ options, text, onText, onChoose, placeholder }: ComboboxProps) {
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const current = Math.min(at, (options?.length ?? 0) - 1);

  useEffect(() => {
    if (open) list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [open, current]);

  function choose(option: ComboboxOption | undefined) {
    if (!option) return;
    setOpen(false);
    setAt(0);
    onChoose(option);
  }
  function onKeyDown(event: KeyboardEvent) {
    const count = options?.length ?? 0;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (!open) setOpen(true);
      else if (count > 0) setAt((current + (event.key === "ArrowDown" ? 1 : -1) + count) % count);
    } else if (event.key === "Enter" && open && !event.nativeEvent.isComposing) choose(options?.[current]);
    else if (event.key === "Escape" && open) setOpen(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div>
      <input
        className="input"
        {...useFieldAttributes()}
        type="text"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={listId}
        aria-activedescendant={open && current >= 0 ? `${listId}-${current}` : undefined}
        autoComplete="off"
        maxLength={200}
        placeholder={placeholder}
        value={text}
        onChange={(event) => {
          setOpen(true);
          setAt(0);
          onText(event.target.value);
        }}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
        onBlur={() => setOpen(false)}
      />
      <div className="combobox-list" hidden={!open}>
        <div ref={list} id={listId} role="listbox" aria-label="Matches">
          {options?.map((option, index) => (
            <div
              key={option.key}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === current}
              // Before the field loses the focus, which closes the list.
              onPointerDown={(event) => {
                event.preventDefault();
                choose(option);
              }}
            >
              {option.label}
              {option.note && <small>{option.note}</small>}
            </div>
          ))}
        </div>
        {options === undefined && <p>Loading...</p>}
        {options?.length === 0 && <p>Nothing matches.</p>}
      </div>
    </div>
  );
}
