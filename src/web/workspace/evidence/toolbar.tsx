import { List, ListChecks, Map, SlidersHorizontal } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "#web/design/button.tsx";
import { Icon } from "#web/design/icon.tsx";
import { SearchInput, Select } from "#web/design/input.tsx";
import { Segmented } from "#web/design/tabs.tsx";
import { ChosenFilters } from "./chosen-filters.tsx";
import { evidenceTypes } from "./evidence.ts";
import { MoreFilters } from "./more-filters.tsx";
import type { Filters } from "./use-library.ts";

const view = (icon: typeof List, word: string) => (
  <>
    <Icon of={icon} size={15} />
    <span>{word}</span>
  </>
);
const views = [
  { key: "list", label: view(List, "List") },
  { key: "map", label: view(Map, "Map") },
] as const;

/** Search by name or control, the type, and behind one button everything else that narrows the list. */
export function Toolbar({ filters, onSelect }: { filters: Filters; onSelect: (() => void) | undefined }) {
  const [text, setText] = useTypedSearch(filters);
  const [open, setOpen] = useState(false);
  return (
    <>
      <div className="toolbar">
        <SearchInput
          label="Search evidence"
          placeholder="Search by name or control"
          value={text}
          maxLength={200}
          onChange={(event) => setText(event.target.value)}
        />
        <Select
          aria-label="Type"
          value={evidenceTypes.find((type) => type.toLowerCase() === filters.of("type").toLowerCase()) ?? ""}
          onChange={(event) => filters.narrow({ type: event.target.value })}
        >
          <option value="">All types</option>
          {evidenceTypes.map((type) => (
            <option key={type} value={type}>
              {type}
            </option>
          ))}
        </Select>
        {filters.view === "list" && (
          <Button
            icon={SlidersHorizontal}
            aria-expanded={open}
            aria-controls="more-filters"
            onClick={() => setOpen(!open)}
          >
            Filters
          </Button>
        )}
        {onSelect && (
          <Button icon={ListChecks} onClick={onSelect}>
            Select
          </Button>
        )}
        <Segmented
          label="View"
          options={views}
          chosen={filters.view}
          onChoose={(view) => filters.set({ view: view === "map" ? "map" : "" }, { replace: false })}
        />
      </div>
      {filters.view === "list" && (
        <>
          {open && <MoreFilters filters={filters} />}
          <ChosenFilters filters={filters} />
        </>
      )}
    </>
  );
}

/** What is typed shows at once and is searched for when the typing pauses. */
function useTypedSearch(filters: Filters): [string, (text: string) => void] {
  const search = filters.of("search");
  const [text, setText] = useState(search);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(filters);
  useEffect(() => {
    latest.current = filters;
  });
  // Walking back, or a way out of an empty result, changes what is searched for without typing.
  useEffect(() => setText(search), [search]);

  function type(typed: string) {
    setText(typed);
    clearTimeout(pause.current);
    // Each pause is not a step to walk back over; the first word of a search is.
    pause.current = setTimeout(
      () => latest.current.narrow({ search: typed }, { replace: latest.current.of("search") !== "" }),
      250,
    );
  }
  return [text, type];
}

/** Nothing matches: the query again, and the way out. */
export function NoMatch({ filters, further }: { filters: Filters; further: (() => void) | undefined }) {
  const search = filters.of("search");
  const others = filters.chosen.filter((name) => name !== "search");
  return (
    <p className="padded-24 quiet">
      {further ? "So far, no items match " : "No items match "}
      {search ? <b className="strong">“{search}”</b> : "these filters"}
      {search && others.length > 0 && " with these filters"}.{" "}
      {further ? (
        <button type="button" className="link" onClick={further}>
          Search more items
        </button>
      ) : search && others.length > 0 ? (
        <button
          type="button"
          className="link"
          onClick={() => filters.narrow(Object.fromEntries(others.map((name) => [name, ""])))}
        >
          {others.length === 1 && others[0] === "type" ? "Search all types" : "Search without filters"}
        </button>
      ) : (
        <button type="button" className="link" onClick={filters.clear}>
          Clear all filters
        </button>
      )}
    </p>
  );
}
