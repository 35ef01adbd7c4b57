import { Columns3, ListChecks } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "#web/design/button.tsx";
import { ASKS } from "#domain/registers/asked-for.ts";
import { SearchInput, Select } from "#web/design/input.tsx";
import { usePhone } from "#web/design/use-phone.ts";
import { isSortable, plural } from "./registers.ts";
import type { Register } from "./registers.ts";
import type { RecordView } from "./use-record-view.ts";

interface RecordsToolbarProps {
  register: Register;
  view: RecordView;
  onSelect: (() => void) | undefined;
}

/** Search, the views that the register declares, its choices as a filter, and on a phone the order. */
export function RecordsToolbar({ register, view, onSelect }: RecordsToolbarProps) {
  const [text, setText] = useTypedSearch(view);
  const isPhone = usePhone();
  const choices = register.fields.filter(({ type, of }) => (of ?? type) === "choice" || type === "scale");
  return (
    <div className="toolbar records-toolbar">
      <SearchInput
        label={`Search ${plural(register)}`}
        placeholder={`Search ${plural(register)}`}
        value={text}
        maxLength={200}
        onChange={(event) => setText(event.target.value)}
      />
      <Select
        aria-label="View"
        value={view.view.key}
        onChange={(event) => view.narrow({ view: event.target.value, sort: "" })}
      >
        {view.views.map(({ key, label }) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </Select>
      {choices.length + register.asks.length > 0 && (
        <Select
          aria-label="Filter"
          value={view.only ? `${view.only.field}:${view.only.equals}` : ""}
          onChange={({ target: { value: only } }) =>
            // What asks for something may be open or ended.
            view.narrow({ only, ...(only.startsWith(`${ASKS}:`) && { view: "all" }) })
          }
        >
          <option value="">No filter</option>
          {register.asks.length > 0 && (
            <optgroup label="To do">
              {register.asks.map(({ key, words }) => (
                <option key={key} value={`${ASKS}:${key}`}>
                  {capital(words)}
                </option>
              ))}
            </optgroup>
          )}
          {choices.map((field) => (
            <optgroup key={field.key} label={field.label}>
              {field.choices.map(({ key, label }) => (
                <option key={key} value={`${field.key}:${key}`}>
                  {label}
                </option>
              ))}
            </optgroup>
          ))}
        </Select>
      )}
      {isPhone && (
        <Select
          aria-label="Sort by"
          value={`${view.direction === "down" ? "-" : ""}${view.sort}`}
          onChange={(event) => view.narrow({ sort: event.target.value })}
        >
          {[
            { key: "number", label: "Number" },
            ...register.fields.filter((field) => isSortable(field, register.title)),
            { key: "changed", label: "Changed" },
          ].flatMap(({ key, label }) => [
            <option key={key} value={key}>
              Sort by {label}
            </option>,
            <option key={`-${key}`} value={`-${key}`}>
              Sort by {label}, last first
            </option>,
          ])}
        </Select>
      )}
      {!view.record && !isPhone && (
        <Button icon={Columns3} onClick={() => view.set({ do: "columns" })}>
          Columns
        </Button>
      )}
      {onSelect && (
        <Button icon={ListChecks} aria-keyshortcuts="x" onClick={onSelect}>
          Select
        </Button>
      )}
    </div>
  );
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** What is typed shows at once and is searched for when the typing pauses. */
function useTypedSearch(view: RecordView): [string, (text: string) => void] {
  const { search } = view;
  const [text, setText] = useState(search);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(view);
  useEffect(() => {
    latest.current = view;
  });
  // Walking back, or a way out of an empty result, changes what is searched for without typing.
  useEffect(() => setText(search), [search]);
  useEffect(() => () => clearTimeout(pause.current), []);

  function type(typed: string) {
    setText(typed);
    clearTimeout(pause.current);
    // Each pause is not a step to walk back over; the first word of a search is.
    pause.current = setTimeout(() => latest.current.narrow({ search: typed }, latest.current.search !== ""), 250);
  }
  return [text, type];
}
