import { List, Map, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "#web/design/button.tsx";
import { Icon } from "#web/design/icon.tsx";
import { SearchInput, Select } from "#web/design/input.tsx";
import { Segmented } from "#web/design/tabs.tsx";
import { evidenceTypes } from "./evidence.ts";
import { useControls } from "./use-library.ts";
import type { Filters } from "./use-library.ts";

const view = (icon: typeof List, word: string) => (
  <>
    <Icon of={icon} size={15} />
    {word}
  </>
);
const views = [
  { key: "list", label: view(List, "List") },
  { key: "map", label: view(Map, "Map") },
] as const;

/** Search by name or control, and the type; a control's filter, which other pages link to, can be taken off again. */
export function Toolbar({ filters }: { filters: Filters }) {
  const [text, setText] = useTypedSearch(filters);
  const controls = useControls();
  const control = controls.data?.find((one) => one.id === filters.control);
  return (
    <div className="toolbar">
      <SearchInput
        label="Search evidence"
        placeholder="Search by name or control"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Select
        aria-label="Type"
        value={filters.type}
        onChange={(event) => filters.set({ type: event.target.value, item: "" }, { replace: true })}
      >
        <option value="">All types</option>
        {evidenceTypes.map((type) => (
          <option key={type} value={type}>
            {type}
          </option>
        ))}
      </Select>
      <Segmented
        label="View"
        options={views}
        chosen={filters.view}
        onChoose={(view) => filters.set({ view: view === "map" ? "map" : "" }, { replace: true })}
      />
      {filters.control && (
        <Button size="small" icon={X} onClick={() => filters.set({ control: "" }, { replace: true })}>
          {control?.title ?? filters.control}
        </Button>
      )}
    </div>
  );
}

/** What is typed shows at once and is searched for when the typing pauses. */
function useTypedSearch(filters: Filters): [string, (text: string) => void] {
  const [text, setText] = useState(filters.text);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Walking back, or a way out of an empty result, changes what is searched for without typing.
  useEffect(() => setText(filters.text), [filters.text]);

  function type(typed: string) {
    setText(typed);
    clearTimeout(pause.current);
    pause.current = setTimeout(() => filters.set({ search: typed, item: "" }, { replace: true }), 250);
  }
  return [text, type];
}

/** Nothing matches: the query again, and the way out. */
export function NoMatch({ filters }: { filters: Filters }) {
  const quoted = filters.text && <b className="font-semibold">“{filters.text}”</b>;
  return (
    <p className="py-6 text-ink-2">
      No item matches {quoted || "these filters"}
      {filters.type && <> in {filters.type}</>}.{" "}
      {filters.type && filters.text ? (
        <button type="button" className="link" onClick={() => filters.set({ type: "" }, { replace: true })}>
          Search all types
        </button>
      ) : (
        <a className="link" href="/dashboard/evidence">
          Show everything
        </a>
      )}
    </p>
  );
}
